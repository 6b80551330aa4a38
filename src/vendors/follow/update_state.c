/*
 * Uses the manifest's state of a table, for runs without files of the last run: if the hashes of the last run still
 * hold for the table, its codes were the vendor's, and rows that are no longer in any file, beyond the number of rows
 * that the table had of its own, are removed names.
 */
#include "update.h"
#include "vendors/rows/index.h"
#include "vendors/rows/seen.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Returns whether the table has not been changed since. */
static bool is_as_it_was(const struct vendors_table *then, const struct table_state *now)
{
	return then && now->is_known && then->names + then->own == now->names + now->own_count &&
		then->sum + then->own_sum == now->sum + now->own_sum;
}

/*
 * Finds which of the table's own rows were the vendor's: all if it had none of its own; else one or two whose sum is
 * the excess. False: they cannot be told.
 */
static bool find_gone(struct table_state *now, const struct vendors_table *then)
{
	const int gone = now->own_count - then->own;
	const uint32_t sum = now->own_sum - then->own_sum;

	for (int i = 0; i < now->own_count && !then->own; i++)
		now->own[i].gone = true;
	if (!then->own || !gone)
		return gone >= 0 && (!then->own || !sum);
	for (int i = 0; i < now->own_count && gone <= 2; i++)
		for (int k = gone == 1 ? i : i + 1; k < (gone == 1 ? i + 1 : now->own_count); k++)
			if (now->own[i].hash + (k == i ? 0 : now->own[k].hash) == sum) {
				now->own[i].gone = now->own[k].gone = true;
				return true;
			}
	return false;
}

static void know_target(struct update *update, struct target *target)
{
	const struct vendors_table *then = find_vendors_table(&update->vendors, target->table);
	const bool others = has_other_files(update, target);
	const int gone = then ? target->first.own_count - then->own : 0;
	bool told;

	target->as_it_was = is_as_it_was(then, &target->first);
	if (!target->as_it_was)
		return;
	target->asked = then->asked;
	if (others) {
		target->followed = !then->own;
		return;
	}
	told = find_gone(&target->first, then);
	target->followed = told;
	if (!told && gone > 0 && !target->before)
		add_finding(&update->now,
			(struct finding){ .what = "gone",
				.place = { update->vendors.text.path, then->line, 0 },
				.table = target->table,
				.count = gone,
				.why = "names of the vendor's; --before with the files of last time "
				       "tells which" });
}

void know_followed(struct update *update)
{
	for (int i = 0; i < update->target_count; i++)
		if (!update->targets[i].is_new)
			know_target(update, &update->targets[i]);
}

/* ---- the manifest ---- */

static void add_asked(struct line_text *list, const char *name, size_t length)
{
	if (!memchr(name, ',', length) && !memchr(name, '"', length))
		add(list, "%s%.*s", list->length ? "," : "", (int)length, name);
}

/* Lists names that have another code in the table, also those of files that were not read; NULL: none. */
static char *asked_of(const struct target *target, bool others)
{
	struct line_text list = { 0 };
	const char *had = others && target->asked ? target->asked : "";

	for (int i = 0; i < target->pmu->row_count; i++)
		if (target->results[i] == RESULT_WANTED || target->results[i] == RESULT_ASKED)
			add_asked(&list, target->pmu->rows[i].name, strlen(target->pmu->rows[i].name));
	for (; *had; had += strcspn(had, ",") + (had[strcspn(had, ",")] == ',')) {
		size_t length = strcspn(had, ",");
		bool is_read = false;

		for (int i = 0; i < target->pmu->row_count && !is_read; i++)
			is_read = strlen(target->pmu->rows[i].name) == length &&
				!strncasecmp(target->pmu->rows[i].name, had, length);
		if (!is_read)
			add_asked(&list, had, length);
	}
	return list.text;
}

/* Writes the table's state. What is its own is recounted when all its files are read; until then it stays. */
static void write_state(struct update *update, const struct target *target)
{
	const struct vendors_table *then = find_vendors_table(&update->vendors, target->table);
	const struct table_state *now = &target->last;
	const bool others = has_other_files(update, target);
	struct vendors_table line = { .name = target->table,
		.names = now->names,
		.sum = now->sum,
		.own = now->own_count,
		.own_sum = now->own_sum,
		.asked = asked_of(target, others) };

	if (others && then) {
		line.own = then->own;
		line.own_sum = then->own_sum;
		line.names = now->names + now->own_count - then->own;
		line.sum = now->sum + now->own_sum - then->own_sum;
	}
	if (others && !target->as_it_was)
		line.names = -1;
	set_vendors_table(&update->vendors, &line);
}

/* Returns whether the vendor's names or codes differ from those of last time's files. */
static bool has_news(const struct target *target)
{
	const struct merge merge = { .pmu = target->pmu, .before = target->before };

	for (int i = 0; i < target->pmu->row_count; i++)
		if (is_new_code(&merge, &target->pmu->rows[i]))
			return true;
	for (int i = 0; target->before && i < target->before->row_count; i++)
		if (index_find(target->pmu->names, full_name(&target->before->rows[i])) < 0)
			return true;
	return false;
}

void write_states(struct update *update)
{
	for (int i = 0; i < update->target_count; i++)
		if (has_news(&update->targets[i]))
			write_state(update, &update->targets[i]);
}
