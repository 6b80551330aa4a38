/* Writes PMUs and tables as text, as described in pfm-tables(5). */
#include "write.h"
#include "events.h"
#include "facts.h"
#include "import.h"
#include "index.h"
#include "left_out.h"
#include "compiler/text/words.h"

#include <stdlib.h>
#include <string.h>

/* ---- rows ---- */

/* Writes a row; the formatter makes its columns. If the description was cut, the whole text is a comment above. */
static void put(struct line_text *to, int indent, const char *name, uint64_t code, const struct line_text *words,
		const struct described *text)
{
	if (text->whole)
		add(to, "%*s# %s\n", indent, "", text->whole);
	add(to, "%*s%s 0x%02llx%s", indent, "", name, (unsigned long long)code, words->text ? words->text : "");
	if (text->text)
		add(to, " : %s", text->text);
	add(to, "\n");
}

/* Returns "EVENT:UMASK" of the row's replacement; NULL if that is not known, or the table does not have it. */
static const char *replacement(const struct writer *writer, const struct import_row *row,
			       const struct owned_facts *facts)
{
	const char *name = facts->replacement, *dot = name ? strchr(name, '.') : NULL;
	struct import_row split = { .name = name, .place = row->place };
	const char *why;

	if (!name || !split_name(&split, &why))
		return facts->instead;
	name = writer->event_of(writer, split.event, split.umask);
	return name && dot ? joined(name, ":", split.umask) : name;
}

/* Returns the row's replacement or errata; NULL: it has none. */
typedef const char *(*owned_fact)(const struct writer *writer, const struct import_row *row,
				  const struct owned_facts *facts);

static const char *deprecation_fact(const struct writer *writer, const struct import_row *row,
				    const struct owned_facts *facts)
{
	const char *name = facts->deprecated ? replacement(writer, row, facts) : NULL;

	return !facts->deprecated ? NULL : name ? name : "";
}

static const char *errata_fact(const struct writer *writer, const struct import_row *row,
			       const struct owned_facts *facts)
{
	(void)writer;
	(void)row;
	return facts->errata;
}

/* Adds " WORD-of=VARIANT:FACT" of each variant that has it. */
static void add_of_variants(const struct writer *writer, const char *word, owned_fact fact_of,
			    const struct import_row *row, struct line_text *line)
{
	for (int i = 0; i < writer->pmu->identity_count; i++) {
		const struct owned_facts own = owned_of(&row->owned, UINT32_C(1) << i & row->variants);
		const char *fact = own.variants ? fact_of(writer, row, &own) : NULL;

		if (fact)
			add(line, " %s-of=%s%s%s", word, writer->pmu->identities[i].name, *fact ? ":" : "", fact);
	}
}

/* Adds the word once if all variants agree, else for each; events of several variants can only have it once. */
static void add_owned_word(const struct writer *writer, const char *word, owned_fact fact_of,
			   const struct import_row *row, struct line_text *line)
{
	const struct owned_facts list = owned_of(&row->owned, row->variants);
	const char *first = fact_of(writer, row, &list);
	bool agree = true;

	for (const struct owned_facts *facts = list.next; facts; facts = facts->next)
		agree &= same_text(first, fact_of(writer, row, facts));
	if (agree && first && writer->owner)
		add(line, " %s-of=%s%s%s", word, writer->owner, *first ? ":" : "", first);
	else if (agree && first)
		add(line, " %s%s%s", word, *first ? "=" : "", first);
	if (!agree && row->umask)
		add_of_variants(writer, word, fact_of, row, line);
	else if (!agree)
		leave_out(writer->import, row->place, word,
			  "what only some variants say can be said of unit masks only");
}

static void add_deprecated(const struct writer *writer, const struct import_row *row, struct line_text *line)
{
	add_owned_word(writer, "deprecated", deprecation_fact, row, line);
}

static void add_errata(const struct writer *writer, const struct import_row *row, struct line_text *line)
{
	add_owned_word(writer, "errata", errata_fact, row, line);
}

/* Reports two files of one variant that disagree: the first counts. */
static void say_overlap(const struct writer *writer, const struct import_row *row)
{
	uint32_t seen = 0;

	for (const struct owned_facts *facts = &row->owned; facts; seen |= facts->variants, facts = facts->next)
		if (facts->variants & seen)
			leave_out(writer->import, row->place, "errata or deprecation",
				  "other files of the same PMU say something else; the first counts");
}

/* Adds a latency in as few digits as it takes: 6.11, 19. */
static void add_latency(const struct writer *writer, const struct import_row *row, struct line_text *words)
{
	char text[24];
	size_t length = (size_t)snprintf(text, sizeof text, "%u.%03u", row->latency / 1000, row->latency % 1000);

	if (!row->latency)
		return;
	while (text[length - 1] == '0')
		length--;
	length -= text[length - 1] == '.';
	if (writer->owner)
		add(words, " latency-of=%s:%.*s", writer->owner, (int)length, text);
	else
		add(words, " latency=%.*s", (int)length, text);
}

/* Adds facts that are written alike for unit masks and for events without any. */
static void add_facts(const struct writer *writer, struct line_text *line, const struct import_row *row)
{
	if (row->precise)
		add(line, " precise");
	if (row->alone)
		add(line, " alone");
	if (row->fixed)
		add(line, " fixed");
	add_deprecated(writer, row, line);
	add_errata(writer, row, line);
	say_overlap(writer, row);
}

static bool unlike(struct counters a, struct counters b)
{
	return (b.general || b.fixed) && !same_counters(a, b);
}

/* Returns the event's unit mask that encodes the same and is not deprecated: a deprecated one is its alias. */
static const char *alias_of(const struct writer *writer, const struct import_event *event, const struct import_row *row)
{
	for (int i = 0; is_deprecated(row) && i < event->row_count; i++) {
		const struct import_row *other = &writer->pmu->rows[event->rows[i]];

		if (!is_deprecated(other) && (other->variants & row->variants) == row->variants &&
		    same_encoding(writer->pmu->family, other, row))
			return other->umask;
	}
	return NULL;
}

/* Words that all rows of the event have in common, so that they are written once, on the event's line. */
struct said_once {
	bool speculative, nosmt, period;
};

static void add_only(const struct writer *writer, struct line_text *line, uint32_t variants, uint32_t all)
{
	const char *comma = " only=";

	for (int i = 0; i < writer->pmu->identity_count && variants != all; i++)
		if (variants >> i & 1) {
			add(line, "%s%s", comma, writer->pmu->identities[i].name);
			comma = ",";
		}
}

static struct said_once common_facts(const struct writer *writer, const struct import_event *event)
{
	struct said_once once = { true, true, true };
	const struct import_row *first = &writer->pmu->rows[event->row_count ? event->rows[0] : event->bare];

	for (int i = 0; i < event->row_count; i++) {
		const struct import_row *row = &writer->pmu->rows[event->rows[i]];

		once.speculative &= row->speculative;
		once.nosmt &= same_counters(row->counters_nosmt, first->counters_nosmt) &&
			      same_counters(row->counters, event->counters);
		once.period &= row->period == first->period;
	}
	once.speculative &= first->speculative;
	return once;
}

void add_codes(const struct writer *writer, const struct import_event *event, const struct import_row *row,
	       struct line_text *words)
{
	const struct family *family = writer->pmu->family;
	uint64_t first_word = row->code | row->mask << family->mask_place;

	if (event->second_is_mask && first_word != event->code)
		report(row->place, "%s: its first word %#llx is not that of %s, %#llx", row->name,
		       (unsigned long long)first_word, event->name, (unsigned long long)event->code);
	if (!event->second_is_mask && row->code != event->code)
		add(words, " event=0x%02llx", (unsigned long long)row->code & 0xff);
	if (row->second && !event->second_is_mask)
		add(words, " %s=0x%llx", family->second_word, (unsigned long long)row->second);
	if (row->c)
		add(words, " c=%d", row->c);
	if (row->i)
		add(words, " i=1");
	if (row->e)
		add(words, " e=1");
	if (row->t)
		add(words, " t=1");
}

static void add_names(const struct writer *writer, const struct import_event *event, const struct import_row *row,
		      struct line_text *words)
{
	const char *alias = row->alias ? row->alias : alias_of(writer, event, row);

	if (row->threshold_of)
		add(words, " alias=%s:%s=%llu", row->threshold_of, row->takes, (unsigned long long)row->second);
	else if (alias)
		add(words, " alias=%s", alias);
	else
		add_codes(writer, event, row, words);
	if (row->takes && !row->threshold_of && !alias)
		add(words, " takes=%s", row->takes);
}

/* Returns whether a name in capitals is also a modifier's: it is the unit mask behind a dot. */
static bool is_called_as_modifier(const struct writer *writer, const char *name)
{
	for (struct item *item = writer->modifiers ? cut_list(writer->modifiers) : NULL; item; item = item->next)
		if (same_name(item->text, name))
			return true;
	return false;
}

static void put_umask(const struct writer *writer, const struct import_event *event, const struct import_row *row,
		      struct said_once once, struct line_text *to)
{
	struct line_text words = { 0 };
	struct described text = writer->import->texts ? description(row) : (struct described){ NULL, NULL };

	add_names(writer, event, row, &words);
	if (row->ncombo)
		add(&words, " ncombo");
	if (row->is_default)
		add(&words, " default");
	if (event->bare >= 0)
		add(&words, " optional");
	if (row->second_name)
		add(&words, " duplicate-code");
	if (!row->more_words && is_called_as_modifier(writer, row->umask))
		add(&words, " capitals");
	add(&words, "%s", row->more_words ? row->more_words : "");
	add_only(writer, &words, row->variants, event->variants);
	if (unlike(event->counters, row->counters))
		add_counters(&words, "ctr", row->counters);
	if (!once.nosmt && unlike(row->counters, row->counters_nosmt))
		add_counters(&words, "ctr-nosmt", row->counters_nosmt);
	add_facts(writer, &words, row);
	if (row->speculative && !once.speculative)
		add(&words, " speculative");
	if (row->period && !once.period)
		add(&words, " period=%llu", (unsigned long long)row->period);
	add_latency(writer, row, &words);
	put(to, 2, row->umask, event->second_is_mask ? row->second : row->mask, &words, &text);
	free(text.text);
	free(text.whole);
	free(words.text);
}

void add_umask_line(const struct writer *writer, const struct import_event *event, const struct import_row *row,
		    struct line_text *to)
{
	put_umask(writer, event, row, (struct said_once){ false, false, false }, to);
}

static void add_period(const struct writer *writer, const struct import_row *row, struct line_text *words)
{
	if (row->period && writer->owner)
		add(words, " period-of=%s:%llu", writer->owner, (unsigned long long)row->period);
	else if (row->period)
		add(words, " period=%llu", (unsigned long long)row->period);
}

void add_fact(const struct writer *writer, const char *key, const struct import_row *row, struct line_text *words)
{
	if (!strcmp(key, "ctr"))
		add_counters(words, key, row->counters);
	else if (!strcmp(key, "ctr-nosmt") && unlike(row->counters, row->counters_nosmt))
		add_counters(words, key, row->counters_nosmt);
	else if (!strcmp(key, "alone") && row->alone)
		add(words, " alone");
	else if (!strcmp(key, "precise") && row->precise)
		add(words, " precise");
	else if (!strcmp(key, "deprecated"))
		add_deprecated(writer, row, words);
	else if (!strcmp(key, "errata"))
		add_errata(writer, row, words);
	else if (!strcmp(key, "period"))
		add_period(writer, row, words);
	else if (!strcmp(key, "latency"))
		add_latency(writer, row, words);
}

void add_event_lines(const struct writer *writer, const struct import_event *event, struct line_text *to)
{
	const struct import_pmu *pmu = writer->pmu;
	const struct import_row *bare = event->bare >= 0 ? &pmu->rows[event->bare] : NULL;
	const struct import_row *first = &pmu->rows[event->row_count ? event->rows[0] : event->bare];
	struct said_once once = common_facts(writer, event);
	struct line_text line = { 0 };
	struct described text = { NULL, NULL };
	bool precise = false;

	for (int i = 0; i < event->row_count; i++)
		if (pmu->rows[event->rows[i]].takes) {
			add(&line, " mods=%s,%s", writer->modifiers, pmu->rows[event->rows[i]].takes);
			break;
		}
	if (event->second_is_mask)
		add(&line, pmu->family->sharing ? " to=%s raw=44" : " to=%s", pmu->family->second_word);
	add_only(writer, &line, event->variants, all_variants(pmu));
	if (unlike(writer->counters, event->counters))
		add_counters(&line, "ctr", event->counters);
	if (once.nosmt && unlike(event->counters, first->counters_nosmt))
		add_counters(&line, "ctr-nosmt", first->counters_nosmt);
	for (int i = 0; i < event->row_count; i++)
		precise |= pmu->rows[event->rows[i]].precise;
	if (bare && bare->box)
		add(&line, " box=%d", bare->box - 1);
	if (bare)
		add_facts(writer, &line, bare);
	else if (precise)
		add(&line, " precise");
	if (once.speculative)
		add(&line, " speculative");
	if (once.period && first->period)
		add(&line, " period=%llu", (unsigned long long)first->period);
	if (bare)
		add_latency(writer, bare, &line);
	if (writer->import->texts && bare) {
		text = description(bare);
	} else if (writer->import->texts) {
		text.text = joined("What the vendor calls ", event->name, "; its unit masks say what it counts");
	}
	put(to, 0, event->name, event->code, &line, &text);
	for (int i = 0; i < event->row_count; i++)
		put_umask(writer, event, &pmu->rows[event->rows[i]], once, to);
	free(text.text);
	free(text.whole);
	free(line.text);
}

/* ---- blocks ---- */

/* Returns the counters that most events of the table have. */
static struct counters table_counters(const struct import_events *events)
{
	struct counters best = { 0, 0 };
	int most = 0;

	for (int i = 0; i < events->count; i++) {
		int count = 0;

		if (i && same_counters(events->events[i].counters, events->events[i - 1].counters))
			continue;
		for (int k = i; k < events->count; k++)
			count += same_counters(events->events[k].counters, events->events[i].counters);
		if (count > most) {
			most = count;
			best = events->events[i].counters;
		}
	}
	return best;
}

static int highest(uint32_t bits)
{
	return bits ? 32 - __builtin_clz(bits) : 0;
}

static void put_pmu(const struct import_pmu *pmu, const struct identity *identity, struct line_text *to)
{
	const struct family *family = pmu->family;
	struct counters all = { 0, 0 };

	for (int i = 0; i < pmu->row_count; i++)
		if (pmu->rows[i].variants >> (identity - pmu->identities) & 1) {
			all.general |= pmu->rows[i].counters.general | pmu->rows[i].counters_nosmt.general;
			all.fixed |= pmu->rows[i].counters.fixed | pmu->rows[i].counters_nosmt.fixed;
		}
	add(to, "pmu %s\n", identity->name);
	if (pmu->id)
		add(to, "  id        %d\n", pmu->id + (int)(identity - pmu->identities));
	if (pmu->any_instance)
		add(to, "  instances any\n");
	add(to, "  desc      %s\n", identity->desc ? fit_text(identity->desc) : identity->name);
	add(to, "  type      %s\n", family->type);
	if (all.general || all.fixed)
		add(to, "  counters  %d", highest(all.general));
	if (all.fixed)
		add(to, " fixed %d", highest(all.fixed));
	if (all.general || all.fixed)
		add(to, "\n");
	add(to, "  codes     %d\n", family->words);
	if (family->privileges)
		add(to, "  plm       %s\n", family->privileges);
	for (int i = 0; i < identity->cpu_count; i++)
		add(to, "  %s\n", identity->cpus[i]);
	if (identity->device)
		add(to, "  sysfs     %s %s\n", identity->device,
		    strncmp(identity->device, "cpu_", 4) ? "file-or-notsupp" : "cached-or-raw");
	add(to, "  layout    %s\n", family->layout);
	if (family->sharing)
		add(to, "  sharing   %s\n", family->sharing);
	add(to, "  events    %s", pmu->table ? pmu->table : pmu->name);
	add(to, pmu->identity_count > 1 ? " variant=%s\n" : "\n", identity->name);
	if (family->flags)
		add(to, "  flags     %s\n", family->flags);
	add(to, "\n");
}

static const char *event_of(const struct writer *writer, const char *event, const char *umask)
{
	return index_find(writer->pmu->names, umask ? joined(event, ".", umask) : event) >= 0 ? event : NULL;
}

void add_pmu_text(struct import *import, struct import_pmu *pmu, struct line_text *to)
{
	struct import_events events = group_rows(pmu);
	struct writer writer = { import, pmu, table_counters(&events), pmu->family->modifiers, NULL, event_of };

	for (int i = 0; i < pmu->identity_count; i++)
		put_pmu(pmu, &pmu->identities[i], to);
	add(to, "events %s", pmu->table ? pmu->table : pmu->name);
	for (int i = 0; i < pmu->identity_count && pmu->identity_count > 1; i++)
		add(to, i ? ",%s" : " variants=%s", pmu->identities[i].name);
	if (pmu->family->modifiers)
		add(to, " mods=%s", pmu->family->modifiers);
	add_counters(to, "ctr", writer.counters);
	add(to, "\n");
	for (int i = 0; i < events.count; i++)
		add_event_lines(&writer, &events.events[i], to);
	add_topdown(pmu, to);
}
