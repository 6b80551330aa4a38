/*
 * A PMU's names are measured when the first wrong name is looked up among them, and kept until the library ends. A
 * finished index is hung in with one atomic operation; if two threads make one, the first stays.
 */
#include "answers/name_index.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct names {
	int count, room;
	struct measured_name names[];
};

/* One of each kind for each PMU. */
struct shelf {
	_Atomic(struct names *) of[2];
};

static _Atomic(struct shelf *) shelves;
static _Atomic(int *) by_age;

/* ---- making one ---- */

static void add_measured_name(struct names *names, const char *name, int index, int row)
{
	size_t length = strlen(name);

	if (names->count == names->room)
		return; /* the kernel's events were read in between, after a shortage */
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

/* How many there are. */
static int count_names(int pmu, enum name_kind kind)
{
	struct event_ref ref;
	int count = 0;

	for (int i = pmu_next_event(pmu, 0, &ref); i >= 0; i = pmu_next_event(pmu, i + 1, &ref))
		count += kind == EVENT_NAMES ? 1 : (int)event_umasks(ref.in, ref.event)->count;
	return count;
}

static struct names *make_names(int pmu, enum name_kind kind)
{
	unsigned int shortages = host_shortages();
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
	if (host_shortages() == shortages)
		return names;
	free(names);
	return NULL;
}

/* ---- keeping them ---- */

/* If two threads make one at the same time, the first is kept. */
static struct shelf *get_shelves(void)
{
	struct shelf *all = atomic_load_explicit(&shelves, memory_order_acquire), *none = NULL;

	if (all)
		return all;
	all = calloc((size_t)pmus.count, sizeof *all);
	if (!all || atomic_compare_exchange_strong(&shelves, &none, all))
		return all;
	free(all);
	return none;
}

const struct measured_name *names_of(int pmu, enum name_kind kind, int *count)
{
	struct shelf *all = get_shelves();
	struct names *names = all ? atomic_load_explicit(&all[pmu].of[kind], memory_order_acquire) : NULL, *none = NULL;

	if (all && !names) {
		names = make_names(pmu, kind);
		if (names && !atomic_compare_exchange_strong(&all[pmu].of[kind], &none, names)) {
			free(names);
			names = none;
		}
	}
	*count = names ? names->count : 0;
	return names ? names->names : NULL;
}

static int compare_ages(const void *a, const void *b)
{
	int one = *(const int *)a, other = *(const int *)b, years = pmu_data(other)->year - pmu_data(one)->year;

	return years ? years : pmus.list[other].number - pmus.list[one].number;
}

const int *pmus_by_age(void)
{
	int *order = atomic_load_explicit(&by_age, memory_order_acquire), *none = NULL;

	if (order)
		return order;
	order = calloc((size_t)pmus.count, sizeof *order);
	for (int pmu = 0; order && pmu < pmus.count; pmu++)
		order[pmu] = pmu;
	if (!order)
		return NULL;
	qsort(order, (size_t)pmus.count, sizeof *order, compare_ages);
	if (atomic_compare_exchange_strong(&by_age, &none, order))
		return order;
	free(order);
	return none;
}

void names_forget(void)
{
	struct shelf *all = atomic_exchange(&shelves, NULL);

	free(atomic_exchange(&by_age, NULL));
	for (int pmu = 0; all && pmu < pmus.count; pmu++)
		for (int kind = EVENT_NAMES; kind <= UMASK_NAMES; kind++)
			free(atomic_load(&all[pmu].of[kind]));
	free(all);
}
