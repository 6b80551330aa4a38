/*
 * pmuc import: vendors' files of events -> table text.
 *
 *   read/: json.c, mapfile.c, the rules of a vendor (intel.c, ...) -> rows/: rows of PMUs (rows.c) -> events (events.c)
 *   -> text (write.c), which pmuc update merges into tables that are there (follow/)
 *
 * Rules know fields and codes, nothing of text; what comes after them knows no vendor.
 */
#ifndef PMUC_IMPORT_H
#define PMUC_IMPORT_H

#include <stdbool.h>

/* A file, or a directory of the kernel's, as the manifest calls it. */
struct vendor_file {
	const char *path, *key, *source, *version;
	bool same_version; /* as last time */
};

struct import {
	struct vendor_file *files;
	struct vendor_name *vendor_names;
	struct finding *findings;
	struct index *finding_keys;
	struct import_pmu **pmus;
	const char *only_unit; /* --unit */
	const char *name; /* --name */
	const char *variant; /* of the files being read: VARIANT=FILE */
	struct import_metrics **metric_blocks;
	struct index *cpu_events; /* "CPU/EVENT" */
	struct left_out *left_out;
	struct index *read; /* files, by device and number */
	struct directory *directories; /* that were looked into */
	struct mapfile *maps; /* mapfile.csv of these directories */
	struct standard *standards; /* names that the files of an architecture have in common */
	const struct merge *merge; /* that is being done */
	int file_count;
	int vendor_name_count, current_name; /* 1 + the number of the one that is read */
	int finding_count;
	int pmu_count;
	int metric_block_count;
	int left_out_count;
	int read_count;
	int directory_count;
	bool is_before; /* the files of last time, which are not reported */
	bool is_again; /* what these files say has been said */
	bool by_directory; /* PMUs are called after the directories of their CPUs, as in the tree */
	bool texts, only_metrics;
	bool merging; /* into a table: what is the same at each update is not said */
};

#endif
