/*
 * What a fresh process pays: how long a program takes from its start to its end, by turns, for each of several
 * programs.
 *
 *   startup PROGRAM...
 *
 * Prints the median wall time of each, and its ratio to the first one's.
 */
#define _GNU_SOURCE
#include "library.h"

#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>

enum { MOST = 8, ROUNDS = 601 };

extern char **environ;

static double run(char *program)
{
	char *arguments[] = { program, NULL };
	double start = now();
	pid_t pid;
	int status;

	if (posix_spawn(&pid, program, NULL, NULL, arguments, environ) || waitpid(pid, &status, 0) != pid || status) {
		fprintf(stderr, "startup: %s fails\n", program);
		exit(2);
	}
	return now() - start;
}

int main(int argc, char **argv)
{
	static double times[MOST][ROUNDS];
	double medians[MOST];

	if (argc < 2 || argc > MOST)
		return 2;
	for (int round = 0; round < ROUNDS; round++)
		for (int i = 1; i < argc; i++)
			times[i][round] = run(argv[i]);
	for (int i = 1; i < argc; i++) {
		medians[i] = median(times[i], ROUNDS);
		printf("%-42s %10.0f us %24.2f x\n", argv[i], medians[i] * 1e6, medians[i] / medians[1]);
	}
	return 0;
}
