/* Builds the rows of layouts: modifiers, how they are printed, and formats of perf. */
#include "builder.h"

#include "tables/lookup.h"

#include <stdio.h>
#include <string.h>

/* ---- modifiers ---- */

static void build_modifier(struct builder *b, const struct modifier *modifier)
{
	struct table_modifier row = modifier->data;

	row.name = built_name(b, modifier->name);
	row.text = built_text(b, modifier->text);
	if (row.sets.mask || row.sets_if.mask || row.forces)
		row.flags |= MODIFIER_SETS;
	memcpy(built_room(b, SECTION_modifiers, 1), &row, sizeof row);
}

static void build_print(struct builder *b, const struct layout *layout, uint8_t number)
{
	const struct modifier *modifier = &layout->modifiers[number];
	bool integer = modifier->data.flags & MODIFIER_INTEGER;
	uint64_t mask = modifier->shows.mask;
	struct table_print *row = built_room(b, SECTION_prints, 1);
	char label[MAX_LABEL + 1];

	row->shift = mask ? (uint8_t)__builtin_ctzll(mask) : 0;
	row->mask = mask >> row->shift & (integer ? UINT64_MAX : 1);
	snprintf(label, sizeof label, ":%s=", modifier->name);
	row->label_length = (uint8_t)strlen(label);
	memcpy(row->label, label, strlen(label));
	row->word = modifier->shows.word;
	row->modifier = number;
	row->inverted = !integer && modifier->data.flags & MODIFIER_INVERTED;
}

/* Returns the bit set of the modifiers that have one of the flags. */
static uint32_t modifiers_with(const struct layout *layout, uint16_t flags)
{
	uint32_t set = 0;

	for (int i = 0; i < layout->data.modifiers; i++)
		if (layout->modifiers[i].data.flags & flags)
			set |= UINT32_C(1) << i;
	return set;
}

static uint32_t modifiers_with_privilege(const struct layout *layout)
{
	uint32_t set = 0;

	for (int i = 0; i < layout->data.modifiers; i++)
		if (layout->modifiers[i].data.privilege)
			set |= UINT32_C(1) << i;
	return set;
}

/* ---- layouts ---- */

static void build_formats(struct builder *b, const struct layout *layout)
{
	for (int i = 0; i < layout->format_count; i++) {
		struct table_format *row = built_room(b, SECTION_formats, 1);

		row->name = built_name(b, layout->formats[i].name);
		memcpy(row->bits, layout->formats[i].bits, sizeof row->bits);
		row->count = layout->formats[i].count;
	}
}

/* Returns the bits of the event code if all its segments are where the code has them; else 0. */
static uint64_t code_as_it_is(const struct table_layout *layout)
{
	uint64_t bits = 0;
	unsigned int at = 0;

	for (int i = 0; i < layout->segments; at += layout->event[i].width, i++) {
		const struct table_segment *segment = &layout->event[i];

		if (segment->word || segment->low != at || layout->column.mask)
			return 0;
		bits |= (segment->width == 64 ? UINT64_MAX : (UINT64_C(1) << segment->width) - 1) << at;
	}
	return bits;
}

/* Returns the bits of privilege-level modifiers if the PMU's own levels decide them and they are just bits; else 0. */
static uint64_t levels_of(struct builder *b, const struct table_layout *layout)
{
	uint64_t bits = 0;

	for (uint32_t left = layout->with_privilege; left; left &= left - 1) {
		const struct table_modifier *modifier =
			built_row(b, SECTION_modifiers, layout->first_modifier + (uint32_t)__builtin_ctz(left));

		if (modifier->target.word || modifier->flags & MODIFIER_OTHERWISE)
			return 0;
		bits |= modifier->target.mask;
	}
	return layout->privilege == PRIVILEGE_SUPPORTED ? bits : 0;
}

static uint64_t edge_rule_bits(const struct layout *layout, uint8_t number)
{
	const struct table_place *target = number ? &layout->modifiers[number - 1].data.target : NULL;

	if (target && target->word)
		report(layout->place, "layout %s: the edge rule is about another word than the first", layout->name);
	return target ? target->mask : 0;
}

static void build_letters(const struct layout *layout, uint8_t by_letter[LETTERS])
{
	memset(by_letter, layout->data.modifiers, LETTERS);
	for (int i = layout->data.modifiers; i-- > 0;)
		by_letter[first_letter(*layout->modifiers[i].name)] = (uint8_t)i;
}

void build_layout(struct builder *b, const struct layout *layout)
{
	struct table_layout row = layout->data;

	row.first_modifier = built_count(b, SECTION_modifiers);
	row.first_print = built_count(b, SECTION_prints);
	row.first_format = built_count(b, SECTION_formats);
	for (int i = 0; i < row.modifiers; i++)
		build_modifier(b, &layout->modifiers[i]);
	for (int i = 0; i < row.modifiers; i++)
		if (!(layout->modifiers[layout->print[i]].data.flags & MODIFIER_SILENT))
			build_print(b, layout, layout->print[i]);
	PUT(row.prints, built_count(b, SECTION_prints) - row.first_print, layout->place, "modifiers to print");
	build_formats(b, layout);
	row.first_modifier = built_run(b, SECTION_modifiers, row.first_modifier);
	row.first_print = built_run(b, SECTION_prints, row.first_print);
	row.first_format = built_run(b, SECTION_formats, row.first_format);
	PUT(row.formats, layout->format_count, layout->place, "formats of a layout");
	row.with_privilege = modifiers_with_privilege(layout);
	row.with_taken = modifiers_with(layout, MODIFIER_TAKEN);
	row.with_required = modifiers_with(layout, MODIFIER_IF_REQUIRED);
	row.not_under_perf = modifiers_with(layout, MODIFIER_OS | MODIFIER_RAW_ONLY);
	row.code_as_it_is = code_as_it_is(&row);
	row.levels = levels_of(b, &row);
	row.edge_bits = edge_rule_bits(layout, row.edge);
	row.edge_needs = edge_rule_bits(layout, row.counter_mask);
	build_letters(layout, row.by_letter);
	memcpy(built_room(b, SECTION_layouts, 1), &row, sizeof row);
}
