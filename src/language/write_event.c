#include "perf_text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* perf's names of the kernel's generic events; perf(1), "perf list". */
static const char *const hardware[] = { "cpu-cycles", "instructions", "cache-references", "cache-misses",
	"branch-instructions", "branch-misses", "bus-cycles", "stalled-cycles-frontend", "stalled-cycles-backend",
	"ref-cycles" };
static const char *const software[] = { "cpu-clock", "task-clock", "page-faults", "context-switches", "cpu-migrations",
	"minor-faults", "major-faults", "alignment-faults", "emulation-faults", "dummy", "bpf-output",
	"cgroup-switches" };
static const char *const caches[] = { "L1-dcache", "L1-icache", "LLC", "dTLB", "iTLB", "branch", "node" };
static const char *const operations[3][2] = { { "loads", "load-misses" }, { "stores", "store-misses" },
	{ "prefetches", "prefetch-misses" } };

/* A text that grows; what has no room is counted, too. */
struct line {
	char *text;
	size_t size, length;
	int terms;
};

__attribute__((format(printf, 2, 3))) static void add(struct line *line, const char *format, ...)
{
	size_t room = line->length < line->size ? line->size - line->length : 0;
	va_list arguments;
	int added;

	va_start(arguments, format);
	added = vsnprintf(room ? line->text + line->length : NULL, room, format, arguments);
	va_end(arguments);
	line->length += added > 0 ? (size_t)added : 0;
}

/* ---- modifiers ---- */

/*
 * perf leaves guests out without letters, and with u and p among them; G and H say it where that is not what the attr
 * has. In event strings other letters leave them out, too, which is not worth a letter.
 */
static const char *guest_letters(const struct perf_words *words, const char *others)
{
	const struct perf_event_attr *attr = words->attr;
	bool left_out = !*others || strpbrk(others, "up");

	if (attr->exclude_host)
		return "G";
	if (!words->perfs || attr->exclude_guest == left_out)
		return "";
	return attr->exclude_guest ? "H" : "GH";
}

/*
 * u, k, h: levels that are counted, unless all are; p, P: precision; I: not when idle; D: pinned; e: exclusive; S: the
 * leader samples; b, R, X: for perf alone.
 */
static void add_modifiers(const struct perf_words *words, const char *colon, struct line *line)
{
	const struct perf_event_attr *attr = words->attr;
	bool levels = attr->exclude_user || attr->exclude_kernel || attr->exclude_hv;
	bool most = words->flags & PFM_PERF_MOST_PRECISE;
	char letters[20];
	const char *guests;

	snprintf(letters, sizeof letters, "%s%s%s%.*s%s%s%s%s%s%s%s%s", levels && !attr->exclude_user ? "u" : "",
		 levels && !attr->exclude_kernel ? "k" : "", levels && !attr->exclude_hv ? "h" : "",
		 most ? 0 : (int)attr->precise_ip, "ppp", most ? "P" : "",
		 attr->exclude_idle ? "I" : "", attr->pinned ? "D" : "", attr->exclusive ? "e" : "",
		 words->flags & PFM_PERF_LEADER_SAMPLES ? "S" : "", words->flags & PFM_PERF_BPF_COUNTERS ? "b" : "",
		 words->flags & PFM_PERF_RETIRE_LATENCY ? "R" : "", words->flags & PFM_PERF_NO_REGROUPING ? "X" : "");
	guests = guest_letters(words, letters);
	add(line, "%s%s%s", *letters || *guests ? colon : "", letters, guests);
}

/* ---- terms ---- */

__attribute__((format(printf, 3, 4))) static void add_term(struct line *line, bool is_there, const char *format, ...)
{
	char term[300];
	va_list arguments;

	if (!is_there)
		return;
	va_start(arguments, format);
	vsnprintf(term, sizeof term, format, arguments);
	va_end(arguments);
	add(line, "%s%s", line->terms++ ? "," : "", term);
}

/* perf's own terms but those that pfm_write_perf_event() knows. */
static void add_other_terms(const struct perf_words *words, struct line *line)
{
	add_term(line, words->flags & PFM_PERF_PER_CORE, "percore");
	add_term(line, words->flags & PFM_PERF_INHERIT, "inherit");
	add_term(line, words->flags & PFM_PERF_NO_INHERIT, "no-inherit");
	add_term(line, words->attr->aux_output, "aux-output");
	add_term(line, words->attr->write_backward, "overwrite");
}

static void add_own_terms(const struct perf_words *words, const char *name, struct line *line)
{
	const struct perf_event_attr *attr = words->attr;

	add_term(line, attr->sample_period != 0, "%s=%llu", attr->freq ? "freq" : "period",
		 (unsigned long long)attr->sample_period);
	add_term(line, name, "name=%s", name);
	add_other_terms(words, line);
}

static bool has_own_terms(const struct perf_words *words, const char *name)
{
	struct line line = { 0 };

	add_own_terms(words, name, &line);
	return line.terms;
}

/* ---- events ---- */

static const char *named_in(const char *const *names, size_t count, uint64_t number)
{
	return number < count ? names[number] : NULL;
}

#define NAMED_IN(names, number) named_in(names, sizeof (names) / sizeof *(names), number)

static bool cache_text(uint64_t config, char *text, size_t size)
{
	const char *cache = NAMED_IN(caches, config & 0xff);
	unsigned int operation = config >> 8 & 0xff, result = config >> 16 & 0xff;

	if (!cache || operation > 2 || result > 1)
		return false;
	snprintf(text, size, "%s-%s", cache, operations[operation][result]);
	return true;
}

/* perf's name of a generic event; in the upper half of config may be the type of one kind of cores. */
static bool symbol_text(const struct perf_event_attr *attr, char *text, size_t size)
{
	uint64_t config = attr->config & UINT32_MAX;
	const char *name;

	if (attr->type == PERF_TYPE_HW_CACHE)
		return cache_text(config, text, size);
	name = attr->type == PERF_TYPE_HARDWARE ? NAMED_IN(hardware, config)
		: attr->type == PERF_TYPE_SOFTWARE ? NAMED_IN(software, attr->config) : NULL;
	snprintf(text, size, "%s", name ? name : "");
	return name;
}

/* "perf::sched:sched_switch:u=1..." or "sched:sched_switch" -> "sched:sched_switch" */
static bool add_tracepoint(const char *event, struct line *line)
{
	const char *colons = event ? strstr(event, "::") : NULL, *name = colons ? colons + 2 : event;
	const char *colon = name ? strchr(name, ':') : NULL;

	if (colon)
		add(line, "%.*s", (int)(colon - name + 1 + (long)strcspn(colon + 1, ":")), name);
	return colon;
}

static void add_breakpoint(const struct perf_event_attr *attr, struct line *line)
{
	enum { READ = 1, WRITE = 2, EXECUTE = 4 };

	add(line, "mem:0x%llx/%llu", (unsigned long long)attr->bp_addr, (unsigned long long)attr->bp_len);
	if (attr->bp_type != (READ | WRITE))
		add(line, ":%s%s%s", attr->bp_type & READ ? "r" : "", attr->bp_type & WRITE ? "w" : "",
		    attr->bp_type & EXECUTE ? "x" : "");
}

/* "device/config=0x..": all words that are not 0. */
static void add_device(const struct perf_words *words, const char *device, struct line *line)
{
	const struct perf_event_attr *attr = words->attr;
	unsigned long long more[] = { attr->config1, attr->config2 };

	add(line, "%.*s/", (int)strcspn(device, ","), device);
	add_term(line, true, "config=0x%llx", (unsigned long long)attr->config);
	for (int i = 0; i < 2; i++)
		add_term(line, more[i] != 0, "config%d=0x%llx", i + 1, more[i]);
	add_own_terms(words, words->label ? words->label : words->name, line);
	add(line, "/");
}

/* "cycles", "cycles/period=7/", of one kind of cores "cpu_core/cycles/". */
static bool add_symbol(const struct perf_words *words, struct line *line)
{
	bool has_terms = has_own_terms(words, words->label);
	char symbol[64];

	if (!symbol_text(words->attr, symbol, sizeof symbol))
		return false;
	if (words->device && strcmp(words->device, "cpu")) {
		add(line, "%s/", words->device);
		add_term(line, true, "%s", symbol);
		add_own_terms(words, words->label, line);
		add(line, "/");
		return true;
	}
	add(line, "%s%s", symbol, has_terms ? "/" : "");
	add_own_terms(words, words->label, line);
	add(line, "%s", has_terms ? "/" : "");
	return true;
}

/* What perf takes no terms for. */
static bool add_without_terms(const struct perf_words *words, struct line *line)
{
	if (has_own_terms(words, words->label))
		return false;
	if (words->attr->type == PERF_TYPE_TRACEPOINT)
		return add_tracepoint(words->event, line);
	add_breakpoint(words->attr, line);
	return true;
}

/* "rNNN"; with more to say "cpu/config=0x../", which perf before 5.9 reads, too, or "rNNN/../". */
static bool add_raw(const struct perf_words *words, struct line *line)
{
	const char *name = words->label ? words->label : words->name;
	bool has_words = words->attr->config1 || words->attr->config2, has_terms = has_own_terms(words, name);

	if (has_words && words->is_arm)
		return false;
	if (has_words || (has_terms && !words->is_arm)) {
		add_device(words, "cpu", line);
		return true;
	}
	add(line, "r%llx%s", (unsigned long long)words->attr->config, has_terms ? "/" : "");
	add_own_terms(words, name, line);
	add(line, "%s", has_terms ? "/" : "");
	return true;
}

static bool add_event(const struct perf_words *words, struct line *line)
{
	uint32_t type = words->attr->type;

	if (type == PERF_TYPE_HARDWARE || type == PERF_TYPE_HW_CACHE || (type == PERF_TYPE_SOFTWARE && !words->device))
		return add_symbol(words, line);
	if (words->device) {
		add_device(words, words->device, line);
		return true;
	}
	if (type == PERF_TYPE_TRACEPOINT || type == PERF_TYPE_BREAKPOINT)
		return add_without_terms(words, line);
	return type == PERF_TYPE_RAW && add_raw(words, line);
}

bool perf_text(const struct perf_words *words, char *text, size_t size)
{
	const struct perf_event_attr *attr = words->attr;
	struct line line = { text, size, 0, 0 };

	*text = '\0';
	if ((attr->exclude_user && attr->exclude_kernel && attr->exclude_hv) || !add_event(words, &line))
		return false;
	if (line.length >= size)
		return false;
	add_modifiers(words, text[line.length - 1] == '/' ? "" : ":", &line);
	return line.length < size;
}

bool perf_text_complete(const struct perf_words *words, char *text, size_t size)
{
	char *slash = strrchr(text, '/');
	struct line line = { text, size, (size_t)(slash - text), 1 };

	add_other_terms(words, &line);
	add(&line, "/");
	add_modifiers(words, "", &line);
	return line.length < size;
}
