/* Checks descriptions. */
#include "check.h"

#include <string.h>

void check_text(struct model *model, const char *text, struct place place, const char *what, const char *name,
	bool allow_missing)
{
	size_t length = text ? strlen(text) : 0;

	if (!length) {
		model->missing_texts++;
		if (!allow_missing)
			report(place, "%s %s has no description", what, name);
	} else if (length > MAX_DESCRIPTION) {
		report(place, "the description of %s has %zu characters, more than %d", name, length, MAX_DESCRIPTION);
	} else if (strchr(text, ':')) {
		report(place, "a colon in the description of %s: some programs take it for the end", name);
	} else if (text[length - 1] == ' ') {
		report(place, "the description of %s ends in a blank", name);
	}
}
