/*
 * Bytes as a file of tables, with a header that fits, so that the rows are reached: the library loads it, or not, and
 * is asked all that it can be asked of PMUs.
 */
#include "fuzz.h"

#include <perfmon/pfmkit.h>

#include <string.h>

#include "../lib/walk_tables.h"
#include "tables/file.h"

/* From a good file the header; what fuzzing changed in it would only be refused. */
static void mend(void *bytes, size_t size)
{
	struct table_file_header *header = bytes;

	memcpy(header->magic, TABLE_FILE_MAGIC, sizeof header->magic);
	header->order = TABLE_FILE_ORDER;
	header->version = TABLE_FILE_VERSION;
	header->rows = table_file_rows();
	header->size = size;
	header->sum = table_file_sum(header, size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static char path[4200];
	void *bytes = size >= sizeof(struct table_file_header) ? malloc(size) : NULL;

	if (!bytes)
		return 0;
	if (!*path) {
		snprintf(path, sizeof path, "%s/fuzz.pmt", fuzz_directory());
		setenv("LIBPFM_TABLES", path, 1);
		setenv("LIBPFM_ENCODE_INACTIVE", "1", 1);
		setenv("LIBPFM_CPUID", "GenuineIntel-6-1", 1);
	}
	memcpy(bytes, data, size);
	mend(bytes, size);
	if (fuzz_write("/fuzz.pmt", bytes, size) && !pfm_initialize()) {
		walk_loaded();
		pfm_terminate();
	}
	free(bytes);
	return 0;
}
