#!/bin/sh
# The look of the sources: table text as "pmuc --format" writes it, lines of it and of C of at most 120 columns (scripts/wrap-lines).
# Only a single word, in C a string, may be longer: tests/lint/long-lines says in which files of C, and how many. Environment:
# $srcdir, $builddir.
set -eu

: "${srcdir:=.}" "${builddir:=build}"
failed=0

long_lines() {
	for file in src/*/*.[ch] tools/*.[ch] include/*.h include/*/*.h tests/*/*.[ch] examples/*.c bench/*.c; do
		[ -e "$file" ] || continue
		# columns, not bytes: continuation bytes of UTF-8 are none; a tab ends at the next eighth column
		count=$(expand "$file" | LC_ALL=C sed 's/[\x80-\xbf]//g' | awk 'length > 120' | wc -l)
		[ "$count" = 0 ] || echo "$count $file"
	done
}

if ! "$builddir/src/compiler/pmuc" --format --check "$srcdir"/src/pmu/*/*.pmu; then
	echo "style: these files look otherwise after pmuc --format"
	failed=1
fi
if ! expand "$srcdir"/src/pmu/*/*.pmu | LC_ALL=C sed 's/[\x80-\xbf]//g' | awk 'length > 120 && !/^ *[^ ]+( \\)?$/ { print "style: a table has this line of more than 120 columns: " $0; bad = 1 } END { exit bad }'; then
	failed=1
fi
known=$(cd "$srcdir" && pwd)/tests/lint/long-lines
(cd "$srcdir" && long_lines) | awk -v known="$known" '
	BEGIN { while ((getline line < known) > 0) { split(line, part, " "); allowed[part[2]] = part[1] } }
	$1 > allowed[$2] + 0 { print "style: " $2 " has " $1 " lines of more than 120 columns; " allowed[$2] + 0 " are allowed"; bad = 1 }
	END { exit bad }' || failed=1
[ "$failed" = 1 ] || echo "style: nothing found"
exit "$failed"
