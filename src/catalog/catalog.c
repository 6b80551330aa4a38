#include "catalog/catalog.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "catalog/kernel_events.h"
#include "catalog/hooks.h"
#include "machine/conditions.h"
#include "machine/identity.h"
#include "machine/late.h"
#include "machine/sysfs.h"

enum pmu_state { MAPPED = 1, ACTIVE = 2, SEARCHED = 4 };

/* Events of a PMU that depend on the machine. */
struct composed {
	int pmu, count;
	struct segment segments[MAX_SEGMENTS];
	int segment_count;
	uint32_t modifiers;             /* 0: as in the table */
	int general, fixed;             /* -1: as in the PMU's text */
};

static atomic_bool is_open; /* after success: what the others are then is seen by every thread that sees this */

static struct {
	bool done, verbose, debug, to_stdout, inactive;
	pfm_err_t result;
	struct host host;
	bool perf;
	uint8_t states[MAX_PMUS];
	uint16_t order[MAX_PMUS];       /* PMUs in which events without a PMU are looked up */
	int order_count;
	struct composed composed[MAX_COMPOSED]; /* events put together from several tables */
	int composed_count;
	unsigned int perf_plm;
	uint16_t last_condition, last_conditions; /* looked at last, and whether they held */
	bool last_met;
} catalog;

/* What catalog_choose() was told. */
static struct {
	char cpu[1024], root[HOST_PATH / 2];
	bool has_cpu, has_root, inactive;
} chosen;

/* ---- diagnostics ---- */

static void write_line(const char *format, va_list arguments)
{
	FILE *out = catalog.to_stdout ? stdout : stderr;

	vfprintf(out, format, arguments);
	fputc('\n', out);
}

bool catalog_is_verbose(void)
{
	return catalog.verbose;
}

void catalog_verbose(const char *format, ...)
{
	va_list arguments;

	if (!catalog.verbose)
		return;
	va_start(arguments, format);
	write_line(format, arguments);
	va_end(arguments);
}

void catalog_debug(const char *format, ...)
{
	va_list arguments;

	if (!catalog.debug)
		return;
	va_start(arguments, format);
	write_line(format, arguments);
	va_end(arguments);
}

/* The first character counts, and only if it is a digit. */
static bool environment_level(const char *name)
{
	const char *value = getenv(name);

	return value && *value > '0' && *value <= '9';
}

/* ---- events of a PMU ---- */

static struct composed *find_composed(int pmu)
{
	for (int i = 0; i < catalog.composed_count; i++)
		if (catalog.composed[i].pmu == pmu)
			return &catalog.composed[i];
	return NULL;
}

static bool is_composed(int pmu)
{
	return pmu_data(pmu)->flags & PMU_COMPOSED;
}

/* The segments that make up a PMU's events; plain is room for one. */
static const struct segment *segments_of(int pmu, struct segment *plain, int *count)
{
	const struct table_part *part = &pfm_compiled.parts.rows[pmu_data(pmu)->part];

	if (is_composed(pmu)) {
		const struct composed *composed = find_composed(pmu);

		*count = composed ? composed->segment_count : 0;
		return composed ? composed->segments : NULL;
	}
	*plain = (struct segment){ &pfm_compiled, part->table, (int)part->first, (int)part->count, 0 };
	*count = 1;
	return plain;
}

static void fill_ref(struct event_ref *ref, int pmu, const struct tables *in, int table, int row, int index)
{
	ref->pmu = pmu;
	ref->index = index;
	ref->in = in;
	ref->event = &in->events.rows[in->tables.rows[table].first + (uint32_t)row];
	ref->code = ref->event->code;
	ref->modifiers = in->modifier_sets.rows[ref->event->modifier_set];
}

static void fill_ref_in(struct event_ref *ref, int pmu, const struct segment *segment, int row)
{
	const struct composed *composed = is_composed(pmu) ? find_composed(pmu) : NULL;

	fill_ref(ref, pmu, segment->in, segment->table, row, segment->base + row - segment->first);
	if (composed && composed->modifiers)
		ref->modifiers = composed->modifiers;
}

static bool event_in(int pmu, const struct segment *segments, int count, int index, struct event_ref *ref)
{
	for (int i = 0; i < count; i++)
		if (index >= segments[i].base && index - segments[i].base < segments[i].count) {
			fill_ref_in(ref, pmu, &segments[i], index - segments[i].base + segments[i].first);
			return event_is_visible(ref->in, ref->event, pmu_data(pmu)->visible);
		}
	return false;
}

static int rows_in(const struct segment *segments, int count)
{
	return count ? segments[count - 1].base + segments[count - 1].count : 0;
}

/* Events that perf gets while running come after the compiled ones. */
static bool is_perf(int pmu)
{
	return pmu_data(pmu)->id == PFM_PMU_PERF_EVENT;
}

bool pmu_event(int pmu, int index, struct event_ref *ref)
{
	struct segment plain;
	int count;
	const struct segment *segments = segments_of(pmu, &plain, &count);

	if (event_in(pmu, segments, count, index, ref))
		return true;
	if (!is_perf(pmu) || !pmu_is_active(pmu) || index < rows_in(segments, count))
		return false;
	segments = kernel_events_extra(&count);
	return event_in(pmu, segments, count, index, ref);
}

int pmu_next_event(int pmu, int index)
{
	struct segment plain;
	struct event_ref ref;
	int count, rows;
	const struct segment *segments = segments_of(pmu, &plain, &count);

	rows = rows_in(segments, count);
	if (is_perf(pmu) && pmu_is_active(pmu) && index >= rows) {
		segments = kernel_events_extra(&count);
		if (count)
			rows = rows_in(segments, count);
	}
	for (; index < rows; index++)
		if (pmu_event(pmu, index, &ref))
			return index;
	return -1;
}

int pmu_event_count(int pmu)
{
	int count = 0;

	for (int index = pmu_next_event(pmu, 0); index >= 0; index = pmu_next_event(pmu, index + 1))
		count++;
	return count;
}

static bool find_in(int pmu, const struct segment *segments, int count, struct span name, uint32_t hash, struct event_ref *ref)
{
	for (int i = 0; i < count; i++) {
		int row = table_find_event(segments[i].in, segments[i].table, name, hash, pmu_data(pmu)->visible);

		if (row >= segments[i].first && row - segments[i].first < segments[i].count) {
			fill_ref_in(ref, pmu, &segments[i], row);
			return true;
		}
	}
	return false;
}

static pfm_err_t find_in_extra(int pmu, struct span name, uint32_t hash, struct event_ref *ref)
{
	const struct segment *segments;
	unsigned int shortages;
	int count;

	if (!kernel_events_may_have(name, hash))
		return PFM_ERR_NOTFOUND;
	shortages = host_shortages();
	segments = kernel_events_extra(&count);
	if (find_in(pmu, segments, count, name, hash, ref))
		return PFM_SUCCESS;
	return host_shortages() == shortages ? PFM_ERR_NOTFOUND : PFM_ERR_NOMEM;
}

/* In a PMU whose events are not just the rows of one table. */
static pfm_err_t find_composed_event(int pmu, struct span name, uint32_t hash, struct event_ref *ref)
{
	struct segment plain;
	int count;
	const struct segment *segments = segments_of(pmu, &plain, &count);

	if (find_in(pmu, segments, count, name, hash, ref))
		return PFM_SUCCESS;
	return is_perf(pmu) && pmu_is_active(pmu) ? find_in_extra(pmu, name, hash, ref) : PFM_ERR_NOTFOUND;
}

static bool is_plain(int pmu)
{
	return !is_composed(pmu) && pmu_data(pmu)->id != PFM_PMU_PERF_EVENT_RAW;
}

/* In a PMU whose events are rows of one table. */
static inline pfm_err_t find_plain_event(int pmu, struct span name, uint32_t hash, struct event_ref *ref)
{
	const struct table_part *part = &pfm_compiled.parts.rows[pmu_data(pmu)->part];
	int row = table_find_event(&pfm_compiled, part->table, name, hash, pmu_data(pmu)->visible);

	if (row < (int)part->first || row - (int)part->first >= (int)part->count)
		return PFM_ERR_NOTFOUND;
	fill_ref(ref, pmu, &pfm_compiled, part->table, row, row - (int)part->first);
	return PFM_SUCCESS;
}

pfm_err_t pmu_find_event(int pmu, struct span name, uint32_t hash, struct event_ref *ref)
{
	const struct table_part *part = &pfm_compiled.parts.rows[pmu_data(pmu)->part];

	if (is_plain(pmu))
		return find_plain_event(pmu, name, hash, ref);
	if (is_composed(pmu))
		return find_composed_event(pmu, name, hash, ref);
	fill_ref(ref, pmu, &pfm_compiled, part->table, (int)part->first, 0);
	return kernel_events_raw_code(name, &ref->code) ? PFM_SUCCESS : PFM_ERR_NOTFOUND;
}

/* ---- PMUs ---- */

const char *pmu_name(int pmu)
{
	return name_at(&pfm_compiled, pmu_data(pmu)->name);
}

int pmu_by_id(unsigned int id)
{
	int pmu = id < pfm_compiled.pmu_by_id.count ? pfm_compiled.pmu_by_id.rows[id] - 1 : -1;

	return pmu >= 0 && catalog.states[pmu] & MAPPED ? pmu : -1;
}

bool pmu_is_active(int pmu)
{
	return catalog.states[pmu] & ACTIVE;
}

unsigned int pmu_plm(int pmu)
{
	return is_perf(pmu) ? catalog.perf_plm : pmu_data(pmu)->plm;
}

void pmu_counters(int pmu, int *general, int *fixed)
{
	const struct composed *composed = is_composed(pmu) ? find_composed(pmu) : NULL;

	*general = composed && composed->general >= 0 ? composed->general : pmu_data(pmu)->counters;
	*fixed = composed && composed->fixed >= 0 ? composed->fixed : pmu_data(pmu)->fixed_counters;
}

int event_identifier(const struct event_ref *ref)
{
	return pmu_data(ref->pmu)->id << IDENTIFIER_BITS | ref->index;
}

pfm_err_t event_by_identifier(int identifier, struct event_ref *ref)
{
	int pmu = identifier < 0 ? -1 : pmu_by_id((unsigned int)identifier >> IDENTIFIER_BITS);
	unsigned int shortages = pmu >= 0 && is_perf(pmu) ? host_shortages() : 0;

	if (pmu < 0)
		return PFM_ERR_INVAL;
	if (pmu_event(pmu, identifier & ((1 << IDENTIFIER_BITS) - 1), ref))
		return PFM_SUCCESS;
	return is_perf(pmu) && host_shortages() != shortages ? PFM_ERR_NOMEM : PFM_ERR_INVAL;
}

int pmu_by_name(struct span name)
{
	uint32_t hash = name_hash(name.text, name.length), mask = pfm_compiled.pmu_slots.count - 1;
	const uint32_t *slots = pfm_compiled.pmu_slots.rows;

	for (uint32_t slot = hash & mask; slots[slot]; slot = (slot + 1) & mask) {
		int pmu = slot_row(slots[slot], mask, hash);

		if (pmu >= 0 && span_is_name(name, pmu_name(pmu)))
			return pmu;
	}
	return -1;
}

pfm_err_t catalog_find_event(const struct span *pmu_span, struct span name, struct event_ref *ref, bool *known)
{
	uint32_t hash = name_hash(name.text, name.length);
	pfm_err_t error = PFM_ERR_NOTFOUND;

	*known = true;
	if (pmu_span) {
		int pmu = pmu_by_name(*pmu_span);

		*known = pmu >= 0 && catalog.states[pmu] & SEARCHED;
		return *known ? pmu_find_event(pmu, name, hash, ref) : PFM_ERR_NOTFOUND;
	}
	/* An event that another PMU has is found, even if the kernel's own could not be looked through. */
	for (int i = 0; i < catalog.order_count; i++) {
		int pmu = catalog.order[i];
		pfm_err_t one = is_plain(pmu) ? find_plain_event(pmu, name, hash, ref) : pmu_find_event(pmu, name, hash, ref);

		if (!one)
			return PFM_SUCCESS;
		if (one == PFM_ERR_NOMEM)
			error = one;
	}
	return error;
}

/* ---- opening ---- */

bool catalog_meets_any(const struct table_condition *conditions, int count)
{
	for (int i = 0; i < count; i++)
		if (conditions[i].kind == WHEN_HOOK ? hook_detect(conditions[i].family, &catalog.host) : host_meets(&catalog.host, &conditions[i]))
			return true;
	return false;
}

static void add_part(struct composed *composed, const struct table_part *part)
{
	if (composed->segment_count == MAX_SEGMENTS)
		return;
	composed->segments[composed->segment_count++] = (struct segment){ &pfm_compiled, part->table, (int)part->first, (int)part->count, composed->count };
	composed->count += (int)part->count;
}

/* Puts the events of a PMU with conditional tables together; those of a hook are up to the hook. */
static void compose(int pmu, bool forced)
{
	const struct table_pmu *data = pmu_data(pmu);
	const struct table_part *parts = &pfm_compiled.parts.rows[data->part];
	struct composed *composed = &catalog.composed[catalog.composed_count++];
	bool active = catalog.states[pmu] & ACTIVE, always = false;

	*composed = (struct composed){ .pmu = pmu, .general = -1, .fixed = -1 };
	if (data->hook) {
		if (active)
			hook_compose(data->hook, &catalog.host, forced, parts, composed->segments, &composed->segment_count, &composed->modifiers,
				     &composed->general, &composed->fixed);
		return;
	}
	for (int i = 0; i < data->parts; i++)
		always |= !parts[i].conditions;
	/* a forced PMU has not been detected: nothing is known that its conditions could look at */
	for (int i = 0; i < data->parts && (forced ? !always : active || always); i++)
		if (parts[i].conditions && parts[i].conditions != DYNAMIC_PART && catalog_meets_any(&pfm_compiled.conditions.rows[parts[i].condition], parts[i].conditions))
			add_part(composed, &parts[i]);
	for (int i = 0; i < data->parts && !composed->segment_count; i++)
		if (!parts[i].conditions)
			add_part(composed, &parts[i]);
	if (!always)
		composed->fixed = active ? composed->count : -1;
}

/* Whether any item of the comma-separated list occurs in name. */
static bool is_disabled(const char *list, const char *name)
{
	while (*list) {
		size_t length = strcspn(list, ",");

		for (const char *at = name; length && strlen(at) >= length; at++)
			if (!memcmp(at, list, length))
				return true;
		list += length + (list[length] == ',');
	}
	return false;
}

static bool starts_with(const char *name, struct span prefix)
{
	for (size_t i = 0; i < prefix.length; i++)
		if (!name[i] || ascii_lower((unsigned char)name[i]) != ascii_lower((unsigned char)prefix.text[i]))
			return false;
	return true;
}

/* Of many boxes of one kind, which stand together in the list, only the first is ever found without its name. */
static void add_to_order(int pmu)
{
	const struct table_pmu *last = catalog.order_count ? pmu_data(catalog.order[catalog.order_count - 1]) : NULL;

	if (!last || last->part != pmu_data(pmu)->part || last->visible != pmu_data(pmu)->visible)
		catalog.order[catalog.order_count++] = (uint16_t)pmu;
}

/* PMUs that stand together often have the same conditions, which are looked at once. */
static bool is_detected(const struct table_pmu *data)
{
	if (data->condition != catalog.last_condition || data->conditions != catalog.last_conditions) {
		catalog.last_condition = data->condition;
		catalog.last_conditions = data->conditions;
		catalog.last_met = catalog_meets_any(&pfm_compiled.conditions.rows[data->condition], data->conditions);
	}
	return catalog.last_met;
}

/* LIBPFM_FORCE_PMU: the PMU of that name; else the first present one whose name begins so. */
struct force {
	bool given;
	struct span name;
	int whole;              /* the PMU of that name; -1: none */
};

static struct force read_force(void)
{
	const char *value = getenv("LIBPFM_FORCE_PMU");
	struct force force = { .given = value, .whole = -1 };

	if (value) {
		force.name = (struct span){ value, strcspn(value, ",") };
		force.whole = pmu_by_name(force.name);
	}
	return force;
}

static bool is_forced(int pmu, const struct force *force)
{
	return force->whole >= 0 ? pmu == force->whole : starts_with(pmu_name(pmu), force->name);
}

/* Whether the machine has the PMU as far as CPU and kernel tell. */
static bool is_present(int pmu, const struct force *force)
{
	const struct table_pmu *data = pmu_data(pmu);

	if (force->given) {
		if (!is_forced(pmu, force))
			return false;
	} else if (!is_detected(data)) {
		return false;
	}
	if (!(data->flags & PMU_NEEDS_SYSFS) || !catalog.perf)
		return true;
	/* This kernel cannot tell what another machine has. */
	return (catalog.host.replaced && !catalog.host.root[0]) || sysfs_has_pmu(&catalog.host, name_at(&pfm_compiled, data->sysfs));
}

static void activate(void)
{
	const struct force force = read_force();
	const char *disabled = getenv("LIBPFM_DISABLED_PMUS");

	for (int pmu = 0; pmu < (int)pfm_compiled.pmus.count; pmu++) {
		bool present;

		if (disabled && is_disabled(disabled, pmu_name(pmu)))
			continue;
		present = is_present(pmu, &force);
		catalog.states[pmu] = (uint8_t)(MAPPED | (present ? ACTIVE : 0) | (present || catalog.inactive ? SEARCHED : 0));
		if (is_composed(pmu))
			compose(pmu, force.given);
		if (present && !(pmu_data(pmu)->flags & PMU_DEPRECATED))
			add_to_order(pmu);
		if (present && force.given) {
			catalog_verbose("PMU forced to %s", pmu_name(pmu));
			break;
		}
	}
}

/* The kernel's own events can tell the levels apart that the core PMU can. */
static void adopt_plm(void)
{
	catalog.perf_plm = pfm_compiled.pmus.rows[pfm_compiled.pmu_by_id.rows[PFM_PMU_PERF_EVENT] - 1].plm;
	for (int pmu = 0; pmu < (int)pfm_compiled.pmus.count; pmu++)
		if (pmu_is_active(pmu) && pmu_data(pmu)->type == PFM_PMU_TYPE_CORE) {
			catalog.perf_plm = pmu_data(pmu)->plm;
			return;
		}
}

static bool copy_text(char *to, size_t size, const char *text)
{
	size_t length = strlen(text);

	if (length < size)
		memcpy(to, text, length + 1);
	return length < size;
}

pfm_err_t catalog_choose(const char *cpu, const char *root, bool inactive)
{
	pfm_err_t error = PFM_SUCCESS;

	late_lock();
	if (catalog.done) {
		error = PFM_ERR_NOTSUPP;
	} else {
		chosen.has_cpu = cpu && copy_text(chosen.cpu, sizeof chosen.cpu, cpu);
		chosen.has_root = root && copy_text(chosen.root, sizeof chosen.root, root);
		chosen.inactive = inactive;
		if (chosen.has_cpu != !!cpu || chosen.has_root != !!root)
			error = PFM_ERR_TOOSMALL;
	}
	late_unlock();
	return error;
}

static void identify(void)
{
	struct machine_choice choice = { chosen.has_cpu ? chosen.cpu : NULL, chosen.has_root ? chosen.root : NULL };
	char message[IDENTITY_MESSAGE];

	host_identify(&catalog.host, &choice, message);
	if (*message)
		catalog_verbose("%s", message);
}

static pfm_err_t open_catalog(void)
{
	unsigned int shortages = host_shortages();

	catalog.verbose = environment_level("LIBPFM_VERBOSE");
	catalog.debug = environment_level("LIBPFM_DEBUG");
	catalog.to_stdout = getenv("LIBPFM_DEBUG_STDOUT") != NULL;
	catalog.inactive = chosen.inactive || environment_level("LIBPFM_ENCODE_INACTIVE");
	identify();
	catalog.perf = sysfs_has_perf(&catalog.host);
	activate();
	adopt_plm();
	/* a machine that could not be looked at is not one that has nothing */
	return host_shortages() == shortages ? PFM_SUCCESS : PFM_ERR_NOMEM;
}

static void clear_catalog(void)
{
	kernel_events_close();
	sysfs_forget();
	memset(&catalog, 0, sizeof catalog);
}

pfm_err_t catalog_open(void)
{
	pfm_err_t result;

	late_lock();
	if (!catalog.done) {
		result = open_catalog();
		if (result)
			clear_catalog();
		catalog.result = result;
		catalog.done = true;
		atomic_store_explicit(&is_open, !result, memory_order_release);
	}
	result = catalog.result;
	late_unlock();
	return result;
}

void catalog_close(void)
{
	late_lock();
	atomic_store(&is_open, false);
	if (catalog.done)
		clear_catalog();
	late_unlock();
}

bool catalog_is_open(void)
{
	return atomic_load_explicit(&is_open, memory_order_acquire);
}

bool catalog_has_perf(void)
{
	return catalog.perf;
}

struct host *catalog_host(void)
{
	return &catalog.host;
}
