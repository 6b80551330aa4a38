/*
 * A format is parsed once to check it, before anything is printed, and again for each line. A field is an offset in the
 * tool's own structure.
 */
#include "format.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "tables/clean.h"
#include "tool.h"

/* A character, or a field in braces: its name, perhaps with a colon and a style. */
struct piece {
	char text;
	const char *field;      /* the text in braces; NULL: it is a character */
	int length;
};

/* Returns what follows the first piece of a format; NULL: a brace is not closed. */
static const char *next_piece(const char *format, struct piece *piece)
{
	const char *end;

	*piece = (struct piece){ .text = *format };
	if (format[0] == '\\' && format[1] && strchr("tn\\", format[1])) {
		piece->text = format[1] == 't' ? '\t' : format[1] == 'n' ? '\n' : '\\';
		return format + 2;
	}
	if (format[0] != '{')
		return format + 1;
	if (format[1] == '{')
		return format + 2;
	end = strchr(format, '}');
	piece->field = format + 1;
	piece->length = (int)((end ? end : strchr(format, '\0')) - piece->field);
	return end ? end + 1 : NULL;
}

static const struct field *find_field(const struct piece *piece, const struct field *fields, int count)
{
	size_t length = strcspn(piece->field, ":}");

	for (int i = 0; i < count; i++)
		if (strlen(fields[i].name) == length && !strncmp(fields[i].name, piece->field, length))
			return &fields[i];
	return NULL;
}

static bool has_style(const struct piece *piece, const char *style)
{
	int name = (int)strcspn(piece->field, ":}"), length = (int)strlen(style);

	return piece->length - name == length && !strncmp(piece->field + name, style, (size_t)length);
}

static int no_such_field(const struct piece *piece, const struct field *fields, int count)
{
	complain("no field {%.*s} here", piece->length, piece->field);
	fputs("  there are:", stderr);
	for (int i = 0; i < count; i++)
		fprintf(stderr, " %s", fields[i].name);
	fputc('\n', stderr);
	return offer_help();
}

static int check_piece(const struct piece *piece, const struct field *fields, int count)
{
	const struct field *field = find_field(piece, fields, count);

	if (!field)
		return no_such_field(piece, fields, count);
	if (has_style(piece, ""))
		return GO_ON;
	if (field->kind == TEXT_FIELD)
		return wrong_usage("{%.*s}: it is a text", piece->length, piece->field);
	if (!has_style(piece, ":d") && !has_style(piece, ":x") && !has_style(piece, ":#x"))
		return wrong_usage("{%.*s}: numbers are written :d, :x or :#x", piece->length, piece->field);
	return GO_ON;
}

int check_format(const char *format, const struct field *fields, int count)
{
	struct piece piece;
	int status = GO_ON;

	while (format && *format && status == GO_ON) {
		format = next_piece(format, &piece);
		if (!format)
			return wrong_usage("{%.*s: the brace is not closed; {{ is a brace", piece.length, piece.field);
		if (piece.field)
			status = check_piece(&piece, fields, count);
	}
	return status;
}

static void print_number(const struct piece *piece, bool is_negative, uint64_t number)
{
	if (is_negative) {
		putchar('-');
		number = -number;
	}
	if (has_style(piece, ":#x"))
		printf("0x%" PRIx64, number);
	else if (has_style(piece, ":x"))
		printf("%" PRIx64, number);
	else
		printf("%" PRIu64, number);
}

static void print_field(const struct piece *piece, const struct field *field, const char *value)
{
	const char *text;
	uint64_t number;

	if (field->kind == TEXT_FIELD) {
		memcpy(&text, value, sizeof text);
		fputs(clean(text), stdout);
		return;
	}
	memcpy(&number, value, sizeof number);
	print_number(piece, field->kind == SIGNED_FIELD && number >> 63, number);
}

void print_formatted(const char *format, const struct field *fields, int count, const void *structure)
{
	struct piece piece;

	while (format && *format) {
		const struct field *field;

		format = next_piece(format, &piece);
		field = piece.field ? find_field(&piece, fields, count) : NULL;
		if (field)
			print_field(&piece, field, (const char *)structure + field->offset);
		else
			putchar(piece.text);
	}
	putchar('\n');
}
