/*
 * Both states are read as the compiler reads them, and compared as users see them: the entries of a PMU, sorted by
 * name, are merged.
 */
#include "diff.h"

#include "compile.h"
#include "compiler/text/arguments.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An event of a PMU, or one of its unit masks. */
struct entry {
	const struct event *event;
	const struct umask *umask;      /* NULL: the entry is the event itself */
	int number;                     /* number of the event in its PMU */
};

struct entries {
	struct entry *entries;
	int count;
};

struct changes {
	int lines, texts;               /* numbers of lines printed, and of changed descriptions */
	const char *moved;              /* name of the first event whose number changed */
};

/* ---- what a PMU has ---- */

static void add_entry(struct entries *list, struct entry entry)
{
	list->entries = grow(list->entries, list->count, sizeof *list->entries);
	list->entries[list->count++] = entry;
}

static void add_event(struct entries *list, const struct event *event, uint32_t visible, int number)
{
	add_entry(list, (struct entry){ event, NULL, number });
	for (int i = 0; i < event->umask_count; i++)
		if (event->umasks[i].visible & visible)
			add_entry(list, (struct entry){ event, &event->umasks[i], number });
}

static int compare_entries(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;
	int order = strcmp(x->event->name, y->event->name);

	if (!order && (x->umask || y->umask))
		order = !x->umask ? -1 : !y->umask ? 1 : strcmp(x->umask->name, y->umask->name);
	return order ? order : (x->number > y->number) - (x->number < y->number);
}

static struct entries entries_of(const struct model *model, const struct pmu *pmu)
{
	struct entries list = { NULL, 0 };
	int number = 0;

	for (int i = 0; i < pmu->part_count; i++) {
		const struct table *table = find_table(model, pmu->parts[i].table.text);

		for (int k = 0; table && k < table->event_count; k++)
			if (table->events[k].visible & pmu->data.visible)
				add_event(&list, &table->events[k], pmu->data.visible, number++);
	}
	if (list.count)
		qsort(list.entries, (size_t)list.count, sizeof *list.entries, compare_entries);
	return list;
}

/* ---- what is different ---- */

static void print_entry(char sign, const struct pmu *pmu, const struct entry *entry)
{
	say(stdout, "%c %s::%s%s%s", sign, pmu->name.text, entry->event->name, entry->umask ? ":" : "",
		entry->umask ? entry->umask->name : "");
}

static const struct facts *facts_of(const struct entry *entry)
{
	return entry->umask ? &entry->umask->facts : &entry->event->facts;
}

static const char *text_of(const struct entry *entry)
{
	const char *text = entry->umask ? entry->umask->text : entry->event->text;

	return text ? text : "";
}

/* Appends " NAME=VALUE" to code, if there is a value. */
static void add_value(char *code, size_t size, const char *name, uint32_t value)
{
	size_t length = strlen(code);

	if (value)
		snprintf(code + length, size - length, " %s=%#x", name, value);
}

static void write_code(const struct entry *entry, char *code, size_t size)
{
	const struct umask *umask = entry->umask;

	snprintf(code, size, "%#" PRIx64 "%s", umask ? umask->code : entry->event->data.code,
		 umask && umask->data.flags & UMASK_DEFAULT ? " default" : "");
	add_value(code, size, "column", umask ? 0 : entry->event->column);
	add_value(code, size, "event", umask ? umask->rare.event : 0);
	add_value(code, size, "word0", umask ? umask->rare.words[0] : 0);
	add_value(code, size, "word1", umask ? umask->rare.words[1] : 0);
	add_value(code, size, "word2", umask ? umask->rare.words[2] : 0);
}

static void write_counters(const struct entry *entry, char *text, size_t size)
{
	const struct facts *facts = facts_of(entry);

	snprintf(text, size, "%#x+%#x, %#x+%#x without hyper-threading", facts->counters.general, facts->counters.fixed,
		 facts->counters_nosmt.general, facts->counters_nosmt.fixed);
}

static void write_vendor_code(const struct entry *entry, char *text, size_t size)
{
	const char *code = facts_of(entry)->makers;

	snprintf(text, size, "%s", code ? code : "the same");
}

static void write_since_linux(const struct entry *entry, char *text, size_t size)
{
	const char *version = facts_of(entry)->since_linux;

	snprintf(text, size, "%s", version ? version : "any");
}

static void diff_entry(const struct pmu *pmu, const struct entry *old, const struct entry *new, struct changes *changes)
{
	static void (*const parts[])(const struct entry *, char *, size_t) = { write_code, write_counters,
		write_vendor_code, write_since_linux };
	static const char *const names[] = { "code", "counters", "vendor's code", "Linux" };

	for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
		char before[128], after[128];

		parts[i](old, before, sizeof before);
		parts[i](new, after, sizeof after);
		if (strcmp(before, after)) {
			print_entry('~', pmu, new);
			say(stdout, " %s %s -> %s\n", names[i], before, after);
			changes->lines++;
		}
	}
	changes->texts += strcmp(text_of(old), text_of(new)) != 0;
	if (old->number != new->number && !changes->moved)
		changes->moved = new->event->name;
}

static int same_entry(const struct entry *a, const struct entry *b)
{
	struct entry x = *a, y = *b;

	x.number = y.number = 0;
	return compare_entries(&x, &y);
}

static int diff_pmu(const struct model *before, const struct model *after, const struct pmu *old_pmu,
	const struct pmu *pmu)
{
	struct entries old = entries_of(before, old_pmu), new = entries_of(after, pmu);
	struct changes changes = { 0 };
	int i = 0, k = 0;

	while (i < old.count || k < new.count) {
		int order = i == old.count || !old.entries ? 1
			: k == new.count || !new.entries ? -1
			: same_entry(&old.entries[i], &new.entries[k]);

		if (!order) {
			diff_entry(pmu, &old.entries[i++], &new.entries[k++], &changes);
			continue;
		}
		if (order < 0 && old.entries)
			print_entry('-', pmu, &old.entries[i++]);
		else if (new.entries)
			print_entry('+', pmu, &new.entries[k++]);
		putchar('\n');
		changes.lines++;
	}
	if (changes.texts)
		say(stdout, "~ %s descriptions: %d\n", pmu->name.text, changes.texts);
	if (changes.moved)
		say(stdout, "~ %s numbers of events, beginning with %s\n", pmu->name.text, changes.moved);
	free(old.entries);
	free(new.entries);
	return changes.lines + changes.texts + (changes.moved != NULL);
}

/* ---- metrics ---- */

static void print_metric(char sign, const struct metric_block *block, const struct metric *metric, const char *what)
{
	say(stdout, "%c metrics %s: %s", sign, block->name.text, metric->name);
	if (metric->in.text && sign != '~')
		say(stdout, " (%s)", metric->in.text);
	say(stdout, "%s%s\n", *what ? " " : "", what);
}

static const struct metric *find_metric(const struct metric_block *block, const struct metric *sought)
{
	for (int i = 0; i < block->row_count; i++)
		if (same_name(block->rows[i].metric->name, sought->name) &&
			same_text(block->rows[i].metric->in.text, sought->in.text))
			return block->rows[i].metric;
	return NULL;
}

static bool has_other_words(const struct metric *a, const struct metric *b)
{
	return a->level != b->level || a->together != b->together || a->flags != b->flags ||
		!same_text(a->unit.text, b->unit.text) || !same_text(a->groups.text, b->groups.text) ||
		!same_text(a->parent.text, b->parent.text) || !same_text(a->sample.text, b->sample.text) ||
		!same_text(a->related.text, b->related.text) || !same_text(a->apart.text, b->apart.text) ||
		!same_text(a->default_group.text, b->default_group.text);
}

static int diff_metric(const struct metric_block *block, const struct metric *old, const struct metric *new)
{
	const struct {
		const char *what;
		bool differs;
	} parts[] = { { "formula", !same_text(old->formula.text, new->formula.text) },
		{ "threshold", !same_text(old->above.text, new->above.text) },
		{ "words", has_other_words(old, new) }, { "description", !same_text(old->text, new->text) },
		{ "remark", !same_text(old->remark, new->remark) } };
	int changes = 0;

	for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
		if (parts[i].differs) {
			print_metric('~', block, new, parts[i].what);
			changes++;
		}
	return changes;
}

static int diff_metric_block(const struct metric_block *old, const struct metric_block *new)
{
	int changes = 0;

	for (int i = 0; i < new->row_count; i++) {
		const struct metric *metric = new->rows[i].metric, *before = find_metric(old, metric);

		if (before)
			changes += diff_metric(new, before, metric);
		else
			print_metric('+', new, metric, ""), changes++;
	}
	for (int i = 0; i < old->row_count; i++)
		if (!find_metric(new, old->rows[i].metric)) {
			print_metric('-', old, old->rows[i].metric, "");
			changes++;
		}
	return changes;
}

static int diff_metrics(const struct model *before, const struct model *after)
{
	int changes = 0;

	for (int i = 0; i < before->metric_block_count; i++)
		if (!find_metric_block(after, before->metric_blocks[i]->name.text)) {
			say(stdout, "- metrics %s\n", before->metric_blocks[i]->name.text);
			changes++;
		}
	for (int i = 0; i < after->metric_block_count; i++) {
		const struct metric_block *new = after->metric_blocks[i],
			*old = find_metric_block(before, new->name.text);

		if (old) {
			changes += diff_metric_block(old, new);
		} else {
			say(stdout, "+ metrics %s\n", new->name.text);
			changes++;
		}
	}
	return changes;
}

/* ---- aliases ---- */

static const struct alias *find_alias(const struct alias_block *block, const struct alias *sought)
{
	for (int i = 0; block && i < block->row_count; i++)
		if (same_name(block->rows[i].name, sought->name) && block->rows[i].kind == sought->kind &&
		    (sought->kind != ALIAS_LISTED || same_text(block->rows[i].terms, sought->terms)) &&
		    same_text(block->rows[i].before, sought->before))
			return &block->rows[i];
	return NULL;
}

/* Prints rows of a block that the other lacks, or, for '+', that differ there. Returns how many. */
static int diff_alias_rows(char sign, const struct alias_block *of, const struct alias_block *other)
{
	static const char kinds[][9] = { [ALIAS_KERNELS] = "", [ALIAS_GENERIC] = " generic", [ALIAS_PERFS] = " perf",
		[ALIAS_LISTED] = " listed", [ALIAS_OLD] = " before=" };
	int changes = 0;

	for (int i = 0; of && i < of->row_count; i++) {
		const struct alias *alias = &of->rows[i], *same = find_alias(other, alias);
		bool differs = same && (!same_text(same->terms, alias->terms) ||
					!same_text(same->scale, alias->scale) || !same_text(same->unit, alias->unit) ||
					!same_text(same->since, alias->since));

		if (same && (!differs || sign == '-'))
			continue;
		say(stdout, "%c aliases %s: %s %s%s%s\n", same ? '~' : sign, of->name.text, alias->name, alias->terms,
			kinds[alias->kind], alias->before ? alias->before : "");
		changes++;
	}
	return changes;
}

static int diff_aliases(const struct model *before, const struct model *after)
{
	int changes = 0;

	for (int i = 0; i < before->alias_block_count; i++)
		changes += diff_alias_rows('-', before->alias_blocks[i],
			find_alias_block(after, before->alias_blocks[i]->name.text));
	for (int i = 0; i < after->alias_block_count; i++)
		changes += diff_alias_rows('+', after->alias_blocks[i],
			find_alias_block(before, after->alias_blocks[i]->name.text));
	return changes;
}

int diff_main(int argc, char **argv)
{
	struct model before = { 0 }, after = { 0 };
	int changes = 0;

	if (read_arguments(argc, argv, NULL, NULL) != 2) {
		fputs("usage: pmuc diff OLD NEW\n", stderr);
		return 2;
	}
	if (!read_tables(argv[0], &before) || !read_tables(argv[1], &after))
		return 2;
	for (int i = 0; i < before.pmu_count; i++)
		if (!find_pmu(&after, before.pmus[i]->name.text)) {
			say(stdout, "- %s\n", before.pmus[i]->name.text);
			changes++;
		}
	for (int i = 0; i < after.pmu_count; i++) {
		const struct pmu *pmu = after.pmus[i], *old = find_pmu(&before, pmu->name.text);

		changes += old ? diff_pmu(&before, &after, old, pmu) : 1;
		if (!old)
			say(stdout, "+ %s\n", pmu->name.text);
	}
	changes += diff_metrics(&before, &after);
	changes += diff_aliases(&before, &after);
	return changes > 0;
}
