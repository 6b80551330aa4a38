/*
 * Groups are rows of event names; an event's number is looked up on demand. For fitting, one pass finds the places of
 * events in all groups, comparing pool offsets instead of names: a name is in the pool only once.
 */
#include "catalog/groups.h"

#include <stdlib.h>
#include <string.h>

const struct table_group_set *groups_of(int pmu)
{
	const struct table_pmu *data = pmu_data(pmu);
	const struct tables *in = pmu_body(pmu);
	const struct table_group_choice *choices = &in->group_choices.rows[data->choice], *plain = NULL;

	for (int i = 0; i < data->choices; i++) {
		if (!choices[i].conditions)
			plain = &choices[i];
		else if (pmu_is_active(pmu) &&
			catalog_meets_any(in, &in->conditions.rows[choices[i].condition], choices[i].conditions))
			return &in->group_sets.rows[choices[i].set];
	}
	return plain ? &in->group_sets.rows[plain->set] : NULL;
}

static const struct table_group *group_at(int pmu, const struct table_group_set *set, int group)
{
	return set && group >= 0 && group < set->count ? &pmu_body(pmu)->groups.rows[set->first + (uint32_t)group]
						       : NULL;
}

static const char *member_string(int pmu, const struct table_member *member)
{
	return name_at(pmu_body(pmu), member->string);
}

/* Converts bits of the tables to those of the public header: the same set in another place. */
static int public_status(uint32_t flags)
{
	_Static_assert(MEMBER_UNVERIFIED / PFM_GROUP_UNVERIFIED == MEMBER_SHARED / PFM_GROUP_SHARED,
		"status bits differ");

	return (int)(flags / MEMBER_UNVERIFIED) &
		(PFM_GROUP_UNVERIFIED | PFM_GROUP_CAVEAT | PFM_GROUP_THRESHOLD | PFM_GROUP_SHARED);
}

void groups_describe(int pmu, pfm_groups_t *groups)
{
	const struct table_group_set *set = groups_of(pmu);

	*groups = (pfm_groups_t){ .size = sizeof *groups };
	if (!set)
		return;
	groups->name = name_at(pmu_body(pmu), set->name);
	groups->ngroups = set->count;
	groups->ncounters = set->counters;
	groups->is_required = (set->flags & GROUPS_REQUIRED) != 0;
}

bool groups_info(int pmu, int group, pfm_group_info_t *info)
{
	const struct table_group *data = group_at(pmu, groups_of(pmu), group);

	if (!data)
		return false;
	*info = (pfm_group_info_t){
		.size = sizeof *info,
		.name = name_at(pmu_body(pmu), data->name),
		.title = text_at(pmu_body(pmu), data->title),
		.desc = text_at(pmu_body(pmu), data->text),
		.status = public_status(data->status),
	};
	return true;
}

int groups_find(int pmu, const char *name)
{
	const struct table_group_set *set = groups_of(pmu);
	struct span span = { name, strlen(name) };
	char *end;
	unsigned long number;

	for (int i = 0; set && i < set->count; i++)
		if (span_is(span, name_at(pmu_body(pmu), pmu_body(pmu)->groups.rows[set->first + (uint32_t)i].name)))
			return i;
	number = strtoul(name, &end, 10);
	return set && *name >= '0' && *name <= '9' && !*end && number < set->count ? (int)number : PFM_ERR_NOTFOUND;
}

static int member_identifier(int pmu, const struct table_member *member)
{
	struct event_ref ref;
	const char *string = member_string(pmu, member);
	struct name name = span_name((struct span){ string, strcspn(string, ":") });

	if (member->flags & MEMBER_NOT_IN_TABLE || pmu_find_event(pmu, &name, &ref))
		return -1;
	return event_identifier(&ref);
}

static void fill_event(int pmu, const struct table_member *member, uint32_t flags, pfm_group_event_t *event)
{
	*event = (pfm_group_event_t){
		.size = sizeof *event,
		.string = member_string(pmu, member),
		.idx = member_identifier(pmu, member),
		.has_code = (member->flags & MEMBER_HAS_CODE) != 0,
		.code = member->code,
		.status = public_status(flags),
	};
}

static const struct table_member *list_entry(int pmu, const struct table_group_set *set, int counter, int n)
{
	const struct table_list *list = &pmu_body(pmu)->group_lists.rows[set->first_list + (uint32_t)counter];

	return (uint32_t)n < list->count
		? &pmu_body(pmu)->group_members.rows[pmu_body(pmu)->group_events.rows[list->first + (uint32_t)n]]
		: NULL;
}

/* Returns the flags that the counter's list has for an event of a group. */
static uint32_t listed_flags(int pmu, const struct table_group_set *set, int counter, const struct table_member *member)
{
	const struct table_member *entry;

	for (int n = 0; (entry = list_entry(pmu, set, counter, n)); n++)
		if (entry->string == member->string)
			return entry->flags;
	return 0;
}

pfm_err_t groups_event(int pmu, int group, int counter, pfm_group_event_t *event)
{
	const struct table_group_set *set = groups_of(pmu);
	const struct table_group *data = group_at(pmu, set, group);
	uint32_t number;

	if (!data || counter < 0 || counter >= set->counters)
		return PFM_ERR_INVAL;
	number = counter < data->counters ? pmu_body(pmu)->group_events.rows[data->first + (uint32_t)counter] : 0;
	if (!number)
		return PFM_ERR_NOTFOUND;
	fill_event(pmu, &pmu_body(pmu)->group_members.rows[number],
		listed_flags(pmu, set, counter, &pmu_body(pmu)->group_members.rows[number]), event);
	return PFM_SUCCESS;
}

bool groups_counter_event(int pmu, int counter, int n, pfm_group_event_t *event)
{
	const struct table_group_set *set = groups_of(pmu);
	const struct table_member *entry = set && counter >= 0 && counter < set->counters && n >= 0
		? list_entry(pmu, set, counter, n)
		: NULL;

	if (entry)
		fill_event(pmu, entry, entry->flags, event);
	return entry != NULL;
}

/* A hash table of events, by the low bits of their names' offsets in the pool. */
enum { NAME_SLOTS = 128 };

struct filed_events {
	uint8_t first[NAME_SLOTS], next[MAX_PLACED]; /* index of the event + 1; 0: end of the chain */
};

static void file_events(const uint32_t *names, int count, struct filed_events *filed)
{
	memset(filed->first, 0, sizeof filed->first);
	for (int i = count; i-- > 0;) {
		filed->next[i] = filed->first[names[i] % NAME_SLOTS];
		filed->first[names[i] % NAME_SLOTS] = (uint8_t)(i + 1);
	}
}

void groups_places(const struct tables *in, const struct table_group_set *set, const uint32_t *names, int count,
		   uint32_t *const *counters)
{
	const struct table_member *members = in->group_members.rows;
	struct filed_events filed;

	file_events(names, count, &filed);
	for (int group = 0; group < set->count; group++) {
		const struct table_group *data = &in->groups.rows[set->first + (uint32_t)group];
		const uint16_t *events = &in->group_events.rows[data->first];

		for (int i = 0; i < count; i++)
			counters[i][group] = 0;
		/*
		 * offsets can be compared, as a name is in the pool once; member 0 is for unused counters and has no
		 * name
		 */
		for (int counter = 0; counter < data->counters; counter++) {
			// cppcheck-suppress objectIndex ; events is a part of the section
			uint32_t name = members[events[counter]].string;

			for (int i = filed.first[name % NAME_SLOTS]; i; i = filed.next[i - 1])
				if (names[i - 1] == name)
					counters[i - 1][group] |= UINT32_C(1) << counter;
		}
	}
}
