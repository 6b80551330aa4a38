#!/bin/sh
# Another C library: builds all with musl, without libcap and shared libraries, and runs the C tests and the tools
# there.
# Environment: $srcdir, $builddir. Exit status 77: skipped, and the reason is said.
# shellcheck disable=SC2034,SC2154 # steps.sh has ran, failed, work
set -eu

# shellcheck source=/dev/null
. "${srcdir:=.}/tests/peers/steps.sh"
programs="tests/lib/api tests/lib/detect tests/lib/examples tests/lib/golden tests/lib/hostile tests/lib/inventory \
tests/lib/pmapi tests/lib/texts"

command -v musl-gcc >/dev/null || { echo "musl: skipped: no musl-gcc (package musl-tools)"; exit 77; }
begin musl
link_kernel_headers "$work/kernel"
(
	cd "$work"
	[ -f Makefile ] ||
		"$srcdir/configure" -q --disable-shared --without-libcap --without-jansson --without-page \
		CC="musl-gcc -idirafter $work/kernel" CFLAGS="-O0 -g" CC_FOR_BUILD=cc CFLAGS_FOR_BUILD=-std=c11
	make -s -j2 all tests/tmp/roots/.unpacked
	# shellcheck disable=SC2086
	make -s -j2 $programs
) >"$work.log" 2>&1 || {
	tail -n 20 "$work.log"
	exit 1
}

no_warnings() {
	! grep 'warning: .*\[-W' "$work.log"
}

run "the compiler, which warns," no_warnings
export srcdir builddir="$work"
# The plain build's tests look at all events.
SAMPLE=${SAMPLE-$("$srcdir/tests/sample")}
export SAMPLE
echo "of sweeps over all events a sample: SAMPLE=$SAMPLE"
for program in $programs; do
	set --
	[ "$program" != tests/lib/examples ] || set -- "$srcdir"/tests/data/examples/*.txt
	run "$program" "$work/$program" "$@"
done
for file in check_events perf_encode; do
	run "$file.bats" "$srcdir/tests/bats" "$srcdir/tests/tools/$file.bats"
done
# this build has no compiler for browsers
# shellcheck disable=SC2016 # the inner shell's
run "pfmexport html, which says what to install," \
	sh -c '"$1" html 2>&1 >/dev/null | grep "install clang, lld, wasi-libc"' sh "$work/pfmexport"
finish
