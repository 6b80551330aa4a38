/* Properties of a target, which is a device or a PMU of the tables in its place: type, fields, events. */
#include "language/language.h"

#include "catalog/aliases.h"
#include "catalog/pmu_devices.h"
#include "encode/error_text.h"
#include "encode/perf_attr.h"
#include "language/meant.h"

/* Returns the target's PMU, which is looked for once; -1: none. */
static int first_pmu(struct perf_target *target)
{
	if (target->pmu < 0)
		target->pmu = pmu_with_device(target_name(target), -1);
	return target->pmu;
}

bool perf_is_core(const struct perf_target *target)
{
	int pmu = target->pmu >= 0 ? target->pmu : pmu_with_device(target_name(target), -1);

	return pmu >= 0 ? pmu_data(pmu)->type == PFM_PMU_TYPE_CORE
			: spans_are_same(target_name(target), span_from("cpu"));
}

bool perf_is_software(const struct perf_target *target)
{
	return spans_are_same(target_name(target), span_from("software"));
}

bool perf_target_type(struct perf_parser *parser, const struct perf_target *target, uint32_t *type)
{
	if (target->device || target->has_type) {
		*type = target->device ? device_type(target->device) : target->type;
		return true;
	}
	if (!pmu_type_or_unknown(target->pmu, &(struct instance){ 0 }, type))
		return true;
	return perf_fail(parser, PFM_ERR_NOMEM, target_name(target), "out of memory");
}

/* ---- fields ---- */

/* Returns the PMU's modifier whose values a field of that name has; -1: there is none (MODIFIER_FIELD). */
static int modifier_of_field(int pmu, struct span name)
{
	for (int i = 0; i < pmu_layout(pmu)->modifiers; i++)
		if (pmu_modifier(pmu, i)->flags & MODIFIER_FIELD &&
			span_is(name, name_at(pmu_body(pmu), pmu_modifier(pmu, i)->name)))
			return i;
	return -1;
}

/* Returns whether an event that the PMU has on this CPU has a modifier. */
static bool has_modifier(int pmu, int modifier)
{
	struct event_ref ref;

	for (int i = pmu_next_event(pmu, 0, &ref); i >= 0; i = pmu_next_event(pmu, i + 1, &ref))
		if (ref.modifiers >> modifier & 1)
			return true;
	return false;
}

/* Returns field n of a PMU's layout, without those that it has on other CPUs only; NULL: there are fewer. */
static const struct table_format *nth_format(int pmu, int n)
{
	const struct table_layout *layout = pmu_layout(pmu);
	const struct table_format *format = layout_formats(pmu_body(pmu), layout);

	for (int i = 0; i < layout->formats; i++, format++) {
		int modifier = modifier_of_field(pmu, span_from(name_at(pmu_body(pmu), format->name)));

		if ((modifier < 0 || has_modifier(pmu, modifier)) && !n--)
			return format;
	}
	return NULL;
}

/* Finds a field of a PMU's layout; false: there are fewer. */
static bool layout_field(int pmu, int n, struct config_field *field)
{
	const struct table_format *format = nth_format(pmu, n);

	if (!format)
		return false;
	*field = (struct config_field){ .name = name_at(pmu_body(pmu), format->name), .word = format->bits[0].word,
				       .count = format->count };
	for (int i = 0; i < format->count; i++)
		field->ranges[i] = (struct bit_range){ format->bits[i].low,
						      (uint8_t)(format->bits[i].high - format->bits[i].low + 1) };
	return true;
}

bool perf_field(const struct perf_target *target, int n, struct config_field *field)
{
	const struct config_field *fields;
	int count;

	if (!target->device)
		return target->pmu >= 0 && layout_field(target->pmu, n, field);
	fields = device_fields(target->device, &count);
	if (!count && target->pmu >= 0) /* a captured machine without format files: assume all fields of the driver */
		return layout_field(target->pmu, n, field);
	if (n < count)
		*field = fields[n];
	return n < count;
}

static bool is_equal(const struct config_field *a, const struct config_field *b)
{
	return a->word == b->word && a->count == b->count &&
		!memcmp(a->ranges, b->ranges, a->count * sizeof *a->ranges);
}

/*
 * Logs a field that the kernel has elsewhere than the tables, which are for other machines: here the kernel is right.
 */
static void compare_with_tables(const struct perf_target *target, const struct config_field *field)
{
	struct perf_target tables = *target;
	struct config_field other;

	tables.device = NULL;
	if (first_pmu(&tables) < 0)
		return;
	for (int n = 0; perf_field(&tables, n, &other); n++)
		if (!strcmp(other.name, field->name) && !is_equal(&other, field))
			log_verbose("%.*s: the kernel has the format %s in another place "
				    "than the tables have it, and is believed",
					(int)target->name_length, target->name, field->name);
}

/*
 * Finds a field of the device that other releases of the kernel name differently: the tables have both names, in one
 * place (offcore_rsp is offmodule_rsp on Nova Lake from Linux 7.3 on).
 */
static bool find_renamed(const struct perf_target *target, struct span name, struct config_field *field)
{
	struct perf_target tables = *target;
	struct config_field its, same;

	tables.device = NULL;
	if (!target->device || first_pmu(&tables) < 0 || !perf_find_field(&tables, name, &its))
		return false;
	for (int n = 0; perf_field(target, n, field); n++)
		if (is_equal(field, &its) && perf_find_field(&tables, span_from(field->name), &same) &&
			is_equal(&same, &its))
			return true;
	return false;
}

bool perf_find_field(const struct perf_target *target, struct span name, struct config_field *field)
{
	for (int n = 0; perf_field(target, n, field); n++)
		if (!strncmp(field->name, name.text, name.length) && !field->name[name.length]) {
			if (target->device && log_is_verbose())
				compare_with_tables(target, field);
			return true;
		}
	return find_renamed(target, name, field);
}

const struct table_modifier *perf_field_values(struct perf_target *target, struct span name)
{
	int pmu = first_pmu(target), modifier = pmu >= 0 ? modifier_of_field(pmu, name) : -1;

	return modifier >= 0 ? pmu_modifier(pmu, modifier) : NULL;
}

static bool target_of_pmu(int pmu, const struct device *devices, int count, struct perf_target *target)
{
	struct span device;

	if (pmu < 0 || pmu_is_the_kernels(pmu) || !pmu_device_at(pmu, 0, &device))
		return false;
	*target = (struct perf_target){ .pmu = pmu, .name = device.text, .name_length = device.length };
	for (int n = 0; pmu_is_active(pmu) && pmu_device_at(pmu, n, &device); n++) {
		const struct device *found = device_named(devices, count, device);

		if (found && !device_read(catalog_host(), found)) {
			*target = (struct perf_target){ .device = found, .pmu = pmu, .name = device.text,
							.name_length = device.length };
			break;
		}
	}
	return true;
}

bool perf_target_of(int pmu, const char *names, struct perf_target *target)
{
	const struct device *devices, *found;
	struct span name = { names, strcspn(names, ",") };
	int count;

	if (devices_list(catalog_host(), &devices, &count))
		count = 0;
	if (!name.length)
		return target_of_pmu(pmu, devices, count, target);
	found = (pmu < 0 || pmu_is_active(pmu)) ? device_named(devices, count, name) : NULL;
	*target = (struct perf_target){ .pmu = pmu, .name = name.text, .name_length = name.length };
	if (found && !device_read(catalog_host(), found))
		target->device = found;
	else if (pmu < 0)
		target->pmu = pmu_with_device(name, -1);
	return target->device || target->pmu >= 0;
}

static void perf_consider_aliases(struct suggestions *all, const struct perf_target *target, int pmu)
{
	const struct table_alias *alias;
	struct device_event event;

	for (int n = 0; pmu >= 0 && (alias = pmu_alias(pmu, n)); n++)
		if (perf_find_alias(target, span_from(name_at(pmu_body(pmu), alias->name)), &event))
			consider(all, "", event.name);
}

void perf_consider_table_events(struct suggestions *all, const struct perf_target *target)
{
	struct perf_target own = *target;
	struct event_ref ref;
	int pmu = first_pmu(&own);

	for (int i = pmu < 0 ? -1 : pmu_next_event(pmu, 0, &ref); i >= 0; i = pmu_next_event(pmu, i + 1, &ref))
		consider(all, "", name_at(ref.in, ref.event->name));
	perf_consider_aliases(all, target, pmu);
}

/* Encodes an event. missing: the bits one of which the user's terms must set, as in perf_encode_completed(). */
static pfm_err_t encode_table_event(int pmu, struct span name, const uint64_t given[CONFIG_WORDS], uint64_t config[3],
				    int *idx, uint64_t missing[3])
{
	struct selection selection;
	char text[512], *behind;
	pfm_err_t error;

	memset(missing, 0, 3 * sizeof *missing);
	if (strlen(pmu_name(pmu)) + name.length + sizeof "::" > sizeof text)
		return PFM_ERR_NOTFOUND;
	behind = stpcpy(stpcpy(text, pmu_name(pmu)), "::");
	memcpy(behind, name.text, name.length);
	behind[name.length] = '\0';
	error = resolve_vendors_text(text, PFM_OS_PERF_EVENT, &selection);
	if (!error)
		error = perf_encode_completed(&selection, given, config, missing);
	*idx = error ? -1 : event_identifier(&selection.ref);
	return error;
}

/* Lists the fields of a target in which one of the bits must be set; "": none is known. */
static void list_missing(const struct perf_target *target, const uint64_t missing[3], char *text, size_t size)
{
	struct config_field field;
	size_t length = 0;

	*text = '\0';
	for (int i = 0; perf_field(target, i, &field) && length < size; i++) {
		uint64_t bits[CONFIG_WORDS] = { 0 };

		if (field.count && field.word < 3)
			config_field_place(&field, UINT64_MAX, bits);
		if (field.word < 3 && bits[field.word] & missing[field.word])
			length += (size_t)snprintf(text + length, size - length, "%s%s=", length ? " or " : "",
						   field.name);
	}
}

/* Says what is wrong, and returns false: the event exists, but needs more, or does not go. */
static bool table_event_fails(struct perf_parser *parser, struct span name, const struct perf_target *target, int pmu,
			      pfm_err_t error, const uint64_t missing[3])
{
	struct span device = target_name(target);
	char fields[160];

	list_missing(target, missing, fields, sizeof fields);
	if (*fields) {
		perf_expect(parser, "%.*s,%.*s... between the slashes", printable(name), name.text,
			    (int)strcspn(fields, " "), fields);
		return perf_fail(parser, error, name, "%.*s, an event of %s, needs the term %s", printable(name),
				 name.text, pmu_name(pmu), fields);
	}
	if (error == PFM_ERR_UMASK)
		perf_expect(parser, "a unit mask as in the other language: EVENT:UNITMASK; showevtinfo lists them");
	if (error == PFM_ERR_NOTSUPP)
		return perf_fail(parser, error, name, "the kernel's device %.*s has no event %.*s on this machine",
				 (int)device.length, device.text, printable(name), name.text);
	return perf_fail(parser, error, name, "%.*s, an event of %s: %s", printable(name), name.text, pmu_name(pmu),
			 error_text(error));
}

bool perf_find_alias(const struct perf_target *target, struct span name, struct device_event *event)
{
	struct perf_target own = *target;
	bool named = target->pmu >= 0, kernels = true;

	if (target->device)
		kernels = !device_read(catalog_host(), target->device) && !device_event_count(target->device);
	for (int pmu = first_pmu(&own); pmu >= 0; pmu = named ? -1 : pmu_with_device(target_name(target), pmu)) {
		const struct table_alias *alias = pmu_find_alias(pmu, name, kernels);
		const struct tables *in = pmu_body(pmu);

		if (!alias || !strcmp(name_at(in, alias->terms), "invalid"))
			continue;
		*event = (struct device_event){ .name = name_at(in, alias->name), .terms = name_at(in, alias->terms),
						.unit = name_at(in, alias->unit), .scale = alias_scale(pmu, alias) };
		return true;
	}
	return false;
}

const char *perf_gone_alias(const struct perf_target *target, struct span name)
{
	struct perf_target own = *target;
	bool named = target->pmu >= 0;

	for (int pmu = first_pmu(&own); pmu >= 0; pmu = named ? -1 : pmu_with_device(target_name(target), pmu)) {
		const struct table_alias *old = pmu_old_alias(pmu, name, 0);

		if (old)
			return name_at(pmu_body(pmu), old->before);
	}
	return "";
}

bool perf_is_event_of_box(struct perf_target *target, struct span name)
{
	struct name sought = span_name(name);
	struct event_ref ref;
	int pmu = target->device ? -1 : first_pmu(target);

	return pmu >= 0 && pmu_data(pmu)->type == PFM_PMU_TYPE_UNCORE && !pmu_find_event(pmu, &sought, &ref);
}

bool perf_table_event(struct perf_parser *parser, struct span name, struct perf_target *target,
		      struct perf_event *event)
{
	bool named = target->pmu >= 0;

	for (int pmu = first_pmu(target); pmu >= 0; pmu = named ? -1 : pmu_with_device(target_name(target), pmu)) {
		uint64_t config[3], missing[3];
		pfm_err_t error = encode_table_event(pmu, name, parser->given, config, &event->idx, missing);

		if (error == PFM_ERR_NOTFOUND)
			continue;
		if (error)
			return table_event_fails(parser, name, target, pmu, error, missing);
		for (int i = 0; i < 3; i++)
			event->config[i] |= config[i];
		return true;
	}
	return false;
}
