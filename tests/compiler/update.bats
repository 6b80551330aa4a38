#!/usr/bin/env bats
# pmuc update: releases of a vendor that there is not (tests/data/vendor_releases) go into a tree one after the other,
# without a hand; after each, every name has the code that the vendor's fields say, by a reading that is not pmuc's.

# shellcheck disable=SC2154 # variables of strings.bash
load ../tools/strings

setup() {
	begin
	pmuc=$(type -P pmuc)
	"$pmuc" import 2>&1 | grep -q 'made without' && skip "pmuc is made without jansson"
	awk -v to=. -f "$srcdir/tests/compiler/vendor_files.awk" "$srcdir/tests/data/vendor_releases"
	find . -name '*.json' -exec sed -i 's/Fixed_counter_/Fixed counter /' {} +
	mkdir tree alone
}

# update STATUS RELEASE [OPTION...]: the release goes in, told the one before.
update() {
	local status=$1 release=$2 before
	shift 2
	before=0$((10#$release - 1))
	[ "$before" = 00 ] || set -- --before "$before" "$@"
	try "$status" "$pmuc" update --no-texts --tree tree --with "$srcdir/src/pmu" --report report "$@" "$release"
}

# Every name of the release has the vendor's code in the tables of the tree, in the first PMU that has it.
codes_are() {
	mkdir -p tables
	PFMKIT_LAYOUTS=$srcdir/src/pmu try 0 "$pmuc" --allow-missing -o tables/zoo.pmt tree/*/*.pmu
	for pmu in zoo zoo_unc_cha zoo_unc_imc zoo_unc_irp; do
		sed "s/^\([^ ]*\).*/$pmu::\1/" "expected.$1"
	done >asked
	LIBPFM_TABLES=$PWD/tables LIBPFM_ENCODE_INACTIVE=1 perf_encode --plm u --pfm --os perf \
		--format '{requested} {config:#x} {config1:#x}' @asked 2>/dev/null |
		awk -F '::| ' 'NR == FNR { if (!($2 in is)) is[$2] = $3 ($4 == "0x0" ? "" : " " $4); next }
			{ print $1, is[$1] }' - "expected.$1" >got
	diff "expected.$1" got >&2
}

report_has() {
	grep -qF -- "$1" report || fail "no $1 in: $(cat report)"
}

@test "releases: no hands, every name's code, names gone and back, texts kept" {
	update 0 01
	report_has '"what":"new-cpu"'
	codes_are 01
	grep -q '^pmu zoo$' tree/intel/intel_zoo.pmu
	grep -q '^  id        1024$' tree/intel/intel_zoo.pmu
	printf '%s\n' zoo zoo_unc_cha zoo_unc_imc | diff - <(sort tree/order) >&2
	sed -i 's/^  HIT .*/& : Hits, in the words of a person/' tree/intel/intel_zoo.pmu
	sed -i 's/^DIVIDES .*/& : Divides, in the words of a person/' tree/intel/intel_zoo.pmu
	update 0 02
	grep -v '"what":"text-wanted"' report |
		sed 's/,"left_out":0,"row_skipped":0,"verdict_wanted":0,"ignored":0,/ .. /
		s/intel_zoo/zoo/; s|ZOO/events/zoolake_||; s/"unit":"cpu","table":"zoo"/"cpu"/
		s/"unit":"IRP","table":"zoo_unc_irp"/"IRP"/' | diff - /dev/fd/3 3<<-'EOF' >&2
		{"what":"summary","table":"zoo","names":24,"right":24 .. "added":2}
		{"what":"summary","table":"zoo_unc_cha","names":2,"right":2 .. "added":0}
		{"what":"summary","table":"zoo_unc_imc","names":1,"right":1 .. "added":0}
		{"what":"summary","table":"zoo_unc_irp","names":1,"right":1 .. "added":1}
		{"what":"gone","file":"01/core.json","line":12,"cpu","name":"TAKEN"}
		{"what":"summary","file":"core.json","unit":"cpu","names":24,"right":24 .. "added":0}
		{"what":"code-changed","file":"core.json","line":9,"cpu","name":"L2.MISS","old":"0x224","new":"0x225"}
		{"what":"added","file":"core.json","line":26,"cpu","name":"L2.NEW"}
		{"what":"added","file":"core.json","line":27,"cpu","name":"OCR.BOTH"}
		{"what":"summary","file":"uncore.json","unit":"CHA","names":2,"right":2 .. "added":0}
		{"what":"summary","file":"uncore.json","unit":"iMC","names":1,"right":1 .. "added":0}
		{"what":"summary","file":"uncore.json","unit":"IRP","names":1,"right":1 .. "added":0}
		{"what":"new-box","file":"uncore.json","line":7,"IRP","name":"zoo_unc_irp","count":1}
	EOF
	grep -o '.* names=[0-9]*' tree/vendors | diff - /dev/fd/3 3<<-'EOF' >&2
		file ZOO/events/zoolake_core.json version=1.01 names=24
		file ZOO/events/zoolake_uncore.json version=1.01 names=4
		table intel_zoo names=25
		table intel_zoo_unc_cha names=2
		table intel_zoo_unc_imc names=1
		table intel_zoo_unc_irp names=1
	EOF
	codes_are 02
	grep -q '^  OLD *0x02 ncombo' tree/intel/intel_zoo.pmu
	grep -q '^TAKEN *0x20c4 withdrawn=1.01' tree/intel/intel_zoo.pmu
	tail -n 1 tree/order | grep -qx zoo_unc_irp
	update 0 03
	report_has '"what":"withdrawn-back"'
	report_has '"name":"zoo","old":"4 fixed 3","new":"4 fixed 7"'
	codes_are 03
	update 3 04
	report_has '"what":"row-skipped"'
	report_has 'EventCode: x: expected a number'
	codes_are 04
	[ "$(grep -c 'in the words of a person' tree/intel/intel_zoo.pmu)" -ge 2 ] || fail "a text is lost"
}

# The report without what says where: lines of files, and who says it.
without_places() {
	sed 's/"file":"[^"]*",//; s/"line":[0-9]*,//; s/"what":"raised",//' "$1" | sort
}

@test "without the files of last time the manifest says what is followed and what is gone" {
	for release in 01 02 03; do
		update 0 "$release"
		mv report told
		try 0 "$pmuc" update --no-texts --tree alone --with "$srcdir/src/pmu" --report report "$release"
		diff <(without_places told) <(without_places report) >&2
		diff -r tree alone >&2
		cp -r alone kept
		try 0 "$pmuc" update --no-texts --tree alone --with "$srcdir/src/pmu" "$release"
		diff -r kept alone >&2
		rm -r kept
	done
	# 28 of the vendor's, and the row that takes any threshold
	grep -q '^table intel_zoo names=29 sum=[0-9a-f]*$' alone/vendors || fail "$(grep table alone/vendors)"
}

@test "a table that somebody has changed since is not followed, rows of its own are no names that are gone" {
	local alone=(--tree tree --with "$srcdir/src/pmu" --report report)

	update 0 01
	sed -i 's/^  MISS  *0x02 ncombo/  MISS 0x40 ncombo/' tree/intel/intel_zoo.pmu
	try 3 "$pmuc" update --no-texts "${alone[@]}" 02
	report_has '"name":"L2.MISS","old":"0x4024","vendor":"0x225"'
	refute grep -q code-changed report
	grep -q '^table intel_zoo .* asked=.*L2.MISS' tree/vendors
	sed -i 's/"EventCode": "0x25", "UMask": "0x02"/"EventCode": "0x26", "UMask": "0x02"/' \
		02/ZOO/events/zoolake_core.json
	try 3 "$pmuc" update --no-texts "${alone[@]}" 02
	report_has '"name":"L2.MISS","old":"0x4024","vendor":"0x226"'
	rm -r tree/* # a row of a person, which the manifest learns at the next run
	update 0 01
	echo 'OURS 0x77 : Of the table itself' >>tree/intel/intel_zoo.pmu
	try 0 "$pmuc" update --no-texts "${alone[@]}" 01
	grep -q '^table intel_zoo .* own=1,' tree/vendors
	try 0 "$pmuc" update --no-texts "${alone[@]}" 02
	report_has '"what":"gone","file":"ZOO/events/zoolake_core.json","unit":"cpu","table":"intel_zoo","name":"TAKEN"'
	report_has '"what":"code-changed"'
	[ "$(grep -c '"what":"gone"' report)" -eq 1 ] || fail "$(grep gone report)"
	grep -q '^TAKEN .*withdrawn=1.01' tree/intel/intel_zoo.pmu
	refute grep -q '^OURS .*withdrawn' tree/intel/intel_zoo.pmu
	sed -i '/"EventName": "P.[ABC]"/d; s/"0x24", "UMask": "0x08"/"0x24", "UMask": "0x80"/' \
		02/ZOO/events/zoolake_core.json
	cp -r tree kept-tree
	try 3 "$pmuc" update --no-texts "${alone[@]}" 02 # too many to tell which of them are its own
	report_has '"what":"gone","file":"tree/vendors",'
	report_has '"table":"intel_zoo","count":3,"why":"names of the vendor'"'"'s; --before'
	report_has '"name":"L2.NEW","old":"0x824","vendor":"0x8024"'
	rm -r tree
	mv kept-tree tree
	for line in 'table x' 'table x names=1 sum=0' 'table x names=1 sum=01234567 own=1' \
		'table x names=y sum=01234567'; do
		cp tree/vendors kept
		echo "$line" >>tree/vendors
		try 1 "$pmuc" update --no-texts "${alone[@]}" 02
		says "expected names=NUMBER sum=HASH"
		cp kept tree/vendors
	done
}

@test "an event of a box that grows unit masks counts without one as before" {
	update 0 01
	sed -i 's/{ "EventName": "UNC_CHA_CLOCKTICKS"/{ "EventName": "UNC_CHA_CLOCKTICKS.PART", "EventCode": "0x01",'\
' "UMask": "0x40", "Unit": "CHA" },\n&/' 02/ZOO/events/zoolake_uncore.json
	update 0 02
	echo "UNC_CHA_CLOCKTICKS.PART 0x4001" >>expected.02
	codes_are 02
	cp -r tree before
	update 0 02
	diff -r before tree >&2
}

@test "a box whose events are on fixed counters gets no others" {
	update 0 01
	sed -i '/UNC_I_CLOCKTICKS/s/"Counter": "[^"]*"/"Counter": "Fixed counter 0"/' 02/ZOO/events/zoolake_uncore.json
	update 0 02
	grep -q '^  counters  0 fixed 1$' tree/intel/intel_zoo_unc_irp.pmu ||
		fail "$(cat tree/intel/intel_zoo_unc_irp.pmu)"
}

@test "the same files again change nothing" {
	update 0 01
	cp -r tree before
	update 0 01
	says "nothing new"
	diff -r before tree >&2
	update 0 02 --dry-run
	diff -r before tree >&2
}

@test "a code that is neither the vendor's old one nor the new one waits for a verdict, and nothing else does" {
	update 0 01
	sed -i 's/^  MISS  *0x02 ncombo/  MISS 0x40 ncombo/' tree/intel/intel_zoo.pmu
	update 3 02
	report_has '"what":"verdict-wanted"'
	report_has '"name":"L2.MISS","old":"0x4024","vendor":"0x225"'
	grep -q '^  NEW *0x08' tree/intel/intel_zoo.pmu
	update 3 02
	printf 'verdict intel_zoo - L2.MISS keep 0x225\n' >>tree/vendors
	update 0 02
	sed -i 's/keep 0x225/keep 0x226/' tree/vendors
	update 3 02
	sed -i 's/keep 0x226/fix 0x225/' tree/vendors
	update 0 02
	codes_are 02
}

@test "codes of a PMU that libpfm4 has stay, of the first in the order, too" {
	update 0 01
	[ "$(head -n 1 tree/order)" = zoo ]
	sed -i 's/^  id        1024$/  id        699/' tree/intel/intel_zoo.pmu
	update 3 02
	report_has '"name":"L2.MISS","old":"0x224","vendor":"0x225","why":"the table has another code"'
	grep -qx '  MISS           0x02 ncombo' tree/intel/intel_zoo.pmu
}

@test "a verdict fixes a row that comes from another table, and that table keeps its own" {
	update 0 01
	{
		printf 'events intel_kin mods=k,u,e,i,c ctr=0-3\n'
		sed -n '/^L2 /,/^DIVIDES/{/^DIVIDES/d; s/MISS  *0x02/MISS 0x40/; p}' tree/intel/intel_zoo.pmu
	} >tree/intel/intel_kin.pmu
	sed -i '/^  HIT /d; /^  MISS  *0x02/d; /^  OLD /d; s/^L2 .*/use intel_kin L2/' tree/intel/intel_zoo.pmu
	printf 'verdict intel_zoo - L2.MISS fix 0x225\n' >>tree/vendors
	update 0 02
	report_has '"name":"L2.MISS","old":"0x4024","new":"0x225"'
	codes_are 02
	grep -q '^  MISS 0x40 ' tree/intel/intel_kin.pmu
}

@test "words: the vendor's are taken, an alias has its own, and a verdict keeps one" {
	cp -r 01 first
	sed -i '/"L2.OLD"/d' first/ZOO/events/zoolake_core.json
	try 0 "$pmuc" update --no-texts --tree tree --with "$srcdir/src/pmu" first
	update 0 01
	grep -q '^  OLD .*alias=MISS' tree/intel/intel_zoo.pmu
	sed -i 's/"L2.OLD", /&"SampleAfterValue": "7", /; s/"L2.HIT", /&"SampleAfterValue": "9", /
		s/1\.00/1.00.1/g' 01/ZOO/events/zoolake_core.json
	sed -i 's/^  HIT .*/& period=5/' tree/intel/intel_zoo.pmu
	echo 'verdict intel_zoo - L2.HIT keep period=9' >>tree/vendors
	update 0 01
	grep -q '^  HIT .*period=5' tree/intel/intel_zoo.pmu
	grep -q '^  OLD .*alias=MISS.*period=7' tree/intel/intel_zoo.pmu
	refute grep -q '^  MISS .*period' tree/intel/intel_zoo.pmu
	sed -i 's/"SampleAfterValue": "9"/"SampleAfterValue": "11"/; s/1\.00\.1/1.00.2/g' \
		01/ZOO/events/zoolake_core.json
	sed 's/keep period=9/keep period/' tree/vendors >any
	cp tree/vendors judged
	cp tree/rows read
	cp any tree/vendors
	update 0 01
	grep -q '^  HIT .*period=5' tree/intel/intel_zoo.pmu
	cp judged tree/vendors
	cp read tree/rows
	update 0 01 # another one than was judged
	grep -q '^  HIT .*period=11' tree/intel/intel_zoo.pmu
	echo 'verdict intel_zoo - L2.HIT keep colour' >>tree/vendors
	update 1 01
	says "a word such as period"
}

@test "the manifest says version, names and tables" {
	update 0 01
	grep -q '^file ZOO/events/zoolake_core.json version=1.00 names=23 sum=[0-9a-f]* source=intel-perfmon$' \
		tree/vendors
	grep -q '^  unit cpu table=intel_zoo pmu=zoo$' tree/vendors
	grep -q '^  unit iMC table=intel_zoo_unc_imc pmu=zoo_unc_imc$' tree/vendors
	sed -i 's/^  unit iMC .*/  unit iMC ignore "tests say so"/' tree/vendors
	update 0 02
	grep -q '^file ZOO/events/zoolake_core.json version=1.01 names=24 ' tree/vendors
	echo 'unit x' >>tree/vendors
	update 1 02
	says "tree/vendors:"
}

@test "a new CPU that is like one that is there: the report says which, and nothing is shared" {
	update 0 01
	mkdir other
	cp -r 01/. other
	mv other/ZOO other/NEW
	for file in other/NEW/events/*; do mv "$file" "${file//zoo/new}"; done
	sed -i 's/ZOO/NEW/g; s/zoo/new/g; s/GenuineIntel-6-\([0-9A-F]\)[0-9A-F]/GenuineIntel-6-\1E/' other/mapfile.csv
	try 0 "$pmuc" update --no-texts --tree tree --with "$srcdir/src/pmu" --report report other
	report_has '"what":"new-cpu"'
	report_has '"table":"intel_new","name":"new","like":"intel_zoo"'
	says "like intel_zoo"
	grep -q '^  events    intel_new$' tree/intel/intel_new.pmu
	rm -r tree
	mkdir tree
	update 0 01
	sed -i 's/"EventCode": "0x24"/"EventCode": "0x25"/; s/"UMask": "0x0/"UMask": "0x4/' \
		other/NEW/events/newlake_core.json
	try 0 "$pmuc" update --no-texts --tree tree --with "$srcdir/src/pmu" --report report other
	report_has '"table":"intel_new","name":"new"'
	refute grep -q '"name":"new","like"' report
}

@test "the kernel's folder of a CPU whose tables follow Intel's own files makes no second CPU" {
	# even where these are one file
	rm 01/ZOO/events/zoolake_uncore.json
	sed -i '/uncore/d' 01/mapfile.csv
	update 0 01
	cp -r tree before
	mkdir -p kernel/arch/x86/zoolake
	printf '%s\n' 'Family-model,Version,Filename,EventType' 'GenuineIntel-6-F[A],v1,zoolake,core' \
		>kernel/arch/x86/mapfile.csv
	echo '[ { "EventName": "L2.OTHER", "EventCode": "0x24", "UMask": "0x40", "Counter": "0,1,2,3" } ]' \
		>kernel/arch/x86/zoolake/cache.json
	try 0 "$pmuc" update --no-texts --tree tree --with "$srcdir/src/pmu" --report report kernel
	report_has '"name":"L2.OTHER","why":"the tables of this CPU follow intel-perfmon"'
	diff -r before/intel tree/intel >&2
	# what the import leaves out of it is no question either
	echo '[ { "EventName": "UNC_U_FILTER_MATCH.A", "EventCode": "0x41", "UMask": "0x1", "Unit": "UBOX" } ]' \
		>kernel/arch/x86/zoolake/uncore.json
	try 0 "$pmuc" update --no-texts --tree tree --with "$srcdir/src/pmu" --report report kernel
	report_has '"what":"ignored","file":"arch/x86/zoolake","line":1,"unit":"UBOX","name":"UNC_U_FILTER_MATCH.A"'
	rm kernel/arch/x86/zoolake/uncore.json
	sed -i 's/F\[A\]/F[B]/' kernel/arch/x86/mapfile.csv
	try 0 "$pmuc" update --no-texts --tree tree --with "$srcdir/src/pmu" --report report kernel
	report_has '"what":"new-cpu"'
}

@test "what does not compile is not written" {
	update 0 01
	cp -r tree before
	sed -i 's/^  layout .*/  layout    nosuch/' tree/intel/intel_zoo_unc_cha.pmu before/intel/intel_zoo_unc_cha.pmu
	update 1 02
	diff -r before tree >&2
	try 2 "$pmuc" update --no-texts --tree tree
	try 2 "$pmuc" update --changed perhaps 01
	try 1 "$pmuc" update --no-texts --tree nosuch 01
}

@test "a file that cannot be put in its place: all others are what they were, and that is said" {
	needs_preload
	update 0 01
	echo mine >tree/order.new
	cp -a tree before
	for ((at = 1; at < 30; at++)); do
		rm -rf tree && cp -a before tree
		fails_at "8:13:$at" "$pmuc" update --no-texts --tree tree --with "$srcdir/src/pmu" --before 01 02
		[ "$failed" ] || break
		[ "$status" = 1 ] || fail "rename $at: status $status, not 1"
		says ":0:0: Permission denied"
		says_line "1 error; nothing written"
		diff -r before tree >&2 || fail "rename $at: the tree is another one"
	done
	[ "$at" -ge 3 ] || fail "only $((at - 1)) files are renamed"
	[ "$(cat tree/order.new)" = mine ] || fail "a file of another is gone"
	[ -z "$(find tree -name '.*pmuc*')" ] || fail "left: $(find tree -name '.*pmuc*')"
	rm -rf tree && cp -a before tree
	try 1 "$pmuc" update --no-texts --tree tree --with "$srcdir/src/pmu" --report nosuch/report --before 01 02
	says_line "nosuch/report:0:0: No such file or directory"
	says_line "1 error; the tables are written, the report is not"
	refute diff -qr before tree
}

@test "--changed ask and --new-cpus no" {
	update 3 01 --new-cpus no
	report_has '"why":"of a new CPU, and --new-cpus no"'
	[ ! -e tree/intel ] || fail "a table is written"
	update 0 01
	update 3 02 --changed ask
	report_has '"what":"verdict-wanted"'
}

@test "status: the tree's own manifest names what is there, and says which files are newer" {
	try 0 "$pmuc" status --tree "$srcdir/src/pmu"
	grep -q '^SPR/events/sapphirerapids_core.json  *intel-perfmon  *1\.[0-9]*  *[0-9]* names  *intel_spr$' "$out"
	update 0 01
	try 0 "$pmuc" status --tree tree --json
	grep -qF '{"file":"ZOO/events/zoolake_core.json","source":"intel-perfmon","version":"1.00","names":"23",' "$out"
	try 0 "$pmuc" status --tree tree 01
	prints_nothing
	try 0 "$pmuc" status --tree tree 02
	prints_line "ZOO/events/zoolake_core.json: 1.01, 24 names: the tables have 1.00, 23 names"
	sed -i 's/table=intel_zoo /table=nosuch /' tree/vendors
	try 1 "$pmuc" status --tree tree
	says "no table nosuch"
	# a file of another CPU, which no table has
	mkdir -p other/POND/events
	sed -n 's|ZOO/events/zoolake_core|POND/events/pond_core|; s/^\([^,]*\)-[^-,]*,/\1-FF,/; /^Family\|pond_core/p' \
		02/mapfile.csv >other/mapfile.csv
	cp 02/ZOO/events/zoolake_core.json other/POND/events/pond_core.json
	sed -i 's/table=nosuch pmu=zoo/table=intel_zoo pmu=zoo/' tree/vendors
	try 0 "$pmuc" status --tree tree other
	prints "POND/events/pond_core.json: 1.01, 24 names: not in the tables"
	cp tree/vendors vendors
	sed -i 's/table=intel_zoo pmu=zoo/& variant=none/' tree/vendors
	try 1 "$pmuc" status --tree tree
	says "table intel_zoo: expected one of its variants"
	cp vendors tree/vendors
	sed -i 's/table=intel_zoo pmu=zoo/table=intel_zoo pmu=nosuch/; s/^verdict.*//' tree/vendors
	echo 'verdict nosuch - A keep 0x1' >>tree/vendors
	try 1 "$pmuc" status --tree tree
	says "no PMU nosuch"
	says "a verdict on table nosuch, which is not there"
	try 1 "$pmuc" status --tree nosuch
	try 2 "$pmuc" status --no-such
}

@test "what cannot be read is a line of the report, and the rest goes in" {
	update 0 01
	{ printf '\357\273\277' && cat 02/mapfile.csv; } >map && mv map 02/mapfile.csv
	printf '%s\n' 'GenuineInnel-6-FA,V1,/ZOO/events/zoolake_core.json,core' 'Genuine[,V1,/x.json,core' ',,,' \
		'GenuineIntel-99999-FA,V1,/x.json,core' >>02/mapfile.csv
	update 3 02
	report_has 'GenuineInnel-6-FA: a vendor of CPUs that nobody knows'
	report_has 'Genuine[ is no regular expression'
	report_has 'GenuineIntel-99999-FA: expected a family of at most 270'
	[ "$(grep -c row-skipped report)" -eq 3 ] || fail "$(cat report)"
	refute grep -rE 'Innel|Genuine\[|99999' tree
	codes_are 02
	sed -i 's/"EventName": "P.E"/"EventName": { }/' 03/ZOO/events/zoolake_core.json
	sed -i 's/"Unit": "iMC"/"Unit": "iM#C"/' 03/ZOO/events/zoolake_uncore.json
	sed -i 's/"EventCode": "0xcd", \(.*"MSRValue": "0x10"\)/"EventCode": "0xce", \1/' \
		03/ZOO/events/zoolake_core.json
	update 3 03
	report_has 'EventName: expected a text or a number'
	report_has '"name":"MEM.LATENCY_GT_16","old":"0x1cd,0x10","new":"0x1ce,0x10"'
	report_has 'Unit: iM#C: expected a word of at most 40 bytes without quotes'
	sed -i 's/iM#C//' 03/ZOO/events/zoolake_uncore.json
	update 3 03
	report_has 'Unit: : expected a word of at most 40 bytes without quotes'
	update 3 03
}

@test "what a file is, its rows say: not its header, and not the first of them alone" {
	sed -i '/"Header"/d' 01/ZOO/events/zoolake_core.json
	sed -i '0,/{ "EventName": "[^"]*"/s//{ "EventNaem": "X"/; 0,/"EventCode": "[^"]*"/s//"EventCoed": "1"/' \
		02/ZOO/events/zoolake_core.json
	sed -i '0,/, "Unit": "CHA"/s///' 01/ZOO/events/zoolake_uncore.json
	sed -i 's/"EventName"/"name"/' 03/ZOO/events/zoolake_core.json
	update 3 01 # one row of the uncore is of no unit
	[ "$(grep -c row-skipped report)" -eq 1 ] || fail "$(cat report)"
	grep -q '^  desc      zoo$' tree/intel/intel_zoo.pmu
	grep -q '^L2 *0x24' tree/intel/intel_zoo.pmu
	grep -q '^UNC_CHA_LOOKUP' tree/intel/intel_zoo_unc_cha.pmu
	update 3 02
	grep -q '^  NEW *0x08' tree/intel/intel_zoo.pmu
	sed -i '/"Header"/d; s/"name"/"titel"/' 03/ZOO/events/zoolake_core.json
	update 3 03
	report_has '"why":"none of its rows has a name, so it is no file of events that is known here"'
}

@test "a row with which the tables do not compile is left out, and the rest goes in" {
	sed -i 's/"UNC_M_CAS.RD", "EventCode": "0x05", "UMask": "0x01"/"UNC_M_CAS", "EventCode": "0x05"/' \
		0[12]/ZOO/events/zoolake_uncore.json
	update 0 01
	sed -i 's/^\(  layout *\).*/\1intel-client-imc/; s/ mods=e,i,t//' tree/intel/intel_zoo_unc_imc.pmu
	sed -i '/UNC_I_CLOCKTICKS/i{ "EventName": "UNC_M_WIDE", "EventCode": "0x05", "UMask": "0x01", "Unit": "iMC" },
		/UNC_I_CLOCKTICKS/i{ "EventName": "UNC_M_NEW", "EventCode": "0x06", "Unit": "iMC" },' \
		02/ZOO/events/zoolake_uncore.json
	update 3 02
	report_has '"name":"UNC_M_WIDE","why":"the tables do not compile with it: code 0x105 of UNC_M_WIDE does not fit'
	[ "$(grep -c left-out report)" -eq 1 ] || fail "$(cat report)"
	grep -q '^UNC_M_NEW *0x06' tree/intel/intel_zoo_unc_imc.pmu
	grep -q '^  NEW *0x08' tree/intel/intel_zoo.pmu
}

@test "what the manifest decides is no question: names that perf cannot count, units that nobody wants" {
	update 0 01
	sed -i 's/"UNC_M_CAS.RD"/"UNC_U_FILTER_MATCH.A"/' 02/ZOO/events/zoolake_uncore.json
	update 3 02
	report_has '"name":"UNC_U_FILTER_MATCH.A","why":"counts what a register says that perf cannot set"'
	sed -i 's/^\(  unit iMC\) .*/\1 match=UNC_U_* ignore "decided"\n&/' tree/vendors
	update 0 02
	report_has '"what":"ignored"'
	sed -i 's/ignore "decided"/ignore/' tree/vendors
	update 1 02
	for line in 'unit x table=y' 'file x nosuch=1' 'verdict a b c d' 'verdict t - N keep x' 'no x' 'source a b'; do
		echo "$line" >wrong && cat tree/vendors >kept && cat wrong >>tree/vendors
		update 1 02
		says "tree/vendors:"
		try 1 "$pmuc" format --check tree/vendors
		says "tree/vendors:"
		cp kept tree/vendors
	done
	sed -i 's/ ignore$/ ignore "decided"/' tree/vendors
	try 0 "$pmuc" format --check tree/vendors "$srcdir/src/pmu/vendors"
	sed -i 's/ names=/            &/; s/ sum=/                                           &/' tree/vendors
	try 1 "$pmuc" format --check tree/vendors
	try 0 "$pmuc" format tree/vendors
	cp tree/vendors kept # lines that go on in the next one are read, and changed, as one
	update 0 03
	try 0 "$pmuc" format --check tree/vendors
	[ "$(grep -c '^file ' tree/vendors)" -eq 2 ] || fail "$(cat tree/vendors)"
}

@test "follow-vendors: the tables follow, every code is checked by another reading, what wants a person is a list" {
	command -v jq >/dev/null || skip "there is no jq"
	for release in 01 02 03; do
		before=0$((10#$release - 1))
		PMUC=$pmuc PERF_ENCODE=$(type -P perf_encode) try 3 "$srcdir/scripts/follow-vendors" -t tree \
			-w "$srcdir/src/pmu" -b "$([ -d "$before" ] && echo "$before" || echo 01)" "$release"
		[ ! -s follow-vendors.out/codes ] || fail "codes: $(cat follow-vendors.out/codes)"
	done
	grep -q '"name":"DIVIDES.INT"' follow-vendors.out/wanted
	grep -q '^> *INT *0x04' follow-vendors.out/change
	grep -q '^  INT *0x04' tree/intel/intel_zoo.wanted
	PMUC=$pmuc PERF_ENCODE=$(type -P perf_encode) try 3 "$srcdir/scripts/follow-vendors" -t tree \
		-w "$srcdir/src/pmu" -b 03 04
	sed -i 's/"0x24", "UMask": "0x01"/"0x24", "UMask": "0x11"/' 03/ZOO/events/zoolake_core.json
	PERF_ENCODE=$(type -P perf_encode) LIBPFM_TABLES=$PWD/follow-vendors.out/tables try 1 \
		"$srcdir/scripts/vendor-codes" tree report 03
	prints_line "ZOO/events/zoolake_core.json L2.HIT is 0x124,0x0, and should be 0x1124"
	sed -i 's/"UNC_CHA_LOOKUP.I", "EventCode": "0x34"/"UNC_CHA_LOOKUP.I", "EventCode": "0x35"/' \
		03/ZOO/events/zoolake_uncore.json
	PERF_ENCODE=$(type -P perf_encode) LIBPFM_TABLES=$PWD/follow-vendors.out/tables try 1 \
		"$srcdir/scripts/vendor-codes" tree report 03
	prints_line "ZOO/events/zoolake_uncore.json UNC_CHA_LOOKUP.I is 0x234,0x0, and should be 0x235"
	try 2 "$srcdir/scripts/follow-vendors"
}

# has_code [NAME SHOULD]: vendor-codes says that this name should have that code, and no more.
has_code() {
	LIBPFM_TABLES=${tables:-} PERF_ENCODE=$(type -P perf_encode) try $(($# > 0)) \
		"$srcdir/scripts/vendor-codes" "$srcdir/src/pmu" no-report codes
	[ "$(wc -l <"$out")" -eq $(($# > 0)) ] || fail "$(cat "$out")"
	[ $# = 0 ] || grep -q " $1 is .*, and should be $2$" "$out" || fail "no $1: $(cat "$out")"
}

@test "vendor-codes: wide codes, units, machines, filters and verdicts; a wrong code is found" {
	command -v jq >/dev/null || skip "there is no jq"
	: >no-report
	mkdir -p codes/arch/{s390/cf_z17,powerpc/power10,x86/amdzen6} codes/{HSX,NHM-EP,EHL}/events codes/pmu
	echo '[{"Unit":"CPU-M-CF","EventCode":"77","EventName":"AES_CYCLES"},{"Unit":"PAI-CRYPTO","EventCode":"4097",
		"EventName":"KM_DEA"}]' >codes/arch/s390/cf_z17/a.json
	echo '[{"EventCode":"0x95840000000C040","EventName":"PM_DATA_FROM_ANY_MEMORY"}]' \
		>codes/arch/powerpc/power10/a.json
	echo '[{"EventCode":"0x13","UMask":"0x0e","EventName":"fp_nsq_read_stalls.fp_sq"}]' \
		>codes/arch/x86/amdzen6/a.json
	echo '{"Events":[{"Unit":"CBO","EventCode":"0x35","UMask":"0x41",
		"EventName":"UNC_C_TOR_INSERTS.NID_OPCODE"}]}' \
		>codes/HSX/events/haswellx_uncore.json
	echo '{"Events":[{"EventCode":"0xB7","UMask":"0x1","MSRIndex":"0x1A6","MSRValue":"0x6011",
		"EventName":"OFFCORE_RESPONSE_0.ANY_DATA.ANY_DRAM"}]}' >codes/NHM-EP/events/NehalemEP_core.json
	echo '{"Events":[{"EventCode":"0xc2","UMask":"0x0","EventName":"TOPDOWN_RETIRING.ALL"},{"EventCode":"0xB7",
		"UMask":"0x1","MSRIndex":"0x1a6","MSRValue":"0x8000000000000477",
		"EventName":"OCR.READS_TO_CORE.OUTSTANDING"}]}' >codes/EHL/events/elkhartlake_core.json
	echo '{"events":[{"name":"INST_RETIRED","code":8}]}' >codes/pmu/cortex-r8.json # decided: no table
	echo '{"events":[{"name":"INST_RETIRED","code":8}]}' >codes/pmu/neoverse-n1.json
	has_code

	cp -r codes right
	while read -r file from to name should; do
		sed -i "s/$from/$to/" "codes/$file"
		has_code "$name" "$should"
		cp "right/$file" "codes/$file"
	done <<-END
		arch/s390/cf_z17/a.json 77 78 AES_CYCLES 0x4e
		arch/s390/cf_z17/a.json 4097 4098 KM_DEA 0x1002
		arch/powerpc/power10/a.json C040 C041 PM_DATA_FROM_ANY_MEMORY 0x95840000000c041
		arch/x86/amdzen6/a.json 0x0e 0x0d fp_nsq_read_stalls.fp_sq 0xd13
		HSX/events/haswellx_uncore.json 0x41 0x43 UNC_C_TOR_INSERTS.NID_OPCODE 0x4335
		NHM-EP/events/NehalemEP_core.json 0x6011 0x6012 OFFCORE_RESPONSE_0.ANY_DATA.ANY_DRAM 0x1b7,0x6012
		EHL/events/elkhartlake_core.json 0477 0476 OCR.READS_TO_CORE.OUTSTANDING 0x1b7,0x8000000000000476
		pmu/neoverse-n1.json 8 9 INST_RETIRED 0x9
	END

	# the table is what is wrong
	mkdir tables
	sed 's/^KM_DEA  *0x1001/KM_DEA 0x1091/' "$srcdir/src/pmu/ibm/pai_crypto.pmu" >new.pmu
	PFMKIT_LAYOUTS=$srcdir/src/pmu try 0 "$pmuc" --allow-missing -o tables/new.pmt new.pmu \
		"$srcdir"/src/pmu/*/layouts.pmu
	tables=$PWD/tables has_code KM_DEA 0x1001
}

@test "Arm: a core is known by its part, revisions are one table, a file of the same name elsewhere is another file" {
	mkdir -p new/pmu/cpu tree/arm
	for revision in 0 1; do
		cat >"new/pmu/cpu/zoo-x9-r${revision}p0.json" <<-JSON
			{ "document": { "timestamp": "01 Jan 00:00:00 2026" },
			"product_configuration": { "product_name": "Zoo X9", "part_num": "0xfff", "implementer": "0x41",
			"major_revision": "$revision", "minor_revision": "0", "architecture": "armv9.2",
			"pmu_architecture": "pmu_v3" },
			"events": { "SW_INCR": { "code": "0x0000", "accesses": [ "PMU" ] },
			"CHAIN": { "code": "0x001e" },
			"NEW": { "code": "0x00c1", "accesses": [ "PMU", "ETE" ] } } }
		JSON
	done
	try 3 "$pmuc" update --no-texts --tree tree --with "$srcdir/src/pmu" --report report new
	report_has '"name":"CHAIN","why":"joins two counters'
	[ "$(grep -c 'names=2 sum=.* source=arm-telemetry' tree/vendors)" -eq 2 ] || fail "$(cat tree/vendors)"
	table=$(basename tree/arm/*.pmu .pmu)
	sed -i "s/^pmu .*/pmu arm_other/" "tree/arm/$table.pmu"
	echo arm_other >tree/order
	sed -i "s/^  unit.*/  unit cpu table=$table pmu=arm_other/" tree/vendors
	mkdir -p again/pmu
	sed 's/0x00c1/0x00c2/; s/NEW/NEWER/' new/pmu/cpu/zoo-x9-r1p0.json >again/pmu/zoo-x9-r1p0.json
	try 3 "$pmuc" update --no-texts --tree tree --with "$srcdir/src/pmu" --report report again
	grep -q '^NEWER *0xc2' "tree/arm/$table.pmu"
	[ "$(find tree -name '*.pmu' | wc -l)" -eq 1 ] || fail "a second table"
}

@test "the report is on standard output, too; verdicts from a file; what is no tree and no release" {
	update 0 01
	update 0 02 --json
	diff report "$out" >&2
	sed -i 's/^  MISS  *0x02 ncombo/  MISS 0x40 ncombo/' tree/intel/intel_zoo.pmu
	sed -i 's/"EventCode": "0x25", "UMask": "0x02"/"EventCode": "0x26", "UMask": "0x02"/' \
		02/ZOO/events/zoolake_core.json
	update 3 02
	echo 'L2.MISS keep' >verdicts
	update 0 02 --verdicts verdicts
	report_has '"what":"kept"'
	try 1 "$pmuc" update --no-texts --tree nosuch 02
	says "nosuch:0:0: expected a directory of tables; --tree names one"
	mkdir nothing
	try 1 "$pmuc" update --no-texts --tree tree --with "$srcdir/src/pmu" nothing
	says "nothing:0:0: no events in these files"
}

@test "a file that is no JSON is one line of the report, and the others go in" {
	update 0 01
	echo '{' >02/ZOO/events/zoolake_uncore.json
	update 3 02
	report_has '"what":"row-skipped","file":"02/ZOO/events/zoolake_uncore.json","line":2,"why":"the whole file: not'
	says "zoolake_uncore.json:2: the whole file is skipped: not JSON: "
	grep -q '^  NEW *0x08' tree/intel/intel_zoo.pmu
	refute grep -q withdrawn tree/intel/intel_zoo_unc_cha.pmu
}

@test "what another file of the same table says otherwise is left out" {
	update 0 01
	# two files feed one table, and differ about a name
	mkdir -p more/TWO/events
	sed 's/ZOO/TWO/; s/zoo/two/; s/6-FA/6-FC/' 01/mapfile.csv >more/mapfile.csv
	sed 's/"EventCode": "0x14", "UMask": "0x03"/"EventCode": "0x15", "UMask": "0x03"/' \
		01/ZOO/events/zoolake_core.json >more/TWO/events/twolake_core.json
	sed -i '/uncore/d' more/mapfile.csv
	cat >>tree/vendors <<-'LINES'
		file TWO/events/twolake_core.json
		  unit cpu table=intel_zoo pmu=zoo
	LINES
	cp -r 01/. more
	cat 01/mapfile.csv <(sed -n '/TWO/p' more/mapfile.csv) | sort -u >both
	cp both more/mapfile.csv
	try 3 "$pmuc" update --no-texts --tree tree --with "$srcdir/src/pmu" --report report more
	report_has "another file of the table has another code"
}

@test "the manifest: comments stay, versions with blanks are quoted, what is wrong is told at its line" {
	update 0 01
	sed -i 's/^file ZOO\/events\/zoolake_core.*/& # of Tuesday/' tree/vendors
	sed -i 's/"1\.01"/"1.01 rc"/; s/V1\.01/V1.01 rc/' 02/ZOO/events/zoolake_core.json
	grep -q '1.01 rc' 02/ZOO/events/zoolake_core.json || fail "$(head -n 5 02/ZOO/events/zoolake_core.json)"
	update 0 02
	grep -q '^file ZOO/events/zoolake_core.json "version=1.01 rc" names=24 .* # of Tuesday$' tree/vendors ||
		fail "$(grep '^file' tree/vendors)"
	grep -q '^TAKEN *0x20c4 withdrawn=1.01_rc' tree/intel/intel_zoo.pmu
	cp -r tree before
	update 0 02
	diff -r before tree >&2
	echo 'file ZOO/events/zoolake_core.json' >>tree/vendors
	update 1 02
	says "tree/vendors:$(wc -l <tree/vendors):6: the file stands in line "
	sed 's/^  unit cpu .*/& colour=red/' before/vendors >tree/vendors
	update 1 02
	says ": unknown word colour=red"
	echo '  unit cpu table=intel_zoo pmu=zoo' | cat - before/vendors >tree/vendors
	update 1 02
	says "tree/vendors:1:3: a unit, but of no file"
	sed 's/^  unit cpu .*/  unit cpu/' before/vendors >tree/vendors
	update 1 02
	says "expected table=TABLE, or ignore and a reason in quotes"
}

# write_texts: a person writes the texts that are wanted.
write_texts() {
	find tree -name '*.wanted' -exec sed -i 's/^\( *[A-Z_0-9]* *0x.*[^\\]\)$/\1 : A text of a person/' {} +
}

# compiles: the tree as a release has it, where no text may be missing.
compiles() {
	PFMKIT_LAYOUTS=$srcdir/src/pmu try 0 "$pmuc" -o zoo.pmt tree/*/*.pmu
}

# follows STATUS RELEASE: as a person does it, with texts of his own
follows() {
	try "$1" "$pmuc" update --tree tree --with "$srcdir/src/pmu" --report report \
		"${@:3}" "$2"
}

@test "rows without a text are kept apart until they have one, and leave a text to a person" {
	follows 3 01
	says "3 new-cpu, "
	[ "$(find tree -name '*.pmu' | wc -l)" = 0 ] || fail "tables without texts: $(find tree)"
	[ ! -e tree/order ] || fail "PMUs in order that there are not: $(cat tree/order)"
	cp -r tree before
	follows 3 01
	says_line "38 text-wanted"
	diff -r before tree >&2
	try 0 "$pmuc" status --tree tree
	write_texts
	follows 0 01
	[ -z "$(find tree -name '*.wanted')" ] || fail "$(find tree)"
	printf '%s\n' zoo zoo_unc_cha zoo_unc_imc | diff - <(sort tree/order) >&2
	compiles
	codes_are 01
	cp -r tree full
	follows 3 02 --before 01
	compiles
	grep -q '^of L2 1$' tree/intel/intel_zoo.wanted || fail "$(cat tree/intel/intel_zoo.wanted)"
	grep -q '^  NEW  *0x' tree/intel/intel_zoo.wanted
	! grep -q '^  NEW ' tree/intel/intel_zoo.pmu
	report_has '"name":"L2.MISS","old":"0x224","new":"0x225"'
	write_texts
	follows 0 02 --before 01
	[ -z "$(find tree -name '*.wanted')" ] || fail "$(find tree)"
	compiles
	codes_are 02
	rm -rf tree
	cp -r full tree
	follows 3 02 --before 01
	follows 0 02 --no-texts # all rows go in as they are
	[ -z "$(find tree -name '*.wanted')" ] || fail "$(find tree)"
	codes_are 02
}

@test "rows below a line that only calls their event wait with it" {
	follows 3 01
	write_texts
	follows 0 01
	sed -i 's/^events intel_zoo/events intel_base/' tree/intel/intel_zoo.pmu
	printf '\nevents intel_zoo like intel_base\n' >>tree/intel/intel_zoo.pmu
	cp tree/intel/intel_zoo.pmu kept.pmu
	cp -r 01 more
	sed -i '/"EventName": "L2.HIT"/{p; s/HIT/NEW/; s/"UMask": "0x01"/"UMask": "0x08"/}' \
		more/ZOO/events/zoolake_core.json
	follows 3 more --before 01
	diff kept.pmu tree/intel/intel_zoo.pmu >&2
	tail -n +2 tree/intel/intel_zoo.wanted | tr -s ' ' |
		diff <(printf '%s\n' 'table intel_zoo' L2 ' NEW 0x08 ncombo') - >&2
	write_texts
	follows 0 more
	tail -n 2 tree/intel/intel_zoo.pmu | tr -s ' ' |
		diff <(printf '%s\n' L2 ' NEW 0x08 ncombo : A text of a person') - >&2
	compiles
}

@test "a table that is like another one gets rows of several events, and changes" {
	update 0 01
	sed -i 's/^events intel_zoo/events intel_base/' tree/intel/intel_zoo.pmu
	printf '\nevents intel_zoo like intel_base\n' >>tree/intel/intel_zoo.pmu
	update 0 02
	codes_are 02
}

# reworded: release 01 with another text of a row, of the vendor's
reworded() {
	rm -rf again
	cp -r 01 again
	sed -i '/"EventName": "L2.HIT"/s/ }/, "BriefDescription": "'"$1"'" }/' again/ZOO/events/zoolake_core.json
}

@test "a row whose text the vendor has changed is reported, with and without the files of last time" {
	reworded "Hits, first"
	cp -r again first
	follows 3 first
	write_texts
	follows 0 first
	grep -qx 'file ZOO/events/zoolake_core.json' tree/rows
	! grep -qi hits tree/rows
	cp -r tree kept
	reworded "Hits, second"
	follows 3 again --before first
	report_has '"what":"text-changed","file":"ZOO/events/zoolake_core.json"'
	says "text-changed: L2.HIT (intel_zoo): the vendor's text is another one"
	says_line "1 text-changed"
	follows 0 again
	says_line "nothing new"
	rm -rf tree
	mv kept tree
	follows 3 again
	says_line "1 text-changed"
	[ "$(grep -c text-changed report)" = 1 ] || fail "$(cat report)"
	cp -r tree kept
	follows 0 again --before again
	diff -r kept tree >&2
	echo 'no.sense' >>tree/rows
	follows 1 again
	says "tree/rows:0:0: no.sense: expected a word of 8 digits"
}

# Two CPUs whose files have the same rows of one table with other texts, read together and one by one: neither is
# news, and a text that one of them changes is.
@test "texts are known by file: a CPU alone is no news where others have the same rows" {
	local cpu
	mkdir -p both/TWO/events
	cp -r 01/. both
	for cpu in zoo two; do
		sed "/BriefDescription/!s/\"EventName\": \"\([^\"]*\)\"/&, \"BriefDescription\": \"\1 of the $cpu\"/" \
			01/ZOO/events/zoolake_core.json >both/$cpu
	done
	mv both/zoo both/ZOO/events/zoolake_core.json
	mv both/two both/TWO/events/twolake_core.json
	sed -i 's/"EventName": "P.A"/"EventName": "P.OURS"/' both/TWO/events/twolake_core.json
	echo 'GenuineIntel-6-FC,V1,/TWO/events/twolake_core.json,core,,,' >>both/mapfile.csv
	follows 3 01
	write_texts
	follows 0 01
	sed -n '/^pmu/,/^$/p' tree/intel/intel_zoo.pmu >two
	sed -i 's/^pmu zoo$/pmu two/; s/id  .*/id 1900/; s/6: 250/6: 252/; s/events .*/& variant=b/' two
	sed -i 's/^  events .*/& variant=a/; s/^events intel_zoo/& variants=a,b/' tree/intel/intel_zoo.pmu
	{ echo; cat two; } >>tree/intel/intel_zoo.pmu
	echo two >>tree/order
	sed -i 's/^  unit cpu .*/& variant=a/' tree/vendors
	printf '%s\n' 'file TWO/events/twolake_core.json' '  unit cpu table=intel_zoo pmu=two variant=b' >>tree/vendors
	follows 3 both # P.OURS waits
	refute grep -q text-changed report
	write_texts
	follows 0 both
	refute grep -q text-changed report
	cp -r tree kept
	for cpu in both both/ZOO both/TWO both/ZOO/events/zoolake_core.json; do
		follows 0 $cpu
		says_line "nothing new"
		follows 0 $cpu --before $cpu
		says_line "nothing new"
		diff -r kept tree >&2
	done
	sed -i 's/L2.HIT of the two/& bits/' both/TWO/events/twolake_core.json
	follows 3 both
	says_line "1 text-changed"
	report_has '"what":"text-changed","file":"TWO/events/twolake_core.json"'
	follows 0 both/TWO
	says_line "nothing new"
}

# changed SED...: release 01, of the same versions, with another row
changed() {
	rm -rf again
	cp -r 01 again
	sed -i "$@" again/ZOO/events/zoolake_core.json
}

@test "what a file says anew under the version of last time is taken and told, but a code waits for a verdict" {
	local before options=(update --no-texts --tree tree --with "$srcdir/src/pmu" --report report)
	for before in '' '--before 01'; do
		rm -rf tree
		mkdir tree
		update 0 01
		changed '/"EventName": "L2.HIT"/s/"Counter": "[^"]*"/"Counter": "1,2"/'
		# shellcheck disable=SC2086 # an option, or none
		try 3 "$pmuc" "${options[@]}" $before again
		says_line "1 fact-changed"
		report_has '"name":"L2.HIT","old":"ctr=0-3","new":"ctr=1-2","why":"another one in a file of the same'
		grep -q '^  HIT  *0x01 ncombo ctr=1-2$' tree/intel/intel_zoo.pmu || fail "$(grep HIT tree/intel/*.pmu)"
		cp -r tree kept
		try 0 "$pmuc" "${options[@]}" again
		says_line "nothing new"
		diff -r kept tree >&2
		rm -rf kept
		changed '/"EventName": "L2.HIT"/s/"UMask": "0x01"/"UMask": "0x41"/'
		# shellcheck disable=SC2086 # an option, or none
		try 3 "$pmuc" "${options[@]}" $before again
		report_has '"name":"L2.HIT","old":"0x124","vendor":"0x4124","why":"another one in a file of the'
		grep -q '^  HIT  *0x01 ' tree/intel/intel_zoo.pmu || fail "$(grep HIT tree/intel/*.pmu)"
		echo 'verdict intel_zoo - L2.HIT fix 0x4124' >>tree/vendors
		try 0 "$pmuc" "${options[@]}" again
		grep -q '^  HIT  *0x41 ' tree/intel/intel_zoo.pmu || fail "$(grep HIT tree/intel/*.pmu)"
	done
}

# metrics_of FOLDER ROW...: a directory of the kernel's with these metrics
metrics_of() {
	mkdir -p "$1/arch/x86/lakex"
	printf '%s\n' 'Family-model,Version,Filename,EventType' 'GenuineIntel-6-FA,v1,lakex,core' \
		>"$1/arch/x86/mapfile.csv"
	printf '[ %s ]\n' "$(IFS=,; echo "${*:2}")" >"$1/arch/x86/lakex/metrics.json"
}

# A tree whose block of metrics is what "first" says, and a block that takes all of it.
begin_metrics() {
	follows 3 01
	write_texts
	follows 0 01
	file=tree/intel/intel_zoo_metrics.pmu
	# another CPU, of the same events
	sed 's/zoo/ark/; s/^  id .*/  id 1999/; s/^  cpu .*/  cpu GenuineIntel 6: 238/' tree/intel/intel_zoo.pmu \
		>tree/intel/intel_ark.pmu
	echo ark >>tree/order
	cat >$file <<-'PMU'
		metrics zoo
		  pmu zoo
		# about same
		metric same : Ours
		  = L2.HIT
		metric other unit=1% groups=G : Ours, of other
		  = L2.MISS
		metric old groups=G : Ours, of old
		  = L2.OLD
		  above old > 1
		metric away unit=1% groups=G,H parent=same level=2 : Ours, of away
		  = DIVIDES

		metrics lent like zoo
		  pmu ark
	PMU
	echo 'metrics lakex block=zoo' >>tree/vendors
	same='{ "MetricName": "same", "MetricExpr": "L2.HIT" }'
	metrics_of first "$same" '{ "MetricName": "other", "MetricExpr": "L2.MISS", "ScaleUnit": "1%",
		"MetricGroup": "G" }' \
		'{ "MetricName": "old", "MetricExpr": "L2.OLD", "MetricGroup": "G", "MetricThreshold": "old > 1" }' \
		'{ "MetricName": "away", "MetricExpr": "DIVIDES", "MetricGroup": "G;H", "ScaleUnit": "1%",
			"BriefDescription": "A" }'
	metrics_of second "${same/L2.HIT\"/L2.HIT \", \"BriefDescription\": \"Hits\"}" \
		'{ "MetricName": "other", "MetricExpr": "L2.MISS + 1", "ScaleUnit": "1%", "MetricGroup": "G" }' \
		'{ "MetricName": "young", "MetricExpr": "L2.OLD", "MetricGroup": "G",
			"MetricThreshold": "young > 1" }' \
		'{ "MetricName": "more", "MetricExpr": "TAKEN" }'
}

@test "metrics: new, changed and renamed ones go in, those that are gone stay in no group, others are as they were" {
	begin_metrics
	cp -r tree kept
	follows 0 first --before first
	says_line "nothing new"
	diff -r kept tree >&2
	follows 3 second --before first
	says_line "1 text-wanted, 1 text-changed, 1 metric-added, 1 metric-changed, 1 metric-gone, 1 metric-renamed"
	report_has '"table":"zoo","name":"other","old":"L2.MISS","new":"L2.MISS + 1"'
	says "metric-added: more (zoo): TAKEN"
	says "metric-renamed: old (zoo): old -> young"
	says "metric-gone: away (zoo): away"
	cat >expected.pmu <<-'PMU'
		metrics zoo
		  pmu zoo
		# about same
		metric same : Ours
		  = L2.HIT
		metric other unit=1% groups=G : Ours, of other
		  = L2.MISS + 1
		metric old : Ours, of old
		  = L2.OLD
		  above old > 1
		metric away unit=1% : Ours, of away
		  = DIVIDES
		metric young groups=G : Ours, of old
		  = L2.OLD
		  above young > 1

		metrics lent like zoo
		  pmu ark
		metric other unit=1% groups=G : Ours, of other
		  = L2.MISS
		metric old groups=G : Ours, of old
		  = L2.OLD
		  above old > 1
		metric away unit=1% groups=G,H parent=same level=2 : Ours, of away
		  = DIVIDES
		drop young
	PMU
	diff expected.pmu $file >&2
	tail -n +2 tree/intel/intel_zoo_metrics.wanted >wanted
	printf '%s\n' 'table zoo' 'metric more' '  = TAKEN' | diff - wanted >&2
	compiles
	cp -r tree kept2
	follows 3 second --before first
	says_line "1 text-wanted, 1 text-changed"
	diff -r kept2 tree >&2
	sed -i 's/^metric more$/& : Ours, of more/' tree/intel/intel_zoo_metrics.wanted
	follows 0 second --before second
	says_line "nothing new"
	sed -i 's/^metrics lent/metric more : Ours, of more\n  = TAKEN\n&/; s/^drop young/&\ndrop more/' expected.pmu
	diff -B expected.pmu $file >&2
	[ ! -e tree/intel/intel_zoo_metrics.wanted ] || fail "$(cat tree/intel/intel_zoo_metrics.wanted)"
	compiles
	cp -r tree kept3
	follows 0 second
	says_line "nothing new"
	diff -r kept3 tree >&2
	rm -r tree # without the files of last time, but for what is gone
	mv kept tree
	follows 3 second
	says_line "1 text-wanted, 2 metric-added, 1 metric-changed"
	echo 'metrics lakex' >>tree/vendors
	follows 1 second
	says ": expected block=NAME"
}

@test "metrics: one that somebody has changed waits for a verdict, one with a name that waits is what it was" {
	begin_metrics
	cp -r tree kept
	sed -i 's/= L2.MISS/= L2.MISS * 2/' $file
	cp $file changed.pmu
	follows 3 second --before first
	says "verdict-wanted: other (zoo): L2.MISS * 2 -> 0xbb8cac27: the vendor's formula is L2.MISS + 1"
	grep -qx '  = L2.MISS \* 2' $file
	cp changed.pmu $file
	cp tree/vendors vendors
	echo 'verdict zoo - other keep 0xbb8cac27' >>tree/vendors
	follows 3 second --before first
	report_has '"what":"kept","file":"arch/x86/lakex","line":1,"table":"zoo","name":"other"'
	grep -qx '  = L2.MISS \* 2' $file
	cp vendors tree/vendors
	echo other fix >verdicts
	follows 3 second --before first --verdicts verdicts
	grep -qx '  = L2.MISS + 1' $file
	rm -r tree
	mv kept tree
	follows 3 second --before first --changed ask
	says "verdict-wanted: other (zoo): L2.MISS -> 0xbb8cac27: the vendor's formula is L2.MISS + 1"
	sed -i 's/L2.MISS + 1/more + 1/' second/arch/x86/lakex/metrics.json
	follows 3 second --before first
	says "metric-waits: other (zoo): its formula or words have a name that waits for a text"
	grep -qx '  = L2.MISS' $file
	compiles
	sed -i 's/^metric more$/& : Ours, of more/' tree/intel/intel_zoo_metrics.wanted
	follows 3 second --before first
	says_line "1 text-changed, 1 metric-changed"
	grep -qx '  = more + 1' $file
	compiles
	sed -i 's/more + 1/NOSUCH.EVENT/' second/arch/x86/lakex/metrics.json # with which the tables do not compile
	follows 3 second --before first --verdicts verdicts
	report_has 'the tables do not compile with it: '
	grep -qx '  = more + 1' $file
}

@test "metrics: a block that is new goes beside the table of its PMU, one of no PMU waits for a line" {
	begin_metrics
	rm $file
	sed -i /^metrics/d tree/vendors
	mkdir new
	mv first/arch/x86/lakex first/arch/x86/zoo
	sed -i s/lakex/zoo/ first/arch/x86/mapfile.csv
	follows 3 first
	says_line "4 text-wanted, 4 metric-added"
	[ ! -e $file ] || fail "$(cat $file)"
	sed -i 's/^metric .*/& : Ours/' tree/intel/intel_zoo_metrics.wanted
	follows 0 first
	grep -qx 'metrics zoo block=zoo' tree/vendors
	[ "$(head -n 4 $file)" = "$(printf '%s\n' 'metrics zoo' '  pmu zoo' 'metric same : Ours' '  = L2.HIT')" ] ||
		fail "$(cat $file)"
	compiles
	follows 3 second
	says 'metrics-wanted: lakex (lakex): no PMU is called so: vendors wants a line "metrics"'
	echo 'metrics lakex block=nosuch' >>tree/vendors # a block that is not there yet, and no PMU's name
	follows 3 second
	says 'metrics-wanted: lakex (lakex): no PMU is called so: vendors wants a line "metrics"'
	rm $file
	sed -i '/^metrics/d' tree/vendors
	echo 'metrics lakex block=zoo' >>tree/vendors
	follows 3 second
	says_line "4 text-wanted, 4 metric-added"
}

@test "NAME.wanted: a table or an event that is not there is a mistake" {
	follows 3 01
	write_texts
	follows 0 01
	printf 'table nosuch\n' >tree/intel/intel_zoo.wanted
	follows 1 01
	says "tree/intel/intel_zoo.wanted:1:0: no such table or event in tree/intel/intel_zoo.pmu"
	printf 'table intel_zoo\nof NOSUCH 1\n  A 0x1\n' >tree/intel/intel_zoo.wanted
	follows 1 01
	says "tree/intel/intel_zoo.wanted:2:0: no such table or event in tree/intel/intel_zoo.pmu"
	rm tree/intel/intel_zoo.pmu
	follows 1 01
	says "tree/intel/intel_zoo.wanted:0:0: there is no tree/intel/intel_zoo.pmu, and no line"
}

@test "pmuc status knows folders of the kernel whose CPUs follow Intel's files" {
	follows 3 01
	write_texts
	follows 0 01
	mkdir -p kernel/arch/x86/zoolake
	printf '%s\n%s\n' 'Family-model,Version,Filename,EventType' 'GenuineIntel-6-FA,v1,zoolake,core' \
		>kernel/arch/x86/mapfile.csv
	echo '[ { "EventName": "A.B", "EventCode": "0x1", "UMask": "0x2" } ]' >kernel/arch/x86/zoolake/cache.json
	try 0 "$pmuc" status --tree tree kernel
	prints_line "arch/x86/zoolake: v1, 1 names: the tables of this CPU follow intel-perfmon"
}

@test "counters are raised where none are said, too" {
	update 0 01
	sed -i '/^  counters /d' tree/intel/intel_zoo_unc_cha.pmu
	try 0 "$pmuc" update --no-texts --tree tree --with "$srcdir/src/pmu" --report report 03
	report_has '"what":"raised","file":"tree/intel/intel_zoo_unc_cha.pmu"'
	report_has '"name":"zoo_unc_cha","old":"0","new":"4"'
	grep -qx '  counters  4' tree/intel/intel_zoo_unc_cha.pmu
}

@test "two CPUs in one table: what one alone has is its own, what both have with two codes waits for a verdict" {
	local table=tree/intel/intel_zoo.pmu
	update 0 01
	sed -n '/^pmu/,/^$/p' $table >two
	sed -i 's/^pmu zoo$/pmu two/; s/id  .*/id 1900/; s/6: 250/6: 252/; s/events .*/& variant=b/' two
	sed -i 's/^  events .*/& variant=a/; s/^events intel_zoo/& variants=a,b/' $table
	{ echo; cat two; } >>$table
	echo two >>tree/order
	sed -i 's/^  unit cpu .*/& variant=a/' tree/vendors
	printf '%s\n' 'file TWO/events/twolake_core.json' '  unit cpu table=intel_zoo pmu=two variant=b' >>tree/vendors
	mkdir -p more/TWO/events
	cp -r 01/. more
	echo 'GenuineIntel-6-FC,V1,/TWO/events/twolake_core.json,core,,,' >>more/mapfile.csv
	sed 's/"EventCode": "0x14"/"EventCode": "0x15"/; /"L2.HIT"/s/"UMask": "0x01"/"UMask": "0x41"/
		s/"L2.HIT"/"L2.TWO"/' 01/ZOO/events/zoolake_core.json >more/TWO/events/twolake_core.json
	try 3 "$pmuc" update --no-texts --tree tree --with "$srcdir/src/pmu" --report report more
	says_line "1 added, 1 verdict-wanted, 1 text-wanted"
	report_has '"name":"DIVIDES","old":"0x314","vendor":"0x315"'
	grep -qx '  TWO  *0x41 ncombo only=b' $table || fail "$(grep -A5 '^L2 ' $table)"
	grep -qx 'DIVIDES  *0x314' $table
	grep -qx '  unit cpu table=intel_zoo pmu=two variant=b' tree/vendors
	grep -q '^table intel_zoo .* asked=DIVIDES$' tree/vendors
	# a variant that the table has not
	sed -i 's/variant=b$/variant=c/' tree/vendors
	try 1 "$pmuc" update --no-texts --tree tree --with "$srcdir/src/pmu" more
	says "tree/vendors:0:0: c: expected a variant of table intel_zoo"
	sed -i 's/ variant=c$//' tree/vendors
	try 1 "$pmuc" update --no-texts --tree tree --with "$srcdir/src/pmu" more
	says "tree/vendors:0:0: no variant: expected a variant of table intel_zoo"
}
