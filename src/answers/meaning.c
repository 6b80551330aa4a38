/*
 * Words are reduced to plain lowercase letters without endings, and looked up in src/pmu/words, which has the vendors'
 * terms for their meaning.
 */
#define _GNU_SOURCE
#include "answers/meaning.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "answers/folds.h"
#include "encode/spelling.h"
#include "tables/lookup.h"
#include "tables/words.h"

/* ---- the table ---- */

enum { LONGEST_TEXT = 512 };

/* A row of src/pmu/words: a meaning and its words, or words and the events that count it. */
struct pair_of_words { const char *first, *second; };

/* Goes from {NULL, table} to the table's first pair, then to the next; false: it was the last. */
static bool next_pair(struct pair_of_words *pair, const char *table, size_t size)
{
	pair->first = pair->first ? pair->second + strlen(pair->second) + 1 : table;
	pair->second = pair->first + strlen(pair->first) + 1;
	return pair->first < table + size - 1;
}

/* ---- words ---- */

static bool is_word_of(const char *list, const char *word, size_t length)
{
	for (const char *at = list; *at; at += strcspn(at, " "), at += *at == ' ')
		if (strcspn(at, " ") == length && !memcmp(at, word, length))
			return true;
	return false;
}

/* Returns a hash of a word's first two letters; 0 for all words of one letter. */
static uint8_t beginning_of(const char *word)
{
	unsigned int second = word[1] && word[1] != ' ' ? (unsigned char)word[1] : 0;

	return (uint8_t)(second ? (unsigned char)word[0] * 37u + second : 0);
}

static void add_beginning(struct begins *begins, uint8_t begin)
{
	begins->bits[begin / 64] |= (uint64_t)1 << begin % 64;
}

struct begins meaning_begins(const char *word)
{
	struct begins begins = { { 0 } };

	add_beginning(&begins, beginning_of(word));
	return begins;
}

/* Returns a letter or digit in lowercase; 0: it is a sign. */
static char letter_in_plain(char c)
{
	unsigned char letter = (unsigned char)c;

	if ((unsigned char)(letter - 'a') < 26 || (unsigned char)(letter - '0') < 10 || letter >= 0x80)
		return c;
	return (unsigned char)(letter - 'A') < 26 ? (char)(letter | 0x20) : '\0';
}

size_t meaning_plain(const char *text, char *plain, size_t size, struct begins *begins)
{
	struct begins found = { { 0 } };
	size_t length = 1, word = 1;

	plain[0] = ' ';
	for (; *text && length + 2 < size; text++) {
		char letter = letter_in_plain(*text);

		if (letter) {
			plain[length++] = letter;
		} else if (length > word) {
			plain[length++] = ' ';
			add_beginning(&found, beginning_of(plain + word));
			word = length;
		}
	}
	if (length > word) {
		plain[length++] = ' ';
		add_beginning(&found, beginning_of(plain + word));
	}
	plain[length] = '\0';
	if (begins)
		*begins = found;
	return length;
}

/* The words of a plain text. */
struct words {
	int count;
	struct span list[64];
};

static void split_words(const char *plain, struct words *words)
{
	words->count = 0;
	for (const char *at = plain; *at;) {
		size_t length = strcspn(at, " ");

		struct span word = { at, length };

		if (length && !is_article(word) && words->count < (int)(sizeof words->list / sizeof words->list[0]))
			words->list[words->count++] = word;
		at += length + (at[length] == ' ');
	}
}

static bool is_same_word(struct span a, struct span b)
{
	size_t length;

	/* fast path: stems have at least three letters, and most words differ in the first */
	if (a.length && b.length && *a.text != *b.text)
		return false;
	length = stem_length(a.text, a.length);
	return (a.length == b.length && !memcmp(a.text, b.text, a.length)) ||
		(length == stem_length(b.text, b.length) && !memcmp(a.text, b.text, length));
}

/* Weight of a word that matches; a word that matches letter by letter adds 1. */
enum { A_WORD = 64 };

static int words_taken(const char *alternative, size_t length, const struct words *words, int first)
{
	int taken = 0, exact = 0;

	for (size_t at = 0; at < length; taken++) {
		struct span word = { alternative + at, strcspn(alternative + at, " |") }, typed;

		if (is_article(word) && word.length < length) {
			at += word.length + 1;
			taken--;
			continue;
		}
		if (first + taken >= words->count)
			return 0;
		typed = words->list[first + taken];
		if (!is_same_word(typed, word))
			return 0;
		exact += typed.length == word.length && !memcmp(typed.text, word.text, word.length);
		at += word.length + 1;
	}
	return taken * A_WORD + exact;
}

/* Returns the meaning of the fold that takes most words from the first on; NULL: none. */
static const char *find_fold(const struct folds *folds, const struct words *words, int first, int *taken)
{
	const char *best = NULL;
	int most = 0;

	for (int i = folds ? folds->alternatives[fold_start(words->list[first])] : -1; i >= 0; i = folds->all[i].next) {
		const struct fold *fold = &folds->all[i];
		int count = words_taken(fold->text, (size_t)fold->length, words, first);

		if (count > most) {
			most = count;
			best = fold->meaning;
		}
	}
	*taken = most / A_WORD;
	return best;
}

/* ---- forms ---- */

static void add_form(struct meant *meant, const char *word, size_t length)
{
	size_t last = length;

	while (last && word[last - 1] != ' ')
		last--;
	length = last + stem_length(word + last, length - last);
	if (meant->forms == MOST_FORMS || length + 2 > MEANT_LENGTH)
		return;
	snprintf(meant->form[meant->forms], MEANT_LENGTH, " %.*s", (int)length, word);
	for (int i = 0; i < meant->forms; i++)
		if (!strcmp(meant->form[i], meant->form[meant->forms]))
			return;
	meant->begin[meant->forms] = beginning_of(meant->form[meant->forms] + 1);
	meant->forms++;
}

static void add_forms_of(struct meant *meant, const char *alternatives)
{
	for (const char *at = alternatives; *at;) {
		size_t length = strcspn(at, "|");

		add_form(meant, at, length);
		at += length + (at[length] == '|');
	}
}

/* Adds the word as typed, and the other words that are folded into the same meaning. */
static void add_forms(const struct folds *folds, struct meant *meant)
{
	add_form(meant, meant->typed, strlen(meant->typed));
	for (int i = folds ? folds->meanings[fold_of_meaning(meant->word)] : -1; i >= 0; i = folds->all[i].next)
		if (!strcmp(folds->all[i].meaning, meant->word))
			add_forms_of(meant, folds->all[i].text);
}

static const char *unlike_of(const char *word)
{
	const char *row = words_unlike;

	while (*row && strcmp(row, word)) {
		row += strlen(row) + 1;
		row += strlen(row) + 1;
	}
	return row + strlen(row) + !!*row;
}

static void add_meant(const struct folds *folds, struct meaning *meaning, struct span word, struct span typed)
{
	struct meant *meant = &meaning->list[meaning->count];

	for (int i = 0; i < meaning->count; i++)
		if (span_is(word, meaning->list[i].word))
			return;
	if (meaning->count == MOST_MEANT) {
		meaning->is_cut = true;
		return;
	}
	snprintf(meant->word, sizeof meant->word, "%.*s", (int)word.length, word.text);
	snprintf(meant->typed, sizeof meant->typed, "%.*s", (int)typed.length, typed.text);
	meant->is_amount = is_word_of(words_amounts, meant->word, strlen(meant->word));
	meant->is_weak = meant->is_amount || is_word_of(words_weak, meant->word, strlen(meant->word));
	meaning->is_of_boxes |= is_word_of(words_boxes, meant->word, strlen(meant->word)) ||
		is_word_of(words_boxes, meant->typed, strlen(meant->typed));
	meant->unlike = unlike_of(meant->word);
	meant->forms = 0;
	add_forms(folds, meant);
	meaning->count++;
}

/* ---- what is meant ---- */

/* Returns whether a word is one of those between bars. */
static bool is_alternative(struct span alternatives, const char *word)
{
	const char *end = alternatives.text + alternatives.length;

	for (const char *at = alternatives.text; at < end;) {
		const char *bar = memchr(at, '|', (size_t)(end - at));
		struct span one = { at, (size_t)((bar ? bar : end) - at) };

		if (span_is(one, word))
			return true;
		at += one.length + 1;
	}
	return false;
}

/* Returns the words that one of the alternatives is, a bit each. */
static unsigned int words_meant(struct span alternatives, const struct meaning *meaning)
{
	unsigned int meant = 0;

	for (int i = 0; i < meaning->count; i++)
		meant |= is_alternative(alternatives, meaning->list[i].word) ? 1U << i : 0;
	return meant;
}

/* Returns which words of the list a known meaning is about, a bit each; 0: one is missing that is not after a "?". */
static unsigned int words_covered(const char *words, const struct meaning *meaning)
{
	unsigned int covered = 0;

	while (*words) {
		bool may_lack = *words == '?';
		struct span word = { words + may_lack, strcspn(words + may_lack, " ") };
		unsigned int meant = words_meant(word, meaning);

		if (!meant && !may_lack)
			return 0;
		covered |= meant;
		words = word.text + word.length + (word.text[word.length] == ' ');
	}
	return covered;
}

static int worth(const struct meaning *meaning, unsigned int covered)
{
	int worth = 0;

	for (; covered; covered &= covered - 1)
		worth += meaning->list[__builtin_ctz(covered)].is_weak ? 3 : 10;
	return worth;
}

/* Inserts a meaning after those that are worth as much or more; the last one goes if there is no room. */
static void add_known(struct meaning *meaning, int worth, unsigned int covered, const char *events)
{
	int at = meaning->known_count;

	while (at && meaning->known[at - 1].worth < worth)
		at--;
	if (at == MOST_KNOWN)
		return;
	meaning->known_count += meaning->known_count < MOST_KNOWN;
	for (int i = meaning->known_count - 1; i > at; i--)
		meaning->known[i] = meaning->known[i - 1];
	meaning->known[at] = (struct known_meaning){ worth, covered, events };
}

static void find_known(struct meaning *meaning)
{
	struct pair_of_words known = { NULL, NULL };

	meaning->known_count = 0;
	while (next_pair(&known, words_meanings, words_meanings_size)) {
		unsigned int words = words_covered(known.first, meaning);

		if (words)
			add_known(meaning, worth(meaning, words), words, known.second);
	}
}

static void take_known(struct meaning *meaning, int number)
{
	meaning->number = number;
	meaning->covered = number < meaning->known_count ? meaning->known[number].covered : 0;
	meaning->events = number < meaning->known_count ? meaning->known[number].events : "";
}

bool meaning_next(struct meaning *meaning)
{
	bool is_last = meaning->number + 1 >= meaning->known_count;

	take_known(meaning, is_last ? 0 : meaning->number + 1);
	return !is_last;
}

static void add_folded(const struct folds *folds, struct meaning *meaning, const char *folded, struct span typed)
{
	const char *at = folded;

	while (*at) {
		struct span word = { at, strcspn(at, " ") };

		add_meant(folds, meaning, word, typed);
		at += word.length + (at[word.length] == ' ');
	}
}

/* Recognizes the "'s" of the other socket's memory, which a sign would make a word. */
static bool is_possessive(const char *at)
{
	return at[0] == '\'' && at[1] == 's' && !letter_in_plain(at[2]);
}

/* Spells I$ and L2$ with "cache", and drops "'s". */
static void spell_signs(const char *text, char *spelt, size_t size)
{
	size_t length = 0;

	for (const char *at = text; *at && length + sizeof " cache" < size; at++) {
		if (is_possessive(at))
			at++;
		else if (*at != '$' || at == text || !letter_in_plain(at[-1]))
			spelt[length++] = *at;
		else
			length += (size_t)snprintf(spelt + length, size - length, " cache");
	}
	spelt[length] = '\0';
}

/* Spells -isation and -isations with z, as the vendors and the table do. */
static void spell_as_vendors(char *plain)
{
	static const char british[] = "isation";

	for (char *at = strstr(plain, british); at; at = strstr(at + 1, british))
		at[1] = 'z';
}

static bool is_long_number(const char *word)
{
	size_t length = strlen(word);

	return length > 1 && strspn(word, "0123456789") == length;
}

/* Makes long numbers weak where cycles or latency are meant: loads above 128 cycles. Others are in names: 128 bits. */
static void weaken_thresholds(struct meaning *meaning)
{
	static const struct span measured = { "cycle|latency", sizeof "cycle|latency" - 1 };

	for (int i = 0; i < meaning->count && words_meant(measured, meaning); i++)
		meaning->list[i].is_weak |= is_long_number(meaning->list[i].word);
}

void meaning_of(const char *text, struct meaning *meaning)
{
	char spelt[LONGEST_TEXT], plain[LONGEST_TEXT];
	const struct folds *folds = folds_get();
	struct words words;
	int taken;

	meaning->count = 0;
	meaning->is_lacking = !folds;
	meaning->is_cut = strlen(text) + 3 > sizeof plain;
	meaning->is_of_boxes = false;
	spell_signs(text, spelt, sizeof spelt);
	meaning_plain(spelt, plain, sizeof plain, NULL);
	spell_as_vendors(plain);
	split_words(plain, &words);
	for (int i = 0; i < words.count; i += taken) {
		const char *fold = find_fold(folds, &words, i, &taken);
		struct span typed = words.list[i];

		if (!fold)
			/* "no" negates only the next word */
			taken = i + 1 < words.count && span_is(words.list[i], "no") ? 2 : 1;
		typed.length = (size_t)(words.list[i + taken - 1].text - typed.text) + words.list[i + taken - 1].length;
		if (fold)
			add_folded(folds, meaning, fold, typed);
		else
			add_meant(folds, meaning, typed, typed);
	}
	weaken_thresholds(meaning);
	find_known(meaning);
	take_known(meaning, 0);
}

/* ---- words that are spelt wrong ---- */

enum { LONGEST_SPELT = 24 };

/*
 * Returns twice the distance of a word of the field from a typed word, with endings or without, which adds one. From 2
 * * most on it is not exact.
 */
static int spelt_apart(const struct letters *letters, struct span typed, size_t stem, const struct fold *word, int most)
{
	enum { LONGEST_ENDING = 6 };
	size_t length = (size_t)word->length, stem_of_word = (size_t)word->stem;
	int whole, without;

	if (length > LONGEST_SPELT || length < 4 || length >= typed.length + (size_t)most + LONGEST_ENDING ||
		typed.length >= length + (size_t)most + LONGEST_ENDING)
		return 2 * LONGEST_SPELT;
	whole = letters_apart(letters, typed.length, (struct span){ word->text, length }, most);
	without = letters_apart(letters, stem, (struct span){ word->text, stem_of_word }, most);
	return stem < 4 || stem_of_word < 4 || whole <= without ? 2 * whole : 2 * without + 1;
}

bool meaning_respell(const struct meant *meant, char *word, size_t size)
{
	const struct folds *folds = folds_get();
	struct span typed = { meant->typed, strlen(meant->typed) };
	size_t stem = stem_length(typed.text, typed.length);
	struct letters letters;
	int most = typed.length < 9 ? 2 : 3, nearest = 2 * most;

	*word = '\0';
	if (meant->forms > 1 || typed.length < 5 || typed.length > LONGEST_SPELT || strpbrk(typed.text, " 0123456789"))
		return false;
	letters = letter_places(typed);
	for (int i = folds ? folds->words[(unsigned char)*typed.text] : -1; i >= 0; i = folds->all[i].next) {
		const struct fold *known = &folds->all[i];
		int apart = spelt_apart(&letters, typed, stem, known, most);

		if (apart > 1 && apart < nearest && (size_t)known->length < size) {
			nearest = apart;
			snprintf(word, size, "%.*s", known->length, known->text);
		}
	}
	return *word;
}

bool meaning_is_exact(const struct meant *meant)
{
	return is_word_of(words_exact, meant->typed, strlen(meant->typed));
}

/* ---- which texts say it ---- */

static bool is_ending(const char *behind)
{
	size_t length = strcspn(behind, " ");

	return length <= 5 && stem_length(behind - 3, length + 3) == 3;
}

/* Returns whether a number ends the word: ITLB2. */
static bool is_numbered(const char *behind)
{
	size_t digits = strspn(behind, "0123456789");

	return digits && behind[digits] == ' ';
}

/*
 * Forms up to this length also match the beginning of other words by chance (spec: special, specific). A blank precedes
 * each form.
 */
enum { SHORT_FORM = 5 };

/* Returns whether one of the phrases, between bars, stands where a word of the text begins. */
static bool has_phrase(const char *plain, const char *phrases)
{
	for (size_t length; *phrases; phrases += length + (phrases[length] == '|')) {
		length = strcspn(phrases, "|");
		for (const char *at = plain; (at = memmem(at, strlen(at), phrases, length)); at++)
			if (at[-1] == ' ')
				return true;
	}
	return false;
}

/* Returns how well a form matches a word of a plain text: 2 the whole word, 1 a part of it, 0 not. */
static int form_in(const struct meant *meant, int number, const char *plain, const struct begins *begins)
{
	const char *form = meant->form[number];
	size_t length = strlen(form);
	int best = 0;

	if (!(begins->bits[meant->begin[number] / 64] >> meant->begin[number] % 64 & 1))
		return 0;
	for (const char *at = strstr(plain, form); at && best < 2; at = strstr(at + 1, form)) {
		if (at[length] == ' ' || (at[length] == 's' && at[length + 1] == ' ') ||
		    (length > 3 && is_ending(at + length)))
			best = 2;
		else if (length > SHORT_FORM || (length > 3 && is_numbered(at + length)))
			best = 1;
	}
	return best;
}

int meaning_in(const struct meant *meant, const char *plain, const struct begins *begins)
{
	int best = 0;

	if (*meant->unlike && has_phrase(plain, meant->unlike))
		return 0;
	for (int i = 0; i < meant->forms && best < 2; i++) {
		int how = form_in(meant, i, plain, begins);

		best = how > best ? how : best;
	}
	return best;
}

bool meaning_typed_in(const struct meant *meant, const char *plain, const struct begins *begins)
{
	return form_in(meant, 0, plain, begins) == 2;
}

bool meaning_is_narrow(const char *word, size_t length)
{
	return is_word_of(words_narrow, word, length);
}
