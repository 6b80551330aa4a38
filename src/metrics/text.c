/* Metrics: parses a request: metrics, groups, formulas, and formulas with names. */
#include "metrics/metrics.h"

#include <stdio.h>
#include <string.h>

#include "language/presets.h"
#include "machine/files.h"
#include "metrics/list.h"
#include "tables/lookup.h"

/* ---- cutting ---- */

static bool is_blank(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

static struct span trimmed(const char *from, const char *to)
{
	while (from < to && is_blank(*from))
		from++;
	while (from < to && is_blank(to[-1]))
		to--;
	return (struct span){ from, (size_t)(to - from) };
}

/* Finds a character outside parentheses and between no two @ that is no part of <= or >=; end if there is none. */
static const char *find_outside(const char *at, const char *end, char wanted)
{
	int depth = 0;
	bool in_terms = false;
	char before = 0;

	for (; at < end; before = is_blank(*at) ? before : *at, at++) {
		if (*at == '\\' && at + 1 < end)
			at++;
		else if (*at == '@')
			in_terms = !in_terms;
		else if (in_terms)
			continue;
		else if (*at == wanted && !depth && before != '<' && before != '>')
			return at;
		else
			depth += (*at == '(') - (*at == ')' && depth);
	}
	return end;
}

/* ---- what is asked for ---- */

static bool add_metric(struct draft *draft, const struct draft_source *source, const struct draft_source *threshold,
		       double scale)
{
	struct draft_metric *metric = draft_memory(draft, sizeof *metric);

	if (!metric || !draft_room(draft, &draft->metrics, draft->metric_count, &draft->metric_room,
			       sizeof *draft->metrics))
		return false;
	metric->name = source->name ? source->name : draft_copy(draft, source->text, source->length);
	metric->metric = source->metric;
	metric->in = source->in;
	metric->instance = source->instance;
	metric->scale = scale;
	metric->program = draft_program(draft, source);
	metric->threshold = threshold ? draft_program(draft, threshold) : -1;
	draft->metrics[draft->metric_count++] = metric;
	return metric->name && metric->program >= 0 && (!threshold || metric->threshold >= 0);
}

/* ---- the caller's formulas ---- */

static bool fail_name(struct draft *draft, struct span name)
{
	return draft_fail(draft, PFM_ERR_INVAL, (size_t)(name.text - draft->text), name.length,
		"not a name for a formula: it has no blank, comma, slash or colon, and is not empty");
}

static bool is_good_name(struct span name)
{
	for (size_t i = 0; i < name.length; i++)
		if (is_blank(name.text[i]) || strchr(",/:=", name.text[i]))
			return false;
	return name.length;
}

static bool add_formula(struct draft *draft, struct span name, struct span formula)
{
	struct draft_source source = { .text = formula.text, .length = formula.length,
		.offset = (size_t)(formula.text - draft->text), .metric = -1, .instance = -1,
		.is_intel = draft->flags & PFM_METRIC_INTEL };

	if (name.text) {
		if (!is_good_name(name))
			return fail_name(draft, name);
		source.name = draft_copy(draft, name.text, name.length);
		if (!source.name)
			return false;
	}
	return add_metric(draft, &source, NULL, 1);
}

/* ---- the tables' metrics ---- */

/* Returns how many instances a "?" stands for. */
static int instances_of(const char *formula)
{
	const char *mark = strchr(formula, '?'), *device = mark, *end;
	char path[256];
	long count = 1;

	if (!mark)
		return 1;
	while (device > formula && device[-1] != '@')
		device--;
	if (device == formula)
		return 1;
	end = --device;
	while (device > formula && strchr("abcdefghijklmnopqrstuvwxyz0123456789_", device[-1]))
		device--;
	snprintf(path, sizeof path, "/sys/bus/event_source/devices/%.*s/interface/%s", (int)(end - device), device,
		mark - formula > 6 && !memcmp(mark - 6, "chip\\=", 6) ? "sockets" : "coresperchip");
	return host_read_number(catalog_host(), path, &count) && count > 0 && count < METRIC_VALUES ? (int)count : 1;
}

static bool add_instance(struct draft *draft, const struct listed_metric *list, int id, struct span place, int instance)
{
	const pfm_metric_info_t *info = &list[id].info;
	struct draft_source source = { .name = info->name, .text = info->formula, .length = strlen(info->formula),
		.offset = (size_t)(place.text - draft->text), .metric = id, .in = info->pmu, .instance = instance,
		.slots = list[id].slots };
	struct draft_source threshold = source;

	if (!info->threshold)
		return add_metric(draft, &source, NULL, info->scale);
	threshold.text = info->threshold;
	threshold.length = strlen(info->threshold);
	threshold.is_threshold = true;
	return add_metric(draft, &source, &threshold, info->scale);
}

/* Adds the sum of its instances, which has no threshold. */
static bool add_sum(struct draft *draft, const struct listed_metric *list, int id, struct span place, int instances)
{
	const pfm_metric_info_t *info = &list[id].info;
	struct draft_source source = { .name = info->name, .text = info->formula, .length = strlen(info->formula),
		.offset = (size_t)(place.text - draft->text), .metric = id, .in = info->pmu, .instance = -1,
		.slots = list[id].slots, .instances = instances };

	return add_metric(draft, &source, NULL, info->scale);
}

static bool add_listed(struct draft *draft, const struct listed_metric *list, int id, struct span place)
{
	int instances = list[id].info.per_instance ? instances_of(list[id].info.formula) : 0;

	if (!instances)
		return add_instance(draft, list, id, place, -1);
	if (draft->flags & PFM_METRIC_SUM)
		return add_sum(draft, list, id, place, instances);
	for (int i = 0; i < instances; i++)
		if (!add_instance(draft, list, id, place, i))
			return false;
	return true;
}

/* Returns whether a text may be the name of a group: it has no operator. */
static bool may_be_group(struct span name)
{
	for (size_t i = 0; i < name.length; i++)
		if (strchr(" \t\n()*/+=<>|&^@#", name.text[i]))
			return false;
	return true;
}

/* Returns whether a metric is in a group; "topdown" is level 1 of the tree on all machines, under any name. */
static bool is_member(const pfm_metric_info_t *info, struct span name)
{
	static const char topdown[] = "topdown";

	return metric_list_has(info->groups, name.text, name.length) ||
		(info->level == 1 && formula_same_name(name.text, name.length, topdown, sizeof topdown - 1));
}

static int add_members(struct draft *draft, const struct listed_metric *list, int count, struct span name)
{
	int found = 0;

	for (int id = 0; id < count && may_be_group(name); id++) {
		if (!is_member(&list[id].info, name))
			continue;
		if (!add_listed(draft, list, id, name))
			return -1;
		found++;
	}
	return found;
}

static bool same_word(const char *a, const char *b)
{
	return formula_same_name(a, strlen(a), b, strlen(b));
}

/* Fails for a question that this machine has no answer to. */
static int fail_unanswered(struct draft *draft, const pfm_metric_info_t *info, struct span name)
{
	draft_fail(draft, PFM_ERR_NOTSUPP, (size_t)(name.text - draft->text), name.length,
		"this CPU has no %s (%s)", info->name, info->remark);
	return -1;
}

/* Adds the metrics of a name, of each core type unless it says which. */
static int add_kinds(struct draft *draft, const struct listed_metric *list, int count, struct span name)
{
	int id = metrics_list_find(list, count, name.text, name.length, NULL), found = 0;
	const char *own = id < 0 ? "" : list[id].info.name;
	int end = id < count ? count : metrics_total();

	if (id >= 0 && list[id].info.answer == PFM_ANSWER_NONE)
		return fail_unanswered(draft, &list[id].info, name);
	if (id >= 0 && strlen(own) < name.length)
		return add_listed(draft, list, id, name) ? 1 : -1;
	for (; id >= 0 && id < end && same_word(list[id].info.name, own); id++) {
		if (!add_listed(draft, list, id, name))
			return -1;
		found++;
	}
	return found;
}

/* Adds PAPI's formula of a preset on this machine. Returns how many; -1: an error. */
static int add_preset(struct draft *draft, struct span name)
{
	struct draft_source source = { .offset = (size_t)(name.text - draft->text), .metric = -1, .instance = -1 };
	struct preset preset;

	if (!preset_here(name.text, name.length, &preset))
		return 0;
	source.name = draft_copy(draft, name.text, name.length);
	source.length = strlen(preset.formula);
	source.text = draft_copy(draft, preset.formula, source.length);
	return source.name && source.text && add_metric(draft, &source, NULL, 1) ? 1 : -1;
}

/* Adds the metrics of a name or of a group. Returns how many; -1: an error. */
static int add_named(struct draft *draft, struct span name)
{
	const struct listed_metric *list;
	int count, found;

	if (metrics_list(&list, &count)) {
		draft_fail(draft, PFM_ERR_NOMEM, 0, 0, "out of memory");
		return -1;
	}
	found = add_kinds(draft, list, count, name);
	found = found ? found : add_members(draft, list, count, name);
	return found ? found : add_preset(draft, name);
}

static bool read_item(struct draft *draft, struct span item)
{
	const char *end = item.text + item.length, *equals;
	int named;

	if (!item.length)
		return draft_fail(draft, PFM_ERR_INVAL, (size_t)(item.text - draft->text), 0,
			"a metric is missing here");
	named = add_named(draft, item);
	if (named)
		return named > 0;
	equals = find_outside(item.text, end, '=');
	if (equals == end)
		return add_formula(draft, (struct span){ 0 }, item);
	return add_formula(draft, trimmed(item.text, equals), trimmed(equals + 1, end));
}

bool draft_read(struct draft *draft)
{
	const char *at = draft->text, *end = at + strlen(at), *comma;

	for (;; at = comma + 1) {
		comma = find_outside(at, end, ',');
		if (!read_item(draft, trimmed(at, comma)))
			return false;
		if (comma == end)
			break;
	}
	for (int i = 0; i < draft->metric_count; i++)
		if (!draft_read_program(draft, draft->metrics[i]->program) ||
			(draft->metrics[i]->threshold >= 0 && !draft_read_program(draft, draft->metrics[i]->threshold)))
			return false;
	return true;
}
