/*
 * Runs the worked examples of tests/data/examples/: what an event string must encode to, one a line.
 *
 *   examples FILE...
 *
 * A line beginning with @ starts a section: the environment (NAME=VALUE words, ROOT stands for the directory with the
 * captured machines) under which the library is initialized for the lines that follow. All other LIBPFM_ variables are
 * unset. Other lines have four fields, separated by tabs:
 *
 *   LAYER  PLM  EVENT  RESULT
 *
 * LAYER: n PFM_OS_NONE, p PFM_OS_PERF_EVENT, x PFM_OS_PERF_EVENT_EXT, f pfm_find_event. PLM: a number. EVENT: \s stands
 * for a blank, \t for a tab. RESULT: the name of an error without PFM_ERR_, or words KEY=VALUE of which each must
 * be true: codes=0x1,0x2 fstr=STRING (*TAIL: ends so; -: none) idx= type= config= config1= config2=
 * excl=u,k,hv,guest,host precise= period= freq= exclusive= pinned= cpu=. Exit status 1 if any line is not as it should
 * be.
 */
#include <perfmon/pfmlib_perf_event.h>

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../tools/common/error_words.h"

struct got {
	int result, idx, cpu, count;
	uint64_t codes[4];
	char *fstr;
	struct perf_event_attr attr;
};

static void run(char layer, int plm, const char *event, struct got *got)
{
	pfm_pmu_encode_arg_t raw = { .codes = got->codes, .count = 4, .fstr = &got->fstr, .size = sizeof raw };
	pfm_perf_encode_arg_t perf = { .attr = &got->attr, .fstr = &got->fstr, .size = sizeof perf };

	memset(got, 0, sizeof *got);
	got->attr.size = sizeof got->attr;
	if (layer == 'f') {
		got->idx = pfm_find_event(event);
		got->result = got->idx < 0 ? got->idx : 0;
	} else if (layer == 'n') {
		got->result = pfm_get_os_event_encoding(event, plm, PFM_OS_NONE, &raw);
		got->idx = raw.idx;
		got->count = raw.count;
	} else {
		got->result = pfm_get_os_event_encoding(event, plm,
			layer == 'p' ? PFM_OS_PERF_EVENT : PFM_OS_PERF_EVENT_EXT, &perf);
		got->idx = perf.idx;
		got->cpu = perf.cpu;
	}
}

static bool codes_match(const struct got *got, const char *value)
{
	int n = 0;

	for (char *end; *value; value = *end == ',' ? end + 1 : end, n++)
		if (n >= got->count || strtoull(value, &end, 0) != got->codes[n])
			return false;
	return n == got->count;
}

static bool string_matches(const char *fstr, const char *value)
{
	size_t want = strlen(value), have = fstr ? strlen(fstr) : 0;

	if (!strcmp(value, "-") || !fstr)
		return !fstr == !strcmp(value, "-");
	if (*value != '*')
		return !strcmp(fstr, value);
	return have >= want - 1 && !strcmp(fstr + have - (want - 1), value + 1);
}

static bool word_matches(const struct got *got, const char *key, const char *value)
{
	const struct perf_event_attr *attr = &got->attr;
	uint64_t number = strtoull(value, NULL, 0);
	char excluded[32];

	if (!strcmp(key, "codes"))
		return codes_match(got, value);
	if (!strcmp(key, "fstr"))
		return string_matches(got->fstr, value);
	if (!strcmp(key, "idx"))
		return (uint64_t)got->idx == number;
	if (!strcmp(key, "type"))
		return attr->type == number;
	if (!strcmp(key, "config"))
		return attr->config == number;
	if (!strcmp(key, "config1"))
		return attr->config1 == number;
	if (!strcmp(key, "config2"))
		return attr->config2 == number;
	if (!strcmp(key, "precise"))
		return attr->precise_ip == number;
	if (!strcmp(key, "period"))
		return attr->sample_period == number;
	if (!strcmp(key, "freq"))
		return attr->freq == number;
	if (!strcmp(key, "exclusive"))
		return attr->exclusive == number;
	if (!strcmp(key, "pinned"))
		return attr->pinned == number;
	if (!strcmp(key, "cpu"))
		return got->cpu == atoi(value);
	snprintf(excluded, sizeof excluded, "%d,%d,%d,%d,%d", (int)attr->exclude_user, (int)attr->exclude_kernel,
		(int)attr->exclude_hv, (int)attr->exclude_guest, (int)attr->exclude_host);
	return !strcmp(key, "excl") && !strcmp(value, excluded);
}

static bool result_matches(const struct got *got, char *result)
{
	if (!strchr(result, '='))
		return !strcmp(result, error_word(got->result));
	if (got->result)
		return false;
	for (char *word = strtok(result, " "); word; word = strtok(NULL, " ")) {
		char *equals = strchr(word, '=');

		if (!equals)
			return false;
		*equals = '\0';
		if (!word_matches(got, word, equals + 1))
			return false;
		*equals = '=';
	}
	return true;
}

static void print_got(const struct got *got)
{
	printf("  got %s", error_word(got->result));
	for (int i = 0; !got->result && i < got->count; i++)
		printf(" 0x%" PRIx64, got->codes[i]);
	if (!got->result && !got->count)
		printf(" type=%u config=0x%llx config1=0x%llx config2=0x%llx excl=%d,%d,%d,%d,%d precise=%d period=%llu cpu=%d",
			got->attr.type, (unsigned long long)got->attr.config, (unsigned long long)got->attr.config1,
			(unsigned long long)got->attr.config2, (int)got->attr.exclude_user,
			(int)got->attr.exclude_kernel, (int)got->attr.exclude_hv, (int)got->attr.exclude_guest,
			(int)got->attr.exclude_host, (int)got->attr.precise_ip,
			(unsigned long long)got->attr.sample_period, got->cpu);
	printf(" idx=%d %s\n", got->idx, got->fstr ? got->fstr : "");
}

/* \s and \t in place. */
static void unescape(char *text)
{
	char *to = text;

	for (; *text; text++)
		if (text[0] == '\\' && (text[1] == 's' || text[1] == 't'))
			*to++ = *++text == 's' ? ' ' : '\t';
		else
			*to++ = *text;
	*to = '\0';
}

static void start_section(char *words, const char *root)
{
	static const char *const variables[] = { "LIBPFM_ENCODE_INACTIVE", "LIBPFM_FORCE_PMU", "LIBPFM_DISABLED_PMUS",
		"LIBPFM_PROC_CPUINFO", "LIBPFM_FSROOT", "LIBPFM_CPUID", "LIBPFM_VERBOSE", "LIBPFM_DEBUG" };
	char value[4096];

	pfm_terminate();
	for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++)
		unsetenv(variables[i]);
	for (char *word = strtok(words, " \n"); word; word = strtok(NULL, " \n")) {
		char *equals = strchr(word, '=');

		if (!equals)
			continue;
		*equals++ = '\0';
		if (!strncmp(equals, "ROOT", 4))
			snprintf(value, sizeof value, "%s%s", root, equals + 4);
		else
			snprintf(value, sizeof value, "%s", equals);
		setenv(word, value, 1);
	}
	if (pfm_initialize())
		printf("cannot initialize\n");
}

static bool run_line(char *line, const char *file, int number)
{
	char *plm = strchr(line, '\t'), *event = plm ? strchr(plm + 1, '\t') : NULL,
	     *result = event ? strchr(event + 1, '\t') : NULL;
	char copy[2048];
	struct got got;
	bool good;

	if (!result) {
		printf("%s:%d: not four fields\n", file, number);
		return false;
	}
	*plm++ = *event++ = *result++ = '\0';
	result[strcspn(result, "\n")] = '\0';
	unescape(event);
	snprintf(copy, sizeof copy, "%s", result);
	run(*line, (int)strtol(plm, NULL, 0), event, &got);
	good = result_matches(&got, copy);
	if (!good) {
		printf("%s:%d: %s\n  expected %s\n", file, number, event, result);
		print_got(&got);
	}
	free(got.fstr);
	return good;
}

int main(int argc, char **argv)
{
	const char *build = getenv("builddir");
	char root[4096], *line = NULL;
	size_t room = 0;
	int lines = 0, bad = 0;

	snprintf(root, sizeof root, "%s/tests/tmp/roots", build ? build : ".");
	for (int i = 1; i < argc; i++) {
		FILE *file = fopen(argv[i], "r");

		for (int number = 1; file && getline(&line, &room, file) > 0; number++) {
			if (*line == '#' || *line == '\n')
				continue;
			if (*line == '@') {
				start_section(line + 1, root);
				continue;
			}
			lines++;
			bad += !run_line(line, argv[i], number);
		}
		if (!file) {
			printf("%s: cannot be read\n", argv[i]);
			bad++;
		} else {
			fclose(file);
		}
	}
	free(line);
	pfm_terminate();
	printf("%d examples, %d not as they should be\n", lines, bad);
	return bad || !lines;
}
