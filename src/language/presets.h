/* PAPI's presets, which are a language of names too: what it counts for them on a PMU. */
#ifndef PFM_PRESETS_H
#define PFM_PRESETS_H

#include <stdbool.h>
#include <stddef.h>

enum { PRESET_FORMULA = 1024 };

struct preset {
	char formula[PRESET_FORMULA];   /* as formulas have it: "A.B + C * 2", with "PMU::" as asked for */
	char first[512];        /* the first event of it: "A:B" */
	bool is_event;          /* that is all, with one unit mask at most */
	bool is_papis;          /* PAPI has it on that PMU; else the PMU only has such events */
};

/*
 * Finds the preset of a name, PAPI_ and all, on the PMU of "PMU::PAPI_L1_DCM", else on the first of this machine's
 * cores that has its events; false: there is no such, or none has them.
 */
bool preset_here(const char *name, size_t length, struct preset *preset);

#endif
