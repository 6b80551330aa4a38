/* Rows of vendors' files, and the PMUs that have them. */
#ifndef PMUC_IMPORT_ROWS_H
#define PMUC_IMPORT_ROWS_H

#include "family.h"
#include "compiler/model/model.h"

/* What the files of some variants say of a row, where others may say something else. */
struct owned_facts {
	uint32_t variants;
	bool deprecated;
	const char *errata;
	const char *replacement; /* name of the event that replaces it, as the vendor writes it */
	const char *instead; /* the same as the table writes it, of rows that are there; NULL: not known */
	struct owned_facts *next; /* of other variants */
};

/* One event of a vendor's file in the terms of the tables. Strings live until the program ends. */
struct import_row {
	const char *name; /* as the vendor writes it */
	const char *unit; /* the vendor's word for what has it */
	int seen; /* 1 + the number among the names of the files; 0: none of the files */
	bool threshold; /* a load latency of one threshold */
	const char *event, *umask; /* the same, split; umask is NULL if there is none */
	struct place place;
	uint64_t code, mask; /* event select, and what stands in the place of unit masks */
	uint64_t second; /* for the second word */
	bool second_tells; /* the second word is what tells the names of the event apart (offcore responses) */
	const char *takes; /* a modifier that sets the second word, such as ldlat; NULL if none does */
	const char
		*threshold_of; /* the unit mask of which this one is another name, with that modifier set to second */
	uint8_t c, i, e, t; /* modifiers that are part of the event */
	uint8_t box; /* 1 + the number of the only device that has the event; 0: all have it */
	struct counters counters, counters_nosmt;
	uint64_t period;
	uint32_t latency; /* in thousandths of a cycle */
	struct owned_facts owned; /* of the first file that has it, and behind it those of others that differ */
	const char *text, *whole_text;
	bool precise, speculative, alone, fixed, ncombo, is_default;
	bool second_name; /* of an event that another row has too, and that is decoded to that one */
	const char *alias, *more_words; /* when merged: a unit mask of the same code, and further words */
	uint32_t variants; /* of the table: who has the row */
	int next_same_name; /* row of the same name and other variants, -1: none */
};

/* One that sees the table: the only PMU, or a variant. */
struct identity {
	const char *name, *desc, *device;
	const char **cpus; /* lines of the pmu block */
	int cpu_count;
};

/* A table that comes out, and its PMU or PMUs. */
struct import_pmu {
	struct import *import;
	const char *table; /* name of its table; NULL: its own */
	int id; /* 0: none is written */
	const char *name, *unit; /* unit: the word for --unit, NULL if the files have none */
	struct identity identities[MAX_VARIANTS];
	int identity_count, identity; /* identity: the one whose file is being read */
	bool any_instance; /* the kernel numbers its boxes */
	bool skx; /* of Intel's uncore: Skylake-X or Cascade Lake-X */
	const struct family *family;
	struct import_row *rows;
	int row_count;
	struct index *names; /* of the rows */
	long seen; /* events of the files, the same ones in several files too */
};

/* Returns the PMU of that name, made if it is new, and turned to the variant of the files being read. */
struct import_pmu *import_pmu(struct import *import, const char *name, const struct family *family);
struct identity *identity_of(struct import_pmu *pmu);
void add_cpu(struct import_pmu *pmu, const char *cpu);
/* Returns all variants of the table. */
uint32_t all_variants(const struct import_pmu *pmu);

/* Adds a row; its name is split here. One that is there already with the same code adds nothing but fewer counters;
 * with another code it is an error. */
void add_row(struct import_pmu *pmu, struct import_row row);

/* Adds a row of another PMU, of these variants now. False: the name is there with another code. */
bool copy_row(struct import_pmu *pmu, struct import_row row, uint32_t variants);

/* Returns "EVENT.UMASK" of a row, as in the index of the PMU's names. */
const char *full_name(const struct import_row *row);

/* Finds event and unit mask in the row's name. False: it is no name, and *why says so. */
bool split_name(struct import_row *row, const char **why);

/* Returns whether two rows of one family encode the same. */
bool same_encoding(const struct family *family, const struct import_row *a, const struct import_row *b);

/* What mapfile.csv says of a file of events or the directory it is in. */
struct machine {
	const char *arch; /* name of the directory that mapfile.csv is in, "" if there is none */
	const char *below; /* that directory, with a slash at the end */
	const char *directory; /* the file or directory that is listed, relative to it */
	const char *version; /* of the file or directory, as mapfile.csv has it; NULL: it is not listed */
	const char *device; /* in sysfs: of cores of hybrid machines, else NULL */
	const char **cpus; /* lines of a pmu block */
	int cpu_count;
};

/* Adds a machine's CPUs to a PMU, and its device if none is known. False: it has another device, which is reported. */
bool give_machine(struct import_pmu *pmu, const struct machine *machine);

#endif
