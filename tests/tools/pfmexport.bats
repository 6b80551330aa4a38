#!/usr/bin/env bats
# pfmexport: its forms by name, what goes with them, and where forms and options went that other tools had. What each
# form writes is in all_cpus, codes, data, metrics, page, perf_list and programs.bats.

# shellcheck disable=SC2154 # variables of strings.bash
load strings

forms=(c go rust python json pcp papi perfetto bcc asprof asprof-agent perf-list data html)

@test "--help and completion have all forms" {
	local form
	try 0 pfmexport --help
	for form in "${forms[@]}"; do
		grep -qE "^ +$form  +[A-Za-z]" "$out" || fail "--help has no line for $form" "$(cat "$out")"
	done
	try 0 showevtinfo --complete=pfmexport--as=
	prints "${forms[@]/#/--as=}"
}

@test "a form that another tool has is named with that tool" {
	try 2 pfmexport perf INST_RETIRED
	says_line "pfmexport: perf is a form of perf_encode: perf_encode --as perf"
	try 2 pfmexport terms INST_RETIRED
	says_line "pfmexport: terms is a form of evt2raw: evt2raw --as terms"
	try 2 perf_encode --as go INST_RETIRED
	says_line "perf_encode: go is a form of pfmexport: pfmexport go"
	try 2 evt2raw --as asprof INST_RETIRED
	says_line "evt2raw: asprof is a form of pfmexport: pfmexport asprof"
	try 2 pfmstat --as pcp -e cycles
	says_line "pfmstat: pcp is a form of pfmexport: pfmexport pcp"
	try 2 pfmexport nosuch INST_RETIRED
	says_line "pfmexport: unknown form nosuch, choose from: c, go, rust, python, json, pcp, papi, perfetto, bcc, `
		`asprof, asprof-agent, perf-list, data, html"
	try 2 evt2raw --as nosuch INST_RETIRED
	says_line "evt2raw: unknown form nosuch, choose from: raw, terms"
	try 2 perf_encode --as nosuch INST_RETIRED
	says_line "perf_encode: unknown form nosuch, choose from: attr, json, c, perf, raw"
}

@test "an option that moved says where it is" {
	try 2 showevtinfo --as perf-list
	says_line "showevtinfo: --as has moved: pfmexport perf-list, pfmexport data"
	try 2 showevtinfo --html
	says_line "showevtinfo: --html has moved: pfmexport html"
	try 2 showevtinfo --deprecated
	says_line "showevtinfo: --deprecated has moved: pfmexport perf-list --deprecated"
	try 2 perf_encode --metric ipc --as c
	says_line "perf_encode: --metric has moved: pfmexport c, json, pcp or papi --metric METRIC,...; `
		`evt2raw --metric for perf stat"
	try 2 perf_encode --package=x INST_RETIRED
	says_line "perf_encode: --package has moved: pfmexport go --package NAME"
	try 2 perf_encode --cpu all --as c INST_RETIRED
	says_line "perf_encode: --cpu all is of pfmexport: c, go, rust, python, json, pcp, papi"
}

@test "what does not go together" {
	try 2 pfmexport
	says_line "pfmexport: a form is missing, as in pfmexport c EVENT..."
	try 2 pfmexport c
	says_line "pfmexport: c: an event is missing"
	try 2 pfmexport bcc --package x INST_RETIRED
	says_line "pfmexport: --package goes with go"
	try 2 pfmexport bcc --time 1s INST_RETIRED
	says_line "pfmexport: --time goes with perfetto"
	try 2 pfmexport perfetto --time 1 INST_RETIRED
	says_line "pfmexport: --time 1: not a time with its unit, as 500ms, 5s, 1m"
	try 2 pfmexport go --metric ipc
	says_line "pfmexport: --metric goes with c, json, pcp or papi; evt2raw --metric writes what perf stat takes"
	try 2 pfmexport c --metric ipc INST_RETIRED
	says_line "pfmexport: --metric goes without events and --group; evt2raw --metric writes what perf stat takes"
	try 2 pfmexport c --constant a=1 INST_RETIRED
	says_line "pfmexport: --constant goes with --metric"
	try 2 pfmexport data --type nosuch
	says_line "pfmexport: unknown type nosuch, choose from: core, uncore, os, device"
	try 2 pfmexport bcc --cpu all INST_RETIRED
	says_line "pfmexport: --cpu all: bcc is of one machine"
	try 2 pfmexport papi --cpu all INST_RETIRED
	says_line "pfmexport: --cpu all: papi is of one machine with this operand"
}

@test "codes are those on all CPUs unless --cpu says on which" {
	unset LIBPFM_CPUID
	try 0 pfmexport json skl::INST_RETIRED
	json '.[0] | .vendor == "GenuineIntel" and .family == 6 and .config == "0xc0"'
	try 0 pfmexport json EX_RET_INSTR RETIRED_INSTRUCTIONS
	jq -r .pmu "$out" | sort -u >all
	grep -qx amd64_fam19h_zen4 all && grep -qx amd64_fam17h_zen1 all || fail "$(cat all)"
	try 0 pfmexport json --cpu zen4 EX_RET_INSTR
	[ "$(jq -r .pmu "$out" | sort -u)" = amd64_fam19h_zen4 ] || fail "$(cat "$out")"
}

@test "groups and all core types in forms of one machine" {
	try 0 pfmexport asprof --cpu adl --all-cores INST_RETIRED
	prints cpu_core/config=0xc0/ cpu_atom/config=0xc0/
	try 0 pfmexport papi --group power7::0
	perf_encode --as raw --group power7::0 >words
	[ "$(grep -c '^power7::PM_' "$out")" = "$(wc -l <words)" ] || fail "$(cat "$out")"
}

@test "CPUs of a list, and one with a comma in its name, while another machine's files are at hand" {
	local cpus event pmus
	while read -r cpus event pmus; do
		try 0 pfmexport json --cpu "$cpus" "$event"
		says_nothing
		[ "$(jq -r .pmu "$out" | sort -u | paste -sd' ')" = "$pmus" ] || fail "$cpus $event" "$(cat "$out")"
	done <<-'END'
		skl,zen4,graviton3 CPU_CYCLES arm_v1
		skl,zen4,graviton3 INST_RETIRED.ANY_P skl
		zen4 EX_RET_INSTR amd64_fam19h_zen4
		arm,cortex-a72 CPU_CYCLES arm_ac72
		zen4,adl INST_RETIRED.ANY_P adl_glc adl_grt
	END
}

@test "what no CPU of the list has: said with what is like it there" {
	local cpus event why near
	while IFS='|' read -r cpus event why near; do
		try 1 pfmexport json --cpu "$cpus" "$event"
		prints_nothing
		says_line "pfmexport: $event: $why"
		says_line "  did you mean $near?"
	done <<-'END'
		spr|INST_RETIRD|no core PMU of --cpu spr has it|spr::INST_RETIRED
		zen4|INST_RETIRD|no core PMU of --cpu zen4 has it|amd64_fam19h_zen4::RETIRED_INSTRUCTIONS
	END
}

@test "a metric whose event only its machine can encode: said, and nothing is written" {
	local form
	for form in c json pcp; do
		try 1 pfmexport $form --cpu power10 --metric ALINK0_OUT_DATA_UTILIZATION
		prints_nothing
		says 'hv_24x7/PM_ALINK0_OUT_ODD_DATA,chip=0/: does not encode here'
	done
}
