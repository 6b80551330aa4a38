/* The manifest of a tree, its file "vendors": tells which file of a vendor feeds which table. */
#ifndef PMUC_VENDORS_H
#define PMUC_VENDORS_H

#include "merge.h"

/* A unit of a file, and the table that takes it. A unit may have several lines. */
struct vendors_unit {
	const char *word; /* the vendor's word for the unit; "cpu" if it has none */
	const char *table, *pmu, *variant, *role;
	const char *match;  /* patterns of names that the line is for; NULL: all names */
	const char *ignore; /* reason why no table takes the unit; NULL: one does */
	struct place place;
};

struct vendors_file {
	const char *path, *version, *names, *sum, *source;
	struct vendors_unit *units;
	int unit_count;
	struct place place;
	int end, last; /* number of its own last line, and of the last of all lines that belong to it */
};

/*
 * State of a table at the end of the last run: hashes over its rows that the vendor's files have, and over the others.
 */
struct vendors_table {
	const char *name, *asked; /* asked: vendor's names whose code it lacks, separated by commas; NULL: none */
	int names, own, line, last;
	uint32_t sum, own_sum;
};

struct vendors {
	struct tree_file text;
	bool is_there;
	struct vendors_file *files;
	int file_count, last; /* last: last line of the last file or unit */
	struct vendors_source {
		const char *name, *url, *version;
	} * sources;
	int source_count;
	struct vendors_table *tables;
	int table_count, last_table; /* last_table: last line of the last table */
	struct vendors_metrics {
		/* source: name of the vendor's block in pmuc import; block: that in the tree */
		const char *source, *block;
		bool is_new;                /* the manifest has no line for it yet */
	} * metrics;
	int metrics_count;
	struct verdicts verdicts;
};

/* Reads DIRECTORY/vendors, if it is there. Mistakes are reported. */
void read_vendors(struct vendors *vendors, const char *directory);
/* Finds a file by its path, else by the name of the file or directory; NULL: it is not there. */
struct vendors_file *find_vendors_file(const struct vendors *vendors, const char *path);
/* Finds the unit's line that takes the name. free_running: which of a unit's PMUs; NULL: none takes it. */
const struct vendors_unit *find_vendors_unit(const struct vendors_file *file, const char *word, const char *name,
	bool free_running);
const struct vendors_table *find_vendors_table(const struct vendors *vendors, const char *name);
/* Writes the lines of new metrics. Lines must be open, see open_lines(). */
void set_vendors_metrics(struct vendors *vendors);
/* Writes the table's line, changed or new, or removes it if nothing is known any more (table's names is -1). */
void set_vendors_table(struct vendors *vendors, const struct vendors_table *table);
/* Writes the line of a file in place of its lines, or a new one. Lines must be open, see open_lines(). */
void set_vendors_file(struct vendors *vendors, const char *path, const char *source, const char *version, int names,
	const char *sum);
/* Adds a line "metrics SOURCE block=BLOCK", which is known at once. */
void add_vendors_metrics(struct vendors *vendors, const char *source, const char *block);
void add_vendors_unit(struct vendors *vendors, const char *path, const char *unit, const char *table, const char *pmu,
	const char *variant);

#endif
