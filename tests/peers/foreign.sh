#!/bin/sh
# Builds the library and its tests for other architectures - 64 and 32 bits, both byte orders - and runs them under
# qemu-user.
# Environment: $srcdir, $builddir. Exit status 77: skipped, and the reason is said.
set -eu

failed=0
ran=0
export srcdir builddir
for pair in aarch64:aarch64-linux-gnu ppc64le:powerpc64le-linux-gnu s390x:s390x-linux-gnu riscv64:riscv64-linux-gnu \
	arm:arm-linux-gnueabihf i386:i686-linux-gnu; do
	qemu=qemu-${pair%%:*}
	compiler=${pair#*:}-gcc
	if ! command -v "$qemu" >/dev/null || ! command -v "$compiler" >/dev/null; then
		echo "left out: $pair: no $qemu or no $compiler"
		continue
	fi
	if ! echo '#include <stdio.h>' | "$compiler" -E - >/dev/null 2>&1; then
		echo "left out: $pair: $compiler has no C library"
		continue
	fi
	out=$builddir/tests/tmp/foreign/${pair%%:*}
	mkdir -p "$out"
	objects=
	for source in "$srcdir"/src/answers/*.c "$srcdir"/src/api/*.c "$srcdir"/src/catalog/*.c \
		"$srcdir"/src/encode/*.c "$srcdir"/src/fit/*.c "$srcdir"/src/formula/*.c \
		"$srcdir"/src/language/*.c "$srcdir"/src/machine/*.c "$srcdir"/src/metrics/*.c \
		"$srcdir"/src/tables/*.c \
		"$builddir"/src/pmu/tables.c; do
		object=$out/$(basename "$(dirname "$source")")-$(basename "$source" .c).o
		"$compiler" -std=c11 -O1 -D_DEFAULT_SOURCE -D_FILE_OFFSET_BITS=64 -I"$srcdir/include" -I"$srcdir/src" \
			-c "$source" -o "$object"
		objects="$objects $object"
	done
	for test in golden inventory examples hostile texts; do
		# shellcheck disable=SC2086
		"$compiler" -std=gnu11 -O1 -static -I"$srcdir/include" -I"$srcdir/tests/lib" \
			"$srcdir/tests/lib/$test.c" $objects -lpthread -lm -o "$out/$test"
		set --
		[ "$test" != examples ] || set -- "$srcdir"/tests/data/examples/*.txt
		ran=$((ran + 1))
		if "$qemu" "$out/$test" "$@" >"$out/$test.log" 2>&1; then
			echo "${pair%%:*}: $(tail -n 1 "$out/$test.log")"
		else
			failed=$((failed + 1))
			echo "${pair%%:*}: $test FAILED:"
			tail -n 20 "$out/$test.log"
		fi
	done
done
[ "$ran" != 0 ] || {
	echo "foreign architectures: skipped: packages qemu-user gcc-aarch64-linux-gnu gcc-powerpc64le-linux-gnu" \
		"gcc-s390x-linux-gnu gcc-riscv64-linux-gnu gcc-arm-linux-gnueabihf gcc-i686-linux-gnu," \
		"and their libc6-dev-*-cross"
	exit 77
}
[ "$failed" = 0 ]
