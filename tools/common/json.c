/* Writes JSON directly to the output; keys know whether they are the first. */
#include "json.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tables/clean.h"

/* Writes UTF-8: what is not becomes U+FFFD. Controls of eight bits act on terminals too. */
void json_string(const char *text)
{
	json_string_without(text, "");
}

void json_string_without(const char *text, const char *escaped)
{
	int length;

	putchar('"');
	for (; *text; text += length ? length : 1) {
		uint32_t character = utf8_character(text, length = utf8_length(text));

		if (is_control(character) || (length == 1 && strchr(escaped, *text)))
			printf("\\u%04x", character);
		else if (length != 1)
			printf("%.*s", length ? length : 3, length ? text : "\xef\xbf\xbd");
		else if (*text == '"' || *text == '\\')
			printf("\\%c", *text);
		else
			putchar(*text);
	}
	putchar('"');
}

void json_key(bool *first, const char *key)
{
	if (!*first)
		putchar(',');
	*first = false;
	json_string(key);
	putchar(':');
}

void json_text(bool *first, const char *key, const char *text)
{
	json_key(first, key);
	if (text)
		json_string(text);
	else
		fputs("null", stdout);
}

void json_number(bool *first, const char *key, long long value)
{
	json_key(first, key);
	printf("%lld", value);
}

void json_double(double value)
{
	char text[32];
	int digits = 15;

	do
		snprintf(text, sizeof text, "%.*g", digits, value);
	while (digits++ < 17 && strtod(text, NULL) != value);
	fputs(text, stdout);
}

/* Writes a string: JSON numbers of 64 bits do not survive most readers. */
void json_hex(bool *first, const char *key, uint64_t value)
{
	json_key(first, key);
	printf("\"0x%" PRIx64 "\"", value);
}

void json_bool(bool *first, const char *key, bool value)
{
	json_key(first, key);
	fputs(value ? "true" : "false", stdout);
}

void json_open(bool *first, const char *key)
{
	json_key(first, key);
	putchar('{');
}

void json_error(bool *first, const char *code, const char *message)
{
	bool inner = true;

	json_open(first, "error");
	json_text(&inner, "code", code);
	json_text(&inner, "message", message);
	putchar('}');
}
