/* Rows of vendors' files, and the PMUs that they belong to. */
#ifndef PMUC_IMPORT_ROWS_H
#define PMUC_IMPORT_ROWS_H

#include "family.h"
#include "compiler/model/model.h"

/* Facts that files of some variants have for a row, while those of others may differ. */
struct owned_facts {
	uint32_t variants;
	bool deprecated;
	const char *errata;
	const char *replacement; /* the replacement's name in the vendor's spelling; NULL: none */
	const char *instead; /* for rows of a table: the same as an event string of the table; NULL: unknown */
	struct owned_facts *next; /* facts for other variants; NULL: none */
};

/* One event of a vendor's file, as tables express it. Strings are never freed. */
struct import_row {
	const char *name; /* in the vendor's spelling */
	const char *unit; /* the vendor's name of the unit */
	int seen; /* index among the names of the files + 1; 0: not from a file */
	bool threshold; /* a load latency event with a fixed threshold */
	const char *event, *umask; /* the parts of name; umask NULL: none */
	struct place place;
	uint64_t code, mask; /* event select, and the bits in the place of unit masks */
	uint64_t second; /* word 1 */
	bool second_tells; /* names of the event differ in word 1 only, as offcore responses */
	const char *takes; /* modifier that sets word 1, such as ldlat; NULL: none */
	const char
		*threshold_of; /* the unit mask of which this one is another name, with that modifier set to second */
	uint8_t c, i, e, t; /* values of the modifiers of these letters that are part of the event */
	uint8_t box; /* number of the only device that has the event, + 1; 0: all have it */
	struct counters counters, counters_nosmt;
	uint64_t period;
	uint32_t latency; /* mean at retirement, in thousandths of a cycle; 0: unknown */
	/* facts of the first file that has the row, followed by those of variants that differ */
	struct owned_facts owned;
	const char *text, *whole_text;
	bool precise, speculative, alone, fixed, ncombo, is_default;
	bool second_name; /* another row has the same event, and codes are decoded to that one */
	const char *alias, *more_words; /* for merging: a unit mask of the same code, and further words */
	uint32_t variants; /* bit set of the table's variants that have the row */
	int next_same_name; /* index of the row with this name for other variants; -1: none */
};

/* A PMU that uses the table: the only one, or that of a variant. */
struct identity {
	const char *name, *desc, *device;
	const char **cpus; /* "cpu" lines of the PMU's block */
	int cpu_count;
};

/* A table being made, and its PMU or PMUs. */
struct import_pmu {
	struct import *import;
	const char *table; /* name of an existing table; NULL: its own */
	int id; /* number of the PMU; 0: none is written */
	const char *name, *unit; /* unit: word for --unit; NULL: the files have none */
	struct identity identities[MAX_VARIANTS];
	int identity_count, identity; /* identity: index of the one whose file is being read */
	bool any_instance; /* the kernel numbers its boxes */
	bool skx; /* for Intel's uncore: Skylake-X or Cascade Lake-X */
	const struct family *family;
	struct import_row *rows;
	int row_count;
	struct index *names; /* index of rows by name */
	long seen; /* number of events in the files, counting duplicates */
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

/* What mapfile.csv has for a file of events, or for its directory. */
struct machine {
	const char *arch; /* name of the directory of mapfile.csv; "": none */
	const char *below; /* path of that directory, with trailing slash */
	const char *directory; /* the file or directory listed, relative to that directory */
	const char *version; /* its version in mapfile.csv; NULL: not listed */
	const char *device; /* for core types of hybrid machines: the device in sysfs; else NULL */
	const char **cpus; /* "cpu" lines for a pmu block */
	int cpu_count;
};

/* Adds a machine's CPUs to a PMU, and its device if none is known. False: it has another device, which is reported. */
bool give_machine(struct import_pmu *pmu, const struct machine *machine);

#endif
