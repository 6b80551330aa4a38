/*
 * An event that is in several groups has several lines in perf stat's output. The events of a group are counted for the
 * same share of the time, and their lines follow each other. So each line of the event with the fewest lines is tried
 * as the place of the group, and for the other events the nearest lines are taken.
 */
#include "pick.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* A line of an event; sorted once by share and line, once by line. */
struct sorted_line {
	double share;
	int line, number;
};

struct sorted_lines {
	struct sorted_line *by_share, *by_line;
	int count, preferred;
};

/* Distance of lines from a place: how many have another share, and how far they are. */
struct distance {
	int other_shares;
	long lines, unlike;
};

static bool is_nearer(const struct distance *one, const struct distance *other)
{
	if (one->other_shares != other->other_shares)
		return one->other_shares < other->other_shares;
	return one->lines != other->lines ? one->lines < other->lines : one->unlike < other->unlike;
}

static int compare_lines(const void *a, const void *b)
{
	const struct sorted_line *one = a, *other = b;

	if (one->share < other->share || one->share > other->share)
		return one->share < other->share ? -1 : 1;
	return one->line - other->line;
}

static int compare_by_line(const void *a, const void *b)
{
	return ((const struct sorted_line *)a)->line - ((const struct sorted_line *)b)->line;
}

/* Returns how many of the lines stand before a wanted one. */
static int position_of(const struct sorted_line *list, int count, const struct sorted_line *wanted,
	int (*compare)(const void *, const void *))
{
	int low = 0, high = count;

	while (low < high) {
		int middle = low + (high - low) / 2;

		if (compare(&list[middle], wanted) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Returns the nearest of the two lines around a place in a sorted list. */
static const struct sorted_line *nearest_in(const struct sorted_lines *lines, const struct sorted_line *list,
	const struct sorted_line *place, int (*compare)(const void *, const void *), struct distance *least)
{
	int position = position_of(list, lines->count, place, compare);
	const struct sorted_line *best = NULL;

	for (int at = position - 1; at <= position; at++) {
		struct distance own;

		if (at < 0 || at >= lines->count)
			continue;
		own = (struct distance){ list[at].share < place->share || list[at].share > place->share,
			labs((long)list[at].line - place->line), labs((long)list[at].number - lines->preferred) };
		if (!best || is_nearer(&own, least)) {
			best = &list[at];
			*least = own;
		}
	}
	return best;
}

/* Returns the number of the line that is nearest to a place: of the same share, else of any share. */
static int nearest_to(const struct sorted_lines *lines, const struct sorted_line *place, struct distance *least)
{
	const struct sorted_line *best = nearest_in(lines, lines->by_share, place, compare_lines, least);

	if (least->other_shares)
		best = nearest_in(lines, lines->by_line, place, compare_by_line, least);
	return best->number;
}

static struct distance try_place(struct sorted_lines *all, int count, const struct sorted_line *place, int *chosen)
{
	struct distance sum = { 0, 0, 0 };

	for (int i = 0; i < count; i++) {
		struct distance own = { 0, 0, 0 };

		chosen[i] = all[i].count ? nearest_to(&all[i], place, &own) : 0;
		sum.other_shares += own.other_shares;
		sum.lines += own.lines;
		sum.unlike += own.unlike;
	}
	return sum;
}

/* Returns the event with the fewest lines, at least one. */
static int rarest_of(const struct repeated *events, int count)
{
	int rarest = 0;

	for (int i = 1; i < count; i++)
		if (events[i].count && (!events[rarest].count || events[i].count < events[rarest].count))
			rarest = i;
	return rarest;
}

static void choose(struct sorted_lines *all, struct repeated *events, int count, int *chosen)
{
	const struct sorted_lines *places = &all[rarest_of(events, count)];
	struct distance least = { INT_MAX, LONG_MAX, LONG_MAX };

	for (int i = 0; i < places->count; i++) {
		struct distance own = try_place(all, count, &places->by_line[i], chosen);

		if (!is_nearer(&own, &least))
			continue;
		least = own;
		for (int k = 0; k < count; k++)
			events[k].chosen = chosen[k];
	}
}

static bool sort_lines(const struct given_values *values, const struct repeated *event, struct sorted_lines *lines)
{
	size_t size = sizeof *lines->by_line;

	lines->count = event->count;
	lines->preferred = event->preferred;
	lines->by_line = calloc((size_t)event->count + 1, size);
	lines->by_share = calloc((size_t)event->count + 1, size);
	if (!lines->by_line || !lines->by_share)
		return false;
	for (int i = 0; i < event->count; i++)
		lines->by_line[i] = (struct sorted_line){ values->list[event->lines[i]].share, event->lines[i], i };
	memcpy(lines->by_share, lines->by_line, (size_t)lines->count * size);
	qsort(lines->by_share, (size_t)lines->count, size, compare_lines);
	return true;
}

bool pick_nearest(const struct given_values *values, struct repeated *events, int count)
{
	struct sorted_lines *all = calloc((size_t)count + 1, sizeof *all);
	int *chosen = calloc((size_t)count + 1, sizeof *chosen);
	bool good = all && chosen;

	for (int i = 0; i < count && good; i++)
		good = sort_lines(values, &events[i], &all[i]);
	if (good && count)
		choose(all, events, count, chosen);
	for (int i = 0; i < count && all; i++) {
		free(all[i].by_line);
		free(all[i].by_share);
	}
	free(all);
	free(chosen);
	return good || !is_lacking(PFM_ERR_NOMEM);
}
