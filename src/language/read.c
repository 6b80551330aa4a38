/* The grammar of perf's language: lists, groups, events. */
#include "language/language.h"

#include <fnmatch.h>
#include <string.h>

#include "language/languages.h"

/* ---- names without a device ---- */

static bool has_unknown(const struct perf_core *cores, int count)
{
	while (count && cores[count - 1].type != UINT32_MAX)
		count--;
	return count;
}

/*
 * Adds an event for each core type that a symbol stands for: the kernel takes the PMU in the high half of config. If
 * its numbers are not known here, adds the plain event.
 */
static bool emit_symbol(struct perf_parser *parser, struct perf_event *event)
{
	struct perf_core cores[MAX_CORE_PMUS];
	bool generic = event->type == PERF_TYPE_HARDWARE || event->type == PERF_TYPE_HW_CACHE;
	int count = generic || event->type == PERF_TYPE_RAW ? perf_cores(parser, cores) : 0;

	if (count < 0)
		return false;
	if (count < 2 || (generic && has_unknown(cores, count)))
		return perf_emit(parser, event);
	for (int i = 0; i < count; i++) {
		struct perf_event one = *event;

		one.device = cores[i].name;
		one.device_length = cores[i].length;
		if (generic)
			one.config[0] |= (uint64_t)cores[i].type << 32;
		else
			one.type = cores[i].type;
		if (!perf_emit(parser, &one))
			return false;
	}
	return true;
}

static bool is_symbol(struct span name, struct perf_event *event)
{
	if (perf_symbol(name, &event->type, &event->config[0]))
		return true;
	event->type = PERF_TYPE_RAW;
	return perf_raw(name, &event->config[0]);
}

/*
 * Reads the accesses that "mem:ADDRESS" watches: r, w and x, each once at most. 0: they are none; *wrong: the offending
 * letter, or length 0.
 */
static uint32_t read_access(struct span letters, struct span *wrong)
{
	uint32_t access = 0;

	*wrong = (struct span){ letters.text, 0 };
	for (size_t i = 0; i < letters.length; i++) {
		char c = letters.text[i];
		uint32_t bit = c == 'r' ? 1 : c == 'w' ? 2 : c == 'x' ? 4 : 0;

		if (!bit || access & bit) {
			*wrong = (struct span){ letters.text + i, access != 0 };
			return 0;
		}
		access |= bit;
	}
	return access;
}

static bool read_breakpoint_place(struct perf_parser *parser, struct span place, struct perf_event *event)
{
	struct span length, address = span_cut(place, '/', &length);

	if (!perf_number(address, &event->config[1])) {
		perf_expect(parser, "mem:ADDRESS, in decimal or with 0x, then perhaps /LENGTH, :rwx and :modifiers");
		return perf_fail(parser, PFM_ERR_INVAL, address, "not an address: %.*s", printable(address),
				 address.text);
	}
	event->config[2] = event->bp_type == 4 ? sizeof(long) : 4;
	if (address.length == place.length)
		return true;
	if (perf_number(length, &event->config[2]) && (event->config[2] == 1 || event->config[2] == 2 ||
						       event->config[2] == 4 || event->config[2] == 8))
		return true;
	perf_expect(parser, "1, 2, 4 or 8 bytes");
	return perf_fail(parser, PFM_ERR_ATTR_VAL, length, "not a length that can be watched: %.*s", printable(length),
			 length.text);
}

/* Reads "mem:" address [ "/" length ] [ ":" access ] [ ":" modifiers ] */
static bool read_breakpoint(struct perf_parser *parser, struct perf_event *event)
{
	struct span rest, next, place, wrong,
		text = span_of(event->whole.text + 4, event->whole.text + event->whole.length);

	place = span_cut(text, ':', &rest);
	event->type = PERF_TYPE_BREAKPOINT;
	event->bp_type = read_access(span_cut(rest, ':', &next), &wrong);
	if (wrong.length) {
		perf_expect(parser, "r, w and x, each once at most");
		return perf_fail(parser, PFM_ERR_ATTR, wrong, "not an access: %.*s", printable(rest), rest.text);
	}
	if (event->bp_type)
		rest = next;
	else
		event->bp_type = 3;
	return read_breakpoint_place(parser, place, event) &&
		perf_read_modifiers(parser, rest, false, &event->modifiers) && perf_emit(parser, event);
}

/* ---- tracepoints ---- */

static bool matches(struct span pattern, const char *name)
{
	char text[256];

	if (pattern.length >= sizeof text)
		return false;
	memcpy(text, pattern.text, pattern.length);
	text[pattern.length] = '\0';
	return !fnmatch(text, name, 0);
}

/* Adds the tracepoints of a subsystem that match; they are unit masks of an event, in tables that are made of them. */
static bool emit_tracepoints(struct perf_parser *parser, const struct event_ref *ref, struct span name,
			     struct perf_event *event)
{
	const struct table_umask_set *set = event_umasks(ref->in, ref->event);
	const char *subsystem = name_at(ref->in, ref->event->name);
	char text[2 * sizeof parser->events->name];

	for (int row = 0; row < set->count; row++) {
		const struct table_umask *umask = ref_umask(ref, row);
		struct perf_event one = *event;
		int length;

		if (!matches(name, name_at(ref->in, umask->name)))
			continue;
		length = snprintf(text, sizeof text, "%s:%s", subsystem, name_at(ref->in, umask->name));
		one.name = (struct span){ text, (size_t)length };
		one.config[0] = umask->code;
		one.idx = event_identifier(ref);
		if (!perf_emit(parser, &one))
			return false;
	}
	return true;
}

static bool read_matching_tracepoints(struct perf_parser *parser, struct span subsystem, struct span name,
			     struct perf_event *event)
{
	int before = parser->count, pmu = pmu_by_id(PFM_PMU_PERF_EVENT);
	unsigned int shortages = host_shortages();
	struct event_ref ref;

	event->type = PERF_TYPE_TRACEPOINT;
	for (int i = pmu < 0 ? -1 : pmu_next_event(pmu, 0, &ref); i >= 0; i = pmu_next_event(pmu, i + 1, &ref))
		if (event_kind(ref.in, ref.event)->column == PERF_TYPE_TRACEPOINT &&
		    matches(subsystem, name_at(ref.in, ref.event->name)) &&
		    !emit_tracepoints(parser, &ref, name, event))
			return false;
	if (parser->count > before)
		return true;
	if (host_shortages() != shortages)
		return perf_fail(parser, PFM_ERR_NOMEM, subsystem, "%s", "out of memory");
	perf_expect(parser, "a symbol as cycles, DEVICE/TERMS/, rNNN, mem:ADDRESS, "
		    "or a tracepoint SUBSYSTEM:NAME that this machine lets one read");
	return perf_fail(parser, PFM_ERR_NOTFOUND, span_of(subsystem.text, name.text + name.length),
			 "no such event: %.*s:%.*s",
			 printable(subsystem), subsystem.text, printable(name), name.text);
}

/* ---- events ---- */

/* Arguments for reading an event on a device. */
struct target_reading {
	struct perf_parser *parser;
	struct span known;      /* an event of the device that precedes its terms; empty: none */
	struct span terms;
	const struct perf_event *event;
};

static bool read_on_target(struct perf_target *target, void *data)
{
	struct target_reading *reading = data;
	struct perf_event event = *reading->event;

	event.device = target->name;
	event.device_length = target->name_length;
	return perf_target_type(reading->parser, target, &event.type) &&
		perf_read_terms(reading->parser, reading->known, reading->terms, target, &event) &&
	       perf_emit(reading->parser, &event);
}

static bool read_generic(struct perf_parser *parser, struct span terms, struct perf_event *event)
{
	return perf_read_terms(parser, (struct span){ terms.text, 0 }, terms, NULL, event) &&
		emit_symbol(parser, event);
}

/* Returns whether the error is that there is no such name: another reading may know it. */
static bool is_unknown(const struct perf_parser *parser)
{
	return parser->error == PFM_ERR_NOTFOUND;
}

/* Reads EVENT/terms/ as an event of its devices, with terms. If it is none, reports that there is no such device. */
static bool read_known(struct perf_parser *parser, struct target_reading *reading)
{
	pfm_diagnosis_t no_device;

	if (parser->d)
		no_device = *parser->d;
	perf_forgive(parser);
	if (perf_for_devices_with(parser, reading->known, read_on_target, reading))
		return true;
	if (parser->d && is_unknown(parser))
		*parser->d = no_device;
	return false;
}

/* Reads name "/" [ terms ] "/" [ modifiers ] */
static bool read_with_terms(struct perf_parser *parser, struct span name, struct span rest, struct perf_event *event)
{
	struct span letters, terms = span_cut(rest, '/', &letters);
	struct target_reading reading = { parser, { terms.text, 0 }, terms, event };

	if (terms.length == rest.length)
		return perf_fail(parser, PFM_ERR_INVAL, span_of(name.text + name.length, name.text + name.length + 1),
				 "this / is not closed by another");
	if (letters.length && *letters.text == ':') {
		perf_expect(parser, "the modifiers at once behind the /, as in %.*s/.../u", printable(name), name.text);
		return perf_fail(parser, PFM_ERR_INVAL, span_of(letters.text, letters.text + 1),
				 "no colon goes behind a /");
	}
	if (!perf_read_modifiers(parser, letters, false, &event->modifiers))
		return false;
	if (is_symbol(name, event))
		return read_generic(parser, terms, event);
	event->config[0] = 0;
	parser->typed = perf_terms_in(terms);
	if (perf_for_devices(parser, name, read_on_target, &reading) || !name.length || !is_unknown(parser))
		return !parser->error;
	reading.known = name;
	return read_known(parser, &reading);
}

/* Reads name [ ":" modifiers ], or subsystem ":" tracepoint [ ":" modifiers ] */
static bool read_plain(struct perf_parser *parser, struct perf_event *event)
{
	struct span rest, letters, second, name = span_cut(event->whole, ':', &rest);
	bool has_colon = name.length < event->whole.length;
	struct target_reading reading = { parser, span_trimmed(name), { NULL, 0 }, event };
	struct perf_modifiers ignored = { 0 };

	name = span_trimmed(name);
	if (is_symbol(name, event))
		return perf_read_modifiers(parser, rest, false, &event->modifiers) && emit_symbol(parser, event);
	event->config[0] = 0;
	if (!has_colon)
		return perf_for_devices_with(parser, name, read_on_target, &reading);
	if (!span_is_pattern(name) && perf_read_modifiers(parser, rest, false, &event->modifiers)) {
		if (perf_for_devices_with(parser, name, read_on_target, &reading) || !is_unknown(parser))
			return !parser->error;
	}
	perf_forgive(parser);
	event->modifiers = ignored;
	second = span_cut(rest, ':', &letters);
	return perf_read_modifiers(parser, letters, false, &event->modifiers) &&
		read_matching_tracepoints(parser, name, second, event);
}

static bool read_perfs(struct perf_parser *parser, struct perf_event *event)
{
	struct span rest, name = span_cut(event->whole, '/', &rest);

	if (span_begins(event->whole, "mem:"))
		return read_breakpoint(parser, event);
	if (name.length < event->whole.length)
		return read_with_terms(parser, span_trimmed(name), rest, event);
	return read_plain(parser, event);
}

/* Reads an event of either language. If both fail, the error of the first that knows the event counts. */
static bool read_in_either(struct perf_parser *parser, struct perf_event *event)
{
	struct perf_event own = *event;
	pfm_diagnosis_t first;
	pfm_err_t error;

	if (perf_read_string(parser, event) || parser->error == PFM_ERR_NOMEM || parser->refused)
		return !parser->error;
	error = parser->error;
	if (parser->d)
		first = *parser->d;
	perf_forgive(parser);
	if (read_perfs(parser, &own) || error == PFM_ERR_NOTFOUND || parser->error == PFM_ERR_NOMEM)
		return !parser->error;
	parser->error = error;
	if (parser->d)
		*parser->d = first;
	return false;
}

/* Recognizes a slash in front of an event, which perf ignores: /arm_cmn_0/hnf_mc_reqs/. */
static bool is_leading_slash(struct span text)
{
	struct span terms, name, rest = { text.text + 1, text.length ? text.length - 1 : 0 };

	name = span_cut(rest, '/', &terms);
	return text.length && *text.text == '/' && name.length && !memchr(name.text, '=', name.length) &&
		!memchr(name.text, ',', name.length) && memchr(terms.text, '/', terms.length);
}

static bool read_one_event(struct perf_parser *parser, struct span text)
{
	struct span trimmed = span_trimmed(text), whole = is_leading_slash(trimmed)
		? span_of(trimmed.text + 1, trimmed.text + trimmed.length) : trimmed;
	struct perf_event event = { .whole = whole, .name = whole, .unit = "", .device = "", .scale = 1, .idx = -1 };
	int language = parser->language ? parser->language : string_language(whole);
	bool good;

	if (!event.whole.length)
		return perf_fail(parser, PFM_ERR_INVAL, event.whole, "an event is missing here");
	good = language == PFM_LANGUAGE_PERF ? read_perfs(parser, &event)
		: language == PFM_LANGUAGE_PFM ? perf_read_string(parser, &event) : read_in_either(parser, &event);
	parser->number++;
	parser->leads = false;
	parser->typed = (struct perf_terms){ .count = 0 };
	return good;
}

/* ---- lists ---- */

/* Returns the end of a list's event: a comma or a brace, but not between slashes, of which an address has only one. */
static const char *event_end(const char *at, const char *end)
{
	bool slashes;

	while (at < end && (*at == ' ' || *at == '\t'))
		at++;
	at += is_leading_slash(span_of(at, end));
	slashes = !span_begins(span_of(at, end), "mem:");
	for (; at < end && !strchr(",{}", *at); at++)
		if (slashes && *at == '/') {
			const char *second = memchr(at + 1, '/', (size_t)(end - at - 1));

			if (!second)
				return end;
			at = second;
		}
	return at;
}

/* Finds the closing brace of a group whose events begin at at; NULL, and an error: there is none. */
static const char *group_end(struct perf_parser *parser, const char *at, const char *end)
{
	const char *brace = at - 1;

	for (;; at++) {
		at = event_end(at, end);
		if (at == end) {
			perf_fail(parser, PFM_ERR_INVAL, span_of(brace, brace + 1), "the brace is not closed");
			return NULL;
		}
		if (*at == '{') {
			perf_fail(parser, PFM_ERR_INVAL, span_of(at, at + 1), "a group in a group");
			return NULL;
		}
		if (*at == '}')
			return at;
	}
}

/* Reads events between commas, up to end. */
static bool read_members(struct perf_parser *parser, const char *at, const char *end)
{
	for (;; at++) {
		const char *stop = event_end(at, end);

		if (!read_one_event(parser, span_of(at, stop)))
			return false;
		at = stop;
		if (at == end)
			return true;
	}
}

/* Reads "{" events "}" [ ":" modifiers ]; moves *text behind it. */
static bool read_group(struct perf_parser *parser, const char **text, const char *end)
{
	const char *close = group_end(parser, *text + 1, end), *stop;
	struct span letters;
	bool good;

	if (!close)
		return false;
	stop = memchr(close, ',', (size_t)(end - close));
	letters = span_trimmed(span_of(close + 1, stop ? stop : end));
	if (letters.length && *letters.text != ':')
		return perf_fail(parser, PFM_ERR_INVAL, letters, "a comma, or : and modifiers, must follow the brace");
	if (letters.length == 1)
		return perf_fail(parser, PFM_ERR_INVAL, letters, "modifiers of the group are missing here");
	if (letters.length && !perf_read_modifiers(parser, span_of(letters.text + 1, letters.text + letters.length),
						   true, &parser->group_modifiers))
		return false;
	parser->group = ++parser->groups;
	parser->leads = true;
	good = read_members(parser, *text + 1, close);
	parser->group = 0;
	parser->group_modifiers = (struct perf_modifiers){ 0 };
	*text = stop ? stop : end;
	return good;
}

/* Checks a group's name, which perf allows and which means nothing here. */
static bool check_group_name(struct perf_parser *parser, struct span name)
{
	for (size_t i = 0; i < name.length; i++)
		if (strchr(":/@,", name.text[i]))
			return perf_fail(parser, PFM_ERR_INVAL, name, "not a name of a group: %.*s", printable(name),
					 name.text);
	return true;
}

static bool read_list_item(struct perf_parser *parser, const char **text, const char *end)
{
	const char *stop = event_end(*text, end);
	struct span before = span_trimmed(span_of(*text, stop));

	*text = stop;
	if (stop == end || *stop == ',')
		return read_one_event(parser, before);
	if (*stop == '}')
		return perf_fail(parser, PFM_ERR_INVAL, span_of(stop, stop + 1), "no group is open here");
	return check_group_name(parser, before) && read_group(parser, text, end);
}

bool perf_read(struct perf_parser *parser, bool list)
{
	const char *at = parser->text, *end = strchr(at, '\0'), *stop = event_end(at, end);

	if (!list && stop != end) {
		perf_expect(parser, "one event");
		return perf_fail(parser, PFM_ERR_INVAL, span_of(stop, stop + 1), "this is a list of events");
	}
	for (;; at++) {
		if (!read_list_item(parser, &at, end))
			return false;
		if (at == end)
			return true;
	}
}
