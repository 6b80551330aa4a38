# Tests: C programs on the library, and bats files on the tools.

check_PROGRAMS = tests/api tests/detect tests/golden tests/hostile tests/inject tests/inventory tests/examples tests/texts
TESTS = tests/api tests/detect tests/golden tests/hostile tests/inject tests/inventory tests/texts tests/examples.sh tests/capture.sh \
	tests/check_events.bats tests/evt2raw.bats tests/perf_encode.bats tests/showevtinfo.bats tests/pfmkit-capture.bats \
	tests/compiler.bats tests/install.bats tests/failing.bats tests/manual.sh tests/abi.sh tests/clients.sh tests/foreign.sh tests/fuzz.sh \
	tests/sanitizers.sh tests/coverage.sh tests/analysis.sh tests/emulated/run.sh

# Makes calls of the tools fail, for tests/failing.bats.
check_LTLIBRARIES = tests/preload.la
tests_preload_la_SOURCES = tests/preload.c
tests_preload_la_LDFLAGS = -module -avoid-version -shared -rpath /nowhere
tests_preload_la_LIBADD = -ldl

TEST_EXTENSIONS = .sh .bats
BATS_LOG_COMPILER = bats
AM_TESTS_ENVIRONMENT = srcdir='$(abs_srcdir)'; builddir='$(abs_builddir)'; CC='$(CC)'; export srcdir builddir CC;
noinst_HEADERS = tests/check.h tests/failures.h
tests_api_LDADD = libpfm.la -lpthread
tests_inject_LDADD = libpmapi.la libpfm.la -ldl

# The machines of tests/roots, unpacked.
check_DATA = tests/tmp/roots/.unpacked
tests/tmp/roots/.unpacked: tests/make-roots $(wildcard $(srcdir)/tests/roots/*.root)
	@rm -rf tests/tmp/roots && $(MKDIR_P) tests/tmp/roots
	$(AM_V_GEN)$(srcdir)/tests/make-roots tests/tmp/roots $(srcdir)/tests/roots/*.root && touch $@

test_files = tests/make-roots tests/differences tests/uncovered tests/golden.tsv.xz tests/inventory.tsv.xz tests/modifiers.tsv.xz tests/roots tests/examples \
	tests/strings.bash tests/abi tests/emulated tests/fuzz $(filter %.sh %.bats,$(TESTS))
