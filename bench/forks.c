/* A program that starts so many processes that do nothing, one after the other: forks 10000. */
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	for (int left = argc > 1 ? atoi(argv[1]) : 1; left > 0; left--) {
		pid_t child = fork();

		if (!child)
			_exit(0);
		if (child < 0 || waitpid(child, NULL, 0) != child)
			return 1;
	}
	return 0;
}
