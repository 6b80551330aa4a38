/*
 * Names of metrics and events, compared by letters and digits only, ignoring case: vendors write EVENT.UMASK, the
 * tables EVENT and UMASK; libpfm4 has _ where a vendor has a dot or a blank; perf has \- for -.
 */
#include "known_names.h"

#include "compiler/text/pool.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_NAME = 1024 };

/* A name, with the table that has it, or with the metric and its block. */
struct entry {
	char *name;
	const struct table *table;
	const struct metric_block *block;
	struct metric *metric;
	uint32_t next;                  /* index + 1 of the next entry with the same hash; 0: none */
};

struct known_names {
	const struct model *model;
	struct entry *entries;
	int count;
	uint32_t *slots, slot_count;
};

/* Appends a name's letters and digits to what to has already. */
static void add_plain(char *to, size_t size, const char *name, size_t length)
{
	size_t at = strlen(to);

	for (size_t i = 0; i < length && at + 1 < size; i++)
		if (isalnum((unsigned char)name[i]))
			to[at++] = (char)tolower((unsigned char)name[i]);
	to[at] = '\0';
}

static void file_entry(struct known_names *known, uint32_t number)
{
	struct entry *entry = &known->entries[number];
	uint32_t slot = bytes_hash(entry->name, strlen(entry->name)) & (known->slot_count - 1);

	entry->next = known->slots[slot];
	known->slots[slot] = number + 1;
}

static void grow_slots(struct known_names *known)
{
	known->slot_count = known->slot_count ? 2 * known->slot_count : 1024;
	free(known->slots);
	known->slots = need(calloc(known->slot_count, sizeof *known->slots));
	for (uint32_t i = 0; i < (uint32_t)known->count; i++)
		file_entry(known, i);
}

static void add_entry(struct known_names *known, struct entry entry)
{
	known->entries = grow(known->entries, known->count, sizeof *known->entries);
	known->entries[known->count++] = entry;
	if ((uint32_t)known->count > known->slot_count)
		grow_slots(known);
	else
		file_entry(known, (uint32_t)known->count - 1);
}

static const struct entry *first_entry(const struct known_names *known, const char *plain)
{
	uint32_t number = known->slots ? known->slots[bytes_hash(plain, strlen(plain)) & (known->slot_count - 1)] : 0;

	return number ? &known->entries[number - 1] : NULL;
}

static const struct entry *next_entry(const struct known_names *known, const struct entry *entry)
{
	return entry->next ? &known->entries[entry->next - 1] : NULL;
}

/* ---- what tables have ---- */

/* Adds an event's names; an alias has the unit masks of its event. */
static void add_event_names(struct known_names *known, const struct table *table, const struct event *event)
{
	const struct event *with_umasks = event;
	char plain[MAX_NAME] = "";

	if (event->alias && !event->umask_count)
		with_umasks = find_event(table, event->alias, strcspn(event->alias, ":"));
	add_plain(plain, sizeof plain, event->name, strlen(event->name));
	add_entry(known, (struct entry){ .name = copy_text(plain, strlen(plain)), .table = table });
	for (int i = 0; with_umasks && i < with_umasks->umask_count; i++) {
		size_t length = strlen(plain);

		add_plain(plain, sizeof plain, with_umasks->umasks[i].name, strlen(with_umasks->umasks[i].name));
		add_entry(known, (struct entry){ .name = copy_text(plain, strlen(plain)), .table = table });
		plain[length] = '\0';
	}
}

/* Adds metrics' names with all their characters, as % and - tell some apart. */
static void add_metric_names(struct known_names *known, const struct metric_block *block)
{
	for (int i = 0; i < block->row_count; i++) {
		struct metric *metric = block->rows[i].metric;
		char *name = copy_text(metric->name, strlen(metric->name));

		for (char *at = name; *at; at++)
			*at = (char)tolower((unsigned char)*at);
		add_entry(known, (struct entry){ .name = name, .block = block, .metric = metric });
	}
}

/* Finds a block's PMUs once, as blocks are compared with each other for every name. */
static void find_pmus_of_block(const struct model *model, struct metric_block *block)
{
	free(block->found);
	block->found = need(calloc((size_t)block->pmu_count + 1, sizeof *block->found));
	for (int i = 0; i < block->pmu_count; i++)
		block->found[i] = find_pmu(model, block->pmus[i].text);
}

struct known_names *list_known_names(const struct model *model)
{
	struct known_names *known = need(calloc(1, sizeof *known));

	known->model = model;
	for (int i = 0; i < model->table_count; i++)
		for (int k = 0; k < model->tables[i]->event_count; k++)
			add_event_names(known, model->tables[i], &model->tables[i]->events[k]);
	for (int i = 0; i < model->metric_block_count; i++) {
		find_pmus_of_block(model, model->metric_blocks[i]);
		add_metric_names(known, model->metric_blocks[i]);
	}
	return known;
}

void free_known_names(struct known_names *known)
{
	for (int i = 0; i < known->count; i++)
		free(known->entries[i].name);
	free(known->entries);
	free(known->slots);
	free(known);
}

/* ---- machines ---- */

/* Returns whether conditions overlap in numbers; conditions of other kinds have none. */
static bool overlap(const struct table_condition *a, const struct table_condition *b)
{
	bool numbers = a->low <= b->high && b->low <= a->high;

	if (a->kind != b->kind)
		return false;
	if (a->kind == WHEN_CPU)
		return numbers && a->vendor == b->vendor && a->family == b->family &&
			a->stepping_low <= b->stepping_high && b->stepping_low <= a->stepping_high;
	return numbers && (a->kind == WHEN_S390_CFVN || a->kind == WHEN_S390_CSVN || a->kind == WHEN_S390_MACHINE);
}

static bool same_condition(const struct condition *a, const struct condition *b)
{
	return a->data.kind != WHEN_CPU && a->data.kind == b->data.kind && same_text(a->key, b->key) &&
		same_text(a->value, b->value);
}

/* Returns whether a PMU depends on a file, whatever the processor, or on nothing. */
static bool is_anywhere(const struct pmu *pmu)
{
	for (int i = 0; i < pmu->condition_count; i++)
		switch (pmu->conditions[i].data.kind) {
		case WHEN_READABLE:
		case WHEN_FILE:
		case WHEN_DIRECTORY_ENTRY:
			return true;
		default:
			break;
		}
	return !pmu->condition_count;
}

/* Returns whether a machine can have both. */
static bool can_meet(const struct pmu *a, const struct pmu *b)
{
	if (a == b || is_anywhere(a) || is_anywhere(b))
		return true;
	for (int i = 0; i < a->condition_count; i++)
		for (int k = 0; k < b->condition_count; k++)
			if (overlap(&a->conditions[i].data, &b->conditions[k].data) ||
				same_condition(&a->conditions[i], &b->conditions[k]))
				return true;
	return false;
}

/* Returns whether conditions of two blocks can hold at once; a block without any is for all its PMUs' machines. */
static bool blocks_can_meet(const struct metric_block *a, const struct metric_block *b)
{
	bool comparable = true;

	for (int i = 0; i < a->condition_count; i++)
		for (int k = 0; k < b->condition_count; k++) {
			comparable &= a->conditions[i].kind == b->conditions[k].kind;
			if (overlap(&a->conditions[i], &b->conditions[k]))
				return true;
		}
	return !a->condition_count || !b->condition_count || !comparable;
}

/* Returns whether PMUs are one, or it is known that a machine can have both. */
static bool are_together(const struct pmu *a, const struct pmu *b)
{
	return a == b || (!is_anywhere(a) && !is_anywhere(b) && can_meet(a, b));
}

/* Returns whether two blocks, which can be for one machine, have a pair of PMUs that is so. */
static bool have_pair(const struct metric_block *a, const struct metric_block *b,
	bool (*is_so)(const struct pmu *a, const struct pmu *b))
{
	if (!blocks_can_meet(a, b) || (a->with && b->with && strcmp(a->with, b->with) != 0))
		return false;
	for (int i = 0; i < a->pmu_count; i++)
		for (int k = 0; k < b->pmu_count; k++) {
			const struct pmu *first = a->found[i], *second = b->found[k];

			if (first && second ? is_so(first, second)
				: same_name(a->pmus[i].text, b->pmus[k].text))
				return true;
		}
	return false;
}

/* Returns whether there is a machine that two blocks are for, as far as the text says. */
static bool are_of_one_machine(const struct metric_block *a, const struct metric_block *b)
{
	return a == b || a->everywhere || b->everywhere || have_pair(a, b, can_meet);
}

bool are_rivals(const struct metric_block *a, const struct metric_block *b)
{
	return !a->everywhere && !b->everywhere && have_pair(a, b, are_together);
}

/* ---- looking up ---- */

static int rank_of(const struct metric *metric, const char *in)
{
	return same_text(metric->in.text, in) ? 3 : !metric->in.text ? 2 : 1;
}

struct metric *find_known_metric(const struct known_names *known, const struct metric_block *block, const char *name,
	const char *in)
{
	struct metric *best = NULL;
	char lower[MAX_NAME];
	size_t length = 0;

	for (; name[length] && length + 1 < sizeof lower; length++)
		lower[length] = (char)tolower((unsigned char)name[length]);
	lower[length] = '\0';
	for (const struct entry *entry = first_entry(known, lower); entry; entry = next_entry(known, entry))
		if (entry->metric && !strcmp(entry->name, lower) &&
			(!best || rank_of(entry->metric, in) > rank_of(best, in)) &&
			are_of_one_machine(block, entry->block))
			best = entry->metric;
	return best;
}

static bool has_table(const struct pmu *pmu, const struct table *table)
{
	for (int i = 0; i < pmu->part_count; i++)
		if (!strcmp(pmu->parts[i].table.text, table->name))
			return true;
	return false;
}

/* Returns whether a machine with the PMU has the table's events. */
static bool table_is_there(const struct model *model, const struct pmu *pmu, const struct table *table)
{
	for (int i = 0; i < model->pmu_count; i++)
		if (has_table(model->pmus[i], table) && can_meet(model->pmus[i], pmu))
			return true;
	return false;
}

/* Returns whether the kernel has files of that name on devices of cores, whatever the table has. */
static bool is_of_kernel(const char *name)
{
	static const char *const names[] = { "slots", "topdown-retiring", "topdown-bad-spec", "topdown-fe-bound",
		"topdown-be-bound", "topdown-heavy-ops", "topdown-br-mispredict", "topdown-fetch-lat",
		"topdown-mem-bound", "tx-start", "cycles-t", "cycles-ct", "el-start", "energy-pkg", "energy-ram",
		"energy-cores", "energy-gpu", "energy-psys" };

	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		if (same_name(name, names[i]))
			return true;
	return false;
}

static bool has_event(const struct known_names *known, const struct pmu *pmu, const char *name, size_t length)
{
	char plain[MAX_NAME] = "";

	add_plain(plain, sizeof plain, name, length);
	/* first look in the PMU's own tables, which is fastest */
	for (const struct entry *entry = first_entry(known, plain); pmu && entry; entry = next_entry(known, entry))
		if (entry->table && !strcmp(entry->name, plain) && has_table(pmu, entry->table))
			return true;
	for (const struct entry *entry = first_entry(known, plain); entry; entry = next_entry(known, entry))
		if (entry->table && !strcmp(entry->name, plain) &&
			(!pmu || table_is_there(known->model, pmu, entry->table)))
			return true;
	return false;
}

/* Returns the length of "EVENT" in "EVENT.0x80", whose unit mask is a number; 0: it is none. */
static size_t before_number(const char *text)
{
	const char *dot = strchr(text, '.');

	if (!dot || strncmp(dot, ".0x", 3) || !dot[3] || dot[3 + strspn(dot + 3, "0123456789abcdefABCDEF")])
		return 0;
	return (size_t)(dot - text);
}

/* Returns whether there is an event, perhaps only without modifiers, one by one, at the end of its name. */
static bool has_event_before_modifiers(const struct known_names *known, const struct pmu *pmu, const char *name,
	size_t length)
{
	char text[MAX_NAME];

	if (length >= sizeof text)
		return false;
	memcpy(text, name, length);
	text[length] = '\0';
	if (has_event(known, pmu, name, length) || is_of_kernel(text))
		return true;
	if (before_number(text))
		return has_event(known, pmu, name, before_number(text));
	while ((length = (size_t)(strrchr(text, ':') ? strrchr(text, ':') - text : 0)) && !(text[length] = '\0'))
		if (has_event(known, pmu, name, length))
			return true;
	return false;
}

/* Returns the event's name in "DEVICE/TERM,.../", "EVENT/TERM,.../" or "EVENT". Length 0: fields only. */
static const char *event_in(const struct known_names *known, const struct pmu *pmu, const char *name, size_t *length)
{
	const char *slash = strchr(name, '/'), *term = slash ? slash + 1 : NULL;

	*length = strlen(name);
	if (!slash)
		return name;
	*length = (size_t)(slash - name);
	if (has_event_before_modifiers(known, pmu, name, *length))
		return name;
	for (; *term && *term != '/'; term += *length + (term[*length] == ',')) {
		*length = strcspn(term, ",/");
		if (!memchr(term, '=', *length))
			return term;
	}
	*length = 0;
	return name;
}

static bool pmu_knows_event(const struct known_names *known, const struct pmu *pmu, const char *name)
{
	size_t length;
	const char *event = event_in(known, pmu, name, &length);

	return !length || has_event_before_modifiers(known, pmu, event, length);
}

/* Returns whether a PMU has the event, as far as the text goes. */
static bool is_known_in(const struct known_names *known, const char *pmu, const char *name)
{
	const struct pmu *found = find_pmu(known->model, pmu);

	return !found || found->data.flags & PMU_EXTENSION || known->model->loaded ||
		pmu_knows_event(known, found, name);
}

bool knows_event(const struct known_names *known, const struct metric_block *block, const char *in, const char *name,
	const char **missing)
{
	*missing = in ? in : "any PMU";
	if (in || block->everywhere)
		return in ? is_known_in(known, in, name)
			: known->model->loaded || pmu_knows_event(known, NULL, name);
	for (int i = 0; i < block->pmu_count; i++) {
		*missing = block->pmus[i].text;
		if (!is_known_in(known, *missing, name))
			return false;
	}
	return true;
}
