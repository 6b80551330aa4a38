/*
 * Nothing is formatted unless logging is on. Control characters in paths are escaped, so that none reaches a terminal.
 */
#define _GNU_SOURCE
#include "catalog/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "machine/files.h"

#include "tables/clean.h"

bool log_verbosely;
static struct {
	bool debug, to_stdout;
} log_state;

bool environment_level(const char *name)
{
	const char *value = host_environment(name);

	return value && *value > '0' && *value <= '9';
}

void log_open(void)
{
	log_verbosely = environment_level("LIBPFM_VERBOSE");
	log_state.debug = environment_level("LIBPFM_DEBUG");
	log_state.to_stdout = host_environment("LIBPFM_DEBUG_STDOUT") != NULL;
}

static void write_line(const char *format, va_list arguments)
{
	FILE *out = log_state.to_stdout ? stdout : stderr;
	char *line;

	if (vasprintf(&line, format, arguments) < 0)
		return;
	print_clean(out, line);
	fputc('\n', out);
	free(line);
}

void log_verbose(const char *format, ...)
{
	va_list arguments;

	if (!log_verbosely)
		return;
	va_start(arguments, format);
	write_line(format, arguments);
	va_end(arguments);
}

void log_debug(const char *format, ...)
{
	va_list arguments;

	if (!log_state.debug)
		return;
	va_start(arguments, format);
	write_line(format, arguments);
	va_end(arguments);
}
