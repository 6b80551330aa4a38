/*
 * Draws with gnuplot: a panel for each unit, a line for each name. Names are written in single quotes, in which gnuplot
 * expands nothing, and without control characters, which would end a line; noenhanced keeps it from printing l2_mpki
 * with a subscript.
 */
#define _GNU_SOURCE
#include "plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "forms.h"

enum { PANEL_HEIGHT = 260, WIDTH = 900 };

static const char ends[][5] = { ".svg", ".png", ".pdf" };

int check_plot(const char *file)
{
	size_t length = strlen(file);
	bool known = !strcmp(file, "-");

	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
		known |= length > strlen(ends[i]) && !strcmp(file + length - strlen(ends[i]), ends[i]);
	if (!known)
		return wrong_usage("--plot %s: not a name that ends in .svg, .png or .pdf, nor -", file);
	if (is_program("gnuplot", 7))
		return GO_ON;
	complain("--plot needs gnuplot: apt-get install gnuplot-nox");
	return SOME_FAILED;
}

void title_of_plot(const struct request *request, char *title, size_t size)
{
	size_t length = 0;

	snprintf(title, size, "pfmstat");
	for (int i = 0; request->command && request->command[i] && length < size; i++)
		length += (size_t)snprintf(title + length, size - length, "%s%s", i ? " " : "", request->command[i]);
}

/* ---- points ---- */

/* Returns the curve of a name, new if need be; NULL: no memory. */
static struct curve *curve_called(struct plot *plot, const char *name, const char *unit)
{
	struct curve *larger, *own;

	for (int i = 0; i < plot->count; i++)
		if (!strcmp(plot->list[i].name, name))
			return &plot->list[i];
	larger = realloc(plot->list, (size_t)(plot->count + 1) * sizeof *larger);
	if (larger)
		plot->list = larger;
	own = larger ? &larger[plot->count] : NULL;
	if (own)
		*own = (struct curve){ .name = strdup(name), .unit = strdup(unit) };
	if (own && own->name && own->unit) {
		plot->count++;
		return own;
	}
	if (own) {
		free(own->name);
		free(own->unit);
	}
	return NULL;
}

/* Returns the curve, NULL: no memory, which has been said. */
static struct curve *add_point(struct plot *plot, const char *name, const char *unit, double x, double y)
{
	struct curve *own = curve_called(plot, name, unit);
	double *larger = own ? realloc(own->points, (size_t)(2 * own->count + 2) * sizeof *larger) : NULL;

	if (!larger) {
		plot->failed = true;
		is_lacking(PFM_ERR_NOMEM);
		return NULL;
	}
	own->points = larger;
	larger[2 * own->count] = x;
	larger[2 * own->count + 1] = y;
	own->count++;
	return own;
}

static void name_of_row(const char *label, const char *name, const char *device, const struct row_place *place,
	char *text, size_t size)
{
	char where[512];

	place_text(place, where, sizeof where);
	snprintf(text, size, "%s%s%s%s%s%s%s%s", label, name, device ? " (" : "", device ? device : "",
		device ? ")" : "", *where ? " [" : "", where, *where ? "]" : "");
}

void add_rows_to_plot(struct plot *plot, const struct rows *rows)
{
	for (int i = 0; i < rows->count; i++) {
		const struct row *row = &rows->list[i];
		char name[1024], where[128];
		struct curve *curve;

		name_of_row("", row->name, row->device, &row->place, name, sizeof name);
		if (!row->has_value)
			continue;
		curve = add_point(plot, name, row->unit, rows->elapsed, row->value);
		if (!curve || !row->is_part)
			continue;
		place_text(&row->place, where, sizeof where);
		curve->is_part = true;
		snprintf(curve->of, sizeof curve->of, "%.100s %s", row->device ? row->device : "", where);
	}
	plot->width = rows->length;
}

void add_runs_to_plot(struct plot *plot, const struct runs *runs, const char *label)
{
	plot->kind = DOTS_OF_RUNS;
	for (int i = 0; i < runs->count; i++) {
		const struct series *own = &runs->list[i];
		char name[1024];

		name_of_row(label, own->name, own->device, &own->place, name, sizeof name);
		for (int k = 0; k < own->count; k++)
			add_point(plot, name, own->unit, k + 1, own->values[k]);
	}
}

/* Returns the place of a bar; -1: there are too many. */
static int bar_called(struct plot *plot, const char *name)
{
	int bar = 0;

	while (bar < plot->bar_count && strcmp(plot->bars[bar], name) != 0)
		bar++;
	if (bar == plot->bar_count && bar < MOST_BARS)
		snprintf(plot->bars[plot->bar_count++], sizeof plot->bars[bar], "%s", name);
	return bar < MOST_BARS ? bar : -1;
}

void add_node_to_plot(struct plot *plot, const char *pmu, const char *name, int level, double value)
{
	char bar[64], whole[512];
	struct curve *curve;
	int place;

	snprintf(bar, sizeof bar, "%s%slevel %d", pmu, *pmu ? " " : "", level + 1);
	snprintf(whole, sizeof whole, "%s%s%s", pmu, *pmu ? "::" : "", name);
	place = bar_called(plot, bar);
	plot->kind = BARS_OF_LEVELS;
	curve = place < 0 ? NULL : add_point(plot, whole, "%", place, value);
	if (curve)
		curve->is_part = true;
}

/* ---- drawing ---- */

static void put_quoted(FILE *out, const char *text)
{
	fputc('\'', out);
	for (; *text; text++)
		if ((unsigned char)*text < ' ' || *text == 0x7f)
			fputc('?', out);
		else
			fputs(*text == '\'' ? "''" : (char[]){ *text, '\0' }, out);
	fputc('\'', out);
}

/* Returns whether two curves are in a panel, which has those of a unit; bars are in one of their own. */
static bool are_in_a_panel(const struct curve *a, const struct curve *b)
{
	return a->is_part == b->is_part && !strcmp(a->unit, b->unit) && !strcmp(a->of, b->of);
}

static bool begins_panel(const struct plot *plot, int curve)
{
	for (int i = 0; i < curve; i++)
		if (are_in_a_panel(&plot->list[i], &plot->list[curve]))
			return false;
	return true;
}

static void put_terminal(FILE *out, const char *file, int panels)
{
	struct winsize window = { .ws_col = 80 };
	int height = panels * PANEL_HEIGHT + 40;
	const char *file_end;

	if (!strcmp(file, "-")) {
		ioctl(STDOUT_FILENO, TIOCGWINSZ, &window);
		fprintf(out, "set terminal dumb noenhanced size %d,%d\n", window.ws_col > 20 ? window.ws_col : 80,
			panels * 16 + 2);
		return;
	}
	file_end = file + strlen(file) - strlen(ends[0]);
	if (!strcmp(file_end, ".pdf"))
		fprintf(out, "set terminal pdfcairo noenhanced size %.1fin,%.1fin", WIDTH / 100.0, height / 100.0);
	else if (!strcmp(file_end, ".png"))
		fprintf(out, "set terminal pngcairo noenhanced size %d,%d", WIDTH, height);
	else
		fprintf(out, "set terminal svg noenhanced background rgb 'white' size %d,%d", WIDTH, height);
	fputs("\nset output ", out);
	put_quoted(out, file);
	fputc('\n', out);
}

/* Returns how high the parts of a bar are on which a curve's stands. */
static double height_below(const struct plot *plot, int curve, double x)
{
	double height = 0;

	for (int i = 0; i < curve; i++)
		for (int k = 0; k < plot->list[i].count; k++)
			if (plot->list[i].is_part && !strcmp(plot->list[i].of, plot->list[curve].of) &&
				fabs(plot->list[i].points[2 * k] - x) < 1e-6)
				height += plot->list[i].points[2 * k + 1];
	return height;
}

/* Writes rows of x, y, and where the bar of y begins. */
static void put_data(FILE *out, const struct plot *plot)
{
	for (int i = 0; i < plot->count; i++) {
		fprintf(out, "$curve%d << EOD\n", i);
		for (int k = 0; k < plot->list[i].count; k++) {
			double x = plot->list[i].points[2 * k], y = plot->list[i].points[2 * k + 1];

			fprintf(out, "%.17g %.17g %.17g\n", x, y, height_below(plot, i, x));
		}
		fputs("EOD\n", out);
	}
}

static double mean_of(const struct curve *curve)
{
	double sum = 0;

	for (int k = 0; k < curve->count; k++)
		sum += curve->points[2 * k + 1];
	return curve->count ? sum / curve->count : 0;
}

static void put_style(FILE *out, const struct plot *plot, const struct curve *curve)
{
	bool is_level = plot->kind == BARS_OF_LEVELS;

	if (curve->is_part && plot->kind != DOTS_OF_RUNS)
		fprintf(out, "1:($2+$3):($1-%.17g):($1+%.17g):3:($2+$3) with boxxyerror fillstyle solid 0.7",
			is_level ? 0.35 : plot->width, is_level ? 0.35 : 0);
	else
		fputs(plot->kind == DOTS_OF_RUNS ? "1:2 with points pointtype 7"
			: "1:2 with linespoints pointtype 7 pointsize 0.4", out);
}

static void put_panel(FILE *out, const struct plot *plot, int first)
{
	const char *unit = plot->list[first].unit;
	bool is_first = true;

	fputs("set ylabel ", out);
	put_quoted(out, *unit ? unit : "count");
	fputs("\nplot ", out);
	for (int i = first; i < plot->count; i++) {
		const struct curve *curve = &plot->list[i];

		if (!are_in_a_panel(curve, &plot->list[first]))
			continue;
		fprintf(out, "%s$curve%d using ", is_first ? "" : ", ", i);
		put_style(out, plot, curve);
		fprintf(out, " linecolor %d title ", i + 1);
		put_quoted(out, curve->name);
		if (plot->kind == DOTS_OF_RUNS)
			fprintf(out, ", %.17g with lines linecolor %d dashtype 2 notitle", mean_of(curve), i + 1);
		is_first = false;
	}
	fputc('\n', out);
}

static void put_axis(FILE *out, const struct plot *plot)
{
	static const char *const axes[] = {
		[LINES_OF_TIME] = "set xlabel 'seconds'\nset xrange [0:*]\n",
		[DOTS_OF_RUNS] = "set xlabel 'run'\nset xtics 1\n",
		[BARS_OF_LEVELS] = "set yrange [0:100]\nset xtics noenhanced (",
	};

	fputs(axes[plot->kind], out);
	for (int i = 0; i < plot->bar_count; i++) {
		fputs(i ? ", " : "", out);
		put_quoted(out, plot->bars[i]);
		fprintf(out, " %d", i);
	}
	if (plot->kind == BARS_OF_LEVELS)
		fprintf(out, ")\nset xrange [-0.6:%d.6]\n", plot->bar_count - 1);
}

static void put_script(FILE *out, const struct plot *plot, const char *file, const char *title)
{
	int panels = 0;

	for (int i = 0; i < plot->count; i++)
		panels += begins_panel(plot, i);
	put_data(out, plot);
	put_terminal(out, file, panels);
	fputs("set key noenhanced outside below\nset grid ytics\nset format y '%.1s%c'\n"
	      "set style line 1 linewidth 2\nset yrange [0:*]\nset offsets graph 0.02, graph 0.02, graph 0.1, 0\n",
		out);
	fprintf(out, "set multiplot layout %d,1 title ", panels);
	put_quoted(out, title);
	fputs(" noenhanced\n", out);
	put_axis(out, plot);
	for (int i = 0; i < plot->count; i++)
		if (begins_panel(plot, i))
			put_panel(out, plot, i);
	fputs("unset multiplot\n", out);
}

bool draw_plot(const struct plot *plot, const char *file, const char *title)
{
	FILE *out;
	int status;

	if (plot->failed)
		return false;
	if (!plot->count) {
		complain("--plot: nothing has a value that could be drawn");
		return false;
	}
	fflush(stdout);
	out = popen("exec gnuplot -", "we");
	if (!out) {
		is_lacking(PFM_ERR_NOMEM);
		return false;
	}
	put_script(out, plot, file, title);
	status = pclose(out);
	if (status)
		complain("--plot %s: gnuplot ended with status %d", file,
			WIFEXITED(status) ? WEXITSTATUS(status) : status);
	return !status;
}

void free_plot(struct plot *plot)
{
	for (int i = 0; i < plot->count; i++) {
		free(plot->list[i].name);
		free(plot->list[i].unit);
		free(plot->list[i].points);
	}
	free(plot->list);
	*plot = (struct plot){ .list = NULL };
}
