/*
 * Distances between names, bit by bit, against the textbook's table; and the quick look that saves most of them: it
 * must never say no to a name that is like the word.
 */
#include "answers/spelling.h"

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

static void compare(const char *word, const char *name)
{
	pfm_diagnosis_t d = { .size = sizeof d };
	struct suggestions all = suggestions_for((struct span){ word, strlen(word) }, &d);
	int expected = table_distance(word, name), got;
	bool begins = strlen(word) >= 3 && strlen(name) > strlen(word) && !strncasecmp(name, word, strlen(word));

	if (begins && expected > 2)
		expected = 2;
	got = spelling_distance(&all, name, strlen(name));
	if (!CHECK(got <= all.most ? got == expected : expected > all.most) ||
	    !CHECK(expected > all.most || may_be_alike(&all, strlen(name), spelling_characters(name, strlen(name)))))
		printf("  %s %s: %d, not %d of at most %d\n", word, name, got, expected, all.most);
	consider(&all, "", name);
	CHECK(d.nsuggestions == (expected <= all.most));
}

int main(void)
{
	char word[2 * MOST], name[2 * MOST];

	compare("INST_RETIRED", "INST_RETIRED");
	compare("inst_retired", "INST_RETIRD");
	compare("CAS", "CAS_COUNT_READS_AND_WRITES");
	compare("a0", "ap");
	for (int i = 0; i < 20000; i++) {
		random_name(word, 1 + (int)(next_random() % 30));
		spoil(name, word);
		if (*name)
			compare(word, name);
		random_name(name, 1 + (int)(next_random() % 30));
		compare(word, name);
	}
	return check_summary("spelling");
}
