/*
 * pmuc update: reads the vendors' files; merges every unit of every file into its table, in memory; compiles the whole
 * tree; checks that each name is in it; and only then renames files into place, the manifest last.
 */
#define _GNU_SOURCE
#include "update.h"

#include "compiler/text/arguments.h"
#include "compiler/compile.h"
#include "vendors/commands.h"
#include "vendors/rows/metrics.h"
#include "compiler/model/parse.h"
#include "compiler/text/replace.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int usage(void)
{
	fputs("usage: pmuc update [--tree DIR] [--with FILE.pmu|DIRECTORY]... [--before FILE|DIRECTORY]...\n"
	      "                   [--verdicts FILE] [--report FILE] [--json] [--new-cpus yes|no]\n"
	      "                   [--changed follow|ask] [--texts vendor|--no-texts] [--dry-run]\n"
	      "                   FILE|DIRECTORY ...\n",
		stderr);
	return 2;
}

/* ---- options ---- */

struct update_arguments {
	struct update *update;
	bool wrong; /* an option had a wrong value, which was reported */
	const char **with, **before;
	int with_count, before_count;
	const char *verdicts;
};

static void add_path(const char ***list, int *count, const char *path)
{
	*list = grow(*list, *count, sizeof **list);
	(*list)[(*count)++] = path;
}

static bool read_flag(void *command, const char *option)
{
	struct update *update = ((struct update_arguments *)command)->update;

	if (!strcmp(option, "--no-texts"))
		update->no_texts = true;
	else if (!strcmp(option, "--dry-run"))
		update->dry_run = true;
	else if (!strcmp(option, "--json"))
		update->json = true;
	else
		return false;
	return true;
}

/* An option with two possible values. */
static const struct word_choice {
	const char *option, *yes, *no; /* no: NULL if that means to omit the option */
	size_t chosen;                 /* offset in struct update of the flag that is set for yes */
} choices[] = {
	{ "--new-cpus", "no", "yes", offsetof(struct update, no_new_cpus) },
	{ "--changed", "ask", "follow", offsetof(struct update, ask) },
	{ "--texts", "vendor", NULL, offsetof(struct update, texts) },
};

static void read_choice(struct update_arguments *arguments, const struct word_choice *choice, const char *value)
{
	bool yes = !strcmp(value, choice->yes);

	*(bool *)((char *)arguments->update + choice->chosen) = yes;
	if (yes || (choice->no && !strcmp(value, choice->no)))
		return;
	say(stderr, "pmuc: %s %s: expected %s%s%s\n", choice->option, value, choice->yes, choice->no ? " or " : "",
		choice->no ? choice->no : "");
	arguments->wrong = true;
}

static bool read_option(void *command, const char *option, const char *value)
{
	struct update_arguments *arguments = command;
	struct update *update = arguments->update;

	for (size_t i = 0; i < sizeof choices / sizeof *choices; i++)
		if (!strcmp(option, choices[i].option)) {
			read_choice(arguments, &choices[i], value);
			return true;
		}
	if (!strcmp(option, "--tree"))
		update->directory = value;
	else if (!strcmp(option, "--with"))
		add_path(&arguments->with, &arguments->with_count, value);
	else if (!strcmp(option, "--before"))
		add_path(&arguments->before, &arguments->before_count, value);
	else if (!strcmp(option, "--verdicts"))
		arguments->verdicts = value;
	else if (!strcmp(option, "--report"))
		update->report = value;
	else
		return false;
	return true;
}

/* ---- reading ---- */

static void read_update_tree(struct update *update, const struct update_arguments *arguments)
{
	struct stat status;

	if (stat(update->directory, &status) || !S_ISDIR(status.st_mode)) {
		report((struct place){ update->directory, 0, 0 }, "expected a directory of tables; --tree names one");
		return;
	}
	for (int i = 0; i < arguments->with_count; i++)
		add_tree_path(&update->tree, arguments->with[i], true, true);
	add_tree_path(&update->tree, update->directory, false, false);
	update->order = (struct tree_file){ .path = joined(update->directory, "/", "order"), .text = copy_text("", 0) };
	if (!access(update->order.path, F_OK))
		update->order.text = read_file(update->order.path, &update->order.length);
	take_wanted(update, update->directory);
	update->rows_file = (struct tree_file){ .path = joined(update->directory, "/", "rows"),
		.text = copy_text("", 0) };
	if (!access(update->rows_file.path, F_OK))
		update->rows_file.text = read_file(update->rows_file.path, &update->rows_file.length);
	read_vendors(&update->vendors, update->directory);
	for (int i = 0; i < update->vendors.verdicts.count; i++)
		add_verdict(&update->verdicts, update->vendors.verdicts.list[i]);
	if (arguments->verdicts)
		read_verdicts(&update->verdicts, arguments->verdicts);
	if (!error_count())
		read_tree(&update->tree);
}

static void read_vendors_files(const struct update *update, struct import *import, int count,
	const char *const *operands)
{
	import->by_directory = import->merging = true;
	import->texts = update->texts;
	import_files(import, count, operands);
	if (count && operands && !import->vendor_name_count && !import->metric_block_count && !import->is_before)
		report((struct place){ operands[0], 0, 0 }, "no events in these files");
}

/* ---- writing ---- */

static bool make_directory_of(const char *path)
{
	char *directory = copy_text(path, strlen(path)), *slash = strrchr(directory, '/');
	bool good;

	if (!slash)
		return true;
	*slash = '\0';
	good = !mkdir(directory, 0777) || errno == EEXIST;
	free(directory);
	return good;
}

/* Lists files that are changed, in the order in which they are renamed. */
static struct tree_file **changed_files(struct update *update, int *count)
{
	struct tree_file *const others[] = { &update->order, &update->rows_file, &update->vendors.text };
	const int all = update->tree.file_count, wanted = update->wanted_count;
	struct tree_file **list = NULL;

	*count = 0;
	for (int i = 0; i < all + wanted + (int)(sizeof others / sizeof *others); i++) {
		struct tree_file *file = i < all ? &update->tree.files[i]
			: i < all + wanted       ? &update->wanted[i - all]
						 : others[i - all - wanted];

		if (!file->changed || file->is_with)
			continue;
		list = grow(list, *count, sizeof *list);
		list[(*count)++] = file;
	}
	return list;
}

/* A changed file: its new text and, if the file existed, a copy of the old one, both in temporary files beside it. */
struct change {
	const struct tree_file *file;
	struct replacement new, old;
	bool has_old;
};

static bool keep_old(struct change *change)
{
	struct stat status;
	size_t length;
	char *bytes;

	if (stat(change->file->path, &status))
		return errno == ENOENT;
	bytes = read_file(change->file->path, &length);
	change->has_old = bytes &&
		write_replacement(&change->old, change->file->path, bytes, length, status.st_mode & 07777);
	free(bytes);
	return change->has_old;
}

static bool write_change(struct change *change)
{
	const struct tree_file *file = change->file;
	bool good = make_directory_of(file->path) && keep_old(change);

	if (good && !write_replacement(&change->new, file->path, file->text, file->length, new_file_mode())) {
		int error = errno;

		good = false;
		if (change->has_old)
			drop_replacement(&change->old);
		errno = error;
	}
	if (!good)
		report((struct place){ file->path, 0, 0 }, "%s", strerror(errno));
	return good;
}

/* Restores the file as it was; reports one that cannot be. */
static bool undo_change(struct change *change)
{
	const char *path = change->file->path;
	bool good = change->has_old ? put_replacement(&change->old) : !unlink(path);

	change->has_old = false;
	if (!good)
		report((struct place){ path, 0, 0 }, "is changed, and cannot be changed back: %s", strerror(errno));
	return good;
}

/* Puts all new files in place, or none. */
static enum written put_changes(struct change *changes, int count)
{
	enum written written = NOT_WRITTEN;
	int put = 0;

	while (put < count && put_replacement(&changes[put].new))
		put++;
	if (put == count)
		return count ? ALL_WRITTEN : NOT_WRITTEN;
	report((struct place){ changes[put].file->path, 0, 0 }, "%s", strerror(errno));
	for (int i = put + 1; i < count; i++)
		drop_replacement(&changes[i].new);
	while (put)
		if (!undo_change(&changes[--put]))
			written = PART_WRITTEN;
	return written;
}

static void write_files(struct update *update)
{
	int count, ready = 0;
	struct tree_file **list = changed_files(update, &count);
	struct change *changes = need(calloc((size_t)count + 1, sizeof *changes));

	for (; ready < count; ready++) {
		changes[ready].file = list[ready];
		if (!write_change(&changes[ready]))
			break;
	}
	if (ready == count)
		update->written = put_changes(changes, count);
	for (int i = 0; i < update->wanted_count && !error_count(); i++)
		if (update->wanted[i].is_with)
			unlink(update->wanted[i].path);
	for (int i = 0; i < ready; i++) {
		if (ready < count)
			drop_replacement(&changes[i].new);
		if (changes[i].has_old)
			drop_replacement(&changes[i].old);
	}
	free(changes);
	free(list);
}

/* ---- the order of work ---- */

static void merge_update(struct update *update)
{
	struct merging merging = { &update->now, &update->tree, NULL, 0, &update->verdicts };

	route_rows(update);
	if (error_count())
		return;
	route_before(update);
	merging.targets = update->targets;
	merging.target_count = update->target_count;
	expect_no_news(update);
	if (!look_at_all(&merging))
		return;
	know_followed(update);
	if (merge_all(&merging) && follow_facts(update))
		check_all(&merging);
}

static int give_up(const struct update *update)
{
	static const char *const words[] = {
		[NOT_WRITTEN] = "nothing written",
		[PART_WRITTEN] = "the files that these lines name are changed, no other is",
		[ALL_WRITTEN] = "the tables are written, the report is not",
	};

	say(stderr, "%d error%s; %s\n", error_count(), error_count() == 1 ? "" : "s", words[update->written]);
	return 1;
}

/* Does all but write files; mistakes of the tables are held, as rows may be to blame. */
static void work_out(struct update *update, const struct update_arguments *arguments, int count,
	const char *const *operands)
{
	update->now.is_again = update->refused_count != 0;
	read_update_tree(update, arguments);
	if (!error_count())
		read_vendors_files(update, &update->now, count, operands);
	update->before.is_before = true;
	if (!error_count())
		read_vendors_files(update, &update->before, arguments->before_count, arguments->before);
	if (!error_count())
		read_known_rows(update);
	if (error_count())
		return;
	hold_reports();
	merge_update(update);
	if (!error_count())
		follow_metrics(update);
	if (!error_count())
		format_files(update);
	if (!error_count() && compiles(update, true) && check_names(update))
		write_manifest(update);
	if (!error_count()) {
		follow_rows(update);
		keep_wanted(update);
	}
}

int update_main(int argc, char **argv)
{
	static const struct options known = { read_flag, read_option };
	struct update options = { .directory = "src/pmu" }, update;
	struct update_arguments arguments = { .update = &options };
	int count = read_arguments(argc, argv, &known, &arguments);
	bool again;

	if (count < 1 || arguments.wrong)
		return usage();
	do {
		update = options;
		work_out(&update, &arguments, count, (const char *const *)argv);
		again = error_count() && refuse_rows(&update);
		options.refused = update.refused;
		options.refused_count = update.refused_count;
		if (again)
			forget_reports();
	} while (again);
	release_reports();
	if (!error_count() && !update.dry_run)
		write_files(&update);
	if (!write_report(&update) || error_count())
		return give_up(&update);
	say_report(&update);
	return wants_a_person(&update.now, true) || update.texts_wanted ? 3 : 0;
}
