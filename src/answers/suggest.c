/*
 * PMUs are searched from near to far: those of this machine, of its vendor, of its architecture, all. The search ends
 * with the first of these that has a near match, beside which names of other machines would be noise.
 */
#include "answers/suggest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "answers/kernel_names.h"
#include "answers/name_index.h"
#include "language/meant.h"
#include "catalog/aliases.h"
#include "encode/os_modifiers.h"
#include "machine/conditions.h"
#include "machine/identity.h"

/* ---- PMUs to look through ---- */

static int pmu_count(void)
{
	return pmus.count;
}

static bool is_usable(int pmu)
{
	return pmus.list[pmu].state & MAPPED && pmu_is_good(pmu);
}

/* Returns whether to look at a PMU: one of many instances will do; a raw event's name says nothing. */
static bool is_worth_a_look(int pmu)
{
	return pmu != pmus.perf_raw && is_usable(pmu) && (!pmu || pmu_data(pmu - 1)->part != pmu_data(pmu)->part);
}

/* Tells the same for the active ones, of which the first instance may be absent. */
static bool is_worth_a_look_here(int pmu)
{
	return pmu_may_be_active(pmu) && pmu_is_active(pmu) && pmu != pmus.perf_raw &&
	       (!pmu || pmu_data(pmu - 1)->part != pmu_data(pmu)->part || !pmu_is_active(pmu - 1));
}

/* Returns how near to this machine a PMU is: its vendor's (2), its architecture's (1), another's or none's (0). */
static int relation(int pmu)
{
	const struct host *host = catalog_host();
	const struct table_condition *condition = &pmu_body(pmu)->conditions.rows[pmu_data(pmu)->condition];

	if (!pmu_data(pmu)->conditions)
		return 0;
	if (condition->kind == WHEN_CPUINFO_GLOB)
		return host->riscv_count ? 2 : 0;
	if (condition->kind != WHEN_CPU)
		return 0;
	switch (condition->vendor) {
	case VENDOR_ARM:
		return host->arm_count ? 2 : 0;
	case VENDOR_POWER:
		return host->is_power ? 2 : 0;
	case VENDOR_ZHAOXIN:
		return host->is_zhaoxin ? 2 : 0;
	case VENDOR_INTEL:
		return host->is_intel ? 2 : host->is_amd;
	default:
		return host->is_amd ? 2 : host->is_intel;
	}
}

static bool is_known(const struct host *host)
{
	return host->is_intel || host->is_amd || host->is_zhaoxin || host->is_power || host->arm_count ||
	       host->riscv_count;
}

/* Relations by PMU, the newest PMU first; NO_RELATION: not to be searched. Those of PMUs from files are not kept. */
enum { NO_RELATION = -1 };

static void *find_relations(int none)
{
	const int *newest = pmus_by_age();
	signed char *found = newest ? malloc((size_t)pmu_count()) : NULL;

	(void)none;
	for (int i = 0; found && i < pmu_count(); i++)
		found[i] = (signed char)(is_worth_a_look(newest[i]) ? relation(newest[i]) : NO_RELATION);
	return found;
}

/* Returns the PMUs' relations, newest first; NULL: out of memory. */
static const signed char *relations_by_age(void)
{
	return names_keep(-1, RELATIONS, find_relations);
}

/* Considers every PMU of these relations, the nearest first, and of these the newest. */
static void consider_pmus(struct suggestions *all, int nearest, int farthest,
			  void (*consider_pmu)(struct suggestions *all, int pmu))
{
	const signed char *relations = relations_by_age();
	const int *newest = pmus_by_age();

	for (int wanted = nearest; newest && relations && wanted >= farthest; wanted--)
		for (int i = 0; i < pmu_count(); i++)
			if (relations[i] == wanted && (!pmus.list[newest[i]].body || is_usable(newest[i])))
				consider_pmu(all, newest[i]);
}

/* ---- names of a PMU ---- */

static bool is_suggested(const pfm_diagnosis_t *out, const char *name)
{
	for (int i = 0; i < out->nsuggestions; i++) {
		const char *colons = strstr(out->suggestions[i], "::");

		if (colons && !strcasecmp(colons + 2, name))
			return true;
	}
	return false;
}

/* Suggests "EVENT:UMASK". */
static void suggest_umask(struct suggestions *all, int distance, const char *prefix, int pmu,
			  const struct measured_name *umask)
{
	char text[PFM_SUGGESTION_SIZE];
	struct event_ref ref;

	if (!pmu_event(pmu, umask->index, &ref))
		return;
	snprintf(text, sizeof text, "%s:%s", name_at(ref.in, ref.event->name), umask->name);
	suggest(all, distance, prefix, text);
}

/* Returns whether a software event is too unlike to be meant: only by a slip, not as cpu-clock by MAX_CPU_CLOCK. */
static bool is_others(int pmu, const struct measured_name *name, int distance)
{
	enum { SLIP = 2 };
	struct event_ref ref;

	return distance > SLIP && pmu == pmus.perf && pmu_event(pmu, name->index, &ref) &&
	       ref_kind(&ref)->column == PERF_TYPE_SOFTWARE;
}

/* Considers a kept name; once: for one PMU only. */
static void consider_measured(struct suggestions *all, int pmu, const struct measured_name *name, const char *prefix,
	bool once)
{
	int distance = spelling_distance(all, name->name, name->length);

	if (distance > all->most || (once && is_suggested(all->out, name->name)) || is_others(pmu, name, distance))
		return;
	if (name->row < 0)
		suggest(all, distance, prefix, name->name);
	else
		suggest_umask(all, distance, prefix, pmu, name);
}

static void consider_names(struct suggestions *all, int pmu, enum names_kept kind, const char *prefix, bool once)
{
	int count;
	const struct measured_name *names = names_of(pmu, kind, &count);

	for (int i = 0; i < count; i++)
		if (may_be_alike(all, names[i].length, names[i].characters))
			consider_measured(all, pmu, &names[i], prefix, once);
}

/* Considers exactly this name. */
static void consider_same(struct suggestions *all, int pmu)
{
	struct name name = span_name(all->word);
	struct event_ref ref;

	if (!pmu_find_event(pmu, &name, &ref))
		suggest(all, 1, pmu_name(pmu), name_at(ref.in, ref.event->name));
}

static void consider_alike(struct suggestions *all, int pmu)
{
	consider_names(all, pmu, EVENT_NAMES, pmu_name(pmu), true);
}

/* The event names of this vendor's other machines, each with the newest PMU that has it. */
struct elsewhere {
	int count;
	struct {
		struct measured_name name;
		int pmu;
	} names[];
};

/* State while the names are collected: a hash table of those found so far, by the address of the name. */
struct gathering {
	struct elsewhere *all;
	size_t slots;
	int *places;
};

static bool is_collected(struct gathering *gathering, const char *name)
{
	size_t slot = (uintptr_t)name * 0x9e3779b1u % gathering->slots;

	for (; gathering->places[slot] >= 0; slot = (slot + 1) % gathering->slots)
		if (gathering->all->names[gathering->places[slot]].name.name == name)
			return true;
	gathering->places[slot] = gathering->all->count;
	return false;
}

static void collect_names(struct gathering *gathering, int pmu)
{
	int count;
	const struct measured_name *names = names_of(pmu, EVENT_NAMES, &count);

	for (int i = 0; i < count; i++) {
		if (is_collected(gathering, names[i].name))
			continue;
		gathering->all->names[gathering->all->count].name = names[i];
		gathering->all->names[gathering->all->count++].pmu = pmu;
	}
}

/* Returns whether a PMU's names are kept; those of files may be gone later. */
static bool is_kept_elsewhere(int pmu, int its_relation)
{
	return its_relation == 2 && !pmus.list[pmu].body;
}

static size_t count_elsewhere(const int *newest, const signed char *relations)
{
	size_t total = 0;
	int count;

	for (int i = 0; i < pmu_count(); i++)
		if (is_kept_elsewhere(newest[i], relations[i]) && names_of(newest[i], EVENT_NAMES, &count))
			total += (size_t)count;
	return total;
}

static void *collect_elsewhere(int none)
{
	const signed char *relations = relations_by_age();
	const int *newest = pmus_by_age();
	struct gathering gathering = { .all = NULL };
	size_t total;

	(void)none;
	if (!newest || !relations)
		return NULL;
	total = count_elsewhere(newest, relations);
	gathering.slots = 2 * total + 1;
	gathering.all = malloc(sizeof *gathering.all + total * sizeof *gathering.all->names);
	gathering.places = malloc(gathering.slots * sizeof *gathering.places);
	if (!gathering.all || !gathering.places) {
		free(gathering.all);
		free(gathering.places);
		return NULL;
	}
	gathering.all->count = 0;
	memset(gathering.places, -1, gathering.slots * sizeof *gathering.places);
	for (int i = 0; i < pmu_count(); i++)
		if (is_kept_elsewhere(newest[i], relations[i]))
			collect_names(&gathering, newest[i]);
	free(gathering.places);
	return gathering.all;
}

static void consider_of_file(struct suggestions *all, int pmu)
{
	if (!is_kept_elsewhere(pmu, 2))
		consider_alike(all, pmu);
}

/* Considers this vendor's PMUs. */
static void consider_vendors(struct suggestions *all)
{
	const struct elsewhere *elsewhere = names_keep(-1, NAMES_ELSEWHERE, collect_elsewhere);

	for (int i = 0; elsewhere && i < elsewhere->count; i++) {
		const struct measured_name *name = &elsewhere->names[i].name;

		if (may_be_alike(all, name->length, name->characters))
			consider_measured(all, elsewhere->names[i].pmu, name, pmu_name(elsewhere->names[i].pmu), true);
	}
	consider_pmus(all, 2, 2, elsewhere ? consider_of_file : consider_alike);
}

/* Considers other machines; there are so many that only near names are worth a mention. */
static void consider_elsewhere(struct suggestions *all)
{
	int most = all->most;

	all->most = most < 3 ? most : 3;
	if (is_known(catalog_host()))
		consider_vendors(all);
	else
		consider_pmus(all, 2, 0, consider_alike);
	all->most = most;
}

static void consider_here(struct suggestions *all, enum names_kept kind)
{
	for (int pmu = 0; pmu < pmu_count(); pmu++)
		if (is_worth_a_look_here(pmu))
			consider_names(all, pmu, kind, "", false);
}

/* ---- CPUs ---- */

static bool is_core_of(int pmu, const struct host *host)
{
	return pmu_data(pmu)->type == PFM_PMU_TYPE_CORE && pmu_is_of_cpu(pmu, host);
}

/* Suggests the core PMUs of a CPU by its name ("sapphirerapids"), each with the text that follows it. */
static void suggest_cores(struct suggestions *all, struct span cpu, const char *behind)
{
	struct host host = { .root = "" };

	if (!identity_is_cpu(cpu, &host))
		return;
	for (int pmu = 0; pmu < pmu_count(); pmu++)
		if (is_core_of(pmu, &host))
			suggest(all, 0, *behind ? pmu_name(pmu) : "", *behind ? behind : pmu_name(pmu));
}

/* Compares first letters, which spares most names a call. */
static inline bool begins_like(const char *name, struct span word)
{
	return word.length && ascii_lower((unsigned char)*name) == ascii_lower((unsigned char)*word.text);
}

static bool is_last_part(const char *pmu, struct span word)
{
	const char *part = strrchr(pmu, '_');

	return part && begins_like(part + 1, word) && span_is(word, part + 1);
}

/* Suggests two colons for "skl:INST_RETIRED" and "skl.INST_RETIRED". */
static void suggest_colons(struct suggestions *all, const struct event_string *string)
{
	struct span name = string->terms[0].name.span;
	const char *behind = string->terms[1].name.span.text;

	suggest_cores(all, name, behind);
	for (int pmu = 0; pmu < pmu_count(); pmu++)
		if ((begins_like(pmu_name(pmu), name) && span_is(name, pmu_name(pmu))) ||
			is_last_part(pmu_name(pmu), name))
			suggest(all, 0, pmu_name(pmu), behind);
}

/* ---- what people call events everywhere ---- */

/* Pairs of names and events as concatenated strings; an empty name is the end. */
static const char called[] =
#define CALLED(names, events) names "\0" events "\0"
#include "answers/called.def"
#undef CALLED
	"";

/* Returns the length without the ending of a plural: misses, reads; PAPI's "ins" loses its s, too. */
static size_t singular_length(const char *plain, size_t length)
{
	if (length > 4 && !memcmp(plain + length - 4, "sses", 4))
		return length - 2;
	return length > 2 && plain[length - 1] == 's' && plain[length - 2] != 's' ? length - 1 : length;
}

/* Writes a word as called.def has it: lowercase letters and digits, no PAPI_ and no plural. False: it is too long. */
static bool take_plain(struct span word, char plain[LONGEST_NAME])
{
	bool is_preset = word.length > 5 && !strncasecmp(word.text, "PAPI_", 5);
	size_t length = 0;

	if (word.length >= LONGEST_NAME)
		return false;
	for (size_t i = is_preset ? 5 : 0; i < word.length; i++)
		if (word.text[i] != '_' && word.text[i] != '-')
			plain[length++] = (char)ascii_lower((unsigned char)word.text[i]);
	plain[singular_length(plain, length)] = '\0';
	return length;
}

static struct span next_word(const char **list)
{
	struct span word = { *list, strcspn(*list, " ") };

	*list += word.length + ((*list)[word.length] == ' ');
	return word;
}

static bool has_word(const char *list, const char *wanted)
{
	while (*list)
		if (span_is(next_word(&list), wanted))
			return true;
	return false;
}

/* Suggests the events of a list that exist, with the PMU that the string names and something behind the name. */
static void suggest_which_fit(struct suggestions *all, const char *events, const char *pmu, const char *behind,
	pfm_os_t os)
{
	while (*events) {
		struct span event = next_word(&events);
		struct selection selection;
		char name[LONGEST_NAME], text[2 * PFM_SUGGESTION_SIZE];

		snprintf(name, sizeof name, "%.*s", (int)event.length, event.text);
		if (snprintf(text, sizeof text, "%s%s%s%s", pmu, *pmu ? "::" : "", name, behind) < (int)sizeof text &&
			!resolve(text, os, &selection))
			suggest(all, 0, pmu, name);
	}
}

/* Recognizes likwid's counters, which look like no unit mask: :PMC0, :FIXC1, :MBOX0C1. */
static bool is_counting_place(const char *behind)
{
	size_t length = strlen(behind), letters = strspn(behind + 1, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");

	return letters >= 3 && strspn(behind + 1, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ") == length - 1 &&
	       behind[length - 1] >= '0' && behind[length - 1] <= '9';
}

static void suggest_called(struct suggestions *all, const char *pmu, pfm_os_t os)
{
	const char *behind = all->word.text + all->word.length;
	char plain[LONGEST_NAME];

	if (!take_plain(all->word, plain))
		return;
	for (const char *names = called, *events; *names; names = events + strlen(events) + 1) {
		events = names + strlen(names) + 1;
		if (has_word(names, plain))
			suggest_which_fit(all, events, pmu, *behind && is_counting_place(behind) ? "" : behind, os);
	}
}

/* ---- the same words in another order ---- */

static struct span next_part(const char **at, const char *end)
{
	struct span part = { *at, 0 };

	while (*at < end && **at != '_')
		++*at;
	part.length = (size_t)(*at - part.text);
	*at += *at < end;
	return part;
}

static bool has_part(struct span name, struct span wanted)
{
	const char *at = name.text, *end = name.text + name.length;

	while (at < end) {
		struct span part = next_part(&at, end);

		if (part.length == wanted.length && !strncasecmp(part.text, wanted.text, part.length))
			return true;
	}
	return false;
}

static int count_parts(struct span name)
{
	int count = 1;

	for (size_t i = 0; i < name.length; i++)
		count += name.text[i] == '_';
	return count;
}

/* Returns how many words a name has beside all of the wrong one; -1: it lacks one. */
static int words_beside(struct span name, struct span wrong)
{
	const char *at = wrong.text, *end = wrong.text + wrong.length;

	while (at < end)
		if (!has_part(name, next_part(&at, end)))
			return -1;
	return count_parts(name) - count_parts(wrong);
}

/* Suggests names with the words in another order: L1D_CACHE_REFILL_RD for CACHE_RD_REFILL. */
static void suggest_reordered(struct suggestions *all)
{
	enum { LEAST_WORDS = 2, MOST_BESIDE = 2 };
	int count;

	if (count_parts(all->word) < LEAST_WORDS)
		return;
	for (int pmu = 0; pmu < pmu_count(); pmu++) {
		const struct measured_name *names =
			is_worth_a_look_here(pmu) ? names_of(pmu, EVENT_NAMES, &count) : NULL;

		for (int i = 0; names && i < count; i++) {
			int beside = all->characters & ~names[i].characters
				? -1
				: words_beside((struct span){ names[i].name, names[i].length }, all->word);

			if (beside >= 0 && beside <= MOST_BESIDE)
				suggest(all, beside, "", names[i].name);
		}
	}
}

/* ---- events ---- */

static void suggest_events_of(struct suggestions *all, int pmu)
{
	consider_names(all, pmu, EVENT_NAMES, pmu_name(pmu), false);
	if (!all->out->nsuggestions)
		consider_names(all, pmu, UMASK_NAMES, pmu_name(pmu), false);
}

static void suggest_events_here(struct suggestions *all)
{
	consider_here(all, EVENT_NAMES);
	if (!all->out->nsuggestions)
		consider_here(all, UMASK_NAMES);
	if (!all->out->nsuggestions)
		suggest_reordered(all);
}

/* Returns whether the best name is near enough to be meant: then the very same name on other machines is noise. */
static bool is_found(const struct suggestions *all)
{
	return all->out->nsuggestions && (size_t)all->distances[0] * 3 <= all->word.length && all->distances[0] <= 3;
}

int pmu_of_prefix(struct span name)
{
	struct host host = { .root = "" };
	struct instance instance;
	int named = pmu_meant(name, &instance);

	if (named >= 0 || !identity_is_cpu(name, &host))
		return named;
	for (int pmu = 0; pmu < pmu_count(); pmu++)
		if (is_core_of(pmu, &host))
			return pmu;
	return -1;
}

/* Suggests the kernel's events of that name, on the string's PMU or on this machine's cores and devices. */
static void suggest_kernels(struct suggestions *all, int named)
{
	pfm_decoded_t found;

	for (int pmu = 0; pmu < pmu_count(); pmu++)
		if ((named >= 0 ? pmu == named : is_worth_a_look_here(pmu)) &&
		    kernel_name_in_tables(pmu, all->word, &found))
			suggest(all, 0, pmu_name(pmu), strstr(found.string, "::") + 2);
}

/* Bit set of the alias sets of the compiled tables that do not have a name: many PMUs share a set. */
struct lacking {
	uint64_t sets[16];
};

static bool has_alias(struct lacking *lacking, int pmu, struct span name)
{
	unsigned int set = pmu_data(pmu)->aliases;
	uint64_t *bits = !pmus.list[pmu].body && set / 64 < 16 ? &lacking->sets[set / 64] : NULL;

	if (bits && *bits >> set % 64 & 1)
		return false;
	if (pmu_find_alias(pmu, name, true))
		return true;
	if (bits)
		*bits |= (uint64_t)1 << set % 64;
	return false;
}

/* Finds the newest core, or else another PMU, with a name of the kernel's, of this vendor if one has it; or -1. */
static int pmu_with_kernels(struct span name)
{
	const int *newest = pmus_by_age();
	struct lacking lacking = { { 0 } };
	int best = -1, rank = -1;

	for (int i = 0; newest && i < pmu_count(); i++) {
		int pmu = newest[i], own;

		if (!pmu_has_aliases(pmu))
			continue;
		own = 3 * (pmu_data(pmu)->type == PFM_PMU_TYPE_CORE) + relation(pmu);
		if (own > rank && is_usable(pmu) && has_alias(&lacking, pmu, name)) {
			best = pmu;
			rank = own;
		}
	}
	return best;
}

static bool is_kernels_here(struct span name)
{
	for (int pmu = 0; pmu < pmu_count(); pmu++)
		if (pmu_has_aliases(pmu) && is_worth_a_look_here(pmu) && pmu_find_alias(pmu, name, true))
			return true;
	return false;
}

/* Says in the message that earlier kernels have the name here. */
static bool tell_kernels_before(struct suggestions *all)
{
	for (int pmu = 0; pmu < pmu_count(); pmu++) {
		const struct table_alias *old = NULL;

		if (pmu_has_aliases(pmu) && is_worth_a_look_here(pmu))
			old = pmu_old_alias(pmu, all->word, 0);
		if (!old)
			continue;
		snprintf(all->out->message, sizeof all->out->message,
			"no such event here: %.*s, which %s has before Linux %s only", (int)all->word.length,
			all->word.text, pmu_name(pmu), name_at(pmu_body(pmu), old->before));
		return true;
	}
	return false;
}

/* Says in the message that the kernel has the name on cores of other machines only. */
static bool tell_kernels_elsewhere(struct suggestions *all)
{
	int other;

	if (is_kernels_here(all->word))
		return false;
	if (tell_kernels_before(all))
		return true;
	other = pmu_with_kernels(all->word);
	if (other >= 0)
		snprintf(all->out->message, sizeof all->out->message,
			"no such event here: %.*s; the kernel has it on other CPUs, as on %s", (int)all->word.length,
			all->word.text, pmu_name(other));
	return other >= 0;
}

bool has_umask_behind(const struct event_string *string)
{
	enum { LEVELS = 3 }; /* up to three letters are privilege levels, such as "ukh" */

	return event_string_count(string) > 1 && !term_has_value(&string->terms[1]) &&
	       string->terms[1].name.span.length > LEVELS;
}

void suggest_events(struct suggestions *all, const struct event_string *string, pfm_os_t os)
{
	int pmu = string->has_pmu ? pmu_of_prefix(string->pmu.span) : -1;

	if (!string->has_pmu && event_string_count(string) > 1)
		suggest_colons(all, string);
	if (!all->out->nsuggestions && (pmu >= 0 || !string->has_pmu))
		suggest_called(all, pmu >= 0 ? pmu_name(pmu) : "", os);
	if (!all->out->nsuggestions && (pmu >= 0 || !string->has_pmu) && !has_umask_behind(string))
		suggest_kernels(all, pmu);
	if ((!string->has_pmu && tell_kernels_elsewhere(all)) || all->out->nsuggestions)
		return;
	if (pmu >= 0)
		suggest_events_of(all, pmu);
	else
		suggest_events_here(all);
	if (!all->out->nsuggestions || (pmu < 0 && !is_found(all)))
		consider_pmus(all, 2, 0, consider_same);
	if (!all->out->nsuggestions)
		consider_elsewhere(all);
}

/* ---- PMUs ---- */

static bool mentions(const char *text, struct span word)
{
	unsigned char first = ascii_lower((unsigned char)*word.text);

	for (; *text; text++)
		if (ascii_lower((unsigned char)*text) == first && !strncasecmp(text, word.text, word.length))
			return true;
	return false;
}

static bool has_instances(int pmu)
{
	return pmu_data(pmu)->flags & (PMU_INSTANCES | PMU_INSTANCES_ORDERED);
}

/* Recognizes a box by the end of its PMU's name, with or without number, or by its device: imc, imc0, uncore_imc. */
static bool is_box_called(int pmu, struct span word)
{
	struct span name = { pmu_name(pmu), strlen(pmu_name(pmu)) }, device;

	if (is_last_part(name.text, word))
		return true;
	while (name.length && name.text[name.length - 1] >= '0' && name.text[name.length - 1] <= '9')
		name.length--;
	if (name.length > word.length && name.text[name.length - word.length - 1] == '_' &&
		name_begins(name.text + name.length - word.length, word))
		return true;
	if (pmu_data(pmu)->type == PFM_PMU_TYPE_CORE)
		return false;
	for (int n = 0; pmu_device_at(pmu, n, &device); n++)
		if (device_is_meant(word, device) || (has_instances(pmu) && device_is_meant(device, word)))
			return true;
	return false;
}

int pmu_of_box_here(struct span word)
{
	for (int pmu = 0; word.length && pmu < pmu_count(); pmu++)
		if (pmu_is_active(pmu) && is_box_called(pmu, word))
			return pmu;
	return -1;
}

/* Considers a PMU's name, its last part ("zen4" of amd64_fam19h_zen4), or its common name ("skylake"). */
static void consider_pmu_name(struct suggestions *all, int pmu)
{
	const char *name = pmu_name(pmu);

	if (is_last_part(name, all->word))
		suggest(all, 1, "", name);
	else if (all->word.length >= 4 && is_worth_a_look(pmu) &&
		mentions(text_at(pmu_body(pmu), pmu_data(pmu)->desc), all->word))
		suggest(all, 2, "", name);
	else
		consider(all, "", name);
}

/* Suggests this machine's PMUs before those of others: a box has the same name on many. */
void suggest_pmus(struct suggestions *all)
{
	int box = pmu_of_box_here(all->word);

	if (box >= 0)
		suggest(all, 0, "", pmu_name(box));
	else
		suggest_cores(all, all->word, "");
	for (int here = 1; here >= 0 && !all->out->nsuggestions; here--)
		for (int pmu = 0; pmu < pmu_count(); pmu++)
			if (pmu_is_active(pmu) == here)
				consider_pmu_name(all, pmu);
}

/* ---- unit masks and modifiers ---- */

/* Handles old names of Intel's: _PS is the event without it, sampled precisely. */
bool suggest_without_ps(struct suggestions *all, const struct event_ref *ref)
{
	const struct table_umask_set *set = event_umasks(ref->in, ref->event);
	struct span word = all->word;

	if (word.length <= 3 || strncasecmp(word.text + word.length - 3, "_PS", 3))
		return false;
	word.length -= 3;
	for (int row = 0; row < (int)set->count; row++) {
		const char *name = name_at(ref->in, event_umask(ref->in, ref->event, row)->name);

		if (!span_is(word, name))
			continue;
		suggest(all, 0, "", name);
		return true;
	}
	return false;
}

void suggest_attributes(struct suggestions *all, const struct event_ref *ref, pfm_os_t os)
{
	const struct table_umask_set *set = event_umasks(ref->in, ref->event);

	for (int row = 0; row < (int)set->count; row++) {
		const struct table_umask *umask = event_umask(ref->in, ref->event, row);

		if (!umask_is_visible(ref->in, umask, pmu_data(ref->pmu)->visible))
			continue;
		/* vendors abbreviate the state of a cache line to one letter */
		if (all->word.length == 1 && *name_at(ref->in, umask->name) == *all->word.text &&
			!strcmp(name_at(ref->in, umask->name) + 1, "_STATE")) {
			suggest(all, 0, "", name_at(ref->in, umask->name));
			return;
		}
		consider(all, "", name_at(ref->in, umask->name));
	}
	for (uint32_t left = modifiers_offered(ref, os); left; left &= left - 1)
		consider(all, "", name_at(ref->in, ref_modifiers(ref)[__builtin_ctz(left)].name));
	for (unsigned int left = os_modifiers_offered(ref, os); left; left &= left - 1)
		consider(all, "", os_modifiers[__builtin_ctz(left)].name);
}
