/*
 * Matches two patterns with each other. The set of positions in the device's pattern that can be reached is carried
 * from byte to byte of the name, so the time is linear in the name's length.
 */
#include "tables/device_name.h"

#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

enum { LONGEST_PATTERN = 255 };

/* A set of positions in a device's pattern, including its end. */
struct places {
	bool at[LONGEST_PATTERN + 1];
};

/* One element of a perf pattern: a byte, or [..]. */
struct element {
	const char *text;
	size_t length;
};

struct device_pattern {
	const char *text;
	size_t length;
};

static bool is_digit_at(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_letter_of_number(char c)
{
	return c >= 'a' && c <= 'f';
}

bool name_has_wildcards(const char *name, size_t length)
{
	return memchr(name, '*', length) || memchr(name, '?', length) || memchr(name, '[', length);
}

/* Returns the place behind the element of a device's pattern: a byte, or a number in braces. */
static size_t place_behind(struct device_pattern device, size_t at)
{
	const char *close;

	if (device.text[at] != '{')
		return at + 1;
	close = memchr(device.text + at, '}', device.length - at);
	return close ? (size_t)(close - device.text) + 1 : device.length;
}

/* Returns the element of a name that begins at text, up to end. */
static struct element element_at(const char *text, const char *end)
{
	const char *close = *text == '[' && end - text > 2 ? memchr(text + 2, ']', (size_t)(end - text - 2)) : NULL;

	return (struct element){ text, close ? (size_t)(close - text) + 1 : 1 };
}

/* Returns whether an element other than * may be one of these bytes. */
static bool may_be_one_of(struct element element, const char *bytes, size_t count)
{
	char class[64];

	if (element.length == 1)
		return *element.text == '?' || memchr(bytes, *element.text, count);
	if (element.length >= sizeof class)
		return false;
	memcpy(class, element.text, element.length);
	class[element.length] = '\0';
	for (size_t i = 0; i < count; i++)
		if (!fnmatch(class, (char[2]){ bytes[i], '\0' }, 0))
			return true;
	return false;
}

static bool fits_at(struct element element, struct device_pattern device, size_t at)
{
	static const char digits[] = "0123456789abcdef";

	if (device.text[at] != '{')
		return may_be_one_of(element, device.text + at, 1);
	return may_be_one_of(element, digits, at + 1 < device.length && device.text[at + 1] == 'h' ? 16 : 10);
}

/* Advances the places by one element of the name. */
static void go_on(struct places *places, struct element element, struct device_pattern device)
{
	struct places next = { { false } };
	bool any = element.length == 1 && *element.text == '*';

	for (size_t at = 0; at <= device.length; at++) {
		if (!places->at[at])
			continue;
		if (any)
			next.at[at] = true;
		if (at == device.length)
			continue;
		if (device.text[at] == '*') {
			next.at[at] = true;
		} else if (any) {
			places->at[place_behind(device, at)] = next.at[place_behind(device, at)] = true;
		} else if (fits_at(element, device, at)) {
			next.at[place_behind(device, at)] = true;
			next.at[at] |= device.text[at] == '{';
		}
	}
	*places = next;
}

/*
 * Returns whether the rest of a device's name is a number that may be omitted in perf: "3" behind a name that ends in
 * no number, "_3", "0_1" with one _ between, or "_2b442": an address has more than two digits.
 */
static bool is_number_left(struct device_pattern left, char before)
{
	size_t at = left.length && *left.text == '_', start = at, parts = 0, letters = 0;

	if (!left.length || (!at && is_digit_at(before)))
		return false;
	for (; at < left.length; at = place_behind(left, at), parts++) {
		char c = left.text[at];

		if (c == '{' && left.text[at + 1] == 'h' && start)
			return place_behind(left, at) == left.length;
		if (c == '_' && parts && at + 1 < left.length && !memchr(left.text + at + 1, '_', left.length - at - 1))
			continue;
		if (is_letter_of_number(c))
			letters++;
		else if (c != '{' && !is_digit_at(c))
			return false;
	}
	return parts &&
		(!letters || (start && left.length - start > 2 && !memchr(left.text + 1, '_', left.length - 1)));
}

/* Returns whether both begin alike, as far as they are plain: most do not. */
static bool begin_alike(const char *name, size_t length, struct device_pattern device)
{
	for (size_t at = 0; at < length && at < device.length; at++) {
		char own = name[at], other = device.text[at];

		if (own == '*' || own == '?' || own == '[' || other == '{' || other == '*')
			return true;
		if (own != other)
			return false;
	}
	return true;
}

static bool meets(const char *name, size_t length, struct device_pattern device)
{
	struct places places = { { true } };
	const char *end = name + length;
	bool wildcards;

	if (device.length > LONGEST_PATTERN || !begin_alike(name, length, device))
		return false;
	wildcards = name_has_wildcards(name, length);
	for (const char *at = name; at < end;) {
		struct element element = element_at(at, end);

		go_on(&places, element, device);
		at += element.length;
	}
	for (size_t at = 0; at <= device.length; at++) {
		struct device_pattern left = { device.text + at, device.length - at };

		if (places.at[at] &&
			(!left.length || *left.text == '*' || (!wildcards && length && is_number_left(left, end[-1]))))
			return true;
	}
	return false;
}

bool name_may_mean(const char *name, size_t length, const char *pattern, size_t pattern_length, bool numbered)
{
	struct device_pattern device = { pattern, pattern_length };
	char with_number[LONGEST_PATTERN + 1];

	if ((length == pattern_length && !memcmp(name, pattern, length)) || meets(name, length, device))
		return true;
	if (!numbered || memchr(pattern, '{', pattern_length) || memchr(pattern, '*', pattern_length))
		return false;
	device.length = (size_t)snprintf(with_number, sizeof with_number, "%.*s_{n}", (int)pattern_length, pattern);
	device.text = with_number;
	return device.length < sizeof with_number && meets(name, length, device);
}

const char *device_module(const char *name)
{
	static const struct { char prefix[8], module[16]; } modules[] = { { "uncore_", "intel_uncore" },
		{ "cstate_", "intel_cstate" }, { "power", "rapl" }, { "amd_l2", "amd_uncore" },
		{ "amd_l3", "amd_uncore" }, { "amd_nb", "amd_uncore" }, { "amd_df", "amd_uncore" },
		{ "amd_umc", "amd_uncore" } };

	for (size_t i = 0; i < sizeof modules / sizeof *modules; i++)
		if (!strncmp(name, modules[i].prefix, strlen(modules[i].prefix)))
			return modules[i].module;
	return NULL;
}

const char *first_kernel_of(const char *module, unsigned int family, unsigned int model)
{
	static const struct {
		unsigned char model;
		char kernel[7];
	} models[] = { { 0x6a, "5.10" }, { 0x6c, "5.10" }, { 0x8c, "5.10" }, { 0x8d, "5.10" }, { 0x8f, "5.15" },
		{ 0x97, "5.15" }, { 0x9a, "5.15" }, { 0xa5, "5.10" }, { 0xa6, "5.10" }, { 0xa7, "5.15" },
		{ 0xaa, "6.1" }, { 0xac, "6.1" }, { 0xad, "6.12" }, { 0xae, "6.12" }, { 0xaf, "6.12" },
		{ 0xb5, "6.12" }, { 0xb6, "6.12" }, { 0xb7, "6.1" }, { 0xba, "6.1" }, { 0xbd, "6.12" },
		{ 0xbe, "6.1" }, { 0xbf, "6.1" }, { 0xc5, "6.12" }, { 0xc6, "6.12" }, { 0xcc, "6.18" },
		{ 0xcf, "5.15" }, { 0xd5, "6.18" }, { 0xdd, "6.12" } };

	if (!module || strcmp(module, "intel_uncore") != 0 || family != 6)
		return NULL;
	for (size_t i = 0; i < sizeof models / sizeof *models; i++)
		if (models[i].model == model)
			return models[i].kernel;
	return NULL;
}
