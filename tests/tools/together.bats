#!/usr/bin/env bats
# --together of check_events, evt2raw and perf_encode: counters, rounds, what is in the way.

# shellcheck disable=SC2154 # variables of strings.bash
load strings

loads=skl::MEM_LOAD_RETIRED:L1_MISS,skl::MEM_LOAD_RETIRED:L2_MISS,skl::MEM_LOAD_RETIRED:L3_MISS,skl::MEM_LOAD_RETIRED:L1_HIT
five=$loads,skl::MEM_LOAD_RETIRED:L2_HIT

@test "check_events: all fit" {
	try 0 check_events --together $loads skl::INSTRUCTION_RETIRED
	prints 'counter  event' \
		'0        skl::MEM_LOAD_RETIRED:L1_MISS' \
		'1        skl::MEM_LOAD_RETIRED:L2_MISS' \
		'2        skl::MEM_LOAD_RETIRED:L3_MISS' \
		'3        skl::MEM_LOAD_RETIRED:L1_HIT' \
		'f0       skl::INSTRUCTION_RETIRED'
	try 0 check_events --together -q $loads
	prints_nothing
	try 0 check_events --together --pmu amd64_fam19h_zen4 RETIRED_SSE_AVX_FLOPS:ANY RETIRED_INSTRUCTIONS \
		perf::task-clock
	prints 'counter  event' \
		'0+1      amd64_fam19h_zen4::RETIRED_SSE_AVX_FLOPS:ANY' \
		'2        amd64_fam19h_zen4::RETIRED_INSTRUCTIONS' \
		'-        perf::task-clock'
}

@test "check_events: more than one round" {
	try 1 check_events --together $five
	prints_line '2      0        skl::MEM_LOAD_RETIRED:L2_HIT'
	prints_line 'does not fit: skl::MEM_LOAD_RETIRED:L1_MISS, skl::MEM_LOAD_RETIRED:L2_MISS, skl::MEM_LOAD_RETIRED:L3_MISS, skl::MEM_LOAD_RETIRED:L1_HIT and skl::MEM_LOAD_RETIRED:L2_HIT all need one of the counters 0-3; 2 rounds'
	try 1 check_events --together -q $five
	prints_nothing
}

# on Intel's cores the first three have counters of their own; AMD's have six for all, and no bus-cycles
@test "check_events: generic events are what the kernel counts for them" {
	generic='instructions branch-misses branches cache-misses cache-references'
	try 0 check_events --together --cpu zen5 cycles $generic
	prints_line '0        cycles'
	try 1 check_events --together --cpu zen5 cycles $generic L1-dcache-loads
	says_nothing
	prints_line "does not fit: cycles, instructions, branch-misses, branches, cache-misses, cache-references and\
 L1-dcache-loads all need one of the counters 0-5; 2 rounds"
	try 0 check_events --together --cpu skx cycles ref-cycles $generic
	prints_line 'f1       cycles'
	prints_line 'f0       instructions'
	prints_line 'f2       ref-cycles'
	try 1 check_events --together --cpu zen5 cycles bus-cycles
	prints_line 'does not fit: bus-cycles cannot be counted: the kernel has no such event there'
	try 0 check_events --together --cpu arm_n2 cycles
	prints_line 'f0       cycles'
}

@test "check_events: hyper-threading" {
	uops='skl::UOPS_ISSUED:ANY,skl::UOPS_RETIRED:RETIRE_SLOTS,skl::UOPS_EXECUTED:THREAD,skl::ICACHE_64B:IFTAG_MISS,skl::LONGEST_LAT_CACHE:MISS'
	try 1 check_events --together $uops
	try 0 check_events --together --no-smt $uops
	prints_line '4        skl::LONGEST_LAT_CACHE:MISS'
	# the number of counters of the CPU that is played is that of hyper-threading on
	five=(hsw_ep::L2_TRANS:{L2_FILL,ALL_PF,ALL_PF:u,ALL_PF:k,L2_FILL:u})
	try 0 check_events --cpu hsw_ep --together --no-smt "${five[@]}"
	prints_line '4        hsw_ep::L2_TRANS:L2_FILL:u'
	try 1 check_events --cpu hsw_ep --together "${five[@]}"
}

@test "check_events: braces are not separated, the maker's groups are named" {
	try 1 check_events --together "{$five}"
	prints_line 'does not fit: skl::MEM_LOAD_RETIRED:L1_MISS, skl::MEM_LOAD_RETIRED:L2_MISS, skl::MEM_LOAD_RETIRED:L3_MISS, skl::MEM_LOAD_RETIRED:L1_HIT and skl::MEM_LOAD_RETIRED:L2_HIT all need one of the counters 0-3'
	try 1 check_events --together skl::UOPS_ISSUED:ANY "{$loads}"
	prints_line '1      0        skl::UOPS_ISSUED:ANY'
	prints_line '2      0        skl::MEM_LOAD_RETIRED:L1_MISS'
	try 0 check_events --together power4::PM_CYC power4::PM_INST_CMPL power4::PM_LSU_LDF
	[ "$(sed -n 2p "$out")" = 'group pm_fpu2' ]
	# what is counted elsewhere is in no group
	try 0 check_events --together power4::PM_CYC perf::page-faults power4::PM_INST_CMPL skl::UOPS_ISSUED:ANY \
		power4::PM_LSU_LDF
	[ "$(grep -c '^group' "$out")" = 1 ] && prints_line 'group pm_fpu2'
	try 0 check_events --together --json power4::PM_CYC perf::page-faults power4::PM_INST_CMPL power4::PM_LSU_LDF
	[ "$(jq -c '.events | map(.group)' "$out")" = '["pm_fpu2",null,"pm_fpu2","pm_fpu2"]' ]
}

@test "check_events: JSON" {
	try 1 check_events --together --json nhm::OFFCORE_RESPONSE_0:DMND_DATA_RD nhm::OFFCORE_RESPONSE_0:DMND_RFO
	prints '{"schema":1,"fits":false,"rounds":2,"smt":true,"watchdog":false,"reason":"resource","resource":"offcore","message":"nhm::OFFCORE_RESPONSE_0:DMND_DATA_RD and nhm::OFFCORE_RESPONSE_0:DMND_RFO need the off-core response register with different values","note":"the threads of a core share the off-core response register","events":[{"requested":"nhm::OFFCORE_RESPONSE_0:DMND_DATA_RD","round":1,"counter":"2","in_conflict":true},{"requested":"nhm::OFFCORE_RESPONSE_0:DMND_RFO","round":2,"counter":"2","in_conflict":true}]}'
}

@test "check_events: perf's language, and names as vendors write them" {
	try 0 check_events --together --cpu skl 'cpu/event=0xd1,umask=0x20/' MEM_LOAD_RETIRED.L1_MISS r412e
	prints 'counter  event' '0        skl::MEM_LOAD_RETIRED:L3_MISS' '1        MEM_LOAD_RETIRED.L1_MISS' \
		'2        r412e'
	try 1 check_events --together --cpu skl 'cpu/event=0xfe,umask=0x77/'
	prints_nothing
	grep -q 'no table has this event, so nothing is known of its counters' "$err"
}

@test "events of the kernel's software that no table names need no counter" {
	try 0 check_events --together --cpu skl alignment-faults emulation-faults dummy:u cgroup-switches
	prints 'counter  event' '-        alignment-faults' '-        emulation-faults' '-        dummy:u' \
		'-        cgroup-switches'
	try 0 evt2raw --together --cpu skl alignment-faults '{instructions,bpf-output}'
	prints '{alignment-faults,instructions,bpf-output}'
}

@test "check_events: mistakes" {
	try 1 check_events --together $loads skl::NO_SUCH
	prints_nothing
	try 2 check_events --together
	try 2 check_events --together --group power4::1
	try 2 check_events --together --format x $loads
	try 1 check_events --together $(for _ in $(seq 65); do echo skl::UOPS_ISSUED:ANY; done)
	grep -q '65 events: no more than 64 can be looked at together' "$err"
}

@test "evt2raw: groups for perf" {
	try 0 evt2raw --together $loads skl::INSTRUCTION_RETIRED
	prints '{r8d1,r10d1,r20d1,r1d1,rc0}'
	try 0 evt2raw --together $five
	prints '{r8d1,r10d1,r20d1,r1d1},{r2d1}'
	grep -q 'does not fit: .*; 2 rounds' "$err"
	# what others need as their leader comes first
	try 0 evt2raw --together spr::TOPDOWN_M:RETIRING spr::TOPDOWN_M:SLOTS
	prints '{r400,r8000}'
	try 0 evt2raw --together --json $loads
	prints '{"schema":1,"raw":"{r8d1,r10d1,r20d1,r1d1}","rounds":1,"message":null}'
	try 1 evt2raw --together power8::PM_L2_LD power8::PM_RUN_CYC
	prints_nothing
	try 2 evt2raw --together -d r3c
}

@test "modifiers of perf's language are kept together, too, or refused" {
	try 0 evt2raw --together --cpu zen4 cpu/event=0xc0/u
	prints '{rc0:u}'
	try 0 evt2raw --together --cpu zen4 '{cpu/event=0xc0/,cpu/event=0xc1/}:k'
	prints '{rc0:k,rc1:k}'
	try 0 evt2raw --together --cpu zen4 cpu/event=0xc0,period=1000/D
	prints '{cpu/config=0xc0,period=1000/D}'
	try 0 evt2raw --together --cpu zen4 cycles:uk
	prints '{cpu-cycles:uk}'
	try 0 check_events --together --cpu zen4 cycles:uk cpu/event=0xc0/u
	prints 'counter  event' \
		'0        perf::PERF_COUNT_HW_CPU_CYCLES:u=1:k=1:h=0:precise=0:excl=0:mg=0:mh=1' \
		'1        amd64_fam19h_zen4::EX_RET_INSTR:u=1'
	for modifier in W S P I; do
		try 1 evt2raw --together --cpu zen4 "{cpu/event=0xc0/}:$modifier"
		prints_nothing
		says 'not all of its modifiers can be kept'
	done
}

# Intel's files: STORE_SAMPLE on counter 0, latencies on 1 to 7; until then the tables had 1 to 7 for both.
@test "check_events: sampled stores and load latency have counters of their own" {
	for cpu in spr emr gnr adl; do
		try 0 check_events --cpu $cpu --together MEM_TRANS_RETIRED.STORE_SAMPLE \
			MEM_TRANS_RETIRED.LOAD_LATENCY:ldlat=64
		prints_line '0        MEM_TRANS_RETIRED.STORE_SAMPLE'
		prints_line '1        MEM_TRANS_RETIRED.LOAD_LATENCY:ldlat=64'
	done
}

# Intel's files give these the fixed counter only, but their code is that of a general one, and the kernel takes any: of
# both threads only general ones, as it looks for the very code on the fixed ones.
@test "a name for a fixed counter whose code general ones have counts twice" {
	local cpu
	try 0 check_events --cpu glm --together CPU_CLK_UNHALTED:CORE CPU_CLK_UNHALTED:CORE
	prints "counter  event" "f1       CPU_CLK_UNHALTED:CORE" "0        CPU_CLK_UNHALTED:CORE"
	says_nothing
	for cpu in skl hsw; do
		try 0 check_events --cpu $cpu --together CPU_CLK_UNHALTED:THREAD_ANY CPU_CLK_UNHALTED:THREAD_ANY
		prints "counter  event" "0        CPU_CLK_UNHALTED:THREAD_ANY" "1        CPU_CLK_UNHALTED:THREAD_ANY"
		says_nothing
	done
	try 1 check_events --cpu skl --together CPU_CLK_UNHALTED:REF_TSC CPU_CLK_UNHALTED:REF_TSC
}

# What the kernel's tables allow where vendors' files allow more, or other counters than kernels before: as many of one
# event as fit, and no more.
@test "check_events: counters of codes that kernels restrict" {
	local cpu event count events
	while read -r cpu event count; do
		events=$(yes "$event" | head -n "$count")
		# shellcheck disable=SC2086 # a word each
		try 0 check_events --cpu "$cpu" --together -q $events
		# shellcheck disable=SC2086
		try 1 check_events --cpu "$cpu" --together -q $events "$event"
	done <<-'EVENTS'
		icx icx::CYCLE_ACTIVITY:STALLS_TOTAL 8
		icx icx::CYCLE_ACTIVITY:STALLS_L2_MISS 4
		spr spr::CYCLE_ACTIVITY:STALLS_L2_MISS 4
		adl adl_glc::CYCLE_ACTIVITY:STALLS_L3_MISS 4
		gnr gnr::CYCLE_ACTIVITY:STALLS_L1D_MISS 4
		lnl lnl_lnc::MEM_INST_RETIRED:ALL_LOADS 4
		arl arl_lnc::TOPDOWN:MEMORY_BOUND_SLOTS 1
		nvl nvl_cyc::UOPS_DISPATCHED:ALU 4
		nvl nvl_cyc::UOPS_DISPATCHED:INT_EU_ALL 4
		nvl nvl_arw::SERIALIZATION:IQ_JEU_SCB 1
	EVENTS
}
