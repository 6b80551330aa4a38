/* Facts about a row beyond its code: those in the files, and those in a table. */
#include "facts.h"
#include "text.h"

#include <stdlib.h>

/* ---- facts of each variant ---- */

static bool same_owned_facts(const struct owned_facts *a, const struct owned_facts *b)
{
	return a->deprecated == b->deprecated && same_text(a->errata, b->errata) &&
	       same_text(a->replacement, b->replacement) && same_text(a->instead, b->instead);
}

void add_owned(struct owned_facts *facts, const struct owned_facts *more)
{
	while (facts->next && !same_owned_facts(facts, more))
		facts = facts->next;
	if (facts->variants && !same_owned_facts(facts, more))
		facts = facts->next = need(calloc(1, sizeof *facts));
	if (facts->variants) {
		facts->variants |= more->variants;
		return;
	}
	*facts = *more;
	facts->next = NULL;
}

/* Replaces facts of the same variants: of two files of one variant the one with a replacement is the later one. */
bool replace_owned(struct owned_facts *facts, const struct owned_facts *more)
{
	for (; facts && more->replacement; facts = facts->next)
		if (facts->variants == more->variants && !facts->replacement) {
			facts->deprecated = true;
			facts->replacement = more->replacement;
			return true;
		}
	return false;
}

struct owned_facts owned_of(const struct owned_facts *facts, uint32_t variants)
{
	struct owned_facts list = { 0 };

	for (; facts; facts = facts->next) {
		struct owned_facts part = *facts;

		part.variants &= variants;
		variants &= ~part.variants; /* of several files of one variant, the first one counts */
		if (part.variants)
			add_owned(&list, &part);
	}
	return list;
}

bool is_deprecated(const struct import_row *row)
{
	for (const struct owned_facts *facts = &row->owned; facts; facts = facts->next)
		if (!facts->deprecated)
			return false;
	return true;
}

/* ---- rows of a table as rows of a file ---- */

static bool any_counter(struct counters counters)
{
	return counters.general || counters.fixed;
}

bool is_of_line(const struct umask *a, const struct umask *b)
{
	return a->place.line == b->place.line && a->place.file == b->place.file;
}

/* Adds facts of the table to a row in the vendor's form. */
static void add_facts_here(struct import_row *row, const struct facts *facts, uint32_t variants)
{
	struct owned_facts owned = { variants, facts->flags & FACT_DEPRECATED, facts->errata, NULL,
				     facts->deprecated_by, NULL };

	if (any_counter(facts->counters)) {
		row->counters = facts->counters;
		row->counters_nosmt = facts->counters_nosmt;
	}
	row->alone |= (facts->flags & FACT_ALONE) != 0;
	if (facts->period)
		row->period = facts->period;
	if (facts->latency)
		row->latency = facts->latency;
	row->variants |= variants;
	if (variants)
		add_owned(&row->owned, &owned);
}

/* Returns the facts of a unit mask together with its event's. */
static struct facts facts_of_both(const struct event *event, const struct umask *umask)
{
	struct facts facts = umask->facts;

	facts.flags |= event->facts.flags;
	if (!facts.errata)
		facts.errata = event->facts.errata;
	if (!facts.deprecated_by)
		facts.deprecated_by = event->facts.deprecated_by;
	return facts;
}

struct import_row row_here(const struct event *event, const struct umask *umask, uint32_t all)
{
	struct import_row row = { .umask = umask ? umask->name : NULL,
				  .precise = umask ? umask->data.flags & UMASK_PRECISE :
						     event->flags & EVENT_PRECISE };

	add_facts_here(&row, &event->facts, umask ? 0 : event->visible & all);
	for (int i = 0; umask && i < event->umask_count; i++)
		if (is_of_line(&event->umasks[i], umask)) {
			struct facts facts = facts_of_both(event, &event->umasks[i]);

			add_facts_here(&row, &facts, event->umasks[i].visible & all);
		}
	return row;
}

/* Adds what the table knows of a variant that the vendor does not name: the replacement, or anything if no file of the
 * variant has the row. */
static void add_owned_here(struct owned_facts *there, const struct owned_facts *here)
{
	uint32_t said = 0;

	for (struct owned_facts *facts = there; facts; facts = facts->next) {
		said |= facts->variants;
		if (facts->deprecated && !facts->replacement && facts->variants & here->variants)
			facts->instead = here->instead;
	}
	if (here->variants & ~said) {
		struct owned_facts rest = *here;

		rest.variants &= ~said;
		add_owned(there, &rest);
	}
}

struct import_row row_there(const struct import_row *here, const struct import_row *vendor)
{
	struct import_row row = *vendor;

	row.umask = here->umask;
	row.variants = here->variants;
	row.owned = owned_of(&vendor->owned, here->variants);
	for (const struct owned_facts *facts = &here->owned; facts; facts = facts->next)
		add_owned_here(&row.owned, facts);
	if (!any_counter(row.counters))
		row.counters = here->counters;
	if (!any_counter(row.counters_nosmt) && same_counters(row.counters, here->counters))
		row.counters_nosmt = here->counters_nosmt;
	return row;
}
