/*
 * Compresses formulas and descriptions: words and pieces that follow each other in several of them become a phrase,
 * which two tokens stand for. The most frequent pair is taken first, again and again, until no pair saves space; so
 * phrases may contain phrases.
 */
#include "build.h"

#include <stdlib.h>
#include <string.h>

enum {
	WORTH_IT = 4,           /* occurrences of a pair that are worth a phrase, which costs two numbers */
	AT_A_TIME = 200,        /* phrases made before pairs are counted again */
};

/* A symbol is the number of a word or piece or, above these, of a phrase. */
struct phrase {
	int first, second, depth;
};

struct phrases {
	int *symbols;
	size_t count;
	int words, runs;
	struct phrase *phrases;
	int phrase_count;
};

struct pair {
	int first, second, times;
};

static int depth_of(const struct phrases *all, int symbol)
{
	/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): a symbol that is no word is an existing phrase */
	return symbol < all->words ? 0 : all->phrases[symbol - all->words].depth;
}

/* Reads runs; pieces are numbered from the last word on. */
static void read_runs(struct phrases *all, const struct body *body, const struct formula_runs *runs)
{
	int words = (int)body->sections[SECTION_formula_words].count;

	all->words = words + (int)body->sections[SECTION_formula_pieces].count;
	all->runs = runs->runs;
	all->symbols = runs->symbols;
	all->count = (size_t)runs->count;
	for (size_t i = 0; i < all->count; i++)
		if (all->symbols[i] < SYMBOL_BETWEEN)
			all->symbols[i] = words + symbol_of_piece(all->symbols[i]);
}

/* ---- counting ---- */

static int by_symbols(const void *a, const void *b)
{
	const struct pair *first = a, *second = b;

	return first->first != second->first ? first->first - second->first : first->second - second->second;
}

static int by_times(const void *a, const void *b)
{
	const struct pair *first = a, *second = b;

	return first->times != second->times ? second->times - first->times : by_symbols(a, b);
}

static bool can_join(const struct phrases *all, int first, int second)
{
	return first != SYMBOL_BETWEEN && second != SYMBOL_BETWEEN && depth_of(all, first) < MAX_PHRASE_DEPTH &&
	       depth_of(all, second) < MAX_PHRASE_DEPTH;
}

/* Counts pairs that are frequent enough, most frequent first. Returns how many; the caller frees them. */
static size_t count_pairs(const struct phrases *all, struct pair **pairs)
{
	size_t count = 0, kept = 0, joined = 0; /* joined: index behind the last pair of two equal symbols */

	*pairs = need(malloc((all->count + 1) * sizeof **pairs));
	for (size_t i = 0; i + 1 < all->count; i++) {
		int first = all->symbols[i], second = all->symbols[i + 1];

		if (!can_join(all, first, second) || (first == second && i < joined))
			continue;
		joined = first == second ? i + 2 : joined;
		(*pairs)[count++] = (struct pair){ first, second, 1 };
	}
	qsort(*pairs, count, sizeof **pairs, by_symbols);
	for (size_t i = 0, end; i < count; i = end) {
		for (end = i + 1; end < count && !by_symbols(&(*pairs)[i], &(*pairs)[end]);)
			end++;
		if (end - i >= WORTH_IT)
			(*pairs)[kept++] = (struct pair){ (*pairs)[i].first, (*pairs)[i].second, (int)(end - i) };
	}
	qsort(*pairs, kept, sizeof **pairs, by_times);
	return kept;
}

/* ---- joining ---- */

static int add_phrase(struct phrases *all, int first, int second)
{
	int depth = depth_of(all, first), other = depth_of(all, second);

	all->phrases = need(realloc(all->phrases, ((size_t)all->phrase_count + 1) * sizeof *all->phrases));
	all->phrases[all->phrase_count] = (struct phrase){ first, second, (depth > other ? depth : other) + 1 };
	return all->words + all->phrase_count++;
}

/* Puts the phrase in the place of each pair: by its first symbol, which is in no other pair. */
static void put_phrases(struct phrases *all, const struct pair *by_first)
{
	size_t to = 0;

	for (size_t i = 0; i < all->count; i++) {
		int symbol = all->symbols[i];
		const struct pair *pair = symbol == SYMBOL_BETWEEN ? NULL : &by_first[symbol];

		if (pair && pair->times && i + 1 < all->count && all->symbols[i + 1] == pair->second) {
			symbol = pair->times; /* times is reused for the number of the phrase */
			i++;
		}
		all->symbols[to++] = symbol;
	}
	all->count = to;
}

/* Joins frequent pairs. False: no pair is worth it any more, or there is no number for it. */
static bool join_pairs(struct phrases *all)
{
	int symbols = all->words + all->phrase_count, made = 0;
	struct pair *pairs, *by_first = need(calloc((size_t)symbols + 1, sizeof *by_first));
	bool *used = need(calloc((size_t)symbols + 1, sizeof *used));
	size_t count = count_pairs(all, &pairs);

	for (size_t i = 0; i < count && made < AT_A_TIME && symbols + made < UINT16_MAX; i++) {
		int first = pairs[i].first, second = pairs[i].second;

		if (used[first] || used[second])
			continue;
		used[first] = used[second] = true;
		by_first[first] = (struct pair){ first, second, add_phrase(all, first, second) };
		made++;
	}
	if (made)
		put_phrases(all, by_first);
	free(pairs);
	free(by_first);
	free(used);
	return made;
}

/* ---- writing ---- */

/* Returns the token of a symbol. The last phrase comes first: each has phrases behind it only, so none has itself. */
static uint16_t token_of(const struct phrases *all, int symbol)
{
	return (uint16_t)(symbol < all->words ? symbol : 2 * all->words + all->phrase_count - 1 - symbol);
}

static void start_run(struct body *body)
{
	uint32_t start = body->sections[SECTION_formula_tokens].count;

	memcpy(body_add_rows(body, SECTION_formula_starts, 1), &start, sizeof start);
}

static void write_runs(const struct phrases *all, struct body *body)
{
	start_run(body);
	for (size_t i = 0; i < all->count; i++) {
		uint16_t token = token_of(all, all->symbols[i]);

		if (all->symbols[i] == SYMBOL_BETWEEN)
			start_run(body);
		else
			memcpy(body_add_rows(body, SECTION_formula_tokens, 1), &token, sizeof token);
	}
	for (int i = all->phrase_count - 1; i >= 0; i--) {
		struct table_formula_phrase row = {
			.tokens = { token_of(all, all->phrases[i].first), token_of(all, all->phrases[i].second) } };

		memcpy(body_add_rows(body, SECTION_formula_phrases, 1), &row, sizeof row);
	}
}

void share_phrases(struct body *body, struct formula_runs *runs)
{
	struct phrases all = { 0 };

	read_runs(&all, body, runs);
	while (join_pairs(&all))
		;
	write_runs(&all, body);
	free(all.symbols);
	free(all.phrases);
}
