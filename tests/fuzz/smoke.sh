#!/bin/sh
# Smoke test of the fuzz harnesses (tests/fuzz): every file of their corpora once, with the sanitizers of any compiler,
# then 15 seconds of each harness with libFuzzer, two at a time.
set -u
: "${srcdir:=.}" "${builddir:=$PWD}"
export builddir
FUZZ_DIR=$builddir/tests/tmp/fuzz-smoke
export FUZZ_DIR
run=$srcdir/tests/fuzz/run

"$run" --replay || exit
"$run" --build
status=$?
[ $status = 0 ] || exit $status
"$run" strings decode formula metrics 15 &
first=$!
"$run" compiler system perf tables 15 || status=$?
wait $first || status=$?
exit $status
