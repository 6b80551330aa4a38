/*
 * Which events an operand means: on all devices, kinds of cores and boxes, those of braces and groups together. Each is
 * printed as it comes, or kept until all are known, and then counted.
 */
#define _GNU_SOURCE
#include "collect.h"

#include <stdlib.h>
#include <string.h>

#include "tables/clean.h"
#include "boxes.h"
#include "cores.h"
#include "counting/cpus.h"
#include "stat/report.h"
#include "forms/encoded.h"
#include "common/explain.h"
#include "groups.h"
#include "common/language.h"
#include "countable.h"
#include "makers.h"
#include "common/operands.h"
#include "together.h"

/* ---- events ---- */

static void free_encoded(struct encoded *encoded)
{
	free(encoded->requested);
	free(encoded->string);
}

/* Fills in *encoded, to be freed with free_encoded(). False: it does not encode, which has been said. */
static bool encode(const char *operand, const struct settings *settings, struct encoded *encoded)
{
	pfm_perf_encode_arg_t arg = { .attr = &encoded->attr, .fstr = &encoded->string, .size = sizeof arg };
	char *event = qualified(operand, settings->given.pmu);
	bool good;

	*encoded = (struct encoded){ .requested = strdup(typed_name(operand)), .attr = { .size = sizeof encoded->attr },
		.details = { .size = sizeof encoded->details } };
	if (!event || !encoded->requested) {
		complain("%s: out of memory", operand);
		free(event);
		return false;
	}
	good = pfm_get_perf_encoding_anywhere(event, settings->given.plm, settings->given.os, &arg)
		? explain_failure(operand, event, &settings->given)
		: true;
	if (good) {
		encoded->idx = arg.idx;
		encoded->cpu = arg.cpu;
		pfm_get_pmu_details(pmu_of(arg.idx), &encoded->details);
		if (arg.idx < 0) {
			device_of_string(event, encoded->own_device, sizeof encoded->own_device);
			encoded->details.device = encoded->own_device;
		} else {
			encoded->details.device = device_of_instance(&encoded->details, arg.idx, encoded->string,
				encoded->instance, sizeof encoded->instance);
		}
	}
	free(event);
	return good;
}

/* What is to be counted, until all of it is known; and how the command ended. */
struct gathered {
	const struct settings *settings;
	struct encoded *encoded;
	int count, room;
	int first_member;               /* of a group that is being read */
	bool in_braces;                 /* what is read is, and first_member was behind the brace */
	bool lacks_member;              /* an event of it failed */
	bool failed;                    /* a group in braces */
	struct ending ending;
};

static bool keep(struct encoded *encoded, struct gathered *gathered)
{
	if (gathered->count == gathered->room) {
		int room = gathered->room ? 2 * gathered->room : 16;
		struct encoded *larger = realloc(gathered->encoded, (size_t)room * sizeof *larger);

		if (!larger) {
			complain("%s: out of memory", encoded->requested);
			return false;
		}
		gathered->encoded = larger;
		gathered->room = room;
	}
	gathered->encoded[gathered->count++] = *encoded;
	*encoded = (struct encoded){ .requested = NULL };
	return true;
}

static void forget_from(struct gathered *gathered, int first)
{
	while (gathered->count > first)
		free_encoded(&gathered->encoded[--gathered->count]);
}

/* Counts all that is kept, and forgets it. */
static bool count_gathered(struct gathered *gathered)
{
	bool good = true;

	for (int i = 0; i < gathered->count; i++) {
		struct encoded *encoded = &gathered->encoded[i];

		if (encoded->own_device[0] && encoded->attr.type != PERF_TYPE_RAW)
			encoded->details.device = encoded->own_device;
		if (encoded->instance[0])
			encoded->details.device = encoded->instance;
	}
	if (gathered->count && !gathered->ending.signal)
		good = count_encoded(gathered->encoded, gathered->count, gathered->settings, &gathered->ending);
	forget_from(gathered, 0);
	return good;
}

/* Whether what is gathered is to be counted at once. */
static bool is_complete(const struct gathered *gathered)
{
	return gathered->settings->separately && !gathered->in_braces;
}

/* Prints, keeps, or counts. */
static bool use_encoded(struct encoded *encoded, struct gathered *gathered)
{
	const struct settings *settings = gathered->settings;

	if (!settings->open)
		return print_encoded(encoded, settings);
	say_what_is_foreign(encoded);
	if (!settings->separately || gathered->in_braces)
		return keep(encoded, gathered);
	return gathered->ending.signal || count_encoded(encoded, 1, settings, &gathered->ending);
}

static bool use_string(const char *operand, struct gathered *gathered)
{
	struct encoded encoded;
	bool good = encode(operand, gathered->settings, &encoded);

	if (good) {
		say_which_box(operand, gathered->settings->given.pmu);
		say_makers_code(operand, encoded.idx);
		say_if_uncountable(operand, encoded.string);
		say_limits(operand, encoded.idx, encoded.details.device, &encoded.attr);
		say_which_cpu(operand, gathered->settings->given.cpu, encoded.idx);
		/* without a device perf counts it on all kinds of cores */
		if (gathered->settings->form != AS_PERF || !put_on_core(NULL, encoded.idx, &encoded.attr))
			say_which_core(operand, &gathered->settings->given);
	}
	good = good && use_encoded(&encoded, gathered);
	free_encoded(&encoded);
	return good;
}

/* ---- perf's language ---- */

enum { MOST_CPUS = 1024 }; /* with a cpumask: one a package, or one a core */

/* As read_device_cpus(); -1 if they are too many, which has been said. */
static int read_cpus(const char *device, const char *name, int *cpus)
{
	int count = *device ? read_device_cpus(secure_getenv("LIBPFM_FSROOT"), device, name, cpus, MOST_CPUS) : 0;

	if (count > MOST_CPUS)
		complain("%s: its %s has more than %d CPUs", device, name, MOST_CPUS);
	return count > MOST_CPUS ? -1 : count;
}

/* The event on one device, and one CPU if that is not -1; adds: not the first of several. */
static bool use_instance(const char *operand, const pfm_perf_event_t *event, int cpu, bool adds,
	struct gathered *gathered)
{
	struct encoded encoded = { .requested = strdup(typed_name(operand)),
				   .string = strdup(event->name),
				   .adds = adds,
				   .apart = core_of_device(event->device),
				   .attr = event->attr,
				   .idx = event->idx,
				   .cpu = cpu,
				   .everybody = cpu >= 0,
				   .flags = event->flags,
				   .perfs = event->length > 0,
				   .label = event->length ? label_of(event, operand) : NULL,
				   .details = { .size = sizeof encoded.details } };
	bool good = encoded.requested && encoded.string;

	memcpy(encoded.own_device, event->device, sizeof encoded.own_device);
	memcpy(encoded.unit, event->unit, sizeof encoded.unit);
	if (event->unit[0] || event->scale != 1)
		encoded.scale = event->scale;
	/* raw events are the core PMU's, whatever it is called, unless there are several */
	if (event->device[0] && (encoded.apart || event->attr.type != PERF_TYPE_RAW))
		encoded.details.device = encoded.own_device;
	if (!good)
		complain("%s: out of memory", operand);
	if (good)
		good = gathered->settings->open ? keep(&encoded, gathered)
						: print_encoded(&encoded, gathered->settings);
	free_encoded(&encoded);
	return good;
}

static bool use_result(const char *operand, const pfm_perf_event_t *event, bool adds, struct gathered *gathered)
{
	const struct settings *settings = gathered->settings;
	int cpus[MOST_CPUS], count = 0;

	if (settings->open && !settings->asked.together && settings->counting.cpu < 0 && !settings->counting.pid)
		count = read_cpus(event->device, "cpumask", cpus);
	if (count < 0)
		return false;
	if (!count)
		return use_instance(operand, event, -1, adds, gathered);
	for (int i = 0; i < count; i++)
		if (!use_instance(operand, event, cpus[i], adds || i, gathered))
			return false;
	return true;
}

/* An event on all its devices; with --separately it is counted at once. */
static bool use_perfs(const char *operand, struct gathered *gathered)
{
	pfm_perf_event_t *events;
	int count = read_perfs(operand, &gathered->settings->given, &events, NULL);
	bool good = count > 0 || explain_failure(operand, operand, &gathered->settings->given);

	if (good)
		say_symbol(operand, &gathered->settings->given, events);
	for (int i = 0; good && i < count; i++)
		say_limits(operand, events[i].idx, events[i].device, &events[i].attr);
	for (int i = 0; good && i < count; i++)
		good = use_result(operand, &events[i],
			i && events[i].number == events[i - 1].number && !strcmp(events[i].name, events[i - 1].name),
			gathered);
	free(events);
	return good && is_complete(gathered) ? count_gathered(gathered) : good;
}

/* ---- all kinds of cores ---- */

struct on_cores {
	const char *operand;
	struct gathered *gathered;
	bool adds;              /* not the first kind */
};

/* What is counted on one CPU is counted by the device that has it. */
static bool is_where_we_count(const struct core *core, const struct settings *settings)
{
	int cpus[MOST_CPUS], count;

	if (!settings->open || settings->counting.cpu < 0)
		return true;
	count = read_cpus(core->device, "cpus", cpus);
	for (int i = 0; i < count; i++)
		if (cpus[i] == settings->counting.cpu)
			return true;
	return !count;
}

static bool use_core(const char *string, const struct core *core, void *data)
{
	struct on_cores *on = data;
	const struct settings *settings = on->gathered->settings;
	struct encoded encoded;
	bool good;

	if (!is_where_we_count(core, settings))
		return true;
	good = encode(string, settings, &encoded);
	if (good) {
		if (put_on_core(core, encoded.idx, &encoded.attr) && core->type == UINT32_MAX)
			complain("%s: bits 63-32 of config are the number of %s, which only its machine knows",
				on->operand, core->device);
		free(encoded.requested);
		encoded.requested = strdup(on->operand);
		encoded.details.device = core->device;
		memcpy(encoded.own_device, core->device, sizeof encoded.own_device);
		encoded.adds = on->adds;
		encoded.apart = on->adds = true;
		good = encoded.requested || (is_lacking(PFM_ERR_NOMEM) && false);
		good = good && (settings->open ? keep(&encoded, on->gathered) : print_encoded(&encoded, settings));
	}
	free_encoded(&encoded);
	return good;
}

static bool use_cores(const char *operand, struct gathered *gathered)
{
	const struct settings *settings = gathered->settings;
	struct on_cores on = { operand, gathered, false };
	bool good = for_each_core(operand, &settings->given, settings->asked.all_cores, use_core, &on);

	return good && is_complete(gathered) ? count_gathered(gathered) : good;
}

/* Counting means all, unless the event says otherwise. */
static bool is_on_all_cores(const char *operand, const struct settings *settings)
{
	return (settings->asked.all_cores || (settings->open && !settings->asked.together)) &&
	       may_be_on_cores(operand, &settings->given);
}

/* ---- all boxes of a kind ---- */

struct boxes {
	const char *operand;
	struct gathered *gathered;
	bool adds;              /* to the box before */
};

/* A box counts on the CPUs that its device says, and what boxes count is added. */
static bool use_box(const char *string, void *data)
{
	struct boxes *boxes = data;
	pfm_perf_event_t event = { .size = sizeof event, .scale = 1 };
	struct encoded encoded;
	bool good = encode(string, boxes->gathered->settings, &encoded);

	if (good) {
		event.attr = encoded.attr;
		event.idx = encoded.idx;
		snprintf(event.name, sizeof event.name, "%s", encoded.string);
		snprintf(event.device, sizeof event.device, "%s", encoded.details.device ? encoded.details.device : "");
		good = use_result(boxes->operand, &event, boxes->adds, boxes->gathered);
		boxes->adds = true;
	}
	free_encoded(&encoded);
	return good;
}

static bool use_boxes(const char *operand, struct gathered *gathered)
{
	bool good = for_each_box(operand, use_box, &(struct boxes){ operand, gathered, false });

	return good && is_complete(gathered) ? count_gathered(gathered) : good;
}

static bool use_one(const char *operand, struct gathered *gathered)
{
	if (reads_as_perfs(operand, &gathered->settings->given))
		return use_perfs(operand, gathered);
	return is_on_all_cores(operand, gathered->settings) ? use_cores(operand, gathered)
		: use_string(operand, gathered);
}

/* "perf_encode --open EVENT ls" says nothing of where the command begins. */
static void say_where_commands_stand(const char *operand, const struct settings *settings)
{
	if (settings->open && !settings->counting.command && pfm_find_event(operand) == PFM_ERR_NOTFOUND &&
	    is_program(operand, (int)strlen(operand)))
		fprintf(stderr, "  if %s is the command: it stands behind --, as in perf_encode --open EVENT -- %s\n",
			clean(operand), clean(operand));
}

static bool use(const char *operand, void *data)
{
	struct gathered *gathered = data;
	const struct settings *settings = gathered->settings;
	char *all = settings->asked.all_boxes ? on_all_boxes(operand, settings->given.pmu) : NULL;
	const char *event = all ? all : operand;
	bool good = means_all_boxes(event) ? use_boxes(event, gathered) : use_one(event, gathered);

	if (!good)
		say_where_commands_stand(operand, settings);
	free(all);
	gathered->lacks_member |= !good;
	return good;
}

/* ---- braces ---- */

/* The events of a group, each on all its devices, which stand one behind the other. */
struct braces {
	struct encoded *all;
	int count, members, devices;
};

static struct encoded *of_member(const struct braces *braces, int member, int device)
{
	return &braces->all[member * braces->devices + device];
}

/* Whether every member is on the same devices and CPUs, in the same order; on one of each the kernel decides. */
static bool are_alike(const struct braces *braces)
{
	for (int i = 0; i < braces->count; i++) {
		int device = i % braces->devices;
		const struct encoded *own = &braces->all[i], *leaders = of_member(braces, 0, device);

		if (own->adds != (device > 0) ||
		    (braces->devices > 1 && (strcmp(own->own_device, leaders->own_device) || own->cpu != leaders->cpu)))
			return false;
	}
	return true;
}

/* One group of the kernel for each device. False: no memory. */
static bool group_by_device(const struct braces *braces)
{
	struct encoded *sorted = calloc((size_t)braces->count, sizeof *sorted), *at = sorted;

	if (!sorted) {
		complain("out of memory");
		return false;
	}
	for (int device = 0; device < braces->devices; device++)
		for (int member = 0; member < braces->members; member++, at++) {
			*at = *of_member(braces, member, device);
			at->joins = member;
			at->is_whole = true;
		}
	memcpy(braces->all, sorted, (size_t)braces->count * sizeof *sorted);
	free(sorted);
	return true;
}

static bool end_braces(struct gathered *gathered)
{
	struct braces braces = { .all = gathered->encoded + gathered->first_member,
				 .count = gathered->count - gathered->first_member };

	gathered->in_braces = false;
	if (gathered->lacks_member) {
		forget_from(gathered, gathered->first_member);
		return false;
	}
	for (int i = 0; i < braces.count; i++)
		braces.members += !braces.all[i].adds;
	if (braces.members < 2)
		return true;
	braces.devices = braces.count / braces.members;
	if (braces.members > MAX_SET_EVENTS) {
		complain("%s: no more than %d events count as one group", braces.all->requested, MAX_SET_EVENTS);
		return false;
	}
	if (braces.members * braces.devices == braces.count && are_alike(&braces))
		return group_by_device(&braces);
	complain("%s: the events of its group are on different devices: they are counted one by one",
		 braces.all->requested);
	return true;
}

/* Groups of perf's language are groups of the kernel. */
static void note_brace(char brace, void *data)
{
	struct gathered *gathered = data;

	if (!gathered->settings->open)
		return;
	if (brace == '{') {
		gathered->in_braces = true;
		gathered->lacks_member = false;
		gathered->first_member = gathered->count;
	} else {
		gathered->failed |= !end_braces(gathered);
		if (is_complete(gathered))
			gathered->failed |= !count_gathered(gathered);
	}
}

/* ---- groups ---- */

/* An event that is on two counters is counted once. */
static bool is_member_already(const struct gathered *gathered, const struct encoded *encoded)
{
	for (int i = gathered->first_member; i < gathered->count; i++)
		if (!memcmp(&gathered->encoded[i].attr, &encoded->attr, sizeof encoded->attr))
			return true;
	return false;
}

static bool use_member(const struct member *member, void *data)
{
	struct gathered *gathered = data;
	struct encoded encoded;
	bool good = encode(member->event, gathered->settings, &encoded);

	if (good && member->has_code)
		encoded.attr.config = member->code;
	encoded.joins = gathered->count > gathered->first_member;
	if (good && !gathered->settings->open) {
		good = print_encoded(&encoded, gathered->settings);
	} else if (good && !is_member_already(gathered, &encoded)) {
		good = gathered->count - gathered->first_member < MAX_SET_EVENTS;
		if (good)
			good = keep(&encoded, gathered);
		else
			complain("%s: no more than %d events count as one group", member->event, MAX_SET_EVENTS);
	}
	free_encoded(&encoded);
	return good;
}

/* A group is counted whole or not at all. */
static bool use_group(const char *name, struct gathered *gathered)
{
	bool good;

	gathered->first_member = gathered->count;
	good = for_each_member(name, gathered->settings->given.pmu, use_member, gathered);
	if (!good)
		forget_from(gathered, gathered->first_member);
	return good && is_complete(gathered) ? count_gathered(gathered) : good;
}

/* ---- --together ---- */

struct ordered {
	const struct together *together;
	struct gathered *from, *to;
};

static bool take_in_turn(int event, bool first, void *data)
{
	struct ordered *ordered = data;
	struct encoded encoded = ordered->from->encoded[event];

	ordered->from->encoded[event] = (struct encoded){ .requested = NULL };
	encoded.joins = !first;
	encoded.is_whole = true;
	return keep(&encoded, ordered->to);
}

/*
 * The kernel gives a group its counters all at once: a group that never ran does not fit it, whatever the tables say.
 */
static void compare_with_kernel(const struct gathered *gathered)
{
	for (int i = 0; i < gathered->count; i++)
		if (gathered->encoded[i].never_ran && !gathered->encoded[i].joins)
			complain("%s: the kernel gave its group no counters: the run was too short for its turn, there "
				 "are fewer than the tables say, or others have some",
				 gathered->encoded[i].requested);
}

/* Puts what was gathered into the order of the rounds, each round of a PMU as one group of the kernel. */
static bool order_rounds(const struct together *together, struct gathered *gathered)
{
	struct gathered ordered = { .settings = gathered->settings };
	char verdict[sizeof together->fit.message + 32];
	bool good = together_for_each(together, take_in_turn, &(struct ordered){ together, gathered, &ordered });

	together_verdict(together, verdict, sizeof verdict);
	if (*verdict)
		complain("does not fit: %s", verdict);
	for (int i = 0; i < gathered->count; i++) {
		good &= !gathered->encoded[i].requested;
		free_encoded(&gathered->encoded[i]);
	}
	free(gathered->encoded);
	gathered->encoded = ordered.encoded;
	gathered->count = ordered.count;
	gathered->room = ordered.room;
	return good;
}

static bool use_all_together(int events, char **operands, struct gathered *gathered)
{
	const struct settings *settings = gathered->settings;
	struct together together = { .given = &settings->given, .no_smt = settings->asked.no_smt };
	bool good = together_read(&together, events, operands, use, gathered) && together_ask(&together);

	if (good) {
		good = order_rounds(&together, gathered);
		good &= gathered->count &&
			count_encoded(gathered->encoded, gathered->count, settings, &gathered->ending);
		compare_with_kernel(gathered);
	}
	together_free(&together);
	return good;
}

bool use_all(int events, char **operands, const struct settings *settings, struct ending *ending)
{
	struct gathered gathered = { .settings = settings };
	bool good = settings->asked.together ? use_all_together(events, operands, &gathered)
				       : !settings->group || use_group(settings->group, &gathered);

	if (!settings->asked.together) {
		good &= for_each_grouped_event(events, operands, &settings->given, use, note_brace, &gathered);
		good &= !gathered.failed;
		good &= count_gathered(&gathered);
	}
	forget_from(&gathered, 0);
	free(gathered.encoded);
	*ending = gathered.ending;
	return good;
}
