#include "perf_text.h"

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

/*
 * u, k, h: levels that are counted, unless all are; p: precision; G: the guest only; I: not when idle; D: pinned; e:
 * exclusive.
 */
static void add_modifiers(const struct perf_event_attr *attr, const char *colon, char *text, size_t size)
{
	char modifiers[16] = "";
	size_t n = 0;

	if (attr->exclude_user || attr->exclude_kernel || attr->exclude_hv) {
		if (!attr->exclude_user)
			modifiers[n++] = 'u';
		if (!attr->exclude_kernel)
			modifiers[n++] = 'k';
		if (!attr->exclude_hv)
			modifiers[n++] = 'h';
	}
	for (unsigned int i = 0; i < attr->precise_ip; i++)
		modifiers[n++] = 'p';
	if (attr->exclude_host)
		modifiers[n++] = 'G';
	if (attr->exclude_idle)
		modifiers[n++] = 'I';
	if (attr->pinned)
		modifiers[n++] = 'D';
	if (attr->exclusive)
		modifiers[n++] = 'e';
	modifiers[n] = '\0';
	if (n || (attr->exclude_user && attr->exclude_kernel && attr->exclude_hv))
		snprintf(text + strlen(text), size - strlen(text), "%s%s", colon, modifiers);
}

/* ",name=0x..", or a number in decimal; returns the new length. */
static size_t add_term(const char *name, unsigned long long value, const char *format, char *text, size_t length,
	size_t size)
{
	if (value && length < size)
		length += (size_t)snprintf(text + length, size - length, format, name, value);
	return length;
}

static void device_text(const struct perf_event_attr *attr, const char *device, const char *name, char *text,
	size_t size)
{
	size_t length = (size_t)snprintf(text, size, "%.*s/config=0x%llx", (int)strcspn(device, ","), device,
		(unsigned long long)attr->config);

	length = add_term("config1", attr->config1, ",%s=0x%llx", text, length, size);
	length = add_term("config2", attr->config2, ",%s=0x%llx", text, length, size);
	length = add_term(attr->freq ? "freq" : "period", attr->sample_period, ",%s=%llu", text, length, size);
	if (name && length < size)
		length += (size_t)snprintf(text + length, size - length, ",name=%s", name);
	if (length + 1 < size)
		memcpy(text + length, "/", 2);
	add_modifiers(attr, "", text, size);
}

static bool cache_text(const struct perf_event_attr *attr, char *text, size_t size)
{
	unsigned int cache = attr->config & 0xff, operation = attr->config >> 8 & 0xff,
		     result = attr->config >> 16 & 0xff;

	if (cache >= sizeof caches / sizeof caches[0] || operation > 2 || result > 1)
		return false;
	snprintf(text, size, "%s-%s", caches[cache], operations[operation][result]);
	return true;
}

/* "perf::sched:sched_switch:u=1..." -> "sched:sched_switch" */
static bool tracepoint_text(const char *event, char *text, size_t size)
{
	const char *name = event ? strstr(event, "::") : NULL, *colon = name ? strchr(name + 2, ':') : NULL;

	if (!colon)
		return false;
	snprintf(text, size, "%.*s", (int)(colon - name - 2 + 1 + (long)strcspn(colon + 1, ":")), name + 2);
	return true;
}

static bool generic_text(const struct perf_event_attr *attr, const char *event, char *text, size_t size)
{
	const char *name = NULL;

	switch (attr->type) {
	case PERF_TYPE_HARDWARE:
		name = attr->config < sizeof hardware / sizeof hardware[0] ? hardware[attr->config] : NULL;
		break;
	case PERF_TYPE_SOFTWARE:
		name = attr->config < sizeof software / sizeof software[0] ? software[attr->config] : NULL;
		break;
	case PERF_TYPE_HW_CACHE:
		return cache_text(attr, text, size);
	case PERF_TYPE_TRACEPOINT:
		return tracepoint_text(event, text, size);
	default:
		break;
	}
	if (name)
		snprintf(text, size, "%s", name);
	return name;
}

bool perf_text(const struct perf_event_attr *attr, const char *device, const char *event, const char *name, char *text,
	       size_t size)
{
	*text = '\0';
	if (attr->type != PERF_TYPE_RAW && !device) {
		if (!generic_text(attr, event, text, size))
			return false;
		add_modifiers(attr, ":", text, size);
	} else if (device || attr->config1 || attr->config2 || attr->sample_period || name) {
		device_text(attr, device ? device : "cpu", name, text, size);
	} else {
		snprintf(text, size, "r%llx", (unsigned long long)attr->config);
		add_modifiers(attr, ":", text, size);
	}
	return true;
}
