#!/usr/bin/env bats
# Metrics in the tools. What is expected is the vendors': formulas and thresholds of the kernel's collection, worked by
# hand.

# shellcheck disable=SC2154 # variables of strings.bash
load strings

# Each test says whose machine it is: the guest's files have none of these devices.
setup() {
	begin
	unset LIBPFM_FSROOT LIBPFM_CPUID
}

# member LABEL: what the output says behind it
member() {
	sed -n "s/^$1 *: //p" "$out"
}

# is LABEL VALUE
is() {
	[ "$(member "$1")" = "$2" ] || fail "$1: '$(member "$1")', not '$2'"
}

# ---- showevtinfo --metrics ----

@test "one metric in full" {
	try 0 showevtinfo --cpu spr --metrics '^tma_l1_bound$'
	says_nothing
	is Name tma_l1_bound
	is Unit %
	is Formula 'max((EXE_ACTIVITY.BOUND_ON_LOADS - MEMORY_ACTIVITY.STALLS_L1D_MISS) / tma_info_thread_clks, 0)'
	is Counts 'max((EXE_ACTIVITY.BOUND_ON_LOADS - MEMORY_ACTIVITY.STALLS_L1D_MISS) / CPU_CLK_UNHALTED.THREAD, 0)'
	is Over 'tma_l1_bound > 0.1 & (tma_memory_bound > 0.2 & tma_backend_bound > 0.2)'
	is Parent tma_memory_bound
	is Sample MEM_LOAD_RETIRED.L1_HIT
	is Rounds 1
	[[ " $(member Groups) " == *' CacheHits MemoryBound TmaL3mem TopdownL3 '* ]]
	[[ " $(member Children) " == *' tma_dtlb_load '* ]]
	[ -n "$(member Desc)" ]
}

@test "a metric of several rounds: why" {
	LIBPFM_FSROOT='' try 0 showevtinfo --cpu skl --metric tma_bottleneck_memory_data_tlbs
	grep -qE '^Rounds   : [2-9] \(CYCLE_ACTIVITY\.STALLS_MEM_ANY, .* all need one of the counters 0-3\)$' "$out"
	LIBPFM_FSROOT='' try 0 showevtinfo --cpu skl --metric tma_info_system_time
	prints_line 'Rounds   : 0'
}

@test "several metrics, a line each" {
	try 0 showevtinfo --cpu spr --metrics bandwidth
	says_nothing
	grep -qE '^memory_bandwidth_read +MB/s  2 leaves  1 round +[A-Z]' "$out"
	refute grep -qvE '^[^ ]+  .*[0-9]+ (leaf|leaves) +([0-9]+ rounds?|no round) ' "$out"
	try 0 showevtinfo --cpu adl --metrics '^tma_backend_bound$'
	prints_lines 2
	grep -q '^adl_glc::tma_backend_bound ' "$out"
	grep -q '^adl_grt::tma_backend_bound ' "$out"
	try 0 showevtinfo --cpu adl --metrics '^adl_grt::tma_backend_bound$'
	is PMU adl_grt
}

@test "metrics that mention a word, and those near it" {
	try 0 showevtinfo --cpu spr --metrics STALLS_L1D_MISS --names
	says_nothing
	prints_line tma_l1_bound
	try 1 showevtinfo --cpu spr --metrics tma_l1_bond
	prints_nothing
	says '  did you mean tma_l1_bound'
	try 1 showevtinfo --cpu spr --metrics 'a('
	says 'error in regular expression for metric "a("'
	try 1 showevtinfo --cpu spr --metrics tma_l1_bond '^tma_l1_bound$'
	is Name tma_l1_bound
}

# Name, meaning and order are the same on all CPUs; formulas are those of the CPU.
@test "questions that all CPUs are asked come first" {
	for cpu in 'icx 29' 'spr 29' 'gnr 29' 'skx 29' 'srf 28' 'zen4 28' 'zen5 28' 'zen3 23' 'neoverse-v1 20' \
		'neoverse-v2 20' 'neoverse-n3 20' 'neoverse-n1 16' 'cortex-a78 19' 'gracemont 22' 'adl 48'; do
		try 0 showevtinfo --cpu "${cpu% *}" --metrics --json
		json "[.[] | select(.answer)] | length == ${cpu#* }"
		# before all others, and in the group
		json '(map(.answer != null) | . == (sort | reverse)) and
			all(.[]; (.answer != null) == (.groups | index("questions") != null))'
	done
}

@test "what differs on a CPU is said, wherever it is computed" {
	difference='Retired loads only, neither stores nor prefetches, which is less'
	try 0 showevtinfo --cpu srf --metrics l1d_mpki
	prints_line "Differs  : $difference"
	try 0 showevtinfo --cpu srf --metrics mpki
	grep -q "^l1d_mpki .*Differs: $difference\$" "$out"
	try 0 evt2raw --cpu srf --metric l1d_mpki
	says "evt2raw: l1d_mpki differs here: $difference"
	try 0 check_events --cpu srf --metric l1d_mpki
	says "check_events: l1d_mpki differs here: $difference"
	printf '%s\n' 'MEM_LOAD_UOPS_RETIRED.L1_MISS 20' 'INST_RETIRED.ANY 4000' >values
	try 0 pfmstat --cpu srf --metric l1d_mpki --from values --json
	json '.[0].value == 5 and .[0].differs == "'"$difference"'"'
	# nothing is said where the meaning is that of the name
	try 0 evt2raw --cpu spr --metric l1d_mpki
	says_nothing
	prints '{rc0,r151}'
}

@test "a question that a CPU has no answer to" {
	reason='(the core has no event of outstanding misses, SPE samples have latencies)'
	try 1 showevtinfo --cpu neoverse-n1 --metrics load_latency
	prints_nothing
	says "showevtinfo: this CPU has no load_latency $reason"
	try 1 evt2raw --cpu neoverse-n1 --metric load_latency
	says "evt2raw: load_latency: this CPU has no load_latency $reason" '  load_latency' '  ^~~~~~~~~~~~'
	# it is in no list
	try 0 showevtinfo --cpu neoverse-n1 --metrics --names
	! grep -qx load_latency "$out"
	# one core type of two has it
	try 0 showevtinfo --cpu adl --metrics load_latency --names
	prints load_latency
}

@test "a question without a CPU: what each CPU answers" {
	try 0 showevtinfo --metrics l2_mpki
	says_nothing
	grep -qxE 'skx, skylake-\S+ +per_1k_instr  L2_LINES_IN.ALL / INST_RETIRED.ANY \* 1000' "$out"
	grep -qxE 'adl_grt +per_1k_instr  LONGEST_LAT_CACHE.REFERENCE .*  differs: Requests .*' "$out"
	try 0 showevtinfo --metrics load_latency
	grep -qxE 'arm_n1, neoverse-n1 +none: the core has no event of outstanding misses, .*' "$out"
	try 0 showevtinfo --metrics load_latency ipc --json
	json 'all(.[]; .schema == 1 and .cpu and (.answer == "none") == (.formula == null)) and
		any(.[]; .metric == "ipc" and .cpu == "icx" and .answer == "same" and .unit == "per cycle" and
			.formula == "INST_RETIRED.ANY / CPU_CLK_UNHALTED.THREAD")'
	try 0 showevtinfo --metrics dram_power --csv
	prints_line 'dram_power,amd64_fam19h_zen4,W,,none,AMD'"'"'s RAPL counts packages and cores only'
}

# As the vendor's metric of that name is computed, whatever unit it has.
# first CPU METRIC WORDS: what they ask for.
first() {
	# shellcheck disable=SC2086 # words
	try 0 showevtinfo --cpu "$1" --metrics --names -S $3
	[ "$(head -n 1 "$out")" = "$2" ] || fail "$1: $3: $(head -n 1 "$out"), not $2"
}

@test "questions in people's words" {
	while IFS='|' read -r metric words; do
		for cpu in skx zen4 adl; do
			first $cpu "$metric" "$words"
		done
	done <<-'.'
		cpu_frequency|operating frequency
		branch_mpki|mispredicted branches per 1000 instructions
		branch_mpki|mispredicted branches per 1,000 instructions
		llc_mpki|l3 mpki
		llc_mpki|last level cache misses per kilo instruction
		l2_mpki|L2 misses pti
		dtlb_walk_pki|data-tlb-tw-pki
		memory_bound|is my program memory bound
		memory_read_bandwidth|dram read GB/s
	.
	# the command that counts the first: here, or on the machine that is asked about
	try 0 showevtinfo --cpu spr --metrics -S L2 misses pti
	says 'l2_mpki is counted by pfmstat -M l2_mpki -- ./prog on that machine'
	says 'evt2raw --cpu spr --metric l2_mpki'
	LIBPFM_CPUID=spr try 0 showevtinfo --metrics -S L2 misses pti
	says_line 'showevtinfo: l2_mpki is counted by pfmstat -M l2_mpki -- ./prog'
	for form in --names --json --csv; do
		try 0 showevtinfo --cpu spr --metrics -S L2 misses pti $form
		says_nothing
	done
	# a vendor's own metric where the CPU has no answer to the question
	try 0 showevtinfo --cpu power10 --metrics -S QPI traffic --names
	[ "$(head -n 1 "$out")" = XLINK0_OUT_TOTAL_UTILIZATION ]
	# what no CPU counts, and what this one does not: some of the words only
	for words in 'load average' 'fan speed' 'idle time'; do
		try 1 showevtinfo --cpu icx --metrics -S $words
	done
	try 1 showevtinfo --cpu zen5 --metrics -S memory latency bound
	says 'no metric mentions all of these words: these have some of them'
	# spelt wrong
	try 0 showevtinfo --cpu skx --metrics -S instuctions per cycle --names
	[ "$(head -n 1 "$out")" = ipc ]
	# what is asked for without an amount stands behind the best event
	try 0 showevtinfo --cpu skl -S -N store forward
	[ "$(head -n 2 "$out" | tr '\n' ' ')" = 'LD_BLOCKS tma_store_fwd_blk ' ]
	# what a CPU is known not to have is not something else
	try 1 showevtinfo --cpu neoverse-n1 --metrics -S dram bandwidth GB/s
	prints_nothing
	try 0 showevtinfo --cpu spr --metrics -S cxl read bandwidth
	refute grep -qw '^memory_read_bandwidth' "$out"
}

# No file tells which SoC has a core of Arm's; its name does.
@test "a SoC's name brings the PMUs outside its cores" {
	try 0 evt2raw --cpu grace cmem_rd_data
	prints 'nvidia_scf_pmu/config=0x1a5/'
	try 0 evt2raw --cpu Ampere_Altra hnf_mc_reqs clkdiv2_rdwr
	prints 'arm_cmn/config=0xd0005/' 'arm_dmc620/config=0x0,config2=0x290/'
	try 1 evt2raw --cpu neoverse-n1 hnf_mc_reqs
	# what the core has is the core's
	try 0 evt2raw --cpu grace CPU_CYCLES
	prints r11
	# CMN-700 has a code of its own
	try 0 evt2raw --cpu graviton4 hns_pocq_retry_hbt
	prints 'arm_cmn/config=0x8040200/'
	try 0 evt2raw --cpu graviton3 hns_pocq_retry_hbt
	prints 'arm_cmn/config=0x38040200/'
	while read -r cpu codes; do
		try 0 evt2raw --cpu "$cpu" --metric memory_bandwidth
		prints "$codes,duration_time"
	done <<-'.'
		grace {nvidia_scf_pmu/event=0x1a5/,nvidia_scf_pmu/event=0x1db/}
		vera {nvidia_ucf_pmu/event=0x123/,nvidia_ucf_pmu/event=0x124/}
		altramax arm_cmn/type=0x5,eventid=0xd/
		graviton3 arm_cmn/type=0x5,eventid=0xd/
		yitian {ali_drw/event=0x2/,ali_drw/event=0x1/,ali_drw/event=0x3/}
		ampereone {ampere_mcu_pmu/event=0xf/,ampere_mcu_pmu/event=0x10/}
		monaka {mac_iod*_mac*_ch*/event=0x40/,mac_iod*_mac*_ch*/event=0x50/,mac_iod*_mac*_ch*/event=0x60/}
		kunpeng-920 {hisi_sccl*_ddrc*/event=0x1/,hisi_sccl*_ddrc*/event=0x0/}
		a64fx {r17,r325,r326,r18}
	.
	for cpu in axion graviton5 neoverse-v2; do
		try 1 evt2raw --cpu "$cpu" --metric memory_bandwidth
	done
	try 0 showevtinfo --metrics memory_bandwidth
	grep -qE '^grace +MB/s  \(nvidia_scf@cmem_rd_data@ ' "$out"
	grep -qE '^arm_v2, neoverse-v2 +none: ' "$out"
}

@test "the vendor's metric of a question's name is the answer" {
	try 0 showevtinfo --cpu neoverse-n1 --metrics ipc --json
	json 'length == 1 and .[0].answer == "same" and .[0].formula == "(INST_RETIRED / CPU_CYCLES)" and
		(.[0].groups | index("questions")) == 0 and (.[0].groups | length) > 1'
	printf '%s\n' 'STALL_SLOT_FRONTEND 300' 'CPU_CYCLES 1000' 'BR_MIS_PRED 0' >values
	try 0 pfmstat --cpu neoverse-v1 --metric frontend_bound --from values
	prints 'frontend_bound  3.75 percent of slots'
	# what is like it has the question's own unit again
	try 0 pfmstat --cpu cortex-a78 --metric frontend_bound --from values --constant slots=8
	prints 'arm_ac78::frontend_bound  3.8 %'
}

@test "the constants of Arm's answers" {
	printf '%s\n' 'FP_FIXED_OPS_SPEC 1e9' 'FP_SCALE_OPS_SPEC 2e9' 'duration_time 1' 'CPU_CYCLES 3e9' \
		'CNT_CYCLES 1e9' >values
	# 256, 512 and 128 bits
	for cpu in 'neoverse-v1 5' 'a64fx 9' 'neoverse-v2 3'; do
		try 0 pfmstat --cpu "${cpu% *}" --metric flops --from values
		prints "flops  ${cpu#* } GFLOP/s"
	done
	try 0 pfmstat --cpu neoverse-v1 --metric cpu_frequency --from values --constant system_tsc_freq=1e9
	prints 'cpu_frequency  3 GHz'
	try 1 pfmstat --cpu neoverse-v1 --metric cpu_frequency --from values
	prints 'cpu_frequency  no value: #system_tsc_freq is not known; --constant system_tsc_freq=N'
}

@test "metrics that words mean, by the library's search" {
	try 0 showevtinfo --cpu z16 --metrics -S instructions per cycle --names
	[ "$(head -n 1 "$out")" = ipc ]
	try 0 showevtinfo --cpu spr --metrics --search 'is my program memory bound?'
	grep -q '^memory_bound ' <(head -n 1 "$out")
	try 0 showevtinfo --cpu adl --metrics -S backend bound
	grep -q '^adl_glc::tma_backend_bound ' "$out"
	grep -q '^adl_grt::tma_backend_bound ' "$out"
	try 0 showevtinfo --cpu zen4 --metrics -S memory bound --json
	json '.[0].metric == "memory_bound" and .[1].metric == "backend_bound_memory"'
	try 1 showevtinfo --cpu zen4 --metrics -S xyzzy
	prints_nothing
	says 'no metric of this machine is called, or mentions, xyzzy'
	refuses showevtinfo '--metrics -S' '--metric-groups -S x'
	# a question in the place of a metric
	try 1 evt2raw --cpu zen4 --metric 'instructions per cycle'
	says '  did you mean ipc'
	try 1 pfmstat --cpu spr --from /dev/null --metric 'memory bound'
	says '  did you mean memory_bound'
	says_line '  showevtinfo --metric -S WORDS finds metrics by what they are about'
	# the word for the whole tree is no metric's name
	try 1 check_events --cpu spr --metric topdwn
	says_line '  did you mean topdown?'
}

@test "metrics of a PMU" {
	try 0 showevtinfo --cpu spr --pmu 'spr_unc_imc*' --metrics bandwidth --names
	prints_line memory_bandwidth_read
	refute grep -q tma_ "$out"
	try 0 showevtinfo --cpu spr --type core --metrics bandwidth --names
	prints_line tma_mem_bandwidth
	refute grep -q memory_bandwidth_read "$out"
	try 1 showevtinfo --cpu spr --pmu nosuch --metrics
	says 'no PMU is called nosuch'
}

@test "metrics as objects, values and lines of one's own" {
	try 0 showevtinfo --cpu spr --metrics --json '^tma_l1_bound$'
	prints_json 1
	json '.[0] | .metric == "tma_l1_bound" and .pmu == null and .unit == "%" and .scale == 100 and .level == 3'
	json '.[0] | .parent == "tma_memory_bound" and .leaves == 3 and .rounds == 1'
	json '.[0] | .groups | index("TopdownL3") != null'
	json '.[0] | [.events[].name] | sort == ["CPU_CLK_UNHALTED.THREAD", "EXE_ACTIVITY.BOUND_ON_LOADS",
		"MEMORY_ACTIVITY.STALLS_L1D_MISS"]'
	try 0 showevtinfo --cpu spr --metrics --csv '^memory_bandwidth_read$'
	[ "$(head -n 1 "$out")" = metric,pmu,unit,leaves,rounds,formula,description ]
	grep -q '^memory_bandwidth_read,,MB/s,2,1,UNC_M_CAS_COUNT.RD \* 64 / 1e6 / duration_time,' "$out"
	try 0 showevtinfo --cpu spr --metrics --format '{metric} {unit} {leaves}' '^memory_bandwidth_read$'
	prints 'memory_bandwidth_read MB/s 2'
	try 2 showevtinfo --metrics --format '{umask}'
	try 0 showevtinfo --cpu spr --metrics --json
	prints_json "$(showevtinfo --cpu spr --metrics --names | wc -l)"
}

@test "groups of metrics" {
	try 0 showevtinfo --cpu spr --metric-groups TopdownL1
	prints_lines 1
	for metric in tma_backend_bound tma_bad_speculation tma_frontend_bound tma_retiring; do
		grep -q " $metric" "$out" || fail "no $metric"
	done
	try 0 showevtinfo --cpu spr --metric-groups TopdownL1 --json
	prints_json 1
	json '.[0] | .group == "TopdownL1" and (.metrics | index("tma_retiring") != null)'
	try 0 showevtinfo --cpu spr --metric-groups --csv TopdownL1
	prints_line TopdownL1,tma_retiring,
	try 1 showevtinfo --cpu spr --metric-groups nosuch
	says 'no group of metrics'
}

@test "names of metrics are completed" {
	try 0 showevtinfo --cpu=spr --complete=--metric=tma_l1_b
	prints --metric=tma_l1_bound
	try 0 showevtinfo --cpu=spr --complete=--metric=tma_retiring,tma_l1_b
	prints --metric=tma_retiring,tma_l1_bound
}

# ---- pfmstat --metric --from ----

# computes CPU METRIC VALUE FILE...: the value of a metric from lines of a file, within 1e-9
computes() {
	local cpu=$1 metric=$2 value=$3
	shift 3
	printf '%s\n' "$@" >values
	try 0 pfmstat --cpu "$cpu" --metric "$metric" --from values --no-thresholds --json
	prints_json 1
	json ".[0].value | . == $value or ((. - $value) | fabs) <= ($value | fabs) * 1e-9"
}

@test "values of the makers' formulas" {
	computes skx tma_info_thread_ipc 2 'INST_RETIRED.ANY 2000' 'CPU_CLK_UNHALTED.THREAD 1000'
	computes spr tma_l1_bound 0.25 'CPU_CLK_UNHALTED.THREAD 1000' 'EXE_ACTIVITY.BOUND_ON_LOADS 400' \
		'MEMORY_ACTIVITY.STALLS_L1D_MISS 150'
	json '.[0] | .shown == 25 and .unit == "%" and .over == null and .split == false and .reason == null'
	computes spr memory_bandwidth_read 50000 'UNC_M_CAS_COUNT.RD 1562500000' 'duration_time 2'
	computes sierraforest memory_bandwidth_write 0.715433825944 'UNC_M_CAS_COUNT_SCH0.WR 86632' \
		'UNC_M_CAS_COUNT_SCH1.WR 15485' 'duration_time 9.135'
	computes icx tma_info_memory_l3_cache_access_bw 0.000583008555365 'OFFCORE_REQUESTS.ALL_REQUESTS 37267' \
		'duration_time 4.091'
}

@test "values for people: value, unit, over, why there is none" {
	printf '%s\n' 'CPU_CLK_UNHALTED.THREAD 1000' 'exe_activity.bound_on_loads 400' \
		'MEMORY_ACTIVITY.STALLS_L1D_MISS 150' 'topdown-be-bound 50' 'topdown\-mem\-bound 30' \
		'topdown-fe-bound 10' 'topdown-bad-spec 10' 'topdown-retiring 30' >values
	try 0 pfmstat --cpu spr --metric tma_l1_bound --from values
	prints 'tma_l1_bound  25.0 %  over (> 10 % and '`
		`'(tma_memory_bound 30.0 % > 20 % and tma_backend_bound 50.0 % > 20 %))'
	printf '%s\n' 'INST_RETIRED.ANY 1' 'CPU_CLK_UNHALTED.THREAD 0' 'msr@tsc@ -' >values
	try 1 pfmstat --cpu skx --from values --metric tma_info_thread_ipc \
		--metric 'ticks = msr@tsc@ / 2, hz = #system_tsc_freq / 2, lost = BR_INST_RETIRED.NEAR_CALL * 2'
	prints 'tma_info_thread_ipc  no value: division by zero (CPU_CLK_UNHALTED.THREAD is 0)' \
		'ticks                no value: msr/tsc/ was not counted' \
		'hz                   no value: #system_tsc_freq is not known; --constant system_tsc_freq=N' \
		'lost                 no value: no count of BR_INST_RETIRED.NEAR_CALL is given'
	try 0 pfmstat --cpu skx --from values --metric 'hz = #system_tsc_freq / 2' \
		--constant SYSTEM_TSC_FREQ=2.1e9
	prints 'hz  1.05e+09'
	try 1 pfmstat --cpu skx --from values --metric tma_info_thread_ipc --json
	json '.[0] | .value == null and .shown == null and .unit == null and .reason == "DIVIDED_BY_0" and
		.culprit == "CPU_CLK_UNHALTED.THREAD" and (.events | length) == 2'
}

@test "a threshold that lacks a count is not one that is not passed" {
	printf '%s\n' 'CPU_CLK_UNHALTED.THREAD 1000' 'EXE_ACTIVITY.BOUND_ON_LOADS 350' \
		'MEMORY_ACTIVITY.STALLS_L1D_MISS 150' >values
	try 0 pfmstat --cpu spr --metric tma_l1_bound --from values
	grep -qE '^tma_l1_bound  20\.0 %  threshold not judged: no count of (slots|topdown-[a-z-]+) is given$' "$out"
	try 0 pfmstat --cpu spr --metric tma_l1_bound --from values --no-thresholds
	prints 'tma_l1_bound  20.0 %'
	# 0 & x is 0, whatever x is
	sed -i 's/350/151/' values
	try 0 pfmstat --cpu spr --metric tma_l1_bound --from values
	prints 'tma_l1_bound  0.1 %'
}

@test "names of a file: latencies, boxes, devices, levels" {
	printf '%s\n' 'a:r 20' 'a 3' 'source_count(a) 4' >values
	try 0 pfmstat --cpu skx --from values --metric 'A:R * A, source_count(A) * 3'
	prints 'A:R * A              60' 'source_count(A) * 3  12'
	says 'A: does not encode here'
	printf '%s\n' '762500000,,uncore_imc_0/UNC_M_CAS_COUNT.RD/,1,100.00' \
		'800000000,,uncore_imc_1/UNC_M_CAS_COUNT.RD/,1,100.00' '2000000000,ns,duration_time,1,100.00' >values
	try 0 pfmstat --cpu spr --metric memory_bandwidth_read --from values
	prints 'memory_bandwidth_read  50000 MB/s'
	try 0 pfmstat --cpu spr --metric 'source_count(UNC_M_CAS_COUNT.RD)' --from values
	prints 'source_count(UNC_M_CAS_COUNT.RD)  2'
	printf '%s\n' 'inst_retired.any:u 4' 'cpu/CPU_CLK_UNHALTED.THREAD/ 2' >values
	try 0 pfmstat --cpu skx --metric tma_info_thread_ipc --from values
	prints 'tma_info_thread_ipc  2'
	says 'inst_retired.any:u: counted in user code only'
	printf '%s\n' 'topdown_be_bound.all 4' >values
	try 1 pfmstat --cpu adl --from values \
		--metric 'cpu_core@TOPDOWN_BE_BOUND.ALL@ + cpu_atom@TOPDOWN_BE_BOUND.ALL@'
	says 'topdown_be_bound.all: events of several PMUs are called so; PMU/topdown_be_bound.all/ says which'
}

@test "what perf stat writes: separators, CPUs, sockets, times, objects" {
	local inst=INST_RETIRED.ANY clocks=CPU_CLK_UNHALTED.THREAD
	local ipc="ipc = $inst / $clocks"
	printf '%s\n' '# started on Mon' '' "2000,,$inst,7,50.00,," "1000,,$clocks,7,100.00,," ',,,,,0.5,tma_x' >values
	try 0 pfmstat --cpu skx --metric "$ipc" --from values
	prints 'ipc  2  counted 50 % of the time  by turns'
	printf '%s\n' "S0;1;2000;;$inst;7;100.00" "S1;1;4000;;$inst;7;100.00" \
		"S0;1;2000;;$clocks;7;100.00" "S1;1;1000;;$clocks;7;100.00" >values
	try 0 pfmstat --cpu skx --metric "$ipc" --from values
	prints 'ipc  2'
	printf '%s\n' "     1.000,CPU0,2,,$inst,7,100.00" "     1.000,CPU0,4,,$clocks,7,100.00" \
		"     2.000,CPU0,6,,$inst,7,100.00" "     2.000,CPU0,<not counted>,,$clocks,0," >values
	try 0 pfmstat --cpu skx --metric "$ipc" --from values
	prints '1.000000000  ipc  0.5' "2.000000000  ipc  no value: $clocks was not counted"
	printf '{"interval" : 1.5, "counter-value" : "%s", "unit" : "", "event" : "%s", "pcnt-running" : %s}\n' \
		5.000000 "$inst" 80.00 2.000000 "$clocks" 100.00 >values
	try 0 pfmstat --cpu skx --metric "$ipc" --from values --json
	prints_json 1
	json '.[0] | .metric == "ipc" and .value == 2.5 and .interval == 1.5 and .share == 0.8 and .events[0] ==
		{name: "INST_RETIRED.ANY", string: "cpu/INST_RETIRED.ANY/", count: 5, share: 0.8, round: 1}'
	printf '%s\n' '0.50,msec,task-clock,1,100.00' '1000000,ns,duration_time,1,100.00' >values
	try 0 pfmstat --cpu skx --metric CPUs_utilized --from values
	prints 'CPUs_utilized  0.5 CPUs'
}

# Lines as perf 6.1 wrote them, but for their numbers.
@test "all that perf stat can be asked to write" {
	local of='task-clock,834123,100.00,0.003,CPUs utilized' separator
	# value FILE LINES...: CPUs_utilized, of 0.5 s
	value() {
		printf '%s\n' "${@:2}" >values
		try 0 pfmstat --metric CPUs_utilized --constant target_cpu=0 --from values
		says_nothing
		prints "CPUs_utilized  $1 CPUs"
	}
	for separator in , ';' '	' '|' : ' '; do
		value 0.5 "$(printf '250.00,msec,task-clock,834123,100.00,0.003,CPUs utilized' | tr , "$separator")" \
			"$(printf '<not supported>,,cycles,0,100.00,,' | tr , "$separator")" \
			"$(printf '500000000,ns,duration_time,260257655,100.00,312.014,G/sec' | tr , "$separator")"
	done
	# -A, --per-core, --per-socket, --per-thread: added up, but for the time
	value 1 "CPU0,250.00,msec,$of" "CPU1,250.00,msec,$of" 'CPU0,500000000,ns,duration_time,5,100.00,,'
	value 1 "S0-D0-C0,1,250.00,msec,$of" "S0-D0-C1,1,250.00,msec,$of" \
		'S0-D0-C0,1,500000000,ns,duration_time,5,100.00,,' \
		'S0-D0-C1,0,<not counted>,ns,duration_time,0,100.00,,'
	value 1 "S0,1,250.00,msec,$of" "S1,1,250.00,msec,$of" 'S0,1,500000000,ns,duration_time,5,100.00,,' \
		'S1,1,500000000,ns,duration_time,5,100.00,,'
	value 1 "loop-1,250.00,msec,$of" "loop-2,250.00,msec,$of" 'loop-1,500000000,ns,duration_time,5,100.00,,'
	value 1 '{"socket" : "S0", "aggregate-number" : 1, "counter-value" : "500.0", "unit" : "msec",'`
		`' "event" : "task-clock"}' \
		'{"socket" : "S0", "counter-value" : "500000000.0", "unit" : "ns", "event" : "duration_time"}'
	# -r: with a variance, behind which the share is
	printf '%s\n' '250.00,msec,task-clock,0.98%,829375,40.00,0.003,CPUs utilized' \
		'500000000,ns,duration_time,0.26%,255274373,100.00,,' >values
	try 0 pfmstat --metric CPUs_utilized --from values
	prints 'CPUs_utilized  0.5 CPUs  counted 40 % of the time  by turns'
	# -I with --summary: the sum is no interval
	printf '%s\n' "     0.500000000,250.00,msec,$of" '     0.500000000,500000000,ns,duration_time,5,100.00,,' \
		"         summary,125.00,msec,$of" '         summary,500000000,ns,duration_time,5,100.00,,' >values
	try 0 pfmstat --metric CPUs_utilized --from values
	prints '0.500000000  CPUs_utilized  0.5 CPUs' 'CPUs_utilized  0.25 CPUs'
	try 0 pfmstat --metric CPUs_utilized --from values --json
	json 'map(.interval) == [0.5, null]'
	# modifiers, with colons for separators
	printf '%s\n' '8::cpu/INST_RETIRED.ANY/u:834123:100.00::' \
		'<not counted>::CPU_CLK_UNHALTED.THREAD:u:0:0.00::' >values
	try 0 pfmstat --cpu skx --metric 'x = INST_RETIRED.ANY, y = CPU_CLK_UNHALTED.THREAD' --from values
	prints 'x  8' 'y  no value: CPU_CLK_UNHALTED.THREAD was not counted'
	printf 'INST_RETIRED.ANY <not counted>\n' >values
	try 1 pfmstat --cpu skx --metric 'x = INST_RETIRED.ANY' --from values
	prints 'x  no value: INST_RETIRED.ANY was not counted'
}

# makes_of FORMAT CPU METRIC LINES: what a metric of a file, in printf's format, is; the status is 1 if it has no value.
makes_of() {
	local wanted=1
	printf '%s\n' "$4" | grep -qv '  no value: ' && wanted=0
	# shellcheck disable=SC2059 # a format
	printf "$1" >values
	try "$wanted" pfmstat --cpu "$2" --metric "$3" --from values
	prints "$4"
}

@test "what perf stat prints for people, in the languages of people" {
	cat >values <<-'EOF'

		 Performance counter stats for './prog':

		     1,000,000,000      slots                                                   (50.00%)
		       300,000,000      topdown-retiring    #     30.0% Retiring                (50.00%)
		       100,000,000      topdown-fe-bound    #     10.0% Frontend Bound          ( +-  1.94% )
		       500,000,000      topdown-be-bound
		       100,000,000      topdown-bad-spec
		       360,000,000      topdown-mem-bound
		                                            #     12.5 %  tma_bad_speculation
		     TopdownL1                              #     12.5 %  tma_backend_bound
		     <not counted>      cycles                                                  (0.00%)
		            250.00 msec task-clock          #    0.999 CPUs utilized

		       0.500000000 seconds time elapsed

		       1.230000000 seconds user
		       0.005000000 seconds sys


		Some events weren't counted. Try disabling the NMI watchdog:
		    echo 0 > /proc/sys/kernel/nmi_watchdog
		    perf stat ...
		    echo 1 > /proc/sys/kernel/nmi_watchdog
	EOF
	try 0 pfmstat --cpu spr --from values \
		--metric 'tma_memory_bound, CPUs_utilized, c = cycles, t = user_time + system_time'
	prints 'tma_memory_bound  36.0 %  over (> 20 % and tma_backend_bound 50.0 % > 20 %)  '`
		`'counted 50 % of the time  by turns' 'CPUs_utilized     0.5 CPUs' \
		'c                 no value: cycles was not counted' 't                 1.235'
	local of='task-clock  # 0.9 CPUs utilized'
	for line in "1.234.567,89 msec $of" "1\xe2\x80\xaf234\xe2\x80\xaf567,89 msec $of" "1'234'567.89 msec $of" \
		"1234567.89 msec $of ( +- 1,94%% )" "S0 2 1234567.89 msec $of" "CPU0 1234567.89 msec $of" \
		"loop-17 1,234,567.89 msec $of"; do
		makes_of "$line\n" zen4 'x = task\-clock / 1e6' 'x  1.23457e+06'
	done
	makes_of '1.562.500.000 UNC_M_CAS_COUNT.RD\n 2,000000000 seconds time elapsed\n' spr memory_bandwidth_read \
		'memory_bandwidth_read  50000 MB/s'
	makes_of '1.0 +- 0.1 seconds time elapsed ( +- 46.01%% )\n5 page-faults\n' zen4 \
		'x = page\-faults / duration_time' 'x  5'
	makes_of '     0.101124932   5   page-faults  # 1.0 K/sec\n     0.246577364 <not counted> page-faults\n' zen4 \
		'x = page\-faults' "0.101124932  x  5
0.246577364  x  no value: page-faults was not counted"
	makes_of '12 UNC_CHA_CLOCKTICKS [uncore_cha_0]\n3 UNC_CHA_CLOCKTICKS [uncore_cha_1]\n' spr \
		'x = UNC_CHA_CLOCKTICKS' 'x  15'
}

# Lines as perf has them where a comma is the point, or India's thousands have groups of two.
@test "what perf stat writes where a comma is the point" {
	local of='x = task\-clock / 1e6' separator
	for separator in ';' '\t' '|' ':' ' '; do
		makes_of "$(printf '19,59;msec;task-clock;19590000;50,00;0,98;CPUs utilized' |
			sed "s/;/$separator/g")\n" zen4 "$of" 'x  19.59  counted 50 % of the time  by turns'
	done
	makes_of '{"counter-value" : "19,590000", "unit" : "msec", "event" : "task-clock", "event-runtime" : 19590, '`
		`'"pcnt-running" : 50,00, "metric-value" : "0,980000", "metric-unit" : "CPUs utilized"}\n' zen4 \
		"$of" 'x  19.59  counted 50 % of the time  by turns'
	# a comma that separates, too, says nothing any more
	for line in '19,59,msec,task-clock,19590000,100,00,0,98,CPUs utilized' \
		'S0,1,19,59,msec,task-clock,19590000,100,00,0,98,CPUs utilized'; do
		echo "$line" >values
		try 1 pfmstat --cpu zen4 --metric "$of" --from values
		prints_nothing
		says "values:1: neither a line of perf stat -x or -j nor NAME VALUE: $line"
		says 'a comma cannot be both separator and decimal point'
	done
}

@test "what perf stat prints in India" {
	makes_of '1,29,576 page-faults # 1.0 K/sec\n' zen4 'x = page\-faults' 'x  129576'
	makes_of '12,34,567 page-faults\n' zen4 'x = page\-faults' 'x  1.23457e+06'
	makes_of '12,34,567.89 msec task-clock\n' zen4 'x = task\-clock / 1e6' 'x  1.23457e+06'
	for line in '12,34,56 page-faults' '12,345,67,890 page-faults' '123,45,678 page-faults' '1,29,,576 page-faults'
	do
		echo "$line" >values
		try 1 pfmstat --cpu zen4 --metric 'x = page\-faults' --from values
		says "values:1: neither a line"
	done
}

@test "what perf stat prints of a command of several lines" {
	makes_of " Performance counter stats for 'python3 -c a = 1\nprint(a)\n\n':\n\n 5 page-faults\n" zen4 \
		'x = page\-faults' 'x  5'
	makes_of " Performance counter stats for 'sh -c a\n7 page-faults' (3 runs):\n 5 page-faults\n" zen4 \
		'x = page\-faults' 'x  5'
	printf " Performance counter stats for 'a\n5 page-faults\n" >values
	try 1 pfmstat --cpu zen4 --metric 'x = page\-faults' --from values
	says 'values:2: a command that does not end'
}

@test "objects of perf stat: counts that are none, letters by their numbers" {
	local count
	for count in 3x0 3,000 1.2.3 ' '; do
		printf '# a comment\n{"counter-value":"%s","event":"instructions"}\n' "$count" >values
		try 1 pfmstat --cpu zen4 --metric 'x = instructions' --from values
		prints_nothing
		says "values:2: instructions: no count: $count"
		says '  expected: a number'
	done
	makes_of '{"counter-value":"<not supported>","event":"instructions"}\n' zen4 'x = instructions' \
		'x  no value: instructions was not counted'
	makes_of '{"counter-value":"6","event":"page\\u002Dfaults"}\n' zen4 'x = page\-faults' 'x  6'
	makes_of '{"counter-value":"7","event":"\\u00e9\\ud83d\\ude00\\u20ac"}\n' zen4 'x = page\-faults' \
		'x  no value: no count of page-faults is given'
	says $'  \xc3\xa9\xf0\x9f\x98\x80\xe2\x82\xac'
	echo '{"counter-value":"7","event":"\u00g9"}' >values
	try 1 pfmstat --cpu zen4 --metric 'x = instructions' --from values
	says 'values:1: no object of perf stat -j'
}

@test "counts by another name for the same event" {
	local cpu
	for cpu in zen4 neoverse-v2 skl; do
		makes_of 'instructions 100\ncycles 50\n' "$cpu" insn_per_cycle 'insn_per_cycle  2 instructions'
	done
	makes_of '100,,rc0,1,100.00,,\n50,,r76,1,100.00,,\n' zen4 insn_per_cycle 'insn_per_cycle  2 instructions'
	makes_of '100,,r8,1,100.00,,\n50,,r11,1,100.00,,\n' neoverse-v2 ipc 'ipc  2 per cycle'
	makes_of '100 instructions\n50 cycles\n' spr tma_info_thread_ipc 'tma_info_thread_ipc  2'
	makes_of '100 cpu/event=0xc0/\n50 cpu/event=0x3c,name=x/\n' skx tma_info_thread_ipc 'tma_info_thread_ipc  2'
	makes_of '3,,uncore_imc_0/event=0x5,umask=0xcf/,1,100\n4,,uncore_imc_1/event=0x5,umask=0xcf/,1,100\n' spr \
		'UNC_M_CAS_COUNT.RD, source_count(UNC_M_CAS_COUNT.RD)' \
		"$(printf 'UNC_M_CAS_COUNT.RD                %s\n' 7; printf 'source_count(UNC_M_CAS_COUNT.RD)  %s' 2)"
	# each core type its own; a bare name is the first one's
	makes_of '100 cpu_core/instructions/\n50 cpu_core/cycles/\n70 cpu_atom/instructions/\n100 cpu_atom/cycles/\n' \
		adl \
		tma_info_thread_ipc,tma_info_core_ipc,insn_per_cycle \
		"$(printf '%s\n' 'adl_glc::tma_info_thread_ipc  2' 'adl_grt::tma_info_core_ipc    0.7' \
			'adl_glc::insn_per_cycle       2 instructions' \
			'adl_grt::insn_per_cycle       0.7 instructions  over (< 1 instructions)')"
	# two names for one count are no two counts; other events are none
	makes_of '100 cycles\n100 r76\n300 rc0\n' zen4 insn_per_cycle 'insn_per_cycle  3 instructions'
	makes_of '100 r177\n300 rc0\n' zen4 insn_per_cycle 'insn_per_cycle  no value: no count of cpu-cycles is given'
	says '  r177, rc0'
	makes_of '8 r3c:u\n' skx 'x = CPU_CLK_UNHALTED.THREAD' 'x  8'
	says 'r3c:u: counted in user code only'
	makes_of '8 r3c:k\n' skx 'x = CPU_CLK_UNHALTED.THREAD' \
		'x  no value: no count of CPU_CLK_UNHALTED.THREAD is given'
	# what perf has made Joules is a count again: 2^-32 J
	makes_of '1,Joules,power/energy-pkg/,1,100\n' skx 'x = power@energy\-pkg@ / 4294967296' 'x  1'
	makes_of '8,MiB,cycles,1,100\n' skx 'x = cycles' 'x  8'
	says 'cycles: in MiB, which is taken as a count: by what perf multiplies is not known here'
}

@test "counts in other forms, and what are none" {
	local form
	for form in 'instructions=100\ncycles = 50\n' 'instructions: 1,000\ncycles: 500\n' \
		'instructions\t100\r\ncycles\t50\r\n' '\xef\xbb\xbfinstructions 100\ncycles 50\n' \
		'[{"counter-value" : "100", "event" : "instructions"},{"counter-value" : "50", "event" : "cycles"}]\n' \
		'[\n{\n "counter-value":100,\n"event" : "instructions" },\n{"counter-value":50,"event":"cycles"}\n]'
	do
		makes_of "$form" zen4 insn_per_cycle 'insn_per_cycle  2 instructions'
	done
	for form in 'hello world' '= 5' 'a 1 b c' 'cycles nan' 'cycles inf' 'cycles 1e999' \
		'cycles 0x10' 'cycles 1,00'; do
		printf '# a comment\n%s\n' "$form" >values
		try 1 pfmstat --cpu zen4 --metric insn_per_cycle --from values
		says "values:2: neither a line of perf stat -x or -j nor NAME VALUE: $form"
		says '  expected: what perf stat prints, or writes with -x or -j, or the name of an event and its count'
	done
	echo '{"counter-value" : "100", "event" : "instr' >values
	try 1 pfmstat --cpu zen4 --metric insn_per_cycle --from values
	says 'values:1: an object that does not end: '
	echo '{"counter-value" ; "100"}' >values
	try 1 pfmstat --cpu zen4 --metric insn_per_cycle --from values
	says 'values:1: no object of perf stat -j: {"counter-value" ; "100"}'
	makes_of '' zen4 insn_per_cycle 'insn_per_cycle  no value: no count of instructions is given'
	says 'values: there is no count in it'
	makes_of 'cycles 4\nInstructions -8\n' zen4 'x = instructions / cycles' 'x  -2'
	says_line 'pfmstat: values:2: Instructions: a count below 0'
}

@test "a run of perf stat and its counts" {
	command -v perf >/dev/null || skip "perf is not installed"
	perf stat -j -e task-clock,duration_time true 2>values || skip "perf does not count"
	grep -q '"counter-value" : "[0-9]' values || skip "perf does not count"
	try 0 pfmstat --cpu skx --metric CPUs_utilized --from values --json
	json '.[0].value > 0 and .[0].events[0].count > 1000'
}

@test "metrics that cannot be computed: text, files, options" {
	echo 'a 1' >values
	try 1 pfmstat --cpu spr --metric tma_l1_bond --from values
	says 'tma_l1_bond: there is no such metric, and no such event'
	says '  did you mean tma_l1_bound'
	try 1 pfmstat --cpu spr --metric 'x = 1 +' --from values
	says 'x = 1 +: the formula ends too early'
	try 1 pfmstat --cpu spr --metric 'x = a' --from nosuch
	says 'nosuch: No such file or directory'
	echo 'a b c' >values
	try 1 pfmstat --cpu spr --metric 'x = a' --from values
	says 'values:1: neither a line of perf stat -x or -j nor NAME VALUE'
	refuses pfmstat '--from x cycles' '--metric x --from y cycles' \
		'--metric x --from y --constant z' '--metric x --from y --constant =1' \
		'--metric x --from y --constant z=1.2.3' '--constant z=1 cycles' '--no-thresholds cycles'
	needs_arguments pfmstat --metric --from --constant
}

# ---- check_events --metric ----

@test "rounds and counters of metrics" {
	try 0 check_events --cpu spr --metric tma_l1_bound
	says_nothing
	prints 'round  counter  event' '1      f1       CPU_CLK_UNHALTED.THREAD' \
		'1      0        EXE_ACTIVITY.BOUND_ON_LOADS' '1      1        MEMORY_ACTIVITY.STALLS_L1D_MISS' \
		'constants: none'
	try 0 check_events --cpu spr --metric memory_bandwidth_read
	prints_line '-      -        duration_time  (a time)'
	try 0 check_events --cpu skx --metric 'x = duration_time / (cycles + INST_RETIRED.ANY)'
	prints 'round  counter  event' '1      f0       INST_RETIRED.ANY' '1      f1       cycles' \
		'-      -        duration_time  (a time)' 'constants: none'
	try 0 check_events --cpu spr --metric tma_l1_bound --quiet
	prints_nothing
	try 0 check_events --cpu spr --metric tma_bottleneck_big_code
	grep -qE '^2 rounds: ' "$out"
	grep -qE '^2      ' "$out"
}

@test "constants of metrics and who says them" {
	try 0 check_events --cpu neoverse-v2 --metric backend_bound
	prints_line 'constants: #slots 8 (table)'
	try 0 check_events --cpu skx --metric tma_info_core_core_clks --constant SMT_on=1
	prints_line 'constants: #core_wide 0 (assumed), #SMT_on 1 (caller)'
	try 0 check_events --cpu skx --metric 'x = #system_tsc_freq * INST_RETIRED.ANY'
	prints_line 'constants: #system_tsc_freq not known (--constant system_tsc_freq=N)'
	try 0 check_events --cpu neoverse-v2 --metric backend_bound --json
	prints_json 1
	json '.[0].constants == [{name: "slots", value: 8, source: "table"}]'
	json '.[0].leaves | map({(.requested): .codes[0]}) | add ==
		{CPU_CYCLES: "0x11", STALL_SLOT_BACKEND: "0x3d", BR_MIS_PRED: "0x10"}'
	json '.[0].rounds == 1 and all(.[0].leaves[]; .round == 1 and .optional == false)'
}

@test "a hyphen of a name that formulas take for a minus" {
	local form hint='  a hyphen in a formula is minus; a name has it with a backslash: '
	for form in 'x = page-faults' 'x = 2 * page-faults / cycles' 'x = cycles-page-faults' 'x = page-faults-cycles'
	do
		for tool in 'evt2raw' check_events; do
			# shellcheck disable=SC2086 # words
			try 1 $tool --cpu spr --metric "$form"
			says_line "${hint}page\\-faults"
		done
	done
	try 1 evt2raw --cpu spr --metric 'x = L1-dcache-loads'
	says_line "${hint}L1\\-dcache\\-loads"
	try 1 evt2raw --cpu spr --metric 'x = page-cycles'
	refute grep -q hyphen "$err"
	# of what a file has, too
	printf '%s\n' 'my-own 3' 'your-own 4' >values
	try 1 pfmstat --cpu spr --from values --metric 'x = my-own'
	says_line "${hint}my\\-own"
	try 0 pfmstat --cpu spr --from values --metric 'x = my\-own'
	refute grep -q hyphen "$err"
	prints 'x  3'
}

@test "a constant that is none, that nothing asks for, or that nobody says" {
	local tool name
	echo 'cycles 5' >values
	for name in num_cpu num_cpuss nun_cpus; do
		for tool in 'pfmstat --from values' 'pfmexport c' 'check_events' 'evt2raw'; do
			# shellcheck disable=SC2086 # words
			try 2 $tool --cpu spr --constant $name=4 --metric 'x = cycles / #num_cpus'
			prints_nothing
			says_line "${tool%% *}: --constant $name: there is no such constant"
			says_line '  did you mean num_cpus?'
		done
	done
	# what is like none may be for other machines' metrics
	try 0 pfmstat --cpu spr --from values --constant socket_count=4 --metric 'x = cycles'
	says_line 'pfmstat: --constant socket_count: there is no such constant'
	prints 'x  5'
	# a name of the user's own is one where a formula has it
	try 0 pfmstat --cpu spr --from values --constant mine=4 --metric 'x = cycles * #mine'
	says_nothing
	prints 'x  20'
	for name in num_dies A:R; do
		for tool in 'pfmstat --from values' 'check_events' 'evt2raw'; do
			# shellcheck disable=SC2086 # words
			try 0 $tool --cpu spr --constant $name=4 --metric 'x = cycles'
			says_line "${tool%% *}: --constant $name: no metric here asks for it"
		done
	done
	for tool in 'pfmstat --from values' 'pfmexport c' 'pfmexport json' 'evt2raw'; do
		# shellcheck disable=SC2086 # words
		try 0 $tool --cpu spr --metric 'x = cycles / #num_packages if #smt_on else cycles'
		says_line "${tool%% *}: assumed: #num_packages 1, #smt_on 1; --constant NAME=VALUE says it"
		# shellcheck disable=SC2086
		try 0 $tool --cpu spr --metric 'x = cycles if #smt_on else 1' --constant smt_on=1
		says_nothing
	done
	for tool in 'evt2raw'; do
		# shellcheck disable=SC2086 # words
		try 1 $tool --cpu spr --metric 'y = 1 if #smt_on else cycles'
		prints_nothing
		says 'nothing is left to count: constants alone make the value'
	done
}

@test "metrics that cannot be counted, and what only the machine names" {
	try 1 check_events --cpu spr --metric tma_l1_bond
	says '  did you mean tma_l1_bound'
	try 1 check_events --cpu spr --metric 'x = INST_RETIRED.ANY / NO_SUCH_EVENT'
	says 'no such event'
	try 0 check_events --cpu power10 --metric ALINK0_OUT_DATA_UTILIZATION
	prints_line '-      -        hv_24x7/PM_ALINK0_OUT_ODD_DATA,chip=0/  (named by the machine alone)'
	refuses check_events '--metric x cycles' '--metric x --together' '--metric x --pmus' '--constant a=1 cycles'
	needs_arguments check_events --metric --constant
}

# ---- evt2raw --metric, evt2raw --metric ----

@test "what counts metrics with perf: groups of rounds and devices" {
	try 0 evt2raw --cpu skl --metric tma_info_thread_ipc
	prints '{rc0,r3c}'
	try 0 evt2raw --cpu neoverse-v2 --metric backend_bound
	prints '{r11,r3d,r10}'
	try 0 evt2raw --cpu spr --metric memory_bandwidth_read
	prints 'uncore_imc/event=0x5,umask=0xcf/,duration_time'
	try 0 evt2raw --cpu adl --metric adl_grt::tma_backend_bound
	prints '{cpu_atom/event=0x3c/,cpu_atom/event=0x74/}'
	try 0 evt2raw --cpu power10 --metric RUN_CPI
	prints '{r200f4,r500fa}'
	try 0 evt2raw --metric CPUs_utilized
	prints task-clock,duration_time
	try 0 evt2raw --cpu power10 --metric ALINK0_OUT_DATA_UTILIZATION
	grep -qx 'hv_24x7/PM_ALINK0_OUT_ODD_DATA,chip=0/,hv_24x7/[^ ]*' "$out"
	try 1 evt2raw --cpu spr --metric tma_l1_bond
	prints_nothing
	refuses evt2raw '--metric x cycles' '--metric x --decode' '--metric x --together' '--constant a=1 cycles'
	refuses pfmexport 'c --metric x cycles' 'go --metric x' 'pcp' 'perfetto --metric x'
}

# ---- --as c, json, pcp ----

# in_c CPU METRICS FUNCTION [NAME=NUMBER...]: what a function of the C that pfmexport writes makes of counts.
in_c() {
	local cpu=$1 metrics=$2 call=$3
	shift 3
	pfmexport c --cpu "$cpu" --metric "$metrics" >metric.c
	cat >>metric.c <<-EOF
		#include <stdio.h>
		#include <string.h>
		int main(void)
		{
			double counts[sizeof metric_events / sizeof metric_events[0]];
			static const struct { const char *name; double count; } given[] = { $(printf '{ "%s", %s }, ' \
				$(printf '%s\n' "$@" | tr = ' ')) { NULL, 0 } };

			for (unsigned int i = 0; i < sizeof counts / sizeof counts[0]; i++) {
				counts[i] = NAN;
				for (int k = 0; given[k].name; k++)
					if (!strcmp(given[k].name, metric_events[i].name))
						counts[i] = given[k].count;
			}
			printf("%.9g\\n", $call(counts));
			return 0;
		}
	EOF
	${CC:-cc} -std=c11 -Wall -Wextra -Werror -Wno-unused-function -o metric metric.c -lm
	./metric
}

@test "metrics as C: what counts, and what computes" {
	local spr='EXE_ACTIVITY.BOUND_ON_LOADS=400 MEMORY_ACTIVITY.STALLS_L1D_MISS=150 CPU_CLK_UNHALTED.THREAD='
	# shellcheck disable=SC2086 # words
	[ "$(in_c spr tma_l1_bound,tma_info_thread_ipc tma_l1_bound ${spr}1000)" = 0.25 ]
	grep -q '\.config = 0x50021a6,' metric.c
	# shellcheck disable=SC2086
	in_c spr tma_l1_bound tma_l1_bound ${spr}0 | grep -q nan
	in_c spr tma_l1_bound tma_l1_bound CPU_CLK_UNHALTED.THREAD=1 | grep -q nan
	[ "$(in_c spr memory_bandwidth_read memory_bandwidth_read UNC_M_CAS_COUNT.RD=1562500000 \
		duration_time=2)" = 50000 ]
	[ "$(in_c skx smi_cycles smi_cycles msr/smi/=0 msr/aperf/=8 cycles=4)" = 0 ]
	[ "$(in_c skx smi_cycles smi_cycles msr/smi/=1 msr/aperf/=8 cycles=4)" = 0.5 ]
	[ "$(in_c neoverse-v2 frontend_bound frontend_bound CPU_CYCLES=10000 STALL_SLOT_FRONTEND=32000 \
		BR_MIS_PRED=100)" = 39 ]
	# 0 & x is 0, and 1 | x is 1, whatever x is
	[ "$(in_c skx 'x = (cycles & instructions) + (branches | instructions)' x cycles=0 branches=1)" = 1 ]
	[ "$(in_c skx 'x = -7 % 4 + (5 if cycles < branches else 6)' x cycles=1 branches=2)" = 2 ]
}

@test "metrics as C: names that C has for itself, and names that are one in C" {
	local name
	for name in double sqrt sqrtf metric_events metric_over NAN PERF_TYPE_RAW unix; do
		[ "$(in_c skx "$name = cycles / 2" "metric_$name" cycles=4)" = 2 ]
		try 0 pfmexport c --cpu skx --metric "$name = cycles"
		says_line "pfmexport: $name: is called metric_$name here, since $name has another meaning"
	done
	[ "$(in_c skx 'a-b = cycles, a_b = cycles * 2, a.b = cycles * 3' a_b cycles=4)" = 4 ]
	[ "$(in_c skx 'a-b = cycles, a_b = cycles * 2, a.b = cycles * 3' a_b_3 cycles=4)" = 12 ]
	in_c skx '(cycles), (cycles * 2)' formula_2 cycles=4
	try 0 pfmexport pcp --cpu skx --metric 'a-b = cycles, a_b = instructions'
	grep -q '^#: pfmkit.a_b = ' "$out"
	grep -q '^#: pfmkit.a_b_2 = ' "$out"
}

@test "metrics as objects of what counts them" {
	try 0 pfmexport json --cpu spr --metric tma_l1_bound,memory_bandwidth_read
	prints_json 2
	json '.[0] | .metric == "tma_l1_bound" and .unit == "%" and .scale == 100 and .split == false and
		(.events | map({(.name): .config}) | add) == {"EXE_ACTIVITY.BOUND_ON_LOADS": "0x50021a6",
			"MEMORY_ACTIVITY.STALLS_L1D_MISS": "0x3000347", "CPU_CLK_UNHALTED.THREAD": "0x3c"}'
	json '.[1].events == [{name: "UNC_M_CAS_COUNT.RD", device: "uncore_imc_0",
		devices: [range(12) | {device: "uncore_imc_\(.)", type: -1}], type: -1, config: "0xcf05",
		config1: "0x0", config2: "0x0", user: true, kernel: true, round: 1},
		{name: "duration_time", device: null}]'
	try 1 pfmexport json --cpu spr --metric 'x = NO_SUCH_EVENT'
	prints_nothing
}

@test "metrics of PCP: events for pmdaperfevent, and derived metrics" {
	try 0 pfmexport pcp --cpu spr --metric tma_info_thread_ipc
	grep -v '^# ' "$out" >lines
	printf '%s\n' '[perf]' 'spr::INST_RETIRED:ANY_P cpu' 'spr::CPU_CLK_UNHALTED:THREAD_P cpu' \
		"#: pfmkit.tma_info_thread_ipc = (avg(perfevent.hwcounters.spr__INST_RETIRED_ANY_P.value) / `
		`avg(perfevent.hwcounters.spr__CPU_CLK_UNHALTED_THREAD_P.value))" | diff - lines
	try 0 pfmexport pcp --metric 'busy = task\-clock / (duration_time * 1e9)'
	prints_line 'perf::PERF_COUNT_SW_TASK_CLOCK cpu'
	prints_line '#: pfmkit.busy = '`
		`'(rate(perfevent.hwcounters.perf__PERF_COUNT_SW_TASK_CLOCK.value) / (1 * 1000000000))'
	# events on all boxes, which the agent adds up, of as many boxes as a machine has
	try 0 pfmexport pcp --cpu skx --metric 'x = (UNC_M_CAS_COUNT.RD + UNC_M_CAS_COUNT.WR) * 64 / duration_time'
	sed -n '/^\[perf\]/,/^$/p' "$out" | grep -v '^[[#]' | sort -V | diff - <({
		echo
		printf 'skx_unc_imc%s::UNC_M_CAS_COUNT:RD node\n' 0 1 2 3 4 5
		printf 'skx_unc_imc%s::UNC_M_CAS_COUNT:WR node\n' 0 1 2 3 4 5
	} | sort -V)
	sum=skx_unc_imc__UNC_M_CAS_COUNT_RD_plus_skx_unc_imc__UNC_M_CAS_COUNT_WR
	[ "$(sed -n "/^\[$sum:derived\]/,\$p" "$out" | grep -c ' node$')" = 42 ]
	[ "$(tail -n 4 "$out")" = "||
skx_unc_imc0::UNC_M_CAS_COUNT:RD node
skx_unc_imc0::UNC_M_CAS_COUNT:WR node
#: pfmkit.x = ((rate(perfevent.derived.$sum.value) * 64) / 1)" ]
	# a sum in parentheses behind another event is the same sum
	try 0 pfmexport pcp --cpu spr \
		--metric 'x = (INST_RETIRED.ANY + (UOPS_RETIRED.SLOTS + UOPS_ISSUED.ANY)) / duration_time'
	sum=spr__INST_RETIRED_ANY_P_plus_spr__UOPS_RETIRED_SLOTS_plus_spr__UOPS_ISSUED_ANY
	[ "$(tail -n 5 "$out" | head -n 4)" = "[$sum:derived]
spr::INST_RETIRED:ANY_P cpu
spr::UOPS_RETIRED:SLOTS cpu
spr::UOPS_ISSUED:ANY cpu" ]
	# how many there are is in no table: one of them would be a wrong number
	try 1 pfmexport pcp --cpu zen4 --metric memory_bandwidth
	says 'amd64_umc::UMC_CAS_CMD:ALL: how many boxes of amd64_umc a machine has is in no table'
	try 1 pfmexport pcp --cpu spr --metric 'x = INST_RETIRED.ANY / LONGEST_LAT_CACHE.MISS / duration_time'
	says 'duration_time: PCP relates one event to a time, not several'
	try 1 pfmexport pcp --cpu skx --metric 'x = INST_RETIRED.ANY % 2'
	says 'PCP has no operator for % and ^'
	try 1 pfmexport pcp --cpu neoverse-n1 --metric 'x = (BR_PRED + BR_MIS_PRED + L1I_CACHE + L1D_CACHE + L1D_TLB'`
		`' + L2D_CACHE + SW_INCR + EXC_SVC + EXC_IRQ + EXC_FIQ + EXC_SMC + EXC_HVC + LD_SPEC + ST_SPEC'`
		`' + DP_SPEC + ASE_SPEC + VFP_SPEC) / duration_time'
	prints_nothing
	says 'a sum of 12 events: at most 16, with 249 bytes of names, are possible'
	try 0 pfmexport pcp --cpu zen4 --metric 'x = ex_ret_instr:k'
	prints_line 'amd64_fam19h_zen4::EX_RET_INSTR:k cpu'
}

@test "metrics of PAPI: user events that are computed from several" {
	try 0 pfmexport papi --cpu skx \
		--metric 'a = 1000 * L2_RQSTS.MISS / INST_RETIRED.ANY_P, b = L2_RQSTS.MISS'
	prints CPU,skx 'EVENT,a,DERIVED_POSTFIX,1000|N0|*|N1|/|,L2_RQSTS:MISS,INST_RETIRED:ANY_P' \
		CPU,skx EVENT,b,NOT_DERIVED,L2_RQSTS:MISS
	try 0 pfmexport papi --cpu skx --metric tma_l3_bound
	prints CPU,skx 'EVENT,tma_l3_bound,DERIVED_POSTFIX,N0|N1|-|N2|/|100|*|,CYCLE_ACTIVITY:STALLS_L2_MISS,'`
		`'CYCLE_ACTIVITY:STALLS_L3_MISS,CPU_CLK_UNHALTED:THREAD_P'
	try 0 pfmexport papi --cpu zen4 --metric 'x = -(ex_ret_instr:u + 0.5) / instructions'
	prints CPU,amd64_fam19h_zen4 'EVENT,x,DERIVED_POSTFIX,0|N0|0.5|+|-|N1|/|,EX_RET_INSTR:u,'`
		`'perf::PERF_COUNT_HW_INSTRUCTIONS'
	try 0 pfmexport papi --cpu skx --metric 'c = cycles'
	prints CPU,skx EVENT,c,NOT_DERIVED,perf::PERF_COUNT_HW_CPU_CYCLES
	try 1 pfmexport papi --cpu skx --metric 'x = max(cycles, instructions)'
	prints_nothing
	says 'PAPI computes with + - * / alone: max(cycles, instructions)'
	try 1 pfmexport papi --cpu skx --metric 'x = cycles / duration_time'
	says 'duration_time: PAPI has no such number'
	# an event of PAPI is a name, on one device
	try 1 pfmexport papi --cpu skx --metric 'x = UNC_M_CAS_COUNT.RD'
	says_line 'pfmexport: UNC_M_CAS_COUNT.RD: is on 6 devices, and an event of PAPI is on one'
	prints_nothing
	try 1 pfmexport papi --cpu skx --metric 'x = cpu@config=0x123456@'
	says_line 'pfmexport: cpu/config=0x123456/: libpfm has no event to count it by'
	prints_nothing
	try 0 pfmexport papi --cpu adl --metric 'x = INST_RETIRED.ANY_P'
	prints CPU,adl_glc EVENT,x,NOT_DERIVED,INST_RETIRED:ANY_P
}

@test "metrics as C: 512 events, and no more" {
	try 0 pfmexport c --cpu skx --metric "x = $(seq -f r%.0f -s + 1000 1511)"
	grep -qF 'counts[511]' "$out"
	try 1 pfmexport c --cpu skx --metric "x = $(seq -f r%.0f -s + 1000 1512)"
	says_line 'pfmexport: more than 512 events'
	prints_nothing
}

@test "names of events as libpfm4 spells them, and presets of PAPI, are names of a formula" {
	local name code
	while read -r name code; do
		try 0 evt2raw --cpu skx --metric "x = $name"
		prints_line "$code"
	done <<-'NAMES'
		INST_RETIRED:ANY_P rc0
		L2_RQSTS:MISS r3f24
		skx::L2_RQSTS:MISS:u r3f24:u
		L2_RQSTS:MISS:c\=1 r1003f24
		OFFCORE_RESPONSE_0:DMND_DATA_RD:ANY_RESPONSE cpu/event=0xb7,umask=0x1,offcore_rsp=0x10001/
		UNC_M_CAS_COUNT:RD uncore_imc/event=0x4,umask=0x3/
		perf::PERF_COUNT_HW_CPU_CYCLES cpu-cycles
		PAPI_TOT_INS rc0
		PAPI_L1_TCM/PAPI_TOT_INS {rc0,r151,re424}
	NAMES
	try 0 evt2raw --cpu adl --metric 'x = adl_grt::INST_RETIRED:ANY_P / adl_glc::INST_RETIRED:ANY_P'
	prints_line 'cpu_atom/event=0xc0/,cpu_core/event=0xc0/'
	try 1 evt2raw --cpu skx --metric 'x = BR_INST_RETIRED:R'
	says 'BR_INST_RETIRED:R: a latency, which no counter has'
}

@test "what must lead is added, whether or not the machine has perf" {
	local leads='{cpu_core/event=0x0,umask=0x4/,cpu_core/event=0x0,umask=0x83/,cpu_core/event=0x0,umask=0x82/'
	leads="$leads,cpu_core/event=0x0,umask=0x81/,cpu_core/event=0x0,umask=0x80/}"
	mkdir nothing
	try 0 evt2raw --cpu adl --metric adl_glc::tma_backend_bound
	prints "$leads"
	LIBPFM_FSROOT=$PWD/nothing try 0 evt2raw --cpu adl --metric adl_glc::tma_backend_bound
	prints "$leads"
}

@test "metrics in other forms, and from files: every allocation fails in turn" {
	local at form
	needs_preload
	for form in 'pfmexport c' 'pfmexport json' 'pfmexport pcp' 'pfmstat --from /dev/null'; do
		for at in $(seq 1 3 100); do
			# shellcheck disable=SC2086 # words
			fails_at 1:12:$at $form --cpu skx --metric tma_info_thread_ipc
			[ "$status" -le 1 ] || fail "$form: status $status at $at"
		done
	done
}

@test "metrics that are counted: every allocation fails in turn" {
	local at right=1 # it has no value here
	needs_preload
	for ((at = 1; ; at++)); do
		LIBPFM_CPUID=skx fails_at 1:12:$at pfmstat -M tma_info_thread_ipc -- true
		[ "$failed" ] || break
		[ "$status" -le 1 ] || fail "status $status at $at" "$(cat "$err")"
		[ "$status" = 1 ] || refute grep -q 'out of memory' "$err"
	done
	[ "$at" -gt 20 ] || fail "$at allocations"
}

# ---- counting metrics ----

# Software events count in every virtual machine, but not where a container may not count.
counts_here() {
	unset LIBPFM_FSROOT LIBPFM_CPUID
	pfmstat -e task-clock:u -- true >/dev/null 2>&1 || skip "the kernel does not let us count"
}

@test "metrics of software events are counted" {
	counts_here
	try 0 pfmstat -j -o rows -M CPUs_utilized,page_faults_per_second -- sleep 0.2
	cp rows "$out"
	json '.[0] | .name == "CPUs_utilized" and .value > 0 and .value < 0.9 and .reason == null and .share == 1'
	json '.[1].value > 0 and .[1].unit == "faults/sec"'
	json '.[2].elapsed | . >= 0.2 and . < 5'
	try 0 pfmstat -x, -o rows -M 'busy = task\-clock / (duration_time * 1e9)' -- \
		sh -c 'i=0; while [ $i -lt 200000 ]; do i=$((i + 1)); done'
	grep -qE ',[01]\.[0-9]+,busy$' rows || fail "$(cat rows)"
}

@test "counting metrics: the command's status, and what cannot be counted" {
	counts_here
	try 3 pfmstat -M CPUs_utilized -- sh -c 'exit 3'
	try 1 pfmstat -M nosuch_metric -- true
	says 'nosuch_metric: there is no such metric'
	LIBPFM_CPUID=z16 try 1 pfmstat -M cpi -- true
	says 'cannot count it'
	try 0 pfmstat -M CPUs_utilized --time 100ms
	grep -qE ' +CPUs_utilized$' "$out"
}

# ---- walks, sockets, devices, intervals: the kernel is played ----

# played COMMAND...: on a Sapphire Rapids whose events count so much in a ns (preload.c): of 100 slots 48 wait for the
# back end, 36 of them for memory. Its clock is played: a command takes 1 ms, and --time no time.
played() {
	local name code=0x80 devices=root/sys/bus/event_source/devices
	needs_preload
	if [ ! -d root ]; then
		mkdir -p $devices/cpu/events $devices/cpu/format $devices/software
		echo 4 >$devices/cpu/type
		echo 1 >$devices/software/type
		echo event=0x00,umask=0x4 >$devices/cpu/events/slots
		for name in retiring bad-spec fe-bound be-bound heavy-ops br-mispredict fetch-lat mem-bound; do
			printf 'event=0x00,umask=0x%x\n' $code >$devices/cpu/events/topdown-$name
			code=$((code + 1))
		done
		echo config:0-7 >$devices/cpu/format/event
		echo config:8-15 >$devices/cpu/format/umask
		echo config:24-31 >$devices/cpu/format/cmask
	fi
	LIBPFM_FSROOT=$PWD/root LIBPFM_CPUID=GenuineIntel-6-143-8 \
		LD_PRELOAD=$preload PFM_RATES="${rates-$topdown}" "$@"
}

topdown="4:0x400=100 4:0x8200=12 4:0x8100=5 4:0x8000=35 4:0x8300=48 4:0x10ad=0 4:0x8700=36 4:0x3c=100
	4:0x50021a6=40 4:0x3000347=15 4:0x5000547=11 4:0x9000947=4"

@test "topdown: a run for each level, and what to sample" {
	try 0 played pfmstat -o rows -M topdown --again -- sh -c 'echo ran >>runs'
	grep -qx 'tma_backend_bound  *48.0 %  over' rows
	grep -qx '  tma_memory_bound  *36.0 %  over' rows
	grep -qx '    tma_l1_bound  *25.0 %  over' rows
	grep -qE '^    tma_dram_bound  *4.0 %' rows
	grep -qE '^    tma_l2_bound  *4.0 %' rows
	grep -q '^      tma_dtlb_load  *0.0 %' rows
	grep -qx 'tma_retiring  *35.0 %' rows
	# what is not over is not opened
	refute grep -qE '^  tma_(fetch|branch|machine|light|heavy)' rows
	tail -n 1 rows | grep -qE '^sample: perf record -e cpu/event=0xd1,umask=0x1/p*   \(MEM_LOAD_RETIRED.L1_HIT\)$'
	[ "$(wc -l <runs)" = 4 ]
	# a parent stands before its children
	[ "$(sed -nE 's/^ *tma_(backend_bound|memory_bound|l1_bound|retiring) .*/\1/p' rows | tr '\n' ' ')" = \
		'backend_bound memory_bound l1_bound retiring ' ]
}

@test "topdown: a picture has a bar a level, a part a metric" {
	try 0 played pfmstat --dry-run -M tma_backend_bound -- true
	command -v gnuplot >/dev/null || skip "no gnuplot"
	try 0 played pfmstat -o rows -M topdown --again --plot bars.svg -- true
	for text in tma_backend_bound tma_retiring tma_memory_bound 'level 1' 'level 2'; do
		grep -q "$text" bars.svg || fail "no $text in the picture"
	done
	refute grep -q 'tma_l1_bound' bars.svg
	# gnuplot gets the shares and where each begins: 48, 5, 12 and 35 of 100
	mkdir -p bin
	printf '#!/bin/sh\ncat >"%s"\n' "$PWD/script" >bin/gnuplot
	chmod +x bin/gnuplot
	PATH=$PWD/bin:$PATH try 0 played pfmstat -o rows -M topdown --again --plot bars.svg -- true
	[ "$(awk '$1 == 0 && NF == 3 { sum += $2; ends = $2 + $3 } END { print sum, ends }' script)" = "100 100" ]
	grep -qx '1 36 12' script
	grep -q "^set xtics noenhanced ('level 1' 0, 'level 2' 1)$" script
	# by intervals: a bar each, as wide as it, beside lines of what is no part
	PATH=$PWD/bin:$PATH try 0 played pfmstat -o rows -M TopdownL1,tma_info_thread_ipc -I 250ms --time 500ms \
		--plot bars.svg
	[ "$(grep -c 'with boxxyerror' script) $(grep -c 'with linespoints' script)" = "1 1" ]
	[ "$(awk '$1 == 0.25 && NF == 3 && $2 > 1 { sum += $2 } END { print sum }' script)" = 100 ]
	grep -q '(\$1-0.25):(\$1+0):3' script
}

@test "topdown: one run, in which what is over decides who takes turns" {
	try 0 played pfmstat -M topdown -- echo ran
	prints ran
	grep -qx '  tma_memory_bound  *36.0 %  over' "$err"
	refute grep -q '^ *tma_l1_bound' "$err"
	says 'is over, and the run was too short to count what is below; --again runs the command for each level'
	try 0 played pfmstat -M topdown --time 2200ms
	# from the second second on: 1.2 of 2.2 s
	grep -qE '^    tma_l1_bound  *25.0 %  over  counted 55 % of the time  by turns$' "$out"
	grep -qE '^      tma_dtlb_load  *0.0 %' "$out"
	grep -qx 'tma_retiring  *35.0 %' "$out"
	tail -n 1 "$out" | grep -q '^sample: .*MEM_LOAD_RETIRED.L1_HIT'
	try 0 played pfmstat -j -o "$out.rows" -M topdown --again -- true
	cp "$out.rows" "$out"
	json 'map(select(.name == "tma_l1_bound"))[0] | .over and .level == 3 and .parent == "tma_memory_bound" and
		.sample == "MEM_LOAD_RETIRED.L1_HIT" and .value == 25 and .unit == "%" and
		.requested == "topdown"'
	json 'map(.schema == 2) | all'
	json 'map(.kind) | .[:-1] == map("metric")[:-1] and .[-1] == "run"'
}

@test "topdown: of CPUs, processes and the machine" {
	local whom value=' *25.0 %  over  counted 55 % of the time  by turns'
	for whom in -a '-C 0' "-p $$" "-t $$"; do
		# shellcheck disable=SC2086
		PFM_OPENED=opened try 0 played pfmstat $whom -M topdown --time 2200ms
		grep -qE "^    tma_l1_bound $value\$" "$out" || fail "$whom" "$(cat "$out")"
		grep -qx 'tma_retiring  *35.0 %' "$out" || fail "$whom" "$(cat "$out")"
		case $whom in
		-[aC]*) [ "$(grep -o '^4 0x400 .*leads' opened | sort -u)" = '4 0x400 0 leads' ] ;;
		*) [ "$(grep -o '^4 0x400 .*leads' opened | sort -u)" = '4 0x400 -1 leads' ] ;;
		esac || fail "$whom" "$(cat opened)"
	done
	try 1 played pfmstat -p 999999999 -M topdown --time 10ms
	says 'there is no process 999999999'
	local option
	for option in -A '-I 100' '--for-each-cgroup x' '-x,'; do
		# shellcheck disable=SC2086
		try 2 played pfmstat $option -M topdown --time 10ms
		says 'topdown goes without '
	done
}

@test "topdown: sums and values that cannot be are shown with the reason" {
	# bad speculation of a count of its own: slots minus the others, by a cut that is too great
	rates="${topdown/4:0x10ad=0/4:0x10ad=30}" try 0 played pfmstat -o rows -M topdown --again -- true
	grep -qx 'tma_frontend_bound  *-18.0 %  beyond 0..100 %: the counts do not belong together' rows
}

@test "topdown where there is none: what there is instead" {
	local cpu
	needs_preload
	for cpu in power10 z16; do
		LIBPFM_FSROOT='' LIBPFM_CPUID=$cpu LD_PRELOAD=$preload pfmstat -o rows -M topdown -- true 2>"$err" ||
			true
		says_line 'pfmstat: topdown: no tree of metrics is known for this machine; group questions is counted'
		grep -qi ' ipc ' rows
		try 1 check_events --cpu $cpu --metric topdown
		says 'no top-down metrics'
		# each of them once
		sed -n 's/^  its groups of metrics: //p' "$err" | tr ' A-Z' '\na-z' | sort >its
		showevtinfo --cpu $cpu --metric-groups --csv | sed '1d; s/,.*//' | tr A-Z a-z | sort -u | diff its - >&2
	done
	for cpu in spr adl skl zen4 zen5 neoverse-v2; do
		try 0 check_events --cpu $cpu --metric topdown
	done
	try 0 evt2raw --cpu neoverse-v2 --metric topdown
	[ "$(tr -d '{}' <"$out" | tr , '\n' | LC_ALL=C sort | tr '\n' ' ')" = 'r10 r11 r3a r3b r3d r3e r3f ' ]
}

@test "values of each interval, socket and device" {
	local device devices=root/sys/bus/event_source/devices
	played true
	mkdir -p root/sys/devices/system/cpu/cpu{0..3}/topology
	echo 0-3 >root/sys/devices/system/cpu/online
	for device in 0 1 2 3; do
		echo $((device / 2)) >root/sys/devices/system/cpu/cpu$device/topology/physical_package_id
	done
	echo 0-1 | tee root/sys/devices/system/cpu/cpu{0,1}/topology/package_cpus_list >/dev/null
	echo 2-3 | tee root/sys/devices/system/cpu/cpu{2,3}/topology/package_cpus_list >/dev/null
	for device in 0 1 10; do
		mkdir $devices/uncore_imc_$device
		echo $((20 + device)) >$devices/uncore_imc_$device/type
		echo 0,2 >$devices/uncore_imc_$device/cpumask
	done
	# 64 bytes each: 3, 1 and 2 in a ns are 192, 64 and 128 GB/s on each socket
	export rates='20:0xcf05=3 21:0xcf05=1 30:0xcf05=2 4:0x3c=2 4:0xc0=3'
	try 0 played pfmstat -M memory_bandwidth_read --per-device -j --time 100ms
	json 'map(select(.kind == "metric")) | map(.device) == ["uncore_imc_0", "uncore_imc_1", "uncore_imc_10"] and
		map(.value) == [384000, 128000, 256000]'
	try 0 played pfmstat -a -M memory_bandwidth_read,tma_info_thread_ipc --per-socket -j --time 100ms
	json 'map(select(.name == "memory_bandwidth_read")) | length == 2 and map(.socket) == [0, 1] and
		all(.value == 384000)'
	json 'map(select(.name == "tma_info_thread_ipc").value) | all(. == 1.5)'
	# of each CPU of a socket, and of a device on one of them
	PFM_OPENED=opened try 0 played pfmstat -a --per-socket -M memory_bandwidth_read,tma_info_thread_ipc --time 10ms
	[ "$(grep -c '^4 0x3c [0-3] ' opened)" = 4 ]
	[ "$(grep -c '^20 0xcf05 [02] ' opened)" = 2 ]
	grep -qE '^S0 +384000.00 MB/s +memory_bandwidth_read$' "$out" || fail "$(cat "$out")"
	try 0 played pfmstat -p $$ -M tma_info_thread_ipc -I 250ms --time 875ms -x,
	[ "$(sed -E 's/^ *([0-9.]+),,,,,([0-9.]+),.*/\1 \2/' "$out" | xargs)" = \
		'0.250000000 1.500000 0.500000000 1.500000 0.750000000 1.500000 0.875000000 1.500000' ] ||
		fail "$(cat "$out")"
}

@test "an interval is printed when it is over, into a pipe, too" {
	local line rates='4:0x3c=2 4:0xc0=3'
	export rates
	needs_preload
	mkfifo ended
	# the command waits for whoever reads: lines that are kept would come when timeout has ended it
	{
		PFM_PATIENCE=0.5 played pfmstat -x, -M tma_info_thread_ipc -I 125ms -- timeout 30 sh -c ': <ended' 2>&1
		echo $? >status
	} | {
		read -r line
		echo "$line" >first
		timeout 5 sh -c ': >ended' || true
		cat >/dev/null
	}
	[ "$(cat status)" = 0 ]
	grep -q '^ *0.125' first || fail "$(cat first)"
}

# ---- what people meet with other tools, and what happens here ----

@test "met: taking turns is said, with the rounds before" {
	PFM_SHARE=25 try 0 played pfmstat -o rows -M tma_memory_bound -- true
	grep -qE ' tma_memory_bound .*\(25\.0 %\)' rows || fail "$(cat rows)"
	try 0 check_events --cpu skl --metric tma_bottleneck_big_code
	grep -qE '^[2-9] rounds: .* all need one of the counters' "$out"
}

@test "met: a negative share has its sign, a division by zero its leaf" {
	printf '%s\n' 'a 5' 'b 9' 'INST_RETIRED.ANY 0' 'CPU_CLK_UNHALTED.THREAD 7' >values
	try 0 pfmstat --cpu skx --from values --metric 'less = a - b' \
		--metric 'cpi = CPU_CLK_UNHALTED.THREAD / INST_RETIRED.ANY'
	prints 'less  -4' 'cpi   no value: division by zero (INST_RETIRED.ANY is 0)'
}

@test "met: slots leads the group of topdown events" {
	try 0 evt2raw --cpu spr --metric tma_retiring
	grep -qE '^\{r400,r8[0-3]00,r8[0-3]00,r8[0-3]00,r8[0-3]00\}$' "$out"
	try 0 check_events --cpu spr --metric 'x = topdown\-retiring'
	prints_line '1      f3       slots'
	try 1 check_events --cpu spr --together topdown-retiring
	prints_line 'does not fit: spr::TOPDOWN_M:RETIRING needs the leader of its group, which is not among the events'
}

@test "met: no group has events of two kinds of cores" {
	local group
	try 0 evt2raw --cpu adl --metric topdown
	grep -oE '\{[^}]*\}' "$out" >groups
	[ "$(wc -l <groups)" -ge 2 ]
	while read -r group; do
		[[ $group != *cpu_atom* || $group != *cpu_core* ]] || fail "$group"
	done <groups
}

@test "met: boxes are those of the machine, each once a package, and their number is said" {
	local device
	rates='20:0xcf05=3 21:0xcf05=1'
	rates=$rates played true
	for device in 0 1; do
		mkdir root/sys/bus/event_source/devices/uncore_imc_$device
		echo $((20 + device)) >root/sys/bus/event_source/devices/uncore_imc_$device/type
		echo 0,60 >root/sys/bus/event_source/devices/uncore_imc_$device/cpumask
	done
	PFM_OPENED=opened try 0 played pfmstat -j -M memory_bandwidth_read --time 50ms
	[ "$(sort opened)" = "$(printf '%s\n' '20 0xcf05 0 leads' '20 0xcf05 60 leads' '21 0xcf05 0 leads' \
		'21 0xcf05 60 leads')" ]
	json '.[0].value == 512000'
	try 0 showevtinfo --cpu spr --metrics '^memory_bandwidth_read$'
	is Formula 'UNC_M_CAS_COUNT.RD * 64 / 1e6 / duration_time'
}

@test "met: what divides by boxes asks for their number" {
	printf '%s\n' 'UNC_CHA_CLOCKTICKS 480e9' 'duration_time 2' >values
	try 1 pfmstat --cpu spr --metric uncore_frequency --constant num_packages=2 --from values
	grep -q '^uncore_frequency  no value: ' "$out"
	echo 'source_count(UNC_CHA_CLOCKTICKS) 60' >>values
	try 0 pfmstat --cpu spr --metric uncore_frequency --constant num_packages=2 --from values
	prints 'uncore_frequency  2 GHz'
}

@test "met: a name of a newer file has a place, and a branch for it" {
	try 1 check_events --cpu spr --metric 'x = INST_RETIRED.ANYY / 2'
	says_line '  x = INST_RETIRED.ANYY / 2'
	says_line '      ^~~~~~~~~~~~~~~~~'
	try 0 evt2raw --cpu skl --metric 'x = cpu_newer@A@ if has_event(cpu_newer@A@) else INST_RETIRED.ANY'
	prints rc0
}

@test "a metric in the place of an event: how it is counted" {
	try 1 evt2raw --cpu spr tma_l1_bound
	says_line '  this is a metric, computed from several events: pfmstat -M tma_l1_bound counts it'
	try 1 evt2raw --cpu z16 tma_l1_bound
	says_line '  this is a metric, computed from several events; showevtinfo --metric lists those of this machine'
}

@test "--no-smt: a Skylake core has eight counters then, for metrics, too, in each tool" {
	for tool in 'evt2raw'; do
		# shellcheck disable=SC2086 # words
		for metric in tma_memory_bound topdown; do
			try 0 $tool --cpu skx --metric $metric
			with=$(grep -o '{' "$out" | wc -l)
			try 0 $tool --cpu skx --no-smt --metric $metric
			[ "$(grep -o '{' "$out" | wc -l)" -lt "$with" ] || fail "$tool $metric: $with groups"
		done
	done
}

# Intel's :u0x80 is another unit mask: 3_PORTS_UTIL's own 0x08 must not be in it.
@test "metrics whose vendor names another unit mask, or has a wrong one" {
	unset LIBPFM_FSROOT
	local cpu
	for cpu in icl icx rkl tgl; do
		try 0 evt2raw --cpu $cpu --metric tma_ports_utilized_0
		prints '{r3c,r80a6}'
	done
	for cpu in lnl arl; do
		try 0 evt2raw --cpu $cpu --metric tma_fp_vector_256b
		grep -q 'cpu_core/event=0xc7,umask=0x30/' "$out"
		refute grep -q 'umask=0x3c' "$out"
	done
	for cpu in skx clx; do
		try 0 evt2raw --cpu $cpu FP_ARITH_INST_RETIRED.8_FLOPS FP_ARITH_INST_RETIRED.4_FLOPS FP_ARITH:8_FLOPS
		prints r60c7 r18c7 r60c7
		try 0 evt2raw --cpu $cpu --metric tma_info_system_gflops
		grep -q r60c7 "$out"
	done
}

# IBM's codes count beside each other; libpfm4's take counter 1 or 4 for what any counter, or the fifth, counts.
@test "POWER10's metrics have IBM's codes, libpfm4's names libpfm4's" {
	unset LIBPFM_FSROOT
	local metric
	try 0 evt2raw --cpu power10 --pfm PM_RUN_INST_CMPL PM_DATA_FROM_LMEM
	prints r400fa r94040000001c040
	try 0 evt2raw --cpu power10 --perf PM_RUN_INST_CMPL PM_DATA_FROM_LMEM
	prints r500fa r94040000000c040
	for metric in COMPLETION_STALL_CPI MEM_LOCALITY; do
		try 0 check_events --cpu power10 --metric $metric
		refute grep -q '^2 ' "$out"
	done
}

# A list of metrics and formulas: what is all between two commas is told as a metric that there is not, what is part of
# a formula as an event, with its place.
@test "a wrong name among metrics: which it is, wherever it stands" {
	local text
	for text in nosuch nosuch,insn_per_cycle insn_per_cycle,nosuch insn_per_cycle,nosuch,2*cycles; do
		try 1 evt2raw --cpu skl --metric "$text"
		[ "$(head -n 1 "$err")" = 'evt2raw: nosuch: there is no such metric, and no such event' ] ||
			fail "$text" "$(cat "$err")"
		refute grep -q '\^' "$err"
	done
	while read -r text place; do
		try 1 evt2raw --cpu skl --metric "$text"
		[ "$(head -n 1 "$err")" = "evt2raw: $text: no such event: nosuch" ] || fail "$text" "$(cat "$err")"
		[ "$(sed -n 3p "$err")" = "$(printf '%*s^~~~~~' $((place + 2)) '')" ] || fail "$text" "$(cat "$err")"
	done <<-'END'
		insn_per_cycle,2*nosuch 17
		nosuch*2,insn_per_cycle 0
		insn_per_cycle,nosuch/2 15
		2*nosuch,insn_per_cycle 2
	END
}

# AMD's retired floating-point operations take an even counter and the next (the kernel's merge event).
@test "an event that takes two counters, and its like that take one, in a plan" {
	try 0 check_events --cpu zen2 --metric 'RETIRED_SSE_AVX_FLOPS:ANY / cycles'
	prints_line '1      0+1      RETIRED_SSE_AVX_FLOPS:ANY'
	prints_line '1      2        cycles'
	try 0 check_events --cpu zen2 --json --metric 'cycles / RETIRED_SSE_AVX_FLOPS:ANY'
	json '[.[0].leaves[] | [.requested, .counter]] == [["RETIRED_SSE_AVX_FLOPS:ANY", "0+1"], ["cycles", "2"]]'
	try 0 check_events --cpu zen2 --metric 'RETIRED_INSTRUCTIONS / cycles'
	refute grep -q '+' "$out"
}

# What each of them refers to is looked at once: eight metrics deep, one and the same would be met 16 million times.
@test "metrics that refer to one another many times" {
	{
		printf 'metrics deep\n  pmu any\nmetric deep0 : The first\n  = cycles\n'
		for i in 1 2 3 4 5 6 7 8; do
			before=deep$((i - 1))
			printf 'metric deep%d : The next\n  = (' $i
			printf '%s + %s + %s + %s + ' $before $before $before $before
			printf '%s + %s + %s + %s) / 8\n' $before $before $before $before
		done
		printf 'metric each unit=1e-3ms per=instance : Of nothing that is numbered\n  = cycles+cycles*2\n'
	} >deep.pmu
	"$builddir/pmuc" -o deep.pmt deep.pmu >/dev/null
	echo 'cycles 7' >values
	LIBPFM_TABLES=$PWD/deep.pmt try 0 timeout 60 "$builddir/pfmstat" --cpu skl --metric deep8 --from values \
		--constant SMT_on=1
	prints 'deep8  7'
	LIBPFM_TABLES=$PWD/deep.pmt try 0 "$builddir/pfmstat" --cpu skl --metric each --from values
	prints 'each_0  0.021 ms'
}

# Intel's formula for it repeats eleven others. Values of Intel's own text with random counts were computed apart from
# this.
@test "bottlenecks that no other metric explains: every event encodes" {
	local cpu
	for cpu in skl skx clx icl icx tgl rkl spr gnr mtl; do
		try 0 check_events --cpu $cpu --json --metric tma_bottleneck_other_bottlenecks
		json '.[0].leaves | length > 70 and all(.codes or .counter == "-" or .counter == null)' ||
			fail "$cpu" "$(cat "$out")"
	done
}

# The codes are those of the vendor's file of events, the values of its formulas, read by a program apart from this.
@test "Olympus: all metrics of the kernel's file encode, and are computed from counts" {
	local name codes file="$srcdir/tests/data/metrics/olympus.tsv" code
	grep -v '^#' "$file" >expected
	while IFS=$'\t' read -r name codes _; do
		try 0 evt2raw --cpu olympus --metric "$name"
		[ "$(tr -s '{},' '\n' <"$out" | grep '^r' | LC_ALL=C sort | paste -sd ' ')" = "$codes" ] ||
			fail "$name: $(cat "$out"), not $codes"
	done <expected
	for code in $(cut -f 2 expected | tr ' ' '\n' | sort -u); do
		echo "$code $((1000 + 16#${code#r} * 7 % 997))"
	done >values
	echo 'duration_time 2' >>values
	try 0 pfmstat --cpu t410 --from values -j -M "$(cut -f 1 expected | paste -sd ,)"
	jq -r '[.metric, .value] | @tsv' "$out" | sort >computed
	[ "$(wc -l <computed)" = 103 ] || fail "$(wc -l <computed) values, not 103"
	cut -f 1,3 expected | sort | join -t "$(printf '\t')" - computed |
		awk -F '\t' '{ d = $2 - $3; if (d * d > 1e-14 * $2 * $2) { print; bad = 1 } } END { exit bad }' ||
		fail "values that differ"
}

# Names from the facts of Linux 7.3.4. Values: tests/lib/metric_examples.
@test "metrics of perf's scripts: those of the kernel's directory on each CPU" {
	local directory count sum cpu
	while IFS=$'\t' read -r directory count sum; do
		cpu=$(sed -E 's|.*/||; s/^amd//; s/^([a-z]+-[a-z0-9]+)-.*/\1/' <<<"$directory")
		try 0 showevtinfo --cpu "$cpu" --metrics --names
		grep -E '^(lpm|iotlb)_' "$out" | LC_ALL=C sort >names
		[ "$(wc -l <names)" = "$count" ] || fail "$directory: $(wc -l <names) metrics, not $count"
		[ "$(md5sum <names | cut -d ' ' -f 1)" = "$sum" ] || fail "$directory has other names"
	done < <(grep -v '^#' "$srcdir/tests/data/metrics/scripts.tsv")
}
