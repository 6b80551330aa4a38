/* An event as an object. */
#include "showevtinfo.h"

#include "json.h"

static const char *speculation_name(unsigned int speculative)
{
	return speculative == PFM_EVENT_INFO_SPEC_TRUE ? "yes" : speculative == PFM_EVENT_INFO_SPEC_FALSE ? "no" : NULL;
}

static void print_json_attr(const struct event *event, const pfm_event_attr_info_t *attr)
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
	} else {
		json_text(&first, "type", attr->type == PFM_ATTR_MOD_INTEGER ? "integer" : "boolean");
		json_text(&first, "owner", source_name(attr->ctrl));
	}
	putchar('}');
}

static void print_json_attrs(const struct event *event, const char *key, bool umasks)
{
	bool any = false;

	printf(",\"%s\":[", key);
	for (int i = 0; i < event->info.nattrs; i++) {
		if ((event->attrs[i].type == PFM_ATTR_UMASK) != umasks || (umasks && !attr_passes(&event->attrs[i])))
			continue;
		if (any)
			putchar(',');
		any = true;
		print_json_attr(event, &event->attrs[i]);
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
	print_json_attrs(event, "umasks", true);
	print_json_attrs(event, "modifiers", false);
	puts("}");
}
