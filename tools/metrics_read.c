/*
 * Counts from a file. perf stat writes what it counts in many ways: for people, with a separator (-x) or as objects
 * (-j), with times (-I), CPUs or sockets in front, boxes one by one or added up. What stands in a line is told by its
 * form: a count, a unit, a name.
 */
#define _GNU_SOURCE
#include "metrics_read.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../src/tables/clean.h"
#include "metrics_objects.h"
#include "metrics_plain.h"

/* ---- perf stat -x ---- */

enum { MAX_FIELDS = 24 };

/* Cuts a line at a separator, but for those between the slashes of an event. */
static int cut_line(char *line, char separator, char **fields)
{
	bool in_device = false;
	int count = 1;

	fields[0] = line;
	for (char *at = line; *at && count < MAX_FIELDS; at++) {
		if (*at == '/')
			in_device = !in_device;
		if (*at == separator && !in_device) {
			*at = '\0';
			fields[count++] = at + 1;
		}
	}
	for (int i = 0; i < count; i++)
		fields[i] = trimmed(fields[i]);
	return count;
}

static bool is_count(const char *text)
{
	double number;

	return is_uncounted(text) || read_decimal(text, &number);
}

/* Where count, unit and name stand one behind the other; -1: nowhere. */
static int find_count(char **fields, int count)
{
	for (int i = 0; i + 2 < count; i++)
		if (is_count(fields[i]) && !is_count(fields[i + 1]) && *fields[i + 2] && !is_count(fields[i + 2]))
			return i;
	return -1;
}

/* With -I a time stands first, then, or else first, what is counted: CPU3, or S0 and how many CPUs. */
static bool take_fields(struct given_values *values, char **fields, int count)
{
	struct given_value value = { .share = 1, .is_of_perf = true, .time = -1 };
	int at = find_count(fields, count), first = 0, runtime;
	char place[128] = "";

	if (at < 0)
		return true; /* a metric that perf has computed: no count */
	if (at > 0 && read_count(fields[0], &value.time)) {
		values->has_times = true;
		first = 1;
	}
	for (int i = first; i < at; i++)
		snprintf(place + strlen(place), sizeof place - strlen(place), "%.60s ", fields[i]);
	value.is_counted = !is_uncounted(fields[at]);
	if (value.is_counted)
		read_decimal(fields[at], &value.value);
	snprintf(value.unit, sizeof value.unit, "%s", fields[at + 1]);
	/* with -r a variance stands before the time for which it was counted, and the share of that */
	runtime = at + 3 + (at + 3 < count && strchr(fields[at + 3], '%'));
	if (runtime + 1 < count && read_decimal(fields[runtime + 1], &value.share))
		value.share /= 100;
	return add_value(values, &value, fields[at + 2], place);
}

/* ---- NAME VALUE ---- */

static bool is_value_of_pair(const char *text, double *number)
{
	return read_count(text, number) || (strchr(text, ',') && read_grouped(text, true, number));
}

/* "NAME VALUE", also with = or : between them. */
static bool take_pair(struct given_values *values, char *line)
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
	return add_value(values, &value, line, "");
}

/* The blank of "<not counted>" separates nothing. */
static void join_uncounted(char *line)
{
	for (char *at = strstr(line, "<not "); at; at = strstr(at, "<not "))
		at[4] = '_';
}

/* Names have colons, too: what follows a name is a number. */
static int join_name(char **fields, int count)
{
	int at = find_count(fields, count);
	double number;

	while (at >= 0 && at + 4 < count && !read_count(fields[at + 3], &number)) {
		fields[at + 3][-1] = ':';
		memmove(&fields[at + 3], &fields[at + 4], (size_t)(count - at - 4) * sizeof *fields);
		count--;
	}
	return count;
}

/* With : or a blank for a separator only all fields of perf together tell a line from NAME VALUE. 0: it is none. */
static int cut_unlike_pair(char *line, char separator, char **fields)
{
	double number;
	int count, at;

	if (separator == ' ')
		join_uncounted(line);
	count = cut_line(line, separator, fields);
	if (separator == ':')
		count = join_name(fields, count);
	at = find_count(fields, count);
	return at >= 0 && at + 4 < count && read_decimal(fields[at + 3], &number) &&
			read_decimal(fields[at + 4], &number)
		? count
		: 0;
}

/* Where perf has a metric of its own for a count: none of count, unit and name. */
static bool has_metric_only(char **fields, int count)
{
	int empty = 0;

	for (int i = 0; i < count && empty < 3; i++)
		empty = *fields[i] ? 0 : empty + 1;
	return empty == 3;
}

/* In front of a count stands, behind a time, what is counted, and how many CPUs that is. A time has a point. */
static bool is_behind_place(char **fields, int at)
{
	int first = at > 0 && strchr(fields[0], '.') && is_count(fields[0]);

	return at - first <= 2 && (at == first || !is_count(fields[first]));
}

/* A comma may be the user's point: then it does not separate, or what it separates cannot be told apart. */
static int cut_at_commas(char *copy, char **fields)
{
	int count = cut_line(copy, ',', fields), at = find_count(fields, count);

	return count > 2 && (at < 0 ? has_metric_only(fields, count) : is_behind_place(fields, at)) ? count : 0;
}

/* The same with a separator that numbers never have. */
static int cut_at_separator(char *copy, char separator, char **fields)
{
	int count;

	if (strchr(": ", separator))
		return cut_unlike_pair(copy, separator, fields);
	count = cut_line(copy, separator, fields);
	return count > 2 && (find_count(fields, count) >= 0 || has_metric_only(fields, count)) ? count : 0;
}

/* The fields of a copy of a line that perf stat -x wrote; 0: it is none. */
static int cut_separated(const char *line, char *copy, char **fields)
{
	int count = 0;

	for (const char *separator = ";\t|: "; *separator && !count; separator++) {
		strcpy(copy, line);
		count = cut_at_separator(copy, *separator, fields);
	}
	if (count)
		return count;
	strcpy(copy, line);
	return cut_at_commas(copy, fields);
}

/* Whether a line is one that perf stat -x wrote; *good: it was kept, or is no count. */
static bool take_separated(struct given_values *values, const char *line, bool *good)
{
	char *copy = malloc(strlen(line) + 1), *fields[MAX_FIELDS];
	int count = copy ? cut_separated(line, copy, fields) : 0;

	*good = copy || !is_lacking(PFM_ERR_NOMEM);
	if (count)
		*good = take_fields(values, fields, count);
	free(copy);
	return count || !*good;
}

static bool take_line(struct given_values *values, char *line)
{
	bool good;

	if (!*line || *line == '#')
		return true;
	if (take_plain(values, line, &good))
		return good;
	return take_separated(values, line, &good) ? good : take_pair(values, line);
}

/* ---- objects, in lines of their own or several ---- */

/* How many braces are open behind a text that begins outside of quotes. */
static int open_braces(const char *text)
{
	bool quoted = false;
	int open = 0;

	for (; *text; text++) {
		if (quoted && *text == '\\' && text[1])
			text++;
		else if (*text == '"')
			quoted = !quoted;
		else if (!quoted)
			open += (*text == '{') - (*text == '}');
	}
	return open;
}

/* Objects may stand in an array. */
static char *without_brackets(char *line)
{
	char *end;

	line += strspn(line, "[, \t");
	end = line + strlen(line);
	while (end > line && strchr("], \t", end[-1]))
		*--end = '\0';
	return line;
}

/* What a reader knows of a file. */
struct value_reader {
	struct given_values *values;
	char *object;           /* one whose end has not been seen; NULL: none */
	bool in_heading;        /* whose end has not been seen */
};

/* Adds a line to the object that has begun; false: no memory. */
static bool join_object(struct value_reader *reader, const char *line)
{
	char *joined;

	if (asprintf(&joined, "%s %s", reader->object ? reader->object : "", line) < 0)
		return !is_lacking(PFM_ERR_NOMEM);
	free(reader->object);
	reader->object = joined;
	return true;
}

static bool take_joined(struct value_reader *reader)
{
	bool good = true;
	char *at = reader->object, *next;

	for (; good && at && (at = strchr(at, '{')); at = next) {
		next = strstr(at, "},");
		next = next ? next + 1 : at + strlen(at);
		if (*next)
			*next++ = '\0';
		good = take_object(reader->values, at);
	}
	free(reader->object);
	reader->object = NULL;
	return good;
}

/* Whether a line would be one with commas between fields, if they were not in numbers, too. Cuts it. */
static bool has_two_meanings(char *line)
{
	char *fields[MAX_FIELDS];

	return find_count(fields, cut_line(line, ',', fields)) >= 0;
}

static bool read_line(struct value_reader *reader, char *line)
{
	line = trimmed(line);
	if (reader->in_heading || begins_heading(line)) {
		reader->in_heading = !ends_heading(line);
		return true;
	}
	if (reader->object || *line == '{' || (*line == '[' && line[1 + strspn(line + 1, " \t")] == '{')) {
		if (!join_object(reader, reader->object ? line : without_brackets(line)) || !reader->object)
			return false;
		return open_braces(reader->object) > 0 || take_joined(reader);
	}
	if (!line[strspn(line, "[], \t")] || take_line(reader->values, line))
		return true;
	complain("neither a line of perf stat -x or -j nor NAME VALUE: %s", clean(line));
	fputs("  expected: what perf stat prints, or writes with -x or -j, or the name of an event and its count\n",
	      stderr);
	if (has_two_meanings(line))
		fputs("  a comma cannot be both separator and decimal point: perf stat -x\\; has no such doubt\n",
		      stderr);
	return false;
}

static bool read_lines(FILE *in, const char *file, struct value_reader *reader)
{
	static const char mark[] = "\xef\xbb\xbf";
	bool good = true;
	char *line = NULL;
	size_t size = 0;
	int number = 0;

	while (good && getline(&line, &size, in) > 0) {
		bool marked = !number && !strncmp(line, mark, strlen(mark));

		tool_reads((struct input_line){ file, ++number });
		good = read_line(reader, marked ? line + strlen(mark) : line);
	}
	if (good && reader->object) {
		complain("an object that does not end: %s", clean(reader->object));
		good = false;
	}
	if (good && reader->in_heading) {
		complain("a command that does not end: no line ends in ':");
		good = false;
	}
	tool_reads((struct input_line){ NULL, 0 });
	free(line);
	return good;
}

bool read_values(const char *file, struct given_values *values)
{
	struct value_reader reader = { .values = values };
	FILE *in = strcmp(file, "-") ? fopen(file, "re") : stdin;
	bool good;

	if (!in) {
		complain("%s: %s", file, strerror(errno));
		return false;
	}
	good = read_lines(in, file, &reader);
	if (good && ferror(in)) {
		complain("%s: %s", file, strerror(errno));
		good = false;
	}
	if (good && !values->count)
		complain("%s: there is no count in it", file);
	free(reader.object);
	if (in != stdin)
		fclose(in);
	/* NOLINTNEXTLINE(clang-analyzer-unix.Stream): standard input stays open */
	return good;
}
