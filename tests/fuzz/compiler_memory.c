/* Memory of the table compiler, given back after each run, and its messages. */
#define PFM_FUZZ_COMPILER_C
#include "compiler.h"

#include <stddef.h>
#include <string.h>

enum { MOST_MEMORY = 256 << 20 };

FILE *compiler_messages;

union block {
	struct {
		union block *before, *after;
		size_t size;
	};
	max_align_t alignment;
};

static union block all = { .before = &all, .after = &all };
static size_t held;

static void *add_block(union block *block, size_t size)
{
	if (!block)
		return NULL;
	block->size = size;
	block->before = &all;
	block->after = all.after;
	all.after->before = block;
	all.after = block;
	held += size;
	return block + 1;
}

static void drop_block(union block *block)
{
	block->before->after = block->after;
	block->after->before = block->before;
	held -= block->size;
}

void *compiler_malloc(size_t size)
{
	return size > MOST_MEMORY || held + size > MOST_MEMORY ? NULL
							       : add_block(malloc(sizeof(union block) + size), size);
}

void *compiler_calloc(size_t count, size_t size)
{
	void *memory = size && count > MOST_MEMORY / size ? NULL : compiler_malloc(count * size);

	return memory ? memset(memory, 0, count * size) : NULL;
}

void compiler_free(void *memory)
{
	union block *block = memory;

	if (!memory)
		return;
	drop_block(block - 1);
	free(block - 1);
}

/* Moves always, so that pointers to the old place are found out. */
void *compiler_realloc(void *memory, size_t size)
{
	void *bigger = compiler_malloc(size);
	size_t old = memory ? ((union block *)memory - 1)->size : 0;

	if (!bigger)
		return NULL;
	if (memory)
		memcpy(bigger, memory, old < size ? old : size);
	compiler_free(memory);
	return bigger;
}

void compiler_free_all(void)
{
	while (all.after != &all)
		compiler_free(all.after + 1);
}
