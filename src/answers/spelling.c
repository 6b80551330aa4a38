#include "answers/spelling.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* Optimal string alignment distance, case ignored: changes, insertions, deletions, and neighbours exchanged. */
static int spelling_distance(struct span a, const char *b)
{
	size_t length = strlen(b);
	int rows[3][LONGEST_NAME + 1];

	if (a.length > LONGEST_NAME || length > LONGEST_NAME)
		return LONGEST_NAME;
	for (size_t k = 0; k <= length; k++)
		rows[0][k] = (int)k;
	for (size_t i = 1; i <= a.length; i++) {
		int *before = rows[(i + 1) % 3], *last = rows[(i - 1) % 3], *row = rows[i % 3];
		unsigned char c = ascii_lower((unsigned char)a.text[i - 1]);

		row[0] = (int)i;
		for (size_t k = 1; k <= length; k++) {
			unsigned char d = ascii_lower((unsigned char)b[k - 1]);
			int best = last[k - 1] + (c != d);

			best = last[k] + 1 < best ? last[k] + 1 : best;
			best = row[k - 1] + 1 < best ? row[k - 1] + 1 : best;
			if (i > 1 && k > 1 && c == ascii_lower((unsigned char)b[k - 2]) && ascii_lower((unsigned char)a.text[i - 2]) == d &&
			    before[k - 2] + 1 < best)
				best = before[k - 2] + 1;
			row[k] = best;
		}
	}
	return rows[a.length % 3][length];
}

/* Which characters a name has, a bit each; one that is exchanged for another changes two. */
static uint64_t characters(const char *name, size_t length)
{
	uint64_t found = 0;

	for (size_t i = 0; i < length; i++)
		found |= UINT64_C(1) << (ascii_lower((unsigned char)name[i]) & 63);
	return found;
}

static bool starts_with(const char *name, struct span beginning)
{
	return strlen(name) > beginning.length && !strncasecmp(name, beginning.text, beginning.length);
}

struct suggestions suggestions_for(struct span word, pfm_diagnosis_t *out)
{
	return (struct suggestions){ .out = out, .word = word, .characters = characters(word.text, word.length) };
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
	while (at > 0 && all->distances[at - 1] > distance)
		at--;
	if (at == PFM_MAX_SUGGESTIONS)
		return;
	if (out->nsuggestions < PFM_MAX_SUGGESTIONS)
		out->nsuggestions++;
	for (int i = out->nsuggestions - 1; i > at; i--)
		all->distances[i] = all->distances[i - 1];
	memmove(&out->suggestions[at + 1], &out->suggestions[at], (size_t)(out->nsuggestions - 1 - at) * sizeof *out->suggestions);
	all->distances[at] = distance;
	memcpy(out->suggestions[at], text, sizeof text);
}

void consider(struct suggestions *all, const char *pmu, const char *name)
{
	size_t length = strlen(name), most = (all->word.length + 2) / 3;
	bool begins = all->word.length >= 3 && starts_with(name, all->word);
	int distance;

	if (!begins && (length > all->word.length + most || length + most < all->word.length ||
			__builtin_popcountll(characters(name, length) ^ all->characters) > 2 * (int)most))
		return;
	distance = spelling_distance(all->word, name);
	if (begins && distance > 2)
		distance = 2;
	if (distance <= (int)most)
		suggest(all, distance, pmu, name);
}
