/* Reads files of a machine below one root, up to a maximum size, without blocking on anything that is not a file. */
#define _GNU_SOURCE
#include "machine_files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <perfmon/pfmlib.h>

#include "tables/clean.h"
#include "tool.h"

enum { MOST_BYTES = 16 << 20 }; /* maximum size of a file, as in the library */

/* without trailing slash */
static const char *root = "";

void machine_set_root(const char *captured)
{
	root = captured ? captured : "";
}

bool machine_is_captured(void)
{
	return *root;
}

/* Opens a file. NULL: it cannot be read, or is something else than a file, which might never end. */
static FILE *machine_open(const char *path)
{
	struct stat status;
	FILE *stream = NULL;
	char *whole;
	int file;

	if (asprintf(&whole, "%s%s", root, path) < 0) {
		is_lacking(PFM_ERR_NOMEM);
		return NULL;
	}
	file = open(whole, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	free(whole);
	if (file < 0) {
		is_lacking(errno == EMFILE || errno == ENFILE ? PFM_ERR_NOMEM : PFM_SUCCESS);
		return NULL;
	}
	if (!fstat(file, &status) && status.st_size > MOST_BYTES) {
		complain("%s%s: %lld bytes, more than the %d MiB that are read of a machine's file\n", clean(root),
			path, (long long)status.st_size, MOST_BYTES >> 20);
	} else if (S_ISREG(status.st_mode)) {
		stream = fdopen(file, "r");
		is_lacking(stream ? PFM_SUCCESS : PFM_ERR_NOMEM);
	}
	if (!stream)
		close(file);
	return stream;
}

bool machine_has(const char *path)
{
	char *whole;
	bool found;

	if (asprintf(&whole, "%s%s", root, path) < 0)
		return is_lacking(PFM_ERR_NOMEM) && false;
	found = !access(whole, F_OK);
	free(whole);
	return found;
}

bool machine_has_device(const char *device)
{
	char path[192];

	snprintf(path, sizeof path, "/sys/bus/event_source/devices/%s", device);
	return *device && machine_has(path);
}

int machine_number(const char *path)
{
	FILE *file = machine_open(path);
	int number = NO_NUMBER;

	if (!file)
		return number;
	if (fscanf(file, "%d", &number) != 1)
		number = NO_NUMBER;
	fclose(file);
	return number;
}

void machine_each_line(const char *path, void (*line)(const char *text, void *data), void *data)
{
	FILE *file = machine_open(path);
	char *text = NULL;
	size_t room = 0;
	ssize_t length;

	if (!file)
		return;
	errno = 0;
	while ((length = getline(&text, &room, file)) > 0) {
		for (ssize_t i = 0; i < length; i++)
			if (!text[i])
				text[i] = ' ';
		text[strcspn(text, "\n")] = '\0';
		line(text, data);
	}
	is_lacking(errno == ENOMEM ? PFM_ERR_NOMEM : PFM_SUCCESS);
	free(text);
	fclose(file);
}

/* A line to search for. */
struct wanted {
	const char *key;
	char *value;
	size_t size;
	bool found;
};

static void look_at_line(const char *text, void *data)
{
	struct wanted *wanted = data;
	size_t length = strlen(wanted->key);

	if (wanted->found || strncmp(text, wanted->key, length) != 0)
		return;
	wanted->found = true;
	snprintf(wanted->value, wanted->size, "%s", text + length + strspn(text + length, ": \t"));
}

bool machine_line(const char *path, const char *key, char *value, size_t size)
{
	struct wanted wanted = { key, value, size, false };

	machine_each_line(path, look_at_line, &wanted);
	return wanted.found;
}

bool machine_line_has(const char *path, const char *key, const char *text)
{
	char value[8192];

	return machine_line(path, key, value, sizeof value) && strstr(value, text);
}

bool machine_generic_driver(char *driver, size_t size)
{
	static const char generic[] = "generic_arch";

	if (machine_line("/sys/bus/event_source/devices/cpu/caps/pmu_name", "", driver, size) &&
		!strncmp(driver, generic, sizeof generic - 1))
		return true;
	*driver = '\0';
	return false;
}

int machine_directory(const char *path, struct dirent ***entries)
{
	char *whole;
	int count;

	if (asprintf(&whole, "%s%s", root, path) < 0) {
		is_lacking(PFM_ERR_NOMEM);
		return -1;
	}
	count = scandir(whole, entries, NULL, versionsort);
	is_lacking(count < 0 && errno == ENOMEM ? PFM_ERR_NOMEM : PFM_SUCCESS);
	free(whole);
	return count;
}
