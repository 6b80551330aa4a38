/*
 * Rows of one body may use a layout of another body only if every bit has the same meaning in both; texts do not
 * matter.
 */
#include "tables/layouts.h"

#include <string.h>

/* Compares all but where its rows are: places have no holes (rows.c), so that bytes can be compared. */
static bool are_places_alike(const struct table_layout *a, const struct table_layout *b)
{
	struct table_layout x = *a, y = *b;

	x.first_modifier = y.first_modifier = x.first_print = y.first_print = x.first_format = y.first_format = 0;
	return !memcmp(&x, &y, sizeof x);
}

/* Compares all but the description. */
static bool are_modifiers_alike(const struct tables *a_in, const struct table_modifier *a,
				const struct tables *b_in, const struct table_modifier *b)
{
	struct table_modifier x = *a, y = *b;

	x.name = y.name = x.text = y.text = 0;
	return !memcmp(&x, &y, sizeof x) && !strcmp(name_at(a_in, a->name), name_at(b_in, b->name));
}

static bool are_formats_alike(const struct tables *a_in, const struct table_format *a,
			      const struct tables *b_in, const struct table_format *b)
{
	struct table_format x = *a, y = *b;

	x.name = y.name = 0;
	return !memcmp(&x, &y, sizeof x) && !strcmp(name_at(a_in, a->name), name_at(b_in, b->name));
}

bool layouts_are_alike(const struct tables *a_in, const struct table_layout *a,
		       const struct tables *b_in, const struct table_layout *b)
{
	const struct table_print *prints = &a_in->prints.rows[a->first_print];
	const struct table_print *others = &b_in->prints.rows[b->first_print];
	const struct table_modifier *modifiers = &a_in->modifiers.rows[a->first_modifier];
	const struct table_modifier *other_modifiers = &b_in->modifiers.rows[b->first_modifier];
	bool alike = are_places_alike(a, b) && (!a->prints || !memcmp(prints, others, a->prints * sizeof *prints));

	for (uint32_t i = 0; alike && i < a->modifiers; i++)
		alike = are_modifiers_alike(a_in, &modifiers[i], b_in, &other_modifiers[i]);
	for (uint32_t i = 0; alike && i < a->formats; i++)
		alike = are_formats_alike(a_in, &layout_formats(a_in, a)[i], b_in, &layout_formats(b_in, b)[i]);
	return alike;
}
