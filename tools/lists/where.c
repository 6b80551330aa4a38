/* Handles operands of showevtinfo that begin with the name of a CPU. */
#define _GNU_SOURCE
#include "showevtinfo.h"

#include <stdlib.h>
#include <string.h>

/* Returns "telum2" of "telum2::CPU_CYCLES", which is no PMU; to be freed. NULL: there is no such name, or no memory. */
static char *cpu_of_operand(const char *operand)
{
	char cpu[1024];

	return strstr(operand, "::") &&
		pfm_get_word_kind(operand, PFM_OS_NONE, 0, cpu, sizeof cpu) == PFM_WORD_CPU ? strdup(cpu) : NULL;
}

bool show_where_meant(const char *operand)
{
	static char *on; /* CPU in use; NULL: this machine */
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
