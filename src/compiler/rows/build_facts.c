/* Builds the rows of facts and of resources that events share; equal rows are stored once. */
#include "builder.h"

#include <string.h>

/* Returns counters as bits: general ones 0 to 31, fixed ones 32 to 63. */
static uint64_t counter_bits(struct counters counters)
{
	return counters.general | (uint64_t)counters.fixed << 32;
}

/* ---- facts ---- */

static uint32_t build_uses(struct builder *b, const struct facts *facts)
{
	uint32_t first = built_count(b, SECTION_uses);

	for (int i = 0; i < facts->use_count; i++) {
		const struct use *use = &facts->uses[i];
		const struct format *format = use->field && !use->bit_count ? find_format(b->layout, use->field) : NULL;
		struct table_use *row = built_room(b, SECTION_uses, 1);

		row->resource = built_name(b, use->resource);
		row->count = format ? format->count : use->bit_count;
		memcpy(row->bits, format ? format->bits : use->bits, sizeof row->bits);
	}
	return built_run(b, SECTION_uses, first);
}

/* Returns the number of a set of facts; 0: there are none. */
uint32_t built_facts(struct builder *b, const struct facts *facts, struct place place)
{
	struct table_fact_counting counting = { .counters = counter_bits(facts->counters),
		.counters_nosmt = counter_bits(facts->counters_nosmt), .period = facts->period };
	struct table_fact_rare rare = { .latency = facts->latency };
	struct table_facts row = { .flags = facts->flags, .box = facts->box };

	row.deprecated_by = built_name(b, facts->deprecated_by);
	rare.errata = built_name(b, facts->errata);
	rare.makers = built_name(b, facts->makers);
	rare.since_linux = built_name(b, facts->since_linux);
	rare.first_use = build_uses(b, facts);
	PUT(rare.uses, facts->use_count, place, "resources that one event uses");
	PUT(row.counting, pool_record(&b->fact_countings, &counting, sizeof counting), place,
		"different counters and periods");
	PUT(row.rare, pool_record(&b->fact_rares, &rare, sizeof rare), place, "different sets of facts");
	return pool_record(&b->facts, &row, sizeof row);
}

/* ---- sharing ---- */

static void build_resources(struct builder *b, const struct sharing *sharing)
{
	for (int i = 0; i < sharing->resource_count; i++) {
		const struct resource *resource = &sharing->resources[i];
		struct table_resource *row = built_room(b, SECTION_resources, 1);

		row->name = built_name(b, resource->name);
		row->text = built_text(b, resource->text);
		row->scope = resource->scope;
		PUT(row->count, resource->count, resource->place, "of a resource");
	}
}

static void build_reserves(struct builder *b, const struct sharing *sharing)
{
	for (int i = 0; i < sharing->reserve_count; i++) {
		const struct reserve *reserve = &sharing->reserves[i];
		struct table_reserve *row = built_room(b, SECTION_reserves, 1);

		row->name = built_name(b, reserve->name);
		row->counters = counter_bits(reserve->counters);
		row->any = reserve->any;
	}
}

static void build_matches(struct builder *b, const struct demand *demand)
{
	for (int i = 0; i < demand->match_count; i++) {
		const struct match *match = &demand->matches[i];
		struct table_match *row = built_room(b, SECTION_matches, 1);

		row->low = match->low;
		row->high = match->high;
		memcpy(row->bits, match->bits, sizeof row->bits);
		row->count = match->bit_count;
		row->other = match->other;
	}
}

static void build_demands(struct builder *b, const struct sharing *sharing)
{
	for (int i = 0; i < sharing->demand_count; i++) {
		const struct demand *demand = &sharing->demands[i];
		struct table_demand row = { .first_match = built_count(b, SECTION_matches) };

		build_matches(b, demand);
		PUT(row.matches, demand->match_count, demand->place, "values of a demand");
		PUT(row.facts, built_facts(b, &demand->facts, demand->place), demand->place, "different sets of facts");
		memcpy(built_room(b, SECTION_demands, 1), &row, sizeof row);
	}
}

/* Returns the number of the facts about sharing, which several PMUs may have in common; 0: there are none. */
uint32_t built_sharing(struct builder *b, struct sharing *sharing, struct place place)
{
	struct table_sharing row = { .first_resource = 0 };

	if (sharing->row || (!sharing->resource_count && !sharing->reserve_count && !sharing->demand_count))
		return sharing->row;
	PUT(row.first_resource, built_count(b, SECTION_resources), place, "resources");
	PUT(row.resources, sharing->resource_count, place, "resources of a PMU");
	PUT(row.first_reserve, built_count(b, SECTION_reserves), place, "reserves");
	PUT(row.reserves, sharing->reserve_count, place, "reserves of a PMU");
	PUT(row.first_demand, built_count(b, SECTION_demands), place, "demands");
	PUT(row.demands, sharing->demand_count, place, "demands of a PMU");
	build_resources(b, sharing);
	build_reserves(b, sharing);
	build_demands(b, sharing);
	memcpy(built_room(b, SECTION_sharings, 1), &row, sizeof row);
	return sharing->row = built_count(b, SECTION_sharings) - 1;
}
