/*
 * Tables that are loaded. loaded same FILE: the file has the compiled PMUs, all but those with code of their own, as
 * x_NAME: the same questions have the same answers. loaded hostile FILE SCRATCH: every number of the file is changed
 * in several ways, and the library is asked all it can be asked; a sum that fits is written, so that the sum does not
 * protect the rows. loaded threads FILE: many ask for the first event of a file at the same time.
 */
#define _GNU_SOURCE
#include <perfmon/pfmkit.h>

#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#include "check.h"
#include "tables/file.h"
#include "walk_tables.h"

static void start(const char *path)
{
	setenv("LIBPFM_TABLES", path, 1);
	if (pfm_initialize()) {
		puts("pfm_initialize() failed");
		exit(1);
	}
}

/* ---- the same answers ---- */

static int encode(const char *string, pfm_os_t os, uint64_t words[4], char **full)
{
	struct perf_event_attr attr = { .size = sizeof attr };
	pfm_perf_encode_arg_t perf = { .attr = &attr, .fstr = full, .size = sizeof perf };
	pfm_pmu_encode_arg_t raw = { .codes = words, .count = 4, .fstr = full, .size = sizeof raw };
	int result;

	memset(words, 0, 4 * sizeof *words);
	*full = NULL;
	if (os == PFM_OS_NONE)
		return pfm_get_os_event_encoding(string, PFM_PLM3, os, &raw);
	result = pfm_get_perf_encoding_anywhere(string, PFM_PLM3, os, &perf);
	words[0] = attr.config;
	words[1] = attr.config1;
	words[2] = attr.config2;
	words[3] = attr.type;
	return result;
}

/* string: PMU::EVENT... of a compiled PMU. */
static void check_same(const char *string)
{
	static const pfm_os_t layers[] = { PFM_OS_NONE, PFM_OS_PERF_EVENT };
	char loaded[1024];

	snprintf(loaded, sizeof loaded, "x_%s", string);
	for (size_t i = 0; i < 2; i++) {
		uint64_t words[4], loaded_words[4];
		char *full, *loaded_full;
		int result = encode(string, layers[i], words, &full);
		int loaded_result = encode(loaded, layers[i], loaded_words, &loaded_full);

		if (!CHECK(result == loaded_result && !memcmp(words, loaded_words, sizeof words)) ||
		    !CHECK(!full == !loaded_full) ||
		    !CHECK(!full || (!strncmp(loaded_full, "x_", 2) && !strcmp(full, loaded_full + 2))))
			printf("  %s: %d, loaded: %d\n", string, result, loaded_result);
		free(full);
		free(loaded_full);
	}
}

static void check_event(const char *pmu, int event)
{
	pfm_event_info_t info = { .size = sizeof info };
	char string[1000];

	CHECK(!pfm_get_event_info(event, PFM_OS_NONE, &info));
	snprintf(string, sizeof string, "%s::%s", pmu, info.name);
	check_same(string);
	for (int i = 0; i < info.nattrs; i++) {
		pfm_event_attr_info_t attr = { .size = sizeof attr };

		CHECK(!pfm_get_event_attr_info(event, i, PFM_OS_NONE, &attr));
		snprintf(string, sizeof string, "%s::%s:%s%s", pmu, info.name, attr.name,
			 attr.type == PFM_ATTR_MOD_INTEGER ? "=2" : "");
		check_same(string);
	}
}

/* One of each family of boxes stands for all. */
static bool is_first_box(const char *name)
{
	size_t length = strlen(name);

	return length < 2 || name[length - 1] < '1' || name[length - 1] > '9' || !strstr(name, "_unc_");
}

static void same(const char *path)
{
	int compared = 0;

	start(path);
	for (int pmu = pfm_next_pmu(0); pmu > 0; pmu = pfm_next_pmu(pmu)) {
		pfm_pmu_info_t info = { .size = sizeof info };

		CHECK(!pfm_get_pmu_info((pfm_pmu_t)pmu, &info));
		if (pfm_get_pmu_table((pfm_pmu_t)pmu)) {
			CHECK_TEXT(pfm_get_pmu_table((pfm_pmu_t)pmu), path);
			CHECK(!strncmp(info.name, "x_", 2));
			continue;
		}
		if (!strcmp(info.name, "perf") || !strcmp(info.name, "perf_raw") || !strcmp(info.name, "ix86arch") ||
		    !strcmp(info.name, "arm_pmuv3") || !is_first_box(info.name))
			continue;
		compared++;
		for (int event = info.first_event; event >= 0; event = pfm_get_event_next(event))
			check_event(info.name, event);
	}
	CHECK(compared > 200);
	printf("%d PMUs compared\n", compared);
	pfm_terminate();
}

/* ---- hostile files ---- */

static void write_file(const char *path, const void *bytes, size_t size)
{
	FILE *file = fopen(path, "wb");

	if (!file || fwrite(bytes, 1, size, file) != size || fclose(file)) {
		perror(path);
		exit(1);
	}
}

/* How many PMUs the library takes of it. */
static int try_bytes(const char *path, const void *bytes, size_t size)
{
	int count;

	write_file(path, bytes, size);
	start(path);
	count = walk_loaded();
	pfm_terminate();
	return count;
}

static void sign(char *bytes, size_t size)
{
	struct table_file_header *header = (struct table_file_header *)bytes;

	header->sum = table_file_sum(header, size);
}

static void hostile(const char *path, const char *scratch)
{
	static const unsigned char values[] = { 0x7f, 0xff };
	static _Alignas(8) char good[1 << 16], bad[1 << 16];
	FILE *file = fopen(path, "rb");
	size_t size = file ? fread(good, 1, sizeof good, file) : 0;
	int pmus, refused = 0, taken = 0;

	setenv("LIBPFM_CPUID", "GenuineIntel-6-1-1", 1); /* whose metrics are looked at */
	CHECK(size > sizeof(struct table_file_header));
	CHECK(size < sizeof good);
	if (file)
		fclose(file);
	pmus = try_bytes(scratch, good, size);
	CHECK(pmus > 0);
	for (size_t length = 0; length < size; length += length < sizeof(struct table_file_header) ? 7 : 97)
		if (!CHECK(!try_bytes(scratch, good, length)))
			printf("  cut at byte %zu\n", length);
	/* what follows is the source, which nobody but pmuc dump looks at */
	for (size_t at = 0; at < ((struct table_file_header *)good)->sections[TABLE_FILE_SECTIONS - 1].offset; at++) {
		memcpy(bad, good, size);
		bad[at] ^= 0x10;
		if ((at < sizeof(struct table_file_header) || at % 7 == 0) && !CHECK(!try_bytes(scratch, bad, size)))
			printf("  byte %zu changed\n", at);
		for (size_t i = 0; i < sizeof values; i++) {
			memcpy(bad, good, size);
			bad[at] = (char)values[i];
			if (at >= offsetof(struct table_file_header, sections))
				sign(bad, size);
			if (try_bytes(scratch, bad, size))
				taken++;
			else
				refused++;
		}
	}
	CHECK(refused);
	CHECK(taken);
	printf("%zu bytes: %d files refused, %d taken\n", size, refused, taken);
	remove(scratch);
}

/* ---- threads ---- */

enum { THREADS = 8, ROUNDS = 200 };

static pthread_barrier_t together;

static void *ask(void *code)
{
	char *full;
	uint64_t words[4];

	pthread_barrier_wait(&together);
	if (encode("x_small::INST", PFM_OS_NONE, words, &full) == PFM_SUCCESS)
		*(uint64_t *)code = words[0];
	free(full);
	return NULL;
}

static void threads(const char *path)
{
	pthread_t all[THREADS];
	uint64_t codes[THREADS];
	int wrong = 0;

	pthread_barrier_init(&together, NULL, THREADS);
	for (int round = 0; round < ROUNDS; round++) {
		int started = 0;

		start(path);
		memset(codes, 0, sizeof codes);
		while (started < THREADS && CHECK(!pthread_create(&all[started], NULL, ask, &codes[started])))
			started++;
		for (int i = 0; i < started; i++) {
			pthread_join(all[i], NULL);
			wrong += codes[i] != 0x4100c0; /* bit 22 of the layout, u by PFM_PLM3 */
		}
		pfm_terminate();
	}
	CHECK(!wrong);
	pthread_barrier_destroy(&together);
}

int main(int argc, char **argv)
{
	setenv("LIBPFM_ENCODE_INACTIVE", "1", 1);
	if (argc == 3 && !strcmp(argv[1], "same"))
		same(argv[2]);
	else if (argc == 3 && !strcmp(argv[1], "threads"))
		threads(argv[2]);
	else if (argc == 4 && !strcmp(argv[1], "hostile"))
		hostile(argv[2], argv[3]);
	return check_summary("loaded");
}
