/*
 * Shows rows to people: a number, its unit, a name, its relation to other rows, and the share of time for which it was
 * counted.
 */
#define _GNU_SOURCE
#include "forms.h"

#include <locale.h>
#include <math.h>
#include <string.h>

#include "tables/clean.h"

void number_text(double value, int digits, char *text, size_t size)
{
	locale_t own = newlocale(LC_NUMERIC_MASK, "", (locale_t)0), before = own ? uselocale(own) : (locale_t)0;

	snprintf(text, size, "%'.*f", digits, value);
	if (own) {
		uselocale(before);
		freelocale(own);
	}
}

void place_text(const struct row_place *place, char *text, size_t size)
{
	size_t length = 0;
	const struct {
		const char *letter;
		int number;
	} parts[] = { { "CPU", place->cpu }, { "N", place->node }, { "S", place->socket }, { "D", place->die },
		{ "C", place->core } };

	*text = '\0';
	for (size_t i = 0; i < sizeof parts / sizeof *parts && length < size; i++)
		if (parts[i].number >= 0)
			length += (size_t)snprintf(text + length, size - length, "%s%s%d", length ? "-" : "",
				parts[i].letter, parts[i].number);
	if (place->thread && length < size)
		length += (size_t)snprintf(text + length, size - length, "thread-%d", (int)place->thread);
	if (place->device && length < size)
		length += (size_t)snprintf(text + length, size - length, "%s", place->device);
	if (place->cgroup && length < size)
		snprintf(text + length, size - length, "%s%s", length ? " " : "", place->cgroup);
}

/* Returns the clock of a row's place, in seconds, that other rows are related to; 0: there is none. */
static double clock_of(const struct rows *rows, const struct row *row)
{
	for (int i = 0; i < rows->count; i++)
		if (rows->list[i].is_nanoseconds && rows->list[i].has_value &&
			!memcmp(&rows->list[i].place, &row->place, sizeof row->place))
			return rows->list[i].base;
	return 0;
}

bool related(const struct rows *rows, const struct row *row, double *number, const char **unit)
{
	static const char *const rates[] = { "/sec", "K/sec", "M/sec", "G/sec" };
	double clock = clock_of(rows, row);
	int power = 0;

	if (row->is_metric || !row->has_value || clock <= 0)
		return false;
	if (row->is_nanoseconds) {
		*number = rows->length > 0 ? row->base / rows->length : 0;
		*unit = "CPUs utilized";
		return rows->length > 0;
	}
	if (*row->unit)
		return false;
	for (*number = row->value / clock; *number >= 1000 && power < 3; power++)
		*number /= 1000;
	*unit = rates[power];
	return true;
}

static void print_value(const struct row *row)
{
	char text[64];

	if (!row->has_value) {
		printf("%18s       ", row->is_metric ? "no value" : "<not counted>");
		return;
	}
	if (row->is_metric && fabs(row->value) < 0.01)
		snprintf(text, sizeof text, "%.4g", row->value);
	else
		number_text(row->value, row->is_metric || *row->unit ? 2 : 0, text, sizeof text);
	printf("%18s %-5s ", text, clean(row->unit));
}

static void print_row(const struct rows *rows, const struct row *row, int place_width, bool verbose)
{
	char place[512], name[512];
	const char *unit;
	double number;

	place_text(&row->place, place, sizeof place);
	if (rows->is_interval)
		printf("%13.6f ", rows->elapsed);
	if (place_width)
		printf("%-*s ", place_width, clean(place));
	print_value(row);
	snprintf(name, sizeof name, "%s%s%s%s%s", clean(verbose && row->string ? row->string : row->name),
		row->left_kernel ? ":u" : "", row->device ? " (" : "", row->device ? row->device : "",
		row->device ? ")" : "");
	if (!row->has_value) {
		printf(" %s  %s\n", name, clean(row->reason));
		return;
	}
	if (related(rows, row, &number, &unit))
		printf(" %-26s %8.3f %s", name, number, unit);
	else
		printf(" %s", name);
	if (row->over == 1)
		fputs("  over its threshold", stdout);
	if (*row->reason)
		printf("  %s", row->reason);
	if (row->share < 0.9995)
		printf("  (%.1f %%)", 100 * row->share);
	putchar('\n');
}

void print_rows(const struct request *request, const struct rows *rows)
{
	int width = 0;

	for (int i = 0; i < rows->count; i++) {
		char place[512];
		int own;

		place_text(&rows->list[i].place, place, sizeof place);
		own = (int)strlen(place);
		width = own > width ? own : width;
	}
	for (int i = 0; i < rows->count; i++)
		print_row(rows, &rows->list[i], width > 24 ? 24 : width, request->verbose);
}

void print_times(const struct rows *rows)
{
	printf("\n%14.6f s elapsed", rows->elapsed);
	if (rows->user >= 0)
		printf(", %.6f s user, %.6f s system", rows->user, rows->system);
	putchar('\n');
}
