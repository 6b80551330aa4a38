/* The terminal, and the pager on it. */
#include "showevtinfo.h"

#include <stdlib.h>
#include <unistd.h>

bool is_terminal(void)
{
	return isatty(STDOUT_FILENO) && isatty(STDERR_FILENO);
}

FILE *start_pager(void)
{
	const char *pager;
	FILE *pipe;

	if (!settings.pager || !is_terminal())
		return NULL;
	setenv("LESS", "FRX", 0);
	pager = getenv("PAGER");
	pipe = popen(pager && *pager ? pager : "less", "w");
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
