/*
 * Every path passes one function, which puts the root in front. Lack of descriptors or memory is counted, since a
 * failure from it says nothing about the machine: callers must not keep such an answer.
 */
#define _GNU_SOURCE
#include "machine/files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINE = 1024, MOST_BYTES = 16 << 20 };

const char *host_environment(const char *name)
{
	return secure_getenv(name);
}

/* Writes path under the host's root; false if it is too long. */
static bool host_path(const struct host *host, const char *path, char *buffer, size_t size)
{
	size_t root = strlen(host->root), length = strlen(path);

	if (root + length >= size)
		return false;
	memcpy(buffer, host->root, root);
	memcpy(buffer + root, path, length + 1);
	return true;
}

/* ---- what fails today and may work tomorrow ---- */

static _Thread_local unsigned int noted_shortages;

unsigned int host_shortages(void)
{
	return noted_shortages;
}

void host_note_shortage(void)
{
	noted_shortages++;
}

/* Notes a shortage after a failed call. */
static void note_error(void)
{
	if (errno == ENOMEM || errno == EMFILE || errno == ENFILE)
		host_note_shortage();
}

/* ---- files ---- */

bool host_access(const struct host *host, const char *path, int mode)
{
	char full[HOST_PATH];

	if (!host_path(host, path, full, sizeof full))
		return false;
	if (!access(full, mode))
		return true;
	note_error();
	return false;
}

DIR *host_open_directory(const struct host *host, const char *path)
{
	char full[HOST_PATH];
	DIR *directory;

	if (!host_path(host, path, full, sizeof full))
		return NULL;
	directory = opendir(full);
	if (!directory)
		note_error();
	return directory;
}

const char *host_next_entry(DIR *directory)
{
	struct dirent *entry;

	do {
		errno = 0;
		entry = readdir(directory);
	} while (entry && entry->d_name[0] == '.');
	if (!entry)
		note_error();
	return entry ? entry->d_name : NULL;
}

/* Opens a file, with O_NONBLOCK: a fifo in its place must not stop the program. */
static int open_file(const struct host *host, const char *path)
{
	char full[HOST_PATH];
	int file;

	if (!host_path(host, path, full, sizeof full))
		return -1;
	file = open(full, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (file < 0)
		note_error();
	return file;
}

int host_read(const struct host *host, const char *path, char *buffer, size_t size)
{
	int file = open_file(host, path);
	ssize_t got;

	if (file < 0)
		return -1;
	got = read(file, buffer, size - 1);
	if (got < 0)
		note_error();
	close(file);
	if (got < 0)
		return -1;
	buffer[got] = '\0';
	return (int)got;
}

bool host_read_number(const struct host *host, const char *path, long *value)
{
	char text[64], *end;

	if (host_read(host, path, text, sizeof text) < 1)
		return false;
	*value = strtol(text, &end, 10);
	return end != text;
}

bool host_lines(const struct host *host, const char *path, bool (*line)(char *text, void *data), void *data)
{
	char text[LINE], chunk[4096];
	size_t length = 0, total = 0;
	int file = open_file(host, path);
	ssize_t got;

	if (file < 0)
		return false;
	while ((got = read(file, chunk, sizeof chunk)) > 0 && (total += (size_t)got) <= MOST_BYTES) {
		for (ssize_t i = 0; i < got; i++) {
			if (chunk[i] != '\n') {
				if (length < sizeof text - 1)
					text[length++] = chunk[i];
				continue;
			}
			text[length] = '\0';
			length = 0;
			if (!line(text, data)) {
				close(file);
				return true;
			}
		}
	}
	if (got < 0)
		note_error();
	close(file);
	text[length] = '\0';
	if (length)
		line(text, data);
	return got >= 0;
}

const char *host_value_of(const char *text, const char *key)
{
	size_t length = strlen(key);

	if (strncmp(text, key, length))
		return NULL;
	text += length;
	text += strspn(text, " \t");
	if (*text++ != ':')
		return NULL;
	return text + strspn(text, " \t");
}
