/* The tables in memory: what the text says, with names not yet turned into indexes. */
#ifndef PMUC_MODEL_H
#define PMUC_MODEL_H

#include "text.h"

#include "tables/body.h"

enum { MAX_GROUP_COUNTERS = 32 };

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
	struct table_bits bits[MAX_FORMAT_BITS];
	uint8_t count;
};

/* What events of a PMU may have to share, and counters that others may take. */
struct resource {
	const char *name;
	struct place place;
	uint64_t count;
	uint8_t scope;
};

struct reserve {
	const char *name;
	uint64_t counters;      /* 0-31 general, 32-63 fixed */
	bool any;               /* one of them, whichever */
};

struct sharing {
	struct resource *resources;
	int resource_count;
	struct reserve *reserves;
	int reserve_count;
};

/* What is known of an event or a unit mask beyond its code: see rows.def. */
struct use {
	const char *resource, *field; /* field: NULL if there is none */
};

struct facts {
	uint64_t counters, counters_nosmt; /* an event's counters are in its own field counters */
	const char *deprecated_by, *errata;
	uint32_t period;
	uint16_t flags;
	struct use *uses;
	int use_count;
};

struct layout {
	const char *name;
	struct place place;
	const char *words[MAX_WORDS];
	const char *column;     /* name of the events' extra column, NULL if there is none */
	struct modifier modifiers[MAX_LAYOUT_MODIFIERS];
	uint8_t print[MAX_LAYOUT_MODIFIERS]; /* the order of printing */
	struct table_layout data;
	struct format *formats;
	int format_count;
	struct sharing sharing;
};

struct umask {
	const char *name, *text, *alias;
	struct place place;
	uint64_t code;
	uint32_t visible;       /* variants that see it */
	uint8_t group, needs_group;
	struct facts facts;
	struct table_umask data;
	struct table_umask_rare rare;
};

/* Counters that an event can be on: bit sets; both 0: nothing is said. */
struct counters {
	uint32_t general, fixed;
};

struct event {
	const char *name, *text, *alias;
	struct place place;
	uint32_t modifiers;
	struct counters counters;
	uint32_t visible;
	uint8_t groups;         /* of unit masks */
	struct facts facts;
	struct table_event data;
	struct table_event_rare rare;
	struct umask *umasks;
	int umask_count;
};

struct table {
	const char *name;
	struct place place;
	const struct source *source;    /* the header line and, after it, the rows */
	int first_line, last_line;
	const char *variants[MAX_VARIANTS];
	int variant_count;
	const struct layout *layout;    /* the layout of the PMUs that use it: all must agree on modifiers */
	struct event *events;
	int event_count;
};

struct part {
	struct word table;
	const char *variant;
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

struct condition {
	struct table_condition data;
	const char *key, *value;
};

struct pmu {
	struct word name;               /* a pattern with {n}, {m} if there are instances */
	const char *desc, *sysfs, *id_name;
	struct word layout_name;
	struct table_pmu data;
	struct condition *conditions;
	int condition_count;
	struct part *parts;
	int part_count;
	struct choice *choices;
	int choice_count;
	struct sharing sharing;
	int (*instances)[2];
	int instance_count;             /* 0: one PMU, no pattern */
	bool two_numbers;
	bool ordered;
};

struct model {
	struct layout **layouts;
	struct table **tables;
	struct pmu **pmus;
	struct pmu **order;             /* in lookup order */
	struct group_set **group_sets;
	int layout_count, table_count, pmu_count, order_count, group_set_count;
	int missing_texts;
};

/* Every part of the text is read once: layouts and PMUs first, then the rows, which need their layout. */
void parse_source(struct model *model, const struct source *source);
void parse_order(struct model *model, const char *path);
void parse_rows(struct model *model);
void parse_layout(struct model *model, const struct source *source, int *line);
void parse_pmu(struct model *model, const struct source *source, int *line);
void parse_groups(struct model *model, const struct source *source, int *line);
void parse_lists(struct model *model, const struct source *source, int *line);

/* The conditions after a word "for", at word first of line. */
struct table_condition *parse_conditions(const struct line *line, int first, int *count);

/* Whether a block begins here. */
bool starts_block(const struct line *line);

/* Finds each PMU's layout and tables, and each table's layout. */
void bind_model(struct model *model);

/* What a person gets wrong that no single line shows. allow_missing: descriptions may be missing. */
void check_model(struct model *model, bool allow_missing);

/* The same for groups; builds the lists of events that are not given. */
void check_groups(struct model *model, bool allow_missing);
void check_text(struct model *model, const char *text, struct place place, const char *what, const char *name, bool allow_missing);

/* An event and its unit masks and modifiers, "A:B:c=1", must be in the table. what: "alias of" or "" for the message. */
void check_event_string(const struct table *table, const char *string, struct place place, const char *what);
const struct event *find_event(const struct table *table, const char *name, size_t length);

struct layout *find_layout(const struct model *model, const char *name);
struct table *find_table(const struct model *model, const char *name);
struct group_set *find_group_set(const struct model *model, const char *name);
int find_modifier(const struct layout *layout, const char *id);
int find_word(const struct layout *layout, const char *name);
bool same_name(const char *a, const char *b);

/* If word is "KEY=value", the value, else NULL. */
const char *value_of(const char *word, const char *key);

/* Calls use for each of the comma-separated items of list. */
struct item {
	char *text;
	struct item *next;
};
struct item *cut_list(const char *list);

#endif
