/*
 * Metrics: from text to a plan that can be computed.
 *
 * During preparation there is a draft: programs, which are formulas with bound names, and leaves, which are the things
 * that names refer to. The parts that matter are packed into one block, the plan, which is read-only from then on.
 */
#ifndef PFM_METRICS_H
#define PFM_METRICS_H

#include <perfmon/pfmkit.h>

#include "catalog/catalog.h"
#include "fit/fit.h"
#include "formula/formula.h"

enum {
	METRIC_DEPTH = 16,      /* depth of references between metrics */
	METRIC_VALUES = 4096,   /* events and computed formulas of one plan */
	/* reasons of FORMULA_NOTHING and of leaves start behind those of formulas */
	METRIC_REASONS = FORMULA_LEAF_REASONS,
};

/* ---- the plan ---- */

/* A formula to be computed; programs are in an order in which their operands are computed first. */
struct plan_program {
	int first, count;               /* index and number of its steps */
};

/* What a reason refers to: a divisor, or something unknown. */
struct plan_subject {
	const char *text;
	int event;                      /* number of the event; -1: it is not an event */
};

struct plan_metric {
	pfm_prepared_metric_t told;
	double scale;
	int value, over;                /* numbers of the value and of its threshold; over -1: no threshold */
	int first, count;               /* part of plan->own that lists the events of the value */
};

/*
 * Values are numbered: first the counts of events, then the number of boxes of each event, if that is needed, then
 * programs. A metric may have the number of an event.
 */
struct pfm_metrics {
	pfm_metrics_info_t told;
	int boxes_at;                   /* first number of the boxes' values; 0: not needed */
	int program_at, programs, depth;
	struct plan_metric *metrics;
	pfm_metric_event_t *events;
	double *means;                  /* by event: for a latency the mean to use if no count is given; 0: none */
	struct plan_program *list;
	struct formula_step *steps;
	struct plan_subject *subjects;
	int *own;
};

/* ---- the draft ---- */

enum leaf_kind { LEAF_EVENT, LEAF_TIME, LEAF_LATENCY, LEAF_BOXES };

/* What a name in a formula refers to. */
struct draft_leaf {
	enum leaf_kind kind;
	uint32_t hash;                  /* hash of the name */
	const char *name;               /* spelling in the formula */
	size_t length;
	const char *in;                 /* PMU to look for the event first; NULL: none */
	int of;                         /* for LEAF_BOXES: index of the event's leaf */
	double mean;                    /* for LEAF_LATENCY: published mean; 0: unknown */
	bool is_encoded;                /* the members below are valid */
	pfm_err_t error;
	const char *string;
	int pmu;                        /* -1: unknown */
	struct perf_event_attr attr;
	char device[64];
	int boxes;                      /* number of devices that have it */
	bool has_request;               /* request is valid: the counters of its PMU are known */
	uint8_t fit_flags;              /* flags found by rounds.c */
	bool has_flags;
	struct fit_request request;
	int same_as;                    /* index of an earlier leaf with the same encoding; else its own index */
	const char *also;               /* names of later leaves with the same encoding */
};

/* The text of a metric's formula or threshold, or a text of the caller. */
struct draft_source {
	const char *name;               /* NULL: no name */
	const char *text;               /* the formula's text */
	size_t length;
	size_t offset;                  /* in the caller's text; for metrics of tables, that of the reference to it */
	int metric;                     /* index in the list of metrics; -1: it is the caller's */
	const char *in;
	int instance;                   /* -1: none */
	int slots;                      /* #slots if no file says; 0: unknown */
	int instances;                  /* number of instances to sum over; 0: it is not a sum */
	bool is_threshold, is_intel;
};

enum program_state { PROGRAM_UNREAD, PROGRAM_BEING_READ, PROGRAM_READ };

/*
 * A step FORMULA_LEAF refers to leaf n or, as -1 - n, to program n; FORMULA_NOTHING refers to a subject, -1 for none.
 */
struct draft_program {
	struct draft_source source;
	struct formula formula;
	enum program_state state;
	const char *expanded;           /* the text with all references to programs expanded; NULL: not written yet */
	size_t expanded_length, expanded_steps;
};

/* A metric that the caller asked for. */
struct draft_metric {
	const char *name;
	int program, threshold;         /* indexes of programs; threshold -1: none */
	int metric;                     /* index in the list of metrics; -1: it is the caller's */
	const char *in;
	int instance;
	double scale;
	int *leaves, count;             /* canonical leaves that are counted for its value */
	int *optional, optional_count;  /* further leaves for its threshold only */
	int *others, other_count;       /* other names of these leaves */
	int round;                      /* the only round of its events; -1: several rounds, or no events */
	bool is_split;
};

/* An event of the plan: a leaf counted in a round. */
struct draft_entry {
	int leaf, round;
	bool is_optional;
	int counter;                    /* from pfm_fit(); FIT_NO_COUNTER: none */
	bool is_leader, is_pair;
	int same_as;                    /* of another name: index of the entry that has its count; else -1 */
};

struct draft_chunk;

/* A name in a formula of the tables, and its leaf, as in steps. */
struct draft_name {
	const char *text;
	size_t length;
	const char *in;                 /* PMU of the formula */
	int leaf;
};

enum { DRAFT_NAMES = 256 };

struct draft {
	const char *text;
	const pfm_metric_options_t *options;
	int flags;
	pfm_diagnosis_t *d;
	pfm_err_t error;
	struct draft_chunk *chunks;
	struct draft_leaf **leaves;
	int leaf_count, leaf_room;
	struct draft_program **programs;
	int program_count, program_room;
	struct draft_metric **metrics;
	int metric_count, metric_room;
	const char **subjects;
	int subject_count, subject_room;
	struct draft_entry *entries;
	int entry_count, entry_room, rounds;
	struct fit_machine machine;
	int *cores, core_count, core_room; /* core PMUs of this machine, filled on the first look-up of a name */
	bool knows_cores, is_elsewhere; /* is_elsewhere: the devices are not those of this machine */
	struct draft_name *names;       /* hash table of DRAFT_NAMES; NULL: no formula of the tables was read yet */
	pfm_perf_event_t *results;      /* for reading one string of perf's language */
	char message[512], note[256];
};

enum { DRAFT_RESULTS = 64 };

/* ---- memory and errors of a draft (draft.c) ---- */

/* Allocates zeroed memory, until the draft ends; NULL, and an error: no memory. */
void *draft_memory(struct draft *draft, size_t size);
/* Allocates room for text, not zeroed. */
char *draft_text_room(struct draft *draft, size_t size);
char *draft_copy(struct draft *draft, const char *text, size_t length);
/* Makes room for one more element of an array of the draft's. */
bool draft_room(struct draft *draft, void *array, int count, int *room, size_t size);
void draft_end(struct draft *draft);

/* Says what is wrong, unless there was an error before, and returns false. */
bool draft_fail(struct draft *draft, pfm_err_t error, size_t offset, size_t length, const char *format, ...)
	__attribute__((format(printf, 5, 6)));
/*
 * Does the same for a part of a program: for a formula of the tables the place is that of the reference to it, and the
 * message quotes it.
 */
bool draft_fail_in(struct draft *draft, const struct draft_source *source, pfm_err_t error, size_t offset,
		   size_t length, const char *message, const char *expected);

/* Returns the number of a text that reasons are about; -1, and an error: no memory. */
int draft_subject(struct draft *draft, const char *text, size_t length);

/* ---- constants.c ---- */

/* Finds a constant of machine or counting, without #. PFM_ERR_NOTFOUND: no such; PFM_ERR_NOTSUPP: not known. */
pfm_err_t metric_constant(const struct draft *draft, const struct draft_source *source, const char *name,
			  size_t length, double *value);
/* Finds a constant of the caller's; false: it gave none of that name. */
bool metric_constant_given(const struct draft *draft, const char *name, size_t length, double *value);
/* Computes strcmp_cpuid_str() */
bool metric_is_cpu(const char *text, size_t length);

/* ---- latency.c ---- */

/* Returns how many cycles the event of a latency takes to retire, by the tables; 0: unknown. The cores are known. */
double metric_latency(const struct draft *draft, const char *name, size_t length);

/* ---- leaves.c ---- */

/* Finds or makes the leaf for a name; -1, and an error: no memory. */
int draft_leaf(struct draft *draft, enum leaf_kind kind, const char *name, size_t length, const char *in);
/* Returns the kind of leaf of a name that is no metric. */
enum leaf_kind leaf_kind_of(const char *name, size_t length);
/* Encodes a leaf, once; its error is not the draft's unless there is no memory. d: the diagnosis, or NULL. */
bool leaf_encode(struct draft *draft, int leaf, pfm_diagnosis_t *d);
/* Computes has_event(): whether it encodes and its device is there. */
bool leaf_is_there(const struct draft_leaf *leaf);
/* Returns the first leaf that encodes to the same. */
int leaf_canonical(const struct draft *draft, int leaf);

/* ---- bind.c: programs ---- */

/* Finds or makes the program of a source; -1, and an error: no memory. */
int draft_program(struct draft *draft, const struct draft_source *source);
/* Reads it, with all that it refers to; false, and an error. */
bool draft_read_program(struct draft *draft, int program);

/* ---- text.c: what is asked for ---- */

bool draft_read(struct draft *draft);

/* ---- rounds.c ---- */

/* Finds the events, and distributes them to rounds and counters. */
bool draft_rounds(struct draft *draft);
/* Returns the event of a leaf in a round, else in the first that has it; -1: it has none. */
int draft_entry_of(const struct draft *draft, int leaf, int round);

/* ---- pack.c ---- */

/* Makes the plan; NULL, and an error. */
struct pfm_metrics *draft_pack(struct draft *draft);

/* ---- prepare.c ---- */

pfm_err_t metrics_prepare(const char *text, const pfm_metric_options_t *options, pfm_metrics_t **metrics,
			  pfm_diagnosis_t *d);

/* ---- value.c ---- */

void metrics_compute(const pfm_metrics_t *plan, const pfm_metric_count_t *counts, pfm_metric_value_t *values,
		     size_t stride);
int metrics_explain(const pfm_metrics_t *plan, int metric, const pfm_metric_value_t *value, char *text, size_t size);

#endif
