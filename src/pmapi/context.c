/* All contexts are in one list under one lock; those of a thread are found by a thread-specific key. */
#include "context.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "machine/ending.h"
#include "targets.h"

struct context {
	struct context *next;           /* next in the list of all contexts */
	enum level level;
	pm_prog_t program;              /* mode.b.count is the current state */
	int counters;
	int members;                    /* number of threads when the program was set */
	bool whole_process;
	bool was_reset;
	struct counting *counting;
};

/* The contexts of a thread. */
struct own {
	struct own *next;               /* next in the list of all threads */
	struct context *thread, *group;
};

static struct {
	pthread_mutex_t lock;           /* protects all members below and every context */
	struct view *view;              /* view of the last initialisation; NULL: none */
	bool current;                   /* the last initialisation was for the running processor */
	struct context *all, *process_group, *system;
	struct own *owns;
	pthread_key_t key;
	bool has_key, watches_forks;
} state = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* ---- the list of all contexts ---- */

static void link_context(struct context *context)
{
	context->next = state.all;
	state.all = context;
}

static void free_context(struct context *context)
{
	counting_close(context->counting);
	free(context);
}

static void remove_context(struct context *context)
{
	struct context **at = &state.all;

	for (; *at; at = &(*at)->next)
		if (*at == context) {
			*at = (*at)->next;
			break;
		}
	if (state.process_group == context)
		state.process_group = NULL;
	if (state.system == context)
		state.system = NULL;
	free_context(context);
}

/* ---- threads and processes that end and begin ---- */

static void unlink_own(struct own *own)
{
	struct own **at = &state.owns;

	while (*at && *at != own)
		at = &(*at)->next;
	if (*at)
		*at = own->next;
}

static void end_thread(void *data)
{
	struct own *own = data;

	pthread_mutex_lock(&state.lock);
	unlink_own(own);
	if (own->thread)
		remove_context(own->thread);
	if (own->group)
		remove_context(own->group);
	pthread_mutex_unlock(&state.lock);
	free(own);
}

/* Returns what the calling thread has; NULL: nothing yet. */
static struct own *present_own(void)
{
	return state.has_key ? pthread_getspecific(state.key) : NULL;
}

static void before_fork(void)
{
	pthread_mutex_lock(&state.lock);
}

static void after_fork(void)
{
	pthread_mutex_unlock(&state.lock);
}

static void free_all_contexts(void)
{
	while (state.all) {
		struct context *context = state.all;

		state.all = context->next;
		free_context(context);
	}
	state.process_group = state.system = NULL;
}

/* Frees all but one, or NULL. */
static void free_owns(struct own *kept)
{
	while (state.owns) {
		struct own *own = state.owns;

		state.owns = own->next;
		if (own != kept)
			free(own);
	}
	if (kept)
		*kept = (struct own){ .next = NULL };
	state.owns = kept;
}

/* Frees everything in a child, whose descriptors count the parent: it begins without programs, with one thread. */
static void begin_child(void)
{
	free_all_contexts();
	free_owns(present_own());
	pthread_mutex_unlock(&state.lock);
}

/* Leaves no trace of an unloaded library for threads that end later. */
__attribute__((destructor)) static void unload(void)
{
	if (process_ends())
		return;
	if (state.has_key)
		pthread_key_delete(state.key);
	free_all_contexts();
	free_owns(NULL);
	views_free();
}

/* Makes the key and watches forks, once, under the lock; what fails is tried again the next time. */
static bool prepare(void)
{
	if (!state.has_key)
		state.has_key = !pthread_key_create(&state.key, end_thread);
	if (!state.watches_forks)
		state.watches_forks = !pthread_atfork(before_fork, after_fork, begin_child);
	return state.has_key && state.watches_forks;
}

/* Returns room for what the calling thread has; NULL: no memory. */
static struct own *own_contexts(void)
{
	struct own *own;

	if (!prepare())
		return NULL;
	own = present_own();
	if (own)
		return own;
	own = calloc(1, sizeof *own);
	if (own && pthread_setspecific(state.key, own)) {
		free(own);
		return NULL;
	}
	if (own) {
		own->next = state.owns;
		state.owns = own;
	}
	return own;
}

/* ---- initialisation ---- */

static int initialize(int filter, int proctype, struct view **view)
{
	struct processor processor, current;
	int error = processor_numbered(proctype, &processor);

	if (error)
		return error;
	error = view_get(&processor, filter & STATUS_FILTER, view);
	if (error)
		return error;
	state.current = !processor_current(&current) && current.pmu == processor.pmu &&
		current.index == processor.index;
	state.view = *view;
	return 0;
}

int context_initialize(int filter, int proctype, struct view **view)
{
	int error;

	pthread_mutex_lock(&state.lock);
	error = initialize(filter, proctype, view);
	pthread_mutex_unlock(&state.lock);
	return error;
}

/* ---- checks of a program, in the order that callers see ---- */

static bool process_has(enum level level)
{
	for (const struct context *context = state.all; context; context = context->next)
		if (context->level == level)
			return true;
	return false;
}

/* Returns whether a program bars a new one: a thread's own or its group's; for a group of all threads, any thread's. */
static bool has_program(enum level level, const pm_prog_t *program, const struct own *own)
{
	if (level == LEVEL_SYSTEM)
		return state.system;
	if (own->thread || own->group || state.process_group)
		return true;
	return level == LEVEL_GROUP && program->mode.b.process &&
		(process_has(LEVEL_THREAD) || process_has(LEVEL_GROUP));
}

static bool other_level_counts(enum level level)
{
	return level == LEVEL_SYSTEM ? process_has(LEVEL_THREAD) || process_has(LEVEL_GROUP) : state.system != NULL;
}

static bool events_exist(const struct view *view, const pm_prog_t *program)
{
	for (int counter = 0; counter < view->info.maxpmcs; counter++)
		if (program->events[counter] != COUNT_NOTHING && !view_event(view, counter, program->events[counter]))
			return false;
	return true;
}

static int check_events(const struct view *view, const pm_prog_t *program)
{
	if (!program->mode.b.is_group && view->groups_required)
		return PM_E_GROUPREQ;
	if (program->mode.b.is_group && !view->has_groups)
		return PM_E_NOGROUPS;
	if (program->mode.b.is_group && !view_has_group(view, program->events[0]))
		return PM_E_GROUP;
	if (!program->mode.b.is_group && !events_exist(view, program))
		return PM_E_EVENT;
	return program->mode.b.threshold ? PM_E_UNSUPP : 0;
}

static int check_program(enum level level, const pm_prog_t *program, const struct own *own)
{
	if (!state.view)
		return PM_E_NOTINIT;
	if (!program || program->mode.b.spare)
		return PM_E_INVAL;
	if (!own)
		return PM_E_NOMEM;
	if (has_program(level, program, own))
		return PM_E_EXISTS;
	if (other_level_counts(level))
		return PM_E_BUSY;
	if (!state.current)
		return PM_E_PROCTYPE;
	return check_events(state.view, program);
}

/* ---- setting ---- */

static int find_targets(const struct context *context, struct target **targets)
{
	if (context->whole_process)
		return targets_process(targets);
	return context->level == LEVEL_SYSTEM ? targets_system(targets) : targets_thread(targets);
}

static int open_context(struct context *context)
{
	bool inherit = context->level == LEVEL_GROUP || context->whole_process;
	struct target *targets;
	struct plan plan;
	int error = plan_program(state.view, &context->program, inherit && !context->program.mode.b.no_inherit, &plan);

	if (error)
		return error;
	context->members = find_targets(context, &targets);
	if (context->members < 0)
		return -context->members;
	error = counting_open(&plan, targets, context->members, &context->counting);
	free(targets);
	if (!error && context->program.mode.b.count)
		error = counting_start(context->counting);
	return error;
}

/* Returns a program as pm_get_program() gives it back. */
static pm_prog_t tidy(const pm_prog_t *program, int counters)
{
	pm_prog_t copy = { .mode = program->mode };

	for (int counter = 0; counter < MAX_COUNTERS; counter++)
		copy.events[counter] = counter < (program->mode.b.is_group ? 1 : counters) ? program->events[counter]
											   : COUNT_NOTHING;
	return copy;
}

static void keep(struct context *context, struct own *own)
{
	link_context(context);
	if (context->level == LEVEL_THREAD)
		own->thread = context;
	else if (context->level == LEVEL_SYSTEM)
		state.system = context;
	else if (context->whole_process)
		state.process_group = context;
	else
		own->group = context;
}

static int set_program(enum level level, const pm_prog_t *program)
{
	struct own *own = own_contexts();
	struct context *context;
	int error = check_program(level, program, own);

	if (error)
		return error;
	context = calloc(1, sizeof *context);
	if (!context)
		return PM_E_NOMEM;
	context->level = level;
	context->whole_process = (level == LEVEL_SYSTEM && program->mode.b.proctree) ||
		(level == LEVEL_GROUP && program->mode.b.process);
	context->counters = state.view->info.maxpmcs;
	context->program = tidy(program, context->counters);
	error = open_context(context);
	if (error)
		free_context(context);
	else
		keep(context, own);
	return error;
}

int context_set(enum level level, const pm_prog_t *program)
{
	int error;

	pthread_mutex_lock(&state.lock);
	error = set_program(level, program);
	pthread_mutex_unlock(&state.lock);
	return error;
}

/* ---- using ---- */

static struct context *find_context(enum level level)
{
	const struct own *own = present_own();

	if (level == LEVEL_SYSTEM)
		return state.system;
	if (level == LEVEL_GROUP && state.process_group)
		return state.process_group;
	return !own ? NULL : level == LEVEL_THREAD ? own->thread : own->group;
}

/* Calls use on the context of a level, if there is one. */
static int with_context(enum level level, int (*use)(struct context *context, void *data), void *data)
{
	struct context *context;
	int error;

	pthread_mutex_lock(&state.lock);
	context = find_context(level);
	error = context ? use(context, data) : PM_E_NOPROG;
	pthread_mutex_unlock(&state.lock);
	return error;
}

static int get_program(struct context *context, void *data)
{
	*(pm_prog_t *)data = context->program;
	return 0;
}

static int delete_program(struct context *context, void *data)
{
	struct own *own = present_own();

	(void)data;
	if (own && own->thread == context)
		own->thread = NULL;
	if (own && own->group == context)
		own->group = NULL;
	remove_context(context);
	return 0;
}

static int start(struct context *context, void *data)
{
	int error = context->program.mode.b.count ? 0 : counting_start(context->counting);

	(void)data;
	if (!error)
		context->program.mode.b.count = 1;
	return error;
}

static int stop(struct context *context, void *data)
{
	int error = context->program.mode.b.count ? counting_stop(context->counting) : 0;

	(void)data;
	if (!error)
		context->program.mode.b.count = 0;
	return error;
}

static int read_data(struct context *context, void *data)
{
	pm_data_t result = { .accu = { 0 } };
	int error = counting_read(context->counting, result.accu);

	if (error)
		return error;
	if (context->level == LEVEL_GROUP) {
		result.ginfo.members = context->members;
		result.ginfo.flags.b.process = context->program.mode.b.process;
		result.ginfo.flags.b.consistent = !context->was_reset || context->members == 1;
	}
	*(pm_data_t *)data = result;
	return 0;
}

static int reset_data(struct context *context, void *data)
{
	int error = counting_reset(context->counting);

	(void)data;
	if (!error)
		context->was_reset = true;
	return error;
}

int context_get(enum level level, pm_prog_t *program)
{
	return program ? with_context(level, get_program, program) : PM_E_INVAL;
}

int context_delete(enum level level)
{
	return with_context(level, delete_program, NULL);
}

int context_start(enum level level)
{
	return with_context(level, start, NULL);
}

int context_stop(enum level level)
{
	return with_context(level, stop, NULL);
}

int context_read(enum level level, pm_data_t *data)
{
	return data ? with_context(level, read_data, data) : PM_E_INVAL;
}

int context_reset(enum level level)
{
	return with_context(level, reset_data, NULL);
}
