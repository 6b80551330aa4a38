/*
 * Builds rows from the model. Texts become offsets and names become indexes; every number is stored with PUT, which
 * refuses what its field cannot hold.
 */
#include "builder.h"

#include "tables/lookup.h"

#include <stdlib.h>
#include <string.h>

/* ---- devices ---- */

/* Builds hash bits of event names that devices have, in compiled tables only: PMUs of files are asked one by one. */
static void build_device_names(struct builder *b)
{
	uint64_t *bits = built_room(b, SECTION_device_names, NAME_BITS / 64);
	const struct table_pmu *pmu = built_row(b, SECTION_pmus, 0), *end = pmu + built_count(b, SECTION_pmus);

	for (; pmu < end; pmu++)
		for (uint32_t i = 0; pmu_is_by_device(pmu) && i < pmu->parts; i++) {
			const struct table_part *part = built_row(b, SECTION_parts, pmu->part + i);
			const struct table_table *table = built_row(b, SECTION_tables, part->table);
			const struct table_event *event = built_row(b, SECTION_events, table->first);

			for (uint32_t k = 0; k < table->count; k++) {
				const char *name = b->names.bytes + event[k].name;
				uint32_t bit = name_bit(name_hash(name, strlen(name)));

				bits[bit / 64] |= UINT64_C(1) << bit % 64;
			}
		}
}

/* ---- groups ---- */

/* Builds members as their numbers; equal ones are one. */
static void build_members(struct builder *b, const struct member *members, int count)
{
	for (int i = 0; i < count; i++) {
		struct table_member data = { .code = 0 };
		uint16_t *number = built_room(b, SECTION_group_events, 1);

		if (members[i].string) {
			data = members[i].data;
			data.string = built_name(b, members[i].string);
		}
		PUT(*number, pool_record(&b->members, &data, sizeof data), members[i].place,
			"different events of groups");
	}
}

static void build_group(struct builder *b, const struct group *group)
{
	struct table_group row = { .name = built_name(b, group->name),
		.title = built_text(b, group->title),
		.text = built_text(b, group->text) };

	row.first = built_count(b, SECTION_group_events);
	row.status = group->status;
	PUT(row.counters, group->member_count, group->place, "events of a group");
	build_members(b, group->members, group->member_count);
	memcpy(built_room(b, SECTION_groups, 1), &row, sizeof row);
}

static void build_group_set(struct builder *b, const struct group_set *set)
{
	struct table_group_set row = { .name = built_name(b, set->name), .first = built_count(b, SECTION_groups) };

	row.flags = set->required ? GROUPS_REQUIRED : 0;
	row.first_list = built_count(b, SECTION_group_lists);
	PUT(row.count, set->group_count, set->place, "groups");
	PUT(row.counters, set->counters, set->place, "counters of groups");
	for (int k = 0; k < set->group_count; k++)
		build_group(b, &set->groups[k]);
	for (int c = 0; c < set->counters; c++) {
		struct table_list list = { .first = built_count(b, SECTION_group_events),
			.count = (uint32_t)set->list_counts[c] };

		build_members(b, set->lists[c], set->list_counts[c]);
		memcpy(built_room(b, SECTION_group_lists, 1), &list, sizeof list);
	}
	memcpy(built_room(b, SECTION_group_sets, 1), &row, sizeof row);
}

/* ---- all of it ---- */

/* Builds rows 0, which stand for "none" where a row is optional. Makes room in all sections, so that even empty ones
 * can be pointed at. */
static void build_nothing(struct builder *b)
{
	static const struct table_event_rare no_event_rare;
	static const struct table_umask_rare no_umask_rare;
	static const struct table_facts no_facts;
	static const struct table_fact_counting no_counting;
	static const struct table_fact_rare no_fact_rare;
	static const struct table_member no_member;
	static const struct table_event_kind plain_event = { .visible = ALL_VARIANTS };
	static const struct table_umask_kind plain_umask = { .visible = ALL_VARIANTS };

	for (int i = 0; i < SECTIONS; i++)
		built_room(b, (enum section_number)i, 0);
	built_name(b, "");
	built_text(b, "");
	pool_record(&b->event_rares, &no_event_rare, sizeof no_event_rare);
	pool_record(&b->umask_rares, &no_umask_rare, sizeof no_umask_rare);
	pool_record(&b->facts, &no_facts, sizeof no_facts);
	pool_record(&b->fact_countings, &no_counting, sizeof no_counting);
	pool_record(&b->fact_rares, &no_fact_rare, sizeof no_fact_rare);
	pool_record(&b->members, &no_member, sizeof no_member);
	pool_record(&b->event_kinds, &plain_event, sizeof plain_event);
	pool_record(&b->umask_kinds, &plain_umask, sizeof plain_umask);
	built_room(b, SECTION_umask_sets, 1);
	built_room(b, SECTION_sharings, 1);
	built_room(b, SECTION_alias_sets, 1);
	built_room(b, SECTION_umask_slots, 1);
}

void build_body(const struct model *model, struct body *body)
{
	struct builder builder = { .model = model, .body = body }, *b = &builder;

	build_nothing(b);
	for (int i = 0; i < model->group_set_count; i++)
		build_group_set(b, model->group_sets[i]);
	for (int i = 0; i < model->table_count; i++)
		build_table(b, model->tables[i]);
	for (int i = 0; i < model->layout_count; i++)
		build_layout(b, model->layouts[i]);
	build_pmus(b);
	build_pmu_lookup(b);
	if (!model->loaded)
		build_device_names(b);
	build_metrics(model, body);
	body_take_pool(body, SECTION_event_rares, &b->event_rares);
	body_take_pool(body, SECTION_umask_rares, &b->umask_rares);
	body_take_pool(body, SECTION_facts, &b->facts);
	body_take_pool(body, SECTION_fact_countings, &b->fact_countings);
	body_take_pool(body, SECTION_fact_rares, &b->fact_rares);
	body_take_pool(body, SECTION_event_kinds, &b->event_kinds);
	body_take_pool(body, SECTION_umask_kinds, &b->umask_kinds);
	body_take_pool(body, SECTION_group_members, &b->members);
	body_take_pool(body, SECTION_aliases, &b->aliases);
	body_take_pool(body, SECTION_names, &b->names);
	body_take_pool(body, SECTION_texts, &b->texts);
	if (!model->only_checked)
		share_tails(body);
	free(b->set_slots);
}
