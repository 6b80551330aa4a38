#!/bin/sh
# Every name that vendors publish, as they write it, one run for each file.
: "${srcdir:=.}" "${builddir:=build}"
status=0
for names in "$srcdir"/tests/data/names/*.tsv.xz; do
	file=${names#"$srcdir"/}
	echo "$file"
	"$builddir/tests/lib/names" "$file" || status=1
done
exit $status
