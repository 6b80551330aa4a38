/*
 * The set has a bit for the hash of each prefix of each word. Boxes of one kind share the set of the first of them in
 * the list of PMUs.
 */
#define _GNU_SOURCE
#include "answers/said.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answers/meaning.h"
#include "answers/name_index.h"
#include "catalog/events.h"

enum { SAID_BITS = 1 << 17, SHORTEST = 4, LONGEST = 12, LONGEST_SAID = 1024 };

struct said_words {
	uint64_t bits[SAID_BITS / 64];
};

static uint32_t add_letter(uint32_t hash, char letter)
{
	return (hash ^ (unsigned char)letter) * 16777619u;
}

static void say_text(struct said_words *said, const char *text)
{
	char plain[LONGEST_SAID];

	meaning_plain(text, plain, sizeof plain, NULL);
	for (const char *at = plain + 1; *at; at += *at == ' ') {
		uint32_t hash = 0;

		for (int length = 1; *at && *at != ' '; at++, length++) {
			if (length > LONGEST)
				continue;
			hash = add_letter(hash, *at);
			if (length >= SHORTEST)
				said->bits[hash % SAID_BITS / 64] |= (uint64_t)1 << hash % 64;
		}
	}
}

static void *read_said(int pmu)
{
	struct said_words *said = calloc(1, sizeof *said);
	struct event_ref ref;

	for (int at = said ? pmu_next_listed(pmu, 0, &ref) : -1; at >= 0; at = pmu_next_listed(pmu, at + 1, &ref)) {
		int count = (int)event_umasks(ref.in, ref.event)->count;

		say_text(said, name_at(ref.in, ref.event->name));
		say_text(said, text_at(ref.in, ref.event->text));
		for (int row = 0; row < count; row++)
			if (ref_sees(&ref, ref_umask(&ref, row))) {
				say_text(said, name_at(ref.in, ref_umask(&ref, row)->name));
				say_text(said, text_at(ref.in, ref_umask(&ref, row)->text));
			}
	}
	return said;
}

bool may_be_said(int pmu, const char *word)
{
	const struct said_words *said = names_keep(pmu, SAID_WORDS, read_said);
	uint32_t hash = 0;
	int length = 0;

	for (; length < LONGEST && word[length]; length++)
		hash = add_letter(hash, word[length]);
	return !said || length < SHORTEST || said->bits[hash % SAID_BITS / 64] >> hash % 64 & 1;
}

static bool is_of_word(char c)
{
	return (unsigned char)((c | 0x20) - 'a') < 26;
}

/* Returns whether the word of a pool that begins there is the same, but for its ending. */
static bool is_said_at(const struct meant *meant, const char *at)
{
	char word[MEANT_LENGTH + 8], plain[sizeof word + 4];
	struct begins begins;
	size_t length = 0;

	while (length < sizeof word - 1 && is_of_word(at[length]))
		length++;
	snprintf(word, sizeof word, "%.*s", (int)length, at);
	meaning_plain(word, plain, sizeof plain, &begins);
	return meaning_in(meant, plain, &begins) == 2;
}

static bool pool_has(const char *pool, size_t size, const struct meant *meant, const char *stem)
{
	const char *end = pool + size;

	for (const char *at = pool; (at = memmem(at, (size_t)(end - at), stem, strlen(stem))); at++)
		if ((at == pool || !is_of_word(at[-1])) && is_said_at(meant, at))
			return true;
	return false;
}

bool is_word_of_tables(const struct meant *meant)
{
	const char *stem = meant->form[0] + 1;
	char upper[MEANT_LENGTH];
	size_t length = 0;

	for (; stem[length]; length++)
		upper[length] = (char)(is_of_word(stem[length]) ? stem[length] & ~0x20 : stem[length]);
	upper[length] = '\0';
	return pool_has(pfm_compiled.names.rows, pfm_compiled.names.count, meant, upper) ||
		pool_has(pfm_compiled.texts.rows, pfm_compiled.texts.count, meant, stem);
}
