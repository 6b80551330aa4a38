/* Objects that perf stat -j writes, one for each event. */
#include "metrics_objects.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

#include "../src/tables/clean.h"

/* Four hexadecimal digits at text; -1: they are not. */
static int32_t read_unit(const char *text)
{
	int32_t unit = 0;

	for (int i = 0; i < 4; i++) {
		if (!isxdigit((unsigned char)text[i]))
			return -1;
		unit = unit * 16 + (isdigit((unsigned char)text[i]) ? text[i] - '0' : (text[i] | 0x20) - 'a' + 10);
	}
	return unit;
}

static size_t write_utf8(int32_t letter, char *to)
{
	static const struct { int32_t limit, mark; } lengths[] = {
		{ 0x80, 0 }, { 0x800, 0xc0 }, { 0x10000, 0xe0 }, { 0x110000, 0xf0 }
	};
	size_t length = 0;

	while (letter >= lengths[length].limit)
		length++;
	for (size_t i = length; i > 0; i--, letter >>= 6)
		to[i] = (char)(0x80 | (letter & 0x3f));
	*to = (char)(letter | lengths[length].mark);
	return length + 1;
}

/*
 * The letter that \uXXXX at *at stands for, or two of them for one beyond 16 bits. Half of such a pair, and a zero,
 * are no letters: U+FFFD.
 */
static int32_t read_escaped_unit(const char **at)
{
	int32_t high = read_unit(*at + 2), low;

	if (high < 0)
		return -1;
	*at += 6;
	if (high < 0xd800 || high > 0xdfff)
		return high ? high : 0xfffd;
	low = high < 0xdc00 && **at == '\\' && (*at)[1] == 'u' ? read_unit(*at + 2) : -1;
	if (low < 0xdc00 || low > 0xdfff)
		return 0xfffd;
	*at += 6;
	return 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
}

/* A letter of a string, or what a backslash makes one, at *at; how many bytes went to "to", which has four. 0: none. */
static size_t read_letter(const char **at, char *to)
{
	static const char letters[] = "bfnrt", meant[] = "\b\f\n\r\t";
	const char *letter;
	int32_t unit;

	if (**at != '\\' || !(*at)[1]) {
		*to = *(*at)++;
		return 1;
	}
	if ((*at)[1] == 'u') {
		unit = read_escaped_unit(at);
		return unit < 0 ? 0 : write_utf8(unit, to);
	}
	letter = strchr(letters, (*at)[1]);
	*to = letter ? meant[letter - letters] : (*at)[1];
	*at += 2;
	return 1;
}

/* Where a number without quotes ends. Of some languages perf writes it with a comma. */
static bool is_behind_number(const char *at)
{
	return !*at || strchr("} \t", *at) || (*at == ',' && !isdigit((unsigned char)at[1]));
}

/* A string or a number at *at, without its quotes; false: neither. */
static bool read_scalar(const char **at, char *text, size_t size)
{
	bool quoted = **at == '"';
	size_t length = 0;

	*at += quoted;
	while (**at && (quoted ? **at != '"' : !is_behind_number(*at))) {
		size_t added = length + 4 < size ? read_letter(at, text + length) : 0;

		if (!added)
			return false;
		length += added;
	}
	text[length] = '\0';
	if (quoted && **at != '"')
		return false;
	*at += quoted;
	return true;
}

static bool is_place(const char *key)
{
	static const char *const keys[] = { "cpu", "core", "die", "socket", "node", "thread", "cluster", "cache" };

	for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
		if (!strcmp(key, keys[i]))
			return true;
	return false;
}

/* What an object has said so far. */
struct object {
	struct given_value value;
	char name[1024], place[256];
	char count[64];         /* of counter-value; "": there is none */
};

static void take_member(struct given_values *values, struct object *object, const char *key, const char *text)
{
	struct given_value *value = &object->value;

	if (!strcmp(key, "event")) {
		snprintf(object->name, sizeof object->name, "%s", text);
	} else if (!strcmp(key, "counter-value")) {
		snprintf(object->count, sizeof object->count, "%.63s", text);
	} else if (!strcmp(key, "unit")) {
		snprintf(value->unit, sizeof value->unit, "%.31s", text);
	} else if (!strcmp(key, "pcnt-running") && read_decimal(text, &value->share)) {
		value->share /= 100;
	} else if (!strcmp(key, "interval") && read_decimal(text, &value->time)) {
		values->has_times = true;
	} else if (is_place(key)) {
		snprintf(object->place + strlen(object->place), sizeof object->place - strlen(object->place), "%.60s ",
			 text);
	}
}

/* The members of an object. False: it is none. */
static bool read_members(struct given_values *values, const char *at, struct object *object)
{
	char key[64], text[sizeof object->name];

	for (at++; *at; at += strspn(at, " \t,")) {
		at += strspn(at, " \t");
		if (*at == '}')
			return true;
		if (*at != '"' || !read_scalar(&at, key, sizeof key))
			return false;
		at += strspn(at, " \t");
		if (*at++ != ':')
			return false;
		at += strspn(at, " \t");
		if (!read_scalar(&at, text, sizeof text))
			return false;
		take_member(values, object, key, text);
		at += strspn(at, " \t");
	}
	return false;
}

bool take_object(struct given_values *values, const char *at)
{
	struct object object = { .value = { .share = 1, .is_of_perf = true, .time = -1 } };

	if (!read_members(values, at, &object)) {
		complain("no object of perf stat -j: %s", clean(at));
		return false;
	}
	if (!*object.count || !*object.name)
		return true;
	object.value.is_counted = !is_uncounted(object.count);
	if (object.value.is_counted && !read_decimal(object.count, &object.value.value)) {
		complain("%s: no count: %s", object.name, clean(object.count));
		fputs("  expected: a number, perhaps with a fraction, or <not counted>, as perf stat -j writes\n",
		      stderr);
		return false;
	}
	return add_value(values, &object.value, object.name, object.place);
}
