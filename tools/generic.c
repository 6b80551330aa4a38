/*
 * perf's generic events as what the kernel counts for them: the library knows one PMU's, and a machine may have several
 * kinds of cores.
 */
#include "generic.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../src/tables/clean.h"
#include "json.h"

bool generic_of_string(const char *string, uint32_t *type, uint64_t *config)
{
	struct perf_event_attr attr = { .size = sizeof attr };
	pfm_perf_encode_arg_t arg = { .attr = &attr, .size = sizeof arg };

	if (!string || pfm_get_perf_encoding_anywhere(string, PFM_PLM0 | PFM_PLM3, PFM_OS_PERF_EVENT_EXT, &arg))
		return false;
	*type = attr.type;
	*config = attr.config;
	return attr.type == PERF_TYPE_HARDWARE || attr.type == PERF_TYPE_HW_CACHE;
}

/* What a core PMU of this machine makes of it; false: it is no such PMU, or the tables do not say. */
static bool is_known_on(const pfm_pmu_info_t *pmu, uint32_t type, uint64_t config, pfm_generic_t *generic)
{
	pfm_pmu_details_t details = { .size = sizeof details };
	int error;

	if (!pmu->is_present || pmu->type != PFM_PMU_TYPE_CORE || pfm_get_pmu_details(pmu->pmu, &details) ||
		details.is_deprecated)
		return false;
	error = pfm_get_generic(pmu->pmu, type, config, generic);
	is_lacking(error);
	return !error;
}

/* Calls use for each kind of cores, or for the one that config names. */
static void for_each_kind(uint32_t type, uint64_t config, void (*use)(const pfm_generic_t *generic, void *data),
	void *data)
{
	pfm_generic_t generic = { .size = sizeof generic };
	pfm_pmu_info_t info = { .size = sizeof info };
	pfm_pmu_t pmu;

	if (config >> 32) {
		if (!pfm_get_generic(PFM_PMU_NONE, type, config, &generic))
			use(&generic, data);
		return;
	}
	for_each_pmu(pmu)
		if (next_pmu(pmu, &info) && is_known_on(&info, type, config, &generic))
			use(&generic, data);
}

static const char *refused_with(const pfm_generic_t *generic)
{
	return generic->is_refused == EINVAL ? "EINVAL" : "ENOENT";
}

static void print_kind(const pfm_generic_t *generic, void *data)
{
	const char *label = data;

	printf("%s%s: ", label, generic->name);
	if (generic->is_refused) {
		printf("none on %s, opening it fails with %s\n", clean(pfm_get_pmu_name(generic->pmu)),
		       refused_with(generic));
		return;
	}
	if (generic->string[0])
		printf("%s, ", clean(generic->string));
	printf("0x%" PRIx64, generic->words[0]);
	if (generic->words[1])
		printf(" 0x%" PRIx64, generic->words[1]);
	putchar('\n');
}

void print_generic(const char *label, uint32_t type, uint64_t config)
{
	for_each_kind(type, config, print_kind, (void *)(uintptr_t)label);
}

static void print_json_kind(const pfm_generic_t *generic, void *data)
{
	bool *any = data, first = true;

	fputs(*any ? ",{" : "{", stdout);
	*any = true;
	json_text(&first, "name", generic->name);
	json_text(&first, "pmu", pfm_get_pmu_name(generic->pmu));
	if (generic->is_refused) {
		json_text(&first, "error", refused_with(generic));
	} else {
		json_text(&first, "event", generic->string[0] ? generic->string : NULL);
		json_hex(&first, "config", generic->words[0]);
		json_hex(&first, "config1", generic->words[1]);
	}
	putchar('}');
}

void print_json_generic(uint32_t type, const uint64_t *configs, int count, bool *first)
{
	bool any = false;

	json_key(first, "kernel");
	putchar('[');
	for (int i = 0; i < count; i++)
		for_each_kind(type, configs[i], print_json_kind, &any);
	putchar(']');
}

/* ---- all of them ---- */

enum { HARDWARE = 10, CACHES = 7, OPERATIONS = 3, RESULTS = 2, GENERICS = HARDWARE + CACHES * OPERATIONS * RESULTS };

/* What the kernel makes of number i; false: perf has no such event, or the tables do not say. */
static bool load_generic(const pfm_pmu_info_t *pmu, int i, pfm_generic_t *generic)
{
	int cache = i - HARDWARE;

	if (i < HARDWARE)
		return is_known_on(pmu, PERF_TYPE_HARDWARE, (uint64_t)i, generic);
	return is_known_on(pmu, PERF_TYPE_HW_CACHE,
		(uint64_t)(cache / RESULTS / OPERATIONS | cache / RESULTS % OPERATIONS << 8 | cache % RESULTS << 16),
		generic);
}

/* perf has numbers without words, such as of stores in caches of code. */
static bool is_word_of_perf(const char *name)
{
	pfm_perf_event_t event = { .size = sizeof event };

	return pfm_get_perf_event(name, PFM_PLM0 | PFM_PLM3, &event, 1, NULL) != PFM_ERR_NOTFOUND;
}

/* Names behind a label, in lines of a terminal's width; those that the kernel has, or those that it refuses. */
static void print_names(const pfm_pmu_info_t *pmu, const char *label, bool refused)
{
	enum { WIDTH = 100 };
	pfm_generic_t generic = { .size = sizeof generic };
	int column = 0;

	for (int i = 0; i < GENERICS; i++) {
		if (!load_generic(pmu, i, &generic) || (generic.is_refused != 0) != refused ||
			!is_word_of_perf(generic.name))
			continue;
		if (!column || column + (int)strlen(generic.name) + 10 > WIDTH)
			column = printf("%s  %-24s", column ? "\n" : "", column ? "" : label);
		column += printf(refused ? " %s (%s)" : " %s", generic.name, refused_with(&generic));
	}
	if (column)
		putchar('\n');
}

void print_all_generics(const char *title)
{
	pfm_generic_t generic = { .size = sizeof generic };
	pfm_pmu_info_t info = { .size = sizeof info };
	pfm_pmu_t pmu;

	for_each_pmu(pmu) {
		if (!next_pmu(pmu, &info) || !load_generic(&info, 0, &generic))
			continue;
		if (*title)
			puts(title);
		title = "";
		print_names(&info, clean(info.name), false);
		print_names(&info, "  none", true);
	}
}

void print_all_generics_json(bool *first)
{
	pfm_generic_t generic = { .size = sizeof generic };
	pfm_pmu_info_t info = { .size = sizeof info };
	bool any = false;
	pfm_pmu_t pmu;

	json_key(first, "generic");
	putchar('[');
	for_each_pmu(pmu)
		for (int i = 0; next_pmu(pmu, &info) && i < GENERICS; i++)
			if (load_generic(&info, i, &generic))
				print_json_kind(&generic, &any);
	putchar(']');
}

const char *generic_names(pfm_pmu_t pmu, const pfm_code_t *code, char *text, size_t size)
{
	if (code->os == PFM_OS_NONE || pfm_get_generic_names(pmu, code, text, size) <= 0)
		*text = '\0';
	return text;
}
