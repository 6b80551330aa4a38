/* The pmuc of the build, which has no library yet that it could ask. */
#include "install.h"

#include <stdio.h>

static int refuse(void)
{
	fputs("pmuc: this pmuc compiles only: it is the one that the library is built with\n", stderr);
	return 2;
}

int install_text(const char *name, enum table_folder folder, char *text, size_t length, bool allow_missing)
{
	(void)name;
	(void)folder;
	(void)text;
	(void)length;
	(void)allow_missing;
	return refuse();
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
