/* Reads the kernel's collection of events. */
#ifndef PMUC_KERNEL_H
#define PMUC_KERNEL_H

#include "vendors/rows/family.h"

struct import;
struct json_file;

extern const struct family amd_core, arm_core;

void import_linux(struct import *import, struct json_file *file);

#endif
