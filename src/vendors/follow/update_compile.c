/* Compiles the whole tree, with all changes, from memory. */
#include "update.h"

#include "compiler/compile.h"
#include "compiler/model/parse.h"
#include "compiler/text/format.h"

bool compiles(const struct update *update, bool allow_missing)
{
	struct model model = { .only_checked = true };
	struct body body = { 0 };
	struct source order = cut_source(update->order.path, copy_text(update->order.text, update->order.length),
		update->order.length);

	for (int i = 0; i < update->tree.file_count; i++) {
		const struct tree_file *file = &update->tree.files[i];

		parse_text(&model, file->path, copy_text(file->text, file->length), file->length);
	}
	model.order_lines = &order;
	return !error_count() && compile_model(&model, update->order.path, allow_missing, &body);
}

void format_files(struct update *update)
{
	for (int i = 0; i < update->tree.file_count; i++) {
		struct tree_file *file = &update->tree.files[i];

		if (file->changed)
			file->text = formatted(file->path, file->text, &file->length, false);
	}
}
