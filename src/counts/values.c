/* The counts of a file: names with numbers. Each name and each place is stored once. */
#define _GNU_SOURCE
#include "counts/values.h"

#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "formula/number.h"

/* Returns the length of a number without a sign; 0: there is none. */
static size_t length_of_number(const char *text)
{
	size_t whole = strspn(text, "0123456789"),
	       part = text[whole] == '.' ? strspn(text + whole + 1, "0123456789") : 0;
	size_t length = whole + (text[whole] == '.') + part, sign;

	if (!whole && !part)
		return 0;
	if ((text[length] | 0x20) == 'e') {
		sign = text[length + 1] == '-' || text[length + 1] == '+';
		if (isdigit((unsigned char)text[length + 1 + sign]))
			length += 1 + sign + strspn(text + length + 1 + sign, "0123456789");
	}
	return length;
}

/* Reads a number, with a point in any locale. */
bool read_count(const char *text, double *number)
{
	const char *digits = text + strspn(text, " \t");
	bool is_negative = *digits == '-';
	size_t length;
	double read;

	digits += is_negative || *digits == '+';
	length = length_of_number(digits);
	if (!length || length > FORMULA_DIGITS || digits[length + strspn(digits + length, " \t")])
		return false;
	read = number_of_text(digits, length);
	if (!isfinite(read))
		return false;
	*number = is_negative ? -read : read;
	return true;
}

/* Refuses three digits behind a comma: likely a thousand, which no form of perf stat but that for people has. */
bool read_decimal(const char *text, double *number)
{
	const char *comma = strchr(text, ',');
	size_t digits = comma ? strspn(comma + 1, "0123456789") : 0;
	char plain[64];

	if (!comma)
		return read_count(text, number);
	if (!digits || digits == 3 || comma[1 + digits] || strlen(text) >= sizeof plain || comma == text ||
		text[strspn(text, "-0123456789")] != ',')
		return false;
	strcpy(plain, text);
	plain[comma - text] = '.';
	return read_count(plain, number);
}

bool is_fraction(double number)
{
	return number > -9e15 && number < 9e15 && (double)(int64_t)number != number;
}

bool is_uncounted(const char *text)
{
	return !strcmp(text, "-") || !strncasecmp(text, "<not ", 5) || !strncasecmp(text, "<not_", 5);
}

/* Folds backslashes, @ and letter case of a name. */
void fold_name(char *name)
{
	char *to = name;

	for (const char *from = name; *from; from++)
		if (*from != '\\')
			*to++ = *from == '@' ? '/' : (char)tolower((unsigned char)*from);
	*to = '\0';
}

bool is_time_name(const char *name)
{
	return !strcmp(name, "duration_time") || !strcmp(name, "user_time") || !strcmp(name, "system_time");
}

bool is_unit(const char *word)
{
	static const char units[][8] = { "joules", "j", "mj", "bytes", "b", "kb", "mb", "gb", "kib", "mib", "gib",
		"c", "w", "mw", "%", "v", "mv" };

	for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
		if (!strcasecmp(word, units[i]))
			return true;
	return seconds_of_unit(word) > 0;
}

double seconds_of_unit(const char *unit)
{
	static const struct {
		char name[8];
		double seconds;
	} units[] = { { "ns", 1e-9 }, { "nsec", 1e-9 }, { "us", 1e-6 }, { "usec", 1e-6 }, { "ms", 1e-3 },
		{ "msec", 1e-3 }, { "s", 1 }, { "sec", 1 }, { "seconds", 1 } };

	for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
		if (!strcasecmp(unit, units[i].name))
			return units[i].seconds;
	return 0;
}

char *trim_text(char *text)
{
	size_t length;

	text += strspn(text, " \t\r\n");
	length = strlen(text);
	while (length && strchr(" \t\r\n", text[length - 1]))
		text[--length] = '\0';
	return text;
}

/* ---- texts by numbers ---- */

static size_t hash_of(const char *text)
{
	uint64_t hash = 0xcbf29ce484222325;

	for (; *text; text++)
		hash = (hash ^ (unsigned char)*text) * 0x100000001b3;
	return (size_t)(hash ^ hash >> 32);
}

/* Returns the slot of a text, or the free one where it belongs. */
static size_t slot_of_text(const struct text_set *set, const char *text)
{
	size_t slot = hash_of(text) & (set->slot_count - 1);

	while (set->slots[slot] && strcmp(set->list[set->slots[slot] - 1], text))
		slot = (slot + 1) & (set->slot_count - 1);
	return slot;
}

int place_in_texts(const struct text_set *set, const char *text)
{
	return set->slot_count ? set->slots[slot_of_text(set, text)] - 1 : -1;
}

/* Makes room for one more text, with half of the slots free. */
static bool has_room(struct text_set *set)
{
	int room = 2 * set->room + 32;
	size_t slots = 1;
	char **list;

	if (set->count < set->room && set->slots)
		return true;
	list = realloc(set->list, (size_t)room * sizeof *list);
	if (!list)
		return false;
	set->list = list;
	set->room = room;
	while (slots < 2 * (size_t)room)
		slots *= 2;
	free(set->slots);
	set->slots = calloc(slots, sizeof *set->slots);
	set->slot_count = set->slots ? slots : 0;
	for (int i = 0; i < set->count && set->slots; i++)
		set->slots[slot_of_text(set, set->list[i])] = i + 1;
	return set->slots;
}

/* Returns the number of a text, which is added if it is new; -1: no memory. */
static int number_of(struct text_set *set, const char *text)
{
	int found = place_in_texts(set, text);

	if (found >= 0)
		return found;
	if (!has_room(set) || !(set->list[set->count] = strdup(text)))
		return -1;
	set->slots[slot_of_text(set, text)] = set->count + 1;
	return set->count++;
}

static void free_texts(struct text_set *set)
{
	for (int i = 0; i < set->count; i++)
		free(set->list[i]);
	free(set->list);
	free(set->slots);
	*set = (struct text_set){ .list = NULL };
}

/* ---- counts ---- */

/* Returns the number of a name; -1: no memory. */
static int number_of_name(struct given_values *values, const char *name)
{
	int before = values->names.count, number;
	char *folded = strdup(name), **typed;

	if (!folded)
		return -1;
	fold_name(folded);
	number = number_of(&values->names, folded);
	free(folded);
	if (number < before)
		return number;
	if (values->typed_room < values->names.room) {
		typed = realloc(values->typed, (size_t)values->names.room * sizeof *typed);
		if (!typed)
			return -1;
		memset(typed + values->typed_room, 0,
			(size_t)(values->names.room - values->typed_room) * sizeof *typed);
		values->typed = typed;
		values->typed_room = values->names.room;
	}
	values->typed[number] = strdup(name);
	return values->typed[number] ? number : -1;
}

/* Cuts "(msec)", which perf wrote behind names of clocks before 2018, off a name. */
static void cut_unit(char *name, char *unit, size_t size)
{
	size_t length = strlen(name);
	char *open = strrchr(name, '(');

	if (!open || open == name || name[length - 1] != ')')
		return;
	name[length - 1] = '\0';
	if (is_unit(open + 1)) {
		snprintf(unit, size, "%s", open + 1);
		*open = '\0';
		trim_text(name);
	} else {
		name[length - 1] = ')';
	}
}

/* Begins a run where the time decreases, which it never does within one. */
static void see_time(struct given_values *values, double time)
{
	const struct given_value *last = values->count ? &values->list[values->count - 1] : NULL;

	if (time < 0)
		return;
	values->has_times = true;
	if (last && last->run == values->run && time < last->time)
		values->run++;
}

static bool make_room(struct given_values *values)
{
	int room = 2 * values->room + 64;
	struct given_value *list;

	if (values->count < values->room)
		return true;
	list = realloc(values->list, (size_t)room * sizeof *list);
	if (!list)
		return false;
	values->list = list;
	values->room = room;
	return true;
}

bool keep_count(struct given_values *values, const struct given_value *value, const char *name, const char *place)
{
	struct given_value own = *value;
	char *plain = strdup(name);

	see_time(values, value->time);
	own.run = values->run;
	own.line = values->line;
	own.name = own.place = -1;
	if (plain && make_room(values)) {
		cut_unit(plain, own.unit, sizeof own.unit);
		own.name = number_of_name(values, plain);
		own.place = number_of(&values->places, place);
	}
	free(plain);
	if (own.name < 0 || own.place < 0)
		return false;
	values->list[values->count++] = own;
	return true;
}

void add_to_place(char *place, size_t size, const char *part)
{
	size_t length = strlen(place);

	snprintf(place + length, size - length, "%s%.100s", length ? " " : "", part);
}

void begin_run(struct given_values *values)
{
	if (values->count && values->list[values->count - 1].run == values->run)
		values->run++;
}

void drop_values(struct given_values *values)
{
	for (int i = 0; i < values->typed_room; i++)
		free(values->typed[i]);
	free(values->typed);
	free(values->list);
	free_texts(&values->names);
	free_texts(&values->places);
	*values = (struct given_values){ .is_system_wide = values->is_system_wide, .is_event = values->is_event,
		.line = values->line };
}

void free_values(struct given_values *values)
{
	drop_values(values);
}

bool has_value(const struct given_values *values, const char *name)
{
	char folded[2048];

	if (strlen(name) >= sizeof folded)
		return false;
	strcpy(folded, name);
	fold_name(folded);
	return place_in_texts(&values->names, folded) >= 0;
}

int end_of_turn(const struct given_values *values, int first)
{
	const struct given_value *begin = &values->list[first];
	int end = first;

	while (end < values->count && values->list[end].run == begin->run && !(values->list[end].time < begin->time) &&
		!(values->list[end].time > begin->time))
		end++;
	return end;
}
