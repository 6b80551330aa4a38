/*
 * A program with more rights than its user reads no environment: not what machine this is, not which tables to load,
 * not which PMUs there are, not what to write about it; pfm_set_machine() is heard. Root makes a copy of this
 * very program that belongs to another group than its user, and starts it as nobody.
 */
#define _GNU_SOURCE
#include <perfmon/pfmkit.h>

#include <sys/auxv.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

enum { NOBODY = 65534, SKIPPED = 77 };

static bool is_active(pfm_pmu_t pmu)
{
	pfm_pmu_info_t info = { .size = sizeof info };

	return !pfm_get_pmu_info(pmu, &info) && info.is_present;
}

static bool has_loaded(void)
{
	for (int pmu = pfm_next_pmu(0); pmu > 0; pmu = pfm_next_pmu(pmu))
		if (pfm_get_pmu_table((pfm_pmu_t)pmu))
			return true;
	return false;
}

/* Whether this very program loads tables now. */
static bool loads(void)
{
	bool loaded = !pfm_initialize() && has_loaded();

	pfm_terminate();
	return loaded;
}

/*
 * A file of tables in the user's own directory, which LIBPFM_TABLES names, too; this very program would load it by
 * both.
 */
static bool make_tables(const char *data, const char *path)
{
	const char *build = getenv("builddir");
	char command[8200];

	snprintf(command, sizeof command, "'%s/pmuc' -o '%s' '%s' >/dev/null", build ? build : "build", path,
		 source_file("tests/data/loaded/small.pmu"));
	if (system(command) || chmod(path, 0644))
		return false;
	setenv("XDG_DATA_HOME", data, 1);
	unsetenv("LIBPFM_TABLES");
	CHECK(loads());
	setenv("LIBPFM_TABLES", path, 1);
	CHECK(loads());
	return !failures;
}

/* What the library writes to standard output and error meanwhile: nothing, whatever is asked for. */
static bool is_silent(void)
{
	FILE *file = tmpfile();
	int out = dup(STDOUT_FILENO), err = dup(STDERR_FILENO);
	long written;

	if (!file || out < 0 || err < 0)
		return false;
	fflush(stdout);
	dup2(fileno(file), STDOUT_FILENO);
	dup2(fileno(file), STDERR_FILENO);
	pfm_initialize();
	pfm_find_event("skl::INST_RETIRED");
	fflush(stdout);
	dup2(out, STDOUT_FILENO);
	dup2(err, STDERR_FILENO);
	close(out);
	close(err);
	written = lseek(fileno(file), 0, SEEK_END);
	fclose(file);
	return !written;
}

/* Those that are no secret, but let a user choose what a program with more rights does. */
static const char *const switches[][2] = { { "LIBPFM_ENCODE_INACTIVE", "1" }, { "LIBPFM_FORCE_PMU", "power9" },
	{ "LIBPFM_DISABLED_PMUS", "skl" }, { "LIBPFM_VERBOSE", "1" }, { "LIBPFM_DEBUG", "1" },
	{ "LIBPFM_DEBUG_STDOUT", "1" } };

static void check_switches(void)
{
	pfm_machine_t machine = { .size = sizeof machine, .cpu = "zen4" };

	for (size_t i = 0; i < sizeof switches / sizeof switches[0]; i++)
		setenv(switches[i][0], switches[i][1], 1);
	CHECK_SAME(pfm_set_machine(&machine), 0);
	CHECK(is_silent());
	CHECK(pfm_get_pmu_name(PFM_PMU_INTEL_SKL));
	CHECK(is_active(PFM_PMU_AMD64_FAM19H_ZEN4));
	CHECK(!is_active(PFM_PMU_POWER9));
	CHECK_SAME(pfm_find_event("skl::INST_RETIRED"), PFM_ERR_NOTFOUND);
	pfm_terminate();
}

/* What the copy does. */
static int check_secure(void)
{
	pfm_machine_t machine = { .size = sizeof machine, .cpu = "zen4" };

	if (!getauxval(AT_SECURE)) {
		puts("secure: skipped: no program gets other rights here");
		return SKIPPED;
	}
	CHECK_TEXT(getenv("LIBPFM_CPUID"), "power9");
	CHECK_SAME(pfm_initialize(), 0);
	CHECK(!is_active(PFM_PMU_POWER9));
	CHECK(!has_loaded());
	pfm_terminate();
	unsetenv("LIBPFM_TABLES");
	CHECK(getenv("XDG_DATA_HOME"));
	CHECK_SAME(pfm_initialize(), 0);
	CHECK(!has_loaded());
	pfm_terminate();
	CHECK_SAME(pfm_set_machine(&machine), 0);
	CHECK_SAME(pfm_initialize(), 0);
	CHECK(is_active(PFM_PMU_AMD64_FAM19H_ZEN4));
	CHECK(!is_active(PFM_PMU_POWER9));
	pfm_terminate();
	check_switches();
	return check_summary("secure");
}

static bool copy_self(const char *path)
{
	FILE *from = fopen("/proc/self/exe", "r"), *to = fopen(path, "w");
	char bytes[1 << 16];
	size_t got;
	bool good = from && to;

	while (good && (got = fread(bytes, 1, sizeof bytes, from)))
		good = fwrite(bytes, 1, got, to) == got;
	if (from)
		fclose(from);
	return (!to || !fclose(to)) && good;
}

/* The status of the copy. */
static int run_copy(const char *path)
{
	int status = -1;
	pid_t child = fork();

	if (!child) {
		setenv("LIBPFM_CPUID", "power9", 1);
		if (!setgid(NOBODY) && !setuid(NOBODY))
			execl(path, path, "copy", (char *)NULL);
		perror(path);
		_exit(1);
	}
	waitpid(child, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

int main(int argc, char **argv)
{
	const char *tmp = getenv("TMPDIR");
	char directory[512], path[600], folder[600], own[600], tables[700];
	int status = 1;

	if (argc > 1 && !strcmp(argv[1], "copy"))
		return check_secure();
	if (geteuid()) {
		puts("secure: skipped: only root can make a program with other rights");
		return SKIPPED;
	}
	snprintf(directory, sizeof directory, "%s/pfm-secure-XXXXXX", tmp && *tmp && strlen(tmp) < 400 ? tmp : "/tmp");
	if (!mkdtemp(directory) || chmod(directory, 0755)) {
		perror(directory);
		return 1;
	}
	snprintf(path, sizeof path, "%s/copy", directory);
	snprintf(folder, sizeof folder, "%s/pfmkit", directory);
	snprintf(own, sizeof own, "%s/pfmkit/tables.d", directory);
	snprintf(tables, sizeof tables, "%s/small.pmt", own);
	if (!mkdir(folder, 0755) && !mkdir(own, 0755) && make_tables(directory, tables) && copy_self(path) &&
	    !chmod(path, 02755))
		status = run_copy(path);
	unlink(path);
	unlink(tables);
	rmdir(own);
	rmdir(folder);
	rmdir(directory);
	return status;
}
