/*
 * pmuc update: reads the vendors' files, merges every unit of every file into its table, in memory; compiles the whole
 * tree; checks that each name is there; and only then renames files into place, the manifest last.
 */
#define _GNU_SOURCE
#include "update.h"

#include "compile.h"
#include "format.h"
#include "import_metrics.h"
#include "parse.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const all_facts[] = { "ctr",    "ctr-nosmt", "alone", "deprecated", "errata",
					 "latency", "period", "precise", NULL };

static int usage(void)
{
	fputs("usage: pmuc update [--tree DIR] [--with FILE.pmu|FOLDER]... [--before FILE|FOLDER]...\n"
	      "                   [--verdicts FILE] [--report FILE] [--json] [--new-cpus yes|no]\n"
	      "                   [--changed follow|ask] [--texts vendor|--no-texts] [--dry-run]\n"
	      "                   FILE|FOLDER ...\n",
	      stderr);
	return 2;
}

/* ---- options ---- */

struct update_arguments {
	const char **with, **before;
	int with_count, before_count;
	const char *verdicts;
};

static void add_path(const char ***list, int *count, const char *path)
{
	*list = grow(*list, *count, sizeof **list);
	(*list)[(*count)++] = path;
}

static bool read_flag(struct update *update, const char *option)
{
	if (!strcmp(option, "--no-texts"))
		update->texts = false;
	else if (!strcmp(option, "--dry-run"))
		update->dry_run = true;
	else if (!strcmp(option, "--json"))
		update->json = true;
	else
		return false;
	return true;
}

/* One of two words. False: neither. */
static bool read_choice(const char *value, const char *yes, const char *no, bool *chosen)
{
	*chosen = !strcmp(value, yes);
	return *chosen || !strcmp(value, no);
}

static bool read_option(struct update *update, struct update_arguments *arguments, const char *option,
			const char *value)
{
	if (!strcmp(option, "--tree"))
		update->folder = value;
	else if (!strcmp(option, "--with"))
		add_path(&arguments->with, &arguments->with_count, value);
	else if (!strcmp(option, "--before"))
		add_path(&arguments->before, &arguments->before_count, value);
	else if (!strcmp(option, "--verdicts"))
		arguments->verdicts = value;
	else if (!strcmp(option, "--report"))
		update->report = value;
	else if (!strcmp(option, "--new-cpus"))
		return read_choice(value, "no", "yes", &update->no_new_cpus);
	else if (!strcmp(option, "--changed"))
		return read_choice(value, "ask", "follow", &update->ask);
	else if (!strcmp(option, "--texts"))
		update->texts = !strcmp(value, "vendor");
	else
		return false;
	return strcmp(option, "--texts") != 0 || update->texts;
}

/* Options up to the first operand, whose number is the result; -1: wrong usage. */
static int read_options(struct update *update, struct update_arguments *arguments, int argc, char **argv)
{
	int first = 0;

	for (; first < argc && *argv[first] == '-'; first++) {
		if (read_flag(update, argv[first]))
			continue;
		if (first + 1 >= argc || !read_option(update, arguments, argv[first], argv[first + 1]))
			return -1;
		first++;
	}
	return first < argc ? first : -1;
}

/* ---- reading ---- */

static void read_update_tree(struct update *update, const struct update_arguments *arguments)
{
	struct stat status;

	if (stat(update->folder, &status) || !S_ISDIR(status.st_mode)) {
		report((struct place){ update->folder, 0, 0 }, "expected a folder of tables; --tree names one");
		return;
	}
	for (int i = 0; i < arguments->with_count; i++)
		add_tree_path(&update->tree, arguments->with[i], true, true);
	add_tree_path(&update->tree, update->folder, false, false);
	update->order = (struct tree_file){ .path = joined(update->folder, "/", "order"), .text = copy_text("", 0) };
	if (!access(update->order.path, F_OK))
		update->order.text = read_file(update->order.path, &update->order.length);
	read_vendors(&update->vendors, update->folder);
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
	import->by_folder = import->merging = true;
	import->texts = update->texts;
	import_files(import, count, operands);
	if (count && operands && !import->vendor_name_count && !import->is_before)
		report((struct place){ operands[0], 0, 0 }, "no events in these files");
}

/* ---- compiling ---- */

/* New rows are formatted as all others are. */
static void format_files(struct update *update)
{
	for (int i = 0; i < update->tree.file_count; i++) {
		struct tree_file *file = &update->tree.files[i];

		if (!file->changed)
			continue;
		file->text = formatted(file->path, file->text, &file->length);
	}
}

/* The whole tree, with all changes, as it will be compiled. False: reported. */
static bool compiles(const struct update *update)
{
	struct model model = { 0 };
	struct body body = { 0 };
	struct source order = cut_source(update->order.path, copy_text(update->order.text, update->order.length),
					 update->order.length);

	for (int i = 0; i < update->tree.file_count; i++) {
		const struct tree_file *file = &update->tree.files[i];

		parse_text(&model, file->path, copy_text(file->text, file->length), file->length);
	}
	model.order_lines = &order;
	return !error_count() && compile_model(&model, update->order.path, true, &body);
}

/* ---- writing ---- */

static bool make_folder_of(const char *path)
{
	char *folder = copy_text(path, strlen(path)), *slash = strrchr(folder, '/');
	bool good;

	if (!slash)
		return true;
	*slash = '\0';
	good = !mkdir(folder, 0777) || errno == EEXIST;
	free(folder);
	return good;
}

static bool write_beside(const struct tree_file *file)
{
	const char *beside = joined(file->path, ".new", "");
	FILE *out = make_folder_of(file->path) ? fopen(beside, "w") : NULL;
	bool good = out && fwrite(file->text, 1, file->length, out) == file->length;

	good = out && !fclose(out) && good;
	if (!good)
		report((struct place){ beside, 0, 0 }, "%s", strerror(errno));
	return good;
}

/* Files that are changed, in the order in which they are renamed. */
static struct tree_file **changed_files(struct update *update, int *count)
{
	struct tree_file **list = NULL;

	*count = 0;
	for (int i = 0; i < update->tree.file_count + 2; i++) {
		struct tree_file *file = i < update->tree.file_count ? &update->tree.files[i] :
					 i == update->tree.file_count ? &update->order : &update->vendors.text;

		if (!file->changed || file->is_with)
			continue;
		list = grow(list, *count, sizeof *list);
		list[(*count)++] = file;
	}
	return list;
}

static bool write_files(struct update *update)
{
	int count, written = 0;
	struct tree_file **list = changed_files(update, &count);
	bool good = true;

	while (written < count && good)
		good = write_beside(list[written++]);
	for (int i = 0; i < count && good; i++)
		if (rename(joined(list[i]->path, ".new", ""), list[i]->path)) {
			report((struct place){ list[i]->path, 0, 0 }, "%s", strerror(errno));
			good = false;
		}
	for (int i = 0; i < written && !good; i++)
		remove(joined(list[i]->path, ".new", ""));
	return good;
}

/* ---- the order of work ---- */

static void merge_update(struct update *update)
{
	struct merging merging = { &update->now, &update->tree, NULL, 0, &update->verdicts, all_facts };

	route_rows(update);
	if (error_count())
		return;
	route_before(update);
	merging.targets = update->targets;
	merging.target_count = update->target_count;
	if (!look_at_all(&merging))
		return;
	know_followed(update);
	if (merge_all(&merging) && follow_facts(update))
		check_all(&merging);
}

static int give_up(void)
{
	say(stderr, "%d error%s; nothing written\n", error_count(), error_count() == 1 ? "" : "s");
	return 1;
}

/* All but the writing; mistakes of the tables are held, as rows may be to blame. */
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
	if (error_count())
		return;
	hold_reports();
	merge_update(update);
	if (!error_count())
		format_files(update);
	if (!error_count() && compiles(update) && check_names(update))
		write_manifest(update);
}

int update_main(int argc, char **argv)
{
	struct update options = { .folder = "src/pmu" }, update;
	struct update_arguments arguments = { 0 };
	int first = read_options(&options, &arguments, argc, argv);
	bool again;

	if (first < 0)
		return usage();
	do {
		update = options;
		work_out(&update, &arguments, argc - first, (const char *const *)argv + first);
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
		return give_up();
	say_report(&update);
	return wants_a_person(&update.now, true) ? 3 : 0;
}
