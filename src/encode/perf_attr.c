/*
 * Converts register words to a perf_event_attr: the layout's moves say which bits of which word go where in config,
 * config1 and config2. Privilege levels come from three sources: the PMU's modifiers in the words, perf_event's
 * modifiers and the caller's default. Levels that a PMU cannot tell apart are counted.
 */
#include "encode/perf_attr.h"

#include <string.h>

#include "catalog/pmu_devices.h"
#include "encode/device_fields.h"
#include "encode/os_modifiers.h"

/* Privilege levels to count, and in the same bits whether to count guest (PFM_PLM3) and host (PFM_PLM0). */
struct levels {
	unsigned int plm, guest_host;
	bool plm_given, guest_host_given;
};

/* ---- config words ---- */

static bool joins_filters(const struct table_layout *layout, uint64_t word)
{
	for (int i = 0; layout->join_mask && i < 3; i++)
		if ((word & layout->join_mask) == layout->join_values[i])
			return true;
	return false;
}

uint8_t perf_config(const struct event_ref *ref, const struct encoding *encoding, uint64_t config[3])
{
	const struct table_layout *layout = ref->layout;
	uint8_t written = 1;

	config[0] = config[1] = config[2] = 0;
	for (int i = 0; i < layout->move_count; i++) {
		const struct table_move *move = &layout->moves[i];
		uint64_t source = move->from == FROM_WORD ? encoding->words[move->word]
			: move->from == FROM_EVENT        ? ref->code
							  : ref_kind(ref)->column;
		unsigned int to = move->to, shift = move->shift;

		if (move->from == FROM_WORD && move->word >= encoding->count)
			continue;
		if (to == 2 && joins_filters(layout, encoding->words[0])) {
			to = 1;
			shift = 32;
		}
		config[to] |= (source & ~move->clear) << shift;
		written |= (uint8_t)(1u << to);
	}
	return written;
}

static void fill_config(const struct event_ref *ref, const struct encoding *encoding, struct perf_event_attr *attr)
{
	uint64_t config[3];
	uint8_t written = perf_config(ref, encoding, config);

	attr->config = config[0];
	if (written & 2)
		attr->config1 = config[1];
	if (written & 4)
		attr->config2 = config[2];
}

/* Moves the fields to where this machine's driver has them, if not where the tables do. */
static pfm_err_t fit_to_device(const struct event_ref *ref, struct perf_event_attr *attr)
{
	const struct instance instance = ref_instance(ref);
	uint64_t words[] = { attr->config, attr->config1, attr->config2 };
	struct lacking_field lacking;
	pfm_err_t error = words_to_device(ref->pmu, &instance, words, &lacking);

	if (error || !memcmp(words, (uint64_t[]){ attr->config, attr->config1, attr->config2 }, sizeof words))
		return error;
	attr->config = words[0];
	attr->config1 = words[1];
	attr->config2 = words[2];
	return PFM_SUCCESS;
}

/* Sets type: the kernel's own events carry theirs; raw events have no second and third word. */
static pfm_err_t fill_type(const struct event_ref *ref, enum perf_where where, struct perf_event_attr *attr)
{
	struct instance instance = ref_instance(ref);
	uint32_t type = 0;
	pfm_err_t error = (where == PERF_HERE ? pmu_type : pmu_type_or_unknown)(ref->pmu, &instance, &type);

	if (!error && type != UINT32_MAX)
		error = event_is_on_device(ref, &instance);
	if (error)
		return error;
	attr->type = type;
	if (pmu_is_perf(ref->pmu))
		attr->type = ref_kind(ref)->column;
	if (ref->pmu == pmus.perf_raw)
		attr->config1 = attr->config2 = 0;
	return PFM_SUCCESS;
}

/* ---- modifiers ---- */

static void add_level(unsigned int *levels, bool *given, unsigned int level, bool on)
{
	*given = true;
	if (on)
		*levels |= level;
}

static pfm_err_t set_period(struct perf_event_attr *attr, uint64_t value)
{
	if (!value || attr->freq)
		return PFM_ERR_ATTR_VAL;
	attr->sample_period = value;
	return PFM_SUCCESS;
}

static pfm_err_t set_frequency(struct perf_event_attr *attr, uint64_t value)
{
	if (!value || attr->sample_period)
		return PFM_ERR_ATTR_VAL;
	attr->sample_freq = value;
	attr->freq = 1;
	return PFM_SUCCESS;
}

static pfm_err_t apply_os_modifier(const struct attribute *attribute, struct perf_event_attr *attr,
	struct levels *levels, int *cpu)
{
	uint64_t value = attribute->value;

	switch (attribute->index) {
	case OS_U:
		add_level(&levels->plm, &levels->plm_given, PFM_PLM3, value);
		break;
	case OS_K:
		add_level(&levels->plm, &levels->plm_given, PFM_PLM0, value);
		break;
	case OS_H:
		add_level(&levels->plm, &levels->plm_given, PFM_PLMH, value);
		break;
	case OS_PERIOD:
		return set_period(attr, value);
	case OS_FREQ:
		return set_frequency(attr, value);
	case OS_PRECISE:
		if (value > 3)
			return PFM_ERR_ATTR_VAL;
		attr->precise_ip = value & 3;
		break;
	case OS_EXCL:
		attr->exclusive |= value & 1;
		break;
	case OS_MG: /* giving mg or mh has an effect whatever its value is: programs depend on it */
		add_level(&levels->guest_host, &levels->guest_host_given, PFM_PLM3, true);
		break;
	case OS_MH:
		add_level(&levels->guest_host, &levels->guest_host_given, PFM_PLM0, true);
		break;
	case OS_CPU:
		if (value >= INT32_MAX)
			return PFM_ERR_ATTR_VAL;
		*cpu = (int)value;
		break;
	case OS_PINNED:
		attr->pinned = value & 1;
		break;
	case OS_HW_SMPL:
		attr->precise_ip = value & 1;
		break;
	}
	return PFM_SUCCESS;
}

static pfm_err_t apply_os_modifiers(const struct selection *selection, bool no_modifiers, struct perf_event_attr *attr,
	struct levels *levels, int *cpu)
{
	for (int i = 0; i < selection->count; i++) {
		const struct attribute *attribute = &selection->attributes[i];
		pfm_err_t error;

		if (attribute->kind != ATTRIBUTE_OS)
			continue;
		if (no_modifiers && attribute->value && attribute->index != OS_PINNED)
			return PFM_ERR_ATTR_VAL;
		error = apply_os_modifier(attribute, attr, levels, cpu);
		if (error)
			return error;
	}
	return PFM_SUCCESS;
}

/* Extra bit among the levels that a PMU can tell apart: the PMU always counts guests. */
enum { LEVEL_GUESTS = 1 << 8 };

/* Returns whether the PMU is an Arm core's. For others, as POWER6, tables may lack levels that their drivers have. */
static bool is_core_of_arm(int pmu)
{
	const struct table_condition *condition = &pmu_body(pmu)->conditions.rows[pmu_data(pmu)->condition];

	return pmu_data(pmu)->type == PFM_PMU_TYPE_CORE && pmu_data(pmu)->conditions && condition->kind == WHEN_CPU &&
	       condition->vendor == VENDOR_ARM;
}

const char *pmu_counted_anyway(int pmu, unsigned int plm, unsigned int guest_host)
{
	unsigned int always = ~pmu_plm(pmu) & (PFM_PLM0 | PFM_PLM3);

	if (!is_core_of_arm(pmu))
		return NULL;
	if (always & ~plm)
		return always & ~plm & PFM_PLM0 ? "the kernel" : "user code";
	if (always & ~guest_host)
		return always & ~guest_host & PFM_PLM3 ? "guests" : "the host";
	return NULL;
}

int pmu_of_counters(const struct event_ref *ref)
{
	if (pmu_data(ref->pmu)->id == PFM_PMU_PERF_EVENT_RAW)
		return pmus.perf_core;
	if (!pmu_is_perf(ref->pmu))
		return ref->pmu;
	return ref_kind(ref)->column == PERF_TYPE_HARDWARE || ref_kind(ref)->column == PERF_TYPE_HW_CACHE
		? pmus.perf_core : -1;
}

/* Returns the levels to tell apart. Software events have user code and kernel on any core, unlike in libpfm4. */
static unsigned int known_levels(const struct event_ref *ref, enum perf_where where)
{
	bool is_perf = pmu_is_perf(ref->pmu);
	int core = is_perf ? pmus.perf_core : ref->pmu;

	bool counts_guests = core >= 0 && pmu_layout(core)->rules & RULE_COUNT_GUESTS;
	unsigned int plm = pmu_plm(ref->pmu);

	if (is_perf && where == PERF_ANYWHERE && pmu_of_counters(ref) != core) {
		counts_guests |= !(plm & PFM_PLM3);
		plm |= PFM_PLM0 | PFM_PLM3;
	}
	return plm | (counts_guests ? LEVEL_GUESTS : 0);
}

const char *perf_attr_counted_anyway(const struct selection *selection, int plm)
{
	struct levels levels = { 0, 0, false, false };
	struct perf_event_attr attr = { 0 };
	int cpu, pmu = pmu_of_counters(&selection->ref);

	if (pmu < 0 || apply_os_modifiers(selection, false, &attr, &levels, &cpu))
		return NULL;
	return pmu_counted_anyway(pmu, levels.plm_given ? levels.plm : plm ? (unsigned int)plm : PFM_PLM0 | PFM_PLM3,
				  levels.guest_host_given ? levels.guest_host : PFM_PLM0 | PFM_PLM3);
}

/* Sets the exclude_ bits. Levels that the PMU cannot tell apart are always counted. */
static void fill_exclusions(unsigned int known, int plm, struct levels *levels, struct perf_event_attr *attr)
{
	unsigned int missing = ~known;

	if (!levels->plm_given)
		levels->plm = (unsigned int)plm;
	if (!levels->guest_host_given)
		levels->guest_host = PFM_PLM0 | (known & LEVEL_GUESTS ? PFM_PLM3 : 0);
	levels->plm |= missing;
	levels->guest_host |= missing;
	attr->exclude_user = !(levels->plm & PFM_PLM3);
	attr->exclude_kernel = !(levels->plm & PFM_PLM0);
	attr->exclude_hv = !(levels->plm & PFM_PLMH);
	attr->exclude_guest = !(levels->guest_host & PFM_PLM3);
	attr->exclude_host = !(levels->guest_host & PFM_PLM0);
}

/* ---- the string ---- */

void perf_attr_describe(unsigned int offered, const struct perf_event_attr *attr, struct text *text)
{
	for (unsigned int left = offered; left; left &= left - 1) {
		int i = __builtin_ctz(left);
		uint64_t value;

		switch (i) {
		case OS_U:
			value = !attr->exclude_user;
			break;
		case OS_K:
			value = !attr->exclude_kernel;
			break;
		case OS_H:
			value = !attr->exclude_hv;
			break;
		case OS_PERIOD:
		case OS_FREQ:
			value = attr->sample_period;
			if (!value)
				continue;
			break;
		case OS_PRECISE:
			value = attr->precise_ip;
			break;
		case OS_HW_SMPL:
			value = attr->precise_ip != 0;
			break;
		case OS_EXCL:
			value = attr->exclusive;
			break;
		case OS_MG:
			value = !attr->exclude_guest;
			break;
		case OS_MH:
			value = !attr->exclude_host;
			break;
		default:
			continue; /* cpu and pinned say how to open the event, not what it counts */
		}
		text_add_value(text, os_modifiers[i].label, os_modifiers[i].label_length, value);
	}
}

pfm_err_t perf_attr_modify(const struct selection *selection, bool no_modifiers, unsigned int known, int plm,
			   struct perf_event_attr *attr, int *cpu)
{
	struct levels levels = { 0, 0, false, false };
	pfm_err_t error;

	*cpu = -1;
	attr->pinned = 0;
	error = apply_os_modifiers(selection, no_modifiers, attr, &levels, cpu);
	if (!error)
		fill_exclusions(known, plm, &levels, attr);
	return error;
}

pfm_err_t perf_attr_fill(struct selection *selection, const struct encoding *encoding, int plm, pfm_os_t os,
	enum perf_where where, struct perf_event_attr *attr, int *cpu, struct text *text, bool *printed)
{
	pfm_err_t error = fill_type(&selection->ref, where, attr);

	if (error)
		return error;
	fill_config(&selection->ref, encoding, attr);
	error = fit_to_device(&selection->ref, attr);
	if (error)
		return error;
	error = perf_attr_modify(selection, encoding->no_modifiers, known_levels(&selection->ref, where), plm, attr,
		cpu);
	if (!error && where == PERF_ANYWHERE && perf_attr_counted_anyway(selection, plm))
		error = PFM_ERR_ATTR;
	if (error)
		return error;
	*printed = text && !encoding->no_modifiers;
	if (*printed) {
		describe_event(selection, encoding, os, text);
		perf_attr_describe(os_modifiers_offered(&selection->ref, os), attr, text);
	}
	return PFM_SUCCESS;
}
