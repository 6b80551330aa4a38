/* The parts of showevtinfo: settings, finding events, showing them. */
#ifndef PFM_SHOWEVTINFO_H
#define PFM_SHOWEVTINFO_H

#include "common/tool.h"

#include <stdint.h>

/* ---- what was asked for: show_event.c ---- */

enum mode { EVENTS, PMUS, GROUPS, METRICS, METRIC_GROUPS, DIFFERENCES, HOST, ANSWERS, COMPLETION };
enum flag {
	FLAG_PRECISE = 1,
	FLAG_DEFAULT = 2,
	FLAG_SPECULATIVE = 4,
	FLAG_HW_SMPL = 8,
	FLAG_ALIAS = 16,
	FLAG_DEPRECATED = 32
};

struct settings {
	struct given given;
	enum mode mode;
	int columns;            /* width of the terminal; 0: no terminal, or unknown */
	bool compact, encode, names, describe, combinations, sort, search, color, pager, banner,
		all_boxes, csv,
		is_export;      /* events are for another program */
	uint64_t sort_mask;
	unsigned int limit, flags;
	const char *separator, *type, *beginning;
};

/* Set by main() from the options, and not changed afterwards. */
extern struct settings settings;

/* ---- an event: show_event.c ---- */

/* An event with all its attributes. */
struct event {
	pfm_event_info_t info;
	pfm_event_attr_info_t *attrs;
	bool *chosen;           /* by attribute: whether to show this unit mask, if is_chosen */
	pfm_event_facts_t facts;
	int room, umasks;
	bool is_chosen;
};

/* Fills in *event, zeroed or used before; free_event() after the last. False: cannot be, which has been said. */
bool load_event(int idx, struct event *event);
void free_event(struct event *event);

/* Returns whether attribute i is a unit mask that -F lets through, and whether it does an event. */
bool umask_passes(const struct event *event, int i);
bool event_passes(const struct event *event);

/* Returns who owns an attribute. */
const char *source_name(pfm_attr_ctrl_t source);

/* ---- an event as was asked for: show.c ---- */

void print_event(const struct event *event, const pfm_pmu_info_t *pmu);

/* ---- long texts: wrap.c ---- */

/*
 * Prints a text, what stands behind it, and the end of its line, after what has taken so many columns of a terminal's:
 * in as many lines as it needs, each below the first. columns: 0 is no terminal.
 */
void print_wrapped(int columns, int taken, const char *text, const char *behind);

/*
 * Prints the last column of a list, which begins at column or where the line ends so far, and the end of its line,
 * after what has taken so many columns. On a terminal of columns that is in lines below each other, or, where too
 * little room is left, in lines of its own.
 */
void print_column(int columns, int taken, int column, const char *text, const char *behind);

/* ---- text: show_text.c ---- */

const char *bold(void);
const char *plain(void);
void print_text(const struct event *event, const pfm_pmu_info_t *pmu);

/* ---- facts beyond codes: show_facts.c ---- */

/* Loads those of an event, or of it with the unit mask that is its attribute attr; false: nothing is known. */
bool load_facts(int idx, int attr, pfm_event_facts_t *facts);
bool same_facts(const pfm_event_facts_t *a, const pfm_event_facts_t *b);

/* Prints a line of them after label, if there are any, as print_wrapped() does it. */
void print_facts(const char *label, int columns, const pfm_event_facts_t *facts);

/* Print what the kernel counts for it on this machine's cores, if it is one of perf's generic events. */
void print_generics(const struct event *event);
void print_json_generics(const struct event *event, bool *first);

/* Prints members of an object that has others already. */
void print_json_facts(const pfm_event_facts_t *facts);

/* ---- a line for each unit mask: show_lines.c ---- */

void print_lines(const struct event *event, const pfm_pmu_info_t *pmu);
/* Prints a metric among the answers to words: its name, and what it is. */
void print_metric_found(const char *name, const char *desc);

/* Prints all sets of unit masks that encode, in the order of the binary numbers that their positions make. */
void print_combinations(const struct event *event, const pfm_pmu_info_t *pmu);

/* Print the same as comma-separated values, which print_csv_header() names. */
void print_csv_header(void);
void print_csv(const struct event *event, const pfm_pmu_info_t *pmu);

/* Prints a field of them in quotes where it must be. NULL: an empty one. */
void print_csv_field(const char *text, char behind);

/* Prints the name of the event alone. */
void print_name(const struct event *event);

/* Print an event by the user's own --format; check this: GO_ON, else the status to end with. */
void print_format(const struct event *event, const pfm_pmu_info_t *pmu);
int check_line_format(void);

/* ---- objects: show_json.c ---- */

void print_json(const struct event *event, const pfm_pmu_info_t *pmu);

/* ---- PMUs and groups: show_pmus.c ---- */

/* Returns whether --pmu and --type let a PMU through. */
bool pmu_wanted(const pfm_pmu_info_t *pmu);

/* Returns whether a PMU is called as --pmu says, if it says anything; complains. */
bool pmu_exists(void);

/* Complains, with the name of a PMU that may have been meant. */
void say_no_pmu(const char *name);

/* Writes "8 counters", "8 + 3 fixed counters", "no counters". Returns text. */
const char *counters_of_pmu(const pfm_pmu_info_t *pmu, char *text, size_t size);

/* Prints all PMUs and this machine's: as libpfm4 begins, or this machine's first. */
void print_banner(bool as_libpfm4);

/*
 * Print PMUs with one of the words in name or description; groups with one in name or title. False: there are none,
 * which has been said. Groups are those of this machine's PMUs, or of the PMUs that are asked for.
 */
bool print_pmus(int words, char **word);
bool print_groups(int words, char **word);

/* ---- metrics: show_metrics.c ---- */

/*
 * Print metrics with one of the expressions in their names, or that mention it; one alone in full. Or groups of metrics
 * with one of the words in their names. False: something was not found, which has been said.
 */
bool print_metrics(int words, char **word);

/* Returns whether all words are questions, names of metrics with one meaning on all CPUs, and no CPU is asked about. */
bool are_questions(int words, char **word);
/* Prints what every CPU answers to them. */
bool print_questions(int words, char **word);
/* Returns "same", "differs", "none"; NULL: the metric is no answer. */
const char *name_of_answer(const pfm_metric_info_t *info);

bool print_metric_groups(int words, char **word);

/* Checks --format for them. GO_ON, else the status to end with. */
int check_metric_format(void);

/* ---- where we are: show_host.c ---- */

/* Prints the machine, its PMUs and what can be counted. False: hardware events cannot. */
bool print_host(void);

/* Prints, for people who ask nothing, the machine and its PMUs, and how to ask for events. */
void print_overview(void);

/* Prints what the kernel answered, as pfmkit-capture keeps it. */
bool print_answers(void);

/* ---- two PMUs compared: show_diff.c ---- */

/*
 * Prints what the PMUs named by the first two words differ in, of names that have one of the other words in them.
 * False: there is no such PMU, or something is lacking, which has been said.
 */
bool print_differences(int words, char **word);

/* ---- search: search.c ---- */

/* Shows the events that have all the words, best first; all: of all machines. False: none. */
bool search_words(char **words, int count, bool all);

/*
 * Shows the events whose PMU::EVENT matches a regular expression, or those that mention it. False: none, which has been
 * said.
 */
bool show_operand(const char *operand);

/* Does the same; behind the name of a CPU it looks on that machine, which it stays until another is asked for. */
bool show_where_meant(const char *operand);

/* ---- the terminal: pager.c ---- */

/* Starts the user's pager for long texts, on a terminal only. NULL: it is not started. */
FILE *start_pager(void);
void stop_pager(FILE *pager);

#endif
