/*
 * An event and its _ALT variants count the same. Each variant is tried in place of the event, one event at a time, and
 * kept only if fewer rounds are needed.
 */
#include "fit/equivalents.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EQUIVALENT_NAME = 256 };

static const char endings[][8] = { "", "_ALT", "_ALT2", "_ALT3", "_ALT4" };

enum { ENDINGS = sizeof endings / sizeof *endings };

/* A trial: the events, some of them replaced, and the fewest rounds found so far. */
struct trial {
	struct fit_request requests[FIT_EVENTS];
	struct fit_question question;
	struct fit_answer answer;
	const char *names[FIT_EVENTS];  /* name of the event that replaces this one; NULL: not replaced */
	int count, rounds;
};

/* Returns the name without its ending. */
static struct span base_of(const char *name)
{
	struct span base = { name, strlen(name) };

	for (int i = 1; i < ENDINGS; i++) {
		size_t length = strlen(endings[i]);

		if (base.length > length && !strcmp(name + base.length - length, endings[i]))
			return (struct span){ name, base.length - length };
	}
	return base;
}

/* Finds the event with another ending, if there is one; its code must be all that the event's words have. */
static bool find_equivalent(const struct fit_request *request, int ending, struct event_ref *other)
{
	const char *name = name_at(request->ref.in, request->ref.event->name);
	struct span base = base_of(name);
	struct name sought;
	char text[EQUIVALENT_NAME];
	int length = snprintf(text, sizeof text, "%.*s%s", (int)base.length, base.text, endings[ending]);

	if (length < 0 || length >= EQUIVALENT_NAME || !strcmp(text, name) || request->umask_count ||
	    request->config[0] != request->ref.code)
		return false;
	sought = span_name((struct span){ text, (size_t)length });
	return !pmu_find_event(request->ref.pmu, &sought, other);
}

/* Returns how many rounds the trial takes; INT32_MAX: that is not known. */
static int rounds_of(struct trial *trial, const struct fit_machine *machine)
{
	int rounds = INT32_MAX;

	if (fit_ask(trial->requests, trial->count, machine, &trial->question))
		return rounds;
	trial->question.problem.hasty = true;
	if (fit_rounds(&trial->question.problem, &trial->answer))
		rounds = trial->answer.rounds;
	fit_question_free(&trial->question);
	return rounds;
}

static void try_equivalents(struct trial *trial, int event, const struct fit_machine *machine)
{
	struct fit_request before = trial->requests[event];
	struct event_ref other;

	for (int ending = 0; ending < ENDINGS; ending++) {
		struct fit_request *request = &trial->requests[event];
		int rounds;

		if (!find_equivalent(&before, ending, &other))
			continue;
		request->ref = other;
		request->config[0] = other.code;
		rounds = rounds_of(trial, machine);
		if (rounds < trial->rounds) {
			trial->rounds = rounds;
			trial->names[event] = name_at(other.in, other.event->name);
			return;
		}
		*request = before;
	}
}

static void say_trial(const struct trial *trial, const struct fit_request *requests, char *text, size_t size)
{
	size_t length = strlen(text);
	const char *between = length ? "; with " : "with ";

	for (int i = 0; i < trial->count; i++) {
		if (!trial->names[i] || length >= size)
			continue;
		length += (size_t)snprintf(text + length, size - length, "%s%s in the place of %s", between,
					   trial->names[i], name_at(requests[i].ref.in, requests[i].ref.event->name));
		between = ", ";
	}
	if (length < size)
		snprintf(text + length, size - length, ": %d round%s", trial->rounds, trial->rounds == 1 ? "" : "s");
}

void fit_say_equivalents(const struct fit_request *requests, int count, const struct fit_machine *machine, int rounds,
			 char *text, size_t size)
{
	struct trial *trial;
	struct event_ref other;
	int with = 0;

	for (int i = 0; i < count; i++)
		for (int ending = 0; ending < ENDINGS; ending++)
			with += find_equivalent(&requests[i], ending, &other);
	trial = with ? calloc(1, sizeof *trial) : NULL;
	if (!trial)
		return;
	memcpy(trial->requests, requests, (size_t)count * sizeof *requests);
	trial->count = count;
	trial->rounds = rounds;
	for (int i = 0; i < count && trial->rounds > 1; i++)
		try_equivalents(trial, i, machine);
	if (trial->rounds < rounds)
		say_trial(trial, requests, text, size);
	free(trial);
}
