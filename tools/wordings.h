/* Search that understands questions: the words that were typed, without endings, and what else they may be called. */
#ifndef PFM_WORDINGS_H
#define PFM_WORDINGS_H

#include <stdbool.h>

/* An event that has all the words is found; bonus: how much better than one that was found by the words as typed. */
struct wording {
	char **words;
	int count, bonus;
};

struct wordings {
	struct wording *list;
	int count;
};

/* Fills in *wordings, to be freed with free_wordings() in any case. False: out of memory. */
bool find_wordings(int count, char *const *words, struct wordings *wordings);
void free_wordings(struct wordings *wordings);

#endif
