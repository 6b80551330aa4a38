/* A file is read as a whole, since its end may tell how to read its beginning. */
#define _GNU_SOURCE
#include "load.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/tool.h"
#include "counts/read.h"
#include "stat/metrics.h"
#include "tables/clean.h"

/* Returns what a stream has, to be freed; NULL: no memory, or an error, which has been said. */
static char *read_stream(FILE *in, const char *file, size_t *length)
{
	size_t room = 0, read;
	char *text = NULL;

	*length = 0;
	do {
		if (room - *length < 2) {
			char *larger = realloc(text, room = 2 * room + 65536);

			if (!larger) {
				is_lacking(PFM_ERR_NOMEM);
				free(text);
				return NULL;
			}
			text = larger;
		}
		read = fread(text + *length, 1, room - *length, in);
		*length += read;
	} while (read);
	if (!ferror(in))
		return text;
	complain("%s: %s", file, strerror(errno));
	free(text);
	return NULL;
}

/* Says what was passed over: with a heading of perf's in the file only how much. */
static void say_passed(const struct count_report *report, const char *file)
{
	if (!report->passed)
		return;
	if (report->has_heading) {
		complain("%s: passed over %d line%s that are none of perf's counts; the first is line %d", file,
			report->passed, report->passed == 1 ? "" : "s", report->first_passed);
		return;
	}
	tool_reads((struct input_line){ file, report->first_passed });
	complain("%s", clean(report->problem));
	tool_reads((struct input_line){ NULL, 0 });
	if (report->is_unknown)
		fputs("  expected: what perf stat prints, or writes with -x or -j, or the name of an event and its "
		      "count\n",
			stderr);
	if (strstr(report->problem, ": no count: "))
		fputs("  expected: a number, perhaps with a fraction, or <not counted>, as perf stat -j writes\n",
			stderr);
	if (report->is_unclear)
		fputs("  a comma cannot be both separator and decimal point: perf stat -x\\; has no such doubt\n",
			stderr);
	fprintf(stderr, "  passed over: %d line%s\n", report->passed, report->passed == 1 ? "" : "s");
}

static void say_what_is_below_0(const struct given_values *values, const char *file)
{
	for (int i = 0; i < values->count; i++) {
		const struct given_value *value = &values->list[i];

		if (!value->is_counted || value->value >= 0)
			continue;
		tool_reads((struct input_line){ file, value->line });
		complain("%s: a count below 0", clean(values->typed[value->name]));
	}
	tool_reads((struct input_line){ NULL, 0 });
}

static bool is_event_here(const char *name)
{
	return is_name_of_event(NULL, name);
}

static bool take_text(const char *text, size_t length, const char *file, struct given_values *values, bool *complete)
{
	struct count_report report;

	values->is_event = is_event_here;
	if (!read_counts(text, length, values, &report))
		return !is_lacking(PFM_ERR_NOMEM);
	*complete = !report.has_wrong_count;
	say_what_is_below_0(values, file);
	if (report.is_endless) {
		tool_reads((struct input_line){ file, report.lines });
		complain("a command that does not end: no line ends in ':");
		tool_reads((struct input_line){ NULL, 0 });
		return false;
	}
	say_passed(&report, file);
	if (!values->count)
		complain("%s: there is no count in it", file);
	return values->count || !report.passed;
}

bool read_values(const char *file, struct given_values *values, bool *complete)
{
	FILE *in = strcmp(file, "-") ? fopen(file, "re") : stdin;
	size_t length;
	char *text;
	bool good;

	*complete = true;
	values->is_system_wide = -1;
	if (!in) {
		complain("%s: %s", file, strerror(errno));
		return false;
	}
	text = read_stream(in, file, &length);
	good = text && take_text(text, length, file, values, complete);
	free(text);
	if (in != stdin)
		fclose(in);
	/* NOLINTNEXTLINE(clang-analyzer-unix.Stream): standard input stays open */
	return good;
}
