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

/* A text that is written, as far as there is room. */
struct run_text {
	char *to;
	size_t size, length;
};

static void add_run_word(struct run_text *text, const char *word)
{
	size_t blank = text->length != 0, more = strlen(word);

	if (text->length + blank + more < text->size) {
		memcpy(text->to + text->length, " ", blank);
		memcpy(text->to + text->length + blank, word, more + 1);
	}
	text->length += blank + more;
}

/* No deeper than MAX_PHRASE_DEPTH. */
static void add_run(const struct tables *in, uint32_t run, struct run_text *text)
{
	uint32_t words = in->formula_words.count, end = in->formula_starts.rows[run + 1];

	for (uint32_t i = in->formula_starts.rows[run]; i < end; i++) {
		uint32_t token = in->formula_tokens.rows[i];

		if (token < words)
			add_run_word(text, metric_string(in, in->formula_words.rows[token].text));
		else
			add_run(in, token - words, text);
	}
}

size_t formula_text(const struct tables *in, uint16_t formula, char *to, size_t size)
{
	struct run_text text = { to, size, 0 };

	if (size)
		*to = '\0';
	add_run(in, formula, &text);
	return text.length;
}
