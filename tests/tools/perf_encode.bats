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

# This kernel lets us count ourselves with software events.
needs_counting() {
	local probe=$BATS_FILE_TMPDIR/can_count
	[ -x "$probe" ] || cc -D_DEFAULT_SOURCE -o "$probe" "$srcdir/tests/tools/can_count.c"
	"$probe" || skip "perf_event_open is not for us here"
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
	says_line "perf_encode: unknown form nosuch, choose from: attr, json, c, perf, raw, go, python, rust, pcp, \
perfetto, bcc, papi"
}

@test "an event that is wrong: requested is what was typed, event what was looked up" {
	tells_what_was_looked_up perf_encode
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

@test "-h, --help, --version" {
	takes_help_and_version perf_encode
}

@test "several events count in one run; --separately in a run each" {
	needs_counting
	try 0 perf_encode --open perf::task-clock:u perf::page-faults:u,perf::minor-faults:u -- echo ran
	prints_lines 4
	[ "$(grep -c '^ran$' "$out")" = 1 ]
	try 0 perf_encode --open --separately perf::task-clock:u perf::page-faults:u -- echo ran
	prints_lines 4
	[ "$(grep -c '^ran$' "$out")" = 2 ]
}

@test "no event is wrong usage" {
	refuses perf_encode "" --json --open "--open -- ls" "--"
	says "perf_encode: an event is missing"
}

@test "bad options" {
	refuses perf_encode "-z perf::cycles" "--nosuch perf::cycles" "--json=1 perf::cycles" "--cpu-x 1 perf::cycles"
}

@test "options without their argument" {
	needs_arguments perf_encode --as --format --os --plm --pmu --cpu --pid --cpu-on --time
}

@test "options that are no number, or no number of that kind" {
	for value in x '' -1 1x 99999999999; do
		try 2 perf_encode --pid "$value" perf::cycles
		says "perf_encode: $value: not a process number"
		try 2 perf_encode --cpu-on "$value" perf::cycles
		says "perf_encode: $value: not a CPU number"
	done
	for value in x '' -1 0 1x nan inf; do
		try 2 perf_encode --time "$value" perf::cycles
		prints_nothing
		says "perf_encode: $value: not a number of seconds"
	done
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

@test "behind -- are events, or with --open a command" {
	try 0 perf_encode --as raw perf::cycles -- perf::instructions
	prints 0x0 0x1
	try 0 perf_encode --as raw -- perf::instructions
	prints 0x1
	try 0 perf_encode --as raw perf::cycles --
	prints 0x0
	try 1 perf_encode perf::cycles -- --json
	says "perf_encode: --json: "
	needs_counting
	try 0 perf_encode perf::task-clock:u --open -- echo --json -- x
	prints_line "--json -- x"
	prints_lines 2
}

# ---- counting ----

@test "--open: a parent that ignores how its children end takes nothing from us" {
	needs_counting
	env --ignore-signal=CHLD true 2>/dev/null || skip "env cannot ignore signals here"
	try 3 env --ignore-signal=CHLD perf_encode --open perf::task-clock:u -- sh -c 'exit 3'
	# the command has it as it was: CHLD is the signal 17
	try 0 env --ignore-signal=CHLD perf_encode --open perf::task-clock:u -- grep SigIgn /proc/self/status
	(($((16#$(awk '/^SigIgn/ { print $2 }' "$out"))) & 1 << 16)) || fail "CHLD is not ignored: $(cat "$out")"
}

@test "--open: a command, its output and its status" {
	needs_counting
	try 7 perf_encode --open perf::task-clock:u -- sh -c 'echo from the command; exit 7'
	prints_line "from the command"
	grep -qE '^ *[0-9]+  perf::PERF_COUNT_SW_TASK_CLOCK:u=1:k=0:' "$out"
	says_nothing
	try 7 perf_encode --open perf::task-clock:u perf::NOSUCH -- sh -c 'exit 7'
	try 1 perf_encode --open perf::task-clock:u perf::NOSUCH -- true
	try 7 perf_encode --open --separately perf::task-clock:u -- sh -c 'exit 7'
	try 143 perf_encode --open perf::task-clock:u -- sh -c 'kill -TERM $$'
	says_line "perf_encode: the command was ended by signal 15 (Terminated)"
	prints_lines 1
}

@test "--open: the command gets the environment that we got" {
	needs_counting
	unset LIBPFM_CPUID
	env | grep '^LIBPFM_' | sort >"$out.before"
	try 0 perf_encode --open --cpu skl perf::task-clock:u -- env
	grep '^LIBPFM_' "$out" | sort | diff "$out.before" - >&2
}

# The command of perf_encode is there.
is_ready() {
	[ -e ready ]
}

# interrupt SIGNAL WHOM COMMAND...: runs it in a process group of its own, sends the signal to WHOM (group, or tool) as
# soon as all is ready, and sets $status.
interrupt() {
	local signal=$1 whom=$2 tool
	shift 2
	rm -f ready
	setsid "$BASH" -c 'trap - INT QUIT HUP TERM; exec "$@"' - env --default-signal=HUP,INT,QUIT,TERM "$@" >"$out" \
		2>"$err" &
	tool=$!
	until is_ready; do sleep 0.01; done
	case $whom in
	tool) kill "-$signal" "$tool" ;;
	group) kill "-$signal" -- "-$tool" ;;
	esac
	status=0
	wait "$tool" || status=$?
}

@test "--open: a signal ends the command, the counts are printed, and the status tells of the signal" {
	needs_counting
	for signal in INT TERM HUP; do
		for whom in group tool; do
			# shellcheck disable=SC2016
			interrupt $signal $whom perf_encode --open perf::task-clock:u perf::page-faults:u -- sh -c \
				'echo $$ >pid; touch ready; exec sleep 100'
			[ "$status" = $((128 + $(kill -l $signal))) ] || fail "$signal to $whom: status $status"
			prints_lines 2
			says_nothing
			refute kill -0 "$(cat pid)"
		done
	done
}

@test "--open: a command that takes the signal for itself decides how it ends" {
	needs_counting
	interrupt INT group perf_encode --open perf::task-clock:u -- sh -c \
		'trap "exit 5" INT; touch ready; while :; do sleep 0.05; done'
	[ "$status" = 5 ]
	prints_lines 1
}

@test "--open --time: a signal ends the time, and the counts are printed" {
	needs_counting
	is_ready() {
		readlink "/proc/$tool"/fd/* 2>/dev/null | grep -q perf_event
	}
	interrupt INT tool perf_encode --open --time 1000 perf::task-clock:u
	[ "$status" = 130 ] || fail "status $status"
	prints_lines 1
}

@test "--open: more events than one group of the kernel holds" {
	needs_counting
	events=$(for ((i = 0; i < 100; i++)); do printf 'perf::task-clock:u,'; done)
	try 0 perf_encode --open "${events%,}" -- true
	prints_lines 100
}

@test "--open: a device with more CPUs in its cpumask than can be opened" {
	cd "$BATS_TEST_TMPDIR" || return
	cp -r "$roots/counting" root
	echo 0-1024 >root/sys/bus/event_source/devices/acme_bus_0/cpumask
	LIBPFM_CPUID='' LIBPFM_FSROOT=$PWD/root try 1 perf_encode --open acme_bus_0/switches/ -- true
	says_line "perf_encode: acme_bus_0: its cpumask has more than 1024 CPUs"
}

@test "--open: a command that cannot be run" {
	needs_counting
	try 127 perf_encode --open perf::task-clock:u -- /nosuch/command
	says "perf_encode: cannot run /nosuch/command: No such file or directory"
	prints_nothing
	try 127 perf_encode --open --metric 'x = task\-clock' -- /nosuch/command
	prints_nothing
	try 127 perf_encode --open perf::task-clock:u -- sh -c 'exit 127'
	prints_lines 1
}

@test "--open: what counts for the whole machine knows no guests, and counts all the same" {
	needs_counting
	[ -e /sys/bus/event_source/devices/msr/events/tsc ] || skip "the kernel has no PMU msr"
	unset LIBPFM_FSROOT LIBPFM_CPUID
	try 0 perf_encode --open msr/tsc/ -- true
	prints_lines 1
	try 0 perf_encode --open --metric 'x = msr@tsc@' -- true
	prints_lines 1
}

@test "a level that is asked for is not asked of what is no core's" {
	unset LIBPFM_FSROOT
	try 0 perf_encode --cpu spr --plm u --json uncore_imc_0/event=5/ cpu/event=5/
	json 'map([.exclude_kernel, .exclude_hv]) == [[0, 0], [1, 1]]'
	try 0 perf_encode --cpu spr --as c --metric memory_bandwidth_read
	grep -qF '.type = -1, /* to be replaced by the number in /sys/' "$out"
	refute grep -q exclude "$out"
	try 1 perf_encode --cpu spr --as bcc UNC_M_CLOCKTICKS
	says 'UNC_M_CLOCKTICKS: BCC takes samples, and spr_unc_imc0 has none'
}

@test "--open --json" {
	needs_counting
	try 0 perf_encode --open --json perf::task-clock:u -- true
	prints_json 1
	json 'map(.requested == "perf::task-clock:u" and .value > 0 and .estimate >= .value and .enabled_ns > 0
		and .running_ns > 0) == [true]'
}

@test "--open --json: a refusal is an object too" {
	needs_counting
	try 1 perf_encode --open --json --time 0.001 --pid 999999999 perf::task-clock:u skx_unc_imc0::UNC_M_CAS_COUNT:RD
	says_nothing
	prints_json 2
	json '.[0] == {schema: 1, requested: "perf::task-clock:u", event: "perf::PERF_COUNT_SW_TASK_CLOCK:u=1:k=0:excl=0:mg=0:mh=1",
		error: {code: "ESRCH", message: "there is no process 999999999"}}'
	json '.[1] | .requested == "skx_unc_imc0::UNC_M_CAS_COUNT:RD" and (.event | startswith("skx_unc_imc0::")) and
		.error == {code: "ENOENT", message: "this machine cannot count it"}'
}

@test "--open: a time, a process" {
	needs_counting
	try 0 perf_encode --open --time 0.01 perf::task-clock:u
	prints_lines 1
	try 0 perf_encode --open --time 0.01 --pid $$ perf::task-clock:u
	prints_lines 1
	try 1 perf_encode --open --time 0.01 --pid 999999999 perf::task-clock:u
	says_line "perf_encode: perf::task-clock:u: there is no process 999999999"
}

@test "--open: events that this machine does not have hide none of the others" {
	needs_counting
	try 1 perf_encode --open --time 0.01 skx_unc_imc0::UNC_M_CAS_COUNT:RD perf::NOSUCH perf::task-clock:u
	prints_lines 1
	says "perf_encode: skx_unc_imc0::UNC_M_CAS_COUNT:RD: this machine cannot count it"
	says "uncore_imc_0"
	says "perf_encode: perf::NOSUCH: "
}

@test "--open: a refusal says which capabilities are there" {
	needs_counting
	unshare -Ur true 2>/dev/null || skip "no user namespaces here"
	# root of a user namespace has them all, and none that the kernel looks at
	unshare -Ur perf_encode --open --time 0.001 perf::task-clock:k >"$out" 2>"$err" &&
		skip "the kernel lets everybody count everything"
	says "CAP_PERFMON: no, CAP_SYS_ADMIN: no"
	says ", in a user namespace"
	says "root in this container is no root of the kernel: on the host, as root: sysctl kernel.perf_event_paranoid="
	refute grep -q "security module" "$err"
	try 1 unshare -U "$BASH" -c 'exec "$@"' - "$(command -v perf_encode)" --open --time 0.001 perf::task-clock:k
	says "CAP_PERFMON: no, CAP_SYS_ADMIN: no"
	says "add :u to events"
}

# ---- operands and streams ----

@test "a failing event hides none of the others, and the order is kept" {
	try 1 perf_encode --as raw skl::INST_RETIRED '{skl::NOSUCH,perf::cycles}' x,perf::instructions
	prints 0xc0 0x0 0x1
	says "perf_encode: skl::NOSUCH: "
	says "perf_encode: x: "
	says_who perf_encode
}

@test "what is wrong, where, and what may have been meant" {
	try 1 perf_encode skl::INST_RETIRED:ANYP
	prints_nothing
	{
		echo 'perf_encode: skl::INST_RETIRED:ANYP: no such unit mask or modifier: ANYP'
		echo '  skl::INST_RETIRED:ANYP'
		echo '                    ^~~~'
		echo '  did you mean ANY_P, ANY?'
	} | diff - "$err" >&2
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

@test "standard input: a line of a megabyte, NULs, bytes that are no text" {
	survives_garbage perf_encode -
}

@test "10,000 events on standard input, in their order" {
	ten_thousand_events >"$out.in"
	awk -F= '{ if ($2) printf "0x%x0000c0\n", $2; else print "0xc0" }' "$out.in" >"$out.want"
	try 0 perf_encode --as raw - <"$out.in"
	cmp "$out.want" "$out"
}

@test "an output that is full or closed is status 1, and said" {
	for form in attr json c perf raw; do
		fails_if_output_does perf_encode --as $form perf::cycles
	done
	fails_if_output_does perf_encode --help
}

@test "a reader that goes away is no reason for words" {
	yes perf::cycles | head -n 10000 >"$out.in"
	is_quiet_in_pipes perf_encode "@$out.in"
}

@test "no colors in pipes" {
	is_plain perf_encode skl::INST_RETIRED
	try 1 perf_encode skl::NOSUCH
	no_escapes
}

@test "--open: nothing behind -- is no command" {
	try 2 perf_encode --open perf::task-clock --
	prints_nothing
	says_line 'perf_encode: a command is missing behind --'
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

@test "a set-uid perf_encode gives up its rights before it runs the command" {
	[ "$(id -u)" = 0 ] || skip "only root can make a set-uid program"
	needs_counting
	local program=$BATS_TEST_TMPDIR/perf_encode
	make_set_uid "$program"
	try 0 as_nobody "$program" --open perf::task-clock:u -- grep Uid: /proc/self/status
	prints_line $'Uid:\t65534\t65534\t65534\t65534' # not by way of sh, which gives up such rights itself
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
	prints 'Event          : cpu/mem-loads,ldlat=30/upp' 'type           : 4 (raw)' 'config         : 0x1cd' \
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

@test "--open: the sum over devices and CPUs, and each with --per-device" {
	needs_counting
	export LIBPFM_CPUID= LIBPFM_FSROOT=$roots/counting
	try 0 perf_encode --open acme_soft/clock/u -- true
	says_nothing
	prints_lines 1
	grep -qE '^ +[1-9][0-9]*  acme_soft/clock/u  \(sum of 2\)  = [0-9.e-]+ ms$' "$out"
	try 0 perf_encode --open --per-device acme_soft/clock/u task-clock:u -- true
	prints_lines 3
	grep -q '(acme_soft_0)' "$out"
	grep -q '(acme_soft_1)' "$out"
	try 0 perf_encode --open --json acme_soft/faults/u -- true
	json '.[0] | .added == 2 and .estimate > 0'
	try 0 perf_encode --open --separately acme_soft/faults/u acme_soft_0/faults/u -- true
	prints_lines 2
}

# opens WANTED ARGUMENT...: the events that --open opens, of a kernel that is played
opens() {
	wanted=$1
	shift
	PFM_OPENED=$out.opened LD_PRELOAD=$preload try 0 perf_encode --open "$@" -- true
	[ "$(cat "$out.opened")" = "$wanted" ] || fail "opened $(cat "$out.opened")"
}

@test "--open: braces are a group of the kernel" {
	needs_preload
	opens $'1 0x1 -1 leads\n1 0x3 -1 joins\n1 0x2 -1 leads' '{task-clock,cs}:u,page-faults'
	opens $'4 0xc0 -1 leads\n4 0x10e -1 joins' --cpu skl '{skl::INST_RETIRED,skl::UOPS_ISSUED:ANY}:k'
	opens $'0 0 -1 leads\n0 0x1 -1 joins\n1 0x1 -1 leads\n0 0x3 -1 joins' --cpu skl '{cycles,instructions}:W' \
		'{task-clock,cache-misses}'
	opens $'1 0x1 -1 leads\n1 0x3 -1 joins\n1 0x2 -1 leads' --separately '{task-clock,cs}' page-faults
	# without it the command runs once
	LIBPFM_CPUID='' LIBPFM_FSROOT=$roots/counting LD_PRELOAD=$preload try 0 perf_encode --open acme_soft/clock/ \
		acme_soft/faults/ -- echo ran
	[ "$(grep -c '^ran$' "$out")" = 1 ] || fail "$(cat "$out")"
	# round by round, each a group
	opens $'4 0x1d1 -1 leads\n4 0x2d1 -1 joins' --cpu skl --together \
		skl::MEM_LOAD_RETIRED:L1_HIT skl::MEM_LOAD_RETIRED:L2_HIT
	# with a group of the maker before it
	opens $'4 0x1e -1 leads\n4 0x200f4 -1 joins\n4 0x300f2 -1 joins\n4 0x2 -1 joins\n4 0x500fa -1 joins\n4 0x600f4 -1 joins\n0 0 -1 leads\n0 0x1 -1 joins' \
		--cpu power7 --group pm_utilization --pmu power7 --perf '{cycles,instructions}'
	# on several devices: a group of each
	LIBPFM_CPUID='' LIBPFM_FSROOT=$roots/counting \
		opens $'1 0x1 -1 leads\n1 0x2 -1 joins\n1 0x1 -1 leads\n1 0x2 -1 joins' \
		'{acme_soft/clock/,acme_soft/faults/}'
	prints_lines 2
	grep -q 'acme_soft/clock/  (sum of 2)' "$out"
	LIBPFM_CPUID='' LIBPFM_FSROOT=$roots/counting opens $'1 0x1 -1 leads\n1 0x1 -1 leads\n1 0x3 -1 leads' \
		'{acme_soft/clock/,cs}'
	says 'acme_soft/clock/: the events of its group are on different devices: they are counted one by one'
}

@test "--open: every allocation fails in turn" {
	local at
	needs_preload
	LD_PRELOAD=$preload try 0 perf_encode --open task-clock page-faults -- true
	for ((at = 1; ; at++)); do
		fails_at 1:12:$at perf_encode --open task-clock page-faults -- true
		[ "$failed" ] || break
		[ "$status" -le 1 ] || fail "status $status at $at" "$(cat "$err")"
	done
	[ "$at" -gt 5 ] || fail "$at allocations"
}

@test "--cpu all: what the memory ends at is said" {
	local at told=0
	needs_preload
	for at in {1..20}; do
		fails_at 1:12:$at perf_encode --cpu all --as json skx::INST_RETIRED
		[ "$status" = 0 ] || says "out of memory"
		told=$((told + status))
	done
	[ "$told" -gt 10 ] || fail "$told of 20 allocations were wanted"
}

@test "--open: the core of another CPU" {
	needs_preload
	opens '4 0x11 -1 leads' arm_n1::CPU_CYCLES
	says 'arm_n1::CPU_CYCLES: arm_n1 (ARM Neoverse N1) is no PMU of this machine'
	opens '4 0xc0 -1 leads' icl::INST_RETIRED
	says_nothing
	# that the kernel refuses it is not the virtual machine's fault
	PFM_FAIL=4:2:-1 LD_PRELOAD=$preload try 1 perf_encode --open --time 0.001 arm_n1::CPU_CYCLES
	says_line 'perf_encode: arm_n1::CPU_CYCLES: this machine cannot count it'
	[ "$(wc -l <"$err")" = 2 ]
}

@test "--open: a group in braces is counted whole or not at all" {
	needs_counting
	try 1 perf_encode --open '{task-clock,nosuch},page-faults:u' -- true
	prints_lines 1
	says 'nosuch: no such event'
	try 1 perf_encode --open "{$(printf 'task-clock,%.0s' {1..33})}" -- true
	says 'no more than 32 events count as one group'
	# modifiers that the PMU of event strings lacks, and perf's language has
	[ "$(id -u)" = 0 ] || skip "not everybody may count in the kernel"
	try 0 perf_encode --open '{task-clock:u,page-faults:k}:h' -- true
	prints_lines 2
}

@test "all boxes of a kind are added: PMU*::EVENT and --all-boxes" {
	export LIBPFM_CPUID= LIBPFM_FSROOT=$roots/soft-boxes
	try 0 perf_encode --as perf 'spr_unc_cha*::UNC_CHA_CLOCKTICKS'
	prints uncore_cha_0/config=0x1/ uncore_cha_1/config=0x1/ uncore_cha_2/config=0x1/
	try 0 perf_encode --as perf UNC_CHA_CLOCKTICKS
	prints uncore_cha_0/config=0x1/
	says_line 'perf_encode: UNC_CHA_CLOCKTICKS: on spr_unc_cha0, one of 3 boxes; --all-boxes counts on all'
	needs_counting
	[ "$(id -u)" = 0 ] || skip "not everybody may count whole CPUs"
	for arguments in 'spr_unc_cha*::UNC_CHA_CLOCKTICKS' '--all-boxes UNC_CHA_CLOCKTICKS'; do
		# shellcheck disable=SC2086
		try 0 perf_encode --open --time 0.01 $arguments
		prints_lines 1
		grep -qE '^ *[1-9][0-9]*  spr_unc_cha0::UNC_CHA_CLOCKTICKS:.*  \(sum of 3\)$' "$out"
		# shellcheck disable=SC2086
		try 0 perf_encode --open --time 0.01 --per-device $arguments
		prints_lines 3
		grep -q '  (uncore_cha_2, CPU 0)$' "$out"
	done
}

@test "kinds of cores: --open counts on all, and shows each" {
	needs_preload
	export LIBPFM_CPUID= LIBPFM_FSROOT=$roots/alder-lake
	# the upper half of config is the device's type
	opens $'0 0x400000000 -1 leads\n0 0xa00000000 -1 leads' cycles
	says_nothing
	opens $'3 0x400000002 -1 leads\n3 0xa00000002 -1 leads' perf::LLC-loads:u
	PFM_COUNTS="600 100 60  40 100 40" opens $'4 0xc0 -1 leads\n10 0xc0 -1 leads' INST_RETIRED.ANY_P:u
	says_nothing
	prints_lines 2
	grep -qE '^ +600  adl_glc::INST_RETIRED:ANY_P:.*  \(cpu_core, 60% of the time\)$' "$out"
	grep -qE '^ +40  adl_grt::INST_RETIRED:ANY_P:.*  \(cpu_atom, 40% of the time\)$' "$out"
	# by turns with others for half of the time
	PFM_COUNTS="600 100 30  40 100 20" opens $'4 0xc0 -1 leads\n10 0xc0 -1 leads' INST_RETIRED.ANY_P
	grep -qE '^ +1200  .*  \(cpu_core, 30% of the time\)  \(estimated: counted 50% of the time\)$' "$out"
	PFM_COUNTS="600 100 100  0 100 0" opens $'4 0xc0 -1 leads\n10 0xc0 -1 leads' --json INST_RETIRED.ANY_P
	json '.[0].device == "cpu_core" and .[0].estimate == 600 and .[1].device == "cpu_atom" and .[1].value == 0'
	# a group for each
	opens $'4 0xc0 -1 leads\n0 0x400000000 -1 joins\n10 0xc0 -1 leads\n0 0xa00000000 -1 joins' \
		'{INST_RETIRED.ANY_P,cycles}:u'
	opens $'0 0x400000000 -1 leads\n0 0x400000001 -1 joins\n0 0xa00000000 -1 leads\n0 0xa00000001 -1 joins' \
		--perf '{cycles,instructions}'
	prints_lines 4
	# told otherwise: by a name, by the CPU
	opens '4 0xc0 -1 leads' adl_glc::INST_RETIRED.ANY_P
	opens '10 0xc0 -1 leads' --pmu adl_grt INST_RETIRED.ANY_P
	opens '0 0xa00000000 -1 leads' cpu_atom/cycles/
	opens '10 0xc0 17 leads' --cpu-on 17 INST_RETIRED.ANY_P
	opens '0 0x400000000 3 leads' --cpu-on 3 cycles
	# what one kind alone has
	opens '10 0x734 -1 leads' MEM_BOUND_STALLS.LOAD
	says_nothing
	opens '10 0x734 -1 leads' --all-cores MEM_BOUND_STALLS.LOAD
	says_line 'perf_encode: MEM_BOUND_STALLS.LOAD: not on cpu_core: no such event: MEM_BOUND_STALLS'
	LIBPFM_FSROOT=$roots/arrow-lake-h opens $'4 0x412e -1 leads\n10 0x412e -1 leads\n11 0x412e -1 leads' \
		LONGEST_LAT_CACHE.MISS
}

@test "kinds of cores: one is encoded, which is said, or each" {
	export LIBPFM_CPUID= LIBPFM_FSROOT=$roots/alder-lake
	try 0 perf_encode --as raw INST_RETIRED.ANY_P cycles
	prints 0xc0 0x0
	says_line 'perf_encode: INST_RETIRED.ANY_P: on cpu_core, one of 2 kinds of cores; --all-cores counts on all'
	says_line 'perf_encode: cycles: on cpu_core, one of 2 kinds of cores; --all-cores counts on all'
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
	# one kind of cores: nothing to say
	try 0 perf_encode --cpu skl --all-cores --as raw skl::INST_RETIRED:ANY_P INST_RETIRED cycles
	prints 0xc0 0xc0 0x0
	says_nothing
	refuses perf_encode "--open --together --all-cores cycles"
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
