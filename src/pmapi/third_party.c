/*
 * Calls for other threads and their counting groups. AIX allows them only to the debugger of a process; here they exist
 * only so that programs link, and return "not supported".
 */
#include <pmapi.h>

#pragma GCC diagnostic ignored "-Wunused-parameter"

#define UNSUPPORTED(name, ...) int name(__VA_ARGS__) { return PM_E_UNSUPP; }

UNSUPPORTED(pm_set_program_thread, pid_t pid, tid_t tid, pm_prog_t *prog)
UNSUPPORTED(pm_get_program_thread, pid_t pid, tid_t tid, pm_prog_t *prog)
UNSUPPORTED(pm_delete_program_thread, pid_t pid, tid_t tid)
UNSUPPORTED(pm_start_thread, pid_t pid, tid_t tid)
UNSUPPORTED(pm_stop_thread, pid_t pid, tid_t tid)
UNSUPPORTED(pm_get_data_thread, pid_t pid, tid_t tid, pm_data_t *data)
UNSUPPORTED(pm_reset_data_thread, pid_t pid, tid_t tid)

UNSUPPORTED(pm_set_program_group, pid_t pid, tid_t tid, pm_prog_t *prog)
UNSUPPORTED(pm_get_program_group, pid_t pid, tid_t tid, pm_prog_t *prog)
UNSUPPORTED(pm_delete_program_group, pid_t pid, tid_t tid)
UNSUPPORTED(pm_start_group, pid_t pid, tid_t tid)
UNSUPPORTED(pm_stop_group, pid_t pid, tid_t tid)
UNSUPPORTED(pm_get_data_group, pid_t pid, tid_t tid, pm_data_t *data)
UNSUPPORTED(pm_reset_data_group, pid_t pid, tid_t tid)

UNSUPPORTED(pm_set_program_pthread, pid_t pid, tid_t tid, ptid_t ptid, pm_prog_t *prog)
UNSUPPORTED(pm_get_program_pthread, pid_t pid, tid_t tid, ptid_t ptid, pm_prog_t *prog)
UNSUPPORTED(pm_delete_program_pthread, pid_t pid, tid_t tid, ptid_t ptid)
UNSUPPORTED(pm_start_pthread, pid_t pid, tid_t tid, ptid_t ptid)
UNSUPPORTED(pm_stop_pthread, pid_t pid, tid_t tid, ptid_t ptid)
UNSUPPORTED(pm_get_data_pthread, pid_t pid, tid_t tid, ptid_t ptid, pm_data_t *data)
UNSUPPORTED(pm_reset_data_pthread, pid_t pid, tid_t tid, ptid_t ptid)

UNSUPPORTED(pm_set_program_pgroup, pid_t pid, tid_t tid, ptid_t ptid, pm_prog_t *prog)
UNSUPPORTED(pm_get_program_pgroup, pid_t pid, tid_t tid, ptid_t ptid, pm_prog_t *prog)
UNSUPPORTED(pm_delete_program_pgroup, pid_t pid, tid_t tid, ptid_t ptid)
UNSUPPORTED(pm_start_pgroup, pid_t pid, tid_t tid, ptid_t ptid)
UNSUPPORTED(pm_stop_pgroup, pid_t pid, tid_t tid, ptid_t ptid)
UNSUPPORTED(pm_get_data_pgroup, pid_t pid, tid_t tid, ptid_t ptid, pm_data_t *data)
UNSUPPORTED(pm_reset_data_pgroup, pid_t pid, tid_t tid, ptid_t ptid)
