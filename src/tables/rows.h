/* The row types of tables as data, for code that treats all of them alike. */
#ifndef PFM_ROWS_H
#define PFM_ROWS_H

#include <stdbool.h>
#include <stddef.h>

#include "tables/body.h"

enum row_kind {
	KIND_NUMBERS,
#define ROW(kind) KIND_##kind,
#include "tables/rows.def"
	ROW_KINDS
};

enum section_number {
#define SECTION(kind, name) SECTION_##name,
#define NUMBERS_SECTION(type, name) SECTION_##name,
#define POOL(name) SECTION_##name,
#include "tables/rows.def"
	SECTIONS
};

enum field_kind { FIELD_NUMBER, FIELD_NAME, FIELD_TEXT, FIELD_STRING, FIELD_INDEX, FIELD_FIRST, FIELD_PART };

struct row_field {
	const char *name;
	enum field_kind kind;
	uint16_t width, count;          /* bytes of an element, and number of elements */
	uint16_t to; /* for FIELD_INDEX and FIELD_FIRST: enum section_number; for FIELD_PART: enum row_kind */
	const char *many;               /* for FIELD_FIRST: the field that has the number of rows */
};

struct row_type {
	const char *name;
	const struct row_field *fields; /* ends with a field without name */
};

struct section_type {
	const char *name;
	enum row_kind kind;             /* KIND_NUMBERS: plain numbers instead of rows */
	uint16_t width;                 /* bytes of a row */
	bool pool;
};

extern const struct row_type row_types[ROW_KINDS];
extern const struct section_type section_types[SECTIONS];

/* Returns the value of a field of up to eight bytes. */
uint64_t field_value(const void *field, size_t width);

#endif
