/*
 * The kernel's devices in /sys/bus/event_source/devices: their types, the fields of their config words, and the events
 * that they name.
 *
 * The list, each device and each event are read on first use, then kept until devices_forget(). All functions except
 * that one are thread-safe.
 */
#ifndef PFM_DEVICES_H
#define PFM_DEVICES_H

#include <perfmon/pfmlib.h>

#include "machine/host.h"
#include "tables/lookup.h"

enum { MAX_FIELD_RANGES = 64 };

struct bit_range {
	uint8_t low, width;
};

/* A field of a config word: the low bits of its value go to the first range. */
struct config_field {
	const char *name;
	uint8_t word;           /* index of the word: 0 for config, 1 for config1 ... */
	uint8_t count;          /* number of ranges; 0: the kernel's format was not understood */
	struct bit_range ranges[MAX_FIELD_RANGES];
};

/* Return the bits of its word that a field has, and its value in config[CONFIG_WORDS]. */
uint64_t config_field_mask(const struct config_field *field);
uint64_t config_field_value(const struct config_field *field, const uint64_t *config);

/* Joins a value with the bits of the field in config[CONFIG_WORDS]; a value that is too wide is cut. */
void config_field_place(const struct config_field *field, uint64_t value, uint64_t *config);

/* An event in the device's directory. */
struct device_event {
	const char *name, *terms, *unit; /* terms: such as "event=0x3c,umask=?"; unit: "" if none */
	double scale;
	bool per_package, snapshot;
};

struct device;

/*
 * Lists all devices in the order of their names, numbers by value; *devices is NULL if there are none, or if the files
 * here are not those of the machine that is asked for. PFM_ERR_NOMEM: they could not be read for want of memory or file
 * descriptors.
 */
pfm_err_t devices_list(const struct host *host, const struct device **devices, int *count);

const struct device *device_next(const struct device *device);
const char *device_name(const struct device *device);

/* Returns the device of exactly that name, or NULL. */
const struct device *device_named(const struct device *devices, int count, struct span name);

/* Reads the device's directory, once; the next functions need it. PFM_ERR_NOTFOUND: it has no type; PFM_ERR_NOMEM. */
pfm_err_t device_read(const struct host *host, const struct device *device);

uint32_t device_type(const struct device *device);
const struct config_field *device_fields(const struct device *device, int *count);
/* Return the number of events and their names, in no particular order. */
int device_event_count(const struct device *device);
const char *device_event_name(const struct device *device, int n);

/* Returns whether it has an event of that name, ignoring case. */
bool device_has_event(const struct device *device, struct span name);

/* Finds an event by its name, ignoring case. PFM_ERR_NOTFOUND; PFM_ERR_NOMEM. */
pfm_err_t device_find_event(const struct host *host, const struct device *device, struct span name,
			    const struct device_event **event);

/* Forgets it all. */
void devices_forget(void);

/* Returns how often that has been done: data about a machine that others keep are valid while this is the same. */
unsigned int devices_generation(void);

#endif
