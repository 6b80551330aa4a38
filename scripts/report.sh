# shellcheck shell=sh
# Shell functions of ./test: what a run of "make check" came to. Source it.

# skipped_by BUILD TEST...: prints "TEST: REASON" for each thing that these tests left out, by their logs in BUILD: a
# whole test, one of a bats file, a part of a script.
skipped_by() {
	logs=$1
	shift
	for test in "$@"; do
		log=${test%.*}
		awk -v test="$test" '
			sub(/^ok [0-9]+ .* # skip */, "") { print test ": " $0; next }
			sub(/^(.*: )?(left out|skipped): /, "") { print test ": " $0; why = 1 }
			/^SKIP .* \(exit status: 77\)$/ && !why { print test ": it says no reason" }' "$logs/$log.log"
	done
}

# not_listed FILE: of lines "TEST: REASON" those that no line "TEST: PATTERN" of the file allows, PATTERN as in the
# shell.
not_listed() {
	while IFS= read -r line; do
		allowed=no
		while IFS= read -r pattern; do
			case $pattern in
			'' | '#'*) continue ;;
			esac
			# shellcheck disable=SC2254 # it is a pattern
			case $line in
			$pattern) allowed=yes ;;
			esac
		done <"$1"
		[ $allowed = yes ] || printf '%s\n' "$line"
	done
}
