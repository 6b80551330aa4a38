#!/usr/bin/env bats
# pmuc import --into: names of a vendor's files go into a table that a person has written, which stays as it is.

# shellcheck disable=SC2154 # variables of strings.bash
load ../tools/strings
load tables

setup() {
	begin
	needs_import
}

# The table that names are merged into: an event with unit masks of two groups, one without, one that stands for
# another.
table() {
	cat >table.pmu <<-'PMU'
		# A comment stays.
		layout acme
		  words      w extra
		  event      w:0-63
		  umask      w:8-63
		  privilege  none
		  modifier   c 0 int 0-255 w:24-31 : Counter mask
		  perf       config w

		pmu lake
		  id         9
		  desc       Lake
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
	printf '%s\n' '' 'pmu sea' '  id         10' '  desc       Sea' '  layout     acme' '  events     sea' '' \
		'events sea ctr=0-3' "$@"
}

# What is said beside the two lines at the end.
changes_said() {
	grep -v '^Intel core: \|names added' "$err"
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
	cp table.pmu old.pmu
	try 0 "$pmuc" import --no-texts --into table.pmu acme_core.json
	says_line "6 names added, 1 are there, 0 kept and 0 fixed by verdict, 0 rows updated"
	diff -b old.pmu table.pmu >changes || true
	cat >expected <<-'DIFF'
		19a20,21
		>   LOST 0x02 alias=MISS ncombo ctr=0-1
		>   OTHER_SELECT 0x01 event=0x25 c=1 ncombo
		20a23
		>   REF  0x01 ncombo optional
		26a30,33
		>   READ_M 0x11 alias=READ:M ncombo excl-gt
		>   WRITE 0x04 ncombo excl-gt
		> NEW    0x50 ctr=2
		>   A    0x01 ncombo default
	DIFF
	sed -i 's/ *0x/ 0x/' changes expected
	diff expected <(grep '^[0-9>]' changes) >&2
	cp table.pmu once.pmu
	try 0 "$pmuc" import --no-texts --into table.pmu acme_core.json
	says_line "0 names added, 7 are there, 0 kept and 0 fixed by verdict, 0 rows updated"
	cmp once.pmu table.pmu
	echo lake >order
	try 0 "$pmuc" --allow-missing -o t.c order table.pmu
}

@test "merging: a code that differs waits for a verdict; fix takes the vendor's, keep leaves ours" {
	table
	perfmon >acme_core.json <<-'JSON'
		{ "EventCode": "0x25", "UMask": "0x04", "EventName": "L2.MISS", "Counter": "0,1,2,3",
			"CounterMask": "2" },
		{ "EventCode": "0x3d", "UMask": "0x00", "EventName": "CYCLES", "Counter": "1",
			"SampleAfterValue": "100", "Errata": "ACM1" }
	JSON
	cp table.pmu old.pmu
	try 3 "$pmuc" import --no-texts --into table.pmu acme_core.json
	says "acme_core.json:4: verdict-wanted: L2.MISS is 0x2000425, the table's is 0x224: the table has another"
	says_line "acme_core.json:6: verdict-wanted: CYCLES is 0x3d, the table's is 0x3c: the table has another code"
	cmp old.pmu table.pmu
	echo 'L2.MISS fix' >verdicts
	try 3 "$pmuc" import --no-texts --into table.pmu --verdicts verdicts acme_core.json
	says "code-changed: L2.MISS is 0x2000425, the table's is 0x224: by verdict"
	says "verdict-wanted: CYCLES"
	cp old.pmu table.pmu
	printf 'L2.MISS fix # the table is wrong\nCYCLES keep\n' >verdicts
	try 0 "$pmuc" import --no-texts --into table.pmu --verdicts verdicts --update ctr,period,errata acme_core.json
	says_line "0 names added, 0 are there, 1 kept and 1 fixed by verdict, 1 rows updated"
	says_line "table.pmu:20: errata=ACM1 instead of no errata: CYCLES"
	diff -b old.pmu table.pmu >changes || true
	printf '%s\n' '> MISS 0x04 ncombo event=0x25 c=2 : Misses' \
		'> CYCLES 0x3c ctr=1 errata=ACM1 period=100 : Cycles' |
		diff - <(grep '^>' changes | sed 's/  */ /g') >&2
	cp old.pmu table.pmu
	printf 'CYCLES fix\n* keep\n' >verdicts
	try 0 "$pmuc" import --no-texts --into table.pmu --verdicts verdicts acme_core.json
	says_line "0 names added, 0 are there, 1 kept and 1 fixed by verdict, 0 rows updated"
	echo 'CYCLES perhaps' >verdicts
	try 1 "$pmuc" import --no-texts --into table.pmu --verdicts verdicts acme_core.json
	says_line "verdicts:1:1: expected the vendor's name and keep or fix"
}

@test "merging: what the vendor changed is a line each, with the names; nothing where nothing differs" {
	table
	perfmon >old_core.json <<-'JSON'
		{ "EventCode": "0x24", "UMask": "0x01", "EventName": "L2.HIT", "Counter": "0,1,2,3", "Data_LA": "1" },
		{ "EventCode": "0x24", "UMask": "0x02", "EventName": "L2.MISS", "Counter": "0,1,2,3" },
		{ "EventCode": "0x3c", "UMask": "0x00", "EventName": "CYCLES", "Counter": "0,1,2,3" }
	JSON
	perfmon >new_core.json <<-'JSON'
		{ "EventCode": "0x24", "UMask": "0x01", "EventName": "L2.HIT", "Counter": "0,1", "Errata": "ACM1" },
		{ "EventCode": "0x24", "UMask": "0x02", "EventName": "L2.LOST", "Counter": "0,1,2,3" },
		{ "EventCode": "0x24", "UMask": "0x04", "EventName": "L2.NEW", "Counter": "0,1,2,3" },
		{ "EventCode": "0x50", "UMask": "0x01", "EventName": "NEW.A", "Counter": "2" }
	JSON
	cp table.pmu old.pmu
	try 0 "$pmuc" import --no-texts --into table.pmu --before old_core.json old_core.json
	[ -z "$(changes_said)" ] || fail "said: $(changes_said)"
	cmp old.pmu table.pmu
	try 0 "$pmuc" import --no-texts --into table.pmu -o out.pmu --before old_core.json new_core.json
	diff - <(changes_said) <<-'SAID' >&2
		table.pmu:18: ctr=0-3, the vendor has ctr=0-1 (--update ctr takes it): L2.HIT
		table.pmu:18: no errata, the vendor has errata=ACM1 (--update errata takes it): L2.HIT
		new_core.json:5: new names of codes that are there: L2.LOST
		new_core.json:6: new: L2.NEW NEW.A
		old_core.json:5: called L2.LOST now; the table keeps: L2.MISS
		old_core.json:6: gone from the vendor's files; the table keeps: CYCLES
	SAID
	try 0 "$pmuc" import --no-texts --into table.pmu --update ctr,errata new_core.json
	says_line "table.pmu:18: ctr=0-1 instead of ctr=0-3: L2.HIT"
	grep -q '^  HIT  *0x01 ncombo default ctr=0-1 errata=ACM1 : Hits$' table.pmu
	try 0 "$pmuc" import --no-texts --into table.pmu --update ctr,errata new_core.json
	[ -z "$(changes_said)" ] || fail "said: $(changes_said)"
	try 1 "$pmuc" import --into table.pmu --update ctr,counters new_core.json
	local words="ctr, ctr-nosmt, alone, deprecated, errata, latency, period or precise"
	says_line "--update:0:0: counters: expected $words"
	try 2 "$pmuc" import --before old_core.json new_core.json
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
	try 0 "$pmuc" import --no-texts --into table.pmu acme_core.json
	says "no latency, the vendor has latency=19 (--update latency takes it): L2.HIT"
	try 0 "$pmuc" import --no-texts --into table.pmu --update latency acme_core.json
	grep -q '^  HIT  *0x01 ncombo default latency=19 : Hits$' table.pmu
	means 0 353.045
	try 0 "$pmuc" import --no-texts --into table.pmu --update latency acme_core.json
	! changes_said | grep latency
	means many 1
	try 1 "$pmuc" import --no-texts -o new.pmu acme_core.json
	says "acme_core.json:5:0: RetirementLatencyMean: many: expected cycles"
}

@test "merging: more than 20 names of one change are counted" {
	table
	for name in $(seq -w 21); do
		printf '{ "EventCode": "0x60", "UMask": "0x%s", "EventName": "MANY.N%s" },' "$name" "$name"
	done | sed 's/,$//' | perfmon >acme_core.json
	try 0 "$pmuc" import --no-texts --into table.pmu acme_core.json
	says "acme_core.json:4: new: MANY.N01 MANY.N02 "
	says " MANY.N20 and 1 more"
}

@test "merging: errata and deprecation of a variant are its own, those of the others stay" {
	table
	sed -i -e 's/^  events     lake$/&  variant=a/' -e 's/^events lake/& variants=a,b/' \
		-e 's/^  MISS .*/  MISS 0x02 ncombo errata-of=a:ACM1 deprecated-of=a:CYCLES : Misses/' table.pmu
	sed -n '/^pmu/,/^$/p' table.pmu |
		sed -e 's/pmu lake/pmu sea/' -e 's/id .*/id 10/' -e 's/variant=a/variant=b/' >>table.pmu
	perfmon >b_core.json <<-'JSON'
		{ "EventCode": "0x24", "UMask": "0x01", "EventName": "L2.HIT", "Counter": "0,1,2,3", "Deprecated": "1",
			"BriefDescription": "This event is deprecated. Refer to new event CYCLES" },
		{ "EventCode": "0x24", "UMask": "0x02", "EventName": "L2.MISS", "Counter": "0,1,2,3",
			"Errata": "BCM2" },
		{ "EventCode": "0x24", "UMask": "0x02", "EventName": "L2.LOST", "Counter": "0,1,2,3" }
	JSON
	cp b_core.json other_core.json
	try 0 "$pmuc" import --no-texts --into table.pmu --update errata,deprecated b=b_core.json
	grep -q '^  HIT  *0x01 ncombo default deprecated-of=b:CYCLES : Hits$' table.pmu
	grep -q '^  MISS  *0x02 ncombo deprecated-of=a:CYCLES errata-of=a:ACM1 errata-of=b:BCM2 : Misses$' table.pmu
	grep -q '^  LOST  *0x02 alias=MISS ncombo only=b$' table.pmu
	cp table.pmu once.pmu
	try 0 "$pmuc" import --no-texts --into table.pmu --update errata,deprecated b=b_core.json
	[ -z "$(changes_said)" ] || fail "said: $(changes_said)"
	cmp once.pmu table.pmu
	sed -i 's/BCM2/ACM1/' b_core.json
	sed 's/BCM2/ACM1/;/Deprecated/s/"Deprecated": "1"/"Deprecated": "0"/' other_core.json >a_core.json
	try 0 "$pmuc" import --no-texts --into table.pmu --update errata,deprecated a=a_core.json b=b_core.json
	grep -q '^  MISS  *0x02 ncombo errata=ACM1 : Misses$' table.pmu
}

@test "merging: a row from elsewhere gets the vendor's words in the table's own; one that others take keeps theirs" {
	table
	sea 'use lake L2' >>table.pmu
	perfmon >acme_core.json <<-'JSON'
		{ "EventCode": "0x24", "UMask": "0x02", "EventName": "L2.MISS", "Counter": "0,1,2,3", "Errata": "ACM1" }
	JSON
	cp table.pmu old.pmu
	try 0 "$pmuc" import --no-texts --into table.pmu --table sea --update errata acme_core.json
	diff <(tail -n 3 table.pmu | sed 's/  */ /g') - <<-'ROWS' >&2
		use lake L2
		L2
		 MISS 0x02 ncombo errata=ACM1 : Misses
	ROWS
	cp old.pmu table.pmu
	sed -i 's/use lake L2/use lake L2 CYCLES/' table.pmu
	perfmon >cycles_core.json <<-'JSON'
		{ "EventCode": "0x3d", "UMask": "0x00", "EventName": "CYCLES", "Counter": "0,1" }
	JSON
	echo 'CYCLES fix' >verdicts
	try 0 "$pmuc" import --no-texts --into table.pmu --table sea --verdicts verdicts --update ctr cycles_core.json
	says_line "0 names added, 0 are there, 0 kept and 1 fixed by verdict, 1 rows updated"
	diff <(tail -n 2 table.pmu | sed 's/  */ /g') - <<-'ROWS' >&2
		use lake L2 CYCLES
		CYCLES 0x3d ctr=0-1 : Cycles
	ROWS
	try 0 "$pmuc" import --no-texts --into table.pmu --table sea cycles_core.json
	[ -z "$(changes_said)" ] || fail "said: $(changes_said)"
	cp old.pmu table.pmu
	try 0 "$pmuc" import --no-texts --into table.pmu --table lake --update errata acme_core.json
	says_line "table.pmu:35: takes L2, which changes"
	grep -q '^  MISS  *0x02 ncombo errata-of=lake:ACM1 : Misses$' table.pmu
	try 0 "$pmuc" import --no-texts --into table.pmu --table lake --update errata acme_core.json
	[ -z "$(changes_said)" ] || fail "said: $(changes_said)"
	sed -i '/^events sea/,$d' old.pmu
	echo 'events sea like lake' >>old.pmu
	try 0 "$pmuc" import --no-texts --into old.pmu --table lake --update errata acme_core.json
	says_line "old.pmu:34: takes L2, which changes"
}

@test "merging: a unit mask is called as a modifier of its event only if it is in capitals" {
	table
	perfmon >acme_core.json <<-'JSON'
		{ "EventCode": "0x24", "UMask": "0x08", "EventName": "L2.c", "Counter": "0,1,2,3" }
	JSON
	cp table.pmu old.pmu
	try 3 "$pmuc" import --no-texts --into table.pmu acme_core.json
	says "acme_core.json:4: L2.c: left out: a modifier is called so"
	cmp old.pmu table.pmu
	sed -i s/L2.c/L2.C/ acme_core.json
	try 0 "$pmuc" import --no-texts --into table.pmu acme_core.json
	grep -q '^  C  *0x08 ncombo capitals$' table.pmu
	cp old.pmu table.pmu
	sed -i 's/^L2     0x24/& mods=none/' table.pmu
	try 0 "$pmuc" import --no-texts --into table.pmu acme_core.json
	grep -q '^  C  *0x08 ncombo$' table.pmu
}

@test "merging: what another table of the PMU has is there" {
	table
	sed -i 's/^  events     lake$/&\n  events     more/' table.pmu
	printf '\nevents more\nTICKS 0x70 : Ticks\nTOCKS 0x71 : Tocks\n' >>table.pmu
	echo '{ "EventCode": "0x70", "UMask": "0x00", "EventName": "TICKS", "Counter": "0,1,2,3" },
		{ "EventCode": "0x72", "UMask": "0x00", "EventName": "TOCKS", "Counter": "0,1,2,3" }' |
		perfmon >acme_core.json
	cp table.pmu old.pmu
	try 3 "$pmuc" import --no-texts --into table.pmu --table lake acme_core.json
	says_line "acme_core.json:5: TOCKS: left out: another table of the PMU has another code; not added"
	says_line "0 names added, 1 are there, 0 kept and 0 fixed by verdict, 0 rows updated"
	cmp old.pmu table.pmu
}

# rows_of EVENT: its lines in the table, blanks and descriptions as one.
rows_of_event() {
	sed -n "/^$1 /,/^[^ ]/{/^$1 /p;/^ /p}" table.pmu | sed 's/  */ /g'
}

@test "merging: what has other names is fixed, and they keep the code they had" {
	table
	sed -i 's/^  MISS .*/&\n  LOST 0x02 alias=MISS ncombo : Lost/' table.pmu
	perfmon >acme_core.json <<-'JSON'
		{ "EventCode": "0x24", "UMask": "0x04", "EventName": "L2.MISS", "Counter": "0,1,2,3",
			"CounterMask": "3" }
	JSON
	echo 'L2.MISS fix' >verdicts
	try 0 "$pmuc" import --no-texts --into table.pmu --verdicts verdicts acme_core.json
	diff - <(rows_of_event L2) <<-'ROWS' >&2
		L2 0x24 : L2 cache
		 HIT 0x01 ncombo default : Hits
		 MISS 0x04 ncombo c=3 : Misses
		 LOST 0x02 ncombo : Lost
	ROWS
	try 0 "$pmuc" import --no-texts --into table.pmu acme_core.json
	says_line "0 names added, 1 are there, 0 kept and 0 fixed by verdict, 0 rows updated"
}

@test "merging: the bare name of an event with unit masks" {
	table
	# of another code than its default, which has a name of its own
	perfmon >acme_core.json <<-'JSON'
		{ "EventCode": "0x24", "UMask": "0x01", "EventName": "L2.HIT", "Counter": "0,1,2,3" },
		{ "EventCode": "0x24", "UMask": "0x0f", "EventName": "L2", "Counter": "0,1,2,3" }
	JSON
	echo 'L2 fix' >verdicts
	try 0 "$pmuc" import --no-texts --into table.pmu --verdicts verdicts acme_core.json
	diff - <(rows_of_event L2) <<-'ROWS' >&2
		L2 0x24 : L2 cache
		 HIT 0x01 ncombo : Hits
		 MISS 0x02 ncombo : Misses
		 ALL 0x0f ncombo default
	ROWS
	try 0 "$pmuc" import --no-texts --into table.pmu acme_core.json
	says_line "0 names added, 2 are there, 0 kept and 0 fixed by verdict, 0 rows updated"
	# without a default: a unit mask for it, which is one
	table
	sed -i 's/^  HIT  0x01 ncombo default/  HIT  0x01 ncombo/' table.pmu
	try 0 "$pmuc" import --no-texts --into table.pmu acme_core.json
	diff - <(rows_of_event L2 | tail -n 1) <<<' ALL 0x0f ncombo default' >&2
	# ALL is another one's
	table
	sed -i 's/^  HIT  0x01 ncombo default/  ALL  0x03 ncombo/' table.pmu
	sed -i '/L2.HIT/d' acme_core.json
	try 0 "$pmuc" import --no-texts --into table.pmu acme_core.json
	diff - <(rows_of_event L2 | tail -n 1) <<<' BARE 0x0f ncombo default' >&2
	# one of each group is the default
	table
	sed -i 's/ default : All/ : All/; s/ default : Any/ : Any/' table.pmu
	cp table.pmu old.pmu
	perfmon >acme_core.json <<-'JSON'
		{ "EventCode": "0x40", "UMask": "0x0f", "EventName": "STATES", "Counter": "0,1,2,3" }
	JSON
	try 3 "$pmuc" import --no-texts --into table.pmu acme_core.json
	says "acme_core.json:4: STATES: left out: its event's default is one of several groups of unit masks"
	cmp old.pmu table.pmu
}

@test "merging: ranges of events that others take" {
	local taker
	table
	sea 'use lake L2..CYCLES' >>table.pmu
	taker=$(wc -l <table.pmu)
	perfmon >acme_core.json <<-'JSON'
		{ "EventCode": "0x24", "UMask": "0x02", "EventName": "L2.MISS", "Counter": "0,1,2,3",
			"Errata": "ACM1" },
		{ "EventCode": "0x3c", "UMask": "0x00", "EventName": "CYCLES", "Counter": "0,1,2,3", "Errata": "ACM2" },
		{ "EventCode": "0x40", "UMask": "0xf1", "EventName": "STATES.READ", "Counter": "0,1,2,3",
			"Errata": "ACM3" }
	JSON
	try 0 "$pmuc" import --no-texts --into table.pmu --table lake --update errata acme_core.json
	says_line "table.pmu:$taker: takes L2, which changes"
	says_line "table.pmu:$taker: takes CYCLES, which changes"
	refute grep -q STATES, "$err"
	grep -q 'READ *0x01 errata=ACM3 : Reads' table.pmu
	grep -q 'MISS *0x02 ncombo errata-of=lake:ACM1 : Misses' table.pmu
}

@test "merging: units go into the tables of the file that are called so, or end so" {
	table
	cat >>table.pmu <<-'PMU'

		pmu lake_unc_cha
		  id         10
		  desc       Lake CHA
		  layout     acme
		  events     lake_cha

		events lake_cha ctr=0-3
		UNC_CHA_X 0x35 : X
	PMU
	mkdir acme
	printf '%s\n' Family-model,Version,Filename,EventType GenuineIntel-6-FA,V1.0,/lake_core.json,core \
		GenuineIntel-6-FA,V1.0,/lake_uncore.json,uncore >acme/mapfile.csv
	echo '{ "EventCode": "0x50", "UMask": "0x00", "EventName": "NEW", "Counter": "0,1,2,3" }' |
		perfmon >acme/lake_core.json
	echo '{ "EventCode": "0x36", "EventName": "UNC_CHA_Y", "Unit": "CHA", "Counter": "0,1,2,3" },
		{ "EventCode": "0x10", "EventName": "UNC_PCU_Z", "Unit": "PCU", "Counter": "0" }' |
		perfmon >acme/lake_uncore.json
	try 3 "$pmuc" import --no-texts --into table.pmu acme
	says "acme/lake_uncore.json:5: lake_unc_pcu: left out: the file has no table of this unit"
	says_line "2 names added, 0 are there, 0 kept and 0 fixed by verdict, 0 rows updated"
	diff - <(sed -n '/^events/p;/^NEW/p;/^UNC/p' table.pmu | sed 's/  */ /g') <<-'ROWS' >&2
		events lake ctr=0-3
		NEW 0x50
		events lake_cha ctr=0-3
		UNC_CHA_X 0x35 : X
		UNC_CHA_Y 0x36
	ROWS
}

@test "merging: which table, where there are several or none" {
	table
	echo '{ "EventCode": "0x50", "UMask": "0x00", "EventName": "NEW", "Counter": "0" }' | perfmon >acme_core.json
	try 1 "$pmuc" import --into table.pmu --table sea acme_core.json
	says "table.pmu:0:0: no table sea that a PMU uses"
	sed -n '/^layout/,/^$/p' table.pmu >layout.pmu
	try 1 "$pmuc" import --into layout.pmu acme_core.json
	says "layout.pmu:0:0: no table that a PMU uses"
}

@test "merging: a table that takes rows from another file" {
	table
	sea 'use lake L2' 'OWN 0x55 : Own' >sea.pmu
	echo '{ "EventCode": "0x24", "UMask": "0x02", "EventName": "L2.MISS", "Counter": "0,1,2,3" },
		{ "EventCode": "0x51", "UMask": "0x00", "EventName": "NEW", "Counter": "0,1,2,3" }' |
		perfmon >acme_core.json
	cp table.pmu old.pmu
	try 0 "$pmuc" import --no-texts --into sea.pmu --with table.pmu acme_core.json
	says_line "1 names added, 1 are there, 0 kept and 0 fixed by verdict, 0 rows updated"
	cmp old.pmu table.pmu
	[ "$(tail -n 1 sea.pmu)" = 'NEW 0x51' ] || fail "$(tail -n 3 sea.pmu)"
}

@test "merging: an event whose code says more than a new name has: its rows say the rest" {
	local row why
	table
	cat >>table.pmu <<-'PMU'
		BIG 0x0324 errata=ACM1 period=77 ctr=0-1 : Big
		OCR 0x012a to=extra : Responses
		  READ 0x10 ncombo default : Reads
		  WRITE 0x20 ncombo : Writes
	PMU
	perfmon >acme_core.json <<-'JSON'
		{ "EventCode": "0x24", "UMask": "0x03", "EventName": "BIG", "Counter": "0,1" },
		{ "EventCode": "0x24", "UMask": "0x02", "EventName": "BIG.HALF", "Counter": "0,1,2,3" },
		{ "EventCode": "0x2a", "UMask": "0x01", "EventName": "OCR.READ", "Counter": "0,1,2,3",
			"MSRIndex": "0x1a6", "MSRValue": "0x10" },
		{ "EventCode": "0x2a", "UMask": "0x04", "EventName": "OCR.PLAIN", "Counter": "0,1,2,3" }
	JSON
	try 0 "$pmuc" import --no-texts --into table.pmu acme_core.json
	says_line "acme_core.json:5: new: BIG.HALF OCR.PLAIN"
	# what counted without a unit mask counts as it did
	diff - <(rows_of_event BIG; rows_of_event OCR) <<-'ROWS' >&2
		BIG 0x24 ctr=0-1 : Big
		 ALL 0x03 ncombo default errata=ACM1 period=77 : Big
		 HALF 0x02 ncombo ctr=0-3
		OCR 0x2a : Responses
		 READ 0x01 ncombo default extra=0x10 : Reads
		 WRITE 0x01 ncombo extra=0x20 : Writes
		 PLAIN 0x04 ncombo
	ROWS
	cp table.pmu once.pmu
	try 0 "$pmuc" import --no-texts --into table.pmu acme_core.json
	says_line "0 names added, 4 are there, 0 kept and 0 fixed by verdict, 0 rows updated"
	cmp once.pmu table.pmu
	# rows that come from elsewhere, or have codes of more than the second word's low half, are not changed
	for row in 'use small BIG' 'BIG 0x0324 to=extra\n  X 0x100000000 ncombo default'; do
		why="the code of the event here has bits that the name's has not"
		[ "${row#use}" != "$row" ] || why="its event's unit masks are the second word here"
		table
		sed -i "s/^CYCLES .*/&\n$row/" table.pmu
		printf '\npmu small\n  id 10\n  desc Small\n  layout acme\n  events small\n\n%s\n' \
			$'events small\nBIG 0x0324 : Big' >>table.pmu
		perfmon >acme_core.json <<-'JSON'
			{ "EventCode": "0x24", "UMask": "0x02", "EventName": "BIG.HALF", "Counter": "0,1,2,3" }
		JSON
		cp table.pmu old.pmu
		try 3 "$pmuc" import --no-texts --into table.pmu --table lake acme_core.json
		says "acme_core.json:4: BIG.HALF: left out: $why"
		diff -b old.pmu table.pmu >&2
	done
}
