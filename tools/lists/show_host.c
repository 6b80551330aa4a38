/* --host: shows the machine, its PMUs, and what can be counted on it. */
#define _GNU_SOURCE
#include "showevtinfo.h"

#include <stdlib.h>
#include <string.h>

#include "events/boxes.h"
#include "events/generic.h"
#include "common/cpu_names.h"
#include "host/guest.h"
#include "tables/clean.h"
#include "host/host.h"
#include "host/usable.h"
#include "common/json.h"

/* ---- the CPU ---- */

/* Returns what the tables call its core, of several PMUs that with most events; "": nothing. */
static const char *name_core(void)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	const char *name = "";
	int most = 0;
	pfm_pmu_t pmu;

	for_each_pmu(pmu)
		if (next_pmu(pmu, &info) && info.is_present && info.type == PFM_PMU_TYPE_CORE && info.nevents > most) {
			most = info.nevents;
			name = info.desc;
		}
	return name;
}

/* ---- PMUs ---- */

/* Returns whether an event encodes, alone or with a unit mask; *known: the kernel has a number for its PMU's type. */
static bool has_type(const pfm_pmu_info_t *pmu, const struct event *event, bool *known)
{
	struct perf_event_attr attr = { .size = sizeof attr };
	pfm_perf_encode_arg_t arg = { .attr = &attr, .size = sizeof arg };
	char string[512];

	for (int i = -1; i < event->info.nattrs; i++) {
		if (i >= 0 && event->attrs[i].type != PFM_ATTR_UMASK)
			continue;
		snprintf(string, sizeof string, "%s::%s%s%s", pmu->name, event->info.name, i < 0 ? "" : ":",
			 i < 0 ? "" : event->attrs[i].name);
		if (pfm_get_perf_encoding_anywhere(string, PFM_PLM0 | PFM_PLM3, PFM_OS_PERF_EVENT, &arg))
			continue;
		*known = attr.type != UINT32_MAX;
		return true;
	}
	return false;
}

/*
 * Returns whether the kernel has a device for the PMU: what an event of it encodes to says so. That of cores, which
 * needs no name, is known.
 */
static bool is_in_kernel(const pfm_pmu_info_t *pmu, const struct surroundings *here)
{
	pfm_pmu_details_t details = { .size = sizeof details };
	struct event event = { .room = 0 };
	bool found = false, here_too = true;

	if (pmu->type == PFM_PMU_TYPE_CORE && !pfm_get_pmu_details(pmu->pmu, &details) && !details.device)
		return here->has_core_device;
	for (int idx = pmu->first_event; idx >= 0 && !found && load_event(idx, &event); idx = pfm_get_event_next(idx))
		found = has_type(pmu, &event, &here_too);
	free_event(&event);
	return here_too;
}

struct kind {
	const pfm_pmu_info_t *pmu;
	int boxes;
	bool in_kernel;
	bool first;
};

static int count_all_pmus(void)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	pfm_pmu_t pmu;
	int count = 0;

	for_each_pmu(pmu)
		count += next_pmu(pmu, &info);
	return count;
}

/* Calls show for those present that count in hardware, one box of each kind. here: NULL if the machine is elsewhere. */
static void for_each_kind(const struct surroundings *here, void (*show)(const struct kind *kind))
{
	struct kind kind = { .first = true };
	pfm_pmu_info_t info = { .size = sizeof info }, last = { .type = PFM_PMU_TYPE_UNKNOWN };
	pfm_pmu_t pmu;

	for_each_pmu(pmu) {
		if (!next_pmu(pmu, &info) || !info.is_present || info.type == PFM_PMU_TYPE_OS_GENERIC ||
		    are_of_a_kind(&last, &info))
			continue;
		last = info;
		kind.pmu = &info;
		kind.boxes = info.type == PFM_PMU_TYPE_UNCORE ? count_boxes(&info) : 1;
		kind.in_kernel = !here || !here->has_sysfs || is_in_kernel(&info, here);
		show(&kind);
		kind.first = false;
	}
}

static void print_kind(const struct kind *kind)
{
	const pfm_pmu_info_t *pmu = kind->pmu;
	enum { COLUMN = 58 };
	char counters[48], text[512] = "";
	int taken = printf("  %-24s %-8s %s", clean(pmu->name), pmu_type_name(pmu),
			   counters_of_pmu(pmu, counters, sizeof counters));

	if (kind->boxes > 1)
		snprintf(text, sizeof text, "%d boxes, ", kind->boxes);
	snprintf(text + strlen(text), sizeof text - strlen(text), "%s", clean(pmu->desc));
	print_column(settings.columns, taken, COLUMN, text, kind->in_kernel ? "" : "; the kernel has no device for it");
}

static void print_kind_json(const struct kind *kind)
{
	const pfm_pmu_info_t *pmu = kind->pmu;
	bool first = true;

	fputs(kind->first ? "{" : ",{", stdout);
	json_text(&first, "pmu", pmu->name);
	json_text(&first, "type", pmu_type_name(pmu));
	json_number(&first, "counters", pmu->num_cntrs);
	json_number(&first, "fixed_counters", pmu->num_fixed_cntrs);
	json_number(&first, "boxes", kind->boxes);
	json_bool(&first, "in_kernel", kind->in_kernel);
	putchar('}');
}

/* ---- text ---- */

static const char *yes(bool is)
{
	return is ? "yes" : "no";
}

static const char *yes_if_known(bool known, bool is)
{
	return known ? yes(is) : "unknown";
}

static void print_rights(const struct surroundings *here)
{
	char level[16] = "unknown", text[256];

	if (here->paranoid != NO_NUMBER)
		snprintf(level, sizeof level, "%d", here->paranoid);
	snprintf(text, sizeof text,
	       "perf_event_paranoid %s, CAP_PERFMON %s, CAP_SYS_ADMIN %s, seccomp filter %s, watchdog %s%s", level,
	       yes_if_known(here->knows_capabilities, here->may_perfmon),
	       yes_if_known(here->knows_capabilities, here->may_admin),
	       yes_if_known(here->seccomp != NO_NUMBER, here->seccomp == 2),
	       yes_if_known(here->watchdog != NO_NUMBER, here->watchdog),
	       here->in_namespace ? ", user namespace yes" : "");
	print_column(settings.columns, printf("The kernel says : "), 0, text, "");
	printf("It lets us count: user code %s, the kernel %s, whole CPUs %s\n",
	       yes(here->answers[ASKED_SOFTWARE] == COUNTS), yes(here->answers[ASKED_KERNEL] == COUNTS),
	       yes(here->answers[ASKED_CPUS] == COUNTS));
}

static void print_remedies(const char *remedies)
{
	char remedy[512];
	int length;

	for (const char *at = remedies, *next; *at; at = next) {
		next = next_remedy(at, &length);
		snprintf(remedy, sizeof remedy, "%.*s", length, at);
		print_column(settings.columns, printf("%-15s : ", at == remedies ? "What helps" : ""), 0, remedy, "");
	}
}

static void print_findings(const struct surroundings *here, const struct finding *findings, int count)
{
	char refused[512];

	list_refused(here, refused, sizeof refused);
	if (*refused)
		print_column(settings.columns, printf("Not counted     : "), 0, refused, "");
	print_column(settings.columns, printf("Hardware events : "), 0, findings[0].message, "");
	for (int i = 0; i < count; i++) {
		if (i)
			print_column(settings.columns,
				printf("%-15s : ", findings[i].counts ? "Limit" : "And anyway"), 0,
				findings[i].message, "");
		print_remedies(findings[i].remedy);
	}
}

/* ---- core types ---- */

/* Returns whether they have to be told apart: types, not the CPU, then say what the cores are. */
static bool has_arm_types(const struct surroundings *here)
{
	return here && here->types.count > 1 && here->circumstances & ON_ARM;
}

static void print_cpu_of_type(const struct core_type *type, bool first, const char *behind)
{
	bool is_off = !*type->identity;

	printf("%-15s : %s%s%s%s", first ? "CPU" : "", *type->name ? clean(type->name) : "unknown",
	       is_off ? "" : " (", type->identity, is_off ? "" : ")");
	if (*type->cpus)
		printf(", CPU%s %s", strpbrk(type->cpus, "-,") ? "s" : "", clean(type->cpus));
	printf("%s%s\n", is_off ? ", offline" : "", behind);
}

static const char *words_of_answer(int answer)
{
	return answer == COUNTS ? "they count" : answer == GOT_NO_COUNTER ? "no counter was free"
		: answer == STOOD_STILL ? "their counters stand still" : answer_name(answer);
}

static void print_core_types(const struct core_types *types)
{
	for (int i = 0; i < types->count && types->count > 1; i++) {
		const struct core_type *type = &types->list[i];

		printf("%-15s : %s", i ? "" : "Core types", *type->device ? clean(type->device) : "no device");
		if (*type->cpus)
			printf(", CPU%s %s", strpbrk(type->cpus, "-,") ? "s" : "", clean(type->cpus));
		if (*type->device && type->answer != NOT_ASKED)
			printf(": %s", words_of_answer(type->answer));
		else if (!*type->device)
			printf(": the kernel has none for %s", *type->name ? clean(type->name) : "this core");
		putchar('\n');
	}
}

static void print_core_types_json(bool *first, const struct core_types *types)
{
	json_key(first, "core_types");
	putchar('[');
	for (int i = 0; i < types->count && types->count > 1; i++) {
		const struct core_type *type = &types->list[i];
		bool inner = true;

		fputs(i ? ",{" : "{", stdout);
		json_text(&inner, "cpu", *type->name ? type->name : NULL);
		json_text(&inner, "identity", *type->identity ? type->identity : NULL);
		json_text(&inner, "device", *type->device ? type->device : NULL);
		json_text(&inner, "cpus", *type->cpus ? type->cpus : NULL);
		json_text(&inner, "answer", answer_name(type->answer));
		putchar('}');
	}
	putchar(']');
}

/* Joins what the core types are called, and their MIDRs, which --cpu takes so. */
static void join_types(const struct core_types *types, char *names, size_t names_size, char *identities, size_t size)
{
	*names = *identities = '\0';
	for (int i = 0; i < types->count; i++) {
		const struct core_type *type = &types->list[i];
		size_t length = strlen(names), taken = strlen(identities);

		snprintf(names + length, names_size - length, "%s%s", length ? " + " : "",
			 *type->name ? type->name : "unknown");
		if (*type->identity)
			snprintf(identities + taken, size - taken, "%s%s", taken ? "," : "", type->identity);
	}
}

/* ---- counters that are free ---- */

/* Returns whether there is anything to look at: a machine that is here, whose cores count. */
static bool may_look_at_counters(const struct surroundings *here)
{
	return here && !machine_is_captured() && here->answers[ASKED_CYCLES] == COUNTS;
}

static void print_usable(const struct surroundings *here)
{
	struct usable list[MOST_USABLE];
	int count = may_look_at_counters(here) ? find_usable_counters(list) : 0;

	for (int i = 0; i < count; i++) {
		const struct usable *own = &list[i];
		bool all_free = own->general == own->all_general && own->fixed == own->all_fixed;

		printf("%-15s : ", i ? "" : "Counters");
		if (count > 1)
			printf("%s: ", clean(own->pmu));
		if (own->error) {
			printf("usable now: not known (counting on CPUs: %s)\n", answer_name(own->error));
			continue;
		}
		printf("usable now: %d of %d general", own->general, own->all_general);
		if (own->all_fixed)
			printf(", %d of %d fixed", own->fixed, own->all_fixed);
		puts(all_free ? "" : " (who holds the others is not known)");
	}
}

static void print_usable_json(bool *first, const struct surroundings *here)
{
	struct usable list[MOST_USABLE];
	int count = may_look_at_counters(here) ? find_usable_counters(list) : 0;

	json_key(first, "usable_counters");
	putchar('[');
	for (int i = 0; i < count; i++) {
		const struct usable *own = &list[i];
		bool inner = true;

		fputs(i ? ",{" : "{", stdout);
		json_text(&inner, "pmu", own->pmu);
		json_number(&inner, "cpu", own->cpu);
		if (own->error) {
			json_text(&inner, "reason", answer_name(own->error));
		} else {
			json_number(&inner, "counters", own->all_general);
			json_number(&inner, "usable", own->general);
			json_number(&inner, "fixed_counters", own->all_fixed);
			json_number(&inner, "usable_fixed", own->fixed);
		}
		putchar('}');
	}
	putchar(']');
}

/* ---- constants of formulas ---- */

static const char *const constants[] = { "smt_on", "num_packages", "num_dies", "num_cores", "num_cpus",
	"num_cpus_online", "has_pmem", "slots", "system_tsc_freq", "sve_bits" };

static void print_constants(void)
{
	puts("Constants       :");
	for (size_t i = 0; i < sizeof constants / sizeof constants[0]; i++) {
		const char *source;
		double value;
		pfm_err_t error = pfm_get_metric_constant(constants[i], &value, &source);

		is_lacking(error);
		if (error)
			printf("  #%-16s unknown\n", constants[i]);
		else
			print_column(settings.columns, printf("  #%-16s %-10.0f ", constants[i], value), 0, source, "");
	}
}

static void print_constants_json(bool *first)
{
	bool inner = true;

	json_open(first, "constants");
	for (size_t i = 0; i < sizeof constants / sizeof constants[0]; i++) {
		const char *source = NULL;
		double value;
		pfm_err_t error = pfm_get_metric_constant(constants[i], &value, &source);
		bool one = true;

		is_lacking(error);
		json_open(&inner, constants[i]);
		if (error)
			json_text(&one, "value", NULL);
		else
			json_number(&one, "value", (long long)value);
		json_text(&one, "source", source);
		putchar('}');
	}
	putchar('}');
}

/* ---- all of it ---- */

static void print_machine(const struct surroundings *here)
{
	char identity[64];
	const char *name = here && *here->cpu ? here->cpu : name_core();

	const char *behind = here && here->hypervisor ? ", in a virtual machine" : "";

	name_identity(identity, sizeof identity);
	if (has_arm_types(here))
		for (int i = 0; i < here->types.count; i++)
			print_cpu_of_type(&here->types.list[i], !i, i ? "" : behind);
	else
		printf("CPU             : %s%s%s%s%s\n", *name ? clean(name) : "unknown", *identity ? " (" : "",
		       identity, *identity ? ")" : "", behind);
	if (here)
		print_core_types(&here->types);
	puts("PMUs            :");
	for_each_kind(here, print_kind);
	print_usable(here);
	print_all_generics("Generic events  :");
	if (here)
		print_constants();
}

/* ---- objects ---- */

static void print_number_or_null(bool *first, const char *key, int number)
{
	if (number == NO_NUMBER)
		json_text(first, key, NULL);
	else
		json_number(first, key, number);
}

static void print_rights_json(bool *first, const struct surroundings *here)
{
	bool inner = true;

	json_open(first, "kernel");
	print_number_or_null(&inner, "paranoid", here->paranoid);
	print_number_or_null(&inner, "watchdog", here->watchdog);
	print_number_or_null(&inner, "seccomp", here->seccomp);
	if (here->knows_capabilities) {
		json_bool(&inner, "cap_perfmon", here->may_perfmon);
		json_bool(&inner, "cap_sys_admin", here->may_admin);
	}
	json_bool(&inner, "core_device", here->has_core_device);
	putchar('}');
	json_bool(first, "user_namespace", here->in_namespace);
	json_text(first, "driver", *here->driver ? here->driver : NULL);
	json_open(first, "asked");
	inner = true;
	for (int i = 0; i < QUESTIONS; i++)
		if (i != ASKED_USER && i != ASKED_SAMPLES)
			json_text(&inner, question_name((enum asked)i), answer_name(here->answers[i]));
	putchar('}');
	json_text(first, "user_code_only", answer_name(here->answers[ASKED_USER]));
	json_text(first, "sampling", answer_name(here->answers[ASKED_SAMPLES]));
}

static void print_findings_json(bool *first, const struct finding *findings, int count)
{
	json_bool(first, "hardware_events", findings[0].counts);
	json_key(first, "findings");
	for (int i = 0; i < count; i++) {
		bool inner = true;

		fputs(i ? ",{" : "[{", stdout);
		json_text(&inner, "code", findings[i].code);
		json_text(&inner, "message", findings[i].message);
		json_text(&inner, "remedy", *findings[i].remedy ? findings[i].remedy : NULL);
		putchar('}');
	}
	putchar(']');
}

static void print_machine_json(bool *first, const struct surroundings *here)
{
	char identity[16 * MOST_CORE_TYPES], names[80 * MOST_CORE_TYPES];
	const char *name = here && *here->cpu ? here->cpu : name_core();

	if (has_arm_types(here)) {
		join_types(&here->types, names, sizeof names, identity, sizeof identity);
		name = names;
	} else {
		name_identity(identity, sizeof identity);
	}
	json_number(first, "schema", 1);
	json_text(first, "cpu", name);
	json_text(first, "identity", *identity ? identity : NULL);
	if (here)
		print_core_types_json(first, &here->types);
	if (here) {
		json_bool(first, "virtual", here->hypervisor);
		json_text(first, "hypervisor", hypervisor_name(here->hypervisor));
	}
	json_key(first, "pmus");
	putchar('[');
	for_each_kind(here, print_kind_json);
	putchar(']');
	if (here)
		print_usable_json(first, here);
	print_all_generics_json(first);
	print_constants_json(first);
}

/* ---- at a glance ---- */

static void print_kind_at_a_glance(const struct kind *kind)
{
	const pfm_pmu_info_t *pmu = kind->pmu;
	int taken = printf("  %s%s%s", bold(), clean(pmu->name), plain()) - (int)(strlen(bold()) + strlen(plain()));
	int room;

	taken += printf("%*s %-6s %4d events  ", taken < 22 ? 22 - taken : 0, "", pmu_type_name(pmu), pmu->nevents);
	if (kind->boxes > 1)
		taken += printf("%d boxes, ", kind->boxes);
	room = settings.columns && settings.columns > taken + 3 ? settings.columns - taken : 0;
	if (room && strlen(pmu->desc) > (size_t)room)
		printf("%.*s...\n", room - 3, clean(pmu->desc));
	else
		puts(clean(pmu->desc));
}

void print_overview(void)
{
	const char *cpu = settings.given.cpu, *option = cpu ? " --cpu " : "", *name = name_core();
	char identity[64], self[128];

	cpu = cpu ? clean(cpu) : "";
	snprintf(self, sizeof self, strpbrk(cpu, " '\"()$\\") ? "showevtinfo%s'%s'" : "showevtinfo%s%s", option, cpu);
	name_identity(identity, sizeof identity);
	printf("CPU      : %s%s%s%s\n", *name ? clean(name) : "unknown to the tables", *identity ? " (" : "", identity,
		*identity ? ")" : "");
	puts("PMUs     :");
	for_each_kind(NULL, print_kind_at_a_glance);
	printf("Lists    : %s -L\n           %s -L cache\n", self, self);
	printf("Search   : %s -S last level cache misses\n", self);
	printf("Metrics  : %s --metric\n", self);
	printf("In full  : %s .\n", self);
	printf("More     : showevtinfo --pmus (all %d PMUs), --cpu zen4 (another machine),\n"
	       "           --host (what counts here), --help\n", count_all_pmus());
}

/* ---- all ---- */

static void show_here(const struct surroundings *here, const struct finding *findings, int count)
{
	bool first = true;

	if (!settings.given.json) {
		print_machine(here);
		print_rights(here);
		print_findings(here, findings, count);
		return;
	}
	putchar('{');
	print_machine_json(&first, here);
	print_rights_json(&first, here);
	print_findings_json(&first, findings, count);
	puts("}");
}

/* Shows a machine that is not here, which has no kernel to ask. */
static void show_elsewhere(void)
{
	bool first = true;

	if (!settings.given.json) {
		print_machine(NULL);
		puts("Hardware events : not asked: --cpu means another machine than this one");
		return;
	}
	putchar('{');
	print_machine_json(&first, NULL);
	puts("}");
}

bool print_host(void)
{
	struct surroundings here;
	struct finding findings[MOST_FINDINGS];
	int count;

	if (settings.given.cpu) {
		show_elsewhere();
		return true;
	}
	look_around(secure_getenv("LIBPFM_FSROOT"), &here);
	count = find_out(&here, findings);
	show_here(&here, findings, count);
	return findings[0].counts;
}

bool print_answers(void)
{
	struct surroundings here;
	const char *source;
	double hertz;

	look_around(secure_getenv("LIBPFM_FSROOT"), &here);
	for (int i = 0; i < QUESTIONS; i++)
		if ((i != ASKED_USER && i != ASKED_SAMPLES) || here.answers[i] != here.answers[ASKED_CYCLES])
			printf("%s %s\n", question_name((enum asked)i), answer_name(here.answers[i]));
	for (int i = 0; i < here.types.count && here.types.count > 1; i++)
		if (*here.types.list[i].device && here.types.list[i].answer != NOT_ASKED)
			printf("%s %s\n", here.types.list[i].device, answer_name(here.types.list[i].answer));
	if (*here.counting_cpus)
		printf("counting-cpus %s\n", here.counting_cpus);
	/* unless read from /proc/cpuinfo, which other programs can read themselves */
	if (!pfm_get_metric_constant("system_tsc_freq", &hertz, &source) && strcmp(source, "/proc/cpuinfo"))
		printf("tsc %.0f\n", hertz);
	return true;
}
