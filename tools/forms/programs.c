/* Writes encoded events for other programs: a trace configuration for perfetto, Python for BCC. */
#include "programs.h"

#include <inttypes.h>
#include <string.h>

#include "tables/clean.h"

/* Returns the device to look up by name, the first of several; NULL: type is a number that is the same everywhere. */
static const char *named_device(const struct encoded *encoded, char *name, size_t size)
{
	const char *device = encoded->device;

	if (encoded->attr.type <= PERF_TYPE_BREAKPOINT || !device)
		return NULL;
	snprintf(name, size, "%.*s", (int)strcspn(device, ","), device);
	return name;
}

/* Returns why a program has no field for what the event asks for; NULL: it has. */
static const char *what_is_lost(const struct encoded *encoded, bool has_precision)
{
	const struct perf_event_attr *attr = &encoded->attr;

	if (encoded->device && strchr(encoded->device, '{') && attr->type > PERF_TYPE_BREAKPOINT)
		return "a device of many that is not at hand";
	if (attr->precise_ip && !has_precision)
		return "precise_ip";
	if (attr->pinned || attr->exclusive)
		return "pinned and exclusive events";
	return attr->exclude_idle || attr->exclude_host ? "exclude_idle and exclude_host" : NULL;
}

static bool is_lost(const struct encoded *encoded, const char *program, bool has_precision)
{
	const char *what = what_is_lost(encoded, has_precision);

	if (what)
		complain("%s: %s has no word for %s", encoded->operand, program, what);
	return what;
}

/* ---- perfetto ---- */

/* Prints a string of protocol buffers' text. */
static void print_quoted(const char *text)
{
	putchar('"');
	for (text = clean(text); *text; text++)
		printf(*text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
	putchar('"');
}

static void print_raw_event(const struct encoded *encoded)
{
	const struct perf_event_attr *attr = &encoded->attr;
	char name[64];
	const char *device = named_device(encoded, name, sizeof name);

	fputs("raw_event { ", stdout);
	if (device) {
		fputs("pmu_name: ", stdout);
		print_quoted(device);
	} else {
		printf("type: %" PRIu32, attr->type);
	}
	printf(" config: 0x%llx", (unsigned long long)attr->config);
	if (attr->config1)
		printf(" config1: 0x%llx", (unsigned long long)attr->config1);
	if (attr->config2)
		printf(" config2: 0x%llx", (unsigned long long)attr->config2);
	printf("%s%s%s } name: ", attr->exclude_user ? " exclude_user: true" : "",
	       attr->exclude_kernel ? " exclude_kernel: true" : "", attr->exclude_hv ? " exclude_hv: true" : "");
	print_quoted(encoded->label ? encoded->label : typed_name(encoded->operand));
}

bool print_perfetto(const struct encoded *encoded)
{
	bool is_first = encoded->is_first;
	const struct perf_event_attr *attr = &encoded->attr;

	if (is_lost(encoded, "perfetto", false))
		return false;
	if (!is_first && attr->sample_period) {
		complain("%s: of perfetto's events only the first has a period or frequency", encoded->operand);
		return false;
	}
	if (is_first)
		printf("buffers { size_kb: 32768 }\nduration_ms: %.0f\n"
		       "data_sources { config { name: \"linux.perf\" perf_event_config {\n",
		       encoded->how->seconds * 1000);
	fputs(is_first ? "  timebase { " : "  followers { ", stdout);
	if (is_first && attr->sample_period)
		printf("%s: %llu ", attr->freq ? "frequency" : "period", (unsigned long long)attr->sample_period);
	else if (is_first)
		fputs("poll_period_ms: 100 ", stdout);
	print_raw_event(encoded);
	puts(" }");
	return true;
}

void end_perfetto(void)
{
	puts("} } }");
}

/* ---- BCC ---- */

/* Prints BCC's period of samples: the event's, else the vendor's, else one that is prime. */
static void print_period(const struct encoded *encoded)
{
	const struct perf_event_attr *attr = &encoded->attr;
	pfm_event_facts_t facts = { .size = sizeof facts };

	if (attr->freq)
		puts("attr.freq = 1");
	if (attr->sample_period)
		printf("attr.%s = %llu\n", attr->freq ? "sample_freq" : "sample_period",
		       (unsigned long long)attr->sample_period);
	else if (encoded->idx >= 0 && !pfm_get_event_facts(encoded->idx, PFM_NO_UMASK, &facts) && facts.period)
		printf("attr.sample_period = %" PRIu64 "  # its vendor's\n", facts.period);
	else
		puts("attr.sample_period = 1000003  # none was said");
}

static void print_python_type(const struct encoded *encoded)
{
	char name[64];
	const char *device = named_device(encoded, name, sizeof name);

	if (device)
		printf("attr.type = int(open(\"/sys/bus/event_source/devices/%s/type\").read())\n", clean(device));
	else
		printf("attr.type = %" PRIu32 "\n", encoded->attr.type);
}

/* Returns whether an event has samples: what counts for the whole machine interrupts no process. */
static bool has_samples(const struct encoded *encoded)
{
	pfm_pmu_info_t pmu = { .size = sizeof pmu };

	if (encoded->idx < 0 || !next_pmu(pmu_of(encoded->idx), &pmu) || pmu.type != PFM_PMU_TYPE_UNCORE)
		return true;
	complain("%s: BCC takes samples, and %s has none", encoded->operand, pmu.name);
	return false;
}

bool print_bcc(const struct encoded *encoded)
{
	const struct perf_event_attr *attr = &encoded->attr;
	const struct { const char *name; unsigned long long value; } fields[] = { { "config1", attr->config1 },
		{ "config2", attr->config2 }, { "exclude_user", attr->exclude_user },
		{ "exclude_kernel", attr->exclude_kernel }, { "exclude_hv", attr->exclude_hv },
		{ "precise_ip", attr->precise_ip } };

	if (is_lost(encoded, "BCC", true) || !has_samples(encoded))
		return false;
	if (encoded->is_first)
		puts("from bcc import Perf\n\n# b: the BPF object, on_event: its function for a sample");
	printf("# %s\nattr = Perf.perf_event_attr()\n", clean(string_of(encoded, &encoded->how->given)));
	print_python_type(encoded);
	printf("attr.config = 0x%llx\n", (unsigned long long)attr->config);
	for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
		if (fields[i].value)
			printf("attr.%s = 0x%llx\n", fields[i].name, fields[i].value);
	print_period(encoded);
	puts("b.attach_perf_event_raw(attr=attr, fn_name=b\"on_event\", pid=-1, cpu=-1)");
	return true;
}
