/* Pools, which store equal strings and records once. */
#ifndef PMUC_POOL_H
#define PMUC_POOL_H

#include <stddef.h>
#include <stdint.h>

struct pool {
	char *bytes;
	uint32_t size, room;
	uint32_t *slots;        /* hash table of offsets + 1; 0: empty */
	uint32_t slot_count, used;
};

/* Returns the offset of a string in the pool, added if new. */
uint32_t pool_string(struct pool *pool, const char *text);

/* Returns the index of a record of size bytes, likewise. All records of a pool have one size. */
uint32_t pool_record(struct pool *pool, const void *record, size_t size);

uint32_t bytes_hash(const void *bytes, size_t length);

#endif
