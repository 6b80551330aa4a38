/* PMUs first, then layouts, then tables, which are checked only if they have a layout. */
#include "check.h"

void check_model(struct model *model, bool allow_missing)
{
	check_pmus(model);
	for (int i = 0; i < model->layout_count; i++)
		check_layout(model, model->layouts[i], allow_missing);
	for (int i = 0; i < model->table_count; i++)
		if (model->tables[i]->layout)
			check_table(model, model->tables[i], allow_missing);
	check_groups(model, allow_missing);
	check_metrics(model, allow_missing);
}
