/*
 * Equivalent events that use other counters: tables call them NAME, NAME_ALT, NAME_ALT2 and so on. Events that do not
 * fit together may fit if some are replaced by these.
 */
#ifndef PFM_FIT_EQUIVALENTS_H
#define PFM_FIT_EQUIVALENTS_H

#include "fit/fit.h"

/*
 * Adds to text which events to replace by others for less than that many rounds, and how many remain; nothing if there
 * are none, or no memory. Each event is replaced at most once, the first ones first: there may be better choices.
 */
void fit_say_equivalents(const struct fit_request *requests, int count, const struct fit_machine *machine, int rounds,
			 char *text, size_t size);

#endif
