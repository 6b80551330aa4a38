/* pfm_diagnose(): why a string does not encode, where, and what may have been meant. */
#include <perfmon/pfmkit.h>

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "answers/kernel_names.h"
#include "catalog/sizes.h"
#include "language/device_string.h"
#include "language/language.h"
#include "language/languages.h"
#include "answers/absent.h"
#include "answers/alike.h"
#include "answers/meaning.h"
#include "answers/other_names.h"
#include "answers/search.h"
#include "answers/suggest.h"
#include "catalog/aliases.h"
#include "catalog/kernel_events.h"
#include "catalog/catalog.h"
#include "catalog/pmu_devices.h"
#include "encode/device_fields.h"
#include "encode/perf_attr.h"
#include "encode/encode_string.h"
#include "encode/error_text.h"
#include "encode/os_modifiers.h"
#include "machine/sysfs.h"
#include "tables/device_name.h"

/* ---- what to say ---- */

__attribute__((format(printf, 2, 3))) static void diagnosis_says(pfm_diagnosis_t *d, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(d->message, sizeof d->message, format, arguments);
	va_end(arguments);
}

__attribute__((format(printf, 2, 3))) static void expect(pfm_diagnosis_t *d, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(d->expected, sizeof d->expected, format, arguments);
	va_end(arguments);
}

static int most_printed(struct span span)
{
	return span.length > 60 ? 60 : (int)span.length;
}

static void expect_value(pfm_diagnosis_t *d, const struct event_ref *ref, pfm_os_t os, struct span name)
{
	for (uint32_t left = modifiers_offered(ref, os); left; left &= left - 1) {
		const struct table_modifier *modifier = pmu_modifier(ref->pmu, __builtin_ctz(left));
		const char *known = name_at(ref->in, modifier->name);

		if (!span_is(name, known))
			continue;
		if (modifier->flags & MODIFIER_INTEGER)
			expect(d, "%s= takes a number from %u to %llu%s", known, modifier->min,
				(unsigned long long)modifier->max, modifier->flags & MODIFIER_OR_ZERO ? ", or 0" : "");
		else
			expect(d, "%s is on or off: %s, %s=1 or %s=0", known, known, known, known);
		return;
	}
	for (unsigned int left = os_modifiers_offered(ref, os); left; left &= left - 1) {
		int i = __builtin_ctz(left);

		if (span_is(name, os_modifiers[i].name)) {
			os_modifier_values(i, d->expected, sizeof d->expected);
			return;
		}
	}
}

/* Returns the modifier that a value, or its absence, belongs to. */
static struct span name_of_value(const struct event_string *string, struct span where)
{
	int i = event_string_count(string) - 1;

	while (i > 0 && string->terms[i].name.span.text > where.text)
		i--;
	return string->terms[i].name.span;
}

/* Says that a missing event may be a tracepoint that could not be read. */
static void explain_unread_tracepoints(pfm_diagnosis_t *d)
{
	const char *forbidden = kernel_events_forbidden();

	if (forbidden)
		expect(d,
			"if it is a tracepoint: the right to read %s, which only root and CAP_DAC_READ_SEARCH may have",
			forbidden);
	else if (kernel_events_left_out())
		expect(d,
			"if it is a tracepoint: this machine has more of them than can be read, LIBPFM_VERBOSE=1 says where");
}

static bool is_tracepoint(const struct event_ref *ref)
{
	return pmu_is_perf(ref->pmu) && ref_kind(ref)->column == PERF_TYPE_TRACEPOINT;
}

/* Says so of a missing event that is written as a tracepoint: SUBSYSTEM:NAME, or with perf:: in front. */
static void explain_unread_tracepoint(pfm_diagnosis_t *d, const struct event_string *string)
{
	if (string->has_pmu ? pmu_by_name(string->pmu.span) == pmu_by_id(PFM_PMU_PERF_EVENT)
			    : event_string_count(string) > 1)
		explain_unread_tracepoints(d);
}

/* Explains why a PMU of the tables may not be named. */
static bool explain_absent_pmu(pfm_diagnosis_t *d, struct span name)
{
	int pmu = pmu_by_name(name);

	if (pmu < 0)
		return false;
	if (pmus.list[pmu].state & MAPPED) {
		diagnosis_says(d, "this machine has no PMU %s", pmu_name(pmu));
		expect(d, "a PMU of this machine, or LIBPFM_ENCODE_INACTIVE=1 to encode for others");
	} else {
		diagnosis_says(d, "LIBPFM_FORCE_PMU or LIBPFM_DISABLED_PMUS leaves the PMU %s out", pmu_name(pmu));
	}
	return true;
}

/* Explains an event of this CPU whose PMU the kernel does not have. */
static bool explain_missing_device(pfm_diagnosis_t *d, const struct event_string *string)
{
	int pmu = pmu_without_device(string);
	const char *module = NULL, *since;

	if (pmu < 0)
		return false;
	diagnosis_says(d, "this kernel has no device %s, which counts the events of %s", pmu_sysfs(pmu), pmu_name(pmu));
	if (catalog_host()->is_intel || catalog_host()->is_amd)
		module = device_module(pmu_sysfs(pmu));
	since = first_kernel_of(module, catalog_host()->family, catalog_host()->model);
	expect(d, "%s%s%sa kernel%s%s that has it, as that of a guest rarely does; %s::%.*s can be encoded",
		module ? "modprobe " : "", module ? module : "", module ? ", or " : "",
		since ? " of at least " : "", since ? since : "", pmu_name(pmu),
		most_printed(string->terms[0].name.span), string->terms[0].name.span.text);
	return true;
}

static bool explain_withdrawn(pfm_diagnosis_t *d, struct suggestions *all, const struct event_string *string)
{
	struct withdrawn withdrawn;

	if (!find_withdrawn(string, &withdrawn))
		return false;
	diagnosis_says(d, "%s is no event of %s any more: its vendor's files lack it since %s", withdrawn.name,
		withdrawn.pmu, withdrawn.since);
	if (*withdrawn.instead)
		suggest(all, 0, string->has_pmu ? withdrawn.pmu : "", withdrawn.instead);
	if (*withdrawn.instead)
		expect(d, "%s: %s", withdrawn.instead, withdrawn.words);
	else
		expect(d, "nothing in its place: the vendor names none");
	return true;
}

/* Explains what the kernel counts on the PMU for a name that no table has: a code without a name, or nothing. */
static void explain_generic(pfm_diagnosis_t *d, const struct event_string *string)
{
	int pmu = string->has_pmu ? pmu_of_prefix(string->pmu.span) : -1;
	struct span name = string->terms[0].name.span;
	uint64_t words[3], config;
	uint32_t type;

	if (pmu < 0 || has_umask_behind(string) || !pmu_knows_generics(pmu) || !perf_symbol(name, &type, &config) ||
		type == PERF_TYPE_SOFTWARE)
		return;
	if (!kernel_words(pmu, name, words))
		diagnosis_says(d, "no such event: %.*s, which Linux refuses on %s", most_printed(name), name.text,
			pmu_name(pmu));
	else if (words[1])
		diagnosis_says(d, "no such event: %.*s, for which Linux counts 0x%" PRIx64 " 0x%" PRIx64 " on %s",
			most_printed(name), name.text, words[0], words[1], pmu_name(pmu));
	else
		diagnosis_says(d, "no such event: %.*s, for which Linux counts 0x%" PRIx64 " on %s",
			most_printed(name), name.text, words[0], pmu_name(pmu));
}

static void explain_no_pmu(pfm_diagnosis_t *d, struct suggestions *all, struct span where)
{
	if (explain_absent_pmu(d, where))
		return;
	diagnosis_says(d, "no such PMU: %.*s%s", most_printed(where), where.text,
		source_is_any_refused() ? "; a file of tables is not loaded: pmuc list says why" : "");
	if (*tables_left_out)
		expect(d, "a PMU of this library, which was built without %s", tables_left_out);
	suggest_pmus(all);
}

/* Explains a kind of box (imc, l3) where an event should be. */
static bool explain_box(pfm_diagnosis_t *d, struct span word)
{
	int pmu = pmu_of_box_here(word);

	if (pmu < 0)
		return false;
	diagnosis_says(d, "%.*s is no event, but what is counted by the PMU %s", most_printed(word), word.text,
		pmu_name(pmu));
	expect(d, "an event of it: %s::EVENT, or %s/EVENT/", pmu_name(pmu), pmu_name(pmu));
	return true;
}

/* Expects, for a missing event of another machine's box, one of this machine's box of that kind. */
static void explain_others_box(pfm_diagnosis_t *d, struct span name)
{
	int pmu = pmu_by_name(name), box;
	const char *part;

	if (pmu < 0 || pmu_is_active(pmu) || !(part = strrchr(pmu_name(pmu), '_')))
		return;
	box = pmu_of_box_here((struct span){ part + 1, strlen(part + 1) });
	if (box >= 0)
		expect(d, "an event of %s, or of %s, which this machine has in its place", pmu_name(pmu),
			pmu_name(box));
}

static void explain_no_event(pfm_diagnosis_t *d, struct suggestions *all, const struct event_string *string,
	struct span where, pfm_os_t os)
{
	if (explain_withdrawn(d, all, string) || explain_missing_device(d, string))
		return;
	if (where.length)
		diagnosis_says(d, "no such event: %.*s", most_printed(where), where.text);
	else
		diagnosis_says(d, "an event name is missing");
	explain_generic(d, string);
	if (!string->has_pmu && explain_box(d, where))
		return;
	suggest_events(all, string, os);
	if (string->has_pmu && !d->nsuggestions)
		explain_others_box(d, string->pmu.span);
	explain_unread_tracepoint(d, string);
}

static void refuse_levels(pfm_diagnosis_t *d, const char *counted)
{
	diagnosis_says(d, "this PMU cannot leave out %s", counted);
	expect(d, "the event without such modifiers: it counts all");
}

/* Explains a privilege modifier that the PMU lacks, as it would leave out what is counted in any case. */
static bool explain_no_level(pfm_diagnosis_t *d, struct span where, const struct event_ref *ref)
{
	enum { ANY_LEVEL = PFM_PLM0 | PFM_PLM3 };
	static const struct { char name[3]; unsigned int plm, guest_host; } levels[] = {
		{ "u", PFM_PLM3, ANY_LEVEL }, { "k", PFM_PLM0, ANY_LEVEL }, { "h", PFM_PLMH, ANY_LEVEL },
		{ "mg", ANY_LEVEL, PFM_PLM3 }, { "mh", ANY_LEVEL, PFM_PLM0 },
		{ "G", ANY_LEVEL, PFM_PLM3 }, { "H", ANY_LEVEL, PFM_PLM0 } };
	int pmu = pmu_of_counters(ref);
	const char *counted = NULL;

	for (size_t i = 0; pmu >= 0 && i < sizeof levels / sizeof *levels; i++)
		if (where.length == strlen(levels[i].name) && !memcmp(where.text, levels[i].name, where.length))
			counted = pmu_counted_anyway(pmu, levels[i].plm, levels[i].guest_host);
	if (counted)
		refuse_levels(d, counted);
	return counted;
}

static void explain_no_attribute(pfm_diagnosis_t *d, struct suggestions *all, const struct event_string *string,
	const struct selection *selection, pfm_os_t os)
{
	const struct span where = selection->where;

	if (explain_withdrawn(d, all, string) || explain_no_level(d, where, &selection->ref))
		return;
	if (where.length)
		diagnosis_says(d, "no such unit mask or modifier: %.*s", most_printed(where), where.text);
	else
		diagnosis_says(d, "a unit mask or modifier is missing here");
	if (suggest_without_ps(all, &selection->ref))
		expect(d, "_PS means: sampled precisely; say %s, and with the layer perf_ext %s:precise=1",
		       d->suggestions[0], d->suggestions[0]);
	else
		suggest_attributes(all, &selection->ref, os);
	if (is_tracepoint(&selection->ref))
		explain_unread_tracepoints(d);
}

static void explain_parse(const struct event_string *string, const struct selection *selection, pfm_os_t os,
	pfm_diagnosis_t *d)
{
	struct suggestions all = suggestions_for(selection->where, d);
	struct span where = selection->where;

	switch (selection->problem) {
	case PROBLEM_WHITE_SPACE:
		diagnosis_says(d, "white space in an event string");
		break;
	case PROBLEM_NO_PMU:
		explain_no_pmu(d, &all, where);
		break;
	case PROBLEM_NO_EVENT:
		explain_no_event(d, &all, string, where, os);
		break;
	case PROBLEM_EVENT_LACKING:
		diagnosis_says(d, "this core does not have %.*s: the kernel's files do not name it",
			most_printed(where), where.text);
		break;
	case PROBLEM_ALIAS:
		diagnosis_says(d, "%.*s is another name for an event that %s does not have", most_printed(where),
			where.text, pmu_name(selection->ref.pmu));
		break;
	case PROBLEM_NO_ATTRIBUTE:
		explain_no_attribute(d, &all, string, selection, os);
		break;
	case PROBLEM_VALUE_MISSING:
		diagnosis_says(d, "%.*s needs a value", most_printed(where), where.text);
		expect_value(d, &selection->ref, os, name_of_value(string, where));
		break;
	case PROBLEM_VALUE:
		diagnosis_says(d, "not a value: %.*s", most_printed(where), where.text);
		expect_value(d, &selection->ref, os, name_of_value(string, where));
		break;
	case PROBLEM_VALUE_FOR_UMASK:
		diagnosis_says(d, "%.*s: a unit mask takes no value", most_printed(where), where.text);
		break;
	case PROBLEM_RAW_NOT_ALLOWED:
		diagnosis_says(d, "%s takes no unit masks as numbers", pmu_name(selection->ref.pmu));
		break;
	case PROBLEM_RAW_NUMBER:
		diagnosis_says(d, "not a hexadecimal number: %.*s", most_printed(where), where.text);
		break;
	case PROBLEM_RAW_WITH_NAMED:
		diagnosis_says(d, "a unit mask given as a number goes alone");
		break;
	case PROBLEM_TWO_VALUES:
		diagnosis_says(d, "a modifier has two different values");
		break;
	case PROBLEM_TOO_MANY:
		diagnosis_says(d, "more than %d unit masks and modifiers", MAX_ATTRIBUTES);
		break;
	default:
		diagnosis_says(d, "%s", error_text(d->error));
	}
	d->offset = where.text ? (int)(where.text - string->pmu.span.text) : 0;
	d->length = (int)where.length;
}

/* Points at the word of the string that is this unit mask or modifier. */
static void point_at_attribute(const struct event_string *string, const char *name, pfm_diagnosis_t *d)
{
	for (int i = 1; i < event_string_count(string); i++)
		if (span_is(string->terms[i].name.span, name)) {
			d->offset = (int)(string->terms[i].name.span.text - string->pmu.span.text);
			d->length = (int)string->terms[i].length;
			return;
		}
}

/* Returns the name of the modifier if its value is out of range, else NULL. */
static const char *out_of_range(const struct attribute *attribute, int pmu)
{
	uint64_t value = attribute->value;

	if (attribute->kind == ATTRIBUTE_MODIFIER) {
		const struct table_modifier *modifier = pmu_modifier(pmu, attribute->index);

		return modifier_takes(modifier, value) ? NULL : name_at(pmu_body(pmu), modifier->name);
	}
	if (attribute->kind == ATTRIBUTE_OS &&
	    ((attribute->index == OS_PRECISE && value > 3) || (attribute->index == OS_CPU && value >= INT32_MAX) ||
	     ((attribute->index == OS_PERIOD || attribute->index == OS_FREQ) && !value)))
		return os_modifiers[attribute->index].name;
	return NULL;
}

static const char *attribute_name(const struct selection *selection, int i)
{
	const struct attribute *attribute = &selection->attributes[i];

	switch (attribute->kind) {
	case ATTRIBUTE_UMASK:
		return name_at(selection->ref.in,
			event_umask(selection->ref.in, selection->ref.event, attribute->index)->name);
	case ATTRIBUTE_MODIFIER:
		return name_at(selection->ref.in, ref_modifiers(&selection->ref)[attribute->index].name);
	case ATTRIBUTE_OS:
		return os_modifiers[attribute->index].name;
	default:
		return "";
	}
}

static void explain_range(const struct event_string *string, const struct selection *selection, int culprit,
	pfm_os_t os, pfm_diagnosis_t *d)
{
	for (int i = 0; i < selection->count; i++) {
		const char *name = out_of_range(&selection->attributes[i], selection->ref.pmu);

		if (!name)
			continue;
		diagnosis_says(d, "%s is out of range", name);
		expect_value(d, &selection->ref, os, (struct span){ name, strlen(name) });
		point_at_attribute(string, name, d);
		return;
	}
	if (culprit >= 0)
		diagnosis_says(d, "%s does not go with the rest", attribute_name(selection, culprit));
	else
		diagnosis_says(d, "a value is out of range, or does not go with the others");
}

/* Finds the attribute of the string without which the rest encodes; -1: there is none. */
static int find_culprit(const struct selection *selection, int plm)
{
	struct encoding encoding;

	for (int i = selection->count - 1; i >= 0; i--) {
		struct selection rest = *selection;

		rest.count--;
		memmove(&rest.attributes[i], &rest.attributes[i + 1],
			(size_t)(rest.count - i) * sizeof *rest.attributes);
		if (!encode(&rest, plm, &encoding))
			return i;
	}
	return -1;
}

static bool has_too_many_bits(const struct selection *selection, unsigned int bits)
{
	for (int i = 0; i < selection->count; i++)
		if (selection->attributes[i].kind == ATTRIBUTE_RAW_UMASK && bits < 64 &&
			selection->attributes[i].value >> bits)
			return true;
	return false;
}

/* Expects one of the modifiers of a bit set. */
static void expect_one_of(pfm_diagnosis_t *d, int pmu, uint32_t modifiers)
{
	const char *before = modifiers & (modifiers - 1) ? "one of " : "";
	size_t length = 0;

	for (; modifiers && length < sizeof d->expected - LONGEST_NAME; modifiers &= modifiers - 1)
		length += (size_t)snprintf(d->expected + length, sizeof d->expected - length,
			"%s%s=", length ? ", " : before,
			name_at(pmu_body(pmu), pmu_modifier(pmu, __builtin_ctz(modifiers))->name));
}

/* Lists unit masks to choose from: those of the first group that has none and needs one. */
static void explain_missing(const struct selection *selection, pfm_diagnosis_t *d)
{
	const struct event_ref *ref = &selection->ref;
	const struct table_umask_set *set = event_umasks(ref->in, ref->event);
	unsigned int have = 0, can_do_without = 0;
	size_t length = 0;

	for (int i = 0; i < selection->count; i++)
		if (selection->attributes[i].kind == ATTRIBUTE_UMASK)
			have |= 1u << umask_group(event_umask(ref->in, ref->event, selection->attributes[i].index));
	for (int row = 0; row < set->count; row++) {
		const struct table_umask *umask = event_umask(ref->in, ref->event, row);

		if (umask->flags & (UMASK_DEFAULT | UMASK_OPTIONAL) &&
			umask_is_visible(ref->in, umask, pmu_data(ref->pmu)->visible))
			can_do_without |= 1u << umask_group(umask);
	}
	diagnosis_says(d, "%s needs %sunit mask", name_at(ref->in, ref->event->name), have ? "another " : "a ");
	for (int row = 0; row < set->count && length < sizeof d->expected - LONGEST_NAME; row++) {
		const struct table_umask *umask = event_umask(ref->in, ref->event, row);

		if (have >> umask_group(umask) & 1 || can_do_without >> umask_group(umask) & 1 ||
			!umask_is_visible(ref->in, umask, pmu_data(ref->pmu)->visible))
			continue;
		length += (size_t)snprintf(d->expected + length, sizeof d->expected - length, "%s%s",
			length ? ", " : "one of ", name_at(ref->in, umask->name));
	}
}

/* Explains attributes that exist, but do not go with the event or with each other; or one that is missing. */
static void explain_combination(const struct selection *selection, const struct encoding *encoding, int culprit,
	pfm_diagnosis_t *d)
{
	unsigned int bits = event_rare(selection->ref.in, selection->ref.event)->raw_bits;
	const struct table_layout *layout = pmu_layout(selection->ref.pmu);

	bits = bits ? bits : layout->raw_bits;
	if (has_too_many_bits(selection, bits)) {
		diagnosis_says(d, "the number has too many bits for a unit mask");
		expect(d, "0x and at most %u bits", bits);
	} else if (encoding->required) {
		diagnosis_says(d, "%s needs a modifier",
			culprit >= 0 ? attribute_name(selection, culprit)
				     : name_at(selection->ref.in, selection->ref.event->name));
		expect_one_of(d, selection->ref.pmu, encoding->required);
	} else if (culprit >= 0) {
		diagnosis_says(d, "%s does not go with the rest", attribute_name(selection, culprit));
		if (layout->edge && selection->attributes[culprit].kind == ATTRIBUTE_MODIFIER &&
			selection->attributes[culprit].index == layout->edge - 1)
			expect(d, "c of 1 or more with it");
	} else {
		explain_missing(selection, d);
	}
}

/* Explains that the device is there, but does not have the event. */
static bool explain_not_on_device(const struct selection *selection, pfm_diagnosis_t *d)
{
	const struct instance instance = ref_instance(&selection->ref);
	char device[INSTANCE_NAME];

	if (!catalog_has_perf() || event_is_on_device(&selection->ref, &instance) != PFM_ERR_NOTSUPP)
		return false;
	pmu_device_name(selection->ref.pmu, &instance, device, sizeof device);
	diagnosis_says(d, "the kernel's device %s has no event %s on this machine", device,
	    name_at(selection->ref.in, selection->ref.event->name));
	expect(d, "a file in /sys/bus/event_source/devices/%s/events", device);
	return true;
}

/* Explains that the device is there, but its driver has no room for a field of the event. */
static bool explain_lacking_field(const struct selection *selection, const struct encoding *encoding,
	pfm_diagnosis_t *d)
{
	const struct instance instance = ref_instance(&selection->ref);
	char device[INSTANCE_NAME];
	struct lacking_field lacking;
	uint64_t words[3];

	perf_config(&selection->ref, encoding, words);
	words_to_device(selection->ref.pmu, &instance, words, &lacking);
	if (!lacking.name)
		return false;
	pmu_device_name(selection->ref.pmu, &instance, device, sizeof device);
	diagnosis_says(d, lacking.is_narrow ? "the kernel's device %s has too few bits for %s of this event"
		: "the kernel's device %s has no format %s, which this event needs", device, lacking.name);
	expect(d, "%s in /sys/bus/event_source/devices/%s/format, as a later kernel may have it", lacking.name, device);
	return true;
}

/* Explains a modifier that leaves out what the PMU counts in any case, and points at the first such modifier. */
static bool explain_counted_anyway(const struct event_string *string, const struct selection *selection, int plm,
	pfm_diagnosis_t *d)
{
	const char *counted = perf_attr_counted_anyway(selection, plm);
	bool is_level = counted && strcmp(counted, "guests") != 0 && strcmp(counted, "the host") != 0;

	for (int i = selection->count - 1; counted && i >= 0; i--) {
		const struct attribute *attribute = &selection->attributes[i];

		if (attribute->kind == ATTRIBUTE_OS &&
			(is_level ? attribute->index <= OS_H : attribute->index == OS_MG || attribute->index == OS_MH))
			point_at_attribute(string, attribute_name(selection, i), d);
	}
	if (counted)
		refuse_levels(d, counted);
	return counted;
}

static void explain_encode(const struct event_string *string, const struct selection *selection,
	const struct encoding *encoding, int culprit, int plm, pfm_os_t os, pfm_diagnosis_t *d)
{
	const char *device;

	d->offset = (int)(string->terms[0].name.span.text - string->pmu.span.text);
	d->length = (int)string->terms[0].length;
	if (culprit >= 0 && d->error != PFM_ERR_NOTSUPP && d->error != PFM_ERR_NOTFOUND)
		point_at_attribute(string, attribute_name(selection, culprit), d);
	switch (d->error) {
	case PFM_ERR_UMASK:
		explain_missing(selection, d);
		d->offset += d->length;
		d->length = 0;
		break;
	case PFM_ERR_FEATCOMB:
		diagnosis_says(d, "these unit masks of %s do not go together",
			name_at(selection->ref.in, selection->ref.event->name));
		expect(d, "one unit mask of each group; some need one of another group");
		if (culprit < 0) {
			d->offset = (int)(event_string_attributes(string).text - string->pmu.span.text);
			d->length = (int)event_string_attributes(string).length;
		}
		break;
	case PFM_ERR_ATTR_VAL:
	case PFM_ERR_INVAL:
		explain_range(string, selection, culprit, os, d);
		break;
	case PFM_ERR_ATTR_SET:
		diagnosis_says(d, "a unit mask has already set %s to another value",
			culprit < 0 ? "a modifier" : attribute_name(selection, culprit));
		break;
	case PFM_ERR_ATTR:
		if (os == PFM_OS_NONE || !explain_counted_anyway(string, selection, plm, d))
			explain_combination(selection, encoding, culprit, d);
		break;
	case PFM_ERR_NOTSUPP:
	case PFM_ERR_NOTFOUND:
		if (explain_not_on_device(selection, d) || explain_lacking_field(selection, encoding, d))
			break;
		device = pmu_sysfs(selection->ref.pmu);
		diagnosis_says(d, "the kernel of this machine has no PMU %s", *device ? device : "for perf_event");
		break;
	default:
		diagnosis_says(d, "%s", error_text(d->error));
	}
}

/* Suggests a name before all others; the last of them goes if there is no room. */
static void suggest_first(const char *name, pfm_diagnosis_t *d)
{
	int last = 0;

	if (strlen(name) >= PFM_SUGGESTION_SIZE)
		return;
	while (last < d->nsuggestions && strcasecmp(d->suggestions[last], name))
		last++;
	if (last == d->nsuggestions)
		d->nsuggestions += d->nsuggestions < PFM_MAX_SUGGESTIONS;
	for (last -= last == PFM_MAX_SUGGESTIONS; last; last--)
		memcpy(d->suggestions[last], d->suggestions[last - 1], PFM_SUGGESTION_SIZE);
	strcpy(d->suggestions[0], name);
}

/* Suggests first what another tool's name means, whatever else is spelt like it. */
static bool suggest_other_name(const char *str, const struct selection *selection, pfm_os_t os, pfm_diagnosis_t *d)
{
	char name[OTHER_NAME];

	if ((selection->problem != PROBLEM_NO_EVENT && selection->problem != PROBLEM_NO_PMU &&
		    (selection->problem != PROBLEM_NO_ATTRIBUTE || (*d->expected && d->nsuggestions))) ||
	    !other_name(str, os, 0, name))
		return false;
	suggest_first(name, d);
	return true;
}

/* Returns whether a suggestion is another machine's and only spelt like the name: not that name, not PMU:EVENT. */
static bool is_anothers(struct span name, const char *suggestion)
{
	const char *colons = strstr(suggestion, "::");

	return colons && !span_is(name, colons + 2);
}

/* Drops them, unless the name is that of a CPU, which takes long to find out. */
static void drop_others(struct span name, pfm_diagnosis_t *d)
{
	int kept = 0;

	while (kept < d->nsuggestions && !is_anothers(name, d->suggestions[kept]))
		kept++;
	if (kept == d->nsuggestions || pmu_of_prefix(name) >= 0)
		return;
	for (int i = kept; i < d->nsuggestions; i++)
		if (!is_anothers(name, d->suggestions[i]))
			memmove(d->suggestions[kept++], d->suggestions[i], PFM_SUGGESTION_SIZE);
	d->nsuggestions = kept;
}

/* Returns whether a suggestion is an event of the PMU that was named, or, pmu < 0, of this machine without one. */
static bool is_near_pmu(const char *suggestion, int pmu)
{
	const char *colons = strstr(suggestion, "::");

	return pmu < 0 ? !colons
		       : colons && span_is((struct span){ suggestion, (size_t)(colons - suggestion) }, pmu_name(pmu));
}

/*
 * Suggests the events that the search finds for a name of several words, if nothing is spelt like it on this machine
 * or, pmu >= 0, on that PMU.
 */
static void suggest_meant(const char *name, struct span event, int pmu, pfm_diagnosis_t *d)
{
	bool is_near = d->nsuggestions &&
		(is_near_pmu(d->suggestions[0], pmu) || (pmu >= 0 && !is_anothers(event, d->suggestions[0])));
	int *list = calloc((size_t)pmus.count, sizeof *list), count = 1;
	char plain[OTHER_NAME], text[2 * OTHER_NAME];
	int prefix = pmu < 0 ? 0 : snprintf(text, OTHER_NAME, "%s::", pmu_name(pmu));
	struct found_events found = { .count = 0 };
	struct event_ref ref;
	const char *second;

	meaning_plain(name, plain, sizeof plain, NULL);
	second = strchr(plain + 1, ' ');
	if (list && !is_near && second && second[1]) {
		if (pmu < 0)
			count = search_pmus_here(list);
		else
			*list = pmu;
		search_events(plain, list, count, SEARCH_MEANT, &found);
	}
	if (found.count && search_is_meant(found.list) && !event_by_identifier(found.list->idx, &ref)) {
		search_name(found.list, &ref, text + prefix, sizeof text - (size_t)prefix);
		/* a machine without a core PMU in the tables has only the kernel's events */
		if (pmu >= 0)
			d->nsuggestions = 0;
		else if (pmu_data(ref.pmu)->type != PFM_PMU_TYPE_OS_GENERIC)
			drop_others(event, d);
		suggest_first(text, d);
	}
	search_free(&found);
	free(list);
}

/* Recognizes levels: the uk or upp of :uk and :upp. */
static bool are_levels(struct span word)
{
	enum { MOST_LEVELS = 4 };

	for (size_t i = 0; i < word.length; i++)
		if (!strchr("ukhpGHISDW", word.text[i]))
			return false;
	return word.length <= MOST_LEVELS;
}

/* Writes the event and its unit masks, without levels and values: they are no names. False: they are too long. */
static bool write_words(const struct event_string *string, char *text, size_t size)
{
	size_t length = 0;

	for (int i = 0; i < event_string_count(string); i++) {
		struct span name = string->terms[i].name.span;

		if (i && (term_has_value(&string->terms[i]) || are_levels(name)))
			continue;
		if (length + name.length + 2 > size)
			return false;
		length += (size_t)snprintf(text + length, size - length, "%s%.*s", i ? ":" : "",
			(int)name.length, name.text);
	}
	return length;
}

/* Percentage of common words from which a name is regarded as the same in other words, or as a possible meaning. */
enum { IS_SAME = 75, IS_LIKE = 60 };

/*
 * Suggests, for an event that is missing, events whose names mean the same, or that count what the name says; for a
 * unit mask that is missing, and like none of its event, another event's that means the same.
 */
static void suggest_by_words(const struct event_string *string, enum problem problem, pfm_diagnosis_t *d)
{
	const struct span *first = &string->terms[0].name.span;
	int pmu = string->has_pmu ? pmu_by_name(string->pmu.span) : -1, common, prefix;
	char name[OTHER_NAME], text[2 * OTHER_NAME];

	/* PMU.EVENT, as skl.EVENT, has its own message */
	if (!string->has_pmu && first->text && pmu_by_name(*first) >= 0)
		return;
	if (!first->text || !write_words(string, name, sizeof name) ||
	    (string->has_pmu && pmu < 0) ||
	    (problem == PROBLEM_NO_EVENT ? strncmp(d->message, "no such event", 13) != 0
					 : problem != PROBLEM_NO_ATTRIBUTE || d->nsuggestions || *d->expected))
		return;
	prefix = pmu < 0 ? 0 : snprintf(text, OTHER_NAME, "%s::", pmu_name(pmu));
	common = alike_event(name, pmu, IS_LIKE, text + prefix, sizeof text - (size_t)prefix);
	if (common >= IS_LIKE && pmu < 0 && problem == PROBLEM_NO_EVENT)
		drop_others(string->terms[0].name.span, d);
	if ((common >= IS_SAME && !(pmu >= 0 && d->nsuggestions)) ||
	    (common >= IS_LIKE && !d->nsuggestions && problem == PROBLEM_NO_EVENT))
		suggest_first(text, d);
	else if (problem == PROBLEM_NO_EVENT)
		suggest_meant(name, string->terms[0].name.span, pmu, d);
}

/* Diagnoses a string with the names of the tables. */
static void diagnose(const char *str, int dfl_plm, pfm_os_t os, pfm_diagnosis_t *d)
{
	struct event_string string;
	struct selection selection, written;
	struct encoding encoding = { .required = 0 }; /* initialised, since an error may come before it is filled */

	event_string_split(str, &string);
	d->error = resolve(str, os, &selection);
	if (selection.problem == PROBLEM_NO_PMU && os != PFM_OS_NONE && is_device_string(&string)) {
		struct perf_event_attr attr = { .size = sizeof attr };
		int cpu;

		d->error = PFM_SUCCESS;
		if (!device_string_encode(str, &string, dfl_plm, os, &attr, &cpu, NULL, d))
			d->idx = device_string_event(&string) < 0 ? -1 : device_string_event(&string);
		return;
	}
	if (os != PFM_OS_NONE && is_slash_string(str, d->error)) {
		pfm_perf_event_t event;

		d->error = PFM_SUCCESS;
		if (!slash_string_encode(str, dfl_plm, &event, d))
			d->idx = event.idx;
		return;
	}
	if (d->error) {
		explain_parse(&string, &selection, os, d);
		if (!suggest_other_name(str, &selection, os, d))
			suggest_by_words(&string, selection.problem, d);
		if (selection.problem == PROBLEM_NO_PMU && is_device_string(&string)) {
			d->nsuggestions = 0;
			diagnosis_says(d, "%.*s is a device of the kernel that no table knows",
				most_printed(string.pmu.span), string.pmu.span.text);
			expect(d, "perf_event as the layer (-O perf_ext): there are no codes for others");
		}
		if (selection.problem > PROBLEM_NO_EVENT)
			d->idx = event_identifier(&selection.ref);
		return;
	}
	d->idx = event_identifier(&selection.ref);
	written = selection;
	d->error = encode(&selection, dfl_plm, &encoding);
	if (!d->error && os != PFM_OS_NONE) {
		struct perf_encoding perf = { .attr = { .size = sizeof perf.attr } };

		d->error = perf_attr_counted_anyway(&selection, dfl_plm) ? PFM_ERR_ATTR
			   : catalog_has_perf() ? encode_perf_string(str, dfl_plm, os, PERF_HERE, false, &perf)
						: PFM_ERR_NOTSUPP;
	}
	if (d->error)
		explain_encode(&string, &selection, &encoding, find_culprit(&written, dfl_plm), dfl_plm, os, d);
}

/* Moves a place in the tables' string for one with a name of the kernel's to that one: what is behind is the same. */
static void move_place(const struct event_string *typed, const char *tables, pfm_diagnosis_t *d)
{
	struct span name = typed->terms[0].name.span;
	int begin = (int)(name.text - typed->pmu.span.text), end = begin + (int)name.length,
	    moved = (int)strlen(tables) - (int)strcspn(name.text + name.length, ",") - end;

	if (d->length && d->offset >= end + moved) {
		d->offset -= moved;
	} else if (d->length) {
		d->offset = begin;
		d->length = (int)name.length;
	}
}

/*
 * Returns whether the event is called by a name of the kernel's, and writes what the tables call it. What a dot
 * follows, as in L1D.REPLACEMENT, is more likely a vendor's name, if it does not resolve.
 */
static bool is_the_kernels(const char *str, pfm_os_t os, struct event_string *string, char tables[KERNEL_STRING])
{
	const struct span *name = &string->terms[0].name.span;
	struct selection selection;

	return resolve(str, os, &selection) == PFM_ERR_NOTFOUND && event_string_split(str, string) &&
		kernel_string(string, tables) &&
		(name->text[name->length] != '.' || !resolve(tables, os, &selection));
}

pfm_err_t pfm_diagnose(const char *str, int dfl_plm, pfm_os_t os, pfm_diagnosis_t *d)
{
	struct event_string string;
	char tables[KERNEL_STRING];

	if (!catalog_is_open())
		return PFM_ERR_NOINIT;
	if (!str || !d || !size_is_whole(d->size, sizeof *d) || os >= PFM_OS_MAX || dfl_plm & ~ALL_PLM)
		return PFM_ERR_INVAL;
	*d = (pfm_diagnosis_t){ .size = d->size, .idx = -1 };
	if (is_the_kernels(str, os, &string, tables)) {
		diagnose(tables, dfl_plm, os, d);
		move_place(&string, tables, d);
	} else {
		diagnose(str, dfl_plm, os, d);
	}
	return PFM_SUCCESS;
}
