/* A hash table from names to numbers. */
#ifndef PMUC_INDEX_H
#define PMUC_INDEX_H

struct index;

/* Returns the number of name (case does not matter); a new name gets number. index: NULL at first. */
int index_add(struct index **index, const char *name, int number);
int index_find(const struct index *index, const char *name); /* -1: not found */
void index_free(struct index *index);

#endif
