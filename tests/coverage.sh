#!/bin/sh
# How much of src/ the tests reach: builds with gcc's counters, runs the C tests and the bats files, and prints what gcovr makes of it.
# Environment: $srcdir, $builddir. Exit status 77: skipped, and the reason is said.
set -eu

: "${srcdir:=.}" "${builddir:=build}"
srcdir=$(cd "$srcdir" && pwd)
work=$(cd "$builddir" && pwd)/tests/tmp/coverage
programs="tests/api tests/detect tests/golden tests/hostile tests/inject tests/inventory tests/examples tests/texts tests/pmapi"
LINES_WANTED=97 BRANCHES_WANTED=90

command -v gcovr >/dev/null || { echo "coverage: skipped: no gcovr (package gcovr)"; exit 77; }
mkdir -p "$work"
(
	cd "$work"
	find . -name '*.gcda' -delete
	[ -f Makefile ] || "$srcdir/configure" -q --disable-shared CC=gcc CFLAGS="-O0 -g --coverage -fprofile-update=atomic" CFLAGS_FOR_BUILD="-O0 -g --coverage" >/dev/null
	make -s -j2 all
	# shellcheck disable=SC2086
	make -s -j2 $programs tests/tmp/roots/.unpacked
) >"$work.log" 2>&1 || {
	tail -n 20 "$work.log"
	exit 1
}

export srcdir builddir="$work"
failed=0
for program in $programs; do
	set --
	[ "$program" != tests/examples ] || set -- "$srcdir"/tests/examples/*.txt
	"$work/$program" "$@" >"$work/output" 2>&1 || { failed=1; echo "$program fails"; tail -n 5 "$work/output"; }
done
for file in check_events evt2raw perf_encode showevtinfo groups compiler; do
	bats "$srcdir/tests/$file.bats" >"$work/output" 2>&1 || { failed=1; echo "$file.bats fails"; grep '^not ok' "$work/output"; }
done

# What cannot happen on a machine that runs the tests, each with its reason, is marked in the sources: GCOV_EXCL.
gcovr -r "$srcdir" --object-directory "$work" --filter "$srcdir/src/" --exclude-throw-branches --exclude-unreachable-branches --print-summary --txt "$work/report.txt" "$work" >"$work/summary" 2>"$work/errors" || { cat "$work/errors"; exit 1; }
cat "$work/report.txt"
cat "$work/summary"
awk -v bad=$failed -v lines=$LINES_WANTED -v branches=$BRANCHES_WANTED '
	/^lines:/ && $2 + 0 < lines { print "fewer than " lines " % of the lines"; bad = 1 }
	/^branches:/ && $2 + 0 < branches { print "fewer than " branches " % of the branches"; bad = 1 }
	END { exit bad }' "$work/summary"
