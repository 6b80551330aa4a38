/* The hash of names, and the hash tables in which the compiler puts names and the library finds them. */
#ifndef PFM_HASH_H
#define PFM_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "tables/body.h"

/*
 * On the way of every encode a call costs more than it saves. What is beside that way is never inlined: in the middle
 * of it, it would take the registers that the way needs, and have them saved in every call.
 */
#define ALWAYS_INLINE static inline __attribute__((always_inline))
#define NEVER_INLINE __attribute__((noinline))

/* Converts ASCII only, whatever the locale: table names are ASCII, and a lookup must not depend on LC_CTYPE. */
static inline unsigned char ascii_lower(unsigned char c)
{
	return c >= 'A' && c <= 'Z' ? (unsigned char)(c | 0x20) : c;
}

/* Returns eight bytes of a name as a number, the same on every machine: the compiler's hashes are the library's. */
static inline uint64_t name_word(const char *at)
{
	uint64_t word;

	memcpy(&word, at, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	word = __builtin_bswap64(word);
#endif
	return word;
}

/* Returns fewer than eight bytes, as if zeros followed, without reading behind them. */
static inline uint64_t name_rest(const char *at, size_t length)
{
	const unsigned char *bytes = (const unsigned char *)at;
	size_t middle = length / 2, last = length - 1;
	uint32_t low, high;

	if (!length)
		return 0;
	if (length < 4)
		return bytes[0] | (uint64_t)bytes[middle] << 8 * middle | (uint64_t)bytes[last] << 8 * last;
	memcpy(&low, at, sizeof low);
	memcpy(&high, at + length - 4, sizeof high);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	low = __builtin_bswap32(low);
	high = __builtin_bswap32(high);
#endif
	return low | (uint64_t)high << 8 * (length - 4);
}

/* Makes letters of either case equal, and a few other characters that names rarely have. */
#define NAME_FOLD UINT64_C(0x2020202020202020)

#define NAME_ODD UINT64_C(0x9e3779b97f4a7c15)

/* Mixes in a word. A product's upper bits depend on most of its input: they go to the end that slots are chosen by. */
static inline uint64_t name_mix(uint64_t hash, uint64_t word)
{
	return __builtin_bswap64((hash ^ (word | NAME_FOLD)) * NAME_ODD);
}

/* Hashes a name of fewer than eight letters, which are in rest. */
static inline uint32_t name_hash_short(uint64_t rest, size_t length)
{
	return (uint32_t)name_mix(length, rest);
}

/*
 * Hashes eight letters or more: eight bytes a step, since every encoding hashes two or three names; the last step takes
 * the last eight, some of them for a second time.
 */
static inline uint32_t name_hash_long(const char *name, size_t length)
{
	const char *last = name + length - 8;
	uint64_t hash = length;

	for (; name < last; name += 8)
		hash = name_mix(hash, name_word(name));
	return (uint32_t)name_mix(hash, name_word(last));
}

/* Hashes a name, ignoring case. */
static inline uint32_t name_hash(const char *name, size_t length)
{
	return length < 8 ? name_hash_short(name_rest(name, length), length) : name_hash_long(name, length);
}

/*
 * Hash tables with linear probing. The bits of a slot within the mask are the row of a name + 1, which fits since at
 * least a quarter of the slots is empty; the bits above are those of the name's hash, so that names are only compared
 * if they are most likely equal. 0: empty. The number of slots is a power of two.
 *
 * A slot is one cell. Tables of more than MAX_NARROW names have wide slots: two cells, the low one first. Since such
 * tables are rare, the caller says which of the two a table has.
 */
enum { MAX_NARROW = 1 << 15 };

static inline uint32_t slots_for(uint32_t count)
{
	uint32_t slots = count > MAX_NARROW ? 4 * MAX_NARROW : 2;

	while (3 * slots < 4 * count)
		slots *= 2;
	return slots;
}

/* Returns how many cells the slots of a mask take. */
static inline uint32_t slot_cells(uint32_t mask)
{
	return mask > UINT16_MAX ? 2 * (mask + 1) : mask + 1;
}

static inline uint32_t slot_at(const slot_cell *cells, uint32_t slot, bool wide)
{
	return wide ? cells[2 * slot] | (uint32_t)cells[2 * slot + 1] << 16 : cells[slot];
}

static inline void slots_file(slot_cell *cells, uint32_t mask, const char *name, uint32_t row)
{
	uint32_t hash = name_hash(name, strlen(name)), slot = hash & mask, value = (hash & ~mask) | (row + 1);
	bool wide = mask > UINT16_MAX;

	while (slot_at(cells, slot, wide))
		slot = (slot + 1) & mask;
	cells[wide ? 2 * slot : slot] = (slot_cell)value;
	if (wide)
		cells[2 * slot + 1] = (slot_cell)(value >> 16);
}

/* Returns whether the name in a slot that is not empty may be one that has this hash. */
static inline bool slot_may_be(uint32_t slot, uint32_t mask, uint32_t hash, bool wide)
{
	return (wide ? slot ^ hash : (slot_cell)(slot ^ hash)) <= mask; /* the hashes are equal above the mask */
}

/* Returns the row of a slot that is not empty. */
static inline uint32_t slot_row(uint32_t slot, uint32_t mask)
{
	return (slot & mask) - 1;
}

#endif
