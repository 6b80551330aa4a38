/*
 * The public functions that read and write events of either language: arguments are checked here. Their contracts are
 * in <perfmon/pfmkit.h>.
 */
#include <perfmon/pfmkit.h>

#include <stddef.h>

#include "catalog/sizes.h"
#include "language/language.h"
#include "language/languages.h"
#include "encode/encode.h"

static bool events_are_good(const pfm_perf_event_t *events, int max)
{
	return max >= 0 && (!max || (events && events->size >= offsetof(pfm_perf_event_t, attr) + PERF_ATTR_SIZE_VER0 &&
				     events->size <= sizeof *events + MOST_BYTES_MORE));
}

/* What to read: one event, a list of them, or one for every PMU that has it. */
enum read_what { READ_ONE, READ_LIST, READ_EVERYWHERE };

static int read_events(const char *str, int plm, enum read_what what, int language, pfm_perf_event_t *events, int max,
		       pfm_diagnosis_t *d)
{
	struct perf_parser parser = { .text = str, .plm = (unsigned int)plm, .language = language, .events = events,
				      .max = max, .d = d };

	if (!catalog_is_open())
		return PFM_ERR_NOINIT;
	if (!str || plm & ~ALL_PLM || !events_are_good(events, max) || (d && !size_is_whole(d->size, sizeof *d)))
		return PFM_ERR_INVAL;
	parser.stride = max ? events->size : sizeof *events;
	perf_forgive(&parser);
	if (!(what == READ_EVERYWHERE ? perf_read_everywhere(&parser) : perf_read(&parser, what == READ_LIST)))
		return parser.error;
	return parser.count;
}

int pfm_get_perf_event(const char *str, int dfl_plm, pfm_perf_event_t *events, int max, pfm_diagnosis_t *d)
{
	return read_events(str, dfl_plm, READ_ONE, PFM_LANGUAGE_PERF, events, max, d);
}

int pfm_get_perf_events(const char *str, int dfl_plm, pfm_perf_event_t *events, int max, pfm_diagnosis_t *d)
{
	return read_events(str, dfl_plm, READ_LIST, PFM_LANGUAGE_PERF, events, max, d);
}

int pfm_get_language(const char *str)
{
	return str ? string_language((struct span){ str, strlen(str) }) : PFM_LANGUAGE_EITHER;
}

int pfm_read_events(const char *str, int dfl_plm, int language, pfm_perf_event_t *events, int max, pfm_diagnosis_t *d)
{
	if (language < PFM_LANGUAGE_EITHER || language > PFM_LANGUAGE_PERF)
		return PFM_ERR_INVAL;
	return read_events(str, dfl_plm, READ_LIST, language, events, max, d);
}

int pfm_get_event_encodings(const char *str, int dfl_plm, pfm_perf_event_t *events, int max, pfm_diagnosis_t *d)
{
	return read_events(str, dfl_plm, READ_EVERYWHERE, PFM_LANGUAGE_EITHER, events, max, d);
}

static bool is_label(const char *name)
{
	return !name[strcspn(name, "/, \t\n{}")];
}

int pfm_write_perf_event(const pfm_perf_event_t *event, unsigned int how, char *text, size_t size)
{
	enum { HOW = PFM_WRITE_FIELDS | PFM_WRITE_NAME | PFM_WRITE_CODE_NAME };
	int length;

	if (!catalog_is_open())
		return PFM_ERR_NOINIT;
	if (!event || !events_are_good(event, 1) || (!text && size) || how & ~(unsigned int)HOW ||
	    (how & (PFM_WRITE_NAME | PFM_WRITE_CODE_NAME) && !is_label(event->name)))
		return PFM_ERR_INVAL;
	length = perf_write_event(event, how, text, size);
	return length < 0 ? PFM_ERR_NOTSUPP : length;
}
