/* Shows an event as a block of text. */
#include "showevtinfo.h"

#include <string.h>

#include "tables/clean.h"

const char *bold(void)
{
	return settings.color ? "\033[1m" : "";
}

const char *plain(void)
{
	return settings.color ? "\033[0m" : "";
}

/* Prints the flags of an event or unit mask. Returns how many columns they take. */
static int print_flags(bool is_precise, bool is_sampled, unsigned int speculative)
{
	int taken = 0;

	if (is_precise)
		taken += printf("[precise] ");
	if (is_sampled)
		taken += printf("[hw_smpl] ");
	if (speculative == PFM_EVENT_INFO_SPEC_TRUE)
		taken += printf("[speculative] ");
	else if (speculative == PFM_EVENT_INFO_SPEC_FALSE)
		taken += printf("[non-speculative] ");
	return taken;
}

static void print_event_flags(const pfm_event_info_t *info)
{
	bool any = info->is_precise || info->support_hw_smpl || info->is_speculative;

	if (is_terminal() && !any)
		return;
	fputs("Flags    : ", stdout);
	print_flags(info->is_precise, info->support_hw_smpl, info->is_speculative);
	puts(any ? "" : "None");
}

static void print_umask(int number, const pfm_event_attr_info_t *attr)
{
	int taken = printf("Umask-%02d : 0x%02" PRIx64 " : %s : [", number, attr->code, source_name(attr->ctrl)), flags;

	printf("%s%s%s", bold(), clean(attr->name), plain());
	taken += (int)strlen(attr->name) + printf("] : ");
	flags = attr->support_no_mods ? printf("[no modifier supported] ") : 0;
	flags += attr->is_dfl ? printf("[default] ") : 0;
	flags += print_flags(attr->is_precise, attr->support_hw_smpl, attr->is_speculative);
	if (flags)
		flags += printf(": ");
	else if (!is_terminal())
		fputs("None : ", stdout);
	if (attr->equiv)
		flags += printf("Alias to ");
	print_wrapped(settings.columns, taken + flags, clean(attr->equiv ? attr->equiv : attr->desc), "");
}

static void print_modifier(int number, const pfm_event_attr_info_t *attr)
{
	int taken = printf("Modif-%02d : 0x%02" PRIx64 " : %s : [%s] : ", number, attr->code, source_name(attr->ctrl),
		clean(attr->name));

	print_wrapped(settings.columns, taken, clean(attr->desc),
		attr->type == PFM_ATTR_MOD_INTEGER ? " (integer)" : " (boolean)");
}

/* Tells people how many unit masks more there are than they have asked for. */
static void print_more_umasks(const struct event *event, const pfm_pmu_info_t *pmu, int shown)
{
	int more = event->umasks - shown;

	if (is_terminal() && event->is_chosen && more > 0)
		printf("More     : %d unit mask%s: showevtinfo %s::%s\n", more, more == 1 ? "" : "s",
			clean(pmu->name), clean(event->info.name));
}

/* Prints facts behind all that libpfm4's tool prints. Those of a unit mask only if they are others than its event's. */
static void print_all_facts(const struct event *event)
{
	int umasks = 0;

	print_facts("Facts    : ", settings.columns, &event->facts);
	for (int i = 0; i < event->info.nattrs; i++) {
		pfm_event_facts_t facts;
		char label[32];

		if (!umask_passes(event, i))
			continue;
		snprintf(label, sizeof label, "Facts-%02d : ", umasks++);
		if (load_facts(event->info.idx, i, &facts) && !same_facts(&facts, &event->facts))
			print_facts(label, settings.columns, &facts);
	}
}

/* Prints the head: people are spared what says nothing to them; programs find each line. */
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
	print_wrapped(settings.columns, printf("Desc     : "), clean(event->info.desc), "");
	printf("Code     : 0x%" PRIx64 "\n", event->info.code);
	for (int i = 0; i < event->info.nattrs; i++)
		if (umask_passes(event, i))
			print_umask(umasks++, &event->attrs[i]);
		else if (event->attrs[i].type != PFM_ATTR_UMASK)
			print_modifier(modifiers++, &event->attrs[i]);
	print_more_umasks(event, pmu, umasks);
	print_all_facts(event);
	print_generics(event);
}
