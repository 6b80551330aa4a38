/*
 * A body of tables: written by src/compiler, read by the library.
 *
 * No row has a pointer: names and texts are offsets into two string pools, everything else is an index. So the tables
 * need no relocation and are shared between processes. Where a field is optional, index or offset 0 means "none". For
 * the rows and their fields see rows.def.
 */
#ifndef PFM_TABLES_H
#define PFM_TABLES_H

#include <stdint.h>

#include "tables/limits.h"

/* Bit set of all variants of a table. */
#define ALL_VARIANTS UINT32_MAX

enum { NO_WORD = 0xff }; /* as the word of a segment: the segment is in no word */

/* For rows whose size is no multiple of eight. */
typedef uint64_t uint64_in_words __attribute__((aligned(4)));

typedef uint16_t slot_cell; /* hash.h */

enum table_modifier_flag {
	MODIFIER_INTEGER = 1 << 0,
	MODIFIER_OS = 1 << 1,          /* perf_event has its own: neither offered nor printed for it */
	MODIFIER_RAW_ONLY = 1 << 2,    /* not offered for perf_event */
	MODIFIER_INVERTED = 1 << 3,    /* the bit is set when the modifier is false */
	MODIFIER_SILENT = 1 << 4,      /* never printed: not among a layout's prints */
	MODIFIER_IF_REQUIRED = 1 << 5, /* legal, and printed, only with a unit mask that requires it */
	MODIFIER_TAKEN = 1 << 6,       /* written only when a named unit mask takes it */
	MODIFIER_UNTAKEN_ERROR = 1 << 7,
	MODIFIER_RANGE_INVAL = 1 << 8, /* out of range is PFM_ERR_INVAL instead of PFM_ERR_ATTR_VAL */
	MODIFIER_SETS = 1 << 9,        /* sets, sets_if or forces says something */
	MODIFIER_OR_ZERO = 1 << 10,    /* 0 is allowed, although it is below the minimum */
	MODIFIER_FIELD = 1 << 11,      /* the kernel's field of that name has the same bits and the same values */
	/* flags of modifiers that are not just one bit */
	MODIFIER_OTHERWISE = MODIFIER_INTEGER | MODIFIER_INVERTED | MODIFIER_IF_REQUIRED | MODIFIER_TAKEN |
			     MODIFIER_SETS,
};

enum table_layout_rule {
	RULE_STRICT_GROUPS = 1 << 0,      /* excl-gt holds for every unit mask, defaults included */
	RULE_NEED_UMASK = 1 << 1,         /* an event with unit masks and none in effect is PFM_ERR_ATTR */
	RULE_ONE_A_GROUP = 1 << 2,        /* a second unit mask of a group is PFM_ERR_UMASK */
	RULE_MISSING_IS_ATTR = 1 << 3,    /* a group without a unit mask is PFM_ERR_ATTR, not PFM_ERR_UMASK */
	RULE_PRINT_HIDDEN = 1 << 4,       /* modifiers are printed under perf_event even where not offered */
	RULE_HIDE_DEFAULTS = 1 << 5,      /* default unit masks are not reported as defaults */
	RULE_COUNT_GUESTS = 1 << 6,       /* guests are counted, unless a modifier leaves them out */
};

enum table_privilege {
	PRIVILEGE_NONE,         /* the default privilege mask is not written to the register */
	PRIVILEGE_SUPPORTED,    /* it is written, for levels that the PMU supports */
	PRIVILEGE_EVENT,        /* it is written if the event has privilege modifiers */
	PRIVILEGE_ALWAYS,       /* it is always written */
};

enum table_source { FROM_WORD, FROM_EVENT, FROM_COLUMN };

enum { OS_PRECISE_IF = 1 << 12, OS_HW_SMPL_IF = 1 << 13 }; /* offered only for events that support it */

enum table_event_flag {
	EVENT_PRECISE = 1 << 0,
	EVENT_SPECULATIVE = 1 << 1,
	EVENT_NO_AUTOENCODE = 1 << 2,
	EVENT_ONE_GROUP = 1 << 3,       /* its unit masks must be of one group */
	EVENT_TO_EXTRA = 1 << 4,        /* its unit masks go to word 1 as a whole, which is always returned */
	EVENT_ASSIGN = 1 << 5,          /* a unit mask replaces the one before it */
	EVENT_SHADOWED = 1 << 6,        /* another event has the same name: it can be found by its number only */
	EVENT_BARE = 1 << 7,            /* counts without a unit mask too, where events otherwise need one */
	EVENT_BY_DEVICE = 1 << 8,       /* some unit masks are a default on some devices */
	EVENT_RARE = 1 << 9,            /* its kind has rare properties */
	EVENT_SECOND_NAME = 1 << 10,    /* codes are decoded to another event, which has the vendor's name */
};

enum table_umask_flag {
	UMASK_NCOMBO = 1 << 0,
	UMASK_DEFAULT = 1 << 1,
	UMASK_PRECISE = 1 << 2,
	UMASK_EXCL_GT = 1 << 3,
	UMASK_EXCL_BUT0 = 1 << 4,
	UMASK_OPTIONAL = 1 << 5,
	UMASK_NEEDS_GROUP = 1 << 6,
	UMASK_NO_MODS = 1 << 7,
	UMASK_NO_AUTOENCODE = 1 << 8,
	UMASK_EVENT = 1 << 9,           /* replaces the event select code */
	UMASK_WIDE = 1 << 10,           /* wider than its field on purpose: not an error for the compiler */
	UMASK_RARE = 1 << 11,           /* its kind has rare properties */
	UMASK_SECOND_NAME = 1 << 12,    /* codes are decoded to another unit mask, which has the same code */
};
enum { UMASK_GROUP_SHIFT = 13, MAX_UMASK_GROUPS = 8 }; /* the highest bits of the flags are the group */

enum table_fact_flag {
	FACT_ALONE = 1 << 0,            /* excludes all other events of the PMU from its round */
	FACT_PAIR = 1 << 1,             /* takes counters 2k and 2k + 1 */
	FACT_LEADER = 1 << 2,           /* must be the first event of its kernel group */
	FACT_UNCOUNTED = 1 << 3,        /* takes no counter */
	FACT_DEPRECATED = 1 << 4,
	FACT_SPECULATIVE = 1 << 5,      /* for unit masks: counts work that may never retire */
	FACT_FOLLOWER = 1 << 6,         /* needs a leader in its kernel group */
	FACT_ALSO = 1 << 8,             /* for demands: adds its counters instead of narrowing */
	FACT_UNCOUNTABLE = 1 << 7,      /* no counter can count it */
	FACT_REFUSED = 1 << 9,          /* Linux refuses to open it, with EINVAL */
};

enum table_scope { SCOPE_THREAD, SCOPE_CORE, SCOPE_SOCKET, SCOPE_NODE };

enum table_condition_kind {
	WHEN_CPU,               /* vendor, family, model from low to high, stepping */
	WHEN_CPUINFO_EQUALS, WHEN_CPUINFO_CONTAINS, WHEN_CPUINFO_GLOB, WHEN_DIRECTORY_ENTRY, WHEN_READABLE, WHEN_FILE,
	WHEN_S390_CFVN, WHEN_S390_CSVN, WHEN_S390_MACHINE,
	WHEN_HOOK,
};
enum table_vendor { VENDOR_INTEL, VENDOR_AMD, VENDOR_ARM, VENDOR_POWER, VENDOR_ZHAOXIN };

/* in place of a number of conditions: rows that code adds one by one (src/catalog/kernel_events.c) */
enum { DYNAMIC_PART = 0xffff };

enum table_pmu_flag {
	PMU_RAW_UMASK = 1 << 0,
	PMU_DEPRECATED = 1 << 1,
	PMU_ARCH_DEFAULT = 1 << 2,
	PMU_SPECULATION = 1 << 3,
	PMU_HW_SAMPLING = 1 << 4,
	PMU_NO_SAMPLING = 1 << 5,
	PMU_NEEDS_SYSFS = 1 << 6,
	PMU_FILTER_AS_CODE = 1 << 7,
	PMU_COMPOSED = 1 << 8,          /* its events are not rows of one table only */
	PMU_INSTANCES = 1 << 9,         /* a number behind its name selects a device by the kernel's number */
	PMU_INSTANCES_ORDERED = 1 << 10, /* the same by the position in the list of devices */
	PMU_ARM_PMCEID = 1 << 11,       /* files of the kernel tell which architectural events the core has */
	PMU_WIDE = 1 << 12,             /* its table has more than MAX_NARROW events */
	PMU_LOADED = 1 << 13,           /* loaded from a file */
	PMU_EXTENDED = 1 << 14,         /* set by the library: files add events to it */
	PMU_EXTENSION = 1 << 15,        /* in a file: not a PMU, but events for the PMU of that name */
};

/* How to find attr.type: no sysfs name (PERF_TYPE_RAW), or a device to look up, and what to do if it does not exist. */
enum table_sysfs_policy {
	SYSFS_NONE, CACHED_OR_RAW, CACHED_OR_NOTFOUND, CACHED_OR_NOTSUPP, FILE_OR_NOTSUPP, FILE_OR_NOTFOUND
};
enum {                                  /* flags that are combined with the policy */
	SYSFS_ARM_CORE = 1 << 7,        /* the device is the one whose CPUs are this core */
	SYSFS_NAMES_EVENTS = 1 << 6,    /* the device counts the events that its directory "events" names */
	SYSFS_BY_CPU = 1 << 5,          /* conditions that name a device: on CPUs that meet one, that device is used */
	SYSFS_WORDS = SYSFS_ARM_CORE | SYSFS_NAMES_EVENTS | SYSFS_BY_CPU
};

/* ---- groups of events that are counted together ---- */

enum table_member_flag {
	MEMBER_HAS_CODE = 1 << 0,       /* the event has a different code on this counter */
	MEMBER_NOT_IN_TABLE = 1 << 1,   /* an event known by name only: it cannot be counted */
	MEMBER_UNVERIFIED = 1 << 2,
	MEMBER_CAVEAT = 1 << 3,
	MEMBER_THRESHOLD = 1 << 4,
	MEMBER_SHARED = 1 << 5,         /* all threads of the core share one signal */
};

enum table_group_set_flag { GROUPS_REQUIRED = 1 << 0 };

/* ---- metrics ---- */

enum {
	MAX_FORMULA_TEXT = 65535,       /* bytes of a formula, its words separated by blanks */
	MAX_PHRASE_DEPTH = 16,          /* nesting of phrases */
	MAX_FORMULAS_TEXT = 1 << 26,    /* bytes of all formulas, descriptions and phrases */
};

/* The vendor's advice on counting a metric's events in one group. */
enum table_together { TOGETHER_ALWAYS, TOGETHER_NO, TOGETHER_NO_NMI, TOGETHER_NO_SMT, TOGETHER_NO_NMI_THRESHOLD };

enum table_metric_flag {
	METRIC_DEFAULT = 1 << 0,        /* shown by default */
	METRIC_PER_INSTANCE = 1 << 1,   /* has one value per instance of its device */
	METRIC_ANSWER = 1 << 2,         /* answers a question of the list that all CPUs share */
	METRIC_DIFFERS = 1 << 3,        /* answers the question only approximately; its note says how it differs */
	METRIC_NONE = 1 << 4,           /* the question has no metric; its note says why */
};

/* Hooks, for properties that the table language cannot express. Each is a few lines in src/catalog/hooks.c. */
enum table_hook { HOOK_NONE, HOOK_CHA_FILTER, HOOK_INTEL_ARCH, HOOK_ARM_PMUV3 };

/* ---- rows and sections, as rows.def has them ---- */

#define ROW(kind) struct table_##kind {
#define NUMBER(type, name) type name;
#define NUMBERS(type, name, n) type name[n];
#define NAME(name) uint32_t name;
#define TEXT(name) uint32_t name;
#define STRING(name) uint32_t name;
#define INDEX(type, name, section) type name;
#define FIRST(type, name, section, n) type name;
#define PART(kind, name) struct table_##kind name;
#define PARTS(kind, name, n) struct table_##kind name[n];
#define END(kind) };
#include "tables/rows.def"

/* One body of tables: the compiled one, a loaded one, or one built at run time for the running machine. */
struct tables {
#define SECTION(kind, name) struct { const struct table_##kind *rows; uint32_t count; } name;
#define NUMBERS_SECTION(type, name) struct { const type *rows; uint32_t count; } name;
#define POOL(name) struct { const char *rows; uint32_t count; } name;
#include "tables/rows.def"
};

extern const struct tables pfm_compiled;

/* Vendors, comma-separated, whose tables were left out when the library was built: ./configure --with-pmus. */
enum { LEFT_OUT_SIZE = 128 };
extern const char tables_left_out[LEFT_OUT_SIZE];

#endif
