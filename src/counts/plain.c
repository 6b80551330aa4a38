/*
 * Reads the lines that perf stat prints for people: a count with the locale's thousands separators, a unit, a name,
 * behind "#" a metric of perf, and in parentheses the share of time for which the event was counted. A time (-I) or a
 * CPU, core, socket or thread may precede them.
 */
#define _GNU_SOURCE
#include "counts/plain.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- numbers of people ---- */

/* Returns the bytes of what separates thousands at a place; 0: nothing does. */
static size_t separator_at(const char *at)
{
	static const char separators[][4] = { ",", ".", "'", "\u2019", "\u00a0", "\u202f" };

	for (size_t i = 0; i < sizeof separators / sizeof separators[0]; i++)
		if (!strncmp(at, separators[i], strlen(separators[i])))
			return strlen(separators[i]);
	return 0;
}

enum { MAX_GROUPS = 24 };

/* A number split into groups: its digits, the size of each group, and the separators between groups. */
struct pieces_of_number {
	char digits[64];
	size_t sizes[MAX_GROUPS];
	const char *separators[MAX_GROUPS];
	int groups;
};

static bool cut_number(const char *text, struct pieces_of_number *cut)
{
	size_t length = 0, skipped;

	*cut = (struct pieces_of_number){ .groups = 1 };
	for (const char *at = text; *at; at += skipped) {
		skipped = separator_at(at);
		if (skipped) {
			if (cut->groups == MAX_GROUPS || !cut->sizes[cut->groups - 1])
				return false;
			cut->separators[cut->groups++] = at;
			continue;
		}
		if (!isdigit((unsigned char)*at) || length + 2 >= sizeof cut->digits)
			return false;
		cut->digits[length++] = *at;
		cut->sizes[cut->groups - 1]++;
		skipped = 1;
	}
	return cut->sizes[cut->groups - 1] > 0;
}

static bool is_same_separator(const struct pieces_of_number *cut, int one, int other)
{
	const char *separator = cut->separators[one];

	return !strncmp(separator, cut->separators[other], separator_at(separator));
}

/* Returns whether groups have three digits, or, as in India, two and the last three. The first may be shorter. */
static bool are_thousands(const struct pieces_of_number *cut, int groups)
{
	size_t usual = groups > 2 ? cut->sizes[1] : 3;

	for (int i = 2; i < groups; i++)
		if (!is_same_separator(cut, 1, i) || cut->sizes[i] != (i + 1 < groups ? usual : 3))
			return false;
	return groups == 1 || (cut->sizes[groups - 1] == 3 && cut->sizes[0] <= usual && (usual == 2 || usual == 3));
}

/*
 * Reads digits in groups, and perhaps a fraction: the last separator is the point if it is another one than those
 * before, or the only one with not exactly three digits behind it. whole: a number of events, which has no fraction.
 */
bool read_grouped(const char *text, bool whole, double *number)
{
	struct pieces_of_number cut;
	size_t behind;
	char *point;
	int last;

	if (!cut_number(text, &cut))
		return false;
	last = cut.groups - 1;
	behind = cut.sizes[last];
	if (last && (last > 1 ? !is_same_separator(&cut, 1, last) : behind != 3 || !whole || cut.sizes[0] > 3)) {
		if (whole && *cut.separators[last] != '.')
			return false;
		point = cut.digits + strlen(cut.digits) - behind;
		memmove(point + 1, point, behind + 1);
		*point = '.';
		cut.groups--;
	}
	return are_thousands(&cut, cut.groups) && read_count(cut.digits, number);
}

/* ---- words ---- */

enum { MAX_LINE_WORDS = 24 };

/* Cuts a line into words. "<not counted>" is one. */
static int cut_words(char *line, char **words)
{
	int count = 0;

	for (char *at = line + strspn(line, " \t"); *at && count < MAX_LINE_WORDS; at += strspn(at, " \t")) {
		words[count++] = at;
		at += !strncmp(at, "<not ", 5) ? strlen("<not ") : 0;
		at += strcspn(at, " \t");
		if (*at)
			*at++ = '\0';
	}
	return count;
}

static bool is_amount(const char *word)
{
	const char *open = strchr(word, '(');
	char plain[64];
	double number;

	if (!open || open == word || strlen(word) >= sizeof plain)
		return is_uncounted(word) || read_grouped(word, false, &number);
	snprintf(plain, sizeof plain, "%.*s", (int)(open - word), word);
	return !strcmp(open, "(ms)") && read_grouped(plain, false, &number);
}

/* Returns whether a word is a place of -A, --per-core and the like: CPU0, S0-D0-C1, N0, or a thread, PROGRAM-123. */
static bool is_place_of_perf(const char *word)
{
	const char *hyphen = strrchr(word, '-');
	size_t letters = strspn(word, "CPUSDN");

	return (letters && isdigit((unsigned char)word[letters])) ||
		(hyphen && hyphen > word && hyphen[1] && !hyphen[1 + strspn(hyphen + 1, "0123456789")]);
}

/* Returns where the last parenthesis or bracket opens; NULL: none does. Perf before 2014 had brackets. */
static char *last_open(char *line)
{
	char *round = strrchr(line, '('), *square = strrchr(line, '[');

	return !round || (square && square > round) ? square : round;
}

/* Takes "(50.00%)", "[50.00%]" and "( +- 1.18% )" off the end of a line; those without +- are the share of the time. */
static void take_shares(char *line, double *share)
{
	char *open, *end;
	double number;

	for (trim_text(line); (open = last_open(line)) && (end = strchr(open, '%')) && !end[1 + strspn(end + 1, " )]")];
		trim_text(line)) {
		*end = '\0';
		if (!strstr(open, "+-") && read_grouped(open + 1 + strspn(open + 1, " "), false, &number))
			*share = number / 100;
		*open = '\0';
	}
}

/* Returns whether a line is what perf says beside counts. */
static bool is_remark(const char *line)
{
	static const char remarks[][48] = { "Performance counter stats", "Some events weren't counted",
		"The events in group usually have to be from", "echo ", "perf stat " };

	for (size_t i = 0; i < sizeof remarks / sizeof remarks[0]; i++)
		if (!strncmp(line, remarks[i], strlen(remarks[i])))
			return true;
	return false;
}

static const char heading[] = "Performance counter stats for ";
static const char heading_of_simpleperf[] = "Performance counter statistics";

bool begins_simpleperf(const char *line)
{
	return !strncmp(line, heading_of_simpleperf, strlen(heading_of_simpleperf));
}

bool begins_heading(const char *line)
{
	return !strncmp(line, heading, strlen(heading)) || begins_simpleperf(line);
}

int heading_is_system_wide(const char *line)
{
	const char *of = line + strlen(heading);

	if (strncmp(line, heading, strlen(heading)))
		return -1;
	return !strncmp(of, "'system wide'", strlen("'system wide'")) || !strncmp(of, "'CPU(s) ", strlen("'CPU(s) "));
}

bool ends_heading(const char *line)
{
	const char *quote = strrchr(line, '\'');
	int end = 0;

	/* if the heading ends with a quote, the quoted text is a command */
	if (!strncmp(line, heading, strlen(heading)) && line[strlen(heading)] != '\'')
		return true;
	if (!quote)
		return begins_simpleperf(line);
	sscanf(quote, "' (%*d runs):%n", &end);
	return !strcmp(quote, "':") || (end && !quote[end]);
}

/* ---- lines ---- */

/* Takes "1.2 seconds time elapsed", "1.2 +- 0.1 seconds time elapsed", "0.5 seconds user". */
static bool take_elapsed(struct given_values *values, char **words, int count, bool *good)
{
	static const struct {
		char words[8], name[16];
	} times[] = {
		{ "time", "duration_time" },
		{ "user", "user_time" },
		{ "sys", "system_time" },
	};
	struct given_value value = { .share = 1, .is_of_perf = true, .time = -1, .is_counted = true, .unit = "s" };
	int at = count > 3 && !strcmp(words[1], "+-") ? 3 : 1;

	if (at + 1 >= count || strcmp(words[at], "seconds") || !read_grouped(words[0], false, &value.value))
		return false;
	for (size_t i = 0; i < sizeof times / sizeof times[0]; i++)
		if (!strcmp(words[at + 1], times[i].words)) {
			*good = keep_count(values, &value, times[i].name, "");
			return true;
		}
	return false;
}

/* Returns whether a word can be a unit that is not known: a few letters. */
static bool looks_like_unit(const char *word)
{
	return strlen(word) <= 8 && !word[strspn(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")];
}

/*
 * Returns whether the first of two words behind an amount is a unit; else it is a name, and the second one a cgroup. No
 * event is called as a unit is, or as a number.
 */
static bool is_unit_before(const struct given_values *values, const char *word, const char *next)
{
	if (is_unit(word) || !strcmp(next, "(msec)"))
		return is_unit(word);
	return looks_like_unit(word) && !is_amount(next) && !(values->is_event && values->is_event(word));
}

/* The meanings of the words behind a count. */
struct words_of_count {
	const char *unit, *name, *device, *group; /* NULL: not present */
	bool is_msec;                             /* "(msec)" follows the name */
};

static bool sort_words(const struct given_values *values, char **words, int count, struct words_of_count *sorted)
{
	int at = 0;

	*sorted = (struct words_of_count){ .unit = NULL };
	if (count > 1 && is_unit_before(values, words[0], words[1]))
		sorted->unit = words[at++];
	sorted->name = words[at++];
	if (at < count && *words[at] == '[')
		sorted->device = words[at++];
	if (at < count && !strcmp(words[at], "(msec)")) {
		sorted->is_msec = true;
		at++;
	}
	if (at < count)
		sorted->group = words[at++];
	return at == count;
}

/* Returns whether a name is that of a clock, which perf wrote with a fraction. */
static bool is_called_clock(const char *name)
{
	return !strncasecmp(name, "task-clock", strlen("task-clock")) ||
		!strncasecmp(name, "cpu-clock", strlen("cpu-clock"));
}

/* Returns whether a number is written with a fraction: groups of thousands end with three digits. */
static bool has_fraction(const char *word, double value)
{
	const char *last = NULL;

	for (const char *at = word; *at; at++)
		if (strchr(".,", *at))
			last = at;
	return is_fraction(value) || (last && strlen(last + 1) != 3);
}

/* Reads an amount. simpleperf has the unit behind it: 25.274251(ms). */
static bool read_amount(char *word, const struct words_of_count *words, struct given_value *value)
{
	char *open = strchr(word, '(');
	bool whole;

	if (open) {
		snprintf(value->unit, sizeof value->unit, "%.*s", (int)strcspn(open + 1, ")"), open + 1);
		*open = '\0';
	} else if (words->unit || words->is_msec) {
		snprintf(value->unit, sizeof value->unit, "%s", words->unit ? words->unit : "msec");
	}
	whole = !*value->unit;
	value->is_counted = !is_uncounted(word);
	if (value->is_counted && !read_grouped(word, whole, &value->value) &&
		!(is_called_clock(words->name) && read_grouped(word, false, &value->value)))
		return false;
	value->has_fraction = value->is_counted && has_fraction(word, value->value);
	return true;
}

/* Takes an amount and the words behind it: perhaps a unit, a name, perhaps a device in brackets and a cgroup. */
static bool take_counted(struct given_values *values, struct given_value *value, char **words, int count, char *place,
	size_t size, bool *good)
{
	struct words_of_count sorted;
	char name[1024];

	if (count < 2 || !sort_words(values, words + 1, count - 1, &sorted) || !read_amount(words[0], &sorted, value))
		return false;
	if (sorted.group)
		add_to_place(place, size, sorted.group);
	snprintf(name, sizeof name, "%s%s%s", sorted.name, sorted.device ? " " : "",
		sorted.device ? sorted.device : "");
	*good = keep_count(values, value, name, place);
	return true;
}

/* Reads a time of -I, which has a fraction; a count of events has none. */
static bool is_time(const char *word, double *time)
{
	const char *point = word + strcspn(word, ".,");

	return *point && strspn(point + 1, "0123456789") == 9 && !point[10] && read_grouped(word, false, time);
}

/*
 * Returns the words in front of an amount as a place: CPU0; S0 and how many CPUs there are in it; a thread,
 * PROGRAM-123, in whose name may be blanks. False: they are none.
 */
static bool join_place(char **words, int count, char *place, size_t size)
{
	bool is_counted = count == 2 && is_amount(words[1]);

	if (count && !is_place_of_perf(words[is_counted ? 0 : count - 1]))
		return false;
	for (int i = 0; i < count - is_counted; i++)
		add_to_place(place, size, words[i]);
	return true;
}

/* Returns the last amount that has words behind it; -1: there is none. */
static int last_amount(char **words, int first, int count)
{
	for (int i = count - 2; i >= first; i--)
		if (is_amount(words[i]) && !is_amount(words[i + 1]))
			return i;
	return -1;
}

static bool take_line_words(struct given_values *values, char **words, int count, struct given_value *value, bool *good)
{
	char place[256] = "";
	int first = count > 1 && is_time(words[0], &value->time), at;

	if (take_elapsed(values, words, count, good))
		return true;
	at = last_amount(words, first, count);
	if (at < 0 && first)
		at = last_amount(words, first = 0, count);
	if (!first)
		value->time = -1;
	return at >= 0 && join_place(words + first, at - first, place, sizeof place) &&
		take_counted(values, value, words + at, count - at, place, sizeof place, good);
}

/*
 * Returns whether a line is what perf has computed, which may stand alone behind the name of a group of metrics, where
 * a time, a place and how many CPUs there are in it may stand in front.
 */
static bool is_metric_only(char **words, int count, const char *metric)
{
	double time;
	int at = count && is_time(words[0], &time);

	if (*metric != ' ')
		return false;
	metric += strspn(metric, " ");
	if (!*metric || (!strchr("-+.<0123456789", *metric) && strncmp(metric, "nan", 3) && strncmp(metric, "inf", 3)))
		return false;
	if (count - at > 1 && is_place_of_perf(words[at]) && is_amount(words[at + 1]))
		at += 2;
	for (; at < count; at++)
		if (is_amount(words[at]) || strpbrk(words[at], ",;|"))
			return false;
	return true;
}

bool take_plain_line(struct given_values *values, const char *line, bool *good)
{
	struct given_value value = { .share = 1, .is_of_perf = true, .time = -1 };
	char *copy = strdup(line), *words[MAX_LINE_WORDS], *remark;
	bool taken;
	int count;

	*good = copy != NULL;
	if (!copy || is_remark(line)) {
		free(copy);
		return true;
	}
	take_shares(copy, &value.share);
	remark = strstr(copy, " #");
	if (remark)
		*remark = '\0';
	count = cut_words(copy, words);
	taken = take_line_words(values, words, count, &value, good) ||
		(remark && is_metric_only(words, count, remark + 2));
	free(copy);
	return taken;
}

/* ---- simpleperf ---- */

/* Takes what stands behind "Total test time". */
static bool take_total(struct given_values *values, const char *number, bool *good)
{
	struct given_value value = { .share = 1, .is_of_perf = true, .time = -1, .is_counted = true, .unit = "s" };
	char text[64];

	snprintf(text, sizeof text, "%.*s", (int)strcspn(number, " ,s"), number);
	if (!read_grouped(text, false, &value.value))
		return false;
	*good = keep_count(values, &value, "duration_time", "");
	return true;
}

/* Writes what stands in front of a count as perf does: CPU3; a thread's name and number, between which a process is. */
static void simpleperf_place(char **words, int count, char *place, size_t size)
{
	bool is_thread = count > 2;

	for (int i = 0; i < count - 2 * is_thread; i++)
		add_to_place(place, size, words[i]);
	if (is_thread)
		snprintf(place + strlen(place), size - strlen(place), "-%s", words[count - 1]);
	else if (count == 1 && !words[0][strspn(words[0], "0123456789")])
		snprintf(place, size, "CPU%s", words[0]);
}

/* Takes words or fields of which the one at is an amount, and the next one its name. */
static bool take_simpleperf_count(struct given_values *values, char **words, int at, double share, bool *good)
{
	struct given_value value = { .share = share, .is_of_perf = true, .time = -1 };
	char place[256] = "";

	simpleperf_place(words, at, place, sizeof place);
	return take_counted(values, &value, words + at, 2, place, sizeof place, good);
}

/* Takes columns: perhaps a CPU or a thread, a count, a name, and behind # what simpleperf makes of it. */
static bool take_columns(struct given_values *values, char *line, bool *good)
{
	char *words[MAX_LINE_WORDS], *remark = strstr(line, " #");
	double share = 1;
	int count;

	take_shares(line, &share);
	if (remark)
		*remark = '\0';
	count = cut_words(line, words);
	return count > 1 && is_amount(words[count - 2]) && take_simpleperf_count(values, words, count - 2, share, good);
}

/* Takes fields of --csv, which are the same columns. */
static bool take_csv_fields(struct given_values *values, char *line, bool *good)
{
	char *fields[MAX_LINE_WORDS], *open = strrchr(line, '(');
	double share = 1;
	int count = 0;

	if (open && strchr(open, '%')) {
		*strchr(open, '%') = '\0';
		if (read_count(open + 1, &share)) {
			share /= 100;
			*open = '\0';
		}
	}
	for (char *at = line, *next; at && count < MAX_LINE_WORDS; at = next) {
		next = strchr(at, ',');
		if (next)
			*next++ = '\0';
		fields[count++] = trim_text(at);
	}
	for (int i = 0; i + 1 < count; i++)
		if (is_amount(fields[i]) && isalpha((unsigned char)*fields[i + 1]))
			return take_simpleperf_count(values, fields, i, share, good);
	return false;
}

bool take_simpleperf(struct given_values *values, const char *line, bool *good)
{
	static const char total[] = "Total test time";
	bool (*const forms[])(struct given_values *, char *, bool *) = { take_columns, take_csv_fields };
	bool taken = false;

	*good = true;
	if (strstr(line, "event_name")) /* a row of column names */
		return true;
	if (!strncmp(line, total, strlen(total)))
		return take_total(values, line + strlen(total) + strspn(line + strlen(total), ":, "), good);
	for (size_t i = 0; i < sizeof forms / sizeof *forms && !taken && *good; i++) {
		char *copy = strdup(line);

		*good = copy != NULL;
		taken = copy && forms[i](values, copy, good);
		free(copy);
	}
	return taken || !*good;
}
