/* Groups of events that are counted together, and the lists of events that each counter can count. */
#include "parse.h"

#include <stdlib.h>
#include <string.h>

static const struct { const char *name; uint32_t value;
} list_flags[] = { { "unverified", MEMBER_UNVERIFIED }, { "caveat", MEMBER_CAVEAT }, { "threshold", MEMBER_THRESHOLD },
	{ "shared", MEMBER_SHARED } };

/* Parses "EVENT:UMASK", with @CODE if the event has another code on this counter, @none if it has none at all; "-":
 * nothing. */
static struct member parse_member(struct place place, const char *text)
{
	struct member member = { .place = place };
	const char *at = strchr(text, '@');

	if (!strcmp(text, "-"))
		return member;
	member.string = copy_text(text, at ? (size_t)(at - text) : strlen(text));
	if (!at)
		return member;
	if (!strcmp(at, "@none"))
		member.data.flags = MEMBER_NOT_IN_TABLE;
	else if (parse_number(at + 1, &member.data.code))
		member.data.flags = MEMBER_HAS_CODE;
	else
		report(place, "%s: expected a code, or none, after the @", text);
	return member;
}

static void add_member(struct member **list, int *count, struct member member)
{
	*list = grow(*list, *count, sizeof **list);
	(*list)[(*count)++] = member;
}

static struct group_set *add_group_set(struct model *model, const struct word *name)
{
	struct group_set *set = need(calloc(1, sizeof *set));

	set->name = name->text;
	set->place = name->place;
	model->group_sets = grow(model->group_sets, model->group_set_count, sizeof *model->group_sets);
	model->group_sets[model->group_set_count++] = set;
	return set;
}

/* ---- groups ---- */

/* Parses "groups NAME [required] [everywhere=EVENT,EVENT]". */
static void parse_groups_header(const struct line *line, struct group_set *set)
{
	for (int i = 2; i < line->count; i++) {
		struct word word = line->words[i];
		const char *list = value_of(word.text, "everywhere");

		if (!strcmp(word.text, "required"))
			set->required = true;
		else if (!list)
			report(word.place, "unknown word %s", word.text);
		for (struct item *item = list ? cut_list(list) : NULL; item; item = item->next)
			add_member(&set->everywhere, &set->everywhere_count, parse_member(word.place, item->text));
	}
}

static void check_group_name(const struct group_set *set, const struct group *group, bool shadowed)
{
	for (int i = 0; i < set->group_count - 1; i++)
		if (same_name(set->groups[i].name, group->name) && !shadowed) {
			report(group->place, "group %s is already in line %d; if it must be, add the word shadowed",
				group->name, set->groups[i].place.line);
			return;
		}
}

/* Parses "NAME NUMBER [shadowed] EVENT ... : title". */
static void parse_group(const struct line *line, struct group_set *set)
{
	struct group *group;
	int first = 2;
	bool shadowed = line->count > first && !strcmp(line->words[first].text, "shadowed");
	uint64_t number;

	set->groups = grow(set->groups, set->group_count, sizeof *set->groups);
	group = &set->groups[set->group_count++];
	*group = (struct group){ .name = line->words[0].text, .place = line->words[0].place, .title = line->text };
	if (line->count < 3) {
		report(group->place, "expected: NAME NUMBER EVENT ... : title");
		return;
	}
	if (!parse_number(line->words[1].text, &number) || number != (uint64_t)set->group_count - 1)
		report(line->words[1].place, "%s: groups are numbered from 0, this is number %d", line->words[1].text,
			set->group_count - 1);
	check_group_name(set, group, shadowed);
	for (int i = first + shadowed; i < line->count; i++)
		add_member(&group->members, &group->member_count,
			parse_member(line->words[i].place, line->words[i].text));
	for (int i = 0; i < set->everywhere_count; i++)
		add_member(&group->members, &group->member_count, set->everywhere[i]);
}

/* Parses the line below a group: "use : text". */
static void parse_use(const struct line *line, struct group_set *set)
{
	if (!set->group_count)
		report(line->words[0].place, "a description before the first group");
	else if (line->count > 1 || strcmp(line->words[0].text, "use"))
		report(line->words[0].place, "%s: expected use and, after a colon, what the group is for",
			line->words[0].text);
	else if (set->groups[set->group_count - 1].text)
		report(line->words[0].place, "a second description of %s", set->groups[set->group_count - 1].name);
	else
		set->groups[set->group_count - 1].text = line->text;
}

void parse_groups(struct model *model, const struct source *source, int *number)
{
	const struct line *line = &source->lines[*number];
	struct group_set *set = find_group_set(model, line->words[1].text);

	if (set && set->group_count)
		report(line->words[1].place, "other groups are called %s", set->name);
	if (!set)
		set = add_group_set(model, &line->words[1]);
	parse_groups_header(line, set);
	for (++*number; *number < source->count && !starts_block(&source->lines[*number]); ++*number) {
		line = &source->lines[*number];
		if (line->indented)
			parse_use(line, set);
		else
			parse_group(line, set);
	}
}

/* ---- lists ---- */

/* Parses "N", or "N,N" for an event that is twice in the list of one counter; "-": not on this counter. */
static void parse_numbers(struct word word, int counter, struct list_event *event)
{
	if (!strcmp(word.text, "-"))
		return;
	for (struct item *item = cut_list(word.text); item; item = item->next) {
		uint64_t value;

		if (!parse_number(item->text, &value) || value > 0xffff) {
			report(word.place, "%s: expected numbers, -, unverified, caveat, threshold or shared",
				word.text);
			return;
		}
		event->numbers = grow(event->numbers, event->number_count, sizeof *event->numbers);
		event->numbers[event->number_count][0] = (uint16_t)counter;
		event->numbers[event->number_count++][1] = (uint16_t)value;
	}
}

static uint32_t list_flag(const char *text)
{
	for (size_t i = 0; i < sizeof list_flags / sizeof list_flags[0]; i++)
		if (!strcmp(list_flags[i].name, text))
			return list_flags[i].value;
	return 0;
}

/* Parses "EVENT [NUMBER-ON-COUNTER-0 NUMBER-ON-COUNTER-1 ...] [FLAG ...]". */
static void parse_list_event(const struct line *line, struct group_set *set)
{
	struct list_event event = { .member = parse_member(line->words[0].place, line->words[0].text) };
	int counter = 0;

	if (!event.member.string || event.member.data.flags & MEMBER_HAS_CODE) {
		report(line->words[0].place, "%s: expected an event", line->words[0].text);
		return;
	}
	for (int i = 1; i < line->count; i++) {
		uint32_t flag = list_flag(line->words[i].text);

		event.member.data.flags |= flag;
		if (flag)
			continue;
		if (counter == MAX_GROUP_COUNTERS)
			report(line->words[i].place, "more than %d counters", MAX_GROUP_COUNTERS);
		else
			parse_numbers(line->words[i], counter++, &event);
	}
	set->numbered |= counter > 0;
	set->events = grow(set->events, set->event_count, sizeof *set->events);
	set->events[set->event_count++] = event;
}

void parse_lists(struct model *model, const struct source *source, int *number)
{
	const struct line *line = &source->lines[*number];
	struct group_set *set = find_group_set(model, line->words[1].text);

	if (set && set->event_count)
		report(line->words[1].place, "other lists are called %s", set->name);
	if (!set)
		set = add_group_set(model, &line->words[1]);
	for (++*number; *number < source->count && !starts_block(&source->lines[*number]); ++*number)
		parse_list_event(&source->lines[*number], set);
}
