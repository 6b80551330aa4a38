/* Splits a formula after each token, and a description at its blanks: tables store both as runs of words. */
#include "formula_words.h"

#include "text.h"

#include "formula/formula.h"
#include "tables/body.h"

#include <stdlib.h>
#include <string.h>

/* Copies an operator of two characters without blanks between them. */
static char *without_blanks(const char *text, size_t length)
{
	char *word = copy_text(text, length), *to = word;

	for (const char *at = word; *at; at++)
		if (*at != ' ')
			*to++ = *at;
	*to = '\0';
	return word;
}

struct word_list cut_formula_words(const char *text)
{
	struct formula_reader reader = { .text = text, .length = strlen(text) };
	struct word_list words = { NULL, 0 };
	struct formula_token token;
	struct formula_error error;

	while (formula_next(&reader, &token, &error) && token.kind != FORMULA_END) {
		words.words = grow(words.words, words.count, sizeof *words.words);
		words.words[words.count++] = without_blanks(text + token.offset, token.length);
	}
	return words;
}

bool is_too_long_for_tables(const char *text)
{
	struct formula_reader reader = { .text = text, .length = strlen(text) };
	struct formula_token token;
	struct formula_error error;
	size_t joined = 0; /* length with a blank behind each word */

	while (formula_next(&reader, &token, &error) && token.kind != FORMULA_END)
		joined += token.length + 1;
	return joined > MAX_FORMULA_TEXT + 1;
}

struct word_list cut_words_at_blanks(const char *text)
{
	struct word_list words = { NULL, 0 };

	for (text += strspn(text, " "); *text; text += strspn(text, " ")) {
		size_t length = strcspn(text, " ");

		words.words = grow(words.words, words.count, sizeof *words.words);
		words.words[words.count++] = copy_text(text, length);
		text += length;
	}
	return words;
}

static bool is_letter_or_digit(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

size_t piece_length(const char *word, const char *at)
{
	const char *end = at;

	if (!strpbrk(word, "_@\\"))
		return strlen(at);
	while (is_letter_or_digit(*end))
		end++;
	while (*end && !is_letter_or_digit(*end))
		end++;
	return (size_t)(end - at);
}

void free_formula_words(struct word_list *words)
{
	for (int i = 0; i < words->count; i++)
		free(words->words[i]);
	free(words->words);
}
