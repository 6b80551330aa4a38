/* Explains in words why events do not fit together. */
#include "fit/words.h"

#include <stdio.h>
#include <string.h>

struct sentence {
	char *text;
	size_t size, length;
};

/* Adds text. Not inline: its many calls would be 4 KB of code more. */
static NEVER_INLINE void say(struct sentence *sentence, const char *text)
{
	size_t length = strlen(text), room = sentence->size - 1 - sentence->length;

	if (length > room)
		length = room;
	memcpy(sentence->text + sentence->length, text, length);
	sentence->length += length;
	sentence->text[sentence->length] = '\0';
}

/* Adds an event as the user calls it, or "pmu::EVENT:UMASK". */
static void say_event(struct sentence *sentence, const struct fit_request *request)
{
	const struct event_ref *ref = &request->ref;

	if (request->string) {
		say(sentence, request->string);
		return;
	}
	say(sentence, pmu_name(ref->pmu));
	say(sentence, "::");
	say(sentence, name_at(ref->in, ref->event->name));
	for (int i = 0; i < request->umask_count; i++) {
		say(sentence, ":");
		say(sentence, name_at(ref->in, event_umask(ref->in, ref->event, request->umasks[i])->name));
	}
}

static void say_events(struct sentence *sentence, const struct fit_request *requests, uint64_t events)
{
	int event, left = fit_size(events);

	FOR_EACH_IN(event, events) {
		say_event(sentence, &requests[event]);
		left--;
		say(sentence, left > 1 ? ", " : left ? " and " : "");
	}
}

static void say_number(struct sentence *sentence, int number)
{
	char text[16];

	snprintf(text, sizeof text, "%d", number);
	say(sentence, text);
}

/* Adds ranges of counters: "0-3, 5 and f0". */
static void say_counters(struct sentence *sentence, uint64_t counters)
{
	bool first = true;

	for (int counter = 0; counter < 64; counter++) {
		int last = counter;

		if (!(counters & fit_bit(counter)))
			continue;
		while (last < 63 && last != FIT_FIXED - 1 && counters & fit_bit(last + 1))
			last++;
		say(sentence, first ? "" : ", ");
		say(sentence, counter >= FIT_FIXED ? "f" : "");
		say_number(sentence, counter % FIT_FIXED);
		if (last > counter) {
			say(sentence, "-");
			say_number(sentence, last % FIT_FIXED);
		}
		counter = last;
		first = false;
	}
}

static void say_too_few(struct sentence *sentence, const struct fit_question *question,
			const struct fit_request *requests, const struct fit_conflict *conflict)
{
	int unit = question->problem.events[fit_first(conflict->events)].unit, events = fit_size(conflict->events);
	const struct fit_unit *data = &question->problem.units[unit];

	say_events(sentence, requests, conflict->events);
	if (!conflict->counters) {
		say(sentence, question->problem.events[fit_first(conflict->events)].flags & FIT_REFUSED
					 ? " cannot be counted: the kernel has no such event there"
			      : events > 1 ? " cannot be counted: no counter takes them"
					 : " cannot be counted: no counter takes it");
		return;
	}
	say(sentence, events == 1 ? " needs " : events == 2 ? " both need " : " all need ");
	say(sentence, fit_size(conflict->counters) == 1 ? "counter " : "one of the counters ");
	say_counters(sentence, conflict->counters);
	if (data->reserved && !(data->reserved & ~conflict->counters))
		say(sentence, ", one of which the watchdog has");
	if (data->held && !(data->general & ~conflict->counters)) {
		say(sentence, ", of which ");
		say_number(sentence, data->held);
		say(sentence, data->held > 1 ? " are not free" : " is not free");
	}
}

/* Adds a resource's name for people. */
static void say_name(struct sentence *sentence, const struct fit_question *question, int number)
{
	const struct table_resource *resource = question->resources[number];
	const struct tables *body = pmu_body(question->pmus[question->resource_units[number]]);

	say(sentence, resource->text ? text_at(body, resource->text) : name_at(body, resource->name));
}

static void say_resource(struct sentence *sentence, const struct fit_question *question,
			 const struct fit_request *requests, const struct fit_conflict *conflict)
{
	const struct table_resource *resource = question->resources[conflict->resource];

	say_events(sentence, requests, conflict->events);
	say(sentence, " need ");
	say_name(sentence, question, conflict->resource);
	if (resource->count > 1) {
		say(sentence, " with ");
		say_number(sentence, fit_size(conflict->events));
		say(sentence, " different values; there are ");
		say_number(sentence, resource->count);
	} else {
		say(sentence, " with different values");
	}
}

void fit_say(const struct fit_question *question, const struct fit_request *requests,
	     const struct fit_conflict *conflict, char *text, size_t size)
{
	struct sentence sentence = { text, size, 0 };

	*text = '\0';
	switch (conflict->reason) {
	case FIT_FITS:
		break;
	case FIT_COUNTERS:
		say_too_few(&sentence, question, requests, conflict);
		break;
	case FIT_RESOURCE:
		say_resource(&sentence, question, requests, conflict);
		break;
	case FIT_LONELY:
		say_events(&sentence, requests, conflict->events);
		say(&sentence, ": one of them must be alone");
		break;
	case FIT_NO_LEADER:
		say_events(&sentence, requests, conflict->events);
		say(&sentence, " needs the leader of its group, which is not among the events");
		break;
	case FIT_NO_SET:
		say_events(&sentence, requests, conflict->events);
		say(&sentence, fit_size(conflict->events) > 1 ? ": no group of " : ": it is in no group of ");
		say(&sentence, pmu_name(requests[fit_first(conflict->events)].pmu));
		say(&sentence, fit_size(conflict->events) > 1 ? " has them all" : "");
		break;
	}
}

static void say_shared(struct sentence *sentence, const struct fit_question *question)
{
	for (int i = 0; i < question->resource_count; i++) {
		if (question->resources[i]->scope != SCOPE_CORE)
			continue;
		say(sentence, sentence->length ? ", " : "the threads of a core share ");
		say_name(sentence, question, i);
	}
}

static void say_watchdog(struct sentence *sentence, const struct fit_question *question)
{
	for (int unit = 0; unit < question->problem.unit_count; unit++)
		if (question->problem.units[unit].reserved) {
			say(sentence, sentence->length ? "; " : "");
			say(sentence, "the kernel's watchdog has a counter");
			return;
		}
}

/* Adds the events that the vendor wants alone and that have company. */
static void say_advice(struct sentence *sentence, const struct fit_question *question,
		       const struct fit_request *requests)
{
	uint64_t advised = 0;
	int event;

	FOR_EACH_IN(event, question->advised)
		if (fit_size(question->problem.unit_events[question->problem.events[event].unit]) > 1)
			advised |= fit_bit(event);
	if (!advised)
		return;
	say(sentence, sentence->length ? "; " : "");
	say(sentence, "the vendor says to count ");
	say_events(sentence, requests, advised);
	say(sentence, " alone");
}

void fit_say_note(const struct fit_question *question, const struct fit_request *requests,
		  const struct fit_machine *machine, char *text, size_t size)
{
	struct sentence sentence = { text, size, 0 };

	*text = '\0';
	if (machine->smt)
		say_shared(&sentence, question);
	say_watchdog(&sentence, question);
	say_advice(&sentence, question, requests);
}
