# Tests: C programs on the library, and bats files on the tools.

check_PROGRAMS = \
	tests/lib/api \
	tests/lib/counted \
	tests/lib/decoded_names \
	tests/lib/detect \
	tests/lib/examples \
	tests/lib/facts \
	tests/lib/fit \
	tests/lib/fit_counters \
	tests/lib/fit_plain \
	tests/lib/fit_sets \
	tests/lib/formula \
	tests/lib/golden \
	tests/lib/hostile \
	tests/lib/inject \
	tests/lib/inventory \
	tests/lib/kernel_counts \
	tests/lib/kernel_generic \
	tests/lib/kernel_dates \
	tests/lib/kernel_names \
	tests/lib/kernel_roots \
	tests/lib/kernel_sets \
	tests/lib/invented \
	tests/lib/loaded \
	tests/lib/machine \
	tests/lib/makers \
	tests/lib/metric_pages \
	tests/lib/metric_examples \
	tests/lib/metric_hints \
	tests/lib/metric_leaves \
	tests/lib/metric_values \
	tests/lib/names \
	tests/lib/opening \
	tests/lib/perf_language \
	tests/lib/perf_names \
	tests/lib/presets \
	tests/lib/search \
	tests/lib/secure \
	tests/lib/spelling \
	tests/lib/texts \
	tests/lib/tracepoints \
	tests/lib/unload

# What each change is tried with, a minute or two: the library, each tool, the table compiler, how sources look.
QUICK_TESTS = \
	tests/lib/api \
	tests/lib/counted \
	tests/lib/decoded_names \
	tests/lib/detect \
	tests/lib/examples.sh \
	tests/lib/facts \
	tests/lib/fit \
	tests/lib/fit_counters \
	tests/lib/fit_plain \
	tests/lib/fit_sets \
	tests/lib/formula \
	tests/lib/golden \
	tests/lib/hostile \
	tests/lib/inventory \
	tests/lib/kernel_counts \
	tests/lib/kernel_generic \
	tests/lib/kernel_dates \
	tests/lib/kernel_names \
	tests/lib/kernel_roots \
	tests/lib/kernel_sets \
	tests/lib/invented \
	tests/lib/machine \
	tests/lib/makers \
	tests/lib/metric_pages \
	tests/lib/metric_examples \
	tests/lib/metric_hints \
	tests/lib/metric_leaves \
	tests/lib/metric_values.sh \
	tests/lib/names.sh \
	tests/lib/opening \
	tests/lib/perf_language \
	tests/lib/pmapi \
	tests/lib/presets \
	tests/lib/search \
	tests/lib/secure \
	tests/lib/spelling \
	tests/lib/texts \
	tests/lib/unload \
	tests/tools/check_events.bats \
	tests/tools/events.bats \
	tests/tools/evt2raw.bats \
	tests/tools/counting.bats \
	tests/tools/perf_encode.bats \
	tests/tools/pfmexport.bats \
	tests/tools/pfmstat.bats \
	tests/tools/showevtinfo.bats \
	tests/compiler/compiler.bats \
	tests/lint/floors.sh \
	tests/lint/kin.sh \
	tests/lint/style.sh \
	tests/peers/abi.sh \
	tests/peers/perf_oracle.sh
# What a change of their part is tried with, besides (CONTRIBUTING says which): seconds each.
AREA_TESTS = \
	tests/tools/boxes.bats \
	tests/tools/codes.bats \
	tests/tools/completion.bats \
	tests/tools/data.bats \
	tests/tools/devices.bats \
	tests/tools/groups.bats \
	tests/tools/host.bats \
	tests/tools/loaded.bats \
	tests/tools/metrics.bats \
	tests/tools/values.bats \
	tests/tools/perf_list.bats \
	tests/tools/pfmkit-capture.bats \
	tests/tools/programs.bats \
	tests/tools/round_trip.bats \
	tests/tools/kernel.bats \
	tests/tools/together.bats \
	tests/compiler/import.bats \
	tests/compiler/update.bats \
	tests/compiler/import_metrics.bats \
	tests/compiler/install.bats \
	tests/compiler/merge.bats \
	tests/compiler/metrics.bats \
	tests/lint/manual.sh \
	tests/lint/scripts.bats \
	tests/peers/clients.sh \
	tests/peers/listers.sh
# What takes minutes, or looks at machines, packages and programs of others; the longest first, before all others, as
# the last ones run alone.
SLOW_TESTS = \
	tests/emulated/run.sh \
	tests/lint/analysis.sh \
	tests/lint/coverage.sh \
	tests/lint/sanitizers.sh \
	tests/peers/reproducible.sh \
	tests/peers/foreign.sh \
	tests/compiler/no_news.bats \
	tests/lib/inject \
	tests/tools/failing.bats \
	tests/tools/capture.sh \
	tests/peers/musl.sh \
	tests/peers/with_pmus.sh \
	tests/fuzz/smoke.sh \
	page/tests/page.bats \
	tests/lint/packages.sh \
	tests/tools/install.bats \
	tests/lib/loaded.sh \
	tests/peers/prometheus.sh \
	tests/peers/solver.sh \
	tests/peers/perf.sh \
	tests/lib/own_tables.sh \
	tests/lint/one_unit.sh \
	tests/lint/say_once.sh \
	tests/lint/words.sh \
	tests/python/run.sh \
	tests/peers/amalgamation.sh \
	tests/peers/cmake.sh \
	tests/peers/perf_names.sh \
	tests/peers/pcp_metrics.sh \
	tests/lib/tracepoints \
	tests/tools/all_cpus.bats \
	tests/tools/at_home.bats \
	tests/tools/everything.bats \
	tests/compiler/history.bats \
	tests/compiler/many_rows.bats
TESTS =
if WITH_SLOW_TESTS
TESTS += $(SLOW_TESTS)
endif
TESTS += $(AREA_TESTS) $(QUICK_TESTS)
AM_DISTCHECK_CONFIGURE_FLAGS = --disable-slow-tests

# make quick: what each change is tried with. make lint: how text looks, that of the tables, the sources and the manual.
.PHONY: quick lint
# Of what takes longest quick looks at a sample, another one for other tables and sources (tests/sample).
quick: all
	@QUICK_SAMPLE=$${QUICK_SAMPLE-$$($(srcdir)/tests/sample)} $(MAKE) check bats='$(abs_srcdir)/tests/bats' \
		TESTS="$(QUICK_TESTS)"
lint: all
	@$(MAKE) check TESTS="tests/lint/floors.sh tests/lint/kin.sh tests/lint/one_unit.sh tests/lint/say_once.sh \
		tests/lint/style.sh tests/lint/manual.sh tests/lint/scripts.bats"

# For ./test and tests/mutants: the names of the tests.
.PHONY: quick-tests tests-of-seconds all-tests
quick-tests:
	@printf '%s\n' $(QUICK_TESTS)
tests-of-seconds:
	@printf '%s\n' $(QUICK_TESTS) $(AREA_TESTS)
all-tests:
	@printf '%s\n' $(TESTS)

# How good the tests are: 60 mistakes, one at a time. Takes an hour and more on two cores; its result is for reading.
.PHONY: mutants
mutants:
	$(srcdir)/tests/mutants $(MUTANTS) $(srcdir) tests/tmp/mutants

# Makes calls of the tools fail, for tests/tools/failing.bats.
check_LTLIBRARIES = tests/lib/preload.la
tests_lib_preload_la_SOURCES = tests/lib/preload.c
tests_lib_preload_la_LDFLAGS = -module -avoid-version -shared -rpath /nowhere
tests_lib_preload_la_LIBADD = -ldl

TEST_EXTENSIONS = .sh .bats
# a library with some PMUs only cannot pass all
some_pmus = $(if $(ONLY_PMUS),$(srcdir)/tests/partial $(ONLY_PMUS))
timed = $(srcdir)/tests/timed $(some_pmus)
LOG_COMPILER = $(timed)
SH_LOG_COMPILER = $(timed)
# make quick and ./test have tests/bats instead, which takes less time for each test and is compared with bats.
bats = bats
BATS_LOG_COMPILER = $(timed) $(bats)
# LIBPFM_TABLES: nothing that the user has installed. PFMKIT_LAYOUTS: what pmuc has when it is installed. CONFIG_SHELL:
# that of another configure, which prefers bash and takes half as long again with it.
AM_TESTS_ENVIRONMENT = \
	srcdir='$(abs_srcdir)'; builddir='$(abs_builddir)'; CC='$(CC)'; \
	LIBPFM_TABLES=; PFMKIT_LAYOUTS='$(abs_srcdir)/src/pmu'; CONFIG_SHELL=/bin/sh; \
	export srcdir builddir CC LIBPFM_TABLES PFMKIT_LAYOUTS CONFIG_SHELL;
noinst_HEADERS = \
	tests/lib/check.h \
	tests/lib/failures.h \
	tests/lib/fake_kernel.h \
	tests/lib/fit_plain.h \
	tests/lib/metric_machines.h \
	tests/lib/walk_tables.h
tests_lib_api_SOURCES = \
	tests/lib/api.c tests/lib/api.h \
	tests/lib/api_codes.c \
	tests/lib/api_constants.c \
	tests/lib/api_counts.c \
	tests/lib/api_decode.c \
	tests/lib/api_diagnose.c \
	tests/lib/api_errors.c \
	tests/lib/api_groups.c \
	tests/lib/api_identifiers.c \
	tests/lib/api_kernel.c \
	tests/lib/api_layout.c \
	tests/lib/api_metrics.c \
	tests/lib/api_perf.c \
	tests/lib/api_start.c \
	tests/lib/api_threads.c
tests_lib_fit_plain_SOURCES = \
	tests/lib/fit_plain.c \
	src/fit/conflict.c src/fit/round.c src/fit/rounds.c
tests_lib_fit_plain_LDADD =
tests_lib_opening_SOURCES = \
	tests/lib/opening.c \
	src/counting/count.c src/counting/event_set.c src/counting/pieces.c
tests_lib_opening_LDADD = -ldl
# it looks at what the library keeps to itself
tests_lib_fit_sets_LDADD = $(libpfm_la_OBJECTS) -lpthread
tests_lib_fit_counters_LDADD = $(libpfm_la_OBJECTS) -lpthread
tests_lib_kernel_generic_LDADD = $(libpfm_la_OBJECTS) -lpthread
tests_lib_api_LDADD = $(LIBPFM) -lpthread
tests_lib_formula_SOURCES = \
	tests/lib/formula.c \
	src/formula/fold.c src/formula/names.c src/formula/number.c src/formula/syntax.c src/formula/tokens.c \
	src/formula/value.c src/formula/write.c
tests_lib_formula_LDADD = -lm
tests_lib_metric_examples_LDADD = $(LIBPFM) -lm

tests_lib_loaded_SOURCES = \
	tests/lib/loaded.c \
	src/tables/clean.c src/tables/file_check.c src/tables/file.c src/tables/metrics.c
# programs with more rights than their user look for no library in a build directory
tests_lib_secure_LDFLAGS = -static
tests_lib_secure_DEPENDENCIES = libpfm.la
tests_lib_spelling_SOURCES = tests/lib/spelling.c src/encode/spelling.c src/tables/lookup.c
tests_lib_spelling_LDADD =
tests_lib_tracepoints_LDADD = $(LIBPFM) -lpthread
tests_lib_unload_LDADD = -lpthread -ldl
tests_lib_inject_LDADD = libpmapi.la $(LIBPFM) -ldl

# The library with tables that no machine has.
nodist_tests_lib_invented_SOURCES = tests/tmp/invented.c
tests_lib_invented_SOURCES = tests/lib/invented.c
tests_lib_invented_LDADD = $(filter-out src/pmu/%,$(libpfm_la_OBJECTS)) -lpthread
invented = tests/data/invented/order src/pmu/linux/layouts.pmu tests/data/invented/invented.pmu src/pmu/linux/perf.pmu
wide = tests/tmp/wide.pmu
tests/tmp/invented.c: $(build_pmuc) $(invented) $(wide)
	$(AM_V_GEN)cd $(srcdir) && \
		$(run_pmuc) -o $(abs_builddir)/$@ $(invented) $(abs_builddir)/$(wide) >/dev/null
# more events than 16 bits file
$(wide):
	@$(MKDIR_P) tests/tmp
	@{ echo 'events wide' && seq -f 'E%.0f 0x10 : An event' 0 39998 && echo 'LAST 0x11 : The last event'; } >$@

# The machines of tests/data/roots, unpacked.
check_DATA = tests/tmp/roots/.unpacked
tests/tmp/roots/.unpacked: tests/data/make-roots $(wildcard $(srcdir)/tests/data/roots/*.root)
	@rm -rf tests/tmp/roots && $(MKDIR_P) tests/tmp/roots
	$(AM_V_GEN)$(srcdir)/tests/data/make-roots tests/tmp/roots $(srcdir)/tests/data/roots/*.root && touch $@

test_files = \
	tests/data/metrics tests/lib/metric_values.awk \
	tests/bats tests/compact.mk tests/timed \
	tests/compiler/tables.bash tests/compiler/vendor_files.awk tests/compiler/history.awk \
	tests/compiler/vendor_rows.awk tests/data/vendor_rows.xz \
	tests/data/README tests/data/at-home \
	tests/data/counters tests/data/cpus.tsv tests/data/details.tsv tests/data/detection.tsv \
	tests/data/diagnosed.tsv tests/data/examples \
	tests/data/facts.tsv.xz \
	tests/data/golden.tsv.xz tests/data/history.xz tests/data/invented \
	tests/data/inventory.tsv.xz tests/data/kernel tests/data/loaded tests/data/machines.tsv \
	tests/data/make-roots tests/data/modifiers.tsv.xz tests/data/perf-formats tests/data/perf-language \
	tests/data/presets.tsv.xz \
	tests/data/roots tests/data/searches tests/data/vendor_releases tests/data/words \
	tests/emulated tests/fuzz tests/lint/long-lines tests/lint/uncovered \
	tests/python/test_perfmon.py tests/python/test_pfmkit.py \
	tests/may-be-skipped tests/wants tests/mutants tests/partial tests/sample \
	tests/peers/abi tests/peers/differences \
	tests/peers/callers.c tests/peers/lister.cc tests/peers/perf-later tests/peers/perf_oracle.py \
	tests/peers/steps.sh tests/tools/all_cpus.c tests/tools/can_count.c tests/tools/data.py tests/tools/fits.sh \
	page/tests tests/tools/strings.bash \
	$(filter %.sh %.bats,$(QUICK_TESTS) $(AREA_TESTS) $(SLOW_TESTS))
