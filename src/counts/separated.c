/*
 * Reads the lines of perf stat -x: a count, a unit, a name, perhaps a cgroup, with -r a variance, then the time for
 * which it was counted and the share of that. Perf before 3.14 had no unit. A time (-I) and a place with its number of
 * CPUs may come first. The separator can be any text.
 */
#define _GNU_SOURCE
#include "counts/separated.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_CUT = 24 };

/* Returns how long "/TERM,TERM/" is; 0: the slash is one of a cgroup, a thread or a unit. Terms begin with letters. */
static size_t terms_at(const char *slash)
{
	const char *at = slash;

	do {
		at++;
		if (!isalpha((unsigned char)*at) && *at != '_')
			return 0;
		at += strcspn(at, ",/");
	} while (*at == ',');
	return *at ? (size_t)(at - slash) : 0;
}

/* Cuts a line at a separator; at commas not between the slashes of an event. */
static int cut_line(char *line, const char *separator, char **fields)
{
	size_t length = strlen(separator);
	int count = 1;

	fields[0] = line;
	for (char *at = line; *at && count < MAX_CUT; at++) {
		if (*at == '/' && *separator == ',' && at > line && isalnum((unsigned char)at[-1]))
			at += terms_at(at);
		if (strncmp(at, separator, length))
			continue;
		*at = '\0';
		fields[count++] = at + length;
		at += length - 1;
	}
	for (int i = 0; i < count; i++)
		fields[i] = trim_text(fields[i]);
	return count;
}

static bool is_count(const char *text)
{
	double number;

	return is_uncounted(text) || read_decimal(text, &number);
}

/* Reads "0.98%" and simpleperf's "(100%)". */
static bool is_percentage(const char *text, double *number)
{
	char plain[64];
	size_t length;

	text += *text == '(';
	length = strcspn(text, "%");
	if (!text[length] || length >= sizeof plain)
		return false;
	snprintf(plain, sizeof plain, "%.*s", (int)length, text);
	return !text[length + 1 + strspn(text + length + 1, ")")] && read_decimal(plain, number);
}

/* Returns where count, unit and name stand one behind the other; -1: nowhere. */
static int find_with_unit(char **fields, int count)
{
	double share;

	for (int i = 0; i + 2 < count; i++)
		if (is_count(fields[i]) && !is_count(fields[i + 1]) && *fields[i + 2] && !is_count(fields[i + 2]) &&
			!is_percentage(fields[i + 2], &share))
			return i;
	return -1;
}

/* Returns whether a text can be a name where there is no unit. */
static bool is_plain_name(const char *text)
{
	return *text && !isdigit((unsigned char)*text) && !strpbrk(text, " \t") && !is_count(text) && !is_unit(text);
}

/* Returns where count and name stand one behind the other, and behind them a share of noise at most; -1: nowhere. */
static int find_without_unit(char **fields, int count)
{
	double share;

	for (int i = 0; i + 1 < count; i++)
		if (is_count(fields[i]) && is_plain_name(fields[i + 1]))
			return i + 2 == count || is_percentage(fields[i + 2], &share) || is_count(fields[i + 2]) ? i
														 : -1;
	return -1;
}

/* Returns whether perf has a metric of its own instead of a count: none of count, unit and name. */
static bool has_metric_only(char **fields, int count)
{
	int empty = 0;

	for (int i = 0; i < count && empty < 3; i++)
		empty = *fields[i] ? 0 : empty + 1;
	return empty == 3;
}

/* The positions of a count's fields. */
struct place_of_fields {
	int count, name; /* indexes of fields; count -1: there is no count */
	const char *unit;
};

static struct place_of_fields find_count(char **fields, int count)
{
	int at = find_with_unit(fields, count);

	if (at >= 0)
		return (struct place_of_fields){ at, at + 2, fields[at + 1] };
	at = has_metric_only(fields, count) ? -1 : find_without_unit(fields, count);
	return (struct place_of_fields){ at, at + 1, "" };
}

/* Takes the time and the place in front of a count. */
static void take_front(char **fields, int end, double *time, char *place, size_t size)
{
	double cpus;
	int first = end > 0 && read_decimal(fields[0], time);

	for (int i = first; i < end; i++)
		if (i == first || !read_count(fields[i], &cpus))
			add_to_place(place, size, fields[i]);
}

/* Takes the cgroup and the share of the time behind a name. */
static void take_behind(char **fields, int at, int end, double *share, char *place, size_t size)
{
	double ignored;

	if (at + 1 < end && !read_decimal(fields[at], &ignored) && !is_percentage(fields[at], &ignored) &&
		read_decimal(fields[at + 1], &ignored)) {
		if (*fields[at])
			add_to_place(place, size, fields[at]);
		at++;
	}
	/* skip the variance (-r), which precedes the time and its share */
	at += at < end && is_percentage(fields[at], &ignored);
	if (at + 1 < end && read_decimal(fields[at + 1], share))
		*share /= 100;
}

static bool take_cut_fields(struct given_values *values, char **fields, int count)
{
	struct given_value value = { .share = 1, .is_of_perf = true, .time = -1 };
	struct place_of_fields at = find_count(fields, count);
	char place[256] = "";

	if (at.count < 0)
		return true; /* a metric computed by perf */
	take_front(fields, at.count, &value.time, place, sizeof place);
	value.is_counted = !is_uncounted(fields[at.count]);
	if (value.is_counted)
		read_decimal(fields[at.count], &value.value);
	value.has_fraction = strpbrk(fields[at.count], ".,");
	snprintf(value.unit, sizeof value.unit, "%s", at.unit);
	take_behind(fields, at.name + 1, count, &value.share, place, sizeof place);
	return keep_count(values, &value, fields[at.name], place);
}

/* Joins the words of "<not counted>", whose blank separates nothing. */
static void join_uncounted(char *line)
{
	for (char *at = strstr(line, "<not "); at; at = strstr(at, "<not "))
		at[4] = '_';
}

/* Joins a name that has the separator in it: what follows a name is a number. Returns how many fields are left. */
static int join_name(char **fields, int count, const char *separator)
{
	int at = find_with_unit(fields, count);
	size_t length = strlen(separator);
	double number;

	while (at >= 0 && at + 4 < count && !read_decimal(fields[at + 3], &number)) {
		char *end = fields[at + 2] + strlen(fields[at + 2]);

		memmove(end + length, fields[at + 3], strlen(fields[at + 3]) + 1);
		memcpy(end, separator, length);
		memmove(&fields[at + 3], &fields[at + 4], (size_t)(count - at - 4) * sizeof *fields);
		count--;
	}
	return count;
}

/* Cuts a line at a separator that only all fields of perf make certain. Returns how many; 0: it is none. */
static int cut_whole(char *line, const char *separator, char **fields)
{
	double number;
	int count, at;

	if (*separator == ' ')
		join_uncounted(line);
	count = cut_line(line, separator, fields);
	if (*separator != ' ')
		count = join_name(fields, count, separator);
	at = find_with_unit(fields, count);
	return at >= 0 && at + 4 < count && read_decimal(fields[at + 3], &number) &&
			read_decimal(fields[at + 4], &number)
		? count
		: 0;
}

/* Returns whether only a time, with a point, and a place and its number of CPUs stand before a count. */
static bool is_behind_place(char **fields, int at)
{
	int first = at > 0 && strchr(fields[0], '.') && is_count(fields[0]);

	return at - first <= 2 && (at == first || !is_count(fields[first]));
}

/* Cuts at commas. One may be the user's point: then it does not separate, or what it separates is ambiguous. 0: no. */
static int cut_at_commas(char *copy, char **fields)
{
	int count = cut_line(copy, ",", fields), at = find_count(fields, count).count;

	return (at < 0 ? has_metric_only(fields, count) : is_behind_place(fields, at)) ? count : 0;
}

/* Cuts at a separator that numbers never have. 0: it is none. */
static int cut_at_separator(char *copy, const char *separator, char **fields)
{
	int count;

	if (strchr(": ", *separator))
		return cut_whole(copy, separator, fields);
	count = cut_line(copy, separator, fields);
	return count > 1 && (find_count(fields, count).count >= 0 || has_metric_only(fields, count)) ? count : 0;
}

/* Cuts a copy of a line that perf stat -x wrote into fields; 0: it is none. */
static int cut_separated(const char *line, char *copy, char **fields)
{
	static const char separators[][2] = { ";", "\t", "|", ":", " " };

	for (size_t i = 0; i < sizeof separators / sizeof separators[0]; i++) {
		int count;

		strcpy(copy, line);
		count = cut_at_separator(copy, separators[i], fields);
		if (count)
			return count;
	}
	strcpy(copy, line);
	return cut_at_commas(copy, fields);
}

static bool take_cut(struct given_values *values, const char *line,
	int (*cut)(const char *line, char *copy, char **fields), bool *good)
{
	char *copy = malloc(strlen(line) + 1), *fields[MAX_CUT];
	int count = copy ? cut(line, copy, fields) : 0;

	*good = copy != NULL;
	if (count)
		*good = take_cut_fields(values, fields, count);
	free(copy);
	return count || !*good;
}

bool take_separated(struct given_values *values, const char *line, bool *good)
{
	return take_cut(values, line, cut_separated, good);
}

/* ---- separators of several letters ---- */

enum { LONGEST_SEPARATOR = 16 };

static int try_separator(const char *line, char *copy, char **fields, const char *at, size_t length)
{
	char separator[LONGEST_SEPARATOR + 1];

	if (!length || length > LONGEST_SEPARATOR || length > strlen(at) || (length == 1 && *at == ','))
		return 0; /* a comma may also be a decimal point */
	snprintf(separator, sizeof separator, "%.*s", (int)length, at);
	strcpy(copy, line);
	return cut_whole(copy, separator, fields);
}

/* Tries what follows the count that a line begins with. */
static int cut_behind_count(const char *line, char *copy, char **fields)
{
	size_t length = strspn(line, "0123456789."), most;
	const char *at;
	int count = 0;

	if (!strncmp(line, "<not ", 5))
		length = strcspn(line, ">") + 1;
	if (!length || length > strlen(line))
		return 0;
	at = line + length;
	most = strlen(at) < LONGEST_SEPARATOR ? strlen(at) : LONGEST_SEPARATOR;
	for (size_t i = 1; i <= most && !count; i++)
		count = try_separator(line, copy, fields, at, i);
	return count;
}

/* Tries each mark of the line, as often as it stands there, and half of it: there is an empty field then. */
static int cut_at_mark(const char *line, char *copy, char **fields)
{
	int count = 0;

	for (const char *at = line; *at && !count;) {
		size_t length = 0;

		while (at[length] == *at)
			length++;
		if (ispunct((unsigned char)*at) && !strchr("./<>%#", *at)) {
			count = try_separator(line, copy, fields, at, length);
			if (!count && length % 2 == 0)
				count = try_separator(line, copy, fields, at, length / 2);
		}
		at += length;
	}
	return count;
}

static int cut_at_text(const char *line, char *copy, char **fields)
{
	int count = cut_behind_count(line, copy, fields);

	return count ? count : cut_at_mark(line, copy, fields);
}

bool take_separated_by_text(struct given_values *values, const char *line, bool *good)
{
	return take_cut(values, line, cut_at_text, good);
}

bool has_two_meanings(char *line)
{
	char *fields[MAX_CUT];

	return find_with_unit(fields, cut_line(line, ",", fields)) >= 0;
}
