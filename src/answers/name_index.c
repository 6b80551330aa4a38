/*
 * The names of a PMU are measured when a wrong name is first looked up among them, and kept until the library ends. A
 * finished index is published with one atomic operation; if two threads make one, the first is kept.
 */
#include "answers/name_index.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct names {
	int count, room;
	struct measured_name names[];
};

/* An index of each kind per PMU, after one for all PMUs. */
struct shelf {
	_Atomic(void *) of[NAMES_KINDS];
};

static _Atomic(struct shelf *) shelves;

/* ---- making one ---- */

static void add_measured_name(struct names *names, const char *name, int index, int row)
{
	size_t length = strlen(name);

	if (names->count == names->room)
		return; /* names came after they were counted: the kernel's events, missing for a shortage then */
	names->names[names->count++] = (struct measured_name){ spelling_characters(name, length), name, index, row,
		length };
}

static void add_umasks(struct names *names, const struct event_ref *ref)
{
	const struct table_umask_set *set = event_umasks(ref->in, ref->event);

	for (int row = 0; row < (int)set->count; row++) {
		const struct table_umask *umask = event_umask(ref->in, ref->event, row);

		if (umask_is_visible(ref->in, umask, pmu_data(ref->pmu)->visible))
			add_measured_name(names, name_at(ref->in, umask->name), ref->index, row);
	}
}

/* Counts a PMU's names; of unit masks an upper bound. */
static int count_names(int pmu, enum names_kept kind)
{
	struct event_ref ref;
	int count = 0;

	for (int i = pmu_next_event(pmu, 0, &ref); i >= 0; i = pmu_next_event(pmu, i + 1, &ref))
		count += kind == EVENT_NAMES ? 1 : (int)event_umasks(ref.in, ref.event)->count;
	return count;
}

static struct names *make_names(int pmu, enum names_kept kind)
{
	int room = count_names(pmu, kind);
	struct names *names = calloc(1, sizeof *names + (size_t)room * sizeof *names->names);
	struct event_ref ref;

	if (!names)
		return NULL;
	names->room = room;
	for (int i = pmu_next_event(pmu, 0, &ref); i >= 0; i = pmu_next_event(pmu, i + 1, &ref)) {
		if (kind == EVENT_NAMES)
			add_measured_name(names, name_at(ref.in, ref.event->name), i, -1);
		else
			add_umasks(names, &ref);
	}
	return names;
}

static void *make_event_names(int pmu)
{
	return make_names(pmu, EVENT_NAMES);
}

static void *make_umask_names(int pmu)
{
	return make_names(pmu, UMASK_NAMES);
}

/* ---- keeping them ---- */

static struct shelf *get_shelves(void)
{
	struct shelf *all = atomic_load_explicit(&shelves, memory_order_acquire), *none = NULL;

	if (all)
		return all;
	all = calloc((size_t)pmus.count + 1, sizeof *all);
	if (!all || atomic_compare_exchange_strong(&shelves, &none, all))
		return all;
	free(all);
	return none;
}

void *names_keep(int pmu, enum names_kept kind, void *(*make)(int pmu))
{
	struct shelf *all = get_shelves();
	_Atomic(void *) *place = all ? &all[pmu + 1].of[kind] : NULL;
	void *made = place ? atomic_load_explicit(place, memory_order_acquire) : NULL, *none = NULL;
	unsigned int shortages = host_shortages();

	if (!place || made)
		return made;
	made = make(pmu);
	if (made && host_shortages() == shortages && atomic_compare_exchange_strong(place, &none, made))
		return made;
	free(made);
	return none;
}

const struct measured_name *names_of(int pmu, enum names_kept kind, int *count)
{
	const struct names *names = names_keep(pmu, kind, kind == EVENT_NAMES ? make_event_names : make_umask_names);

	*count = names ? names->count : 0;
	return names ? names->names : NULL;
}

static int compare_ages(const void *a, const void *b)
{
	int one = *(const int *)a, other = *(const int *)b, years = pmu_data(other)->year - pmu_data(one)->year;

	return years ? years : pmus.list[other].number - pmus.list[one].number;
}

static void *make_order(int none)
{
	int *order = calloc((size_t)pmus.count, sizeof *order);

	(void)none;
	for (int pmu = 0; order && pmu < pmus.count; pmu++)
		order[pmu] = pmu;
	if (order)
		qsort(order, (size_t)pmus.count, sizeof *order, compare_ages);
	return order;
}

const int *pmus_by_age(void)
{
	return names_keep(-1, PMUS_BY_AGE, make_order);
}

/* ---- how events of boxes begin ---- */

/* Bit set of the hashes of the names' first two and first three words. */
enum { BEGINNINGS = 8192 };

struct beginnings {
	uint64_t bits[BEGINNINGS / 64];
};

static size_t words_end(const char *name, int words)
{
	size_t end = strcspn(name, "_:.");

	while (--words && name[end] == '_')
		end += 1 + strcspn(name + end + 1, "_:.");
	return end;
}

static void add_beginning_of_box(struct beginnings *all, const char *name)
{
	for (int words = 2; words <= 3; words++) {
		uint32_t hash = name_hash(name, words_end(name, words)) % BEGINNINGS;

		all->bits[hash / 64] |= (uint64_t)1 << hash % 64;
	}
}

static void *read_beginnings(int none)
{
	struct beginnings *all = calloc(1, sizeof *all);
	int count;

	(void)none;
	for (int pmu = 0; all && pmu < pmus.count; pmu++) {
		const struct measured_name *names;

		if (!pmu_is_active(pmu) || (pmu && pmu_is_active(pmu - 1) && pmus_are_alike(pmu - 1, pmu)))
			continue;
		names = names_of(pmu, EVENT_NAMES, &count);
		if (!names) {
			free(all);
			return NULL;
		}
		for (int i = 0; i < count; i++)
			if (!strncasecmp(names[i].name, "UNC_", 4))
				add_beginning_of_box(all, names[i].name);
	}
	return all;
}

bool box_event_may_begin(const char *front, const char *name)
{
	const struct beginnings *all = names_keep(-1, BOX_WORDS, read_beginnings);
	size_t length = strlen(front), word = strcspn(name, "_:.");
	char text[64];
	uint32_t hash;

	if (!all || length + word >= sizeof text)
		return true;
	memcpy(text, front, length);
	memcpy(text + length, name, word);
	hash = name_hash(text, length + word) % BEGINNINGS;
	return all->bits[hash / 64] >> hash % 64 & 1;
}

void names_forget(void)
{
	struct shelf *all = atomic_exchange(&shelves, NULL);

	for (int pmu = 0; all && pmu <= pmus.count; pmu++)
		for (int kind = 0; kind < NAMES_KINDS; kind++)
			free(atomic_load(&all[pmu].of[kind]));
	free(all);
}
