# libpmapi: IBM's Performance Monitoring API on the main library and perf_event_open(2)
lib_LTLIBRARIES += libpmapi.la
include_HEADERS = include/pmapi.h
pkgconfig_DATA += pmapi.pc

libpmapi_la_SOURCES = \
	src/pmapi/context.c src/pmapi/context.h \
	src/pmapi/counting.c src/pmapi/counting.h \
	src/pmapi/pmapi.c \
	src/pmapi/processors.c src/pmapi/processors.h \
	src/pmapi/targets.c src/pmapi/targets.h \
	src/pmapi/third_party.c \
	src/pmapi/view.c src/pmapi/view.h
libpmapi_la_CFLAGS = $(AM_CFLAGS) -fvisibility=hidden
libpmapi_la_LDFLAGS = -version-info 0:0:0 -no-undefined
libpmapi_la_LIBADD = libpfm.la

check_PROGRAMS += tests/pmapi
tests_pmapi_LDADD = libpmapi.la libpfm.la
TESTS += tests/pmapi tests/groups.bats

dist_man_MANS += \
	man/pfm_find_group.3 man/pfm_get_counter_event.3 man/pfm_get_group_event.3 man/pfm_get_group_info.3 man/pfm_get_groups.3 \
	man/pm_cycles.3 man/pm_delete_program.3 man/pm_delete_program_mygroup.3 man/pm_delete_program_mythread.3 man/pm_error.3 \
	man/pm_get_data.3 man/pm_get_data_mygroup.3 man/pm_get_data_mythread.3 man/pm_get_procindex.3 man/pm_get_program.3 \
	man/pm_get_program_mygroup.3 man/pm_get_program_mythread.3 man/pm_init.3 man/pm_initialize.3 man/pm_reset_data.3 \
	man/pm_reset_data_mygroup.3 man/pm_reset_data_mythread.3 man/pm_set_program.3 man/pm_set_program_mygroup.3 \
	man/pm_set_program_mythread.3 man/pm_start.3 man/pm_start_mygroup.3 man/pm_start_mythread.3 man/pm_stop.3 man/pm_stop_mygroup.3 \
	man/pm_stop_mythread.3 man/pm_strerror.3 man/pmapi.3
