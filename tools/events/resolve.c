/*
 * An operand may stand for several events: on all devices, boxes or core types. They are collected and handled
 * together. Notes on them are printed here, so that all tools print the same.
 */
#include "resolve.h"

#include <stdlib.h>
#include <string.h>

#include "boxes.h"
#include "common/explain.h"
#include "common/language.h"
#include "common/operands.h"
#include "countable.h"
#include "groups.h"
#include "vendor_code.h"

/* The events of an operand. */
struct gathered {
	const struct resolving *how;
	const char *operand;
	struct encoded **list;
	int count;
	pfm_perf_event_t *perfs; /* the events that the list's members refer to */
	bool are_boxes;
};

static void drop_last(struct gathered *gathered)
{
	struct encoded *last = gathered->list[--gathered->count];

	free(last->event);
	free(last->string);
	free(last);
}

static void free_gathered(struct gathered *gathered)
{
	while (gathered->count)
		drop_last(gathered);
	free(gathered->list);
	free(gathered->perfs);
}

/* Adds an event of which nothing is known. NULL: no memory, which has been said. */
static struct encoded *one_more(struct gathered *gathered)
{
	struct encoded **longer = realloc(gathered->list, ((size_t)gathered->count + 1) * sizeof *longer);
	struct encoded *encoded = longer ? calloc(1, sizeof *encoded) : NULL;

	if (longer)
		gathered->list = longer;
	if (!encoded) {
		is_lacking(PFM_ERR_NOMEM);
		return NULL;
	}
	encoded->operand = gathered->operand;
	encoded->idx = encoded->cpu = -1;
	encoded->is_box = gathered->are_boxes;
	gathered->list[gathered->count++] = encoded;
	return encoded;
}

static void keep_config(struct encoded *encoded)
{
	encoded->codes[0] = encoded->attr.config;
	encoded->codes[1] = encoded->attr.config1;
	encoded->codes[2] = encoded->attr.config2;
	encoded->count = encoded->attr.config2 ? 3 : encoded->attr.config1 ? 2 : 1;
}

/* ---- notes ---- */

/*
 * Prints notes on an encoded event: its core type, its device, what Linux it needs. is_of_all_cores: the event is not
 * asked for on one core type alone.
 */
static void say_notes(const struct encoded *encoded, const struct given *given, bool is_of_all_cores)
{
	const char *operand = encoded->operand;
	/* perf counts it on all core types if no device is written */
	struct perf_event_attr attr = encoded->attr;
	bool is_on_any = is_of_all_cores && !encoded->perfs && put_on_core(NULL, encoded->idx, &attr);

	if (!encoded->perfs && !encoded->is_box)
		say_which_box(operand, given->pmu);
	if (!encoded->perfs)
		say_vendors_code(operand, encoded->idx);
	say_if_uncountable(operand, encoded->string);
	say_limits(operand, encoded->idx, encoded->device, &encoded->attr);
	say_which_cpu(operand, given->cpu, encoded->idx);
	say_needed_linux(operand, encoded->idx, encoded->string);
	if (encoded->core && !is_of_all_cores && encoded->is_kernels && encoded->core->type == UINT32_MAX)
		complain("%s: bits 63-32 of config are the number of %s, which only its machine knows", operand,
			encoded->core->device);
	if (!encoded->perfs && !encoded->core && !is_on_any)
		say_which_core(operand, given);
}

/* ---- event strings ---- */

/* Returns whether --plm leaves out what the PMU counts anyway: codes have no levels there, perf_event needs them. */
static bool is_refused_by_levels(const char *event, int error)
{
	struct perf_event_attr attr = { .size = sizeof attr };
	pfm_perf_encode_arg_t arg = { .attr = &attr, .size = sizeof arg };

	return error == PFM_ERR_ATTR &&
		!pfm_get_perf_encoding_anywhere(event, PFM_PLM0 | PFM_PLM3, PFM_OS_PERF_EVENT_EXT, &arg);
}

/* Encodes for the layer that is asked for; codes have an attr, too, where the kernel takes all that they say. */
static int encode(const char *event, const struct given *given, struct encoded *encoded)
{
	bool is_raw = given->os == PFM_OS_NONE;
	pfm_pmu_encode_arg_t raw = { .codes = encoded->codes, .count = 4, .size = sizeof raw,
		.fstr = &encoded->string };
	pfm_perf_encode_arg_t perf = { .attr = &encoded->attr, .size = sizeof perf,
		.fstr = is_raw ? NULL : &encoded->string };
	int error = is_raw ? pfm_get_os_event_encoding(event, given->plm, PFM_OS_NONE, &raw) : PFM_SUCCESS, other;

	if (error)
		return error;
	encoded->attr = (struct perf_event_attr){ .size = sizeof encoded->attr };
	other = pfm_get_perf_encoding_anywhere(event, given->plm, is_raw ? PFM_OS_PERF_EVENT_EXT : given->os, &perf);
	if (is_raw ? given->plm_given && is_refused_by_levels(event, other) : other)
		return other;
	if (is_raw && other)
		encoded->attr.type = UINT32_MAX;
	if (is_raw)
		encoded->count = raw.count;
	else
		keep_config(encoded);
	encoded->idx = is_raw ? raw.idx : perf.idx;
	encoded->cpu = is_raw ? -1 : perf.cpu;
	return PFM_SUCCESS;
}

static void find_device(struct encoded *encoded)
{
	pfm_pmu_details_t details = { .size = sizeof details };

	encoded->device = encoded->own_device;
	if (encoded->idx < 0) {
		device_of_string(encoded->event, encoded->own_device, sizeof encoded->own_device);
		return;
	}
	pfm_get_pmu_details(pmu_of(encoded->idx), &details);
	encoded->device = device_of_instance(&details, encoded->idx, encoded->string, encoded->own_device,
		sizeof encoded->own_device);
}

static void use_core(const struct core *core, bool is_raw, struct encoded *encoded)
{
	encoded->core = core;
	if (!core || is_raw)
		return;
	encoded->is_kernels = put_on_core(core, encoded->idx, &encoded->attr);
	encoded->device = core->device;
	keep_config(encoded);
}

/* ---- perf's language ---- */

/* Adds an event as perf's language has it, on one of its devices. False: no memory. */
static bool add_result(struct gathered *gathered, const pfm_perf_event_t *event)
{
	struct encoded *encoded = one_more(gathered);

	if (!encoded)
		return false;
	encoded->perfs = event;
	encoded->attr = event->attr;
	encoded->flags = event->flags;
	encoded->label = event->length ? label_of(event, gathered->operand) : NULL;
	encoded->string = name_in_tables(event, gathered->operand, gathered->how->given, &encoded->idx);
	keep_config(encoded);
	/* raw events belong to the core PMU, so no device is needed, unless there are several core types */
	if (event->device[0] && (core_of_device(event->device) || event->attr.type != PERF_TYPE_RAW))
		encoded->device = strcpy(encoded->own_device, event->device);
	return true;
}

/* Adds an event of perf's language on all its devices. 1, or 0: it is none, or -1: no memory. */
static int add_perfs(struct gathered *gathered)
{
	int count = read_perfs(gathered->operand, gathered->how->given, &gathered->perfs, NULL);

	if (count > 0 && !gathered->how->quiet)
		say_symbol(gathered->operand, gathered->how->given, gathered->perfs);
	for (int i = 0; i < count; i++)
		if (!add_result(gathered, &gathered->perfs[i]))
			return -1;
	return count > 0;
}

/* ---- on all PMUs ---- */

static int read_everywhere(const char *event, const struct given *given, pfm_perf_event_t *found, int room)
{
	/* a group in perf's language, whose modifiers event strings do not have */
	if (*event == '{')
		return pfm_get_perf_events(event, given->plm, found, room, NULL);
	if (given->language == EITHER_LANGUAGE)
		return pfm_get_event_encodings(event, given->plm, found, room, NULL);
	return pfm_read_events(event, given->plm,
		given->language == PFM_LANGUAGE ? PFM_LANGUAGE_PFM : PFM_LANGUAGE_PERF, found, room, NULL);
}

/* Says what a user who counts an event should know of it, as it holds for the first PMU. */
static void say_notes_of_first(const struct gathered *gathered)
{
	const struct given *given = gathered->how->given;
	struct encoded first;
	char *named = NULL;

	if (!gathered->list || !gathered->list[0])
		return;
	first = *gathered->list[0];
	first.is_box = gathered->are_boxes;
	if (reads_as_perfs(gathered->operand, given))
		first.string = named = name_in_tables(first.perfs, gathered->operand, given, &first.idx);
	else
		first.perfs = NULL;
	say_if_foreign(gathered->operand, gathered->list[0]->idx);
	say_notes(&first, given, true);
	free(named);
}

/* Adds an event as it was read. False: no memory, which has been said. */
static bool add_read(struct gathered *gathered, const pfm_perf_event_t *read)
{
	struct encoded *encoded = one_more(gathered);

	if (!encoded || !(encoded->string = strdup(read->name)))
		return !is_lacking(PFM_ERR_NOMEM);
	encoded->perfs = read;
	encoded->attr = read->attr;
	encoded->idx = read->idx;
	encoded->device = read->device;
	encoded->core = core_of_device(read->device);
	return true;
}

/* Adds an event of either language on all PMUs that have it. False: it is none, or no memory, which has been said. */
static bool gather_everywhere(struct gathered *gathered, const char *written)
{
	const struct given *given = gathered->how->given;
	char *event = qualified(written, given->pmu);
	int count = event ? read_everywhere(event, given, NULL, 0) : PFM_ERR_NOMEM;
	bool good = count > 0;

	gathered->perfs = good ? calloc((size_t)count, sizeof *gathered->perfs) : NULL;
	if (gathered->perfs) {
		gathered->perfs->size = sizeof *gathered->perfs;
		count = read_everywhere(event, given, gathered->perfs, count);
	} else if (good || !event) {
		good = !is_lacking(PFM_ERR_NOMEM);
	} else {
		explain_failure(gathered->operand, event, given);
	}
	for (int i = 0; good && i < count; i++)
		good = add_read(gathered, &gathered->perfs[i]);
	free(event);
	return good;
}

/* ---- operands ---- */

/* Adds what an event string encodes to. 0, or an error, and nothing is added. */
static int add_encoded(struct gathered *gathered, const char *event, const struct core *core)
{
	const struct given *given = gathered->how->given;
	struct encoded *encoded = one_more(gathered);
	int error;

	if (!encoded)
		return PFM_ERR_NOMEM;
	encoded->event = strdup(event);
	error = encoded->event ? encode(event, given, encoded) : PFM_ERR_NOMEM;
	if (error) {
		drop_last(gathered);
		return error;
	}
	find_device(encoded);
	use_core(core, given->os == PFM_OS_NONE, encoded);
	return PFM_SUCCESS;
}

/* Adds the event of a string that is written for the operand: as it was typed, on one box, on one core type. */
static bool add_string(struct gathered *gathered, const char *written, const struct core *core)
{
	const struct resolving *how = gathered->how;
	char *event = qualified(written, how->given->pmu), *other = NULL;
	int error = event ? add_encoded(gathered, event, core) : PFM_ERR_NOMEM, found = 0;

	if (error && error != PFM_ERR_NOMEM && may_be_perfs(event, how->given))
		found = add_perfs(gathered);
	if (!found && error == PFM_ERR_NOTFOUND && how->elsewhere && !strstr(event, "::"))
		other = how->elsewhere(event);
	if (other) {
		free(event);
		event = other;
		error = add_encoded(gathered, event, core);
	}
	if (!found && error)
		explain_failure(gathered->operand, event ? event : written, how->given);
	free(event);
	/* an event of another machine is a failure, even if it was shown */
	return found > 0 || (!found && !error && !other);
}

static bool add_box(const char *string, void *data)
{
	return add_string(data, string, NULL);
}

static bool add_on_core(const char *string, const struct core *core, void *data)
{
	return add_string(data, string, core);
}

/* Gathers the events of an operand, which may be written for all boxes. */
static bool gather(struct gathered *gathered, const char *written)
{
	const struct given *given = gathered->how->given;
	int found;

	gathered->are_boxes = means_all_boxes(written);
	if (gathered->are_boxes)
		return for_each_box(written, add_box, gathered);
	if (is_perfs(written, given)) {
		found = add_perfs(gathered);
		return found > 0 || (!found && explain_failure(written, written, given));
	}
	if (gathered->how->asked->all_cores && may_be_on_cores(written, given))
		return for_each_core(written, given, !gathered->how->quiet, add_on_core, gathered);
	return add_string(gathered, written, NULL);
}

/* Uses what has been gathered: what is good, if not all is. */
static bool use_gathered(struct gathered *gathered)
{
	const struct resolving *how = gathered->how;

	/* notes on one box hold for all */
	for (int i = 0; !how->quiet && i < (gathered->are_boxes ? !!gathered->count : gathered->count); i++)
		say_notes(gathered->list[i], how->given, how->is_of_all_cores);
	return !gathered->count || how->use(gathered->list, gathered->count, how->data);
}

/* Gathers an event on all PMUs, and uses it: of a bad one, nothing. */
static bool resolve_everywhere(struct gathered *gathered, const char *written)
{
	const struct resolving *how = gathered->how;
	bool good = gather_everywhere(gathered, written);

	gathered->are_boxes = how->asked->all_boxes;
	if (good)
		say_notes_of_first(gathered);
	return how->use(gathered->list, good ? gathered->count : 0, how->data) && good;
}

static bool resolve_one(const char *operand, const struct member *member, const struct resolving *how)
{
	struct gathered gathered = { .how = how, .operand = operand };
	char *all = how->asked->all_boxes ? on_all_boxes(operand, how->given->pmu) : NULL;
	const char *written = all ? all : operand;
	bool good = how->is_everywhere ? resolve_everywhere(&gathered, written) : gather(&gathered, written);

	for (int i = 0; member && member->has_code && i < gathered.count; i++)
		gathered.list[i]->codes[0] = gathered.list[i]->attr.config = member->code;
	good &= how->is_everywhere || use_gathered(&gathered);
	free_gathered(&gathered);
	free(all);
	return good;
}

static bool resolve_operand(const char *operand, void *data)
{
	return resolve_one(operand, NULL, data);
}

static bool resolve_member(const struct member *member, void *data)
{
	return resolve_one(member->event, member, data);
}

static void pass_brace(char brace, void *data)
{
	const struct resolving *how = data;

	if (how->mark)
		how->mark(brace, how->data);
}

bool resolve_all(int count, char **operands, const struct resolving *how)
{
	struct resolving own = *how;
	bool good = !how->group || for_each_member(how->group, how->given->pmu, resolve_member, &own);

	return for_each_grouped_event(count, operands, how->given, resolve_operand, pass_brace, &own) && good;
}

/* ---- names ---- */

bool is_said_by_tables(const struct encoded *encoded, const struct given *given)
{
	const pfm_perf_event_t *event = encoded->perfs;
	struct given perf = *given;

	perf.os = PFM_OS_PERF_EVENT_EXT;
	return !event ||
		(encoded->string &&
			!(event->flags &
				~(unsigned int)(PFM_PERF_PER_PACKAGE | PFM_PERF_SNAPSHOT | PFM_PERF_MOST_PRECISE)) &&
			!event->attr.aux_output && !event->attr.write_backward &&
			says_all(encoded->string, event, &perf));
}

const char *string_of(const struct encoded *encoded, const struct given *given)
{
	return is_said_by_tables(encoded, given) ? encoded->string : encoded->perfs->name;
}
