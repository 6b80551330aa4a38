/* Reads how to count an event, as other tools write it behind a name: privilege levels, period, edge and threshold. */
#ifndef PFM_OTHER_OPTIONS_H
#define PFM_OTHER_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tables/lookup.h"

/* Whether to count a privilege level. IS_ALSO does not affect other levels; IS_ONLY excludes those not named. */
enum level_wanted { NOT_SAID, IS_NOT, IS_ALSO, IS_ONLY };

enum { MOST_OPTIONS = 8, MOST_LETTERS = 16 };

struct counting {
	enum level_wanted user, kernel, hypervisor;
	uint64_t period;                /* sampling period; 0: not given */
	struct counting_option {
		const char *modifier;   /* name of the modifier in the tables */
		uint64_t value;
	} options[MOST_OPTIONS];
	int count;
	bool has_umask;                 /* umask replaces the unit mask of the event */
	uint64_t umask;
	bool names_counter;             /* the string names a counter, as in likwid */
	char config[96];                /* terms "config1=..." and the like, each behind a comma */
	char letters[MOST_LETTERS];     /* modifiers of perf, without privilege levels */
};

/* Takes the text between two colons. False: it is no option but part of the name, or clashes with those before. */
bool counting_take(struct span option, struct counting *counting);

/* Writes the levels as modifiers, ":u:k"; "" if there is none. False: no level is left to count at. */
bool counting_levels(const struct counting *counting, char *text, size_t size);

/* Writes the options as modifiers of event strings, ":c=1:i=1"; false: there is no room, or they cannot say it all. */
bool counting_modifiers(const struct counting *counting, char *text, size_t size);

/* Writes the options, with the period or without, as terms of perf's language, a comma before each; false: no room. */
bool counting_terms(const struct counting *counting, bool with_period, char *text, size_t size);

#endif
