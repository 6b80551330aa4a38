/* Stub for the pmuc that the build uses: it has no library to ask yet. */
#include "install.h"

#include <stdio.h>

static int refuse(void)
{
	fputs("pmuc: this pmuc compiles only: it is the one that the library is built with\n", stderr);
	return 2;
}

int list_main(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	return refuse();
}

int remove_main(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	return refuse();
}
