#!/bin/sh
# Programs that list PMUs see all that this library has on a machine, whichever of the usual ways they take: the example
# in pfm_get_pmu_info(3), and lister.cc, whose opening comment has the ways, which with clang is checked for casts that
# pfm_pmu_t has no room for. What they should see says showevtinfo. One that was built with a header of libpfm4 encodes
# the newest, and does not list them, as the manual says. Environment: $srcdir, $builddir.
set -eu
: "${srcdir:=.}" "${builddir:=build}"
builddir=$(cd "$builddir" && pwd)
work=$builddir/tests/tmp/listers
rm -rf "$work"
mkdir -p "$work"
unset LIBPFM_ENCODE_INACTIVE LIBPFM_FSROOT LIBPFM_PROC_CPUINFO LIBPFM_DISABLED_PMUS LIBPFM_FORCE_PMU
export LIBPFM_TABLES='' LC_ALL=C LD_LIBRARY_PATH="$builddir/.libs"

run=0
failed=0
# same TITLE FILE FILE
same() {
	run=$((run + 1))
	cmp -s "$2" "$3" && [ -s "$2" ] && return
	failed=$((failed + 1))
	echo "$1: FAILED: < is expected, > is what there is"
	diff "$2" "$3" | head -n 10
}

cxx=
for one in clang++ g++ c++; do
	! command -v $one >/dev/null || { cxx=$one; break; }
done
[ -n "$cxx" ] || { echo "listers: skipped: no C++ compiler"; exit 77; }
[ $cxx = clang++ ] || echo "left out: -fsanitize=enum: clang++ is not installed"
# shellcheck disable=SC2046
$cxx -std=c++17 -Wall -Wextra -Werror $([ $cxx != clang++ ] || echo -fsanitize=enum -fno-sanitize-recover=enum) \
	-I"$srcdir/include" -o "$work/lister" "$srcdir/tests/peers/lister.cc" -L"$builddir/.libs" -lpfm
awk '/^\.EX/ { on = 1; next } /^\.EE/ { on = 0 } on' "$srcdir/man/pfm_get_pmu_info.3" | sed 's/\\e/\\/g; s/\\-/-/g' \
	>"$work/example.c"
${CC:-cc} -I"$srcdir/include" -o "$work/example" "$work/example.c" -L"$builddir/.libs" -lpfm

for cpu in GenuineIntel-6-175-3 GenuineIntel-6-198-2 GenuineIntel-6-94-3 GenuineIntel-6-143-8 GenuineIntel-6-173-1 \
	GenuineIntel-6-189-1 GenuineIntel-6-122-1 AuthenticAMD-25-17-1 AuthenticAMD-26-2-1 AuthenticAMD-23-49-0 \
	0x410fd0c1 0x410fd4f1 0x410fd841 0xc00fac31 POWER-0x80 POWER-0x82 IBM-3931 \
	RISCV-0x489-0x8000000000000007; do
	export LIBPFM_CPUID=$cpu
	"$builddir/showevtinfo" --pmus --all-boxes | sed -n 's/^\* \([^ ]*\) .*/\1/p' | sort >"$work/pmus"
	"$work/example" | sed 's/:.*//' | sort >"$work/example.pmus"
	same "the example of the manual on $cpu" "$work/pmus" "$work/example.pmus"
	for way in macro cast invalid; do
		"$work/lister" $way >"$work/$way" 2>&1
		grep -v :: "$work/$way" | sort >"$work/$way.pmus"
		same "$way on $cpu" "$work/pmus" "$work/$way.pmus"
	done
	same "the events of $cpu" "$work/macro" "$work/invalid"
done

export LIBPFM_CPUID=GenuineIntel-6-175-3
run=$((run + 1))
"$work/lister" macro | grep -qx srf::INST_RETIRED || { failed=$((failed + 1)); echo "no events of srf"; }
run=$((run + 1))
if ! "$work/lister" old INST_RETIRED:ANY_P >"$work/old" || grep -q '^srf' "$work/old"; then
	failed=$((failed + 1))
	echo "a loop to 700 sees srf, or cannot encode its events"
fi
echo "listers: $run checks, $failed failed"
[ "$failed" = 0 ]
