/* Shows the questions that all CPUs share: a line per CPU, with its formula and how the answer differs. */
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

/* Prints "NAME: what is asked", behind an empty line if it is not the first. */
static void print_heading(bool is_next, const pfm_metric_info_t *question)
{
	int taken;

	printf("%s%s", is_next ? "\n" : "", bold());
	taken = printf("%s", clean(question->name));
	fputs(plain(), stdout);
	print_column(settings.columns, taken + printf(": "), 0, clean(question->desc), "");
}

static void print_line(const char *cpu, const char *called, const pfm_metric_info_t *info)
{
	char label[128], differs[512] = "";
	int taken;

	snprintf(label, sizeof label, "%s%s%s", cpu, called ? ", " : "", called ? called : "");
	taken = printf("%-36s", clean(label));
	if (info->answer == PFM_ANSWER_NONE) {
		print_column(settings.columns, taken + printf("  none: "), 0, clean(info->remark), "");
		return;
	}
	taken += printf("  %s", clean(info->unit));
	if (info->answer == PFM_ANSWER_DIFFERS)
		snprintf(differs, sizeof differs, "  differs: %s", clean(info->remark));
	print_column(settings.columns, taken, taken + 2, clean(info->formula), differs);
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

enum { MOST_CORES = 8 };

/* The answers of a CPU, one per core type. */
struct answers {
	struct answer {
		char core[64];
		pfm_metric_info_t info;
	} list[MOST_CORES];
	int count;
	char signature[8192];           /* all that is shown, except the CPU */
};

/* A question, and what the last CPU that is no other's variant answers. */
struct asked {
	const char *question;
	char last[sizeof ((struct answers *)0)->signature];
};

static void add_answer(struct answers *answers, const char *core, const char *name)
{
	struct answer *own = &answers->list[answers->count];
	size_t used = strlen(answers->signature);

	if (answers->count == MOST_CORES) {
		complain("%s: a CPU with more than %d core types: this one is left out", core, MOST_CORES);
		return;
	}
	own->info = (pfm_metric_info_t){ .size = sizeof own->info };
	if (pfm_get_metric_info(pfm_find_metric(name), &own->info) ||
		!own->info.answer)
		return;
	snprintf(own->core, sizeof own->core, "%s", core);
	snprintf(answers->signature + used, sizeof answers->signature - used, "%s %s %s %d\n", own->info.formula,
		own->info.unit, own->info.remark ? own->info.remark : "", own->info.answer);
	answers->count++;
}

static void find_answers(const char *question, const char *cpu, struct answers *answers)
{
	pfm_pmu_info_t pmu = { .size = sizeof pmu };
	char name[256];

	*answers = (struct answers){ .count = 0 };
	for (int i = pfm_next_pmu(0); i > 0; i = pfm_next_pmu((pfm_pmu_t)i))
		if (!pfm_get_pmu_info((pfm_pmu_t)i, &pmu) && pmu.is_present && pmu.type == PFM_PMU_TYPE_CORE) {
			snprintf(name, sizeof name, "%s::%s", pmu.name, question);
			add_answer(answers, pmu.name, name);
		}
	if (!answers->count)
		add_answer(answers, cpu, question);
}

/* Prints a CPU's answers, of another CPU with the same core only what it answers otherwise. */
static void print_answers_of(const char *cpu, const char *called, bool is_more, void *data)
{
	struct asked *asked = data;
	struct answers answers;

	find_answers(asked->question, cpu, &answers);
	if (is_more && !strcmp(answers.signature, asked->last))
		return;
	for (int i = 0; i < answers.count; i++) {
		bool is_own = answers.count == 1 || !strcmp(answers.list[i].core, cpu);

		print_answer(is_own ? cpu : answers.list[i].core, is_own ? called : NULL, &answers.list[i].info);
	}
	if (!is_more)
		snprintf(asked->last, sizeof asked->last, "%s", answers.signature);
}

bool print_questions(int words, char **word)
{
	pfm_metric_info_t info;

	if (settings.csv)
		puts("metric,cpu,unit,formula,answer,remark");
	for (int i = 0; i < words; i++) {
		if (!settings.given.json && !settings.csv && find_question(word[i], &info))
			print_heading(i, &info);
		visit_cpus(print_answers_of, &(struct asked){ .question = word[i] });
	}
	return true;
}
