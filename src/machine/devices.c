/*
 * The list of devices, each device's directory and each event's files are read on first use, under the late lock,
 * published with one atomic store, and then not changed: readers take no lock. Results that are incomplete for lack of
 * memory or descriptors are not kept.
 */
#define _GNU_SOURCE /* strverscmp() */
#include "machine/devices.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "machine/files.h"
#include "machine/late.h"

#define DEVICES "/sys/bus/event_source/devices"

/* An event whose files are read on first use. */
struct named_event {
	char *name;
	_Atomic(struct device_event *) event;
};

/* The contents of a device's directory. */
struct contents {
	bool has_type;
	uint32_t type;
	struct config_field *fields;
	int field_count;
	struct named_event *events;     /* sorted by name, ignoring case */
	int event_count;
};

struct device {
	char *name;
	_Atomic(struct contents *) contents;
};

struct device_list {
	struct device *devices;
	int count;
};

static _Atomic(struct device_list *) all_devices;
static atomic_uint generation;

/* ---- files ---- */

/* Writes the name of a device's file to path[HOST_PATH]; false: too long. */
static bool file_of(const char *device, const char *directory, const char *name, const char *suffix, char *path)
{
	int length = snprintf(path, HOST_PATH, DEVICES "/%s%s%s%s", device, directory, name, suffix);

	return length > 0 && length < HOST_PATH;
}

/* Reads the first line of a file, without white space around it; NULL: there is none. */
static char *read_line(const struct host *host, const char *path, char *text, size_t size)
{
	int got = host_read(host, path, text, size);
	char *start;

	if (got < 0)
		return NULL;
	text[strcspn(text, "\n")] = '\0';
	start = text + strspn(text, " \t");
	for (size_t length = strlen(start); length && strchr(" \t\r", start[length - 1]); length--)
		start[length - 1] = '\0';
	return start;
}

/* Calls add for every entry of a directory until it says false. */
static bool each_entry(const struct host *host, const char *path, bool (*add)(const char *name, void *data), void *data)
{
	DIR *directory = host_open_directory(host, path);
	const char *name;
	bool good = true;

	while (directory && good && (name = host_next_entry(directory)))
		good = add(name, data);
	if (directory)
		closedir(directory);
	return good;
}

/* Makes room for one more; NULL, and a shortage noted: no memory. Sizes double. */
static void *one_more(void *array, int count, size_t size)
{
	void *bigger = count & (count - 1) ? array : realloc(array, (count ? 2 * (size_t)count : 1) * size);

	if (!bigger)
		host_note_shortage();
	return bigger;
}

static char *copy_of(const char *text)
{
	char *copy = strdup(text);

	if (!copy)
		host_note_shortage();
	return copy;
}

/* ---- fields ---- */

/* Reads a decimal number below 64; moves *text behind it. */
static bool read_bit(const char **text, unsigned int *bit)
{
	const char *at = *text;

	for (*bit = 0; *at >= '0' && *at <= '9' && *bit < 64; at++)
		*bit = 10 * *bit + (unsigned int)(*at - '0');
	if (at == *text || *bit > 63)
		return false;
	*text = at;
	return true;
}

static bool read_range(const char **text, struct bit_range *range)
{
	unsigned int low, high;

	if (!read_bit(text, &low))
		return false;
	high = low;
	if (**text == '-') {
		++*text;
		if (!read_bit(text, &high) || high < low)
			return false;
	}
	*range = (struct bit_range){ (uint8_t)low, (uint8_t)(high - low + 1) };
	return true;
}

/* Reads "config1:0-7,32-35" into *field, whose name stays; its count is 0 if the text is something else. */
static void config_field_read(const char *text, struct config_field *field)
{
	field->count = field->word = 0;
	if (strncmp(text, "config", 6))
		return;
	text += 6;
	if (*text >= '1' && *text < '0' + CONFIG_WORDS)
		field->word = (uint8_t)(*text++ - '0');
	if (*text++ != ':')
		return;
	for (int count = 0; count < MAX_FIELD_RANGES && read_range(&text, &field->ranges[count]); text++) {
		count++;
		if (*text != ',') {
			field->count = *text ? 0 : (uint8_t)count;
			return;
		}
	}
}

/* Returns as many low bits as a range has; the low bits of a value go to the first range. */
static uint64_t range_mask(const struct bit_range *range)
{
	return range->width >= 64 ? UINT64_MAX : (UINT64_C(1) << range->width) - 1;
}

uint64_t config_field_mask(const struct config_field *field)
{
	uint64_t mask = 0;

	for (int i = 0; i < field->count; i++)
		mask |= range_mask(&field->ranges[i]) << field->ranges[i].low;
	return mask;
}

uint64_t config_field_value(const struct config_field *field, const uint64_t *config)
{
	unsigned int at = 0;
	uint64_t value = 0;

	for (int i = 0; i < field->count && at < 64; at += field->ranges[i++].width)
		value |= (config[field->word] >> field->ranges[i].low & range_mask(&field->ranges[i])) << at;
	return value;
}

void config_field_place(const struct config_field *field, uint64_t value, uint64_t *config)
{
	for (int i = 0; i < field->count; i++) {
		const struct bit_range *range = &field->ranges[i];

		config[field->word] |= (value & range_mask(range)) << range->low;
		value = range->width >= 64 ? 0 : value >> range->width;
	}
}

struct contents_reader {
	const struct host *host;
	const char *device;
	struct contents *contents;
};

static bool add_field(const char *name, void *data)
{
	struct contents_reader *reader = data;
	struct contents *contents = reader->contents;
	struct config_field field = { 0 }, *bigger;
	char path[HOST_PATH], text[256], *line;

	if (!file_of(reader->device, "/format/", name, "", path) ||
	    !(line = read_line(reader->host, path, text, sizeof text)))
		return true;
	config_field_read(line, &field);
	field.name = copy_of(name);
	bigger = field.name ? one_more(contents->fields, contents->field_count, sizeof *bigger) : NULL;
	if (!bigger) {
		free((void *)field.name);
		// cppcheck-suppress memleak ; freed above
		return false;
	}
	contents->fields = bigger;
	contents->fields[contents->field_count++] = field;
	return true;
}

static int compare_fields(const void *a, const void *b)
{
	return strcmp(((const struct config_field *)a)->name, ((const struct config_field *)b)->name);
}

/* ---- events ---- */

/* Recognizes NAME.scale and the like, which say more about the event NAME. */
static bool is_about_event(const char *name)
{
	static const char suffixes[][10] = { ".scale", ".unit", ".per-pkg", ".snapshot" };
	size_t length = strlen(name);

	for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++)
		if (length > strlen(suffixes[i]) && !strcmp(name + length - strlen(suffixes[i]), suffixes[i]))
			return true;
	return false;
}

static bool add_event(const char *name, void *data)
{
	struct contents *contents = ((struct contents_reader *)data)->contents;
	struct named_event *bigger;

	if (is_about_event(name))
		return true;
	bigger = one_more(contents->events, contents->event_count, sizeof *bigger);
	if (!bigger)
		return false;
	contents->events = bigger;
	bigger += contents->event_count;
	bigger->name = copy_of(name);
	atomic_init(&bigger->event, NULL);
	if (!bigger->name)
		return false;
	contents->event_count++;
	return true;
}

static int compare_events(const void *a, const void *b)
{
	const char *left = ((const struct named_event *)a)->name, *right = ((const struct named_event *)b)->name;
	int order = strcasecmp(left, right);

	return order ? order : strcmp(left, right);
}

static bool has_file(const struct host *host, const char *device, const char *event, const char *suffix)
{
	char path[HOST_PATH];

	return file_of(device, "/events/", event, suffix, path) && host_access(host, path, F_OK);
}

static char *read_event_file(const struct host *host, const char *device, const char *event, const char *suffix,
			     char *text, size_t size)
{
	char path[HOST_PATH];

	return file_of(device, "/events/", event, suffix, path) ? read_line(host, path, text, size) : NULL;
}

static void free_event(struct device_event *event)
{
	if (!event)
		return;
	free((void *)event->terms);
	free((void *)event->unit);
	free(event);
}

static struct device_event *read_event(const struct host *host, const char *device, const char *name)
{
	struct device_event *event = calloc(1, sizeof *event);
	char text[4096], *line;

	if (!event) {
		host_note_shortage();
		return NULL;
	}
	event->name = name;
	line = read_event_file(host, device, name, "", text, sizeof text);
	event->terms = copy_of(line ? line : "");
	line = read_event_file(host, device, name, ".unit", text, sizeof text);
	event->unit = copy_of(line ? line : "");
	line = read_event_file(host, device, name, ".scale", text, sizeof text);
	event->scale = line ? strtod(line, NULL) : 1;
	event->per_package = has_file(host, device, name, ".per-pkg");
	event->snapshot = has_file(host, device, name, ".snapshot");
	return event;
}

/* ---- a device ---- */

static void free_contents(struct contents *contents)
{
	if (!contents)
		return;
	for (int i = 0; i < contents->field_count; i++)
		free((void *)contents->fields[i].name);
	for (int i = 0; i < contents->event_count; i++) {
		free_event(atomic_load(&contents->events[i].event));
		free(contents->events[i].name);
	}
	free(contents->fields);
	free(contents->events);
	free(contents);
}

/* Reads a device's files; NULL: a shortage. */
static struct contents *read_contents(const struct host *host, const char *device)
{
	unsigned int shortages = host_shortages();
	struct contents *contents = calloc(1, sizeof *contents);
	struct contents_reader reader = { host, device, contents };
	char path[HOST_PATH];
	long type;

	if (!contents) {
		host_note_shortage();
		return NULL;
	}
	if (file_of(device, "/type", "", "", path) && host_read_number(host, path, &type) && type >= 0 &&
	    type < INT32_MAX) {
		contents->has_type = true;
		contents->type = (uint32_t)type;
	}
	if (file_of(device, "/format", "", "", path))
		each_entry(host, path, add_field, &reader);
	if (file_of(device, "/events", "", "", path))
		each_entry(host, path, add_event, &reader);
	if (host_shortages() != shortages) {
		free_contents(contents);
		return NULL;
	}
	if (contents->field_count)
		qsort(contents->fields, (size_t)contents->field_count, sizeof *contents->fields, compare_fields);
	if (contents->event_count)
		qsort(contents->events, (size_t)contents->event_count, sizeof *contents->events, compare_events);
	return contents;
}

static const struct contents *contents_of(const struct device *device)
{
	return atomic_load_explicit(&((struct device *)device)->contents, memory_order_acquire);
}

pfm_err_t device_read(const struct host *host, const struct device *device)
{
	struct device *own = (struct device *)device; /* constant for callers only */
	struct contents *contents = atomic_load_explicit(&own->contents, memory_order_acquire);

	if (!contents) {
		late_lock();
		contents = atomic_load_explicit(&own->contents, memory_order_relaxed);
		if (!contents && (contents = read_contents(host, device->name)))
			atomic_store_explicit(&own->contents, contents, memory_order_release);
		late_unlock();
	}
	return !contents ? PFM_ERR_NOMEM : contents->has_type ? PFM_SUCCESS : PFM_ERR_NOTFOUND;
}

uint32_t device_type(const struct device *device)
{
	return contents_of(device)->type;
}

const struct config_field *device_fields(const struct device *device, int *count)
{
	*count = contents_of(device)->field_count;
	return contents_of(device)->fields;
}

int device_event_count(const struct device *device)
{
	return contents_of(device)->event_count;
}

const char *device_event_name(const struct device *device, int n)
{
	return contents_of(device)->events[n].name;
}

static int compare_span(struct span name, const char *other)
{
	int order = strncasecmp(name.text, other, name.length);

	return order ? order : other[name.length] ? -1 : 0;
}

static struct named_event *search_event(const struct contents *contents, struct span name)
{
	int low = 0, high = contents->event_count;

	while (low < high) {
		int middle = low + (high - low) / 2, order = compare_span(name, contents->events[middle].name);

		if (!order)
			return &contents->events[middle];
		if (order < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return NULL;
}

bool device_has_event(const struct device *device, struct span name)
{
	return search_event(contents_of(device), name);
}

pfm_err_t device_find_event(const struct host *host, const struct device *device, struct span name,
			    const struct device_event **event)
{
	struct named_event *found = search_event(contents_of(device), name);
	struct device_event *known;

	if (!found)
		return PFM_ERR_NOTFOUND;
	known = atomic_load_explicit(&found->event, memory_order_acquire);
	if (!known) {
		unsigned int shortages = host_shortages();

		late_lock();
		known = atomic_load_explicit(&found->event, memory_order_relaxed);
		if (!known && (known = read_event(host, device->name, found->name))) {
			if (host_shortages() == shortages) {
				atomic_store_explicit(&found->event, known, memory_order_release);
			} else {
				free_event(known);
				known = NULL;
			}
		}
		late_unlock();
	}
	*event = known;
	return known ? PFM_SUCCESS : PFM_ERR_NOMEM;
}

/* ---- all devices ---- */

static void free_list(struct device_list *list)
{
	if (!list)
		return;
	for (int i = 0; i < list->count; i++) {
		free_contents(atomic_load(&list->devices[i].contents));
		free(list->devices[i].name);
	}
	free(list->devices);
	free(list);
}

static bool add_device(const char *name, void *data)
{
	struct device_list *list = data;
	struct device *bigger = one_more(list->devices, list->count, sizeof *bigger);

	if (!bigger)
		return false;
	list->devices = bigger;
	bigger += list->count;
	bigger->name = copy_of(name);
	atomic_init(&bigger->contents, NULL);
	if (!bigger->name)
		return false;
	list->count++;
	return true;
}

static int compare_devices(const void *a, const void *b)
{
	return strverscmp(((const struct device *)a)->name, ((const struct device *)b)->name);
}

/* Lists the devices; NULL: a shortage. */
static struct device_list *read_list(const struct host *host)
{
	unsigned int shortages = host_shortages();
	struct device_list *list = calloc(1, sizeof *list);

	if (!list) {
		host_note_shortage();
		return NULL;
	}
	/* this machine's files do not describe a CPU chosen by LIBPFM_CPUID */
	if (!host->replaced || host->root[0])
		each_entry(host, DEVICES, add_device, list);
	if (host_shortages() != shortages) {
		free_list(list);
		return NULL;
	}
	if (list->count)
		qsort(list->devices, (size_t)list->count, sizeof *list->devices, compare_devices);
	return list;
}

pfm_err_t devices_list(const struct host *host, const struct device **devices, int *count)
{
	struct device_list *list = atomic_load_explicit(&all_devices, memory_order_acquire);

	if (!list) {
		late_lock();
		list = atomic_load_explicit(&all_devices, memory_order_relaxed);
		if (!list && (list = read_list(host)))
			atomic_store_explicit(&all_devices, list, memory_order_release);
		late_unlock();
	}
	*devices = list ? list->devices : NULL;
	*count = list ? list->count : 0;
	return list ? PFM_SUCCESS : PFM_ERR_NOMEM;
}

const struct device *device_next(const struct device *device)
{
	return device + 1;
}

const char *device_name(const struct device *device)
{
	return device->name;
}

const struct device *device_named(const struct device *devices, int count, struct span name)
{
	for (int i = 0; i < count; i++)
		if (!strncmp(devices[i].name, name.text, name.length) && !devices[i].name[name.length])
			return &devices[i];
	return NULL;
}

void devices_forget(void)
{
	free_list(atomic_exchange(&all_devices, NULL));
	atomic_fetch_add(&generation, 1);
}

unsigned int devices_generation(void)
{
	return atomic_load_explicit(&generation, memory_order_relaxed);
}
