/* Arm's files of a CPU that have events and metrics. */
#ifndef PMUC_ARM_TELEMETRY_H
#define PMUC_ARM_TELEMETRY_H

struct import;
struct json_file;

/* Arm's files of a CPU that have events and metrics; whether the file is one, and of a mesh, which is not read. */
void import_arm_telemetry(struct import *import, struct json_file *file);

#endif
