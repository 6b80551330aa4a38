/* pfm_read_counts(): what perf stat and others have written. */
#include <locale.h>
#include <stdint.h>

#include "api.h"

/* Reads a text, and returns its counts in a form of this test's: NAME[@PLACE][#RUN][~TIME]=VALUE[UNIT][%SHARE], .. */
static const char *counts_of(const char *text)
{
	static char told[4096];
	pfm_diagnosis_t d = { .size = sizeof d };
	pfm_count_t count = { .size = sizeof count };
	pfm_counts_t *counts = NULL;
	size_t length = 0;
	int error = pfm_read_counts(text, strlen(text), &counts, &d);

	*told = '\0';
	if (error) {
		CHECK(!counts);
		snprintf(told, sizeof told, "error %d at %d: %s", error, d.offset, d.message);
		return told;
	}
	for (int i = 0; !pfm_get_count(counts, i, &count); i++) {
		length += (size_t)snprintf(told + length, sizeof told - length, "%s%s%s%s", i ? ", " : "", count.name,
			*count.place ? "@" : "", count.place);
		if (count.run)
			length += (size_t)snprintf(told + length, sizeof told - length, "#%d", count.run);
		if (count.time >= 0)
			length += (size_t)snprintf(told + length, sizeof told - length, "~%g", count.time);
		if (count.is_counted)
			length += (size_t)snprintf(told + length, sizeof told - length, "=%.10g%s", count.value,
				count.unit);
		if (count.share < 1)
			length += (size_t)snprintf(told + length, sizeof told - length, "%%%g", 100 * count.share);
	}
	pfm_free_counts(counts);
	return told;
}

/* The info of a text that has counts. */
static pfm_counts_info_t info_of(const char *text)
{
	pfm_counts_info_t info = { .size = sizeof info };
	pfm_counts_t *counts = NULL;

	if (CHECK(!pfm_read_counts(text, strlen(text), &counts, NULL)))
		CHECK(!pfm_get_counts_info(counts, &info));
	pfm_free_counts(counts);
	return info;
}

static void check_forms(void)
{
	static const struct {
		const char *text, *counts;
	} texts[] = {
		{ "", "" },
		{ "cycles 12\nINST_RETIRED.ANY=3e3\nloads: <not counted>\nstores -\n",
			"cycles=12, INST_RETIRED.ANY=3000, loads, stores" },
		{ "cycles 12", "cycles=12" },
		{ "\xef\xbb\xbf" "cycles 12\r\n", "cycles=12" },
		{ "12,,cycles,7,50.00,,\n1.5,msec,task-clock,1,100.00,,\n<not counted>,,loads,0,0.00,,\n",
			"cycles=12%50, task-clock=1.5msec, loads%0" },
		{ "12,,cpu/event=0x3c,umask=0x0,cmask=1/,7,50.00,,\n13,,a/b,7,100.00,,\n",
			"cpu/event=0x3c,umask=0x0,cmask=1/=12%50, a/b=13" },
		{ "12::cycles:u:7:50.00::\n13::loads:7:100.00::\n<not counted>::stores:k:0:0.00::\n",
			"cycles:u=12%50, loads=13, stores:k%0" },
		{ "12  cycles 7 50.00  \n<not counted>  loads 0 0.00  \n1.5 msec task-clock 7 100.00  \n",
			"cycles=12%50, loads%0, task-clock=1.5msec" },
		{ "12\t\tcycles\t7\t50.00\t\t\n13||loads|7|100.00||\n14;;stores;7;100.00;;\n",
			"cycles=12%50, loads=13, stores=14" },
		{ "5,cycles,10.00%\n7,stores\n", "cycles=5, stores=7" },
		{ "S0,8,12,Joules,power/energy-pkg/,7,100.00,,\n", "power/energy-pkg/@S0=12Joules" },
		{ "     1.000,12,,cycles,7,100.00,,\n     2.000,13,,cycles,7,100.00,,\n", "cycles~1=12, cycles~2=13" },
		{ "{\"counter-value\" : \"5.0\", \"unit\" : \"\", \"event\" : \"cycles\", \"pcnt-running\" : 25.00}\n",
			"cycles=5%25" },
		{ "{\"schema\":2,\"kind\":\"event\",\"name\":\"cycles\",\"value\":7,\"enabled_ns\":4,\"running_ns\":3,"
		  "\"cpu\":1,\"run\":2}\n", "cycles@1#1=7%75" },
		{ "noise\n Performance counter stats for 'x':\n\n  1,234  cycles  (50.00%)\n  2.000  instructions\n"
		  "\n  0.5 seconds time elapsed\n", "cycles=1234%50, instructions=2000, duration_time=0.5s" },
		/* only clocks have fractions behind a comma */
		{ " Performance counter stats for 'x':\n\n  1,5  cpu-clock\n  2,5  task-clock  (50,00%)\n"
		  "  1,5  loads\n  7  stores\n", "cpu-clock=1.5, task-clock=2.5%50, stores=7" },
		/* a word behind an amount is its unit, unless this machine has such an event */
		{ " Performance counter stats for 'x':\n\n  12  cycles  grp\n  3  furlongs  loads\n  4  GB  loads\n",
			"cycles@grp=12, loads=3furlongs, loads=4GB" },

		/* what stands behind a backslash; half of a pair and a zero are U+FFFD */
		{ "{\"event\":\"a\\/b\\\\c\\\"d\",\"counter-value\":\"1\"}\n", "a/b\\c\"d=1" },
		{ "{\"event\":\"a\\bb\\fc\\nd\\re\\tf\",\"counter-value\":\"1\"}\n", "a\bb\fc\nd\re\tf=1" },
		{ "{\"event\":\"\\u00e9\\ud83d\\ude00\\ud83dx\\ude00\\u0000\\ud83d\\u0041\",\"counter-value\":\"1\"}\n",
			"\u00e9\U0001f600\ufffdx\ufffd\ufffd\ufffdA=1" },
		{ "{\"event\":\"\\ud7ff\\ud800\\udc00\\udbff\\udfff\\ue000\\uffff\",\"counter-value\":\"1\"}\n",
			"\xed\x9f\xbf\U00010000\U0010ffff\xee\x80\x80\xef\xbf\xbf=1" },
		{ "{\"event\":\"a\\u12x4\",\"counter-value\":\"1\"}\ncycles 1\n", "cycles=1" },
		/* objects that end where they should not, or nowhere */
		{ "{\"event\":\"a\",\"counter-value\":\"1}\ncycles 1\n", "cycles=1" },
		{ "{\"event\":\"a\",\n\"counter-value\":\"1\"}\n", "a=1" },
		{ "{\"event\":\"a\"\n\n{\"event\":\"b\",\"counter-value\":\"1\"}\n", "b=1" },
		{ "{\"event\":\"a\",\"counter-value\":\"1\"\ncycles 1\n",
			"error -4 at 33: an object that does not end: "
			"{\"event\":\"a\",\"counter-value\":\"1\" cycles 1" },
		{ "{\"event\":\"a\",\n{\"event\":\"b\",\"counter-value\":\"1\"}\n",
			"error -4 at 14: an object that does not end: "
			"{\"event\":\"a\", {\"event\":\"b\",\"counter-value\":\"1\"}" },
		{ "{5:1}\ncycles 1\n", "cycles=1" },
		/* objects in objects have the time of the outer one; what has no name, or no count, counts nothing */
		{ "{\"interval\":2.5,\"events\":[{\"event\":\"a\",\"count\":1},{\"event\":\"b\",\"count\":2}]}\n"
		  "{\"interval\":2.5}\n{\"event\":\"c\"}\n{\"count\":3}\n", "a~2.5=1, b~2.5=2" },
		{ "{\"event\":\"a\",\"count\":\"null\",\"core\":\"C1\",\"thread\":\"T2\"}\n"
		  "{\"event\":\"b\",\"counter-value\":\"<not supported>\",\"share\":0.5}\n"
		  "{\"event\":\"c\",\"estimate\":\"4\",\"enabled_ns\":0,\"running_ns\":3}\n", "a@C1 T2, b%50, c=4" },
		{ "{\"event\":\"a\",\"count\":1,\"run\":1}\n{\"event\":\"a\",\"count\":2,\"run\":3}\n"
		  "{\"event\":\"a\",\"count\":3,\"run\":0}\n", "a=1, a#2=2, a#2=3" },
		/* a time that decreases begins a run, one that stays does not */
		{ "1.0,5,,a,1,100.00,,\n1.0,6,,b,1,100.00,,\n2.0,7,,a,1,100.00,,\n1.5,8,,a,1,100.00,,\n",
			"a~1=5, b~1=6, a~2=7, a#1~1.5=8" },
		{ "{\"event\" \"a\"}\ncycles 1\n", "cycles=1" },
		/* times and clocks */
		{ "1.5 seconds time elapsed\n2 seconds user\n3 seconds sys\n4 seconds loads\n",
			"duration_time=1.5s, user_time=2s, system_time=3s, loads=4seconds" },
		{ "1.5 +- 0.1 seconds time elapsed\n", "duration_time=1.5s" },
		{ "226054.130 cpu-clock\n226054.130 CPU-CLOCK (msec)\ncycles 1\n",
			"cpu-clock=226054.13, cpu-clock=226054.13msec, cycles=1" },
		{ "task-clock(msec) 1.5\ncpu-clock (msec)=2\nx(y) 3\n",
			"task-clock=1.5msec, cpu-clock=2msec, x(y)=3" },
		/* a separator of two letters; metrics alone, behind a time and a place */
		{ "<not counted>::::cycles::0::0.00::::\n", "cycles%0" },
		{ "1.000,S0,2,,,,,,12.5,tma_x\n5,,cycles,1,100.00,,\n", "cycles=5" },
		{ "CPU0,,,,,,12.5,tma_x\n,,,,,12.5,tma_x\n5,,cycles,1,100.00,,\n", "cycles=5" },
		{ "1.000;S0;2;;;;;;12.5;tma_x\n5;;cycles;1;100.00;;\n", "cycles=5" },
		{ "Performance counter statistics:\n\n 5  cpu-cycles\nTotal test time: x seconds.\n", "cpu-cycles=5" },
		{ "Performance counter statistics:\n\n 5  cpu-cycles\nTotal test time: 1.5 seconds.\n",
			"cpu-cycles=5, duration_time=1.5s" },
		{ "Performance counter statistics,\n5,cpu-cycles,,,(50%),\nabc,def\n7,8\n"
		  "Total test time,1.5,seconds,\n",
			"cpu-cycles=5%50, duration_time=1.5s" },
		{ "noise\nmore", "error -4 at 0: neither a line of perf stat -x or -j nor NAME VALUE: noise" },
		{ "\nnoise", "error -4 at 1: neither a line of perf stat -x or -j nor NAME VALUE: noise" },
		{ "cycles 1\n Performance counter stats for 'a", "error -4 at 9: a command that does not end: "
							  "no line ends in ':" },
	};

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		if (!CHECK(!strcmp(counts_of(texts[i].text), texts[i].counts)))
			printf("  %s\n  is %s\n  not %s\n", texts[i].text, counts_of(texts[i].text), texts[i].counts);
}

/* Checks that behind a time and a place a line may have, after #, what perf computed; else it is passed over. */
static void check_metric_lines(void)
{
	static const struct {
		const char *line;
		int passed;
	} lines[] = {
		{ "S0 1 # 12.5 x", 0 },	 { "1.000 S0 1 # 12.5 x", 0 }, { "a # nan x", 0 },   { "a #  inf x", 0 },
		{ "a # -1 x", 0 },	 { "a # <not counted> x", 0 }, { "S0 1 2 # 1 x", 1 }, { "a 1 # 1 x", 1 },
		{ "S0 1 # abc", 1 },	 { "S0 1 #", 1 },	       { "S0 1 #12", 1 },    { "a,b # 12.5 x", 1 },
		{ "a;b # 12.5 x", 1 },	 { "a|b # 12.5 x", 1 },	       { "a b", 1 },	     { "a b # n x", 1 },
	};
	char text[64];

	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		snprintf(text, sizeof text, "5 cycles\n%s\n", lines[i].line);
		if (!CHECK_SAME(info_of(text).passed, lines[i].passed))
			printf("  %s\n", lines[i].line);
	}
}

static void check_info(void)
{
	pfm_counts_info_t info = info_of("nonsense\ncycles 1\n# a line\nx\n");

	CHECK_SAME(info.counts, 1);
	CHECK_SAME(info.runs, 1);
	CHECK_SAME(info.cpus, -1);
	CHECK_SAME(info.passed, 2);
	CHECK_SAME(info.first_passed, 1);
	CHECK_SAME(info.is_wrong, 0);
	CHECK(!strcmp(info.message, "neither a line of perf stat -x or -j nor NAME VALUE: nonsense"));
	info = info_of(" Performance counter stats for 'system wide':\n  5  cycles\n");
	CHECK_SAME(info.cpus, 1);
	CHECK_SAME(info.passed, 0);
	CHECK(!*info.message);
	info = info_of("");
	CHECK_SAME(info.counts, 0);
	CHECK_SAME(info.runs, 0);
	info = info_of("cycles 1\n{\"event\" : \"x\", \"counter-value\" : \"y\"}\n");
	CHECK_SAME(info.is_wrong, 1);
	/* of several that are wrong, the first is named */
	info = info_of("{\"event\":\"x\",\"count\":\"y\",\"sub\":{\"event\":\"u\",\"count\":\"v\"}}\ncycles 1\n");
	CHECK_TEXT(info.message, "u: no count: v");
	CHECK_SAME(info.is_wrong, 1);
}

/* An object may hold others, 64 deep. */
static void check_braces(void)
{
	for (int deep = 62; deep <= 66; deep++) {
		char text[1024] = "{\"event\":\"a\",\"count\":1,\"x\":";
		size_t length = strlen(text);

		memset(text + length, '[', (size_t)deep);
		memset(text + length + deep, ']', (size_t)deep);
		strcpy(text + length + 2 * deep, "}\ncycles 1\n");
		CHECK_TEXT(counts_of(text), deep <= 64 ? "a=1, cycles=1" : "cycles=1");
	}
}

/* A point is a point whatever the language of the process is; zero bytes are blanks. */
static void check_surroundings(void)
{
	static const char text[] = "cycles\0" "1.5\n";
	pfm_count_t count = { .size = sizeof count };
	pfm_counts_t *counts = NULL;

	if (setlocale(LC_NUMERIC, "de_DE.UTF-8"))
		CHECK(!strcmp(counts_of("cycles 1.25\n"), "cycles=1,25") || !strcmp(counts_of("cycles 1.25\n"),
			"cycles=1.25"));
	setlocale(LC_NUMERIC, "C");
	if (CHECK(!pfm_read_counts(text, sizeof text - 1, &counts, NULL))) {
		pfm_terminate();
		CHECK(!pfm_get_count(counts, 0, &count));
		CHECK(count.value > 1.4 && count.value < 1.6);
		CHECK(!strcmp(count.name, "cycles"));
	}
	pfm_free_counts(counts);
}

static void check_bad_arguments(void)
{
	pfm_counts_info_t info = { .size = sizeof info };
	pfm_count_t count = { .size = sizeof count };
	pfm_counts_t *counts = NULL;

	CHECK_SAME(pfm_read_counts("cycles 1", 8, &counts, NULL), PFM_ERR_NOINIT);
	CHECK(!start(HOST));
	CHECK_SAME(pfm_read_counts("cycles 1", 8, NULL, NULL), PFM_ERR_INVAL);
	CHECK_SAME(pfm_read_counts(NULL, 8, &counts, NULL), PFM_ERR_INVAL);
	CHECK_SAME(pfm_read_counts("cycles 1", SIZE_MAX, &counts, NULL), PFM_ERR_INVAL);
	CHECK_SAME(pfm_read_counts("cycles 1", (size_t)PTRDIFF_MAX + 1, &counts, NULL), PFM_ERR_INVAL);
	CHECK(!counts);
	CHECK_SAME(pfm_read_counts(NULL, 0, &counts, NULL), PFM_SUCCESS);
	CHECK_SAME(pfm_get_count(counts, 0, &count), PFM_ERR_INVAL);
	pfm_free_counts(counts);
	CHECK_SAME(pfm_read_counts("cycles 1", 8, &counts, NULL), PFM_SUCCESS);
	CHECK_SAME(pfm_get_counts_info(NULL, &info), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_counts_info(counts, NULL), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_count(NULL, 0, &count), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_count(counts, 0, NULL), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_count(counts, -1, &count), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_count(counts, 1, &count), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_count(counts, 0, &count), PFM_SUCCESS);
	info.size = sizeof info - 1;
	CHECK_SAME(pfm_get_counts_info(counts, &info), PFM_ERR_INVAL);
	pfm_free_counts(counts);
	pfm_free_counts(NULL);
}

void api_counts(void)
{
	pfm_terminate();
	check_bad_arguments();
	check_forms();
	check_metric_lines();
	check_info();
	check_braces();
	check_surroundings();
}
