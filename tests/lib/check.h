/* The little that the C tests share. */
#ifndef PFM_CHECK_H
#define PFM_CHECK_H

#include <fnmatch.h>
#include <malloc.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* One count for all files of a program. */
__attribute__((weak)) int checks, failures;

#define CHECK(condition) check(condition, #condition, __FILE__, __LINE__)
static inline bool check(bool good, const char *what, const char *file, int line)
{
	checks++;
	if (!good) {
		failures++;
		printf("%s:%d: not true: %s\n", file, line, what);
	}
	return good;
}

/*
 * Where a look at all takes long, SAMPLE=N:SEED in the environment has one in N of the things looked at, others for
 * another seed. The sample says its seed, with which it is made again. Without it all are.
 */
static unsigned int sample_share;
static unsigned long long sample_seed;

/* Of how many things one is looked at; 1: of each. */
static inline unsigned int sample_one_in(void)
{
	const char *words = getenv("SAMPLE");

	if (sample_share)
		return sample_share;
	if (!words || sscanf(words, "%u:%llu", &sample_share, &sample_seed) != 2 || !sample_share)
		return sample_share = 1;
	printf("a sample of one in %u: SAMPLE=%u:%llu makes it again\n", sample_share, sample_share, sample_seed);
	return sample_share;
}

/* Whether the thing of this number is looked at. */
static inline bool in_sample(unsigned int number)
{
	unsigned int share = sample_one_in();

	return (unsigned int)((number + sample_seed) * UINT64_C(0x9e3779b97f4a7c15) >> 33) % share == 0;
}

/* A number or a string, beside what it should be; NULL is a string like others. */
#define CHECK_SAME(got, want) is_same_number((long long)(got), (long long)(want), #got, #want, __FILE__, __LINE__)
#define CHECK_TEXT(got, want) is_same_text(got, want, #got, __FILE__, __LINE__)
static inline bool is_same_number(long long got, long long want, const char *what, const char *expected,
				 const char *file, int line)
{
	checks++;
	failures += got != want;
	if (got != want)
		printf("%s:%d: %s: got %lld (%#llx), expected %s, %lld (%#llx)\n", file, line, what, got,
		       (unsigned long long)got, expected, want, (unsigned long long)want);
	return got == want;
}
static inline bool is_same_text(const char *got, const char *want, const char *what, const char *file, int line)
{
	bool same = got && want ? !strcmp(got, want) : got == want;

	checks++;
	failures += !same;
	if (!same)
		printf("%s:%d: %s: got \"%s\", expected \"%s\"\n", file, line, what, got ? got : "(null)",
		       want ? want : "(null)");
	return same;
}

/* Whether more than one thread may run: not with ONE_THREAD in the environment, as coverage.sh counts without locks. */
static inline bool has_threads(void)
{
	return !getenv("ONE_THREAD");
}

/*
 * Calls a part of a test program, unless ONLY in the environment is a word that its name has not: ONLY=decode runs what
 * is called so, and nothing else.
 */
#define RUN(part) (is_wanted(#part) ? part() : (void)0)
static inline bool is_wanted(const char *part)
{
	const char *only = getenv("ONLY");

	return !only || strstr(part, only);
}

static inline int check_summary(const char *name)
{
	printf("%s: %d checks, %d failed\n", name, checks, failures);
	return failures || !checks;
}

/* Bytes that are allocated; 0 where the C library does not tell. */
static inline size_t used_memory(void)
{
#ifdef __GLIBC__
#if __GLIBC_PREREQ(2, 33)
	struct mallinfo2 used = mallinfo2();

	return used.uordblks + used.hblkhd;
#endif
#endif
	return 0;
}

/* Files that are open, of the first 4,096. */
static inline int open_files(void)
{
	enum { MOST = 4096 };
	static struct pollfd files[MOST];
	long most = sysconf(_SC_OPEN_MAX);
	int count = most < 0 || most > MOST ? MOST : (int)most, open = count;

	for (int file = 0; file < count; file++)
		files[file] = (struct pollfd){ .fd = file };
	if (poll(files, (nfds_t)count, 0) < 0) {
		perror("poll");
		exit(1);
	}
	for (int file = 0; file < count; file++)
		open -= files[file].revents & POLLNVAL ? 1 : 0;
	return open;
}

/* A file under the source directory, or, with tmp, under the directory of unpacked machines. */
static inline const char *source_file(const char *name)
{
	static char path[4096];
	const char *source = getenv("srcdir");

	snprintf(path, sizeof path, "%s/%s", source ? source : ".", name);
	return path;
}

static inline const char *root_directory(const char *name)
{
	static char path[4096];
	const char *build = getenv("builddir");

	snprintf(path, sizeof path, "%s/tests/tmp/roots/%s", build ? build : ".", name);
	return path;
}

/* A compressed file of test data, to be closed with pclose(). */
static inline FILE *open_data(const char *name)
{
	char command[4200];

	snprintf(command, sizeof command, "xz -dc '%s'", source_file(name));
	return popen(command, "r");
}

/*
 * Calls use for each line of a table of tests/data that is no comment, with its fields: what stands between tabs, with
 * \t for a tab in them. NULL: the line has fewer.
 */
static inline void read_table(const char *name, void (*use)(int row, char **fields))
{
	FILE *file = fopen(source_file(name), "r");
	char line[4096], *fields[6];

	if (!CHECK(file))
		return;
	for (int row = 0; fgets(line, sizeof line, file);) {
		char *rest = line;

		line[strcspn(line, "\n")] = '\0';
		if (*line == '#')
			continue;
		for (int i = 0; i < 6; i++) {
			fields[i] = strsep(&rest, "\t");
			for (char *at = fields[i]; at && (at = strstr(at, "\\t"));) {
				*at = '\t';
				memmove(at + 1, at + 2, strlen(at + 1));
			}
		}
		use(row++, fields);
	}
	fclose(file);
}

/* Starts the library anew under an environment: NAME=VALUE words; ROOT stands for the unpacked machines. */
static inline int start_library(const char *words, int (*initialize)(void), void (*terminate)(void))
{
	static const char *const variables[] = { "LIBPFM_ENCODE_INACTIVE", "LIBPFM_TRACEPOINTS", "LIBPFM_FORCE_PMU",
		"LIBPFM_DISABLED_PMUS", "LIBPFM_PROC_CPUINFO", "LIBPFM_FSROOT", "LIBPFM_CPUID", "LIBPFM_VERBOSE",
		"LIBPFM_DEBUG" };
	char copy[4096], value[8200];

	terminate();
	for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++)
		unsetenv(variables[i]);
	snprintf(copy, sizeof copy, "%s", words);
	for (char *word = strtok(copy, " \n"); word; word = strtok(NULL, " \n")) {
		char *equals = strchr(word, '=');

		if (!equals)
			continue;
		*equals++ = '\0';
		if (!strncmp(equals, "ROOT/", 5))
			snprintf(value, sizeof value, "%s", root_directory(equals + 5));
		else
			snprintf(value, sizeof value, "%s", equals);
		setenv(word, value, 1);
	}
	return initialize();
}

/* The deliberate differences of one kind: patterns from tests/peers/differences, and whether each has been met. */
enum { MAX_DIFFERENCES = 2048 };
struct differences {
	char patterns[MAX_DIFFERENCES][128];
	bool met[MAX_DIFFERENCES];
	int count;
};

static inline void read_differences(struct differences *all, const char *kind)
{
	FILE *file = fopen(source_file("tests/peers/differences"), "r");
	char line[512], word[32];

	memset(all, 0, sizeof *all);
	while (file && fgets(line, sizeof line, file) && all->count < MAX_DIFFERENCES)
		if (sscanf(line, "%31s %127s", word, all->patterns[all->count]) == 2 && !strcmp(word, kind))
			all->count++;
	if (file)
		fclose(file);
}

static inline bool is_difference(struct differences *all, const char *name)
{
	for (int i = 0; i < all->count; i++)
		if (!fnmatch(all->patterns[i], name, 0)) {
			all->met[i] = true;
			return true;
		}
	return false;
}

static inline void check_all_met(const struct differences *all)
{
	for (int i = 0; i < all->count; i++)
		if (!CHECK(all->met[i]))
			printf("  no line is %s\n", all->patterns[i]);
}

#endif
