#include "tables/metrics.h"

#include <string.h>

/* As strcmp(), letters of either case being the same; the first name has a length. */
static int compare_metric_names(struct span a, const char *b)
{
	for (size_t i = 0; i < a.length; i++) {
		int difference = ascii_lower((unsigned char)a.text[i]) - ascii_lower((unsigned char)b[i]);

		if (difference)
			return difference;
	}
	return -(b[a.length] != '\0');
}

static struct span whole_name(const char *name)
{
	return (struct span){ name, strlen(name) };
}

int compare_metrics(const struct tables *in, const struct table_metric *a, const struct table_metric *b)
{
	int order = compare_metric_names(whole_name(metric_string(in, a->name)), metric_string(in, b->name));

	return order ? order : compare_metric_names(whole_name(metric_string(in, metric_kind(in, a)->in)),
						    metric_string(in, metric_kind(in, b)->in));
}

bool metric_is_called(const struct tables *in, const struct table_metric *metric, struct span name)
{
	return !compare_metric_names(name, metric_string(in, metric->name));
}

int metrics_find(const struct tables *in, const struct table_metric_set *set, struct span name)
{
	uint32_t low = 0, high = set->count;

	while (low < high) {
		uint32_t middle = (low + high) / 2;

		if (compare_metric_names(name, metric_string(in, set_metric(in, set, middle)->name)) > 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low < set->count && metric_is_called(in, set_metric(in, set, low), name) ? (int)low : -1;
}

size_t formula_text(const struct tables *in, uint16_t formula, char *to, size_t size)
{
	const struct table_formula *row = &in->formulas.rows[formula];
	size_t length = 0;

	if (size)
		*to = '\0';
	for (uint32_t i = 0; i < row->count; i++) {
		uint16_t token = in->formula_tokens.rows[row->first + i];
		const char *word = metric_string(in, in->formula_words.rows[token].text);
		size_t blank = i != 0, more = strlen(word);

		if (length + blank + more < size) {
			memcpy(to + length, " ", blank);
			memcpy(to + length + blank, word, more + 1);
		}
		length += blank + more;
	}
	return length;
}
