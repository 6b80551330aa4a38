/*
 * Intel's spelling of offcore events, whose names have up to three parts: request, supplier, snoop result. The tables
 * have OFFCORE_RESPONSE:DEMAND_DATA_RD_L3_HIT_SNOOP_HITM, perf list has
 * offcore_response.demand_data_rd.l3_hit.snoop_hitm: the first words of a part tell where it begins.
 */
#include "offcore_name.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static const char *const events[] = { "offcore_response", "offcore_response_0", "offcore_response_1", "ocr" };

static const char *const suppliers[] = { "any_response", "supplier_none", "no_supp", "l2_hit", "l2_miss", "l3_hit",
	"l3_miss", "l4_hit", "llc_hit", "llc_miss", "any_llc", "any_cache", "any_dram", "any_location", "all_local",
	"dram", "local", "remote", "pmm", "snc", "mcdram", "ddr", "non_dram", "io_csr", "outstanding", "full_streaming",
	"partial_streaming", "cxl", "uncore_hit", "memside", "memory", "lru_hints", "other_local",
	"portio", NULL };
static const char *const snoops[] = { "any_snoop", "any", "no_snoop", "snoop", "hitm", "hit", "spl_hit", NULL };

/* "hit" behind one of these does not begin a part: l3_hit. */
static const char *const holders[] = { "l2", "l3", "l4", "llc", "pmm", "uncore", "remote", "remote_cache", NULL };

/* These begin a part only at the end of the name, behind a hit or miss of the last cache. */
static const char *const caches[] = { "l3_miss", "llc_miss", "l3_hit", "llc_hit", NULL };
static const char *const memories[] = { "any_response", "dram", "local_dram", "any_dram", "remote_dram", "remote_hitm",
	"remote_hit_forward", "remote_hitm_hit_forward", "remote_hit", NULL };

/* Returns which of the words text begins with as a whole, followed by an underscore or the end. */
static const char *word_of(const char *text, const char *const *words)
{
	for (; *words; words++)
		if (!strncmp(text, *words, strlen(*words)) && strchr("_", text[strlen(*words)]))
			return *words;
	return NULL;
}

/* Returns the first _ from text on behind which one of the words stands. */
static char *underscore_before(char *text, const char *const *words)
{
	while ((text = strchr(text, '_')) && !word_of(text + 1, words))
		text++;
	return text;
}

static bool is_holder(const char *text, size_t length)
{
	for (const char *const *word = holders; *word; word++) {
		size_t ending = strlen(*word);

		if (ending <= length && !strncmp(text + length - ending, *word, ending))
			return true;
	}
	return false;
}

static bool is_memory(const char *text)
{
	const char *word = word_of(text, memories);

	for (const char *const *longer = memories; word && *longer; longer++)
		if (!strcmp(text, *longer))
			return true;
	return false;
}

/* Returns the _ between who supplied and the snoop. */
static char *snoop_in(char *supplier)
{
	const char *cache = word_of(supplier, caches);
	char *at = supplier;

	if (cache && supplier[strlen(cache)] && is_memory(supplier + strlen(cache) + 1))
		return supplier + strlen(cache);
	if (!strncmp(supplier, "llc_hit_other", 13))
		return NULL;
	while ((at = underscore_before(at, snoops)) && !strncmp(at + 1, "hit", 3) &&
	       is_holder(supplier, (size_t)(at - supplier)))
		at++;
	return at;
}

void spell_offcore_name(char *name)
{
	size_t length = strcspn(name, ".");
	char *supplier, *snoop;
	bool is_one = false;

	for (size_t i = 0; i < sizeof events / sizeof events[0]; i++)
		is_one |= !strncmp(name, events[i], length) && !events[i][length];
	supplier = is_one && name[length] ? underscore_before(name + length + 1, suppliers) : NULL;
	if (!supplier)
		return;
	*supplier = '.';
	snoop = snoop_in(supplier + 1);
	if (snoop)
		*snoop = '.';
}
