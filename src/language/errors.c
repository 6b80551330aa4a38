/* Errors in text of perf's language: the first one is reported. */
#include "language/language.h"

#include <stdarg.h>
#include <stdio.h>

bool perf_fail(struct perf_parser *parser, pfm_err_t error, struct span where, const char *format, ...)
{
	pfm_diagnosis_t *d = parser->d;
	va_list arguments;

	if (parser->error)
		return false;
	parser->error = error;
	if (!d)
		return false;
	d->error = error;
	d->offset = (int)(where.text - parser->text);
	d->length = (int)where.length;
	va_start(arguments, format);
	vsnprintf(d->message, sizeof d->message, format, arguments);
	va_end(arguments);
	return false;
}

void perf_expect(struct perf_parser *parser, const char *format, ...)
{
	va_list arguments;

	if (!parser->d || parser->error)
		return;
	va_start(arguments, format);
	vsnprintf(parser->d->expected, sizeof parser->d->expected, format, arguments);
	va_end(arguments);
}

void perf_forgive(struct perf_parser *parser)
{
	parser->error = PFM_SUCCESS;
	if (parser->d)
		*parser->d = (pfm_diagnosis_t){ .size = parser->d->size, .idx = -1 };
}
