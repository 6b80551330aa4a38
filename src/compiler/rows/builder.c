/* Stores rows and strings in a body being built. */
#include "builder.h"

#include "tables/lookup.h"

#include <string.h>

uint32_t built_count(const struct builder *b, enum section_number section)
{
	return b->body->sections[section].count;
}

/* Returns room for n more rows, zeroed; valid until the next rows of the section. */
void *built_room(struct builder *b, enum section_number number, uint32_t n)
{
	return body_add_rows(b->body, number, n);
}

void *built_row(const struct builder *b, enum section_number number, uint32_t row)
{
	return b->body->sections[number].rows + row * (size_t)section_types[number].width;
}

uint32_t built_name(struct builder *b, const char *text)
{
	return text ? pool_string(&b->names, text) : 0;
}

uint32_t built_text(struct builder *b, const char *text)
{
	return text ? pool_string(&b->texts, text) : 0;
}

/* Returns where the rows from first to the end are stored already, else first; they are stored once. */
uint32_t built_run(struct builder *b, enum section_number number, uint32_t first)
{
	size_t width = section_types[number].width;
	uint32_t n = built_count(b, number) - first, earlier = 0;

	if (!n)
		return 0;
	while (earlier < first && memcmp(built_row(b, number, earlier), built_row(b, number, first), n * width))
		earlier++;
	if (earlier + n <= first)
		b->body->sections[number].count = first;
	return earlier + n <= first ? earlier : first;
}

/* Makes room to file the names of count rows. Returns the mask of its slots. */
uint32_t built_slots(struct builder *b, enum section_number section, uint32_t count, uint32_t *first)
{
	uint32_t mask = slots_for(count) - 1;

	*first = built_count(b, section);
	built_room(b, section, slot_cells(mask));
	return mask;
}
