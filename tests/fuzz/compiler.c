/*
 * The table compiler on arbitrary text: tables, and, after a line "%%", the order of the PMUs; without such a line the
 * order is that of the "pmu" lines. If the text begins with #, descriptions may be missing.
 *
 * What the compiler writes must be C as far as quotes, comments and braces tell.
 */
#define _GNU_SOURCE
#define PFM_FUZZ_COMPILER_C
#include "compiler.h"
#include "fuzz.h"

#include <setjmp.h>
#include <string.h>

extern int compiler_main(int argc, char **argv);
extern void forget_reports(void);

/* ---- files ---- */

static struct {
	const char *bytes;
	size_t size;
} tables, order;

static char *written;
static size_t written_size;

FILE *compiler_fopen(const char *path, const char *mode)
{
	if (*mode == 'w')
		return open_memstream(&written, &written_size);
	if (*path == 'o')
		return fmemopen((void *)(order.size ? order.bytes : "\n"), order.size ? order.size : 1, "r");
	return fmemopen((void *)(tables.size ? tables.bytes : "\n"), tables.size ? tables.size : 1, "r");
}

/* The names of all "pmu NAME" lines, one a line. */
static char *order_of(const char *bytes, size_t size, size_t *length)
{
	char *names = malloc(size + 1), *end = names;
	const char *line = bytes, *last = bytes + size;

	while (line && line < last) {
		const char *next = memchr(line, '\n', (size_t)(last - line)), *stop = next ? next : last;

		if (stop - line > 4 && !memcmp(line, "pmu ", 4)) {
			memcpy(end, line + 4, (size_t)(stop - line - 4));
			end += stop - line - 4;
			*end++ = '\n';
		}
		line = next ? next + 1 : NULL;
	}
	*length = (size_t)(end - names);
	return names;
}

/* ---- what comes out ---- */

/* The end of a string or comment that begins at text; NULL: it has none. */
static const char *skip(const char *text)
{
	if (*text == '"') {
		for (text++; *text != '"'; text++)
			if (*text == '\0' || *text == '\n' || (*text == '\\' && !*++text))
				return NULL;
		return text + 1;
	}
	text = strstr(text + 2, "*/");
	return text ? text + 2 : NULL;
}

static void check_output(const char *text)
{
	int depth = 0;

	while (*text) {
		if (*text == '"' || (text[0] == '/' && text[1] == '*')) {
			const char *end = skip(text);

			if (!end)
				fuzz_fail("no end in what is written", text);
			text = end;
			continue;
		}
		if (!strchr("_{}()[];=,&-.*<>#/ \t\n", *text) && !(*text >= '0' && *text <= '9') &&
			!((*text | 32) >= 'a' && (*text | 32) <= 'z'))
			fuzz_fail("is not C", text);
		depth += (*text == '{') - (*text == '}');
		text++;
	}
	if (depth)
		fuzz_fail("braces do not match in what is written", "");
}

/* ---- running ---- */

static jmp_buf leave;

void compiler_exit(int status)
{
	longjmp(leave, status + 1);
}

static void run_compiler(bool allow_missing)
{
	static char name[] = "pmuc", option[] = "-o", out[] = "out.c", allow[] = "--allow-missing",
		    order_file[] = "order", file[] = "t.pmu";
	char *arguments[] = { name, option, out, order_file, file, NULL },
	     *lenient[] = { name, allow, option, out, order_file, file, NULL };
	int status = setjmp(leave);

	if (!status)
		status = 1 + (allow_missing ? compiler_main(6, lenient) : compiler_main(5, arguments));
	if (status == 1)
		check_output(written);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *text = (const char *)data;
	const char *cut = size ? memmem(text, size, "\n%%\n", 4) : NULL;
	char *names = NULL;

	if (!compiler_messages)
		compiler_messages = fopen("/dev/null", "w");
	tables.bytes = text;
	tables.size = cut ? (size_t)(cut - text) + 1 : size;
	order.bytes = cut ? cut + 4 : (names = order_of(text, size, &order.size));
	if (cut)
		order.size = size - tables.size - 3;
	run_compiler(size && *text == '#');
	compiler_free_all();
	free(written);
	written = NULL;
	free(names);
	forget_reports();
	return 0;
}
