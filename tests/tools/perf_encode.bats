#!/usr/bin/env bats
# perf_encode, on a machine that is the same everywhere: an x86 guest with the PMUs perf, perf_raw and icl.

# shellcheck disable=SC2154 # variables of strings.bash
load strings

latency=icl::MEM_TRANS_RETIRED:LOAD_LATENCY:ldlat=100
latency_name=icl::MEM_TRANS_RETIRED:LOAD_LATENCY:e=0:i=0:c=0:ldlat=100:intx=0:intxcp=0:u=1:k=1:precise=0:excl=0:mg=0:mh=1

# attr EVENT LINE...: these lines, in some order, are all that is printed.
attr() {
	try 0 perf_encode "$1"
	says_nothing
	shift
	diff <(printf '%s\n' "$@" | sort) <(sed 's/ *: /: /' "$out" | sort) >&2
}

# bits EVENT JSON: the fields of struct perf_event_attr that are not 0, but for type and config.
bits() {
	try 0 perf_encode --json "$1"
	json "map(del(.schema, .requested, .event, .idx, .device, .type, .config, .cpu) |
		with_entries(select(.value != 0 and .value != \"0x0\"))) == [$2]"
}

# ---- the fields ----

@test "the fields that are set, a line each" {
	attr skl::INST_RETIRED:u \
		"Event: skl::INST_RETIRED:ANY_P:e=0:i=0:c=0:t=0:intx=0:intxcp=0:u=1:k=0:precise=0:excl=0:mg=0:mh=1" \
		"type: 4 (raw)" "config: 0xc0" "exclude_kernel: 1" "exclude_guest: 1"
	attr perf::cycles:u:period=1000 \
		"Event: perf::PERF_COUNT_HW_CPU_CYCLES:u=1:k=0:period=1000:freq=1000:precise=0:excl=0:mg=0:mh=1" \
		"type: 0 (hardware)" "config: 0x0" "sample_period: 1000" "exclude_kernel: 1" "exclude_guest: 1"
	attr $latency "Event: $latency_name" "type: 4 (raw)" "config: 0x1cd" "config1: 0x64" "exclude_guest: 1"
}

@test "levels, guests and hosts" {
	bits skl::INST_RETIRED:u '{exclude_kernel: 1, exclude_guest: 1}'
	bits skl::INST_RETIRED:k '{exclude_user: 1, exclude_guest: 1}'
	bits skl::INST_RETIRED '{exclude_guest: 1}'
	bits skl::INST_RETIRED:mg '{exclude_host: 1}'
	bits skl::INST_RETIRED:mg:mh '{}'
	bits arm_n1::CPU_CYCLES '{exclude_hv: 1, exclude_guest: 1}'
	bits arm_n1::CPU_CYCLES:h '{exclude_user: 1, exclude_kernel: 1, exclude_guest: 1}'
	bits skx_unc_imc0::UNC_M_CAS_COUNT:RD '{}'
}

@test "sampling, precise levels, pinned, exclusive, a CPU" {
	bits perf::cycles:period=7 '{sample_period: 7, exclude_guest: 1}'
	bits perf::cycles:freq=100 '{sample_freq: 100, freq: 1, exclude_guest: 1}'
	bits skl::INST_RETIRED:PREC_DIST:precise=2 '{precise_ip: 2, exclude_guest: 1}'
	bits perf::cycles:pinned '{pinned: 1, exclude_guest: 1}'
	bits perf::cycles:excl '{exclusive: 1, exclude_guest: 1}'
	try 0 perf_encode --json perf::cycles:cpu=3 perf::cycles
	json 'map(.cpu) == [3, -1]'
	try 0 perf_encode perf::cycles:cpu=3
	prints_line "cpu to open on : 3"
}

@test "types: those of the kernel, those of sysfs, those this machine does not have" {
	try 0 perf_encode --json perf::cycles perf::PERF_COUNT_SW_TASK_CLOCK perf::PERF_COUNT_HW_CACHE_L1D:READ:MISS \
		skl::INST_RETIRED \
		skx_unc_imc0::UNC_M_CAS_COUNT:RD
	json 'map(.type) == [0, 1, 3, 4, -1]'
	json 'map(.config) == ["0x0", "0x1", "0x10000", "0xc0", "0x304"]'
	json '.[4].device == "uncore_imc_0"'
	try 0 perf_encode skx_unc_imc0::UNC_M_CAS_COUNT:RD
	grep -q '^type *: unknown on this machine (uncore_imc_0)$' "$out"
	type=$(cat "$roots/everything/sys/bus/event_source/devices/uncore_imc_0/type")
	LIBPFM_FSROOT=$roots/everything try 0 perf_encode --json skx_unc_imc0::UNC_M_CAS_COUNT:RD
	json "map(.type) == [$type]"
}

@test "tracepoints" {
	id=$(cat "$roots"/tracefs/sys/kernel/*/events/sched/sched_switch/id)
	LIBPFM_FSROOT=$roots/tracefs try 0 perf_encode --json perf::sched:sched_switch
	json "map([.type, .config]) == [[2, \"0x$(printf %x "$id")\"]]"
	LIBPFM_FSROOT=$roots/tracefs try 0 perf_encode --as perf perf::sched:sched_switch:u
	prints sched:sched_switch:uh
}

# ---- forms ----

@test "--as attr is the default" {
	try 0 perf_encode $latency
	grep -qE '^config1 *: 0x64$' "$out"
	cp "$out" "$out.default"
	try 0 perf_encode --as attr $latency
	cmp "$out" "$out.default"
}

@test "--as json and --json: good events and bad ones" {
	for form in "--json" "--as json"; do
		# shellcheck disable=SC2086
		try 1 perf_encode $form $latency skl::NOSUCH perf::cycles
		says_nothing
		prints_json 3
		json ".[0] == {schema: 1, requested: \"$latency\", event: \"$latency_name\", idx: 937426957,
			device: null, type: 4, config: \"0x1cd\", config1: \"0x64\", config2: \"0x0\", sample_period: 0,
			pinned: 0, exclusive: 0, exclude_user: 0, exclude_kernel: 0, exclude_hv: 0,
			freq: 0, precise_ip: 0, exclude_host: 0, exclude_guest: 1, cpu: -1}"
		json '.[1] | .requested == "skl::NOSUCH" and .error.code == "NOTFOUND" and .error.offset == 5
			and .error.length == 6'
		json '.[2].idx == 106954752'
	done
}

@test "--as c: C that compiles and has the same values" {
	for event in "$latency:u:period=5" perf::cycles:freq=9:pinned arm_n1::CPU_CYCLES:h \
		skx_unc_imc0::UNC_M_CAS_COUNT:RD; do
		try 0 perf_encode --as c $event
		{
			printf '%s\n' '#include <linux/perf_event.h>' '#include <stdio.h>' 'int main(void)' '{' \
				'struct perf_event_attr a ='
			cat "$out"
			printf '%s\n' ';' 'printf("%llx %llx %llu %d %d\n", a.config, a.config1, a.sample_period,' \
				'a.exclude_user, a.exclude_kernel);' '}'
		} >"$out.c"
		cc -std=gnu11 -Wall -Werror -o "$out.program" "$out.c"
		"$out.program" >>"$out.values"
	done
	printf '1cd 64 5 0 1\n0 0 9 0 0\n11 0 0 1 1\n304 0 0 0 0\n' | diff - "$out.values" >&2
}

@test "--as perf: what perf stat -e is given" {
	try 0 perf_encode --as perf $latency perf::cycles perf::PERF_COUNT_HW_CACHE_L1D:READ:MISS perf::task-clock:u \
		skl::INST_RETIRED:k arm_n1::CPU_CYCLES
	prints cpu/config=0x1cd,config1=0x64/ cpu-cycles L1-dcache-load-misses task-clock:uh rc0:kh r11:uk
}

@test "--as raw: the config words" {
	try 0 perf_encode --as raw $latency perf::cycles skl::INST_RETIRED
	prints "0x1cd 0x64" 0x0 0xc0
}

@test "of --as and --json the last one holds" {
	try 0 perf_encode --json --as raw perf::instructions
	prints 0x1
	try 0 perf_encode --as raw --json perf::instructions
	prints_json 1
}

@test "--as with another word" {
	try 2 perf_encode --as nosuch perf::cycles
	prints_nothing
	says_line "perf_encode: unknown form nosuch, choose from: attr, json, c, perf, raw"
}

@test "--format: every field" {
	try 0 perf_encode --format '{requested} {type} {config:#x} {config1} {config1:x} {config2} {idx}' $latency
	prints "$latency 4 0x1cd 100 64 0 937426957"
	try 0 perf_encode --format '{name}' $latency
	prints $latency_name
	try 2 perf_encode --format '{nosuch}' $latency
	says "perf_encode: no field {nosuch}"
	try 2 perf_encode --format '{name} {config' $latency
	prints_nothing
}

@test "--format: the type of a PMU that this kernel does not know" {
	try 0 perf_encode --format '{type} {type:x} {type:#x}' skx_unc_imc0::UNC_M_CAS_COUNT:RD perf::cycles
	prints "-1 -1 -0x1" "0 0 0x0"
}

@test "--format goes before --as" {
	try 0 perf_encode --as raw --format '{type}' $latency
	prints 4
}

# ---- options ----

@test "what has moved to pfmstat says so" {
	local option
	for option in open values=x pid=1 'pid 1' cpu-on 'time 1' interval=1 again per-package per-instance per-device \
		separately together no-thresholds; do
		# shellcheck disable=SC2086 # words
		try 2 perf_encode --$option perf::cycles
		prints_nothing
		[[ $(head -n 1 "$err") = "perf_encode: --${option%%[= ]*} has moved: pfmstat"* ]] || fail "$(cat "$err")"
	done
	try 1 perf_encode -- --open
	says "perf_encode: --open: "
}

@test "--os: perf has no periods, and register codes are another tool's" {
	try 0 perf_encode --os perf --json perf::cycles:u
	json 'map(.event) == ["perf::PERF_COUNT_HW_CPU_CYCLES:u=1:k=0:mg=0:mh=1"]'
	try 1 perf_encode --os perf perf::cycles:period=3
	says "period"
	try 0 perf_encode --os perf_ext perf::cycles:period=3
	for layer in none raw pmu; do
		try 2 perf_encode --os $layer perf::cycles
		says "check_events"
	done
	try 2 perf_encode --os PERF perf::cycles
	says_line "perf_encode: unknown OS layer PERF, choose from: none, raw, pmu, perf, perf_ext"
}

@test "--plm: where to count unless the event says so" {
	try 0 perf_encode --json --plm u perf::cycles perf::cycles:k
	json 'map([.exclude_user, .exclude_kernel]) == [[0, 1], [1, 0]]'
	try 0 perf_encode --json --plm kuh arm_n1::CPU_CYCLES
	json 'map(.exclude_hv) == [0]'
	try 2 perf_encode --plm x perf::cycles
	says_line "perf_encode: unknown privilege level x, choose from: k, u, h"
}

@test "--pmu and --cpu" {
	try 0 perf_encode --as raw --pmu 'sk?' LONGEST_LAT_CACHE:MISS
	prints 0x412e
	try 0 perf_encode --as raw --cpu zen1 RETIRED_INSTRUCTIONS
	prints 0xc0
	try 0 perf_encode --as raw --cpu 0x410fd0c1 CPU_CYCLES
	prints 0x11
	try 1 perf_encode --pmu 'nosuch*' CYCLES
	try 2 perf_encode --cpu nosuch CYCLES
	says_line "perf_encode: no PMU is known for the CPU nosuch"
}

@test "options stand anywhere before --" {
	try 0 perf_encode perf::cycles --json
	prints_json 1
	try 0 perf_encode --as raw perf::cycles --plm u perf::instructions
	prints 0x0 0x1
	try 0 perf_encode perf::cycles --pmu=skl INST_RETIRED --format '{name}' perf::instructions --plm k
	[ "$(cut -d: -f1-4 "$out" | xargs)" = \
		"perf::PERF_COUNT_HW_CPU_CYCLES:u=0 skl::INST_RETIRED:ANY_P perf::PERF_COUNT_HW_INSTRUCTIONS:u=0" ]
	refuses perf_encode "perf::cycles --nosuch"
}

@test "behind -- are events" {
	try 0 perf_encode --as raw perf::cycles -- perf::instructions
	prints 0x0 0x1
	try 0 perf_encode --as raw -- perf::instructions
	prints 0x1
	try 0 perf_encode --as raw perf::cycles --
	prints 0x0
	try 1 perf_encode perf::cycles -- --json
	says "perf_encode: --json: "
}

@test "a level that is asked for is not asked of what is no core's" {
	unset LIBPFM_FSROOT
	try 0 perf_encode --cpu spr --plm u --json uncore_imc_0/event=5/ cpu/event=5/
	json 'map([.exclude_kernel, .exclude_hv]) == [[0, 0], [1, 1]]'
	try 0 pfmexport c --cpu spr --metric memory_bandwidth_read
	grep -qF '.type = -1, /* to be replaced by the number in /sys/' "$out"
	refute grep -q exclude "$out"
	try 1 pfmexport bcc --cpu spr UNC_M_CLOCKTICKS
	says 'UNC_M_CLOCKTICKS: BCC takes samples, and spr_unc_imc0 has none'
}

# ---- operands and streams ----

@test "a failing event hides none of the others, and the order is kept" {
	try 1 perf_encode --as raw skl::INST_RETIRED '{skl::NOSUCH,perf::cycles}' x,perf::instructions
	prints 0xc0 0x0 0x1
	says "perf_encode: skl::NOSUCH: "
	says "perf_encode: x: "
	says_who perf_encode
}

@test "standard input and @FILE" {
	printf 'skl::INST_RETIRED # a comment\n#all\n\n  \t perf::instructions \r\n{perf::cycles,arm_n1::CPU_CYCLES}' \
		>"$out.in"
	try 0 perf_encode --as raw - <"$out.in"
	prints 0xc0 0x1 0x0 0x11
	try 0 perf_encode --as raw "@$out.in" perf::cycles
	prints 0xc0 0x1 0x0 0x11 0x0
	try 0 perf_encode - </dev/null
	prints_nothing
	says_nothing
	try 1 perf_encode @/nosuch
	says_line "perf_encode: /nosuch: No such file or directory"
}

# make_set_uid PROGRAM: a perf_encode of root's for everybody, linked whole: such a program reads no LD_LIBRARY_PATH.
make_set_uid() {
	local folder
	for folder in "$BATS_TEST_TMPDIR"{/../../..,/../..,/..,}; do chmod a+x "$folder"; done
	if [ -d "$builddir/.libs" ]; then # else the library is part of the program already
		make -s --no-print-directory -C "$builddir" pieces >"$out" --eval='pieces: ; @echo $(CC) $(CFLAGS) \
			$(LDFLAGS) $(perf_encode_OBJECTS) $(perf_encode_LDADD) $(LIBS)'
		# shellcheck disable=SC2046,SC2086 # lists of words
		(cd "$builddir" && $(sed 's/libpfm\.la/.libs\/libpfm.a/' "$out") -lpthread -o "$1")
	else
		cp "$builddir/perf_encode" "$1"
	fi
	chmod 4755 "$1"
}

as_nobody() {
	setpriv --reuid 65534 --regid 65534 --clear-groups "$@"
}

@test "with more rights than its user --cpu is heard, and what is not read is said" {
	[ "$(id -u)" = 0 ] || skip "only root can make a set-uid program"
	local program=$BATS_TEST_TMPDIR/perf_encode
	make_set_uid "$program"
	export LIBPFM_CPUID=power9 LIBPFM_FSROOT=$roots/power9
	try 0 as_nobody "$program" --as raw --cpu zen4 RETIRED_INSTRUCTIONS
	prints 0xc0
	says_line 'perf_encode: LIBPFM_FSROOT is not read: the program has more rights than its user'
	try 1 as_nobody "$program" --as raw PM_CYC
	prints_nothing
	says_line 'perf_encode: LIBPFM_CPUID is not read: the program has more rights than its user'
}

# ---- perf's language ----

@test "either language, field by field" {
	export LIBPFM_CPUID= LIBPFM_FSROOT=$roots/skylake-client
	try 0 perf_encode cpu/mem-loads,ldlat=30/upp
	says_nothing
	prints 'Event          : skl::MEM_TRANS_RETIRED:LOAD_LATENCY:ldlat=31:u=1:precise=2' \
		'type           : 4 (raw)' 'config         : 0x1cd' \
		'config1        : 0x1f' \
		'exclude_kernel : 1' 'exclude_hv     : 1' 'precise_ip     : 2' 'exclude_guest  : 1'
	try 0 perf_encode --as raw 'uncore_cbox/event=0x34,umask=0x81/,skl::INST_RETIRED,{cycles,cpu/r1a8/}:u'
	prints 0x8134 0x8134 0x8134 0x8134 0xc0 0x0 0x1a8
	try 0 perf_encode --as perf cycles:Iu mem-loads:pp power/energy-pkg/
	prints cpu-cycles:uI cpu/config=0x1cd,config1=0x3/pp power/config=0x2/
	try 0 perf_encode --as perf cycles/period=7,name=mine/u '{cycles:b,instructions:P}:S' mem:0x1000/8:rw:u \
		cpu/event=0xc0,percore/
	says_nothing
	prints cpu-cycles/period=7,name=mine/u cpu-cycles:Sb instructions:PS mem:0x1000/8:u cpu/config=0xc0,percore/
	try 1 perf_encode --as perf '{cycles,instructions}:W'
	says 'W (weak)'
	try 0 perf_encode --json mem:0x1000/4:w
	json '.[0] | .type == 5 and .bp_type == 2 and .config1 == "0x1000"'
	try 1 perf_encode cpu/nosuch/
	says 'cpu has no format and no event nosuch'
}

@test "--cpu all: what the memory ends at is said" {
	local at told=0
	needs_preload
	for at in {1..20}; do
		fails_at 1:12:$at pfmexport json skx::INST_RETIRED
		[ "$status" = 0 ] || says "out of memory"
		told=$((told + status))
	done
	[ "$told" -gt 10 ] || fail "$told of 20 allocations were wanted"
}

@test "all boxes of a kind are added: PMU*::EVENT and --all-boxes" {
	export LIBPFM_CPUID= LIBPFM_FSROOT=$roots/soft-boxes
	try 0 perf_encode --as perf 'spr_unc_cha*::UNC_CHA_CLOCKTICKS'
	prints uncore_cha_0/config=0x1/ uncore_cha_1/config=0x1/ uncore_cha_2/config=0x1/
	try 0 perf_encode --as perf UNC_CHA_CLOCKTICKS
	prints uncore_cha_0/config=0x1/
	says_line 'perf_encode: UNC_CHA_CLOCKTICKS: on spr_unc_cha0, one of 3 boxes; --all-boxes counts on all'
}

@test "kinds of cores: one is encoded, which is said, or each" {
	export LIBPFM_CPUID= LIBPFM_FSROOT=$roots/alder-lake
	try 0 perf_encode --as raw INST_RETIRED.ANY_P cycles
	prints 0xc0 0x0
	says_line 'perf_encode: INST_RETIRED.ANY_P: on cpu_core, one of 2 core types; --all-cores counts on all'
	says_line 'perf_encode: cycles: on cpu_core, one of 2 core types; --all-cores counts on all'
	try 0 perf_encode --json --all-cores INST_RETIRED.ANY_P:u cycles
	json 'map([.requested, .device, .type, .config]) == [["INST_RETIRED.ANY_P:u", "cpu_core", 4, "0xc0"],
		["INST_RETIRED.ANY_P:u", "cpu_atom", 10, "0xc0"], ["cycles", "cpu_core", 0, "0x400000000"],
		["cycles", "cpu_atom", 0, "0xa00000000"]]'
	says_nothing
	try 0 perf_encode --all-cores --as perf cycles:u
	prints cpu_core/cpu-cycles/uh cpu_atom/cpu-cycles/uh
	try 0 perf_encode --as perf cycles
	prints cpu-cycles
	says_nothing
	unset LIBPFM_FSROOT
	try 0 perf_encode --cpu adl --all-cores --as raw cycles
	prints 0x0 0x0
	says_line 'perf_encode: cycles: bits 63-32 of config are the number of cpu_atom, which only its machine knows'
	# one core type: nothing to say
	try 0 perf_encode --cpu skl --all-cores --as raw skl::INST_RETIRED:ANY_P INST_RETIRED cycles
	prints 0xc0 0xc0 0x0
	says_nothing
}

@test "what a PMU counts in any case cannot be left out" {
	cannot() { # EVENT WHAT
		local event=$1 what=$2
		for tool in perf_encode evt2raw; do
			run "$tool" "$event"
			[ "$status" -eq 1 ]
			is_line "$tool: $event: this PMU cannot leave out $what"
		done
	}
	is_line() {
		printf "%s\n" "${lines[@]}" | grep -qxF -- "$1" || {
			echo "expected: $1, came: $output"
			return 1
		}
	}
	for pmu in arm_ac8 arm_ac9 arm_1176; do
		cannot "$pmu::CPU_CYCLES:u" 'the kernel'
		cannot "$pmu::CPU_CYCLES:k" 'user code'
		cannot "$pmu::CPU_CYCLES:u=0" 'the kernel'
		cannot "$pmu::CPU_CYCLES:mh" guests
		cannot "$pmu::CPU_CYCLES:mg" 'the host'
		run perf_encode "$pmu::CPU_CYCLES:u:k"
		[ "$status" -eq 0 ]
		is_line "Event          : $pmu::CPU_CYCLES:u=1:k=1:h=1:excl=0:mg=1:mh=1"
		run perf_encode "$pmu::CPU_CYCLES:u=1:k=1:h=1:excl=0:mg=1:mh=1"
		[ "$status" -eq 0 ]
	done
	run perf_encode --cpu ac9 CPU_CYCLES:u
	[ "$status" -eq 1 ]
	is_line 'perf_encode: CPU_CYCLES:u: this PMU cannot leave out the kernel'
	run -1 evt2raw --cpu ac9 CPU_CYCLES:u
	is_line 'evt2raw: CPU_CYCLES:u: this PMU cannot leave out the kernel'
	run perf_encode arm_ac5::CPU_CYCLES:u
	[ "$status" -eq 0 ]
	is_line 'exclude_kernel : 1'
}

@test "what a PMU counts in any case: perf's language, generic events, --plm, in three tools" {
	local tool event
	for tool in perf_encode evt2raw check_events; do
		for event in CPU_CYCLES:u cycles:u cycles:h r11:u armv7_cortex_a9/cpu_cycles/u \
			armv7_cortex_a9/event=0x11/u '{armv7_cortex_a9/event=0x11/}:u'; do
			run -1 --separate-stderr "$tool" --cpu ac9 "$event"
			[ "$output" = '' ]
			[ "${stderr_lines[0]}" = "$tool: $event: this PMU cannot leave out the kernel" ] ||
				{ echo "$tool $event: ${stderr_lines[0]}"; return 1; }
		done
		for event in CPU_CYCLES cycles armv7_cortex_a9/cpu_cycles/ r11; do
			run -1 "$tool" --cpu ac9 --plm u "$event"
			[ "${lines[0]}" = "$tool: $event: this PMU cannot leave out the kernel" ] ||
				{ echo "$tool --plm u $event: $output"; return 1; }
		done
		for event in CPU_CYCLES cycles:uk cpu-clock:u armv7_cortex_a9/cpu_cycles/ukh; do
			run -0 "$tool" --cpu ac9 "$event"
		done
		run -0 "$tool" --cpu ac9 --plm ku CPU_CYCLES
		run -0 "$tool" --cpu ac5 cycles:u
	done
	# software events leave out what they are told to, whatever the core
	run -0 perf_encode --cpu ac9 cpu-clock:u
	[[ $output = *'exclude_kernel : 1'* ]]
	# drivers of RISC-V leave out guests when asked to, and else nothing
	run -0 perf_encode --cpu u74 INTEGER_LOAD_RETIRED:mh
	[ "${lines[0]}" = 'Event          : riscv_sifive_bullet::INTEGER_LOAD_RETIRED:u=1:k=1:excl=0:mg=0:mh=1' ]
	[ "${lines[3]}" = 'exclude_guest  : 1' ]
}
