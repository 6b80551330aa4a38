#!/usr/bin/env bats
# showevtinfo --html: the page's encoder against the library, and the page in a browser.

# shellcheck disable=SC2154 # variables of strings.bash
load strings

setup() {
	begin
	scripts=$srcdir/tests/tools/page
	page=$BATS_TEST_TMPDIR/events.html
}

needs() {
	command -v "$1" >/dev/null || skip "$1 is not there (package $2)"
}

# The data of the page in $out, as JSON.
data_of_page() {
	sed -n '/<script id="data"/,/<\/script>/p' "$out" | sed '1d;$d'
}

@test "a page has the events of this machine, or of those that are asked for" {
	try 0 showevtinfo --html
	says_nothing
	data_of_page | jq -r '.pmus[].name' | sort | diff <(printf '%s\n' icl ix86arch perf) - >&2
	try 0 showevtinfo --html --cpu zen4
	data_of_page | jq -e 'any(.pmus[]; .name == "amd64_fam19h_zen4") and all(.pmus[]; .name != "icl")' >/dev/null
	try 0 showevtinfo --html --pmu 'skx_unc_imc*'
	data_of_page | jq -e '[.pmus[] | select(.name == "skx_unc_imc0").boxes[0, 5]] ==
		[["skx_unc_imc0", "uncore_imc_0"], ["skx_unc_imc5", "uncore_imc_5"]]' >/dev/null
	try 0 showevtinfo --html --cpu all --type os
	data_of_page | jq -r '.pmus[].name' | diff <(echo perf) - >&2
}

# Each PMU, and each event of it.
@test "the page of all PMUs has them all" {
	try 0 showevtinfo --html --cpu all
	data_of_page | jq -r '.pmus[].boxes[][0]' | sort |
		diff <(showevtinfo --pmus --json | jq -r 'select(.events > 0 and .pmu != "perf_raw").pmu' | sort) - >&2
	data_of_page | jq -r '. as $all | .pmus[] | select(.name == "spr") | .events as $e | [range(0; $e | length; 2)][] | range($e[.]; $e[.] + $e[. + 1]) |
		$all.strings[$all.events[.][0]]' | diff <(showevtinfo --pmu spr --json '.*' | jq -r .event) - >&2
	# each string once, but for the few that are both a name and a text
	data_of_page | jq -e '.strings | length - (unique | length) < 100' >/dev/null
}

@test "no page without PMUs; what does not go with it" {
	try 1 showevtinfo --html --pmu perf_raw
	prints_nothing
	says_line "showevtinfo: no PMUs to show; --cpu all shows those of all machines"
	try 2 showevtinfo --html cycles
	says_line "showevtinfo: cycles: a page has all events; --cpu, --pmu and --type say of which PMUs"
	try 2 showevtinfo --cpu all -L cycles
	says "--cpu all goes with --html"
	try 2 showevtinfo --html --json
	says "--html"
}

@test "no page for a terminal" {
	TERM=xterm script -qec "showevtinfo --html" /dev/null </dev/null >"$out" || true
	grep -q "not for a terminal: showevtinfo --html > events.html" "$out"
	refute grep -q '<html' "$out"
}

# random LAYER: 2,500 random strings, encoded by the page to "ours"
random() {
	needs node nodejs
	showevtinfo --html --cpu all >"$page"
	node "$scripts/encode.js" "$page" 22 2500 "$1" >ours
}

@test "the page encodes as the library does" {
	random none
	jq -r .string ours | { check_events --json - 2>/dev/null || true; } |
		jq -r '[.requested, .error.code // (.codes | join(" "))] | @tsv' >theirs
	jq -r '[.string, .error // (.codes | join(" "))] | @tsv' ours | diff - theirs >&2
	[ "$(wc -l <theirs)" = 2500 ]
	# enough of both
	[ "$(jq -s 'map(select(.error)) | length' ours)" -gt 200 ]
	[ "$(jq -s 'map(select(.codes)) | length' ours)" -gt 1000 ]
}

@test "for the kernel, too" {
	random perf
	jq -r .string ours | { perf_encode --json - 2>/dev/null || true; } |
		jq -r '[.requested, if .error then "bad" else "good" end] | @tsv' >theirs
	jq -r '[.string, if .error then "bad" else "good" end] | @tsv' ours | diff - theirs >&2
	[ "$(wc -l <theirs)" = 2500 ]
	jq -r 'select(.c).string' ours >good
	jq -r 'select(.c).c' ours | grep -v '^/\*' | diff - <(perf_encode --as c - <good | grep -v '^/\*') >&2
	jq -r 'select(.perf).perf' ours | diff - <(perf_encode --as perf - <good 2>/dev/null) >&2
	[ "$(wc -l <good)" -gt 1000 ]
}

# A table whose texts want to be markup.
hostile_page() {
	cat >hostile.pmu <<-TABLE
		layout plain
		  words      ctl
		  event      ctl:0-7
		  privilege  none
		  perf       config ctl

		pmu hostile
		  desc       <b>
		  type       core
		  counters   4
		  cpu        GenuineIntel 6: 1
		  layout     plain
		  events     hostile

		events hostile
		EVENT 0x01 : </script><script>window.bad = 1</script> "quotes" \\ ' <img src=x onerror=window.bad=1> <!-- &amp;
	TABLE
	"$builddir/pmuc" -o hostile.pmt hostile.pmu >/dev/null
	LIBPFM_TABLES=$PWD/hostile.pmt showevtinfo --html --pmu hostile >hostile.html
}

@test "in a browser" {
	needs node nodejs
	needs chromium chromium
	showevtinfo --html --cpu all >"$page"
	hostile_page
	# -t 300: a browser that hangs is no reason to hang
	timeout 300 node "$scripts/page.js" chromium "$page" hostile.html ${PICTURES:+"$PICTURES"} >said ||
		fail "$(cat said)"
	sed 's/^# //' said >&3
}
