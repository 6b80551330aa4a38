/*
 * Formulas: numbers from text and to text, with a point as decimal separator in every locale. strtod() and snprintf()
 * do the conversion without one: 12.5e3 is passed as 125e2, and whatever snprintf() writes as separator becomes a
 * point.
 */
#include "formula/number.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

double number_of_text(const char *text, size_t length)
{
	char digits[FORMULA_DIGITS + 32];
	size_t count = 0, at = 0;
	long after_point = 0, exponent = 0;
	bool has_point = false;

	for (; at < length && text[at] != 'e' && text[at] != 'E'; at++)
		if (text[at] == '.') {
			has_point = true;
		} else {
			digits[count++] = text[at];
			after_point += has_point;
		}
	/* if the exponent has more digits than that of any double, the digits behind the point do not matter */
	if (at < length) {
		bool is_negative = text[++at] == '-';

		for (at += text[at] == '-' || text[at] == '+'; at < length; at++)
			if (exponent < 100000)
				exponent = exponent * 10 + (text[at] - '0');
		exponent = is_negative ? -exponent : exponent;
	}
	snprintf(digits + count, sizeof digits - count, "e%ld", exponent - after_point);
	return strtod(digits, NULL);
}

/* Writes as snprintf() with %PRIu64; most numbers of formulas are integers. */
static size_t digits_to_text(uint64_t number, char *to, size_t size)
{
	char digits[24];
	size_t at = sizeof digits, length;

	digits[--at] = '\0';
	do
		digits[--at] = (char)('0' + number % 10);
	while (number /= 10);
	length = sizeof digits - 1 - at;
	if (size) {
		memcpy(to, digits + at, length < size ? length : size - 1);
		to[length < size ? length : size - 1] = '\0';
	}
	return length;
}

size_t number_to_text(double number, char *to, size_t size)
{
	char text[40], point[40];
	int precision = 15;

	if (number >= 0 && number < 1e15 && (double)(uint64_t)number == number)
		return digits_to_text((uint64_t)number, to, size);
	do
		snprintf(text, sizeof text, "%.*g", precision, number);
	while (strtod(text, NULL) != number && precision++ < 17);
	point[0] = '\0';
	for (char *from = text, *end = point; *from;) {
		size_t good = strspn(from, "0123456789eE+-");

		memcpy(end, from, good);
		end += good;
		from += good;
		if (*from) {
			*end++ = '.';
			from += strcspn(from, "0123456789");
		}
		*end = '\0';
	}
	return (size_t)snprintf(to, size, "%s", point);
}
