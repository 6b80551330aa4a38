/*
 * The kernel's names (slots, topdown-retiring, cas_count_read) stand in the tables as words of config. Which events of
 * the tables these are, decoding says; what it says goes into event strings in their place.
 */
#include "answers/kernel_names.h"

#include <stdio.h>
#include <string.h>

#include "catalog/aliases.h"
#include "encode/event_string.h"
#include "language/language.h"

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

/*
 * Of the exact names of a code: one that is no other name for another; then, of those with as many words, the one that
 * the PMU's table has first, which begins with what libpfm4 has.
 */
static bool names_better(const pfm_decoded_t *a, const pfm_decoded_t *b)
{
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

static bool words_of_alias(int pmu, struct span name, uint64_t words[3])
{
	const struct table_alias *alias = pmu_find_alias(pmu, name, true);

	return alias && pmu_alias_config(pmu, alias, words);
}

bool kernel_name_in_tables(int pmu, struct span name, pfm_decoded_t *best)
{
	uint64_t words[3], config;
	char generic[64];
	uint32_t type;

	if (!words_of_alias(pmu, name, words) &&
	    (!perf_symbol(name, &type, &config) || !perf_symbol_name(type, config, generic, sizeof generic) ||
		    !pmu_knows_generics(pmu) ||
		    !pmu_generic_config(pmu, (struct span){ generic, strlen(generic) }, words)))
		return false;
	return !kernel_words_name(pmu, words, best) && best->idx >= 0;
}

bool kernel_string(const char *text, char string[KERNEL_STRING])
{
	struct event_string split;
	struct span name;
	pfm_decoded_t best;
	uint64_t words[3];
	int pmu;

	if (!event_string_split(text, &split) || !split.has_pmu)
		return false;
	name = split.terms[0].name.span;
	pmu = pmu_by_name(split.pmu.span);
	if (pmu < 0 || !words_of_alias(pmu, name, words) || kernel_words_name(pmu, words, &best) || best.idx < 0)
		return false;
	return snprintf(string, KERNEL_STRING, "%.*s%s%.*s", (int)split.pmu.span.length, split.pmu.span.text,
			strstr(best.string, "::"), (int)strcspn(name.text + name.length, ","),
			name.text + name.length) < KERNEL_STRING;
}
