/*
 * Reading vendors' JSON, with jansson: it refuses what RFC 8259 refuses (cut files, bad UTF-8, and the same field
 * twice), says where, and is packaged everywhere under the MIT licence. json-c takes less time (0.2 s against 0.5 s for
 * Intel's 31 MB) but is lenient; yyjson is faster than both, but Debian 12 does not have it.
 *
 * jansson does not tell where a value stood in the text. Once it has found the text good, the rows are found again by
 * counting brackets, and a field by looking for its name in the row's text.
 */
#include "json.h"
#include "vendors/rows/import.h"
#include "vendors/rows/left_out.h"
#include "vendors/rows/seen.h"
#include "salvage.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "tables/clean.h"
/* The end of a string that begins at a quote: behind the closing one. */
static const char *string_end(const char *at)
{
	for (at++; *at != '"'; at++)
		at += *at == '\\';
	return at + 1;
}

/* Whether the string that ends before end is this name, with or without escapes. */
static bool is_name(const char *at, const char *end, const char *name)
{
	bool same = (size_t)(end - at) == strlen(name) + 2 && !strncmp(at + 1, name, strlen(name));
	json_t *text;

	if (same || !memchr(at, '\\', (size_t)(end - at)))
		return same;
	text = json_loadb(at, (size_t)(end - at), JSON_DECODE_ANY, NULL);
	same = text && !strcmp(json_string_value(text), name);
	json_decref(text);
	return same;
}

/* The place where the list or object begins: the first bracket, or that of the field called list. */
static const char *list_start(const char *text, const char *list)
{
	int depth = 0;

	if (!list)
		return strchr(text, '[');
	for (const char *at = text; *at; at++) {
		if (*at == '{' || *at == '[')
			depth++;
		if (*at == '}' || *at == ']')
			depth--;
		if (*at != '"')
			continue;
		const char *end = string_end(at);
		bool found = depth == 1 && is_name(at, end, list);

		at = end - 1;
		end += strspn(end, " \t\r\n");
		if (found && *end == ':')
			return strpbrk(end, "[{");
	}
	return NULL;
}

/* Where each element of the list begins, and on which line. False: reported. */
static bool find_rows(struct json_file *file, const char *list)
{
	const char *at = list_start(file->text, list);
	int line = 1, depth = 0, row = 0;
	bool expected = true; /* an element, behind the bracket or a comma of the list */

	if (!at) {
		report((struct place){ file->path, 1, 1 }, "%s: no list", list);
		return false;
	}
	file->starts = need(calloc((size_t)file->count + 1, sizeof *file->starts));
	file->lines = need(calloc((size_t)file->count + 1, sizeof *file->lines));
	for (const char *before = file->text; before < at; before++)
		line += *before == '\n';
	for (at++; row < file->count || depth; at++) {
		if (*at == '\n') /* NOLINT(clang-analyzer-core.NullDereference): at is in the text */
			line++;
		if (isspace((unsigned char)*at))
			continue;
		if (!depth && expected) {
			file->starts[row] = at;
			file->lines[row++] = line;
			expected = false;
		}
		if (*at == '"')
			at = string_end(at) - 1;
		else if (*at == '{' || *at == '[')
			depth++;
		else if (*at == '}' || *at == ']')
			depth--;
		else if (*at == ',' && !depth)
			expected = true;
	}
	file->starts[row] = at;
	return true;
}

bool is_arm_telemetry(const struct json_file *file)
{
	return json_object_get(file->root, "document") && json_object_get(file->root, "product_configuration") &&
	       json_object_get(file->root, "events");
}

bool is_arm_mesh(const struct json_file *file)
{
	return json_object_get(file->root, "document") && json_object_get(file->root, "components");
}

/* Where rows are members of an object their names are a field more of each. */
static json_t *members_as_rows(json_t *object)
{
	json_t *rows = json_array(), *value;
	const char *name;

	json_object_foreach(object, name, value) {
		json_t *row = json_is_object(value) ? json_incref(value) : json_object();

		json_object_set_new(row, "name", json_string(name));
		json_array_append_new(rows, row);
	}
	return rows;
}

static const char *choose_list(struct json_file *file, const char *const *lists)
{
	json_t *root = file->root;

	if (json_is_array(root)) {
		file->rows = root;
		return NULL;
	}
	for (int i = 0; lists && lists[i]; i++) {
		file->rows = json_object_get(root, lists[i]);
		if (json_is_array((json_t *)file->rows))
			return lists[i];
	}
	file->rows = NULL;
	if (!is_arm_telemetry(file) || !json_is_object(json_object_get(root, "events")))
		return NULL;
	file->rows = members_as_rows(json_object_get(root, "events"));
	json_object_set_new(root, "events", (json_t *)file->rows); /* who owns lists, too */
	return "events";
}

/* jansson takes a want of memory for a mistake in the text. */
static void *allocate(size_t size)
{
	return need(malloc(size));
}

static bool can_salvage(struct json_file *file)
{
	file->starts = grow(NULL, 0, sizeof *file->starts);
	file->lines = grow(NULL, 0, sizeof *file->lines);
	return salvage_json(file);
}

static void say_salvaged(const struct import *import, const char *path, const json_error_t *error)
{
	if (!import->is_before && !import->is_again)
		say(stderr, "%s:%d: not JSON: %s; read row by row\n", path, error->line, error->text);
}

/* Of many files one that is none is a line of the report. */
static void skip_file(struct import *import, const char *path, const json_error_t *error)
{
	add_finding(import, (struct finding){ .what = "row-skipped",
					      .place = { path, error->line > 0 ? error->line : 0, 0 },
					      .why = joined("the whole file: not JSON: ", error->text, "") });
	if (!import->is_before && !import->is_again)
		say(stderr, "%s:%d: the whole file is skipped: not JSON: %s\n", path, error->line, error->text);
}

bool open_json(struct import *import, struct json_file *file, const char *path, char *text, size_t length,
	       const char *const *lists)
{
	json_error_t error;
	size_t most = INT32_MAX / 2;
	const char *list;

	*file = (struct json_file){ .import = import,
				     .path = path,
				     .first_name = import->vendor_name_count,
				     .text = text };
	json_set_alloc_funcs(allocate, free);
	file->root = json_loadb(file->text, length, JSON_REJECT_DUPLICATES, &error);
	if (!file->root && file->text[0] && can_salvage(file)) {
		say_salvaged(import, path, &error);
		return true;
	}
	if (!file->root && import->by_directory) {
		skip_file(import, path, &error);
		close_json(file);
		return false;
	}
	if (!file->root) {
		report((struct place){ path, error.line > 0 ? error.line : 0, error.column > 0 ? error.column : 0 },
		       "not JSON: %s", error.text);
		close_json(file);
		return false;
	}
	list = choose_list(file, lists);
	if (!file->rows && (json_is_object(json_object_get(file->root, "metrics")) || is_arm_mesh(file)))
		return true;
	if (!file->rows || json_array_size(file->rows) > most) {
		report((struct place){ path, 1, 1 }, file->rows ? "more than 1073741823 events" : "no list of events");
		close_json(file);
		return false;
	}
	file->count = (int)json_array_size(file->rows);
	if (!file->count || find_rows(file, list))
		return true;
	close_json(file);
	return false;
}

void close_json(struct json_file *file)
{
	json_decref(file->root);
	free(file->text);
	free(file->starts);
	free(file->lines);
	*file = (struct json_file){ 0 };
}

struct json_row json_row_at(struct json_file *file, int number)
{
	return (struct json_row){ file, number, json_array_get(file->rows, (size_t)number) };
}

/* The line of the field in the row's text, or of the row if it has no such field. */
struct place json_place(const struct json_row *row, const char *field)
{
	struct place place = { row->file->path, row->file->lines ? row->file->lines[row->number] : 1, 0 };
	const char *start = row->file->lines ? row->file->starts[row->number] : "";
	const char *end = row->file->lines ? row->file->starts[row->number + 1] : start;
	int line = place.line;

	for (const char *at = start; field && at < end; at++) {
		line += *at == '\n';
		if (*at != '"')
			continue;
		const char *close = string_end(at);

		if (is_name(at, close, field) && close[strspn(close, " \t\r\n")] == ':') {
			place.line = line;
			break;
		}
		at = close - 1;
	}
	return place;
}

/* What is not a string, number or nothing is an error. */
static const char *text_of(const json_t *value, struct place (*place)(const struct json_row *, const char *),
			   const struct json_row *row, const char *field)
{
	char number[32];

	if (!value || json_is_null(value))
		return NULL;
	if (json_is_string(value))
		return json_string_value(value);
	if (json_is_integer(value)) {
		int length = snprintf(number, sizeof number, "%lld", (long long)json_integer_value(value));

		return copy_text(number, (size_t)length);
	}
	if (json_is_real(value)) {
		int length = snprintf(number, sizeof number, "%g", json_real_value(value));

		return copy_text(number, (size_t)length);
	}
	if (place)
		row_wrong(row->file->import, place(row, field), "%s: expected a text or a number", field);
	return NULL;
}

/* A copy with a blank for each character that acts on a terminal or looks like nothing, line ends among them. */
static const char *without_controls(const char *text)
{
	char *copy = need(malloc(strlen(text) + 1)), *to = copy;
	const char *clean;

	while (*text) {
		int length = utf8_length(text);

		if (!length || is_control(utf8_character(text, length))) {
			*to++ = ' ';
		} else {
			memcpy(to, text, (size_t)length);
			to += length;
		}
		text += length ? length : 1;
	}
	*to = '\0';
	clean = copy_text(copy, strlen(copy));
	free(copy);
	return clean;
}

const char *json_head(const struct json_file *file, const char *object, const char *field)
{
	const json_t *head = object ? json_object_get(file->root, object) : file->root;
	const char *text = text_of(json_object_get(head, field), NULL, NULL, field);

	return text ? without_controls(text) : NULL;
}

static const char *field_text(const struct json_row *row, const char *field)
{
	return text_of(json_object_get(row->object, field), json_place, row, field);
}

const char *json_text(const struct json_row *row, const char *field)
{
	const char *text = field_text(row, field);

	if (text && !strcmp(field, "EventName")) /* the reader of names says which byte cannot be in it */
		return copy_text(text, strlen(text));
	return text ? without_controls(text) : NULL;
}

static bool says_nothing(const char *text)
{
	static const char *const nothing[] = { "", "null", "na", "n/a", "tbd", "none" };

	for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++)
		if (!strcasecmp(text, nothing[i]))
			return true;
	return false;
}

/* Vendors write decimal numbers, with leading zeros too, and hexadecimal ones after 0x. */
uint64_t json_number(const struct json_row *row, const char *field, uint64_t most)
{
	const char *text = field_text(row, field);
	int base = text && text[strspn(text, " ")] == '0' && (text[strspn(text, " ") + 1] | 32) == 'x' ? 16 : 10;
	unsigned long long value;
	char *end;

	if (!text || says_nothing(text))
		return 0;
	text += strspn(text, " ");
	errno = 0;
	value = strtoull(text, &end, base);
	end += strspn(end, " ");
	if (!isdigit((unsigned char)*text) || (*end && *end != ',') || errno || value > most) {
		row_wrong(row->file->import, json_place(row, field),
			  "%s: %.40s: expected a number from 0 to %#llx", field, text,
		       (unsigned long long)most);
		return 0;
	}
	return value;
}

const char *json_plain_text(const struct json_row *row, const char *field)
{
	const char *text = json_string_value(json_object_get(row->object, field));

	return text ? without_controls(text) : NULL;
}

enum { MOST_UNIT = 40 };

/* What stands in lines of text later, and in names of PMUs. */
static bool is_word(const char *unit)
{
	if (!*unit || strlen(unit) > MOST_UNIT)
		return false;
	while ((unsigned char)*unit >= ' ' && !strchr("\"#\\", *unit))
		unit++;
	return !*unit;
}

void begin_json_name(const struct json_row *row, const char *unit)
{
	const char *name = json_plain_text(row, "EventName");

	if (!name)
		name = json_plain_text(row, "name");
	if (!name)
		name = json_plain_text(row, "ArchStdEvent");
	begin_name(row->file->import, json_place(row, "EventName"), name ? name : "", unit);
	if (unit && !is_word(unit))
		row_wrong(row->file->import, json_place(row, "Unit"),
			  "Unit: %.40s: expected a word of at most %d bytes without quotes, # and \\", unit, MOST_UNIT);
}

const char *json_unit(const struct json_row *row)
{
	return json_plain_text(row, "Unit");
}

bool json_has(const struct json_row *row, const char *field)
{
	return json_object_get(row->object, field);
}

bool is_json_true(const struct json_row *row, const char *field)
{
	return json_is_true(json_object_get(row->object, field));
}

static bool says_something(const json_t *value)
{
	const char *text = json_string_value(value);

	return value && !json_is_null(value) && !(text && (says_nothing(text) || !text[strspn(text, "0x")]));
}

void json_unread(const struct json_row *row, const char *const *read, const struct ignored_field *ignored)
{
	const char *field;
	json_t *value;

	json_object_foreach((json_t *)row->object, field, value) {
		const struct ignored_field *reason = ignored;
		int i = 0;

		while (read[i] && strcmp(read[i], field))
			i++;
		if (read[i] || !says_something(value))
			continue;
		while (reason->name && strcmp(reason->name, field))
			reason++;
		if (reason->name && row->file->import->merging)
			continue; /* the same at each update */
		leave_out(row->file->import, (struct place){ row->file->path, row->file->lines[row->number], 0 },
			  field, reason->name ? reason->reason : "this field is not known here");
	}
}

/* ---- objects in objects ---- */

struct json_row json_root(struct json_file *file)
{
	return (struct json_row){ file, 0, file->root };
}

struct json_row json_member(const struct json_row *row, const char *field)
{
	return (struct json_row){ row->file, row->number, json_object_get(row->object, field) };
}

int json_members(const struct json_row *row)
{
	return (int)json_object_size(row->object);
}

struct json_row json_member_at(const struct json_row *row, int number, const char **name)
{
	void *at = json_object_iter(row->object);

	while (number--)
		at = json_object_iter_next(row->object, at);
	if (name)
		*name = without_controls(json_object_iter_key(at));
	return (struct json_row){ row->file, row->number, json_object_iter_value(at) };
}

static json_t *list_of(const struct json_row *row, const char *list)
{
	return json_object_get(row->object, list);
}

int json_items(const struct json_row *row, const char *list)
{
	return (int)json_array_size(list_of(row, list));
}

struct json_row json_item(const struct json_row *row, const char *list, int number)
{
	return (struct json_row){ row->file, row->number, json_array_get(list_of(row, list), (size_t)number) };
}

const char *json_item_text(const struct json_row *row, const char *list, int number)
{
	const char *text = json_string_value(json_array_get(list_of(row, list), (size_t)number));

	return text ? without_controls(text) : "";
}

bool json_has_text(const struct json_row *row, const char *list, const char *text)
{
	for (int i = 0; i < json_items(row, list); i++) {
		const char *item = json_string_value(json_array_get(list_of(row, list), (size_t)i));

		if (item && !strcmp(item, text))
			return true;
	}
	return false;
}

struct place json_text_place(const struct json_file *file, const char *name)
{
	struct place place = { file->path, 1, 0 };
	size_t length = strlen(name);

	for (const char *at = file->text; *at; at++) {
		place.line += *at == '\n';
		if (*at == '"' && !strncmp(at + 1, name, length) && at[length + 1] == '"' &&
		    at[length + 2 + strspn(at + length + 2, " \t\r\n")] == ':')
			return place;
	}
	place.line = 1;
	return place;
}
