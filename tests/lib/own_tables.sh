#!/bin/sh
# Tables that nobody has yet but that the language allows: the library is built with them, so that every undefined step
# ends the program and what is not written is not zero. Environment: $srcdir, $builddir, $CC.
set -eu

: "${srcdir:=.}" "${builddir:=build}" "${CC:=gcc}"
srcdir=$(cd "$srcdir" && pwd)
builddir=$(cd "$builddir" && pwd)
work=$builddir/tests/tmp/own_tables
rm -rf "$work"
mkdir -p "$work"

printf '%s\n' whole nowhere box perf perf_raw >"$work/order"
cat >"$work/own.pmu" <<'TABLE'
layout whole
  words      register
  event      register:0-7
  umask      register:0-63
  raw-umask  64
  privilege  none
  perf       config register

layout nowhere
  words      register
  event      register:0-7
  raw-umask  8
  privilege  none
  perf       config register

pmu whole
  id         1000
  desc       Unit masks as numbers may have all bits
  type       core
  counters   4
  flags      raw-umask
  cpu        GenuineIntel 6: 1
  layout     whole
  events     whole

pmu nowhere
  id         1001
  desc       Unit masks as numbers have no place
  type       core
  counters   4
  flags      raw-umask
  cpu        GenuineIntel 6: 1
  layout     nowhere
  events     nowhere

pmu box
  id         1002
  desc       An alias of what it does not have
  type       core
  counters   4
  cpu        GenuineIntel 6: 1
  layout     nowhere
  events     box variant=old

events whole
CYCLES 0x3c : Cycles

events nowhere
CYCLES 0x3c : Cycles

events box variants=old,new
CYCLES  0x3c : Cycles
MISSES  0x2e only=new : Misses
MISSED  0x2e alias=MISSES : Misses, by another name
TABLE

cat >"$work/try.c" <<'PROGRAM'
#include <perfmon/pfmkit.h>
#include <stdio.h>
#include <string.h>

static int failures;

static void check(int good, const char *what)
{
	if (!good)
		printf("not true: %s\n", what);
	failures += !good;
}
#define CHECK(condition) check(condition, #condition)

static int decode(pfm_pmu_t pmu, uint64_t code, pfm_decoded_t *found)
{
	pfm_code_t given = { .size = sizeof given, .os = PFM_OS_NONE, .words = { code }, .count = 1 };

	found->size = sizeof *found;
	return pfm_decode(pmu, &given, found, 1);
}

int main(void)
{
	pfm_machine_t machine = { .size = sizeof machine, .cpu = "GenuineIntel-6-0x1" };
	pfm_diagnosis_t d = { .size = sizeof d };
	pfm_decoded_t found;

	CHECK(!pfm_set_machine(&machine) && !pfm_initialize());
	CHECK(decode((pfm_pmu_t)1000, 0xfedcba987654323c, &found) == 1 && found.exact &&
	      !strcmp(found.string, "whole::CYCLES:0xfedcba987654323c"));
	CHECK(decode((pfm_pmu_t)1001, 0x3c, &found) == 1 && found.exact && !strcmp(found.string, "nowhere::CYCLES"));
	CHECK(decode((pfm_pmu_t)1001, 0x13c, &found) == 1 && !found.exact && found.left[0] == 0x100 &&
	      !strcmp(found.string, "nowhere::CYCLES"));
	CHECK(!pfm_diagnose("box::MISSED", PFM_PLM3, PFM_OS_NONE, &d) && d.error == PFM_ERR_NOTFOUND &&
	      d.offset == 5 && d.length == 6 && d.idx >= 0);
	CHECK(strstr(d.message, "MISSED") && strstr(d.message, "box"));
	CHECK(!pfm_diagnose("MISSED", PFM_PLM3, PFM_OS_NONE, &d) && d.error == PFM_ERR_NOTFOUND &&
	      d.offset == 0 && d.length == 6);
	pfm_terminate();
	return failures > 0;
}
PROGRAM

"$builddir/src/compiler/pmuc" -o "$work/tables.c" "$work/order" "$srcdir"/src/pmu/linux/layouts.pmu \
	"$srcdir"/src/pmu/linux/perf.pmu "$work/own.pmu"
# the library as one unit, with other tables
make -s -C "$builddir" -f "$srcdir/tests/compact.mk" to="$work" "$work/library.c"
sed -i "s|\"src/pmu/tables.c\"|\"$work/tables.c\"|" "$work/library.c"
uninitialized=-ftrivial-auto-var-init=pattern
echo 'int main(void) { return 0; }' >"$work/empty.c"
$CC $uninitialized -o "$work/empty" "$work/empty.c" 2>/dev/null || uninitialized=
sanitizers="-fsanitize=address,undefined -fno-sanitize-recover=all"
# shellcheck disable=SC2086 # words
{
	$CC $sanitizers -o "$work/empty" "$work/empty.c" 2>/dev/null || sanitizers=
	$CC -std=gnu11 -O0 -g $uninitialized $sanitizers -I"$srcdir/include" -I"$srcdir/src" -o "$work/try" \
		-I"$srcdir" "$work/try.c" "$work/library.c" -lpthread -lm
}
"$work/try"
echo "own_tables: good"
