/* Generated from rows.def, like all code about rows: a row type added there needs no change here. */
#include "tables/rows.h"

#include <string.h>

/* Rows have no holes, so that offsets are sums, the same on every machine. */
#define ROW(kind) _Static_assert(sizeof(struct table_##kind) == 0
#define NUMBER(type, name) + sizeof(type)
#define NUMBERS(type, name, n) + (n) * sizeof(type)
#define NAME(name) + sizeof(uint32_t)
#define TEXT(name) + sizeof(uint32_t)
#define STRING(name) + sizeof(uint32_t)
#define INDEX(type, name, section) + sizeof(type)
#define FIRST(type, name, section, n) + sizeof(type)
#define PART(kind, name) + sizeof(struct table_##kind)
#define PARTS(kind, name, n) + (n) * sizeof(struct table_##kind)
#define END(kind) , "table_" #kind " has holes");
#include "tables/rows.def"

#define ROW(kind) static const struct row_field kind##_fields[] = {
#define NUMBER(type, name) { #name, FIELD_NUMBER, sizeof(type), 1, 0, NULL },
#define NUMBERS(type, name, n) { #name, FIELD_NUMBER, sizeof(type), n, 0, NULL },
#define NAME(name) { #name, FIELD_NAME, sizeof(uint32_t), 1, 0, NULL },
#define TEXT(name) { #name, FIELD_TEXT, sizeof(uint32_t), 1, 0, NULL },
#define STRING(name) { #name, FIELD_STRING, sizeof(uint32_t), 1, 0, NULL },
#define INDEX(type, name, section) { #name, FIELD_INDEX, sizeof(type), 1, SECTION_##section, NULL },
#define FIRST(type, name, section, n) { #name, FIELD_FIRST, sizeof(type), 1, SECTION_##section, #n },
#define PART(kind, name) { #name, FIELD_PART, sizeof(struct table_##kind), 1, KIND_##kind, NULL },
#define PARTS(kind, name, n) { #name, FIELD_PART, sizeof(struct table_##kind), n, KIND_##kind, NULL },
#define END(kind) { .name = NULL } };
#include "tables/rows.def"

const struct row_type row_types[ROW_KINDS] = {
#define ROW(kind) [KIND_##kind] = { "table_" #kind, kind##_fields },
#include "tables/rows.def"
};

const struct section_type section_types[SECTIONS] = {
#define SECTION(row, name) [SECTION_##name] = { #name, KIND_##row, sizeof(struct table_##row), false },
#define NUMBERS_SECTION(type, name) [SECTION_##name] = { #name, KIND_NUMBERS, sizeof(type), false },
#define POOL(name) [SECTION_##name] = { #name, KIND_NUMBERS, 1, true },
#include "tables/rows.def"
};

uint64_t field_value(const void *field, size_t width)
{
	uint8_t one;
	uint16_t two;
	uint32_t four;
	uint64_t eight;

	switch (width) {
	case 1:
		memcpy(&one, field, sizeof one);
		return one;
	case 2:
		memcpy(&two, field, sizeof two);
		return two;
	case 4:
		memcpy(&four, field, sizeof four);
		return four;
	default:
		memcpy(&eight, field, sizeof eight);
		return eight;
	}
}
