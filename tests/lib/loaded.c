/*
 * Tables that are loaded. loaded same FILE: the file has the compiled PMUs, all but those with code of their own, as
 * x_NAME: the same questions have the same answers. loaded hostile FILE SCRATCH: every number of the file is changed
 * in several ways, and the library is asked all it can be asked; a sum that fits is written, so that the sum does not
 * protect the rows. loaded refused FILE: numbers that mean nothing are refused, each with its message. loaded threads
 * FILE: many ask for the first event of a file at the same time.
 */
#define _GNU_SOURCE
#include <perfmon/pfmkit.h>

#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#include "check.h"
#include "tables/file.h"
#include "tables/metrics.h"
#include "walk_tables.h"

static void start(const char *path)
{
	setenv("LIBPFM_TABLES", path, 1);
	if (pfm_initialize()) {
		puts("pfm_initialize() failed");
		exit(1);
	}
}

/* ---- the same answers ---- */

static int encode(const char *string, pfm_os_t os, uint64_t words[4], char **full)
{
	struct perf_event_attr attr = { .size = sizeof attr };
	pfm_perf_encode_arg_t perf = { .attr = &attr, .fstr = full, .size = sizeof perf };
	pfm_pmu_encode_arg_t raw = { .codes = words, .count = 4, .fstr = full, .size = sizeof raw };
	int result;

	memset(words, 0, 4 * sizeof *words);
	*full = NULL;
	if (os == PFM_OS_NONE)
		return pfm_get_os_event_encoding(string, PFM_PLM3, os, &raw);
	result = pfm_get_perf_encoding_anywhere(string, PFM_PLM3, os, &perf);
	words[0] = attr.config;
	words[1] = attr.config1;
	words[2] = attr.config2;
	words[3] = attr.type;
	return result;
}

/* string: PMU::EVENT... of a compiled PMU. */
static void check_same(const char *string)
{
	static const pfm_os_t layers[] = { PFM_OS_NONE, PFM_OS_PERF_EVENT };
	char loaded[1024];

	snprintf(loaded, sizeof loaded, "x_%s", string);
	for (size_t i = 0; i < 2; i++) {
		uint64_t words[4], loaded_words[4];
		char *full, *loaded_full;
		int result = encode(string, layers[i], words, &full);
		int loaded_result = encode(loaded, layers[i], loaded_words, &loaded_full);

		if (!CHECK(result == loaded_result && !memcmp(words, loaded_words, sizeof words)) ||
		    !CHECK(!full == !loaded_full) ||
		    !CHECK(!full || (!strncmp(loaded_full, "x_", 2) && !strcmp(full, loaded_full + 2))))
			printf("  %s: %d, loaded: %d\n", string, result, loaded_result);
		free(full);
		free(loaded_full);
	}
}

static void check_event(const char *pmu, int event)
{
	pfm_event_info_t info = { .size = sizeof info };
	char string[1000];

	CHECK(!pfm_get_event_info(event, PFM_OS_NONE, &info));
	snprintf(string, sizeof string, "%s::%s", pmu, info.name);
	check_same(string);
	for (int i = 0; i < info.nattrs; i++) {
		pfm_event_attr_info_t attr = { .size = sizeof attr };

		CHECK(!pfm_get_event_attr_info(event, i, PFM_OS_NONE, &attr));
		snprintf(string, sizeof string, "%s::%s:%s%s", pmu, info.name, attr.name,
			 attr.type == PFM_ATTR_MOD_INTEGER ? "=2" : "");
		check_same(string);
	}
}

/* One of each family of boxes stands for all. */
static bool is_first_box(const char *name)
{
	size_t length = strlen(name);

	return length < 2 || name[length - 1] < '1' || name[length - 1] > '9' || !strstr(name, "_unc_");
}

static void same(const char *path)
{
	int compared = 0;

	start(path);
	for (int pmu = pfm_next_pmu(0); pmu > 0; pmu = pfm_next_pmu(pmu)) {
		pfm_pmu_info_t info = { .size = sizeof info };

		CHECK(!pfm_get_pmu_info((pfm_pmu_t)pmu, &info));
		if (pfm_get_pmu_table((pfm_pmu_t)pmu)) {
			CHECK_TEXT(pfm_get_pmu_table((pfm_pmu_t)pmu), path);
			CHECK(!strncmp(info.name, "x_", 2));
			continue;
		}
		if (!strcmp(info.name, "perf") || !strcmp(info.name, "perf_raw") || !strcmp(info.name, "ix86arch") ||
		    !strcmp(info.name, "arm_pmuv3") || !is_first_box(info.name))
			continue;
		compared++;
		for (int event = info.first_event; event >= 0; event = pfm_get_event_next(event))
			check_event(info.name, event);
	}
	CHECK(compared > 200);
	printf("%d PMUs compared\n", compared);
	pfm_terminate();
}

/* ---- hostile files ---- */

static void write_file(const char *path, const void *bytes, size_t size)
{
	FILE *file = fopen(path, "wb");

	if (!file || fwrite(bytes, 1, size, file) != size || fclose(file)) {
		perror(path);
		exit(1);
	}
}

/* How many PMUs the library takes of it. */
static int try_bytes(const char *path, const void *bytes, size_t size)
{
	int count;

	write_file(path, bytes, size);
	start(path);
	count = walk_loaded();
	pfm_terminate();
	return count;
}

static void sign(char *bytes, size_t size)
{
	struct table_file_header *header = (struct table_file_header *)bytes;

	header->sum = table_file_sum(header, size);
}

static void hostile(const char *path, const char *scratch)
{
	static const unsigned char values[] = { 0x7f, 0xff };
	static _Alignas(8) char good[1 << 16], bad[1 << 16];
	FILE *file = fopen(path, "rb");
	size_t size = file ? fread(good, 1, sizeof good, file) : 0;
	int pmus, refused = 0, taken = 0;

	setenv("LIBPFM_CPUID", "GenuineIntel-6-1-1", 1); /* whose metrics are looked at */
	CHECK(size > sizeof(struct table_file_header));
	CHECK(size < sizeof good);
	if (file)
		fclose(file);
	pmus = try_bytes(scratch, good, size);
	CHECK(pmus > 0);
	for (size_t length = 0; length < size; length += length < sizeof(struct table_file_header) ? 7 : 97)
		if (!CHECK(!try_bytes(scratch, good, length)))
			printf("  cut at byte %zu\n", length);
	/* what follows is the source, which nobody but pmuc dump looks at */
	for (size_t at = 0; at < ((struct table_file_header *)good)->sections[TABLE_FILE_SECTIONS - 1].offset; at++) {
		memcpy(bad, good, size);
		bad[at] ^= 0x10;
		if ((at < sizeof(struct table_file_header) || at % 7 == 0) && !CHECK(!try_bytes(scratch, bad, size)))
			printf("  byte %zu changed\n", at);
		for (size_t i = 0; i < sizeof values; i++) {
			memcpy(bad, good, size);
			bad[at] = (char)values[i];
			if (at >= offsetof(struct table_file_header, sections))
				sign(bad, size);
			if (try_bytes(scratch, bad, size))
				taken++;
			else
				refused++;
		}
	}
	CHECK(refused);
	CHECK(taken);
	printf("%zu bytes: %d files refused, %d taken\n", size, refused, taken);
	remove(scratch);
}

/* ---- numbers that mean nothing ---- */

static _Alignas(8) char whole[1 << 16], altered[1 << 16];
static size_t whole_size;
static struct tables of_whole;

/* Returns what is wrong with the file if a field, a place of the whole one, has other bytes; NULL: nothing. */
static const char *wrong_with(const void *field, const void *bytes, size_t count)
{
	static char message[TABLE_FILE_MESSAGE];
	struct tables tables;

	memcpy(altered, whole, whole_size);
	memcpy(altered + ((const char *)field - whole), bytes, count);
	sign(altered, whole_size);
	if (!table_file_read(altered, whole_size, &tables, message))
		return message;
	return table_file_check(altered, &tables);
}

static void check_wrong(const char *is, const char *wanted, const char *what)
{
	if (!CHECK(!wanted ? !is : is && !strcmp(is, wanted)))
		printf("  %s: %s\n  not %s\n", what, is ? is : "taken", wanted ? wanted : "taken");
}

#define WITH(message, section, row, field, number) do { \
	__typeof__(of_whole.section.rows->field) value_ = (__typeof__(value_))(number); \
	check_wrong(wrong_with(&of_whole.section.rows[row].field, &value_, sizeof value_), message, \
		#section "." #field " = " #number); \
} while (0)
#define REFUSED(section, row, field, number) \
	WITH("a row of " #section " has a number that means nothing", section, row, field, number)
#define TAKEN(section, row, field, number) WITH(NULL, section, row, field, number)
#define NO_PMU(field, number) WITH("a PMU is not as PMUs must be", pmus, 0, field, number)

static void refuse_layouts(void)
{
	const struct table_layout *layout = of_whole.layouts.rows;

	REFUSED(modifiers, 0, target.word, MAX_WORDS);
	REFUSED(modifiers, 0, target.shift, 18);
	REFUSED(modifiers, 0, sets.word, MAX_WORDS);
	REFUSED(modifiers, 0, sets.shift, 1);
	REFUSED(modifiers, 0, sets_if.word, MAX_WORDS);
	REFUSED(modifiers, 0, forces, MAX_WORDS);
	REFUSED(modifiers, 0, name, 0);
	TAKEN(prints, 0, label_length, MAX_LABEL);
	REFUSED(prints, 0, label_length, MAX_LABEL + 1);
	REFUSED(prints, 0, word, MAX_WORDS);
	TAKEN(prints, 0, shift, 63);
	REFUSED(prints, 0, shift, 64);
	REFUSED(prints, 0, modifier, MAX_LAYOUT_MODIFIERS);
	REFUSED(formats, 0, count, 0);
	REFUSED(formats, 0, count, MAX_FORMAT_BITS + 1);
	TAKEN(formats, 0, bits[0].word, CONFIG_WORDS - 1);
	REFUSED(formats, 0, bits[0].word, CONFIG_WORDS);
	REFUSED(formats, 0, bits[0].low, of_whole.formats.rows[0].bits[0].high + 1);
	TAKEN(formats, 0, bits[0].high, 63);
	REFUSED(formats, 0, bits[0].high, 64);
	REFUSED(layouts, 0, words, 0);
	REFUSED(layouts, 0, words, MAX_WORDS + 1);
	REFUSED(layouts, 0, segments, 4);
	REFUSED(layouts, 0, move_count, MAX_MOVES + 1);
	TAKEN(layouts, 0, raw_bits, 64);
	REFUSED(layouts, 0, raw_bits, 65);
	TAKEN(layouts, 0, privilege, PRIVILEGE_ALWAYS);
	REFUSED(layouts, 0, privilege, PRIVILEGE_ALWAYS + 1);
	TAKEN(layouts, 0, os_modifiers, 0x3fff);
	REFUSED(layouts, 0, os_modifiers, 0x4000);
	REFUSED(layouts, 0, umask.word, MAX_WORDS);
	REFUSED(layouts, 0, column.word, MAX_WORDS);
	REFUSED(layouts, 0, plm[2].word, MAX_WORDS);
	REFUSED(layouts, 0, event[0].word, MAX_WORDS);
	REFUSED(layouts, 0, event[0].low, 64);
	REFUSED(layouts, 0, event[0].width, 0);
	TAKEN(layouts, 0, event[0].width, 64);
	REFUSED(layouts, 0, event[0].width, 65);
	REFUSED(layouts, 0, moves[0].to, 3);
	REFUSED(layouts, 0, moves[0].shift, 64);
	TAKEN(layouts, 0, moves[0].from, FROM_COLUMN);
	REFUSED(layouts, 0, moves[0].from, FROM_COLUMN + 1);
	REFUSED(layouts, 0, moves[0].word, MAX_WORDS);
	TAKEN(layouts, 0, by_letter[LETTERS - 1], layout->modifiers);
	REFUSED(layouts, 0, by_letter[LETTERS - 1], layout->modifiers + 1);
	REFUSED(layouts, 0, with_privilege, UINT32_C(1) << layout->modifiers);
	REFUSED(layouts, 0, with_taken, UINT32_C(1) << layout->modifiers);
	REFUSED(layouts, 0, with_required, UINT32_C(1) << layout->modifiers);
	REFUSED(layouts, 0, not_under_perf, UINT32_C(1) << layout->modifiers);
	TAKEN(layouts, 0, edge, layout->modifiers);
	REFUSED(layouts, 0, edge, layout->modifiers + 1);
	TAKEN(layouts, 0, counter_mask, layout->modifiers);
	REFUSED(layouts, 0, counter_mask, layout->modifiers + 1);
	REFUSED(layouts, 0, edge, 0);
	WITH("a row of layouts has a number that means nothing", prints, layout->first_print, modifier,
		layout->modifiers);
	REFUSED(conditions, 0, kind, WHEN_HOOK);
	TAKEN(conditions, 0, vendor, VENDOR_ZHAOXIN);
	REFUSED(conditions, 0, vendor, VENDOR_ZHAOXIN + 1);
}

static void refuse_pmus(void)
{
	const struct table_pmu *box = of_whole.pmus.rows + of_whole.pmus.count - 1;
	const char *sysfs = name_at(&of_whole, box->sysfs), *name = name_at(&of_whole, of_whole.pmus.rows->name);
	struct tables none = of_whole, many = of_whole;

	NO_PMU(hook, HOOK_CHA_FILTER);
	NO_PMU(flags, of_whole.pmus.rows->flags & ~PMU_LOADED);
	NO_PMU(flags, of_whole.pmus.rows->flags | PMU_ARM_PMCEID);
	NO_PMU(flags, of_whole.pmus.rows->flags | PMU_WIDE);
	NO_PMU(type, 4);
	NO_PMU(codes, 5);
	NO_PMU(policy, FILE_OR_NOTFOUND + 1);
	NO_PMU(parts, 0);
	NO_PMU(parts, 2);
	NO_PMU(events, of_whole.pmus.rows->events + 1);
	NO_PMU(name, 0);
	WITH("a PMU is not as PMUs must be", parts, 0, first,
		of_whole.tables.rows[of_whole.parts.rows->table].count + 1);
	WITH("a PMU is not as PMUs must be", parts, 0, count, of_whole.parts.rows->count + 1);
	WITH("a row of parts refers to what is not there", parts, 0, conditions, DYNAMIC_PART);
	check_wrong(wrong_with(name, "-", 1), "a PMU is not as PMUs must be", "a name with -");
	check_wrong(wrong_with(sysfs, "/", 1), "a PMU is not as PMUs must be", "a path");
	check_wrong(wrong_with(sysfs, "}", 1), "a PMU is not as PMUs must be", "a device with }");
	check_wrong(wrong_with(sysfs, "{", 1), "a PMU is not as PMUs must be", "a device with {");
	none.pmus.count = none.metric_sets.count = 0;
	check_wrong(tables_check_pmus(&none), "it has no PMU and no metrics", "nothing");
	many.pmus.count = MAX_PMUS + 1;
	check_wrong(tables_check_pmus(&many), "it has too many PMUs", "PMUs");
}

static void refuse_strings(void)
{
	const struct tables *in = &of_whole;

	check_wrong(wrong_with(in->names.rows, "x", 1), "its strings do not end", "names");
	check_wrong(wrong_with(in->texts.rows + in->texts.count - 1, "x", 1), "its strings do not end", "texts");
	check_wrong(wrong_with(in->metric_strings.rows + in->metric_strings.count, "x", 1), "its strings do not end",
		"what follows strings of metrics");
	check_wrong(wrong_with(name_at(in, in->events.rows->name), "\33", 1),
		"a name has characters that are not for reading", "a name");
	check_wrong(wrong_with(text_at(in, in->events.rows->text), "\33", 1),
		"a text has characters that are not for reading", "a text");
	check_wrong(wrong_with(metric_string(in, in->metrics.rows->name), "\33", 1),
		"a string of metrics has characters that are not for reading", "a metric's name");
}

/* Checks that a table's slots are of its rows, and that one of them is empty. */
static void refuse_slots(void)
{
	const struct table_table *table = of_whole.tables.rows;
	const slot_cell *cells = of_whole.event_slots.rows + table->slots;
	slot_cell full[64], *empty = full;

	if (!CHECK(table->slot_mask < sizeof full / sizeof *full))
		return;
	memcpy(full, cells, (table->slot_mask + 1) * sizeof *full);
	while (*empty)
		empty++;
	*empty = (slot_cell)(table->count + 1);
	check_wrong(wrong_with(cells, full, (table->slot_mask + 1) * sizeof *full),
		"a row of tables has a number that means nothing", "a slot of no row");
	*empty = (slot_cell)(table->slot_mask + 1);
	check_wrong(wrong_with(cells, full, (table->slot_mask + 1) * sizeof *full),
		"a row of tables has a number that means nothing", "a slot of row 0");
	for (uint32_t i = 0; i <= table->slot_mask; i++)
		full[i] = 1;
	check_wrong(wrong_with(cells, full, (table->slot_mask + 1) * sizeof *full),
		"a row of tables has a number that means nothing", "no empty slot");
}

static void refuse_events(void)
{
	static const char others[] = "an event has modifiers that its PMU does not have";
	const struct table_table *table = of_whole.tables.rows;
	uint32_t set = 0;
	uint16_t past;

	REFUSED(resources, 0, count, 0);
	TAKEN(resources, 0, count, MAX_RESOURCE_COUNT);
	TAKEN(resources, 0, scope, SCOPE_NODE);
	REFUSED(resources, 0, scope, SCOPE_NODE + 1);
	REFUSED(matches, 0, count, MAX_FORMAT_BITS + 1);
	TAKEN(matches, 0, bits[0].word, CONFIG_WORDS - 2);
	REFUSED(matches, 0, bits[0].word, CONFIG_WORDS - 1);
	REFUSED(uses, 0, count, MAX_FORMAT_BITS + 1);
	REFUSED(uses, 0, bits[0].high, 64);
	REFUSED(event_rares, 0, force, MAX_WORDS);
	TAKEN(event_rares, 0, hook, HOOK_INTEL_ARCH);
	REFUSED(event_rares, 0, hook, HOOK_INTEL_ARCH + 1);
	REFUSED(umask_rares, 0, needs_group, MAX_UMASK_GROUPS);
	TAKEN(umask_rares, 0, capitals, 1);
	REFUSED(umask_rares, 0, capitals, 2);
	REFUSED(events, 0, name, 0);
	REFUSED(umasks, 0, name, 0);
	while (of_whole.umask_sets.rows[set].count < 2)
		set++;
	REFUSED(umask_sets, set, slot_mask, of_whole.umask_sets.rows[set].slot_mask - 1);
	REFUSED(umask_sets, set, slots, of_whole.umask_slots.count);
	past = of_whole.umask_sets.rows[set].count;
	check_wrong(wrong_with(of_whole.default_rows.rows + of_whole.umask_sets.rows[set].first_default, &past,
		sizeof past), "a row of umask_sets has a number that means nothing", "a default that is not there");
	REFUSED(tables, 0, slot_mask, table->slot_mask - 1);
	REFUSED(tables, 0, slots, of_whole.event_slots.count);
	WITH("a row of group_sets refers to what is not there", group_sets, 0, counters, MAX_GROUP_COUNTERS + 1);
	WITH("a row of group_sets has a number that means nothing", groups, 0, counters,
		of_whole.group_sets.rows->counters + 1);
	WITH(others, event_kinds, of_whole.events.rows->kind, modifiers, UINT32_MAX);
	for (uint32_t i = 0; i < of_whole.umask_rares.count; i++)
		if (of_whole.umask_rares.rows[i].takes) {
			WITH(others, umask_rares, i, takes, UINT32_MAX);
			WITH(others, umask_rares, i, hardwired, UINT32_MAX);
			WITH(others, umask_rares, i, required, UINT32_MAX);
		}
}

static void refuse_metrics(void)
{
	static const char formula[] = "a formula is not within its words, or too long";
	const struct table_metric *metric = of_whole.metrics.rows;
	const struct table_metric_set *set = of_whole.metric_sets.rows;
	const uint16_t no_token = UINT16_MAX, no_metric = (uint16_t)of_whole.metrics.count;
	const uint32_t end = of_whole.formula_starts.rows[of_whole.formula_starts.count - 1] + 1, none = 0;

	TAKEN(metric_kinds, metric->kind, together, TOGETHER_NO_NMI_THRESHOLD);
	REFUSED(metric_kinds, metric->kind, together, TOGETHER_NO_NMI_THRESHOLD + 1);
	REFUSED(metric_kinds, metric->kind, flags, METRIC_NONE << 1);
	REFUSED(metrics, 0, name, 0);
	REFUSED(metrics, 0, formula, 0);
	REFUSED(metrics, 0, formula, of_whole.formula_starts.count - 1);
	REFUSED(metrics, 0, threshold, of_whole.formula_starts.count - 1);
	REFUSED(metrics, 0, text, of_whole.formula_starts.count - 1);
	check_wrong(wrong_with(metric_string(&of_whole, of_whole.metric_pmus.rows->name), "-", 1),
		"a row of metric_pmus has a number that means nothing", "a PMU of metrics");
	check_wrong(wrong_with(of_whole.metric_rows.rows, &no_metric, sizeof no_metric),
		"a row of metric_sets has a number that means nothing", "a metric that is not there");
	while (set->count < 2)
		set++;
	check_wrong(wrong_with(of_whole.metric_rows.rows + set->first, of_whole.metric_rows.rows + set->first + 1,
		sizeof no_metric),
		"a row of metric_sets has a number that means nothing", "a metric that is there twice");
	check_wrong(wrong_with(of_whole.formula_starts.rows + of_whole.formula_starts.count - 1, &end, sizeof end),
		formula, "an end behind the tokens");
	check_wrong(wrong_with(of_whole.formula_starts.rows + of_whole.formula_starts.count - 1, &none, sizeof none),
		formula, "an end before the beginning");
	check_wrong(wrong_with(of_whole.formula_tokens.rows, &no_token, sizeof no_token), formula, "no token");
}

static void refused(const char *path)
{
	char message[TABLE_FILE_MESSAGE] = "";
	FILE *file = fopen(path, "rb");

	whole_size = file ? fread(whole, 1, sizeof whole, file) : 0;
	if (file)
		fclose(file);
	if (!CHECK(whole_size < sizeof whole) || !CHECK(table_file_read(whole, whole_size, &of_whole, message)))
		return;
	check_wrong(table_file_check(whole, &of_whole), NULL, path);
	refuse_layouts();
	refuse_pmus();
	refuse_strings();
	refuse_slots();
	refuse_events();
	refuse_metrics();
}

/* ---- threads ---- */

enum { THREADS = 8, ROUNDS = 200 };

static pthread_barrier_t together;

static void *ask(void *code)
{
	char *full;
	uint64_t words[4];

	pthread_barrier_wait(&together);
	if (encode("x_small::INST", PFM_OS_NONE, words, &full) == PFM_SUCCESS)
		*(uint64_t *)code = words[0];
	free(full);
	return NULL;
}

static void threads(const char *path)
{
	pthread_t all[THREADS];
	uint64_t codes[THREADS];
	int wrong = 0;

	pthread_barrier_init(&together, NULL, THREADS);
	for (int round = 0; round < ROUNDS; round++) {
		int started = 0;

		start(path);
		memset(codes, 0, sizeof codes);
		while (started < THREADS && CHECK(!pthread_create(&all[started], NULL, ask, &codes[started])))
			started++;
		for (int i = 0; i < started; i++) {
			pthread_join(all[i], NULL);
			wrong += codes[i] != 0x4100c0; /* bit 22 of the layout, u by PFM_PLM3 */
		}
		pfm_terminate();
	}
	CHECK(!wrong);
	pthread_barrier_destroy(&together);
}

int main(int argc, char **argv)
{
	setenv("LIBPFM_ENCODE_INACTIVE", "1", 1);
	if (argc == 3 && !strcmp(argv[1], "same"))
		same(argv[2]);
	else if (argc == 3 && !strcmp(argv[1], "threads"))
		threads(argv[2]);
	else if (argc == 3 && !strcmp(argv[1], "refused"))
		refused(argv[2]);
	else if (argc == 4 && !strcmp(argv[1], "hostile"))
		hostile(argv[2], argv[3]);
	return check_summary("loaded");
}
