#!/bin/bash -eu
# Builds the nine harnesses of tests/fuzz as OSS-Fuzz wants them: $OUT/HARNESS, its corpus and its dictionary.
export FUZZ_DIR=$WORK/fuzz
tests/fuzz/run --build
for harness in strings decode formula metrics compiler import system perf tables; do
	cp "$FUZZ_DIR/libfuzzer/$harness" "$OUT/"
	(cd "tests/fuzz/corpus/$harness" && zip -q -r "$OUT/${harness}_seed_corpus.zip" .)
	[ ! -e "tests/fuzz/$harness.dict" ] || cp "tests/fuzz/$harness.dict" "$OUT/"
done
# the harness of vendors' files needs jansson beside it
mkdir -p "$OUT/lib"
cp "$(ldconfig -p | sed -n 's/.*libjansson\.so\.4.* => //p' | head -n 1)" "$OUT/lib/"
command -v patchelf >/dev/null && patchelf --set-rpath '$ORIGIN/lib' "$OUT/import" || true
