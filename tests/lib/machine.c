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

static void check_cpu(int row, char **fields)
{
	const char *cpu = fields[0], *pmu = fields[1], *said = fields[2];
	bool is_refused = !strcmp(pmu, "-");
	pfm_machine_t machine;
	pfm_err_t error = choose(cpu, &machine);

	if (!CHECK(said) || !CHECK(error == (is_refused ? PFM_ERR_INVAL : PFM_SUCCESS)) ||
	    !CHECK(is_refused || (!pfm_initialize() && is_active(pmu))) ||
	    !CHECK(*said == '*' || (*said ? strstr(machine.message, said) != NULL : !*machine.message)))
		printf("  row %d, %s: \"%s\", expected %s and \"%s\"\n", row + 1, cpu, machine.message, pmu,
		       said ? said : "");
}

static void check_cpus(void)
{
	read_table("tests/data/cpus.tsv", check_cpu);
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
	CHECK(strstr(machine.message, "more than 64 core types"));
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
	check_names();
	check_no_row_shadows();
	check_cpus();
	check_riscv();
	check_s390();
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
