/*
 * What can be read of a file that is no JSON because of some of its rows: the list is cut at its own level, by
 * brackets and strings, and each row is read alone. A file that ends before its list does is not read: names behind
 * its end would look as if the vendor had taken them back.
 */
#include "salvage.h"
#include "vendors/rows/seen.h"

#include <ctype.h>
#include <string.h>

/* Behind the string that begins here; NULL: it does not end on its line. */
static const char *end_of_string(const char *at)
{
	for (at++; *at && *at != '"' && *at != '\n'; at++)
		at += *at == '\\' && at[1];
	return *at == '"' ? at + 1 : NULL;
}

/* The next row that begins a line, from here on; NULL: there is none. */
static const char *next_row(const char *at)
{
	while ((at = strchr(at, '\n'))) {
		at += strspn(at, " \t\r\n");
		if (*at == '{')
			return at;
	}
	return NULL;
}

/* Behind the row that begins here; NULL: it has no end. */
static const char *end_of_row(const char *at)
{
	int depth = 0;

	do {
		if (*at == '{' || *at == '[')
			depth++;
		else if (*at == '}' || *at == ']')
			depth--;
		at = *at == '"' ? end_of_string(at) : at + 1;
	} while (at && *at && depth > 0);
	return at && !depth ? at : NULL;
}

static int line_of(const char *text, const char *at)
{
	int line = 1;

	for (; text < at; text++)
		line += *text == '\n';
	return line;
}

/* The name in a row that cannot be read. */
static const char *name_in(const char *row, const char *end)
{
	static const char field[] = "\"EventName\"";
	const char *at = strstr(row, field);

	if (!at || at >= end)
		return "";
	at += sizeof field - 1;
	at += strspn(at, " \t:");
	return *at == '"' ? copy_text(at + 1, strcspn(at + 1, "\"\r\n")) : "";
}

static void skip_row(struct json_file *file, const char *row, const char *end, const json_error_t *error)
{
	struct place place = { file->path, line_of(file->text, row), 0 };

	begin_name(file->import, place, name_in(row, end), NULL);
	place.line += error->line > 1 ? error->line - 1 : 0;
	row_wrong(file->import, place, "not JSON: %s", error->text);
	end_name(file->import);
}

/* Adds a row to the list, which begins here in the text. */
static void keep_row(struct json_file *file, json_t *list, json_t *row, const char *start, int line)
{
	file->starts = grow(file->starts, file->count + 1, sizeof *file->starts);
	file->lines = grow(file->lines, file->count + 1, sizeof *file->lines);
	file->starts[file->count] = start;
	file->lines[file->count++] = line;
	json_array_append_new(list, row);
}

/* The rows from the bracket on. Behind the list; NULL: it has no end. */
static const char *salvage_rows(struct json_file *file, json_t *list, const char *at)
{
	while (at) {
		const char *end;
		json_error_t error = { 0 };
		json_t *row;

		at += strspn(at, " \t\r\n,");
		if (*at == ']')
			return at + 1;
		if (*at != '{')
			return NULL;
		end = end_of_row(at);
		if (!end)
			end = next_row(at);
		if (!end)
			return NULL;
		row = json_loadb(at, (size_t)(end - at), JSON_REJECT_DUPLICATES, &error);
		if (row)
			keep_row(file, list, row, at, line_of(file->text, at));
		else
			skip_row(file, at, end, &error);
		at = end;
	}
	return NULL;
}

/* "Header": { ... }, which stands before the list. */
static json_t *salvage_header(const char *text)
{
	const char *at = strstr(text, "\"Header\""), *end;

	at = at ? strchr(at, '{') : NULL;
	end = at ? end_of_row(at) : NULL;
	return end ? json_loadb(at, (size_t)(end - at), 0, NULL) : NULL;
}

bool salvage_json(struct json_file *file)
{
	const char *at = file->text + strspn(file->text, " \t\r\n"), *events;
	json_t *list = json_array(), *header = NULL;
	const char *end;

	if (*at == '{') {
		events = strstr(at, "\"Events\"");
		header = salvage_header(at);
		at = events ? strchr(events, '[') : NULL;
	}
	end = at && *at == '[' ? salvage_rows(file, list, at + 1) : NULL;
	if (!end || !json_array_size(list) || end[strspn(end, " \t\r\n}")]) {
		json_decref(list);
		json_decref(header);
		return false;
	}
	file->root = header ? json_object() : list;
	if (header) {
		json_object_set_new(file->root, "Header", header);
		json_object_set_new(file->root, "Events", list);
	}
	file->rows = list;
	file->starts[file->count] = end;
	return true;
}
