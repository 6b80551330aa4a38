/*
 * The names of the vendor's files, and what has become of each: none is lost without a line of the report. A row that
 * cannot be read is one line of it, as long as most rows can.
 */
#include "import.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SKIPPED = 2 }; /* from one row of so many on the file is a mistake */

void add_finding(struct import *import, struct finding finding)
{
	struct line_text key = { 0 };

	add(&key, "%s\t%s\t%s\t%s\t%s\t%d", finding.what, finding.table ? finding.table : "",
	    finding.name ? finding.name : "", finding.unit ? finding.unit : "", finding.place.file,
	    finding.name ? 0 : finding.place.line);
	if (index_add(&import->finding_keys, key.text, import->finding_count) < import->finding_count) {
		free(key.text);
		return;
	}
	import->findings = grow(import->findings, import->finding_count, sizeof *import->findings);
	import->findings[import->finding_count++] = finding;
}

void begin_name(struct import *import, struct place place, const char *name, const char *unit)
{
	const struct vendor_file *file = vendor_file_of(import, place.file);

	import->vendor_names = grow(import->vendor_names, import->vendor_name_count, sizeof *import->vendor_names);
	import->vendor_names[import->vendor_name_count] =
		(struct vendor_name){ .place = place,
				       .name = name,
				       .unit = unit ? unit : "cpu",
				       .key = file ? file->key : place.file,
				       .same_as = -1 };
	import->current_name = ++import->vendor_name_count;
}

static struct vendor_name *current(struct import *import)
{
	return import->current_name ? &import->vendor_names[import->current_name - 1] : NULL;
}

void end_name(struct import *import)
{
	import->current_name = 0;
}

void name_is(struct import *import, enum name_state state, const char *why)
{
	struct vendor_name *name = current(import);

	if (!name || name->state == NAME_SKIPPED)
		return;
	name->state = state;
	name->why = why;
}

void leave_out_event(struct import *import, struct place place, const char *name, const char *why)
{
	const struct vendor_name *it = current(import);

	name_is(import, NAME_LEFT_OUT, why);
	leave_out(import, place, name, why);
	add_finding(import, (struct finding){ .what = "left-out",
					      .place = place,
					      .unit = it ? it->unit : NULL,
					      .name = it ? it->name : name,
					      .why = why });
}

void row_wrong(struct import *import, struct place place, const char *format, ...)
{
	struct vendor_name *name = import ? current(import) : NULL;
	va_list arguments;
	char text[512];

	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	if (!name) {
		report(place, "%s", text);
		return;
	}
	if (name->state == NAME_SKIPPED)
		return;
	name->state = NAME_SKIPPED;
	name->why = copy_text(text, strlen(text));
	name->place.line = place.line;
}

bool row_is_wrong(struct import *import)
{
	const struct vendor_name *name = current(import);

	return name && name->state == NAME_SKIPPED;
}

/* Skips rows that cannot be read, and says which; takes nothing of a file most of whose rows cannot be. */
void end_rows(struct import *import, int first, int rows)
{
	const char *path = first < import->vendor_name_count ? import->vendor_names[first].place.file : NULL;
	const struct vendor_file *file = path ? vendor_file_of(import, path) : NULL;
	int skipped = 0;

	import->current_name = 0;
	for (int i = first; file && i < import->vendor_name_count; i++)
		import->vendor_names[i].key = file->key;
	for (int i = first; i < import->vendor_name_count; i++)
		skipped += import->vendor_names[i].state == NAME_SKIPPED;
	for (int i = first; i < import->vendor_name_count && skipped; i++) {
		const struct vendor_name *name = &import->vendor_names[i];

		if (name->state != NAME_SKIPPED)
			continue;
		if ((skipped > 1 || !import->by_folder) && (long)skipped * MOST_SKIPPED >= rows) {
			report(name->place, "%s", name->why);
			continue;
		}
		if (!import->is_before && !import->is_again)
			say(stderr, "%s:%d: %s: row skipped: %s\n", name->place.file, name->place.line, name->name,
			    name->why);
		add_finding(import, (struct finding){ .what = "row-skipped",
						      .place = name->place,
						      .unit = name->unit,
						      .name = name->name,
						      .why = name->why });
	}
}

const char *key_of_row(const struct import *import, const struct import_row *row)
{
	const struct vendor_file *file =
		row->seen ? NULL : vendor_file_of(import, row->place.file);

	return row->seen ? import->vendor_names[row->seen - 1].key : file ? file->key : base_name(row->place.file);
}
