/* Layouts: what shares bits that must not. */
#include "check.h"

#include <string.h>

void check_layout(struct model *model, const struct layout *layout, bool allow_missing)
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
