/*
 * pmuc, the table compiler: text -> one C file of constant data, when the library is built, or a file that it loads.
 *
 *   pmuc [--allow-missing] [--only VENDOR,...] -o OUT.c ORDER FILE.pmu|DIRECTORY ...
 *   pmuc [--allow-missing] -o OUT.pmt FILE.pmu|DIRECTORY ...
 *
 * Exit status 0: written; 1: errors in the text, nothing written; 2: wrong usage or no memory.
 */
#include "compiler/text/arguments.h"
#include "compile.h"
#include "diff.h"
#include "where.h"
#include "format.h"
#include "vendors/commands.h"
#include "install.h"
#include "compiler/model/parse.h"

#include <perfmon/pfmkit.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

static const char ways[] = "usage: pmuc [--allow-missing] [--only VENDOR,...] -o OUT.c ORDER FILE.pmu|DIRECTORY ...\n"
			   "       pmuc [--allow-missing] -o OUT.pmt FILE.pmu|DIRECTORY ...\n"
			   "       pmuc import [-o OUT.pmu | --install] ... FILE|DIRECTORY ...\n"
			   "       pmuc update [--tree DIR] ... FILE|DIRECTORY ...\n"
			   "       pmuc status [--tree DIR] [--json] [FILE|DIRECTORY ...]\n"
			   "       pmuc list\n"
			   "       pmuc remove [--user|--system] NAME ...\n"
			   "       pmuc format [--check] FILE.pmu ...\n"
			   "       pmuc diff OLD NEW\n"
			   "       pmuc where [--tree DIR] PMU::EVENT[:UMASK] ...\n"
			   "       pmuc dump FILE.pmt\n"
			   "       pmuc --help | --version\n";

static int usage(void)
{
	fputs(ways, stderr);
	return 2;
}

static int help_main(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	fputs(ways, stdout);
	return 0;
}

static int version_main(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	puts("pmuc (pfmkit) " PFMKIT_VERSION);
	return 0;
}

static int give_up(void)
{
	say(stderr, "%d error%s; nothing written\n", error_count(), error_count() == 1 ? "" : "s");
	return 1;
}

static bool ends_in(const char *text, const char *end)
{
	size_t length = strlen(text), shorter = strlen(end);

	return length >= shorter && !strcmp(text + length - shorter, end);
}

struct arguments {
	const char *out, *only;
	bool allow_missing;
};

static bool read_flag(void *command, const char *option)
{
	struct arguments *arguments = command;

	return !strcmp(option, "--allow-missing") && (arguments->allow_missing = true);
}

static bool read_option(void *command, const char *option, const char *value)
{
	struct arguments *arguments = command;

	if (!strcmp(option, "-o"))
		arguments->out = value;
	else if (!strcmp(option, "--only"))
		arguments->only = value;
	else
		return false;
	return true;
}

static int compile_main(int argc, char **argv)
{
	static const struct options options = { read_flag, read_option };
	struct arguments arguments = { 0 };
	struct model model = { 0 };
	struct body body = { 0 };
	int count = read_arguments(argc, argv, &options, &arguments);
	const char *out = arguments.out;

	if (count > 0 && !out)
		say(stderr, "pmuc: %s: no such command, and no -o OUT to compile to\n", argv[0]);
	if (count < 0 || !out)
		return usage();
	model.only = arguments.only;
	model.loaded = ends_in(out, ".pmt");
	if (count < 2 - model.loaded || (model.loaded && model.only))
		return usage();
	for (int i = !model.loaded; i < count; i++)
		parse_path(&model, argv[i]);
	if (!compile_model(&model, model.loaded ? NULL : argv[0], arguments.allow_missing, &body))
		return give_up();
	if (!(model.loaded ? write_file(&body, out) : write_c(&model, argv[0], &body, out)))
		return error_count() ? give_up() : 1;
	print_summary(&model);
	return 0;
}

static const struct {
	const char *word;
	int (*run)(int argc, char **argv);
} commands[] = {
	{ "import", import_main },
	{ "update", update_main },
	{ "diff", diff_main },
	{ "format", format_main },
	{ "dump", dump_main },
	{ "status", status_main },
	{ "where", where_main },
	{ "list", list_main },
	{ "remove", remove_main },
	{ "version", version_main },
	{ "help", help_main },
};

/* Runs a command; with two dashes in front, as they had before, commands are the same. */
static int run_command(int argc, char **argv)
{
	const char *word = argc < 2 ? "" : argv[1] + (strncmp(argv[1], "--", 2) ? 0 : 2);

	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
		if (!strcmp(word, commands[i].word))
			return argc == 3 && !strcmp(argv[2], "--help") ? help_main(0, argv)
								       : commands[i].run(argc - 2, argv + 2);
	return compile_main(argc ? argc - 1 : 0, argv + 1);
}

/* Returns the exit status, which is not 0 if the output cannot be written. */
static int end_output(int status)
{
	if (!fflush(stdout) && !ferror(stdout))
		return status;
	say(stderr, "pmuc: cannot write the output: %s\n", strerror(errno));
	return status == 2 ? 2 : 1;
}

int main(int argc, char **argv)
{
	return end_output(run_command(argc, argv));
}
