/* What an import leaves out, and what it finds. */
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

void say_codes(const struct import *import)
{
	for (int i = 0; i < import->finding_count; i++) {
		const struct finding *it = &import->findings[i];

		if (!strcmp(it->what, "code-changed") || !strcmp(it->what, "verdict-wanted") ||
		    !strcmp(it->what, "kept"))
			say(stderr, "%s:%d: %s: %s is %s, the table's is %s%s%s\n", it->place.file, it->place.line,
			    it->what, it->name, it->now, it->old, it->why ? ": " : "", it->why ? it->why : "");
	}
}

enum { NAMES_OF_NOTE = 20 };

void note(struct import *import, struct place place, const char *reason, const char *name)
{
	int i = 0;

	while (i < import->note_count && strcmp(import->notes[i].reason, reason))
		i++;
	if (i == import->note_count) {
		import->notes = grow(import->notes, import->note_count, sizeof *import->notes);
		import->notes[import->note_count++] = (struct note){ .place = place, .reason = reason };
	}
	if (import->notes[i].count++ < NAMES_OF_NOTE)
		add(&import->notes[i].names, " %s", name);
}

void list_notes(const struct import *import)
{
	for (int i = 0; i < import->note_count; i++) {
		const struct note *it = &import->notes[i];

		say(stderr, "%s:%d: %s:%s", it->place.file, it->place.line, it->reason, it->names.text);
		if (it->count > NAMES_OF_NOTE)
			say(stderr, " and %ld more", it->count - NAMES_OF_NOTE);
		fputc('\n', stderr);
	}
}
