#!/bin/sh
# Builds the library, in one file, and its tests for other architectures - 64 and 32 bits, both byte orders - and runs
# them under qemu-user.
# Environment: $srcdir, $builddir. Exit status 77: skipped, and the reason is said.
set -eu

failed=0
ran=0
export srcdir builddir
work=$builddir/tests/tmp/foreign
mkdir -p "$work"

# in one file, which one start of a compiler reads
make -s -C "$builddir" amalgamation amalgamation="$work/pfmkit" >/dev/null

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
	mkdir -p "$out"
	"$compiler" -std=c11 -O1 -I"$srcdir/include" -c "$work/pfmkit/pfm.c" -o "$out/pfm.o"
	for test in $(tests_of "$machine"); do
		"$compiler" -std=gnu11 -O1 -static -I"$srcdir/include" -I"$srcdir/tests/lib" \
			"$srcdir/tests/lib/$test.c" "$out/pfm.o" -lpthread -lm -o "$out/$test"
		set --
		[ "$test" != examples ] || set -- "$srcdir"/tests/data/examples/*.txt
		ran=$((ran + 1))
		if "$qemu" "$out/$test" "$@" >"$out/$test.log" 2>&1; then
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
