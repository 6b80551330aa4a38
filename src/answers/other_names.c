/*
 * Each tool's notation for events is a rule; rules are tried in turn. The result of a rule is an answer only if it can
 * be encoded.
 */
#define _GNU_SOURCE
#include "answers/other_names.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "answers/alike.h"
#include "answers/meaning.h"
#include "answers/name_index.h"
#include "answers/other_options.h"
#include "answers/suggest.h"
#include "encode/encode_string.h"
#include "language/language.h"
#include "language/presets.h"

/* A name to translate, and the buffer for the answer. */
struct rewriting {
	const char *pmu;                /* the string's prefix "PMU::", or "" */
	pfm_os_t os;
	unsigned int how;               /* OTHER_* flags */
	const char *behind;             /* modifiers of the string, e.g. ":u:period=1000", or "" */
	char *name;
};

static bool must_be_certain(const struct rewriting *rewriting)
{
	return rewriting->how & OTHER_CERTAIN;
}

/* Replaces a part of text by the tables' name, if letter case is all that differs. */
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

/* Returns whether an event needs a unit mask and names none. */
static bool needs_umask(const struct selection *selection)
{
	struct selection encoded = *selection;
	struct encoding encoding;

	for (int i = 0; i < selection->count; i++)
		if (selection->attributes[i].kind == ATTRIBUTE_UMASK)
			return false;
	return event_umasks(selection->ref.in, selection->ref.event)->count &&
	       encode(&encoded, PFM_PLM3, &encoding) == PFM_ERR_UMASK;
}

/* Returns the unit mask that means the whole event, ALL or ANY; else its first. */
static const char *widest_umask(const struct event_ref *ref)
{
	static const char whole[][4] = { "ALL", "ANY" };
	const struct table_umask_set *set = event_umasks(ref->in, ref->event);
	const char *first = NULL;

	for (size_t i = 0; i < sizeof whole / sizeof whole[0]; i++)
		for (int row = 0; row < set->count; row++) {
			const struct table_umask *umask = event_umask(ref->in, ref->event, row);
			const char *name = name_at(ref->in, umask->name);

			if (!umask_is_visible(ref->in, umask, pmu_data(ref->pmu)->visible))
				continue;
			if (!strcasecmp(name, whole[i]))
				return name;
			first = first ? first : name;
		}
	return first;
}

/*
 * Returns whether a name is an event that encodes, with the string's PMU; it is the answer then. One that lacks a unit
 * mask is none for sure, and a suggestion with one.
 */
static bool is_answer(const struct rewriting *rewriting, const char *name)
{
	struct selection selection;
	char text[2 * OTHER_NAME];
	const char *umask;

	if (!*name || snprintf(text, sizeof text, "%s%s%s", rewriting->pmu, name, rewriting->behind) >= OTHER_NAME ||
	    resolve(text, rewriting->os, &selection))
		return false;
	if (needs_umask(&selection)) {
		umask = must_be_certain(rewriting) ? NULL : widest_umask(&selection.ref);
		if (!umask || snprintf(text, sizeof text, "%s%s:%s", rewriting->pmu, name, umask) >= OTHER_NAME ||
		    resolve(text, rewriting->os, &selection))
			return false;
	}
	strcpy(rewriting->name, text);
	write_as_tables(&selection, rewriting->name + strlen(rewriting->pmu));
	return true;
}

/* Returns whether perf's language reads a text; one with a PMU in front is not perf's. */
static bool is_perfs_answer(const struct rewriting *rewriting, const char *text)
{
	struct perf_parser parser = { .text = text, .language = PFM_LANGUAGE_PERF, .stride = sizeof(pfm_perf_event_t) };

	if (*rewriting->pmu || strlen(text) >= OTHER_NAME || !perf_read(&parser, false))
		return false;
	strcpy(rewriting->name, text);
	return true;
}

/* Returns whether libpfm4 takes levels of an event's PMU and counts at all of them still, as of POWER7. */
static bool drops_levels(const char *name)
{
	struct selection selection;

	return !resolve(name, PFM_OS_PERF_EVENT, &selection) && !pmu_plm(selection.ref.pmu) &&
	       pmu_data(selection.ref.pmu)->type == PFM_PMU_TYPE_CORE && !pmu_is_perf(selection.ref.pmu);
}

/* Writes EVENT.UMASK/TERMS/LETTERS, for what event strings lack: precision of any event, whole config words. */
static bool count_as_perf(const struct rewriting *rewriting, const struct counting *counting, const char *levels,
	const char *name)
{
	char terms[192], letters[2 * MOST_LETTERS] = "", text[2 * OTHER_NAME];
	const char *colon = strchr(name, ':');
	size_t event = colon ? (size_t)(colon - name) : strlen(name), length = 0;

	for (; *levels; levels++)
		if (*levels != ':')
			letters[length++] = *levels;
	snprintf(letters + length, sizeof letters - length, "%s", counting->letters);
	if (!counting_terms(counting, rewriting->how & OTHER_PERIOD, terms, sizeof terms) ||
		(colon && strpbrk(colon + 1, ":.=")))
		return false;
	snprintf(text, sizeof text, "%.*s%s%s%s%s%s", (int)event, name, colon ? "." : "", colon ? colon + 1 : "",
		*terms || drops_levels(name) ? "/" : ":", *terms ? terms + 1 : "",
		*terms || drops_levels(name) ? "/" : "");
	length = strlen(text);
	snprintf(text + length, sizeof text - length, "%s", letters);
	return is_perfs_answer(rewriting, text);
}

/*
 * Tries a rule with options, levels, and the period if it is asked for behind the name: as modifiers, else in perf's
 * language, which goes first for precision, as it has that for every event.
 */
static bool count_as(const struct rewriting *rewriting, const struct counting *counting, const char *name,
	bool (*rule)(const struct rewriting *rewriting, const char *name))
{
	struct rewriting counted = *rewriting;
	char behind[160], levels[16], event[OTHER_NAME];
	bool can_be_modifiers;
	size_t length;

	if (!counting_levels(counting, levels, sizeof levels))
		return false;
	length = (size_t)snprintf(behind, sizeof behind, "%s", levels);
	can_be_modifiers = counting_modifiers(counting, behind + length, sizeof behind - length);
	length = strlen(behind);
	if (rewriting->how & OTHER_PERIOD && counting->period)
		snprintf(behind + length, sizeof behind - length, ":period=%llu",
			(unsigned long long)counting->period);
	counted.behind = behind;
	if (can_be_modifiers && !*counting->letters && rule(&counted, name) &&
		!(*levels && drops_levels(rewriting->name)))
		return true;
	counted.behind = "";
	counted.name = event;
	if (rule(&counted, name) && count_as_perf(rewriting, counting, levels, event))
		return true;
	counted.behind = behind;
	counted.name = rewriting->name;
	return can_be_modifiers && *counting->letters && rule(&counted, name) &&
	       !(*levels && drops_levels(rewriting->name));
}

/* likwid, ocperf: tries "_" as the colon, from the end on: an event may begin with another's name. */
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

/* VTune, and Intel's old files: tries without _PS, the same event, sampled precisely. */
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

static bool have_same_codes(const char *a, const char *b, pfm_os_t os)
{
	struct selection of_a, of_b;
	struct encoding code_a, code_b;

	return !encode_string(a, PFM_PLM3, os, &of_a, &code_a) && !encode_string(b, PFM_PLM3, os, &of_b, &code_b) &&
	       of_a.ref.pmu == of_b.ref.pmu && code_a.count == code_b.count &&
	       !memcmp(code_a.words, code_b.words, (size_t)code_a.count * sizeof *code_a.words);
}

/* likwid: tries box events without UNC_ and the box, which is certain if one kind of boxes alone has the name. */
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
		if ((*rewriting->pmu || box_event_may_begin(fronts[i], name)) &&
			snprintf(copy, sizeof copy, "%s%s", fronts[i], name) < OTHER_NAME &&
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

/* Device trees and the shell: tries underscores for dashes; simpleperf has raw- in front of a core's own events. */
static bool of_dashes(const struct rewriting *rewriting, const char *name)
{
	char copy[OTHER_NAME];

	if (!strncasecmp(name, "raw-", 4))
		name += 4;
	if (!strchr(name, '-') || snprintf(copy, sizeof copy, "%s", name) >= (int)sizeof copy)
		return false;
	for (char *at = copy; *at; at++)
		*at = *at == '-' ? '_' : *at;
	return is_answer(rewriting, copy);
}

/* Recognizes what Arm's headers have behind ARMV8_ beside names: an extension, or a core. */
static bool is_of_arm(struct span word)
{
	static const char extensions[][8] = { "PMUV3", "IMPDEF", "SPE", "AMU", "MTE" };

	for (size_t i = 0; i < sizeof extensions / sizeof extensions[0]; i++)
		if (span_is(word, extensions[i]))
			return true;
	return word.length > 1 && strspn(word.text + 1, "0123456789") == word.length - 1;
}

/*
 * Arm's headers: tries NAME of ARMV8_PMUV3_PERFCTR_NAME, ARMV8_SPE_PERFCTR_NAME, ARMV7_A15_PERFCTR_NAME,
 * ARMV8_A57_NAME, ARMV8_NAME. Any word but extensions and cores is part of the name: ARMV8_BUS_CYCLES is not CYCLES.
 */
static bool of_arm(const struct rewriting *rewriting, const char *name)
{
	const char *counter = strcasestr(name, "PERFCTR_");
	size_t front;

	if (strncasecmp(name, "ARMV", 4) != 0 || name[4] < '6' || name[4] > '9' || name[5] != '_')
		return false;
	name += 6;
	if (counter)
		return is_answer(rewriting, counter + 8);
	if (is_answer(rewriting, name))
		return true;
	front = strcspn(name, "_");
	return name[front] && is_of_arm((struct span){ name, front }) && is_answer(rewriting, name + front + 1);
}

/* ---- letters and digits alone ---- */

/* Returns whether a name of the tables is a word but for letter case and underscores. */
static bool is_spelt(const char *name, struct span word)
{
	const char *end = word.text + word.length;

	for (const char *at = word.text;; at++, name++) {
		while (*name == '_')
			name++;
		while (at < end && *at == '_')
			at++;
		if (at == end || !*name)
			return at == end && !*name;
		if (ascii_lower((unsigned char)*name) != ascii_lower((unsigned char)*at))
			return false;
	}
}

static const char *umask_spelt(const struct event_ref *ref, struct span word)
{
	const struct table_umask_set *set = event_umasks(ref->in, ref->event);

	for (int row = 0; row < set->count; row++) {
		const struct table_umask *umask = event_umask(ref->in, ref->event, row);
		const char *name = name_at(ref->in, umask->name);

		if (umask_is_visible(ref->in, umask, pmu_data(ref->pmu)->visible) && is_spelt(name, word))
			return name;
	}
	return NULL;
}

/* The parts of a name: event or code, and unit masks behind dots, colons or in brackets. */
struct parts {
	struct span event, umask;       /* umask.text is NULL without unit masks */
};

static bool take_parts(const char *name, struct parts *parts)
{
	size_t event = strcspn(name, ".:["), umask = name[event] ? strcspn(name + event + 1, ".:[]") : 0;
	const char *end = name + event + (name[event] ? 1 + umask : 0);

	*parts = (struct parts){ .event = { name, event } };
	if (umask)
		parts->umask = (struct span){ name + event + 1, umask };
	return event && (!name[event] || (umask && !strcmp(end, name[event] == '[' ? "]" : "")));
}

/* Tries the events and unit masks that are like these parts, on the PMUs of the string: the first that encodes. */
static bool find_event_like(const struct rewriting *rewriting, const struct parts *parts, const char *box,
	bool (*is_like)(const struct event_ref *ref, struct span event))
{
	int named = *rewriting->pmu ? pmu_of_prefix((struct span){ rewriting->pmu, strlen(rewriting->pmu) - 2 }) : -1;
	struct event_ref ref;

	for (int pmu = 0; pmu < pmus.count; pmu++) {
		if ((*rewriting->pmu ? pmu != named : !pmu_is_active(pmu)) || pmu_is_perf(pmu) ||
			(box && !strstr(pmu_name(pmu), box)))
			continue;
		for (int i = pmu_next_event(pmu, 0, &ref); i >= 0; i = pmu_next_event(pmu, i + 1, &ref)) {
			char text[2 * OTHER_NAME];
			bool is_number_behind = parts->umask.length > 2 && !strncasecmp(parts->umask.text, "0x", 2);
			const char *umask = parts->umask.text && !is_number_behind ? umask_spelt(&ref, parts->umask)
										   : NULL;

			if ((parts->umask.text && !is_number_behind && !umask) || !is_like(&ref, parts->event))
				continue;
			snprintf(text, sizeof text, "%s%s%.*s", name_at(ref.in, ref.event->name),
				parts->umask.text ? ":" : "",
				umask ? (int)strlen(umask) : (int)parts->umask.length,
				umask ? umask : parts->umask.text ? parts->umask.text : "");
			if (is_answer(rewriting, text))
				return true;
		}
	}
	return false;
}

static bool has_name_spelt(const struct event_ref *ref, struct span event)
{
	return is_spelt(name_at(ref->in, ref->event->name), event);
}

/* AMD's manuals: skips Core::X86::Pmc::, and a part of the processor. */
static const char *behind_manuals(const char *name)
{
	const char *colons;

	if (!strncasecmp(name, "Core::", 6))
		while ((colons = strstr(name, "::")))
			name = colons + 2;
	return name;
}

static bool is_camel_case(struct span word)
{
	bool has_small = false, has_capital = false;

	for (size_t i = 0; i < word.length; i++) {
		if (!isalnum((unsigned char)word.text[i]))
			return false;
		has_small |= islower((unsigned char)word.text[i]) != 0;
		has_capital |= isupper((unsigned char)word.text[i]) != 0;
	}
	return has_small && has_capital;
}

/*
 * AMD's manuals: tries L2_REQUEST_G1:RD_BLK_L for L2RequestG1.RdBlkL. Near digits letter case does not say where
 * underscores go (L1DTlb, Fp128): the same letters and digits are the same name.
 */
static bool of_camel_case(const struct rewriting *rewriting, const char *name)
{
	char copy[OTHER_NAME];
	struct parts parts;
	size_t length = 0;

	name = behind_manuals(name);
	if (take_parts(name, &parts) && is_camel_case(parts.event) &&
		find_event_like(rewriting, &parts, NULL, has_name_spelt))
		return true;
	for (const char *at = name; *at && length + 2 < sizeof copy; at++) {
		/* a single letter is a cache line state, and would be read as a modifier */
		if (*at == '.' && at[1] && !at[2])
			return false;
		if (*at == '.' && at > name) { /* manuals and the kernel have a unit mask behind the dot */
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

/* ---- codes ---- */

/* Returns whether an event has the code of AMD's, in hexadecimal digits. */
static bool has_amd_code(const struct event_ref *ref, struct span digits)
{
	struct selection selection;
	struct encoding encoding;
	char text[2 * OTHER_NAME];

	snprintf(text, sizeof text, "%s::%s:0x0", pmu_name(ref->pmu), name_at(ref->in, ref->event->name));
	return !encode_string(text, PFM_PLM3, PFM_OS_NONE, &selection, &encoding) &&
	       ((encoding.words[0] & 0xff) | (encoding.words[0] >> 24 & 0xf00)) == strtoull(digits.text, NULL, 16);
}

/* AMD's manuals: tries PMCx060[RdBlkL], a unit mask of the event with the code; L3PMCx04:0x01 of the cache's. */
static bool of_amd_event(const struct rewriting *rewriting, const char *name)
{
	struct parts parts;
	bool is_of_cache = !strncasecmp(name, "L3PMCx", 6);

	if ((!is_of_cache && strncasecmp(name, "PMCx", 4) != 0) || !take_parts(name, &parts))
		return false;
	parts.event.text += is_of_cache ? 6 : 4;
	parts.event.length -= is_of_cache ? 6 : 4;
	return parts.event.length && parts.event.length <= 3 &&
	       strspn(parts.event.text, "0123456789abcdefABCDEF") == parts.event.length &&
	       find_event_like(rewriting, &parts, is_of_cache ? "_l3" : "amd64", has_amd_code);
}

/* Tries uProf's PMCxNNN:0xUU, and event=PMCxNNN,umask=0xUU; perf's event=0xNN,umask=0xUU. */
static bool of_amd_code(const struct rewriting *rewriting, const char *name)
{
	bool is_term = !strncasecmp(name, "event=", 6), is_perfs;
	unsigned int event = 0, umask = 0;
	char copy[OTHER_NAME];
	int end = 0;

	name += is_term ? 6 : 0;
	is_perfs = is_term && !strncasecmp(name, "0x", 2);
	if ((!is_perfs && strncasecmp(name, "PMCx", 4) != 0) ||
		sscanf(name + (is_perfs ? 2 : 4), "%3x%n", &event, &end) != 1)
		return false;
	name += (is_perfs ? 2 : 4) + end;
	if (*name == ':')
		sscanf(name + 1, "%x", &umask);
	else if (!strncasecmp(name, ",umask=", 7))
		sscanf(name + 7, "%x", &umask);
	else if (*name)
		return false;
	if (is_perfs && event > 0xff && !catalog_host()->is_amd)
		return false;
	snprintf(copy, sizeof copy, "r%llx",
		(unsigned long long)(event & 0xff) | (umask & 0xff) << 8 | (unsigned long long)(event >> 8) << 32);
	return is_answer(rewriting, copy);
}

/* Tries an event's number, as Arm's and IBM's manuals have it; likwid's UNKNOWN_8D for events without a name. */
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
	return of_amd_code(rewriting, name) || of_amd_event(rewriting, name);
}

/* ---- tables ---- */

/* Tries a list: the first that the machine has. */
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

/* Tries PAPI's presets. It is certain if PAPI maps the preset to one event on this PMU; else it is the first event. */
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

/* Returns whether all of the words mean something that is an event here. */
static bool is_meant_by(const struct rewriting *rewriting, const char *words)
{
	struct meaning *meaning = malloc(sizeof *meaning);
	bool is_meant = false;

	if (!meaning)
		return false;
	meaning_of(words, meaning);
	if (meaning->count && meaning->covered == (1U << meaning->count) - 1)
		is_meant = is_any_answer(rewriting, meaning->events);
	free(meaning);
	return is_meant;
}

/* Drops the last word, with the blank before it, if it is this one. */
static bool drop_ending(char *words, const char *ending)
{
	char *last = strrchr(words, ' ');

	if (!last || strcasecmp(last + 1, ending))
		return false;
	*last = '\0';
	return true;
}

/*
 * Tries words written as one, BranchMispredictions, as in Windows, by what they mean. Fixed is a kind of counter;
 * Retired may be missing.
 */
static bool of_words(const struct rewriting *rewriting, const char *name)
{
	char words[2 * OTHER_NAME], copy[OTHER_NAME];
	size_t length = 0;
	bool is_camel = false;

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
	if (!is_camel)
		return false;
	if (drop_ending(words, "Fixed")) {
		snprintf(copy, sizeof copy, "%.*s", (int)strlen(name) - 5, name);
		if (of_camel_case(rewriting, copy))
			return true;
	}
	return is_meant_by(rewriting, words) || (drop_ending(words, "Retired") && is_meant_by(rewriting, words));
}

enum { ALL_IN_COMMON = 100 };

static bool is_amds(int pmu)
{
	return !strncmp(pmu_name(pmu), "amd64_", 6);
}

/* Returns whether another vendor's CPU has an event by that name, which is meant then. */
static bool has_other_vendor(const char *text)
{
	struct name name = span_name((struct span){ text, strlen(text) });
	struct event_ref ref;

	for (int pmu = 0; pmu < pmus.count; pmu++)
		if (pmu_data(pmu)->type == PFM_PMU_TYPE_CORE && !is_amds(pmu) && !pmu_find_event(pmu, &name, &ref))
			return true;
	return false;
}

/*
 * likwid on AMD: tries an event and its unit mask in one name, with other forms of the same words. It is certain if all
 * words are the same.
 */
static bool of_same_words(const struct rewriting *rewriting, const char *name)
{
	struct span prefix = { rewriting->pmu, *rewriting->pmu ? strlen(rewriting->pmu) - 2 : 0 };
	int pmu = *rewriting->pmu ? pmu_of_prefix(prefix) : -1;
	char text[OTHER_NAME];

	if (!catalog_host()->is_amd || !strchr(name, '_') || (*rewriting->pmu && (pmu < 0 || !is_amds(pmu))))
		return false;
	for (const char *at = name; *at; at++)
		if (!isupper((unsigned char)*at) && !isdigit((unsigned char)*at) && *at != '_')
			return false;
	return alike_event(name, pmu, ALL_IN_COMMON, text, sizeof text) && !has_other_vendor(name) &&
	       is_answer(rewriting, text);
}

/* ---- CPUs ---- */

/* oprofile on POWER: tries without the group that an event is counted in, at the end of the name. */
static bool of_power_group(const struct rewriting *rewriting, const char *name)
{
	const char *group = strrchr(name, '_');
	char copy[OTHER_NAME];

	if (!group || strncasecmp(name, "PM_", 3) != 0 || strncasecmp(group, "_GRP", 4) != 0 || !group[4] ||
		group[4 + strspn(group + 4, "0123456789")])
		return false;
	snprintf(copy, sizeof copy, "%.*s", (int)(group - name), name);
	return is_answer(rewriting, copy);
}

/* Tries CPU::EVENT on the CPU's boxes, where the PMU of that name has no such event. */
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

/* Tries the rules that say what is counted one after the other; the others say how, and leave the name to these. */
static bool translate(const struct rewriting *rewriting, const char *name)
{
	return of_papi(rewriting, name) || of_code(rewriting, name) || of_dashes(rewriting, name) ||
		of_arm(rewriting, name) || of_power_group(rewriting, name) || split_without_ps(rewriting, name) ||
		of_camel_case(rewriting, name) || of_boxes(rewriting, name) || of_cpus_boxes(rewriting, name) ||
		of_same_words(rewriting, name) || (!must_be_certain(rewriting) && of_words(rewriting, name));
}

/* Recognizes likwid's names of counters: PMC0, FIXC1, MBOX0C1, PWR0, UPMC3. */
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

/* likwid: takes the counter of EVENT:PMC0. */
static bool take_counter(struct span part, struct counting *counting)
{
	char copy[16];

	if (snprintf(copy, sizeof copy, "%.*s", (int)part.length, part.text) >= (int)sizeof copy || !is_counter(copy))
		return false;
	counting->names_counter = true;
	return true;
}

/* Adds an option that the code of an event has and that the user has not given. */
static bool keep_option(struct counting *counting, const char *modifier, uint64_t value)
{
	for (int i = 0; i < counting->count; i++)
		if (!strcmp(counting->options[i].modifier, modifier))
			return true;
	if (value && counting->count == MOST_OPTIONS)
		return false;
	if (value)
		counting->options[counting->count++] = (struct counting_option){ modifier, value };
	return true;
}

/*
 * pmu-tools: replaces the event's unit mask by the number of EVENT.UMASK:u0x80. Its edge, threshold and the like stay.
 * name becomes EVENT:0x80.
 */
static bool put_umask(const struct rewriting *rewriting, char *name, struct counting *counting)
{
	struct selection selection;
	struct encoding encoding;
	char event[OTHER_NAME], text[2 * OTHER_NAME];
	struct rewriting alone = *rewriting;
	uint64_t code;

	alone.behind = "";
	alone.name = event;
	if ((!catalog_host()->is_intel && !catalog_host()->is_amd) || !translate(&alone, name) ||
		encode_string(event, PFM_PLM3, PFM_OS_NONE, &selection, &encoding) ||
		pmu_data(selection.ref.pmu)->type != PFM_PMU_TYPE_CORE)
		return false;
	code = encoding.words[0];
	snprintf(text, sizeof text, "%s:0x%llx", name_at(selection.ref.in, selection.ref.event->name),
		(unsigned long long)counting->umask);
	return snprintf(name, OTHER_NAME, "%s", text) < OTHER_NAME && encoding.count == 1 &&
	       keep_option(counting, "c", code >> 24 & 0xff) && keep_option(counting, "i", code >> 23 & 1) &&
	       keep_option(counting, "t", catalog_host()->is_intel && code >> 21 & 1) &&
	       keep_option(counting, "e", code >> 18 & 1);
}

/*
 * Tries without options. VTune: EVENT[UNIT1] of one box; :sa=N (a period), :USER=no, :cmask=1 and the like say how to
 * count, not what. likwid: EVENT:PMC0:EDGEDETECT:THRESHOLD=0x1.
 */
static bool without_options(const struct rewriting *rewriting, const char *name)
{
	struct counting counting = { .count = 0 };
	char copy[OTHER_NAME];
	size_t length = 0;

	for (const char *at = name; *at && length + 1 < sizeof copy; at++) {
		struct span option = { at + 1, strcspn(at + 1, ":") };

		if (!strncasecmp(at, "[UNIT", 5) && strchr(at, ']')) {
			at = strchr(at, ']');
			continue;
		}
		if (*at == ':' && at > name && (take_counter(option, &counting) || counting_take(option, &counting))) {
			at += option.length;
			continue;
		}
		copy[length++] = *at;
	}
	copy[length] = '\0';
	return strcmp(copy, name) && (!counting.has_umask || put_umask(rewriting, copy, &counting)) &&
	       count_as(rewriting, &counting, copy, translate);
}

/* Tries the response's name in the tables, which may have LLC for L3, and may need to add that any snoop is meant. */
static bool is_response(const struct rewriting *rewriting, const char *name)
{
	static const char endings[][16] = { "", "_ANY_SNOOP", "_ANY_RESPONSE" };
	char copy[2 * OTHER_NAME], other[2 * OTHER_NAME];

	for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
		const char *cache;

		if (i && must_be_certain(rewriting))
			return false;
		snprintf(copy, sizeof copy, "%s%s", name, endings[i]);
		cache = strcasestr(copy, "_L3_");
		if (is_answer(rewriting, copy))
			return true;
		if (!cache)
			continue;
		snprintf(other, sizeof other, "%.*sLLC%s", (int)(cache + 1 - copy), copy, cache + 3);
		if (is_answer(rewriting, other))
			return true;
	}
	return false;
}

/*
 * VTune, ocperf: tries A_B for OFFCORE_RESPONSE:request=A:response=B, with an underscore for a dot in either. _0 is the
 * first of two that count the same.
 */
static bool of_responses(const struct rewriting *rewriting, const char *name)
{
	const char *request = strcasestr(name, ":request="), *response = strcasestr(name, ":response=");
	struct counting counting = { .count = 0 };
	char copy[OTHER_NAME];
	const char *behind;
	size_t length, event;

	if (!request || !response || response < request)
		return false;
	behind = response + 10 + strcspn(response + 10, ":");
	for (const char *at = behind; *at; at += 1 + strcspn(at + 1, ":"))
		if (!counting_take((struct span){ at + 1, strcspn(at + 1, ":") }, &counting))
			return false;
	event = (size_t)(request - name);
	for (int is_first = 0; is_first < 2; is_first++) {
		length = (size_t)snprintf(copy, sizeof copy, "%.*s:%.*s_%.*s", (int)event, name,
			(int)(response - request - 9), request + 9, (int)(behind - response - 10), response + 10);
		if (length >= sizeof copy)
			return false;
		for (char *at = copy; *at; at++)
			*at = *at == '.' ? '_' : *at;
		if (count_as(rewriting, &counting, copy, is_response))
			return true;
		if (event < 3 || (strncmp(request - 2, "_0", 2) != 0 && strncmp(request - 2, "_1", 2) != 0))
			return false;
		event -= 2;
	}
	return false;
}

/* ---- oprofile: EVENT:count:unit mask:kernel:user ---- */

struct oprofile {
	struct span parts[5];
	int count;
};

static bool is_written_number(struct span part)
{
	bool is_hex = part.length > 2 && !strncasecmp(part.text, "0x", 2);
	size_t front = is_hex ? 2 : 0;

	return part.length && strspn(part.text + front, is_hex ? "0123456789abcdefABCDEF" : "0123456789") ==
				      part.length - front;
}

static bool take_oprofile(const char *name, struct oprofile *oprofile)
{
	*oprofile = (struct oprofile){ .count = 0 };
	for (const char *at = name;; at++) {
		size_t length = strcspn(at, ":");

		if (oprofile->count == 5)
			return false;
		oprofile->parts[oprofile->count++] = (struct span){ at, length };
		at += length;
		if (!*at)
			break;
	}
	for (int i = 3; i < oprofile->count; i++)
		if (!is_written_number(oprofile->parts[i]))
			return false;
	return oprofile->count > 1 && oprofile->parts[0].length && is_written_number(oprofile->parts[1]) &&
	       (oprofile->count < 3 || oprofile->parts[2].length);
}

/* Returns whether an event alone says which unit masks are meant: it has none. */
static bool has_no_umasks(const struct rewriting *rewriting, const char *event)
{
	struct selection selection;
	char text[2 * OTHER_NAME];

	snprintf(text, sizeof text, "%s%s", rewriting->pmu, event);
	return !resolve(text, rewriting->os, &selection) &&
	       !event_umasks(selection.ref.in, selection.ref.event)->count;
}

/* Returns whether a name with the unit mask in it has the same number in the tables as behind it. */
static bool is_with_same_umask(const struct rewriting *rewriting, const char *event, unsigned long bits)
{
	struct selection selection;
	struct encoding encoding;
	char name[OTHER_NAME];
	struct rewriting alone = *rewriting;

	alone.behind = "";
	alone.name = name;
	return (catalog_host()->is_intel || catalog_host()->is_amd) && split_at_underscore(&alone, event) &&
	       !encode_string(name, PFM_PLM3, rewriting->os, &selection, &encoding) &&
	       (encoding.words[0] >> 8 & 0xff) == bits;
}

static enum level_wanted oprofile_level(const struct oprofile *oprofile, int part)
{
	return oprofile->count <= part ? NOT_SAID : *oprofile->parts[part].text == '0' ? IS_NOT : IS_ALSO;
}

/*
 * Tries oprofile's strings. Without a unit mask it means its own default: accepted if the tables need none. A number
 * alone may be meant as a unit mask, if it is not too large for it.
 */
static bool of_oprofile(const struct rewriting *rewriting, const char *name)
{
	struct counting counting = { .count = 0 };
	struct oprofile oprofile;
	char event[OTHER_NAME], with_mask[2 * OTHER_NAME];
	bool has_mask, has_bits;
	unsigned long bits;

	if (!take_oprofile(name, &oprofile))
		return false;
	has_mask = oprofile.count > 2;
	has_bits = has_mask && is_written_number(oprofile.parts[2]);
	bits = has_bits ? strtoul(oprofile.parts[2].text, NULL, 0) : 0;
	counting.period = strtoul(oprofile.parts[1].text, NULL, 0);
	counting.kernel = oprofile_level(&oprofile, 3);
	counting.user = oprofile_level(&oprofile, 4);
	snprintf(event, sizeof event, "%.*s", (int)oprofile.parts[0].length, name);
	if (has_bits)
		snprintf(with_mask, sizeof with_mask, "%s:0x%lx", event, bits);
	else if (has_mask)
		snprintf(with_mask, sizeof with_mask, "%s:%.*s", event, (int)oprofile.parts[2].length,
			oprofile.parts[2].text);
	if (has_mask && count_as(rewriting, &counting, with_mask, is_answer))
		return true;
	if (has_mask && !has_bits)
		return false;
	if (must_be_certain(rewriting) && !is_with_same_umask(rewriting, event, bits) &&
		(bits || !has_no_umasks(rewriting, event)))
		return false;
	if (must_be_certain(rewriting) && !has_mask && counting.period <= UINT8_MAX)
		return false;
	return count_as(rewriting, &counting, event, translate);
}

/* ---- all together ---- */

static bool try_rules(const struct rewriting *rewriting, const char *name)
{
	return of_responses(rewriting, name) || without_options(rewriting, name) || of_oprofile(rewriting, name) ||
	       translate(rewriting, name);
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
