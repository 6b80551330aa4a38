/* The text of the tables in memory, with names not yet resolved to indexes. */
#ifndef PMUC_MODEL_H
#define PMUC_MODEL_H

#include "compiler/text/text.h"

#include "tables/body.h"

enum {
	MAX_RESOURCES = 16,
	MAX_RESERVES = 4,
	MAX_DEMANDS = 128
};

struct modifier {
	const char *id, *name, *text;
	struct place place;
	struct table_modifier data;
	struct table_place shows; /* bits from which its value is read for printing */
	bool overlaps;          /* its bits may overlap those of another modifier */
};

/* A field as the kernel names it. */
struct format {
	const char *name;
	struct place place;
	struct table_bits bits[MAX_FORMAT_BITS];
	uint8_t count;
};

/* Bit sets of the counters that an event can be on; both 0: not given. */
struct counters {
	uint32_t general, fixed;
};

/* A resource that events of a PMU share. */
struct resource {
	const char *name, *text;
	struct place place;
	uint64_t count;
	uint8_t scope;                  /* enum table_scope */
};

/* Counters that may be in use by others. */
struct reserve {
	const char *name;
	struct place place;
	struct counters counters;       /* both 0: any counter */
	bool any;                       /* another counter will do if these are not free */
};

/*
 * A resource that an event needs, with the value of a field's bits; field NULL: without value. If bit_count is 0, the
 * bits are those of the layout's field.
 */
struct use {
	const char *resource, *field;
	struct place place;
	struct table_bits bits[MAX_FORMAT_BITS];
	uint8_t bit_count;
};

/* Facts about an event or a unit mask beyond its code. */
struct facts {
	/* with hyper-threading and without; those of a unit mask override the event's */
	struct counters counters, counters_nosmt;
	const char *deprecated_by;      /* event string of the replacement; NULL: none, or not deprecated */
	const char *errata;             /* comma-separated errata; NULL: none */
	const char *makers;             /* event string with the vendor's code; NULL: the row has it */
	const char *since_linux;        /* first release of Linux that counts it; NULL: all that know the CPU */
	uint32_t period;                /* default sampling period; 0: unknown */
	uint32_t latency;               /* mean at retirement, in thousandths of a cycle; 0: unknown */
	/* number of the only device of the PMU that has the event, + 1; 0: all have it */
	uint8_t box;
	struct use uses[MAX_USES];
	int use_count;
	uint16_t flags;                 /* enum table_fact_flag bits */
};

/* A range of values of some bits of the code. */
struct match {
	struct table_bits bits[MAX_FORMAT_BITS];
	uint64_t low, high;
	uint8_t bit_count;
	bool other;                     /* an alternative to the match before it */
};

/* Facts of all events whose codes match. */
struct demand {
	struct match *matches;
	int match_count;
	struct facts facts;
	struct place place;
};

struct sharing {
	const char *name;               /* name of its block; NULL: it belongs to one PMU or layout */
	uint32_t row;                   /* number of the compiled row; 0: not built yet */
	struct resource resources[MAX_RESOURCES];
	struct reserve reserves[MAX_RESERVES];
	struct demand *demands;
	int resource_count, reserve_count, demand_count;
};

/*
 * Origin of a name: the device's driver; perf, on all machines; perf, for this device; perf, for cores that list the
 * event's code; earlier kernels.
 */
enum alias_kind { ALIAS_KERNELS, ALIAS_GENERIC, ALIAS_PERFS, ALIAS_LISTED, ALIAS_OLD };

/* An event name of the kernel for a device, and its meaning, as in the text. */
struct alias {
	const char *name, *terms, *scale, *unit, *since, *before;
	struct place place;
	uint8_t kind;                   /* enum alias_kind */
	bool taken;                     /* from another block: rows of its own block may replace it */
};

struct alias_block {
	struct word name, like;         /* like: the block whose rows it begins with; text NULL: none */
	const struct source *source;
	int first_line, last_line;
	struct alias *rows;
	int row_count;
	uint32_t row;                   /* number of the compiled row; 0: not built yet */
	bool expanded, open;            /* open: being expanded, so it cannot include itself */
};

enum layout_state { LAYOUT_KNOWN, LAYOUT_OPEN, LAYOUT_READ };

struct layout {
	const char *name;
	struct place place;
	const struct line *lines;       /* the first line of its block; line_count more follow */
	int line_count;
	enum layout_state state;        /* LAYOUT_OPEN: being read */
	const char *words[MAX_WORDS];
	const char *column;     /* name of the events' extra column; NULL: none */
	struct modifier modifiers[MAX_LAYOUT_MODIFIERS];
	uint8_t print[MAX_LAYOUT_MODIFIERS]; /* modifiers in the order of printing */
	struct format formats[MAX_FORMATS];
	int format_count;
	struct sharing sharing;
	struct word sharing_name;       /* this and shared: as in struct pmu */
	struct sharing *shared;
	struct table_layout data;
};

struct umask {
	const char *name, *text, *alias;
	const char *with;               /* conditions of devices that have it as a default; NULL: none */
	struct place place;
	uint64_t code;
	uint32_t visible;               /* bit set of the variants that have it */
	uint8_t group, needs_group;
	struct facts facts;
	struct table_umask data;
	struct table_umask_rare rare;
};

struct event {
	const char *name, *text, *alias;
	struct place place;
	uint32_t modifiers;
	uint32_t visible;               /* bit set of the variants that have it */
	uint16_t column;
	uint16_t flags;                 /* enum table_event_flag bits */
	uint8_t groups;                 /* bit set of the groups of its unit masks */
	struct facts facts;
	struct table_event data;
	struct table_event_rare rare;
	struct umask *umasks;
	int umask_count;
};

/* A block of rows: events of a table, unit masks to be used in several events, or events to be added to a PMU. */
struct block {
	struct word name;
	const struct source *source;    /* lines first_line to last_line: the header, then the rows */
	int first_line, last_line;
	struct rows *rows;              /* the rows after expansion, see parse.h */
	bool open;                      /* being expanded: it cannot include itself */
	bool used;
};

struct table {
	const char *name;
	struct place place;
	struct block block;
	struct word like;               /* the table whose rows it begins with; text NULL: none */
	struct table *base;             /* that table; NULL: not resolved yet */
	const char *variants[MAX_VARIANTS];
	int variant_count;
	bool lacks_variants;            /* it lacks variants of rows that it includes, which was reported */
	const struct layout *layout;    /* layout of the PMUs that use it, which must agree on modifiers */
	struct event *events;
	int event_count;
};

struct part {
	struct word table;
	const char *variant;
	struct place variant_place;
	uint64_t first, last;
	bool all_rows, conditional;
	struct table_condition *conditions;
	int condition_count;
};

/* An event on a counter, in a group or a list of events. */
struct member {
	const char *string;             /* event string; NULL: the counter is unused */
	struct place place;
	struct table_member data;
};

struct group {
	const char *name, *title, *text;
	struct place place;
	struct member *members;
	int member_count;
	uint8_t status;
};

/* The numbers of an event in the lists of counters: pairs of counter and number. */
struct list_event {
	struct member member;
	uint16_t (*numbers)[2];
	int number_count;
};

struct group_set {
	const char *name;
	struct place place;
	bool required, used;
	struct member *everywhere;      /* events on the counters behind those of each group */
	int everywhere_count;
	struct group *groups;
	int group_count;
	struct list_event *events;
	int event_count;
	bool numbered;                  /* the text has the lists; else they are made from the groups */
	struct member *lists[MAX_GROUP_COUNTERS];
	int list_counts[MAX_GROUP_COUNTERS];
	int counters;
};

/* A set of groups that a PMU uses under conditions. */
struct choice {
	struct word set;
	struct table_condition *conditions;
	int condition_count;
};

/* Aliases that a PMU uses under conditions. */
struct alias_choice {
	struct word name;
	const char *since;              /* NULL: that of the block */
	struct alias_block *block;      /* NULL: not resolved yet */
	struct table_condition *conditions;
	int condition_count;
};

struct condition {
	struct table_condition data;
	const char *key, *value;
};

struct pmu {
	struct word name;               /* a pattern with {n}, {m} if the PMU has instances */
	const char *desc, *sysfs, *id_name;
	struct place id_place;
	const char *with;               /* conditions of its devices; NULL: none */
	struct word layout_name;
	struct table_pmu data;
	struct condition *conditions;
	int condition_count;
	struct part *parts;
	int part_count;
	struct choice *choices;
	int choice_count;
	int (*instances)[2];
	int instance_count;             /* 0: one PMU, without pattern */
	struct sharing sharing;
	struct word sharing_name;       /* name of the block used instead; text NULL: none */
	struct sharing *shared;         /* that block, once resolved, or &sharing */
	struct word aliases_name;       /* text NULL: none */
	const char *aliases_since;      /* first release of Linux that knows the PMU; NULL: unknown */
	struct alias_block *aliases;    /* NULL: none, or not resolved yet */
	struct alias_choice *alias_choices; /* alternatives under conditions */
	int alias_choice_count;
	bool two_numbers;
	bool ordered;
};

/* The text of a formula, its lines joined by blanks. */
struct formula_text {
	char *text;                     /* NULL: no formula */
	struct formula_piece {
		struct place place;     /* of the piece's first byte, which is byte at of text */
		size_t at;
	} *pieces;
	int piece_count;
};

struct metric {
	const char *name, *text;
	const char *remark;             /* of an answer: how it differs, or why there is none; NULL: no remark */
	struct place place;
	/* text NULL: not given */
	struct word unit, groups, parent, sample, related, in, apart, default_group;
	struct formula_text formula, above;
	uint8_t level, together, flags; /* enum table_together, table_metric_flag */
	const struct metric *question;  /* the question that this answers; NULL: it is not an answer */
	const struct metric_block *walked; /* block for which height, the depth of references, was computed */
	int height;
	bool is_open;                   /* its formula is being followed, to detect cycles */
};

struct metric_row {
	struct metric *metric;
	bool taken;                     /* from another block: rows of its own block may replace it */
};

/* Names in metrics of a block that no table knows; the reason in the text is for readers only. */
struct unknown_names {
	struct word *names;
	int count;
};

/* A block of metrics, for machines with one of its PMUs. */
struct metric_block {
	struct word name, like;         /* like: the block whose rows it begins with; text NULL: none */
	struct word in;                 /* core type of all its metrics; text NULL: each metric has its own */
	const struct source *source;
	int first_line, last_line;
	struct word *pmus;              /* pmu_count 0: other blocks use its metrics, no machine does */
	const struct pmu **found;       /* the same resolved, NULL if not in the text; set by list_known_names() */
	int pmu_count;
	bool everywhere;                /* "pmu any": for all machines */
	struct table_condition *conditions;
	int condition_count;
	const char *with;
	uint16_t slots;
	struct unknown_names unknown;
	struct metric_row *rows;
	int row_count;
	bool expanded, open, used;      /* open: being expanded, cannot include itself; used: by another block */
};

struct model {
	struct layout **layouts;
	struct table **tables;
	struct pmu **pmus;
	struct pmu **order;             /* the PMUs in lookup order */
	struct group_set **group_sets;
	struct block **umask_blocks, **extensions;
	struct sharing **sharings;
	struct metric_block **metric_blocks;
	struct alias_block **alias_blocks;
	int metric_block_count, sharing_count, layout_count, table_count, pmu_count, order_count, group_set_count,
		umask_block_count, extension_count, alias_block_count;
	int missing_texts;
	const struct source *order_lines; /* the file "order", if its text is not that on disk */
	struct source **sources;        /* in order of reading */
	int source_count;
	bool adding;                    /* the text being read belongs to the package */
	const char *only;               /* comma-separated vendors whose tables are kept; NULL: all */
	char *left_out;                 /* comma-separated vendors whose tables were removed; NULL: none */
	bool only_checked;              /* the body is not kept: steps that only make it smaller are skipped */
	bool loaded;                    /* for a file to be loaded: PMUs get their numbers when it is */
};

/* Finds each PMU's layout and tables, and each table's layout. */
void bind_model(struct model *model);

/* Finds a part of the model by name; NULL or -1: there is none. */
struct layout *find_layout(const struct model *model, const char *name);
struct table *find_table(const struct model *model, const char *name);
struct pmu *find_pmu(const struct model *model, const char *name);
struct block *find_umask_block(const struct model *model, const char *name);
struct sharing *find_sharing(const struct model *model, const char *name);
struct group_set *find_group_set(const struct model *model, const char *name);
struct alias_block *find_alias_block(const struct model *model, const char *name);
struct metric_block *find_metric_block(const struct model *model, const char *name);

/* Returns the place of byte number at of a formula. */
struct place formula_place(const struct formula_text *formula, size_t at);
int find_modifier(const struct layout *layout, const char *id);
int find_word(const struct layout *layout, const char *name);
const struct event *find_event(const struct table *table, const char *name, size_t length);
const struct umask *find_event_umask(const struct event *event, const char *name);

/* Finds the layout's field with the kernel's name. */
const struct format *find_format(const struct layout *layout, const char *name);

/* Returns how many PMUs a block is: 1, or one for each instance. */
int instance_count(const struct pmu *pmu);

/* Compares names without regard to case. */
bool same_name(const char *a, const char *b);

#endif
