/*
 * Limits of tables. The compiler refuses what exceeds them, and so does the loader, which trusts no file; both use
 * these numbers. Raising one may need wider row types (rows.def).
 */
#ifndef PFM_LIMITS_H
#define PFM_LIMITS_H

#include <stdint.h>

/* files: table text, vendors' files, compiled tables */
enum { MOST_BYTES_OF_FILE = 256 << 20 };

/* layouts */
enum {
	MAX_WORDS = 3, MAX_LAYOUT_MODIFIERS = 32, MAX_LABEL = 16, MAX_MOVES = 4, MAX_FORMAT_BITS = 4, MAX_FORMATS = 64,
	MAX_CODE_SEGMENTS = 3,          /* segments of the event code */
	CONFIG_WORDS = 4,               /* of perf_event: config, config1 and so on */
	MAX_RESOURCE_COUNT = UINT8_MAX, /* units of a resource */
	MAX_USES = 4                    /* resources used by an event */
};

/* tables */
enum { MAX_VARIANTS = 32, MAX_GROUP_COUNTERS = 32, MAX_SETS = 512, LETTERS = 32 };

/* PMUs and names */
enum {
	MAX_PMUS = 4096, MAX_COMPOSED = 255, MAX_PMU_SEGMENTS = 1024,
	MAX_PMU_NAME = 127, MAX_EVENT_NAME = 255, MAX_SCALE = 63,
	MAX_STARS = 4,                  /* "*" in a pattern for device names in a condition */
	MAX_DEVICE_CONDITION = 255, MAX_CPUINFO_KEY = 63, MAX_CPUINFO_PATTERN = 127,
	/* PMU numbers beyond libpfm4's; in identifiers they and event numbers have 14 bits each */
	FIRST_NEW_PMU = 1024, MAX_NEW_EVENTS = 1 << 14, MAX_PMU_NUMBER = FIRST_NEW_PMU + (1 << 14) - 1
};

/*
 * table text: blocks that inherit from each other grow fast; aliases may be aliases of aliases; bytes of a description
 */
enum { MAX_BLOCK_ROWS = 1 << 20, MAX_ALIAS_DEPTH = 8, MAX_DESCRIPTION = 240 };

#endif
