/*
 * Reads Intel's own files of metrics. The letters in a formula stand for events, in Intel's spelling, and for
 * constants; both are translated into the language of formulas.
 */
#include "intel.h"
#include "json.h"
#include "vendors/rows/left_out.h"
#include "vendors/rows/metrics.h"
#include "vendors/rows/paths.h"

#include "compiler/text/formula_words.h"

#include "formula/formula.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- constants ---- */

static const struct {
	const char *intel, *formula;
} words[] = {
	/* if one begins with another, the longer one comes first */
	{ "HYPERTHREADING_ON", "#smt_on" },
	{ "THREADS_PER_CORE", "(1 + #smt_on)" },
	{ "DURATIONTIMEINMILLISECONDS", "(1000 * duration_time)" },
	{ "DURATIONTIMEINSECONDS", "duration_time" },
	{ "SYSTEM_TSC_FREQ", "#system_tsc_freq" },
	{ "SOCKET_COUNT", "#num_packages" },
	{ "system.socket_count", "#num_packages" },
	{ "CORES_PER_SOCKET", "(#num_cores / #num_packages)" },
	{ "system.sockets[0].cpus.count", "(#num_cpus_online / #num_packages)" },
	{ "TSC", "msr@tsc@" },
	{ "UNC_PKG_ENERGY_STATUS", "power@energy\\-pkg@" },
	{ "FREERUN_PKG_ENERGY_STATUS", "power@energy\\-pkg@" },
	{ "FREERUN_DRAM_ENERGY_STATUS", "power@energy\\-ram@" },
	{ "PERF_METRICS.RETIRING", "topdown\\-retiring" },
	{ "PERF_METRICS.BAD_SPECULATION", "topdown\\-bad\\-spec" },
	{ "PERF_METRICS.FRONTEND_BOUND", "topdown\\-fe\\-bound" },
	{ "PERF_METRICS.BACKEND_BOUND", "topdown\\-be\\-bound" },
	{ "PERF_METRICS.HEAVY_OPERATIONS", "topdown\\-heavy\\-ops" },
	{ "PERF_METRICS.BRANCH_MISPREDICTS", "topdown\\-br\\-mispredict" },
	{ "PERF_METRICS.FETCH_LATENCY", "topdown\\-fetch\\-lat" },
	{ "PERF_METRICS.MEMORY_BOUND", "topdown\\-mem\\-bound" },
};

static const char *word_for(const char *name)
{
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (!strcasecmp(words[i].intel, name))
			return words[i].formula;
	return NULL;
}

/* Returns the formula of a constant, a word, a number, or a product of those; NULL: it is none. */
static const char *constant_formula(const char *name)
{
	struct line_text text = { 0 };
	const char *star = strstr(name, " * "), *word = word_for(name);

	if (word || (isdigit((unsigned char)*name) && !name[strspn(name, "0123456789.")]))
		return word ? word : name;
	if (!star)
		return NULL;
	word = constant_formula(copy_text(name, (size_t)(star - name)));
	star = constant_formula(star + strlen(" * "));
	if (!word || !star)
		return NULL;
	add(&text, "(%s * %s)", word, star);
	return text.text;
}

/* ---- events ---- */

/* Boxes by the prefix of their events' names. The device is that of the box, without a number. */
static const struct {
	const char *beginning, *device;
} boxes[] = { { "UNC_CHA_", "cha" },     { "UNC_C_", "cbox" },     { "UNC_M2M_", "m2m" },   { "UNC_M3UPI_", "m3upi" },
	      { "UNC_M_", "imc" },       { "UNC_IIO_", "iio" },    { "UNC_I_", "irp" },     { "UNC_UPI_", "upi" },
	      { "UNC_P_", "pcu" },       { "UNC_U_", "ubox" },     { "UNC_H_", "ha" },      { "UNC_Q_", "qpi" },
	      { "UNC_B2CMI_", "b2cmi" }, { "UNC_MDF_", "mdf" },    { "UNC_R2_", "r2pcie" }, { "UNC_S_", "sbox" } };

static const char *box_of(const char *event)
{
	for (size_t i = 0; i < sizeof boxes / sizeof *boxes; i++)
		if (!strncasecmp(event, boxes[i].beginning, strlen(boxes[i].beginning)))
			return boxes[i].device;
	return NULL;
}

/* The qualifiers behind an event's colons. */
struct spelling {
	struct line_text terms;
	const char *levels;
	const char *umask;      /* a number that replaces the event's unit mask */
	bool first_only, latency;
};

static void add_term(struct spelling *spelling, const char *key, const char *value)
{
	add(&spelling->terms, "%s%s\\=%s", spelling->terms.length ? "\\," : "", key, value);
}

static const struct {
	const char *intel, *term;
} keys[] = {
	/* keys that end with "=" come before those that are one letter */
	{ "opc=", "filter_opc" }, { "tid=", "filter_tid" }, { "filter1=", "config1" },
	{ "ocr_msr_val=", "offcore_rsp" }, { "eq", "eq" }, { "c", "cmask" }, { "e", "edge" }, { "i", "inv" },
};

/* Returns "EVENT.0x80" for "EVENT.UMASK" with another unit mask. A term umask= would be OR-ed to the event's own. */
static const char *with_umask(const char *event, const char *umask)
{
	struct line_text text = { 0 };

	add(&text, "%.*s.%s", (int)strcspn(event, "."), event, umask);
	return text.text;
}

/* Reads a modifier. False: it is not known here. */
static bool read_modifier(const char *event, const char *modifier, struct spelling *spelling)
{
	bool uncore = !strncasecmp(event, "UNC_", 4);

	if (!strcasecmp(modifier, "SUP") || !strcasecmp(modifier, "USER")) {
		spelling->levels = strcasecmp(modifier, "SUP") ? "u" : "k";
		return true;
	}
	spelling->latency |= !strcasecmp(modifier, "retire_latency");
	spelling->first_only |= !strcasecmp(modifier, "one_unit");
	if (!strcasecmp(modifier, "retire_latency") || !strcasecmp(modifier, "one_unit") ||
	    !strcasecmp(modifier, "perf_metrics") || !strcasecmp(modifier, "percore"))
		return true;
	if (tolower((unsigned char)*modifier) == 'u' && isdigit((unsigned char)modifier[1])) {
		spelling->umask = modifier + 1;
		return true;
	}
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		size_t length = strlen(keys[i].intel);

		if (strncasecmp(modifier, keys[i].intel, length) || !isdigit((unsigned char)modifier[length]))
			continue;
		add_term(spelling, uncore && *keys[i].intel == 'c' ? "thresh" : keys[i].term, modifier + length);
		return true;
	}
	return false;
}

/* Returns "EVENT@cmask\=1\,edge\=1@" for "EVENT:c1:e1"; NULL: *wrong says why not. */
static const char *event_formula(const char *name, bool first_only, const char **wrong)
{
	const char *event = copy_text(name, strcspn(name, ":")), *box, *word = word_for(event);
	struct spelling spelling = { .first_only = first_only };
	struct line_text text = { 0 };

	for (const char *at = strchr(name, ':'); at; at = strchr(at + 1, ':'))
		if (!read_modifier(event, copy_text(at + 1, strcspn(at + 1, ":")), &spelling)) {
			*wrong = "an event with a modifier that is not known here";
			return NULL;
		}
	if (word)
		return word;
	if (spelling.umask)
		event = with_umask(event, spelling.umask);
	box = spelling.first_only ? box_of(event) : NULL;
	if (spelling.first_only && !box && !strncasecmp(event, "UNC_", 4)) {
		*wrong = "the first of boxes that are not known here";
		return NULL;
	}
	if (box)
		add(&text, "%s_0@%s%s%s@", box, event, spelling.terms.length ? "\\," : "",
		    spelling.terms.length ? spelling.terms.text : "");
	else if (spelling.terms.length)
		add(&text, "%s@%s@", event, spelling.terms.text);
	else
		add(&text, "%s%s", event, spelling.levels || spelling.latency ? ":" : "");
	add(&text, "%s%s", spelling.levels ? spelling.levels : "", spelling.latency ? "R" : "");
	return text.text;
}

/* ---- formulas ---- */

/* Returns the meaning of a letter: the field of the list's object that has it as its Alias. NULL: nothing. */
static const char *aliased(const struct json_row *json, const char *list, const char *field, const char *letter)
{
	for (int pass = 0; pass < 2; pass++)
		for (int i = 0; i < json_items(json, list); i++) {
			struct json_row item = json_item(json, list, i);
			const char *alias = json_text(&item, "Alias");

			if (alias && !(pass ? strcasecmp(alias, letter) : strcmp(alias, letter)))
				return json_text(&item, field);
		}
	return NULL;
}

/* Translates a name in a metric's formula; NULL: *wrong says why it cannot. */
typedef const char *(*name_formula)(const struct json_row *json, const char *name, bool first_only,
				    const char **wrong);

/* Returns the formula's first event of the CHAs or C-boxes; NULL: it has none. */
static const char *cha_event(const struct json_row *json)
{
	for (int i = 0; i < json_items(json, "Events"); i++) {
		struct json_row item = json_item(json, "Events", i);
		const char *name = json_text(&item, "Name");

		if (name && (!strncmp(name, "UNC_CHA_", 8) || !strncmp(name, "UNC_C_", 6)))
			return copy_text(name, strcspn(name, ":"));
	}
	return NULL;
}

static const char *plain_name_formula(const struct json_row *json, const char *name, bool first_only,
				      const char **wrong)
{
	const char *event = aliased(json, "Events", "Name", name), *constant = aliased(json, "Constants", "Name", name);
	const char *cha = cha_event(json);

	if (event)
		return event_formula(event, first_only, wrong);
	if (!constant)
		constant = name;
	if (!strcmp(constant, "CHAS_PER_SOCKET") && cha)
		return joined("source_count(", cha, ")");
	return constant_formula(constant);
}

/* Returns the metric for a letter of a threshold: the one of the file with that LegacyName. NULL: there is none. */
static const char *metric_of_letter(const struct json_row *json, const char *name, bool first_only,
				    const char **wrong)
{
	struct json_row threshold = json_member(json, "Threshold");
	const char *legacy = aliased(&threshold, "ThresholdMetrics", "Value", name);

	(void)first_only;
	for (int i = 0; legacy && i < json->file->count; i++) {
		struct json_row other = json_row_at(json->file, i);
		const char *its = json_text(&other, "LegacyName");

		if (its && !strcmp(its, legacy))
			return json_text(&other, "MetricName");
	}
	*wrong = "it is about a metric that the file does not have";
	return NULL;
}

/* Translates names in a formula, and && and || to & and |; keeps all else. NULL: *wrong says why. */
static const char *translated(const struct json_row *json, const char *text, name_formula formula_of,
			      const char **wrong)
{
	struct formula_reader reader = { .text = text, .length = strlen(text), .is_intel = true };
	struct formula_error error;
	struct formula_token token;
	struct line_text out = { 0 };
	size_t done = 0;

	while (formula_next(&reader, &token, &error)) {
		const char *word = copy_text(text + token.offset, token.length);
		bool first_only = ends_with(word, "[0]");

		add(&out, "%.*s", (int)(token.offset - done), text + done);
		done = token.offset + token.length;
		if (token.kind == FORMULA_END)
			return out.text;
		if (first_only)
			word = copy_text(word, token.length - strlen("[0]"));
		if (token.kind == FORMULA_NAME)
			word = formula_of(json, word, first_only, wrong);
		else if (token.kind == FORMULA_CONSTANT)
			word = NULL;
		else if (token.kind == FORMULA_AND || token.kind == FORMULA_OR)
			word = token.kind == FORMULA_AND ? "&" : "|";
		if (!word) {
			*wrong = *wrong ? *wrong : "its formula has a name that no event and no constant has";
			return NULL;
		}
		add(&out, "%s", word);
	}
	*wrong = copy_text(error.message, strlen(error.message));
	return NULL;
}

/* ---- metrics ---- */

static const char *samples_of(const char *list)
{
	struct line_text samples = { 0 };
	const char *plain = metric_list(list, ';');

	for (const char *at = plain; at && *at; at += strcspn(at, ",") + (at[strcspn(at, ",")] == ',')) {
		int length = (int)strcspn(at, ",");

		if (length > 3 && !strncmp(at + length - 3, "_PS", 3))
			length -= 3;    /* cut "_PS": the event sampled precisely */
		if (*at != '#')         /* "#NA" means that there is none */
			add(&samples, "%s%.*s", samples.length ? "," : "", length, at);
	}
	return samples.text;
}

static const char *intel_unit(const char *unit)
{
	if (!unit || !*unit)
		return NULL;
	return strcmp(unit, "percent") ? joined("1", unit, "") : "1%"; /* the formula has the factor 100 already */
}

/* Returns the formula of the threshold; NULL: there is none, or *wrong says why it is refused. */
static const char *intel_threshold(const struct json_row *json, const char **wrong)
{
	struct json_row threshold = json_member(json, "Threshold");
	const char *text = threshold.object ? json_text(&threshold, "Formula") : NULL;

	if (!text || !*text)
		return NULL;
	if (strstr(text, "metric_")) {
		*wrong = "it compares percentages with fractions";
		return NULL;
	}
	return translated(json, text, metric_of_letter, wrong);
}

static const char *metric_name_in(const struct json_row *json, const char *name)
{
	for (int i = 0; name && *name && i < json->file->count; i++) {
		struct json_row other = json_row_at(json->file, i);
		const char *its = json_text(&other, "MetricName");

		if (its && !strcasecmp(its, name))
			return its;
	}
	return NULL;
}

/* ---- formulas that are too long ---- */

/* Returns whether a metric can stand in a formula by its name. */
static bool has_plain_name(const struct import_metric *metric)
{
	for (const char *at = metric->name; *at; at++)
		if (!isalnum((unsigned char)*at) && *at != '_')
			return false;
	return true;
}

/* Finds a part of a formula that stands in parentheses of its own; NULL: there is none. */
static const char *find_part(const char *formula, const char *part)
{
	size_t length = strlen(part);

	for (const char *at = strstr(formula, part); at; at = strstr(at + 1, part)) {
		const char *before = at, *behind = at + length + strspn(at + length, " ");

		while (before > formula && before[-1] == ' ')
			before--;
		if (before > formula && before[-1] == '(' && *behind == ')')
			return at;
	}
	return NULL;
}

/* Returns the metric with the longest formula that is a part of another one; NULL: none. */
static const struct import_metric *longest_part(const struct import_metrics *block, const char *formula)
{
	const struct import_metric *longest = NULL;
	size_t most = 0;

	for (int i = 0; i < block->count; i++) {
		const struct import_metric *metric = &block->metrics[i];
		size_t length = strlen(metric->formula);

		if (length > most && length > strlen(metric->name) && has_plain_name(metric) &&
		    find_part(formula, metric->formula)) {
			longest = metric;
			most = length;
		}
	}
	return longest;
}

/* Writes a formula with the names of metrics of the block in place of their formulas. */
static const char *with_names(const struct import_metrics *block, const char *formula)
{
	const struct import_metric *part;
	const char *at;

	while ((part = longest_part(block, formula)))
		while ((at = find_part(formula, part->formula)))
			formula = joined(copy_text(formula, (size_t)(at - formula)), part->name,
					 at + strlen(part->formula));
	return formula;
}

/* Adds metrics with long formulas, once their parts are known, by whose names they are written shorter. */
static void add_long_metrics(struct import *import, struct import_metrics *block, const struct import_metrics *late)
{
	for (int i = 0; i < late->count; i++) {
		late->metrics[i].formula = with_names(block, late->metrics[i].formula);
		add_metric(import, block, late->metrics[i]);
	}
}

/* Reads a metric. late: those with a formula that is too long. */
static void read_intel_metric(struct import *import, struct import_metrics *late, struct import_metrics *block,
	const struct json_row *json)
{
	struct import_metric metric = { .place = json_place(json, "MetricName"),
					.name = json_text(json, "MetricName") };
	const char *text = json_text(json, "Formula"), *wrong = NULL;

	metric.formula = text ? translated(json, text, plain_name_formula, &wrong) : NULL;
	if (!metric.name || !metric.formula) {
		leave_out(import, metric.place,
			  joined(joined("metric ", metric.name ? metric.name : "", " of "), block->name, ""),
			  wrong ? wrong : "it has no name or no formula");
		return;
	}
	metric.above = intel_threshold(json, &wrong);
	if (wrong)
		leave_out(import, json_place(json, "Threshold"),
			  joined(joined("metric ", metric.name, " of "), block->name, ", its threshold"), wrong);
	metric.unit = intel_unit(json_text(json, "UnitOfMeasure"));
	metric.groups = metric_list(json_text(json, "MetricGroup"), ';');
	metric.parent = metric_name_in(json, json_text(json, "ParentCategory"));
	metric.sample = samples_of(json_text(json, "LocateWith"));
	metric.level = (int)json_number(json, "Level", 255);
	metric.text = json_text(json, "BriefDescription");
	if (!is_too_long_for_tables(metric.formula)) {
		add_metric(import, block, metric);
		return;
	}
	late->metrics = grow(late->metrics, late->count, sizeof *late->metrics);
	late->metrics[late->count++] = metric;
}

void import_intel_metrics(struct import *import, struct json_file *file)
{
	const char *cpu = cpu_of_file(import, file->path);
	struct import_metrics *block = metrics_block(import, cpu, cpu, cpu), late = { .count = 0 };

	for (int i = 0; i < file->count; i++) {
		struct json_row row = json_row_at(file, i);

		read_intel_metric(import, &late, block, &row);
	}
	add_long_metrics(import, block, &late);
	free(late.metrics);
}
