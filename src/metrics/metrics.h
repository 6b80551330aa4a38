/*
 * Metrics: from text to a plan that is ready to be computed.
 *
 * While metrics are prepared there is a draft: programs, which are formulas whose names have been bound, and leaves,
 * which are what their names stand for. What of them matters is packed into one block, the plan, that is not written
 * any more.
 */
#ifndef PFM_METRICS_H
#define PFM_METRICS_H

#include <perfmon/pfmkit.h>

#include "catalog/catalog.h"
#include "fit/fit.h"
#include "formula/formula.h"

enum {
	METRIC_DEPTH = 16,      /* of metrics that refer to each other */
	METRIC_VALUES = 4096,   /* of one plan: events, and formulas that are computed */
	/* FORMULA_NOTHING and leaves: the reasons of values behind those of formulas */
	METRIC_REASONS = FORMULA_LEAF_REASONS,
};

/* ---- the plan ---- */

/* A formula to be computed, in an order in which what it needs is there. */
struct plan_program {
	int first, count;               /* steps */
};

/* A divisor, or a thing that is not known. */
struct plan_subject {
	const char *text;
	int event;                      /* -1: it is no event */
};

struct plan_metric {
	pfm_prepared_metric_t told;
	double scale;
	int value, over;                /* which values; over -1: no threshold */
	int first, count;               /* of plan->own: the events of its value */
};

/*
 * Values are numbered: counts of the events; how many boxes each event has, if somebody asks; programs. A number of a
 * metric may be one of an event.
 */
struct pfm_metrics {
	pfm_metrics_info_t told;
	int boxes_at;                   /* 0: boxes are not asked for */
	int program_at, programs, depth;
	struct plan_metric *metrics;
	pfm_metric_event_t *events;
	double *means;                  /* of events that are latencies: where no count is given; 0: none */
	struct plan_program *list;
	struct formula_step *steps;
	struct plan_subject *subjects;
	int *own;
};

/* ---- the draft ---- */

enum leaf_kind { LEAF_EVENT, LEAF_TIME, LEAF_LATENCY, LEAF_BOXES };

/* The meaning of a name in a formula. */
struct draft_leaf {
	enum leaf_kind kind;
	uint32_t hash;                  /* of the name */
	const char *name;               /* as in the formula */
	size_t length;
	const char *in;                 /* the PMU whose event it is first of all; NULL: none */
	int of;                         /* LEAF_BOXES: the event's leaf */
	double mean;                    /* LEAF_LATENCY: as published; 0: it is not */
	bool is_encoded;                /* the members below are valid */
	pfm_err_t error;
	const char *string;
	int pmu;                        /* -1: not known */
	struct perf_event_attr attr;
	char device[64];
	int boxes;                      /* devices that have it */
	bool has_request;               /* the counters know it */
	uint8_t fit_flags;              /* as rounds.c has found them */
	bool has_flags;
	struct fit_request request;
	int same_as;                    /* an earlier leaf that encodes to the same; else itself */
	const char *also;               /* names of later ones */
};

/* A formula or threshold of a metric, or a text of the caller's. */
struct draft_source {
	const char *name;               /* NULL: none */
	const char *text;               /* the formula */
	size_t length;
	size_t offset;                  /* where it stands in the text of the caller; of tables: what refers to it */
	int metric;                     /* of the machine; -1: the caller's own */
	const char *in;
	int instance;                   /* -1: none */
	int slots;                      /* #slots if no file says; 0: unknown */
	int instances;                  /* of a sum over them: how many; else 0 */
	bool is_threshold, is_intel;
};

enum program_state { PROGRAM_UNREAD, PROGRAM_BEING_READ, PROGRAM_READ };

/*
 * Steps FORMULA_LEAF are about a leaf, or, as -1 - n, about program n; FORMULA_NOTHING about a subject, -1 for none.
 */
struct draft_program {
	struct draft_source source;
	struct formula formula;
	enum program_state state;
	const char *expanded;           /* in full, without names of other programs; NULL: not yet written */
	size_t expanded_length, expanded_steps;
};

/* A metric that was asked for. */
struct draft_metric {
	const char *name;
	int program, threshold;         /* -1: no threshold */
	int metric;                     /* of the machine; -1 */
	const char *in;
	int instance;
	double scale;
	int *leaves, count;             /* for its value: canonical leaves that are counted */
	int *optional, optional_count;  /* for its threshold, beside them */
	int *others, other_count;       /* leaves that are names of these */
	int round;                      /* -1: its events are in several, or it has none */
	bool is_split;
};

/* An event of the plan: a leaf in a round. */
struct draft_entry {
	int leaf, round;
	bool is_optional;
	int counter;                    /* as fit says; FIT_NO_COUNTER */
	bool is_leader, is_pair;
	int same_as;                    /* of another name: the entry whose count it is; else -1 */
};

struct draft_chunk;

/* The meaning of a name in a formula of the tables, as in steps. */
struct draft_name {
	const char *text;
	size_t length;
	const char *in;                 /* of the formula */
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
	int *cores, core_count, core_room; /* PMUs of this machine's cores, once a name was looked for */
	bool knows_cores, is_elsewhere; /* is_elsewhere: no devices are at hand */
	struct draft_name *names;       /* DRAFT_NAMES of them, by hash; NULL: no formula of the tables was read */
	pfm_perf_event_t *results;      /* of one string of perf's language */
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
