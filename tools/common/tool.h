/* Common to all tools. Depends on the library's public headers only. */
#ifndef PFM_TOOL_H
#define PFM_TOOL_H

#include <perfmon/pfmkit.h>

#include <getopt.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Exit statuses of all tools. */
enum { ALL_GOOD = 0, SOME_FAILED = 1, WRONG_USAGE = 2 };

/* Sets the tool's name. Call first. Results go to stdout, everything else to stderr. */
void tool_start(const char *name);

/*
 * Initializes the library so that every PMU can be named, and all that is not named means this machine, or the one that
 * cpu describes (NULL: this one; else as in LIBPFM_CPUID). Ends the program if that cannot be.
 */
void tool_open(const char *cpu);

/* Keeps tool_open() from reading thousands of tracepoints: nothing lists events by number. Call before it. */
void tool_lists_no_events(void);

/* Flushes stdout and ends the library; an output that did not get through makes the status SOME_FAILED. */
int tool_end(int status);

/*
 * Returns whether error is want of memory or file descriptors, so that what is printed may not be all there is. The
 * first time it is complained about; the status that tool_end() returns says so in any case.
 */
bool is_lacking(int error);

/*
 * Returns a list with room for one more behind count, to be kept in place of the old one. NULL: out of memory; an error
 * is printed, and the old list stays valid. room: how many it has room for; NULL: count.
 */
void *with_room(void *list, int count, int *room, size_t size);

/*
 * Closes a stream of open_memstream(), whose text is *text then. False: no memory for all of it, which has been said.
 * fclose() alone does not tell: glibc returns 0 with *text NULL.
 */
bool close_text(FILE *stream, char *const *text);

/* Returns whether a person reads what is printed. */
bool is_terminal(void);

/* Prints a message, preceded by the tool's name. */
void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The current line of an input file, which messages begin with; file NULL: none. */
struct input_line {
	const char *file;
	int line;
};
void tool_reads(struct input_line line);
struct input_line tool_input(void);

/* Says that another tool's name is being read as an event string from now on; typed NULL: none is. */
void tool_reads_name(const char *typed, const char *event);
/* Returns what was typed for an event string; the string itself if it was. */
const char *typed_name(const char *event);

/* Prints what is wrong with the command line, and how to get help; returns the status to end with. */
int wrong_usage(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Prints the last line of wrong_usage() alone, for messages of more than a line. */
int offer_help(void);

/* ---- options ---- */

/* Values of the options that tools share; a tool sets the defaults before. */
struct given {
	const char *pmu, *cpu, *format; /* NULL: not given */
	pfm_os_t os;
	int plm;
	bool plm_given, json;
	bool counts;            /* keep periods with events */
	enum language { EITHER_LANGUAGE, PFM_LANGUAGE, PERF_LANGUAGE } language;
};

/* Does the same for --cpu; where --pmu names no PMU but a CPU, that is meant, and they are changed so. */
void tool_open_given(struct given *given);

/*
 * Does the same for events: where one of them begins with what people call a CPU (telum2::CPU_CYCLES) that the library
 * knows no PMU of, since only that machine tells its events, or with a model's name as lscpu prints it, that is
 * --cpu's. Not beside events that say not whose they are.
 */
void tool_open_for(struct given *given, int count, char **operands);

/* Returns whether the machine is the one whose files are read: neither --cpu nor LIBPFM_CPUID names another. */
bool is_about_files(void);

/* Changes to another machine, NULL: this one. False: it is no name of a CPU, and this machine it is. */
bool tool_reopen(const char *cpu);

/* Values that next_option() returns for shared options. */
enum { OPTION_HELP = 'h', OPTION_JSON = 'j', OPTION_OS = 'O', OPTION_CPU = 256, OPTION_FORMAT,
       OPTION_LINE_BUFFERED, OPTION_PERF, OPTION_PFM, OPTION_PLM, OPTION_PMU, OPTION_VERSION, OPTION_WHOLE_HELP };

/* Rows for a tool's table of options: the first macro for all tools, the others for those that need them. */
#define SHARED_OPTIONS                                                                                                 \
	{ "format", required_argument, NULL, OPTION_FORMAT }, { "json", no_argument, NULL, OPTION_JSON }, BASIC_OPTIONS
#define BASIC_OPTIONS                                                                                                  \
	{ "cpu", required_argument, NULL, OPTION_CPU }, { "help", no_argument, NULL, OPTION_WHOLE_HELP },              \
		{ "line-buffered", no_argument, NULL, OPTION_LINE_BUFFERED },                                          \
		{ "pmu", required_argument, NULL, OPTION_PMU },                                                        \
	{                                                                                                              \
		"version", no_argument, NULL, OPTION_VERSION                                                           \
	}
#define OS_OPTION { "os", required_argument, NULL, OPTION_OS }
#define LANGUAGE_OPTIONS { "perf", no_argument, NULL, OPTION_PERF }, { "pfm", no_argument, NULL, OPTION_PFM }
#define PLM_OPTION { "plm", required_argument, NULL, OPTION_PLM }

/*
 * Does as getopt_long(), but complain() reports what is wrong with an option: getopt's own messages send to the
 * terminal whatever was typed. letters must not begin with a colon.
 */
int next_option(int argc, char **argv, const char *letters, const struct option *options);

/* Returns whether next_option() has returned an option of its table, of whatever spelling. */
bool was_given(const char *option);

/* An option that a tool once had, without its dashes, and its replacement. */
struct moved {
	const char *option, *now; /* both NULL at the end of the table */
};

/* Says of the first such option of argv where it went. GO_ON: there is none; or the status to end with. */
int say_where_it_went(int argc, char **argv, const struct moved *moved);

/* Returned to go on after an option; otherwise the exit status. */
enum { GO_ON = -1 };

/*
 * The texts of -h, one screen of 24 lines of 80 columns, and of --help, where a line "@forms" stands for the output of
 * print_forms(), and "@ends" for the options that end every tool.
 */
struct help {
	const char *screen, *whole;
	void (*print_forms)(const char *tool);
};

/* Handles what next_option() returned and is no option of the tool alone: a shared one, or a wrong one. */
int take_shared(int option, const struct help *help, struct given *given);

/*
 * Reads the value of an option that is a time, as 500ms, 2s, 1m; unit: of a number without one, in seconds; 0: it needs
 * one. GO_ON, or the status to end with.
 */
int take_duration(const char *option, const char *text, double unit, double *seconds);

/* Checks the value of --type, as above. */
int check_type(const char *type);

/* Returns whether the shell finds a program of that name, which has so many letters. */
bool is_program(const char *name, int length);

/* ---- PMUs ---- */

/* Returns pfm_next_pmu(); 0, too, where not all devices can be read, which it says. */
pfm_pmu_t pmu_after(pfm_pmu_t pmu);

/* All PMUs in the order of their numbers: libpfm4's, later ones, and those of loaded tables. */
#define for_each_pmu(pmu) for ((pmu) = pmu_after(PFM_PMU_NONE); (pmu); (pmu) = pmu_after(pmu))

/* Gets a PMU in a loop over all, as pfm_get_pmu_info(); false: there is none, or it is lacking. */
bool next_pmu(pfm_pmu_t pmu, pfm_pmu_info_t *info);

/*
 * Returns the string to look up: with pattern, a PMU's name or a pattern for several, put before an event that names no
 * PMU; the first PMU that has the event wins. What people call a CPU, in the place of a PMU, is that of its core. To be
 * freed.
 */
char *qualified(const char *event, const char *pattern);

/* Returns "core", "uncore", "OS generic", "device" (of the kernel, without a table), or "unknown type". */
const char *pmu_type_name(const pfm_pmu_info_t *pmu);

/* Returns the PMU that an event identifier belongs to. */
pfm_pmu_t pmu_of(int idx);

/*
 * Returns the device of an event that has been encoded: that of its PMU, details->device; if the PMU has several, the
 * one that the full string means, whose name goes to device.
 */
const char *device_of_instance(const pfm_pmu_details_t *details, int idx, const char *string, char *device,
	size_t size);

/* Says that an event which names its PMU is not one of the CPU that is asked about; cpu NULL: this machine. */
void say_which_cpu(const char *event, const char *cpu, int idx);

/* Returns whether the PMU's device has this name on some machine: names of the tables fit, which numbers may follow. */
bool is_named_like(const pfm_pmu_info_t *info, const pfm_pmu_details_t *details, const char *device);

/* Returns whether the kernel counts the PMU's events with this device, or several as perf has them: arm_cmn*. */
bool is_device_of(const pfm_pmu_info_t *info, const pfm_pmu_details_t *details, const char *device);

#endif
