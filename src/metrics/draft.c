/* Metrics: memory and errors during preparation. All memory is freed at once. */
#include "metrics/metrics.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK_BYTES = 8192 };

struct draft_chunk {
	struct draft_chunk *next;
	size_t used, size;
	_Alignas(max_align_t) char bytes[];
};

static struct draft_chunk *add_chunk(struct draft *draft, size_t size)
{
	size_t room = size > CHUNK_BYTES ? size : CHUNK_BYTES;
	struct draft_chunk *chunk = malloc(sizeof *chunk + room);

	if (!chunk) {
		draft_fail(draft, PFM_ERR_NOMEM, 0, 0, "out of memory");
		return NULL;
	}
	*chunk = (struct draft_chunk){ .next = draft->chunks, .size = room };
	draft->chunks = chunk;
	return chunk;
}

char *draft_text_room(struct draft *draft, size_t size)
{
	struct draft_chunk *chunk = draft->chunks;
	size_t rounded = (size + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);

	if (!chunk || chunk->size - chunk->used < rounded)
		chunk = add_chunk(draft, rounded);
	if (!chunk)
		return NULL;
	chunk->used += rounded;
	return chunk->bytes + chunk->used - rounded;
}

void *draft_memory(struct draft *draft, size_t size)
{
	char *bytes = draft_text_room(draft, size);

	return bytes ? memset(bytes, 0, size) : NULL;
}

char *draft_copy(struct draft *draft, const char *text, size_t length)
{
	char *copy = draft_memory(draft, length + 1);

	if (copy && length)
		memcpy(copy, text, length);
	return copy;
}

bool draft_room(struct draft *draft, void *array, int count, int *room, size_t size)
{
	void *old, *more;

	if (count < *room)
		return true;
	memcpy(&old, array, sizeof old);
	more = draft_memory(draft, (size_t)(*room ? 2 * *room : 16) * size);
	if (!more)
		return false;
	if (count)
		memcpy(more, old, (size_t)count * size);
	memcpy(array, &more, sizeof more);
	*room = *room ? 2 * *room : 16;
	return true;
}

void draft_end(struct draft *draft)
{
	for (int i = 0; i < draft->program_count; i++)
		formula_free(&draft->programs[i]->formula);
	while (draft->chunks) {
		struct draft_chunk *next = draft->chunks->next;

		free(draft->chunks);
		draft->chunks = next;
	}
}

/* ---- errors ---- */

bool draft_fail(struct draft *draft, pfm_err_t error, size_t offset, size_t length, const char *format, ...)
{
	pfm_diagnosis_t *d = draft->d;
	va_list arguments;

	if (draft->error)
		return false;
	draft->error = error;
	if (!d)
		return false;
	*d = (pfm_diagnosis_t){ .size = d->size, .error = error, .offset = (int)offset, .length = (int)length,
		.idx = -1 };
	va_start(arguments, format);
	vsnprintf(d->message, sizeof d->message, format, arguments);
	va_end(arguments);
	return false;
}

bool draft_fail_in(struct draft *draft, const struct draft_source *source, pfm_err_t error, size_t offset,
		   size_t length, const char *message, const char *expected)
{
	if (draft->error)
		return false;
	if (source->metric < 0)
		draft_fail(draft, error, source->offset + offset, length, "%s", message);
	else
		draft_fail(draft, error, source->offset, 0, "%s of metric %s, at '%.*s': %s",
			source->is_threshold ? "threshold" : "formula", source->name,
			(int)(length < 60 ? length : 60), source->text + offset, message);
	if (draft->d)
		snprintf(draft->d->expected, sizeof draft->d->expected, "%s", expected);
	return false;
}

int draft_subject(struct draft *draft, const char *text, size_t length)
{
	char *copy = draft_copy(draft, text, length);

	if (!copy || !draft_room(draft, &draft->subjects, draft->subject_count, &draft->subject_room,
			    sizeof *draft->subjects))
		return -1;
	draft->subjects[draft->subject_count] = copy;
	return draft->subject_count++;
}
