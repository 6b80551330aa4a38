#!/bin/sh
# Builds everything again with checks built in, and runs the tests on that: memory errors and undefined behaviour (the C
# tests and the tools), races (16 threads that initialize, encode and list at once, 8 that compute a metric), and the
# uninstrumented programs under valgrind. Sweeps over all events look at a sample (tests/sample), and one in five of
# the tools' tests is run.
#
#   sanitizers.sh [address] [thread] [valgrind]     all by default
#
# Environment: $srcdir, $builddir. Exit status 77: skipped, and the reason is said.
set -eu

: "${srcdir:=.}" "${builddir:=build}"
srcdir=$(cd "$srcdir" && pwd)
builddir=$(cd "$builddir" && pwd)
work=$builddir/tests/tmp/sanitizers
ran=0
failed=0
mkdir -p "$work"
# The plain build's tests look at everything.
SAMPLE=${SAMPLE-$(builddir=$builddir "$srcdir/tests/sample")}
export SAMPLE
echo "of sweeps over all events a sample: SAMPLE=$SAMPLE"

# has FLAG...: whether the compiler can
has() {
	echo 'int main(void) { return 0; }' >"$work/try.c"
	gcc "$@" -o "$work/try" "$work/try.c" 2>/dev/null && "$work/try"
}

# build NAME FLAGS TARGET...: in $work/NAME, instrumented, without shared libraries
build() {
	folder=$work/$1 flags=$2
	shift 2
	# shellcheck disable=SC2046,SC2059
	make -s -j2 -C "$builddir" -f "$srcdir/tests/compact.mk" to="$folder" compact_CC=gcc \
		compact_CFLAGS="-O1 -g1 $flags" $(printf "$folder/%s " "$@" data) >"$folder.log" 2>&1 || {
		tail -n 20 "$folder.log"
		exit 1
	}
}

# run WHAT COMMAND...
run() {
	what=$1
	shift
	ran=$((ran + 1))
	if "$@" >"$work/output" 2>&1; then
		echo "$what: good"
	else
		failed=$((failed + 1))
		echo "$what: FAILED"
		tail -n 40 "$work/output"
	fi
}

address() {
	has -fsanitize=address,undefined || { echo "left out: address: gcc cannot"; return; }
	programs="tests/lib/api tests/lib/detect tests/lib/golden tests/lib/hostile tests/lib/inventory \
tests/lib/examples tests/lib/texts tests/lib/pmapi"
	# shellcheck disable=SC2086
	build address "-fsanitize=address,undefined -fno-sanitize-recover=all" \
		check_events evt2raw perf_encode pfmexport pfmstat showevtinfo $programs
	for program in $programs; do
		set --
		[ "$program" != tests/lib/examples ] || set -- "$srcdir"/tests/data/examples/*.txt
		run "address, undefined: $program" env srcdir="$srcdir" builddir="$work/address" \
			"$work/address/$program" "$@"
	done
	# what a tool has not given back when it ends takes as long to find as all else
	for file in check_events counting evt2raw perf_encode pfmstat showevtinfo groups; do
		run "address, undefined: $file.bats" env srcdir="$srcdir" builddir="$work/address" \
			QUICK_SAMPLE="$SAMPLE" ASAN_OPTIONS=detect_leaks=0 \
			"$srcdir/tests/bats" "$srcdir/tests/tools/$file.bats"
	done
}

thread() {
	has -fsanitize=thread || { echo "left out: thread: gcc cannot"; return; }
	build thread -fsanitize=thread tests/lib/api
	for part in api_threads api_metrics; do
		run "thread: $part" env srcdir="$srcdir" builddir="$builddir" ONLY=$part TSAN_OPTIONS=halt_on_error=1 \
			"$work/thread/tests/lib/api"
	done
}

valgrind_() {
	command -v valgrind >/dev/null || { echo "left out: valgrind: not installed"; return; }
	# tests/lib/detect and texts take minutes; see address()
	for program in hostile examples golden inventory; do
		set --
		[ "$program" != examples ] || set -- "$srcdir"/tests/data/examples/*.txt
		run "valgrind: tests/lib/$program" env srcdir="$srcdir" builddir="$builddir" \
			LD_LIBRARY_PATH="$builddir/.libs" \
			valgrind -q --error-exitcode=99 --leak-check=full \
			--errors-for-leak-kinds=definite,indirect,possible "$builddir/tests/lib/$program" "$@"
	done
}

[ $# -gt 0 ] || set -- address thread valgrind
for what in "$@"; do
	case $what in
	address) address ;;
	thread) thread ;;
	valgrind) valgrind_ ;;
	*) echo "sanitizers.sh: $what: address, thread or valgrind expected" >&2; exit 2 ;;
	esac
done
echo "sanitizers: $ran runs, $failed failed"
[ "$ran" != 0 ] || exit 77
[ "$failed" = 0 ]
