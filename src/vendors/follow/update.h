/*
 * pmuc update: a tree of tables follows the vendors' files.
 *
 *   update.c          the command: reads options, runs the steps, writes the files
 *   update_route.c    finds the table for each row of a file, or makes one
 *   update_like.c     finds an existing table that a new one resembles
 *   update_other.c    finds CPUs whose tables follow another collection of files
 *   update_refuse.c   leaves out rows with which the tables would not compile
 *   update_follow.c   changes beyond rows: counters of PMUs, removed names
 *   update_compile.c  compiles the tree from memory
 *   wanted.c          keeps rows without a description in separate files
 *   metric_news.c     finds new, changed and removed metrics
 *   merge_metrics.c   writes these into the tree's blocks
 *   known_rows.c      remembers each row of the last run's files, as hashes
 *   update_state.c    uses the manifest's state of a table, without the files of the last run
 *   update_check.c    checks that each name of the files is in its table or in the report
 *   update_report.c   the report, for programs and in words
 *   vendors.c         the manifest
 */
#ifndef PMUC_UPDATE_H
#define PMUC_UPDATE_H

#include "manifest.h"
#include "metric_wishes.h"

#include "vendors/rows/import.h"

/* A PMU of the vendor's files that has no table yet. */
struct new_pmu {
	struct import_pmu *pmu;
	const char *path;
	bool is_cpu; /* its CPU is new */
};

/* A unit of a file that feeds a table, which becomes a line of the manifest. */
struct fed_unit {
	const char *key, *word, *table, *pmu, *variant;
	bool is_new;
};

/* A row that is left out, since the tables do not compile with it. */
struct refused_row {
	const char *key, *unit, *name, *why;
};

/* The rows of a file, each as a word made of hashes; sorted. */
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
	struct tree_file rows_file; /* the file "rows" of the tree */
	struct row_words rows_known, rows_before; /* content of that file, and of the last run's files */
	struct metric_wishes metrics; /* metrics that the blocks should have */
	struct tree_file *wanted;     /* files NAME.wanted; is_with: nothing is left in the file */
	int wanted_count;
	int texts_wanted; /* number of rows that are kept apart, or whose text the vendor has changed */
	enum written written;
};

/* Routes all rows of the files to targets; new tables are in the tree then. */
void route_rows(struct update *update);
/* Finds a table, with its variant, that agrees with the PMU in nine of ten names and codes; NULL: none does. */
const char *table_like(struct update *update, struct import_pmu *pmu);
/* Finds the PMU of the same Arm core, whatever its name; NULL: there is none. */
const struct pmu *pmu_of_part(const struct model *model, const struct import_pmu *pmu);
/* Returns the source that the tables of the PMU's CPU follow, if not that of the PMU's file; NULL: there is none. */
const char *source_of_cpu(const struct update *update, const struct import_pmu *pmu);
/* Routes rows of last time to the targets that exist. */
void route_before(struct update *update);

/* Adds a line to the file order, behind PMUs of the same CPU, else at its end. */
void add_order(struct update *update, const char *name);
void drop_order(struct update *update, const char *name);

/* Compiles the tree. False: mistakes, which have been reported. allow_missing: rows may be without a text. */
bool compiles(const struct update *update, bool allow_missing);

/* Follows metrics, in the report and the tree; new blocks are in the manifest's list then. */
void follow_metrics(struct update *update);
/* Reads the rows of last time: the tree's file rows, and the files of --before. */
void read_known_rows(struct update *update);
/* Marks the file's names whose facts are those of last time. False: nothing is known of the file. */
bool know_rows(struct update *update, const char *key);
/* Reports rows whose text the vendor has changed, and writes the tree's file rows. */
void follow_rows(struct update *update);

/* Finds the metric of the tree's changed files that has the line, and its block; NULL: there is none. */
struct wished_metric *metric_at(struct update *update, struct place place, const char **block);
/* Returns NAME.pmu of NAME.wanted. */
char *table_of_wanted(const char *path);

/* Puts rows of NAME.wanted back into the tables that have been read; metrics are read later. */
void take_wanted(struct update *update, const char *directory);
void keep_wanted(struct update *update);
/* Formats changed files. */
void format_files(struct update *update);

/* Refuses rows of the lines with compile errors. False: there are no new ones, or too many. */
bool refuse_rows(struct update *update);
bool is_metric_refused(const struct update *update, const char *block, const char *name, const char **why);
bool is_refused(const struct update *update, const struct import_row *row, const char **why);

/* Marks files that have not changed since last time, and tables of which no file has news. */
void expect_no_news(struct update *update);
/* Compares tables with the manifest, once all rows are seen. */
void know_followed(struct update *update);
void write_states(struct update *update);
/* Returns whether a file that was not read this time may still have the names of the table. */
bool has_other_files(const struct update *update, const struct target *target);

/* Follows counters and names that are gone, once all rows are merged. True: the tree's text has changed. */
bool follow_facts(struct update *update);

/* Checks what has become of each name. False: one is lost, which is reported. */
bool check_names(struct update *update);
/* Returns a hash over the sorted lines "name code" of a file; *count: how many there are. */
const char *sum_of_names(const struct import *import, const char *key, int *count);
/* Returns whether the file is the first of its key: files of a directory of the kernel's share one. */
bool is_first_file(const struct import *import, int number);
/* Writes names and sums of the files to the manifest. */
void write_manifest(struct update *update);

/* Writes the report. False: it cannot be written, which is reported. */
bool write_report(struct update *update);
void say_report(const struct update *update);

#endif
