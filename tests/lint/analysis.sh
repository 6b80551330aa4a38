#!/bin/sh
# Static analysis: gcc -fanalyzer, clang-tidy (.clang-tidy says what for), cppcheck, shellcheck. All must be silent.
# Environment: $srcdir. Exit status 77: skipped, and the reason is said.
set -eu

: "${srcdir:=.}"
cd "$srcdir"
flags="-std=c11 -D_DEFAULT_SOURCE -D_FILE_OFFSET_BITS=64 -Iinclude -Isrc -Itools"
sources=$(find src tools -name '*.c' ! -name tables.c | LC_ALL=C sort)
ran=0
failed=0

# judge WHAT FINDINGS
judge() {
	ran=$((ran + 1))
	if [ -n "$2" ]; then
		failed=$((failed + 1))
		printf '%s:\n%s\n' "$1" "$2"
	else
		echo "$1: nothing found"
	fi
}

# Leaks are left to the sanitizers: gcc 12 takes what is kept in a structure for lost.
gcc_analyzer() {
	for source in $sources; do
		# shellcheck disable=SC2086
		gcc -fanalyzer -Wno-analyzer-malloc-leak -O1 $flags -c -o /dev/null "$source" 2>&1 | grep 'warning:' || true
	done
}

clang_tidy() {
	# shellcheck disable=SC2086
	printf '%s\n' $sources | xargs -P 2 -n 4 sh -c "clang-tidy --quiet \"\$@\" -- $flags 2>/dev/null" sh | grep 'warning:\|error:' || true
}

if gcc -fanalyzer -x c -c -o /dev/null /dev/null 2>/dev/null; then judge "gcc -fanalyzer" "$(gcc_analyzer)"; else echo "left out: gcc -fanalyzer"; fi
if command -v clang-tidy >/dev/null; then judge clang-tidy "$(clang_tidy)"; else echo "left out: clang-tidy"; fi
if command -v cppcheck >/dev/null; then
	judge cppcheck "$(cppcheck -q -j 2 --std=c11 --enable=warning,performance,portability --inline-suppr --suppress=ctuuninitvar --suppress=ctunullpointer \
		--suppress=normalCheckLevelMaxBranches -D__GNUC__ \
		-D__BYTE_ORDER__=1234 -D__ORDER_BIG_ENDIAN__=4321 -Iinclude -Isrc -Itools src tools 2>&1)"
else
	echo "left out: cppcheck"
fi
if command -v shellcheck >/dev/null; then
	judge shellcheck "$(shellcheck demo test .ci/run scripts/*.sh bench/run tools/pfmkit-capture tests/*/*.sh tests/data/make-roots tests/fuzz/run 2>&1)"
else
	echo "left out: shellcheck"
fi
echo "analysis: $ran tools, $failed found something"
[ "$ran" != 0 ] || exit 77
[ "$failed" = 0 ]
