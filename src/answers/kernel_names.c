/*
 * The tables have the kernel's names (slots, topdown-retiring, cas_count_read) as terms of config. Decoding these gives
 * the events of the tables, which replace the names in event strings.
 */
#include "answers/kernel_names.h"

#include <stdio.h>
#include <string.h>

#include "catalog/aliases.h"
#include "catalog/events.h"
#include "encode/event_string.h"
#include "language/language.h"
#include "machine/identity.h"

enum { NAMES_OF_CODE = 8 };

static bool is_other_name(const pfm_decoded_t *found)
{
	struct event_ref ref;

	return !event_by_identifier(found->idx, &ref) && event_rare(ref.in, ref.event)->alias;
}

static int terms_of(const char *string)
{
	int terms = 0;

	for (; *string; string++)
		terms += *string == ':';
	return terms;
}

/* Recognizes a unit mask as a number. */
static bool has_number_as_umask(const char *string)
{
	return strstr(string, ":0x") != NULL;
}

/*
 * Compares exact names of a code. Better is one of names alone; then one that is no other name for another; then, among
 * those with as many words, the one that the PMU's table has first: it begins with libpfm4's.
 */
static bool names_better(const pfm_decoded_t *a, const pfm_decoded_t *b)
{
	if (has_number_as_umask(a->string) != has_number_as_umask(b->string))
		return has_number_as_umask(b->string);
	if (is_other_name(a) != is_other_name(b))
		return is_other_name(b);
	return a->idx < b->idx && terms_of(a->string) == terms_of(b->string);
}

pfm_err_t kernel_words_name(int pmu, const uint64_t words[3], pfm_decoded_t *best)
{
	pfm_code_t code = { .size = sizeof code, .os = PFM_OS_PERF_EVENT, .count = 3 };
	pfm_decoded_t found[NAMES_OF_CODE];
	int count;

	best->idx = -1;
	best->string[0] = '\0';
	memcpy(code.words, words, sizeof code.words);
	count = decode_words(pmu, &code, found, NAMES_OF_CODE);
	for (int i = 0; i < count && found[i].exact; i++)
		if (best->idx < 0 || names_better(&found[i], best))
			*best = found[i];
	return count < 0 ? count : PFM_SUCCESS;
}

bool kernel_words(int pmu, struct span name, uint64_t words[3])
{
	const struct table_alias *alias;
	char generic[64];
	uint64_t config;
	uint32_t type;

	if (!pmu_has_aliases(pmu))
		return false;
	alias = pmu_find_alias(pmu, name, true);
	if (alias && pmu_alias_config(pmu, alias, words))
		return true;
	return pmu_knows_generics(pmu) && perf_symbol(name, &type, &config) &&
		perf_symbol_name(type, config, generic, sizeof generic) &&
		pmu_generic_config(pmu, (struct span){ generic, strlen(generic) }, words);
}

bool kernel_name_in_tables(int pmu, struct span name, pfm_decoded_t *best)
{
	uint64_t words[3];

	return kernel_words(pmu, name, words) && !kernel_words_name(pmu, words, best) && best->idx >= 0;
}

/*
 * Does the same on what the prefix of a string means, a PMU or a CPU with its cores before its boxes. Returns the
 * prefix of the tables' name; of length 0: there is none.
 */
static struct span find_on_prefix(struct span prefix, struct span name, pfm_decoded_t *best)
{
	static const struct span none = { "", 0 };
	struct host host = { .root = "" };
	struct instance instance;
	int pmu = pmu_meant(prefix, &instance);

	if (pmu >= 0)
		return kernel_name_in_tables(pmu, name, best) ? prefix : none;
	if (!identity_is_cpu(prefix, &host))
		return none;
	for (int core = 1; core >= 0; core--)
		for (pmu = 0; pmu < pmus.count; pmu++)
			if ((pmu_data(pmu)->type == PFM_PMU_TYPE_CORE) == core && pmu_is_of_cpu(pmu, &host) &&
				kernel_name_in_tables(pmu, name, best))
				return (struct span){ pmu_name(pmu), strlen(pmu_name(pmu)) };
	return none;
}

bool kernel_string(const struct event_string *split, char string[KERNEL_STRING])
{
	struct span name = split->terms[0].name.span, prefix;
	pfm_decoded_t best;

	if (!split->has_pmu)
		return false;
	prefix = find_on_prefix(split->pmu.span, name, &best);
	return prefix.length && snprintf(string, KERNEL_STRING, "%.*s%s%.*s", (int)prefix.length, prefix.text,
			strstr(best.string, "::"), (int)strcspn(name.text + name.length, ","),
			name.text + name.length) < KERNEL_STRING;
}

pfm_err_t resolve_kernels(const char *str, pfm_os_t os, struct selection *selection, struct event_string *split)
{
	char string[KERNEL_STRING];
	pfm_err_t error = resolve(str, os, selection);

	if (!error || selection->problem == PROBLEM_WHITE_SPACE)
		return error;
	event_string_split(str, split);
	return error == PFM_ERR_NOTFOUND && kernel_string(split, string) ? resolve(string, os, selection) : error;
}
