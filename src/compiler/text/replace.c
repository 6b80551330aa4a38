/*
 * Writes a temporary file and renames it to the old one's name: readers never see half a file, and processes that
 * mapped the old one keep it. A program killed in between leaves .NAME.pmuc-XXXXXX behind, a name that only pmuc makes;
 * the next one that replaces NAME removes it, unless it is locked.
 */
#define _GNU_SOURCE
#include "replace.h"

#include "text.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LONGEST_PART = 200 /* bytes of NAME kept in the temporary file's name, as file systems allow 255 */ };

static const char beside_end[] = "XXXXXX"; /* replaced by mkstemp() */

mode_t new_file_mode(void)
{
	mode_t mask = umask(0);

	umask(mask);
	return 0666 & ~mask;
}

/* Returns the directory of path, with a slash at its end, and how files beside path begin. The caller frees both. */
static char *split_path(const char *path, char **begin)
{
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
	size_t room = strlen(name) + sizeof "..pmuc-";

	*begin = need(malloc(room));
	snprintf(*begin, room, ".%.*s.pmuc-", LONGEST_PART, name);
	return slash ? copy_text(path, (size_t)(slash - path) + 1) : copy_text("./", 2);
}

/* Returns whether the name is still that of the open file: another program may have removed or renamed it. */
static bool is_called(int file, const char *path)
{
	struct stat opened, named;

	return !fstat(file, &opened) && !lstat(path, &named) && opened.st_dev == named.st_dev &&
	       opened.st_ino == named.st_ino;
}

/* ---- what killed programs left ---- */

static void remove_if_unused(const char *path)
{
	int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
	struct stat status;

	if (file < 0)
		return;
	if (!fstat(file, &status) && S_ISREG(status.st_mode) && !flock(file, LOCK_EX | LOCK_NB) &&
	    is_called(file, path))
		unlink(path);
	close(file);
}

static void remove_left_behind(const char *directory, const char *begin)
{
	DIR *opened = opendir(directory);
	const struct dirent *entry;
	size_t length = strlen(begin);

	while (opened && (entry = readdir(opened)))
		if (!strncmp(entry->d_name, begin, length) &&
		    strlen(entry->d_name) == length + strlen(beside_end)) {
			char *path = joined(directory, entry->d_name, "");

			remove_if_unused(path);
			free(path);
		}
	if (opened)
		closedir(opened);
}

/* ---- writing ---- */

/*
 * Opens a new file, locked. Before it is locked another program may take it for one that was left behind, and remove
 * it: then the next name is tried. -1: errno.
 */
static int open_beside(const char *directory, const char *begin, char **path)
{
	for (;;) {
		int file;

		*path = joined(directory, begin, beside_end);
		file = mkstemp(*path);
		if (file < 0 || (!flock(file, LOCK_EX) && is_called(file, *path)))
			return file;
		close(file);
		free(*path);
	}
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

static void close_replacement(struct replacement *new, bool remove_it)
{
	int error = errno;

	if (remove_it && new->file >= 0)
		unlink(new->beside);
	if (new->file >= 0)
		close(new->file);
	free(new->beside);
	free(new->path);
	*new = (struct replacement){ .file = -1 };
	errno = error;
}

bool write_replacement(struct replacement *new, const char *path, const char *bytes, size_t size, mode_t mode)
{
	char *begin, *directory = split_path(path, &begin);
	bool good;

	*new = (struct replacement){ .file = -1 };
	remove_left_behind(directory, begin);
	new->path = copy_text(path, strlen(path));
	new->file = open_beside(directory, begin, &new->beside);
	/* closes a duplicate, since some file systems report write errors only at close(); new->file keeps the lock */
	good = new->file >= 0 && write_bytes(new->file, bytes, size) && !fchmod(new->file, mode) &&
	       !close(dup(new->file));
	free(begin);
	free(directory);
	if (!good)
		close_replacement(new, true);
	return good;
}

bool put_replacement(struct replacement *new)
{
	/* rename before closing, which releases the lock */
	bool good = !rename(new->beside, new->path);

	close_replacement(new, !good);
	return good;
}

void drop_replacement(struct replacement *new)
{
	close_replacement(new, true);
}

bool replace_file(const char *path, const char *bytes, size_t size, mode_t mode)
{
	struct replacement new;

	return write_replacement(&new, path, bytes, size, mode) && put_replacement(&new);
}
