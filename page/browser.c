/*
 * The tools as one program for browsers: the first word says which. A page runs it once for each question, so that
 * a page's answers are the tools' own. What needs a kernel is not there.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "counting/count.h"
#include "showevtinfo.h"
#include "stat/plot.h"
#include "stat/session.h"

int check_events_main(int argc, char **argv);
int evt2raw_main(int argc, char **argv);
int perf_encode_main(int argc, char **argv);
int pfmstat_main(int argc, char **argv);
int showevtinfo_main(int argc, char **argv);

double counting_clock(void)
{
	return 0;
}

int count_events(struct counted *all, int count, const struct counting *counting, struct ending *ending)
{
	(void)all;
	(void)count;
	(void)counting;
	(void)ending;
	return ENOSYS;
}

void raise_file_limit(void)
{
}

int count_request(const struct request *request)
{
	(void)request;
	complain("a page counts nothing");
	return NOTHING_COUNTS;
}

int walk_request(const struct request *request)
{
	return count_request(request);
}

int check_plot(const char *file)
{
	return wrong_usage("--plot %s: a page has no gnuplot", file);
}

void add_runs_to_plot(struct plot *plot, const struct runs *runs, const char *label)
{
	(void)plot;
	(void)runs;
	(void)label;
}

void add_node_to_plot(struct plot *plot, const char *pmu, const char *name, int level, double value)
{
	(void)plot;
	(void)pmu;
	(void)name;
	(void)level;
	(void)value;
}

void title_of_plot(const struct request *request, char *title, size_t size)
{
	(void)request;
	(void)title;
	(void)size;
}

bool draw_plot(const struct plot *plot, const char *file, const char *title)
{
	(void)plot;
	(void)file;
	(void)title;
	return false;
}

void free_plot(struct plot *plot)
{
	(void)plot;
}

FILE *start_pager(void)
{
	return NULL;
}

void stop_pager(FILE *pager)
{
	(void)pager;
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		int (*run)(int argc, char **argv);
	} tools[] = { { "check_events", check_events_main }, { "evt2raw", evt2raw_main },
		{ "perf_encode", perf_encode_main }, { "pfmstat", pfmstat_main }, { "showevtinfo", showevtinfo_main } };

	for (size_t i = 0; argc && i < sizeof tools / sizeof tools[0]; i++)
		if (!strcmp(argv[0], tools[i].name))
			return tools[i].run(argc, argv);
	fputs("no such tool\n", stderr);
	return WRONG_USAGE;
}
