/*
 * pmuc import: vendors' files of events -> table text.
 *
 *   read/: json.c, mapfile.c, the rules of a vendor (intel.c, ...) -> rows/: rows of PMUs (rows.c) -> events (events.c)
 *   -> text (write.c), which pmuc update merges into tables that are there (follow/)
 *
 * The rules know fields and codes, but not the table text; the later steps are independent of the vendor.
 */
#ifndef PMUC_IMPORT_H
#define PMUC_IMPORT_H

#include <stdbool.h>

/* A file, or a directory of the kernel's collection, as named in the manifest. */
struct vendor_file {
	const char *path, *key, *source, *version;
	bool same_version; /* its version is that of the last run */
};

struct import {
	struct vendor_file *files;
	struct vendor_name *vendor_names;
	struct finding *findings;
	struct index *finding_keys;
	struct import_pmu **pmus;
	const char *only_unit; /* value of --unit; NULL: not given */
	const char *name; /* value of --name; NULL: not given */
	const char *variant; /* variant of the files being read, from VARIANT=FILE */
	struct import_metrics **metric_blocks;
	struct index *cpu_events; /* set of "CPU/EVENT" */
	struct left_out *left_out;
	struct index *read; /* set of the files read, by device and inode number */
	struct directory *directories; /* directories that were searched */
	struct mapfile *maps; /* the mapfile.csv of these directories */
	struct standard *standards; /* events and metrics that files of an architecture share */
	const struct merge *merge; /* the merge in progress; NULL: none */
	int file_count;
	int vendor_name_count, current_name; /* current_name: index of the name being read + 1; 0: none */
	int finding_count;
	int pmu_count;
	int metric_block_count;
	int left_out_count;
	int read_count;
	int directory_count;
	bool is_before; /* these are the files of the last run, which are not reported */
	bool is_again; /* the findings for these files were already reported */
	bool by_directory; /* PMUs are named after the directories of their CPUs, as in the tree */
	bool texts, only_metrics;
	bool merging; /* merging into a table: findings that recur at each update are not reported */
};

#endif
