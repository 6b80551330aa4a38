/*
 * Statistics of several runs: mean and standard deviation. Two sets are compared by the 95 % confidence interval of the
 * difference of their means, with Welch's t, which does not require equal variances.
 */
#include "repeat.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "forms.h"
#include "tables/clean.h"

/* ---- keeping ---- */

static struct series *new_series(struct runs *runs, const char *name, const char *unit)
{
	struct series *larger = with_room(runs->list, runs->count, NULL, sizeof *larger), *own;

	if (!larger)
		return NULL;
	runs->list = larger;
	own = &runs->list[runs->count];
	*own = (struct series){ .name = strdup(name),
		.unit = strdup(unit),
		.place = { .cpu = -1, .core = -1, .die = -1, .socket = -1, .node = -1 } };
	if (!own->name || !own->unit) {
		free(own->name);
		free(own->unit);
		is_lacking(PFM_ERR_NOMEM);
		return NULL;
	}
	runs->count++;
	return own;
}

static bool add_to_series(struct series *series, double value)
{
	double *larger = with_room(series->values, series->count, NULL, sizeof *larger);

	if (!larger)
		return false;
	series->values = larger;
	series->values[series->count++] = value;
	return true;
}

bool add_run(struct runs *runs, const struct rows *rows)
{
	for (int i = 0; i < rows->count; i++) {
		const struct row *row = &rows->list[i];
		struct series *own = NULL;

		if (i < runs->count) {
			own = &runs->list[i];
		} else {
			own = new_series(runs, row->name, row->unit);
			if (!own)
				return false;
			own->is_metric = row->is_metric;
			own->place = row->place;
			own->device = row->device;
		}
		if (row->has_value && !add_to_series(own, row->value))
			return false;
	}
	runs->runs++;
	return true;
}

bool add_value_of_run(struct runs *runs, const char *name, const char *unit, double value)
{
	struct series *own;

	for (int i = 0; i < runs->count; i++)
		if (!strcmp(runs->list[i].name, name))
			return add_to_series(&runs->list[i], value);
	own = new_series(runs, name, unit);
	return own && add_to_series(own, value);
}

void free_runs(struct runs *runs)
{
	for (int i = 0; i < runs->count; i++) {
		free(runs->list[i].name);
		free(runs->list[i].unit);
		free(runs->list[i].values);
	}
	free(runs->list);
	*runs = (struct runs){ .list = NULL };
}

/* ---- numbers ---- */

struct statistics statistics_of(const struct series *series)
{
	struct statistics own = { .count = series->count };
	double squares = 0;

	for (int i = 0; i < series->count; i++) {
		double value = series->values[i];

		own.mean += value / series->count;
		own.least = !i || value < own.least ? value : own.least;
		own.most = !i || value > own.most ? value : own.most;
	}
	for (int i = 0; i < series->count; i++)
		squares += (series->values[i] - own.mean) * (series->values[i] - own.mean);
	if (series->count > 1)
		own.deviation = sqrt(squares / (series->count - 1));
	return own;
}

/* Returns the continued fraction of the incomplete beta function, by Lentz's way. */
static double beta_fraction(double a, double b, double x)
{
	const double tiny = 1e-300;
	double c = 1, d = 1 - (a + b) * x / (a + 1), value;

	d = fabs(d) < tiny ? 1 / tiny : 1 / d;
	value = d;
	for (int i = 1; i <= 300; i++) {
		double even = i * (b - i) * x / ((a + 2 * i - 1) * (a + 2 * i));
		double odd = -(a + i) * (a + b + i) * x / ((a + 2 * i) * (a + 2 * i + 1));

		for (int k = 0; k < 2; k++) {
			double term = k ? odd : even;

			d = 1 + term * d;
			c = 1 + term / c;
			d = fabs(d) < tiny ? 1 / tiny : 1 / d;
			c = fabs(c) < tiny ? tiny : c;
			value *= c * d;
		}
		if (fabs(c * d - 1) < 1e-14)
			break;
	}
	return value;
}

static double incomplete_beta(double a, double b, double x)
{
	double front;

	if (x <= 0 || x >= 1)
		return x <= 0 ? 0 : 1;
	front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x));
	return x < (a + 1) / (a + b + 2) ? front * beta_fraction(a, b, x) / a
					 : 1 - front * beta_fraction(b, a, 1 - x) / b;
}

/* Returns the value that 95 % of Student's t with so many degrees of freedom stay within. */
static double student_95(double freedom)
{
	double low = 0, high = 1000;

	for (int i = 0; i < 200; i++) {
		double middle = (low + high) / 2;
		double outside = incomplete_beta(freedom / 2, 0.5, freedom / (freedom + middle * middle));

		if (outside > 0.05)
			low = middle;
		else
			high = middle;
	}
	return (low + high) / 2;
}

/* Returns the half width of the 95 % interval of the difference of two means, by Welch; below 0: there is none. */
static double welch_interval(const struct statistics *a, const struct statistics *b)
{
	double va, vb, sum;

	if (a->count < 2 || b->count < 2)
		return -1;
	va = a->deviation * a->deviation / a->count;
	vb = b->deviation * b->deviation / b->count;
	sum = va + vb;
	if (sum <= 0)
		return -1;
	return student_95(sum * sum / (va * va / (a->count - 1) + vb * vb / (b->count - 1))) * sqrt(sum);
}

/* ---- printing ---- */

/* Returns how many digits behind the point are printed: plain counts have none. */
static int digits_of(const struct series *series)
{
	return series->is_metric || *series->unit ? 2 : 0;
}

void print_runs(const struct runs *runs)
{
	for (int i = 0; i < runs->count; i++) {
		const struct series *own = &runs->list[i];
		struct statistics all = statistics_of(own);
		int digits = digits_of(own);
		char mean[64], least[64], most[64], place[512], deviation[64];

		place_text(&own->place, place, sizeof place);
		if (*place)
			printf("%s ", clean(place));
		if (!all.count) {
			printf("%18s        %s  no value in any run\n", "<not counted>", clean(own->name));
			continue;
		}
		number_text(all.mean, digits, mean, sizeof mean);
		number_text(all.deviation, all.deviation < 10 && !digits ? 1 : digits, deviation, sizeof deviation);
		number_text(all.least, digits, least, sizeof least);
		number_text(all.most, digits, most, sizeof most);
		printf("%18s %-5s  %s  \302\261 %s (%.2f %%), %s .. %s, %d runs\n", mean, clean(own->unit),
			clean(own->name), deviation, all.mean != 0 ? 100 * all.deviation / fabs(all.mean) : 0, least,
			most, all.count);
	}
}

static const struct series *series_called(const struct runs *runs, const struct series *like)
{
	for (int i = 0; i < runs->count; i++)
		if (!strcmp(runs->list[i].name, like->name) &&
			!memcmp(&runs->list[i].place, &like->place, sizeof like->place))
			return &runs->list[i];
	return NULL;
}

static void print_compared(const struct series *base, const struct series *other)
{
	struct statistics a = statistics_of(base), b = statistics_of(other);
	double interval = welch_interval(&a, &b), difference = b.mean - a.mean;
	char before[64], after[64];

	number_text(a.mean, digits_of(base), before, sizeof before);
	number_text(b.mean, digits_of(base), after, sizeof after);
	printf("%16s %16s  ", before, after);
	if (a.mean != 0)
		printf("%+8.2f %%", 100 * difference / fabs(a.mean));
	else
		printf("%10s", "");
	if (interval >= 0 && a.mean != 0)
		printf("  [%+.2f, %+.2f]%s", 100 * (difference - interval) / fabs(a.mean),
			100 * (difference + interval) / fabs(a.mean), fabs(difference) > interval ? " *" : "");
	printf("  %s\n", clean(base->name));
}

void print_comparison(const struct runs *base, const struct runs *other)
{
	bool is_single = false;

	printf("%16s %16s  %10s  95 %% interval\n", "base", "other", "difference");
	for (int i = 0; i < base->count; i++) {
		const struct series *own = series_called(other, &base->list[i]);

		if (!own || !own->count || !base->list[i].count) {
			complain("%s: only one of the two has a value of it", base->list[i].name);
			continue;
		}
		print_compared(&base->list[i], own);
		is_single |= own->count < 2 || base->list[i].count < 2;
	}
	if (is_single)
		complain("with one run on a side there is no interval: -r N makes several");
}
