/*
 * Limits of tables. The compiler refuses what exceeds them, and so does the loader, which trusts no file; both read the
 * numbers here. Raising one may need wider row types, too (rows.def).
 */
#ifndef PFM_LIMITS_H
#define PFM_LIMITS_H

#include <stdint.h>

/* files: text, a vendor's, tables */
enum { MOST_BYTES_OF_FILE = 256 << 20 };

/* layouts */
enum {
	MAX_WORDS = 3, MAX_LAYOUT_MODIFIERS = 32, MAX_LABEL = 16, MAX_MOVES = 4, MAX_FORMAT_BITS = 4, MAX_FORMATS = 64,
	MAX_CODE_SEGMENTS = 3,          /* places of the event code */
	CONFIG_WORDS = 4,               /* config, config1 and so on, of perf_event */
	MAX_RESOURCE_COUNT = UINT8_MAX, /* how often a resource is there */
	MAX_USES = 4                    /* resources of an event */
};

/* tables */
enum { MAX_VARIANTS = 32, MAX_GROUP_COUNTERS = 32, MAX_SETS = 512, LETTERS = 32 };

/* PMUs, and names */
enum {
	MAX_PMUS = 4096, MAX_COMPOSED = 255, MAX_PMU_SEGMENTS = 1024,
	MAX_PMU_NAME = 127, MAX_EVENT_NAME = 255, MAX_SCALE = 63,
	MAX_STARS = 4,                  /* in the name of a device that a condition asks for */
	MAX_DEVICE_CONDITION = 255, MAX_CPUINFO_KEY = 63, MAX_CPUINFO_PATTERN = 127,
	/* numbers beyond libpfm4's, as identifiers have room for: they and those of events have 14 bits each */
	FIRST_NEW_PMU = 1024, MAX_NEW_EVENTS = 1 << 14, MAX_PMU_NUMBER = FIRST_NEW_PMU + (1 << 14) - 1
};

/* text that is compiled: what takes from what takes grows fast; aliases may be of aliases; a description is a line */
enum { MAX_BLOCK_ROWS = 1 << 20, MAX_ALIAS_DEPTH = 8, MAX_DESCRIPTION = 240 };

#endif
