/*
 * If tables do not compile because of a row, only that row is left out: the line in the compiler's message tells its
 * name, and the work is repeated without it.
 */
#include "update.h"
#include "vendors/rows/paths.h"
#include "vendors/rows/seen.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_REFUSED = 100 };

/* The unit reported for refused metrics, which have no unit of events. */
static const char metrics_unit[] = "metrics";

static bool is_refused_name(const struct update *update, const char *key, const char *unit, const char *name,
	const char **why)
{
	for (int i = 0; i < update->refused_count; i++) {
		const struct refused_row *it = &update->refused[i];

		if (!strcmp(it->name, name) && !strcmp(it->key, key) && same_text(it->unit, unit)) {
			*why = it->why;
			return true;
		}
	}
	return false;
}

bool is_refused(const struct update *update, const struct import_row *row, const char **why)
{
	return is_refused_name(update, key_of_row(&update->now, row), row->unit, row->name, why);
}

bool is_metric_refused(const struct update *update, const char *block, const char *name, const char **why)
{
	return is_refused_name(update, block, metrics_unit, name, why);
}

/* ---- which row a line of a table is ---- */

/* Returns the text from the line on, as the compiler saw it; NULL: it is no line of a file that changes. */
static const char *line_at(struct update *update, struct place place)
{
	for (int i = 0; i < update->tree.file_count; i++) {
		const struct tree_file *file = &update->tree.files[i];
		const char *at = file->text;

		if (!place.file || strcmp(file->path, place.file) != 0 || !file->changed)
			continue;
		for (int line = 1; at && line < place.line; line++) {
			at = strchr(at, '\n');
			at += at != NULL;
		}
		return at;
	}
	return NULL;
}

static const char *first_word(const char *line)
{
	line += strspn(line, " \t");
	return copy_text(line, strcspn(line, " \t\r\n"));
}

/* Returns the line's event: its first word, or for indented lines that of the last unindented line above. */
static const char *event_of_line(struct update *update, struct place place)
{
	const char *line = line_at(update, place);

	while (line && *line == ' ' && place.line > 1) {
		place.line--;
		line = line_at(update, place);
	}
	return line ? first_word(line) : NULL;
}

static void refuse(struct update *update, struct refused_row row)
{
	const char *had;

	if (is_refused_name(update, row.key, row.unit, row.name, &had) || update->refused_count > MOST_REFUSED)
		return;
	update->refused = grow(update->refused, update->refused_count, sizeof *update->refused);
	update->refused[update->refused_count++] = row;
}

/* Refuses rows of the name; umask NULL: all of the event. */
static void refuse_name(struct update *update, const char *event, const char *umask, const char *why)
{
	for (int i = 0; i < update->target_count; i++)
		for (int k = 0; k < update->targets[i].pmu->row_count; k++) {
			const struct import_row *row = &update->targets[i].pmu->rows[k];

			if (row->seen && same_name(row->event, event) &&
				(!umask || (row->umask && same_name(row->umask, umask))))
				refuse(update,
					(struct refused_row){ key_of_row(&update->now, row), row->unit, row->name,
						why });
		}
}

struct wished_metric *metric_at(struct update *update, struct place place, const char **block)
{
	const char *line = line_at(update, place), *name;

	while (line && place.line > 1 && strncmp(line, "metric ", 7) != 0) {
		place.line--;
		line = line_at(update, place);
	}
	name = line && !strncmp(line, "metric ", 7) ? first_word(line + strlen("metric")) : NULL;
	for (*block = NULL; name && !*block && --place.line > 0;) {
		line = line_at(update, place);
		*block = strncmp(line, "metrics ", 8) ? NULL : first_word(line + strlen("metrics"));
	}
	return *block ? wish_of(wishes_of(&update->metrics, *block), name) : NULL;
}

/* Refuses the metric that has the line, if it is changed or new. */
static void refuse_metric(struct update *update, struct place place, const char *why)
{
	const char *block;
	const struct wished_metric *wish = metric_at(update, place, &block);

	if (wish && (wish->is_new || wish->is_changed))
		refuse(update, (struct refused_row){ block, metrics_unit, wish->metric.name, why });
}

/* Refuses one line: the unit mask, or the whole event. */
static void refuse_line(struct update *update, const struct mistake *mistake)
{
	const char *line = line_at(update, mistake->place), *event = event_of_line(update, mistake->place);
	const char *why = joined("the tables do not compile with it: ", mistake->text, "");
	int before = update->refused_count;

	if (!line || !event)
		return;
	if (ends_with(mistake->place.file, "_metrics.pmu"))
		return refuse_metric(update, mistake->place, why);
	if (*line == ' ')
		refuse_name(update, event, first_word(line), why);
	if (update->refused_count == before)
		refuse_name(update, event, NULL, why);
}

bool refuse_rows(struct update *update)
{
	const struct mistake *list;
	const int count = held_reports(&list), before = update->refused_count;

	for (int i = 0; i < count; i++)
		refuse_line(update, &list[i]);
	return update->refused_count > before && update->refused_count <= MOST_REFUSED;
}
