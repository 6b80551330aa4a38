/*
 * One state per body, set by the first thread that checks it. Two threads may check at the same time: they find the
 * same.
 */
#include "catalog/sources.h"

#include "catalog/log.h"

struct source sources[MAX_BODIES];
static atomic_int any_refused;

void source_is_file(int body, const struct tables *tables, const void *bytes, const char *path)
{
	sources[body] = (struct source){ .tables = tables, .bytes = bytes, .path = path };
}

void source_is_copy(int body, int of)
{
	sources[body] = (struct source){ .copy_of = (uint8_t)of };
}

const char *source_path(int body)
{
	while (sources[body].copy_of)
		body = sources[body].copy_of;
	return sources[body].path;
}

void source_note_refused(bool refused)
{
	atomic_store_explicit(&any_refused, refused, memory_order_relaxed);
}

bool source_is_any_refused(void)
{
	return atomic_load_explicit(&any_refused, memory_order_relaxed);
}

bool source_look(int body)
{
	int state = NOT_LOOKED_AT;
	const char *wrong;

	while (sources[body].copy_of)
		body = sources[body].copy_of;
	if (!sources[body].bytes)
		return true;
	if (atomic_load_explicit(&sources[body].state, memory_order_relaxed) != NOT_LOOKED_AT)
		return atomic_load_explicit(&sources[body].state, memory_order_relaxed) == GOOD;
	wrong = table_file_check(sources[body].bytes, sources[body].tables);
	if (wrong)
		source_note_refused(true);
	if (atomic_compare_exchange_strong(&sources[body].state, &state, wrong ? BAD : GOOD) && wrong)
		log_verbose("%s: its PMUs are not there: %s", sources[body].path, wrong);
	return !wrong;
}
