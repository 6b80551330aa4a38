/* Reads the kernel's collection of events. */
#ifndef PMUC_KERNEL_H
#define PMUC_KERNEL_H

#include "vendors/rows/family.h"

struct import;
struct json_file;
struct json_row;

extern const struct family amd_core, arm_core;

void import_linux(struct import *import, struct json_file *file);

/* Imports a record. False: it is no metric. */
bool import_kernel_metric(struct import *import, const char *cpu, const struct json_row *json,
			  const struct json_row *standard);

#endif
