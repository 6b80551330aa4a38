/*
 * What a fresh process pays: how long a command takes from its start to its end, by turns, for each of several
 * commands.
 *
 *   startup [-ROUNDS] COMMAND...
 *
 * A command is a program and its arguments, with blanks between. Prints the median wall time of each, and its ratio to
 * the first one's.
 */
#define _GNU_SOURCE
#include "library.h"

#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

enum { MOST = 8, MOST_ROUNDS = 601, MOST_WORDS = 32 };

extern char **environ;

static double run(const char *command)
{
	char *arguments[MOST_WORDS + 1], *words = strdup(command), *rest;
	int count = 0, status;
	double start;
	pid_t pid;

	for (char *word = strtok_r(words, " ", &rest); word && count < MOST_WORDS; word = strtok_r(NULL, " ", &rest))
		arguments[count++] = word;
	arguments[count] = NULL;
	start = now();
	if (posix_spawnp(&pid, arguments[0], NULL, NULL, arguments, environ) || waitpid(pid, &status, 0) != pid ||
		status) {
		fprintf(stderr, "startup: %s fails\n", command);
		exit(2);
	}
	free(words);
	return now() - start;
}

int main(int argc, char **argv)
{
	static double times[MOST][MOST_ROUNDS];
	double medians[MOST];
	int rounds = MOST_ROUNDS;

	if (argc > 1 && argv[1][0] == '-') {
		rounds = atoi(argv[1] + 1);
		argc--;
		argv++;
	}
	if (argc < 2 || argc > MOST || rounds < 1 || rounds > MOST_ROUNDS)
		return 2;
	for (int round = 0; round < rounds; round++)
		for (int i = 1; i < argc; i++)
			times[i][round] = run(argv[i]);
	for (int i = 1; i < argc; i++) {
		medians[i] = median(times[i], rounds);
		printf("%-58s %10.0f us %24.2f x\n", argv[i], medians[i] * 1e6, medians[i] / medians[1]);
	}
	return 0;
}
