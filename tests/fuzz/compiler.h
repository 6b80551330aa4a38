/*
 * Put before each source of the table compiler (-include), so that it can run many times in one process: its memory is
 * given back after each run, its messages go nowhere, exit() comes back to the harness, and files are pieces of the
 * input.
 */
#ifndef PFM_FUZZ_COMPILER_H
#define PFM_FUZZ_COMPILER_H

#include <stdio.h>
#include <stdlib.h>

void *compiler_malloc(size_t size);
void *compiler_calloc(size_t count, size_t size);
void *compiler_realloc(void *memory, size_t size);
void compiler_free(void *memory);
void compiler_free_all(void);
_Noreturn void compiler_exit(int status);
FILE *compiler_fopen(const char *path, const char *mode);
extern FILE *compiler_messages;

#ifndef PFM_FUZZ_COMPILER_C
int compiler_main(int argc, char **argv);

#define main compiler_main
#define malloc compiler_malloc
#define calloc compiler_calloc
#define realloc compiler_realloc
#define free compiler_free
#define exit compiler_exit
#define fopen compiler_fopen
#define printf(...) fprintf(compiler_messages, __VA_ARGS__)
#undef stderr
#define stderr compiler_messages
#undef stdout
#define stdout compiler_messages
#endif

#endif
