/* Metrics that are asked of all CPUs: a line for each CPU, with its formula and in what that differs. */
#define _GNU_SOURCE
#include "showevtinfo.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tables/clean.h"
#include "common/cpu_names.h"
#include "common/format.h"
#include "common/json.h"

static bool find_question(const char *name, pfm_metric_info_t *info)
{
	*info = (pfm_metric_info_t){ .size = sizeof *info };
	return !strstr(name, "::") && !pfm_get_metric_info(pfm_find_metric(name), info) && info->answer;
}

bool are_questions(int words, char **word)
{
	pfm_metric_info_t info;

	if (settings.given.cpu || settings.given.pmu || settings.type || settings.given.format || settings.names ||
		settings.search || !words)
		return false;
	for (int i = 0; i < words; i++)
		if (!find_question(word[i], &info))
			return false;
	return true;
}

const char *name_of_answer(const pfm_metric_info_t *info)
{
	static const char *const names[] = { [PFM_ANSWER_UNASKED] = NULL, [PFM_ANSWER_SAME] = "same",
		[PFM_ANSWER_DIFFERS] = "differs", [PFM_ANSWER_NONE] = "none" };

	return info->answer >= 0 && info->answer < (int)(sizeof names / sizeof names[0]) ? names[info->answer] : NULL;
}

static void print_object(const char *cpu, const char *called, const pfm_metric_info_t *info)
{
	bool first = true;

	putchar('{');
	json_number(&first, "schema", 1);
	json_text(&first, "metric", info->name);
	json_text(&first, "cpu", cpu);
	json_text(&first, "called", called);
	json_text(&first, "unit", info->answer == PFM_ANSWER_NONE ? NULL : info->unit);
	json_key(&first, "scale");
	json_double(info->scale);
	json_text(&first, "formula", info->answer == PFM_ANSWER_NONE ? NULL : info->formula);
	json_text(&first, "answer", name_of_answer(info));
	json_text(&first, "remark", info->remark);
	puts("}");
}

static void print_line(const char *cpu, const char *called, const pfm_metric_info_t *info)
{
	char label[128];

	snprintf(label, sizeof label, "%s%s%s", cpu, called ? ", " : "", called ? called : "");
	printf("%-36s  ", clean(label));
	if (info->answer == PFM_ANSWER_NONE) {
		printf("none: %s\n", clean(info->remark));
		return;
	}
	printf("%s  ", clean(info->unit));
	printf("%s", clean(info->formula));
	if (info->answer == PFM_ANSWER_DIFFERS)
		printf("  differs: %s", clean(info->remark));
	putchar('\n');
}

static void print_fields(const char *cpu, const pfm_metric_info_t *info)
{
	print_csv_field(info->name, ',');
	print_csv_field(cpu, ',');
	print_csv_field(info->unit, ',');
	print_csv_field(info->formula, ',');
	print_csv_field(name_of_answer(info), ',');
	print_csv_field(info->remark ? info->remark : "", '\n');
}

static void print_answer(const char *cpu, const char *called, const pfm_metric_info_t *info)
{
	if (settings.given.json)
		print_object(cpu, called, info);
	else if (settings.csv)
		print_fields(cpu, info);
	else
		print_line(cpu, called, info);
}

/* The answer of one core type of several. False: that is none, or says nothing of its own. */
static bool print_answer_of(const char *question, const char *core, const char *cpu, const char *called)
{
	pfm_metric_info_t info;
	char name[256];

	snprintf(name, sizeof name, "%s::%s", core, question);
	info = (pfm_metric_info_t){ .size = sizeof info };
	if (pfm_get_metric_info(pfm_find_metric(name), &info))
		return false;
	print_answer(core, strcmp(core, cpu) ? NULL : called, &info);
	return true;
}

static void print_answers_of(const char *cpu, const char *called, void *data)
{
	const char *question = data;
	pfm_pmu_info_t pmu = { .size = sizeof pmu };
	pfm_metric_info_t info;
	bool any = false;

	for (int i = pfm_next_pmu(0); i > 0; i = pfm_next_pmu((pfm_pmu_t)i))
		if (!pfm_get_pmu_info((pfm_pmu_t)i, &pmu) && pmu.is_present && pmu.type == PFM_PMU_TYPE_CORE)
			any |= print_answer_of(question, pmu.name, cpu, called);
	if (!any && find_question(question, &info))
		print_answer(cpu, called, &info);
}

bool print_questions(int words, char **word)
{
	pfm_metric_info_t info;

	if (settings.csv)
		puts("metric,cpu,unit,formula,answer,remark");
	for (int i = 0; i < words; i++) {
		if (!settings.given.json && !settings.csv && find_question(word[i], &info))
			printf("%s%s%s%s: %s\n", i ? "\n" : "", bold(), clean(info.name), plain(), clean(info.desc));
		visit_cpus(print_answers_of, word[i]);
	}
	return true;
}
