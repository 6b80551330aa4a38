/*
 * pfm_search(): tests/data/words/questions has what people ask and which events answer it on 13 CPUs, metric_questions
 * the same of metrics. Shares, not each answer, are what must be: an acceptable one first, among the first five, and a
 * wrong one first. And its contract.
 */
#include <perfmon/pfmkit.h>

#include "check.h"
#include "walk_tables.h"

enum { MOST = 4096, FIRST = 5 };

/* Of a thousand. What it is: 4, 1, 0. */
enum { MAX_NOT_FIRST = 10, MAX_NOT_FIVE = 10, MAX_WRONG = 1 };

/* How many questions there are, and of those that are in the sample (check.h), what became of them. */
static int offered, asked, first, five, wrong;

/* Whether no more of the sample failed than may fail of all: it is not red where the whole is green. */
static bool are_few(int failed, int in_thousand)
{
	return failed * 1000 <= in_thousand * offered;
}

static bool start_on(const char *cpu)
{
	pfm_machine_t machine = { .size = sizeof machine, .cpu = cpu };

	pfm_terminate();
	return !pfm_set_machine(&machine) && !pfm_initialize();
}

/* What else there is to say of a CPU that is known. */
static bool says_other(const char *cpu, const char *message)
{
	pfm_machine_t machine = { .size = sizeof machine, .cpu = cpu };

	pfm_terminate();
	return !pfm_set_machine(&machine) && !strcmp(machine.message, message);
}

/* "EVENT" and "EVENT:UMASK" of what was found. */
static void name_found(const pfm_found_t *found, char *event, char *whole, size_t size)
{
	pfm_event_info_t info = { .size = sizeof info };
	pfm_event_attr_info_t umask = { .size = sizeof umask };

	*event = *whole = '\0';
	if (pfm_get_event_info(found->idx, PFM_OS_NONE, &info))
		return;
	snprintf(event, size, "%s", info.name);
	snprintf(whole, size, "%s", info.name);
	if (found->umask != PFM_NO_UMASK && !pfm_get_event_attr_info(found->idx, found->umask, PFM_OS_NONE, &umask))
		snprintf(whole, size, "%s:%s", info.name, umask.name);
}

/* Whether one of the words of a list, which may be patterns, is the event; an event alone is any unit mask of it. */
static bool is_one_of(const char *list, const char *event, const char *whole)
{
	char copy[8192], *rest = NULL;

	snprintf(copy, sizeof copy, "%s", list);
	for (char *one = strtok_r(copy, " ", &rest); one; one = strtok_r(NULL, " ", &rest)) {
		size_t part = strcspn(one, ":");

		if (!fnmatch(one, event, 0) || !fnmatch(one, whole, 0) ||
			(!strchr(whole, ':') && one[part] && strlen(event) == part && !strncmp(one, event, part)))
			return true;
	}
	return false;
}

/* That there is none, or that it has some of the words only, is right where right is "-". */
static void ask(const char *phrase, const char *right, const char *bad)
{
	static pfm_found_t found[FIRST] = { { .size = sizeof *found } };
	char event[256], whole[512];
	int count = pfm_search(phrase, NULL, 0, PFM_SEARCH_DEVICES, found, FIRST), place = 0;

	asked++;
	if (!strcmp(right, "-")) {
		place = count < 1 || found[0].is_partial;
		wrong += !place;
	}
	for (int i = 0; i < count && i < FIRST && !place && strcmp(right, "-") != 0; i++) {
		name_found(&found[i], event, whole, sizeof event);
		if (is_one_of(right, event, whole))
			place = i + 1;
		else if (!i && is_one_of(bad, event, whole))
			wrong++;
	}
	first += place == 1;
	five += place > 0;
	if (place != 1 && getenv("VERBOSE"))
		printf("  %s: %d of %d\n", phrase, place, count);
}

/* Which metric is first; that there is none, or that it has some of the words only, is right where right is "-". */
static void ask_metrics(const char *phrase, const char *right, const char *bad)
{
	static const pfm_pmu_t none[1] = { PFM_PMU_NONE };
	pfm_found_t found = { .size = sizeof found };
	int count = pfm_search(phrase, none, 0, PFM_SEARCH_METRICS, &found, 1);
	bool is_none = count < 1 || found.is_partial;
	bool is_right = !strcmp(right, "-") ? is_none : count > 0 && is_one_of(right, found.name, found.name);

	(void)bad;
	asked++;
	first += is_right;
	wrong += !is_right && !is_none;
	if (!is_right && getenv("VERBOSE"))
		printf("  %s: %s, not %s\n", phrase, count < 1 ? "nothing" : found.name, right);
}

/* Lines of a group: its phrases, what is wrong, and what is right on a CPU. */
static void ask_all(const char *only_cpu, FILE *file,
	void (*ask_one)(const char *phrase, const char *right, const char *bad))
{
	static char line[1 << 14], phrases[1 << 14], bad[1 << 14];

	rewind(file);
	while (fgets(line, sizeof line, file)) {
		char copy[1 << 14], *right = strchr(line, ' '), *rest = NULL;

		line[strcspn(line, "\n")] = '\0';
		if (*line == '?') {
			snprintf(phrases, sizeof phrases, "%s", line + 2);
			*bad = '\0';
		} else if (*line == '!')
			snprintf(bad, sizeof bad, "%s", line + 2);
		if (!right || strchr("?!#", *line))
			continue;
		*right++ = '\0';
		snprintf(copy, sizeof copy, "%s", phrases);
		if (strcmp(line, only_cpu))
			continue;
		for (char *one = strtok_r(copy, ";", &rest); one; one = strtok_r(NULL, ";", &rest))
			if (in_sample((unsigned int)offered++))
				ask_one(one, right, bad);
	}
}

static void check_questions(void)
{
	static const char *const cpus[] = { "skl", "skx", "spr", "adl", "lnl", "zen2", "zen4", "zen5", "neoverse-n1",
		"neoverse-v2", "power10", "z16", "sifive-p550", "nhm", "core2",
		"barcelona", "power8", "power9", "z15", "cortex-a76", "neoverse-n2", "srf" };
	FILE *file = fopen(source_file("tests/data/words/questions"), "r");

	if (!CHECK(file))
		return;
	for (size_t i = 0; i < sizeof cpus / sizeof cpus[0]; i++)
		if (CHECK(start_on(cpus[i])))
			ask_all(cpus[i], file, ask);
	fclose(file);
	CHECK(offered >= 2000);
	CHECK(are_few(asked - first, MAX_NOT_FIRST));
	CHECK(are_few(asked - five, MAX_NOT_FIVE));
	CHECK(are_few(wrong, MAX_WRONG));
	printf("search: %d questions: %.1f %% right first, %.1f %% in the first five, %.1f %% wrong first\n", asked,
		100. * first / asked, 100. * five / asked, 100. * wrong / asked);
}

static void check_metric_questions(void)
{
	static const char *const cpus[] = { "skx", "spr", "srf", "zen5", "neoverse-v2", "power10" };
	FILE *file = fopen(source_file("tests/data/words/metric_questions"), "r");

	if (!CHECK(file))
		return;
	offered = asked = first = wrong = 0;
	for (size_t i = 0; i < sizeof cpus / sizeof cpus[0]; i++)
		if (CHECK(start_on(cpus[i])))
			ask_all(cpus[i], file, ask_metrics);
	fclose(file);
	CHECK(offered >= 2000);
	CHECK(are_few(asked - first, 50));
	CHECK(are_few(wrong, 30));
	printf("search: %d questions about metrics: %.1f %% right first, %.1f %% wrong first\n", asked,
		100. * first / asked, 100. * wrong / asked);
}

/* ---- words that are like others ---- */

static bool finds(const char *words, const char *wanted)
{
	pfm_found_t found = { .size = sizeof found };
	char event[256], whole[512];

	if (pfm_search(words, NULL, 0, 0, &found, 1) < 1)
		return !*wanted;
	name_found(&found, event, whole, sizeof event);
	if (!strcmp(whole, wanted))
		return true;
	printf("  %s: %s\n", words, whole);
	return false;
}

static void check_meaning(void)
{
	pfm_found_t one = { .size = sizeof one };

	CHECK(start_on("skl"));
	CHECK(finds("how many L1 Data-Cache misses are there", "L1D:REPLACEMENT"));
	CHECK(finds("stores", "MEM_INST_RETIRED:ALL_STORES"));
	CHECK(finds("number of retired instructions", "INST_RETIRED:ANY_P"));
	CHECK(finds("retiring", "UOPS_RETIRED:RETIRE_SLOTS"));
	/* the part that is asked for, not the whole */
	CHECK(finds("load dtlb misses 2m pages", "DTLB_LOAD_MISSES:WALK_COMPLETED_2M_4M"));
	/* what is typed letter by letter comes first */
	CHECK(finds("l1d_pend_miss", "L1D_PEND_MISS:PENDING"));
	CHECK(finds("idq_uops_not_delivered", "IDQ_UOPS_NOT_DELIVERED:CORE"));
	CHECK(finds("MEM_TRANS_RETIRED", "MEM_TRANS_RETIRED"));
	/* nothing has it: nothing is found */
	CHECK(finds("wombats", ""));
	CHECK(finds("", ""));
	CHECK(pfm_search("branch wombats", NULL, 0, 0, &one, 1) > 0);
	CHECK(one.is_partial);
	CHECK(pfm_search("branch misses", NULL, 0, 0, &one, 1) > 0);
	CHECK(!one.is_partial);
	/* words that no event says, and that are spelt like one of the field */
	CHECK(finds("brnach misses", "BR_MISP_RETIRED:ALL_BRANCHES"));
	CHECK(finds("misspredicted branches", "BR_MISP_RETIRED:ALL_BRANCHES"));
	CHECK(finds("divider utilisation", "ARITH:DIVIDER_ACTIVE"));
	CHECK(finds("prefecth useless", "L2_LINES_OUT:USELESS_HWPF"));
	CHECK(finds("blockchain wombats", ""));
	CHECK(finds("brnach_misses", ""));
	/* articles between words that go together; $ */
	CHECK(finds("uops delivered by the microcode sequencer", "IDQ:MS_UOPS"));
	CHECK(finds("I$ misses", "ICACHE_64B:IFTAG_MISS"));
	CHECK(finds("L2$ misses", "L2_RQSTS:MISS"));
	CHECK(finds("read for ownership misses", "L2_RQSTS:RFO_MISS"));
	/* tracepoints of this kernel are no answer about another machine */
	CHECK(finds("sched_switch", ""));
}

/* Words as people write them, and what a machine has where it lacks what is meant. */
static void check_spelling(void)
{
	pfm_found_t one = { .size = sizeof one };

	CHECK(start_on("skl"));
	/* -isation, a doubled consonant, the possessive */
	CHECK(finds("vectorisation", "FP_ARITH_INST_RETIRED:VECTOR"));
	CHECK(finds("loads spanning two lines", "MEM_INST_RETIRED:SPLIT_LOADS"));
	CHECK(finds("the branches' mispredictions", "BR_MISP_RETIRED:ALL_BRANCHES"));
	CHECK(finds("the branch's mispredictions", "BR_MISP_RETIRED:ALL_BRANCHES"));
	/* a threshold is no word of a name; a width is */
	CHECK(finds("loads that take more than 128 cycles", "MEM_TRANS_RETIRED:LOAD_LATENCY"));
	CHECK(pfm_search("loads that take more than 128 cycles", NULL, 0, 0, &one, 1) > 0);
	CHECK(!one.is_partial);
	CHECK(finds("128-bit packed double", "FP_ARITH_INST_RETIRED:128B_PACKED_DOUBLE"));
}

/* Abbreviations that have two meanings, and words that others are spelt or begin like. */
static void check_mistaken(void)
{
	CHECK(start_on("spr"));
	CHECK(finds("smc", "MACHINE_CLEARS:SMC"));
	CHECK(finds("self modifying code", "MACHINE_CLEARS:SMC"));
	CHECK(finds("secure monitor calls", ""));
	CHECK(finds("hypervisor calls", ""));
	CHECK(finds("machine check", ""));
	CHECK(finds("wait for interrupt", ""));
	CHECK(finds("string instructions", "INST_RETIRED:REP_ITERATION"));
	CHECK(finds("alignment faults", ""));
	CHECK(start_on("neoverse-v2"));
	CHECK(finds("smc", "EXC_SMC"));
	CHECK(finds("self modifying code", ""));
	CHECK(finds("secure monitor calls", "EXC_SMC"));
	CHECK(finds("hypervisor calls", "EXC_HVC"));
	CHECK(finds("hypercalls", "EXC_HVC"));
	CHECK(finds("idle time", ""));
	CHECK(finds("retries", ""));
	CHECK(start_on("zen5"));
	CHECK(finds("denormals", ""));
	CHECK(finds("secure monitor calls", ""));
	CHECK(finds("hypervisor calls", ""));
	CHECK(finds("string instructions", ""));
	CHECK(finds("loads served from L2", "LS_DMND_FILLS_FROM_SYS:LOCAL_L2"));
	CHECK(start_on("power10"));
	CHECK(finds("retries", ""));
	CHECK(finds("denormals", ""));
	CHECK(start_on("z16"));
	CHECK(finds("denormals", ""));
}

/* The kind of PMU that has the first answer. */
static pfm_pmu_type_t type_of_first(const char *words)
{
	pfm_found_t found = { .size = sizeof found };
	pfm_event_info_t event = { .size = sizeof event };
	pfm_pmu_info_t pmu = { .size = sizeof pmu };

	if (pfm_search(words, NULL, 0, 0, &found, 1) < 1 || pfm_get_event_info(found.idx, PFM_OS_NONE, &event) ||
		pfm_get_pmu_info(event.pmu, &pmu))
		return PFM_PMU_TYPE_UNKNOWN;
	return pmu.type;
}

static void check_what_is_lacking(void)
{
	static pfm_found_t found[MOST] = { { .size = sizeof *found } };
	int count;

	/* no NNPA: an instruction is no answer */
	CHECK(start_on("skl"));
	CHECK(finds("nnpa instructions", ""));
	/* no event of page walks for small pages: those of all pages, as a part of what is asked for */
	CHECK(start_on("neoverse-n1"));
	CHECK(finds("page walks of 4k pages", "DTLB_WALK"));
	CHECK(finds("cycles in hypervisor mode", "CPU_CYCLES"));
	/* an AMD CPU has no residencies; that of Intel's graphics is not meant, but if it is asked for */
	CHECK(start_on("zen4"));
	count = pfm_search("c-state residency", NULL, 0, PFM_SEARCH_DEVICES, found, MOST);
	CHECK_SAME(count, 0);
	CHECK(pfm_search("rc6 residency", NULL, 0, PFM_SEARCH_DEVICES, found, MOST) > 0);
	CHECK(pfm_search("graphics frequency", NULL, 0, PFM_SEARCH_DEVICES, found, MOST) > 0);
	/* what is outside the cores stands behind them, unless the words speak of it */
	CHECK(start_on("icx"));
	CHECK_SAME(type_of_first("inserts"), PFM_PMU_TYPE_CORE);
	CHECK_SAME(type_of_first("cha inserts"), PFM_PMU_TYPE_UNCORE);
}

/* Boxes that are asked together each answer as they do alone, also where those of one kind are not neighbours. */
static void check_boxes(void)
{
	static const pfm_pmu_t boxes[] = { PFM_PMU_INTEL_SKX_UNC_CHA0, PFM_PMU_INTEL_SKX_UNC_CHA1,
		PFM_PMU_INTEL_SKX_UNC_IMC0, PFM_PMU_INTEL_SKX_UNC_CHA2 };
	static const char *const words[] = { "tor inserts", "l3 misses", "snoops", "UNC_C_TOR_INSERTS" };
	enum { BOXES = sizeof boxes / sizeof boxes[0] };
	static pfm_found_t alone[BOXES][MOST], together[MOST] = { { .size = sizeof *together } };

	CHECK(start_on("skx"));
	for (size_t w = 0; w < sizeof words / sizeof words[0]; w++) {
		int all = pfm_search(words[w], boxes, BOXES, 0, together, MOST), sum = 0;
		int counts[BOXES], times[BOXES] = { 0 };

		for (int i = 0; i < BOXES; i++) {
			alone[i]->size = sizeof *alone[i];
			counts[i] = pfm_search(words[w], &boxes[i], 1, 0, alone[i], MOST);
			if (counts[i] && alone[i]->is_partial) /* another box says all words */
				counts[i] = 0;
			sum += counts[i];
		}
		CHECK(counts[0] > 0);
		CHECK_SAME(all, sum);
		for (int i = 0; i < all; i++) {
			char event[256], whole[256], same_event[256], same_whole[256];
			pfm_event_info_t info = { .size = sizeof info };
			int box = 0;

			CHECK(!pfm_get_event_info(together[i].idx, PFM_OS_NONE, &info));
			while (box < BOXES && boxes[box] != info.pmu)
				box++;
			if (!CHECK(box < BOXES && times[box] < counts[box]))
				continue;
			name_found(&together[i], event, whole, sizeof event);
			name_found(&alone[box][times[box]++], same_event, same_whole, sizeof same_event);
			CHECK_TEXT(whole, same_whole);
		}
	}
}

/* The place of a metric among what is found; 0: it is not there. */
static int place_of_metric(const char *words, const char *name)
{
	static pfm_found_t found[MOST] = { { .size = sizeof *found } };
	int count = pfm_search(words, NULL, 0, PFM_SEARCH_METRICS, found, MOST);

	for (int i = 0; i < count && i < MOST; i++)
		if (found[i].kind == PFM_FOUND_METRIC && CHECK(found[i].idx == -1 && found[i].umask == PFM_NO_UMASK) &&
			!strcmp(found[i].name, name))
			return i + 1;
	return 0;
}

/* Metrics stand beside events, and behind those that say as much. */
static void check_metrics(void)
{
	pfm_found_t one = { .size = sizeof one };

	CHECK(start_on("skl"));
	CHECK(place_of_metric("memory bound", "tma_memory_bound") > 1);
	CHECK(place_of_metric("memory bound", "tma_memory_bound") <= 20);
	CHECK(place_of_metric("ipc", "tma_info_thread_ipc") > 1);
	CHECK(!place_of_metric("wombats", "tma_memory_bound"));
	CHECK(!place_of_metric("", "tma_memory_bound"));
	CHECK(pfm_search("memory bound", NULL, 0, PFM_SEARCH_METRICS, &one, 1) >
		pfm_search("memory bound", NULL, 0, 0, &one, 1));
	/* only metrics have it */
	CHECK(pfm_search("tma_ports_utilized_3m", NULL, 0, PFM_SEARCH_METRICS, &one, 1) > 0);
	CHECK_SAME(one.kind, PFM_FOUND_METRIC);
	CHECK_TEXT(one.name, "tma_ports_utilized_3m");
	/* a machine without metrics */
	CHECK(start_on("core2"));
	CHECK(!place_of_metric("memory bound", "tma_memory_bound"));
}

/* ---- the contract ---- */

static void check_contract(void)
{
	static pfm_found_t all[MOST];
	pfm_found_t one = { .size = sizeof one };
	pfm_pmu_t core = PFM_PMU_INTEL_SKL, none = PFM_PMU_MAX;
	int count;

	pfm_terminate();
	CHECK_SAME(pfm_search("cycles", NULL, 0, 0, &one, 1), PFM_ERR_NOINIT);
	CHECK(start_on("skl"));
	CHECK_SAME(pfm_search(NULL, NULL, 0, 0, &one, 1), PFM_ERR_INVAL);
	CHECK_SAME(pfm_search("cycles", NULL, 0, 0, NULL, 1), PFM_ERR_INVAL);
	CHECK_SAME(pfm_search("cycles", NULL, 0, 8, &one, 1), PFM_ERR_INVAL);
	CHECK_SAME(pfm_search("cycles", NULL, -1, 0, &one, 1), PFM_ERR_INVAL);
	CHECK_SAME(pfm_search("cycles", NULL, 0, 0, &one, -1), PFM_ERR_INVAL);
	one.size = 8;
	CHECK_SAME(pfm_search("cycles", NULL, 0, 0, &one, 1), PFM_ERR_INVAL);
	one.size = sizeof one;
	all->size = sizeof *all;
	count = pfm_search("cycles", NULL, 0, 0, all, MOST);
	CHECK(count > 1);
	CHECK(count <= MOST);
	CHECK(count == pfm_search("cycles", NULL, 0, 0, NULL, 0));
	for (int i = 1; i < count && i < MOST; i++)
		CHECK(all[i].score <= all[i - 1].score && all[i].kind == PFM_FOUND_EVENT && !all[i].name &&
			all[i].idx > 0 && all[i].size == sizeof *all);
	/* a list of PMUs, one of which does not exist */
	CHECK_SAME(pfm_search("cycles", &none, 1, 0, NULL, 0), 0);
	count = pfm_search("cycles", &core, 1, 0, all, MOST);
	for (int i = 0; i < count && i < MOST; i++) {
		pfm_event_info_t info = { .size = sizeof info };

		CHECK_SAME(pfm_get_event_info(all[i].idx, PFM_OS_NONE, &info), 0);
		CHECK(info.pmu == core);
	}
	/* very many words, and very long ones */
	CHECK(pfm_search("a b c d e f g h i j k l m n o p q r s t u v w x y z 1 2 3 4", NULL, 0, 0, &one, 1) >= 0);
	memset(all, 'x', sizeof all);
	((char *)all)[sizeof all - 1] = '\0';
	CHECK_SAME(pfm_search((const char *)all, NULL, 0, 0, &one, 1), 0);
}

/* ---- the table ---- */

/* Returns how many events a line of a meaning names, each of which some machine has. */
static int check_events_of(char *line)
{
	char *rest = NULL;
	int count = 0;

	for (char *event = strtok_r(line, " \t\n", &rest); event; event = strtok_r(NULL, " \t\n", &rest)) {
		if (!strcmp(event, ":"))
			continue;
		count++;
		event += *event == '~';
		/* which of RAPL's a machine has depends on its model */
		if (!CHECK(!strncmp(event, "RAPL_", 5) || !strncmp(event, "energy-", 7) || exists_somewhere(event)))
			printf("  %s\n", event);
	}
	return count;
}

static void check_table(void)
{
	FILE *file = fopen(source_file("src/pmu/words"), "r");
	bool is_meaning = false;
	char line[512];
	int count = 0;

	setenv("LIBPFM_ENCODE_INACTIVE", "1", 1);
	CHECK(start_on("z16"));
	while (file && fgets(line, sizeof line, file)) {
		char *events = *line == '\t' ? line : strstr(line, " : ");

		if (*line != '\t')
			is_meaning = !strncmp(line, "meaning ", 8);
		if (is_meaning && events)
			count += check_events_of(events);
	}
	CHECK(count > 2000);
	if (file)
		fclose(file);
	unsetenv("LIBPFM_ENCODE_INACTIVE");
}

/* ---- what people call CPUs ---- */

/* The core PMUs that are present, in the order of their names, with "+" between; ix86arch says nothing. */
static void core_pmus(char *text, size_t size)
{
	char names[8][64], *list[8], only[64] = "";
	int count = 0;

	for (int pmu = pfm_next_pmu(0); pmu > 0; pmu = pfm_next_pmu(pmu)) {
		pfm_pmu_info_t info = { .size = sizeof info };

		if (pfm_get_pmu_info((pfm_pmu_t)pmu, &info) || !info.is_present || info.type != PFM_PMU_TYPE_CORE)
			continue;
		if (!strcmp(info.name, "ix86arch"))
			strcpy(only, info.name);
		else if (count < 8) {
			snprintf(names[count], sizeof names[0], "%s", info.name);
			list[count] = names[count];
			count++;
		}
	}
	for (int i = 0; i < count; i++)
		for (int k = i + 1; k < count; k++)
			if (strcmp(list[i], list[k]) > 0) {
				char *moved = list[i];

				list[i] = list[k];
				list[k] = moved;
			}
	snprintf(text, size, "%s", count ? "" : only);
	for (int i = 0; i < count; i++)
		snprintf(text + strlen(text), size - strlen(text), "%s%s", i ? "+" : "", list[i]);
}

/* tests/data/words/cpus: what is known is right, and what is not is refused, not guessed. */
static void check_cpus(void)
{
	FILE *file = fopen(source_file("tests/data/words/cpus"), "r");
	char line[512], got[512];
	int count = 0, right = 0;

	if (!CHECK(file))
		return;
	while (fgets(line, sizeof line, file)) {
		char *wanted = strchr(line, '\t'), *rest = NULL;
		bool is_right = false;

		if (*line == '#' || !wanted)
			continue;
		*wanted++ = '\0';
		wanted[strcspn(wanted, "\n")] = '\0';
		count++;
		if (!start_on(line))
			continue;
		core_pmus(got, sizeof got);
		for (char *one = strtok_r(wanted, "|", &rest); one; one = strtok_r(NULL, "|", &rest))
			is_right |= !strcmp(one, got);
		right += is_right;
		if (!CHECK(is_right))
			printf("  %s: %s\n", line, got);
	}
	fclose(file);
	CHECK(count > 200);
	CHECK(right * 100 >= 98 * count);
	printf("search: %d names of CPUs: %.1f %% right\n", count, 100. * right / count);
	/* these say too little, or too much */
	CHECK(!start_on("Intel(R) Xeon(R) CPU @ 2.20GHz"));
	CHECK(!start_on("Intel(R) Core(TM) i7"));
	CHECK(!start_on("AMD EPYC"));
	CHECK(!start_on("m99.large"));
	/* no line of Intel's products */
	CHECK(!start_on("zen4-hx"));
	CHECK(!start_on("spr-zz"));
	/* one name for two models that have different PMUs: one is taken, and that is said */
	CHECK(says_other("m5.large", "m5.large may be Cascade Lake (clx) as well as GenuineIntel-6-85-4: "
		"lscpu there says family and model"));
	CHECK(says_other("m7g.large", ""));
	/* a cloud's m4 is no Apple's */
	CHECK(!start_on("Apple M4") && !start_on("macbook pro m4") && start_on("Apple M2 Ultra"));
}

/* ---- names of other tools ---- */

static int accepted;

static bool same_codes(const char *a, const char *b)
{
	uint64_t codes[2][4] = { { 0 } };
	pfm_pmu_encode_arg_t one = { .codes = codes[0], .count = 4, .size = sizeof one };
	pfm_pmu_encode_arg_t other = { .codes = codes[1], .count = 4, .size = sizeof other };

	return !pfm_get_os_event_encoding(a, PFM_PLM0 | PFM_PLM3, PFM_OS_NONE, &one) &&
		!pfm_get_os_event_encoding(b, PFM_PLM0 | PFM_PLM3, PFM_OS_NONE, &other) && one.count == other.count &&
		!memcmp(codes[0], codes[1], sizeof codes[0]);
}

/* Whether a name is taken as the event, at whatever levels. */
static bool is_taken(const char *name, const char *event)
{
	struct perf_event_attr attrs[2] = { { .size = sizeof *attrs }, { .size = sizeof *attrs } };
	pfm_perf_encode_arg_t one = { .attr = &attrs[0], .size = sizeof one };
	pfm_perf_encode_arg_t other = { .attr = &attrs[1], .size = sizeof other };
	char copy[256];

	snprintf(copy, sizeof copy, "%s", name);
	for (char *end = copy + strlen(copy); end - copy > 2 && end[-2] == ':' && strchr("uk", end[-1]); end -= 2)
		end[-2] = '\0';
	return !pfm_get_perf_encoding_anywhere(copy, PFM_PLM3, PFM_OS_PERF_EVENT, &one) &&
		!pfm_get_perf_encoding_anywhere(event, PFM_PLM3, PFM_OS_PERF_EVENT, &other) &&
		attrs[0].config == attrs[1].config && attrs[0].config1 == attrs[1].config1;
}

/*
 * 1: the first suggestion is right, or the name is the event itself or taken as it; -1: it encodes or is taken, as
 * something else; 0: neither.
 */
static int understands(const char *name, char *events)
{
	pfm_diagnosis_t d = { .size = sizeof d };
	char *rest = NULL, taken[256];

	if (!pfm_get_other_name(name, PFM_OS_NONE, 0, taken, sizeof taken)) {
		accepted++;
		for (char *one = strtok_r(events, " ", &rest); one; one = strtok_r(NULL, " ", &rest))
			if (is_taken(taken, one))
				return 1;
		return -1;
	}
	if (pfm_diagnose(name, PFM_PLM0 | PFM_PLM3, PFM_OS_NONE, &d) || (d.error && !d.nsuggestions))
		return 0;
	for (char *one = strtok_r(events, " ", &rest); one; one = strtok_r(NULL, " ", &rest))
		if (same_codes(d.error ? d.suggestions[0] : name, one) ||
			(d.error && !strcasecmp(d.suggestions[0], one)))
			return 1;
	return d.error ? 0 : -1;
}

static void check_names(void)
{
	static char line[1024];
	FILE *file = fopen(source_file("tests/data/words/names"), "r");
	char cpu[64], name[256], last[64] = "";
	int count = 0, right = 0, bad = 0, length;

	if (!CHECK(file))
		return;
	while (fgets(line, sizeof line, file)) {
		int how;

		line[strcspn(line, "\n")] = '\0';
		if (*line == '#' || sscanf(line, "%63s %255s %n", cpu, name, &length) != 2)
			continue;
		if (strcmp(cpu, last) && !CHECK(start_on(cpu)))
			continue;
		strcpy(last, cpu);
		how = understands(name, line + length);
		count++;
		right += how > 0;
		if (!CHECK(how >= 0))
			printf("  %s is something else on %s\n", name, cpu);
		if (!how && getenv("VERBOSE"))
			printf("  %s on %s\n", name, cpu);
		bad += how < 0;
	}
	fclose(file);
	printf("search: %d names of other tools: %.1f %% right, %d taken, %d wrong\n", count, 100. * right / count,
		accepted, bad);
	CHECK(count > 400);
	CHECK(right * 100 >= 90 * count);
	CHECK(accepted >= 200);
	CHECK(!bad);
}

/* A CPU's name in front of an event: its PMUs, boxes too. */
static void check_prefixes(void)
{
	static const struct { const char *event, *pmu; } rows[] = {
		{ "zen4::RETIRED_INSTRUCTIONS", "amd64_fam19h_zen4" }, { "zen4::UMC_CAS_CMD:RD", "amd64_umc" },
		{ "skylake::INST_RETIRED:ANY_P", "skl" }, { "snbep::INST_RETIRED:ANY_P", "snb_ep" },
		{ "sapphirerapids::UNC_M_CAS_COUNT:RD", "spr_unc_imc0" }, { "graviton5::CPU_CYCLES", "arm_v3" },
		{ "milan::RETIRED_INSTRUCTIONS", "amd64_fam19h_zen3" },
	};

	setenv("LIBPFM_ENCODE_INACTIVE", "1", 1);
	CHECK(start_on("z16"));
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		pfm_event_info_t info = { .size = sizeof info };
		pfm_pmu_info_t pmu = { .size = sizeof pmu };
		int idx = pfm_find_event(rows[i].event);

		if (!CHECK(idx >= 0 && !pfm_get_event_info(idx, PFM_OS_NONE, &info) &&
			    !pfm_get_pmu_info(info.pmu, &pmu) && !strcmp(pmu.name, rows[i].pmu)))
			printf("  %s: %d %s\n", rows[i].event, idx, idx < 0 ? "" : pmu.name);
	}
	/* a mainframe's events are those of the machine that one is on */
	CHECK(pfm_find_event("z16::CPU_CYCLES") >= 0);
	CHECK_SAME(pfm_find_event("z17::CPU_CYCLES"), PFM_ERR_NOTFOUND);
	CHECK(pfm_find_event("u74::EXCEPTION_TAKEN") >= 0);
	CHECK_SAME(pfm_find_event("nosuchcpu::INST_RETIRED"), PFM_ERR_NOTFOUND);
	CHECK_SAME(pfm_find_event("zen4::NO_SUCH_EVENT"), PFM_ERR_NOTFOUND);
	unsetenv("LIBPFM_ENCODE_INACTIVE");
	/* PMUs of other machines are not looked for unless somebody says so */
	CHECK(start_on("z16"));
	CHECK_SAME(pfm_find_event("zen4::RETIRED_INSTRUCTIONS"), PFM_ERR_NOTFOUND);
}

/* ---- names of other tools ---- */

static bool is_read_as(const char *name, unsigned int flags, const char *wanted)
{
	char text[256] = "";
	int error = pfm_get_other_name(name, PFM_OS_PERF_EVENT_EXT, flags, text, sizeof text);

	if (error ? !*wanted && error == PFM_ERR_NOTFOUND : !strcmp(text, wanted))
		return true;
	printf("  %s: %s, not %s\n", name, error ? pfm_strerror(error) : text, wanted);
	return false;
}

/* Whole names of VTune, likwid, pmu-tools and oprofile on a Skylake, with their periods. */
static void check_whole_names(void)
{
	static const char *const rows[][2] = {
		{ "MEM_LOAD_RETIRED_L3_MISS:PMC0", "MEM_LOAD_RETIRED:L3_MISS" },
		{ "MEM_LOAD_RETIRED_L3_MISS:PMC12", "MEM_LOAD_RETIRED:L3_MISS" },
		{ "MEM_LOAD_RETIRED_L3_MISS:FIXC1", "MEM_LOAD_RETIRED:L3_MISS" },
		{ "MEM_LOAD_RETIRED_L3_MISS:MBOX0C1", "MEM_LOAD_RETIRED:L3_MISS" },
		{ "MEM_LOAD_RETIRED_L3_MISS:MBOX0FIX", "MEM_LOAD_RETIRED:L3_MISS" },
		{ "MEM_LOAD_RETIRED_L3_MISS:PMC", "" }, { "MEM_LOAD_RETIRED_L3_MISS:PMC0x", "" },
		{ "MEM_LOAD_RETIRED_L3_MISS:PMC0:KERNEL", "MEM_LOAD_RETIRED:L3_MISS" },
		{ "MEM_LOAD_RETIRED_L3_MISS:KERNEL", "MEM_LOAD_RETIRED:L3_MISS:k" },
		{ "MEM_LOAD_RETIRED_L3_MISS:PMC1:EDGEDETECT:THRESHOLD=0x2", "MEM_LOAD_RETIRED:L3_MISS:e=1:c=2" },
		{ "MEM_LOAD_RETIRED.L3_MISS[UNIT1]:sa=3:c1", "MEM_LOAD_RETIRED.L3_MISS:c=1:period=3" },
		{ "MEM_LOAD_RETIRED.L3_MISS[UNIT", "" },
		{ "CYCLE_ACTIVITY.STALLS_L3_MISS:u0x80", "CYCLE_ACTIVITY:0x80:c=6" },
		{ "CYCLE_ACTIVITY.STALLS_L3_MISS:u0x80:c1", "CYCLE_ACTIVITY:0x80:c=1" },
		{ "UOPS_ISSUED.STALL_CYCLES:u0x2", "UOPS_ISSUED:0x2:c=1:i=1" },
		{ "MACHINE_CLEARS.COUNT:u0x3", "MACHINE_CLEARS:0x3:c=1:e=1" },
		{ "MEM_LOAD_RETIRED.L3_MISS:intxcp1:pp:os", "MEM_LOAD_RETIRED.L3_MISS/in_tx_cp=1/kpp" },
		{ "MEM_LOAD_RETIRED.L3_MISS:c1:pH:usr=1", "MEM_LOAD_RETIRED.L3_MISS/cmask=1/upH" },
		/* perf's language has no PMUs of the tables: modifiers, as far as they go */
		{ "skl::MEM_LOAD_RETIRED.L3_MISS:c1:pp", "skl::MEM_LOAD_RETIRED.L3_MISS:c=1:precise=2" },
		{ "skl::MEM_LOAD_RETIRED.L3_MISS:c1:os:ppp:sa=9",
			"skl::MEM_LOAD_RETIRED.L3_MISS:k:c=1:precise=3:period=9" },
		{ "skl::MEM_LOAD_RETIRED.L3_MISS:c1:pppp", "" }, { "skl::MEM_LOAD_RETIRED.L3_MISS:c1:pH", "" },
		{ "L2_RQSTS:200000:0xe1", "L2_RQSTS:0xe1:period=200000" },
		{ "L2_RQSTS:200000:0xe1:1", "L2_RQSTS:0xe1:period=200000" },
		{ "L2_RQSTS:200000:0xe1:1:1", "L2_RQSTS:0xe1:period=200000" },
		{ "L2_RQSTS:200000:0xe1:0:1", "L2_RQSTS:0xe1:u:period=200000" },
		{ "L2_RQSTS:200000:0xe1:0:0", "" }, { "L2_RQSTS:200000:0xe1:1:x", "" },
		{ "L2_RQSTS:200000:0xe1:1:1:1", "" }, { "L2_RQSTS:200000:", "" }, { ":200000:0xe1", "" },
		{ "INST_RETIRED:2000:any_p:1:0", "INST_RETIRED:ANY_P:k:period=2000" },
		{ "L2_RQSTS_MISS:200000:0x3f:1:0", "L2_RQSTS:MISS:k:period=200000" },
		{ "L2_RQSTS_MISS:200000:0x3e:1:0", "" }, { "MEM_LOAD_RETIRED_L3_MISS:200000", "" },
		{ "INST_RETIRED_ANY_P:255", "" }, { "INST_RETIRED_ANY_P:256", "INST_RETIRED:ANY_P:period=256" },
	};

	CHECK(start_on("skl"));
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
		CHECK(is_read_as(rows[i][0], PFM_NAME_PERIOD, rows[i][1]));
}

/* Options of VTune, likwid, ocperf, oprofile and perf behind an event: the modifiers or the terms that they are. */
static void check_options(void)
{
	static const struct { const char *options, *wanted; } rows[] = {
		{ ":sa=0", NULL }, { ":sa=yes", NULL }, { ":sample", "" }, { ":user=1", ":u" }, { ":user=2", NULL },
		{ ":usr=yes", "" }, { ":user=no", ":k" }, { ":user=no:os=no", NULL }, { ":os", ":k" },
		{ ":os=1", ":k" }, { ":kernel", ":k" }, { ":supervisor=0", ":u" }, { ":c1", ":c=1" },
		{ ":cmask=2", ":c=2" },
		{ ":cmask3", ":c=3" }, { ":threshold=3", ":c=3" }, { ":c=yes", NULL }, { ":threshold=yes", NULL },
		{ ":inv:c1", ":i=1:c=1" }, { ":i1:c1", ":i=1:c=1" }, { ":e0", ":e=0" }, { ":e1:c1", ":e=1:c=1" },
		{ ":e2", NULL }, { ":edgedetect=yes:c1", ":e=1:c=1" }, { ":amt1", ":t=1" }, { ":t1", ":t=1" },
		{ ":intx1", ":intx=1" }, { ":intxcp1", ":intxcp=1" }, { ":perf_metrics:c1", ":c=1" },
		{ ":intxcp1:pp", "/in_tx_cp=1/pp" }, { ":intxcp1:pp:sa=77", "/in_tx_cp=1,period=77/pp" },
		{ ":intx1:ppp:sa=1", "/in_tx=1,period=1/ppp" },
		{ ":c1:i1:e1:t1:p", "/cmask=1,inv=1,edge=1,any=1/p" }, { ":os:sa=3:c2", ":k:c=2:period=3" },
	};
	static const char event[] = "MEM_LOAD_RETIRED.L3_MISS";
	char name[128], wanted[128];

	CHECK(start_on("skl"));
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		snprintf(name, sizeof name, "%s%s", event, rows[i].options);
		snprintf(wanted, sizeof wanted, "%s%s", rows[i].wanted ? event : "",
			rows[i].wanted ? rows[i].wanted : "");
		CHECK(is_read_as(name, PFM_NAME_PERIOD, wanted));
	}
	CHECK(is_read_as("MEM_LOAD_RETIRED.L3_MISS:umask=0x20", 0, "MEM_LOAD_RETIRED:0x20"));
	CHECK(is_read_as("MEM_LOAD_RETIRED.L3_MISS:u0x20", 0, "MEM_LOAD_RETIRED:0x20"));
	CHECK(is_read_as("MEM_LOAD_RETIRED.L3_MISS:u0x100", 0, ""));
	CHECK(is_read_as("MEM_LOAD_RETIRED.L3_MISS:u0x20:umask=0x20", 0, ""));
	/* edges and thresholds are x86's */
	CHECK(start_on("zen4"));
	CHECK(is_read_as("RETIRED_SSE_AVX_FLOPS_ADD_SUB_FLOPS", 0, "RETIRED_SSE_AVX_FLOPS:ADD_SUB_FLOPS"));
	/* the same words in another order, and one more */
	CHECK(is_read_as("FLOPS_RETIRED_SSE_AVX_ADD_SUB", 0, "RETIRED_SSE_AVX_FLOPS:ADD_SUB_FLOPS"));
	CHECK(is_read_as("FLOPS_RETIRED_SSE_AVX_ADD_SUB_WOMBATS", 0, ""));
	CHECK(is_read_as("RETIRED_INSTRUCTIONS:threshold=1", 0, "RETIRED_INSTRUCTIONS:c=1"));
	CHECK(start_on("neoverse-n1"));
	CHECK(is_read_as("CPU_CYCLES:threshold=1", 0, ""));
	CHECK(is_read_as("CPU_CYCLES:user=1", 0, "CPU_CYCLES:u"));
}

static void check_other_names(void)
{
	char text[8];

	CHECK(start_on("skl"));
	CHECK(is_read_as("skl::MEM_LOAD_RETIRED_L3_MISS", 0, "skl::MEM_LOAD_RETIRED:L3_MISS"));
	CHECK(is_read_as("MEM_LOAD_RETIRED.L3_MISS_PS:sa=1000:OS=no", 0, "MEM_LOAD_RETIRED.L3_MISS:u"));
	CHECK(is_read_as("MEM_LOAD_RETIRED.L3_MISS_PS:sa=1000:OS=no", PFM_NAME_PERIOD,
		"MEM_LOAD_RETIRED.L3_MISS:u:period=1000"));
	CHECK(is_read_as("OFFCORE_RESPONSE:request=DEMAND_DATA_RD:response=L3_MISS.ANY_SNOOP:sa=7", 0,
		"OFFCORE_RESPONSE:DEMAND_DATA_RD_L3_MISS_ANY_SNOOP"));
	CHECK(is_read_as("L2_RQSTS:200000:0xe1:1:0", PFM_NAME_PERIOD, "L2_RQSTS:0xe1:k:period=200000"));
	/* a PMU's name that is a CPU's, too: its boxes; not what the PMU has, and what no PMU of the CPU has */
	setenv("LIBPFM_ENCODE_INACTIVE", "1", 1);
	CHECK(start_on("skl"));
	CHECK_SAME(pfm_find_event("spr::UNC_M_CAS_COUNT:RD"), PFM_ERR_NOTFOUND);
	CHECK(is_read_as("spr::UNC_M_CAS_COUNT:RD", 0, "spr_unc_imc0::UNC_M_CAS_COUNT:RD"));
	CHECK(is_read_as("skx::unc_m_cas_count:wr", 0, "skx_unc_imc0::UNC_M_CAS_COUNT:WR"));
	CHECK(is_read_as("spr::UNC_M_CAS_COUNT:WOMBATS", 0, ""));
	CHECK(is_read_as("spr::WOMBATS", 0, ""));
	CHECK(is_read_as("spr::INST_RETIRED:WOMBATS", 0, ""));
	CHECK(is_read_as("nosuchcpu::UNC_M_CAS_COUNT:RD", 0, ""));
	unsetenv("LIBPFM_ENCODE_INACTIVE");
	CHECK(start_on("skl"));
	CHECK(is_read_as("spr::UNC_M_CAS_COUNT:RD", 0, ""));
	/* an event string; one that says no unit mask; what several have; what no rule is for; nothing */
	CHECK(is_read_as("arm_n1::CPU_CYCLES:0x11", 0, ""));
	CHECK(is_read_as("arm_n1::CPU_CYCLES:11", 0, ""));
	CHECK(is_read_as("MEM_LOAD_RETIRED:L3_MISS", 0, ""));
	CHECK(is_read_as("L2_RQSTS:200000", 0, ""));
	CHECK(is_read_as("BranchMispredictions", 0, ""));
	CHECK(is_read_as("MEM_LOAD_RETIRED_WOMBATS", 0, ""));
	CHECK(is_read_as("", 0, ""));
	CHECK(is_read_as("OFFCORE_RESPONSE:request=DEMAND_DATA_RD:response=WOMBATS", 0, ""));
	CHECK_SAME(pfm_get_other_name("0xc0", PFM_OS_NONE, 0, text, sizeof text), PFM_SUCCESS);
	CHECK_TEXT(text, "rc0");
	CHECK(pfm_get_other_name("0xc0", PFM_OS_NONE, 0, text, 3) == PFM_ERR_TOOSMALL);
	CHECK(pfm_get_other_name("0xc0", PFM_OS_NONE, 4, text, sizeof text) == PFM_ERR_INVAL);
	CHECK(pfm_get_other_name("0xc0", PFM_OS_MAX, 0, text, sizeof text) == PFM_ERR_INVAL);
	CHECK(pfm_get_other_name(NULL, PFM_OS_NONE, 0, text, sizeof text) == PFM_ERR_INVAL);
	CHECK(pfm_get_other_name("0xc0", PFM_OS_NONE, 0, NULL, 0) == PFM_ERR_INVAL);
	pfm_terminate();
	CHECK(pfm_get_other_name("0xc0", PFM_OS_NONE, 0, text, sizeof text) == PFM_ERR_NOINIT);
}

/* ---- what a word is ---- */

struct kind {
	const char *word;
	int kind;
	const char *text;
};

static void check_kinds(const char *cpu, const struct kind *list, int count, unsigned int flags)
{
	CHECK(start_on(cpu));
	for (int i = 0; i < count; i++) {
		char text[1024] = "unwritten";
		int kind = pfm_get_word_kind(list[i].word, PFM_OS_NONE, flags, text, sizeof text);

		checks++;
		if (kind == list[i].kind && !strcmp(text, list[i].text))
			continue;
		failures++;
		printf("%s: kind of %s: expected %d %s, got %d %s\n", cpu, list[i].word, list[i].kind, list[i].text,
			kind, text);
	}
}

static void check_word_kinds(void)
{
	static const struct kind skl[] = {
		{ "INST_RETIRED:ANY_P:u", PFM_WORD_EVENT, "" }, { "skl::INST_RETIRED.ANY_P", PFM_WORD_EVENT, "" },
		/* encodes no more than this, needs a unit mask, has a bad one */
		{ "MEM_LOAD_RETIRED", PFM_WORD_EVENT, "" }, { "INST_RETIRED:WOMBATS", PFM_WORD_EVENT, "" },
		{ "cycles", PFM_WORD_EVENT, "" }, { "cpu/event=0xc0/", PFM_WORD_EVENT, "" },
		{ "LLC-load-misses", PFM_WORD_EVENT, "" }, { "L1-dcache-loads", PFM_WORD_EVENT, "" },
		{ "MEM_LOAD_RETIRED_L3_MISS", PFM_WORD_OTHER_NAME, "MEM_LOAD_RETIRED:L3_MISS" },
		{ "0xc0", PFM_WORD_OTHER_NAME, "rc0" },
		{ "PAPI_L1_TCM", PFM_WORD_PRESET, "L1D.REPLACEMENT + L2_RQSTS.ALL_CODE_RD" },
		{ "telum2::CPU_CYCLES", PFM_WORD_CPU, "telum2" },
		{ "telum2::.*", PFM_WORD_CPU, "telum2" },
		{ "tma_info_thread_ipc", PFM_WORD_METRIC, "tma_info_thread_ipc" },
		{ "TMA_INFO_THREAD_IPC", PFM_WORD_METRIC, "tma_info_thread_ipc" },
		{ "tma_wombats", PFM_WORD_METRIC, "" }, { "CoreIPC", PFM_WORD_METRIC, "" },
		{ "1234", PFM_WORD_CODE, "r4d2" },
		{ "duration_time", PFM_WORD_PERFS_OWN, "" },
		{ "l3", PFM_WORD_QUESTION, "" }, { "l3 miss", PFM_WORD_QUESTION, "" },
		{ "", PFM_WORD_QUESTION, "" },
		{ "nosuchcpu::CPU_CYCLES", PFM_WORD_QUESTION, "" }, { "::", PFM_WORD_QUESTION, "" },
		{ "skl::.*MISS", PFM_WORD_QUESTION, "" } };
	static const struct kind said[] = {
		{ "cycles", PFM_WORD_QUESTION, "" }, { "LLC", PFM_WORD_QUESTION, "" },
		{ "0xc0", PFM_WORD_QUESTION, "" },
		{ "tma_info_thread_ipc", PFM_WORD_QUESTION, "" },
		{ "L2_RQSTS", PFM_WORD_EVENT, "" },
		{ "MEM_LOAD_RETIRED_L3_MISS", PFM_WORD_OTHER_NAME, "MEM_LOAD_RETIRED:L3_MISS" } };
	static const struct kind zen[] = {
		{ "ExRetInstr", PFM_WORD_OTHER_NAME, "EX_RET_INSTR" }, { "RETIRED_INSTRUCTIONS", PFM_WORD_EVENT, "" },
		{ "MEM_LOAD_RETIRED_L3_MISS", PFM_WORD_QUESTION, "" } };
	char text[4] = "old";

	check_kinds("skl", skl, (int)(sizeof skl / sizeof skl[0]), 0);
	check_kinds("skl", said, (int)(sizeof said / sizeof said[0]), PFM_WORD_SAID);
	check_kinds("zen4", zen, (int)(sizeof zen / sizeof zen[0]), 0);
	CHECK_SAME(pfm_get_word_kind("1234", PFM_OS_NONE, 0, NULL, 0), PFM_WORD_CODE);
	CHECK_SAME(pfm_get_word_kind("1234", PFM_OS_NONE, 0, text, sizeof text), PFM_ERR_TOOSMALL);
	CHECK_TEXT(text, "old");
	CHECK_SAME(pfm_get_word_kind("1234", PFM_OS_NONE, 2, text, sizeof text), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_word_kind("1234", PFM_OS_MAX, 0, text, sizeof text), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_word_kind(NULL, PFM_OS_NONE, 0, text, sizeof text), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_word_kind("1234", PFM_OS_NONE, 0, NULL, 4), PFM_ERR_INVAL);
	pfm_terminate();
	CHECK_SAME(pfm_get_word_kind("1234", PFM_OS_NONE, 0, text, sizeof text), PFM_ERR_NOINIT);
}

int main(void)
{
	if (getenv("QUICK_SAMPLE"))
		setenv("SAMPLE", getenv("QUICK_SAMPLE"), 1);
	setenv("LIBPFM_FSROOT", "", 1);
	RUN(check_contract);
	RUN(check_meaning);
	RUN(check_spelling);
	RUN(check_mistaken);
	RUN(check_what_is_lacking);
	RUN(check_boxes);
	RUN(check_metrics);
	RUN(check_table);
	RUN(check_questions);
	RUN(check_metric_questions);
	RUN(check_cpus);
	RUN(check_prefixes);
	RUN(check_names);
	RUN(check_whole_names);
	RUN(check_options);
	RUN(check_other_names);
	RUN(check_word_kinds);
	pfm_terminate();
	return check_summary("search");
}
