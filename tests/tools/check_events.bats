#!/usr/bin/env bats
# check_events, on a machine that is the same everywhere: an x86 guest with the PMUs perf, perf_raw and icl.

# shellcheck disable=SC2154 # variables of strings.bash
load strings

# block REQUESTED ACTUAL PMU IDX CODES: what is printed for one event.
block() {
	printf 'Requested Event: %s\nActual    Event: %s\nPMU            : %s\nIDX            : %s\nCodes          : %s\n' "$@"
}

skylake() {
	block "$1" "skl::INST_RETIRED:ANY_P:$2:e=0:i=0:c=0:t=0:intx=0:intxcp=0" "Intel Skylake" 419430421 "$3"
}

same() {
	diff - "$out" >&2
}

code() {
	check_events --format '{requested} {code:#x}' "$@"
}

# ---- the text ----

@test "five lines an event, in the order of the command line" {
	try 0 check_events skl::INST_RETIRED:ANY_P:u skl::INST_RETIRED skl::INST_RETIRED:k
	{
		skylake skl::INST_RETIRED:ANY_P:u k=0:u=1 0x5100c0
		skylake skl::INST_RETIRED k=1:u=1 0x5300c0
		skylake skl::INST_RETIRED:k k=1:u=0 0x5200c0
	} | same
	says_nothing
}

@test "several codes are separated by one blank; the number of codes may change from event to event" {
	offcore=skl::OFFCORE_RESPONSE_0:DMND_DATA_RD:ANY_RESPONSE
	try 0 check_events skl::INST_RETIRED:ANY_P $offcore skl::INST_RETIRED:ANY_P
	{
		skylake skl::INST_RETIRED:ANY_P k=1:u=1 0x5300c0
		block $offcore $offcore:k=1:u=1:e=0:i=0:c=0:t=0:intx=0:intxcp=0 "Intel Skylake" 419430486 \
			"0x5301b7 0x10001"
		skylake skl::INST_RETIRED:ANY_P k=1:u=1 0x5300c0
	} | same
}

@test "no event: cycles and instructions, as the kernel counts them" {
	try 0 check_events
	{
		block PERF_COUNT_HW_CPU_CYCLES perf::PERF_COUNT_HW_CPU_CYCLES "perf_events generic PMU" 106954752 0x0
		echo "Kernel         : cpu-cycles: icl::CPU_CLK_UNHALTED:THREAD_P, 0x3c"
		block PERF_COUNT_HW_INSTRUCTIONS perf::PERF_COUNT_HW_INSTRUCTIONS "perf_events generic PMU" 106954755 \
			0x1
		echo "Kernel         : instructions: icl::INST_RETIRED:ANY_P, 0xc0"
	} | same
}

@test "names in any case, dots for colons, numbers in C's notations" {
	try 0 code SKL::inst_retired.any_p.U skl::INST_RETIRED:c=010 skl::INST_RETIRED:c=0X1f skl::INST_RETIRED:u=T:k=f
	prints "SKL::inst_retired.any_p.U 0x5100c0" "skl::INST_RETIRED:c=010 0x85300c0" \
		"skl::INST_RETIRED:c=0X1f 0x1f5300c0" \
		"skl::INST_RETIRED:u=T:k=f 0x5100c0"
}

@test "other vendors" {
	try 0 check_events arm_n1::L1I_CACHE netburst::GLOBAL_POWER_EVENTS:RUNNING \
		amd64_fam17h_zen1::RETIRED_INSTRUCTIONS:u
	prints_line "Actual    Event: arm_n1::L1I_CACHE:k=1:u=1:hv=0"
	prints_line "Codes          : 0x8000014"
	prints_line "PMU            : AMD64 Fam17h Zen1"
	prints_line "Codes          : 0x5100c0"
	prints_lines 15
}

@test "raw codes" {
	try 0 check_events r1c2
	block r1c2 perf_raw::r1c2 "perf_events raw PMU" 239075328 0x1c2 | same
}

# ---- options ----

@test "every option of the help is one" {
	check_events --help | grep -oE -- '^ {2,6}(-[a-zA-Z], )?--[a-z-]+( [A-Z]+)?' >"$out"
	[ "$(wc -l <"$out")" -ge 9 ]
	while read -r line; do
		[[ $line =~ (--[a-z-]+)(\ [A-Z]+)? ]]
		arguments=("${BASH_REMATCH[1]}")
		event=skl::INST_RETIRED
		case ${arguments[0]} in
		--os) arguments+=(perf) ;;
		--plm) arguments+=(u) ;;
		--cpu) arguments+=(skl) ;;
		--pmu) arguments+=(skl) ;;
		--format) arguments+=(x) ;;
		--group) arguments+=(power4::0) ;;
		--metric) continue ;; # without events
		--constant) arguments+=(a=1 --metric cycles) event= ;;
		esac
		[ "${arguments[0]}" != --perf ] || event=skl/inst_retired/
		check_events "${arguments[@]}" $event >/dev/null
	done <"$out"
}

@test "-O and --os: register codes, or what perf_event is given" {
	for layer in none raw pmu; do
		try 0 check_events -O $layer skl::INST_RETIRED:u
		skylake skl::INST_RETIRED:u k=0:u=1 0x5100c0 | same
	done
	try 0 check_events -O perf skl::INST_RETIRED:u
	prints_line "Actual    Event: skl::INST_RETIRED:ANY_P:e=0:i=0:c=0:t=0:intx=0:intxcp=0:u=1:k=0:mg=0:mh=1"
	prints_line "Codes          : 0xc0"
	try 0 check_events --os=perf_ext skl::INST_RETIRED:u:period=5
	prints_line "Codes          : 0xc0"
	try 1 check_events -O perf skl::INST_RETIRED:u:period=5
	prints_nothing
	try 0 check_events -O perf skl::OFFCORE_RESPONSE_0:DMND_DATA_RD:ANY_RESPONSE
	prints_line "Codes          : 0x1b7 0x10001"
}

@test "--os with another word" {
	try 2 check_events -O PERF skl::INST_RETIRED
	says_line "check_events: unknown OS layer PERF, choose from: none, raw, pmu, perf, perf_ext"
	refuses check_events "--os nosuch skl::INST_RETIRED"
}

@test "--plm: where to count unless the event says so" {
	try 0 code --plm u skl::INST_RETIRED skl::INST_RETIRED:k
	prints "skl::INST_RETIRED 0x5100c0" "skl::INST_RETIRED:k 0x5200c0"
	try 0 code --plm k skl::INST_RETIRED
	prints "skl::INST_RETIRED 0x5200c0"
	try 0 code --plm uk skl::INST_RETIRED
	prints "skl::INST_RETIRED 0x5300c0"
	try 0 code --plm h skl::INST_RETIRED
	prints "skl::INST_RETIRED 0x5000c0"
	try 2 check_events --plm ux skl::INST_RETIRED
	prints_nothing
	says_line "check_events: unknown privilege level x, choose from: k, u, h"
}

@test "--pmu: a name, a pattern, in any case" {
	for pmu in skl SKL 'sk?' 's[k]l'; do
		try 0 code --pmu "$pmu" INST_RETIRED:u
		prints "INST_RETIRED:u 0x5100c0"
	done
	try 0 check_events --format '{pmu}' --pmu 'skx_unc_*' UNC_M_CAS_COUNT:RD
	prints skx_unc_imc0
	try 1 check_events --pmu skl NOSUCH
	says "check_events: "
	try 1 check_events --pmu 'nosuch*' INST_RETIRED
	prints_nothing
	says "nosuch*"
}

@test "--pmu says nothing about events that name theirs" {
	try 0 code --pmu icl skl::INST_RETIRED:u INST_RETIRED:ANY_P
	prints "skl::INST_RETIRED:u 0x5100c0" "INST_RETIRED:ANY_P 0x5300c0"
}

@test "--cpu: to be on another machine" {
	while read -r cpu event pmu; do
		try 0 check_events --cpu "$cpu" --format '{pmu}' "$event"
		prints "$pmu"
		says_nothing
	done <<-'END'
		GenuineIntel-6-143   INST_RETIRED          spr
		GenuineIntel-6-143-8 INST_RETIRED          spr
		spr                  INST_RETIRED          spr
		skl                  INST_RETIRED          skl
		zen4                 RETIRED_INSTRUCTIONS  amd64_fam19h_zen4
		AuthenticAMD-23-1    RETIRED_INSTRUCTIONS  amd64_fam17h_zen1
		0x410fd0c1           CPU_CYCLES            arm_n1
		POWER-0x4e           PM_INST_CMPL          power9
		power9               PM_INST_CMPL          power9
	END
}

@test "--cpu: a machine that nobody knows is wrong usage" {
	for cpu in nosuch GenuineIntel-99-1 NoSuch-6-1 POWER-1; do
		try 2 check_events --cpu "$cpu" INST_RETIRED
		prints_nothing
		says_line "check_events: no PMU is known for the CPU $cpu"
		refute grep -q 'may be many' "$err"
	done
	# a brand that many CPUs have
	try 2 check_events --cpu Xeon INST_RETIRED
	says '  xeon may be many: skylake-sp, cascadelake, icelake-sp, sapphirerapids, emeraldrapids, '
	[ "$(grep -c 'may be many' "$err")" = 1 ]
	try 2 check_events --cpu threadripper RETIRED_INSTRUCTIONS
	says_line '  threadripper may be many: castlepeak, chagall, stormpeak, shimadapeak'
}

# The last line of the banner, from what showevtinfo says of each PMU.
total() {
	showevtinfo --pmus --json |
		jq -rs '"Total events: \(map(.events) | add) available, " +
			"\(map(select(.present).events) | add) supported"'
}

@test "--pmus: the banner of libpfm4, then the events" {
	try 0 check_events --pmus skl::INST_RETIRED:u
	[ "$(sed -n 1p "$out")" = "Supported PMU models:" ]
	[ "$(sed -n '/^Supported/,/^Detected/p' "$out" | grep -c "$(printf '^\t\\[')")" = \
		"$(showevtinfo --pmus | wc -l)" ]
	{
		printf '%s\n' 'Detected PMU models:' \
			'	[18, ix86arch, "Intel X86 architectural PMU"]' \
			'	[51, perf, "perf_events generic PMU"]' \
			'	[114, perf_raw, "perf_events raw PMU"]'
		printf '\t[447, icl, "Intel Icelake"]\n%s\n' "$(total)"
		skylake skl::INST_RETIRED:u k=0:u=1 0x5100c0
	} >"$out.want"
	sed -n '/^Detected/,$p' "$out" | diff "$out.want" - >&2
	sed -n '/^\t/p;/^Detected/q' "$out" >"$out.supported"
	grep -qxF "$(printf '\t[200, skl, "Intel Skylake"]')" "$out.supported"
	sed 's/^.\[\([0-9]*\),.*/\1/' "$out.supported" >"$out.ids"
	sort -nuc "$out.ids"
	refute grep -x 0 "$out.ids"
}

@test "--pmus alone is no reason to check anything" {
	try 0 check_events --pmus
	[ "$(tail -n 1 "$out")" = "$(total)" ]
	prints_lines $(($(showevtinfo --pmus | wc -l) + 7))
}

@test "the banner only with --pmus" {
	try 0 check_events skl::INST_RETIRED
	prints_lines 5
	refute grep 'PMU models' "$out" "$err"
}

@test "-q and --quiet: only what is wrong" {
	try 2 check_events -q
	says 'check_events: --quiet goes with events, --group or --metric'
	for option in -q --quiet; do
		try 0 check_events $option skl::INST_RETIRED
		prints_nothing
		says_nothing
		try 1 check_events $option skl::INST_RETIRED skl::NOSUCH
		prints_nothing
		says "check_events: skl::NOSUCH: "
	done
}

@test "--json: an object a line, good events and bad ones" {
	try 1 check_events --json skl::INST_RETIRED:u skl::NOSUCH skl::OFFCORE_RESPONSE_0:DMND_DATA_RD:ANY_RESPONSE
	says_nothing
	prints_json 3
	json '.[0] == {schema: 1, requested: "skl::INST_RETIRED:u",
		event: "skl::INST_RETIRED:ANY_P:k=0:u=1:e=0:i=0:c=0:t=0:intx=0:intxcp=0",
		pmu: "skl", idx: 419430421, codes: ["0x5100c0"]}'
	json '.[1] | .requested == "skl::NOSUCH" and .error.code == "NOTFOUND" and
		.error.offset == 5 and .error.length == 6
		and (.error.message | type) == "string" and (.error.suggestions | type) == "array"'
	json '.[2].codes == ["0x5301b7", "0x10001"]'
}

@test "an event that is wrong: requested is what was typed, event what was looked up, and the place is in that" {
	try 1 check_events --json --pmu skl INST_RETIRE skl::NOSUCH
	prints_json 2
	json '.[0] | .requested == "INST_RETIRE" and .event == "skl::INST_RETIRE"
		and .event[.error.offset:][:.error.length] == "INST_RETIRE"'
	json '.[1] | .requested == "skl::NOSUCH" and .event == "skl::NOSUCH"'
	try 1 check_events --json LS_DISPATCH
	json 'map(.requested) == ["LS_DISPATCH"] and (.[0].event | endswith("::LS_DISPATCH"))'
	json '.[0] | .error.offset == (.event | length) and .error.length == 0'
	try 1 check_events --pmu skl INST_RETIRE
	{
		echo 'check_events: INST_RETIRE: no such event: INST_RETIRE'
		echo '  skl::INST_RETIRE'
		echo '       ^~~~~~~~~~~'
	} | diff - <(head -n 3 "$err") >&2
	try 1 check_events LS_DISPATCH
	says "check_events: LS_DISPATCH: LS_DISPATCH needs a unit mask"
}

@test "--json: whatever the event is" {
	try 1 check_events --json '"' "\\" $'a\tb' $'\1' '' 'skl::INST_RETIRED:ANYP' 'skl::INST_RETIRED:c=999'
	prints_json 7
	json 'map(.requested)
		== ["\"", "\\", "a\tb", "\u0001", "", "skl::INST_RETIRED:ANYP", "skl::INST_RETIRED:c=999"]'
	json '.[5].error.suggestions | index("ANY_P") != null'
	json '.[5:] | map(.error.code) == ["ATTR", "ATTR_VAL"]'
	one_megabyte | try 1 check_events --json -
	prints_json 1
	printf '\377\n' | try 1 check_events --json -
	prints_json 1
	iconv -f UTF-8 -t UTF-8 "$out" >/dev/null || fail "not UTF-8"
}

@test "--format: every field, every notation" {
	offcore=skl::OFFCORE_RESPONSE_0:DMND_DATA_RD:ANY_RESPONSE
	try 0 check_events --format '{requested}|{name}|{pmu}|{idx}' $offcore
	prints "$offcore|$offcore:k=1:u=1:e=0:i=0:c=0:t=0:intx=0:intxcp=0|skl|419430486"
	try 0 check_events --format '{code:#x}|{code:x}|{code}|{code1:#x}|{code2}|{codes}' $offcore
	prints "0x5301b7|5301b7|5439927|0x10001|0|0x5301b7 0x10001"
	try 0 check_events --format 'a\tb\nc\\{{d}' skl::INST_RETIRED
	prints "$(printf 'a\tb')" 'c\{d}'
	try 0 check_events --format '' skl::INST_RETIRED
	prints ""
	try 0 check_events --format '%s%n{pmu}%d' skl::INST_RETIRED
	prints '%s%nskl%d'
}

@test "--format: a field that does not exist is named, with those that do" {
	try 2 check_events --format '{nosuch}' skl::INST_RETIRED
	says "check_events: no field {nosuch}"
	says "requested name pmu idx"
}

@test "--format: what is wrong with it is said before anything is printed" {
	for format in '{nosuch}' '{code:z}' '{code:}x{code: x}' '{pmu:x}' '{pmu} {pmu:d}' '{}' '{:x}' '{' 'x{code' \
		'{pmu} {code:#x'; do
		try 2 check_events --pmus --format "$format" skl::INST_RETIRED
		prints_nothing
		says_who check_events
		says_line "Try 'check_events --help'."
	done
}

@test "options after operands, options cut short, -- before an operand that looks like one" {
	try 0 check_events skl::INST_RETIRED:u --form '{code:#x}'
	prints 0x5100c0
	try 0 code -- skl::INST_RETIRED:u
	prints "skl::INST_RETIRED:u 0x5100c0"
	try 1 check_events -- -q
	says "check_events: -q: "
}

# ---- operands ----

@test "commas and perf's braces separate events" {
	try 0 code '{skl::INST_RETIRED:u,skl::INST_RETIRED:k}' skl::INST_RETIRED,skl::INST_RETIRED:c=1 \
		'{skl::INST_RETIRED:u}'
	prints "skl::INST_RETIRED:u 0x5100c0" "skl::INST_RETIRED:k 0x5200c0" "skl::INST_RETIRED 0x5300c0" \
		"skl::INST_RETIRED:c=1 0x15300c0" \
		"skl::INST_RETIRED:u 0x5100c0"
	try 0 code ',skl::INST_RETIRED:u,,'
	prints "skl::INST_RETIRED:u 0x5100c0"
}

@test "a list without an event" {
	for operand in '' ',' ',,' '{}' '{,}'; do
		try 1 check_events "$operand"
		prints_nothing
		says "check_events: "
	done
}

@test "a failing event hides none of the others, wherever they come from" {
	printf 'skl::NOSUCH\nskl::INST_RETIRED:k\n' >"$BATS_TEST_TMPDIR/list"
	printf 'NOSUCH1,skl::INST_RETIRED:u\nNOSUCH2\n' |
		try 1 code nosuch::X skl::INST_RETIRED "@$BATS_TEST_TMPDIR/list" - @/nosuch skl::INST_RETIRED:ANYP \
			skl::INST_RETIRED:c=2
	prints "skl::INST_RETIRED 0x5300c0" "skl::INST_RETIRED:k 0x5200c0" "skl::INST_RETIRED:u 0x5100c0" \
		"skl::INST_RETIRED:c=2 0x25300c0"
	for event in nosuch::X "$BATS_TEST_TMPDIR/list:1: skl::NOSUCH" "standard input:1: NOSUCH1" /nosuch \
		"standard input:2: NOSUCH2" skl::INST_RETIRED:ANYP; do
		says "check_events: $event: "
	done
	says_who check_events
	[ "$(grep -c '^check_events: ' "$err")" = 6 ]
}

@test "what stands in a file is said to be in its line" {
	printf '# a comment\n\nskl::INST_RETIRED\nskl::INST_RETIRED,{skl::A,skl::B}:u\n{skl::C\n\0\n' >list
	try 1 check_events -q @list arm_n1::D
	grep '^check_events' "$err" | cut -d : -f 2-5 | diff <(printf ' %s\n' 'list:4: skl:' 'list:4: skl:' \
		'list:5: {skl:' 'list:6: a NUL byte in the input: not a list of events' \
		'arm_n1::D: no such event') - >&2
	try 1 check_events --json - arm_n1::D <list
	json '[.[] | select(.error) | [.file, .line]] == [["standard input", 4], ["standard input", 4],
		["standard input", 5], [null, null]]'
	printf '\nskl::INST_RETIRED\nUNC_M_CAS_COUNT:RD\n' >list
	unset LIBPFM_FSROOT
	try 0 evt2raw --cpu skx @list
	says_line 'evt2raw: list:3: UNC_M_CAS_COUNT:RD: on skx_unc_imc0, one of 6 boxes; --all-boxes counts on all'
}

@test "an event of other machines only: it is shown for the newest, and said so" {
	try 0 check_events --format '{pmu}' LONGEST_LAT_CACHE:MISS
	prints icl
	says_nothing
	try 1 check_events --format '{name}' PM_INST_CMPL
	[[ $(cat "$out") == power*::PM_INST_CMPL* ]]
	says "check_events: PM_INST_CMPL: not an event of this machine"
	try 1 check_events -q PM_INST_CMPL
	# the newest of this machine's architecture, not of all
	LIBPFM_CPUID=0x410fd0c1 try 1 check_events LL_CACHE_MISS
	says "this is arm_c1_pro's"
	LIBPFM_CPUID=POWER-0x4e try 1 check_events LL_CACHE_MISS
	says "this is arm_c1_pro's"
	# Clearwater Forest has no L1D of its own: that word is perf's, which has no unit masks
	LIBPFM_CPUID=AuthenticAMD-26-2 try 1 check_events L1D.REPLACEMENT
	refute grep -q "this is cwf's" "$err"
	grep -q '::L1D:REPLACEMENT' "$out"
	try 1 check_events --cpu skl PM_INST_CMPL
	try 1 check_events --pmu skl PM_INST_CMPL
}

@test "standard input: a line an event, blanks, comments, lists; no newline at the end" {
	printf 'skl::INST_RETIRED:u # a comment\n#all\n\n  \t skl::INST_RETIRED:k \r\n{skl::INST_RETIRED,skl::INST_RETIRED:c=1}\nskl::INST_RETIRED:c=2' |
		try 0 code -
	prints "skl::INST_RETIRED:u 0x5100c0" "skl::INST_RETIRED:k 0x5200c0" "skl::INST_RETIRED 0x5300c0" \
		"skl::INST_RETIRED:c=1 0x15300c0" \
		"skl::INST_RETIRED:c=2 0x25300c0"
}

@test "JSON says which layer the codes are for" {
	local LIBPFM_FSROOT='' layer
	export LIBPFM_FSROOT
	for layer in perf perf_ext; do
		try 0 check_events --cpu skl --json -O $layer INST_RETIRED:ANY_P
		json "map(.os) == [\"$layer\"]"
	done
	try 0 check_events --cpu skl --json -O none INST_RETIRED:ANY_P
	json 'map(has("os")) == [false]'
}

@test "words in another order, with others: this machine's names that have all of them, none that others spell alike" {
	local LIBPFM_FSROOT=''
	export LIBPFM_FSROOT
	try 1 check_events --cpu graviton3 CACHE_RD_REFILL
	says_line "  did you mean L1D_CACHE_REFILL_RD, L2D_CACHE_REFILL_RD?"
	try 1 check_events --cpu neoverse-v2 CACHE_L1D_REFILL
	says_line "  did you mean L1D_CACHE_REFILL?"
	try 1 check_events --cpu power10 FIN_PM_LARX L3_FROM_DATA
	says_line "  did you mean PM_LARX_FIN?"
	says_line "  did you mean PM_DATA_FROM_L3?"
	# two words more are the most
	try 1 check_events --cpu graviton3 RD_REFILL
	says_line "  did you mean L1D_CACHE_REFILL_RD, L1D_TLB_REFILL_RD, L2D_CACHE_REFILL_RD, L2D_TLB_REFILL_RD?"
	# of one word, or of a word that it lacks, nothing is said
	try 1 check_events --cpu graviton3 CACHE_RD_REFILLX REFILL
	refute grep "L1D_CACHE_REFILL_RD," "$err"
}

@test "suggestions: PMUs of the machine that is asked about come first, by what their boxes are called" {
	local cpu word pmu
	export LIBPFM_FSROOT=
	while read -r cpu word pmu; do
		try 1 check_events --cpu "$cpu" "$word::UNC_X"
		says_line "  did you mean $pmu?"
	done <<-'END'
		spr imc0 spr_unc_imc0
		spr imc spr_unc_imc0
		spr cha spr_unc_cha0
		spr uncore_imc spr_unc_imc0
		spr uncore_imc_1 spr_unc_imc1
		spr upi0 spr_unc_upi0
		skx imc3 skx_unc_imc3
		hsx cbox hswep_unc_cbo0
		zen4 l3 amd64_fam19h_zen4_l3
		zen5 df amd64_fam1ah_zen5_df
	END
	for word in imc cha; do
		try 1 check_events --cpu spr $word
		says_line "check_events: $word: $word is no event, but what is counted by the PMU spr_unc_${word}0"
	done
	try 1 check_events --cpu knl LONGEST_LAT_CACHE.MISS
	says_line '  did you mean L2_REQUESTS?'
	try 1 check_events --cpu apple-m1 INSTR_RETIRED
	says_line '  did you mean INST_ALL, INSTRUCTIONS?'
}

@test "suggestions: a name of the kernel with three wrong letters is meant, but software with two at most" {
	local LIBPFM_FSROOT=''
	export LIBPFM_FSROOT
	try 1 check_events --cpu skl XBUS-CYCLESXX XXCONTEXT-SWITCHES XXCONTEXT-SWITCHESX
	grep 'did you mean' "$err" >meant
	diff meant - <<-'END'
		  did you mean BUS-CYCLES?
		  did you mean CONTEXT-SWITCHES?
	END
}

@test "a PMU that the CPU asked about does not have: said in a line, and encoded" {
	local root
	for root in '' "$roots/vm"; do
		LIBPFM_FSROOT=$root try 0 check_events --cpu spr icx_unc_imc0::UNC_M_CAS_COUNT:RD
		prints_line 'Codes          : 0xf04'
		says 'icx_unc_imc0::UNC_M_CAS_COUNT:RD: spr has no PMU icx_unc_imc0, whose code this is'
		LIBPFM_FSROOT=$root try 0 evt2raw --cpu spr icx_unc_imc0::UNC_M_CAS_COUNT:RD
		prints uncore_imc_0/config=0xf04/
		says 'icx_unc_imc0::UNC_M_CAS_COUNT:RD: spr has no PMU icx_unc_imc0, whose code this is'
		LIBPFM_FSROOT=$root try 0 perf_encode --cpu spr skl::INST_RETIRED
		says 'skl::INST_RETIRED: spr has no PMU skl, whose code this is'
		LIBPFM_FSROOT=$root try 0 evt2raw --cpu spr spr_unc_imc0::UNC_M_CAS_COUNT:RD spr::INST_RETIRED cycles
		refute grep 'has no PMU' "$err"
	done
	try 0 evt2raw skl::INST_RETIRED
	refute grep 'has no PMU' "$err"
	LIBPFM_FSROOT='' try 1 check_events --cpu spr icx_unc_imc0::NOSUCH
	says 'expected: an event of icx_unc_imc0, or of spr_unc_imc0, which this machine has in its place'
}

@test "PMU::EVENT needs no list of the kernel's tracepoints" {
	local root=$BATS_TEST_TMPDIR/root tool
	needs_preload
	cp -r "$roots/tracefs" "$root"
	chmod -R u+w "$root"
	for tool in $(seq 300); do
		mkdir -p "$root/sys/kernel/tracing/events/many/event$tool"
		echo "$tool" >"$root/sys/kernel/tracing/events/many/event$tool/id"
	done
	for tool in check_events evt2raw perf_encode; do
		# call 250 of opening, reading and looking at files: there is none
		LIBPFM_FSROOT=$root fails_at 2:2:250 $tool skl::INST_RETIRED
		[ -z "$failed" ] || fail "$tool skl::INST_RETIRED: expected fewer than 250 looks at files"
	done
}

@test "standard input: empty, only comments, closed, a directory" {
	try 0 check_events - </dev/null
	prints_nothing
	says_nothing
	printf '# nothing\n\n' | try 0 check_events -
	prints_nothing
	try 1 check_events - <&-
	says "check_events: "
	try 1 check_events - </
	says "check_events: "
}

@test "standard input: lines after a bad one count" {
	printf 'perf::cycles\0\nskl::INST_RETIRED:u\n\377\nskl::INST_RETIRED:k\n' | try 1 code -
	prints "skl::INST_RETIRED:u 0x5100c0" "skl::INST_RETIRED:k 0x5200c0"
}

# ---- streams ----

@test "a closed stderr changes no status" {
	check_events skl::INST_RETIRED >/dev/null 2>&-
	status=0
	check_events skl::NOSUCH 2>&- || status=$?
	[ "$status" = 1 ]
}

# ---- environment ----

@test "all PMUs can be named, whatever LIBPFM_ENCODE_INACTIVE says" {
	LIBPFM_ENCODE_INACTIVE=0 try 0 code skl::INST_RETIRED:u
	prints "skl::INST_RETIRED:u 0x5100c0"
}

@test "LIBPFM_FORCE_PMU and LIBPFM_DISABLED_PMUS hold for tools too" {
	LIBPFM_FORCE_PMU=amd64_fam17h_zen1 try 0 code RETIRED_INSTRUCTIONS:u
	prints "RETIRED_INSTRUCTIONS:u 0x5100c0"
	LIBPFM_DISABLED_PMUS=skl try 1 check_events skl::INST_RETIRED
	LIBPFM_FORCE_PMU=icl try 1 check_events
}

@test "the events that the README has ./demo show are right on every machine" {
	events=$(sed -n 's|^.*: \./demo ||p' "$srcdir/README")
	[ -n "$events" ]
	for cpu in skl spr zen4 arm_n1 power9 GenuineIntel-6-167-1; do
		# shellcheck disable=SC2086
		try 0 check_events --cpu $cpu -q $events
	done
}

# ---- perf's language ----

@test "what people type first has an answer without -O" {
	export LIBPFM_CPUID= LIBPFM_FSROOT=$roots/skylake-client
	try 0 check_events --format '{name} {codes}' cycles:u instructions cache-misses L1-dcache-load-misses \
		cpu/event=0xc0,umask=0x1/ r1a8:u
	says_nothing
	prints 'perf::PERF_COUNT_HW_CPU_CYCLES:u=1:k=0:precise=0:excl=0:mg=0:mh=1 0x0' \
		'perf::PERF_COUNT_HW_INSTRUCTIONS 0x1' \
		'perf::PERF_COUNT_HW_CACHE_MISSES 0x3' 'perf::PERF_COUNT_HW_CACHE_L1D:READ:MISS 0x10000' \
		'skl::INST_RETIRED:PREC_DIST 0x1c0' \
		'perf_raw::r1a8:u=1:k=0:h=0:precise=0:excl=0:mg=0:mh=1:hw_smpl=0 0x1a8'
}

@test "an event on several devices is one, with its unit" {
	export LIBPFM_CPUID= LIBPFM_FSROOT=$roots/sapphire-rapids-2s
	try 0 check_events uncore_imc/cas_count_read/
	says_nothing
	prints_line "Actual    Event: spr_unc_imc0::UNC_M_CAS_COUNT:RD"
	prints_line "Codes          : 0xcf05"
	prints_line "Devices        : $(printf 'uncore_imc_%s, ' 0 1 2 3 4 5 6 7 8 9 10)uncore_imc_11"
	prints_line "Unit           : MiB, counts times 6.103515625e-05"
	try 0 check_events --json uncore_imc/cas_count_read/
	prints_json 1
	json '.[0] | .unit == "MiB" and .scale == 6.103515625e-05 and (.devices | length > 20) and .codes == ["0xcf05"]'
}

@test "tracepoints, groups, breakpoints and devices that no table knows" {
	LIBPFM_CPUID= LIBPFM_FSROOT=$roots/tracefs try 0 check_events --format '{name} {codes}' sched:sched_switch \
		'{cycles,instructions}:S' mem:0x1000/4:w
	says_nothing
	LIBPFM_CPUID= LIBPFM_FSROOT=$roots/hypervisor try 0 check_events --format '{name} {pmu} {codes}' \
		acme_npu/tiles/ hv_24x7/PM_CS_FROM_L4_MEM_X_DPTEG,chip=1/
	says_nothing
	prints 'acme_npu/tiles/ acme_npu_0, acme_npu_1, acme_npu_10 0x1 0x20' \
		'hv_24x7/PM_CS_FROM_L4_MEM_X_DPTEG,chip=1/ hv_24x7 0x5800010001'
}

@test "modifiers of a group and of its members are kept" {
	try 0 check_events --format '{name} {codes}' '{task-clock:u,page-faults:k}:h' '{cycles:u,instructions}:k' \
		'{cycles,instructions}:W' cpu/event=0xd1,umask=0x20/u
	says_nothing
	prints 'perf::PERF_COUNT_SW_TASK_CLOCK:u=1:k=0:excl=0:mg=0:mh=1 0x1' \
		'perf::PERF_COUNT_SW_PAGE_FAULTS:u=0:k=1:excl=0:mg=0:mh=1 0x2' \
		'perf::PERF_COUNT_HW_CPU_CYCLES:u=1:k=1:precise=0:excl=0:mg=0:mh=1 0x0' \
		'perf::PERF_COUNT_HW_INSTRUCTIONS:u=0:k=1:precise=0:excl=0:mg=0:mh=1 0x1' \
		'{cycles}:W 0x0' \
		'{instructions}:W 0x1' \
		'icl::MEM_LOAD_RETIRED:L3_MISS:u=1 0x20d1'
}

@test "what no event string can say of an event of perf's language is said to be missing" {
	try 0 check_events --format '{name}' cpu/event=0xc0,period=7/ cpu/event=0x0d/k cpu/event=0xd1,umask=0x20/pp
	says_nothing
	local missing='event strings have no words for all of it: Actual Event is without them'
	for event in cycles:b cpu/event=0xd1,umask=0x20,percore/ cpu/event=0xc0/I; do
		try 0 check_events "$event"
		says_line "check_events: $event: $missing"
		try 0 check_events -q "$event"
		says_nothing
	done
}

@test "events of a core have the core's names, not the architecture's" {
	try 0 check_events --cpu skl --format '{name}' cpu/event=0xc0,umask=1/pp cpu/event=0xc0,umask=0/u
	says_nothing
	prints skl::INST_RETIRED:PREC_DIST:precise=2 skl::INST_RETIRED:ANY_P:u=1
}

@test "a modifier that only a higher layer has: which that is" {
	try 1 check_events perf::cycles:u
	says_line '  the kernel has it: --os perf'
	try 1 check_events -O perf skl::INST_RETIRED:period=7
	says_line '  the kernel has it: --os perf_ext'
	try 1 check_events perf::cycles:nosuch
	refute says 'the kernel has it'
}

@test "--cpu: any case of the vendor, Intel's own way to write a model, and who lacks a vendor" {
	local cpu
	for cpu in genuineintel-6-143 06_8FH 06_8fh 6-8Fh 06_8F 6_8F 06-8f 06-8f-08 "family 6 model 143"; do
		try 0 check_events --cpu "$cpu" --format '{pmu}' INST_RETIRED
		prints spr
		says_nothing
	done
	for cpu in 6-143 19h_11h 6-8f 06-143 06-8f-8 0f_8FH 06_8FHx; do
		try 2 check_events --cpu "$cpu" INST_RETIRED
		says "check_events: $cpu: the vendor is missing in front: GenuineIntel- or AuthenticAMD-"
	done
}

@test "what is wrong in perf's language is shown at its place, with the formats that there are" {
	export LIBPFM_CPUID= LIBPFM_FSROOT=$roots/skylake-client
	try 1 check_events cpu/event=0xc0,umak=1/
	prints_nothing
	says_line 'check_events: cpu/event=0xc0,umak=1/: cpu has no format and no event umak'
	says '  cpu/event=0xc0,umak=1/'
	says '                 ^~~~'
	says 'did you mean umask'
	says 'expected: an event of cpu, or of its formats: any, cmask, edge, event, frontend'
	try 1 check_events nosuch/event=1/
	says 'no such device: nosuch'
	try 1 check_events --json cpu/event=0x100/
	json '.[0].error | .code == "ATTR_VAL" and .offset == 10 and .length == 5'
}

@test "devices that no table knows are PMUs of event strings, too, for perf_event" {
	export LIBPFM_CPUID= LIBPFM_FSROOT=$roots/hypervisor
	try 0 check_events -O perf_ext --format '{name} {pmu} {codes}' acme_npu_0::tiles:lane=4:u \
		hv_24x7::PM_CS_FROM_L4_MEM_X_DPTEG:chip=1
	says_nothing
	prints 'acme_npu_0::tiles:lane=4:u=1:k=0:h=0:precise=0:excl=0:mg=0:mh=1 acme_npu_0 0x1 0x60' \
		'hv_24x7::PM_CS_FROM_L4_MEM_X_DPTEG:chip=1:u=1:k=1:h=1:precise=0:excl=0:mg=1:mh=1 hv_24x7 0x5800010001'
	try 1 check_events -O perf_ext acme_npu_0::tils
	says 'acme_npu_0 has no format and no event tils'
	says '              ^~~~'
	try 1 check_events acme_npu_0::tiles
	says 'acme_npu_0 is a device of the kernel that no table knows'
	try 0 evt2raw --plm kuh acme_npu_0::tiles:u
	prints acme_npu_0/config=0x1,config1=0x20/u
	try 0 perf_encode --as perf acme_npu_1::watts
	prints acme_npu_1/config=0x20/
}

@test "all boxes of a kind: PMU*::EVENT and --all-boxes; else one line says which it is" {
	export LIBPFM_CPUID= LIBPFM_FSROOT=$roots/soft-boxes
	for arguments in 'spr_unc_cha*::UNC_CHA_CLOCKTICKS' '--all-boxes UNC_CHA_CLOCKTICKS'; do
		# shellcheck disable=SC2086
		try 0 check_events --format '{pmu} {code:#x}' $arguments
		prints 'spr_unc_cha0 0x1' 'spr_unc_cha1 0x1' 'spr_unc_cha2 0x1'
		says_nothing
	done
	try 0 check_events --format '{pmu}' UNC_CHA_CLOCKTICKS spr_unc_cha1::UNC_CHA_CLOCKTICKS
	prints spr_unc_cha0 spr_unc_cha1
	says_line 'check_events: UNC_CHA_CLOCKTICKS: on spr_unc_cha0, one of 3 boxes; --all-boxes counts on all'
	[ "$(wc -l <"$err")" = 1 ]
	try 0 check_events -q UNC_CHA_CLOCKTICKS
	says_nothing
	try 0 check_events --together 'spr_unc_cha*::UNC_CHA_CLOCKTICKS'
	prints 'counter  event' '0        spr_unc_cha0::UNC_CHA_CLOCKTICKS' '0        spr_unc_cha1::UNC_CHA_CLOCKTICKS' \
		'0        spr_unc_cha2::UNC_CHA_CLOCKTICKS'
	unset LIBPFM_FSROOT
	try 0 check_events --format '{pmu}' --cpu neoverse-n1 'skx_unc_upi*::UNC_UPI_CLOCKTICKS'
	prints skx_unc_upi0 skx_unc_upi1 skx_unc_upi2
	try 0 check_events --format '{name}' --cpu spr 'spr_unc_m2m*::UNC_M2M_CLOCKTICKS'
	prints_lines 1
}

@test "kinds of cores: one is checked, which is said, or each with --all-cores" {
	export LIBPFM_CPUID= LIBPFM_FSROOT=$roots/arrow-lake-h
	try 0 check_events --format '{pmu} {code:#x}' LONGEST_LAT_CACHE.MISS
	prints 'arl_lnc 0x53412e'
	says 'LONGEST_LAT_CACHE.MISS: on cpu_core, one of 3 core types; --all-cores counts on all'
	try 0 check_events -q LONGEST_LAT_CACHE.MISS
	says_nothing
	try 0 check_events --all-cores --format '{requested} {pmu} {code:#x}' LONGEST_LAT_CACHE.MISS:u
	prints 'LONGEST_LAT_CACHE.MISS:u arl_'{lnc,skt,cmt}' 0x51412e'
	says_nothing
	# the kernel's own events: bits 63-32 are the device's number
	try 0 check_events --all-cores -O perf cycles
	grep '^Codes\|^Devices' "$out" >"$out.codes"
	printf 'Codes          : 0x%x00000000\nDevices        : cpu_%s\n' 4 core 10 atom 11 lowpower |
		diff - "$out.codes" >&2
	try 0 check_events --all-cores -O perf --json cycles
	json 'map([.codes[0], .devices]) == [["0x400000000", "cpu_core"], ["0xa00000000", "cpu_atom"],
		["0xb00000000", "cpu_lowpower"]]'
	try 0 check_events -O perf cycles
	says_line 'check_events: cycles: on cpu_core, one of 3 core types; --all-cores counts on all'
	try 1 check_events --all-cores NOSUCH
	[ "$(grep -c 'NOSUCH: no such event' "$err")" = 1 ]
	refuses check_events "--together --all-cores cycles"
}

# explains EVENT LINE...: what is said of it
explains() {
	try 1 check_events --cpu skl "$1"
	shift
	printf '%s\n' "$@" | diff - "$err" >&2
}

@test "places of what is wrong with lists and perf's terms" {
	explains '{cycles,instructions' 'check_events: {cycles,instructions: this brace is not closed' \
		'  {cycles,instructions' '  ^'
	explains 'cycles,{instructions,{branches}}' 'check_events: cycles,{instructions,{branches}}: a brace in braces' \
		'  cycles,{instructions,{branches}}' '                       ^'
	explains '{cycles}x' 'check_events: {cycles}x: expected a comma, or : and modifiers, behind a group' \
		'  {cycles}x' '          ^'
	explains 'cpu/event=0xc0,umask=1,cmask=2' \
		'check_events: cpu/event=0xc0,umask=1,cmask=2: this / is not closed by another' \
		'  cpu/event=0xc0,umask=1,cmask=2' '     ^'
	try 1 check_events --cpu skl --json 'cycles}'
	json '.[1].error == {code: "INVAL", message: "no brace is open here", offset: 6, length: 1, suggestions: []} or
		.[0].error == {code: "INVAL", message: "no brace is open here", offset: 6, length: 1, suggestions: []}'
}

@test "what helps where nothing is spelled like it" {
	explains 1234 'check_events: 1234: no such event: 1234' '  1234' '  ^~~~' \
		'  a code is written r4d2; evt2raw --decode 1234 says which event has it'
	explains duration_time 'check_events: duration_time: no such event: duration_time' '  duration_time' \
		'  ^~~~~~~~~~~~~' \
		"  perf counts it by itself; the kernel's event task-clock is the time on CPUs"
	explains INST_RETIRED:qqqq 'check_events: INST_RETIRED:qqqq: no such unit mask or modifier: qqqq' \
		'  INST_RETIRED:qqqq' '               ^~~~' \
		"  showevtinfo '^skl::INST_RETIRED\$' lists its unit masks and modifiers"
	explains MEM_LOAD_RETIRED.L3_MISS_PS:zz \
		'check_events: MEM_LOAD_RETIRED.L3_MISS_PS:zz: no such unit mask or modifier: L3_MISS_PS' \
		'  MEM_LOAD_RETIRED.L3_MISS_PS:zz' '                   ^~~~~~~~~~' '  did you mean L3_MISS?' \
		'  expected: _PS means: sampled precisely; say L3_MISS, and with the layer perf_ext L3_MISS:precise=1'
}

@test "names one letter off: the nearest alone" {
	local typed
	for typed in INST_RETIERD:INST_RETIRED MEM_LOAD_RETIRD:MEM_LOAD_RETIRED BR_MISP_RETIERED:BR_MISP_RETIRED \
		cpu-cyles:CPU-CYCLES; do
		try 1 check_events --cpu skl "${typed%:*}"
		says_line "  did you mean ${typed#*:}?"
	done
	# two letters off, others three
	try 1 check_events --cpu skl MEM_LOAD_RETIRED:L4_MIS
	says_line "  did you mean L1_MISS, L2_MISS, L3_MISS?"
	for typed in skl:INST_RETIRED skl.INST_RETIRED skylake:INST_RETIRED; do
		try 1 check_events "$typed"
		says_line "  did you mean skl::INST_RETIRED?"
	done
}

# one_of PMU EVENT...
one_of() {
	local pmu=$1 event
	shift
	for event; do
		check_events -q --pmu "$pmu" "$event" 2>/dev/null && return
	done
	fail "$pmu has none of $*"
}

@test "Intel's names of fixed counters, on every CPU that has such counters" {
	local pmu count=0
	local made_by_intel='select(.fixed_counters > 0 and .desc[:5] == "Intel" and .pmu != "ix86arch") | .pmu'
	for pmu in $(showevtinfo --pmus --json --type core | jq -r "$made_by_intel"); do
		count=$((count + 1))
		one_of "$pmu" INST_RETIRED.ANY
		# CORE on Core 2 and Atoms, where a core is one thread
		one_of "$pmu" CPU_CLK_UNHALTED.THREAD CPU_CLK_UNHALTED.CORE
		one_of "$pmu" CPU_CLK_UNHALTED.REF_TSC CPU_CLK_UNHALTED.REF
	done
	[ "$count" -ge 40 ]
	for pmu in icl icx spr emr gnr adl_glc mtl_rwc lnl_lnc arl_lnc ptl_cgc nvl_cyc; do
		one_of "$pmu" TOPDOWN.SLOTS
	done
	try 0 check_events --cpu core2 --format '{code:#x}' INST_RETIRED.ANY CPU_CLK_UNHALTED.CORE CPU_CLK_UNHALTED.REF
	prints 0x5300c0 0x53003c 0x530300
}

@test "a kernel's name in front of a unit mask that there is none of: the place is in what was typed" {
	try 1 check_events --cpu alderlake adl_glc::INSTRUCTIONS:RETIRED
	says 'check_events: adl_glc::INSTRUCTIONS:RETIRED: no such unit mask or modifier: RETIRED'
	says_line '                        ^~~~~~~'
	try 1 check_events --cpu alderlake adl_glc::INSTRUCTIONS:c=999
	says_line '                        ^~~~~'
}

@test "names that this machine lacks: of its vendor's CPUs first, of its architecture's, and of all others alike" {
	local cpu typed first
	export LIBPFM_FSROOT=
	while read -r cpu typed first; do
		try 1 check_events --cpu "$cpu" "$typed"
		grep -q "^  did you mean $first" "$err" || fail "$cpu $typed" "$(cat "$err")"
	done <<-'END'
		power4 PM_MEM_CO_SEN power[0-9]*::
		cortex-a8 SIMD_INST_RETIR arm_
		cva6 UNCACHED_LOAD_FROM_BU riscv_
		z15 MEM_LOAD_RETIRD [a-z_]*::MEM_LOAD_RETIRED
		z15 INST_RETIR [a-z_0-9]*::INST_RETIRED
	END
}

@test "levels are no words of a wrong name, and what this machine counts goes without other machines' names" {
	for event in INST_RETIRD INST_RETIRD:u INST_RETIRD:upp INST_RETIRD.ANY INST_RETIRD.ANY:c=1; do
		try 1 check_events --cpu zen4 "$event"
		says_line '  did you mean RETIRED_INSTRUCTIONS?'
	done
}
