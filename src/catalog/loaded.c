#include "catalog/loaded.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "catalog/log.h"
#include "tables/file.h"
#include "tables/folders.h"

struct file {
	struct tables tables;
	void *bytes;
	size_t size;
	char path[];
};

static struct file *files[MAX_BODIES]; /* of the bodies; 0: the compiled one has none */

/* ---- mapping ---- */

static bool is_trusted(const struct stat *status)
{
	return !getauxval(AT_SECURE) || (!status->st_uid && !(status->st_mode & (S_IWGRP | S_IWOTH)));
}

/* What is wrong with it, as errno tells. No memory is a shortage: the file may be as it should. */
static const char *wrong_by_errno(void)
{
	if (errno == ENOMEM || errno == EMFILE || errno == ENFILE)
		host_note_shortage();
	return strerror(errno);
}

/* NULL, or what is wrong. Nobody waits for whoever writes into a pipe. */
static const char *map_open_file(struct file *file, int descriptor)
{
	struct stat status;

	if (fstat(descriptor, &status))
		return wrong_by_errno();
	if (!S_ISREG(status.st_mode) || !status.st_size)
		return "it is no file of tables";
	if (!is_trusted(&status))
		return "others than root may write it, and this program has more rights than its user";
	file->size = (size_t)status.st_size;
	file->bytes = mmap(NULL, file->size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, descriptor, 0);
	if (file->bytes != MAP_FAILED)
		return NULL;
	file->bytes = NULL;
	return wrong_by_errno();
}

static const char *map_file(struct file *file)
{
	int descriptor = open(file->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	const char *wrong = descriptor < 0 ? wrong_by_errno() : map_open_file(file, descriptor);

	if (descriptor >= 0)
		close(descriptor);
	return wrong ? wrong : table_file_read(file->bytes, file->size, &file->tables);
}

static void free_file(struct file *file)
{
	if (file->bytes)
		munmap(file->bytes, file->size);
	free(file);
}

/* ---- PMUs ---- */

static void add_pmu(uint8_t body, uint16_t row)
{
	const struct tables *in = pmus.bodies[body];
	const char *name = name_at(in, in->pmus.rows[row].name), *path = loaded_path(body);
	int pmu = pmu_by_name((struct span){ name, strlen(name) });

	if (pmu < 0)
		pmu = pmus_add(body, row);
	else if (pmu == pmus.perf || pmu == pmus.perf_raw)
		log_verbose("%s: %s is left out: it is a part of the library", path, name);
	else if (pmus.list[pmu].body)
		log_verbose("%s: %s is left out: %s has it", path, name, loaded_path(pmus.list[pmu].body));
	else
		pmus_replace(pmu, body, row);
	if (pmu < 0)
		log_verbose("%s: %s is left out: more than %d PMUs", path, name, MAX_PMUS);
}

static void add_body(struct file *file)
{
	uint8_t body = (uint8_t)pmus.body_count++;

	files[body] = file;
	pmus.bodies[body] = &file->tables;
	for (uint32_t row = 0; row < file->tables.pmus.count; row++)
		add_pmu(body, (uint16_t)row);
	log_verbose("%s: tables of %u PMU%s", file->path, (unsigned int)file->tables.pmus.count, file->tables.pmus.count == 1 ? "" : "s");
}

/* ---- files ---- */

/* NULL: no memory. */
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
	const char *wrong;

	if (!file)
		return;
	wrong = pmus.body_count == KERNEL_BODY ? "there are too many files of tables" : map_file(file);
	if (!wrong) {
		add_body(file);
		return;
	}
	log_verbose("%s: not loaded: %s", file->path, wrong);
	free_file(file);
}

static void skip_folder(const char *path)
{
	log_verbose("%s: not loaded: %s", path, wrong_by_errno());
}

void loaded_open(void)
{
	static const struct table_visitor loader = { load_file, skip_folder };

	table_files(&loader);
}

void loaded_close(void)
{
	for (int body = 1; body < MAX_BODIES && files[body]; body++) {
		free_file(files[body]);
		files[body] = NULL;
	}
}

const char *loaded_path(int body)
{
	return files[body] ? files[body]->path : NULL;
}
