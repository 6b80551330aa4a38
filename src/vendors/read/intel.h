/* Reads Intel's files of core events and of metrics. */
#ifndef PMUC_INTEL_H
#define PMUC_INTEL_H

#include "vendors/rows/family.h"
#include "compiler/model/model.h"

struct import;
struct import_pmu;
struct import_row;
struct json_file;
struct json_row;

extern const struct family intel_core;

void import_intel_core(struct json_file *file, struct import_pmu *pmu);
/* Finishes a PMU when all its files are read. */
void finish_intel_core(struct import_pmu *pmu);
struct counters intel_counters(const struct json_row *row, const char *field);
void read_common(const struct json_row *json, struct import_row *row);
void read_core_event(struct import_pmu *pmu, const struct json_row *json);

void import_intel_metrics(struct import *import, struct json_file *file);

#endif
