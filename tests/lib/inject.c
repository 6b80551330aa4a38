/*
 * Every allocation and every call of the system that the libraries make, made to fail in turn: the first, then the
 * second, until nothing is left to fail. After each failure: the result is the right one or a documented error, out of
 * memory being PFM_ERR_NOMEM and nothing else; arguments are as they were; nothing leaks; and the next call is right.
 *
 * Of many looks at files that are refused, and with FAR_APART in the environment of all that fails, only some do, ever
 * farther apart.
 */
#include "failures.h"

#include <perfmon/pfmkit.h>
#include <perfmon/pfmlib_perf_event.h>
#include <pmapi.h>

#include <sys/mman.h>
#include <sys/wait.h>

#include "check.h"

enum { PLM = PFM_PLM0 | PFM_PLM3 };

/* ---- what a call says ---- */

static char text[1 << 16];
static size_t text_length;

__attribute__((format(printf, 1, 2))) static void tell(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	text_length += (size_t)vsnprintf(text + text_length, sizeof text - text_length, format, arguments);
	va_end(arguments);
	if (text_length >= sizeof text)
		text_length = sizeof text - 1;
}

static int off(int result)
{
	failing.on = false;
	return result;
}

/* Failures happen in here only. */
#define TRY(call) (failing.on = true, off(call))

/* ---- calls: each returns an error, tells what it has got, and checks what it must not have touched ---- */

static int find(const char *string)
{
	int idx = TRY(pfm_find_event(string));

	tell("%d", idx);
	return idx < 0 ? idx : PFM_SUCCESS;
}

static char mark[] = "untouched";

static int encode_raw(const char *string)
{
	char *fstr = mark;
	pfm_pmu_encode_arg_t arg = { .fstr = &fstr, .size = sizeof arg, .idx = -77 };
	int error = TRY(pfm_get_os_event_encoding(string, PLM, PFM_OS_NONE, &arg));

	if (error) {
		CHECK(fstr == mark);
		CHECK(!arg.codes);
		CHECK(!arg.count);
		CHECK_SAME(arg.idx, -77);
		return error;
	}
	tell("%d %s", arg.idx, fstr);
	for (int i = 0; i < arg.count; i++)
		tell(" 0x%" PRIx64, arg.codes[i]);
	free(fstr);
	free(arg.codes);
	return error;
}

static int encode_old(const char *string)
{
	char *fstr = mark;
	uint64_t *codes = NULL;
	int count = 0, idx = -77, error = TRY(pfm_get_event_encoding(string, PLM, &fstr, &idx, &codes, &count));

	if (error) {
		CHECK(fstr == mark);
		CHECK(!codes);
		CHECK(!count);
		CHECK_SAME(idx, -77);
		return error;
	}
	tell("%d %s %d 0x%" PRIx64, idx, fstr, count, codes[0]);
	free(fstr);
	free(codes);
	return error;
}

typedef pfm_err_t (*perf_call)(const char *string, int plm, pfm_os_t os, void *arg);

static pfm_err_t anywhere(const char *string, int plm, pfm_os_t os, void *arg)
{
	return pfm_get_perf_encoding_anywhere(string, plm, os, arg);
}

static int encode_perf(const char *string, pfm_os_t os, perf_call call)
{
	struct perf_event_attr attr = { .size = sizeof attr, .sample_type = 0x1234, .config = 0x5678 }, before = attr;
	char *fstr = mark;
	pfm_perf_encode_arg_t arg = { .attr = &attr, .fstr = &fstr, .size = sizeof arg, .idx = -77, .cpu = -78 };
	int error = TRY(call(string, PLM, os, &arg));

	if (error) {
		CHECK(fstr == mark);
		CHECK_SAME(arg.idx, -77);
		CHECK_SAME(arg.cpu, -78);
		CHECK(!memcmp(&attr, &before, sizeof attr));
		return error;
	}
	tell("%d %d %s %u 0x%llx 0x%llx", arg.idx, arg.cpu, fstr, attr.type, (unsigned long long)attr.config,
		(unsigned long long)attr.config1);
	if (fstr != mark)
		free(fstr);
	return error;
}

static int encode_layer(const char *string)
{
	return encode_perf(string, PFM_OS_PERF_EVENT, pfm_get_os_event_encoding);
}

static int encode_ext(const char *string)
{
	return encode_perf(string, PFM_OS_PERF_EVENT_EXT, pfm_get_os_event_encoding);
}

static int encode_anywhere(const char *string)
{
	return encode_perf(string, PFM_OS_PERF_EVENT_EXT, anywhere);
}

static int encode_old_perf(const char *string)
{
	struct perf_event_attr attr = { .size = sizeof attr, .sample_type = 0x1234 }, before = attr;
	char *fstr = mark;
	int idx = -77, error = TRY(pfm_get_perf_event_encoding(string, PLM, &attr, &fstr, &idx));

	if (error) {
		CHECK(fstr == mark);
		CHECK_SAME(idx, -77);
		CHECK(!memcmp(&attr, &before, sizeof attr));
		return error;
	}
	tell("%d %s %u 0x%llx", idx, fstr, attr.type, (unsigned long long)attr.config);
	free(fstr);
	return error;
}

static pfm_pmu_t pmu_named(const char *name)
{
	pfm_pmu_t pmu;

	pfm_for_all_pmus(pmu)
		if (pfm_get_pmu_name(pmu) && !strcmp(pfm_get_pmu_name(pmu), name))
			return pmu;
	check(false, "there is such a PMU", __FILE__, __LINE__);
	return PFM_PMU_NONE;
}

static int pmu_info(const char *name)
{
	pfm_pmu_t pmu = pmu_named(name);
	pfm_pmu_info_t info = { .size = sizeof info, .nevents = -77 }, before = info;
	int error = TRY(pfm_get_pmu_info(pmu, &info));

	if (error)
		CHECK(!memcmp(&info, &before, sizeof info));
	else
		tell("%s %d %d %d", info.name, info.nevents, info.first_event, (int)info.is_present);
	return error;
}

/*
 * The identifier of the tracepoints' first subsystem: they come after what is compiled in. Looked up before, then
 * forgotten.
 */
static int tracepoint_idx;

static int event_info(const char *unused)
{
	pfm_event_info_t info = { .size = sizeof info, .idx = -77 }, before = info;
	int error = TRY(pfm_get_event_info(tracepoint_idx, PFM_OS_PERF_EVENT, &info));

	(void)unused;
	if (error)
		CHECK(!memcmp(&info, &before, sizeof info));
	else
		tell("%s %d %d", info.name, info.nattrs, info.idx);
	return error;
}

static int attr_info(const char *unused)
{
	pfm_event_attr_info_t info = { .size = sizeof info, .idx = -77 }, before = info;
	int error = TRY(pfm_get_event_attr_info(tracepoint_idx, 0, PFM_OS_PERF_EVENT, &info));

	(void)unused;
	if (error)
		CHECK(!memcmp(&info, &before, sizeof info));
	else
		tell("%d %d", (int)info.type, info.idx);
	return error;
}

/* From the last compiled event to the first that is not: -1 is all that this call can say. */
/* PMUs beyond the tables', and their events. */
static int kernel_pmus(const char *unused)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	int pmu = 0, error = 0;

	(void)unused;
	while ((pmu = TRY(pfm_next_pmu(pmu))) > 0)
		if (pmu > PFM_PMU_INTEL_GNR_UNC_PCIEX && !(error = TRY(pfm_get_pmu_info((pfm_pmu_t)pmu, &info))))
			tell("%s %d %d", info.name, info.nevents, info.first_event);
	return pmu ? pmu : error;
}

static int event_next(const char *unused)
{
	int idx = TRY(pfm_get_event_next(tracepoint_idx - 1));

	(void)unused;
	tell("%d", idx);
	return idx != -1 ? PFM_SUCCESS : failing.number == EACCES ? PFM_ERR_INVAL : PFM_ERR_NOMEM;
}

static int diagnose(const char *string)
{
	pfm_diagnosis_t d = { .size = sizeof d };
	int error = TRY(pfm_diagnose(string, PLM, PFM_OS_PERF_EVENT_EXT, &d));

	CHECK(!error);
	CHECK((!d.error || d.message[0]));
	tell("%d %d %d %s", d.error, d.offset, d.length, d.message);
	return error ? error : d.error;
}

static int perf_list(const char *string)
{
	static pfm_perf_event_t events[32];
	pfm_diagnosis_t d = { .size = sizeof d };
	int count;

	events[0].size = sizeof events[0];
	count = TRY(pfm_get_perf_events(string, 0, events, 32, &d));
	CHECK(count < 0 ? d.error == count && d.message[0] : !d.error);
	for (int i = 0; i < count && i < 32; i++)
		tell("%s %s %u 0x%llx %g %s ", events[i].name, events[i].device, events[i].attr.type,
			(unsigned long long)events[i].attr.config, events[i].scale, events[i].unit);
	if (count < 0)
		tell("%d %d %s", d.offset, d.length, d.message);
	return count < 0 ? count : PFM_SUCCESS;
}

static int both_languages(const char *string)
{
	pfm_perf_event_t events[4];
	pfm_diagnosis_t d = { .size = sizeof d };
	int count;

	events[0].size = sizeof events[0];
	count = TRY(pfm_read_events(string, 0, PFM_LANGUAGE_EITHER, events, 4, &d));
	for (int i = 0; i < count && i < 4; i++)
		tell("%s %s %u 0x%llx ", events[i].name, events[i].device, events[i].attr.type,
			(unsigned long long)events[i].attr.config);
	if (count < 0)
		return count;
	count = TRY(pfm_get_event_encodings("cycles", 0, events, 4, &d));
	for (int i = 0; i < count && i < 4; i++)
		tell("%s %s 0x%llx ", events[i].device, events[i].cpus, (unsigned long long)events[i].attr.config);
	return count < 0 ? count : PFM_SUCCESS;
}

static int perf_write(const char *name)
{
	pfm_perf_event_t event = { .size = sizeof event, .idx = -1, .name = "LABEL",
				   .attr = { .config = 0xcf05, .exclude_guest = 1 } };
	char written[256] = "";
	int length;

	snprintf(event.device, sizeof event.device, "%s", name);
	event.attr.type = UINT32_MAX;
	length = TRY(pfm_write_perf_event(&event, PFM_WRITE_FIELDS | PFM_WRITE_NAME, written, sizeof written));

	tell("%d %s", length, written);
	return length < 0 ? length : PFM_SUCCESS;
}

/* "PMU CODE" */
static int decode(const char *argument)
{
	pfm_code_t code = { .size = sizeof code, .os = PFM_OS_PERF_EVENT, .count = 1 };
	pfm_decoded_t found[3] = { { .size = sizeof *found } };
	char name[32] = "";
	pfm_pmu_t pmu;
	int count;

	CHECK_SAME(sscanf(argument, "%31s %" SCNx64, name, &code.words[0]), 2);
	pmu = pmu_named(name);
	count = TRY(pfm_decode(pmu, &code, found, 3));

	for (int i = 0; i < count; i++)
		tell("%s %d ", found[i].string, found[i].exact);
	return count < 0 ? count : PFM_SUCCESS;
}

/* "PMU TYPE CONFIG" */
static int generic(const char *argument)
{
	pfm_generic_t generic = { .size = sizeof generic };
	char name[32] = "";
	uint64_t config;
	uint32_t type;
	int error;

	CHECK_SAME(sscanf(argument, "%31s %" SCNu32 " %" SCNx64, name, &type, &config), 3);
	error = TRY(pfm_get_generic(pmu_named(name), type, config, &generic));
	tell("%s %s %d", generic.name, generic.string, generic.is_refused);
	return error;
}

/* "PMU NAME" */
static int meanings(const char *argument)
{
	pfm_kernel_meaning_t found[4] = { { .size = sizeof *found } };
	char pmu[32] = "", name[32] = "";
	int count;

	CHECK(sscanf(argument, "%31s %31s", pmu, name) == 2);
	count = TRY(pfm_get_kernel_meanings(pmu_named(pmu), name, found, 4));
	for (int i = 0; i < count && i < 4; i++)
		tell("%s %" PRIx64 " ", found[i].since ? found[i].since : "", found[i].words[0]);
	return count < 0 ? count : PFM_SUCCESS;
}

static int counts(const char *given)
{
	pfm_diagnosis_t d = { .size = sizeof d };
	pfm_counts_t *found = (pfm_counts_t *)mark;
	pfm_count_t count = { .size = sizeof count };
	int error = TRY(pfm_read_counts(given, strlen(given), &found, &d));

	if (error) {
		CHECK(found == (pfm_counts_t *)mark);
		return error;
	}
	for (int i = 0; !pfm_get_count(found, i, &count); i++)
		tell("%s %s %g %g %d ", count.name, count.place, count.value, count.time, count.run);
	pfm_free_counts(found);
	return error;
}

static int search(const char *words)
{
	pfm_found_t found[3] = { { .size = sizeof *found } };
	int count = TRY(pfm_search(words, NULL, 0, 0, found, 3));

	tell("%d ", count);
	for (int i = 0; i < count && i < 3; i++)
		tell("%d %d ", found[i].idx, found[i].umask);
	return count < 0 ? count : PFM_SUCCESS;
}

static int other_name(const char *string)
{
	char name[64] = "";
	int error = TRY(pfm_get_other_name(string, PFM_OS_PERF_EVENT_EXT, PFM_NAME_PERIOD, name, sizeof name));

	tell("%s", name);
	return error;
}

static int word_kind(const char *string)
{
	char read_as[1024] = "";
	int kind = TRY(pfm_get_word_kind(string, PFM_OS_NONE, 0, read_as, sizeof read_as));

	tell("%d %s", kind, read_as);
	return kind < 0 ? kind : PFM_SUCCESS;
}

static int fit_two(const char *string)
{
	const char *const strings[] = { string, string };
	pfm_placement_t places[2] = { { .size = sizeof places[0] } };
	pfm_fit_t fit = { .size = sizeof fit };
	int error = TRY(pfm_fit_strings(strings, NULL, 2, PLM, PFM_OS_NONE, 0, &fit, places));

	if (!error)
		tell("%d %d %s", fit.rounds, places[1].counter, fit.message);
	return error;
}

static int metrics(const char *formula)
{
	pfm_metric_options_t options = { .size = sizeof options, .flags = PFM_METRIC_THRESHOLDS };
	pfm_diagnosis_t d = { .size = sizeof d };
	pfm_metrics_t *metrics = (pfm_metrics_t *)mark;
	pfm_metrics_info_t info = { .size = sizeof info };
	int error = TRY(pfm_prepare_metrics(formula, &options, &metrics, &d));

	CHECK(d.error == error);
	CHECK(!d.message[0] == !error);
	if (error) {
		CHECK(metrics == (pfm_metrics_t *)mark);
		return error;
	}
	CHECK(!pfm_get_metrics_info(metrics, &info));
	tell("%d %d %d", info.metrics, info.events, info.rounds);
	for (int i = 0; i < info.events; i++) {
		pfm_metric_event_t event = { .size = sizeof event };

		CHECK(!pfm_get_metric_event(metrics, i, &event));
		tell(" %s %d %d %d", event.name, event.round, event.counter, event.failed);
	}
	pfm_free_metrics(metrics);
	return PFM_SUCCESS;
}

static int next_metric(const char *name)
{
	pfm_metric_info_t info = { .size = sizeof info };
	int id = TRY(pfm_find_metric(name)), first, error;

	if (id < 0)
		return id;
	first = TRY(pfm_next_metric(-1));
	error = TRY(pfm_get_metric_info(id, &info));
	tell("%d %d %s", first, id, error ? "" : info.formula);
	return error;
}

static int validate(const char *name)
{
	pfm_pmu_t pmu = pmu_named(name);
	FILE *sink = tmpfile();
	int error;

	setvbuf(sink, NULL, _IONBF, 0);
	error = TRY(pfm_pmu_validate(pmu, sink));
	if (error == PFM_ERR_NOMEM)
		CHECK_SAME(ftell(sink), 0);
	tell("%ld", ftell(sink));
	fclose(sink);
	return error;
}

static int details(const char *name)
{
	pfm_pmu_t pmu = pmu_named(name);
	pfm_pmu_details_t pmu_details = { .size = sizeof pmu_details };
	int error = TRY(pfm_get_pmu_details(pmu, &pmu_details));

	tell("%s", pmu_details.device ? pmu_details.device : "none");
	return error;
}

static int groups(const char *name)
{
	pfm_pmu_t pmu = pmu_named(name);
	pfm_groups_t all = { .size = sizeof all };
	pfm_group_info_t info = { .size = sizeof info };
	pfm_group_event_t event = { .size = sizeof event };
	int error = TRY(pfm_get_groups(pmu, &all));

	if (error || !all.ngroups)
		return error;
	error = TRY(pfm_get_group_info(pmu, all.ngroups - 1, &info));
	if (!error)
		error = TRY(pfm_get_group_event(pmu, all.ngroups - 1, 0, &event));
	if (!error)
		error = TRY(pfm_get_counter_event(pmu, 0, 0, &event));
	if (!error)
		tell("%d %s %s %d", all.ngroups, info.name, event.string, TRY(pfm_find_group(pmu, info.name)));
	return error;
}

static int cpu(const char *unused)
{
	pfm_cpu_t found = { .size = sizeof found };
	int error = TRY(pfm_get_cpu(&found));

	(void)unused;
	tell("%s %u", found.vendor ? found.vendor : "", found.model);
	return error;
}

static int metric_constant(const char *name)
{
	double value = -77;
	const char *source = "-";
	int error = TRY(pfm_get_metric_constant(name, &value, &source));

	if (error)
		CHECK(value < -76 && !strcmp(source, "-"));
	else
		tell("%g %s", value, source);
	return error;
}

static int constants(const char *unused)
{
	(void)unused;
	tell("%d %s %s", TRY(pfm_get_version()), pfm_strerror(PFM_ERR_NOMEM), pfm_get_pmu_name(PFM_PMU_PERF_EVENT));
	return PFM_SUCCESS;
}

static int end(const char *unused)
{
	(void)unused;
	failing.on = true;
	pfm_terminate();
	failing.on = false;
	return pfm_initialize();
}

/* The whole machine as it is seen. */
static int initialize(const char *unused)
{
	pfm_pmu_t pmu;
	int error;

	(void)unused;
	pfm_terminate();
	error = TRY(pfm_initialize());
	if (error) {
		CHECK_SAME(pfm_find_event("perf::cycles"), PFM_ERR_NOINIT);
		CHECK_SAME(pfm_get_pmu_name(PFM_PMU_PERF_EVENT), 0);
		CHECK_SAME(pfm_initialize(), error);
		pfm_terminate();
		return error;
	}
	pfm_for_all_pmus(pmu) {
		pfm_pmu_info_t info = { .size = sizeof info };

		if (!pfm_get_pmu_info(pmu, &info) && info.is_present)
			tell("%s %d %d ", info.name, info.nevents, info.num_cntrs);
	}
	tell("%d",
		pfm_get_os_event_encoding("perf::cycles", PLM, PFM_OS_PERF_EVENT,
			&(pfm_perf_encode_arg_t){
				.attr = &(struct perf_event_attr){ .size = sizeof(struct perf_event_attr) },
				.size = sizeof(pfm_perf_encode_arg_t) }));
	return PFM_SUCCESS;
}

/* ---- files of tables: PMUs that are added and replaced, and one that is extended ---- */

static char tables[4096];       /* their directory */

static bool make_tables(void)
{
	static const char commands[] =
		"mkdir -p \"$0\" && \"$1/pmuc\" -o \"$0/small.pmt\" \"$2/tests/data/loaded/small.pmu\" >/dev/null && "
		"printf '%s\\n' 'extend skx layout intel-skylake mods=k,u' 'GREENHOUSE 0x77 : A house' "
		"'  WARM 0x01 : A warm one' >\"$0/more.pmu\" && "
		"PFMKIT_LAYOUTS=$2/src/pmu \"$1/pmuc\" -o \"$0/more.pmt\" \"$0/more.pmu\" >/dev/null";
	const char *build = getenv("builddir"), *source = getenv("srcdir");
	pid_t child = fork();
	int status = -1;

	if (!build)
		build = ".";
	snprintf(tables, sizeof tables, "%s/tests/tmp/inject", build);
	if (!child) {
		execl("/bin/sh", "sh", "-c", commands, tables, build, source ? source : ".", (char *)NULL);
		_exit(127);
	}
	return child > 0 && waitpid(child, &status, 0) == child && !status;
}

/* ---- every failure of a call ---- */

struct path {
	const char *name, *machine;
	int (*call)(const char *argument);
	const char *argument;
};

#define TRACING "LIBPFM_FSROOT=ROOT/tracefs LIBPFM_CPUID=GenuineIntel-6-167-1 LIBPFM_ENCODE_INACTIVE=1 " \
	"LIBPFM_TRACEPOINTS=1"
#define DEBUGFS "LIBPFM_FSROOT=ROOT/debugfs LIBPFM_CPUID=GenuineIntel-6-167-1 LIBPFM_ENCODE_INACTIVE=1"
#define SERVER "LIBPFM_FSROOT=ROOT/sapphire-rapids-2s LIBPFM_CPUID=GenuineIntel-6-143-8"
#define HYBRID "LIBPFM_FSROOT=ROOT/alder-lake LIBPFM_CPUID=GenuineIntel-6-151-2"
#define WITH_FILES "FILES=yes " /* those of make_tables() */
#define ON(root) "LIBPFM_FSROOT=ROOT/" root

static const struct path paths[] = {
	{ "initialize tracefs", TRACING, initialize, NULL },
	{ "initialize sapphire-rapids-2s", SERVER, initialize, NULL },
	{ "initialize alder-lake", HYBRID, initialize, NULL },
	{ "initialize zen4-server", ON("zen4-server"), initialize, NULL },
	{ "initialize neoverse-v1", ON("neoverse-v1"), initialize, NULL },
	{ "initialize kunpeng-920", ON("kunpeng-920"), initialize, NULL },
	{ "initialize power9", ON("power9"), initialize, NULL },
	{ "initialize s390-3906", ON("s390-3906"), initialize, NULL },
	{ "initialize mips-sparc", ON("mips-sparc"), initialize, NULL },
	{ "initialize virtual-slots", ON("virtual-slots"), initialize, NULL },
	{ "initialize no-perf", ON("no-perf"), initialize, NULL },
	{ "initialize forced", ON("vm") " LIBPFM_FORCE_PMU=skl", initialize, NULL },
	{ "initialize with files", WITH_FILES ON("vm") " LIBPFM_CPUID=GenuineIntel-6-1", initialize, NULL },
	{ "terminate", TRACING, end, NULL },
	{ "terminate with files", WITH_FILES TRACING, end, NULL },
	{ "find in a file", WITH_FILES TRACING, find, "x_small::INST" },
	{ "raw of a file", WITH_FILES TRACING, encode_raw, "x_small::MEM:LATENCY:l=3" },
	{ "find in an extension", WITH_FILES TRACING, find, "skx::GREENHOUSE:WARM" },
	{ "diagnose in a file", WITH_FILES TRACING, diagnose, "x_small::MEM:LATE" },
	{ "find tracepoint", TRACING, find, "perf::sched:sched_switch" },
	{ "find tracepoint anywhere", DEBUGFS, find, "sched:sched_wakeup" },
	{ "find no tracepoint", TRACING, find, "perf::sched:no_such" },
	{ "find nothing", TRACING, find, "no_such_event" },
	{ "find core", TRACING, find, "skl::INST_RETIRED:ANY_P" },
	{ "find core anywhere", TRACING, find, "INST_RETIRED" },
	{ "find optional", ON("virtual-slots"), find, "perf::slots" },
	{ "raw tracepoint", TRACING, encode_raw, "perf::sched:sched_switch" },
	{ "raw core", TRACING, encode_raw, "skl::OFFCORE_RESPONSE_0" },
	{ "raw wrong", TRACING, encode_raw, "skl::INST_RETIRED:NO" },
	{ "old raw core", TRACING, encode_old, "skl::INST_RETIRED:ANY_P" },
	{ "perf tracepoint", TRACING, encode_layer, "perf::sched:sched_switch" },
	{ "perf cycles", TRACING, encode_layer, "perf::cycles:u" },
	{ "perf uncore", SERVER, encode_layer, "spr_unc_imc0::UNC_M_CAS_COUNT:RD" },
	{ "perf uncore not here", SERVER " LIBPFM_ENCODE_INACTIVE=1", encode_layer,
		"skx_unc_imc0::UNC_M_CAS_COUNT:RD" },
	{ "perf hybrid", HYBRID, encode_layer, "adl_grt::INST_RETIRED:ANY_P" },
	{ "ext tracepoint", DEBUGFS, encode_ext, "sched:sched_wakeup:u" },
	{ "ext uncore", SERVER, encode_ext, "spr_unc_imc0::UNC_M_CAS_COUNT:RD" },
	{ "ext core", TRACING, encode_ext, "skl::INST_RETIRED:ANY_P:u:period=100" },
	{ "old perf tracepoint", TRACING, encode_old_perf, "sched:sched_switch" },
	{ "anywhere tracepoint", TRACING, encode_anywhere, "perf::sched:sched_switch" },
	{ "anywhere uncore", SERVER, encode_anywhere, "spr_unc_imc0::UNC_M_CAS_COUNT:RD" },
	{ "anywhere uncore not here", SERVER " LIBPFM_ENCODE_INACTIVE=1", encode_anywhere,
		"skx_unc_imc0::UNC_M_CAS_COUNT:RD" },
	{ "pmu info perf", TRACING, pmu_info, "perf" },
	{ "pmu info core", TRACING, pmu_info, "skl" },
	{ "event info tracepoint", TRACING, event_info, NULL },
	{ "attribute info tracepoint", TRACING, attr_info, NULL },
	{ "next tracepoint", TRACING, event_next, NULL },
	{ "diagnose tracepoint", TRACING, diagnose, "perf::sched:sched_switch" },
	{ "diagnose uncore", SERVER, diagnose, "spr_unc_imc0::UNC_M_CAS_COUNT:RD" },
	{ "diagnose no event", TRACING, diagnose, "perf::sched_no_such" },
	{ "diagnose no modifier", TRACING, diagnose, "skl::INST_RETIRED:ANY_P:no_such" },
	{ "perf's symbols", TRACING, perf_list, "cycles:u,{L1-dcache-loads,r1a8}:S,mem:0x1000:w" },
	{ "perf's symbols, hybrid", HYBRID, perf_list, "cycles:u" },
	{ "perf's tracepoints", TRACING, perf_list, "sched:*" },
	{ "perf's terms", ON("skylake-client"), perf_list, "cpu/event=0xc0,umask=1/u,cpu/mem-loads,ldlat=30/" },
	{ "perf's instances", SERVER, perf_list, "uncore_imc/cas_count_read/" },
	{ "perf's event of a device", ON("hypervisor"), perf_list, "tiles" },
	{ "perf's event of the tables", ON("skylake-client"), perf_list, "cpu/inst_retired.any_p/" },
	{ "perf's wrong term", ON("hypervisor"), perf_list, "acme_npu_0/tils/" },
	{ "perf's wrong device", ON("hypervisor"), perf_list, "acme_npo/tiles/" },
	{ "both languages", ON("hypervisor"), both_languages, "acme_npu_0::tiles:u,acme_npu_1/tiles/,first,cycles:u" },
	{ "slashes in a layer", ON("hypervisor"), encode_ext, "acme_npu_0/tiles,lane=4/u" },
	{ "slashes, wrong", ON("hypervisor"), diagnose, "acme_npu_0/tils/" },
	{ "device string", ON("hypervisor"), encode_ext, "acme_npu_0::tiles:lane=4:u" },
	{ "devices without a table", ON("hypervisor"), kernel_pmus, NULL },
	{ "event of a device", ON("hypervisor"), find, "acme_npu_0::tiles" },
	{ "device string, wrong", ON("hypervisor"), diagnose, "acme_npu_0::tils" },
	{ "perf's form", SERVER, perf_write, "spr_unc_imc0" },
	{ "fit core", TRACING, fit_two, "skl::MEM_LOAD_RETIRED:L3_MISS" },
	{ "fit groups", TRACING, fit_two, "power4::PM_CYC" },
	{ "metric of the caller", ON("skylake-client"), metrics,
	  "a = INST_RETIRED.ANY / cycles + (cpu@MEM_LOAD_RETIRED.L1_MISS\\,cmask\\=1@ if #smt_on else 2)" },
	{ "metric of the tables", ON("skylake-client"), metrics, "tma_l1_bound" },
	{ "metrics of a server", SERVER, metrics, "memory_bandwidth_read,upi_data_transmit_bw" },
	{ "group of metrics", HYBRID, metrics, "TopdownL1" },
	{ "find metric", SERVER, next_metric, "tma_l1_bound" },
	{ "decode tracepoint", TRACING, decode, "perf 174" },
	{ "counts of perf", SERVER, counts,
		" Performance counter stats for 'true':\n\n  1,234  cycles   # 1.0 GHz\n  5 MB x/y/ (50.00%)\n" },
	{ "counts with -x", SERVER, counts, "CPU0,12,,cycles,1,100.00,,\nCPU1,13,,cycles,1,100.00,,\nnothing\n" },
	{ "counts with -j", SERVER, counts, "{\"event\" : \"cycles\", \"counter-value\" : \"1.0\"}\nINST 3\n" },
	{ "search", SERVER, search, "dram bandwidth" },
	{ "word's kind", SERVER, word_kind, "tma_l1_bound" },
	{ "other name", SERVER, other_name, "skl::MEM_LOAD_RETIRED.L3_MISS_PS:sa=1000" },
	{ "decode core", TRACING, decode, "skl c0" },
	{ "generic event", TRACING, generic, "skl 0 5" },
	{ "names of the kernel's", TRACING, meanings, "spr ref-cycles" },
	{ "kernel's name", TRACING, find, "skl::mem-loads" },
	{ "decode uncore", SERVER, decode, "spr_unc_imc0 cf05" },
	{ "validate perf", TRACING, validate, "perf" },
	{ "validate core", TRACING, validate, "pii" },
	{ "details", SERVER, details, "spr_unc_imc0" },
	{ "groups power7", TRACING, groups, "power7" },
	{ "groups none", TRACING, groups, "skl" },
	{ "cpu", SERVER, cpu, NULL },
	{ "constant slots", "LIBPFM_FSROOT=ROOT/neoverse-v1", metric_constant, "#slots" },
	{ "constant CPUs", "LIBPFM_FSROOT=ROOT/neoverse-v1", metric_constant, "#num_cpus_online" },
	{ "constant cores", "LIBPFM_FSROOT=ROOT/alder-lake", metric_constant, "#num_cores" },
	{ "constants", TRACING, constants, NULL },
};

static bool note(bool good, const struct path *path, const char *what, long at, int error)
{
	if (!check(good, what, __FILE__, __LINE__))
		printf("  %s, failure %ld of kind %d with errno %d: %d %s\n", path->name, at, failing.kinds,
			failing.number, error, text);
	return good;
}

static int run(const struct path *path)
{
	text_length = 0;
	*text = '\0';
	return path->call(path->argument);
}

static int start_anew(const struct path *path)
{
	int error;

	pfm_terminate();
	error = pfm_initialize();
	if (error)
		printf("%s: does not start: %d\n", path->name, error);
	return error;
}

/* Makes failure number at happen; false: there is none of that number. */
static bool fail_once(const struct path *path, int kind, int number, long at, int right, const char *told)
{
	bool shortage = number == ENOMEM || number == EMFILE;
	int error, files;
	long live;

	pfm_terminate();
	live = failing.live;
	files = open_files();
	if (path->call != initialize) /* which starts anew itself */
		start_anew(path);
	fail_at(kind, number, at);
	error = run(path);
	if (!failing.hit) {
		note(error == right && !strcmp(text, told), path, "right without a failure", at, error);
		return false;
	}
	if (shortage)
		note(error == PFM_ERR_NOMEM || (error == right && !strcmp(text, told)), path, "right, or out of memory",
			at, error);
	else
		note(error <= 0 && error >= PFM_ERR_TOOSMALL && error != PFM_ERR_NOMEM, path, "a documented error", at,
			error);
	/* a failed initialisation is remembered, and so is what the kernel will not show */
	if (!shortage && path->call != initialize)
		start_anew(path);
	error = run(path);
	note(error == right && !strcmp(text, told), path, "right the next time", at, error);
	pfm_terminate();
	note(failing.live == live, path, "no memory is lost", at, (int)(failing.live - live));
	note(open_files() == files, path, "no file stays open", at, open_files() - files);
	return true;
}

static long fail_all(const struct path *path, int kind, int number, int right, const char *told)
{
	const bool far_apart = number == EACCES || getenv("FAR_APART");
	long at = 1, last = 0;

	while (fail_once(path, kind, number, at, right, told)) {
		last = at;
		at += far_apart && at > 12 ? at / 3 : 1;
	}
	return last;
}

/* One more than the last compiled event of perf, for the calls that want an identifier. */
static void find_tracepoint(void)
{
	int idx = pfm_find_event("perf::sched:sched_switch");

	tracepoint_idx = idx < 0 ? -1 : idx;
}

static void fail_everywhere(const struct path *path)
{
	static char told[sizeof text];
	long allocations, shortages, refusals;
	int right;

	fail_at(0, 0, 0);
	setenv("LIBPFM_TABLES", strstr(path->machine, WITH_FILES) ? tables : "", 1);
	if (!CHECK(!start_library(path->machine, pfm_initialize, pfm_terminate)))
		return;
	find_tracepoint();
	right = run(path);
	memcpy(told, text, sizeof told);
	allocations = fail_all(path, ALLOCATIONS, ENOMEM, right, told);
	shortages = fail_all(path, FILES, EMFILE, right, told);
	refusals = fail_all(path, FILES, EACCES, right, told);
	if (path->call == perf_list && !strcmp(path->name, "perf's symbols"))
		CHECK(!allocations && !shortages); /* strings that need nothing of sysfs read nothing */
	printf("inject: %-32s %3ld allocations, %3ld looks at files (%ld if refused): %s\n", path->name, allocations,
		shortages, refusals, right ? pfm_strerror(right) : "success");
}

/* ---- libpmapi: each failure in a process of its own, for what has been looked up once stays ---- */

enum { INITIALIZE, SET, START, READ, STOP, RESET, AGAIN, DELETE, STEPS };

struct level {
	const char *name, *machine;
	int (*set)(pm_prog_t *), (*get)(pm_prog_t *), (*delete)(void), (*start)(void), (*stop)(void),
		(*read)(pm_data_t *), (*reset)(void);
	bool tree, process, at_once;
};

#define POWER7 ON("virtual") " LIBPFM_CPUID=POWER-0x3f"
#define OLD_INTEL ON("virtual") " LIBPFM_CPUID=GenuineIntel-6-94"
#define FUNCTIONS(level)                                                                                               \
	pm_set_program##level, pm_get_program##level, pm_delete_program##level, pm_start##level, pm_stop##level,       \
		pm_get_data##level, pm_reset_data##level

static const struct level levels[] = {
	{ "thread, group", POWER7, FUNCTIONS(_mythread), false, false, false },
	{ "thread, events", OLD_INTEL, FUNCTIONS(_mythread), false, false, false },
	{ "thread, at once", OLD_INTEL, FUNCTIONS(_mythread), false, false, true },
	{ "counting group", POWER7, FUNCTIONS(_mygroup), false, false, false },
	{ "process", OLD_INTEL, FUNCTIONS(_mygroup), false, true, false },
	{ "process tree", OLD_INTEL, FUNCTIONS(), true, false, false },
	{ "system", OLD_INTEL, FUNCTIONS(), false, false, false },
};

/* What a process leaves for the one that has started it. */
static struct {
	bool hit;
	long live;
} *left;

static const struct level *level;
static pm_info_t info;
static pm_groups_info_t event_groups;

static bool is_filled(const void *memory, size_t size)
{
	for (size_t i = 0; i < size; i++)
		if (((const unsigned char *)memory)[i] != 0x5a)
			return false;
	return true;
}

static int step_initialize(void)
{
	int error;

	memset(&info, 0x5a, sizeof info);
	memset(&event_groups, 0x5a, sizeof event_groups);
	error = TRY(pm_init(PM_VERIFIED | PM_UNVERIFIED | PM_CAVEAT | PM_GET_GROUPS, &info, &event_groups));
	if (error)
		CHECK(is_filled(&info, sizeof info) && is_filled(&event_groups, sizeof event_groups));
	return error;
}

static int id_of(int counter, const char *name)
{
	for (int n = 0; n < info.maxevents[counter]; n++)
		if (!strcmp(info.list_events[counter][n].short_name, name))
			return info.list_events[counter][n].event_id;
	check(false, "there is such an event", __FILE__, __LINE__);
	return COUNT_NOTHING;
}

/* A group where there are groups, else two events. */
static int step_set(void)
{
	pm_prog_t program = { .mode = { .w = 0 } };
	int error;

	program.mode.b.user = 1;
	program.mode.b.count = level->at_once;
	program.mode.b.proctree = level->tree;
	program.mode.b.process = level->process;
	for (int i = 0; i < MAX_COUNTERS; i++)
		program.events[i] = COUNT_NOTHING;
	if (event_groups.maxgroups) {
		program.mode.b.is_group = 1;
		program.events[0] = event_groups.event_groups[0].group_id;
	} else {
		program.events[0] = id_of(0, "INST_RETIRED");
		program.events[1] = id_of(1, "UNHALTED_CORE_CYCLES");
	}
	error = TRY(level->set(&program));
	if (error)
		CHECK_SAME(level->get(&program), PM_E_NOPROG);
	return error;
}

static long long sum_of(const pm_data_t *data)
{
	long long sum = 0;

	for (int i = 0; i < MAX_COUNTERS; i++)
		sum += data->accu[i];
	return sum;
}

/* Nothing has been counted since the last reset, or something has. */
static int step_read(bool nothing)
{
	pm_data_t data;
	int error;

	memset(&data, 0x5a, sizeof data);
	error = TRY(level->read(&data));
	CHECK(error ? is_filled(&data, sizeof data) : !sum_of(&data) == nothing);
	return error;
}

static bool counts_now(void)
{
	pm_prog_t program;

	return CHECK(!level->get(&program)) && program.mode.b.count;
}

/* Runs a step and looks at what it has left behind. */
static int run_step(int step)
{
	pm_data_t before, after;
	int error;

	switch (step) {
	case INITIALIZE:
		return step_initialize();
	case SET:
		error = step_set();
		if (!error || !level->at_once)
			CHECK(!pass_time(1000) == !(level->at_once && !error));
		return error;
	case START:
		error = TRY(level->start());
		CHECK(!pass_time(1000) == !!error);
		CHECK(counts_now() == !error);
		return error;
	case STOP:
		error = TRY(level->stop());
		if (!error)
			CHECK(!pass_time(1000));
		CHECK_SAME(counts_now(), !!error);
		return error;
	case RESET:
		CHECK(!level->read(&before));
		error = TRY(level->reset());
		CHECK(!level->read(&after));
		CHECK((error ? !memcmp(before.accu, after.accu, sizeof before.accu) : !sum_of(&after)));
		return error;
	case DELETE:
		return TRY(level->delete());
	default:
		return step_read(step == AGAIN);
	}
}

/* What a failure may be called. An event that cannot be opened in the group of another is opened by itself. */
static bool is_documented(int step, int kind, int number, int error)
{
	if (number == ENOMEM || number == EMFILE)
		return error == PM_E_NOMEM || (!error && kind != EVENTS);
	if (kind == FILES)
		return error >= 0 && error <= PM_E_GROUPREQ && error != PM_E_NOMEM;
	if (number == EINVAL)
		return error == PM_E_EVENT || (!error && step == SET);
	return error == (number == EACCES ? PM_E_PERM : number == EBUSY ? PM_E_BUSY : PM_E_SYSTEM);
}

static void fail_in_step(int step, int kind, int number, long at)
{
	int files = open_files(), error;
	long live = failing.live;

	for (int now = 0; now < STEPS; now++) {
		fail_at(kind, number, now == step ? at : 0);
		error = run_step(now);
		if (now != step || !failing.hit) {
			CHECK(!error);
			continue;
		}
		left->hit = true;
		fail_at(0, 0, 0);
		if (!CHECK(is_documented(step, kind, number, error)))
			printf("  error %d\n", error);
		/* what the kernel will not show is remembered: it need not be right the next time */
		if (kind == FILES && number == EACCES && (step == INITIALIZE || error))
			break;
		if (error && !CHECK(!run_step(now)))
			break;
	}
	level->delete();
	CHECK_SAME(open_files(), files);
	left->live = failing.live - live;
}

/* False: there is no failure of that number. */
static bool fail_in_child(int step, int kind, int number, long at, long live)
{
	int status = -1;
	pid_t child;
	bool good;

	memset(left, 0, sizeof *left);
	fflush(stdout);
	child = fork();
	if (!child) {
		failures = 0;
		kernel = PLAYED;
		fail_in_step(step, kind, number, at);
		failing.on = false;
		exit(failures ? 1 : 0); /* not _exit(): what was reached is to be known */
	}
	waitpid(child, &status, 0);
	good = CHECK(!status);
	good = CHECK(!left->hit || (kind == FILES && number == EACCES) || left->live == live) && good;
	if (!good)
		printf("  pmapi, %s, step %d: failure %ld of kind %d with errno %d: %ld allocations left, not %ld\n",
			level->name, step, at, kind, number, left->live, live);
	return left->hit;
}

static void fail_level(void)
{
	static const struct { int kind, number;
	} ways[] = { { ALLOCATIONS, ENOMEM }, { FILES, EMFILE }, { FILES, EACCES }, { EVENTS, EACCES },
		{ EVENTS, EBUSY }, { EVENTS, EMFILE }, { EVENTS, EINVAL }, { EVENTS, EIO } };
	long counts[8] = { 0 }, live;

	/* the children start with a library that is not */
	if (!CHECK(!start_library(level->machine, pfm_initialize, pfm_terminate)))
		return;
	pfm_terminate();
	fail_in_child(-1, 0, 0, 0, 0);
	live = left->live;
	for (size_t way = 0; way < sizeof ways / sizeof ways[0]; way++)
		for (int step = 0; step < STEPS; step++)
			for (long at = 1; fail_in_child(step, ways[way].kind, ways[way].number, at, live); at++)
				counts[way]++;
	printf("inject: pmapi, %-25s %3ld allocations, %3ld looks at files, %ld uses of events\n", level->name,
		counts[0], counts[1], counts[3]);
}

/* The first keys of threads need no memory. */
static void use_up_keys(void)
{
	pthread_key_t key;

	for (int i = 0; i < 40; i++)
		pthread_key_create(&key, NULL);
}

/* ---- what must not allocate at all ---- */

/* Values of all metrics of a CPU, and why there is none: prepare has got all that this takes. */
static void compute_metrics(void)
{
	static pfm_metric_count_t counts[1024];
	pfm_metric_options_t options = { .size = sizeof options, .flags = PFM_METRIC_THRESHOLDS };
	pfm_machine_t machine = { .size = sizeof machine, .cpu = "sapphirerapids" };
	int numbers = 0, computed = 0;

	CHECK(!pfm_set_machine(&machine) && !pfm_initialize());
	for (int i = 0; i < 1024; i++)
		counts[i] = (pfm_metric_count_t){ .value = i % 7 ? 3 + i : 0, .enabled = 2, .running = 1, .boxes = 1,
			.is_given = i % 11 != 0 };
	for (int id = pfm_next_metric(-1); id >= 0; id = pfm_next_metric(id)) {
		pfm_metric_info_t own = { .size = sizeof own };
		pfm_metrics_info_t all = { .size = sizeof all };
		pfm_metric_value_t value = { .size = sizeof value };
		pfm_metrics_t *metrics;
		char why[200];

		if (pfm_get_metric_info(id, &own) || pfm_prepare_metrics(own.name, &options, &metrics, NULL))
			continue;
		if (CHECK(!pfm_get_metrics_info(metrics, &all) && all.events <= 1024 && all.metrics == 1)) {
			failing.kinds = ALLOCATIONS | FILES;
			failing.number = ENOMEM;
			failing.at = EVERY;
			failing.seen = 0;
			failing.on = true;
			CHECK(!pfm_compute_metrics(metrics, counts, all.events, &value, 1));
			CHECK(pfm_explain_metric_value(metrics, 0, &value, why, sizeof why) >= 0);
			failing.on = false;
			CHECK_SAME(failing.seen, 0);
			computed++;
			numbers += !value.reason;
		}
		pfm_free_metrics(metrics);
	}
	printf("inject: %d metrics computed, %d of them numbers, without an allocation or a look at files\n", computed,
		numbers);
	CHECK(computed > 300 && numbers > 30);
	pfm_terminate();
	machine.cpu = NULL;
	pfm_set_machine(&machine);
}

/* Streams and the like allocate once and for all. */
static void warm_up(void)
{
	setvbuf(stdout, NULL, _IOLBF, 1 << 16);
	fclose(tmpfile());
}

int main(void)
{
#if defined __SANITIZE_ADDRESS__ || !defined __GLIBC__
	puts("inject: malloc() is somebody else's here");
	return 77;
#endif
#ifdef __GLIBC__
	mallopt(M_PERTURB, 0xa5); /* who reads what is freed reads nonsense */
#endif
	warm_up();
	use_up_keys();
	RUN(compute_metrics);
	CHECK(make_tables());
	for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++)
		if (is_wanted(paths[i].name))
			fail_everywhere(&paths[i]);
	left = mmap(NULL, sizeof *left, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++) {
		level = &levels[i];
		fail_level();
	}
	return check_summary("inject");
}
