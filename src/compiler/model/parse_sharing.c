/*
 * Parses what events of a PMU share: resources, counters that others may use, and demands, which are facts of all
 * events whose codes match. These are lines of a PMU, of a layout, or of a block that several PMUs name.
 */
#include "parse.h"

#include <stdlib.h>
#include <string.h>

static const struct named scopes[] = { { "thread", SCOPE_THREAD },
				       { "core", SCOPE_CORE },
				       { "node", SCOPE_NODE },
				       { "socket", SCOPE_SOCKET },
				       { NULL, 0 } };

static void parse_resource(const struct line *line, struct sharing *sharing)
{
	struct resource resource = { .place = line->words[0].place, .text = line->text };
	const struct named *scope = NULL;

	if (line->count == 6 && !strcmp(line->words[2].text, "count") && !strcmp(line->words[4].text, "scope"))
		scope = find_named(scopes, line->words[5].text);
	if (!scope) {
		report(resource.place, "expected: resource NAME count N scope thread|core|node|socket");
		return;
	}
	resource.name = line->words[1].text;
	resource.scope = (uint8_t)scope->value;
	number_of(line->words[3], line->words[3].text, MAX_RESOURCE_COUNT, &resource.count);
	if (!resource.count)
		report(line->words[3].place, "0: a resource is there at least once");
	for (int i = 0; i < sharing->resource_count; i++)
		if (!strcmp(sharing->resources[i].name, resource.name))
			report(line->words[1].place, "another resource is called %s", resource.name);
	if (sharing->resource_count == MAX_RESOURCES)
		report(resource.place, "more than %d resources", MAX_RESOURCES);
	else
		sharing->resources[sharing->resource_count++] = resource;
}

static void parse_reserve(const struct line *line, struct sharing *sharing)
{
	struct reserve reserve = { .place = line->words[0].place };
	const char *list = line->count == 3 ? value_of(line->words[2].text, "ctr") : NULL;
	size_t length = list ? strlen(list) : 0;

	if (!length) {
		report(reserve.place,
		       "expected: reserve NAME ctr=LIST, the list ending in |any if any other counter will do");
		return;
	}
	reserve.name = line->words[1].text;
	reserve.any = length > 4 && !strcmp(list + length - 4, "|any");
	reserve.counters = parse_counter_list(line->words[2], reserve.any ? copy_text(list, length - 4) : list);
	if (sharing->reserve_count == MAX_RESERVES)
		report(reserve.place, "more than %d reserves", MAX_RESERVES);
	else
		sharing->reserves[sharing->reserve_count++] = reserve;
}

/* Parses "CONFIG:BITS=LIST": one match for each item of the list, all but the first alternatives. */
static void parse_matches(struct demand *demand, struct word word)
{
	size_t length = strcspn(word.text, "=");
	struct match match = { .other = false };

	if (!word.text[length] || !parse_bits(word, copy_text(word.text, length), match.bits, &match.bit_count)) {
		if (!word.text[length])
			report(word.place, "%s: expected bits of the code and their values, as in config:0-7=0xb7,0xbb",
			       word.text);
		return;
	}
	for (struct item *item = cut_list(word.text + length + 1); item; item = item->next) {
		if (!parse_range(item->text, &match.low, &match.high)) {
			report(word.place, "%s: expected a number or a range", item->text);
			return;
		}
		demand->matches = grow(demand->matches, demand->match_count, sizeof *demand->matches);
		demand->matches[demand->match_count++] = match;
		match.other = true;
	}
}

/* Parses also=LIST: counters that rows do not name. */
static bool parse_also(struct facts *facts, struct word word)
{
	const char *list = value_of(word.text, "also");

	if (!list)
		return false;
	if (facts->counters.general || facts->counters.fixed)
		report(word.place, "ctr= and also= cannot be together");
	facts->counters = parse_counter_list(word, list);
	facts->flags |= FACT_ALSO;
	return true;
}

/* Parses "when MATCH ... then FACT ..." or "always FACT ...". */
static void parse_demand(const struct line *line, struct sharing *sharing)
{
	struct demand demand = { .place = line->words[0].place };
	bool facts = !strcmp(line->words[0].text, "always");
	int said = 0;

	for (int i = 1; i < line->count; i++) {
		if (!facts && !strcmp(line->words[i].text, "then"))
			facts = true;
		else if (!facts)
			parse_matches(&demand, line->words[i]);
		else if (parse_fact(&demand.facts, line->words[i]) || parse_also(&demand.facts, line->words[i]))
			said++;
		else
			report(line->words[i].place, "unknown word %s", line->words[i].text);
	}
	if (!said)
		report(demand.place, "expected: when BITS=VALUES... then FACTS..., or always FACTS...");
	for (int i = 0; i < demand.facts.use_count; i++)
		if (demand.facts.uses[i].field && !demand.facts.uses[i].bit_count)
			report(demand.place, "%s: expected bits of the code, as in config1:0-15",
			       demand.facts.uses[i].field);
	if (sharing->demand_count == MAX_DEMANDS) {
		report(demand.place, "more than %d demands", MAX_DEMANDS);
		return;
	}
	sharing->demands = grow(sharing->demands, sharing->demand_count, sizeof *sharing->demands);
	sharing->demands[sharing->demand_count++] = demand;
}

static const struct {
	const char *key;
	void (*parse)(const struct line *line, struct sharing *sharing);
} sharing_lines[] = { { "resource", parse_resource },
		      { "reserve", parse_reserve },
		      { "when", parse_demand },
		      { "always", parse_demand } };

bool parse_sharing_line(const struct line *line, struct sharing *sharing)
{
	for (size_t i = 0; i < sizeof sharing_lines / sizeof sharing_lines[0]; i++)
		if (!strcmp(line->words[0].text, sharing_lines[i].key)) {
			sharing_lines[i].parse(line, sharing);
			return true;
		}
	return false;
}

/* Copies demands that were another's, so that it can have more of its own. */
static void own_demands(struct sharing *sharing)
{
	struct demand *demands = NULL;

	for (int i = 0; i < sharing->demand_count; i++) {
		demands = grow(demands, i, sizeof *demands);
		demands[i] = sharing->demands[i];
	}
	sharing->demands = demands;
}

/* Parses "sharing NAME [like OTHER]". */
void parse_sharing(struct model *model, const struct source *source, int *number)
{
	const struct line *line = &source->lines[*number];
	struct sharing *sharing = need(calloc(1, sizeof *sharing));
	const struct sharing *other = NULL;

	if (line->count == 4 && !strcmp(line->words[2].text, "like"))
		other = find_sharing(model, line->words[3].text);
	if (line->count != 2 && !other)
		report(line->words[0].place,
		       "expected: sharing NAME, or sharing NAME like OTHER, which comes before it");
	if (find_sharing(model, line->words[1].text))
		report(line->words[1].place, "another sharing is called %s", line->words[1].text);
	if (other)
		*sharing = *other;
	own_demands(sharing);
	sharing->name = line->words[1].text;
	for (++*number; *number < source->count && source->lines[*number].indented; ++*number)
		if (!parse_sharing_line(&source->lines[*number], sharing))
			report(source->lines[*number].words[0].place, "unknown word %s",
			       source->lines[*number].words[0].text);
	model->sharings = grow(model->sharings, model->sharing_count, sizeof *model->sharings);
	model->sharings[model->sharing_count++] = sharing;
}
