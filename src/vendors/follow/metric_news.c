/*
 * Compares metrics of the vendors' files with those of the last run, or with the tree's: new ones are added at the end
 * of the tree's block, changed ones are followed, removed ones are taken out of all groups. The manifest tells which
 * block it is: "metrics SOURCE block=NAME"; without such a line a new block is made, beside the table of the PMU of
 * that name.
 */
#include "update.h"
#include "vendors/rows/paths.h"
#include "vendors/rows/seen.h"

#include "compiler/model/parse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct import_metrics *vendor_block(const struct import *import, const char *name)
{
	for (int i = 0; i < import->metric_block_count; i++)
		if (!strcmp(import->metric_blocks[i]->name, name))
			return import->metric_blocks[i];
	return NULL;
}

static const struct import_metric *metric_of(const struct import_metrics *block, const char *name)
{
	for (int i = 0; block && i < block->count; i++)
		if (same_name(block->metrics[i].name, name))
			return &block->metrics[i];
	return NULL;
}

/* Finds a metric of the first block with this formula, whose name the second one lacks. NULL: there is none. */
static const struct import_metric *other_name(const struct import_metrics *in, const struct import_metrics *not_in,
	const struct import_metric *metric)
{
	for (int i = 0; in && i < in->count; i++)
		if (!strcmp(in->metrics[i].formula, metric->formula) && !metric_of(not_in, in->metrics[i].name))
			return &in->metrics[i];
	return NULL;
}

static void metric_found(struct update *update, const char *block, const struct import_metric *metric,
	struct finding finding)
{
	finding.place = metric->place;
	finding.table = block;
	finding.name = finding.name ? finding.name : metric->name;
	add_finding(&update->now, finding);
}

/* ---- verdicts ---- */

/* Returns a hash over the vendor's text of the metric, for the line of a verdict. */
static uint32_t number_of_metric(const struct import_metric *vendor)
{
	struct import_metric metric = *vendor;

	metric.in = NULL;
	return mixed(HASH_BEGIN, text_of_metric(&metric, NULL));
}

/* Returns whether the tree's metric becomes the vendor's. then: what the vendor said last time, NULL: not known. */
static bool is_to_follow(struct update *update, const char *block, const struct wished_metric *wish,
	const struct import_metric *then, const struct import_metric *metric)
{
	const uint32_t number = number_of_metric(metric);
	char text[16];

	switch (judge(&update->verdicts, block, metric->name, number, 0)) {
	case JUDGED_KEEP:
		metric_found(update, block, metric, (struct finding){ .what = "kept" });
		return false;
	case JUDGED_FIX:
		return true;
	default:
		break;
	}
	if (!update->ask && (!then || is_same_metric(then, &wish->metric)))
		return true;
	snprintf(text, sizeof text, "0x%08x", (unsigned)number);
	metric_found(update, block, metric,
		(struct finding){ .what = "verdict-wanted",
			.old = wish->metric.formula,
			.now = copy_text(text, strlen(text)),
			.why = joined("the vendor's formula is ", metric->formula, "") });
	return false;
}

/* ---- one metric ---- */

/* A block's metrics now and at the last run; before is NULL if its files are not known. */
struct news {
	struct update *update;
	struct metric_wishes *wishes;
	struct wished_block *block;
	const struct import_metrics *now, *before;
};

static struct import_metric as_here(const struct news *news, const struct import_metric *vendor, const char *name,
	const char *in)
{
	struct import_metric metric = *vendor;

	metric.name = name;
	metric.in = vendor->in ? in : NULL;
	news->wishes->is_news = true;
	return metric;
}

static void change_metric(const struct news *news, struct wished_metric *wish, const struct import_metric *then,
	const struct import_metric *metric)
{
	if (!is_to_follow(news->update, news->block->name, wish, then, metric))
		return;
	metric_found(news->update, news->block->name, metric,
		(struct finding){ .what = "metric-changed", .old = wish->metric.formula, .now = metric->formula });
	wish->is_changed = !wish->is_new;
	wish->old = wish->metric;
	wish->metric = as_here(news, metric, wish->metric.name, wish->metric.in);
}

/* Returns our text of a metric with this formula that the vendor no longer has; NULL: none. */
static const char *text_of_old_name(const struct news *news, const struct import_metric *metric)
{
	for (int i = 0; i < news->block->count; i++) {
		const struct wished_metric *wish = &news->block->list[i];

		if (!strcmp(wish->metric.formula, metric->formula) && !metric_of(news->now, wish->metric.name))
			return wish->text;
	}
	return NULL;
}

/* Wishes a new metric with the text of its old name, or with the vendor's if that is asked for. */
static void new_metric(const struct news *news, const struct import_metric *metric)
{
	const char *text = text_of_old_name(news, metric);

	if (!text && news->update->texts)
		text = metric_description(metric).text;
	if (!other_name(news->before, news->now, metric))
		metric_found(news->update, news->block->name, metric,
			(struct finding){ .what = "metric-added", .now = metric->formula });
	add_wish(news->block,
		(struct wished_metric){ .metric = as_here(news, metric, metric->name, news->block->in),
			.text = text,
			.is_new = true });
}

static void follow_metric(const struct news *news, const struct import_metric *metric)
{
	const struct import_metric *then = metric_of(news->before, metric->name);
	struct wished_metric *wish = wish_of(news->block, metric->name);
	struct update *update = news->update;
	const char *why;

	if (then && (!same_text(then->text, metric->text) || !same_text(then->whole_text, metric->whole_text))) {
		metric_found(update, news->block->name, metric, (struct finding){ .what = "text-changed" });
		update->texts_wanted += !update->no_texts;
	}
	if ((then && is_same_metric(then, metric)) || (wish && is_same_metric(&wish->metric, metric)))
		return;
	if (is_metric_refused(update, news->block->name, metric->name, &why))
		metric_found(update, news->block->name, metric, (struct finding){ .what = "row-skipped", .why = why });
	else if (wish)
		change_metric(news, wish, then, metric);
	else if (then)
		metric_found(update, news->block->name, metric, (struct finding){ .what = "absent" });
	else
		new_metric(news, metric);
}

/* Reports a metric that the vendor no longer has; it keeps its name, but no group. */
static void leave_metric(const struct news *news, const struct import_metric *metric)
{
	const struct import_metric *other = other_name(news->now, news->before, metric);
	struct wished_metric *wish = wish_of(news->block, metric->name);

	if (metric_of(news->now, metric->name) || !wish || !wish->metric.groups)
		return;
	metric_found(news->update, news->block->name, metric,
		(struct finding){ .what = other ? "metric-renamed" : "metric-gone",
			.old = metric->name,
			.now = other ? other->name : NULL });
	wish->metric.groups = wish->metric.parent = wish->metric.sample = wish->metric.related = NULL;
	wish->metric.default_group = NULL;
	wish->metric.level = 0;
	news->wishes->is_news = true;
}

static void follow_block(struct update *update, struct metric_wishes *wishes, const struct vendors_metrics *line)
{
	struct news news = { update, wishes, wishes_of(wishes, line->block), vendor_block(&update->now, line->source),
		vendor_block(&update->before, line->source) };

	if (!news.now || !news.block->path)
		return;
	for (int i = 0; i < news.now->count; i++)
		follow_metric(&news, &news.now->metrics[i]);
	for (int i = 0; news.before && i < news.before->count; i++)
		leave_metric(&news, &news.before->metrics[i]);
}

/* ---- blocks that are new ---- */

/* Returns the tree's block that the manifest names; NULL: it names none. */
static const char *known_block(const struct update *update, const char *source)
{
	for (int i = 0; i < update->vendors.metrics_count; i++)
		if (!strcmp(update->vendors.metrics[i].source, source))
			return update->vendors.metrics[i].block;
	return NULL;
}

/* Returns NAME_metrics.pmu beside the table of the PMU; NULL: the tree has no PMU of that name. */
static const char *path_of_block(const struct update *update, const char *pmu_name)
{
	const struct pmu *pmu = pmu_name ? find_pmu(&update->tree.model, pmu_name) : NULL;
	const char *table = pmu ? pmu->name.place.file : "";

	if (!ends_with(table, ".pmu"))
		return NULL;
	return joined(copy_text(table, strlen(table) - strlen(".pmu")), "_metrics.pmu", "");
}

static void add_block(struct update *update, struct metric_wishes *wishes, const struct import_metrics *block,
	const char *known)
{
	const char *name = known ? known : block->name;
	const char *pmu = path_of_block(update, block->pmu) ? block->pmu : known, *path = path_of_block(update, pmu);
	struct line_text head = { 0 };
	struct wished_block *wished;

	if (!path) {
		metric_found(update, block->name, &block->metrics[0],
			(struct finding){ .what = "metrics-wanted",
				.name = block->name,
				.why = "no PMU is called so: vendors wants a line \"metrics\"" });
		return;
	}
	add(&head, "metrics %s\n  pmu %s\n", name, pmu);
	if (block->with)
		add(&head, "  with %s\n", block->with);
	if (block->slots)
		add(&head, "  slots %d\n", block->slots);
	wished = wishes_of(wishes, name);
	wished->path = path;
	wished->in = pmu;
	wished->head = head.text;
	if (!known)
		add_vendors_metrics(&update->vendors, block->name, name);
}

static void add_new_blocks(struct update *update, struct metric_wishes *wishes)
{
	for (int i = 0; i < update->now.metric_block_count; i++) {
		const struct import_metrics *block = update->now.metric_blocks[i];
		const char *known = known_block(update, block->name);

		if (known && block_called(wishes, known))
			continue;
		if (block->count && !vendor_block(&update->before, block->name))
			add_block(update, wishes, block, known);
	}
}

/* ---- metrics that wait for a text ---- */

char *table_of_wanted(const char *path)
{
	return joined(copy_text(path, strlen(path) - strlen(".wanted")), ".pmu", "");
}

/* Reads lines of NAME_metrics.wanted: a block of it is "table NAME". */
static void read_waiting(struct model *model, const struct tree_file *file)
{
	char *text = copy_text(file->text, file->length), *next;
	struct line_text lines = { 0 };

	for (char *line = text; *line; line = next) {
		bool begins = !strncmp(line, "table ", 6);

		next = line + strcspn(line, "\n");
		next += *next == '\n';
		if (begins)
			line += strlen("table");
		add(&lines, "%s%.*s", begins ? "metrics" : "", (int)(next - line), line);
	}
	if (lines.length)
		parse_text(model, file->path, lines.text, lines.length);
}

/* Wishes what NAME_metrics.wanted has, with its text, whatever files are read. */
static void wish_what_waits(struct update *update, struct metric_wishes *wishes)
{
	struct model model = { .loaded = true };

	for (int i = 0; i < update->wanted_count; i++)
		if (ends_with(update->wanted[i].path, "_metrics.wanted"))
			read_waiting(&model, &update->wanted[i]);
	expand_metrics(&model);
	for (int i = 0; i < model.metric_block_count && !error_count(); i++) {
		const struct metric_block *block = model.metric_blocks[i];
		struct wished_block *wished = wishes_of(wishes, block->name.text);

		if (!wished->path)
			wished->path = table_of_wanted(block->name.place.file);
		for (int k = 0; k < block->row_count; k++) {
			const struct metric *metric = block->rows[k].metric;

			if (!wish_of(wished, metric->name))
				add_wish(wished,
					(struct wished_metric){ .metric = metric_here(metric),
						.text = metric->text,
						.is_new = true });
			wishes->is_news = true;
		}
	}
}

/* ---- all of them ---- */

/* Copies the text of the same metric in another block. */
static void share_text(struct metric_wishes *wishes, struct wished_metric *wish)
{
	for (int i = 0; i < wishes->count && !wish->text; i++) {
		const struct wished_metric *other = wish_of(&wishes->blocks[i], wish->metric.name);

		if (other && is_same_metric(&other->metric, &wish->metric))
			wish->text = other->text;
	}
	wishes->is_news |= wish->text != NULL;
}

void follow_metrics(struct update *update)
{
	struct metric_wishes *wishes = &update->metrics;
	struct model model;

	if (!update->now.metric_block_count && !update->wanted_count)
		return;
	read_metrics(&update->tree, &model);
	if (error_count())
		return;
	wish_what_is(wishes, &model);
	wish_what_waits(update, wishes);
	wishes->no_texts = update->no_texts;
	add_new_blocks(update, wishes);
	for (int i = 0; i < update->vendors.metrics_count; i++)
		follow_block(update, wishes, &update->vendors.metrics[i]);
	for (int i = 0; i < wishes->count; i++)
		for (int k = 0; k < wishes->blocks[i].count; k++)
			if (!wishes->blocks[i].list[k].text)
				share_text(wishes, &wishes->blocks[i].list[k]);
	for (int i = 0; i < update->vendors.metrics_count; i++) {
		struct vendors_metrics *line = &update->vendors.metrics[i];

		line->is_new = line->is_new && has_metrics(wishes, wishes_of(wishes, line->block));
	}
	wishes->no_texts = true; /* first insert all metrics, so that names of waiting ones are known */
	if (wishes->is_news)
		put_metrics(&update->tree, wishes);
}
