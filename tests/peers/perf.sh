#!/bin/sh
# perf(1) itself, asked for every string of tests/data/perf-language that it takes (lines "p"), must print what stands
# there. It reads sysfs of the captured machines, which SYSFS_PATH names. What the kernel then says to the events is of
# no interest. The lines were asked of perf 6.1; tests/peers/perf-later says where later ones answer otherwise.
#
#   perf.sh                   the test
#   perf.sh ROOT STRING...    what perf prints, in the words of the table; nothing if it refuses the string
set -u
roots=$(cd "${builddir:-.}" && pwd)/tests/tmp/roots

# The blocks of "perf stat -vv", one event a line. A block after one of these words is the same event tried
# again: without what the kernel lacks or does not allow.
words() {
	awk '
	/^(switching off|decreasing)/ || /trying to fall back/ { again = 1 }
	/^perf_event_attr:/ { inside = 1; type = 0; config = one = two = "0x0"; precise = bp = 0; out = ""; next }
	/^-----/ && inside == 1 { inside = 2; next }
	/^-----/ || !inside { next }
	inside == 1 {
		if ($1 == "type") type = $2
		if ($1 == "config") config = $2 == 0 ? "0x0" : $2
		if ($1 == "{" && /config1/) one = $NF
		if ($1 == "{" && /config2/) two = $NF
		if ($1 == "precise_ip") precise = $2
		if ($1 == "bp_type") bp = $2
		flag[$1] = $2
	}
	inside == 2 {
		inside = 0
		text = type ":" config
		if (one != "0x0" || two != "0x0") text = text ":" one
		if (two != "0x0") text = text ":" two
		names = "exclude_user -u exclude_kernel -k exclude_hv -h"
		split(names " exclude_idle -i exclude_host -H exclude_guest -G", name, " ")
		for (i = 1; i in name; i += 2)
			if (name[i] in flag) text = text " " name[i + 1]
		if (precise) text = text " p" precise
		if ("pinned" in flag) text = text " pin"
		if ("exclusive" in flag) text = text " excl"
		if (bp) text = text " bp=" bp
		if (!again) print text
		again = 0
		split("", flag)
	}'
}

ask() {
	(
		export SYSFS_PATH="$roots/$1/sys"
		timeout 20 perf stat -vv -e "$2" true 2>&1 | words | sort
	)
}

# is_listed ROOT STRING: whether tests/peers/perf-later has it, for this version or an earlier one
is_listed() {
	awk -F '\t' -v version="$version" -v root="$1" -v string="$2" '
		/^#/ || NF < 4 { next }
		version + 0 >= $1 + 0 && $2 == root && ($3 == string || $3 == "*") { found = 1 }
		END { exit !found }' "${srcdir:-.}/tests/peers/perf-later"
}

# What the table says, in the same order, without what perf does not print.
expected() {
	printf '%s\n' "$1" | sed 's/ ; /\n/g' | sed 's/ +.*//' | sort
}

# is_cut_short GOT RESULT: a normal user's perf opens nothing more after an event that counts the kernel alone; what it
# opened must be right.
is_cut_short() {
	case $(id -u):$2 in
	0:*) false ;;
	*" -u"*) [ -n "$1" ] && ! printf '%s\n' "$1" | grep -qvxF "$(expected "$2")" ;;
	*) false ;;
	esac
}

if [ $# -gt 1 ]; then
	root=$1
	shift
	for string in "$@"; do
		printf '%s\t%s\n' "$string" "$(ask "$root" "$string" | tr '\n' ';' | sed 's/;$//; s/;/ ; /g')"
	done
	exit 0
fi
if ! perf --version >/dev/null 2>&1; then
	echo "perf: skipped: it is not here: package linux-perf"
	exit 77
fi
# 6.12 as 6012: versions are compared as numbers
version=$(perf --version | sed -n 's/[^0-9]*\([0-9]*\)\.\([0-9]*\).*/\1 \2/p' | awk '{ print $1 * 1000 + $2 }')
asked=0 failed=0 left_out=0 root=''
tab=$(printf '\t')
while IFS=$tab read -r who string result; do
	case $who in
	@*) root=${who#@ } ;;
	p)
		if is_listed "$root" "$string"; then
			left_out=$((left_out + 1))
			continue
		fi
		asked=$((asked + 1))
		got=$(ask "$root" "$string")
		if [ "$got" != "$(expected "$result")" ] && ! is_cut_short "$got" "$result"; then
			failed=$((failed + 1))
			printf '%s: %s\n  the table: %s\n  perf:      %s\n' "$root" "$string" \
				"$(expected "$result" | tr '\n' ';')" "$(echo "$got" | tr '\n' ';')"
		fi
		;;
	esac
done <"${srcdir:-.}/tests/data/perf-language"
echo "perf.sh: $asked strings asked, $failed differ, $left_out are for perf 6.1 only ($(perf --version))"
[ "$failed" -eq 0 ] && [ "$asked" -gt 0 ]
