#!/bin/sh
# Smoke test of the fuzz harnesses (tests/fuzz): every file of their corpora once, then some seconds of each harness
# with libFuzzer, two at a time. Where clang has none of that: the corpora alone, with any compiler.
set -u
: "${srcdir:=.}" "${builddir:=$PWD}"
export builddir
FUZZ_DIR=$builddir/tests/tmp/fuzz-smoke
FUZZ_TABLES=$builddir/src/pmu/tables.c
export FUZZ_DIR FUZZ_TABLES
run=$srcdir/tests/fuzz/run
# what fuzzing found before is no part of a smoke test: only the corpora are, whole, before the first new input
rm -rf "$FUZZ_DIR/new"

"$run" --build --plain
status=$?
[ $status != 77 ] || "$run" --replay --plain || exit
[ $status = 0 ] || exit $status
"$run" --plain strings formula metrics import 2 &
first=$!
"$run" --plain compiler system perf tables decode 2 || status=$?
wait $first || status=$?
exit $status
