/* Reads PAPI's presets and user events: sums and formulas of events by libpfm4's names. */
#ifndef PMUC_PAPI_H
#define PMUC_PAPI_H

#include <stdbool.h>

struct import;

/* Returns whether a text has presets or user events. */
bool are_presets(const char *text);

/* Imports presets; the text is changed. */
void import_presets(struct import *import, const char *path, char *text);

#endif
