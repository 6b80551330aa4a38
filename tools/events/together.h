/* --together: which events fit the counters at the same time, how many rounds they need, and what prevents fewer. */
#ifndef PFM_TOOL_TOGETHER_H
#define PFM_TOOL_TOGETHER_H

#include "common/tool.h"

/* The user's events, and the answer. Set only given and no_smt at first; free with together_free(). */
struct together {
	const struct given *given;
	bool no_smt;
	char **operands, **strings;     /* operands as written; strings with the PMU of --pmu */
	int *groups;                    /* number of each event's group in braces; -1: none */
	bool *boxes;                    /* whether all boxes of a kind were meant, as in "skx_unc_imc*::EVENT" */
	int count, room;
	int braces, brace;              /* number of groups in braces so far; number of the current one */
	pfm_fit_t fit;
	pfm_placement_t places[PFM_FIT_MAX];
};

enum { OPTION_TOGETHER = 400, OPTION_NO_SMT };

#define TOGETHER_OPTIONS \
	{ "together", no_argument, NULL, OPTION_TOGETHER }, { "no-smt", no_argument, NULL, OPTION_NO_SMT }

/* Reads events. False: one of them does not encode, which has been explained, or there is none. */
bool together_read(struct together *together, int count, char **operands);

/* Asks the library which events fit together. False: it could not be answered, which has been said. */
bool together_ask(struct together *together);

/*
 * Calls use for each event, round by round, leaders before the others; those of one PMU in a round stand behind each
 * other, and only the first of them has first set. Events that do not even fit alone are left out.
 */
bool together_for_each(const struct together *together, bool (*use)(int event, bool first, void *data), void *data);

/* Returns an event as it is shown. */
const char *together_name(const struct together *together, int event);

/* Writes where an event is counted: "3", "f0", "0+1", or "-" for no counter. */
void together_counter(const struct together *together, int event, char *text, size_t size);

/* Returns the name of the vendor's group that an event is counted in; NULL: there is none. */
const char *together_group(const struct together *together, int event);

/* Writes what is in the way and how many rounds it takes, one line without the line's end; "" if all fit. */
void together_verdict(const struct together *together, char *text, size_t size);

/*
 * Returns whether an event is the same on all boxes of its kind, and all that is counted on them is: then perf needs
 * one word. *again: it is there for a box before, in the same round.
 */
bool together_is_everywhere(const struct together *together, int event, bool *again);

void together_free(struct together *together);

#endif
