/*
 * Reads vendors' JSON with jansson: it refuses what RFC 8259 refuses (truncated files, bad UTF-8) and duplicate fields,
 * reports the place, and is packaged everywhere under the MIT licence. json-c is faster (0.2 s against 0.5 s for
 * Intel's 31 MB) but lenient; yyjson is faster than both, but not in Debian 12.
 *
 * jansson does not tell where a value was in the text, only how far it has read. So the brackets of a file and of its
 * list of rows are parsed here, and every name and value between them by jansson.
 */
#include "json.h"
#include "vendors/rows/import.h"
#include "vendors/rows/left_out.h"
#include "vendors/rows/seen.h"

#include "tables/clean.h"

#include <jansson.h>

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define BLANKS " \t\r\n"

bool is_arm_telemetry(const struct json_file *file)
{
	return json_object_get(file->root, "document") && json_object_get(file->root, "product_configuration") &&
	       json_object_get(file->root, "events");
}

bool is_arm_mesh(const struct json_file *file)
{
	return json_object_get(file->root, "document") && json_object_get(file->root, "components");
}

/* Returns rows for the members of an object, each with its name as a further field. */
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

/* State of reading a file. */
struct reading {
	struct json_file *file;
	const char *const *lists; /* names of lists of rows, in order of preference */
	const char *at, *end, *counted; /* counted: position that line is the number of */
	int line, rank; /* rank: index in lists of the name of the file's rows */
	bool lenient; /* skip rows that cannot be read */
};

static char next_character(struct reading *in)
{
	in->at += strspn(in->at, BLANKS);
	return *in->at;
}

static json_t *read_value(struct reading *in, json_error_t *error)
{
	json_t *value = json_loadb(in->at, (size_t)(in->end - in->at),
		JSON_DECODE_ANY | JSON_DISABLE_EOF_CHECK | JSON_REJECT_DUPLICATES, error);

	in->at += value ? error->position : 0;
	return value;
}

/* Reads the name of a member, and the colon behind it; NULL: it is none, or a duplicate. */
static json_t *read_name(struct reading *in, const json_t *members)
{
	json_error_t error;
	json_t *name = read_value(in, &error);

	if (json_is_string(name) && !json_object_get(members, json_string_value(name)) && next_character(in) == ':') {
		in->at++;
		next_character(in);
		return name;
	}
	json_decref(name);
	return NULL;
}

/* Returns whether the member that begins here has the file's rows, the best found so far: Arm's are an object. */
static bool has_rows(struct reading *in, const char *name)
{
	int rank = 0;

	while (in->lists && in->lists[rank] && strcmp(in->lists[rank], name) != 0)
		rank++;
	if (*in->at == '{' && !strcmp(name, "events"))
		rank = INT_MAX - 1;
	else if (*in->at != '[' || !in->lists || !in->lists[rank])
		return false;
	if (rank >= in->rank)
		return false;
	in->rank = rank;
	in->file->count = 0;
	return true;
}

/* Records where the row begins, or the last one ends. */
static void note_place(struct reading *in)
{
	struct json_file *file = in->file;

	while (in->counted < in->at)
		in->line += *in->counted++ == '\n';
	file->starts = grow(file->starts, file->count, sizeof *file->starts);
	file->starts[file->count] = (struct json_start){ in->at, in->line };
}

/* Returns the name in a row that cannot be read, "" for none. */
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

/* Skips a row that cannot be read, to where it ends, or a line does, from the mistake's on, and a row follows. */
static bool skip_row(struct reading *in, const json_error_t *error)
{
	struct import *import = in->file->import;
	struct place place = { in->file->path, in->line, 0 };
	const char *row = in->at, *follows;

	in->at += error->position > 0 ? error->position - 1 : 0;
	while (in->at > row && *in->at != '\n')
		in->at--;
	for (;; in->at++) {
		in->at += strcspn(in->at, "}\n");
		if (!*in->at)
			return false;
		follows = in->at + 1 + strspn(in->at + 1, BLANKS ",");
		if (*follows == '{' || (*follows == ']' && *in->at == '}'))
			break;
	}
	in->at++;
	begin_name(import, place, name_in(row, in->at), NULL);
	place.line += error->line > 1 ? error->line - 1 : 0;
	row_wrong(import, place, "not JSON: %s", error->text);
	end_name(import);
	return true;
}

/* Returns whether rows that cannot be read are skipped: of the first of the lists, or of a file that is one. */
static bool is_lenient(const struct reading *in, bool are_rows)
{
	return in->lenient && are_rows && !in->rank;
}

static json_t *read_members(struct reading *in, bool are_rows);

static bool read_member(struct reading *in, json_t *members, bool are_rows)
{
	json_t *name = json_is_object(members) ? read_name(in, members) : NULL, *value;
	json_error_t error;

	if (json_is_object(members) && !name)
		return false;
	if (!are_rows && name && has_rows(in, json_string_value(name)))
		in->file->rows = value = read_members(in, true);
	else
		value = read_value(in, &error);
	if (!value) {
		json_decref(name);
		return is_lenient(in, are_rows) && *in->at == '{' && skip_row(in, &error);
	}
	if (name)
		json_object_set_new(members, json_string_value(name), value);
	else
		json_array_append_new(members, value);
	json_decref(name);
	in->file->count += are_rows;
	return true;
}

/* Returns whether another member follows, by a comma. */
static bool goes_on(struct reading *in, bool are_rows)
{
	if (is_lenient(in, are_rows)) {
		in->at += strspn(in->at, BLANKS ",");
		return *in->at == '{';
	}
	if (next_character(in) != ',')
		return false;
	in->at++;
	next_character(in);
	return true;
}

/* Reads a list or an object at the top, whose members may be rows. NULL: there is a mistake in it. */
static json_t *read_members(struct reading *in, bool are_rows)
{
	char close = *in->at++ == '{' ? '}' : ']';
	json_t *members = close == '}' ? json_object() : json_array();
	bool good = true;

	if (next_character(in) != close)
		do {
			if (are_rows)
				note_place(in);
			good = read_member(in, members, are_rows);
		} while (good && goes_on(in, are_rows));
	if (!good || (*in->at != close && (*in->at || are_rows || !in->lenient))) {
		json_decref(members);
		return NULL;
	}
	if (are_rows)
		note_place(in);
	in->at += *in->at == close;
	return members;
}

/*
 * Reads all of the text. A list that does not end is not read, even if lenient: names behind its end would look as if
 * the vendor had taken them back.
 */
static bool read_text(struct json_file *file, size_t length, const char *const *lists, bool lenient)
{
	const char *text = file->text;
	struct reading in = { file, lists, text, text + length, text, 1, 0, lenient };
	bool is_list = next_character(&in) == '[';

	in.rank = is_list ? 0 : INT_MAX;
	file->count = 0;
	file->rows = NULL;
	file->root = is_list || *in.at == '{' ? read_members(&in, is_list) : NULL;
	if (is_list)
		file->rows = file->root;
	in.at += strspn(in.at, lenient ? BLANKS "}" : BLANKS);
	if (file->root && (in.at != in.end || (lenient && !file->count))) {
		json_decref(file->root);
		file->root = NULL;
	}
	return file->root;
}

/* Allocates memory or ends the program, as jansson takes a lack of memory for a mistake in the text. */
static void *allocate(size_t size)
{
	return need(malloc(size));
}

static void say_salvaged(const struct import *import, const char *path, const json_error_t *error)
{
	if (!import->is_before && !import->is_again)
		say(stderr, "%s:%d: not JSON: %s; read row by row\n", path, error->line, error->text);
}

/* Reports a file that is not JSON, among many files, in a line. */
static void skip_file(struct import *import, const char *path, const json_error_t *error)
{
	add_finding(import, (struct finding){ .what = "row-skipped",
					      .place = { path, error->line > 0 ? error->line : 0, 0 },
					      .why = joined("the whole file: not JSON: ", error->text, "") });
	if (!import->is_before && !import->is_again)
		say(stderr, "%s:%d: the whole file is skipped: not JSON: %s\n", path, error->line, error->text);
}

/* Reads a text that is not JSON row by row. False: that failed, too, and jansson's reason is reported. */
static bool salvage(struct json_file *file, size_t length, const char *const *lists)
{
	struct import *import = file->import;
	json_error_t error;

	json_decref(json_loadb(file->text, length, JSON_REJECT_DUPLICATES, &error));
	if (read_text(file, length, lists, true)) {
		say_salvaged(import, file->path, &error);
		return true;
	}
	if (import->by_directory)
		skip_file(import, file->path, &error);
	else
		report((struct place){ file->path, error.line > 0 ? error.line : 0,
				       error.column > 0 ? error.column : 0 },
		       "not JSON: %s", error.text);
	return false;
}

/* Makes an object of rows a list of them, if it is Arm's. False: it has no list of events, which is reported. */
static bool choose_rows(struct json_file *file)
{
	bool is_arm = is_arm_telemetry(file);

	if (json_is_object((json_t *)file->rows)) {
		file->count = is_arm ? file->count : 0;
		file->rows = is_arm ? members_as_rows(file->rows) : NULL;
		if (is_arm)
			json_object_set_new(file->root, "events", file->rows); /* who owns lists, too */
	}
	if (file->rows || json_is_object(json_object_get(file->root, "metrics")) || is_arm_mesh(file))
		return true;
	report((struct place){ file->path, 1, 1 }, "no list of events");
	return false;
}

bool open_json(struct import *import, struct json_file *file, const char *path, char *text, size_t length,
	       const char *const *lists)
{
	*file = (struct json_file){ .import = import,
				     .path = path,
				     .first_name = import->vendor_name_count,
				     .text = text };
	json_set_alloc_funcs(allocate, free);
	if ((read_text(file, length, lists, false) || salvage(file, length, lists)) && choose_rows(file))
		return true;
	close_json(file);
	return false;
}

void close_json(struct json_file *file)
{
	json_decref(file->root);
	free(file->text);
	free(file->starts);
	*file = (struct json_file){ 0 };
}

struct json_row json_row_at(struct json_file *file, int number)
{
	return (struct json_row){ file, number, json_array_get(file->rows, (size_t)number) };
}

/* Finds the line of a field's name in the text up to end (NULL: its own), which begins on line; 0: in none. */
static int line_of_field(const char *at, const char *end, int line, const char *field)
{
	size_t length = strlen(field);

	for (; at != end && *at; at++) {
		line += *at == '\n';
		if (*at == '"' && !strncmp(at + 1, field, length) && at[length + 1] == '"' &&
		    at[length + 2 + strspn(at + length + 2, BLANKS)] == ':')
			return line;
	}
	return 0;
}

/* Returns the line of the field in the row's text, or of the row if it has no such field. */
struct place json_place(const struct json_row *row, const char *field)
{
	const struct json_start *start = row->number < row->file->count ? &row->file->starts[row->number] : NULL;
	int line = start && field ? line_of_field(start->text, start[1].text, start->line, field) : 0;

	return (struct place){ row->file->path, line ? line : start ? start->line : 1, 0 };
}

/* Returns a string or number as text, NULL for nothing; anything else is an error. */
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

/* Copies a text with a blank for each character that acts on a terminal or is invisible, line ends among them. */
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

	if (text && !strcmp(field, "EventName")) /* kept with control characters, as the reader of names reports them */
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

/* Reads decimal numbers, with leading zeros too, and hexadecimal ones after 0x. */
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

/* Returns whether a unit can stand in lines of text, and in names of PMUs. */
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
			continue; /* not reported again at each update */
		leave_out(row->file->import, (struct place){ row->file->path, row->file->starts[row->number].line, 0 },
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
	int line = line_of_field(file->text, NULL, 1, name);

	return (struct place){ file->path, line ? line : 1, 0 };
}
