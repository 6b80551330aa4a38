/* The index is one block of memory, which name_index.h frees, so folds are counted before it is allocated. */
#include "answers/folds.h"

#include <stdlib.h>
#include <string.h>

#include "answers/name_index.h"
#include "tables/words.h"

/* Recognizes a consonant doubled before ing and ed: spanning, splitting; not one that words end with twice: missed. */
static bool is_doubled(const char *word, size_t length)
{
	return length > 3 && word[length - 1] == word[length - 2] && strchr("bdgmnprt", word[length - 1]);
}

size_t stem_length(const char *word, size_t length)
{
	static const char endings[][6] = {
		"ments", "ment", "ions", "ion", "ings", "ing", "ives", "ive", "ed", "es", "s", "e" };

	for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
		size_t ending = strlen(endings[i]);

		if (length < 3 + ending || memcmp(word + length - ending, endings[i], ending))
			continue;
		if (ending == 1 && word[length - 1] == 's' && word[length - 2] == 's')
			return length;
		length -= ending;
		return is_doubled(word, length) && strchr("gd", endings[i][ending - 1]) ? length - 1 : length;
	}
	return length;
}

bool is_article(struct span word)
{
	return word.length <= 3 && (span_is(word, "the") || span_is(word, "a") || span_is(word, "an"));
}

/* Hashes three letters, as many as every stem has, unless the word is shorter. */
unsigned int fold_start(struct span word)
{
	unsigned int start = 0;

	for (size_t i = 0; i < 3 && i < word.length; i++)
		start = start * 31 + (unsigned char)word.text[i];
	return start % FOLD_STARTS;
}

unsigned int fold_of_meaning(const char *meaning)
{
	return name_hash(meaning, strlen(meaning)) % FOLD_STARTS;
}

static void for_each_fold(void (*use)(const char *meaning, const char *alternatives, void *data), void *data)
{
	const char *end = words_folds + words_folds_size - 1;

	for (const char *meaning = words_folds; meaning < end;) {
		const char *alternatives = meaning + strlen(meaning) + 1;

		use(meaning, alternatives, data);
		meaning = alternatives + strlen(alternatives) + 1;
	}
}

static struct span word_at(const char *text)
{
	return (struct span){ text, strcspn(text, " |") };
}

enum { FOLD_WORDS = 1 << 13 };

/* State while chains are made: their ends, and a hash table of the words so far. */
struct chaining {
	struct folds *folds;
	int count, ends[FOLD_STARTS], word_ends[256], meaning_ends[FOLD_STARTS], words[FOLD_WORDS];
};

static void chain(struct chaining *chaining, int *first, int *end, struct fold fold)
{
	fold.next = -1;
	chaining->folds->all[chaining->count] = fold;
	if (*first < 0)
		*first = chaining->count;
	else
		chaining->folds->all[*end].next = chaining->count;
	*end = chaining->count++;
}

/* Files an alternative by its first word that is no article, if it has another. */
static void chain_alternative(struct chaining *chaining, const char *meaning, struct span alternative)
{
	struct span word = word_at(alternative.text);
	unsigned int start;

	while (is_article(word) && word.length < alternative.length)
		word = word_at(word.text + word.length + 1);
	start = fold_start(word);
	chain(chaining, &chaining->folds->alternatives[start], &chaining->ends[start],
		(struct fold){ alternative.text, meaning, (int)alternative.length, 0, 0 });
}

/* Returns whether a word is new, as each is filed once; more words than there is room for may be filed twice. */
static bool is_new_word(struct chaining *chaining, struct span word)
{
	int *slot = &chaining->words[name_hash(word.text, word.length) % FOLD_WORDS];
	const struct fold *known = *slot < 0 ? NULL : &chaining->folds->all[*slot];

	if (known && (size_t)known->length == word.length && !memcmp(known->text, word.text, word.length))
		return false;
	*slot = chaining->count;
	return true;
}

static void chain_fold(const char *meaning, const char *alternatives, void *data)
{
	struct chaining *chaining = data;
	unsigned int place = fold_of_meaning(meaning);

	chain(chaining, &chaining->folds->meanings[place], &chaining->meaning_ends[place],
		(struct fold){ alternatives, meaning, 0, 0, 0 });
	for (const char *at = alternatives; *at;) {
		struct span alternative = { at, strcspn(at, "|") };

		chain_alternative(chaining, meaning, alternative);
		at += alternative.length + (at[alternative.length] == '|');
	}
	for (const char *at = alternatives; *at;) {
		struct span word = word_at(at);
		unsigned char letter = (unsigned char)*word.text;

		if (is_new_word(chaining, word))
			chain(chaining, &chaining->folds->words[letter], &chaining->word_ends[letter],
				(struct fold){ word.text, meaning, (int)word.length,
					(int)stem_length(word.text, word.length), 0 });
		at += word.length + (at[word.length] != '\0');
	}
}

/* Counts the most folds that there can be, by the signs that separate them. */
static void count_fold(const char *meaning, const char *alternatives, void *data)
{
	size_t *count = data;

	(void)meaning;
	*count += 3;
	for (; *alternatives; alternatives++)
		*count += *alternatives == '|' ? 2 : *alternatives == ' ';
}

static void *make_folds(int none)
{
	struct chaining *chaining = malloc(sizeof *chaining);
	struct folds *folds = NULL;
	size_t count = 0;

	(void)none;
	for_each_fold(count_fold, &count);
	if (chaining)
		folds = malloc(sizeof *folds + count * sizeof *folds->all);
	if (folds) {
		chaining->folds = folds;
		chaining->count = 0;
		memset(folds->alternatives, -1, sizeof folds->alternatives);
		memset(folds->words, -1, sizeof folds->words);
		memset(folds->meanings, -1, sizeof folds->meanings);
		memset(chaining->words, -1, sizeof chaining->words);
		for_each_fold(chain_fold, chaining);
	}
	free(chaining);
	return folds;
}

const struct folds *folds_get(void)
{
	return names_keep(-1, FOLD_INDEX, make_folds);
}
