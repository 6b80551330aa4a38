/* Vendors' JSON: files, their rows, and the fields of rows. */
#ifndef PMUC_IMPORT_JSON_H
#define PMUC_IMPORT_JSON_H

#include "compiler/text/text.h"

struct json_file {
	struct import *import;
	const char *path;
	char *text;
	void *root, *rows;
	int count;
	int first_name; /* index of its first name among the import's names */
	struct json_start {
		const char *text;
		int line;
	} * starts; /* the beginnings of the rows, and the end of the last one */
};

/*
 * Reads the text of a file that is a list of objects, or an object with a list called list, or one with objects only,
 * of which there are no rows then: rows is NULL. close_json() frees the text. False: reported, the text is freed.
 */
bool open_json(struct import *import, struct json_file *file, const char *path, char *text, size_t length,
	       const char *const *lists);
void close_json(struct json_file *file);

struct json_row {
	struct json_file *file;
	int number;
	void *object;
};
struct json_row json_row_at(struct json_file *file, int number);
struct place json_place(const struct json_row *row, const char *field);
/* Returns a field of the file's head ("Header", or the file itself); NULL if it is not there. */
const char *json_head(const struct json_file *file, const char *object, const char *field);
/* Returns a copy of the field's text, a number as decimal text; NULL if it is not there. Other types are errors. */
const char *json_text(const struct json_row *row, const char *field);
/* Returns the first number of the field; 0 if it is not there or has none (null, NA, tbd, empty). */
uint64_t json_number(const struct json_row *row, const char *field, uint64_t most);
bool json_has(const struct json_row *row, const char *field);
bool is_json_true(const struct json_row *row, const char *field);
/* Calls begin_name() for the row with its field EventName, name or ArchStdEvent. */
void begin_json_name(const struct json_row *row, const char *unit);
/* Returns the field if it is a text, or the field Unit; NULL: it is none, which is no error. */
const char *json_plain_text(const struct json_row *row, const char *field);
const char *json_unit(const struct json_row *row);
/* Returns objects in objects (the object is NULL if they are not there), and members of those by number. */
struct json_row json_root(struct json_file *file);
struct json_row json_member(const struct json_row *row, const char *field);
int json_members(const struct json_row *row);
struct json_row json_member_at(const struct json_row *row, int number, const char **name);
/* Returns of a field that is a list how many items there are, one of them, or its text; or whether a text is one. */
int json_items(const struct json_row *row, const char *list);
struct json_row json_item(const struct json_row *row, const char *list, int number);
const char *json_item_text(const struct json_row *row, const char *list, int number);
bool json_has_text(const struct json_row *row, const char *list, const char *text);
/* Finds a field's name in the file's text for the first time. */
struct place json_text_place(const struct json_file *file, const char *name);
/* Calls leave_out() for all fields that are in neither list; ignored fields have a reason. */
struct ignored_field {
	const char *name, *reason;
};
void json_unread(const struct json_row *row, const char *const *read, const struct ignored_field *ignored);
bool is_arm_telemetry(const struct json_file *file);
bool is_arm_mesh(const struct json_file *file);

#endif
