/*
 * These PMUs form a body of tables like any other, with one table per device, which is written on first use. Fields of
 * the kernel's format directory become modifiers, so that they are listed; no layout says where they go in config, as
 * perf's language encodes them.
 */
#include "catalog/kernel_pmus.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "catalog/log.h"
#include "catalog/pmu_devices.h"
#include "machine/devices.h"
#include "machine/late.h"

enum {
	ALL_LEVELS = PFM_PLM0 | PFM_PLM3 | PFM_PLMH,
	CONFIG = 0,
	OS_MODIFIERS_OFFERED = 0x7ff /* all but hw_smpl, the last */
};

/* All PMUs of this kind, as a body of tables. */
struct kernel_pmus {
	struct tables tables;
	int count;
	bool lacks_memory;
	char *names, *texts;
	size_t names_size, texts_size;
	struct table_pmu *pmus;
	struct table_part *parts;
	struct table_layout *layouts;
	struct table_table *table_rows;
	struct table_modifier *modifiers;
	struct table_event *events;
	struct table_event_kind *kinds;
	slot_cell *event_slots;
	uint32_t modifier_count, event_count, slot_count;
};

static struct kernel_pmus *known_to_kernel;

/* ---- pools ---- */

/* Copies text, with zeros behind it. Returns its offset; 0: no memory. */
static uint32_t add_text(struct kernel_pmus *body, char **pool, size_t *size, const char *text)
{
	size_t length = strlen(text) + 1;
	char *bigger = realloc(*pool, *size + length + NAME_SLACK);
	uint32_t offset = (uint32_t)*size;

	if (!bigger) {
		body->lacks_memory = true;
		return 0;
	}
	memcpy(bigger + offset, text, length);
	memset(bigger + offset + length, 0, NAME_SLACK);
	*pool = bigger;
	*size += length;
	return offset;
}

static uint32_t add_name(struct kernel_pmus *body, const char *name)
{
	return add_text(body, &body->names, &body->names_size, name);
}

static uint32_t add_words(struct kernel_pmus *body, const char *text)
{
	return add_text(body, &body->texts, &body->texts_size, text);
}

/* ---- fields ---- */

static int fields_shown(const struct device *device)
{
	int count;

	device_fields(device, &count);
	return count < MAX_LAYOUT_MODIFIERS ? count : MAX_LAYOUT_MODIFIERS;
}

/* Writes "field of the kernel: config1:0-7,32" */
static void describe_field(const struct config_field *field, char *text, size_t size)
{
	int length = snprintf(text, size,
			      field->count ? "field of the kernel: config" : "field of the kernel, not understood");

	if (field->word)
		length += snprintf(text + length, size - (size_t)length, "%d", field->word);
	for (int i = 0; i < field->count && (size_t)length < size; i++) {
		int low = field->ranges[i].low, high = low + field->ranges[i].width - 1;

		length += snprintf(text + length, size - (size_t)length, low == high ? "%c%d" : "%c%d-%d",
				   i ? ',' : ':', low, high);
	}
}

static void add_fields(struct kernel_pmus *body, const struct device *device, struct table_layout *layout)
{
	int count;
	const struct config_field *fields = device_fields(device, &count);
	char text[128];

	layout->first_modifier = body->modifier_count;
	layout->modifiers = (uint8_t)fields_shown(device);
	for (int i = 0; i < layout->modifiers; i++) {
		struct table_modifier *modifier = &body->modifiers[body->modifier_count++];
		bool is_bit = fields[i].count == 1 && fields[i].ranges[0].width == 1;

		describe_field(&fields[i], text, sizeof text);
		*modifier = (struct table_modifier){ .name = add_name(body, fields[i].name),
						     .text = add_words(body, text),
						     .flags = is_bit ? 0 : MODIFIER_INTEGER,
						     .number = (uint8_t)i };
	}
}

/* ---- events ---- */

static const struct config_field *field_named(const struct device *device, struct span name)
{
	int count;
	const struct config_field *fields = device_fields(device, &count);

	for (int i = 0; i < count; i++)
		if (!strncmp(fields[i].name, name.text, name.length) && !fields[i].name[name.length])
			return &fields[i];
	return NULL;
}

/* Adds one term, WORD or WORD=NUMBER, of a field of attr.config; false: it says more than that. */
static bool add_term(const struct device *device, struct span term, uint64_t *config)
{
	const char *equals = memchr(term.text, '=', term.length);
	struct span word = { term.text, equals ? (size_t)(equals - term.text) : term.length };
	const struct config_field *field = field_named(device, word);
	uint64_t words[CONFIG_WORDS] = { 0 }, value = 1;
	bool overflow;

	if (!field || field->word != CONFIG)
		return false;
	if (equals && (!span_number((struct span){ equals + 1, term.length - word.length - 1 }, 0, &value, &overflow) ||
		       overflow))
		return false;
	config_field_place(field, value, words);
	*config |= words[CONFIG];
	return true;
}

/* Returns attr.config of an event; 0 if its terms say more than that, or want a value. */
static uint64_t config_of(const struct device *device, const char *terms)
{
	uint64_t config = 0;

	while (*terms) {
		struct span term = { terms, strcspn(terms, ",") };

		if (!add_term(device, term, &config))
			return 0;
		terms += term.length + (terms[term.length] == ',');
	}
	return config;
}

/* Writes "event=0x3c,umask=0x1 (the kernel's terms; counts are in 2.3e-10 Joules)" */
static void describe_terms(const struct device_event *event, char *text, size_t size)
{
	int length = snprintf(text, size, "%.400s", *event->terms ? event->terms : "an event of the kernel");

	if (event->scale != 1 || *event->unit)
		snprintf(text + length, size - (size_t)length, " (counts are in %.17g%s%.64s)", event->scale,
		         *event->unit ? " " : "", event->unit);
}

static void add_device_event(struct kernel_pmus *body, const struct device *device, const char *name)
{
	const struct device_event *known_event;
	struct table_event event = { .kind = (uint16_t)body->count };
	char text[512];

	if (device_find_event(&pmus.host, device, (struct span){ name, strlen(name) }, &known_event)) {
		body->lacks_memory = true;
		return;
	}
	describe_terms(known_event, text, sizeof text);
	event.name = add_name(body, name);
	event.text = add_words(body, text);
	event.code = config_of(device, known_event->terms);
	body->events[body->event_count++] = event;
}

static int events_shown(const struct device *device)
{
	int count = device_event_count(device);

	if (count <= MAX_NEW_EVENTS)
		return count;
	log_verbose("%s: more than %d events, the others are left out", device_name(device), MAX_NEW_EVENTS);
	return MAX_NEW_EVENTS;
}

static void add_events(struct kernel_pmus *body, const struct device *device, struct table_table *table)
{
	int count = events_shown(device);
	uint32_t slots = slots_for((uint32_t)count);

	*table = (struct table_table){
		.first = body->event_count, .count = (uint32_t)count, .slots = body->slot_count, .slot_mask = slots - 1
	};
	for (int i = 0; i < count && !body->lacks_memory; i++)
		add_device_event(body, device, device_event_name(device, i));
	for (int i = 0; i < count && !body->lacks_memory; i++)
		slots_file(body->event_slots + body->slot_count, slots - 1,
			   body->names + body->events[table->first + (uint32_t)i].name, (uint32_t)i);
	body->slot_count += slot_cells(slots - 1);
}

/* ---- devices ---- */

/* Returns whether a PMU of this machine that names events stands for the device. */
static bool has_table(const char *device)
{
	for (int pmu = 0; pmu < pmus.count; pmu++)
		if (pmu_is_active(pmu) && (pmu_data(pmu)->flags & PMU_COMPOSED || pmu_data(pmu)->events) &&
		    pmu_stands_for(pmu, device))
			return true;
	return false;
}

static bool is_wanted(const struct device *device)
{
	int fields;

	device_fields(device, &fields);
	return fields && !has_table(device_name(device));
}

static void add_device_pmu(struct kernel_pmus *body, const struct device *device)
{
	int row = body->count;
	uint32_t shown = (uint32_t)fields_shown(device);
	struct table_layout *layout = &body->layouts[row];

	*layout = (struct table_layout){ .os_modifiers = OS_MODIFIERS_OFFERED, .words = 1 };
	add_fields(body, device, layout);
	body->kinds[row] =
		(struct table_event_kind){ .visible = ALL_VARIANTS,
					   .modifiers = shown >= 32 ? UINT32_MAX : (UINT32_C(1) << shown) - 1 };
	add_events(body, device, &body->table_rows[row]);
	body->parts[row] = (struct table_part){ .count = body->table_rows[row].count, .table = (uint16_t)row };
	body->pmus[row] = (struct table_pmu){
		.name = add_name(body, device_name(device)),
		.desc = add_words(body, "device of the kernel, without a table"),
		.visible = ALL_VARIANTS,
		.events = body->table_rows[row].count,
		.part = (uint16_t)row,
		.parts = 1,
		.layout = (uint16_t)row,
		.type = PFM_PMU_TYPE_UNKNOWN,
		.plm = ALL_LEVELS,
	};
	body->pmus[row].sysfs = body->pmus[row].name;
	body->count++;
}

/* ---- all of them ---- */

static void free_body(struct kernel_pmus *body)
{
	if (!body)
		return;
	free(body->names);
	free(body->texts);
	free(body->pmus);
	free(body->parts);
	free(body->layouts);
	free(body->table_rows);
	free(body->modifiers);
	free(body->events);
	free(body->kinds);
	free(body->event_slots);
	free(body);
}

/* Allocates a body for that many devices, fields and events, and pools that begin with an empty string. */
static struct kernel_pmus *new_body(size_t devices, size_t fields, size_t events, size_t slots)
{
	struct kernel_pmus *body = calloc(1, sizeof *body);

	if (!body)
		return NULL;
	body->pmus = calloc(devices, sizeof *body->pmus);
	body->parts = calloc(devices, sizeof *body->parts);
	body->layouts = calloc(devices, sizeof *body->layouts);
	body->table_rows = calloc(devices, sizeof *body->table_rows);
	body->kinds = calloc(devices, sizeof *body->kinds);
	body->modifiers = calloc(fields, sizeof *body->modifiers);
	body->events = calloc(events + 1, sizeof *body->events);
	body->event_slots = calloc(slots, sizeof *body->event_slots);
	add_name(body, "");
	add_words(body, "");
	if (body->pmus && body->parts && body->layouts && body->table_rows && body->kinds && body->modifiers &&
	    body->events && body->event_slots && !body->lacks_memory)
		return body;
	free_body(body);
	return NULL;
}

/* Takes sections that the kernel's devices do not have from the compiled tables, whose rows 0 are empty. */
static void complete_tables(struct kernel_pmus *body)
{
	body->tables = pfm_compiled;
	body->tables.names.rows = body->names;
	body->tables.texts.rows = body->texts;
	body->tables.pmus.rows = body->pmus;
	body->tables.parts.rows = body->parts;
	body->tables.layouts.rows = body->layouts;
	body->tables.tables.rows = body->table_rows;
	body->tables.modifiers.rows = body->modifiers;
	body->tables.event_kinds.rows = body->kinds;
	body->tables.events.rows = body->events;
	body->tables.event_slots.rows = body->event_slots;
}

/* Makes tables of the devices that are wanted, those that no table knows. NULL: a shortage. */
static struct kernel_pmus *write_body(const struct device *devices, int count, const bool *wanted)
{
	size_t pmu_count = 0, fields = 0, events = 0, slots = 0;
	const struct device *device = devices;
	struct kernel_pmus *body;

	for (int i = 0; i < count; i++, device = device_next(device))
		if (wanted[i]) {
			pmu_count++;
			fields += (size_t)fields_shown(device);
			events += (size_t)events_shown(device);
			slots += slot_cells(slots_for((uint32_t)events_shown(device)) - 1);
		}
	body = new_body(pmu_count + 1, fields + 1, events, slots + 1);
	device = devices;
	for (int i = 0; body && i < count && !body->lacks_memory; i++, device = device_next(device))
		if (wanted[i])
			add_device_pmu(body, device);
	if (body && !body->lacks_memory) {
		complete_tables(body);
		return body;
	}
	host_note_shortage();
	free_body(body);
	return NULL;
}

/* Marks the devices that are wanted; false: a shortage. */
static bool choose(const struct device *device, int count, bool *wanted)
{
	unsigned int shortages = host_shortages();
	int room = MAX_PMUS - pmus.count;

	for (int i = 0; i < count; i++, device = device_next(device)) {
		pfm_err_t error = device_read(&pmus.host, device);

		if (error == PFM_ERR_NOMEM)
			return false;
		wanted[i] = !error && is_wanted(device) && room > 0;
		room -= wanted[i];
	}
	return host_shortages() == shortages;
}

static struct kernel_pmus *read_body(void)
{
	const struct device *devices;
	struct kernel_pmus *body = NULL;
	bool *wanted;
	int count;

	if (devices_list(&pmus.host, &devices, &count))
		return NULL;
	wanted = calloc((size_t)count + 1, sizeof *wanted);
	if (!wanted)
		host_note_shortage();
	else if (choose(devices, count, wanted))
		body = write_body(devices, count, wanted);
	free(wanted);
	return body;
}

/* Makes a body visible to all threads; called under the lock. */
static void publish(struct kernel_pmus *body)
{
	known_to_kernel = body;
	pmus.bodies[KERNEL_BODY] = &body->tables;
	for (int i = 0; i < body->count; i++)
		pmus.list[pmus.count + i] = (struct pmu){ .number = (uint16_t)(pmu_numbers() + (unsigned int)i),
							  .row = (uint16_t)i,
							  .body = KERNEL_BODY,
							  .state = MAPPED | ACTIVE };
	atomic_store_explicit(&pmus.kernel_known, body->count + 1, memory_order_release);
}

int kernel_pmus_count(void)
{
	int count = kernel_pmus_known();
	struct kernel_pmus *body;

	if (count >= 0)
		return count;
	body = pmus.has_perf && !pmus.forced ? read_body() : NULL;
	if (!body)
		return 0;
	late_lock();
	if (kernel_pmus_known() < 0) {
		publish(body);
		body = NULL;
	}
	count = kernel_pmus_known();
	late_unlock();
	free_body(body);
	return count;
}

int kernel_pmu_named(struct span device)
{
	int count = kernel_pmus_count();

	for (int pmu = pmus.count; pmu < pmus.count + count; pmu++) {
		const char *name = pmu_name(pmu);

		if (!strncmp(name, device.text, device.length) && !name[device.length])
			return pmu;
	}
	return -1;
}

void kernel_pmus_close(void)
{
	atomic_store(&pmus.kernel_known, 0);
	free_body(known_to_kernel);
	known_to_kernel = NULL;
}
