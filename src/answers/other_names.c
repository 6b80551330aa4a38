/*
 * Each tool's way to write an event is a rule, and rules are tried in turn. What a rule makes of a name is an answer
 * only if it encodes.
 */
#define _GNU_SOURCE
#include "answers/other_names.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "answers/meaning.h"
#include "encode/encode_string.h"
#include "language/presets.h"

/* What is asked, and where the answer goes. */
struct rewriting {
	const char *pmu;                /* "PMU::" of the string, or "" */
	pfm_os_t os;
	unsigned int how;               /* OTHER_* */
	const char *behind;             /* how it is to be counted: ":u:period=1000", or "" */
	char *name;
};

static bool must_be_certain(const struct rewriting *rewriting)
{
	return rewriting->how & OTHER_CERTAIN;
}

/* A part of text as the tables write it, if letter case is all that differs. */
static void take_letters(char *text, const char *name)
{
	size_t length = strlen(name);

	if (!strncasecmp(text, name, length) && (!text[length] || text[length] == ':'))
		memcpy(text, name, length);
}

static void write_as_tables(const struct selection *selection, char *text)
{
	char *colon;

	take_letters(text, name_at(selection->ref.in, selection->ref.event->name));
	colon = strchr(text, ':');
	for (int i = 0; colon && i < selection->count; i++)
		if (selection->attributes[i].kind == ATTRIBUTE_UMASK)
			take_letters(colon + 1, name_at(selection->ref.in,
				ref_umask(&selection->ref, selection->attributes[i].index)->name));
}

/* Whether a name is an event that encodes, with the string's PMU; it is the answer then. */
static bool is_answer(const struct rewriting *rewriting, const char *name)
{
	struct selection selection;
	char text[2 * OTHER_NAME];

	if (!*name || snprintf(text, sizeof text, "%s%s%s", rewriting->pmu, name, rewriting->behind) >= OTHER_NAME ||
	    resolve(text, rewriting->os, &selection))
		return false;
	strcpy(rewriting->name, text);
	write_as_tables(&selection, rewriting->name + strlen(rewriting->pmu));
	return true;
}

/* How another tool says that an event is to be counted; -1: it does not. */
struct counting {
	int user, kernel;
	unsigned long period;
};

/*
 * The same rules with that behind the name, if it is asked for: levels and the period, in modifiers' words. What a
 * suggestion says is the event alone.
 */
static bool count_as(const struct rewriting *rewriting, const struct counting *counting, const char *name,
	bool (*rule)(const struct rewriting *rewriting, const char *name))
{
	struct rewriting counted = *rewriting;
	char behind[64] = "";
	size_t length = 0;

	if (must_be_certain(rewriting) && counting->user != counting->kernel) {
		if (!counting->user)
			length = (size_t)snprintf(behind, sizeof behind, ":k");
		else if (!counting->kernel)
			length = (size_t)snprintf(behind, sizeof behind, ":u");
	}
	if (rewriting->how & OTHER_PERIOD && counting->period)
		snprintf(behind + length, sizeof behind - length, ":period=%lu", counting->period);
	counted.behind = behind;
	return rule(&counted, name);
}

/* likwid, ocperf: "_" for the colon. The longest event's name is right: an event may begin with another's name. */
static bool split_at_underscore(const struct rewriting *rewriting, const char *name)
{
	char copy[OTHER_NAME];

	if (snprintf(copy, sizeof copy, "%s", name) >= (int)sizeof copy)
		return false;
	if (is_answer(rewriting, copy))
		return true;
	for (size_t i = strlen(copy); i-- > 1;) {
		if (copy[i] != '_')
			continue;
		copy[i] = ':';
		if (copy[i + 1] && is_answer(rewriting, copy))
			return true;
		copy[i] = '_';
	}
	return false;
}

/* VTune, and Intel's old files: _PS is the same event, sampled precisely. */
static bool split_without_ps(const struct rewriting *rewriting, const char *name)
{
	char copy[OTHER_NAME];
	size_t length = strlen(name);

	if (split_at_underscore(rewriting, name))
		return true;
	if (length <= 3 || length >= sizeof copy || strcasecmp(name + length - 3, "_PS"))
		return false;
	snprintf(copy, sizeof copy, "%.*s", (int)(length - 3), name);
	return split_at_underscore(rewriting, copy);
}

/* VTune: what stands between a colon and the next is how to count; false: it is of the name. */
static bool take_option(const char *option, size_t length, struct counting *counting)
{
	const char *value = memchr(option, '=', length);
	size_t word = value ? (size_t)(value - option) : 0;
	bool is_no = value && !strncasecmp(value + 1, "no", 2);

	if (word == 2 && !strncasecmp(option, "sa", 2))
		counting->period = strtoul(value + 1, NULL, 0);
	else if ((word == 4 && !strncasecmp(option, "user", 4)) || (word == 3 && !strncasecmp(option, "usr", 3)))
		counting->user = !is_no;
	else if (word == 2 && !strncasecmp(option, "os", 2))
		counting->kernel = !is_no;
	else
		return false;
	return true;
}

/* VTune: EVENT[UNIT1] of one box; :sa=N (a period), :USER=no and the like say how to count, not what. */
static bool without_options(const struct rewriting *rewriting, const char *name)
{
	struct counting counting = { -1, -1, 0 };
	char copy[OTHER_NAME];
	size_t length = 0;

	for (const char *at = name; *at && length + 1 < sizeof copy; at++) {
		size_t option = strcspn(at + 1, ":");

		if (*at == '[') {
			at += strcspn(at, "]");
			if (!*at)
				break;
			continue;
		}
		if (*at == ':' && take_option(at + 1, option, &counting)) {
			at += option;
			continue;
		}
		copy[length++] = *at;
	}
	copy[length] = '\0';
	return strcmp(copy, name) && count_as(rewriting, &counting, copy, split_without_ps);
}

/* VTune, ocperf: OFFCORE_RESPONSE:request=A:response=B is A_B, with an underscore for a dot in either. */
static bool of_responses(const struct rewriting *rewriting, const char *name)
{
	const char *request = strcasestr(name, ":request="), *response = strcasestr(name, ":response=");
	char copy[OTHER_NAME];
	struct counting counting = { -1, -1, 0 };
	const char *behind;
	size_t length;

	if (!request || !response || response < request)
		return false;
	behind = response + 10 + strcspn(response + 10, ":");
	if (*behind && !take_option(behind + 1, strlen(behind + 1), &counting))
		return false;
	length = (size_t)snprintf(copy, sizeof copy, "%.*s:%.*s_%.*s", (int)(request - name), name,
		(int)(response - request - 9), request + 9, (int)(behind - response - 10), response + 10);
	if (length >= sizeof copy)
		return false;
	for (char *at = copy; *at; at++)
		*at = *at == '.' ? '_' : *at;
	return count_as(rewriting, &counting, copy, is_answer);
}

static bool have_same_codes(const char *a, const char *b, pfm_os_t os)
{
	struct selection of_a, of_b;
	struct encoding code_a, code_b;

	return !encode_string(a, PFM_PLM3, os, &of_a, &code_a) && !encode_string(b, PFM_PLM3, os, &of_b, &code_b) &&
	       of_a.ref.pmu == of_b.ref.pmu && code_a.count == code_b.count &&
	       !memcmp(code_a.words, code_b.words, (size_t)code_a.count * sizeof *code_a.words);
}

/* likwid: names of boxes' events without UNC_ and the box, which is certain if one kind of boxes alone has it. */
static bool of_boxes(const struct rewriting *rewriting, const char *name)
{
	static const char fronts[][12] = { "UNC_", "UNC_CHA_", "UNC_C_", "UNC_CBO_", "UNC_M_", "UNC_M2M_",
		"UNC_UPI_", "UNC_Q_", "UNC_IIO_", "UNC_I_", "UNC_H_", "UNC_P_", "UNC_R2_", "UNC_R3_", "UNC_U_",
		"UNC_M3UPI_", "UNC_M2P_", "UNC_MCHBM_", "UNC_MDF_", "UNC_B2CMI_", "UNC_ARB_", "UNC_R2PCIE_", "UNC_E_",
		"UNC_S_" };
	char copy[2 * OTHER_NAME], only[OTHER_NAME];
	int boxes = 0;

	for (const char *at = name; *at; at++)
		if (islower((unsigned char)*at))
			return false;
	for (size_t i = 0; i < sizeof fronts / sizeof fronts[0]; i++)
		if (snprintf(copy, sizeof copy, "%s%s", fronts[i], name) < OTHER_NAME &&
			split_at_underscore(rewriting, copy)) {
			if (!must_be_certain(rewriting))
				return true;
			if (boxes && !have_same_codes(only, rewriting->name, rewriting->os))
				return false;
			if (!boxes++)
				strcpy(only, rewriting->name);
		}
	if (boxes)
		strcpy(rewriting->name, only);
	return boxes;
}

/* likwid's names of counters: PMC0, FIXC1, MBOX0C1, PWR0, UPMC3. */
static bool is_counter(const char *text)
{
	static const char counters[][8] = { "PMC", "FIXC", "PWR", "UPMC", "CPMC", "DFC", "TMP", "GPMC" };
	const char *box = strstr(text, "BOX");

	for (size_t i = 0; i < sizeof counters / sizeof counters[0]; i++) {
		size_t length = strlen(counters[i]);

		if (!strncmp(text, counters[i], length) && isdigit((unsigned char)text[length]))
			return !text[length + strspn(text + length, "0123456789")];
	}
	return box && box - text <= 3 && strspn(box + 3, "0123456789CFIXD") == strlen(box + 3);
}

/* likwid: EVENT:PMC0, which says where it is to be counted. How, behind that, is nothing to be left out. */
static bool without_counter(const struct rewriting *rewriting, const char *name)
{
	const char *colon = strrchr(name, ':');
	char copy[OTHER_NAME];

	if (!colon || colon == name || !is_counter(colon + 1) || colon - name >= OTHER_NAME)
		return false;
	snprintf(copy, sizeof copy, "%.*s", (int)(colon - name), name);
	return split_at_underscore(rewriting, copy) || of_boxes(rewriting, copy);
}

/* Events in device trees and at the shell: dashes for underscores. */
static bool of_dashes(const struct rewriting *rewriting, const char *name)
{
	char copy[OTHER_NAME];

	if (!strchr(name, '-') || snprintf(copy, sizeof copy, "%s", name) >= (int)sizeof copy)
		return false;
	for (char *at = copy; *at; at++)
		*at = *at == '-' ? '_' : *at;
	return is_answer(rewriting, copy);
}

/* Whether an event alone says which unit masks are meant: it has none. */
static bool has_no_umasks(const struct rewriting *rewriting, const char *event)
{
	struct selection selection;
	char text[2 * OTHER_NAME];

	snprintf(text, sizeof text, "%s%s", rewriting->pmu, event);
	return !resolve(text, rewriting->os, &selection) &&
	       !event_umasks(selection.ref.in, selection.ref.event)->count;
}

/* oprofile: EVENT:count:unit mask:kernel:user, all numbers. Without a unit mask it has one of its own in mind. */
static bool of_oprofile(const struct rewriting *rewriting, const char *name)
{
	const char *count = strchr(name, ':'), *mask = count ? strchr(count + 1, ':') : NULL,
		   *kernel = mask ? strchr(mask + 1, ':') : NULL, *user = kernel ? strchr(kernel + 1, ':') : NULL;
	struct counting counting = { user ? user[1] != '0' : -1, kernel ? kernel[1] != '0' : -1, 0 };
	char event[OTHER_NAME], with_mask[2 * OTHER_NAME];
	unsigned long bits = mask ? strtoul(mask + 1, NULL, 0) : 0;

	if (!count || count == name || count[1 + strspn(count + 1, "0123456789abcdefxABCDEFX:")] ||
	    !isdigit((unsigned char)count[1]) || count - name >= OTHER_NAME)
		return false;
	counting.period = strtoul(count + 1, NULL, 0);
	snprintf(event, sizeof event, "%.*s", (int)(count - name), name);
	/* with the unit mask in its name it says it twice */
	snprintf(with_mask, sizeof with_mask, "%s:0x%lx", event, bits);
	if (mask && count_as(rewriting, &counting, with_mask, is_answer))
		return true;
	/* a number alone behind the event may be meant as a unit mask, if it is not too large for one */
	if (must_be_certain(rewriting) && ((!mask && counting.period <= UINT8_MAX) || bits ||
						  !has_no_umasks(rewriting, event)))
		return false;
	return count_as(rewriting, &counting, event, split_at_underscore);
}

/* Arm's headers: ARMV8_PMUV3_PERFCTR_NAME, ARMV8_IMPDEF_PERFCTR_NAME, ARMV8_NAME, ARMV7_A15_PERFCTR_NAME. */
static bool of_arm(const struct rewriting *rewriting, const char *name)
{
	static const char fronts[][24] = { "ARMV8_PMUV3_PERFCTR_", "ARMV8_IMPDEF_PERFCTR_", "ARMV9_", "ARMV8_" };
	const char *counter = strncasecmp(name, "ARMV7_", 6) ? NULL : strcasestr(name, "PERFCTR_");

	if (counter)
		return is_answer(rewriting, counter + 8);
	for (size_t i = 0; i < sizeof fronts / sizeof fronts[0]; i++)
		if (!strncasecmp(name, fronts[i], strlen(fronts[i])))
			return is_answer(rewriting, name + strlen(fronts[i]));
	return false;
}

/* AMD's manuals: IcCacheFillL2, behind Core::X86::Pmc::Core:: or not, is IC_CACHE_FILL_L2. */
static bool of_camel_case(const struct rewriting *rewriting, const char *name)
{
	char copy[OTHER_NAME];
	const char *colons;
	size_t length = 0;

	for (bool is_manual = !strncasecmp(name, "Core::", 6); is_manual && (colons = strstr(name, "::"));)
		name = colons + 2;
	for (const char *at = name; *at && length + 2 < sizeof copy; at++) {
		if (*at == '.' && at > name) { /* a unit mask of it, in the manuals as in the kernel */
			copy[length++] = ':';
			continue;
		}
		if (!isalnum((unsigned char)*at) && *at != '_')
			return false;
		if (at > name && isupper((unsigned char)*at) && islower((unsigned char)at[-1]))
			copy[length++] = '_';
		copy[length++] = (char)toupper((unsigned char)*at);
	}
	copy[length] = '\0';
	return split_at_underscore(rewriting, copy);
}

/* uProf: PMCxNNN:0xUU, and event=PMCxNNN,umask=0xUU. */
static bool of_amd_code(const struct rewriting *rewriting, const char *name)
{
	unsigned int event = 0, umask = 0;
	char copy[OTHER_NAME];
	int end = 0;

	if (!strncasecmp(name, "event=", 6))
		name += 6;
	if (strncasecmp(name, "PMCx", 4) != 0 || sscanf(name + 4, "%3x%n", &event, &end) != 1)
		return false;
	name += 4 + end;
	if (*name == ':')
		sscanf(name + 1, "%x", &umask);
	else if (!strncasecmp(name, ",umask=", 7))
		sscanf(name + 7, "%x", &umask);
	else if (*name)
		return false;
	snprintf(copy, sizeof copy, "r%llx",
		(unsigned long long)(event & 0xff) | (umask & 0xff) << 8 | (unsigned long long)(event >> 8) << 32);
	return is_answer(rewriting, copy);
}

/* Arm's and IBM's manuals: an event's number; likwid: UNKNOWN_8D for what the maker does not name. */
static bool of_code(const struct rewriting *rewriting, const char *name)
{
	static const char fronts[][12] = { "0x", "UNKNOWN_", "UNKNOWN_0x", "EVENT_0x", "EVENT_" };
	char copy[OTHER_NAME];

	for (size_t i = 0; i < sizeof fronts / sizeof fronts[0]; i++) {
		size_t front = strlen(fronts[i]), digits = strspn(name + (strlen(name) < front ? 0 : front),
			"0123456789abcdefABCDEF");

		if (strncasecmp(name, fronts[i], front) != 0 || !digits || digits > 8 || name[front + digits] ||
			(must_be_certain(rewriting) && i))
			continue;
		snprintf(copy, sizeof copy, "r%llx", strtoull(name + front, NULL, 16));
		return is_answer(rewriting, copy);
	}
	return of_amd_code(rewriting, name);
}

/* ---- tables ---- */

/* The first of a list that the machine has. */
static bool is_any_answer(const struct rewriting *rewriting, const char *list)
{
	char copy[OTHER_NAME];

	for (; *list; list += strcspn(list, " "), list += *list == ' ') {
		snprintf(copy, sizeof copy, "%.*s", (int)strcspn(list, " "), list);
		if (is_answer(rewriting, copy))
			return true;
	}
	return false;
}

/* PAPI's presets: certain where one event or unit mask is all, and PAPI has it so there. Else the first event. */
static bool of_papi(const struct rewriting *rewriting, const char *name)
{
	char text[2 * OTHER_NAME];
	int length = (int)strcspn(name, ":");
	struct preset preset;

	if (snprintf(text, sizeof text, "%s%.*s", rewriting->pmu, length, name) >= (int)sizeof text ||
	    !preset_here(text, strlen(text), &preset) ||
	    (must_be_certain(rewriting) && !(preset.is_event && preset.is_papis)))
		return false;
	snprintf(text, sizeof text, "%s%s", preset.first, name + length);
	return is_answer(rewriting, text);
}

/* Windows and others: words written as one, BranchMispredictions, by what they mean. */
static bool of_words(const struct rewriting *rewriting, const char *name)
{
	struct meaning *meaning;
	char words[2 * OTHER_NAME];
	size_t length = 0;
	bool is_camel = false, is_meant = false;

	for (const char *at = name; *at && length + 2 < sizeof words; at++) {
		bool begins = isupper((unsigned char)*at) && (at == name || islower((unsigned char)at[-1]) ||
							      islower((unsigned char)at[1]));

		if (!isalnum((unsigned char)*at))
			return false;
		if (begins && at > name)
			words[length++] = ' ';
		is_camel |= begins && at > name;
		words[length++] = *at;
	}
	words[length] = '\0';
	meaning = is_camel ? malloc(sizeof *meaning) : NULL;
	if (!meaning)
		return false;
	meaning_of(words, meaning);
	if (meaning->covered == (1U << meaning->count) - 1)
		is_meant = is_any_answer(rewriting, meaning->events);
	free(meaning);
	return is_meant;
}

/* ---- CPUs ---- */

/* CPU::EVENT where a PMU, too, is called so, and has no such event: another of the CPU's, a box. */
static bool of_cpus_boxes(const struct rewriting *rewriting, const char *name)
{
	struct event_string string;
	struct event_ref ref;
	bool is_cpu;
	char pmu[OTHER_NAME];
	struct rewriting on_box = *rewriting;

	if (!event_string_split(name, &string) || !string.has_pmu ||
	    find_on_cpu(string.pmu.span, &string.terms[0].name, &ref, &is_cpu) ||
	    snprintf(pmu, sizeof pmu, "%s::", pmu_name(ref.pmu)) >= (int)sizeof pmu)
		return false;
	on_box.pmu = pmu;
	return is_answer(&on_box, string.terms[0].name.span.text);
}

/* ---- all together ---- */

/* In turn; of those that are not certain one does not know that they mean what they find. */
static bool try_rules(const struct rewriting *rewriting, const char *name)
{
	static const struct {
		bool (*rule)(const struct rewriting *rewriting, const char *name);
		bool is_certain;
	} rules[] = {
		{ of_responses, true }, { without_options, true }, { of_papi, true }, { of_code, true },
		{ of_oprofile, true }, { without_counter, true }, { of_dashes, true }, { of_arm, true },
		{ split_without_ps, true }, { of_camel_case, true },
		{ of_boxes, true }, { of_cpus_boxes, true }, { of_words, false } };

	for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++)
		if ((rules[i].is_certain || !must_be_certain(rewriting)) && rules[i].rule(rewriting, name))
			return true;
	return false;
}

bool other_name(const char *text, pfm_os_t os, unsigned int how, char name[OTHER_NAME])
{
	char pmu[OTHER_NAME] = "";
	const char *colons = strstr(text, "::");
	struct rewriting rewriting = { pmu, os, how, "", name };

	if (strlen(text) >= OTHER_NAME)
		return false;
	if (try_rules(&rewriting, text))
		return true;
	if (!colons)
		return false;
	snprintf(pmu, sizeof pmu, "%.*s", (int)(colons + 2 - text), text);
	return try_rules(&rewriting, colons + 2);
}
