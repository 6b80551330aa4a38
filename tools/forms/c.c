/* Codes on every CPU as a C header with a look-up, which needs no library. */
#include "codes.h"

#include <ctype.h>
#include <inttypes.h>


static const char *const vendor_macros[] = {
	[CODES_UNKNOWN] = "PERF_CPU_UNKNOWN", [CODES_INTEL] = "PERF_CPU_INTEL", [CODES_AMD] = "PERF_CPU_AMD",
	[CODES_ARM] = "PERF_CPU_ARM", [CODES_POWER] = "PERF_CPU_POWER",
	[CODES_ZHAOXIN] = "PERF_CPU_ZHAOXIN" };

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
"enum { PERF_CPU_UNKNOWN, PERF_CPU_INTEL, PERF_CPU_AMD, PERF_CPU_ARM, PERF_CPU_POWER, PERF_CPU_ZHAOXIN };\n"
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
"\telse if ((b == 0x68747541 && c == 0x444d4163) /* AuthenticAMD */ ||\n"
"\t\t (b == 0x6f677948 && c == 0x656e6975)) /* HygonGenuine */\n"
"\t\tcpu.vendor = PERF_CPU_AMD;\n"
"\telse if ((b == 0x746e6543 && c == 0x736c7561) /* CentaurHauls */ ||\n"
"\t\t (b == 0x68532020 && c == 0x20206961)) /* Shanghai, with blanks */\n"
"\t\tcpu.vendor = PERF_CPU_ZHAOXIN;\n"
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

static void print_comment(const struct codes *codes)
{
	puts("/*\n * The codes of these events on every CPU that has them, for struct perf_event_attr:\n *");
	print_requested(codes, " *     ");
	printf(" *\n"
	       " * Written by pfmkit " PFMKIT_VERSION ":\n"
	       " *\n"
	       " *     pfmexport%s\n"
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
	       " * A machine with two core types has a row for each: open what perf_code_find(.., code) finds\n"
	       " * behind the first, too, and add the counts. CPUs that are not told by family and model, MIDR or\n"
	       " * PVR (s390x, RISC-V ...) have no rows.\n"
	       " */\n", codes->command, codes->lists[0].symbol);
}

static void print_upper(const char *text)
{
	for (; *text; text++)
		putchar(toupper((unsigned char)*text));
}

/* FNV-1a, so that headers of different events can be used together. */
static uint32_t hash_of(const struct codes *codes)
{
	uint32_t hash = 0x811c9dc5;

	for (int i = 0; i < codes->count; i++)
		for (const char *at = codes->lists[i].symbol; *at; at++)
			hash = (hash ^ (unsigned char)*at) * 0x01000193;
	return hash;
}

static void print_guard(const char *directive, const struct codes *codes)
{
	fputs(directive, stdout);
	print_upper(codes->lists[0].symbol);
	printf("_%08" PRIX32 "_H\n", hash_of(codes));
}

static const struct code_tables in_c = {
	.begin = "\n/* %R */\nstatic const struct perf_code %N[] = {\n",
	.row = "\t{ %V, %F, %m, %M, %s, %S, \"%P\", %D, %0, %1, %2 },\n",
	.end = "\t{ PERF_CPU_UNKNOWN, 0, 0, 0, 0, 0, NULL, NULL, 0, 0, 0 }\n};\n",
	.device = "\"%d\"",
	.no_device = "NULL",
	.vendors = vendor_macros,
	.is_hexadecimal = true,
};

static void write_codes_in_c(const struct codes *codes)
{
	print_comment(codes);
	print_guard("#ifndef ", codes);
	print_guard("#define ", codes);
	printf("\n%s", common);
	write_code_tables(codes, &in_c);
	puts("\n#endif");
}

const struct code_language codes_in_c = { .write = write_codes_in_c, .ending = "_codes", .how = LOWER_CASE };
