/* Wraps long texts to the width of the terminal, at blanks. */
#include "showevtinfo.h"

#include <string.h>

enum { INDENT = 11, INDENT_OF_LIST = 4, LEAST_ROOM = 20, ROOM_OF_COLUMN = 30 };

static void print_indented(int columns, int indent, int taken, const char *text, const char *behind)
{
	int column = taken;
	bool wraps = columns >= indent + LEAST_ROOM;

	for (const char *part = text; part; part = part == text ? behind : NULL)
		for (const char *at = part; *at;) {
			int blanks = (int)strspn(at, " "), length = (int)strcspn(at + blanks, " ");

			if (wraps && (blanks || at == text) && column > indent && column + blanks + length > columns) {
				printf("\n%*s", indent, "");
				column = indent;
				at += blanks;
				continue;
			}
			printf("%.*s", blanks + length, at);
			column += blanks + length;
			at += blanks + length;
		}
	putchar('\n');
}

void print_wrapped(int columns, int taken, const char *text, const char *behind)
{
	print_indented(columns, INDENT, taken, text, behind);
}

void print_column(int columns, int taken, int column, const char *text, const char *behind)
{
	int length = (int)(strlen(text) + strlen(behind)), word = (int)strcspn(text, " ");
	int needed = length < ROOM_OF_COLUMN ? length : word > ROOM_OF_COLUMN ? word : ROOM_OF_COLUMN;

	column = column > taken ? column : taken;
	if (columns && column + needed > columns) {
		putchar('\n');
		taken = 0;
		column = INDENT_OF_LIST;
	}
	printf("%*s", column - taken, "");
	print_indented(columns, column, column, text, behind);
}
