/* The pmuc of the build, which has no library yet that it could ask. */
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
