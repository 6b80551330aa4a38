/* Long texts on a terminal: in lines as wide as it, cut at blanks. */
#include "showevtinfo.h"

#include <string.h>

void print_wrapped(int columns, int taken, const char *text, const char *behind)
{
	enum { INDENT = 11, LEAST_ROOM = 20 };
	int column = taken;
	bool wraps = columns >= INDENT + LEAST_ROOM;

	for (const char *part = text; part; part = part == text ? behind : NULL)
		for (const char *at = part; *at;) {
			int blanks = (int)strspn(at, " "), length = (int)strcspn(at + blanks, " ");

			if (wraps && (blanks || at == text) && column > INDENT && column + blanks + length > columns) {
				printf("\n%*s", INDENT, "");
				column = INDENT;
				at += blanks;
				continue;
			}
			printf("%.*s", blanks + length, at);
			column += blanks + length;
			at += blanks + length;
		}
	putchar('\n');
}
