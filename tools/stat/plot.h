/* Draws what was counted, with gnuplot. */
#ifndef PFM_STAT_PLOT_H
#define PFM_STAT_PLOT_H

#include "repeat.h"

enum plot_kind { LINES_OF_TIME, DOTS_OF_RUNS, BARS_OF_LEVELS };

/* The points of a name. */
struct curve {
	char *name, *unit;
	double *points;         /* pairs of x and y */
	int count;
	bool is_part;           /* part of a stacked bar: it is drawn above the parts before it */
	char of[256];           /* for a part: the core type and the place of its bar */
};

enum { MOST_BARS = 8 };

/* A picture. Zero-initialised; free with free_plot(). */
struct plot {
	struct curve *list;
	int count;
	enum plot_kind kind;
	char bars[MOST_BARS][64];       /* labels of the bars */
	int bar_count;
	double width;           /* width of an interval's bar, which ends at x */
	bool failed;            /* out of memory, which was reported */
};

/* Returns whether a picture can be made in that file: GO_ON, or the status to end with, and why has been said. */
int check_plot(const char *file);

/* Writes what was counted: the command, or pfmstat. */
void title_of_plot(const struct request *request, char *title, size_t size);

void add_rows_to_plot(struct plot *plot, const struct rows *rows);

/* Adds runs. label: before each name, "" for none. */
void add_runs_to_plot(struct plot *plot, const struct runs *runs, const char *label);

/* Adds a metric of a tree to the bar of its level, 0 at the top; pmu: the core type, "" for the only one. */
void add_node_to_plot(struct plot *plot, const char *pmu, const char *name, int level, double value);

/* Draws a plot. title: what was counted. False: gnuplot failed, which it has said. */
bool draw_plot(const struct plot *plot, const char *file, const char *title);
void free_plot(struct plot *plot);

#endif
