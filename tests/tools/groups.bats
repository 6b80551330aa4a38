#!/usr/bin/env bats
# Groups of events: the text and its mistakes, and what the tools make of them.

# shellcheck disable=SC2154 # variables of strings.bash
load strings
load ../compiler/tables

# Line numbers matter: the tests below replace lines of it.
good_table() {
	cat <<-'TABLE'
		layout simple
		  words      evtsel
		  event      evtsel:0-7
		  umask      evtsel:8-15
		  perf       config evtsel

		pmu box
		  id         1000
		  desc       A box
		  type       core
		  counters   2 fixed 1
		  cpu        GenuineIntel 6: 1
		  layout     simple
		  events     box_events
		  groups     box_groups
		  groups     new_groups for GenuineIntel 6: 1/4-15

		events box_events
		CYCLES  0x3c : Cycles
		CACHE   0x2e : Cache
		  MISS  0x41 default : Misses
		  HIT   0x01 : Hits
		FIRST   0x10 ctr=0 : On one counter only
		FIXED   0x11 ctr=f0 : On the fixed counter

		groups box_groups required everywhere=FIXED
		cache 0 CACHE:MISS CACHE:HIT@0x7 : Misses and hits
		  use : Miss ratio
		time 1 - CYCLES : Cycles
		  use : Time

		lists box_groups
		CACHE:MISS   0 -
		CACHE:HIT    - 0 caveat
		CYCLES       - 1 threshold
		FIXED        - - 0 shared

		groups new_groups
		cache 0 CACHE CACHE : Cache
		  use : Nothing much
	TABLE
}

# wrong LINE TEXT PLACE MESSAGE: the good table with a line replaced by TEXT.
wrong() {
	good_table | TEXT=$2 awk -v line="$1" 'NR == line { print ENVIRON["TEXT"]; next } { print }' >t.pmu
	compile 1
	caught "t.pmu:$3: $4"
}

# ---- the text ----

@test "good groups compile" {
	good_table >t.pmu
	compile 0
	says_nothing
	prints "1 PMUs, 1 tables, 4 events, 2 unit masks, 3 groups, 0 descriptions missing"
	cc -std=c11 -I"$srcdir/include" -I"$srcdir/src" -c t.c
}

@test "members must be in the PMU's table, with their unit masks" {
	wrong 27 'cache 0 CACHE:MISS NOSUCH : x' 27:20 "NOSUCH: no such event in table box_events"
	wrong 27 'cache 0 CACHE:MISS CACHE:NOSUCH : x' 27:20 "NOSUCH: event CACHE has no such unit mask or modifier"
	wrong 33 'NOSUCH 0 -' 33:1 "NOSUCH: no such event in table box_events"
	wrong 26 'groups box_groups everywhere=NOSUCH' 26:19 "NOSUCH: no such event in table box_events"
}

@test "an event known by name only must not be in the table" {
	wrong 27 'cache 0 CACHE:MISS CYCLES@none : x' 27:20 \
		"CYCLES is in table box_events, line 19; take the @none away"
	good_table | sed 's/^cache 0 CACHE CACHE/cache 0 CACHE OTHER@none/' >t.pmu
	compile 0
}

@test "codes of members" {
	wrong 27 'cache 0 CACHE:MISS CACHE:HIT@x : x' 27:20 "CACHE:HIT@x: expected a code, or none, after the @"
	wrong 33 'CACHE:MISS@5 0 -' 33:1 "CACHE:MISS@5: expected an event"
}

@test "counters must be there and fit" {
	wrong 27 'cache 0 CACHE:MISS CACHE:HIT CYCLES : x' 27:1 "group cache has 4 events, and box has 3 counters"
	wrong 27 'cache 0 CACHE:MISS FIRST : x' 27:20 "FIRST cannot be counted on counter 1"
	wrong 27 'cache 0 CACHE:MISS FIXED : x' 27:20 "FIXED cannot be counted on counter 1"
}

@test "names and numbers" {
	wrong 29 'cache 1 - CYCLES : x' 29:1 "group cache is already in line 27; if it must be, add the word shadowed"
	wrong 29 'time 2 - CYCLES : x' 29:6 "2: groups are numbered from 0, this is number 1"
	wrong 29 'time x - CYCLES : x' 29:6 "x: groups are numbered from 0, this is number 1"
	wrong 29 'time 1' 29:1 "expected: NAME NUMBER EVENT ... : title"
	wrong 26 'groups box_groups nosuch' 26:19 "unknown word nosuch"
	wrong 38 'groups box_groups' 38:8 "other groups are called box_groups"
	wrong 32 'lists other' 32:7 "no PMU uses groups other"
	good_table | sed 's/^time 1/cache 1 shadowed/' >t.pmu
	compile 0
}

@test "descriptions" {
	wrong 30 '' 29:1 "use of group time has no description"
	wrong 29 'time 1 - CYCLES' 29:1 "group time has no description"
	wrong 30 '  uses : x' 30:3 "uses: expected use and, after a colon, what the group is for"
	wrong 27 '  use : Too early' 27:3 "a description before the first group"
	wrong 29 '  use : Again' 29:3 "a second description of cache"
	wrong 28 '  use : a: b' 27:1 "a colon in the description of cache: some programs take it for the end"
}

@test "which groups a PMU has" {
	wrong 15 '  groups nosuch' 15:10 "no groups nosuch"
	wrong 16 '  groups new_groups' 16:10 "second groups of box without a condition"
	wrong 16 '  groups new_groups when x' 16:21 "when: expected for and a CPU"
	wrong 15 '' 26:8 "no PMU uses groups box_groups"
}

@test "lists of events" {
	wrong 33 'CACHE:MISS 1 -' 26:8 "lists box_groups: counter 0 has no event of number 0"
	wrong 35 'CYCLES - 0' 35:1 "counter 1 has two events of number 0, CACHE:HIT is the other"
	wrong 35 'CYCLES - x' 35:10 "x: expected numbers, -, unverified, caveat, threshold or shared"
	wrong 35 'CYCLES 1 -' 29:10 "CYCLES is not in the list of counter 1"
	wrong 35 'CACHE:HIT - 1' 35:1 "CACHE:HIT stands here twice"
	wrong 36 $'FIXED - - 0 shared\nlists box_groups' 37:7 "other lists are called box_groups"
}

@test "no more than 32 counters" {
	wrong 35 "CYCLES $(printf -- '- %.0s' {1..33})" 35:72 "more than 32 counters"
	wrong 27 "cache 0 $(printf 'CYCLES %.0s' {1..33}): x" 26:8 "groups box_groups need more than 32 counters"
}

# ---- the tools ----

@test "every group of every PMU has a title, a use and events" {
	try 0 showevtinfo --groups --json --pmu '*'
	says_nothing
	prints_json 930
	json 'all(.[]; (.title | length > 4) and (.desc | length > 20) and (.events | length >= 4))'
	json 'map(.pmu) | group_by(.) | map({(.[0]): length}) | add
		== {power4: 63, ppc970: 49, ppc970mp: 51, power5: 148, power5p: 153, power6: 198, power7: 268}'
	json 'map(select(any(.events[]; .idx < 0))) | length == 31'
}

@test "the groups of POWER5+ depend on its revision" {
	LIBPFM_CPUID=POWER-0x3b-0x0205 try 0 showevtinfo --groups --json
	prints_json 153
	LIBPFM_CPUID=POWER-0x3b-0x0300 try 0 showevtinfo --groups --json
	prints_json 188
	json 'all(.[]; .events[4].event == "PM_RUN_INST_CMPL" and .events[5].event == "PM_RUN_CYC"
		and .events[5].code == "0x600005")'
}

@test "showevtinfo --groups" {
	try 0 showevtinfo --groups --pmu power4 hpmcount2
	says_nothing
	prints_lines 11
	prints_line "power4::pm_hpmcount2 (group 60, caveat)"
	prints_line "    counter 1  0x2100      PM_FPU_FMA"
	try 0 showevtinfo --groups --pmu power7 pm_utilization
	prints_line "power7::pm_utilization (group 0, verified)"
	# a group is as doubtful as its events
	try 0 showevtinfo --groups --json --pmu power5
	json '[.[] | select(any(.events[]; .event == "PM_BRQ_FULL_CYC")) | .status] | unique == ["unverified"]'
	try 1 showevtinfo --groups --pmu power4 nosuchgroup
	says_line "showevtinfo: no such group of events"
	try 1 showevtinfo --groups
	says "no PMU with groups of events"
}

@test "check_events --group" {
	try 0 check_events --group power4::pm_hpmcount2 --format '{code:#x} {name}'
	says_nothing
	prints "0x1100 power4::PM_FPU_FDIV" "0x2100 power4::PM_FPU_FMA" "0x113 power4::PM_FPU0_FIN" \
		"0x117 power4::PM_FPU1_FIN" "0x7 power4::PM_CYC" \
		"0x6120 power4::PM_FPU_STF" "0x7001 power4::PM_INST_CMPL" "0x8930 power4::PM_LSU_LDF"
	cp "$out" by-name
	try 0 check_events --pmu power4 --group 60 --format '{code:#x} {name}'
	cmp "$out" by-name
	try 0 check_events --cpu POWER-0x35 --group PM_HPMCOUNT2 --format '{code:#x} {name}'
	cmp "$out" by-name
	try 1 check_events --group power4::nosuch
	says_line "check_events: nosuch: no such group of events"
	says_line "  showevtinfo --group lists them"
	try 1 check_events --group nosuch # of a guest's PMUs none has groups
	says_line "  there are no groups at all here; power4, power5, power6, power7 have some, as in power7::pm_flush"
	try 1 check_events --group power7::267
	says_line "check_events: power7::PM_CMPLU_STALL_IFU_EDGE_COUNT: this event of the group is known by name only"
}

@test "perf_encode --group" {
	try 0 perf_encode --as raw --group power7::0
	says_nothing
	prints 0x1e 0x200f4 0x300f2 0x2 0x500fa 0x600f4
	try 2 perf_encode
	says_line "perf_encode: an event is missing"
}
