#include "catalog/sources.h"

#include "catalog/log.h"
#include "tables/file.h"

struct source sources[MAX_BODIES];

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
	if (atomic_compare_exchange_strong(&sources[body].state, &state, wrong ? BAD : GOOD) && wrong)
		log_verbose("%s: its PMUs are not there: %s", sources[body].path, wrong);
	return !wrong;
}
