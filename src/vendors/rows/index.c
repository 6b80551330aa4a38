/* A hash table from names to numbers. */
#include "index.h"
#include "compiler/model/model.h"

#include "tables/hash.h"

#include <stdlib.h>
#include <string.h>

/* Uses open addressing, and is at most half full. */

struct index {
	struct slot {
		const char *name;
		int number;
	} * slots;
	size_t size; /* number of slots: a power of two */
	size_t count;
};

static struct slot *slot_of(const struct index *index, const char *name)
{
	size_t at = name_hash(name, strlen(name)) & (index->size - 1);

	while (index->slots[at].name && !same_name(index->slots[at].name, name))
		at = (at + 1) & (index->size - 1);
	return &index->slots[at];
}

static void double_index(struct index *index)
{
	struct index bigger = { .size = index->size ? 2 * index->size : 64, .count = index->count };

	bigger.slots = need(calloc(bigger.size, sizeof *bigger.slots));
	for (size_t i = 0; i < index->size; i++)
		if (index->slots[i].name)
			*slot_of(&bigger, index->slots[i].name) = index->slots[i];
	free(index->slots);
	*index = bigger;
}

int index_add(struct index **index, const char *name, int number)
{
	struct slot *slot;

	if (!*index)
		*index = need(calloc(1, sizeof **index));
	if ((*index)->count * 2 >= (*index)->size)
		double_index(*index);
	slot = slot_of(*index, name);
	if (!slot->name) {
		*slot = (struct slot){ name, number };
		(*index)->count++;
	}
	return slot->number;
}

int index_find(const struct index *index, const char *name)
{
	const struct slot *slot = index ? slot_of(index, name) : NULL;

	return slot && slot->name ? slot->number : -1;
}

void index_free(struct index *index)
{
	if (index)
		free(index->slots);
	free(index);
}
