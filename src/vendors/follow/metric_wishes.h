/* The metrics that blocks of a tree should have: those that they have, with the vendors' changes. */
#ifndef PMUC_METRIC_WISHES_H
#define PMUC_METRIC_WISHES_H

#include "merge.h"

#include "vendors/rows/metrics.h"

struct wished_metric {
	struct import_metric metric, old; /* old: the tree's version of a changed metric */
	const char *text;                 /* our description; NULL: not written yet */
	bool is_new, is_changed;
	bool waits; /* it refers to rows that wait for a description, without which the tables do not compile */
};

struct wished_block {
	const char *name, *in; /* in: core type of its metrics, spelled as in the tree; NULL: none */
	const char *path;      /* path of its file */
	const char *head;      /* first lines of a new block; NULL: the tree has the block */
	struct wished_metric *list;
	int count;
	bool is_put;
};

struct metric_wishes {
	struct wished_block *blocks;
	int count;
	bool is_news;  /* at least one metric differs from the tree's */
	bool no_texts; /* also insert metrics without a description */
};

struct metric;

/* Reads the metrics of the tree's files, each block with what it takes from others. Mistakes are reported. */
void read_metrics(struct tree *tree, struct model *model);
/* Wishes that all is as it is, but for blocks that answer questions. */
void wish_what_is(struct metric_wishes *wishes, const struct model *model);
/* Returns the wishes of the block; NULL: there are none. */
struct wished_block *block_called(const struct metric_wishes *wishes, const char *name);
/* Returns the wishes of the block, made if there are none. */
struct wished_block *wishes_of(struct metric_wishes *wishes, const char *name);
/* Returns the wish for the metric; NULL: there is none. */
struct wished_metric *wish_of(const struct wished_block *block, const char *name);
void add_wish(struct wished_block *block, struct wished_metric wish);
/* Returns whether a metric is new and kept out of the tables, as it waits or lacks a text. */
bool is_apart(const struct metric_wishes *wishes, const struct wished_metric *wish);
/* Returns whether a metric of the block is in the tables. */
bool has_metrics(const struct metric_wishes *wishes, const struct wished_block *block);
/* Restores the tree's metric files and puts all wished metrics into them that do not wait. */
void put_metrics(struct tree *tree, struct metric_wishes *wishes);

struct import_metric metric_here(const struct metric *metric);
/* Returns the metric's lines. description: NULL for none. */
char *text_of_metric(const struct import_metric *metric, const char *description);
/* Returns whether formula, threshold and words are the same. Case, core type and description do not matter. */
bool is_same_metric(const struct import_metric *a, const struct import_metric *b);

#endif
