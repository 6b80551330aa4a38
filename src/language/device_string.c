/*
 * A string DEVICE::EVENT is split once, into terms of perf's language and modifiers of perf_event; the device reads the
 * terms like those between slashes.
 */
#include "language/device_string.h"

#include <stdlib.h>
#include <string.h>

#include "language/language.h"
#include "catalog/kernel_pmus.h"
#include "encode/error_text.h"
#include "encode/os_modifiers.h"
#include "encode/perf_attr.h"

enum { LEVELS_OF_DEVICES = PFM_PLM0 | PFM_PLM3 | PFM_PLMH, NOT_OFFERED = 1 << OS_HW_SMPL };

/* A split string: terms of perf's language, the event first, and modifiers. */
struct device_string {
	const struct event_string *parts;
	struct span terms[MAX_TERMS];
	int count;
	struct selection modifiers;
	bool has_levels;
	const struct term *wrong; /* the modifier that caused an error; NULL: unknown */
	bool clashes;             /* it contradicts those before it */
};

/* State of reading the string for a device: the first event it stands for. */
struct device_event_reading {
	struct perf_parser *parser;
	const struct device_string *string;
	struct perf_event event;
	bool done;
};

static unsigned int offered(pfm_os_t os)
{
	unsigned int levels = 1u << OS_U | 1u << OS_K | 1u << OS_H | 1u << OS_MG | 1u << OS_MH;

	return os == PFM_OS_PERF_EVENT ? levels : ((1u << OS_MODIFIERS) - 1) & ~(unsigned int)NOT_OFFERED;
}

static int modifier_called(struct span name, pfm_os_t os)
{
	for (int i = 0; i < OS_MODIFIERS; i++)
		if (offered(os) >> i & 1 && span_is(name, os_modifiers[i].name))
			return i;
	return -1;
}

static pfm_err_t take_os_modifier(struct device_string *string, const struct term *term, int number)
{
	struct attribute attribute = { .kind = ATTRIBUTE_OS, .index = (uint16_t)number, .value = 1 };
	bool overflow, integer = os_modifiers[number].integer;

	if (term_has_value(term) ? !span_number(term_value(term), 0, &attribute.value, &overflow) : integer)
		return PFM_ERR_ATTR_VAL;
	if (!integer && attribute.value > 1)
		return PFM_ERR_ATTR_VAL;
	string->has_levels |= number == OS_U || number == OS_K || number == OS_H;
	return selection_add(&string->modifiers, attribute);
}

static pfm_err_t take_apart(const struct event_string *parts, pfm_os_t os, struct device_string *string)
{
	string->parts = parts;
	string->count = 0;
	string->has_levels = false;
	string->modifiers.count = 0;
	string->wrong = NULL;
	string->clashes = false;
	for (int i = 0; i < event_string_count(parts); i++) {
		int number = i ? modifier_called(parts->terms[i].name.span, os) : -1;
		pfm_err_t error = number < 0 ? PFM_SUCCESS : take_os_modifier(string, &parts->terms[i], number);

		if (error) {
			string->wrong = &parts->terms[i];
			return error;
		}
		if (number < 0)
			string->terms[string->count++] = term_whole(&parts->terms[i]);
	}
	return PFM_SUCCESS;
}

bool is_device_string(const struct event_string *split)
{
	const struct device *devices;
	int count;

	/* without memory assume that it is one: encoding it reports the error */
	return devices_list(catalog_host(), &devices, &count) || device_named(devices, count, split->pmu.span);
}

int device_string_event(const struct event_string *split)
{
	struct event_ref ref;
	unsigned int shortages = host_shortages();
	int pmu = kernel_pmu_named(split->pmu.span);

	if (pmu >= 0 && !pmu_find_event(pmu, &split->terms[0].name, &ref))
		return event_identifier(&ref);
	return host_shortages() == shortages ? PFM_ERR_NOTFOUND : PFM_ERR_NOMEM;
}

static bool may_be(const struct selection *modifiers)
{
	struct perf_event_attr attr = { 0 };
	int cpu;

	return !perf_attr_modify(modifiers, false, LEVELS_OF_DEVICES, LEVELS_OF_DEVICES, &attr, &cpu);
}

/* Finds the first modifier that cannot be with those before it, and whether it can be alone. */
static void find_wrong_modifier(struct device_string *string, pfm_os_t os)
{
	struct selection some = string->modifiers, alone = { .count = 1 };

	some.count = 0;
	for (int i = 1; i < event_string_count(string->parts) && !string->wrong; i++) {
		if (modifier_called(string->parts->terms[i].name.span, os) < 0)
			continue;
		alone.attributes[0] = some.attributes[some.count++];
		if (may_be(&some))
			continue;
		string->wrong = &string->parts->terms[i];
		string->clashes = may_be(&alone);
	}
}

static pfm_err_t say_modifier(pfm_err_t error, const struct device_string *string, pfm_os_t os, const char *str,
	pfm_diagnosis_t *d)
{
	struct span where = string->wrong ? term_whole(string->wrong) : (struct span){ str, strcspn(str, ",") };

	if (!d)
		return error;
	d->error = error;
	d->offset = (int)(where.text - str);
	d->length = (int)where.length;
	if (string->wrong && error == PFM_ERR_ATTR_VAL && !string->clashes)
		os_modifier_values(modifier_called(string->wrong->name.span, os), d->expected, sizeof d->expected);
	snprintf(d->message, sizeof d->message, "%s",
		string->clashes                     ? "a modifier does not go with those before it"
			: error == PFM_ERR_ATTR_VAL ? "a modifier of perf_event lacks its value, or has a wrong one"
			: error == PFM_ERR_TOOMANY  ? "the string has too many attributes"
						    : error_text(error));
	return error;
}

static char *full_string(const struct device_string *string, const struct perf_event_attr *attr, pfm_os_t os)
{
	const struct span device = string->parts->pmu.span;
	struct text text = { .length = 0 };
	size_t size = device.length + 2;
	char *full, *at;

	perf_attr_describe(offered(os), attr, &text);
	for (int i = 0; i < string->count; i++)
		size += 1 + string->terms[i].length;
	at = full = malloc(size + text.length + 1);
	if (!full)
		return NULL;
	at += sprintf(at, "%.*s:", (int)device.length, device.text);
	for (int i = 0; i < string->count; i++)
		at += sprintf(at, ":%.*s", (int)string->terms[i].length, string->terms[i].text);
	memcpy(at, text.bytes, text.length);
	at[text.length] = '\0';
	return full;
}

static void copy_config(const struct perf_event *from, struct perf_event_attr *to)
{
	to->type = from->type;
	to->config = from->config[0];
	to->config1 = from->config[1];
	to->config2 = from->config[2];
#ifdef PERF_ATTR_SIZE_VER8
	to->config3 = from->config[3];
#endif
}

static bool read_on_device(struct perf_target *target, void *data)
{
	struct device_event_reading *reading = data;
	struct perf_event event = { .unit = "", .device = target->name, .scale = 1, .idx = -1 };

	if (!perf_target_type(reading->parser, target, &event.type) ||
		!perf_read_term_list(reading->parser, reading->string->terms, reading->string->count, target, &event))
		return false;
	if (!reading->done)
		reading->event = event;
	reading->done = true;
	return true;
}

pfm_err_t device_string_encode(const char *str, const struct event_string *split, int plm, pfm_os_t os,
	struct perf_event_attr *attr, int *cpu, char **fstr, pfm_diagnosis_t *d)
{
	struct device_string string;
	struct perf_parser parser = { .text = str, .d = d };
	struct device_event_reading reading = { .parser = &parser, .string = &string };
	pfm_err_t error = take_apart(split, os, &string);

	if (error)
		return say_modifier(error, &string, os, str, d);
	if (!perf_for_devices(&parser, string.parts->pmu.span, read_on_device, &reading))
		return parser.error;
	copy_config(&reading.event, attr);
	error = perf_attr_modify(&string.modifiers, false, string.has_levels ? LEVELS_OF_DEVICES : 0, plm, attr, cpu);
	if (error && d)
		find_wrong_modifier(&string, os);
	if (error)
		return say_modifier(error, &string, os, str, d);
	if (fstr && !(*fstr = full_string(&string, attr, os)))
		return PFM_ERR_NOMEM;
	return PFM_SUCCESS;
}
