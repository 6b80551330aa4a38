/* Layouts: finds fields that overlap and must not. */
#include "check.h"

#include <string.h>

static bool is_moved(const struct table_layout *data, enum table_source from, int word)
{
	for (int i = 0; i < data->move_count; i++)
		if (data->moves[i].from == from && (from != FROM_WORD || data->moves[i].word == word))
			return true;
	return false;
}

/* Checks for perf lines, without which the kernel would be asked for 0, whatever the event is. */
static void check_moves(const struct layout *layout)
{
	const struct table_layout *data = &layout->data;
	bool moved = is_moved(data, FROM_EVENT, 0);

	for (int i = 0; i < data->segments; i++)
		moved |= data->event[i].word != NO_WORD && is_moved(data, FROM_WORD, data->event[i].word);
	if (!moved)
		report(layout->place, "layout %s lacks a line perf CONFIG WORD that takes the event code to the kernel",
			layout->name);
	if (data->umask.mask && !is_moved(data, FROM_WORD, data->umask.word))
		report(layout->place, "layout %s lacks a line perf CONFIG WORD that takes unit masks to the kernel",
			layout->name);
}

void check_layout(struct model *model, const struct layout *layout, bool allow_missing)
{
	const struct table_layout *data = &layout->data;
	uint64_t taken[MAX_WORDS];

	memcpy(taken, data->set, sizeof taken);
	check_moves(layout);
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
