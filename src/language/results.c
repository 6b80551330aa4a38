/* Converts an event that has been read to the caller's structure. */
#include "language/language.h"

#include <stddef.h>
#include <string.h>

#include "encode/perf_attr.h"
#include "language/meant.h"

/* ---- results ---- */

static size_t attr_room(const struct perf_parser *parser)
{
	size_t room = parser->stride - offsetof(pfm_perf_event_t, attr);

	return room < sizeof(struct perf_event_attr) ? room : sizeof(struct perf_event_attr);
}

/* Returns whether an event has levels. Devices that are no core's count all: the kernel refuses exclusions. */
static bool has_levels(const struct perf_event *event)
{
	struct perf_target target = { .pmu = -1, .name = event->device, .name_length = event->device_length };

	return event->type < PERF_TYPE_MAX || !event->device_length || perf_is_core(&target);
}

/* Returns the core PMU that counts an event; -1: none that the tables have. */
static int core_of(const struct perf_event *event)
{
	if (event->device_length)
		return pmu_with_device((struct span){ event->device, event->device_length }, -1);
	return event->type == PERF_TYPE_HARDWARE || event->type == PERF_TYPE_HW_CACHE || event->type == PERF_TYPE_RAW
		? pmus.perf_core
		: -1;
}

/* Refuses letters that leave out what the PMU counts in any case: the kernel would refuse the event. */
static bool check_levels(struct perf_parser *parser, const struct perf_event *event, const struct perf_event_attr *attr)
{
	const struct perf_modifiers *group = &parser->group_modifiers;
	bool tells_guests = event->modifiers.guest || event->modifiers.host || group->guest || group->host;
	unsigned int plm = (attr->exclude_user ? 0u : PFM_PLM3) | (attr->exclude_kernel ? 0u : PFM_PLM0) | PFM_PLMH;
	unsigned int guest_host = (attr->exclude_guest ? 0u : PFM_PLM3) | (attr->exclude_host ? 0u : PFM_PLM0);
	int pmu = core_of(event);
	const char *counted = pmu < 0 ? NULL
				      : pmu_counted_anyway(pmu, plm, tells_guests ? guest_host : PFM_PLM0 | PFM_PLM3);

	if (counted)
		perf_expect(parser, "the event without such modifiers: it counts all");
	return !counted || perf_fail(parser, PFM_ERR_ATTR, event->whole, "this PMU cannot leave out %s", counted);
}

static bool fill_attr(struct perf_parser *parser, const struct perf_event *event, struct perf_event_attr *attr)
{
	attr->type = event->type;
	attr->config = event->config[0];
	attr->config1 = event->config[1];
	attr->config2 = event->config[2];
#ifdef PERF_ATTR_SIZE_VER8
	attr->config3 = event->config[3];
#endif
	attr->bp_type = event->bp_type;
	attr->aux_output = event->aux_output;
	attr->write_backward = event->overwrite;
	attr->inherit = (event->flags & PFM_PERF_INHERIT) != 0;
	attr->freq = event->frequency != 0;
	if (event->frequency)
		attr->sample_freq = event->frequency;
	else
		attr->sample_period = event->period;
	if (!perf_apply_modifiers(&event->modifiers, &parser->group_modifiers, parser->leads,
		    has_levels(event) ? parser->plm : 0, attr))
		return perf_fail(parser, PFM_ERR_ATTR_SET, event->whole,
			"the modifier p is there more than three times, those of the group included");
	return check_levels(parser, event, attr);
}

static void copy_span(char *to, const char *from, size_t length)
{
	memcpy(to, from, length);
	to[length] = '\0';
}

/* Fills in a result: all but attr is at the same place in every caller's structure. */
static void fill_result(const struct perf_parser *parser, const struct perf_event *event,
	const struct perf_event_attr *attr, pfm_perf_event_t *result)
{
	memset(result, 0, parser->stride);
	result->size = parser->stride;
	result->offset = (int)(event->whole.text - parser->text);
	result->length = (int)event->whole.length;
	result->number = parser->number;
	result->group = parser->group;
	result->idx = event->idx;
	result->flags = event->flags | event->modifiers.flags | parser->group_modifiers.flags;
	result->scale = event->scale;
	copy_span(result->unit, event->unit, strlen(event->unit));
	copy_span(result->device, event->device, event->device_length);
	copy_span(result->name, event->name.text, event->name.length);
	memcpy(&result->attr, attr, attr_room(parser));
}

bool perf_emit_attr(struct perf_parser *parser, const struct perf_event *event, struct perf_event_attr *attr)
{
	if (event->name.length >= sizeof parser->events->name)
		return perf_fail(parser, PFM_ERR_TOOMANY, event->name, "the name is longer than %zu bytes",
			sizeof parser->events->name - 1);
	if (strlen(event->unit) >= sizeof parser->events->unit || event->device_length >= sizeof parser->events->device)
		return perf_fail(parser, PFM_ERR_TOOMANY, event->whole,
			"the kernel's name of the device or its unit is too long");
	attr->size = (uint32_t)attr_room(parser);
	if (parser->count < parser->max)
		fill_result(parser, event, attr,
			(pfm_perf_event_t *)((char *)parser->events + (size_t)parser->count * parser->stride));
	parser->count++;
	return true;
}

bool perf_emit(struct perf_parser *parser, const struct perf_event *event)
{
	struct perf_event_attr attr = { 0 };

	return fill_attr(parser, event, &attr) && perf_emit_attr(parser, event, &attr);
}
