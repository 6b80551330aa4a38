/*
 * pmuc import on arbitrary files. The first byte says whose file it is, by its path; the rest is the JSON and, after a
 * line
 * "%%", mapfile.csv and, after another one, a table to merge into.
 *
 * What is written anew has no control characters.
 */
#define _GNU_SOURCE
#define PFM_FUZZ_COMPILER_C
#include "compiler.h"
#include "fuzz.h"

#include <jansson.h>

#include <setjmp.h>
#include <string.h>

extern int import_main(int argc, char **argv);
extern int error_count(void);
extern void compiler_forget_errors(void);

/* Nothing is installed here. */
int install_text(const char *name, int folder, char *text, size_t length, bool allow_missing)
{
	(void)name;
	(void)folder;
	(void)text;
	(void)length;
	return allow_missing;
}

static const char *const paths[] = {
	"/fuzz/lake_core.json",
	"/fuzz/lake_uncore.json",
	"/fuzz/arch/x86/lake/cache.json",
	"/fuzz/arch/x86/zen/other.json",
	"/fuzz/arch/arm64/arm/a1/core.json",
	"/fuzz/arch/arm64/arm/a1/sys/device.json",
	"/fuzz/arch/powerpc/power1/all.json",
	"/fuzz/arch/riscv/core/firmware.json",
	"/fuzz/arch/s390/cf_z1/basic.json",
	"/fuzz/cortex.json",
};

static struct piece {
	const char *bytes;
	size_t size;
} pieces[3]; /* JSON, mapfile.csv, table */

static char *written;
static size_t written_size;

static FILE *open_piece(const struct piece *piece)
{
	return fmemopen((void *)(piece->size ? piece->bytes : "\n"), piece->size ? piece->size : 1, "r");
}

FILE *compiler_fopen(const char *path, const char *mode)
{
	size_t length = strlen(path);

	if (*mode == 'w')
		return open_memstream(&written, &written_size);
	if (length > 5 && !strcmp(path + length - 5, ".json"))
		return open_piece(&pieces[0]);
	if (length > 4 && !strcmp(path + length - 4, ".csv"))
		return pieces[1].bytes ? open_piece(&pieces[1]) : NULL;
	return length > 4 && !strcmp(path + length - 4, ".pmu") ? open_piece(&pieces[2]) : NULL;
}

static void cut(const char *text, size_t size)
{
	for (int i = 0; i < 3; i++) {
		const char *end = size ? memmem(text, size, "\n%%\n", 4) : NULL;
		size_t length = end && i < 2 ? (size_t)(end - text) + 1 : size;

		pieces[i] = (struct piece){ text, length };
		if (!text || !end || i == 2) {
			while (++i < 3)
				pieces[i] = (struct piece){ NULL, 0 };
			return;
		}
		text = end + 4;
		size -= length + 3;
	}
}

static jmp_buf leave;

void compiler_exit(int status)
{
	longjmp(leave, status + 1);
}

static void check_output(const char *text)
{
	for (const char *at = text; *at; at++)
		if ((unsigned char)*at < ' ' && *at != '\n')
			fuzz_fail("a control character is written", text);
}

static void run_import(const char *path, bool texts)
{
	static char option[] = "-o", out[] = "/fuzz/out.pmu", into[] = "--into", table[] = "/fuzz/table.pmu",
		    bare[] = "--no-texts";
	char *arguments[] = { bare, option, out, (char *)path, NULL };
	char *merging[] = { into, table, bare, option, out, (char *)path, NULL };
	int status = setjmp(leave);

	if (!status && pieces[2].bytes)
		import_main(6, merging);
	else if (!status)
		import_main(4 - texts, arguments + texts);
	if (written && !pieces[2].bytes)
		check_output(written);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (!compiler_messages) {
		compiler_messages = fopen("/dev/null", "w");
		json_set_alloc_funcs(compiler_malloc, compiler_free);
		json_object_seed(1);
	}
	if (!size)
		return 0;
	cut((const char *)data + 1, size - 1);
	run_import(paths[*data % (sizeof paths / sizeof *paths)], *data & 0x80);
	compiler_free_all();
	free(written);
	written = NULL;
	compiler_forget_errors();
	return 0;
}
