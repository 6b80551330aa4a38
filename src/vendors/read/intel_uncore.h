/* Reads Intel's files of uncore events. */
#ifndef PMUC_INTEL_UNCORE_H
#define PMUC_INTEL_UNCORE_H

#include <stdbool.h>

struct import;
struct import_pmu;
struct json_file;
struct json_row;

/* What determines the formats of a file's uncore boxes. */
struct uncore_file {
	const char *cpu;
	const struct machine *machine;
	bool skx; /* the IIO's flow classes are in other bits */
};

struct uncore_file uncore_file_of(const char *cpu, const struct machine *machine, const struct json_row *first);
void import_intel_uncore(struct import *import, struct json_file *file, const char *cpu, const struct machine *machine);
/* Finishes a PMU when all PMUs of the CPU are known. */
void finish_intel_uncore(const struct import *import, struct import_pmu *pmu);
void read_uncore_event(struct import *import, const struct uncore_file *file, const struct json_row *json);

#endif
