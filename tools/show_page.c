/*
 * A page to look at: page/page.html with style, programs and data put in. The data are the tables themselves, each row
 * once, however many PMUs have it, and page/encode.js reads them by the rules of the library's own encoder.
 *
 * Rows are arrays whose last elements are left out if they are 0; page/encode.js says what stands where. Rows refer to
 * each other and to strings by number. Numbers beyond what JavaScript can hold are strings of hexadecimal digits.
 */
#include "showevtinfo.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "api/private.h"
#include "boxes.h"
#include "json.h"
#include "page/page.h"
#include "tables/lookup.h"

/* ---- things and their numbers ---- */

/* What has been given a number: pointers, in the order of their numbers, from 0 on, and whose rows they are. */
struct numbered {
	struct thing {
		const void *row;
		const struct tables *in;
	} *list;
	uint32_t *slots;                /* number + 1 by hash; 0: free */
	uint32_t count, room;           /* of both, a power of 2 */
};

/* All the parts of the page. */
struct page {
	struct numbered strings, events, sets, layouts, facts;
	struct event_ref *refs;         /* of the events, in the order of their numbers */
	uint32_t ref_room;
	bool failed;                    /* something is lacking, which has been said */
};

static uint32_t hash_of(const void *pointer, uint32_t room)
{
	return (uint32_t)(((uintptr_t)pointer * UINT64_C(0x9e3779b97f4a7c15)) >> 32) & (room - 1);
}

static uint32_t next_slot(const struct numbered *numbered, uint32_t slot)
{
	return (slot + 1) & (numbered->room - 1);
}

static void free_numbered(struct numbered *numbered)
{
	free(numbered->list);
	free(numbered->slots);
}

static void *more(void *list, size_t count, size_t size, struct page *page)
{
	void *bigger = realloc(list, count * size);

	page->failed |= !bigger && is_lacking(PFM_ERR_NOMEM);
	return bigger;
}

static void put(struct numbered *numbered, struct thing thing, uint32_t number)
{
	uint32_t slot = hash_of(thing.row, numbered->room);

	while (numbered->slots[slot])
		slot = next_slot(numbered, slot);
	numbered->slots[slot] = number + 1;
	numbered->list[number] = thing;
}

static bool grow(struct numbered *numbered, struct page *page)
{
	uint32_t room = numbered->room ? 2 * numbered->room : 1024;
	struct thing *list = more(numbered->list, room, sizeof *list, page);
	uint32_t *slots;

	if (!list)
		return false;
	numbered->list = list;
	slots = more(numbered->slots, room, sizeof *slots, page);
	if (!slots)
		return false;
	memset(slots, 0, room * sizeof *slots);
	numbered->slots = slots;
	numbered->room = room;
	for (uint32_t i = 0; i < numbered->count; i++)
		put(numbered, list[i], i);
	return true;
}

/* The number of a row, a new one if it has none. Without memory: 0, and page->failed. */
static uint32_t number_of(struct numbered *numbered, const void *row, const struct tables *in, struct page *page)
{
	if (2 * numbered->count >= numbered->room && !grow(numbered, page))
		return 0;
	for (uint32_t slot = hash_of(row, numbered->room); numbered->slots[slot]; slot = next_slot(numbered, slot))
		if (numbered->list[numbered->slots[slot] - 1].row == row)
			return numbered->slots[slot] - 1;
	put(numbered, (struct thing){ row, in }, numbered->count);
	return numbered->count++;
}

/* Of strings: pools have each text once, so that its place tells it. */
static uint32_t string_number(const char *text, struct page *page)
{
	return number_of(&page->strings, text, NULL, page);
}

/* ---- rows ---- */

/* A row being written: zeros wait until something else comes. */
struct row {
	int zeros;
	bool begun;
};

static void begin_row(struct row *row)
{
	*row = (struct row){ 0 };
	putchar('[');
}

static void next_field(struct row *row)
{
	for (; row->zeros; row->zeros--, row->begun = true)
		fputs(row->begun ? ",0" : "0", stdout);
	if (row->begun)
		putchar(',');
	row->begun = true;
}

static void put_number(struct row *row, uint64_t value)
{
	if (!value) {
		row->zeros++;
		return;
	}
	next_field(row);
	printf(value >> 53 ? "\"0x%" PRIx64 "\"" : "%" PRIu64, value);
}

static void put_place(struct row *row, const struct table_place *place)
{
	put_number(row, place->mask);
	put_number(row, place->word);
}

static void put_name(struct row *row, const struct tables *in, uint32_t name, struct page *page)
{
	put_number(row, name ? string_number(name_at(in, name), page) : 0);
}

/* ---- PMUs ---- */

/* An event's number; its rows are kept. */
static uint32_t event_number(const struct event_ref *ref, struct page *page)
{
	uint32_t number = number_of(&page->events, ref->event, ref->in, page);

	if (page->failed)
		return 0;
	if (page->events.room > page->ref_room) {
		struct event_ref *bigger = more(page->refs, page->events.room, sizeof *bigger, page);

		if (!bigger)
			return 0;
		page->refs = bigger;
		page->ref_room = page->events.room;
	}
	page->refs[number] = *ref;
	return number;
}

/* Tracepoints are this kernel's alone, and mean nothing to who gets the page. */
static bool is_of_use(const struct event_ref *ref, const pfm_pmu_info_t *pmu)
{
	return pmu->pmu != PFM_PMU_PERF_EVENT || event_kind(ref->in, ref->event)->column != PERF_TYPE_TRACEPOINT;
}

/* The rows of an event; false: they cannot be had. */
static bool find_rows(int idx, struct event_ref *ref, struct page *page)
{
	pfm_err_t error = pfm_private_event(idx, PFMKIT_VERSION, ref);

	page->failed |= is_lacking(error);
	return !error;
}

/* Numbers of the events of a PMU: first and how many, as often as needed. */
static void put_events(const pfm_pmu_info_t *pmu, struct page *page)
{
	uint32_t first = 0, count = 0;
	bool any = false;
	struct event_ref ref;

	fputs(",\"events\":[", stdout);
	for (int idx = pmu->first_event; idx >= 0; idx = pfm_get_event_next(idx)) {
		uint32_t number;

		if (!find_rows(idx, &ref, page) || !is_of_use(&ref, pmu))
			continue;
		number = event_number(&ref, page);
		if (count && number != first + count) {
			printf("%s%" PRIu32 ",%" PRIu32, any ? "," : "", first, count);
			any = true;
			count = 0;
		}
		if (!count++)
			first = number;
	}
	if (count)
		printf("%s%" PRIu32 ",%" PRIu32, any ? "," : "", first, count);
	putchar(']');
}

/* Where the kernel has the events of a PMU, as evt2raw would say; NULL: the core PMU, or the kernel's own. */
static const char *device_of(const pfm_pmu_info_t *pmu, const pfm_pmu_details_t *details, char *device, size_t size)
{
	char string[512];
	pfm_event_info_t info = { .size = sizeof info };

	if (!details->device || !strpbrk(details->device, "{*,"))
		return details->device; /* events of one box only: page/encode.js adds its number */
	if (pfm_get_event_info(pmu->first_event, PFM_OS_NONE, &info))
		return details->device;
	snprintf(string, sizeof string, "%s::%s", pmu->name, info.name);
	return device_of_instance(details, info.idx, string, device, size);
}

/* The PMUs of the page. */
struct member {
	pfm_pmu_info_t info;
	pfm_pmu_details_t details;
	struct event_ref first;         /* its first event */
	bool done;                      /* stands with another box of its kind */
};

static void put_box(const struct member *member, bool first)
{
	char room[128];
	const char *device = device_of(&member->info, &member->details, room, sizeof room);

	fputs(first ? "[" : ",[", stdout);
	json_string_without(member->info.name, "<");
	if (device) {
		putchar(',');
		json_string_without(device, "<");
	}
	putchar(']');
}

static bool are_boxes(const struct member *a, const struct member *b)
{
	return are_of_a_kind(&a->info, &b->info) && a->first.event == b->first.event;
}

/* The names and devices of all boxes that have the same events as the first of the members. */
static void put_boxes(struct member *members, int count)
{
	fputs(",\"boxes\":[", stdout);
	for (int i = 0; i < count; i++)
		if (!i || are_boxes(members, &members[i])) {
			put_box(&members[i], !i);
			members[i].done = true;
		}
	putchar(']');
}

static void put_key_text(bool *first, const char *key, const char *text)
{
	json_key(first, key);
	json_string_without(text ? text : "", "<");
}

static void put_pmu(struct member *members, int count, struct page *page)
{
	const struct member *member = members;
	const struct table_pmu *data = member->first.data;
	bool first = true;

	putchar('{');
	put_key_text(&first, "name", member->info.name);
	put_key_text(&first, "desc", member->info.desc);
	put_key_text(&first, "type", pmu_type_name(&member->info));
	put_key_text(&first, "vendor", member->details.vendor);
	json_number(&first, "id", member->info.pmu);
	json_number(&first, "counters", member->info.num_cntrs);
	json_number(&first, "fixed", member->info.num_fixed_cntrs);
	json_number(&first, "plm", member->details.plm);
	json_number(&first, "flags", data->flags);
	json_number(&first, "visible", data->visible);
	json_number(&first, "present", member->info.is_present);
	json_number(&first, "layout", number_of(&page->layouts, member->first.layout, member->first.in, page));
	put_boxes(members, count);
	put_events(&member->info, page);
	putchar('}');
}

/* With --cpu all, PMUs of all machines, else those of this one; of both, those that --pmu and --type let through. */
static bool is_member(const pfm_pmu_info_t *pmu, bool all)
{
	return (all || pmu->is_present || settings.given.pmu) && pmu->first_event >= 0 && pmu_wanted(pmu) &&
	       pmu->pmu != PFM_PMU_PERF_EVENT_RAW;
}

static struct member *find_members(bool all, int *count, struct page *page)
{
	struct member *members = NULL, next = { .info.size = sizeof next.info, .details.size = sizeof next.details };
	pfm_pmu_t pmu;

	*count = 0;
	for_each_pmu(pmu) {
		struct member *bigger;

		if (!next_pmu(pmu, &next.info) || !is_member(&next.info, all) ||
		    pfm_get_pmu_details(pmu, &next.details) || next.details.is_kernel_only ||
		    !find_rows(next.info.first_event, &next.first, page))
			continue;
		bigger = more(members, (size_t)*count + 1, sizeof *members, page);
		if (!bigger)
			break;
		members = bigger;
		members[(*count)++] = next;
	}
	return members;
}

static void put_pmus(struct member *members, int count, struct page *page)
{
	bool any = false;

	for (int i = 0; i < count; i++)
		if (!members[i].done) {
			fputs(any ? ",\n" : "\n", stdout);
			put_pmu(&members[i], count - i, page);
			any = true;
		}
}

/* ---- layouts ---- */

static void put_modifier(const struct tables *in, const struct table_modifier *modifier, struct page *page)
{
	struct row row;

	begin_row(&row);
	put_name(&row, in, modifier->name, page);
	put_number(&row, string_number(text_at(in, modifier->text), page));
	put_number(&row, modifier->flags);
	put_place(&row, &modifier->target);
	put_place(&row, &modifier->sets);
	put_place(&row, &modifier->sets_if);
	put_number(&row, modifier->min);
	put_number(&row, modifier->max);
	put_number(&row, modifier->untaken_default);
	put_number(&row, modifier->privilege);
	put_number(&row, modifier->forces);
	putchar(']');
}

static void put_modifiers(const struct tables *in, const struct table_layout *layout, struct page *page)
{
	fputs(",\"modifiers\":[", stdout);
	for (int i = 0; i < layout->modifiers; i++) {
		if (i)
			putchar(',');
		put_modifier(in, &in->modifiers.rows[layout->first_modifier + (uint32_t)i], page);
	}
	putchar(']');
}

static void put_places(const struct table_layout *layout)
{
	struct row row;

	fputs(",\"places\":", stdout);
	begin_row(&row);
	put_place(&row, &layout->umask);
	put_place(&row, &layout->column);
	for (int i = 0; i < 3; i++)
		put_place(&row, &layout->plm[i]);
	putchar(']');
	fputs(",\"code\":", stdout);
	begin_row(&row);
	for (int i = 0; i < layout->segments; i++) {
		put_number(&row, layout->event[i].word);
		put_number(&row, layout->event[i].low);
		put_number(&row, layout->event[i].width);
	}
	putchar(']');
}

static void put_moves(const struct table_layout *layout)
{
	struct row row;

	fputs(",\"moves\":[", stdout);
	for (int i = 0; i < layout->move_count; i++) {
		const struct table_move *move = &layout->moves[i];

		if (i)
			putchar(',');
		begin_row(&row);
		put_number(&row, move->to);
		put_number(&row, move->from);
		put_number(&row, move->word);
		put_number(&row, move->shift);
		put_number(&row, move->clear);
		putchar(']');
	}
	fputs("],\"join\":", stdout);
	begin_row(&row);
	put_number(&row, layout->join_mask);
	for (int i = 0; i < 3; i++)
		put_number(&row, layout->join_values[i]);
	putchar(']');
}

static void put_layout(const struct tables *in, const void *row_of, struct page *page)
{
	const struct table_layout *layout = row_of;
	bool first = true;
	struct row row;

	putchar('{');
	json_number(&first, "words", layout->words);
	json_number(&first, "rules", layout->rules);
	json_number(&first, "privilege", layout->privilege);
	json_number(&first, "edge", layout->edge);
	json_number(&first, "counter_mask", layout->counter_mask);
	json_number(&first, "os", layout->os_modifiers);
	json_number(&first, "with_privilege", layout->with_privilege);
	json_number(&first, "with_taken", layout->with_taken);
	json_number(&first, "with_required", layout->with_required);
	json_number(&first, "not_under_perf", layout->not_under_perf);
	fputs(",\"set\":", stdout);
	begin_row(&row);
	for (int i = 0; i < MAX_WORDS; i++)
		put_number(&row, layout->set[i]);
	putchar(']');
	put_places(layout);
	put_moves(layout);
	put_modifiers(in, layout, page);
	putchar('}');
}

/* ---- events and unit masks ---- */

/* The number + 1 of facts; 0: nothing is known. */
static uint32_t facts_number(const struct tables *in, const struct table_facts *facts, struct page *page)
{
	return facts != in->facts.rows ? number_of(&page->facts, facts, in, page) + 1 : 0;
}

static void put_event(const struct event_ref *ref, struct page *page)
{
	const struct table_event *event = ref->event;
	const struct table_event_rare *rare = event_rare(ref->in, event);
	const struct table_umask_set *set = event_umasks(ref->in, event);
	struct row row;

	begin_row(&row);
	put_name(&row, ref->in, event->name, page);
	put_number(&row, string_number(text_at(ref->in, event->text), page));
	put_number(&row, ref->code);
	put_number(&row, set->count ? number_of(&page->sets, set, ref->in, page) + 1 : 0);
	put_number(&row, ref->modifiers);
	put_number(&row, facts_number(ref->in, event_facts(ref->in, event), page));
	put_number(&row, event->flags);
	put_number(&row, event_kind(ref->in, event)->column);
	put_name(&row, ref->in, rare->alias, page);
	put_number(&row, rare->required);
	put_number(&row, rare->force);
	put_number(&row, rare->hook);
	putchar(']');
}

static void put_umask(const struct tables *in, const struct table_umask *umask, struct page *page)
{
	const struct table_umask_rare *rare = umask_rare(in, umask);
	uint32_t visible = umask_kind(in, umask)->visible;
	struct row row;

	begin_row(&row);
	put_name(&row, in, umask->name, page);
	put_number(&row, string_number(text_at(in, umask->text), page));
	put_number(&row, umask->code);
	put_number(&row, umask->flags);
	put_number(&row, facts_number(in, umask_facts(in, umask), page));
	put_number(&row, visible == ALL_VARIANTS ? 0 : visible);
	put_name(&row, in, rare->alias, page);
	put_number(&row, rare->hardwired);
	put_number(&row, rare->required);
	put_number(&row, rare->takes);
	for (int i = 0; i < MAX_WORDS; i++)
		put_number(&row, rare->words[i]);
	put_number(&row, rare->event);
	put_number(&row, rare->needs_group);
	putchar(']');
}

static void put_set(const struct tables *in, const void *row_of, struct page *page)
{
	const struct table_umask_set *set = row_of;

	putchar('[');
	for (int i = 0; i < set->count; i++) {
		if (i)
			putchar(',');
		put_umask(in, &in->umasks.rows[set->first + (uint32_t)i], page);
	}
	putchar(']');
}

static void put_facts(const struct tables *in, const void *row_of, struct page *page)
{
	const struct table_facts *facts = row_of;
	struct row row;

	begin_row(&row);
	put_number(&row, facts->counters);
	put_number(&row, facts->counters_nosmt);
	put_number(&row, facts->flags);
	put_number(&row, facts->period);
	put_number(&row, facts->box);
	put_name(&row, in, facts->deprecated_by, page);
	put_name(&row, in, facts->errata, page);
	putchar(']');
}

static void put_string(const struct tables *in, const void *text, struct page *page)
{
	(void)in;
	(void)page;
	json_string_without(text, "<");
}

/* ---- the page ---- */

typedef void put_row(const struct tables *in, const void *row, struct page *page);

/* All things of a kind, a line each. */
static void put_all(const char *key, const struct numbered *numbered, put_row *put_one, struct page *page)
{
	printf("],\n\"%s\":[", key);
	for (uint32_t i = 0; i < numbered->count; i++) {
		fputs(i ? ",\n" : "\n", stdout);
		put_one(numbered->list[i].in, numbered->list[i].row, page);
	}
}

static void put_events_of_page(struct page *page)
{
	fputs("],\n\"events\":[", stdout);
	for (uint32_t i = 0; i < page->events.count; i++) {
		fputs(i ? ",\n" : "\n", stdout);
		put_event(&page->refs[i], page);
	}
}

/* Names of events as the page searches them: words in small letters, wordings with bars between. */
static void put_wordings(const char *events)
{
	putchar('"');
	for (const char *at = events; *at; at++)
		putchar(*at == ' ' ? '|' : *at == ':' ? ' ' : tolower((unsigned char)*at));
	putchar('"');
}

/* What people say and what it stands for, and makers' names of that. */
static void put_questions(void)
{
	static const char *const folds[][2] = {
#define FOLD(meaning, words) { meaning, words },
#include "answers/words.def"
	};
	static const char *const meanings[][2] = {
#define MEANING(words, events) { words, events },
#include "answers/words.def"
	};

	fputs(",\n\"folds\":[", stdout);
	for (size_t i = 0; i < sizeof folds / sizeof folds[0]; i++) {
		fputs(i ? ",[" : "[", stdout);
		json_string_without(folds[i][0], "<");
		putchar(',');
		json_string_without(folds[i][1], "<");
		putchar(']');
	}
	fputs("],\n\"questions\":[", stdout);
	for (size_t i = 0; i < sizeof meanings / sizeof meanings[0]; i++) {
		fputs(i ? ",[" : "[", stdout);
		json_string_without(meanings[i][0], "<");
		putchar(',');
		put_wordings(meanings[i][1]);
		putchar(']');
	}
	putchar(']');
}

/* What refers comes before what is referred to, which has its numbers then. */
static void put_data(struct member *members, int count, struct page *page)
{
	fputs("{\"version\":", stdout);
	json_string_without(PFMKIT_VERSION, "<");
	put_questions();
	fputs(",\n\"pmus\":[", stdout);
	put_pmus(members, count, page);
	if (page->failed)
		return; /* not all events are there */
	put_all("layouts", &page->layouts, put_layout, page);
	put_events_of_page(page);
	put_all("sets", &page->sets, put_set, page);
	put_all("facts", &page->facts, put_facts, page);
	put_all("strings", &page->strings, put_string, page);
	fputs("]}\n", stdout);
}

/* A line of the page that stands for something else. */
static bool put_part(const char *line, size_t length, struct member *members, int count, struct page *page)
{
	static const struct { const char *line, *text; } parts[] = {
		{ "@page.css@", page_css }, { "@encode.js@", encode_js }, { "@page.js@", page_js },
		{ "@data@", NULL } };

	for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
		if (length == strlen(parts[i].line) && !memcmp(line, parts[i].line, length)) {
			if (parts[i].text)
				fputs(parts[i].text, stdout);
			else
				put_data(members, count, page);
			return true;
		}
	return false;
}

bool print_page(bool all)
{
	struct page page = { .failed = false };
	int count;
	struct member *members = find_members(all, &count, &page);

	string_number("", &page); /* number 0: none */
	for (const char *line = page_html; count && *line;) {
		size_t length = strcspn(line, "\n");

		if (!put_part(line, length, members, count, &page))
			printf("%.*s\n", (int)length, line);
		line += length + 1;
	}
	if (!count)
		complain("no PMUs to show; --cpu all shows those of all machines");
	free(members);
	free(page.refs);
	free_numbered(&page.strings);
	free_numbered(&page.events);
	free_numbered(&page.sets);
	free_numbered(&page.layouts);
	free_numbered(&page.facts);
	return count && !page.failed;
}
