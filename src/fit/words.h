/* Why events do not fit together, for people. */
#ifndef PFM_FIT_WORDS_H
#define PFM_FIT_WORDS_H

#include "fit/fit.h"

/* Writes one sentence without a full stop; "" for events that fit. Cut if size is too small. */
void fit_say(const struct fit_question *question, const struct fit_request *requests,
	     const struct fit_conflict *conflict, char *text, size_t size);

/*
 * Writes what others may take away, the other thread of the core and the watchdog, and which events the vendor wants
 * counted alone; "": nothing.
 */
void fit_say_note(const struct fit_question *question, const struct fit_request *requests,
		  const struct fit_machine *machine, char *text, size_t size);

#endif
