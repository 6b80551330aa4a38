/* Stores rows and numbers in a body of tables; no other code knows the width of fields. */
#include "build.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void put_number(void *field, size_t width, uint64_t value, struct place place, const char *what)
{
	uint64_t most = width < 8 ? (UINT64_C(1) << 8 * width) - 1 : UINT64_MAX;
	uint8_t one = (uint8_t)value;
	uint16_t two = (uint16_t)value;
	uint32_t four = (uint32_t)value;

	if (value > most)
		report(place, "too many %s: %" PRIu64 ", and %" PRIu64 " fit", what, value, most);
	memcpy(field,
		width == 1           ? (void *)&one
			: width == 2 ? (void *)&two
			: width == 4 ? (void *)&four
				     : (void *)&value,
		width);
}

void *body_add_rows(struct body *body, enum section_number number, uint32_t n)
{
	size_t width = section_types[number].width;
	char **rows = &body->sections[number].rows;
	uint32_t *count = &body->sections[number].count, *room = &body->sections[number].room;

	while (!*room || *count + n > *room) {
		*room = *room ? 2 * *room : 64;
		*rows = need(realloc(*rows, *room * width));
	}
	memset(*rows + *count * width, 0, n * width);
	*count += n;
	return *rows + (*count - n) * width;
}

void body_take_pool(struct body *body, enum section_number number, const struct pool *pool)
{
	if (pool->size)
		memcpy(body_add_rows(body, number, pool->size / section_types[number].width), pool->bytes, pool->size);
}
