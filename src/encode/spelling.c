/*
 * Computes the distance between two names. Most candidates are ruled out by the set of their characters
 * (spelling_characters()) before letters are compared; the others are compared letter by letter, and part by part
 * between "_", "-" and ".".
 */
#include "encode/spelling.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { MOST_WRONG = 5, MOST_PARTS = LONGEST_NAME / 2 };

/* Returns a number below 128, the same for letters of either case. */
static unsigned int character(char c)
{
	return ascii_lower((unsigned char)c) & 127;
}

/* Returns the bit of a character: 0 to 25 letters, 26 to 35 digits, 36 and 37 all else; 38 to 63: repeated letters. */
static uint64_t character_bit(char c)
{
	unsigned int code = character(c);

	if (code >= 'a' && code <= 'z')
		return UINT64_C(1) << (code - 'a');
	return UINT64_C(1) << (code >= '0' && code <= '9' ? 26 + code - '0' : 36 + (code & 1));
}

uint64_t spelling_characters(const char *name, size_t length)
{
	uint64_t once = 0, twice = 0;

	for (size_t i = 0; i < length; i++) {
		uint64_t bit = character_bit(name[i]);

		twice |= once & bit;
		once |= bit;
	}
	return once | twice << 38;
}

static bool begins_with(const char *name, size_t length, struct span beginning)
{
	return length > beginning.length && character(*name) == character(*beginning.text) &&
	       !strncasecmp(name, beginning.text, beginning.length);
}

static bool is_between(char c)
{
	return c == '_' || c == '-' || c == '.';
}

/* Cuts a name into its parts. Returns how many; 0: one of them is empty, or there are too many. */
static int cut_parts(struct span name, struct span parts[MOST_PARTS])
{
	int count = 0;

	for (size_t at = 0, end; at <= name.length; at = end + 1) {
		for (end = at; end < name.length && !is_between(name.text[end]); end++)
			;
		if (end == at || count == MOST_PARTS)
			return 0;
		parts[count++] = (struct span){ name.text + at, end - at };
	}
	return count;
}

/*
 * Greatest ratio of a name's length to that of its abbreviation, unless that is a prefix: "net" is not "nosuchevent".
 */
enum { SHORTEST_FORM = 3 };

/* Returns whether a part is the same, a beginning, or three or more letters in their order, from the first on. */
static bool shortens_part(struct span part, struct span whole)
{
	size_t met = 0;

	if (!part.length || !whole.length || character(*part.text) != character(*whole.text))
		return false;
	for (size_t i = 0; i < whole.length && met < part.length; i++)
		met += character(part.text[met]) == character(whole.text[i]);
	if (met != part.length || (part.length < 3 && part.length != whole.length))
		return false;
	return SHORTEST_FORM * part.length >= whole.length || !strncasecmp(part.text, whole.text, part.length);
}

/* Counts the first parts that are the same, or shorter: "retired_instrs" for RETIRED_INSTRUCTIONS. */
static int count_shortened(const struct span *parts, const struct span *whole, int count)
{
	int met = 0;

	while (met < count && shortens_part(parts[met], whole[met]))
		met++;
	return met;
}

/* Returns 2 if there are as many parts; 3 for one less of several; else more than any distance. */
static int shortened_distance(const struct span *parts, int count, const struct span *whole, int whole_count)
{
	int met;

	if (whole_count < count || whole_count - count > (count > 1))
		return LONGEST_NAME;
	met = count_shortened(parts, whole, count);
	if (whole_count > count)
		met += count_shortened(parts + met, whole + met + 1, count - met);
	return met < count ? LONGEST_NAME : 2 + whole_count - count;
}

/* Returns the distance if one of them is the other, made shorter; only one of several parts may be left out. */
static int form_distance(const struct suggestions *all, struct span name)
{
	struct span parts[MOST_PARTS], others[MOST_PARTS], word = all->word;
	int count, other_count, distance;

	if (!all->parts || word.length < 3 || name.length < 3 ||
		(all->parts == 1 && character(*word.text) != character(*name.text)))
		return LONGEST_NAME;
	other_count = cut_parts(name, others);
	if (!other_count || other_count > all->parts + 1 || all->parts > other_count + 1)
		return LONGEST_NAME;
	count = cut_parts(word, parts);
	distance = shortened_distance(parts, count, others, other_count);
	return distance < LONGEST_NAME ? distance : shortened_distance(others, other_count, parts, count);
}

struct suggestions suggestions_for(struct span word, pfm_diagnosis_t *out)
{
	struct suggestions all = { .out = out,
		.word = word,
		.letters = letter_places(word),
		.characters = spelling_characters(word.text, word.length) };
	/* no error in words of two letters, which resemble everything */
	size_t third = word.length < 3 ? 0 : (word.length + 1) / 3;
	struct span parts[MOST_PARTS];

	all.most = third < MOST_WRONG ? (int)third : MOST_WRONG;
	all.parts = cut_parts(word, parts);
	return all;
}

/* Returns the distance up to which others are worth a mention: beside one letter wrong, two are noise. */
static int farthest_beside(int nearest)
{
	return nearest < 2 ? nearest : nearest + 1;
}

void suggest(struct suggestions *all, int distance, const char *pmu, const char *name)
{
	pfm_diagnosis_t *out = all->out;
	char text[PFM_SUGGESTION_SIZE];
	int at = out->nsuggestions;

	snprintf(text, sizeof text, "%s%s%s", pmu, *pmu ? "::" : "", name);
	for (int i = 0; i < out->nsuggestions; i++)
		if (!strcmp(out->suggestions[i], text))
			return;
	if (at && distance > farthest_beside(all->distances[0]))
		return;
	while (at > 0 && all->distances[at - 1] > distance)
		at--;
	if (at == PFM_MAX_SUGGESTIONS)
		return;
	if (out->nsuggestions < PFM_MAX_SUGGESTIONS)
		out->nsuggestions++;
	for (int i = out->nsuggestions - 1; i > at; i--)
		all->distances[i] = all->distances[i - 1];
	memmove(&out->suggestions[at + 1], &out->suggestions[at],
		(size_t)(out->nsuggestions - 1 - at) * sizeof *out->suggestions);
	all->distances[at] = distance;
	memcpy(out->suggestions[at], text, sizeof text);
	while (all->distances[out->nsuggestions - 1] > farthest_beside(all->distances[0]))
		out->nsuggestions--;
}

struct letters letter_places(struct span word)
{
	struct letters letters = { { 0 } };

	for (size_t i = 0; i < word.length && i < 64; i++)
		letters.places[character(word.text[i])] |= UINT64_C(1) << i;
	return letters;
}

/*
 * Returns the optimal string alignment distance, ignoring case: changes, insertions, deletions, and neighbours
 * exchanged. All rows of the table of distances at once, as differences of one bit each between neighbours (Hyyrö, A
 * bit-vector algorithm for computing Levenshtein and Damerau edit distances, 2003).
 */
int letters_apart(const struct letters *word, size_t first, struct span name, int most)
{
	uint64_t last = UINT64_C(1) << (first - 1), up = UINT64_MAX, down = 0, diagonal = 0, before = 0;
	int distance = (int)first;

	if (name.length > first + (size_t)most || name.length + (size_t)most < first)
		return LONGEST_NAME;
	for (size_t i = 0; i < name.length; i++) {
		uint64_t equal = word->places[character(name.text[i])], exchanged = ((~diagonal & equal) << 1) & before,
			 right, left;

		diagonal = (((equal & up) + up) ^ up) | equal | down | exchanged;
		right = down | ~(diagonal | up);
		left = diagonal & up;
		distance += (right & last) != 0;
		distance -= (left & last) != 0;
		if (distance - (int)(name.length - i - 1) > most)
			return distance; /* already too far, even if the rest is equal */
		right = right << 1 | 1;
		left <<= 1;
		up = left | ~(diagonal | right);
		down = right & diagonal;
		before = equal;
	}
	return distance;
}

int spelling_distance(const struct suggestions *all, const char *name, size_t length)
{
	int distance, as_form;

	if (!all->word.length || all->word.length > LONGEST_NAME || length > LONGEST_NAME)
		return LONGEST_NAME;
	distance = letters_apart(&all->letters, all->word.length, (struct span){ name, length }, all->most);
	if (distance > 2 && all->word.length >= 3 && begins_with(name, length, all->word))
		distance = 2;
	as_form = distance > 2 ? form_distance(all, (struct span){ name, length }) : distance;
	/* the first letter of a long word is rarely mistyped: dtlb_misses does not mean ITLB_MISSES */
	if (distance == 1 && all->most >= 3 && length == all->word.length &&
		character(*name) != character(*all->word.text))
		return 3;
	return as_form < distance ? as_form : distance;
}

void consider(struct suggestions *all, const char *pmu, const char *name)
{
	size_t length = strlen(name);
	int distance;

	if (!may_be_alike(all, length, spelling_characters(name, length)))
		return;
	distance = spelling_distance(all, name, length);
	if (distance <= all->most)
		suggest(all, distance, pmu, name);
}
