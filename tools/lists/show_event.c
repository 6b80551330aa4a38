/* Loads an event, with the facts that -F filters by; and the settings of showevtinfo. */
#include "showevtinfo.h"

#include <stdlib.h>
#include <string.h>

struct settings settings = {
	.given = { .os = PFM_OS_NONE }, .pager = true, .separator = "\t", .limit = 18, .sort_mask = UINT64_MAX };

bool load_event(int idx, struct event *event)
{
	int error;

	event->info.size = sizeof event->info;
	error = pfm_get_event_info(idx, settings.given.os, &event->info);
	if (error)
		return is_lacking(error) && false;
	if (event->info.nattrs > event->room) {
		size_t count = (size_t)event->info.nattrs;

		free(event->attrs);
		free(event->chosen);
		event->attrs = malloc(count * sizeof *event->attrs);
		event->chosen = malloc(count * sizeof *event->chosen);
		event->room = 0;
		if (!event->attrs || !event->chosen)
			return is_lacking(PFM_ERR_NOMEM) && false;
		event->room = event->info.nattrs;
	}
	event->is_chosen = false;
	event->umasks = 0;
	for (int i = 0; i < event->info.nattrs; i++) {
		event->attrs[i].size = sizeof event->attrs[i];
		if (pfm_get_event_attr_info(idx, i, settings.given.os, &event->attrs[i]))
			return false;
		event->umasks += event->attrs[i].type == PFM_ATTR_UMASK;
	}
	load_facts(idx, PFM_NO_UMASK, &event->facts);
	return true;
}

void free_event(struct event *event)
{
	free(event->attrs);
	free(event->chosen);
}

static bool has_flags(bool precise, bool dfl, unsigned int speculative, bool hw_smpl, bool alias, bool deprecated)
{
	return (settings.flags & FLAG_PRECISE && precise) || (settings.flags & FLAG_DEFAULT && dfl) ||
		(settings.flags & FLAG_SPECULATIVE && speculative == PFM_EVENT_INFO_SPEC_TRUE) ||
		(settings.flags & FLAG_HW_SMPL && hw_smpl) || (settings.flags & FLAG_ALIAS && alias) ||
		(settings.flags & FLAG_DEPRECATED && deprecated);
}

/* Returns whether the vendor, or our text, says that it is deprecated. */
static bool is_deprecated(const pfm_event_facts_t *facts, const char *desc)
{
	return facts->is_deprecated || strstr(desc, "Deprecated");
}

bool umask_passes(const struct event *event, int i)
{
	const pfm_event_attr_info_t *attr = &event->attrs[i];
	pfm_event_facts_t facts = { .is_deprecated = 0 };

	if (attr->type != PFM_ATTR_UMASK || (event->is_chosen && !event->chosen[i]))
		return false;
	if (settings.flags & FLAG_DEPRECATED)
		load_facts(event->info.idx, i, &facts);
	return !settings.flags || has_flags(attr->is_precise, attr->is_dfl, attr->is_speculative,
					    attr->support_hw_smpl, attr->equiv, is_deprecated(&facts, attr->desc));
}

bool event_passes(const struct event *event)
{
	if (!settings.flags)
		return true;
	if (settings.flags & FLAG_PRECISE && !event->info.is_precise && settings.flags == FLAG_PRECISE)
		return false;
	for (int i = 0; i < event->info.nattrs; i++)
		if (umask_passes(event, i))
			return true;
	if (has_flags(event->info.is_precise, false, event->info.is_speculative, event->info.support_hw_smpl,
		    event->info.equiv, is_deprecated(&event->facts, event->info.desc)))
		return true;
	return settings.flags & FLAG_DEFAULT && !event->umasks;
}

const char *source_name(pfm_attr_ctrl_t source)
{
	return source == PFM_ATTR_CTRL_PMU ? "PMU" : source == PFM_ATTR_CTRL_PERF_EVENT ? "perf_event" : "???";
}
