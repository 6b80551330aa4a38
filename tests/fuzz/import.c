/*
 * pmuc import and pmuc update on arbitrary files. The first byte says whose file it is, by its path; the rest is the
 * JSON and, each after a line "%%", mapfile.csv, a table that pmuc update merges into, and the manifest of its tree.
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
#include <unistd.h>

extern int import_main(int argc, char **argv);
extern int update_main(int argc, char **argv);
extern int error_count(void);
extern void forget_reports(void);

/* Nothing is installed here. */
int install_text(const char *name, int directory, char *text, size_t length, bool allow_missing)
{
	(void)name;
	(void)directory;
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
} pieces[4]; /* JSON, mapfile.csv, table, manifest */
enum { PIECES = sizeof pieces / sizeof *pieces };

static char *written;
static size_t written_size;

static FILE *open_piece(const struct piece *piece)
{
	return fmemopen((void *)(piece->size ? piece->bytes : "\n"), piece->size ? piece->size : 1, "r");
}

static bool ends_in(const char *path, const char *end)
{
	size_t length = strlen(path), its = strlen(end);

	return length > its && !strcmp(path + length - its, end);
}

FILE *compiler_fopen(const char *path, const char *mode)
{
	if (*mode == 'w')
		return open_memstream(&written, &written_size);
	if (ends_in(path, ".json"))
		return open_piece(&pieces[0]);
	if (ends_in(path, ".csv"))
		return pieces[1].bytes ? open_piece(&pieces[1]) : NULL;
	if (ends_in(path, ".pmu"))
		return open_piece(&pieces[2]);
	return ends_in(path, "/vendors") ? open_piece(&pieces[3]) : NULL;
}

static void cut(const char *text, size_t size)
{
	for (int i = 0; i < PIECES; i++) {
		const char *end = size ? memmem(text, size, "\n%%\n", 4) : NULL;
		size_t length = end && i < PIECES - 1 ? (size_t)(end - text) + 1 : size;

		pieces[i] = (struct piece){ text, length };
		if (!text || !end || i == PIECES - 1) {
			while (++i < PIECES)
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

/* The tree of pmuc update: a real directory, whose files are pieces of the input. */
static char tree[] = "/tmp/pmuc-fuzz-XXXXXX";
static char table_path[sizeof tree + 16], manifest_path[sizeof tree + 16];

static void remove_tree(void)
{
	remove(table_path);
	remove(manifest_path);
	remove(tree);
}

static void make_tree(void)
{
	FILE *file;

	if (!mkdtemp(tree))
		fuzz_fail("no directory", tree);
	atexit(remove_tree);
	snprintf(table_path, sizeof table_path, "%s/lake.pmu", tree);
	snprintf(manifest_path, sizeof manifest_path, "%s/vendors", tree);
	for (int i = 0; i < 2; i++)
		if ((file = fopen(i ? manifest_path : table_path, "w")))
			fclose(file);
}

static void run_import(const char *path, bool texts)
{
	static char option[] = "-o", out[] = "/fuzz/out.pmu", bare[] = "--no-texts", dry[] = "--dry-run",
		    option_tree[] = "--tree";
	char *arguments[] = { bare, option, out, (char *)path, NULL };
	char *merging[] = { bare, dry, option_tree, tree, (char *)path, NULL };
	int status = setjmp(leave);

	if (!status && pieces[2].bytes)
		update_main(5 - texts, merging + texts);
	else if (!status)
		import_main(4 - texts, arguments + texts);
	if (written && !pieces[2].bytes)
		check_output(written);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (!compiler_messages) {
		make_tree();
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
	forget_reports();
	return 0;
}
