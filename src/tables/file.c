/*
 * The header has a fingerprint of all row types and fields: a file with other row types is rejected without a list of
 * versions.
 */
#include "tables/file.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char rows_text[] =
#define ROW(kind) #kind "{"
#define NUMBER(type, name) #type " " #name ";"
#define NUMBERS(type, name, n) #type " " #name "*" #n ";"
#define NAME(name) "name " #name ";"
#define TEXT(name) "text " #name ";"
#define STRING(name) "string " #name ";"
#define INDEX(type, name, section) #type " " #name ">" #section ";"
#define FIRST(type, name, section, n) #type " " #name ">" #section "*" #n ";"
#define PART(kind, name) #kind " " #name ";"
#define PARTS(kind, name, n) #kind " " #name "*" #n ";"
#define END(kind) "}"
#define SECTION(kind, name) #kind " " #name ";"
#define NUMBERS_SECTION(type, name) #type " " #name ";"
#define POOL(name) "pool " #name ";"
#include "tables/rows.def"
	;

uint64_t table_file_rows(void)
{
	uint64_t sum = UINT64_C(0xcbf29ce484222325);

	for (const char *at = rows_text; *at; at++)
		sum = (sum ^ (unsigned char)*at) * UINT64_C(0x100000001b3);
	return sum;
}

uint64_t table_file_sum(const struct table_file_header *header, size_t size)
{
	const unsigned char *at = (const unsigned char *)header->sections;
	uint64_t sum = size * NAME_ODD;
	uint64_t end = header->sections[TABLE_FILE_SECTIONS - 1].offset; /* end of the checked bytes */

	if (end >= sizeof *header && end < size)
		size = (size_t)end;
	for (size -= offsetof(struct table_file_header, sections); size >= 8; at += 8, size -= 8) {
		uint64_t word;

		memcpy(&word, at, sizeof word);
		sum = (sum ^ word) * NAME_ODD;
		sum ^= sum >> 32;
	}
	while (size--)
		sum = (sum ^ *at++) * NAME_ODD;
	return sum;
}

/* Writes the versions; the first half of the rows' fingerprint is enough to tell them apart. */
static void say_version(const struct table_file_header *header, char wrong[TABLE_FILE_MESSAGE])
{
	uint32_t its = (uint32_t)(header->rows >> 32), ours = (uint32_t)(table_file_rows() >> 32);

	snprintf(wrong, TABLE_FILE_MESSAGE,
		 "it is of version %" PRIu32 ".%08" PRIx32 ", and this library reads %d.%08" PRIx32
		 ": import or compile it once more",
		 header->version, its, TABLE_FILE_VERSION, ours);
}

static bool check_header(const struct table_file_header *header, size_t size, char wrong[TABLE_FILE_MESSAGE])
{
	const char *message = NULL;

	if (size < offsetof(struct table_file_header, sections) ||
	    memcmp(header->magic, TABLE_FILE_MAGIC, sizeof header->magic) != 0)
		message = "it is no file of tables";
	else if (header->order != TABLE_FILE_ORDER)
		message = "it is for machines of the other byte order";
	else if (header->version != TABLE_FILE_VERSION || header->rows != table_file_rows())
		say_version(header, wrong);
	else if (header->size != size || size < sizeof *header)
		message = "it is cut, or something follows it";
	else
		return true;
	if (message)
		strcpy(wrong, message);
	return false;
}

/* Returns whether rows are within the file, at a place where their widest number may stand. */
static bool section_is_within(const struct table_file_section *section, size_t size, size_t width, size_t slack)
{
	uint64_t bytes = (uint64_t)section->count * width + slack;

	return section->width == width && section->offset >= sizeof(struct table_file_header) &&
	       section->offset % TABLE_FILE_ALIGN == 0 && section->offset <= size && bytes <= size - section->offset;
}

/* Reads all sections. Returns NULL, or what is wrong. */
static const char *read_sections(const struct table_file_header *header, struct tables *tables)
{
	const char *start = (const char *)header;
	const struct table_file_section *section = header->sections;
	size_t size = (size_t)header->size;

	for (size_t i = 0; i < TABLE_FILE_SECTIONS; i++)
		if (section[i].count > INT32_MAX)
			return "a section has too many rows";
#define TAKE(field, width_, slack) \
	if (!section_is_within(section, size, width_, slack)) \
		return "section " #field " is not within it"; \
	tables->field.rows = (const void *)(start + section->offset); \
	tables->field.count = section++->count;
#define SECTION(kind, name) TAKE(name, sizeof(struct table_##kind), 0)
#define NUMBERS_SECTION(type, name) TAKE(name, sizeof(type), 0)
#define POOL(name) TAKE(name, 1, NAME_SLACK)
#include "tables/rows.def"
#undef TAKE
	return tables_check_pmus(tables);
}

bool table_file_read(const void *bytes, size_t size, struct tables *tables, char wrong[TABLE_FILE_MESSAGE])
{
	const char *message;

	if (!check_header(bytes, size, wrong))
		return false;
	message = read_sections(bytes, tables);
	if (message)
		strcpy(wrong, message);
	return !message;
}

const char *table_file_check(const void *bytes, const struct tables *tables)
{
	const struct table_file_header *header = bytes;

	if (header->sum != table_file_sum(header, (size_t)header->size))
		return "it has been changed";
	return tables_check_events(tables);
}
