#!/bin/sh
# The manual. Runs the examples of the README, the walk-through and the manual pages, and compares what they print with
# what is written there; compiles the programs in pages; has groff and mandoc look at the pages; looks for a page for
# each public function.
#
#   manual.sh [FILE...]     README, man/*, the texts in examples/ by default
#
# An example is a line "    $ command" in a text, or "$ command" between .EX and .EE in a manual page; the lines after
# it are what it prints. "..." alone stands for any number of lines. '.\" not run: REASON' before .EX keeps an example
# of a page from being run. All examples of a file run in one directory, which is their user's home and has copies of
# examples/perfmon and examples/counts. What is shown must come out on any machine: here on a Zen 4.
# Environment: $srcdir, $builddir.
set -eu

: "${srcdir:=.}" "${builddir:=build}"
builddir=$(cd "$builddir" && pwd)
work=$builddir/tests/tmp/manual
rm -rf "$work"
mkdir -p "$work"
[ $# -gt 0 ] || set -- "$srcdir/README" "$srcdir/examples/walk-through" "$srcdir/examples/new-cpu" "$srcdir"/man/*.[1-9]

# Prints the examples as lines "$ command" and lines of output, each with the number of its line in front.
examples() {
	case $1 in
	*.[1-9]) awk '
		/^\.\\" not run:/ { skip = 1; next }
		/^\.EX/ { on = !skip; skip = 0; if (on) print NR "\t" "@@"; next }
		/^\.EE/ { on = 0; next }
		on {
			gsub(/\\&/, ""); gsub(/\\-/, "-"); gsub(/\\\(aq/, "\047"); gsub(/\\\(ga/, "`")
			gsub(/\\\(ha/, "^"); gsub(/\\\(ti/, "~")
			gsub(/\\\(dq/, "\""); gsub(/\\e/, "\\")
			print NR "\t" $0
		}' "$1" ;;
	*) awk '
		/^    / { print NR "\t" substr($0, 5); next }
		/^$/ { print NR "\t" "@@" }
		' "$1" ;;
	esac
}

# Splits the examples into files N.command and N.expected.
split_examples() {
	awk -F '\t' -v to="$1" '
		{ line = $0; sub(/^[0-9]*\t/, "", line) }
		line == "@@" { open = 0; next }
		line ~ /^\$ / {
			n++
			open = 1
			print substr(line, 3) >(to "/" n ".command")
			printf "%s", $1 >(to "/" n ".line")
			printf "" >(to "/" n ".expected")
			next
		}
		open { print line >(to "/" n ".expected") }
		END { print n + 0 }'
}

# shellcheck source=/dev/null
. "$srcdir/tests/tools/fits.sh"

scripts=$(cd "$srcdir/tools" && pwd)
layouts=$(cd "$srcdir/src/pmu" && pwd)
unset LIBPFM_TABLES XDG_DATA_HOME
export PFMKIT_LAYOUTS="$layouts" PATH="$builddir:$scripts:$PATH"
if [ -d "$builddir/.libs" ]; then # the programs themselves, not libtool's wrappers
	export PATH="$builddir/.libs:$PATH" LD_LIBRARY_PATH="$builddir/.libs"
fi
export LC_ALL=C COLUMNS=80 LIBPFM_CPUID=AuthenticAMD-25-97
run=0
failed=0
for file in "$@"; do
	dir=$work/$(basename "$file")
	mkdir -p "$dir/examples" "$dir/at/examples"
	cp -r "$srcdir/examples/perfmon" "$dir/at"
	cp "$srcdir/examples/counts" "$dir/at/examples"
	count=$(examples "$file" | split_examples "$dir/examples")
	n=0
	while [ $((n += 1)) -le "$count" ]; do
		one=$dir/examples/$n
		(cd "$dir/at" && HOME=$dir/at exec sh "$one.command" >"$one.output" 2>&1 </dev/null) || true
	done
	[ "$count" = 0 ] || sed -i "s|$dir/at|~|g" "$dir"/examples/*.output
	n=0
	while [ $((n += 1)) -le "$count" ]; do
		one=$dir/examples/$n
		if cmp -s "$one.expected" "$one.output" || fits "$one.expected" "$one.output"; then
			continue
		elif grep -q 'was built without ' "$one.output"; then
			echo "left out: $file:$(cat "$one.line"): $(head -n 1 "$one.output")"
		else
			failed=$((failed + 1))
			echo "$file:$(cat "$one.line"): $(cat "$one.command")"
			diff "$one.expected" "$one.output" | sed 's/^/  /' || true
		fi
	done
	run=$((run + count))
done

# A program in a page is a block that starts with #include.
for page in "$srcdir"/man/*.3; do
	awk '/^\.EX/ { on = 1; next } /^\.EE/ { on = 0 } on' "$page" |
		sed 's/\\e/\\/g; s/\\-/-/g; s/\\&//g' >"$work/program.c"
	grep -q '^#include' "$work/program.c" || continue
	run=$((run + 1))
	# shellcheck disable=SC2086
	${CC:-cc} -Wall -Wextra -Werror -fsyntax-only -I"$srcdir/include" "$work/program.c" || {
		failed=$((failed + 1))
		echo "$page: its program does not compile"
	}
done

# lint PROGRAM PACKAGE COMMAND...: what the command says of the pages, each line of it, is bad.
pages=$(grep -L '^\.so ' "$srcdir"/man/*.[1-9])
lint() {
	program=$1 package=$2
	shift 2
	command -v "$program" >/dev/null || {
		echo "left out: $program (package $package)"
		return
	}
	# shellcheck disable=SC2086
	said=$("$@" $pages 2>&1) || true
	run=$((run + $(echo "$pages" | wc -l)))
	[ -z "$said" ] || {
		failed=$((failed + $(echo "$said" | wc -l)))
		echo "$said"
	}
}
# page by page: what fits a sheet of paper does not depend on the pages before
# shellcheck disable=SC2016 # the inner shell's
lint groff groff-base sh -c 'for page; do groff -k -t -mandoc -wmac -z -Tutf8 "$page"; done' sh
lint mandoc mandoc mandoc -T lint -W warning

# shellcheck disable=SC2013
for name in $(cat "$srcdir"/tests/peers/abi/*.symbols); do
	case $name in
	*_group | *_pgroup | *_pthread | *_thread) continue ;; # refused on Linux, as pmapi(3) says
	pfm_private_*) continue ;;                             # of the project's own tools
	esac
	run=$((run + 1))
	[ -f "$srcdir/man/$name.3" ] || { failed=$((failed + 1)); echo "no page for $name()"; }
done
for tool in showevtinfo check_events evt2raw perf_encode pfmexport pfmstat pfmkit-capture; do
	run=$((run + 1))
	[ -f "$srcdir/man/$tool.1" ] || { failed=$((failed + 1)); echo "no page for $tool"; }
done

# bad TEXT: a fault.
bad() {
	failed=$((failed + 1))
	echo "$*"
}

# -h is a screen; --help has an option a line, in words that the page has, too, as it has all forms.
for tool in showevtinfo check_events evt2raw perf_encode pfmexport pfmstat; do
	run=$((run + 2))
	page=$work/$tool.page
	sed 's/\\f.//g; s/\\-/-/g; s/\\&//g' "$srcdir/man/$tool.1" >"$page"
	"$tool" -h | awk -v tool="$tool" '
		length > 80 { print tool " -h: more than 80 columns: " $0; bad = 1 }
		END { if (NR > 24) { print tool " -h: " NR " lines"; bad = 1 } exit bad }' || failed=$((failed + 1))
	"$tool" --help >"$work/help"
	# -L, --list TEXT is one option, in front of two blanks; "; -E: text" behind them another
	several=$(sed -nE 's/^ {1,6}(-[A-Za-z], )?(-)/\2/p' "$work/help" |
		grep -E '^-([^ ]| [^ ])*[ ,]-|; --?[A-Za-z][a-z-]*[,:]' || true)
	[ -z "$several" ] || bad "$tool --help: several options in a line: $several"
	grep -oE '^ +(-[A-Za-z], )?--[a-z][a-z-]*' "$work/help" | grep -oE -- '--.*' | while read -r option; do
		grep -qF -e "$option" "$page" || echo "$tool(1) lacks $option"
	done >"$work/lacking"
	showevtinfo "--complete=$tool--as=" 2>/dev/null | sed 's/^--as=//' | while read -r form; do
		grep -qE -e "(^|[ \"{|])$form([ \",}|]|\$)" "$page" || echo "$tool(1) lacks the form $form"
	done >>"$work/lacking"
	list='[[:space:]]*("[^"]*"|NULL)'
	# the options of its tables of rules, which are the first three members
	tr -d '\n' <"$srcdir/tools/$tool.c" |
		sed -E "s/\"[[:space:]]*\"//g; s/\{$list,$list,$list,$list \}/\nrule \1 \2 \3\n/g" |
		sed -n 's/^rule //p' | grep -oE '"[^"]*"' | tr -d '"' | tr ' ' '\n' | grep -v '^=' | sort -u |
		while read -r option; do
			grep -qE -e "--$option([^a-z-]|\$)" "$work/help" ||
				echo "$tool: rules have --$option, --help has not"
		done >>"$work/lacking"
	[ ! -s "$work/lacking" ] || bad "$(cat "$work/lacking")"
done

# What a page refers to is there, but for the system's own pages.
# shellcheck disable=SC2013
for reference in $(sed -n 's/^\.BR \(p[fm][a-z_\\-]*\) (\([1-9]\)).*/\1.\2/p' "$srcdir"/man/*.[1-9] |
	sed 's/\\//g' | sort -u); do
	run=$((run + 1))
	[ -f "$srcdir/man/$reference" ] || {
		failed=$((failed + 1))
		echo "pages refer to $reference, which is not there"
	}
done

# Figures of README that are the same on any machine: bench/readme prints the others, too.
run=$((run + 1))
models=$(showevtinfo --pmus --pmu '*' --json | jq -s '[.[] | select(.id < 1024)] | length')
grep -q "its $models PMU models" "$srcdir/README" || bad "README's number of libpfm4's PMU models is not $models"
echo "manual: $run checks, $failed failed"
[ "$failed" = 0 ] && [ "$run" -gt 0 ]
