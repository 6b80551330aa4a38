/* PAPI's presets, another set of names for events: what PAPI counts for each of them on a PMU. */
#ifndef PFM_PRESETS_H
#define PFM_PRESETS_H

#include <stdbool.h>
#include <stddef.h>

enum { PRESET_FORMULA = 1024 };

struct preset {
	/* formula over events, such as "A.B + C * 2", with "PMU::" if that was asked for */
	char formula[PRESET_FORMULA];
	char first[512];        /* its first event, such as "A:B" */
	bool is_event;          /* the formula is just this event, with at most one unit mask */
	bool is_papis;          /* PAPI has the preset on that PMU; else only the events exist there */
};

/*
 * Finds the preset of a name, PAPI_ and all, on the PMU of "PMU::PAPI_L1_DCM", else on the first of this machine's
 * cores that has its events; false: there is no such, or none has them.
 */
bool preset_here(const char *name, size_t length, struct preset *preset);

#endif
