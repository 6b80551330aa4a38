/*
 * Callers see the events of a PMU numbered consecutively, whatever tables they are in: first those of its own table,
 * then those of further segments (tables for some machines only, extension files, the running kernel). Most PMUs have
 * one table only, for which every function has a short path (is_plain()).
 */
#include "catalog/events.h"

#include "catalog/hooks.h"
#include "catalog/kernel_events.h"
#include "catalog/log.h"
#include "catalog/pmceid.h"
#include "machine/conditions.h"
#include "machine/identity.h"
#include "machine/soc.h"

/* Events of a PMU that depend on the machine. */
struct composed {
	struct segment *segments;
	int segment_count;
	int count;                      /* number of events */
	uint32_t modifiers;             /* bit set; 0: as in the table */
	int general, fixed;             /* numbers of counters; -1: as in the PMU's table row */
};

static struct {
	struct composed composed[1 + MAX_COMPOSED]; /* indexed by struct pmu.composed; 0 is unused */
	int composed_count;
	struct segment segments[MAX_PMU_SEGMENTS];
	int segment_count;
} composition;

static const struct composed *composed_of(int pmu)
{
	return pmus.list[pmu].composed ? &composition.composed[pmus.list[pmu].composed] : NULL;
}

static bool is_composed(int pmu)
{
	return pmu_data(pmu)->flags & (PMU_COMPOSED | PMU_EXTENDED);
}

/* Returns whether its events are rows of one compiled table, and all of them are there. */
static inline bool is_plain(int pmu, const struct table_pmu *data)
{
	enum { OTHERWISE = PMU_COMPOSED | PMU_WIDE | PMU_ARM_PMCEID | PMU_LOADED | PMU_EXTENDED };

	return !(data->flags & OTHERWISE) && pmu != pmus.perf_raw;
}

/* Returns whether its rows, or some of them, are from a file. */
static bool is_from_file(int pmu)
{
	return pmu_data(pmu)->flags & (PMU_LOADED | PMU_EXTENDED);
}

static bool has_pmceid(int pmu)
{
	return pmu_data(pmu)->flags & PMU_ARM_PMCEID;
}

static const struct table_part *first_part(int pmu)
{
	return &pmu_body(pmu)->parts.rows[pmu_data(pmu)->part];
}

static struct segment segment_of(int pmu, const struct table_part *part)
{
	return (struct segment){
		.in = pmu_body(pmu), .table = part->table, .body = pmus.list[pmu].body,
		.first = (int)part->first, .count = (int)part->count
	};
}

/* Returns the segments that make up a PMU's events; plain is room for one. */
static const struct segment *segments_of(int pmu, struct segment *plain, int *count)
{
	if (is_composed(pmu)) {
		const struct composed *composed = composed_of(pmu);

		*count = composed ? composed->segment_count : 0;
		return composed ? composed->segments : NULL;
	}
	*plain = segment_of(pmu, first_part(pmu));
	*count = 1;
	return plain;
}

ALWAYS_INLINE void fill_ref(struct event_ref *ref, int pmu, const struct table_pmu *data, const struct tables *in,
			    const struct table_event *event, int index)
{
	ref->pmu = pmu;
	ref->index = index;
	ref->in = in;
	ref->data = data;
	ref->layout = &in->layouts.rows[data->layout];
	ref->event = event;
	ref->umasks = event_umasks(in, event);
	ref->code = event->code;
	ref->modifiers = event_kind(in, event)->modifiers;
	ref->flags = event_kind(in, event)->flags;
	ref->instance.count = 0;
}

static void fill_ref_in(struct event_ref *ref, int pmu, const struct segment *segment, int row)
{
	const struct composed *composed = composed_of(pmu);

	fill_ref(ref, pmu, pmu_data(pmu), segment->in, table_event(segment->in, segment->table, row),
		 segment->base + row - segment->first);
	if (composed && composed->modifiers)
		ref->modifiers = composed->modifiers;
	if (segment->data)
		ref->layout = &segment->in->layouts.rows[segment->data->layout];
}

/* Returns the row of an event in a segment that may be from a file; -1: it is not there, or the file is bad. */
static int row_in(int pmu, const struct segment *segment, const struct name *name)
{
	int row = -1;

	if (source_is_good(segment->body))
		row = table_find_event(segment->in, segment->table, name, pmu_data(pmu)->visible);
	return row >= segment->first && row - segment->first < segment->count ? row : -1;
}

/* Returns whether the PMU has the name of an extension's event already, of its own or from another extension. */
static NEVER_INLINE bool is_second(const struct event_ref *ref, const struct segment *segments, int number)
{
	const char *text = name_at(ref->in, ref->event->name);
	struct name name = span_name((struct span){ text, strlen(text) });

	for (int i = 0; i < number; i++)
		if (row_in(ref->pmu, &segments[i], &name) >= 0)
			return true;
	return false;
}

/* ---- by index ---- */

static bool event_in(int pmu, const struct segment *segments, int count, int index, struct event_ref *ref)
{
	for (int i = 0; i < count; i++)
		if (index >= segments[i].base && index - segments[i].base < segments[i].count) {
			if (!source_is_good(segments[i].body))
				return false;
			fill_ref_in(ref, pmu, &segments[i], index - segments[i].base + segments[i].first);
			return event_is_visible(ref->in, ref->event, ref->data->visible) &&
			       (!(ref->data->flags & PMU_ARM_PMCEID) || !pmceid_has_event(ref)) &&
			       (!segments[i].data || !is_second(ref, segments, i));
		}
	return false;
}

static int rows_in(const struct segment *segments, int count)
{
	return count ? segments[count - 1].base + segments[count - 1].count : 0;
}

/* Returns the events that perf gets while running, which follow the compiled ones. */
static const struct segment *extra_of(int pmu, int *count)
{
	*count = 0;
	return pmu_is_perf(pmu) && pmu_is_active(pmu) ? kernel_events_extra(first_part(pmu), count) : NULL;
}

/* Returns those of them that can be listed without reading much. */
static const struct segment *listed_extra_of(int pmu, int *count)
{
	*count = 0;
	return pmu_is_perf(pmu) && pmu_is_active(pmu) ? kernel_events_listed(first_part(pmu), count) : NULL;
}

static bool plain_event(int pmu, int index, struct event_ref *ref)
{
	const struct table_part *part = first_part(pmu);
	const struct tables *in = pmu_body(pmu);

	if ((uint32_t)index >= part->count)
		return false;
	fill_ref(ref, pmu, pmu_data(pmu), in, table_event(in, part->table, (int)part->first + index), index);
	return event_is_visible(in, ref->event, ref->data->visible);
}

static NEVER_INLINE bool other_event(int pmu, int index, struct event_ref *ref)
{
	struct segment plain;
	int count;
	const struct segment *segments = segments_of(pmu, &plain, &count);

	if (event_in(pmu, segments, count, index, ref))
		return true;
	if (index < rows_in(segments, count))
		return false;
	segments = listed_extra_of(pmu, &count);
	if (event_in(pmu, segments, count, index, ref))
		return true;
	segments = extra_of(pmu, &count);
	return event_in(pmu, segments, count, index, ref);
}

bool pmu_event(int pmu, int index, struct event_ref *ref)
{
	return is_plain(pmu, pmu_data(pmu)) ? plain_event(pmu, index, ref) : other_event(pmu, index, ref);
}

int pmu_next_event(int pmu, int index, struct event_ref *ref)
{
	struct segment plain;
	int count, rows;
	const struct segment *segments = segments_of(pmu, &plain, &count);

	rows = rows_in(segments, count);
	if (index >= rows) {
		segments = extra_of(pmu, &count);
		if (count)
			rows = rows_in(segments, count);
	}
	for (; index < rows; index++)
		if (pmu_event(pmu, index, ref))
			return index;
	return -1;
}

int pmu_next_listed(int pmu, int index, struct event_ref *ref)
{
	struct segment plain;
	int count, rows;
	const struct segment *segments = segments_of(pmu, &plain, &count);

	rows = rows_in(segments, count);
	if (index >= rows) {
		segments = listed_extra_of(pmu, &count);
		if (count)
			rows = rows_in(segments, count);
	}
	/* index is past the list: a tracepoint that was found by its name; look for another one */
	if (index > rows)
		return pmu_next_event(pmu, index, ref);
	for (; index < rows; index++)
		if (pmu_event(pmu, index, ref))
			return index;
	return -1;
}

int pmu_event_count(int pmu)
{
	struct event_ref ref;
	int count = 0;

	if (!is_composed(pmu) && !has_pmceid(pmu))
		return (int)pmu_data(pmu)->events;
	for (int index = pmu_next_listed(pmu, 0, &ref); index >= 0; index = pmu_next_listed(pmu, index + 1, &ref))
		count++;
	return count;
}

/* ---- by name ---- */

static bool find_in(int pmu, const struct segment *segments, int count, const struct name *name,
	struct event_ref *ref)
{
	for (int i = 0; i < count; i++) {
		int row = table_find_event(segments[i].in, segments[i].table, name, pmu_data(pmu)->visible);

		if (row >= segments[i].first && row - segments[i].first < segments[i].count) {
			fill_ref_in(ref, pmu, &segments[i], row);
			return true;
		}
	}
	return false;
}

static pfm_err_t find_in_extra(int pmu, const struct name *name, struct event_ref *ref)
{
	const struct segment *segments;
	unsigned int shortages;
	int count;

	if (!pmu_is_perf(pmu) || !pmu_is_active(pmu) || !kernel_events_may_have(first_part(pmu), name))
		return PFM_ERR_NOTFOUND;
	shortages = host_shortages();
	segments = listed_extra_of(pmu, &count);
	if (find_in(pmu, segments, count, name, ref))
		return PFM_SUCCESS;
	if (kernel_events_may_be_tracepoint(name)) {
		segments = extra_of(pmu, &count);
		if (find_in(pmu, segments, count, name, ref))
			return PFM_SUCCESS;
	}
	return host_shortages() == shortages ? PFM_ERR_NOTFOUND : PFM_ERR_NOMEM;
}

/* Finds an event in a PMU whose events are not just the rows of one table. */
static pfm_err_t find_composed_event(int pmu, const struct name *name, struct event_ref *ref)
{
	struct segment plain;
	int count;
	const struct segment *segments = segments_of(pmu, &plain, &count);

	return find_in(pmu, segments, count, name, ref) ? PFM_SUCCESS : find_in_extra(pmu, name, ref);
}

/* Finds an event in a PMU whose events are rows of several tables, of which some are from files. */
static pfm_err_t find_event_from_files(int pmu, const struct name *name, struct event_ref *ref)
{
	struct segment plain;
	int count;
	const struct segment *segments = segments_of(pmu, &plain, &count);

	for (int i = 0; i < count; i++) {
		int row = row_in(pmu, &segments[i], name);

		if (row >= 0) {
			fill_ref_in(ref, pmu, &segments[i], row);
			return PFM_SUCCESS;
		}
	}
	return PFM_ERR_NOTFOUND;
}

/* Finds an event in a PMU whose events are rows of one table. */
static pfm_err_t find_plain_event(int pmu, const struct name *name, struct event_ref *ref, bool wide)
{
	const struct tables *in = pmu_body(pmu);
	const struct table_pmu *data = pmu_data(pmu);
	const struct table_part *part = &in->parts.rows[data->part];
	int row = (wide ? table_find_wide_event : table_find_event)(in, part->table, name, data->visible);
	uint32_t index = (uint32_t)row - part->first;

	if (index >= part->count) /* also true for row -1, which wraps around */
		return PFM_ERR_NOTFOUND;
	fill_ref(ref, pmu, data, in, table_event(in, part->table, row), (int)index);
	return PFM_SUCCESS;
}

/* Finds an event of an Arm core, which may lack it. */
static NEVER_INLINE pfm_err_t find_core_event(int pmu, const struct name *name, struct event_ref *ref)
{
	pfm_err_t error = find_plain_event(pmu, name, ref, false);

	return error ? error : pmceid_has_event(ref);
}

static __attribute__((noinline)) pfm_err_t
find_event_from_file(int pmu, const struct name *name, struct event_ref *ref)
{
	if (is_composed(pmu))
		return find_event_from_files(pmu, name, ref);
	return pmu_is_good(pmu) ? find_plain_event(pmu, name, ref, false) : PFM_ERR_NOTFOUND;
}

pfm_err_t pmu_find_event(int pmu, const struct name *name, struct event_ref *ref)
{
	if (is_plain(pmu, pmu_data(pmu)))
		return find_plain_event(pmu, name, ref, false);
	if (is_from_file(pmu))
		return find_event_from_file(pmu, name, ref);
	if (is_composed(pmu))
		return find_composed_event(pmu, name, ref);
	if (has_pmceid(pmu))
		return find_core_event(pmu, name, ref);
	if (pmu_data(pmu)->flags & PMU_WIDE)
		return find_plain_event(pmu, name, ref, true);
	fill_ref(ref, pmu, pmu_data(pmu), pmu_body(pmu),
		 table_event(pmu_body(pmu), first_part(pmu)->table, (int)first_part(pmu)->first), 0);
	return kernel_events_raw_code(name->span, &ref->code) ? PFM_SUCCESS : PFM_ERR_NOTFOUND;
}

/* Returns the first active PMU of a family, which stands for all; the order has the first of all. */
static int active_of_family(int pmu)
{
	int first = pmu;

	for (; pmu < pmus.count && pmus_are_alike(pmu, first); pmu++)
		if (pmu_is_active(pmu))
			return pmu;
	return -1;
}

enum glance { THERE, NOT_THERE, UNCLEAR };

/* Takes a first look at a PMU, which is enough for most names: none has its hash, or the first that has is it. */
ALWAYS_INLINE enum glance glance_at(int pmu, const struct name *name, struct event_ref *ref)
{
	const struct tables *in = pmu_body(pmu);
	const struct table_pmu *data = &in->pmus.rows[pmus.list[pmu].row];
	const struct table_part *part;
	const struct table_event *event;
	struct filed filed;
	uint32_t value, index;

	if (!is_plain(pmu, data))
		return UNCLEAR;
	part = &in->parts.rows[data->part];
	filed = filed_events(in, part->table);
	event = first_event(in, filed, name, data->visible, &value);
	if (!value)
		return NOT_THERE;
	index = slot_row(value, filed.mask) - part->first;
	if (!event || index >= part->count)
		return UNCLEAR;
	fill_ref(ref, pmu, data, in, event, (int)index);
	return THERE;
}

ALWAYS_INLINE pfm_err_t find_in_pmu(int pmu, const struct name *name, struct event_ref *ref)
{
	enum glance glance = glance_at(pmu, name, ref);

	return glance == THERE ? PFM_SUCCESS : glance == NOT_THERE ? PFM_ERR_NOTFOUND : pmu_find_event(pmu, name, ref);
}

/*
 * Checks that an event found in the order is meant by its name alone: its device is there, and perf has none of that
 * name. The first PMU of a family gives way to the first one that is there. PFM_ERR_NOMEM: it could not be looked for.
 */
static NEVER_INLINE pfm_err_t check_meant(struct event_ref *ref, const struct name *name)
{
	unsigned int shortages = host_shortages();
	struct event_ref other;

	if (!(pmus.list[ref->pmu].state & ACTIVE)) {
		int pmu = active_of_family(ref->pmu);

		if (pmu < 0)
			return host_shortages() == shortages ? PFM_ERR_NOTFOUND : PFM_ERR_NOMEM;
		ref->pmu = pmu;
		ref->data = pmu_data(pmu);
	}
	if (pmu_is_new(ref->pmu) && !pmu_find_event(pmus.perf, name, &other))
		return PFM_ERR_NOTFOUND;
	return PFM_SUCCESS;
}

static inline bool is_plainly_meant(int pmu)
{
	return pmus.list[pmu].state & ACTIVE && !pmu_is_new(pmu);
}

/* Returns whether a name without PMU means no PMU that is found by its device: none has it, or perf has it. */
static NEVER_INLINE bool means_no_device(const struct name *name)
{
	uint32_t bit = name_bit(name->hash);
	struct event_ref ref;

	return !(pfm_compiled.device_names.rows[bit / 64] >> bit % 64 & 1) ||
	       !pmu_find_event(pmus.perf, name, &ref);
}

/* Searches PMUs in order. An error in one, whose events could not be read, counts only if no later one has it. */
static NEVER_INLINE pfm_err_t find_in_order(const struct name *name, int *place, struct event_ref *ref)
{
	pfm_err_t error = PFM_ERR_NOTFOUND;

	while (*place < pmus.order_count) {
		pfm_err_t one;

		if (*place == pmus.by_device.from && *place < pmus.by_device.to && means_no_device(name)) {
			*place = pmus.by_device.to;
			continue;
		}
		one = find_in_pmu(pmus.order[(*place)++], name, ref);
		if (!one && !is_plainly_meant(ref->pmu))
			one = check_meant(ref, name);
		if (!one)
			return PFM_SUCCESS;
		if (one != PFM_ERR_NOTFOUND)
			error = one;
	}
	return error;
}

/* Tries the first PMU quickly: it is the core PMU, which mostly has the event. */
pfm_err_t find_event(const struct name *name, int *place, struct event_ref *ref)
{
	int first = pmus.order[0];

	if (!*place && pmus.order_count && is_plainly_meant(first)) {
		enum glance glance = glance_at(first, name, ref);

		*place = glance != UNCLEAR;
		if (glance == THERE)
			return PFM_SUCCESS;
	}
	return find_in_order(name, place, ref);
}

/* ---- a CPU's name for its PMUs ---- */

/* Returns whether host is this machine, for which a mainframe PMU is composed: no line says which ones have it. */
static bool is_of_this_mainframe(int pmu, const struct host *host)
{
	return host->is_s390 && host->s390_machine == pmus.host.s390_machine && pmu_is_active(pmu) &&
	       (pmu_data(pmu)->type == PFM_PMU_TYPE_CORE || soc_has_pmu(host->soc, pmu_name(pmu)));
}

bool pmu_is_of_cpu(int pmu, const struct host *host)
{
	const struct table_pmu *data = pmu_data(pmu);
	const struct table_condition *conditions = &pmu_body(pmu)->conditions.rows[data->condition];
	struct host riscv;

	if (data->flags & PMU_DEPRECATED)
		return false;
	for (int i = 0; i < data->conditions; i++) {
		if (conditions[i].kind == WHEN_CPU && host_is_cpu(host, &conditions[i]))
			return true;
		if (conditions[i].kind != WHEN_CPUINFO_GLOB || !host->riscv_count)
			continue;
		riscv = *host; /* a copy that host_meets() may change; for RISC-V it reads no file */
		if (host_meets(&riscv, pmu_body(pmu), &conditions[i]))
			return true;
	}
	return is_of_this_mainframe(pmu, host);
}

NEVER_INLINE pfm_err_t find_on_cpu(struct span cpu, const struct name *name, struct event_ref *ref, bool *is_cpu)
{
	struct host host = { .root = "" };

	*is_cpu = false;
	if (!identity_is_cpu(cpu, &host))
		return PFM_ERR_NOTFOUND;
	for (int core = 1; core >= 0; core--)
		for (int pmu = 0; pmu < pmus.count; pmu++) {
			if ((pmu_data(pmu)->type == PFM_PMU_TYPE_CORE) != core || !pmu_is_of_cpu(pmu, &host) ||
			    !pmu_is_searched(pmu))
				continue;
			*is_cpu = true;
			if (!name || !pmu_find_event(pmu, name, ref))
				return PFM_SUCCESS;
		}
	return PFM_ERR_NOTFOUND;
}

bool is_known_pmu(struct span name)
{
	struct instance instance;
	int pmu = pmu_meant(name, &instance);
	struct event_ref ref;
	bool is_cpu = false;

	if (pmu < 0)
		find_on_cpu(name, NULL, &ref, &is_cpu);
	return pmu < 0 ? is_cpu : pmu_is_searched(pmu);
}

/* Finds an event by a prefix that is no plain PMU name (instance, family, CPU), or whose PMU is not searched. */
static NEVER_INLINE pfm_err_t find_in_meant(struct span pmu_span, const struct name *name, struct event_ref *ref)
{
	unsigned int shortages = host_shortages();
	struct instance instance;
	int pmu = pmu_meant(pmu_span, &instance);
	pfm_err_t error;
	bool is_cpu;

	if (pmu < 0 && !find_on_cpu(pmu_span, name, ref, &is_cpu)) {
		ref->instance = (struct instance){ 0 };
		return PFM_SUCCESS;
	}
	if (pmu < 0 || !pmu_is_searched(pmu))
		return host_shortages() == shortages ? PFM_ERR_NOTFOUND : PFM_ERR_NOMEM;
	error = pmu_find_event(pmu, name, ref);
	ref->instance = instance;
	return error;
}

pfm_err_t find_event_of(const struct name *prefix, const struct name *name, struct event_ref *ref)
{
	int pmu = pmu_first_named(prefix);

	if (pmu >= 0 && pmus.list[pmu].state & SEARCHED)
		return find_in_pmu(pmu, name, ref);
	return find_in_meant(prefix->span, name, ref);
}

/* ---- identifiers, counters ---- */

static void split_identifier(int identifier, int *pmu, int *index)
{
	bool is_new = identifier >= FIRST_NEW_IDENTIFIER;
	int bits = is_new ? NEW_IDENTIFIER_BITS : IDENTIFIER_BITS,
	    rest = is_new ? identifier - FIRST_NEW_IDENTIFIER : identifier;

	*pmu = identifier < 0 ? -1 : pmu_by_id((unsigned int)((rest >> bits) + (is_new ? FIRST_NEW_PMU : 0)));
	*index = rest & ((1 << bits) - 1);
}

pfm_err_t event_by_identifier(int identifier, struct event_ref *ref)
{
	unsigned int shortages = host_shortages();
	int pmu, index;

	split_identifier(identifier, &pmu, &index);
	if (pmu < 0)
		return PFM_ERR_INVAL;
	if (pmu_event(pmu, index, ref))
		return PFM_SUCCESS;
	return host_shortages() == shortages ? PFM_ERR_INVAL : PFM_ERR_NOMEM;
}

void pmu_counters(int pmu, int *general, int *fixed)
{
	const struct composed *composed = composed_of(pmu);

	*general = composed && composed->general >= 0 ? composed->general : pmu_data(pmu)->counters;
	*fixed = composed && composed->fixed >= 0 ? composed->fixed : pmu_data(pmu)->fixed_counters;
}

/* ---- opening ---- */

static void add_segment(struct composed *composed, struct segment segment)
{
	segment.base = composed->count;
	composed->segments[composed->segment_count++] = segment;
	composed->count += segment.count;
}

/* Adds the tables whose condition holds; those without one if there is none. */
static void compose_parts(int pmu, struct composed *composed, bool active, bool forced,
	bool (*meets)(const struct tables *, const struct table_condition *, int))
{
	const struct tables *in = pmu_body(pmu);
	const struct table_part *parts = first_part(pmu);
	int count = pmu_data(pmu)->parts;
	bool always = false, none;

	for (int i = 0; i < count; i++)
		always |= !parts[i].conditions;
	/* a forced PMU was not detected, so its conditions cannot be checked */
	for (int i = 0; i < count && (forced ? !always : active || always); i++)
		if (parts[i].conditions && parts[i].conditions != DYNAMIC_PART &&
			meets(in, &in->conditions.rows[parts[i].condition], parts[i].conditions))
			add_segment(composed, segment_of(pmu, &parts[i]));
	none = !composed->segment_count;
	for (int i = 0; i < count && none; i++)
		if (!parts[i].conditions)
			add_segment(composed, segment_of(pmu, &parts[i]));
	if (!always)
		composed->fixed = active ? composed->count : -1;
}

/* Adds the events of a hook: one segment an event, so that those the CPU lacks leave no hole. */
static void compose_hook(int pmu, struct composed *composed, bool forced)
{
	struct segment segment = segment_of(pmu, first_part(pmu));
	int rows = segment.count;

	segment.count = 1;
	for (int i = 0; i < rows; i++, segment.first++)
		if (hook_has_event(pmu_data(pmu)->hook, &pmus.host, forced, i))
			add_segment(composed, segment);
	hook_counters(&pmus.host, forced, &composed->modifiers, &composed->general, &composed->fixed);
}

/* Adds the events of files, behind its own. */
static void compose_extensions(int pmu, struct composed *composed)
{
	for (int i = 0; i < pmus.extension_count; i++) {
		const struct extension *extension = &pmus.extensions[i];
		const struct tables *in = pmus.bodies[extension->body];
		const struct table_pmu *data = &in->pmus.rows[extension->row];
		const struct table_part *part = &in->parts.rows[data->part];

		if (extension->pmu == pmu)
			add_segment(composed, (struct segment){
				.in = in, .data = data, .table = part->table, .body = extension->body,
				.first = (int)part->first, .count = (int)part->count
			});
	}
}

void events_compose(int pmu, bool forced, bool (*meets)(const struct tables *, const struct table_condition *, int))
{
	bool active = pmus.list[pmu].state & (ACTIVE | LATE);
	struct composed *composed;

	if (composition.composed_count == MAX_COMPOSED ||
	    composition.segment_count + pmu_data(pmu)->parts + pmus.extension_count > MAX_PMU_SEGMENTS) {
		log_verbose("%s: no events: more PMUs have conditions for their tables than there is room for",
			    pmu_name(pmu));
		return;
	}
	composed = &composition.composed[++composition.composed_count];
	pmus.list[pmu].composed = (uint8_t)composition.composed_count;
	*composed = (struct composed){ .segments = &composition.segments[composition.segment_count],
		.general = -1,
		.fixed = -1 };
	if (!(pmu_data(pmu)->flags & PMU_COMPOSED))
		add_segment(composed, segment_of(pmu, first_part(pmu)));
	else if (!pmu_data(pmu)->hook)
		compose_parts(pmu, composed, active, forced, meets);
	else if (active)
		compose_hook(pmu, composed, forced);
	compose_extensions(pmu, composed);
	composition.segment_count += composed->segment_count;
}

void events_close(void)
{
	composition.composed_count = composition.segment_count = 0;
	pmceid_close();
}
