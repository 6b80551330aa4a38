#!/usr/bin/env bats
# What a new user types: tests/data/at-home has the commands, and what must come out.

# shellcheck disable=SC2154 # variables of strings.bash
load strings
# shellcheck source=/dev/null
source "$srcdir/tests/tools/fits.sh"

setup() {
	begin
	unset LIBPFM_CPUID LIBPFM_FSROOT
	printf '%s\n' INST_RETIRED:u '# a comment' ITLB >events.txt
}

# says_only WANTED SAID: each wanted line is there, "TEXT..." by its beginning, and unless "..." is wanted no other is.
says_only() {
	local line found
	while IFS= read -r line; do
		[ "$line" != ... ] || continue
		case $line in
		*...) found=$(awk -v text="${line%...}" 'index($0, text) == 1' "$2") ;;
		*) found=$(grep -xF -e "$line" "$2" || true) ;;
		esac
		[ -n "$found" ] || return 1
	done <"$1"
	grep -qx -e '\.\.\.' "$1" || [ "$(wc -l <"$1")" = "$(wc -l <"$2")" ]
}

# Runs $command, if there is one, and compares; a difference goes to $differences.
run_command() {
	local status=0
	[ -n "$command" ] || return 0
	case $command in
	*'pfmexport html --cpu'*) has_page || return 0 ;;
	esac
	count=$((count + 1))
	if [ "$machine" = - ]; then unset LIBPFM_FSROOT; else export LIBPFM_FSROOT=$roots/$machine; fi
	"$BASH" -c "$command" >"$out" 2>"$err" </dev/null || status=$?
	if [ "$status" != "$wanted" ] || ! fits "$out.wanted" "$out" || ! says_only "$err.wanted" "$err"; then
		printf '%s\n' "$ $command: status $status, not $wanted?" "$(diff "$out.wanted" "$out")" \
			"$(diff "$err.wanted" "$err")" >>differences
	fi
}

@test "the commands of tests/data/at-home" {
	local line machine=vm command='' wanted=0 count=0
	: >differences
	while IFS= read -r line; do
		case $line in
		'@ '*)
			run_command
			command=
			machine=${line#@ }
			;;
		'$ '*)
			run_command
			command=${line#"$ "} wanted=0
			: >"$out.wanted"
			: >"$err.wanted"
			;;
		'> '*) printf '%s\n' "${line#> }" >>"$out.wanted" ;;
		'! '*) printf '%s\n' "${line#! }" >>"$err.wanted" ;;
		'= '*) wanted=${line#= } ;;
		'' | '#'*) ;;
		*) fail "unknown line: $line" ;;
		esac
	done <"$srcdir/tests/data/at-home"
	run_command
	[ ! -s differences ] || fail "$(cat differences)"
	[ "$count" -ge 60 ] || fail "$count commands"
}
