/*
 * The meaning of a user's words: folded into words of the field (src/pmu/words), and the vendors' events for them.
 * Knows no machine.
 */
#ifndef PFM_MEANING_H
#define PFM_MEANING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MEANT_LENGTH = 48, MOST_MEANT = 12, MOST_FORMS = 40, MOST_KNOWN = 32 };

/* A word of meaning, or one that the tables do not fold. */
struct meant {
	char word[MEANT_LENGTH];        /* as in src/pmu/words, or as it was typed, in lowercase */
	char typed[MEANT_LENGTH];       /* the word as typed, without its ending */
	bool is_weak;                   /* an event without it may still be the one */
	bool is_amount;                 /* a metric may not */
	/* how names and descriptions may write it, without endings and a blank in front: that of typed is the first */
	int forms;
	char form[MOST_FORMS][MEANT_LENGTH];
	const char *unlike;             /* texts with one of these, between bars, do not say it; "": there is none */
	uint8_t begin[MOST_FORMS];      /* where in struct begins a word stands that begins like this form */
};

/* With which two letters words of a text begin, as far as 256 bits tell: most forms need not be looked for in it. */
struct begins {
	uint64_t bits[4];
};

struct meaning {
	int count;
	struct meant list[MOST_MEANT];
	bool is_cut;                    /* there were more words than that */
	bool is_lacking;                /* out of memory: nothing is folded */
	bool is_of_boxes;               /* it is about things outside the cores */
	/* names separated by blanks, the best first, or "", and which words of the list they are about, a bit each */
	unsigned int covered;
	const char *events;
	/* all known meanings of the words, the one that covers most of them first, and which one it is now */
	int known_count, number;
	struct known_meaning {
		int worth;              /* more of the words, or stronger ones: more */
		unsigned int covered;
		const char *events;
	} known[MOST_KNOWN];
};

/* Folds a text; its words are separated by blanks and signs. */
void meaning_of(const char *text, struct meaning *meaning);

/* Goes on, if the machine has no event of this meaning, to that of next most words. False: the first again. */
bool meaning_next(struct meaning *meaning);

/*
 * Finds the vocabulary word that an unknown word of the list is spelt like; false: none is close enough. Only the
 * caller knows whether events have the unknown word.
 */
bool meaning_respell(const struct meant *meant, char *word, size_t size);

/*
 * Writes a text in lowercase, with one blank for signs and a blank before and behind; cut at size. Returns its length.
 * Unless begins is NULL, notes in it how the words begin.
 */
size_t meaning_plain(const char *text, char *plain, size_t size, struct begins *begins);

/* Returns the beginning of one word that ends with a blank or zero. */
struct begins meaning_begins(const char *word);

/*
 * Returns whether one of the forms begins a word of a plain text, of which begins tells: 2 if it is all of it, but for
 * an ending; 1; 0.
 */
int meaning_in(const struct meant *meant, const char *plain, const struct begins *begins);

/* Returns whether the word as typed has a meaning of its own, which names with this word have letter by letter. */
bool meaning_is_exact(const struct meant *meant);

/* Returns whether the word as typed is a word of a plain text, but for an ending. */
bool meaning_typed_in(const struct meant *meant, const char *plain, const struct begins *begins);

/* Returns whether a word of a name makes an event narrower than the plain one. */
bool meaning_is_narrow(const char *word, size_t length);

#endif
