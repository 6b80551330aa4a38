/*
 * Read-only access to the metrics of a body of tables: finds a metric by name, and reads its strings and its formula.
 */
#ifndef PFM_TABLE_METRICS_H
#define PFM_TABLE_METRICS_H

#include "tables/lookup.h"

/* Returns a string; "" for 0, which stands for "none". */
static inline const char *metric_string(const struct tables *in, uint32_t offset)
{
	return in->metric_strings.rows + offset;
}

/* Returns the metric at a position of a set. */
static inline const struct table_metric *set_metric(const struct tables *in, const struct table_metric_set *set,
						    uint32_t position)
{
	return &in->metrics.rows[in->metric_rows.rows[set->first + position]];
}

static inline const struct table_metric_kind *metric_kind(const struct tables *in, const struct table_metric *metric)
{
	return &in->metric_kinds.rows[metric->kind];
}

static inline const struct table_metric_note *metric_note(const struct tables *in, const struct table_metric *metric)
{
	return &in->metric_notes.rows[metric->note];
}

/* Compares by the order of a set, by names without case, as strcmp() does. */
int compare_metrics(const struct tables *in, const struct table_metric *a, const struct table_metric *b);

/*
 * Writes the text of a formula or a description, one blank between its words, as snprintf() does. Number 0, which
 * stands for "none": "". None is longer than MAX_FORMULA_TEXT.
 */
size_t formula_text(const struct tables *in, uint16_t formula, char *to, size_t size);

#endif
