/* Each name of the files is right in its table, or a line of the report says why not: then the manifest may say so. */
#include "update.h"

#include "tables/hash.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static enum name_state state_of(const struct vendor_name *names, int number)
{
	for (int hops = 0; names[number].same_as >= 0 && hops < 64; hops++)
		number = names[number].same_as;
	return names[number].state;
}

/* The last pass saw what is in the tables now. */
static void take_results(struct update *update, const struct target *target)
{
	for (int i = 0; i < target->pmu->row_count; i++) {
		const struct import_row *row = &target->pmu->rows[i];
		struct vendor_name *name = row->seen ? &update->now.vendor_names[row->seen - 1] : NULL;

		if (!name || name->state == NAME_LEFT_OUT)
			continue;
		if (target->results[i] == RESULT_WANTED)
			name->state = NAME_WANTED;
		else if (target->results[i] == RESULT_KEPT)
			name->state = NAME_KEPT;
		else if (target->results[i] == RESULT_ABSENT)
			name->state = NAME_LOST;
	}
}

/* Of a table that is made anew there was nothing to judge before: what the text does not say is left out. */
static void say_lost(struct update *update, const struct vendor_name *name)
{
	report(name->place, "%s: it is in no table, and nothing says why", name->name);
	(void)update;
}

static void summarise(struct update *update, const struct target *target)
{
	char text[256];
	int left_out = 0, wanted = 0;

	for (int i = 0; i < target->pmu->row_count; i++) {
		const struct import_row *row = &target->pmu->rows[i];
		enum name_state state = row->seen ? update->now.vendor_names[row->seen - 1].state : NAME_TAKEN;

		left_out += state == NAME_LEFT_OUT;
		wanted += state == NAME_WANTED;
	}
	snprintf(text, sizeof text, "%d names of the vendor, %d right, %d left out, %d wanted, %d added, %d fixed",
		 target->pmu->row_count, target->pmu->row_count - left_out - wanted, left_out, wanted,
		 target->is_new ? target->pmu->row_count : target->added, target->fixed);
	add_finding(&update->now, (struct finding){ .what = "summary",
						     .place = { "", 0, 0 },
						     .table = target->table,
						     .name = NULL,
						     .why = copy_text(text, strlen(text)),
						     .count = target->pmu->row_count });
}

bool check_names(struct update *update)
{
	const int errors = error_count();

	for (int i = 0; i < update->target_count; i++)
		take_results(update, &update->targets[i]);
	for (int i = 0; i < update->now.vendor_name_count; i++)
		if (state_of(update->now.vendor_names, i) == NAME_LOST)
			say_lost(update, &update->now.vendor_names[i]);
	for (int i = 0; i < update->target_count; i++)
		summarise(update, &update->targets[i]);
	return error_count() == errors;
}

/* ---- the manifest ---- */

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static uint32_t mixed(uint32_t sum, const char *text)
{
	for (; *text; text++)
		sum = (sum ^ (unsigned char)*text) * 16777619u;
	return sum;
}

/* A hash over the sorted lines "name code"; *count: how many there are. */
static const char *sum_of(const struct import *import, const char *key, int *count)
{
	char **lines = NULL, text[32];
	uint32_t sum = 2166136261u;

	*count = 0;
	for (int i = 0; i < import->pmu_count; i++)
		for (int k = 0; k < import->pmus[i]->row_count; k++) {
			const struct import_row *row = &import->pmus[i]->rows[k];
			const struct vendor_file *file = vendor_file_of(import, row->place.file);
			struct line_text line = { 0 };

			if (!row->seen || !file || strcmp(file->key, key) != 0)
				continue;
			add(&line, "%s %llx,%llx,%llx,%x\n", row->name, (unsigned long long)row->code,
			    (unsigned long long)row->mask, (unsigned long long)row->second,
			    (unsigned)row->c << 24 | (unsigned)row->i << 2 | (unsigned)row->e << 1 | row->t);
			lines = grow(lines, *count, sizeof *lines);
			lines[(*count)++] = line.text;
		}
	if (*count)
		qsort(lines, (size_t)*count, sizeof *lines, by_text);
	for (int i = 0; i < *count; i++)
		sum = mixed(sum, lines[i]);
	snprintf(text, sizeof text, "%08x", sum);
	return copy_text(text, strlen(text));
}

/* One key once: files of a folder of the kernel's have one. */
static bool is_first(const struct import *import, int number)
{
	for (int i = 0; i < number; i++)
		if (!strcmp(import->files[i].key, import->files[number].key))
			return false;
	return true;
}

static void write_file(struct update *update, const struct vendor_file *file)
{
	int count;
	const char *sum = sum_of(&update->now, file->key, &count);

	set_vendors_file(&update->vendors, file->key, file->source, file->version, count, sum);
	for (int i = 0; i < update->unit_count; i++) {
		const struct fed_unit *unit = &update->units[i];

		if (unit->is_new && !strcmp(unit->key, file->key))
			add_vendors_unit(&update->vendors, file->key, unit->word, unit->table, unit->pmu,
					 unit->variant);
	}
}

void write_manifest(struct update *update)
{
	open_lines(&update->vendors.text);
	for (int known = 1; known >= 0; known--) /* what is new goes behind the last that is there */
		for (int i = 0; i < update->now.file_count; i++) {
			const struct vendor_file *file = &update->now.files[i];
			const struct vendors_file *had = find_vendors_file(&update->vendors, file->key);

			if (is_first(&update->now, i) && (had && had->place.line) == known)
				write_file(update, file);
		}
	close_lines(&update->vendors.text);
}
