/*
 * Distances between names, bit by bit, against the textbook's table; and the quick look that saves most of them: it
 * must never say no to a name that is like the word.
 */
#include "encode/spelling.h"

#include <regex.h>
#include <strings.h>

#include "check.h"

enum { MOST = 40 };

/* The textbook's: optimal string alignment, letter case ignored. */
static int table_distance(const char *a, const char *b)
{
	static int d[MOST + 2][MOST + 2];
	int m = (int)strlen(a), n = (int)strlen(b);

	for (int i = 0; i <= m; i++)
		for (int k = 0; k <= n; k++) {
			int best;

			if (!i || !k) {
				d[i][k] = i + k;
				continue;
			}
			best = d[i - 1][k - 1] +
				(ascii_lower((unsigned char)a[i - 1]) != ascii_lower((unsigned char)b[k - 1]));
			best = d[i - 1][k] + 1 < best ? d[i - 1][k] + 1 : best;
			best = d[i][k - 1] + 1 < best ? d[i][k - 1] + 1 : best;
			if (i > 1 && k > 1 &&
				ascii_lower((unsigned char)a[i - 1]) == ascii_lower((unsigned char)b[k - 2]) &&
				ascii_lower((unsigned char)a[i - 2]) == ascii_lower((unsigned char)b[k - 1]) &&
				d[i - 2][k - 2] + 1 < best)
				best = d[i - 2][k - 2] + 1;
			d[i][k] = best;
		}
	return d[m][n];
}

static unsigned int next_random(void)
{
	static uint64_t state = 20261122;

	state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (unsigned int)(state >> 33);
}

static void random_name(char *name, int length)
{
	static const char characters[] = "AaBbCcQ_019p-";

	for (int i = 0; i < length; i++)
		name[i] = characters[next_random() % (sizeof characters - 1)];
	name[length] = '\0';
}

/* A few mistakes in a copy of a name. */
static void spoil(char *to, const char *from)
{
	strcpy(to, from);
	for (unsigned int mistakes = next_random() % 6; mistakes; mistakes--) {
		size_t length = strlen(to), at = next_random() % (length ? length : 1);
		char c;

		switch (next_random() % 4) {
		case 0:
			if (length)
				to[at] = 'z';
			break;
		case 1:
			if (length)
				memmove(to + at, to + at + 1, length - at);
			break;
		case 2:
			if (length < MOST) {
				memmove(to + at + 1, to + at, length - at + 1);
				to[at] = '7';
			}
			break;
		default:
			if (at + 1 < length) {
				c = to[at];
				to[at] = to[at + 1];
				to[at + 1] = c;
			}
		}
	}
}

/* A copy of a name without every third character or so. */
static void shorten(char *to, const char *from)
{
	for (; *from; from++)
		if (next_random() % 3)
			*to++ = *from;
	*to = '\0';
}

static bool is_between(char c)
{
	return strchr("_-.", c) != NULL;
}

static size_t part_length(const char *part)
{
	return strcspn(part, "_-.");
}

/* Of a part that does not begin the name's, the name's is at most three times as long. */
static bool has_enough_letters(const char *word, const char *name)
{
	for (size_t length, whole; (length = part_length(word)) > 0; word += length + 1, name += whole + 1) {
		whole = part_length(name);
		if (strncasecmp(word, name, length) && 3 * length < whole)
			return false;
		if (!word[length])
			break;
	}
	return true;
}

/* As a regular expression: of a part of three letters or more its letters and whatever is between them, else itself. */
static bool is_shorter(const char *word, const char *name)
{
	char pattern[16 * MOST] = "^";
	const char *at_first = word;
	size_t end = 1;
	regex_t compiled;
	bool fits;

	for (size_t length; (length = part_length(word)) > 0; word++) {
		for (size_t i = 0; i < length; i++)
			end += (size_t)sprintf(pattern + end, length < 3 ? "%c" : "%c[^_.-]*", word[i]);
		word += length;
		if (!*word)
			break;
		end += (size_t)sprintf(pattern + end, "[_.-]");
	}
	if (*word || is_between(word[-1]))
		return false; /* a part is missing */
	strcpy(pattern + end, "$");
	if (regcomp(&compiled, pattern, REG_ICASE | REG_NOSUB))
		return false;
	fits = !regexec(&compiled, name, 0, NULL, 0);
	regfree(&compiled);
	return fits && has_enough_letters(at_first, name);
}

/* The same as what is left of the name without one of its parts, or shorter. */
static bool is_form(const char *word, const char *name)
{
	bool good = false;

	for (size_t at = 0; !good && strpbrk(word, "_-."); at += part_length(name + at) + 1) {
		size_t length = part_length(name + at);
		char left[2 * MOST] = "";

		if (!length)
			return false; /* so it is with no part that is empty */
		memcpy(left, name, at);
		strcpy(left + at, name[at + length] ? name + at + length + 1 : "");
		if (!name[at + length] && at)
			left[at - 1] = '\0';
		good = is_shorter(word, left);
		if (!name[at + length])
			break;
	}
	return good;
}

static void compare(const char *word, const char *name)
{
	pfm_diagnosis_t d = { .size = sizeof d };
	struct suggestions all = suggestions_for((struct span){ word, strlen(word) }, &d);
	int distance = table_distance(word, name), expected = distance, got;
	bool begins = strlen(name) > strlen(word) && !strncasecmp(name, word, strlen(word));

	if (expected > 2 && strlen(word) >= 3 && begins)
		expected = 2;
	if (expected == 1 && all.most >= 3 && strlen(word) == strlen(name) &&
		ascii_lower((unsigned char)*word) != ascii_lower((unsigned char)*name))
		expected = 3;
	if (distance > 2 && expected > 2 && strlen(word) >= 3 && strlen(name) >= 3) {
		if (is_shorter(word, name) || is_shorter(name, word))
			expected = 2;
		else if (distance > 3 && (is_form(word, name) || is_form(name, word)))
			expected = 3;
	}
	got = spelling_distance(&all, name, strlen(name));
	if (!CHECK(got <= all.most ? got == expected : expected > all.most) ||
	    !CHECK(expected > all.most || may_be_alike(&all, strlen(name), spelling_characters(name, strlen(name)))))
		printf("  %s %s: %d, not %d of at most %d\n", word, name, got, expected, all.most);
	consider(&all, "", name);
	CHECK_SAME(d.nsuggestions, (expected <= all.most));
}

int main(void)
{
	char word[2 * MOST], name[2 * MOST];

	compare("INST_RETIRED", "INST_RETIRED");
	compare("inst_retired", "INST_RETIRD");
	compare("CAS", "CAS_COUNT_READS_AND_WRITES");
	compare("a0", "ap");
	compare("retired_instrs", "RETIRED_INSTRUCTIONS");
	compare("INSTRUCTIONS-RETIRED", "INST_RETIRED");
	compare("pm_run_cycles", "PM_RUN_CYC");
	compare("l3_cache_miss", "L3_MISS");
	compare("dtlb_misses", "DTLB_LOAD_MISSES");
	compare("misses", "L3_MISSES");
	compare("nosuchevent", "net");
	compare("notevent", "net");
	compare("insns", "INSTRUCTIONS");
	compare("cycles", "cyc");
	compare("dtlb_misses", "ITLB_MISSES");
	compare("nst_retired", "INST_RETIRED");
	compare("l3_misses_all", "L3CACHE_MISSES_ALL"); /* a part of two letters is like everything */
	for (int i = 0; i < 20000; i++) {
		random_name(word, 1 + (int)(next_random() % 30));
		spoil(name, word);
		if (*name)
			compare(word, name);
		shorten(name, word);
		if (*name) {
			compare(word, name);
			compare(name, word);
		}
		random_name(name, 1 + (int)(next_random() % 30));
		compare(word, name);
	}
	return check_summary("spelling");
}
