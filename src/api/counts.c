/* pfm_read_counts() and its sisters: read counts that other programs have written. */
#include <perfmon/pfmkit.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "catalog/catalog.h"
#include "catalog/sizes.h"
#include "counts/read.h"

struct pfm_counts {
	struct given_values values;
	struct count_report report;
};

static bool is_event_here(const char *name)
{
	return pfm_find_event(name) >= 0 || pfm_get_perf_event(name, 0, NULL, 0, NULL) > 0;
}

/* Returns where a line begins, the first being 1. */
static int start_of_line(const char *text, size_t length, int line)
{
	const char *at = text;

	while (--line > 0 && (at = memchr(at, '\n', length - (size_t)(at - text))))
		at++;
	return at && at - text <= INT32_MAX ? (int)(at - text) : 0;
}

static void diagnose_counts(const struct pfm_counts *counts, const char *text, size_t length, pfm_diagnosis_t *d)
{
	const struct count_report *report = &counts->report;

	d->error = PFM_ERR_NOTFOUND;
	d->offset = start_of_line(text, length, report->is_endless ? report->lines : report->first_passed);
	if (report->is_endless)
		snprintf(d->message, sizeof d->message, "a command that does not end: no line ends in ':");
	else
		snprintf(d->message, sizeof d->message, "%.*s", (int)sizeof d->message - 1, report->problem);
	snprintf(d->expected, sizeof d->expected,
		"what perf stat prints, or writes with -x or -j, or the name of an event and its count");
}

pfm_err_t pfm_read_counts(const char *text, size_t length, pfm_counts_t **counts, pfm_diagnosis_t *d)
{
	pfm_err_t error = PFM_SUCCESS;
	struct pfm_counts *own;

	if (!catalog_is_open())
		return PFM_ERR_NOINIT;
	if (!counts || (!text && length) || length > PTRDIFF_MAX || (d && !size_is_whole(d->size, sizeof *d)))
		return PFM_ERR_INVAL;
	if (d)
		*d = (pfm_diagnosis_t){ .size = d->size, .idx = -1 };
	own = calloc(1, sizeof *own);
	if (!own)
		return PFM_ERR_NOMEM;
	own->values.is_event = is_event_here;
	if (!read_counts(text, length, &own->values, &own->report))
		error = PFM_ERR_NOMEM;
	else if (own->report.is_endless || (!own->values.count && own->report.passed))
		error = PFM_ERR_NOTFOUND;
	if (error == PFM_ERR_NOTFOUND && d)
		diagnose_counts(own, text, length, d);
	if (error)
		pfm_free_counts(own);
	else
		*counts = own;
	return error;
}

void pfm_free_counts(pfm_counts_t *counts)
{
	if (!counts)
		return;
	free_values(&counts->values);
	free(counts);
}

pfm_err_t pfm_get_counts_info(const pfm_counts_t *counts, pfm_counts_info_t *info)
{
	const struct count_report *report;

	if (!counts || !info || !size_is_whole(info->size, sizeof *info))
		return PFM_ERR_INVAL;
	report = &counts->report;
	*info = (pfm_counts_info_t){
		.size = sizeof *info,
		.counts = counts->values.count,
		.runs = counts->values.count ? counts->values.list[counts->values.count - 1].run + 1 : 0,
		.cpus = counts->values.is_system_wide,
		.passed = report->passed,
		.first_passed = report->first_passed,
		.is_wrong = report->has_wrong_count,
	};
	snprintf(info->message, sizeof info->message, "%.*s", (int)sizeof info->message - 1, report->problem);
	return PFM_SUCCESS;
}

pfm_err_t pfm_get_count(const pfm_counts_t *counts, int number, pfm_count_t *count)
{
	const struct given_value *value;

	if (!counts || !count || !size_is_whole(count->size, sizeof *count) || number < 0 ||
		number >= counts->values.count)
		return PFM_ERR_INVAL;
	value = &counts->values.list[number];
	*count = (pfm_count_t){
		.size = sizeof *count,
		.name = counts->values.typed[value->name],
		.place = counts->values.places.list[value->place],
		.unit = value->unit,
		.value = value->is_counted ? value->value : 0,
		.share = value->share,
		.time = value->time,
		.run = value->run,
		.is_counted = value->is_counted,
	};
	return PFM_SUCCESS;
}
