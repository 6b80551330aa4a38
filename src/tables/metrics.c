/* The metrics of a set are sorted by name and found by binary search. */
#include "tables/metrics.h"

#include <string.h>

/* Compares as strcmp(), ignoring case; the first name has a length. */
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

/* A text being written, cut if it does not fit. */
struct run_text {
	char *to;
	size_t size, length;
};

static void add_run_word(struct run_text *text, const char *word, bool is_piece)
{
	size_t blank = text->length && !is_piece, more = strlen(word);

	if (text->length + blank + more < text->size) {
		memcpy(text->to + text->length, " ", blank);
		memcpy(text->to + text->length + blank, word, more + 1);
	}
	text->length += blank + more;
}

/* Adds a token's words, no deeper than MAX_PHRASE_DEPTH. */
static void add_run_token(const struct tables *in, uint32_t token, struct run_text *text)
{
	const uint16_t *tokens;

	if (token < in->formula_words.count) {
		add_run_word(text, metric_string(in, in->formula_words.rows[token].text), false);
		return;
	}
	token -= in->formula_words.count;
	if (token < in->formula_pieces.count) {
		add_run_word(text, metric_string(in, in->formula_pieces.rows[token].text), true);
		return;
	}
	tokens = in->formula_phrases.rows[token - in->formula_pieces.count].tokens;
	add_run_token(in, tokens[0], text);
	add_run_token(in, tokens[1], text);
}

size_t formula_text(const struct tables *in, uint16_t formula, char *to, size_t size)
{
	const uint32_t *starts = in->formula_starts.rows;
	struct run_text text = { to, size, 0 };

	if (size)
		*to = '\0';
	for (uint32_t i = starts[formula]; i < starts[formula + 1]; i++)
		add_run_token(in, in->formula_tokens.rows[i], &text);
	return text.length;
}
