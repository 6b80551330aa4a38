/* Builds a body of tables in memory from the model: the rows of every section, as described in rows.def. */
#ifndef PMUC_BUILD_H
#define PMUC_BUILD_H

#include "compiler/model/model.h"
#include "compiler/text/pool.h"

#include "tables/rows.h"

struct body {
	struct { char *rows; uint32_t count, room; } sections[SECTIONS];
};

/* Returns room for n more rows of a section, zeroed; valid until the next rows of it. */
void *body_add_rows(struct body *body, enum section_number number, uint32_t n);

/* Makes a pool of strings or records a section. */
void body_take_pool(struct body *body, enum section_number number, const struct pool *pool);

/* Stores a number in a field of width bytes; what does not fit is reported. what: of which there are too many. */
void put_number(void *field, size_t width, uint64_t value, struct place place, const char *what);

#define PUT(field, value, place, what) put_number(&(field), sizeof (field), (uint64_t)(value), place, what)

/* Builds the sections of metrics; conditions come behind those that are there. */
void build_metrics(const struct model *model, struct body *body);

/* Builds all sections. Every number that does not fit its field is reported. */
void build_body(const struct model *model, struct body *body);

/*
 * Formulas and descriptions as runs of symbols: numbers of words, negative numbers of pieces, and SYMBOL_BETWEEN at the
 * end of each run.
 */
struct formula_runs {
	int *symbols;
	int count, runs;
};
enum { SYMBOL_BETWEEN = -1 };

static inline int symbol_of_piece(int number)
{
	return SYMBOL_BETWEEN - 1 - number;
}

/* Writes runs as tokens: what they share becomes phrases. The symbols are freed. */
void share_phrases(struct body *body, struct formula_runs *runs);

/* Stores strings of the pools as ends of others where they are such. */
void share_tails(struct body *body);

/* Writes the body as C, with the words beside the order. False: an output error, or bad words; reported. */
bool write_c(const struct model *model, const char *order, const struct body *body, const char *path);

/* Writes strings that end with NUL, one behind the other, as literals of C. */
void write_strings(FILE *file, const char *bytes, size_t size);

/* Writes what src/tables/words.h declares, of the file "words" beside the order; empty if there is none. */
void write_words(FILE *file, const char *order);

/* Returns the bytes of its file, which the caller frees. */
char *file_bytes(const struct body *body, size_t *size);

/* Writes the body as a file of tables, beside path first. False: an output error, or too much for a file; reported. */
bool write_file(const struct body *body, const char *path);

/* Returns pattern with {n} and {m} replaced by the numbers of a PMU's instance; the caller frees it. */
char *instance_text(const struct pmu *pmu, const char *pattern, int instance);

#endif
