/* Shows an event as an object. */
#include "showevtinfo.h"

#include <stdlib.h>

#include "common/json.h"
#include "common/language.h"

static const char *speculation_name(unsigned int speculative)
{
	return speculative == PFM_EVENT_INFO_SPEC_TRUE ? "yes" : speculative == PFM_EVENT_INFO_SPEC_FALSE ? "no" : NULL;
}

/* Prints "device" and "perf", what perf's -e takes, of the event with a unit mask, or "": alone, if it encodes. */
static void print_json_perf(const struct event *event, const pfm_pmu_info_t *pmu, const char *umask, bool *first)
{
	struct perf_event_attr attr = { .size = sizeof attr };
	char *full = NULL, string[512], device[64], text[1024];
	pfm_perf_encode_arg_t arg = { .attr = &attr, .fstr = &full, .size = sizeof arg };
	pfm_pmu_details_t details = { .size = sizeof details };
	const char *name;
	int error;

	snprintf(string, sizeof string, "%s::%s%s%s", pmu->name, event->info.name, *umask ? ":" : "", umask);
	error = pfm_get_perf_encoding_anywhere(string, PFM_PLM0 | PFM_PLM3 | PFM_PLMH, PFM_OS_PERF_EVENT_EXT, &arg);
	is_lacking(error);
	if (error || pfm_get_pmu_details(pmu->pmu, &details))
		return;
	name = device_of_instance(&details, arg.idx, full, device, sizeof device);
	json_text(first, "device", name);
	if (perf_text(&(struct perf_words){ .attr = &attr, .device = name, .name = full, .idx = arg.idx,
					    .flags = PFM_PERF_STRING }, text, sizeof text))
		json_text(first, "perf", text);
	free(full);
}

static void print_json_attr(const struct event *event, const pfm_pmu_info_t *pmu, const pfm_event_attr_info_t *attr)
{
	pfm_event_facts_t facts;
	bool first = true;

	putchar('{');
	json_text(&first, "name", attr->name);
	json_hex(&first, "code", attr->code);
	json_text(&first, "desc", attr->desc);
	if (attr->type == PFM_ATTR_UMASK) {
		json_bool(&first, "default", attr->is_dfl);
		json_bool(&first, "precise", attr->is_precise);
		if (attr->equiv)
			json_text(&first, "alias", attr->equiv);
		if (load_facts(event->info.idx, (int)attr->idx, &facts) && !same_facts(&facts, &event->facts))
			print_json_facts(&facts);
		print_json_perf(event, pmu, attr->name, &first);
	} else {
		json_text(&first, "type", attr->type == PFM_ATTR_MOD_INTEGER ? "integer" : "boolean");
		json_text(&first, "owner", source_name(attr->ctrl));
	}
	putchar('}');
}

static void print_json_attrs(const struct event *event, const pfm_pmu_info_t *pmu, const char *key, bool umasks)
{
	bool any = false;

	printf(",\"%s\":[", key);
	for (int i = 0; i < event->info.nattrs; i++) {
		if (umasks ? !umask_passes(event, i) : event->attrs[i].type == PFM_ATTR_UMASK)
			continue;
		if (any)
			putchar(',');
		any = true;
		print_json_attr(event, pmu, &event->attrs[i]);
	}
	putchar(']');
}

void print_json(const struct event *event, const pfm_pmu_info_t *pmu)
{
	bool first = true;

	if (!event_passes(event))
		return;
	putchar('{');
	json_number(&first, "schema", 1);
	json_text(&first, "pmu", pmu->name);
	json_text(&first, "event", event->info.name);
	json_number(&first, "idx", event->info.idx);
	json_hex(&first, "code", event->info.code);
	json_text(&first, "desc", event->info.desc);
	json_bool(&first, "precise", event->info.is_precise);
	json_bool(&first, "hw_smpl", event->info.support_hw_smpl);
	json_text(&first, "speculative", speculation_name(event->info.is_speculative));
	if (event->info.equiv)
		json_text(&first, "alias", event->info.equiv);
	print_json_facts(&event->facts);
	print_json_perf(event, pmu, "", &first);
	print_json_generics(event, &first);
	print_json_attrs(event, pmu, "umasks", true);
	print_json_attrs(event, pmu, "modifiers", false);
	puts("}");
}
