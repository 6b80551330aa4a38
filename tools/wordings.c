#include "wordings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const struct question { const char *words, *wordings; } questions[] = {
#define QUESTION(words, wordings) { words, wordings },
#include "synonyms.def"
#undef QUESTION
};

enum { QUESTIONS = sizeof questions / sizeof questions[0], BETTER = 100 }; /* than any score of words */

/*
 * Cuts the ending off, so that mispredicted, mispredictions and mispredict are one word; what is left has four letters
 * or more, uop three.
 */
static void cut_ending(char *word)
{
	static const char *const endings[] = { "ions", "ion", "ing", "ed", "es", "s", "e" };
	size_t length = strlen(word);

	for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
		size_t ending = strlen(endings[i]);

		if (length < (strcmp(endings[i], "s") ? 4U : 3U) + ending ||
		    strcasecmp(word + length - ending, endings[i]))
			continue;
		if (!strcmp(endings[i], "s") && word[length - 2] == 's')
			return;
		word[length - ending] = '\0';
		return;
	}
}

static bool add_word(struct wording *wording, const char *word, size_t length)
{
	char **bigger = realloc(wording->words, ((size_t)wording->count + 1) * sizeof *bigger);

	if (!bigger)
		return false;
	wording->words = bigger;
	bigger[wording->count] = strndup(word, length);
	return bigger[wording->count] && ++wording->count;
}

/* Adds the words of text up to an end. */
static bool add_words(struct wording *wording, const char *text, const char *end, const char *separators)
{
	while (text < end) {
		size_t length = strcspn(text, separators);

		if (length > (size_t)(end - text))
			length = (size_t)(end - text);
		if (length && !add_word(wording, text, length))
			return false;
		text += length + 1;
	}
	return true;
}

static struct wording *add_wording(struct wordings *wordings, int bonus)
{
	struct wording *bigger = realloc(wordings->list, ((size_t)wordings->count + 1) * sizeof *bigger);

	if (!bigger)
		return NULL;
	wordings->list = bigger;
	bigger[wordings->count] = (struct wording){ .bonus = bonus };
	return &bigger[wordings->count++];
}

/* Whether one of the question's words is this one, which has no ending. */
static bool is_asked(const char *question, const char *word)
{
	char stem[32];

	for (const char *at = question; *at; at += strcspn(at, " "), at += *at == ' ') {
		snprintf(stem, sizeof stem, "%.*s", (int)strcspn(at, " "), at);
		cut_ending(stem);
		if (!strcasecmp(stem, word))
			return true;
	}
	return false;
}

/* How many words of what was typed make up the question; 0: one of its words is missing. */
static int fits(const struct question *question, const struct wording *typed)
{
	int wanted = 1, found = 0;

	for (const char *at = question->words; *at; at++)
		wanted += *at == ' ';
	for (int i = 0; i < typed->count; i++)
		found += is_asked(question->words, typed->words[i]); /* NOLINT(clang-analyzer-core.CallAndMessage) */
	return found == wanted ? found : 0;
}

/* The question with most of the words that were typed; NULL: none. */
static const struct question *find_question(const struct wording *typed)
{
	const struct question *best = NULL;
	int most = 0;

	for (size_t i = 0; i < QUESTIONS; i++) {
		int found = fits(&questions[i], typed);

		if (found > most) {
			most = found;
			best = &questions[i];
		}
	}
	return best;
}

/* Each wording of the question, with the words that were typed beside it. */
static bool add_question(const struct question *question, struct wordings *wordings)
{
	int rank = QUESTIONS;

	for (const char *at = question->wordings; *at; rank--) {
		const char *end = at + strcspn(at, "|");
		struct wording *wording = add_wording(wordings, rank * BETTER);

		if (!wording || !add_words(wording, at, end, " |"))
			return false;
		for (int i = 0; i < wordings->list[0].count; i++) {
			const char *word = wordings->list[0].words[i];

			if (!is_asked(question->words, word) && !add_word(wording, word, strlen(word)))
				return false;
		}
		at = end + (*end == '|');
	}
	return true;
}

bool find_wordings(int count, char *const *words, struct wordings *wordings)
{
	const struct question *question;
	struct wording *typed;

	*wordings = (struct wordings){ 0 };
	typed = add_wording(wordings, 0);
	for (int i = 0; i < count; i++)
		if (!typed || !add_words(typed, words[i], words[i] + strlen(words[i]), " -."))
			return false;
	for (int i = 0; typed && i < typed->count; i++)
		cut_ending(typed->words[i]); /* NOLINT(clang-analyzer-core.CallAndMessage) */
	question = typed ? find_question(typed) : NULL;
	return typed && (!question || add_question(question, wordings));
}

void free_wordings(struct wordings *wordings)
{
	for (int i = 0; i < wordings->count; i++) {
		for (int k = 0; k < wordings->list[i].count; k++)
			free(wordings->list[i].words[k]);
		free(wordings->list[i].words);
	}
	free(wordings->list);
}
