/* The library's interface: metrics, which are formulas over counts. */
#define _GNU_SOURCE
#include "api.h"

#include <math.h>
#include <pthread.h>

enum { MOST_EVENTS = 64, MOST_METRICS = 32 };

#define SPR "LIBPFM_CPUID=GenuineIntel-6-143-8 "

/* ---- short forms ---- */

struct prepared {
	int error;
	pfm_metrics_t *metrics;
	pfm_metrics_info_t info;
	pfm_diagnosis_t d;
};

static struct prepared prepare_with(const char *text, const pfm_metric_options_t *options)
{
	struct prepared got = { .info = { .size = sizeof got.info }, .d = { .size = sizeof got.d } };

	got.error = pfm_prepare_metrics(text, options, &got.metrics, &got.d);
	CHECK(got.d.error == got.error);
	CHECK(!got.d.message[0] == !got.error);
	if (!got.error)
		CHECK(!pfm_get_metrics_info(got.metrics, &got.info));
	else
		CHECK(!got.metrics);
	return got;
}

static struct prepared prepare_flags(const char *text, int flags)
{
	return prepare_with(text, &(pfm_metric_options_t){ .size = sizeof(pfm_metric_options_t), .flags = flags });
}

static struct prepared prepare(const char *text)
{
	return prepare_with(text, NULL);
}

static pfm_metric_event_t event_at(const struct prepared *got, int event)
{
	pfm_metric_event_t out = { .size = sizeof out };

	CHECK(!pfm_get_metric_event(got->metrics, event, &out));
	return out;
}

/* "a=1 b=-": counts by the names of events, a - is not counted. What is not there is not given. */
static void give(const struct prepared *got, const char *given, pfm_metric_count_t *counts)
{
	char copy[1024];

	memset(counts, 0, (size_t)got->info.events * sizeof *counts);
	snprintf(copy, sizeof copy, "%s", given);
	for (char *word = strtok(copy, " "); word; word = strtok(NULL, " ")) {
		char *value = strrchr(word, '=');
		bool is_met = false;

		*value++ = '\0';
		for (int i = 0; i < got->info.events; i++)
			if (!strcmp(event_at(got, i).name, word)) {
				counts[i] = (pfm_metric_count_t){ .value = strtod(value, NULL),
					.is_given = 1,
					.boxes = 4 };
				counts[i].enabled = counts[i].running = strcmp(value, "-") != 0;
				is_met = true;
			}
		if (!CHECK(is_met))
			printf("  no event %s\n", word);
	}
}

static pfm_metric_value_t value_at(const struct prepared *got, int metric, const char *given)
{
	pfm_metric_count_t counts[MOST_EVENTS];
	pfm_metric_value_t values[MOST_METRICS] = { { .size = sizeof values[0] } };

	if (!CHECK(got->info.events <= MOST_EVENTS && got->info.metrics <= MOST_METRICS))
		return values[0];
	give(got, given, counts);
	CHECK(!pfm_compute_metrics(got->metrics, counts, got->info.events, values, got->info.metrics));
	values[metric].size = sizeof *values;
	return values[metric];
}

static bool is_worth(const char *text, const char *given, double value)
{
	struct prepared got = prepare_flags(text, PFM_METRIC_ANY_NAME);
	pfm_metric_value_t found;

	if (!CHECK(!got.error))
		return false;
	found = value_at(&got, 0, given);
	pfm_free_metrics(got.metrics);
	return !found.reason && fabs(found.value - value) <= 1e-9 * fabs(value) &&
		found.shown >= value - 1e-9 * fabs(value);
}

/* Whether there is no value, for that reason, which is about that event and text and explained so. */
static bool has_none(const char *text, const char *given, int reason, int culprit, const char *what, const char *words)
{
	struct prepared got = prepare_flags(text, PFM_METRIC_ANY_NAME);
	pfm_metric_value_t found;
	char explained[256];
	int length;

	if (!CHECK(!got.error))
		return false;
	found = value_at(&got, 0, given);
	length = pfm_explain_metric_value(got.metrics, 0, &found, explained, sizeof explained);
	CHECK(length == (int)strlen(explained));
	CHECK(isnan(found.value));
	CHECK(isnan(found.shown));
	CHECK_SAME(pfm_explain_metric_value(got.metrics, 0, &found, NULL, 0), length);
	if (strcmp(explained, words) || found.reason != reason)
		printf("  %s: %d %s\n", text, found.reason, explained);
	CHECK(!what == !found.what);
	CHECK((!what || !strcmp(what, found.what)));
	pfm_free_metrics(got.metrics);
	return found.reason == reason && found.culprit == culprit && !strcmp(explained, words);
}

/* ---- values ---- */

/* A formula that refers to one that refers to another: 16 behind the first are the most. */
#define DEEP(LAST) "a = b + 1, b = c + 1, c = d + 1, d = e + 1, e = f + 1, f = g + 1, g = h + 1, h = i + 1," \
	"i = j + 1, j = k + 1, k = l + 1, l = m + 1, m = n + 1, n = o + 1, o = p + 1, p = q + 1, " LAST

static void check_values(void)
{
	start(SPR);
	CHECK(is_worth(
		"max((EXE_ACTIVITY.BOUND_ON_LOADS - MEMORY_ACTIVITY.STALLS_L1D_MISS) / CPU_CLK_UNHALTED.THREAD, 0)",
		"EXE_ACTIVITY.BOUND_ON_LOADS=400 MEMORY_ACTIVITY.STALLS_L1D_MISS=150 CPU_CLK_UNHALTED.THREAD=1000",
		0.25));
	CHECK(is_worth("miss = LONGEST_LAT_CACHE.MISS / INST_RETIRED.ANY * 1000",
		"LONGEST_LAT_CACHE.MISS=3 INST_RETIRED.ANY=2000", 1.5));
	CHECK(is_worth("made / up", "made=3 up=4", 0.75));
	CHECK(is_worth("made:R * up", "made:R=20 up=3", 60));
	CHECK(is_worth("UNC_CHA_CLOCKTICKS * source_count(UNC_CHA_CLOCKTICKS)", "UNC_CHA_CLOCKTICKS=5", 20));
	CHECK(is_worth("duration_time * 2", "duration_time=1.5", 3));
	CHECK(is_worth("5 if has_event(INST_RETIRED.ANY) else nothing", "", 5));
	CHECK(is_worth("nothing if has_event(made.up) else 7", "", 7));
	CHECK(is_worth("#core_wide + #target_cpu", "", 0));
	CHECK(is_worth(DEEP("q = 1"), "", 17));
	CHECK(is_worth("1 if strcmp_cpuid_str(0x410fd490) else 2", "", 2));
	CHECK(is_worth("#num_packages", "", 1));
}

/* Granite Rapids' files say how long these take to retire; a count or a constant of the caller says it better. */
static void check_latencies(void)
{
	/* another device's event, one with modifiers, one that is none */
	static const char *const without[] = { "mem@MEM_LOAD_RETIRED.L2_HIT@R", "MEM_LOAD_RETIRED.L2_HIT:c\\=1:R",
		"MEM_LOAD_RETIRED.L2_HIT:uR", "MEM_LOAD_RETIRED.L2_HITS:R", "x:R" };

	start("LIBPFM_CPUID=GenuineIntel-6-173");
	CHECK(is_worth("MEM_LOAD_RETIRED.L2_HIT:R * 2", "", 11.42));
	CHECK(is_worth("cpu@MEM_LOAD_L3_MISS_RETIRED.REMOTE_DRAM@R", "", 430.22));
	CHECK(is_worth("mem_load_retired.l2_hit:R * 2", "mem_load_retired.l2_hit:R=3", 6));
	CHECK(has_none("MEM_LOAD_RETIRED.L2_HIT:R * 2", "MEM_LOAD_RETIRED.L2_HIT:R=-", PFM_VALUE_NOT_COUNTED, 0,
		"MEM_LOAD_RETIRED.L2_HIT:R", "MEM_LOAD_RETIRED.L2_HIT:R was not counted"));
	CHECK(has_none("MEM_LOAD_RETIRED.L1_HIT:R * 2", "", PFM_VALUE_NO_LATENCY, 0, "MEM_LOAD_RETIRED.L1_HIT:R",
		"no latency is published; give the constant MEM_LOAD_RETIRED.L1_HIT:R"));
	for (size_t i = 0; i < sizeof without / sizeof without[0]; i++) {
		char words[128];

		snprintf(words, sizeof words, "no latency is published; give the constant %s", without[i]);
		CHECK(has_none(without[i], "", PFM_VALUE_NO_LATENCY, 0, without[i], words));
	}
	start(SPR);
	CHECK(has_none("MEM_LOAD_RETIRED.L2_HIT:R * 2", "", PFM_VALUE_NO_LATENCY, 0, "MEM_LOAD_RETIRED.L2_HIT:R",
		"no latency is published; give the constant MEM_LOAD_RETIRED.L2_HIT:R"));
}

static void check_reasons(void)
{
	start(SPR);
	CHECK(has_none("a / INST_RETIRED.ANY", "a=1 INST_RETIRED.ANY=0", PFM_VALUE_DIVIDED_BY_0, 0, "INST_RETIRED.ANY",
		"division by zero (INST_RETIRED.ANY is 0)"));
	CHECK(has_none("a / (b - c)", "a=1 b=2 c=2", PFM_VALUE_DIVIDED_BY_0, -1, "b - c",
		"division by zero (b - c is 0)"));
	CHECK(has_none("a + cycles", "a=1 cycles=-", PFM_VALUE_NOT_COUNTED, 0, "cycles", "cycles was not counted"));
	CHECK(has_none("a + cycles", "a=1", PFM_VALUE_NOT_GIVEN, 0, "cycles", "no count of cycles is given"));
	CHECK(has_none("a + cycles", "cycles=1", PFM_VALUE_NO_EVENT, 1, "a", "a is no event that can be counted here"));
	CHECK(has_none("cycles:R + 1", "", PFM_VALUE_NO_LATENCY, 0, "cycles:R",
		"no latency is published; give the constant cycles:R"));
	CHECK(has_none("a * 1e308 * 10", "a=1", PFM_VALUE_NOT_FINITE, -1, NULL,
		"the result is greater than any number"));
	CHECK(has_none("7 / 1e3084 * a", "", PFM_VALUE_NOT_FINITE, -1, NULL,
		"the result is greater than any number"));
	CHECK(has_none("a / (1 - 1)", "", PFM_VALUE_DIVIDED_BY_0, -1, NULL, "division by zero, whatever is counted"));
	CHECK(has_none("a % 0.5", "", PFM_VALUE_DIVIDED_BY_0, -1, NULL, "division by zero, whatever is counted"));
}

static void check_constants(void)
{
	const pfm_metric_constant_t constants[] = { { "System_TSC_freq", 2.1e9 }, { "#num_cores", 8 },
		{ "mem_load:r", 30 }, { "core_wide", 5 } };
	pfm_metric_options_t options = { .size = sizeof options, .constants = constants, .count = 4 };
	struct prepared got;

	start(SPR);
	got = prepare_with("#system_tsc_freq / #NUM_CORES + MEM_LOAD:R + #core_wide", &options);
	CHECK(!got.error);
	CHECK_SAME(got.info.events, 0);
	CHECK_SAME(got.info.rounds, 0);
	CHECK(value_at(&got, 0, "").value == 2.1e9 / 8 + 35);
	pfm_free_metrics(got.metrics);
	got = prepare_flags("#core_wide * 10 + #target_cpu", PFM_METRIC_CORE_WIDE | PFM_METRIC_CPUS);
	CHECK(value_at(&got, 0, "").value == 11);
	pfm_free_metrics(got.metrics);
	CHECK_SAME(prepare("1 + #nothing_like_it").error, PFM_ERR_NOTFOUND);
}

/* Arm's: variant and revision may be higher. Neoverse N2 of revision 3 counts otherwise. */
static void check_cpus(void)
{
	static const char text[] = "strcmp_cpuid_str(0x410fd493) * 10 + strcmp_cpuid_str(0x410fd490)";

	start("LIBPFM_CPUID=0x410fd490");
	CHECK(is_worth(text, "", 1));
	start("LIBPFM_CPUID=0x410fd493");
	CHECK(is_worth(text, "", 11));
	start("LIBPFM_CPUID=0x411fd490");
	CHECK(is_worth(text, "", 11));
	start("LIBPFM_CPUID=0x410fd4f0");
	CHECK(is_worth(text, "", 0));
}

/* Others': a regular expression that must match the whole of what the kernel's tools call the CPU. */
static void check_other_cpus(void)
{
	static const struct {
		const char *cpu, *text;
		int is_it;
	} rows[] = {
		{ "GenuineIntel-6-85-7", "GenuineIntel\\-6\\-55\\-7", 1 },
		{ "GenuineIntel-6-85-7", "GenuineIntel\\-6\\-55\\-.", 1 },
		{ "GenuineIntel-6-85-10", "GenuineIntel\\-6\\-55\\-a", 1 },
		{ "GenuineIntel-6-85-7", "GenuineIntel\\-6\\-55", 0 },
		{ "GenuineIntel-6-85-7", "GenuineIntel\\-6\\-55\\-4", 0 },
		{ "GenuineIntel-6-85-7", "GenuineIntel\\-6\\-55\\-77?", 1 },
		{ "GenuineIntel-6-85-7", "x?GenuineIntel\\-6\\-..\\-.?.?", 1 },
		{ "GenuineIntel-6-85-7", "ntel\\-6\\-55\\-7", 0 },
		{ "AuthenticAMD-26-2-1", "AuthenticAMD\\-26\\-2\\-1", 1 },
		{ "AuthenticAMD-26-2-1", "GenuineIntel\\-26\\-2\\-1", 0 },
		{ "POWER-0x82-0x0200", "0x00820200", 1 },
		{ "POWER-0x82-0x0200", "0x0082....", 1 },
		{ "POWER-0x82-0x0200", "0x0080....", 0 },
		{ "IBM-3931", "IBM", 0 },
	};
	char environment[64], text[128];

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		snprintf(environment, sizeof environment, "LIBPFM_CPUID=%s", rows[i].cpu);
		snprintf(text, sizeof text, "strcmp_cpuid_str(%s)", rows[i].text);
		start(environment);
		if (!CHECK(is_worth(text, "", rows[i].is_it)))
			printf("  %s %s\n", rows[i].cpu, rows[i].text);
	}
}

/* ---- the tables' metrics ---- */

static void check_list(void)
{
	pfm_metric_info_t info = { .size = sizeof info };
	int count = 0, id;

	start(SPR);
	for (id = pfm_next_metric(-1); id >= 0; id = pfm_next_metric(id), count++)
		CHECK(!pfm_get_metric_info(id, &info) && *info.name && *info.desc && *info.formula && info.groups &&
			info.unit && pfm_find_metric(info.name) == id);
	CHECK(count > 300);
	CHECK_SAME(pfm_get_metric_info(count, &info), PFM_ERR_INVAL);
	/* of system PMUs that are not here */
	id = pfm_next_metric(PFM_METRIC_ELSEWHERE);
	CHECK(id > PFM_METRIC_ELSEWHERE);
	for (count = 0; id >= 0; id = pfm_next_metric(id), count++)
		CHECK(!pfm_get_metric_info(id, &info) && info.pmu && pfm_find_metric(info.name) == id);
	CHECK_SAME(count, 247);
	CHECK_SAME(pfm_get_metric_info(PFM_METRIC_ELSEWHERE, &info), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_metric_info(PFM_METRIC_ELSEWHERE + 1 + count, &info), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_metric_info(pfm_find_metric("IMX8_ddr::imx8mm_ddr_read.all"), &info), 0);
	CHECK_TEXT(info.pmu, "imx8_ddr");
	CHECK_SAME(pfm_find_metric("imx9_ddr::imx8mm_ddr_read.all"), PFM_ERR_NOTFOUND);
	id = pfm_find_metric("TMA_L1_Bound");
	CHECK(id >= 0);
	CHECK_SAME(pfm_get_metric_info(id, &info), 0);
	CHECK_TEXT(info.name, "tma_l1_bound");
	CHECK(!strcmp(info.formula, "max((EXE_ACTIVITY.BOUND_ON_LOADS - MEMORY_ACTIVITY.STALLS_L1D_MISS) / "
		"tma_info_thread_clks, 0)"));
	CHECK_TEXT(info.threshold, "tma_l1_bound > 0.1 & (tma_memory_bound > 0.2 & tma_backend_bound > 0.2)");
	CHECK_TEXT(info.unit, "%");
	CHECK(fabs(info.scale - 100) < 1e-9);
	CHECK_TEXT(info.parent, "tma_memory_bound");
	CHECK_TEXT(info.sample, "MEM_LOAD_RETIRED.L1_HIT");
	CHECK(!info.pmu);
	CHECK(!info.table);
	CHECK(strstr(info.groups, "TopdownL3"));
}

/* Refers to metrics by name in a formula: the first and the last of the list as all others. */
static void check_referred(void)
{
	pfm_metric_info_t info = { .size = sizeof info };
	int count = 0;

	start(SPR);
	for (int id = pfm_next_metric(-1); id >= 0; id = pfm_next_metric(id))
		count++;
	for (int id = 0; id < count; id = id == 2 ? count - 3 : id + 1) {
		char text[256];
		struct prepared got;

		CHECK_SAME(pfm_get_metric_info(id, &info), 0);
		snprintf(text, sizeof text, "1 + %s", info.name);
		got = prepare(text);
		if (!CHECK(!got.error))
			printf("  %s: %s\n", text, got.d.message);
		pfm_free_metrics(got.metrics);
	}
}

/* What follows is counted with its leader before it, by its core type. */
static void check_leaders(void)
{
	static const char *const kinds[] = { "adl_glc", "adl_grt" };
	pfm_prepared_metric_t told = { .size = sizeof told };
	struct prepared got;

	start("LIBPFM_FSROOT=ROOT/sapphire-rapids-2s");
	got = prepare("tma_retiring");
	CHECK_SAME(got.info.metrics, 1);
	CHECK_SAME(got.info.rounds, 1);
	CHECK_SAME(got.info.events, 5);
	CHECK_TEXT(event_at(&got, 0).name, "slots");
	CHECK(event_at(&got, 0).is_leader);
	for (int i = 1; i < 5; i++)
		CHECK(!strncmp(event_at(&got, i).name, "topdown\\-", 9) && !event_at(&got, i).is_leader);
	pfm_free_metrics(got.metrics);
	start("LIBPFM_FSROOT=ROOT/alder-lake");
	got = prepare("tma_retiring");
	CHECK_SAME(got.info.metrics, 2);
	for (int i = 0; i < 2; i++)
		CHECK(!pfm_get_prepared_metric(got.metrics, i, &told) && !strcmp(told.pmu, kinds[i]));
	pfm_free_metrics(got.metrics);
	got = prepare("adl_grt::tma_retiring");
	CHECK_SAME(got.info.metrics, 1);
	CHECK_SAME(pfm_get_prepared_metric(got.metrics, 0, &told), 0);
	CHECK_TEXT(told.pmu, "adl_grt");
	pfm_free_metrics(got.metrics);
	got = prepare("TopdownL1");
	CHECK_SAME(got.info.metrics, 8);
	pfm_free_metrics(got.metrics);
}

/*
 * Two sockets: a metric for each, or the sum. Names of events that the hypervisor has not are given counts all the
 * same.
 */
static void check_instances(void)
{
	static const char metric[] = "Memory_RD_BW_Chip";
	static const char *const sockets[] = { "0\n", "4096\n", "x\n" };
	pfm_prepared_metric_t told = { .size = sizeof told };
	pfm_metric_count_t counts[8];
	pfm_metric_value_t values[2] = { { .size = sizeof values[0] } };
	struct prepared got;

	new_machine();
	put("/sys/bus/event_source/devices/hv_24x7/type", "9\n");
	put("/sys/bus/event_source/devices/hv_24x7/interface/sockets", "2\n");
	start_top("LIBPFM_CPUID=POWER-0x4e");
	for (int i = 0; i < 8; i++)
		counts[i] = (pfm_metric_count_t){ .value = 1 << i, .enabled = 1, .running = 1, .is_given = 1 };
	got = prepare(metric);
	CHECK_SAME(got.info.metrics, 2);
	CHECK_SAME(got.info.events, 8);
	CHECK_SAME(pfm_get_prepared_metric(got.metrics, 1, &told), 0);
	CHECK_TEXT(told.name, metric);
	CHECK_SAME(told.instance, 1);
	CHECK(strstr(event_at(&got, 7).name, "chip\\=1"));
	CHECK_SAME(pfm_compute_metrics(got.metrics, counts, 8, values, 2), 0);
	CHECK_SAME(values[0].value, 15);
	CHECK_SAME(values[1].value, 240);
	pfm_free_metrics(got.metrics);
	got = prepare_flags(metric, PFM_METRIC_SUM);
	CHECK_SAME(got.info.metrics, 1);
	CHECK_SAME(got.info.events, 8);
	CHECK_SAME(pfm_compute_metrics(got.metrics, counts, 8, values, 1), 0);
	CHECK_SAME(values[0].value, 255);
	CHECK_SAME(pfm_get_prepared_metric(got.metrics, 0, &told), 0);
	CHECK_SAME(told.instance, -1);
	pfm_free_metrics(got.metrics);
	/* a number of sockets that none can be: one */
	for (int i = 0; i < 3; i++) {
		put("/sys/bus/event_source/devices/hv_24x7/interface/sockets", sockets[i]);
		start_top("LIBPFM_CPUID=POWER-0x4e");
		got = prepare(metric);
		CHECK_SAME(got.info.metrics, 1);
		CHECK_SAME(got.info.events, 4);
		pfm_free_metrics(got.metrics);
	}
}

/* Those of a server with two sockets; one of them. */
static void check_machine(void)
{
	static const struct {
		const char *text;
		int value, of_one;
	} rows[] = { { "#num_packages", 2, 1 }, { "#num_dies", 2, 1 }, { "#Num_Cores", 120, 60 },
		{ "#num_cpus", 240, 120 }, { "#num_cpus_online", 240, 120 }, { "#smt_on", 1, 1 } };
	struct prepared got;

	start("LIBPFM_FSROOT=ROOT/sapphire-rapids-2s");
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		CHECK(is_worth(rows[i].text, "", rows[i].value));
		got = prepare_flags(rows[i].text, PFM_METRIC_PACKAGE);
		CHECK(!got.error);
		CHECK_SAME(value_at(&got, 0, "").value, rows[i].of_one);
		pfm_free_metrics(got.metrics);
	}
	got = prepare_with("#smt_on", &(pfm_metric_options_t){ .size = sizeof(pfm_metric_options_t),
					       .fit_flags = PFM_FIT_NO_SMT });
	CHECK(!got.error);
	CHECK_SAME(value_at(&got, 0, "").value, 0);
	pfm_free_metrics(got.metrics);
}

/* Events of a branch that falls away are not counted, nor is what does not matter. */
static void check_folding(void)
{
	struct prepared got;
	pfm_prepared_metric_t metric = { .size = sizeof metric };

	start(SPR);
	got = prepare("(cycles if #core_wide else INST_RETIRED.ANY) * 2 + (0 & BR_INST_RETIRED.ALL_BRANCHES)");
	CHECK_SAME(got.info.events, 1);
	CHECK_TEXT(event_at(&got, 0).name, "INST_RETIRED.ANY");
	CHECK_SAME(pfm_get_prepared_metric(got.metrics, 0, &metric), 0);
	CHECK_SAME(metric.id, -1);
	CHECK_SAME(metric.instance, -1);
	CHECK_TEXT(metric.expanded, "INST_RETIRED.ANY * 2 + 0");
	pfm_free_metrics(got.metrics);
}

/* ---- events and rounds ---- */

static void check_events(void)
{
	struct prepared got;
	pfm_metric_event_t event;
	int own[4];

	start(SPR);
	got = prepare("a = CPU_CLK_UNHALTED.THREAD_P / duration_time, b = cycles + INST_RETIRED.ANY:u");
	CHECK_SAME(got.info.metrics, 2);
	CHECK_SAME(got.info.events, 4);
	CHECK_SAME(got.info.rounds, 1);
	CHECK(!got.info.message[0]);
	event = event_at(&got, 0);
	CHECK_TEXT(event.name, "CPU_CLK_UNHALTED.THREAD_P");
	CHECK_TEXT(event.string, "cpu/CPU_CLK_UNHALTED.THREAD_P/");
	CHECK_SAME(event.kind, PFM_METRIC_EVENT);
	CHECK_SAME(event.round, 0);
	CHECK(event.counter >= 0);
	CHECK(!event.failed);
	CHECK_TEXT(event.also, "cycles");
	event = event_at(&got, 2);
	CHECK_TEXT(event.name, "duration_time");
	CHECK(!event.string);
	CHECK_SAME(event.kind, PFM_METRIC_TIME);
	CHECK_SAME(event.round, -1);
	event = event_at(&got, 3);
	CHECK_TEXT(event.name, "cycles");
	CHECK(!event.string);
	CHECK_SAME(event.kind, PFM_METRIC_SAME);
	CHECK_SAME(event.same_as, 0);
	CHECK(value_at(&got, 1, "CPU_CLK_UNHALTED.THREAD_P=3 INST_RETIRED.ANY:u=4").value == 7);
	CHECK(value_at(&got, 1, "CPU_CLK_UNHALTED.THREAD_P=3 cycles=6 INST_RETIRED.ANY:u=4").value == 10);
	CHECK_SAME(pfm_get_metric_events(got.metrics, 1, NULL, 0), 2);
	CHECK_SAME(pfm_get_metric_events(got.metrics, 1, own, 4), 2);
	CHECK_SAME(own[0], 0);
	CHECK_SAME(own[1], 1);
	CHECK_SAME(pfm_get_metric_events(got.metrics, 0, own, 1), 2);
	CHECK_SAME(own[0], 0);
	pfm_free_metrics(got.metrics);
}

/* Four counters for these loads: five do not fit at once; what they have in common is counted in both rounds. */
static void check_rounds(void)
{
	static const char text[] =
		"a = MEM_LOAD_RETIRED.L1_MISS + MEM_LOAD_RETIRED.L2_MISS + MEM_LOAD_RETIRED.L3_MISS"
		" + BR_INST_RETIRED.COND,"
		"b = MEM_LOAD_RETIRED.L1_HIT + MEM_LOAD_RETIRED.L2_HIT + BR_INST_RETIRED.COND,"
		"c = MEM_LOAD_RETIRED.L1_MISS + MEM_LOAD_RETIRED.L2_MISS + MEM_LOAD_RETIRED.L3_MISS"
		" + MEM_LOAD_RETIRED.L1_HIT + MEM_LOAD_RETIRED.L2_HIT";
	struct prepared got;
	pfm_prepared_metric_t metric = { .size = sizeof metric };
	int own[8], rounds[2] = { 0, 0 };

	start(SPR);
	got = prepare(text);
	CHECK_SAME(got.info.rounds, 2);
	CHECK(strstr(got.info.message, "MEM_LOAD_RETIRED"));
	for (int i = 0; i < 3; i++)
		CHECK(!pfm_get_prepared_metric(got.metrics, i, &metric) && metric.is_split == (i == 2));
	for (int i = 0; i < 2; i++) {
		int count = pfm_get_metric_events(got.metrics, i, own, 8);

		CHECK_SAME(count, 4 - i);
		rounds[i] = event_at(&got, own[0]).round;
		for (int k = 1; k < count; k++)
			CHECK_SAME(event_at(&got, own[k]).round, rounds[i]);
	}
	CHECK(rounds[0] != rounds[1]);
	CHECK_SAME(pfm_get_metric_events(got.metrics, 2, own, 8), 5);
	/* four of c's loads and the branches for a; the fifth, and b's load and branches */
	CHECK_SAME(got.info.events, 8);
	for (int i = 0; i < got.info.events; i++) {
		CHECK(event_at(&got, i).round == 0 || event_at(&got, i).round == 1);
		for (int k = 0; k < i; k++)
			CHECK(event_at(&got, i).round != event_at(&got, k).round ||
				strcmp(event_at(&got, i).name, event_at(&got, k).name) != 0);
	}
	pfm_free_metrics(got.metrics);
}

static void check_scaling(void)
{
	struct prepared got;
	pfm_metric_count_t counts[2];
	pfm_metric_value_t value = { .size = sizeof value };

	start(SPR);
	got = prepare("INST_RETIRED.ANY / BR_INST_RETIRED.ALL_BRANCHES");
	counts[0] = (pfm_metric_count_t){ .value = 100, .enabled = 40, .running = 10, .is_given = 1 };
	counts[1] = (pfm_metric_count_t){ .value = 50, .enabled = 40, .running = 20, .is_given = 1 };
	CHECK_SAME(pfm_compute_metrics(got.metrics, counts, 2, &value, 1), 0);
	CHECK_SAME(value.value, 4);
	CHECK(value.share == 0.25);
	CHECK_SAME(value.over, -1);
	CHECK_SAME(value.culprit, -1);
	counts[0].running = 0;
	CHECK_SAME(pfm_compute_metrics(got.metrics, counts, 2, &value, 1), 0);
	CHECK_SAME(value.reason, PFM_VALUE_NOT_COUNTED);
	CHECK_SAME(value.share, 0);
	counts[0].enabled = 0;
	counts[0].running = 10;
	CHECK_SAME(pfm_compute_metrics(got.metrics, counts, 2, &value, 1), 0);
	CHECK_SAME(value.reason, PFM_VALUE_NOT_COUNTED);
	pfm_free_metrics(got.metrics);
	/* what was not counted is no share of a value that goes without it; what is not given never is */
	got = prepare("INST_RETIRED.ANY if INST_RETIRED.ANY > 5 else BR_INST_RETIRED.ALL_BRANCHES");
	counts[0] = (pfm_metric_count_t){ .value = 100, .enabled = 40, .running = 10, .is_given = 1 };
	counts[1] = (pfm_metric_count_t){ .value = 50, .enabled = 40, .is_given = 1 };
	CHECK_SAME(pfm_compute_metrics(got.metrics, counts, 2, &value, 1), 0);
	CHECK_SAME(value.value, 400);
	CHECK(value.share == 0.25);
	counts[0].value = 1;
	CHECK_SAME(pfm_compute_metrics(got.metrics, counts, 2, &value, 1), 0);
	CHECK_SAME(value.reason, PFM_VALUE_NOT_COUNTED);
	CHECK_SAME(value.share, 0);
	counts[1] = (pfm_metric_count_t){ .enabled = 40, .running = 1 };
	CHECK_SAME(pfm_compute_metrics(got.metrics, counts, 2, &value, 1), 0);
	CHECK_SAME(value.reason, PFM_VALUE_NOT_GIVEN);
	CHECK(value.share == 0.25);
	/* a count that is no number */
	counts[0].value = INFINITY;
	CHECK_SAME(pfm_compute_metrics(got.metrics, counts, 2, &value, 1), 0);
	CHECK_SAME(value.reason, PFM_VALUE_NOT_FINITE);
	pfm_free_metrics(got.metrics);
	/* one box is as good as several, none is no count of boxes */
	got = prepare("UNC_CHA_CLOCKTICKS * source_count(UNC_CHA_CLOCKTICKS)");
	counts[0] = (pfm_metric_count_t){ .value = 5, .enabled = 1, .running = 1, .is_given = 1, .boxes = 1 };
	CHECK_SAME(pfm_compute_metrics(got.metrics, counts, 1, &value, 1), 0);
	CHECK_SAME(value.value, 5);
	counts[0].boxes = 0;
	CHECK_SAME(pfm_compute_metrics(got.metrics, counts, 1, &value, 1), 0);
	CHECK_SAME(value.reason, PFM_VALUE_NOT_GIVEN);
	pfm_free_metrics(got.metrics);
}

/* ---- errors ---- */

static void check_error(const char *text, int error, int offset, int length)
{
	struct prepared got = prepare(text);

	if (!CHECK(got.error == error && got.d.offset == offset && got.d.length == length))
		printf("  %s: %d at %d, %d: %s\n", text, got.error, got.d.offset, got.d.length, got.d.message);
	pfm_free_metrics(got.metrics);
}

static void check_text_errors(void)
{
	struct prepared got;

	start(SPR);
	check_error("", PFM_ERR_INVAL, 0, 0);
	check_error("1, ", PFM_ERR_INVAL, 3, 0);
	check_error("1 + ", PFM_ERR_INVAL, 3, 0);
	check_error("1, a = 2 + * 3", PFM_ERR_INVAL, 11, 1);
	check_error("a b = 3", PFM_ERR_INVAL, 0, 3);
	check_error(" = 3", PFM_ERR_INVAL, 1, 0);
	check_error("1, cycles + NO_SUCH.EVENT", PFM_ERR_NOTFOUND, 12, 13);
	got = prepare("1 + cycls");
	CHECK(got.d.nsuggestions > 0);
	CHECK(!strcmp(got.d.suggestions[0], "cycles"));
	check_error("x@y, 2", PFM_ERR_INVAL, 1, 1);
	check_error("a = b, b = a", PFM_ERR_TOOMANY, 11, 1);
	check_error("2 + #nothing", PFM_ERR_NOTFOUND, 4, 8);
	check_error("a = 1 + a", PFM_ERR_NOTFOUND, 8, 1);
	check_error(DEEP("q = r + 1, r = 1"), PFM_ERR_TOOMANY, (int)strlen(DEEP("q = ")), 1);
	check_error("1 + PAPI_", PFM_ERR_NOTFOUND, 4, 5);
	check_error("cpu@event\\=0xc0\\,no_such\\=1@", PFM_ERR_ATTR, 0, 28);
}

static void check_argument_errors(void)
{
	pfm_metric_options_t options = { .size = sizeof options };
	pfm_metrics_t *metrics = NULL;
	pfm_metrics_info_t info = { .size = 1 };
	pfm_metric_event_t event = { .size = sizeof event };
	pfm_prepared_metric_t metric = { .size = sizeof metric };
	pfm_metric_count_t count = { .is_given = 1 };
	pfm_metric_value_t value = { .size = sizeof value };
	pfm_metric_info_t found = { .size = sizeof found };

	pfm_terminate();
	CHECK_SAME(pfm_prepare_metrics("1", NULL, &metrics, NULL), PFM_ERR_NOINIT);
	CHECK_SAME(pfm_next_metric(-1), PFM_ERR_NOINIT);
	CHECK_SAME(pfm_find_metric("a"), PFM_ERR_NOINIT);
	CHECK_SAME(pfm_get_metric_info(0, &found), PFM_ERR_NOINIT);
	start(SPR);
	CHECK_SAME(pfm_prepare_metrics(NULL, NULL, &metrics, NULL), PFM_ERR_INVAL);
	CHECK_SAME(pfm_prepare_metrics("1", NULL, NULL, NULL), PFM_ERR_INVAL);
	options.flags = 128;
	CHECK_SAME(pfm_prepare_metrics("1", &options, &metrics, NULL), PFM_ERR_INVAL);
	options = (pfm_metric_options_t){ .size = sizeof options, .count = 1 };
	CHECK_SAME(pfm_prepare_metrics("1", &options, &metrics, NULL), PFM_ERR_INVAL);
	options = (pfm_metric_options_t){ .size = sizeof options - 1 };
	CHECK_SAME(pfm_prepare_metrics("1", &options, &metrics, NULL), PFM_ERR_INVAL);
	options = (pfm_metric_options_t){ .size = sizeof options, .fit_flags = PFM_FIT_SMT | PFM_FIT_NO_SMT };
	CHECK_SAME(pfm_prepare_metrics("1", &options, &metrics, NULL), PFM_ERR_INVAL);
	options = (pfm_metric_options_t){ .size = sizeof options, .counters = -1 };
	CHECK_SAME(pfm_prepare_metrics("1", &options, &metrics, NULL), PFM_ERR_INVAL);
	CHECK(!metrics);
	CHECK_SAME(pfm_prepare_metrics("cycles", NULL, &metrics, NULL), 0);
	CHECK(metrics);
	CHECK_SAME(pfm_get_metrics_info(metrics, &info), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_metrics_info(metrics, NULL), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_metric_event(metrics, 1, &event), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_metric_event(metrics, -1, &event), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_prepared_metric(metrics, 1, &metric), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_prepared_metric(NULL, 0, &metric), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_metric_events(metrics, 0, NULL, 1), PFM_ERR_INVAL);
	CHECK_SAME(pfm_compute_metrics(metrics, &count, 2, &value, 1), PFM_ERR_INVAL);
	CHECK_SAME(pfm_compute_metrics(metrics, &count, 1, &value, 2), PFM_ERR_INVAL);
	CHECK_SAME(pfm_compute_metrics(metrics, NULL, 1, &value, 1), PFM_ERR_INVAL);
	CHECK_SAME(pfm_compute_metrics(metrics, &count, 1, NULL, 1), PFM_ERR_INVAL);
	value.reason = 99;
	CHECK_SAME(pfm_explain_metric_value(metrics, 0, &value, NULL, 0), PFM_ERR_INVAL);
	pfm_free_metrics(metrics);
	pfm_free_metrics(NULL);
	CHECK_SAME(pfm_find_metric("no such metric"), PFM_ERR_NOTFOUND);
	CHECK_SAME(pfm_find_metric(NULL), PFM_ERR_INVAL);
	CHECK_SAME(pfm_next_metric(-2), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_metric_info(-1, &found), PFM_ERR_INVAL);
}

/* ---- a plan is the caller's: in threads, after the library has ended, without memory ---- */

static struct prepared shared;

static void *compute_often(void *unused)
{
	pfm_metric_count_t counts[2] = { { .value = 6, .enabled = 1, .running = 1, .is_given = 1 },
		{ .value = 3, .enabled = 1, .running = 1, .is_given = 1 } };
	pfm_metric_value_t value = { .size = sizeof value };
	long good = 0;

	for (int i = 0; i < 10000; i++)
		good += !pfm_compute_metrics(shared.metrics, counts, 2, &value, 1) && value.value == 2;
	(void)unused;
	return (void *)good;
}

static void check_sharing(void)
{
	enum { COMPUTERS = 8 };
	const int computers = has_threads() ? COMPUTERS : 0;
	pthread_t threads[COMPUTERS];
	size_t before;
	void *good;

	start(SPR);
	shared = prepare("INST_RETIRED.ANY / cycles");
	pfm_terminate();
	before = used_memory();
	compute_often(NULL);
	CHECK_SAME(used_memory(), before);
	for (int i = 0; i < computers; i++)
		CHECK(!pthread_create(&threads[i], NULL, compute_often, NULL));
	for (int i = 0; i < computers; i++)
		CHECK(!pthread_join(threads[i], &good) && (long)good == 10000);
	CHECK_TEXT(event_at(&shared, 0).name, "INST_RETIRED.ANY");
	pfm_free_metrics(shared.metrics);
}

static void check_dialect(void)
{
	struct prepared got;

	start(SPR);
	got = prepare_flags("INST_RETIRED.ANY > = 3 && cycles < 5 || cycles > 9", PFM_METRIC_INTEL);
	CHECK(!got.error);
	CHECK_SAME(value_at(&got, 0, "INST_RETIRED.ANY=3 cycles=4").value, 1);
	CHECK_SAME(value_at(&got, 0, "INST_RETIRED.ANY=2 cycles=4").value, 0);
	CHECK_SAME(value_at(&got, 0, "INST_RETIRED.ANY=2 cycles=10").value, 1);
	pfm_free_metrics(got.metrics);
	CHECK_SAME(prepare("INST_RETIRED.ANY && cycles").error, PFM_ERR_INVAL);
	got = prepare_flags("INST_RETIRED.ANY[0] + 1", PFM_METRIC_INTEL);
	CHECK(!got.error);
	CHECK_SAME(got.info.events, 1);
	CHECK_TEXT(event_at(&got, 0).name, "INST_RETIRED.ANY[0]");
	CHECK_TEXT(event_at(&got, 0).string, "cpu/INST_RETIRED.ANY/");
	pfm_free_metrics(got.metrics);
	CHECK_SAME(prepare("INST_RETIRED.ANY[0] + 1").error, PFM_ERR_INVAL);
}

void api_metrics(void)
{
	check_values();
	check_latencies();
	check_reasons();
	check_constants();
	check_cpus();
	check_other_cpus();
	check_machine();
	check_instances();
	check_list();
	check_referred();
	check_leaders();
	check_folding();
	check_events();
	check_rounds();
	check_scaling();
	check_text_errors();
	check_argument_errors();
	check_sharing();
	check_dialect();
}
