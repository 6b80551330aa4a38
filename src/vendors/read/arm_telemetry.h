/* Reads Arm's telemetry files of a CPU, which have events and metrics. */
#ifndef PMUC_ARM_TELEMETRY_H
#define PMUC_ARM_TELEMETRY_H

struct import;
struct json_file;

/* Imports Arm's file of a CPU, with events and metrics; whether a file is one, or a mesh's, which is not read. */
void import_arm_telemetry(struct import *import, struct json_file *file);

#endif
