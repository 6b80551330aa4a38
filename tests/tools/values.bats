#!/usr/bin/env bats
# Counts in files, and which of them a metric is computed from. Lines are as perf, simpleperf and PAPI write them; the
# values are worked by hand from the formulas of the vendors.

# shellcheck disable=SC2154 # variables of strings.bash
load strings

setup() {
	begin
	unset LIBPFM_FSROOT LIBPFM_CPUID
}

# computes FORMAT CPU METRIC VALUE...: the values of a file, in printf's format, within 1e-9 of themselves; null: none.
computes() {
	local wanted=0 values
	values=$(printf '%s,' "${@:4}")
	[ "${values//null,/}" ] || wanted=1
	# shellcheck disable=SC2059 # a format
	printf "$1" >values
	try "$wanted" pfmstat --cpu "$2" --metric "$3" --from values --json
	jq -se --argjson wanted "[${values%,}]" '
		map(.value) as $came | ($came | length) == ($wanted | length) and
		([$came, $wanted] | transpose | all(.[0] == .[1] or
			(all(. != null) and (.[0] - .[1] | fabs) <= 1e-9 * (.[1] | fabs))))' "$out" >"$err.jq" ||
		fail "$3: $(jq -c .value "$out" | tr '\n' ' '), not ${values%,}" "$(cat "$err")"
}

# shows FORMAT CPU METRIC LINE...: the same, as people read it.
shows() {
	# shellcheck disable=SC2059 # a format
	printf "$1" >values
	try 0 pfmstat --cpu "$2" --metric "$3" --from values
	prints "${@:4}"
}

# ---- two names of one event ----

@test "counts by two names of one event are not added up" {
	local thread=CPU_CLK_UNHALTED.THREAD
	computes "$thread 1000\n${thread}_P 990\n" skx tma_info_system_mux 0.99
	json '.[0].over == false'
	computes "cpu/${thread}_P/ 990\ncpu/$thread/ 1000\n" skx tma_info_system_mux 0.99
	computes 'CPU_CLK_UNHALTED.CORE 1000\nCPU_CLK_UNHALTED.CORE_P 990\n' srf tma_info_system_mux 0.99
	computes '1,000 cpu_cycles\n1,000 cycles\n2,000 inst_retired\n2,000 instructions\n' neoverse-n1 \
		ipc,insn_per_cycle 2 2
	computes '2,000 instructions\n1,000 cycles\n' neoverse-n1 ipc,insn_per_cycle 2 2
	computes 'cpu/IDQ.MITE_UOPS,cmask=4/ 8\ncpu/IDQ.MITE_UOPS,cmask=5/ 3\nIDQ.MITE_CYCLES_OK 2\n'`
		`"$thread 10\n" icx tma_mite_4wide 0.5
	computes "cpu_core/$thread/ 4e9\ncpu_core/CPU_CLK_UNHALTED.REF_TSC/ 4e9\nmsr/tsc,cpu=cpu_core/ 2e9\n"`
		`'msr/tsc,cpu=cpu_atom/ 1e9\nduration_time 1\n' lnl tma_info_system_core_frequency 2
	computes 'cstate_core/c6-residency/ 100\nmsr/tsc/ 1000\nmsr/tsc,cpu=cpu_core/ 700\n' adl C6_Core_Residency 0.1
	computes 'cstate_core/c6-residency/ 100\nmsr/tsc,cpu=cpu_core/ 1000\n' adl C6_Core_Residency 0.1
	# grouping makes another name, not another event
	computes '5 cycles\n6 cycles:D\n' skx 'x = cycles' 5
	computes '5 cpu/cycles/\n6 cycles\n' skx 'x = cycles' 6
	# a line that is one name of an event, and but for the device another: before a line that is the other
	computes "6 cpu/$thread/D\n5 $thread:D\n" skx "x = $thread, y = cpu@$thread@" 5 6
	# a level that was not asked for is another count
	computes '5 cycles\n6 cycles:u\n' skx 'x = cycles, y = cycles:u' 5 6
	computes '5 cycles\n' skx 'y = cycles:u' null
}

@test "a share of the time: whole percents, of less than one two digits; what is all but 0.5 % is all" {
	local share said
	while read -r share said; do
		shows "5 cycles ($share%%)\n" skx 'c = cycles' "c  5${said:+  counted $said % of the time  by turns}"
	done <<-'END'
		0.04 0.04
		0.45 0.45
		0.99 0.99
		1.00 1
		1.60 2
		9.40 9
		9.60 10
		10.40 10
		12.60 13
		99.40 99
		99.60
		100.00
	END
}

# ---- one event in several lines ----

@test "an event of several groups: the count of the metric's own group" {
	local run=pm_run_inst_cmpl stall=pm_cmplu_stall
	computes "818,130 ${stall}_bru (0.45%%)\n5,013,082,026 $run (0.45%%)\n0 ${stall}_crypto (0.89%%)\n"`
		`"6,580,655,094 $run (0.89%%)\n25,729,751 ${stall}_dcache_miss (1.77%%)\n6,690,035,175 $run "`
		`"(1.77%%)\n" \
		power9 dcache_miss_stall_cpi 0.0038459814226612043
	says 'counted several times'
	says_line "  $run (3)"
	# each metric of a request its own
	computes "100 ${stall}_bru (0.45%%)\n1000 $run (0.45%%)\n300 ${stall}_crypto (0.89%%)\n2000 $run (0."`
		`"89%%)\n" power9 \
		bru_stall_cpi,crypto_stall_cpi 0.1 0.15
	# -x: the share stands in a field, and the run time
	computes '7,,r5,10,20.00,,\n40,,r25,10,20.00,,\n9,,r8,30,30.00,,\n90,,r5,30,30.00,,\n' neoverse-n1 \
		'x = r25 / r5, y = r8 / r5' 5.714285714285714 0.1
	# with equal shares what stands next to it
	computes '7 r25\n1 r8\n2 r71\n100 r4\n9 r3\n3 r8\n' neoverse-n1 'x = r25 / r8, y = r3 / r8' 7 3
	# with no equal share what stands nearest to it, whatever its share
	computes '6 r8 (30.00%%)\n1 r4\n1 r4\n14 r25 (50.00%%)\n7 r8 (20.00%%)\n' neoverse-n1 'x = r25 / r8' 2
	# r8 is counted in two rounds; of what is equally near each takes that of its own turn
	computes '5 r1\n10 r8\n0 r3\n0 r4\n0 r5\n0 r6\n20 r8\n2 r71\n30 r8\n0 r72\n0 r73\n0 r74\n0 r75\n' neoverse-n1 \
		'x = (r1+r3+r4+r5+r6)/r8, y = (r71+r72+r73+r74+r75)/r8' 0.5 0.1
	# a time, of which each CPU has all, is not added up
	computes 'CPU0,1000000000,,duration_time,1,100.00,,\nCPU1,3000000000,,duration_time,1,100.00,,\n'`
		`'CPU2,2000000000,,duration_time,1,100.00,,\n' skx 'd = duration_time' 3
	# on CPUs each at its place
	computes 'CPU0,10,,r8,1,50.00,,\nCPU1,20,,r8,1,50.00,,\nCPU0,7,,r8,1,25.00,,\nCPU1,8,,r8,1,25.00,,\n'`
		`'CPU0,1,,r3,1,25.00,,\nCPU1,2,,r3,1,25.00,,\n' neoverse-n1 'x = r8 / r3' 5
}

@test "what a file has instead of the events: twelve names, and how many more; no file" {
	local count more names
	for count in 11 12 13 20; do
		names=$(seq -f x%.0f -s ', ' 1 $((count < 12 ? count : 12)))
		more=
		[ $count -le 12 ] || more=" and $((count - 12)) more"
		seq -f '5 x%.0f' 1 $count >values
		try 1 pfmstat --cpu skx --metric 'd = cycles' --from values
		says_line 'pfmstat: not all counts are there; those that are given are of'
		says_line "  $names$more"
	done
	try 1 pfmstat --cpu skx --metric 'd = cycles' --from .
	says_line 'pfmstat: .: Is a directory'
	prints_nothing
}

@test "several runs in a file: values of each" {
	local run=" Performance counter stats for '%%s':\n\n"
	local first=${run/\%%s/a} second=${run/\%%s/b} plain
	plain="$first 100 cycles\n 200 instructions\n\n 1.0 seconds time elapsed\n\n$second 300 cycles\n 900"`
		`" instructions\n"
	computes "$plain" skx 'y = cycles, i = instructions / cycles' 100 2 300 3
	json 'map(.run) == [1, 1, 2, 2]'
	shows "$plain" skx 'y = cycles' 'run 1  y  100' 'run 2  y  300'
	computes '# started on Sun\n\n100,,cycles,1,100.00,,\n# started on Sun\n\n300,,cycles,1,100.00,,\n' skx \
		'y = cycles' 100 300
	computes '# started on Sun\n\n{"counter-value" : "4", "event" : "cycles"}\n# started on Sun\n\n'`
		`'{"counter-value" : "5", "event" : "cycles"}\n' skx 'y = cycles' 4 5
	# a time that goes back
	computes '     1.000000000 1 cycles\n     2.000000000 2 cycles\n     1.000000000 3 cycles\n' skx \
		'y = cycles' 1 2 3
	json 'map(.run) == [1, 1, 2]'
	# the heading behind intervals is that of their sum
	computes "     1.000000000 1 cycles\n     2.000000000 2 cycles\n\n$first 3 cycles\n" skx 'y = cycles' 1 2 3
	json 'all(has("run") | not) and map(.interval) == [1, 2, null]'
	computes '100 cycles\n300 cycles\n' skx 'y = cycles' 100
	says_line '  cycles (2)'
}

@test "a cgroup is a place, as a CPU is" {
	computes '3153761702,,cycles,A,1000,100.00,,\n3136093298,,cycles,B,1000,99.99,,\n' skx 'c = cycles' 6289855000
	computes '{"counter-value" : "3", "event" : "cycles", "cgroup" : "A"}\n'`
		`'{"counter-value" : "4", "event" : "cycles", "cgroup" : "B"}\n' skx 'c = cycles' 7
	computes '       3,153,761,702      cycles                    A #    3.200 GHz                      '`
		`'(100.00%%)\n' skx \
		'c = cycles' 3153761702
	json '.[0].share == 1'
	computes '  293.62 msec task-clock  / #  1.977 CPUs utilized\n' skx 'c = task\-clock' 293620000
	computes '     <not counted>      cycles               /                                   \n 5 cycles B\n' \
		skx \
		'c = cycles' 5
	computes '   10 cycles        user.slice/x.scope\n' skx 'c = cycles' 10
	computes '8,,cpu/event=0x3c,umask=0x0/u,/,925,50.00,11.362,K/sec\n' skx 'c = cycles:u' 8
	json '.[0].share == 0.5'
	computes '8,,cycles,user.slice/x,925,50.00,11.362,K/sec\n' skx 'c = cycles' 8
	json '.[0].share == 0.5'
	computes 'kworker/0:1-events-29;9;;cycles;338413;50.00;11.003;K/sec\n' skx 'c = cycles' 9
	json '.[0].share == 0.5'
	computes '     1.000000000 10 cycles        A\n     1.000000000 20 cycles B\n' skx 'c = cycles' 30
}

@test "sockets, cores and cgroups of a file are kept apart on request" {
	printf '%s\n' 'S0,2,100,,cycles,1,100.00,,' 'S1,2,300,,cycles,1,100.00,,' 'S0,2,50,,instructions,1,100.00,,' \
		'S1,2,600,,instructions,1,100.00,,' >values
	try 0 pfmstat --cpu skx --metric insn_per_cycle --from values --per-socket
	prints 'package 0  insn_per_cycle  0.5 instructions  over (< 1 instructions)' \
		'package 1  insn_per_cycle  2 instructions'
	try 0 pfmstat --cpu skx --metric insn_per_cycle --from values --per-socket --json
	json 'map(.package) == [0, 1] and map(.value) == [0.5, 2]'
	printf '%s\n' 'S0-D0-C0 1 100 cycles' 'S0-D0-C1 1 300 cycles' '1.5 seconds time elapsed' >values
	try 0 pfmstat --cpu skx --metric 'x = cycles / duration_time' --from values --per-cpu
	prints 'S0-D0-C0  x  66.6667' 'S0-D0-C1  x  200'
	try 0 pfmstat --cpu skx --metric 'x = cycles' --from values --per-socket
	prints 'package 0  x  400'
	printf '%s\n' '5,,cycles,A,1,100.00,,' '6,,cycles,B,1,100.00,,' >values
	try 0 pfmstat --cpu skx --metric 'x = cycles' --from values --per-cpu
	prints 'A  x  5' 'B  x  6'
	try 1 pfmstat --cpu skx --metric 'x = cycles' --from values --per-socket
	prints_nothing
	says 'values does not say of which socket a count is'
	echo '5 cycles' >values
	try 1 pfmstat --cpu skx --metric 'x = cycles' --from values --per-cpu
	says 'values does not say of which CPU, core or cgroup a count is'
}

# ---- units ----

@test "clocks of perf before 2019 are in milliseconds" {
	computes '       1920.159821 task-clock                #    0.991 CPUs utilized\n\n'`
		`'       1.936842598 seconds time elapsed\n' ivb CPUs_utilized 0.9913866118923517
	computes '1920.159821,,task-clock,1920159821,100.00\n' ivb 't = task\-clock / 1e9' 1.920159821
	computes '        200.421583      task-clock (msec)         #    1.004 CPUs utilized\n'`
		`'       0.199619504 seconds time elapsed\n' snb CPUs_utilized 1.0040180392292628
	computes '      1.920,159821 task-clock   #    0,991 CPUs utilized\n' ivb 't = task\-clock / 1e9' 1.920159821
	computes '200.421583 task-clock:u (msec)\n' ivb 't = task\-clock:u' 200421583
	computes '400.000000 cpu-clock (msec)\n' ivb 't = cpu\-clock' 400000000
	computes '400.000000 cpu-clock\n' ivb 't = cpu\-clock' 400000000
	# whole numbers are nanoseconds
	computes '330,523 task-clock\n' ivb 't = task\-clock' 330523
	computes '330523,,task-clock,330523,100.00,,\n' ivb 't = task\-clock' 330523
	computes '{"counter-value" : "330523.000000", "unit" : "", "event" : "task-clock"}\n' ivb 't = task\-clock' \
		330523
	computes '{"counter-value" : "1920.159821", "unit" : "", "event" : "task-clock"}\n' ivb 't = task\-clock' \
		1920159821
}

@test "shares and turns are the file's" {
	shows '68745426,,PM_CMPL_STALL,1,100.00,,\n322638223,,PM_RUN_INST_CMPL,1,100.00,,\n' power10 \
		COMPLETION_STALL_CPI \
		'COMPLETION_STALL_CPI  0.213073'
	try 0 pfmstat --cpu power10 --metric COMPLETION_STALL_CPI --from values --json
	json '.[0].split == false'
	shows '     5,649,595,479 cycles                    #    2.942 GHz                     [83.43%%]\n' snb \
		'x = cycles' \
		'x  5.6496e+09  counted 83 % of the time  by turns'
	try 0 pfmstat --cpu snb --metric 'x = cycles' --from values --json
	json '.[0].share == 0.8343 and .[0].split'
	shows '  10 cycles   ( +-  0.12%% ) [50.00%%]\n' snb 'x = cycles' 'x  10  counted 50 % of the time  by turns'
	shows '5,013 cycles (0.45%%)\n' snb 'x = cycles' 'x  5013  counted 0.45 % of the time  by turns'
	# 0 & x is 0, whatever x is: it was not counted for 0 % of the time
	shows '0 cycles\n<not counted> instructions\n' snb 'x = cycles & instructions' 'x  0'
}

# ---- lines that are no counts ----

@test "lines with a metric alone, behind a time or a place" {
	local front
	computes '     3.003641903      5,460,578,458      de_no_dispatch_per_slot.no_ops_from_frontend #   '`
		`'  18.6 %%  '`
		`'frontend_bound\n     3.003641903                                       #      7.1 %%  '`
		`'frontend_bound_bandwidth  (19.98%%)\n     3.003641903      4,894,729,709      ls_not_halte'`
		`'d_cyc    (19.98%%)\n' \
		zen4 frontend_bound 0.18593394589041983
	for front in 'S0        1' 'S0-D0-C0   2' 'N0   2' CPU0 '     1.000000000' \
		'     1.000000000 TopdownL1 (cpu_core)' \
		'     1.000000000 S0   4' 'bash-12' 'TopdownL1' 'TopdownL1 (cpu_core)' '     1.000000000 S0-D0-C0  2' \
		'DOM Worker-12'; do
		computes "100 cycles\n$front                #     12.5 %%  tma_bad_speculation\n" skx 'x = cycles' 100
		says_nothing
	done
	computes '100,,cycles,1,100.00,,\n1.000,S0,2,,,,,,12.5,tma_x\n' skx 'x = cycles' 100
}

@test "what perf and the program say beside the counts" {
	local line
	for line in 'Warning:' 'cycles event is not supported by the kernel.' \
		'WARNING: grouped events cpus do not match, disabling group:' \
		'  anon group { power/energy-cores/, cycles }' 'Events disabled' 'Using CPUID GenuineIntel-6-55-4' \
		'Control descriptor is not initialized' 'sleep: Interrupt' '[ perf stat: executing run #1 ... ]' \
		'hello'; do
		computes "$line\n 100 cycles\n" skx 'x = cycles' 100
		says '  passed over: 1 line'
		computes "$line\n\n Performance counter stats for 'a':\n\n 100 cycles\n$line\n" skx 'x = cycles' 100
		says_line "pfmstat: values: passed over 2 lines that are none of perf's counts; the first is line 1"
	done
	# what stands before the heading is no count, and behind it only what perf writes
	computes "cycles: 7 7 7\ncycles 5\n6 cycles\n Performance counter stats for 'a':\n\n 100 cycles\ncyc"`
		`"les 8\n" skx \
		'x = cycles' 100
	says 'values: passed over 4 lines'
	computes "7 cycles\n Performance counter stats for process id '12':\n\n 100 cycles\n" skx 'x = cycles' 100
	# a line that is no count throws away no other
	computes '100 cycles\nfoo bar\n200 instructions\nmore of it\n' skx 'x = instructions / cycles' 2
	says 'values:2: neither a line of perf stat -x or -j nor NAME VALUE: foo bar'
	says '  passed over: 2 lines'
	printf 'foo\nbar\n' >values
	try 1 pfmstat --cpu skx --metric 'x = cycles' --from values
	prints_nothing
	says 'values: there is no count in it'
	# one that looks like a count makes the status 1
	printf '100 cycles\n{"counter-value" : "3x", "event" : "cycles"}\n' >values
	try 1 pfmstat --cpu skx --metric 'x = cycles' --from values
	prints 'x  100'
	says 'values:2: cycles: no count: 3x'
}

@test "threads with blanks in their names" {
	computes '   DOM Worker-4432      13,456      cycles   #  1.0 GHz\n   bash-7  4 cycles\n' skx 'x = cycles' 13460
	computes '   kworker/1:1-events 2-41    0.27 msec task-clock    #  0.002 CPUs utilized\n' skx \
		'x = task\-clock' 270000
	computes '     1.000000000    DOM Worker-4432      <not counted>      cycles\n     1.000000000 a b-1'`
		`' 6 cycles\n' skx \
		'x = cycles' 6
}

@test "objects in one line, in others, and with braces in strings" {
	local one='{"counter-value" : "1117309.0", "unit" : "", "event" : "UNC_M_CAS_COUNT.RD"}'
	local other='{"counter-value" : "1002140370.0", "unit" : "ns", "event" : "duration_time"}' between
	for between in ' ' '' ',' ', ' '\n' ',\n'; do
		computes "$one$between$other\n" skx memory_bandwidth_read 71.35504978898216
	done
	computes "{\"host\" : {\"cpu\" : \"skx\"}, \"list\" : [1, \"}]\", [$one]], \"other\":$other}\n" skx \
		memory_bandwidth_read 71.35504978898216
	computes '{"counter-value":"7","comment":"},{","event":"cycles"} {"counter-value":"9","event":"instr'`
		`'uctions"}\n' skx \
		'x = cycles, y = instructions' 7 9
	# an object that does not end costs itself alone
	printf '%s\n' '{"counter-value" : "1", "event" : "cyc' '{"counter-value" : "4", "event" : "cycles"' \
		'{"counter-value" : "5", "event" : "cycles"}' >values
	try 1 pfmstat --cpu skx --metric 'x = cycles' --from values
	prints 'x  5'
	says 'values:1: an object that does not end: {"counter-value" : "1", "event" : "cyc'
	says '  passed over: 2 lines'
}

# ---- names ----

@test "names of the library, and what perf_encode printed" {
	computes 'skx::INST_RETIRED:ANY_P 3000\nskx::UNHALTED_CORE_CYCLES 1000\n' skx tma_info_thread_ipc 3
	computes 'skx::INST_RETIRED:ANY_P:e=0:i=0:c=0:t=0:intx=0:intxcp=0:u=1:k=1=3000\nskx::UNHALTED_CORE_C'`
		`'YCLES=1000\n' skx \
		tma_info_thread_ipc 3
	computes 'INST_RETIRED:ANY_P 3000\nUNHALTED_CORE_CYCLES 1000\n' skx tma_info_thread_ipc 3
	computes 'PAPI_TOT_INS 3000\nPAPI_TOT_CYC 1000\n' skx tma_info_thread_ipc 3
	computes '{"schema":1,"requested":"perf::page-faults","event":'`
		`'"perf::PERF_COUNT_SW_PAGE_FAULTS:u=1:k=1:excl=0:mg=0:mh=1","value":50,"enabled_ns":474671,'`
		`'"running_ns":474671,"estimate":50}\n' skx 'x = page\-faults' 50
	json '.[0].share == 1'
	computes '{"event":"skx::INST_RETIRED:ANY_P","value":30,"enabled_ns":200,"running_ns":100,"estimate":60}\n' \
		skx \
		'x = instructions' 60
	json '.[0].share == 0.5'
	computes '{"event":"skx::INST_RETIRED:ANY_P","value":null,"estimate":null}\n' skx 'x = instructions' null
	# objects of metrics have their counts, and times in seconds
	computes '{"schema":1,"metric":"a","value":3,"events":[{"name":"page-faults","string":"page-faults","count":6,'`
		`'"share":1,"round":null},{"name":"duration_time","count":2,"share":1}],"interval":2.5}\n' skx \
		'x = page\-faults / duration_time' 3
	json '.[0].interval == 2.5'
}

@test "names with underscores, and modifiers that change no count" {
	local modifier
	computes 'CPU0           627.912.025 cpu_clk_unhalted_thread_any\n'`
		`'CPU1           627.248.055 cpu_clk_unhalted_thread_any\n' hsx 'x = CPU_CLK_UNHALTED.THREAD_ANY' \
		1255160080
	computes 'INSTR_RETIRED_ANY 6\nCPU_CLK_UNHALTED_CORE 3\n' skl tma_info_thread_ipc 2
	for modifier in :D :S :DS :HG :GH :uk :p :pp :P :W; do
		computes "5 cycles$modifier\n" skx 'x = cycles' 5
	done
	computes '5 cycles:G\n' skx 'x = cycles' null
}

@test "places are kept apart whatever their numbers are, and many of them" {
	printf '%s\n' S2000000000,1,100,,cycles,1,100.00,, S7,1,200,,cycles,1,100.00,, >values
	try 0 pfmstat --cpu skx --metric 'x = cycles' --from values --per-socket
	prints 'package 7  x  200' 'package 2000000000  x  100'
	seq -f 'CPU%.0f,1,100,,cycles,1,100.00,,' 1 32000 >values
	try 0 pfmstat --cpu skx --metric 'x = cycles' --from values --per-cpu
	[ "$(tail -n 1 "$out")" = 'CPU32000  x  100' ] || fail "$(tail -n 1 "$out")"
	[ "$(wc -l <"$out")" = 32000 ] || fail "$(wc -l <"$out") lines"
	sed -i '9s/.*/bad row, here/' values
	try 0 pfmstat --cpu skx --metric 'x = cycles' --from values --per-cpu
	[ "$(wc -l <"$out")" = 31999 ] || fail "$(wc -l <"$out") lines"
	says '9: neither a line of perf stat -x or -j nor NAME VALUE: bad row, here'
}

@test "a time is of all places, unless a place has its own" {
	printf '%s\n' CPU0,1,100,,cycles,1,100.00,, CPU1,1,300,,cycles,1,100.00,, \
		CPU2,1,800,,cycles,1,100.00,, CPU0,1,2000000000,ns,duration_time,1,100.00,, \
		CPU2,1,4000000000,ns,duration_time,1,100.00,, >values
	try 0 pfmstat --cpu skx --metric 'x = cycles / duration_time' --from values --per-cpu
	prints 'CPU0  x  50' 'CPU1  x  150' 'CPU2  x  200'
}

@test "simpleperf's lines" {
	computes 'Performance counter statistics:\n\n#         count  event_name               # count / runtime\n'`
		`'     16,513,564  cpu-cycles               # 1.612904 GHz      (100%%)\n'`
		`'      4,900,592  instructions             # 512.859 M/sec     (100%%)\n'`
		`'  25.274251(ms)  task-clock               # 0.002520 cpus used   (50%%)\n\nTotal test time'`
		`': 10.027923 seconds.\n' \
		cortex-a76 'x = instructions / cycles, y = task\-clock / 1e9 / duration_time' 0.2967616197206127 \
		0.0025203874222009884
	json '.[1].share == 0.5'
}

# What --csv, --per-core and --per-thread print.
@test "simpleperf's fields, cores and threads" {
	local begin='Performance counter statistics' end='Total test time: 10.027923 seconds.' comment
	for comment in '1.612904,GHz' '1.612904 GHz' ''; do
		computes "$begin,\n16513564,cpu-cycles,$comment,(100%%),\n"`
			`'4900592,instructions,512.859,M/sec,(100%%),\n'`
			`'25.274251(ms),task-clock,0.002520,cpus used,(50%%),\nTotal test time,10.027923,seconds,\n' \
			cortex-a76 'x = instructions / cycles, y = task\-clock / 1e9 / duration_time' \
			0.2967616197206127 0.0025203874222009884
		json '.[0].share == 1 and .[1].share == 0.5'
		says_nothing
	done
	computes "$begin:\n\n# cpu         count  event_name               # count / runtime\n"`
		`'    0    16,513,560  cpu-cycles               # 1.612904 GHz      (100%%)\n'`
		`'    1             4  cpu-cycles               # 1.612904 GHz      (100%%)\n'`
		`'    0     4,900,590  instructions             # 512.859 M/sec     (100%%)\n'`
		`"    1             2  instructions             # 512.859 M/sec     (100%%)\n\n$end\n" \
		cortex-a76 'x = instructions / cycles' 0.2967616197206127
	computes "$begin:\n\n# thread_name      pid  tid        count  event_name     # count / runtime\n"`
		`'  DOM Worker 3  11   12    16,513,560  cpu-cycles     # 1.612904 GHz   (100%%)\n'`
		`'  RenderThread  11   13             4  cpu-cycles     # 1.612904 GHz   (100%%)\n'`
		`'  DOM Worker 3  11   12     4,900,590  instructions   # 512.859 M/sec  (100%%)\n'`
		`"  RenderThread  11   13             2  instructions   # 512.859 M/sec  (100%%)\n\n$end\n" \
		cortex-a76 'x = instructions / cycles' 0.2967616197206127
	computes "$begin,\nthread_name,pid,tid,count,event_name\nRenderThread,11,12,16513560,cpu-cycles,,,(100%%),\n"`
		`'a b,11,13,4,cpu-cycles,,,(100%%),\na b,11,13,4900592,instructions,,,(100%%),\n' \
		cortex-a76 'x = instructions / cycles' 0.2967616197206127
	says_nothing
	printf '%s\n' "$begin:" '0  8  cpu-cycles' '1  4  cpu-cycles' '0  4  instructions' '1  8  instructions' >file
	try 0 pfmstat --cpu cortex-a76 --per-cpu --metric 'x = instructions / cycles' --from file
	prints 'CPU0  x  0.5' 'CPU1  x  2'
}

# ---- what was counted ----

@test "the heading says what was counted" {
	local clock='226,054.13 msec cpu-clock                        #  224.588 CPUs utilized'
	local elapsed='1.006529767 seconds time elapsed' of
	for of in "'system wide'" "'CPU(s) 0-3'" "'system wide' (3 runs)"; do
		computes " Performance counter stats for $of:\n\n        $clock\n\n       $elapsed\n" spr \
		CPUs_utilized \
			224.58762510905303
		says_nothing
	done
	computes "$clock\n$elapsed\n" spr CPUs_utilized 224.58762510905303
	computes " Performance counter stats for 'a':\n\n 500.00 msec task-clock\n 1.0 seconds time elapsed\n" spr \
		CPUs_utilized 0.5
	says_nothing
	# the leaf goes by a name that people know
	printf '5 cycles\n' >values
	try 1 pfmstat --cpu spr --metric CPUs_utilized --from values
	prints 'CPUs_utilized  no value: no count of task-clock is given'
}

@test "an interval is as long as the times say" {
	computes '     1.000000000      100      cycles\n     3.000000000      200      cycles\n' skx \
		'x = cycles / duration_time' \
		100 100
	computes '1.0,100,,cycles,1,100.00,,\n1.0,500000000,ns,duration_time,1,100.00,,\n' skx \
		'x = cycles / duration_time' 200
	computes '1.5,100,,cycles,1,100.00,,\n2.0,200,,cycles,1,100.00,,\n' skx 'x = cycles / duration_time' \
		66.66666666666667 \
		400
	computes '{"interval" : 2.0, "counter-value" : "100", "event" : "cycles"}\n' skx 'x = cycles / duration_time' 50
}

# ---- other forms of perf -x ----

@test "perf -x before it had units, and with any separator" {
	local separator
	computes '11767,cycles\n5000,instructions\n' skx 'x = instructions / cycles' 0.42491714115747427
	computes '11767,cycles,0.10%%\n' skx 'x = cycles' 11767
	computes 'CPU0,11767,cycles\nCPU1,3,cycles\n' skx 'x = cycles' 11770
	computes '1.500,11767,cycles,0.10%%\n' skx 'x = cycles' 11767
	computes '11767;cycles\n<not counted>;instructions\n' skx 'x = cycles' 11767
	for separator in -- _ '##' '%%%%' SEP '::' '~' '=' '+' '@@' ' | '; do
		computes "$(printf '100|||cycles|5000|20.00|0.1|GHz\n250.00|msec|task-clock|5000|100.00|0.00"`
		`"3|CPUs utilized' |
			sed "s/|||/||/; s/|/$separator/g")\n" skx 'x = cycles, y = task\-clock' 100 250000000
		json '.[0].share == 0.2'
	done
	computes 'CPU0_136.85_msec_task-clock_136852342_100.00_0.990_CPUs utilized\n'`
		`'CPU1_138.23_msec_task-clock_138227712_100.00_1.000_CPUs utilized\n' skx 'x = task\-clock' 275080000
	computes '7__cpu_cycles_5000_100.00__\n' neoverse-n1 'x = CPU_CYCLES' 7
}

# ---- how it ends ----

@test "no value at all is status 1" {
	printf '5 cycles\n' >values
	try 1 pfmstat --cpu skx --metric 'x = instructions' --from values
	try 0 pfmstat --cpu skx --metric 'x = instructions, y = cycles' --from values
	try 1 pfmstat --cpu skx --metric 'x = instructions' --from values --json
}

@test "files of many counts of one name, and with a bad one" {
	seq -f '%.0f,,cycles,1,100.00,,' 1 32000 >values
	try 0 pfmstat --cpu skx --metric 'x = cycles, y = cycles / cycles' --from values
	prints 'x  1' 'y  1'
	says_line '  cycles (32000)'
	seq -f '{"counter-value" : "5", "event" : "cycles", "thread" : "a-%.0f"}' 1 32000 | sed '7s/cycles.*/cyc/' \
		>values
	try 1 pfmstat --cpu skx --metric 'x = cycles' --from values
	prints 'x  159995'
	says '  passed over: 1 line'
	seq -f 'CPU%.0f,1,,cycles,1,100.00,,' 0 31999 >values
	try 0 pfmstat --cpu skx --metric 'x = cycles' --from values
	prints 'x  32000'
}

@test "without memory all is printed, or it is said" {
	local at form
	needs_preload
	printf '%s\n' '1000,,INST_RETIRED.ANY,1,100.00,,' '500,,CPU_CLK_UNHALTED.THREAD,1,100.00,,' >values
	for form in evt2raw 'pfmstat --from values'; do
		# shellcheck disable=SC2086 # words
		try 0 $form --cpu skx --metric tma_info_thread_ipc
		cp "$out" whole
		for ((at = 1; ; at++)); do
			# shellcheck disable=SC2086 # words
			fails_at 1:12:$at $form --cpu skx --metric tma_info_thread_ipc
			[ "$failed" ] || break
			[ "$status" != 0 ] || cmp -s "$out" whole ||
				fail "$form: allocation $at: status 0 and" "$(cat "$out")"
		done
	done
}

# ---- core types ----

@test "generic metrics are of each core type" {
	local both='100 cpu_core/cycles/\n200 cpu_core/instructions/\n100 cpu_atom/cycles/\n50 cpu_atom/instructions/\n'
	computes "$both" adl insn_per_cycle 2 0.5
	json 'map(.pmu) == ["adl_glc", "adl_grt"]'
	computes "$both" adl adl_grt::insn_per_cycle 0.5
	computes "$both" adl adl_glc::insn_per_cycle 2
	computes '<not counted> cpu_core/cycles/\n<not counted> cpu_core/instructions/\n100 cpu_atom/cycles/\n'`
		`'50 cpu_atom/instructions/\n' adl insn_per_cycle null 0.5
	computes "$both" mtl insn_per_cycle 2 0.5
	computes '100 cycles\n200 instructions\n' skx insn_per_cycle 2
	try 0 evt2raw --cpu adl --metric insn_per_cycle
	prints '{cpu_core/event=0xc0/,cpu_core/event=0x3c/},{cpu_atom/event=0xc0/,cpu_atom/event=0x3c/}'
	# what is of no core stays one
	computes '500.00 msec task-clock\n1.0 seconds time elapsed\n' adl CPUs_utilized 0.5
}

@test "names of core types in formulas" {
	try 0 evt2raw --cpu adl --metric 'a = adl_grt::INST_RETIRED.ANY'
	says_nothing
	prints 'cpu_atom/event=0xc0/'
	computes '7 cpu_atom/INST_RETIRED.ANY/\n9 cpu_core/INST_RETIRED.ANY/\n' adl 'a = adl_grt::INST_RETIRED.ANY' 7
	try 0 evt2raw --cpu spr --metric 'a = spr::INST_RETIRED:ANY:u'
	prints rc0:u
	for cpu in adl adl_grt; do
		try 0 check_events --cpu $cpu --metric 'x = TOPDOWN_BE_BOUND.ALL / INST_RETIRED.ANY'
		says_line 'check_events: TOPDOWN_BE_BOUND.ALL is of cpu_atom, INST_RETIRED.ANY of cpu_core: '`
			`'DEVICE@EVENT@ says which core type is meant'
	done
	try 0 check_events --cpu adl --metric 'x = cpu_atom@TOPDOWN_BE_BOUND.ALL@ / cpu_atom@INST_RETIRED.ANY@'
	says_nothing
	# a latency is asked for by :R alone
	computes 'A:R 20\nA 3\n' skx 'x = A:R * A' 60
}

@test "a wrong unit mask in a formula is told as an event's" {
	try 1 check_events --cpu skl --metric 'x = MEM_LOAD_RETIRED.L1_HITT / 2'
	says 'MEM_LOAD_RETIRED.L1_HITT: no such unit mask or modifier: L1_HITT'
	says_line '  did you mean L1_HIT?'
	[ "$(grep -c ^check_events: "$err")" = 1 ]
	echo '5 cycles' >values
	try 1 pfmstat --cpu skl --metric 'x = MEM_LOAD_RETIRED.L1_HITT / 2' --from values
	says 'MEM_LOAD_RETIRED.L1_HITT: does not encode here: no such unit mask or modifier: L1_HITT'
}

# ---- times alone ----

@test "metrics of times alone need no counter" {
	try 0 pfmstat -j -o rows -M 'x = duration_time' -- sleep 0.1
	cp rows "$out"
	json '.[0].value >= 0.1'
	try 0 pfmstat -j -p $$ -M 'x = duration_time' --time 100ms
	json '.[0].value >= 0.1'
}
