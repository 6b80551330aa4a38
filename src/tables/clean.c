/* UTF-8 by RFC 3629, independent of the locale: so is a program's output. */
#include "tables/clean.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Follows RFC 3629: no surrogates, nothing overlong, nothing above U+10FFFF. */
int utf8_length(const char *text)
{
	const unsigned char *byte = (const unsigned char *)text;
	int length = byte[0] < 0x80 ? 1
		: byte[0] < 0xc2    ? 0
		: byte[0] < 0xe0    ? 2
		: byte[0] < 0xf0    ? 3
		: byte[0] < 0xf5    ? 4
				    : 0;

	for (int i = 1; i < length; i++)
		if ((byte[i] & 0xc0) != 0x80)
			return 0;
	if ((byte[0] == 0xe0 && byte[1] < 0xa0) || (byte[0] == 0xed && byte[1] > 0x9f) ||
		(byte[0] == 0xf0 && byte[1] < 0x90) || (byte[0] == 0xf4 && byte[1] > 0x8f))
		return 0;
	return length;
}

uint32_t utf8_character(const char *text, int length)
{
	const unsigned char *byte = (const unsigned char *)text;
	uint32_t character;

	if (length < 2)
		return length ? byte[0] : 0xfffd;
	character = byte[0] & (0x7fU >> length);
	for (int i = 1; i < length; i++)
		character = character << 6 | (byte[i] & 0x3f);
	return character;
}

bool is_control(uint32_t character)
{
	static const struct { uint32_t first, last; } controls[] = {
		{ 0, 0x1f }, { 0x7f, 0xa0 }, { 0xad, 0xad },
		{ 0x200b, 0x200f }, { 0x2028, 0x202f }, { 0x2060, 0x206f }, { 0xfeff, 0xfeff },
	};

	for (size_t i = 0; i < sizeof controls / sizeof controls[0]; i++)
		if (character >= controls[i].first && character <= controls[i].last)
			return true;
	return false;
}

size_t clean_length(const char *text)
{
	const char *at = text;
	int length;

	while (*at && (length = utf8_length(at)) && !is_control(utf8_character(at, length)))
		at += length;
	return (size_t)(at - text);
}

bool is_clean(const char *text)
{
	return !text[clean_length(text)];
}

void print_clean(FILE *out, const char *text)
{
	while (*text) {
		size_t length = clean_length(text);

		fwrite(text, 1, length, out);
		text += length;
		if (*text == '\n' || *text == '\t')
			fputc(*text++, out);
		else if (*text)
			fprintf(out, "\\x%02x", (unsigned char)*text++);
	}
}

const char *clean(const char *text)
{
	enum { COPIES = 8, SHOWN = sizeof "\\xNN" - 1 };
	static char *copies[COPIES];
	static int next;
	char *copy, *end;

	if (is_clean(text))
		return text;
	copy = end = malloc(SHOWN * strlen(text) + 1);
	if (!copy)
		return "(out of memory)";
	while (*text) {
		size_t length = clean_length(text);

		memcpy(end, text, length);
		end += length;
		text += length;
		/* a control character is escaped byte by byte: the bytes behind its first one are not valid UTF-8 */
		if (*text)
			end += sprintf(end, "\\x%02x", (unsigned char)*text++);
	}
	*end = '\0';
	free(copies[next]);
	copies[next] = copy;
	next = (next + 1) % COPIES;
	return copy;
}
