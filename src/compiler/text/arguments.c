/* Reads options and operands. */
#include "arguments.h"

#include "text.h"

#include <string.h>

/* Returns how many words an option is, with its value; 0: it is wrong. */
static int read_option(int count, char **words, const struct options *options, void *command)
{
	if (options && options->flag && options->flag(command, words[0]))
		return 1;
	if (options && options->value && options->value(command, words[0], count > 1 ? words[1] : "")) {
		if (count > 1)
			return 2;
		say(stderr, "pmuc: option %s wants a value\n", words[0]);
	} else {
		say(stderr, "pmuc: unknown option %s\n", words[0]);
	}
	return 0;
}

int read_arguments(int argc, char **argv, const struct options *options, void *command)
{
	int operands = 0, length;
	bool ended = false;

	for (int i = 0; i < argc; i += length) {
		length = 1;
		if (ended || *argv[i] != '-')
			argv[operands++] = argv[i];
		else if (!strcmp(argv[i], "--"))
			ended = true;
		else
			length = read_option(argc - i, argv + i, options, command);
		if (!length)
			return -1;
	}
	return operands;
}
