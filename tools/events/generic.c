/*
 * Shows what the kernel counts for perf's generic events: the library tells this for one PMU, and a machine may have
 * several core types.
 */
#define _GNU_SOURCE
#include "generic.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tables/clean.h"
#include "common/json.h"
#include "common/language.h"
#include "common/machine_files.h"
#include "countable.h"

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

/* Does as pfm_get_generic(), by what this machine's driver has where it does not know the CPU. */
static int get_generic(pfm_pmu_t pmu, uint32_t type, uint64_t config, pfm_generic_t *generic)
{
	int error = pfm_get_generic(pmu, type, config, generic);
	char driver[64];

	machine_set_root(secure_getenv("LIBPFM_FSROOT"));
	if (error || is_architectural(type, config) || generic->is_refused || !is_about_files() ||
		!machine_generic_driver(driver, sizeof driver))
		return error;
	generic->is_refused = ENOENT;
	generic->idx = -1;
	generic->string[0] = '\0';
	memset(generic->words, 0, sizeof generic->words);
	return error;
}

/* Returns whether the architectural PMU is beside others: it counts only where the kernel knows no other. */
static bool is_beside_others(pfm_pmu_t pmu)
{
	pfm_generic_t cycles = { .size = sizeof cycles };

	return pmu == PFM_PMU_INTEL_X86_ARCH &&
		(pfm_get_generic(PFM_PMU_NONE, PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, &cycles) ||
			cycles.pmu != pmu);
}

/* Finds a generic event on a core PMU of this machine; false: it is no such PMU, or the tables do not say. */
static bool is_known_on(const pfm_pmu_info_t *pmu, uint32_t type, uint64_t config, pfm_generic_t *generic)
{
	pfm_pmu_details_t details = { .size = sizeof details };
	int error;

	if (!pmu->is_present || pmu->type != PFM_PMU_TYPE_CORE || pfm_get_pmu_details(pmu->pmu, &details) ||
		details.is_deprecated || is_beside_others(pmu->pmu))
		return false;
	error = get_generic(pmu->pmu, type, config, generic);
	is_lacking(error);
	return !error;
}

/* Calls use for each core type, or for the one that config or the string names. */
static void for_each_kind(const char *requested, uint32_t type, uint64_t config,
	void (*use)(const pfm_generic_t *generic, void *data), void *data)
{
	pfm_generic_t generic = { .size = sizeof generic };
	pfm_pmu_info_t info = { .size = sizeof info };
	pfm_pmu_t pmu = pmu_before_slash(requested);

	if (config >> 32 || pmu != PFM_PMU_NONE) {
		if (!get_generic(pmu, type, config, &generic))
			use(&generic, data);
		return;
	}
	for_each_pmu(pmu) if (next_pmu(pmu, &info) && is_known_on(&info, type, config, &generic)) use(&generic, data);
}

static const char *refused_with(const pfm_generic_t *generic)
{
	return generic->is_refused == EINVAL ? "EINVAL" : "ENOENT";
}

/* ---- releases of Linux ---- */

enum { MOST_MEANINGS = 8 };

static void print_meaning_words(const pfm_kernel_meaning_t *meaning)
{
	if (meaning->is_refused) {
		fputs("none", stdout);
		return;
	}
	printf("0x%" PRIx64, meaning->words[0]);
	if (meaning->words[1])
		printf(" 0x%" PRIx64, meaning->words[1]);
	if (meaning->scale != 1)
		printf(" times %.12g%s%s", meaning->scale, meaning->unit ? " " : "",
			meaning->unit ? clean(meaning->unit) : "");
}

/* Prints "from 6.1 on", "before 6.12", "from 6.1 to before 6.12". */
static void print_span(const pfm_kernel_meaning_t *meaning)
{
	if (meaning->since && meaning->before)
		printf("from %s to before %s", clean(meaning->since), clean(meaning->before));
	else if (meaning->before)
		printf("before %s", clean(meaning->before));
	else
		printf("from %s on", clean(meaning->since ? meaning->since : ""));
}

/* Prints what earlier kernels have, after what the newest has. */
static void print_earlier(const pfm_kernel_meaning_t *meanings, int count)
{
	for (int i = 0; i < count && i < MOST_MEANINGS; i++) {
		if (!meanings[i].before)
			continue;
		fputs("; ", stdout);
		print_span(&meanings[i]);
		fputs(": ", stdout);
		print_meaning_words(&meanings[i]);
	}
}

static int meanings_of(pfm_pmu_t pmu, const char *name, pfm_kernel_meaning_t *meanings)
{
	meanings->size = sizeof *meanings;
	return pfm_get_kernel_meanings(pmu, name, meanings, MOST_MEANINGS);
}

/* Writes the name in PMU::NAME:.., DEVICE/NAME,../ or NAME:..; text: room for size. */
static const char *asked_name(const char *requested, char *text, size_t size)
{
	const char *slash = strchr(requested, '/'), *colons = strstr(requested, "::");
	const char *name = slash ? slash + 1 : colons ? colons + 2 : requested;

	snprintf(text, size, "%.*s", (int)strcspn(name, slash ? "/," : ":"), name);
	return text;
}

void print_kernel_dates(const char *label, pfm_pmu_t pmu, const char *requested)
{
	pfm_kernel_meaning_t meanings[MOST_MEANINGS];
	char name[256];
	int count = requested ? meanings_of(pmu, asked_name(requested, name, sizeof name), meanings) : 0;

	if (count <= 0 || (!meanings->since && !meanings->before && !meanings->is_refused))
		return;
	printf("%s%s: ", label, clean(name));
	if (!meanings->since && meanings->is_refused)
		fputs("no kernel up to 7.3 has it", stdout);
	else if (meanings->before)
		fputs("none now", stdout);
	else
		print_span(meanings);
	print_earlier(meanings, count);
	putchar('\n');
}

/* Returns whether two PMUs have the same, as the boxes of a kind do. */
static bool are_same_meanings(const pfm_kernel_meaning_t *a, const pfm_kernel_meaning_t *b, int count)
{
	for (int i = 0; i < count && i < MOST_MEANINGS; i++)
		if (a[i].since != b[i].since || a[i].before != b[i].before || a[i].scale != b[i].scale ||
			memcmp(a[i].words, b[i].words, sizeof a[i].words))
			return false;
	return true;
}

void print_all_kernel_dates(const char *requested)
{
	pfm_kernel_meaning_t last[MOST_MEANINGS], meanings[MOST_MEANINGS];
	pfm_pmu_info_t info = { .size = sizeof info };
	int last_count = 0, count;
	char name[256], label[128];
	uint64_t config;
	uint32_t type;
	pfm_pmu_t pmu;

	asked_name(requested, name, sizeof name);
	if (generic_of_string(name, &type, &config)) /* print_generic() reports on these */
		return;
	for_each_pmu(pmu)
	{
		if (!next_pmu(pmu, &info) || !info.is_present || (count = meanings_of(pmu, name, meanings)) <= 0 ||
			(count == last_count && are_same_meanings(meanings, last, count)))
			continue;
		snprintf(label, sizeof label, "Linux    : %s::", clean(info.name));
		print_kernel_dates(label, pmu, name);
		memcpy(last, meanings, sizeof last);
		last_count = count;
	}
}

static void print_json_meaning(const pfm_kernel_meaning_t *meaning)
{
	bool first = true;

	putchar('{');
	json_text(&first, "since", meaning->since);
	json_text(&first, "before", meaning->before);
	if (meaning->is_refused) {
		json_text(&first, "error", meaning->is_refused == EINVAL ? "EINVAL" : "ENOENT");
	} else {
		json_hex(&first, "config", meaning->words[0]);
		json_hex(&first, "config1", meaning->words[1]);
		json_text(&first, "unit", meaning->unit);
		json_key(&first, "scale");
		json_double(meaning->scale);
	}
	putchar('}');
}

/* Prints a member "linux", if anything is dated. */
static void print_json_meanings(bool *first, const pfm_kernel_meaning_t *meanings, int count)
{
	if (count <= 0 || (!meanings->since && !meanings->before && !meanings->is_refused && count < 2))
		return;
	json_key(first, "linux");
	for (int i = 0; i < count && i < MOST_MEANINGS; i++) {
		putchar(i ? ',' : '[');
		print_json_meaning(&meanings[i]);
	}
	putchar(']');
}

void print_json_kernel_dates(pfm_pmu_t pmu, const char *requested, bool *first)
{
	pfm_kernel_meaning_t meanings[MOST_MEANINGS];
	char name[256];

	if (requested)
		print_json_meanings(first, meanings,
			meanings_of(pmu, asked_name(requested, name, sizeof name), meanings));
}

/* Returns an event that Linux refuses as it does some of perf's own. */
static pfm_generic_t refused_event(const char *requested, pfm_pmu_t pmu)
{
	pfm_generic_t generic = { .size = sizeof generic, .pmu = pmu, .is_refused = EINVAL };
	char name[256];

	snprintf(generic.name, sizeof generic.name, "%.*s", (int)sizeof generic.name - 1,
		asked_name(requested, name, sizeof name));
	return generic;
}

static void print_kind(const pfm_generic_t *generic, void *data)
{
	const char *label = data;

	printf("%s%s: ", label, clean(generic->name));
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

void print_refused(const char *label, const char *requested, pfm_pmu_t pmu)
{
	pfm_generic_t generic = refused_event(requested, pmu);

	print_kind(&generic, (void *)(uintptr_t)label);
}

/* Returns whether a name is just as old as the kernel's knowledge of the cores. */
static bool is_as_old_as_cores(pfm_pmu_t pmu, const char *name)
{
	pfm_kernel_meaning_t its[MOST_MEANINGS], cycles[MOST_MEANINGS];

	return meanings_of(pmu, name, its) == 1 && meanings_of(pmu, "cycles", cycles) == 1 &&
		its->since == cycles->since;
}

static void print_kinds_dates(const pfm_generic_t *generic, void *data)
{
	char label[128];

	if (is_as_old_as_cores(generic->pmu, generic->name))
		return;
	snprintf(label, sizeof label, "Linux %s%s::", (char *)data + strlen("Kernel"),
		clean(pfm_get_pmu_name(generic->pmu)));
	print_kernel_dates(label, generic->pmu, generic->name);
}

void print_generic(const char *label, const char *requested, uint32_t type, uint64_t config)
{
	for_each_kind(requested, type, config, print_kind, (void *)(uintptr_t)label);
	for_each_kind(requested, type, config, print_kinds_dates, (void *)(uintptr_t)label);
}

static void print_json_kind(const pfm_generic_t *generic, void *data)
{
	pfm_kernel_meaning_t meanings[MOST_MEANINGS];
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
	print_json_meanings(&first, meanings, meanings_of(generic->pmu, generic->name, meanings));
	putchar('}');
}

void print_json_generic(const char *requested, uint32_t type, const uint64_t *configs, int count, bool *first)
{
	bool any = false;

	json_key(first, "kernel");
	putchar('[');
	for (int i = 0; i < count; i++)
		for_each_kind(requested, type, configs[i], print_json_kind, &any);
	putchar(']');
}

void print_json_refused(const char *requested, pfm_pmu_t pmu, bool *first)
{
	pfm_generic_t generic = refused_event(requested, pmu);
	bool any = false;

	json_key(first, "kernel");
	putchar('[');
	print_json_kind(&generic, &any);
	putchar(']');
}

/* ---- all of them ---- */

enum { HARDWARE = 10, CACHES = 7, OPERATIONS = 3, RESULTS = 2, GENERICS = HARDWARE + CACHES * OPERATIONS * RESULTS };

/* Finds what the kernel makes of number i; false: perf has no such event, or the tables do not say. */
static bool load_generic(const pfm_pmu_info_t *pmu, int i, pfm_generic_t *generic)
{
	int cache = i - HARDWARE;

	if (i < HARDWARE)
		return is_known_on(pmu, PERF_TYPE_HARDWARE, (uint64_t)i, generic);
	return is_known_on(pmu, PERF_TYPE_HW_CACHE,
		(uint64_t)(cache / RESULTS / OPERATIONS | cache / RESULTS % OPERATIONS << 8 | cache % RESULTS << 16),
		generic);
}

/* Returns whether perf has a name for it: some numbers, as stores in instruction caches, have none. */
static bool is_word_of_perf(const char *name)
{
	pfm_perf_event_t event = { .size = sizeof event };

	return pfm_get_perf_event(name, PFM_PLM0 | PFM_PLM3, &event, 1, NULL) != PFM_ERR_NOTFOUND;
}

/* Prints names behind a label, in lines of a terminal's width; those that the kernel has, or those that it refuses. */
static void print_names(const pfm_pmu_info_t *pmu, const char *label, bool refused)
{
	enum { WIDTH = 80 };
	pfm_generic_t generic = { .size = sizeof generic };
	int column = 0;

	for (int i = 0; i < GENERICS; i++) {
		if (!load_generic(pmu, i, &generic) || (generic.is_refused != 0) != refused ||
			!is_word_of_perf(generic.name))
			continue;
		if (!column || column + 1 + (int)strlen(generic.name) + (refused ? 9 : 0) > WIDTH) {
			fputs(column ? "\n" : "", stdout);
			column = printf("  %-24s", column ? "" : label);
		}
		column += printf(refused ? " %s (%s)" : " %s", generic.name, refused_with(&generic));
	}
	if (column)
		putchar('\n');
}

/* Prints since when the kernel knows the cores. */
static void print_cores_date(pfm_pmu_t pmu)
{
	pfm_kernel_meaning_t meanings[MOST_MEANINGS];

	if (meanings_of(pmu, "cycles", meanings) > 0 && meanings->since)
		printf("  %-24s from %s on\n", "  Linux", clean(meanings->since));
}

void print_all_generics(const char *title)
{
	pfm_generic_t generic = { .size = sizeof generic };
	pfm_pmu_info_t info = { .size = sizeof info };
	pfm_pmu_t pmu;

	for_each_pmu(pmu)
	{
		if (!next_pmu(pmu, &info) || !load_generic(&info, 0, &generic))
			continue;
		if (*title)
			puts(title);
		title = "";
		print_names(&info, clean(info.name), false);
		print_names(&info, "  none", true);
		print_cores_date(info.pmu);
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
	for_each_pmu(pmu) for (int i = 0; next_pmu(pmu, &info) && i < GENERICS;
			       i++) if (load_generic(&info, i, &generic)) print_json_kind(&generic, &any);
	putchar(']');
}

const char *generic_names(pfm_pmu_t pmu, const pfm_code_t *code, char *text, size_t size)
{
	if (code->os == PFM_OS_NONE || is_beside_others(pmu) || pfm_get_generic_names(pmu, code, text, size) <= 0)
		*text = '\0';
	return text;
}
