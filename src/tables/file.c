#include "tables/file.h"

#include <string.h>

static const char rows_text[] =
#define ROW(kind) #kind "{"
#define NUMBER(type, name) #type " " #name ";"
#define NUMBERS(type, name, n) #type " " #name "*" #n ";"
#define NAME(name) "name " #name ";"
#define TEXT(name) "text " #name ";"
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

static const char *check_header(const struct table_file_header *header, size_t size)
{
	if (size < sizeof *header || memcmp(header->magic, TABLE_FILE_MAGIC, sizeof header->magic))
		return "it is no file of tables";
	if (header->order != TABLE_FILE_ORDER)
		return "it is for machines of the other byte order";
	if (header->version != TABLE_FILE_VERSION || header->rows != table_file_rows())
		return "another version of pmuc wrote it";
	if (header->size != size)
		return "it is cut, or something follows it";
	if (header->sum != table_file_sum(header, size))
		return "it has been changed";
	return NULL;
}

/* Rows within the file, at a place where their widest number may stand. */
static bool is_within(const struct table_file_section *section, size_t size, size_t width, size_t slack)
{
	uint64_t bytes = (uint64_t)section->count * width + slack;

	return section->width == width && section->offset >= sizeof(struct table_file_header) && section->offset % TABLE_FILE_ALIGN == 0 &&
	       section->offset <= size && bytes <= size - section->offset;
}

const char *table_file_read(const void *bytes, size_t size, struct tables *tables)
{
	const struct table_file_header *header = bytes;
	const char *wrong = check_header(header, size), *start = bytes;
	const struct table_file_section *section = header->sections;

	if (wrong)
		return wrong;
	for (size_t i = 0; i < TABLE_FILE_SECTIONS; i++)
		if (section[i].count > INT32_MAX)
			return "a section has too many rows";
#define TAKE(field, width_, slack) \
	if (!is_within(section, size, width_, slack)) \
		return "section " #field " is not within it"; \
	tables->field.rows = (const void *)(start + section->offset); \
	tables->field.count = section++->count;
#define SECTION(kind, name) TAKE(name, sizeof(struct table_##kind), 0)
#define NUMBERS_SECTION(type, name) TAKE(name, sizeof(type), 0)
#define POOL(name) TAKE(name, 1, NAME_SLACK)
#include "tables/rows.def"
#undef TAKE
	return tables_check(tables);
}
