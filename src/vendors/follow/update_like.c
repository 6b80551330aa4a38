/*
 * Finds an existing table that a new one resembles: at least nine tenths of names and codes agree. A person may want to
 * share the table.
 */
#include "update.h"

#include <string.h>

enum { FIRST_LOOK = 40, TENTHS = 9 };

static bool has_row(const struct merge *merge, const struct import_row *row, uint32_t variant)
{
	const struct event *event = find_event(merge->table, row->event, strlen(row->event));
	const struct umask *umask =
		event && row->umask ? find_umask(event, row->umask, strlen(row->umask), variant) : NULL;

	if (!event || !(event->visible & variant) || (row->umask && !umask))
		return false;
	return same_code(merge, code_here(merge, event, umask), vendor_code(merge, row));
}

/* Counts the names that a variant has, without aliases. */
static int names_of(const struct table *table, uint32_t variant)
{
	int names = 0;

	for (int i = 0; i < table->event_count; i++) {
		const struct event *event = &table->events[i];

		if (event->alias || !(event->visible & variant))
			continue;
		names += !event->umask_count;
		for (int k = 0; k < event->umask_count; k++)
			names += (event->umasks[k].visible & variant) && !event->umasks[k].alias;
	}
	return names;
}

/* Returns whether nine tenths of all names of both are names that both have with one code. */
static bool is_like(const struct merge *merge, uint32_t variant)
{
	const int names = names_of(merge->table, variant);
	int rows = 0, same = 0;

	if (names * 10 < merge->pmu->row_count * TENTHS)
		return false;
	for (int i = 0; i < merge->pmu->row_count; i++) {
		if (!merge->pmu->rows[i].seen)
			continue;
		rows++;
		same += has_row(merge, &merge->pmu->rows[i], variant);
		if (rows == FIRST_LOOK && same * 2 < rows)
			return false;
	}
	return rows && same * 10 >= (rows + names - same) * TENTHS;
}

const char *table_like(struct update *update, struct import_pmu *pmu)
{
	const struct model *model = &update->tree.model;

	for (int i = 0; i < model->table_count; i++) {
		struct merge merge = { .pmu = pmu, .table = model->tables[i] };
		const struct table *table = merge.table;

		for (int v = 0; table->layout && v < (table->variant_count ? table->variant_count : 1); v++)
			if (is_like(&merge, UINT32_C(1) << v))
				return !table->variant_count ? table->name
							     : joined(table->name, " variant=", table->variants[v]);
	}
	return NULL;
}
