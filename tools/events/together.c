/* Turns operands into event strings, each with the group in braces that it was in, and asks pfm_fit_strings() once. */
#include "together.h"

#include <stdlib.h>
#include <string.h>

#include "boxes.h"
#include "tables/clean.h"
#include "common/explain.h"
#include "common/language.h"
#include "resolve.h"

/* ---- gathering ---- */

static bool make_room(struct together *together)
{
	int room = together->room ? 2 * together->room : 16;
	char **operands, **strings;
	bool *boxes;
	int *groups;

	if (together->count < together->room)
		return true;
	operands = realloc(together->operands, (size_t)room * sizeof *operands);
	together->operands = operands ? operands : together->operands;
	strings = realloc(together->strings, (size_t)room * sizeof *strings);
	together->strings = strings ? strings : together->strings;
	groups = realloc(together->groups, (size_t)room * sizeof *groups);
	together->groups = groups ? groups : together->groups;
	boxes = realloc(together->boxes, (size_t)room * sizeof *boxes);
	together->boxes = boxes ? boxes : together->boxes;
	if (!operands || !strings || !groups || !boxes)
		return false;
	together->room = room;
	// cppcheck-suppress memleak ; together has them
	return true;
}

/* Adds an event, takes string over. */
static bool add(const struct encoded *encoded, char *string, struct together *together)
{
	char *copy = strdup(encoded->operand);

	if (!string || !copy || !make_room(together)) {
		complain("%s: out of memory", encoded->operand);
		free(string);
		free(copy);
		return false;
	}
	together->operands[together->count] = copy;
	together->strings[together->count] = string;
	together->boxes[together->count] = encoded->is_box;
	together->groups[together->count++] = together->brace;
	return true;
}

/* Replaces software events of the kernel that no table has: none of them needs a counter. */
static const char any_software[] = "perf::CPU-CLOCK";

/* Adds an event of perf's language, by the name that it has in the tables. */
static bool add_perfs(const struct encoded *encoded, struct together *together)
{
	unsigned int lost = PFM_PERF_WEAK | PFM_PERF_LEADER_SAMPLES | PFM_PERF_MOST_PRECISE | PFM_PERF_BPF_COUNTERS |
		PFM_PERF_RETIRE_LATENCY | PFM_PERF_NO_REGROUPING;

	if (!encoded->string && encoded->attr.type == PERF_TYPE_SOFTWARE)
		return add(encoded, strdup(any_software), together);
	if (!encoded->string)
		return refuse(encoded->operand, PFM_ERR_NOTFOUND,
			"no table has this event, so nothing is known of its counters", together->given);
	if (!(encoded->flags & lost) && says_all(encoded->string, encoded->perfs, together->given))
		return add(encoded, strdup(encoded->string), together);
	return refuse(encoded->operand, PFM_ERR_ATTR,
		"not all of its modifiers can be kept together with other events; "
		"expected some of u, k, p, G, D, e",
		together->given);
}

static pfm_pmu_t pmu_of_event(const struct together *together, int event)
{
	return pmu_of(pfm_find_event(together->strings[event]));
}

static bool add_all(struct encoded **events, int count, void *data)
{
	bool good = true;

	for (int i = 0; good && i < count; i++)
		good = events[i]->perfs ? add_perfs(events[i], data) : add(events[i], strdup(events[i]->event), data);
	return good;
}

static void note_brace(char brace, void *data)
{
	struct together *together = data;

	together->brace = brace == '{' ? together->braces++ : -1;
}

bool together_read(struct together *together, int count, char **operands)
{
	const struct asked asked = { .together = true };
	const struct resolving how = { .given = together->given, .asked = &asked, .use = add_all, .mark = note_brace,
		.data = together };

	together->brace = -1;
	return resolve_all(count, operands, &how) && together->count;
}

void together_free(struct together *together)
{
	for (int i = 0; i < together->count; i++) {
		free(together->operands[i]);
		free(together->strings[i]);
	}
	free(together->operands);
	free(together->strings);
	free(together->groups);
	free(together->boxes);
}

/* ---- the answer ---- */

bool together_ask(struct together *together)
{
	int error;

	together->fit = (pfm_fit_t){ .size = sizeof together->fit };
	together->places[0].size = sizeof together->places[0];
	error = pfm_fit_strings((const char *const *)together->strings, together->groups, together->count,
		together->given->plm, together->given->os,
		PFM_FIT_EQUIVALENTS | (together->no_smt ? PFM_FIT_NO_SMT : 0), &together->fit, together->places);
	if (error == PFM_ERR_TOOMANY)
		complain("%d events: no more than %d can be looked at together", together->count, PFM_FIT_MAX);
	else if (error)
		complain("%s", pfm_strerror(error));
	return !error;
}

/* Uses the events of a round and PMU; *done: those that have been used. */
static bool use_set(const struct together *together, int start, bool *done,
	bool (*use)(int event, bool first, void *data), void *data)
{
	pfm_pmu_t pmu = pmu_of_event(together, start);
	bool good = true, first = true;

	for (int leaders = 1; leaders >= 0; leaders--)
		for (int i = start; i < together->count; i++) {
			const pfm_placement_t *place = &together->places[i];

			if (done[i] || place->round != together->places[start].round || place->is_leader != leaders ||
				pmu_of_event(together, i) != pmu)
				continue;
			done[i] = true;
			good &= use(i, first, data);
			first = false;
		}
	return good;
}

bool together_for_each(const struct together *together, bool (*use)(int event, bool first, void *data), void *data)
{
	bool done[PFM_FIT_MAX] = { false }, good = true;

	for (int round = 0; round < together->fit.rounds; round++)
		for (int i = 0; i < together->count; i++)
			if (!done[i] && together->places[i].round == round)
				good &= use_set(together, i, done, use, data);
	return good;
}

static const char *without_pmu(const char *string)
{
	const char *colons = strstr(string, "::");

	return colons ? colons + 2 : string;
}

bool together_is_everywhere(const struct together *together, int event, bool *again)
{
	pfm_pmu_info_t own = { .size = sizeof own }, other = { .size = sizeof other };

	*again = false;
	if (!together->boxes[event] || !next_pmu(pmu_of_event(together, event), &own))
		return false;
	for (int i = 0; i < together->count; i++) {
		if (!next_pmu(pmu_of_event(together, i), &other) || !are_of_a_kind(&own, &other))
			continue;
		if (!together->boxes[i])
			return false;
		*again |= i < event && other.pmu != own.pmu &&
			together->places[i].round == together->places[event].round &&
			!strcmp(without_pmu(together->strings[i]), without_pmu(together->strings[event]));
	}
	return true;
}

/* ---- words ---- */

const char *together_name(const struct together *together, int event)
{
	return strcmp(together->strings[event], any_software) ? together->strings[event] : together->operands[event];
}

void together_counter(const struct together *together, int event, char *text, size_t size)
{
	const pfm_placement_t *place = &together->places[event];

	if (place->counter < 0)
		snprintf(text, size, "-");
	else if (place->is_pair)
		snprintf(text, size, "%d+%d", place->counter, place->counter + 1);
	else
		snprintf(text, size, "%s%d", place->is_fixed ? "f" : "", place->counter);
}

const char *together_group(const struct together *together, int event)
{
	pfm_group_info_t info = { .size = sizeof info };
	int group = together->places[event].group;

	return group < 0 || pfm_get_group_info(pmu_of_event(together, event), group, &info) ? NULL : info.name;
}

void together_verdict(const struct together *together, char *text, size_t size)
{
	const pfm_fit_t *fit = &together->fit;

	if (!fit->reason)
		snprintf(text, size, "%s", "");
	else if (fit->rounds > 1)
		snprintf(text, size, "%s; %d rounds", fit->message, fit->rounds);
	else
		snprintf(text, size, "%s", fit->message);
}
