/*
 * Internal interface of perf's language: a list is cut into events, an event into a name, terms and modifiers; a name
 * is a symbol or a device; terms are read for every device that the name means.
 */
#ifndef PFM_PERF_LANGUAGE_H
#define PFM_PERF_LANGUAGE_H

#include <perfmon/pfmkit.h>

#include <string.h>

#include "encode/spelling.h"
#include "encode/encode.h"
#include "catalog/catalog.h"
#include "catalog/symbols.h"
#include "machine/devices.h"
#include "tables/device_name.h"

/* The modifier letters behind an event or a group. */
struct perf_modifiers {
	bool any;               /* at least one letter was given */
	unsigned int plm;       /* u, k and h as PFM_PLM* bits */
	bool guest, host;       /* G and H were given */
	bool host_only;         /* u or p was given, which exclude guests unless G is given */
	bool idle, pinned, exclusive;
	unsigned int precise;
	unsigned int flags;     /* PFM_PERF_* flags */
};

/* Terms, either as text separated by commas, or as a list. */
struct perf_terms {
	struct span text;
	bool more;              /* text has another term, which may be empty */
	const struct span *list;
	int count;              /* number of terms in list */
};

/* State of reading a string, and the array for its events. */
struct perf_parser {
	const char *text;
	int language;           /* PFM_LANGUAGE_* of its events */
	unsigned int plm;
	pfm_perf_event_t *events;
	size_t stride;
	int max, count;         /* count: number of events, including those beyond max */
	int number, group, groups; /* number and group of the current event, as in results; number of groups so far */
	struct perf_modifiers group_modifiers;
	bool leads;             /* the next event is the first of its group */
	bool refused; /* an event string excludes what its PMU always counts: perf's language must not be tried */
	struct perf_terms typed; /* the user's terms of the current event */
	uint64_t given[CONFIG_WORDS]; /* bits of config words that these terms set, noted by perf_note_given() */
	pfm_diagnosis_t *d;
	pfm_err_t error;
};

/* State of reading an event. */
struct perf_event {
	struct span whole;      /* the event's whole text */
	struct span name;       /* its name for results */
	bool has_name;          /* name was set by name= */
	struct perf_modifiers modifiers;
	const char *device, *unit;
	size_t device_length;
	double scale;
	unsigned int flags;
	int idx;
	uint64_t config[CONFIG_WORDS];
	uint64_t period, frequency;
	uint32_t type, bp_type;
	bool aux_output, overwrite;
};

/* The target of terms: a device of this kernel, a PMU of the tables, or both. */
struct perf_target {
	const struct device *device;    /* NULL: this kernel has no such device */
	int pmu;                        /* -1: none, or not looked up yet */
	const char *name;               /* name of the device */
	size_t name_length;
	bool has_type;                  /* type is set, whether or not this kernel has the device */
	uint32_t type;
};

/* ---- errors (errors.c) ---- */

/* Says what is wrong, unless there was an error before, and returns false. */
bool perf_fail(struct perf_parser *parser, pfm_err_t error, struct span where, const char *format, ...)
	__attribute__((format(printf, 4, 5)));
/* Says what was expected there; before perf_fail(). */
void perf_expect(struct perf_parser *parser, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Takes an error back. */
void perf_forgive(struct perf_parser *parser);

/* ---- the grammar (read.c) ---- */

/* Reads a whole string: a list, or one event. */
bool perf_read(struct perf_parser *parser, bool list);

/* Reads one event for every PMU of this machine that has it (everywhere.c). */
bool perf_read_everywhere(struct perf_parser *parser);

/* ---- results (results.c) ---- */

/* Stores an event with its own modifiers and those of its group. */
bool perf_emit(struct perf_parser *parser, const struct perf_event *event);

/* Stores an event that has its attr. */
bool perf_emit_attr(struct perf_parser *parser, const struct perf_event *event, struct perf_event_attr *attr);

/* ---- event strings of libpfm4 (languages.c) ---- */

/* Reads and stores the event as one. */
bool perf_read_string(struct perf_parser *parser, struct perf_event *event);

/* ---- symbols (symbols.c) ---- */

/* Reads rNNN, 1 to 16 digits. */
bool perf_raw(struct span name, uint64_t *config);

/* Considers symbols for suggestions. */
void perf_consider_symbols(struct suggestions *all);

/* ---- modifiers (modifiers.c) ---- */

/* Reads the letters of an event or, in braces, of a group. */
bool perf_read_modifiers(struct perf_parser *parser, struct span letters, bool in_group,
			 struct perf_modifiers *modifiers);

/* Writes the exclusions and the like of an event into its attr; false: p more than three times in all. */
bool perf_apply_modifiers(const struct perf_modifiers *own, const struct perf_modifiers *group, bool leads,
			  unsigned int plm,
			  struct perf_event_attr *attr);

/* Adds what a group's letters say to an attr that was made elsewhere; false: p more than three times in all. */
bool perf_join_group(const struct perf_modifiers *group, bool leads, struct perf_event_attr *attr);

/* ---- terms (terms.c) ---- */

/*
 * Reads the terms of a device's event; those of a symbol, with target NULL, can only be perf's own. known: an event of
 * the device that stands before them, or of length 0.
 */
bool perf_read_terms(struct perf_parser *parser, struct span known, struct span terms, struct perf_target *target,
		     struct perf_event *event);

/* Reads terms that are separated already, the event among them. */
bool perf_read_term_list(struct perf_parser *parser, const struct span *terms, int count, struct perf_target *target,
			 struct perf_event *event);

/* Returns the terms between slashes. */
struct perf_terms perf_terms_in(struct span text);

/*
 * Notes which bits of the config words the user's terms set on a target, for perf_table_event(): they replace the
 * tables' defaults there, and count as given where an event must be given some.
 */
void perf_note_given(struct perf_parser *parser, const struct perf_target *target);

/* Reads a decimal number, or a hexadecimal one with 0x. */
bool perf_number(struct span span, uint64_t *value);

/* ---- devices (devices.c) ---- */

/* Calls use for every device that a name means; false, and an error: there is none, or use said false for all. */
bool perf_for_devices(struct perf_parser *parser, struct span name, bool (*use)(struct perf_target *target, void *data),
		      void *data);

/* Uses, for an event without a device, every device, or else every PMU of the tables, that has such an event. */
bool perf_for_devices_with(struct perf_parser *parser, struct span name,
			   bool (*use)(struct perf_target *target, void *data), void *data);

/* ---- core types (cores.c) ---- */

/*
 * Lists the core PMUs of a machine that has several core types, else none. Returns how many; -1 and an error: out of
 * memory.
 */
enum { MAX_CORE_PMUS = 16 };
struct perf_core {
	const char *name;       /* name of the device */
	size_t length;
	uint32_t type;          /* UINT32_MAX: this kernel has no such device */
	int pmu;
};
int perf_cores(struct perf_parser *parser, struct perf_core *cores);

/* ---- targets (targets.c) ---- */

static inline struct span target_name(const struct perf_target *target)
{
	return (struct span){ target->name, target->name_length };
}

/* Finds attr.type; UINT32_MAX: this kernel lacks the device. */
bool perf_target_type(struct perf_parser *parser, const struct perf_target *target, uint32_t *type);

/* Returns whether a target that is no device here is a box of the tables with an event that is called exactly so. */
bool perf_is_event_of_box(struct perf_target *target, struct span name);

/* Sets what the tables have for an event of a target's PMU; false, without an error: there is none of that name. */
bool perf_table_event(struct perf_parser *parser, struct span name, struct perf_target *target,
		      struct perf_event *event);

/*
 * Finds a kernel's name for a device's event in the tables: for a device that is not here, or names nothing; one that
 * names events has no others but perf's own. False: no PMU of the target's has the name.
 */
bool perf_find_alias(const struct perf_target *target, struct span name, struct device_event *event);

/* Returns, for a name that only earlier kernels have, the first Linux without it, "7.1"; "": none has it. */
const char *perf_gone_alias(const struct perf_target *target, struct span name);

/*
 * Encodes a selection that the user's terms complete, into config words; given: the bits that these set. Filters and
 * modifiers that the event must have are left open if terms set them, and a word that terms set has no defaults. On
 * PFM_ERR_UMASK and PFM_ERR_ATTR missing has the bits one of which must be set, if it is that. Used by
 * perf_table_event().
 */
pfm_err_t perf_encode_completed(const struct selection *selection, const uint64_t given[CONFIG_WORDS],
				uint64_t config[3], uint64_t missing[3]);

/* Finds a field of the config words by its name: the kernel's, or else that of the PMU's layout. */
bool perf_find_field(const struct perf_target *target, struct span name, struct config_field *field);

/* Returns the modifier whose values a field has, if they are fewer than those of its bits; NULL: any that fit. */
const struct table_modifier *perf_field_values(struct perf_target *target, struct span name);

/* Returns whether the target is a core PMU. */
bool perf_is_core(const struct perf_target *target);

/* Returns whether it is the kernel's device of software events. */
bool perf_is_software(const struct perf_target *target);

/* Considers events of the tables for suggestions. */
void perf_consider_table_events(struct suggestions *all, const struct perf_target *target);

/* Finds a field by number, in the order of the kernel or of the layout; false: there are fewer. */
bool perf_field(const struct perf_target *target, int n, struct config_field *field);

/*
 * Finds an event's target: the device of that name, or, if that is "", that of PMU pmu, if this kernel has it, else the
 * tables' one. pmu -1: it is not known. False: there is none. names is not copied; of several, separated by commas, the
 * first counts.
 */
bool perf_target_of(int pmu, const char *names, struct perf_target *target);

/* Returns whether a PMU, or for -1 this machine's first one of a core, is Arm's: each core type has its own device. */
bool perf_is_arm(int pmu);

/* ---- writing (write.c, write_event.c) ---- */

/* Text being written; length includes what did not fit. */
struct perf_line {
	char *text;
	size_t size, length;
	int terms;
};

void perf_line_add(struct perf_line *line, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Writes a comma before each term but the first. */
void perf_line_comma(struct perf_line *line);

/*
 * Writes the config words as terms, in fields of the target's format where there are any. target NULL: in whole words.
 * Bits that no field covers are written as config=; there is one term at least.
 */
void perf_write_words(const struct perf_target *target, const struct perf_event_attr *attr, struct perf_line *line);

/* Writes for pfm_write_perf_event(). Returns the length of the whole; -1: the language cannot express it. */
int perf_write_event(const pfm_perf_event_t *event, unsigned int how, char *text, size_t size);

/* ---- small things ---- */

static inline struct span span_of(const char *from, const char *to)
{
	return (struct span){ from, (size_t)(to - from) };
}

static inline int printable(struct span span)
{
	return span.length > 60 ? 60 : (int)span.length;
}

/* Returns a span without blanks at either end. */
static inline struct span span_trimmed(struct span span)
{
	for (; span.length && (*span.text == ' ' || *span.text == '\t'); span.length--)
		span.text++;
	while (span.length && (span.text[span.length - 1] == ' ' || span.text[span.length - 1] == '\t'))
		span.length--;
	return span;
}

static inline bool span_begins(struct span span, const char *beginning)
{
	return span.length >= strlen(beginning) && !memcmp(span.text, beginning, strlen(beginning));
}

static inline bool span_is_pattern(struct span span)
{
	return name_has_wildcards(span.text, span.length);
}

/* Returns the part of a span before the first c, which is skipped in *rest; all, and nothing left, if there is none. */
static inline struct span span_cut(struct span span, char c, struct span *rest)
{
	const char *end = span.text + span.length, *at = memchr(span.text, c, span.length);

	*rest = span_of(at ? at + 1 : end, end);
	return span_of(span.text, at ? at : end);
}

#endif
