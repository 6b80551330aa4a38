/*
 * Times of the kernel say for how long an event asked for a counter and for how long it had one. A set that was
 * switched off in between has not asked: what others on its CPU asked for is the whole.
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
	return one->round == other->round && one->cpu == other->cpu && !strcmp(one->device, other->device);
}

bool pieces_make_sets(struct pieces *pieces, int cpu)
{
	size_t count = (size_t)pieces->count + 1;

	pieces->attrs = calloc(count, sizeof *pieces->attrs);
	pieces->readings = calloc(count, sizeof *pieces->readings);
	pieces->base = calloc(count, sizeof *pieces->base);
	pieces->sets = calloc(count, sizeof *pieces->sets);
	if (!pieces->attrs || !pieces->readings || !pieces->base || !pieces->sets)
		return false;
	for (int i = 0; i < pieces->count; i++) {
		const struct piece *piece = &pieces->list[i];

		pieces->attrs[i] = piece->attr;
		if (!pieces->set_count || !are_one_group(piece - 1, piece) ||
		    pieces->sets[pieces->set_count - 1].count == MAX_SET_EVENTS)
			pieces->sets[pieces->set_count++] = (struct counted){
				.cpu = piece->cpu >= 0 ? piece->cpu : cpu,
				.everybody = piece->everybody,
				.events = &pieces->attrs[i],
				.readings = &pieces->readings[i] };
		pieces->sets[pieces->set_count - 1].count++;
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
	const struct counted *set = pieces->sets;

	while (set->events + set->count <= pieces->attrs + piece)
		set++;
	return set;
}

/* How long anything on the same CPU asked for counters. */
static uint64_t whole_time(const struct pieces *pieces, const struct piece *own)
{
	uint64_t longest = 0;

	for (int i = 0; i < pieces->count; i++) {
		uint64_t time = pieces->readings[i].enabled - pieces->base[i].enabled;

		if (pieces->list[i].cpu == own->cpu && pieces->list[i].everybody == own->everybody && time > longest)
			longest = time;
	}
	return longest;
}

static bool is_of(const struct piece *piece, int event, int package)
{
	return piece->event == event && (package < 0 || piece->package < 0 || piece->package == package);
}

static void add_piece(const struct pieces *pieces, int number, bool is_alone, struct piece_sum *sum)
{
	const struct reading *now = &pieces->readings[number], *base = &pieces->base[number];
	uint64_t value = now->value - base->value, running = now->running - base->running;
	uint64_t enabled = pieces->take_turns ? whole_time(pieces, &pieces->list[number])
					      : now->enabled - base->enabled;
	double own = enabled && running < enabled ? (double)running / (double)enabled : enabled ? 1 : 0;

	if (own < sum->share)
		sum->share = own;
	if (is_alone) {
		*sum = (struct piece_sum){ .value = (double)value, .enabled = enabled, .running = running,
			.share = sum->share, .devices = sum->devices };
	} else if (own > 0) {
		sum->value += (double)value / own;
		sum->enabled = sum->running = 1;
	}
}

struct piece_sum pieces_sum(const struct pieces *pieces, int event, int package, int device)
{
	struct piece_sum sum = { .share = 1 };
	const char *last = NULL;
	int wanted = 0, number = -1;

	for (int i = 0; i < pieces->count; i++)
		wanted += is_of(&pieces->list[i], event, package);
	for (int i = 0; i < pieces->count; i++) {
		const struct piece *piece = &pieces->list[i];

		if (!is_of(piece, event, package))
			continue;
		number += !last || strcmp(last, piece->device);
		if (!last || strcmp(last, piece->device))
			sum.devices += device < 0 || number == device;
		last = piece->device;
		if ((device < 0 || number == device) && !set_of(pieces, i)->error)
			add_piece(pieces, i, wanted == 1, &sum);
	}
	return sum;
}

int pieces_devices(const struct pieces *pieces, int event, int package)
{
	const char *last = NULL;
	int count = 0;

	for (int i = 0; i < pieces->count; i++)
		if (is_of(&pieces->list[i], event, package)) {
			count += !last || strcmp(last, pieces->list[i].device);
			last = pieces->list[i].device;
		}
	return count;
}

const char *pieces_device(const struct pieces *pieces, int event, int device)
{
	const char *last = NULL;

	for (int i = 0; i < pieces->count; i++)
		if (is_of(&pieces->list[i], event, -1)) {
			device -= !last || strcmp(last, pieces->list[i].device);
			last = pieces->list[i].device;
			if (device < 0)
				return last;
		}
	return NULL;
}
