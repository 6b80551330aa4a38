#!/usr/bin/env bats
# All tools when something fails: output, input, memory, files, the kernel. Never a crash, never silence.

# shellcheck disable=SC2154 # variables of strings.bash
load strings

setup() {
	begin
	root=$BATS_TEST_TMPDIR/root
}

# A run of each tool for each kind of output, a line each. Words have no blanks.
modes() {
	cat <<-'EOF'
		showevtinfo
		showevtinfo -L skl::
		showevtinfo -E -M skl::INST_RETIRED
		showevtinfo -D skl::INST_RETIRED
		showevtinfo -N skl::
		showevtinfo -S last-level miss
		showevtinfo --sort -L perf::
		showevtinfo --pmus
		showevtinfo --host
		showevtinfo --host --json
		showevtinfo -L skl::LONGEST_LAT_CACHE.MISS
		showevtinfo --banner skl::INST_RETIRED
		showevtinfo --groups --pmu power7
		showevtinfo --groups --json --pmu power7
		showevtinfo --json skl::INST_RETIRED
		showevtinfo --json --pmus
		showevtinfo --format {name} skl::INST_RETIRED
		pfmexport perf-list skl::INST_RETIRED
		pfmexport data --pmu perf
		showevtinfo --help
		showevtinfo --version
		check_events skl::INST_RETIRED
		check_events -O perf perf::cycles
		check_events INST_RETIRED,skl::INST_RETIRED
		check_events --pmus
		check_events --group power7::pm_flush
		check_events skx_unc_upi*::UNC_UPI_CLOCKTICKS
		check_events skylake::INST_RETIRED
		check_events --json skl::INST_RETIRED skl::NOSUCH
		check_events --format {name} skl::INST_RETIRED
		check_events --help
		check_events --version
		evt2raw skl::INST_RETIRED
		evt2raw --pmu skl* INST_RETIRED
		evt2raw -v perf::cycles:u
		evt2raw skx_unc_upi*::UNC_UPI_CLOCKTICKS
		evt2raw --json skl::INST_RETIRED
		evt2raw --format {raw} skl::INST_RETIRED
		evt2raw --cpu skl --decode rc0
		evt2raw --cpu skl --decode --json rc0
		evt2raw --cpu skl --decode --all --format {name} rc0
		pfmexport papi skl::INST_RETIRED
		pfmexport asprof skl::INST_RETIRED
		evt2raw --help
		evt2raw --version
		perf_encode perf::cycles
		perf_encode --as c perf::cycles
		perf_encode --as perf perf::cycles
		perf_encode --as perf skx_unc_upi*::UNC_UPI_CLOCKTICKS
		perf_encode --as raw perf::cycles
		perf_encode --json perf::cycles
		perf_encode --format {config} perf::cycles
		perf_encode --group power7::pm_flush
		pfmexport c INST_RETIRED
		pfmexport json INST_RETIRED
		pfmexport go INST_RETIRED
		pfmexport python INST_RETIRED
		pfmexport rust INST_RETIRED
		pfmexport pcp --cpu skx,zen5 x=INST_RETIRED,EX_RET_INSTR y=UNC_M_CAS_COUNT.RD
		pfmexport papi --cpu skx,zen5 x=INST_RETIRED,EX_RET_INSTR
		pfmexport perfetto perf::cycles
		pfmexport bcc perf::cycles
		perf_encode --help
		perf_encode --version
	EOF
	! has_page || echo "pfmexport html --cpu skl"
}

# for_modes COMMAND [PATTERN]: runs COMMAND with the words of each mode.
for_modes() {
	local words
	while read -ra words; do
		[[ ${words[*]} == ${2:-*} ]] || continue
		echo "${words[@]}"
		"$1" "${words[@]}"
	done < <(modes)
}

# ---- output ----

full() {
	local status=0
	"$@" >/dev/full 2>"$err" </dev/null || status=$?
	[ "$status" = 1 ] || fail "status $status"
	says "$1: cannot write the output"
}

@test "a full disk: status 1 and a message, whatever is printed" {
	[ -c /dev/full ] || skip "no /dev/full"
	for_modes full
}

closed() {
	local status=0
	"$@" >&- 2>"$err" </dev/null || status=$?
	[ "$status" = 1 ] || fail "status $status"
	says "$1: cannot write the output"
}

@test "no standard output: status 1 and a message" {
	for_modes closed
}

no_errors() {
	local status=0
	"$@" >"$out" 2>&- </dev/null || status=$?
	[ "$status" -le 1 ] || fail "status $status"
	[ -s "$out" ] || fail "nothing printed"
}

@test "no standard error: the output is the same" {
	for_modes no_errors
	local tool
	for tool in check_events evt2raw perf_encode; do
		[ "$("$tool" skl::NOSUCH 2>&- | wc -c)" = 0 ]
	done
}

@test "nothing is open at all" {
	local tool status
	for tool in check_events evt2raw perf_encode showevtinfo; do
		status=0
		"$tool" skl::INST_RETIRED <&- >&- 2>&- || status=$?
		[ "$status" = 1 ] || fail "$tool: status $status"
	done
}

# ---- input ----

@test "no standard input: status 1 and a message" {
	local tool status
	for tool in check_events evt2raw perf_encode "evt2raw --decode"; do
		status=0
		$tool - <&- >"$out" 2>"$err" || status=$?
		[ "$status" = 1 ] || fail "$tool: status $status"
		says "${tool%% *}: standard input: "
	done
}

@test "@FILE that is a directory, is not there, or cannot be read" {
	local tool file=$BATS_TEST_TMPDIR/secret
	echo perf::cycles >"$file"
	chmod 0 "$file"
	for tool in check_events evt2raw perf_encode; do
		try 1 "$tool" "@$BATS_TEST_TMPDIR"
		says "$tool: $BATS_TEST_TMPDIR: Is a directory"
		try 1 "$tool" "@$file.none"
		says "$tool: $file.none: No such file or directory"
		try 1 "$tool" @
		says "$tool: "
		# a file that cannot be read stops nothing else
		try 1 "$tool" "@$file.none" perf::cycles
		[ -s "$out" ] || fail "$tool: nothing printed"
		[ -r "$file" ] && continue
		try 1 "$tool" "@$file"
		says "$tool: $file: Permission denied"
	done
}

@test "conversions of printf() in every operand are text" {
	local tool text
	for text in '%s%s%s%s%n' '%n%n%n' '%1$s' '%999999d' '%'; do
		for tool in check_events evt2raw perf_encode; do
			try 1 "$tool" "$text"
			says "$text"
			try 1 "$tool" "skl::$text"
			says "$text"
			try 1 "$tool" "$text::INST_RETIRED"
			says "$text"
			try 1 "$tool" "skl::INST_RETIRED:$text"
			says "$text"
			try 1 "$tool" "@$text"
			says "$text"
			try 1 "$tool" --pmu "$text" cycles
			try 2 "$tool" --cpu "$text" cycles
			says "$text"
			try 2 "$tool" --plm "$text" cycles
			try 1 "$tool" --json "skl::$text"
			prints_json 1
			grep -qF -e "$text" "$out"
			try 0 "$tool" --format "$text" perf::cycles
			prints "$text"
			refute "$tool" "--$text" perf::cycles
		done
		try 1 evt2raw --decode "$text"
		says "$text"
		# "%1$s" has the words 1 and s for the search
		showevtinfo "$text" >"$out" 2>"$err" || [ $? = 1 ]
		showevtinfo -S "$text" >"$out" 2>"$err" || [ $? = 1 ]
		try 1 showevtinfo --pmu "$text"
		try 2 showevtinfo --cpu "$text"
		try 2 showevtinfo -F "$text"
		says "$text"
		try 2 showevtinfo -O "$text"
		says "$text"
		try 0 showevtinfo -E -x "$text" skl::INST_RETIRED
		grep -qF -e "$text" "$out"
		try 0 showevtinfo --format "$text" skl::INST_RETIRED:ANY_P
		grep -qxF -e "$text" "$out"
		try 1 perf_encode --group "$text"
		says "$text"
		try 1 check_events --group "power7::$text"
		says "$text"
	done
}

# ---- memory ----

@test "too little memory: a message, no crash" {
	local limit status words
	for limit in 500 1000 2000 3000 4000 6000 8000 10000 12000 16000 32000; do
		for words in "check_events skl::INST_RETIRED" "evt2raw --cpu skl --decode rc0" \
			"perf_encode perf::cycles" "showevtinfo -L skl::"; do
			status=0
			# shellcheck disable=SC2086
			(ulimit -v $limit && exec $words) >"$out" 2>"$err" || status=$?
			# 126, 127: not even the loader could work; 139: it says so by a signal
			[ "$status" -lt 126 ] ||
				grep -qE 'error while loading|Cannot allocate|failed to map|cannot execute' "$err" ||
				[ ! -s "$out" ] ||
				fail "$words: $limit KiB: status $status" "$(cat "$err")"
			[ "$status" = 0 ] || [ -s "$err" ] || [ "$status" -ge 126 ] ||
				fail "$words: $limit KiB: status $status and no word"
		done
	done
	[ "$status" = 0 ] || fail "32 MB are enough"
}

# one_failure COMMAND...: makes call $at fail. Right output, or a failure that is told. Sets $failed as fails_at does.
one_failure() {
	fails_at "$kinds:$errno:$at" "$@"
	[ "$failed" ] || return 0
	tried=$((tried + 1))
	contents "$err"
	said=$contents
	if { [ "$status" = 0 ] || [ "$status" = "$right" ]; } && [ "$errno" != 13 ] &&
		! says_what_failed "$said" && ! grep -q '"NOMEM"\|out of memory' "$out"; then
		cmp -s "$out" "$out.right" ||
			fail "failure $at of kind $kinds: other output with status $status" \
			"$(diff "$out" "$out.right" | head -n 5)"
		[ "$said" = "$right_said" ] ||
			fail "failure $at of kind $kinds: other messages with status $status" "$said"
	fi
}

# one_by_one KINDS ERRNO COMMAND...: makes the first call fail, the second, ... Of many calls, as of those that
# regexec() makes for every event, only some fail, ever farther apart, and the last ones, which are the tool's own.
one_by_one() {
	local kinds=$1 errno=$2 at=1 last=0 end status=0 failed said
	shift 2
	LD_PRELOAD=$preload "$@" >"$out.right" 2>"$err.right" </dev/null || status=$?
	local right=$status right_said
	contents "$err.right"
	right_said=$contents
	while :; do
		one_failure "$@"
		[ "$failed" ] || break
		last=$at
		at=$((at < 16 ? at + 1 : at + at / 4))
	done
	end=$at
	while [ "$end" -gt $((last + 1)) ]; do
		at=$(((last + end) / 2))
		one_failure "$@"
		if [ "$failed" ]; then last=$at; else end=$at; fi
	done
	for ((at = last < 32 ? last : last - 15; at < last; at++)); do
		one_failure "$@"
	done
}

says_what_failed() {
	[[ $1 == *"out of memory"* || $1 == *"Cannot allocate"* || $1 == *"Too many open files"* ]]
}

memory_fails() {
	one_by_one 1 12 "$@"
}

@test "every allocation of showevtinfo fails in turn" {
	needs_preload
	tried=0
	for_modes memory_fails 'showevtinfo -[LESDN]*'
	for_modes memory_fails 'showevtinfo --*'
	LIBPFM_FSROOT=$roots/tracefs memory_fails showevtinfo -L perf::sched
	memory_fails showevtinfo -F default,precise -N skl::INST_RETIRED
	echo "# $tried allocations" >&3
}

@test "every allocation of check_events, evt2raw and perf_encode fails in turn" {
	needs_preload
	tried=0
	for_modes memory_fails 'check_events *'
	for_modes memory_fails 'evt2raw *'
	for_modes memory_fails 'perf_encode *'
	echo "# $tried allocations" >&3
}

@test "every allocation fails in turn where tracepoints, lists and files are read" {
	local tool file=$BATS_TEST_TMPDIR/events
	needs_preload
	tried=0
	export LIBPFM_FSROOT=$roots/tracefs
	printf '%s\n' perf::sched:sched_switch 'perf::cycles # comment' "perf::sched:sched_wakeup,perf::cycles" \
		'{perf::cycles,skl::NOSUCH}' >"$file"
	for tool in check_events evt2raw perf_encode; do
		memory_fails "$tool" "@$file"
		memory_fails "$tool" --json "@$file"
		memory_fails "$tool" --pmu 'perf*' sched:sched_switch
	done
	memory_fails check_events sched:sched_switch INST_RETIRED.ANY_P
	memory_fails evt2raw --pmu perf --decode 372
	echo "# $tried allocations" >&3
}

@test "every allocation of pfmstat fails in turn" {
	needs_preload
	tried=0
	printf '%s\n' '1000 INST_RETIRED.ANY' '2000 CPU_CLK_UNHALTED.THREAD' >counts
	memory_fails pfmstat --cpu skl --metric ipc --from counts
	memory_fails pfmstat --cpu skl --json --metric 'ipc,x = INST_RETIRED.ANY * 2' --from counts
	memory_fails pfmstat -x, -p $$ --time 1ms -e perf::page-faults:u
	echo "# $tried allocations" >&3
}

files_fail() {
	one_by_one 2 24 "$@"
	one_by_one 2 13 "$@"
}

@test "every look at a file fails in turn" {
	local tool file=$BATS_TEST_TMPDIR/events
	needs_preload
	tried=0
	export LIBPFM_FSROOT=$roots/tracefs
	echo perf::sched:sched_switch >"$file"
	for tool in check_events evt2raw perf_encode; do
		files_fail "$tool" "@$file"
	done
	files_fail showevtinfo -L perf::sched
	files_fail pfmstat -x, -p $$ --time 1ms -e perf::page-faults:u
	# devices that only the kernel knows
	LIBPFM_FSROOT=$roots/counting files_fail showevtinfo --pmus --type device
	echo "# $tried files" >&3
}

@test "every use of an event fails in turn" {
	local errno
	needs_preload
	tried=0
	for errno in 1 2 13 16 22 24; do
		one_by_one 4 $errno pfmstat -x, -p $$ --time 1ms -e perf::page-faults:u
		one_by_one 4 $errno pfmstat -x, -e '{page-faults:u,context-switches:u}' -- true
		one_by_one 4 $errno pfmstat -x, -a --time 1ms -e page-faults
	done
	echo "# $tried uses of events" >&3
}

# ---- files of the system ----

# A machine of its own with tracepoints, cpuinfo and an uncore PMU.
make_machine() {
	rm -rf "$root"
	cp -r "$roots/tracefs" "$root"
	devices=$root/sys/bus/event_source/devices
	mkdir -p "$devices/uncore_imc_0"
	echo 9 >"$devices/uncore_imc_0/type"
	echo 4 >"$devices/uncore_imc_0/perf_event_mux_interval_ms"
	id=$root/sys/kernel/tracing/events/sched/sched_switch/id
	printf '%s\n' 'vendor_id : GenuineIntel' 'cpu family : 6' 'model : 85' 'stepping : 4' >"$root/proc/cpuinfo"
	export LIBPFM_FSROOT=$root
	unset LIBPFM_CPUID
}

# with FILE COMMAND...: the machine with this file replaced in every bad way; the tools must end soon and well.
with_bad() {
	local file=$1 way
	for way in empty huge truncated binary fifo zero loop directory unreadable dangling random; do
		make_machine
		rm -f "$file"
		case $way in
		empty) : >"$file" ;;
		huge) head -c 20000000 /dev/zero | tr '\0' 9 >"$file" ;;
		truncated) printf 'vendor_id : Genu' >"$file" ;;
		binary) head -c 5000 "$(command -v showevtinfo)" >"$file" ;;
		random) head -c 100000 /dev/urandom >"$file" ;;
		fifo) mkfifo "$file" ;;
		zero) ln -s /dev/zero "$file" ;;
		loop) ln -s "$file" "$file" ;;
		directory) mkdir "$file" ;;
		unreadable) echo 5 >"$file" && chmod 0 "$file" ;;
		dangling) ln -s /nowhere "$file" ;;
		esac
		ends_well "$way" showevtinfo -L perf::
		ends_well "$way" showevtinfo --pmus
		ends_well "$way" check_events perf::sched:sched_wakeup skx::INST_RETIRED
		ends_well "$way" perf_encode perf::sched:sched_switch skx_unc_imc0::UNC_M_CAS_COUNT:RD
		ends_well "$way" evt2raw perf::sched:sched_switch skx_unc_imc0::UNC_M_CAS_COUNT:RD perf::cycles
	done
}

ends_well() {
	local way=$1 status=0
	shift
	timeout 10 "$@" >"$out" 2>"$err" </dev/null || status=$?
	[ "$status" -le 1 ] || fail "$way: $*: status $status" "$(head -c 2000 "$err")"
	[ "$status" = 0 ] || says "$1: "
	[ "$(wc -c <"$err")" -lt 20000 ] || fail "$way: $(wc -c <"$err") bytes of messages"
}

@test "cpuinfo that is empty, huge, endless, binary, unreadable" {
	with_bad "$root/proc/cpuinfo"
}

@test "mounts that are empty, huge, endless, binary, unreadable" {
	with_bad "$root/proc/mounts"
}

@test "a PMU's type that is empty, huge, endless, binary, unreadable" {
	with_bad "$root/sys/bus/event_source/devices/uncore_imc_0/type"
}

@test "a tracepoint's id that is empty, huge, endless, binary, unreadable: the others stay" {
	with_bad "$root/sys/kernel/tracing/events/sched/sched_switch/id"
	make_machine
	rm "$id"
	mkfifo "$id"
	try 0 check_events perf::sched:sched_wakeup
	try 1 check_events perf::sched:sched_switch
	try 0 showevtinfo -L perf::sched
	prints perf::sched:sched_wakeup
}

@test "a type is a number of 31 bits" {
	local type
	for type in -1 2147483647 4294967304 99999999999999999999 "" x; do
		make_machine
		printf %s "$type" >"$devices/uncore_imc_0/type"
		try 0 perf_encode skx_unc_imc0::UNC_M_CAS_COUNT:RD
		prints_line "type           : unknown on this machine (uncore_imc_0)"
	done
}

# ---- programs with more rights than their user ----

@test "set-uid programs ignore LIBPFM_FSROOT and LIBPFM_CPUID" {
	local dir tool
	[ "$(id -u)" = 0 ] || skip "only root can make programs of another user"
	command -v setpriv >/dev/null || skip "no setpriv"
	dir=$(mktemp -d /tmp/pfmkit-setuid-XXXXXX)
	chmod 755 "$dir"
	cc -I"$srcdir/include" -I"$srcdir/tools" -D_DEFAULT_SOURCE -o "$dir/cpu" -x c - -x none \
		"$builddir/.libs/libpfm.so.4" -Wl,-rpath,"$dir" <<-'EOF' || skip "no compiler"
		#include <perfmon/pfmkit.h>
		int main(void)
		{
			pfm_cpu_t cpu = { .size = sizeof cpu };
			return pfm_initialize() || pfm_get_cpu(&cpu) ||
				!printf("%s %u %u\n", cpu.vendor ? cpu.vendor : "none", cpu.family, cpu.model);
		}
	EOF
	cp "$builddir/.libs/libpfm.so.4" "$dir"
	chmod 644 "$dir/libpfm.so.4"
	export LIBPFM_CPUID=AuthenticAMD-25-97 LIBPFM_FSROOT=$roots/tracefs
	unset LD_LIBRARY_PATH
	setpriv --reuid 65534 --regid 65534 --clear-groups "$dir/cpu" >"$out.plain"
	env -u LIBPFM_CPUID -u LIBPFM_FSROOT "$dir/cpu" >"$out.native"
	chown 65533:65533 "$dir/cpu"
	chmod 4755 "$dir/cpu"
	setpriv --reuid 65534 --regid 65534 --clear-groups "$dir/cpu" >"$out" || fail "does not run"
	grep -q nosuid <(findmnt -no OPTIONS -T "$dir" 2>/dev/null) && tool=nosuid
	rm -r "$dir"
	[ -z "${tool-}" ] || skip "/tmp is mounted nosuid"
	[ "$(cat "$out.plain")" = "AuthenticAMD 25 97" ] || fail "$(cat "$out.plain")"
	cmp "$out" "$out.native"
}
