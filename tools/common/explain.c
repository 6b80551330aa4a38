/* Explains a failure with pfm_diagnose(), in words or as JSON, with the place in the string and with hints. */
#include "explain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tables/clean.h"
#include "error_words.h"
#include "json.h"
#include "language.h"

/* Prints the string again, and a caret under the place: not for strings that no line can show. */
static void point_at(const char *event, int offset, int length)
{
	int shown = (int)(strpbrk(event, "/{}") ? strlen(event) : strcspn(event, ","));

	if (!shown || shown > 200 || offset > shown)
		return;
	for (int i = 0; i < shown; i++)
		if (event[i] < ' ' || event[i] > '~')
			return;
	fprintf(stderr, "  %.*s\n  %*s^", shown, event, offset, "");
	for (int i = 1; i < length; i++)
		fputc('~', stderr);
	fputc('\n', stderr);
}

static void list_umasks(int idx)
{
	pfm_event_info_t event = { .size = sizeof event };
	pfm_event_attr_info_t attr = { .size = sizeof attr };

	if (pfm_get_event_info(idx, PFM_OS_NONE, &event))
		return;
	for (int i = 0; i < event.nattrs; i++)
		if (!pfm_get_event_attr_info(idx, i, PFM_OS_NONE, &attr) && attr.type == PFM_ATTR_UMASK)
			fprintf(stderr, "    %-28s %s%s\n", clean(attr.name), attr.is_dfl ? "(default) " : "",
				clean(attr.desc));
}

/* What a word means that is not an event. text: as in pfm_get_word_kind(). */
struct meant {
	int kind;
	char text[1024];
};

static struct meant meant_by(const char *event, const pfm_diagnosis_t *d)
{
	struct meant meant = { .kind = PFM_WORD_EVENT, .text = "" };

	if (d->error == PFM_ERR_NOTFOUND)
		meant.kind = pfm_get_word_kind(event, PFM_OS_NONE, 0, meant.text, sizeof meant.text);
	return meant;
}

/* Says what helps where nothing is like the word. */
static void say_where_to_look(const pfm_diagnosis_t *d)
{
	pfm_event_info_t info = { .size = sizeof info };

	if (d->error == PFM_ERR_ATTR && d->idx >= 0 && !pfm_get_event_info(d->idx, PFM_OS_NONE, &info))
		fprintf(stderr, "  showevtinfo '^%s::%s$' lists its unit masks and modifiers\n",
			pfm_get_pmu_name(info.pmu), clean(info.name));
	else if (d->error == PFM_ERR_NOTFOUND)
		fputs("  showevtinfo lists events; showevtinfo --pmus lists PMUs\n", stderr);
}

/* Says what it is that is no event. False: nothing that needs no suggestions. */
static bool say_what_it_is(const char *event, const struct meant *meant)
{
	if (meant->kind == PFM_WORD_METRIC && *meant->text)
		fprintf(stderr, "  this is a metric, computed from several events: pfmstat -M %s counts it\n",
			clean(event));
	else if (meant->kind == PFM_WORD_METRIC)
		fputs("  this is a metric, computed from several events; showevtinfo --metric lists those of this "
		      "machine\n", stderr);
	else if (meant->kind == PFM_WORD_CODE)
		fprintf(stderr, "  a code is written %s; evt2raw --decode %s says which event has it\n", meant->text,
			event);
	else if (meant->kind == PFM_WORD_PERFS_OWN)
		fputs("  perf counts it by itself; the kernel's event task-clock is the time on CPUs\n", stderr);
	else
		return false;
	return true;
}

void say_suggestions(const pfm_diagnosis_t *d)
{
	for (int i = 0; i < d->nsuggestions; i++)
		fprintf(stderr, "%s%s%s", i ? ", " : "  did you mean ", clean(d->suggestions[i]),
			i + 1 < d->nsuggestions ? "" : "?\n");
}

static void explain(const char *requested, const char *event, const pfm_diagnosis_t *d)
{
	struct meant meant = meant_by(event, d);

	complain("%.200s: %s", requested, d->message);
	point_at(event, d->offset, d->length);
	if (say_what_it_is(event, &meant))
		return;
	say_suggestions(d);
	if (d->error == PFM_ERR_UMASK && d->idx >= 0) {
		fputs("  its unit masks:\n", stderr);
		list_umasks(d->idx);
	} else if (d->expected[0]) {
		fprintf(stderr, "  expected: %s\n", clean(d->expected));
	} else if (meant.kind == PFM_WORD_PRESET) {
		fprintf(stderr, "  PAPI computes it as %s\n  pfmstat -M %s counts it\n", clean(meant.text),
			clean(event));
	} else if (!d->nsuggestions) {
		say_where_to_look(d);
	}
}

void json_requested(bool *first, const char *event)
{
	const char *typed = typed_name(event);

	json_text(first, "requested", typed);
	if (typed != event)
		json_text(first, "read_as", event);
}

/* Writes the file and line of an event that stands in a file. */
static void json_source(bool *first)
{
	struct input_line input = tool_input();

	if (!input.file)
		return;
	json_text(first, "file", input.file);
	json_number(first, "line", input.line);
}

static void explain_json(const char *requested, const char *event, const pfm_diagnosis_t *d)
{
	struct meant meant = meant_by(event, d);
	bool first = true, inner = true;

	putchar('{');
	json_number(&first, "schema", 1);
	json_requested(&first, requested);
	json_text(&first, "event", event);
	json_source(&first);
	json_open(&first, "error");
	json_text(&inner, "code", error_word(d->error));
	json_text(&inner, "message", d->message);
	json_number(&inner, "offset", d->offset);
	json_number(&inner, "length", d->length);
	if (d->expected[0])
		json_text(&inner, "expected", d->expected);
	if (meant.kind == PFM_WORD_PRESET)
		json_text(&inner, "formula", meant.text);
	json_key(&inner, "suggestions");
	putchar('[');
	for (int i = 0; i < d->nsuggestions; i++) {
		if (i)
			putchar(',');
		json_string(d->suggestions[i]);
	}
	puts("]}}");
}

/* Says which layer above this one has a modifier that this one lacks. */
static void say_which_layer(const char *event, const struct given *given)
{
	static const char *const names[] = { [PFM_OS_PERF_EVENT] = "perf", [PFM_OS_PERF_EVENT_EXT] = "perf_ext" };
	struct given above = *given;

	for (above.os = given->os + 1; above.os <= PFM_OS_PERF_EVENT_EXT; above.os++) {
		struct perf_event_attr attr = { .size = sizeof attr };

		if (!try_string(event, &above, &attr)) {
			fprintf(stderr, "  the kernel has it: --os %s\n", names[above.os]);
			return;
		}
	}
}

bool explain_failure(const char *requested, const char *event, const struct given *given)
{
	pfm_diagnosis_t d = { .size = sizeof d };
	/* a string with a slash, if not read by --pfm, is encoded for perf_event */
	pfm_os_t os = strchr(event, '/') ? PFM_OS_NONE : given->os;

	/* if the event is valid now, memory was lacking before */
	if (is_perfs(event, given))
		pfm_get_perf_events(event, given->plm_given ? given->plm : 0, NULL, 0, &d);
	else if (pfm_diagnose(event, given->plm, os, &d) ||
		 /* it has codes, but no attr */
		 (!d.error && pfm_diagnose(event, given->plm, PFM_OS_PERF_EVENT_EXT, &d)))
		d.error = PFM_SUCCESS;
	if (!d.error) {
		d.error = PFM_ERR_NOMEM;
		snprintf(d.message, sizeof d.message, "%s", pfm_strerror(d.error));
	}
	if (given->json)
		explain_json(requested, event, &d);
	else
		explain(requested, event, &d);
	if (!given->json && d.error == PFM_ERR_ATTR && !is_perfs(event, given))
		say_which_layer(event, given);
	return false;
}

bool refuse(const char *requested, int error, const char *message, const struct given *given)
{
	bool first = true;

	if (!given->json) {
		complain("%.200s: %s", requested, message);
		return false;
	}
	putchar('{');
	json_number(&first, "schema", 1);
	json_requested(&first, requested);
	json_source(&first);
	json_error(&first, error_word(error), message);
	puts("}");
	return false;
}

bool refuse_at(const char *requested, struct place place, int error, const char *message, const struct given *given)
{
	pfm_diagnosis_t d = { .size = sizeof d, .error = error, .idx = -1, .offset = place.offset,
		.length = place.length };

	snprintf(d.message, sizeof d.message, "%s", message);
	if (given->json) {
		explain_json(requested, requested, &d);
		return false;
	}
	complain("%.200s: %s", requested, message);
	point_at(requested, place.offset, place.length);
	return false;
}
