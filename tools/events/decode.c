/* Decodes codes to names: each code is looked up in the PMUs that it may belong to. */
#define _GNU_SOURCE
#include "decode.h"

#include <ctype.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "tables/clean.h"
#include "common/explain.h"
#include "common/format.h"
#include "generic.h"
#include "common/json.h"
#include "common/machine_files.h"
#include "common/operands.h"
#include "vendor_code.h"

enum { HIGHEST_PMU = 17407 }; /* highest number of a PMU */

struct wanted {
	pfm_code_t code;
	/* terms of perf's language, from the first slash on, whose bits depend on the PMU; NULL: code is set */
	const char *terms;
	char device[64];   /* "": the core PMU */
	/*
	 * a device of this machine; a name like theirs except for the number; a device that is not tied to a CPU, which
	 * that of --cpu may have; a device of other machines
	 */
	enum { DEVICE_HERE, DEVICE_LIKE_HERE, DEVICE_ANYWHERE, DEVICE_ELSEWHERE } where;
};

/* Reads a number of 64 bits without a sign. */
static bool read_number(const char *text, int base, const char **end, uint64_t *value)
{
	char *after;

	errno = 0;
	*value = strtoull(text, &after, base);
	*end = after;
	return after != text && isalnum((unsigned char)*text) && !errno;
}

static bool read_device(const char *text, const char *slash, struct wanted *wanted)
{
	size_t length = (size_t)(slash - text);

	if (!length || length >= sizeof wanted->device)
		return false;
	wanted->terms = slash;
	if (length != 3 || memcmp(text, "cpu", 3)) {
		memcpy(wanted->device, text, length);
		wanted->device[length] = '\0';
	}
	return true;
}

/* Reads rNNN[:modifiers], 0xNNN, NNN:NNN:NNN or device/terms/modifiers. */
static bool read_code(const char *operand, struct wanted *wanted)
{
	const char *at = operand, *slash = strchr(operand, '/');

	memset(wanted, 0, sizeof *wanted);
	wanted->code.size = sizeof wanted->code;
	wanted->code.count = 3;
	if (slash)
		return read_device(operand, slash, wanted);
	if (*at == 'r') /* the modifiers behind it are not part of the code, but must be valid */
		return read_number(at + 1, 16, &at, &wanted->code.words[0]) &&
			(!*at || (*at == ':' && pfm_get_perf_events(operand, 0, NULL, 0, NULL) > 0));
	for (int i = 0; i < 3; i++) {
		if (!read_number(at, 0, &at, &wanted->code.words[i]))
			return false;
		if (!*at)
			return true;
		if (*at++ != ':')
			return false;
	}
	return false;
}

/* Returns whether a code may be a PMU's: by --pmu, by device, else if it is a core PMU of this machine. */
static bool is_candidate(const pfm_pmu_info_t *info, const struct decoding *decoding, const struct wanted *wanted)
{
	pfm_pmu_details_t details = { .size = sizeof details };

	if (decoding->given->pmu)
		return !fnmatch(decoding->given->pmu, info->name, FNM_CASEFOLD);
	pfm_get_pmu_details(info->pmu, &details);
	if (details.is_deprecated)
		return false;
	if (wanted->device[0])
		return info->is_present == (wanted->where < DEVICE_ANYWHERE) &&
			(wanted->where != DEVICE_ANYWHERE || !details.vendor) &&
			(wanted->where == DEVICE_HERE ? is_device_of : is_named_like)(info, &details, wanted->device);
	/* libpfm4's PMUs for PowerPC 970 do not have the type of cores */
	return info->is_present && (info->type == PFM_PMU_TYPE_CORE || info->type == PFM_PMU_TYPE_UNKNOWN);
}

struct decoded_line {
	const char *requested, *name;
	uint64_t exact, left, left1, left2;
};

static const struct field decoded_fields[] = { FIELD(struct decoded_line, TEXT_FIELD, requested),
	FIELD(struct decoded_line, TEXT_FIELD, name), FIELD(struct decoded_line, NUMBER_FIELD, exact),
	FIELD(struct decoded_line, NUMBER_FIELD, left), FIELD(struct decoded_line, NUMBER_FIELD, left1),
	FIELD(struct decoded_line, NUMBER_FIELD, left2) };

enum { DECODED_FIELDS = sizeof decoded_fields / sizeof decoded_fields[0] };

static void print_decoded_json(const char *operand, const pfm_decoded_t *found, const char *generics)
{
	bool first = true;

	putchar('{');
	json_number(&first, "schema", 1);
	json_text(&first, "requested", operand);
	json_text(&first, "event", found->string);
	json_bool(&first, "exact", found->exact);
	json_hex(&first, "left", found->left[0]);
	json_hex(&first, "left1", found->left[1]);
	json_hex(&first, "left2", found->left[2]);
	if (*generics)
		json_text(&first, "kernel", generics);
	puts("}");
}

/* Prints a decoded code. generics: what the kernel calls it, "" for nothing. */
static void print_decoded(const char *operand, const pfm_decoded_t *found, const char *generics,
	const struct decoding *decoding)
{
	const struct decoded_line line = { .requested = operand,
		.name = found->string,
		.exact = (uint64_t)found->exact,
		.left = found->left[0],
		.left1 = found->left[1],
		.left2 = found->left[2] };

	if (decoding->given->format)
		print_formatted(decoding->given->format, decoded_fields, DECODED_FIELDS, &line);
	else if (decoding->given->json)
		print_decoded_json(operand, found, found->exact ? generics : "");
	else if (found->exact)
		puts(clean(found->string));
	else
		printf("%s\t(differs in 0x%" PRIx64 " 0x%" PRIx64 " 0x%" PRIx64 ")\n", clean(found->string),
			found->left[0], found->left[1], found->left[2]);
}

/*
 * Results of looking up a code: number of PMUs tried, number of PMUs that cannot have it, with the reason, and whether
 * it was found.
 */
struct lookup {
	int pmus, unreadable;
	bool found, exact, plain; /* plain: found under a name without numbers */
	pfm_diagnosis_t why;
};

/*
 * Places the code as a PMU has it, of several devices the first one. False: its fields are not those of the terms, and
 * *why says so.
 */
static bool place_code(const pfm_pmu_info_t *pmu, const struct wanted *wanted, pfm_code_t *code, pfm_diagnosis_t *why)
{
	pfm_perf_event_t event = { .size = sizeof event };
	char *string;
	int count;

	*code = wanted->code;
	if (!wanted->terms)
		return true;
	why->size = sizeof *why;
	if (asprintf(&string, "%s%s", pmu->name, wanted->terms) < 0)
		return false;
	count = pfm_get_perf_event(string, 0, &event, 1, why);
	free(string);
	code->words[0] = event.attr.config;
	code->words[1] = event.attr.config1;
	code->words[2] = event.attr.config2;
	return count > 0;
}

/* Adds the device's number to the name of a PMU that stands for several devices. */
static void add_number(const char *device, pfm_decoded_t *found)
{
	struct perf_event_attr attr = { .size = sizeof attr };
	char string[sizeof found->string], of[sizeof((struct wanted *)0)->device], *full = NULL;
	pfm_perf_encode_arg_t arg = { .attr = &attr, .fstr = &full, .size = sizeof arg };
	pfm_pmu_details_t details = { .size = sizeof details };
	const char *event = strstr(found->string, "::"), *number = device + strlen(device);

	while (number > device && isdigit((unsigned char)number[-1]))
		number--;
	if (!event || !*number ||
		snprintf(string, sizeof string, "%.*s%s%s", (int)(event - found->string), found->string, number,
			event) >= (int)sizeof string)
		return;
	/* "arm_thunderx20" could also be the name of a CPU */
	if (!pfm_get_perf_encoding_anywhere(string, PFM_PLM0 | PFM_PLM3, PFM_OS_PERF_EVENT, &arg) &&
		!strncmp(full, string, strcspn(string, ":") + 1) && !pfm_get_pmu_details(pmu_of(arg.idx), &details) &&
		!strcmp(device_of_instance(&details, arg.idx, full, of, sizeof of), device))
		strcpy(found->string, string);
	free(full);
}

/* Returns whether a decoded event is on the device: one that is on a single box is on no other. Names the box. */
static bool is_on_device(const char *device, pfm_decoded_t *found)
{
	pfm_event_facts_t facts = { .size = sizeof facts };
	const char *number = device + strlen(device);
	int idx = pfm_find_event(found->string);

	while (number > device && isdigit((unsigned char)number[-1]))
		number--;
	if (idx >= 0 && !pfm_get_event_facts(idx, PFM_NO_UMASK, &facts) && facts.box >= 0)
		return !*number || atoi(number) == facts.box;
	add_number(device, found);
	return true;
}

/* Returns whether a PMU that was asked before has the event of this name, too. */
static bool repeats(const char *pmu, const pfm_decoded_t *found)
{
	const char *event = strstr(found->string, "::");
	char string[sizeof found->string + 64];

	if (!pmu || !event)
		return false;
	snprintf(string, sizeof string, "%s%s", pmu, event);
	return pfm_find_event(string) >= 0;
}

static bool is_for_people(const struct decoding *decoding)
{
	return !decoding->given->json && !decoding->given->format;
}

/* Says which PMU a device that is not here is of: once for each PMU, whatever devices and codes it is asked for. */
static void say_whose_device_it_is(const char *operand, const char *device, const pfm_pmu_info_t *info)
{
	static bool said[HIGHEST_PMU + 1];
	unsigned int number = (unsigned int)info->pmu;

	if (number <= HIGHEST_PMU && said[number])
		return;
	if (number <= HIGHEST_PMU)
		said[number] = true;
	machine_set_root(secure_getenv("LIBPFM_FSROOT"));
	complain("%s: this machine %s %.*s; %s (%s) has it so", operand,
		is_about_files() && machine_has_device(device) ? "has no core online of" : "has no",
		(int)strcspn(operand, "/"), operand, info->name, info->desc);
}

/* ---- what else a code may be ---- */

/* Returns whether a name says the code without numbers: without modifiers, and unit masks by name. */
static bool is_plain(const char *string)
{
	return !strchr(string, '=') && !strstr(string, ":0x");
}

/* Returns whether a PMU has the code under a plain name, which goes to found. */
static bool has_plain_name(const pfm_pmu_info_t *info, const struct wanted *wanted, pfm_decoded_t *found)
{
	pfm_diagnosis_t why;
	pfm_code_t code;

	found->size = sizeof *found;
	return place_code(info, wanted, &code, &why) && pfm_decode(info->pmu, &code, found, 1) > 0 && found->exact &&
		is_plain(found->string);
}

/* Prefixes of numbered names in one generation of a device, and the event for the same thing in another generation. */
static const struct {
	const char *there, *here;
} successors[] = { { "DRAM_CHANNEL_DATA_CONTROLLER_", "LOCAL_PROCESSOR_READ_DATA_BEATS_CS" },
	{ "REMOTE_OUTBOUND_DATA_CONTROLLER_", "LOCAL_SOCKET_OUTBOUND_DATA_BEATS_LINK" } };

/* Writes this machine's event for one of another generation; empty: none is known. */
static void find_successor(const char *there, const char *device, char *text, size_t size)
{
	pfm_pmu_details_t details = { .size = sizeof details };
	pfm_pmu_info_t info = { .size = sizeof info };
	pfm_pmu_t pmu;

	*text = '\0';
	for_each_pmu(pmu)
	{
		if (!next_pmu(pmu, &info) || !info.is_present || pfm_get_pmu_details(pmu, &details) ||
			!is_named_like(&info, &details, device))
			continue;
		for (size_t i = 0; i < sizeof successors / sizeof *successors; i++) {
			size_t length = strlen(successors[i].there);

			if (strncmp(there, successors[i].there, length) != 0)
				continue;
			snprintf(text, size, "%s::%s%s", info.name, successors[i].here, there + length);
			if (pfm_find_event(text) >= 0)
				return;
			*text = '\0';
		}
	}
}

/* Says of a code that no event of the device has here what it is on another generation of the device. */
static void say_other_generation(const char *operand, const struct wanted *wanted)
{
	pfm_pmu_details_t details = { .size = sizeof details };
	pfm_pmu_info_t info = { .size = sizeof info };
	pfm_decoded_t found;
	char here[256];
	pfm_pmu_t pmu;

	for_each_pmu(pmu)
	{
		if (!next_pmu(pmu, &info) || info.is_present || pfm_get_pmu_details(pmu, &details) ||
			details.is_deprecated || !is_named_like(&info, &details, wanted->device) ||
			!has_plain_name(&info, wanted, &found))
			continue;
		find_successor(strstr(found.string, "::") + 2, wanted->device, here, sizeof here);
		complain("%s: on %s this is %s; here %s", operand, info.desc, found.string,
			*here ? here : "other codes count other things");
		return;
	}
}

/* Says which device of this machine has a raw code of the core that no event has by its name. */
static void say_which_box_has_it(const char *operand, const struct wanted *wanted)
{
	pfm_pmu_details_t details = { .size = sizeof details };
	pfm_pmu_info_t info = { .size = sizeof info };
	pfm_decoded_t found;
	pfm_pmu_t pmu;

	for_each_pmu(pmu)
	{
		if (!next_pmu(pmu, &info) || !info.is_present || info.type != PFM_PMU_TYPE_UNCORE ||
			pfm_get_pmu_details(pmu, &details) || !details.device || strpbrk(details.device, "{*,") ||
			!has_plain_name(&info, wanted, &found))
			continue;
		complain("%s: a code of the core; %s/config=0x%" PRIx64 "/ is %s", operand, details.device,
			wanted->code.words[0], found.string);
		return;
	}
}

/* Returns whether the event of a code, with one of its bits moved, is an event, too; parts: their names, joined. */
static bool moves_to(pfm_pmu_t pmu, const pfm_code_t *code, uint64_t from, uint64_t to, pfm_decoded_t *part)
{
	pfm_code_t moved = *code;

	part->size = sizeof *part;
	moved.words[0] = (code->words[0] & ~from) | to;
	return pfm_decode(pmu, &moved, part, 1) > 0 && part->exact && is_plain(part->string);
}

/* Says of a code that has the bits of several ports which events they are, if each is one by itself. */
static void say_parts(const char *operand, pfm_pmu_t pmu, const pfm_code_t *code, const pfm_decoded_t *best)
{
	pfm_code_t one = *code;
	pfm_decoded_t part;
	char names[1024];

	one.words[0] ^= best->left[0];
	if (best->left[1] || best->left[2] || (code->words[0] & best->left[0]) != best->left[0] ||
		!is_plain(best->string))
		return;
	for (uint64_t from = 1; from; from <<= 1) {
		size_t length = (size_t)snprintf(names, sizeof names, "%s", best->string);
		uint64_t left = one.words[0] & from ? best->left[0] : 0;

		while (left && length < sizeof names && moves_to(pmu, &one, from, left & -left, &part)) {
			length += (size_t)snprintf(names + length, sizeof names - length, " + %s", part.string);
			left &= left - 1;
		}
		if (one.words[0] & from && !left) {
			complain("%s: several at once: %s", operand, names);
			return;
		}
	}
}

/*
 * Says which code has an event of AMD's manuals, if this may be its number there: these are of 12 bits, of which perf
 * has the upper four elsewhere, so that 0x1c3 of the manual is no code of perf's.
 */
static void say_manuals_code(const char *operand, const pfm_pmu_info_t *pmu, const struct wanted *wanted)
{
	enum { FIRST = 0x100, LAST = 0xfff };
	const uint64_t umask = 0xff00;
	uint64_t number = wanted->code.words[0];
	struct wanted select = { .code = { .size = sizeof select.code, .count = 3, .os = PFM_OS_PERF_EVENT } };
	pfm_decoded_t found = { .size = sizeof found };
	pfm_diagnosis_t why;
	char terms[32], *event;
	pfm_code_t code;

	snprintf(terms, sizeof terms, "/event=0x%" PRIx64 "/", number);
	select.terms = terms;
	if (wanted->terms || wanted->code.os == PFM_OS_NONE || number < FIRST || number > LAST ||
		wanted->code.words[1] || wanted->code.words[2] || !place_code(pmu, &select, &code, &why) ||
		code.words[0] == number)
		return;
	if (pfm_decode(pmu->pmu, &code, &found, 1) < 1 || found.left[0] & ~umask || found.left[1] || found.left[2]) {
		complain("%s: event select 0x%" PRIx64 " of the manual is r%" PRIx64 ", which is no event of %s",
			operand, number, code.words[0], pmu->name);
		return;
	}
	event = strstr(found.string, "::") + 2;
	if (!found.exact) /* it needs a unit mask, which the manual has in another table */
		event[strcspn(event, ":")] = '\0';
	complain("%s: event select 0x%" PRIx64 " of the manual is r%" PRIx64 ": %s", operand, number, code.words[0],
		found.string);
}

/* Finds the vendor's name in perf's language for a code that no event string has. */
static bool take_vendors_name(const pfm_pmu_info_t *pmu, const pfm_code_t *code, pfm_decoded_t *found)
{
	pfm_decoded_t vendors = { .size = sizeof vendors, .exact = 1 };

	if (code->os == PFM_OS_NONE || !find_vendors_name(pmu, code, vendors.string, sizeof vendors.string))
		return false;
	*found = vendors;
	return true;
}

static struct lookup look_up(const char *operand, const struct wanted *wanted, const struct decoding *decoding)
{
	static pfm_decoded_t found[32];
	pfm_pmu_info_t info = { .size = sizeof info };
	struct lookup lookup = { 0 };
	const char *before = NULL; /* a PMU of the same device that was printed before */
	char generics[256];
	pfm_code_t code;
	pfm_pmu_t pmu;

	found[0].size = sizeof found[0];
	for_each_pmu(pmu)
	{
		int count;

		if (!next_pmu(pmu, &info) || !is_candidate(&info, decoding, wanted))
			continue;
		lookup.pmus++;
		if (!place_code(&info, wanted, &code, &lookup.why)) {
			lookup.unreadable++;
			continue;
		}
		if (is_for_people(decoding))
			say_manuals_code(operand, &info, wanted);
		count = pfm_decode(pmu, &code, found, 32);
		is_lacking(count);
		if (count >= 0 && !(count && found[0].exact) && take_vendors_name(&info, &code, &found[0]))
			count = 1;
		generic_names(pmu, &code, generics, sizeof generics);
		if (count > 0 && found[0].exact && *generics && is_for_people(decoding))
			complain("%s: on %s this is what the kernel calls %s", operand, info.name, generics);
		for (int i = 0; i < count && (found[i].exact || decoding->all || (!i && !lookup.found)); i++) {
			if (before && (!found[i].exact || repeats(before, &found[i])))
				continue;
			/* the number in a core's device is not that of a box */
			if (info.type != PFM_PMU_TYPE_CORE && !is_on_device(wanted->device, &found[i]))
				continue;
			print_decoded(operand, &found[i], generics, decoding);
			lookup.found = true;
			lookup.exact |= found[i].exact;
			lookup.plain |= found[i].exact && is_plain(found[i].string);
		}
		if (count > 0 && !found[0].exact && wanted->device[0] && is_for_people(decoding))
			say_parts(operand, pmu, &code, &found[0]);
		if (lookup.found && wanted->device[0] && !decoding->given->pmu) {
			if (wanted->where >= DEVICE_ANYWHERE && is_for_people(decoding))
				say_whose_device_it_is(operand, wanted->device, &info);
			/* on other machines, other generations of the device would repeat the same */
			if (wanted->where >= DEVICE_ANYWHERE || before)
				break;
			before = info.name;
		}
	}
	return lookup;
}

/* Finds the first device of a name that stands for several, or for one of this machine that is called otherwise. */
static bool find_device(const char *operand, const struct decoding *decoding, struct wanted *wanted)
{
	pfm_perf_event_t *events;
	int count = read_perfs(operand, decoding->given, &events, NULL);

	if (count > 0)
		snprintf(wanted->device, sizeof wanted->device, "%s", events->device);
	free(events);
	return count > 0;
}

static struct lookup look_up_anywhere(const char *operand, struct wanted *wanted, const struct decoding *decoding)
{
	struct lookup lookup;

	wanted->where = DEVICE_HERE;
	lookup = look_up(operand, wanted, decoding);
	if (!lookup.pmus && wanted->device[0] && find_device(operand, decoding, wanted))
		lookup = look_up(operand, wanted, decoding);
	while (!lookup.pmus && wanted->device[0] && wanted->where != DEVICE_ELSEWHERE) {
		wanted->where++;
		if (wanted->where != DEVICE_ANYWHERE || decoding->given->cpu)
			lookup = look_up(operand, wanted, decoding);
	}
	return lookup;
}

static bool decode(const char *operand, void *data)
{
	const struct decoding *decoding = data;
	struct wanted wanted;
	struct lookup lookup;

	if (!read_code(operand, &wanted))
		return refuse(operand, PFM_ERR_INVAL,
			"not a code; expected rNNN, 0xNNN, NNN:NNN or device/config=..,config1=../", decoding->given);
	wanted.code.os = decoding->registers ? PFM_OS_NONE : PFM_OS_PERF_EVENT;
	lookup = look_up_anywhere(operand, &wanted, decoding);
	if (!lookup.pmus)
		return refuse(operand, PFM_ERR_NOTSUPP,
			decoding->given->pmu ? "--pmu leaves no PMU that could have it"
					     : "this machine has no PMU for it; say which with --pmu or --cpu",
			decoding->given);
	if (lookup.unreadable == lookup.pmus)
		return refuse(operand, lookup.why.error, lookup.why.message, decoding->given);
	if (is_for_people(decoding) && !decoding->given->pmu && wanted.device[0] && !lookup.exact)
		say_other_generation(operand, &wanted);
	else if (is_for_people(decoding) && !wanted.device[0] && !lookup.plain && wanted.code.words[0] > 0xffff)
		say_which_box_has_it(operand, &wanted);
	if (!lookup.found)
		return refuse(operand, PFM_ERR_NOTFOUND, "no event has this code", decoding->given);
	return true;
}

int check_decoded_format(const char *format)
{
	return check_format(format, decoded_fields, DECODED_FIELDS);
}

bool decode_codes(int count, char **operands, struct decoding *decoding)
{
	return for_each_code(count, operands, decoding->given, decode, decoding);
}
