/* Metrics: computes values from counts. Nothing is allocated: intermediate values are on the stack. */
#include "metrics/metrics.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static struct formula_value lack(int reason, int event)
{
	return (struct formula_value){ .why = METRIC_REASONS + reason, .about = event };
}

/* Returns why a count is not given: what is counted may be the reason. */
static int reason_not_given(const pfm_metric_event_t *event)
{
	if (event->failed)
		return PFM_VALUE_NO_EVENT;
	return event->kind == PFM_METRIC_LATENCY ? PFM_VALUE_NO_LATENCY : PFM_VALUE_NOT_GIVEN;
}

static struct formula_value value_of_count(const pfm_metrics_t *plan, const pfm_metric_count_t *count, int event)
{
	double number = count->value;

	if (!count->is_given && plan->means[event] > 0)
		return (struct formula_value){ .number = plan->means[event] };
	if (!count->is_given)
		return lack(reason_not_given(&plan->events[event]), event);
	if (!count->enabled || !count->running)
		return lack(PFM_VALUE_NOT_COUNTED, event);
	if (count->enabled != count->running)
		number *= (double)count->enabled / (double)count->running;
	if (number - number != 0)
		return (struct formula_value){ .why = FORMULA_NOT_FINITE, .about = -1 };
	return (struct formula_value){ .number = number };
}

static struct formula_value value_of_boxes(const pfm_metric_count_t *count, int event)
{
	if (!count->is_given || count->boxes < 1)
		return lack(PFM_VALUE_NOT_GIVEN, event);
	return (struct formula_value){ .number = count->boxes };
}

static void explain_lack(const pfm_metrics_t *plan, const struct formula_value *lacking, pfm_metric_value_t *value)
{
	value->value = value->shown = NAN;
	value->culprit = -1;
	if (lacking->why >= METRIC_REASONS)
		value->reason = lacking->why - METRIC_REASONS;
	else
		value->reason = lacking->why == FORMULA_DIVIDED_BY_0 ? PFM_VALUE_DIVIDED_BY_0 : PFM_VALUE_NOT_FINITE;
	if (value->reason == PFM_VALUE_DIVIDED_BY_0 || value->reason == PFM_VALUE_NO_CONSTANT) {
		if (lacking->about >= 0) {
			value->what = plan->subjects[lacking->about].text;
			value->culprit = plan->subjects[lacking->about].event;
		}
	} else if (value->reason != PFM_VALUE_NOT_FINITE) {
		value->culprit = lacking->about;
		value->what = plan->events[lacking->about].name;
	}
}

/* Returns the least share of a metric's events; if it has a value, of the counted ones. */
static double share_of(const pfm_metrics_t *plan, const struct plan_metric *metric, const pfm_metric_count_t *counts,
		       bool has_value)
{
	double share = 1;

	for (int i = metric->first; i < metric->first + metric->count; i++) {
		const pfm_metric_count_t *count = &counts[plan->own[i]];
		double own = count->enabled ? (double)count->running / (double)count->enabled : 0;

		if (count->is_given && own < share && (own > 0 || !has_value))
			share = own;
	}
	return share;
}

static void tell_value(const pfm_metrics_t *plan, const struct plan_metric *metric, const struct formula_value *values,
		       const pfm_metric_count_t *counts, pfm_metric_value_t *value)
{
	const struct formula_value *own = &values[metric->value];

	value->culprit = -1;
	value->what = NULL;
	if (own->why) {
		explain_lack(plan, own, value);
	} else {
		value->reason = PFM_VALUE_OK;
		value->value = own->number;
		value->shown = own->number * metric->scale;
	}
	value->over = metric->over < 0 || values[metric->over].why ? -1 : values[metric->over].number != 0;
	value->share = share_of(plan, metric, counts, !own->why);
}

void metrics_compute(const pfm_metrics_t *plan, const pfm_metric_count_t *counts, pfm_metric_value_t *values,
		     size_t stride)
{
	struct formula_value own[plan->program_at + plan->programs + plan->depth + 1];
	struct formula_value *stack = own + plan->program_at + plan->programs;

	memset(own, 0, (size_t)plan->told.events * sizeof *own);
	for (int i = 0; i < plan->told.events; i++) {
		/* the entry that it equals has a lower index, so its value is known */
		int same = counts[i].is_given ? -1 : plan->events[i].same_as;

		own[i] = same < 0 ? value_of_count(plan, &counts[i], i) : own[same];
		if (plan->boxes_at)
			own[plan->boxes_at + i] = value_of_boxes(&counts[i], i);
	}
	for (int i = 0; i < plan->programs; i++)
		own[plan->program_at + i] = formula_compute(plan->steps + plan->list[i].first,
			(size_t)plan->list[i].count, own, stack);
	for (int i = 0; i < plan->told.metrics; i++)
		tell_value(plan, &plan->metrics[i], own, counts,
			(pfm_metric_value_t *)((char *)values + (size_t)i * stride));
}

/* Returns an event's label of name=, with its length, else its whole name. The sign may be behind a backslash. */
static const char *label_of(const char *name, int *length)
{
	const char *label = strstr(name, "name");

	if (label && label > name && strchr(",/@", label[-1])) {
		label += strlen("name");
		label += *label == '\\';
		if (*label == '=') {
			*length = (int)strcspn(label + 1, ",/@");
			return label + 1;
		}
	}
	*length = (int)strlen(name);
	return name;
}

int metrics_explain(const pfm_metrics_t *plan, int metric, const pfm_metric_value_t *value, char *text, size_t size)
{
	static const char words[][44] = {
		[PFM_VALUE_NOT_COUNTED] = "%.*s was not counted",
		[PFM_VALUE_NOT_GIVEN] = "no count of %.*s is given",
		[PFM_VALUE_DIVIDED_BY_0] = "division by zero (%.*s is 0)",
		[PFM_VALUE_NO_CONSTANT] = "%.*s is not known",
		[PFM_VALUE_NO_EVENT] = "%.*s is no event that can be counted here",
	};
	const char *name;
	int length;

	(void)plan;
	(void)metric;
	switch (value->reason) {
	case PFM_VALUE_OK:
		return snprintf(text, size, "%s", "");
	case PFM_VALUE_NOT_FINITE:
		return snprintf(text, size, "the result is greater than any number");
	case PFM_VALUE_NO_LATENCY:
		return snprintf(text, size, "no latency is published; give the constant %s", value->what);
	default:
		if (!value->what)
			return snprintf(text, size, "division by zero, whatever is counted");
		name = label_of(value->what, &length);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
		return snprintf(text, size, words[value->reason], length, name);
#pragma GCC diagnostic pop
	}
}
