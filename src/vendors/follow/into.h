/* pmuc import --into FILE.pmu. */
#ifndef PMUC_IMPORT_INTO_H
#define PMUC_IMPORT_INTO_H

#include "merge.h"

struct merge_options {
	const char *into, *table, *verdicts;
	const char **with; /* files of layouts and blocks that the table needs */
	int with_count;
	const char *const *update;
};

struct into {
	const struct merge_options *options;
	struct tree tree;
	struct tree_file *file;
	struct verdicts verdicts;
	struct target *targets;
	int target_count;
};

/* Reads the table, so that its variants are known. False: reported. */
bool open_into(struct into *into, struct import *import, const struct merge_options *options);
const struct table *find_only_table(const struct into *into);
/* What the files say goes in. text: of the file, then. False: reported. */
bool merge_into(struct into *into, struct import *import, const struct import *before, struct line_text *text);
void end_into(const struct into *into, const struct import *import);

#endif
