/*
 * pfm_set_machine(): which CPUs there are in an identity, what is refused, what is said of one that is read in another
 * way than its writer may have meant; and that it goes before the environment. Models and their names: Intel's
 * mapfile.csv, AMD's manuals.
 */
#define _GNU_SOURCE
#include <perfmon/pfmkit.h>

#include "check.h"

static pfm_err_t choose(const char *cpu, pfm_machine_t *machine)
{
	pfm_terminate();
	*machine = (pfm_machine_t){ .size = sizeof *machine, .cpu = cpu };
	return pfm_set_machine(machine);
}

static bool is_active(const char *name)
{
	pfm_pmu_info_t info = { .size = sizeof info };

	for (int pmu = pfm_next_pmu(0); pmu > 0; pmu = pfm_next_pmu(pmu))
		if (!strcmp(pfm_get_pmu_name((pfm_pmu_t)pmu), name))
			return !pfm_get_pmu_info((pfm_pmu_t)pmu, &info) && info.is_present;
	return false;
}

/* ---- identities ---- */

static void check_read(void)
{
	static const struct {
		const char *cpu, *pmu;
		const char *said;       /* what the message must have; NULL: there must be none */
	} rows[] = {
		{ "GenuineIntel-6-143", "spr", NULL },
		{ "GenuineIntel-6-0x8f", "spr", NULL },
		{ "GenuineIntel-6-8F", "spr", NULL },
		{ "GenuineIntel-6-8f-8", "spr", NULL },
		{ "GenuineIntel-0x6-0X8F-0xf", "spr", NULL },
		{ "GenuineIntel-6-85-4", "skx", "GenuineIntel-6-0x85-4" },
		{ "GenuineIntel-6-55-4", "slm", "GenuineIntel-6-0x55-4" },
		{ "GenuineIntel-6-0x55-4", "skx", NULL },
		{ "GenuineIntel-6-0x55-B", "clx", NULL },
		{ "GenuineIntel-6-94", "skl", NULL },
		{ "AuthenticAMD-25-0x61", "amd64_fam19h_zen4", NULL },
		{ "AuthenticAMD-25-97", "amd64_fam19h_zen4", NULL },
		{ "E5-2690", "snb_ep", NULL },
		{ "AuthenticAMD-23-31", "amd64_fam17h_zen1",
			"(amd64_fam17h_zen1); for the hexadecimal 0x31 (amd64_fam17h_zen2) write AuthenticAMD-23-0x31" },
		{ "AuthenticAMD-23-0x31", "amd64_fam17h_zen2", NULL },
		{ "AuthenticAMD-26-2", "amd64_fam1ah_zen5", NULL },
		{ "0x410fd0c1", "arm_n1", NULL },
		{ "410fd0c1", "arm_n1", NULL },
		{ "skx_unc_cha0", "skx", NULL },
		{ "0x7a0fffff", "arm_pmuv3", "an Arm core that is not known" },
		{ "0x410fd0c1,0x7a0fffff", "arm_n1", "an Arm core that is not known" },
		{ "0x00000000410fd0c0", "arm_n1", NULL },
		{ "0x410fd034,0x410fd080", "arm_ac72", NULL },
		{ "POWER-0x4e", "power9", NULL },
		{ "POWER-4E-1202", "power9", NULL },
		{ "POWER-78", "power9", NULL },
		{ "zen4", "amd64_fam19h_zen4", NULL },
		{ "arm_n1", "arm_n1", NULL },
		{ "SPR", "spr", NULL },
		{ "skylake", "skl", NULL },
		{ "skylake-avx512", "skx", NULL },
		{ "CascadeLake", "clx", NULL },
		{ "Sapphire Rapids", "spr", NULL },
		{ "alderlake", "adl_glc", NULL },
		{ "alderlake", "adl_grt", NULL },
		{ "Goldmont Plus", "glp", NULL },
		{ "meteorlake", "mtl_rwc", NULL },
		{ "MTL", "mtl_cmt", NULL },
		{ "lunar-lake", "lnl_lnc", NULL },
		{ "lnl", "lnl_skt", NULL },
		{ "arrowlake", "arl_lnc", NULL },
		{ "arl", "arl_skt", NULL },
		{ "arrowlake-h", "arl_cmt", NULL },
		{ "pantherlake", "ptl_cgc", NULL },
		{ "wildcatlake", "ptl_dkt", NULL },
		{ "novalake", "nvl_cyc", NULL },
		{ "nvl", "nvl_arw", NULL },
		{ "sierraforest", "srf", NULL },
		{ "grandridge", "grr", NULL },
		{ "clearwaterforest", "cwf", NULL },
		{ "milan", "amd64_fam19h_zen3", NULL },
		{ "znver4", "amd64_fam19h_zen4", NULL },
		{ "turin", "amd64_fam1ah_zen5", NULL },
		{ "neoverse_n1", "arm_n1", NULL },
		{ "graviton4", "arm_v2", NULL },
		{ "cobalt100", "arm_n2", NULL },
		{ "apple-m1", "arm_apple_firestorm", NULL },
		{ "Apple M1 Max", "arm_apple_icestorm", NULL },
		{ "m2", "arm_apple_avalanche", NULL },
		{ "ampere-one", "arm_ampereone", NULL },
		{ "cortex-a78", "arm_ac78", NULL },
		{ "strix halo", "amd64_fam1ah_zen5", NULL },
		{ "alderlake-n", "adl_grt", NULL },
		{ "geminilake", "glp", NULL },
		{ "pwr10", "power10", NULL },
		{ "visionfive2", "riscv_sifive_bullet", NULL },
		{ "IBM-3931", "cpum_cf", NULL },
		{ "z13", "cpum_sf", NULL },
		/* a model that Intel has not used: the last one that there can be */
		{ "GenuineIntel-6-255", "ix86arch", "architectural events only" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		pfm_machine_t machine;

		if (!CHECK(!choose(rows[i].cpu, &machine) && !pfm_initialize() && is_active(rows[i].pmu)) ||
		    !CHECK(rows[i].said ? strstr(machine.message, rows[i].said) != NULL : !*machine.message))
			printf("  %s: \"%s\"\n", rows[i].cpu, machine.message);
	}
}

/* A core by its PMU's name is the one whose numbers fit, be they said or a pattern, and no relative of it. */
static void check_riscv(void)
{
	static const char *const cores[] = { "riscv_sifive_bullet", "riscv_sifive_bullet_07", "riscv_sifive_bullet_0d",
		"riscv_sifive_p550", "riscv_sifive_p650", "riscv_thead_c900", "riscv_cva6", "riscv_andes_ax45",
		"riscv_starfive_dubhe_80" };

	for (size_t i = 0; i < sizeof cores / sizeof cores[0]; i++) {
		pfm_machine_t machine;

		if (!CHECK(!choose(cores[i], &machine) && !pfm_initialize())) {
			printf("  %s: \"%s\"\n", cores[i], machine.message);
			continue;
		}
		for (size_t k = 0; k < sizeof cores / sizeof cores[0]; k++)
			if (!CHECK(is_active(cores[k]) == (i == k)))
				printf("  as %s: %s is %s\n", cores[i], cores[k], i == k ? "absent" : "present");
	}
}

/* Events of the counter facility of machines that are named: the specification's table of totals. */
static void check_s390(void)
{
	static const struct {
		const char *cpu;
		int nevents;
	} rows[] = {
		{ "z10", 46 }, { "z196", 52 }, { "zec12", 63 }, { "z13", 84 }, { "2965", 84 }, { "z14", 77 },
		{ "z15", 85 }, { "IBM-8562", 85 }, { "z16", 98 }, { "3932", 98 }, { "arch15", 105 },
		{ "IBM-9176", 105 },
	};

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		pfm_pmu_info_t info = { .size = sizeof info };
		pfm_machine_t machine;

		if (!CHECK(!choose(rows[i].cpu, &machine) && !pfm_initialize() &&
			    !pfm_get_pmu_info(PFM_PMU_S390X_CPUM_CF, &info) && info.is_present &&
			    info.nevents == rows[i].nevents))
			printf("  %s: %d\n", rows[i].cpu, info.nevents);
	}
}

/* Or that of a unit which has an identity as cores have. */
static bool has_core_pmu(void)
{
	pfm_pmu_info_t info = { .size = sizeof info };

	for (int pmu = pfm_next_pmu(0); pmu > 0; pmu = pfm_next_pmu(pmu))
		if (pmu != PFM_PMU_PERF_EVENT /* that reads all of the kernel's tracepoints */ &&
		    !pfm_get_pmu_info((pfm_pmu_t)pmu, &info) && info.is_present &&
		    (info.type == PFM_PMU_TYPE_CORE || info.type == PFM_PMU_TYPE_UNKNOWN))
			return true;
	return false;
}

/* Cores of Arm's architecture that have a name, and no table. */
static bool is_without_table(const char *name)
{
	static const char *const names[] = { "kunpeng930", "hip09", "hip10", "hip12", "falkor", "centriq" };

	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		if (!strcmp(names[i], name))
			return true;
	return false;
}

/* Nothing is to be said of any that the tables have. */
static void check_names(void)
{
	static const char *const names[] = {
#define CPU_NAME(name, identity) name,
#include "machine/cpu_names.def"
	};

	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
		char expected[128] = "";
		pfm_machine_t machine;

		if (is_without_table(names[i]))
			snprintf(expected, sizeof expected,
				"%s: an Arm core that is not known: it has the architecture's events only "
				"(PMU arm_pmuv3)", names[i]);
		if (!CHECK(!choose(names[i], &machine) && !strcmp(machine.message, expected) && !pfm_initialize() &&
			    has_core_pmu()))
			printf("  %s: \"%s\", expected \"%s\"\n", names[i], machine.message, expected);
	}
}

/*
 * Names of models, and what only looks like one. Models: Intel's ARK and SDM, AMD's revision guides, clouds' lists of
 * instance types.
 */
static void check_models(void)
{
	static const struct {
		const char *cpu, *pmu; /* NULL: refused */
	} rows[] = {
		/* a cloud's family is no brand's word, and wants a size or nothing behind it */
		{ "Intel(R) Core(TM) i3", NULL },
		{ "i3", NULL },
		{ "i3.large", "bdw_ep" },
		{ "x1e-80-100", NULL },
		{ "X1 Carbon", NULL },
		{ "x1.32xlarge", "hsw_ep" },
		{ "a1 cpu", NULL },
		{ "a1.metal", "arm_ac72" },
		{ "c7i-flex.large", "spr" },
		{ "n4a-standard-4", "arm_n3" },
		{ "c3-standard-192-metal", "spr" },
		/* narrow before wide */
		{ "Intel(R) Celeron(R) N4000 CPU @ 1.10GHz", "glp" },
		{ "Celeron N4120", "glp" },
		{ "Celeron N4505", "tmt" },
		{ "Quad-Core AMD Opteron(tm) Processor 2350", "amd64_fam10h_barcelona" },
		{ "Quad-Core AMD Opteron(tm) Processor 8356", "amd64_fam10h_barcelona" },
		{ "Quad-Core AMD Opteron(tm) Processor 2378", "amd64_fam10h_shanghai" },
		{ "AMD Opteron(tm) Processor 3380", "amd64_fam15h_interlagos" },
		{ "Dual-Core AMD Opteron(tm) Processor 2218", "amd64_k8_revf" },
		/* virtual models of QEMU, as its documentation lists them */
		{ "Intel Xeon Processor (Skylake, IBRS)", "skx" },
		{ "Intel Core Processor (Skylake, IBRS)", "skl" },
		{ "Intel Xeon Processor (Cascadelake)", "clx" },
		{ "Intel Xeon Processor (Icelake)", "icx" },
		{ "Intel Xeon Processor (SapphireRapids)", "spr" },
		{ "Intel Core Processor (Haswell, no TSX)", "hsw" },
		{ "Intel Xeon E312xx (Sandy Bridge)", "snb" },
		{ "Intel Xeon E3-12xx v2 (Ivy Bridge)", "ivb" },
		{ "Westmere E56xx/L56xx/X56xx (Nehalem-C)", "wsm_dp" },
		{ "Intel Atom Processor (Denverton)", "glm" },
		{ "Intel Core i7 9xx (Nehalem Class Core i7)", "nhm" },
		{ "Intel Core 2 Duo P9xxx (Penryn Class Core 2)", "core" },
		{ "AMD Opteron 62xx class CPU", "amd64_fam15h_interlagos" },
		{ "AMD EPYC Processor (with IBPB)", "amd64_fam17h_zen1" },
		{ "AMD EPYC", NULL },
		{ "AMD EPYC-Milan Processor", "amd64_fam19h_zen3" },
		{ "EPYC Rome", "amd64_fam17h_zen2" },
		{ "Xeon Skylake", "skx" },
		{ "Xeon Ice Lake", "icx" },
		{ "Opteron X3216", "amd64_fam15h_interlagos" },
		/* a letter before the number */
		{ "Intel(R) Core(TM) i5 CPU       M 520  @ 2.40GHz", "wsm" },
		{ "i7 CPU Q 720", "nhm" },
		{ "i7 X 980", "wsm_dp" },
		{ "i7 X 920", "nhm" },
		{ "i7 CPU 975", "nhm" },
		{ "i7 K 875", "nhm" },
		{ "Intel(R) Core(TM)2 CPU          6600  @ 2.40GHz", "core" },
		{ "Intel(R) Core(TM)2 Extreme CPU X9650  @ 3.00GHz", "core" },
		{ "Core 2 Duo L7500", "core" },
		{ "Core2 Quad Q6600", "core" },
		/* device trees */
		{ "cavium,thunder2", "arm_thunderx2" },
		{ "brcm,vulcan", "arm_thunderx2" },
		{ "arm,neoverse-n1", "arm_n1" },
		{ "Icestorm-M1", "arm_apple_icestorm" },
		{ "Avalanche-M2", "arm_apple_avalanche" },
		/* short codes with the line behind them: Intel's lists of events */
		{ "ARL-H", "arl_skt" },
		{ "arl-s", "arl_lnc" },
		{ "ARL-U", "mtl_cmt" },
		{ "ADL-N", "adl_grt" },
		{ "RPL-P", "adl_glc" },
		{ "WSM-EP-SP", "wsm" },
		{ "westmereep-sp", "wsm" },
		{ "BDW-DE", "bdw_ep" },
		{ "WSM-EX", "wsm_dp" },
		{ "cf_z15", "cpum_cf" },
		/* numbers as Intel, the kernel and compilers write them */
		{ "06-8f-08", "spr" },
		{ "6_8F", "spr" },
		{ "cpu family 25 model 17", "amd64_fam19h_zen4" },
		{ "family 17h model 31h", "amd64_fam17h_zen2" },
		{ "Intel family 6 model 85 stepping 7", "clx" },
		{ "family 15 model 4", NULL },
		{ "0xd0c", "arm_n1" },
		{ "0xfff", NULL },
		/* budget models: Intel's and AMD's product pages */
		{ "Pentium G620", "snb" },
		{ "Celeron G4900", "skl" },
		{ "Pentium Gold G5400", "skl" },
		{ "Pentium(R) CPU G3258", "hsw" },
		{ "Celeron G1610", "ivb" },
		{ "Core 3 N355", "adl_grt" },
		{ "AMD Ryzen Embedded V2718 with Radeon Graphics", "amd64_fam17h_zen2" },
		{ "AMD EPYC Embedded 3251 8-Core Processor", "amd64_fam17h_zen1" },
		{ "Athlon 3000G", "amd64_fam17h_zen1" },
		{ "AMD A10-5800K APU with Radeon(tm) HD Graphics", "amd64_fam15h_interlagos" },
		{ "AMD E-350 Processor", "amd64_fam14h_bobcat" },
		{ "AMD A4-5000 APU", "amd64_fam16h" },
		{ "Hygon C86 7185 32-core Processor", "amd64_fam17h" },
		{ "Crystal Well", "hsw" },
		{ "Google Axion C4A", "arm_v2" },
		{ "Power E1080", "power10" },
		{ "Standard_HB60rs", "amd64_fam17h" },
		/* numbers alone */
		{ "7950X", "amd64_fam19h_zen4" },
		{ "4770k", "hsw" },
		{ "8480+", "spr" },
		{ "8592+", "emr" },
		{ "3990X", "amd64_fam17h_zen2" },
		{ "7800X3D", "amd64_fam19h_zen4" },
		{ "2600K", "snb" },
		{ "258V", "lnl_lnc" },
		{ "8380", "icx" },
		{ "6248R", "clx" },
		{ "7742", "amd64_fam17h_zen2" },
		{ "7763", "amd64_fam19h_zen3" },
		{ "9654", "amd64_fam19h_zen4" },
		{ "6980P", "gnr" },
		{ "m5 (Skylake)", NULL },
		{ "2690", NULL },
		{ "7600", NULL },
		{ "7900X", NULL },
		{ "4500U", NULL },
		{ "1234", NULL },
		{ "Intel(R) Xeon(R) 6325P", "adl_glc" },
		{ "Intel(R) Xeon(R) 6505P", "gnr" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		pfm_machine_t machine;
		pfm_err_t error = choose(rows[i].cpu, &machine);

		if (!CHECK(!error == !!rows[i].pmu &&
			    (error || (!pfm_initialize() && is_active(rows[i].pmu)))))
			printf("  %s: \"%s\"\n", rows[i].cpu, machine.message);
	}
}

/* The PMUs that a CPU has, in one number; 0: it is refused. */
static uint64_t sum_of_pmus(const char *cpu)
{
	pfm_machine_t machine;
	pfm_pmu_info_t info = { .size = sizeof info };
	uint64_t sum = 1;

	if (choose(cpu, &machine) || pfm_initialize())
		return 0;
	for (int pmu = pfm_next_pmu(0); pmu > 0; pmu = pfm_next_pmu(pmu))
		if (pmu != PFM_PMU_PERF_EVENT && !pfm_get_pmu_info((pfm_pmu_t)pmu, &info) && info.is_present)
			sum = sum * 1000003 + (uint64_t)pmu;
	return sum;
}

/* Patterns of names without a letter or digit that may be another: no row above may have taken them. */
static void check_no_row_shadows(void)
{
	static const struct {
		const char *patterns, *identity;
	} rows[] = {
#define CPU_MODEL(patterns, identity, other) { patterns, identity },
#define CPU_INSTANCE CPU_MODEL
#define CPU_NUMBER(brand, patterns)
#include "machine/cpu_models.def"
	};

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		uint64_t wanted = sum_of_pmus(rows[i].identity);

		if (!CHECK(!wanted == !*rows[i].identity))
			printf("  %s\n", rows[i].identity);
		for (const char *at = rows[i].patterns; *at; at += *at == '|') {
			char pattern[64];
			size_t length = strcspn(at, "|");

			snprintf(pattern, sizeof pattern, "%.*s", (int)length, at);
			at += length;
			if (!strpbrk(pattern, "#[*") && !CHECK(sum_of_pmus(pattern) == wanted))
				printf("  %s is not %s\n", pattern, rows[i].identity);
		}
	}
}

static void check_refused(void)
{
	static const struct {
		const char *cpu, *said;
	} rows[] = {
		{ "AuthenticAMD-25", "the model is missing" },
		{ "RISCV-", "the mvendorid is missing" },
		{ "RISCV-0x489", "the marchid is missing" },
		{ "RISCV-0x489-0x10000000000000000",
			"the marchid 0x10000000000000000 is too large, 0xffffffffffffffff is the largest" },
		{ "RISCV-0x489-0x7-0x0-0x1", "-0x1 is more than belongs to a CPU" },
		{ "AuthenticAMD-25-", "the model is missing" },
		{ "AuthenticAMD--1", "the family is missing" },
		{ "GenuineIntel-", "the family is missing" },
		{ "GenuineIntel-6-143-", "the stepping is missing" },
		{ "GenuineIntel-6-143x", "143x is not a model" },
		{ "GenuineIntel-6-143-8-junk", "-junk is more than belongs to a CPU" },
		{ "GenuineIntel-6-143-8,9", ",9 is more than belongs to a CPU" },
		{ "GenuineIntel-6- 143", "is not a model" },
		{ "GenuineIntel-6-+1", "is not a model" },
		{ "GenuineIntel-4294967302-143", "the family 4294967302 is too large" },
		{ "GenuineIntel-99999999999999999999-143", "is too large" },
		{ "GenuineIntel-6-256", "the model 256 is too large" },
		{ "GenuineIntel-6-143-16", "the stepping 16 is too large" },
		{ "0x410fd0c1zzz", "0x410fd0c1zzz is not a MIDR" },
		{ "0x410fd0c1,", "is missing" },
		{ "0x1410fd0c1", "is too large" },
		{ "0x", "0x is not a MIDR" },
		{ "IBM-", "the type of a machine is missing" },
		{ "IBM-3933", "no s390x machine of type 3933 is known" },
		{ "IBM-3931-1", "-1 is more than belongs to a CPU" },
		{ "IBM-z16", "z16 is not a type of a machine" },
		{ "POWER-0x4ejunk", "0x4ejunk is not a version half" },
		{ "POWER-", "is missing" },
		{ "POWER-0x004e1202", "too large" },
		{ "2690", "no PMU is known for the CPU 2690" },
		{ "7900X", "7900X may be: i9 7900X (skx), ryzen 7900X (amd64_fam19h_zen4)" },
		{ "Intel(R) Core(TM) i3", "many CPUs are called so" },
		{ "skylik", "no PMU is known for the CPU skylik; did you mean skylake" },
		{ "neoverse-n4", "; did you mean neoverse-n1" },
		{ "cortex-a79", "; did you mean cortex-a7, cortex-a9, cortex-a72, cortex-a73, cortex-a75?" },
		{ "nosuch", "no PMU is known for the CPU nosuch" },
		{ "ep", "ep: may be snb_ep or ivb_ep" },
		{ "POWER", "no PMU is known for the CPU POWER" },       /* the end of amd64_power, which is no core's */
		{ "unc_cha0", "no PMU is known for the CPU unc_cha0" },
		{ "", "no PMU is known for the CPU " },
	};

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		pfm_machine_t machine;

		if (!CHECK(choose(rows[i].cpu, &machine) == PFM_ERR_INVAL && strstr(machine.message, rows[i].said)))
			printf("  %s: \"%s\"\n", rows[i].cpu, machine.message);
	}
}

/* 64 core types are as many as there is room for. */
static void check_many_cores(void)
{
	char cpu[1024] = "0x410fd0c1";
	pfm_machine_t machine;

	for (unsigned int i = 1; i < 64; i++)
		snprintf(cpu + strlen(cpu), sizeof cpu - strlen(cpu), ",0x42%06x", i << 4);
	CHECK(!choose(cpu, &machine));
	CHECK_SAME(pfm_initialize(), 0);
	CHECK(is_active("arm_n1"));
	strcat(cpu, ",0x43000010");
	CHECK_SAME(choose(cpu, &machine), PFM_ERR_INVAL);
	CHECK(strstr(machine.message, "more than 64 kinds of cores"));
}

/* ---- architectural events ---- */

static int error_of(const char *event)
{
	pfm_pmu_encode_arg_t arg = { .size = sizeof arg };
	int error = pfm_get_os_event_encoding(event, PFM_PLM3, PFM_OS_NONE, &arg);

	free(arg.codes);
	return error;
}

/* Versions by Intel's SDM, volume 3: anythread goes with 3 and 4, intx with 4 and later. */
static void check_architectural(void)
{
	static const struct {
		const char *cpu;
		bool any, intx;
	} rows[] = {
		{ "core", false, false },
		{ "nhm", true, false },
		{ "bdw", true, false },
		{ "slm", true, false },
		{ "skl", true, true },
		{ "skx", true, true },
		{ "icl", false, true },
		{ "spr", false, true },
	};

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		pfm_machine_t machine;

		if (!CHECK(!choose(rows[i].cpu, &machine) && !pfm_initialize() && is_active("ix86arch") &&
			    !error_of("ix86arch::LLC_REFERENCES")) ||
			!CHECK(!error_of("ix86arch::LLC_REFERENCES:t") == rows[i].any &&
				!error_of("ix86arch::LLC_REFERENCES:intx") == rows[i].intx))
			printf("  %s\n", rows[i].cpu);
	}
	for (const char *const *cpu =
			(const char *const[]){ "pii", "GenuineIntel-15-3", "knc", "zen4", "power9", NULL };
		*cpu; cpu++) {
		pfm_machine_t machine;

		if (!CHECK(!choose(*cpu, &machine) && !pfm_initialize() && !is_active("ix86arch")))
			printf("  %s\n", *cpu);
	}
}

/* ---- the environment ---- */

static void check_precedence(void)
{
	pfm_machine_t machine;

	setenv("LIBPFM_CPUID", "power9", 1);
	CHECK(!choose(NULL, &machine));
	CHECK(!*machine.message);
	CHECK_SAME(pfm_initialize(), 0);
	CHECK(is_active("power9"));
	CHECK(error_of("skl::INST_RETIRED"));
	CHECK(!choose("skl", &machine));
	CHECK_SAME(pfm_initialize(), 0);
	CHECK(is_active("skl"));
	CHECK(!is_active("power9"));
	/* what was chosen stays so, until it is forgotten */
	pfm_terminate();
	CHECK_SAME(pfm_initialize(), 0);
	CHECK(is_active("skl"));
	pfm_terminate();
	CHECK_SAME(pfm_set_machine(NULL), 0);
	CHECK_SAME(pfm_initialize(), 0);
	CHECK(is_active("power9"));
	pfm_terminate();
	machine = (pfm_machine_t){ .size = sizeof machine, .encode_inactive = 1 };
	CHECK_SAME(pfm_set_machine(&machine), 0);
	CHECK_SAME(pfm_initialize(), 0);
	CHECK(is_active("power9"));
	CHECK(!error_of("skl::INST_RETIRED"));
	/* nothing is known of what cannot be read */
	setenv("LIBPFM_CPUID", "GenuineIntel-6-143-junk", 1);
	CHECK(!choose(NULL, &machine));
	CHECK(strstr(machine.message, "junk is not a stepping"));
	CHECK_SAME(pfm_initialize(), 0);
	CHECK(!is_active("spr"));
	setenv("LIBPFM_CPUID", "GenuineIntel-6-8F", 1);
	CHECK(!choose(NULL, &machine));
	CHECK(!*machine.message);
	CHECK_SAME(pfm_initialize(), 0);
	CHECK(is_active("spr"));
	unsetenv("LIBPFM_CPUID");
	pfm_terminate();
	CHECK(!pfm_set_machine(NULL));
}

/* The PMUs that are there, and how many counters the architectural events have. */
static void describe_machine(char *text, size_t size)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	size_t length = 0;

	*text = '\0';
	for (int pmu = pfm_next_pmu(0); pmu > 0 && length < size; pmu = pfm_next_pmu(pmu))
		if (!pfm_get_pmu_info((pfm_pmu_t)pmu, &info) && info.is_present)
			length += (size_t)snprintf(text + length, size - length, "%s %d %d %d\n", info.name,
				info.nevents, info.num_cntrs, info.num_fixed_cntrs);
}

/* LIBPFM_CPUID is the machine that pfm_set_machine() and --cpu make of the same text. */
static void check_environment_alike(void)
{
	static const char *const cpus[] = { "GenuineIntel-6-94-3", "skx", "goldmont-plus", "lunarlake", "alderlake",
		"GenuineIntel-6-175-3", "GenuineIntel-6-15-2", "GenuineIntel-18-1", "GenuineIntel-15-3", "pii", "zen4",
		"0x410fd0c1", "POWER-0x4e", "RISCV-0x489-0x8000000000000007", "IBM-3931" };
	static char chosen[1 << 16], told[1 << 16];

	for (size_t i = 0; i < sizeof cpus / sizeof cpus[0]; i++) {
		pfm_machine_t machine;
		int by_choice, by_environment;

		unsetenv("LIBPFM_CPUID");
		CHECK(!choose(cpus[i], &machine));
		CHECK_SAME(pfm_initialize(), 0);
		describe_machine(chosen, sizeof chosen);
		by_choice = error_of("ix86arch::LLC_REFERENCES");
		setenv("LIBPFM_CPUID", cpus[i], 1);
		CHECK(!choose(NULL, &machine));
		CHECK_SAME(pfm_initialize(), 0);
		describe_machine(told, sizeof told);
		by_environment = error_of("ix86arch::LLC_REFERENCES");
		if (!CHECK(!strcmp(chosen, told) && by_choice == by_environment))
			printf("  %s: pfm_set_machine() has\n%sLIBPFM_CPUID\n%s", cpus[i], chosen, told);
	}
	setenv("LIBPFM_CPUID", "GenuineIntel-6-94-3", 1);
	pfm_terminate();
	CHECK_SAME(pfm_initialize(), 0);
	CHECK(!error_of("ix86arch::LLC_REFERENCES"));
	CHECK(is_active("ix86arch"));
	unsetenv("LIBPFM_CPUID");
	pfm_terminate();
}

static void check_root(void)
{
	pfm_machine_t machine = { .size = sizeof machine, .root = root_directory("neoverse-v1") };

	CHECK_SAME(pfm_set_machine(&machine), 0);
	CHECK_SAME(pfm_initialize(), 0);
	CHECK(is_active("arm_v1"));
	pfm_terminate();
	CHECK(!pfm_set_machine(NULL));
}

/* A program that was started without standard input has file 0 for what it opens first. */
static void check_without_input(void)
{
	static const char *const roots[] = { "skylake-client", "power9", "s390-3931", "s390-2964" };
	static char with[1 << 16], without[1 << 16];

	for (size_t i = 0; i < sizeof roots / sizeof roots[0]; i++) {
		pfm_machine_t machine = { .size = sizeof machine, .root = root_directory(roots[i]) };
		int input;

		CHECK_SAME(pfm_set_machine(&machine), 0);
		CHECK_SAME(pfm_initialize(), 0);
		describe_machine(with, sizeof with);
		pfm_terminate();
		input = dup(STDIN_FILENO);
		close(STDIN_FILENO);
		CHECK_SAME(pfm_initialize(), 0);
		describe_machine(without, sizeof without);
		pfm_terminate();
		if (input >= 0) {
			dup2(input, STDIN_FILENO);
			close(input);
		}
		CHECK(*with);
		if (!CHECK(!strcmp(with, without)))
			printf("  %s: with standard input\n%swithout\n%s", roots[i], with, without);
	}
	CHECK(!pfm_set_machine(NULL));
}

static void check_arguments(void)
{
	static char longer[4096];
	pfm_machine_t machine = { .size = sizeof machine - 1 };

	CHECK_SAME(pfm_set_machine(&machine), PFM_ERR_INVAL);
	CHECK(!choose("skl", &machine));
	CHECK_SAME(pfm_initialize(), 0);
	machine.cpu = "power9";
	CHECK_SAME(pfm_set_machine(&machine), PFM_ERR_NOTSUPP);
	CHECK_SAME(pfm_set_machine(NULL), PFM_ERR_NOTSUPP);
	pfm_terminate();
	CHECK_SAME(pfm_initialize(), 0);
	CHECK(is_active("skl"));
	memset(longer, 'a', sizeof longer - 1);
	CHECK_SAME(choose(longer, &machine), PFM_ERR_TOOSMALL);
	machine = (pfm_machine_t){ .size = sizeof machine, .root = longer };
	CHECK_SAME(pfm_set_machine(&machine), PFM_ERR_TOOSMALL);
	CHECK(!choose("skl", &machine));
	CHECK_SAME(choose("nosuch", &machine), PFM_ERR_INVAL);
	CHECK_SAME(pfm_initialize(), 0);
	CHECK(!is_active("skl"));
}

int main(void)
{
	start_library("", pfm_initialize, pfm_terminate);
	check_read();
	check_names();
	check_models();
	check_no_row_shadows();
	check_riscv();
	check_s390();
	check_refused();
	check_many_cores();
	check_architectural();
	check_precedence();
	check_environment_alike();
	check_root();
	check_without_input();
	check_arguments();
	pfm_terminate();
	return check_summary("machine");
}
