#include "language/device_string.h"

#include <stdlib.h>
#include <string.h>

#include "language/language.h"
#include "catalog/kernel_pmus.h"
#include "encode/error_text.h"
#include "encode/os_modifiers.h"
#include "encode/perf_attr.h"

enum { LONGEST = 1024, ALL_LEVELS = PFM_PLM0 | PFM_PLM3 | PFM_PLMH, NOT_OFFERED = 1 << OS_HW_SMPL };

/* A string taken apart: what perf's language reads, and modifiers. */
struct device_string {
	char perf[LONGEST];
	size_t length, device_length;
	struct selection modifiers;
	bool has_levels;
};

static unsigned int offered(pfm_os_t os)
{
	unsigned int levels = 1u << OS_U | 1u << OS_K | 1u << OS_H | 1u << OS_MG | 1u << OS_MH;

	return os == PFM_OS_PERF_EVENT ? levels : ((1u << OS_MODIFIERS) - 1) & ~(unsigned int)NOT_OFFERED;
}

static int find_modifier(struct span name, pfm_os_t os)
{
	for (int i = 0; i < OS_MODIFIERS; i++)
		if (offered(os) >> i & 1 && span_is(name, os_modifiers[i].name))
			return i;
	return -1;
}

static bool add(struct device_string *string, char before, struct span text, char after)
{
	if (string->length + text.length + 2 >= sizeof string->perf)
		return false;
	if (before)
		string->perf[string->length++] = before;
	memcpy(string->perf + string->length, text.text, text.length);
	string->length += text.length;
	if (after)
		string->perf[string->length++] = after;
	string->perf[string->length] = '\0';
	return true;
}

static pfm_err_t take_modifier(struct device_string *string, const struct term *term, int number)
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

/* DEVICE::EVENT:field=1:u becomes DEVICE/EVENT,field=1/ and u. */
static pfm_err_t take_apart(const char *str, pfm_os_t os, struct device_string *string)
{
	struct event_string parts;
	bool good;

	string->length = 0;
	string->has_levels = false;
	string->modifiers.count = 0;
	if (!event_string_split(str, &parts))
		return PFM_ERR_INVAL;
	string->device_length = parts.pmu.span.length;
	good = add(string, 0, parts.pmu.span, '/') && add(string, 0, term_whole(&parts.terms[0]), 0);
	for (int i = 1; i < event_string_count(&parts) && good; i++) {
		int number = find_modifier(parts.terms[i].name.span, os);
		pfm_err_t error = number < 0 ? PFM_SUCCESS : take_modifier(string, &parts.terms[i], number);

		if (error)
			return error;
		if (number < 0)
			good = add(string, ',', term_whole(&parts.terms[i]), 0);
	}
	return good && add(string, '/', (struct span){ "", 0 }, 0) ? PFM_SUCCESS : PFM_ERR_TOOMANY;
}

bool is_device_string(const char *str)
{
	const struct device *devices;
	struct event_string parts;
	int count;

	if (!event_string_split(str, &parts) || !parts.has_pmu)
		return false;
	/* without memory it may be one: who tries to encode it will be told */
	return devices_list(catalog_host(), &devices, &count) || device_named(devices, count, parts.pmu.span);
}

int device_string_event(const char *str)
{
	struct event_string parts;
	struct event_ref ref;
	unsigned int shortages = host_shortages();
	int pmu;

	if (!event_string_split(str, &parts) || !parts.has_pmu)
		return PFM_ERR_NOTFOUND;
	pmu = kernel_pmu_named(parts.pmu.span);
	if (pmu >= 0 && !pmu_find_event(pmu, &parts.terms[0].name, &ref))
		return event_identifier(&ref);
	return host_shortages() == shortages ? PFM_ERR_NOTFOUND : PFM_ERR_NOMEM;
}

/* Places in what perf's language reads are those of the string, but for the second colon. */
static void move_place(const struct device_string *string, size_t length, pfm_diagnosis_t *d)
{
	if (d->offset > (int)string->device_length)
		d->offset++;
	if ((size_t)d->offset + (size_t)d->length > length) {
		d->offset = 0;
		d->length = (int)length;
	}
}

static pfm_err_t say(pfm_err_t error, const char *str, pfm_diagnosis_t *d)
{
	if (!d)
		return error;
	d->error = error;
	d->length = (int)strcspn(str, ",");
	snprintf(d->message, sizeof d->message, "%s", error == PFM_ERR_ATTR_VAL
		 ? "a modifier of perf_event lacks its value, or has a wrong one"
		 : error == PFM_ERR_TOOMANY ? "the string is too long" : error_text(error));
	return error;
}

static char *full_string(const struct device_string *string, const struct perf_event_attr *attr, pfm_os_t os)
{
	struct text text = { .length = 0 };
	char *full = malloc(LONGEST + EVENT_PART + 2);
	size_t length;

	if (!full)
		return NULL;
	perf_attr_describe(offered(os), attr, &text);
	length = (size_t)sprintf(full, "%.*s::%.*s", (int)string->device_length, string->perf,
				 (int)(string->length - string->device_length - 2),
					 string->perf + string->device_length + 1);
	for (size_t i = string->device_length; i < length; i++)
		if (full[i] == ',')
			full[i] = ':';
	memcpy(full + length, text.bytes, text.length);
	full[length + text.length] = '\0';
	return full;
}

static void copy_config(const struct perf_event_attr *from, struct perf_event_attr *to)
{
	to->type = from->type;
	to->config = from->config;
	to->config1 = from->config1;
	to->config2 = from->config2;
#ifdef PERF_ATTR_SIZE_VER8
	to->config3 = from->config3;
#endif
}

pfm_err_t device_string_encode(const char *str, int plm, pfm_os_t os, struct perf_event_attr *attr, int *cpu,
			       char **fstr, pfm_diagnosis_t *d)
{
	struct device_string string;
	pfm_perf_event_t event = { .size = sizeof event };
	struct perf_parser parser = { .text = string.perf, .events = &event, .stride = sizeof event, .max = 1, .d = d };
	pfm_err_t error = take_apart(str, os, &string);

	if (error)
		return say(error, str, d);
	if (!perf_read(&parser, false)) {
		if (d)
			move_place(&string, strcspn(str, ","), d);
		return parser.error;
	}
	copy_config(&event.attr, attr);
	error = perf_attr_modify(&string.modifiers, false, string.has_levels ? ALL_LEVELS : 0, plm, attr, cpu);
	if (error)
		return say(error, str, d);
	if (fstr && !(*fstr = full_string(&string, attr, os)))
		return PFM_ERR_NOMEM;
	return PFM_SUCCESS;
}
