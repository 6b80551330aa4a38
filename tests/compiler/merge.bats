#!/usr/bin/env bats
# pmuc update: names of a vendor's files go into a table that a person has written, which stays as it is.

# shellcheck disable=SC2154 # variables of strings.bash
load ../tools/strings
load tables

setup() {
	begin
	needs_import
}

# A tree with the table that names are merged into: an event with unit masks of two groups, one without, one that stands
# for another.
table() {
	rm -rf tree
	mkdir tree
	echo lake >tree/order
	printf '%s\n' 'file acme_core.json' '  unit cpu table=lake pmu=lake' >tree/vendors
	cat >tree/lake.pmu <<-'PMU'
		# A comment stays.
		layout acme
		  words      w extra
		  event      w:0-63
		  umask      w:8-63
		  privilege  none
		  modifier   c 0 int 0-255 w:24-31 : Counter mask
		  perf       config w

		pmu lake
		  id         1100
		  desc       Lake
		  counters   4
		  layout     acme
		  events     lake

		events lake ctr=0-3
		L2     0x24 : L2 cache
		  HIT  0x01 ncombo default : Hits
		  MISS 0x02 ncombo : Misses
		CYCLES 0x3c : Cycles
		CLOCK  0x3c alias=CYCLES : Cycles
		STATES 0x40 : States
		  READ 0x01 : Reads
		  ALL  0x03 ncombo default : All
		  M    0x10 group=1 : Modified
		  MESI 0xf0 group=1 ncombo default : Any
	PMU
}

# sea ROW...: another PMU, whose table has these rows.
sea() {
	printf '%s\n' '' 'pmu sea' '  id         1101' '  desc       Sea' '  counters   4' '  layout     acme' \
		'  events     sea' '' 'events sea ctr=0-3' "$@" >>tree/lake.pmu
	echo sea >>tree/order
}

# of_sea: the vendor's file is of that PMU.
of_sea() {
	sed -i 's/=lake/=sea/g' tree/vendors
}

# merge STATUS [OPTION...]: the vendor's file goes in.
merge() {
	local status=$1
	shift
	try "$status" "$pmuc" update --no-texts --tree tree --report report "$@" acme_core.json
}

# The same file again changes nothing.
merge_again() {
	rm -rf once
	cp -r tree once
	merge 0
	says_line "nothing new"
	diff -r once tree >&2
}

report_has() {
	grep -qF -- "$1" report || fail "no $1 in: $(cat report)"
}

# rows_of_event EVENT: its lines in the table, blanks and descriptions as one.
rows_of_event() {
	sed -n "/^$1 /,/^[^ ]/{/^$1 /p;/^ /p}" tree/lake.pmu | sed 's/  */ /g'
}

# rows_are EVENT...: of all these, as standard input says.
rows_are() {
	local event
	cat >expected
	for event; do rows_of_event "$event"; done | diff expected - >&2
}

@test "merging: rows stay where they are, new ones come behind; another code for a code that is there" {
	table
	perfmon >acme_core.json <<-'JSON'
		{ "EventCode": "0x24", "UMask": "0x02", "EventName": "L2.MISS", "Counter": "0,1,2,3" },
		{ "EventCode": "0x24", "UMask": "0x02", "EventName": "L2.LOST", "Counter": "0,1" },
		{ "EventCode": "0x25", "UMask": "0x01", "EventName": "L2.OTHER.SELECT", "Counter": "0,1,2,3",
			"CounterMask": "1" },
		{ "EventCode": "0x3c", "UMask": "0x01", "EventName": "CLOCK.REF", "Counter": "0,1,2,3" },
		{ "EventCode": "0x40", "UMask": "0x11", "EventName": "STATES.READ_M", "Counter": "0,1,2,3" },
		{ "EventCode": "0x40", "UMask": "0x04", "EventName": "STATES.WRITE", "Counter": "0,1,2,3" },
		{ "EventCode": "0x50", "UMask": "0x01", "EventName": "NEW.A", "Counter": "2" }
	JSON
	cp tree/lake.pmu old.pmu
	merge 0
	says_line "4 added, 2 alias, 6 text-wanted"
	diff -b old.pmu tree/lake.pmu >changes || true
	cat >expected <<-'DIFF'
		20a21,22
		>   LOST 0x02 alias=MISS ncombo ctr=0-1
		>   OTHER_SELECT 0x01 event=0x25 c=1 ncombo
		21a24
		>   REF  0x01 ncombo optional
		27a31,34
		>   READ_M 0x11 alias=READ:M ncombo excl-gt
		>   WRITE 0x04 ncombo excl-gt
		> NEW    0x50 ctr=2
		>   A    0x01 ncombo default
	DIFF
	sed -i 's/ *0x/ 0x/' changes expected
	diff expected <(grep '^[0-9>]' changes) >&2
	merge_again
	try 0 "$pmuc" --allow-missing -o t.c tree/order tree
}

@test "merging: a code that differs waits for a verdict; fix takes the vendor's, keep leaves ours" {
	table
	perfmon >acme_core.json <<-'JSON'
		{ "EventCode": "0x25", "UMask": "0x04", "EventName": "L2.MISS", "Counter": "0,1,2,3",
			"CounterMask": "2" },
		{ "EventCode": "0x3d", "UMask": "0x00", "EventName": "CYCLES", "Counter": "1",
			"SampleAfterValue": "100", "Errata": "ACM1" }
	JSON
	merge 3
	report_has '"name":"L2.MISS","old":"0x224","vendor":"0x2000425","why":"the table has another code"'
	report_has '"name":"CYCLES","old":"0x3c","vendor":"0x3d","why":"the table has another code"'
	rows_are L2 <<-'ROWS'
		L2 0x24 : L2 cache
		 HIT 0x01 ncombo default : Hits
		 MISS 0x02 ncombo : Misses
	ROWS
	table
	echo 'L2.MISS fix' >verdicts
	merge 3 --verdicts verdicts
	report_has '"name":"L2.MISS","old":"0x224","new":"0x2000425","why":"by verdict"'
	report_has '"what":"verdict-wanted","file":"acme_core.json","line":6,'
	table
	printf 'L2.MISS fix # the table is wrong\nCYCLES keep\n' >verdicts
	merge 0 --verdicts verdicts
	rows_are L2 CYCLES <<-'ROWS'
		L2 0x24 : L2 cache
		 HIT 0x01 ncombo default : Hits
		 MISS 0x04 ncombo event=0x25 c=2 : Misses
		CYCLES 0x3c ctr=1 errata=ACM1 period=100 : Cycles
	ROWS
	table
	printf 'CYCLES fix\n* keep\n' >verdicts
	merge 0 --verdicts verdicts
	report_has '"what":"kept","file":"acme_core.json","line":4,"unit":"cpu","table":"lake","name":"L2.MISS"'
	echo 'CYCLES perhaps' >verdicts
	merge 1 --verdicts verdicts
	says_line "verdicts:1:1: expected the vendor's name and keep or fix"
}

@test "latencies at retirement: the mean is kept, to the thousandth, and merged as other facts are" {
	table
	means() {
		perfmon >acme_core.json <<-JSON
			{ "EventCode": "0x24", "UMask": "0x01", "EventName": "L2.HIT", "Counter": "0,1,2,3",
				"RetirementLatencyMax": "65535", "RetirementLatencyMean": "$1" },
			{ "EventCode": "0x24", "UMask": "0x02", "EventName": "L2.MISS", "Counter": "0,1,2,3",
				"RetirementLatencyMean": $2 }
		JSON
	}
	means 19.0 353.0449
	try 0 "$pmuc" import --no-texts -o new.pmu acme_core.json
	says "RetirementLatencyMax: left out: the mean stands for it"
	grep -q '^  HIT  *0x01 ncombo latency=19$' new.pmu
	grep -q '^  MISS  *0x02 ncombo latency=353.045$' new.pmu
	merge 0
	report_has '"name":"L2.HIT","old":"no latency","new":"latency=19"'
	rows_of_event L2 | grep -qx ' HIT 0x01 ncombo default latency=19 : Hits'
	means 0 353.045
	merge 0
	refute grep -q latency report
	rows_of_event L2 | grep -qx ' HIT 0x01 ncombo default latency=19 : Hits'
	means many 1
	try 1 "$pmuc" import --no-texts -o new.pmu acme_core.json
	says "acme_core.json:5:0: RetirementLatencyMean: many: expected cycles"
}

@test "merging: errata and deprecation of a variant are its own, those of the others stay" {
	table
	sed -i -e 's/^  events     lake$/&  variant=a/' -e 's/^events lake/& variants=a,b/' \
		-e 's/^  MISS .*/  MISS 0x02 ncombo errata-of=a:ACM1 deprecated-of=a:CYCLES : Misses/' tree/lake.pmu
	sed -n '/^pmu/,/^$/p' tree/lake.pmu |
		sed -e 's/pmu lake/pmu sea/' -e 's/id .*/id 1101/' -e 's/variant=a/variant=b/' >sea.pmu
	cat sea.pmu >>tree/lake.pmu
	echo sea >>tree/order
	printf '%s\n' 'file acme_core.json' '  unit cpu table=lake pmu=sea variant=b' \
		'file other_core.json' '  unit cpu table=lake pmu=lake variant=a' >tree/vendors
	perfmon >acme_core.json <<-'JSON'
		{ "EventCode": "0x24", "UMask": "0x01", "EventName": "L2.HIT", "Counter": "0,1,2,3", "Deprecated": "1",
			"BriefDescription": "This event is deprecated. Refer to new event CYCLES" },
		{ "EventCode": "0x24", "UMask": "0x02", "EventName": "L2.MISS", "Counter": "0,1,2,3",
			"Errata": "BCM2" },
		{ "EventCode": "0x24", "UMask": "0x02", "EventName": "L2.LOST", "Counter": "0,1,2,3" }
	JSON
	merge 0
	rows_are L2 <<-'ROWS'
		L2 0x24 : L2 cache
		 HIT 0x01 ncombo default deprecated-of=b:CYCLES : Hits
		 MISS 0x02 ncombo deprecated-of=a:CYCLES errata-of=a:ACM1 errata-of=b:BCM2 : Misses
		 LOST 0x02 alias=MISS ncombo only=b
	ROWS
	merge_again
	sed -i 's/BCM2/ACM1/' acme_core.json
	sed '/Deprecated/s/"Deprecated": "1"/"Deprecated": "0"/' acme_core.json >other_core.json
	merge 0 other_core.json
	rows_of_event L2 | grep -qx ' MISS 0x02 ncombo errata=ACM1 : Misses'
}

@test "merging: a row from elsewhere gets the vendor's words in the table's own; one that others take keeps theirs" {
	table
	sea 'use lake L2'
	of_sea
	perfmon >acme_core.json <<-'JSON'
		{ "EventCode": "0x24", "UMask": "0x02", "EventName": "L2.MISS", "Counter": "0,1,2,3", "Errata": "ACM1" }
	JSON
	merge 0
	diff <(tail -n 3 tree/lake.pmu | sed 's/  */ /g') - <<-'ROWS' >&2
		use lake L2
		L2
		 MISS 0x02 ncombo errata=ACM1 : Misses
	ROWS
	table
	sea 'use lake L2 CYCLES'
	of_sea
	perfmon >acme_core.json <<-'JSON'
		{ "EventCode": "0x3d", "UMask": "0x00", "EventName": "CYCLES", "Counter": "0,1" }
	JSON
	echo 'CYCLES fix' >verdicts
	merge 0 --verdicts verdicts
	diff <(tail -n 2 tree/lake.pmu | sed 's/  */ /g') - <<-'ROWS' >&2
		use lake L2 CYCLES
		CYCLES 0x3d ctr=0-1 : Cycles
	ROWS
	merge_again
}

@test "merging: ranges of events that others take, and tables like this one" {
	local taker
	table
	sea 'use lake L2..CYCLES'
	taker=$(wc -l <tree/lake.pmu)
	perfmon >acme_core.json <<-'JSON'
		{ "EventCode": "0x24", "UMask": "0x02", "EventName": "L2.MISS", "Counter": "0,1,2,3",
			"Errata": "ACM1" },
		{ "EventCode": "0x3c", "UMask": "0x00", "EventName": "CYCLES", "Counter": "0,1,2,3", "Errata": "ACM2" },
		{ "EventCode": "0x40", "UMask": "0xf1", "EventName": "STATES.READ", "Counter": "0,1,2,3",
			"Errata": "ACM3" }
	JSON
	merge 0
	says_line "tree/lake.pmu:$taker: takes L2, which changes"
	says_line "tree/lake.pmu:$taker: takes CYCLES, which changes"
	refute grep -q STATES, "$err"
	rows_of_event STATES | grep -qx ' READ 0x01 errata=ACM3 : Reads'
	rows_of_event L2 | grep -qx ' MISS 0x02 ncombo errata-of=lake:ACM1 : Misses'
	merge_again
	table
	sea
	sed -i 's/^events sea .*/events sea like lake/' tree/lake.pmu
	taker=$(wc -l <tree/lake.pmu)
	merge 0
	says_line "tree/lake.pmu:$taker: takes L2, which changes"
	# one event that is named, and no other
	table
	sea 'use lake CYCLES'
	taker=$(wc -l <tree/lake.pmu)
	merge 0
	[ "$(grep -c takes "$err")" = 1 ]
	says_line "tree/lake.pmu:$taker: takes CYCLES, which changes"
	# the unit masks of one
	table
	sea 'OTHER 0x41 : Other' '  use lake:STATES'
	taker=$(wc -l <tree/lake.pmu)
	merge 0
	[ "$(grep -c takes "$err")" = 1 ]
	says_line "tree/lake.pmu:$taker: takes STATES, which changes"
}

@test "merging: a unit mask is called as a modifier of its event only if it is in capitals" {
	table
	perfmon >acme_core.json <<-'JSON'
		{ "EventCode": "0x24", "UMask": "0x08", "EventName": "L2.c", "Counter": "0,1,2,3" }
	JSON
	cp tree/lake.pmu old.pmu
	merge 3
	report_has '"what":"left-out","file":"acme_core.json","line":4,'
	report_has '"name":"L2.c","why":"a modifier'
	cmp old.pmu tree/lake.pmu
	sed -i s/L2.c/L2.C/ acme_core.json
	merge 0
	rows_of_event L2 | grep -qx ' C 0x08 ncombo capitals'
	table
	sed -i 's/^L2     0x24/& mods=none/' tree/lake.pmu
	merge 0
	rows_of_event L2 | grep -qx ' C 0x08 ncombo'
}

@test "merging: what another table of the PMU has is there" {
	table
	sed -i 's/^  events     lake$/&\n  events     more/' tree/lake.pmu
	printf '\nevents more\nTICKS 0x70 : Ticks\nTOCKS 0x71 : Tocks\n' >>tree/lake.pmu
	echo '{ "EventCode": "0x70", "UMask": "0x00", "EventName": "TICKS", "Counter": "0,1,2,3" },
		{ "EventCode": "0x72", "UMask": "0x00", "EventName": "TOCKS", "Counter": "0,1,2,3" }' |
		perfmon >acme_core.json
	cp tree/lake.pmu old.pmu
	merge 3
	says_line "1 left-out"
	report_has '"name":"TOCKS","why":"another table of the PMU has another code'
	cmp old.pmu tree/lake.pmu
}

@test "merging: what has other names is fixed, and they keep the code they had" {
	table
	sed -i 's/^  MISS .*/&\n  LOST 0x02 alias=MISS ncombo : Lost/' tree/lake.pmu
	perfmon >acme_core.json <<-'JSON'
		{ "EventCode": "0x24", "UMask": "0x04", "EventName": "L2.MISS", "Counter": "0,1,2,3",
			"CounterMask": "3" }
	JSON
	echo 'L2.MISS fix' >verdicts
	merge 0 --verdicts verdicts
	rows_are L2 <<-'ROWS'
		L2 0x24 : L2 cache
		 HIT 0x01 ncombo default : Hits
		 MISS 0x04 ncombo c=3 : Misses
		 LOST 0x02 ncombo : Lost
	ROWS
	merge_again
	# all words of the code that it had; a description of two lines; counters with and without SMT
	table
	sed -i -e 's/^  MISS .*/  MISS 0x02 ncombo event=0x25 c=2 : Misses,\n       : in two lines/' \
		-e 's/^CYCLES .*/  LOST 0x02 alias=MISS ncombo : Lost\n&/' tree/lake.pmu
	perfmon >acme_core.json <<-'JSON'
		{ "EventCode": "0x24", "UMask": "0x04", "EventName": "L2.MISS", "Counter": "0,1",
			"CounterHTOff": "0,1,2" }
	JSON
	merge 0 --verdicts verdicts
	rows_are L2 <<-'ROWS'
		L2 0x24 : L2 cache
		 HIT 0x01 ncombo default : Hits
		 MISS 0x04 ncombo ctr=0-1 ctr-nosmt=0-2 : Misses, in two lines
		 LOST 0x02 ncombo event=0x25 c=2 : Lost
	ROWS
	merge_again
}

@test "merging: the bare name of an event with unit masks" {
	table
	# of another code than its default, which has a name of its own
	perfmon >acme_core.json <<-'JSON'
		{ "EventCode": "0x24", "UMask": "0x01", "EventName": "L2.HIT", "Counter": "0,1,2,3" },
		{ "EventCode": "0x24", "UMask": "0x0f", "EventName": "L2", "Counter": "0,1,2,3" }
	JSON
	echo 'L2 fix' >verdicts
	merge 0 --verdicts verdicts
	rows_are L2 <<-'ROWS'
		L2 0x24 : L2 cache
		 HIT 0x01 ncombo : Hits
		 MISS 0x02 ncombo : Misses
		 ALL 0x0f ncombo default
	ROWS
	merge_again
	# without a default: a unit mask for it, which is one
	table
	sed -i 's/^  HIT  0x01 ncombo default/  HIT  0x01 ncombo/' tree/lake.pmu
	merge 0
	diff - <(rows_of_event L2 | tail -n 1) <<<' ALL 0x0f ncombo default' >&2
	# ALL is another one's
	table
	sed -i 's/^  HIT  0x01 ncombo default/  ALL  0x03 ncombo/' tree/lake.pmu
	sed -i '/L2.HIT/d' acme_core.json
	merge 0
	diff - <(rows_of_event L2 | tail -n 1) <<<' BARE 0x0f ncombo default' >&2
	# one of each group is the default
	table
	sed -i 's/ default : All/ : All/; s/ default : Any/ : Any/' tree/lake.pmu
	cp tree/lake.pmu old.pmu
	perfmon >acme_core.json <<-'JSON'
		{ "EventCode": "0x40", "UMask": "0x0f", "EventName": "STATES", "Counter": "0,1,2,3" }
	JSON
	merge 3
	report_has '"name":"STATES","why":"its event'"'"'s default is one of several groups of unit masks"'
	cmp old.pmu tree/lake.pmu
}

@test "merging: an event whose code says more than a new name has: its rows say the rest" {
	local row why
	table
	cat >>tree/lake.pmu <<-'PMU'
		BIG 0x0324 errata=ACM1 period=77 ctr=0-1 : Big
		OCR 0x012a to=extra : Responses
		  READ 0x10 ncombo default : Reads
		  WRITE 0x20 ncombo : Writes
	PMU
	perfmon >acme_core.json <<-'JSON'
		{ "EventCode": "0x24", "UMask": "0x03", "EventName": "BIG", "Counter": "0,1", "Errata": "ACM1",
			"SampleAfterValue": "77" },
		{ "EventCode": "0x24", "UMask": "0x02", "EventName": "BIG.HALF", "Counter": "0,1,2,3" },
		{ "EventCode": "0x2a", "UMask": "0x01", "EventName": "OCR.READ", "Counter": "0,1,2,3",
			"MSRIndex": "0x1a6", "MSRValue": "0x10" },
		{ "EventCode": "0x2a", "UMask": "0x04", "EventName": "OCR.PLAIN", "Counter": "0,1,2,3" }
	JSON
	merge 0
	says_line "2 added, 2 text-wanted"
	# what counted without a unit mask counts as it did
	rows_are BIG OCR <<-'ROWS'
		BIG 0x24 ctr=0-1 : Big
		 ALL 0x03 ncombo default errata=ACM1 period=77 : Big
		 HALF 0x02 ncombo ctr=0-3
		OCR 0x2a : Responses
		 READ 0x01 ncombo default extra=0x10 : Reads
		 WRITE 0x01 ncombo extra=0x20 : Writes
		 PLAIN 0x04 ncombo
	ROWS
	merge_again
	# rows that come from elsewhere, or have codes of more than the second word's low half, are not changed
	for row in 'use small BIG' 'BIG 0x0324 to=extra : Big\n  X 0x100000000 ncombo default : X'; do
		why="the code of the event here has bits that the name's has not"
		[ "${row#use}" != "$row" ] || why="its event's unit masks are the second word here"
		table
		sed -i "s/^CYCLES .*/&\n$row/" tree/lake.pmu
		sea 'BIG 0x0324 : Big'
		sed -i 's/sea/small/' tree/lake.pmu tree/order
		perfmon >acme_core.json <<-'JSON'
			{ "EventCode": "0x24", "UMask": "0x02", "EventName": "BIG.HALF", "Counter": "0,1,2,3" }
		JSON
		cp tree/lake.pmu old.pmu
		merge 3
		report_has "\"name\":\"BIG.HALF\",\"why\":\"$why"
		diff -b old.pmu tree/lake.pmu >&2
	done
}
