/* Merges a name that is in the table: compares its code and its other facts with the vendor's. */
#include "merge.h"

#include "vendors/rows/events.h"
#include "vendors/rows/facts.h"
#include "vendors/rows/import.h"
#include "vendors/rows/metrics.h"
#include "vendors/rows/paths.h"
#include "vendors/rows/seen.h"
#include "compiler/model/parse.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Words for codes, which are removed if the code changes. */
static const char *const code_words[] = { "alias", "event", "c", "i", "e", "t", "extra", "filter0", "filter1", "ldlat",
	"fe_thres", "takes" };

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

void rewrite(struct merge *merge, const struct event *event, const struct umask *umask, const struct import_row *row,
	bool fix, const char **keys, int key_count)
{
	struct import_event like = { .name = event->name,
		.code = event->data.code,
		.second_is_mask = event->flags & EVENT_TO_EXTRA };
	const struct line *line = tree_line_at(merge->tree, umask ? umask->place : event->place);
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
	if (is_own_line(merge, line))
		replace_line(merge, line, text);
	else /* overrides the included row */
		add(umask ? end_of_event(merge, event) : &merge->file->lines[merge->last].behind, "%s\n", text);
	free(words.text);
}

/* ---- what the vendor says beyond the code ---- */

static const char same_version[] = "another one in a file of the same version";

static const char *const fact_words[] = { "ctr", "ctr-nosmt", "alone", "deprecated", "errata", "latency", "period",
	"precise" };

/* Returns whether the row can be rewritten: if it comes from elsewhere, not for an event with unit masks below. */
static bool can_change(const struct merge *merge, const struct event *event, const struct umask *umask,
	const struct line *line)
{
	return line && (umask || !event->umask_count || is_own_line(merge, line));
}

/* Returns why the vendor's code cannot replace ours; NULL: it can. */
static const char *cannot_fix(const struct merge *merge, const struct event *event, const struct umask *umask,
	const struct import_row *row)
{
	const struct line *line = tree_line_at(merge->tree, umask ? umask->place : event->place);
	const char *reason = umask ? cannot_say(merge, event, row) : NULL;

	if (!reason && !can_change(merge, event, umask, line))
		reason = "to be fixed where the row comes from";
	return reason;
}

/* Returns whether the table has what the vendor said last time, and only the variants of the file see it. */
static bool is_followed(const struct merge *merge, const struct umask *umask, const struct event *event,
	const struct import_row *row, struct code here)
{
	const struct import_row *before = row_before(merge, row);
	uint32_t seen = (umask ? umask->visible : event->visible) & all_variants(merge->pmu);

	if (!merge->follow || seen & ~row->variants)
		return false;
	if (before)
		return same_code(merge, here, vendor_code(merge, before));
	return merge->followed && !has_verdict(merge->verdicts, merge->table->name, row->name) &&
		!is_in_list(merge->asked, row->name);
}

/* Returns whether our row takes any threshold and the vendor's is the same with a certain one. */
static bool takes_threshold(const struct umask *umask, const struct import_row *row, struct code here,
	struct code there)
{
	return umask && umask->rare.takes && row->threshold && (here.event | here.rest) == (there.event | there.rest);
}

/* Sets the row's default threshold to the vendor's. */
static void set_threshold(struct merge *merge, const struct umask *umask, const struct import_row *row)
{
	const char *word = merge->pmu->family->second_word;
	const char *const keys[] = { word, NULL };
	/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): what has a threshold is a unit mask */
	const struct line *line = tree_line_at(merge->tree, umask->place);

	if (merge->pass == MERGE_FIX && merge->follow && line && is_own_line(merge, line))
		replace_line(merge, line,
			changed_row(merge, line, NULL, keys,
				joined(joined(" ", word, "="), hexadecimal(row->second), "")));
}

static const char *code_text(struct code code)
{
	const char *first = hexadecimal(code.event | code.rest);

	return code.second ? joined(first, ",", hexadecimal(code.second)) : first;
}

static void code_found(struct merge *merge, const char *what, const struct import_row *row, struct code here,
	struct code there, const char *why)
{
	if (merge->pass == MERGE_FIX && !merge->silent)
		add_row_finding(merge->import, row,
			(struct finding){ .what = what,
				.table = merge->table->name,
				.old = code_text(here),
				.now = code_text(there),
				.why = why });
}

/* Returns whether the row's file has news under the version of last time, which somebody should look at. */
static bool is_unannounced(const struct merge *merge, const struct import_row *row)
{
	const struct vendor_file *file = row->seen ? vendor_file_of(merge->import, row->place.file) : NULL;

	return file && file->same_version;
}

bool decide(struct merge *merge, const struct event *event, const struct umask *umask, const struct import_row *row)
{
	struct code here = code_here(merge, event, umask), there = vendor_code(merge, row);
	enum judgement judgement;
	const char *cannot;

	see_row(merge, event, umask);
	if (same_code(merge, here, there) || takes_threshold(umask, row, here, there)) {
		if (here.second != there.second)
			set_threshold(merge, umask, row);
		return false;
	}
	judgement = judge(merge->verdicts, merge->table->name, row->name, there.event | there.rest, there.second);
	if (judgement == JUDGED_KEEP) {
		set_result(merge, RESULT_KEPT);
		code_found(merge, "kept", row, here, there, "by verdict");
		return false;
	}
	if (judgement == NOT_JUDGED && !is_new_code(merge, row)) {
		set_result(merge, RESULT_ASKED);
		code_found(merge, "kept", row, here, there, "the vendor's code is the one of last time");
		return false;
	}
	if (judgement == NOT_JUDGED && !is_followed(merge, umask, event, row, here)) {
		set_result(merge, RESULT_WANTED);
		code_found(merge, "verdict-wanted", row, here, there, "the table has another code");
		return false;
	}
	if (judgement == NOT_JUDGED && is_unannounced(merge, row)) {
		set_result(merge, RESULT_WANTED);
		code_found(merge, "verdict-wanted", row, here, there, same_version);
		return false;
	}
	cannot = cannot_fix(merge, event, umask, row);
	if (cannot && merge->pass == MERGE_LOOSEN) {
		loosen_event(merge, event);
		return false;
	}
	if (cannot) {
		set_result(merge, RESULT_WANTED);
		code_found(merge, "verdict-wanted", row, here, there, cannot);
		return false;
	}
	set_result(merge, RESULT_WANTED); /* until the text is read again */
	code_found(merge, "code-changed", row, here, there, judgement == JUDGED_FIX ? "by verdict" : NULL);
	return true;
}

bool is_fact_word(const char *text)
{
	for (size_t i = 0; i < sizeof fact_words / sizeof *fact_words; i++)
		if (!strcmp(text, fact_words[i]) || value_of(text, fact_words[i]))
			return true;
	return false;
}

static void fact_taken(struct merge *merge, const struct import_row *row, const char *ours, const char *theirs)
{
	if (!merge->silent)
		add_row_finding(merge->import, row,
			(struct finding){ .what = "fact-changed",
				.table = merge->table->name,
				.old = ours,
				.now = theirs,
				.why = is_unannounced(merge, row) ? same_version : NULL });
}

/* Returns whether a fact belongs to the name, so that another name for a row has its own. */
static bool is_of_name(const char *key)
{
	return !strcmp(key, "deprecated") || !strcmp(key, "precise") || !strcmp(key, "period");
}

/* Returns the keys of the words that the row takes from the vendor; reports each. */
static const char **compare_facts(struct merge *merge, const struct event *event, const struct umask *umask,
	const struct import_row *here, const struct import_row *vendor, int *key_count)
{
	const struct line *line = tree_line_at(merge->tree, umask ? umask->place : event->place);
	const struct import_row all = row_there(here, vendor), *there = &all;
	const char **keys = NULL;

	if (!can_change(merge, event, umask, line))
		return NULL;
	for (size_t i = 0; i < sizeof fact_words / sizeof *fact_words; i++) {
		const char *key = fact_words[i];
		const char *ours = fact_text(merge, key, here), *theirs = fact_text(merge, key, there);

		if (umask && umask->alias && !is_of_name(key))
			continue;
		if (is_word_kept(merge->verdicts, merge->table->name, there->name, key, theirs))
			continue;
		if (!is_new_fact(merge, key, here, vendor))
			continue;
		if (!strcasecmp(ours, theirs))
			continue;
		if (!strcmp(key, "latency") && !there->latency)
			continue; /* only one of a CPU's files has latencies */
		if (!strcmp(key, "precise") && (merge->keep_precise && here->precise))
			continue;
		fact_taken(merge, there, ours + 1, theirs + 1);
		keys = add_key(keys, key_count, key);
		if (!strncmp(key, "ctr", 3)) /* the row's own ctr= must override both kinds of counters of its event */
			keys = add_key(keys, key_count, strcmp(key, "ctr") ? "ctr" : "ctr-nosmt");
	}
	return keys;
}

/* Makes aliases of the row rows of their own, which keep their code. */
static void free_aliases(struct merge *merge, const struct event *event, const struct umask *umask,
	const struct line *line)
{
	static const char *const alias[] = { "alias", NULL };

	for (int i = 0; umask && i < event->umask_count; i++) {
		const struct umask *other = &event->umasks[i];
		const struct line *its = tree_line_at(merge->tree, other->place);
		struct line_text words = { 0 };

		if (!other->alias || !same_name(other->alias, umask->name) || !its || !is_own_line(merge, its))
			continue;
		for (int k = 2; k < line->count; k++)
			for (size_t n = 0; n < sizeof code_words / sizeof *code_words; n++)
				if (value_of(line->words[k].text, code_words[n]))
					add(&words, " %s", line->words[k].text);
		replace_line(merge, its,
			changed_row(merge, its, line->words[1].text, alias, words.text ? words.text : ""));
		free(words.text);
	}
}

/* Adds the key withdrawn to those that go, if the name has come back. */
static const char **end_withdrawal(struct merge *merge, const struct line *line, const struct import_row *row,
	const char **keys, int *key_count)
{
	if (!line || !has_plain(line, "withdrawn") || row_before(merge, row))
		return keys;
	name_found(merge, row, "withdrawn-back", NULL);
	return add_key(keys, key_count, "withdrawn");
}

void merge_known(struct merge *merge, const struct event *event, const struct umask *umask,
	const struct import_row *row)
{
	const struct import_row here = row_here(event, umask, all_variants(merge->pmu)), there = row_there(&here, row);
	bool other_event = !same_name(row->event, event->name); /* then the event's row has no facts for this name */
	bool fix = decide(merge, event, umask, row);
	const char **keys = NULL;
	int key_count = 0;

	if (merge->pass == MERGE_LOOSEN || merge->pass == MERGE_CHECK)
		return;
	if (merge->pass == MERGE_FIX && fix) {
		free_aliases(merge, event, umask, tree_line_at(merge->tree, umask ? umask->place : event->place));
		rewrite(merge, event, umask, &there, fix, NULL, 0);
	}
	if (merge->pass != MERGE_ADD)
		return;
	if (!other_event)
		keys = compare_facts(merge, event, umask, &here, row, &key_count);
	keys = end_withdrawal(merge, tree_line_at(merge->tree, umask ? umask->place : event->place), row, keys,
		&key_count);
	if (key_count)
		rewrite(merge, event, umask, &there, false, keys, key_count);
}
