/* Checks tables: names, aliases, codes that fit their fields. */
#include "check.h"

#include "tables/hash.h"
#include "compiler/text/words.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static uint64_t field_room(const struct table_layout *layout)
{
	int width = 0;

	for (int i = 0; i < layout->segments; i++)
		width += layout->event[i].width;
	return width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}

/* Reports two rows of one name that one PMU sees. */
static void check_event_names(const struct table *table)
{
	int size = 4;
	int *slots;

	while (size < 2 * table->event_count)
		size *= 2;
	slots = need(calloc((size_t)size, sizeof *slots));
	for (int i = 0; i < table->event_count; i++) {
		const struct event *event = &table->events[i];
		uint32_t slot = name_hash(event->name, strlen(event->name)) & (uint32_t)(size - 1);

		for (; slots[slot]; slot = (slot + 1) & (uint32_t)(size - 1)) {
			const struct event *other = &table->events[slots[slot] - 1];

			if (same_name(other->name, event->name) && other->visible & event->visible &&
				!(event->flags & EVENT_SHADOWED))
				report(event->place,
					"event %s is already in line %d; if it must be, add the word shadowed",
					event->name, other->place.line);
		}
		slots[slot] = i + 1;
	}
	free(slots);
}

/* Returns whether a term is a number in place of unit masks, which no alias is. */
static bool is_raw_umask(const char *term)
{
	uint64_t number;

	return !strncmp(term, "0x", 2) && parse_number(term, &number);
}

static bool names_modifier(const struct layout *layout, const struct event *event, const char *term)
{
	size_t length = strcspn(term, "=");

	for (int i = 0; i < layout->data.modifiers; i++)
		if (event->modifiers >> i & 1 && strlen(layout->modifiers[i].name) == length &&
			!strncmp(layout->modifiers[i].name, term, length))
			return true;
	return false;
}

/* Checks "A:B:c=1": each term must be a unit mask or modifier of event, and unit masks may be aliases in turn. */
static void check_terms(const struct table *table, const struct event *event, const char *terms, struct place place,
	int depth, const char *what)
{
	while (*terms) {
		size_t length = strcspn(terms, ":");
		char *term = copy_text(terms, length);
		const struct umask *umask = find_event_umask(event, term);

		if (depth > MAX_ALIAS_DEPTH)
			report(place, "an alias of an alias, more than %d of them, or one that comes back to itself",
				MAX_ALIAS_DEPTH);
		else if (umask && umask->alias)
			check_terms(table, event, umask->alias, place, depth + 1, what);
		else if (!umask && !is_raw_umask(term) && !names_modifier(table->layout, event, term))
			report(place, "%s%s: event %s has no such unit mask or modifier", what, term, event->name);
		free(term);
		terms += length + (terms[length] == ':');
	}
}

void check_event_string(const struct table *table, const char *string, struct place place, const char *what)
{
	size_t length = strcspn(string, ":");
	const struct event *target = find_event(table, string, length);

	if (!target)
		report(place, "%s%.*s: no such event in table %s", what, (int)length, string, table->name);
	else if (string[length])
		check_terms(table, target, string + length + 1, place, 0, what);
}

static bool has_resource(const struct sharing *sharing, const char *name)
{
	for (int i = 0; i < sharing->resource_count; i++)
		if (!strcmp(sharing->resources[i].name, name))
			return true;
	return false;
}

/* Returns whether every PMU that uses the table has the resource. */
static bool offers_resource(const struct model *model, const struct table *table, const char *name)
{
	for (int i = 0; i < model->pmu_count; i++)
		for (int k = 0; k < model->pmus[i]->part_count; k++)
			if (!strcmp(model->pmus[i]->parts[k].table.text, table->name) &&
				!has_resource(model->pmus[i]->shared, name))
				return false;
	return true;
}

static void check_facts(const struct model *model, const struct table *table, const struct facts *facts,
	struct place place)
{
	for (int i = 0; i < facts->use_count; i++) {
		const struct use *use = &facts->uses[i];

		if (!offers_resource(model, table, use->resource))
			report(use->place, "no resource %s in layout %s or the PMU", use->resource,
				table->layout->name);
		if (use->field && !use->bit_count && !find_format(table->layout, use->field))
			report(use->place, "layout %s has no format field %s", table->layout->name, use->field);
	}
	if (facts->deprecated_by && !strstr(facts->deprecated_by, "::"))
		check_event_string(table, facts->deprecated_by, place, "replaced by ");
}

static bool is_too_wide(const struct table_layout *layout, const struct event *event, const struct umask *umask)
{
	if (!layout->umask.mask || umask->alias || event->flags & EVENT_TO_EXTRA || umask->data.flags & UMASK_WIDE)
		return false;
	return umask->code > layout->umask.mask >> __builtin_ctzll(layout->umask.mask);
}

/* Checks what the vendor means by a unit mask: unit masks and modifiers, with event=CODE: in front if need be. */
static void check_umask_vendor_code(const struct table *table, const struct event *event, const struct umask *umask)
{
	const char *terms = umask->facts.makers, *event_select = value_of(terms, "event");
	uint64_t code;

	if (event_select) {
		char *number = copy_text(event_select, strcspn(event_select, ":"));

		if (!parse_number(number, &code) || code > field_room(&table->layout->data))
			report(umask->place, "the vendor's event=%s of %s: expected a code of layout %s", number,
				umask->name, table->layout->name);
		terms = event_select + strlen(number);
		terms += *terms == ':';
		free(number);
	}
	check_terms(table, event, terms, umask->place, 0, "the vendor's ");
}

static void check_umasks(struct model *model, const struct table *table, const struct event *event, bool allow_missing)
{
	const struct table_layout *layout = &table->layout->data;
	unsigned int groups = 0;

	if (event->umask_count > MAX_NARROW) {
		report(event->place, "%s has %d unit masks; %d fit", event->name, event->umask_count, MAX_NARROW);
		return;
	}
	for (int i = 0; i < event->umask_count; i++) {
		const struct umask *umask = &event->umasks[i];

		groups |= 1u << umask->group;
		check_text(model, umask->text, umask->place, "unit mask", umask->name, allow_missing);
		check_facts(model, table, &umask->facts, umask->place);
		if (umask->facts.makers)
			check_umask_vendor_code(table, event, umask);
		if (umask->alias)
			check_terms(table, event, umask->alias, umask->place, 0, "alias of ");
		if (is_too_wide(layout, event, umask))
			report(umask->place, "code %#llx of %s does not fit into layout %s",
				(unsigned long long)umask->code, umask->name, table->layout->name);
		if (umask->data.flags & UMASK_NEEDS_GROUP && umask->needs_group >= event->groups)
			report(umask->place, "%s needs group %d, and there is none", umask->name, umask->needs_group);
		for (int k = 0; k < i; k++) {
			const struct umask *other = &event->umasks[k];

			if (!(other->visible & umask->visible))
				continue;
			if (same_name(other->name, umask->name))
				report(umask->place, "%s already has a unit mask %s, in line %d", event->name,
					umask->name, other->place.line);
			if (other->group == umask->group && other->data.flags & umask->data.flags & UMASK_DEFAULT)
				report(umask->place, "a second default in group %d, after %s", umask->group,
					other->name);
		}
	}
	for (int group = 0; event->umask_count && group < event->groups; group++)
		if (!(groups >> group & 1))
			report(event->place, "%s has no unit mask in group %d, but in higher ones", event->name, group);
	if (event->umask_count && !layout->umask.mask && !(event->flags & EVENT_TO_EXTRA) &&
		!event->umasks[0].rare.words[0])
		report(event->place, "layout %s has no place for unit masks", table->layout->name);
}

/* Checks that no modifiers of an event write the same bits, except where the layout has them as alternatives. */
static void check_overlaps(const struct table *table, const struct event *event)
{
	const struct layout *layout = table->layout;
	uint64_t taken[MAX_WORDS] = { 0 };

	for (int i = 0; i < layout->data.modifiers; i++) {
		const struct modifier *modifier = &layout->modifiers[i];

		if (!(event->modifiers >> i & 1) || modifier->overlaps)
			continue;
		if (taken[modifier->data.target.word] & modifier->data.target.mask)
			report(event->place, "modifier %s of %s writes bits of another of its modifiers", modifier->id,
				event->name);
		taken[modifier->data.target.word] |= modifier->data.target.mask;
	}
}

/* Checks the vendor's code: a number, which is the event's code, or another event of the table. */
static void check_vendor_code(const struct table *table, const struct event *event, uint64_t room)
{
	uint64_t code;

	if (!isdigit((unsigned char)*event->facts.makers))
		check_event_string(table, event->facts.makers, event->place, "the vendor's ");
	else if (!parse_number(event->facts.makers, &code) || code > room)
		report(event->place, "the vendor's %s of %s: expected a code of layout %s", event->facts.makers,
			event->name, table->layout->name);
}

void check_table(struct model *model, const struct table *table, bool allow_missing)
{
	uint64_t room = field_room(&table->layout->data);

	check_event_names(table);
	for (int i = 0; i < table->event_count; i++) {
		const struct event *event = &table->events[i];

		check_text(model, event->text, event->place, "event", event->name, allow_missing);
		if (event->data.code > room && !table->layout->data.column.mask)
			report(event->place, "code %#llx of %s does not fit into layout %s",
				(unsigned long long)event->data.code, event->name, table->layout->name);
		if (event->alias)
			check_event_string(table, event->alias, event->place, "alias of ");
		check_facts(model, table, &event->facts, event->place);
		if (event->facts.makers)
			check_vendor_code(table, event, room);
		check_umasks(model, table, event, allow_missing);
		check_overlaps(table, event);
	}
}
