#include "json.h"

#include <inttypes.h>
#include <stdio.h>

/* Bytes of the UTF-8 character at text; 0: there is none. RFC 3629: no surrogates, nothing overlong, nothing above U+10FFFF. */
static int utf8_length(const char *text)
{
	const unsigned char *byte = (const unsigned char *)text;
	int length = byte[0] < 0x80 ? 1 : byte[0] < 0xc2 ? 0 : byte[0] < 0xe0 ? 2 : byte[0] < 0xf0 ? 3 : byte[0] < 0xf5 ? 4 : 0;

	for (int i = 1; i < length; i++)
		if ((byte[i] & 0xc0) != 0x80)
			return 0;
	if ((byte[0] == 0xe0 && byte[1] < 0xa0) || (byte[0] == 0xed && byte[1] > 0x9f) || (byte[0] == 0xf0 && byte[1] < 0x90) ||
	    (byte[0] == 0xf4 && byte[1] > 0x8f))
		return 0;
	return length;
}

/* JSON is UTF-8: what is not becomes U+FFFD. */
void json_string(const char *text)
{
	int length;

	putchar('"');
	for (; *text; text += length ? length : 1) {
		length = utf8_length(text);
		if (length != 1)
			printf("%.*s", length ? length : 3, length ? text : "\xef\xbf\xbd");
		else if (*text == '"' || *text == '\\')
			printf("\\%c", *text);
		else if ((unsigned char)*text < ' ')
			printf("\\u%04x", (unsigned char)*text);
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

/* As a string: JSON numbers of 64 bits do not survive most readers. */
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
