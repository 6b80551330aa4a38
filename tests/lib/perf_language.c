/*
 * perf's language: every string of tests/data/perf-language must give what stands behind it.
 *
 *   perf_language [ROOT STRING...]      without arguments the table; else what each string gives on a captured machine
 *
 * The table, fields separated by tabs: "@ ROOT" starts the strings of a captured machine, "@ CPU" those of a machine
 * known by name only; other lines are WHO, STRING, RESULT. WHO: p, perf itself prints this (tests/peers/perf.sh asks
 * it); s, perf 6.1 does not, and tests/peers/perf_oracle.py works it out apart from the library.
 *
 * RESULT: events between " ; ": TYPE:CONFIG[:CONFIG1[:CONFIG2]], then what is not counted (-u -k -h, -i idle, -H host,
 * -G guest), p1 to p3, pin, excl, bp=N; then, where they matter, words beginning with + that must be true as well:
 * +dev= +name= +unit= +scale= +flags= +n= +group= +period= +freq=. An error is !NAME@OFFSET+LENGTH.
 */
#include <perfmon/pfmkit.h>

#include <dirent.h>
#include <inttypes.h>

#include <stdarg.h>

#include "../../tools/common/error_words.h"
#include "check.h"

enum { MOST = 256 };

struct text {
	char bytes[16384];
	size_t length;
};

__attribute__((format(printf, 2, 3))) static void add(struct text *text, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	text->length += (size_t)vsnprintf(text->bytes + text->length, sizeof text->bytes - text->length, format,
					  arguments);
	va_end(arguments);
}

static void add_core(struct text *text, const struct perf_event_attr *attr)
{
	add(text, attr->type == UINT32_MAX ? "?" : "%u", attr->type);
	add(text, ":0x%llx", (unsigned long long)attr->config);
	if (attr->config1 || attr->config2)
		add(text, ":0x%llx", (unsigned long long)attr->config1);
	if (attr->config2)
		add(text, ":0x%llx", (unsigned long long)attr->config2);
	add(text, "%s%s%s", attr->exclude_user ? " -u" : "", attr->exclude_kernel ? " -k" : "", attr->exclude_hv ? " -h"
	    : "");
	add(text, "%s%s%s", attr->exclude_idle ? " -i" : "", attr->exclude_host ? " -H" : "", attr->exclude_guest
	    ? " -G" : "");
	if (attr->precise_ip)
		add(text, " p%u", (unsigned int)attr->precise_ip);
	add(text, "%s%s", attr->pinned ? " pin" : "", attr->exclusive ? " excl" : "");
	if (attr->bp_type)
		add(text, " bp=%u", attr->bp_type);
}

static void add_more(struct text *text, const pfm_perf_event_t *event)
{
	add(text, " +dev=%s +name=%s +unit=%s +scale=%g +flags=%u +n=%d +group=%d +%s=%llu +inherit=%d +aux=%d "
	    "+back=%d", event->device, event->name,
	    event->unit, event->scale, event->flags, event->number, event->group, event->attr.freq ? "freq" : "period",
	    (unsigned long long)event->attr.sample_period, (int)event->attr.inherit, (int)event->attr.aux_output,
	    (int)event->attr.write_backward);
}

/* What the library says, in the words of the table; all of them. */
static void describe(const char *string, struct text *text)
{
	static pfm_perf_event_t events[MOST];
	pfm_diagnosis_t d = { .size = sizeof d };
	int count;

	events[0].size = sizeof events[0];
	text->length = 0;
	count = pfm_get_perf_events(string, 0, events, MOST, &d);
	if (count < 0)
		add(text, "!%s@%d+%d", error_word(count), d.offset, d.length);
	for (int i = 0; i < count; i++) {
		add(text, "%s", i ? " ; " : "");
		add_core(text, &events[i].attr);
		add_more(text, &events[i]);
	}
	CHECK(count >= 0 ? !d.error : d.error == count && d.message[0]);
}

/*
 * One event of what is expected and one of what is there: the words before the first + are the same, those with + are
 * there.
 */
static bool is_event(char *expected, char *got)
{
	char *more = strstr(expected, " +"), *rest = strstr(got, " +");
	bool good;

	if (more)
		*more++ = '\0';
	*rest++ = '\0';
	good = !strcmp(expected, got);
	rest[-1] = ' ';
	for (char *word = more; word && good; word = strchr(word + 1, '+')) {
		char room[300];
		size_t length = strcspn(word, " ");

		snprintf(room, sizeof room, " %.*s ", (int)length, word);
		good = strstr(rest - 1, room) || (strlen(rest) >= length &&
						  !strncmp(rest + strlen(rest) - length, word, length));
	}
	return good;
}

static bool is_result(const char *expected, const char *got)
{
	static char left[16384], right[16384];
	char *a = left, *b = right;

	if (*expected == '!' || *got == '!')
		return !strcmp(expected, got);
	snprintf(left, sizeof left, "%s", expected);
	snprintf(right, sizeof right, "%s", got);
	while (a && b) {
		char *next = strstr(a, " ; "), *other = strstr(b, " ; ");

		if (next)
			*next = '\0';
		if (other)
			*other = '\0';
		if (!is_event(a, b))
			return false;
		a = next ? next + 3 : NULL;
		b = other ? other + 3 : NULL;
	}
	return !a && !b;
}

/* ---- where libpfm4 takes strings ---- */

/* What PFM_OS_PERF_EVENT makes of a string of perf's language: the one event that it is, or why not. */
static bool is_encoded_alike(const char *string, pfm_os_t os)
{
	static pfm_perf_event_t events[MOST];
	struct perf_event_attr attr = { .size = sizeof attr }, unchanged = attr;
	char *full = NULL;
	pfm_perf_encode_arg_t arg = { .attr = &attr, .fstr = &full, .size = sizeof arg };
	pfm_diagnosis_t d = { .size = sizeof d };
	int plm = PFM_PLM0 | PFM_PLM3, count, error = pfm_get_os_event_encoding(string, plm, os, &arg);
	bool good;

	events[0].size = sizeof events[0];
	count = pfm_get_perf_events(string, plm, events, MOST, NULL);
	if (count > 1)
		count = PFM_ERR_TOOMANY;
	else if (count == 1 && events[0].attr.type == UINT32_MAX)
		count = PFM_ERR_NOTSUPP;
	good = !pfm_diagnose(string, plm, os, &d) && d.error == error;
	if (strpbrk(string, " \t")) /* as ever */
		good &= error == PFM_ERR_INVAL;
	else if (count == 1)
		good &= !error && arg.idx == events[0].idx && arg.cpu == -1 && full && *full &&
			!memcmp(&attr, &events[0].attr, sizeof attr);
	else
		good &= error == count;
	if (error == PFM_ERR_TOOMANY) /* says which call gives them all */
		good &= strstr(d.expected, "pfm_get_event_encodings()") != NULL;
	if (error)
		good &= !full && !memcmp(&attr, &unchanged, sizeof attr);
	free(full);
	return good;
}

/* Strings with a slash that no other language has. */
static void check_layers(const char *string)
{
	if (!strchr(string, '/') || strstr(string, "::"))
		return;
	if (!CHECK(is_encoded_alike(string, PFM_OS_PERF_EVENT_EXT)) ||
	    !CHECK(is_encoded_alike(string, PFM_OS_PERF_EVENT)))
		printf("  %s\n", string);
	if (!CHECK(pfm_get_event_encoding(string, PFM_PLM3, NULL, NULL, &(uint64_t *){ NULL }, &(int){ 0 }) < 0) ||
	    !CHECK(pfm_find_event(string) < 0))
		printf("  %s\n", string);
}

static void check_line(char *line, int number)
{
	static struct text got;
	char *string = strchr(line, '\t'), *expected = string ? strchr(string + 1, '\t') : NULL;

	if (!CHECK(expected))
		return;
	*string++ = *expected++ = '\0';
	describe(string, &got);
	check_layers(string);
	checks++;
	if (is_result(expected, got.bytes))
		return;
	failures++;
	printf("tests/data/perf-language:%d: %s\n  expected %s\n  got      %s\n", number, string, expected, got.bytes);
}

static void start(const char *machine)
{
	char words[256];

	snprintf(words, sizeof words, strstr(machine, "cpu=") ? "LIBPFM_CPUID=%s LIBPFM_ENCODE_INACTIVE=1"
		 : "LIBPFM_FSROOT=ROOT/%s",
		 strstr(machine, "cpu=") ? machine + 4 : machine);
	CHECK(!start_library(words, pfm_initialize, pfm_terminate));
}

static void check_table(void)
{
	FILE *file = fopen(source_file("tests/data/perf-language"), "r");
	char line[16384];

	if (!CHECK(file))
		return;
	for (int number = 1; fgets(line, sizeof line, file); number++) {
		line[strcspn(line, "\n")] = '\0';
		if (line[0] == '@')
			start(line + 2);
		else if (line[0] && line[0] != '#')
			check_line(line, number);
	}
	fclose(file);
}

/* Blanks around a name and its letters are none of them. */
static void check_blanks(void)
{
	static struct text got, expected;

	start("skylake-client");
	for (const char *const *string = (const char *const[]){ "INST_RETIRED.ANY_P:u", "INST_RETIRED.ANY_P :u",
		     " INST_RETIRED.ANY_P : u ", "cycles:k", "cycles :k", NULL };
	     *string; string++) {
		describe(strchr(*string, 'T') ? "INST_RETIRED.ANY_P:u" : "cycles:k", &expected);
		describe(*string, &got);
		/* as far as the attr goes: the name is the string, as it stands */
		if (!CHECK(!strncmp(got.bytes, expected.bytes, strcspn(expected.bytes, "+")) && got.bytes[0] != '!'))
			printf("  %s: %s\n", *string, got.bytes);
	}
}

/* ---- writing ---- */

/* Raw events need not name the device of a core PMU. */
static bool is_same(const struct perf_event_attr *a, const struct perf_event_attr *b)
{
	return (a->type == b->type || a->type == PERF_TYPE_RAW) && a->config == b->config && a->config1 == b->config1 &&
		a->config2 == b->config2 &&
	       a->sample_period == b->sample_period && a->freq == b->freq && a->precise_ip == b->precise_ip &&
		       a->pinned == b->pinned &&
	       a->exclusive == b->exclusive && a->exclude_user == b->exclude_user &&
		       a->exclude_kernel == b->exclude_kernel &&
	       a->exclude_hv == b->exclude_hv && a->exclude_host == b->exclude_host &&
	       (a->exclude_guest == b->exclude_guest || !(a->exclude_user || a->exclude_kernel || a->exclude_hv ||
							  a->exclude_host));
}

/* In fields, as an event of a PMU; name: its label, or NULL. */
static int write_fields(pfm_pmu_t pmu, const struct perf_event_attr *attr, const char *name, char *text, size_t size)
{
	pfm_perf_event_t event = { .size = sizeof event, .flags = PFM_PERF_STRING, .idx = -1, .attr = *attr };
	pfm_pmu_info_t info = { .size = sizeof info };

	if (CHECK(!pfm_get_pmu_info(pmu, &info)))
		event.idx = info.first_event;
	snprintf(event.name, sizeof event.name, "%s", name ? name : "");
	return pfm_write_perf_event(&event, PFM_WRITE_FIELDS | (name ? PFM_WRITE_NAME : 0u), text, size);
}

/* What is written of an attr is read as that attr. */
static bool check_written(pfm_pmu_t pmu, const struct perf_event_attr *attr, const char *event)
{
	static pfm_perf_event_t read[2];
	char text[1024], tight[8];
	int length = write_fields(pmu, attr, "LABEL", text, sizeof text);
	bool good;

	read[0].size = sizeof read[0];
	good = CHECK(length > 0 && length == (int)strlen(text)) &&
		CHECK(write_fields(pmu, attr, "LABEL", tight, sizeof tight) == length) &&
	       CHECK(!strncmp(tight, text, 7) && !tight[7]) && CHECK(pfm_get_perf_event(text, 0, read, 2, NULL) == 1) &&
	       CHECK(!strcmp(read[0].name, "LABEL")) && CHECK(is_same(attr, &read[0].attr));
	if (!good)
		printf("  %s, written %s\n", event, text);
	return good;
}

static bool try_event(const pfm_pmu_info_t *pmu, const char *name, const char *umask, const char *levels)
{
	struct perf_event_attr attr = { .size = sizeof attr };
	pfm_perf_encode_arg_t arg = { .attr = &attr, .size = sizeof arg };
	char event[256];

	snprintf(event, sizeof event, "%s::%s%s%s%s", pmu->name, name, *umask ? ":" : "", umask, levels);
	return !pfm_get_perf_encoding_anywhere(event, PFM_PLM0 | PFM_PLM3 | PFM_PLMH, PFM_OS_PERF_EVENT_EXT, &arg) &&
	       check_written(pmu->pmu, &attr, event);
}

/* All events of the active PMUs that have a device, each counted elsewhere. libpfm4 numbers its own below 700. */
enum { LIBPFM4_NUMBERS = 700 };

static void check_round_trips(const char *machine, int least)
{
	static const char *const levels[] = { "", ":u", ":k", ":u:k:period=1000", ":u:pinned" };
	pfm_pmu_info_t pmu = { .size = sizeof pmu };
	pfm_event_info_t info = { .size = sizeof info };
	int id, tried = 0;

	start(machine);
	for (id = 0; id < LIBPFM4_NUMBERS; id++) {
		if (pfm_get_pmu_info((pfm_pmu_t)id, &pmu) || !pmu.is_present || !strncmp(pmu.name, "perf", 4) ||
		    !strcmp(pmu.name, "ix86arch"))
			continue;
		for (int idx = pmu.first_event; idx >= 0; idx = pfm_get_event_next(idx)) {
			pfm_event_attr_info_t umask = { .size = sizeof umask };

			pfm_get_event_info(idx, PFM_OS_NONE, &info);
			tried += try_event(&pmu, info.name, "", levels[tried % 5]);
			for (int i = 0; i < info.nattrs && !pfm_get_event_attr_info(idx, i, PFM_OS_NONE, &umask); i++)
				if (umask.type == PFM_ATTR_UMASK)
					tried += try_event(&pmu, info.name, umask.name, levels[tried % 5]);
		}
	}
	if (!CHECK(tried >= least))
		printf("  %s: %d events only\n", machine, tried);
}

static void check_writing(void)
{
	const struct perf_event_attr attr = { .type = PERF_TYPE_RAW, .config = 0x1c0 };
	pfm_perf_event_t event = { .size = sizeof event, .idx = -1 };
	char text[64];

	check_round_trips("skylake-client", 50);
	check_round_trips("sapphire-rapids-2s", 500);
	check_round_trips("zen4-server", 50);
	check_round_trips("neoverse-v1", 100);
	check_round_trips("power9", 500);
	check_round_trips("cpu=skx", 400);
	check_round_trips("cpu=adl_glc", 100);
	check_round_trips("cpu=hsw_ep", 400);
	event.attr = attr;
	CHECK_SAME(pfm_write_perf_event(NULL, 0, text, sizeof text), PFM_ERR_INVAL);
	CHECK_SAME(pfm_write_perf_event(&event, 8, text, sizeof text), PFM_ERR_INVAL);
	CHECK_SAME(pfm_write_perf_event(&event, 0, NULL, 1), PFM_ERR_INVAL);
	CHECK(pfm_write_perf_event(&event, 0, NULL, 0) > 0);
	strcpy(event.name, "a,b");
	CHECK_SAME(pfm_write_perf_event(&event, PFM_WRITE_NAME, text, sizeof text), PFM_ERR_INVAL);
	strcpy(event.name, "a/b");
	CHECK_SAME(pfm_write_perf_event(&event, PFM_WRITE_CODE_NAME, text, sizeof text), PFM_ERR_INVAL);
	event.attr.exclude_user = event.attr.exclude_kernel = event.attr.exclude_hv = 1;
	CHECK_SAME(pfm_write_perf_event(&event, 0, text, sizeof text), PFM_ERR_NOTSUPP);
	event = (pfm_perf_event_t){ .size = 8, .idx = -1 };
	CHECK_SAME(pfm_write_perf_event(&event, 0, text, sizeof text), PFM_ERR_INVAL);
}

/* The text of an event that was read, as it is to be written again. */
static void check_again(const char *machine, const char *string, unsigned int how, const char *expected)
{
	pfm_perf_event_t event = { .size = sizeof event };
	char text[256] = "";

	start(machine);
	if (!CHECK(pfm_get_perf_event(string, 0, &event, 1, NULL) > 0) ||
	    !CHECK(pfm_write_perf_event(&event, how, text, sizeof text) == (int)strlen(expected) &&
		   !strcmp(text, expected)))
		printf("  %s on %s: expected %s, got %s\n", string, machine, expected, text);
}

/* Whatever perf_language.c reads, it writes. */
static void check_events(void)
{
	check_again("skylake-client", "cycles/config1=3/u", 0, "cpu-cycles/config1=0x3/u");
	check_again("skylake-client", "LLC-load-misses:k", 0, "LLC-load-misses:k");
	check_again("skylake-client", "software/faults/", 0, "page-faults");
	check_again("skylake-client", "cs:GH", 0, "context-switches:GH");
	check_again("skylake-client", "r1a8", 0, "r1a8");
	check_again("skylake-client", "cpu/event=0xd1,umask=0x20,percore/uP", 0, "cpu/config=0x20d1,percore/uP");
	check_again("skylake-client", "cpu/event=0xd1,umask=0x20,percore/uP", PFM_WRITE_FIELDS,
		    "cpu/event=0xd1,umask=0x20,percore/uP");
	check_again("skylake-client", "cpu/event=0xc0,name=mine/", PFM_WRITE_NAME, "cpu/config=0xc0,name=mine/");
	check_again("skylake-client", "cycles/name=mine/", PFM_WRITE_CODE_NAME, "cpu-cycles");
	check_again("skylake-client", "msr/tsc/", PFM_WRITE_FIELDS, "msr/event=0x0/");
	check_again("skylake-client", "mem:0x1000/8:rx:u", 0, "mem:0x1000/8:rx:u");
	check_again("skylake-client", "breakpoint/config1=0x1000/", 0, "breakpoint/config=0x0,config1=0x1000/");
	check_again("alder-lake", "cpu_core/event=0xc0/", 0, "cpu_core/config=0xc0/");
	check_again("alder-lake", "cpu_atom/cycles/", 0, "cpu_atom/cpu-cycles/");
	check_again("neoverse-v1", "arm_cmn_1/dtc_cycles/", 0, "arm_cmn_1/config=0x3/");
	check_again("tracefs", "sched:sched_switch:u", 0, "sched:sched_switch:u");
	check_again("cpu=skl", "imx9_ddr/cycles/", 0, "imx9_ddr/config=0x0/");
	check_again("cpu=skl", "arm_cmn/hnf_mc_retries/", 0, "arm_cmn/config=0xc0005/");
	check_again("cpu=skl", "arm_cmn3/hnf_mc_retries/", 0, "arm_cmn_3/config=0xc0005/");
	check_again("cpu=skl", "hisi_l3c/config=1/", 0, "hisi_sccl*_l3c*/config=0x1/");
}

static void check_form(const char *machine, pfm_pmu_t pmu, struct perf_event_attr attr, const char *name,
		       const char *expected)
{
	char text[256];

	start(machine);
	attr.type = PERF_TYPE_RAW;
	if (!CHECK(write_fields(pmu, &attr, name, text, sizeof text) == (int)strlen(expected) &&
		   !strcmp(text, expected)))
		printf("  expected %s\n  got      %s\n", expected, text);
}

static void check_forms(void)
{
	check_form("skylake-client", PFM_PMU_INTEL_SKL, (struct perf_event_attr){ .config = 0x20d1,
										 .exclude_guest = 1 }, NULL,
		   "cpu/event=0xd1,umask=0x20/");
	check_form("skylake-client", PFM_PMU_INTEL_SKL,
		   (struct perf_event_attr){ .config = 0x1cd, .config1 = 30, .precise_ip = 2, .exclude_kernel = 1,
					    .exclude_hv = 1, .exclude_guest = 1 },
		   "LOADS", "cpu/event=0xcd,umask=0x1,ldlat=0x1e,name=LOADS/upp");
	check_form("skylake-client", PFM_PMU_INTEL_SKL, (struct perf_event_attr){ .config = 0x1b7, .config1 = 0x5,
										 .exclude_guest = 1 }, NULL,
		   "cpu/event=0xb7,umask=0x1,offcore_rsp=0x5/");
	check_form("skylake-client", PFM_PMU_INTEL_SKL, (struct perf_event_attr){ .config = 0x1c6, .config1 = 0x15,
										 .exclude_guest = 1 }, NULL,
		   "cpu/event=0xc6,umask=0x1,frontend=0x15/");
	check_form("skylake-client", PFM_PMU_INTEL_SKL, (struct perf_event_attr){ .config = 0x102d4013c,
										 .exclude_user = 1, .exclude_hv = 1 },
											 NULL,
		   "cpu/event=0x3c,umask=0x1,edge=0x1,inv=0x1,cmask=0x2,in_tx=0x1,config=0x500000/k");
	check_form("zen4-server", PFM_PMU_AMD64_FAM19H_ZEN4, (struct perf_event_attr){ .config = 0x1000010c0 }, NULL,
		   "cpu/event=0x1c0,umask=0x10/");
	check_form("zen4-server", PFM_PMU_AMD64_FAM19H_ZEN4,
		   (struct perf_event_attr){ .config = 0x10c0, .precise_ip = 1 }, NULL,
		   "cpu/event=0xc0,umask=0x10/pGH");
}

/* ---- either language ---- */

/* On the machine, with nothing read and nothing said. */
static void begin_list(const char *machine, pfm_perf_event_t *events, struct text *said)
{
	start(machine);
	events->size = sizeof *events;
	said->length = 0;
}

/* What a list of both gives, in the words of the table. */
static void check_either(const char *machine, const char *string, int language, const char *expected)
{
	static pfm_perf_event_t events[MOST];
	static struct text got;
	pfm_diagnosis_t d = { .size = sizeof d };
	int count;

	begin_list(machine, events, &got);
	count = pfm_read_events(string, 0, language, events, MOST, &d);
	if (count < 0)
		add(&got, "!%s@%d+%d", error_word(count), d.offset, d.length);
	for (int i = 0; i < count; i++) {
		add(&got, i ? " ; " : "");
		add_core(&got, &events[i].attr);
		add_more(&got, &events[i]);
	}
	CHECK(d.error == (count < 0 ? count : 0));
	CHECK(pfm_read_events(string, 0, language, NULL, 0, NULL) == count);
	checks++;
	if (is_result(expected, got.bytes))
		return;
	failures++;
	printf("%s on %s\n  expected %s\n  got      %s\n", string, machine, expected, got.bytes);
}

/* expected: device, CPUs and attr of each, as "cpu_core 0-3 4:0xc0". */
static void check_everywhere(const char *machine, const char *string, const char *expected, const char *message)
{
	static pfm_perf_event_t events[MOST];
	static struct text got;
	pfm_diagnosis_t d = { .size = sizeof d };
	int count;

	begin_list(machine, events, &got);
	count = pfm_get_event_encodings(string, PFM_PLM3, events, MOST, &d);
	if (count < 0)
		add(&got, "!%s", error_word(count));
	for (int i = 0; i < count; i++)
		add(&got, "%s%s %s %d:0x%llx", i ? " ; " : "", events[i].device, events[i].cpus,
			(int)events[i].attr.type, (unsigned long long)events[i].attr.config);
	CHECK_SAME(pfm_get_event_encodings(string, PFM_PLM3, NULL, 0, NULL), count);
	for (int i = 0; i < count; i++)
		CHECK(events[i].number == 0 && events[i].length == (int)strlen(string));
	checks++;
	if (!strcmp(expected, got.bytes) && (!message || !strcmp(message, d.message)))
		return;
	failures++;
	printf("%s on %s\n  expected %s (%s)\n  got      %s (%s)\n", string, machine, expected, message ? message : "",
		got.bytes, d.message);
}

/* An event alone, and as the first of all: the same attr but for the generic ones. */
static void check_first(const char *string)
{
	static pfm_perf_event_t events[MOST];
	struct perf_event_attr attr = { .size = sizeof attr };
	pfm_perf_encode_arg_t arg = { .attr = &attr, .size = sizeof arg };
	int error = pfm_get_os_event_encoding(string, PFM_PLM3, PFM_OS_PERF_EVENT_EXT, &arg), count;

	events[0].size = sizeof events[0];
	count = pfm_get_event_encodings(string, PFM_PLM3, events, MOST, NULL);
	if (error == PFM_ERR_NOTSUPP) /* this kernel lacks the device, and the type is not known */
		CHECK(count > 0 ? events[0].attr.type == UINT32_MAX : count == error);
	else if (error) /* perf may have a name that is no event string: L1D */
		CHECK(count < 0 || !(events[0].flags & PFM_PERF_STRING));
	else if (count < 1)
		CHECK(!"it is an event by itself");
	else {
		const struct perf_event_attr *first = &events[0].attr;
		/* the upper half of a generic event's config is the core type */
		uint64_t config = first->type == PERF_TYPE_HARDWARE || first->type == PERF_TYPE_HW_CACHE
			? (uint32_t)first->config : first->config;

		CHECK(attr.type == first->type);
		CHECK(attr.config == config);
		CHECK(attr.config1 == first->config1);
		CHECK(attr.config2 == first->config2);
		CHECK(attr.precise_ip == first->precise_ip);
	}
}

/* All strings that were measured, and their names alone, on machines of six kinds. */
static void check_first_results(void)
{
	static const char *const machines[] = { "alder-lake", "skylake-client", "sapphire-rapids-2s", "phone-4-kinds",
		"zen4-server", "power9" };
	char *line = NULL, *colons;
	size_t room = 0;

	for (size_t i = 0; i < sizeof machines / sizeof *machines; i++) {
		FILE *data = open_data("tests/data/golden.tsv.xz");

		start(machines[i]);
		for (int n = 0; data && getline(&line, &room, data) > 0; n++) {
			line[strcspn(line, "\t\n")] = '\0';
			if (*line == '@' || n % 4)
				continue;
			check_first(line);
			if ((colons = strstr(line, "::")))
				check_first(colons + 2);
		}
		if (data)
			pclose(data);
	}
	free(line);
}

static void check_all_kinds(void)
{
	check_everywhere("alder-lake", "INST_RETIRED:ANY_P", "cpu_core 0-15 4:0xc0 ; cpu_atom 16-23 10:0xc0", "");
	check_everywhere("alder-lake", "INST_RETIRED.ANY_P:u", "cpu_core 0-15 4:0xc0 ; cpu_atom 16-23 10:0xc0", "");
	check_everywhere("alder-lake", "cycles", "cpu_core 0-15 0:0x400000000 ; cpu_atom 16-23 0:0xa00000000", "");
	check_everywhere("alder-lake", "adl_grt::INST_RETIRED:ANY_P", "cpu_atom 16-23 10:0xc0", "");
	check_everywhere("alder-lake", "UOPS_RETIRED:SLOTS", "cpu_core 0-15 4:0x2c2", "not on cpu_atom");
	check_everywhere("alder-lake", "TOPDOWN_BE_BOUND:ALL", "cpu_atom 16-23 10:0x74", "not on cpu_core");
	check_everywhere("alder-lake", "cpu_atom/event=0xc0/", "cpu_atom 16-23 10:0xc0", "");
	check_everywhere("alder-lake", "NOSUCH", "!NOTFOUND", NULL);
	check_everywhere("skylake-client", "INST_RETIRED:ANY_P", "  4:0xc0", "");
	check_everywhere("skylake-client", "cpu/event=0xc0/", "cpu  4:0xc0", "");
	check_everywhere("skylake-client", "nosuch*::EVENT", "!NOTFOUND", "this machine has no PMU nosuch*");
	check_everywhere("phone-4-kinds", "CPU_CYCLES", "armv8_cortex_a53  8:0x11 ; armv8_cortex_a55  9:0x11 ; "
		"armv8_cortex_a76  10:0x11 ; armv8_pmuv3_0  11:0x11", "");
	check_everywhere("sapphire-rapids-2s", "spr_unc_imc1::UNC_M_CAS_COUNT:RD", "uncore_imc_1 0,60 59:0xcf05", "");
	check_everywhere("sapphire-rapids-2s", "spr_unc_imc*::UNC_M_CAS_COUNT:RD",
		"uncore_imc_0 0,60 58:0xcf05 ; uncore_imc_1 0,60 59:0xcf05 ; uncore_imc_2 0,60 60:0xcf05 ; "
		"uncore_imc_3 0,60 61:0xcf05 ; uncore_imc_4 0,60 62:0xcf05 ; uncore_imc_5 0,60 63:0xcf05 ; "
		"uncore_imc_6 0,60 64:0xcf05 ; uncore_imc_7 0,60 65:0xcf05 ; uncore_imc_8 0,60 66:0xcf05 ; "
		"uncore_imc_9 0,60 67:0xcf05 ; uncore_imc_10 0,60 68:0xcf05 ; uncore_imc_11 0,60 69:0xcf05", "");
	check_everywhere("sapphire-rapids-2s", "spr_unc_imc*::NOSUCH", "!NOTFOUND", NULL);
	check_everywhere("sapphire-rapids-2s", "spr_unc_imc*::UNC_M_CAS_COUNT:RD:t=256", "!ATTR_VAL", NULL);
	check_everywhere("arm-server", "arm_cmn*::DTC_CYCLES", "arm_cmn_0  30:0x3 ; arm_cmn_1  31:0x3", "");
	check_everywhere("arm-server", "arm_cmn*::DTC_CYCLES:bynodeid:nodeid=65536", "!ATTR_VAL", NULL);
	check_first_results();
}

/* Returns an event with so many zeros in front of a number that the string has that length. */
static const char *as_long_as(int length, const char *before, const char *behind)
{
	static char text[512];

	snprintf(text, sizeof text, "%s%0*d%s", before, length - (int)strlen(before) - (int)strlen(behind), 7, behind);
	return text;
}

/* Names of results have 255 bytes: longer events and names are refused, not cut. */
static void check_long_events(void)
{
	static const char client[] = "skylake-client", hybrid[] = "alder-lake", server[] = "sapphire-rapids-2s",
		event[] = "INST_RETIRED:ANY_P:period=", box[] = "spr_unc_imc*::UNC_M_CAS_COUNT:RD:t=",
		too_long[] = "the event is longer than 255 bytes";

	check_either(client, as_long_as(255, event, ""), 0, "4:0xc0 -G +period=7");
	check_either(client, as_long_as(256, event, ""), 0, "!TOOMANY@0+256");
	check_either(client, as_long_as(255 + 12, "cpu/name=x", ",config=5/"), 0, "4:0x5 -G +dev=cpu");
	check_either(client, as_long_as(255 + 20, "cpu/name=x", ",config=5/"), 0, "!TOOMANY@9+256");
	check_everywhere(client, as_long_as(255, event, ""), "  4:0xc0", "");
	check_everywhere(client, as_long_as(256, event, ""), "!TOOMANY", too_long);
	check_everywhere(hybrid, as_long_as(255 - 9, event, ""), "cpu_core 0-15 4:0xc0 ; cpu_atom 16-23 10:0xc0", "");
	check_everywhere(hybrid, as_long_as(255 - 8, event, ""), "!TOOMANY", too_long);
	check_everywhere(server, as_long_as(255 + 1, box, ""), "!TOOMANY", too_long);
	check_everywhere(server, as_long_as(255, box, ""), "!TOOMANY", too_long);
}

/* One event is no list; the name of a group has no sign of an event. */
static void check_lists(void)
{
	static const char client[] = "skylake-client";
	static const struct {
		const char *string;
		int offset;
	} lists[] = { { "cycles,instructions", 6 }, { "{cycles}", 0 }, { "cycles,", 6 }, { "cycles}", 6 } };
	pfm_diagnosis_t d = { .size = sizeof d };

	start(client);
	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
		CHECK_SAME(pfm_get_perf_event(lists[i].string, 0, NULL, 0, &d), PFM_ERR_INVAL);
		CHECK_SAME(d.offset, lists[i].offset);
		CHECK_SAME(d.length, 1);
		CHECK(!strcmp(d.message, "this is a list of events") && !strcmp(d.expected, "one event"));
	}
	CHECK_SAME(pfm_get_perf_event("cpu/config=1,name=a/", 0, NULL, 0, NULL), 1);
	check_either(client, "ab{cycles}", 0, "0:0x0 -G +group=1");
	check_either(client, "a:b{cycles}", 0, "!INVAL@0+3");
	check_either(client, "a@b{cycles}", 0, "!INVAL@0+3");
	check_either(client, "/{cycles}", 0, "!INVAL@0+1");
	check_either("power9", "{PM_RUN_CYC:u}:h", 0, "4:0x200f4 -k -G");
}

static void check_languages(void)
{
	check_all_kinds();
	check_long_events();
	check_lists();
	static const char client[] = "skylake-client", server[] = "cpu=skx";

	CHECK_SAME(pfm_get_language("skl::INST_RETIRED:u"), PFM_LANGUAGE_PFM);
	CHECK_SAME(pfm_get_language("cpu/event=1/"), PFM_LANGUAGE_PERF);
	CHECK_SAME(pfm_get_language("mem:1"), PFM_LANGUAGE_PERF);
	CHECK_SAME(pfm_get_language("{cycles}"), PFM_LANGUAGE_PERF);
	CHECK_SAME(pfm_get_language("cycles:u"), PFM_LANGUAGE_EITHER);
	CHECK_SAME(pfm_get_language(NULL), PFM_LANGUAGE_EITHER);
	/* event strings leave guests out, and the cores of x86 do not tell h apart */
	check_either(client, "INST_RETIRED:ANY_P:u", 0, "4:0xc0 -k -G +flags=8192 +n=0 +name=INST_RETIRED:ANY_P:u");
	check_either(client, "skl::INST_RETIRED:ANY_P:k,cpu/event=0xd1,umask=0x20/u", 0,
		     "4:0xc0 -u -G +flags=8192 +n=0 ; 4:0x20d1 -k -h -G +flags=0 +n=1 +dev=cpu");
	check_either(client, "{INST_RETIRED:ANY_P,LONGEST_LAT_CACHE:MISS:k}:u", 0,
		     "4:0xc0 -k -G +group=1 ; 4:0x412e -G +group=1");
	check_either(client, "{INST_RETIRED:ANY_P,r1a8}:ppD", 0, "4:0xc0 -G p2 pin ; 4:0x1a8 -G p2 +flags=8192");
	check_either(client, "{INST_RETIRED:ANY_P:precise=2}:pp", 0, "!ATTR_SET@1+28");
	/* what its group says joins what the event says */
	check_either(client, "{INST_RETIRED:ANY_P:u}:k", 0, "4:0xc0 -G");
	check_either(client, "{INST_RETIRED:ANY_P:k}:u", 0, "4:0xc0 -G");
	check_either(client, "{INST_RETIRED:ANY_P:u}:G", 0, "4:0xc0 -k -H");
	check_either(client, "{INST_RETIRED:ANY_P:u}:H", 0, "4:0xc0 -k -G");
	check_either(client, "{INST_RETIRED:ANY_P:u}:GH", 0, "4:0xc0 -k");
	check_either(client, "{INST_RETIRED:ANY_P:u}:I", 0, "4:0xc0 -k -i -G");
	check_either(client, "{INST_RETIRED:ANY_P:u:precise=1}:p", 0, "4:0xc0 -k -G p2");
	check_either(client, "{INST_RETIRED:ANY_P:u}:P", 0, "4:0xc0 -k -G p3");
	check_either(client, "{INST_RETIRED:ANY_P:u,r1a8}:e", 0, "4:0xc0 -k -G excl ; 4:0x1a8 -G");
	check_either(client, "instructions:uk", 0, "0:0x1 -h -G +flags=0");
	check_either(client, "instructions:uk", PFM_LANGUAGE_PFM, "!ATTR@13+2");
	check_either(client, "c2-residency", 0, "12:0x0 +dev=cstate_pkg +flags=8192");
	check_either(client, "INST_RETIRED:NOSUCH", 0, "!ATTR@13+6");
	check_either(client, "cycles,INST_RETIRED:NOSUCH", 0, "!ATTR@20+6");
	check_either(client, "nosuch:u", 0, "!NOTFOUND@0+8");
	check_either(client, "cpu/event=0xc0/", PFM_LANGUAGE_PFM, "!NOTFOUND@0+15");
	check_either(client, "cycles", PFM_LANGUAGE_PERF, "0:0x0 -G +flags=0");
	check_either(client, "INST_RETIRED:ANY_P:cpu=3", 0, "4:0xc0 -G +flags=12288");
	check_either(client, "INST_RETIRED:ANY_P:period=7", 0, "4:0xc0 -G +period=7");
	check_either(client, "mem:0x1000/8:w:u", 0, "5:0x0:0x1000:0x8 -k -h -G bp=2");
	check_either(server, "skx_unc_imc3::UNC_M_CAS_COUNT:RD", 0, "?:0x304 +dev=uncore_imc_3 +flags=8192");
	check_either("hypervisor", "acme_npu_1::tiles:u,acme_npu_0/tiles/", 0,
		     "21:0x1:0x20 -k -h -G +dev=acme_npu_1 +flags=8192 ; 20:0x1:0x20 -G +dev=acme_npu_0");
	start(client);
	CHECK_SAME(pfm_read_events("cycles", 0, 3, NULL, 0, NULL), PFM_ERR_INVAL);
	CHECK_SAME(pfm_read_events(NULL, 0, 0, NULL, 0, NULL), PFM_ERR_INVAL);
}

/* ---- formats of the tables ---- */

/* What a field of a machine makes of the largest value of so many bits; false: there are no so many. */
static bool set_field(const char *device, const char *field, int bits, struct perf_event_attr *attr)
{
	static pfm_perf_event_t events[64];
	char string[640];

	events[0].size = sizeof events[0];
	snprintf(string, sizeof string, "%s/%s=%#llx/", device, field, bits < 64 ? (1ULL << bits) - 1 : ~0ULL);
	if (pfm_get_perf_event(string, 0, events, 64, NULL) != 1)
		return false;
	*attr = events[0].attr;
	return true;
}

/* The captured kernel and the tables put a field in the same place, and it is as wide. */
static void check_format(const char *machine, const char *cpu, const char *device, const char *field)
{
	static struct perf_event_attr here[65], there[65];
	bool has[65], wants[65];
	int widest = 0;

	start(machine);
	for (int bits = 1; bits <= 64; bits++) {
		has[bits] = set_field(device, field, bits, &here[bits]);
		widest = has[bits] ? bits : widest;
	}
	start(cpu);
	for (int bits = 1; bits <= 64; bits++)
		wants[bits] = set_field(device, field, bits, &there[bits]);
	for (int bits = 1; bits <= 64; bits++)
		if (!CHECK(has[bits] == wants[bits] && (!has[bits] || (here[bits].config == there[bits].config &&
								       here[bits].config1 == there[bits].config1 &&
								       here[bits].config2 == there[bits].config2))))
			printf("  %s: %s/%s/, %d bits\n", machine, device, field, bits);
	CHECK(widest);
}

/* All fields of the devices of a captured machine that the tables know. */
static void check_formats(const char *machine, const char *cpu, const char *const *devices)
{
	int before = checks;

	for (; *devices; devices++) {
		char path[4600];
		struct dirent *entry;
		DIR *folder;

		snprintf(path, sizeof path, "%s/sys/bus/event_source/devices/%s/format", root_directory(machine),
			 *devices);
		folder = opendir(path);
		if (!CHECK(folder))
			continue;
		while ((entry = readdir(folder)))
			if (entry->d_name[0] != '.')
				check_format(machine, cpu, *devices, entry->d_name);
		closedir(folder);
	}
	CHECK(checks > before + 1);
}

static void check_all_formats(void)
{
	check_formats("skylake-client", "cpu=GenuineIntel-6-94-3", (const char *const[]){ "cpu", "power", NULL });
	check_formats("sapphire-rapids-2s", "cpu=GenuineIntel-6-143-8",
		      (const char *const[]){ "cpu", "uncore_cha_7", "uncore_imc_1", "uncore_upi_0", "power", NULL });
	check_formats("alder-lake", "cpu=GenuineIntel-6-151", (const char *const[]){ "cpu_core", "cpu_atom", NULL });
	check_formats("zen4-server", "cpu=AuthenticAMD-25-17", (const char *const[]){ "cpu", "power", NULL });
	check_formats("neoverse-v1", "cpu=0x410fd400", (const char *const[]){ "armv8_pmuv3_0", NULL });
	check_formats("power9", "cpu=POWER-0x4e", (const char *const[]){ "cpu", NULL });
	check_formats("z15", "cpu=z15", (const char *const[]){ "cpum_cf", NULL });
}

/* ---- names of hybrid CPUs ---- */

static bool has_device(const pfm_perf_event_t *events, int count, const char *device)
{
	for (int i = 0; i < count; i++)
		if (!strcmp(events[i].device, device))
			return true;
	return false;
}

/* A name that one core's device reads must be read on that device without it, whatever the other core has. */
static bool check_core_name(const char *device, const char *name)
{
	static pfm_perf_event_t events[MOST];
	char on_device[512];
	int count;

	events[0].size = sizeof events[0];
	snprintf(on_device, sizeof on_device, "%s/%s/", device, name);
	if (pfm_get_perf_event(on_device, 0, NULL, 0, NULL) != 1)
		return false;
	count = pfm_get_perf_event(name, 0, events, MOST, NULL);
	checks++;
	if (count < 1 || !has_device(events, count, device)) {
		failures++;
		printf("%s of %s: expected an event on that device, got %d\n", name, device, count);
	}
	return true;
}

static int check_names_of(int first_event, const char *device)
{
	pfm_event_info_t event = { .size = sizeof event };
	pfm_event_attr_info_t umask = { .size = sizeof umask };
	int read = 0;
	char name[512];

	for (int idx = first_event; idx >= 0; idx = pfm_get_event_next(idx)) {
		if (pfm_get_event_info(idx, PFM_OS_NONE, &event))
			continue;
		for (int i = 0; i < event.nattrs; i++) {
			if (pfm_get_event_attr_info(idx, i, PFM_OS_NONE, &umask) || umask.type != PFM_ATTR_UMASK)
				continue;
			snprintf(name, sizeof name, "%s.%s", event.name, umask.name);
			read += check_core_name(device, name);
		}
	}
	return read;
}

/* All names of all cores of the hybrid CPUs. */
static void check_hybrids(void)
{
	static const char *const hybrids[] = { "cpu=adl", "cpu=rpl", "cpu=mtl", "cpu=arl", "cpu=lnl", "cpu=ptl",
		"cpu=nvl" };

	for (size_t i = 0; i < sizeof hybrids / sizeof hybrids[0]; i++) {
		pfm_pmu_info_t info = { .size = sizeof info };
		int cores = 0;

		start(hybrids[i]);
		for (int pmu = pfm_next_pmu(0); pmu > 0; pmu = pfm_next_pmu(pmu)) {
			pfm_pmu_details_t details = { .size = sizeof details };
			char device[64];

			if (pfm_get_pmu_info((pfm_pmu_t)pmu, &info) || !info.is_present ||
				info.type != PFM_PMU_TYPE_CORE ||
				pfm_get_pmu_details((pfm_pmu_t)pmu, &details) || !details.device ||
				details.is_deprecated)
				continue;
			cores++;
			/* behind the core's own name stands that of kernels which know no core types */
			snprintf(device, sizeof device, "%.*s", (int)strcspn(details.device, ","), details.device);
			if (!CHECK(check_names_of(info.first_event, device) > 100))
				printf("%s: few names of %s\n", hybrids[i], info.name);
		}
		if (!CHECK(cores >= 2))
			printf("%s: %d cores\n", hybrids[i], cores);
	}
}

int main(int argc, char **argv)
{
	static struct text text;

	if (argc > 1)
		start(argv[1]);
	for (int i = 2; i < argc; i++) {
		describe(argv[i], &text);
		printf("%s\t%s\n", argv[i], text.bytes);
	}
	if (argc > 1)
		return 0;
	check_table();
	check_blanks();
	check_writing();
	check_forms();
	check_events();
	check_languages();
	check_all_formats();
	check_hybrids();
	return check_summary("perf_language");
}
