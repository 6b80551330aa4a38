/*
 * A new file of tables replaces the old one of its name and, unless it was given a name, other files in the directory
 * that are for the same CPU: of two such files the library would use the first by name.
 */
#define _GNU_SOURCE
#include "install.h"

#include "compiler/text/text.h"

#include "tables/file.h"
#include "tables/lookup.h"

#include <perfmon/pfmlib.h>

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { NAMES_SAID = 20 };

struct old_file {
	char *path;
	struct tables tables;
	time_t time;
};

struct old_files {
	struct old_file *list;
	int count;
};

/* ---- what is there ---- */

/* Reads a file of tables, whose bytes stay until the program ends. False: it is none. */
static bool read_old(const char *path, struct old_file *old)
{
	char message[TABLE_FILE_MESSAGE];
	struct stat status;
	size_t size;
	char *bytes;

	*old = (struct old_file){ 0 };
	if (stat(path, &status) || access(path, R_OK) || !S_ISREG(status.st_mode) ||
	    status.st_size > MOST_BYTES_OF_FILE)
		return false;
	bytes = read_file(path, &size);
	old->path = copy_text(path, strlen(path));
	old->time = status.st_mtime;
	return bytes && table_file_read(bytes, size, &old->tables, message) &&
	       !table_file_check(bytes, &old->tables);
}

struct old_files *read_old_files(const char *path)
{
	struct old_files *files = need(calloc(1, sizeof *files));
	size_t length = (size_t)(strrchr(path, '/') - path);
	char *directory = copy_text(path, length);
	struct dirent **entries;
	int count = scandir(directory, &entries, NULL, alphasort);

	for (int i = 0; i < count; i++) {
		const char *name = entries[i]->d_name, *end = strrchr(name, '.');
		char its[TABLE_PATH + 256];
		struct old_file old;

		snprintf(its, sizeof its, "%s/%s", directory, name);
		if (*name != '.' && end && !strcmp(end, ".pmt") && (read_old(its, &old) || !strcmp(its, path))) {
			old.path = copy_text(its, strlen(its));
			files->list = grow(files->list, files->count, sizeof *files->list);
			files->list[files->count++] = old;
		}
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
	free(directory);
	return files;
}

/* ---- the same CPU ---- */

static bool is_same_condition(const struct tables *a, const struct table_condition *x, const struct tables *b,
			      const struct table_condition *y)
{
	return x->kind == y->kind && x->vendor == y->vendor && x->family == y->family && x->low == y->low &&
	       x->high == y->high && x->stepping_low == y->stepping_low && x->stepping_high == y->stepping_high &&
	       !strcmp(name_at(a, x->key), name_at(b, y->key)) && !strcmp(name_at(a, x->value), name_at(b, y->value));
}

/* Returns whether PMUs have the same name, or are the same core type of one CPU. */
static bool is_same_pmu(const struct tables *a, const struct table_pmu *x, const struct tables *b,
			const struct table_pmu *y)
{
	if ((x->flags | y->flags) & PMU_EXTENSION)
		return false;
	if (!strcasecmp(name_at(a, x->name), name_at(b, y->name)))
		return true;
	if (x->type != PFM_PMU_TYPE_CORE || y->type != PFM_PMU_TYPE_CORE ||
	    strcmp(name_at(a, x->sysfs), name_at(b, y->sysfs)) != 0)
		return false;
	for (int i = 0; i < x->conditions; i++)
		for (int k = 0; k < y->conditions; k++)
			if (is_same_condition(a, &a->conditions.rows[x->condition + i], b,
					      &b->conditions.rows[y->condition + k]))
				return true;
	return false;
}

static const struct table_pmu *pmu_like(const struct tables *in, const struct tables *from, const struct table_pmu *pmu)
{
	for (uint32_t i = 0; i < in->pmus.count; i++)
		if (is_same_pmu(in, &in->pmus.rows[i], from, pmu))
			return &in->pmus.rows[i];
	return NULL;
}

static bool is_for_same_cpu(const struct tables *old, const struct tables *new)
{
	for (uint32_t i = 0; i < old->pmus.count; i++)
		if (pmu_like(new, old, &old->pmus.rows[i]))
			return true;
	return false;
}

/* ---- names that are gone ---- */

struct gone_names {
	char **names;
	int count;
};

static const struct table_event *events_of(const struct tables *in, const struct table_pmu *pmu, uint32_t *count)
{
	const struct table_part *part = &in->parts.rows[pmu->part];

	*count = part->count;
	return &in->events.rows[in->tables.rows[part->table].first + part->first];
}

static const struct table_event *event_called(const struct tables *in, const struct table_pmu *pmu, const char *name)
{
	uint32_t count;
	const struct table_event *events = events_of(in, pmu, &count);

	for (uint32_t i = 0; i < count; i++)
		if (!strcasecmp(name_at(in, events[i].name), name))
			return &events[i];
	return NULL;
}

static bool has_umask(const struct tables *in, const struct table_event *event, const char *name)
{
	for (int i = 0; i < event_umasks(in, event)->count; i++)
		if (!strcasecmp(name_at(in, event_umask(in, event, i)->name), name))
			return true;
	return false;
}

static void add_gone(struct gone_names *gone, const char *event, const char *umask)
{
	char name[1024];

	snprintf(name, sizeof name, "%s%s%s", event, umask ? ":" : "", umask ? umask : "");
	gone->names = grow(gone->names, gone->count, sizeof *gone->names);
	gone->names[gone->count++] = copy_text(name, strlen(name));
}

static void find_gone(const struct tables *old, const struct table_pmu *pmu, const struct tables *new,
		      struct gone_names *gone)
{
	const struct table_pmu *now = pmu_like(new, old, pmu);
	uint32_t count;
	const struct table_event *events = events_of(old, pmu, &count);

	for (uint32_t i = 0; i < count; i++) {
		const char *name = name_at(old, events[i].name);
		const struct table_event *event = now ? event_called(new, now, name) : NULL;

		if (!event)
			add_gone(gone, name, NULL);
		for (int k = 0; event && k < event_umasks(old, &events[i])->count; k++) {
			const char *umask = name_at(old, event_umask(old, &events[i], k)->name);

			if (!has_umask(new, event, umask))
				add_gone(gone, name, umask);
		}
	}
}

static void say_gone_names(const struct tables *old, const struct tables *new)
{
	struct gone_names gone = { 0 };

	for (uint32_t i = 0; i < old->pmus.count; i++)
		if (!(old->pmus.rows[i].flags & PMU_EXTENSION))
			find_gone(old, &old->pmus.rows[i], new, &gone);
	if (!gone.count)
		return;
	say(stderr, "pmuc: %d name%s gone:", gone.count, gone.count == 1 ? " is" : "s are");
	for (int i = 0; i < gone.count && i < NAMES_SAID; i++)
		say(stderr, "%s %s", i ? "," : "", gone.names[i]);
	if (gone.count > NAMES_SAID)
		say(stderr, " and %d more", gone.count - NAMES_SAID);
	fputc('\n', stderr);
}

/* ---- in all ---- */

static void say_replaced(const struct old_file *old)
{
	char date[32] = "";
	struct tm broken;

	if (localtime_r(&old->time, &broken))
		strftime(date, sizeof date, " of %Y-%m-%d", &broken);
	say(stderr, "pmuc: replacing %s%s", old->path, old->tables.pmus.count ? date : "");
	for (uint32_t row = 0; row < old->tables.pmus.count; row++)
		say(stderr, "%s %s of %u events", row ? "," : ":",
		    name_at(&old->tables, old->tables.pmus.rows[row].name),
		    (unsigned int)old->tables.parts.rows[old->tables.pmus.rows[row].part].count);
	fputc('\n', stderr);
}

void replace_old_files(const struct old_files *files, const char *path, bool is_named)
{
	struct old_file new;

	if (!read_old(path, &new))
		return;
	for (int i = 0; i < files->count; i++) {
		const struct old_file *old = &files->list[i];
		bool same_path = !strcmp(old->path, path);

		if (!same_path && (is_named || !is_for_same_cpu(&old->tables, &new.tables)))
			continue;
		if (!same_path && unlink(old->path) && errno != ENOENT) {
			say(stderr, "%s: %s\n", old->path, strerror(errno));
			continue;
		}
		say_replaced(old);
		if (old->tables.pmus.count)
			say_gone_names(&old->tables, &new.tables);
	}
}
