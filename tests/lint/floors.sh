#!/bin/sh
# The floors of ARCHITECTURE: no two files of a program call each other, or include each other, in a circle, however
# long; none of the library calls or includes one of its own floor's other rooms or of a floor above, or calls a
# function that programs call; tools and libpmapi have the public headers; no name at file scope is in two files of the
# library. And every room has tests in CONTRIBUTING's table.
# Environment: $srcdir, $builddir.
set -eu

: "${srcdir:=.}" "${builddir:=build}"
srcdir=$(cd "$srcdir" && pwd)
builddir=$(cd "$builddir" && pwd)
work=$builddir/tests/tmp/floors
rm -rf "$work"
mkdir -p "$work"
failed=0

# Lines "USER PROVIDER NAME" of object files: who uses which function or variable of whom. Compiled twice, for an
# archive and for a shared library, a file counts once.
calls() {
	nm -A "$@" | awk '
		{ name = $1; sub(/:.*/, "", name); sub(/\/\.libs\//, "/", name) }
		{ sub(/\/[a-z_]*-/, "/", name); sub(/\.o$/, "", name) }
		$(NF - 1) ~ /^[BDRTV]$/ { print "has", $NF, name }
		$(NF - 1) == "U" { print "wants", $NF, name }' | sort -u | awk '
		$1 == "has" { owner[$2] = $3; next }
		$2 in owner && owner[$2] != $3 { print $3, owner[$2], $2 }'
}

# Lines "FILE FILE": what includes what.
inclusions() {
	(cd "$srcdir" && find src tools page -type f &&
		find src tools page \( -name '*.[ch]' -o -name '*.def' \) -exec grep -H '^#include ["<]' {} +) | awk '
		function say(path) {
			while (sub(/[^\/]+\/\.\.\//, "", path))
				;
			if (path in there)
				print file, path
		}
		!/#include/ { there[$1] = 1; next }
		{
			file = directory = $1
			sub(/:.*/, "", file)
			sub(/[^\/]*$/, "", directory)
			split($0, part, /["<>]/)
			say(directory part[2])
			say(part[2])
			say("src/" part[2])
			say("tools/" part[2])
		}' | sort -u
}

# Lines "NAME FILE": what a .c file of the library has at file scope, functions, objects, tags, constants, macros. The
# library can be compiled as one file, in which a name has one meaning.
names() {
	awk '
	function say(name) { if (name != "") print name, FILENAME }
	function word(text, from) { sub(from, "", text); sub(/[^A-Za-z0-9_].*/, "", text); return text }
	FNR == 1 { inside = comment = 0 }
	{ line = $0; gsub(/"([^"\\]|\\.)*"/, "\"\"", line) }
	comment { if (!sub(/^.*\*\//, "", line)) next; comment = 0 }
	{ gsub(/\/\*([^*]|\*+[^*\/])*\*+\//, " ", line) }
	line ~ /\/\*/ { sub(/\/\*.*/, "", line); comment = 1 }
	line ~ /^#define / { say(word(line, "^#define ")); next }
	line ~ /^#/ { next }
	line ~ /^(static )?(const )?enum[^(;=]*\{/ {
		inside = 1
		if (line ~ /enum [a-z_0-9]+ \{/) say(word(line, "^.*enum "))
		sub(/^[^{]*\{/, "", line)
	}
	inside {
		ends = line ~ /\}/
		sub(/\}.*/, "", line)
		n = split(line, items, ",")
		for (i = 1; i <= n; i++)
			if (items[i] ~ /^[ \t]*[A-Z][A-Z0-9_]*[ \t]*(=|$)/) say(word(items[i], "^[ \t]*"))
		inside = !ends
		next
	}
	line ~ /^(static )?(const )?(struct|union) [a-z_0-9]+ \{/ { say(word(line, "^.*(struct|union) ")) }
	line ~ /^(static )?(const )?(struct|union) \{.*\} [a-z_]/ { # an object whose structure has no tag, in one line
		match(line, /\} [a-z_]/)
		say(word(substr(line, RSTART + 2), "^"))
		next
	}
	line ~ /^typedef .*;$/ {
		sub(/^typedef [^(]*\(\*/, "", line)
		sub(/(\)|\[|;).*/, "", line)
		sub(/.*[ *]/, "", line)
		say(line)
		next
	}
	# a function, where it is defined
	line ~ /^[a-zA-Z_][^=]*\([^=]*$/ && line !~ /;$|^(struct|union|enum) [a-z_0-9]+ \{/ {
		sub(/ *__attribute__\(\(.*\)\)/, "", line)
		sub(/\(.*/, "", line)
		sub(/.*[ *]/, "", line)
		if (line ~ /^[a-z_0-9]+$/) say(line)
		next
	}
	# an object
	line ~ /^static / && line ~ /[=;[]/ {
		sub(/ *=.*/, "", line)
		sub(/\[.*/, "", line)
		sub(/;.*/, "", line)
		if (line ~ /\{/) next
		sub(/.*[ *]/, "", line)
		if (line ~ /^[a-z_0-9]+$/) say(line)
	}
	line ~ /^\} [a-z_]+/ { say(word(line, "^\\} ")) }' "$@" | sort -u
}

# no_circle WHAT FILE: pairs, of which tsort says what goes round.
no_circle() {
	[ -s "$2" ] || { echo "floors: nothing found in $1"; failed=1; }
	cut -d ' ' -f 1,2 "$2" | LC_ALL=C tsort 2>"$work/loops" >/dev/null || true
	[ ! -s "$work/loops" ] || { echo "floors: a circle in $1:"; sed 's/^tsort: //' "$work/loops"; failed=1; }
}

cd "$builddir"
make -s CFLAGS=-O0 file-objects >/dev/null
# shellcheck disable=SC2046 # names of ours, without blanks
{
	calls $(find src -name 'libpfm_la-*.o') >"$work/library"
	calls $(find src -name 'pmuc-*.o') >"$work/compiler"
	calls $(find tools page -name '*.o') >"$work/tools"
}
inclusions >"$work/inclusions"
no_circle "the library" "$work/library"
no_circle "the table compiler" "$work/compiler"
no_circle "the tools" "$work/tools"
no_circle "what files include" "$work/inclusions"

# Of what a room calls and of what it includes, all is its own or of a floor below: rooms of one floor know nothing of
# each other. The compiled tables are data for all.
awk '
	BEGIN {
		n = split("formula,tables machine,counts catalog encode fit,language answers,metrics api", floors, " ")
		for (i = 1; i <= n; i++)
			for (k = split(floors[i], rooms, ","); k > 0; k--)
				floor[rooms[k]] = i
		floor["pmu"] = 0
	}
	{ split($1, from, "/"); split($2, to, "/") }
	{ does = FILENAME ~ /library$/ ? "calls " $3 " of" : "includes" }
	from[1] == "src" && to[1] == "tools" {
		print "floors: " $1 " includes " $2 ", which is of the tools"
		bad = 1
	}
	from[1] != "src" || to[1] != "src" { next }
	does == "includes" && !(from[2] in floor) { next } # programs, and what they share: below
	!(from[2] in floor) || !(to[2] in floor) || (floor[to[2]] >= floor[from[2]] && from[2] != to[2]) {
		print "floors: " $1 " " does " " $2 ", which is not below it"
		bad = 1
	}
	does != "includes" && from[2] != "api" && $3 ~ /^pfm_/ && $3 != "pfm_compiled" {
		print "floors: " $1 " calls " $3 ", which is for programs"
		bad = 1
	}
	END { exit bad }' "$work/library" "$work/inclusions" || failed=1
# The rooms of the compiler and of what reads vendors' files, the lower first.
awk '
	BEGIN {
		n = split("src/compiler/text src/compiler/model src/compiler/check,src/compiler/rows " \
			  "src/vendors/rows src/vendors/read src/vendors/follow", floors, " ")
		for (i = 1; i <= n; i++)
			for (k = split(floors[i], rooms, ","); k > 0; k--)
				floor[rooms[k]] = i
	}
	{ from = $1; to = $2; sub(/\/[^\/]*$/, "", from); sub(/\/[^\/]*$/, "", to) }
	from in floor && to in floor && from != to && floor[to] >= floor[from] {
		print "floors: " $1 " needs " $2 ", which is not below it"
		bad = 1
	}
	END { exit bad }' "$work/compiler" "$work/inclusions" || failed=1
# Tools and libpmapi stand on the public headers, on counting/, counts/, formula/, tables/clean.h and
# tables/device_name.h, but for these few.
awk '
	BEGIN {
		few["tools/forms/all_cpus.c src/api/private.h"] = 1
		few["tools/forms/html.c src/tables/directories.h"] = 1
		few["tools/forms/data.c src/api/private.h"] = few["tools/host/cores.c src/api/private.h"] = 1
		few["tools/common/tool.c src/api/private.h"] = 1
		few["tools/common/complete.c src/machine/cpu_names.def"] = 1
		few["tools/common/cpu_names.c src/machine/cpu_names.def"] = 1
		few["src/pmapi/context.c src/machine/ending.h"] = 1
	}
	$2 !~ /^src\// || $2 ~ /^src\/(counting|counts|formula)\// || $2 == "src/tables/clean.h" ||
		$2 == "src/tables/device_name.h" || ($1 " " $2) in few { next }
	$1 ~ /^src\/compiler\// && $2 !~ /^src\/(compiler|vendors|tables)\// {
		print "floors: " $1 " includes " $2 ", which is not for pmuc"
		bad = 1
	}
	$1 ~ /^(tools|page)\// || $1 ~ /^src\/counting\// || ($1 ~ /^src\/pmapi\// && $2 !~ /^src\/pmapi\//) {
		print "floors: " $1 " includes " $2 ", which is the library'"'"'s own"
		bad = 1
	}
	END { exit bad }' "$work/inclusions" || failed=1

cd "$srcdir"
# what a .def takes back, as rows.def does with what makes rows of it, is nobody's
sed -n 's/^#undef \([A-Z_]*\).*/\1/p' src/*/*.def src/*/*.c | sort -u >"$work/taken-back"
# shellcheck disable=SC2046 # names of ours, without blanks
names $(for room in formula tables machine counts catalog encode language fit answers metrics api; do
	ls src/$room/*.c
done) >"$work/names"
[ "$(wc -l <"$work/names")" -gt 1000 ] || { echo "floors: too few names found"; failed=1; }
awk 'FILENAME ~ /taken-back$/ { free[$1] = 1; next }
	$1 == "_GNU_SOURCE" || $1 in free { next }
	$1 in owner { print "floors: " $1 " is in " owner[$1] " and in " $2; bad = 1 }
	{ owner[$1] = $2 }
	END { exit bad }' "$work/taken-back" "$work/names" || failed=1
# Every room has a row in CONTRIBUTING's table of tests.
for room in $(find src tools -mindepth 2 -name '*.c' | cut -d / -f 1,2 | sort -u); do
	grep -q "^    ${room}[ /]" CONTRIBUTING || { echo "floors: CONTRIBUTING names no tests of $room"; failed=1; }
done
[ "$failed" = 1 ] || echo "floors: nothing found in $(cat "$work/library" "$work/compiler" "$work/tools" | wc -l) calls"
exit "$failed"
