/* Stub for builds without a JSON library: "pmuc import" and "pmuc update" report that they are not available. */
#include "commands.h"

#include <stdio.h>

int import_main(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	fputs("pmuc: this pmuc cannot import: it was made without jansson (a JSON library)\n", stderr);
	return 2;
}

bool is_manifest_good(const char *path)
{
	(void)path;
	return true;
}

int status_main(int argc, char **argv)
{
	return import_main(argc, argv);
}

int update_main(int argc, char **argv)
{
	return import_main(argc, argv);
}
