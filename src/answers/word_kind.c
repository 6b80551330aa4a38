/*
 * All programs use one order: strings that encode are events; then names of other tools, PAPI presets, names of events
 * that lack something, CPUs, metrics, codes; all other words are a question.
 */
#include "word_kind.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "answers/kernel_names.h"
#include "answers/other_names.h"
#include "language/language.h"
#include "language/languages.h"

/* Each rule returns 1: the word is of this kind; 0; or an error. */
typedef int rule(struct word *word);

/* Returns 1 for a single word that is no name but ordinary text: it lacks capitals, or an underscore. */
static int is_said(struct word *word)
{
	const char *text = word->text;

	if (!(word->flags & PFM_WORD_SAID))
		return 0;
	for (const char *at = text; *at; at++)
		if (isupper((unsigned char)*at))
			return !strchr(text, '_') && !strstr(text, "::");
	return 1;
}

static int encodes(struct word *word)
{
	struct selection selection;

	return !resolve(word->text, word->os, &selection);
}

static int has_other_name(struct word *word)
{
	return other_name(word->text, word->os, OTHER_CERTAIN, word->read_as) &&
	       strcmp(word->read_as, word->text) != 0;
}

static int is_preset(struct word *word)
{
	struct preset preset;

	if (!preset_here(word->text, strlen(word->text), &preset) || preset.is_event)
		return 0;
	strcpy(word->read_as, preset.formula);
	return 1;
}

/* Returns 1 for an event that needs more, or that the kernel or perf have a name for. */
static int names_event(struct word *word)
{
	struct perf_parser parser = { .text = word->text, .language = PFM_LANGUAGE_PERF,
		.stride = sizeof(pfm_perf_event_t) };
	struct event_string split;
	struct selection selection;
	pfm_err_t error = resolve_kernels(word->text, word->os, &selection, &split);

	if (error == PFM_ERR_NOMEM)
		return error;
	if (error != PFM_ERR_NOTFOUND && error != PFM_ERR_INVAL)
		return 1;
	if (string_language((struct span){ word->text, strlen(word->text) }) == PFM_LANGUAGE_PFM)
		return 0;
	return perf_read(&parser, true) ? parser.count > 0 : parser.error == PFM_ERR_NOMEM ? PFM_ERR_NOMEM : 0;
}

/* Returns whether the name of a PMU ends so. */
static bool ends_a_pmu(const char *name, size_t length)
{
	for (int pmu = 0; pmu < pmus.count; pmu++) {
		size_t whole = strlen(pmu_name(pmu));

		if (whole >= length && !strncasecmp(pmu_name(pmu) + whole - length, name, length))
			return true;
	}
	return false;
}

/* Returns 1 for CPU::WORDS, if no PMU's name is CPU or ends so. */
static int begins_with_cpu(struct word *word)
{
	const char *colons = strstr(word->text, "::");
	size_t length = colons ? (size_t)(colons - word->text) : 0;
	char message[IDENTITY_MESSAGE];

	if (!length || length >= sizeof word->read_as || ends_a_pmu(word->text, length))
		return 0;
	snprintf(word->read_as, sizeof word->read_as, "%.*s", (int)length, word->text);
	return catalog_reads_cpu(word->read_as, message);
}

static int is_metric_here(struct word *word)
{
	pfm_err_t error = PFM_SUCCESS;
	const char *name = word->find_metric(word->text, &error);

	if (name)
		snprintf(word->read_as, sizeof word->read_as, "%s", name);
	return name ? 1 : error;
}

/* Returns 1 for usual names of metrics, and the beginnings of such names. */
static int is_called_as_metric(struct word *word)
{
	static const char whole[][16] = { "IPC", "CPI", "UPI", "CLKS", "UpTB", "CoreIPC", "CPU_Utilization" };

	for (size_t i = 0; i < sizeof whole / sizeof whole[0]; i++)
		if (!strcasecmp(word->text, whole[i]))
			return 1;
	return !strncasecmp(word->text, "tma_", 4) || !strncasecmp(word->text, "TopdownL", 8);
}

static int is_code(struct word *word)
{
	char *end;
	unsigned long long code = strtoull(word->text, &end, 0);

	snprintf(word->read_as, sizeof word->read_as, "r%llx", code);
	return isdigit((unsigned char)*word->text) && !*end;
}

/* Returns 1 for events that perf counts by itself, without the kernel. */
static int is_perfs_own(struct word *word)
{
	static const char own[][16] = { "duration_time", "user_time", "system_time" };

	for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
		if (!strcmp(word->text, own[i]))
			return 1;
	return 0;
}

static const struct {
	rule *holds;
	int kind;
} rules[] = { { is_said, PFM_WORD_QUESTION }, { encodes, PFM_WORD_EVENT }, { has_other_name, PFM_WORD_OTHER_NAME },
	{ is_preset, PFM_WORD_PRESET }, { names_event, PFM_WORD_EVENT }, { begins_with_cpu, PFM_WORD_CPU },
	{ is_metric_here, PFM_WORD_METRIC }, { is_called_as_metric, PFM_WORD_METRIC }, { is_code, PFM_WORD_CODE },
	{ is_perfs_own, PFM_WORD_PERFS_OWN } };

int word_kind(struct word *word)
{
	for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
		int answer;

		*word->read_as = '\0';
		answer = rules[i].holds(word);
		if (answer)
			return answer > 0 ? rules[i].kind : answer;
	}
	*word->read_as = '\0';
	return PFM_WORD_QUESTION;
}
