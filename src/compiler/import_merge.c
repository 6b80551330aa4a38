/*
 * Merging into a table that is there: pmuc import --into FILE.pmu.
 *
 * The table is read as the compiler reads it, so that a row's code is what the library would make of it, wherever the
 * text says it. Its text is changed line by line: what is there keeps its place and description, new unit masks come at
 * the end of their event, new events at the end of the table. A name whose code here is not the vendor's is decided by
 * a list of verdicts: keep leaves it, fix takes the vendor's code; without a verdict nothing is written.
 */
#include "import.h"
#include "parse.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* A line of the file that is merged into: its text, or another in its place (NULL: none), and what comes behind it. */
struct merged_line {
	char *text;
	struct line_text behind;
};

struct merge {
	struct import *import;
	struct import_pmu *pmu; /* what the vendor's files say */
	struct import_pmu fresh; /* its rows of events that are not here */
	const char *path;
	struct source source;
	struct stat *files;
	int file_count;
	const struct source **sources; /* of all files */
	int source_count;
	struct model model;
	struct table *table;
	struct merged_line *lines; /* from 1 */
	int line_count, last; /* last: of the table */
	struct source verdicts;
	struct index *verdict_of; /* vendor's name -> line of the verdicts */
	struct index *new_names;
	struct index *said; /* events of which it is said who takes them */
	int said_count;
	struct call {
		const struct event *event;
		struct line_text rows;
	} * calls; /* events that come from elsewhere and get rows at the end of the table */
	int call_count;
	struct writer writer;
	const char *const *update; /* words that rows which are there get from the vendor; NULL: none */
	int added, same, kept, fixed, updated, undecided;
};

/* ---- reading ---- */

static void cut_lines(struct merge *merge)
{
	size_t length;
	char *text = read_file(merge->path, &length), *next;

	merge->lines = grow(merge->lines, 0, sizeof *merge->lines); /* lines are numbered from 1 */
	for (char *at = text; at && *at; at = next) {
		next = strchr(at, '\n');
		if (next)
			*next++ = '\0';
		else
			next = at + strlen(at);
		merge->lines = grow(merge->lines, merge->line_count + 1, sizeof *merge->lines);
		merge->lines[++merge->line_count] = (struct merged_line){ .text = at };
	}
}

static struct table *choose_table(const struct merge *merge, const char *name)
{
	struct table *found = NULL;

	for (int i = 0; i < merge->model.table_count; i++) {
		struct table *table = merge->model.tables[i];

		if (strcmp(table->place.file, merge->path) || (name && strcmp(table->name, name)))
			continue;
		if (found) {
			report(table->place, "more than one table: say which with --table");
			return NULL;
		}
		found = table;
	}
	if (!found)
		report((struct place){ merge->path, 0, 0 }, "no table%s%s that a PMU uses", name ? " " : "",
		       name ? name : "");
	return found;
}

static void find_last_line(struct merge *merge)
{
	const struct block *block = &merge->table->block;

	merge->last = block->source->lines[block->last_line - 1].last;
}

static const char *header_word(const struct merge *merge, const char *key)
{
	const struct line *header = &merge->source.lines[merge->table->block.first_line];
	const char *value = NULL;

	for (int i = 2; i < header->count; i++)
		if (value_of(header->words[i].text, key))
			value = value_of(header->words[i].text, key);
	return value;
}

static struct counters default_counters(const struct merge *merge)
{
	const char *list = header_word(merge, "ctr");
	struct word word = merge->source.lines[merge->table->block.first_line].words[0];

	return list ? parse_counter_list(word, list) : (struct counters){ 0, 0 };
}

static void read_verdicts(struct merge *merge, const char *path)
{
	merge->verdicts = read_source(path);
	for (int i = 0; i < merge->verdicts.count; i++) {
		const struct line *line = &merge->verdicts.lines[i];

		if (line->count != 2 || (strcmp(line->words[1].text, "keep") && strcmp(line->words[1].text, "fix")))
			report(line->words[0].place, "expected the vendor's name and keep or fix");
		else
			index_add(&merge->verdict_of, line->words[0].text, i);
	}
}

/* Each file once, however it is named, and the one that is merged into last of all. */
static bool is_read(struct merge *merge, const char *path)
{
	struct stat file;

	if (stat(path, &file))
		return false;
	for (int i = 0; i < merge->file_count; i++)
		if (merge->files[i].st_dev == file.st_dev && merge->files[i].st_ino == file.st_ino)
			return true;
	merge->files = grow(merge->files, merge->file_count, sizeof *merge->files);
	merge->files[merge->file_count++] = file;
	return false;
}

static void keep_source(struct merge *merge, const struct source *source)
{
	parse_source(&merge->model, source);
	merge->sources = grow(merge->sources, merge->source_count, sizeof *merge->sources);
	merge->sources[merge->source_count++] = source;
}

/* A file, or the layouts of a folder (which others need) or all of its files. */
static void read_with(struct merge *merge, const char *path, bool layouts_only)
{
	struct name_list inner = { 0 };

	if (read_folder(path, &inner)) {
		for (int i = 0; i < inner.count; i++)
			if (!ends_with(inner.names[i], ".pmu") || !layouts_only ||
			    ends_with(inner.names[i], "layouts.pmu"))
				read_with(merge, inner.names[i], layouts_only);
	} else if (ends_with(path, ".pmu") && !is_read(merge, path)) {
		struct source *source = need(malloc(sizeof *source)); /* the model refers to its lines until the end */

		*source = read_source(path);
		keep_source(merge, source);
	}
}

/* Reads the file, what its tables need (layouts, rows that are used), and the verdicts. False: reported. */
static bool read_table(struct merge *merge, const struct merge_options *options)
{
	merge->path = options->into;
	is_read(merge, options->into);
	for (int i = 0; i < options->with_count; i++) {
		read_with(merge, options->with[i], true);
		read_with(merge, options->with[i], false);
	}
	merge->source = read_source(options->into);
	keep_source(merge, &merge->source);
	if (error_count())
		return false;
	parse_layouts(&merge->model);
	bind_model(&merge->model);
	if (error_count())
		return false;
	parse_rows(&merge->model);
	merge->table = error_count() ? NULL : choose_table(merge, options->table);
	if (options->verdicts)
		read_verdicts(merge, options->verdicts);
	if (!merge->table || error_count())
		return false;
	cut_lines(merge);
	find_last_line(merge);
	return true;
}

/* ---- codes of what is here ---- */

struct code {
	uint64_t event, rest,
		second; /* the event's, what unit masks and modifiers add to the first word, the second word */
};

static int mask_shift(const struct merge *merge)
{
	uint64_t mask = merge->table->layout->data.umask.mask;

	return mask ? __builtin_ctzll(mask) : 0;
}

/* A modifier's value where the layout puts it. */
static void add_modifier(const struct merge *merge, struct code *code, const char *id, uint64_t value)
{
	int number = find_modifier(merge->table->layout, id);
	const struct table_place *place = number >= 0 ? &merge->table->layout->modifiers[number].data.target : NULL;

	if (place && place->mask)
		*(place->word ? &code->second : &code->rest) |= value << __builtin_ctzll(place->mask);
}

static const struct umask *find_umask(const struct event *event, const char *name, size_t length, uint32_t variants)
{
	for (int i = 0; i < event->umask_count; i++) {
		const struct umask *umask = &event->umasks[i];

		if (strlen(umask->name) == length && umask->visible & variants &&
		    same_name(umask->name, copy_text(name, length)))
			return umask;
	}
	return NULL;
}

static void add_umask(const struct merge *merge, struct code *code, const struct event *event,
		      const struct umask *umask, int depth);

/* "UMASK:UMASK:c=1:e" */
static void add_alias(const struct merge *merge, struct code *code, const struct event *event,
		      const struct umask *umask, int depth)
{
	for (const char *at = umask->alias; *at; at += *at == ':') {
		size_t length = strcspn(at, ":");
		const char *equals = memchr(at, '=', length);
		const struct umask *part = equals ? NULL : find_umask(event, at, length, umask->visible);
		uint64_t value;

		if (part)
			add_umask(merge, code, event, part, depth + 1);
		else if (!equals)
			add_modifier(merge, code, copy_text(at, length), 1);
		else if (parse_number(copy_text(equals + 1, (size_t)(at + length - equals - 1)), &value))
			add_modifier(merge, code, copy_text(at, (size_t)(equals - at)), value);
		at += length;
	}
}

static void add_umask(const struct merge *merge, struct code *code, const struct event *event,
		      const struct umask *umask, int depth)
{
	if (umask->alias && depth < 8) {
		add_alias(merge, code, event, umask, depth);
		return;
	}
	if (umask->data.flags & UMASK_EVENT)
		code->event = (code->event & ~UINT64_C(0xff)) | umask->rare.event;
	if (event->data.flags & EVENT_TO_EXTRA)
		code->second |= umask->code;
	else
		code->rest |= umask->code << mask_shift(merge);
	code->rest |= umask->rare.words[0];
	for (int i = 1; i < MAX_WORDS; i++)
		code->second |= umask->rare.words[i];
}

/* The defaults of the groups that the unit mask is not of, as far as it does not exclude them. */
static void add_other_defaults(const struct merge *merge, struct code *code, const struct event *event,
			       const struct umask *umask)
{
	for (int i = 0; i < event->umask_count; i++) {
		const struct umask *other = &event->umasks[i];
		bool excluded = (umask->data.flags & UMASK_EXCL_GT && other->group > umask->group) ||
				(umask->data.flags & UMASK_EXCL_BUT0 && other->group);

		if (other->data.flags & UMASK_DEFAULT && !(other->data.flags & UMASK_OPTIONAL) &&
		    other->group != umask->group && !excluded && other->visible & umask->visible)
			add_umask(merge, code, event, other, 0);
	}
}

static struct code code_here(const struct merge *merge, const struct event *event, const struct umask *umask)
{
	struct code code = { .event = event->data.code };

	if (umask) {
		add_umask(merge, &code, event, umask, 0);
		add_other_defaults(merge, &code, event, umask);
	}
	return code;
}

static struct code vendor_code(const struct merge *merge, const struct import_row *row)
{
	struct code code = { row->code, row->mask << merge->pmu->family->mask_place, row->second };

	add_modifier(merge, &code, "c", row->c);
	add_modifier(merge, &code, "i", row->i);
	add_modifier(merge, &code, "e", row->e);
	add_modifier(merge, &code, "t", row->t);
	return code;
}

/* Where an event's code can be anything, it may have what a unit mask has elsewhere. */
static bool same_code(const struct merge *merge, struct code a, struct code b)
{
	if (merge->pmu->family->code_is_word)
		return (a.event | a.rest) == (b.event | b.rest) && a.second == b.second;
	return a.event == b.event && a.rest == b.rest && a.second == b.second;
}

/* Why a unit mask of this event cannot have the row's code: the event's code stays, but for its lowest 8 bits. NULL: it
 * can. */
static const char *cannot_say(const struct merge *merge, const struct event *event, const struct import_row *row)
{
	struct code code = vendor_code(merge, row);
	uint64_t fixed = event->data.code & ~UINT64_C(0xff);

	if (event->data.flags & EVENT_TO_EXTRA)
		return row->second && (code.event | code.rest) == event->data.code
			       ? NULL
			       : "its event's unit masks are the second word here";
	if (merge->pmu->family->code_is_word ? fixed & ~(code.event | code.rest)
					     : fixed != (code.event & ~UINT64_C(0xff)))
		return "the code of the event here has bits that the name's has not";
	return NULL;
}

/* ---- changing a line ---- */

static bool has_key(const struct table *table, const char *word, const char *const *keys)
{
	for (; *keys; keys++)
		if (!strcmp(word, *keys) || value_of(word, *keys) || is_owned_by(table, word, *keys))
			return true;
	return false;
}

/* The row with another code (NULL: the same), without words of these keys, with others behind the ones that stay. */
static char *changed_row(const struct merge *merge, const struct line *line, const char *code, const char *const *keys,
			 const char *words)
{
	struct line_text text = { 0 };

	add(&text, "%s%s %s", line->indented ? "  " : "", line->words[0].text, code ? code : line->words[1].text);
	for (int i = 2; i < line->count; i++)
		if (!has_key(merge->table, line->words[i].text, keys))
			add(&text, " %s", line->words[i].text);
	add(&text, "%s", words);
	if (line->text)
		add(&text, " : %s", line->text);
	return text.text;
}

static void replace_line(struct merge *merge, const struct line *line, char *text)
{
	int number = line->words[0].place.line;

	merge->lines[number].text = text;
	while (++number <= line->last)
		merge->lines[number].text = NULL; /* of the description, which is behind the row now */
}

/* The row that stands at the place, in whatever file. */
static const struct line *line_at(const struct merge *merge, struct place place)
{
	for (int i = 0; i < merge->source_count; i++)
		for (int k = 0; k < merge->sources[i]->count; k++) {
			const struct line *line = &merge->sources[i]->lines[k];

			if (line->count > 1 && line->words[0].place.line == place.line &&
			    line->words[0].place.file == place.file)
				return line;
		}
	return NULL;
}

/* Whether the line is one of the table itself; else its row comes from elsewhere. */
static bool is_own(const struct merge *merge, const struct line *line)
{
	const struct block *block = &merge->table->block;

	return line > &merge->source.lines[block->first_line] && line < &merge->source.lines[block->last_line];
}

static int number_of_event(const struct table *table, const char *name, size_t length)
{
	for (int i = 0; i < table->event_count; i++)
		if (strlen(table->events[i].name) == length && !strncmp(table->events[i].name, name, length))
			return i;
	return -1;
}

/* "NAME" or "FIRST..LAST" */
static bool includes(const struct table *table, const char *range, const char *event)
{
	const char *dots = strstr(range, "..");
	int number = number_of_event(table, event, strlen(event));

	if (!dots)
		return !strcmp(range, event);
	return number >= number_of_event(table, range, (size_t)(dots - range)) &&
	       number <= number_of_event(table, dots + 2, strlen(dots + 2));
}

/* "use TABLE EVENT", "use TABLE" or "use TABLE:EVENT"; "events NAME like TABLE" takes all */
static bool takes(const struct line *line, const struct table *table, const char *event)
{
	bool like = is_statement(line, "events") && line->count > 3 && !strcmp(line->words[2].text, "like");
	const char *from = like ? line->words[3].text : is_statement(line, "use") ? line->words[1].text : "";
	size_t length = strlen(table->name);
	bool named = like || line->count == 2;

	if (strncmp(from, table->name, length) || (from[length] && from[length] != ':'))
		return false;
	if (from[length])
		return !strcmp(from + length + 1, event);
	for (int i = 2; i < line->count && !named; i++)
		named = includes(table, line->words[i].text, event);
	return named;
}

/* Whether other tables take the event. change: what happens to it, which is said of each of them, once. */
static bool others_take(struct merge *merge, const char *event, const char *change)
{
	bool taken = false, is_said = index_add(&merge->said, event, merge->said_count) < merge->said_count;

	merge->said_count += !is_said;
	for (int i = 0; i < merge->source_count; i++)
		for (int k = 0; k < merge->sources[i]->count; k++) {
			const struct line *line = &merge->sources[i]->lines[k];

			if (!takes(line, merge->table, event))
				continue;
			taken = true;
			if (!is_said)
				say(stderr, "%s:%d: takes %s, which %s\n", line->words[0].place.file,
					line->words[0].place.line, event, change);
		}
	return taken;
}

/* The line of the table that begins the event, or calls it up; -1: it comes from elsewhere as it is. */
static int line_of_event(const struct merge *merge, const struct event *event)
{
	for (int i = merge->table->block.first_line + 1; i < merge->table->block.last_line; i++) {
		const struct line *line = &merge->source.lines[i];
		bool here = line->words[0].place.line == event->place.line && !strcmp(event->place.file, merge->path);

		if (!line->indented && (here || (line->count == 1 && !strcmp(line->words[0].text, event->name))))
			return i;
	}
	return -1;
}

static struct line_text *call_event(struct merge *merge, const struct event *event)
{
	for (int i = 0; i < merge->call_count; i++)
		if (merge->calls[i].event == event)
			return &merge->calls[i].rows;
	merge->calls = grow(merge->calls, merge->call_count, sizeof *merge->calls);
	merge->calls[merge->call_count] = (struct call){ .event = event };
	return &merge->calls[merge->call_count++].rows;
}

/* Behind the last line of an event, or behind the table, where the event is called up if it comes from elsewhere. */
static struct line_text *end_of_event(struct merge *merge, const struct event *event)
{
	int number = line_of_event(merge, event), last;

	if (number < 0)
		return call_event(merge, event);
	others_take(merge, event->name, "gets more unit masks");
	last = merge->source.lines[number].last;
	while (++number < merge->table->block.last_line && merge->source.lines[number].indented)
		last = merge->source.lines[number].last;
	return &merge->lines[last].behind;
}

/* ---- a name that is here ---- */

static const char *hexadecimal(uint64_t value)
{
	char text[24];

	return copy_text(text, (size_t)snprintf(text, sizeof text, "0x%02llx", (unsigned long long)value));
}

/* Words that say a code, which go when the code is another one. */
static const char *const code_words[] = { "alias", "event",   "c",	 "i",	  "e",	      "t",
					  "extra", "filter0", "filter1", "ldlat", "fe_thres", "takes" };


static const char **add_key(const char **keys, int *count, const char *key)
{
	keys = grow(keys, *count, sizeof *keys);
	keys[(*count)++] = key;
	return keys;
}

static bool has_plain(const struct line *line, const char *key)
{
	for (int i = 2; i < line->count; i++)
		if (!strcmp(line->words[i].text, key) || value_of(line->words[i].text, key))
			return true;
	return false;
}

static bool has_listed(const char *const *keys, int count, const char *key)
{
	for (int i = 0; i < count; i++)
		if (!strcmp(keys[i], key))
			return true;
	return false;
}

/* A row with the vendor's code (fix) and its words of these keys. */
static void rewrite(struct merge *merge, const struct event *event, const struct umask *umask,
		    const struct import_row *row, bool fix, const char **keys, int key_count)
{
	struct import_event like = { .name = event->name,
				     .code = event->data.code,
				     .second_is_mask = event->data.flags & EVENT_TO_EXTRA };
	const struct line *line = line_at(merge, umask ? umask->place : event->place);
	struct writer writer = merge->writer;
	struct line_text words = { 0 };
	uint64_t code = like.second_is_mask ? row->second : row->mask;
	bool taken = others_take(merge, event->name, "changes");
	char *text;

	if (!umask)
		code = merge->pmu->family->code_is_word ? row->code | row->mask << merge->pmu->family->mask_place
							: row->code;
	if (fix && umask)
		add_codes(&merge->writer, &like, row, &words);
	for (int i = 0; i < key_count; i++) {
		if (has_listed(keys, i, keys[i]))
			continue;
		writer.owner = taken && !has_plain(line, keys[i]) ? merge->table->name : NULL;
		add_fact(&writer, keys[i], row, &words);
	}
	for (size_t i = 0; fix && i < sizeof code_words / sizeof *code_words; i++)
		keys = add_key(keys, &key_count, code_words[i]);
	keys = add_key(keys, &key_count, NULL);
	text = changed_row(merge, line, fix ? hexadecimal(code) : NULL, keys, words.text ? words.text : "");
	if (is_own(merge, line))
		replace_line(merge, line, text);
	else /* takes the place of the row from elsewhere */
		add(umask ? end_of_event(merge, event) : &merge->lines[merge->last].behind, "%s\n", text);
	free(words.text);
}

/* ---- what the vendor says beyond the code ---- */

static const char *const fact_words[] = { "ctr", "ctr-nosmt", "alone", "deprecated", "errata", "period" };

/* Whether the row can be written anew: one from elsewhere in this table, if it is no event with unit masks below. */
static bool can_change(const struct merge *merge, const struct event *event, const struct umask *umask,
		       const struct line *line)
{
	return line && (umask || !event->umask_count || is_own(merge, line));
}

/* Whether the vendor's code can be put where ours is; else it is listed. */
static bool can_fix(struct merge *merge, const struct event *event, const struct umask *umask,
		    const struct import_row *row)
{
	const struct line *line = line_at(merge, umask ? umask->place : event->place);
	const char *reason = umask ? cannot_say(merge, event, row) : NULL;

	if (!reason && !can_change(merge, event, umask, line))
		reason = "to be fixed where the row comes from";
	if (reason)
		leave_out(merge->import, umask ? umask->place : event->place, row->name, reason);
	return !reason;
}

/* Whether the vendor is right and the row can be made so. */
static bool decide(struct merge *merge, const struct event *event, const struct umask *umask,
		   const struct import_row *row)
{
	struct code here = code_here(merge, event, umask), there = vendor_code(merge, row);
	int own = index_find(merge->verdict_of, row->name);
	int number = own < 0 ? index_find(merge->verdict_of, "*") : own;
	const char *verdict = number < 0 ? NULL : merge->verdicts.lines[number].words[1].text;
	struct place place = umask ? umask->place : event->place;

	if (same_code(merge, here, there)) {
		merge->same++;
		return false;
	}
	say(stderr, "%s:%d: %s is %#llx %#llx; %s:%d has %#llx %#llx: %s\n", row->place.file, row->place.line,
		row->name, (unsigned long long)(there.event | there.rest), (unsigned long long)there.second, place.file,
		place.line, (unsigned long long)(here.event | here.rest), (unsigned long long)here.second,
		verdict ? verdict : "no verdict");
	if (!verdict)
		merge->undecided++;
	else if (!strcmp(verdict, "keep"))
		merge->kept++;
	else
		return can_fix(merge, event, umask, row);
	return false;
}

static bool is_updated(const struct merge *merge, const char *key)
{
	int count = 0;

	while (merge->update && merge->update[count])
		count++;
	return has_listed(merge->update, count, key);
}

/* A word of --update that is none is a mistake. */
static void check_update(const struct merge *merge)
{
	for (int i = 0; merge->update && merge->update[i]; i++)
		if (!has_listed(fact_words, sizeof fact_words / sizeof *fact_words, merge->update[i]))
			report((struct place){ "--update", 0, 0 },
			       "%s: expected ctr, ctr-nosmt, alone, deprecated, errata or period", merge->update[i]);
}

static const char *fact_text(const struct merge *merge, const char *key, const struct import_row *row)
{
	struct line_text words = { 0 };

	add_fact(&merge->writer, key, row, &words);
	return words.text ? words.text : joined(" no ", key, "");
}

/* How the word of the row and the vendor's differ, and what is done about it. */
static const char *difference(const char *key, const char *ours, const char *theirs, bool can_take, bool take)
{
	struct line_text text = { 0 };

	if (take)
		add(&text, "%s instead of%s", theirs + 1, ours);
	else if (can_take)
		add(&text, "%s, the vendor has%s (--update %s takes it)", ours + 1, theirs, key);
	else
		add(&text, "%s, the vendor has%s; to be changed where the row comes from", ours + 1, theirs);
	return text.text;
}

/* The words of the row that are to be the vendor's; each that is another one is reported. */
static const char **compare_facts(struct merge *merge, const struct event *event, const struct umask *umask,
				  const struct import_row *here, const struct import_row *there, int *key_count)
{
	const struct place place = umask ? umask->place : event->place;
	const struct line *line = line_at(merge, place);
	const bool can_take = can_change(merge, event, umask, line);
	const char **keys = NULL;

	for (size_t i = 0; i < sizeof fact_words / sizeof *fact_words; i++) {
		const char *key = fact_words[i];
		const char *ours = fact_text(merge, key, here), *theirs = fact_text(merge, key, there);
		bool take = can_take && is_updated(merge, key);

		if (!strcmp(ours, theirs) || (!take && !strcmp(key, "period") && !here->period))
			continue; /* most tables keep no periods */
		note(merge->import, place, difference(key, ours, theirs, can_take, take), there->name);
		if (!take)
			continue;
		keys = add_key(keys, key_count, key);
		if (!strncmp(key, "ctr", 3)) /* its own ctr= takes the place of both of what the row is below */
			keys = add_key(keys, key_count, strcmp(key, "ctr") ? "ctr" : "ctr-nosmt");
	}
	return keys;
}

/* A name that is here: its code and facts are compared, and its row gets what it is to get. */
static void merge_known(struct merge *merge, const struct event *event, const struct umask *umask,
			const struct import_row *row)
{
	const struct import_row here = row_here(event, umask, all_variants(merge->pmu)), there = row_there(&here, row);
	bool fix = decide(merge, event, umask, row);
	bool other_name = (umask && umask->alias) || !same_name(row->event, event->name);
	const char **keys = NULL;
	int key_count = 0;

	if (!other_name)
		keys = compare_facts(merge, event, umask, &here, &there, &key_count);
	if (fix || key_count)
		rewrite(merge, event, umask, &there, fix, keys, key_count);
	merge->fixed += fix;
	merge->updated += key_count != 0;
}

/* ---- a name that is not here ---- */

/*
 * The unit masks of the event, one of each group from this one on, that make up the code: the new one is another name
 * for them. made: what those before make.
 */
static const char *same_umasks(const struct merge *merge, const struct event *event, const struct import_row *row,
			       int group, struct code made)
{
	for (int i = 0; i < event->umask_count; i++) {
		const struct umask *umask = &event->umasks[i];
		struct code code = made;
		const char *rest;

		if (umask->group != group || (umask->visible & row->variants) != row->variants ||
		    !umask->rare.takes != !row->takes)
			continue;
		add_umask(merge, &code, event, umask, 0);
		if (group + 1 == event->groups && same_code(merge, code, vendor_code(merge, row)))
			return umask->name;
		rest = group + 1 < event->groups ? same_umasks(merge, event, row, group + 1, code) : NULL;
		if (rest)
			return joined(umask->name, ":", rest);
	}
	return NULL;
}

/* The vendor may have two events that are names of one here. */
static bool is_added(struct merge *merge, const struct event *event, const struct import_row *row)
{
	char variants[16];

	snprintf(variants, sizeof variants, ".%x", row->variants);
	return index_add(&merge->new_names, joined(joined(event->name, ".", row->umask), variants, ""), merge->added) !=
	       merge->added;
}

static bool is_modifier(const struct layout *layout, const struct event *event, const char *name)
{
	for (int i = 0; i < layout->data.modifiers; i++)
		if (event->modifiers >> i & 1 && same_name(layout->modifiers[i].name, name))
			return true;
	return false;
}

/* In small letters it stays the modifier's. */
static bool is_one_capital(const char *name)
{
	return *name >= 'A' && *name <= 'Z' && !name[1];
}

static void add_umask_row(struct merge *merge, const struct event *event, struct import_row row)
{
	struct import_event like = {
		.name = event->name,
		.code = event->data.code,
		.second_is_mask = event->data.flags & EVENT_TO_EXTRA,
		.bare = -1,
		.preferred = -1,
		.counters = event->facts.counters,
		.variants = event->visible & all_variants(merge->pmu),
	};
	struct line_text words = { 0 };
	bool modifier = is_modifier(merge->table->layout, event, row.umask);

	if (is_added(merge, event, &row))
		return;
	if (modifier && !is_one_capital(row.umask)) {
		leave_out(merge->import, row.place, row.name,
			  "a modifier is called so, and strings that have it would mean something else");
		return;
	}
	row.ncombo = true;
	row.alias = same_umasks(merge, event, &row, 0, (struct code){ .event = event->data.code });
	if (!row.alias && cannot_say(merge, event, &row)) {
		leave_out(merge->import, row.place, row.name, cannot_say(merge, event, &row));
		return;
	}
	if (!event->umask_count)
		add(&words, " optional");
	if (event->groups > 1)
		add(&words, " excl-gt");
	if (modifier)
		add(&words, " capitals");
	row.more_words = words.text;
	add_umask_line(&merge->writer, &like, &row, end_of_event(merge, event));
	note(merge->import, row.place, row.alias ? "new names of codes that are there" : "new", row.name);
	merge->added++;
	free(words.text);
}

/* What an event that is just another name for one stands for. */
static const struct event *real_event(const struct merge *merge, const struct event *event)
{
	for (int i = 0; event->alias && i < merge->table->event_count; i++) {
		const struct event *target = &merge->table->events[i];

		if (target->visible & event->visible && same_name(target->name, event->alias))
			return target;
	}
	return event;
}

/* ---- all rows ---- */

static void merge_umask(struct merge *merge, const struct event *event, struct import_row *row)
{
	for (int i = 0; i < event->umask_count; i++) {
		const struct umask *umask = &event->umasks[i];

		if (!(umask->visible & row->variants) || !same_name(umask->name, row->umask))
			continue;
		merge_known(merge, event, umask, row);
		for (int k = i; k < event->umask_count; k++)
			row->variants &= ~(is_of_line(&event->umasks[k], umask) ? event->umasks[k].visible : 0);
	}
	if (row->variants)
		add_umask_row(merge, event, *row);
}

static const struct umask *default_of(const struct event *event, uint32_t variants)
{
	for (int i = 0; i < event->umask_count; i++)
		if (event->umasks[i].data.flags & UMASK_DEFAULT && event->umasks[i].visible & variants)
			return &event->umasks[i];
	return NULL;
}

/* The vendor's name is the event's: what it counts with its default unit mask, or without any. */
static void merge_bare(struct merge *merge, const struct event *event, const struct import_row *row)
{
	const struct umask *chosen = default_of(event, row->variants);
	struct import_row all = *row;

	if (event->groups > 1)
		return; /* its default is one of several groups */
	if (chosen || !event->umask_count || event->umasks[0].data.flags & UMASK_OPTIONAL) {
		if (event->umask_count)
			merge->fixed +=
				decide(merge, event, chosen, row) &&
				(rewrite(merge, event, chosen, row, true, NULL, 0), true);
		else
			merge_known(merge, event, NULL, row);
		return;
	}
	all.umask = find_umask(event, "ALL", 3, row->variants) ? "BARE" : "ALL";
	if (!find_umask(event, all.umask, strlen(all.umask), row->variants)) {
		all.is_default = true;
		add_umask_row(merge, event, all);
	}
}

static bool uses(const struct pmu *pmu, const char *table)
{
	for (int i = 0; i < pmu->part_count; i++)
		if (!strcmp(pmu->parts[i].table.text, table))
			return true;
	return false;
}

/* The event of the name in another table of the PMU; NULL: there is none. */
static const struct event *in_other_table(const struct merge *merge, const struct import_row *row)
{
	for (int i = 0; i < merge->model.pmu_count; i++) {
		const struct pmu *pmu = merge->model.pmus[i];

		for (int k = 0; uses(pmu, merge->table->name) && k < pmu->part_count; k++) {
			const struct table *table = find_table(&merge->model, pmu->parts[k].table.text);
			const struct event *event =
				table ? find_event(table, row->event, strlen(row->event)) : NULL;

			if (event && table != merge->table)
				return event;
		}
	}
	return NULL;
}

/* A name that only another table of the PMU has is there, too. False: there is none, or it has unit masks. */
static bool merge_other_table(struct merge *merge, const struct import_row *row)
{
	const struct event *event = in_other_table(merge, row);

	if (!event || event->umask_count || row->umask)
		return false;
	if (same_code(merge, code_here(merge, event, NULL), vendor_code(merge, row)))
		merge->same++;
	else
		note(merge->import, event->place, "another table of the PMU has another code; not added", row->name);
	return true;
}

/* Each event of the name is for other variants. */
static void merge_row(struct merge *merge, struct import_row row)
{
	for (int i = 0; i < merge->table->event_count && row.variants; i++) {
		const struct event *event = &merge->table->events[i];
		struct import_row part = row;

		part.variants &= event->visible;
		if (!part.variants || !same_name(event->name, row.event))
			continue;
		row.variants &= ~event->visible;
		event = real_event(merge, event);
		if (!row.umask)
			merge_bare(merge, event, &part);
		else
			merge_umask(merge, event, &part);
	}
	if (!row.variants || merge_other_table(merge, &row))
		return;
	note(merge->import, row.place, "new", row.name);
	merge->fresh.rows = grow(merge->fresh.rows, merge->fresh.row_count, sizeof row);
	merge->fresh.rows[merge->fresh.row_count++] = row;
}

static void add_new_events(struct merge *merge)
{
	struct import_events events;
	struct writer writer = merge->writer;

	merge->fresh.family = merge->pmu->family;
	merge->fresh.identity_count = merge->pmu->identity_count;
	memcpy(merge->fresh.identities, merge->pmu->identities, sizeof merge->fresh.identities);
	events = group_rows(&merge->fresh);
	writer.pmu = &merge->fresh;
	for (int i = 0; i < events.count; i++)
		add_event_lines(&writer, &events.events[i], &merge->lines[merge->last].behind);
	merge->added += merge->fresh.row_count;
}

/* ---- the command ---- */

static const char *event_of(const struct writer *writer, const char *name, const char *umask)
{
	const struct merge *merge = writer->import->merge;
	bool imported = index_find(merge->pmu->names, umask ? joined(name, ".", umask) : name) >= 0;

	for (int i = 0; i < merge->table->event_count; i++) {
		const struct event *event = &merge->table->events[i];

		if (!same_name(event->name, name))
			continue;
		event = real_event(merge, event);
		return !umask || imported || find_umask(event, umask, strlen(umask), UINT32_MAX) ? event->name : NULL;
	}
	return imported ? name : NULL;
}

bool open_merge(struct import *import, const struct merge_options *options)
{
	struct merge *merge = need(calloc(1, sizeof *merge));

	merge->import = import;
	merge->update = options->update;
	import->merge = merge;
	check_update(merge);
	if (!read_table(merge, options))
		return false;
	import->variants = merge->table->variants;
	import->variant_count = merge->table->variant_count;
	if (import->variant_count && !import->name)
		import->name = merge->table->name; /* the files of all variants are of one PMU */
	return true;
}

static void report_pmus(const struct import *import, const char *path)
{
	struct line_text names = { 0 };

	for (int i = 0; i < import->pmu_count; i++) {
		const struct import_pmu *pmu = import->pmus[i];

		add(&names, i ? ", %s" : ": %s", pmu->name);
		if (pmu->unit)
			add(&names, " (--unit %s)", pmu->unit);
	}
	report((struct place){ path, 0, 0 }, "the files are of %d PMUs, not of one%s%s", import->pmu_count,
	       names.text ? names.text : "", names.text ? "; --name NAME takes files of one unit for one" : "");
	free(names.text);
}

void merge_import(struct import *import)
{
	struct merge *merge = import->merge;

	if (import->pmu_count != 1) {
		report_pmus(import, merge->path);
		return;
	}
	merge->pmu = import->pmus[0];
	merge->writer =
		(struct writer){ import,	   merge->pmu, default_counters(merge), header_word(merge, "mods"),
				  NULL, event_of };
	for (int i = 0; i < merge->pmu->row_count; i++)
		merge_row(merge, merge->pmu->rows[i]);
	add_new_events(merge);
	if (merge->undecided)
		report((struct place){ merge->path, 0, 0 }, "%d code%s without a verdict", merge->undecided,
			merge->undecided == 1 ? " differs" : "s differ");
}

void add_merged(const struct import *import, struct line_text *to)
{
	const struct merge *merge = import->merge;

	for (int i = 1; i <= merge->line_count; i++) {
		const struct merged_line *line = &merge->lines[i];

		add(to, "%s%s", line->text ? line->text : "", line->text ? "\n" : "");
		for (int k = 0; k < merge->call_count && i == merge->last; k++)
			add(to, "%s\n%s", merge->calls[k].event->name, merge->calls[k].rows.text);
		add(to, "%s", line->behind.text ? line->behind.text : "");
	}
}

void say_merged(const struct import *import)
{
	const struct merge *merge = import->merge;

	say(stderr, "%d names added, %d are there, %d kept and %d fixed by verdict, %d rows updated\n",
		merge->added, merge->same, merge->kept, merge->fixed, merge->updated);
}
