/* Reads Arm's files of events and of metrics. */
#ifndef PMUC_ARM_H
#define PMUC_ARM_H

struct import;
struct json_file;

void import_arm_data(struct import *import, struct json_file *file);
/* Returns why perf cannot count an Arm event of the name; NULL: maybe it can. */
const char *why_uncountable(const char *name);

/* Imports metrics. pmu: of the events of the file, NULL if they are not read. */
void import_arm_metrics(struct import *import, struct json_file *file, const char *pmu);

#endif
