/*
 * Calls for other threads and their counting groups. AIX allows them to the debugger of a process only; here they exist
 * so that programs link, and say that they are not supported.
 */
#include <pmapi.h>

#pragma GCC diagnostic ignored "-Wunused-parameter"

int pm_set_program_thread(pid_t pid, tid_t tid, pm_prog_t *prog)
{
	return PM_E_UNSUPP;
}

int pm_get_program_thread(pid_t pid, tid_t tid, pm_prog_t *prog)
{
	return PM_E_UNSUPP;
}

int pm_delete_program_thread(pid_t pid, tid_t tid)
{
	return PM_E_UNSUPP;
}

int pm_start_thread(pid_t pid, tid_t tid)
{
	return PM_E_UNSUPP;
}

int pm_stop_thread(pid_t pid, tid_t tid)
{
	return PM_E_UNSUPP;
}

int pm_get_data_thread(pid_t pid, tid_t tid, pm_data_t *data)
{
	return PM_E_UNSUPP;
}

int pm_reset_data_thread(pid_t pid, tid_t tid)
{
	return PM_E_UNSUPP;
}

int pm_set_program_group(pid_t pid, tid_t tid, pm_prog_t *prog)
{
	return PM_E_UNSUPP;
}

int pm_get_program_group(pid_t pid, tid_t tid, pm_prog_t *prog)
{
	return PM_E_UNSUPP;
}

int pm_delete_program_group(pid_t pid, tid_t tid)
{
	return PM_E_UNSUPP;
}

int pm_start_group(pid_t pid, tid_t tid)
{
	return PM_E_UNSUPP;
}

int pm_stop_group(pid_t pid, tid_t tid)
{
	return PM_E_UNSUPP;
}

int pm_get_data_group(pid_t pid, tid_t tid, pm_data_t *data)
{
	return PM_E_UNSUPP;
}

int pm_reset_data_group(pid_t pid, tid_t tid)
{
	return PM_E_UNSUPP;
}

int pm_set_program_pthread(pid_t pid, tid_t tid, ptid_t ptid, pm_prog_t *prog)
{
	return PM_E_UNSUPP;
}

int pm_get_program_pthread(pid_t pid, tid_t tid, ptid_t ptid, pm_prog_t *prog)
{
	return PM_E_UNSUPP;
}

int pm_delete_program_pthread(pid_t pid, tid_t tid, ptid_t ptid)
{
	return PM_E_UNSUPP;
}

int pm_start_pthread(pid_t pid, tid_t tid, ptid_t ptid)
{
	return PM_E_UNSUPP;
}

int pm_stop_pthread(pid_t pid, tid_t tid, ptid_t ptid)
{
	return PM_E_UNSUPP;
}

int pm_get_data_pthread(pid_t pid, tid_t tid, ptid_t ptid, pm_data_t *data)
{
	return PM_E_UNSUPP;
}

int pm_reset_data_pthread(pid_t pid, tid_t tid, ptid_t ptid)
{
	return PM_E_UNSUPP;
}

int pm_set_program_pgroup(pid_t pid, tid_t tid, ptid_t ptid, pm_prog_t *prog)
{
	return PM_E_UNSUPP;
}

int pm_get_program_pgroup(pid_t pid, tid_t tid, ptid_t ptid, pm_prog_t *prog)
{
	return PM_E_UNSUPP;
}

int pm_delete_program_pgroup(pid_t pid, tid_t tid, ptid_t ptid)
{
	return PM_E_UNSUPP;
}

int pm_start_pgroup(pid_t pid, tid_t tid, ptid_t ptid)
{
	return PM_E_UNSUPP;
}

int pm_stop_pgroup(pid_t pid, tid_t tid, ptid_t ptid)
{
	return PM_E_UNSUPP;
}

int pm_get_data_pgroup(pid_t pid, tid_t tid, ptid_t ptid, pm_data_t *data)
{
	return PM_E_UNSUPP;
}

int pm_reset_data_pgroup(pid_t pid, tid_t tid, ptid_t ptid)
{
	return PM_E_UNSUPP;
}
