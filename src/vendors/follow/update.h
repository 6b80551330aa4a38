/*
 * pmuc update: a tree of tables follows the vendors' files.
 *
 *   update.c          the command: options, the order of work, what is written
 *   update_route.c    which table a row of a file goes into; tables for those that have none
 *   update_like.c     the table that a new one is like
 *   update_other.c    CPUs whose tables follow another collection of files
 *   update_refuse.c   rows with which the tables would not compile
 *   update_follow.c   what changes beyond rows: counters of PMUs, names that are gone
 *   update_compile.c  the tree compiled from memory
 *   wanted.c          rows without a text
 *   metric_news.c     metrics that are new, changed or gone
 *   merge_metrics.c   the same as lines of the tree's blocks
 *   known_rows.c      what each row of the files said last time
 *   update_state.c    what the manifest knows of a table without the files of last time
 *   update_check.c    nothing is lost: each name of the files is in its table, or a line of the report
 *   update_report.c   the report, for programs and in words
 *   vendors.c         the manifest
 */
#ifndef PMUC_UPDATE_H
#define PMUC_UPDATE_H

#include "manifest.h"
#include "metric_wishes.h"

#include "vendors/rows/import.h"

/* A PMU of the vendor's files that no table was made for yet. */
struct new_pmu {
	struct import_pmu *pmu;
	const char *path;
	bool is_cpu; /* of a CPU that is new */
};

/* Rows of one file's unit, and the line of the manifest that they make. */
struct fed_unit {
	const char *key, *word, *table, *pmu, *variant;
	bool is_new;
};

/* A row that is left out, as the tables do not compile with it. */
struct refused_row {
	const char *key, *unit, *name, *why;
};

/* What each row of a file says, as a word of hashes; sorted. */
struct file_rows {
	const char *key;
	uint64_t *words;
	int count;
};
struct row_words {
	struct file_rows *files;
	int count;
};

enum written { NOT_WRITTEN, PART_WRITTEN /* and could not be changed back */, ALL_WRITTEN };

struct update {
	const char *directory, *report;
	bool json, dry_run, ask, no_new_cpus, texts, no_texts;
	struct tree tree;
	struct tree_file order;
	struct vendors vendors;
	struct verdicts verdicts;
	struct import now, before;
	struct target *targets;
	int target_count;
	struct new_pmu *new_pmus;
	int new_pmu_count;
	struct fed_unit *units;
	int unit_count;
	int next_id;
	struct refused_row *refused;
	int refused_count;
	struct tree_file rows_file; /* the tree's file rows */
	struct row_words rows_known, rows_before; /* what it says, what the files of last time do */
	struct metric_wishes metrics; /* what the blocks of metrics should have */
	struct tree_file *wanted;     /* NAME.wanted; is_with: nothing is left in it */
	int wanted_count;
	int texts_wanted; /* rows that are kept apart, or whose text the vendor has changed */
	enum written written;
};

/* Targets for all rows of the files; new tables are in the tree then. */
void route_rows(struct update *update);
/* A table that agrees with the PMU in nine of ten names and codes, with its variant; NULL: none does. */
const char *table_like(struct update *update, struct import_pmu *pmu);
/* The PMU of Arm's core that this one is, whatever it is called; NULL: there is none. */
const struct pmu *pmu_of_part(const struct model *model, const struct import_pmu *pmu);
/* The source that the tables of the PMU's CPU follow, if it is not that of the PMU's file; NULL: there is none. */
const char *source_of_cpu(const struct update *update, const struct import_pmu *pmu);
/* Rows of last time, for the targets that there are. */
void route_before(struct update *update);

/* A line in the file order, behind PMUs of the same CPU; its end. */
void add_order(struct update *update, const char *name);
void drop_order(struct update *update, const char *name);

/* False: mistakes, which have been reported. allow_missing: rows may be without a text. */
bool compiles(const struct update *update, bool allow_missing);

/* News of metrics, for the report and the tree; new blocks are in the manifest's list then. */
void follow_metrics(struct update *update);
/* What is known of last time: the tree's file rows, and the files of --before. */
void read_known_rows(struct update *update);
/* Marks the names of the file that say what they said last time. False: nothing is known of the file. */
bool know_rows(struct update *update, const char *key);
/* Rows whose text the vendor has changed, for the report, and the tree's file rows. */
void follow_rows(struct update *update);

/* The metric of the tree's changed files that the line is of, and its block; NULL: there is none. */
struct wished_metric *metric_at(struct update *update, struct place place, const char **block);
/* NAME.pmu of NAME.wanted. */
char *table_of_wanted(const char *path);

/* Rows of NAME.wanted go back into the tables that have been read, but for metrics, those without a text out of them.
 */
void take_wanted(struct update *update, const char *directory);
void keep_wanted(struct update *update);
/* New rows are formatted as all others are. */
void format_files(struct update *update);

/* Rows of the lines that the compiler complained of. False: there are none that were not refused before. */
bool refuse_rows(struct update *update);
bool is_metric_refused(const struct update *update, const char *block, const char *name, const char **why);
bool is_refused(const struct update *update, const struct import_row *row, const char **why);

/* What says what it said last time; tables of which no file has news. */
void expect_no_news(struct update *update);
/* What the manifest knows of the tables, once all rows are seen; and what it knows from now on. */
void know_followed(struct update *update);
void write_states(struct update *update);
/* Returns whether a file that was not read this time may still have the names of the table. */
bool has_other_files(const struct update *update, const struct target *target);

/* Counters, names that are gone: once all rows are merged. True: the tree's text is another one. */
bool follow_facts(struct update *update);

/* What has become of each name. False: one is lost, which is reported. */
bool check_names(struct update *update);
/* A hash over the sorted lines "name code" of a file; *count: how many there are. */
const char *sum_of_names(const struct import *import, const char *key, int *count);
/* One key once: files of a directory of the kernel's have one. */
bool is_first_file(const struct import *import, int number);
/* Names and sums of the files go into the manifest. */
void write_manifest(struct update *update);

/* False: the report cannot be written, which is reported. */
bool write_report(struct update *update);
void say_report(const struct update *update);

#endif
