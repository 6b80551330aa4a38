/* The library's interface: what the kernel says: types in sysfs, optional events, tracepoints. */
#define _GNU_SOURCE
#include "api.h"

#include <sys/stat.h>
#include <unistd.h>

/* ---- types in sysfs ---- */

static void check_types(void)
{
	/* failure: what an event encodes to if the type cannot be used; 4 is success with that type */
	static const struct {
		const char *event, *device;
		int failure;
	} events[] = {
		{ "adl_grt::INST_RETIRED:ANY_P", "cpu_atom", 4 },
		{ "rapl::RAPL_ENERGY_PKG", "power", 4 },
		{ "arm_1176::CPU_CYCLES", "armv6_1176", PFM_ERR_NOTSUPP },
		{ "nhm_unc::UNC_CLK_UNHALTED", "uncore", PFM_ERR_NOTFOUND },
		{ "hswep_unc_ha0::UNC_H_CLOCKTICKS", "uncore_ha_0", PFM_ERR_NOTSUPP },
		{ "amd64_rapl::RAPL_ENERGY_PKG", "power", PFM_ERR_NOTSUPP },
		{ "hisi_sccl1_ddrc0::flux_wr", "hisi_sccl1_ddrc0", PFM_ERR_NOTSUPP },
		{ "powerpc_nest_mcs_read::MCS_00", "Nest_MCS_Read_BW", PFM_ERR_NOTSUPP },
		{ "cpum_sf::SF_CYCLES_BASIC", "cpum_sf", 0 },
	};
	static const struct {
		const char *content;
		int type; /* -1: cannot be used */
	} contents[] = { { "77\n", 77 },
			 { "77", 77 },
			 { "  77\n", 77 },
			 { "77 and more\n", 77 },
			 { NULL, -1 },
			 { "", -1 },
			 { "\n", -1 },
			 { "-5\n", -1 },
			 { "-1\n", -1 },
			 { "junk\n", -1 },
			 { "x77\n", -1 },
			 { "99999999999\n", -1 },
			 { "18446744073709551617\n", -1 },
			 { "99999999999999999999999\n", -1 },
			 { "2147483646\n", 2147483646 } };

	for (size_t i = 0; i < COUNT(events); i++)
		for (size_t k = 0; k < COUNT(contents); k++) {
			int failure = events[i].failure, expected = contents[k].type >= 0 ? contents[k].type : failure;
			struct encoded got;
			int result;

			if (!failure) /* s390x: no file, or one that says nothing useful */
				expected = contents[k].type >= 0 ? contents[k].type
					: contents[k].content    ? PFM_ERR_NOTSUPP
								 : PFM_ERR_NOTFOUND;
			new_machine();
			put_pmu(events[i].device, contents[k].content);
			CHECK(!start_top("LIBPFM_ENCODE_INACTIVE=1"));
			got = encode(events[i].event, PFM_OS_PERF_EVENT);
			result = got.error ? got.error : (int)got.attr.type;
			if (!failure && result < 0 && expected < 0 && contents[k].content)
				expected = result; /* either error will do */
			if (!GOOD(result == expected, events[i].event))
				printf("  type is %s: expected %d, got %d\n",
					contents[k].content ? contents[k].content : "absent", expected, result);
		}
}

static void check_type_zero(void)
{
	new_machine();
	put_pmu("uncore_ha_0", "0\n");
	put_pmu("Nest_MCS_Read_BW", "0\n");
	put_pmu("cpum_sf", "0\n");
	CHECK(!start_top("LIBPFM_ENCODE_INACTIVE=1"));
	CHECK(!error_perf("hswep_unc_ha0::UNC_H_CLOCKTICKS"));
	CHECK_SAME(encode("hswep_unc_ha0::UNC_H_CLOCKTICKS", PFM_OS_PERF_EVENT).attr.type, 0);
	CHECK(!error_perf("powerpc_nest_mcs_read::MCS_00"));
	CHECK(error_perf("cpum_sf::SF_CYCLES_BASIC") < 0);
}

/* Directories without types do no harm, and the layer is there. */
static void check_types_absent(void)
{
	new_machine();
	put_pmu("aaa", NULL);
	put_pmu("zzz", "");
	put_pmu("mmm", "junk\n");
	put("/sys/bus/event_source/devices/file", "x\n");
	put("/sys/bus/event_source/devices/.hidden/perf_event_mux_interval_ms", "4\n");
	CHECK_SAME(start_top(""), 0);
	CHECK(!error_perf("perf::cycles"));
	CHECK_SAME(encode("icl::INST_RETIRED:ANY_P", PFM_OS_PERF_EVENT).attr.type, 4);
	/* a PMU without the mux file: invisible to those that are looked up at start */
	CHECK(!start("LIBPFM_FSROOT=ROOT/some-mux LIBPFM_ENCODE_INACTIVE=1 LIBPFM_CPUID=GenuineIntel-6-167-1"));
	CHECK_SAME(encode("rapl::RAPL_ENERGY_PKG", PFM_OS_PERF_EVENT).attr.type, 4);
	CHECK_SAME(encode("amd64_rapl::RAPL_ENERGY_PKG", PFM_OS_PERF_EVENT).attr.type, 9);
	CHECK_SAME(error_perf("nhm_unc::UNC_CLK_UNHALTED"), PFM_ERR_NOTFOUND);
	CHECK_SAME(encode("snbep_unc_cbo0::UNC_C_CLOCKTICKS", PFM_OS_PERF_EVENT).attr.type, 22);
}

/* ---- devices that name what they count ---- */

static pfm_err_t diagnosed(const char *event, const char *words)
{
	pfm_diagnosis_t d = { .size = sizeof d };

	CHECK(!pfm_diagnose(event, DFL, PFM_OS_PERF_EVENT, &d));
	GOOD(!words || strstr(d.message, words), d.message);
	return d.error;
}

/* The kernel's msr and cstate devices have an event if, and only if, they name it. */
static void check_named_events(void)
{
	pfm_perf_event_t event = { .size = sizeof event };
	pfm_diagnosis_t d = { .size = sizeof d };

	new_machine();
	put_pmu("msr", "9\n");
	put("/sys/bus/event_source/devices/msr/events/tsc", "event=0x00\n");
	put("/sys/bus/event_source/devices/msr/format/event", "config:0-63\n");
	CHECK(!start_top(""));
	CHECK_SAME(encode("msr::tsc", PFM_OS_PERF_EVENT).attr.type, 9);
	CHECK(!error_perf("msr::TSC"));
	CHECK_SAME(error_perf("msr::aperf"), PFM_ERR_NOTSUPP);
	CHECK_SAME(error_perf("msr::mperf"), PFM_ERR_NOTSUPP);
	CHECK(!error_of("msr::aperf"));
	CHECK(pfm_find_event("msr::aperf") > 0); /* the name and its code are right */
	CHECK_SAME(diagnosed("msr::aperf", "the kernel's device msr has no event aperf"), PFM_ERR_NOTSUPP);
	CHECK_SAME(pfm_get_perf_event("msr/tsc/", 0, &event, 1, &d), 1);
	CHECK_SAME(event.attr.type, 9);
	CHECK_SAME(pfm_get_perf_event("msr/aperf/", 0, &event, 1, &d), PFM_ERR_NOTSUPP);
	CHECK(strstr(d.message, "the kernel's device msr has no event aperf"));
	/* a device that names nothing may have all */
	new_machine();
	put_pmu("msr", "9\n");
	CHECK_SAME(start_top(""), 0);
	CHECK(!error_perf("msr::aperf"));
	CHECK(!diagnosed("msr::aperf", NULL));
	/* Meteor Lake's packages have no state 7 */
	CHECK_SAME(start("LIBPFM_FSROOT=ROOT/meteor-lake"), 0);
	CHECK(!error_perf("cstate_pkg::c6-residency"));
	CHECK(!error_perf("cstate_core::c7-residency"));
	CHECK_SAME(error_perf("cstate_pkg::c7-residency"), PFM_ERR_NOTSUPP);
	CHECK_SAME(start("LIBPFM_CPUID=GenuineIntel-6-170"), 0);
	CHECK(pfm_find_event("cstate_pkg::c7-residency") > 0);
}

/* ---- optional events and tracepoints of PMU perf ---- */

static void check_optional(const char *words, const char *expected)
{
	char got[256] = "";
	size_t length = 0;

	CHECK(!start(words));
	for (int idx = 51 << 21 | 82; idx >= 0; idx = pfm_get_event_next(idx)) {
		pfm_event_info_t info = { .size = sizeof info };

		if (pfm_get_event_info(idx, PFM_OS_NONE, &info) || info.equiv || info.nattrs)
			break;
		length += (size_t)snprintf(got + length, sizeof got - length, "%s%s=%#llx", length ? " " : "",
			info.name, (unsigned long long)info.code);
	}
	if (!GOOD(!strcmp(got, expected), words))
		printf("  expected %s\n  got      %s\n", expected, got);
}

static void check_optional_events(void)
{
	struct encoded got;

	check_optional("LIBPFM_FSROOT=ROOT/virtual-slots LIBPFM_CPUID=GenuineIntel-6-167-1",
		"slots=0x400 topdown-be-bound=0x8300");
	CHECK_SAME(error_perf("perf::topdown-retiring"), PFM_ERR_NOTFOUND);
	CHECK_SAME(events_of(PFM_PMU_PERF_EVENT), 84);
	check_optional("LIBPFM_FSROOT=ROOT/virtual-topdown LIBPFM_CPUID=GenuineIntel-6-167-1",
		"slots=0x400 topdown-retiring=0x8000 topdown-bad-spec=0x8100 topdown-fe-bound=0x8200 topdown-be-bound=0x8300");
	CHECK_SAME(events_of(PFM_PMU_PERF_EVENT), 87);
	CHECK(!error_perf("perf::TOPDOWN-FE-BOUND"));
	CHECK_SAME(error_perf("perf::slots:precise=1"), PFM_ERR_ATTR);
	CHECK_SAME(error_perf("perf::slots:h"), PFM_ERR_ATTR);
	got = encode("perf::slots", PFM_OS_PERF_EVENT_EXT);
	CHECK(!got.error);
	CHECK_SAME(got.attr.type, 4);
	CHECK_SAME(got.attr.config, 0x400);
	CHECK_TEXT(got.fstr, "perf::slots:u=1:k=1:excl=0:mg=0:mh=1");
	CHECK_SAME(encode("perf::slots", PFM_OS_NONE).codes[0], 0x400);
	/* the row behind them, of another table, is none */
	new_machine();
	put("/sys/bus/event_source/devices/cpu/events/slots", "event=0x00,umask=0x4\n");
	put("/sys/bus/event_source/devices/cpu/events/r0000", "event=0x00\n");
	CHECK_SAME(start_top("LIBPFM_CPUID=GenuineIntel-6-167-1"), 0);
	CHECK(!error_perf("perf::slots"));
	CHECK_SAME(events_of(PFM_PMU_PERF_EVENT), 83);
	check_optional("LIBPFM_FSROOT=ROOT/alder-lake", "");
	CHECK_SAME(error_perf("perf::slots"), PFM_ERR_NOTFOUND);
	check_optional(HOST, "");
}

/* ---- devices without a table ---- */

static int pmu_called(const char *name, pfm_pmu_info_t *info)
{
	for (int pmu = pfm_next_pmu(0); pmu > 0; pmu = pfm_next_pmu(pmu))
		if (!pfm_get_pmu_info((pfm_pmu_t)pmu, info) && !strcmp(info->name, name))
			return pmu;
	return -1;
}

static void check_kernel_events(const pfm_pmu_info_t *pmu)
{
	/* in the order of their names; config where the terms say nothing else */
	static const struct { const char *name, *desc; uint64_t code;
	} events[] = { { "first", "op=0x2", 2 },
		       { "loop", "loop", 0 },
		       { "read", "op=0x30", 0x30 },
		       { "tiles", "op=0x1,lane=2", 0 },
		       { "watts", "op=0x20 (counts are in 0.001 W)", 0x20 } };
	pfm_event_info_t info = { .size = sizeof info };
	pfm_event_attr_info_t attr = { .size = sizeof attr };
	int idx = pmu->first_event;
	char string[64];

	for (size_t i = 0; i < COUNT(events); i++, idx = pfm_get_event_next(idx)) {
		CHECK_SAME(pfm_get_event_info(idx, PFM_OS_PERF_EVENT, &info), 0);
		CHECK_TEXT(info.name, events[i].name);
		CHECK_TEXT(info.desc, events[i].desc);
		CHECK(info.code == events[i].code);
		CHECK(info.pmu == pmu->pmu);
		CHECK(info.idx == idx);
		snprintf(string, sizeof string, "acme_npu_0::%s", events[i].name);
		CHECK(pfm_find_event(string) == idx);
		CHECK(encode(string, PFM_OS_PERF_EVENT).error == (i == 1 ? PFM_ERR_NOTSUPP : 0));
		CHECK(i == 1 || encode(string, PFM_OS_PERF_EVENT_EXT).idx == idx);
	}
	CHECK_SAME(idx, -1);
	CHECK(info.nattrs == 4 + 5);
	CHECK_SAME(pfm_get_event_attr_info(info.idx, 0, PFM_OS_PERF_EVENT, &attr), 0);
	CHECK_TEXT(attr.name, "lane");
	CHECK_SAME(attr.type, PFM_ATTR_MOD_INTEGER);
	CHECK(strstr(attr.desc, "config1:4-7"));
	CHECK_SAME(pfm_get_event_attr_info(info.idx, 2, PFM_OS_PERF_EVENT, &attr), 0);
	CHECK(strstr(attr.desc, "not understood"));
	CHECK_SAME(pfm_get_event_attr_info(info.idx, 4, PFM_OS_PERF_EVENT, &attr), 0);
	CHECK_TEXT(attr.name, "u");
	CHECK_SAME(pfm_find_event("acme_npu_0::nosuch"), PFM_ERR_NOTFOUND);
	CHECK_SAME(pfm_find_event("acme_npo_0::first"), PFM_ERR_NOTFOUND);
}

/* What other calls say of them. */
static void check_kernel_calls(pfm_pmu_t pmu, int idx)
{
	const pfm_code_t code = { .size = sizeof code, .os = PFM_OS_PERF_EVENT, .words = { 2 }, .count = 1 };
	pfm_decoded_t decoded = { .size = sizeof decoded };
	pfm_pmu_details_t details = { .size = sizeof details };
	pfm_event_facts_t facts = { .size = sizeof facts };
	pfm_diagnosis_t d = { .size = sizeof d };
	char device[32], *said = NULL;
	size_t length;
	FILE *file = open_memstream(&said, &length);

	if (!CHECK(file))
		return;
	CHECK_SAME(pfm_decode(pmu, &code, &decoded, 1), PFM_ERR_NOTSUPP);
	CHECK_SAME(pfm_get_pmu_table(pmu), 0);
	CHECK_TEXT(pfm_get_pmu_name(pmu), "acme_npu_0");
	CHECK_SAME(pfm_pmu_validate(pmu, file), PFM_ERR_INVAL);
	fclose(file);
	CHECK_TEXT(said, "acme_npu_0: a device of the kernel that no table knows: there is nothing to check\n");
	free(said);
	CHECK_SAME(pfm_get_pmu_details(pmu, &details), 0);
	CHECK(details.is_kernel_only);
	CHECK_TEXT(details.device, "acme_npu_0");
	CHECK_SAME(pfm_get_pmu_details(PFM_PMU_POWER9, &details), 0);
	CHECK(!details.is_kernel_only);
	CHECK_SAME(pfm_get_event_facts(idx, PFM_NO_UMASK, &facts), 0);
	CHECK(!facts.counters);
	CHECK_SAME(facts.box, -1);
	CHECK_SAME(pfm_get_event_device("acme_npu_0::first", device, sizeof device), 0);
	CHECK_TEXT(device, "acme_npu_0");
	CHECK_SAME(pfm_diagnose("acme_npu_0::first", DFL, PFM_OS_PERF_EVENT, &d), 0);
	CHECK(!d.error);
	CHECK(d.idx == idx);
	CHECK_SAME(pfm_diagnose("acme_npu_0::op=3", DFL, PFM_OS_PERF_EVENT, &d), 0);
	CHECK(!d.error);
	CHECK_SAME(d.idx, -1);
}

/* Exactly these devices of a captured machine are PMUs of their own. */
/* What the files of one machine say that its core lacks, is not said of the next, which has no such files. */
static void check_pmceid(void)
{
	for (int i = 0; i < 2; i++) {
		CHECK(!start("LIBPFM_FSROOT=ROOT/arm-generic"));
		CHECK_SAME(error_of("arm_pmuv3::L3D_CACHE"), PFM_ERR_NOTSUPP);
		CHECK_SAME(error_of("arm_pmuv3::CPU_CYCLES"), PFM_SUCCESS);
		CHECK(!start(ALL));
		CHECK_SAME(error_of("arm_pmuv3::L3D_CACHE"), PFM_SUCCESS);
	}
}

static void check_kernel_only(const char *words, const char *expected)
{
	pfm_pmu_details_t details = { .size = sizeof details };
	char got[1024] = "";
	size_t length = 0;

	CHECK(!start(words));
	for (int pmu = pfm_next_pmu(0); pmu > 0; pmu = pfm_next_pmu(pmu))
		if (!pfm_get_pmu_details((pfm_pmu_t)pmu, &details) && details.is_kernel_only)
			length += (size_t)snprintf(got + length, sizeof got - length, "%s%s", length ? " " : "",
						   details.device);
	if (!CHECK(!strcmp(got, expected)))
		printf("  %s: %s, expected %s\n", words, got, expected);
}

static void check_kernel_pmus(void)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	int pmu, last = 0, seen = 0;

	CHECK(!start("LIBPFM_FSROOT=ROOT/hypervisor"));
	for (pmu = pfm_next_pmu(0); pmu > 0; pmu = pfm_next_pmu(pmu))
		last = pmu;
	CHECK(!pmu);
	CHECK_SAME(pfm_get_pmu_info((pfm_pmu_t)last + 1, &info), PFM_ERR_INVAL);
	/* what has a table is none, nor is what has no format */
	for (const char *const *name = (const char *const[]){ "cpu", "hv_gpci_0", "software", "tracepoint", NULL };
	     *name; name++)
		CHECK_SAME(pmu_called(*name, &info), -1);
	for (const char *const *name =
		     (const char *const[]){ "acme_npu_0", "acme_npu_1", "acme_npu_10", NULL };
	     *name; name++) {
		int number = pmu_called(*name, &info);

		CHECK(number > seen);
		CHECK_SAME(info.type, PFM_PMU_TYPE_UNKNOWN);
		CHECK(info.is_present);
		CHECK(info.pmu == (pfm_pmu_t)number);
		seen = number;
	}
	/* the table of hv_24x7 has fields alone: the events are the kernel's, behind those of other devices */
	CHECK(last > seen);
	CHECK(!pfm_get_pmu_info((pfm_pmu_t)last, &info));
	CHECK(!strcmp(info.name, "hv_24x7"));
	CHECK_SAME(info.type, PFM_PMU_TYPE_UNKNOWN);
	CHECK_SAME(info.nevents, 2);
	CHECK_SAME(info.max_encoding, 0);
	pmu = pmu_called("acme_npu_0", &info);
	CHECK_SAME(info.nevents, 5);
	check_kernel_events(&info);
	check_kernel_calls((pfm_pmu_t)pmu, info.first_event);
	check_kernel_only("LIBPFM_FSROOT=ROOT/skylake-client", "intel_pt uprobe");
	check_kernel_only("LIBPFM_FSROOT=ROOT/zen4-server", "");
	check_kernel_only("LIBPFM_FSROOT=ROOT/neoverse-v1", "arm_spe_0 dsu_0");
	check_kernel_only("LIBPFM_FSROOT=ROOT/panther-lake", "uncore_hbo_0 uncore_hbo_1 uncore_sncu");
	/* another machine */
	CHECK_SAME(start("LIBPFM_CPUID=power9"), 0);
	CHECK_SAME(pmu_called("acme_npu_0", &info), -1);
	CHECK_SAME(pfm_find_event("acme_npu_0::first"), PFM_ERR_NOTFOUND);
	CHECK_SAME(start("LIBPFM_FSROOT=ROOT/hypervisor LIBPFM_FORCE_PMU=power9"), 0);
	CHECK_SAME(pmu_called("acme_npu_0", &info), -1);
}

/* As many fields as a layout has modifiers: none of them is lost. */
static void check_widest_device(void)
{
	pfm_pmu_info_t pmu = { .size = sizeof pmu };
	pfm_event_info_t info = { .size = sizeof info };
	struct encoded got;

	new_machine();
	put_pmu("acme_wide", "60\n");
	put("/sys/bus/event_source/devices/acme_wide/events/first", "f0=1\n");
	for (int i = 0; i < 32; i++) {
		char path[128], bit[32];

		snprintf(path, sizeof path, "/sys/bus/event_source/devices/acme_wide/format/f%d", i);
		snprintf(bit, sizeof bit, "config:%d\n", i);
		put(path, bit);
	}
	CHECK_SAME(start_top(""), 0);
	CHECK(pmu_called("acme_wide", &pmu) > 0);
	CHECK_SAME(pfm_get_event_info(pmu.first_event, PFM_OS_PERF_EVENT, &info), 0);
	CHECK(info.nattrs == 32 + 5);
	got = encode("acme_wide::first:f31:f9", PFM_OS_PERF_EVENT);
	CHECK(!got.error);
	CHECK_SAME(got.attr.type, 60);
	CHECK_SAME(got.attr.config, 0x80000201);
}

void new_tracing_machine(const char *mounts)
{
	new_machine();
	put_pmu("tracepoint", "2\n");
	put("/proc/mounts", mounts);
}

#define DEBUGFS "sysfs /sys sysfs rw 0 0\ndebugfs /sys/kernel/debug debugfs rw,nosuid 0 0\n"

static void put_tracepoint(const char *directory, const char *name, const char *id)
{
	char path[512];

	snprintf(path, sizeof path, "%s/%s/id", directory, name);
	put(path, id);
}

void put_tracepoints(const char *directory)
{
	char name[64], id[16];

	put_tracepoint(directory, "events/sched/sched_switch", "372\n");
	put_tracepoint(directory, "events/sched/sched_wakeup", "371\n");
	put_tracepoint(directory, "events/sched/sched_broken", "junk\n");
	snprintf(name, sizeof name, "%s/events/sched/enable", directory);
	put(name, "0\n");
	snprintf(name, sizeof name, "%s/events/sched/no_id/format", directory);
	put(name, "x\n");
	snprintf(name, sizeof name, "%s/events/ftrace/function/format", directory);
	put(name, "x\n");
	snprintf(name, sizeof name, "%s/events/enable", directory);
	put(name, "0\n");
	for (int i = 0; i < 12; i++) {
		snprintf(name, sizeof name, "events/irq/irq_event_%d", i);
		snprintf(id, sizeof id, "%d\n", 1000 + i);
		put_tracepoint(directory, name, id);
	}
}

static void check_tracepoint_strings(void)
{
	static const struct {
		const char *event;
		int error;
		uint64_t config;
	} rows[] = {
		{ "perf::sched:sched_switch", 0, 372 },
		{ "perf::sched:sched_wakeup", 0, 371 },
		{ "sched:sched_switch", 0, 372 },
		{ "PERF::SCHED:Sched_Switch", 0, 372 },
		{ "perf::sched.sched_switch.u", 0, 372 },
		{ "perf::sched:sched_switch:sched_switch", 0, 372 },
		{ "perf::irq:irq_event_0", 0, 1000 },
		{ "perf::irq:irq_event_11", 0, 1011 },
		{ "perf::sched:sched_switch:period=5:excl", 0, 372 },
		{ "perf::sched:sched_switch:sched_wakeup", PFM_ERR_FEATCOMB, 0 },
		{ "perf::sched", PFM_ERR_UMASK, 0 },
		{ "perf::sched:u", PFM_ERR_UMASK, 0 },
		{ "perf::sched:nope", PFM_ERR_ATTR, 0 },
		{ "perf::sched:no_id", PFM_ERR_ATTR, 0 },
		{ "perf::sched:sched_broken", PFM_ERR_ATTR, 0 },
		{ "perf::sched:enable", PFM_ERR_ATTR, 0 },
		{ "perf::sched:0x174", PFM_ERR_ATTR, 0 },
		{ "perf::sched:sched_switch=1", PFM_ERR_ATTR, 0 },
		{ "perf::sched:sched_switch:h", PFM_ERR_ATTR, 0 },
		{ "perf::sched:sched_switch:precise=1", PFM_ERR_ATTR, 0 },
		{ "perf::sched:sched_switch:period=0", PFM_ERR_ATTR_VAL, 0 },
		{ "perf::ftrace:function", PFM_ERR_NOTFOUND, 0 },
		{ "perf::enable", PFM_ERR_NOTFOUND, 0 },
		{ "perf::..", PFM_ERR_NOTFOUND, 0 },
		{ "perf::nope:x", PFM_ERR_NOTFOUND, 0 },
		{ "perf::sched/sched_switch", PFM_ERR_NOTFOUND, 0 },
	};

	/* each as the first that is asked for, and after others */
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct encoded got;

		start_top("");
		got = encode(rows[i].event, PFM_OS_PERF_EVENT_EXT);
		GOOD(got.error == rows[i].error &&
				(got.error ||
					(got.attr.type == 2 && got.attr.config == rows[i].config &&
						got.attr.exclude_guest && !got.attr.exclude_user)),
			rows[i].event);
	}
	for (size_t i = 0; i < COUNT(rows); i++)
		GOOD(error_perf(rows[i].event) == rows[i].error, rows[i].event);
	CHECK(!strcmp(encode("perf::SCHED:SCHED_SWITCH", PFM_OS_PERF_EVENT_EXT).fstr,
		"perf::sched:sched_switch:u=1:k=1:excl=0:mg=0:mh=1"));
	CHECK_TEXT(encode("perf::sched:sched_switch", PFM_OS_NONE).fstr, "perf::sched:sched_switch");
	CHECK_SAME(encode("perf::sched:sched_switch", PFM_OS_NONE).codes[0], 372);
}

static void check_tracepoint_lists(void)
{
	static const char *const modifiers[] = { "u", "k", "period", "freq", "excl", "mg", "mh", "cpu", "pinned" };
	pfm_event_info_t info = { .size = sizeof info };
	pfm_event_attr_info_t attr = { .size = sizeof attr };
	int idx, events = 0, found = 0;

	start_top("LIBPFM_TRACEPOINTS=1");
	CHECK_SAME(events_of(PFM_PMU_PERF_EVENT), 84);
	for (idx = cycles_id; idx >= 0; idx = pfm_get_event_next(idx))
		events++;
	CHECK_SAME(events, 84);
	idx = pfm_find_event("perf::sched:sched_switch");
	CHECK(idx >= (51 << 21 | 82));
	CHECK_SAME(pfm_get_event_info(idx, PFM_OS_PERF_EVENT_EXT, &info), 0);
	CHECK_TEXT(info.name, "sched");
	CHECK_SAME(info.nattrs, 11);
	CHECK_SAME(info.code, 0);
	CHECK(!info.equiv);
	CHECK(!info.is_precise);
	CHECK(!info.support_hw_smpl);
	CHECK_TEXT(info.desc, "tracepoint");
	for (int i = 0; i < 2; i++) {
		CHECK_SAME(pfm_get_event_attr_info(idx, i, PFM_OS_PERF_EVENT_EXT, &attr), 0);
		CHECK_SAME(attr.type, PFM_ATTR_UMASK);
		CHECK_TEXT(attr.name, attr.desc);
		CHECK(!attr.is_precise);
		CHECK(!attr.support_hw_smpl);
		CHECK(!attr.is_dfl);
		CHECK(!attr.equiv);
		found += (!strcmp(attr.name, "sched_switch") && attr.code == 372) ||
			(!strcmp(attr.name, "sched_wakeup") && attr.code == 371);
	}
	CHECK_SAME(found, 2);
	for (int i = 0; i < 9; i++)
		CHECK(!pfm_get_event_attr_info(idx, i + 2, PFM_OS_PERF_EVENT_EXT, &attr) &&
			!strcmp(attr.name, modifiers[i]));
	CHECK_SAME(pfm_get_event_attr_info(idx, 11, PFM_OS_PERF_EVENT_EXT, &attr), PFM_ERR_INVAL);
	CHECK(attributes_are_sound(idx, PFM_OS_NONE));
	CHECK(attributes_are_sound(idx, PFM_OS_PERF_EVENT));
	CHECK(!pfm_pmu_validate(PFM_PMU_PERF_EVENT, stdout));
	for (int i = 0; i < 12; i++) {
		idx = pfm_find_event("perf::irq:irq_event_3");
		CHECK_SAME(pfm_get_event_attr_info(idx, i, PFM_OS_NONE, &attr), 0);
		CHECK_SAME(attr.type, PFM_ATTR_UMASK);
		CHECK(attr.code >= 1000);
		CHECK(attr.code < 1012);
		CHECK(!attr.is_precise);
		CHECK(!attr.support_hw_smpl);
	}
	pfm_terminate();
	CHECK_SAME(start(HOST), 0);
	CHECK_SAME(events_of(PFM_PMU_PERF_EVENT), 82);
	CHECK_SAME(pfm_get_event_info(51 << 21 | 82, PFM_OS_NONE, &info), PFM_ERR_INVAL);
}

/* How many events follow one, and how many PMU perf has, by the numbers. */
static int count_behind(int idx)
{
	int count = 0;

	while (idx >= 0 && (idx = pfm_get_event_next(idx)) >= 0)
		count++;
	return count;
}

static int count_by_number(void)
{
	return 1 + count_behind(cycles_id);
}

/* Nothing is read before a name is asked for that may be a tracepoint's: what appears after the start is found. */
static void check_tracepoints_are_late(void)
{
	new_tracing_machine(TRACEFS);
	CHECK(!start_top("LIBPFM_ENCODE_INACTIVE=1"));
	CHECK(!error_perf("perf::cycles:u"));
	CHECK(!error_of("icl::INST_RETIRED:ANY_P"));
	CHECK(!error_of("skl::INST_RETIRED"));
	CHECK_SAME(state(PFM_PMU_INTEL_ICL), 1);
	/* lists by number are no reason to read them */
	CHECK_SAME(events_of(PFM_PMU_PERF_EVENT), 82);
	CHECK_SAME(count_by_number(), 82);
	CHECK(!pfm_pmu_validate(PFM_PMU_PERF_EVENT, stdout));
	put_tracepoints("/sys/kernel/tracing");
	CHECK_SAME(encode("perf::sched:sched_switch", PFM_OS_PERF_EVENT).attr.config, 372);
	CHECK_SAME(events_of(PFM_PMU_PERF_EVENT), 82);
	CHECK_SAME(count_by_number(), 82);
	CHECK(count_behind(pfm_find_event("perf::sched:sched_switch")) +
		count_behind(pfm_find_event("perf::irq:irq_event_1")) == 1);
	pfm_terminate();
	setenv("LIBPFM_TRACEPOINTS", "1", 1);
	CHECK_SAME(pfm_initialize(), 0);
	CHECK_SAME(events_of(PFM_PMU_PERF_EVENT), 84);
	CHECK_SAME(count_by_number(), 84);
	unsetenv("LIBPFM_TRACEPOINTS");
	put_tracepoint("/sys/kernel/tracing", "events/new/newer", "77\n");
	CHECK_SAME(start_top(""), 0);
	CHECK_SAME(encode("perf::new:newer", PFM_OS_PERF_EVENT).attr.config, 77);
}

static void check_where_tracepoints_are(void)
{
	static const char *const without[] = { "",
					       "x\n",
					       "tracefs\n",
					       "none /sys/kernel/tracing tmpfs rw 0 0\n",
					       "tracefs /elsewhere tracefs rw 0 0\n",
					       "tracefs /sys/kernel/tracing xtracefs rw 0 0\n" };

	new_tracing_machine(TRACEFS DEBUGFS);
	put_tracepoints("/sys/kernel/tracing");
	put_tracepoints("/sys/kernel/debug/tracing");
	CHECK_SAME(start_top("LIBPFM_TRACEPOINTS=1"), 0);
	CHECK(!error_perf("perf::sched:sched_switch"));
	CHECK_SAME(events_of(PFM_PMU_PERF_EVENT), 84);
	new_tracing_machine("tracefs /mnt/t tracefs rw 0 0\n");
	put_tracepoint("/mnt/t", "events/sched/sched_switch", "9");
	CHECK_SAME(start_top(""), 0);
	CHECK_SAME(encode("perf::sched:sched_switch", PFM_OS_PERF_EVENT).attr.config, 9);
	/* names are taken as they are, and compared without regard to case */
	new_tracing_machine(TRACEFS);
	put_tracepoint("/sys/kernel/tracing", "events/MyDriver/Probe", "5\n");
	CHECK_SAME(start_top(""), 0);
	CHECK_SAME(encode("perf::MyDriver:Probe", PFM_OS_PERF_EVENT).attr.config, 5);
	CHECK_SAME(start_top(""), 0);
	CHECK_SAME(encode("perf::mydriver:probe", PFM_OS_PERF_EVENT).attr.config, 5);
	for (size_t i = 0; i < COUNT(without); i++) {
		new_tracing_machine(without[i]);
		put_tracepoints("/sys/kernel/tracing");
		CHECK_SAME(start_top(""), 0);
		CHECK_SAME(events_of(PFM_PMU_PERF_EVENT), 82);
		CHECK_SAME(error_perf("perf::sched:sched_switch"), PFM_ERR_NOTFOUND);
	}
	new_tracing_machine(TRACEFS);
	put("/sys/kernel/tracing/events", "a file\n");
	CHECK_SAME(start_top(""), 0);
	CHECK_SAME(events_of(PFM_PMU_PERF_EVENT), 82);
	if (geteuid()) {
		char path[600];

		new_tracing_machine(TRACEFS);
		put_tracepoints("/sys/kernel/tracing");
		snprintf(path, sizeof path, "%s/sys/kernel/tracing", top);
		chmod(path, 0);
		CHECK_SAME(start_top(""), 0);
		CHECK_SAME(error_perf("perf::sched:sched_switch"), PFM_ERR_NOTFOUND);
		CHECK_SAME(events_of(PFM_PMU_PERF_EVENT), 82);
		chmod(path, 0700);
	}
}

static void check_tracepoints(void)
{
	new_tracing_machine(TRACEFS);
	put_tracepoints("/sys/kernel/tracing");
	check_tracepoint_strings();
	check_tracepoint_lists();
	new_tracing_machine(DEBUGFS);
	put_tracepoints("/sys/kernel/debug/tracing");
	check_tracepoint_strings();
	check_tracepoint_lists();
	check_tracepoints_are_late();
	check_where_tracepoints_are();
}

void api_kernel(void)
{
	check_types();
	check_type_zero();
	check_types_absent();
	check_named_events();
	check_optional_events();
	check_kernel_pmus();
	check_widest_device();
	check_tracepoints();
	check_pmceid();
}
