/*
 * pfm_decode(): from a code to names. Every event with a matching event select is tried with each of its unit masks,
 * and with a set of unit masks that covers the bits; modifiers are read from their fields. Results are encoded again,
 * so "exact" is verified. If a code has several names, the vendor's preferred one comes first.
 */
#include "answers/decode.h"

#include <stdlib.h>
#include <string.h>

#include "catalog/catalog.h"
#include "catalog/kernel_pmus.h"
#include "catalog/sizes.h"
#include "encode/device_fields.h"
#include "encode/encode_string.h"
#include "encode/perf_attr.h"

enum { PLM = PFM_PLM0 | PFM_PLM3, MAX_COVER = 24 };

struct decode_search {
	int pmu;
	const pfm_code_t *code;
	pfm_decoded_t *found;
	int count, max;
};

/* ---- a string, and how far it is from the code ---- */

struct string {
	char text[sizeof ((pfm_decoded_t *)0)->string];
	size_t length;
	unsigned int umasks;
	uint16_t flags;         /* enum table_fact_flag bits of the event and all its unit masks */
	bool raw, has_period, is_alias, is_second_name;
};

static void add_string(struct string *string, const char *text)
{
	size_t length = strlen(text);

	if (string->length + length < sizeof string->text) {
		memcpy(string->text + string->length, text, length + 1);
		string->length += length;
	}
}

/* Adds a modifier. Values of wide fields outside the cores, as masks, addresses and node numbers, are hexadecimal. */
static void add_value(struct string *string, const struct event_ref *ref, const struct table_modifier *modifier,
	uint64_t value)
{
	bool wide = pmu_data(ref->pmu)->type == PFM_PMU_TYPE_UNCORE && pmu_is_new(ref->pmu) && modifier->max >= 0xffff;
	char text[96];

	snprintf(text, sizeof text, wide && value > 9 ? ":%s=0x%llx" : ":%s=%llu", name_at(ref->in, modifier->name),
		(unsigned long long)value);
	add_string(string, text);
}

/* Encodes a string. idx: the event that it means in the end, for an alias the event behind it. */
static bool encode_words(const struct decode_search *search, const char *text, uint64_t *words, int *idx)
{
	struct perf_encoding perf = { .attr = { .size = sizeof perf.attr } };
	struct encoding encoding;

	memset(words, 0, 3 * sizeof *words);
	if (search->code->os == PFM_OS_NONE) {
		if (encode_string(text, PLM, PFM_OS_NONE, &perf.selection, &encoding))
			return false;
		memcpy(words, encoding.words, sizeof encoding.words);
	} else {
		if (encode_perf_string(text, PLM, search->code->os, PERF_ANYWHERE, false, &perf))
			return false;
		words[0] = perf.attr.config;
		words[1] = perf.attr.config1;
		words[2] = perf.attr.config2;
		words_from_device(perf.selection.ref.pmu, words);
	}
	*idx = event_identifier(&perf.selection.ref);
	return true;
}

static int bits(const uint64_t *words)
{
	return __builtin_popcountll(words[0]) + __builtin_popcountll(words[1]) + __builtin_popcountll(words[2]);
}

/* Returns whether an event is another name for one with its unit masks: the vendor's name is longer. */
static bool is_short(const struct event_ref *ref)
{
	uint32_t alias = event_rare(ref->in, ref->event)->alias;

	return alias && strchr(name_at(ref->in, alias), ':');
}

/*
 * Ranks a name, lower is better, by what speaks against it, the most important first: it is deprecated; it is made of a
 * number, of modifiers or of several unit masks; its vendor says nothing of it; it leaves out unit masks that the
 * vendor's name has; the table calls another name the vendor's; it is an alias of the vendor's. Then, in libpfm4's
 * PMUs, a later name is better: what is added to libpfm4's tables is added because the vendor has it. Until all are
 * found, the results' member size has the rank, whose 32 bits are all that a size_t has on some machines.
 */
static size_t rank_of(const struct event_ref *ref, const struct string *string, unsigned int modifiers)
{
	const struct table_umask_set *set = event_umasks(ref->in, ref->event);
	size_t rank = (string->flags & FACT_DEPRECATED) != 0;

	rank = rank << 1 | string->raw;
	rank = rank << 5 | (modifiers < 31 ? modifiers : 31);
	rank = rank << 4 | (string->umasks < 16 ? string->umasks - (string->umasks > 0) : 15);
	rank = rank << 1 | !string->has_period;
	rank = rank << 1 | ((set->count && !string->umasks) || is_short(ref));
	rank = rank << 1 | string->is_second_name;
	rank = rank << 1 | (string->has_period && event_rare(ref->in, ref->event)->alias);
	rank = rank << 1 | string->is_alias;
	rank <<= 16;
	if (pmu_data(ref->pmu)->id < FIRST_NEW_PMU)
		rank |= (size_t)(0xffff - (ref->index < 0xffff ? ref->index : 0xffff));
	return rank;
}

static bool is_better(const pfm_decoded_t *a, const pfm_decoded_t *b)
{
	if (a->exact != b->exact)
		return a->exact;
	if (bits(a->left) != bits(b->left))
		return bits(a->left) < bits(b->left);
	if (a->size != b->size)
		return a->size < b->size;
	return strlen(a->string) < strlen(b->string);
}

static void keep(struct decode_search *search, const pfm_decoded_t *result)
{
	int at = search->count;

	for (int i = 0; i < search->count; i++)
		if (!strcmp(search->found[i].string, result->string))
			return;
	while (at > 0 && is_better(result, &search->found[at - 1]))
		at--;
	if (at == search->max)
		return;
	if (search->count < search->max)
		search->count++;
	memmove(&search->found[at + 1], &search->found[at], (size_t)(search->count - 1 - at) * sizeof *search->found);
	search->found[at] = *result;
}

static bool is_decoded(const struct decode_search *search)
{
	return search->count && search->found[0].exact;
}

/* ---- fields ---- */

/* Computes the register words as far as the code determines them. */
static void words_of(const struct decode_search *search, uint64_t *words)
{
	const struct table_layout *layout = pmu_layout(search->pmu);

	memcpy(words, search->code->words, 3 * sizeof *words);
	if (search->code->os == PFM_OS_NONE)
		return;
	memset(words, 0, 3 * sizeof *words);
	for (int i = 0; i < layout->move_count; i++)
		if (layout->moves[i].from == FROM_WORD)
			words[layout->moves[i].word] |= search->code->words[layout->moves[i].to] >>
					layout->moves[i].shift &
				~layout->moves[i].clear;
	if (layout->join_mask && search->code->words[1] >> 32) {
		words[1] = search->code->words[1] & UINT32_MAX;
		words[2] = search->code->words[1] >> 32;
	}
}

static uint64_t umask_word_bits(const struct event_ref *ref, const struct table_umask *umask, unsigned int word)
{
	const struct table_place *place = &pmu_layout(ref->pmu)->umask;
	uint64_t value = umask_rare(ref->in, umask)->words[word];

	if (ref->flags & EVENT_TO_EXTRA)
		return value | (word == 1 ? umask->code : 0);
	if (place->mask && word == place->word)
		value |= umask->code << __builtin_ctzll(place->mask) & place->mask;
	return value;
}

static bool is_visible(const struct event_ref *ref, const struct table_umask *umask)
{
	return umask_is_visible(ref->in, umask, pmu_data(ref->pmu)->visible);
}

/* Returns whether a unit mask is another name for what one of the others counts already. */
static bool is_second_name(const struct event_ref *ref, const struct table_umask *umask)
{
	return umask->flags & UMASK_SECOND_NAME || umask_rare(ref->in, umask)->alias;
}

/* Adds modifiers whose fields hold more than the words have. Returns how many. */
static unsigned int add_modifiers(const struct decode_search *search, const struct event_ref *ref,
	const uint64_t *wanted, const uint64_t *have, struct string *string)
{
	uint32_t offered = modifiers_offered(ref, search->code->os);
	bool privilege_differs = false;
	unsigned int count = 0;

	for (int pass = 0; pass < 2; pass++)
		for (uint32_t left = offered; left; left &= left - 1) {
			const struct table_modifier *modifier = pmu_modifier(ref->pmu, __builtin_ctz(left));
			uint64_t mask = modifier->target.mask, value;

			if (!mask)
				continue;
			value = wanted[modifier->target.word] & mask;
			if (!pass) {
				privilege_differs |= modifier->privilege &&
					value != (have[modifier->target.word] & mask);
				continue;
			}
			if (modifier->privilege ? !privilege_differs : value == (have[modifier->target.word] & mask))
				continue;
			value = modifier->flags & MODIFIER_INTEGER ? value >> __builtin_ctzll(mask)
								   : !value == !!(modifier->flags & MODIFIER_INVERTED);
			add_value(string, ref, modifier, value);
			count++;
		}
	return count;
}

/* Adds the modifiers that supply what the string's words lack. Returns how many; 0: none, or they do not go with it. */
static unsigned int try_modifiers(const struct decode_search *search, const struct event_ref *ref,
	const uint64_t *wanted, struct string *string, uint64_t *words, int *idx)
{
	pfm_code_t now = { .os = search->code->os, .words = { words[0], words[1], words[2] } };
	struct decode_search plain = { .pmu = search->pmu, .code = &now };
	struct string more = *string;
	uint64_t have[3], with[3];
	unsigned int count;

	words_of(&plain, have);
	count = add_modifiers(search, ref, wanted, have, &more);
	if (!count || !encode_words(search, more.text, with, idx))
		return 0;
	*string = more;
	memcpy(words, with, sizeof with);
	return count;
}

/*
 * Tries event and unit masks as they stand in string, then with modifiers for the bits that differ; some cannot do
 * without one.
 */
static void try_string(struct decode_search *search, const struct event_ref *ref, const uint64_t *wanted,
	struct string *string)
{
	pfm_decoded_t result = { .exact = 0 };
	uint64_t words[3];
	bool stands_alone = encode_words(search, string->text, words, &result.idx);
	unsigned int modifiers = 0;

	if (!stands_alone || memcmp(words, search->code->words, sizeof words))
		modifiers = try_modifiers(search, ref, wanted, string, words, &result.idx);
	if (!modifiers && !stands_alone)
		return;
	for (int i = 0; i < 3; i++)
		result.left[i] = words[i] ^ search->code->words[i];
	result.exact = !bits(result.left);
	result.size = rank_of(ref, string, modifiers);
	memcpy(result.string, string->text, sizeof result.string);
	keep(search, &result);
}

static void add_decoded_facts(struct string *string, const struct tables *in, const struct table_facts *facts)
{
	string->flags |= facts->flags;
	string->has_period |= facts_counting(in, facts)->period != 0;
}

static struct string start_string(const struct event_ref *ref)
{
	struct string string = { .is_second_name = ref->flags & EVENT_SECOND_NAME };

	add_string(&string, pmu_name(ref->pmu));
	add_string(&string, "::");
	add_string(&string, name_at(ref->in, ref->event->name));
	add_decoded_facts(&string, ref->in, event_facts(ref->in, ref->event));
	return string;
}

static void add_umask(struct string *string, const struct event_ref *ref, const struct table_umask *umask)
{
	add_string(string, ":");
	add_string(string, name_at(ref->in, umask->name));
	add_decoded_facts(string, ref->in, umask_facts(ref->in, umask));
	string->is_alias |= is_second_name(ref, umask);
	string->umasks++;
}

/* A set of unit masks being selected to cover the bits of a code. */
struct cover {
	const struct table_umask *umasks[MAX_COVER];
	uint64_t left[3];       /* bits of the code that no selected unit mask has */
	unsigned int groups;    /* bit set of the groups of the selected unit masks */
	unsigned int closed;    /* bit set of the groups that allow no further unit mask */
	int used;
};

/* Computes the bits that a unit mask sets in each word. */
static void umask_words(const struct event_ref *ref, const struct table_umask *umask, uint64_t *words)
{
	for (unsigned int word = 0; word < 3; word++)
		words[word] = umask_word_bits(ref, umask, word);
}

static void add_to_cover(struct cover *cover, const struct event_ref *ref, const struct table_umask *umask)
{
	uint64_t words[3];

	umask_words(ref, umask, words);
	for (int i = 0; i < 3; i++)
		cover->left[i] &= ~words[i];
	cover->groups |= 1u << umask_group(umask);
	if (umask->flags & UMASK_NCOMBO)
		cover->closed |= 1u << umask_group(umask);
	cover->umasks[cover->used++] = umask;
}

/* Returns whether a unit mask of one group stands alone in it: once there is another of the group, it cannot come. */
static bool fits_cover(const struct cover *cover, const struct table_umask *umask)
{
	unsigned int group = umask_group(umask);

	return !((umask->flags & UMASK_NCOMBO ? cover->groups : cover->closed) >> group & 1);
}

/* Returns how many of the bits left a unit mask has; 0: none, or others. */
static int bits_left(const struct cover *cover, const struct event_ref *ref, const struct table_umask *umask)
{
	uint64_t words[3];

	umask_words(ref, umask, words);
	for (int i = 0; i < 3; i++)
		if (words[i] & ~cover->left[i])
			return 0;
	return bits(words);
}

/* Returns the unit mask with most of the bits left, in a filter as in its own field; NULL: none. */
static const struct table_umask *largest_left(const struct cover *cover, const struct event_ref *ref)
{
	const struct table_umask_set *set = event_umasks(ref->in, ref->event);
	const struct table_umask *best = NULL;
	int most = 0;

	for (int row = 0; row < (int)set->count; row++) {
		const struct table_umask *umask = event_umask(ref->in, ref->event, row);
		int count = bits_left(cover, ref, umask);

		if (count > most && is_visible(ref, umask) && fits_cover(cover, umask) && !is_second_name(ref, umask)) {
			best = umask;
			most = count;
		}
	}
	return best;
}

static bool has_no_bits(const struct event_ref *ref, const struct table_umask *umask)
{
	uint64_t words[3];

	umask_words(ref, umask, words);
	return !bits(words);
}

/* Adds unit masks without bits, to replace defaults that have some. */
static void add_empty(struct cover *cover, const struct event_ref *ref)
{
	const struct table_umask_set *set = event_umasks(ref->in, ref->event);

	for (int row = 0; row < (int)set->count && cover->used < MAX_COVER; row++) {
		const struct table_umask *umask = event_umask(ref->in, ref->event, row);

		if (is_visible(ref, umask) && !(umask->flags & UMASK_DEFAULT) &&
			!(cover->groups >> umask_group(umask) & 1) && has_no_bits(ref, umask) &&
			!is_second_name(ref, umask))
			add_to_cover(cover, ref, umask);
	}
}

/* Tries the set as a string, one group after another. */
static void try_set(struct decode_search *search, const struct event_ref *ref, const uint64_t *wanted,
	const struct cover *cover)
{
	struct string string = start_string(ref);

	for (unsigned int left = cover->groups; left; left &= left - 1)
		for (int i = 0; i < cover->used; i++)
			if (umask_group(cover->umasks[i]) == (unsigned int)__builtin_ctz(left))
				add_umask(&string, ref, cover->umasks[i]);
	try_string(search, ref, wanted, &string);
}

/* Tries unit masks that together have the bits of the code, those with most bits first. */
static void try_cover(struct decode_search *search, const struct event_ref *ref, const uint64_t *wanted)
{
	struct cover cover = { .left = { wanted[0], wanted[1], wanted[2] } };
	const struct table_umask *umask;
	int with_bits;

	while (cover.used < MAX_COVER && (umask = largest_left(&cover, ref)))
		add_to_cover(&cover, ref, umask);
	with_bits = cover.used;
	if (cover.used > 1)
		try_set(search, ref, wanted, &cover);
	if (is_decoded(search))
		return;
	add_empty(&cover, ref);
	if (cover.used > 1 && cover.used > with_bits)
		try_set(search, ref, wanted, &cover);
}

/* Returns the bits of the first word that only the event select can set: they must be the event's. */
static uint64_t select_mask(int pmu)
{
	const struct table_layout *layout = pmu_layout(pmu);
	uint64_t mask = 0;

	for (int i = 0; i < layout->segments; i++)
		if (!layout->event[i].word)
			mask |= (layout->event[i].width >= 64 ? UINT64_MAX
							      : (UINT64_C(1) << layout->event[i].width) - 1)
				<< layout->event[i].low;
	mask &= ~layout->set[0];
	if (!layout->umask.word)
		mask &= ~layout->umask.mask;
	for (int i = 0; i < layout->modifiers; i++)
		if (!pmu_modifier(pmu, i)->target.word)
			mask &= ~pmu_modifier(pmu, i)->target.mask;
	return mask;
}

static bool select_fits(const struct decode_search *search, const struct event_ref *ref, uint64_t mask,
	const uint64_t *wanted)
{
	const struct table_umask_set *set = event_umasks(ref->in, ref->event);
	const struct table_layout *layout = pmu_layout(search->pmu);

	if (search->code->os != PFM_OS_NONE && layout->moves[0].from != FROM_WORD)
		return true;
	if (layout->segments == 1 && !((wanted[0] ^ ref->code << layout->event[0].low) & mask))
		return true;
	if (layout->segments > 1)
		return true;
	for (int row = 0; row < set->count; row++) {
		const struct table_umask *umask = event_umask(ref->in, ref->event, row);

		if (umask->flags & UMASK_EVENT && umask_rare(ref->in, umask)->event == (wanted[0] & 0xff))
			return true;
	}
	return false;
}

/* Tries each unit mask of an event by itself, with the name of the event or of another one that stands for it. */
static void try_umasks_of(struct decode_search *search, const struct event_ref *ref, const struct event_ref *of,
	const uint64_t *wanted)
{
	const struct table_umask_set *set = event_umasks(of->in, of->event);

	for (int row = 0; row < set->count; row++) {
		const struct table_umask *umask = event_umask(of->in, of->event, row);
		struct string string = start_string(ref);

		if (!is_visible(of, umask))
			continue;
		add_umask(&string, of, umask);
		try_string(search, ref, wanted, &string);
	}
}

static void try_decoded_umasks(struct decode_search *search, const struct event_ref *ref, const uint64_t *wanted)
{
	uint32_t alias = event_rare(ref->in, ref->event)->alias;
	struct event_ref other = *ref;
	struct event_string string;

	try_umasks_of(search, ref, ref, wanted);
	if (!alias || is_short(ref))
		return;
	event_string_split(name_at(ref->in, alias), &string);
	if (!pmu_find_event(ref->pmu, &string.terms[0].name, &other))
		try_umasks_of(search, ref, &other, wanted);
}

/* Tries the unit mask as a number, if the PMU takes numbers and has a place for them. */
static void try_raw_umask(struct decode_search *search, const struct event_ref *ref, const uint64_t *wanted)
{
	const struct table_layout *layout = pmu_layout(ref->pmu);
	unsigned int bits = layout->raw_bits;
	struct string string = start_string(ref);
	char text[32];
	uint64_t raw;

	if (!(pmu_data(ref->pmu)->flags & PMU_RAW_UMASK) || !bits || !layout->umask.mask ||
		ref->flags & EVENT_TO_EXTRA)
		return;
	raw = (wanted[layout->umask.word] & layout->umask.mask) >> __builtin_ctzll(layout->umask.mask);
	if (bits < 64)
		raw &= (UINT64_C(1) << bits) - 1;
	snprintf(text, sizeof text, ":0x%llx", (unsigned long long)raw);
	add_string(&string, text);
	string.raw = true;
	string.umasks = 1;
	try_string(search, ref, wanted, &string);
}

static void try_decoded_event(struct decode_search *search, const struct event_ref *ref, const uint64_t *wanted)
{
	struct string string = start_string(ref);

	try_string(search, ref, wanted, &string);
	try_decoded_umasks(search, ref, wanted);
	try_cover(search, ref, wanted);
	if (!is_decoded(search))
		try_raw_umask(search, ref, wanted);
}

int decode_words(int pmu, const pfm_code_t *code, pfm_decoded_t *found, int max)
{
	struct decode_search search = { .pmu = pmu, .code = code, .found = found, .max = max };
	unsigned int shortages = host_shortages();
	uint64_t wanted[3], mask;
	struct event_ref ref;

	words_of(&search, wanted);
	mask = select_mask(pmu);
	for (int i = pmu_next_event(pmu, 0, &ref); i >= 0; i = pmu_next_event(pmu, i + 1, &ref))
		if (!(ref.flags & EVENT_SHADOWED) && select_fits(&search, &ref, mask, wanted))
			try_decoded_event(&search, &ref, wanted);
	for (int i = 0; i < search.count; i++)
		found[i].size = sizeof *found; /* size held the rank until now */
	/* without memory or file descriptors, better events may have been missed */
	return host_shortages() == shortages ? search.count : PFM_ERR_NOMEM;
}

int pfm_decode(pfm_pmu_t id, const pfm_code_t *code, pfm_decoded_t *found, int max)
{
	pfm_code_t given = { .size = sizeof given };
	int pmu;

	if (!catalog_is_open())
		return PFM_ERR_NOINIT;
	if (!code || !size_is_whole(code->size, sizeof *code) || !found || max < 1 ||
	    !size_is_whole(found->size, sizeof *found) || code->count < 1 || code->count > 3 || code->os >= PFM_OS_MAX)
		return PFM_ERR_INVAL;
	pmu = pmu_by_id(id);
	if (pmu < 0 || is_kernel_pmu(pmu))
		return PFM_ERR_NOTSUPP;
	given.os = code->os;
	/* words beyond count stay 0 */
	memcpy(given.words, code->words, (size_t)code->count * sizeof *code->words);
	if (code->os != PFM_OS_NONE || has_config_words(pmu))
		words_from_device(pmu, given.words);
	return decode_words(pmu, &given, found, max);
}
