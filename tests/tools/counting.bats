#!/usr/bin/env bats
# How pfmstat counts: the command and its end, signals, groups, devices, core types, refusals; with software events, or
# with a kernel that is played.

# shellcheck disable=SC2154 # variables of strings.bash
load strings

setup() {
	begin
	unset LIBPFM_FSROOT LIBPFM_CPUID
	export LC_ALL=C
}

# This kernel lets us count ourselves with software events.
needs_counting() {
	local probe=$BATS_FILE_TMPDIR/can_count
	[ -x "$probe" ] || cc -D_DEFAULT_SOURCE -o "$probe" "$srcdir/tests/tools/can_count.c"
	"$probe" || skip "perf_event_open is not for us here"
}

# has_row NUMBER NAME: a row of $err, or of $out.
has_row() {
	grep -qE "^ *$1  +$2( |\$)" "$err" "$out" || fail "no row $1 $2" "$(cat "$err" "$out")"
}

# ---- the command ----

@test "a parent that ignores how its children end takes nothing from us" {
	needs_counting
	env --ignore-signal=CHLD true 2>/dev/null || skip "env cannot ignore signals here"
	try 3 env --ignore-signal=CHLD pfmstat -e task-clock:u -- sh -c 'exit 3'
	# the command has it as it was: CHLD is the signal 17
	try 0 env --ignore-signal=CHLD pfmstat -e task-clock:u -- grep SigIgn /proc/self/status
	(($((16#$(awk '/^SigIgn/ { print $2 }' "$out"))) & 1 << 16)) || fail "CHLD is not ignored: $(cat "$out")"
}

@test "a command, its output, its environment and its status" {
	needs_counting
	try 7 pfmstat -e task-clock:u -- sh -c 'echo from the command; exit 7'
	prints "from the command"
	has_row '[0-9.]+ msec' task-clock:u
	try 7 pfmstat -e task-clock:u,perf::NOSUCH -- sh -c 'exit 7'
	try 1 pfmstat -e task-clock:u,perf::NOSUCH -- true
	try 143 pfmstat -e task-clock:u -- sh -c 'kill -TERM $$'
	env | grep '^LIBPFM_' | sort >"$out.before"
	try 0 pfmstat -e task-clock:u -- env
	grep '^LIBPFM_' "$out" | sort | diff "$out.before" - >&2
}

@test "a command that cannot be run" {
	needs_counting
	try 127 pfmstat -e task-clock:u -- /nosuch/command
	says "pfmstat: cannot run /nosuch/command: No such file or directory"
	prints_nothing
	refute grep -q 'this is an event' "$err"
	try 127 pfmstat page-faults
	says_line '  this is an event: pfmstat -e page-faults'
	try 127 pfmstat -M 'x = task\-clock' -- /nosuch/command
	prints_nothing
	try 127 pfmstat -e task-clock:u -- sh -c 'exit 127'
	has_row '[0-9.]+ msec' task-clock:u
}

# The command is there.
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

@test "a signal ends the command, the counts are printed, and the status tells of the signal" {
	needs_counting
	local signal whom
	for signal in INT TERM HUP; do
		for whom in group tool; do
			# shellcheck disable=SC2016
			interrupt $signal $whom pfmstat -e task-clock:u,page-faults:u -- sh -c \
				'echo $$ >pid; touch ready; exec sleep 100'
			[ "$status" = $((128 + $(kill -l $signal))) ] || fail "$signal to $whom: status $status"
			has_row '[0-9]+' page-faults:u
			refute kill -0 "$(cat pid)"
		done
	done
}

@test "a command that takes the signal for itself decides how it ends" {
	needs_counting
	interrupt INT group pfmstat -e page-faults:u -- sh -c \
		'trap "exit 5" INT; touch ready; while :; do sleep 0.05; done'
	[ "$status" = 5 ]
	has_row '[0-9]+' page-faults:u
	# by another signal
	# shellcheck disable=SC2016
	interrupt INT group pfmstat -e page-faults:u -- sh -c \
		'trap "kill -KILL $$" INT; touch ready; while :; do sleep 0.05; done'
	[ "$status" = 137 ] || fail "status $status"
}

@test "a signal ends the time, and the counts are printed" {
	needs_counting
	is_ready() {
		readlink "/proc/$tool"/fd/* 2>/dev/null | grep -q perf_event
	}
	interrupt INT tool pfmstat -p $$ -e page-faults:u --time 1000s
	[ "$status" = 130 ] || fail "status $status"
	has_row '[0-9]+' page-faults:u
}

@test "more events than one group of the kernel holds, in one run" {
	needs_counting
	local events
	events=$(printf 'task-clock:u,%.0s' {1..100})
	try 0 pfmstat -e "${events%,}" -- echo ran
	prints ran
	[ "$(grep -c ' task-clock:u ' "$err")" = 100 ]
	events=$(printf 'task-clock,%.0s' {1..33})
	try 0 pfmstat -e "{${events%,}}" -- true
	says_line 'pfmstat: task-clock: more than 32 events in braces: they are counted as several groups'
}

# make_set_uid PROGRAM: a pfmstat of root's for everybody, linked whole: such a program reads no LD_LIBRARY_PATH.
make_set_uid() {
	local folder
	for folder in "$BATS_TEST_TMPDIR"{/../../..,/../..,/..,}; do chmod a+x "$folder"; done
	if [ -d "$builddir/.libs" ]; then # else the library is part of the program already
		make -s --no-print-directory -C "$builddir" pieces >"$out" --eval='pieces: ; @echo $(CC) $(CFLAGS) \
			$(LDFLAGS) $(pfmstat_OBJECTS) $(pfmstat_LDADD) $(LIBS)'
		# shellcheck disable=SC2046,SC2086 # lists of words
		(cd "$builddir" && $(sed 's/libpfm\.la/.libs\/libpfm.a/' "$out") -lpthread -o "$1")
	else
		cp "$builddir/pfmstat" "$1"
	fi
	chmod 4755 "$1"
}

@test "a set-uid pfmstat gives up its rights before it runs the command" {
	[ "$(id -u)" = 0 ] || skip "only root can make a set-uid program"
	needs_counting
	local program=$BATS_TEST_TMPDIR/pfmstat
	make_set_uid "$program"
	try 0 setpriv --reuid 65534 --regid 65534 --clear-groups "$program" -e task-clock:u -- \
		grep Uid: /proc/self/status
	prints_line $'Uid:\t65534\t65534\t65534\t65534' # not by way of sh, which gives up such rights itself
}

@test "what counts for the whole machine knows no guests, and counts all the same" {
	needs_counting
	[ -e /sys/bus/event_source/devices/msr/events/tsc ] || skip "the kernel has no PMU msr"
	try 0 pfmstat -e msr/tsc/ -- true
	has_row '[1-9][0-9]*' msr/tsc/
	try 0 pfmstat -M 'x = msr@tsc@' -- true
	grep -qE ' x$' "$err"
}

@test "events that this machine does not have hide none of the others" {
	needs_counting
	try 1 pfmstat -e skx_unc_imc0::UNC_M_CAS_COUNT:RD,perf::NOSUCH,page-faults:u -- true
	has_row '[0-9]+' page-faults:u
	has_row '<not counted>' skx_unc_imc0::UNC_M_CAS_COUNT:RD
	says "pfmstat: skx_unc_imc0::UNC_M_CAS_COUNT:RD: this machine cannot count it"
	says "uncore_imc_0"
	says "pfmstat: perf::NOSUCH: "
}

@test "every allocation fails in turn" {
	local at
	needs_preload
	LD_PRELOAD=$preload try 0 pfmstat -e task-clock,page-faults -- true
	for ((at = 1; ; at++)); do
		fails_at 1:12:$at pfmstat -e task-clock,page-faults -- true
		[ "$failed" ] || break
		[ "$status" -le 1 ] || fail "status $status at $at" "$(cat "$err")"
	done
	[ "$at" -gt 5 ] || fail "$at allocations"
}

# ---- devices, groups, core types ----

@test "a device with more CPUs in its cpumask than can be opened" {
	cp -r "$roots/counting" root
	echo 0-5000 >root/sys/bus/event_source/devices/acme_bus_0/cpumask
	LIBPFM_CPUID='' LIBPFM_FSROOT=$PWD/root try 1 pfmstat -e acme_bus_0/switches/ -- true
	says_line "pfmstat: acme_bus_0: more than 4096 CPUs"
}

@test "the sum over devices and CPUs, and each with --per-device" {
	needs_counting
	export LIBPFM_CPUID= LIBPFM_FSROOT=$roots/counting
	try 0 pfmstat -e acme_soft/clock/u -- true
	has_row '[0-9.]+ msec' acme_soft/clock/u
	try 0 pfmstat --per-device -e acme_soft/clock/u,task-clock:u -- true
	grep -qE '^acme_soft_0 +[0-9.]+ msec +acme_soft/clock/u' "$err"
	grep -qE '^acme_soft_1 +[0-9.]+ msec +acme_soft/clock/u' "$err"
	grep -qE '^ +[0-9.]+ msec +task-clock:u' "$err"
}

# opens WANTED ARGUMENT...: the events that are opened, of a kernel that is played, in any order of their groups.
opens() {
	local wanted=$1
	shift
	rm -f opened
	PFM_OPENED=opened LD_PRELOAD=$preload try 0 pfmstat "$@" -- true
	[ "$(cat opened)" = "$wanted" ] || fail "opened $(cat opened)"
}

@test "braces are a group of the kernel" {
	needs_preload
	opens $'1 0x1 -1 leads\n1 0x3 -1 joins\n1 0x2 -1 leads' -e '{task-clock,cs}:u,page-faults'
	LIBPFM_CPUID=GenuineIntel-6-94-3 opens $'4 0xc0 -1 leads\n4 0x10e -1 joins' \
		-e '{skl::INST_RETIRED,skl::UOPS_ISSUED:ANY}:k'
	LIBPFM_CPUID=GenuineIntel-6-94-3 opens $'0 0 -1 leads\n0 0x1 -1 joins\n1 0x1 -1 leads\n0 0x3 -1 joins' \
		-e '{cycles,instructions}:W' -e '{task-clock,cache-misses}'
	LIBPFM_CPUID=GenuineIntel-6-94-3 opens '0 0 -1 leads' -e '{cycles}:D'
	# on several devices: a group of each
	export LIBPFM_CPUID='' LIBPFM_FSROOT=$roots/counting
	opens $'1 0x1 -1 leads\n1 0x2 -1 joins\n1 0x1 -1 leads\n1 0x2 -1 joins' \
		-e '{acme_soft/clock/,acme_soft/faults/}'
	says_nothing_of 'different devices'
	opens $'1 0x3 -1 leads\n1 0x1 -1 leads\n1 0x1 -1 leads' -e '{acme_soft/clock/,cs}'
	says 'acme_soft/clock/: the events of its group are on different devices: each device counts its own'
}

says_nothing_of() {
	refute grep -F "$1" "$err"
}

@test "a group in braces is counted whole or not at all" {
	needs_counting
	try 1 pfmstat -e '{task-clock,nosuch},page-faults:u' -- true
	has_row '[0-9]+' page-faults:u
	refute grep -q ' task-clock' "$err"
	says 'nosuch: no such event'
	# modifiers that the PMU of event strings lacks, and perf's language has
	[ "$(id -u)" = 0 ] || skip "not everybody may count in the kernel"
	try 0 pfmstat -e '{task-clock:u,page-faults:k}:h' -- true
}

@test "all boxes of a kind are added: PMU*::EVENT and --all-boxes" {
	needs_counting
	[ "$(id -u)" = 0 ] || skip "not everybody may count whole CPUs"
	export LIBPFM_CPUID= LIBPFM_FSROOT=$roots/soft-boxes
	local arguments
	for arguments in 'spr_unc_cha*::UNC_CHA_CLOCKTICKS' 'UNC_CHA_CLOCKTICKS --all-boxes'; do
		# shellcheck disable=SC2086
		try 0 pfmstat --time 10ms -e $arguments
		[ "$(grep -c CLOCKTICKS "$out")" = 1 ]
		# shellcheck disable=SC2086
		try 0 pfmstat --time 10ms --per-device -e $arguments
		[ "$(grep -oE '^uncore_cha_[0-2]' "$out" | xargs)" = 'uncore_cha_0 uncore_cha_1 uncore_cha_2' ]
		says_nothing
	done
	try 0 pfmstat --time 10ms -e UNC_CHA_CLOCKTICKS
	says_line 'pfmstat: UNC_CHA_CLOCKTICKS: on spr_unc_cha0, one of 3 boxes; --all-boxes counts on all'
}

@test "core types: all are counted, each in a row of its own" {
	needs_preload
	export LIBPFM_CPUID= LIBPFM_FSROOT=$roots/alder-lake
	# the upper half of config is the device's type
	opens $'0 0xa00000000 -1 leads\n0 0x400000000 -1 leads' -e cycles
	# a task that ran on the one for 60 % of the time, on the other for 40: nothing is estimated
	PFM_COUNTS="600 100 60  40 100 40" opens $'10 0xc0 -1 leads\n4 0xc0 -1 leads' -e INST_RETIRED.ANY_P:u
	has_row 600 'INST_RETIRED.ANY_P:u \(cpu_atom\)$'
	has_row 40 'INST_RETIRED.ANY_P:u \(cpu_core\)$'
	# by turns with others for half of the time
	PFM_COUNTS="600 100 30  40 100 20" opens $'10 0xc0 -1 leads\n4 0xc0 -1 leads' -e INST_RETIRED.ANY_P
	has_row 1200 'INST_RETIRED.ANY_P \(cpu_atom\)  \(50.0 %\)$'
	has_row 80 'INST_RETIRED.ANY_P \(cpu_core\)  \(50.0 %\)$'
	PFM_COUNTS="600 100 100  0 100 0" opens $'10 0xc0 -1 leads\n4 0xc0 -1 leads' -e INST_RETIRED.ANY_P
	has_row 600 'INST_RETIRED.ANY_P \(cpu_atom\)$'
	has_row 0 'INST_RETIRED.ANY_P \(cpu_core\)  did not run$'
	# a thread that is there already
	PFM_COUNTS="600 100 60  40 100 40" LD_PRELOAD=$preload PFM_OPENED=opened \
		try 0 pfmstat -o rows --tid $$ --time 10ms -e INST_RETIRED.ANY_P:u
	[ "$(awk '/INST/ { print $1, $3 }' rows)" = $'40 (cpu_core)\n600 (cpu_atom)' ] || fail "$(cat rows)"
	# a group for each
	opens $'10 0xc0 -1 leads\n0 0xa00000000 -1 joins\n4 0xc0 -1 leads\n0 0x400000000 -1 joins' \
		-e '{INST_RETIRED.ANY_P,cycles}:u'
	opens $'0 0xa00000000 -1 leads\n0 0xa00000001 -1 joins\n0 0x400000000 -1 leads\n0 0x400000001 -1 joins' \
		--perf -e '{cycles,instructions}'
	# told otherwise: by a name, by the CPU
	opens '4 0xc0 -1 leads' -e adl_glc::INST_RETIRED.ANY_P
	opens '10 0xc0 -1 leads' --pmu adl_grt -e INST_RETIRED.ANY_P
	opens '0 0xa00000000 -1 leads' -e cpu_atom/cycles/
	opens '10 0xc0 17 leads' -C 17 -e INST_RETIRED.ANY_P
	opens '0 0x400000000 3 leads' -C 3 -e cycles
	# what one type alone has
	opens '10 0x734 -1 leads' -e MEM_BOUND_STALLS.LOAD
	LIBPFM_FSROOT=$roots/arrow-lake-h opens $'10 0x412e -1 leads\n4 0x412e -1 leads\n11 0x412e -1 leads' \
		-e LONGEST_LAT_CACHE.MISS
}

@test "the core of another CPU" {
	needs_preload
	export LIBPFM_FSROOT=$roots/vm LIBPFM_CPUID=GenuineIntel-6-167-1
	opens '4 0x11 -1 leads' -e arm_n1::CPU_CYCLES
	says 'arm_n1::CPU_CYCLES: arm_n1 (ARM Neoverse N1) is no PMU of this machine'
	opens '4 0xc0 -1 leads' -e icl::INST_RETIRED
	says_nothing_of 'no PMU of this machine'
}

# ---- counters that are free ----

@test "free counters are those that pinned events find, and a plan can keep to them" {
	needs_preload
	export PFM_DRIVER=host-only LIBPFM_CPUID=GenuineIntel-6-143 # cycles count
	# four general ones are free, and the fixed ones of instructions, cycles and slots
	PFM_FREE="4 0xc0 0x3c 0x400" PFM_OPENED=opened LD_PRELOAD=$preload run showevtinfo --host
	grep -qxF 'Counters        : usable now: 4 of 8 general, 3 of 4 fixed (who holds the others is not known)' \
		<<<"$output" || fail "$output"
	# branches until none is left; then one event of each fixed counter; reference cycles as the kernel knows them
	[ "$(grep -c '^4 0xc4 0 leads$' opened)" = 5 ] || fail "$(cat opened)"
	[ "$(tail -n 4 opened)" = $'4 0xc0 0 leads\n4 0x3c 0 leads\n0 0x9 0 leads\n4 0x400 0 leads' ] ||
		fail "$(cat opened)"
	PFM_FREE="8 0xc0 0x3c 0x9 0x400" LD_PRELOAD=$preload run showevtinfo --host
	grep -qxF 'Counters        : usable now: 8 of 8 general, 4 of 4 fixed' <<<"$output" || fail "$output"
	PFM_FREE="5 0x3c" LD_PRELOAD=$preload showevtinfo --host --json >"$out" || true
	json '.[0].usable_counters == [{ "pmu": "spr", "cpu": 0, "counters": 8, "usable": 5, "fixed_counters": 4,
		"usable_fixed": 1 }]'
	LIBPFM_CPUID=AuthenticAMD-25-17 PFM_FREE=5 LD_PRELOAD=$preload showevtinfo --host --json >"$out" || true
	json '.[0].usable_counters | map(.counters, .usable, .fixed_counters) == [6, 5, 0]'
	LIBPFM_FSROOT=$roots/host-spr-510 showevtinfo --host --json >"$out"
	json '.[0].usable_counters == []' # files do not tell
	local metrics=l2_mpki,branch_mpki,l1d_mpki,llc_mpki line
	for line in '2 2' '3 2' '4 1' '8 1' '0 4'; do
		PFM_FREE=${line% *} LD_PRELOAD=$preload try 0 pfmstat --counters auto --dry-run -j -M $metrics -- true
		json ".[0].rounds == ${line#* }"
	done
	says_line 'pfmstat: --counters auto: spr: 0 of 8 general counters are free: planned with one'
	unset PFM_DRIVER
	LIBPFM_CPUID=AuthenticAMD-25-17 PFM_FAIL=4:13:-1 LD_PRELOAD=$preload \
		try 1 pfmstat --counters auto -M ipc -- true
	says 'pfmstat: --counters auto: amd64_fam19h_zen4: counting on CPUs: not permitted: planned with all counters'
}

@test "a plan with so many general counters" {
	local metrics=l2_mpki,branch_mpki,l1d_mpki,llc_mpki line
	for line in '1 4' '2 2' '3 2' '4 1' '32 1'; do
		try 0 pfmstat --cpu spr --counters "${line% *}" --dry-run -M $metrics -- true
		[ "$(awk '/^[0-9]+ +[f0-9]+ / { if ($1 > n) n = $1 } END { print n }' "$out")" = "${line#* }" ] ||
			fail "$line" "$(cat "$out")"
	done
	try 0 pfmstat --cpu spr --counters 2 --dry-run -M $metrics -- true
	prints_line "2 rounds: L2_LINES_IN.ALL, BR_MISP_RETIRED.ALL_BRANCHES and L1D.REPLACEMENT all need one of the \
counters 0-7, of which 6 are not free"
}

# ---- refusals ----

# refused ERRNO ARGUMENT...: every use of an event fails with this errno, of a kernel that is played.
refused() {
	PFM_FAIL=4:$1:-1 LD_PRELOAD=$preload try 77 pfmstat -t $$ --time 1ms "${@:2}"
}

@test "what each error of the kernel means, and what helps" {
	local number code message hint
	needs_preload
	export LIBPFM_CPUID=GenuineIntel-6-143
	while IFS=: read -r number code message hint; do
		refused "$number" -j -e perf::page-faults:u -e perf::minor-faults:u -e perf::major-faults:u
		says_line "pfmstat: perf::page-faults:u: $message"
		[ -z "$hint" ] || says "  $hint"
		json "map(select(.kind == \"event\")) | length == 3 and all(.value == null and .reason == \"$code\")"
		# for the first of three, and in no words of another error
		[ "$(grep -c '^pfmstat: ' "$err")" = 1 ] || fail "$(cat "$err")"
		refused "$number" -e spr::INST_RETIRED:u
		[ -z "$(grep -v "what helps:" "$err" | sort | uniq -d)" ] || fail "$(cat "$err")"
	done <<-'EOF'
		2:ENOENT:this machine cannot count it
		6:ENXIO:this machine cannot count it
		7:E2BIG:Argument list too long
		13:EACCES:not permitted:what helps:
		16:EBUSY:another program has the PMU for itself:what helps:
		19:ENODEV:this machine cannot count it
		22:EINVAL:the kernel does not accept these fields
		23:ENFILE:too many open files:raise the limit: ulimit -n
		24:EMFILE:too many open files:raise the limit: ulimit -n
		28:ENOSPC:No space left on device
		74:UNKNOWN:Bad message
		95:EOPNOTSUPP:the PMU does not support it this way:sampling, precise levels
	EOF
	# of a tree the first on each device, and how many alike
	PFM_FAIL=4:2:-1 LD_PRELOAD=$preload try 1 pfmstat -t $$ --time 1ms -M topdown
	[ "$(grep -c ': this machine cannot count it$' "$err")" = 2 ] || fail "$(cat "$err")"
	grep -qE '^  nor [0-9]{2,} more groups of its events$' "$err" || fail "$(cat "$err")"
	# a process that is not there; a PMU that is not here
	refused 3 -e perf::page-faults:u
	says_line "pfmstat: perf::page-faults:u: there is no process $$"
	LIBPFM_CPUID=GenuineIntel-6-167-1 LIBPFM_FSROOT=$roots/vm refused 2 -e rapl::RAPL_ENERGY_PKG
	says_line "  the kernel has no PMU power here"
}

@test "a refusal says which capabilities are there" {
	needs_counting
	unshare -Ur true 2>/dev/null || skip "no user namespaces here"
	# root of a user namespace has them all, and none that the kernel looks at
	unshare -Ur pfmstat -e task-clock:k -- true >"$out" 2>"$err" &&
		skip "the kernel lets everybody count everything"
	says "CAP_PERFMON: no, CAP_SYS_ADMIN: no"
	says ", in a user namespace"
	says "root in this container is no root of the kernel: on the host, as root: sysctl kernel.perf_event_paranoid="
	refute grep -q "security module" "$err"
	try 1 unshare -U "$BASH" -c 'exec "$@"' - "$(command -v pfmstat)" -e task-clock:k -- true
	says "CAP_PERFMON: no, CAP_SYS_ADMIN: no"
	says "add :u to events"
}
