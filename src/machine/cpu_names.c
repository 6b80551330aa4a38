/*
 * Common names of CPUs: a name in cpu_names.def, a model in cpu_models.def, or a PMU of the CPU, or the end of such a
 * PMU's name.
 */
#define _GNU_SOURCE
#include "machine/cpu_names.h"

#include <ctype.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <perfmon/pfmlib.h>

#include "machine/conditions.h"
#include "machine/cpu_models.h"
#include "machine/processor.h"

static const char *skip_between(const char *at)
{
	while (*at == '-' || *at == '_' || *at == ' ')
		at++;
	return at;
}

/* Compares names, ignoring case, dashes, underscores and blanks. */
static bool is_same_name(const char *a, const char *b)
{
	for (;; a++, b++) {
		a = skip_between(a);
		b = skip_between(b);
		if (tolower((unsigned char)*a) != tolower((unsigned char)*b))
			return false;
		if (!*a)
			return true;
	}
}

/* ---- names ---- */

/* Pairs of names and identities, as concatenated strings; an empty name is the end. */
static const char cpu_names[] =
#define CPU_NAME(name, identity) name "\0" identity "\0"
#include "machine/cpu_names.def"
#undef CPU_NAME
	"";

static const char *behind_end(const char *text)
{
	return text + strlen(text) + 1;
}

const char *cpu_name_next(const char *name)
{
	const char *next = name ? behind_end(behind_end(name)) : cpu_names;

	return *next ? next : NULL;
}

/*
 * Hash table of the offsets of names in cpu_names, as many texts are looked up that are not names. Made on first use;
 * threads that make it at the same time write equal values. 0: free slot; 1: the first name.
 */
enum { CPU_NAME_SLOTS = 1024 };
static _Atomic(uint16_t) name_slots[CPU_NAME_SLOTS];
static atomic_bool name_slots_made;
_Static_assert(sizeof cpu_names < UINT16_MAX, "places of names have 16 bits");

static uint32_t plain_hash(const char *name)
{
	uint32_t hash = 2166136261;

	for (name = skip_between(name); *name; name = skip_between(name + 1))
		hash = (hash ^ (uint32_t)tolower((unsigned char)*name)) * 16777619;
	return (hash ^ hash >> 16) % CPU_NAME_SLOTS;
}

/* Returns the slot of a name; a free one if there is no such name. */
static uint32_t name_slot(const char *text)
{
	uint32_t at = plain_hash(text);
	uint16_t place;

	while ((place = atomic_load_explicit(&name_slots[at], memory_order_relaxed)) != 0 &&
		!is_same_name(cpu_names + place - 1, text))
		at = (at + 1) % CPU_NAME_SLOTS;
	return at;
}

/* Files all names; of two that are the same the first counts. */
static void make_name_slots(void)
{
	for (const char *name = NULL; (name = cpu_name_next(name));) {
		uint32_t at = name_slot(name);

		if (!atomic_load_explicit(&name_slots[at], memory_order_relaxed))
			atomic_store_explicit(&name_slots[at], (uint16_t)(name - cpu_names + 1), memory_order_relaxed);
	}
	atomic_store_explicit(&name_slots_made, true, memory_order_release);
}

const char *cpu_name_identity(const char *text)
{
	uint16_t place;

	if (!atomic_load_explicit(&name_slots_made, memory_order_acquire))
		make_name_slots();
	place = atomic_load_explicit(&name_slots[name_slot(text)], memory_order_relaxed);
	return place ? behind_end(cpu_names + place - 1) : text;
}

/* Returns the identity of a name without its family of Arm's or Apple's: "a55" is cortex-a55, "n1" neoverse-n1. */
static const char *identity_of_family(const char *plain)
{
	static const char families[][10] = { "cortex-", "neoverse-", "apple-", "" };
	char name[CPU_MODEL_LENGTH + sizeof families];

	for (size_t i = 0; i < sizeof families / sizeof families[0]; i++) {
		const char *identity;

		snprintf(name, sizeof name, "%s%s", families[i], plain);
		identity = cpu_name_identity(name);
		if (identity != name)
			return identity;
	}
	return NULL;
}

/* ---- code names ---- */

/* Copies the first bracket's text that is no (R) or (TM), up to a comma: "Xeon Processor (Skylake, IBRS)". */
static bool find_bracket(const char *name, char code[CPU_MODEL_LENGTH])
{
	for (; (name = strchr(name, '(')); name++) {
		size_t length = strcspn(name + 1, "),/");

		if (length > 2 && length < CPU_MODEL_LENGTH) {
			memcpy(code, name + 1, length);
			code[length] = '\0';
			return true;
		}
	}
	return false;
}

/* Skips a brand before a code name: "epyc rome", "xeon skylake". */
static const char *behind_brand(const char *plain)
{
	static const char brands[][10] = { "epyc ", "xeon ", "ryzen ", "opteron " };

	for (size_t i = 0; i < sizeof brands / sizeof brands[0]; i++)
		if (!strncmp(plain, brands[i], strlen(brands[i])))
			return plain + strlen(brands[i]);
	return "";
}

/* Returns the identity of a code name; with several kinds, a Xeon is the servers'. */
static const char *identity_of_code(const char *code, bool is_xeon)
{
	static const char kinds[][4] = { "-x", "-ep", "" };
	const char *other = "", *identity;
	char name[CPU_MODEL_LENGTH + 16];

	for (size_t i = is_xeon ? 0 : 2; i < sizeof kinds / sizeof kinds[0]; i++) {
		snprintf(name, sizeof name, "%s%s", code, kinds[i]);
		identity = cpu_name_identity(name);
		if (identity != name)
			return identity;
	}
	identity = strpbrk(code, "0123456789") ? NULL : cpu_model_identity(code, &other);
	return *other ? NULL : identity;
}

static const char *identity_of_code_name(const char *name, const char *plain)
{
	char code[CPU_MODEL_LENGTH], first[CPU_MODEL_LENGTH];
	const char *identity = NULL;

	/* numbers tell more than a bracket, and "m5 (Skylake)" is a cloud's machine */
	if (!strpbrk(plain, "0123456789") && find_bracket(name, code)) {
		cpu_model_plain(code, first);
		identity = identity_of_code(first, strcasestr(name, "xeon"));
	}
	if (!identity && isalpha((unsigned char)*behind_brand(plain)))
		identity = identity_of_code(behind_brand(plain), !strncmp(plain, "xeon", 4));
	return identity;
}

/* Skips the vendor that device trees have in front: "cavium,thunder2". */
static const char *behind_vendor(const char *name)
{
	size_t length = strcspn(name, ", (");

	return length && name[length] == ',' && isalpha((unsigned char)*name) &&
			isalpha((unsigned char)name[length + 1])
		? name + length + 1
		: name;
}

const char *cpu_name_of_model(const char *name, char message[IDENTITY_MESSAGE])
{
	char plain[CPU_MODEL_LENGTH];
	const char *other = "", *identity;
	bool is_brand;

	name = behind_vendor(name);
	identity = cpu_model_identity(name, &other);

	if (identity && *identity && *other)
		snprintf(message, IDENTITY_MESSAGE, "%.80s may be %s as well as %s: lscpu there says family and model",
			name, other, identity);
	if (identity && *identity)
		return identity;
	is_brand = identity;
	cpu_model_plain(name, plain);
	identity = identity_of_code_name(name, plain);
	if (!identity && is_brand && strchr(name, ' '))
		snprintf(message, IDENTITY_MESSAGE,
			"%.80s: many CPUs are called so, lscpu there says family and model", name);
	return identity || is_brand || !*plain ? identity : identity_of_family(plain);
}

/* ---- PMUs ---- */

/* Returns the shortest number that matches a pattern of digits, [digits] and, at the end, *. */
static uint64_t number_of_pattern(const char *pattern)
{
	char text[32];
	size_t length = 0;

	for (; *pattern && *pattern != '*' && length + 1 < sizeof text; pattern++) {
		bool choice = *pattern == '[';

		text[length++] = pattern[choice];
		if (choice && !*(pattern += strcspn(pattern, "]")))
			break;
	}
	text[length] = '\0';
	return strtoull(text, NULL, 0);
}

/* Sets a core that matches "mvendorid PATTERN marchid PATTERN", with "mimpid PATTERN" or without. */
static void be_riscv(struct host *host, const char *pairs)
{
	char key[64], pattern[128];
	int length;

	for (; host->riscv_count < RISCV_IDS && sscanf(pairs, "%63s %127s%n", key, pattern, &length) == 2 &&
	       !strcmp(key, riscv_keys[host->riscv_count]); pairs += length)
		host->riscv[host->riscv_count++] = number_of_pattern(pattern);
}

static void take_condition(struct host *host, const struct tables *in, const struct table_condition *condition)
{
	if (condition->kind == WHEN_CPUINFO_GLOB) {
		be_riscv(host, name_at(in, condition->value));
		return;
	}
	host->is_intel = condition->vendor == VENDOR_INTEL;
	host->is_amd = condition->vendor == VENDOR_AMD;
	host->is_power = condition->vendor == VENDOR_POWER;
	host->is_zhaoxin = condition->vendor == VENDOR_ZHAOXIN;
	host->family = condition->family;
	host->model = host->pvr = condition->low;
	host->stepping = condition->stepping_low;
	if (condition->vendor == VENDOR_ARM)
		processor_add_arm_core(host, condition->family, condition->low, 0);
}

/* Returns whether both are one CPU, as the cores of a hybrid one are. */
static bool is_host_of(const struct host *host, const struct table_condition *condition)
{
	return host->is_intel && host->family == condition->family && host->model == condition->low;
}

/* The part of a PMU's name that is used as name of the CPU. */
enum named_part { PART_WHOLE, PART_END, PART_BEGINNING, NAMED_PARTS };

/* Returns whether both begin with the same letter, which rules out most. */
static bool begins_alike(const char *a, const char *b)
{
	return tolower((unsigned char)*skip_between(a)) == tolower((unsigned char)*skip_between(b));
}

/* Returns whether text is a PMU's name or, for a core's, its part behind a "_", or its beginning before one. */
static bool names_pmu(const char *text, const char *name, enum named_part which)
{
	size_t length = strlen(text);

	if (which == PART_WHOLE)
		return begins_alike(name, text) && is_same_name(name, text);
	if (which == PART_BEGINNING)
		return !strncasecmp(name, text, length) && name[length] == '_';
	for (const char *part = strchr(name, '_'); part; part = strchr(part + 1, '_'))
		if (!strchr(part + 1, '_') && is_same_name(part + 1, text))
			return true;
	return false;
}

/* Finds the first CPU with a PMU of that name. *found: that PMU, or unchanged. Returns another so called, or NULL. */
static const char *find_named(const char *text, const struct tables *in, enum named_part which, const char **found,
			      struct host *host)
{
	for (uint32_t row = 0; row < in->pmus.count; row++) {
		const struct table_pmu *pmu = &in->pmus.rows[row];
		const struct table_condition *condition = &in->conditions.rows[pmu->condition];
		const char *name = name_at(in, pmu->name);

		if (!pmu->conditions || (condition->kind != WHEN_CPU && condition->kind != WHEN_CPUINFO_GLOB) ||
		    (which != PART_WHOLE && pmu->type != PFM_PMU_TYPE_CORE) || !names_pmu(text, name, which) ||
		    (which == PART_BEGINNING && condition->vendor != VENDOR_INTEL))
			continue;
		if (*found && which == PART_BEGINNING && is_host_of(host, condition))
			continue;
		if (*found && strcmp(*found, name))
			return name;
		if (!*found)
			take_condition(host, in, condition);
		*found = name;
	}
	return NULL;
}

bool cpu_name_is_pmu(const char *text, const struct known_tables *known, struct host *host,
		     char message[IDENTITY_MESSAGE])
{
	struct host named = *host;
	const char *found = NULL, *other = NULL;

	for (int which = 0; which < NAMED_PARTS && !found; which++)
		for (int i = 0; i < known->count && !other; i++)
			other = find_named(text, known->bodies[i], (enum named_part)which, &found, &named);
	if (other)
		snprintf(message, IDENTITY_MESSAGE, "%.100s: may be %s or %s", text, found, other);
	else if (found)
		*host = named;
	return found && !other;
}
