/*
 * Reports on a table come from the library, asked as by any program; if the library refuses the file, it is examined
 * here for the reason.
 */
#define _GNU_SOURCE
#include "install.h"

#include "compiler/text/arguments.h"
#include "compile.h"
#include "compiler/model/parse.h"

#include "tables/file.h"

#include <perfmon/pfmkit.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- directories ---- */

/* Makes a directory with all directories above it. False: errno says why. */
static bool make_directory(const char *path)
{
	char above[TABLE_PATH];

	for (const char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		snprintf(above, sizeof above, "%.*s", (int)(slash - path), path);
		if (mkdir(above, 0777) && errno != EEXIST)
			return false;
	}
	return !mkdir(path, 0777) || errno == EEXIST;
}

/* Writes the path DIRECTORY/NAME.pmt. False: there is no such directory, or the path is too long; reported. */
static bool tables_path(enum table_directory directory, const char *name, char path[TABLE_PATH])
{
	static const char end[] = ".pmt";
	size_t length;

	if (!table_directory(directory, path)) {
		fputs("pmuc: a user without a home has no directory for tables: set HOME or XDG_DATA_HOME\n", stderr);
		return false;
	}
	length = strlen(path);
	if (length + 1 + strlen(name) + sizeof end > TABLE_PATH) {
		say(stderr, "pmuc: %s: the name is too long\n", name);
		return false;
	}
	snprintf(path + length, TABLE_PATH - length, "/%s%s", name, end);
	return true;
}

/* ---- what is there ---- */

/* Returns the library's number for the PMU of that name, with its information; 0: it knows none. */
static int library_pmu(const char *name, pfm_pmu_info_t *info)
{
	for (int pmu = pfm_next_pmu(0); pmu > 0; pmu = pfm_next_pmu(pmu)) {
		const char *its = pfm_get_pmu_name((pfm_pmu_t)pmu);

		*info = (pfm_pmu_info_t){ .size = sizeof *info };
		if (its && !strcasecmp(its, name) && !pfm_get_pmu_info((pfm_pmu_t)pmu, info))
			return pmu;
	}
	return 0;
}

/* Returns whether a PMU replaces a compiled one: it has that one's number, below all other loaded ones'. */
static bool is_in_place_of_another(int number)
{
	int last = 0;

	for (int pmu = pfm_next_pmu(0); pmu > 0; pmu = pfm_next_pmu(pmu)) {
		pfm_pmu_details_t details = { .size = sizeof details };

		if (!pfm_get_pmu_table((pfm_pmu_t)pmu) && !pfm_get_pmu_details((pfm_pmu_t)pmu, &details) &&
		    !details.is_kernel_only)
			last = pmu;
	}
	return number < last;
}

static void list_pmu(const char *path, const struct tables *in, const struct table_pmu *pmu)
{
	const char *name = name_at(in, pmu->name), *table;
	pfm_pmu_info_t info;
	int number = library_pmu(name, &info);

	table = number ? pfm_get_pmu_table((pfm_pmu_t)number) : NULL;
	if (table && !strcmp(table, path))
		say(stdout, "  %-28s %5d events  %s%s\n", name, info.nevents, info.desc,
		       is_in_place_of_another(number) ? " (in place of the compiled one)" : "");
	else if (table)
		say(stdout, "  %-28s left out: %s has it\n", name, table);
	else
		say(stdout, "  %-28s left out: %s\n", name,
		       number ? "it is a part of the library" : "the library has too many PMUs or files of tables");
}

/* Finds an event that a file adds to a PMU: its code is another one if the PMU has an event of that name. */
static int find_added(const char *pmu, const char *event, pfm_event_info_t *info)
{
	char string[1024];
	int length = snprintf(string, sizeof string, "%s::%s", pmu, event);
	int found = length < (int)sizeof string ? pfm_find_event(string) : PFM_ERR_NOTFOUND;

	*info = (pfm_event_info_t){ .size = sizeof *info };
	return found < 0 ? found : pfm_get_event_info(found, PFM_OS_NONE, info);
}

/* Lists events that a file adds to a PMU which is elsewhere. */
static void list_extension(const struct tables *in, const struct table_pmu *pmu)
{
	const struct table_part *part = &in->parts.rows[pmu->part];
	const struct table_event *event = &in->events.rows[in->tables.rows[part->table].first + part->first];
	const char *name = name_at(in, pmu->name);
	pfm_event_info_t info;
	uint32_t found = 0, hidden = 0;

	for (uint32_t i = 0; i < part->count; i++)
		if (!find_added(name, name_at(in, event[i].name), &info)) {
			found++;
			hidden += info.code != event[i].code;
		}
	say(stdout, "  %-28s %5u events more", name, (unsigned int)part->count);
	if (found < part->count)
		say(stdout, ": left out, as LIBPFM_VERBOSE=1 tells");
	else if (hidden)
		say(stdout, ", %u not seen: the PMU has that name with another code", (unsigned int)hidden);
	putchar('\n');
}

static struct {
	int files, loaded, unread;
} listed;

/* Returns why the library does not take a file, or NULL. Files that turn out to be bad only later count as loaded. */
static const char *check_tables(const void *bytes, size_t size, struct tables *tables)
{
	static char message[TABLE_FILE_MESSAGE];

	if (!table_file_read(bytes, size, tables, message))
		return message;
	if (++listed.loaded <= MAX_TABLE_FILES)
		return table_file_check(bytes, tables);
	snprintf(message, sizeof message, "there are more than %d files of tables", MAX_TABLE_FILES);
	return message;
}

/* Reads a file of tables; NULL: wrong says why. */
static char *file_of_tables(const char *path, struct tables *tables, const char **wrong)
{
	struct stat status;
	size_t size;
	char *bytes;

	if (stat(path, &status) || access(path, R_OK))
		*wrong = strerror(errno);
	else if (!S_ISREG(status.st_mode))
		*wrong = "it is no file of tables";
	else
		*wrong = status.st_size > MOST_BYTES_OF_FILE ? "it has more than 256 MiB" : NULL;
	bytes = *wrong ? NULL : read_file(path, &size);
	if (bytes)
		*wrong = check_tables(bytes, size, tables);
	return bytes;
}

static void list_file(const char *path)
{
	struct tables tables = { 0 };
	const char *wrong;
	char *bytes = file_of_tables(path, &tables, &wrong);

	listed.files++;
	listed.unread += wrong != NULL;
	say(stdout, "%s%s%s\n", path, wrong ? ": not loaded: " : "", wrong ? wrong : "");
	for (uint32_t row = 0; !wrong && row < tables.pmus.count; row++)
		if (tables.pmus.rows[row].flags & PMU_EXTENSION)
			list_extension(&tables, &tables.pmus.rows[row]);
		else
			list_pmu(path, &tables, &tables.pmus.rows[row]);
	free(bytes);
}

static void list_unreadable(const char *path)
{
	listed.unread++;
	say(stdout, "%s: not loaded: %s\n", path, strerror(errno));
}

/* Opens the library so that all PMUs can be asked for, whatever this machine and the environment are. */
static bool open_library(void)
{
	pfm_machine_t machine = { .size = sizeof machine, .encode_inactive = 1 };
	int error;

	unsetenv("LIBPFM_FORCE_PMU");
	unsetenv("LIBPFM_DISABLED_PMUS");
	error = pfm_set_machine(&machine);
	if (!error)
		error = pfm_initialize();

	if (error)
		say(stderr, "pmuc: the library cannot be used: %s\n", pfm_strerror(error));
	return !error;
}

static void say_directories(void)
{
	const char *list = getenv("LIBPFM_TABLES"); /* used instead of the user's own directory */
	char path[TABLE_PATH];

	fputs("pmuc: no tables are installed in", stderr);
	for (enum table_directory which = list ? TABLES_OF_SYSTEM : TABLES_OF_USER; which <= TABLES_OF_PACKAGE; which++)
		if (table_directory(which, path))
			say(stderr, " %s", path);
	say(stderr, "%s\n", !list ? "" : *list ? " or what LIBPFM_TABLES names" :
		"; LIBPFM_TABLES is empty, so that none in your own directory are loaded");
}

int list_main(int argc, char **argv)
{
	static const struct table_visitor lister = { list_file, list_unreadable };

	if (read_arguments(argc, argv, NULL, NULL)) {
		fputs("usage: pmuc list\n", stderr);
		return 2;
	}
	if (!open_library())
		return 1;
	table_files(&lister);
	if (!listed.files && !listed.unread)
		say_directories();
	pfm_terminate();
	return listed.unread > 0;
}

/* ---- installing ---- */

static bool writes_tables(const struct body *body, enum table_directory directory, char path[TABLE_PATH])
{
	char *slash = strrchr(path, '/');
	bool made;

	if (directory == TABLES_OF_SYSTEM)
		umask(022); /* all users may read it, only the owner may write it */
	*slash = '\0';
	made = make_directory(path);
	if (!made)
		say(stderr, "%s: %s\n", path, strerror(errno));
	*slash = '/';
	return made && write_file(body, path);
}

/* Warns if LIBPFM_TABLES is set, which names what is loaded instead of the user's own directory. */
static void warn_of_environment(enum table_directory directory)
{
	if (directory != TABLES_OF_USER || !getenv("LIBPFM_TABLES"))
		return;
	fputs("pmuc: LIBPFM_TABLES is set: programs take what it names, and not your own directory\n", stderr);
	unsetenv("LIBPFM_TABLES");
}

/* Returns the length of the first of a device's names; 0: there is none. */
static size_t first_name(const char *device)
{
	return device ? strcspn(device, ",") : 0;
}

/* Returns whether it is a compiled core PMU that this machine has, with that device; NULL: without any. */
static bool is_compiled_core(pfm_pmu_t pmu, const char *device, pfm_pmu_info_t *info)
{
	pfm_pmu_details_t details = { .size = sizeof details };

	*info = (pfm_pmu_info_t){ .size = sizeof *info };
	if (pfm_get_pmu_table(pmu) || pfm_get_pmu_info(pmu, info) || pfm_get_pmu_details(pmu, &details))
		return false;
	return info->is_present && !info->is_dfl && info->type == PFM_PMU_TYPE_CORE &&
	       first_name(details.device) == first_name(device) &&
	       (!device || !memcmp(details.device, device, first_name(device)));
}

/*
 * Returns a PMU of the library for the same cores of the same processors as the one of that name; NULL: none. device:
 * of one of several core types, else NULL.
 */
static const char *compiled_beside(const char *name, const char **device)
{
	pfm_machine_t machine = { .size = sizeof machine, .cpu = name, .encode_inactive = 1 };
	pfm_pmu_details_t its = { .size = sizeof its };
	const char *found = NULL;
	pfm_pmu_info_t info;

	if (pfm_set_machine(&machine) || pfm_initialize())
		return NULL;
	if (!pfm_get_pmu_details((pfm_pmu_t)library_pmu(name, &info), &its))
		for (int pmu = pfm_next_pmu(0); pmu > 0 && !found; pmu = pfm_next_pmu(pmu))
			if (is_compiled_core((pfm_pmu_t)pmu, its.device, &info))
				found = info.name;
	*device = its.device ? copy_text(its.device, first_name(its.device)) : NULL;
	pfm_terminate();
	return found;
}

/* Reports compiled PMUs that come before the installed ones, as users of a newer file want its codes. */
static void say_what_comes_first(const struct model *model)
{
	for (int i = 0; i < model->pmu_count; i++) {
		const struct pmu *pmu = model->pmus[i];
		const char *device = NULL, *beside = NULL;

		if (pmu->data.type == PFM_PMU_TYPE_CORE)
			beside = compiled_beside(pmu->name.text, &device);
		if (beside)
			say(stderr,
			    "pmuc: the library's own %s is for the same processors, and events without a PMU are looked"
			    " up there before %s; one that is imported with %s%s%s--name %s takes its place\n",
			    beside, pmu->name.text, device ? "--unit " : "", device ? device : "", device ? " " : "",
			    beside);
	}
}

int install_text(const char *name, bool is_named, enum table_directory directory, char *text, size_t length,
		 bool allow_missing)
{
	struct model model = { .loaded = true };
	struct body body = { 0 };
	char path[TABLE_PATH];
	struct old_files *old;

	if (!tables_path(directory, name, path))
		return 1;
	parse_text(&model, path, text, length);
	if (!compile_model(&model, NULL, allow_missing, &body)) {
		say(stderr, "%d error%s; nothing installed\n", error_count(), error_count() == 1 ? "" : "s");
		return 1;
	}
	old = read_old_files(path);
	if (!writes_tables(&body, directory, path))
		return 1;
	replace_old_files(old, path, is_named);
	warn_of_environment(directory);
	if (!open_library())
		return 1;
	list_file(path);
	pfm_terminate();
	say_what_comes_first(&model);
	return 0;
}

/* ---- removing ---- */

static int remove_usage(void)
{
	fputs("usage: pmuc remove [--user|--system] NAME ...\n", stderr);
	return 2;
}

/* Removes an installed file. Returns 1: it is gone; 0: it is not there; -1: reported. */
static int remove_from(enum table_directory directory, const char *name)
{
	char path[TABLE_PATH];

	if (!table_directory(directory, path))
		return 0;
	if (!tables_path(directory, name, path))
		return -1;
	if (!unlink(path)) {
		say(stdout, "%s: removed\n", path);
		return 1;
	}
	if (errno == ENOENT || errno == ENOTDIR)
		return 0;
	say(stderr, "%s: %s\n", path, strerror(errno));
	return -1;
}

/* Removes "spr", or "spr.pmt" as files are called. */
static bool remove_name(enum table_directory first, enum table_directory last, const char *operand)
{
	size_t length = strlen(operand), end = length > 4 && !strcmp(operand + length - 4, ".pmt") ? 4 : 0;
	char *name = copy_text(operand, length - end);
	int removed = 0;

	for (enum table_directory directory = first; directory <= last && !removed; directory++)
		removed = strchr(name, '/') ? 0 : remove_from(directory, name);
	if (!removed)
		say(stderr, "pmuc: no tables are called %s; pmuc list says what is installed\n", operand);
	free(name);
	return removed > 0;
}

static bool read_remove_flag(void *command, const char *option)
{
	return read_directory_option(option, command);
}

int remove_main(int argc, char **argv)
{
	static const struct options options = { .flag = read_remove_flag };
	struct directory_choice choice = { 0 };
	int count = read_arguments(argc, argv, &options, &choice), status = 0;

	if (count < 1 || !is_one_directory(choice))
		return remove_usage();
	for (int i = 0; i < count; i++)
		if (!remove_name(choice.system ? TABLES_OF_SYSTEM : TABLES_OF_USER,
				 choice.user ? TABLES_OF_USER : TABLES_OF_SYSTEM, argv[i]))
			status = 1;
	return status;
}
