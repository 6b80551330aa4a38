#!/bin/sh
# How much of src/ the tests reach: builds with gcc's counters, runs the C tests and the bats files, and prints what
# gcovr makes of it. The library is one unit, the tools and tests count nothing of their own: each process that ends
# writes a file for each unit that counts.
# Environment: $srcdir, $builddir. Exit status 77: skipped, and the reason is said.
set -eu

: "${srcdir:=.}" "${builddir:=build}"
srcdir=$(cd "$srcdir" && pwd)
work=$(cd "$builddir" && pwd)/tests/tmp/coverage
programs="tests/lib/api tests/lib/detect tests/lib/fit tests/lib/golden tests/lib/hostile tests/lib/inject \
tests/lib/inventory tests/lib/examples tests/lib/machine tests/lib/perf_language tests/lib/texts tests/lib/pmapi \
tests/lib/formula tests/lib/metric_examples tests/lib/metric_leaves tests/lib/metric_hints tests/lib/search \
tests/lib/kernel_names tests/lib/kernel_generic tests/lib/kernel_sets tests/lib/makers tests/lib/facts \
tests/lib/fit_plain tests/lib/decoded_names"
# Of the tools those that bring what the programs do not: counting, loaded tables.
bats_files="tools/perf_encode tools/counting tools/pfmstat tools/loaded tools/metrics \
compiler/compiler compiler/import compiler/install compiler/merge compiler/metrics compiler/import_metrics \
compiler/update"
# 96.4 and 86.6 when they were measured last. What the missing ones are is printed.
LINES_WANTED=96 BRANCHES_WANTED=86

command -v gcovr >/dev/null || { echo "coverage: skipped: no gcovr (package gcovr)"; exit 77; }
mkdir -p "$work"
find "$work" -name '*.gcda' -delete
# shellcheck disable=SC2059,SC2086
targets=$(printf "$work/%s " check_events evt2raw perf_encode pfmexport pfmstat pmuc showevtinfo \
	src/compiler/pmuc data tests/lib/loaded $programs)
# shellcheck disable=SC2086
make -s -j2 -C "$builddir" -f "$srcdir/tests/compact.mk" to="$work" compact_CC=gcc compact_CFLAGS="-O0 --coverage \
	-fprofile-filter-files=/src/[a-z_/]*[.][ch]" $targets >"$work.log" 2>&1 || {
	tail -n 20 "$work.log"
	exit 1
}

export srcdir builddir="$work"
failed=
export ONE_THREAD=yes # counting is not locked
export FAR_APART=yes  # to inject: each process that ends takes its time here
# The plain build's tests look at all events.
SAMPLE=${SAMPLE-$(builddir=${work%/tests/tmp/coverage} "$srcdir/tests/sample")}
export SAMPLE
echo "of sweeps over all events a sample: SAMPLE=$SAMPLE"
for program in $programs; do
	set --
	[ "$program" != tests/lib/examples ] || set -- "$srcdir"/tests/data/examples/*.txt
	"$work/$program" "$@" >"$work/output" 2>&1 || { failed="$failed $program"; tail -n 5 "$work/output"; }
done
for file in $bats_files; do
	"$srcdir/tests/bats" "$srcdir/tests/$file.bats" >"$work/output" 2>&1 || {
		failed="$failed $file.bats"
		grep -A 20 '^not ok' "$work/output"
	}
done

gcovr -r "$srcdir" --object-directory "$work" --filter "$srcdir/src/" --exclude-throw-branches \
	--exclude-unreachable-branches --print-summary --txt "$work/report.txt" "$work" \
	>"$work/summary" 2>"$work/errors" || {
	cat "$work/errors"
	exit 1
}

# missing: "FILE LINE FUNCTION" of each line that was not reached; a function begins with its name at the left edge
missing() {
	awk '/^src/ && $5 {
		n = split($5, part, ",")
		for (i = 1; i <= n; i++) {
			split(part[i] "-" part[i], end, "-")
			for (l = end[1]; l <= end[2]; l++)
				print $1, l
		}
	}' "$work/report.txt" | while read -r file line; do
		awk -v file="$file" -v line="$line" '
			/^[A-Za-z].*\(/ && !/;$/ { name = $0; sub(/\(.*/, "", name); sub(/.*[ *]/, "", name) }
			NR == line { print file, line, name }' "$srcdir/$file"
	done
}

cat "$work/report.txt"
missing | awk '
	NR == FNR { if (!/^#/) known[$1 ", " $2 "()"]; next }
	{ missed[$1 ", " $3 "()"] }
	!(($1 ", " $3 "()") in known) {
		print "not reached, and no reason given in tests/lint/uncovered: " $1 ":" $2 ", " $3 "()"
	}
	END {
		for (function_of in known)
			if (!(function_of in missed))
				print "reached here, although tests/lint/uncovered has it: " function_of
	}' \
	"$srcdir/tests/lint/uncovered" -
while read -r file function _; do
	case $file in
	'' | '#'*) continue ;;
	esac
	grep -q "^[A-Za-z].*\b$function(" "$srcdir/$file" || {
		failed="$failed tests/lint/uncovered"
		echo "tests/lint/uncovered: there is no $function() in $file"
	}
done <"$srcdir/tests/lint/uncovered"
cat "$work/summary"
[ -z "$failed" ] || echo "failed, see above:$failed"
awk -v bad=${failed:+1} -v lines=$LINES_WANTED -v branches=$BRANCHES_WANTED '
	/^lines:/ && $2 + 0 < lines { print "fewer than " lines " % of the lines"; bad = 1 }
	/^branches:/ && $2 + 0 < branches { print "fewer than " branches " % of the branches"; bad = 1 }
	END { exit bad }' "$work/summary"
