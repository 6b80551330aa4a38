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

#include "compiler/model/model.h"

#include <stdio.h>

/* "pmuc import ...", arguments after the word import. Returns the exit status. */
int import_main(int argc, char **argv);
/* "pmuc update ...", likewise (update.c). */
int update_main(int argc, char **argv);
/* "pmuc --status ..." (status.c). */
int status_main(int argc, char **argv);
/* What "pmuc --format" sees of a tree's manifest beyond its look: statements and their words. False: reported. */
bool is_manifest_good(const char *path);

/* ---- what a family of PMUs has in common ---- */

struct family {
	const char *vendor; /* for the summary */
	const char *layout, *type, *privileges, *flags, *modifiers;
	const char *sharing; /* what its events share; NULL: nothing is known */
	int words; /* register words of an event, 1 to 3 */
	int mask_place; /* the bit where unit masks go in the first word */
	bool code_is_word; /* an event's code can have what unit masks have elsewhere */
	const char *second_word; /* the word of WORD=, NULL if there is none */
	bool masks_of_bare; /* a name without a dot that has a unit mask in its code gets a unit mask ALL */
	const char *const *
		defaults; /* the unit mask that is the only one, or the first of these, is the default; NULL: none is */
	bool bits_combine; /* unit masks of one bit may be combined; else none may */
};

extern const struct family intel_core, amd_core, arm_core;

/* ---- rows ---- */

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

/* What has become of a name of the files. */
enum name_state {
	NAME_LOST, /* nothing, which is a mistake */
	NAME_TAKEN, /* a row of a PMU has it */
	NAME_UNASKED, /* of another unit than the one that is asked for */
	NAME_IGNORED, /* by a decision of the manifest */
	NAME_LEFT_OUT,
	NAME_SKIPPED, /* its row cannot be read */
	NAME_WANTED, /* the table has another code, and there is no verdict on it */
	NAME_KEPT /* somebody has */
};

struct vendor_name {
	struct place place;
	const char *name, *unit, *why;
	const char *key; /* of its file, the same pointer for all of one */
	enum name_state state;
	int same_as; /* another one whose row has it, too; -1: none */
	const char *line; /* its first row's name and code, for sums over files; NULL: it has none */
	uint32_t text, facts; /* hashes of the vendor's text, 0 if there is none, and of all else that its row says */
	bool is_known; /* the file said the same of it last time, but for its text */
};

/* A line of the report. Fields that do not apply are NULL. */
struct finding {
	const char *what;
	struct place place;
	const char *unit, *table, *name, *old, *now, *why;
	long count;
	const struct name_counts *counts; /* of a summary; NULL: there is none */
};

/* How many names of a unit there are, and what has become of them. */
struct name_counts {
	long names, right, left_out, row_skipped, verdict_wanted, ignored, added;
};

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

/* The PMU of that name, made if it is new, and turned to the variant of the files being read. */
struct import_pmu *import_pmu(struct import *import, const char *name, const struct family *family);
struct identity *identity_of(struct import_pmu *pmu);
void add_cpu(struct import_pmu *pmu, const char *cpu);
/* All variants of the table. */
uint32_t all_variants(const struct import_pmu *pmu);

/* ---- what becomes of the names ---- */

/* Whether the report has what a program cannot decide: a row skipped or, merged, a name left out or a code to judge. */
bool wants_a_person(const struct import *import, bool merged);

/* How the manifest calls the file that the row is of. */
const char *key_of_row(const struct import *import, const struct import_row *row);
void add_finding(struct import *import, struct finding finding);
/* The same, where place, unit and name are those of the row. */
void add_row_finding(struct import *import, const struct import_row *row, struct finding finding);
/* A fact-changed that needs no person. */
bool is_plain_fact(const struct finding *finding);
/* The name, in the files of all that have its row the first one. */
int first_of_name(const struct import *import, int number);
/* A hash, from HASH_BEGIN on, with the text behind. */
#define HASH_BEGIN UINT32_C(2166136261)
uint32_t mixed(uint32_t hash, const char *text);
/* The row is what the file says of the current name. */
void hash_row(struct import *import, const struct import_row *row);
/* From here to end_name() a name of a file is read, and what is reported by row_wrong() skips its row only. */
void begin_name(struct import *import, struct place place, const char *name, const char *unit);
void end_name(struct import *import);
void name_is(struct import *import, enum name_state state, const char *why);
void leave_out_event(struct import *import, struct place place, const char *name, const char *why);
void row_wrong(struct import *import, struct place place, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
bool row_is_wrong(struct import *import);
/* All names of a file from number first on are read. Too many bad ones are mistakes of the file. */
void end_rows(struct import *import, int first, int rows);

/* Adds a row; its name is split here. One that is there already with the same code adds nothing but fewer counters;
 * with another code it is an error. */
void add_row(struct import_pmu *pmu, struct import_row row);

/* Adds a row of another PMU, of these variants now. False: the name is there with another code. */
bool copy_row(struct import_pmu *pmu, struct import_row row, uint32_t variants);

/* "EVENT.UMASK" of a row, as the index of the PMU's names has it. */
const char *full_name(const struct import_row *row);

/* Finds event and unit mask in the row's name. False: it is no name, and *why says so. */
bool split_name(struct import_row *row, const char **why);

/* Adds facts to those of a row: to those of other variants that are the same, else behind them. */
void add_owned(struct owned_facts *facts, const struct owned_facts *more);
/* What replaces the row, where facts of the same variants do not say it. False: there is nothing to say. */
bool replace_owned(struct owned_facts *facts, const struct owned_facts *more);
/* Those of the variants, in a list of its own. */
struct owned_facts owned_of(const struct owned_facts *facts, uint32_t variants);
/* Whether the files of all variants say so. */
bool is_deprecated(const struct import_row *row);

/* Whether two rows of one family encode the same. */
bool same_encoding(const struct family *family, const struct import_row *a, const struct import_row *b);

/* ---- names -> numbers ---- */

struct index;
/* The number that goes with name (case does not matter); number if the name is new. index: NULL at first. */
int index_add(struct index **index, const char *name, int number);
int index_find(const struct index *index, const char *name); /* -1: not there */
void index_free(struct index *index);

/* ---- events ---- */

struct import_event {
	const char *name;
	uint64_t code;
	bool second_is_mask; /* to=: the unit masks' codes are the second word */
	int *rows; /* those with a unit mask, in the order of the file */
	int row_count, bare; /* -1: no row without unit mask */
	int preferred; /* the row of the default unit mask, -1: none */
	uint32_t variants; /* of all its rows */
	struct counters counters; /* those of most rows */
};

struct import_events {
	struct import_event *events;
	int count;
};
struct import_events group_rows(struct import_pmu *pmu);
bool same_counters(struct counters a, struct counters b);

/* ---- files, directories, names ---- */

/* In lowercase letters, with _ for what is no part of a PMU's name. */
char *small_name(const char *text);
const char *base_name(const char *path);
/* Keeps what file is read. */
void note_file(struct import *import, const char *path, const char *key, const char *source, const char *version);
const struct vendor_file *vendor_file_of(const struct import *import, const char *path);
/* What a file of a CPU calls it, or --name: lunarlake_lioncove of lunarlake_lioncove_core.json. */
const char *cpu_of_file(const struct import *import, const char *path);
bool ends_with(const char *text, const char *end);
const char *absolute_path(const char *path);

/*
 * Paths of what is in a directory, sorted, without hidden files. False: it is none that can be opened; errno says why.
 */
struct name_list {
	char **names;
	int count;
};
bool read_directory(const char *path, struct name_list *names);

/* ---- JSON ---- */

/* ---- all files (import.c) ---- */

/* Reads files and directories, VARIANT=PATH, and finishes their PMUs. */
void import_files(struct import *import, int count, const char *const *operands);

struct json_row;
struct json_file {
	struct import *import;
	const char *path;
	char *text;
	void *root, *rows;
	int count;
	int first_name; /* of the names of the import */
	const char **starts; /* where the rows begin in the text */
	int *lines;
};

/*
 * Reads the text of a file that is a list of objects, or an object with a list called list, or one with objects only,
 * of which there are no rows then: rows is NULL. close_json() frees the text. False: reported, the text is freed.
 */
bool open_json(struct import *import, struct json_file *file, const char *path, char *text, size_t length,
	       const char *const *lists);
void close_json(struct json_file *file);

struct json_row {
	struct json_file *file;
	int number;
	void *object;
};
struct json_row json_row_at(struct json_file *file, int number);
struct place json_place(const struct json_row *row, const char *field);
/* Text of a field of the file's head ("Header", or the file itself); NULL if it is not there. */
const char *json_head(const struct json_file *file, const char *object, const char *field);
/* A copy of the field's text, a number as decimal text; NULL if it is not there. Other types are errors. */
const char *json_text(const struct json_row *row, const char *field);
/* The first number of the field; 0 if it is not there or says so (null, NA, tbd, empty). */
uint64_t json_number(const struct json_row *row, const char *field, uint64_t most);
bool json_has(const struct json_row *row, const char *field);
bool is_json_true(const struct json_row *row, const char *field);
/* begin_name() for the row: the field EventName, name or ArchStdEvent. */
void begin_json_name(const struct json_row *row, const char *unit);
/* The field if it is a text, the field Unit; NULL: it is none, which is no error. */
const char *json_plain_text(const struct json_row *row, const char *field);
const char *json_unit(const struct json_row *row);
/* Objects in objects, whose object is NULL if they are not there, and members of those by number. */
struct json_row json_root(struct json_file *file);
struct json_row json_member(const struct json_row *row, const char *field);
int json_members(const struct json_row *row);
struct json_row json_member_at(const struct json_row *row, int number, const char **name);
/* A field that is a list: how many there are, one of them, or its text; whether a text is among them. */
int json_items(const struct json_row *row, const char *list);
struct json_row json_item(const struct json_row *row, const char *list, int number);
const char *json_item_text(const struct json_row *row, const char *list, int number);
bool json_has_text(const struct json_row *row, const char *list, const char *text);
/* Where a name stands in the file's text for the first time, as a field. */
struct place json_text_place(const struct json_file *file, const char *name);
/* Calls leave_out() for all fields that are in neither list; ignored ones come with a reason. */
struct ignored_field {
	const char *name, *reason;
};
void json_unread(const struct json_row *row, const char *const *read, const struct ignored_field *ignored);

/* ---- the rules of the vendors ---- */

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

/* The CPUs of a machine for a PMU, and its device if none is known. False: it is of another device, which is reported.
 */
bool give_machine(struct import_pmu *pmu, const struct machine *machine);
/*
 * False: no mapfile.csv above path, or it does not list the file or a directory that it is in. In the second case arch,
 * below and directory (the one that the file is in, "" if that is the one of mapfile.csv) are set all the same.
 */
bool find_machine(struct import *import, const char *path, struct machine *machine);
/* Gives back what was read for it. */
void forget_machines(struct import *import);

/* What tells the formats of uncore boxes apart. */
struct uncore_file {
	const char *cpu;
	const struct machine *machine;
	bool skx; /* flow classes of the IIO stand elsewhere */
};
void import_intel_core(struct json_file *file, struct import_pmu *pmu);
/* When all files of the PMU are read. */
void finish_intel_core(struct import_pmu *pmu);
struct counters intel_counters(const struct json_row *row, const char *field);

struct uncore_file uncore_file_of(const char *cpu, const struct machine *machine, const struct json_row *first);
void import_intel_uncore(struct import *import, struct json_file *file, const char *cpu, const struct machine *machine);
/* When all PMUs of the CPU are known. */
void finish_intel_uncore(const struct import *import, struct import_pmu *pmu);
void read_common(const struct json_row *json, struct import_row *row);
void read_core_event(struct import_pmu *pmu, const struct json_row *json);
void read_uncore_event(struct import *import, const struct uncore_file *file, const struct json_row *json);

/* A file of the kernel's collection. */
struct linux_file {
	const char *cpu; /* beginning of the names of its PMUs */
	struct machine machine;
};
void import_linux(struct import *import, struct json_file *file);
void import_arm_data(struct import *import, struct json_file *file);
/* Why no perf event counts an Arm event of the name; NULL: one may. */
const char *why_uncountable(const char *name);
/* Arm's files of a CPU that have events and metrics; whether the file is one, and of a mesh, which is not read. */
void import_arm_telemetry(struct import *import, struct json_file *file);
bool is_arm_telemetry(const struct json_file *file);
bool is_arm_mesh(const struct json_file *file);

/* ---- text ---- */

/* Text that grows. */
struct line_text {
	char *text;
	size_t length, room;
};
void add(struct line_text *line, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* " WORD=0-3,f0", nothing for no counters. */
void add_counters(struct line_text *line, const char *word, struct counters counters);
/* A text as descriptions must be; the caller frees it. */
char *fit_text(const char *text);
/*
 * The description of a row: the vendor's whole text if it fits, else the brief one. whole: the whole text on one line
 * if it does not fit, else NULL. The caller frees both.
 */
struct described {
	char *text, *whole;
};
struct described description(const struct import_row *row);

/* How rows of a table are written. */
struct writer {
	struct import *import;
	const struct import_pmu *pmu;
	struct counters counters; /* of events that do not say */
	const char *modifiers; /* of events that do not say; NULL: all of the layout */
	const char *owner; /* the table, where others take the row and such words are its own; else NULL */
	/* The event that has the unit mask (NULL: none is asked for), now or when all is written; NULL: there is none.
	 */
	const char *(*event_of)(const struct writer *writer, const char *event, const char *umask);
};

/* Events of the register of metrics, if the PMU has one. */
void add_topdown(const struct import_pmu *pmu, struct line_text *to);
void add_pmu_text(struct import *import, struct import_pmu *pmu, struct line_text *to);
void add_event_lines(const struct writer *writer, const struct import_event *event, struct line_text *to);
void add_umask_line(const struct writer *writer, const struct import_event *event, const struct import_row *row,
		    struct line_text *to);
/* Words that say the code of a unit mask beyond the number in its line. */
void add_codes(const struct writer *writer, const struct import_event *event, const struct import_row *row,
	       struct line_text *words);
/* What the row says by the word KEY (ctr, ctr-nosmt, alone, deprecated, errata, period, latency), if anything. */
void add_fact(const struct writer *writer, const char *key, const struct import_row *row, struct line_text *words);

/* ---- rows of a table as rows of a file ---- */

/* Unit masks of one line: the facts of its variants differ. */
bool is_of_line(const struct umask *a, const struct umask *b);
/* Facts of an event's line, or of that of its unit mask (NULL: none), of all its variants. */
struct import_row row_here(const struct event *event, const struct umask *umask, uint32_t all);
/* The vendor's row for the variants of here; what the vendor does not say is as it is here. */
struct import_row row_there(const struct import_row *here, const struct import_row *vendor);

/* ---- what is left out ---- */

/* A field or an event that the tables cannot say: counted by what and reason, listed with the first place. */
struct left_out {
	struct place place;
	const char *what, *reason;
	long count;
};
void leave_out(struct import *import, struct place place, const char *what, const char *reason);

/* On standard error. */
void list_left_out(const struct import *import);

#endif
