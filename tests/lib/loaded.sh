#!/bin/sh
# Tables that are loaded: the compiled ones once more, under other names, dumped and compiled again; and a file of which
# every byte is changed.
set -eu
: "${srcdir:=.}" "${builddir:=build}"
work=$builddir/tests/tmp/loaded
rm -rf "$work"
mkdir -p "$work/pmu"

for file in "$srcdir"/src/pmu/*/*.pmu; do
	case $file in
	*/perf.pmu | */intel_x86_arch.pmu | */arm_pmuv3.pmu) continue ;; # their events are the library's own business
	esac
	folder=$(basename "$(dirname "$file")")
	mkdir -p "$work/pmu/$folder"
	sed 's/^pmu \([a-z]\)/pmu x_\1/' "$file" >"$work/pmu/$folder/$(basename "$file")"
done
"$builddir/pmuc" -o "$work/all.pmt" "$work/pmu" >/dev/null
"$builddir/pmuc" dump "$work/all.pmt" >"$work/dumped.pmu"
PFMKIT_LAYOUTS=/nonexistent "$builddir/pmuc" -o "$work/again.pmt" "$work/dumped.pmu" >/dev/null
cmp "$work/all.pmt" "$work/again.pmt"
"$builddir/pmuc" -o "$work/small.pmt" "$srcdir/tests/data/loaded/small.pmu" >/dev/null
"$builddir/tests/lib/loaded" same "$work/all.pmt"
"$builddir/tests/lib/loaded" threads "$work/small.pmt"
"$builddir/tests/lib/loaded" hostile "$work/small.pmt" "$work/hostile.pmt"
