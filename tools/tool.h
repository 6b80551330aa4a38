/* What the four tools have in common. On the public headers of the library only. */
#ifndef PFM_TOOL_H
#define PFM_TOOL_H

#include <perfmon/pfmkit.h>

#include <stdbool.h>
#include <stdio.h>

/* Exit statuses of all tools. */
enum { ALL_GOOD = 0, SOME_FAILED = 1, WRONG_USAGE = 2 };

/* Results go to stdout, everything else to stderr. Call first. */
void tool_start(const char *name);

/*
 * Initializes the library so that every PMU can be named, and all that is not named means this machine, or the one that
 * cpu describes (NULL: this one; else as in LIBPFM_CPUID). Ends the program if that cannot be.
 */
void tool_open(const char *cpu);

/* Flushes stdout and ends the library; an output that did not get through makes the status SOME_FAILED. */
int tool_end(int status);

/*
 * Whether error is want of memory or file descriptors, so that what is printed may not be all there is. The first time it is
 * complained about; the status that tool_end() returns says so in any case.
 */
bool is_lacking(int error);

/* What pfm_get_pmu_info() says of a PMU in a loop over all; false: there is none, or it is lacking. */
bool next_pmu(pfm_pmu_t pmu, pfm_pmu_info_t *info);

/* A message, preceded by the tool's name. */
void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* What is wrong with the command line, and how to get help; the status to return. */
int wrong_usage(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* As wrong_usage(), after getopt_long() has said what is wrong. */
int wrong_option(void);

/* --help: the text, on stdout. --version: tool and library. */
int print_help(const char *text);
int print_version(void);

/*
 * Calls use for every event of the operands: each operand may be several, separated by commas or in perf's braces; "-" is
 * standard input, "@FILE" a file, an event a line, # starts a comment. True: all went well.
 */
bool for_each_event(int count, char **operands, bool (*use)(const char *event, void *data), void *data);

/* The same for codes, which have commas of their own. */
bool for_each_code(int count, char **operands, bool (*use)(const char *code, void *data), void *data);

/*
 * The string to look up: with pattern, a PMU's name or a pattern for several, put before an event that names no PMU; the
 * first PMU that has the event wins. Result to be freed.
 */
char *qualified(const char *event, const char *pattern);

/* Says on stderr what is wrong with an event string, where, and what may have been meant. */
void explain(const char *event, int plm, pfm_os_t os);

/* "none", "raw", "pmu", "perf" or "perf_ext"; false: something else, which has been complained about. */
bool parse_layer(const char *name, pfm_os_t *os);

/* "k", "u", "h" in any combination: PFM_PLM* bits; false: something else, which has been complained about. */
bool parse_levels(const char *text, int *plm);

const char *error_word(int error);
const char *pmu_type_name(pfm_pmu_type_t type);

/* The PMU that an event identifier belongs to. */
pfm_pmu_t pmu_of(int idx);

/* ---- JSON: objects on one line ---- */

void json_string(const char *text);
/* "key": value, with a comma before it if it is not the first. */
void json_text(bool *first, const char *key, const char *text);
void json_number(bool *first, const char *key, long long value);
void json_hex(bool *first, const char *key, uint64_t value);
void json_bool(bool *first, const char *key, bool value);
/* "error": {...} for a string that does not encode. */
void json_error(bool *first, const char *event, int plm, pfm_os_t os);

/* ---- lines of the user's own: --format ---- */

struct field {
	const char *name;
	const char *text;       /* NULL: a number */
	uint64_t number;
};

/*
 * Prints format with {name} replaced by a field, {name:x} and {name:#x} in hexadecimal, {{ a brace, and \t, \n, \\ as in C;
 * then a newline. False, and a complaint, for a field that does not exist.
 */
bool print_formatted(const char *format, const struct field *fields, int count);

#endif
