#!/usr/bin/env bats
# pfmstat, with the kernel's software events, which every machine counts for its user.

# shellcheck disable=SC2154 # variables of strings.bash
load strings

setup() {
	begin
	unset LIBPFM_FSROOT
}

# This kernel lets us count ourselves with software events.
needs_counting() {
	local probe=$BATS_FILE_TMPDIR/can_count
	[ -x "$probe" ] || cc -D_DEFAULT_SOURCE -o "$probe" "$srcdir/tests/tools/can_count.c"
	"$probe" || skip "perf_event_open is not for us here"
}

# Whoever may count all processes.
needs_the_machine() {
	needs_counting
	[ "$(id -u)" = 0 ] || [ "$(cat /proc/sys/kernel/perf_event_paranoid)" -lt 1 ] ||
		skip "only root counts all processes here"
	pfmstat -a -e task-clock --time 10ms >"$out" 2>&1 || skip "all processes cannot be counted here"
}

# A program that touches $1 pages of its own.
touch_pages() {
	cat >touch.c <<-'END'
	#include <stdlib.h>
	#include <sys/mman.h>
	int main(int argc, char **argv)
	{
		long pages = argc > 1 ? atol(argv[1]) : 0;
		volatile char *at = mmap(NULL, (size_t)(pages + 1) * 4096, PROT_READ | PROT_WRITE,
					 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

		madvise((void *)at, (size_t)(pages + 1) * 4096, MADV_NOHUGEPAGE);
		for (long i = 0; i < pages; i++)
			at[i * 4096] = 1;
		return 0;
	}
	END
	cc -O1 -o touch touch.c
}

# faults COMMAND...: the page faults of a command, as pfmstat counts them.
faults() {
	local run
	for run in 1 2 3 4 5; do # now and then a run has a fault more or less of its own
		pfmstat -x, -e page-faults -o "faults.$run" -- "$@"
		cut -d , -f 1 "faults.$run"
	done | sort -n | head -n 1
}

@test "page faults of a program are those of its pages" {
	needs_counting
	[ "$(getconf PAGESIZE)" = 4096 ] || skip "pages of another size"
	touch_pages
	local few many
	few=$(faults ./touch 100)
	many=$(faults ./touch 1100)
	[ $((many - few)) -ge 998 ] && [ $((many - few)) -le 1002 ] || fail "1000 pages more: $few, $many"
}

@test "what a command starts is counted, but with -i" {
	needs_counting
	local all own
	all=$(faults sh -c 'true & /bin/true; /bin/true; wait')
	pfmstat -i -x, -e page-faults -o own -- sh -c 'true & /bin/true; /bin/true; wait'
	own=$(cut -d , -f 1 own)
	[ "$all" -gt $((own + 60)) ] || fail "with children $all, without $own"
}

@test "rows: a number, its unit, the name that was asked for" {
	needs_counting
	try 0 pfmstat -e task-clock,page-faults -o rows -- true
	grep -qE '^ +[0-9.]+ msec +task-clock +[0-9.]+ CPUs utilized$' rows || fail "$(cat rows)"
	grep -qE '^ +[0-9]+ +page-faults +[0-9.]+ K/sec$' rows || fail "$(cat rows)"
	grep -qE '^ +[0-9.]+ s elapsed, [0-9.]+ s user, [0-9.]+ s system$' rows || fail "$(cat rows)"
}

@test "a command's output is its own: rows go to standard error" {
	needs_counting
	try 0 pfmstat -e page-faults -- echo hello
	[ "$(cat "$out")" = hello ] || fail "$(cat "$out")"
	grep -q page-faults "$err"
	try 0 pfmstat -e page-faults -p $$ --time 20ms
	grep -q page-faults "$out"
}

@test "the columns of perf stat" {
	needs_counting
	try 0 pfmstat -x, -e task-clock,page-faults,context-switches -o columns -- true
	grep -qE '^[0-9.]+,msec,task-clock,[0-9]+,100.00,[0-9.]+,CPUs utilized$' columns || fail "$(cat columns)"
	grep -qE '^[0-9]+,,page-faults,[0-9]+,100.00,[0-9.]+,K/sec$' columns || fail "$(cat columns)"
	[ "$(wc -l <columns)" = 3 ]
	try 0 pfmstat -x ';' -e page-faults -r 2 -o columns -- true
	grep -qE '^[0-9]+;;page-faults;[0-9.]+%;[0-9]+;100.00;' columns || fail "$(cat columns)"
}

@test "objects: one shape for events and metrics, and the run" {
	needs_counting
	try 0 pfmstat -j -e page-faults -M cs_per_second -o objects -- true
	jq -se 'map(.schema == 2) | all' objects >"$out" || fail "$(cat objects)"
	jq -se 'map(.kind) == ["event", "metric", "run"]' objects >"$out" || fail "$(cat objects)"
	jq -se '.[0] | .name == "page-faults" and .value > 0 and .share == 1 and .running_ns > 0' objects >"$out"
	jq -se '.[1] | .name == "cs_per_second" and .unit == "cs/sec"' objects >"$out"
	pfmstat -j -e perf::PERF_COUNT_SW_PAGE_FAULTS -o named -- true
	jq -se '.[0].pmu == "perf"' named >"$out" || fail "$(cat named)"
	jq -se '.[2] | .command == ["true"] and .status == 0 and .elapsed > 0' objects >"$out"
}

@test "what is counted on one machine is computed from its file" {
	needs_counting
	try 0 pfmstat -j -e page-faults,task-clock -o objects -- true
	try 0 pfmstat --from objects -M 'twice = 2 * page\-faults'
	[ "$(sed 's/.* //' "$out")" = $(($(jq -s '.[0].value' objects) * 2)) ] || fail "$(cat "$out" objects)"
}

@test "intervals, the last one cut short by the end" {
	needs_counting
	try 0 pfmstat -I 100 -x, -e task-clock -o columns -- sleep 0.25
	[ "$(wc -l <columns)" -ge 2 ] || fail "$(cat columns)"
	grep -qE '^ +[0-9]+\.[0-9]{9},' columns || fail "$(cat columns)"
	try 0 pfmstat -I 50ms -j -e task-clock -p $$ --time 500ms
	jq -se 'map(select(.kind == "event" and .interval > 0)) | length >= 2' "$out" >"$err" || fail "$(cat "$out")"
}

@test "-D: what happens before is not counted, and time begins then" {
	needs_preload
	export LIBPFM_CPUID=GenuineIntel-6-94-3 LC_ALL=C PFM_RATES='4:0xc0=3'
	LD_PRELOAD=$preload try 0 pfmstat -C 0 -D 700 --time 200ms -x, -e skl::INST_RETIRED
	[ "$(awk -F , '{ printf "%.3f %.3f\n", $1 / 1e9, $4 / 1e9 }' "$out")" = '0.600 0.200' ] || fail "$(cat "$out")"
	LD_PRELOAD=$preload try 0 pfmstat -C 0 --delay 1s --time 200ms -I 100 -x, -e skl::INST_RETIRED
	[ "$(awk -F , '$2 { printf "%.3f %.3f\n", $1, $2 / 1e9 }' "$out")" = $'0.100 0.300\n0.200 0.300' ] ||
		fail "$(cat "$out")"
	# a command takes a ms of the played time, and is over before
	LD_PRELOAD=$preload try 0 pfmstat -D 700 -x, -e skl::INST_RETIRED -o columns -- true
	[ "$(cut -d , -f 1 columns)" = 0 ] || fail "$(cat columns)"
	LD_PRELOAD=$preload try 3 pfmstat -D 700 -e skl::INST_RETIRED -- sh -c 'exit 3'
	LD_PRELOAD=$preload try 143 pfmstat -D 700 -e skl::INST_RETIRED -- sh -c 'kill $$'
	wrong "-D -1: not a time, as 500 (milliseconds), 500ms, 2s, 1m" -D -1 -- true
	wrong "--delay goes without --from and --compare" -D 10 --from x -M ipc
}

@test "several runs: each value is kept, mean and deviation are shown" {
	needs_counting
	try 0 pfmstat -r 3 --warmup 1 -e page-faults -o runs -- sh -c 'echo x >>ran'
	[ "$(wc -l <ran)" = 4 ]
	grep -qE ' page-faults  ± [0-9.,]+ \([0-9.]+ %\), [0-9,]+ \.\. [0-9,]+, 3 runs$' runs || fail "$(cat runs)"
	# of two runs the mean is the middle, the deviation their distance by the root of 2; one of 2 MB more has some
	# hundred page faults more
	local more='echo >>n; [ "$(wc -l <n)" = 1 ] || head -c 3000000 /dev/zero | tail -c 2000000 >/dev/null'
	try 0 pfmstat -r 2 -e page-faults -o two -- sh -c "$more"
	try 0 pfmstat -r 2 -e page-faults -o like -- true
	sed 's/,//g' two like >"$out"
	awk 'function differs(a, b, least) { return a - b > least || b - a > least }
		$2 == "page-faults" { mean = ($7 + $9) / 2; deviation = ($9 - $7) / sqrt(2); n++
			if ($7 > $9 || differs($1, mean, 0.5) || differs($4, deviation, deviation < 10 ? 0.06 : 0.51) ||
				(deviation < 10) != ($4 ~ /^[0-9]+[.][0-9]$/) ||
				differs(substr($5, 2), 100 * deviation / mean, 0.006)) { print; wrong = 1 } }
		END { exit wrong || n != 2 }' "$out" >&2
	try 0 pfmstat -r 3 -j -e page-faults -o objects -- true
	jq -se 'map(select(.kind == "event") | .run) == [1, 2, 3]' objects >"$out" || fail "$(cat objects)"
}

@test "two commands run in turns and are compared" {
	needs_counting
	try 0 pfmstat -r 2 -e page-faults -o rows -- sh -c 'echo a >>turns' ::: sh -c 'echo b >>turns'
	[ "$(tr -d '\n' <turns)" = abba ] || fail "$(cat turns)"
	grep -qE 'page-faults$' rows
	try 2 pfmstat -e page-faults -- true :::
	grep -q 'a command is missing beside :::' "$err"
}

@test "two files are compared by Welch's interval" {
	# means 2 and 12, variances 2 and 2: 2 degrees of freedom, t = 4.30265, half width 6.0849
	printf 'x 1\nx 3\ny 5\ny 5\n' >a
	printf 'x 11\nx 13\ny 5\ny 5\n' >b
	try 0 pfmstat --compare a b
	grep -qE '^ +2 +12 +\+500.00 %  \[\+195.76, \+804.24\] \*  x$' "$out" || fail "$(cat "$out")"
	grep -qE '^ +5 +5 +\+0.00 %  y$' "$out" || fail "$(cat "$out")"
	echo 'x 1' >one
	try 0 pfmstat --compare one a
	grep -q 'with one run on a side there is no interval' "$err"
	try 2 pfmstat --compare a
	grep -q 'two files' "$err"
}

@test "--fail-if: names are read whole, and base. is the first file" {
	printf 'page-faults 10\nl2_mpki 2.5\nINST_RETIRED.ANY 100\n' >a
	printf 'page-faults 12\nl2_mpki 2.5\nINST_RETIRED.ANY 100\n' >b
	try 3 pfmstat --compare a b --fail-if 'page-faults > 1.1 * base.page-faults'
	grep -q 'it holds' "$err"
	try 0 pfmstat --compare a b --fail-if 'page-faults > 1.3 * base.page-faults'
	try 3 pfmstat --compare a b --fail-if 'INST_RETIRED.ANY / page-faults < 9'
	try 1 pfmstat --compare a b --fail-if 'page-fault > 1'
	grep -q 'nothing called page was counted' "$err"
	try 1 pfmstat --compare a b --fail-if 'page-faults / 0 > 1'
	grep -q 'division by zero' "$err"
	try 1 pfmstat --compare a b --fail-if 'page-faults >'
	needs_counting
	try 3 pfmstat -e page-faults --fail-if 'page-faults > 1' -- true
	try 0 pfmstat -e page-faults --fail-if 'page-faults > 100000' -- true
	try 1 pfmstat -e page-faults --fail-if 'page-faults > 100000' -- sh -c 'exit 7'
	grep -q 'ended with status 7' "$err"
}

@test "the command's status, and that of what cannot be counted" {
	needs_counting
	try 7 pfmstat -e page-faults -- sh -c 'exit 7'
	try 127 pfmstat -e page-faults -- ./no-such-program
	grep -q 'cannot run ./no-such-program' "$err"
	# no kernel has a PMU of this type
	try 1 pfmstat -e skl/event=0xc0/ -- echo runs
	grep -q '^runs$' "$out"
	grep -q '<not counted>' "$err"
	try 77 pfmstat -r 2 -e skl/event=0xc0/ -- echo runs
	[ ! -s "$out" ] || fail "the command was run"
	try 77 pfmstat -e skl/event=0xc0/ -p $$ --time 10ms
	try 1 pfmstat -e nonsense,page-faults -- true
	grep -q 'page-faults' "$err"
}

@test "all threads of a process, and those that it starts later" {
	needs_counting
	cat >threads.c <<-'END'
	#include <pthread.h>
	#include <unistd.h>
	static void *idle(void *data)
	{
		sleep(30);
		return data;
	}
	int main(void)
	{
		pthread_t threads[3];

		for (int i = 0; i < 3; i++)
			pthread_create(&threads[i], 0, idle, 0);
		sleep(30);
		return 0;
	}
	END
	cc -O1 -o threads threads.c -lpthread
	./threads &
	local pid=$!
	sleep 0.3
	try 0 pfmstat -p $pid --per-thread -e task-clock --time 50ms
	[ "$(grep -c 'thread-.*task-clock' "$out")" = 4 ] || fail "$(cat "$out")"
	try 0 pfmstat -t $pid --per-thread -e task-clock --time 50ms
	[ "$(grep -c 'thread-.*task-clock' "$out")" = 1 ] || fail "$(cat "$out")"
	kill $pid
	wait $pid || true
	try 1 pfmstat -p $pid -e task-clock --time 50ms
	grep -q "there is no process $pid" "$err"
}

@test "what a counted process starts later is counted, at chosen levels, too" {
	needs_counting
	sh -c 'sleep 1; i=0; while [ $i -lt 40 ]; do /bin/true; i=$((i + 1)); done' &
	local pid=$! all own
	pfmstat -x, -p $pid -e page-faults:u -o all -- sh -c "wait; tail --pid=$pid -f /dev/null"
	all=$(cut -d , -f 1 all)
	sh -c 'sleep 1; i=0; while [ $i -lt 40 ]; do /bin/true; i=$((i + 1)); done' &
	pid=$!
	pfmstat -i -x, -p $pid -e page-faults:u -o own -- sh -c "tail --pid=$pid -f /dev/null"
	own=$(cut -d , -f 1 own)
	[ "$all" -gt $((own + 200)) ] || fail "with what it starts $all, without $own"
}

@test "a count of a process ends with it" {
	needs_counting
	sleep 2 &
	local pid=$!
	try 0 timeout 20 pfmstat -p $pid -e task-clock
	grep -q task-clock "$out"
}

@test "CPUs, the machine, cores and sockets" {
	needs_the_machine
	local cpus
	cpus=$(getconf _NPROCESSORS_ONLN)
	try 0 pfmstat -A -e task-clock --time 20ms
	[ "$(grep -c '^CPU[0-9]* .*task-clock' "$out")" = "$cpus" ] || fail "$(cat "$out")"
	try 0 pfmstat -A -C 0 -e task-clock --time 20ms
	[ "$(grep -c '^CPU' "$out")" = 1 ] || fail "$(cat "$out")"
	try 0 pfmstat --per-socket -a -e page-faults --time 20ms
	grep -q 'page-faults' "$out"
	try 1 pfmstat -C 99999 -e task-clock --time 20ms
	grep -q 'there is no CPU 99999' "$err"
}

@test "cgroups by name; one that is not there" {
	needs_the_machine
	grep -qE '^[^ ]+ [^ ]+ (cgroup2|cgroup [^ ]*perf_event)' /proc/mounts || skip "no cgroups are mounted"
	try 1 pfmstat --for-each-cgroup no-such-cgroup -e task-clock --time 20ms
	grep -q 'no-such-cgroup: there is no such cgroup below /' "$err"
	try 2 pfmstat -G any -e task-clock
	grep -q -e '--for-each-cgroup any' "$err"
}

@test "Prometheus' text: names, types, and counters that do not fall" {
	needs_counting
	try 0 pfmstat --as prometheus -I 50ms -o counts.prom -e task-clock,page-faults -M cs_per_second -- sleep 0.2
	grep -q '^# TYPE pfm_task_clock_seconds_total counter$' counts.prom || fail "$(cat counts.prom)"
	grep -q '^# TYPE pfm_page_faults_total counter$' counts.prom
	grep -q '^# TYPE pfm_cs_per_second gauge$' counts.prom
	grep -qE '^pfm_page_faults_total [1-9]' counts.prom || fail "$(cat counts.prom)"
	[ "$(stat -c %a counts.prom)" = 644 ]
	[ "$(echo counts.prom*)" = counts.prom ]
	[ "$(grep -c '^# HELP' counts.prom)" = "$(grep -c '^# TYPE' counts.prom)" ]
	# a share of time is a ratio there, in % elsewhere
	try 0 pfmstat --as prometheus -M cpu_busy -- sleep 0.1
	grep -q '^# TYPE pfm_cpu_busy_ratio gauge$' "$out" "$err" || fail "$(cat "$out" "$err")"
	grep -qE '^pfm_cpu_busy_ratio (0\.|[1-9.]*e-)[0-9]' "$out" "$err" || fail "$(cat "$out" "$err")"
	if command -v promtool >/dev/null; then
		promtool check metrics <counts.prom >"$out" 2>&1 || fail "$(cat "$out")"
	fi
}

@test "a file that cannot be written" {
	needs_counting
	try 1 pfmstat -e page-faults -o ./no/such/file -- true
	grep -q './no/such/file: No such file or directory' "$err"
	try 1 pfmstat --as prometheus -e page-faults -o ./no/such/file -- true
	grep -q './no/such/file: No such file or directory' "$err"
	echo before >rows
	try 0 pfmstat -e page-faults -o rows --append -- true
	[ "$(head -n 1 rows)" = before ] && grep -q page-faults rows
}

@test "pictures: names reach gnuplot as text" {
	printf 'l2_mpki 1\nl2_mpki 2\n' >a
	printf '%s 3\n%s 4\n' 'x`touch$IFS""pwned`' "it's@{a}\"b" >>a
	try 2 pfmstat --compare a a --plot picture.gif
	grep -q 'ends in .svg, .png or .pdf' "$err"
	try 2 pfmstat -e page-faults --plot picture.svg -- true
	grep -q -e '--plot goes with --interval, --repeat, :::, --compare or topdown' "$err"
	try 2 pfmstat --plot picture.svg -- true
	try 2 pfmstat --from a -M topdown --plot picture.svg
	grep -q -e '--plot goes without --from' "$err"
	# each curve in a colour of its own, which its mean has, too
	printf 'x 1\nx 2\ny 3\n' >one
	printf 'x 3\nx 5\ny 4\ny 8\n' >other
	mkdir -p bin
	printf '#!/bin/sh\ncat >script\n' >bin/gnuplot
	chmod +x bin/gnuplot
	PATH=$PWD/bin:$PATH try 0 pfmstat --compare one other --plot picture.svg
	sed -n '/^[$]/,/^EOD/p; /^plot/{ s/^plot //; s/, [$]/\n$/g; p; }' script | diff - <(
		printf '$curve%d << EOD\n%s\nEOD\n' 0 $'1 1 0\n2 2 0' 1 '1 3 0' \
			2 $'1 3 0\n2 5 0' 3 $'1 4 0\n2 8 0'
		printf "%s using 1:2 with points pointtype 7 linecolor %d title '%s', %s with lines linecolor `
			`%d dashtype 2 notitle\n" '$curve0' 1 'base: x' 1.5 1 '$curve1' 2 'base: y' 3 2 \
			'$curve2' 3 'other: x' 4 3 '$curve3' 4 'other: y' 6 4
	) >&2
	rm bin/gnuplot
	command -v gnuplot >/dev/null || skip "no gnuplot"
	try 0 pfmstat --compare a a --plot picture.svg
	[ ! -s "$err" ] || grep -q 'with one run on a side' "$err" || fail "$(cat "$err")"
	grep -q 'base: l2_mpki' picture.svg || fail "no name in the picture"
	grep -q '</svg>' picture.svg
	[ ! -e pwned ] || fail "a name was run as a command"
	needs_counting
	try 0 pfmstat -r 3 -e page-faults --plot - -o text -- true
	grep -q 'page-faults' text
	try 0 pfmstat -I 50 -e page-faults --plot picture.png -o rows -- sleep 0.2
	[ -s picture.png ]
	printf '#!/bin/sh\ncat >/dev/null\necho "out of paper" >&2\nexit 5\n' >bin/gnuplot
	chmod +x bin/gnuplot
	PATH=$PWD/bin:$PATH try 1 pfmstat --compare a a --plot picture.svg
	grep -q 'out of paper' "$err" && grep -q 'gnuplot ended with status 5' "$err"
}

# form FILE: numbers as N, so that the columns of two programs can be compared.
form() {
	sed -E 's/[0-9]+\.[0-9]+/N/g; s/\<[0-9]+\>/N/g; s/[KM]\/sec/\/sec/' "$1"
}

@test "the columns are those of perf stat, field by field" {
	needs_counting
	command -v perf >/dev/null || skip "no perf"
	local events=task-clock,page-faults,context-switches,cpu-clock
	perf stat -x, -o perfs -e $events true || skip "perf does not count"
	pfmstat -x, -o ours -e $events -- true
	diff <(grep -v '^#' perfs | sed '/^$/d' >perfs.lines; form perfs.lines) <(form ours) >&2
	perf stat -x ';' -r 2 -o perfs -e $events true
	pfmstat -x ';' -r 2 -o ours -e $events -- true
	diff <(grep -v '^#' perfs | sed '/^$/d' >perfs.lines; form perfs.lines) <(form ours) >&2
}

# wrong WORDS ARGUMENT...: wrong usage that says the words.
wrong() {
	local words=$1
	shift
	try 2 pfmstat "$@"
	grep -qF -e "$words" "$err" || fail "$*: not '$words' but" "$(cat "$err")"
}

@test "wrong usage" {
	wrong "--time 5: not a time with its unit, as 500ms, 5s, 1m" --time 5 -e page-faults
	wrong "-I 0: not a time, as 500 (milliseconds), 500ms, 2s, 1m" -I 0 -e page-faults -- true
	wrong "-I x: not a time" -I x -- true
	wrong "-r 0: not a number from 1 on" -r 0 -- true
	wrong "--repeat goes with command" -r 3 -e page-faults
	wrong "--repeat goes without --interval" -r 3 -I 100 -- true
	wrong "--cpu goes with --from or --dry-run; it names a machine; CPUs are counted by --cpu-list" --cpu 0-3 \
		-e cycles -- true
	wrong "--cpu goes with --from or --dry-run" --cpu spr -e cycles -- true
	wrong "--pid goes without --all-cpus, --cpu-list and --for-each-cgroup" -a -p 1
	wrong "unknown form xml, choose from: text, json, prometheus" --as xml -- true
	wrong "--from goes with --metric; it computes from a file" --from x
	wrong "--per-thread goes with --pid or --tid" --per-thread -- true
	wrong "--append goes with --output" --append -- true
	wrong "-x: a separator is missing" -x "" -- true
	wrong "-e: an event is missing" -e "" -- true
	for counters in 0 33 x ''; do
		wrong "--counters $counters: not a number from 1 to 32, or auto" --counters "$counters" -M ipc -- true
	done
	wrong "--counters goes with --metric" --counters 2 -e cycles -- true
	wrong "auto goes without --cpu; --counters auto looks at this machine" --counters auto --cpu spr --dry-run \
		-M ipc -- true
	wrong "--counters goes without --from; nothing is planned" --counters 2 --from x -M ipc
	wrong "--metric-only goes with --metric" --metric-only -- true
	wrong "--time goes without command" --time 1s -- true
	for list in x -1 1,,2 1, 1-2 9999999999 '' ' 1'; do
		wrong "$list: not a list of process numbers, as 12,7" "--pid=$list" -e task-clock
		wrong "$list: not a list of thread numbers, as 12,7" "--tid=$list" -e task-clock
	done
	for list in x 0-x 3-1 0--1 1, 0-3-5; do
		wrong "$list: not a list of CPUs, as 0-3,8" "--cpu-list=$list" -e task-clock
	done
	wrong "-C spr: not a list of CPUs, as 0-3,8; --cpu names a machine" -C spr -e task-clock
}

@test "without events: the kernel's counts, and a line on the others" {
	needs_counting
	LIBPFM_FSROOT='' try 0 pfmstat -o rows -- true || [ -s rows ]
	for name in task-clock context-switches cpu-migrations page-faults; do
		grep -q " $name" rows || fail "$name" "$(cat rows)"
	done
}

@test "--dry-run opens nothing, and says how perf stat counts it" {
	try 0 pfmstat --dry-run -e page-faults -- true
	grep -q '^page-faults .*opened 1 time  perf stat -e page-faults' "$out" || fail "$(cat "$out")"
	try 0 pfmstat --dry-run -C 0 -e 'cs,{page-faults,task-clock}:u,{cs,faults}' --time 1s
	grep -q '^cs .*opened 1 time on CPU 0  perf stat -e' "$out" || fail "$(cat "$out")"
	[ "$(grep -cE '^(page-faults|task-clock):u .*opened 1 time on CPU 0, group 1  perf' "$out")" = 2 ] ||
		fail "$(cat "$out")"
	grep -q '^faults .*opened 1 time on CPU 0, group 2  perf' "$out" || fail "$(cat "$out")"
	LIBPFM_CPUID='' LIBPFM_FSROOT='' try 0 pfmstat --dry-run --cpu skl -e '{r1,r2},r3,{r4,r5,r6}' -- true
	prints "$(printf 'r%d  r%d  opened 1 time%s  perf stat -e r%d:uk\n' 1 1 ', group 1' 1 2 2 ', group 1' 2 `
		`3 3 '' 3 4 4 ', group 2' 4 5 5 ', group 2' 5 6 6 ', group 2' 6)"
	LIBPFM_CPUID='' LIBPFM_FSROOT=$roots/soft-boxes try 0 pfmstat --dry-run -e UNC_CHA_CLOCKTICKS --time 1s
	grep -q 'opened [0-9]* times* on CPU' "$out" || fail "$(cat "$out")"
	try 0 pfmstat --dry-run --cpu zen2 -M l1d_mpki -- true
	[ "$(grep -c 'l1d_mpki differs here' "$err")" = 1 ] || fail "$(cat "$err")"
}

@test "--dry-run says what is wrong, and what is to be known, once" {
	local cpu metric lines
	for cpu in skl spr zen4; do
		while read -r lines metric; do
			LIBPFM_CPUID='' LIBPFM_FSROOT='' try 1 pfmstat --cpu $cpu --dry-run -M "$metric"
			prints_nothing
			[ "$(grep -c '^pfmstat: ' "$err") $(wc -l <"$err")" = "1 $lines" ] ||
				fail "$cpu $metric" "$(cat "$err")"
		done <<-'END'
			4 a = WRONG
			4 a = cycles / 2, b = WRONG
			2 a = cycles +
			2 nosuchmetric
		END
		LIBPFM_CPUID='' LIBPFM_FSROOT='' try 0 pfmstat --cpu $cpu --dry-run -M ipc --constant num_cpus=4
		says 'pfmstat: --constant num_cpus: no metric here asks for it'
	done
	LIBPFM_CPUID='' LIBPFM_FSROOT='' try 0 pfmstat --cpu grace --dry-run -M memory_bandwidth
	[ "$(grep -c 'memory_bandwidth differs here' "$err")" = 1 ]
}

@test "what may have been meant is near in spelling" {
	local word
	# a subsystem of tracepoints whose letters are in many words
	cp -r "$roots/tracefs" root
	mkdir root/sys/kernel/tracing/events/net{,/netif_rx}
	echo 7 >root/sys/kernel/tracing/events/net/netif_rx/id
	LIBPFM_CPUID='' LIBPFM_FSROOT=$PWD/root try 0 pfmstat --dry-run -e net:netif_rx
	for word in nosuchevent notanevent nosuchthing no_such_event; do
		LIBPFM_CPUID='' LIBPFM_FSROOT=$PWD/root try 1 pfmstat --dry-run -e $word
		refute says 'did you mean'
	done
	LIBPFM_CPUID=skl LIBPFM_FSROOT='' try 1 pfmstat --dry-run -e insns
	says_line '  did you mean INSTRUCTIONS?'
}

@test "-h is one screen, --help has every option" {
	try 0 pfmstat -h
	[ "$(wc -l <"$out")" -le 24 ] && [ "$(wc -L <"$out")" -le 80 ]
	try 0 pfmstat --help
	[ "$(wc -L <"$out")" -le 90 ]
}
