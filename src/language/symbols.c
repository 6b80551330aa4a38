/* Names that need no device: raw codes and the kernel's symbols (catalog/symbols.h). */
#include "language/language.h"

static int hexadecimal_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c = (char)ascii_lower((unsigned char)c);
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool perf_raw(struct span name, uint64_t *config)
{
	*config = 0;
	if (name.length < 2 || name.length > 17 || name.text[0] != 'r')
		return false;
	for (size_t i = 1; i < name.length; i++) {
		int digit = hexadecimal_digit(name.text[i]);

		if (digit < 0)
			return false;
		*config = *config << 4 | (unsigned int)digit;
	}
	return true;
}

void perf_consider_symbols(struct suggestions *all)
{
	char name[64];

	for (int n = 0; perf_symbol_at(n, name, sizeof name); n++)
		if (*name)
			consider(all, "", name);
}
