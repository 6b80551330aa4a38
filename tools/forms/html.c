/*
 * Writes a web page: page/page.html with style sheet, programs and data inserted. The page has no tables but the
 * library and the tools, compiled for browsers. What is written here is its initial state: this machine's CPU, or the
 * files of a captured machine, and the files of tables that are loaded.
 */
#define _GNU_SOURCE
#include "lists.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "tables/clean.h"
#include "tables/directories.h"
#include "common/cpu_names.h"
#include "common/json.h"
#include "common/tool.h"
#include "page/page.h"

/* Limits for the files of a captured machine; a real machine has more and larger ones. */
enum { MOST_FILES = 20000, MOST_BYTES = 8 << 20, DEEPEST = 24, MOST_TABLE_BYTES = 64 << 20 };

/* State of the page being written. */
static struct {
	bool failed;                    /* something is missing, which was reported */
	bool any_file;
	int files, bytes, tables;
} page;

static void cannot(const char *path, const char *why)
{
	complain("%s: %s", clean(path), why);
	page.failed = true;
}

/* ---- files ---- */

static void put_base64(const unsigned char *bytes, size_t count)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

	for (size_t i = 0; i < count; i += 3) {
		unsigned int left = count - i > 2 ? 3 : (unsigned int)(count - i), group = 0;

		for (unsigned int k = 0; k < 3; k++)
			group = group << 8 | (k < left ? bytes[i + k] : 0);
		for (unsigned int k = 0; k < 4; k++)
			putchar(k <= left ? digits[group >> (18 - 6 * k) & 63] : '=');
	}
}

/* Reads a file, to be freed; sysfs says of each file that it has 4096 bytes. NULL, which has been said. */
static unsigned char *read_file(const char *path, size_t most, size_t *size)
{
	FILE *file = fopen(path, "rb");
	unsigned char *bytes = NULL, *bigger;
	size_t room = 1 << 16;
	bool is_whole = false;

	for (*size = 0; file && !is_whole && *size <= most && (bigger = realloc(bytes, room)); room *= 2) {
		bytes = bigger;
		*size += fread(bytes + *size, 1, room - *size, file);
		is_whole = *size < room && !ferror(file);
		if (ferror(file))
			break;
	}
	if (!is_whole || *size > most) {
		cannot(path, *size > most ? "it is too big for a page" : strerror(errno));
		free(bytes);
		bytes = NULL;
	}
	if (file)
		fclose(file);
	return bytes;
}

/* Writes "NAME": "bytes"; json_string_without: no text of a file's name ends the script that it stands in. */
static void put_file(const char *path, const char *name, size_t most)
{
	size_t size;
	unsigned char *bytes = read_file(path, most, &size);

	if (!bytes)
		return;
	fputs(page.any_file ? ",\n" : "\n", stdout);
	page.any_file = true;
	json_string_without(name, "<");
	fputs(":\"", stdout);
	put_base64(bytes, size);
	putchar('"');
	page.bytes += (int)size;
	free(bytes);
}

static void put_directory(const char *root, const char *below, int depth);

static void put_entry(const char *root, const char *below, const char *entry, int depth)
{
	char name[TABLE_PATH], path[2 * TABLE_PATH], inside[TABLE_PATH + 16];
	struct stat status;

	if (page.failed || (size_t)snprintf(name, sizeof name, "%s/%s", below, entry) >= sizeof name)
		return;
	snprintf(path, sizeof path, "%s%s", root, name);
	if (stat(path, &status))
		return; /* a dangling link, as captured machines may have */
	if (S_ISDIR(status.st_mode)) {
		put_directory(root, name, depth + 1);
	} else if (S_ISREG(status.st_mode)) {
		snprintf(inside, sizeof inside, "/machine%s", name);
		put_file(path, inside, MOST_BYTES);
		page.files++;
	}
	if (!page.failed && (page.files > MOST_FILES || page.bytes > MOST_BYTES || depth > DEEPEST))
		cannot(root, "LIBPFM_FSROOT has more than a captured machine has");
}

static void put_directory(const char *root, const char *below, int depth)
{
	char path[2 * TABLE_PATH];
	struct dirent **entries;
	int count;

	snprintf(path, sizeof path, "%s%s", root, below);
	count = scandir(*path ? path : "/", &entries, NULL, alphasort);
	if (count < 0)
		cannot(path, strerror(errno));
	for (int i = 0; i < count; i++) {
		if (strcmp(entries[i]->d_name, ".") && strcmp(entries[i]->d_name, ".."))
			put_entry(root, below, entries[i]->d_name, depth);
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
}

/* Writes a file of the page's own directory of tables: in the order in which they are loaded here. */
static void put_table(const char *path)
{
	const char *name = strrchr(path, '/');
	char inside[TABLE_PATH + 32];

	snprintf(inside, sizeof inside, "/tables.d/%03d-%s%s", page.tables++, name ? name + 1 : path,
		 strlen(path) > 4 && !strcmp(path + strlen(path) - 4, ".pmt") ? "" : ".pmt");
	put_file(path, inside, MOST_TABLE_BYTES);
}

static void skip_directory(const char *path)
{
	(void)path; /* the library has reported it */
}

/* ---- where the page starts ---- */

static void put_files(const char *root)
{
	static const struct table_visitor visitor = { put_table, skip_directory };

	fputs(",\n\"files\":{", stdout);
	if (root)
		put_directory(root, "", 0);
	table_files(&visitor);
	putchar('}');
}

/* Writes which machine the page is on; "cpu" null: the files say it, or no machine is chosen. */
static void put_start(const char *cpu)
{
	const char *root = secure_getenv("LIBPFM_FSROOT"), *named = secure_getenv("LIBPFM_CPUID");
	bool is_captured = !cpu && root && *root;
	char identity[64];
	bool first = true;

	name_identity(identity, sizeof identity);
	putchar('{');
	json_key(&first, "version");
	json_string_without(PFMKIT_VERSION, "<");
	json_bool(&first, "captured", is_captured);
	json_key(&first, "cpu");
	if ((cpu && !strcasecmp(cpu, "all")) || !*identity || (is_captured && !(named && *named)))
		fputs("null", stdout);
	else
		json_string_without(identity, "<");
	put_files(is_captured ? root : NULL);
	puts("}");
}

/* Writes what a line of the page stands for. False: for itself. */
static bool put_part(const char *line, size_t length, const char *cpu)
{
	static const struct { const char *line, *text; } parts[] = {
		{ "@page.css@", page_css }, { "@machine.js@", machine_js }, { "@questions.js@", questions_js },
		{ "@page.js@", page_js },
		{ "@tools@", tools_base64 }, { "@start@", NULL } };

	for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
		if (length == strlen(parts[i].line) && !memcmp(line, parts[i].line, length)) {
			if (parts[i].text)
				fputs(parts[i].text, stdout);
			else
				put_start(cpu);
			return true;
		}
	return false;
}

bool print_page(const char *cpu)
{
	if (!*tools_base64) {
		complain("this pfmexport was built without a compiler for browsers, and can write no page");
		fputs("  install clang, lld, wasi-libc and libclang-rt-dev-wasm32 (so they are called on Debian), "
		      "then configure\n  --with-page and build again\n",
			stderr);
		return false;
	}
	for (const char *line = page_html; *line;) {
		size_t length = strcspn(line, "\n");

		if (!put_part(line, length, cpu))
			printf("%.*s\n", (int)length, line);
		line += length + 1;
	}
	return !page.failed;
}
