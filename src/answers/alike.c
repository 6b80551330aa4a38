/*
 * A name is a set of words. Each is replaced by one that stands for all that mean the same (name_words.def); the event
 * whose set has most in common with that of the name is what was meant.
 */
#include "answers/alike.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answers/search.h"
#include "tables/lookup.h"

/* name_words.def takes the macros back, and gives those that are not defined. */
static const char alike_same[] =
#define SAME(word, words) word "\0" words "\0"
#include "answers/name_words.def"
	;

static const char alike_noise[] =
#define NOISE(words) words
#include "answers/name_words.def"
	;

enum { MOST_WORDS = 32, SLOTS = 1024, LONGEST_WORD = 32, WORTH = 10, WORTH_OF_NOISE = 2, SURE = 90 };

/* What a word stands for: the text of one or two words of the table, or, NULL, noise. */
struct alike_slot {
	struct span word;
	const char *stands_for;
};

struct alike_words {
	int count, worth;               /* worth: of all */
	uint32_t hash[MOST_WORDS];
	uint8_t weight[MOST_WORDS];
};

struct alike {
	struct alike_slot slots[SLOTS];
	struct alike_words wanted;
	int best, index, pmu, row;      /* the best event so far */
};

/* ---- what words stand for ---- */

static struct alike_slot *slot_of(struct alike *alike, struct span word)
{
	uint32_t at = name_hash(word.text, word.length) % SLOTS;

	while (alike->slots[at].word.length && !(alike->slots[at].word.length == word.length &&
						       !memcmp(alike->slots[at].word.text, word.text, word.length)))
		at = (at + 1) % SLOTS;
	return &alike->slots[at];
}

static void put_words(struct alike *alike, const char *words, const char *stands_for)
{
	while (*words) {
		struct span word = { words, strcspn(words, " ") };

		*slot_of(alike, word) = (struct alike_slot){ word, stands_for };
		words += word.length + (words[word.length] == ' ');
	}
}

static void read_table(struct alike *alike)
{
	for (const char *at = alike_same; *at;) {
		const char *words = at + strlen(at) + 1;

		put_words(alike, words, at);
		at = words + strlen(words) + 1;
	}
	put_words(alike, alike_noise, NULL);
}

/* ---- a name's words ---- */

static void add_alike_word(struct alike_words *words, struct span word, int weight)
{
	if (words->count == MOST_WORDS)
		return;
	words->hash[words->count] = name_hash(word.text, word.length);
	words->weight[words->count++] = (uint8_t)weight;
	words->worth += weight;
}

static void add_parts(struct alike_words *words, const char *text)
{
	while (*text) {
		struct span part = { text, strcspn(text, "_") };

		add_alike_word(words, part, WORTH);
		text += part.length + (text[part.length] == '_');
	}
}

/* The end of the word that begins here: at a sign, and between two letters or more and a digit. */
static size_t word_length(const char *plain)
{
	size_t length = strcspn(plain, "_"), letters = strcspn(plain, "_0123456789");

	return letters >= 2 && letters < length ? letters : length;
}

/* Small letters, "_" for all signs, one between words. */
static void write_plain(const char *name, char *plain, size_t size)
{
	size_t length = 0;

	for (; *name && length + 1 < size; name++) {
		char letter = (char)ascii_lower((unsigned char)*name);

		if ((letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9'))
			plain[length++] = letter;
		else if (length && plain[length - 1] != '_')
			plain[length++] = '_';
	}
	plain[length] = '\0';
}

/* Two words that stand for one are looked up before each of them. */
static void add_name_words(struct alike *alike, struct alike_words *words, const char *name)
{
	char plain[256];

	write_plain(name, plain, sizeof plain);
	for (const char *at = plain; *at;) {
		struct span word = { at, word_length(at) }, both = word;
		const struct alike_slot *slot;

		if (at[word.length] == '_')
			both.length += 1 + word_length(at + word.length + 1);
		slot = slot_of(alike, both);
		if (slot->word.length)
			word = both;
		else
			slot = slot_of(alike, word);
		if (slot->stands_for)
			add_parts(words, slot->stands_for);
		else
			add_alike_word(words, word, slot->word.length ? WORTH_OF_NOISE : WORTH);
		at += word.length;
		at += *at == '_';
	}
}

/* ---- how alike two names are ---- */

/* Worth of the words of a that are in b, each as often as there; *known: which of b's are somewhere in a. */
static int worth_in_common(const struct alike_words *a, const struct alike_words *b, uint64_t *known)
{
	uint64_t taken = 0;
	int worth = 0;

	for (int i = 0; i < a->count; i++) {
		bool is_taken = false;

		for (int k = 0; k < b->count; k++) {
			if (a->hash[i] != b->hash[k])
				continue;
			*known |= (uint64_t)1 << k;
			if (!is_taken && !(taken >> k & 1)) {
				is_taken = true;
				taken |= (uint64_t)1 << k;
				worth += a->weight[i];
			}
		}
	}
	return worth;
}

/* A word of the name that is missing counts in full, one that the event has beside them half, noise of it nothing. */
static int in_common(const struct alike_words *wanted, const struct alike_words *event)
{
	uint64_t known = 0;
	int worth = worth_in_common(wanted, event, &known), all = 2 * wanted->worth;

	for (int k = 0; k < event->count; k++)
		if (!(known >> k & 1) && event->weight[k] == WORTH)
			all += WORTH;
	return all ? 200 * worth / all : 0;
}

/* A unit mask that says no less than the event alone is preferred to it. */
static void compare_words(struct alike *alike, const struct alike_words *words, const struct event_ref *ref, int row)
{
	int common = in_common(&alike->wanted, words);
	bool is_same_event = alike->pmu == ref->pmu && alike->index == ref->index;

	if (common < alike->best || (common == alike->best && !(common && is_same_event && alike->row < 0)))
		return;
	alike->best = common;
	alike->pmu = ref->pmu;
	alike->index = ref->index;
	alike->row = row;
}

static void compare_event(struct alike *alike, const struct event_ref *ref)
{
	int count = (int)event_umasks(ref->in, ref->event)->count;
	struct alike_words event = { .count = 0 };

	add_name_words(alike, &event, name_at(ref->in, ref->event->name));
	compare_words(alike, &event, ref, -1);
	for (int row = 0; row < count; row++) {
		struct alike_words whole = event;

		if (!ref_sees(ref, ref_umask(ref, row)))
			continue;
		add_name_words(alike, &whole, name_at(ref->in, ref_umask(ref, row)->name));
		compare_words(alike, &whole, ref, row);
	}
}

static void compare_pmu(struct alike *alike, int pmu)
{
	struct event_ref ref;

	if (pmu == pmus.perf_raw || pmu_data(pmu)->type == PFM_PMU_TYPE_OS_GENERIC)
		return;
	for (int at = pmu_next_listed(pmu, 0, &ref); at >= 0; at = pmu_next_listed(pmu, at + 1, &ref))
		compare_event(alike, &ref);
}

/* ---- the whole ---- */

static int write_alike(const struct alike *alike, char *text, size_t size)
{
	struct event_ref ref;
	int length;

	/* of one or two words most others have one, too */
	if (alike->best < SURE && alike->wanted.worth <= 2 * WORTH + WORTH_OF_NOISE)
		return 0;
	if (!alike->best || !pmu_event(alike->pmu, alike->index, &ref))
		return 0;
	length = snprintf(text, size, "%s%s%s", name_at(ref.in, ref.event->name), alike->row < 0 ? "" : ":",
		alike->row < 0 ? "" : name_at(ref.in, ref_umask(&ref, alike->row)->name));
	return (size_t)length < size ? alike->best : 0;
}

int alike_event(const char *name, int pmu, char *text, size_t size)
{
	struct alike *alike = calloc(1, sizeof *alike);
	int *list = calloc((size_t)pmus.count, sizeof *list), common = 0;

	if (alike && list) {
		int count = pmu < 0 ? search_pmus_here(list) : 1;

		read_table(alike);
		add_name_words(alike, &alike->wanted, name);
		if (pmu >= 0)
			*list = pmu;
		for (int i = 0; i < count; i++)
			compare_pmu(alike, list[i]);
		common = write_alike(alike, text, size);
	}
	free(list);
	free(alike);
	return common;
}
