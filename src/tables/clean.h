/* Text for a terminal: foreign strings may contain escape sequences, which are made visible instead of being sent. */
#ifndef PFM_CLEAN_H
#define PFM_CLEAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Returns the bytes of the UTF-8 character at text, 1 to 4; 0: there is none. For a NUL: 1. */
int utf8_length(const char *text);

/* Returns the character of that many bytes at text; for none: U+FFFD. */
uint32_t utf8_character(const char *text, int length);

/*
 * Returns whether a character acts on a terminal (U+0000 to U+001F, U+007F to U+009F, line ends and directions of
 * Unicode), or looks like nothing or like a blank, so that nothing seems to be wrong with "cycles".
 */
bool is_control(uint32_t character);

/* Returns how many bytes of text may be printed as they are: those before the first control or invalid UTF-8. */
size_t clean_length(const char *text);

/* Returns whether text is UTF-8 without such. */
bool is_clean(const char *text);

/*
 * Returns the text to print: itself if it is clean, else a copy with \xNN for each byte of a control or of invalid
 * UTF-8. Valid until eight other texts that were not clean have been asked for.
 */
const char *clean(const char *text);

/* Writes text, of one line or several: line ends and tabs as they are, \xNN for all else that is not clean. */
void print_clean(FILE *out, const char *text);

#endif
