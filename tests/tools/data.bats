#!/usr/bin/env bats
# pfmexport data: the schema, what is known of some events, and words that a program computes from the file
# alone.

# shellcheck disable=SC2154 # variables of strings.bash
load strings

setup_file() {
	use_tools
	use_guest
	pfmexport data >"$BATS_FILE_TMPDIR/events.json"
	[ "$(wc -c <"$BATS_FILE_TMPDIR/events.json")" -lt $((16 << 20)) ] || fail "more than 16 MB"
	# all but the events, of which it says how many there are: read again and again in no time
	jq -c '.tables |= map_values(length)' "$BATS_FILE_TMPDIR/events.json" >"$BATS_FILE_TMPDIR/without-events.json"
}

setup() {
	begin
	events=$BATS_FILE_TMPDIR/events.json without_events=$BATS_FILE_TMPDIR/without-events.json
	schema=$srcdir/tools/pfm-events.schema.json
}

# Intel's event file of Skylake; AMD's PPR for Zen 4: 0xc0; Arm ARM: L1D_CACHE_REFILL is 3.
@test "what is known of some events" {
	jq -e '.schema == "pfm-events" and .version == 1' "$without_events"
	jq -c '.tables | [.skl[] | select(.name == "MEM_LOAD_RETIRED") | .umasks[] |
			select(.name == "L3_MISS") | .words, .period] +
		[.amd64_fam19h_zen4[] | select(.name == "RETIRED_INSTRUCTIONS") | .words] +
		[.arm_n1[] | select(.name == "L1D_CACHE_REFILL") | .words]' "$events" |
		diff <(echo '[["0x20d1"],100007,["0xc0"],["0x3"]]') - >&2
	jq -c '.pmus[] | select(.name == "skl" or .name == "arm_n1") |
		[.kind, .device, .counters, .cpus[0]]' "$without_events" |
		diff <(printf '%s\n' `
			`'["core",null,{"general":8,"fixed":3},'`
			`'{"vendor":"GenuineIntel","family":6,"model":[78,78],"stepping":[0,255]}]' `
			`'["core",null,{"general":6,"fixed":0},'`
			`'{"vendor":"arm","family":65,"model":[3340,3340],"stepping":[0,255]}]') - >&2
	jq -c '[.layouts.skl | .fields.cmask, .fields.event,
		(.modifiers[] | select(.name == "c") | .bits)]' "$without_events" |
		diff <(echo '[["config:24-31"],["config:0-7"],["config:24-31"]]') - >&2
}

@test "facts that vendors' files have of single names" {
	unset LIBPFM_FSROOT
	local cpu
	is_so() { # PMU EVENT FILTER of jq
		try 0 showevtinfo --cpu "$cpu" --json "^$1::$2\$"
		jq -e "$3" "$out" >/dev/null || fail "$cpu $1 $2: $3" "$(head -c 1500 "$out")"
	}
	only_counters() { # LIST: of the event and of all its unit masks
		echo "all(.counters, .umasks[].counters; . == null or . == \"$1\") and .counters == \"$1\""
	}
	for cpu in tgl adl rpl; do
		is_so tgl_unc_imc_free UNC_MC0_RDCAS_COUNT_FREERUN '.deprecated | not'
	done
	for cpu in mtl arl; do
		is_so tgl_unc_imc_free UNC_MC0_RDCAS_COUNT_FREERUN '.replacement == "UNC_M_MC0_RDCAS_COUNT_FREERUN"'
	done
	cpu=spr
	is_so spr RS_EMPTY '.umasks[] | select(.name == "COUNT") | .period == 100003'
	# Intel's files say so of each threshold, whichever it is
	for cpu in snb snb_ep ivb ivb_ep hsw hsw_ep bdw bdw_ep skl skx clx icl icx spr emr gnr adl_glc mtl_rwc lnl_lnc \
		arl_lnc ptl_cgc nvl_cyc; do
		is_so $cpu MEM_TRANS_RETIRED \
			'[.umasks[] | select(.name | test("^LOAD_LAT|^LATENCY_A")) | .alone] | length > 7 and all'
	done
	for cpu in adl_grt mtl_cmt arl_cmt arl_skt lnl_skt srf grr cwf ptl_dkt; do
		is_so $cpu MEM_UOPS_RETIRED \
			'[.umasks[] | select(.name | startswith("LOAD_LATENCY")) | .alone] | length > 7 and all'
	done
	cpu=GenuineIntel-6-46
	is_so nhm_ex OFFCORE_RESPONSE_0 "$(only_counters 2)"
	is_so nhm_ex OFFCORE_RESPONSE "$(only_counters 2)"
	cpu=GenuineIntel-6-47
	is_so wsm_dp OFFCORE_RESPONSE_0 "$(only_counters 2)"
	is_so wsm_dp OFFCORE_RESPONSE "$(only_counters 2)"
	is_so wsm_dp OFFCORE_RESPONSE_1 "$(only_counters 0-3)"
	cpu=GenuineIntel-6-44
	is_so wsm_dp OFFCORE_RESPONSE_0 "$(only_counters 0-3)"
	cpu=GenuineIntel-6-37
	is_so wsm OFFCORE_RESPONSE_0 "$(only_counters 0-3)"
	cpu=GenuineIntel-6-47
	is_so wsm_dp LONGEST_LAT_CACHE '.umasks[] | select(.name == "MISS") | .period == 100000'
	cpu=olympus
	is_so arm_olympus TXREQ_LIMIT_1QUARTER_CYCLES '.deprecated'
	is_so arm_olympus TXREQ_LIMIT_BELOW_HALF_CYCLES '.deprecated | not'
	is_so arm_olympus TXREQ_LIMIT_BELOW_HALF_CYCLES '.desc | contains("between 0 and a half")'
	try 0 check_events --cpu icx icx_unc_imc0::UNC_M_CLOCKTICKS
	prints_line 'PMU            : Intel IcelakeX IMC0 uncore'
}

@test "every PMU has its layout, its table; boxes of a kind have one" {
	jq -e '.layouts as $layouts | .tables as $tables |
		all(.pmus[]; $layouts[.layout] and ($tables[.table] > 0))' "$without_events"
	jq -r '.pmus[].name' "$without_events" | sort >here
	# those without events have fields only, cpum_cf those of s390x machines
	showevtinfo --pmus --json | jq -r 'select(.type != "device" and .events > 0) | .pmu' | sort | diff - here >&2
	jq -r '.pmus[] | select(.name | startswith("skx_unc_cha")) | .table' "$without_events" | sort -u |
		diff <(echo skx_unc_cha0) - >&2
	jq -r '.pmus[] | .name as $pmu | .table' "$without_events" | sort -u >used
	jq -r '.tables | keys_unsorted[]' "$without_events" | sort | diff used - >&2
}

@test "the same on every machine, but for what is marked" {
	local machine
	# shellcheck disable=SC2016
	local rest='[.pmus[] | select(.of_machine) | .name] as $no | .pmus |= map(select(.of_machine | not)) |
		.tables |= with_entries(select(.key | IN($no[]) | not)) |
		[.pmus[].layout] as $used | .layouts |= with_entries(select(.key | IN($used[])))'
	jq -cS "$rest" "$events" >here
	jq -e '(.pmus | length > 840) and (.tables | .skl and .spr and .arm_n1 and .power10)' here >&2
	for machine in sapphire-rapids-2s s390-3931; do
		LIBPFM_CPUID='' LIBPFM_FSROOT=$roots/$machine pfmexport data | jq -cS "$rest" | cmp - here
	done
	LIBPFM_CPUID=AuthenticAMD-26-2-1 pfmexport data | jq -cS "$rest" | cmp - here
}

@test "words of 3,000 random events from the file alone are the tools'" {
	command -v python3 >/dev/null || skip "python3 is not installed"
	python3 "$srcdir/tests/tools/data.py" "$events" - 3000 >words
	cut -d ' ' -f 1 words >names
	perf_encode --pfm --format '{requested} {config:#x} {config1:#x} {config2:#x}' @names >encoded 2>err2 || true
	# not all that can be put together goes together
	[ "$(wc -l <encoded)" -gt 2900 ] || fail "$(wc -l <encoded) of $(wc -l <words)"
	sort -u words >sorted
	sort -u encoded | comm -13 sorted - | diff /dev/null - >&2
}

# The whole file is held against it in everything.bats, which is slow.
@test "the schema: cores, boxes and the kernel's PMUs of some makers" {
	command -v python3 >/dev/null || skip "python3 is not installed"
	for some in 'sk[lx]*' 'arm_n[12]' perf; do
		pfmexport data --pmu "$some" >some.json
		python3 "$srcdir/tests/tools/data.py" some.json "$schema" 0 2>err || fail "$some" "$(tail -n 3 err)"
	done
	jq 'del(.pmus[0].kind)' some.json >bad.json
	[ -s err ] || refute python3 "$srcdir/tests/tools/data.py" bad.json "$schema" 0 2>&1
	[ ! -s err ] || skip "python3-jsonschema is not installed"
}

@test "some PMUs; what does not go" {
	try 0 pfmexport data --pmu 'skx_unc_cha*'
	json '.[0] | (.pmus | length == 28) and (.tables | keys == ["skx_unc_cha0"])'
	try 2 pfmexport data cycles
	says_line "pfmexport: data goes without events; --pmu says of which PMUs"
	try 2 pfmexport data --deprecated
	says_line "pfmexport: --deprecated goes with perf-list"
	fails_if_output_does pfmexport data --pmu perf
}
