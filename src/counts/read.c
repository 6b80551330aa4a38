/*
 * Reads counts from text. perf stat has many formats: for people, with a separator (-x) or objects (-j), with times
 * (-I), CPUs or sockets in front, per box or added up. A line is recognised by its form: a count, a unit, a name. Other
 * lines, written by perf or by the program, are skipped and counted.
 */
#define _GNU_SOURCE
#include "counts/read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "counts/objects.h"
#include "counts/plain.h"
#include "counts/separated.h"

/* State of reading a file. */
struct value_reader {
	struct given_values *values;
	char *object;        /* text of an unfinished object */
	size_t length, room; /* of object; length 0: there is none */
	int braces;          /* number of open braces in object */
	bool in_heading;     /* the end of a heading was not seen yet */
	bool is_simpleperf;  /* the last heading was written by simpleperf */
	bool has_start;      /* "# started on" was seen: perf wrote the file, so it has no output of a program */
	int line;            /* number of the current line */
	int lines_with_counts;
	struct count_report *report;
};

/* ---- NAME VALUE ---- */

static bool is_value_of_pair(const char *text, double *number)
{
	return read_count(text, number) || (strchr(text, ',') && read_grouped(text, true, number));
}

/* Takes "NAME VALUE", also with = or : between them. */
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
	*good = keep_count(values, &value, line, "");
	return true;
}

/* ---- lines that are passed over ---- */

/* Counts lines that are passed over, and keeps the problem with the first one. */
static void pass_over(struct value_reader *reader, int lines, const char *problem, const char *text)
{
	struct count_report *report = reader->report;

	if (!report->passed && lines) {
		report->first_passed = reader->line;
		snprintf(report->problem, sizeof report->problem, "%s%s%s", problem, *problem && *text ? ": " : "",
			text);
	}
	report->passed += lines;
}

/* ---- headings ---- */

/* Takes a heading. What stands before the first one is the program's, and what perf says before it counts. */
static void take_heading(struct value_reader *reader, const char *line)
{
	struct given_values *values = reader->values;

	/* with times, the lines before are perf's as well */
	if (!reader->report->has_heading && !reader->has_start && !values->has_times) {
		pass_over(reader, reader->lines_with_counts, "before the heading", "");
		drop_values(values);
	}
	if (values->is_system_wide < 0)
		values->is_system_wide = heading_is_system_wide(line);
	reader->report->has_heading = true;
	reader->is_simpleperf = begins_simpleperf(line);
	/* behind intervals a heading is that of their sum, not of a new run */
	if (values->count && values->list[values->count - 1].time < 0)
		begin_run(values);
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
			return false;
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
static void drop_object(struct value_reader *reader, const char *problem, const char *text)
{
	reader->report->has_wrong_count = true;
	pass_over(reader, 1, problem, text);
	reader->length = 0;
}

static void drop_endless(struct value_reader *reader)
{
	drop_object(reader, "an object that does not end", reader->object);
}

/* Returns whether a line that begins with a brace cannot go on with the object so far: its end is missing. */
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
		drop_object(reader, problem, "");
	free(problem);
	reader->length = 0;
	return good;
}

/* Returns whether a line begins with an object, which may stand in an array. */
static bool begins_object(const char *line)
{
	return *line == '{' || (*line == '[' && line[1 + strspn(line + 1, " \t")] == '{');
}

static bool take_object_line(struct value_reader *reader, const char *line)
{
	if (reader->length && begins_another(reader, line))
		drop_endless(reader);
	if (!reader->length)
		reader->braces = 0;
	if (!join_object(reader, line))
		return false;
	if (follow_braces(line, &reader->braces)) {
		drop_endless(reader);
		return true;
	}
	return reader->braces > 0 || end_object(reader);
}

/* ---- lines ---- */

static bool is_start(const char *line)
{
	return !strncmp(line, "# started on ", strlen("# started on "));
}

/* Returns whether a line has a known form. */
static bool take_form(struct value_reader *reader, char *line, bool *good)
{
	struct given_values *values = reader->values;

	if (reader->is_simpleperf)
		return take_simpleperf(values, line, good);
	return take_plain_line(values, line, good) || take_separated(values, line, good) ||
		take_separated_by_text(values, line, good) ||
		(!reader->report->has_heading && take_pair(values, line, good));
}

/* Reads a line of one count. */
static bool take_line(struct value_reader *reader, char *line)
{
	struct count_report *report = reader->report;
	bool good = true;

	if (take_form(reader, line, &good))
		return good;
	pass_over(reader, 1, "neither a line of perf stat -x or -j nor NAME VALUE", line);
	report->is_unknown |= report->passed == 1;
	if (!report->has_heading && has_two_meanings(line)) {
		report->has_wrong_count = true;
		report->is_unclear |= report->passed == 1;
	}
	return good;
}

static bool read_text_line(struct value_reader *reader, char *line)
{
	int count = reader->values->count;
	bool good;

	line = trim_text(line);
	if (!reader->in_heading && begins_heading(line))
		take_heading(reader, line);
	if (reader->in_heading || begins_heading(line)) {
		reader->in_heading = !ends_heading(line);
		return true;
	}
	if (reader->length || begins_object(line))
		return take_object_line(reader, line);
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

static bool read_lines(char *text, struct value_reader *reader)
{
	static const char mark[] = "\xef\xbb\xbf";
	bool good = true;
	char *next;

	if (!strncmp(text, mark, strlen(mark)))
		text += strlen(mark);
	for (; good && *text; text = next) {
		next = text + strcspn(text, "\n");
		if (*next)
			*next++ = '\0';
		reader->values->line = ++reader->line;
		good = read_text_line(reader, text);
	}
	reader->report->is_endless = good && reader->in_heading;
	if (good && reader->length)
		drop_endless(reader);
	return good;
}

bool read_counts(const char *text, size_t length, struct given_values *values, struct count_report *report)
{
	struct value_reader reader = { .values = values, .report = report };
	char *copy = malloc(length + 1);
	bool good;

	*report = (struct count_report){ .passed = 0 };
	values->is_system_wide = -1;
	if (!copy)
		return false;
	for (size_t i = 0; i < length; i++)
		copy[i] = text[i] ? text[i] : ' '; /* so that a NUL does not end the text */
	copy[length] = '\0';
	good = read_lines(copy, &reader);
	report->lines = reader.line;
	free(reader.object);
	free(copy);
	return good;
}
