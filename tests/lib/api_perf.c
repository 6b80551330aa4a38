/* The library's interface: what is written into a struct perf_event_attr, and what is left alone. */
#define _GNU_SOURCE
#include "api.h"

/* ---- perf_event_attr ---- */

static int encode_into(const char *event, struct perf_event_attr *attr, char **fstr)
{
	pfm_perf_encode_arg_t arg = { .attr = attr, .fstr = fstr, .size = sizeof arg };

	return pfm_get_os_event_encoding(event, DFL, PFM_OS_PERF_EVENT_EXT, &arg);
}

/* The fields that every encoding writes, for a PMU that tells user and kernel apart. */
static void expect_always(struct perf_event_attr *attr, uint32_t type, uint64_t config)
{
	attr->type = type;
	attr->config = config;
	attr->pinned = 0;
	attr->exclude_user = attr->exclude_kernel = attr->exclude_hv = attr->exclude_host = 0;
	attr->exclude_guest = 1;
}

static void check_bytes(const char *event, const struct perf_event_attr *before, const struct perf_event_attr *expected)
{
	struct perf_event_attr got = *before;
	int error = encode_into(event, &got, NULL);

	if (!GOOD(!error && !memcmp(&got, expected, sizeof got), event)) {
		printf("  error %d; bytes that differ:", error);
		for (size_t i = 0; i < sizeof got; i++)
			if (((unsigned char *)&got)[i] != ((const unsigned char *)expected)[i])
				printf(" %zu: %02x, not %02x", i, ((unsigned char *)&got)[i],
					((const unsigned char *)expected)[i]);
		printf("\n");
	}
}

/* Each event with all bytes 0 before, and with all bytes 0xff. */
static void check_written_fields(void)
{
	enum { NOTHING, PERIOD, FREQ, PRECISE, EXCL, PINNED, CONFIG1, TWO_CONFIGS, CONFIG1_AND_2 };
	static const struct {
		const char *event;
		uint32_t type;
		uint64_t config, value, value2;
		int writes;
	} rows[] = {
		{ "perf::cycles", 0, 0, 0, 0, NOTHING },
		{ "perf::cpu-clock", 1, 0, 0, 0, NOTHING },
		{ "perf::LLC-LOAD-MISSES", 3, 0x10002, 0, 0, NOTHING },
		{ "perf::cycles:cpu=3", 0, 0, 0, 0, NOTHING },
		{ "perf::cycles:excl=0", 0, 0, 0, 0, NOTHING },
		{ "perf::cycles:pinned=0", 0, 0, 0, 0, NOTHING },
		{ "perf::cycles:u:k", 0, 0, 0, 0, NOTHING },
		{ "perf::cycles:mh", 0, 0, 0, 0, NOTHING },
		{ "perf::cycles:precise=2", 0, 0, 2, 0, PRECISE },
		{ "perf::cycles:precise=0", 0, 0, 0, 0, PRECISE },
		{ "perf::cycles:excl", 0, 0, 1, 0, EXCL },
		{ "perf::cycles:pinned", 0, 0, 1, 0, PINNED },
		{ "skl::INST_RETIRED:ANY_P", 4, 0xc0, 0, 0, NOTHING },
		{ "skl::OFFCORE_RESPONSE_0:DMND_DATA_RD:ANY_RESPONSE", 4, 0x1b7, 0x10001, 0, CONFIG1 },
		{ "skl::MEM_TRANS_RETIRED:LOAD_LATENCY:ldlat=100", 4, 0x1cd, 0x64, 0, CONFIG1 },
		{ "icl::LONGEST_LAT_CACHE:MISS:hw_smpl", 4, 0x412e, 1, 0, PRECISE },
		{ "amd64_fam19h_zen4::RETIRED_INSTRUCTIONS:u:k:h", 4, 0xc0, 0, 0, NOTHING },
		{ "perf_raw::r1c4:u:k:h", 4, 0x1c4, 0, 0, CONFIG1_AND_2 },
		{ "perf_raw::r1c4:u:k:h:precise=1", 4, 0x1c4, 1, 0, TWO_CONFIGS },
	};

	CHECK(!start(ALL));
	for (size_t i = 0; i < 2 * COUNT(rows); i++) {
		struct perf_event_attr before, expected;
		size_t row = i / 2;
		uint64_t value = rows[row].value;

		memset(&before, i & 1 ? 0xff : 0, sizeof before);
		before.size = sizeof before;
		expected = before;
		expect_always(&expected, rows[row].type, rows[row].config);
		if (rows[row].writes == PRECISE || rows[row].writes == TWO_CONFIGS)
			expected.precise_ip = value & 3;
		if (rows[row].writes == EXCL)
			expected.exclusive = 1;
		if (rows[row].writes == PINNED)
			expected.pinned = 1;
		if (rows[row].writes == CONFIG1)
			expected.config1 = value;
		if (rows[row].writes == CONFIG1_AND_2 || rows[row].writes == TWO_CONFIGS)
			expected.config1 = expected.config2 = 0;
		check_bytes(rows[row].event, &before, &expected);
	}
}

static void check_sampling_fields(void)
{
	struct perf_event_attr before = { .size = sizeof before,
		.config1 = 5,
		.config2 = 6,
		.sample_type = 7,
		.inherit = 1 },
			       expected = before;

	CHECK(!start(ALL));
	expect_always(&expected, 0, 0);
	expected.sample_period = 16;
	check_bytes("perf::cycles:period=0x10", &before, &expected);
	expected.freq = 1;
	expected.sample_freq = 100;
	check_bytes("perf::cycles:freq=100", &before, &expected);
	expected.freq = 0;
	expected.sample_period = UINT64_MAX;
	check_bytes("perf::cycles:period=99999999999999999999", &before, &expected);
	check_bytes("perf::cycles:period=-1", &before, &expected);
	/* exclusion bits by modifiers */
	expected.sample_period = 0;
	expected.exclude_kernel = 1;
	check_bytes("perf::cycles:u", &before, &expected);
	expected.exclude_user = 1;
	check_bytes("perf::cycles:u=0", &before, &expected);
	expected.exclude_user = expected.exclude_kernel = 0;
	expected.exclude_host = 1;
	expected.exclude_guest = 0;
	check_bytes("perf::cycles:mg", &before, &expected);
	check_bytes("perf::cycles:mg=0", &before, &expected);
	expected.exclude_host = 0;
	check_bytes("perf::cycles:mg:mh", &before, &expected);
	check_bytes("power4::PM_CYC:u", &before,
		&(struct perf_event_attr){ .size = sizeof before,
			.config1 = 5,
			.config2 = 6,
			.sample_type = 7,
			.inherit = 1,
			.type = 4,
			.config = 7 });
}

/* config1 and config2 of uncore events. */
static void check_uncore_fields(void)
{
	struct perf_event_attr before = { .size = sizeof before, .config1 = 5, .config2 = 6 }, expected = before;

	CHECK(!start("LIBPFM_FSROOT=ROOT/everything LIBPFM_ENCODE_INACTIVE=1 LIBPFM_CPUID=GenuineIntel-6-167-1"));
	expected.type = 1076;
	expected.config = 0x135;
	expected.config1 = 0x9800000000000000;
	check_bytes("hswep_unc_cbo0::UNC_C_TOR_INSERTS:OPCODE:OPC_RFO:isoc", &before, &expected);
	expected.config = 0;
	expected.config1 = 5;
	check_bytes("snbep_unc_cbo0::UNC_C_CLOCKTICKS", &before, &expected);
	expected.type = 1074;
	expected.config = 2;
	check_bytes("rapl::RAPL_ENERGY_PKG", &before, &expected);
}

/* How much of the structure is touched, by attr->size. */
static void check_attr_size(void)
{
	static const uint32_t sizes[] = { 0, 64, 72, 80, 96, 112, 128, 136, 137, 200, UINT32_MAX };

	CHECK(!start(ALL));
	for (size_t i = 0; i < COUNT(sizes); i++) {
		union {
			struct perf_event_attr attr;
			unsigned char bytes[256];
		} got, expected;

		memset(&got, 0xff, sizeof got);
		got.attr.size = sizes[i];
		expected = got;
		expect_always(&expected.attr, 4, 0x1c4);
		expected.attr.config1 = 0;
		if (sizes[i] > 64)
			expected.attr.config2 = 0;
		CHECK_SAME(encode_into("perf_raw::r1c4:u:k:h", &got.attr, NULL), 0);
		CHECK(!memcmp(&got, &expected, sizeof got));
	}
	for (uint32_t size = 1; size < 64; size++) {
		union {
			struct perf_event_attr attr;
			unsigned char bytes[256];
		} got, before;
		int error;

		memset(&got, 0xff, sizeof got);
		got.attr.size = size;
		before = got;
		error = encode_into("perf_raw::r1c4", &got.attr, NULL);
		CHECK((error == PFM_ERR_INVAL && !memcmp(&got, &before, sizeof got)) ||
			(!error && !memcmp(got.bytes + size, before.bytes + size, sizeof got - size)) ||
			(size < 8 && !error && got.attr.size == size));
	}
}

/* Fields that are read though they are not written. */
static void check_stale_fields(void)
{
	struct perf_event_attr attr = { .size = sizeof attr, .freq = 1 };
	char *fstr = NULL;

	CHECK(!start(ALL));
	CHECK_SAME(encode_into("perf::cycles:period=5", &attr, NULL), PFM_ERR_ATTR_VAL);
	CHECK_SAME(attr.freq, 1);
	CHECK_SAME(attr.sample_period, 0);
	attr = (struct perf_event_attr){ .size = sizeof attr, .sample_period = 9 };
	CHECK_SAME(encode_into("perf::cycles:freq=5", &attr, NULL), PFM_ERR_ATTR_VAL);
	CHECK_SAME(attr.sample_period, 9);
	CHECK(!attr.freq);
	CHECK_SAME(encode_into("perf::cycles:period=5", &attr, NULL), 0);
	CHECK_SAME(attr.sample_period, 5);
	attr = (struct perf_event_attr){ .size = sizeof attr,
		.pinned = 1,
		.exclusive = 1,
		.precise_ip = 2,
		.config1 = 77,
		.config2 = 78 };
	CHECK_SAME(encode_into("perf::cycles", &attr, &fstr), 0);
	CHECK(!attr.pinned);
	CHECK(attr.exclusive);
	CHECK_SAME(attr.precise_ip, 2);
	CHECK_SAME(attr.config1, 77);
	CHECK_SAME(attr.config2, 78);
	CHECK_TEXT(fstr, "perf::PERF_COUNT_HW_CPU_CYCLES:u=1:k=1:precise=2:excl=1:mg=0:mh=1");
	free(fstr);
	attr = (struct perf_event_attr){ .size = 0, .config1 = 77, .config2 = 78 };
	CHECK_SAME(encode_into("perf_raw::r1", &attr, NULL), 0);
	CHECK_SAME(attr.config1, 0);
	CHECK_SAME(attr.config2, 78);
	CHECK_SAME(attr.size, 0);
}

/* What stands in the argument, on success and on failure. */
static void check_perf_argument(void)
{
	struct perf_event_attr attr, before;
	char *const untouched = (char *)&attr;
	char *fstr = untouched;
	pfm_perf_encode_arg_t arg = { .attr = &attr,
		.fstr = &fstr,
		.size = sizeof arg,
		.idx = 11,
		.cpu = 22,
		.flags = 33,
		.pad0 = 44 };
	static const char *const wrong[] = { "perf::nope",
					     "perf::cycles:zz",
					     "perf::cycles:period=0",
					     "perf::cycles:cpu=2147483647",
					     "perf::cycles:u:u=0",
					     "arm_ac57::CPU_CYCLES",
					     "x y",
					     "snb::L2_LINES_IN",
					     "spr::TOPDOWN_M:RETIRING:u" };

	CHECK(!start(ALL));
	memset(&attr, 0x5a, sizeof attr);
	attr.size = sizeof attr;
	before = attr;
	for (size_t i = 0; i < COUNT(wrong); i++)
		GOOD(pfm_get_os_event_encoding(wrong[i], DFL, PFM_OS_PERF_EVENT_EXT, &arg) < 0 && fstr == untouched &&
				arg.idx == 11 && arg.cpu == 22 && arg.flags == 33 && arg.pad0 == 44 &&
				!memcmp(&attr, &before, sizeof attr),
			wrong[i]);
	memset(&attr, 0, sizeof attr);
	/* unit masks that refuse modifiers return no string */
	CHECK_SAME(pfm_get_os_event_encoding("spr::TOPDOWN_M:RETIRING", DFL, PFM_OS_PERF_EVENT_EXT, &arg), 0);
	CHECK(fstr == untouched);
	CHECK_SAME(attr.config, 0x8000);
	CHECK_SAME(attr.type, 4);
	CHECK_SAME(pfm_get_os_event_encoding("spr::TOPDOWN_M:RETIRING:u=0:cpu=0", DFL, PFM_OS_PERF_EVENT_EXT, &arg),
		0);
	CHECK(attr.exclude_user);
	CHECK(attr.exclude_kernel);
	CHECK_SAME(arg.cpu, 0);
	CHECK_SAME(pfm_get_os_event_encoding("spr::TOPDOWN_M:RETIRING:pinned", DFL, PFM_OS_PERF_EVENT_EXT, &arg), 0);
	CHECK(attr.pinned);
	CHECK(fstr == untouched);
	CHECK_SAME(pfm_get_os_event_encoding("perf::cycles:cpu=2147483646", DFL, PFM_OS_PERF_EVENT_EXT, &arg), 0);
	CHECK(arg.idx == cycles_id);
	CHECK_SAME(arg.cpu, 2147483646);
	CHECK_SAME(arg.flags, 33);
	CHECK_SAME(arg.pad0, 44);
	CHECK(arg.size == sizeof arg);
	CHECK(fstr != untouched);
	CHECK(!strncmp(fstr, "perf::PERF_COUNT_HW_CPU_CYCLES:", 31));
	free(fstr);
	arg.fstr = NULL;
	CHECK_SAME(pfm_get_os_event_encoding("perf::cycles", DFL, PFM_OS_PERF_EVENT, &arg), 0);
	CHECK_SAME(arg.cpu, -1);
}

static void check_deprecated_perf(void)
{
	struct perf_event_attr attr = { .size = sizeof attr };
	char *fstr = NULL;
	int idx = 5;

	CHECK(!start(ALL));
	CHECK_SAME(pfm_get_perf_event_encoding("perf::cycles", DFL, NULL, NULL, NULL), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_perf_event_encoding(NULL, DFL, &attr, NULL, NULL), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_perf_event_encoding("perf::cycles", 0x20, &attr, NULL, NULL), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_perf_event_encoding("perf::nope", DFL, &attr, &fstr, &idx), PFM_ERR_NOTFOUND);
	CHECK(!fstr);
	CHECK_SAME(idx, 5);
	CHECK_SAME(pfm_get_perf_event_encoding("perf::cycles:period=7:precise=1:excl:cpu=3", 0, &attr, &fstr, &idx),
		0);
	CHECK(idx == cycles_id);
	CHECK_SAME(attr.sample_period, 7);
	CHECK(attr.exclude_user);
	CHECK(fstr);
	free(fstr);
	/* the second event inherits from the first */
	CHECK_SAME(pfm_get_perf_event_encoding("perf::instructions", DFL, &attr, NULL, NULL), 0);
	CHECK_SAME(attr.config, 1);
	CHECK_SAME(attr.sample_period, 7);
	CHECK_SAME(attr.precise_ip, 1);
	CHECK(attr.exclusive);
	CHECK(!attr.exclude_user);
	CHECK_SAME(pfm_get_perf_event_encoding("perf::cycles:cpu=-1", DFL, &attr, NULL, NULL), PFM_ERR_ATTR_VAL);
	CHECK_SAME(start("LIBPFM_FSROOT=ROOT/no-sysfs"), 0);
	CHECK_SAME(pfm_get_perf_event_encoding("perf::cycles", DFL, &attr, NULL, NULL), PFM_ERR_NOTSUPP);
	CHECK_SAME(pfm_get_perf_event_encoding("perf::cycles", DFL, NULL, NULL, NULL), PFM_ERR_INVAL);
}

/* The types of devices in perf's language: what an int of 32 bits cannot hold, or just, is none. */
static void check_device_types(void)
{
	pfm_perf_event_t event = { .size = sizeof event };

	CHECK(!start("LIBPFM_FSROOT=ROOT/bad-types"));
	/* whether the event says on which CPU it is counted, and 0 is one */
	CHECK_SAME(pfm_read_events("perf::cycles:cpu=0", 0, PFM_LANGUAGE_EITHER, &event, 1, NULL), 1);
	CHECK_SAME(event.flags & PFM_PERF_CPUS, PFM_PERF_CPUS);
	CHECK_SAME(pfm_read_events("perf::cycles", 0, PFM_LANGUAGE_EITHER, &event, 1, NULL), 1);
	CHECK_SAME(event.flags & PFM_PERF_CPUS, 0);
	CHECK_SAME(pfm_get_perf_events("uncore_imc_2/config=1/", 0, &event, 1, NULL), 1);
	CHECK_SAME(event.attr.type, 2147483646);
	CHECK_SAME(pfm_get_perf_events("uncore_imc_3/config=1/", 0, &event, 1, NULL), PFM_ERR_NOTFOUND);
	CHECK_SAME(pfm_get_perf_events("uncore_imc_4/config=1/", 0, &event, 1, NULL), PFM_ERR_NOTFOUND);
}

/* One event each on a machine with 16 core types; 17 are too many, which is said, not cut. */
static void check_kinds_of_cores(void)
{
	static const char kinds[] = "LIBPFM_FSROOT= LIBPFM_CPUID=0x410fd010,0x410fd020,0x410fd040,0x410fd460,"
		"0x410fd800,0x410fd060,0x410fd4a0,0x410fd470,0x410fd480,0x410fd4d0,0x410fd810,0x410fd870,0x410fd090,"
		"0x410fd0a0,0x410fd0d0,0x410fd410%s";
	static pfm_perf_event_t events[17];
	pfm_diagnosis_t d = { .size = sizeof d };
	char words[300];

	snprintf(words, sizeof words, kinds, "");
	events[0].size = sizeof events[0];
	CHECK_SAME(start(words), 0);
	CHECK_SAME(pfm_get_perf_events("r11", 0, events, 17, NULL), 16);
	CHECK(strcmp(events[0].device, events[15].device));
	snprintf(words, sizeof words, kinds, ",0x410fd030");
	CHECK(!start(words));
	for (int i = 0; i < 2; i++) {
		CHECK_SAME(pfm_get_perf_events(i ? "cycles" : "r11", 0, events, 17, &d), PFM_ERR_TOOMANY);
		CHECK_TEXT(d.message, "more than 16 core types");
	}
}

void api_perf(void)
{
	check_written_fields();
	check_sampling_fields();
	check_uncore_fields();
	check_attr_size();
	check_stale_fields();
	check_perf_argument();
	check_deprecated_perf();
	check_device_types();
	check_kinds_of_cores();
}
