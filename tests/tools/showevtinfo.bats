#!/usr/bin/env bats
# showevtinfo, on a machine that is the same everywhere: an x86 guest with the PMUs perf, perf_raw and icl.

# shellcheck disable=SC2154 # variables of strings.bash
load strings

lists() {
	local operand=$1
	shift
	try 0 showevtinfo -L "$operand"
	prints "$@"
	says_nothing
}

# The four of libpfm4, then those that only Intel's event file has.
retired=(skl::INST_RETIRED:{ANY_P,ALL,TOTAL_CYCLES,PREC_DIST,ANY,TOTAL_CYCLES_PS,NOP})
precise_retired=(skl::INST_RETIRED:{ALL,TOTAL_CYCLES,PREC_DIST,TOTAL_CYCLES_PS,NOP})

# rows FILE PREFIX: how many lines begin so.
rows() {
	grep -c "^$2" "$1" || true
}

# ---- text ----

@test "the layout of the text" {
	local known='errata SKL091,SKL044, period 2000003'
	try 0 showevtinfo skl::INST_RETIRED
	sed -n '1,6p' "$out" | diff <(
		printf '%s\n' '#-----------------------------' $'IDX\t : 419430421' 'PMU name : skl (Intel Skylake)' \
		'Name     : INST_RETIRED' $'Equiv\t : None' 'Flags    : [precise] [hw_smpl] ') - >&2
	sed -n 7p "$out" | grep -qE '^Desc     : [^ ].*[^ ]$'
	sed -n 8p "$out" | diff <(echo 'Code     : 0xc0') - >&2
	sed -n 9p "$out" | grep -qE '^Umask-00 : 0x00 : PMU : \[ANY_P\] : \[default\] : [^ ].*$'
	sed -n 10p "$out" |
		diff <(echo 'Umask-01 : 0x01 : PMU : [ALL] : [precise] [hw_smpl] : Alias to PREC_DIST') - >&2
	sed -n 12p "$out" | grep -qE '^Umask-03 : 0x01 : PMU : \[PREC_DIST\] : \[precise\] \[hw_smpl\] : [^ ].*$'
	sed -n '13,14p' "$out" | diff <(printf '%s\n' 'Umask-04 : 0x00 : PMU : [ANY] : None : Alias to ANY_P' \
		'Umask-05 : 0x01 : PMU : [TOTAL_CYCLES_PS] : [precise] [hw_smpl] : Alias to TOTAL_CYCLES') - >&2
	sed -n 15p "$out" | grep -qE '^Umask-06 : 0x02 : PMU : \[NOP\] : \[precise\] \[hw_smpl\] : [^ ].*$'
	sed -n '16,$p' "$out" | sed -E 's/^(Modif-.. : 0x.. : [^ ]* : \[[a-z]*\] : ).* (\([a-z]*\))$/\1\2/' | diff <(
		printf 'Modif-%s : %s : PMU : [%s] : (%s)\n' \
			00 0x00 k boolean 01 0x01 u boolean 02 0x02 e boolean 03 0x03 i boolean \
			04 0x04 c integer 05 0x05 t boolean 06 0x07 intx boolean 07 0x08 intxcp boolean
		printf '%s\n' 'Facts    : counter 1, period 2000003' \
			"Facts-00 : counters 0-3,f0 (0-7,f0 without hyper-threading), $known" \
			"Facts-01 : counter 1, $known" \
			"Facts-02 : counter 1, $known" \
			"Facts-03 : counter 1, $known" \
			'Facts-04 : counter f0, period 2000003' \
			"Facts-05 : counters 0,2-3, $known" \
			"Facts-06 : counters 0-3 (0-7 without hyper-threading), $known"
	) - >&2
}

# Intel's event files: counters with hyper-threading on and off.
@test "facts beyond codes" {
	try 0 showevtinfo snb::CYCLE_ACTIVITY
	prints_line 'Facts    : counter 2, period 2000003'
	prints_line 'Facts-00 : counters 0-3 (0-7 without hyper-threading), period 2000003'
	refute grep -q '^Facts-01' "$out"
	try 0 showevtinfo --json snb::CYCLE_ACTIVITY
	json '.[0] | .counters == "2" and .umasks[0] == {name: "CYCLES_L2_PENDING", code: "0x10001",
		desc: .umasks[0].desc, default: false, precise: false,
		counters: "0-3", counters_nosmt: "0-7", period: 2000003, device: null, perf: "r10001a3"}'
	try 0 showevtinfo --json --pmu 'skx_unc_imc[12]' UNC_M_CAS_COUNT
	json 'map(.umasks[] | select(.name == "RD") | [.device, .perf])
		== [["uncore_imc_1", "uncore_imc_1/config=0x304/"], ["uncore_imc_2", "uncore_imc_2/config=0x304/"]]'
	try 0 showevtinfo --json 'perf::(page-faults|cycles)$'
	json 'map([.device, .perf]) == [[null, "cpu-cycles"], [null, "page-faults"]]'
	try 0 showevtinfo tgl_unc_imc_free::UNC_M_MC0_RDCAS_COUNT_FREERUN
	prints_line 'Facts    : only on number 0'
	try 0 showevtinfo lnl_lnc::TOPDOWN_M
	prints_line 'Facts-00 : takes no counter'
	prints_line 'Facts-08 : counter f3, first of its group'
	try 0 showevtinfo --json spr::TOPDOWN_M
	json '.[0] | .counters == "f3" and [.umasks[] | select(.uncounted | not).name] == ["SLOTS"]'
	try 0 showevtinfo --json '^icl::(FP_ARITH|UOPS_DISPATCHED_PORT)$'
	json 'map([.event, .counters]) == [["FP_ARITH", "0-7"], ["UOPS_DISPATCHED_PORT", "0-7"]]'
	try 0 showevtinfo amd64_fam19h_zen4::FP_RET_SSE_AVX_OPS
	prints_line 'Facts    : takes two counters'
	try 0 showevtinfo perf::cycles
	refute grep -q '^Facts' "$out"
}

@test "an event without attributes" {
	try 0 showevtinfo perf_raw::
	sed 7d "$out" | diff <(
		printf '%s\n' '#-----------------------------' $'IDX\t : 239075328' 'PMU name : perf_raw (perf_events raw PMU)' \
		'Name     : r0000' $'Equiv\t : None' 'Flags    : None' 'Code     : 0x0') - >&2
}

@test "flags of unit masks, numbers of modifiers, -O perf_ext" {
	try 0 showevtinfo -O perf_ext spr::TOPDOWN_M
	prints_line 'Flags    : [hw_smpl] [speculative] '
	grep -qE '^Umask-00 : 0x83 : PMU : \[BACKEND_BOUND\] : \[no modifier supported\] \[speculative\] : [^ ]' "$out"
	grep '^Modif' "$out" | tail -n 1 | grep -qE '^Modif-09 : 0x0b : perf_event : \[hw_smpl\] : .* \(boolean\)$'
}

@test "an event that is another one" {
	try 0 showevtinfo '^skl::INSTRUCTIONS_RETIRED$'
	prints_line $'Equiv\t : INSTRUCTION_RETIRED'
}

@test "the banner: without operands, or with --banner" {
	{
		printf 'Detected PMU models:\n'
		printf '\t[18, ix86arch, "Intel X86 architectural PMU", %s events, ' "$(events_of '.pmu == "ix86arch"')"
		printf '1 max encoding, 12 counters, core PMU]\n'
		printf '\t[51, perf, "perf_events generic PMU", 82 events, 1 max encoding, 0 counters, OS generic PMU]\n'
		printf '\t[114, perf_raw, "perf_events raw PMU", 1 events, 1 max encoding, 0 counters, OS generic PMU]\n'
		printf '\t[447, icl, "Intel Icelake", %s events, 2 max encoding, 12 counters, core PMU]\n' \
			"$(events_of '.pmu == "icl"')"
		printf 'Total events: %s available, %s supported\n' "$(events_of true)" "$(events_of .present)"
	} >"$out.want"
	try 0 showevtinfo --banner skl::INST_RETIRED
	[ "$(sed -n 1p "$out")" = "Supported PMU models:" ]
	grep -qxF $'\t[200, skl, "Intel Skylake"]' "$out"
	sed -n '/^Detected/,/^Total/p' "$out" | diff "$out.want" - >&2
	[ "$(sed -n '/^Supported/,/^Detected/p' "$out" | grep -c $'^\t')" = "$(showevtinfo --pmus | wc -l)" ]
	# alone: what this machine has comes first
	try 0 showevtinfo
	sed '/^Supported/,/^\t.*/d; /^\t.*[^U]\]$/d' "$out" | sed -n '1,/^Total/p' | diff "$out.want" - >&2
	[ "$(sed -n '/^Supported/,/^Total/p' "$out" | grep -c $'^\t')" = "$(showevtinfo --pmus | wc -l)" ]
	for arguments in -L -E "-N skl::INST" --json skl::INST_RETIRED "-L skl::INST_RETIRED" "-S retired"; do
		# shellcheck disable=SC2086
		try 0 showevtinfo $arguments
		refute grep 'PMU models' "$out"
	done
}

@test "without operands: all events of this machine, in the order of the PMUs" {
	try 0 showevtinfo
	[ "$(rows "$out" '#-----')" = "$(events_of .present)" ]
	[ "$(grep '^PMU name' "$out" | uniq | cut -d' ' -f4)" = $'ix86arch\nperf\nperf_raw\nicl' ]
	[ "$(grep '^IDX' "$out" | cut -d: -f2 | sort -u | wc -l)" = "$(events_of .present)" ]
}

# ---- lines ----

@test "-L: a line for each unit mask, or for the event" {
	lists skl::INST_RETIRED "${retired[@]}"
	lists 'skl::UNHALTED_CORE_CYCLES' skl::UNHALTED_CORE_CYCLES
	try 0 showevtinfo --list skl::INST_RETIRED
	prints "${retired[@]}"
}

@test "-L: all events of the machine" {
	try 0 showevtinfo -L ''
	[ "$(cut -d: -f1 "$out" | uniq)" = $'ix86arch\nperf\nperf_raw\nicl' ]
	[ "$(cut -d: -f1-3 "$out" | uniq | wc -l)" = "$(events_of .present)" ]
	[ -z "$(sort "$out" | uniq -d)" ]
	cp "$out" "$out.empty"
	try 0 showevtinfo -L
	cmp "$out" "$out.empty"
}

@test "-E: codes in front, a column for each the PMU may have" {
	try 0 showevtinfo -E skl::INST_RETIRED
	prints $'0x5300c0\t\tskl::INST_RETIRED:ANY_P' $'0x5301c0\t\tskl::INST_RETIRED:ALL' \
		$'0xad301c0\t\tskl::INST_RETIRED:TOTAL_CYCLES' \
		$'0x5301c0\t\tskl::INST_RETIRED:PREC_DIST' $'0x5300c0\t\tskl::INST_RETIRED:ANY' \
		$'0xad301c0\t\tskl::INST_RETIRED:TOTAL_CYCLES_PS' $'0x5302c0\t\tskl::INST_RETIRED:NOP'
	try 0 showevtinfo --encode -x ';' skl::OFFCORE_RESPONSE_0
	[ "$(head -n 1 "$out")" = '0x5301b7;0x10001;skl::OFFCORE_RESPONSE_0:DMND_DATA_RD' ]
}

@test "-x: any separator, or none" {
	try 0 showevtinfo -E -x '' skl::INST_RETIRED
	[ "$(head -n 1 "$out")" = '0x5300c0skl::INST_RETIRED:ANY_P' ]
	try 0 showevtinfo -E --separator ' -- ' skl::INST_RETIRED
	[ "$(head -n 1 "$out")" = '0x5300c0 --  -- skl::INST_RETIRED:ANY_P' ]
	try 0 showevtinfo -E -x '%s' -D '^skl::UNHALTED_CORE_CYCLES$'
	[[ $(cat "$out") == '0x53003c%s%sskl::UNHALTED_CORE_CYCLES%s"'*'."' ]]
}

@test "-E: what does not encode is left out" {
	# opcodes need a unit mask of another group
	try 0 showevtinfo -L skx_unc_cha0::UNC_C_TOR_INSERTS
	[ "$(grep -c ':OPC[01]_' "$out")" = 76 ]
	sed '/:OPC[01]_/d' "$out" >"$out.want"
	[ "$(wc -l <"$out.want")" -ge 15 ]
	try 0 showevtinfo -E skx_unc_cha0::UNC_C_TOR_INSERTS
	cut -f 4 "$out" | diff "$out.want" - >&2
}

@test "-D: descriptions behind" {
	try 0 showevtinfo -L -D perf::cycles
	prints_lines 1
	grep -qE $'^perf::CYCLES\t".*[^.]\\."$' "$out"
	try 0 showevtinfo -D skl::INST_RETIRED
	[ "$(grep -cE $'^skl::INST_RETIRED:[A-Z_]*\t"[^"]*[^.]\\. [^"]*[^.]\\."$' "$out")" = ${#retired[@]} ]
	[ "$(cut -f 1 "$out")" = "$(printf '%s\n' "${retired[@]}")" ]
}

@test "-N: names only; with -E their codes" {
	for arguments in "-L -N" -N --names; do
		# shellcheck disable=SC2086
		try 0 showevtinfo $arguments skl::INST
		prints INSTRUCTION_RETIRED INSTRUCTIONS_RETIRED INST_RETIRED INST_DECODED
	done
}

@test "-E -N: 0x and the code in ten columns" {
	try 0 showevtinfo -E -N skl::INST
	prints '0xc0        INSTRUCTION_RETIRED' '0xc0        INSTRUCTIONS_RETIRED' '0xc0        INST_RETIRED' \
		'0x55        INST_DECODED'
}

@test "-M: all combinations of unit masks that encode" {
	try 0 showevtinfo -E -M skl::INST_RETIRED
	cut -f 3 "$out" | diff <(
		printf 'skl::INST_RETIRED:%s\n' ANY_P ALL TOTAL_CYCLES ALL:TOTAL_CYCLES PREC_DIST ALL:PREC_DIST \
			TOTAL_CYCLES:PREC_DIST \
			ALL:TOTAL_CYCLES:PREC_DIST ANY ANY_P:ANY
		printf 'skl::INST_RETIRED:%sTOTAL_CYCLES_PS\n' '' ALL: TOTAL_CYCLES: ALL:TOTAL_CYCLES: PREC_DIST: \
			ALL:PREC_DIST: \
			TOTAL_CYCLES:PREC_DIST: ALL:TOTAL_CYCLES:PREC_DIST:
		echo skl::INST_RETIRED:NOP
	) - >&2
	awk '{
		code = "0x5301c0"
		if (/:ANY/) code = "0x5300c0"
		if (/TOTAL_CYCLES/) code = "0xad301c0"
		if (/:NOP/) code = "0x5302c0"
		if ($1 != code) exit 1
	}' "$out"
	try 0 showevtinfo -L --combos perf::PERF_COUNT_HW_CACHE_ITLB
	prints perf::PERF_COUNT_HW_CACHE_ITLB:{READ,ACCESS,READ:ACCESS,MISS,READ:MISS}
	try 0 showevtinfo -L -M skl::UNHALTED_CORE_CYCLES
	prints skl::UNHALTED_CORE_CYCLES
}

@test "-l: events with too many unit masks are listed simply" {
	try 0 showevtinfo -L -M -l 2 skl::INST_RETIRED
	prints "${retired[@]}"
	says_line 'showevtinfo: event INST_RETIRED has too many umasks to print all combinations, dropping to simple enumeration'
	for limit in ${#retired[@]} 63; do
		try 0 showevtinfo -L -M --limit $limit skl::INST_RETIRED
		prints_lines 19
		says_nothing
	done
	for limit in 0 -3 abc 5x '' 64 99999999999999999999; do
		try 2 showevtinfo -L -M -l "$limit" skl::INST_RETIRED
		prints_nothing
		says_line "showevtinfo: $limit: not a limit for unit masks, 1 to 63"
	done
}

# ---- operands ----

@test "attributes of the operand say nothing, with or without a PMU" {
	for operand in skl::INST_RETIRED:ANY_P skl::INST_RETIRED:ANY_P:u skl::INST_RETIRED:u; do
		lists $operand "${retired[@]}"
	done
	try 0 showevtinfo -L INST_RETIRED
	cp "$out" "$out.want"
	try 0 showevtinfo -L INST_RETIRED:ANY_P
	cmp "$out" "$out.want"
	try 0 showevtinfo -L INST_RETIRED:ANY_P:u
	cmp "$out" "$out.want"
}

@test "without a PMU: events of this machine" {
	try 0 showevtinfo -L INST_RETIRED
	[ "$(cut -d: -f1-3 "$out" | uniq)" = "$(printf 'icl::%sINST_RETIRED\n' MEM_ FP_ARITH_ BR_ '')" ]
	prints_line icl::MEM_INST_RETIRED:ALL_LOADS
	prints_line icl::FP_ARITH_INST_RETIRED:SCALAR_DOUBLE
	prints_line icl::BR_INST_RETIRED:NEAR_TAKEN
	prints_line icl::INST_RETIRED:ANY_P
}

@test "with ::, of all machines" {
	try 0 showevtinfo -L '::INST_RETIRED$'
	refute grep -vE '^[a-z0-9_]+::INST_RETIRED(:[A-Z_0-9]+)?$' "$out"
	cut -d: -f1 "$out" | uniq | sort >"$out.pmus"
	printf '%s\n' arm_n1 icl nhm p6 skl spr | comm -13 "$out.pmus" - | diff /dev/null - >&2
	[ -z "$(uniq -d "$out.pmus")" ]
	try 0 showevtinfo -L -N '::PM_INST_CMPL$'
	[ "$(sort -u "$out")" = PM_INST_CMPL ]
}

@test "operands are extended regular expressions, in any case, over PMU::EVENT" {
	lists '^skl::inst_retired$' "${retired[@]}"
	lists 'SKL::INST_RETIRED$' "${retired[@]}"
	lists 'sk[l]::INST_RETIRED$' "${retired[@]}"
	lists 'nosuch|skl::INST_RETIRED$' "${retired[@]}"
	lists 'skl::?INST_RETIRED$' "${retired[@]}"
	lists 'TRAN_INVAL::*SELF$' {p6,pm,ppro,pii}::BUS_TRAN_INVAL:SELF
	try 0 showevtinfo -L 'skl::\(INST\|ITLB\)_'
	[ "$(cut -d: -f1-3 "$out" | uniq)" = "$(printf 'skl::%s\n' INST_RETIRED ITLB_MISSES INST_DECODED)" ]
	cp "$out" "$out.basic"
	try 0 showevtinfo -L 'skl::(INST|ITLB)_'
	cmp "$out" "$out.basic"
	try 1 showevtinfo -L 'skl::(INST'
	prints_nothing
	says 'showevtinfo: error in regular expression for event "skl::(INST": '
	try 0 showevtinfo -L 'perf::cycles$'
	prints perf::CYCLES
}

# Six memory controllers and 28 CHAs: libpfm4's PMUs skx_unc_imc0..5, skx_unc_cha0..27.
@test "lists have one box of each kind, and say so; --all-boxes has each" {
	export LIBPFM_FSROOT=
	try 0 showevtinfo --cpu skx -L UNC_M_CAS_COUNT
	grep -q '^skx_unc_imc0::UNC_M_CAS_COUNT:RD$' "$out"
	refute grep -v '^skx_unc_imc0::' "$out"
	says_line 'showevtinfo: skx_unc_imc0 stands for 6 boxes of its kind; --all-boxes lists each'
	try 0 showevtinfo --cpu skx --all-boxes -L UNC_M_CAS_COUNT
	says_nothing
	[ "$(cut -d: -f1 "$out" | uniq)" = "$(printf 'skx_unc_imc%s\n' 0 1 2 3 4 5)" ]
	try 0 showevtinfo --cpu skx -S -N cas_count
	prints_lines 1
	says 'skx_unc_imc0 stands for 6 boxes of its kind'
}

@test "all boxes where PMUs are named, and in what programs read" {
	export LIBPFM_FSROOT=
	for arguments in "--pmu skx_unc_imc?" "--json" "--format {pmu}"; do
		# shellcheck disable=SC2086
		try 0 showevtinfo --cpu skx $arguments 'UNC_M_CAS_COUNT'
		says_nothing
		grep -q skx_unc_imc5 "$out"
	done
	try 0 showevtinfo --cpu skx -L 'skx_unc_imc.::UNC_M_CAS_COUNT$'
	grep -q skx_unc_imc5 "$out"
}

# Codes: Intel's skylakex_core.json and sapphirerapids_core.json; 0x53: user, kernel, interrupt, enable.
@test "--diff: what two PMUs differ in" {
	try 0 showevtinfo --diff skx spr br_inst_retired:cond
	prints_line $'! BR_INST_RETIRED:COND\t0x5301c4\t0x5311c4'
	try 0 showevtinfo --diff SKX spr HLE_RETIRED:ABORTED
	prints_line $'- HLE_RETIRED:ABORTED\t0x5304c8'
	try 0 showevtinfo --diff spr skx HLE_RETIRED:ABORTED
	prints_line $'+ HLE_RETIRED:ABORTED\t0x5304c8'
	try 0 showevtinfo --diff --json skx spr br_inst_retired:cond
	jq -se 'map(select(.name == "BR_INST_RETIRED:COND")) ==
		[{"schema":1,"name":"BR_INST_RETIRED:COND","first":"0x5301c4","second":"0x5311c4"}]' "$out"
	try 0 showevtinfo --diff skx spr INST_RETIRED:ANY_P
	refute grep -E '^. INST_RETIRED:ANY_P' "$out"
	try 0 showevtinfo --diff skx spr # no words: all
	prints_line $'! BR_INST_RETIRED:COND\t0x5301c4\t0x5311c4'
	prints_line $'- HLE_RETIRED:ABORTED\t0x5304c8'
	try 0 showevtinfo --diff skx skx
	prints '--- skx (Intel Skylake X)' '+++ skx (Intel Skylake X)'
	try 0 showevtinfo --diff skylake-sp SapphireRapids br_inst_retired:cond
	sed -n '1,2p' "$out" | diff <(printf '%s\n' '--- skx (Intel Skylake X)' '+++ spr (Intel SapphireRapid)') - >&2
	prints_line $'! BR_INST_RETIRED:COND\t0x5301c4\t0x5311c4'
	# of a hybrid the performance cores
	try 0 showevtinfo --diff alderlake meteorlake nosuch
	prints '--- adl_glc (Intel AlderLake GoldenCove (P-Core))' \
		'+++ mtl_rwc (Intel Meteor Lake Redwood Cove (P-Core))'
	# what --cpu takes, on each one's machine, whatever machine this is
	unset LIBPFM_FSROOT
	try 0 showevtinfo --diff c6i.metal SapphireRapids br_inst_retired:cond
	sed -n '1,2p' "$out" | diff <(printf '%s\n' '--- icx (Intel IcelakeX)' '+++ spr (Intel SapphireRapid)') - >&2
	try 0 showevtinfo --diff 'Xeon Gold 6338' 'AMD EPYC 9654' inst_retired:any_p
	prints '--- icx (Intel IcelakeX)' '+++ amd64_fam19h_zen4 (AMD64 Fam19h Zen4)' $'- INST_RETIRED:ANY_P\t0x5300c0'
	try 0 showevtinfo --cpu skl --diff telum2 z13 L1D_L2D
	prints '--- cpum_cf (CPU-measurement counter facility)' '+++ cpum_cf (CPU-measurement counter facility)' \
		$'+ L1D_L2D_SOURCED_WRITES\t0x85'
	try 1 showevtinfo --diff skx nosuchcpu
	says 'no PMU is called nosuchcpu'
}

@test "--csv: a header, then a line for each unit mask; quotes where they must be" {
	try 0 showevtinfo --csv skl::INST_RETIRED
	[ "$(head -n 1 "$out")" = pmu,event,umask,codes,description ]
	grep -q '^skl,INST_RETIRED,ANY_P,0x5300c0,' "$out"
	grep -qE '^skl,INST_RETIRED,ALL,0x5301c0,"[^"]*, [^"]*"$' "$out"
	cat >lake.pmu <<-'TABLE'
		layout plain
		  words      w
		  event      w:0-7
		  umask      w:8-15
		  privilege  none
		  perf       config w

		pmu lake
		  desc       An invented lake
		  type       core
		  counters   4
		  cpu        GenuineIntel 6: 1
		  layout     plain
		  events     lake

		events lake
		A 0x3c : Says "so", twice
		  B 0x01 : A "B"
		C 0x3d : Says "no"
		D 0x3e : Says nothing
	TABLE
	pmuc -o lake.pmt lake.pmu
	LIBPFM_TABLES=$PWD/lake.pmt try 0 showevtinfo --csv --pmu lake
	prints pmu,event,umask,codes,description 'lake,A,B,0x13c,"Says ""so"", twice. A ""B"""' \
		'lake,C,,0x3d,"Says ""no"""' 'lake,D,,0x3e,Says nothing'
	try 2 showevtinfo --csv --pmus
	try 2 showevtinfo --csv --json skl::INST_RETIRED
	try 0 showevtinfo --diff --csv skx spr br_inst_retired:cond
	[ "$(head -n 1 "$out")" = name,first,second ]
	prints_line BR_INST_RETIRED:COND,0x5301c4,0x5311c4
}

@test "--diff: names that are none, and too few" {
	try 1 showevtinfo --diff skx sapphirerapid
	prints_nothing
	says_line 'showevtinfo: no PMU is called sapphirerapid; did you mean spr?'
	# this CPU has the architecture's events only, and no core of its own
	try 1 showevtinfo --diff skx GenuineIntel-6-255
	prints_nothing
	says_line 'showevtinfo: no PMU is called GenuineIntel-6-255; showevtinfo --pmus lists them'
	try 2 showevtinfo --diff skx
	says_line 'showevtinfo: --diff needs the names of two PMUs or CPUs'
}

@test "-S: tracepoints if there is nothing else, or if they are asked for" {
	export LIBPFM_CPUID= LIBPFM_FSROOT=$roots/tracefs
	try 0 showevtinfo -L -S switch
	refute grep sched_switch "$out"
	try 0 showevtinfo -L -S sched_wakeup
	prints_line perf::sched:sched_wakeup
	try 0 showevtinfo -L -S --pmu perf switch
	prints_line perf::sched:sched_switch
	try 0 showevtinfo -L
	prints_line perf::sched:sched_switch
}

@test "brackets with colons" {
	try 0 showevtinfo -L '^[[:alpha:]]*::inst_retired$'
	refute grep -v '^[a-z]*::INST_RETIRED' "$out"
	grep -q '^skl::' "$out"
}

@test "an expression that is none is named, with what is wrong" {
	for operand in 'skl::INST[' '(' '\(' 'a{9'; do
		try 1 showevtinfo -L "$operand"
		prints_nothing
		says "showevtinfo: error in regular expression for event \"$operand\""
	done
}

@test "operands that find nothing hide none of the others" {
	try 1 showevtinfo -L skl::INST_RETIRED skl::NOSUCH 'x[' skl::UNHALTED_CORE_CYCLES
	prints "${retired[@]}" skl::UNHALTED_CORE_CYCLES
	says 'showevtinfo: event skl::NOSUCH not found'
	says 'showevtinfo: error in regular expression for event "x["'
	says_who showevtinfo
}

@test "operands are answered in their order, each on its own" {
	try 0 showevtinfo -N icl::INST_RETIRED skl::INST_RETIRED '^skl::INST_RETIRED' perf_raw::
	prints INST_RETIRED INST_RETIRED INST_RETIRED r0000
}

@test "words that no name has: events that mention them" {
	try 0 showevtinfo --cpu skl -L redirects
	prints_line skl::BACLEARS:ANY
	says_nothing
}

@test "-S: words in names and descriptions" {
	try 0 showevtinfo -N -S BR_MISP_RETIRED
	[ "$(head -n 1 "$out")" = BR_MISP_RETIRED ]
	try 0 showevtinfo --cpu skl -N --search branch mispredicted
	grep -qx BR_MISP_RETIRED "$out"
	try 1 showevtinfo -S nosuchword
	prints_nothing
	says "showevtinfo: "
	try 1 showevtinfo -S branch nosuchword
	try 2 showevtinfo -S
	prints_nothing
	says_line "Try 'showevtinfo --help'."
}

# ---- choices ----

@test "--pmu: a name or a pattern, present or not" {
	try 0 showevtinfo -N --pmu 'SK?' '::INST_RETIRED$'
	prints INST_RETIRED INST_RETIRED
	try 0 showevtinfo --format '{pmu}' --pmu 'skx_unc_imc*' UNC_M_CAS_COUNT
	[ "$(sort -u "$out")" = "$(printf 'skx_unc_imc%s\n' 0 1 2 3 4 5)" ]
	try 1 showevtinfo --pmu nosuch INST_RETIRED
	says "showevtinfo: "
}

@test "--cpu: to be on another machine" {
	try 0 showevtinfo --cpu GenuineIntel-6-143 --format '{pmu}' '::INST_RETIRED$' --pmu spr
	[ "$(sort -u "$out")" = spr ]
	try 0 showevtinfo --cpu power9 -N 'PM_INST_CMPL$'
	prints PM_INST_CMPL
	try 0 showevtinfo --cpu zen1 -L RETIRED_INSTRUCTIONS
	grep -qx amd64_fam17h_zen1::RETIRED_INSTRUCTIONS "$out"
	try 0 showevtinfo --cpu 'Sapphire Rapids' --pmus --pmu spr
	prints_lines 1
	try 2 showevtinfo --cpu sapphirrapids -N
	says_line "showevtinfo: no PMU is known for the CPU sapphirrapids; did you mean sapphirerapids?"
	try 2 showevtinfo --cpu nosuch -L
	prints_nothing
	says_line "showevtinfo: no PMU is known for the CPU nosuch"
}

@test "pfm-pmus(7) says which PMUs the emulated machines count" {
	sed -n '/^\.SH WHAT HAS BEEN COUNTED/,/^\.SH NAMES OF CPUS/p' "$srcdir/man/pfm-pmus.7" |
		grep -oE '[a-z]+_?[a-z]*[0-9]+|riscv_sbi_fw' | sort -u >"$out.said"
	{
		sed -n '/^pmu_of() {/,/^}/p' "$srcdir/tests/emulated/run.sh" | grep -oE '(arm|riscv)_[a-z0-9_]+'
		sed -n '/^arm=/,/^fi/p' "$srcdir/tests/emulated/run.sh" | grep -oE 'power[0-9]+'
	} | sort -u >"$out.counted"
	grep -vxE 'libpfm[0-9]*|x[0-9]+' "$out.said" | diff "$out.counted" -
}

@test "pfm-pmus(7) has every name of a CPU that --cpu takes" {
	sed -n '/^\.SH NAMES OF CPUS/,/^\.SH DETECTION/p' "$srcdir/man/pfm-pmus.7" | tr -d '\\' |
		tr ', ' '\n' | sort -u >"$out.names"
	grep -o '^CPU_NAME("[^"]*' "$srcdir/src/machine/cpu_names.def" | cut -d '"' -f 2 | sort -u >"$out.taken"
	[ -s "$out.taken" ]
	LC_ALL=C comm -13 "$out.names" "$out.taken" >"$out"
	prints_nothing
}

@test "--pmus: all PMUs, those present marked" {
	try 0 showevtinfo --pmus
	prints_lines "$(showevtinfo --pmus --json | wc -l)"
	[ "$(grep '^\*' "$out" | awk '{ print $2 }')" = $'ix86arch\nperf\nperf_raw\nicl' ]
	grep -qE "^  skl +core +$(showevtinfo -N '^skl::' | wc -l) events +8 \+ 3 fixed counters +Intel Skylake$" "$out"
	try 0 showevtinfo --pmus --pmu 'skx_unc_imc?'
	prints_lines 6
	refute grep -v ' uncore ' "$out"
}

@test "--pmus --json" {
	try 0 showevtinfo --pmus --json
	json 'map(select(.id >= 0 and .id < 1024)) | length == 675'
	prints_json "$(pmus_of_text)"
	json '[.[] | select(.present).pmu] == ["ix86arch", "perf", "perf_raw", "icl"]'
	json '[.[] | select(.pmu == "skl") | .id, .type, .desc, .counters, .fixed_counters]
		== [200, "core", "Intel Skylake", 8, 3]'
	json '[.[] | select(.pmu == "skx_unc_imc0").device] == ["uncore_imc_0"]'
	json 'map(.id) | . == unique'
	cp "$out" "$out.want"
	try 0 showevtinfo --json --pmus
	cmp "$out" "$out.want"
}

@test "--pmus: none" {
	try 1 showevtinfo --pmus --pmu nosuch
	prints_nothing
	says "showevtinfo: "
	try 1 showevtinfo --pmus --type device
	prints_nothing
	says_line 'showevtinfo: no such PMU'
}

@test "--type" {
	for type in core uncore os; do
		try 0 showevtinfo --pmus --json --type $type
		json 'map(.type) | unique | length == 1'
		wc -l <"$out" >>"$out.counts"
	done
	try 0 showevtinfo --pmus --type os
	[ "$(awk '{ print $2 }' "$out")" = $'perf\nperf_raw' ]
	read -r core uncore os <<<"$(xargs <"$out.counts")"
	[ "$core" -ge 102 ] && [ "$uncore" -ge 568 ] && [ "$os" = 2 ]
	try 0 showevtinfo --type core -L ''
	[ "$(cut -d: -f1 "$out" | sort -u)" = $'icl\nix86arch' ]
	try 2 showevtinfo --type nosuch
	says_line "showevtinfo: unknown type nosuch, choose from: core, uncore, os, device"
}

@test "-F: flags of unit masks" {
	try 0 showevtinfo -L -F precise skl::INST_RETIRED
	prints "${precise_retired[@]}"
	for flags in dfl default DFL; do
		try 0 showevtinfo -L -F $flags skl::INST_RETIRED
		prints skl::INST_RETIRED:ANY_P
	done
	try 0 showevtinfo -L -F dfl,precise skl::INST_RETIRED
	prints skl::INST_RETIRED:ANY_P "${precise_retired[@]}"
	try 0 showevtinfo -L -F dfl --flag pebs skl::INST_RETIRED
	prints skl::INST_RETIRED:ANY_P "${precise_retired[@]}"
	try 0 showevtinfo -L -F alias skl::BR_INST_RETIRED
	prints skl::BR_INST_RETIRED:COND skl::BR_INST_RETIRED:COND_NTAKEN
}

@test "-F: events without the flag are left out, and yet found" {
	try 0 showevtinfo -L -F precise skl::LONGEST_LAT_CACHE
	prints_nothing
	says_nothing
	try 0 showevtinfo -F precise skl::LONGEST_LAT_CACHE
	prints_nothing
	try 0 showevtinfo -L -F dfl skl::UNHALTED_CORE_CYCLES
	prints skl::UNHALTED_CORE_CYCLES
}

@test "-F: the same filter in text, lines, JSON and formats" {
	try 0 showevtinfo -F precise skl::INST_RETIRED
	[ "$(grep '^Umask' "$out" | sed 's/.*: \[\([A-Z_]*\)\] :.*/\1/')" = \
		"$(printf '%s\n' "${precise_retired[@]##*:}")" ]
	[ "$(rows "$out" Modif)" = 8 ]
	try 0 showevtinfo -j -F precise skl::INST_RETIRED
	json 'map(.umasks | map(.name)) == [["ALL", "TOTAL_CYCLES", "PREC_DIST", "TOTAL_CYCLES_PS", "NOP"]]'
	try 0 showevtinfo --format '{name}' -F precise skl::INST_RETIRED
	prints "${precise_retired[@]}"
}

@test "-F deprecated: what its description or the maker says is deprecated" {
	try 0 showevtinfo --json -F deprecated --pmu '*'
	json 'def old: .deprecated or (.desc | contains("Deprecated"));
		length > 0 and all(old or ((.umasks | length) > 0 and all(.umasks[]; old)))'
	try 0 showevtinfo -L -F deprecated skl::INST_RETIRED
	prints_nothing
}

@test "-F: a flag that does not exist" {
	try 2 showevtinfo -F nosuch -L skl::INST_RETIRED
	prints_nothing
	says_line "showevtinfo: unknown flag nosuch, choose from: precise, default, speculative, hw_smpl, alias, deprecated"
}

@test "-O: whose modifiers" {
	try 0 showevtinfo -O perf skl::INST_RETIRED
	[ "$(grep '^Modif' "$out" | grep perf_event | sed 's/.*: \[\([a-z]*\)\] :.*/\1/' | tr '\n' ' ')" = \
		"u k mg mh " ]
	for layer in none raw pmu; do
		try 0 showevtinfo -O $layer skl::INST_RETIRED
		refute grep perf_event "$out"
	done
	for layer in PERF nosuch ''; do
		try 2 showevtinfo -O "$layer"
		prints_nothing
		says_line "showevtinfo: unknown OS layer $layer, choose from: none, raw, pmu, perf, perf_ext"
	done
}

@test "-O perf where the kernel has no perf_event" {
	LIBPFM_FSROOT=$roots/no-perf try 1 showevtinfo -O perf skl::INST_RETIRED
	says_line 'showevtinfo: cannot get event info: not supported'
}

@test "-s: by code, of all machines" {
	try 0 showevtinfo -s -N INST_RETIRED:
	[ "$(wc -l <"$out")" -gt 100 ]
	try 0 showevtinfo -s -E -N '^skl::'
	sed 's/ .*//' "$out" | while read -r code; do echo $((code)); done | sort -nc
	[ "$(wc -l <"$out")" = "$(events_of '.pmu == "skl"')" ]
	try 0 showevtinfo -s -L skl::INST_RETIRED
	prints "${retired[@]}"
}

@test "-m and --sort=MASK: by some bits of the code" {
	try 0 showevtinfo -s -m f -E -N '^skl::'
	sed 's/ .*//' "$out" | while read -r code; do echo $((code & 15)); done | sort -nc
	cp "$out" "$out.want"
	for mask in "--sort=f" "--sort=0xf" "-m 0xF -s"; do
		# shellcheck disable=SC2086
		try 0 showevtinfo $mask -E -N '^skl::'
		cmp "$out" "$out.want"
	done
	try 0 showevtinfo -s -E -N '^skl::'
	cp "$out" "$out.want"
	try 0 showevtinfo -s -m 0 -E -N '^skl::'
	cmp "$out" "$out.want"
	for option in "-m zz" "--sort=zz" "-m 1x" "-m -1" "-m 10000000000000000"; do
		# shellcheck disable=SC2086
		try 2 showevtinfo $option
		says 'not a mask, which is a hexadecimal number'
	done
}

# ---- JSON and formats ----

@test "--json: an object a line" {
	try 0 showevtinfo -j skl::INST_RETIRED
	prints_json 1
	json 'map([.pmu, .event, .idx, .code, .precise, .hw_smpl, .speculative])
		== [["skl", "INST_RETIRED", 419430421, "0xc0", true, true, null]]'
	json '.[0].umasks | map([.name, .code, .default, .precise, .alias]) == [["ANY_P", "0x0", true, false, null],
		["ALL", "0x1", false, true, "PREC_DIST"],
		["TOTAL_CYCLES", "0xa8001", false, true, "PREC_DIST:i=1:c=10"], ["PREC_DIST", "0x1", false, true, null],
		["ANY", "0x0", false, false, "ANY_P"], ["TOTAL_CYCLES_PS", "0x1", false, true, "TOTAL_CYCLES"],
		["NOP", "0x2", false, true, null]]'
	json '.[0].modifiers | map(.name) == ["k", "u", "e", "i", "c", "t", "intx", "intxcp"]'
	json '.[0].modifiers | map(select(.type == "integer").name) == ["c"]'
	json '.[0] | [.desc, .umasks[].desc, .modifiers[].desc] | all(type == "string" and length > 3)'
}

@test "--json: several operands, nothing found" {
	try 1 showevtinfo --json skl::INST_RETIRED skl::NOSUCH icl::INST_RETIRED
	prints_json 2
	says "showevtinfo: event skl::NOSUCH not found"
	try 1 showevtinfo --json skl::NOSUCH
	prints_nothing
}

@test "--json: names only are JSON too" {
	try 0 showevtinfo --json -N skl::INST_RETIRED
	prints_json 1
}

@test "--format: every field" {
	try 0 showevtinfo --format '{pmu} {name} {event} {umask} {code:#x} {ucode:x} {idx}' skl::INST_RETIRED
	[ "$(head -n 2 "$out")" = 'skl skl::INST_RETIRED:ANY_P INST_RETIRED ANY_P 0xc0 0 419430421
skl skl::INST_RETIRED:ALL INST_RETIRED ALL 0xc0 1 419430421' ]
	try 0 showevtinfo --format '[{name}][{umask}][{udesc}]' '^skl::UNHALTED_CORE_CYCLES$'
	prints '[skl::UNHALTED_CORE_CYCLES][][]'
	try 0 showevtinfo --format '{desc}|{udesc}' '^skl::INST_RETIRED$'
	[ "$(grep -cE '^[^|]{4,}\|[^|]{4,}$' "$out")" = ${#retired[@]} ]
	try 2 showevtinfo --format '{nosuch}' skl::INST_RETIRED
	prints_nothing
	says "showevtinfo: no field {nosuch}"
	for arguments in "--format {name" "--pmus --format {nosuch}" "-S --format {code:y} miss"; do
		# shellcheck disable=SC2086
		try 2 showevtinfo $arguments skl::INST_RETIRED
		prints_nothing
	done
}

# ---- options ----

@test "-h, --help, --version" {
	takes_help_and_version showevtinfo
}

@test "the help names all options" {
	showevtinfo --help >"$out"
	for option in -L -E -D -N -S -F -O -M -l -s -m -x -j -h --list --encode --desc --names --search --host --pmus \
		--group --metric --metric-groups --pmu --all-boxes --diff --csv --cpu --type --flag --os \
		--combos --limit --sort --separator --json --format --banner --no-color --no-pager --help --version; do
		grep -qE -e "(^| )$option([ ,:[]|$)" "$out" || fail "no $option"
	done
}

@test "bad options" {
	refuses showevtinfo -z --nosuch -Lz --list=1 "--so x --nosuch"
}

@test "options without their argument" {
	needs_arguments showevtinfo -x -F -O -l -m --pmu --cpu --type --flag --os --limit --separator --format
}

@test "options after operands, bundled, cut short; --" {
	try 0 showevtinfo skl::INST_RETIRED -LE --sep ';'
	[ "$(head -n 1 "$out")" = '0x5300c0;;skl::INST_RETIRED:ANY_P' ]
	try 0 showevtinfo -L -- skl::INST_RETIRED
	prints "${retired[@]}"
	try 1 showevtinfo -- -nosuch
	says "showevtinfo: event -nosuch not found"
}

@test "-h: at once, whatever comes behind" {
	try 0 showevtinfo -h --nosuch
	grep -q '^Usage: ' "$out"
	says_nothing
}

# ---- streams and environment ----

@test "an output that is full or closed is status 1, and said" {
	fails_if_output_does showevtinfo -L
	fails_if_output_does showevtinfo -L skl::INST_RETIRED
	fails_if_output_does showevtinfo --pmus
	fails_if_output_does showevtinfo --json skl::INST_RETIRED
	fails_if_output_does showevtinfo --help
}

@test "a reader that goes away is no reason for words" {
	is_quiet_in_pipes showevtinfo -L ::
	is_quiet_in_pipes showevtinfo --pmus
	is_quiet_in_pipes showevtinfo --json ::
}

@test "no colors, no pager in pipes" {
	# shellcheck disable=SC2030 # each test has its own
	export PAGER='sh -c "echo paged"'
	is_plain showevtinfo skl::INST_RETIRED
	is_plain showevtinfo --pmus
	is_plain showevtinfo --no-color --no-pager skl::INST_RETIRED
	refute grep paged "$out"
}

# on_terminal COMMAND: its output as a terminal gets it.
on_terminal() {
	TERM=xterm script -qec "$*" /dev/null </dev/null >"$out"
}

@test "colors on a terminal, unless NO_COLOR or --no-color" {
	command -v script >/dev/null || skip "no script(1) to make a terminal with"
	on_terminal showevtinfo --no-pager skl::INST_RETIRED
	grep -q $'\033' "$out"
	on_terminal showevtinfo --no-pager --no-color skl::INST_RETIRED
	grep -q '^Name     : INST_RETIRED' "$out"
	refute grep $'\033' "$out"
	NO_COLOR=1 on_terminal showevtinfo --no-pager skl::INST_RETIRED
	grep -q '^Name     : INST_RETIRED' "$out"
	refute grep $'\033' "$out"
}

@test "words on a terminal: lines as wide as it is, so many at once, how many more" {
	command -v script >/dev/null || skip "no script(1) to make a terminal with"
	COLUMNS=70 on_terminal showevtinfo --no-pager --no-color --cpu skl -S -D branch
	[ "$(grep -c '"' "$out")" -ge 20 ]
	grep -qE '^showevtinfo: [0-9]+ more answers' "$out"
	grep -q '\.\.\."' "$out"
	[ "$(grep -v '^showevtinfo' "$out" | wc -l)" = 25 ]
	tr -d '\r' <"$out" | grep -v '^showevtinfo' | expand | awk 'length > 70 && /"/ { exit 1 }'
	grep -q 'ALL_BRANCHES	"Branches of all types' "$out" || fail "$(head "$out")"
	try 0 showevtinfo --no-pager --cpu skl -S -D branch
	[ "$(wc -l <"$out")" -gt 25 ]
	refute grep -q '\.\.\."' "$out"
}

@test "words on a terminal: a metric has a block, a name of another tool says how many unit masks more there are" {
	local more
	command -v script >/dev/null || skip "no script(1) to make a terminal with"
	on_terminal showevtinfo --no-pager --no-color --cpu skl ipc
	tr -d '\r' <"$out" >"$out.plain"
	[ "$(sed -n '2p; 3s/:.*//p' "$out.plain")" = $'Metric   : ipc\nDesc     ' ]
	try 0 showevtinfo --cpu skl -L '^skl::MEM_LOAD_RETIRED:'
	more=$(($(wc -l <"$out") - 1))
	on_terminal showevtinfo --no-pager --no-color --cpu skl MEM_LOAD_RETIRED_L3_MISS
	tr -d '\r' <"$out" >"$out.plain"
	grep -qx "More     : $more unit masks: showevtinfo skl::MEM_LOAD_RETIRED" "$out.plain"
	[ "$(grep -c ^Umask "$out.plain")" = 1 ]
	try 0 showevtinfo --cpu skl MEM_LOAD_RETIRED_L3_MISS
	refute grep ^More "$out"
	on_terminal showevtinfo --no-pager --no-color --cpu skl skl::MEM_LOAD_RETIRED
	refute grep ^More "$out"
}

@test "nothing asked on a terminal: this machine, one box of a kind, and how to ask; all only on request" {
	command -v script >/dev/null || skip "no script(1) to make a terminal with"
	COLUMNS=80 on_terminal showevtinfo --no-pager --no-color --cpu spr
	tr -d '\r' <"$out" >"$out.plain"
	grep -qx 'CPU      : Intel SapphireRapid (GenuineIntel-6-143-0)' "$out.plain"
	grep -qE '^  spr +core +78 events  Intel SapphireRapid$' "$out.plain"
	refute grep -E 'skl|^\[|^Name' "$out.plain"
	for line in '-L' '-S last level cache misses' '--metric' '.'; do
		grep -qE " : showevtinfo --cpu spr ${line/./\\.}\$" "$out.plain"
	done
	grep -qE 'showevtinfo --pmus \(all [0-9]+ PMUs\)' "$out.plain"
	[ "$(wc -l <"$out.plain")" -le 40 ]
	awk 'length > 80 { exit 1 }' "$out.plain"
	LIBPFM_FSROOT='' COLUMNS=80 on_terminal showevtinfo --no-pager --no-color --cpu spr
	grep -qE '^  spr_unc_cha0 +uncore +56 events  60 boxes, ' "$out"
	refute grep spr_unc_cha1 "$out"
	COLUMNS=80 on_terminal showevtinfo --no-pager --no-color --cpu ThunderX2
	grep -q '^CPU      : .*ThunderX2' "$out"
	# this host, whatever it is
	on_terminal showevtinfo --no-pager --no-color
	grep -q '^Search   : showevtinfo -S ' "$out"
	# asked for, or for programs: all of it
	on_terminal showevtinfo --no-pager --no-color --cpu spr --type core
	grep -q '^Name     : INST_RETIRED' "$out"
	on_terminal showevtinfo --no-pager --no-color --cpu spr .
	grep -q '^Name     : INST_RETIRED' "$out"
	try 0 showevtinfo --cpu spr
	[ "$(head -1 "$out")" = 'Detected PMU models:' ]
}

@test "blocks are as wide as the terminal" {
	command -v script >/dev/null || skip "no script(1) to make a terminal with"
	COLUMNS=60 on_terminal showevtinfo --no-pager --no-color '^skl::LD_BLOCKS$'
	tr -d '\r' <"$out" | grep -v '^showevtinfo:' >"$out.plain"
	# a name is not cut
	awk 'length > 60 && !/^(Umask.*\] : |More +: .*)$/ { exit 1 }' "$out.plain"
	# nothing is lost where lines are cut
	awk '/^           / { printf " %s", $0; next } { printf "\n%s", $0 }' "$out.plain" | tr -s ' ' >"$out.joined"
	grep -q 'instead of how long it lasts; needs c of 1 or more where the CPU has it (boolean)$' "$out.joined"
	COLUMNS=9 on_terminal showevtinfo --no-pager --no-color skl::INST_RETIRED
	grep -q 'instead of how long it lasts; needs c of 1 or more' "$out"
	on_terminal showevtinfo --no-pager --no-color --cpu skl -L LD_BLOCKS.*FORWARD
	grep -q '^skl::LD_BLOCKS:STORE_FORWARD' "$out"
	refute grep NO_SR "$out"
	grep -q "^showevtinfo: 1 more unit mask of these events, which do not match; -L with an event's name" "$out"
}

@test "what is not where one looks: sleep states, graphics, energy, time stamps, of every maker" {
	unset LIBPFM_FSROOT LIBPFM_CPUID # which devices another machine has is not known
	first() { # CPU EVENT WORDS...: the first answer
		try 0 showevtinfo --cpu "$1" -S -L "${@:3}"
		[ "$(head -1 "$out")" = "$2" ]
	}
	for cpu in skl spr gnr adl icx hsw; do
		first $cpu cstate_core::c6-residency c-state
		first $cpu i915::rcs0-busy gpu
		first $cpu msr::tsc tsc
		first $cpu rapl::RAPL_ENERGY_PKG energy
	done
	for cpu in zen2 zen4 zen5; do
		# the kernel has the others for Intel's cores alone
		showevtinfo --cpu $cpu -S -L c-state | refute grep cstate_
		first $cpu msr::tsc tsc
		first $cpu amd64_rapl::RAPL_ENERGY_PKG energy
	done
}

@test "a CPU's name before :: is that machine, with its boxes" {
	unset LIBPFM_FSROOT
	try 0 showevtinfo -L telum2::L1I_DIR_WRITES
	prints cpum_cf::L1I_DIR_WRITES
	try 0 showevtinfo -L 'AMD EPYC 9654::UMC_CAS_CMD'
	grep -qx amd64_umc::UMC_CAS_CMD:RD "$out"
	try 0 showevtinfo -L c6i.metal::INST_RETIRED.ANY_P
	grep -qx icx::INST_RETIRED:ANY_P "$out"
	try 0 showevtinfo -N graviton5::
	grep -qx CPU_CYCLES "$out"
	refute grep INST_RETIRED:ANY "$out"
	try 0 showevtinfo -L zen4::UMC_CAS_CMD
	prints amd64_umc::UMC_CAS_CMD:ALL amd64_umc::UMC_CAS_CMD:RD amd64_umc::UMC_CAS_CMD:WR
	try 0 showevtinfo -L spr::UNC_M_CAS_COUNT:RD
	prints spr_unc_imc0::UNC_M_CAS_COUNT:RD
	says_line 'showevtinfo: spr::UNC_M_CAS_COUNT:RD: read as spr_unc_imc0::UNC_M_CAS_COUNT:RD'
	# a PMU's name stays one
	try 0 showevtinfo -L 'skl::LD_BLOCKS$'
	prints skl::LD_BLOCKS:STORE_FORWARD skl::LD_BLOCKS:NO_SR
	# each operand on its own machine
	try 0 showevtinfo -L telum2::L1I_DIR_WRITES 'skl::LD_BLOCKS$' z13::TX_C_TEND 'graviton5::L1D_CACHE_REFILL$'
	prints cpum_cf::L1I_DIR_WRITES skl::LD_BLOCKS:STORE_FORWARD skl::LD_BLOCKS:NO_SR cpum_cf::TX_C_TEND \
		arm_v3::L1D_CACHE_REFILL
	try 1 showevtinfo -L nosuchcpu::CYCLES
	says 'event nosuchcpu::CYCLES not found'
}

@test "--metrics shows a preset of PAPI, which is a metric without being listed" {
	try 0 showevtinfo --cpu skl --metrics PAPI_L1_TCM
	prints 'Name     : PAPI_L1_TCM' 'Desc     : What PAPI counts by this name' \
		'Formula  : L1D.REPLACEMENT + L2_RQSTS.ALL_CODE_RD' \
		'Counts   : L1D.REPLACEMENT + L2_RQSTS.ALL_CODE_RD' 'Rounds   : 1'
	try 0 showevtinfo --cpu skl --metrics --format '{metric} {formula} {leaves}' papi_tot_ins tma_l1_bound
	prints_line 'papi_tot_ins INST_RETIRED:ANY_P 1'
	grep -q '^tma_l1_bound ' "$out"
	try 0 showevtinfo --cpu skl --type core --metrics --json PAPI_L1_TCM
	jq -e '.metric == "PAPI_L1_TCM" and .rounds == 1 and (.events | map(.name)) ==
		["L1D.REPLACEMENT", "L2_RQSTS.ALL_CODE_RD"]' "$out" >/dev/null
	try 1 showevtinfo --cpu skl --type uncore --metrics PAPI_L1_TCM
	try 1 showevtinfo --cpu skl --metrics PAPI_NOPE
	says 'no metric of this machine is called, or mentions, PAPI_NOPE'
	# only where it is asked for
	showevtinfo --cpu skl --metrics | refute grep PAPI_
}

@test "names of other tools are shown as the event that they are, presets of PAPI with their formula" {
	try 0 showevtinfo --cpu skl -L MEM_LOAD_RETIRED_L3_MISS
	prints skl::MEM_LOAD_RETIRED:L3_MISS
	says_line 'showevtinfo: MEM_LOAD_RETIRED_L3_MISS: read as MEM_LOAD_RETIRED:L3_MISS'
	try 0 showevtinfo --cpu skl -L MEM_LOAD_RETIRED.L3_MISS_PS
	prints skl::MEM_LOAD_RETIRED:L3_MISS
	try 0 showevtinfo --cpu zen4 -L ExRetInstr
	prints amd64_fam19h_zen4::EX_RET_INSTR
	try 0 showevtinfo --pmu skl -L PAPI_TOT_INS
	prints skl::INST_RETIRED:ANY_P
	for how in -L '-S -L'; do
		# shellcheck disable=SC2086 # two options
		try 0 showevtinfo --cpu skl $how PAPI_L1_TCM
		prints skl::L1D:REPLACEMENT skl::L2_RQSTS:ALL_CODE_RD
		says 'PAPI_L1_TCM: PAPI computes it as L1D.REPLACEMENT + L2_RQSTS.ALL_CODE_RD'
	done
	# without -L the whole block
	try 0 showevtinfo --cpu skl PAPI_TOT_INS
	grep -qx 'Name     : INST_RETIRED' "$out"
	grep -q 'ANY_P' "$out"
	refute grep PREC_DIST "$out"
}

@test "words find metrics beside events, where no PMU and no code is asked for" {
	try 0 showevtinfo --cpu skl -S -L memory bound
	# the metric that is asked for comes first, others where events are that say as much
	[ "$(head -2 "$out" | tr '\n' ' ')" = 'memory_bound skl::CYCLE_ACTIVITY:STALLS_MEM_ANY ' ]
	says 'memory_bound is counted by pfmstat -M memory_bound -- ./prog'
	# metrics that answer how much there is, in their order
	while read -r words; do
		read -r names
		# shellcheck disable=SC2086
		try 0 showevtinfo --cpu skx -S -L $words
		[ "$(head -2 "$out" | tr '\n' ' ')" = "$names " ] || fail "$words: $(head -2 "$out")"
	done <<-'EOF'
		how many smi
		smi_num smi_cycles
		cpu utilization percentage
		cpu_busy cpu_utilization
	EOF
	try 0 showevtinfo --cpu skl -S -L memory bound
	grep -qx tma_memory_bound "$out"
	try 0 showevtinfo --cpu skl -S -D memory bound
	grep -q '^tma_memory_bound	"Metric\. ' "$out"
	# lines, best first, each with what it counts
	cp "$out" described
	try 0 showevtinfo --cpu skl -S memory bound
	cmp "$out" described
	for form in '--pmu skl -L' --json --csv -E; do
		# shellcheck disable=SC2086 # an option and its value
		try 0 showevtinfo --cpu skl -S $form memory bound
		refute grep -q tma_memory_bound "$out"
	done
	try 0 showevtinfo --cpu skl -S -N tma_memory_bound
	[ "$(head -1 "$out")" = tma_memory_bound ]
	refute grep -v memory_bound "$out"
}

@test "on a terminal lists are as wide as it is" {
	local words
	command -v script >/dev/null || skip "no script(1) to make a terminal with"
	for words in --host '--cpu spr --host' '--cpu spr --metric' '--metric l2_mpki' --pmus; do
		# the status is of the host: it has no PMU
		COLUMNS=80 script -qec "showevtinfo --no-pager $words" /dev/null </dev/null >"$out" || true
		sed 's/\r//g; s/\x1b\[[0-9;]*m//g' "$out" >plain
		[ "$(wc -l <plain)" -gt 20 ] || fail "$words: $(cat plain)"
		! grep -E '^.{82}' plain || fail "$words: lines of more than 80 columns"
		# none ends with what was left free for the column that is on the next line
		! grep -E '[^:] +$' plain || fail "$words: blanks at the end"
	done
}

@test "no colors where the terminal has none" {
	command -v script >/dev/null || skip "no script(1) to make a terminal with"
	TERM=dumb script -qec "showevtinfo --no-pager skl::INST_RETIRED" /dev/null </dev/null >"$out"
	grep -q '^Name     : INST_RETIRED' "$out"
	no_escapes
	# shellcheck disable=SC1007
	env -u TERM script -qec "env -u TERM showevtinfo --no-pager skl::INST_RETIRED" /dev/null </dev/null >"$out"
	grep -q '^Name     : INST_RETIRED' "$out"
	no_escapes
}

@test "people are spared what says nothing; programs find each line" {
	command -v script >/dev/null || skip "no script(1) to make a terminal with"
	on_terminal showevtinfo --no-pager --no-color skl::INST_RETIRED perf::cycles
	refute grep -E '^IDX|None' "$out"
	grep -q $'^Equiv\t : PERF_COUNT_HW_CPU_CYCLES' "$out"
	grep -q '^Umask-04 : 0x00 : PMU : \[ANY\] : Alias to ANY_P' "$out"
	grep -q '^Umask-00 : 0x00 : PMU : \[ANY_P\] : \[default\] : ' "$out"
	try 0 showevtinfo skl::INST_RETIRED perf::cycles
	[ "$(grep -c '^IDX' "$out")" = 2 ]
	grep -q $'^Equiv\t : None' "$out"
	grep -q '^Umask-04 : 0x00 : PMU : \[ANY\] : None : Alias to ANY_P' "$out"
	on_terminal check_events skl::INST_RETIRED
	refute grep -q '^IDX' "$out"
	grep -q '^Codes          : 0x5300c0' "$out"
}

@test "an empty NO_COLOR is none" {
	command -v script >/dev/null || skip "no script(1) to make a terminal with"
	NO_COLOR='' on_terminal showevtinfo --no-pager skl::INST_RETIRED
	grep -q $'\033' "$out"
}

@test "the pager on a terminal, unless --no-pager" {
	command -v script >/dev/null || skip "no script(1) to make a terminal with"
	# shellcheck disable=SC2031
	export PAGER="sed 's/^/paged: /'"
	on_terminal showevtinfo -L skl::INST_RETIRED
	[ "$(rows "$out" 'paged: skl::INST_RETIRED:')" = ${#retired[@]} ]
	on_terminal showevtinfo --no-pager -L skl::INST_RETIRED
	[ "$(rows "$out" 'skl::INST_RETIRED:')" = ${#retired[@]} ]
}

@test "--pmu with a name that no PMU has" {
	for what in "" "cycles" "--pmus" "--groups" "-S cycles" "--json"; do
		# shellcheck disable=SC2086
		try 1 showevtinfo --pmu nosuch $what
		prints_nothing
		says_line "showevtinfo: no PMU is called nosuch; showevtinfo --pmus lists them"
	done
	try 1 showevtinfo --pmu skl nosuch
	prints_nothing
	says_line "showevtinfo: event nosuch not found in skl"
}

@test "LIBPFM_FORCE_PMU and LIBPFM_DISABLED_PMUS hold for tools too" {
	LIBPFM_FORCE_PMU=nosuch try 1 showevtinfo -L
	prints_nothing
	says 'showevtinfo: event .* not found'
	says_line "showevtinfo: LIBPFM_FORCE_PMU=nosuch: no PMU's name begins so"
	LIBPFM_FORCE_PMU=core try 0 showevtinfo --cpu skl -N UNHALTED_CORE_CYCLES
	says_line 'showevtinfo: LIBPFM_FORCE_PMU=core is looked at, whatever PMUs the CPU skl has'
	LIBPFM_FORCE_PMU=skl try 0 showevtinfo -N '^skl::INST_RETIRED$'
	prints INST_RETIRED
	LIBPFM_DISABLED_PMUS=skl try 0 showevtinfo --pmus
	prints_lines $(($(pmus_of_text) - 1))
	refute grep -E '^. skl ' "$out"
}

@test "all machines are known, whatever LIBPFM_ENCODE_INACTIVE says" {
	LIBPFM_ENCODE_INACTIVE=0 try 0 showevtinfo -E '^skl::UNHALTED_CORE_CYCLES$'
	prints $'0x53003c\t\tskl::UNHALTED_CORE_CYCLES'
}

# ---- what was found wrong once ----

@test "-F holds for names too" {
	try 0 showevtinfo -N -F precise '^skl::\(INST_RETIRED\|LONGEST_LAT_CACHE\)$'
	prints INST_RETIRED
}

@test "--pmus: those with a word in name or description, or of a machine" {
	try 0 showevtinfo --pmus skx_unc_imc knl_unc_imc0
	[ "$(awk '{ print $1 }' "$out" | xargs)" = \
		"knl_unc_imc0 skx_unc_imc0 skx_unc_imc1 skx_unc_imc2 skx_unc_imc3 skx_unc_imc4 skx_unc_imc5" ]
	try 0 showevtinfo --pmus 'intel skylake'
	grep -qE '^  skl +core ' "$out"
	try 1 showevtinfo --pmus nosuch
	prints_nothing
	export LIBPFM_FSROOT=
	try 0 showevtinfo --cpu skx --pmus --type core
	awk '{ print $2 }' "$out" | grep -qx skx
	refute grep -v '^\*' "$out"
	try 0 showevtinfo --cpu skx --pmus --pmu skl
	prints_lines 1
}

@test "nothing asked where a pager stands in for the terminal, and notes behind it" {
	command -v script >/dev/null || skip "script is not installed"
	COLUMNS=80 on_terminal "PAGER='sed s/^/paged:/' showevtinfo --no-color --cpu spr"
	tr -d '\r' <"$out" >"$out.plain"
	grep -qx 'paged:CPU      : Intel SapphireRapid (GenuineIntel-6-143-0)' "$out.plain" ||
		fail "expected the overview, got" "$(head -5 "$out.plain")"
	[ "$(wc -l <"$out.plain")" -le 40 ]
	printf '#!/bin/sh\ncat\necho end\n' >"$BATS_TEST_TMPDIR/pager"
	chmod +x "$BATS_TEST_TMPDIR/pager"
	on_terminal "PAGER=$BATS_TEST_TMPDIR/pager showevtinfo --no-color --cpu skl -N nosuch LONGEST_LAT_CACHE" || true
	tr -d '\r' <"$out" | tail -n 3 >"$out.plain"
	[ "$(sed 's/^\(showevtinfo:\).*/\1/' "$out.plain")" = $'LONGEST_LAT_CACHE\nend\nshowevtinfo:' ] ||
		fail "expected the note behind the pager's last line, got" "$(cat "$out")"
}

@test "a terminal without less: the next best pager, or none" {
	command -v script >/dev/null || skip "script is not installed"
	mkdir "$BATS_TEST_TMPDIR/bin"
	for name in sh showevtinfo; do ln -s "$(command -v $name)" "$BATS_TEST_TMPDIR/bin/$name"; done
	run="PATH=$BATS_TEST_TMPDIR/bin TERM=dumb showevtinfo -N '^skl::INST_RETIRED'"
	paged=$'paged INST_RETIRED\r'
	on_terminal "$run"
	prints $'INST_RETIRED\r'
	printf '#!/bin/sh\nwhile read -r line; do echo "paged $line"; done\n' >"$BATS_TEST_TMPDIR/bin/more"
	chmod +x "$BATS_TEST_TMPDIR/bin/more"
	on_terminal "$run"
	prints "$paged"
	on_terminal "PAGER='more -x' $run"
	prints "$paged"
	on_terminal "PAGER=nosuch $run"
	prints $'showevtinfo: PAGER: there is no program nosuch; going on without\r' $'INST_RETIRED\r'
	on_terminal "PAGER=/ $run"
	prints $'showevtinfo: PAGER: there is no program /; going on without\r' $'INST_RETIRED\r'
}

# ---- questions ----

@test "-S: endings do not matter, nor blanks and dashes" {
	try 0 showevtinfo --cpu skl -N -S mispredicted branches
	cp "$out" "$out.want"
	for words in "branch mispredict" "branches mispredicted" branch-misprediction; do
		try 0 showevtinfo --cpu skl -N -S "$words"
		[ "$(head -n 1 "$out")" = "$(head -n 1 "$out.want")" ]
	done
	[ "$(head -n 1 "$out")" = BR_MISP_RETIRED ]
}

@test "--pmus: devices that no table knows" {
	export LIBPFM_CPUID= LIBPFM_FSROOT=$roots/hypervisor
	try 0 showevtinfo --pmus hv_24 acme
	says_nothing
	# the fields of its codes are the tables', the names of its events this machine's: it is listed once
	prints_lines 4
	prints_line '* hv_24x7                  device           2 events                        device of the kernel, without a table'
	try 0 showevtinfo --pmus --json acme_npu_0
	json '.[0] | .pmu == "acme_npu_0" and .id > 1214 and .type == "device" and .events == 5
		and .device == "acme_npu_0"'
	try 0 showevtinfo --pmus --type device
	grep -q '^[*] acme_npu_10 ' "$out"
	refute grep -v '^[*] [^ ]*  *device ' "$out"
	try 0 showevtinfo -L --pmu 'acme_npu_0'
	prints acme_npu_0::first acme_npu_0::loop acme_npu_0::read acme_npu_0::tiles acme_npu_0::watts
	try 0 showevtinfo -L acme_npu_10::til
	prints acme_npu_10::tiles
	try 0 showevtinfo --complete=acme_npu_1::t
	prints acme_npu_1::tiles
	try 0 showevtinfo --complete=acme_npu_1::tiles:o
	prints acme_npu_1::tiles:odd= acme_npu_1::tiles:op=
	LIBPFM_FSROOT=$roots/skylake-client try 0 showevtinfo --pmus cpu
	refute grep '^[*] cpu ' "$out"
}

@test "--pmus: devices of a PMU that has several are known" {
	export LIBPFM_CPUID= LIBPFM_FSROOT=$roots/zen4-server
	try 0 showevtinfo --pmus
	grep -q '^[*] amd64_umc ' "$out"
	refute grep 'without a table' "$out"
}

@test "-F: what the maker has deprecated, and where it has no meaning" {
	try 0 showevtinfo -F deprecated --pmu skx_unc_cha0 -N UNC_H_SNOOPS_SENT
	prints UNC_H_SNOOPS_SENT
	try 0 showevtinfo -F deprecated --pmu skx_unc_cha0 -N UNC_CHA_CLOCKTICKS
	prints_nothing
	for option in --pmus --groups --host '--diff skx clx'; do
		# shellcheck disable=SC2086 # words
		try 2 showevtinfo -F precise $option
		prints_nothing
		says '--flag goes without --host, --pmus, --group, --metric, --metric-groups and --diff'
	done
}

@test "--pmus: each word is looked for" {
	try 1 showevtinfo --pmus power9 no-such
	prints_line '  power9                   core           974 events  4 + 2 fixed counters  POWER9'
	says 'no PMU is called no-such'
	# a device of the kernel's that is no PMU of the tables
	try 1 showevtinfo --pmu software
	says_line 'showevtinfo: no PMU is called software; showevtinfo --pmus lists them'
}

# Root reads everything, unless it has no capabilities.
without_rights() {
	[ "$(id -u)" != 0 ] || set -- setpriv --bounding-set=-all --inh-caps=-all "$@"
	"$@"
}

@test "tracepoints that one may not read are not just missing" {
	local root=$BATS_TEST_TMPDIR/root
	cp -R "$roots/tracefs" "$root"
	chmod 0 "$root/sys/kernel/tracing/events"
	for word in sched_switch sched:sched_switch; do
		LIBPFM_CPUID= LIBPFM_FSROOT=$root try 1 without_rights showevtinfo -L $word
		says 'expected: if it is a tracepoint: the right to read /sys/kernel/tracing/events'
	done
	chmod 755 "$root/sys/kernel/tracing/events"
	LIBPFM_CPUID= LIBPFM_FSROOT=$root try 1 without_rights showevtinfo -L sched_swich
	refute grep tracepoint: "$err"
}

# ---- names that cross generations ----

# What libpfm4's Intel cores have, programs ask newer ones for, too: the architectural events, and Silvermont's and Zen
# 3's micro-operations.
@test "names of libpfm4's cores on newer ones: the same meaning, or none" {
	local cores='glp|mtl_(rwc|cmt)|arl_(lnc|skt|cmt)|lnl_(lnc|skt)|ptl_(cgc|dkt)|nvl_(cyc|arw)|srf|grr|cwf'
	local names='UNHALTED_.*|INSTRUCTIONS?_RETIRED|LLC_(MISSES|REFERENCES)|LAST_LEVEL_CACHE_.*|BRANCH_I.*|MISPRED.*'
	try 0 showevtinfo -E "^($cores)::($names)\$"
	sed 's/^\([^\t]*\)\t*[^:]*::/\1 /' "$out" | sort | uniq -c | sed 's/^ *//' | diff - <(printf '%s\n' \
		'15 0x53003c UNHALTED_CORE_CYCLES' \
		'15 0x5300c0 INSTRUCTION_RETIRED' '15 0x5300c0 INSTRUCTIONS_RETIRED' \
		'15 0x5300c4 BRANCH_INSTRUCTIONS_RETIRED' '15 0x5300c5 MISPREDICTED_BRANCH_RETIRED' \
		'15 0x530300 UNHALTED_REFERENCE_CYCLES' \
		'15 0x53412e LAST_LEVEL_CACHE_MISSES' '15 0x53412e LLC_MISSES' \
		'14 0x534f2e LAST_LEVEL_CACHE_REFERENCES' '14 0x534f2e LLC_REFERENCES' | sort -k 2) >&2
	refute grep -q nvl_cyc::LLC_REFERENCES "$out" # Intel's file has no such event
	try 0 showevtinfo -E '^(glm|glp|tmt)::(MEM_UOP_RETIRED|UOPS_RETIRED)$'
	sed -n 's/^\([^\t]*\)\t*[^:]*:\(:.*:ANY.*\)/\1 \2/p' "$out" | sort | uniq -c | sed 's/^ *//' |
		diff - <(printf '%s\n' '3 0x5300c2 :UOPS_RETIRED:ANY' '3 0x5381d0 :MEM_UOP_RETIRED:ANY_LD' \
			'3 0x5382d0 :MEM_UOP_RETIRED:ANY_ST') >&2
	try 0 showevtinfo -E '^amd64_fam1.*_zen[456]::OPS_TYPE_DISPATCHED_FROM_DECODER$'
	grep RETIRE_MODE "$out" | cut -f1 | sort | uniq -c | sed 's/^ *//' |
		diff - <(printf '%s\n' '3 0x5304ab' '3 0x5308ab') >&2
}

# Intel's file of Skylake: MEM_LOAD_RETIRED.L3_MISS and LONGEST_LAT_CACHE.MISS; the event's name has no l3_miss.
@test "-L: unit masks that match, of events that do not" {
	export LIBPFM_FSROOT=
	try 0 showevtinfo --cpu skl -L l3_miss
	prints_line skl::MEM_LOAD_RETIRED:L3_MISS
	prints_line skl::MEM_LOAD_L3_MISS_RETIRED:LOCAL_DRAM
	refute grep -qx skl::MEM_LOAD_RETIRED:L1_MISS "$out"
	try 0 showevtinfo --cpu skl -S -L l1 data cache misses
	[ "$(head -n 1 "$out")" = skl::L1D:REPLACEMENT ]
}

@test "-S: what has some of the words only, and what has none" {
	try 1 showevtinfo --cpu skl -S cache wombats
	says_line "showevtinfo: no event mentions all of these words: these have some of them"
	grep -q '^skl::LONGEST_LAT_CACHE:' "$out"
	try 1 showevtinfo --cpu skl -S wombats
	says_line "showevtinfo: no event mentions all of these words; --cpu and --pmu look at other machines"
	prints_nothing
	# DTLB_WALK has "those of software prefetches included": a remark is no answer
	try 1 showevtinfo --cpu neoverse-v2 -S -L software prefetch instructions
	! grep DTLB_WALK "$out"
	# other machines' events are masked: not misspelt for marked, which are POWER's
	try 1 showevtinfo --cpu power10 -S -L interrupt masked cycles
	try 0 showevtinfo --cpu power10 -S -L branches mispredcted
	try 0 showevtinfo --cpu skl -S -L reservation station full
	[ "$(head -n 1 "$out")" = skl::RESOURCE_STALLS:RS ]
	try 2 showevtinfo --cpu all -S cache
	says_line "showevtinfo: --cpu all is of pfmexport; without --cpu, PMU::WORD looks at all PMUs"
}

@test "options that say what others say" {
	refuses_each showevtinfo <<-'EOF'
		--csv --host|--csv goes without --host, --pmus, --group, --json and --format
		--host cycles|--host goes without words
		-F x -D|unknown flag x, choose from: precise, default, speculative, hw_smpl, alias, deprecated
		--metric-groups --format x|--format is for events and for --metric
		--metric-groups -S x|--search is for events and for --metric
	EOF
}

# Where events are asked for by a name of the tables, their unit masks that match; of the words of a search also metrics,
# but not where what is asked for can be said of events only.
@test "lists and searches show what matches, each once, and nothing beside it" {
	unset LIBPFM_FSROOT
	try 0 showevtinfo --cpu skl -L 'MEM_LOAD_RETIRED.*L[23]_M' LD_BLOCKS_PARTIAL
	prints skl::MEM_LOAD_RETIRED:L2_MISS skl::MEM_LOAD_RETIRED:L3_MISS skl::LD_BLOCKS_PARTIAL:ADDRESS_ALIAS
	try 0 showevtinfo --cpu skl -L 'LD_BLOCKS$|LD_BLOCKS.*ADDRESS'
	prints skl::LD_BLOCKS:STORE_FORWARD skl::LD_BLOCKS:NO_SR skl::LD_BLOCKS_PARTIAL:ADDRESS_ALIAS
	try 0 showevtinfo --cpu skl -L -S tma_l1_bound
	prints tma_l1_bound
	says 'tma_l1_bound is counted by pfmstat -M tma_l1_bound -- ./prog'
	try 0 showevtinfo --cpu skl -S tma_l1_bound
	[ "$(wc -l <"$out")" = 1 ]
	grep -q '^tma_l1_bound	"Metric\. ' "$out"
	says 'tma_l1_bound is counted by pfmstat -M tma_l1_bound -- ./prog'
	try 0 showevtinfo --cpu skl -L -S bound uops retired
	sort "$out" | uniq -d >twice
	[ ! -s twice ]
	grep -q '^tma_' "$out"
	grep -q '^skl::UOPS_RETIRED' "$out"
	try 0 showevtinfo --cpu skl -L -S l1 bound
	prints_line tma_l1_bound
	[ "$(grep -c '^tma_' "$out")" -ge 3 ]
	if command -v script >/dev/null; then
		on_terminal showevtinfo --no-pager --no-color --cpu skl -L -S tma
		[ "$(grep -cE '^(skl::|tma_)' "$out")" = 25 ] || fail "of many answers 25 are shown" "$(cat "$out")"
	fi
	local option
	for option in '--pmu skl' '--type core' --json --csv '--format {name}' -E -M; do
		# shellcheck disable=SC2086 # an option and its value
		showevtinfo --cpu skl $option -S tma_l1_bound >"$out" 2>"$err" || true
		refute grep -q tma_l1_bound "$out"
	done
	for option in -L -N; do
		try 0 showevtinfo --cpu skl $option -S tma_l1_bound
		prints tma_l1_bound
	done
}

@test "a name that is not found: the one that is like it" {
	LIBPFM_FSROOT='' try 1 showevtinfo --cpu skl xINST_RETIRDx
	says 'event xINST_RETIRDx not found on this machine'
	says_line '  did you mean INST_RETIRED?'
}
