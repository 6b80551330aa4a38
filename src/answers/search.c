/*
 * Every event gets a score. Its tier tells how the event was found, the rest of it how little the event says beyond the
 * question. The best events are kept.
 */
#include "answers/search.h"

#include <perfmon/pfmkit.h>

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "answers/asides.h"
#include "answers/meaning.h"
#include "answers/said.h"
#include "catalog/pmu_devices.h"
#include "tables/words.h"

/*
 * Tiers of answers, the best first: names as typed; the vendors' events for the meaning, if they also have the other
 * words; all words in names; other events for the meaning; all words in names and descriptions; and if there are none
 * of these, as many words as possible.
 */
enum {
	TIER = 1000,
	TYPED_TIER = 5 * TIER,
	MEANT_TIER = 4 * TIER,
	NAMED_TIER = 3 * TIER,
	RELATED_TIER = 2 * TIER,
	DESCRIBED_TIER = TIER,
	RANKS = 8 * TIER,
	LONGEST_DESCRIPTION = 1024,
	LONGEST_PLAIN_NAME = 192
};

struct search {
	/* meaning: of the question; turning: words that change a name's meaning, unless the question has them */
	struct meaning meaning, turning;
	char plain[256]; /* the question as plain text */
	bool is_name;    /* the question is one word with underscores: part of a name */
	const int *pmus;
	int pmu_count;
	unsigned int strong;  /* bit set of the words that an answer must have */
	unsigned int amounts; /* bit set of the words that ask for an amount */
	unsigned int digits;  /* bit set of one-digit words: in names they may be part of a word, as in LVL2 */
	unsigned int said;    /* bit set of the words that at least one event has */
	unsigned int exact;   /* bit set of the words that raise the score of names that have them literally */
	int most_exact;       /* greatest number of exact words in a name of known meaning */
	enum search_what what;
	bool is_partial; /* answers need not have all words */
	int meant;       /* number of results by known meaning */
	/* indexes in found for the current PMU: its first result, and its results by known meaning */
	int first_of_pmu, first_meant, behind_meant;
	struct found_events *found;
};

/* ---- what is found ---- */

static bool is_among(const struct found_events *found, int first, int behind, int idx, int umask)
{
	for (int i = first; i < behind; i++)
		if (found->list[i].idx == idx && found->list[i].umask == umask)
			return true;
	return false;
}

static void add_found(struct found_events *found, int idx, int umask, int score)
{
	if (found->count == found->room) {
		int room = found->room ? 2 * found->room : 256;
		struct found_event *bigger = realloc(found->list, (size_t)room * sizeof *bigger);

		if (!bigger) {
			found->is_lacking = true;
			return;
		}
		found->list = bigger;
		found->room = room;
	}
	found->list[found->count] = (struct found_event){ idx, umask, score, 0, found->count, -1, false };
	found->count++;
}

static int rank_found(const struct found_event *found)
{
	return found->rank ? found->rank : found->score * RANKS;
}

static int compare_found(const void *a, const void *b)
{
	const struct found_event *x = a, *y = b;
	int rank_x = rank_found(x), rank_y = rank_found(y);

	if (rank_x != rank_y)
		return rank_x > rank_y ? -1 : 1;
	return x->place < y->place ? -1 : x->place > y->place;
}

void search_free(struct found_events *found)
{
	free(found->list);
	*found = (struct found_events){ .count = 0 };
}

/* ---- an event's names and descriptions, and which of the words are in them ---- */

/* The question's words that a text has: all of them, and only those that are whole words of it; bit sets. */
struct said {
	unsigned int words, whole;
};

static struct said words_said(const struct meaning *meaning, const char *plain, const struct begins *begins,
	unsigned int wanted)
{
	struct said said = { 0, 0 };

	for (; wanted; wanted &= wanted - 1) {
		int i = __builtin_ctz(wanted), how = meaning_in(&meaning->list[i], plain, begins);

		said.words |= how ? 1U << i : 0;
		said.whole |= how == 2 ? 1U << i : 0;
	}
	return said;
}

static struct said words_described(const struct meaning *meaning, const char *text, unsigned int wanted)
{
	char plain[LONGEST_DESCRIPTION], said[LONGEST_DESCRIPTION];
	struct begins begins;

	if (!wanted || !*text)
		return (struct said){ 0, 0 };
	meaning_plain(asides_removed(text, said, sizeof said), plain, sizeof plain, &begins);
	return words_said(meaning, plain, &begins, wanted);
}

static unsigned int all_words(const struct meaning *meaning)
{
	return (1U << meaning->count) - 1;
}

/* Returns how much of a name was not asked for: words that are not the question's, and those that narrow it. */
static int name_excess(const struct meaning *meaning, const char *plain)
{
	int excess = 0;

	for (const char *at = plain + 1; *at;) {
		size_t length = strcspn(at, " ");
		char word[MEANT_LENGTH + 3] = " ";
		struct begins begins;
		bool is_asked = false;

		if (length < MEANT_LENGTH) {
			memcpy(word + 1, at, length);
			memcpy(word + 1 + length, " ", 2);
			begins = meaning_begins(word + 1);
			for (int i = 0; i < meaning->count && !is_asked; i++)
				is_asked = meaning_in(&meaning->list[i], word, &begins);
		}
		if (!is_asked)
			excess += meaning_is_narrow(at, length) ? 14 : 2;
		at += length + (at[length] == ' ');
	}
	return excess < 60 ? excess : 60;
}

/* ---- who has it ---- */

/* Returns how far a PMU is from what is meant; more for a deprecated event. */
static int distance_of(const struct search *search, const struct event_ref *ref, int umask)
{
	int distance = 0;

	if (ref->data->type == PFM_PMU_TYPE_OS_GENERIC)
		distance += 12;
	else if (ref->data->type == PFM_PMU_TYPE_UNCORE && !search->meaning.is_of_boxes)
		distance += 25;
	if (event_facts(ref->in, ref->event)->flags & FACT_DEPRECATED ||
		strstr(text_at(ref->in, ref->event->text), "Deprecated"))
		distance += 60;
	else if (umask >= 0 && strstr(text_at(ref->in, ref_umask(ref, umask)->text), "Deprecated"))
		distance += 60;
	return distance;
}

/* Returns the number of a row among the event's attributes. */
static int attribute_of(const struct event_ref *ref, int row)
{
	int attribute = 0;

	for (int i = 0; i < row; i++)
		attribute += ref_sees(ref, ref_umask(ref, i));
	return attribute;
}

/* ---- vendors' names of what is meant ---- */

static int umask_row(const struct event_ref *ref, struct span name)
{
	const struct table_umask_set *set = event_umasks(ref->in, ref->event);

	for (int row = 0; row < (int)set->count; row++)
		if (ref_sees(ref, ref_umask(ref, row)) && span_is(name, name_at(ref->in, ref_umask(ref, row)->name)))
			return row;
	return -1;
}

/* Returns which of the words are in a name as they were typed, a bit each. */
static unsigned int words_typed(const struct meaning *meaning, const char *name, unsigned int wanted)
{
	char plain[LONGEST_PLAIN_NAME];
	struct begins begins;
	unsigned int typed = 0;

	meaning_plain(name, plain, sizeof plain, &begins);
	for (; wanted; wanted &= wanted - 1)
		if (meaning_typed_in(&meaning->list[__builtin_ctz(wanted)], plain, &begins))
			typed |= wanted & -wanted;
	return typed;
}

/* Returns how many words that are things of their own the names of an event and a unit mask have to the letter. */
static int exact_words_of(const struct search *search, const struct event_ref *ref, int row)
{
	unsigned int typed;

	if (!search->exact)
		return 0;
	typed = words_typed(&search->meaning, name_at(ref->in, ref->event->name), search->exact);
	if (row >= 0)
		typed |= words_typed(&search->meaning, name_at(ref->in, ref_umask(ref, row)->name), search->exact);
	return __builtin_popcount(typed);
}

/* Returns whether the words that the meaning does not cover are said by the event or its unit mask. */
static bool says_the_rest(const struct search *search, const struct event_ref *ref, int row)
{
	const struct meaning *meaning = &search->meaning;
	unsigned int left = search->strong & ~meaning->covered;
	char plain[LONGEST_PLAIN_NAME];
	struct begins begins;

	meaning_plain(name_at(ref->in, ref->event->name), plain, sizeof plain, &begins);
	left &= ~words_said(meaning, plain, &begins, left).words;
	left &= ~words_described(meaning, text_at(ref->in, ref->event->text), left).words;
	if (!left || row < 0)
		return !left;
	meaning_plain(name_at(ref->in, ref_umask(ref, row)->name), plain, sizeof plain, &begins);
	left &= ~words_said(meaning, plain, &begins, left).words;
	left &= ~words_described(meaning, text_at(ref->in, ref_umask(ref, row)->text), left).words;
	return !left;
}

/* Bonus of a name that has a word as typed, over a name that has a synonym. */
enum { TO_THE_LETTER = 100 };

/* Returns whether the meaning covers half of the strong words; what covers less stands behind what says all of them. */
static bool is_half_meant(const struct search *search)
{
	return 2 * __builtin_popcount(search->meaning.covered & search->strong) >= __builtin_popcount(search->strong);
}

static void add_called(struct search *search, int pmu, struct span called, bool is_near, int number)
{
	const char *colon = memchr(called.text, ':', called.length);
	size_t length = colon ? (size_t)(colon - called.text) : called.length;
	struct name name = span_name((struct span){ called.text, length });
	struct event_ref ref;
	int row = -1, attribute = PFM_NO_UMASK, tier, exact;

	if (pmu_find_event(pmu, &name, &ref))
		return;
	if (colon) {
		row = umask_row(&ref, (struct span){ colon + 1, (size_t)(called.text + called.length - colon - 1) });
		if (row < 0)
			return;
		attribute = attribute_of(&ref, row);
	}
	tier = says_the_rest(search, &ref, row) && !is_near ? MEANT_TIER : is_half_meant(search) ? RELATED_TIER : 0;
	if (is_among(search->found, search->first_of_pmu, search->found->count, event_identifier(&ref), attribute))
		return;
	exact = exact_words_of(search, &ref, row);
	if (exact > search->most_exact && tier == MEANT_TIER)
		search->most_exact = exact;
	add_found(search->found, event_identifier(&ref), attribute, tier + TIER / 2 - number + exact * TO_THE_LETTER);
}

/* Adds the results for one PMU for the next, too, if it is another of its kind. */
static void add_same(struct search *search, int first, int behind, int pmu)
{
	for (int i = first; i < behind; i++) {
		struct found_event found = search->found->list[i];
		struct event_ref ref;

		if (!event_by_identifier(found.idx, &ref))
			add_found(search->found, identifier_of(pmu, ref.index), found.umask, found.score);
	}
}

/* Returns whether a PMU is another of the kind of that before it in the list. */
static bool is_another(const struct search *search, int i)
{
	return i && pmus_are_alike(search->pmus[i - 1], search->pmus[i]);
}

static void add_meant_of(struct search *search, int pmu)
{
	const char *at = search->meaning.events;

	for (int number = 0; *at; number++) {
		bool is_near = *at == '~';
		struct span called = { at + is_near, strcspn(at + is_near, " ") };

		add_called(search, pmu, called, is_near, number);
		at = called.text + called.length;
		at += *at == ' ';
	}
}

/* Adds for each PMU the events of known meanings in the order of names. behind[i]: where those of PMU i end. */
static void add_what_is_meant(struct search *search, int *behind)
{
	for (int i = 0; i < search->pmu_count; i++) {
		int before = i ? behind[i - 1] : 0;

		search->first_of_pmu = search->found->count;
		if (is_another(search, i))
			add_same(search, i > 1 ? behind[i - 2] : 0, before, search->pmus[i]);
		else
			add_meant_of(search, search->pmus[i]);
		behind[i] = search->found->count;
	}
	search->meant = search->found->count;
}

/* Finds events of the question's known meaning or, if there are none, of most words, not of weak ones alone. */
static void find_what_is_meant(struct search *search, int *behind)
{
	add_what_is_meant(search, behind);
	while (!search->found->count && meaning_next(&search->meaning))
		if (search->meaning.covered & search->strong)
			add_what_is_meant(search, behind);
}

/* ---- events by words ---- */

/* Returns whether a word turns a name away: mispredicted branches are no answer about branches, if there is better. */
static bool is_turned(const struct search *search, const char *plain, const struct begins *begins)
{
	const struct meaning *turning = &search->turning;

	for (int i = 0; i < turning->count && !search->is_partial; i++)
		if (meaning_in(&turning->list[i], plain, begins))
			return true;
	return false;
}

/* Keeps, of the words that turn an event into something else, those that were not asked for. */
static void take_turning(struct search *search)
{
	struct meaning *turning = &search->turning;
	int kept = 0;

	meaning_of(words_turning, turning);
	for (int i = 0; i < turning->count; i++) {
		int k = 0;

		while (k < search->meaning.count &&
			strcmp(search->meaning.list[k].word, turning->list[i].word) != 0)
			k++;
		if (k == search->meaning.count)
			turning->list[kept++] = turning->list[i];
	}
	turning->count = kept;
}

/* Returns whether a name is exactly the text that was typed, or contains it if that looks like a part of a name. */
static bool is_typed(const struct search *search, const struct event_ref *ref, const char *plain)
{
	size_t length;

	if (search->is_name)
		return strstr(plain, search->plain);
	/* "interrupts" does not mean the graphics processor's interrupts if the core has an event of that name */
	if (ref->data->type == PFM_PMU_TYPE_OS_GENERIC || (search->meant && ref->data->type != PFM_PMU_TYPE_CORE))
		return false;
	length = strlen(plain);
	/* length - 1, because both texts end with a blank */
	return !strncmp(plain, search->plain, length - 1) &&
		(!strcmp(search->plain + length - 1, " ") || !strcmp(search->plain + length - 1, "s "));
}

/* Puts an event's results of known meaning, with their unit masks, first. False: there are none. */
static bool lift_what_is_meant(struct search *search, int idx)
{
	bool is_meant = false;

	for (int i = search->first_meant; i < search->behind_meant; i++)
		if (search->found->list[i].idx == idx && search->found->list[i].score > MEANT_TIER) {
			search->found->list[i].score += TYPED_TIER - MEANT_TIER;
			is_meant = true;
		}
	return is_meant;
}

static int score_of(const struct said *name, const struct said *umask)
{
	return 8 * __builtin_popcount(name->words) + 4 * __builtin_popcount(name->whole) +
		7 * __builtin_popcount(umask->words & ~name->words) +
		3 * __builtin_popcount(umask->whole & ~name->whole);
}

/* The words found in an event, without its unit masks. */
struct event_said {
	struct said name, text;
	int excess; /* result of name_excess(); -1: not computed yet */
	char plain[LONGEST_PLAIN_NAME];
};

static int excess_of(const struct search *search, struct event_said *event)
{
	if (event->excess < 0)
		event->excess = name_excess(&search->meaning, event->plain);
	return event->excess;
}

/*
 * Tier of events for a meaning that covers only some words, if the name has the others: above events that only list
 * them.
 */
enum { REST_TIER = RELATED_TIER + TIER / 4 };

/* Returns whether one of the words is one of the field, not one that only happens to be in names. */
static bool is_one_of_field(const struct meaning *meaning, unsigned int words)
{
	for (; words; words &= words - 1)
		if (meaning->list[__builtin_ctz(words)].forms > 1)
			return true;
	return false;
}

/*
 * Returns whether an event answers the rest of the question that the known meaning leaves. Words that the tables do not
 * fold are in names of other things, too: then the name must have some word of the meaning.
 */
static bool says_what_is_left(const struct search *search, unsigned int named)
{
	unsigned int covered = search->meaning.covered & search->strong;
	unsigned int left = search->strong & ~search->meaning.covered & ~search->digits;

	return covered && left && !(left & ~named) && (named & covered || is_one_of_field(&search->meaning, left));
}

static int tier_of(const struct search *search, unsigned int named, unsigned int described)
{
	unsigned int strong = search->strong;

	if (!(strong & ~named))
		return NAMED_TIER;
	if (says_what_is_left(search, named))
		return REST_TIER;
	if (!(strong & ~described))
		return DESCRIBED_TIER;
	return search->is_partial && named & strong ? 60 * __builtin_popcount(described & strong) : 0;
}

/* Adds an event by its words. said: the words that its names and descriptions have. */
static void add_by_words(struct search *search, const struct event_ref *ref, int row, int score, unsigned int said)
{
	int attribute = row < 0 ? PFM_NO_UMASK : attribute_of(ref, row), idx = event_identifier(ref);
	struct found_events *found = search->found;
	int count = found->count;

	if (is_among(found, search->first_meant, search->behind_meant, idx, attribute))
		return;
	if (score >= NAMED_TIER && exact_words_of(search, ref, row) > search->most_exact)
		score += MEANT_TIER + TIER / 2 - NAMED_TIER;
	add_found(found, idx, attribute, 400 + score - distance_of(search, ref, row));
	if (found->count > count)
		found->list[count].lacks_amount = search->amounts & ~said;
}

/* Adds an event's unit mask, if the event alone lacks some words, or the unit mask's name has more of them. */
static bool try_umask(struct search *search, const struct event_ref *ref, struct event_said *event, int row, int needed)
{
	const struct table_umask *umask = ref_umask(ref, row);
	unsigned int left = all_words(&search->meaning) & ~event->name.words;
	char plain[LONGEST_PLAIN_NAME];
	struct said name, text = { 0, 0 };
	struct begins begins;
	int tier;

	if (!ref_sees(ref, umask))
		return false;
	meaning_plain(name_at(ref->in, umask->name), plain, sizeof plain, &begins);
	if (is_turned(search, plain, &begins))
		return false;
	name = words_said(&search->meaning, plain, &begins, left);
	if ((search->strong | search->amounts) & ~(event->name.words | name.words))
		text = words_described(&search->meaning, text_at(ref->in, umask->text),
			left & ~name.words & ~event->text.words);
	if (!(name.words | text.words))
		return false;
	search->said |= name.words | text.words;
	tier = tier_of(search, event->name.words | name.words,
		event->name.words | event->text.words | name.words | text.words);
	if (tier <= needed)
		return false;
	add_by_words(search, ref, row,
		tier + score_of(&event->name, &name) - excess_of(search, event) - name_excess(&search->meaning, plain) +
			3 * __builtin_popcount(text.words | event->text.words),
		event->name.words | event->text.words | name.words | text.words);
	return true;
}

static void try_umasks(struct search *search, const struct event_ref *ref, struct event_said *event, int needed)
{
	int count = (int)event_umasks(ref->in, ref->event)->count;

	for (int row = 0; row < count; row++)
		try_umask(search, ref, event, row, needed);
}

static bool is_tracepoint_row(const struct event_ref *ref)
{
	return pmu_is_perf(ref->pmu) && !strcmp(text_at(ref->in, ref->event->text), "tracepoint");
}

static bool is_graphics(int pmu)
{
	return !strcmp(pmu_name(pmu), "i915") || !strcmp(pmu_name(pmu), "xe");
}

/* Returns whether a graphics event is not meant: the field's words ask for the CPU unless one is the GPU's. */
static bool is_other_graphics(const struct search *search, const struct event_ref *ref, const char *plain,
	unsigned int said)
{
	const struct meaning *meaning = &search->meaning;

	if (!is_graphics(ref->pmu) || !strcmp(plain, search->plain))
		return false;
	for (int i = 0; i < meaning->count; i++)
		if (!strcmp(meaning->list[i].word, "gpu") || (said >> i & 1 && meaning->list[i].forms == 1))
			return false;
	return true;
}

static void try_event(struct search *search, const struct event_ref *ref)
{
	struct event_said event = { .excess = -1 };
	unsigned int words = all_words(&search->meaning);
	struct begins begins;
	int tier;

	if (search->what != SEARCH_TRACEPOINTS && is_tracepoint_row(ref))
		return;
	meaning_plain(name_at(ref->in, ref->event->name), event.plain, sizeof event.plain, &begins);
	if (is_typed(search, ref, event.plain) && !lift_what_is_meant(search, event_identifier(ref))) {
		add_found(search->found, event_identifier(ref), PFM_NO_UMASK,
			TYPED_TIER + 100 - name_excess(&search->meaning, event.plain) - distance_of(search, ref, -1));
		return;
	}
	if (is_turned(search, event.plain, &begins))
		return;
	event.name = words_said(&search->meaning, event.plain, &begins, words);
	if ((search->strong | search->amounts) & ~event.name.words)
		event.text = words_described(&search->meaning, text_at(ref->in, ref->event->text),
			words & ~event.name.words);
	if (is_other_graphics(search, ref, event.plain, event.name.words | event.text.words))
		return;
	search->said |= event.name.words | event.text.words;
	tier = tier_of(search, event.name.words, event.name.words | event.text.words);
	if (tier < NAMED_TIER)
		try_umasks(search, ref, &event, tier);
	if (tier)
		add_by_words(search, ref, -1,
			tier + score_of(&event.name, &(struct said){ 0, 0 }) - excess_of(search, &event) +
				3 * __builtin_popcount(event.text.words),
			event.name.words | event.text.words);
}

static void try_events_of(struct search *search, int pmu)
{
	int (*next)(int pmu, int index, struct event_ref *ref) = search->what == SEARCH_TRACEPOINTS ? pmu_next_event
												    : pmu_next_listed;
	struct event_ref ref;

	if (pmu == pmus.perf_raw)
		return;
	for (int at = next(pmu, 0, &ref); at >= 0; at = next(pmu, at + 1, &ref))
		try_event(search, &ref);
}

/* Raises results as those of the PMU before, another of its kind, were raised. */
static void lift_as_before(struct search *search, int first_before)
{
	for (int i = search->first_meant; i < search->behind_meant; i++)
		search->found->list[i].score = search->found->list[first_before + i - search->first_meant].score;
}

static void try_all_events(struct search *search, const int *behind)
{
	int first = search->found->count;

	for (int i = 0; i < search->pmu_count; i++) {
		int first_before = search->first_meant, end = search->found->count;

		search->first_meant = i ? behind[i - 1] : 0;
		search->behind_meant = behind[i];
		if (is_another(search, i)) {
			lift_as_before(search, first_before);
			add_same(search, first, end, search->pmus[i]);
		} else {
			try_events_of(search, search->pmus[i]);
		}
		first = end;
	}
}

/* ---- the whole ---- */

bool search_is_partial(const struct found_event *found)
{
	return found->score < DESCRIBED_TIER || (found->score >= RELATED_TIER && found->score < NAMED_TIER);
}

void search_name(const struct found_event *found, const struct event_ref *ref, char *name, size_t size)
{
	int rows = (int)event_umasks(ref->in, ref->event)->count, row = found->umask < 0 ? rows : 0;

	while (row < rows && (!ref_sees(ref, ref_umask(ref, row)) || attribute_of(ref, row) != found->umask))
		row++;
	snprintf(name, size, "%s%s%s", name_at(ref->in, ref->event->name), row < rows ? ":" : "",
		row < rows ? name_at(ref->in, ref_umask(ref, row)->name) : "");
}

bool search_is_meant(const struct found_event *found)
{
	return found->score >= MEANT_TIER && found->score < TYPED_TIER;
}

/* Drops results that only have the same words, if a part of a name was typed and some name contains it. */
static void keep_typed(struct found_events *found)
{
	int kept = 0;

	for (int i = 0; i < found->count; i++)
		if (found->list[i].score > TYPED_TIER - TIER / 2)
			found->list[kept++] = found->list[i];
	found->count = kept ? kept : found->count;
}

/* Returns whether the question is a single word with punctuation, as in event names. */
static bool looks_like_name(const char *words)
{
	size_t before = strspn(words, " \t"), length = strcspn(words + before, " \t");

	return !words[before + length] && strpbrk(words, "_");
}

int search_pmus_here(int *list)
{
	int count = 0;

	for (int pmu = 0; pmu < pmus.count; pmu++)
		if (pmu != pmus.perf_raw && pmu_is_active(pmu) &&
			!(count && pmus_are_alike(list[count - 1], pmu) && *pmu_sysfs(pmu)))
			list[count++] = pmu;
	return count;
}

int search_pmus_of_kernel(int *list)
{
	/* the first two exist on Intel only */
	static const char names[][12] = { "cstate_core", "cstate_pkg", "msr", "i915", "xe" };
	const struct host *host = catalog_host();
	int count = 0;

	for (size_t i = host->is_intel ? 0 : 2; i < sizeof names / sizeof names[0]; i++) {
		int pmu = pmu_by_name((struct span){ names[i], strlen(names[i]) });

		if (pmu >= 0 && (host->is_intel || host->is_amd) &&
			(pmus.list[pmu].state & (ACTIVE | SEARCHED | LATE)) == SEARCHED)
			list[count++] = pmu;
	}
	return count;
}

/* Returns the words that must be there; all of them if none is strong. */
static unsigned int strong_words(const struct meaning *meaning)
{
	unsigned int strong = 0;

	for (int i = 0; i < meaning->count; i++)
		strong |= meaning->list[i].is_weak ? 0 : 1U << i;
	return strong ? strong : all_words(meaning);
}

static void end_at_relevance(struct found_events *found)
{
	int kept = 0;

	if (found->list[0].score < MEANT_TIER)
		return;
	for (int i = 0; i < found->count; i++)
		if (found->list[i].score >= MEANT_TIER || !found->list[i].lacks_amount)
			found->list[kept++] = found->list[i];
	found->count = kept;
}

void search_sort(const char *words, struct found_events *found)
{
	if (looks_like_name(words))
		keep_typed(found);
	if (!found->count)
		return;
	qsort(found->list, (size_t)found->count, sizeof *found->list, compare_found);
	end_at_relevance(found);
}

/* ---- metrics ---- */

/* Returns whether a plain text has one of the words, which are separated by bars. */
static bool says_one_of(const char *plain, const char *words, size_t length)
{
	char word[MEANT_LENGTH];

	for (const char *end = words + length; words < end; words += *words == '|') {
		size_t own = 0;

		for (word[own++] = ' '; words < end && *words != '|'; words++)
			if (own + 1 < sizeof word && (own > 1 || *words != ' '))
				word[own++] = *words;
		word[own] = '\0';
		if (own > 1 && strstr(plain, word[1] == '*' ? word + 2 : word))
			return true;
	}
	return false;
}

/* Returns whether a plain text has all words that a row of src/pmu/words wants, and none that it excludes. */
static bool is_asked(const char *plain, const char *words, const char *without)
{
	while (*words) {
		size_t length = strcspn(words, ";");

		if (!says_one_of(plain, words, length))
			return false;
		words += length + (words[length] == ';');
	}
	return !says_one_of(plain, without, strlen(without));
}

/* Leaves words alone that the tables do not fold but list among those that mean nothing alone: per cycle. */
bool search_respell(const struct asked_metrics *asked, char *text, size_t size)
{
	bool is_respelt = false;

	snprintf(text, size, "%s", asked->typed);
	for (int i = 0; i < asked->meaning.count && !asked->is_name; i++) {
		const char *typed = asked->meaning.list[i].typed, *at = strstr(text, typed);
		char word[MEANT_LENGTH], rest[sizeof asked->typed];

		if (!at || !meaning_respell(&asked->meaning.list[i], word, sizeof word) ||
			is_word_of_tables(&asked->meaning.list[i]))
			continue;
		snprintf(rest, sizeof rest, "%s", at + strlen(typed));
		snprintf(text + (at - text), size - (size_t)(at - text), "%s%s", word, rest);
		is_respelt = true;
	}
	return is_respelt;
}

void search_ask(const char *words, const struct found_events *found, struct asked_metrics *asked)
{
	meaning_plain(words, asked->typed, sizeof asked->typed, NULL);
	meaning_of(words, &asked->meaning);
	asked->is_name = looks_like_name(words);
	asked->is_amount = says_one_of(asked->typed, words_numbers, strlen(words_numbers));
	asked->event = found->count && found->list[0].score >= DESCRIBED_TIER ? found->list[0].score : 0;
	asked->names = NULL;
	asked->is_lacking = false;
	asked->best = 0;
}

bool search_next_asked(struct asked_metrics *asked)
{
	const char *names = asked->names ? asked->names : words_asked;
	bool is_next = !asked->names;

	for (; *names; is_next = true) {
		const char *words = names + strlen(names) + 1, *without = words + strlen(words) + 1;

		if (is_next && is_asked(asked->typed, words, without)) {
			asked->names = names;
			return true;
		}
		names = without + strlen(without) + 1;
	}
	asked->names = NULL;
	return false;
}

/* Returns whether a metric has a name of src/pmu/words, in which * stands for anything. */
static bool has_name_of(const char *metric, struct span name)
{
	const char *star = memchr(name.text, '*', name.length), *end = name.text + name.length;
	size_t front = star ? (size_t)(star - name.text) : name.length, back = star ? (size_t)(end - star - 1) : 0;
	size_t length = strlen(metric);

	return (star ? length >= front + back : length == front) && !strncasecmp(metric, name.text, front) &&
		(!star || !strncasecmp(metric + length - back, star + 1, back));
}

int search_place_asked(const struct asked_metrics *asked, const char *metric)
{
	const char *at = asked->names ? asked->names : "";

	for (int place = 0; *at; place++) {
		struct span name = { at, strcspn(at, " ") };

		if (has_name_of(metric, name))
			return place;
		at += name.length + (at[name.length] == ' ');
	}
	return -1;
}

/* Amount by which a metric's score is reduced against an event's. */
enum { BEHIND_EVENTS = 150 };

/* Returns the strong words and amounts: events may be part of an amount, a metric must have it. */
static unsigned int strong_words_of_metrics(const struct meaning *meaning)
{
	unsigned int strong = strong_words(meaning);

	for (int i = 0; i < meaning->count; i++)
		strong |= meaning->list[i].is_amount ? 1U << i : 0;
	return strong;
}

static int score_of_metric(const struct meaning *meaning, const char *plain, const struct begins *begins,
	const char *text)
{
	unsigned int strong = strong_words_of_metrics(meaning);
	struct said named = words_said(meaning, plain, begins, all_words(meaning)), described = { 0, 0 };

	if (strong & ~named.words)
		described = words_described(meaning, text, all_words(meaning) & ~named.words);
	if (strong & ~(named.words | described.words))
		return 0;
	return (strong & ~named.words ? DESCRIBED_TIER : NAMED_TIER) + 400 - BEHIND_EVENTS +
		score_of(&named, &(struct said){ 0, 0 }) - name_excess(meaning, plain);
}

/*
 * Scores a metric that is asked for: for an amount it is better than an event. If this machine lacks the metric asked
 * for, others match only some of the words.
 */
static int score_asked(const struct asked_metrics *asked, int place)
{
	if (asked->is_lacking)
		return RELATED_TIER + 3 * TIER / 4 - place;
	return MEANT_TIER + (asked->is_amount && place == asked->best ? 3 * TIER / 4 : TIER / 4) - place;
}

/*
 * Ranks metrics, where no amount is asked for, behind the best event: those asked for, then those that only have the
 * words. 0: by the score.
 */
static int rank_asked(const struct asked_metrics *asked, int score, int place)
{
	int below = asked->event - 1;

	if (asked->is_amount || !asked->event || score >= TYPED_TIER || score <= below)
		return 0;
	return place >= 0 ? asked->event * RANKS - RANKS + score : below * RANKS - RANKS + score;
}

static int score_said(const struct asked_metrics *asked, int score)
{
	return score && asked->is_lacking ? RELATED_TIER + (score - DESCRIBED_TIER) / 4 : score;
}

void search_metric(const struct asked_metrics *asked, int metric, const char *name, const char *text,
	struct found_events *found)
{
	char plain[LONGEST_PLAIN_NAME];
	struct begins begins;
	int score = 0, place = search_place_asked(asked, name);

	if (!asked->meaning.count)
		return;
	meaning_plain(name, plain, sizeof plain, &begins);
	if (asked->is_name && strstr(plain, asked->typed))
		score = TYPED_TIER + 100 - name_excess(&asked->meaning, plain);
	else if (place >= 0)
		score = score_asked(asked, place);
	else
		score = score_said(asked, score_of_metric(&asked->meaning, plain, &begins, text));
	if (!score)
		return;
	add_found(found, -1, PFM_NO_UMASK, score);
	if (found->is_lacking)
		return;
	found->list[found->count - 1].metric = metric;
	found->list[found->count - 1].rank = rank_asked(asked, score, place);
}

/* ---- words that are spelt wrong ---- */

/* Writes the words, those respelt that no event has and that are like one of the field. False: there is none. */
static bool respell(const struct search *search, char *text, size_t size)
{
	const struct meaning *meaning = &search->meaning;
	size_t length = 0;
	bool is_respelt = false;

	for (int i = 0; i < meaning->count; i++) {
		unsigned int known = search->said | meaning->covered | ~search->strong;
		char word[MEANT_LENGTH];
		bool is_wrong = !(known >> i & 1) && meaning_respell(&meaning->list[i], word, sizeof word) &&
			(search->what == SEARCH_MEANT || !is_word_of_tables(&meaning->list[i]));

		is_respelt |= is_wrong;
		if (length < size)
			length += (size_t)snprintf(text + length, size - length, "%s%s", length ? " " : "",
				is_wrong ? word : meaning->list[i].typed);
	}
	return is_respelt && length < size;
}

/* Finds, without looking at events, which of the possibly misspelt words that the tables do not fold they have. */
static void find_unfolded(struct search *search)
{
	for (int i = 0; i < search->meaning.count; i++) {
		const struct meant *meant = &search->meaning.list[i];
		char word[MEANT_LENGTH];

		if (!meaning_respell(meant, word, sizeof word))
			continue;
		for (int k = 0; k < search->pmu_count && !(search->said >> i & 1); k++)
			if (!is_another(search, k) && may_be_said(search->pmus[k], meant->form[0] + 1))
				search->said |= 1U << i;
	}
}

static void find_all(struct search *search, int *behind)
{
	if (search->meaning.count)
		find_what_is_meant(search, behind);
	if (search->what == SEARCH_MEANT) {
		find_unfolded(search);
		return;
	}
	take_turning(search);
	if (search->meaning.count)
		try_all_events(search, behind);
	if (search->meaning.count > 1 && !search->found->count && !search->is_name) {
		search->is_partial = true;
		try_all_events(search, behind);
	}
}

static void take_words(struct search *search, const char *words)
{
	meaning_of(words, &search->meaning);
	meaning_plain(words, search->plain, sizeof search->plain, NULL);
	search->is_name = looks_like_name(words);
	search->strong = strong_words(&search->meaning);
	search->digits = search->amounts = search->exact = 0;
	search->most_exact = 0;
	for (int i = 0; i < search->meaning.count; i++) {
		const char *typed = search->meaning.list[i].typed;

		search->exact |= meaning_is_exact(&search->meaning.list[i]) ? 1U << i : 0;

		search->amounts |= search->meaning.list[i].is_amount ? 1U << i : 0;
		search->digits |= typed[0] >= '0' && typed[0] <= '9' && !typed[1] ? 1U << i : 0;
	}
}

/* Searches once more, if words are spelt wrong and the right ones find what is meant. */
static void find_respelt(struct search *search, const char *words, int *behind)
{
	struct found_events before = *search->found;
	char text[2 * MEANT_LENGTH * MOST_MEANT];

	if (search->is_name || !respell(search, text, sizeof text))
		return;
	*search->found = (struct found_events){ .is_lacking = before.is_lacking };
	search->is_partial = false;
	search->first_of_pmu = search->first_meant = search->behind_meant = search->meant = 0;
	take_words(search, text);
	find_all(search, behind);
	if (search->found->count && !search->is_partial) {
		search_free(&before);
		return;
	}
	search_free(search->found);
	*search->found = before;
	take_words(search, words);
}

void search_events(const char *words, const int *pmu, int pmu_count, enum search_what what, struct found_events *found)
{
	struct search *search = calloc(1, sizeof *search);
	int *behind = calloc((size_t)pmu_count + 1, sizeof *behind);

	*found = (struct found_events){ .is_lacking = !search || !behind };
	if (!search || !behind) {
		free(search);
		free(behind);
		return;
	}
	search->pmus = pmu;
	search->pmu_count = pmu_count;
	search->what = what;
	search->found = found;
	take_words(search, words);
	find_all(search, behind);
	find_respelt(search, words, behind);
	found->is_lacking |= search->meaning.is_lacking;
	search_sort(words, found);
	free(behind);
	free(search);
}
