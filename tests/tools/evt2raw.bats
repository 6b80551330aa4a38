#!/usr/bin/env bats
# evt2raw, on a machine that is the same everywhere: an x86 guest with the PMUs perf, perf_raw and icl.

# shellcheck disable=SC2154 # variables of strings.bash
load strings

# raw EVENT TEXT: this is what perf is to be given.
raw() {
	try 0 evt2raw "$1"
	prints "$2"
	says_nothing
}

decoded() {
	try 0 evt2raw --cpu skl --decode "$1"
	prints_line "$2"
	sed -i "/this is what the kernel calls/d" "$err"
	says_nothing
}

# ---- names to codes ----

@test "raw codes and the levels that are counted" {
	raw skl::INST_RETIRED:ANY_P rc0
	raw skl::INST_RETIRED:ANY_P:u rc0:uh
	raw skl::INST_RETIRED:ANY_P:k rc0:kh
	raw skl::INST_RETIRED:ANY_P:u=0 rc0:h
	raw arm_n1::CPU_CYCLES r11
	raw arm_n1::CPU_CYCLES:h r11:h
	# "r11:" counts at all levels for perf
	try 1 evt2raw arm_n1::CPU_CYCLES:u=0
	says "perf has no way to say this event"
	raw perf_raw::r1c4 r1c4
	raw netburst::GLOBAL_POWER_EVENTS:RUNNING r3000020f0003d000
}

@test "precise levels are p's" {
	raw skl::INST_RETIRED:PREC_DIST:precise=2 r1c0:pp
	raw skl::INST_RETIRED:PREC_DIST:u:precise=1 r1c0:uhp
}

@test "more than one word, periods, frequencies: nothing is lost" {
	raw skl::OFFCORE_RESPONSE_0:DMND_DATA_RD:ANY_RESPONSE cpu/config=0x1b7,config1=0x10001/
	raw icl::MEM_TRANS_RETIRED:LOAD_LATENCY:ldlat=100 cpu/config=0x1cd,config1=0x64/
	raw skl::INST_RETIRED:ANY_P:u:period=1000 cpu/config=0xc0,period=1000/uh
	raw skl::INST_RETIRED:ANY_P:freq=100 cpu/config=0xc0,freq=100/
}

@test "PMUs with a device of their own, here or not" {
	raw skx_unc_imc0::UNC_M_CAS_COUNT:RD uncore_imc_0/config=0x304/
	raw snbep_unc_cbo0::UNC_C_CLOCKTICKS uncore_cbox_0/config=0x0/
}

@test "the kernel's generic events have perf's names" {
	raw perf::cycles cpu-cycles
	raw perf::PERF_COUNT_HW_INSTRUCTIONS:u instructions:uh
	raw perf::PERF_COUNT_SW_TASK_CLOCK task-clock
	raw perf::PERF_COUNT_HW_CACHE_L1D:READ:MISS L1-dcache-load-misses
}

@test "an event for one CPU: what perf must be told is said" {
	try 0 evt2raw skl::INST_RETIRED:cpu=2
	prints rc0
	says "perf use -C 2"
}

@test "-v and --verbose: the full string behind a tab" {
	for option in -v --verbose; do
		try 0 evt2raw $option skl::INST_RETIRED:ANY_P:u
		prints "$(printf 'rc0:uh\tskl::INST_RETIRED:ANY_P:e=0:i=0:c=0:t=0:intx=0:intxcp=0:u=1:k=0:precise=0:excl=0:mg=0:mh=1')"
	done
}

@test "several events, in their order; a failing one hides none" {
	try 1 evt2raw skl::INST_RETIRED:u skl::NOSUCH skl::INST_RETIRED:k,x '{skl::INST_RETIRED}'
	prints rc0:uh rc0:kh rc0
	says "evt2raw: skl::NOSUCH: "
	says "evt2raw: x: "
	says_who evt2raw
}

@test "exclusive use of the PMU is not lost either" {
	try 0 evt2raw skl::INST_RETIRED:excl
	prints_lines 1
	grep -q c0 "$out"
	[ "$(cat "$out")" != rc0 ] || says "excl"
}

# ---- options ----

@test "options after operands, --, options cut short" {
	try 0 evt2raw skl::INST_RETIRED:ANY_P --form '{config:#x}'
	prints 0xc0
	try 0 evt2raw -- skl::INST_RETIRED:ANY_P
	prints rc0
	try 1 evt2raw -- --json
	says "evt2raw: --json: "
}

@test "--plm: where to count unless the event says so" {
	try 0 evt2raw --plm u skl::INST_RETIRED skl::INST_RETIRED:k
	prints rc0:uh rc0:kh
	try 0 evt2raw --plm ku arm_n1::CPU_CYCLES
	prints r11:uk
	try 0 evt2raw --plm kuh arm_n1::CPU_CYCLES
	prints r11
	try 2 evt2raw --plm x skl::INST_RETIRED
	says_line "evt2raw: unknown privilege level x, choose from: k, u, h"
}

@test "--pmu: a name or a pattern" {
	for pmu in skl SKL 'sk?'; do
		try 0 evt2raw --pmu "$pmu" INST_RETIRED
		prints rc0
	done
	try 1 evt2raw --pmu 'nosuch*' INST_RETIRED
	prints_nothing
	says "nosuch*"
}

@test "--cpu: to be on another machine" {
	try 0 evt2raw --cpu GenuineIntel-6-143 INST_RETIRED:ANY_P:u
	prints rc0:uh
	try 0 evt2raw --cpu zen1 RETIRED_INSTRUCTIONS
	prints rc0
	try 2 evt2raw --cpu nosuch INST_RETIRED
	prints_nothing
	says_line "evt2raw: no PMU is known for the CPU nosuch"
}

@test "--json: an object a line, good events and bad ones" {
	try 1 evt2raw --json skl::INST_RETIRED:u skl::NOSUCH skl::OFFCORE_RESPONSE_0:DMND_DATA_RD:ANY_RESPONSE
	says_nothing
	prints_json 3
	json '.[0] == {schema: 1, requested: "skl::INST_RETIRED:u", raw: "rc0:uh", config: "0xc0", config1: "0x0", config2: "0x0",
		event: "skl::INST_RETIRED:ANY_P:e=0:i=0:c=0:t=0:intx=0:intxcp=0:u=1:k=0:precise=0:excl=0:mg=0:mh=1"}'
	json '.[1] | .requested == "skl::NOSUCH" and .error.code == "NOTFOUND" and .error.offset == 5
		and .error.length == 6'
	json '.[2] | .raw == "cpu/config=0x1b7,config1=0x10001/" and .config == "0x1b7" and .config1 == "0x10001"'
}

@test "--format: every field" {
	offcore=skl::OFFCORE_RESPONSE_0:DMND_DATA_RD:ANY_RESPONSE
	try 0 evt2raw --format '{requested} {raw} {config:#x} {config1} {config1:x} {config2:x}' $offcore
	prints "$offcore cpu/config=0x1b7,config1=0x10001/ 0x1b7 65537 10001 0"
	try 0 evt2raw --format '{name}' arm_n1::CPU_CYCLES
	[[ $(cat "$out") == arm_n1::CPU_CYCLES:u=1:k=1* ]]
	try 2 evt2raw --format '{nosuch}' skl::INST_RETIRED
	says "evt2raw: no field {nosuch}"
	for format in '{left}' '{requested' '{config:y}'; do
		try 2 evt2raw --format "$format" skl::INST_RETIRED
		prints_nothing
	done
	for format in '{raw}' '{requested' '{left:y}'; do
		try 2 evt2raw --cpu skl --decode --format "$format" rc0
		prints_nothing
	done
}

# ---- codes to names ----

@test "decode: all notations of a code" {
	decoded r412e skl::LONGEST_LAT_CACHE:MISS
	decoded 0x412e skl::LONGEST_LAT_CACHE:MISS
	decoded 16686 skl::LONGEST_LAT_CACHE:MISS
	decoded r412e:u skl::LONGEST_LAT_CACHE:MISS
	decoded cpu/config=0x412e/ skl::LONGEST_LAT_CACHE:MISS
	decoded cpu/event=0x2e,umask=0x41/ skl::LONGEST_LAT_CACHE:MISS
	decoded cpu/event=0x2e,umask=0x41/u skl::LONGEST_LAT_CACHE:MISS
	decoded 0x1b7:0x10001 skl::OFFCORE_RESPONSE_0:DMND_DATA_RD
	decoded cpu/config=0x1b7,config1=0x10001/ skl::OFFCORE_RESPONSE_0:DMND_DATA_RD
	decoded cpu/event=0xb7,umask=0x1,offcore_rsp=0x10001/ skl::OFFCORE_RESPONSE_0:DMND_DATA_RD
}

@test "decode: modifiers" {
	decoded r100412e skl::LONGEST_LAT_CACHE:MISS:c=1
	decoded cpu/event=0x2e,umask=0x41,cmask=1/ skl::LONGEST_LAT_CACHE:MISS:c=1
	decoded cpu/event=0x2e,umask=0x41,cmask=1,inv=1/ skl::LONGEST_LAT_CACHE:MISS:i=1:c=1
	decoded cpu/event=0x2e,umask=0x41,cmask=1,edge=1/ skl::LONGEST_LAT_CACHE:MISS:e=1:c=1
	decoded cpu/event=0x2e,umask=0x41,any=1/ skl::LONGEST_LAT_CACHE:MISS:t=1
}

@test "decode: PMUs with a device of their own" {
	try 0 evt2raw --decode uncore_imc_0/config=0x304/
	[[ $(cat "$out") == *_unc_imc0::UNC_M_CAS_COUNT:RD ]]
	# whose it is, as it is not this machine's
	says_line "evt2raw: uncore_imc_0/config=0x304/: this machine has no uncore_imc_0; `
		`$(sed 's/::.*//' "$out") (Intel Sandy Bridge-EP IMC0 uncore) has it so"
	try 0 evt2raw --decode --pmu skx_unc_imc0 uncore_imc_0/config=0x304/
	prints skx_unc_imc0::UNC_M_CAS_COUNT:RD
	try 0 evt2raw --decode --pmu skx_unc_imc0 0x304
	prints skx_unc_imc0::UNC_M_CAS_COUNT:RD
	try 1 evt2raw --decode nosuch_0/config=0x304/
	says "evt2raw: nosuch_0/config=0x304/: "
}

@test "decode: a device of this machine is asked first, and alone" {
	export LIBPFM_FSROOT= # with files of a kernel the machine has only what they say
	for cpu in skx GenuineIntel-6-79 GenuineIntel-6-63 GenuineIntel-6-45; do
		evt2raw --cpu $cpu --decode uncore_imc_0/config=0x304/
	done >"$out"
	prints {skx,bdx,hswep,snbep}_unc_imc0::UNC_M_CAS_COUNT:RD
	try 1 evt2raw --cpu spr --decode uncore_imc_0/config=0x304/
	says_line "evt2raw: uncore_imc_0/config=0x304/: no event has this code"
	try 0 evt2raw --cpu spr --pmu 'skx_unc_imc0' --decode uncore_imc_0/config=0x304/
	prints skx_unc_imc0::UNC_M_CAS_COUNT:RD
}

@test "decode: an event select of AMD's manuals is told from a code of perf's" {
	export LIBPFM_FSROOT=
	try 0 evt2raw --cpu zen5 -d r1c3
	prints amd64_fam1ah_zen5::RETIRED_BRANCH_INSTRUCTIONS_MISPREDICTED:0x1
	says "evt2raw: r1c3: event select 0x1c3 of the manual is r1000000c3, which is no event of amd64_fam1ah_zen5"
	try 0 evt2raw --cpu zen4 -d 0x1c7
	says "event select 0x1c7 of the manual is r1000000c7: amd64_fam19h_zen4::EX_RET_MSPRD_BRNCH_INSTR_DIR_MSMTCH"
	# an event that there is not, the very code, a number without, and CPUs whose event select has eight bits
	try 0 evt2raw --cpu zen1 -d r1c7
	says "r1c7: event select 0x1c7 of the manual is r1000000c7, which is no event of amd64_fam17h_zen1"
	try 0 evt2raw --cpu zen4 -d r1000000c7 rc0
	refute grep manual "$err"
	try 0 evt2raw --cpu skl -d r1c0
	says_nothing
}

# IBM's codes of PM_RUN_INST_CMPL and PM_DATA_FROM_LMEM, for which libpfm4 has others.
@test "decode: a code that only the maker has for a name is its name in perf's language" {
	local LIBPFM_FSROOT=''
	export LIBPFM_FSROOT
	try 0 evt2raw --cpu power10 -d r500fa r94040000000c040 cpu/config=0x500fa/ r200fe r400fa
	prints cpu/PM_RUN_INST_CMPL/ cpu/PM_DATA_FROM_LMEM/ cpu/PM_RUN_INST_CMPL/ power10::PM_DATA_FROM_L2MISS_ALT2 \
		power10::PM_RUN_INST_CMPL
	try 0 evt2raw --cpu power11 -d r500fa
	prints cpu/PM_RUN_INST_CMPL/
	# of another machine's PMU, which has no device here
	try 0 evt2raw --cpu skl --pmu power10 -d r500fa
	prints power10/PM_RUN_INST_CMPL/
	try 0 evt2raw --cpu power10 --json -d r500fa
	json 'map([.event, .exact]) == [["cpu/PM_RUN_INST_CMPL/", true]]'
	try 0 evt2raw --cpu power10 cpu/PM_RUN_INST_CMPL/
	prints r500fa
}

@test "decode: the opcode of a C-box filter" {
	LIBPFM_FSROOT='' try 0 evt2raw --cpu hsx -d uncore_cbox_0/event=0x35,umask=0x3,filter_opc=0x182/ \
		uncore_cbox_0/event=0x36,umask=0x1,filter_opc=0x181/
	prints hswep_unc_cbo0::UNC_C_TOR_INSERTS:MISS_OPCODE:OPC_DRD \
		hswep_unc_cbo0::UNC_C_TOR_OCCUPANCY:OPCODE:OPC_CRD
}

@test "decode --raw: register words, as check_events prints them" {
	try 0 evt2raw --cpu skl --raw --decode 0x53412e
	prints_line skl::LONGEST_LAT_CACHE:MISS
	try 0 evt2raw --cpu skl --raw --decode 0x5301b7:0x10001
	prints_line skl::OFFCORE_RESPONSE_0:DMND_DATA_RD
	try 0 evt2raw --cpu skl --raw --decode 0x51412e
	prints_line skl::LONGEST_LAT_CACHE:MISS:k=0:u=1
}

@test "decode --all: what fits only nearly, and the bits that differ" {
	try 0 evt2raw --cpu skl --decode --all rc0
	prints_line skl::INST_RETIRED
	grep -qE "^skl::[^ ]*$(printf '\t')\(differs in 0x[0-9a-f]+ 0x[0-9a-f]+ 0x[0-9a-f]+\)$" "$out"
	try 0 evt2raw --cpu skl --decode rc0
	refute grep differs "$out"
}

@test "decode: codes that are none, and codes that no event has" {
	for code in zz r rg 0x '' 0xc0x 1:2:3:4 1: :1; do
		try 1 evt2raw --cpu skl --decode "$code"
		prints_nothing
		says "evt2raw: $code: not a code"
	done
	for code in cpu/zz=1/ cpu/event=0xc0 cpu/event=/ cpu/event=x/; do
		try 1 evt2raw --cpu skl --decode "$code"
		prints_nothing
		says "evt2raw: $code: "
	done
	says "event: not a value: x"
	try 1 evt2raw --cpu skl --decode cpu/event=/
	says "cpu/event=/: event= needs a value"
	try 1 evt2raw --cpu skl --decode rffff
	prints_nothing
	says_line "evt2raw: rffff: no event has this code"
}

@test "decode: numbers that do not fit are no codes" {
	for code in r10000000000000000 0x10000000000000000 18446744073709551616 r-1 -1; do
		try 1 evt2raw --cpu skl --decode -- "$code"
		says "evt2raw: $code: not a code"
	done
	try 1 evt2raw --cpu skl --decode cpu/config=0x10000000000000000/
	says "config: not a value: 0x10000000000000000"
}

@test "decode: values that do not fit into their field are no codes" {
	for code in cpu/event=0xc0,umask=0x100/ cpu/event=0x1000/ cpu/event=0xc0,cmask=0x100/ cpu/event=0xc0,inv=2/; do
		try 1 evt2raw --cpu skl --decode "$code"
		prints_nothing
		says "evt2raw: $code: "
	done
}

@test "decode: a failing code hides none of the others" {
	try 1 evt2raw --cpu skl -d zz r412e rffff rc0 -
	[ "$(grep -n -e 'LONGEST_LAT_CACHE:MISS$' -e 'INST_RETIRED$' "$out" | head -n 2 | cut -d: -f 2-)" = \
		$'skl::LONGEST_LAT_CACHE:MISS\nskl::INST_RETIRED' ]
	says "evt2raw: zz: "
	says "evt2raw: rffff: "
}

@test "decode: codes from standard input and from a file" {
	printf '# codes\nr412e\n\n  zz # bad\n0x1b7:0x10001\n' >"$out.in"
	try 1 evt2raw --cpu skl -d - <"$out.in"
	prints_line skl::LONGEST_LAT_CACHE:MISS
	prints_line skl::OFFCORE_RESPONSE_0:DMND_DATA_RD
	says "evt2raw: standard input:4: zz: "
	cp "$out" "$out.first"
	try 1 evt2raw --cpu skl -d "@$out.in"
	cmp "$out" "$out.first"
}

@test "decode: codes with commas from standard input" {
	echo cpu/event=0x2e,umask=0x41/ | try 0 evt2raw --cpu skl -d -
	prints_line skl::LONGEST_LAT_CACHE:MISS
}

@test "decode --json" {
	try 0 evt2raw --cpu skl --decode --json r412e
	json 'length > 0 and all(.schema == 1 and .requested == "r412e")'
	json 'any(.event == "skl::LONGEST_LAT_CACHE:MISS" and .exact == true and .left == "0x0")'
	try 0 evt2raw --cpu skl --decode --json --all rc0
	json 'any(.exact == false)'
}

@test "decode --json: failures are objects too" {
	try 1 evt2raw --cpu skl --decode --json rffff zz
	prints_json 2
	json 'map(.requested) == ["rffff", "zz"] and all(.error != null)'
}

@test "decode --format" {
	try 0 evt2raw --cpu skl --decode --format '{requested} is {name}' r412e
	prints_line "r412e is skl::LONGEST_LAT_CACHE:MISS"
}

# ---- both ways ----

# sample PMU: about 45 of its events, evenly spread over its table.
sample() {
	showevtinfo -L --pmu "$1" |
		awk '{ line[NR] = $0 } END { for (i = 0; i < 45; i++) print line[1 + int(i * NR / 45)] }' | sort -u
}

# back PMU FORMAT ENCODER DECODER: codes of the sample, decoded; what is said to be exact has the same code again.
back() {
	sample "$1" | $3 --format "$2" - 2>/dev/null | tr ' ' : | sort -u >"$out.codes"
	# shellcheck disable=SC2046
	$4 --decode --json --pmu "$1" $(cat "$out.codes") >"$out.found"
	jq -r 'select(.exact).requested' "$out.found" >"$out.want"
	jq -r 'select(.exact).event' "$out.found" | $3 --format "$2" - | tr ' ' : >"$out.again"
	diff "$out.want" "$out.again" >&2
	sort -u "$out.want" | diff "$out.codes" - >&2 || fail "not found again"
	wc -l <"$out.codes" >>"$out.count"
}

@test "what decode prints encodes to the same code: perf's words of 300 events" {
	for pmu in skl spr amd64_fam19h_zen4 arm_n1 power9 skx_unc_cha0 netburst; do
		back $pmu '{config:#x} {config1:#x} {config2:#x}' evt2raw evt2raw
	done
	total=$(awk '{ n += $1 } END { print n }' "$out.count")
	[ "$total" -ge 290 ] || fail "only $total codes"
}

@test "what decode prints encodes to the same code: register words of 300 events" {
	for pmu in skl spr amd64_fam19h_zen4 arm_n1 power9 skx_unc_cha0 netburst; do
		back $pmu '{codes}' check_events 'evt2raw --raw'
	done
	total=$(awk '{ n += $1 } END { print n }' "$out.count")
	[ "$total" -ge 290 ] || fail "only $total codes"
}

@test "what decode prints encodes to the same code: offcore responses" {
	showevtinfo -L '^skl::OFFCORE_RESPONSE_0$' | evt2raw --format '{config:#x}:{config1:#x}' - |
		sort -u >"$out.codes"
	[ "$(wc -l <"$out.codes")" -ge 20 ]
	# shellcheck disable=SC2046
	try 0 evt2raw --cpu skl --decode --json $(cat "$out.codes")
	jq -r 'select(.exact).requested' "$out" | sort -u | diff "$out.codes" - >&2
}

# ---- operands and streams ----

@test "standard input: a line an event, blanks, comments, lists" {
	printf 'skl::INST_RETIRED:u # a comment\n#all\n\n  \t skl::INST_RETIRED:k \r\n{skl::INST_RETIRED,arm_n1::CPU_CYCLES}' | try 0 evt2raw -
	prints rc0:uh rc0:kh rc0 r11
	try 0 evt2raw - </dev/null
	prints_nothing
	says_nothing
}

@test "decode: a line of a megabyte, NULs, bytes that are no text" {
	survives_garbage evt2raw --cpu skl --decode -
}

# ---- groups in braces ----

@test "modifiers of a group: each event gets them beside its own, as perf does it" {
	try 0 evt2raw --plm ku '{arm_n1::CPU_CYCLES,arm_n1::INST_RETIRED:k}:u'
	prints r11:u r8:uk
	try 0 evt2raw '{skl::INST_RETIRED,skl::LONGEST_LAT_CACHE:MISS:u}:G,skl::INST_RETIRED'
	prints rc0:G r412e:uhG rc0
	try 0 evt2raw '{skl::INST_RETIRED:PREC_DIST}:pp'
	prints r1c0:pp
	says_nothing
}

@test "modifiers of a group: pinned and exclusive are for the first event" {
	try 0 evt2raw '{skl::INST_RETIRED,skl::UNHALTED_CORE_CYCLES}:De'
	prints rc0:De r3c
}

@test "modifiers of a group: h goes without saying where it is there, and is refused where it would be alone" {
	try 0 evt2raw '{perf::task-clock:u,perf::page-faults:k}:h'
	prints task-clock:uh page-faults:kh
	try 1 evt2raw '{perf::task-clock}:h'
	prints_nothing
	says "evt2raw: perf::task-clock:h: "
	try 1 evt2raw --cpu zen4 '{perf::task-clock:u}:h'
	prints_nothing
	says "evt2raw: perf::task-clock:u:h: no such unit mask or modifier: h"
}

@test "modifiers of a group: what an event string has nothing for is refused" {
	for letter in S W I P b uS; do
		try 1 evt2raw "{skl::INST_RETIRED,skl::UNHALTED_CORE_CYCLES}:$letter"
		prints_nothing
		says "evt2raw: $letter: a modifier of a group"
	done
	try 1 check_events '{skl::INST_RETIRED}:D'
	prints_nothing
	says "no such unit mask or modifier: pinned"
}

@test "braces that do not fit" {
	for list in '{skl::INST_RETIRED' '{{skl::INST_RETIRED}}' '{skl::INST_RETIRED}x' 'skl::INST_RETIRED}' '{}:u'; do
		try 1 evt2raw "$list"
		says "evt2raw: "
		try 1 evt2raw --json "$list"
		says_nothing
	done
}

# ---- what was found wrong once ----

@test "decode: modifiers that perf does not have, and text behind a code" {
	for code in r5300c0:zzz rc0:u,k rc0:uu rc0:pppp // /event=0xc0/; do
		try 1 evt2raw --cpu skl --decode "$code"
		prints_nothing
		says "evt2raw: $code: not a code"
	done
	for code in cpu/event=0xc0/GARBAGE cpu/event=0xc0/u/; do
		try 1 evt2raw --cpu skl --decode "$code"
		prints_nothing
		says "evt2raw: $code: no such modifier"
	done
	decoded cpu/event=0x2e,umask=0x41/ukhIGHpPSDeb skl::LONGEST_LAT_CACHE:MISS
}

@test "decode: event= has eight bits on Intel, twelve on AMD, and what it takes elsewhere" {
	try 1 evt2raw --cpu skl --decode cpu/event=0x1c0/
	prints_nothing
	says "evt2raw: cpu/event=0x1c0/: 0x1c0 is too large for event"
	for code in r1000000c7 cpu/event=0x1c7/; do
		try 0 evt2raw --cpu zen4 --decode $code
		prints_line amd64_fam19h_zen4::RETIRED_BRANCH_MISPREDICTED_DIRECTION_MISMATCH
	done
	try 1 evt2raw --cpu zen4 --decode cpu/event=0x1000/
	try 0 evt2raw --pmu arm_v1 --decode cpu/event=0x4005/
	prints arm_v1::STALL_BACKEND_MEM
}

@test "a line that no event can be is refused with its length" {
	one_megabyte | try 1 evt2raw -
	prints_nothing
	says "1000000 bytes; an event or a code has at most 65535"
	{ printf skl::INST_RETIRED, && one_megabyte; } | try 1 evt2raw -
	prints rc0
}

@test "--line-buffered: the answer comes before the next question" {
	local pid
	coproc { evt2raw --line-buffered - 2>&1; }
	pid=$COPROC_PID # gone from the variable as soon as it ends
	for event in skl::INST_RETIRED:c=1 skl::INST_RETIRED:c=2; do
		echo $event >&"${COPROC[1]}"
		read -r -t 60 answer <&"${COPROC[0]}"
		[ "$answer" = "r${event#*=}0000c0" ]
	done
	exec {COPROC[1]}>&-
	wait "$pid"
}

# nothing in the output or the messages acts on a terminal
tame() {
	refute grep -qaP '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\xa0]|\xe2\x80[\x8b-\x8f\xa8-\xaf]' "$out" "$err"
	refute grep -qaP '\xe2\x81[\xa0-\xaf]|\xef\xbb\xbf|\xc2\xad' "$out" "$err"
	iconv -f UTF-8 -t UTF-8 "$out" >/dev/null && iconv -f UTF-8 -t UTF-8 "$err" >/dev/null
}

@test "nothing that was typed acts on a terminal: ESC, C1 as a byte and as a character, other directions, no width" {
	# each text in each place, and each of both in each tool
	local tools=(evt2raw check_events perf_encode showevtinfo "check_events --json") turn=0
	for bad in $'\e[31m' $'\x9b31m' $'\xc2\x9b31m' $'\x7f' $'a\nb' $'\xe2\x80\xae' $'\xe2\x80\xa8a' \
		$'\xe2\x81\xa6' $'a\xe2\x80\x8b'; do
		for arguments in "--$bad" "-$bad" "skl::$bad" "skl::INST_RETIRED:$bad" "{skl::INST_RETIRED}:$bad" \
			"--cpu=$bad" "--plm=$bad" \
			"--format={$bad}" "@$bad"; do
			tool=${tools[turn++ % ${#tools[@]}]}
			# shellcheck disable=SC2086
			$tool "$arguments" nosuch >>"$out" 2>>"$err" && fail "$tool: ${arguments@Q}: status 0"
		done
		tame || fail "${bad@Q}: $(cat -v "$out" "$err")"
	done
	try 1 evt2raw $'skl::\x9b'
	says 'skl::\x9b'
	try 2 evt2raw $'--no\xc2\x9b'
	says 'no such option: --no\xc2\x9b'
	# what looks like a good name is shown with what is wrong in it, and what can be seen is left alone
	try 1 evt2raw $'cycles\xc2\xa0' $'cyc\xe2\x80\x8bles' $'\xef\xbb\xbfcycles' $'cycles\xe2\x81\xa6' \
		$'cy\xc2\xadcles' 'größe→'
	for shown in 'cycles\xc2\xa0' 'cyc\xe2\x80\x8bles' '\xef\xbb\xbfcycles' 'cycles\xe2\x81\xa6' \
		'cy\xc2\xadcles' 'größe→'; do
		says "no such event: $shown"
	done
	try 1 check_events --json $'cyc\xe2\x80\xaeles' $'\xe9\xad\x9a'
	grep -qF '"requested":"cyc\u202eles"' "$out"
	grep -qF '"requested":"魚"' "$out"
}

@test "options that are wrong are named as they were typed" {
	try 2 evt2raw --pl
	says_line 'evt2raw: option --pl requires an argument'
	try 2 evt2raw --p=u
	says_line 'evt2raw: option --p could be --pmu, --perf, --pfm, --plm'
	try 2 evt2raw --json=1
	says_line 'evt2raw: option --json takes no argument'
	try 2 evt2raw -vz
	says_line 'evt2raw: no such option: -z'
	try 2 showevtinfo -LF
	says_line 'showevtinfo: option -F requires an argument'
}

@test "a byte order mark at the start of a file is skipped, and only there" {
	printf '\357\273\277skl::INST_RETIRED\nskl::INST_RETIRED:k\n' >"$out.in"
	try 0 evt2raw "@$out.in"
	prints rc0 rc0:kh
	try 0 evt2raw - <"$out.in"
	prints rc0 rc0:kh
	printf 'skl::INST_RETIRED\n\357\273\277skl::INST_RETIRED:k\n' | try 1 evt2raw -
	prints rc0
}

# ---- in perf's words ----

@test "--join: one word for perf -e, with commas and groups" {
	for option in -J --join; do
		try 0 evt2raw --cpu skl $option INST_RETIRED '{INST_RETIRED,LONGEST_LAT_CACHE:MISS}:u' perf::page-faults
		prints 'rc0,{rc0:uh,r412e:uh},page-faults'
	done
	printf 'skl::INST_RETIRED\n# a comment\n{skl::INST_RETIRED:k},skl::LONGEST_LAT_CACHE:MISS\n' |
		try 0 evt2raw -J -
	prints 'rc0,{rc0:kh},r412e'
	try 0 evt2raw -J - </dev/null
	prints_nothing
}

@test "--join: nothing if an event is wrong" {
	try 1 evt2raw --cpu skl --join INST_RETIRED NOSUCH
	prints_nothing
	says "evt2raw: NOSUCH: "
	try 1 evt2raw --cpu skl --join '{INST_RETIRED}:W' INST_RETIRED
	prints_nothing
	refuses evt2raw "-J -v x" "--join --json x" "--join -d rc0" "--join --format={raw} x"
}

@test "--name: perf prints the vendor's name, where it has none of its own" {
	try 0 evt2raw --cpu skl --name INST_RETIRED LONGEST_LAT_CACHE:MISS:u:c=2 skx_unc_imc0::UNC_M_CAS_COUNT:RD \
		skl::OFFCORE_RESPONSE_0:DMND_DATA_RD:ANY_RESPONSE arm_n1::CPU_CYCLES
	prints cpu/config=0xc0,name=INST_RETIRED.ANY_P/ cpu/config=0x200412e,name=LONGEST_LAT_CACHE.MISS/uh \
		uncore_imc_0/config=0x304,name=UNC_M_CAS_COUNT.RD/ \
		cpu/config=0x1b7,config1=0x10001,name=OFFCORE_RESPONSE_0.DMND_DATA_RD.ANY_RESPONSE/ \
		r11/name=CPU_CYCLES/
	try 0 evt2raw --cpu skl --name perf::page-faults:u
	prints page-faults:uh
}

# ---- perf's language ----

@test "either language, and both in a list, whose commas between slashes separate terms" {
	export LIBPFM_FSROOT=$roots/skylake-client LIBPFM_CPUID=
	try 0 evt2raw 'cpu/event=0xc0,umask=0x1/u,skl::INST_RETIRED:k,{cpu/mem-loads,ldlat=30/,cycles}:u' \
		uncore_cbox/event=0x34/ mem:0x1000/4:w
	says_nothing
	prints r1c0:u rc0:kh cpu/config=0x1cd,config1=0x1f/u cpu-cycles:uh uncore_cbox_{0,1,2,3}/config=0x34/ \
		mem:0x1000/4:w
	try 0 evt2raw --perf cycles:u
	prints cpu-cycles:u
	try 1 evt2raw --pfm cpu/event=0xc0/
	says "evt2raw: cpu/event=0xc0/: no such event"
	try 1 evt2raw --perf skl::INST_RETIRED
	try 1 evt2raw cpu/event=0xc0,umak=1/
	says "did you mean umask"
}

@test "perf's language: no letter and no term is lost" {
	export LIBPFM_FSROOT=$roots/skylake-client LIBPFM_CPUID=
	try 0 evt2raw cycles:b r1a8:RX cpu/event=0xc0/ub cycles:P --perf cycles:GH cycles:kH cycles:k
	says_nothing
	prints cpu-cycles:b r1a8:RX rc0:ub cpu-cycles:P cpu-cycles:GH cpu-cycles:kH cpu-cycles:k
	try 0 evt2raw cycles/period=7,name=mine/u cycles:period=7 LLC-loads/freq=9,percore/P \
		cpu/event=0xc0,name=mine,percore/ub cpu/event=0xc0,no-inherit,overwrite/
	says_nothing
	prints cpu-cycles/period=7,name=mine/u cpu-cycles/period=7/ LLC-loads/freq=9,percore/P \
		cpu/config=0xc0,name=mine,percore/ub cpu/config=0xc0,no-inherit,overwrite/
	try 0 evt2raw '{mem:0x1000:w,cycles}:uP' mem:0x10/8:x
	says_nothing
	prints mem:0x1000/4:w:uP cpu-cycles:uP mem:0x10/8:x
	try 0 evt2raw --as terms cycles/name=mine/u cpu/event=0xd1,umask=0x20,percore/ub cpu/event=0xc0,name=mine/
	prints cpu-cycles/name=mine/u cpu/event=0xd1,umask=0x20,name=MEM_LOAD_RETIRED.L3_MISS,percore/ub \
		cpu/event=0xc0,name=mine/
	try 0 evt2raw cpu/event=0xc0,call-graph=fp/
	prints rc0
	says "terms about records are not in what is printed"
	try 0 evt2raw --cpu skl cpu/event=0xc0,cpu=2/
	prints rc0
	says "cpu/event=0xc0,cpu=2/: cpu= is for the program that opens the event; with perf use -C"
}

@test "no device of an Arm core is called cpu" {
	try 0 evt2raw --cpu neoverse-n1 CPU_CYCLES:period=5:u r1a8/period=7/ CPU_CYCLES
	prints r11/period=5/u r1a8/period=7/ r11
	try 0 perf_encode --as perf --cpu neoverse-n1 CPU_CYCLES:freq=5
	prints r11/freq=5/uk
}

@test "a metric is none of the events: said in a line" {
	for metric in IPC TopdownL1 tma_frontend_bound; do
		try 1 evt2raw --cpu spr "$metric"
		says '  this is a metric, computed from several events'
	done
	try 1 evt2raw --cpu spr IPCX
	refute says 'metric'
}

@test "a generic event of one kind of cores keeps its name: its number is no code of that PMU" {
	local all=(cpu_core/cycles/ cpu_atom/LLC-load-misses/u cpu_core/r1a8/)
	try 0 evt2raw --cpu adl "${all[@]}"
	prints cpu_core/cpu-cycles/ cpu_atom/LLC-load-misses/u cpu_core/config=0x1a8/
	try 0 evt2raw --cpu adl --as terms cpu_core/cycles/
	prints cpu_core/cpu-cycles/
	try 0 perf_encode --cpu adl --as perf "${all[@]}"
	prints cpu_core/cpu-cycles/ cpu_atom/LLC-load-misses/u cpu_core/config=0x1a8/
	LIBPFM_FSROOT=$roots/alder-lake LIBPFM_CPUID='' try 0 evt2raw --perf cycles:u
	prints cpu_{core,atom}/cpu-cycles/u
	try 0 evt2raw --cpu skl cpu/cycles/k
	prints cpu-cycles:k
}

@test "modifiers of a group that event strings have nothing for are kept in perf's language" {
	try 0 evt2raw --cpu skl '{cycles,instructions}:S'
	says_nothing
	prints cpu-cycles:SH instructions:SH
	try 1 evt2raw --cpu skl '{cycles,instructions}:W'
	says 'W (weak)'
	try 0 evt2raw --cpu skl --join '{cycles,instructions}:W,{cycles,branches}'
	says_nothing
	prints '{cpu-cycles,instructions}:W,{cpu-cycles,branch-instructions}'
	try 1 evt2raw --cpu skl '{cycles,instructions}:z'
	says "no such modifier: z"
	try 1 evt2raw --cpu skl '{skl::INST_RETIRED}:S'
	says "event strings have nothing for"
}

@test "--as terms: fields of the kernel, with the event's name" {
	try 0 evt2raw --cpu skl --as terms skl::MEM_LOAD_RETIRED:L3_MISS:u skl::INST_RETIRED:c=2:i perf::cycles:u \
		skl::MEM_TRANS_RETIRED:LOAD_LATENCY:ldlat=30
	says_nothing
	prints cpu/event=0xd1,umask=0x20,name=MEM_LOAD_RETIRED.L3_MISS/uh \
		cpu/event=0xc0,inv=0x1,cmask=0x2,name=INST_RETIRED.ANY_P/ cpu-cycles:uh \
		cpu/event=0xcd,umask=0x1,ldlat=0x1e,name=MEM_TRANS_RETIRED.LOAD_LATENCY/
	try 0 evt2raw --as terms skx_unc_imc0::UNC_M_CAS_COUNT:RD amd64_fam19h_zen4::RETIRED_INSTRUCTIONS
	prints uncore_imc_0/event=0x4,umask=0x3,name=UNC_M_CAS_COUNT.RD/ cpu/event=0xc0,name=RETIRED_INSTRUCTIONS/
	try 0 evt2raw --as terms arm_n1::CPU_CYCLES
	prints armv8_pmuv3_0/event=0x11,name=CPU_CYCLES/
	try 2 evt2raw --as nosuch skl::INST_RETIRED
}

@test "decode: names of devices that stand for several, and of other machines" {
	export LIBPFM_CPUID=
	LIBPFM_FSROOT=$roots/skylake-client try 0 evt2raw -d cpu/event=0xd1,umask=0x20/pp cpu/config=0x20d1,name=x/
	says_nothing
	prints skl::MEM_LOAD_RETIRED:L3_MISS skl::MEM_LOAD_UOPS_RETIRED:L3_MISS \
		skl::MEM_LOAD_RETIRED:L3_MISS skl::MEM_LOAD_UOPS_RETIRED:L3_MISS
	LIBPFM_FSROOT=$roots/sapphire-rapids-2s try 0 evt2raw -d uncore_imc/cas_count_read/
	prints spr_unc_imc0::UNC_M_CAS_COUNT:RD
	try 0 evt2raw -d --pmu spr cpu/event=0xd1,umask=0x20/u
	prints spr::MEM_LOAD_RETIRED:L3_MISS
}

# names_core CPU PMU STRING...: each is an event of this PMU.
names_core() {
	local cpu=$1 pmu=$2
	shift 2
	LIBPFM_FSROOT='' try 0 evt2raw --cpu "$cpu" -d "$@"
	[ "$(grep -c "^$pmu::.*CYCLES$" "$out")" = $# ] ||
		fail "$cpu: expected $# of $pmu:: for $*, got" "$(cat "$out")"
	refute grep 'has it so' "$err"
}

@test "decode: the names that Arm cores share are those of the CPU that is asked about" {
	local pmu count=0
	for pmu in $(sed -n 's/^pmu \(arm_[a-z0-9]*\)$/\1/p' "$srcdir"/src/pmu/arm/*.pmu | sort -u); do
		evt2raw --cpu "$pmu" --as terms CPU_CYCLES >"$out" 2>/dev/null || continue
		grep -q '^armv[67]_' "$out" && continue # of 32 bits: they have names of their own
		names_core "$pmu" "$pmu" "$(cat "$out")" armv8_pmuv3_0/event=0x11/ armv8_pmuv3/event=0x11/
		count=$((count + 1))
	done
	[ "$count" -ge 40 ] || fail "only $count CPUs"
}

@test "decode: what Arm servers are called, and what the kernel calls their cores" {
	local cpu pmu device
	while read -r cpu pmu device; do
		names_core "$cpu" "$pmu" armv8_pmuv3_0/event=0x11/ "$device/event=0x11/"
	done <<-'END'
		graviton2 arm_n1 armv8_neoverse_n1
		graviton3 arm_v1 armv8_neoverse_v1
		graviton4 arm_v2 armv9_neoverse_v2
		graviton5 arm_v3 armv8_neoverse_v3
		grace arm_v2 armv8_neoverse_v2
		axion arm_v2 armv8_neoverse_v2
		altra arm_n1 armv8_neoverse_n1
		cobalt100 arm_n2 armv8_neoverse_n2
		a64fx arm_a64fx armv8_fujitsu_a64fx
		thunderx2 arm_thunderx2 armv8_brcm_vulcan
		kunpeng920 arm_kunpeng armv8_pmuv3
	END
	export LIBPFM_FSROOT=
	try 0 evt2raw --cpu graviton2 -d armv8_pmuv3_0/event=0x37/
	prints arm_n1::LL_CACHE_MISS_RD
	try 0 evt2raw --cpu graviton5 -d armv8_pmuv3_0/event=0x108/
	prints arm_v3::IMP_L2_CACHE_REFILL_IF
	try 0 evt2raw --cpu graviton3 --as terms L1D_CACHE_REFILL
	try 0 evt2raw --cpu graviton3 -d "$(cat "$out")"
	prints arm_v1::L1D_CACHE_REFILL
}

@test "decode: cores of Arm machines whose firmware does not name them" {
	local root pmu
	export LIBPFM_CPUID=
	while read -r root pmu; do
		LIBPFM_FSROOT=$roots/$root try 0 evt2raw -d armv8_pmuv3_0/event=0x11/ armv8_pmuv3/event=0x11/
		prints "$pmu::CPU_CYCLES" "$pmu::CPU_CYCLES"
		refute grep 'has it so' "$err"
	done <<-'END'
		arm-acpi-one arm_ac78
		arm-acpi arm_ac725
		arm-server arm_n2
		kunpeng-920 arm_kunpeng
		neoverse-v1 arm_v1
	END
	LIBPFM_FSROOT=$roots/arm-acpi try 0 evt2raw -d armv8_pmuv3_1/event=0x11/
	prints arm_x925::CPU_CYCLES
	LIBPFM_FSROOT=$roots/neoverse-v1 try 0 evt2raw --json armv8_pmuv3_0/event=0x37/
	[ "$(jq -r .event "$out")" = arm_v1::LL_CACHE_MISS_RD ]
}

@test "a box of a kind that is one PMU is chosen by the number after its name, and printed so" {
	try 0 evt2raw --cpu GenuineIntel-6-173-1 gnr_unc_cha7::UNC_CHA_CLOCKTICKS gnr_unc_cha::UNC_CHA_CLOCKTICKS
	prints uncore_cha_7/config=0x1/ uncore_cha/config=0x1/
}

@test "devices of a PMU that has several: the number after its name, and back" {
	export LIBPFM_CPUID= LIBPFM_FSROOT=$roots/zen4-server
	try 0 evt2raw amd64_umc3::umc_cas_cmd.rd amd64_umc::umc_cas_cmd.rd amd64_iommu2::mem_dte_mis:domid=7
	says_nothing
	prints amd_umc_3/config=0x10a/ amd_umc/config=0x10a/ amd_iommu_2/config=0x700000b/
	try 0 evt2raw -d amd_umc_3/event=0xa,rdwrmask=1/ amd_iommu_2/csource=0xb,domid=7/
	prints amd64_umc3::UMC_CAS_CMD:RD amd64_iommu2::mem_dte_mis:domid=7
	try 1 evt2raw -d amd_umc_3x/config=0x10a/
}

@test "of two names that a device may have: the one that is there, else the first" {
	local root=$BATS_TEST_TMPDIR/irp
	try 0 evt2raw --cpu skx skx_unc_irp::UNC_I_CLOCKTICKS
	prints uncore_irp/config=0x1/
	mkdir -p "$root/proc" "$root/sys/bus/event_source/devices/uncore_irp_0"
	printf 'vendor_id\t: GenuineIntel\ncpu family\t: 6\nmodel\t\t: 85\nstepping\t: 4\n' >"$root/proc/cpuinfo"
	echo 12 >"$root/sys/bus/event_source/devices/uncore_irp_0/type"
	export LIBPFM_CPUID= LIBPFM_FSROOT=$root
	try 0 evt2raw skx_unc_irp::UNC_I_CLOCKTICKS
	prints uncore_irp_0/config=0x1/
	try 0 perf_encode skx_unc_irp::UNC_I_CLOCKTICKS
	grep -q 'uncore_irp_0' "$out"
	refute grep -q 'uncore_irp,' "$out"
}

# libpfm4's PMUs skx_unc_imc0..5; perf opens uncore_imc/../ on all of them.
@test "--all-boxes: what perf opens on all boxes of a kind; without it, a line says which one it is" {
	export LIBPFM_FSROOT=
	try 0 evt2raw --cpu skx UNC_M_CAS_COUNT:RD
	prints uncore_imc_0/config=0x304/
	says_line 'evt2raw: UNC_M_CAS_COUNT:RD: on skx_unc_imc0, one of 6 boxes; --all-boxes counts on all'
	try 0 evt2raw --cpu skx --all-boxes UNC_M_CAS_COUNT:RD INST_RETIRED.ANY_P
	says_nothing
	prints uncore_imc/config=0x304/ rc0
	try 0 evt2raw --cpu skx --all-boxes --join UNC_M_CAS_COUNT:RD skx_unc_imc3::UNC_M_CAS_COUNT:WR
	prints uncore_imc/config=0x304/,uncore_imc/config=0xc04/
	try 0 evt2raw --cpu skx --all-boxes --as terms UNC_M_CAS_COUNT:RD
	prints uncore_imc/event=0x4,umask=0x3,name=UNC_M_CAS_COUNT.RD/
	try 0 evt2raw --cpu skx skx_unc_imc3::UNC_M_CAS_COUNT:RD
	says_nothing
	prints uncore_imc_3/config=0x304/
	try 2 evt2raw --cpu skx --all-boxes --together UNC_M_CAS_COUNT:RD
}

@test "groups that all boxes of a kind have are written once, in each round" {
	local imc='skx_unc_imc*::UNC_M_'
	try 0 evt2raw --cpu skx --together "${imc}CAS_COUNT:RD" "${imc}CAS_COUNT:WR" skx::INST_RETIRED:ANY_P
	says_nothing
	prints '{uncore_imc/config=0x304/,uncore_imc/config=0xc04/},{rc0}'
	try 0 evt2raw --cpu skx --together "${imc}CAS_COUNT:RD" "${imc}CAS_COUNT:WR" "${imc}ACT_COUNT:RD" \
		"${imc}ACT_COUNT:WR" "${imc}PRE_COUNT:RD" "${imc}PRE_COUNT:WR"
	says 'does not fit: '
	grep -qE '^\{(uncore_imc/config=0x[0-9a-f]+/,?){4}\},\{(uncore_imc/config=0x[0-9a-f]+/,?){2}\}$' "$out"
	# one of them with more than the others have
	try 0 evt2raw --cpu skx --together "${imc}CAS_COUNT:RD" skx_unc_imc1::UNC_M_CAS_COUNT:WR
	grep -qE '^\{uncore_imc_0/config=0x304/\},\{uncore_imc_1/config=0x304/,uncore_imc_1/config=0xc04/\},' "$out"
}

@test "PMU*::EVENT is on all boxes of the kind, and no other kind's" {
	export LIBPFM_CPUID= LIBPFM_FSROOT=$roots/sapphire-rapids-2s
	try 0 evt2raw 'spr_unc_imc*::UNC_M_CAS_COUNT:RD' 'SPR_UNC_M2M*::UNC_M2M_CLOCKTICKS' \
		spr_unc_imc3::UNC_M_CAS_COUNT:RD 'spr*::INST_RETIRED:ANY_P'
	says_nothing
	prints uncore_imc/config=0xcf05/ uncore_m2m/config=0x1/ uncore_imc_3/config=0xcf05/ rc0
	try 0 evt2raw --join --name 'spr_unc_imc*::UNC_M_CAS_COUNT:RD,INST_RETIRED:ANY_P'
	prints 'uncore_imc/config=0xcf05,name=UNC_M_CAS_COUNT.RD/,cpu/config=0xc0,name=INST_RETIRED.ANY_P/'
	try 1 evt2raw 'spr_unc_*::UNC_M_CAS_COUNT:RD' 'spr_unc_imc*::NOSUCH'
	says_line 'evt2raw: spr_unc_*::UNC_M_CAS_COUNT:RD: no such PMU: spr_unc_*'
	[ "$(grep -c NOSUCH "$err")" -ge 1 ]
	unset LIBPFM_FSROOT
	try 0 evt2raw --cpu zen4 'skx_unc_imc*::UNC_M_CAS_COUNT:RD'
	prints uncore_imc/config=0x304/
}

@test "boxes and kinds of cores of machines that are here" {
	export LIBPFM_CPUID= LIBPFM_FSROOT=$roots/granite-rapids
	raw gnr_unc_cha7::UNC_CHA_CLOCKTICKS uncore_cha_7/config=0x1/
	raw gnr_unc_cha::UNC_CHA_CLOCKTICKS uncore_cha/config=0x1/
	raw gnr_unc_mdf12::UNC_MDF_CLOCKTICKS:t=1 uncore_mdf_sbo_12/config=0x1000001/
	LIBPFM_FSROOT=$roots/arrow-lake-h
	raw arl_lnc::LONGEST_LAT_CACHE.MISS cpu_core/config=0x412e/
	raw arl_skt::LONGEST_LAT_CACHE.MISS cpu_atom/config=0x412e/
	raw arl_lnc::INST_RETIRED.ANY cpu_core/config=0xc0/
	raw arl_skt::INST_RETIRED.ANY cpu_atom/config=0xc0/
	raw LBR_INSERTS.ANY cpu_lowpower/config=0x1e4/
	raw UNC_M_MC1_TOTAL_REQCOUNT_FREERUN uncore_imc_free_running_1/config=0x10ff/
	raw tgl_unc_imc_free0::UNC_M_MC1_TOTAL_REQCOUNT_FREERUN uncore_imc_free_running_0/config=0x10ff/
	try 0 evt2raw --all-boxes UNC_M_MC1_TOTAL_REQCOUNT_FREERUN tgl_unc_imc_free1::data_total
	prints uncore_imc_free_running_1/config=0x10ff/ uncore_imc_free_running/config=0x10ff/
	raw tgl_unc_imc_free::data_total uncore_imc_free_running/config=0x10ff/
	LIBPFM_FSROOT=$roots/sierra-forest
	raw INST_RETIRED.ANY rc0
	raw gnr_unc_pcu::UNC_P_CLOCKTICKS uncore_pcu/config=0x1/
}

# Of a name for which libpfm4 and the vendor have different codes.
@test "the maker's code: event strings have libpfm4's, which is said of each, perf's language has the maker's" {
	try 0 evt2raw --cpu skl UOPS_RETIRED:STALL_CYCLES:u UOPS_RETIRED.TOTAL_CYCLES
	prints r18001c2:uh ra8001c2
	says_line "evt2raw: UOPS_RETIRED:STALL_CYCLES:u: the code is libpfm4's; \
the vendor's file has another for this name: cpu/UOPS_RETIRED.STALL_CYCLES/"
	says_line "evt2raw: UOPS_RETIRED.TOTAL_CYCLES: the code is libpfm4's; \
the vendor's file has another for this name: cpu/UOPS_RETIRED.TOTAL_CYCLES/"
	[ "$(wc -l <"$err")" = 2 ]
	try 0 evt2raw --cpu snb BR_INST_RETIRED.ALL_BRANCHES BR_MISP_RETIRED.ALL_BRANCHES
	prints r4c4 r4c5
	says 'evt2raw: BR_INST_RETIRED.ALL_BRANCHES: the code is'
	says 'evt2raw: BR_MISP_RETIRED.ALL_BRANCHES: the code is'
	# whose event select is another
	try 0 evt2raw --cpu bonnell BR_INST_RETIRED.MISPRED HW_INT_RCV cpu/BR_INST_RETIRED.MISPRED/ \
		cpu/br_inst_retired.mispred,edge=1/u cpu/HW_INT_RCV/ BR_INST_RETIRED.TAKEN
	prints rac4 r1c8 rc5 r400c5:u rc8 rcc4
	says 'evt2raw: BR_INST_RETIRED.MISPRED: the code is' 'cpu/BR_INST_RETIRED.MISPRED/'
	says 'evt2raw: HW_INT_RCV: the code is' 'cpu/HW_INT_RCV/'
	[ "$(wc -l <"$err")" = 2 ]
	try 0 evt2raw --cpu bonnell --metric 'BR_INST_RETIRED.MISPRED / HW_INT_RCV'
	prints '{rc5,rc8}'
	local tool
	for tool in evt2raw check_events perf_encode; do
		try 0 $tool --cpu snb --json BR_INST_RETIRED.ALL_BRANCHES:u INST_RETIRED.ANY_P \
			cpu/BR_MISP_RETIRED.ALL_BRANCHES/
		json 'map(.makers) == ["cpu/BR_INST_RETIRED.ALL_BRANCHES/", null, null]'
	done
	try 0 evt2raw --cpu skl cpu/UOPS_RETIRED.STALL_CYCLES/ cpu/uops_retired.total_cycles/u \
		cpu/uops_retired.stall_cycles,cmask=2/
	prints r18002c2 r108002c2:u r38002c2
	says_nothing
	try 0 evt2raw --cpu nhm OFFCORE_RESPONSE_0:ANY_DATA:ANY_DRAM
	prints cpu/config=0x1b7,config1=0x6033/
	says "cpu/OFFCORE_RESPONSE_0.ANY_DATA.ANY_DRAM/"
	try 0 evt2raw --cpu nhm cpu/offcore_response_0.any_data.any_dram/
	prints cpu/config=0x1b7,config1=0x6011/
	try 0 evt2raw --cpu GenuineIntel-6-63 hswep_unc_ha0::UNC_H_RING_AD_USED:CW
	says "uncore_ha_0/UNC_H_RING_AD_USED.CW/"
	try 0 evt2raw --cpu skl UOPS_RETIRED:ALL
	says_nothing
	try 0 check_events --format '{code:#x}' skl::UOPS_RETIRED:STALL_CYCLES
	says "the vendor's file has another for this name: cpu/UOPS_RETIRED.STALL_CYCLES/"
	try 0 check_events --quiet skl::UOPS_RETIRED:STALL_CYCLES
	says_nothing
	try 0 perf_encode --cpu skl UOPS_RETIRED:STALL_CYCLES
	says "the vendor's file has another for this name: cpu/UOPS_RETIRED.STALL_CYCLES/"
}

# Of a name that several core types have.
@test "kinds of cores: one is written, which is said, or each with --all-cores" {
	export LIBPFM_CPUID= root
	for root in 'alder-lake 2 lowpower' 'meteor-lake 2 lowpower' 'lunar-lake 2 lowpower' 'panther-lake 2 lowpower' \
		'arrow-lake-h 3 none'; do
		read -r root kinds without <<<"$root"
		export LIBPFM_FSROOT=$roots/$root
		try 0 evt2raw LONGEST_LAT_CACHE.MISS
		prints cpu_core/config=0x412e/
		says "LONGEST_LAT_CACHE.MISS: on cpu_core, one of $kinds core types; --all-cores counts on all"
		[ "$(wc -l <"$err")" = 1 ]
		try 0 evt2raw --all-cores LONGEST_LAT_CACHE.MISS:u
		printf 'cpu_%s/config=0x412e/uh\n' core atom lowpower | grep -v "_$without/" | diff - "$out" >&2
		says_nothing
	done
	# a name of one kind alone; of the kernel's own events perf opens one on each by itself
	LIBPFM_FSROOT=$roots/alder-lake
	raw MEM_BOUND_STALLS.LOAD cpu_atom/config=0x734/
	raw cycles cpu-cycles
	try 0 evt2raw --all-cores MEM_BOUND_STALLS.LOAD cycles:u L1-dcache-loads r1c4 page-faults
	prints cpu_atom/config=0x734/ cpu_{core,atom}/cpu-cycles/uh cpu_{core,atom}/L1-dcache-loads/ \
		cpu_{core,atom}/config=0x1c4/ page-faults
	says_line 'evt2raw: MEM_BOUND_STALLS.LOAD: not on cpu_core: no such event: MEM_BOUND_STALLS'
	[ "$(wc -l <"$err")" = 1 ]
	# a group of the kernel is of one PMU
	try 0 evt2raw --all-cores --join '{INST_RETIRED.ANY_P,cycles,page-faults}:u' instructions
	prints "{cpu_core/config=0xc0/uh,cpu_core/cpu-cycles/uh,page-faults:uh},$(
		)"'{cpu_atom/config=0xc0/uh,cpu_atom/cpu-cycles/uh},cpu_core/instructions/,cpu_atom/instructions/'
	try 0 evt2raw --join --perf '{LONGEST_LAT_CACHE.MISS,cycles:u}:W'
	prints '{cpu_core/config=0x412e/,cpu_core/cpu-cycles/u}:W,{cpu_atom/config=0x412e/,cpu_atom/cpu-cycles/u}:W'
	try 0 evt2raw --together LONGEST_LAT_CACHE.MISS
	says_line 'evt2raw: LONGEST_LAT_CACHE.MISS: on cpu_core, one of 2 core types; --all-cores counts on all'
	refuses evt2raw "--all-cores --together cycles" "--all-cores --decode r0"
	unset LIBPFM_FSROOT
	try 0 evt2raw --cpu apple-m1 --all-cores CORE_ACTIVE_CYCLE
	sort "$out" | diff - <(printf 'apple_%s_pmu/config=0x2/\n' firestorm icestorm) >&2
	# what no vendor's CPU tells is no core type: cpum_cf counts, cpum_sf samples
	LIBPFM_CPUID= LIBPFM_FSROOT=$roots/z15 try 0 evt2raw --all-cores CPU_CYCLES cycles
	prints cpum_cf/config=0x0/ cpu-cycles
	LIBPFM_CPUID= LIBPFM_FSROOT=$roots/z15 try 0 evt2raw --perf cycles
	prints cpu-cycles
	# cores that are switched off are none: the kernel has no device for them
	cp -r "$roots/alder-lake" .
	rm -r alder-lake/sys/bus/event_source/devices/cpu_atom
	LIBPFM_CPUID= LIBPFM_FSROOT=$PWD/alder-lake try 0 evt2raw --all-cores LONGEST_LAT_CACHE.MISS cycles
	prints cpu_core/config=0x412e/ cpu-cycles
	LIBPFM_CPUID= LIBPFM_FSROOT=$PWD/alder-lake try 0 evt2raw LONGEST_LAT_CACHE.MISS
	says_nothing
	# numbered devices of Arm's cores
	LIBPFM_CPUID= LIBPFM_FSROOT=$roots/arm-acpi try 0 evt2raw --perf cycles
	prints armv8_pmuv3_{0,1}/cpu-cycles/
}

# The kernel names a PMU cpu_atom only where it has others beside it.
@test "Alder Lake-N has one kind of cores, and the device cpu" {
	local name
	for name in LONGEST_LAT_CACHE.MISS adl_grt::LONGEST_LAT_CACHE.MISS cpu/LONGEST_LAT_CACHE.MISS/; do
		try 0 evt2raw --cpu GenuineIntel-6-190 "$name"
		prints cpu/config=0x412e/
		says_nothing
	done
	try 1 evt2raw --cpu GenuineIntel-6-190 cpu_atom/LONGEST_LAT_CACHE.MISS/
	says "no such device: cpu_atom"
	try 0 evt2raw --cpu GenuineIntel-6-190 --decode cpu/event=0x2e,umask=0x41/
	prints_line adl_grt::LONGEST_LAT_CACHE:MISS
	try 0 evt2raw --cpu GenuineIntel-6-190 cpu/cycles/ cycles
	prints cpu-cycles cpu-cycles
	try 0 perf_encode --cpu GenuineIntel-6-190 LONGEST_LAT_CACHE.MISS
	prints_line "type           : unknown on this machine (cpu)"
	export LIBPFM_FSROOT=$roots/alder-lake-n LIBPFM_CPUID=
	try 0 evt2raw --as terms MEM_BOUND_STALLS.LOAD cpu/MEM_BOUND_STALLS.LOAD/
	prints cpu/event=0x34,umask=0x7,name=MEM_BOUND_STALLS.LOAD/{,}
	try 0 perf_encode MEM_BOUND_STALLS.LOAD
	prints_line "type           : 4 (raw: cpu)"
	# the kinds of a hybrid keep their names
	raw adl_grt::LONGEST_LAT_CACHE.MISS r412e
	LIBPFM_FSROOT=$roots/alder-lake try 0 evt2raw adl_grt::LONGEST_LAT_CACHE.MISS
	prints cpu_atom/config=0x412e/
}

# As pfm-event-strings(7) says, whatever numbers the PMUs have.
@test "on a hybrid machine the performance cores come first" {
	local cpu
	for cpu in alderlake meteorlake arrowlake arrowlake-h lunarlake pantherlake novalake; do
		try 0 evt2raw --cpu "$cpu" INST_RETIRED.ANY_P
		prints cpu_core/config=0xc0/
	done
	try 0 evt2raw --cpu apple-m1 CORE_ACTIVE_CYCLE
	prints apple_firestorm_pmu/config=0x2/
	try 0 evt2raw --cpu apple-m2 CORE_ACTIVE_CYCLE
	prints apple_avalanche_pmu/config=0x2/
}

@test "off its machine a device of many is written as perf reads all of them, and that is said" {
	try 0 evt2raw --cpu 0x410fd0c1 arm_cmn::HNF_MC_RETRIES
	prints arm_cmn/config=0xc0005/
	says "arm_cmn::HNF_MC_RETRIES: no device arm_cmn_{n} is here: what is written means all of them"
	try 0 evt2raw --cpu 0x410fd0c1 hisi_l3c/config=1/
	prints 'hisi_sccl*_l3c*/config=0x1/'
	says 'put in the numbers of one for a perf that does not know *'
	try 0 evt2raw --cpu 0x410fd0c1 arm_cmn3::HNF_MC_RETRIES imx9_ddr0/cycles/
	says_nothing
	prints arm_cmn_3/config=0xc0005/ imx9_ddr0/config=0x0/
	try 0 perf_encode --cpu 0x410fd0c1 --as perf arm_cmn::HNF_MC_RETRIES
	prints arm_cmn/config=0xc0005/
	says "no device arm_cmn_{n} is here"
	showevtinfo --pmu '*' --pmus --json | jq -r 'select(.device // "" | contains("{")).pmu' >pmus
	[ "$(wc -l <pmus)" -gt 40 ]
	export LIBPFM_ENCODE_INACTIVE=1
	while read -r pmu; do
		showevtinfo -L --pmu "$pmu" | sed -n 1p
	done <pmus | sed 's/^arm_ni::asni$/&:eventid=1/' >events
	try 0 evt2raw - <events
	refute grep '[{}]' "$out"
	[ "$(wc -l <"$out")" = "$(wc -l <pmus)" ]
}

@test "names of the kernel's: by the tables off the machine, by its devices on it" {
	export LIBPFM_FSROOT= # with files of a kernel the machine has only what they say
	try 0 evt2raw --cpu spr slots cpu/topdown-mem-bound/ tx-start uncore_imc_0/cas_count_read/ power/energy-pkg/
	prints r400 r8700 r1c9 uncore_imc_0/config=0xcf05/ power/config=0x2/
	try 1 evt2raw --cpu skx uncore_imc_0/cas_count_reed/
	says_line '  did you mean cas_count_read?'
	mkdir -p host/proc host/sys/bus/event_source/devices/uncore_imc_0/{events,format}
	printf 'vendor_id\t: GenuineIntel\ncpu family\t: 6\nmodel\t\t: 79\nstepping\t: 1\n' >host/proc/cpuinfo
	cd host/sys/bus/event_source/devices/uncore_imc_0
	echo 12 >type
	echo config:0-7 >format/event
	echo config:8-15 >format/umask
	echo event=0x09,umask=0x01 >events/cas_count_read
	cd - >/dev/null
	export LIBPFM_FSROOT=$PWD/host LIBPFM_CPUID=
	try 0 evt2raw uncore_imc/cas_count_read/ uncore_imc/llc_misses.mem_read/
	prints uncore_imc_0/config=0x109/ uncore_imc_0/config=0x304/
	try 1 evt2raw uncore_imc/clockticks/
	says 'uncore_imc_0 has no format and no event clockticks'
	rm -r host/sys/bus/event_source/devices/uncore_imc_0/events
	try 0 evt2raw uncore_imc/clockticks/
	prints uncore_imc_0/config=0x0/
}

# ---- names as other tools write them ----

# as_other CPU NAME READ CODE: it is taken, and said how.
as_other() {
	LIBPFM_FSROOT="" try 0 evt2raw --cpu "$1" "$2"
	prints "$4"
	says_line "evt2raw: $2: read as $3"
}

# The codes are the vendors': 0xd1 0x20, 0x60 0x80, 0xc0, 0x11, 0x51 0x01 ...
@test "likwid's, VTune's, oprofile's, Arm's and AMD's names are taken where they leave no doubt" {
	as_other skl MEM_LOAD_RETIRED_L3_MISS MEM_LOAD_RETIRED:L3_MISS r20d1
	as_other skl mem_load_retired_l3_miss:u MEM_LOAD_RETIRED:L3_MISS:u r20d1:uh
	as_other skl MEM_LOAD_RETIRED.L3_MISS_PS MEM_LOAD_RETIRED.L3_MISS r20d1
	as_other skl L2_TRANS.L2_WB:USER=no L2_TRANS.L2_WB:k r40f0:kh
	as_other skx 'UNC_CHA_REQUESTS.READS_REMOTE[UNIT1]' UNC_CHA_REQUESTS.READS_REMOTE \
		uncore_cha_0/config=0x250/
	as_other skx TOR_INSERTS_IA UNC_CHA_TOR_INSERTS:IA 'uncore_cha_0/config=0x3135,config1=0x3b00000000/'
	as_other power8 PM_LSU_DERAT_MISS:10000:0x00:1:1 'PM_LSU_DERAT_MISS, without its period' r200f6
	as_other nhm L1D:6000:0x01:0:1 'L1D:0x1:u, without its period' r151:uh
	as_other neoverse-n1 ARMV8_PMUV3_PERFCTR_L1D_CACHE L1D_CACHE r4
	as_other neoverse-n1 0x11 r11 r11
	as_other zen4 ExRetInstr EX_RET_INSTR rc0
	as_other zen4 PMCx071:0x40 r4071 r4071
	as_other zen4 event=PMCx60,umask=0x80 r8060 r8060
	# two events, of which one has a comma of its own
	try 0 evt2raw --cpu zen4 event=PMCx60,umask=0x80,rc0
	prints r8060 rc0
}

@test "likwid's counters, dashes, Armv7's headers, unit masks in AMD's letters, oprofile's counts" {
	as_other skl L1D_REPLACEMENT:PMC0 L1D:REPLACEMENT r151
	as_other zen4 RETIRED_INSTRUCTIONS:PMC3 RETIRED_INSTRUCTIONS rc0
	as_other neoverse-n1 INST_RETIRED:PMC0 INST_RETIRED r8
	as_other power9 PM_RUN_CYC:PMC5 PM_RUN_CYC r200f4
	LIBPFM_FSROOT='' try 1 evt2raw --cpu spr CAS_COUNT_RD:MBOX0C1 # of two kinds of boxes
	says 'did you mean UNC_M_CAS_COUNT:RD?'
	LIBPFM_FSROOT='' try 0 evt2raw --cpu spr TOR_INSERTS_IA:CBOX0C1
	says 'TOR_INSERTS_IA:CBOX0C1: read as UNC_CHA_TOR_INSERTS:IA'
	as_other u74 branch-direction-misprediction BRANCH_DIRECTION_MISPREDICTION r2001
	as_other cortex-a9 ARMV7_PERFCTR_CPU_CYCLES CPU_CYCLES armv7_cortex_a9/config=0xff/
	as_other zen4 LsDispatch.LdDispatch LS_DISPATCH:LD_DISPATCH r129
	as_other cortex-a57 CPU_CYCLES:100000 'CPU_CYCLES, without its period' armv8_cortex_a57/config=0x11/
	# what is no counter, what may be a unit mask
	for name in L1D_REPLACEMENT:PMCX L1D_REPLACEMENT:PMC L1D:6000; do
		try 1 evt2raw --cpu skl $name
		refute grep -q 'read as' "$err"
	done
	try 1 evt2raw --cpu neoverse-n1 CPU_CYCLES:17
	try 1 evt2raw --cpu u74 minstret
	says 'did you mean INSTRUCTIONS?'
	LIBPFM_FSROOT='' try 1 evt2raw --cpu skl PWR_PKG_ENERGY
	says 'did you mean RAPL_ENERGY_PKG'
}

# Codes and unit masks are those of AMD's manuals and of the kernel's files for these CPUs.
@test "AMD's manuals: letter case and underscores do not count, whatever part of the processor is in front" {
	as_other zen4 Core::X86::Pmc::L2::L2CacheReqStat.IcFillHitX L2_CACHE_REQ_STAT:IC_FILL_HIT_X r464
	as_other zen4 Core::X86::Pmc::Core::BpL1TlbMissL2TlbHit BP_L1_TLB_MISS_L2_TLB_HIT r84
	as_other zen2 Core::X86::Pmc::Core::BpL2BTBCorrect BP_L2_BTB_CORRECT r8b
	as_other zen4 LsL1DTlbMiss.TlbReload1GL2Miss LS_L1_D_TLB_MISS:TLB_RELOAD_1G_L2_MISS r8045
	as_other zen4 DeDisDispatchTokenStalls1.IntPhyRegFileRsrcStall \
		DE_DIS_DISPATCH_TOKEN_STALLS1:INT_PHY_REG_FILE_RSRC_STALL r1ae
	as_other zen3 L2RequestG1:RdBlkL L2_REQUEST_G1:RD_BLK_L r8060
	as_other zen3 L2RequestG1:_Rd__BlkL_ L2_REQUEST_G1:RD_BLK_L r8060
	as_other zen3 'L2RequestG1[RdBlkL]' L2_REQUEST_G1:RD_BLK_L r8060
	as_other zen4 event=0x76,umask=0x0 r76 r76
	as_other zen4 'L3PMCx04:0x01' L3_LOOKUP_STATE:0x01 amd_l3/config=0x104/
	LIBPFM_FSROOT='' try 0 evt2raw --cpu zen4 'PMCx060[RdBlkL]'
	prints r8060
	# which unit mask is meant it does not say
	LIBPFM_FSROOT='' try 1 evt2raw --cpu zen4 DeSrcOpDisp
	says 'did you mean DE_SRC_OP_DISP:ALL'
	LIBPFM_FSROOT='' try 1 evt2raw --cpu zen4 L3PMCx04
	says 'did you mean L3_LOOKUP_STATE:'
}

# As Linux names them: arm_pmuv3.c, arm_spe's and AMU's registers, drivers/perf/arm_v7_pmu.c.
@test "Arm's headers and the kernel's names for cores" {
	as_other neoverse-n1 ARMV8_SPE_PERFCTR_SAMPLE_POP SAMPLE_POP r4000
	as_other neoverse-v2 ARMV8_AMU_PERFCTR_STALL_BACKEND_MEM STALL_BACKEND_MEM r4005
	as_other neoverse-n1 ARMV8_SPE_SAMPLE_POP SAMPLE_POP r4000
	LIBPFM_FSROOT='' try 1 evt2raw --cpu neoverse-n1 ARMV8_SPEX_SAMPLE_POP
	refute grep -q 'read as' "$err"
	as_other cortex-a57 ARMV8_A57_INST_RETIRED INST_RETIRED armv8_cortex_a57/config=0x8/
	LIBPFM_FSROOT='' try 1 evt2raw --cpu neoverse-n1 ARMV8_BUS_CPU_CYCLES # no CPU_CYCLES
	refute grep -q 'read as' "$err"
	LIBPFM_FSROOT='' try 0 evt2raw --cpu neoverse-n1 armv8_neoverse_n1/l1d_cache/
	prints r4
	for device in armv8_neoverse_n2 armv9_neoverse_n2; do
		LIBPFM_FSROOT='' try 0 evt2raw --cpu neoverse-n2 $device/stall_slot/
		prints r3f
	done
	LIBPFM_FSROOT='' try 0 evt2raw --cpu cortex-a710 armv8_cortex_a710/l1d_cache/
	prints armv9_cortex_a710/config=0x4/
	LIBPFM_FSROOT='' try 0 evt2raw --cpu cortex-a9 armv7_cortex_a9/cpu_cycles/
	prints armv7_cortex_a9/config=0xff/
	LIBPFM_FSROOT='' try 1 evt2raw --cpu neoverse-n1 armv8_neoverse_v2/l1d_cache/ # another machine's
	says 'no such device: armv8_neoverse_v2'
}

# oprofile's unit masks are those of the tables; 0x4f is not that of MISS, which is 0x41.
@test "other tools' options and counts stand behind names that other rules read" {
	as_other hsw l2_rqsts_miss:200003:0x3f:1:1 'L2_RQSTS:MISS, without its period' r3f24
	as_other hsw l2_rqsts_miss:200003:0x3f:0:1 'L2_RQSTS:MISS:u, without its period' r3f24:uh
	as_other hsw baclears_any:100003:0x1f 'BACLEARS:ANY, without its period' r1fe6
	as_other snb INST_RETIRED:2000000 'INST_RETIRED, without its period' rc0
	as_other skl MACHINE_CLEARS:100003:memory_ordering:1:1 \
		'MACHINE_CLEARS:MEMORY_ORDERING, without its period' r2c3
	as_other zen4 RETIRED_INSTRUCTIONS:PMC0:THRESHOLD=0x1:INVERT RETIRED_INSTRUCTIONS:c=1:i=1 r18000c0
	as_other skl L1D_REPLACEMENT:PMC0:EDGEDETECT:THRESHOLD=0x1 L1D:REPLACEMENT:e=1:c=1 r1040151
	as_other skl UOPS_ISSUED.ANY:cmask=1:inv=yes UOPS_ISSUED.ANY:c=1:i=1 r180010e
	as_other skl INST_RETIRED.ANY:sample INST_RETIRED.ANY rc0
	as_other skl OFFCORE_RESPONSE_0:request=DEMAND_DATA_RD:response=L3_HIT.ANY_SNOOP \
		OFFCORE_RESPONSE:DEMAND_DATA_RD_L3_HIT_ANY_SNOOP 'cpu/config=0x1b7,config1=0x3fc01c0001/'
	# what the user gives goes before what the code has: a counter mask of 1, inverted
	as_other skl UOPS_ISSUED.STALL_CYCLES:u0x01:c2 UOPS_ISSUED:0x1:c=2:i=1 r280010e
	as_other skl UOPS_ISSUED.STALL_CYCLES:u0x01:i0:c2 UOPS_ISSUED:0x1:i=0:c=2 r200010e
	# names of no response, more options than an event has, a mask that is no name, a bracket that stays open
	for name in OFFCORE_RESPONSE_0:request=NOSUCH:response=NOSUCH \
		OFFCORE_RESPONSE_0:request=DEMAND_DATA_RD:response=L3_HIT.ANY_SNOOP:nosuch=1 \
		UOPS_ISSUED.STALL_CYCLES:u0x01:c2:c2:c2:c2:c2:c2:c2:c2 MACHINE_CLEARS:100003:nosuch:1:1 \
		event=0x1c0,umask=0x1 MACHINE_CLEARS.COUNT/config1=x/k MACHINE_CLEARS.COUNT/config4=1/k; do
		LIBPFM_FSROOT='' try 1 evt2raw --cpu skl "$name"
		refute grep -q 'read as' "$err"
	done
	LIBPFM_FSROOT='' try 1 evt2raw --cpu skx 'UNC_CHA_REQUESTS.READS_REMOTE[UNIT1'
	refute grep -q 'read as' "$err"
	as_other zen3 event=0x1c0,umask=0x1 r1000001c0 r1000001c0
	LIBPFM_FSROOT='' try 1 evt2raw --cpu skl longest_lat_cache_miss:100003:0x4f
	says 'did you mean LONGEST_LAT_CACHE:MISS'
	# an edge of nothing, which Intel's counters do not count
	LIBPFM_FSROOT='' try 1 evt2raw --cpu skl L1D_REPLACEMENT:PMC0:EDGEDETECT
	says 'expected: c of 1 or more with it'
	# x86 alone has thresholds as these tools mean them
	LIBPFM_FSROOT='' try 1 evt2raw --cpu neoverse-n2 CPU_CYCLES:PMC0:EDGEDETECT
	refute grep -q 'read as' "$err"
}

# A word that chooses a level means that level alone, whichever tool has it; VTune's =yes leaves the other as it is.
@test "bare words of levels mean that level alone, on all CPUs and in all tools" {
	local cpu event code word tool
	while read -r cpu event code user kernel; do
		for word in user usr User USER user=1 USER=yes:OS=no; do
			as_other "$cpu" "$event:$word" "$event:u" "$code:$user"
		done
		for word in os OS sys kernel Kernel sup os=1 USER=no; do
			as_other "$cpu" "$event:$word" "$event:k" "$code:$kernel"
		done
	done <<-'END'
		skl INST_RETIRED:ANY_P rc0 uh kh
		icx INST_RETIRED:ANY_P rc0 uh kh
		zen4 RETIRED_INSTRUCTIONS rc0 u k
		neoverse-v2 INST_RETIRED r8 u k
		power9 PM_RUN_CYC r200f4 u k
		skl cycles cpu-cycles uh kh
	END
	for tool in check_events "perf_encode --as raw" "evt2raw --as terms" "check_events --os none"; do
		# shellcheck disable=SC2086 # words
		LIBPFM_FSROOT='' try 0 $tool --cpu skl INST_RETIRED:ANY_P:user
		says_line "${tool%% *}: INST_RETIRED:ANY_P:user: read as INST_RETIRED:ANY_P:u"
	done
	as_other adl INST_RETIRED:ANY_P:user INST_RETIRED:ANY_P:u cpu_core/config=0xc0/uh
	as_other skl INST_RETIRED:ANY_P:user:kernel INST_RETIRED:ANY_P:u:k rc0
	as_other skl INST_RETIRED:ANY_P:USER=yes INST_RETIRED:ANY_P rc0
	as_other skl INST_RETIRED:ANY_P:PMC0:KERNEL INST_RETIRED:ANY_P rc0 # likwid's: in the kernel, too
	# libpfm4 takes :u of POWER7 and counts at all levels
	as_other power7 PM_CYC:user PM_CYC//u r1e:u
	# no level is left; a period without a number; a threshold without one; VTune's words have no other values
	for word in user=no:os=no sa cmask threshold user=2 sa=no cmask=yes inv=2; do
		LIBPFM_FSROOT='' try 1 evt2raw --cpu skl INST_RETIRED:ANY_P:$word
		refute grep -q 'read as' "$err"
	done
}

# The codes are those of NAME:c=4 and the like: cmask bits 24-31, inv 23, edge 18, the unit mask 8-15.
@test "pmu-tools' modifiers: a letter and its number, a unit mask in the place of the event's" {
	as_other skx IDQ.DSB_UOPS:c4 IDQ.DSB_UOPS:c=4 r4000879
	as_other skx IDQ.DSB_UOPS:c0x4:i1 IDQ.DSB_UOPS:c=4:i=1 r4800879
	as_other skx IDQ.DSB_UOPS:eq1:c1 IDQ.DSB_UOPS:e=1:c=1 r1040879
	as_other skx IDQ.DSB_UOPS:e1:c1:u IDQ.DSB_UOPS:u:e=1:c=1 r1040879:uh
	as_other skx IDQ.DSB_UOPS:u0x80 IDQ:0x80 r8079
	as_other skx IDQ.ALL_DSB_CYCLES_4_UOPS:u0x80 IDQ:0x80:c=4 r4008079
	as_other spr INST_RETIRED.ANY_P:c1 INST_RETIRED.ANY_P:c=1 r10000c0
	as_other zen4 RETIRED_INSTRUCTIONS:c2 RETIRED_INSTRUCTIONS:c=2 r20000c0
	as_other adl EXE_ACTIVITY.BOUND_ON_STORES:c0x2 EXE_ACTIVITY.BOUND_ON_STORES:c=2 cpu_core/config=0x20040a6/
	local string
	for string in c e1x i2 u80 u0x180 u0x80:u0x40; do
		LIBPFM_FSROOT='' try 1 evt2raw --cpu skx IDQ.DSB_UOPS:$string
		refute grep -q 'read as' "$err"
	done
	LIBPFM_FSROOT='' try 1 evt2raw --cpu neoverse-n1 CPU_CYCLES:c4
	refute grep -q 'read as' "$err"
}

@test "perf's letters behind a unit mask, a level or a modifier mean what they mean in perf" {
	local string
	for string in INST_RETIRED.ANY_P:u:p INST_RETIRED.ANY_P:p:u INST_RETIRED:ANY_P:up INST_RETIRED:p:ANY_P:u; do
		as_other skx $string INST_RETIRED.ANY_P:up rc0:up
	done
	as_other skx cycles:u:pp cycles:upp cpu-cycles:upp
	as_other skx cycles:k:ppp cycles:kppp cpu-cycles:kppp
	as_other skx MEM_LOAD_RETIRED.L3_MISS:u:p MEM_LOAD_RETIRED.L3_MISS:up r20d1:up
	as_other skx IDQ.DSB_UOPS:c4:up IDQ.DSB_UOPS/cmask=4/up r4000879:up
	as_other skx INST_RETIRED.ANY_P:c=1:pp INST_RETIRED.ANY_P:c=1:precise=2 r10000c0:pp
	as_other skx skx::INST_RETIRED.ANY_P:pp skx::INST_RETIRED.ANY_P:precise=2 rc0:pp
	as_other skx INST_RETIRED:ANY_P:uk INST_RETIRED:ANY_P:u:k rc0
	as_other zen4 RETIRED_INSTRUCTIONS:u:p RETIRED_INSTRUCTIONS:up rc0:up
	as_other neoverse-v2 INST_RETIRED:k:p INST_RETIRED:kp r8:kp
	as_other skx r00c0:u:p r00c0:up rc0:up
	for string in INST_RETIRED.ANY_P:pppp INST_RETIRED:ANY_P:u:pppp INST_RETIRED:ANY_P:uz; do
		LIBPFM_FSROOT='' try 1 evt2raw --cpu skx $string
		refute grep -q 'read as' "$err"
	done
	# where only one language may be read
	LIBPFM_FSROOT='' try 1 evt2raw --cpu skx --pfm INST_RETIRED:ANY_P:u:pp
	says 'no such unit mask or modifier: pp'
	LIBPFM_FSROOT='' try 1 evt2raw --cpu skx --perf cycles:u:pp
	says 'expected: the letters together, as in :upp'
}

@test "telegraf's config terms behind a colon, simpleperf's raw-, oprofile's groups of POWER" {
	as_other clx OFFCORE_REQUESTS.ALL_REQUESTS:config1=0x12k OFFCORE_REQUESTS.ALL_REQUESTS/config1=0x12/k \
		cpu/config=0x80b0,config1=0x12/k
	as_other clx OFFCORE_REQUESTS.ALL_REQUESTS:config1=0x12:u OFFCORE_REQUESTS.ALL_REQUESTS/config1=0x12/u \
		cpu/config=0x80b0,config1=0x12/u
	as_other neoverse-n1 raw-l2d-cache-refill L2D_CACHE_REFILL r17
	as_other neoverse-n1 raw-br-mis-pred:u BR_MIS_PRED:u r10:u
	as_other power7 PM_CYC_GRP1 PM_CYC r1e
	as_other ppc970 PM_CYC_GRP1 PM_CYC r7
	as_other power6 PM_CYC_GRP12 PM_CYC r1e
	local string
	for string in PM_CYC_GRPX PM_CYC_GRP PM_WOMBATS_GRP1; do
		LIBPFM_FSROOT='' try 1 evt2raw --cpu power7 $string
		refute grep -q 'read as' "$err"
	done
	LIBPFM_FSROOT='' try 1 evt2raw --cpu clx OFFCORE_REQUESTS.ALL_REQUESTS:config4=0x12
	refute grep -q 'read as' "$err"
}

# The kernel's files have no filter for these names: IA_MISS of skx and clx, LLC_LOOKUP of hsx.
@test "perf's language: a term of a filter register replaces what the tables have there by default" {
	local cpu
	unset LIBPFM_FSROOT
	for cpu in skx clx; do
		try 0 evt2raw --cpu $cpu 'uncore_cha_0/UNC_CHA_TOR_INSERTS.IA_MISS,config1=0x4043200000000/' \
			'uncore_cha_0/UNC_CHA_TOR_OCCUPANCY.IA_MISS,filter_opc0=0x202,filter_nm/' \
			'uncore_cha_0/UNC_CHA_TOR_INSERTS.IA_MISS/' 'uncore_cha_0/UNC_CHA_TOR_INSERTS.IA_MISS,edge/' \
			'uncore_cha_0/UNC_CHA_TOR_INSERTS.IA_MISS_DRD,filter_nm/'
		prints 'uncore_cha_0/config=0x2135,config1=0x4043200000000/' \
			'uncore_cha_0/config=0x2136,config1=0x4041000000000/' \
			'uncore_cha_0/config=0x2135,config1=0x3b00000000/' \
			'uncore_cha_0/config=0x42135,config1=0x3b00000000/' \
			'uncore_cha_0/config=0x2135,config1=0x4043300000000/'
	done
	for cpu in hsx bdx; do
		try 0 evt2raw --cpu $cpu 'uncore_cbox_0/UNC_C_LLC_LOOKUP.DATA_READ,filter_state=0x1/' \
			'uncore_cbox_0/UNC_C_LLC_LOOKUP.DATA_READ,config1=0x20000/' \
			uncore_cbox_0/UNC_C_LLC_LOOKUP.DATA_READ/
		prints 'uncore_cbox_0/config=0x334,config1=0x20000/' 'uncore_cbox_0/config=0x334,config1=0x20000/' \
			'uncore_cbox_0/config=0x334,config1=0xfe0000/'
	done
	# event strings keep libpfm4's
	try 0 evt2raw --cpu skx skx_unc_cha0::UNC_CHA_TOR_INSERTS:IA_MISS
	prints 'uncore_cha_0/config=0x2135,config1=0x3b00000000/'
}

# The codes are those of event=0x35,umask=0x41 with the same terms; dwc_pcie's is in the kernel's document.
@test "perf's language: a name that needs a term is taken with it, else the term is named" {
	unset LIBPFM_FSROOT
	try 0 evt2raw --cpu hsx 'uncore_cbox_0/UNC_C_TOR_INSERTS.NID_OPCODE,filter_nid=0x1,filter_opc=0x182/' \
		'uncore_cbox_0/UNC_C_TOR_INSERTS.NID_OPCODE,config1=0x1820000100000000/' \
		'uncore_cbox_0/UNC_C_TOR_INSERTS.MISS_OPCODE,filter_opc=0x182/' \
		'uncore_pcu/UNC_P_FREQ_BAND0_CYCLES,filter_band0=12/'
	prints 'uncore_cbox_0/config=0x4135,config1=0x1820000100000000/' \
		'uncore_cbox_0/config=0x4135,config1=0x1820000100000000/' \
		'uncore_cbox_0/config=0x335,config1=0x1820000000000000/' 'uncore_pcu/config=0xb,config1=0xc/'
	try 0 evt2raw --cpu jkt 'uncore_cbox_0/UNC_C_TOR_INSERTS.NID_OPCODE,filter_nid=0x1,filter_opc=0x182/'
	prints 'uncore_cbox_0/config=0x4135,config1=0xc1000400/'
	try 0 evt2raw --cpu yitian710 dwc_rootport_13018/rx_memory_read,lane=4/
	prints dwc_rootport_13018/config=0x41070c/
	try 0 evt2raw --cpu cortex-a57 ccn/xp_valid_flit,xp=1,port=0,vc=1,dir=1/ \
		arm_ccn::xp_valid_flit:xp=1:port=0:vc=1:dir=1
	prints ccn/config=0x24040801/ ccn/config=0x24040801/
	while read -r cpu event message; do
		try 1 evt2raw --cpu "$cpu" "$event"
		says "$message"
	done <<-'END'
		hsx uncore_cbox_0/UNC_C_TOR_INSERTS.NID_OPCODE,filter_opc=0x182/ needs the term filter_nid=
		hsx uncore_cbox_0/UNC_C_TOR_INSERTS.NID_OPCODE,filter_nid=0x1/ needs the term filter_opc=
		hsx uncore_cbox_0/UNC_C_TOR_INSERTS.OPCODE,filter_nid=0x1/ needs the term filter_opc=
		hsx uncore_cbox_0/UNC_C_TOR_INSERTS.NID_OPCODE,config2=0x1820000100000000/ needs the term filter_opc=
		hsx uncore_pcu/UNC_P_FREQ_BAND0_CYCLES,filter_band1=12/ needs the term filter_band0=
		hsx uncore_pcu/UNC_P_FREQ_BAND0_CYCLES/ needs the term filter_band0=
		yitian710 dwc_rootport_13018/rx_memory_read/ needs the term lane=
		cortex-a57 ccn/xp_valid_flit/ needs the term node= or xp=
	END
}

@test "perf's language: an event of all boxes stays one string where perf takes the list" {
	unset LIBPFM_FSROOT
	try 0 evt2raw --cpu skx --join uncore_cha/event=0x0/ \
		'{uncore_imc/cas_count_write/,uncore_imc/cas_count_read/}' cycles
	prints 'uncore_cha/config=0x0/,{uncore_imc/config=0xc04/,uncore_imc/config=0x304/},cpu-cycles'
	says_nothing
	try 0 evt2raw --cpu spr --all-boxes uncore_cha/event=0x1/ 'uncore_imc_?/event=0x1/'
	head -n 1 "$out" | grep -qx uncore_cha/config=0x1/
	[ "$(grep -c 'uncore_imc_[0-9]/config=0x1/' "$out")" -gt 1 ] # a pattern may mean some of them
	export LIBPFM_FSROOT=$roots/skylake-client LIBPFM_CPUID=
	try 0 evt2raw --join uncore_cbox/event=0x34/
	prints uncore_cbox/config=0x34/
	try 0 evt2raw uncore_cbox/event=0x34/
	prints uncore_cbox_{0,1,2,3}/config=0x34/
}

# perf 6.1 passes over it: perf stat -e /msr/tsc/ counts.
@test "perf's language: a slash in front of an event" {
	try 0 evt2raw /cpu/event=0xc0/ '{/cpu/event=0xc0/u,cycles},/cpu/event=0x3c/k'
	prints rc0 rc0:u cpu-cycles r3c:k
	try 1 evt2raw /cycles
	try 1 evt2raw //event=0xc0/
	try 1 evt2raw /
}

# The tables of these CPUs have an event of that name, and no unit mask of it that is meant without being named.
@test "a word that is perf's symbol and an event without its unit mask is said to be read as the symbol" {
	local cpu tool
	for cpu in nhm wsm snb core; do
		LIBPFM_FSROOT='' try 0 evt2raw --cpu $cpu L1D
		prints L1-dcache-loads
		says "evt2raw: L1D: read as perf's L1-dcache-loads"
	done
	for tool in evt2raw check_events perf_encode; do
		LIBPFM_FSROOT='' try 0 $tool --cpu nhm L1D
		says "$tool: L1D: read as perf's L1-dcache-loads: L1D needs a unit mask"
	done
	LIBPFM_FSROOT='' try 0 evt2raw --cpu nhm --perf L1D
	says_nothing
	LIBPFM_FSROOT='' try 0 evt2raw --cpu nhm L1-dcache-loads cycles
	says_nothing
	# a vendor's name of a state is no modifier
	for cpu in core nhm nhm_ex; do
		LIBPFM_FSROOT='' try 1 evt2raw --cpu $cpu L1D_CACHE_LD.E
		says 'no such unit mask or modifier: E'
		says 'E_STATE'
	done
	LIBPFM_FSROOT='' try 0 evt2raw --cpu nhm L1D_CACHE_LD:e:c=1
}

# The codes are those of AMD's manuals: PMCx0C2, 0C3, 0D4, 129 with unit mask 1.
@test "likwid's names on AMD are taken where all words are the same" {
	as_other zen4 RETIRED_BRANCH_INSTR RETIRED_BRANCH_INSTRUCTIONS rc2
	as_other zen4 RETIRED_BRANCH_INSTR:u RETIRED_BRANCH_INSTRUCTIONS:u rc2:u
	as_other zen4 RETIRED_MISP_BRANCH_INSTR RETIRED_BRANCH_INSTRUCTIONS_MISPREDICTED rc3
	as_other zen3 LS_DISPATCH_LOADS LS_DISPATCH:LD_DISPATCH r129
	as_other zen2 DIV_OPS DIV_OP_COUNT rd4
	local name
	for name in L2_CACHE_MISS_FROM_L1_IC_MISS ANY_DATA_CACHE_FILLS_ALL INST_RETIRED skl::INST_RETIRE; do
		LIBPFM_FSROOT='' try 1 evt2raw --cpu zen4 $name
		refute grep -q 'read as' "$err"
	done
}

# suggests CPU NAME EVENT: it is the first.
suggests() {
	LIBPFM_FSROOT='' try 1 evt2raw --cpu "$1" "$2"
	says "did you mean $3"
}

@test "Windows' and likwid's words mean what a processor counts, and no software" {
	suggests zen4 MAX_CPU_CLOCK msr::mperf
	suggests zen4 ACTUAL_CPU_CLOCK:FIXC1 msr::aperf
	suggests zen4 CPU_CLOCKS_UNHALTED:PMC1 CYCLES_NOT_IN_HALT
	suggests skl BranchMispredictsRetired BR_MISP_RETIRED:ALL_BRANCHES
	suggests zen4 InstructionRetired RETIRED_INSTRUCTIONS
	suggests zen4 UnhaltedCoreCyclesFixed CYCLES_NOT_IN_HALT
	suggests skl UnhaltedReferenceCyclesFixed UNHALTED_REFERENCE_CYCLES
	suggests skl TotalIssues UOPS_ISSUED:ANY
	suggests zen4 IcacheIssues IC_TAG_HIT_MISS:ALL_INSTRUCTION_CACHE_ACCESSES
	suggests zen4 cpu-clok CPU-CLOCK # a slip
}

@test "presets of PAPI: one event is that event, several are shown with their formula, and counted as a metric" {
	as_other skl PAPI_TOT_INS INST_RETIRED:ANY_P rc0
	as_other power9 PAPI_LD_INS PM_LD_REF_L1 r100fc
	as_other neoverse-v2 papi_br_msp:u BR_MIS_PRED_RETIRED:u r22:u
	try 0 evt2raw --cpu skl --json PAPI_TOT_INS INST_RETIRED.ANY_P
	json 'map([.requested, .read_as, .raw]) ==
		[["PAPI_TOT_INS", "INST_RETIRED:ANY_P", "rc0"], ["INST_RETIRED.ANY_P", null, "rc0"]]'
	try 1 evt2raw --cpu skl PAPI_L1_TCM
	says_line '  PAPI computes it as L1D.REPLACEMENT + L2_RQSTS.ALL_CODE_RD'
	says_line '  pfmstat -M PAPI_L1_TCM counts it'
	try 1 evt2raw --cpu skl --json PAPI_L1_TCM
	json '.[0].error.formula == "L1D.REPLACEMENT + L2_RQSTS.ALL_CODE_RD"'
	try 0 evt2raw --cpu skl --metric PAPI_L1_TCM
	prints '{r151,re424}'
	try 1 check_events --cpu icx PAPI_BR_NTK PAPI_L1_TCM
	says_line '  PAPI computes it as L1D.REPLACEMENT + L2_RQSTS.ALL_CODE_RD'
	try 0 check_events --cpu skl PAPI_TOT_INS
	grep -qx 'Requested Event: PAPI_TOT_INS' "$out"
	try 0 perf_encode --cpu skl --format '{requested} {name}' PAPI_TOT_INS
	grep -q '^PAPI_TOT_INS skl::INST_RETIRED:ANY_P' "$out"
	try 1 perf_encode --cpu skl PAPI_L1_TCM
	says_line '  PAPI computes it as L1D.REPLACEMENT + L2_RQSTS.ALL_CODE_RD'
}

@test "what may be several events is suggested still" {
	local name
	for name in "skl PAPI_L1_TCM" "slm PAPI_L3_TCM" "skl BranchMispredictions" "nhm L1D:6000" \
		"spr RXR_CRD_STARVED_AD_ALLX"; do
		# shellcheck disable=SC2086 # two words
		try 1 evt2raw --cpu $name
		refute grep -q 'read as' "$err"
	done
}

@test "periods go with events where periods are" {
	try 0 evt2raw --as terms --cpu skl MEM_LOAD_RETIRED.L3_MISS:sa=100003
	prints 'cpu/event=0xd1,umask=0x20,period=100003,name=MEM_LOAD_RETIRED.L3_MISS/'
	says_line 'evt2raw: MEM_LOAD_RETIRED.L3_MISS:sa=100003: read as MEM_LOAD_RETIRED.L3_MISS:period=100003'
	try 0 perf_encode --cpu skl MEM_LOAD_RETIRED.L3_MISS:sa=100003
	grep -q 'sample_period  : 100003' "$out"
	try 0 check_events --cpu skl MEM_LOAD_RETIRED.L3_MISS:sa=100003
	says 'read as MEM_LOAD_RETIRED.L3_MISS, without its period'
}

@test "a PMU's name that is a CPU's means its boxes, too, where the PMU has no such event" {
	local tool
	unset LIBPFM_FSROOT
	try 0 evt2raw spr::UNC_M_CAS_COUNT:RD skx::UNC_M_CAS_COUNT:RD
	prints uncore_imc_0/config=0xcf05/ uncore_imc_0/config=0x304/
	says_line 'evt2raw: spr::UNC_M_CAS_COUNT:RD: read as spr_unc_imc0::UNC_M_CAS_COUNT:RD'
	for tool in check_events perf_encode; do
		try 0 $tool spr::UNC_M_CAS_COUNT:RD
		says_line "$tool: spr::UNC_M_CAS_COUNT:RD: read as spr_unc_imc0::UNC_M_CAS_COUNT:RD"
	done
	# what the PMU has is the PMU's, and its errors stay
	try 0 evt2raw spr::INST_RETIRED:ANY_P
	prints rc0
	refute grep -q 'read as' "$err"
	try 1 evt2raw spr::INST_RETIRED:WOMBATS
	says 'no such unit mask or modifier: WOMBATS'
	try 1 evt2raw spr::WOMBATS
	says 'no such event: WOMBATS'
}

@test "a CPU's name whose events its machine alone tells is --cpu's" {
	unset LIBPFM_FSROOT LIBPFM_CPUID
	try 0 evt2raw telum2::CPU_CYCLES telum2::INSTRUCTIONS spr::INST_RETIRED:ANY_P
	prints cpum_cf/config=0x0/ cpum_cf/config=0x1/ rc0
	try 0 evt2raw -J '{telum2::CPU_CYCLES,z17::INSTRUCTIONS}'
	prints '{cpum_cf/config=0x0/,cpum_cf/config=0x1/}'
	try 0 check_events z13::CPU_CYCLES
	prints_line 'Actual    Event: cpum_cf::CPU_CYCLES'
	prints_line 'Codes          : 0x0'
	try 0 perf_encode z13::INSTRUCTIONS
	prints_line 'config         : 0x1'
	# a model's name as lscpu prints it
	try 0 evt2raw 'AMD EPYC 9654::RETIRED_INSTRUCTIONS' 'AMD EPYC 9654::UMC_CAS_CMD:RD'
	prints rc0 amd_umc/config=0x10a/
	# one machine at a time, and not where others say not whose they are
	try 1 evt2raw z16::CPU_CYCLES z13::CPU_CYCLES
	prints cpum_cf/config=0x0/
	says 'no such PMU: z13'
	try 1 evt2raw --cpu skl INST_RETIRED:ANY_P telum2::CPU_CYCLES
	prints rc0
	says 'no such PMU: telum2'
	try 1 evt2raw telum2::CPU_CYCLES cycles
	says_line "evt2raw: telum2:: is a machine of its own: --cpu 'telum2', without events of another"
	try 1 evt2raw nosuchcpu::CPU_CYCLES
	says 'no such PMU: nosuchcpu'
}

@test "what is wrong with a format, with levels, with a weak group of one" {
	local format
	while IFS='|' read -r format message; do
		try 2 evt2raw --format "$format" cycles
		says_line "evt2raw: $message"
		prints_nothing
	done <<-'EOF'
		{config|{config: the brace is not closed; {{ is a brace
		{requested:x}|{requested:x}: it is a text
		{config:q}|{config:q}: numbers are written :d, :x or :#x
	EOF
	try 2 evt2raw --plm x cycles
	says_line "evt2raw: unknown privilege level x, choose from: k, u, h"
	try 2 evt2raw --plm '' cycles
	says_line "evt2raw: --plm needs a privilege level, one or more of: k, u, h"
	try 1 evt2raw '{cycles}:W'
	says_line "evt2raw: {cycles}:W: W (weak) is a modifier of whole groups, and events are written one by one"
	try 0 evt2raw --join '{cycles,instructions}:W'
}

@test "a code that two PMUs have of one device, or one box alone, and what another machine's device is" {
	unset LIBPFM_FSROOT
	try 0 evt2raw --cpu spr --decode uncore_m2m_3/config=0x1/
	prints spr_unc_m2m3::UNC_M2M_CLOCKTICKS spr_unc_m2hbm3::UNC_M2HBM_CLOCKTICKS
	try 0 evt2raw --cpu nvl_cyc --decode uncore_imc_free_running_1/config=0x20ff/
	prints tgl_unc_imc_free1::data_read tgl_unc_imc_free::UNC_M_MC1_RDCAS_COUNT_FREERUN \
		tgl_unc_imc_free::UNC_MC1_RDCAS_COUNT_FREERUN
	try 0 evt2raw --cpu skl --decode uncore_cbox_0/config=0xff/
	prints_line hsw_unc_cbo::UNC_CLOCK:SOCKET
	try 1 evt2raw --cpu skl --decode uncore_cbox_1/config=0xff/
	says "no event has this code"
	try 0 evt2raw --cpu hip09 --decode hisi_sccl1_ddrc0/config=0x0/
	prints hisi_ddrc::cycles
	try 0 evt2raw --decode hisi_sccl1_ddrc0/config=0x0/
	prints hisi_sccl1_ddrc0::flux_wr
	try 0 evt2raw --cpu ppc970 --decode r1004
	prints_line ppc970::PM_GCT_EMPTY_CYC
}

# 127 bytes are the most of a name that are kept; a model's name has blanks.
@test "a CPU's name before :: may have 127 bytes, and no more" {
	unset LIBPFM_FSROOT LIBPFM_CPUID
	local name
	name=$(printf 'AMD EPYC%*s9654' 115 '')
	try 0 evt2raw "$name::ls_dispatch.ld_dispatch"
	prints r129
	try 1 evt2raw "$(printf 'AMD EPYC%*s9654' 116 '')::ls_dispatch.ld_dispatch"
	says 'white space in an event string'
	try 1 evt2raw "$(printf '%2000s' '' | tr ' ' x)::ls_dispatch.ld_dispatch"
	try 0 evt2raw "AMD EPYC 9654::ls_dispatch.ld_dispatch"
	prints r129
}

# 598 names of the kernel's lists, processor activity (another device) with the counters of the cores
@test "z16 and z17: every name that the kernel lists for them, without the name of a PMU" {
	unset LIBPFM_FSROOT
	for machine in z16 z17; do
		awk -F '\t' -v machine="$machine" '!/^#/ && (" " $4 " ") ~ " " machine " "' \
			"$srcdir/tests/data/kernel/s390.tsv" >"$BATS_TEST_TMPDIR/rows"
		awk -F '\t' '{ print $1 "/config=" $3 "/" }' "$BATS_TEST_TMPDIR/rows" >want
		cut -f 2 "$BATS_TEST_TMPDIR/rows" | xargs evt2raw --cpu "$machine" >got
		diff want got
		wc -l <got >>lines
	done
	printf '283\n315\n' | diff - lines
}

@test "z16 has no counters of z17's, older machines have none of processor activity" {
	unset LIBPFM_FSROOT
	try 1 evt2raw --cpu z16 KM_FULL_XTS_AES_128 NNPA_REDUCE pai_crypto::PCKMO_ENCRYPT_AES_XTS_256
	[ "$(grep -c ': no such event: ' "$err")" = 3 ]
	try 1 evt2raw --cpu z15 KM_AES_128 NNPA_ADD
	[ "$(grep -c ': no such event: ' "$err")" = 2 ]
	# off these machines a PMU has all of its events
	try 0 evt2raw --cpu z15 pai_crypto::KM_FULL_XTS_AES_128 pai_ext::NNPA_REDUCE
	prints pai_crypto/config=0x109d/ pai_ext/config=0x1824/
	# by the type, by the smaller model's, by a name of the chip
	try 0 evt2raw --cpu IBM-3932 KDSA_ECDSA_VERIFY_P521 NNPA_ADD
	prints pai_crypto/config=0x1083/ pai_ext/config=0x1801/
	try 0 evt2raw --cpu telum2 KM_FULL_XTS_AES_128 z17::NNPA_REDUCE
	prints pai_crypto/config=0x109d/ pai_ext/config=0x1824/
}

@test "Zen 5 and Zen 6: names of the kernel's lists of Linux 7.2, and those that are deprecated since" {
	unset LIBPFM_FSROOT
	try 0 evt2raw --cpu zen5 ls_locks.all \
		fp_ops_retired_by_type.{scalar_{mov,shuffle,bfloat,logical},vector_{mov,bfloat}} \
		sse_avx_ops_retired.{mmx_{aes,sha,cvt,vnni},sse_avx_{cvt,vnni}} \
		fp_pack_ops_retired.{fp128_{mov,bfloat},fp256_{mov,bfloat}} \
		packed_int_op_type.{int128_{cvt,vnni},int256_{aes,sha,cvt,vnni}}
	prints r1f25 ra0a rb0a rc0a rd0a ra00a rc00a r50b r60b r80b rc0b r800b rc00b ra0c rc0c ra00c rc00c \
		r80d rc0d r500d r600d r800d rc00d
	try 0 evt2raw --cpu zen6 fp_pack_ops_ret.fp256_bfloat fp_pack_int_ops_ret.int256_{aes,sha,cvt} \
		fp_nsq_read_stalls.{fp_prf,k_prf,fp_sq}
	prints rc00c r500d r600d r800d r213 r413 r813
	for names in SSE_AVX_OPS_RETIRED:{MMX_PACK=MMX_VNNI,SSE_AVX_CLM=SSE_AVX_CVT,SSE_AVX_PACK=SSE_AVX_VNNI} \
		PACKED_INT_OP_TYPE:{INT128_CLM=INT128_CVT,INT128_PACK=INT128_VNNI,INT256_PACK=INT256_VNNI}; do
		try 0 showevtinfo --cpu zen5 "^amd64_fam1ah_zen5::${names%%:*}\$"
		old=${names#*:} old=${old%=*}
		number=$(sed -n "s/^Umask-\([0-9]*\) .*\[$old\].*/\1/p" "$out")
		prints_line "Facts-$number : deprecated (use ${names%%:*}:${names#*=})"
	done
}

# Linux 7.3 calls the field of responses otherwise than 7.1 and 7.2, and perf's own files have the older name.
@test "Nova Lake: either name of the field of responses is taken, whichever the kernel has" {
	for name in offcore_rsp offmodule_rsp; do
		printf '%s\n' perf 'pmu cpu_core 4' 'pmu cpu_atom 10' \
			'format cpu_'{core,atom}{' event config:0-7',' umask config:8-15,40-47'," $name config1:0-63"} \
			>"nova-$name.root"
		"$srcdir/tests/data/make-roots" roots "nova-$name.root"
		export LIBPFM_FSROOT="$PWD/roots/nova-$name" LIBPFM_CPUID=GenuineIntel-18-1
		try 0 evt2raw cpu_core/event=0x2a,umask=0x1,off{core,module}_rsp=0x10001/ \
			cpu_atom/event=0xb7,umask=0x1,off{core,module}_rsp=0x9/
		prints cpu_core/config=0x12a,config1=0x10001/{,} cpu_atom/config=0x1b7,config1=0x9/{,}
		try 0 evt2raw --as terms cpu_core/event=0x2a,umask=0x1,offcore_rsp=0x10001/
		prints "cpu_core/event=0x2a,umask=0x1,$name=0x10001/"
	done
	unset LIBPFM_FSROOT LIBPFM_CPUID
	try 1 evt2raw --cpu lnl cpu_core/event=0x2a,umask=0x1,offmodule_rsp=0x10001/
	grep -q 'cpu_core has no format and no event offmodule_rsp$' "$err"
}

@test "perf's language: default_core is the device of the cores, or those of all kinds" {
	unset LIBPFM_FSROOT
	try 0 evt2raw --cpu skl default_core/event=0xd1,umask=0x20/u default_core/INST_RETIRED.ANY/
	prints r20d1:u rc0
	try 0 evt2raw --cpu lnl default_core/INST_RETIRED.ANY/ default_core/cycles/k
	prints cpu_{core,atom}/config=0xc0/ cpu_{core,atom}/cpu-cycles/k
	try 0 evt2raw --cpu neoverse-n1 default_core/inst_retired/
	prints r8
	try 0 evt2raw --cpu z16 default_core/event=0x83/ # and not the facility for samples
	prints cpum_cf/config=0x83/
	try 0 env -u LIBPFM_CPUID LIBPFM_FSROOT="$roots/alder-lake" evt2raw default_core/event=0x3c/
	prints cpu_{core,atom}/config=0x3c/
	try 1 evt2raw --cpu skl default_core/nonsense/
	grep -q 'cpu has no format and no event nonsense$' "$err"
}

@test "what the first core type cannot leave out is refused, not counted on another" {
	unset LIBPFM_FSROOT LIBPFM_CPUID
	try 1 evt2raw --cpu 0x410fc090,0x410fd034 CPU_CYCLES:u
	prints_nothing
	says 'evt2raw: CPU_CYCLES:u: this PMU cannot leave out the kernel'
}
