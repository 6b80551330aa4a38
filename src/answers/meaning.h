/*
 * The meaning of a question: its words, folded into the field's vocabulary (src/pmu/words), and the vendors' events for
 * them. Knows no machine.
 */
#ifndef PFM_MEANING_H
#define PFM_MEANING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MEANT_LENGTH = 48, MOST_MEANT = 12, MOST_FORMS = 40, MOST_KNOWN = 32 };

/* A word of the vocabulary, or a word of the question that is not folded. */
struct meant {
	char word[MEANT_LENGTH];        /* as in src/pmu/words, or as typed, in lowercase */
	char typed[MEANT_LENGTH];       /* the word as typed, without its ending */
	bool is_weak;                   /* an event may match without it */
	bool is_amount;                 /* an event may match without it, but not a metric */
	/* forms in which names and descriptions may have it, without endings and behind a blank, the first as typed */
	int forms;
	char form[MOST_FORMS][MEANT_LENGTH];
	const char *unlike;             /* phrases between bars, which a text with this meaning lacks; "": none */
	uint8_t begin[MOST_FORMS];      /* by form: its bit in struct begins */
};

/* Bit set of the first two letters of a text's words, hashed to 256 bits: most forms need not be searched for. */
struct begins {
	uint64_t bits[4];
};

struct meaning {
	int count;
	struct meant list[MOST_MEANT];
	bool is_cut;                    /* the question has more words than the list */
	bool is_lacking;                /* out of memory: nothing is folded */
	bool is_of_boxes;               /* the question is about things outside the cores */
	/*
	 * events: names separated by blanks, the best first, or ""; covered: bit set of the words of the list that they
	 * are for
	 */
	unsigned int covered;
	const char *events;
	/* all known meanings of the words, the one that covers most of them first, and the index of the current one */
	int known_count, number;
	struct known_meaning {
		int worth;              /* the weight of the words that it covers: their number and strength */
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
