/*
 * Replaces standard output by the file that was asked for, while results are printed. A file that others may be reading
 * is written under a temporary name, and renamed.
 */
#define _GNU_SOURCE
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The output file, and a copy of standard output to restore. */
static struct {
	int file, kept;
	char temporary[4096];
	const char *path; /* name that the temporary file will get */
} out = { .file = -1, .kept = -1 };

static bool is_replaced(const struct request *request)
{
	return request->form == AS_PROMETHEUS && request->output;
}

bool open_output(const struct request *request)
{
	if (!request->output) {
		out.file = request->command ? dup(STDERR_FILENO) : -1;
		return true;
	}
	if (is_replaced(request))
		return true;
	out.file = open(request->output, O_WRONLY | O_CREAT | O_CLOEXEC | (request->append ? O_APPEND : O_TRUNC), 0666);
	if (out.file < 0)
		complain("%s: %s", request->output, strerror(errno));
	return out.file >= 0;
}

bool begin_output(const struct request *request)
{
	int file = out.file;

	if (is_replaced(request)) {
		snprintf(out.temporary, sizeof out.temporary, "%s.XXXXXX", request->output);
		file = mkostemp(out.temporary, O_CLOEXEC);
		if (file < 0) {
			complain("%s: %s", request->output, strerror(errno));
			return false;
		}
		fchmod(file, 0644);
	}
	if (file < 0)
		return true;
	fflush(stdout);
	out.kept = dup(STDOUT_FILENO);
	dup2(file, STDOUT_FILENO);
	if (is_replaced(request))
		close(file);
	return true;
}

bool end_output(const struct request *request)
{
	bool good = !fflush(stdout) && !ferror(stdout);

	if (!good)
		complain("%s: %s", request->output ? request->output : "the output", strerror(errno));
	clearerr(stdout);
	if (out.kept < 0)
		return good;
	dup2(out.kept, STDOUT_FILENO);
	close(out.kept);
	out.kept = -1;
	if (!is_replaced(request))
		return good;
	if (!good || rename(out.temporary, request->output)) {
		if (good)
			complain("%s: %s", request->output, strerror(errno));
		unlink(out.temporary);
		return false;
	}
	return true;
}
