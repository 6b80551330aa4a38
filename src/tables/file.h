/*
 * A file of tables: a header, a directory of its sections in the order of rows.def, and the sections. Numbers are in
 * the byte order of the machine that uses it; a file of another byte order, row layout or version is rejected. Pools
 * are followed by NAME_SLACK zeros.
 */
#ifndef PFM_TABLES_FILE_H
#define PFM_TABLES_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "tables/lookup.h"

#define TABLE_FILE_MAGIC "pfmtable"

enum { MAX_TABLE_FILES = 254 }; /* files loaded at the same time */

enum { TABLE_FILE_ORDER = 0x01020304, TABLE_FILE_VERSION = 2, TABLE_FILE_ALIGN = 64, TABLE_FILE_MESSAGE = 160 };

enum {
	TABLE_FILE_SECTIONS = 0
#define SECTION(kind, name) + 1
#define NUMBERS_SECTION(type, name) + 1
#define POOL(name) + 1
#include "tables/rows.def"
};

struct table_file_section {
	uint64_t offset;                /* in bytes, from the start of the file */
	uint32_t width, count;          /* bytes per row, and number of rows */
};

struct table_file_header {
	char magic[8];
	uint32_t order, version;
	uint64_t rows;                  /* table_file_rows(): fingerprint of the row layout */
	uint64_t size;                  /* bytes of the file */
	uint64_t sum;                   /* checksum of what follows, without the source: table_file_sum() */
	struct table_file_section sections[TABLE_FILE_SECTIONS];
};

/* Returns a fingerprint of the row layout: it changes with any row type, field or width. */
uint64_t table_file_rows(void);

/* Returns the checksum of all that follows the sum in a file of that size, up to its last section, the source. */
uint64_t table_file_sum(const struct table_file_header *header, size_t size);

/*
 * Reads tables from size bytes at an address that is a multiple of eight, which stay the caller's and must not change
 * while the tables are used. Checks the header and what is needed of PMUs before an event of theirs is asked for: PMUs,
 * conditions, parts, layouts and what these have. False: wrong says in a few words what it is.
 */
bool table_file_read(const void *bytes, size_t size, struct tables *tables, char wrong[TABLE_FILE_MESSAGE]);

/*
 * Checks the rest of what table_file_read() has read, which takes longer: whatever the bytes are, nothing that both
 * accept leads the library out of them. NULL: they are good; else what is wrong with them, in a few words.
 */
const char *table_file_check(const void *bytes, const struct tables *tables);

/* Check rows in two steps: those of PMUs; those of events. Return NULL or what is wrong, as above. */
const char *tables_check_pmus(const struct tables *in);
const char *tables_check_events(const struct tables *in);

#endif
