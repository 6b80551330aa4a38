#!/usr/bin/env bats
# Releases of Intel's, AMD's and IBM's files of four years (tests/data/history.xz: names and codes) go into an empty
# tree one after the other, without a hand, in turns told the files of last time and not. After each the tables compile,
# every name has the vendor's code by the reading of scripts/vendor-codes or is a line of the report, and nothing waits
# for a person but rows that the vendor has mistyped, or changed without a new version. What a person has written stays.

# shellcheck disable=SC2154 # variables of strings.bash
load ../tools/strings

setup() {
	begin
	pmuc=$(type -P pmuc)
	export PERF_ENCODE=perf_encode PFMKIT_LAYOUTS=$srcdir/src/pmu LIBPFM_TABLES=$PWD/tables
	"$pmuc" import 2>&1 | grep -q 'made without' && skip "pmuc is made without jansson"
	command -v jq >/dev/null || skip "there is no jq"
	mkdir tree tables
}

# write_texts: descriptions of a person's, a dozen in each table, on rows that have none.
write_texts() {
	for file in tree/*/*.pmu; do
		awk '
			{ line[NR] = $0 }
			END {
				for (i = 1; i <= NR; i++) {
					row = line[i] ~ /^ *[A-Z0-9][A-Z0-9_]+ +0x[0-9a-f]+/ && line[i] !~ / : |\\$/
					if (row && line[i + 1] !~ /^ *: / && ++seen % 13 == 5 && written++ < 12)
						line[i] = line[i] " : In the words of a person"
					print line[i]
				}
			}' "$file" >with-texts
		mv with-texts "$file"
	done
	try 0 "$pmuc" format tree/*/*.pmu
	texts=$(cat tree/*/*.pmu | grep -c 'words of a person')
}

# follows SERIES SKIPPED [RELEASES]: all releases, or the first ones; so many rows that cannot be read are in them.
# With WHOLE in the environment all are replayed, which takes minutes.
follows() {
	local skipped=0 last='' release before releases=${WHOLE:+99}
	xz -dc "$srcdir/tests/data/history.xz" | awk -v to=. -v series="$1" -f "$srcdir/tests/compiler/history.awk"
	for release in $(printf '%s\n' [0-9][0-9] | head -n "${releases:-${3:-99}}"); do
		before=(--before "$last")
		[ -n "$last" ] && [ $((10#$release % 2)) = 1 ] || before=()
		status=0
		"$pmuc" update --tree tree --with "$srcdir/src/pmu" --no-texts --report report "${before[@]}" \
			"$release" 2>err || status=$?
		wanted=$(grep -c -e '"what":"left-out"' -e '"what":"verdict-wanted"' -e '"what":"row-skipped"' \
			report || true)
		# a file that says another thing under the version of last time: a person looks
		unversioned=$(grep -c 'in a file of the same version' report || true)
		[ "$status" -eq $((wanted || unversioned ? 3 : 0)) ] ||
			fail "$release: status $status, $wanted wanted: $(tail -n 3 err)"
		refute grep -e '"what":"left-out"' -e '"what":"verdict-wanted"' report
		skipped=$((skipped + wanted))
		[ -n "$last" ] || write_texts
		try 0 "$pmuc" --allow-missing -o tables/all.pmt tree/*/*.pmu
		try 0 sh "$srcdir/scripts/vendor-codes" tree report "$release"
		last=$release
	done
	[ -n "${WHOLE:-}" ] || [ "$skipped" -eq "$2" ] || fail "$skipped rows are skipped, $2 are mistyped"
	[ "$(cat tree/*/*.pmu | grep -c 'words of a person')" -eq "$texts" ] || fail "a text is lost"
	try 0 "$pmuc" format --check tree/vendors tree/*/*.pmu
}

@test "Arrow Lake" {
	follows ARL 0 8
}

@test "Panther Lake" {
	follows PTL 0
}

@test "Sapphire Rapids" {
	follows SPR 0 4
}

@test "Ice Lake Xeon, with rows that are mistyped" {
	follows ICX 2 1
}

@test "Zen 4, Zen 5" {
	follows amdzen4 0
	rm -r tree/* [0-9][0-9]
	follows amdzen5 0
}

@test "z16" {
	follows cf_z16 0
}
