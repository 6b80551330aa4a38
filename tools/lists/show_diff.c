/* Compares two PMUs: events that only one has, and events with different codes. */
#define _GNU_SOURCE
#include "showevtinfo.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "tables/clean.h"
#include "common/json.h"

/* EVENT:UMASK, or EVENT if it has no unit masks; and its codes as text. */
struct row {
	char *name, *codes;
};

struct rows {
	struct row *list;
	int count, room;
	char *pmu, *desc;
};

static void free_rows(struct rows *rows)
{
	for (int i = 0; i < rows->count; i++) {
		free(rows->list[i].name);
		free(rows->list[i].codes);
	}
	free(rows->list);
	free(rows->pmu);
	free(rows->desc);
}

static bool add_row(struct rows *rows, char *name, char *codes)
{
	struct row *bigger = with_room(rows->list, rows->count, &rows->room, sizeof *bigger);

	if (!bigger)
		return false;
	rows->list = bigger;
	if (name && codes)
		rows->list[rows->count++] = (struct row){ name, codes };
	return name && codes;
}

/* Returns codes as -E has them, of what does not encode alone the tables' numbers. To be freed; NULL: no memory. */
static char *codes_of(const char *pmu, const char *name, const struct event *event, const pfm_event_attr_info_t *umask)
{
	uint64_t codes[4];
	pfm_pmu_encode_arg_t arg = { .codes = codes, .count = 4, .size = sizeof arg };
	char string[512];
	char *text = NULL;
	size_t length;
	FILE *list = open_memstream(&text, &length);

	if (!list)
		return NULL;
	snprintf(string, sizeof string, "%s::%s", pmu, name);
	if (pfm_get_os_event_encoding(string, PFM_PLM0 | PFM_PLM3, PFM_OS_NONE, &arg))
		fprintf(list, "0x%" PRIx64 "+0x%" PRIx64, event->info.code, umask ? umask->code : 0);
	else
		for (int i = 0; i < arg.count; i++)
			fprintf(list, "%s0x%" PRIx64, i ? " " : "", codes[i]);
	if (close_text(list, &text))
		return text;
	free(text);
	return NULL;
}

static char *row_name(const struct event *event, const pfm_event_attr_info_t *umask)
{
	char name[512];

	snprintf(name, sizeof name, "%s%s%s", event->info.name, umask ? ":" : "", umask ? umask->name : "");
	return strdup(name);
}

static bool add_event_rows(struct rows *rows, const pfm_pmu_info_t *pmu, const struct event *event)
{
	char *name;

	for (int i = 0; i < event->info.nattrs; i++)
		if (event->attrs[i].type == PFM_ATTR_UMASK) {
			name = row_name(event, &event->attrs[i]);
			if (!name || !add_row(rows, name, codes_of(pmu->name, name, event, &event->attrs[i])))
				return false; /* NOLINT(clang-analyzer-unix.Malloc): the rows keep it */
		}
	if (event->umasks)
		return true;
	name = row_name(event, NULL);
	/* NOLINTNEXTLINE(clang-analyzer-unix.Malloc): the same */
	return name && add_row(rows, name, codes_of(pmu->name, name, event, NULL));
}

static int compare_rows(const void *a, const void *b)
{
	return strcasecmp(((const struct row *)a)->name, ((const struct row *)b)->name);
}

static bool read_rows(const pfm_pmu_info_t *pmu, struct rows *rows)
{
	struct event event = { .room = 0 };
	bool good = true;

	for (int idx = pmu->first_event; good && idx >= 0; idx = pfm_get_event_next(idx))
		good = load_event(idx, &event) && add_event_rows(rows, pmu, &event);
	free_event(&event);
	if (rows->count)
		qsort(rows->list, (size_t)rows->count, sizeof *rows->list, compare_rows);
	return good || (is_lacking(PFM_ERR_NOMEM) && false);
}

static void print_difference(const char *name, const char *first, const char *second)
{
	bool first_member = true;

	if (settings.csv) {
		print_csv_field(name, ',');
		print_csv_field(first, ',');
		print_csv_field(second, '\n');
		return;
	}
	if (!settings.given.json) {
		printf("%c %s%s%s%s%s\n", !first ? '+' : !second ? '-' : '!', clean(name), settings.separator,
		       first ? first : "", first && second ? settings.separator : "", second ? second : "");
		return;
	}
	putchar('{');
	json_number(&first_member, "schema", 1);
	json_text(&first_member, "name", name);
	json_text(&first_member, "first", first);
	json_text(&first_member, "second", second);
	puts("}");
}

static bool is_asked_for(const char *name, int words, char **word)
{
	for (int i = 0; i < words; i++)
		if (strcasestr(name, word[i]))
			return true;
	return !words;
}

/* Compares rows, both in the order of their names. */
static void compare(const struct rows *first, const struct rows *second, int words, char **word)
{
	for (int i = 0, k = 0;;) {
		const struct row *a = i < first->count ? &first->list[i] : NULL;
		const struct row *b = k < second->count ? &second->list[k] : NULL;
		int order = !a ? 1 : !b ? -1 : compare_rows(a, b);
		const char *name;

		if (!a && !b)
			return;
		name = order <= 0 ? a->name : b->name;
		if ((order || strcmp(a->codes, b->codes)) && is_asked_for(name, words, word))
			print_difference(name, order <= 0 ? a->codes : NULL, order >= 0 ? b->codes : NULL);
		i += order <= 0;
		k += order >= 0;
	}
}

static bool find_pmu(const char *name, pfm_pmu_info_t *info)
{
	pfm_pmu_t pmu;

	for_each_pmu(pmu)
		if (next_pmu(pmu, info) && !strcasecmp(info->name, name))
			return true;
	return false;
}

/* Finds this machine's core PMU, of several types the first; the architecture's own few events are no core's. */
static bool find_core(pfm_pmu_info_t *info)
{
	pfm_pmu_t pmu;

	for_each_pmu(pmu)
		if (next_pmu(pmu, info) && info->is_present && info->type == PFM_PMU_TYPE_CORE &&
		    info->pmu != PFM_PMU_INTEL_X86_ARCH)
			return true;
	return false;
}

/*
 * Reads the rows of the PMU of that name, or of a CPU's cores, on that machine, and the PMU's name and description.
 * False: there is none, which is reported as for an event string of it.
 */
static bool read_named(const char *name, struct rows *rows)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	bool is_pmu = find_pmu(name, &info), is_cpu = !is_pmu && tool_reopen(name), good = false;

	if (!is_pmu && !(is_cpu && find_core(&info)))
		say_no_pmu(name);
	else
		good = asprintf(&rows->pmu, "%s", info.name) >= 0 && asprintf(&rows->desc, "%s", info.desc) >= 0 &&
			read_rows(&info, rows);
	if (is_cpu)
		tool_reopen(settings.given.cpu);
	return good;
}

static void print_headings(const struct rows *first, const struct rows *second)
{
	if (settings.csv)
		puts("name,first,second");
	else if (!settings.given.json)
		printf("--- %s%s%s (%s)\n+++ %s%s%s (%s)\n", bold(), clean(first->pmu), plain(), clean(first->desc),
		       bold(), clean(second->pmu), plain(), clean(second->desc));
}

bool print_differences(int words, char **word)
{
	struct rows a = { .count = 0 }, b = { .count = 0 };
	bool good = read_named(word[0], &a) && read_named(word[1], &b);

	if (good) {
		print_headings(&a, &b);
		compare(&a, &b, words - 2, word + 2);
	}
	free_rows(&a);
	free_rows(&b);
	return good;
}
