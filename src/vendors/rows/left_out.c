/* Counts what an import leaves out. */
#include "left_out.h"
#include "import.h"

#include <stdio.h>
#include <string.h>

void leave_out(struct import *import, struct place place, const char *what, const char *reason)
{
	for (int i = import->left_out_count; i-- > 0;) {
		struct left_out *it = &import->left_out[i];

		if (!strcmp(it->reason, reason) && !strcmp(it->what, what)) {
			it->count++;
			return;
		}
	}
	import->left_out = grow(import->left_out, import->left_out_count, sizeof *import->left_out);
	import->left_out[import->left_out_count++] =
		(struct left_out){ place, copy_text(what, strlen(what)), reason, 1 };
}

void list_left_out(const struct import *import)
{
	for (int i = 0; i < import->left_out_count; i++) {
		const struct left_out *it = &import->left_out[i];

		say(stderr, "%s:%d: %s: left out", it->place.file, it->place.line, it->what);
		if (it->count > 1)
			say(stderr, " here and %ld times more", it->count - 1);
		say(stderr, ": %s\n", it->reason);
	}
}
