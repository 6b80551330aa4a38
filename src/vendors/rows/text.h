/* Strings that grow, and words and descriptions in the form of table text. */
#ifndef PMUC_IMPORT_TEXT_H
#define PMUC_IMPORT_TEXT_H

#include "compiler/model/model.h"

struct import_row;

bool same_counters(struct counters a, struct counters b);

/* A string that grows. */
struct line_text {
	char *text;
	size_t length, room;
};
void add(struct line_text *line, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Adds " WORD=0-3,f0", nothing for no counters. */
void add_counters(struct line_text *line, const char *word, struct counters counters);
/* Returns a text as descriptions must be; the caller frees it. */
char *fit_text(const char *text);
/*
 * The description of a row: the vendor's whole text if it fits, else the brief one. whole: the whole text on one line
 * if it does not fit, else NULL. The caller frees both.
 */
struct described {
	char *text, *whole;
};
struct described description(const struct import_row *row);

#endif
