#!/bin/sh
# Static analysis: gcc -fanalyzer, clang-tidy (.clang-tidy says what for), cppcheck, shellcheck. All must be silent.
# Each is shown a file with a fault first: one that says nothing of that would say nothing of anything.
# Environment: $srcdir, $builddir. Exit status 77: skipped, and the reason is said.
set -eu

: "${srcdir:=.}" "${builddir:=build}"
builddir=$(cd "$builddir" && pwd)
cd "$srcdir"
flags="-std=c11 -D_DEFAULT_SOURCE -D_FILE_OFFSET_BITS=64 -Iinclude -Isrc -Itools -I."
sources=$(find src tools page -name '*.c' ! -name tables.c ! -name page.c | LC_ALL=C sort)
scripts="demo test packaging/check .ci/run scripts/*.sh scripts/compile scripts/link-* bench/run bench/readme \
tools/pfmkit-capture tests/*/*.sh tests/data/make-roots tests/fuzz/run tests/bats tests/timed"
faulty=$builddir/tests/tmp/analysis
mkdir -p "$faulty"
ran=0
failed=0

# judge WHAT ANALYSE FAULTY FILE...: ANALYSE is a function that prints what is wrong with files.
judge() {
	what=$1 analyse=$2 fault=$3
	shift 3
	ran=$((ran + 1))
	blind=$($analyse "$fault")
	found=$($analyse "$@")
	if [ -z "$blind" ]; then
		failed=$((failed + 1))
		echo "$what: says nothing of a file with a fault in it: $fault"
	elif [ -n "$found" ]; then
		failed=$((failed + 1))
		printf '%s:\n%s\n' "$what" "$found"
	else
		echo "$what: nothing found"
	fi
}

# Leaks are left to the sanitizers: gcc 12 takes what is kept in a structure for lost. What is not set is left to
# valgrind and clang-tidy: gcc forgets behind a loop that all of an array was set to 0. Bounds, buffers that overlap and
# endless recursion are left to the sanitizers: gcc 14 does not follow indices and strings through loops.
# explosion-factor: states of a block of a function that are looked at; with the usual 5 it takes half as long again.
gcc_analyzer() {
	printf '%s\n' "$@" | xargs -P 2 -n 1 sh -c "gcc -fanalyzer -Wno-analyzer-malloc-leak \
		-Wno-analyzer-use-of-uninitialized-value -Wno-analyzer-out-of-bounds \
		-Wno-analyzer-overlapping-buffers -Wno-analyzer-infinite-recursion \
		--param analyzer-bb-explosion-factor=2 -O1 $flags -c \
		-o $faulty/\$\$.o \"\$1\" 2>&1; rm -f $faulty/\$\$.o" sh |
		grep 'warning:\|error:' || true
}

# max-nodes: states of a function that are looked at; with the usual 225000 it takes ten times as long.
clang_tidy() {
	printf '%s\n' "$@" | xargs -P 2 -n 4 sh -c "clang-tidy --quiet \"\$@\" -- $flags \
		-Xclang -analyzer-config -Xclang max-nodes=10000 2>/dev/null" sh |
		grep 'warning:\|error:' || true
}

# uninitvar: cppcheck 2.17 takes arrays that a function fills for uninitialized; gcc's analyser and valgrind look at
# that.
cppcheck_() {
	cppcheck -q -j 2 --std=c11 --enable=warning,performance,portability --inline-suppr \
		--suppress=uninitvar --suppress=ctuuninitvar --suppress=ctunullpointer \
		--suppress=normalCheckLevelMaxBranches -D__GNUC__ \
		-D__BYTE_ORDER__=1234 -D__ORDER_BIG_ENDIAN__=4321 -Iinclude -Isrc -Itools -I. "$@" 2>&1
}

shell_check() {
	shellcheck "$@" 2>&1 || true
}

echo 'int unfinished(void) { return' >"$faulty/unfinished.c"
# shellcheck disable=SC2016
printf '#!/bin/sh\nrm $1\n' >"$faulty/unquoted.sh"
gcc -fanalyzer -x c -c -o "$faulty/analysed.o" /dev/null 2>/dev/null && has_analyzer=yes || has_analyzer=no
# shellcheck disable=SC2086
if [ $has_analyzer = yes ]; then
	judge "gcc -fanalyzer" gcc_analyzer "$faulty/unfinished.c" $sources
else
	echo "left out: gcc -fanalyzer"
fi
# judge_if_there COMMAND CHECK FAULTY FILE...
judge_if_there() {
	if ! command -v "$1" >/dev/null; then
		echo "left out: $1"
		return
	fi
	judge "$@"
}
# shellcheck disable=SC2086
judge_if_there clang-tidy clang_tidy "$faulty/unfinished.c" $sources
judge_if_there cppcheck cppcheck_ "$faulty/unfinished.c" src tools
# shellcheck disable=SC2086
judge_if_there shellcheck shell_check "$faulty/unquoted.sh" $scripts
echo "analysis: $ran tools, $failed found something"
[ "$ran" != 0 ] || exit 77
[ "$failed" = 0 ]
