/*
 * Remarks are recognised by their verbs. With a verb in the plural, whose subject may be a list, the whole sentence is
 * removed; a remark that begins a list is removed to the end of its sentence; others are removed up to the commas
 * around them.
 */
#define _GNU_SOURCE
#include "answers/asides.h"

#include <stdbool.h>
#include <string.h>

#include "tables/lookup.h"

/* Concatenated strings: pointers would need relocation. */
static const char of_sentences[] =
	"are not counted\0do not count\0are not included\0count too\0count as \0counts as \0are left out\0"
	"Needs one operation\0Needs the read operation\0";
static const char of_clauses[] =
	"not counted\0not count\0not included\0included\0counts too\0counted too\0left out\0counting once\0"
	"counts once\0counts twice\0counting twice\0";
static const char of_tails[] = ", including \0, without \0, except \0";

static bool has_remark(struct span part, const char *remarks)
{
	for (const char *remark = remarks; *remark; remark += strlen(remark) + 1)
		if (memmem(part.text, part.length, remark, strlen(remark)))
			return true;
	return false;
}

/* Recognizes a remark after a sentence that ends with "count": walks for prefetches count. */
static bool says_what_counts(struct span sentence, const char *text)
{
	static const char verb[] = " count";
	size_t length = sizeof verb - 1, end = sentence.length;

	end -= end && strchr(".;", sentence.text[end - 1]);
	return sentence.text > text && end > length && !memcmp(sentence.text + end - length, verb, length);
}

/* Returns whether a list of further things, or of exceptions, begins at this comma. */
static bool is_tail(const char *comma)
{
	for (const char *tail = of_tails; *tail; tail += strlen(tail) + 1)
		if (!strncmp(comma, tail, strlen(tail)))
			return true;
	return false;
}

/* Returns the text up to and with a sign of the list that a blank or the end follows. */
static struct span part_until(const char *text, size_t length, const char *signs)
{
	size_t end = 0;

	while (end < length && !(strchr(signs, text[end]) && (end + 1 == length || text[end + 1] == ' ')))
		end++;
	return (struct span){ text, end < length ? end + 1 : length };
}

static size_t add_part(char *copy, size_t used, size_t size, struct span part)
{
	size_t length = part.length < size - 1 - used ? part.length : size - 1 - used;

	memcpy(copy + used, part.text, length);
	return used + length;
}

const char *asides_removed(const char *text, char *copy, size_t size)
{
	size_t used = 0, length = strlen(text);
	struct span sentence, clause, whole = { text, length };

	if (!has_remark(whole, of_sentences) && !has_remark(whole, of_clauses) && !has_remark(whole, of_tails) &&
		!strstr(text, " count"))
		return text;
	for (size_t at = 0; at < length; at += sentence.length) {
		sentence = part_until(text + at, length - at, ".;");
		if (has_remark(sentence, of_sentences) || says_what_counts(sentence, text))
			continue;
		for (size_t within = 0; within < sentence.length; within += clause.length) {
			clause = part_until(sentence.text + within, sentence.length - within, ",");
			if (!has_remark(clause, of_clauses))
				used = add_part(copy, used, size, clause);
			if (is_tail(clause.text + clause.length - 1))
				break;
		}
	}
	copy[used] = '\0';
	return copy;
}
