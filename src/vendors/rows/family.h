/* Properties that PMUs of a family share. */
#ifndef PMUC_FAMILY_H
#define PMUC_FAMILY_H

#include <stdbool.h>

struct family {
	const char *vendor; /* its name in the summary */
	const char *layout, *type, *privileges, *flags, *modifiers;
	const char *sharing; /* the resources that its events share; NULL: unknown */
	int words; /* number of register words of an event, 1 to 3 */
	int mask_place; /* lowest bit of unit masks in word 0 */
	bool code_is_word; /* codes of events may have bits in the place of unit masks */
	const char *second_word; /* key of the word for word 1 in table text; NULL: none */
	bool masks_of_bare; /* a name without a dot, but with a unit mask in its code, gets a unit mask ALL */
	const char *const *
		defaults; /* the unit mask that is the only one, or the first of these, is the default; NULL: none is */
	bool bits_combine; /* unit masks of one bit may be combined; otherwise none may */
};

#endif
