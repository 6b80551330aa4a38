/* Which events an operand means: on all devices, core types and boxes. Each is printed as it comes. */
#include "collect.h"

#include <stdlib.h>
#include <string.h>

#include "boxes.h"
#include "cores.h"
#include "forms/encoded.h"
#include "common/explain.h"
#include "groups.h"
#include "common/language.h"
#include "countable.h"
#include "makers.h"
#include "common/operands.h"

/* ---- events ---- */

static void free_encoded(struct encoded *encoded)
{
	free(encoded->requested);
	free(encoded->string);
}

/* Fills in *encoded, to be freed with free_encoded(). False: it does not encode, which has been said. */
static bool encode(const char *operand, struct encoding *how, struct encoded *encoded)
{
	pfm_perf_encode_arg_t arg = { .attr = &encoded->attr, .fstr = &encoded->string, .size = sizeof arg };
	char *event = qualified(operand, how->given.pmu);
	bool good;

	*encoded = (struct encoded){ .requested = strdup(typed_name(operand)), .attr = { .size = sizeof encoded->attr },
		.details = { .size = sizeof encoded->details } };
	if (!event || !encoded->requested) {
		complain("%s: out of memory", operand);
		free(event);
		return false;
	}
	good = pfm_get_perf_encoding_anywhere(event, how->given.plm, how->given.os, &arg)
		? explain_failure(operand, event, &how->given)
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

static bool use_string(const char *operand, struct encoding *how)
{
	struct encoded encoded;
	bool good = encode(operand, how, &encoded);

	if (good) {
		say_which_box(operand, how->given.pmu);
		say_makers_code(operand, encoded.idx);
		say_if_uncountable(operand, encoded.string);
		say_limits(operand, encoded.idx, encoded.details.device, &encoded.attr);
		say_which_cpu(operand, how->given.cpu, encoded.idx);
		/* without a device perf counts it on all core types */
		if (!how->form->is_of_all_cores || !put_on_core(NULL, encoded.idx, &encoded.attr))
			say_which_core(operand, &how->given);
	}
	good = good && print_encoded(&encoded, how);
	free_encoded(&encoded);
	return good;
}

/* ---- perf's language ---- */

/* The event on one device. */
static bool use_result(const char *operand, const pfm_perf_event_t *event, struct encoding *how)
{
	struct encoded encoded = { .requested = strdup(typed_name(operand)),
				   .string = strdup(event->name),
				   .attr = event->attr,
				   .idx = event->idx,
				   .cpu = -1,
				   .flags = event->flags,
				   .perfs = event->length ? event : NULL,
				   .label = event->length ? label_of(event, operand) : NULL,
				   .details = { .size = sizeof encoded.details } };
	bool good = encoded.requested && encoded.string;

	memcpy(encoded.own_device, event->device, sizeof encoded.own_device);
	/* raw events are the core PMU's, whatever it is called, unless there are several */
	if (event->device[0] && (core_of_device(event->device) || event->attr.type != PERF_TYPE_RAW))
		encoded.details.device = encoded.own_device;
	if (good)
		good = print_encoded(&encoded, how);
	else
		complain("%s: out of memory", operand);
	free_encoded(&encoded);
	return good;
}

/* An event of perf's language on all its devices. */
static bool use_perfs(const char *operand, struct encoding *how)
{
	pfm_perf_event_t *events;
	int count = read_perfs(operand, &how->given, &events, NULL);
	bool good = count > 0 || explain_failure(operand, operand, &how->given);

	if (good)
		say_symbol(operand, &how->given, events);
	for (int i = 0; good && i < count; i++)
		say_limits(operand, events[i].idx, events[i].device, &events[i].attr);
	for (int i = 0; good && i < count; i++)
		good = use_result(operand, &events[i], how);
	free(events);
	return good;
}

/* ---- all core types ---- */

/* What is known while the core types or boxes that an operand means are called one by one. */
struct meant {
	const char *operand;
	struct encoding *how;
};

static bool use_core(const char *string, const struct core *core, void *data)
{
	const struct meant *meant = data;
	struct encoded encoded;
	bool good = encode(string, meant->how, &encoded);

	if (good) {
		if (put_on_core(core, encoded.idx, &encoded.attr) && core->type == UINT32_MAX)
			complain("%s: bits 63-32 of config are the number of %s, which only its machine knows",
				meant->operand, core->device);
		free(encoded.requested);
		encoded.requested = strdup(meant->operand);
		encoded.details.device = core->device;
		good = encoded.requested || (is_lacking(PFM_ERR_NOMEM) && false);
		good = good && print_encoded(&encoded, meant->how);
	}
	free_encoded(&encoded);
	return good;
}

/* ---- all boxes of a kind ---- */

static bool use_box(const char *string, void *data)
{
	const struct meant *meant = data;
	pfm_perf_event_t event = { .size = sizeof event };
	struct encoded encoded;
	bool good = encode(string, meant->how, &encoded);

	if (good) {
		event.attr = encoded.attr;
		event.idx = encoded.idx;
		snprintf(event.name, sizeof event.name, "%s", encoded.string);
		snprintf(event.device, sizeof event.device, "%s", encoded.details.device ? encoded.details.device : "");
		good = use_result(meant->operand, &event, meant->how);
	}
	free_encoded(&encoded);
	return good;
}

static bool use_one(const char *operand, struct encoding *how)
{
	struct meant meant = { operand, how };

	if (means_all_boxes(operand))
		return for_each_box(operand, use_box, &meant);
	if (reads_as_perfs(operand, &how->given))
		return use_perfs(operand, how);
	if (how->asked.all_cores && may_be_on_cores(operand, &how->given))
		return for_each_core(operand, &how->given, true, use_core, &meant);
	return use_string(operand, how);
}

static bool use(const char *operand, void *data)
{
	struct encoding *how = data;
	char *all = how->asked.all_boxes ? on_all_boxes(operand, how->given.pmu) : NULL;
	bool good = use_one(all ? all : operand, how);

	free(all);
	return good;
}

/* ---- groups ---- */

static bool use_member(const struct member *member, void *data)
{
	struct encoding *how = data;
	struct encoded encoded;
	bool good = encode(member->event, how, &encoded);

	if (good && member->has_code)
		encoded.attr.config = member->code;
	good = good && print_encoded(&encoded, how);
	free_encoded(&encoded);
	return good;
}

bool use_all(int events, char **operands, struct encoding *how)
{
	bool good = !how->group || for_each_member(how->group, how->given.pmu, use_member, how);

	return for_each_event(events, operands, &how->given, use, how) && good;
}
