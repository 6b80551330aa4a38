/* The public functions of <pmapi.h>: check arguments, call inner functions, copy their answers. */
#include <pmapi.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "context.h"

_Static_assert(sizeof(pm_mode_t) == sizeof(int), "pm_mode_t is more than its word");

/* ---- initialisation ---- */

/* Checks arguments. Without PM_GET_GROUPS groups may be any garbage and must not even be compared. */
static int check_arguments(int filter, const void *info, const pm_groups_info_t *groups)
{
	if (filter & ~(STATUS_FILTER | PM_GET_GROUPS) || !info)
		return PM_E_INVAL;
	return filter & PM_GET_GROUPS && !groups ? PM_E_INVAL : 0;
}

int pm_init(int filter, pm_info_t *pm_info, pm_groups_info_t *pm_groups_info)
{
	struct view *view;
	int error = check_arguments(filter, pm_info, pm_groups_info);

	if (!error)
		error = context_initialize(filter, PM_CURRENT, &view);
	if (error)
		return error;
	*pm_info = view->info;
	if (filter & PM_GET_GROUPS)
		*pm_groups_info = view->groups;
	return 0;
}

int pm_initialize(int filter, pm_info2_t *pm_info, pm_groups_info_t *pm_groups_info, int proctype)
{
	struct view *view;
	int error = check_arguments(filter, pm_info, pm_groups_info);

	if (!error)
		error = context_initialize(filter, proctype, &view);
	if (error)
		return error;
	*pm_info = view->info2;
	if (filter & PM_GET_GROUPS)
		*pm_groups_info = view->groups;
	return 0;
}

int pm_get_procindex(void)
{
	struct processor processor;

	return processor_current(&processor) ? PM_CURRENT : processor.index;
}

/* ---- frequency ---- */

static double clock_from_cpuinfo(void)
{
	FILE *file = fopen("/proc/cpuinfo", "r");
	char line[256];
	double megahertz = 0;

	while (file && megahertz <= 0 && fgets(line, sizeof line, file))
		if (sscanf(line, "clock : %lfMHz", &megahertz) != 1)
			megahertz = 0;
	if (file)
		fclose(file);
	return megahertz * 1e6;
}

static double clock_from_cpufreq(void)
{
	FILE *file = fopen("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq", "r");
	double kilohertz = 0;

	if (!file)
		return 0;
	if (fscanf(file, "%lf", &kilohertz) != 1)
		kilohertz = 0;
	fclose(file);
	return kilohertz * 1e3;
}

double pm_cycles(void)
{
	double hertz = clock_from_cpuinfo();

	return hertz > 0 ? hertz : clock_from_cpufreq();
}

/* ---- errors ---- */

static const char *message_of(int error, char *buffer, size_t size)
{
	static const char messages[][80] = { [0] = "success",
		[PM_E_NOTINIT] = "API not initialised",
		[PM_E_INVAL] = "invalid argument",
		[PM_E_NOPMU] = "no performance monitor available",
		[PM_E_PERM] = "permission denied",
		[PM_E_NOMEM] = "out of resources",
		[PM_E_SYSTEM] = "system error",
		[PM_E_UNSUPP] = "not supported",
		[PM_E_BUSY] = "performance monitor in use",
		[PM_E_PROCTYPE] = "initialised for another processor",
		[PM_E_EVENT] = "event not available on this counter",
		[PM_E_GROUP] = "no such event group",
		[PM_E_NOGROUPS] = "event groups are not available on this processor",
		[PM_E_EXISTS] = "a program is already set",
		[PM_E_NOPROG] = "no program is set",
		[PM_E_GROUPREQ] = "individual events are not allowed on this processor, use an event group" };

	if (error >= 0 && (size_t)error < sizeof messages / sizeof messages[0])
		return messages[error];
	snprintf(buffer, size, "unknown error %d", error);
	return buffer;
}

void pm_error(char *where, int error)
{
	char buffer[40];

	fprintf(stderr, "%s: %s\n", where ? where : "", message_of(error, buffer, sizeof buffer));
}

char *pm_strerror(char *where, int error)
{
	static _Thread_local char text[512];
	char buffer[40];

	snprintf(text, sizeof text, "%s: %s", where ? where : "", message_of(error, buffer, sizeof buffer));
	return text;
}

/* ---- the system ---- */

int pm_set_program(pm_prog_t *prog)
{
	return context_set(LEVEL_SYSTEM, prog);
}

int pm_get_program(pm_prog_t *prog)
{
	return context_get(LEVEL_SYSTEM, prog);
}

int pm_delete_program(void)
{
	return context_delete(LEVEL_SYSTEM);
}

int pm_start(void)
{
	return context_start(LEVEL_SYSTEM);
}

int pm_stop(void)
{
	return context_stop(LEVEL_SYSTEM);
}

int pm_get_data(pm_data_t *data)
{
	return context_read(LEVEL_SYSTEM, data);
}

int pm_reset_data(void)
{
	return context_reset(LEVEL_SYSTEM);
}

/* ---- the calling thread ---- */

int pm_set_program_mythread(pm_prog_t *prog)
{
	return context_set(LEVEL_THREAD, prog);
}

int pm_get_program_mythread(pm_prog_t *prog)
{
	return context_get(LEVEL_THREAD, prog);
}

int pm_delete_program_mythread(void)
{
	return context_delete(LEVEL_THREAD);
}

int pm_start_mythread(void)
{
	return context_start(LEVEL_THREAD);
}

int pm_stop_mythread(void)
{
	return context_stop(LEVEL_THREAD);
}

int pm_get_data_mythread(pm_data_t *data)
{
	return context_read(LEVEL_THREAD, data);
}

int pm_reset_data_mythread(void)
{
	return context_reset(LEVEL_THREAD);
}

/* ---- its counting group ---- */

int pm_set_program_mygroup(pm_prog_t *prog)
{
	return context_set(LEVEL_GROUP, prog);
}

int pm_get_program_mygroup(pm_prog_t *prog)
{
	return context_get(LEVEL_GROUP, prog);
}

int pm_delete_program_mygroup(void)
{
	return context_delete(LEVEL_GROUP);
}

int pm_start_mygroup(void)
{
	return context_start(LEVEL_GROUP);
}

int pm_stop_mygroup(void)
{
	return context_stop(LEVEL_GROUP);
}

int pm_get_data_mygroup(pm_data_t *data)
{
	return context_read(LEVEL_GROUP, data);
}

int pm_reset_data_mygroup(void)
{
	return context_reset(LEVEL_GROUP);
}
