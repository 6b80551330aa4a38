/*
 * Counts from a file. perf stat writes what it counts in many ways: for people, with a separator (-x) or as objects
 * (-j), with times (-I), CPUs or sockets in front, boxes one by one or added up. What stands in a line is told by its
 * form: a count, a unit, a name. Lines of no such form, which perf or the program wrote, are passed over and counted.
 */
#define _GNU_SOURCE
#include "read.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tables/clean.h"
#include "objects.h"
#include "plain.h"
#include "separated.h"

/* What a reader knows of a file. */
struct value_reader {
	struct given_values *values;
	char *object;         /* one whose end has not been seen */
	size_t length, room;  /* of it; length 0: there is none */
	int braces;           /* open at its end */
	bool in_heading;      /* whose end has not been seen */
	bool has_heading;     /* of perf stat, or of simpleperf */
	bool is_simpleperf;   /* the last heading was simpleperf's */
	bool has_start;       /* "# started on": perf wrote the file itself, so that no program's output is in it */
	bool has_wrong_count; /* a line was passed over that looks like a count */
	int line;             /* that is being read */
	int lines_with_counts, passed, first_passed;
	char *problem;   /* with the first line passed over */
	bool is_unknown; /* it is of no known form */
	bool is_unclear; /* it has commas of two meanings */
};

/* ---- NAME VALUE ---- */

static bool is_value_of_pair(const char *text, double *number)
{
	return read_count(text, number) || (strchr(text, ',') && read_grouped(text, true, number));
}

/* "NAME VALUE", also with = or : between them. */
static bool take_pair(struct given_values *values, char *line, bool *good)
{
	struct given_value value = { .share = 1, .time = -1 };
	char *at = strstr(line, " <not "), *end;

	at = at ? at + 1 : line + strlen(line);
	while (at > line && !strchr(" \t=", at[-1]))
		at--;
	value.is_counted = !is_uncounted(at);
	if (at == line || (value.is_counted && !is_value_of_pair(at, &value.value)))
		return false;
	for (end = at; end > line && strchr(" \t=:", end[-1]); end--)
		;
	if (end == line)
		return false;
	*end = '\0';
	value.has_fraction = strchr(at, '.');
	*good = add_value(values, &value, line, "");
	return true;
}

/* ---- lines that are passed over ---- */

/* Counts lines that are passed over, and keeps the problem with the first one, which is freed. False: no memory. */
static bool pass_over(struct value_reader *reader, int lines, char *problem)
{
	if (reader->passed || !lines) {
		free(problem);
	} else {
		reader->first_passed = reader->line;
		reader->problem = problem;
	}
	reader->passed += lines;
	return !reader->passed || reader->problem || !is_lacking(PFM_ERR_NOMEM);
}

/* Returns a problem with a text, to be freed; NULL: no memory. */
static char *problem_with(const char *problem, const char *text)
{
	char *message;

	return asprintf(&message, "%s: %s", problem, text) < 0 ? NULL : message;
}

/* Says what was passed over: with a heading of perf's in the file only how much. */
static void say_passed(struct value_reader *reader, const char *file)
{
	if (!reader->passed)
		return;
	if (reader->has_heading) {
		complain(
			"%s: passed over %d line%s that are none of perf's counts; the first is line %d",
			file, reader->passed, reader->passed == 1 ? "" : "s", reader->first_passed);
		return;
	}
	tool_reads((struct input_line){ file, reader->first_passed });
	complain("%s", clean(reader->problem));
	tool_reads((struct input_line){ NULL, 0 });
	if (reader->is_unknown)
		fputs("  expected: what perf stat prints, or writes with -x or -j, or the name of an event and its "
		      "count\n",
			stderr);
	if (strstr(reader->problem, ": no count: "))
		fputs("  expected: a number, perhaps with a fraction, or <not counted>, as perf stat -j writes\n",
		      stderr);
	if (reader->is_unclear)
		fputs("  a comma cannot be both separator and decimal point: perf stat -x\\; has no such doubt\n",
			stderr);
	fprintf(stderr, "  passed over: %d line%s\n", reader->passed, reader->passed == 1 ? "" : "s");
}

/* ---- headings ---- */

/* What stands before the heading of the first run is the program's, and what perf says before it counts. */
static bool take_heading(struct value_reader *reader, const char *line)
{
	struct given_values *values = reader->values;
	bool good = true;

	/* lines of intervals are perf's */
	if (!reader->has_heading && !reader->has_start && !values->has_times) {
		good = pass_over(reader, reader->lines_with_counts, problem_with("before the heading", ""));
		drop_values(values);
	}
	if (values->is_system_wide < 0)
		values->is_system_wide = heading_is_system_wide(line);
	reader->has_heading = true;
	reader->is_simpleperf = begins_simpleperf(line);
	/* behind intervals it is that of their sum */
	if (values->count && values->list[values->count - 1].time < 0)
		begin_run(values);
	return good;
}

/* ---- objects, in lines of their own or several ---- */

/* Follows the braces and quotes of a line. Returns whether it ends within quotes, which no object does. */
static bool follow_braces(const char *text, int *open)
{
	bool quoted = false;

	for (; *text; text++) {
		if (quoted && *text == '\\' && text[1])
			text++;
		else if (*text == '"')
			quoted = !quoted;
		else if (!quoted)
			*open += (*text == '{') - (*text == '}');
	}
	return quoted;
}

/* Adds a line to the object that has begun; false: no memory. */
static bool join_object(struct value_reader *reader, const char *line)
{
	size_t length = strlen(line);

	if (reader->room < reader->length + length + 2) {
		size_t room = 2 * (reader->length + length + 2);
		char *object = realloc(reader->object, room);

		if (!object)
			return !is_lacking(PFM_ERR_NOMEM);
		reader->object = object;
		reader->room = room;
	}
	if (reader->length)
		reader->object[reader->length++] = ' ';
	memcpy(reader->object + reader->length, line, length + 1);
	reader->length += length;
	return true;
}

/* Passes over the object that has begun. */
static bool drop_object(struct value_reader *reader, char *problem)
{
	reader->has_wrong_count = true;
	reader->length = 0;
	return pass_over(reader, 1, problem);
}

static bool drop_endless(struct value_reader *reader)
{
	return drop_object(reader, problem_with("an object that does not end", reader->object));
}

/* Whether a line that begins with a brace cannot go on with the object so far: its end is missing. */
static bool begins_another(const struct value_reader *reader, const char *line)
{
	size_t length = reader->length;

	if (*line != '{')
		return false;
	while (length && strchr(" \t", reader->object[length - 1]))
		length--;
	return length && !strchr(":[,", reader->object[length - 1]);
}

static bool end_object(struct value_reader *reader)
{
	char *problem = NULL;
	bool good = take_objects(reader->values, reader->object, &problem);

	if (good && problem)
		return drop_object(reader, problem);
	reader->length = 0;
	return good;
}

/* Whether a line begins with an object, which may stand in an array. */
static bool begins_object(const char *line)
{
	return *line == '{' || (*line == '[' && line[1 + strspn(line + 1, " \t")] == '{');
}

static bool read_object(struct value_reader *reader, const char *line)
{
	bool good = true, broken;

	if (reader->length && begins_another(reader, line))
		good = drop_endless(reader);
	if (!reader->length)
		reader->braces = 0;
	good = good && join_object(reader, line);
	broken = follow_braces(line, &reader->braces);
	if (!good)
		return false;
	if (broken)
		return drop_endless(reader);
	return reader->braces > 0 || end_object(reader);
}

/* ---- lines ---- */

static bool is_start(const char *line)
{
	return !strncmp(line, "# started on ", strlen("# started on "));
}

/* Whether a line has a known form. */
static bool take_form(struct value_reader *reader, char *line, bool *good)
{
	struct given_values *values = reader->values;

	if (reader->is_simpleperf)
		return take_simpleperf(values, line, good);
	return take_plain(values, line, good) || take_separated(values, line, good) ||
		take_separated_by_text(values, line, good) || (!reader->has_heading && take_pair(values, line, good));
}

/* Reads a line of one count. */
static bool take_line(struct value_reader *reader, char *line)
{
	bool good = true;

	if (take_form(reader, line, &good))
		return good;
	good = pass_over(reader, 1, problem_with("neither a line of perf stat -x or -j nor NAME VALUE", line));
	reader->is_unknown |= reader->passed == 1;
	if (!reader->has_heading && has_two_meanings(line)) {
		reader->has_wrong_count = true;
		reader->is_unclear |= reader->passed == 1;
	}
	return good;
}

static bool read_line(struct value_reader *reader, char *line)
{
	int count = reader->values->count;
	bool good;

	line = trimmed(line);
	if (!reader->in_heading && begins_heading(line) && !take_heading(reader, line))
		return false;
	if (reader->in_heading || begins_heading(line)) {
		reader->in_heading = !ends_heading(line);
		return true;
	}
	if (reader->length || begins_object(line))
		return read_object(reader, line);
	if (is_start(line)) {
		begin_run(reader->values);
		reader->has_start = true;
	}
	if (*line == '#' || !line[strspn(line, "[], \t")])
		return true;
	good = take_line(reader, line);
	reader->lines_with_counts += reader->values->count > count;
	return good;
}

/* What has not ended at the end of the file. */
static bool end_reading(struct value_reader *reader)
{
	if (reader->in_heading) {
		complain("a command that does not end: no line ends in ':");
		return false;
	}
	return !reader->length || drop_endless(reader);
}

static bool read_lines(FILE *in, const char *file, struct value_reader *reader)
{
	static const char mark[] = "\xef\xbb\xbf";
	bool good = true;
	char *line = NULL;
	size_t size = 0;

	while (good && tool_line(&line, &size, in)) {
		bool marked = !reader->line && !strncmp(line, mark, strlen(mark));

		tool_reads((struct input_line){ file, ++reader->line });
		good = read_line(reader, marked ? line + strlen(mark) : line);
	}
	good = good && (feof(in) || ferror(in)) && end_reading(reader);
	tool_reads((struct input_line){ NULL, 0 });
	free(line);
	return good;
}

bool read_values(const char *file, struct given_values *values, bool *complete)
{
	struct value_reader reader = { .values = values };
	FILE *in = strcmp(file, "-") ? fopen(file, "re") : stdin;
	bool good;

	values->is_system_wide = -1;
	if (!in) {
		complain("%s: %s", file, strerror(errno));
		return false;
	}
	good = read_lines(in, file, &reader);
	if (good && ferror(in)) {
		complain("%s: %s", file, strerror(errno));
		good = false;
	}
	if (good)
		say_passed(&reader, file);
	if (good && !values->count)
		complain("%s: there is no count in it", file);
	good &= values->count || !reader.passed;
	*complete = !reader.has_wrong_count;
	free(reader.object);
	free(reader.problem);
	if (in != stdin)
		fclose(in);
	/* NOLINTNEXTLINE(clang-analyzer-unix.Stream): standard input stays open */
	return good;
}
