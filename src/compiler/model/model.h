/* The tables in memory: what the text says, with names not yet turned into indexes. */
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
	struct table_place shows; /* where its value is read to be printed */
	bool overlaps;          /* its bits may be another modifier's too */
};

/* A field as the kernel names it. */
struct format {
	const char *name;
	struct place place;
	struct table_bits bits[MAX_FORMAT_BITS];
	uint8_t count;
};

/* Counters that an event can be on: bit sets; both 0: nothing is given. */
struct counters {
	uint32_t general, fixed;
};

/* What events of a PMU have to share. */
struct resource {
	const char *name, *text;
	struct place place;
	uint64_t count;
	uint8_t scope;                  /* enum table_scope */
};

/* Counters that somebody else may have taken. */
struct reserve {
	const char *name;
	struct place place;
	struct counters counters;       /* none: any */
	bool any;                       /* if they are not free, another one */
};

/*
 * A resource that an event needs, with the value of some bits; field NULL: with no value. No bits: those of the
 * layout's field.
 */
struct use {
	const char *resource, *field;
	struct place place;
	struct table_bits bits[MAX_FORMAT_BITS];
	uint8_t bit_count;
};

/* What is known of an event or a unit mask beyond its code. */
struct facts {
	/* with hyper-threading and without; a unit mask's own override its event's */
	struct counters counters, counters_nosmt;
	const char *deprecated_by;      /* what replaces it; NULL: nothing, or it is not deprecated */
	const char *errata;             /* words, comma-separated; NULL: none */
	const char *makers;             /* what has the code that the vendor means by the name; NULL: this one has */
	const char *since_linux;        /* the first kernel that counts it; NULL: all that know the processor */
	uint32_t period;                /* default sampling period; 0: none is given */
	uint32_t latency;               /* at retirement, the mean in thousandths of a cycle; 0: none is given */
	/* 1 and the number of the one device of the PMU that has the event; 0: all have it */
	uint8_t box;
	struct use uses[MAX_USES];
	int use_count;
	uint16_t flags;                 /* enum table_fact_flag */
};

/* Bits of the code that have a value. */
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
	const char *name;               /* of a block that PMUs take; NULL: it is of one PMU or layout */
	uint32_t row;                   /* that it has become; 0: none yet */
	struct resource resources[MAX_RESOURCES];
	struct reserve reserves[MAX_RESERVES];
	struct demand *demands;
	int resource_count, reserve_count, demand_count;
};

/* Whose name it is: perf's for all machines, perf's for this device; or, of cores that list what they count, the
 * first; or that of earlier kernels. */
enum alias_kind { ALIAS_KERNELS, ALIAS_GENERIC, ALIAS_PERFS, ALIAS_LISTED, ALIAS_OLD };

/* What the kernel's name for an event of a device means, as the text says it. */
struct alias {
	const char *name, *terms, *scale, *unit, *since, *before;
	struct place place;
	uint8_t kind;                   /* enum alias_kind */
	bool taken;                     /* from another block: rows of this one may replace it */
};

struct alias_block {
	struct word name, like;         /* like: the block that this one begins with; text NULL: none */
	const struct source *source;
	int first_line, last_line;
	struct alias *rows;
	int row_count;
	uint32_t row;                   /* that it has become; 0: none yet */
	bool expanded, open;            /* open: being put together, so it cannot take from itself */
};

enum layout_state { LAYOUT_KNOWN, LAYOUT_OPEN, LAYOUT_READ };

struct layout {
	const char *name;
	struct place place;
	const struct line *lines;       /* its block: the first line and line_count more */
	int line_count;
	enum layout_state state;        /* LAYOUT_OPEN: being read */
	const char *words[MAX_WORDS];
	const char *column;     /* name of the events' extra column, NULL if there is none */
	struct modifier modifiers[MAX_LAYOUT_MODIFIERS];
	uint8_t print[MAX_LAYOUT_MODIFIERS]; /* the order of printing */
	struct format formats[MAX_FORMATS];
	int format_count;
	struct sharing sharing;
	struct word sharing_name;       /* as in struct pmu */
	struct sharing *shared;
	struct table_layout data;
};

struct umask {
	const char *name, *text, *alias;
	const char *with;               /* conditions of devices, of which it is a default; NULL: of none */
	struct place place;
	uint64_t code;
	uint32_t visible;               /* variants that see it */
	uint8_t group, needs_group;
	struct facts facts;
	struct table_umask data;
	struct table_umask_rare rare;
};

struct event {
	const char *name, *text, *alias;
	struct place place;
	uint32_t modifiers;
	uint32_t visible;               /* variants that see it */
	uint16_t column;
	uint16_t flags;                 /* enum table_event_flag */
	uint8_t groups;                 /* of unit masks */
	struct facts facts;
	struct table_event data;
	struct table_event_rare rare;
	struct umask *umasks;
	int umask_count;
};

/* A block of rows: events of a table, unit masks to be used in several events, or events to be added to a PMU. */
struct block {
	struct word name;
	const struct source *source;    /* the header line and, after it, the rows */
	int first_line, last_line;
	struct rows *rows;              /* what the lines are once all that they take is in its place, see parse.h */
	bool open;                      /* being looked at: it cannot take its own rows */
	bool used;
};

struct table {
	const char *name;
	struct place place;
	struct block block;
	struct word like;               /* the table that this one begins with; text NULL: none */
	struct table *base;             /* that table, once it is known */
	const char *variants[MAX_VARIANTS];
	int variant_count;
	bool lacks_variants;            /* of rows that it takes; that was reported */
	const struct layout *layout;    /* the layout of the PMUs that use it: all must agree on modifiers */
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

/* An event on a counter, as a group or a list of events names it. */
struct member {
	const char *string;             /* NULL: the counter is not used */
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

/* Numbers of an event in the lists of the counters: {counter, number} each. */
struct list_event {
	struct member member;
	uint16_t (*numbers)[2];
	int number_count;
};

struct group_set {
	const char *name;
	struct place place;
	bool required, used;
	struct member *everywhere;      /* on the counters after those of a group's own events */
	int everywhere_count;
	struct group *groups;
	int group_count;
	struct list_event *events;
	int event_count;
	bool numbered;                  /* the lists are given; else they are made of the groups */
	struct member *lists[MAX_GROUP_COUNTERS];
	int list_counts[MAX_GROUP_COUNTERS];
	int counters;
};

/* A PMU's choice of groups. */
struct choice {
	struct word set;
	struct table_condition *conditions;
	int condition_count;
};

/* Aliases of some of a PMU's processors. */
struct alias_choice {
	struct word name;
	const char *since;              /* NULL: as the block says */
	struct alias_block *block;      /* once it is known */
	struct table_condition *conditions;
	int condition_count;
};

struct condition {
	struct table_condition data;
	const char *key, *value;
};

struct pmu {
	struct word name;               /* a pattern with {n}, {m} if there are instances */
	const char *desc, *sysfs, *id_name;
	struct place id_place;
	const char *with;               /* conditions of its devices; NULL: all with its names */
	struct word layout_name;
	struct table_pmu data;
	struct condition *conditions;
	int condition_count;
	struct part *parts;
	int part_count;
	struct choice *choices;
	int choice_count;
	int (*instances)[2];
	int instance_count;             /* 0: one PMU, no pattern */
	struct sharing sharing;
	struct word sharing_name;       /* the block that it takes instead; text NULL: none */
	struct sharing *shared;         /* that block, once it is known, or &sharing */
	struct word aliases_name;       /* text NULL: none */
	const char *aliases_since;      /* the first Linux that knows the PMU; NULL: not said */
	struct alias_block *aliases;    /* once they are known */
	struct alias_choice *alias_choices; /* others for some processors */
	int alias_choice_count;
	bool two_numbers;
	bool ordered;
};

/* A formula as it stands, its lines joined by blanks. */
struct formula_text {
	char *text;                     /* NULL: there is none */
	struct formula_piece {
		struct place place;     /* of its first byte, which is byte number at of the text */
		size_t at;
	} *pieces;
	int piece_count;
};

struct metric {
	const char *name, *text;
	const char *remark;             /* of an answer: in what it differs, or why there is none; NULL: nothing */
	struct place place;
	/* words, text NULL: there is none */
	struct word unit, groups, parent, sample, related, in, apart, default_group;
	struct formula_text formula, above;
	uint8_t level, together, flags; /* enum table_together, table_metric_flag */
	const struct metric *question;  /* of an answer; NULL: it is none */
	const struct metric_block *walked; /* for which height is known: how many metrics stand on each other */
	int height;
	bool is_open;                   /* its formula is being followed */
};

struct metric_row {
	struct metric *metric;
	bool taken;                     /* from another block: rows of this one may replace it */
};

/* Names that metrics of a block have, and that no table knows: the reason is for people. */
struct unknown_names {
	struct word *names;
	int count;
};

/* A block of metrics: of machines with one of its PMUs. */
struct metric_block {
	struct word name, like;         /* like: the block that this one begins with; text NULL: none */
	struct word in;                 /* the core type of all its metrics; text NULL: each says its own */
	const struct source *source;
	int first_line, last_line;
	struct word *pmus;              /* none: it only lends */
	const struct pmu **found;       /* the same, NULL: not in the text; list_known_names() fills it in */
	int pmu_count;
	bool everywhere;                /* pmu any */
	struct table_condition *conditions;
	int condition_count;
	const char *with;
	uint16_t slots;
	struct unknown_names unknown;
	struct metric_row *rows;
	int row_count;
	bool expanded, open, used;      /* open: being put together, so it cannot take from itself; used: others take */
};

struct model {
	struct layout **layouts;
	struct table **tables;
	struct pmu **pmus;
	struct pmu **order;             /* in lookup order */
	struct group_set **group_sets;
	struct block **umask_blocks, **extensions;
	struct sharing **sharings;
	struct metric_block **metric_blocks;
	struct alias_block **alias_blocks;
	int metric_block_count, sharing_count, layout_count, table_count, pmu_count, order_count, group_set_count,
		umask_block_count, extension_count, alias_block_count;
	int missing_texts;
	const struct source *order_lines; /* of the file order, if it is not the one on the disk */
	struct source **sources;        /* in the order of reading */
	int source_count;
	bool adding;                    /* what is read now is the package's */
	const char *only;               /* vendors whose tables are taken, comma-separated; NULL: all */
	char *left_out;                 /* the others that there are; NULL: none */
	bool only_checked;              /* its rows are not read: what makes them fewer is left out */
	bool loaded;                    /* for a file that is loaded: its PMUs get their numbers then */
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
