/* Paths of files and directories, and names derived from them. */
#include "paths.h"
#include "import.h"
#include "compiler/text/text.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char *small_name(const char *text)
{
	char *name = copy_text(text, strlen(text));

	for (char *at = name; *at; at++)
		if (*at >= 'A' && *at <= 'Z')
			*at = (char)(*at | 0x20);
		else if (!(*at >= 'a' && *at <= 'z') && !(*at >= '0' && *at <= '9'))
			*at = '_';
	return name;
}

const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

bool ends_with(const char *text, const char *end)
{
	size_t length = strlen(text);

	return length >= strlen(end) && !strcmp(text + length - strlen(end), end);
}

const char *absolute_path(const char *path)
{
	char directory[4096];

	return *path == '/' || !getcwd(directory, sizeof directory) ? path : joined(directory, "/", path);
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

bool read_directory(const char *path, struct name_list *names)
{
	DIR *directory = opendir(path);
	const struct dirent *entry;

	*names = (struct name_list){ 0 };
	if (!directory && errno == ENOMEM)
		need(NULL);
	if (!directory)
		return false;
	while (errno = 0, (entry = readdir(directory)))
		if (*entry->d_name != '.') {
			names->names = grow(names->names, names->count, sizeof *names->names);
			names->names[names->count++] = joined(path, ends_with(path, "/") ? "" : "/", entry->d_name);
		}
	if (errno)
		report((struct place){ path, 0, 0 }, "%s", strerror(errno));
	closedir(directory);
	if (names->count)
		qsort(names->names, (size_t)names->count, sizeof *names->names, by_name);
	return true;
}

/* Returns lunarlake_lioncove for lunarlake_lioncove_core.json, graniterapids for graniterapids_uncore.json. */
static const char *cpu_name(const char *path)
{
	static const char *const ends[] = { "_core", "_uncore", "_uncore_experimental", "_metrics", "_metrics_perf" };
	const char *name = base_name(path), *metrics = strstr(name, "_metrics_");
	size_t length = strcspn(name, ".");

	if (metrics && strncmp(metrics, "_metrics_perf", strlen("_metrics_perf")) != 0) {
		name = joined(copy_text(name, (size_t)(metrics - name)), metrics + strlen("_metrics"), "");
		length = strcspn(name, ".");
	}

	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
		if (length > strlen(ends[i]) && !strncmp(name + length - strlen(ends[i]), ends[i], strlen(ends[i])))
			return small_name(copy_text(name, length - strlen(ends[i])));
	return small_name(copy_text(name, length));
}

/*
 * Returns lnl_lioncove for LNL/events/lunarlake_lioncove_core.json, spr for SPR/events/sapphirerapids_core.json and its
 * uncore files: the directory names the CPU, what follows the first _ of the name its core type. NULL: the file is in
 * no directory called events.
 */
static const char *name_by_directory(const char *path)
{
	char *directory = copy_text(path, strlen(path)), *slash = strrchr(directory, '/');
	const char *core = strchr(base_name(path), '_');

	if (!slash)
		return NULL;
	*slash = '\0';
	slash = strrchr(directory, '/');
	if (!slash || strcmp(slash, "/events") != 0)
		return NULL;
	*slash = '\0';
	directory = small_name(base_name(directory));
	if (!core || !ends_with(core, "_core.json") || !strcmp(core, "_core.json"))
		return directory;
	return joined(directory, "_", small_name(copy_text(core + 1, strlen(core + 1) - strlen("_core.json"))));
}

const char *cpu_of_file(const struct import *import, const char *path)
{
	const char *name = import->by_directory && !import->name ? name_by_directory(absolute_path(path)) : NULL;

	return import->name ? import->name : name ? name : cpu_name(path);
}

void note_file(struct import *import, const char *path, const char *key, const char *source, const char *version)
{
	if (vendor_file_of(import, path))
		return;
	for (int i = 0; i < import->file_count; i++)
		if (!strcmp(import->files[i].key, key))
			key = import->files[i].key;
	import->files = grow(import->files, import->file_count, sizeof *import->files);
	import->files[import->file_count++] = (struct vendor_file){ path, key, source, version ? version : "-", false };
}

const struct vendor_file *vendor_file_of(const struct import *import, const char *path)
{
	for (int i = import->file_count; i-- > 0;)
		if (import->files[i].path == path)
			return &import->files[i];
	for (int i = 0; i < import->file_count; i++)
		if (!strcmp(import->files[i].path, path))
			return &import->files[i];
	return NULL;
}
