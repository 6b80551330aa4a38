/* An operand of showevtinfo that begins with the name of a CPU. */
#define _GNU_SOURCE
#include "showevtinfo.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Whether the name of a PMU ends so: then the operand is searched in names as it is. */
static bool ends_a_pmu(const char *name, size_t length)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	pfm_pmu_t pmu;

	for_each_pmu(pmu)
		if (next_pmu(pmu, &info) && strlen(info.name) >= length &&
			!strncasecmp(info.name + strlen(info.name) - length, name, length))
			return true;
	return false;
}

/* Whether the library takes the string on this machine, too: a name of the kernel's, or an event of a CPU's boxes. */
static bool encodes_here(const char *string)
{
	uint64_t codes[4];
	pfm_pmu_encode_arg_t arg = { .codes = codes, .count = 4, .size = sizeof arg };

	return !pfm_get_os_event_encoding(string, PFM_PLM0 | PFM_PLM3, PFM_OS_NONE, &arg);
}

/* "telum2" of "telum2::CPU_CYCLES", which is no PMU; to be freed. NULL: there is no such name, or no memory. */
static char *cpu_of_operand(const char *operand)
{
	const char *colons = strstr(operand, "::");
	size_t length = colons ? (size_t)(colons - operand) : 0;

	return length && !encodes_here(operand) && strcspn(operand, "*?[](){}|\\+^$/") >= length &&
		!ends_a_pmu(operand, length) ? strndup(operand, length) : NULL;
}

bool show_where_meant(const char *operand)
{
	static char *on; /* NULL: this machine */
	bool is_free = !settings.given.pmu && (!settings.given.cpu || settings.given.cpu == on);
	char *cpu = is_free ? cpu_of_operand(operand) : NULL;
	const char *rest = cpu ? operand + strlen(cpu) + 2 : operand;

	if (is_free && (cpu || on)) {
		if (!tool_reopen(cpu)) {
			free(cpu);
			cpu = NULL;
			rest = operand;
		}
		settings.given.cpu = cpu;
		free(on);
		on = cpu;
	}
	return show_operand(*rest ? rest : ".");
}
