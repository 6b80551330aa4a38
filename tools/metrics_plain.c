/*
 * Lines that perf stat prints for people: a count with what the user's language puts between thousands, a unit, a name,
 * behind # what perf makes of it, and in parentheses the share of the time for which it was counted. A time (-I) or a
 * CPU, core, socket or thread may stand in front.
 */
#define _GNU_SOURCE
#include "metrics_plain.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- numbers of people ---- */

/* The bytes of what separates thousands at a place; 0: nothing does. */
static size_t separator_at(const char *at)
{
	static const char *const separators[] = { ",", ".", "'", "\u2019", "\u00a0", "\u202f" };

	for (size_t i = 0; i < sizeof separators / sizeof separators[0]; i++)
		if (!strncmp(at, separators[i], strlen(separators[i])))
			return strlen(separators[i]);
	return 0;
}

enum { MAX_GROUPS = 24 };

/* A number in pieces: its digits, how many there are in each group, and what stands between groups. */
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

/* Groups of three, or, as in India, of two and a last one of three. The first may be shorter. */
static bool are_thousands(const struct pieces_of_number *cut, int groups)
{
	size_t usual = groups > 2 ? cut->sizes[1] : 3;

	for (int i = 2; i < groups; i++)
		if (!is_same_separator(cut, 1, i) || cut->sizes[i] != (i + 1 < groups ? usual : 3))
			return false;
	return groups == 1 || (cut->sizes[groups - 1] == 3 && cut->sizes[0] <= usual && (usual == 2 || usual == 3));
}

/*
 * Digits in groups, and perhaps a fraction: the last separator is the point if it is another one than those before, or
 * the only one with not exactly three digits behind it. whole: a number of events, which has no fraction.
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

enum { MAX_WORDS = 12 };

/* A count that there is not is one word. */
static int cut_words(char *line, char **words)
{
	int count = 0;

	for (char *at = line + strspn(line, " \t"); *at && count < MAX_WORDS; at += strspn(at, " \t")) {
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
	double number;

	return is_uncounted(word) || read_grouped(word, false, &number);
}

/* What -A, --per-core and the like write in front: CPU0, S0-D0-C1, N0, or a thread, PROGRAM-123. */
static bool is_place_of_perf(const char *word)
{
	const char *hyphen = strrchr(word, '-');
	size_t letters = strspn(word, "CPUSDN");

	return (letters && isdigit((unsigned char)word[letters])) ||
		(hyphen && hyphen > word && hyphen[1] && !hyphen[1 + strspn(hyphen + 1, "0123456789")]);
}

/* Takes "(50.00%)" and "( +- 1.18% )" off the end of a line; the first is the share of the time. */
static void take_shares(char *line, double *share)
{
	char *open, *end;
	double number;

	for (trimmed(line); (open = strrchr(line, '(')) && (end = strchr(open, '%')) &&
	     !end[1 + strspn(end + 1, " )")]; trimmed(line)) {
		*end = '\0';
		if (!strstr(open, "+-") && read_grouped(open + 1 + strspn(open + 1, " "), false, &number))
			*share = number / 100;
		*open = '\0';
	}
}

/* What perf says beside counts. */
static bool is_remark(const char *line)
{
	static const char *const remarks[] = { "Performance counter stats", "Some events weren't counted",
		"The events in group usually have to be from", "echo ", "perf stat " };

	for (size_t i = 0; i < sizeof remarks / sizeof remarks[0]; i++)
		if (!strncmp(line, remarks[i], strlen(remarks[i])))
			return true;
	return false;
}

static const char heading[] = "Performance counter stats for ";

bool begins_heading(const char *line)
{
	return !strncmp(line, heading, strlen(heading)) && line[strlen(heading)] == '\'';
}

bool ends_heading(const char *line)
{
	const char *quote = strrchr(line, '\'');
	int end = 0;

	if (!quote)
		return false;
	sscanf(quote, "' (%*d runs):%n", &end);
	return !strcmp(quote, "':") || (end && !quote[end]);
}

/* ---- lines ---- */

/* "1.2 seconds time elapsed", "1.2 +- 0.1 seconds time elapsed", "0.5 seconds user". */
static bool take_elapsed(struct given_values *values, char **words, int count, bool *good)
{
	static const struct { const char *words, *name; } times[] = {
		{ "time", "duration_time" }, { "user", "user_time" }, { "sys", "system_time" },
	};
	struct given_value value = { .share = 1, .is_of_perf = true, .time = -1, .is_counted = true, .unit = "s" };
	int at = count > 3 && !strcmp(words[1], "+-") ? 3 : 1;

	if (at + 1 >= count || strcmp(words[at], "seconds") || !read_grouped(words[0], false, &value.value))
		return false;
	for (size_t i = 0; i < sizeof times / sizeof times[0]; i++)
		if (!strcmp(words[at + 1], times[i].words)) {
			*good = add_value(values, &value, times[i].name, "");
			return true;
		}
	return false;
}

/* Words at to count: an amount, perhaps a unit, and a name, behind which a device may stand in brackets. */
static bool take_counted(struct given_values *values, struct given_value *value, char **words, int count,
			 const char *place, bool *good)
{
	bool has_device = count > 2 && *words[count - 1] == '[';
	int names = count - has_device;
	char name[1024];

	if (names < 2 || names > 3 || !is_amount(words[0]) || is_amount(words[names - 1]) ||
	    (names == 3 && is_amount(words[1])))
		return false;
	value->is_counted = !is_uncounted(words[0]);
	if (value->is_counted && !read_grouped(words[0], names == 2, &value->value))
		return false;
	if (names == 3)
		snprintf(value->unit, sizeof value->unit, "%s", words[1]);
	snprintf(name, sizeof name, "%s%s%s", words[names - 1], has_device ? " " : "",
		 has_device ? words[count - 1] : "");
	*good = add_value(values, value, name, place);
	return true;
}

/* A time that -I writes has a fraction, which a count of events does not. */
static bool is_time(const char *word, double *time)
{
	const char *point = word + strcspn(word, ".,");

	return *point && strspn(point + 1, "0123456789") == 9 && !point[10] && read_grouped(word, false, time);
}

static bool take_words(struct given_values *values, char **words, int count, struct given_value *value, bool *good)
{
	char place[128] = "";
	int at = 0;

	if (take_elapsed(values, words, count, good))
		return true;
	if (count > 2 && is_time(words[0], &value->time))
		at++;
	if (at + 2 < count && !is_amount(words[at]) && is_place_of_perf(words[at])) {
		snprintf(place, sizeof place, "%s ", words[at++]);
		/* with how many CPUs there are in it */
		at += at + 3 <= count && is_amount(words[at]) && is_amount(words[at + 1]);
	}
	if (!take_counted(values, value, words + at, count - at, place, good))
		return false;
	values->has_times |= value->time >= 0;
	return true;
}

bool take_plain(struct given_values *values, const char *line, bool *good)
{
	struct given_value value = { .share = 1, .is_of_perf = true, .time = -1 };
	char *copy = strdup(line), *words[MAX_WORDS], *remark;
	bool taken;
	int count;

	*good = copy || !is_lacking(PFM_ERR_NOMEM);
	if (!copy || is_remark(line)) {
		free(copy);
		return true;
	}
	take_shares(copy, &value.share);
	remark = strstr(copy, " #");
	if (remark)
		*remark = '\0';
	count = cut_words(copy, words);
	/* what perf has computed may stand alone, behind the name of a group of metrics */
	taken = take_words(values, words, count, &value, good) ||
		(remark && (!count || (count <= 2 && !strpbrk(words[0], ",;|") && !is_amount(words[count - 1]))));
	free(copy);
	return taken;
}
