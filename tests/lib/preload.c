/*
 * Preloaded into a tool: makes one call fail. PFM_FAIL says which: kinds, errno and number of failures.h;
 * PFM_FAIL_REPORT is a file that is made if there was a call of that number. The kernel's part in counting is played;
 * PFM_OPENED is a file that tells at the end which events were opened, in that order: type, config, CPU, and whether
 * they joined another's group. PFM_COUNTS: what they count: value, time enabled, time running, and the next event.
 * PFM_RATES: what they count in a ns while they are on, "TYPE:CONFIG=RATE ..."; nothing if they are not there.
 * PFM_SHARE: for how many % of that time.
 */
#include "failures.h"

static const char *report, *opened_report;

/* The number behind "TYPE:CONFIG=" in PFM_RATES. */
static uint64_t given_rate(const struct perf_event_attr *attr)
{
	char wanted[64];
	const char *at;

	snprintf(wanted, sizeof wanted, "%u:%#llx=", attr->type, (unsigned long long)attr->config);
	at = strstr(getenv("PFM_RATES"), wanted);
	return at ? strtoull(at + strlen(wanted), NULL, 10) : 0;
}

__attribute__((constructor)) static void prepare(void)
{
	const char *words = getenv("PFM_FAIL");
	int kinds, number, given = 0;
	long at;

	for (const char *text = getenv("PFM_COUNTS"); text && *text && given < 48; given++) {
		char *end;

		played_counts[given / 3][given % 3] = strtoull(text, &end, 10);
		text = end;
	}
	rate_of = getenv("PFM_RATES") ? given_rate : NULL;
	if (getenv("PFM_SHARE"))
		share_of_time = (unsigned int)strtoul(getenv("PFM_SHARE"), NULL, 10);
	report = getenv("PFM_FAIL_REPORT");
	opened_report = getenv("PFM_OPENED");
	unsetenv("LD_PRELOAD"); /* commands that the tool runs are not the tool */
	kernel = PLAYED;
	if (!words || sscanf(words, "%d:%d:%ld", &kinds, &number, &at) != 3)
		return;
	fail_at(kinds, number, at);
	failing.on = true;
}

static void tell_opened(void)
{
	FILE *file = fopen(opened_report, "w");

	for (int i = 0; file && i < opened_count; i++)
		fprintf(file, "%u %#llx %d %s\n", opened[i].attr.type, (unsigned long long)opened[i].attr.config,
			opened[i].cpu, opened[i].leader < 0 ? "leads" : "joins");
	if (file)
		fclose(file);
}

__attribute__((destructor)) static void tell(void)
{
	int file;

	failing.on = false;
	if (opened_report && opened_count)
		tell_opened();
	if (failing.hit && report && (file = open(report, O_WRONLY | O_CREAT | O_CLOEXEC, 0666)) >= 0)
		close(file);
}
