/* pmuc dump FILE.pmt: prints the text from which a file of tables was made, if it has it (keep_text.c). */
#include "compiler/text/arguments.h"
#include "compile.h"
#include "compiler/model/parse.h"

#include "tables/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Returns whether compiling the text gives the file, as the text in it may be another one. */
static bool makes(const char *path, const char *text, size_t length, const char *bytes, size_t size)
{
	struct model model = { .loaded = true };
	struct body body = { 0 };
	size_t made_size;
	char *made;
	bool same;

	parse_text(&model, path, copy_text(text, length), length);
	if (!compile_model(&model, NULL, true, &body))
		return false;
	made = file_bytes(&body, &made_size);
	same = made_size == size && !memcmp(made, bytes, size);
	free(made);
	return same;
}

static int dump(const char *path, const char *bytes, size_t size)
{
	char message[TABLE_FILE_MESSAGE];
	struct tables tables;
	const char *wrong = table_file_read(bytes, size, &tables, message) ? table_file_check(bytes, &tables) : message;

	if (wrong) {
		say(stderr, "%s: %s\n", path, wrong);
		return 1;
	}
	if (!makes(path, tables.source.rows, tables.source.count, bytes, size)) {
		say(stderr, "%s: its text is not what its rows were made of\n", path);
		return 1;
	}
	fwrite(tables.source.rows, 1, tables.source.count, stdout);
	return 0;
}

int dump_main(int argc, char **argv)
{
	size_t size;
	char *bytes;
	int status;

	if (read_arguments(argc, argv, NULL, NULL) != 1) {
		fputs("usage: pmuc dump FILE.pmt\n", stderr);
		return 2;
	}
	bytes = read_file(argv[0], &size);
	status = bytes ? dump(argv[0], bytes, size) : 1;
	free(bytes);
	return status;
}
