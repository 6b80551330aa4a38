/* Stores a string that is the end of another one inside that one. */
#include "build.h"

#include <stdlib.h>
#include <string.h>

struct string {
	const char *text;
	size_t length;
};

/* Compares strings by their ends; of two that end alike the longer one is first. */
static int compare_ends(const void *a, const void *b)
{
	const struct string *x = a, *y = b;
	size_t shorter = x->length < y->length ? x->length : y->length;

	for (size_t i = 1; i <= shorter; i++) {
		int difference = (unsigned char)x->text[x->length - i] - (unsigned char)y->text[y->length - i];

		if (difference)
			return difference;
	}
	return (x->length < y->length) - (x->length > y->length);
}

static struct string *list_strings(const char *pool, uint32_t size, uint32_t *count)
{
	struct string *strings = NULL;
	size_t room = 0;

	*count = 0;
	for (uint32_t at = 0; at < size; at += (uint32_t)strings[*count - 1].length + 1) {
		if (*count == room) {
			room = room ? 2 * room : 1024;
			strings = need(realloc(strings, room * sizeof *strings));
		}
		strings[(*count)++] = (struct string){ pool + at, strlen(pool + at) };
	}
	return strings;
}

static bool ends_in(const struct string *string, const struct string *end)
{
	return string->length >= end->length &&
		!memcmp(string->text + string->length - end->length, end->text, end->length);
}

/*
 * Rewrites the pool and returns new offsets by old ones. The empty string keeps offset 0, which means "none". Others
 * stay in their order, so that those of one table are near each other.
 */
static uint32_t *share(char *pool, uint32_t *size)
{
	uint32_t count, *offsets = need(calloc(*size + 1, sizeof *offsets)), *in = need(calloc(*size + 1, sizeof *in)),
			end = 1;
	struct string *strings = list_strings(pool, *size, &count);
	char *shared = need(malloc(*size + 1));

	if (strings)
		qsort(strings, count, sizeof *strings, compare_ends);
	for (uint32_t i = 0, longest = 0; strings && i < count; i++) {
		if (!i || !ends_in(&strings[longest], &strings[i]))
			longest = i;
		in[strings[i].text - pool] = (uint32_t)(strings[longest].text - pool);
	}
	*shared = '\0';
	for (uint32_t at = 1; at < *size; at += (uint32_t)strlen(pool + at) + 1)
		if (in[at] == at) {
			size_t length = strlen(pool + at) + 1;

			offsets[at] = end;
			memcpy(shared + end, pool + at, length);
			end += (uint32_t)length;
		}
	for (uint32_t at = 1; at < *size; at += (uint32_t)strlen(pool + at) + 1)
		if (in[at] != at)
			offsets[at] = offsets[in[at]] + (uint32_t)(strlen(pool + in[at]) - strlen(pool + at));
	memcpy(pool, shared, end);
	*size = end;
	free(strings);
	free(shared);
	free(in);
	return offsets;
}

/* New offsets, by kind of field. */
struct relocations {
	const uint32_t *of[FIELD_PART + 1];
};

static char *relocate_row(enum row_kind kind, char *at, const struct relocations *new)
{
	for (const struct row_field *field = row_types[kind].fields; field->name; field++)
		for (uint16_t i = 0; i < field->count; i++) {
			uint32_t offset;

			if (new->of[field->kind]) {
				memcpy(&offset, at, sizeof offset);
				memcpy(at, &new->of[field->kind][offset], sizeof offset);
			} else if (field->kind == FIELD_PART) {
				relocate_row(field->to, at, new);
			}
			at += field->width;
		}
	return at;
}

void share_tails(struct body *body)
{
	static const struct { enum field_kind kind; enum section_number pool; } pools[] = {
		{ FIELD_NAME, SECTION_names }, { FIELD_TEXT, SECTION_texts },
		{ FIELD_STRING, SECTION_metric_strings } };
	struct relocations new = { { NULL } };
	uint32_t *offsets[3];

	for (int i = 0; i < 3; i++)
		new.of[pools[i].kind] = offsets[i] =
			share(body->sections[pools[i].pool].rows, &body->sections[pools[i].pool].count);
	for (int i = 0; i < SECTIONS; i++) {
		char *at = body->sections[i].rows;

		for (uint32_t row = 0; section_types[i].kind != KIND_NUMBERS && row < body->sections[i].count; row++)
			at = relocate_row(section_types[i].kind, at, &new);
	}
	for (int i = 0; i < 3; i++)
		free(offsets[i]);
}
