#define _GNU_SOURCE
#include "operands.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "tool.h"

struct reader {
	bool lists;             /* commas and braces separate */
	bool (*use)(const char *event, void *data);
	void *data;
};

/* Cuts at commas and perf's braces, which is where no event name goes on. */
static bool use_list(char *text, const struct reader *reader)
{
	bool good = true, any = false;

	while (*text) {
		size_t length = strcspn(text, ",{} \t\r\n");
		char end = text[length];

		text[length] = '\0';
		if (length) {
			good &= reader->use(text, reader->data);
			any = true;
		}
		text += length + (end != '\0');
		/* perf's modifiers after a closing brace are those of the group: there is nothing to apply them to */
		if (end == '}' && *text == ':')
			text += strcspn(text, ",{} \t\r\n");
	}
	return good && any;
}

static bool use_operand(const char *operand, const struct reader *reader)
{
	char *copy;
	bool good;

	/* What is no list goes as it is, so that the library can say what is wrong with it. */
	if (!reader->lists || !strpbrk(operand, ",{}"))
		return reader->use(operand, reader->data);
	copy = strdup(operand);
	if (!copy) {
		complain("%s: out of memory", operand);
		return false;
	}
	good = use_list(copy, reader);
	if (!good && !strpbrk(operand, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"))
		good = reader->use(operand, reader->data);
	free(copy);
	return good;
}

static bool use_line(char *line, ssize_t length, const struct reader *reader)
{
	char *comment;
	ssize_t end;

	if (memchr(line, '\0', (size_t)length)) {
		complain("a NUL byte in the input: not a list of events");
		return false;
	}
	comment = strchr(line, '#');
	if (comment)
		*comment = '\0';
	line += strspn(line, " \t\r\n");
	for (end = (ssize_t)strlen(line); end > 0 && strchr(" \t\r\n", line[end - 1]); end--)
		line[end - 1] = '\0';
	return !*line || use_operand(line, reader);
}

static bool use_file(FILE *file, const char *name, const struct reader *reader)
{
	char *line = NULL;
	size_t room = 0;
	ssize_t length;
	bool good = true;

	while ((length = getline(&line, &room, file)) > 0)
		good &= use_line(line, length, reader);
	/* getline() can also be short of memory, which is no error of the file */
	if (!feof(file)) {
		complain("%s: %s", name, strerror(errno));
		good = false;
	}
	free(line);
	return good;
}

static bool read_operands(int count, char **operands, struct reader reader)
{
	bool good = true;

	for (int i = 0; i < count; i++) {
		FILE *file;

		if (!strcmp(operands[i], "-")) {
			good &= use_file(stdin, "standard input", &reader);
		} else if (operands[i][0] != '@') {
			good &= use_operand(operands[i], &reader);
		} else if ((file = fopen(operands[i] + 1, "r"))) {
			good &= use_file(file, operands[i] + 1, &reader);
			fclose(file);
		} else {
			complain("%s: %s", operands[i] + 1, strerror(errno));
			good = false;
		}
	}
	return good;
}

bool for_each_event(int count, char **operands, bool (*use)(const char *event, void *data), void *data)
{
	return read_operands(count, operands, (struct reader){ true, use, data });
}

bool for_each_code(int count, char **operands, bool (*use)(const char *code, void *data), void *data)
{
	return read_operands(count, operands, (struct reader){ false, use, data });
}
