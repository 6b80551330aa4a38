/* The library's interface: the constants of the interface and the layout and sizes of its structures. */
#define _GNU_SOURCE
#include "api.h"

#include <stddef.h>

/* ---- constants and layout ---- */

static void check_constants(void)
{
	CHECK_SAME(LIBPFM_VERSION, 0x40000);
	CHECK_SAME(PFM_MAJ_VERSION(0x40007), 4);
	CHECK_SAME(PFM_MIN_VERSION(0x40007), 7);
	CHECK_SAME(LIBPFM_ABI_VERSION, 0);
	CHECK_SAME(PFM_PLM0, 1);
	CHECK_SAME(PFM_PLM1, 2);
	CHECK_SAME(PFM_PLM2, 4);
	CHECK_SAME(PFM_PLM3, 8);
	CHECK_SAME(PFM_PLMH, 16);
	CHECK_SAME(PFM_PMU_TYPE_UNKNOWN, 0);
	CHECK_SAME(PFM_PMU_TYPE_CORE, 1);
	CHECK_SAME(PFM_PMU_TYPE_UNCORE, 2);
	CHECK_SAME(PFM_PMU_TYPE_OS_GENERIC, 3);
	CHECK_SAME(PFM_PMU_TYPE_MAX, 4);
	CHECK_SAME(PFM_ATTR_NONE, 0);
	CHECK_SAME(PFM_ATTR_UMASK, 1);
	CHECK_SAME(PFM_ATTR_MOD_BOOL, 2);
	CHECK_SAME(PFM_ATTR_MOD_INTEGER, 3);
	CHECK_SAME(PFM_ATTR_RAW_UMASK, 4);
	CHECK_SAME(PFM_ATTR_MAX, 5);
	CHECK_SAME(PFM_DTYPE_UNKNOWN, 0);
	CHECK_SAME(PFM_DTYPE_UINT64, 1);
	CHECK_SAME(PFM_DTYPE_INT64, 2);
	CHECK_SAME(PFM_DTYPE_DOUBLE, 3);
	CHECK_SAME(PFM_DTYPE_FIXED, 4);
	CHECK_SAME(PFM_DTYPE_RATIO, 5);
	CHECK_SAME(PFM_DTYPE_CHAR8, 6);
	CHECK_SAME(PFM_DTYPE_MAX, 7);
	CHECK_SAME(PFM_ATTR_CTRL_UNKNOWN, 0);
	CHECK_SAME(PFM_ATTR_CTRL_PMU, 1);
	CHECK_SAME(PFM_ATTR_CTRL_PERF_EVENT, 2);
	CHECK_SAME(PFM_ATTR_CTRL_MAX, 3);
	CHECK_SAME(PFM_OS_NONE, 0);
	CHECK_SAME(PFM_OS_PERF_EVENT, 1);
	CHECK_SAME(PFM_OS_PERF_EVENT_EXT, 2);
	CHECK_SAME(PFM_OS_MAX, 3);
	CHECK_SAME(PFM_EVENT_INFO_SPEC_NA, 0);
	CHECK_SAME(PFM_EVENT_INFO_SPEC_TRUE, 1);
	CHECK_SAME(PFM_EVENT_INFO_SPEC_FALSE, 2);
	CHECK((pfm_os_t)-1 > PFM_OS_MAX);
	CHECK((pfm_pmu_t)-1 > PFM_PMU_MAX);
	CHECK_SAME(PFM_SUCCESS, 0);
	CHECK_SAME(PFM_ERR_NOTSUPP, -1);
	CHECK_SAME(PFM_ERR_INVAL, -2);
	CHECK_SAME(PFM_ERR_NOINIT, -3);
	CHECK_SAME(PFM_ERR_NOTFOUND, -4);
	CHECK_SAME(PFM_ERR_FEATCOMB, -5);
	CHECK_SAME(PFM_ERR_UMASK, -6);
	CHECK_SAME(PFM_ERR_NOMEM, -7);
	CHECK_SAME(PFM_ERR_ATTR, -8);
	CHECK_SAME(PFM_ERR_ATTR_VAL, -9);
	CHECK_SAME(PFM_ERR_ATTR_SET, -10);
	CHECK_SAME(PFM_ERR_TOOMANY, -11);
	CHECK_SAME(PFM_ERR_TOOSMALL, -12);
	CHECK_SAME(PERF_ATTR_SIZE_VER0, 64);
	CHECK_SAME(PERF_ATTR_SIZE_VER5, 112);
	CHECK(sizeof(struct perf_event_attr) >= PERF_ATTR_SIZE_VER5);
	CHECK_SAME(PERF_SAMPLE_BRANCH_CALL, 0x2000);
}

#define AT(type, member, offset) CHECK(offsetof(type, member) == (offset))

static void check_layout(void)
{
#if __WORDSIZE == 64
	CHECK(PFM_PMU_INFO_ABI0 == 56 && PFM_EVENT_INFO_ABI0 == 64 && PFM_ATTR_INFO_ABI0 == 64 &&
		PFM_RAW_ENCODE_ABI0 == 32 && PFM_PERF_ENCODE_ABI0 == 40);
	AT(pfm_pmu_info_t, desc, 8);
	AT(pfm_pmu_info_t, size, 16);
	AT(pfm_pmu_info_t, pmu, 24);
	AT(pfm_pmu_info_t, type, 28);
	AT(pfm_pmu_info_t, nevents, 32);
	AT(pfm_pmu_info_t, first_event, 36);
	AT(pfm_pmu_info_t, max_encoding, 40);
	AT(pfm_pmu_info_t, num_cntrs, 44);
	AT(pfm_pmu_info_t, num_fixed_cntrs, 48);
	AT(pfm_event_info_t, desc, 8);
	AT(pfm_event_info_t, equiv, 16);
	AT(pfm_event_info_t, size, 24);
	AT(pfm_event_info_t, code, 32);
	AT(pfm_event_info_t, pmu, 40);
	AT(pfm_event_info_t, dtype, 44);
	AT(pfm_event_info_t, idx, 48);
	AT(pfm_event_info_t, nattrs, 52);
	AT(pfm_event_info_t, reserved, 56);
	AT(pfm_event_attr_info_t, equiv, 16);
	AT(pfm_event_attr_info_t, size, 24);
	AT(pfm_event_attr_info_t, code, 32);
	AT(pfm_event_attr_info_t, type, 40);
	AT(pfm_event_attr_info_t, idx, 44);
	AT(pfm_event_attr_info_t, ctrl, 48);
	AT(pfm_event_attr_info_t, dfl_val64, 56);
	AT(pfm_pmu_encode_arg_t, fstr, 8);
	AT(pfm_pmu_encode_arg_t, size, 16);
	AT(pfm_pmu_encode_arg_t, count, 24);
	AT(pfm_pmu_encode_arg_t, idx, 28);
	AT(pfm_perf_encode_arg_t, fstr, 8);
	AT(pfm_perf_encode_arg_t, size, 16);
	AT(pfm_perf_encode_arg_t, idx, 24);
	AT(pfm_perf_encode_arg_t, cpu, 28);
	AT(pfm_perf_encode_arg_t, flags, 32);
	AT(pfm_perf_encode_arg_t, pad0, 36);
#endif
	CHECK(sizeof(pfm_pmu_info_t) == PFM_PMU_INFO_ABI0 && sizeof(pfm_event_info_t) == PFM_EVENT_INFO_ABI0 &&
		sizeof(pfm_event_attr_info_t) == PFM_ATTR_INFO_ABI0 &&
		sizeof(pfm_pmu_encode_arg_t) == PFM_RAW_ENCODE_ABI0 &&
		sizeof(pfm_perf_encode_arg_t) == PFM_PERF_ENCODE_ABI0);
	AT(struct perf_event_attr, size, 4);
	AT(struct perf_event_attr, config, 8);
	AT(struct perf_event_attr, sample_period, 16);
	AT(struct perf_event_attr, config1, 56);
	AT(struct perf_event_attr, config2, 64);
}

/* ---- sizes of structures ---- */

/* The calls with a structure at buffer. */
static struct perf_event_attr size_attr;
static uint64_t size_codes[4];

static void set_up_raw(void *buffer)
{
	pfm_pmu_encode_arg_t *arg = buffer;

	arg->codes = size_codes;
	arg->count = 4;
}

static void set_up_perf(void *buffer)
{
	pfm_perf_encode_arg_t *arg = buffer;

	memset(&size_attr, 0, sizeof size_attr);
	arg->attr = &size_attr;
}

static int call_pmu(void *buffer)
{
	return pfm_get_pmu_info(PFM_PMU_PERF_EVENT, buffer);
}

static int call_event(void *buffer)
{
	return pfm_get_event_info(cycles_id, PFM_OS_PERF_EVENT, buffer);
}

static int call_attribute(void *buffer)
{
	return pfm_get_event_attr_info(cycles_id, 1, PFM_OS_PERF_EVENT, buffer);
}

static int call_raw(void *buffer)
{
	return pfm_get_os_event_encoding("icl::INST_RETIRED:ANY_P", DFL, PFM_OS_NONE, buffer);
}

static int call_perf(void *buffer)
{
	return pfm_get_os_event_encoding("perf::cycles", DFL, PFM_OS_PERF_EVENT, buffer);
}

static const struct sized {
	const char *name;
	size_t size, at;
	bool written_back;
	int (*call)(void *);
	void (*set_up)(void *);
} sized[] = {
	{ "pfm_pmu_info_t", sizeof(pfm_pmu_info_t), offsetof(pfm_pmu_info_t, size), true, call_pmu, NULL },
	{ "pfm_event_info_t", sizeof(pfm_event_info_t), offsetof(pfm_event_info_t, size), true, call_event, NULL },
	{ "pfm_event_attr_info_t", sizeof(pfm_event_attr_info_t), offsetof(pfm_event_attr_info_t, size), true,
		call_attribute, NULL },
	{ "pfm_pmu_encode_arg_t", sizeof(pfm_pmu_encode_arg_t), offsetof(pfm_pmu_encode_arg_t, size), false, call_raw,
		set_up_raw },
	{ "pfm_perf_encode_arg_t", sizeof(pfm_perf_encode_arg_t), offsetof(pfm_perf_encode_arg_t, size), false,
		call_perf, set_up_perf },
};

/* A call with the given size, where byte number bad beyond the structure is not zero. */
static void check_size(const struct sized *type, size_t size, size_t bad, int expected)
{
	union {
		char bytes[1024];
		uint64_t align;
	} buffer, before;
	size_t after;
	int error;

	memset(&buffer, 0, sizeof buffer);
	if (type->set_up)
		type->set_up(&buffer);
	memcpy(buffer.bytes + type->at, &size, sizeof size);
	if (bad)
		buffer.bytes[bad] = 1;
	before = buffer;
	error = type->call(&buffer);
	memcpy(&after, buffer.bytes + type->at, sizeof after);
	if (!GOOD(error == expected, type->name))
		printf("  size %zu, byte %zu: %d\n", size, bad, error);
	if (expected)
		GOOD(!memcmp(&before, &buffer, sizeof buffer), type->name);
	else
		GOOD(memcmp(&before, &buffer, type->size) &&
				!memcmp(before.bytes + type->size, buffer.bytes + type->size,
					sizeof buffer - type->size) &&
				after == (type->written_back ? type->size : size),
			type->name);
}

static void check_sizes(void)
{
	CHECK(!start(HOST));
	for (size_t i = 0; i < COUNT(sized); i++) {
		const struct sized *type = &sized[i];

		check_size(type, 0, 0, PFM_SUCCESS);
		check_size(type, 0, type->size, PFM_SUCCESS);
		check_size(type, 1, 0, PFM_ERR_INVAL);
		check_size(type, type->size - 8, 0, PFM_ERR_INVAL);
		check_size(type, type->size - 1, 0, PFM_ERR_INVAL);
		check_size(type, type->size, 0, PFM_SUCCESS);
		check_size(type, type->size, type->size, PFM_SUCCESS);
		check_size(type, type->size + 1, 0, PFM_SUCCESS);
		check_size(type, type->size + 1, type->size, PFM_ERR_INVAL);
		check_size(type, type->size + 1, type->size + 1, PFM_SUCCESS);
		check_size(type, type->size + 8, type->size + 7, PFM_ERR_INVAL);
		check_size(type, 1000, 0, PFM_SUCCESS);
		check_size(type, 1000, 999, PFM_ERR_INVAL);
		check_size(type, 1000, 1000, PFM_SUCCESS);
	}
}

void api_layout(void)
{
	check_constants();
	check_layout();
	check_sizes();
}
