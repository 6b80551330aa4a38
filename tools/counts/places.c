/*
 * Sorts the lines of a turn by place, so that each line is visited once, however many places there are. Lines without a
 * place, and times, belong to all places.
 */
#include "places.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OF_ALL = -1, OF_NONE = -2 };
enum { MOST_TIMES = 3 /* number of names for which is_time_name() is true */ };

struct line_of_place {
	int place, line;
};

/*
 * A time, which belongs to all places: a place has its own value, if there is one in the file, else that of the first
 * place.
 */
struct time_of_all {
	int name, place;
	bool is_own;
};

struct places {
	const struct given_values *values;
	bool by_package;
	int *of;                    /* by place of the file: its socket or itself, OF_ALL or OF_NONE */
	struct line_of_place *own;  /* lines of the turn, sorted by place, then by line */
	struct time_of_all times[MOST_TIMES]; /* times in the turn */
	int *common;                /* lines that belong to all places */
	int *lines;                 /* buffer for the result of next_place() */
	int own_count, time_count, common_count, at;
};

/* Returns the number of the socket that a place is in; OF_NONE: it says none. */
static int package_of(const char *place)
{
	int number, end = 0;

	if (sscanf(place, "S%d%n", &number, &end) == 1 && strchr("- ", place[end]) && number >= 0)
		return number;
	return OF_NONE;
}

struct places *begin_places(const struct given_values *values, bool by_package)
{
	struct places *places = calloc(1, sizeof *places);
	size_t lines = (size_t)values->count + 1;

	if (places)
		*places = (struct places){ .values = values,
			.by_package = by_package,
			.of = calloc((size_t)values->places.count + 1, sizeof *places->of),
			.own = calloc(lines, sizeof *places->own),
			.common = calloc(lines, sizeof *places->common),
			.lines = calloc(lines, sizeof *places->lines) };
	if (!places || !places->of || !places->own || !places->common || !places->lines) {
		end_places(places);
		is_lacking(PFM_ERR_NOMEM);
		return NULL;
	}
	for (int i = 0; i < values->places.count; i++) {
		const char *place = values->places.list[i];

		places->of[i] = !*place ? OF_ALL : by_package ? package_of(place) : i;
	}
	return places;
}

void end_places(struct places *places)
{
	if (!places)
		return;
	free(places->of);
	free(places->own);
	free(places->common);
	free(places->lines);
	free(places);
}

bool has_places(const struct places *places)
{
	for (int i = 0; i < places->values->places.count; i++)
		if (places->of[i] >= 0)
			return true;
	return false;
}

static int compare_lines(const void *a, const void *b)
{
	const struct line_of_place *one = a, *other = b;

	return one->place != other->place ? (one->place > other->place) - (one->place < other->place)
					  : (one->line > other->line) - (one->line < other->line);
}

/* Finds the entry of a time by the number of its name; the end of the list: it is new. */
static struct time_of_all *find_time(struct places *places, int name)
{
	struct time_of_all *time = places->times;

	while (time < places->times + places->time_count && time->name != name)
		time++;
	return time;
}

/* Returns whether a line is of all places: it has none, or it is a time and the first place that has it is this one. */
static bool is_of_all(struct places *places, const struct given_value *value)
{
	struct time_of_all *time;

	if (!is_time_name(places->values->names.list[value->name]))
		return places->of[value->place] == OF_ALL;
	time = find_time(places, value->name);
	if (time == places->times + places->time_count) {
		*time = (struct time_of_all){ .name = value->name, .place = value->place };
		places->time_count++;
	}
	return time->place == value->place;
}

void places_of_turn(struct places *places, int first, int end)
{
	const struct given_value *list = places->values->list;

	places->own_count = places->time_count = places->common_count = places->at = 0;
	for (int i = first; i < end; i++) {
		int of = places->of[list[i].place];

		if (is_of_all(places, &list[i]))
			places->common[places->common_count++] = i;
		if (of >= 0)
			places->own[places->own_count++] = (struct line_of_place){ of, i };
	}
	qsort(places->own, (size_t)places->own_count, sizeof *places->own, compare_lines);
}

/* Adds lines of all places that stand before a line; not times that the place has itself, nor its own lines. */
static void add_common(struct places *places, int place, int *at, int before, struct lines_of_place *found)
{
	const struct given_value *list = places->values->list;

	for (; *at < places->common_count && places->common[*at] < before; ++*at) {
		const struct given_value *value = &list[places->common[*at]];
		struct time_of_all *time = find_time(places, value->name);
		bool is_time = time < places->times + places->time_count;

		if (places->of[value->place] != place && !(is_time && time->is_own))
			places->lines[found->count++] = places->common[*at];
	}
}

/* Notes which times the place has itself, whose lines begin at first. */
static void note_own_times(struct places *places, int first)
{
	for (int i = 0; i < places->time_count; i++)
		places->times[i].is_own = false;
	for (int i = first; i < places->own_count && places->own[i].place == places->own[first].place; i++) {
		struct time_of_all *time = find_time(places, places->values->list[places->own[i].line].name);

		if (time < places->times + places->time_count)
			time->is_own = true;
	}
}

bool next_place(struct places *places, struct lines_of_place *found)
{
	int place, common = 0;

	if (places->at == places->own_count)
		return false;
	place = places->own[places->at].place;
	*found = (struct lines_of_place){ .package = places->by_package ? place : -1,
		.place = places->by_package ? -1 : place,
		.lines = places->lines };
	note_own_times(places, places->at);
	for (; places->at < places->own_count && places->own[places->at].place == place; places->at++) {
		int line = places->own[places->at].line;

		add_common(places, place, &common, line, found);
		places->lines[found->count++] = line;
	}
	add_common(places, place, &common, places->values->count, found);
	return true;
}
