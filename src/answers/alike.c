/*
 * A name is a set of words, each replaced by one that stands for all its synonyms (name_words.def). The event whose set
 * has most in common with that of the name is the one that was meant.
 *
 * The words of a PMU's events are read once and kept (name_index.h): a hash of 31 bits each, and a bit for noise. Each
 * name has a signature with a bit set for each of its words, so most names are ruled out by one comparison.
 */
#include "answers/alike.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answers/name_index.h"
#include "answers/search.h"
#include "tables/lookup.h"

/* Each inclusion of name_words.def must define both macros, and undefines them. */
static const char alike_same[] =
#define SAME(word, words) word "\0" words "\0"
#include "answers/name_words.def"
	;

static const char alike_noise[] =
#define NOISE(words) words
#include "answers/name_words.def"
	;

enum { MOST_WORDS = 32, SLOTS = 1024, LONGEST_PART = 256, WORTH = 10, WORTH_OF_NOISE = 2, SURE = 90 };

/* The meaning of a word: the text of one or two words of the table; NULL: the word is noise. */
struct alike_slot {
	struct span word;
	const char *stands_for;
};

struct alike_table {
	struct alike_slot slots[SLOTS];
};

/* Words of a name: the hash of each, with the lowest bit set for noise. */
struct alike_words {
	int count;
	uint32_t words[MOST_WORDS];
};

/* The words of an event, or of a unit mask alone if row >= 0. An event is followed by its unit masks. */
struct kept_name {
	uint64_t signature; /* of a unit mask: including that of its event */
	uint32_t first;     /* index in the pool of its first word */
	int count, index, row;
};

/* The names of a PMU; the pool of their words is behind them in the same block. */
struct kept_words {
	int count;
	uint32_t *pool;
	struct kept_name names[];
};

/* State while the words of a PMU are read: the room for names and words, and the part in use. */
struct keeping {
	struct alike_table *table;
	struct kept_words *kept;
	size_t names, words, used;
	uint64_t event; /* signature of the last event that was read */
};

struct alike {
	struct alike_words wanted;
	uint64_t signature;
	int worth;                 /* total weight of the wanted words */
	int needed;                /* number of common signature bits that a name needs to equal the best so far */
	int best, index, pmu, row; /* score and numbers of the best event so far; pmu -1: none */
};

/* ---- what words stand for ---- */

static struct alike_slot *slot_of(struct alike_table *table, struct span word)
{
	uint32_t at = name_hash(word.text, word.length) % SLOTS;

	while (table->slots[at].word.length &&
		!(table->slots[at].word.length == word.length &&
			!memcmp(table->slots[at].word.text, word.text, word.length)))
		at = (at + 1) % SLOTS;
	return &table->slots[at];
}

static void put_words(struct alike_table *table, const char *words, const char *stands_for)
{
	while (*words) {
		struct span word = { words, strcspn(words, " ") };

		*slot_of(table, word) = (struct alike_slot){ word, stands_for };
		words += word.length + (words[word.length] == ' ');
	}
}

static void *read_table(int none)
{
	struct alike_table *table = calloc(1, sizeof *table);

	(void)none;
	for (const char *at = alike_same; table && *at;) {
		const char *words = at + strlen(at) + 1;

		put_words(table, words, at);
		at = words + strlen(words) + 1;
	}
	if (table)
		put_words(table, alike_noise, NULL);
	return table;
}

/* ---- a name's words ---- */

static uint32_t is_noise(uint32_t word)
{
	return word & 1;
}

static bool are_same(uint32_t one, uint32_t other)
{
	return !((one ^ other) >> 1);
}

static int worth_of(uint32_t word)
{
	return is_noise(word) ? WORTH_OF_NOISE : WORTH;
}

static uint64_t bit_of(uint32_t word)
{
	return (uint64_t)1 << (word >> 1) % 64;
}

static void add_alike_word(struct alike_words *words, struct span word, bool noise)
{
	if (words->count < MOST_WORDS)
		words->words[words->count++] = (name_hash(word.text, word.length) & ~1U) | noise;
}

static void add_parts(struct alike_words *words, const char *text)
{
	while (*text) {
		struct span part = { text, strcspn(text, "_") };

		add_alike_word(words, part, false);
		text += part.length + (text[part.length] == '_');
	}
}

/* Returns the length of the word here: it ends at a sign, and between two letters or more and a digit. */
static size_t word_length(const char *plain)
{
	size_t length = 0, letters = 0;

	for (; plain[length] && plain[length] != '_'; length++)
		letters += letters == length && plain[length] > '9';
	return letters >= 2 ? letters : length;
}

/* Writes lowercase letters and digits, with one "_" for all signs between words. */
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

/* Adds the words of a name. Two words that stand for one are looked up before each of them. */
static void add_name_words(struct alike_table *table, struct alike_words *words, const char *name)
{
	char plain[LONGEST_PART];

	write_plain(name, plain, sizeof plain);
	for (const char *at = plain; *at;) {
		struct span word = { at, word_length(at) }, both = word;
		const struct alike_slot *slot;

		if (at[word.length] == '_')
			both.length += 1 + word_length(at + word.length + 1);
		slot = slot_of(table, both);
		if (slot->word.length)
			word = both;
		else
			slot = slot_of(table, word);
		if (slot->stands_for)
			add_parts(words, slot->stands_for);
		else
			add_alike_word(words, word, slot->word.length);
		at += word.length;
		at += *at == '_';
	}
}

/* ---- the words of a PMU's events ---- */

/* Calls add for each event that is listed and each of its unit masks that is shown. */
static void for_each_name(int pmu, struct keeping *all,
	void (*add)(struct keeping *all, const struct event_ref *ref, int row, const char *name))
{
	struct event_ref ref;

	for (int at = pmu_next_listed(pmu, 0, &ref); at >= 0; at = pmu_next_listed(pmu, at + 1, &ref)) {
		int count = (int)event_umasks(ref.in, ref.event)->count;

		add(all, &ref, -1, name_at(ref.in, ref.event->name));
		for (int row = 0; row < count; row++)
			if (ref_sees(&ref, ref_umask(&ref, row)))
				add(all, &ref, row, name_at(ref.in, ref_umask(&ref, row)->name));
	}
}

/* Counts a name, and for its words the letters, of which it has no fewer. */
static void count_name(struct keeping *all, const struct event_ref *ref, int row, const char *name)
{
	(void)ref;
	(void)row;
	all->names++;
	all->words += strlen(name);
}

/* Keeps a name, if there is room: the kernel may have more events now, after a shortage of memory. */
static void keep_name(struct keeping *all, const struct event_ref *ref, int row, const char *name)
{
	struct alike_words words = { .count = 0 };
	struct kept_name *kept = &all->kept->names[all->kept->count];

	add_name_words(all->table, &words, name);
	if (all->names == (size_t)all->kept->count || all->words - all->used < (size_t)words.count)
		return;
	*kept = (struct kept_name){ row < 0 ? 0 : all->event, (uint32_t)all->used, words.count, ref->index, row };
	for (int i = 0; i < words.count; i++)
		kept->signature |= bit_of(words.words[i]);
	if (row < 0)
		all->event = kept->signature;
	memcpy(all->kept->pool + all->used, words.words, (size_t)words.count * sizeof *words.words);
	all->used += (size_t)words.count;
	all->kept->count++;
}

static void *read_words(int pmu)
{
	struct keeping all = { .table = names_keep(-1, WORD_TABLE, read_table) };
	size_t names;

	if (!all.table)
		return NULL;
	for_each_name(pmu, &all, count_name);
	names = sizeof *all.kept + all.names * sizeof *all.kept->names;
	all.kept = malloc(names + all.words * sizeof *all.kept->pool);
	if (!all.kept)
		return NULL;
	all.kept->count = 0;
	all.kept->pool = (uint32_t *)&all.kept->names[all.names];
	for_each_name(pmu, &all, keep_name);
	return all.kept;
}

/* ---- how alike two names are ---- */

/* Returns the worth of the words of a that are in b, each as often as there; *known: which of b's are somewhere in a.
 */
static int worth_in_common(const struct alike_words *a, const struct alike_words *b, uint64_t *known)
{
	uint64_t taken = 0;
	int worth = 0;

	for (int i = 0; i < a->count; i++) {
		bool is_taken = false;

		for (int k = 0; k < b->count; k++) {
			if (!are_same(a->words[i], b->words[k]))
				continue;
			*known |= (uint64_t)1 << k;
			if (!is_taken && !(taken >> k & 1)) {
				is_taken = true;
				taken |= (uint64_t)1 << k;
				worth += worth_of(a->words[i]);
			}
		}
	}
	return worth;
}

/* Returns the percentage in common: a missing word of the name counts in full, an extra one half, extra noise not. */
static int in_common(const struct alike *alike, const struct alike_words *event)
{
	uint64_t known = 0;
	int worth = worth_in_common(&alike->wanted, event, &known), all = 2 * alike->worth;

	for (int k = 0; k < event->count; k++)
		if (!(known >> k & 1) && !is_noise(event->words[k]))
			all += WORTH;
	return all ? 200 * worth / all : 0;
}

/* Sets the best so far, and how many bits a signature must share to match it: one a word, but words may share one. */
static void set_best(struct alike *alike, int best)
{
	int worth = 0, needed = 0, count = alike->wanted.count;

	for (uint32_t noise = 0; noise <= 1; noise++)
		for (int i = 0; i < count && 100 * worth < best * alike->worth; i++)
			if (is_noise(alike->wanted.words[i]) == noise) {
				worth += worth_of(alike->wanted.words[i]);
				needed++;
			}
	needed -= count - __builtin_popcountll(alike->signature);
	alike->best = best;
	alike->needed = needed > 1 ? needed : 1;
}

/* Returns whether a name with this signature may be as good as the best so far. */
ALWAYS_INLINE bool may_be_better(const struct alike *alike, uint64_t signature)
{
	uint64_t common = alike->signature & signature;

	for (int more = alike->needed - 1; more && common; more--)
		common &= common - 1;
	return common;
}

/* Keeps a name if it is the best so far. A unit mask as good as its event alone is preferred to it. */
static void compare_words(struct alike *alike, const struct alike_words *words, int pmu, const struct kept_name *name)
{
	int common = in_common(alike, words);
	bool is_same_event = alike->pmu == pmu && alike->index == name->index;

	if (common < alike->best || (common == alike->best && !(is_same_event && alike->row < 0)))
		return;
	set_best(alike, common);
	alike->pmu = pmu;
	alike->index = name->index;
	alike->row = name->row;
}

static void add_kept(struct alike_words *words, const struct kept_name *name, const uint32_t *pool)
{
	int room = MOST_WORDS - words->count, count = name->count < room ? name->count : room;

	memcpy(words->words + words->count, pool + name->first, (size_t)count * sizeof *pool);
	words->count += count;
}

/* Tests the same with the worth of each word. */
static bool is_worth_comparing(const struct alike *alike, uint64_t signature)
{
	int worth = 0;

	for (int i = 0; i < alike->wanted.count; i++)
		if (bit_of(alike->wanted.words[i]) & signature)
			worth += worth_of(alike->wanted.words[i]);
	return 100 * worth >= alike->best * alike->worth;
}

static void compare_name(struct alike *alike, int pmu, const struct kept_words *kept, const struct kept_name *name)
{
	struct alike_words words = { .count = 0 };
	const struct kept_name *event = name;

	while (event->row >= 0)
		event--;
	add_kept(&words, event, kept->pool);
	if (name != event)
		add_kept(&words, name, kept->pool);
	compare_words(alike, &words, pmu, name);
}

static void compare_pmu(struct alike *alike, int pmu)
{
	const struct kept_words *kept;

	if (pmu == pmus.perf_raw || pmu_data(pmu)->type == PFM_PMU_TYPE_OS_GENERIC)
		return;
	kept = names_keep(pmu, EVENT_WORDS, read_words);
	for (int i = 0; kept && i < kept->count; i++)
		if (may_be_better(alike, kept->names[i].signature) &&
			is_worth_comparing(alike, kept->names[i].signature))
			compare_name(alike, pmu, kept, &kept->names[i]);
}

/* ---- the whole ---- */

static int write_alike(const struct alike *alike, char *text, size_t size)
{
	struct event_ref ref;
	int length;

	/* one or two words would match too many names */
	if (alike->best < SURE && alike->worth <= 2 * WORTH + WORTH_OF_NOISE)
		return 0;
	if (alike->pmu < 0 || !pmu_event(alike->pmu, alike->index, &ref))
		return 0;
	length = snprintf(text, size, "%s%s%s", name_at(ref.in, ref.event->name), alike->row < 0 ? "" : ":",
		alike->row < 0 ? "" : name_at(ref.in, ref_umask(&ref, alike->row)->name));
	return (size_t)length < size ? alike->best : 0;
}

static void want_words(struct alike *alike, struct alike_table *table, const char *name)
{
	add_name_words(table, &alike->wanted, name);
	for (int i = 0; i < alike->wanted.count; i++) {
		alike->signature |= bit_of(alike->wanted.words[i]);
		alike->worth += worth_of(alike->wanted.words[i]);
	}
}

int alike_event(const char *name, int pmu, int least, char *text, size_t size)
{
	struct alike alike = { .pmu = -1 };
	struct alike_table *table = names_keep(-1, WORD_TABLE, read_table);
	int *list = pmu < 0 ? calloc((size_t)pmus.count, sizeof *list) : &pmu;

	if (table && list) {
		int count = pmu < 0 ? search_pmus_here(list) : 1;

		want_words(&alike, table, name);
		set_best(&alike, least - 1);
		for (int i = 0; i < count; i++)
			compare_pmu(&alike, list[i]);
	}
	if (list != &pmu)
		free(list);
	return write_alike(&alike, text, size);
}
