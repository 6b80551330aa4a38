/* The library's interface: Raw codes, the fully-qualified string, raw events. */
#define _GNU_SOURCE
#include "api.h"

#include <errno.h>
#include <limits.h>

/* ---- raw codes ---- */

static void check_delivery(void)
{
	uint64_t array[4] = { 7, 7, 7, 7 };
	char *const untouched = (char *)array;
	char *fstr = untouched;
	pfm_pmu_encode_arg_t arg = { .codes = array, .count = 1, .fstr = &fstr, .size = sizeof arg, .idx = 12345 };
	static const int small[] = { 1, 0, -1, -3, INT_MIN };

	CHECK(!start(ALL));
	for (size_t i = 0; i < COUNT(small); i++) {
		arg.count = small[i];
		CHECK_SAME(pfm_get_os_event_encoding(any_two_codes, DFL, PFM_OS_NONE, &arg), PFM_ERR_TOOSMALL);
		CHECK(arg.count == small[i]);
		CHECK_SAME(arg.idx, 12345);
		CHECK(arg.codes == array);
		CHECK(fstr == untouched);
		CHECK(arg.fstr == &fstr);
		CHECK_SAME(array[0], 7);
		CHECK_SAME(array[1], 7);
	}
	arg.count = 0;
	CHECK_SAME(pfm_get_os_event_encoding("snb::L2_LINES_IN", DFL, PFM_OS_NONE, &arg), PFM_ERR_UMASK);
	CHECK(fstr == untouched);
	CHECK_SAME(arg.count, 0);
	CHECK_SAME(array[0], 7);
	arg.count = 4;
	CHECK_SAME(pfm_get_os_event_encoding("skl::NOPE", DFL, PFM_OS_NONE, &arg), PFM_ERR_NOTFOUND);
	CHECK(fstr == untouched);
	CHECK_SAME(arg.count, 4);
	CHECK_SAME(arg.idx, 12345);
	CHECK_SAME(array[0], 7);
	CHECK_SAME(pfm_get_os_event_encoding(any_two_codes, DFL, PFM_OS_NONE, &arg), 0);
	CHECK(arg.codes == array);
	CHECK_SAME(arg.count, 2);
	CHECK(arg.idx == two_codes_id);
	CHECK_SAME(array[0], 0x5301b7);
	CHECK_SAME(array[1], 0x18007);
	CHECK_SAME(array[2], 7);
	CHECK_SAME(array[3], 7);
	CHECK(fstr != untouched);
	CHECK(arg.size == sizeof arg);
	free(fstr);
	/* the array of a one-code event, then a two-code event, then again with room, as check_events does */
	arg.count = 1;
	fstr = NULL;
	CHECK_SAME(pfm_get_os_event_encoding("skl::INST_RETIRED", DFL, PFM_OS_NONE, &arg), 0);
	CHECK_SAME(arg.count, 1);
	free(fstr);
	fstr = NULL;
	CHECK_SAME(pfm_get_os_event_encoding(any_two_codes, DFL, PFM_OS_NONE, &arg), PFM_ERR_TOOSMALL);
	CHECK(!fstr);
	/* codes NULL: the room asked for does not matter */
	for (int count = -1; count < 78; count += 26) {
		pfm_pmu_encode_arg_t own = { .count = count, .size = 0 };

		CHECK_SAME(pfm_get_os_event_encoding(any_two_codes, DFL, PFM_OS_NONE, &own), 0);
		CHECK(own.codes);
		CHECK_SAME(own.count, 2);
		CHECK_SAME(own.codes[0], 0x5301b7);
		CHECK_SAME(own.codes[1], 0x18007);
		CHECK_SAME(own.size, 0);
		free(own.codes);
	}
	arg = (pfm_pmu_encode_arg_t){ .count = 77, .fstr = &fstr, .idx = 3, .size = sizeof arg };
	CHECK_SAME(pfm_get_os_event_encoding("skl::NOPE", DFL, PFM_OS_NONE, &arg), PFM_ERR_NOTFOUND);
	CHECK(!arg.codes);
	CHECK_SAME(arg.count, 77);
	CHECK_SAME(arg.idx, 3);
	CHECK(!fstr);
}

static void check_deprecated_raw(void)
{
	static const struct {
		bool array;
		int count, error;
	} rows[] = { { false, 0, 0 },
		     { false, 1, PFM_ERR_INVAL },
		     { true, 0, PFM_ERR_INVAL },
		     { true, 1, PFM_ERR_TOOSMALL },
		     { true, -1, PFM_ERR_TOOSMALL },
		     { true, 4, 0 },
		     { true, 2, 0 } };
	uint64_t array[4], *codes;
	int count, idx;

	CHECK(!start(ALL));
	for (size_t i = 0; i < COUNT(rows); i++) {
		char *fstr = NULL;
		bool right;

		memset(array, 0, sizeof array);
		codes = rows[i].array ? array : NULL;
		count = rows[i].count;
		idx = 99;
		right = pfm_get_event_encoding(any_two_codes, DFL, &fstr, &idx, &codes, &count) == rows[i].error;
		if (rows[i].error)
			CHECK(right && codes == (rows[i].array ? array : NULL) && count == rows[i].count && idx == 99 &&
				!fstr && !array[0]);
		else
			CHECK(right && codes && count == 2 && idx == two_codes_id && codes[0] == 0x5301b7 &&
				codes[1] == 0x18007 && fstr && (codes == array) == rows[i].array);
		free(fstr);
		if (codes != array)
			free(codes);
	}
	codes = array;
	count = 4;
	CHECK_SAME(pfm_get_event_encoding("skl::INST_RETIRED", PFM_PLM3, NULL, NULL, &codes, &count), 0);
	CHECK_SAME(count, 1);
	CHECK_SAME(array[0], 0x5100c0);
	CHECK_SAME(pfm_get_event_encoding(NULL, DFL, NULL, NULL, &codes, &count), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_event_encoding("r1", DFL, NULL, NULL, NULL, &count), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_event_encoding("r1", DFL, NULL, NULL, &codes, NULL), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_event_encoding("r1", 0x20, NULL, NULL, &codes, &count), PFM_ERR_INVAL);
	CHECK_SAME(pfm_get_event_encoding("skl::NOPE", DFL, NULL, NULL, &codes, &count), PFM_ERR_NOTFOUND);
	CHECK_SAME(count, 1);
}

static void check_privilege_masks(void)
{
	static const int bad[] = { 0x20, 0x40, 0x29, -1, INT_MIN, INT_MAX, 0x100 };

	CHECK(!start(ALL));
	for (size_t i = 0; i < COUNT(bad); i++)
		for (int os = 0; os < 3; os++)
			CHECK_SAME(encode_plm("skl::INST_RETIRED", bad[i], (pfm_os_t)os).error, PFM_ERR_INVAL);
	for (int plm = 0; plm <= 0x1f; plm++) {
		bool kernel = plm & PFM_PLM0, user = plm & PFM_PLM3, hypervisor = plm & PFM_PLMH;
		struct encoded raw = encode_plm("skl::INST_RETIRED", plm, PFM_OS_NONE),
			       skl = encode_plm("skl::INST_RETIRED", plm, PFM_OS_PERF_EVENT),
			       power9 = encode_plm("power9::PM_CYC", plm, PFM_OS_PERF_EVENT),
			       power4 = encode_plm("power4::PM_CYC", plm, PFM_OS_PERF_EVENT),
			       given = encode_plm("power9::PM_CYC:k:u=0", plm, PFM_OS_PERF_EVENT_EXT),
			       arm = encode_plm("arm_ac15::CPU_CYCLES", plm, PFM_OS_NONE);

		CHECK(!raw.error);
		CHECK(raw.codes[0] == (0x5000c0u | (user ? 1u << 16 : 0) | (kernel ? 1u << 17 : 0)));
		CHECK(arm.codes[0] ==
			(0x11u | (hypervisor ? 0 : 1u << 27) | (kernel ? 0 : 1u << 30) | (user ? 0 : 1u << 31)));
		CHECK(!skl.error);
		CHECK(skl.attr.exclude_user == !user);
		CHECK(skl.attr.exclude_kernel == !kernel);
		CHECK(!skl.attr.exclude_hv);
		CHECK(skl.attr.exclude_guest);
		CHECK(!skl.attr.exclude_host);
		CHECK(!power9.error);
		CHECK(power9.attr.exclude_user == !user);
		CHECK(power9.attr.exclude_kernel == !kernel);
		CHECK(power9.attr.exclude_hv == !hypervisor);
		CHECK(power9.attr.exclude_guest);
		CHECK(!power4.error);
		CHECK(!power4.attr.exclude_user);
		CHECK(!power4.attr.exclude_kernel);
		CHECK(!power4.attr.exclude_hv);
		CHECK(!power4.attr.exclude_guest);
		CHECK(!power4.attr.exclude_host);
		CHECK(!given.error);
		CHECK(given.attr.exclude_user);
		CHECK(!given.attr.exclude_kernel);
		CHECK(given.attr.exclude_hv);
	}
}

/* ---- the string ---- */

static int with_attributes(const char *attribute, int count, const char *last, struct encoded *got)
{
	char text[2048] = "skl::INST_RETIRED";
	size_t length = strlen(text);

	for (int i = 0; i < count; i++)
		length += (size_t)snprintf(text + length, sizeof text - length, ":%s", attribute);
	snprintf(text + length, sizeof text - length, "%s", last);
	*got = encode(text, PFM_OS_NONE);
	return got->error;
}

static void check_many_attributes(void)
{
	struct encoded got;

	CHECK(!start(ALL));
	CHECK(!with_attributes("u", 64, "", &got));
	CHECK_SAME(got.codes[0], 0x5100c0);
	CHECK_SAME(with_attributes("u", 65, "", &got), PFM_ERR_TOOMANY);
	CHECK_SAME(with_attributes("u", 400, "", &got), PFM_ERR_TOOMANY);
	for (int count = 1; count <= 64; count++)
		CHECK(!with_attributes("ANY_P", count, "", &got) && got.codes[0] == 0x5300c0);
	CHECK_SAME(with_attributes("ANY_P", 65, "", &got), PFM_ERR_TOOMANY);
	CHECK_SAME(with_attributes("ANY_P", 300, "", &got), PFM_ERR_TOOMANY);
	CHECK_SAME(with_attributes("u", 64, ":ANY_P", &got), PFM_ERR_TOOMANY);
	CHECK_SAME(with_attributes("u", 64, ":c=1", &got), PFM_ERR_TOOMANY);
	CHECK_SAME(with_attributes("u", 64, ":c=zz", &got), PFM_ERR_TOOMANY);
	CHECK_SAME(with_attributes("u", 64, ":zz", &got), PFM_ERR_ATTR);
	CHECK_SAME(with_attributes("u", 64, ":c", &got), PFM_ERR_ATTR_VAL);
	CHECK_SAME(with_attributes("u", 64, ":c=", &got), PFM_ERR_ATTR_VAL);
	CHECK_SAME(with_attributes("u", 2, ":u=0", &got), PFM_ERR_ATTR_SET);
	CHECK_SAME(with_attributes("u", 3, ":u=0", &got), PFM_ERR_ATTR_SET);
	CHECK_SAME(with_attributes("u", 63, ":u=0", &got), PFM_ERR_ATTR_SET);
	CHECK(!error_perf("perf::cycles:freq=5:freq=5:freq=5"));
	CHECK(!error_perf("perf::cycles:freq=5:freq=5:freq=5:freq=5"));
}

static void check_comma(void)
{
	static const char *const good_ones[] = { "skl::INST_RETIRED,", "skl::INST_RETIRED,r12", "skl::INST_RETIRED,,",
						 "skl::INST_RETIRED,nonsense:zz", "skl::INST_RETIRED,with blanks" };
	struct encoded got;

	CHECK(!start(ALL));
	for (size_t i = 0; i < COUNT(good_ones); i++) {
		got = encode(good_ones[i], PFM_OS_NONE);
		GOOD(!got.error && got.codes[0] == 0x5300c0 && got.idx == skl_inst_id &&
			     !strcmp(got.fstr, "skl::INST_RETIRED:ANY_P:k=1:u=1:e=0:i=0:c=0:t=0:intx=0:intxcp=0"),
		     good_ones[i]);
		GOOD(pfm_find_event(good_ones[i]) == skl_inst_id && !error_perf(good_ones[i]), good_ones[i]);
	}
	got = encode("skl::INST_RETIRED:u,:k", PFM_OS_NONE);
	CHECK(!got.error);
	CHECK_SAME(got.codes[0], 0x5100c0);
	CHECK_SAME(error_of(",skl::INST_RETIRED"), PFM_ERR_NOTFOUND);
	CHECK_SAME(error_of("skl::INST_RETIRED:zz,"), PFM_ERR_ATTR);
	CHECK_SAME(error_of("skl::INST_RETIRED:c=,"), PFM_ERR_ATTR_VAL);
	CHECK_SAME(error_of("skl::INST_RETIRED:,"), PFM_ERR_ATTR);
	CHECK_SAME(error_of("skl::INST RETIRED,"), PFM_ERR_INVAL);
	CHECK_SAME(error_of("skl::INST_RETIRED\t"), PFM_ERR_INVAL);
	CHECK_SAME(error_of("\nskl::INST_RETIRED"), PFM_ERR_INVAL);
}

/* ---- raw events ---- */

static void check_raw_events(void)
{
	static const struct {
		const char *event;
		int error;
		uint64_t code;
	} rows[] = {
		{ "perf_raw::r1c4", 0, 0x1c4 },
		{ "r1c4", 0, 0x1c4 },
		{ "perf_raw::r1C4", 0, 0x1c4 },
		{ "perf_raw::r0x1c4", 0, 0x1c4 },
		{ "perf_raw::r0X1C4", 0, 0x1c4 },
		{ "perf_raw::r0", 0, 0 },
		{ "r0000", 0, 0 },
		{ "perf_raw::rfffffffffffffffe", 0, 0xfffffffffffffffe },
		{ "ref", 0, 0xef },
		{ "rbad", 0, 0xbad },
		{ "perf_raw::r00000000000000000000001", 0, 1 },
		{ "perf_raw::rffffffffffffffff", PFM_ERR_NOTFOUND, 0 },
		{ "perf_raw::r10000000000000000", PFM_ERR_NOTFOUND, 0 },
		{ "perf_raw::R1C4", PFM_ERR_NOTFOUND, 0 },
		{ "perf_raw::1c4", PFM_ERR_NOTFOUND, 0 },
		{ "perf_raw::r", PFM_ERR_NOTFOUND, 0 },
		{ "perf_raw::rg", PFM_ERR_NOTFOUND, 0 },
		{ "perf_raw::r12g", PFM_ERR_NOTFOUND, 0 },
		{ "perf_raw::r0x", PFM_ERR_NOTFOUND, 0 },
		{ "perf_raw::r-1", PFM_ERR_NOTFOUND, 0 },
		{ "perf_raw::r+1", PFM_ERR_NOTFOUND, 0 },
		{ "r1c4=5", PFM_ERR_NOTFOUND, 0 },
		{ "perf::r1c4", PFM_ERR_NOTFOUND, 0 },
		{ "perf_raw::r1:0x1", PFM_ERR_ATTR, 0 },
		{ "perf_raw::r1:r2", PFM_ERR_ATTR, 0 },
	};

	CHECK(!start(HOST));
	for (size_t i = 0; i < 2 * COUNT(rows); i++) {
		size_t row = i / 2;
		struct encoded raw, perf;

		errno = i & 1 ? ERANGE : 0;
		raw = encode(rows[row].event, PFM_OS_NONE);
		errno = i & 1 ? ERANGE : 0;
		perf = encode(rows[row].event, PFM_OS_PERF_EVENT_EXT);
		GOOD(raw.error == rows[row].error && perf.error == rows[row].error &&
			     (raw.error || (raw.codes[0] == rows[row].code && raw.count == 1)),
		     rows[row].event);
		GOOD(perf.error ||
				(perf.attr.type == 4 && perf.attr.config == rows[row].code && !perf.attr.config1 &&
					!perf.attr.config2 && perf.idx == 239075328),
			rows[row].event);
	}
	errno = ERANGE;
	CHECK_SAME(pfm_find_event("r1c2"), 239075328);
	CHECK(!error_perf("perf::cycles:period=99999999999999999999"));
	CHECK_SAME(pfm_find_event("r1c2"), 239075328);
	CHECK_SAME(error_of("r10000000000000000"), PFM_ERR_NOTFOUND);
	CHECK_SAME(pfm_find_event("r1c2"), 239075328);
	CHECK_TEXT(encode("r0001C4", PFM_OS_NONE).fstr, "perf_raw::r1c4");
	CHECK(!strcmp(encode("r1c4", PFM_OS_PERF_EVENT_EXT).fstr,
		"perf_raw::r1c4:u=1:k=1:h=0:precise=0:excl=0:mg=0:mh=1:hw_smpl=0"));
}

void api_codes(void)
{
	check_delivery();
	check_deprecated_raw();
	check_privilege_masks();
	check_many_attributes();
	check_comma();
	check_raw_events();
}
