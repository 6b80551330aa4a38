/* pfm_fit() and pfm_fit_strings(): check the arguments, turn events into requests and copy the answer. */
#include <perfmon/pfmkit.h>

#include <stdlib.h>
#include <string.h>

#include "answers/kernel_names.h"
#include "fit/fit.h"
#include "fit/equivalents.h"
#include "fit/generic.h"
#include "fit/words.h"
#include "catalog/catalog.h"
#include "catalog/sizes.h"
#include "encode/encode.h"
#include "encode/perf_attr.h"

_Static_assert((int)PFM_FIT_MAX == (int)FIT_EVENTS, "the header promises another number of events");
_Static_assert(PFM_FIT_COUNTERS == (int)FIT_COUNTERS && PFM_FIT_RESOURCE == (int)FIT_RESOURCE &&
		       PFM_FIT_ALONE == (int)FIT_LONELY && PFM_FIT_LEADER == (int)FIT_NO_LEADER &&
		       PFM_FIT_GROUP == (int)FIT_NO_SET,
	       "reasons differ");

/* The data of one call, allocated because it is too large for the stacks of small threads. */
struct call {
	struct fit_request requests[FIT_EVENTS];
	struct fit_question question;
	struct fit_answer answer;
	struct fit_machine machine;
};

enum { ALL_FLAGS = PFM_FIT_SMT | PFM_FIT_NO_SMT | PFM_FIT_WATCHDOG | PFM_FIT_NO_WATCHDOG | PFM_FIT_EQUIVALENTS };

static bool flags_are_good(int flags)
{
	return !(flags & ~ALL_FLAGS) && (flags & (PFM_FIT_SMT | PFM_FIT_NO_SMT)) != (PFM_FIT_SMT | PFM_FIT_NO_SMT) &&
	       (flags & (PFM_FIT_WATCHDOG | PFM_FIT_NO_WATCHDOG)) != (PFM_FIT_WATCHDOG | PFM_FIT_NO_WATCHDOG);
}

static struct fit_machine machine_for(int flags)
{
	struct fit_machine machine = {
		.smt = flags & PFM_FIT_SMT,
		.smt_given = flags & (PFM_FIT_SMT | PFM_FIT_NO_SMT),
		.watchdog = flags & PFM_FIT_WATCHDOG,
		.watchdog_given = flags & (PFM_FIT_WATCHDOG | PFM_FIT_NO_WATCHDOG),
	};

	fit_look(&machine);
	return machine;
}

static pfm_err_t check_arguments(const void *events, int count, int flags, const pfm_fit_t *fit,
				 const pfm_placement_t *placements)
{
	if (!catalog_is_open())
		return PFM_ERR_NOINIT;
	if (!events || !fit || !size_is_whole(fit->size, sizeof *fit) || !placements ||
	    !size_is_whole(placements->size, sizeof *placements) || count < 1 || !flags_are_good(flags))
		return PFM_ERR_INVAL;
	return count > PFM_FIT_MAX ? PFM_ERR_TOOMANY : PFM_SUCCESS;
}

/* ---- the answer ---- */

static void copy_placement(const struct call *call, int event, pfm_placement_t *placement)
{
	const struct fit_answer *answer = &call->answer;
	int counter = answer->counter[event], flags = call->question.problem.events[event].flags;

	*placement = (pfm_placement_t){
		.size = sizeof *placement,
		.round = answer->round[event],
		.counter = counter < 0 ? -1 : counter % FIT_FIXED,
		.is_fixed = counter >= FIT_FIXED,
		.is_pair = counter >= 0 && flags & FIT_PAIR,
		.is_leader = (flags & FIT_LEADER) != 0,
		.in_conflict = (answer->conflict.events & fit_bit(event)) != 0,
		.group = answer->set[event],
	};
}

static void copy_answer(const struct call *call, int count, int flags, pfm_fit_t *fit, pfm_placement_t *placements)
{
	const struct fit_conflict *conflict = &call->answer.conflict;
	const struct fit_question *question = &call->question;
	bool is_resource = conflict->reason == FIT_RESOURCE;

	struct fit_machine machine = fit_machine_of(&call->machine, call->requests[0].pmu);

	fit->rounds = call->answer.rounds;
	fit->smt = machine.smt;
	fit->watchdog = machine.watchdog;
	fit->reason = (int)conflict->reason;
	fit->conflicts = fit_size(conflict->events);
	fit->resource = is_resource ? name_at(pmu_body(question->pmus[question->resource_units[conflict->resource]]),
					     question->resources[conflict->resource]->name) : NULL;
	fit_say(&call->question, call->requests, conflict, fit->message, sizeof fit->message);
	fit_say_note(&call->question, call->requests, &machine, fit->note, sizeof fit->note);
	if (flags & PFM_FIT_EQUIVALENTS && fit->rounds > 1)
		fit_say_equivalents(call->requests, count, &call->machine, fit->rounds, fit->note, sizeof fit->note);
	for (int i = 0; i < count; i++)
		copy_placement(call, i, &placements[i]);
}

static pfm_err_t answer(struct call *call, int count, int flags, pfm_fit_t *fit, pfm_placement_t *placements)
{
	unsigned int shortages = host_shortages();
	pfm_err_t error;

	call->machine = machine_for(flags);
	if (host_shortages() != shortages)
		return PFM_ERR_NOMEM; /* a file that could not be opened for lack of memory must not count as missing */
	error = fit_ask(call->requests, count, &call->machine, &call->question);
	if (error)
		return error;
	if (fit_rounds(&call->question.problem, &call->answer))
		copy_answer(call, count, flags, fit, placements);
	else
		error = PFM_ERR_NOMEM;
	fit_question_free(&call->question);
	return error;
}

/* ---- strings ---- */

static pfm_err_t request_string(const char *string, int plm, pfm_os_t os, struct fit_request *request)
{
	struct selection selection;
	struct encoding encoding;
	struct event_string split;
	pfm_err_t error;

	if (!string)
		return PFM_ERR_INVAL;
	error = resolve_kernels(string, os, &selection, &split);
	if (!error)
		error = encode(&selection, plm, &encoding);
	if (!error)
		fit_request_of(&selection, &encoding, request);
	if (!error)
		fit_make_generic(request);
	request->string = string;
	return error;
}

pfm_err_t pfm_fit_strings(const char *const *strings, const int *groups, int count, int dfl_plm, pfm_os_t os, int flags,
			  pfm_fit_t *fit, pfm_placement_t *placements)
{
	pfm_err_t error = check_arguments(strings, count, flags, fit, placements);
	struct call *call;

	if (error)
		return error;
	if (dfl_plm & ~ALL_PLM || os >= PFM_OS_MAX)
		return PFM_ERR_INVAL;
	call = malloc(sizeof *call);
	if (!call)
		return PFM_ERR_NOMEM;
	fit->failed = -1;
	for (int i = 0; i < count && !error; i++) {
		error = request_string(strings[i], dfl_plm, os, &call->requests[i]);
		if (error)
			fit->failed = i;
		else if (groups)
			call->requests[i].group = groups[i];
	}
	if (!error)
		error = answer(call, count, flags, fit, placements);
	free(call);
	return error;
}

/* ---- codes ---- */

static bool event_is_good(const pfm_fit_event_t *event)
{
	return event->count >= 1 && event->count <= MAX_WORDS && (int)event->os >= 0 && event->os < PFM_OS_MAX;
}

static pfm_err_t request_code(const pfm_fit_event_t *event, struct fit_request *request)
{
	uint64_t words[MAX_WORDS] = { 0 };
	pfm_err_t error;

	if (!event_is_good(event))
		return PFM_ERR_INVAL;
	error = event_by_identifier(event->idx, &request->ref);
	if (error)
		return error;
	memcpy(words, event->words, (size_t)event->count * sizeof *words);
	fit_request_code(words, event->count, event->os, request);
	fit_make_generic(request);
	request->group = event->group;
	request->instance = event->instance;
	request->string = NULL;
	return PFM_SUCCESS;
}

pfm_err_t pfm_fit(const pfm_fit_event_t *events, int count, int flags, pfm_fit_t *fit, pfm_placement_t *placements)
{
	pfm_err_t error = check_arguments(events, count, flags, fit, placements);
	struct call *call;

	if (error)
		return error;
	if (!size_is_whole(events->size, sizeof *events))
		return PFM_ERR_INVAL;
	call = malloc(sizeof *call);
	if (!call)
		return PFM_ERR_NOMEM;
	fit->failed = -1;
	for (int i = 0; i < count && !error; i++)
		error = request_code(&events[i], &call->requests[i]);
	if (!error)
		error = answer(call, count, flags, fit, placements);
	free(call);
	return error;
}
