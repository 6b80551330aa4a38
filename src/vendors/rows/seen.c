/*
 * Tracks the names of the vendor's files: each name must be taken or reported. A row that cannot be read is one line of
 * the report, as long as most rows can be read.
 */
#include "seen.h"
#include "import.h"
#include "index.h"
#include "left_out.h"
#include "paths.h"
#include "rows.h"
#include "text.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SKIPPED = 2 }; /* if one of this many rows cannot be read, the whole file is in error */

void add_finding(struct import *import, struct finding finding)
{
	struct line_text key = { 0 };

	add(&key, "%s\t%s\t%s\t%s\t%s\t%s\t%d", finding.what, finding.table ? finding.table : "",
	    finding.name ? finding.name : "", finding.unit ? finding.unit : "", finding.old ? finding.old : "",
	    finding.place.file, finding.name ? 0 : finding.place.line);
	if (index_add(&import->finding_keys, key.text, import->finding_count) < import->finding_count) {
		free(key.text);
		return;
	}
	import->findings = grow(import->findings, import->finding_count, sizeof *import->findings);
	import->findings[import->finding_count++] = finding;
}

void add_row_finding(struct import *import, const struct import_row *row, struct finding finding)
{
	finding.place = row->place;
	finding.unit = row->unit;
	finding.name = row->name;
	add_finding(import, finding);
}

bool is_plain_fact(const struct finding *finding)
{
	return !strcmp(finding->what, "fact-changed") && !finding->why;
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
		if ((skipped > 1 || !import->by_directory) && (long)skipped * MOST_SKIPPED >= rows) {
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

int first_of_name(const struct import *import, int number)
{
	for (int hops = 0; import->vendor_names[number].same_as >= 0 && hops < 64; hops++)
		number = import->vendor_names[number].same_as;
	return number;
}

uint32_t mixed(uint32_t hash, const char *text)
{
	for (; text && *text; text++)
		hash = (hash ^ (unsigned char)*text) * UINT32_C(16777619);
	return hash;
}

void hash_row(struct import *import, const struct import_row *row)
{
	struct vendor_name *name = current(import);
	struct line_text line = { 0 };

	if (!name)
		return;
	add(&line, "%s %llx,%llx,%llx,%x\n", row->name, (unsigned long long)row->code, (unsigned long long)row->mask,
		(unsigned long long)row->second,
		(unsigned)row->c << 24 | (unsigned)row->i << 2 | (unsigned)row->e << 1 | row->t);
	if (!name->line)
		name->line = copy_text(line.text, line.length);
	add(&line, " %x,%x,%x,%x", row->counters.general, row->counters.fixed, row->counters_nosmt.general,
		row->counters_nosmt.fixed);
	add(&line, " %llx,%x,%d,%d,%d", (unsigned long long)row->period, row->latency, row->precise, row->alone,
		row->owned.deprecated);
	add(&line, " %s,%s", row->owned.errata ? row->owned.errata : "",
		row->owned.replacement ? row->owned.replacement : "");
	name->facts = mixed(name->facts ? name->facts : HASH_BEGIN, line.text);
	if (row->text || row->whole_text)
		name->text = mixed(mixed(HASH_BEGIN, row->text) + 1, row->whole_text);
	free(line.text);
}

const char *key_of_row(const struct import *import, const struct import_row *row)
{
	const struct vendor_file *file =
		row->seen ? NULL : vendor_file_of(import, row->place.file);

	return row->seen ? import->vendor_names[row->seen - 1].key : file ? file->key : base_name(row->place.file);
}
