/*
 * Random event strings through this library and through Debian's libpfm4: prints where the two differ.
 *
 *   random OURS.so THEIRS.so [COUNT [SEED]]
 *
 * A difference is one of version (the peer's tables may be older) or a bug. Exit status 1 if there are any.
 */
#include "library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STRING = 1024, MOST_PMUS = 2048, MOST_ATTRS = 256 };

static struct library load(const char *path)
{
	struct library library;

	if (!load_library(path, &library)) {
		fprintf(stderr, "random: cannot open %s\n", path);
		exit(2);
	}
	return library;
}

static uint64_t state = 1;

static unsigned int below(unsigned int limit)
{
	state = state * 6364136223846793005u + 1442695040888963407u;
	return (unsigned int)((state >> 33) % limit);
}

/* ":attribute" or ":attribute=value", with values that are in range and some that are not. */
static void append_attribute(char *string, const pfm_event_attr_info_t *attr)
{
	static const unsigned int values[] = { 0, 1, 2, 3, 7, 15, 16, 100, 255, 256, 4095, 65535, 65536 };
	size_t length = strlen(string);

	if (attr->type == PFM_ATTR_UMASK || (attr->type == PFM_ATTR_MOD_BOOL && below(2)))
		snprintf(string + length, STRING - length, ":%s", attr->name);
	else if (attr->type == PFM_ATTR_MOD_BOOL)
		snprintf(string + length, STRING - length, ":%s=%u", attr->name, below(2));
	else
		snprintf(string + length, STRING - length, ":%s=%u", attr->name,
			values[below(sizeof values / sizeof values[0])]);
}

/* Each attribute at most once: what libpfm4 makes of three equal ones is a listed difference. */
static void random_string(const struct library *library, const char *pmu, int idx, char *string)
{
	static const unsigned int weights[] = { 0, 1, 1, 1, 2, 2, 2, 3, 3, 4, 5 };
	pfm_event_info_t event = { .size = sizeof event };
	bool taken[MOST_ATTRS] = { false };

	library->event_info(idx, PFM_OS_NONE, &event);
	snprintf(string, STRING, "%s::%s", pmu, event.name);
	if (!event.nattrs)
		return;
	for (unsigned int i = weights[below(sizeof weights / sizeof weights[0])]; i; i--) {
		pfm_event_attr_info_t attr = { .size = sizeof attr };
		unsigned int choice = below((unsigned int)event.nattrs);

		if (choice >= MOST_ATTRS || taken[choice] || library->attr_info(idx, (int)choice, PFM_OS_NONE, &attr))
			continue;
		taken[choice] = true;
		append_attribute(string, &attr);
	}
}

struct answer {
	int result, count;
	uint64_t codes[8];
	char *string;
};

static void ask(const struct library *library, const char *event, struct answer *answer)
{
	pfm_pmu_encode_arg_t arg = { .codes = answer->codes, .count = 8, .fstr = &answer->string, .size = sizeof arg };

	answer->string = NULL;
	answer->result = library->encode(event, PFM_PLM0 | PFM_PLM3, PFM_OS_NONE, &arg);
	answer->count = answer->result ? 0 : arg.count;
}

static bool same(const struct answer *a, const struct answer *b)
{
	return a->result == b->result && a->count == b->count &&
		!memcmp(a->codes, b->codes, (size_t)a->count * sizeof a->codes[0]) &&
		(a->result || !strcmp(a->string, b->string));
}

static void print_answer(const char *whose, const struct answer *answer)
{
	printf("  %s %d", whose, answer->result);
	for (int i = 0; i < answer->count; i++)
		printf(" %#llx", (unsigned long long)answer->codes[i]);
	printf(" %s\n", answer->result ? "" : answer->string);
}

static bool compare(const struct library *libraries, const char *event)
{
	struct answer answers[2];
	bool good;

	ask(&libraries[0], event, &answers[0]);
	ask(&libraries[1], event, &answers[1]);
	good = same(&answers[0], &answers[1]);
	if (!good) {
		printf("%s\n", event);
		print_answer("ours  ", &answers[0]);
		print_answer("theirs", &answers[1]);
	}
	for (int i = 0; i < 2; i++)
		if (!answers[i].result)
			free(answers[i].string);
	return good;
}

struct pmu {
	const char *name;
	int first, count;
};

/* The PMUs that both know, by name. */
static int shared_pmus(const struct library *libraries, struct pmu *pmus)
{
	pfm_pmu_info_t ours = { .size = sizeof ours }, theirs = { .size = sizeof theirs };
	int count = 0;

	for (int i = 0; i < PFM_PMU_MAX && count < MOST_PMUS; i++)
		if (!libraries[0].pmu_info((pfm_pmu_t)i, &ours) && ours.nevents &&
			!libraries[1].pmu_info((pfm_pmu_t)i, &theirs) && theirs.nevents && strcmp(ours.name, "perf"))
			pmus[count++] = (struct pmu){ strdup(theirs.name), theirs.first_event, theirs.nevents };
	return count;
}

int main(int argc, char **argv)
{
	static struct pmu pmus[MOST_PMUS];
	struct library libraries[2];
	long count, differences = 0;
	int pmu_count;

	if (argc < 3) {
		fprintf(stderr, "usage: random OURS.so THEIRS.so [COUNT [SEED]]\n");
		return 2;
	}
	setenv("LIBPFM_ENCODE_INACTIVE", "1", 1);
	for (int i = 0; i < 2; i++) {
		libraries[i] = load(argv[i + 1]);
		libraries[i].initialize();
	}
	count = argc > 3 ? atol(argv[3]) : 100000;
	state = argc > 4 ? strtoul(argv[4], NULL, 0) : 1;
	pmu_count = shared_pmus(libraries, pmus);
	for (long i = 0; pmu_count && i < count; i++) {
		const struct pmu *pmu = &pmus[below((unsigned int)pmu_count)];
		char string[STRING];
		int idx = pmu->first;

		for (unsigned int skip = below((unsigned int)pmu->count); skip; skip--)
			idx = libraries[1].event_next(idx);
		random_string(&libraries[1], pmu->name, idx, string);
		differences += !compare(libraries, string);
	}
	printf("random: %ld strings of %d PMUs, %ld differences\n", count, pmu_count, differences);
	return differences || !pmu_count;
}
