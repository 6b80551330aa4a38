/*
 * Preloaded into a tool: makes one call fail. PFM_FAIL says which: kinds, errno and number of failures.h; PFM_FAIL_REPORT is
 * a file that is made if there was a call of that number. The kernel's part in counting is played.
 */
#include "failures.h"

static const char *report;

__attribute__((constructor)) static void prepare(void)
{
	const char *words = getenv("PFM_FAIL");
	int kinds, number;
	long at;

	report = getenv("PFM_FAIL_REPORT");
	unsetenv("LD_PRELOAD"); /* commands that the tool runs are not the tool */
	kernel = PLAYED;
	if (!words || sscanf(words, "%d:%d:%ld", &kinds, &number, &at) != 3)
		return;
	fail_at(kinds, number, at);
	failing.on = true;
}

__attribute__((destructor)) static void tell(void)
{
	int file;

	failing.on = false;
	if (failing.hit && report && (file = open(report, O_WRONLY | O_CREAT | O_CLOEXEC, 0666)) >= 0)
		close(file);
}
