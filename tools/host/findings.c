/*
 * Derives findings from the machine's properties and the kernel's answers, and remedies from the findings and the
 * circumstances: both are rows of findings.def.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "common/tool.h"
#include "guest.h"
#include "host.h"

/* ---- the table ---- */

enum cause {
#define FINDING(name, counts, code, message) name,
#define REMEDY(name, where, text)
#include "findings.def"
#undef FINDING
#undef REMEDY
	NO_CAUSE
};

static const struct cause_row {
	bool counts;
	const char *code, *message;
} causes[] = {
#define FINDING(name, counts, code, message) [name] = { counts, code, message },
#define REMEDY(name, where, text)
#include "findings.def"
#undef FINDING
#undef REMEDY
};

static const struct remedy_row {
	enum cause cause;
	unsigned int where;
	const char *text;
} remedies[] = {
#define FINDING(name, counts, code, message)
#define REMEDY(name, where, text) { name, where, text },
#include "findings.def"
#undef FINDING
#undef REMEDY
};

/* Returns whether one of the hypervisors that it names, if it names any, and all other circumstances hold. */
static bool is_of_use(unsigned int where, unsigned int circumstances)
{
	return (!(where & HYPERVISORS) || where & circumstances & HYPERVISORS) &&
		!(where & ~(unsigned int)HYPERVISORS & ~circumstances);
}

/* Returns what a finding has in it that only the machine knows. */
static const char *detail_of(const struct surroundings *here, enum cause cause)
{
	return cause == generic_driver ? here->driver : cause == no_pmu_node ? here->pmu_node : "its vendor";
}

static void add_remedies(const struct surroundings *here, enum cause cause, struct finding *finding)
{
	size_t length = strlen(finding->remedy);

	for (size_t i = 0; i < sizeof remedies / sizeof *remedies && length < sizeof finding->remedy; i++)
		if (remedies[i].cause == cause && is_of_use(remedies[i].where, here->circumstances))
			length += (size_t)snprintf(finding->remedy + length, sizeof finding->remedy - length, "%s%s",
				length ? "; " : "", remedies[i].text);
}

static void fill_finding(const struct surroundings *here, enum cause cause, const char *detail, struct finding *finding)
{
	const struct cause_row *row = &causes[cause];
	const char *mark = strstr(row->message, "%s");

	*finding = (struct finding){ .counts = row->counts, .code = row->code };
	if (mark)
		snprintf(finding->message, sizeof finding->message, "%.*s%s%s", (int)(mark - row->message),
			row->message, detail ? detail : detail_of(here, cause), mark + 2);
	else
		snprintf(finding->message, sizeof finding->message, "%s", row->message);
	add_remedies(here, cause, finding);
	if (here->hypervisor && cause == stands_still)
		add_remedies(here, no_pmu_in_guest, finding);
}

/* ---- causes ---- */

static bool is_right_missing(int answer)
{
	return answer == EACCES || answer == EPERM;
}

/* Returns why software events, which need no PMU, are refused. */
static enum cause without_software(const struct surroundings *here)
{
	switch (here->answers[ASKED_SOFTWARE]) {
	case ENOSYS:
		return here->seccomp == 2 ? filtered : no_perf_events;
	case EACCES:
		/* with these levels the kernels of Debian, Ubuntu and Android require this capability */
		if (here->paranoid > 2 && !here->may_admin)
			return too_paranoid;
		return here->seccomp == 2 ? filtered : security_module;
	case EPERM: /* the kernel itself never returns it for what needs no right */
		return here->seccomp == 0 ? security_module : filtered;
	case EMFILE:
	case ENFILE:
		return no_files;
	case NOT_ASKED:
		return not_asked;
	default:
		return other;
	}
}

static enum cause without_pmu(const struct surroundings *here)
{
	if (here->is_emulated)
		return emulated;
	if (here->is_s390)
		return here->hypervisor ? no_pmu_in_guest : lpar_of_s390;
	if (here->has_core_device)
		return here->is_power_lpar ? lpar_of_power : no_hardware_events;
	if (here->hypervisor)
		return no_pmu_in_guest;
	return here->is_power_lpar ? lpar_of_power : *here->pmu_node ? no_pmu_node : no_driver;
}

static bool is_refused(int answer)
{
	return answer != COUNTS && answer != NOT_ASKED;
}

static bool is_any_refused(const struct surroundings *here)
{
	for (int i = ASKED_INSTRUCTIONS; i < QUESTIONS; i++)
		if (is_refused(here->answers[i]))
			return true;
	return false;
}

static bool cannot_exclude(const struct surroundings *here)
{
	return here->answers[ASKED_USER] == EINVAL || here->answers[ASKED_USER] == EOPNOTSUPP;
}

/* Returns whether hardware events count, if software events do, and if not why. */
static enum cause of_hardware(const struct surroundings *here)
{
	switch (here->answers[ASKED_CYCLES]) {
	case COUNTS:
		return !is_any_refused(here) ? all_counts : here->hypervisor ? part_of_pmu : part_refused;
	case ENOENT:
	case ENODEV:
	case ENXIO:
	case EOPNOTSUPP:
		return without_pmu(here);
	case EBUSY:
		return in_use;
	case EACCES:
	case EPERM:
		return cannot_exclude(here) ? no_exclusion_allowed : security_module;
	case GOT_NO_COUNTER:
		return here->types.count > 1 ? other_core_type : here->watchdog == 1 ? watchdog_has_it : no_counter;
	case STOOD_STILL:
		return here->is_power_lpar ? lpar_of_power : stands_still;
	case NOT_ASKED:
		return not_asked;
	default:
		return other;
	}
}

/* ---- what else there is to say ---- */

static void add_finding(const struct surroundings *here, enum cause cause, const char *detail,
	struct finding findings[MOST_FINDINGS], int *count)
{
	for (int i = 0; i < *count; i++)
		if (!strcmp(findings[i].code, causes[cause].code))
			return;
	if (*count < MOST_FINDINGS)
		fill_finding(here, cause, detail, &findings[(*count)++]);
}

/* Adds obstacles: a refusal for want of a right says nothing of the PMU; without a device, a right alone is no help. */
static void add_other_obstacles(const struct surroundings *here, struct finding findings[MOST_FINDINGS], int *count)
{
	enum cause first = without_software(here);

	if (first != filtered && first != too_paranoid && first != security_module)
		return;
	if (first == filtered && here->paranoid > 2 && !here->may_admin)
		add_finding(here, too_paranoid, NULL, findings, count);
	if (!here->has_core_device && here->has_sysfs)
		add_finding(here, without_pmu(here), NULL, findings, count);
}

/* Adds which core types count, if others do not. */
static void add_core_types(const struct surroundings *here, struct finding findings[MOST_FINDINGS], int *count)
{
	char names[200] = "";
	size_t length = 0;
	bool differs = false;

	for (int i = 0; i < here->types.count && length < sizeof names; i++) {
		const struct core_type *type = &here->types.list[i];

		differs |= is_refused(type->answer);
		if (type->answer == COUNTS)
			length += (size_t)snprintf(names + length, sizeof names - length, "%s%s", length ? ", " : "",
				type->device);
	}
	if (!differs && *here->counting_cpus) {
		snprintf(names, sizeof names, "CPUs %s", here->counting_cpus);
		differs = true;
	}
	if (differs && *names)
		add_finding(here, one_core_type, names, findings, count);
}

static void add_limits_of_pmu(const struct surroundings *here, struct finding findings[MOST_FINDINGS], int *count)
{
	if (cannot_exclude(here))
		add_finding(here, no_exclusion, NULL, findings, count);
	if (here->answers[ASKED_CYCLES] == COUNTS && here->answers[ASKED_SAMPLES] == EOPNOTSUPP)
		add_finding(here, no_sampling, NULL, findings, count);
	add_core_types(here, findings, count);
	if (*here->driver)
		add_finding(here, generic_driver, NULL, findings, count);
}

int find_out(const struct surroundings *here, struct finding findings[MOST_FINDINGS])
{
	bool software = here->answers[ASKED_SOFTWARE] == COUNTS;
	int count = 0;

	add_finding(here, software ? of_hardware(here) : without_software(here), NULL, findings, &count);
	if (!software)
		add_other_obstacles(here, findings, &count);
	if (software && findings[0].counts)
		add_limits_of_pmu(here, findings, &count);
	if (software && is_right_missing(here->answers[ASKED_KERNEL]))
		add_finding(here, user_only, NULL, findings, &count);
	if (software && is_right_missing(here->answers[ASKED_CPUS]))
		add_finding(here, own_only, NULL, findings, &count);
	if (!here->has_sysfs && here->answers[ASKED_SOFTWARE] != ENOSYS && here->answers[ASKED_SOFTWARE] != NOT_ASKED)
		add_finding(here, no_sysfs, NULL, findings, &count);
	/* without the facility the number of counters on s390 is unknown */
	if ((!here->has_table || here->has_no_publisher) && !here->is_s390 && !here->is_emulated)
		add_finding(here, here->has_no_publisher ? unpublished_cpu : unknown_cpu, NULL, findings, &count);
	return count;
}

void find_missing_right(const struct surroundings *here, bool whole_cpus, bool in_kernel, struct finding *finding)
{
	int level = here->paranoid == NO_NUMBER ? 2 : here->paranoid;
	enum cause cause = here->seccomp == 2 ? filtered : security_module;

	if (level > 2 && !here->may_admin)
		cause = too_paranoid;
	else if (!here->may_admin && !here->may_perfmon && whole_cpus && level > 0)
		cause = own_only;
	else if (!here->may_admin && !here->may_perfmon && in_kernel && level > 1)
		cause = user_only;
	fill_finding(here, cause, NULL, finding);
}

/* ---- in words ---- */

const char *next_remedy(const char *remedy, int *length)
{
	const char *end = strstr(remedy, "; ");

	*length = (int)(end ? (size_t)(end - remedy) : strlen(remedy));
	return remedy + *length + (end ? 2 : 0);
}

void say_remedies(const struct finding *finding)
{
	int length;

	if (*finding->remedy)
		fputs("  what helps:\n", stderr);
	for (const char *at = finding->remedy, *next; *at; at = next) {
		next = next_remedy(at, &length);
		fprintf(stderr, "    %.*s\n", length, at);
	}
}

bool say_shortly_why_nothing_counts(const struct surroundings *here)
{
	struct finding findings[MOST_FINDINGS];

	find_out(here, findings);
	if (findings[0].counts)
		return false;
	complain("hardware events: %s; showevtinfo --host says what helps", findings[0].message);
	return true;
}

bool say_why_nothing_counts(const struct surroundings *here)
{
	static bool said;
	struct finding findings[MOST_FINDINGS];
	int count = find_out(here, findings);

	if (findings[0].counts)
		return false;
	for (int i = 0; i < count && !said; i++) {
		if (i && findings[i].counts)
			continue;
		fprintf(stderr, "  hardware events: %s%s\n", i ? "and anyway: " : "", findings[i].message);
		say_remedies(&findings[i]);
	}
	said = true;
	return true;
}

/* Returns whether all generic hardware events had the same answer. */
static bool is_one_answer(const struct surroundings *here)
{
	for (int i = ASKED_CYCLES; i < QUESTIONS; i++)
		if (here->answers[i] != here->answers[ASKED_CYCLES])
			return false;
	return true;
}

void list_refused(const struct surroundings *here, char *list, size_t size)
{
	size_t length = 0;

	if (is_one_answer(here) && is_refused(here->answers[ASKED_CYCLES])) {
		snprintf(list, size, "all generic hardware events (%s)", answer_name(here->answers[ASKED_CYCLES]));
		return;
	}
	*list = '\0';
	for (int i = ASKED_CYCLES; i < QUESTIONS && length < size; i++)
		if (is_refused(here->answers[i]))
			length += (size_t)snprintf(list + length, size - length, "%s%s (%s)", length ? ", " : "",
				question_name((enum asked)i), answer_name(here->answers[i]));
}
