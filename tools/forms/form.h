/* What a form is for the tool that writes it; the names of all forms are in form_names.h. */
#ifndef PFM_FORM_H
#define PFM_FORM_H

#include "events/asked.h"
#include "common/tool.h"

/* An encoded event with all that forms may want. */
struct encoded {
	char *requested, *string;
	const pfm_perf_event_t *perfs; /* of perf's language; else NULL */
	unsigned int flags;            /* PFM_PERF_* */
	const char *label;             /* what name= says, or NULL; not kept */
	struct perf_event_attr attr;
	int idx, cpu;
	pfm_pmu_details_t details;
	char own_device[64]; /* of perf's language: what details.device is */
	char instance[64];   /* likewise, of a PMU with several devices */
	const struct encoding *how;
	bool is_first; /* of all that are written */
};

/* Which events are encoded, and how they are written. */
struct encoding {
	struct given given;
	const struct form *form;
	const char *group;
	struct asked asked;
	const char *package, *type; /* of Go; of PMUs to list */
	bool deprecated;            /* list deprecated events, too */
	double seconds;             /* of perfetto */
	bool any;                   /* whether an event was there to be written: print_encoded() sets it */
};

/* Writes an event. False: the form has no way to say it, which has been said. */
typedef bool print_form(const struct encoded *encoded);

/* What a form takes is what it has: a member that is NULL or 0 is no way to ask for it. */
struct form {
	const char *name;
	print_form *print;                 /* events, one after the other */
	void (*end)(void);                 /* behind the last of them */
	int plm;                           /* levels to count at where nothing is said, beside user and kernel */
	bool is_of_all_cores;              /* an event that names no core type counts on all of them */
	const struct code_language *codes; /* codes on every CPU */
	int metric;                        /* enum metric_form */
	bool (*list)(const struct encoding *how, int words, char **word); /* all events, or those of words */
};

#endif
