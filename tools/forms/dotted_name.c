/*
 * The vendors' spelling of names with several parts, for lists like those of perf. The tables have
 * UNC_IIO_TXN_IN:CFG_READ_PART0; its vendor has a dot before each part: unc_iio_txn_in.cfg_read.part0. The words that
 * begin a part, and the events for which they do, are rows here; names of offcore events have a grammar of their own.
 */
#include "dotted_name.h"

#include <fnmatch.h>
#include <string.h>

#include "offcore_name.h"

/*
 * A rule for parts of names: behind the last dot, the first underscore between a word of before and one of behind
 * becomes a dot; later rows continue from there. Members are patterns, separated by blanks. has_both: the vendor also
 * has the name with the underscore.
 */
struct part {
	const char *pmu, *event, *before, *behind;
	bool has_both;
};

static const struct part parts[] = {
	{ "*", "unc_iio_*", "*", "all all_parts drop part[0-7] iommu[01] vtd[01]", false },
	{ "*", "unc_m2m_imc_reads", "ch[0-9]", "to_nm*", false },
	{ "*", "unc_m2m_imc_writes", "ch[0-9]", "ni", true },
	{ "*", "unc_m2hbm_imc_*", "ch[0-9]", "all normal full partial", true },
	{ "*", "idq_uops_not_delivered idq_bubbles", "cycles_*deliv", "core", false },
	{ "*", "de_dis_*", "disp_op_type", "*", false },
	{ "snb", "offcore_response*", "any_*_llc_miss_local *_ifetch_llc_miss_local pf_*_llc_miss_local", "dram",
		false },
	/* Nehalem and Westmere */
	{ "nhm* wsm*", "offcore_requests offcore_requests_outstanding", "any demand", "*", false },
	{ "nhm* wsm*", "l2_data_rqsts l2_write", "*", "[emis]_state mesi hit", false },
	/* the first Atom */
	{ "atom", "l2_*", "self", "*", false },
	{ "atom", "l2_*", "*", "[emis]_state mesi", false },
	{ "atom", "ext_snoop", "*_agents *_agent", "*", false },
	{ "atom", "*", "*", "ar s", false } };

/* Returns whether one of the patterns matches the beginning of a text. */
static bool matches_one(const char *patterns, const char *text, size_t length)
{
	char word[128], pattern[128];

	if (length >= sizeof word)
		return false;
	memcpy(word, text, length);
	word[length] = '\0';
	while (*patterns) {
		size_t size = strcspn(patterns, " ");

		memcpy(pattern, patterns, size);
		pattern[size] = '\0';
		if (!fnmatch(pattern, word, 0))
			return true;
		patterns += size + strspn(patterns + size, " ");
	}
	return false;
}

/* Returns the underscore between two parts of a unit mask; NULL: there is none. */
static char *end_of_part(const struct part *part, char *umask)
{
	for (char *at = umask; (at = strchr(at, '_')); at++)
		if (matches_one(part->before, umask, (size_t)(at - umask)) &&
		    matches_one(part->behind, at + 1, strlen(at + 1)))
			return at;
	return NULL;
}

bool spell_dotted_name(const char *pmu, char *name)
{
	size_t length = strcspn(name, ".");
	bool has_both = false;

	if (!name[length])
		return false;
	for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
		char *end = NULL;

		if (matches_one(parts[i].pmu, pmu, strlen(pmu)) && matches_one(parts[i].event, name, length))
			end = end_of_part(&parts[i], strrchr(name, '.') + 1);
		if (!end)
			continue;
		*end = '.';
		has_both |= parts[i].has_both;
	}
	spell_offcore_name(name);
	return has_both;
}
