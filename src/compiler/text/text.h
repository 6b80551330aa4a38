/* Reads table text: lines cut into words, and messages with their place. */
#ifndef PMUC_TEXT_H
#define PMUC_TEXT_H

#include "tables/limits.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* A place in a table file; column counts bytes, from 1. */
struct place {
	const char *file;
	int line, column;
};

struct word {
	const char *text;
	struct place place;
};

/* One line of text. words and text belong to the source and live until the program ends. */
struct line {
	struct word *words;
	int count;
	bool indented;
	/* the description behind " : ", on this line or on lines of its own below; NULL: none */
	const char *text;
	struct place text_place;
	const char *comment;    /* from "#" on; NULL: none */
	bool goes_on;           /* ends with a backslash: the next line belongs to it */
	/* of a metric: the text behind "=" or "above", to the end of the line; NULL: it is not such a line */
	const char *formula;
	struct place formula_place;
	const char *file;
	int last;               /* number of the last line of the row */
	bool used;              /* of the package: the block that begins here is used (keep_text.c) */
};

struct source {
	char *bytes;            /* content of the file, cut into strings */
	struct line *lines;
	int count;
	bool of_package;        /* borrowed from the package, not part of the text being compiled */
};

/*
 * Cuts text in place. A word is a run of non-blanks or "quoted"; a ":" alone starts the description. *of_metrics:
 * whether the line stands in a block of metrics, where formulas are taken as they are; false before the first line.
 */
struct line cut_line(char *text, const char *file, int number, bool *of_metrics);

/* Adds a line to lines; false: it belongs to the line above, which goes on with its words, or with its description. */
bool add_line(struct line **lines, int *count, struct line line);

/* Reports lines that end with a backslash though nothing follows. */
void check_ends(const struct line *lines, int count);

/* Reads the bytes of a file and puts a NUL behind them; the caller frees them. NULL: reported. */
char *read_file(const char *path, size_t *length);

/* Cuts text of a file up, in place; comments and blank lines are gone. path is for messages. */
struct source cut_source(const char *path, char *bytes, size_t length);

/* Reads a file and cuts it up; comments and blank lines are gone. An unreadable file is reported and empty. */
struct source read_source(const char *path);

/* Reports an error as "file:line:column: message" on standard error and counts it. */
void report(struct place place, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Prints as fprintf(), but shows control characters as \xNN: names, paths and texts come from others. */
void say(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Returns how many errors have been reported. */
int error_count(void);

/*
 * Errors that are kept instead of printed after hold_reports(). held_reports() lists them, release_reports() prints
 * them, forget_reports() discards them.
 */
struct mistake {
	struct place place;
	const char *text;
};
void hold_reports(void);
int held_reports(const struct mistake **list);
void release_reports(void);
void forget_reports(void);

/* Reads a number, decimal, 0x hexadecimal or 0 octal, all of the text. */
bool parse_number(const char *text, uint64_t *value);

/* Reads "a-b" or "a". */
bool parse_range(const char *text, uint64_t *low, uint64_t *high);

/* Returns memory, as malloc() gave it; ends the program if there is none. */
void *need(void *memory) __attribute__((returns_nonnull));

/* Makes room for one more element after count; what these three return is never NULL. */
void *grow(void *array, int count, size_t size);
char *copy_text(const char *text, size_t length);
char *joined(const char *a, const char *b, const char *c);

/* Returns whether both are NULL, or the same string. */
bool same_text(const char *a, const char *b);

#endif
