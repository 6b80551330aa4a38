/* Runs the passes over all tables that files are merged into. */
#include "merge.h"
#include "vendors/rows/import.h"

#include <stdlib.h>

enum { MOST_FIXES = 4 }; /* a corrected code may conflict with another one, so the pass is repeated */

static void merge_target(const struct merging *merging, struct target *target, enum merge_pass pass, int round)
{
	bool looks = pass == MERGE_LOOSEN || pass == MERGE_CHECK;
	struct sight sight;
	struct merge merge = { .import = merging->import,
			       .pmu = target->pmu,
			       .before = target->before,
			       .tree = merging->tree,
			       .pass = pass,
			       .verdicts = merging->verdicts,
			       .follow = target->follow,
			       .followed = target->followed,
			       .asked = target->asked,
			       .keep_precise = target->keep_precise,
			       .no_names = target->no_names,
			       .no_facts = target->no_facts,
			       .silent = (pass != MERGE_FIX && pass != MERGE_ADD) || (target->is_new && round == 0),
			       .results = target->results };

	merge.table = find_table(&merging->tree->model, target->table);
	if (!merge.table->layout) {
		report(merge.table->place, "no PMU uses table %s, which the manifest names", target->table);
		return;
	}
	if (looks) {
		open_sight(&sight, merge.table);
		merge.sight = &sight;
	}
	merge_table(&merge);
	if (looks) {
		take_state(&merge, pass == MERGE_CHECK ? &target->last : &target->first);
		close_sight(&sight);
	}
	target->added += pass == MERGE_ADD ? merge.added : 0;
}

/* Runs a pass. True: the text has changed, and has been read again. */
static bool run_pass(const struct merging *merging, enum merge_pass pass, int round)
{
	struct tree *tree = merging->tree;
	bool changed = false;

	for (int i = 0; i < merging->target_count; i++)
		merge_target(merging, &merging->targets[i], pass, round);
	for (int i = 0; i < tree->file_count; i++)
		if (tree->files[i].lines)
			changed |= close_lines(&tree->files[i]);
	return changed && read_tree(tree);
}

bool look_at_all(const struct merging *merging)
{
	const int errors = error_count();

	for (int i = 0; i < merging->target_count; i++) {
		struct target *target = &merging->targets[i];

		target->results = need(calloc((size_t)target->pmu->row_count + 1, 1));
	}
	run_pass(merging, MERGE_LOOSEN, 0);
	return error_count() == errors;
}

bool check_all(const struct merging *merging)
{
	const int errors = error_count();

	run_pass(merging, MERGE_CHECK, 1);
	merging->import->merge = NULL;
	return error_count() == errors;
}

bool merge_all(const struct merging *merging)
{
	const int errors = error_count();

	for (int round = 1; round <= MOST_FIXES && error_count() == errors; round++)
		if (!run_pass(merging, MERGE_FIX, round))
			break;
	if (error_count() == errors)
		run_pass(merging, MERGE_ADD, 1);
	if (error_count() == errors)
		check_all(merging);
	return error_count() == errors;
}
