/* What a family of PMUs has in common. */
#ifndef PMUC_FAMILY_H
#define PMUC_FAMILY_H

#include <stdbool.h>

struct family {
	const char *vendor; /* for the summary */
	const char *layout, *type, *privileges, *flags, *modifiers;
	const char *sharing; /* what its events share; NULL: nothing is known */
	int words; /* register words of an event, 1 to 3 */
	int mask_place; /* the bit where unit masks go in the first word */
	bool code_is_word; /* an event's code can have what unit masks have elsewhere */
	const char *second_word; /* the word of WORD=, NULL if there is none */
	bool masks_of_bare; /* a name without a dot that has a unit mask in its code gets a unit mask ALL */
	const char *const *
		defaults; /* the unit mask that is the only one, or the first of these, is the default; NULL: none is */
	bool bits_combine; /* unit masks of one bit may be combined; else none may */
};

#endif
