#!/bin/sh
# Builds the library and its tests for other architectures - 64 and 32 bits, both byte orders - and runs them under
# qemu-user.
# Environment: $srcdir, $builddir. Exit status 77: skipped, and the reason is said.
set -eu

failed=0
ran=0
export srcdir builddir
work=$builddir/tests/tmp/foreign
# The plain build's tests look at all events.
SAMPLE=${SAMPLE-$("$srcdir/tests/sample")}
export SAMPLE
echo "of sweeps over all events a sample: SAMPLE=$SAMPLE"

# All texts say nothing of a machine but its words and the order of their bytes.
tests_of() {
	echo golden inventory examples hostile
	case $1 in
	s390x | arm) echo texts ;;
	esac
}

for pair in aarch64:aarch64-linux-gnu ppc64le:powerpc64le-linux-gnu s390x:s390x-linux-gnu riscv64:riscv64-linux-gnu \
	arm:arm-linux-gnueabihf i386:i686-linux-gnu; do
	machine=${pair%%:*}
	qemu=qemu-$machine
	compiler=${pair#*:}-gcc
	if ! command -v "$qemu" >/dev/null || ! command -v "$compiler" >/dev/null; then
		echo "left out: $pair: no $qemu or no $compiler"
		continue
	fi
	if ! echo '#include <stdio.h>' | "$compiler" -E - >/dev/null 2>&1; then
		echo "left out: $pair: $compiler has no C library"
		continue
	fi
	out=$work/$machine
	tests=$(tests_of "$machine")
	# shellcheck disable=SC2046,SC2059,SC2086
	make -s -j2 -C "$builddir" -f "$srcdir/tests/compact.mk" to="$out" compact_CC="$compiler" \
		compact_TOOLS="${pair#*:}-" compact_CFLAGS=-O0 compact_LDFLAGS=-static CAP_LIBS= \
		$(printf "$out/tests/lib/%s " $tests)
	for test in $tests; do
		set --
		[ "$test" != examples ] || set -- "$srcdir"/tests/data/examples/*.txt
		ran=$((ran + 1))
		if "$qemu" "$out/tests/lib/$test" "$@" >"$out/$test.log" 2>&1; then
			echo "$machine: $(tail -n 1 "$out/$test.log")"
		else
			failed=$((failed + 1))
			echo "$machine: $test FAILED:"
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
