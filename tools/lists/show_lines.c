/* Shows a line for each unit mask, or for an event without unit masks. */
#include "showevtinfo.h"

#include <string.h>

#include "tables/clean.h"
#include "common/format.h"

/* Calls print for each unit mask that -F lets through, or with NULL for an event that has none of them. */
static void for_each_row(const struct event *event, const pfm_pmu_info_t *pmu,
	void (*print)(const struct event *event, const pfm_pmu_info_t *pmu, const pfm_event_attr_info_t *umask))
{
	bool any = false;

	for (int i = 0; i < event->info.nattrs; i++)
		if (umask_passes(event, i)) {
			print(event, pmu, &event->attrs[i]);
			any = true;
		}
	if (!any && event_passes(event))
		print(event, pmu, NULL);
}

/* Prints codes, each with the separator; a column for each that the PMU may have. False: does not encode. */
static bool print_codes(const char *string, const pfm_pmu_info_t *pmu)
{
	uint64_t codes[4];
	pfm_pmu_encode_arg_t arg = { .codes = codes, .count = 4, .size = sizeof arg };

	if (pfm_get_os_event_encoding(string, PFM_PLM0 | PFM_PLM3, PFM_OS_NONE, &arg))
		return false;
	if (!settings.encode)
		return true;
	for (int i = 0; i < pmu->max_encoding || i < arg.count; i++) {
		if (i < arg.count)
			printf("0x%" PRIx64, codes[i]);
		fputs(settings.separator, stdout);
	}
	return true;
}

/* Prints a description in quotes, on a terminal as much as its line has room for behind what takes so many columns. */
static void print_description(const char *text, int taken)
{
	int behind = *settings.separator == '\t' ? taken / 8 * 8 + 8 : taken + (int)strlen(settings.separator);
	int room = settings.columns - behind - 2, length = (int)strlen(text);

	if (!settings.columns || length <= room)
		printf("%s\"%s\"", settings.separator, text);
	else if (room > 3)
		printf("%s\"%.*s...\"", settings.separator, room - 3, text);
}

static void print_line(const struct event *event, const pfm_pmu_info_t *pmu, const pfm_event_attr_info_t *umask)
{
	char string[512];

	snprintf(string, sizeof string, "%s::%s%s%s", pmu->name, event->info.name, umask ? ":" : "",
		umask ? umask->name : "");
	if (settings.encode && !print_codes(string, pmu))
		return;
	fputs(clean(string), stdout);
	if (settings.describe) {
		char text[2048];

		/* on a terminal lines are cut at the end, so the unit mask's description comes first */
		if (umask && settings.columns)
			snprintf(text, sizeof text, "%s. (%s)", umask->desc, event->info.desc);
		else
			snprintf(text, sizeof text, "%s.%s%s%s", event->info.desc, umask ? " " : "",
				umask ? umask->desc : "", umask ? "." : "");
		print_description(clean(text), (int)strlen(string));
	}
	putchar('\n');
}

void print_metric_found(const char *name, const char *desc)
{
	if (!settings.compact && !settings.names) {
		printf("#-----------------------------\nMetric   : %s%s%s\n", bold(), clean(name), plain());
		print_wrapped(settings.columns, printf("Desc     : "), clean(desc), "");
		return;
	}
	fputs(clean(name), stdout);
	if (settings.describe) {
		char text[2048];

		snprintf(text, sizeof text, "Metric. %s.", desc);
		print_description(clean(text), (int)strlen(name));
	}
	putchar('\n');
}

void print_lines(const struct event *event, const pfm_pmu_info_t *pmu)
{
	for_each_row(event, pmu, print_line);
}

void print_combinations(const struct event *event, const pfm_pmu_info_t *pmu)
{
	char string[4096];

	if ((unsigned int)event->umasks > settings.limit) {
		complain("event %s has too many umasks to print all combinations, dropping to simple enumeration",
			event->info.name);
		print_lines(event, pmu);
		return;
	}
	if (!event->umasks)
		print_line(event, pmu, NULL);
	for (uint64_t set = 1; event->umasks && set < UINT64_C(1) << event->umasks; set++) {
		int length = snprintf(string, sizeof string, "%s::%s", pmu->name, event->info.name);

		for (int i = 0; i < event->umasks && length < (int)sizeof string; i++)
			if (set >> i & 1)
				length += snprintf(string + length, sizeof string - (size_t)length, ":%s",
					event->attrs[i].name);
		if (length < (int)sizeof string && print_codes(string, pmu))
			puts(clean(string));
	}
}

void print_name(const struct event *event)
{
	if (!event_passes(event))
		return;
	if (settings.encode)
		printf("0x%-10" PRIx64, event->info.code);
	puts(clean(event->info.name));
}

/* ---- comma-separated values ---- */

void print_csv_field(const char *text, char behind)
{
	bool quoted = text && strpbrk(text, ",\"\n");

	if (quoted)
		putchar('"');
	for (const char *at = text ? clean(text) : ""; *at; at++) {
		if (*at == '"')
			putchar('"');
		putchar(*at);
	}
	if (quoted)
		putchar('"');
	putchar(behind);
}

void print_csv_header(void)
{
	puts("pmu,event,umask,codes,description");
}

static void print_csv_line(const struct event *event, const pfm_pmu_info_t *pmu, const pfm_event_attr_info_t *umask)
{
	uint64_t codes[4];
	pfm_pmu_encode_arg_t arg = { .codes = codes, .count = 4, .size = sizeof arg };
	char string[512], text[1024];

	snprintf(string, sizeof string, "%s::%s%s%s", pmu->name, event->info.name, umask ? ":" : "",
		 umask ? umask->name : "");
	snprintf(text, sizeof text, "%s%s%s", event->info.desc, umask ? ". " : "", umask ? umask->desc : "");
	print_csv_field(pmu->name, ',');
	print_csv_field(event->info.name, ',');
	print_csv_field(umask ? umask->name : NULL, ',');
	if (!pfm_get_os_event_encoding(string, PFM_PLM0 | PFM_PLM3, PFM_OS_NONE, &arg))
		for (int i = 0; i < arg.count; i++)
			printf("%s0x%" PRIx64, i ? " " : "", codes[i]);
	putchar(',');
	print_csv_field(text, '\n');
}

void print_csv(const struct event *event, const pfm_pmu_info_t *pmu)
{
	for_each_row(event, pmu, print_csv_line);
}

/* ---- lines of the user's own ---- */

/* The fields of --format. */
struct line {
	const char *pmu, *name, *event, *umask, *desc, *udesc;
	uint64_t code, ucode, idx;
};

static const struct field fields[] = { FIELD(struct line, TEXT_FIELD, pmu), FIELD(struct line, TEXT_FIELD, name),
	FIELD(struct line, TEXT_FIELD, event), FIELD(struct line, TEXT_FIELD, umask),
	FIELD(struct line, NUMBER_FIELD, code), FIELD(struct line, NUMBER_FIELD, ucode),
	FIELD(struct line, TEXT_FIELD, desc), FIELD(struct line, TEXT_FIELD, udesc),
	FIELD(struct line, NUMBER_FIELD, idx) };

enum { FIELDS = sizeof fields / sizeof fields[0] };

static void print_format_line(const struct event *event, const pfm_pmu_info_t *pmu, const pfm_event_attr_info_t *umask)
{
	char name[512];
	struct line line = { .pmu = pmu->name,
		.name = name,
		.event = event->info.name,
		.umask = "",
		.desc = event->info.desc,
		.udesc = "",
		.code = event->info.code,
		.idx = (uint64_t)event->info.idx };

	if (umask) {
		line.umask = umask->name;
		line.udesc = umask->desc;
		line.ucode = umask->code;
	}
	snprintf(name, sizeof name, "%s::%s%s%s", pmu->name, event->info.name, umask ? ":" : "", line.umask);
	print_formatted(settings.given.format, fields, FIELDS, &line);
}

void print_format(const struct event *event, const pfm_pmu_info_t *pmu)
{
	for_each_row(event, pmu, print_format_line);
}

int check_line_format(void)
{
	return check_format(settings.given.format, fields, FIELDS);
}
