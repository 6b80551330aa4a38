/* An event as a block of text. */
#include "showevtinfo.h"

#include "../src/tables/clean.h"

const char *bold(void)
{
	return settings.color ? "\033[1m" : "";
}

const char *plain(void)
{
	return settings.color ? "\033[0m" : "";
}

static void print_speculation(unsigned int speculative)
{
	if (speculative == PFM_EVENT_INFO_SPEC_TRUE)
		fputs("[speculative] ", stdout);
	else if (speculative == PFM_EVENT_INFO_SPEC_FALSE)
		fputs("[non-speculative] ", stdout);
}

static void print_event_flags(const pfm_event_info_t *info)
{
	if (is_terminal() && !info->is_precise && !info->support_hw_smpl && !info->is_speculative)
		return;
	fputs("Flags    : ", stdout);
	if (info->is_precise)
		fputs("[precise] ", stdout);
	if (info->support_hw_smpl)
		fputs("[hw_smpl] ", stdout);
	print_speculation(info->is_speculative);
	puts(info->is_precise || info->support_hw_smpl || info->is_speculative ? "" : "None");
}

static void print_umask(int number, const pfm_event_attr_info_t *attr)
{
	printf("Umask-%02d : 0x%02" PRIx64 " : %s : [%s%s%s] : ", number, attr->code, source_name(attr->ctrl), bold(),
	       clean(attr->name), plain());
	if (attr->support_no_mods)
		fputs("[no modifier supported] ", stdout);
	if (attr->is_dfl)
		fputs("[default] ", stdout);
	if (attr->is_precise)
		fputs("[precise] ", stdout);
	if (attr->support_hw_smpl)
		fputs("[hw_smpl] ", stdout);
	print_speculation(attr->is_speculative);
	if (attr->support_no_mods || attr->is_dfl || attr->is_precise || attr->support_hw_smpl || attr->is_speculative)
		fputs(": ", stdout);
	else if (!is_terminal())
		fputs("None : ", stdout);
	if (attr->equiv)
		printf("Alias to %s\n", clean(attr->equiv));
	else
		puts(clean(attr->desc));
}

/* Behind all that libpfm4's tool prints. Those of a unit mask only if they are others than its event's. */
static void print_all_facts(const struct event *event)
{
	int umasks = 0;

	print_facts("Facts    : ", &event->facts);
	for (int i = 0; i < event->info.nattrs; i++) {
		pfm_event_facts_t facts;
		char label[32];

		if (!umask_passes(event, i))
			continue;
		snprintf(label, sizeof label, "Facts-%02d : ", umasks++);
		if (load_facts(event->info.idx, i, &facts) && !same_facts(&facts, &event->facts))
			print_facts(label, &facts);
	}
}

/* People are spared what says nothing to them; programs find each line. */
static void print_head(const struct event *event, const pfm_pmu_info_t *pmu)
{
	bool person = is_terminal();

	puts("#-----------------------------");
	if (!person)
		printf("IDX\t : %d\n", event->info.idx);
	printf("PMU name : %s (%s)\nName     : %s%s%s\n", clean(pmu->name), clean(pmu->desc), bold(),
	       clean(event->info.name), plain());
	if (event->info.equiv || !person)
		printf("Equiv\t : %s\n", event->info.equiv ? clean(event->info.equiv) : "None");
}

void print_text(const struct event *event, const pfm_pmu_info_t *pmu)
{
	int umasks = 0, modifiers = 0;

	if (!event_passes(event))
		return;
	print_head(event, pmu);
	print_event_flags(&event->info);
	printf("Desc     : %s\nCode     : 0x%" PRIx64 "\n", clean(event->info.desc), event->info.code);
	for (int i = 0; i < event->info.nattrs; i++) {
		const pfm_event_attr_info_t *attr = &event->attrs[i];

		if (umask_passes(event, i))
			print_umask(umasks++, attr);
		else if (attr->type != PFM_ATTR_UMASK)
			printf("Modif-%02d : 0x%02" PRIx64 " : %s : [%s] : %s (%s)\n", modifiers++, attr->code,
			       source_name(attr->ctrl), clean(attr->name), clean(attr->desc),
			       attr->type == PFM_ATTR_MOD_INTEGER ? "integer" : "boolean");
	}
	print_all_facts(event);
	print_generics(event);
}
