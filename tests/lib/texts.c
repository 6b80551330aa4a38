/*
 * Descriptions, as users get them: none missing, none too long, none that only respells the name; and different unit
 * masks of an event say different things, unless the text says that they are the same; and one thing has one word.
 * Lists what it finds.
 */
#include <perfmon/pfmlib.h>

#include <ctype.h>
#include <strings.h>

#include "check.h"

enum { MAX_TEXT = 240, MAX_ATTRS = 512 };

static int texts, alike;

/*
 * Words that have another one in descriptions, so that one thing has one word. Compared without regard to letter case,
 * whole words only. A text with one of the exceptions behind, or of a PMU whose name has one of them in it, may have
 * the word.
 */
static const struct {
	const char *word, *instead, *exceptions[6];
} words[] = {
	{ "micro-op", "uop", { 0 } },
	{ "micro-ops", "uops", { 0 } },
	{ "table walk", "page walk", { "GART table walk", "segment table walk" } },
	{ "table walks", "page walks", { "GART table walks" } },
	{ "cache line", "line", { "cache line buffer", "ultra" } },
	{ "cache lines", "lines", { "ultra" } },
	{ "logical processor", "thread", { "netburst" } },
	{ "logical processors", "threads", { "netburst" } },
	{ "hyper-thread", "thread", { 0 } },
	{ "hyper-threads", "threads", { 0 } },
	{ "probe", "snoop", { "probe filter", "probe tracker", "robe nop", "power_torrent" } },
	{ "probes", "snoops", { 0 } },
	{ "data cache", "L1D", { "L0 data cache", "data cache unit" } },
	{ "instruction cache", "L1I", { "level-0 instruction cache" } },
	{ "write-back", "writeback", { "write-back memory" } },
	{ "write-backs", "writebacks", { 0 } },
	{ "written back", "writeback", { 0 } },
	{ "write back", "writeback", { 0 } },
	{ "cycles with", "cycles in which",
		{ "cycles with fe_thres", "cycles with so many", "cycles with floating-point retirement",
			"cycles with one ready", "cycles with tracked", "count cycles with" } },
	{ "for want of", "for lack of", { 0 } },
	{ "counts as two", "FMA counts twice", { 0 } },
	{ "multiply-add counts 2", "FMA counts twice", { 0 } },
	{ "credited", "sent with a credit", { 0 } },
	{ "uncredited", "sent without a credit", { 0 } },
	{ "bounceable", "sent without a credit", { 0 } },
	{ "against a credit", "sent with a credit", { 0 } },
	{ "CMS", "mesh stop", { 0 } },
	{ "PMM", "persistent memory", { 0 } },
	{ "code read", "instruction fetch", { "_unc", "user code read" } },
	{ "code reads", "instruction fetches", { "_unc" } },
};

/*
 * Words that have another one in the descriptions of one vendor: how its PMUs' names begin, the word, what it says
 * instead.
 */
static const char *const words_of_makers[][3] = {
	{ "amd64", "uop", "op" },
	{ "amd64", "uops", "ops" },
};

/* Words that no description begins with. */
static const char *const beginnings[][2] = {
	{ "Cycles with ", "Cycles in which" },
	{ "Cycles the ", "Cycles in which the" },
	{ "TOR entries of ", "TOR occupancy by" },
};

/* Letters and digits only, in upper case: "L2 lines in" and L2_LINES_IN become the same. */
static void squeeze(const char *text, char *out, size_t size)
{
	size_t n = 0;

	for (; *text && n + 1 < size; text++)
		if (isalnum((unsigned char)*text))
			out[n++] = (char)toupper((unsigned char)*text);
	out[n] = '\0';
}

static bool respells(const char *text, const char *name)
{
	char a[512], b[512];

	squeeze(text, a, sizeof a);
	squeeze(name, b, sizeof b);
	return !strcmp(a, b);
}

/* Vendors who publish names alone: the text says what the name says, and does not guess. How their names begin. */
static const char *const names_alone[] = { "arm_thunderx::", "hv_gpci::", "kvm_hv::", "riscv_" };

static bool has_name_alone(const char *pmu)
{
	for (size_t i = 0; i < sizeof names_alone / sizeof *names_alone; i++)
		if (!strncmp(pmu, names_alone[i], strcspn(names_alone[i], ":")))
			return true;
	return false;
}

static bool part_of_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* Where the whole word begins in the text, in either letter case; NULL if it does not occur. */
static const char *find_word(const char *text, const char *word)
{
	size_t length = strlen(word);
	int first = tolower((unsigned char)*word);

	for (const char *at = text; *at; at++)
		if (tolower((unsigned char)*at) == first && (at == text || !part_of_word(at[-1])) &&
			!strncasecmp(at, word, length) && !part_of_word(at[length]))
			return at;
	return NULL;
}

static bool has_exception(const char *pmu, const char *text, const char *const *exceptions)
{
	for (int i = 0; i < 6 && exceptions[i]; i++)
		if (strstr(text, exceptions[i]) || strstr(pmu, exceptions[i]))
			return true;
	return false;
}

/* The word that the text should have instead of one that it has; NULL if all are right. */
static const char *better_word(const char *pmu, const char *text)
{
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (find_word(text, words[i].word) && !has_exception(pmu, text, words[i].exceptions))
			return words[i].instead;
	for (size_t i = 0; i < sizeof words_of_makers / sizeof *words_of_makers; i++)
		if (!strncmp(pmu, words_of_makers[i][0], strlen(words_of_makers[i][0])) &&
			find_word(text, words_of_makers[i][1]))
			return words_of_makers[i][2];
	for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
		if (!strncmp(text, beginnings[i][0], strlen(beginnings[i][0])))
			return beginnings[i][1];
	return NULL;
}

static void check_words(const char *pmu, const char *event, const char *name, const char *text)
{
	const char *better = better_word(pmu, text);

	if (!check(!better, "one word for one thing", __FILE__, __LINE__) && failures < 30)
		printf("  %s::%s %s, rather %s: %s\n", pmu, event, name, better, text);
}

static void check_text(const char *pmu, const char *event, const char *name, const char *text)
{
	bool good = text && *text && strlen(text) <= MAX_TEXT && text[strlen(text) - 1] != ' ' &&
		(has_name_alone(pmu) || (!respells(text, name) && !respells(text, event)));

	for (const char *c = text; c && *c; c++)
		good &= *c >= ' ' && *c < 0x7f;
	texts++;
	if (!check(good, "a description is a description", __FILE__, __LINE__) && failures < 30)
		printf("  %s::%s %s: %s\n", pmu, event, name, text ? text : "(none)");
	else if (text)
		check_words(pmu, event, name, text);
}

/* Two unit masks with one text, where neither stands for the other. */
static void check_alike(const char *pmu, const char *event, const pfm_event_attr_info_t *attrs, int count)
{
	for (int i = 0; i < count; i++)
		for (int k = i + 1; k < count; k++)
			if (!strcmp(attrs[i].desc, attrs[k].desc) && !attrs[i].equiv && !attrs[k].equiv &&
				!strstr(attrs[i].desc, "same as")) {
				alike++;
				if (alike < 30)
					printf("the same text: %s::%s %s and %s: %s\n", pmu, event, attrs[i].name,
						attrs[k].name, attrs[i].desc);
			}
}

static void check_pmu(const pfm_pmu_info_t *pmu)
{
	static pfm_event_attr_info_t attrs[MAX_ATTRS];
	pfm_event_info_t event = { .size = sizeof event };

	for (int idx = pmu->first_event; idx >= 0; idx = pfm_get_event_next(idx)) {
		int umasks = 0;

		if (!in_sample((unsigned int)idx))
			continue;
		if (!CHECK(!pfm_get_event_info(idx, PFM_OS_NONE, &event)))
			return;
		check_text(pmu->name, event.name, event.name, event.desc);
		for (int i = 0; i < event.nattrs && i < MAX_ATTRS; i++) {
			attrs[i].size = sizeof attrs[i];
			if (!CHECK(!pfm_get_event_attr_info(idx, i, PFM_OS_NONE, &attrs[i])))
				return;
			check_text(pmu->name, event.name, attrs[i].name, attrs[i].desc);
			umasks += attrs[i].type == PFM_ATTR_UMASK;
		}
		check_alike(pmu->name, event.name, attrs, umasks);
	}
}

int main(void)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	pfm_pmu_t pmu;

	CHECK(!start_library("LIBPFM_ENCODE_INACTIVE=1 LIBPFM_FSROOT=ROOT/vm", pfm_initialize, pfm_terminate));
	pfm_for_all_pmus(pmu)
		if (!pfm_get_pmu_info(pmu, &info))
			check_pmu(&info);
	pfm_terminate();
	CHECK(texts > 200000 / (sample_one_in() > 1 ? 2 * (int)sample_one_in() : 1));
	CHECK(!alike);
	printf("%d descriptions, as many as users can see; %d pairs of unit masks with one text\n", texts, alike);
	return check_summary("texts");
}
