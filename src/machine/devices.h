/*
 * The kernel's devices of /sys/bus/event_source/devices: their types, the fields of their config words, the events that
 * they name.
 *
 * The list is read when it is first asked for, a device when it is first looked at, an event when it is first found;
 * then they are kept until devices_forget(). Every function but that one may be called from several threads at once.
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

/* The place of a term's value: its low bits go to the first range. */
struct config_field {
	const char *name;
	uint8_t word;           /* 0: config, 1: config1... */
	uint8_t count;          /* of ranges; 0: what the kernel says is not understood */
	struct bit_range ranges[MAX_FIELD_RANGES];
};

/* Return the bits of its word that a field has, and its value in config[CONFIG_WORDS]. */
uint64_t config_field_mask(const struct config_field *field);
uint64_t config_field_value(const struct config_field *field, const uint64_t *config);

/* Joins a value with the bits of the field in config[CONFIG_WORDS]; a value that is too wide is cut. */
void config_field_place(const struct config_field *field, uint64_t value, uint64_t *config);

/* An event as the device's files have it. */
struct device_event {
	const char *name, *terms, *unit; /* terms: "event=0x3c,umask=?"; unit: "" for none */
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
