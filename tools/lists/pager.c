/* The terminal, and the pager for it. */
#include "showevtinfo.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Returns the user's command, else the best pager that is there; NULL: none. */
static const char *find_pager(void)
{
	static const char *const usual[] = { "less", "pager", "more" };
	const char *own = getenv("PAGER");

	if (own && *own) {
		int length = (int)strcspn(own, " \t");

		/* PAGER may have shell syntax, which is not checked here */
		if (strpbrk(own, "=|&;<>()$`\\\"'") || is_program(own, length))
			return own;
		complain("PAGER: there is no program %.*s; going on without", length, own);
		return NULL;
	}
	for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++)
		if (is_program(usual[i], (int)strlen(usual[i])))
			return usual[i];
	return NULL;
}

/* A file that keeps notes until the pager ends, since they would be written over its screen. */
static FILE *held;
static int own_stderr = -1;

static void hold_notes(void)
{
	held = tmpfile();
	own_stderr = held ? fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3) : -1;
	if (own_stderr >= 0)
		dup2(fileno(held), STDERR_FILENO);
}

static void give_notes(void)
{
	char line[4096];

	if (own_stderr < 0)
		return;
	fflush(stderr);
	dup2(own_stderr, STDERR_FILENO);
	close(own_stderr);
	own_stderr = -1;
	rewind(held);
	while (fgets(line, sizeof line, held))
		fputs(line, stderr);
	fclose(held);
}

FILE *start_pager(void)
{
	const char *pager;
	FILE *pipe;

	if (!settings.pager || !is_terminal() || !(pager = find_pager()))
		return NULL;
	setenv("LESS", "FRX", 0);
	pipe = popen(pager, "w");
	if (!pipe)
		return NULL;
	dup2(fileno(pipe), STDOUT_FILENO);
	hold_notes();
	atexit(give_notes); /* so that errors that end the program are shown as well */
	return pipe;
}

void stop_pager(FILE *pager)
{
	if (!pager)
		return;
	fflush(stdout);
	close(STDOUT_FILENO);
	pclose(pager);
	give_notes();
	if (!freopen("/dev/null", "w", stdout))
		return;
}
