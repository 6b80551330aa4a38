#!/usr/bin/env bats
# Tables that are loaded: pmuc writes them, every tool takes them, and what is wrong with a file is told to who wants to
# know.

# shellcheck disable=SC2154 # variables of strings.bash
load strings

setup() {
	begin
	pmuc=$(type -P pmuc)
	table lake 0x3c >lake.pmu
	"$pmuc" -o lake.pmt lake.pmu >/dev/null
	export LIBPFM_TABLES=$PWD/lake.pmt LIBPFM_CPUID=GenuineIntel-6-1
}

# table PMU CODE: a PMU with the event MEADOWS
table() {
	cat <<-TABLE
		layout plain
		  words      ctl
		  event      ctl:0-7
		  umask      ctl:8-15
		  privilege  none
		  perf       config ctl

		pmu $1
		  desc       An invented $1
		  type       core
		  counters   4
		  cpu        GenuineIntel 6: 1
		  layout     plain
		  events     $1

		events $1
		MEADOWS $2 : Meadows
		  GREEN 0x01 : Green ones
		  DRY   0x02 : Dry ones
	TABLE
}

# change FILE OFFSET BYTES: writes over it
change() {
	printf '%b' "$3" | dd of="$1" bs=1 seek="$2" conv=notrunc status=none
}

# place_of TEXT FILE: the first place where it is; the last one is in the source that the file has with it
place_of() {
	grep -abo "$1" "$2" | head -n 1 | cut -d : -f 1
}

# is_skipped FILE MESSAGE: with LIBPFM_VERBOSE, this and no other line about it, and its PMU is not there
is_skipped() {
	LIBPFM_VERBOSE=1 LIBPFM_TABLES=$1 try 1 check_events lake::MEADOWS:DRY
	grep -F "$1: " "$err" >said
	echo "$1: not loaded: $2" | diff - said
	LIBPFM_TABLES=$1 try 1 check_events lake::MEADOWS:DRY
	refute grep -F "$1: " "$err"
	says "no such PMU: lake; a file of tables is not loaded: pmuc list says why"
}

@test "a PMU that is loaded is as any other" {
	try 0 check_events --format '{codes} {name}' MEADOWS:DRY lake::MEADOWS:GREEN
	prints "0x23c lake::MEADOWS:DRY" "0x13c lake::MEADOWS:GREEN"
	try 0 evt2raw lake::MEADOWS:DRY
	prints r23c
	try 0 showevtinfo --pmus
	grep -qF "An invented lake ($PWD/lake.pmt)" "$out"
	[ "$(grep -c '\.pmt)' "$out")" = 1 ]
	try 0 showevtinfo --pmus --json
	[ "$(jq -r 'select(.table) | .pmu + " " + .table' "$out")" = "lake $PWD/lake.pmt" ]
	unset LIBPFM_TABLES
	try 1 check_events lake::MEADOWS:DRY
}

@test "its name is the name of a CPU" {
	table meadow_lake 0x6f | sed 's/GenuineIntel 6: 1$/GenuineIntel 6: 254/' >new.pmu
	"$pmuc" -o new.pmt new.pmu >/dev/null
	unset LIBPFM_CPUID LIBPFM_FSROOT
	export LIBPFM_TABLES=$PWD/new.pmt
	try 0 check_events --cpu meadow_lake --format '{name} {codes}' MEADOWS:DRY
	prints "meadow_lake::MEADOWS:DRY 0x26f"
	says_nothing
	try 0 check_events --cpu Lake --format '{name}' MEADOWS:DRY
	prints "meadow_lake::MEADOWS:DRY"
	try 0 check_events --cpu GenuineIntel-6-0xfe --format '{name}' MEADOWS:DRY
	says_nothing
	LIBPFM_CPUID=meadow_lake try 0 evt2raw MEADOWS:GREEN
	prints r16f
	says_nothing
	# core types of one CPU have the beginning of their names in common; those of two CPUs are two
	for core in glade_big glade_small glade_old; do
		model=253
		[ $core != glade_old ] || model=252
		table $core 0x6f | sed "s/GenuineIntel 6: 1\$/GenuineIntel 6: $model/" >$core.pmu
		"$pmuc" -o $core.pmt $core.pmu >/dev/null
	done
	export LIBPFM_TABLES=$PWD/glade_big.pmt:$PWD/glade_small.pmt
	try 0 check_events --cpu glade --format '{name}' glade_{big,small}::MEADOWS:DRY
	prints glade_{big,small}::MEADOWS:DRY
	says_nothing
	LIBPFM_TABLES+=:$PWD/glade_old.pmt
	try 2 check_events --cpu glade MEADOWS:DRY
	says "glade: may be glade_big or glade_old"
	LIBPFM_TABLES='' try 2 check_events --cpu meadow_lake MEADOWS:DRY
	says "no PMU is known for the CPU meadow_lake"
}

@test "the user's own folder, unless LIBPFM_TABLES is set" {
	unset LIBPFM_TABLES XDG_DATA_HOME
	export HOME=$PWD/home
	mkdir -p home/.local/share/pfmkit/tables.d data/pfmkit/tables.d
	cp lake.pmt home/.local/share/pfmkit/tables.d
	table pond 0x5e >pond.pmu
	"$pmuc" -o data/pfmkit/tables.d/pond.pmt pond.pmu >/dev/null
	try 0 check_events --format '{codes}' lake::MEADOWS:DRY
	prints 0x23c
	LIBPFM_TABLES='' try 1 check_events lake::MEADOWS:DRY
	XDG_DATA_HOME=data try 0 check_events --format '{codes}' lake::MEADOWS:DRY
	prints 0x23c
	XDG_DATA_HOME=$PWD/data try 0 check_events --format '{codes}' pond::MEADOWS:DRY
	prints 0x25e
	XDG_DATA_HOME=$PWD/data try 1 check_events lake::MEADOWS:DRY
	HOME=$(printf '/%05000d' 0) try 1 check_events lake::MEADOWS:DRY
	HOME=home try 1 check_events lake::MEADOWS:DRY
}

@test "files and folders, the first that has a PMU counts" {
	mkdir folder
	table lake 0x4d >other.pmu
	"$pmuc" -o folder/b.pmt other.pmu >/dev/null
	table pond 0x5e >pond.pmu
	"$pmuc" -o folder/c.pmt pond.pmu >/dev/null
	cp folder/c.pmt folder/.hidden.pmt
	echo nonsense >folder/d.text
	export LIBPFM_VERBOSE=1
	LIBPFM_TABLES=:$PWD/folder:$PWD/lake.pmt: try 0 check_events --format '{codes}' lake::MEADOWS:DRY \
		pond::MEADOWS:DRY
	prints 0x24d 0x25e
	grep '\.pmt: ' "$err" >said
	printf '%s\n' "$PWD/folder/b.pmt: tables of 1 PMU" "$PWD/folder/c.pmt: tables of 1 PMU" \
		"$PWD/lake.pmt: lake is left out: $PWD/folder/b.pmt has it" "$PWD/lake.pmt: tables of 1 PMU" |
		diff - said
	LIBPFM_TABLES=$PWD/lake.pmt:$PWD/folder try 0 check_events --format '{codes}' lake::MEADOWS:DRY
	prints 0x23c
}

@test "names of files and texts that act on a terminal do not get there" {
	cp lake.pmt $'lake\e]0;x\a.pmt'
	LIBPFM_VERBOSE=1 LIBPFM_TABLES=$'lake\e]0;x\a.pmt' try 0 check_events lake::MEADOWS:DRY
	says 'lake\x1b]0;x\x07.pmt: tables of 1 PMU'
	refute grep -q $'\e' "$err"
	LIBPFM_TABLES=$'lake\e]0;x\a.pmt' try 0 pmuc list
	prints_line 'lake\x1b]0;x\x07.pmt'
}

@test "a PMU takes the place of a compiled one of its name, and keeps its number" {
	number() { showevtinfo --pmus --json | jq -r 'select(.pmu == "skl") | "\(.id) \(.events) \(.table)"'; }
	unset LIBPFM_TABLES
	compiled=$(number)
	table skl 0x3c >skl.pmu
	"$pmuc" -o skl.pmt skl.pmu >/dev/null
	export LIBPFM_TABLES=$PWD/skl.pmt
	[ "$(number)" = "${compiled%% *} 1 $PWD/skl.pmt" ]
	try 0 check_events --format '{codes}' skl::MEADOWS:DRY
	prints 0x23c
	try 1 check_events skl::INST_RETIRED
	table perf 0x3c >perf.pmu
	"$pmuc" -o perf.pmt perf.pmu >/dev/null
	LIBPFM_VERBOSE=1 LIBPFM_TABLES=$PWD/perf.pmt try 0 check_events perf::CYCLES
	grep -qxF "$PWD/perf.pmt: perf is left out: it is a part of the library" "$err"
}

@test "what is wrong with a file" {
	is_skipped "$PWD/nosuch.pmt" "No such file or directory"
	for name in empty text; do : >$name.pmt; done
	cat lake.pmu >text.pmt
	mkfifo pipe.pmt
	for name in empty text pipe; do is_skipped "$PWD/$name.pmt" "it is no file of tables"; done
	# where nobody may have so much memory, too; the other files are loaded all the same
	truncate -s 16G holes.pmt
	(ulimit -v 4194304 && is_skipped "$PWD/holes.pmt" "it has more than 256 MiB")
	LIBPFM_TABLES=$PWD/holes.pmt:$PWD/lake.pmt try 0 bash -c \
		'ulimit -v 4194304; check_events --format "{codes}" lake::MEADOWS:DRY'
	prints 0x23c
	for name in cut long moved version rows; do cp lake.pmt $name.pmt; done
	truncate -s -1 cut.pmt
	truncate -s +1 long.pmt
	change moved.pmt 40 '\0377'
	change version.pmt 12 '\0377'
	change rows.pmt 20 '\0377\0377\0377\0377'
	rows=$(od -An -tx4 -j20 -N4 lake.pmt | tr -d ' ')
	is_skipped "$PWD/cut.pmt" "it is cut, or something follows it"
	is_skipped "$PWD/long.pmt" "it is cut, or something follows it"
	is_skipped "$PWD/moved.pmt" "section metric_strings is not within it"
	is_skipped "$PWD/version.pmt" \
		"it is of version 255.$rows, and this library reads 2.$rows: import or compile it once more"
	is_skipped "$PWD/rows.pmt" \
		"it is of version 2.ffffffff, and this library reads 2.$rows: import or compile it once more"
}

@test "numbers of a file that mean nothing: each is refused, and said" {
	pmuc -o small.pmt "$srcdir/tests/data/loaded/small.pmu"
	"$builddir/tests/lib/loaded" refused small.pmt
}

@test "more files than the library takes: the limit is named" {
	mkdir many
	for i in {100..354}; do ln lake.pmt many/$i.pmt; done
	export LIBPFM_TABLES=$PWD/many
	LIBPFM_VERBOSE=1 try 0 check_events lake::MEADOWS:DRY
	says "$PWD/many/354.pmt: not loaded: there are more than 254 files of tables"
	refute says "$PWD/many/353.pmt: not loaded"
	try 1 "$pmuc" list
	prints_line "$PWD/many/354.pmt: not loaded: there are more than 254 files of tables"
	rm many/100.pmt
	try 0 "$pmuc" list
	try 1 check_events nosuch::MEADOWS
	refute says "a file of tables"
}

@test "a device of one's own, of which a machine has two" {
	cat >fpga.pmu <<-'TABLE'
		layout fpga
		  words      ctl
		  event      ctl:0-7
		  umask      ctl:8-15
		  perf       config ctl
		  format     event config:0-7 umask config:8-15

		pmu acme_fpga
		  desc       A device of one's own
		  type       uncore
		  counters   4
		  layout     fpga
		  sysfs      acme_fpga file-or-notsupp
		  instances  any
		  flags      needs-sysfs
		  events     fpga

		events fpga
		READS 0x1 : Reads
		  NEAR 0x1 : Near ones
		  FAR  0x2 : Far ones
	TABLE
	"$pmuc" -o fpga.pmt fpga.pmu
	mkdir -p root/proc/sys/kernel root/sys/bus/event_source/devices/acme_fpga_{0,1}
	echo 2 >root/proc/sys/kernel/perf_event_paranoid
	for i in 0 1; do
		echo 4$i >root/sys/bus/event_source/devices/acme_fpga_$i/type
		echo 4 >root/sys/bus/event_source/devices/acme_fpga_$i/perf_event_mux_interval_ms
	done
	unset LIBPFM_CPUID
	export LIBPFM_TABLES=$PWD/fpga.pmt LIBPFM_FSROOT=$PWD/root
	try 0 evt2raw acme_fpga1::READS:FAR
	prints acme_fpga_1/config=0x201/
	try 0 evt2raw --decode acme_fpga_1/config=0x201/ acme_fpga_0/config=0x101/
	prints acme_fpga1::READS:FAR acme_fpga0::READS:NEAR
	sed -i /perf/d fpga.pmu
	try 1 "$pmuc" -o fpga.pmt fpga.pmu
	says_line "fpga.pmu:1:8: layout fpga lacks a line perf CONFIG WORD that takes the event code to the kernel"
	says_line "fpga.pmu:1:8: layout fpga lacks a line perf CONFIG WORD that takes unit masks to the kernel"
}

# Rows of events are looked at when an event is asked for.
@test "a file with as much as it may have" {
	{
		sed 's/^  perf .*/&\n  resource   most count 255 scope core/; s/^MEADOWS .*/MEADOWS 0x3c uses=most : Meadows/' lake.pmu
		seq -f 'E%.0f 0x10 : E' 16383
	} >full.pmu
	"$pmuc" -o full.pmt full.pmu >/dev/null
	LIBPFM_TABLES=$PWD/full.pmt try 0 check_events --format '{codes}' lake::MEADOWS:DRY lake::E16383
	prints 0x23c 0x10
}

@test "what is found later takes the PMUs of the file away, and no others" {
	table skl 0x4d >skl.pmu
	sed '1,/^$/d' lake.pmu | cat skl.pmu - >both.pmu
	"$pmuc" -o both.pmt both.pmu >/dev/null
	export LIBPFM_TABLES=$PWD/both.pmt
	try 0 check_events --format '{codes}' lake::MEADOWS:DRY skl::MEADOWS:DRY
	prints 0x23c 0x24d
	change both.pmt "$(place_of Meadows both.pmt)" L
	try 1 check_events --format '{codes}' lake::MEADOWS:DRY skl::MEADOWS:DRY perf::CYCLES
	prints 0x0
	LIBPFM_VERBOSE=1 try 1 check_events skl::MEADOWS:DRY lake::MEADOWS
	grep -F "$PWD/both.pmt: " "$err" | awk '!seen[$0]++' >said # once more on the machine that skl:: is then
	printf '%s\n' "$PWD/both.pmt: tables of 2 PMUs" "$PWD/both.pmt: its PMUs are not there: it has been changed" |
		diff - said
	try 0 showevtinfo --pmus
	refute grep -q invented "$out"
	try 0 showevtinfo --pmus --json
	[ -z "$(jq -r 'select(.pmu == "lake" or .pmu == "skl") | .pmu' "$out")" ]
}

# extension PMU WORD...: a block for it with a layout, and the events GREENHOUSE and, of another table, INST_RETIRED
extension() {
	printf '%s\n' "extend $*" "GREENHOUSE 0x77 : A house" "  WARM 0x01 : A warm one" "  COLD 0x02 : A cold one" \
		"INST_RETIRED 0x78 : Not the one"
}

@test "events are added to PMUs: compiled ones, families of them, those of other files" {
	mkdir -p layouts/intel layouts/linux
	cp "$srcdir"/src/pmu/intel/{layouts,sharing*}.pmu layouts/intel
	cp "$srcdir/src/pmu/linux/layouts.pmu" layouts/linux
	export PFMKIT_LAYOUTS=$PWD/layouts
	{
		sed '/^$/,$d; s/plain/meadow/' lake.pmu
		extension skl layout intel-skylake mods=k,u,e,i,c,t,intx,intxcp
		extension skx_unc_iio layout intel-skx-iio mods=e,i,t
		extension lake layout meadow
	} >one.pmu
	try 0 "$pmuc" -o one.pmt one.pmu
	export LIBPFM_ENCODE_INACTIVE=1 LIBPFM_TABLES=$PWD/one.pmt:$PWD/lake.pmt
	before=$(LIBPFM_TABLES='' showevtinfo --pmus --json | jq -c 'select(.pmu == "skl") | [.id, .events, .table]')
	[ "$(showevtinfo --pmus --json | jq -c 'select(.pmu == "skl") | [.id, .events - 1, .table]')" = "$before" ]
	try 0 check_events --format '{codes} {name}' skl::GREENHOUSE:WARM:u lake::GREENHOUSE:COLD lake::MEADOWS:DRY \
		skx_unc_iio3::GREENHOUSE:WARM
	prints "0x510177 skl::GREENHOUSE:WARM:k=0:u=1:e=0:i=0:c=0:t=0:intx=0:intxcp=0" "0x277 lake::GREENHOUSE:COLD" \
		"0x23c lake::MEADOWS:DRY" \
		"0x177 skx_unc_iio3::GREENHOUSE:WARM:e=0:i=0:t=0"
	LIBPFM_TABLES='' check_events --format '{codes} {name}' skl::INST_RETIRED skl::MEM_LOAD_RETIRED:L3_MISS >before
	check_events --format '{codes} {name}' skl::INST_RETIRED skl::MEM_LOAD_RETIRED:L3_MISS | diff before -
	try 0 evt2raw lake::GREENHOUSE:WARM
	prints r177
	LIBPFM_VERBOSE=1 try 0 check_events lake::GREENHOUSE:COLD
	grep -F "$PWD/one.pmt: " "$err" >said
	printf '%s\n' "$PWD/one.pmt: extends skl" "$PWD/one.pmt: extends skx_unc_iio" "$PWD/one.pmt: extends lake" |
		diff - said
	try 0 "$pmuc" list
	grep -qE '^  skx_unc_iio +2 events more$' "$out"
	# a second one comes behind the first, of which names count
	extension lake layout plain | sed 's/INST_RETIRED/BARN/; s/0x77/0x66/' >two.pmu
	sed '/^$/,$d' lake.pmu >>two.pmu
	"$pmuc" -o two.pmt two.pmu >/dev/null
	LIBPFM_TABLES=$LIBPFM_TABLES:$PWD/two.pmt try 0 check_events --format '{codes}' lake::GREENHOUSE:WARM \
		lake::INST_RETIRED lake::BARN
	prints 0x177 0x78 0x78
	# what is found to be bad later is not there, and the PMU is as it was
	change one.pmt "$(place_of 'A warm one' one.pmt)" B
	try 1 check_events --format '{codes}' lake::GREENHOUSE:WARM lake::MEADOWS:DRY skl::INST_RETIRED
	prints 0x23c 0x5300c0
}

# mine LINE...: a PMU of one table, and what the table begins with
mine() {
	printf '%s\n' "$@" 'MY_EVENT 0x34 : An event of my own' '  ONE 0x01 : One' '' 'pmu mycore' '  desc Mine' \
		'  type core' '  counters 8 fixed 3' '  codes 2' '  plm k u' '  cpu GenuineIntel 6: 78' \
		'  layout intel-skylake' '  events mycore variant=skl'
}

@test "text names groups of the library" {
	export PFMKIT_LAYOUTS=$srcdir/src/pmu
	printf '%s\n' 'pmu mypower' '  id 17000' '  desc My POWER' '  type core' '  counters 4 fixed 2' \
		'  cpu power: 0x0f99' '  layout power7' '  events mypower' '  groups power7' '' \
		'events mypower like power7' >mypower.pmu
	try 0 "$pmuc" -o mypower.pmt mypower.pmu
	grep -q ' 268 groups' "$out"
	try 0 showevtinfo --cpu power7 --groups
	sed 's/^power7::/mypower::/' "$out" >theirs
	LIBPFM_TABLES=$PWD/mypower.pmt try 0 showevtinfo --cpu mypower --groups
	diff theirs "$out" >&2
	try 0 "$pmuc" dump mypower.pmt
	cp "$out" again.pmu
	PFMKIT_LAYOUTS=/nonexistent try 0 "$pmuc" -o again.pmt again.pmu
	cmp mypower.pmt again.pmt
	sed -i 's/groups power7/groups nosuch/' mypower.pmu
	try 1 "$pmuc" -o bad.pmt mypower.pmu
	says 'nosuch'
}

@test "text names tables of the library: like one, rows and unit masks of one" {
	export PFMKIT_LAYOUTS=$srcdir/src/pmu LIBPFM_ENCODE_INACTIVE=1
	mine 'events mycore like intel_skl variants=skl,skx,clx' >like.pmu
	mine 'events mycore variants=skl,skx,clx mods=k,u,e,i,c,t,intx,intxcp ctr=0-3' \
		'use intel_skl INST_RETIRED OFFCORE_RESPONSE_0' 'READS 0x35 : Reads' \
		'  use intel_skl:INST_RETIRED' >use.pmu
	for file in like use; do
		try 0 "$pmuc" -o "$file.pmt" "$file.pmu"
		LIBPFM_TABLES=$PWD/$file.pmt try 0 check_events --format '{codes} {name}' mycore::MY_EVENT:ONE:u \
			mycore::INST_RETIRED:PREC_DIST:u mycore::OFFCORE_RESPONSE_0:DMND_DATA_RD:ANY_RESPONSE:u
		sed -i 's/:k=.*//' "$out"
		prints "0x510134 mycore::MY_EVENT:ONE" "0x5101c0 mycore::INST_RETIRED:PREC_DIST" \
			"0x5101b7 0x10001 mycore::OFFCORE_RESPONSE_0:DMND_DATA_RD:ANY_RESPONSE"
		# it has the text with it
		try 0 "$pmuc" dump "$file.pmt"
		cp "$out" again.pmu
		PFMKIT_LAYOUTS=/nonexistent try 0 "$pmuc" -o again.pmt again.pmu
		cmp "$file.pmt" again.pmt
	done
	LIBPFM_TABLES=$PWD/use.pmt try 0 check_events --format '{codes}' mycore::READS:PREC_DIST:u
	prints 0x510135
	LIBPFM_TABLES=$PWD/like.pmt try 0 check_events --format '{codes}' mycore::L2_RQSTS:MISS:u
	prints "$(check_events --format '{codes}' skl::L2_RQSTS:MISS:u)"
	LIBPFM_TABLES=$PWD/use.pmt try 1 check_events mycore::L2_RQSTS:MISS:u
	sed '1s/ variants=[^ ]*//' use.pmu >bad.pmu
	try 1 "$pmuc" -o bad.pmt bad.pmu
	grep -qE "^bad.pmu:1:8: table mycore has no variant skx, which rows that it takes are of \(.*skl.pmu:[0-9]+\):\
 expected the variants= of their table$" "$err"
	sed '1s/intel_skl/intel_nosuch/' like.pmu >bad.pmu
	try 1 "$pmuc" -o bad.pmt bad.pmu
	grep -qx 'bad.pmu:1:20: intel_nosuch: no such table' "$err"
}

@test "text names metrics of the library, and answers to questions that are made from them" {
	export PFMKIT_LAYOUTS=$srcdir/src/pmu LIBPFM_ENCODE_INACTIVE=1
	mine 'events mycore like intel_skl variants=skl,skx,clx' >metrics.pmu
	printf '%s\n' '' 'metrics mine like skl' '  pmu mycore' '' 'metrics myanswers like skl_answers' '  pmu mycore' \
		>>metrics.pmu
	try 0 "$pmuc" -o metrics.pmt metrics.pmu
	for metric in tma_l1_bound tma_info_thread_ipc l2_mpki branch_mispredict_rate; do
		try 0 evt2raw --cpu skl --metric "$metric"
		cp "$out" theirs
		LIBPFM_TABLES=$PWD/metrics.pmt try 0 evt2raw --cpu mycore --metric "$metric"
		diff theirs "$out" >&2
	done
	try 0 "$pmuc" dump metrics.pmt
	cp "$out" again.pmu
	PFMKIT_LAYOUTS=/nonexistent try 0 "$pmuc" -o again.pmt again.pmu
	cmp metrics.pmt again.pmt
	sed -i 's/like skl_answers/like nosuch/' metrics.pmu
	try 1 "$pmuc" -o bad.pmt metrics.pmu
	grep -qx 'metrics.pmu:[0-9]*:24: no metrics nosuch' "$err"
}

@test "pmuc dump: text that compiles to the same file" {
	same_again() { # FILE: and what it is made of is all in the text
		try 0 "$pmuc" dump "$1"
		cp "$out" again.pmu
		PFMKIT_LAYOUTS=/nonexistent try 0 "$pmuc" -o again.pmt again.pmu
		cmp "$1" again.pmt
	}
	same_again lake.pmt
	table lake 0x3c | diff -B again.pmu <(table lake 0x3c | sed 's/^\( *\)\([^ ]*\) */\1\2 /; s/ *$//')
	mkdir -p layouts/intel layouts/linux
	cp "$srcdir"/src/pmu/intel/{layouts,sharing*}.pmu layouts/intel
	cp "$srcdir/src/pmu/linux/layouts.pmu" layouts/linux
	extension skl layout intel-skylake mods=k,u,e >one.pmu
	printf '%s\n' 'WINDOW 0x79 : A "window"' '  : of glass' '# a word' 'DOOR 0x7a : # A door' >>one.pmu
	PFMKIT_LAYOUTS=$PWD/layouts try 0 "$pmuc" -o one.pmt one.pmu
	same_again one.pmt
	grep -qx 'layout intel-skylake like intel-haswell' again.pmu # with those that it is made of
	grep -qx 'layout intel-core' again.pmu
	refute grep -q 'layout intel-icelake' again.pmu
	grep -qx 'WINDOW 0x79 : A "window" of glass' again.pmu
	grep -qx 'DOOR 0x7a : # A door' again.pmu
}

@test "pmuc dump: files that nobody can trust" {
	place=$(grep -abo Meadows lake.pmt | tail -n 1 | cut -d : -f 1)
	cp lake.pmt other.pmt
	change other.pmt "$place" L
	try 0 env LIBPFM_TABLES="$PWD/other.pmt" check_events lake::MEADOWS:DRY # the library looks at rows
	try 1 "$pmuc" dump other.pmt
	says_line "other.pmt: its text is not what its rows were made of"
	[ ! -s "$out" ]
	cp lake.pmt other.pmt
	change other.pmt $((place - 12)) '\n'
	try 1 "$pmuc" dump other.pmt
	[ ! -s "$out" ]
	change lake.pmt "$(place_of Meadows lake.pmt)" L
	try 1 "$pmuc" dump lake.pmt
	says_line "lake.pmt: it has been changed"
	try 1 "$pmuc" dump lake.pmu
	says_line "lake.pmu: it is no file of tables"
	try 1 "$pmuc" dump nosuch.pmt
	says_line "nosuch.pmt:0:0: No such file or directory"
	try 2 "$pmuc" dump
	says_line "usage: pmuc dump FILE.pmt"
}

@test "what cannot be extended" {
	is_not_extended() { # PMU REASON, with the layout of lake
		extension "$1" layout plain >no.pmu
		sed '/^$/,$d' lake.pmu >>no.pmu
		"$pmuc" -o no.pmt no.pmu >/dev/null
		LIBPFM_TABLES=$PWD/no.pmt LIBPFM_VERBOSE=1 try 0 check_events perf::CYCLES
		grep -qxF "$PWD/no.pmt: $1 is not extended: $2" "$err" || fail "$(cat "$err")"
	}
	is_not_extended nosuch "there is no such PMU"
	is_not_extended perf "its events are a part of the library"
	is_not_extended ix86arch "its events are a part of the library"
	is_not_extended skl "its layout is another one"
	extension lake >no.pmu
	try 1 "$pmuc" -o no.pmt no.pmu
	says_line "no.pmu:1:8: lake is not here; with layout and its layout it is extended where the file is loaded"
	extension lake layout plain >no.pmu
	cat lake.pmu >>no.pmu
	try 1 "$pmuc" -o no.pmt no.pmu
	says_line "no.pmu:1:13: layout is for a file that is loaded, and a PMU that is not in it"
}

@test "a file of the other byte order" {
	[ "$(printf '\1\0' | od -An -tu2 | tr -d ' ')" = 1 ] || skip "this machine has the other one"
	cp lake.pmt order.pmt
	change order.pmt 8 '\01\02\03\04'
	is_skipped "$PWD/order.pmt" "it is for machines of the other byte order"
}

@test "pmuc writes a file beside the old one, or nothing" {
	ln lake.pmt old.pmt
	cp lake.pmt kept.pmt
	table lake 0x4d >lake.pmu
	try 0 "$pmuc" -o lake.pmt lake.pmu
	prints "1 PMUs, 1 tables, 1 events, 2 unit masks, 0 descriptions missing"
	cmp old.pmt kept.pmt
	refute cmp lake.pmt kept.pmt
	try 1 "$pmuc" -o nosuch/lake.pmt lake.pmu
	says_line "nosuch/lake.pmt: No such file or directory"
	mkdir folder.pmt
	try 1 "$pmuc" -o folder.pmt lake.pmu
	says_line "folder.pmt: expected the name of a file"
	sed -i 's/  cpu .*/  detect hook intel-arch/' lake.pmu
	try 1 "$pmuc" -o hook.pmt lake.pmu
	says_line "lake.pmu:8:5: PMU lake: hooks, dynamic events and arm-pmceid are for PMUs that are compiled into the library"
	[ ! -e hook.pmt ]
	try 2 "$pmuc" -o lake.pmt
	says_line "       pmuc [--allow-missing] -o OUT.pmt FILE.pmu|DIRECTORY ..."
	[ -z "$(find . -name '*.pmt.*')" ]
}

@test "showevtinfo --json says the same of a loaded PMU as of a compiled one" {
	mkdir text
	cp -r "$srcdir"/src/pmu/{common,intel,amd,arm,linux} text
	chmod -R u+w text
	# their events are the library's own business
	rm text/linux/perf.pmu text/intel/intel_x86_arch.pmu text/arm/arm_pmuv3.pmu
	sed -i 's/^pmu \([a-z]\)/pmu x_\1/' text/*/*.pmu
	"$pmuc" -o x.pmt text >/dev/null
	export LIBPFM_TABLES=$PWD/x.pmt
	for pmu in skl amd64_fam19h_zen4 arm_n1; do
		try 0 showevtinfo --json --pmu $pmu
		jq -c 'del(.idx)' "$out" >compiled
		[ "$(wc -l <compiled)" -gt 80 ]
		try 0 showevtinfo --json --pmu x_$pmu
		sed "s/x_$pmu/$pmu/g" "$out" | jq -c 'del(.idx)' | diff compiled -
	done
}

@test "an old processor that is added late is not the newest" {
	table lake 0x3c | sed 's/^  type.*/&\n  year 2024/' >lake.pmu
	table pond 0x3d | sed '/^layout/,/^$/d; s/6: 1/6: 2/; s/^  type.*/&\n  year 2005/' >pond.pmu
	cat lake.pmu pond.pmu >both.pmu
	"$pmuc" -o both.pmt both.pmu >/dev/null
	export LIBPFM_TABLES=$PWD/both.pmt LIBPFM_CPUID=GenuineIntel-6-158
	try 1 check_events MEADOWS:DRY
	says "MEADOWS:DRY: not an event of this machine; this is lake's"
	try 1 check_events MEADOWZ:DRY
	says "did you mean lake::MEADOWS"
	# of the same year, or of none, the one with the higher number
	grep -v '^  year' both.pmu >none.pmu
	"$pmuc" -o both.pmt none.pmu >/dev/null
	try 1 check_events MEADOWS:DRY
	says "this is pond's"
}
