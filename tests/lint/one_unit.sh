#!/bin/sh
# The library is one unit of C: as "make amalgamation" writes it, gcc and clang take it without a word, and its only
# global names are those that programs may use.
# Environment: $srcdir, $builddir, $CC.
set -eu

: "${srcdir:=.}" "${builddir:=build}" "${CC:=cc}"
srcdir=$(cd "$srcdir" && pwd)
work=$builddir/tests/tmp/one_unit
failed=0
rm -rf "$work"
mkdir -p "$work"
folder=$work/pfmkit
make -s -C "$builddir" amalgamation amalgamation="$folder" >/dev/null || exit 1
# the one with the fewest tables: the code is the same
for compiler in "$CC" clang; do
	command -v "${compiler%% *}" >/dev/null || { echo "one_unit: $compiler is not here"; continue; }
	$compiler -std=gnu11 -O0 -Wall -Wextra -Werror -I "$folder/include" -c -o "$work/pfm.o" "$folder/pfm-arm.c" || {
		echo "one_unit: $compiler does not take pfm.c"
		exit 1
	}
done
nm -g --defined-only "$work/pfm.o" | awk '{ print $3 }' | sort >"$work/has"
sed -n 's/^ \(pfm_[a-z_0-9]*\)@.*/\1/p' "$srcdir/packaging/debian/libpfmkit4.symbols" | grep -v '^pfm_private' |
	sort >"$work/wanted"
diff "$work/wanted" "$work/has" || { echo "one_unit: these names are not those of the library"; failed=1; }
[ "$failed" = 1 ] || echo "one_unit: $(wc -l <"$folder/pfm.c") lines, $(wc -l <"$work/has") global names"
exit "$failed"
