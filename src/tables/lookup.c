#include "tables/lookup.h"

bool span_is(struct span span, const char *name)
{
	for (size_t i = 0; i < span.length; i++)
		if (ascii_lower((unsigned char)span.text[i]) != ascii_lower((unsigned char)name[i]) || !name[i])
			return false;
	return !name[span.length];
}
