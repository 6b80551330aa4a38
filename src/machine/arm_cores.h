/*
 * The core type that a device of the kernel counts on: on ACPI machines device names have just a number (armv8_pmuv3_0,
 * armv8_pmuv3_1).
 */
#ifndef PFM_ARM_CORES_H
#define PFM_ARM_CORES_H

#include "machine/host.h"

/*
 * Gives the MIDR of the first CPU in the device's file "cpus": as the kernel shows it of that CPU, or as /proc/cpuinfo
 * has it. Each device is read once. False: they do not say.
 */
bool arm_core_of_device(const struct host *host, const char *device, struct arm_core *core);

/* Returns whether a device counts on a core that fits, of all those whose CPUs its file "cpus" names. */
bool arm_device_has_core(const struct host *host, const char *device, bool (*fits)(struct arm_core core, void *data),
			 void *data);

/* Frees what was read of all devices: another machine is looked at next. No other thread may ask meanwhile. */
void arm_cores_forget(void);

#endif
