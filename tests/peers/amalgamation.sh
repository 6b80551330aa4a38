#!/bin/sh
# The library in one file, as somebody carries it: pfm.c, pfm-x86.c and pfm-arm.c alone in an empty directory, with gcc,
# clang, musl and C++, give libpfm4's recorded codes for all that is in them; two of them in one process do not disturb
# each other; the Makefile leaves what libpfm4's leaves.
# Environment: $srcdir, $builddir, $CC.
# shellcheck disable=SC2034,SC2154 # steps.sh has ran, failed, work
set -eu

# shellcheck source=/dev/null
. "${srcdir:=.}/tests/peers/steps.sh"
begin_empty amalgamation
make -s -C "$builddir" amalgamation amalgamation="$work/pfm" tests/tmp/roots/.unpacked >/dev/null || exit 1
export srcdir builddir LIBPFM_TABLES=

# library MAKERS COMPILER...: pfm.o of it
library() {
	makers=$1
	shift
	"$@" -Ipfm/include -c -o pfm.o "pfm/pfm$makers.c"
}

# golden: on pfm.o
golden() {
	$CC -std=gnu11 -O1 -I pfm/include -o golden "$srcdir/tests/lib/golden.c" pfm.o -lpthread && ./golden
}

# lines N: at least as many were compared.
lines() {
	got=$(sed -n 's/^\([0-9]*\) measured lines compared.*/\1/p' output)
	[ "${got:-0}" -ge "$1" ] || { echo "amalgamation: only ${got:-no} lines compared for pfm$makers.c"; failed=1; }
}

cat >asks.c <<'END'
#include <perfmon/pfmkit.h>
int main(void)
{
	return pfm_initialize() || pfm_find_event("cycles") < 0;
}
END
# shellcheck disable=SC2086 # compilers with words
{
	run "make" make -s -C pfm CC="$CC" CFLAGS=-O1 unknown=word
	for file in libpfm.a libpfm.so libpfm.so.4 libpfm.so.4.13.0; do run "$file" test -s pfm/lib/$file; done
	run "the soname" sh -c 'objdump -p pfm/lib/libpfm.so | grep -qw "SONAME *libpfm.so.4"'
	cp pfm/lib/pfm.o .
	nm -g --defined-only pfm.o | awk '{ print $3 }' | LC_ALL=C sort >exported
	sed -n 's/^ \([a-z_0-9]*\)@Base .*/\1/p' "$srcdir/packaging/debian/libpfmkit4.symbols" |
		grep -v '^pfm_private_' | LC_ALL=C sort >symbols
	run "its symbols are those of libpfm.so.4" diff symbols exported
	run "golden" golden
	lines 59199
	for name in inventory facts machine fit; do
		run "$name" $CC -std=gnu11 -Ipfm/include -I"$srcdir/src" -o $name "$srcdir/tests/lib/$name.c" pfm.o \
			-lpthread
		run "$name: run" ./$name
	done
	strip -o stripped pfm/lib/libpfm.so
	# shellcheck disable=SC2016 # awk's
	run "README has its size, within a tenth" awk -v size="$(stat -c %s stripped)" \
		'/^Stripped and xz -6: / { said = $5 * 1e6 } END { exit !(said > size * 0.9 && said < size * 1.1) }' \
		"$srcdir/README"
	run "make install" make -s -C pfm install DESTDIR="$work/root" PREFIX=/usr
	sed -i "s|=/usr|=$work/root/usr|" root/usr/lib/pkgconfig/libpfm.pc
	# shellcheck disable=SC2016 # not this shell's
	run "a program by what is installed" sh -c 'PKG_CONFIG_PATH=root/usr/lib/pkgconfig && export PKG_CONFIG_PATH &&
		pkg-config --atleast-version=4.13.99 libpfm && $1 -o asks asks.c $(pkg-config --cflags --libs libpfm) &&
		LD_LIBRARY_PATH=root/usr/lib ./asks' sh "$CC"
	run "what is installed" test -s root/usr/lib/libpfm.so.4 -a -s root/usr/include/perfmon/pfmkit.h
	export PARTIAL=1
	run "pfm-x86.c" library -x86 $CC -O0
	run "golden of x86" golden
	lines 30000
	run "pfm-arm.c" library -arm $CC -O0
	run "golden of Arm" golden
	lines 3000
	unset PARTIAL
	cat >pmus.c <<-'END'
		#include <stdio.h>
		#include "pfm/pfm.h"
		int main(void)
		{
			pfm_diagnosis_t d = { .size = sizeof d };

			pfm_initialize();
			pfm_diagnose("skl::INST_RETIRED", PFM_PLM3, PFM_OS_NONE, &d);
			puts(d.expected);
			return d.error != PFM_ERR_NOTFOUND;
		}
	END
	run "a program on Arm's" $CC -o pmus pmus.c pfm.o -lpthread
	run "what was left out" sh -c './pmus | grep -q "built without .*intel"'
}

# C++ uses the headers and the object.
cat >main.cc <<'END'
#include <cstdio>
#include "pfm/pfm.h"
int main()
{
	perf_event_attr attr = {};
	if (pfm_initialize() || pfm_get_perf_event_encoding("cycles", PFM_PLM3, &attr, nullptr, nullptr)) return 1;
	std::printf("%d\n", int(attr.size));
}
END
# shellcheck disable=SC2086
run "C++" ${CXX:-c++} -std=c++11 -Wall -Wextra -Werror -o main main.cc pfm.o -lpthread
run "a program of C++" ./main

# Two plugins, each with a library of its own, beside each other.
cat >plugin.c <<'END'
#include "pfm/pfm.h"
__attribute__((visibility("default"))) int plugin(int starts)
{
	pfm_pmu_encode_arg_t arg = { .size = sizeof arg };
	int error = starts ? pfm_initialize() : PFM_SUCCESS;

	return error ? error : pfm_get_os_event_encoding("arm_n1::CPU_CYCLES", PFM_PLM3, PFM_OS_NONE, &arg);
}
END
cat >host.c <<'END'
#include <dlfcn.h>
#include <stdlib.h>
int main(void)
{
	void *a = dlopen("./a.so", RTLD_NOW | RTLD_GLOBAL), *b = dlopen("./b.so", RTLD_NOW | RTLD_GLOBAL);
	int (*in_a)(int), (*in_b)(int);

	setenv("LIBPFM_ENCODE_INACTIVE", "1", 1);
	if (!a || !b || dlsym(a, "pfm_initialize"))
		return 9;
	*(void **)&in_a = dlsym(a, "plugin");
	*(void **)&in_b = dlsym(b, "plugin");
	return in_a(1) ? 1 : in_b(0) != -3 ? 2 : in_b(1) ? 3 : 0; /* PFM_ERR_NOINIT */
}
END
# shellcheck disable=SC2086
run "a plugin" $CC -O0 -shared -fPIC -DPFM_NO_EXPORT -Ipfm/include -o a.so plugin.c pfm/pfm-arm.c -lpthread
cp a.so b.so
# shellcheck disable=SC2086
run "their host" $CC -o host host.c -ldl
run "two in one process" ./host

link_kernel_headers kernel
for compiler in clang "musl-gcc -static -idirafter $work/kernel"; do
	command -v "${compiler%% *}" >/dev/null || { echo "amalgamation: $compiler is not here"; continue; }
	# shellcheck disable=SC2086
	run "$compiler" $compiler -O0 -Wall -Wextra -Werror -Ipfm/include -o other pmus.c pfm/pfm-arm.c -lpthread
	run "its program" ./other
done
finish
