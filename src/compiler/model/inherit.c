/*
 * An alias counts the same as its target, so the target's facts beyond its code hold for the alias as well, unless its
 * own row says otherwise. Errata and deprecation belong to a name, and are not inherited. This step precedes the
 * defaults of the table, which are for rows without facts.
 */
#include "parse.h"

#include <string.h>
#include <strings.h>

enum { MAX_DEPTH = 8 }; /* depth of aliases of aliases */

/* Facts about what is counted, not about the name. */
static const uint16_t inherited_flags = FACT_ALONE | FACT_PAIR | FACT_LEADER | FACT_FOLLOWER | FACT_UNCOUNTED |
	FACT_UNCOUNTABLE | FACT_REFUSED;

/* Takes facts that the row lacks. same: no modifiers make it another event. */
static void take_missing(struct facts *facts, const struct facts *from, bool same)
{
	if (!facts->counters.general && !facts->counters.fixed) {
		facts->counters = from->counters;
		if (!facts->counters_nosmt.general && !facts->counters_nosmt.fixed)
			facts->counters_nosmt = from->counters_nosmt;
	}
	if (!facts->period && same)
		facts->period = from->period;
	if (!facts->latency && same)
		facts->latency = from->latency;
	facts->flags |= from->flags & inherited_flags;
}

/* Finds the event of an alias, among rows that the same variants see. */
static struct event *find_for(const struct table *table, const struct event *alias, size_t length)
{
	for (int i = 0; i < table->event_count; i++) {
		struct event *event = &table->events[i];

		if (event != alias && event->visible & alias->visible && strlen(event->name) == length &&
			!strncasecmp(event->name, alias->alias, length))
			return event;
	}
	return NULL;
}

static struct umask *find_umask_for(const struct event *event, uint32_t visible, const char *name, size_t length)
{
	for (int i = 0; i < event->umask_count; i++) {
		struct umask *umask = &event->umasks[i];

		if (umask->visible & visible && strlen(umask->name) == length &&
			!strncasecmp(umask->name, name, length))
			return umask;
	}
	return NULL;
}

static void inherit_umask(const struct event *event, struct umask *umask, int depth);

/* Takes facts of the unit masks of a string, later ones first: these prevail. */
static void take_masks(struct facts *facts, const struct event *event, uint32_t visible, const char *string, int depth)
{
	size_t length = strcspn(string, ":");
	bool same = !strchr(string, '=');
	struct umask *umask = find_umask_for(event, visible, string, length);

	if (string[length] && depth < MAX_DEPTH)
		take_masks(facts, event, visible, string + length + 1, depth + 1);
	if (!umask || depth >= MAX_DEPTH)
		return;
	inherit_umask(event, umask, depth + 1);
	take_missing(facts, &umask->facts, same);
}

static void inherit_umask(const struct event *event, struct umask *umask, int depth)
{
	if (umask->alias && depth < MAX_DEPTH)
		take_masks(&umask->facts, event, umask->visible, umask->alias, depth);
}

static void inherit_event(const struct table *table, struct event *event)
{
	size_t length = strcspn(event->alias, ":");
	const struct event *target = find_for(table, event, length);
	const char *umasks = event->alias[length] ? event->alias + length + 1 : NULL;

	if (!target)
		return;
	if (umasks)
		take_masks(&event->facts, target, event->visible, umasks, 0);
	take_missing(&event->facts, &target->facts, !umasks || !strchr(umasks, '='));
	for (int i = 0; i < event->umask_count; i++) {
		struct umask *umask = &event->umasks[i];
		const struct umask *same = find_umask_for(target, umask->visible, umask->name, strlen(umask->name));

		if (same)
			take_missing(&umask->facts, &same->facts, true);
	}
}

void inherit_facts(struct table *table)
{
	for (int i = 0; i < table->event_count; i++)
		for (int k = 0; k < table->events[i].umask_count; k++)
			inherit_umask(&table->events[i], &table->events[i].umasks[k], 0);
	for (int i = 0; i < table->event_count; i++)
		if (table->events[i].alias)
			inherit_event(table, &table->events[i]);
}
