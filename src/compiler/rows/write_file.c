/* Writes a body of tables as a file that the library loads: src/tables/file.h. */
#define _GNU_SOURCE
#include "build.h"
#include "compiler/text/replace.h"

#include "tables/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static size_t section_size(const struct body *body, int section)
{
	return (size_t)body->sections[section].count * section_types[section].width;
}

/* Places all sections; returns the size of the file. */
static size_t place_sections(const struct body *body, struct table_file_header *header)
{
	size_t size = sizeof *header;

	_Static_assert((int)SECTIONS == (int)TABLE_FILE_SECTIONS, "sections are counted in two ways");
	for (int i = 0; i < SECTIONS; i++) {
		size = (size + TABLE_FILE_ALIGN - 1) / TABLE_FILE_ALIGN * TABLE_FILE_ALIGN;
		header->sections[i] = (struct table_file_section){
			.offset = size, .width = section_types[i].width, .count = body->sections[i].count
		};
		size += section_size(body, i) + (section_types[i].pool ? NAME_SLACK : 0);
	}
	return size;
}

char *file_bytes(const struct body *body, size_t *size)
{
	struct table_file_header header = {
		.magic = TABLE_FILE_MAGIC, .order = TABLE_FILE_ORDER, .version = TABLE_FILE_VERSION
	};
	char *bytes;

	header.rows = table_file_rows();
	header.size = *size = place_sections(body, &header);
	bytes = need(calloc(1, *size));
	for (int i = 0; i < SECTIONS; i++)
		if (body->sections[i].count)
			memcpy(bytes + header.sections[i].offset, body->sections[i].rows, section_size(body, i));
	memcpy(bytes, &header, sizeof header);
	((struct table_file_header *)(void *)bytes)->sum = table_file_sum((const void *)bytes, *size);
	return bytes;
}

bool write_file(const struct body *body, const char *path)
{
	struct tables tables;
	struct stat status;
	char message[TABLE_FILE_MESSAGE];
	const char *wrong;
	size_t size;
	char *bytes;
	bool good;

	if (!stat(path, &status) && !S_ISREG(status.st_mode)) {
		say(stderr, "%s: expected the name of a file\n", path);
		return false;
	}
	bytes = file_bytes(body, &size);
	wrong = table_file_read(bytes, size, &tables, message) ? table_file_check(bytes, &tables) : message;
	if (wrong)
		say(stderr, "%s: not written, as no library would load it: %s\n", path, wrong);
	good = !wrong && replace_file(path, bytes, size, new_file_mode());
	if (!wrong && !good)
		say(stderr, "%s: %s\n", path, strerror(errno));
	free(bytes);
	return good;
}
