/*
 * What is known of an event beyond its code: the counters that can count it, what it shares with others, whether it is deprecated and
 * so on; and what PMUs and layouts have for events to share. The words of events and unit masks are the same.
 */
#include "parse.h"

#include <stdlib.h>
#include <string.h>

static const struct named fact_flags[] = {
	{ "alone", FACT_ALONE }, { "pair", FACT_PAIR }, { "leader", FACT_LEADER }, { "uncounted", FACT_UNCOUNTED },
	{ "deprecated", FACT_DEPRECATED }, { "speculative", FACT_SPECULATIVE }, { NULL, 0 } };

static const struct named scopes[] = {
	{ "thread", SCOPE_THREAD }, { "core", SCOPE_CORE }, { "node", SCOPE_NODE }, { "socket", SCOPE_SOCKET }, { NULL, 0 } };

static const struct named hooks[] = { { "cha-filter", HOOK_CHA_FILTER }, { "intel-arch", HOOK_INTEL_ARCH }, { NULL, 0 } };

uint8_t parse_hook(struct word word, const char *name)
{
	const struct named *hook = find_named(hooks, name);

	if (!hook)
		report(word.place, "unknown hook %s", name);
	return hook ? (uint8_t)hook->value : 0;
}

struct counters parse_counter_list(struct word word, const char *list)
{
	struct counters counters = { 0, 0 };

	for (struct item *item = cut_list(list); item; item = item->next) {
		uint64_t low, high;
		uint32_t *set = *item->text == 'f' ? &counters.fixed : &counters.general;

		if (!parse_range(item->text + (*item->text == 'f'), &low, &high) || high > 31)
			report(word.place, "%s: expected counters as in 0-3,f0", item->text);
		else
			*set |= UINT32_MAX >> (31 - (high - low)) << low;
	}
	return counters;
}

/* "RESOURCE" or "RESOURCE:FIELD", comma-separated. */
static void parse_uses(struct facts *facts, struct word word, const char *list)
{
	for (struct item *item = cut_list(list); item; item = item->next) {
		const char *colon = strchr(item->text, ':');
		struct use use = { .place = word.place };

		if (facts->use_count == MAX_USES) {
			report(word.place, "more than %d resources", MAX_USES);
			return;
		}
		use.resource = copy_text(item->text, colon ? (size_t)(colon - item->text) : strlen(item->text));
		use.field = colon ? colon + 1 : NULL;
		facts->uses[facts->use_count++] = use;
	}
}

bool parse_fact(struct facts *facts, struct word word)
{
	const struct named *flag = find_named(fact_flags, word.text);
	const char *value;
	uint64_t number;

	if (flag) {
		facts->flags |= (uint16_t)flag->value;
	} else if ((value = value_of(word.text, "deprecated"))) {
		facts->flags |= FACT_DEPRECATED;
		facts->deprecated_by = value;
	} else if ((value = value_of(word.text, "ctr"))) {
		facts->counters = parse_counter_list(word, value);
	} else if ((value = value_of(word.text, "ctr-nosmt"))) {
		facts->counters_nosmt = parse_counter_list(word, value);
	} else if ((value = value_of(word.text, "uses"))) {
		parse_uses(facts, word, value);
	} else if ((value = value_of(word.text, "errata"))) {
		facts->errata = value;
	} else if ((value = value_of(word.text, "period"))) {
		if (number_of(word, value, UINT32_MAX, &number))
			facts->period = (uint32_t)number;
	} else {
		return false;
	}
	return true;
}

void parse_resource(const struct line *line, struct sharing *sharing)
{
	struct resource resource = { .place = line->words[0].place };
	const struct named *scope = NULL;

	if (line->count == 6 && !strcmp(line->words[2].text, "count") && !strcmp(line->words[4].text, "scope"))
		scope = find_named(scopes, line->words[5].text);
	if (!scope) {
		report(resource.place, "expected: resource NAME count N scope thread|core|node|socket");
		return;
	}
	resource.name = line->words[1].text;
	resource.scope = (uint8_t)scope->value;
	number_of(line->words[3], line->words[3].text, UINT16_MAX, &resource.count);
	for (int i = 0; i < sharing->resource_count; i++)
		if (!strcmp(sharing->resources[i].name, resource.name))
			report(line->words[1].place, "another resource is called %s", resource.name);
	if (sharing->resource_count == MAX_RESOURCES)
		report(resource.place, "more than %d resources", MAX_RESOURCES);
	else
		sharing->resources[sharing->resource_count++] = resource;
}

void parse_reserve(const struct line *line, struct sharing *sharing)
{
	struct reserve reserve = { .place = line->words[0].place };
	const char *list = line->count == 3 ? value_of(line->words[2].text, "ctr") : NULL;
	size_t length = list ? strlen(list) : 0;

	if (!length) {
		report(reserve.place, "expected: reserve NAME ctr=LIST, the list ending in |any if any other counter will do");
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
