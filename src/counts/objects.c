/* Reads the objects that perf stat -j writes, one for each event. */
#define _GNU_SOURCE
#include "counts/objects.h"

#include <ctype.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Reads four hexadecimal digits at text; -1: they are not. */
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
	static const struct {
		int32_t limit, mark;
	} lengths[] = { { 0x80, 0 }, { 0x800, 0xc0 }, { 0x10000, 0xe0 }, { 0x110000, 0xf0 } };
	size_t length = 0;

	while (letter >= lengths[length].limit)
		length++;
	for (size_t i = length; i > 0; i--, letter >>= 6)
		to[i] = (char)(0x80 | (letter & 0x3f));
	*to = (char)(letter | lengths[length].mark);
	return length + 1;
}

/*
 * Reads the letter that \uXXXX at *at stands for, or two of them for one beyond 16 bits. Half of such a pair, and a
 * zero, are no letters: U+FFFD.
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

/* Reads a letter, perhaps behind a backslash; returns how many bytes went to "to", which has four. 0: none. */
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

/* Returns whether a number without quotes ends here. In some languages perf writes it with a comma. */
static bool is_behind_number(const char *at)
{
	return !*at || strchr("]} \t", *at) || (*at == ',' && !isdigit((unsigned char)at[1]));
}

/* Reads a string or a number at *at, without its quotes; false: neither. */
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

static bool is_place_key(const char *key)
{
	static const char keys[][8] = { "cpu", "core", "die", "socket", "node", "thread", "cluster", "cache",
		"cgroup" };

	for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
		if (!strcmp(key, keys[i]))
			return true;
	return false;
}

/* The members of an object read so far, from perf or pfmstat. */
struct object {
	struct given_value value;
	char name[1024], place[256];
	char count[64]; /* "": no count */
	double enabled, running, run;
	bool is_perfs; /* it has "counter-value" like perf's, so its times are in ns */
};

/* Returns the text of an object that a key sets, and its room. */
static char *text_of(struct object *object, const char *key, size_t *size)
{
	static const struct {
		char key[16];
		size_t offset, size;
	} texts[] = {
		{ "event", offsetof(struct object, name), sizeof object->name },
		{ "name", offsetof(struct object, name), sizeof object->name },
		{ "counter-value", offsetof(struct object, count), sizeof object->count },
		{ "value", offsetof(struct object, count), sizeof object->count },
		{ "estimate", offsetof(struct object, count), sizeof object->count },
		{ "count", offsetof(struct object, count), sizeof object->count },
		{ "unit", offsetof(struct object, value.unit), sizeof object->value.unit },
	};

	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
		if (!strcmp(key, texts[i].key)) {
			*size = texts[i].size;
			return (char *)object + texts[i].offset;
		}
	return NULL;
}

static double *number_in(struct object *object, const char *key)
{
	struct {
		const char *key;
		double *number;
	} numbers[] = { { "pcnt-running", &object->value.share }, { "share", &object->value.share },
		{ "interval", &object->value.time }, { "run", &object->run }, { "enabled_ns", &object->enabled },
		{ "running_ns", &object->running } };

	for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
		if (!strcmp(key, numbers[i].key))
			return numbers[i].number;
	return NULL;
}

static void take_member(struct object *object, const char *key, const char *text)
{
	double *number = number_in(object, key);
	size_t size = 0;
	char *to = text_of(object, key, &size);

	if (to)
		snprintf(to, size, "%s", text);
	object->is_perfs |= !strcmp(key, "counter-value");
	if (number && read_decimal(text, number) && !strcmp(key, "pcnt-running"))
		*number /= 100;
	if (is_place_key(key))
		add_to_place(object->place, sizeof object->place, text);
}

/* ---- values in values ---- */

enum { MAX_BRACES = 64 };

/* State of reading objects. *problem: allocated text on what is wrong with one. */
struct object_reader {
	struct given_values *values;
	char **problem;
	int depth;
	bool lacks_memory;
};

static bool read_braces(struct object_reader *reader, const char **at);

/* Reads what stands behind a key, or in an array, and keeps a scalar. False: it is no value. */
static bool read_member(struct object_reader *reader, const char **at, struct object *object, const char *key)
{
	char text[sizeof object->name];
	bool good = true;

	if (reader->depth == MAX_BRACES)
		return false;
	if (**at == '{') {
		reader->depth++;
		good = read_braces(reader, at);
		reader->depth--;
		return good;
	}
	if (**at != '[') {
		good = read_scalar(at, text, sizeof text);
		if (good)
			take_member(object, key, text);
		return good;
	}
	reader->depth++;
	for (++*at; good;) {
		*at += strspn(*at, " \t,");
		if (!**at || **at == ']')
			break;
		good = read_member(reader, at, object, "");
	}
	reader->depth--;
	good = good && **at == ']';
	*at += good;
	return good;
}

/* Reads the members of an object. False: it is none. */
static bool read_keys(struct object_reader *reader, const char **at, struct object *object)
{
	char key[64];

	for (++*at;; *at += strspn(*at, " \t")) {
		*at += strspn(*at, " \t,");
		if (**at == '}') {
			++*at;
			return true;
		}
		if (**at != '"' || !read_scalar(at, key, sizeof key))
			return false;
		*at += strspn(*at, " \t");
		if (*(*at)++ != ':')
			return false;
		*at += strspn(*at, " \t");
		if (!read_member(reader, at, object, key))
			return false;
	}
}

/* Adds what an object has counted, if it has. False: no memory. */
static bool add_object(struct object_reader *reader, struct object *object)
{
	struct given_value *value = &object->value;

	if (!*object->count || !*object->name)
		return true;
	value->is_counted = strcmp(object->count, "null") && !is_uncounted(object->count);
	if (value->is_counted && !read_decimal(object->count, &value->value)) {
		if (*reader->problem)
			return true;
		if (asprintf(reader->problem, "%s: no count: %s", object->name, object->count) >= 0)
			return true;
		*reader->problem = NULL;
		return false;
	}
	if (object->run >= 1)
		reader->values->run = (int)object->run - 1;
	if (object->enabled > 0)
		value->share = object->running / object->enabled;
	value->is_of_perf = object->is_perfs;
	value->has_fraction = is_fraction(value->value);
	return keep_count(reader->values, value, object->name, object->place);
}

/* Sets the time of the objects in one that has a time. */
static void set_times(struct given_values *values, int first, double time)
{
	for (int i = first; i < values->count && time >= 0; i++)
		values->list[i].time = time;
	values->has_times |= time >= 0 && first < values->count;
}

static bool read_braces(struct object_reader *reader, const char **at)
{
	struct object object = { .value = { .share = 1, .time = -1 } };
	int first = reader->values->count;
	bool good = read_keys(reader, at, &object);

	if (good && !add_object(reader, &object)) {
		reader->lacks_memory = true;
		return false;
	}

	set_times(reader->values, first, object.value.time);
	return good;
}

bool take_objects(struct given_values *values, const char *text, char **problem)
{
	struct object_reader reader = { .values = values, .problem = problem };
	const char *at = text, *begin;

	for (;;) {
		at += strspn(at, " \t,[]");
		if (!*at)
			return true;
		begin = at;
		if (*at == '{' && read_braces(&reader, &at))
			continue;
		if (reader.lacks_memory)
			return false;
		if (*problem || asprintf(problem, "no object of perf stat -j: %s", begin) >= 0)
			return true;
		*problem = NULL;
		return false;
	}
}
