/* Checks groups and lists against the tables of their PMUs, and makes lists from groups. */
#include "check.h"

#include <stdlib.h>
#include <string.h>

/* Returns the table of pmu that has the event, else its first. */
static const struct table *table_with(const struct model *model, const struct pmu *pmu, const char *string)
{
	const struct table *first = NULL;

	for (int i = 0; i < pmu->part_count; i++) {
		const struct table *table = find_table(model, pmu->parts[i].table.text);

		if (table && find_event(table, string, strcspn(string, ":")))
			return table;
		if (!first)
			first = table;
	}
	return first;
}

static bool fits(const struct pmu *pmu, const struct event *event, int counter)
{
	const struct counters *counters = &event->facts.counters;
	int fixed = counter - pmu->data.counters;
	uint32_t set = fixed < 0 ? counters->general : counters->fixed;
	int bit = fixed < 0 ? counter : fixed;

	return (!counters->general && !counters->fixed) || (bit < 32 && set >> bit & 1);
}

static void check_member(const struct model *model, const struct pmu *pmu, const struct member *member, int counter)
{
	const struct table *table = member->string ? table_with(model, pmu, member->string) : NULL;
	const struct event *event = table ? find_event(table, member->string, strcspn(member->string, ":")) : NULL;

	if (!table || !table->layout)
		return;
	if (member->data.flags & MEMBER_NOT_IN_TABLE) {
		if (event)
			report(member->place, "%s is in table %s, line %d; take the @none away", member->string,
				table->name, event->place.line);
		return;
	}
	check_event_string(table, member->string, member->place, "");
	if (event && counter >= 0 && !fits(pmu, event, counter))
		report(member->place, "%s cannot be counted on counter %d", member->string, counter);
}

static void check_members(const struct model *model, const struct pmu *pmu, const struct group_set *set)
{
	int counters = pmu->data.counters + pmu->data.fixed_counters;

	for (int i = 0; i < set->group_count; i++) {
		const struct group *group = &set->groups[i];

		/* 0: the PMU's text does not give the number of counters */
		if (counters && group->member_count > counters)
			report(group->place, "group %s has %d events, and %s has %d counters", group->name,
				group->member_count, pmu->name.text, counters);
		for (int c = 0; c < group->member_count; c++)
			check_member(model, pmu, &group->members[c], c);
	}
	for (int i = 0; i < set->event_count; i++)
		check_member(model, pmu, &set->events[i].member, -1);
}

static void check_choices(struct model *model, const struct pmu *pmu)
{
	int plain = 0;

	for (int i = 0; i < pmu->choice_count; i++) {
		const struct choice *choice = &pmu->choices[i];
		struct group_set *set = find_group_set(model, choice->set.text);

		plain += !choice->conditions;
		if (!set) {
			report(choice->set.place, "no groups %s", choice->set.text);
			continue;
		}
		if (!choice->conditions && plain > 1)
			report(choice->set.place, "second groups of %s without a condition", pmu->name.text);
		set->used = true;
		check_members(model, pmu, set);
	}
}

/* ---- lists ---- */

static int compare_members(const void *a, const void *b)
{
	return strcmp(((const struct member *)a)->string, ((const struct member *)b)->string);
}

static const struct list_event *find_list_event(const struct group_set *set, const char *string)
{
	for (int i = 0; i < set->event_count; i++)
		if (!strcmp(set->events[i].member.string, string))
			return &set->events[i];
	return NULL;
}

static bool in_list(const struct group_set *set, int counter, const char *string)
{
	for (int i = 0; i < set->list_counts[counter]; i++)
		if (set->lists[counter][i].string && !strcmp(set->lists[counter][i].string, string))
			return true;
	return false;
}

/* Returns a list's entry of an event, which never has its code. */
static struct member list_member(const struct group_set *set, const struct member *member)
{
	const struct list_event *event = find_list_event(set, member->string);
	struct member entry = event ? event->member : *member;

	entry.data.code = 0;
	entry.data.flags &= ~(uint32_t)MEMBER_HAS_CODE;
	return entry;
}

static void add_to_list(struct group_set *set, int counter, struct member member)
{
	set->lists[counter] = grow(set->lists[counter], set->list_counts[counter], sizeof *set->lists[counter]);
	set->lists[counter][set->list_counts[counter]++] = member;
}

/* Lists by name, for lists without numbers, what a counter can count: what the groups count on it. */
static void make_lists(struct group_set *set)
{
	for (int i = 0; i < set->group_count; i++)
		for (int c = 0; c < set->groups[i].member_count; c++) {
			const struct member *member = &set->groups[i].members[c];

			if (member->string && !in_list(set, c, member->string))
				add_to_list(set, c, list_member(set, member));
		}
	for (int c = 0; c < set->counters; c++)
		if (set->list_counts[c])
			qsort(set->lists[c], (size_t)set->list_counts[c], sizeof *set->lists[c], compare_members);
}

static int longest_list(const struct group_set *set, int counter)
{
	int longest = 0;

	for (int i = 0; i < set->event_count; i++)
		for (int k = 0; k < set->events[i].number_count; k++)
			if (set->events[i].numbers[k][0] == counter && set->events[i].numbers[k][1] >= longest)
				longest = set->events[i].numbers[k][1] + 1;
	return longest;
}

static void place_event(struct group_set *set, const struct list_event *event)
{
	for (int k = 0; k < event->number_count; k++) {
		struct member *entry = &set->lists[event->numbers[k][0]][event->numbers[k][1]];

		if (entry->string)
			report(event->member.place, "counter %d has two events of number %d, %s is the other",
				event->numbers[k][0], event->numbers[k][1], entry->string);
		*entry = event->member;
	}
}

static void fill_lists(struct group_set *set)
{
	for (int c = 0; c < set->counters; c++) {
		set->list_counts[c] = longest_list(set, c);
		set->lists[c] = need(calloc((size_t)set->list_counts[c] + 1, sizeof *set->lists[c]));
	}
	for (int i = 0; i < set->event_count; i++)
		place_event(set, &set->events[i]);
	for (int c = 0; c < set->counters; c++)
		for (int n = 0; n < set->list_counts[c]; n++)
			if (!set->lists[c][n].string)
				report(set->place, "lists %s: counter %d has no event of number %d", set->name, c, n);
}

/* Returns the worst status of a group's events. */
static uint8_t status_of(const struct group_set *set, const struct group *group)
{
	uint32_t flags = 0;

	for (int c = 0; c < group->member_count; c++) {
		const struct list_event *event = group->members[c].string
			? find_list_event(set, group->members[c].string)
			: NULL;

		flags |= event ? event->member.data.flags : 0;
	}
	return flags & MEMBER_UNVERIFIED ? MEMBER_UNVERIFIED : flags & MEMBER_CAVEAT ? MEMBER_CAVEAT : 0;
}

static void check_listed(const struct group_set *set, const struct group *group)
{
	for (int c = 0; c < group->member_count; c++)
		if (group->members[c].string && !in_list(set, c, group->members[c].string))
			report(group->members[c].place, "%s is not in the list of counter %d", group->members[c].string,
				c);
}

static int counters_of(const struct group_set *set)
{
	int counters = 0;

	for (int i = 0; i < set->group_count; i++)
		if (set->groups[i].member_count > counters)
			counters = set->groups[i].member_count;
	for (int i = 0; i < set->event_count; i++)
		for (int k = 0; k < set->events[i].number_count; k++)
			if (set->events[i].numbers[k][0] >= counters)
				counters = set->events[i].numbers[k][0] + 1;
	return counters;
}

static void check_set(struct model *model, struct group_set *set, bool allow_missing)
{
	if (!set->used)
		report(set->place, "no PMU uses groups %s", set->name);
	set->counters = counters_of(set);
	if (set->counters > MAX_GROUP_COUNTERS) {
		report(set->place, "groups %s need more than %d counters", set->name, MAX_GROUP_COUNTERS);
		return;
	}
	if (set->numbered)
		fill_lists(set);
	else
		make_lists(set);
	for (int i = 0; i < set->event_count; i++)
		if (find_list_event(set, set->events[i].member.string) != &set->events[i])
			report(set->events[i].member.place, "%s stands here twice", set->events[i].member.string);
	for (int i = 0; i < set->group_count; i++) {
		struct group *group = &set->groups[i];

		check_text(model, group->title, group->place, "group", group->name, allow_missing);
		check_text(model, group->text, group->place, "use of group", group->name, allow_missing);
		check_listed(set, group);
		group->status = status_of(set, group);
	}
}

void check_groups(struct model *model, bool allow_missing)
{
	for (int i = 0; i < model->pmu_count; i++)
		check_choices(model, model->pmus[i]);
	for (int i = 0; i < model->group_set_count; i++)
		check_set(model, model->group_sets[i], allow_missing);
}
