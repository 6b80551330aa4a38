/* Explains errno values of perf_event_open(2). Independent of the library. */
#ifndef PFM_REFUSED_H
#define PFM_REFUSED_H

/* Returns why in a few words, which last until the next call, and as a name for programs. */
const char *refusal_words(int error);
const char *refusal_code(int error);

#endif
