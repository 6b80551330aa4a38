/*
 * Reads metrics of the kernel's collection. Formulas are copied unchanged; the rest of a record becomes words of the
 * metric. Lists of names in a description, behind "Sample with:" and "Related metrics:", are moved from there to words.
 */
#include "kernel.h"
#include "json.h"
#include "vendors/rows/import.h"
#include "vendors/rows/left_out.h"
#include "vendors/rows/metrics.h"
#include "vendors/rows/paths.h"

#include "formula/formula.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Returns the field of a record, or of the record that it refers to. */
static const char *field_of(const struct json_row *json, const struct json_row *standard, const char *field)
{
	const char *text = json_text(json, field);

	return text || !standard ? text : json_text(standard, field);
}

/* ---- descriptions ---- */

static size_t event_name_length(const char *text)
{
	size_t length = 0;

	if (!isalpha((unsigned char)*text) && *text != '_')
		return 0;
	while (isalnum((unsigned char)text[length]) || (text[length] && strchr("_.:@/\\=-", text[length])))
		length++;
	return length;
}

/* Returns whether a text has two capitals in a row, or a -, unlike words of a sentence. */
static bool looks_like_event(const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if (text[i] == '-' || (i && isupper((unsigned char)text[i]) && isupper((unsigned char)text[i - 1])))
			return true;
	return false;
}

/* Returns what follows words in a text; NULL: they are not there. */
static const char *text_behind(const char *text, const char *words)
{
	const char *at = text ? strstr(text, words) : NULL;

	return at ? at + strlen(words) : NULL;
}

/* Returns A,B for "... Sample with: A, B. Related ...". */
static const char *samples_in(const char *text)
{
	const char *at = text_behind(text, "Sample with:");
	struct line_text list = { 0 };
	bool more = at != NULL;

	while (more) {
		size_t length, word;

		at += strspn(at, " \t\r\n");
		length = event_name_length(at);
		word = strcspn(at, " \t\r\n");
		more = word && at[word - 1] == ',';
		if (!looks_like_event(at, length))
			break;
		while (at[length - 1] == '.')
			length--;
		if (length > 3 && !strncmp(at + length - 3, "_PS", 3))
			length -= 3;    /* cut "_PS": the event sampled precisely */
		add(&list, "%s%.*s", list.length ? "," : "", (int)length, at);
		at += word;
	}
	return list.text;
}

/* Returns a,b for "... Related metrics: a, b". */
static const char *related_in(const char *text)
{
	const char *at = text_behind(text, "Related metrics:");
	struct line_text list = { 0 };

	while (at && *at) {
		size_t length = 0;

		at += strspn(at, " ,\t");
		while (isalnum((unsigned char)at[length]) || at[length] == '_')
			length++;
		if (!length)
			break;
		add(&list, "%s%.*s", list.length ? "," : "", (int)length, at);
		at += length;
	}
	return list.text;
}

/* ---- fields ---- */

static const struct {
	const char *kernel, *word;
} constraints[] = {
	{ "NO_GROUP_EVENTS", "no" },
	{ "NO_GROUP_EVENTS_NMI", "no-nmi" },
	{ "NO_GROUP_EVENTS_SMT", "no-smt" },
	{ "NO_THRESHOLD_AND_NMI", "no-nmi-threshold" },
};

static const char *together_of(const struct json_row *json, const char *constraint)
{
	for (size_t i = 0; constraint && i < sizeof constraints / sizeof *constraints; i++)
		if (!strcmp(constraints[i].kernel, constraint))
			return constraints[i].word;
	if (constraint)
		leave_out(json->file->import, json_place(json, "MetricConstraint"), constraint,
			  "this hint of how to group events is not known here");
	return NULL;
}

/*
 * Converts Compat, a regular expression on a device's identifier: a word or a number is itself, "(A|B|C).*" are three
 * patterns of the shell. NULL: it is another kind.
 */
static const char *conditions_of(const char *compat)
{
	struct line_text list = { 0 };
	size_t length = strlen(compat);
	bool several = length > 4 && *compat == '(' && ends_with(compat, ").*");
	const char *at = several ? compat + 1 : compat, *end = compat + length - (several ? strlen(").*") : 0);

	while (at < end) {
		size_t word = 0;

		while (at + word < end && at[word] != '|') {
			if (!isalnum((unsigned char)at[word]) && !strchr("._-", at[word]))
				return NULL;
			word++;
		}
		add(&list, "%sidentifier=%.*s%s", list.length ? "," : "", (int)word, at, several ? "*" : "");
		at += word + (at[word] == '|');
	}
	return list.text;
}

/* Splits off the group that AmpereOne's names have before a semicolon. */
static void split_group(struct import_metric *metric)
{
	const char *semicolon = strrchr(metric->name, ';');
	const char *before;

	if (!semicolon)
		return;
	before = metric_list(copy_text(metric->name, (size_t)(semicolon - metric->name)), ';');
	if (before && !is_in_list(metric->groups, before))
		metric->groups = metric->groups ? joined(before, ",", metric->groups) : before;
	metric->name = semicolon + 1;
}

static struct import_metric read_fields(const struct json_row *json, const struct json_row *standard)
{
	struct import_metric metric = { .place = json_place(json, "MetricName") };

	metric.name = json_text(json, "MetricName");
	if (!metric.name)
		metric.name = json_text(json, "ArchStdEvent");
	if (!metric.name)
		metric.name = "";
	metric.formula = field_of(json, standard, "MetricExpr");
	metric.above = field_of(json, standard, "MetricThreshold");
	metric.unit = field_of(json, standard, "ScaleUnit");
	metric.groups = metric_list(field_of(json, standard, "MetricGroup"), ';');
	metric.together = together_of(json, field_of(json, standard, "MetricConstraint"));
	metric.apart = metric_list(field_of(json, standard, "MetricgroupNoGroup"), ';');
	metric.default_group = field_of(json, standard, "DefaultMetricgroupName");
	if (!metric.default_group && is_in_list(metric.groups, "Default"))
		metric.default_group = "Default";
	metric.per_instance = field_of(json, standard, "AggregationMode") != NULL;
	metric.text = field_of(json, standard, "BriefDescription");
	metric.whole_text = field_of(json, standard, "PublicDescription");
	metric.sample = samples_in(metric.whole_text ? metric.whole_text : metric.text);
	metric.related = related_in(metric.whole_text ? metric.whole_text : metric.text);
	split_group(&metric);
	metric.level = level_of_groups(metric.groups);
	return metric;
}

/* Writes msr@tsc@ for TSC: in Intel's files of this format a bare TSC means that event, as in its others. */
static const char *with_device_of_tsc(const char *formula)
{
	struct formula_reader reader = { .text = formula, .length = strlen(formula) };
	struct formula_error error;
	struct formula_token token;
	struct line_text out = { 0 };
	size_t done = 0;

	while (formula_next(&reader, &token, &error) && token.kind != FORMULA_END)
		if (token.kind == FORMULA_NAME && token.length == 3 && !strncmp(formula + token.offset, "TSC", 3)) {
			add(&out, "%.*smsr@tsc@", (int)(token.offset - done), formula + done);
			done = token.offset + token.length;
		}
	add(&out, "%s", formula + done);
	return out.text;
}

/*
 * Adds the kernel's name for Intel's EVENT.UMASK:u0x80: its term umask= would be ORed to the event's unit mask, but is
 * meant to replace it: "cpu@EVENT.0x80@".
 */
static void add_with_umask(struct line_text *out, const char *name)
{
	static const char term[] = "\\,umask\\=";
	const char *at = strstr(name, term), *value = at ? at + strlen(term) : "";
	const char *begin = strchr(name, '@'), *dot = begin ? strchr(begin, '.') : NULL;
	size_t digits = strcspn(value, "\\@");

	if (at && dot && dot < at && memchr(begin, '\\', (size_t)(at - begin)) == NULL)
		add(out, "%.*s.%.*s%s", (int)(dot - name), name, (int)digits, value, value + digits);
	else
		add(out, "%s", name);
}

static const char *with_own_umasks(const char *formula)
{
	struct formula_reader reader = { .text = formula, .length = strlen(formula) };
	struct formula_error error;
	struct formula_token token;
	struct line_text out = { 0 };
	size_t done = 0;

	while (formula_next(&reader, &token, &error) && token.kind != FORMULA_END)
		if (token.kind == FORMULA_NAME) {
			add(&out, "%.*s", (int)(token.offset - done), formula + done);
			add_with_umask(&out, copy_text(formula + token.offset, token.length));
			done = token.offset + token.length;
		}
	add(&out, "%s", formula + done);
	return out.text;
}

/* Finds the block for the metric's core type or device. False: that is reported or left out. */
static bool find_block(struct import *import, const char *cpu, const struct json_row *json,
		       struct import_metric *metric, struct import_metrics **block)
{
	const char *unit = json_text(json, "Unit"), *compat = json_text(json, "Compat"), *with = NULL;

	if (compat && !(with = conditions_of(compat))) {
		leave_out(import, json_place(json, "Compat"), joined("metric ", metric->name, ""),
			  "Compat is neither a word, nor a list of beginnings in parentheses");
		return false;
	}
	if (unit && !strncmp(unit, "cpu_", 4)) {
		metric->in = small_name(joined(cpu, "_", unit + 4));
		*block = metrics_block(import, cpu, metric->in, metric->in);
	} else if (with && unit) {
		*block = metrics_block(import, cpu, cpu, small_name(unit));
	} else {
		*block = metrics_block(import, cpu, cpu, strcmp(cpu, "common") ? cpu : NULL);
	}
	if ((*block)->with && with && strcmp((*block)->with, with) != 0)
		*block = metrics_block(import, cpu, joined(cpu, "_", small_name(compat)), (*block)->pmu);
	if (with)
		(*block)->with = with;
	return true;
}

bool import_kernel_metric(struct import *import, const char *cpu, const struct json_row *json,
			  const struct json_row *standard)
{
	struct import_metric metric;
	struct import_metrics *block;

	if (!json_has(json, "MetricExpr") && !(standard && json_has(standard, "MetricExpr")))
		return false;
	if (import->only_unit &&
	    strcasecmp(json_has(json, "Unit") ? json_text(json, "Unit") : "cpu", import->only_unit))
		return true;
	metric = read_fields(json, standard);
	if (ends_with(json->file->path, "_metrics_perf.json"))
		metric.formula = with_device_of_tsc(metric.formula);
	metric.formula = with_own_umasks(metric.formula);
	if (find_block(import, cpu, json, &metric, &block))
		add_metric(import, block, metric);
	return true;
}
