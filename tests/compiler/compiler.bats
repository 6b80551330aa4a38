#!/usr/bin/env bats
# The table compiler: what is good compiles, and every mistake is named with its file, line and column.

# shellcheck disable=SC2154 # variables of strings.bash
load ../tools/strings
load tables

# ordered TEXT PLACE MESSAGE: the good table with another order.
ordered() {
	printf '%s\n' "$1" >order
	compile 1
	caught "$2: $3"
}

two_pmus() {
	printf '  events     box_events\n\npmu %s\n  id %s\n  desc B\n  layout %s\n  events box_events%s' "$1" "$2" \
		"${3-simple}" "${4-}"
}

@test "a good table compiles to C that a C11 compiler takes" {
	compile 0
	says_nothing
	prints "1 PMUs, 1 tables, 2 events, 2 unit masks, 0 descriptions missing"
	cc -std=c11 -I"$srcdir/include" -I"$srcdir/src" -c t.c
	nm t.o | grep -q ' [DR] pfm_compiled$'
}

@test "compiled twice, the same C; the C does not say where it was made" {
	compile 0
	try 0 "$pmuc" -o again.c order t.pmu
	cmp t.c again.c
	refute grep -F "$PWD" t.c
}

@test "the number of a PMU must be that of the public enumeration" {
	sed -i 's/id         1000/id 51 PFM_PMU_PERF_EVENT/' t.pmu
	compile 0
	cc -std=c11 -I"$srcdir/include" -I"$srcdir/src" -c t.c
	sed -i 's/id 51/id 52/' t.pmu
	compile 0
	refute cc -std=c11 -I"$srcdir/include" -I"$srcdir/src" -c t.c 2>"$err"
	says "t.pmu:11:"
	says "id of box"
}

@test "a name has at most 255 bytes" {
	wrong 20 "$(printf '%256s' '' | tr ' ' A) 0x3c : Cycles" 20:1 \
		"$(printf '%60s' '' | tr ' ' A)...: a name of more than 255 bytes"
	good_table | sed "s/^CYCLES/$(printf '%255s' '' | tr ' ' A)/" >t.pmu
	compile 0
}

@test "wrong usage is status 2 and names the right one" {
	for arguments in "" "-o" "-o t.c" "-o t.c order" "order t.pmu" "--nosuch -o t.c order t.pmu"; do
		# shellcheck disable=SC2086
		try 2 "$pmuc" $arguments
		prints_nothing
		says_line "usage: pmuc [--allow-missing] [--only VENDOR,...] -o OUT.c ORDER FILE.pmu|DIRECTORY ..."
		[ ! -e t.c ]
	done
}

@test "a command that is none is named" {
	try 2 "$pmuc" lst
	prints_nothing
	says_line "pmuc: lst: no such command, and no -o OUT to compile to"
}

@test "an option that is none, or lacks its value, is named" {
	for command in "--nosuch -o t.c order t.pmu" "-o t.c order t.pmu --nosuch" "format t.pmu --nosuch" \
		"diff --nosuch t.pmu t.pmu" "dump t.pmt --nosuch"; do
		# shellcheck disable=SC2086
		try 2 "$pmuc" $command
		says_line "pmuc: unknown option --nosuch"
		says "usage: pmuc"
		prints_nothing
	done
	try 2 "$pmuc" order t.pmu -o
	says_line "pmuc: option -o wants a value"
	[ ! -e t.c ]
}

@test "options behind operands are options; behind -- all are operands" {
	try 0 "$pmuc" order t.pmu --allow-missing -o t.c
	[ -s t.c ]
	sed 's/^CYCLES  /CYCLES /' t.pmu >-t.pmu
	try 1 "$pmuc" format -- -t.pmu --check
	says "--check:0:0: No such file or directory"
	try 0 "$pmuc" format --check ./-t.pmu
	sed 's/^CYCLES  /CYCLES /' t.pmu >crooked.pmu
	try 1 "$pmuc" format crooked.pmu --check
	prints crooked.pmu
}

@test "an output that cannot be opened is status 1" {
	try 1 "$pmuc" -o nosuch/t.c order t.pmu
	says_line "nosuch/t.c: No such file or directory"
}

# A process may write files of no byte: pipes are no files.
on_full_disk() {
	(trap '' XFSZ && ulimit -f 0 && "$@" 2>&1 || echo "status $?") | cat
}

@test "an output that cannot be written is status 1, and none is left" {
	on_full_disk "$pmuc" -o t.c order t.pmu >"$err"
	says_line "status 1"
	says_line "t.c: cannot be written"
	[ ! -e t.c ]
}

@test "a file that is formatted stays whole on a full disk, keeps its mode, is found by a link" {
	sed 's/^CYCLES  /CYCLES /' t.pmu >crooked.pmu
	cp crooked.pmu before.pmu
	on_full_disk "$pmuc" format crooked.pmu >"$err"
	says_line "status 1"
	says_line "crooked.pmu: File too large"
	cmp before.pmu crooked.pmu
	"$pmuc" format before.pmu
	chmod 640 crooked.pmu
	ln -s crooked.pmu link.pmu
	try 0 "$pmuc" format link.pmu
	[ -L link.pmu ] || fail "the link is gone"
	cmp before.pmu crooked.pmu
	[ "$(stat -c %a crooked.pmu)" = 640 ] || fail "mode $(stat -c %a crooked.pmu), not 640"
	[ -z "$(find . -name '.*pmuc*')" ] || fail "left: $(find . -name '.*pmuc*')"
}

@test "a device that is full is status 1, and stays" {
	[ -c /dev/full ] || skip "no /dev/full"
	try 1 "$pmuc" -o /dev/full order t.pmu
	says_line "/dev/full: cannot be written"
	[ -c /dev/full ]
}

@test "what is printed and cannot be written is status 1 and a message" {
	[ -c /dev/full ] || skip "no /dev/full"
	PFMKIT_LAYOUTS=$srcdir/src/pmu try 0 "$pmuc" -o t.pmt t.pmu
	sed 's/0x2e/0x2f/' t.pmu >new.pmu
	sed 's/^CYCLES  /CYCLES /' t.pmu >crooked.pmu
	lost "$pmuc" --help
	lost "$pmuc" --version
	lost "$pmuc" diff t.pmu new.pmu
	lost "$pmuc" format --check crooked.pmu
	lost "$pmuc" -o t.c order t.pmu
	lost env PFMKIT_LAYOUTS="$srcdir/src/pmu" "$pmuc" dump t.pmt
}

@test "any text is good C" {
	sed -i '20s|.*|CYCLES  0x3c : Say "what?" or \\ or ??= or é|' t.pmu
	compile 0
	cc -std=c11 -I"$srcdir/include" -I"$srcdir/src" -c t.c
	grep -qaF "$(printf 'Say "what?" or \\ or ??= or \303\251')" t.o
}

@test "files that cannot be read" {
	try 1 "$pmuc" -o t.c order t.pmu nosuch.pmu
	caught "nosuch.pmu:0:0: No such file or directory"
	mkdir folder.pmu
	try 1 "$pmuc" -o t.c order t.pmu folder.pmu
	caught "folder.pmu:0:0: no table text (*.pmu) in the directories here"
	mkdir folder.pmu/a folder.pmu/a/b.pmu
	try 1 "$pmuc" -o t.c order t.pmu folder.pmu
	caught "folder.pmu/a/b.pmu:0:0: cannot be read"
	try 1 "$pmuc" -o t.c nosuch t.pmu
	caught "nosuch:0:0: No such file or directory"
	printf 'layout\0' >>t.pmu
	compile 1
	caught "t.pmu:0:0: not a text file: a NUL at byte $(good_table | wc -c | awk '{ print $1 + 6 }')"
	truncate -s 268435457 t.pmu
	compile 1
	caught "t.pmu:0:0: 268435457 bytes, more than 256 MiB"
}

@test "a folder of files is their text; --help behind a command is the help" {
	mkdir folder
	cp t.pmu folder
	try 0 "$pmuc" -o t.c order folder
	mv t.c other.c
	try 0 "$pmuc" -o t.c order t.pmu
	sed 's|folder/t.pmu|t.pmu|' other.c | diff - t.c
	try 0 "$pmuc" --help
	cp "$out" help
	local command
	for command in import update diff format dump status list remove where help --diff --list; do
		try 0 "$pmuc" $command --help
		diff help "$out"
	done
}

@test "where: the row of an event or a unit mask, and the line by which the PMU has it" {
	cat >>t.pmu <<-'TABLE'

		umasks hits
		  ALL   0x03 : All
		  OTHER 0x04 : Others

		events like_box like box_events
		LOADS 0x50 : Loads
		  use hits
		CACHE
		  LATE 0x08 : Late ones

		events some_of_box
		use box_events CACHE
		CYCLES 0x3d : Other cycles
	TABLE
	printf '\npmu %s\n  id %s\n  desc B\n  type core\n  counters 4\n  cpu GenuineIntel 6: 2\n%s  events %s\n' \
		likebox 1001 $'  layout simple\n' like_box somebox 1002 $'  layout simple\n' some_of_box >>t.pmu
	mkdir -p all/a
	cp t.pmu all/a/t.pmu
	try 0 "$pmuc" where --tree all box::CYCLES box::CACHE:hit likebox::cycles likebox::LOADS likebox::LOADS:OTHER \
		likebox::CACHE.LATE likebox::CACHE:MISS somebox::CACHE somebox::CYCLES
	says_nothing
	diff - "$out" <<-'PLACES'
		all/a/t.pmu:20 by all/a/t.pmu:17
		all/a/t.pmu:23 by all/a/t.pmu:21
		all/a/t.pmu:20 by all/a/t.pmu:29
		all/a/t.pmu:30 by all/a/t.pmu:46
		all/a/t.pmu:27 by all/a/t.pmu:31
		all/a/t.pmu:33 by all/a/t.pmu:29
		all/a/t.pmu:22 by all/a/t.pmu:29
		all/a/t.pmu:21 by all/a/t.pmu:36
		all/a/t.pmu:37 by all/a/t.pmu:55
	PLACES
	try 1 "$pmuc" where --tree all box::CYCLES box::LOADS nosuch::CYCLES CYCLES box::CACHE:LATE
	prints_line "all/a/t.pmu:20 by all/a/t.pmu:17"
	says_line "pmuc: box::LOADS: box has no such event"
	says_line "pmuc: nosuch::CYCLES: no PMU nosuch in the text"
	says_line "pmuc: CYCLES: expected PMU::EVENT or PMU::EVENT:UMASK"
	says_line "pmuc: box::CACHE:LATE: box has no such unit mask"
	try 2 "$pmuc" where --tree all
	says_line "usage: pmuc where [--tree DIR] PMU::EVENT[:UMASK] ..."
}

@test "a folder of folders is all their text; a layout may be like one that comes later" {
	mkdir -p all/a all/b
	sed -n '1,9p' t.pmu | sed 's/^layout simple/layout later/' >all/b/layouts.pmu
	{ echo "layout simple like later"; sed '1,9d' t.pmu; } >all/a/box.pmu
	cp all/a/box.pmu all/not_read.pmu
	try 0 "$pmuc" -o t.c order all
	prints "1 PMUs, 1 tables, 2 events, 2 unit masks, 0 descriptions missing"
	echo 'layout circle like simple' >>all/b/layouts.pmu
	sed -i 's/^layout later/& like circle/' all/b/layouts.pmu
	rm t.c
	try 1 "$pmuc" -o t.c order all
	caught "all/b/layouts.pmu:10:8: layout circle would be like itself"
}

@test "text: control characters, quotes, descriptions of nothing" {
	wrong 20 $'CYCLES  0x3c : Cy\tcles' 20:18 "control character U+0009"
	wrong 20 $'CYCLES  0x3c : Cycles\r' 20:22 "control character U+000D"
	wrong 20 $'CYCLES  0x3c : \177Cycles' 20:16 "control character U+007F"
	wrong 12 '  desc       "A box' 12:14 "no closing quote"
	wrong 20 '   : Cycles' 20:6 "a description, but of nothing"
}

@test "only 20 messages, but the count is of all" {
	{ good_table; for i in $(seq 30); do echo "E$i 0x$i"; done; } >t.pmu
	compile 1
	caught "t.pmu:24:1: event E1 has no description"
	says_line "30 errors; nothing written"
	[ "$(grep -c '^t.pmu:' "$err")" = 20 ]
}

@test "one mistake is one error, and it is said so" {
	wrong 20 'CYCLES  0x3c nosuch : Cycles' 20:14 "unknown word nosuch"
	says_line "1 error; nothing written"
	[ "$(wc -l <"$err")" = 2 ]
}

@test "the order of PMUs" {
	ordered nosuch order:1:1 "no PMU nosuch"
	ordered nosuch t.pmu:10:5 "PMU box is not in order"
	ordered $'box\n# once more\n  box' order:3:3 "PMU box stands here twice"
}

@test "blocks" {
	wrong 9 'nosuch word' 9:1 \
		"expected layout, pmu, events, umasks, extend, groups, lists, sharing, metrics or aliases, and a name"
	wrong 1 'layout' 1:1 \
		"expected layout, pmu, events, umasks, extend, groups, lists, sharing, metrics or aliases, and a name"
	wrong 19 $'events box_events\nX 1 : X\nevents box_events' 21:8 "another table is called box_events"
	wrong 19 "events box_events variants=$(seq -s, 33)" 19:19 "more than 32 variants"
	wrong 19 'events box_events nosuch' 19:19 "unknown word nosuch"
	wrong 19 'events other' 19:8 "no PMU uses table other"
	wrong 19 'events other' 17:14 "no table box_events"
}

@test "layouts: name, words, event code" {
	wrong 1 'layout simple like nosuch' 1:8 "expected: layout NAME, or layout NAME like another layout"
	wrong 1 'layout simple plus' 1:8 "expected: layout NAME, or layout NAME like another layout"
	wrong 9 $'layout simple\n  words a\n  event a:0' 9:8 "another layout is called simple"
	wrong 2 '  words' 2:3 "expected one to three register words"
	wrong 2 '  words      evtsel extra third fourth' 2:3 "expected one to three register words"
	wrong 3 '  event      nosuch:0-7' 3:14 \
		"nosuch:0-7: expected WORD:BIT or WORD:LOW-HIGH, the word being one of layout simple"
	wrong 3 '  event      evtsel' 3:14 \
		"evtsel: expected WORD:BIT or WORD:LOW-HIGH, the word being one of layout simple"
	wrong 3 '  event      evtsel:0-64' 3:14 "evtsel:0-64: expected bits from 0 to 63"
	wrong 3 '  event      evtsel:7-0' 3:14 "evtsel:7-0: expected bits from 0 to 63"
	wrong 3 '  event      evtsel:x' 3:14 "evtsel:x: expected bits from 0 to 63"
	wrong 3 '  event      evtsel:0 evtsel:1 evtsel:2 evtsel:3-7' 3:41 "more than 3 places for the event code"
	wrong 3 '  event      none' 1:8 "layout simple lacks its words or the place of the event code"
	wrong 3 '  nosuch     evtsel:0' 3:3 "unknown or incomplete line: nosuch"
	wrong 4 '  umask' 4:3 "unknown or incomplete line: umask"
	wrong 3 '  event      evtsel:0-3,8-11' 3:14 \
		"evtsel:0-3,8-11: expected consecutive bits; those that are not are several places"
	wrong 4 '  raw-umask  65' 4:14 "65: expected a number from 0 to 0x40"
	wrong 4 '  rules      nosuch' 4:14 "unknown rule nosuch"
	wrong 4 '  set        evtsel:99' 4:14 "evtsel:99: expected bits from 0 to 63"
}

@test "layouts: modifiers" {
	wrong 5 '  modifier   e' 5:3 "expected: modifier ID NUMBER bool|int MIN-MAX PLACE"
	wrong 5 '  modifier   e 256 bool evtsel:18 : Edge' 5:3 "expected: modifier ID NUMBER bool|int MIN-MAX PLACE"
	wrong 6 '  modifier   e 1 int 0-255 evtsel:24-31 : Counter mask' 6:14 \
		"another modifier of layout simple is called e"
	wrong 5 '  modifier   e 0 yes evtsel:18 : Edge' 5:18 "expected bool, or int and a range of values"
	wrong 6 '  modifier   c 1 int 9-0 evtsel:24-31 : Counter mask' 6:18 \
		"expected bool, or int and a range of values"
	wrong 6 '  modifier   c 1 int 0x100000000-0x200000000 evtsel:24-31 : Counter mask' 6:18 \
		"expected bool, or int and a range of values"
	wrong 5 '  modifier   e 0 bool nosuch:18 : Edge' 5:23 \
		"nosuch:18: expected WORD:BIT or WORD:LOW-HIGH, the word being one of layout simple"
	wrong 5 '  modifier   e 0 bool evtsel:18 nosuch : Edge' 5:33 "unknown word nosuch"
	wrong 5 '  modifier   e 0 bool evtsel:18 plm=x : Edge' 5:33 "x: expected k, 1, 2, u or h"
	wrong 5 '  modifier   e 0 bool evtsel:18 shows=x:1 : Edge' 5:33 \
		"x:1: expected WORD:BIT or WORD:LOW-HIGH, the word being one of layout simple"
	wrong 5 '  modifier   e 0 bool evtsel:18 sets=evtsel:64 : Edge' 5:33 "evtsel:64: expected bits from 0 to 63"
	wrong 5 '  modifier   e 0 bool evtsel:18 sets-if=evtsel:64 : Edge' 5:33 "evtsel:64: expected bits from 0 to 63"
	wrong 5 '  modifier   e 0 bool evtsel:18 forces=evtsel : Edge' 5:33 \
		"layout simple has no second or third word evtsel"
	wrong 5 '  modifier   e 0 bool evtsel:18 taken=x : Edge' 5:33 \
		"taken=x: expected the value to take if none is given"
	wrong 5 '  modifier   e 0 bool evtsel:18' 5:14 "modifier e has no description"
	wrong 5 '  modifier   e 2 bool evtsel:18 : Edge' 6:14 "modifiers go by ascending number"
	wrong 6 '  modifier   c 1 int 0-255 evtsel:24,26-31 : Counter mask' 6:14 "the bits of c are not consecutive"
	wrong 4 '  set        evtsel:18' 5:14 "modifier e writes bits that are constant"
	wrong 5 '  modifier   e 0 bool evtsel:18 name=abcdefghijklmn : Edge' 5:14 \
		"the name abcdefghijklmn has more than 13 letters"
	many=$(for i in $(seq 30); do echo "  modifier   m$i $((2 + i)) bool extra:$((8 + i)) : M"; done)
	wrong 8 "$many" 37:3 "more than 32 modifiers"
}

@test "layouts: bits that two want" {
	wrong 4 '  set        evtsel:7' 1:8 "layout simple: the event code and a constant share bits"
	wrong 4 '  umask      evtsel:8,10' 1:8 "layout simple: the unit mask's bits are not consecutive"
	wrong 6 '  modifier   c 1 int 0-255 evtsel:18-25 : Counter mask' 20:1 \
		"modifier c of CYCLES writes bits of another of its modifiers"
	good_table | sed '6s/.*/  modifier   c 1 int 0-255 evtsel:18-25 overlaps : Counter mask/' >t.pmu
	compile 0
}

@test "layouts: printing, perf, privilege levels, edge rule, join" {
	wrong 8 '  print      e c' 8:3 "expected all modifiers of the layout, in the order of printing"
	wrong 8 '  print      e c e' 8:18 "e: expected each modifier once"
	wrong 8 '  print      e c nosuch' 8:18 "nosuch: expected each modifier once"
	wrong 8 '  perf       config' 8:3 \
		"expected: perf config|config1|config2 WORD [clear=MASK] [shift=N], four of them at most"
	perf='  perf       config evtsel'
	wrong 8 "$perf"$'\n'"$perf"$'\n'"$perf"$'\n'"$perf"$'\n'"$perf" 12:3 \
		"expected: perf config|config1|config2 WORD [clear=MASK] [shift=N], four of them at most"
	wrong 8 '  perf       config3 evtsel' 8:14 "config3: expected config, config1 or config2"
	wrong 8 '  perf       config1junk evtsel' 8:14 "config1junk: expected config, config1 or config2"
	wrong 8 '  perf       nosuch evtsel' 8:14 "nosuch: expected config, config1 or config2"
	wrong 8 '  perf       config nosuch' 8:21 "nosuch: expected a word of the layout, its column, or event"
	wrong 8 '  perf       config evtsel nosuch=1' 8:28 "nosuch=1: expected clear=MASK or shift=N"
	wrong 8 '  perf       config evtsel clear=x' 8:28 "clear=x: expected clear=MASK or shift=N"
	wrong 8 '  perf       config evtsel shift=64' 8:28 "shift=64: expected clear=MASK or shift=N"
	wrong 8 '  os         u nosuch' 8:16 "nosuch is not a modifier of perf_event"
	wrong 8 '  privilege' 8:3 "expected none, supported, event or always"
	wrong 8 '  privilege  nosuch' 8:3 "expected none, supported, event or always"
	wrong 8 '  privilege  always x=evtsel:16' 8:21 "x=evtsel:16: expected k=, u= or h= and a place"
	wrong 8 '  privilege  always k=nosuch:16' 8:21 \
		"nosuch:16: expected WORD:BIT or WORD:LOW-HIGH, the word being one of layout simple"
	wrong 8 '  edge-rule  e' 8:3 "expected the edge and the counter mask modifier"
	wrong 8 '  edge-rule  e nosuch' 8:3 "expected the edge and the counter mask modifier"
	wrong 8 '  perf-join  1 2 3' 8:3 "expected a mask and three values"
	wrong 8 '  perf-join  1 2 3 x' 8:20 "x: expected a number of 32 bits"
	wrong 8 '  perf-join  0x100000000 2 3 4' 8:14 "0x100000000: expected a number of 32 bits"
	wrong 8 '  column     extra nosuch:1' 8:20 \
		"nosuch:1: expected WORD:BIT or WORD:LOW-HIGH, the word being one of layout simple"
}

@test "PMUs: what they must have" {
	wrong 11 '' 10:5 "PMU box lacks its id"
	wrong 12 '' 10:5 "PMU box lacks its desc"
	wrong 16 '' 10:5 "PMU box lacks its layout"
	wrong 16 '' 10:5 "no layout "
	wrong 16 '  layout     nosuch' 16:14 "no layout nosuch"
	wrong 12 '  desc' 12:3 "desc: nothing after it"
	wrong 12 '  nosuch     word' 12:3 "unknown word nosuch"
	wrong 10 'pmu b*/x' 10:5 'b*/x: expected letters, digits, _ and {n}'
	wrong 11 '  id         1000 PFM_PMU_@' 10:5 'PFM_PMU_@: expected letters, digits, _ and {n}'
}

@test "PMUs: values" {
	wrong 11 '  id         x' 11:14 "x: expected a number from 0 to 0x43ff"
	wrong 11 '  id         17408' 11:14 "17408: expected a number from 0 to 0x43ff"
	wrong 11 '  id         09' 11:14 "09: expected a number from 0 to 0x43ff"
	wrong 13 '  type       nosuch' 13:14 "nosuch: expected core, uncore, os or unknown"
	wrong 14 '  counters   x' 14:14 "x: expected a number from 0 to 0xffff"
	wrong 14 '  counters   4 x' 14:3 'expected a number, or "N fixed M"'
	wrong 14 '  counters   4 fixed 65536' 14:22 "65536: expected a number from 0 to 0xffff"
	wrong 14 '  year       x' 14:14 "x: expected a number from 0 to 0x834"
	wrong 14 '  year       1969' 14:14 "1969: expected a year from 1970 to 2100"
	wrong 14 '  year       2101' 14:14 "2101: expected a number from 0 to 0x834"
	wrong 14 '  year       2001 2002' 14:19 "2002: expected one year"
	wrong 14 '  codes      5' 14:14 "5: expected a number from 0 to 0x4"
	wrong 14 '  plm        k x' 14:16 "x: expected k, u or h"
	wrong 14 '  flags      nosuch' 14:14 "unknown PMU flag nosuch"
	wrong 14 '  sysfs      cpu' 14:3 \
		"expected a name and one of cached-or-raw, cached-or-notfound, cached-or-notsupp, file-or-notsupp, file-or-notfound"
	wrong 14 '  sysfs      cpu cached-or-raw nosuch' 14:32 "nosuch: expected arm-core, names-events, or nothing"
	wrong 14 '  sysfs      cpu nosuch' 14:3 \
		"expected a name and one of cached-or-raw, cached-or-notfound, cached-or-notsupp, file-or-notsupp, file-or-notfound"
}

@test "PMUs: which CPUs have them" {
	wrong 15 '  cpu        NoSuch 6: 1' 15:14 "unknown CPU vendor NoSuch"
	wrong 15 '  cpu        GenuineIntel' 15:14 "expected a family and a colon after GenuineIntel"
	wrong 15 '  cpu        GenuineIntel 6 1' 15:14 "expected a family and a colon after GenuineIntel"
	wrong 15 '  cpu        GenuineIntel x: 1' 15:14 "expected a family and a colon after GenuineIntel"
	wrong 15 '  cpu        GenuineIntel 65536: 1' 15:14 "expected a family and a colon after GenuineIntel"
	wrong 15 '  cpu        GenuineIntel 6:' 15:14 "no models"
	wrong 15 '  cpu        GenuineIntel 6: 1 x' 15:32 "x: expected a model number or a range of them"
	wrong 15 '  cpu        GenuineIntel 6: 9-1' 15:30 "9-1: expected a model number or a range of them"
	wrong 15 '  cpu        GenuineIntel 6: 65536' 15:30 "65536: expected a model number or a range of them"
	wrong 15 '  cpu        GenuineIntel 6: 1/256' 15:30 \
		"1/256: expected a stepping or a range of them after the slash"
	wrong 15 '  cpu        s390-machine: x' 15:28 "x: expected a model number or a range of them"
	wrong 15 '  on-device  cpu' 15:3 "no CPU behind the device"
	wrong 15 '  on-device  a/b GenuineIntel 6: 1' 15:14 "a/b: expected the name of one device"
	wrong 15 '  on-device  a_{n} GenuineIntel 6: 1' 15:14 "a_{n}: expected the name of one device"
	wrong 15 '  on-device  cpu s390-machine: 1' 15:18 \
		"s390-machine:: expected a CPU that is known by family and model"
	wrong 15 '  on-device  cpu GenuineIntel' 15:18 "expected a family and a colon after GenuineIntel"
	wrong 15 '  detect     nosuch a b' 15:3 \
		"expected how to detect: cpuinfo-equals, cpuinfo-contains, cpuinfo-glob, directory-entry, readable, any-file or hook"
	wrong 15 '  detect     hook nosuch' 15:19 "unknown hook nosuch"
	wrong 15 '  detect     hook' 15:14 "expected the name of a hook"
	wrong 15 '  detect     cpuinfo-equals cpu' 15:14 "expected two words after cpuinfo-equals"
}

@test "PMUs: tables and parts of them" {
	wrong 17 '  events     nosuch' 17:14 "no table nosuch"
	wrong 17 '  events     box_events nosuch' 17:25 "unknown word nosuch"
	wrong 17 '  events     box_events for' 17:25 "unknown word for"
	wrong 17 '  events     box_events rows=x' 17:25 "rows=x: expected a range of rows"
	wrong 17 '  events' 17:3 "events: nothing after it"
	wrong 17 '  events     box_events rows=9-1' 17:25 "rows=9-1: expected a range of rows"
	wrong 17 '  counters   4' 10:5 "box has no events"
	wrong 17 '  events     box_events rows=0-2' 17:14 "table box_events has 2 rows, numbered from 0"
	wrong 17 '  events     box_events hook=nosuch' 17:25 "unknown hook nosuch"
	wrong 17 '  events     box_events for NoSuch 6: 1' 17:29 "unknown CPU vendor NoSuch"
	wrong 17 '  events     box_events variant=x' 17:14 "table box_events has no variant x"
	wrong 19 'events box_events variants=x,y' 17:14 "table box_events has variants; say which with variant="
}

# One number says which rows a PMU sees: with two variants it would see those of the last one in all of its tables.
@test "PMUs: one variant" {
	good_table | sed '17s/$/ variant=one\n  events     box_events variant=two/; 19s/$/ variants=one,two/' >t.pmu
	try 1 "$pmuc" -o t.pmt t.pmu
	caught "t.pmu:18:25: variant=two: box sees rows of one variant, and that is one"
	good_table | sed '17s/$/ variant=one\n  events     box_events variant=two/; 19s/$/ variants=one,two/
		17s/^/  events plain\n/' >t.pmu
	printf '%s\n' 'events plain' 'PLAIN 0x13 : C' >>t.pmu
	try 1 "$pmuc" -o t.pmt t.pmu
	caught "t.pmu:19:25: variant=two: box sees rows of one variant, and that is one"
	# the same place in another table, and a table without variants behind one that has them
	export LIBPFM_TABLES=$PWD/t.pmt
	good_table | sed '17s/$/ variant=two\n  events     more variant=b\n  events     plain/; 19s/$/ variants=one,two/
		20s/0x3c/& only=one/; 23s/0x01/& only=two/' >t.pmu
	printf '%s\n' 'events more variants=a,b' 'FIRST 0x11 only=a : A' 'SECOND 0x12 only=b : B' \
		'events plain' 'PLAIN 0x13 : C' >>t.pmu
	try 0 "$pmuc" -o t.pmt t.pmu
	try 0 "$builddir/showevtinfo" --cpu GenuineIntel-6-1 -L '^box::'
	prints box::CACHE:MISS box::CACHE:HIT box::SECOND box::PLAIN
}

@test "PMUs: instances" {
	wrong 15 '  instances  0-3' 10:5 "instances, and {n} in the name, go together"
	wrong 15 '  instances  x' 15:14 "x: expected a number or a range, or any or ordered alone"
	wrong 15 '  instances  any 1' 15:14 "any: expected a number or a range, or any or ordered alone"
	wrong 15 '  with       =x' 15:14 "=x: expected a file of the device, or FILE=PATTERN"
	wrong 15 "  with       $(printf %256s | tr ' ' a)" 15:14 "a condition of more than 255 bytes"
	wrong 15 "  detect     cpuinfo-glob $(printf %64s | tr ' ' k) x" 15:27 "a key of more than 63 bytes"
	local pairs
	pairs=$(printf '%60s/%63s/%63s/%66s' '' '' '' '' | tr ' /' 'a ')
	good_table | sed "15s/\$/\n  detect cpuinfo-glob $pairs/" >t.pmu
	compile 0
	rm t.c
	wrong 15 "  detect     cpuinfo-glob ${pairs}a" 15:27 "more than 255 characters of keys and patterns"
	wrong 15 "  detect     cpuinfo-glob k $(printf %128s | tr ' ' x)" 15:29 "a pattern of more than 127 bytes"
	wrong 10 "pmu $(printf %128s | tr ' ' b)" 10:5 "a name of more than 127 bytes"
	wrong 15 '  with       a b' 15:16 "more than one word after with"
	wrong 15 '  instances  any' 10:5 "instances any, but no line sysfs and flag needs-sysfs"
	wrong 15 '  instances  3-0' 15:14 "3-0: expected a number or a range, or any or ordered alone"
	wrong 15 '  instances  0-10000' 15:14 "0-10000: expected a number or a range, or any or ordered alone"
	wrong 15 '  instances  1,x' 15:14 "1,x: expected two numbers and a comma"
	wrong 15 '  instances  x' 15:3 "no instances"
	wrong 10 'pmu box{n}' 10:5 "instances, and {n} in the name, go together"
	good_table | sed '10s/.*/pmu box{n}/; 11s/.*/  id         17404/; 15s/.*/  instances  0-4/' >t.pmu
	ordered 'box{n}' t.pmu:10:5 "id 17408 of box{n} is above 17407"
	# 1025 runs of rows are too many, 1024 are not
	good_table | sed '10s/.*/pmu box{n}/; 11s/.*/  id         100/; 15s/.*/  instances  0-204/
		17s/.*/&\n&\n&\n&\n&/' >t.pmu
	ordered 'box{n}' t.pmu:10:5 \
		"more than 1024 tables of PMUs that have several of them, or events that a hook chooses"
	sed -i '15s/204/127/; 17s/$/ rows=0-0\n&\n&\n&/' t.pmu
	compile 0
	rm t.c
	good_table | sed '10s/.*/pmu box{n}/; 11s/.*/  id         100/; 15s/.*/  instances  0-255/
		17s/$/ for GenuineIntel 6: 1/' >t.pmu
	ordered 'box{n}' t.pmu:10:5 "more than 255 PMUs with conditions for their tables, or a hook"
}

@test "PMUs: two of a name or a number, layouts that do not fit together" {
	printf 'box\nother\n' >order
	wrong 17 "$(two_pmus BOX 1001)" 19:5 "another PMU is called BOX"
	wrong 17 "$(two_pmus other 1000)" 19:5 "id 1000 of other is that of box, too; the next free one is 1024"
	four='pmu four{n}\n  id 1100\n  instances 0-3\n  desc B\n  layout simple\n  events box_events'
	wrong 17 "$(two_pmus third 1103)"$'\n\n'"$(printf %b "$four")" 25:5 \
		"id 1103 of four{n} is that of third, too; the next free one is 1104"
	other='layout other\n  words evtsel\n  event evtsel:0-7\n  umask evtsel:8-15\n'
	wrong 17 "$(two_pmus other 1001 other)"$'\n\n'"$(printf %b "$other")" 23:10 \
		"table box_events is also used with layout simple, which has other modifiers"
}

@test "rows: names and codes" {
	wrong 20 'CYCLES' 20:1 "CYCLES has no code"
	wrong 20 'CYCLES  x : Cycles' 20:9 "x: expected a number from 0 to 0xffffffffffffffff"
	wrong 20 'CYCLES  0x10000000000000000 : Cycles' 20:9 \
		"0x10000000000000000: expected a number from 0 to 0xffffffffffffffff"
	wrong 20 'CYCLES  -1 : Cycles' 20:9 "-1: expected a number from 0 to 0xffffffffffffffff"
	wrong 20 'CYCLES  0x100 : Cycles' 20:1 "code 0x100 of CYCLES does not fit into layout simple"
	for name in A:B A.B A=B A,B; do
		wrong 20 "$name 0x3c : Cycles" 20:1 "$name: a name cannot contain : . = or ,"
		wrong 23 "  $name 0x1 : Hits" 23:3 "$name: a name cannot contain : . = or ,"
	done
	wrong 23 '  HIT' 23:3 "HIT has no code"
	wrong 20 '  FIRST  0x1 : First' 20:3 "a unit mask before the first event"
}

@test "rows: names that are there already" {
	wrong 21 'cycles   0x2e : Cache' 21:1 "event cycles is already in line 20; if it must be, add the word shadowed"
	good_table | sed '21s/.*/cycles 0x2e shadowed : Cache/' >t.pmu
	compile 0
	rm t.c
	wrong 23 '  Miss   0x01 : Hits' 23:3 "CACHE already has a unit mask Miss, in line 22"
	wrong 23 '  HIT    0x01 default : Hits' 23:3 "a second default in group 0, after MISS"
}

@test "rows: descriptions" {
	wrong 20 'CYCLES  0x3c' 20:1 "event CYCLES has no description"
	wrong 23 '  HIT   0x01' 23:3 "unit mask HIT has no description"
	wrong 20 'CYCLES  0x3c : Cycles ' 20:1 "the description of CYCLES ends in a blank"
	long=$(printf '%0241d' 0)
	wrong 20 "CYCLES  0x3c : $long" 20:1 "the description of CYCLES has 241 characters, more than 240"
	good_table | sed "20s/:.*/: ${long#0}/; 23s/:.*//" >t.pmu
	compile 1
	try 0 "$pmuc" --allow-missing -o t.c order t.pmu
	prints "1 PMUs, 1 tables, 2 events, 2 unit masks, 1 descriptions missing"
}

@test "rows: words of events" {
	wrong 20 'CYCLES  0x3c nosuch : Cycles' 20:14 "unknown word nosuch"
	wrong 20 'CYCLES  0x3c mods=e,nosuch : Cycles' 20:14 "layout simple has no modifier nosuch"
	wrong 20 'CYCLES  0x3c req=nosuch : Cycles' 20:14 "layout simple has no modifier nosuch"
	wrong 19 'events box_events mods=nosuch' 19:19 "layout simple has no modifier nosuch"
	wrong 19 'events box_events ctr=x' 19:19 "x: expected counters as in 0-3,f0"
	wrong 20 'CYCLES  0x3c ctr=0-3,g0 : Cycles' 20:14 "g0: expected counters as in 0-3,f0"
	wrong 20 'CYCLES  0x3c ctr=0-32 : Cycles' 20:14 "0-32: expected counters as in 0-3,f0"
	wrong 20 'CYCLES  0x3c only=x : Cycles' 20:14 "table box_events has no variant x"
	wrong 20 'CYCLES  0x3c to=evtsel : Cycles' 20:14 \
		"to=evtsel: unit masks can go to the second word of layout simple only"
	wrong 20 'CYCLES  0x3c raw=65 : Cycles' 20:14 "raw=65: expected a number from 0 to 0x40"
	wrong 20 'CYCLES  0x3c force=evtsel : Cycles' 20:14 "layout simple has no second or third word evtsel"
	wrong 20 'CYCLES  0x3c hook=nosuch : Cycles' 20:14 "unknown hook nosuch"
	good_table | sed '4s/.*/  column     kernel/; 21,23d; 20s/.*/CYCLES 0x3c kernel=0x10000 : Cycles/' >t.pmu
	compile 1
	caught "t.pmu:20:13: kernel=0x10000: expected a number from 0 to 0xffff"
}

@test "rows: words of unit masks" {
	wrong 23 '  HIT   0x01 nosuch : Hits' 23:14 "unknown word nosuch"
	wrong 23 '  HIT   0x01 nosuch=1 : Hits' 23:14 "unknown word nosuch=1"
	wrong 23 '  HIT   0x01 group=8 : Hits' 23:14 "group=8: expected a number from 0 to 0x7"
	wrong 23 '  HIT   0x01 needs-group=8 : Hits' 23:14 "needs-group=8: expected a number from 0 to 0x7"
	wrong 23 '  HIT   0x01 needs-group=1 : Hits' 23:3 "HIT needs group 1, and there is none"
	wrong 23 '  HIT   0x01 event=0x100 : Hits' 23:14 "event=0x100: expected a number from 0 to 0xff"
	wrong 23 '  HIT   0x01 with=/etc/passwd : Hits' 23:14 \
		"/etc/passwd: expected a file of the device, or FILE=PATTERN"
	wrong 23 '  HIT   0x01 with=a,!../x : Hits' 23:14 "!../x: expected a file of the device, or FILE=PATTERN"
	wrong 23 '  HIT   0x01 takes=nosuch : Hits' 23:14 "layout simple has no modifier nosuch"
	wrong 23 '  HIT   0x01 req=nosuch : Hits' 23:14 "layout simple has no modifier nosuch"
	wrong 23 '  HIT   0x01 only=x : Hits' 23:14 "table box_events has no variant x"
	wrong 23 '  HIT   0x01 extra=0x100000000 : Hits' 23:14 \
		"extra=0x100000000: expected a number from 0 to 0xffffffff"
	wrong 23 '  HIT   0x01 c=256 : Hits' 23:14 "c=256: expected a number from 0 to 0xff"
	wrong 23 '  HIT   0x01 c|=256 : Hits' 23:14 "c|=256: expected a number from 0 to 0xff"
	wrong 23 '  HIT   0x01 x=1 : Hits' 23:14 "x=1: that field is not where unit masks of this event go"
	wrong 4 '' 21:1 "layout simple has no place for unit masks"
	wrong 23 '  HIT   0x01 group=2 : Hits' 21:1 "CACHE has no unit mask in group 1, but in higher ones"
	good_table | sed '4d; 23s/.*/  HIT   0x01 c=1 : Hits/' >t.pmu
	compile 1
	caught "t.pmu:22:14: c=1: that field is not where unit masks of this event go"
}

@test "rows: values too wide for their field" {
	wrong 23 '  HIT   0x100 : Hits' 23:3 "code 0x100 of HIT does not fit into layout simple"
}

@test "rows: aliases" {
	wrong 20 'CYCLES  0x3c alias=NOSUCH : Cycles' 20:1 "alias of NOSUCH: no such event in table box_events"
	wrong 20 'CYCLES  0x3c alias=CACHE:NOSUCH : Cycles' 20:1 \
		"alias of NOSUCH: event CACHE has no such unit mask or modifier"
	wrong 23 '  HIT   0x01 alias=NOSUCH : Hits' 23:3 \
		"alias of NOSUCH: event CACHE has no such unit mask or modifier"
	wrong 23 '  HIT   0x01 alias=HIT : Hits' 23:3 \
		"an alias of an alias, more than 8 of them, or one that comes back to itself"
	wrong 22 $'  MISS 0x41 alias=HIT : Misses\n  HIT 0x01 alias=MISS : Hits\n  X 0 : X' 22:3 \
		"an alias of an alias, more than 8 of them, or one that comes back to itself"
	good_table | sed '20s/0x3c/& alias=CACHE:MISS:c=1/; 23s/0x01/& alias=MISS:c=2/' >t.pmu
	compile 0
}

# ---- rows that are said once ----

# same_as_written_out BLOCKS EVENTS: the good table with these blocks before its events and these events compiles to
# what the standard input does as the events.
same_as_written_out() {
	head -n 18 <(good_table) >head
	{ cat head; echo "events box_events"; cat; } >t.pmu
	compile 0
	mv t.c written_out.c
	{ cat head; printf '%s\n' "$1"; printf '%s\n' "$2"; } >t.pmu
	compile 0
	cmp t.c written_out.c || diff t.c written_out.c
}

mesi='umasks mesi
  I  0x01 : Invalid
  S  0x02 : Shared
  E  0x04 : Exclusive
  M  0x08 default : Modified'

@test "events with equal unit masks share their rows" {
	printf '%s\n' 'CACHE2  0x2f : Another cache' '  MISS  0x41 default : Misses' '  HIT   0x01 : Hits' \
		'CACHE3  0x2d : A third one' '  MISS  0x41 : Misses' >>t.pmu
	compile 0
	prints "1 PMUs, 1 tables, 4 events, 5 unit masks, 0 descriptions missing"
	[ "$(rows_of umasks)" = 3 ] || fail "$(rows_of umasks) rows"
}

@test "unit masks that several events have" {
	same_as_written_out "$mesi" 'events box_events
READ   0x01 : Reads
  use mesi
WRITE  0x02 : Writes
  ANY  0x0f : Any state
  use mesi E..M I
SNOOP  0x03 : Snoops
  use mesi
  drop S E
  I  0x01 : Snoops of invalid lines
  use  0x20 : A unit mask that is called use
COPY   0x04 : Copies
  use :SNOOP M use
use    0x05 : An event that is called use' <<-'ROWS'
		READ   0x01 : Reads
		  I  0x01 : Invalid
		  S  0x02 : Shared
		  E  0x04 : Exclusive
		  M  0x08 default : Modified
		WRITE  0x02 : Writes
		  ANY  0x0f : Any state
		  E  0x04 : Exclusive
		  M  0x08 default : Modified
		  I  0x01 : Invalid
		SNOOP  0x03 : Snoops
		  I  0x01 : Snoops of invalid lines
		  M  0x08 default : Modified
		  use  0x20 : A unit mask that is called use
		COPY   0x04 : Copies
		  M  0x08 default : Modified
		  use  0x20 : A unit mask that is called use
		use    0x05 : An event that is called use
	ROWS
}

@test "unit masks made of others, and where they are said does not matter" {
	same_as_written_out "" "events box_events
READ   0x01 : Reads
  use mesif
$mesi
umasks mesif
  use mesi
  F  0x10 : Forward" <<-'ROWS'
		READ   0x01 : Reads
		  I  0x01 : Invalid
		  S  0x02 : Shared
		  E  0x04 : Exclusive
		  M  0x08 default : Modified
		  F  0x10 : Forward
	ROWS
}

older='events older mods=e ctr=0-1
CYCLES  0x3c : Cycles
CACHE   0x2e : Cache
  MISS  0x41 default : Misses
  HIT   0x01 : Hits
BRANCH  0x88 mods=c : Branches
STALL   0x99 : Stalls'

@test "a table like another: without some events, with others in their place, and more" {
	same_as_written_out "$older" 'events box_events like older ctr=0-3
drop STALL
CYCLES  0x3d : Cycles, as this one counts them
CACHE
  drop HIT
  MISS  0x40 default : Misses of this cache
  ANY   0x43 : All
LOADS   0x11 : Loads' <<-'ROWS'
		CYCLES  0x3d mods=e ctr=0-3 : Cycles, as this one counts them
		CACHE   0x2e mods=e ctr=0-3 : Cache
		  MISS  0x40 default : Misses of this cache
		  ANY   0x43 : All
		BRANCH  0x88 mods=c ctr=0-3 : Branches
		LOADS   0x11 mods=e ctr=0-3 : Loads
	ROWS
}

# What the other table says in its header may be nothing that this one's layout has.
@test "a table like another, with modifiers of its own" {
	same_as_written_out 'events older mods=nosuch
CYCLES  0x3c : Cycles' 'events box_events like older mods=e' <<-'ROWS'
		CYCLES  0x3c mods=e : Cycles
	ROWS
}

@test "events of another table among one's own" {
	same_as_written_out "$older" 'events box_events
FIRST   0x01 : First
use older BRANCH CYCLES..CACHE
LAST    0x02 : Last
  use older:CACHE HIT' <<-'ROWS'
		FIRST   0x01 : First
		BRANCH  0x88 mods=c : Branches
		CYCLES  0x3c : Cycles
		CACHE   0x2e : Cache
		  MISS  0x41 default : Misses
		  HIT   0x01 : Hits
		LAST    0x02 : Last
		  HIT   0x01 : Hits
	ROWS
}

@test "a PMU is extended by a block that comes later" {
	same_as_written_out 'events box_events
CYCLES  0x3c : Cycles
CACHE   0x2e : Cache
  MISS  0x41 default : Misses' 'extend box
CACHE
  HIT   0x01 : Hits
CYCLES  0x3d : Cycles, repaired
LOADS   0x11 : Loads' <<-'ROWS'
		CYCLES  0x3d : Cycles, repaired
		CACHE   0x2e : Cache
		  MISS  0x41 default : Misses
		  HIT   0x01 : Hits
		LOADS   0x11 : Loads
	ROWS
}

# wrong_after TEXT PLACE MESSAGE: the good table with these lines after it, from line 24 on.
wrong_after() {
	wrong 23 "  HIT   0x01 : Hits"$'\n'"$1" "$2" "$3"
}

@test "rows that are said once: what is not there, what goes in circles" {
	wrong_after 'umasks mesi' 24:8 "no event uses umasks mesi"
	wrong_after $'  use nosuch' 24:7 "no umasks nosuch"
	wrong_after $'  use nosuch:X' 24:7 "nosuch:X: no such table"
	wrong_after $'  use :NOSUCH' 24:7 ":NOSUCH: no such event, or it comes later"
	wrong_after $'  use :CACHE NOSUCH' 24:14 "no NOSUCH to use"
	wrong_after $'  use :CACHE HIT..MISS' 24:14 "no MISS to use, from HIT on"
	wrong_after $'  drop HIT' 24:8 "no HIT was taken from elsewhere"
	wrong_after $'events other like box_events\nCACHE\ndrop CACHE' 26:6 "no CACHE was taken from elsewhere"
	wrong_after $'  use a\numasks a\n  use b\numasks b\n  use a' 28:7 "unit masks a would be made of themselves"
	wrong_after $'umasks a\n  A 1 : A\numasks a' 26:8 "other unit masks are called a"
	wrong_after 'use nosuch' 24:5 "nosuch: no such table"
	wrong 19 'events box_events like nosuch' 19:24 "nosuch: no such table"
	wrong 19 'events box_events like box_events' 19:24 "box_events: a table cannot be like itself"
	wrong_after $'use other\nevents other\nuse box_events' 26:5 "box_events: that table is made of this one"
	chain=$(
		echo "  use a0"
		for i in $(seq 0 20); do printf '%s\n' "umasks a$i" "  use a$((i + 1))" "  use a$((i + 1))"; done
	)
	wrong_after "$chain"$'\numasks a21\n  A 1 : A' 27:7 "a1: more than 1048576 rows"
	wrong_after 'extend nosuch' 24:8 "no PMU nosuch"
	printf 'box\nother\n' >order
	wrong 17 "$(two_pmus other 1001)"$'\nextend other' 24:8 "table box_events of other is that of box, too"
	wrong 17 $'  events box_events for GenuineIntel 6: 1\n  events box_events\nextend box' 19:8 \
		"box has not one table, but several"
}

# ---- facts ----

@test "facts: the first kernel" {
	wrong 20 'CYCLES  0x3c linux=5 : Cycles' 20:14 "linux=5: expected a version of Linux, as in 5.15"
	wrong 20 'CYCLES  0x3c linux=5.1x : Cycles' 20:14 "linux=5.1x: expected a version of Linux, as in 5.15"
	mkdir -p old/a new/a
	good_table >old/a/t.pmu
	good_table | sed '20s/0x3c/& linux=6.12/' >new/a/t.pmu
	try 1 "$pmuc" diff old new
	prints_line "~ box::CYCLES Linux any -> 6.12"
}

@test "facts of events and unit masks" {
	good_table | sed '14s/$/\n  resource   offcore count 2 scope core\n  reserve    nmi-watchdog ctr=f1|any\n  resource   filter count 1 scope socket/
		8s/$/\n  format     event config:0-7 umask config:8-15,40-47 ldlat config1:0-15/
		20s/0x3c/& ctr=0-2,f1 ctr-nosmt=0-3 deprecated=CACHE:HIT errata=SKL089,SKL90 period=2000003 precise speculative alone/
		21s/0x2e/& deprecated pair leader uncounted uses=offcore:config1:0-63,filter/
		22s/0x41/& ctr=2 ctr-nosmt=2 deprecated=CACHE speculative uses=filter:ldlat/' >t.pmu
	compile 0
}

@test "facts of some tables or variants: others do not have them" {
	export LIBPFM_TABLES=$PWD/t.pmt
	printf '%s\n' 'events lent_events' 'use box_events' 'pmu lent' '  id 1001' '  desc B' \
		'  cpu GenuineIntel 6: 2' '  layout simple' '  events lent_events' >more
	good_table | sed '17s/$/ variant=one/; 19s/$/ variants=one,two/
		20s/0x3c/& errata=ALL1 errata-of=lent_events:LENT1/
		22s/0x41/& errata=ALL1 errata-of=one:ONE1,ONE2 errata-of=two:TWO1 errata-of=box_events:BOX1/
		23s/0x01/& errata-of=two:TWO1 errata-of=lent_events:LENT1 deprecated-of=two:CACHE:MISS deprecated-of=lent_events/
		23s/0x01/& period-of=two:7/' >t.pmu
	printf '%s variant=two\n' "$(two_pmus twin 1002)" | sed 1,2d >>t.pmu
	cat more >>t.pmu
	try 0 "$pmuc" -o t.pmt t.pmu
	try 0 "$builddir/showevtinfo" --json '^(box|twin|lent)::.*'
	local facts='"\(.errata) \(.deprecated) \(.replacement) \(.period)"'
	diff <(jq -r ".pmu as \$p | .event as \$e | select(\$e) |
		\"\\(\$p)::\\(\$e) \" + $facts, (.umasks[] | \"\\(\$p)::\\(\$e):\\(.name) \" + $facts)" "$out") - <<-'FACTS'
			box::CYCLES ALL1 null null null
			box::CACHE null null null null
			box::CACHE:MISS ALL1,ONE1,ONE2,BOX1 null null null
			box::CACHE:HIT null null null null
			twin::CYCLES ALL1 null null null
			twin::CACHE null null null null
			twin::CACHE:MISS ALL1,TWO1,BOX1 null null null
			twin::CACHE:HIT TWO1 true CACHE:MISS 7
			lent::CYCLES ALL1,LENT1 null null null
			lent::CACHE null null null null
			lent::CACHE:MISS ALL1 null null null
			lent::CACHE:HIT LENT1 true null null
		FACTS
}

@test "facts of what an alias stands for: the alias has them, unless it says others" {
	export LIBPFM_TABLES=$PWD/t.pmt
	good_table | sed '20s/0x3c/& ctr=0-2 errata=ALL1 period=7/
		22s/0x41/& ctr=2 period=5 alone/; 23s/0x01/& ctr=1/' >t.pmu
	cat >>t.pmu <<-'ROWS'
	  OLD  0x41 alias=MISS deprecated : Misses
	  BOTH 0x41 alias=MISS period=9 deprecated=CYCLES : Misses
	CLOCKS 0x3c alias=CYCLES : Cycles
	TICKS  0x3c alias=CYCLES ctr=0 : Cycles
	MISSES 0x2e alias=CACHE:MISS deprecated : Misses
	ROWS
	try 0 "$pmuc" -o t.pmt t.pmu
	try 0 "$builddir/showevtinfo" --json '^box::.*'
	local facts='"\(.counters) \(.errata) \(.period) \(.alone) \(.replacement)"'
	diff <(jq -r ".event as \$e | select(\$e) |
		\"\\(\$e) \" + $facts, (.umasks[] | \"\\(\$e):\\(.name) \" + $facts)" "$out") - <<-'FACTS'
			CYCLES 0-2 ALL1 7 null null
			CACHE null null null null null
			CACHE:MISS 2 null 5 true null
			CACHE:HIT 1 null null null null
			CACHE:OLD 2 null 5 true CACHE:MISS
			CACHE:BOTH 2 null 9 true CYCLES
			CLOCKS 0-2 null 7 null null
			TICKS 0 null 7 null null
			MISSES 2 null 5 true CACHE:MISS
		FACTS
}

# EVENT:R in a formula is what the table says, in thousandths of a cycle; that of a unit mask is not its event's.
@test "latencies at retirement: of rows, of some tables or variants, of what an alias stands for" {
	export LIBPFM_TABLES=$PWD/t.pmt
	printf '%s\n' 'events lent_events' 'use box_events' 'pmu lent' '  id 1001' '  desc B' '  type core' \
		'  cpu GenuineIntel 6: 2' '  layout simple' '  events lent_events' >more
	good_table | sed 's/^  desc .*/&\n  type core/
		s/\(CYCLES *0x3c\)/\1 latency=6.11 latency-of=lent_events:7/
		s/\( MISS *0x41\)/\1 latency=430.225/; s/\( HIT *0x01\)/\1 latency-of=lent_events:19.0/' >t.pmu
	echo '  OLD  0x41 alias=MISS deprecated : Misses' >>t.pmu
	cat more >>t.pmu
	try 0 "$pmuc" -o t.pmt t.pmu
	echo 'CYCLES 1' >counts
	is_worth() {
		try "${4:-0}" "$builddir/pfmstat" --cpu "GenuineIntel-6-$1" --metric "x = $2:R * 1" --from counts
		[ "$(cat "$out")" = "x  $3" ] || fail "$2: $(cat "$out")"
	}
	is_worth 1 CYCLES 6.11
	is_worth 1 CACHE.MISS 430.225
	is_worth 1 cache.old 430.225
	is_worth 1 CACHE.HIT "no value: no latency is published; give --constant CACHE.HIT:R=N" 1
	is_worth 2 CYCLES 7
	is_worth 2 CACHE.HIT 19
	is_worth 2 CACHE.MISS 430.225
}

@test "facts: mistakes" {
	local of="period-of=NAME:N or latency-of=NAME:N" digits="with three digits behind the dot at most"
	wrong 20 'CYCLES  0x3c errata-of=box_events : Cycles' 20:14 \
		"errata-of=box_events: expected errata-of=NAME:WORD, deprecated-of=NAME:EVENT, $of"
	wrong 20 'CYCLES  0x3c errata-of=:A1 : Cycles' 20:14 \
		"errata-of=:A1: expected errata-of=NAME:WORD, deprecated-of=NAME:EVENT, $of"
	wrong 23 '  HIT   0x01 errata-of=box_events: : Hits' 23:14 \
		"errata-of=box_events:: expected errata-of=NAME:WORD, deprecated-of=NAME:EVENT, $of"
	wrong 23 '  HIT   0x01 deprecated-of=box_events:NOSUCH : Hits' 23:3 \
		"replaced by NOSUCH: no such event in table box_events"
	wrong 20 'CYCLES  0x3c period-of=box_events:x : Cycles' 20:14 \
		"period-of=box_events:x: expected a number from 0 to 0xffffffff"
	wrong 23 '  HIT   0x01 errata-of=nosuch:A1 : Hits' 23:14 "errata-of=nosuch:A1: no such table or variant"
	good_table | sed '17s/$/ variant=one/; 19s/$/ variants=one,two/; 20s/0x3c/& errata-of=one:A1/' >t.pmu
	compile 1
	caught "t.pmu:20:1: CYCLES: facts of some variants can be said of unit masks, or of a row with only="
	wrong 20 'CYCLES  0x3c ctr-nosmt=x : Cycles' 20:14 "x: expected counters as in 0-3,f0"
	wrong 20 'CYCLES  0x3c period=x : Cycles' 20:14 "period=x: expected a number from 0 to 0xffffffff"
	wrong 20 'CYCLES  0x3c latency=1.2345 : Cycles' 20:14 "latency=1.2345: expected cycles, as in 6.11, $digits"
	wrong 23 '  HIT   0x01 latency-of=box_events:.5 : Hits' 23:14 \
		"latency-of=box_events:.5: expected cycles, as in 6.11, $digits"
	wrong 20 'CYCLES  0x3c box=255 : Cycles' 20:14 "box=255: expected a number from 0 to 0xfe"
	wrong 23 '  HIT   0x01 box=1 : Hits' 23:14 "unknown word box=1"
	wrong 20 'CYCLES  0x3c uses=nosuch : Cycles' 20:14 "no resource nosuch in layout simple or the PMU"
	wrong 20 'CYCLES  0x3c uses=a,b,c,d,e : Cycles' 20:14 "more than 4 resources"
	wrong 20 'CYCLES  0x3c deprecated=NOSUCH : Cycles' 20:1 "replaced by NOSUCH: no such event in table box_events"
	wrong 23 '  HIT   0x01 ctr=x : Hits' 23:14 "x: expected counters as in 0-3,f0"
	wrong 23 '  HIT   0x01 deprecated=CACHE:NOSUCH : Hits' 23:3 \
		"replaced by NOSUCH: event CACHE has no such unit mask or modifier"
	wrong 20 'CYCLES  0x3c makers=0x10000000000000000 : Cycles' 20:1 \
		"the vendor's 0x10000000000000000 of CYCLES: expected a code of layout simple"
	wrong 20 'CYCLES  0x3c makers=0x100 : Cycles' 20:1 \
		"the vendor's 0x100 of CYCLES: expected a code of layout simple"
	wrong 20 'CYCLES  0x3c makers=NOSUCH : Cycles' 20:1 "the vendor's NOSUCH: no such event in table box_events"
	wrong 23 '  HIT   0x01 makers=event=0x5g:0x2 : Hits' 23:3 \
		"the vendor's event=0x5g of HIT: expected a code of layout simple"
	wrong 23 '  HIT   0x01 makers=event=0x10000000000:0x2 : Hits' 23:3 \
		"the vendor's event=0x10000000000 of HIT: expected a code of layout simple"
	wrong 23 '  HIT   0x01 makers=event=0x5:NOSUCH : Hits' 23:3 \
		"the vendor's NOSUCH: event CACHE has no such unit mask or modifier"
	wrong 23 '  HIT   0x01 makers=0x2:NOSUCH : Hits' 23:3 \
		"the vendor's NOSUCH: event CACHE has no such unit mask or modifier"
	wrong 23 '  HIT   0x01 makers=0xg : Hits' 23:3 \
		"the vendor's 0xg: event CACHE has no such unit mask or modifier"
	resource='  resource   a count 1 scope core'
	wrong 14 '  resource   a 1 core' 14:3 "expected: resource NAME count N scope thread|core|node|socket"
	wrong 14 '  resource   a count 1 scope house' 14:3 \
		"expected: resource NAME count N scope thread|core|node|socket"
	wrong 14 '  resource   a count 256 scope core' 14:22 "256: expected a number from 0 to 0xff"
	wrong 14 '  resource   a count 0 scope core' 14:22 "0: a resource is there at least once"
	wrong 14 "$resource"$'\n'"$resource" 15:14 "another resource is called a"
	wrong 14 '  reserve    nmi-watchdog' 14:3 \
		"expected: reserve NAME ctr=LIST, the list ending in |any if any other counter will do"
	wrong 14 '  reserve    nmi-watchdog ctr=x' 14:27 "x: expected counters as in 0-3,f0"
	wrong 20 $'CYCLES  0x3c uses=a:nosuch : Cycles' 20:14 "layout simple has no format field nosuch"
	wrong 8 '  format     event config:0-7 umask' 8:3 "expected fields, and the bits of each after it"
	wrong 8 '  format     event config:0-64' 8:20 "config:0-64: expected bits from 0 to 63"
	wrong 8 "  format    $(printf ' f%s config:0' $(seq 65))" 8:837 "more than 64 fields"
	wrong 8 '  format     event config4:0' 8:20 "config4:0: expected bits of config, config1, config2 or config3"
	wrong 8 '  format     event 0-7' 8:20 "0-7: expected bits of config, config1, config2 or config3"
	wrong 8 '  format     event config:0,2,4,6,8' 8:20 "config:0,2,4,6,8: more than 4 ranges"
}

@test "counters: no more than the PMU has, however fixed ones are numbered" {
	wrong 20 'CYCLES  0x3c ctr=0-4 : Cycles' 20:1 "counter 4 of CYCLES: box has 4"
	wrong 20 'CYCLES  0x3c ctr=0-3 ctr-nosmt=0-7 : Cycles' 20:1 "counter 7 of CYCLES: box has 4"
	wrong 19 'events box_events ctr=0-31' 20:1 "counter 31 of CYCLES: box has 4"
	wrong 23 '  HIT   0x01 ctr=5 : Hits' 23:3 "counter 5 of HIT: box has 4"
	good_table | sed '14s/$/ fixed 2/; 20s/0x3c/& ctr=f0/; 21s/0x2e/& ctr=f4/; 23s/0x01/& ctr=f4/' >t.pmu
	compile 0
	rm t.c
	good_table | sed '14s/$/ fixed 2/; 20s/0x3c/& ctr=f0/; 21s/0x2e/& ctr=f4/; 23s/0x01/& ctr=f1/' >t.pmu
	compile 1
	caught "t.pmu:23:3: counter f1 of HIT: box has 2 fixed ones"
	good_table | sed '14s/$/ fixed 1/; 20s/0x3c/& ctr=9,f7 uncountable/; 22s/0x41/& ctr=f0,f1 uncounted/' >t.pmu
	compile 0
	good_table | sed '14d; 20s/0x3c/& ctr=0-31/' >t.pmu
	compile 0
}

@test "what events share: demands, and blocks that PMUs take" {
	sharing=$'sharing s\n  resource a count 2 scope thread : registers\n  reserve nmi-watchdog ctr=f1|any\n  when config:0-7=0x3c,0xc0-0xc2 config1:0=1 then ctr=0 uses=a:config1:0-15\n  when config:0-7=1 then also=f1\n  always ctr=0-3\nsharing t like s\n  when config:8-15=1 then follower\n'
	(printf '%s' "$sharing"; good_table | sed '14s/$/\n  sharing t/') >t.pmu
	compile 0
	# a layout has them for all PMUs that say nothing else
	(printf '%s' "$sharing"; good_table | sed '8s/$/\n  sharing t/') >t.pmu
	compile 0
	[ "$(rows_of demands)" = 4 ] && [ "$(rows_of matches)" = 5 ]
}

@test "what events share: one that must be alone" {
	good_table | sed '14s/$/\n  when config:0-7=0x3c then alone/' >t.pmu
	try 0 "$pmuc" -o t.pmt t.pmu
	export LIBPFM_TABLES=$PWD/t.pmt LIBPFM_CPUID=GenuineIntel-6-1
	try 1 "$builddir/check_events" --together box::CYCLES box::CACHE
	prints 'round  counter  event' '1      0        box::CYCLES' '2      0        box::CACHE' \
		'does not fit: box::CYCLES and box::CACHE: one of them must be alone; 2 rounds'
	try 1 "$builddir/check_events" --together box::CYCLES box::CYCLES:c=1
	prints_line 'does not fit: box::CYCLES and box::CYCLES:c=1: one of them must be alone; 2 rounds'
	try 0 "$builddir/check_events" --together box::CACHE box::CACHE:HIT
	prints 'counter  event' '0        box::CACHE' '1        box::CACHE:HIT'
}

@test "what events share: mistakes" {
	wrong 14 '  sharing   nosuch' 14:13 "no sharing nosuch"
	wrong 14 $'  always ctr=0\n  sharing nosuch' 15:11 "no sharing nosuch"
	wrong 8 '  sharing   nosuch' 8:13 "no sharing nosuch"
	wrong_after $'sharing a\n  always ctr=0\n'"$(two_pmus other 1001 simple $'\n  sharing a\n  always ctr=0' |
		tail -n 7)" 31:11 "other takes a sharing and has lines of its own"
	wrong 14 "$(printf '  resource r%s count 1 scope core\n' $(seq 17))" 30:3 "more than 16 resources"
	wrong 14 "$(printf '  reserve r%s ctr=0\n' 1 2 3 4 5)" 18:3 "more than 4 reserves"
	wrong 14 "$(printf '  when config:0-7=%s then ctr=0\n' $(seq 129))" 142:3 "more than 128 demands"
	wrong 14 '  when config:0-7=1 then' 14:3 "expected: when BITS=VALUES... then FACTS..., or always FACTS..."
	wrong 14 '  when config:0-7 then ctr=0' 14:8 \
		"config:0-7: expected bits of the code and their values, as in config:0-7=0xb7,0xbb"
	wrong 14 '  when config:0-7=x then ctr=0' 14:8 "x: expected a number or a range"
	wrong 14 '  when config4:0=1 then ctr=0' 14:8 "config4:0: expected bits of config, config1, config2 or config3"
	wrong 14 '  when config:0=1 then nosuch' 14:24 "unknown word nosuch"
	wrong 14 '  always ctr=0 also=1' 14:16 "ctr= and also= cannot be together"
	wrong 14 '  always uses=a:umask' 14:3 "umask: expected bits of the code, as in config1:0-15"
	wrong_after $'sharing a\n  resource b count 1 scope core\nsharing a' 26:9 "another sharing is called a"
	wrong_after 'sharing a like b' 24:1 "expected: sharing NAME, or sharing NAME like OTHER, which comes before it"
	wrong_after $'sharing a\n  counters 4' 25:3 "unknown word counters"
}

@test "aliases: blocks that PMUs take, and that take from each other" {
	aliases=$'aliases b like a\n  drop mem\n  use c slots\n  ticks event=0x2 unit=s\naliases a\n  ticks event=0x1\n'
	aliases+=$'  mem event=0x3,ldlat=? scale=6.1e-5 unit=MiB\naliases c\n  slots event=0x0\n'
	aliases+=$'  ticks config=0x5 generic\n'
	(printf '%s' "$aliases"; good_table | sed '14s/$/\n  aliases b/') >t.pmu
	compile 0
	[ "$(rows_of alias_rows)" = 2 ] && [ "$(rows_of alias_sets)" = 2 ] && [ "$(rows_of aliases)" = 2 ]
	mkdir -p old/a new/a
	cp t.pmu old/a
	sed 's/  ticks event=0x1/  ticks event=0x4/; s/^  slots.*/  more event=0x7/; s/  use c slots/  use c/' \
		t.pmu >new/a/t.pmu
	try 1 "$pmuc" diff old new
	diff - "$out" <<-'LINES'
		- aliases b: slots event=0x0
		- aliases c: slots event=0x0
		+ aliases b: more event=0x7
		+ aliases b: ticks config=0x5 generic
		~ aliases a: ticks event=0x4
		+ aliases c: more event=0x7
	LINES
}

@test "aliases: others for some processors, whatever the order of the lines" {
	aliases=$'aliases a\n  ticks event=0x1\naliases b like a\n  ticks event=0x2\n'
	for lines in 'a\n  aliases b for GenuineIntel 6: 3 5' 'b for GenuineIntel 6: 3 5\n  aliases a'; do
		(printf '%s' "$aliases"; good_table | sed "14s/\$/\\n  aliases $lines/") >t.pmu
		compile 0
		[ "$(rows_of alias_rows)" = 2 ] && [ "$(rows_of alias_sets)" = 4 ] && [ "$(rows_of conditions)" = 3 ]
	done
}

@test "aliases: of listed ones several may have a name" {
	(printf 'aliases a\n  ticks config=0x1 listed\n  ticks config=0x2 listed\n'
		good_table | sed '14s/$/\n  aliases a/') >t.pmu
	compile 0
	[ "$(rows_of alias_rows)" = 2 ]
	mkdir -p old/a new/a
	cp t.pmu old/a
	sed 's/config=0x2/config=0x3/' t.pmu >new/a/t.pmu
	try 1 "$pmuc" diff old new
	diff - "$out" <<-'LINES'
		- aliases a: ticks config=0x2 listed
		+ aliases a: ticks config=0x3 listed
	LINES
}

@test "aliases: mistakes" {
	wrong 14 '  aliases   nosuch' 14:13 "no aliases nosuch"
	wrong 14 '  aliases   nosuch too' 14:20 "too: expected for and a CPU"
	wrong 14 '  aliases nosuch for GenuineIntel 6: 3' 14:11 "no aliases nosuch"
	wrong 14 '  aliases nosuch for Nobody 6: 3' 14:22 "unknown CPU vendor Nobody"
	wrong_after $'aliases a\n  slots' 25:3 "slots: expected terms behind it, as in event=0x3c,umask=0x1"
	wrong_after $'aliases a\n  s/s event=1' 25:3 \
		"s/s: expected a name of 1 to 255 bytes, without blanks and any of ,/:={}"
	wrong_after $'aliases a\n  s event=1/' 25:5 "event=1/: expected terms, separated by commas"
	wrong_after $'aliases a\n  s event=1 scale=x' 25:13 "scale=x: expected a number, of 63 bytes at most"
	wrong_after $'aliases a\n  s event=1 nosuch' 25:13 \
		"nosuch: expected scale=, unit=, since=, before=, generic, listed or perf"
	wrong_after $'aliases a\n  s event=1 since=6' 25:13 "since=6: expected a version of Linux, as in 5.15"
	wrong_after $'aliases a\n  s event=1 before=next' 25:13 "before=next: expected a version of Linux, as in 5.15"
	wrong 14 '  aliases nosuch since=6.x' 14:18 "since=6.x: expected a version of Linux, as in 5.15"
	wrong 14 '  aliases nosuch since=6.6 too' 14:28 "too: expected for and a CPU"
	wrong_after $'aliases a\n  s event=1 : What' 25:15 "a description, but of nothing"
	wrong_after $'aliases a\n  s event=1\n  S event=2' 26:3 "S stands here twice, first in line 25"
	wrong_after $'aliases a\n  use b' 25:7 "no aliases b"
	wrong_after $'aliases a\n  use a' 25:7 "aliases a would be made of themselves"
	wrong_after $'aliases a\n  drop b' 25:8 "no b was taken from elsewhere"
	wrong_after $'aliases a\n  b event=1\naliases c\n  use a d' 27:9 "no d to use"
	wrong_after $'aliases a\n  b event=1\naliases a\n  c event=1' 26:9 "other aliases are called a"
	wrong_after 'aliases a also b' 24:1 "expected: aliases NAME, or aliases NAME like OTHER"
}

@test "a PMU from 1024 on has 16,384 events at most" {
	{ good_table | sed '11s/1000/1024/'; seq -f 'E%.0f 0x10 : E' 16382; } >t.pmu
	compile 0
	echo 'E 0x10 : E' >>t.pmu
	rm t.c
	compile 1
	caught "t.pmu:10:5: PMU box has 16385 events; from id 1024 on 16384 fit"
}

# ---- the text itself ----

@test "a description goes on below" {
	{
		head -n 19 <(good_table)
		cat <<-'ROWS'
			CYCLES  0x3c
			    : Cycles
			CACHE   0x2e : Cache,
			    : the first
			    : level
			  MISS  0x41 default : Misses
			  HIT   0x01 : Hits
		ROWS
	} >t.pmu
	compile 0
	mv t.c below.c
	good_table | sed '21s/: Cache/: Cache, the first level/' >t.pmu
	compile 0
	cmp t.c below.c
	rm t.c
	wrong 20 $'CYCLES  0x3c\n\n  : Cycles' 22:5 "a description, but of nothing"
	wrong 19 $'events box_events : Events' 19:21 "a description, but of nothing"
}

@test "words go on below behind a backslash" {
	{
		head -n 19 <(good_table)
		printf '%s\n' 'CYCLES  0x3c : Cycles' 'CACHE \' '  0x2e \' '      : Cache' '  MISS  0x41 \	' \
			'default : Misses' '  HIT   0x01 : Hits'
	} >t.pmu
	compile 0
	mv t.c below.c
	good_table >t.pmu
	compile 0
	cmp t.c below.c
	rm t.c
	wrong 21 $'CACHE 0x2e \\\n\n  : Cache' 21:0 "a backslash, and no words on the next line"
	wrong 21 $'CACHE 0x2e \\\n  nosuch : Cache' 22:3 "unknown word nosuch"
	good_table | sed '23s/ 0x01.*/ \\/' >t.pmu
	compile 1
	caught "t.pmu:23:0: a backslash, and no words on the next line"
}

@test "formatted: lines of more than 120 columns, words behind a backslash" {
	long=$(seq -s ' ' -f 'PM_EVENT_NUMBER_%02g' 10)
	cat >t.pmu <<-TABLE
		layout x
		  format   $long
		events y
		A     0x3c precise $long mods=e : Cycles
		  B  0x1 $long \\
		    : Cycles
		groups z
		pm_a 0  $long : All of them
	TABLE
	try 0 "$pmuc" format t.pmu
	cat >expected <<-'TABLE'
		layout x
		  format   PM_EVENT_NUMBER_01 PM_EVENT_NUMBER_02 PM_EVENT_NUMBER_03 PM_EVENT_NUMBER_04 PM_EVENT_NUMBER_05 \
		      PM_EVENT_NUMBER_06 PM_EVENT_NUMBER_07 PM_EVENT_NUMBER_08 PM_EVENT_NUMBER_09 PM_EVENT_NUMBER_10
		events y
		A   0x3c precise PM_EVENT_NUMBER_01 PM_EVENT_NUMBER_02 PM_EVENT_NUMBER_03 PM_EVENT_NUMBER_04 PM_EVENT_NUMBER_05 \
		    PM_EVENT_NUMBER_06 PM_EVENT_NUMBER_07 PM_EVENT_NUMBER_08 PM_EVENT_NUMBER_09 PM_EVENT_NUMBER_10 mods=e : Cycles
		  B 0x1 PM_EVENT_NUMBER_01 PM_EVENT_NUMBER_02 PM_EVENT_NUMBER_03 PM_EVENT_NUMBER_04 PM_EVENT_NUMBER_05 \
		      PM_EVENT_NUMBER_06 PM_EVENT_NUMBER_07 PM_EVENT_NUMBER_08 PM_EVENT_NUMBER_09 PM_EVENT_NUMBER_10 : Cycles
		groups z
		pm_a 0 PM_EVENT_NUMBER_01 PM_EVENT_NUMBER_02 PM_EVENT_NUMBER_03 PM_EVENT_NUMBER_04 PM_EVENT_NUMBER_05 \
		    PM_EVENT_NUMBER_06 PM_EVENT_NUMBER_07 PM_EVENT_NUMBER_08 PM_EVENT_NUMBER_09 PM_EVENT_NUMBER_10 : All of them
	TABLE
	diff expected t.pmu
	try 0 "$pmuc" format --check t.pmu
}

# no_text LINE PLACE MESSAGE: the good table, with something crooked in it, and that line at its end.
no_text() {
	good_table | sed 's/^CYCLES  /CYCLES /' >t.pmu
	printf '%s\n' "$1" >>t.pmu
	cp t.pmu before.pmu
	for option in --format '--format --check'; do
		# shellcheck disable=SC2086
		try 1 "$pmuc" $option t.pmu
		says_line "t.pmu:$2: $3"
		prints_nothing
		cmp before.pmu t.pmu
	done
}

@test "everywhere= is each group with these events at its end" {
	sed -i 's/^  events     box_events/&\n  groups     sets/' t.pmu
	cp t.pmu rest.pmu
	printf 'groups sets everywhere=CYCLES\nfirst 0 CACHE : One\n  use : Two\n' >>t.pmu
	compile 0
	mv t.c short.c
	cp rest.pmu t.pmu
	printf 'groups sets\nfirst 0 CACHE CYCLES : One\n  use : Two\n' >>t.pmu
	compile 0
	cmp short.c t.c
}

@test "lists of 32 counters, and not of 33" {
	sed -i 's/^  events     box_events/&\n  groups     sets/; s/^  counters .*/  counters 32/' t.pmu
	printf '%s\n' 'groups sets' 'all 0 CYCLES : All' '  use : Cycles' >>t.pmu
	printf '%s\n' 'lists sets' "CYCLES$(printf ' 0%.0s' {1..32})" >>t.pmu
	compile 0
	rm t.c
	sed -i '$s/$/ 0/' t.pmu
	compile 1
	caught "t.pmu:29:72: more than 32 counters"
}

@test "what is no table text is not formatted, and is named" {
	kinds='expected layout, pmu, events, umasks, extend, groups, lists, sharing, metrics or aliases, and a name'
	printf 'garbage here\n' >t.pmu
	try 1 "$pmuc" format t.pmu
	says_line "t.pmu:1:1: $kinds"
	[ "$(cat t.pmu)" = 'garbage here' ]
	no_text 'garbage here' 24:9 'here: expected a number from 0 to 0xffffffffffffffff'
	no_text '  garbage here' 24:11 'here: expected a number from 0 to 0xffffffffffffffff'
	no_text $'pmu twin\ngarbage here' 25:1 "$kinds"
	no_text $'layout other\n# a comment\n\nevent evtsel:0-7' 27:1 "$kinds"
	printf '# nothing yet\n' >t.pmu
	try 0 "$pmuc" format t.pmu
}

@test "formatted: columns, long descriptions, nothing else; once more changes nothing" {
	words='Something that is counted and described in so many words that no line of one hundred and twenty columns '
	words+='has room'
	cat >t.pmu <<-TABLE
		# A comment, and   blanks
		pmu   box
		    id   1000

		events box_events
		A     0x3c : Cycles
		LONGER_NAME    0x2e   mods=e   # a comment
		    : Something short
		 MISS  0x41 default : $words for it all, or has it
		  use  :A   B..C
		# in between
		A_NAME_THAT_IS_MUCH_LONGER_THAN_ALL_OTHERS 0x1 : éééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééé
		groups   x
		pm_a 0  A : $words
		  use : Short
	TABLE
	try 0 "$pmuc" format t.pmu
	says_nothing
	prints_nothing
	cat >expected <<-TABLE
		# A comment, and   blanks
		pmu   box
		    id   1000

		events box_events
		A           0x3c : Cycles
		LONGER_NAME 0x2e mods=e  # a comment
		    : Something short
		  MISS      0x41 default
		      : $words
		      : for it all, or has it
		  use :A B..C
		# in between
		A_NAME_THAT_IS_MUCH_LONGER_THAN_ALL_OTHERS 0x1 : éééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééé
		groups   x
		pm_a 0  A
		    : $words
		  use : Short
	TABLE
	diff expected t.pmu
	try 0 "$pmuc" format --check t.pmu
	prints_nothing
	sed -i 's/A           0x3c/A 0x3c/' t.pmu
	try 1 "$pmuc" format --check t.pmu
	prints t.pmu
	try 1 "$pmuc" format --check nosuch.pmu
	says_line "nosuch.pmu:0:0: No such file or directory"
	try 2 "$pmuc" format
	says_line "usage: pmuc format [--check] FILE.pmu ..."
}

@test "what changed for users" {
	mkdir -p old/a new/a
	cp t.pmu old/a/t.pmu
	sed -e 's/CYCLES  0x3c/CYCLES  0x3d ctr=1/' -e '23s/.*/  ANY 0x43 : All/' \
		-e 's/MISS  0x41 default : Misses/MISS 0x41 c=3 : Missed/' \
		-e '19s/$/\nFIRST 0x1 : First/' t.pmu >new/a/t.pmu
	printf '\npmu box_b\n  id 1001\n  desc B\n  layout simple\n  events box_events\n' >new/a/b.pmu
	try 1 "$pmuc" diff old new
	says_nothing
	diff - "$out" <<-'LINES'
		+ box_b
		+ box::CACHE:ANY
		- box::CACHE:HIT
		~ box::CACHE:MISS code 0x41 default -> 0x30041
		~ box::CYCLES code 0x3c -> 0x3d
		~ box::CYCLES counters 0+0, 0+0 without hyper-threading -> 0x2+0, 0+0 without hyper-threading
		+ box::FIRST
		~ box descriptions: 1
		~ box numbers of events, beginning with CACHE
	LINES
	try 1 "$pmuc" diff new old
	grep -qxF -- '- box_b' "$out"
	try 0 "$pmuc" diff new new
	prints_nothing
	sed -i 's/^CYCLES  *0x3d/& makers=CACHE:MISS/; s/^  ANY  *0x43/& makers=0x5/' new/a/t.pmu
	cp -r new plain
	sed 's/ makers=[^ ]*//' new/a/t.pmu >plain/a/t.pmu
	try 1 "$pmuc" diff plain new
	diff - "$out" <<-'LINES'
		~ box_b::CACHE:ANY vendor's code the same -> 0x5
		~ box_b::CYCLES vendor's code the same -> CACHE:MISS
		~ box::CACHE:ANY vendor's code the same -> 0x5
		~ box::CYCLES vendor's code the same -> CACHE:MISS
	LINES
	try 2 "$pmuc" diff old
	says_line "usage: pmuc diff OLD NEW"
	try 2 "$pmuc" diff old nosuch
	says_line "nosuch:0:0: No such file or directory"
}

@test "tables of some makers: what is left out is gone, and may still be named" {
	mkdir -p all/intel all/amd all/linux
	cp t.pmu all/intel/t.pmu
	printf 'pmu other\n id 1001\n desc B\n type core\n counters 4\n cpu AuthenticAMD 23: 1\n' >all/amd/b.pmu
	printf ' layout simple\n events more\n' >>all/amd/b.pmu
	printf '\nevents more\nCLOCKS 0x76 : Clocks\n' >>all/amd/b.pmu
	printf 'pmu everybodys\n id 1002\n desc C\n type uncore\n layout simple\n events shared\n' >all/linux/c.pmu
	printf '\nevents shared\nTICKS 0x1 : Ticks\n' >>all/linux/c.pmu
	printf 'box\nother\neverybodys\n' >order
	try 0 "$pmuc" -o t.c order all
	[ "$(rows_of pmus) $(rows_of events)" = "3 4" ]
	grep -qF 'tables_left_out[LEFT_OUT_SIZE] = "";' t.c
	try 0 "$pmuc" --only intel -o t.c order all
	[ "$(rows_of pmus) $(rows_of tables) $(rows_of events)" = "2 2 3" ]
	grep -qF 'tables_left_out[LEFT_OUT_SIZE] = "amd";' t.c
	! grep -q CLOCKS t.c
	try 0 "$pmuc" --only amd,intel -o t.c order all
	[ "$(rows_of pmus) $(rows_of events)" = "3 4" ]
	cp -r all more
	sed -i 's/^ layout simple/&\n groups kept/' more/linux/c.pmu
	sed -i 's/^ layout simple/&\n groups gone/' more/amd/b.pmu
	printf 'groups kept\none 0 TICKS : One\n  use : One\n' >>more/linux/c.pmu
	printf 'groups gone\ntwo 0 CLOCKS : Two\n  use : Two\n' >>more/amd/b.pmu
	for block in 'linux both box other' 'linux others other' 'linux general' 'amd gone box' 'intel here box'; do
		read -r folder name pmus <<<"$block"
		printf '\nmetrics %s\n' "$name" >>more/$folder/metrics.pmu
		printf '  pmu %s\n' ${pmus:-any} >>more/$folder/metrics.pmu
		printf 'metric m_%s : Value\n  = duration_time\n' "$name" >>more/$folder/metrics.pmu
	done
	try 0 "$pmuc" --only intel -o t.c order more
	[ "$(rows_of groups) $(rows_of metric_rows)" = "1 3" ]
	[ "$(grep -owE 'm_(both|others|general|gone|here)' t.c | sort -u | xargs)" = "m_both m_general m_here" ]
	rm t.c
	# with "amd," 127 bytes are left out, which fit, then 128
	for length in 123 124; do
		folder=all/$(printf "%${length}s" | tr ' ' z)
		mkdir "$folder"
		sed "s/other/other$length/; s/1001/1$length/; s/more/more$length/" all/amd/b.pmu >"$folder/b.pmu"
		echo "other$length" >>order
		try $((length - 123)) "$pmuc" --only intel -o t.c order all
		sed -i '$d' order
		rm -r "$folder"
	done
	says_line "--only:1:1: the names of what is left out are longer than 127 bytes"
	rm t.c
	try 1 "$pmuc" --only intel,acme -o t.c order all
	caught '--only:1:1: no PMU is in a directory of the name "acme"'
	echo nowhere >>order
	try 1 "$pmuc" --only intel -o t.c order all
	caught 'order:4:1: no PMU nowhere'
	try 2 "$pmuc" --only intel -o t.pmt t.pmu
}

@test "words beside the order: rows that go on, lists, a blank at the end; what is wrong is named" {
	words_of() {
		sed -n "/^const char words_$1\[\] =/,/\"\";$/p" t.c | grep -v "^const" | tr -d "\n"
	}
	compile 0
	[ "$(words_of folds)" = '"";' ]
	printf '%s\n' '# a comment' 'fold : a|an' 'fold l1d miss' $'\t: dcm|' $'\tl1 "dcm"' 'list L2 : l2 |' \
		'list L12 : l1|{L2}|' 'asked one two : {L12}; {L2}b : {L2}|' 'asked three' 'weak core cpu' $'\tmore' \
		>words
	compile 0
	[ "$(words_of folds)" = '"\0""a|an\0""l1d miss\0""dcm|l1 \"dcm\"\0""";' ]
	[ "$(words_of asked)" = '"one two\0""l1|l2 ; l2 b\0""l2 \0""three\0""\0""\0""";' ]
	[ "$(words_of weak)" = '"core cpu more\0""";' ]
	cc -std=c11 -I"$srcdir/include" -I"$srcdir/src" -c t.c
	printf '%s\n' 'list A : {B}' 'fold x : {A}' 'colour red' 'weak a : b' >words
	compile 1
	caught 'words:2:1: no list before this is called {B}'
	caught 'words:3:1: no row of words: expected fold, meaning, asked, list .. and their fields'
	caught 'words:4:1: no row of words: expected fold, meaning, asked, list .. and their fields'
	[ ! -e t.c ]
}
