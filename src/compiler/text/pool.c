/* A hash table with open addressing over what is stored: an equal string or record gets the same offset. */
#include "pool.h"

#include "text.h"

#include <stdlib.h>
#include <string.h>

uint32_t bytes_hash(const void *bytes, size_t length)
{
	const unsigned char *at = bytes;
	uint32_t hash = 2166136261u;

	while (length--)
		hash = (hash ^ *at++) * 16777619u;
	return hash ^ hash >> 15;
}

/* Doubles the slots. record: the size of records, 0 for strings. */
static void rehash(struct pool *pool, size_t record)
{
	uint32_t *old = pool->slots, count = pool->slot_count;

	pool->slot_count = count ? 2 * count : 1024;
	pool->slots = need(calloc(pool->slot_count, sizeof *pool->slots));
	for (uint32_t i = 0; i < count; i++) {
		const char *bytes = pool->bytes + (old[i] - 1);
		uint32_t slot;

		if (!old[i])
			continue;
		slot = bytes_hash(bytes, record ? record : strlen(bytes)) & (pool->slot_count - 1);
		while (pool->slots[slot])
			slot = (slot + 1) & (pool->slot_count - 1);
		pool->slots[slot] = old[i];
	}
	free(old);
}

static uint32_t add(struct pool *pool, const void *bytes, size_t record)
{
	size_t length = record ? record : strlen(bytes);
	uint32_t slot;

	if (2 * pool->used >= pool->slot_count)
		rehash(pool, record);
	slot = bytes_hash(bytes, length) & (pool->slot_count - 1);
	for (; pool->slots[slot]; slot = (slot + 1) & (pool->slot_count - 1)) {
		const char *other = pool->bytes + (pool->slots[slot] - 1);

		/* NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker): bytes is not NULL if a slot is used */
		if (record ? !memcmp(other, bytes, length) : !strcmp(other, bytes))
			return pool->slots[slot] - 1;
	}
	while (pool->size + length + 1 > pool->room) {
		pool->room = pool->room ? 2 * pool->room : 65536;
		pool->bytes = need(realloc(pool->bytes, pool->room));
	}
	memcpy(pool->bytes + pool->size, bytes, length);
	if (!record)
		pool->bytes[pool->size + length] = '\0';
	pool->slots[slot] = pool->size + 1;
	pool->used++;
	pool->size += (uint32_t)(length + !record);
	return pool->slots[slot] - 1;
}

uint32_t pool_string(struct pool *pool, const char *text)
{
	return add(pool, text, 0);
}

uint32_t pool_record(struct pool *pool, const void *record, size_t size)
{
	return (uint32_t)(add(pool, record, size) / size);
}
