#!/bin/sh
# The look of the sources: table text as "pmuc format" writes it; lines of at most 120 columns in it, in C, in
# scripts, in the tests, in make files and in texts that are read as they are. Of a table only a single word may be
# longer; tests/lint/long-lines says which other files have longer lines, and exactly how many.
# Environment: $srcdir, $builddir.
set -eu

: "${srcdir:=.}" "${builddir:=build}"
failed=0

# Files whose lines are counted; page.c and tables.c are made by a build.
sources() {
	for file in ARCHITECTURE CONTRIBUTING Makefile.am NEWS README RELEASING SECURITY configure.ac demo test \
		bench/README bench/run completions/* man/files.mk packaging/check scripts/* \
		tests/data/make-roots tests/emulated/init tests/fuzz/run tests/mutants tools/pfmkit-capture; do
		echo "$file"
	done
	find bench examples include page scripts src tests tools \
		-path tests/tmp -prune -o -path page/page.c -prune -o -path src/pmu/tables.c -prune -o \
		-path tools/forms/templates.c -prune -o \
		-type f \( -name '*.[ch]' -o -name '*.def' -o -name '*.mk' -o -name '*.sh' -o -name '*.bats' -o \
		-name '*.bash' -o -name '*.py' -o -name '*.js' -o -name '*.css' -o -name '*.awk' \) -print
}

# long_lines FILE...: "COUNT FILE". Columns, not bytes: continuation bytes of UTF-8 are none; a tab ends at the next
# eighth column.
long_lines() {
	LC_ALL=C awk '
		{
			gsub(/[\200-\277]/, "")
			n = split($0, part, "\t")
			column = 0
			for (i = 1; i < n; i++)
				column += length(part[i]) + 8 - (column + length(part[i])) % 8
			if (column + length(part[n]) > 120)
				count[FILENAME]++
		}
		END { for (file in count) print count[file], file }' "$@"
}

if ! "$builddir/src/compiler/pmuc" format --check "$srcdir"/src/pmu/vendors "$srcdir"/src/pmu/*/*.pmu; then
	echo "style: these files look otherwise after pmuc format"
	failed=1
fi
expand "$srcdir"/src/pmu/*/*.pmu | LC_ALL=C sed 's/[\x80-\xbf]//g' | awk '
	length > 120 && !/^ *[^ ]+( \\)?$/ {
		print "style: a table has this line of more than 120 columns: " $0
		bad = 1
	}
	END { exit bad }' || failed=1
cd "$srcdir"
# shellcheck disable=SC2046 # names of our own
long_lines $(sources | LC_ALL=C sort -u) | LC_ALL=C sort -k 2 | awk -v known=tests/lint/long-lines '
	BEGIN {
		while ((getline line < known) > 0) {
			split(line, part, " ")
			allowed[part[2]] = part[1]
		}
	}
	{ has[$2] = $1 }
	END {
		for (file in allowed)
			has[file] += 0
		for (file in has)
			if (has[file] != allowed[file] + 0) {
				print "style: " file " has " has[file] " lines of more than 120 columns; " \
					"tests/lint/long-lines says " allowed[file] + 0
				bad = 1
			}
		exit bad
	}' || failed=1
# make runs a test that is a script as a program
for script in tests/*/*.sh; do
	[ -x "$script" ] || ! head -n 1 "$script" | grep -q '^#!' || {
		echo "style: $script is not executable"
		failed=1
	}
done
[ "$failed" = 1 ] || echo "style: nothing found"
exit "$failed"
