/* Common to all tools: messages with the tool's name in front, and opening the library as the options say. */
#define _GNU_SOURCE
#include "tool.h"

#include <ctype.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tables/clean.h"
#include "tables/device_name.h"
#include "cpu_names.h"
#include "api/private.h"

static const char *tool = "pfmkit";
static bool something_lacks;
static struct input_line reading;

void tool_start(const char *name)
{
	tool = name;
}

bool is_terminal(void)
{
	return isatty(STDOUT_FILENO) && isatty(STDERR_FILENO);
}

void tool_reads(struct input_line line)
{
	reading = line;
}

static const char *name_typed, *name_read;

void tool_reads_name(const char *typed, const char *event)
{
	name_typed = typed;
	name_read = event;
}

const char *typed_name(const char *event)
{
	return name_typed && event && !strcmp(event, name_read) ? name_typed : event;
}

struct input_line tool_input(void)
{
	return reading;
}

static void print_message(const char *format, va_list arguments)
{
	char *text = NULL;

	if (vasprintf(&text, format, arguments) < 0)
		text = NULL;
	fprintf(stderr, "%s: ", tool);
	if (reading.file)
		fprintf(stderr, "%s:%d: ", clean(reading.file), reading.line);
	fprintf(stderr, "%s\n", text ? clean(text) : "out of memory");
	free(text);
}

void complain(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	print_message(format, arguments);
	va_end(arguments);
}

int offer_help(void)
{
	fprintf(stderr, "Try '%s --help'.\n", tool);
	return WRONG_USAGE;
}

int wrong_usage(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	print_message(format, arguments);
	va_end(arguments);
	return offer_help();
}

/* Returns whether any PMU is active. core: a processor's, which a unit that is like one may be, too. */
static bool has_active_pmu(bool core)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	pfm_pmu_t pmu;

	for_each_pmu(pmu)
		if (!pfm_get_pmu_info(pmu, &info) && info.is_present &&
		    (!core || info.type == PFM_PMU_TYPE_CORE || info.type == PFM_PMU_TYPE_UNKNOWN))
			return true;
	return false;
}

/* Says what the environment asks for and does not get. */
static void say_what_is_not_heard(const char *cpu)
{
	static const char *const unsafe[] = { "LIBPFM_CPUID", "LIBPFM_FSROOT", "LIBPFM_PROC_CPUINFO",
		"LIBPFM_TABLES", "LIBPFM_FORCE_PMU", "LIBPFM_DISABLED_PMUS", "LIBPFM_ENCODE_INACTIVE",
		"LIBPFM_VERBOSE", "LIBPFM_DEBUG", "LIBPFM_TRACEPOINTS" };
	const char *forced = secure_getenv("LIBPFM_FORCE_PMU");

	for (size_t i = 0; i < sizeof unsafe / sizeof unsafe[0]; i++)
		if (getenv(unsafe[i]) && !secure_getenv(unsafe[i]))
			complain("%s is not read: the program has more rights than its user", unsafe[i]);
	if (forced && !has_active_pmu(false))
		complain("LIBPFM_FORCE_PMU=%s: no PMU's name begins so", forced);
	else if (forced && cpu)
		complain("LIBPFM_FORCE_PMU=%s is looked at, whatever PMUs the CPU %s has", forced, cpu);
}

/* Brand names that vendors have used for many generations of CPUs. */
static const struct brand { const char *name, *cpus; } brands[] = {
	{ "xeon", "skylake-sp, cascadelake, icelake-sp, sapphirerapids, emeraldrapids, graniterapids" },
	{ "core", "skylake, icelake, alderlake, meteorlake, arrowlake, lunarlake" },
	{ "intel", "skylake, icelake, alderlake, sapphirerapids, graniterapids" },
	{ "epyc", "naples, rome, milan, genoa, bergamo, turin" }, { "ryzen", "znver1 to znver5" },
	{ "zen", "zen1 to zen6" },
	{ "amd", "milan, genoa, turin, znver1 to znver5" }, { "arm", "neoverse-n1, neoverse-v1, cortex-a72, a64fx" },
	{ "neoverse", "neoverse-n1, neoverse-n2, neoverse-v1, neoverse-v2" }, { "power", "power8, power9, power10" },
	{ "ampere", "altra, ampereone" }, { "apple", "apple-m1, apple-m2" }, { "ibm", "power10, z16" },
	{ "s390", "z13, z14, z15, z16, z17" }, { "s390x", "z13, z14, z15, z16, z17" },
	{ "threadripper", "castlepeak, chagall, stormpeak, shimadapeak" } };

static void say_which_of_brand(const char *cpu)
{
	for (size_t i = 0; i < sizeof brands / sizeof brands[0]; i++)
		if (!strcasecmp(cpu, brands[i].name))
			fprintf(stderr, "  %s may be many: %s\n", brands[i].name, brands[i].cpus);
}

static bool lists_no_events;

void tool_lists_no_events(void)
{
	lists_no_events = true;
}

/* Whether --cpu has changed the machine. */
static bool is_named_machine;

void tool_open(const char *cpu)
{
	pfm_machine_t machine = { .size = sizeof machine, .cpu = cpu, .encode_inactive = 1 };
	int chosen = pfm_set_machine(&machine), error;

	is_named_machine = cpu != NULL;
	if (!lists_no_events)
		pfm_private_list_tracepoints(PFMKIT_VERSION);
	error = chosen ? PFM_SUCCESS : pfm_initialize();

	if (chosen || *machine.message)
		complain("%s", *machine.message ? machine.message : pfm_strerror(chosen));
	if (error) {
		complain("cannot initialize the library: %s", pfm_strerror(error));
		exit(SOME_FAILED);
	}
	if (!chosen)
		say_what_is_not_heard(cpu);
	if (cpu && !chosen && !has_active_pmu(true)) {
		complain("no PMU is known for the CPU %s", cpu);
		chosen = PFM_ERR_INVAL;
	}
	if (chosen) {
		if (cpu)
			say_which_of_brand(cpu);
		fputs("  expected VENDOR-FAMILY-MODEL[-STEPPING] as in GenuineIntel-6-143, an Arm MIDR as in"
		      " 0x410fd0c1,\n  POWER-PVR as in POWER-0x4e, IBM-TYPE as in IBM-3931,"
		      " RISCV-MVENDORID-MARCHID[-MIMPID], a name as in\n  sapphirerapids, milan, neoverse-n1"
		      " (--cpu list has them all), or that of a PMU as in spr, zen4, power9\n  (showevtinfo --pmus"
		      " lists them; pmuc list says which files of tables are not loaded)\n",
			stderr);
		exit(WRONG_USAGE);
	}
}

/*
 * Returns whether a PMU is called as a name or pattern says. Names alone: how many events a PMU has is in the kernel's
 * files.
 */
static bool is_pmu(const char *pattern)
{
	const char *name;
	pfm_pmu_t pmu;

	for_each_pmu(pmu)
		if ((name = pfm_get_pmu_name(pmu)) && !fnmatch(pattern, name, FNM_CASEFOLD))
			return true;
	return false;
}

bool is_about_files(void)
{
	const char *named = secure_getenv("LIBPFM_CPUID");

	return !is_named_machine && (!named || !*named);
}

bool tool_reopen(const char *cpu)
{
	if (cpu && pfm_private_is_cpu(cpu, PFMKIT_VERSION))
		return false;
	pfm_terminate();
	tool_open(cpu);
	return true;
}

void tool_open_given(struct given *given)
{
	tool_open(given->cpu);
	if (given->cpu || !given->pmu || strpbrk(given->pmu, "*?[") || is_pmu(given->pmu) ||
		!tool_reopen(given->pmu))
		return;
	given->cpu = given->pmu;
	given->pmu = NULL;
}

void say_which_cpu(const char *event, const char *cpu, int idx)
{
	if (cpu && idx >= 0 && pfm_private_is_on_cpu(idx, PFMKIT_VERSION) == PFM_ERR_NOTFOUND)
		complain("%s: %s has no PMU %s, whose code this is", event, cpu, pfm_get_pmu_name(pmu_of(idx)));
}

/* ---- CPU::EVENT ---- */

/* Returns whether a name is a model as lscpu prints it, with blanks and a number: "AMD EPYC 9654". */
static bool is_models_name(const char *name)
{
	return strpbrk(name, " \t") && strpbrk(name, "0123456789");
}

/* Returns whether the library, as it is open, knows no PMU of that name: only then does it refuse the name alone. */
static bool is_no_pmu(const char *name)
{
	pfm_diagnosis_t d = { .size = sizeof d };
	char *string;
	bool is_none;

	if (is_pmu(name)) /* fast path: it usually is a PMU, and a diagnosis is slow */
		return false;
	if (asprintf(&string, "%s::X", name) < 0)
		return false;
	is_none = !pfm_diagnose(string, PFM_PLM0 | PFM_PLM3, PFM_OS_NONE, &d) &&
		(is_models_name(name) || (d.error == PFM_ERR_NOTFOUND && !d.offset && d.length == (int)strlen(name)));
	free(string);
	return is_none;
}

/* Returns the length of what stands before the first :: of an event, 0: there is none. *name: where it begins. */
static size_t prefix_of(const char *events, const char **name)
{
	const char *colons = strstr(events, "::");

	*name = colons;
	while (*name && *name > events && !strchr("{,", (*name)[-1]))
		--*name;
	return colons ? (size_t)(colons - *name) : 0;
}

/* Returns whether each event of a list says whose it is: then none is this machine's because of nothing said. */
static bool all_have_prefixes(const char *events)
{
	const char *name;

	while (*events) {
		size_t length = strcspn(events, ",{}");

		if (length && *events != ':' && (!prefix_of(events, &name) || strstr(events, "::") > events + length))
			return false;
		events += length + (events[length] != '\0');
	}
	return true;
}

/*
 * Returns the first CPU that an operand names which the library knows no PMU of, where this machine is another; to be
 * freed. *known: the last name that needs no other look, as events come in rows; to be freed, too.
 */
static char *unknown_prefix(const char *events, char **known)
{
	const char *name;
	size_t length;

	for (; (length = prefix_of(events, &name)); events = name + length + 2) {
		char *prefix = strndup(name, length);

		if (!prefix || (*known && !strcmp(prefix, *known))) {
			free(prefix);
			continue;
		}
		if (!strpbrk(prefix, "*?[/") && is_no_pmu(prefix))
			return prefix;
		free(*known);
		*known = prefix;
	}
	return NULL;
}

/* Drops a model's name, with its blanks, where the machine is that CPU. */
static void drop_prefix(char *events, const char *prefix)
{
	size_t length = strlen(prefix);

	if (!is_models_name(prefix))
		return;
	for (char *at = events; (at = strstr(at, prefix));)
		if (!strncmp(at + length, "::", 2) && (at == events || strchr("{,", at[-1])))
			memmove(at, at + length + 2, strlen(at + length + 2) + 1);
		else
			at++;
}

void tool_open_for(struct given *given, int count, char **operands)
{
	static char cpu[128]; /* static, as given->cpu is used until the tool ends */
	bool all = true;
	char *prefix = NULL, *known = NULL;

	tool_open_given(given);
	if (given->cpu || given->pmu)
		return;
	for (int i = 0; i < count && !prefix; i++)
		prefix = unknown_prefix(operands[i], &known);
	free(known);
	for (int i = 0; i < count; i++)
		all &= all_have_prefixes(operands[i]);
	if (!prefix || strlen(prefix) >= sizeof cpu || !tool_reopen(prefix)) {
		free(prefix);
		return;
	}
	strcpy(cpu, prefix);
	free(prefix);
	if (!all) {
		complain("%s:: is a machine of its own: --cpu '%s', without events of another", cpu, cpu);
		tool_reopen(NULL);
		return;
	}
	given->cpu = cpu;
	for (int i = 0; i < count; i++)
		drop_prefix(operands[i], cpu);
}

bool is_lacking(int error)
{
	if (error == PFM_ERR_NOMEM && !something_lacks) {
		something_lacks = true;
		complain("out of memory or file descriptors: not all is here");
	}
	return error == PFM_ERR_NOMEM;
}

void *with_room(void *list, int count, int *room, size_t size)
{
	int wanted = room ? 2 * *room + 16 : count + 1;
	void *larger;

	if (room && count < *room)
		return list;
	larger = realloc(list, (size_t)wanted * size);
	if (!larger)
		is_lacking(PFM_ERR_NOMEM);
	else if (room)
		*room = wanted;
	return larger;
}

bool close_text(FILE *stream, char *const *text)
{
	bool lacks = ferror(stream);

	lacks |= fclose(stream) || !*text;
	return !lacks || !is_lacking(PFM_ERR_NOMEM);
}

int tool_end(int status)
{
	pfm_terminate();
	if (something_lacks && status == ALL_GOOD)
		status = SOME_FAILED;
	if (fflush(stdout) || ferror(stdout)) {
		complain("cannot write the output: %s", strerror(errno));
		return SOME_FAILED;
	}
	return status;
}

/* ---- options ---- */

/* Returns the option that getopt_long() stopped at, as it was typed, without its argument. To be freed. */
static char *typed_option(char **argv)
{
	const char *last = argv[optind - 1];
	char *option;

	if (!strncmp(last, "--", 2))
		return strndup(last, strcspn(last, "="));
	return asprintf(&option, "-%c", optopt) < 0 ? NULL : option;
}

/* Returns how many options a beginning fits; *names: which, to be freed. */
static int count_beginnings(const char *beginning, const struct option *options, char **names)
{
	size_t length;
	FILE *list = open_memstream(names, &length);
	int count = 0;

	for (; list && options->name; options++)
		if (!strncmp(options->name, beginning, strlen(beginning)))
			fprintf(list, "%s--%s", count++ ? ", " : "", options->name);
	if (list ? !close_text(list, names) : is_lacking(PFM_ERR_NOMEM)) {
		free(*names);
		*names = NULL;
		return 0;
	}
	return count;
}

static void complain_about_option(int found, const char *option, const char *argument, const struct option *options)
{
	char *names = NULL;

	if (found == ':')
		complain("option %s requires an argument", option);
	else if (argument)
		complain("option %s takes no argument", option);
	else if (option[0] == '-' && option[1] == '-' && count_beginnings(option + 2, options, &names) > 1)
		complain("option %s could be %s", option, names);
	else if (!strcmp(option, "-e") || !strcmp(option, "--event")) /* the option's name in perf */
		complain("no such option: %s (events stand without an option)", option);
	else
		complain("no such option: %s", option);
	free(names);
}

/* The options given on the command line, as pointers into the table. */
static const struct option *known_options;
static bool given_options[128];

static void note_option(int value, const struct option *options)
{
	known_options = options;
	for (size_t i = 0; i < sizeof given_options && options[i].name; i++)
		given_options[i] |= options[i].val == value;
}

bool was_given(const char *option)
{
	for (size_t i = 0; i < sizeof given_options && known_options && known_options[i].name; i++)
		if (!strcmp(known_options[i].name, option))
			return given_options[i];
	return false;
}

int next_option(int argc, char **argv, const char *letters, const struct option *options)
{
	char own[64], *option;
	bool in_order = *letters == '-' || *letters == '+';
	int found;

	/* a leading colon lets getopt_long() tell a missing argument from an unknown option */
	snprintf(own, sizeof own, "%.*s:%s", in_order, letters, letters + in_order);
	opterr = 0;
	found = getopt_long(argc, argv, own, options, NULL);
	if (found != '?' && found != ':') {
		note_option(found, options);
		return found;
	}
	if (optind > argc) /* musl skips beyond a missing argument */
		optind = argc;
	option = typed_option(argv);
	complain_about_option(found, option ? option : "?",
		found == '?' && optopt ? strchr(argv[optind - 1], '=') : NULL, options);
	free(option);
	return '?';
}

int say_where_it_went(int argc, char **argv, const struct moved *moved)
{
	for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
		for (const struct moved *at = moved; at->option && !strncmp(argv[i], "--", 2); at++) {
			size_t length = strcspn(argv[i] + 2, "=");

			if (strlen(at->option) == length && !strncmp(argv[i] + 2, at->option, length))
				return wrong_usage("--%s has moved: %s", at->option, at->now);
		}
	return GO_ON;
}

/* Prints a help, with what its lines "@forms" and "@ends" stand for. */
static int print_help(const struct help *help, const char *text)
{
	for (const char *at; (at = strstr(text, "\n@")); text = strchr(at + 1, '\n') + 1) {
		printf("%.*s\n", (int)(at - text), text);
		if (at[2] == 'f')
			help->print_forms(tool);
		else
			fputs("  -h                 short help\n      --help         this text\n"
			      "      --version      version\n\n", stdout);
	}
	fputs(text, stdout);
	return tool_end(ALL_GOOD);
}

static int print_version(void)
{
	printf("%s (pfmkit) %s, library interface %d.%d\n", tool, PFMKIT_VERSION, PFM_MAJ_VERSION(pfm_get_version()),
		PFM_MIN_VERSION(pfm_get_version()));
	return tool_end(ALL_GOOD);
}

static int parse_layer(const char *name, pfm_os_t *os)
{
	static const struct { const char *name; pfm_os_t os;
	} layers[] = { { "none", PFM_OS_NONE }, { "raw", PFM_OS_NONE }, { "pmu", PFM_OS_NONE },
		{ "perf", PFM_OS_PERF_EVENT }, { "perf_ext", PFM_OS_PERF_EVENT_EXT } };

	for (size_t i = 0; i < sizeof layers / sizeof layers[0]; i++)
		if (!strcmp(name, layers[i].name)) {
			*os = layers[i].os;
			return GO_ON;
		}
	return wrong_usage("unknown OS layer %s, choose from: none, raw, pmu, perf, perf_ext", name);
}

static int parse_levels(const char *text, int *plm)
{
	*plm = 0;
	if (!*text)
		return wrong_usage("--plm needs a privilege level, one or more of: k, u, h");
	for (; *text; text++) {
		if (!strchr("kuh", *text))
			return wrong_usage("unknown privilege level %c, choose from: k, u, h", *text);
		*plm |= *text == 'k' ? PFM_PLM0 : *text == 'u' ? PFM_PLM3 : PFM_PLMH;
	}
	return GO_ON;
}

int take_duration(const char *option, const char *text, double unit, double *seconds)
{
	static const struct {
		char name[4];
		double seconds;
	} units[] = { { "ms", 1e-3 }, { "s", 1 }, { "m", 60 }, { "h", 3600 } };
	char *end;
	double number = strtod(text, &end), factor = *end ? 0 : unit;

	for (size_t i = 0; i < sizeof units / sizeof *units; i++)
		if (!strcmp(end, units[i].name))
			factor = units[i].seconds;
	if (end == text || !(number > 0) || factor <= 0 || number * factor > 1e9)
		return wrong_usage(unit > 0 ? "%s %s: not a time, as 500 (milliseconds), 500ms, 2s, 1m"
					    : "%s %s: not a time with its unit, as 500ms, 5s, 1m",
			option, text);
	*seconds = number * factor;
	return GO_ON;
}

int check_type(const char *type)
{
	if (strcmp(type, "core") && strcmp(type, "uncore") && strcmp(type, "os") && strcmp(type, "device"))
		return wrong_usage("unknown type %s, choose from: core, uncore, os, device", type);
	return GO_ON;
}

int take_shared(int option, const struct help *help, struct given *given)
{
	switch (option) {
	case OPTION_CPU: /* "native" means this machine, as for compilers */
		if (!strcasecmp(optarg, "list"))
			return list_cpu_names();
		given->cpu = strcasecmp(optarg, "native") ? optarg : NULL;
		return GO_ON;
	case OPTION_FORMAT:
		given->format = optarg;
		return GO_ON;
	case OPTION_HELP:
		return print_help(help, help->screen);
	case OPTION_WHOLE_HELP:
		return print_help(help, help->whole);
	case OPTION_JSON:
		given->json = true;
		return GO_ON;
	case OPTION_LINE_BUFFERED:
		setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
		return GO_ON;
	case OPTION_OS:
		return parse_layer(optarg, &given->os);
	case OPTION_PERF:
		given->language = PERF_LANGUAGE;
		return GO_ON;
	case OPTION_PFM:
		given->language = PFM_LANGUAGE;
		return GO_ON;
	case OPTION_PLM:
		given->plm_given = true;
		return parse_levels(optarg, &given->plm);
	case OPTION_PMU:
		given->pmu = optarg;
		return GO_ON;
	case OPTION_VERSION:
		return print_version();
	default: /* next_option() has reported the error */
		return offer_help();
	}
}

/* ---- programs ---- */

/* Returns whether path is a program, not a directory, which has the permission, too. */
static bool is_executable(const char *path)
{
	struct stat about;

	return !access(path, X_OK) && !stat(path, &about) && S_ISREG(about.st_mode);
}

bool is_program(const char *name, int length)
{
	const char *directory = getenv("PATH");
	char path[4096];

	if (memchr(name, '/', (size_t)length))
		return snprintf(path, sizeof path, "%.*s", length, name) < (int)sizeof path && is_executable(path);
	for (; directory && *directory; directory += *directory == ':') {
		int end = (int)strcspn(directory, ":");
		int n = snprintf(path, sizeof path, "%.*s/%.*s", end, directory, length, name);

		if (n < (int)sizeof path && is_executable(path))
			return true;
		directory += end;
	}
	return false;
}

/* ---- PMUs ---- */

pfm_pmu_t pmu_after(pfm_pmu_t pmu)
{
	int next = pfm_next_pmu((int)pmu);

	return is_lacking(next) || next < 0 ? PFM_PMU_NONE : (pfm_pmu_t)next;
}

bool next_pmu(pfm_pmu_t pmu, pfm_pmu_info_t *info)
{
	int error;

	info->size = sizeof *info;
	error = pfm_get_pmu_info(pmu, info);
	is_lacking(error);
	return !error;
}

char *qualified(const char *event, const char *pattern)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	char *string = NULL;
	pfm_pmu_t pmu;

	if (!pattern || strstr(event, "::"))
		return strdup(event);
	for_each_pmu(pmu) {
		if (!next_pmu(pmu, &info) || fnmatch(pattern, info.name, FNM_CASEFOLD))
			continue;
		if (string)
			free(string);
		if (asprintf(&string, "%s::%s", info.name, event) < 0)
			return NULL;
		if (pfm_find_event(string) != PFM_ERR_NOTFOUND)
			return string;
	}
	if (string)
		return string;
	return asprintf(&string, "%s::%s", pattern, event) < 0 ? NULL : string;
}

const char *pmu_type_name(const pfm_pmu_info_t *pmu)
{
	static const char *const names[] = { "unknown type", "core", "uncore", "OS generic" };
	pfm_pmu_details_t details = { .size = sizeof details };

	if (!pfm_get_pmu_details(pmu->pmu, &details) && details.is_kernel_only)
		return "device";
	return pmu->type < PFM_PMU_TYPE_MAX ? names[pmu->type] : names[0];
}

pfm_pmu_t pmu_of(int idx)
{
	pfm_event_info_t info = { .size = sizeof info };

	return pfm_get_event_info(idx, PFM_OS_NONE, &info) ? PFM_PMU_NONE : info.pmu;
}

const char *device_of_instance(const pfm_pmu_details_t *details, int idx, const char *string, char *device, size_t size)
{
	const char *name = pfm_get_pmu_name(pmu_of(idx));
	bool has_several = details->device && strpbrk(details->device, "{*,");
	pfm_event_facts_t facts = { .size = sizeof facts };
	bool is_of_one_box = !pfm_get_event_facts(idx, PFM_NO_UMASK, &facts) && facts.box >= 0;

	if (!name || !string || (!has_several && !is_of_one_box && strlen(name) == strcspn(string, ":")))
		return details->device;
	return pfm_get_event_device(string, device, size) ? details->device : device;
}

/* Finds the device of a core PMU of this machine, as the library says; false: it is no such PMU. */
static bool core_device(const pfm_pmu_info_t *info, pfm_perf_event_t *event)
{
	char string[128];

	*event = (pfm_perf_event_t){ .size = sizeof *event };
	snprintf(string, sizeof string, "%s/config=0x0/", info->name);
	return info->is_present && info->type == PFM_PMU_TYPE_CORE &&
		pfm_get_perf_event(string, 0, event, 1, NULL) == 1;
}

/* Returns the length of a device's name without _NUMBER at its end. */
static size_t without_number(const char *device)
{
	size_t length = strlen(device), digits = length;

	while (digits && isdigit((unsigned char)device[digits - 1]))
		digits--;
	return digits && digits < length && device[digits - 1] == '_' ? digits - 1 : length;
}

bool is_named_like(const pfm_pmu_info_t *info, const pfm_pmu_details_t *details, const char *device)
{
	const char *names = details->device;
	pfm_perf_event_t event;

	if (!names && core_device(info, &event)) /* with ACPI armv8_pmuv3_0, with a device tree armv8_pmuv3 */
		return without_number(event.device) == without_number(device) &&
			!memcmp(event.device, device, without_number(device));
	for (; names && *names; names += strcspn(names, ","), names += *names == ',')
		if (name_may_mean(device, strlen(device), names, strcspn(names, ","), true))
			return true;
	return false;
}

/* Asks the library where the kernel numbers the core types: a name of the tables fits each of these. */
bool is_device_of(const pfm_pmu_info_t *info, const pfm_pmu_details_t *details, const char *device)
{
	pfm_perf_event_t event;

	if (core_device(info, &event) && event.attr.type != UINT32_MAX && event.attr.type != PERF_TYPE_RAW)
		return !strcmp(event.device, device);
	return is_named_like(info, details, device);
}
