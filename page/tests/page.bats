#!/usr/bin/env bats
# pfmexport html: the tools in the page against the tools here, and the page in a browser.

# shellcheck disable=SC2154 # variables of strings.bash
load ../../tests/tools/strings

setup() {
	begin
	scripts=$srcdir/page/tests
	page=$BATS_TEST_TMPDIR/events.html
}

needs() {
	command -v "$1" >/dev/null || skip "$1 is not there (package $2)"
}

# A build without a compiler for browsers says so, and has nothing to look at.
needs_page() {
	has_page ||
		skip "no compiler for browsers (packages lld wasi-libc libclang-rt-dev-wasm32)"
}

# Where the page in $out starts, as JSON.
start_of_page() {
	sed -n '/<script id="start"/,/<\/script>/p' "$out" | sed '1d;$d'
}

@test "a page starts on this machine, on one that is named, or on none" {
	needs_page
	LIBPFM_FSROOT='' try 0 pfmexport html
	says_nothing
	start_of_page | jq -e '.cpu == "GenuineIntel-6-167-1" and .captured == false and .files == {}' >/dev/null
	try 0 pfmexport html --cpu zen4
	start_of_page | jq -e '.cpu == "AuthenticAMD-25-16-0" and .captured == false and .files == {}' >/dev/null
	try 0 pfmexport html --cpu all
	start_of_page | jq -e '.cpu == null and .captured == false and .files == {}' >/dev/null
	[ "$(wc -c <"$out")" -le 2200000 ]
}

@test "a captured machine's files and loaded tables are in it" {
	needs_page
	try 0 pfmexport html
	start_of_page | jq -r '.files["/machine/proc/sys/kernel/perf_event_paranoid"]' | base64 -d |
		cmp - "$roots/vm/proc/sys/kernel/perf_event_paranoid"
	start_of_page | jq -e '.captured and .cpu == "GenuineIntel-6-167-1"' >/dev/null
	unset LIBPFM_CPUID
	LIBPFM_FSROOT=$roots/alder-lake try 0 pfmexport html
	start_of_page | jq -e '.captured and .cpu == null' >/dev/null
	(cd "$roots/alder-lake" && find -L . -type f | sed 's/^\./\/machine/' | LC_ALL=C sort) >there
	start_of_page | jq -r '.files | keys[]' | LC_ALL=C sort | diff there - >&2
	"$builddir/pmuc" -o b.pmt "$srcdir/tests/data/loaded/small.pmu" >/dev/null
	cp b.pmt a.pmt
	LIBPFM_TABLES=$PWD/b.pmt:$PWD/a.pmt try 0 pfmexport html
	start_of_page | jq -r '.files | keys[] | select(startswith("/tables.d"))' |
		diff <(printf '%s\n' /tables.d/000-b.pmt /tables.d/001-a.pmt) - >&2
	start_of_page | jq -r '.files["/tables.d/000-b.pmt"]' | base64 -d | cmp - b.pmt
}

@test "no page of what is no captured machine, or cannot be read" {
	needs_page
	mkdir -p many && (cd many && seq 20001 | xargs touch)
	LIBPFM_FSROOT=$PWD/many try 1 pfmexport html
	says "LIBPFM_FSROOT has more than a captured machine has"
	LIBPFM_FSROOT=$PWD/nothing try 1 pfmexport html
	says "nothing: No such file or directory"
	mkdir -p big/proc && truncate -s 9M big/proc/cpuinfo
	LIBPFM_FSROOT=$PWD/big try 1 pfmexport html
	says "big/proc/cpuinfo: it is too big for a page"
}

@test "what does not go with a page" {
	try 2 pfmexport html cycles
	says_line "pfmexport: html goes without events and --pmu; --cpu says on which machine it starts"
	try 2 pfmexport html --pmu skl
	says_line "pfmexport: html goes without events and --pmu; --cpu says on which machine it starts"
	try 2 pfmexport html --type os
	says_line "pfmexport: --type goes with perf-list or data"
	try 2 showevtinfo --cpu all -L cycles
	says_line "showevtinfo: --cpu all is of pfmexport; without --cpu, PMU::WORD looks at all PMUs"
}

@test "no page for a terminal" {
	TERM=xterm script -qec "pfmexport html" /dev/null </dev/null >"$out" || true
	grep -q "not for a terminal: pfmexport html > events.html" "$out"
	refute grep -q '<html' "$out"
}

# The same words for both; a share of what SHARE=1 asks, which takes minutes.
@test "the tools in a page answer as the tools do" {
	needs_page
	needs node nodejs
	pfmexport html >"$page"
	node "$scripts/compare.js" "$page" "$(dirname "$(command -v showevtinfo)")" 22 "${SHARE:-50}" >said ||
		fail "$(head -c 3000 said)"
	sed 's/^# //' said >&3
}

# A machine whose files, and a table whose texts, want to be markup.
hostile_page() {
	local markup='<img src=x onerror=window.bad=1>'

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
		EVENT 0x01 : </script><script>window.bad = 1</script> "quotes" \\ ' $markup <!-- &amp;
	TABLE
	"$builddir/pmuc" -o hostile.pmt hostile.pmu >/dev/null
	mkdir -p "root/proc/sys/kernel" "root/sys/bus/event_source/devices/$markup/events" "root/<"
	echo 2 >root/proc/sys/kernel/perf_event_paranoid
	echo 77 >"root/sys/bus/event_source/devices/$markup/type"
	echo "event=$markup" >"root/sys/bus/event_source/devices/$markup/events/$markup"
	mkdir -p 'root/<' && echo 1 >'root/<!--<script>'
	mkdir -p 'root/<' && echo 1 >'root/</script>'
	printf 'vendor_id : GenuineIntel\nmodel name : </script>%s\n' "$markup" >root/proc/cpuinfo
	LIBPFM_FSROOT=$PWD/root LIBPFM_CPUID=GenuineIntel-6-1-1 LIBPFM_TABLES=$PWD/hostile.pmt \
		pfmexport html >hostile.html
}

# One event more for Sapphire Rapids; and a captured machine.
files_to_drop() {
	cat >drop.pmu <<-TABLE
		layout plain
		  words      ctl
		  event      ctl:0-7
		  privilege  none
		  perf       config ctl

		pmu dropped
		  desc       Dropped
		  type       core
		  counters   4
		  cpu        GenuineIntel 6: 143
		  layout     plain
		  events     dropped

		events dropped
		WALKTHROUGH_EVENT 0x01 : Something to look for
	TABLE
	"$builddir/pmuc" -o drop.pmt drop.pmu >/dev/null
	tar -C "$roots/alder-lake" -czf machine.tar.gz .
}

@test "in a browser" {
	needs_page
	needs node nodejs
	needs chromium chromium
	hostile_page
	files_to_drop
	unset LIBPFM_CPUID
	mkdir -p plain/proc/sys/kernel && echo 2 >plain/proc/sys/kernel/perf_event_paranoid
	export LIBPFM_FSROOT=$PWD/plain
	pfmexport html --cpu spr >"$page"
	pfmexport html --cpu all >anywhere.html
	# a browser that hangs is no reason to hang
	timeout 300 node "$scripts/page.js" chromium "$(dirname "$(command -v showevtinfo)")" "$page" anywhere.html \
		hostile.html machine.tar.gz drop.pmt ${PICTURES:+"$PICTURES"} >said || fail "$(cat said)"
	sed 's/^# //' said >&3
}
