/*
 * Writes an event in perf's language: by a name of perf, as a raw code, or in terms of its device, with the other terms
 * and letters that it needs.
 */
#include "language/language.h"

#include <stddef.h>
#include <stdio.h>

/* An event, and the requirements for its text. */
struct event_words {
	const pfm_perf_event_t *event;
	struct perf_event_attr attr;
	int pmu;                /* PMU of the tables; -1: unknown */
	const char *device;     /* name of its device; NULL: the core PMU, or none */
	const char *label;      /* value of name= to write wherever perf accepts it; NULL: none */
	const char *name;       /* the same, or a name to write only where perf would print a code */
	bool fields;            /* use fields of the kernel's format instead of whole words */
	bool closed;            /* the text ends with a slash */
};

/* ---- modifiers ---- */

/*
 * Returns G and H if the guest bits are not perf's default: without letters, and with u and p among them, perf excludes
 * guests. An event string excludes them with other letters, too, which is not worth one where it is written as a code,
 * and excludes nothing where the PMU cannot.
 */
static const char *guest_letters(const struct event_words *words, const char *others)
{
	const struct perf_event_attr *attr = &words->attr;
	bool left_out = !*others || strpbrk(others, "up");

	if (attr->exclude_host)
		return "G";
	if (attr->exclude_guest == left_out)
		return "";
	if (words->event->flags & PFM_PERF_STRING && !(words->fields && *others))
		return "";
	return attr->exclude_guest ? "H" : "GH";
}

/*
 * Writes u, k, h: levels that are counted, unless all are; p, P: precision; I: not when idle; D: pinned; e: exclusive;
 * S: the leader samples; b, R, X: for perf alone.
 */
static void write_letters(const struct event_words *words, struct perf_line *line)
{
	const struct perf_event_attr *attr = &words->attr;
	unsigned int flags = words->event->flags;
	bool levels = attr->exclude_user || attr->exclude_kernel || attr->exclude_hv;
	bool most = flags & PFM_PERF_MOST_PRECISE;
	char letters[20];
	const char *guests;

	snprintf(letters, sizeof letters, "%s%s%s%.*s%s%s%s%s%s%s%s%s", levels && !attr->exclude_user ? "u" : "",
		 levels && !attr->exclude_kernel ? "k" : "", levels && !attr->exclude_hv ? "h" : "",
		 most ? 0 : (int)attr->precise_ip, "ppp", most ? "P" : "",
		 attr->exclude_idle ? "I" : "", attr->pinned ? "D" : "", attr->exclusive ? "e" : "",
		 flags & PFM_PERF_LEADER_SAMPLES ? "S" : "", flags & PFM_PERF_BPF_COUNTERS ? "b" : "",
		 flags & PFM_PERF_RETIRE_LATENCY ? "R" : "", flags & PFM_PERF_NO_REGROUPING ? "X" : "");
	guests = guest_letters(words, letters);
	perf_line_add(line, "%s%s%s", (*letters || *guests) && !words->closed ? ":" : "", letters, guests);
}

/* ---- terms ---- */

static void write_flag(struct perf_line *line, bool is_there, const char *name)
{
	if (!is_there)
		return;
	perf_line_comma(line);
	perf_line_add(line, "%s", name);
}

static void write_own_terms(const struct event_words *words, const char *name, struct perf_line *line)
{
	const struct perf_event_attr *attr = &words->attr;
	unsigned int flags = words->event->flags;

	if (attr->sample_period) {
		perf_line_comma(line);
		perf_line_add(line, "%s=%llu", attr->freq ? "freq" : "period",
			      (unsigned long long)attr->sample_period);
	}
	if (name) {
		perf_line_comma(line);
		perf_line_add(line, "name=%s", name);
	}
	write_flag(line, flags & PFM_PERF_PER_CORE, "percore");
	write_flag(line, flags & PFM_PERF_INHERIT, "inherit");
	write_flag(line, flags & PFM_PERF_NO_INHERIT, "no-inherit");
	write_flag(line, attr->aux_output, "aux-output");
	write_flag(line, attr->write_backward, "overwrite");
}

/* Writes terms of perf's own that a symbol or a code takes; there may be none. */
static void write_other_terms(const struct event_words *words, const char *name, struct perf_line *line)
{
	const unsigned long long more[] = { words->attr.config1, words->attr.config2 };

	for (int i = 0; i < 2; i++) {
		if (!more[i])
			continue;
		perf_line_comma(line);
		perf_line_add(line, "config%d=0x%llx", i + 1, more[i]);
	}
	write_own_terms(words, name, line);
}

static bool has_other_terms(const struct event_words *words, const char *name)
{
	struct perf_line line = { 0 };

	write_other_terms(words, name, &line);
	return line.terms;
}

/* Writes "/terms/" behind what takes them, if there are any. */
static void write_terms_behind(struct event_words *words, const char *name, struct perf_line *line)
{
	words->closed = has_other_terms(words, name);
	if (!words->closed)
		return;
	perf_line_add(line, "/");
	write_other_terms(words, name, line);
	perf_line_add(line, "/");
}

/* ---- events ---- */

/* Writes "sched:sched_switch" for "perf::sched:sched_switch:u=1..." or itself */
static bool write_tracepoint(const char *event, struct perf_line *line)
{
	const char *colons = strstr(event, "::"), *name = colons ? colons + 2 : event, *colon = strchr(name, ':');

	if (colon)
		perf_line_add(line, "%.*s", (int)(colon - name + 1 + (long)strcspn(colon + 1, ":")), name);
	return colon;
}

static void write_breakpoint(const struct perf_event_attr *attr, struct perf_line *line)
{
	enum { READ = 1, WRITE = 2, EXECUTE = 4 };

	perf_line_add(line, "mem:0x%llx/%llu", (unsigned long long)attr->bp_addr, (unsigned long long)attr->bp_len);
	if (attr->bp_type != (READ | WRITE))
		perf_line_add(line, ":%s%s%s", attr->bp_type & READ ? "r" : "", attr->bp_type & WRITE ? "w" : "",
			      attr->bp_type & EXECUTE ? "x" : "");
}

/*
 * Writes a device. One that is not at hand may be a pattern, with {n} and the like for numbers: if that is one number
 * at the end, perf takes the name without it; else *, which perf knows since it has wildcards.
 */
static void write_device_name(const char *device, struct perf_line *line)
{
	const char *end = device + strcspn(device, ","), *brace = memchr(device, '{', (size_t)(end - device));

	if (brace && brace > device && memchr(brace, '}', (size_t)(end - brace)) == end - 1) {
		perf_line_add(line, "%.*s", (int)(brace - device - (brace[-1] == '_')), device);
		return;
	}
	while (brace) {
		perf_line_add(line, "%.*s*", (int)(brace - device), device);
		device = memchr(brace, '}', (size_t)(end - brace));
		device = device ? device + 1 : end;
		brace = memchr(device, '{', (size_t)(end - device));
	}
	perf_line_add(line, "%.*s", (int)(end - device), device);
}

static void write_on_device(struct event_words *words, const char *device, const struct perf_target *target,
			    struct perf_line *line)
{
	write_device_name(device, line);
	perf_line_add(line, "/");
	perf_write_words(target, &words->attr, line);
	write_own_terms(words, words->name, line);
	perf_line_add(line, "/");
	words->closed = true;
}

/* Writes "cycles", "cycles/period=7/", for one core type "cpu_core/cycles/". */
static bool write_symbol(struct event_words *words, struct perf_line *line)
{
	char symbol[64];

	if (!perf_symbol_name(words->attr.type, words->attr.config, symbol, sizeof symbol))
		return false;
	if (!words->device || !strcmp(words->device, "cpu")) {
		perf_line_add(line, "%s", symbol);
		write_terms_behind(words, words->label, line);
		return true;
	}
	perf_line_add(line, "%s/", words->device);
	perf_line_comma(line);
	perf_line_add(line, "%s", symbol);
	write_other_terms(words, words->label, line);
	perf_line_add(line, "/");
	words->closed = true;
	return true;
}

/* Writes events that perf takes no terms for. */
static bool write_without_terms(const struct event_words *words, struct perf_line *line)
{
	struct event_words own = *words;

	own.attr.config1 = own.attr.config2 = 0; /* ignore the address and length of a breakpoint */
	if (has_other_terms(&own, words->label))
		return false;
	if (words->attr.type == PERF_TYPE_TRACEPOINT)
		return write_tracepoint(words->event->name, line);
	write_breakpoint(&words->attr, line);
	return true;
}

/* Writes "rNNN"; with more words "cpu/config=0x../", which perf before 5.9 reads, too, or "rNNN/../". */
static bool write_raw(struct event_words *words, struct perf_line *line)
{
	bool has_words = words->attr.config1 || words->attr.config2, arm = perf_is_arm(words->pmu);

	if (has_words && arm)
		return false;
	if (!arm && has_other_terms(words, words->name)) {
		write_on_device(words, "cpu", NULL, line);
		return true;
	}
	perf_line_add(line, "r%llx", (unsigned long long)words->attr.config);
	write_terms_behind(words, words->name, line);
	return true;
}

static bool write_code(struct event_words *words, struct perf_line *line)
{
	uint32_t type = words->attr.type;

	if (words->device) {
		write_on_device(words, words->device, NULL, line);
		return true;
	}
	if (type == PERF_TYPE_TRACEPOINT || type == PERF_TYPE_BREAKPOINT)
		return write_without_terms(words, line);
	return type == PERF_TYPE_RAW && write_raw(words, line);
}

static bool write_in_fields(struct event_words *words, struct perf_line *line)
{
	struct perf_target target;
	char device[sizeof words->event->device];

	if (!words->fields || !perf_target_of(words->pmu, words->event->device, &target))
		return false;
	snprintf(device, sizeof device, "%.*s", (int)target.name_length, target.name);
	write_on_device(words, device, &target, line);
	return true;
}

static bool write_any(struct event_words *words, struct perf_line *line)
{
	uint32_t type = words->attr.type;

	if (type == PERF_TYPE_HARDWARE || type == PERF_TYPE_HW_CACHE || (type == PERF_TYPE_SOFTWARE && !words->device))
		return write_symbol(words, line);
	return write_in_fields(words, line) || write_code(words, line);
}

/* Returns whether to name the device: not for codes of the only core PMU, nor for software events. */
static bool needs_device(const struct event_words *words)
{
	const char *device = words->event->device;

	return *device && strcmp(device, "software") &&
		(words->attr.type != PERF_TYPE_RAW || (strcmp(device, "cpu") && !perf_is_arm(words->pmu)));
}

static void start_words(struct event_words *words)
{
	const pfm_perf_event_t *event = words->event;
	size_t room = event->size - offsetof(pfm_perf_event_t, attr);
	struct event_ref ref;

	memcpy(&words->attr, &event->attr, room < sizeof words->attr ? room : sizeof words->attr);
	words->pmu = event->idx >= 0 && !event_by_identifier(event->idx, &ref) && ref.pmu < pmus.count ? ref.pmu : -1;
	words->device = needs_device(words) ? event->device : NULL;
}

int perf_write_event(const pfm_perf_event_t *event, unsigned int how, char *text, size_t size)
{
	struct event_words words = { .event = event, .fields = how & PFM_WRITE_FIELDS,
				     .label = how & PFM_WRITE_NAME ? event->name : NULL,
				     .name = how & (PFM_WRITE_NAME | PFM_WRITE_CODE_NAME) ? event->name : NULL };
	struct perf_line line = { .text = text, .size = size };
	const struct perf_event_attr *attr = &words.attr;

	start_words(&words);
	if ((attr->exclude_user && attr->exclude_kernel && attr->exclude_hv) ||
	    (attr->exclude_guest && attr->exclude_host) || !write_any(&words, &line))
		return -1;
	write_letters(&words, &line);
	return (int)line.length;
}
