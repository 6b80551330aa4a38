/* "pmuc format": writes files of table text in the standard format. */
#define _GNU_SOURCE
#include "format.h"

#include "text/arguments.h"
#include "text/format.h"
#include "text/replace.h"
#include "text/text.h"
#include "vendors/commands.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Writes the file that a link of that name leads to; it keeps its mode, and one that is read-only stays as it is. */
static bool write_text(const char *path, const char *bytes, size_t length)
{
	char *whole = realpath(path, NULL);
	struct stat status;
	bool good = whole && !access(whole, W_OK) && !stat(whole, &status) &&
		    replace_file(whole, bytes, length, status.st_mode & 07777);

	if (!good)
		say(stderr, "%s: %s\n", path, strerror(errno));
	free(whole);
	return good;
}

/* Formats a file. False: check is true and it looks otherwise, or it cannot be read or written, or has mistakes. */
static bool format_path(const char *path, bool check)
{
	size_t length;
	int errors = error_count();
	char *bytes = read_file(path, &length), *before = bytes ? copy_text(bytes, length) : NULL;
	const char *slash = strrchr(path, '/');
	bool manifest = !strcmp(slash ? slash + 1 : path, "vendors");
	char *after = formatted(path, bytes, &length, !manifest);
	bool good = errors == error_count() && (!manifest || is_manifest_good(path));

	if (good && before && strcmp(before, after)) {
		if (check)
			say(stdout, "%s\n", path);
		good = !check && write_text(path, after, length);
	}
	free(before);
	free(bytes);
	free(after);
	return good;
}

static bool read_check(void *check, const char *option)
{
	return !strcmp(option, "--check") && (*(bool *)check = true);
}

int format_main(int argc, char **argv)
{
	static const struct options options = { .flag = read_check };
	bool check = false;
	int count = read_arguments(argc, argv, &options, &check), status = 0;

	if (count < 1) {
		fputs("usage: pmuc format [--check] FILE.pmu ...\n", stderr);
		return 2;
	}
	for (int i = 0; i < count; i++)
		if (!format_path(argv[i], check))
			status = 1;
	return status;
}
