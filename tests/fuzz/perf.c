/*
 * Strings of perf's language, and what a kernel's files may say: of a device "x", the format "f", the event "e", its
 * scale and unit.
 *
 * The parts of the input are separated by NUL bytes: string, format, event, scale, unit. What cannot be read has an
 * error in the string; what can be read gives the same number of results whatever the room, and each is in bounds.
 */
#include "fuzz.h"

#include <perfmon/pfmkit.h>

#include <stdlib.h>
#include <string.h>

#define DEVICE "/sys/bus/event_source/devices/x"

enum { PARTS = 5, MOST = 8 };

/* Cuts the input at its NUL bytes; all parts end in one. */
static char *split(const uint8_t *data, size_t size, const char **parts)
{
	char *bytes = malloc(size + 1), *at = bytes;

	memcpy(bytes, data, size);
	bytes[size] = '\0';
	for (int i = 0; i < PARTS; i++) {
		parts[i] = at;
		at += strlen(at);
		at += at < bytes + size;
	}
	return bytes;
}

static void make_device(const char *const *parts)
{
	static const char *const files[PARTS] = { NULL, DEVICE "/format/f", DEVICE "/events/e",
						 DEVICE "/events/e.scale", DEVICE "/events/e.unit" };

	fuzz_write(DEVICE "/type", "12\n", 3);
	for (int i = 1; i < PARTS; i++)
		fuzz_write(files[i], parts[i], strlen(parts[i]));
}

static void check_failure(const char *string, int error, const pfm_diagnosis_t *d)
{
	if (error != d->error || !d->message[0])
		fuzz_fail("the diagnosis is not one", string);
	if (d->offset < 0 || d->length < 0 || (size_t)d->offset + (size_t)d->length > strlen(string))
		fuzz_fail("the diagnosis points elsewhere", string);
}

static void check_event(const char *string, const pfm_perf_event_t *event)
{
	if (event->offset < 0 || event->length < 0 || (size_t)event->offset + (size_t)event->length > strlen(string))
		fuzz_fail("an event is elsewhere", string);
	if (!memchr(event->name, '\0', sizeof event->name) || !memchr(event->unit, '\0', sizeof event->unit) ||
	    !memchr(event->device, '\0', sizeof event->device))
		fuzz_fail("a text does not end", string);
	if (event->attr.size != sizeof event->attr)
		fuzz_fail("an attr has no size", string);
}

static void read_string(const char *string, int plm)
{
	pfm_perf_event_t events[MOST] = { { .size = sizeof events[0] } };
	pfm_diagnosis_t d = { .size = sizeof d };
	int count = pfm_get_perf_events(string, plm, events, MOST, &d),
		one = pfm_get_perf_event(string, plm, NULL, 0, NULL);

	if (count < 0)
		check_failure(string, count, &d);
	for (int i = 0; i < count && i < MOST; i++)
		check_event(string, &events[i]);
	if (pfm_get_perf_events(string, plm, NULL, 0, NULL) != count)
		fuzz_fail("gives another number without room", string);
	if (one >= 0 && one != count)
		fuzz_fail("is one event and a list of others", string);
}

/* What is written of an event of this machine is read as that event. */
static void write_again(const char *string, const pfm_perf_event_t *event)
{
	static const unsigned int ways[] = { 0, PFM_WRITE_FIELDS };
	pfm_perf_event_t again[MOST];
	char text[2048];

	for (int way = 0; way < 2 && !strcmp(event->device, "x"); way++) {
		int length = pfm_write_perf_event(event, ways[way], text, sizeof text), count;

		if (length < 0 || (size_t)length >= sizeof text)
			continue;
		again[0].size = sizeof again[0];
		count = pfm_get_perf_events(text, 0, again, MOST, NULL);
		for (int i = 0; i < count && i < MOST; i++)
			if (again[i].attr.type == event->attr.type && again[i].attr.config == event->attr.config &&
			    again[i].attr.config1 == event->attr.config1 &&
			    again[i].attr.config2 == event->attr.config2)
				count = 0;
		if (count)
			fuzz_fail(text, string);
	}
}

static void read_either(const char *string, int plm)
{
	pfm_perf_event_t events[MOST] = { { .size = sizeof events[0] } };
	pfm_diagnosis_t d = { .size = sizeof d };
	int count = pfm_read_events(string, plm, PFM_LANGUAGE_EITHER, events, MOST, &d);

	if (count < 0)
		check_failure(string, count, &d);
	for (int i = 0; i < count && i < MOST; i++) {
		check_event(string, &events[i]);
		write_again(string, &events[i]);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *parts[PARTS];
	char *bytes;

	fuzz_start();
	bytes = split(data, size, parts);
	pfm_terminate();
	make_device(parts);
	if (pfm_initialize())
		fuzz_fail("does not start", bytes);
	read_string(parts[0], (int)(size % 8 ? 0 : PFM_PLM3));
	read_either(parts[0], (int)(size % 8 ? 0 : PFM_PLM3));
	free(bytes);
	return 0;
}
