# libpmapi: IBM's Performance Monitoring API on the main library and perf_event_open(2)
lib_LTLIBRARIES += libpmapi.la
include_HEADERS = include/pmapi.h
pkgconfig_DATA += pmapi.pc

libpmapi_la_SOURCES = \
	src/machine/ending.c \
	src/pmapi/context.c src/pmapi/context.h \
	src/pmapi/counting.c src/pmapi/counting.h \
	src/counting/event_set.c src/counting/event_set.h \
	src/pmapi/pmapi.c \
	src/pmapi/processors.c src/pmapi/processors.h \
	src/pmapi/targets.c src/pmapi/targets.h \
	src/pmapi/third_party.c \
	src/pmapi/view.c src/pmapi/view.h
libpmapi_la_CFLAGS = $(AM_CFLAGS) -fvisibility=hidden
libpmapi_la_LINK = $(link_library) pm_ pmapi_internal_ $(link_tool) $(libpmapi_la_LDFLAGS) -o $@
EXTRA_libpmapi_la_DEPENDENCIES = $(top_srcdir)/scripts/link-library
libpmapi_la_LDFLAGS = -version-info 0:0:0 -no-undefined
libpmapi_la_LIBADD = $(LIBPFM)

check_PROGRAMS += tests/lib/pmapi
tests_lib_pmapi_LDADD = libpmapi.la $(LIBPFM)
