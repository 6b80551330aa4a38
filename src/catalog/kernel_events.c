/*
 * Events that only this machine's kernel has, for PMU perf: optional events of the CPU's driver, which have rows in the
 * tables, and tracepoints, which become rows of a body made at run time. Most names that are looked up are not
 * tracepoints: a set of hashes of the subsystems' names rules them out before any file is read.
 */
#include "catalog/kernel_events.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <linux/perf_event.h>

#include "catalog/log.h"
#include "machine/late.h"

#define KERNEL_EVENTS "/sys/bus/event_source/devices/cpu/events/"

/* Tracepoints as tables, like those that are compiled in: a subsystem is an event, its tracepoints are unit masks. */
struct extra {
	struct segment *segments;
	uint32_t count;
	struct tables tables;
	struct table_table table;
	char *names;
	size_t names_size;
	struct table_event *events;
	struct table_umask *umasks;
	struct table_umask_set *sets;
	slot_cell *event_slots, *umask_slots;
	uint32_t event_count, umask_count, set_count, umask_slot_count;
};

static _Atomic(struct extra *) extra, listed; /* extra: complete; listed: without tracepoints */
static bool lists_tracepoints;

/*
 * Where the kernel lists tracepoints, and a set of hashes of the subsystems' names: a name whose hash is not in the set
 * is not a tracepoint, and no file has to be read to find that out.
 */
enum { HASHES = 4096 };
static struct {
	atomic_bool known;
	atomic_bool forbidden;    /* some files could not be read for lack of permission */
	atomic_bool left_out;     /* the kernel has more tracepoints than the tables hold */
	char path[HOST_PATH / 2]; /* the directory of tracepoints; "": there is none */
	uint64_t hashes[HASHES / 64];
} tracing;

/* Limits set by the width of row numbers. Tracepoint numbers of the kernel have 16 bits, so it rarely exceeds them. */
enum { MOST_SUBSYSTEMS = MAX_NARROW, MOST_TRACEPOINTS = MAX_NARROW };

/* ---- growing ---- */

/* Returns the array with room for one more element; sizes double. NULL: no memory, and the old array stays. */
static void *room_for_one_more(void *array, uint32_t count, size_t size)
{
	return count & (count - 1) ? array : realloc(array, (count ? 2 * (size_t)count : 1) * size);
}

/* Adds an element; false: no memory. */
#define ADD(array, count, element) ({ \
	__typeof__(array) bigger_ = room_for_one_more(array, count, sizeof *(array)); \
	if (bigger_) { \
		(array) = bigger_; \
		(array)[(count)++] = (element); \
	} \
	bigger_ != NULL; })

/* Copies name. Returns its offset; 0: no memory. */
static uint32_t add_extra_name(struct extra *all, const char *name)
{
	size_t length = strlen(name) + 1;
	char *bigger = realloc(all->names, all->names_size + length + NAME_SLACK);

	if (!bigger)
		return 0;
	memcpy(bigger + all->names_size, name, length);
	memset(bigger + all->names_size + length, 0, NAME_SLACK);
	all->names = bigger;
	all->names_size += length;
	return (uint32_t)(all->names_size - length);
}

/* ---- tracepoints ---- */

/* Takes the word at *text, whose blanks /proc/mounts writes as \040 and the like; *text goes behind it. */
static char *take_mount_word(char **text)
{
	char *word = *text + strspn(*text, " \t"), *to = word, *from = word;

	for (; *from && *from != ' ' && *from != '\t'; to++)
		if (*from == '\\' && from[1] >= '0' && from[1] <= '3' && from[2] >= '0' && from[2] <= '7' &&
			from[3] >= '0' && from[3] <= '7') {
			*to = (char)((from[1] - '0') << 6 | (from[2] - '0') << 3 | (from[3] - '0'));
			from += 4;
		} else {
			*to = *from++;
		}
	*text = *from ? from + 1 : from;
	*to = '\0';
	return word;
}

/* Reads a line of /proc/mounts: device, directory, type. tracefs is better than debugfs, which may need more rights. */
static bool mount_line(char *text, void *data)
{
	const char *directory, *type;
	bool tracefs;

	(void)data;
	take_mount_word(&text);
	directory = take_mount_word(&text);
	type = take_mount_word(&text);
	tracefs = !strcmp(type, "tracefs");
	if (tracefs || (!strcmp(type, "debugfs") && !tracing.path[0]))
		snprintf(tracing.path, sizeof tracing.path, "%s%s/events", directory, tracefs ? "" : "/tracing");
	return !tracefs;
}

/* Notes, after a failed call, if errno is about permissions. */
static void note_if_forbidden(void)
{
	if (errno == EACCES || errno == EPERM)
		atomic_store_explicit(&tracing.forbidden, true, memory_order_relaxed);
}

/* Opens a directory of the kernel's tracepoints; NULL: there is none, or it may not be read. */
static DIR *open_tracing(const char *path)
{
	DIR *directory = host_open_directory(catalog_host(), path);

	if (!directory)
		note_if_forbidden();
	return directory;
}

static void read_subsystem_names(void)
{
	DIR *directory = tracing.path[0] ? open_tracing(tracing.path) : NULL;
	const char *name;

	while (directory && (name = host_next_entry(directory))) {
		uint32_t hash = name_hash(name, strlen(name)) % HASHES;

		tracing.hashes[hash / 64] |= UINT64_C(1) << hash % 64;
	}
	if (directory)
		closedir(directory);
}

/* Finds, under the lock, where the kernel shows its tracepoints. False: not known now, there is a shortage. */
static bool look_for_tracing(void)
{
	unsigned int shortages = host_shortages();
	bool known = atomic_load_explicit(&tracing.known, memory_order_relaxed);

	if (known)
		return true;
	tracing.path[0] = '\0';
	host_lines(catalog_host(), "/proc/mounts", mount_line, NULL);
	read_subsystem_names();
	known = host_shortages() == shortages;
	atomic_store_explicit(&tracing.known, known, memory_order_release);
	return known;
}

static bool find_tracing(void)
{
	bool known;

	if (atomic_load_explicit(&tracing.known, memory_order_acquire))
		return true;
	late_lock();
	known = look_for_tracing();
	late_unlock();
	return known;
}

/* Reports that a limit of the tables is exceeded, which only a made-up root directory can do. */
static void leave_out(const char *where, int most, const char *what)
{
	atomic_store_explicit(&tracing.left_out, true, memory_order_relaxed);
	log_verbose("%s: more than %d %s, the others are left out", where, most, what);
}

/* Reads the number of tracepoint name in system; false: there is none that can be read. */
static bool read_tracepoint_id(const char *system, const char *name, uint64_t *id)
{
	char path[HOST_PATH];
	long value;
	int length = snprintf(path, sizeof path, "%s/%s/id", system, name);

	if (length < 0 || (size_t)length >= sizeof path)
		return false;
	errno = 0;
	if (!host_read_number(catalog_host(), path, &value)) {
		note_if_forbidden();
		return false;
	}
	*id = (uint64_t)value;
	return value >= 0;
}

/* Adds the tracepoints of system: its subdirectories that have a readable id. */
static bool add_tracepoints(struct extra *all, const char *system, struct table_umask_set *set)
{
	DIR *directory = open_tracing(system);
	const char *name;
	bool good = true;

	while (directory && good && (name = host_next_entry(directory))) {
		struct table_umask umask = { .flags = UMASK_NCOMBO };
		uint64_t id;

		if (!read_tracepoint_id(system, name, &id))
			continue;
		umask.code = id;
		if (set->count == MOST_TRACEPOINTS) {
			leave_out(system, MOST_TRACEPOINTS, "tracepoints");
			break;
		}
		umask.name = umask.text = add_extra_name(all, name);
		good = umask.name && ADD(all->umasks, all->umask_count, umask);
		set->count++;
	}
	if (directory)
		closedir(directory);
	return good;
}

/* Descriptions of all subsystems; the names of tracepoints are self-explanatory. */
static const char first_names[] = "\0tracepoint";
enum { TRACEPOINT = 1 };

static bool add_system(struct extra *all, const char *events, const char *name)
{
	struct table_umask_set set = { .first = all->umask_count, .groups = 1, .everywhere = ALL_VARIANTS };
	struct table_event event = { .umask_set = (uint16_t)all->set_count };
	char path[HOST_PATH];
	int length = snprintf(path, sizeof path, "%s/%s", events, name);

	if (length < 0 || (size_t)length >= sizeof path)
		return true;
	if (!add_tracepoints(all, path, &set))
		return false;
	if (!set.count)
		return true;
	if (all->event_count == MOST_SUBSYSTEMS) {
		leave_out(events, MOST_SUBSYSTEMS, "subsystems");
		return true;
	}
	event.name = add_extra_name(all, name);
	event.text = TRACEPOINT;
	return event.name && ADD(all->sets, all->set_count, set) && ADD(all->events, all->event_count, event);
}

/* The event kind of all subsystems. Tracepoints use row 0 of the unit masks' kinds, which has no facts. */
static const struct table_event_kind subsystem = { .visible = ALL_VARIANTS, .column = PERF_TYPE_TRACEPOINT };

static bool file_names(struct extra *all)
{
	uint32_t slots = slots_for(all->event_count), total = 0;

	for (uint32_t i = 1; i < all->set_count; i++) {
		all->sets[i].slots = total;
		all->sets[i].slot_mask = (uint16_t)(slots_for(all->sets[i].count) - 1);
		total += slots_for(all->sets[i].count);
	}
	all->event_slots = calloc(slots, sizeof *all->event_slots);
	all->umask_slots = calloc(total ? total : 1, sizeof *all->umask_slots);
	if (!all->event_slots || !all->umask_slots)
		return false;
	for (uint32_t i = 0; i < all->event_count; i++)
		slots_file(all->event_slots, slots - 1, all->names + all->events[i].name, i);
	for (uint32_t i = 1; i < all->set_count; i++)
		for (uint32_t k = 0; k < all->sets[i].count; k++)
			slots_file(all->umask_slots + all->sets[i].slots, all->sets[i].slot_mask,
				all->names + all->umasks[all->sets[i].first + k].name, k);
	all->table = (struct table_table){ .count = all->event_count, .slot_mask = slots - 1 };
	all->tables = *pmu_body(pmus.perf);
	all->tables.names.rows = all->tables.texts.rows = all->names;
	all->tables.events.rows = all->events;
	all->tables.event_kinds.rows = &subsystem;
	all->tables.umasks.rows = all->umasks;
	all->tables.umask_sets.rows = all->sets;
	all->tables.tables.rows = &all->table;
	all->tables.event_slots.rows = all->event_slots;
	all->tables.umask_slots.rows = all->umask_slots;
	return true;
}

/* Reads all tracepoints; false: no memory. A kernel without tracepoints, or one that does not show them, has none. */
static bool read_tracepoints(struct extra *all)
{
	static const struct table_umask_set none;
	const char *name;
	bool good;
	DIR *directory = look_for_tracing() && tracing.path[0] ? open_tracing(tracing.path) : NULL;

	if (!directory)
		return true;
	good = ADD(all->sets, all->set_count, none) && (all->names = malloc(sizeof first_names));
	if (good) {
		memcpy(all->names, first_names, sizeof first_names);
		all->names_size = sizeof first_names;
	}
	while (good && (name = host_next_entry(directory)))
		good = add_system(all, tracing.path, name);
	closedir(directory);
	return good && (!all->event_count || file_names(all));
}

/* ---- all together ---- */

static void free_extra(struct extra *all)
{
	if (!all)
		return;
	free(all->segments);
	free(all->names);
	free(all->events);
	free(all->umasks);
	free(all->sets);
	free(all->event_slots);
	free(all->umask_slots);
	free(all);
}

/* Adds a segment, unless it is empty; false: no memory. */
static bool add_extra_segment(struct extra *all, const struct table_part *first_part, const struct tables *in,
	uint16_t table, int first, int count)
{
	const struct segment *last = all->count ? &all->segments[all->count - 1] : NULL;
	struct segment segment = { .in = in,
		.table = table,
		.first = first,
		.count = count,
		.base = last ? last->base + last->count : (int)first_part->count };

	return !count || ADD(all->segments, all->count, segment);
}

/* Adds events that the CPU's driver offers only on some machines: those it has a file for. False: no memory. */
static bool find_optional(struct extra *all, const struct table_part *first_part)
{
	const struct tables *in = pmu_body(pmus.perf);
	const struct table_part *part = first_part + 1;
	bool good = true;

	for (int i = 0; i < (int)part->count && good; i++) {
		char path[HOST_PATH];
		const struct table_event *event = &in->events.rows[in->tables.rows[part->table].first + (uint32_t)i];

		snprintf(path, sizeof path, KERNEL_EVENTS "%s", name_at(in, event->name));
		if (host_access(catalog_host(), path, F_OK))
			good = add_extra_segment(all, first_part, in, part->table, i, 1);
	}
	return good;
}

/* Reads perf's further events. NULL: no memory or no file descriptors; nothing is kept: the next call may succeed. */
static struct extra *read_extra(const struct table_part *first_part, bool with_tracepoints)
{
	unsigned int shortages = host_shortages();
	struct extra *all = calloc(1, sizeof *all);

	if (!all) {
		host_note_shortage();
		return NULL;
	}
	if (!find_optional(all, first_part) || (with_tracepoints && !read_tracepoints(all)) ||
		!add_extra_segment(all, first_part, &all->tables, 0, 0, (int)all->event_count))
		host_note_shortage();
	if (host_shortages() != shortages) {
		free_extra(all);
		return NULL;
	}
	return all;
}

static const struct segment *read_once(struct extra *_Atomic *kept, const struct table_part *first_part,
				       bool with_tracepoints, int *count)
{
	struct extra *all = atomic_load_explicit(kept, memory_order_acquire);

	if (!all) {
		late_lock();
		all = atomic_load_explicit(kept, memory_order_acquire);
		if (!all && (all = read_extra(first_part, with_tracepoints)))
			atomic_store_explicit(kept, all, memory_order_release);
		late_unlock();
	}
	*count = all ? (int)all->count : 0;
	return all ? all->segments : NULL;
}

const struct segment *kernel_events_extra(const struct table_part *first_part, int *count)
{
	return read_once(&extra, first_part, true, count);
}

const struct segment *kernel_events_listed(const struct table_part *first_part, int *count)
{
	return lists_tracepoints ? kernel_events_extra(first_part, count)
				 : read_once(&listed, first_part, false, count);
}

bool kernel_events_may_have(const struct table_part *first_part, const struct name *name)
{
	return table_find_event(pmu_body(pmus.perf), first_part[1].table, name, ALL_VARIANTS) >= 0 ||
	       kernel_events_may_be_tracepoint(name);
}

bool kernel_events_may_be_tracepoint(const struct name *name)
{
	uint32_t bit = name->hash % HASHES;

	if (atomic_load_explicit(&extra, memory_order_acquire))
		return true;
	return !find_tracing() || tracing.hashes[bit / 64] >> bit % 64 & 1;
}

const char *kernel_events_forbidden(void)
{
	return atomic_load_explicit(&tracing.forbidden, memory_order_relaxed) ? tracing.path : NULL;
}

bool kernel_events_left_out(void)
{
	return atomic_load_explicit(&tracing.left_out, memory_order_relaxed);
}

void kernel_events_open(bool list_tracepoints)
{
	lists_tracepoints = list_tracepoints;
}

void kernel_events_close(void)
{
	free_extra(atomic_exchange(&extra, NULL));
	free_extra(atomic_exchange(&listed, NULL));
	atomic_store(&tracing.known, false);
	atomic_store(&tracing.forbidden, false);
	atomic_store(&tracing.left_out, false);
	tracing.path[0] = '\0';
	memset(tracing.hashes, 0, sizeof tracing.hashes);
}

/* ---- raw events ---- */

bool kernel_events_raw_code(struct span name, uint64_t *code)
{
	struct span digits = { name.text + 1, name.length - 1 };
	bool overflow;

	if (name.length < 2 || name.text[0] != 'r' || name.text[1] == '+' || name.text[1] == '-')
		return false;
	return span_number(digits, 16, code, &overflow) && !overflow && *code != UINT64_MAX;
}
