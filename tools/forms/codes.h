/*
 * Codes of events on every CPU that has them, and how they are written: one writer for each language, all of which get
 * the same rows.
 */
#ifndef PFM_CODES_H
#define PFM_CODES_H

#include "common/tool.h"

#include <stdint.h>

/* The vendors of CPUs that a program can tell apart, numbered alike in all languages. */
enum code_vendor { CODES_UNKNOWN, CODES_INTEL, CODES_AMD, CODES_ARM, CODES_POWER, CODES_ZHAOXIN };

/* An event on some CPUs. x86: as CPUID has them. Arm: implementer and part of the MIDR. POWER: halves of the PVR. */
struct code_row {
	enum code_vendor vendor;
	unsigned int family, model_low, model_high, stepping_low, stepping_high;
	const char *pmu;
	const char *device;             /* NULL: in the core that has no name of its own */
	const char *string;             /* fully qualified */
	uint64_t config[3];
	/* not of a core: all PMUs that it is of, what they are together (pmu is that), PCP's word for where they are */
	char **boxes;
	int box_count;                  /* 0: of a core */
	char *kind;
	const char *place;
};

/* An event, in the order in which the library would look for it: the first row that fits a CPU is what it finds. */
struct code_list {
	char *requested;
	char *symbol;                   /* its name in the language */
	char *name;                     /* of the operand NAME=EVENT,.. that it is of; else NULL */
	struct code_row *rows;
	int count;
};

struct codes {
	struct code_list *lists;
	int count;
	char *command;                  /* that wrote it, behind the name of the tool */
	const char *package;            /* Go's */
};

typedef void write_codes(const struct codes *codes);

/* Returns whether a package may be called so, of lowercase letters, digits and _: Go has words of its own. */
bool can_be_package_of_go(const char *name);

/* How a language writes the name of an event. */
enum code_case { LOWER_CASE, UPPER_CASE, CAMEL_CASE };

/* A language that codes can be written in, and how it has names. */
struct code_language {
	write_codes *write;             /* NULL: by the template */
	const char *template;           /* sources.c says how it is read */
	const char *ending;
	const char *taken[8];           /* names that are not for events */
	enum code_case how;
	bool named;                     /* operands are NAME=EVENT,EVENT... */
	bool has_boxes;                 /* events outside the core can be said */
	bool has_package;               /* which --package names */
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
