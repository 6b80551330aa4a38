/*
 * The compiled tables: what src/compiler writes and src/tables/lookup.c reads.
 *
 * No pointer anywhere: names and texts are offsets into two string pools, everything else is an index. So the
 * tables need no relocation and are shared between processes. Index or offset 0 of a pool means "none" where
 * a field is optional.
 */
#ifndef PFM_TABLES_H
#define PFM_TABLES_H

#include <stdint.h>

enum { MAX_WORDS = 3, MAX_LAYOUT_MODIFIERS = 32, MAX_LABEL = 16, MAX_PMUS = 1024, MAX_COMPOSED = 16 };

/* A place in a register word: all bits of mask; an integer is written at the lowest of them. */
struct table_place {
	uint64_t mask;          /* 0: no place */
	uint8_t word;
};

/* Consecutive bits of the event code, the lowest first, go to these places. */
struct table_segment {
	uint8_t word, low, width; /* word NO_WORD: these bits of the code go nowhere */
};
enum { NO_WORD = 0xff };

enum table_modifier_flag {
	MODIFIER_INTEGER = 1 << 0,
	MODIFIER_OS = 1 << 1,          /* perf_event has its own: neither offered nor printed there */
	MODIFIER_RAW_ONLY = 1 << 2,    /* not offered to perf_event */
	MODIFIER_INVERTED = 1 << 3,    /* the bit is set when the modifier is false */
	MODIFIER_SILENT = 1 << 4,      /* never printed: not among a layout's prints */
	MODIFIER_IF_REQUIRED = 1 << 5, /* legal, and printed, only with a unit mask that requires it */
	MODIFIER_TAKEN = 1 << 6,       /* written only when a named unit mask takes it */
	MODIFIER_UNTAKEN_ERROR = 1 << 7,
	MODIFIER_RANGE_INVAL = 1 << 8, /* out of range is PFM_ERR_INVAL instead of PFM_ERR_ATTR_VAL */
};

struct table_modifier {
	struct table_place target, sets, sets_if;
	uint32_t name, text;
	uint32_t min, max, untaken_default;
	uint16_t flags;
	uint8_t number;         /* what pfm_event_attr_info_t.code reports */
	uint8_t privilege;      /* PFM_PLM* bit that gives its default, 0: none */
	uint8_t forces;         /* word that is returned even if 0; 0: none */
};

/* How a modifier stands in fully qualified strings. */
struct table_print {
	uint64_t mask;          /* of its bits, moved down by shift */
	char label[MAX_LABEL];  /* ":name="; not terminated */
	uint8_t label_length, word, shift, modifier;
	uint8_t flags;          /* MODIFIER_INTEGER, MODIFIER_INVERTED */
};

enum table_layout_rule {
	RULE_STRICT_GROUPS = 1 << 0,      /* excl-gt holds for every unit mask, defaults included */
	RULE_NEED_UMASK = 1 << 1,         /* an event with unit masks and none in effect is PFM_ERR_ATTR */
	RULE_ONE_A_GROUP = 1 << 2,        /* a second unit mask of a group is PFM_ERR_UMASK */
	RULE_MISSING_IS_ATTR = 1 << 3,    /* a group without a unit mask is PFM_ERR_ATTR, not PFM_ERR_UMASK */
	RULE_PRINT_HIDDEN = 1 << 4,       /* modifiers are printed under perf_event even where not offered */
	RULE_HIDE_DEFAULTS = 1 << 5,      /* default unit masks are not reported as such */
};

enum table_privilege {
	PRIVILEGE_NONE,         /* the default privilege mask does not go into the register */
	PRIVILEGE_SUPPORTED,    /* it does, for levels that the PMU supports */
	PRIVILEGE_EVENT,        /* it does, if the event has privilege modifiers */
	PRIVILEGE_ALWAYS,       /* it does */
};

enum table_source { FROM_WORD, FROM_EVENT, FROM_COLUMN };

/* One term of a perf_event config word: ((source & ~clear) << shift), OR-ed into config, config1 or config2. */
struct table_move {
	uint64_t clear;
	uint8_t to, from, word, shift;
};

struct table_layout {
	struct table_segment event[3];
	uint64_t set[MAX_WORDS];
	struct table_place umask, column;
	struct table_place plm[3];      /* PRIVILEGE_ALWAYS: kernel, user, hypervisor */
	uint32_t first_modifier, first_print;
	uint32_t with_privilege, with_taken, with_required, not_under_perf; /* bit sets of modifiers that are so */
	uint32_t join_mask, join_values[3];
	struct table_move moves[4];
	uint16_t os_modifiers;          /* bit n: the perf_event modifier n is offered */
	uint16_t rules;
	uint8_t words, segments, modifiers, prints, raw_bits, privilege, move_count;
	uint8_t edge, counter_mask;     /* edge rule: modifier indexes + 1, 0: no rule */
};
enum { OS_PRECISE_IF = 1 << 12, OS_HW_SMPL_IF = 1 << 13 }; /* only on events where it makes sense */

enum table_event_flag {
	EVENT_PRECISE = 1 << 0,
	EVENT_SPECULATIVE = 1 << 1,
	EVENT_NO_AUTOENCODE = 1 << 2,
	EVENT_ONE_GROUP = 1 << 3,       /* unit masks of one group only */
	EVENT_TO_EXTRA = 1 << 4,        /* unit masks go whole into word 1, which is always returned */
	EVENT_ASSIGN = 1 << 5,          /* a unit mask replaces the one before it */
	EVENT_SHADOWED = 1 << 6,        /* another event has the name: reachable by number only */
};

struct table_event {
	uint64_t code;
	uint32_t name, text;
	uint16_t umask_set, rare, column, flags;
	uint8_t modifier_set, visible, groups, padding;
};

struct table_event_rare {
	uint32_t alias, required;       /* required: bit set of modifiers */
	uint8_t force, raw_bits, hook;
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
	UMASK_EVENT = 1 << 9,           /* replaces the event select */
	UMASK_WIDE = 1 << 10,           /* for the compiler: wider than its field, on purpose */
};

struct table_umask {
	uint64_t code;
	uint32_t name, text;
	uint16_t rare, flags;
	uint8_t group, needs_group, visible, padding;
};

struct table_umask_rare {
	uint32_t alias, hardwired, required, takes; /* the last three: bit sets of modifiers */
	uint32_t words[MAX_WORDS];
	uint8_t event;
};

struct table_umask_set {
	uint32_t first, slots;
	uint16_t count, slot_mask;      /* slots: hash.h */
	uint32_t first_default;         /* rows of default and optional unit masks, part of default_rows */
	uint16_t defaults;              /* how many */
	uint8_t everywhere;             /* variants that see all of them */
};

struct table_table {
	uint32_t name, first, slots;
	uint16_t count, slot_mask;
};

enum table_condition_kind {
	WHEN_CPU,               /* vendor, family, low..high model, stepping */
	WHEN_CPUINFO_EQUALS, WHEN_CPUINFO_CONTAINS, WHEN_DIRECTORY_ENTRY, WHEN_READABLE, WHEN_FILE,
	WHEN_S390_CFVN, WHEN_S390_CSVN, WHEN_S390_MACHINE,
	WHEN_HOOK,
};
enum table_vendor { VENDOR_INTEL, VENDOR_AMD, VENDOR_ARM, VENDOR_POWER };

struct table_condition {
	uint32_t key, value;
	uint16_t family, low, high;
	uint8_t kind, vendor, stepping_low, stepping_high;
};

/* A PMU's events: rows of tables. Those with a condition are joined where it holds; else the one without. */
enum { DYNAMIC_PART = 0xffff }; /* as conditions: rows that code adds one by one (src/catalog/kernel_events.c) */
struct table_part {
	uint16_t table, first, count, condition, conditions;
};

enum table_pmu_flag {
	PMU_RAW_UMASK = 1 << 0,
	PMU_DEPRECATED = 1 << 1,
	PMU_ARCH_DEFAULT = 1 << 2,
	PMU_SPECULATION = 1 << 3,
	PMU_HW_SAMPLING = 1 << 4,
	PMU_NO_SAMPLING = 1 << 5,
	PMU_NEEDS_SYSFS = 1 << 6,
	PMU_FILTER_AS_CODE = 1 << 7,
	PMU_COMPOSED = 1 << 8,          /* its events are not just rows of one table */
};

/* How attr.type is found: no sysfs name (PERF_TYPE_RAW), or one looked up; what when it is not there. */
enum table_sysfs_policy { SYSFS_NONE, CACHED_OR_RAW, CACHED_OR_NOTFOUND, CACHED_OR_NOTSUPP, FILE_OR_NOTSUPP, FILE_OR_NOTFOUND };

struct table_pmu {
	uint32_t name, desc, sysfs;
	uint16_t id, counters, fixed_counters, flags;
	uint16_t condition, conditions, part, parts, choice, choices;
	uint8_t type, codes, plm, layout, policy, visible, hook, padding;
};

/* ---- groups of events that are counted together ---- */

enum table_member_flag {
	MEMBER_HAS_CODE = 1 << 0,       /* on this counter the event has another code than its own */
	MEMBER_NOT_IN_TABLE = 1 << 1,   /* an event that is known by name only: it cannot be counted */
	MEMBER_UNVERIFIED = 1 << 2,
	MEMBER_CAVEAT = 1 << 3,
	MEMBER_THRESHOLD = 1 << 4,
	MEMBER_SHARED = 1 << 5,         /* one signal for all threads of the core */
};

/* An event on a counter. Number 0 of pfm_group_members stands for a counter that is not used. */
struct table_member {
	uint64_t code;
	uint32_t string, flags;         /* string: event and unit masks, as in an event string */
};

struct table_group {
	uint32_t name, title, text, first; /* first: place in pfm_group_events of the event on counter 0 */
	uint8_t counters, status;          /* status: MEMBER_UNVERIFIED or MEMBER_CAVEAT, the worst of its events */
};

/* The events that a counter can count, in the order of their numbers: a part of pfm_group_events. */
struct table_list {
	uint32_t first, count;
};

enum table_group_set_flag { GROUPS_REQUIRED = 1 << 0 };

struct table_group_set {
	uint32_t name, first, first_list;
	uint16_t count;
	uint8_t counters, flags;        /* counters: as many lists */
};

/* Groups of a PMU. The one with a condition that holds is taken, else the one without. */
struct table_group_choice {
	uint16_t set, condition, conditions;
};

/* Hooks: what no text can say. Each is a few lines in src/catalog/hooks.c. */
enum table_hook { HOOK_NONE, HOOK_CHA_FILTER, HOOK_INTEL_ARCH };

/* One body of tables: the compiled one, or one built at run time from what only the running machine knows. */
struct tables {
	const char *names, *texts;
	const struct table_event *events;
	const struct table_event_rare *event_rares;
	const struct table_umask *umasks;
	const struct table_umask_rare *umask_rares;
	const struct table_umask_set *umask_sets;
	const struct table_table *tables;
	const uint32_t *modifier_sets;
	const uint32_t *event_slots;
	const uint32_t *umask_slots;
	const uint16_t *default_rows;
};

extern const struct tables pfm_compiled;
extern const struct table_layout pfm_layouts[];
extern const struct table_modifier pfm_modifiers[];
extern const struct table_print pfm_prints[];
extern const struct table_condition pfm_conditions[];
extern const struct table_part pfm_parts[];
extern const struct table_pmu pfm_pmus[];
extern const struct table_group_choice pfm_group_choices[];
extern const struct table_group_set pfm_group_sets[];
extern const struct table_group pfm_groups[];
extern const struct table_list pfm_group_lists[];
extern const struct table_member pfm_group_members[];
extern const uint16_t pfm_group_events[]; /* numbers of members */
extern const uint32_t pfm_pmu_slots[];
extern const uint16_t pfm_pmu_by_id[];
extern const uint16_t pfm_pmu_count, pfm_pmu_slot_mask, pfm_pmu_id_count;

#endif
