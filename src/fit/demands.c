/*
 * What encoded events require: counters, resources and flags from the tables.
 *
 * Facts have three sources: the row of the event; the rows of its unit masks, whose counters replace the event's; and
 * the demands of the PMU and its layout, which depend on bits of the code and narrow the set of counters. Without facts
 * an event may be on every general counter of the PMU, or takes no counter if the PMU has none.
 */
#include "fit/fit.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "catalog/groups.h"
#include "encode/perf_attr.h"
#include "machine/topology.h"

/* ---- the machine ---- */

/* Returns what the machine's files say; otherwise if they say nothing, or without memory for them. */
static bool machine_says(enum topology_number number, bool otherwise)
{
	const struct topology_answer *answer = topology_of(catalog_host(), number);

	return answer && *answer->source ? answer->value != 0 : otherwise;
}

void fit_look(struct fit_machine *machine)
{
	if (!machine->smt_given)
		machine->smt = machine_says(TOPOLOGY_SMT, true);
	if (!machine->watchdog_given)
		machine->watchdog = machine_says(TOPOLOGY_WATCHDOG, false);
}

struct fit_machine fit_machine_of(const struct fit_machine *machine, int pmu)
{
	struct fit_machine other = *machine;

	if (!pmu_is_active(pmu)) {
		other.smt = machine->smt || !machine->smt_given;
		other.watchdog = machine->watchdog && machine->watchdog_given;
	}
	return other;
}

/* ---- requests ---- */

/* Returns the PMU that counts: for raw codes this machine's core PMU. */
static int counting_pmu(int pmu)
{
	if (pmu_data(pmu)->id != PFM_PMU_PERF_EVENT_RAW)
		return pmu;
	for (int core = 0; core < pmus.count; core++)
		if (pmu_is_active(core) && pmu_data(core)->type == PFM_PMU_TYPE_CORE &&
		    !(pmu_data(core)->flags & PMU_DEPRECATED))
			return core;
	return pmu;
}

static int instance_number(const struct instance *instance)
{
	return instance->count ? instance->numbers[0] | instance->numbers[1] << 16 : -1;
}

void fit_request_of(const struct selection *selection, const struct encoding *encoding, struct fit_request *request)
{
	request->ref = selection->ref;
	request->pmu = counting_pmu(selection->ref.pmu);
	request->umask_count = 0;
	request->refused = request->is_matched = false;
	request->group = -1;
	request->instance = instance_number(&selection->ref.instance);
	perf_config(&selection->ref, encoding, request->config);
	for (int i = 0; i < selection->count; i++)
		if (selection->attributes[i].kind == ATTRIBUTE_UMASK)
			request->umasks[request->umask_count++] = selection->attributes[i].index;
}

/* Computes the register words as far as the kernel's words determine them. */
static void register_words(const struct table_layout *layout, const uint64_t *config, struct encoding *encoding)
{
	for (int i = 0; i < MAX_WORDS; i++)
		encoding->words[i] = 0;
	for (int i = 0; i < layout->move_count; i++) {
		const struct table_move *move = &layout->moves[i];

		if (move->from == FROM_WORD)
			encoding->words[move->word] |= config[move->to] >> move->shift & ~move->clear;
	}
}

/* Returns the bits of a unit mask in the word that has the field of unit masks. */
static uint64_t umask_bits(const struct event_ref *ref, const struct table_umask *umask)
{
	const struct table_place *place = &pmu_layout(ref->pmu)->umask;

	return umask_rare(ref->in, umask)->words[place->word] |
	       (umask->code << __builtin_ctzll(place->mask) & place->mask);
}

/* Returns bits that no unit mask explains: those always set, and modifiers unless the unit mask itself sets them. */
static uint64_t other_bits(const struct event_ref *ref, uint64_t umask)
{
	const struct table_layout *layout = pmu_layout(ref->pmu);
	uint64_t modifiers = 0;

	for (int i = 0; i < layout->modifiers; i++)
		if (pmu_modifier(ref->pmu, i)->target.word == layout->umask.word)
			modifiers |= pmu_modifier(ref->pmu, i)->target.mask;
	return layout->set[layout->umask.word] | (modifiers & ~umask) | ~layout->umask.mask;
}

/* Finds the unit mask with exactly the field's bits, the one that sets most; else all those with only such bits. */
static void find_umasks(struct fit_request *request, uint64_t wanted)
{
	const struct event_ref *ref = &request->ref;
	const struct table_umask_set *set = event_umasks(ref->in, ref->event);
	int best = -1, parts = 0;
	uint64_t most = 0;

	for (int row = 0; row < (int)set->count; row++) {
		const struct table_umask *umask = event_umask(ref->in, ref->event, row);
		uint64_t bits = umask_bits(ref, umask), differ = (bits ^ wanted) & ~other_bits(ref, bits);

		if (!umask_is_visible(ref->in, umask, pmu_data(ref->pmu)->visible) || umask_rare(ref->in, umask)->alias)
			continue;
		if (!differ && (best < 0 || bits > most)) {
			best = row;
			most = bits;
		}
		if (bits && !(bits & ~wanted) && parts < MAX_ATTRIBUTES)
			request->umasks[parts++] = row;
	}
	request->umask_count = best < 0 ? parts : 1;
	if (best >= 0)
		request->umasks[0] = best;
}

void fit_request_code(const uint64_t *words, int count, pfm_os_t os, struct fit_request *request)
{
	const struct table_layout *layout = pmu_layout(request->ref.pmu);
	struct encoding encoding = { .count = count };
	uint64_t config[3] = { 0 };

	request->pmu = counting_pmu(request->ref.pmu);
	request->refused = request->is_matched = false;
	memcpy(os == PFM_OS_NONE ? encoding.words : config, words, (size_t)count * sizeof *words);
	if (os == PFM_OS_NONE)
		perf_config(&request->ref, &encoding, config);
	else
		register_words(layout, config, &encoding);
	memcpy(request->config, config, sizeof request->config);
	if (layout->umask.mask && !(request->ref.flags & EVENT_TO_EXTRA))
		find_umasks(request, encoding.words[layout->umask.word] & layout->umask.mask &
					     ~(request->ref.code & layout->umask.mask));
	else
		request->umask_count = 0;
}

/* ---- facts of one event ---- */

struct asker {
	const struct tables *body;      /* the body that has the PMU's row */
	struct fit_question *question;
	struct fit_machine machine;
	const struct fit_request *request;
	struct fit_event *event;
	pfm_err_t error;
	bool is_uncountable;            /* a row or a demand says that no counter can count it */
};

static uint64_t counters_of(const struct tables *in, const struct table_facts *facts, const struct fit_machine *machine)
{
	const struct table_fact_counting *counting = facts_counting(in, facts);

	return !machine->smt && counting->counters_nosmt ? counting->counters_nosmt : counting->counters;
}

static uint64_t value_in_config(const uint64_t *config, const struct table_bits *bits, int count)
{
	uint64_t value = 0;
	unsigned int filled = 0;

	for (int i = 0; i < count; i++) {
		unsigned int width = bits[i].high - bits[i].low + 1u;
		uint64_t part = config[bits[i].word] >> bits[i].low;

		value |= (width < 64 ? part & ((UINT64_C(1) << width) - 1) : part) << filled;
		filled += width;
	}
	return value;
}

static const struct table_sharing *sharing_of(const struct asker *asker)
{
	return &asker->body->sharings.rows[pmu_data(asker->request->pmu)->sharing];
}

static const struct table_resource *find_resource(const struct asker *asker, const char *name)
{
	const struct table_sharing *sharing = sharing_of(asker);

	for (int i = 0; i < sharing->resources; i++)
		if (!strcmp(name_at(asker->body, asker->body->resources.rows[sharing->first_resource + i].name), name))
			return &asker->body->resources.rows[sharing->first_resource + i];
	return NULL;
}

/* Returns the number of a resource of the event's unit; -1: there is no room. */
static int resource_number(struct asker *asker, const struct table_resource *resource)
{
	struct fit_question *question = asker->question;

	for (int i = 0; i < question->resource_count; i++)
		if (question->resources[i] == resource && question->resource_units[i] == asker->event->unit)
			return i;
	if (question->resource_count == FIT_RESOURCES)
		return -1;
	question->resources[question->resource_count] = resource;
	question->resource_units[question->resource_count] = asker->event->unit;
	question->problem.resources[question->resource_count] = (uint8_t)resource->count;
	return question->resource_count++;
}

static void add_use(struct asker *asker, const struct tables *in, const struct table_use *use)
{
	const struct table_resource *resource = find_resource(asker, name_at(in, use->resource));
	int number = resource ? resource_number(asker, resource) : -1;
	uint64_t own = (uint64_t)(asker->event - asker->question->problem.events);

	if (!resource)
		return; /* a resource that is not listed is not scarce on this PMU */
	if (number < 0 || asker->event->hold_count == FIT_HOLDS) {
		asker->error = PFM_ERR_TOOMANY;
		return;
	}
	asker->event->holds[asker->event->hold_count++] = (struct fit_hold){
		.resource = (uint8_t)number,
		.value = use->count ? value_in_config(asker->request->config, use->bits, use->count) : own,
	};
}

static void add_facts(struct asker *asker, const struct tables *in, const struct table_facts *facts)
{
	static const struct {
		uint16_t fact;
		uint8_t flag;
	} flags[] = { { FACT_PAIR, FIT_PAIR },
		      { FACT_LEADER, FIT_LEADER },
		      { FACT_UNCOUNTED, FIT_UNCOUNTED },
		      { FACT_FOLLOWER, FIT_FOLLOWER },
		      { FACT_REFUSED, FIT_REFUSED } };
	const struct table_fact_rare *rare = facts_rare(in, facts);

	for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++)
		if (facts->flags & flags[i].fact)
			asker->event->flags |= flags[i].flag;
	if (facts->flags & FACT_UNCOUNTABLE) {
		asker->event->counters = 0;
		asker->is_uncountable = true;
	}
	for (int i = 0; i < rare->uses; i++)
		add_use(asker, in, &in->uses.rows[rare->first_use + (uint32_t)i]);
}

/* Adds a row's facts. That the vendor wants an event alone is advice, which no kernel enforces. */
static void add_row_facts(struct asker *asker, const struct tables *in, const struct table_facts *facts)
{
	add_facts(asker, in, facts);
	if (facts->flags & FACT_ALONE)
		asker->question->advised |= fit_bit((int)(asker->event - asker->question->problem.events));
}

static void add_rows(struct asker *asker)
{
	const struct event_ref *ref = &asker->request->ref;
	const struct table_facts *facts = event_facts(ref->in, ref->event);
	uint64_t narrowed = UINT64_MAX, counters = counters_of(ref->in, facts, &asker->machine);

	for (int i = 0; i < asker->request->umask_count; i++) {
		const struct table_umask *umask = event_umask(ref->in, ref->event, asker->request->umasks[i]);
		uint64_t own = counters_of(ref->in, umask_facts(ref->in, umask), &asker->machine);

		if (own)
			narrowed &= own;
	}
	if (narrowed != UINT64_MAX)
		asker->event->counters = narrowed;
	else if (counters)
		asker->event->counters = counters;
	add_row_facts(asker, ref->in, facts);
	for (int i = 0; i < asker->request->umask_count; i++)
		add_row_facts(asker, ref->in,
			      umask_facts(ref->in, event_umask(ref->in, ref->event, asker->request->umasks[i])));
}

/* ---- demands by code ---- */

bool demand_matches(const struct tables *body, const struct table_demand *demand, const uint64_t *config)
{
	bool good = true;

	for (uint32_t i = 0; i < demand->matches; i++) {
		const struct table_match *match = &body->matches.rows[demand->first_match + i];
		uint64_t value = value_in_config(config, match->bits, match->count);
		bool within = value >= match->low && value <= match->high;

		if (!match->other && !good)
			return false;
		good = match->other ? good || within : within;
	}
	return good;
}

/* Sets the bits of the demands that match the code. */
static void match_demands(const struct tables *body, const struct table_sharing *sharing, const uint64_t *config,
			  uint64_t *matched)
{
	memset(matched, 0, FIT_DEMANDS / 8);
	for (int i = 0; i < sharing->demands; i++)
		if (demand_matches(body, &body->demands.rows[sharing->first_demand + i], config))
			matched[i / 64] |= UINT64_C(1) << i % 64;
}

void fit_match(struct fit_request *request)
{
	const struct tables *body = pmu_body(request->pmu);

	match_demands(body, &body->sharings.rows[pmu_data(request->pmu)->sharing], request->config, request->matched);
	request->is_matched = true;
}

static void add_demand(struct asker *asker, const struct table_demand *demand)
{
	const struct table_facts *facts = &asker->body->facts.rows[demand->facts];
	uint64_t counters = counters_of(asker->body, facts, &asker->machine);

	if (facts->flags & FACT_ALSO)
		asker->event->counters |= counters;
	else if (counters)
		asker->event->counters &= counters;
	add_facts(asker, asker->body, facts);
	if (facts->flags & FACT_ALONE)
		asker->event->flags |= FIT_ALONE;
}

static void add_demands(struct asker *asker)
{
	const struct table_sharing *sharing = sharing_of(asker);
	const struct table_demand *demands = &asker->body->demands.rows[sharing->first_demand];
	uint64_t matched[FIT_DEMANDS / 64];

	if (asker->request->is_matched)
		memcpy(matched, asker->request->matched, sizeof matched);
	else
		match_demands(asker->body, sharing, asker->request->config, matched);
	for (int i = 0; i < FIT_DEMANDS / 64; i++)
		for (uint64_t left = matched[i]; left; left &= left - 1)
			add_demand(asker, &demands[64 * i + __builtin_ctzll(left)]);
}

/* ---- units ---- */

static uint64_t low_bits(unsigned int count)
{
	return count >= FIT_FIXED ? UINT32_MAX : (UINT64_C(1) << count) - 1;
}

/*
 * Returns the counters of an event without data of its own. The tables do not know how many Zhaoxin's cores have; a
 * running one tells.
 */
static uint64_t all_general(int pmu)
{
	const struct host *host = catalog_host();

	if (host->is_zhaoxin && host->arch_events >> 8 & 0xff && pmu_data(pmu)->type == PFM_PMU_TYPE_CORE &&
	    pmu_is_active(pmu))
		return low_bits(host->arch_events >> 8 & 0xff);
	return low_bits(pmu_data(pmu)->counters);
}

/* Returns the counters that demands of all events leave, and, on this machine, that its CPU has. */
static uint64_t unit_counters(const struct asker *asker)
{
	const struct table_sharing *sharing = sharing_of(asker);
	const struct host *host = catalog_host();
	int pmu = asker->request->pmu;
	unsigned int general = host->arch_events >> 8 & 0xff;
	uint64_t counters = UINT64_MAX;

	for (int i = 0; i < sharing->demands; i++) {
		const struct table_demand *demand = &asker->body->demands.rows[sharing->first_demand + i];
		const struct table_facts *facts = &asker->body->facts.rows[demand->facts];
		uint64_t own = counters_of(asker->body, facts, &asker->machine);

		if (!demand->matches && !(facts->flags & FACT_ALSO) && own)
			counters &= own;
	}
	/* the CPU tells the number of counters under the current SMT setting; it does not answer a query for SMT off */
	if (general && host->is_intel && pmu_data(pmu)->type == PFM_PMU_TYPE_CORE && pmu_is_active(pmu) &&
	    !(asker->machine.smt_given && !asker->machine.smt))
		counters &= low_bits(general) | ~(uint64_t)UINT32_MAX;
	return counters;
}

/* Returns the counters of which the watchdog takes one; a given number of free ones leaves it out already. */
static uint64_t watched(const struct asker *asker, const struct table_reserve *reserve)
{
	uint64_t general = all_general(asker->request->pmu);
	uint64_t all = reserve->counters | (reserve->any ? general : 0);

	return asker->machine.general ? all & ~general : all;
}

/* Returns the counters of which the watchdog takes one, 0 without it. */
static uint64_t unit_reserved(const struct asker *asker, uint64_t counters)
{
	const struct table_sharing *sharing = sharing_of(asker);

	for (int i = 0; asker->machine.watchdog && i < sharing->reserves; i++) {
		const struct table_reserve *reserve = &asker->body->reserves.rows[sharing->first_reserve + i];

		if (!strcmp(name_at(asker->body, reserve->name), "nmi-watchdog"))
			return watched(asker, reserve) & counters;
	}
	return 0;
}

/* Sets how many general counters of a core are not free. */
static void hold_others(const struct asker *asker, struct fit_unit *unit)
{
	int pmu = asker->request->pmu, all;

	unit->general = all_general(pmu) & unit->counters;
	unit->held = 0;
	all = fit_size(unit->general);
	if (asker->machine.general && pmu_data(pmu)->type == PFM_PMU_TYPE_CORE && all > asker->machine.general)
		unit->held = (uint8_t)(all - asker->machine.general);
}

static int unit_of(struct asker *asker)
{
	struct fit_question *question = asker->question;
	const struct table_group_set *set = groups_of(asker->request->pmu);
	int unit = 0;

	while (unit < question->problem.unit_count &&
	       (question->pmus[unit] != asker->request->pmu || question->instances[unit] != asker->request->instance))
		unit++;
	if (unit == question->problem.unit_count) {
		struct fit_unit *data = &question->problem.units[question->problem.unit_count++];

		question->pmus[unit] = asker->request->pmu;
		question->instances[unit] = asker->request->instance;
		data->counters = unit_counters(asker);
		data->reserved = unit_reserved(asker, data->counters);
		hold_others(asker, data);
		data->sets = set && set->flags & GROUPS_REQUIRED ? set->count : 0;
		if (data->sets > FIT_SETS)
			asker->error = PFM_ERR_TOOMANY;
	}
	return unit;
}

/* ---- groups of the vendor ---- */

/* Places events of a unit that needs groups in these; returns the rest of the room. */
static uint32_t *place_unit(struct fit_question *question, const struct fit_request *requests, int unit, uint32_t *room)
{
	const struct tables *body = pmu_body(question->pmus[unit]);
	struct fit_problem *problem = &question->problem;
	uint32_t names[FIT_EVENTS], *counters[FIT_EVENTS];
	int count = 0;

	for (int i = 0; i < problem->event_count; i++) {
		if (problem->events[i].unit != unit)
			continue;
		names[count] = requests[i].ref.in == body ? requests[i].ref.event->name : UINT32_MAX;
		problem->events[i].sets = counters[count++] = room;
		room += problem->units[unit].sets;
	}
	groups_places(body, groups_of(question->pmus[unit]), names, count, counters);
	return room;
}

static bool place_in_sets(struct fit_question *question, const struct fit_request *requests)
{
	struct fit_problem *problem = &question->problem;
	uint32_t *room;

	for (int i = 0; i < problem->event_count; i++)
		question->set_count += (size_t)problem->units[problem->events[i].unit].sets;
	if (!question->set_count)
		return true;
	room = question->sets = malloc(question->set_count * sizeof *question->sets);
	for (int unit = 0; room && unit < problem->unit_count; unit++)
		if (problem->units[unit].sets)
			room = place_unit(question, requests, unit, room);
	return question->sets;
}

/* ---- all of them ---- */

static pfm_err_t ask_event(struct fit_question *question, const struct fit_machine *machine,
			   const struct fit_request *request)
{
	struct fit_problem *problem = &question->problem;
	struct fit_event *event = &problem->events[problem->event_count++];
	struct asker asker = {
		pmu_body(request->pmu), question, fit_machine_of(machine, request->pmu), request, event, PFM_SUCCESS,
		false
	};

	*event = (struct fit_event){ .counters = all_general(request->pmu), .group = request->group };
	event->unit = (uint8_t)unit_of(&asker);
	add_rows(&asker);
	if (!event->counters && !asker.is_uncountable && !problem->units[event->unit].sets)
		event->flags |= FIT_UNCOUNTED;
	add_demands(&asker);
	if (request->refused || event->flags & FIT_REFUSED) {
		event->counters = 0;
		event->flags = FIT_REFUSED;
	}
	return asker.error;
}

pfm_err_t fit_ask(const struct fit_request *requests, int count, const struct fit_machine *machine,
		  struct fit_question *question)
{
	pfm_err_t error = PFM_SUCCESS;

	question->problem.event_count = question->problem.unit_count = question->resource_count = 0;
	question->sets = NULL;
	question->set_count = 0;
	question->advised = 0;
	question->problem.hasty = false;
	if (count > FIT_EVENTS)
		return PFM_ERR_TOOMANY;
	for (int i = 0; i < count && !error; i++)
		error = ask_event(question, machine, &requests[i]);
	if (!error && !place_in_sets(question, requests))
		error = PFM_ERR_NOMEM;
	if (error)
		fit_question_free(question);
	else
		fit_begin(&question->problem);
	return error;
}

void fit_question_free(struct fit_question *question)
{
	free(question->sets);
	question->sets = NULL;
}
