/*
 * Event strings at the library's public functions, on all layers, with the events of all machines.
 *
 * The first byte chooses the function and the privilege levels; the rest is the string. What is encoded must encode
 * again from its own full string, to the same codes, but for the strings that libpfm4 has made so; see leads_back().
 */
#include "fuzz.h"

#include <perfmon/pfmkit.h>

#include <string.h>
#include <strings.h>

enum { CODES = 8, LONGEST = 250 }; /* the library cuts full strings near 256 bytes */

/* Whether text has the term, letter case aside: from one colon, or the beginning, to the next, or the end. */
static bool has_term(const char *text, const char *term, size_t length)
{
	for (;; text++) {
		size_t here = strcspn(text, ":");

		if (here == length && !strncasecmp(text, term, length))
			return true;
		text += here;
		if (!*text)
			return false;
	}
}

/*
 * Full strings are libpfm4's, and of these some do not lead back to the codes they came with: the string names an
 * alias, or lacks unit masks that it has by default, and what is named does more than what is added; tf and lmem set a
 * bit by being named; ldlat=0 and fe_thres=0 may be shown, not given; some events show no modifiers, and of some the
 * last unit mask counts. The others must lead back: event and unit masks are named as they are shown.
 */
static bool leads_back(const char *string, const char *full)
{
	static const char *const special[] = { ":tf=", ":lmem=", ":ldlat=0", ":fe_thres=0", "POWER_STATE_OCCUPANCY" };
	char *named = strndup(string, strcspn(string, ","));
	bool same = strchr(full, '=') && strlen(full) < LONGEST;

	for (size_t i = 0; i < sizeof special / sizeof special[0]; i++)
		same = same && !strstr(full, special[i]);
	for (const char *term = strstr(full, "::") + 2; same && *term;) {
		size_t length = strcspn(term, ":");

		same = memchr(term, '=', length) || has_term(named, term, length);
		term += length + (term[length] == ':');
	}
	free(named);
	return same;
}

static void encode_codes(const char *string, int plm)
{
	uint64_t first[CODES], again[CODES];
	char *full = NULL;
	pfm_pmu_encode_arg_t arg = { .codes = first, .count = CODES, .fstr = &full, .size = sizeof arg };
	pfm_pmu_encode_arg_t second = { .codes = again, .count = CODES, .size = sizeof second };

	if (pfm_get_os_event_encoding(string, plm, PFM_OS_NONE, &arg))
		return;
	if (leads_back(string, full)) {
		if (pfm_get_os_event_encoding(full, plm, PFM_OS_NONE, &second))
			fuzz_fail("does not encode again", full);
		if (second.count != arg.count || second.idx != arg.idx ||
			memcmp(first, again, (size_t)arg.count * sizeof *first))
			fuzz_fail("encodes to something else", full);
	}
	free(full);
}

/*
 * Full strings of perf_event show mg=0 and mh=0, which count as given, a frequency as a period too, and modifiers that
 * this layer refuses: other programs depend on that. So the settings may differ, and the string may be refused; if it
 * is not, the configuration must not differ.
 */
static void encode_again(const char *full, int plm, pfm_os_t os, const struct perf_event_attr *first)
{
	struct perf_event_attr attr = { .size = sizeof attr };
	pfm_perf_encode_arg_t arg = { .attr = &attr, .size = sizeof arg };

	if (!pfm_get_perf_encoding_anywhere(full, plm, os, &arg) &&
		(attr.type != first->type || attr.config != first->config || attr.config1 != first->config1 ||
			attr.config2 != first->config2))
		fuzz_fail("encodes to something else", full);
}

static void encode_attributes(const char *string, int plm, pfm_os_t os)
{
	struct perf_event_attr attr = { .size = sizeof attr }, here = { .size = sizeof here };
	char *full = NULL;
	pfm_perf_encode_arg_t arg = { .attr = &attr, .fstr = &full, .size = sizeof arg };
	pfm_perf_encode_arg_t present = { .attr = &here, .size = sizeof present };
	pfm_err_t error = pfm_get_perf_encoding_anywhere(string, plm, os, &arg),
		  error_here = pfm_get_os_event_encoding(string, plm, os, &present);

	if (strchr(string, '/') && error) /* perf's language, of this machine only */
		return;
	if (!error_here && (error || here.config != attr.config || (here.type != attr.type && attr.type != UINT32_MAX)))
		fuzz_fail("differs on this machine and anywhere", string);
	if (error)
		return;
	if (full && leads_back(string, full))
		encode_again(full, plm, os, &attr);
	free(full);
}

/* The diagnosis says what encoding says, and points into the string. */
static void diagnose(const char *string, int plm, pfm_os_t os)
{
	pfm_diagnosis_t diagnosis = { .size = sizeof diagnosis };

	if (pfm_diagnose(string, plm, os, &diagnosis))
		fuzz_fail("has no diagnosis", string);
	if (diagnosis.offset < 0 || diagnosis.length < 0 ||
		(size_t)diagnosis.offset + (size_t)diagnosis.length > strlen(string))
		fuzz_fail("the diagnosis points elsewhere", string);
	if (diagnosis.nsuggestions < 0 || diagnosis.nsuggestions > PFM_MAX_SUGGESTIONS ||
		!diagnosis.error != !diagnosis.message[0])
		fuzz_fail("the diagnosis is not one", string);
}

static void find(const char *string, int plm)
{
	uint64_t codes[CODES];
	pfm_pmu_encode_arg_t arg = { .codes = codes, .count = CODES, .size = sizeof arg };
	int found = pfm_find_event(string);

	if (!pfm_get_os_event_encoding(string, plm, PFM_OS_NONE, &arg) && found != arg.idx)
		fuzz_fail("is found as another event than it encodes", string);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *string;
	int plm;

	fuzz_start();
	if (!size)
		return 0;
	string = malloc(size);
	memcpy(string, data + 1, size - 1);
	string[size - 1] = '\0';
	plm = data[0] >> 3;
	switch (data[0] & 7) {
	case 0: encode_codes(string, plm); break;
	case 1: encode_attributes(string, plm, PFM_OS_PERF_EVENT); break;
	case 2: encode_attributes(string, plm, PFM_OS_PERF_EVENT_EXT); break;
	case 3: find(string, plm); break;
	case 4: diagnose(string, plm, PFM_OS_NONE); break;
	case 5: diagnose(string, plm, PFM_OS_PERF_EVENT); break;
	case 6: diagnose(string, plm, PFM_OS_PERF_EVENT_EXT); break;
	default: encode_codes(string, plm), encode_attributes(string, plm, PFM_OS_PERF_EVENT_EXT);
	}
	free(string);
	return 0;
}
