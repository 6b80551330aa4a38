/* The hash by which the table compiler files names and the library finds them. */
#ifndef PFM_HASH_H
#define PFM_HASH_H

#include <stddef.h>
#include <stdint.h>

/* ASCII only, whatever the locale: table names are ASCII, and a lookup must not depend on LC_CTYPE. */
static inline unsigned char ascii_lower(unsigned char c)
{
	return c >= 'A' && c <= 'Z' ? (unsigned char)(c | 0x20) : c;
}

/* FNV-1a over the lower-cased bytes. */
static inline uint32_t name_hash(const char *name, size_t length)
{
	uint32_t hash = 2166136261u;

	for (size_t i = 0; i < length; i++)
		hash = (hash ^ ascii_lower((unsigned char)name[i])) * 16777619u;
	return hash ^ hash >> 15;
}

#endif
