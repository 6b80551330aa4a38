/*
 * Merges a vendor's rows into existing tables.
 *
 *   merge_tree.c   reads the text of a tree as the compiler does, and changes its lines
 *   merge_codes.c  computes the codes of the table's rows and of the vendor's
 *   merge_lines.c  finds, changes and inserts lines of a table
 *   merge_known.c  merges a name that the table has: its code and its facts
 *   merge_new.c    merges a name that the table does not have
 *   merge_news.c   finds what the vendor has changed since the last run
 *   merge_loosen.c changes an event whose code conflicts with its names
 *   merge_state.c  tells which rows are the vendor's, and which the table's own
 *   import_merge.c all rows of a table, in the order that makes one run enough
 */
#ifndef PMUC_MERGE_H
#define PMUC_MERGE_H

#include <sys/types.h>

#include "vendors/rows/rows.h"
#include "vendors/rows/write.h"

/* A line of a file being changed: its text or a replacement (NULL: removed), and text inserted after it. */
struct merged_line {
	char *text;
	struct line_text behind;
};

/* A file of the tree. Its text is that on the disk until a merge changes it. */
struct tree_file {
	const char *path;
	ino_t inode; /* when it was read */
	const struct source *source;
	char *text;                /* current text */
	size_t length;
	bool is_with;              /* from --with: read, but never written */
	bool changed;              /* text differs from the file on the disk */
	char *unput;               /* text before metrics were inserted; NULL: none were */
	struct merged_line *lines; /* indexed from 1, while rows are merged; text is out of date then */
	int line_count;
};

/* A tree of tables. takers: the lines by which tables include rows of others, "use ..." and "events NAME like ...". */
struct tree {
	struct tree_file *files;
	int file_count;
	struct model model;
	const struct line **takers;
	int taker_count;
};

/* Adds a file, or the files of a directory: layouts first, which others need. layouts_only: adds only the layouts. */
void add_tree_path(struct tree *tree, const char *path, bool is_with, bool layouts_only);
void add_tree_file(struct tree *tree, const char *path, char *text, size_t length, bool is_with);
/* Reads the blocks of all files. False: mistakes, which have been reported. */
bool read_blocks(struct tree *tree);
/* Makes a model of the text as it is now. False: mistakes, which have been reported. */
bool read_tree(struct tree *tree);
/* Makes the file's lines its text. True: the text has changed. */
bool close_lines(struct tree_file *file);
void open_lines(struct tree_file *file);
struct tree_file *tree_file_of(struct tree *tree, const char *path);
/* Returns the line of at least two words that begins at the place, in any file; NULL: there is none. */
const struct line *tree_line_at(const struct tree *tree, struct place place);

/* The rows of a table that a pass has met, as flags: one for each event, followed by its unit masks. */
struct sight {
	const struct table *table;
	int *first; /* index of the event's flag in seen, by event */
	bool *seen;
};

/* What to do if the table's code differs from the vendor's. */
enum judgement { JUDGED_KEEP, JUDGED_FIX, NOT_JUDGED };

/* The task of a pass. Each pass processes all rows. */
enum merge_pass {
	MERGE_LOOSEN, /* give events whose code conflicts with their names' codes one that all can share */
	MERGE_FIX,    /* correct codes by the vendor's; turn aliases that do not follow into rows */
	MERGE_ADD,    /* add names and facts */
	MERGE_CHECK   /* change nothing, but report what is still not right */
};

struct merge {
	struct import *import;
	struct import_pmu *pmu;          /* the vendor's rows, now */
	const struct import_pmu *before; /* the vendor's rows at the last run; NULL: unknown */
	struct import_pmu fresh;         /* the rows of pmu whose events are not in the table */
	struct tree *tree;
	struct tree_file *file;
	struct table *table;
	enum merge_pass pass;
	int last; /* last line of the table */
	struct index *new_names;
	struct index *said; /* events for which the tables that include them were reported */
	int said_count;
	struct call {
		const struct event *event;
		struct line_text rows;
	} * calls; /* included events that get rows of their own, at the end of the table */
	int call_count;
	struct writer writer;
	const struct verdicts *verdicts;
	bool follow;               /* codes that were the vendor's at the last run follow the vendor */
	bool followed;             /* all codes here were the vendor's at the last run, except those in asked */
	const char *asked;
	bool silent;               /* findings are dropped, as another pass has reported them */
	bool keep_precise;         /* precise events of the table stay precise */
	bool no_names, no_facts;   /* no file has changes in names and codes; no file has changes in other facts */
	const struct sight *sight; /* NULL: not recorded */
	int row;                   /* index of the current row */
	uint8_t *results;          /* enum merge_result by row */
	int added, loosened;
};

/* The result for a row: the worst of those of its variants. */
enum merge_result {
	RESULT_RIGHT,
	RESULT_KEPT,
	RESULT_ASKED, /* it was asked about at an earlier run, and the vendor's data has not changed */
	RESULT_WANTED,
	RESULT_ABSENT
};
void set_result(struct merge *merge, enum merge_result result);

/* ---- news ---- */

/* Finds the vendor's row of the name of last time, for the variants of this one; NULL: there is none. */
const struct import_row *row_before(const struct merge *merge, const struct import_row *row);
/* Returns the row's words of the key, or " no KEY". */
const char *fact_text(const struct merge *merge, const char *key, const struct import_row *row);
/* Returns whether the vendor's fact of the row, with what the table adds, differs from last time's. */
bool is_new_fact(const struct merge *merge, const char *key, const struct import_row *here,
	const struct import_row *row);
bool is_new_code(const struct merge *merge, const struct import_row *row);
/* Returns whether every file that has the row has the same facts as last time, the text aside. */
bool is_known_row(const struct merge *merge, const struct import_row *row);

/* ---- codes ---- */

struct code {
	uint64_t event, rest,
		second; /* code of the event, bits added to word 0 by unit masks and modifiers, word 1 */
};

struct code code_here(const struct merge *merge, const struct event *event, const struct umask *umask);
/* Adds the code of a unit mask. */
void add_umask_code(const struct merge *merge, struct code *code, const struct event *event, const struct umask *umask,
	int depth);
struct code vendor_code(const struct merge *merge, const struct import_row *row);
bool same_code(const struct merge *merge, struct code a, struct code b);
const struct umask *find_umask(const struct event *event, const char *name, size_t length, uint32_t variants);
/* Returns why a unit mask of this event cannot have the row's code; NULL: it can. */
const char *cannot_say(const struct merge *merge, const struct event *event, const struct import_row *row);

/* ---- state ---- */

/* A row that is in no file of the vendor, and not withdrawn. */
struct own_row {
	const char *event, *umask;
	struct place place;
	uint32_t visible, hash;
	struct code code;
	bool gone;
};

/* Hashes over names and codes of a table: over the rows that the vendor's files have, and over the others. */
struct table_state {
	bool is_known;
	int names;
	uint32_t sum, own_sum;
	struct own_row *own;
	int own_count;
};

void open_sight(struct sight *sight, const struct table *table);
void close_sight(struct sight *sight);
void see_row(struct merge *merge, const struct event *event, const struct umask *umask);
void take_state(const struct merge *merge, struct table_state *state);

/* ---- lines ---- */

/* Returns the row with another code (NULL: the same), without words of these keys, and with words at the end. */
char *changed_row(const struct merge *merge, const struct line *line, const char *code, const char *const *keys,
	const char *words);
void replace_line(struct merge *merge, const struct line *line, char *text);
/* Returns whether the line is one of the table itself; else its row comes from elsewhere. */
bool is_own_line(const struct merge *merge, const struct line *line);
/* Returns whether other tables take the event; reports change, what happens to it, once for each of them. */
bool others_take(struct merge *merge, const char *event, const char *change);
/* Returns the end of an event's lines; an event from elsewhere is called first, at the end of the table. */
struct line_text *end_of_event(struct merge *merge, const struct event *event);
/* Returns the line of the table that begins or calls the event; -1: it comes from elsewhere as it is. */
int line_of_event(const struct merge *merge, const struct event *event);
const char *hexadecimal(uint64_t value);

/* ---- rows ---- */

void merge_known(struct merge *merge, const struct event *event, const struct umask *umask,
	const struct import_row *row);
/* Returns whether the row is to get the vendor's code, and can. */
bool decide(struct merge *merge, const struct event *event, const struct umask *umask, const struct import_row *row);
/* Writes a row anew with the vendor's words of these keys, and with its code (fix). */
void rewrite(struct merge *merge, const struct event *event, const struct umask *umask, const struct import_row *row,
	bool fix, const char **keys, int key_count);
void loosen_event(struct merge *merge, const struct event *event);
/* Adds a line to the report, once. */
void name_found(struct merge *merge, const struct import_row *row, const char *what, const char *of);
/* Returns whether a row that is not here was not here last time, either: then it stays away, which is reported. */
bool is_absent_still(struct merge *merge, const struct import_row *row);
void leave_out_name(struct merge *merge, const struct import_row *row, const char *why);
void add_umask_row(struct merge *merge, const struct event *event, struct import_row row);
void add_new_events(struct merge *merge);

/* ---- what was judged ---- */

/* A decision on a code of the vendor's. table NULL: for any table with the name; name "*": for all other names. */
struct verdict {
	const char *table, *name;
	const char *field; /* the word that is kept, such as "period=7" or "period"; NULL: the verdict is on the code */
	bool fix, has_code;
	/* the vendor's code when it was decided; for another code the question is asked again */
	uint64_t first, second;
};

struct verdicts {
	struct verdict *list;
	int count;
};

/* Reads lines "NAME keep" and "NAME fix". */
void read_verdicts(struct verdicts *verdicts, const char *path);
void add_verdict(struct verdicts *verdicts, struct verdict verdict);
bool has_verdict(const struct verdicts *verdicts, const char *table, const char *name);
/* Returns whether the table's word stays: a verdict is on the vendor's, "period=7" or " no period", or on its key. */
bool is_word_kept(const struct verdicts *verdicts, const char *table, const char *name, const char *key,
	const char *theirs);
/* Returns whether the text is a word, with or without a value, for a fact in vendors' files. */
bool is_fact_word(const char *text);
enum judgement judge(const struct verdicts *verdicts, const char *table, const char *name, uint64_t first,
	uint64_t second);

/* ---- a table ---- */

/* Runs one pass over all of the vendor's rows. */
void merge_table(struct merge *merge);

/* A table, and the vendor's rows to merge into it. */
struct target {
	const char *table;
	struct import_pmu *pmu;
	const struct import_pmu *before;
	bool follow, followed, keep_precise, is_new;
	bool no_names, no_facts; /* no file has changes in names and codes, or in other facts, since the last run */
	struct table_state first, last; /* state before the merge, and after it */
	bool as_it_was;                 /* the table was not edited since the last run */
	const char *asked;              /* comma-separated names whose code the table did not have at the last run */
	uint8_t *results;               /* enum merge_result by row, of the last pass */
	int added;
};

/* The merge of all tables. */
struct merging {
	struct import *import;
	struct tree *tree;
	struct target *targets;
	int target_count;
	const struct verdicts *verdicts;
};

/* Runs the first pass, which looks. False: mistakes, which have been reported. */
bool look_at_all(const struct merging *merging);
bool merge_all(const struct merging *merging);
/* Runs the last pass alone, which tells what the tables are now. False: mistakes, which have been reported. */
bool check_all(const struct merging *merging);

#endif
