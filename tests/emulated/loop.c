/*
 * loop N: runs a loop of exactly N iterations and nothing else to speak of, so that a counter of instructions can be
 * checked.
 */
#include <stdlib.h>

#include "run_loop.h"

int main(int argc, char **argv)
{
	run_loop(argc > 1 ? strtoul(argv[1], NULL, 10) : 1000000);
	return 0;
}
