# Measurements: make bench; make random compares random strings with libpfm4.

EXTRA_PROGRAMS = \
	bench/bench \
	bench/fit \
	bench/growth \
	bench/loaded \
	bench/machines \
	bench/metrics \
	bench/paths \
	bench/perf \
	bench/random \
	bench/startup

bench_bench_SOURCES = bench/bench.c bench/library.c bench/library.h
bench_bench_LDADD = -ldl -lpthread
bench_fit_LDADD = $(LIBPFM)
bench_fit_LDFLAGS = -no-install
bench_growth_SOURCES = bench/growth.c bench/library.c bench/library.h
bench_growth_LDADD = $(LIBPFM) -ldl
bench_growth_LDFLAGS = -no-install
bench_loaded_SOURCES = bench/loaded.c bench/library.c bench/library.h
bench_loaded_LDADD = $(LIBPFM) -ldl
bench_loaded_LDFLAGS = -no-install
bench_machines_SOURCES = bench/machines.c bench/library.c bench/library.h
bench_machines_LDADD = $(LIBPFM) -ldl
bench_machines_LDFLAGS = -no-install
bench_metrics_LDADD = $(LIBPFM)
bench_metrics_LDFLAGS = -no-install
bench_paths_LDFLAGS = -no-install
bench_perf_SOURCES = bench/perf.c
bench_perf_LDADD = $(LIBPFM)
bench_perf_LDFLAGS = -no-install
bench_random_SOURCES = bench/random.c bench/library.c bench/library.h
bench_random_LDADD = -ldl
bench_startup_SOURCES = bench/startup.c bench/library.c bench/library.h
bench_startup_LDADD = -ldl

bench: $(EXTRA_PROGRAMS) showevtinfo evt2raw tests/tmp/roots/.unpacked
	CC='$(CC) $(AM_CPPFLAGS) $(CPPFLAGS) $(CFLAGS)' srcdir='$(srcdir)' $(srcdir)/bench/run
random: bench/random libpfm.la
	bench/random .libs/libpfm.so.4 $$(ls /usr/lib/*/libpfm.so.4 | head -n 1) 1000000
.PHONY: bench random
