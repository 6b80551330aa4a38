/*
 * Reads metrics of Arm's telemetry files: one object per product, whose metrics have names of events in their formulas.
 * Groups list their metrics; the methodology tells which metrics to look at after which one, which is taken as their
 * parent.
 */
#include "arm.h"
#include "json.h"
#include "vendors/rows/left_out.h"
#include "vendors/rows/metrics.h"
#include "vendors/rows/paths.h"

#include <stdlib.h>
#include <string.h>

/* Returns the groups that have the metric, of all kinds of groups; NULL: none. */
static const char *groups_with(const struct json_row *kinds, const char *metric)
{
	struct line_text list = { 0 };

	for (int i = 0; i < json_members(kinds); i++) {
		struct json_row kind = json_member_at(kinds, i, NULL);

		for (int k = 0; k < json_members(&kind); k++) {
			const char *name;
			struct json_row group = json_member_at(&kind, k, &name);

			if (json_has_text(&group, "metrics", metric) && !is_in_list(list.text, name))
				add(&list, "%s%s", list.length ? "," : "", name);
		}
	}
	return list.text;
}

/* Returns the first metric after which the tree names this one, or one of its groups; NULL: there is none. */
static const char *parent_in_tree(const struct json_row *tree, const char *metric, const char *groups)
{
	for (int i = 0; i < json_items(tree, "metrics"); i++) {
		struct json_row node = json_item(tree, "metrics", i);
		const char *name = json_text(&node, "name");

		if (!name || !strcmp(name, metric))
			continue;
		if (json_has_text(&node, "next_items", metric))
			return name;
		for (const char *at = groups; at && *at; at += strcspn(at, ",") + (at[strcspn(at, ",")] == ','))
			if (json_has_text(&node, "next_items", copy_text(at, strcspn(at, ","))))
				return name;
	}
	return NULL;
}

static const char *samples_in_list(const struct json_row *json)
{
	struct line_text list = { 0 };

	for (int i = 0; i < json_items(json, "sample_events"); i++)
		add(&list, "%s%s", i ? "," : "", json_item_text(json, "sample_events", i));
	return list.text;
}

/* Refuses metrics of interconnects, whose formulas have names of their own. NULL: the file is good. */
static const char *reason_to_refuse(const struct json_file *file)
{
	if (strstr(base_name(file->path), "cmn") || !json_head(file, "product_configuration", "part_num"))
		return "its formula names watchpoints and clocks in a way of its own";
	return NULL;
}

static void read_arm_metric(struct import *import, struct import_metrics *block, const struct json_row *root,
			    const struct json_row *json, const char *name)
{
	struct json_row groups = json_member(root, "groups"), methods = json_member(root, "methodologies");
	struct json_row method = json_member(&methods, "topdown_methodology");
	struct json_row tree = json_member(&method, "decision_tree");
	struct import_metric metric = { .name = name, .place = json_text_place(root->file, name) };
	const char *reason = reason_to_refuse(root->file), *unit = json_text(json, "units");

	metric.formula = json_text(json, "formula");
	if (reason || !metric.formula) {
		leave_out(import, metric.place, joined(joined("metric ", name, " of "), block->name, ""),
			  reason ? reason : "it has no formula");
		return;
	}
	metric.unit = unit ? joined("1", unit, "") : NULL;
	metric.groups = groups_with(&groups, name);
	metric.parent = parent_in_tree(&tree, name, metric.groups);
	metric.level = level_of_groups(metric.groups);
	metric.sample = samples_in_list(json);
	metric.text = json_text(json, "title");
	metric.whole_text = json_text(json, "description");
	add_metric(import, block, metric);
}

void import_arm_metrics(struct import *import, struct json_file *file, const char *pmu)
{
	struct json_row root = json_root(file), metrics = json_member(&root, "metrics");
	const char *slots = json_head(file, "product_configuration", "num_slots");
	const char *cpu = pmu ? pmu : cpu_of_file(import, file->path);
	struct import_metrics *block = metrics_block(import, cpu, cpu, cpu);

	block->slots = slots ? atoi(slots) : 0;
	for (int i = 0; i < json_members(&metrics); i++) {
		const char *name;
		struct json_row metric = json_member_at(&metrics, i, &name);

		read_arm_metric(import, block, &root, &metric, name);
	}
}
