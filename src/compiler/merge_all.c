/* The passes over all tables that files are merged into, and the verdicts that they go by. */
#include "merge.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MOST_FIXES = 4 }; /* a code that is changed may be in the way of another one's */

/* ---- verdicts ---- */

void add_verdict(struct verdicts *verdicts, struct verdict verdict)
{
	verdicts->list = grow(verdicts->list, verdicts->count, sizeof *verdicts->list);
	verdicts->list[verdicts->count++] = verdict;
}

void read_verdicts(struct verdicts *verdicts, const char *path)
{
	struct source source = read_source(path);

	for (int i = 0; i < source.count; i++) {
		const struct line *line = &source.lines[i];
		bool fix = line->count == 2 && !strcmp(line->words[1].text, "fix");

		if (line->count != 2 || (!fix && strcmp(line->words[1].text, "keep") != 0))
			report(line->words[0].place, "expected the vendor's name and keep or fix");
		else
			add_verdict(verdicts, (struct verdict){ .name = line->words[0].text, .fix = fix });
	}
}

enum judgement judge(const struct verdicts *verdicts, const char *table, const char *name, uint64_t first,
		     uint64_t second)
{
	enum judgement all = NOT_JUDGED;

	for (int i = 0; verdicts && i < verdicts->count; i++) {
		const struct verdict *it = &verdicts->list[i];
		enum judgement judgement = it->fix ? JUDGED_FIX : JUDGED_KEEP;

		if ((it->table && strcmp(it->table, table) != 0) ||
		    (it->has_code && (it->first != first || it->second != second)))
			continue;
		if (!strcasecmp(it->name, name))
			return judgement;
		if (!strcmp(it->name, "*"))
			all = judgement;
	}
	return all;
}

/* ---- passes ---- */

static void merge_target(const struct merging *merging, struct target *target, enum merge_pass pass, int round)
{
	struct merge merge = { .import = merging->import,
			       .pmu = target->pmu,
			       .before = target->before,
			       .tree = merging->tree,
			       .pass = pass,
			       .verdicts = merging->verdicts,
			       .update = merging->update,
			       .follow = target->follow,
			       .followed = target->followed,
			       .keep_precise = target->keep_precise,
			       .silent = (pass != MERGE_FIX && pass != MERGE_ADD) || (target->is_new && round == 0),
			       .results = target->results };

	merge.table = choose_table(merging->tree, target->path, target->table);
	if (!merge.table)
		return;
	merge_table(&merge);
	target->added += pass == MERGE_ADD ? merge.added : 0;
	target->updated += pass == MERGE_ADD ? merge.updated : 0;
	target->fixed += pass == MERGE_FIX ? merge.fixed : 0;
	if (pass == MERGE_CHECK) {
		target->kept = merge.kept;
		target->undecided = merge.undecided;
	}
	if (pass == MERGE_LOOSEN)
		target->same = merge.same;
}

/* True: the text is another one, and has been read again. */
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

bool merge_all(const struct merging *merging)
{
	const int errors = error_count();

	for (int i = 0; i < merging->target_count; i++) {
		struct target *target = &merging->targets[i];

		target->results = need(calloc((size_t)target->pmu->row_count + 1, 1));
	}
	run_pass(merging, MERGE_LOOSEN, 0);
	for (int round = 1; round <= MOST_FIXES && error_count() == errors; round++)
		if (!run_pass(merging, MERGE_FIX, round))
			break;
	if (error_count() == errors)
		run_pass(merging, MERGE_ADD, 1);
	if (error_count() == errors)
		run_pass(merging, MERGE_CHECK, 1);
	merging->import->merge = NULL;
	return error_count() == errors;
}
