/* A set's metrics are sorted by name, which is found by halves. */
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

int compare_metrics(const struct tables *in, const struct table_metric *a, const struct table_metric *b)
{
	const char *name = metric_string(in, a->name);

	return compare_metric_names((struct span){ name, strlen(name) }, metric_string(in, b->name));
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
	if (low == set->count || compare_metric_names(name, metric_string(in, set_metric(in, set, low)->name)))
		return -1;
	return (int)low;
}

size_t formula_text(const struct tables *in, uint16_t formula, char *to, size_t size)
{
	uint32_t first = in->formula_starts.rows[formula], end = in->formula_starts.rows[formula + 1];
	size_t length = 0;

	if (size)
		*to = '\0';
	for (uint32_t i = first; i < end; i++) {
		uint16_t token = in->formula_tokens.rows[i];
		const char *word = metric_string(in, in->formula_words.rows[token].text);
		size_t blank = i != first, more = strlen(word);

		if (length + blank + more < size) {
			memcpy(to + length, " ", blank);
			memcpy(to + length + blank, word, more + 1);
		}
		length += blank + more;
	}
	return length;
}
