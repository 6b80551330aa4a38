/*
 * Merging a vendor's rows into tables that are there.
 *
 *   merge_tree.c   the text of a tree as the compiler reads it, and its lines, which change
 *   merge_codes.c  what a row here encodes, what the vendor's does
 *   merge_lines.c  one line of a table: found, changed, followed by others
 *   merge_known.c  a name that is here: its code and its facts
 *   merge_new.c    a name that is not
 *   merge_news.c   what the vendor says now and did not say last time
 *   merge_loosen.c an event whose code is in the way of names
 *   merge_state.c  which rows are the vendor's, and which the table's own
 *   import_merge.c all rows of a table, in the order that makes one run enough
 */
#ifndef PMUC_MERGE_H
#define PMUC_MERGE_H

#include <sys/types.h>

#include "vendors/rows/rows.h"
#include "vendors/rows/write.h"

/* A line of a file that is merged into: its text, or another in its place (NULL: none), and what comes behind it. */
struct merged_line {
	char *text;
	struct line_text behind;
};

/* A file of the tree. Its text is that of the disk until a merge changes it. */
struct tree_file {
	const char *path;
	ino_t inode; /* when it was read */
	const struct source *source;
	char *text; /* as it is now */
	size_t length;
	bool is_with;              /* of --with: read, never written */
	bool changed;              /* unlike what is on the disk */
	char *unput;               /* its text before metrics were put in; NULL: none have been */
	struct merged_line *lines; /* from 1, once something is merged; then the text is out of date */
	int line_count;
};

/* Lines by which a table takes rows of another: "use ..." and "events NAME like ...". */
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

/* Which rows of a table a pass has met, a place for each event and its unit masks. */
struct sight {
	const struct table *table;
	int *first; /* of each event */
	bool *seen;
};

/* What to do where the vendor's code is not the table's. */
enum judgement { JUDGED_KEEP, JUDGED_FIX, NOT_JUDGED };

/* What is done in a pass. All rows are seen in each. */
enum merge_pass {
	MERGE_LOOSEN, /* events whose code stands in the way of names get one that all can share */
	MERGE_FIX,    /* codes that are the vendor's from now on; aliases that do not follow become rows */
	MERGE_ADD,    /* names and facts */
	MERGE_CHECK   /* nothing: what would be done is what does not hold */
};

struct merge {
	struct import *import;
	struct import_pmu *pmu;          /* what the vendor's files say */
	const struct import_pmu *before; /* what they said last time; NULL: not known */
	struct import_pmu fresh;         /* its rows of events that are not here */
	struct tree *tree;
	struct tree_file *file;
	struct table *table;
	enum merge_pass pass;
	int last; /* last line of the table */
	struct index *new_names;
	struct index *said; /* events whose takers have been reported */
	int said_count;
	struct call {
		const struct event *event;
		struct line_text rows;
	} * calls; /* events that come from elsewhere and get rows at the end of the table */
	int call_count;
	struct writer writer;
	const struct verdicts *verdicts;
	bool follow;               /* a code that was the vendor's old one is followed */
	bool followed;             /* all codes here were the vendor's at the last run, but for those of asked */
	const char *asked;
	bool silent;               /* findings are not kept: another pass has said it */
	bool keep_precise;         /* what is precise here stays so */
	bool no_names, no_facts;   /* no file has news of names and codes, or of what else it says */
	const struct sight *sight; /* NULL: it is not kept */
	int row;                   /* the one that is looked at */
	uint8_t *results;          /* of each row, enum merge_result */
	int added, loosened;
};

/* What has become of a row, the worst of its variants. */
enum merge_result {
	RESULT_RIGHT,
	RESULT_KEPT,
	RESULT_ASKED, /* it was asked about before, and the vendor says nothing new */
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
		second; /* the event's, what unit masks and modifiers add to the first word, the second word */
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

/* A row that no file of the vendor's has, and that is not withdrawn. */
struct own_row {
	const char *event, *umask;
	struct place place;
	uint32_t visible, hash;
	struct code code;
	bool gone;
};

/* Numbers over names and codes of a table: of what the vendor's files have, and of its own. */
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

/* A code of the vendor's that somebody has looked at. table NULL: whatever table has the name; name *: all others. */
struct verdict {
	const char *table, *name;
	const char *field; /* the word that is kept, as "period=7" or "period"; NULL: a code */
	bool fix, has_code;
	uint64_t first, second; /* the vendor's code that was judged: another one later is asked again */
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

/* A table and what is merged into it. */
struct target {
	const char *table;
	struct import_pmu *pmu;
	const struct import_pmu *before;
	bool follow, followed, keep_precise, is_new;
	bool no_names, no_facts; /* its files are those of the last run: no news of names and codes, or of the rest */
	struct table_state first, last; /* before anything is done, and afterwards */
	bool as_it_was;                 /* it has not been changed since the last run */
	const char *asked;              /* names whose code the table had not at the last run, with commas */
	uint8_t *results;               /* of the last pass */
	int added;
};

/* How all of them are merged. */
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
