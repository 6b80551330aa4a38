/* Codes of events on every CPU that has them: one writer per language, all of which get the same rows. */
#ifndef PFM_CODES_H
#define PFM_CODES_H

#include "common/tool.h"

#include <stdint.h>

/* The vendors of CPUs that programs can tell apart, with the same numbers in all languages. */
enum code_vendor { CODES_UNKNOWN, CODES_INTEL, CODES_AMD, CODES_ARM, CODES_POWER, CODES_ZHAOXIN };

/* An event on some CPUs. x86: numbers of CPUID; Arm: implementer and part of MIDR; POWER: halves of the PVR. */
struct code_row {
	enum code_vendor vendor;
	unsigned int family, model_low, model_high, stepping_low, stepping_high;
	const char *pmu;
	const char *device;             /* device that counts it; NULL: the core PMU without a name of its own */
	const char *string;             /* fully qualified string */
	uint64_t config[3];
	/* outside the core: its PMUs, the name of their kind (also in pmu), and PCP's word for the place */
	char **boxes;
	int box_count;                  /* 0: it is an event of the core */
	char *kind;
	const char *place;
};

/* An event; rows are in the library's order of search, so the first that fits a CPU is what the library would find. */
struct code_list {
	char *requested;
	char *symbol;                   /* its name in the language */
	char *name;                     /* name of the operand NAME=EVENT,... ; NULL: none */
	struct code_row *rows;
	int count;
};

struct codes {
	struct code_list *lists;
	int count;
	char *command;                  /* arguments of the tool that wrote it */
	const char *package;            /* Go's package */
};

typedef void write_codes(const struct codes *codes);

/* Returns whether a package may be called so, of lowercase letters, digits and _: Go has words of its own. */
bool can_be_package_of_go(const char *name);

/* How a language spells the names of events. */
enum code_case { LOWER_CASE, UPPER_CASE, CAMEL_CASE };

/* A language for codes, and its rules for names. */
struct code_language {
	write_codes *write;             /* NULL: use the template */
	const char *template;           /* text to fill in, see sources.c */
	const char *ending;
	const char *taken[8];           /* names that events cannot have */
	enum code_case how;
	bool named;                     /* operands are NAME=EVENT,EVENT... */
	bool has_boxes;                 /* it can express events outside the core */
	bool has_package;               /* it has packages: --package */
};

extern const struct code_language codes_in_c, codes_in_go, codes_in_json, codes_in_papi, codes_in_pcp, codes_in_python,
	codes_in_rust;

/* Writes a file of source by a template. */
void write_source(const struct codes *codes, const char *template);

/* Returns skl::INST_RETIRED as skl__inst_retired, SKL__INST_RETIRED or SklInstRetired. To be freed; NULL: no memory. */
char *code_symbol(const char *event, enum code_case how, const char *ending);

/* ---- of operands NAME=EVENT,EVENT... ---- */

/* Returns whether two lists are of one operand. */
bool have_one_name(const struct codes *codes, int one, int other);

/* Returns whether a row is needless: its PMU has an earlier event of its name, or the event stands there. */
bool is_needless_row(const struct codes *codes, int list, int row);

/* Returns the length of a row's event up to its first modifier. */
int event_length_of(const struct code_row *row);

/* Returns a row's event without the modifiers of every string, unless asked for. Valid until the next call. */
const char *short_string_of(const struct code_list *list, const struct code_row *row);

#endif
