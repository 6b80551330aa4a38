/*
 * Parse, bind, expand, check, build. A mistake does not stop the steps before building, so that one run reports as many
 * as possible; building needs a model without mistakes.
 */
#include "compile.h"

#include "compiler/check/check.h"
#include "compiler/model/parse.h"

bool compile_model(struct model *model, const char *order, bool allow_missing, struct body *body)
{
	part_extensions(model);
	if (model->loaded && !borrow_text(model))
		return false;
	parse_layouts(model);
	if (model->loaded)
		keep_used(model);
	else
		parse_order(model, order);
	bind_model(model);
	parse_rows(model);
	expand_metrics(model);
	expand_aliases(model);
	check_model(model, allow_missing);
	if (allow_missing)
		texts_from_names(model);
	if (model->only && !error_count())
		keep_vendors(model, model->only);
	if (!error_count())
		build_body(model, body);
	if (!error_count() && model->loaded)
		keep_text(model, body);
	return !error_count();
}

bool read_tables(const char *path, struct model *model)
{
	parse_path(model, path);
	parse_layouts(model);
	bind_model(model);
	parse_rows(model);
	expand_metrics(model);
	expand_aliases(model);
	return !error_count();
}

void print_summary(const struct model *model)
{
	int pmus = 0, events = 0, umasks = 0, groups = 0, metrics = 0;

	for (int i = 0; i < model->pmu_count; i++)
		pmus += instance_count(model->pmus[i]);
	for (int i = 0; i < model->table_count; i++) {
		events += model->tables[i]->event_count;
		for (int k = 0; k < model->tables[i]->event_count; k++)
			umasks += model->tables[i]->events[k].umask_count;
	}
	for (int i = 0; i < model->group_set_count; i++)
		groups += model->group_sets[i]->group_count;
	say(stdout, "%d PMUs, %d tables, %d events, %d unit masks, ", pmus, model->table_count, events, umasks);
	for (int i = 0; i < model->metric_block_count; i++)
		if (model->metric_blocks[i]->everywhere || model->metric_blocks[i]->pmu_count)
			metrics += model->metric_blocks[i]->row_count;
	if (groups)
		say(stdout, "%d groups, ", groups);
	if (metrics)
		say(stdout, "%d metrics, ", metrics);
	say(stdout, "%d descriptions missing\n", model->missing_texts);
}
