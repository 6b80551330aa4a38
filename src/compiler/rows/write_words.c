/*
 * Writes the vocabulary for questions as C: it is in the file "words" beside the file "order", whose comments explain
 * its rows. Strings are concatenated: a table of pointers would be relocated in every process.
 */
#define _GNU_SOURCE
#include "build.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_FIELDS = 5 };

void write_strings(FILE *file, const char *bytes, size_t size)
{
	for (size_t at = 0; at < size; at += strlen(bytes + at) + 1) {
		fputc('"', file);
		for (const char *c = bytes + at; *c; c++)
			if (*c == '"' || *c == '\\')
				fprintf(file, "\\%c", *c);
			else if ((unsigned char)*c >= 0x7f || *c == '?')
				fprintf(file, "\\%03o", (unsigned char)*c);
			else
				fputc(*c, file);
		fputs("\\0\"\n", file);
	}
}

/* The kinds of rows, the array that has each, and the number of fields that end with a NUL in it. */
static const struct row_of_words {
	const char *word, *array;
	int fields;
	bool is_sized;
} kinds[] = { { "fold", "folds", 2, true }, { "meaning", "meanings", 2, true }, { "asked", "asked", 3, false },
	{ "unlike", "unlike", 2, false }, { "turning", "turning", 1, false },
	{ "weak", "weak", 1, false }, { "amount", "amounts", 1, false }, { "box", "boxes", 1, false },
	{ "narrow", "narrow", 1, false }, { "exact", "exact", 1, false },
	{ "number", "numbers", 1, false },
	{ "withdrawn", "withdrawn", 5, false } };

enum { KINDS = sizeof kinds / sizeof kinds[0] };

struct reading {
	FILE *to[KINDS];
	char *bytes[KINDS];
	size_t size[KINDS];
	struct list { const char *name, *text; } *lists;
	int count;
};

/* Writes a text with the lists that it names in braces, which must be among the first, known ones. */
static void put_text(const struct reading *reading, int known, const char *text, struct place place, FILE *out)
{
	while (*text) {
		size_t plain = strcspn(text, "{"), length = strcspn(text + plain, "}");
		int i = 0;

		fwrite(text, 1, plain, out);
		text += plain;
		if (!*text)
			return;
		while (i < known &&
			(strlen(reading->lists[i].name) != length - 1 ||
				strncmp(reading->lists[i].name, text + 1, length - 1)))
			i++;
		if (i == known)
			report(place, "no list before this is called %.*s}", (int)length, text);
		else
			put_text(reading, i, reading->lists[i].text, place, out);
		text += length + (text[length] == '}');
	}
}

/* Cuts a row at " : "; a bar at the end of a field keeps the blank before it, and goes. Returns how many there are. */
static int cut_fields(char *row, char **fields)
{
	int count = 0;

	for (char *end; row && count < MOST_FIELDS; row = end) {
		size_t length;

		end = strstr(row, " : ");
		if (end) {
			*end = '\0';
			end += 3;
		}
		length = strlen(row);
		if (length && row[length - 1] == '|')
			row[length - 1] = '\0';
		fields[count++] = row;
	}
	return count;
}

static void take_row(struct reading *reading, char *row, struct place place)
{
	size_t length = strcspn(row, " ");
	char *fields[MOST_FIELDS] = { 0 };
	/* skips no separator for "fold : ...", whose first field is empty */
	int count = cut_fields(row + length + !!strncmp(row + length, " : ", 3), fields);

	if (length == 4 && !strncmp(row, "list", 4) && count == 2) {
		reading->lists = grow(reading->lists, reading->count, sizeof *reading->lists);
		reading->lists[reading->count++] = (struct list){ fields[0], fields[1] };
		return;
	}
	for (int i = 0; i < KINDS; i++)
		if (strlen(kinds[i].word) == length && !strncmp(kinds[i].word, row, length) &&
			count <= kinds[i].fields) {
			for (int k = 0; k < kinds[i].fields; k++) {
				put_text(reading, reading->count, fields[k] ? fields[k] : "", place, reading->to[i]);
				fputc('\0', reading->to[i]);
			}
			return;
		}
	report(place, "no row of words: expected fold, meaning, asked, list .. and their fields");
}

/* Reads rows; indented lines continue them: behind | and ; at once, else with a blank. */
static void read_rows(struct reading *reading, char *bytes, const char *path)
{
	struct place place = { path, 0, 1 }, from = place;
	char *row = NULL, *to = NULL;

	for (char *line; (line = strsep(&bytes, "\n"));) {
		size_t length;

		place.line++;
		if (*line == '\t' && row) {
			line++;
			if (*line == ':' || !strchr("|;", to[-1]))
				*to++ = ' ';
			length = strlen(line);
			memmove(to, line, length + 1);
			to += length;
			continue;
		}
		if (row)
			take_row(reading, row, from);
		row = *line && *line != '#' ? line : NULL;
		to = row ? row + strlen(row) : NULL;
		from = place;
	}
}

void write_words(FILE *file, const char *order)
{
	const char *slash = strrchr(order, '/');
	char *path = joined(copy_text(order, slash ? (size_t)(slash + 1 - order) : 0), "words", "");
	struct reading reading = { .count = 0 };
	size_t length;
	bool has_words = !access(path, F_OK); /* only this package's tables have the file */

	for (int i = 0; i < KINDS && has_words; i++)
		reading.to[i] = need(open_memstream(&reading.bytes[i], &reading.size[i]));
	if (has_words)
		read_rows(&reading, need(read_file(path, &length)), path);
	for (int i = 0; i < KINDS; i++) {
		if (has_words)
			fclose(reading.to[i]);
		fprintf(file, "\nconst char words_%s[] =\n", kinds[i].array);
		write_strings(file, reading.bytes[i], reading.size[i]);
		fputs("\"\";\n", file);
		if (kinds[i].is_sized)
			fprintf(file, "const size_t words_%s_size = sizeof words_%s;\n", kinds[i].array,
				kinds[i].array);
		free(reading.bytes[i]);
	}
	free(reading.lists);
}
