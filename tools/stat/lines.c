/* Writes rows for programs: perf stat's columns, and objects. */
#define _GNU_SOURCE
#include "forms.h"

#include <math.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>

#include "common/json.h"
#include "tables/clean.h"

/* ---- columns ---- */

static void print_place_columns(const struct row_place *place, const char *separator)
{
	char text[512];
	struct row_place own = *place;

	own.cgroup = NULL;
	place_text(&own, text, sizeof text);
	if (*text)
		printf("%s%s", text, separator);
}

void print_columns(const struct request *request, const struct rows *rows, const double *deviations)
{
	const char *separator = request->separator;

	for (int i = 0; i < rows->count; i++) {
		const struct row *row = &rows->list[i];
		const char *unit = "";
		double number;

		if (rows->is_interval)
			printf("%6lu.%09lu%s", (unsigned long)rows->elapsed,
				(unsigned long)(fmod(rows->elapsed, 1) * 1e9), separator);
		print_place_columns(&row->place, separator);
		if (row->is_metric) { /* like perf, in the columns at the end */
			printf("%s%s%s%s", separator, separator, separator, separator);
			if (row->has_value)
				printf("%f", row->value);
			printf("%s%s%s%s\n", separator, *row->unit ? row->unit : "", *row->unit ? " " : "",
				clean(row->name));
			continue;
		}
		if (!row->has_value)
			fputs(strcmp(row->code, "NOT_COUNTED") ? "<not supported>" : "<not counted>", stdout);
		else if (*row->unit)
			printf("%.2f", row->value);
		else
			printf("%.0f", row->value);
		printf("%s%s%s%s%s%s", separator, clean(row->unit), separator, clean(row->name),
			row->left_kernel ? ":u" : "", separator);
		if (row->place.cgroup)
			printf("%s%s", clean(row->place.cgroup), separator);
		if (deviations)
			printf("%.2f%%%s", deviations[i], separator);
		printf("%llu%s%.2f%s", (unsigned long long)row->running, separator,
			row->has_value ? 100 * row->share : 100.0, separator);
		if (related(rows, row, &number, &unit))
			printf("%.3f%s%s\n", number, separator, unit);
		else
			printf("%s\n", separator);
	}
}

/* ---- objects ---- */

static void json_value(bool *first, const char *key, double value)
{
	json_key(first, key);
	if (isfinite(value))
		json_double(value);
	else
		fputs("null", stdout);
}

static void json_time(bool *first)
{
	struct timespec now;
	struct tm utc;
	char text[64], whole[96];

	clock_gettime(CLOCK_REALTIME, &now);
	gmtime_r(&now.tv_sec, &utc);
	strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &utc);
	snprintf(whole, sizeof whole, "%s.%06ldZ", text, now.tv_nsec / 1000);
	json_text(first, "time", whole);
}

static void json_place(bool *first, const struct row_place *place)
{
	const struct {
		const char *key;
		int number;
	} parts[] = { { "cpu", place->cpu }, { "core", place->core }, { "die", place->die },
		{ "socket", place->socket }, { "node", place->node },
		{ "thread", place->thread ? place->thread : -1 } };

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		if (parts[i].number >= 0)
			json_number(first, parts[i].key, parts[i].number);
	if (place->cgroup)
		json_text(first, "cgroup", place->cgroup);
}

void print_objects(const struct rows *rows)
{
	for (int i = 0; i < rows->count; i++) {
		const struct row *row = &rows->list[i];
		const char *device = row->place.device ? row->place.device : row->device;
		bool first = true;

		putchar('{');
		json_number(&first, "schema", 2);
		json_text(&first, "kind", row->is_metric ? "metric" : "event");
		json_text(&first, "requested", row->name);
		if (row->left_kernel) {
			char name[512];

			snprintf(name, sizeof name, "%s:u", row->name);
			json_text(&first, "name", name);
		} else {
			json_text(&first, "name", row->name);
		}
		if (!row->is_metric)
			json_text(&first, "string", row->string);
		json_text(&first, "pmu", row->pmu);
		json_value(&first, "value", row->has_value ? row->value : NAN);
		json_text(&first, "unit", row->unit);
		if (!row->is_metric) {
			json_number(&first, "enabled_ns", (long long)row->enabled);
			json_number(&first, "running_ns", (long long)row->running);
		}
		json_value(&first, "share", row->share);
		json_text(&first, "reason", row->code);
		if (row->is_metric && row->over >= 0)
			json_bool(&first, "over", row->over);
		if (device)
			json_text(&first, "device", device);
		json_place(&first, &row->place);
		if (row->run)
			json_number(&first, "run", row->run);
		json_time(&first);
		json_value(&first, "elapsed", rows->elapsed);
		if (rows->is_interval)
			json_value(&first, "interval", rows->elapsed);
		puts("}");
	}
}

void print_run_object(const struct rows *rows)
{
	struct utsname machine;
	pfm_cpu_t cpu = { .size = sizeof cpu };
	bool first = true;

	putchar('{');
	json_number(&first, "schema", 2);
	json_text(&first, "kind", "run");
	json_key(&first, "command");
	if (rows->command) {
		for (int i = 0; rows->command[i]; i++) {
			putchar(i ? ',' : '[');
			json_string(rows->command[i]);
		}
		putchar(']');
	} else {
		fputs("null", stdout);
	}
	json_number(&first, "status", rows->status);
	json_value(&first, "elapsed", rows->elapsed);
	json_value(&first, "user", rows->user >= 0 ? rows->user : NAN);
	json_value(&first, "system", rows->system >= 0 ? rows->system : NAN);
	if (!uname(&machine)) {
		json_text(&first, "host", machine.nodename);
		json_text(&first, "kernel", machine.release);
	}
	if (!pfm_get_cpu(&cpu) && cpu.vendor) {
		char identity[64];

		snprintf(identity, sizeof identity, "%s-%u-%X-%u", cpu.vendor, cpu.family, cpu.model, cpu.stepping);
		json_text(&first, "cpu_model", identity);
	}
	json_text(&first, "version", PFMKIT_VERSION);
	json_time(&first);
	puts("}");
}
