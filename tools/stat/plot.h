/* Pictures of what was counted, by gnuplot. */
#ifndef PFM_STAT_PLOT_H
#define PFM_STAT_PLOT_H

#include "repeat.h"

enum plot_kind { LINES_OF_TIME, DOTS_OF_RUNS };

/* A name's points. */
struct curve {
	char *name, *unit;
	double *points;         /* x, y, x, y .. */
	int count;
};

/* Zeroed at first; for free_plot(). */
struct plot {
	struct curve *list;
	int count;
	enum plot_kind kind;
	bool failed;            /* no memory, which has been said */
};

/* Whether a picture can be made in that file: GO_ON, or the status to end with, and why has been said. */
int check_plot(const char *file);

void add_rows_to_plot(struct plot *plot, const struct rows *rows);

/* label: before each name, "" for none. */
void add_runs_to_plot(struct plot *plot, const struct runs *runs, const char *label);

/* title: what was counted. False: gnuplot failed, which it has said. */
bool draw_plot(const struct plot *plot, const char *file, const char *title);
void free_plot(struct plot *plot);

#endif
