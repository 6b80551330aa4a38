/*
 * Which events of the tables fit the counters together: from encoded events to the question of fit_model.h, and the
 * answer in words.
 */
#ifndef PFM_FIT_H
#define PFM_FIT_H

#include <perfmon/pfmkit.h>

#include "fit/model.h"
#include "encode/encode.h"

enum { FIT_DEMANDS = 256 };             /* more than the demands of a PMU, which are counted in a byte */

/* An encoded event. */
struct fit_request {
	struct event_ref ref;
	int pmu;                        /* that counts it: of a raw code the core's */
	uint64_t config[3];             /* as the kernel gets it */
	int umasks[MAX_ATTRIBUTES];     /* rows of the unit masks in effect */
	int umask_count;
	const char *string;             /* as the user says it, for messages; NULL: from a code */
	int group;                      /* negative: none */
	int instance;                   /* of PMUs that are many; negative: the first */
	bool refused;                   /* a generic event that the kernel does not have there */
	bool is_matched;                /* fit_match() was here: bit n of matched: demand n of its PMU is of its code */
	uint64_t matched[FIT_DEMANDS / 64];
};

/* Conditions of a machine that cost counters: hyper-threading is on, the kernel's watchdog has one. */
struct fit_machine {
	bool smt, watchdog;
	bool smt_given, watchdog_given; /* the caller's: for all PMUs, not only for those of this machine */
	int general;                    /* how many general counters of a core are free; 0: all */
};

/* Completes what the caller does not say from the machine's files, else: hyper-threading on, no watchdog. */
void fit_look(struct fit_machine *machine);

/* Returns the machine that a PMU is in: of machines other than this one only what is given is known. */
struct fit_machine fit_machine_of(const struct fit_machine *machine, int pmu);

/* The question for requests, with numbers of resources told apart by unit. */
struct fit_question {
	struct fit_problem problem;
	int pmus[FIT_EVENTS];           /* of each unit */
	int instances[FIT_EVENTS];
	const struct table_resource *resources[FIT_RESOURCES];
	int resource_units[FIT_RESOURCES];
	int resource_count;
	uint64_t advised;               /* events that the vendor says to count alone */
	uint32_t *sets;                 /* to be freed */
	size_t set_count;
};

/* Notes which demands match the request's code, once for many questions about it. */
void fit_match(struct fit_request *request);

/* Makes a question of requests: PFM_SUCCESS, PFM_ERR_NOMEM, or PFM_ERR_TOOMANY: no room for so many resources. */
pfm_err_t fit_ask(const struct fit_request *requests, int count, const struct fit_machine *machine,
		  struct fit_question *question);
void fit_question_free(struct fit_question *question);

/* Makes the request for a selection that is encoded. */
void fit_request_of(const struct selection *selection, const struct encoding *encoding, struct fit_request *request);

/*
 * Makes the request for register words, or the kernel's; request->ref is set. It has the unit masks whose bits the
 * words have.
 */
void fit_request_code(const uint64_t *words, int count, pfm_os_t os, struct fit_request *request);

/* Returns whether the demand is of events with this code, as the kernel gets it. body: that the PMU stands in. */
bool demand_matches(const struct tables *body, const struct table_demand *demand, const uint64_t *config);

/*
 * Returns whether the event takes an even counter and the next one, with the unit mask or (NULL) with all that it has,
 * by the demands of its PMU on its code.
 */
bool fit_takes_pair(const struct event_ref *ref, const struct table_umask *umask);

#endif
