/*
 * A file is mapped and becomes a body of tables beside the compiled one. Its PMUs replace compiled PMUs of the same
 * name, except perf's own; if two files have the same PMU, the first is used. Extensions are applied once all PMUs are
 * known.
 */
#include "catalog/loaded.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "catalog/log.h"
#include "tables/file.h"
#include "tables/directories.h"
#include "tables/layouts.h"
#include "tables/limits.h"

struct file {
	struct tables tables;
	struct table_pmu *pmus;         /* PMU rows of a copied body whose PMUs are extended */
	void *bytes;
	size_t size;
	char path[];
};

static struct file *files[MAX_BODIES]; /* by body; NULL for the compiled one */

/* ---- mapping ---- */

static bool is_trusted(const struct stat *status)
{
	return !getauxval(AT_SECURE) || (!status->st_uid && !(status->st_mode & (S_IWGRP | S_IWOTH)));
}

/* Returns the error text of errno. No memory is a shortage: the file may be as it should. */
static const char *wrong_by_errno(void)
{
	if (errno == ENOMEM || errno == EMFILE || errno == ENFILE)
		host_note_shortage();
	return strerror(errno);
}

/* Returns NULL, or what is wrong. Opening a pipe does not wait for its writer. */
static const char *map_open_file(struct file *file, int descriptor)
{
	struct stat status;

	if (fstat(descriptor, &status))
		return wrong_by_errno();
	if (!S_ISREG(status.st_mode) || !status.st_size)
		return "it is no file of tables";
	if (status.st_size > MOST_BYTES_OF_FILE)
		return "it has more than 256 MiB";
	if (!is_trusted(&status))
		return "others than root may write it, and this program has more rights than its user";
	file->size = (size_t)status.st_size;
	file->bytes = mmap(NULL, file->size, PROT_READ, MAP_PRIVATE, descriptor, 0);
	if (file->bytes != MAP_FAILED)
		return NULL;
	file->bytes = NULL;
	return wrong_by_errno();
}

static bool map_file(struct file *file, char wrong[TABLE_FILE_MESSAGE])
{
	int descriptor = open(file->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	const char *message = descriptor < 0 ? wrong_by_errno() : map_open_file(file, descriptor);

	if (descriptor >= 0)
		close(descriptor);
	if (message)
		snprintf(wrong, TABLE_FILE_MESSAGE, "%s", message);
	return !message && table_file_read(file->bytes, file->size, &file->tables, wrong);
}

static void free_file(struct file *file)
{
	if (file->bytes)
		munmap(file->bytes, file->size);
	free(file->pmus);
	free(file);
}

/* ---- PMUs ---- */

static void add_pmu(uint8_t body, uint16_t row)
{
	const struct tables *in = pmus.bodies[body];
	const char *name = name_at(in, in->pmus.rows[row].name), *path = source_path(body);
	int pmu = pmu_by_name((struct span){ name, strlen(name) });

	if (pmu < 0)
		pmu = pmus_add(body, row);
	else if (pmu == pmus.perf || pmu == pmus.perf_raw)
		log_verbose("%s: %s is left out: it is a part of the library", path, name);
	else if (pmus.list[pmu].body)
		log_verbose("%s: %s is left out: %s has it", path, name, source_path(pmus.list[pmu].body));
	else
		pmus_replace(pmu, body, row);
	if (pmu < 0)
		log_verbose("%s: %s is left out: more than %d PMUs", path, name, MAX_PMUS);
}

static void add_body(struct file *file)
{
	uint8_t body = (uint8_t)pmus.body_count++;
	unsigned int count = 0;

	files[body] = file;
	pmus.bodies[body] = &file->tables;
	source_is_file(body, &file->tables, file->bytes, file->path);
	for (uint32_t row = 0; row < file->tables.pmus.count; row++)
		if (!(file->tables.pmus.rows[row].flags & PMU_EXTENSION)) {
			add_pmu(body, (uint16_t)row);
			count++;
		}
	if (count)
		log_verbose("%s: tables of %u PMU%s", file->path, count, count == 1 ? "" : "s");
}

/* ---- files ---- */

/* Allocates a file; NULL: no memory. */
static struct file *new_file(const char *path)
{
	struct file *file = calloc(1, sizeof *file + strlen(path) + 1);

	if (file)
		strcpy(file->path, path);
	else
		host_note_shortage();
	return file;
}

static void load_file(const char *path)
{
	struct file *file = new_file(path);
	char wrong[TABLE_FILE_MESSAGE];

	if (!file)
		return;
	if (pmus.body_count == KERNEL_BODY) {
		snprintf(wrong, sizeof wrong, "there are more than %d files of tables", MAX_TABLE_FILES);
	} else if (map_file(file, wrong)) {
		add_body(file);
		return;
	}
	source_note_refused(true);
	log_verbose("%s: not loaded: %s", file->path, wrong);
	free_file(file);
}

static void skip_directory(const char *path)
{
	source_note_refused(true);
	log_verbose("%s: not loaded: %s", path, wrong_by_errno());
}

/* ---- extensions, once all PMUs are there ---- */

/* Gives PMUs rows that can be marked: adjacent rows of their own, in a copy of their body. False: there is no room. */
static bool copy_rows(int first, int count)
{
	struct file *copy = pmus.body_count < KERNEL_BODY ? new_file("") : NULL;
	int body = pmus.body_count;

	if (!copy)
		return false;
	copy->tables = *pmu_body(first);
	copy->pmus = calloc((size_t)count, sizeof *copy->pmus);
	if (!copy->pmus) {
		host_note_shortage();
		free_file(copy);
		return false;
	}
	for (int i = 0; i < count; i++) {
		copy->pmus[i] = *pmu_data(first + i);
		copy->pmus[i].flags |= PMU_EXTENDED;
	}
	copy->tables.pmus.rows = copy->pmus;
	copy->tables.pmus.count = (uint32_t)count;
	source_is_copy(body, pmus.list[first].body);
	files[body] = copy;
	pmus.bodies[body] = &copy->tables;
	pmus.body_count++;
	for (int i = 0; i < count; i++)
		pmus_replace(first + i, (uint8_t)body, (uint16_t)i);
	return true;
}

/* Counts the rows of the tables of a PMU and of its extensions. */
static uint32_t rows_of(int pmu)
{
	const struct table_pmu *data = pmu_data(pmu);
	uint32_t rows = 0;

	for (int i = 0; i < data->parts; i++)
		rows += pmu_body(pmu)->parts.rows[data->part + i].count;
	for (int i = 0; i < pmus.extension_count; i++) {
		const struct extension *extension = &pmus.extensions[i];
		const struct tables *in = pmus.bodies[extension->body];

		if (extension->pmu == pmu)
			rows += in->parts.rows[in->pmus.rows[extension->row].part].count;
	}
	return rows;
}

/* Returns why a PMU cannot be extended; NULL: it can. */
static const char *why_not_extended(int pmu, const struct tables *in, const struct table_pmu *by)
{
	const struct table_pmu *data = pmu_data(pmu);

	if (pmu == pmus.perf || pmu == pmus.perf_raw || data->hook || data->flags & (PMU_ARM_PMCEID | PMU_WIDE))
		return "its events are a part of the library";
	if (!layouts_are_alike(pmu_body(pmu), pmu_layout(pmu), in, &in->layouts.rows[by->layout]))
		return "its layout is another one";
	if (rows_of(pmu) + in->parts.rows[by->part].count > MAX_NEW_EVENTS)
		return "it would have too many events";
	return NULL;
}

/* Finds one PMU, or all of a family, which stand together. Returns how many. */
static int count_named(struct span name, int *first)
{
	int count = 0;

	*first = pmu_by_name(name);
	if (*first >= 0)
		return 1;
	for (int pmu = 0; pmu < pmus.count; pmu++)
		if (pmu_is_of_family(pmu, name) && (!count || pmu == *first + count)) {
			if (!count++)
				*first = pmu;
		}
	return count;
}

static void extend(uint8_t body, uint16_t row)
{
	const struct tables *in = pmus.bodies[body];
	const struct table_pmu *by = &in->pmus.rows[row];
	const char *name = name_at(in, by->name), *path = source_path(body), *why;
	int first, count = count_named((struct span){ name, strlen(name) }, &first);

	why = count ? why_not_extended(first, in, by) : "there is no such PMU";
	for (int pmu = first; !why && pmu < first + count; pmu++) {
		bool can_be = pmu_data(pmu)->flags & PMU_EXTENDED || copy_rows(pmu, pmu == first ? count : 1);

		if (!can_be || !pmus_extend(pmu, body, row))
			why = "too many PMUs are";
	}
	if (why)
		log_verbose("%s: %s is not extended: %s", path, name, why);
	else
		log_verbose("%s: extends %s", path, name);
}

static void extend_all(void)
{
	int files_count = pmus.body_count; /* without the copies, which are added behind */

	for (int body = 1; body < files_count; body++)
		for (uint32_t row = 0; row < pmus.bodies[body]->pmus.count; row++)
			if (pmus.bodies[body]->pmus.rows[row].flags & PMU_EXTENSION)
				extend((uint8_t)body, (uint16_t)row);
}

void loaded_open(void)
{
	static const struct table_visitor loader = { load_file, skip_directory };

	source_note_refused(false);
	table_files(&loader);
	extend_all();
}

void loaded_close(void)
{
	for (int body = 1; body < MAX_BODIES && files[body]; body++) {
		free_file(files[body]);
		files[body] = NULL;
	}
}
