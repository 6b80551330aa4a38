/*
 * Events on every CPU that has them, for the writers of codes.h. A row of a table is a line "cpu" of a PMU's text:
 * vendor, family, models, steppings; of Arm implementer and part, of POWER the halves of the PVR. The rows come in the
 * order in which the library searches PMUs, so that the first that fits a CPU is what the library would find there.
 */
#define _GNU_SOURCE
#include "all_cpus.h"

#include <ctype.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "api/private.h"
#include "tables/clean.h"
#include "codes.h"
#include "boxes.h"
#include "events/cpu_list.h"
#include "common/explain.h"
#include "common/operands.h"

/* A core PMU, and one of its events, through which the PMU's rows are found. */
struct core_pmu {
	pfm_pmu_info_t info;
	pfm_pmu_details_t details;
	struct event_ref ref;
};

struct all {
	const struct given *given;
	const struct form *form;
	const struct code_language *language;
	struct core_pmu *cores;
	int core_count;
	struct codes codes;
	struct cpu_list cpus;           /* CPUs to write; empty: all */
	char *name;                     /* name of the operand NAME=EVENT,... being added; NULL: none */
};

/* ---- PMUs ---- */

static const struct table_condition *conditions_of(const struct core_pmu *core)
{
	return &core->ref.in->conditions.rows[core->ref.data->condition];
}

static bool is_known_by_number(const struct core_pmu *core)
{
	for (int i = 0; i < core->ref.data->conditions; i++)
		if (conditions_of(core)[i].kind == WHEN_CPU)
			return true;
	return false;
}

static int compare_cores(const void *a, const void *b)
{
	return ((const struct core_pmu *)a)->ref.pmu - ((const struct core_pmu *)b)->ref.pmu;
}

/* Lists all core PMUs whose CPUs are known by numbers, in the order of look-up. */
static bool find_cores(struct all *all)
{
	struct core_pmu next = { .info.size = sizeof next.info, .details.size = sizeof next.details };
	pfm_pmu_t pmu;

	for_each_pmu(pmu) {
		struct core_pmu *bigger;
		pfm_err_t error;

		if (!next_pmu(pmu, &next.info) || next.info.type != PFM_PMU_TYPE_CORE || next.info.first_event < 0 ||
		    pfm_get_pmu_details(pmu, &next.details))
			continue;
		error = pfm_private_event(next.info.first_event, PFMKIT_VERSION, &next.ref);
		if (is_lacking(error))
			return false;
		if (error || !is_known_by_number(&next))
			continue;
		bigger = with_room(all->cores, all->core_count, NULL, sizeof *bigger);
		if (!bigger)
			return false;
		all->cores = bigger;
		all->cores[all->core_count++] = next;
	}
	if (all->core_count)
		qsort(all->cores, (size_t)all->core_count, sizeof *all->cores, compare_cores);
	return true;
}

/* ---- events ---- */

/* Returns whether a PMU is meant: by its name; else by --pmu's pattern; else if it can be found without a name. */
static bool is_meant(const struct core_pmu *core, const char *event, const char *pattern)
{
	const char *colons = strstr(event, "::");
	size_t length = strlen(core->info.name);

	if (colons)
		return (size_t)(colons - event) == length && !strncasecmp(event, core->info.name, length);
	return pattern ? !fnmatch(pattern, core->info.name, FNM_CASEFOLD) : !core->details.is_deprecated;
}

/* Returns whether more than type and config words is asked for: a table of codes is no place for it. */
static bool wants_more(struct perf_event_attr attr)
{
	static const struct perf_event_attr nothing;

	attr.type = 0;
	attr.size = 0;
	attr.config = attr.config1 = attr.config2 = 0;
	attr.exclude_guest = 0; /* as is the library's default */
	return memcmp(&attr, &nothing, sizeof attr);
}

/* Encodes the event on a core: attr and *string, which is to be freed. */
static pfm_err_t encode_on(const struct core_pmu *core, const char *event, struct perf_event_attr *attr, char **string)
{
	pfm_perf_encode_arg_t arg = { .size = sizeof arg, .attr = attr, .fstr = string };
	const char *colons = strstr(event, "::");
	char *full;
	pfm_err_t error;

	*attr = (struct perf_event_attr){ .size = sizeof *attr };
	*string = NULL;
	if (asprintf(&full, "%s::%s", core->info.name, colons ? colons + 2 : event) < 0)
		return PFM_ERR_NOMEM;
	error = pfm_get_perf_encoding_anywhere(full, PFM_PLM0 | PFM_PLM3 | PFM_PLMH, PFM_OS_PERF_EVENT_EXT, &arg);
	free(full);
	return error;
}

/*
 * Returns the CPUs of a condition as numbers that a program finds on its machine. POWER's steppings are the upper bytes
 * of revisions.
 */
static struct code_row row_of(const struct core_pmu *core, const struct table_condition *condition)
{
	static const enum code_vendor vendors[] = { [VENDOR_INTEL] = CODES_INTEL, [VENDOR_AMD] = CODES_AMD,
		[VENDOR_ARM] = CODES_ARM, [VENDOR_POWER] = CODES_POWER, [VENDOR_ZHAOXIN] = CODES_ZHAOXIN };
	const char *device = name_at(core->ref.in, condition->key);
	struct code_row row = { vendors[condition->vendor], condition->family, condition->low, condition->high,
		condition->stepping_low, condition->stepping_high, .pmu = core->info.name,
		.device = *device ? device : core->details.device };

	if (condition->vendor == VENDOR_POWER) {
		row.stepping_low <<= 8;
		row.stepping_high = row.stepping_high << 8 | 0xff;
	}
	return row;
}

/* Adds a row for each line "cpu" of the core. */
static bool add_rows(const struct core_pmu *core, const struct perf_event_attr *attr, const char *string,
	struct code_list *list)
{
	for (int i = 0; i < core->ref.data->conditions; i++) {
		const struct table_condition *condition = &conditions_of(core)[i];
		struct code_row *bigger, row;

		if (condition->kind != WHEN_CPU)
			continue;
		bigger = with_room(list->rows, list->count, NULL, sizeof *bigger);
		if (!bigger)
			return false;
		list->rows = bigger;
		row = row_of(core, condition);
		row.config[0] = attr->config;
		row.config[1] = attr->config1;
		row.config[2] = attr->config2;
		row.string = strdup(string);
		list->rows[list->count++] = row;
		if (!row.string)
			return is_lacking(PFM_ERR_NOMEM) && false;
	}
	return true;
}

/* Adds the event on a core that may lack it. False: it is no event for a table, or something is lacking. */
static bool add_core(const struct core_pmu *core, struct code_list *list)
{
	struct perf_event_attr attr;
	char *string;
	pfm_err_t error = encode_on(core, list->requested, &attr, &string);
	bool good = !is_lacking(error);

	if (!error && wants_more(attr)) {
		complain("%s: a table has types and config words only; leave out :u, :period=.. and the like, and set "
			 "these fields of struct perf_event_attr in the program", list->requested);
		good = false;
	}
	good = good && (error || add_rows(core, &attr, string, list));
	free(string);
	return good;
}

static bool find_codes(const struct all *all, struct code_list *list)
{
	for (int i = 0; i < all->core_count; i++)
		if (is_in_cpu_list(&all->cpus, all->cores[i].info.name) &&
		    is_meant(&all->cores[i], list->requested, all->given->pmu) && !add_core(&all->cores[i], list))
			return false;
	if (!list->count && all->language->has_boxes &&
	    !add_boxes(list->requested, all->given->pmu, &all->cpus, list))
		return false;
	return true;
}

/* Asks for events like one that a core PMU lacks, if that PMU is meant. */
static void suggest_on(const struct all *all, const char *pmu, const char *event, pfm_diagnosis_t *d)
{
	char string[512];

	for (int i = 0; i < all->core_count; i++)
		if (!strcmp(all->cores[i].info.name, pmu) && is_meant(&all->cores[i], event, all->given->pmu)) {
			snprintf(string, sizeof string, "%s::%s", pmu, event);
			pfm_diagnose(string, PFM_PLM0 | PFM_PLM3, PFM_OS_NONE, d);
		}
}

/* Says what may have been meant: on the first CPU of the list that has something like it, or on any. */
static void suggest_present(const struct all *all, const char *event)
{
	pfm_diagnosis_t d = { .size = sizeof d };

	if (!all->cpus.count || strstr(event, "::"))
		pfm_diagnose(event, PFM_PLM0 | PFM_PLM3, PFM_OS_NONE, &d);
	for (int i = 0; i < all->cpus.count && !d.nsuggestions; i++)
		suggest_on(all, all->cpus.pmus[i], event, &d);
	say_suggestions(&d);
}

/* Says that no CPU of the list, or none at all, has an event. Returns false. */
static bool refuse_absent(const struct all *all, const char *event)
{
	if (all->cpus.count)
		complain("%s: no %sPMU of --cpu %s has it", event, all->language->has_boxes ? "" : "core ",
			all->given->cpu);
	else if (all->language->has_boxes)
		complain("%s: no PMU has it", event);
	else
		complain("%s: no core PMU has it, of those whose CPUs are told by family and model, MIDR or PVR",
			event);
	suggest_present(all, event);
	return false;
}

static void free_list(struct code_list *list)
{
	for (int i = 0; i < list->count; i++) {
		free((char *)list->rows[i].string);
		free_boxes(&list->rows[i]);
	}
	free(list->rows);
	free(list->requested);
	free(list->symbol);
	free(list->name);
}

/* Returns whether some CPU that is not of the list has the event: then it is no slip. False also for lack of memory. */
static bool is_elsewhere(const struct all *all, const char *event)
{
	struct all everywhere = *all;
	struct code_list list = { .requested = (char *)event };
	bool found;

	everywhere.cpus = (struct cpu_list){ .count = 0 };
	found = find_codes(&everywhere, &list) && list.count;
	list.requested = NULL;
	free_list(&list);
	return found;
}

static bool is_taken(const struct all *all, const char *symbol)
{
	for (size_t i = 0; i < sizeof all->language->taken / sizeof all->language->taken[0]; i++)
		if (all->language->taken[i] && !strcmp(all->language->taken[i], symbol))
			return true;
	for (int i = 0; i < all->codes.count; i++)
		if (!strcmp(all->codes.lists[i].symbol, symbol))
			return true;
	return false;
}

/* Returns a name for the table, as the event's, different for each event. To be freed; NULL: no memory. */
static char *symbol_of(const struct all *all, const char *event)
{
	char *plain = code_symbol(event, all->language->how, all->language->ending), *symbol = plain;

	for (int number = 2; symbol && is_taken(all, symbol); number++) {
		if (symbol != plain)
			free(symbol);
		if (asprintf(&symbol, "%s_%d", plain, number) < 0)
			symbol = NULL;
	}
	if (symbol != plain)
		free(plain);
	return symbol;
}

static bool add_event(const char *event, void *data)
{
	struct all *all = data;
	struct code_list *bigger = with_room(all->codes.lists, all->codes.count, NULL, sizeof *bigger), *next;

	if (!bigger)
		return false;
	all->codes.lists = bigger;
	next = &bigger[all->codes.count];
	*next = (struct code_list){ .requested = strdup(event), .symbol = symbol_of(all, event),
		.name = all->name ? strdup(all->name) : NULL };
	all->codes.count++;
	if (!next->requested || !next->symbol || !next->name != !all->name)
		return is_lacking(PFM_ERR_NOMEM) && false;
	if (!find_codes(all, next))
		return false;
	/* an alternative may be for other CPUs only: add_named() checks that one applies */
	if (!next->count && !(all->name && all->cpus.count && is_elsewhere(all, event)))
		return refuse_absent(all, event);
	if (!next->count)
		free_list(&all->codes.lists[--all->codes.count]);
	return true;
}

/* ---- NAME=EVENT,EVENT... ---- */

static bool is_plain_name(const char *name, size_t length)
{
	return length && !isdigit((unsigned char)*name) &&
		strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == length;
}

/* Adds an operand with a name, which stays with its events, which commas or bars separate. */
static bool add_named(const char *operand, struct all *all)
{
	size_t length = strcspn(operand, "=");
	char *events;
	bool good;

	if (operand[length] != '=' || !is_plain_name(operand, length) || !operand[length + 1]) {
		complain("%s: not NAME=EVENT,EVENT...; a name has letters, digits and _", operand);
		return false;
	}
	for (int i = 0; i < all->codes.count; i++)
		if (strlen(all->codes.lists[i].name) == length && !strncmp(all->codes.lists[i].name, operand, length)) {
			complain("%s: there are two of this name", all->codes.lists[i].name);
			return false;
		}
	all->name = strndup(operand, length);
	events = strdup(operand + length + 1);
	if (!all->name || !events)
		is_lacking(PFM_ERR_NOMEM);
	for (char *at = events; at && *at; at++)
		*at = *at == '|' ? ',' : *at;
	good = all->name && events && for_each_event(1, &events, all->given, add_event, all);
	if (good && (!all->codes.count || strcmp(all->codes.lists[all->codes.count - 1].name, all->name) != 0))
		good = refuse_absent(all, operand + length + 1);
	free(events);
	free(all->name);
	all->name = NULL;
	return good;
}

static bool add_operands(int count, char **operands, struct all *all)
{
	if (!all->language->named)
		return for_each_event(count, operands, all->given, add_event, all);
	for (int i = 0; i < count; i++)
		if (!add_named(operands[i], all))
			return false;
	return true;
}

/* ---- all ---- */

/* Prints a word of a command line, in a comment of any language: no line ends, and no end of C's comments. */
static void print_word(FILE *out, const char *word)
{
	if (*word && !strpbrk(word, " \t\n!\"#$&'()*;<>?[\\]^`{|}~")) {
		fprintf(out, " %s", clean(word));
		return;
	}
	fputs(" '", out);
	for (; *word; word++)
		if (*word == '\'')
			fputs("'\\''", out);
		else if (*word == '*' && word[1] == '/')
			fputs("*''", out);
		else
			putc(*word == '\n' ? ' ' : *word, out);
	putc('\'', out);
}

/* Keeps the command line for comments. False: no memory. */
static bool keep_command(struct all *all, int count, char **operands)
{
	size_t size;
	FILE *out = open_memstream(&all->codes.command, &size);

	if (!out)
		return is_lacking(PFM_ERR_NOMEM) && false;
	fprintf(out, " %s", all->form->name);
	if (all->cpus.count) {
		fputs(" --cpu", out);
		print_word(out, all->given->cpu);
	}
	if (all->given->pmu) {
		fputs(" --pmu", out);
		print_word(out, all->given->pmu);
	}
	if (strcmp(all->codes.package, "pmu"))
		fprintf(out, " --package %s", all->codes.package);
	for (int i = 0; i < count; i++)
		print_word(out, operands[i]);
	return close_text(out, &all->codes.command);
}

static void free_all(struct all *all)
{
	for (int i = 0; i < all->codes.count; i++)
		free_list(&all->codes.lists[i]);
	free_cpu_list(&all->cpus);
	free(all->codes.lists);
	free(all->codes.command);
	free(all->cores);
}

bool write_all_cpus(int count, char **operands, const struct encoding *how)
{
	const struct code_language *language = how->form->codes;
	const char *cpus = how->given.cpu ? how->given.cpu : "all";
	struct all all = { .given = &how->given, .form = how->form, .language = language,
		.codes.package = how->package ? how->package : "pmu" };
	bool good = read_cpu_list(cpus, language->has_boxes, &all.cpus) && find_cores(&all) &&
		    add_operands(count, operands, &all) && all.codes.count && keep_command(&all, count, operands);

	if (good && language->template)
		write_source(&all.codes, language->template);
	else if (good)
		language->write(&all.codes);
	free_all(&all);
	return good;
}
