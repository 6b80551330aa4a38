/*
 * Prometheus' text format, for node_exporter, which reads files: no timestamps. Counters are sums of the intervals'
 * counts: the total, which is scaled anew each time, could decrease.
 */
#include "forms.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Writes a name as Prometheus has it, "inst_retired_any", as snprintf(). */
static size_t prometheus_name(const char *name, char *to, size_t size)
{
	size_t length = 0;
	bool gap = false;

	for (; *name; name++) {
		bool fits = isalnum((unsigned char)*name);

		if (fits && gap && length) {
			if (length + 1 < size)
				to[length] = '_';
			length++;
		}
		gap = !fits;
		if (fits && length + 1 < size)
			to[length] = (char)tolower((unsigned char)*name);
		length += fits;
	}
	if (size)
		to[length < size ? length : size - 1] = '\0';
	return length;
}

/* Current value of each counter, by row, since rows have the same order each time. */
static double *reached;
static int reached_count;

static bool add_to_counters(const struct rows *rows)
{
	if (reached_count < rows->count) {
		double *larger = realloc(reached, (size_t)rows->count * sizeof *larger);

		if (!larger)
			return !is_lacking(PFM_ERR_NOMEM);
		memset(larger + reached_count, 0, (size_t)(rows->count - reached_count) * sizeof *larger);
		reached = larger;
		reached_count = rows->count;
	}
	for (int i = 0; i < rows->count; i++)
		if (rows->list[i].has_value)
			reached[i] += rows->list[i].base;
	return true;
}

static void print_escaped(const char *text, bool quotes)
{
	for (; *text; text++)
		if (*text == '\n')
			fputs("\\n", stdout);
		else if (*text == '\\' || (quotes && *text == '"'))
			printf("\\%c", *text);
		else if ((unsigned char)*text >= ' ' && *text != 0x7f)
			putchar(*text);
}

static void print_label(bool *first, const char *name, const char *value)
{
	printf("%s%s=\"", *first ? "{" : ",", name);
	print_escaped(value, true);
	putchar('"');
	*first = false;
}

static void print_labels(const struct row *row)
{
	const struct row_place *place = &row->place;
	const struct {
		const char *name;
		int number;
	} numbers[] = { { "cpu", place->cpu }, { "core", place->core }, { "die", place->die },
		{ "socket", place->socket }, { "node", place->node },
		{ "thread", place->thread ? (int)place->thread : -1 } };
	bool first = true;
	char text[16];

	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		if (numbers[i].number >= 0) {
			snprintf(text, sizeof text, "%d", numbers[i].number);
			print_label(&first, numbers[i].name, text);
		}
	if (row->device)
		print_label(&first, "core_type", row->device);
	if (place->device)
		print_label(&first, "device", place->device);
	if (place->cgroup)
		print_label(&first, "cgroup", place->cgroup);
	if (!first)
		putchar('}');
}

static void series_name(const struct row *row, char *text, size_t size)
{
	char name[512];
	size_t length;

	prometheus_name(row->name, name, sizeof name);
	length = strlen(name);
	/* avoids "cpi_ratio_ratio"; adds the unit as in "l3_read_bandwidth_bytes_per_second" */
	if (*row->base_unit &&
		(length < strlen(row->base_unit) ||
			strcmp(name + length - strlen(row->base_unit), row->base_unit) != 0))
		snprintf(text, size, "pfm_%s_%s", name, row->base_unit);
	else
		snprintf(text, size, "pfm_%s", name);
}

/* Prints all rows of an event or metric, behind one HELP and TYPE. */
static void print_series(const struct rows *rows, int first)
{
	const struct row *row = &rows->list[first];
	const char *kind = row->is_metric ? "gauge" : "counter", *end = row->is_metric ? "" : "_total";
	char name[600];

	series_name(row, name, sizeof name);
	printf("# HELP %s%s ", name, end);
	print_escaped(row->text ? row->text : row->string ? row->string : row->name, false);
	printf("\n# TYPE %s%s %s\n", name, end, kind);
	for (int i = first; i < rows->count; i++)
		if (rows->list[i].has_value && rows->list[i].number == row->number &&
			rows->list[i].is_metric == row->is_metric) {
			printf("%s%s", name, end);
			print_labels(&rows->list[i]);
			printf(" %.17g\n", row->is_metric ? rows->list[i].base : reached[i]);
		}
	if (row->is_metric)
		return;
	printf("# HELP %s_running_ratio Share of the time for which it was counted\n# TYPE %s_running_ratio gauge\n",
		name, name);
	for (int i = first; i < rows->count; i++)
		if (rows->list[i].number == row->number && !rows->list[i].is_metric) {
			printf("%s_running_ratio", name);
			print_labels(&rows->list[i]);
			printf(" %.6g\n", rows->list[i].has_value ? rows->list[i].share : 0);
		}
}

bool print_prometheus(const struct rows *rows)
{
	if (!add_to_counters(rows))
		return false;
	for (int i = 0; i < rows->count; i++) {
		bool is_first = true;

		for (int k = 0; k < i; k++)
			is_first &= rows->list[k].number != rows->list[i].number ||
				rows->list[k].is_metric != rows->list[i].is_metric;
		if (is_first)
			print_series(rows, i);
	}
	return true;
}
