/*
 * Which events of the tables can be counted at the same time: turns encoded events into a problem of fit/model.h, and
 * explains the answer in words.
 */
#ifndef PFM_FIT_H
#define PFM_FIT_H

#include <perfmon/pfmkit.h>

#include "fit/model.h"
#include "encode/encode.h"

enum { FIT_DEMANDS = 256 };             /* more than the demands of any PMU, whose number is a byte */

/* An encoded event. */
struct fit_request {
	struct event_ref ref;
	int pmu;                        /* PMU that counts it; for a raw code the core PMU */
	uint64_t config[3];             /* config, config1 and config2 as passed to the kernel */
	int umasks[MAX_ATTRIBUTES];     /* rows of the unit masks in effect, defaults included */
	int umask_count;
	const char *string;             /* the user's event string, for messages; NULL: a code was given */
	int group;                      /* number of its group; negative: none */
	int instance;                   /* number of the PMU's instance; negative: the first */
	bool refused;                   /* a generic event that the kernel refuses on this PMU */
	bool is_matched;                /* fit_match() has set matched: bit n for demand n of the PMU */
	uint64_t matched[FIT_DEMANDS / 64];
};

/* Conditions of a machine that cost counters: hyper-threading is on, the kernel's NMI watchdog is on. */
struct fit_machine {
	bool smt, watchdog;
	/* the value is the caller's and applies to all PMUs, not only to those of this machine */
	bool smt_given, watchdog_given;
	int general;                    /* number of free general counters of a core; 0: all */
};

/* Completes what the caller does not say from the machine's files, else: hyper-threading on, no watchdog. */
void fit_look(struct fit_machine *machine);

/* Returns the machine that a PMU is in: of machines other than this one only what is given is known. */
struct fit_machine fit_machine_of(const struct fit_machine *machine, int pmu);

/* A problem made from requests; resources have one number per unit. */
struct fit_question {
	struct fit_problem problem;
	int pmus[FIT_EVENTS];           /* PMU of each unit */
	int instances[FIT_EVENTS];
	const struct table_resource *resources[FIT_RESOURCES];
	int resource_units[FIT_RESOURCES];
	int resource_count;
	uint64_t advised;               /* bit set of the events that the vendor advises to count alone */
	uint32_t *sets;                 /* allocated: the events' sets */
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
