/*
 * Metrics of the vendors' files beside those of last time: which are new, have another formula, threshold or words, are
 * gone or called otherwise, or have another text. What the tree's block has already is no news. Which block it is, says
 * the manifest: "metrics SOURCE block=NAME".
 */
#include "update.h"

#include "vendors/rows/metrics.h"
#include "compiler/model/parse.h"

#include <stdlib.h>
#include <string.h>

static const struct import_metrics *block_of(const struct import *import, const char *name)
{
	for (int i = 0; i < import->metric_block_count; i++)
		if (!strcmp(import->metric_blocks[i]->name, name))
			return import->metric_blocks[i];
	return NULL;
}

static const struct import_metric *metric_of(const struct import_metrics *block, const char *name)
{
	for (int i = 0; i < block->count; i++)
		if (same_name(block->metrics[i].name, name))
			return &block->metrics[i];
	return NULL;
}

/* Of another name, with this formula, that last time's block has not. */
static const struct import_metric *renamed(const struct import_metrics *now, const struct import_metrics *before,
	const struct import_metric *metric)
{
	for (int i = 0; i < now->count; i++)
		if (!strcmp(now->metrics[i].formula, metric->formula) && !metric_of(before, now->metrics[i].name))
			return &now->metrics[i];
	return NULL;
}

/* Whether the tree has the metric as the vendor says it; vendor NULL: in no group, or not at all. */
static bool is_followed(const struct model *model, const char *block, const char *name,
	const struct import_metric *vendor)
{
	for (int i = 0; i < model->metric_block_count; i++) {
		const struct metric_block *its = model->metric_blocks[i];

		if (strcmp(its->name.text, block) != 0)
			continue;
		for (int k = 0; k < its->row_count; k++)
			if (same_name(its->rows[k].metric->name, name))
				return vendor ? is_metric_as(vendor, its->rows[k].metric)
					      : !its->rows[k].metric->groups.text;
	}
	return !vendor;
}

static void metric_found(struct update *update, const char *what, const char *block, const struct import_metric *metric,
	const char *old, const char *now)
{
	add_finding(&update->now,
		(struct finding){ .what = what,
			.place = metric->place,
			.table = block,
			.name = metric->name,
			.old = old,
			.now = now });
}

static void follow_metric(struct update *update, const struct model *model, const char *block,
	const struct import_metrics *before, const struct import_metric *metric)
{
	const struct import_metric *then = metric_of(before, metric->name);

	if (then && (!same_text(then->text, metric->text) || !same_text(then->whole_text, metric->whole_text))) {
		metric_found(update, "text-changed", block, metric, NULL, NULL);
		update->texts_wanted += !update->no_texts;
	}
	if ((then && is_same_metric(then, metric)) || is_followed(model, block, metric->name, metric))
		return;
	if (then)
		metric_found(update, "metric-changed", block, metric, then->formula, metric->formula);
	else
		metric_found(update, "metric-added", block, metric, NULL, metric->formula);
}

static void follow_block(struct update *update, const struct model *model, const struct vendors_metrics *line)
{
	const struct import_metrics *now = block_of(&update->now, line->source);
	const struct import_metrics *before = block_of(&update->before, line->source);

	if (!now || !before)
		return;
	for (int i = 0; i < now->count; i++)
		follow_metric(update, model, line->block, before, &now->metrics[i]);
	for (int i = 0; i < before->count; i++) {
		const struct import_metric *metric = &before->metrics[i], *other;

		if (metric_of(now, metric->name) || is_followed(model, line->block, metric->name, NULL))
			continue;
		other = renamed(now, before, metric);
		metric_found(update, other ? "metric-renamed" : "metric-gone", line->block, metric, metric->name,
			other ? other->name : NULL);
	}
}

void follow_metrics(struct update *update)
{
	struct model model = { .loaded = true };

	for (int i = 0; i < update->tree.file_count; i++) {
		const struct tree_file *file = &update->tree.files[i];

		if (ends_with(file->path, "_metrics.pmu"))
			parse_text(&model, file->path, copy_text(file->text, file->length), file->length);
	}
	expand_metrics(&model);
	for (int i = 0; i < update->vendors.metrics_count && !error_count(); i++)
		follow_block(update, &model, &update->vendors.metrics[i]);
}
