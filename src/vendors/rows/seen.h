/* Tracks the names of the files, and reports on them. */
#ifndef PMUC_SEEN_H
#define PMUC_SEEN_H

#include "compiler/text/text.h"

struct import;
struct import_row;

/* What happened to a name of the files. */
enum name_state {
	NAME_LOST, /* nothing, which is an internal error */
	NAME_TAKEN, /* a row of a PMU has it */
	NAME_UNASKED, /* it is of another unit than that asked for */
	NAME_IGNORED, /* the manifest says so */
	NAME_LEFT_OUT,
	NAME_SKIPPED, /* its row cannot be read */
	NAME_WANTED, /* the table has another code, and there is no verdict */
	NAME_KEPT /* the table has another code, by verdict */
};

struct vendor_name {
	struct place place;
	const char *name, *unit, *why;
	const char *key; /* key of its file; names of one file share the pointer */
	enum name_state state;
	int same_as; /* index of another name with the same row; -1: none */
	const char *line; /* name and code of its first row, for hashes over files; NULL: no row */
	uint32_t text, facts; /* hashes of the vendor's text, 0 if there is none, and of all other facts of its row */
	bool is_known; /* the last run's file had the same facts, except the text */
};

/* A line of the report. Unused fields are NULL. */
struct finding {
	const char *what;
	struct place place;
	const char *unit, *table, *name, *old, *now, *why;
	long count;
	const struct name_counts *counts; /* for a summary; else NULL */
};

/* Number of a unit's names, by what happened to them. */
struct name_counts {
	long names, right, left_out, row_skipped, verdict_wanted, ignored, added;
};

/* Returns how the manifest names the file of the row. */
const char *key_of_row(const struct import *import, const struct import_row *row);
void add_finding(struct import *import, struct finding finding);
/* Adds a finding with place, unit and name of the row. */
void add_row_finding(struct import *import, const struct import_row *row, struct finding finding);
/* Returns whether a finding is a fact-changed that needs no person. */
bool is_plain_fact(const struct finding *finding);
/* Returns the first name that shares the row, in any file. */
int first_of_name(const struct import *import, int number);
/* Returns a hash, from HASH_BEGIN on, with the text added. */
#define HASH_BEGIN UINT32_C(2166136261)
uint32_t mixed(uint32_t hash, const char *text);
/* Hashes the row as what the file has for the current name. */
void hash_row(struct import *import, const struct import_row *row);
/* Begins a name of a file, up to end_name(): errors that row_wrong() reports skip only its row. */
void begin_name(struct import *import, struct place place, const char *name, const char *unit);
void end_name(struct import *import);
void name_is(struct import *import, enum name_state state, const char *why);
void leave_out_event(struct import *import, struct place place, const char *name, const char *why);
void row_wrong(struct import *import, struct place place, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
bool row_is_wrong(struct import *import);
/* Ends the rows of a file, names from number first on. Too many bad ones are mistakes of the file. */
void end_rows(struct import *import, int first, int rows);

#endif
