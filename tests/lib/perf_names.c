/*
 * Names of events as perf(1) itself knows them, against the library: reads lines NAME DEVICE/TERMS/ from stdin, each
 * an event of the CPU that LIBPFM_CPUID names. Places of fields are the kernel's (format files of its drivers).
 *
 *   perf_names VENDORS [DEVICE=PMU]...
 *
 * VENDORS has lines NAME CONFIG CONFIG1, what vendors publish today; DEVICE=PMU puts PMU:: in front of the names of
 * that device. Four kinds of difference are understood and counted; any other is printed: NAME TERMS perf's config
 * config1, the library's or its error.
 */
#include <perfmon/pfmkit.h>
#include <perfmon/pfmlib_perf_event.h>

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct field {
	const char *devices, *name;     /* devices whose names begin so */
	int word;
	const char *bits;               /* the lowest first */
};

static const struct field amd_fields[] = {
	{ "cpu", "event", 0, "0-7,32-35" },     { "cpu", "umask", 0, "8-15" },
	{ "cpu", "edge", 0, "18" },             { "cpu", "inv", 0, "23" },
	{ "cpu", "cmask", 0, "24-31" },         { "amd_l3", "event", 0, "0-7" },
	{ "amd_l3", "umask", 0, "8-15" },       { "amd_l3", "slicemask", 0, "48-51" },
	{ "amd_l3", "threadmask", 0, "56-63" }, { "amd_df", "event", 0, "0-7,32-35,59-60" },
	{ "amd_df", "umask", 0, "8-15" },       { NULL, NULL, 0, NULL },
};

static const struct field intel_fields[] = {
	{ "cpu", "event", 0, "0-7" },
	{ "cpu", "umask", 0, "8-15" },
	{ "cpu", "edge", 0, "18" },
	{ "cpu", "any", 0, "21" },
	{ "cpu", "inv", 0, "23" },
	{ "cpu", "cmask", 0, "24-31" },
	{ "cpu", "offcore_rsp", 1, "0-63" },
	{ "cpu", "ldlat", 1, "0-15" },
	{ "cpu", "frontend", 1, "0-23" },
	{ "uncore_qpi", "event", 0, "0-7,21" },
	{ "uncore_pcu", "event", 0, "0-7,21" },
	{ "uncore_ubox", "event", 0, "0-7,21" },
	{ "uncore_arb", "cmask", 0, "24-28" },
	{ "uncore", "event", 0, "0-7" },
	{ "uncore", "umask", 0, "8-15,32-63" },
	{ "uncore", "edge", 0, "18" },
	{ "uncore", "inv", 0, "23" },
	{ "uncore", "config1", 1, "0-63" },
	{ NULL, NULL, 0, NULL },
};

/* Where these boxes differ from one generation to the next: models of family 6. */
static const struct {
	int models[5];
	struct field field;
} model_fields[] = {
	{ { 0x2d }, { "uncore_cbox", "filter_opc", 1, "23-31" } },
	{ { 0x2d }, { "uncore_cbox", "filter_state", 1, "18-22" } },
	{ { 0x3e, 0x3f, 0x4f, 0x56 }, { "uncore_cbox", "filter_state", 1, "17-22" } },
	{ { 0x2d, 0x3e }, { "uncore_cbox", "filter_tid", 1, "0-4" } },
	{ { 0x3f, 0x4f, 0x56 }, { "uncore_cbox", "filter_tid", 1, "0-5" } },
	{ { 0x3e, 0x3f, 0x4f, 0x56 }, { "uncore_cbox", "filter_opc", 1, "52-60" } },
	{ { 0x3e, 0x3f, 0x4f, 0x56 }, { "uncore_cbox", "filter_nc", 1, "62" } },
	{ { 0x55 }, { "uncore_iio", "ch_mask", 0, "36-43" } },
	{ { 0x55 }, { "uncore_iio", "fc_mask", 0, "44-46" } },
	{ { 0x6a, 0x6c, 0x8f, 0x86 }, { "uncore_iio", "ch_mask", 0, "36-47" } },
	{ { 0x6a, 0x6c, 0x8f, 0x86 }, { "uncore_iio", "fc_mask", 0, "48-50" } },
};

static bool is_amd;
static int model;

static bool is_field(const struct field *field, const char *device, const char *name)
{
	return !strncmp(device, field->devices, strlen(field->devices)) && !strcmp(name, field->name);
}

static const struct field *find_field(const char *device, const char *name)
{
	for (size_t i = 0; !is_amd && i < sizeof model_fields / sizeof model_fields[0]; i++)
		for (int k = 0; k < 5 && model_fields[i].models[k]; k++)
			if (model_fields[i].models[k] == model && is_field(&model_fields[i].field, device, name))
				return &model_fields[i].field;
	for (const struct field *field = is_amd ? amd_fields : intel_fields; field->name; field++)
		if (is_field(field, device, name))
			return field;
	return NULL;
}

/* Puts a value where bits say; false: it does not fit. */
static bool place(uint64_t *word, const char *bits, uint64_t value)
{
	for (char *end; *bits; bits = *end ? end + 1 : end) {
		unsigned long low = strtoul(bits, &end, 10), high = *end == '-' ? strtoul(end + 1, &end, 10) : low;

		for (unsigned long bit = low; bit <= high; bit++, value >>= 1)
			*word |= (value & 1) << bit;
	}
	return !value;
}

/* DEVICE/NAME=VALUE,.../: what perf gives the kernel. The period is perf's own. */
static bool read_terms(char *text, char **device, uint64_t words[2])
{
	char *term;

	*device = strsep(&text, "/");
	words[0] = words[1] = 0;
	text[strcspn(text, "/")] = '\0';
	while ((term = strsep(&text, ","))) {
		const char *name = strsep(&term, "=");
		const struct field *field = find_field(*device, name);

		if (!strcmp(name, "period"))
			continue;
		if (!field || !place(&words[field->word], field->bits, term ? strtoull(term, NULL, 0) : 1)) {
			printf("? %s/%s=%s\n", *device, name, term ? term : "");
			return false;
		}
	}
	return true;
}

/* ---- what vendors publish today ---- */

struct published {
	char name[128];
	uint64_t config, config1;
};

static struct published *published;
static size_t published_count;

static int compare_published(const void *a, const void *b)
{
	const struct published *left = a, *right = b;
	int order = strcasecmp(left->name, right->name);

	if (order)
		return order;
	if (left->config != right->config)
		return left->config < right->config ? -1 : 1;
	return left->config1 < right->config1 ? -1 : left->config1 > right->config1;
}

static bool read_published(const char *path)
{
	FILE *file = fopen(path, "r");
	struct published one, *bigger;
	size_t room = 0;

	while (file && fscanf(file, "%127s %" SCNx64 " %" SCNx64, one.name, &one.config, &one.config1) == 3) {
		if (published_count == room) {
			room = room ? 2 * room : 1024;
			bigger = realloc(published, room * sizeof one);
			if (!bigger) {
				fclose(file);
				return false;
			}
			published = bigger;
		}
		published[published_count++] = one;
	}
	if (file)
		fclose(file);
	if (published_count)
		qsort(published, published_count, sizeof one, compare_published);
	return published_count;
}

static bool is_published(const char *name, uint64_t config, uint64_t config1)
{
	struct published one = { .config = config, .config1 = config1 };

	if (strlen(name) >= sizeof one.name)
		return false;
	strcpy(one.name, name);
	return bsearch(&one, published, published_count, sizeof one, compare_published);
}

/* ---- differences ---- */

enum verdict { SAME, CUT, NEWER, FILTER, FIXED, OTHER, VERDICTS };
static const char *const verdicts[VERDICTS] = {
	[SAME] = "the same",
	[CUT] = "perf cuts offcore_rsp at 32 bits",
	[NEWER] = "the vendor's file of today says what the library says",
	[FILTER] = "the library asks for the filter without which it counts nothing",
	[FIXED] = "perf has own codes for fixed counters",
	[OTHER] = "other",
};
static int counts[VERDICTS];

/* Events that perf gives codes of its own, whatever the vendor's file says. */
static bool is_fixed(const char *name)
{
	static const char *const names[] = { "inst_retired.any", "inst_retired.any_p", "cpu_clk_unhalted.thread",
		"cpu_clk_unhalted.core", "cpu_clk_unhalted.ref", "cpu_clk_unhalted.thread_any" };

	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		if (!strcmp(names[i], name))
			return true;
	return false;
}

static enum verdict judge(const char *name, const char *device, const uint64_t perf[2], int error,
			  const struct perf_event_attr *attr)
{
	bool may_filter = !strncmp(device, "uncore_cbox", 11) || !strncmp(device, "uncore_pcu", 10);

	if (error)
		return may_filter && (error == PFM_ERR_ATTR || error == PFM_ERR_UMASK) ? FILTER : OTHER;
	if (attr->config == perf[0] && attr->config1 == perf[1])
		return SAME;
	if (attr->config == perf[0] && (uint32_t)attr->config1 == perf[1] && perf[1])
		return CUT;
	if (is_fixed(name))
		return FIXED;
	return is_published(name, attr->config, attr->config1) ? NEWER : OTHER;
}

static const char *pmu_of(const char *device, char **pmus)
{
	for (; *pmus; pmus++)
		if (!strncmp(*pmus, device, strlen(device)) && (*pmus)[strlen(device)] == '=')
			return *pmus + strlen(device) + 1;
	return NULL;
}

static void compare(const char *name, const char *terms, char **pmus)
{
	struct perf_event_attr attr = { .size = sizeof attr };
	pfm_perf_encode_arg_t arg = { .attr = &attr, .size = sizeof arg };
	char copy[1024], string[1024], *device;
	uint64_t words[2];
	enum verdict verdict;
	const char *pmu;
	int error;

	snprintf(copy, sizeof copy, "%s", terms);
	if (!read_terms(copy, &device, words))
		return;
	pmu = pmu_of(device, pmus);
	snprintf(string, sizeof string, "%s%s%s", pmu ? pmu : "", pmu ? "::" : "", name);
	error = pfm_get_perf_encoding_anywhere(string, PFM_PLM0 | PFM_PLM3, PFM_OS_PERF_EVENT, &arg);
	verdict = judge(name, device, words, error, &attr);
	counts[verdict]++;
	if (verdict != OTHER)
		return;
	printf("%s %s 0x%" PRIx64 " 0x%" PRIx64, string, terms, words[0], words[1]);
	if (error)
		printf(" %s\n", pfm_strerror(error));
	else
		printf(" 0x%" PRIx64 " 0x%" PRIx64 "\n", (uint64_t)attr.config, (uint64_t)attr.config1);
}

int main(int count, char **arguments)
{
	const char *cpu = getenv("LIBPFM_CPUID");
	char line[1024], name[512], terms[512];
	int names = 0, family;

	if (count < 2 || !cpu || !read_published(arguments[1]) || pfm_initialize())
		return 2;
	is_amd = sscanf(cpu, "GenuineIntel-%d-%i", &family, &model) != 2;
	while (fgets(line, sizeof line, stdin))
		if (sscanf(line, "%511s %511s", name, terms) == 2 && strchr(terms, '/')) {
			compare(name, terms, arguments + 2);
			names++;
		}
	fprintf(stderr, "%s: %d names", cpu, names);
	for (int i = 0; i < VERDICTS; i++)
		if (counts[i])
			fprintf(stderr, "; %d %s", counts[i], verdicts[i]);
	fprintf(stderr, "\n");
	pfm_terminate();
	free(published);
	return 0;
}
