/*
 * Words become plain, small letters without endings, and are looked up in words.def, which says what makers call what
 * is meant by them.
 */
#include "answers/meaning.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "tables/lookup.h"

/* ---- the table ---- */

/* words.def takes the macros back, and gives those that are not defined. */
/* Pairs of strings, one behind the other: a table of pointers would be relocated in every process. */
static const char meaning_folds[] =
#define FOLD(meaning, words) meaning "\0" words "\0"
#include "answers/words.def"
	;

static const char meaning_events[] =
#define MEANING(words, events) words "\0" events "\0"
#include "answers/words.def"
	;

static const char meaning_weak[] =
#define WEAK(words) words
#include "answers/words.def"
	;

static const char meaning_amounts[] =
#define AMOUNT(words) words
#include "answers/words.def"
	;

static const char meaning_boxes[] =
#define BOX(words) words
#include "answers/words.def"
	;

static const char meaning_narrow[] =
#define NARROW(words) words
#include "answers/words.def"
	;

enum { LONGEST_TEXT = 512 };

/* A meaning with its words, or words with the events that count it. */
struct pair_of_words { const char *first, *second; };

/* From {NULL, table} to the table's first pair, then to the next; false: it was the last. */
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

/*
 * A consonant that is doubled before ing and ed: spanning, splitting. Those that words end with twice are none: missed.
 */
static bool is_doubled(const char *word, size_t length)
{
	return length > 3 && word[length - 1] == word[length - 2] && strchr("bdgmnprt", word[length - 1]);
}

/* Its length without the ending: mispredict of mispredicted and mispredictions. Three letters are left, or more. */
static size_t stem_length(const char *word, size_t length)
{
	static const char *const endings[] = {
		"ments", "ment", "ions", "ion", "ings", "ing", "ives", "ive", "ed", "es", "s", "e" };

	for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
		size_t ending = strlen(endings[i]);

		if (length < 3 + ending || memcmp(word + length - ending, endings[i], ending))
			continue;
		if (ending == 1 && word[length - 1] == 's' && word[length - 2] == 's')
			return length;
		length -= ending;
		return is_doubled(word, length) && strchr("gd", endings[i][ending - 1]) ? length - 1 : length;
	}
	return length;
}

/* Words of one letter are alike in this. */
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

/* A letter or digit in small letters; 0: a sign. */
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

/* Says nothing, and stands in the way of words that go together: uops of the op cache. */
static bool is_article(struct span word)
{
	return word.length <= 3 && (span_is(word, "the") || span_is(word, "a") || span_is(word, "an"));
}

/* Words of a plain text, where each begins. */
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

	/* of each stem three letters are left; most words differ in the first */
	if (a.length && b.length && *a.text != *b.text)
		return false;
	length = stem_length(a.text, a.length);
	return (a.length == b.length && !memcmp(a.text, b.text, a.length)) ||
		(length == stem_length(b.text, b.length) && !memcmp(a.text, b.text, length));
}

/* What is taken of the words, from the first on: most of them, and of as many most letter by letter. */
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

/* Most alternatives begin with another letter than a word; before its first word one may have an article. */
static bool may_begin(const char *alternative, const struct span *word)
{
	return *alternative == *word->text || *alternative == 'a' || *alternative == 't';
}

/* The meaning of the fold that takes most words from the first on; NULL: none. */
static const char *find_fold(const struct words *words, int first, int *taken)
{
	struct pair_of_words fold = { NULL, NULL };
	const char *best = NULL;
	int most = 0;

	while (next_pair(&fold, meaning_folds, sizeof meaning_folds))
		for (const char *at = fold.second; *at;) {
			size_t length = strcspn(at, "|");
			int count = may_begin(at, &words->list[first]) ? words_taken(at, length, words, first) : 0;

			if (count > most) {
				most = count;
				best = fold.first;
			}
			at += length + (at[length] == '|');
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

/* What was typed, and the other words that are folded into the same meaning. */
static void add_forms(struct meant *meant)
{
	struct pair_of_words fold = { NULL, NULL };

	add_form(meant, meant->typed, strlen(meant->typed));
	while (next_pair(&fold, meaning_folds, sizeof meaning_folds))
		if (!strcmp(fold.first, meant->word))
			for (const char *at = fold.second; *at;) {
				size_t length = strcspn(at, "|");

				add_form(meant, at, length);
				at += length + (at[length] == '|');
			}
}

static void add_meant(struct meaning *meaning, struct span word, struct span typed)
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
	meant->is_amount = is_word_of(meaning_amounts, meant->word, strlen(meant->word));
	meant->is_weak = meant->is_amount || is_word_of(meaning_weak, meant->word, strlen(meant->word));
	meaning->is_of_boxes |= is_word_of(meaning_boxes, meant->word, strlen(meant->word)) ||
		is_word_of(meaning_boxes, meant->typed, strlen(meant->typed));
	meant->forms = 0;
	add_forms(meant);
	meaning->count++;
}

/* ---- what is meant ---- */

/* Whether a word is one of those between bars. */
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

/* Those of the alternatives that are meant, a bit each. */
static unsigned int words_meant(struct span alternatives, const struct meaning *meaning)
{
	unsigned int meant = 0;

	for (int i = 0; i < meaning->count; i++)
		meant |= is_alternative(alternatives, meaning->list[i].word) ? 1U << i : 0;
	return meant;
}

/* Which words of the list a known meaning is about, a bit each; 0: one is missing that is not after a "?". */
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

/* Whether one that is worth so much, and stands there in the table, comes behind what the meaning has now. */
static bool comes_behind(const struct meaning *meaning, int worth, const char *events)
{
	return worth < meaning->worth || (worth == meaning->worth && events > meaning->events);
}

/* The best behind that; false: there is none. */
static bool take_next(struct meaning *meaning)
{
	struct pair_of_words known = { NULL, NULL };
	const char *events = NULL;
	unsigned int covered = 0;
	int best = 0;

	while (next_pair(&known, meaning_events, sizeof meaning_events)) {
		unsigned int words = words_covered(known.first, meaning);

		if (worth(meaning, words) > best && comes_behind(meaning, worth(meaning, words), known.second)) {
			best = worth(meaning, words);
			covered = words;
			events = known.second;
		}
	}
	if (!events)
		return false;
	meaning->worth = best;
	meaning->covered = covered;
	meaning->events = events;
	return true;
}

bool meaning_next(struct meaning *meaning)
{
	if (take_next(meaning))
		return true;
	meaning->worth = INT_MAX;
	take_next(meaning);
	return false;
}

static void add_folded(struct meaning *meaning, const char *folded, struct span typed)
{
	const char *at = folded;

	while (*at) {
		struct span word = { at, strcspn(at, " ") };

		add_meant(meaning, word, typed);
		at += word.length + (at[word.length] == ' ');
	}
}

/* The end of the other socket's memory: a sign would make it a word. */
static bool is_possessive(const char *at)
{
	return at[0] == '\'' && at[1] == 's' && !letter_in_plain(at[2]);
}

/* I$, L2$: cache, as it sounds. */
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

/* The makers' names and the table have -ization, -izations. */
static void spell_as_makers(char *plain)
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

/* How many, not of what: loads above 128 cycles. Other numbers are in names: 128 bits. */
static void weaken_thresholds(struct meaning *meaning)
{
	static const struct span measured = { "cycle|latency", sizeof "cycle|latency" - 1 };

	for (int i = 0; i < meaning->count && words_meant(measured, meaning); i++)
		meaning->list[i].is_weak |= is_long_number(meaning->list[i].word);
}

void meaning_of(const char *text, struct meaning *meaning)
{
	char spelt[LONGEST_TEXT], plain[LONGEST_TEXT];
	struct words words;
	int taken;

	meaning->count = 0;
	meaning->is_cut = strlen(text) + 3 > sizeof plain;
	meaning->is_of_boxes = false;
	meaning->worth = INT_MAX;
	meaning->covered = 0;
	meaning->events = "";
	spell_signs(text, spelt, sizeof spelt);
	meaning_plain(spelt, plain, sizeof plain, NULL);
	spell_as_makers(plain);
	split_words(plain, &words);
	for (int i = 0; i < words.count; i += taken) {
		const char *fold = find_fold(&words, i, &taken);
		struct span typed = words.list[i];

		if (!fold)
			taken = 1;
		typed.length = (size_t)(words.list[i + taken - 1].text - typed.text) + words.list[i + taken - 1].length;
		if (fold)
			add_folded(meaning, fold, typed);
		else
			add_meant(meaning, typed, typed);
	}
	weaken_thresholds(meaning);
	take_next(meaning);
}

/* ---- words that are spelt wrong ---- */

enum { LONGEST_SPELT = 24 };

/* Letters to add, leave out, change or exchange with the next; more than that if the words are long. */
static int letters_apart(const char *a, size_t length_a, const char *b, size_t length_b)
{
	int rows[3][LONGEST_SPELT + 1];

	for (size_t j = 0; j <= length_b; j++)
		rows[0][j] = (int)j;
	for (size_t i = 1; i <= length_a; i++) {
		int *row = rows[i % 3], *above = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];

		row[0] = (int)i;
		for (size_t j = 1; j <= length_b; j++) {
			int best = above[j - 1] + (a[i - 1] != b[j - 1]);

			best = above[j] + 1 < best ? above[j] + 1 : best;
			best = row[j - 1] + 1 < best ? row[j - 1] + 1 : best;
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && before[j - 2] + 1 < best)
				best = before[j - 2] + 1;
			row[j] = best;
		}
	}
	return rows[length_a % 3][length_b];
}

/* The same, or, if it is not less than most, any number that is not. Each letter more is one to add or leave out. */
static int letters_apart_below(int most, const char *a, size_t length_a, const char *b, size_t length_b)
{
	size_t longer = length_a > length_b ? length_a - length_b : length_b - length_a;

	return (int)longer < most ? letters_apart(a, length_a, b, length_b) : LONGEST_SPELT;
}

/*
 * How far a word of the field is from a word that was typed; endings may be what differs least. Not less than most: it
 * does not matter how far.
 */
static int spelt_apart(struct span typed, struct span word, int most)
{
	enum { LONGEST_ENDING = 6 };
	size_t stem, stem_of_word;
	int whole, without;

	if (word.length > LONGEST_SPELT || word.length < 4 || *word.text != *typed.text ||
		word.length >= typed.length + (size_t)most + LONGEST_ENDING ||
		typed.length >= word.length + (size_t)most + LONGEST_ENDING)
		return LONGEST_SPELT;
	stem = stem_length(typed.text, typed.length);
	stem_of_word = stem_length(word.text, word.length);
	whole = letters_apart_below(most, typed.text, typed.length, word.text, word.length);
	without = letters_apart_below(most, typed.text, stem, word.text, stem_of_word);
	return stem < 4 || stem_of_word < 4 || whole < without ? whole : without;
}

bool meaning_respell(const struct meant *meant, char *word, size_t size)
{
	struct pair_of_words fold = { NULL, NULL };
	struct span typed = { meant->typed, strlen(meant->typed) };
	int nearest = typed.length < 9 ? 2 : 3;

	*word = '\0';
	if (meant->forms > 1 || typed.length < 5 || typed.length > LONGEST_SPELT || strpbrk(typed.text, " 0123456789"))
		return false;
	while (next_pair(&fold, meaning_folds, sizeof meaning_folds))
		for (const char *at = fold.second; *at;) {
			struct span known = { at, strcspn(at, " |") };
			int apart = spelt_apart(typed, known, nearest);

			if (apart && apart < nearest && known.length < size) {
				nearest = apart;
				snprintf(word, size, "%.*s", (int)known.length, known.text);
			}
			at += known.length + (at[known.length] != '\0');
		}
	return *word;
}

/* ---- where it is said ---- */

static bool is_ending(const char *behind)
{
	size_t length = strcspn(behind, " ");

	return length <= 5 && stem_length(behind - 3, length + 3) == 3;
}

/* Words begin by chance like a form of less: special, specific. A blank stands before it. */
enum { SHORT_FORM = 5 };

int meaning_in(const struct meant *meant, const char *plain, const struct begins *begins)
{
	int best = 0;

	for (int i = 0; i < meant->forms && best < 2; i++) {
		const char *form = meant->form[i];
		size_t length;

		if (!(begins->bits[meant->begin[i] / 64] >> meant->begin[i] % 64 & 1))
			continue;
		length = strlen(form);
		for (const char *at = strstr(plain, form); at && best < 2; at = strstr(at + 1, form)) {
			if (at[length] == ' ' || (at[length] == 's' && at[length + 1] == ' ') ||
			    (length > 3 && is_ending(at + length)))
				best = 2;
			else if (length > SHORT_FORM)
				best = 1;
		}
	}
	return best;
}

bool meaning_is_narrow(const char *word, size_t length)
{
	return is_word_of(meaning_narrow, word, length);
}
