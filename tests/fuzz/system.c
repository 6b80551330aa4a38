/*
 * Every file that the library reads from the system, and the variables of its environment.
 *
 * The input is text: "@PATH", and what follows up to the next line that begins with @ is the content of that file; a
 * path that ends in / is a directory. "@|PATH" is a fifo. "@=NAME" is the variable LIBPFM_NAME. "@?" is an event string
 * to encode.
 */
#define _GNU_SOURCE
#include "fuzz.h"

#include <perfmon/pfmkit.h>

#include <string.h>
#include <sys/stat.h>

#include "catalog/catalog.h"

enum { MOST_FILES = 64, MOST_STRINGS = 8, MOST_TEXT = 512, MOST_ACTIVE = 16 };

static const char *const variables[] = { "CPUID", "FORCE_PMU", "DISABLED_PMUS", "ENCODE_INACTIVE", "PROC_CPUINFO" };
static const char *const usual[] = { "perf::cycles:u", "perf::sched:sched_switch", "cycles", "INST_RETIRED",
	"perf_raw::rc0", "icl::SLOTS", "slots", "CPU_CYCLES" };

struct piece {
	const char *name, *bytes;
	size_t name_length, size;
};

static char *copy_of(const char *bytes, size_t size)
{
	char *copy = malloc(size + 1);

	memcpy(copy, bytes, size);
	copy[size] = '\0';
	return copy;
}

/* The piece at text, and where the next begins; false: no more. */
static bool next_piece(const char **text, const char *end, struct piece *piece)
{
	const char *line, *stop;

	if (*text >= end || **text != '@')
		return false;
	line = memchr(*text, '\n', (size_t)(end - *text));
	piece->name = *text + 1;
	piece->name_length = (size_t)((line ? line : end) - piece->name);
	piece->bytes = line ? line + 1 : end;
	/* one newline before the @ belongs to the @, so that files may end without one; an empty file is "@a\n@b" */
	stop = line ? memmem(line, (size_t)(end - line), "\n@", 2) : NULL;
	*text = stop ? stop + 1 : end;
	piece->size = stop && stop > piece->bytes ? (size_t)(stop - piece->bytes)
		: stop                            ? 0
						  : (size_t)(end - piece->bytes);
	return true;
}

/* Sets a variable that the library knows, or, with value NULL, takes it away. */
static void set_variable(const char *name, const char *value)
{
	char full[64], path[4096];

	for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++)
		if (!strcmp(name, variables[i])) {
			snprintf(full, sizeof full, "LIBPFM_%s", name);
			/* this one's file is taken as it is named: it must not be one of the real machine */
			snprintf(path, sizeof path, "%s/cpuinfo", fuzz_directory());
			if (value)
				setenv(full, strcmp(name, "PROC_CPUINFO") ? value : path, 1);
			else
				unsetenv(full);
		}
}

static void make_fifo(const char *path)
{
	char full[4096];
	int length = snprintf(full, sizeof full, "%s%s", fuzz_directory(), path);

	if (fuzz_write(path, "", 0) && length > 0 && (size_t)length < sizeof full && !remove(full))
		mkfifo(full, 0600);
}

static void make_file(const char *path, const struct piece *piece)
{
	if (*path == '|')
		make_fifo(path + 1);
	else if (*path && path[strlen(path) - 1] == '/')
		fuzz_write(path, "", 0); /* cannot be, but what is above it can */
	else
		fuzz_write(path, piece->bytes, piece->size);
}

static void clear_environment(void)
{
	for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++)
		set_variable(variables[i], NULL);
	setenv("LIBPFM_FSROOT", fuzz_directory(), 1);
}

static void encode(const char *string)
{
	for (int os = PFM_OS_PERF_EVENT; os <= PFM_OS_PERF_EVENT_EXT; os++) {
		struct perf_event_attr attr = { .size = sizeof attr };
		pfm_perf_encode_arg_t arg = { .attr = &attr, .size = sizeof arg };

		pfm_get_os_event_encoding(string, PFM_PLM3, (pfm_os_t)os, &arg);
	}
	pfm_find_event(string);
}

/* The events of PMU perf, some of which come from files, with their attributes. */
static void list_events(const pfm_pmu_info_t *pmu)
{
	int left = pmu->nevents;

	for (int idx = pmu->first_event; idx >= 0; idx = pfm_get_event_next(idx)) {
		pfm_event_info_t event = { .size = sizeof event };

		if (left-- <= 0)
			fuzz_fail("has more events than it says", pmu->name);
		if (pfm_get_event_info(idx, PFM_OS_NONE, &event) || !event.name || !event.desc)
			fuzz_fail("an event cannot be described", pmu->name);
		for (int i = 0; i < event.nattrs; i++) {
			pfm_event_attr_info_t attribute = { .size = sizeof attribute };

			if (pfm_get_event_attr_info(idx, i, PFM_OS_NONE, &attribute) || !attribute.name)
				fuzz_fail("an attribute cannot be described", event.name);
		}
	}
	if (left > 0 && pmu->first_event >= 0)
		fuzz_fail("has fewer events than it says", pmu->name);
}

static void use_pmu(const pfm_pmu_info_t *pmu)
{
	pfm_event_info_t event = { .size = sizeof event };
	char string[512];

	if (pmu->pmu == PFM_PMU_PERF_EVENT || pmu->pmu == PFM_PMU_INTEL_X86_ARCH)
		list_events(pmu);
	if (pmu->first_event < 0 || pfm_get_event_info(pmu->first_event, PFM_OS_NONE, &event))
		return;
	snprintf(string, sizeof string, "%s::%s", pmu->name, event.name);
	encode(string);
}

static void use_library(void)
{
	pfm_cpu_t cpu = { .size = sizeof cpu };
	int active = 0;

	pfm_get_cpu(&cpu);
	/* pfm_get_pmu_info() of every PMU would take most of the time, counting events */
	for (int pmu = 0; pmu < (int)pfm_compiled.pmus.count; pmu++) {
		pfm_pmu_info_t info = { .size = sizeof info };

		if (pmu_is_active(pmu) && active++ < MOST_ACTIVE &&
			!pfm_get_pmu_info((pfm_pmu_t)pmu_data(pmu)->id, &info))
			use_pmu(&info);
	}
	for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++)
		encode(usual[i]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *text = (const char *)data, *end = text + size;
	char *strings[MOST_STRINGS];
	struct piece piece;
	int count = 0;

	clear_environment();
	for (int files = 0; files < MOST_FILES && next_piece(&text, end, &piece); files++) {
		char *name = copy_of(piece.name, piece.name_length < MOST_TEXT ? piece.name_length : MOST_TEXT);
		char *value = copy_of(piece.bytes, piece.size < MOST_TEXT ? piece.size : MOST_TEXT);

		if (*name == '=')
			set_variable(name + 1, value);
		else if (*name == '?' && count < MOST_STRINGS)
			strings[count++] = copy_of(value, strlen(value));
		else
			make_file(name, &piece);
		free(name);
		free(value);
	}
	if (pfm_initialize() == PFM_SUCCESS) {
		use_library();
		for (int i = 0; i < count; i++)
			encode(strings[i]);
	}
	pfm_terminate();
	while (count)
		free(strings[--count]);
	fuzz_clear();
	return 0;
}
