/*
 * Reads Intel's core events: perfmon's *_core.json, and the same fields in the kernel's collection, which perf's table
 * generator makes from the former, without fields that are 0.
 */
#include "intel.h"
#include "json.h"
#include "vendors/rows/facts.h"
#include "vendors/rows/index.h"
#include "vendors/rows/seen.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* As in libpfm4, the first of these that exists is the meaning of the bare name. */
static const char *const defaults[] = {
	"ANY_P", "ALL_BRANCHES", "ALL", "ANY", "THREAD_P", "CORE_P", "REFERENCE", NULL
};

const struct family intel_core = {
	.vendor = "Intel core",
	.layout = "intel-core",
	.type = "core",
	.privileges = "k u",
	.flags = "raw-umask speculation hw-sampling",
	.modifiers = "k,u,e,i,c",
	.words = 2,
	.mask_place = 8,
	.code_is_word = true,
	.second_word = "extra",
	.defaults = defaults,
};

static const char *const fields[] = { "EventName",  "EventCode",	"UMask",
				      "UMaskExt",   "CounterMask",	"Invert",
				      "EdgeDetect", "AnyThread",	"MSRIndex",
				      "MSRValue",   "Counter",		"CounterHTOff",
				      "PEBS",	    "Precise",		"Speculative",
				      "TakenAlone", "Deprecated",	"SampleAfterValue",
				      "Errata",	    "BriefDescription", "PublicDescription",
				      "Unit",	    "Experimental",	"RetirementLatencyMean",
				      NULL };

static const struct ignored_field ignored[] = { { "PEBScounters", "counters for sampling are not kept" },
						{ "PDISTCounter", "counters for sampling are not kept" },
						{ "PDIR_COUNTER", "counters for sampling are not kept" },
						{ "Data_LA", "samples of it have addresses: says nothing of the code" },
						{ "L1_Hit_Indication", "says nothing of the code" },
						{ "PRECISE_STORE", "says nothing of the code" },
						{ "CollectPEBSRecord",
						  "what samples have in them: says nothing of the code" },
						{ "ELLC", "says nothing of the code" },
						{ "Offcore", "the second word shows it" },
						{ "Offmodule", "the second word shows it" },
						{ "CounterType", "the counters show it" },
						{ "ProgrammingRestriction", "the second word shows it" },
						{ "Equal", "no event has it yet" },
						{ "RetirementLatencyMax", "the mean stands for it" },
						{ "RetirementLatencyMin", "the mean stands for it" },
						{ NULL, NULL } };

/* ---- counters ---- */

static bool begins_without_case(const char *text, const char *with)
{
	return !strncasecmp(text, with, strlen(with));
}

/* Reads "0,1,2,3", "Fixed counter 1", "FIXED", "0,1,Fixed counter 0"; items may be empty, as in "0,". */
struct counters intel_counters(const struct json_row *row, const char *field)
{
	struct counters counters = { 0, 0 };
	const char *text = json_text(row, field);

	for (const char *at = text ? text : ""; *(at += strspn(at, " ,"));) {
		bool fixed;
		unsigned long number = 0;
		char *end;

		fixed = begins_without_case(at, "fixed");
		at += fixed ? 5 : 0;
		at += strspn(at, " ");
		at += fixed && begins_without_case(at, "counter") ? 7 : 0;
		at += strspn(at, " ");
		if (isdigit((unsigned char)*at)) {
			number = strtoul(at, &end, 10);
			at = end;
		} else if (!fixed) {
			break;
		}
		at += strspn(at, " ");
		if (!fixed && number > 31) { /* PEBScounters numbers fixed counters from 32 */
			fixed = true;
			number -= 32;
		}
		if (number > 31 || (*at && *at != ','))
			break;
		*(fixed ? &counters.fixed : &counters.general) |= UINT32_C(1) << number;
		if (!at[strspn(at, " ,")])
			return counters;
	}
	if (text && *text && strcasecmp(text, "na") && strcasecmp(text, "null"))
		row_wrong(row->file->import, json_place(row, field),
			  "%s: %.60s: expected counters, 0 to 31 or fixed", field, text);
	return (struct counters){ 0, 0 };
}

/* ---- codes ---- */

static bool only_fixed(struct counters counters)
{
	return counters.fixed && !counters.general;
}

/*
 * EventCode 0 with a unit mask names a fixed counter. The kernel knows only the codes 0x300, 0x400 and, on big cores,
 * 0x100 for precise distribution; others it counts on a general counter as event select 0, which counts nothing. The
 * equivalent event of general counters counts the same, and the kernel moves it to the fixed counter if that is free.
 * Rows are found by name, as in perf, because the fields differ between files of one CPU.
 */
static const struct {
	const char *name;
	uint64_t code, mask;
	unsigned counter;
} counted_as[] = {
	{ "INST_RETIRED.ANY", 0xc0, 0, 0 },
	{ "CPU_CLK_UNHALTED.THREAD", 0x3c, 0, 1 },
	{ "CPU_CLK_UNHALTED.CORE", 0x3c, 0, 1 },
	{ "CPU_CLK_UNHALTED.THREAD_ANY", 0x3c, 0, 1 }, /* Jaketown's file has counter 2 */
	{ "CPU_CLK_UNHALTED.REF", 0, 3, 2 },
	{ "CPU_CLK_UNHALTED.REF_TSC", 0, 3, 2 },
	{ "TOPDOWN_BAD_SPECULATION.ALL", 0x73, 0, 4 },
	{ "TOPDOWN_FE_BOUND.ALL", 0x9c, 1, 5 },
	{ "TOPDOWN_RETIRING.ALL", 0xc2, 2, 6 },
};

/* Finds the same event on general counters; NULL: the files have none. */
static const struct import_row *general_event(const struct import_pmu *pmu, const struct import_row *row)
{
	for (int i = 0; i < pmu->row_count; i++) {
		const struct import_row *other = &pmu->rows[i];

		if (other->counters.general && !other->second_name && other->code == row->code &&
		    other->mask == row->mask && other->c == row->c && other->i == row->i && other->e == row->e &&
		    other->t == row->t && !(row->variants & ~other->variants))
			return other;
	}
	return NULL;
}

/* Adds a fixed counter to all names of the row's code, as the kernel tells events apart by their codes. */
static void share_fixed(struct import_pmu *pmu, const struct import_row *row)
{
	for (int i = 0; i < pmu->row_count; i++) {
		struct import_row *other = &pmu->rows[i];

		if (!other->counters.general || !same_encoding(pmu->family, other, row) ||
		    other->variants & ~row->variants)
			continue;
		other->counters.fixed |= row->counters.fixed;
		if (other->counters_nosmt.general)
			other->counters_nosmt.fixed |= row->counters.fixed;
	}
}

static void count_everywhere(struct import_pmu *pmu, struct import_row *row)
{
	const struct import_row *general;

	for (size_t i = 0; i < sizeof counted_as / sizeof *counted_as; i++)
		if (!strcasecmp(row->name, counted_as[i].name)) {
			row->code = counted_as[i].code;
			row->mask = counted_as[i].mask;
			row->counters.fixed = UINT32_C(1) << counted_as[i].counter;
			row->fixed = !row->code;
		}
	if (row->fixed || !(general = general_event(pmu, row)))
		return;
	row->second_name = true;
	row->counters.general = general->counters.general;
	if (general->counters_nosmt.general)
		row->counters_nosmt = (struct counters){ general->counters_nosmt.general, row->counters.fixed };
	share_fixed(pmu, row);
}

static void read_second_word(const struct json_row *json, struct import_row *row)
{
	uint64_t index = json_number(json, "MSRIndex", 0xffff);

	if (!index)
		return;
	row->second = json_number(json, "MSRValue", UINT64_MAX);
	row->threshold = index == 0x3f6;
	if (row->threshold)
		row->takes = "ldlat";
	else if (index != 0x3f7)
		row->second_tells = true;
	if (!row->second_tells && row->second > 0xffffffff)
		row_wrong(json->file->import, json_place(json, "MSRValue"),
			  "MSRValue: a value of more than 32 bits for register %#llx",
		       (unsigned long long)index);
}

/* Returns OFFCORE_RESPONSE.A.B.C for OFFCORE_RESPONSE:request=A:response=B.C of Cascade Lake. */
static const char *without_keys(const char *name)
{
	static const char first[] = "OFFCORE_RESPONSE:request=", second[] = ":response=";
	const char *response = begins_without_case(name, first) ? strstr(name, second) : NULL;
	char *plain;

	if (!response)
		return name;
	plain = need(malloc(strlen(name)));
	sprintf(plain, "OFFCORE_RESPONSE.%.*s.%s", (int)(response - name - (long)strlen(first)), name + strlen(first),
		response + strlen(second));
	return plain;
}

/* ---- other facts ---- */

/* Returns BDM100,BDM35 for "BDM100, BDM35", AC03_CPU_29 for "Errata AC03_CPU_29"; NULL: none. */
static const char *errata_words(const struct json_row *json)
{
	const char *text = json_text(json, "Errata");
	char *words, *to;

	if (!text || !text[strspn(text, "0 ")] || !strcasecmp(text, "null") || !strcasecmp(text, "na"))
		return NULL;
	to = words = need(malloc(strlen(text) + 1));
	for (const char *at = text; *at; at++) {
		if (begins_without_case(at, "errata "))
			at += 6;
		else if (*at > ' ' && *at < 0x7f && *at != '"' && *at != '#')
			*to++ = *at;
	}
	*to = '\0';
	return words;
}

/* Returns the replacement in "Refer to new event OCR.X.Y" or "[This event is alias to OCR.X.Y]"; NULL: none. */
static const char *replacement_of(const struct import_row *row)
{
	static const char *const phrases[] = { "Refer to new event ", "[This event is alias to " };

	for (size_t i = 0; row->text && i < sizeof phrases / sizeof *phrases; i++) {
		const char *at = strstr(row->text, phrases[i]);
		size_t length;

		if (!at)
			continue;
		at += strlen(phrases[i]);
		length = strcspn(at, " \t[],;");
		while (length && at[length - 1] == '.')
			length--;
		return length ? copy_text(at, length) : NULL;
	}
	return NULL;
}

/* Returns the mean latency at retirement in thousandths of a cycle; 0: the file has none. */
static uint32_t latency_of(const struct json_row *json)
{
	const char *field = "RetirementLatencyMean", *text = json_text(json, field);
	double latency;
	char *end;

	if (!text)
		return 0;
	latency = strtod(text, &end);
	if (end != text && !*end && latency >= 0 && latency < 1e6)
		return (uint32_t)(latency * 1000 + 0.5);
	row_wrong(json->file->import, json_place(json, field), "%s: %.40s: expected cycles", field, text);
	return 0;
}

void read_common(const struct json_row *json, struct import_row *row)
{
	row->text = json_text(json, "BriefDescription");
	row->whole_text = json_text(json, "PublicDescription");
	row->owned.deprecated = json_number(json, "Deprecated", 1);
	row->owned.replacement = row->owned.deprecated ? replacement_of(row) : NULL;
	row->owned.errata = errata_words(json);
	row->period = json_number(json, "SampleAfterValue", UINT64_MAX);
	row->latency = latency_of(json);
}

void read_core_event(struct import_pmu *pmu, const struct json_row *json)
{
	struct import_row row = { .place = json_place(json, "EventName") };
	const char *name = json_text(json, "EventName");

	if (!name) {
		row_wrong(json->file->import, row.place, "EventName: an event without a name");
		return;
	}
	row.name = without_keys(name);
	row.code = json_number(json, "EventCode", 0xff);
	row.mask = json_number(json, "UMask", 0xffff);
	row.mask = (row.mask & 0xff) | (row.mask >> 8 | json_number(json, "UMaskExt", 0xff))
					       << 32; /* the kernel's UMask has both bytes */
	row.c = (uint8_t)json_number(json, "CounterMask", 0xff);
	row.i = (uint8_t)json_number(json, "Invert", 1);
	row.e = (uint8_t)json_number(json, "EdgeDetect", 1);
	row.t = (uint8_t)json_number(json, "AnyThread", 1);
	read_second_word(json, &row);
	row.counters = intel_counters(json, "Counter");
	row.counters_nosmt = intel_counters(json, "CounterHTOff");
	row.fixed = only_fixed(row.counters);
	row.precise = json_number(json, "PEBS", 3) || json_number(json, "Precise", 1);
	row.speculative = json_number(json, "Speculative", 1);
	row.alone = json_number(json, "TakenAlone", 1);
	read_common(json, &row);
	json_unread(json, fields, ignored);
	add_row(pmu, row);
}

void import_intel_core(struct json_file *file, struct import_pmu *pmu)
{
	for (int i = 0; i < file->count; i++) {
		struct json_row row = json_row_at(file, i);

		begin_json_name(&row, NULL);
		read_core_event(pmu, &row);
		end_name(file->import);
	}
}

/* Returns whether fixed counters count from 1, as in seven files: INST_RETIRED.ANY is on the first. */
static bool counts_from_one(const struct import_pmu *pmu)
{
	int row = index_find(pmu->names, "INST_RETIRED.ANY");

	return row >= 0 && pmu->rows[row].counters.fixed == 2;
}

/* Returns EVENT.X for EVENT.X_GT_4 or EVENT.X_4, if 4 is the whole second word; NULL: the name has another form. */
static const char *name_of_any(const struct import_row *row)
{
	size_t length = strlen(row->name), digits = 0;

	while (digits < length && isdigit((unsigned char)row->name[length - digits - 1]))
		digits++;
	if (!row->second || !digits || digits == length || row->name[length - digits - 1] != '_' || !row->umask ||
	    strtoull(row->name + length - digits, NULL, 10) != row->second)
		return NULL;
	length -= digits + 1;
	if (length > 3 && !strncasecmp(row->name + length - 3, "_GT", 3))
		length -= 3;
	return copy_text(row->name, length);
}

static bool is_vendors(const struct import_pmu *pmu, const char *name, uint32_t variants)
{
	for (int i = index_find(pmu->names, name); i >= 0; i = pmu->rows[i].next_same_name)
		if (pmu->rows[i].variants & variants && pmu->rows[i].second)
			return true;
	return false;
}

/*
 * Makes names with thresholds aliases of a unit mask that takes any threshold, which is added; but not if the vendor
 * uses its name for one threshold.
 */
static void name_threshold(struct import_pmu *pmu, int number)
{
	struct import_row *row = &pmu->rows[number], any = *row;
	int other;

	any.name = name_of_any(row);
	any.second = any.period = 0;
	other = any.name ? index_find(pmu->names, any.name) : -1;
	if (!any.name || is_vendors(pmu, any.name, row->variants) ||
	    (other >= 0 && !same_encoding(pmu->family, &pmu->rows[other], &any))) { /* it has another event select */
		row->takes = NULL;
		return;
	}
	row->threshold_of = strchr(any.name, '.') + 1;
	any.seen = 0;
	any.threshold = false;
	any.owned = owned_of(&row->owned, row->variants);
	any.text = any.whole_text = "The same with the threshold that is given";
	add_row(pmu, any);
	pmu->seen--; /* not a name of the files */
}

/* The fields that the events use, which tell the layout. */
struct uses {
	bool ext;               /* second byte of unit masks */
	bool frontend, latency, offcore; /* extra MSRs */
	bool any;               /* any-thread bit */
	bool transactions;
	bool speculative;       /* the files tell which events are speculative */
	bool from_one;          /* fixed counters are numbered from 1 */
};

static struct uses uses_of(const struct import_pmu *pmu, bool from_one)
{
	struct uses uses = { .from_one = from_one,
			     .transactions = index_find(pmu->names, "RTM_RETIRED.ABORTED") >= 0 };

	for (int i = 0; i < pmu->row_count; i++) {
		const struct import_row *row = &pmu->rows[i];

		uses.ext |= row->mask >> 32 != 0;
		uses.latency |= row->takes != NULL;
		uses.offcore |= row->second_tells;
		uses.frontend |= row->second && !row->takes && !row->second_tells;
		uses.any |= row->t;
		uses.speculative |= row->speculative;
	}
	return uses;
}

/* Returns whether it is Ice Lake, Gracemont or later: no events of any thread, E-cores with latencies. */
static bool is_recent(struct uses uses)
{
	bool old_atom = uses.offcore && !uses.latency && !uses.frontend;

	return uses.ext || uses.speculative || !(uses.any || uses.from_one || old_atom);
}

static const char *layout_of(struct uses uses)
{
	if (is_recent(uses))
		return uses.ext ? "intel-core-v6" : uses.frontend ? "intel-icelake" : "intel-gracemont";
	if (uses.frontend || uses.transactions)
		return uses.frontend ? "intel-skylake" : "intel-haswell";
	return uses.latency ? "intel-nehalem" : uses.offcore ? "intel-core-offcore" : "intel-core";
}

/* ---- what events share ---- */

static uint64_t select_of(const struct import_row *row)
{
	return (row->code | row->mask << 8) & 0xffff;
}

static bool has_select(const struct import_pmu *pmu, uint64_t select, bool offcore)
{
	for (int i = 0; i < pmu->row_count; i++)
		if (pmu->rows[i].second && pmu->rows[i].second_tells == offcore && select_of(&pmu->rows[i]) == select)
			return true;
	return false;
}

/* Returns the counters that some event is on. */
static struct counters all_counters(const struct import_pmu *pmu)
{
	struct counters all = { 0, 0 };

	for (int i = 0; i < pmu->row_count; i++) {
		all.general |= pmu->rows[i].counters.general;
		all.fixed |= pmu->rows[i].counters.fixed;
	}
	return all;
}

static const char *sharing_of_small(struct counters counters)
{
	if (counters.fixed >> 4)
		return "intel-skymont";
	return counters.general >> 6 ? "intel-crestmont" : "intel-gracemont";
}

/* Returns the core's sharing (sharing.pmu), as registers beside the event select and their codes show; NULL: none. */
static const char *sharing_of(const struct import_pmu *pmu, struct uses uses)
{
	struct counters counters = all_counters(pmu);

	if (!is_recent(uses))
		return uses.frontend && uses.offcore && uses.latency ? "intel-skylake" : NULL;
	if (!uses.frontend)
		return uses.latency ? sharing_of_small(counters) : NULL;
	if (!uses.offcore)
		return NULL;
	if (uses.ext)
		return counters.general >> 8 ? "intel-lioncove" : "intel-coyotecove";
	if (has_select(pmu, 0x1b7, true))
		return "intel-icelake";
	if (has_select(pmu, 0x2c6, false) || has_select(pmu, 0x3c6, false))
		return "intel-redwoodcove";
	return "intel-goldencove";
}

static const struct family *family_of(const struct import_pmu *pmu, bool from_one)
{
	struct family *family = need(malloc(sizeof *family));
	struct uses uses = uses_of(pmu, from_one);
	bool recent = is_recent(uses);

	*family = intel_core;
	family->layout = layout_of(uses);
	family->sharing = sharing_of(pmu, uses);
	family->flags = !recent ? "raw-umask"
		: uses.speculative ? "raw-umask speculation hw-sampling" : "raw-umask hw-sampling";
	family->modifiers = joined("k,u,e,i,c", uses.any ? ",t" : "", uses.transactions ? ",intx,intxcp" : "");
	return family;
}

void finish_intel_core(struct import_pmu *pmu)
{
	int count = pmu->row_count;
	bool from_one = counts_from_one(pmu);

	for (int i = 0; i < count && from_one; i++)
		pmu->rows[i].counters.fixed >>= 1;
	for (int i = 0; i < count; i++)
		if (pmu->rows[i].fixed)
			count_everywhere(pmu, &pmu->rows[i]);
	pmu->family = family_of(pmu, from_one);
	for (int i = 0; i < count; i++)
		if (pmu->rows[i].takes)
			name_threshold(pmu, i);
}
