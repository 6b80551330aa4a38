/* Writes a body of tables as a file that the library loads: src/tables/file.h. */
#define _GNU_SOURCE
#include "build.h"

#include "tables/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static size_t section_size(const struct body *body, int section)
{
	return (size_t)body->sections[section].count * section_types[section].width;
}

/* Where each section goes; the size of the file. */
static size_t place_sections(const struct body *body, struct table_file_header *header)
{
	size_t size = sizeof *header;

	_Static_assert((int)SECTIONS == (int)TABLE_FILE_SECTIONS, "sections are counted in two ways");
	for (int i = 0; i < SECTIONS; i++) {
		size = (size + TABLE_FILE_ALIGN - 1) / TABLE_FILE_ALIGN * TABLE_FILE_ALIGN;
		header->sections[i] = (struct table_file_section){
			.offset = size, .width = section_types[i].width, .count = body->sections[i].count
		};
		size += section_size(body, i) + (section_types[i].pool ? NAME_SLACK : 0);
	}
	return size;
}

char *file_bytes(const struct body *body, size_t *size)
{
	struct table_file_header header = {
		.magic = TABLE_FILE_MAGIC, .order = TABLE_FILE_ORDER, .version = TABLE_FILE_VERSION
	};
	char *bytes;

	header.rows = table_file_rows();
	header.size = *size = place_sections(body, &header);
	bytes = need(calloc(1, *size));
	for (int i = 0; i < SECTIONS; i++)
		if (body->sections[i].count)
			memcpy(bytes + header.sections[i].offset, body->sections[i].rows, section_size(body, i));
	memcpy(bytes, &header, sizeof header);
	((struct table_file_header *)(void *)bytes)->sum = table_file_sum((const void *)bytes, *size);
	return bytes;
}

static bool write_bytes(int file, const char *bytes, size_t size)
{
	while (size) {
		ssize_t written = write(file, bytes, size);

		if (written < 0 && errno != EINTR)
			return false;
		bytes += written > 0 ? written : 0;
		size -= written > 0 ? (size_t)written : 0;
	}
	return true;
}

/* As if open() had made it. */
static bool set_mode(int file)
{
	mode_t mask = umask(0);

	umask(mask);
	return !fchmod(file, 0666 & ~mask);
}

static const char beside_end[] = ".XXXXXX"; /* of mkstemp() */

/* Whether name is what a program that was killed had not written to its end, of the file called base. */
static bool is_left_behind(const char *base, const char *name)
{
	size_t length = strlen(base);

	return !strncmp(name, base, length) && name[length] == '.' && strlen(name) == length + strlen(beside_end);
}

/* Who writes such a file has it locked. */
static void remove_if_unused(const char *path)
{
	int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);

	if (file < 0)
		return;
	if (!flock(file, LOCK_EX | LOCK_NB))
		unlink(path);
	close(file);
}

static void remove_left_behind(const char *path)
{
	const char *slash = strrchr(path, '/');
	char *folder = slash ? copy_text(path, (size_t)(slash - path) + 1) : copy_text("./", 2);
	DIR *directory = opendir(folder);
	const struct dirent *entry;

	while (directory && (entry = readdir(directory)))
		if (is_left_behind(slash ? slash + 1 : path, entry->d_name)) {
			size_t room = strlen(folder) + strlen(entry->d_name) + 1;
			char *whole = need(malloc(room));

			snprintf(whole, room, "%s%s", folder, entry->d_name);
			remove_if_unused(whole);
			free(whole);
		}
	if (directory)
		closedir(directory);
	free(folder);
}

/* Beside it, and renamed: who has the old file mapped keeps that one. */
static bool replace_file(const char *path, const char *bytes, size_t size)
{
	size_t length = strlen(path);
	char *beside = need(malloc(length + sizeof beside_end));
	bool good;
	int file;

	memcpy(beside, path, length);
	memcpy(beside + length, beside_end, sizeof beside_end);
	remove_left_behind(path);
	file = mkstemp(beside);
	good = file >= 0 && !flock(file, LOCK_EX) && write_bytes(file, bytes, size) && set_mode(file);
	if (file >= 0 && close(file))
		good = false;
	good = good && !rename(beside, path);
	if (!good)
		say(stderr, "%s: %s\n", path, strerror(errno));
	if (!good && file >= 0)
		unlink(beside);
	free(beside);
	return good;
}

bool write_file(const struct body *body, const char *path)
{
	struct tables tables;
	struct stat status;
	char message[TABLE_FILE_MESSAGE];
	const char *wrong;
	size_t size;
	char *bytes;
	bool good;

	if (!stat(path, &status) && !S_ISREG(status.st_mode)) {
		say(stderr, "%s: expected the name of a file\n", path);
		return false;
	}
	bytes = file_bytes(body, &size);
	wrong = table_file_read(bytes, size, &tables, message) ? table_file_check(bytes, &tables) : message;
	if (wrong)
		say(stderr, "%s: not written, as no library would load it: %s\n", path, wrong);
	good = !wrong && replace_file(path, bytes, size);
	free(bytes);
	return good;
}
