/*
 * Finds an event on every PMU of this machine that has it: on each core type of a hybrid machine, on each box. In
 * perf's language one text means all of them; an event string means one PMU, so it is read again for each of the
 * others.
 */
#include "language/language.h"

#include <stdio.h>
#include <string.h>

#include "catalog/pmu_devices.h"
#include "language/languages.h"
#include "machine/files.h"

struct everywhere {
	struct perf_parser *parser;
	struct span whole;
	char text[sizeof ((pfm_perf_event_t *)NULL)->name];
	pfm_diagnosis_t lacking;        /* diagnosis for the PMUs that lack the event */
	char without[160];              /* names of these PMUs */
};

/* Returns the result of that number, NULL if there is no room for it. */
static pfm_perf_event_t *result_at(const struct perf_parser *parser, int n)
{
	return n < parser->max ? (pfm_perf_event_t *)((char *)parser->events + (size_t)n * parser->stride) : NULL;
}

/* Makes results refer to the caller's string, whatever was read. */
static void take_results(struct everywhere *it, int from)
{
	pfm_perf_event_t *result;

	for (int n = from; n < it->parser->count && (result = result_at(it->parser, n)); n++) {
		result->offset = (int)(it->whole.text - it->parser->text);
		result->length = (int)it->whole.length;
		result->number = 0;
		memcpy(result->name, it->whole.text, it->whole.length);
		result->name[it->whole.length] = '\0';
	}
}

/* Reads it->text. Returns PFM_SUCCESS or an error, which is not reported yet. */
static pfm_err_t read_own_text(struct everywhere *it)
{
	struct perf_parser inner = *it->parser;
	struct span text = span_from(it->text);
	struct perf_event event = { .whole = text, .name = it->whole, .unit = "", .device = "", .scale = 1, .idx = -1 };
	int from = inner.count;

	it->lacking = (pfm_diagnosis_t){ .size = sizeof it->lacking };
	inner.text = it->text;
	inner.d = &it->lacking;
	inner.error = PFM_SUCCESS;
	if (!perf_read_string(&inner, &event))
		return inner.error;
	it->parser->count = inner.count;
	take_results(it, from);
	return PFM_SUCCESS;
}

static bool is_lacking_event(pfm_err_t error)
{
	return error == PFM_ERR_NOTFOUND || error == PFM_ERR_UMASK || error == PFM_ERR_ATTR;
}

static bool fail_as(struct everywhere *it, pfm_err_t error)
{
	return perf_fail(it->parser, error, it->whole, "%s", it->lacking.message);
}

/* ---- core types ---- */

/* Reads the event of another core type; it may lack it. */
static bool read_on_core(struct everywhere *it, const struct perf_core *core)
{
	size_t length = strlen(it->without);
	int printed = snprintf(it->text, sizeof it->text, "%s::%.*s", pmu_name(core->pmu), (int)it->whole.length,
		it->whole.text);
	pfm_err_t error;

	if (printed >= (int)sizeof it->text)
		return perf_fail(it->parser, PFM_ERR_TOOMANY, it->whole, "the event is longer than %zu bytes",
			sizeof it->text - 1);
	error = read_own_text(it);
	if (!is_lacking_event(error))
		return !error || fail_as(it, error);
	snprintf(it->without + length, sizeof it->without - length, "%s%.*s", length ? ", " : "not on ",
		(int)core->length, core->name);
	return true;
}

static bool is_core(int pmu, const struct perf_core *cores, int count)
{
	for (int i = 0; i < count; i++)
		if (pmus_are_alike(pmu, cores[i].pmu) || pmu == cores[i].pmu)
			return true;
	return false;
}

static bool read_on_cores(struct everywhere *it, int first, const struct perf_core *cores, int count)
{
	for (int i = 0; i < count; i++)
		if (cores[i].pmu != first && !read_on_core(it, &cores[i]))
			return false;
	return true;
}

/* Makes a result for each core type of a generic event: the upper half of config says which is meant. */
static bool spread_generic(struct perf_parser *parser, const pfm_perf_event_t *one, const struct perf_core *cores,
	int count)
{
	parser->count = 0;
	for (int i = 0; i < count; i++) {
		pfm_perf_event_t *result = result_at(parser, parser->count++);
		size_t stride = parser->stride < sizeof *one ? parser->stride : sizeof *one;

		if (!result)
			continue;
		memcpy(result, one, stride);
		result->size = parser->stride;
		result->attr.config |= (uint64_t)cores[i].type << 32;
		snprintf(result->device, sizeof result->device, "%.*s", (int)cores[i].length, cores[i].name);
	}
	return true;
}

static bool is_generic(const pfm_perf_event_t *event)
{
	return (event->attr.type == PERF_TYPE_HARDWARE || event->attr.type == PERF_TYPE_HW_CACHE) &&
		!(event->attr.config >> 32);
}

/* Reads a name without PMU; one: what it is by itself. */
static bool read_bare(struct everywhere *it, const pfm_perf_event_t *one)
{
	struct perf_core cores[MAX_CORE_PMUS];
	int count = perf_cores(it->parser, cores);
	struct event_ref ref;

	if (count < 2)
		return count >= 0;
	if (is_generic(one))
		return spread_generic(it->parser, one, cores, count);
	if (one->idx < 0 || event_by_identifier(one->idx, &ref) || !is_core(ref.pmu, cores, count))
		return true;
	return read_on_cores(it, ref.pmu, cores, count);
}

/* ---- boxes ---- */

/* Reads the event of a PMU or an instance of it, of which it->text has the name; it may lack the event. */
static bool read_on_box(struct everywhere *it, struct span rest, bool *found)
{
	size_t length = strlen(it->text);
	int before = it->parser->count;
	pfm_err_t error;

	if (length + rest.length >= sizeof it->text)
		return perf_fail(it->parser, PFM_ERR_TOOMANY, it->whole, "the event is longer than %zu bytes",
			sizeof it->text - 1);
	memcpy(it->text + length, rest.text, rest.length);
	it->text[length + rest.length] = '\0';
	error = read_own_text(it);
	if (error && !is_lacking_event(error))
		return fail_as(it, error);
	*found |= !error;
	for (pfm_perf_event_t *result; before < it->parser->count && (result = result_at(it->parser, before)); before++)
		memcpy(result->name, it->text, length + rest.length + 1);
	return true;
}

/* Reads the event on each device that the kernel has of a PMU that stands for several boxes. */
static bool read_on_instances(struct everywhere *it, int pmu, struct span rest, bool *found)
{
	struct instance instance;

	for (int n = 0; pmu_instance_at(pmu, n, &instance); n++) {
		pmu_instance_name(pmu, &instance, it->text, sizeof it->text);
		if (!read_on_box(it, rest, found))
			return false;
	}
	return true;
}

/* Returns whether a PMU is called by a kind's name, in which each * is a number; a box may have one more behind it. */
static bool is_of_kind(int pmu, struct span kind)
{
	const char *name = pmu_name(pmu);

	for (size_t i = 0; i < kind.length; i++) {
		size_t digits = strspn(name, "0123456789");

		if (kind.text[i] == '*' ? !digits
					: ascii_lower((unsigned char)*name) != ascii_lower((unsigned char)kind.text[i]))
			return false;
		name += kind.text[i] == '*' ? digits : 1;
	}
	return !name[pmu_data(pmu)->type == PFM_PMU_TYPE_UNCORE ? strspn(name, "0123456789") : 0];
}

/* Returns the next active PMU of a kind behind pmu; here: with a device on this machine. -1: no more. */
static int next_of_kind(int pmu, struct span kind, bool here)
{
	while (++pmu < pmus.count)
		if (pmu_may_be_active(pmu) && is_of_kind(pmu, kind) && pmu_is_active(pmu) &&
			(!here || pmu_has_device(pmu)))
			return pmu;
	return -1;
}

/*
 * Reads "PMU*::EVENT": on PMUs named PMU and a number, and on the devices of one named PMU. If the kernel shows none of
 * them, on those that the processor can have.
 */
static bool read_on_boxes(struct everywhere *it, struct span kind, struct span rest)
{
	bool here = next_of_kind(-1, kind, true) >= 0, found = false;
	pfm_diagnosis_t first = { .size = sizeof first };

	for (int pmu = -1; (pmu = next_of_kind(pmu, kind, here)) >= 0;) {
		snprintf(it->text, sizeof it->text, "%s", pmu_name(pmu));
		if (pmu_has_instances(pmu) ? !read_on_instances(it, pmu, rest, &found) : !read_on_box(it, rest, &found))
			return false;
		if (!first.error)
			first = it->lacking;
	}
	it->lacking = first;
	if (!found && first.error)
		return fail_as(it, first.error);
	return found || perf_fail(it->parser, PFM_ERR_NOTFOUND, kind, "this machine has no PMU %.*s*", printable(kind),
		kind.text);
}

/* ---- CPUs ---- */

static void read_result_cpus(pfm_perf_event_t *event)
{
	static const char files[][8] = { "cpus", "cpumask" };
	char path[160];

	for (size_t i = 0; *event->device && i < sizeof files / sizeof *files; i++) {
		int length;

		snprintf(path, sizeof path, "/sys/bus/event_source/devices/%s/%s", event->device, files[i]);
		length = host_read(catalog_host(), path, event->cpus, sizeof event->cpus);
		event->cpus[length > 0 ? strcspn(event->cpus, "\n") : 0] = '\0';
		if (length > 0)
			return;
	}
}

/* ---- all of it ---- */

static bool read_everywhere(struct everywhere *it)
{
	struct perf_parser *parser = it->parser;
	pfm_perf_event_t one = { .size = sizeof one };
	struct perf_parser probe = *parser;
	const char *colons = strstr(it->whole.text, "::");
	bool is_boxes = colons && colons > it->whole.text + 1 && colons[-1] == '*';

	if (string_language(it->whole) == PFM_LANGUAGE_PERF)
		return perf_read(parser, false);
	if (is_boxes)
		return read_on_boxes(it, span_of(it->whole.text, colons - 1), span_from(colons));
	probe.events = &one;
	probe.stride = sizeof one;
	probe.max = 1;
	perf_forgive(&probe);
	if (!perf_read(&probe, false)) {
		parser->error = probe.error;
		return false;
	}
	if (!perf_read(parser, false))
		return false;
	return colons || !(one.flags & PFM_PERF_STRING) || read_bare(it, &one);
}

bool perf_read_everywhere(struct perf_parser *parser)
{
	struct everywhere it = { .parser = parser, .whole = span_trimmed(span_from(parser->text)) };

	if (it.whole.length >= sizeof it.text)
		return perf_fail(parser, PFM_ERR_TOOMANY, it.whole, "the event is longer than %zu bytes",
			sizeof it.text - 1);
	if (!read_everywhere(&it))
		return false;
	for (int n = 0; n < parser->count && n < parser->max; n++)
		read_result_cpus(result_at(parser, n));
	if (parser->d && *it.without)
		snprintf(parser->d->message, sizeof parser->d->message, "%s", it.without);
	return true;
}
