/*
 * Events on every CPU that has them. A row of a table is a line "cpu" of a PMU's text: vendor, family, models,
 * steppings; of Arm implementer and part, of POWER the halves of the PVR. The rows come in the order in which the
 * library searches PMUs, so that the first that fits a CPU is what the library would find there.
 */
#define _GNU_SOURCE
#include "all_cpus.h"

#include <ctype.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "api/private.h"
#include "../src/tables/clean.h"
#include "json.h"
#include "operands.h"

/* A core PMU, and an event of it, whose rows tell of the PMU. */
struct core {
	pfm_pmu_info_t info;
	pfm_pmu_details_t details;
	struct event_ref ref;
};

/* What an event is on a PMU. */
struct code {
	const struct core *core;
	struct perf_event_attr attr;
	char *string;                   /* fully qualified */
};

struct named {
	char *requested, *symbol;
	struct code *codes;
	int count;
};

struct all {
	const struct given *given;
	struct core *cores;
	struct named *events;
	int core_count, event_count;
};

static void *one_more(void *list, int count, size_t size)
{
	void *bigger = realloc(list, ((size_t)count + 1) * size);

	if (!bigger)
		is_lacking(PFM_ERR_NOMEM);
	return bigger;
}

/* ---- PMUs ---- */

static const struct table_condition *conditions_of(const struct core *core)
{
	return &core->ref.in->conditions.rows[core->ref.data->condition];
}

static bool is_known_by_number(const struct core *core)
{
	for (int i = 0; i < core->ref.data->conditions; i++)
		if (conditions_of(core)[i].kind == WHEN_CPU)
			return true;
	return false;
}

static int compare_cores(const void *a, const void *b)
{
	return ((const struct core *)a)->ref.pmu - ((const struct core *)b)->ref.pmu;
}

/* All core PMUs whose CPUs are known by numbers, in the order of look-up. */
static bool find_cores(struct all *all)
{
	struct core next = { .info.size = sizeof next.info, .details.size = sizeof next.details };
	pfm_pmu_t pmu;

	for_each_pmu(pmu) {
		struct core *bigger;
		pfm_err_t error;

		if (!next_pmu(pmu, &next.info) || next.info.type != PFM_PMU_TYPE_CORE || next.info.first_event < 0 ||
		    pfm_get_pmu_details(pmu, &next.details))
			continue;
		error = pfm_private_event(next.info.first_event, PFMKIT_VERSION, &next.ref);
		if (is_lacking(error))
			return false;
		if (error || !is_known_by_number(&next))
			continue;
		bigger = one_more(all->cores, all->core_count, sizeof *bigger);
		if (!bigger)
			return false;
		all->cores = bigger;
		all->cores[all->core_count++] = next;
	}
	if (all->core_count)
		qsort(all->cores, (size_t)all->core_count, sizeof *all->cores, compare_cores);
	return true;
}

/* ---- events ---- */

/* A PMU is meant by its name; else by the pattern of --pmu; else all are that can be found without a name. */
static bool is_meant(const struct core *core, const char *event, const char *pattern)
{
	const char *colons = strstr(event, "::");
	size_t length = strlen(core->info.name);

	if (colons)
		return (size_t)(colons - event) == length && !strncasecmp(event, core->info.name, length);
	return pattern ? !fnmatch(pattern, core->info.name, FNM_CASEFOLD) : !core->details.is_deprecated;
}

/* Whether more than type and config words is asked for: a table of codes is no place for it. */
static bool wants_more(struct perf_event_attr attr)
{
	static const struct perf_event_attr nothing;

	attr.type = 0;
	attr.size = 0;
	attr.config = attr.config1 = attr.config2 = 0;
	attr.exclude_guest = 0; /* what the library does where nothing is said */
	return memcmp(&attr, &nothing, sizeof attr);
}

static pfm_err_t encode_on(const struct core *core, const char *event, struct code *code)
{
	pfm_perf_encode_arg_t arg = { .size = sizeof arg, .attr = &code->attr, .fstr = &code->string };
	const char *colons = strstr(event, "::");
	char *string;
	pfm_err_t error;

	*code = (struct code){ .core = core, .attr.size = sizeof code->attr };
	if (asprintf(&string, "%s::%s", core->info.name, colons ? colons + 2 : event) < 0)
		return PFM_ERR_NOMEM;
	error = pfm_get_perf_encoding_anywhere(string, PFM_PLM0 | PFM_PLM3 | PFM_PLMH, PFM_OS_PERF_EVENT_EXT, &arg);
	free(string);
	return error;
}

static bool find_codes(const struct all *all, struct named *event)
{
	for (int i = 0; i < all->core_count; i++) {
		struct code code, *bigger;
		pfm_err_t error;

		if (!is_meant(&all->cores[i], event->requested, all->given->pmu))
			continue;
		error = encode_on(&all->cores[i], event->requested, &code);
		if (is_lacking(error))
			return false;
		if (error)
			continue;
		bigger = one_more(event->codes, event->count, sizeof *bigger);
		if (!bigger) {
			free(code.string);
			return false;
		}
		event->codes = bigger;
		event->codes[event->count++] = code;
		if (wants_more(code.attr)) {
			complain("%s: a table has types and config words only; leave out :u, :period=.. and the like, "
				 "and set these fields of struct perf_event_attr in the program", event->requested);
			return false;
		}
	}
	if (!event->count)
		complain("%s: no core PMU has it, of those whose CPUs are told by family and model, MIDR or PVR",
			 event->requested);
	return event->count;
}

/* The name of the table: as the event, in small letters. Different for each event. */
static char *symbol_of(const struct all *all, const char *event)
{
	char *symbol;
	int same = 0;

	if (asprintf(&symbol, "%s%s_codes", isalpha((unsigned char)*event) ? "" : "event_", event) < 0)
		return NULL;
	for (char *at = symbol; *at; at++)
		*at = (char)(isalnum((unsigned char)*at) ? tolower((unsigned char)*at) : '_');
	for (int i = 0; i < all->event_count; i++)
		same += !strncmp(all->events[i].symbol, symbol, strlen(symbol));
	if (same) {
		char *other;

		if (asprintf(&other, "%s_%d", symbol, same + 1) < 0)
			other = NULL;
		free(symbol);
		return other;
	}
	return symbol;
}

static bool add_event(const char *event, void *data)
{
	struct all *all = data;
	struct named *bigger = one_more(all->events, all->event_count, sizeof *bigger), *next;

	if (!bigger)
		return false;
	all->events = bigger;
	next = &all->events[all->event_count];
	*next = (struct named){ .requested = strdup(event), .symbol = symbol_of(all, event) };
	all->event_count++;
	if (!next->requested || !next->symbol)
		return is_lacking(PFM_ERR_NOMEM) && false;
	return find_codes(all, next);
}

/* ---- rows ---- */

/* The CPUs of a condition as numbers that a program finds on its machine. */
struct range {
	unsigned int family, model_low, model_high, stepping_low, stepping_high;
};

static const char *const vendor_macros[] = {
	[VENDOR_INTEL] = "PERF_CPU_INTEL", [VENDOR_AMD] = "PERF_CPU_AMD", [VENDOR_ARM] = "PERF_CPU_ARM",
	[VENDOR_POWER] = "PERF_CPU_POWER" };
static const char *const vendor_names[] = {
	[VENDOR_INTEL] = "GenuineIntel", [VENDOR_AMD] = "AuthenticAMD", [VENDOR_ARM] = "arm",
	[VENDOR_POWER] = "power" };

/* POWER's steppings are the upper bytes of revisions. */
static struct range range_of(const struct table_condition *condition)
{
	struct range range = { condition->family, condition->low, condition->high, condition->stepping_low,
			       condition->stepping_high };

	if (condition->vendor == VENDOR_POWER) {
		range.stepping_low <<= 8;
		range.stepping_high = range.stepping_high << 8 | 0xff;
	}
	return range;
}

/* Where the CPUs of this condition have the events; NULL: in the core that has no name of its own. */
static const char *device_of(const struct core *core, const struct table_condition *condition)
{
	const char *said = name_at(core->ref.in, condition->key);

	return *said ? said : core->details.device;
}

typedef void use_row(const struct named *event, const struct code *code, const struct table_condition *condition);

static void for_each_row(const struct named *event, use_row *use)
{
	for (int i = 0; i < event->count; i++)
		for (int k = 0; k < event->codes[i].core->ref.data->conditions; k++) {
			const struct table_condition *condition = &conditions_of(event->codes[i].core)[k];

			if (condition->kind == WHEN_CPU)
				use(event, &event->codes[i], condition);
		}
}

/* ---- the header ---- */

static const char common[] =
"#ifndef PERF_CODES_COMMON\n"
"#define PERF_CODES_COMMON\n"
"\n"
"#include <stddef.h>\n"
"#include <stdint.h>\n"
"#include <stdio.h>\n"
"#if defined(__x86_64__) || defined(__i386__)\n"
"#include <cpuid.h>\n"
"#elif defined(__aarch64__)\n"
"#include <sys/auxv.h>\n"
"#endif\n"
"\n"
"enum { PERF_CPU_UNKNOWN, PERF_CPU_INTEL, PERF_CPU_AMD, PERF_CPU_ARM, PERF_CPU_POWER };\n"
"\n"
"/* x86: as CPUID has them. Arm: implementer, part, 0, of the MIDR. POWER: 0, upper and lower half of the PVR. */\n"
"struct perf_cpu {\n"
"\tuint16_t vendor, family, model, stepping;\n"
"};\n"
"\n"
"/* An event on some CPUs. */\n"
"struct perf_code {\n"
"\tuint16_t vendor, family, model_low, model_high, stepping_low, stepping_high;\n"
"\tconst char *pmu;\n"
"\tconst char *device; /* whose number is the type, see perf_code_type(); NULL: PERF_TYPE_RAW */\n"
"\tuint64_t config, config1, config2;\n"
"};\n"
"\n"
"/* The first row of a table that is for a CPU, or the first behind the row after; NULL: there is none. */\n"
"static inline const struct perf_code *perf_code_find(const struct perf_code *table, struct perf_cpu cpu,\n"
"\t\t\t\t\t\t     const struct perf_code *after)\n"
"{\n"
"\tconst struct perf_code *code;\n"
"\n"
"\tfor (code = after ? after + 1 : table; code->vendor; code++)\n"
"\t\tif (code->vendor == cpu.vendor && code->family == cpu.family &&\n"
"\t\t    code->model_low <= cpu.model && cpu.model <= code->model_high &&\n"
"\t\t    code->stepping_low <= cpu.stepping && cpu.stepping <= code->stepping_high)\n"
"\t\t\treturn code;\n"
"\treturn NULL;\n"
"}\n"
"\n"
"/* The CPU that this runs on; vendor PERF_CPU_UNKNOWN if it is none of these. Cores of an Arm machine may differ. */\n"
"static inline struct perf_cpu perf_cpu_here(void)\n"
"{\n"
"\tstruct perf_cpu cpu = { PERF_CPU_UNKNOWN, 0, 0, 0 };\n"
"#if defined(__x86_64__) || defined(__i386__)\n"
"\tunsigned int a, b, c, d;\n"
"\n"
"\tif (!__get_cpuid(0, &a, &b, &c, &d))\n"
"\t\treturn cpu;\n"
"\tif (b == 0x756e6547 && c == 0x6c65746e) /* GenuineIntel */\n"
"\t\tcpu.vendor = PERF_CPU_INTEL;\n"
"\telse if (b == 0x68747541 && c == 0x444d4163) /* AuthenticAMD */\n"
"\t\tcpu.vendor = PERF_CPU_AMD;\n"
"\t__get_cpuid(1, &a, &b, &c, &d);\n"
"\tcpu.family = (uint16_t)((a >> 8 & 15) + ((a >> 8 & 15) == 15 ? a >> 20 & 255 : 0));\n"
"\tcpu.model = (uint16_t)((a >> 4 & 15) + (cpu.family >= 6 ? a >> 12 & 240 : 0));\n"
"\tcpu.stepping = (uint16_t)(a & 15);\n"
"#elif defined(__aarch64__)\n"
"\tuint64_t midr;\n"
"\n"
"\tif (!(getauxval(AT_HWCAP) & 1 << 11)) /* HWCAP_CPUID: the kernel lets programs read it */\n"
"\t\treturn cpu;\n"
"\t__asm__(\"mrs %0, midr_el1\" : \"=r\"(midr));\n"
"\tcpu.vendor = PERF_CPU_ARM;\n"
"\tcpu.family = (uint16_t)(midr >> 24 & 255);\n"
"\tcpu.model = (uint16_t)(midr >> 4 & 4095);\n"
"#elif defined(__powerpc64__)\n"
"\tuint64_t pvr;\n"
"\n"
"\t__asm__(\"mfpvr %0\" : \"=r\"(pvr));\n"
"\tcpu.vendor = PERF_CPU_POWER;\n"
"\tcpu.model = (uint16_t)(pvr >> 16);\n"
"\tcpu.stepping = (uint16_t)pvr;\n"
"#endif\n"
"\treturn cpu;\n"
"}\n"
"\n"
"/* perf_event_attr.type: the kernel's number of the first device of the row that is there, else PERF_TYPE_RAW. */\n"
"static inline uint32_t perf_code_type(const struct perf_code *code)\n"
"{\n"
"\tconst char *name = code->device;\n"
"\tunsigned int type = 4;\n"
"\tint length = 0;\n"
"\n"
"\tfor (; name && *name; name += length, name += *name == ',') {\n"
"\t\tchar path[128];\n"
"\t\tFILE *file;\n"
"\t\tint found;\n"
"\n"
"\t\tfor (length = 0; name[length] && name[length] != ','; length++)\n"
"\t\t\t;\n"
"\t\tsnprintf(path, sizeof path, \"/sys/bus/event_source/devices/%.*s/type\", length, name);\n"
"\t\tfile = fopen(path, \"r\");\n"
"\t\tfound = file && fscanf(file, \"%u\", &type) == 1;\n"
"\t\tif (file)\n"
"\t\t\tfclose(file);\n"
"\t\tif (found)\n"
"\t\t\tbreak;\n"
"\t}\n"
"\treturn type;\n"
"}\n"
"\n"
"#endif /* PERF_CODES_COMMON */\n";

/* A word of a shell's command line. */
static void print_word(const char *word)
{
	if (*word && !strpbrk(word, " \t\n!\"#$&'()*;<>?[\\]^`{|}~")) {
		printf(" %s", clean(word));
		return;
	}
	fputs(" '", stdout);
	for (; *word; word++)
		if (*word == '\'')
			fputs("'\\''", stdout);
		else
			putchar(*word == '\n' ? ' ' : *word);
	putchar('\'');
}

static void print_comment(const struct all *all, int count, char **operands)
{
	puts("/*\n * The codes of these events on every CPU that has them, for struct perf_event_attr:\n *");
	for (int i = 0; i < all->event_count; i++)
		printf(" *     %s\n", clean(all->events[i].requested));
	fputs(" *\n * Written by pfmkit " PFMKIT_VERSION ":\n *\n *     perf_encode --cpu all --as c", stdout);
	if (all->given->pmu) {
		fputs(" --pmu", stdout);
		print_word(all->given->pmu);
	}
	for (int i = 0; i < count; i++)
		print_word(operands[i]);
	printf("\n"
	       " *\n"
	       " * How it is used:\n"
	       " *\n"
	       " *     const struct perf_code *code = perf_code_find(%s, perf_cpu_here(), NULL);\n"
	       " *\n"
	       " *     if (!code)\n"
	       " *             the CPU does not have the event, or is not known\n"
	       " *     attr.type = perf_code_type(code);\n"
	       " *     attr.config = code->config;\n"
	       " *     attr.config1 = code->config1;\n"
	       " *     attr.config2 = code->config2;\n"
	       " *\n"
	       " * A machine with two kinds of cores has a row for each: open what perf_code_find(.., code) finds\n"
	       " * behind the first, too, and add the counts. CPUs that are not told by family and model, MIDR or\n"
	       " * PVR (s390x, RISC-V ...) have no rows.\n"
	       " */\n", all->events[0].symbol);
}

static void print_upper(const char *text)
{
	for (; *text; text++)
		putchar(toupper((unsigned char)*text));
}

/* FNV-1a, so that headers of different events can be used together. */
static uint32_t hash_of(const struct all *all)
{
	uint32_t hash = 0x811c9dc5;

	for (int i = 0; i < all->event_count; i++)
		for (const char *at = all->events[i].symbol; *at; at++)
			hash = (hash ^ (unsigned char)*at) * 0x01000193;
	return hash;
}

static void print_guard(const char *directive, const struct all *all)
{
	fputs(directive, stdout);
	print_upper(all->events[0].symbol);
	printf("_%08" PRIX32 "_H\n", hash_of(all));
}

static void print_row(const struct named *event, const struct code *code, const struct table_condition *condition)
{
	struct range range = range_of(condition);
	const char *device = device_of(code->core, condition);

	(void)event;
	printf("\t{ %s, 0x%x, 0x%x, 0x%x, 0x%x, 0x%x, \"%s\", ", vendor_macros[condition->vendor], range.family,
	       range.model_low, range.model_high, range.stepping_low, range.stepping_high, code->core->info.name);
	printf(device ? "\"%s\"" : "NULL", device);
	printf(", 0x%llx, 0x%llx, 0x%llx },\n", (unsigned long long)code->attr.config,
	       (unsigned long long)code->attr.config1, (unsigned long long)code->attr.config2);
}

static void print_header(const struct all *all, int count, char **operands)
{
	print_comment(all, count, operands);
	print_guard("#ifndef ", all);
	print_guard("#define ", all);
	printf("\n%s", common);
	for (int i = 0; i < all->event_count; i++) {
		printf("\n/* %s */\nstatic const struct perf_code %s[] = {\n", clean(all->events[i].requested),
		       all->events[i].symbol);
		for_each_row(&all->events[i], print_row);
		puts("\t{ PERF_CPU_UNKNOWN, 0, 0, 0, 0, 0, NULL, NULL, 0, 0, 0 }\n};");
	}
	puts("\n#endif");
}

/* ---- objects ---- */

static void print_object(const struct named *event, const struct code *code, const struct table_condition *condition)
{
	struct range range = range_of(condition);
	const char *device = device_of(code->core, condition);
	bool first = true;

	putchar('{');
	json_number(&first, "schema", 1);
	json_text(&first, "requested", event->requested);
	json_text(&first, "event", code->string);
	json_text(&first, "pmu", code->core->info.name);
	json_text(&first, "vendor", vendor_names[condition->vendor]);
	json_number(&first, "family", range.family);
	json_number(&first, "model_low", range.model_low);
	json_number(&first, "model_high", range.model_high);
	json_number(&first, "stepping_low", range.stepping_low);
	json_number(&first, "stepping_high", range.stepping_high);
	json_text(&first, "device", device);
	json_number(&first, "type", device ? -1 : PERF_TYPE_RAW);
	json_hex(&first, "config", code->attr.config);
	json_hex(&first, "config1", code->attr.config1);
	json_hex(&first, "config2", code->attr.config2);
	puts("}");
}

/* ---- all ---- */

static void free_all(struct all *all)
{
	for (int i = 0; i < all->event_count; i++) {
		for (int k = 0; k < all->events[i].count; k++)
			free(all->events[i].codes[k].string);
		free(all->events[i].codes);
		free(all->events[i].requested);
		free(all->events[i].symbol);
	}
	free(all->events);
	free(all->cores);
}

bool write_all_cpus(int count, char **operands, const struct given *given)
{
	struct all all = { .given = given };
	bool good = find_cores(&all) && for_each_event(count, operands, given, add_event, &all) && all.event_count;

	if (good && !given->json)
		print_header(&all, count, operands);
	for (int i = 0; good && given->json && i < all.event_count; i++)
		for_each_row(&all.events[i], print_object);
	free_all(&all);
	return good;
}
