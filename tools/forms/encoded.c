/* Writes an encoded event in all the forms of --as and --format. */
#include "encoded.h"

#include "tables/clean.h"
#include "common/format.h"
#include "common/json.h"
#include "events/vendor_code.h"
#include "perf.h"

#include <string.h>

static const char *type_name(uint32_t type)
{
	static const char *const names[] = { "hardware", "software", "tracepoint", "hardware cache", "raw",
		"breakpoint" };

	return type == UINT32_MAX                       ? "unknown on this machine"
		: type < sizeof names / sizeof names[0] ? names[type]
							: "from sysfs";
}

/* Returns the type; -1: this kernel has no such PMU. */
static int64_t type_number(const struct perf_event_attr *attr)
{
	return attr->type == UINT32_MAX ? -1 : (int64_t)attr->type;
}

static const char *type_macro(uint32_t type)
{
	static const char *const names[] = { "PERF_TYPE_HARDWARE", "PERF_TYPE_SOFTWARE", "PERF_TYPE_TRACEPOINT",
		"PERF_TYPE_HW_CACHE", "PERF_TYPE_RAW" };

	return type < sizeof names / sizeof names[0] ? names[type] : NULL;
}

/* The attr's bits that the library may set, in the order of the structure. */
struct bit {
	const char *name;
	unsigned int value;
	bool rare; /* set by perf's language only */
};

enum { BITS = 14 };

static void list_bits(const struct perf_event_attr *attr, struct bit *bits)
{
	const struct bit list[BITS] = { { "inherit", attr->inherit, true }, { "pinned", attr->pinned, false },
		{ "exclusive", attr->exclusive, false }, { "exclude_user", attr->exclude_user, false },
		{ "exclude_kernel", attr->exclude_kernel, false }, { "exclude_hv", attr->exclude_hv, false },
		{ "exclude_idle", attr->exclude_idle, true }, { "freq", attr->freq, false },
		{ "precise_ip", attr->precise_ip, false }, { "exclude_host", attr->exclude_host, false },
		{ "exclude_guest", attr->exclude_guest, false }, { "write_backward", attr->write_backward, true },
		{ "aux_output", attr->aux_output, true }, { "bp_type", attr->bp_type, true } };

	memcpy(bits, list, sizeof list);
}

/* Writes "arm_cmn_{n}" as "arm_cmn_*": for people who know shells. */
static const char *device_for_people(const char *device, char *text, size_t size)
{
	size_t length = 0;

	for (; *device && length + 1 < size; device++) {
		text[length++] = *device == '{' ? '*' : *device;
		if (*device == '{')
			device += strcspn(device, "}");
		if (!*device)
			break;
	}
	text[length] = '\0';
	return clean(text);
}

static const char *shown(const struct encoded *encoded)
{
	return string_of(encoded, &encoded->how->given);
}

bool print_attr(const struct encoded *encoded)
{
	const struct perf_event_attr *attr = &encoded->attr;
	struct bit bits[BITS];
	char device[64];

	printf("Event          : %s\n", clean(shown(encoded)));
	if (attr->type == UINT32_MAX)
		printf("type           : %s (%s)\n", type_name(attr->type),
			device_for_people(encoded->device, device, sizeof device));
	else
		printf("type           : %u (%s%s%s)\n", attr->type, type_name(attr->type),
			encoded->device ? ": " : "",
			encoded->device ? clean(encoded->device) : "");
	printf("config         : 0x%llx\n", (unsigned long long)attr->config);
	if (attr->config1)
		printf("config1        : 0x%llx\n", (unsigned long long)attr->config1);
	if (attr->config2)
		printf("config2        : 0x%llx\n", (unsigned long long)attr->config2);
	if (attr->sample_period)
		printf("%-15s: %llu\n", attr->freq ? "sample_freq" : "sample_period",
			(unsigned long long)attr->sample_period);
	list_bits(attr, bits);
	for (int i = 0; i < BITS; i++)
		if (bits[i].value)
			printf("%-15s: %u\n", bits[i].name, bits[i].value);
	if (encoded->cpu >= 0)
		printf("cpu to open on : %d\n", encoded->cpu);
	return true;
}

bool print_attr_json(const struct encoded *encoded)
{
	const struct perf_event_attr *attr = &encoded->attr;
	struct bit bits[BITS];
	bool first = true;

	putchar('{');
	json_number(&first, "schema", 1);
	json_text(&first, "requested", typed_name(encoded->operand));
	json_text(&first, "event", shown(encoded));
	json_number(&first, "idx", encoded->idx);
	json_text(&first, "device", encoded->device);
	json_number(&first, "type", type_number(attr));
	json_hex(&first, "config", attr->config);
	json_hex(&first, "config1", attr->config1);
	json_hex(&first, "config2", attr->config2);
	json_number(&first, attr->freq ? "sample_freq" : "sample_period", (long long)attr->sample_period);
	list_bits(attr, bits);
	for (int i = 0; i < BITS; i++)
		if (!bits[i].rare || bits[i].value)
			json_number(&first, bits[i].name, bits[i].value);
	json_number(&first, "cpu", encoded->cpu);
	json_vendors_code(&first, encoded->operand, encoded->perfs ? -1 : encoded->idx);
	puts("}");
	return true;
}

/*
 * Unsets exclude_guest, which perf has unless the string says otherwise, on what counts for the whole machine, where
 * the kernel refuses it: perf opens such an event once more, a program with these fields does not.
 */
static void leave_out_nothing(struct perf_event_attr *attr, int idx)
{
	pfm_pmu_info_t pmu = { .size = sizeof pmu };

	if (attr->type >= PERF_TYPE_MAX && idx >= 0 && next_pmu(pmu_of(idx), &pmu) && pmu.type != PFM_PMU_TYPE_CORE)
		attr->exclude_guest = 0;
}

static void print_fields_of(const struct perf_event_attr *attr, const char *device, const char *indent)
{
	struct bit bits[BITS];

	printf("%s.size = sizeof(struct perf_event_attr),\n", indent);
	if (attr->type == UINT32_MAX)
		printf("%s.type = -1, /* to be replaced by the number in /sys/bus/event_source/devices/%s/type */\n",
			indent, clean(device));
	else if (type_macro(attr->type))
		printf("%s.type = %s,\n", indent, type_macro(attr->type));
	else
		printf("%s.type = %u, /* %s */\n", indent, attr->type,
			device && *device ? clean(device) : type_name(attr->type));
	printf("%s.config = 0x%llx,\n", indent, (unsigned long long)attr->config);
	if (attr->config1)
		printf("%s.config1 = 0x%llx,\n", indent, (unsigned long long)attr->config1);
	if (attr->config2)
		printf("%s.config2 = 0x%llx,\n", indent, (unsigned long long)attr->config2);
	if (attr->sample_period)
		printf("%s.%s = %llu,\n", indent, attr->freq ? "sample_freq" : "sample_period",
			(unsigned long long)attr->sample_period);
	list_bits(attr, bits);
	for (int i = 0; i < BITS; i++)
		if (bits[i].value)
			printf("%s.%s = %u,\n", indent, bits[i].name, bits[i].value);
}

void print_c_fields(const struct perf_event_attr *attr, int idx, const char *device, const char *indent)
{
	struct perf_event_attr own = *attr;

	leave_out_nothing(&own, idx);
	print_fields_of(&own, device, indent);
}

bool print_c(const struct encoded *encoded)
{
	printf("/* %s */\n(struct perf_event_attr){\n", clean(shown(encoded)));
	print_c_fields(&encoded->attr, encoded->idx, encoded->device, "\t");
	puts("}");
	return true;
}

bool print_perf(const struct encoded *encoded)
{
	char text[1024];

	return write_for_perf(encoded, (struct perf_style){ .fields = false }, text, sizeof text) &&
		puts(clean(text)) >= 0;
}

/* The fields of --format. */
struct line {
	const char *requested, *name;
	int64_t type;
	uint64_t config, config1, config2, idx;
};

static const struct field fields[] = { FIELD(struct line, TEXT_FIELD, requested), FIELD(struct line, TEXT_FIELD, name),
	FIELD(struct line, SIGNED_FIELD, type), FIELD(struct line, NUMBER_FIELD, config),
	FIELD(struct line, NUMBER_FIELD, config1), FIELD(struct line, NUMBER_FIELD, config2),
	FIELD(struct line, NUMBER_FIELD, idx) };

enum { FIELDS = sizeof fields / sizeof fields[0] };

static void print_own(const struct encoded *encoded, const char *format)
{
	const struct line line = { .requested = typed_name(encoded->operand),
		.name = shown(encoded),
		.type = type_number(&encoded->attr),
		.config = encoded->attr.config,
		.config1 = encoded->attr.config1,
		.config2 = encoded->attr.config2,
		.idx = (uint64_t)encoded->idx };

	print_formatted(format, fields, FIELDS, &line);
}

bool print_words(const struct encoded *encoded)
{
	const uint64_t words[] = { encoded->attr.config, encoded->attr.config1, encoded->attr.config2 };
	int count = words[2] ? 3 : words[1] ? 2 : 1;

	for (int i = 0; i < count; i++)
		printf("%s0x%llx", i ? " " : "", (unsigned long long)words[i]);
	putchar('\n');
	return true;
}

static bool print_encoded(struct encoded *encoded, struct encoding *how)
{
	bool good = true;

	encoded->how = how;
	encoded->is_first = !how->any;
	if (how->given.format)
		print_own(encoded, how->given.format);
	else
		good = how->form->print(encoded);
	how->any |= good;
	return good;
}

static bool print_all(struct encoded **events, int count, void *data)
{
	bool good = true;

	for (int i = 0; i < count; i++)
		good &= print_encoded(events[i], data);
	return good;
}

bool write_events(int count, char **operands, struct encoding *how)
{
	const struct resolving resolving = { .given = &how->given, .asked = &how->asked, .group = how->group,
		.is_of_all_cores = how->form->is_of_all_cores, .use = print_all, .data = how };
	bool good = resolve_all(count, operands, &resolving);

	if (how->any && how->form->end)
		how->form->end();
	return good;
}

int check_own_format(const char *format)
{
	return check_format(format, fields, FIELDS);
}
