/* Text of the PMUs that come out, as pfm-tables(5) describes it. */
#include "import.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- a row: words behind each other ---- */

struct line_text {
	char *text;
	size_t length, room;
};

static void add(struct line_text *line, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add(struct line_text *line, const char *format, ...)
{
	va_list arguments;
	int length;

	va_start(arguments, format);
	length = vsnprintf(NULL, 0, format, arguments);
	va_end(arguments);
	if (line->length + (size_t)length + 1 > line->room) {
		line->room = 2 * line->room + (size_t)length + 256;
		line->text = need(realloc(line->text, line->room));
	}
	va_start(arguments, format);
	vsnprintf(line->text + line->length, (size_t)length + 1, format, arguments);
	va_end(arguments);
	line->length += (size_t)length;
}

/* ---- counters: 0-3,5,f0 ---- */

static void add_ranges(struct line_text *line, uint32_t bits, const char *prefix, const char **comma)
{
	for (int bit = 0; bit < 32; bit++) {
		int last = bit;

		if (!(bits >> bit & 1))
			continue;
		while (last < 31 && bits >> (last + 1) & 1)
			last++;
		add(line, "%s%s%d", *comma, prefix, bit);
		if (last > bit)
			add(line, "-%s%d", prefix, last);
		*comma = ",";
		bit = last;
	}
}

static void add_counters(struct line_text *line, const char *word, struct counters counters)
{
	const char *comma = "";

	if (!counters.general && !counters.fixed)
		return;
	add(line, " %s=", word);
	add_ranges(line, counters.general, "", &comma);
	add_ranges(line, counters.fixed, "f", &comma);
}

/* ---- descriptions ---- */

enum { MOST_TEXT = 240 };

/*
 * A vendor's text as the language has it: no colon, no control characters, 240 bytes. A colon before a blank becomes " -",
 * any other one a ratio sign (U+2236), which looks the same; what does not fit ends in "...", at the end of a word.
 */
static char *fit_text(const char *text)
{
	char *fitted = need(malloc(3 * strlen(text) + 4)), *to = fitted;

	for (text += strspn(text, " \t\r\n"); *text; text++) {
		unsigned char c = (unsigned char)*text;

		if (c == ':' && (text[1] == ' ' || !text[1]))
			to = stpcpy(to, to > fitted && to[-1] == ' ' ? "-" : " -");
		else if (c == ':')
			to = stpcpy(to, "\xe2\x88\xb6");
		else if (c > ' ' && c != 0x7f)
			*to++ = (char)c;
		else if (to > fitted && to[-1] != ' ')
			*to++ = ' ';
	}
	while (to > fitted && to[-1] == ' ')
		to--;
	*to = '\0';
	if (to - fitted > MOST_TEXT) {
		char *end = fitted + MOST_TEXT - 3;

		while (end > fitted && *end != ' ')
			end--;
		while (end > fitted && (end[-1] == ' ' || end[-1] == ',' || end[-1] == ';'))
			end--;
		if (end == fitted)
			for (end = fitted + MOST_TEXT - 3; (*end & 0xc0) == 0x80; end--)
				;
		strcpy(end, "...");
	}
	return fitted;
}

/* The whole text if it fits, else the brief one; what is not whole in the description stands in a comment above the row. */
static char *description(const struct import_row *row)
{
	const char *whole = row->whole_text ? row->whole_text : row->text;
	char *text;

	if (!whole)
		return NULL;
	text = fit_text(whole);
	if (strlen(text) > 3 && !strcmp(text + strlen(text) - 3, "...") && row->text) {
		free(text);
		text = fit_text(row->text);
	}
	if (!*text || !strcmp(text, "0")) { /* some files have 0 for no text */
		free(text);
		text = row->text && *row->text ? fit_text(row->text) : NULL;
	}
	return text;
}

/* ---- rows ---- */

struct context {
	const struct import *import;
	const struct import_pmu *pmu;
	struct counters counters;       /* of the table */
	FILE *file;
	int width;
};

static void put(const struct context *context, int indent, const char *name, uint64_t code, const struct line_text *words, const char *text)
{
	fprintf(context->file, "%*s%-*s 0x%02llx%s", indent, "", context->width - indent, name, (unsigned long long)code, words->text ? words->text : "");
	if (text)
		fprintf(context->file, " : %s", text);
	fputc('\n', context->file);
}

/* Facts that an event without unit masks and a unit mask have alike. */
static void add_facts(struct line_text *line, const struct import_row *row)
{
	if (row->precise)
		add(line, " precise");
	if (row->alone)
		add(line, " alone");
	if (row->fixed)
		add(line, " fixed");
	if (row->deprecated)
		add(line, row->replacement ? " deprecated=%s" : " deprecated", row->replacement);
	if (row->errata)
		add(line, " errata=%s", row->errata);
}

static bool unlike(struct counters a, struct counters b)
{
	return (b.general || b.fixed) && !same_counters(a, b);
}

/* The unit mask of the event that encodes the same and is not deprecated: a deprecated one is another name for it. */
static const char *alias_of(const struct context *context, const struct import_event *event, const struct import_row *row)
{
	for (int i = 0; row->deprecated && i < event->row_count; i++) {
		const struct import_row *other = &context->pmu->rows[event->rows[i]];

		if (!other->deprecated && same_encoding(context->pmu->family, other, row))
			return other->umask;
	}
	return NULL;
}

/* Whether all rows of the event have what the test says: then the event line says it once. */
struct said_once {
	bool speculative, nosmt, period;
};

static void add_only(const struct context *context, struct line_text *line, uint32_t variants, uint32_t all)
{
	const char *comma = " only=";

	for (int i = 0; i < context->pmu->identity_count && variants != all; i++)
		if (variants >> i & 1) {
			add(line, "%s%s", comma, context->pmu->identities[i].name);
			comma = ",";
		}
}

static struct said_once common_facts(const struct context *context, const struct import_event *event)
{
	struct said_once once = { true, true, true };
	const struct import_row *first = &context->pmu->rows[event->row_count ? event->rows[0] : event->bare];

	for (int i = 0; i < event->row_count; i++) {
		const struct import_row *row = &context->pmu->rows[event->rows[i]];

		once.speculative &= row->speculative;
		once.nosmt &= same_counters(row->counters_nosmt, first->counters_nosmt) && same_counters(row->counters, event->counters);
		once.period &= row->period == first->period;
	}
	once.speculative &= first->speculative;
	return once;
}

static void put_umask(const struct context *context, const struct import_event *event, const struct import_row *row, struct said_once once, bool preferred)
{
	const struct family *family = context->pmu->family;
	uint64_t first_word = row->code | row->mask << family->mask_place;
	const char *alias = alias_of(context, event, row);
	struct line_text line = { 0 };
	char *text = context->import->texts ? description(row) : NULL;

	if (row->threshold_of)
		add(&line, " alias=%s:%s=%llu", row->threshold_of, row->takes, (unsigned long long)row->second);
	else if (alias)
		add(&line, " alias=%s", alias);
	else if (row->takes)
		add(&line, " takes=%s", row->takes);
	alias = alias ? alias : row->threshold_of;
	if (!alias && !event->second_is_mask && row->code != event->code)
		add(&line, " event=0x%02llx", (unsigned long long)row->code);
	if (!alias && event->second_is_mask && first_word != event->code)
		report(row->place, "%s: its first word %#llx is not that of %s, %#llx", row->name, (unsigned long long)first_word, event->name,
		       (unsigned long long)event->code);
	if (!alias && row->second && !event->second_is_mask)
		add(&line, " %s=0x%llx", family->second_word, (unsigned long long)row->second);
	if (!alias && row->c)
		add(&line, " c=%d", row->c);
	if (!alias && row->i)
		add(&line, " i=1");
	if (!alias && row->e)
		add(&line, " e=1");
	if (!alias && row->t)
		add(&line, " t=1");
	if (row->ncombo)
		add(&line, " ncombo");
	if (preferred)
		add(&line, " default");
	add_only(context, &line, row->variants, event->variants);
	if (event->bare >= 0)
		add(&line, " optional");
	if (unlike(event->counters, row->counters))
		add_counters(&line, "ctr", row->counters);
	if (!once.nosmt && unlike(row->counters, row->counters_nosmt))
		add_counters(&line, "ctr-nosmt", row->counters_nosmt);
	add_facts(&line, row);
	if (row->speculative && !once.speculative)
		add(&line, " speculative");
	if (row->period && !once.period)
		add(&line, " period=%llu", (unsigned long long)row->period);
	put(context, 2, row->umask, event->second_is_mask ? row->second : row->mask, &line, text);
	free(text);
	free(line.text);
}

static bool is_default(const struct import_pmu *pmu, const struct import_event *event, int row)
{
	return event->preferred >= 0 && same_name(pmu->rows[row].umask, pmu->rows[event->preferred].umask);
}

static void put_event(const struct context *context, const struct import_event *event)
{
	const struct import_pmu *pmu = context->pmu;
	const struct import_row *bare = event->bare >= 0 ? &pmu->rows[event->bare] : NULL;
	const struct import_row *first = event->row_count ? &pmu->rows[event->rows[0]] : bare;
	struct said_once once = common_facts(context, event);
	struct line_text line = { 0 };
	char *text = NULL;
	bool precise = false;

	for (int i = 0; i < event->row_count; i++)
		if (pmu->rows[event->rows[i]].takes) {
			add(&line, " mods=%s,%s", pmu->family->modifiers, pmu->rows[event->rows[i]].takes);
			break;
		}
	if (event->second_is_mask)
		add(&line, " to=%s", pmu->family->second_word);
	add_only(context, &line, event->variants, all_variants(pmu));
	if (unlike(context->counters, event->counters))
		add_counters(&line, "ctr", event->counters);
	if (once.nosmt && unlike(event->counters, first->counters_nosmt))
		add_counters(&line, "ctr-nosmt", first->counters_nosmt);
	for (int i = 0; i < event->row_count; i++)
		precise |= pmu->rows[event->rows[i]].precise;
	if (bare)
		add_facts(&line, bare);
	else if (precise)
		add(&line, " precise");
	if (once.speculative)
		add(&line, " speculative");
	if (once.period && first->period)
		add(&line, " period=%llu", (unsigned long long)first->period);
	if (context->import->texts && bare) {
		text = description(bare);
	} else if (context->import->texts) {
		text = need(malloc(strlen(event->name) + 64));
		sprintf(text, "What the vendor calls %.120s; its unit masks say what it counts", event->name);
	}
	put(context, 0, event->name, event->code, &line, text);
	for (int i = 0; i < event->row_count; i++)
		put_umask(context, event, &pmu->rows[event->rows[i]], once, is_default(pmu, event, event->rows[i]));
	free(text);
	free(line.text);
}

/* ---- blocks ---- */

/* The counters that most events of the table have. */
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

static int column(const struct import_pmu *pmu)
{
	size_t width = 0;

	for (int i = 0; i < pmu->row_count; i++) {
		const struct import_row *row = &pmu->rows[i];
		size_t length = row->umask ? strlen(row->umask) + 2 : 0;

		width = length > width ? length : width;
		width = strlen(row->event) > width ? strlen(row->event) : width;
	}
	return (int)(width < 60 ? width : 60);
}

static int highest(uint32_t bits)
{
	return bits ? 32 - __builtin_clz(bits) : 0;
}

static void put_pmu(const struct import_pmu *pmu, const struct identity *identity, FILE *file)
{
	const struct family *family = pmu->family;
	struct counters all = { 0, 0 };

	for (int i = 0; i < pmu->row_count; i++)
		if (pmu->rows[i].variants >> (identity - pmu->identities) & 1) {
			all.general |= pmu->rows[i].counters.general;
			all.fixed |= pmu->rows[i].counters.fixed;
		}
	fprintf(file, "pmu %s\n", identity->name);
	fprintf(file, "  desc      %s\n", identity->desc ? fit_text(identity->desc) : identity->name);
	fprintf(file, "  type      %s\n", family->type);
	if (all.general || all.fixed)
		fprintf(file, "  counters  %d", highest(all.general));
	if (all.fixed)
		fprintf(file, " fixed %d", __builtin_popcount(all.fixed));
	fputs(all.general || all.fixed ? "\n" : "", file);
	fprintf(file, "  codes     %d\n", family->words);
	if (family->privileges)
		fprintf(file, "  plm       %s\n", family->privileges);
	for (int i = 0; i < identity->cpu_count; i++)
		fprintf(file, "  %s\n", identity->cpus[i]);
	if (identity->device)
		fprintf(file, "  sysfs     %s\n", identity->device);
	fprintf(file, "  layout    %s\n  events    %s", family->layout, pmu->name);
	fprintf(file, pmu->identity_count > 1 ? " variant=%s\n" : "\n", identity->name);
	if (family->flags)
		fprintf(file, "  flags     %s\n", family->flags);
	fputc('\n', file);
}

static void write_pmu(const struct import *import, struct import_pmu *pmu, FILE *file)
{
	struct import_events events = group_rows(pmu);
	struct context context = { import, pmu, table_counters(&events), file, column(pmu) };
	struct line_text head = { 0 };

	for (int i = 0; i < pmu->identity_count; i++)
		put_pmu(pmu, &pmu->identities[i], file);
	for (int i = 0; i < pmu->identity_count && pmu->identity_count > 1; i++)
		add(&head, i ? ",%s" : " variants=%s", pmu->identities[i].name);
	if (pmu->family->modifiers)
		add(&head, " mods=%s", pmu->family->modifiers);
	add_counters(&head, "ctr", context.counters);
	fprintf(file, "events %s%s\n", pmu->name, head.text ? head.text : "");
	for (int i = 0; i < events.count; i++)
		put_event(&context, &events.events[i]);
	free(head.text);
}

void write_pmus(const struct import *import, FILE *file)
{
	for (int i = 0; i < import->pmu_count; i++) {
		if (i)
			fputc('\n', file);
		write_pmu(import, import->pmus[i], file);
	}
}
