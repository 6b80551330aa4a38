/* The terminal, and the pager on it. */
#include "showevtinfo.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The user's command, else the best pager that is there; NULL: none. */
static const char *find_pager(void)
{
	static const char *const usual[] = { "less", "pager", "more" };
	const char *own = getenv("PAGER");

	if (own && *own) {
		int length = (int)strcspn(own, " \t");

		/* what is more than a name and options is for the shell to judge */
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

FILE *start_pager(void)
{
	const char *pager;
	FILE *pipe;

	if (!settings.pager || !is_terminal() || !(pager = find_pager()))
		return NULL;
	setenv("LESS", "FRX", 0);
	pipe = popen(pager, "w");
	if (pipe)
		dup2(fileno(pipe), STDOUT_FILENO);
	return pipe;
}

void stop_pager(FILE *pager)
{
	if (!pager)
		return;
	fflush(stdout);
	close(STDOUT_FILENO);
	pclose(pager);
	if (!freopen("/dev/null", "w", stdout))
		return;
}
