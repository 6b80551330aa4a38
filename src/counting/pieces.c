/*
 * The kernel reports how long an event wanted a counter and how long it had one. A set that was switched off in between
 * did not want one then: the longest time of any event on its CPU is the total.
 */
#define _GNU_SOURCE
#include "counting/pieces.h"

#include <stdlib.h>
#include <string.h>

bool pieces_add(struct pieces *pieces, const struct piece *piece)
{
	if (pieces->count == pieces->room) {
		int room = 2 * pieces->room + 16;
		struct piece *larger = realloc(pieces->list, (size_t)room * sizeof *larger);

		if (!larger)
			return false;
		pieces->list = larger;
		pieces->room = room;
	}
	pieces->list[pieces->count++] = *piece;
	if (piece->target >= pieces->target_count)
		pieces->target_count = piece->target + 1;
	return true;
}

static int compare_pieces(const void *a, const void *b)
{
	const struct piece *one = a, *other = b;
	int devices = strverscmp(one->device, other->device);

	if (one->round != other->round)
		return one->round - other->round;
	if (devices || one->cpu != other->cpu)
		return devices ? devices : one->cpu - other->cpu;
	if (one->pid != other->pid)
		return one->pid < other->pid ? -1 : 1;
	if (one->is_leader != other->is_leader)
		return one->is_leader ? -1 : 1;
	return one->event - other->event;
}

void pieces_sort(struct pieces *pieces)
{
	if (pieces->count)
		qsort(pieces->list, (size_t)pieces->count, sizeof *pieces->list, compare_pieces);
}

static bool are_one_group(const struct piece *one, const struct piece *other)
{
	return one->round == other->round && one->cpu == other->cpu && one->pid == other->pid &&
	       !strcmp(one->device, other->device);
}

bool pieces_make_sets(struct pieces *pieces, int cpu)
{
	size_t count = (size_t)pieces->count + 1;

	pieces->attrs = calloc(count, sizeof *pieces->attrs);
	pieces->readings = calloc(count, sizeof *pieces->readings);
	pieces->base = calloc(count, sizeof *pieces->base);
	pieces->sets = calloc(count, sizeof *pieces->sets);
	pieces->longest = calloc((size_t)pieces->target_count + 1, sizeof *pieces->longest);
	if (!pieces->longest || !pieces->attrs || !pieces->readings || !pieces->base || !pieces->sets)
		return false;
	for (int i = 0; i < pieces->count; i++) {
		const struct piece *piece = &pieces->list[i];

		pieces->attrs[i] = piece->attr;
		if (!pieces->set_count || !are_one_group(piece - 1, piece) ||
		    pieces->sets[pieces->set_count - 1].count == MAX_SET_EVENTS)
			pieces->sets[pieces->set_count++] = (struct counted){
				.cpu = piece->cpu >= 0 ? piece->cpu : cpu,
				.everybody = piece->everybody,
				.pid = piece->pid,
				.is_cgroup = piece->is_cgroup,
				.may_leave_kernel = piece->may_leave_kernel,
				.events = &pieces->attrs[i],
				.readings = &pieces->readings[i] };
		pieces->sets[pieces->set_count - 1].count++;
		pieces->list[i].set = pieces->set_count - 1;
	}
	return true;
}

void pieces_free(struct pieces *pieces)
{
	free(pieces->list);
	free(pieces->attrs);
	free(pieces->readings);
	free(pieces->base);
	free(pieces->sets);
	free(pieces->longest);
	*pieces = (struct pieces){ .list = NULL };
}

void pieces_begin(struct pieces *pieces)
{
	memcpy(pieces->base, pieces->readings, (size_t)pieces->count * sizeof *pieces->base);
}

int piece_refused(const struct pieces *pieces, const struct counted *set)
{
	return (int)(set->events - pieces->attrs) + set->refused;
}

/* ---- sums ---- */

static const struct counted *set_of(const struct pieces *pieces, int piece)
{
	return &pieces->sets[pieces->list[piece].set];
}

/* Finds how long anything of each target asked for counters. */
static void find_longest(const struct pieces *pieces, bool whole)
{
	memset(pieces->longest, 0, (size_t)pieces->target_count * sizeof *pieces->longest);
	for (int i = 0; i < pieces->count; i++) {
		uint64_t time = pieces->readings[i].enabled - (whole ? 0 : pieces->base[i].enabled);

		if (time > pieces->longest[pieces->list[i].target])
			pieces->longest[pieces->list[i].target] = time;
	}
}

void pieces_add_up(const struct pieces *pieces, int events, int packages, bool whole, struct piece_total *totals)
{
	static const struct reading start;

	memset(totals, 0, (size_t)events * (size_t)packages * sizeof *totals);
	if (pieces->take_turns)
		find_longest(pieces, whole);
	for (int i = 0; i < pieces->count; i++) {
		const struct piece *piece = &pieces->list[i];
		struct piece_total *total = &totals[piece->event * packages + piece->package];
		struct reading now = pieces->readings[i];
		const struct reading *base = whole ? &start : &pieces->base[i];
		const struct counted *set = set_of(pieces, i);

		total->pieces++;
		if (set->error) {
			total->refused++;
			total->error = set->error;
			continue;
		}
		total->devices += !total->last_device || strcmp(total->last_device, piece->device) != 0;
		total->last_device = piece->device;
		total->left_kernel |= set->left_kernel;
		if (pieces->take_turns)
			now.enabled = base->enabled + pieces->longest[piece->target];
		total->value += (double)scaled_count(&now, base);
		total->enabled += now.enabled - base->enabled;
		total->running += now.running - base->running;
		total->counted += (double)(now.value - base->value);
		if (piece->cpu < 0)
			total->task_running += now.running - base->running;
	}
}

void leave_out_elsewhere(struct piece_total *total, uint64_t elsewhere)
{
	if (!elsewhere || (total->running && !total->task_running))
		return;
	total->enabled = (uint64_t)((double)total->enabled * (double)total->running /
		(double)(total->running + elsewhere));
	total->value = total->running ? total->counted * (double)total->enabled / (double)total->running : 0;
}
