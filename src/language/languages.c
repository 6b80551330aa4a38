/*
 * Decides which of the two languages a string is in. Strings that are valid in one language only are in that one.
 * Others are event strings of libpfm4 if they are valid as such, so that they keep their meaning, else perf's.
 */
#include "language/languages.h"

#include <stdio.h>
#include <string.h>

#include "catalog/pmu_devices.h"
#include "encode/encode_string.h"
#include "encode/error_text.h"
#include "language/device_string.h"
#include "language/language.h"

int string_language(struct span text)
{
	const char *end = text.text + text.length;

	for (const char *at = text.text; at + 1 < end; at++)
		if (at[0] == ':' && at[1] == ':')
			return PFM_LANGUAGE_PFM;
	return memchr(text.text, '/', text.length) || memchr(text.text, '{', text.length) || span_begins(text, "mem:")
		? PFM_LANGUAGE_PERF : PFM_LANGUAGE_EITHER;
}

/* ---- event strings among events of perf's language ---- */

/* A string, and the buffer for its encoding. */
struct string_reading {
	struct perf_parser *parser;
	char text[sizeof ((pfm_perf_event_t *)NULL)->name];
	struct perf_encoding out;
	int idx;
};

/* Returns a place of the copy as one of the string itself. */
static struct span place_in(const struct string_reading *reading, struct span whole, struct span where)
{
	if (!where.text || where.text < reading->text || where.text > reading->text + whole.length)
		return whole;
	return (struct span){ whole.text + (where.text - reading->text), where.length };
}

static pfm_err_t encode_for_device(struct string_reading *reading, const struct event_string *split, int plm,
				   struct perf_event *event)
{
	pfm_err_t error = device_string_encode(reading->text, split, plm, PFM_OS_PERF_EVENT_EXT, &reading->out.attr,
					       &reading->out.cpu, NULL, NULL);

	reading->idx = error ? -1 : device_string_event(split);
	event->device = reading->text;
	event->device_length = split->pmu.span.length;
	if (reading->idx == PFM_ERR_NOMEM)
		return PFM_ERR_NOMEM;
	if (reading->idx < 0)
		reading->idx = -1;
	return error;
}

static pfm_err_t encode_event(struct string_reading *reading, int plm, struct perf_event *event, char *device,
			      size_t size)
{
	struct perf_encoding *out = &reading->out;
	struct event_string split;
	struct instance instance;
	pfm_err_t error = encode_perf_string(reading->text, plm, PFM_OS_PERF_EVENT_EXT, PERF_ANYWHERE, false, out);

	if (error && out->selection.problem == PROBLEM_NO_PMU && event_string_split(reading->text, &split) &&
	    is_device_string(&split))
		return encode_for_device(reading, &split, plm, event);
	if (error)
		return error;
	instance = ref_instance(&out->selection.ref);
	pmu_device_name(out->selection.ref.pmu, &instance, device, size);
	event->device = device;
	event->device_length = strlen(device);
	reading->idx = event_identifier(&out->selection.ref);
	return PFM_SUCCESS;
}

static bool fail_string(struct string_reading *reading, pfm_err_t error, int plm, struct span whole)
{
	const struct selection *selection = &reading->out.selection;
	struct span where = selection->problem ? place_in(reading, whole, selection->where) : whole;
	const char *counted = selection->problem ? NULL : perf_attr_counted_anyway(selection, plm);

	reading->parser->refused = counted;
	if (counted)
		return perf_fail(reading->parser, error, where, "%.*s: this PMU cannot leave out %s", printable(whole),
				 whole.text, counted);
	return perf_fail(reading->parser, error, where, "%.*s: %s", printable(whole), whole.text, error_text(error));
}

bool perf_read_string(struct perf_parser *parser, struct perf_event *event)
{
	struct string_reading reading = { .parser = parser, .idx = -1,
					  .out = { .cpu = -1, .attr = { .size = sizeof reading.out.attr } } };
	const struct span whole = event->whole;
	unsigned int chosen = parser->group_modifiers.plm ? parser->group_modifiers.plm : parser->plm;
	int levels = (int)(chosen ? chosen : PFM_PLM0 | PFM_PLM3 | PFM_PLMH);
	char device[128];
	pfm_err_t error;

	if (whole.length >= sizeof reading.text)
		return perf_fail(parser, PFM_ERR_TOOMANY, whole, "the event is longer than %zu bytes",
				 sizeof reading.text - 1);
	memcpy(reading.text, whole.text, whole.length);
	reading.text[whole.length] = '\0';
	error = encode_event(&reading, levels, event, device, sizeof device);
	if (error)
		return fail_string(&reading, error, levels, whole);
	event->idx = reading.idx;
	event->flags = PFM_PERF_STRING | (reading.out.cpu >= 0 ? (unsigned int)PFM_PERF_CPUS : 0u);
	return perf_join_group(&parser->group_modifiers, parser->leads, &reading.out.attr)
		? perf_emit_attr(parser, event, &reading.out.attr)
		: perf_fail(parser, PFM_ERR_ATTR_SET, whole, "precise is more than 3, that of the group included");
}
