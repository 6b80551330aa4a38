#!/bin/sh
# Every line of tests/data/perf-language, worked out by a program that has nothing in common with the library
# (perf_oracle.py).
set -eu
if ! command -v python3 >/dev/null; then
	echo "perf_oracle: skipped: no python3"
	exit 77
fi
srcdir=${srcdir:-.}
exec python3 "$srcdir/tests/peers/perf_oracle.py" "$srcdir/tests/data/perf-language" "${builddir:-.}/tests/tmp/roots" \
	"$srcdir/tests/data/perf-formats"
