/* Checks that need more than one line of the text. */
#include "model.h"

#include "tables/hash.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_TEXT = 240, MAX_ALIAS_DEPTH = 8 };

void check_text(struct model *model, const char *text, struct place place, const char *what, const char *name, bool allow_missing)
{
	size_t length = text ? strlen(text) : 0;

	if (!length) {
		model->missing_texts++;
		if (!allow_missing)
			report(place, "%s %s has no description", what, name);
	} else if (length > MAX_TEXT) {
		report(place, "the description of %s has %zu characters, more than %d", name, length, MAX_TEXT);
	} else if (strchr(text, ':')) {
		report(place, "a colon in the description of %s: some programs take it for the end", name);
	} else if (text[length - 1] == ' ') {
		report(place, "the description of %s ends in a blank", name);
	}
}

/* ---- layouts ---- */

static void check_layout(struct model *model, const struct layout *layout, bool allow_missing)
{
	const struct table_layout *data = &layout->data;
	uint64_t taken[MAX_WORDS];

	memcpy(taken, data->set, sizeof taken);
	for (int i = 0; i < data->segments; i++) {
		const struct table_segment *segment = &data->event[i];

		if (segment->word != NO_WORD && segment->width < 64 &&
		    taken[segment->word] & ((UINT64_C(1) << segment->width) - 1) << segment->low)
			report(layout->place, "layout %s: the event code and a constant share bits", layout->name);
	}
	if (data->umask.mask & (data->umask.mask + (data->umask.mask & -data->umask.mask)))
		report(layout->place, "layout %s: the unit mask's bits are not consecutive", layout->name);
	for (int i = 0; i < data->modifiers; i++) {
		const struct modifier *modifier = &layout->modifiers[i];
		uint64_t mask = modifier->data.target.mask, low = mask & -mask;

		check_text(model, modifier->text, modifier->place, "modifier", modifier->id, allow_missing);
		if (taken[modifier->data.target.word] & mask)
			report(modifier->place, "modifier %s writes bits that are constant", modifier->id);
		if (modifier->data.flags & MODIFIER_INTEGER && mask & (mask + low))
			report(modifier->place, "the bits of %s are not consecutive", modifier->id);
		if (i && modifier->data.number < layout->modifiers[i - 1].data.number)
			report(modifier->place, "modifiers go by ascending number");
	}
}

/* ---- tables ---- */

static uint64_t field_room(const struct table_layout *layout)
{
	int width = 0;

	for (int i = 0; i < layout->segments; i++)
		width += layout->event[i].width;
	return width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}

/* Two rows of one name are fine if no PMU sees both. */
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

			if (same_name(other->name, event->name) && other->visible & event->visible && !(event->data.flags & EVENT_SHADOWED))
				report(event->place, "event %s is already in line %d; if it must be, add the word shadowed", event->name, other->place.line);
		}
		slots[slot] = i + 1;
	}
	free(slots);
}

const struct event *find_event(const struct table *table, const char *name, size_t length)
{
	for (int i = 0; i < table->event_count; i++)
		if (strlen(table->events[i].name) == length && !strncmp(table->events[i].name, name, length))
			return &table->events[i];
	return NULL;
}

static const struct umask *find_umask(const struct event *event, const char *name)
{
	for (int i = 0; i < event->umask_count; i++)
		if (same_name(event->umasks[i].name, name))
			return &event->umasks[i];
	return NULL;
}

static bool names_modifier(const struct layout *layout, const struct event *event, const char *term)
{
	size_t length = strcspn(term, "=");

	for (int i = 0; i < layout->data.modifiers; i++)
		if (event->modifiers >> i & 1 && strlen(layout->modifiers[i].name) == length && !strncmp(layout->modifiers[i].name, term, length))
			return true;
	return false;
}

/* terms is "A:B:c=1"; every one must be a unit mask or modifier of event, and unit masks may be aliases in turn. */
static void check_terms(const struct table *table, const struct event *event, const char *terms, struct place place, int depth, const char *what)
{
	while (*terms) {
		size_t length = strcspn(terms, ":");
		char *term = copy_text(terms, length);
		const struct umask *umask = find_umask(event, term);

		if (depth > MAX_ALIAS_DEPTH)
			report(place, "the alias comes back to itself");
		else if (umask && umask->alias)
			check_terms(table, event, umask->alias, place, depth + 1, what);
		else if (!umask && !names_modifier(table->layout, event, term))
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

static bool is_too_wide(const struct table_layout *layout, const struct event *event, const struct umask *umask)
{
	if (!layout->umask.mask || umask->alias || event->data.flags & EVENT_TO_EXTRA || umask->data.flags & UMASK_WIDE)
		return false;
	return umask->code > layout->umask.mask >> __builtin_ctzll(layout->umask.mask);
}

static void check_umasks(struct model *model, const struct table *table, const struct event *event, bool allow_missing)
{
	const struct table_layout *layout = &table->layout->data;
	unsigned int groups = 0;

	for (int i = 0; i < event->umask_count; i++) {
		const struct umask *umask = &event->umasks[i];

		groups |= 1u << umask->group;
		check_text(model, umask->text, umask->place, "unit mask", umask->name, allow_missing);
		if (umask->alias)
			check_terms(table, event, umask->alias, umask->place, 0, "alias of ");
		if (is_too_wide(layout, event, umask))
			report(umask->place, "code %#llx of %s does not fit into layout %s", (unsigned long long)umask->code, umask->name, table->layout->name);
		if (umask->data.flags & UMASK_NEEDS_GROUP && umask->needs_group >= event->groups)
			report(umask->place, "%s needs group %d, and there is none", umask->name, umask->needs_group);
		for (int k = 0; k < i; k++) {
			const struct umask *other = &event->umasks[k];

			if (!(other->visible & umask->visible))
				continue;
			if (same_name(other->name, umask->name))
				report(umask->place, "%s already has a unit mask %s, in line %d", event->name, umask->name, other->place.line);
			if (other->group == umask->group && other->data.flags & umask->data.flags & UMASK_DEFAULT)
				report(umask->place, "a second default in group %d, after %s", umask->group, other->name);
		}
	}
	for (int group = 0; event->umask_count && group < event->groups; group++)
		if (!(groups >> group & 1))
			report(event->place, "%s has no unit mask in group %d, but in higher ones", event->name, group);
	if (event->umask_count && !layout->umask.mask && !(event->data.flags & EVENT_TO_EXTRA) && !event->umasks[0].rare.words[0])
		report(event->place, "layout %s has no place for unit masks", table->layout->name);
}

/* Modifiers of one event may not write the same bits, except where the layout names them as alternatives. */
static void check_overlaps(const struct table *table, const struct event *event)
{
	const struct layout *layout = table->layout;
	uint64_t taken[MAX_WORDS] = { 0 };

	for (int i = 0; i < layout->data.modifiers; i++) {
		const struct modifier *modifier = &layout->modifiers[i];

		if (!(event->modifiers >> i & 1) || modifier->overlaps)
			continue;
		if (taken[modifier->data.target.word] & modifier->data.target.mask)
			report(event->place, "modifier %s of %s writes bits of another of its modifiers", modifier->id, event->name);
		taken[modifier->data.target.word] |= modifier->data.target.mask;
	}
}

static void check_table(struct model *model, const struct table *table, bool allow_missing)
{
	uint64_t room = field_room(&table->layout->data);

	check_event_names(table);
	for (int i = 0; i < table->event_count; i++) {
		const struct event *event = &table->events[i];

		check_text(model, event->text, event->place, "event", event->name, allow_missing);
		if (event->data.code > room && !table->layout->data.column.mask)
			report(event->place, "code %#llx of %s does not fit into layout %s", (unsigned long long)event->data.code, event->name, table->layout->name);
		if (event->alias)
			check_event_string(table, event->alias, event->place, "alias of ");
		check_umasks(model, table, event, allow_missing);
		check_overlaps(table, event);
	}
}

/* ---- PMUs ---- */

static void bind_part(struct model *model, struct pmu *pmu, struct part *part, struct layout *layout)
{
	struct table *table = find_table(model, part->table.text);

	if (!table) {
		report(part->table.place, "no table %s", part->table.text);
		return;
	}
	if (!table->layout)
		table->layout = layout;
	if (table->layout->data.modifiers != layout->data.modifiers)
		report(part->table.place, "table %s is also used with layout %s, which has other modifiers", table->name, table->layout->name);
	pmu->data.visible = ALL_VARIANTS;
	if (!table->variant_count && !part->variant)
		return;
	for (int i = 0; part->variant && i < table->variant_count; i++)
		if (!strcmp(table->variants[i], part->variant)) {
			pmu->data.visible = UINT32_C(1) << i;
			return;
		}
	report(part->table.place, part->variant ? "table %s has no variant %s" : "table %s has variants; say which with variant=", table->name, part->variant);
}

static void bind_pmu(struct model *model, struct pmu *pmu)
{
	struct layout *layout = pmu->layout_name.text ? find_layout(model, pmu->layout_name.text) : NULL;

	if (!layout) {
		report(pmu->layout_name.text ? pmu->layout_name.place : pmu->name.place, "no layout %s", pmu->layout_name.text ? pmu->layout_name.text : "");
		return;
	}
	while (model->layouts[pmu->data.layout] != layout)
		pmu->data.layout++;
	pmu->data.visible = ALL_VARIANTS;
	if (!pmu->part_count)
		report(pmu->name.place, "%s has no events", pmu->name.text);
	for (int i = 0; i < pmu->part_count; i++)
		bind_part(model, pmu, &pmu->parts[i], layout);
}

/* Rows of a part are counted from 0. */
static void check_rows(const struct model *model, const struct pmu *pmu)
{
	for (int i = 0; i < pmu->part_count; i++) {
		const struct part *part = &pmu->parts[i];
		const struct table *table = find_table(model, part->table.text);

		if (table && !part->all_rows && part->last >= (uint64_t)table->event_count)
			report(part->table.place, "table %s has %d rows, numbered from 0", table->name, table->event_count);
	}
}

/* Both names of a PMU go into C as they are, but for {n} and {m}. */
static void check_characters(const struct pmu *pmu, const char *name)
{
	for (const char *at = name; at && *at; at++) {
		if (!strncmp(at, "{n}", 3) || !strncmp(at, "{m}", 3))
			at += 2;
		else if (!isalnum((unsigned char)*at) && *at != '_') {
			report(pmu->name.place, "%s: expected letters, digits, _ and {n}", name);
			return;
		}
	}
}

static void check_pmu_names(const struct model *model)
{
	bool ids[MAX_PMU_NUMBER + 1] = { false };

	for (int i = 0; i < model->pmu_count; i++) {
		const struct pmu *pmu = model->pmus[i];
		int instances = pmu->instance_count ? pmu->instance_count : 1;

		check_characters(pmu, pmu->name.text);
		check_characters(pmu, pmu->id_name);
		for (int k = 0; k < i; k++)
			if (same_name(model->pmus[k]->name.text, pmu->name.text))
				report(pmu->name.place, "another PMU is called %s", pmu->name.text);
		if (!strstr(pmu->name.text, "{n}") != !pmu->instance_count)
			report(pmu->name.place, "instances, and {n} in the name, go together");
		for (int k = 0; k < instances; k++) {
			int id = pmu->data.id + k;

			if (id > MAX_PMU_NUMBER)
				report(pmu->name.place, "id %d of %s is above %d", id, pmu->name.text, MAX_PMU_NUMBER);
			else if (ids[id])
				report(pmu->name.place, "id %d of %s is another PMU's", id, pmu->name.text);
			else
				ids[id] = true;
		}
	}
}

/* PMUs whose events are more than the rows of one table. */
static void mark_composed(struct model *model)
{
	int count = 0;

	for (int i = 0; i < model->pmu_count; i++) {
		struct pmu *pmu = model->pmus[i];

		if (pmu->part_count <= 1 && !pmu->data.hook && !(pmu->part_count && pmu->parts[0].condition_count))
			continue;
		pmu->data.flags |= PMU_COMPOSED;
		count += pmu->instance_count ? pmu->instance_count : 1;
		if (count > MAX_COMPOSED)
			report(pmu->name.place, "more than %d PMUs with conditions for their tables, or a hook", MAX_COMPOSED);
	}
}

void bind_model(struct model *model)
{
	for (int i = 0; i < model->pmu_count; i++)
		bind_pmu(model, model->pmus[i]);
}

void check_model(struct model *model, bool allow_missing)
{
	check_pmu_names(model);
	mark_composed(model);
	for (int i = 0; i < model->pmu_count; i++)
		check_rows(model, model->pmus[i]);
	for (int i = 0; i < model->layout_count; i++)
		check_layout(model, model->layouts[i], allow_missing);
	for (int i = 0; i < model->table_count; i++)
		if (model->tables[i]->layout)
			check_table(model, model->tables[i], allow_missing);
	check_groups(model, allow_missing);
}
