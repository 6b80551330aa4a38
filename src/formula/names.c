/* Formulas: the syntax of names, as in perf, and their comparison. */
#include "formula/formula.h"

/* Returns the next character of a name, with / for @; '\0' behind the last. */
static char next_of_name(const char *name, size_t length, size_t *at)
{
	char c;

	while (*at < length && name[*at] == '\\')
		++*at;
	if (*at == length)
		return '\0';
	c = name[(*at)++];
	return c == '@' ? '/' : c;
}

size_t formula_plain_name(const char *name, size_t length, char *to, size_t size)
{
	size_t written = 0;
	char c;

	for (size_t at = 0; (c = next_of_name(name, length, &at)); written++)
		if (written + 1 < size)
			to[written] = c;
	if (size)
		to[written < size ? written : size - 1] = '\0';
	return written;
}

static char lower_of_name(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool formula_same_name(const char *a, size_t a_length, const char *b, size_t b_length)
{
	size_t a_at = 0, b_at = 0;

	for (;;) {
		char c = next_of_name(a, a_length, &a_at), d = next_of_name(b, b_length, &b_at);

		if (lower_of_name(c) != lower_of_name(d))
			return false;
		if (!c)
			return true;
	}
}

uint32_t formula_name_hash(const char *name, size_t length)
{
	uint32_t hash = 0;
	char c;

	for (size_t at = 0; (c = next_of_name(name, length, &at));)
		hash = (hash ^ (unsigned char)lower_of_name(c)) * 16777619u;
	return hash;
}
