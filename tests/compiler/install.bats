#!/usr/bin/env bats
# pmuc import --install, list and remove: from a vendor's file to events that every tool takes, in a user's own
# directory and the system's.

# shellcheck disable=SC2154 # variables of strings.bash
load ../tools/strings
load tables

setup() {
	begin
	pmuc import 2>&1 | grep -q 'made without' && skip "pmuc is made without jansson"
	unset LIBPFM_TABLES LIBPFM_CPUID LIBPFM_FSROOT XDG_DATA_HOME
	export PFMKIT_LAYOUTS=$srcdir/src/pmu HOME=$PWD/home
	own=$HOME/.local/share/pfmkit/tables.d
	mkdir -p perfmon/LAKE/events arch/arm64/acme/lagoon
}

# A CPU of Intel's that nobody knows yet: its cores and a box beside them.
intel() {
	cat >perfmon/mapfile.csv <<-'CSV'
		Family-model,Version,Filename,EventType,Core Type,Native Model ID,Core Role Name
		GenuineIntel-6-FE,V1.0,/LAKE/events/acmelake_core.json,core,,,
		GenuineIntel-6-FE,V1.0,/LAKE/events/acmelake_uncore.json,uncore,,,
	CSV
	cat >perfmon/LAKE/events/acmelake_core.json <<-'JSON'
		{ "Header": { "Info": "Performance Monitoring Events for Acme Lake - V1.0" }, "Events": [
		{ "EventCode": "0xd1", "UMask": "0x20", "EventName": "MEM_LOAD.L9_MISS",
			"BriefDescription": "Loads that missed the L9",
		  "Counter": "0,1,2,3", "SampleAfterValue": "100003", "PEBScounters": "1" },
		{ "EventCode": "0xd1", "UMask": "0x01", "EventName": "MEM_LOAD.L9_HIT",
			"BriefDescription": "Loads that hit the L9", "Counter": "0,1" } ] }
	JSON
	cat >perfmon/LAKE/events/acmelake_uncore.json <<-'JSON'
		{ "Header": { "Info": "Performance Monitoring Events for Acme Lake - V1.0" }, "Events": [
		{ "Unit": "CHA", "EventCode": "0x35", "UMask": "0x01", "UMaskExt": "0x00c817fe",
			"EventName": "UNC_CHA_TOR.DRD", "Counter": "0",
		  "CounterType": "PGMABLE", "BriefDescription": "Reads" } ] }
	JSON
}

@test "Intel's folder: one command, and every tool takes it" {
	intel
	try 0 pmuc import --install --user perfmon
	prints "$own/acmelake.pmt" \
		"  acmelake                         1 events  Acme Lake" \
		"  acmelake_unc_cha                 1 events  Intel acmelake CHA uncore"
	says_line "1 fields and events are left out, in 1 places; pmuc import without --install lists them"
	says_line "Intel core: 1 PMUs, 2 events of the files, 2 names"
	try 0 check_events --cpu acmelake --format '{name} {codes}' MEM_LOAD.L9_MISS UNC_CHA_TOR:DRD
	prints "acmelake::MEM_LOAD:L9_MISS:k=1:u=1:e=0:i=0:c=0 0x5320d1" \
		"acmelake_unc_cha::UNC_CHA_TOR:DRD:e=0:i=0:t=0 0xc817fe00000135"
	says_nothing
	try 0 evt2raw --cpu acmelake acmelake_unc_cha7::UNC_CHA_TOR.DRD
	prints uncore_cha_7/config=0xc817fe00000135/
	try 0 perf_encode --cpu acmelake mem_load.l9_miss:u
	prints_line 'config         : 0x20d1'
	try 0 evt2raw --cpu acmelake MEM_LOAD:L9_HIT:u
	prints r1d1:uh
	try 0 evt2raw --cpu acmelake --decode r20d1
	prints acmelake::MEM_LOAD:L9_MISS
	try 0 showevtinfo --cpu acmelake -L -D l9_miss
	prints_line "$(printf '%s\t"%s"' acmelake::MEM_LOAD:L9_MISS \
		'What the vendor calls MEM_LOAD; its unit masks say what it counts. Loads that missed the L9.')"
	try 1 check_events --cpu acmelake MEM_LOAD:L9_MIS
	says "did you mean L9_MISS"
	[ "$(stat -c %a "$own/acmelake.pmt")" = "$(printf '%o' $((0666 & ~0$(umask))))" ]
}

@test "the kernel's folder and Arm's data" {
	echo '0x00000000410fabc0,v1,acme/lagoon,core' >arch/arm64/mapfile.csv
	echo '[ { "EventCode": "0x17", "EventName": "TIDES", "BriefDescription": "Tides" } ]' \
		>arch/arm64/acme/lagoon/core.json
	echo '{ "_type": "Events", "cpuid": "0x41abd", "cpu": "Reef",
		"events": [ { "code": 25, "name": "CORALS", "description": "Corals" } ] }' >reef.json
	try 0 pmuc import --install --user arch
	grep -qx '  acme_lagoon  *1 events  .*' "$out"
	try 0 pmuc import --install --user --name arm_reef reef.json
	grep -qx '  arm_reef  *1 events  .*' "$out"
	try 0 evt2raw --cpu lagoon TIDES
	prints r17
	try 0 evt2raw --cpu 0x410fabd0 CORALS arm_reef::CORALS
	prints r19 r19
	try 0 pmuc list
	grep -v '^  ' "$out" | diff <(printf '%s\n' "$own/acme_lagoon.pmt" "$own/arm_reef.pmt") -
}

@test "what is installed again takes the old one's place, whole; programs keep what they have mapped" {
	intel
	try 0 pmuc import --install --user perfmon/LAKE/events/acmelake_core.json
	ln "$own/acmelake.pmt" kept
	cp kept before
	sed -i 's/L9/L8/g' perfmon/LAKE/events/acmelake_core.json
	try 0 pmuc import --install --user perfmon/LAKE/events/acmelake_core.json
	cmp kept before
	try 0 check_events --cpu acmelake --format '{codes}' MEM_LOAD.L8_MISS
	prints 0x5320d1
	try 1 check_events --cpu acmelake MEM_LOAD.L9_MISS
	[ "$(ls -A "$own")" = acmelake.pmt ]
}

@test "a PMU of the library's name takes its place; perf stays; of two files with one PMU the first counts" {
	intel
	try 0 pmuc import --install --user --name skl perfmon/LAKE/events/acmelake_core.json
	prints "$own/skl.pmt" "  skl                              1 events  Acme Lake (in place of the compiled one)"
	try 0 check_events --format '{codes}' skl::MEM_LOAD:L9_HIT
	prints 0x5301d1
	try 1 check_events skl::INST_RETIRED
	try 0 pmuc import --install --user --name perf perfmon/LAKE/events/acmelake_core.json
	prints "$own/perf.pmt" "  perf                         left out: it is a part of the library"
	cp "$own/skl.pmt" "$own/aaa.pmt"
	LIBPFM_FORCE_PMU=zen4 LIBPFM_DISABLED_PMUS=skl try 0 pmuc list
	prints "$own/aaa.pmt" "  skl                              1 events  Acme Lake (in place of the compiled one)" \
		"$own/perf.pmt" \
		"  perf                         left out: it is a part of the library" "$own/skl.pmt" \
		"  skl                          left out: $own/aaa.pmt has it"
}

@test "list says what is not loaded, and why; remove takes away" {
	try 0 pmuc list
	prints_nothing
	says "pmuc: no tables are installed in $own "
	intel
	try 0 pmuc import --install --user perfmon
	LIBPFM_TABLES='' try 0 pmuc list
	prints_nothing
	says "; LIBPFM_TABLES is empty, so that none in your own directory are loaded"
	refute grep -F "$own" "$err"
	LIBPFM_TABLES=$PWD/perfmon/LAKE try 0 pmuc list
	says " or what LIBPFM_TABLES names"
	refute grep -F "$own" "$err"
	echo nonsense >"$own/broken.pmt"
	mkdir "$own/folder.pmt"
	mkfifo "$own/pipe.pmt"
	ln -s nowhere "$own/dangling.pmt"
	try 1 pmuc list
	for line in "$own/broken.pmt: not loaded: it is no file of tables" \
		"$own/folder.pmt: not loaded: it is no file of tables" \
		"$own/pipe.pmt: not loaded: it is no file of tables" \
		"$own/dangling.pmt: not loaded: No such file or directory"; do
		prints_line "$line"
	done
	grep -qx '  acmelake  *1 events  Acme Lake' "$out"
	LIBPFM_TABLES=$own/acmelake.pmt:/nosuch.pmt try 1 pmuc list
	prints_line "/nosuch.pmt: not loaded: No such file or directory"
	prints_lines 4
	try 0 pmuc remove broken pipe.pmt dangling
	prints "$own/broken.pmt: removed" "$own/pipe.pmt: removed" "$own/dangling.pmt: removed"
	try 1 pmuc remove --user folder
	says "$own/folder.pmt: "
	try 0 pmuc remove --user acmelake
	try 2 check_events --cpu acmelake MEM_LOAD.L9_MISS
	try 1 pmuc remove acmelake ../../../x
	says_line "pmuc: no tables are called acmelake; pmuc list says what is installed"
	says_line "pmuc: no tables are called ../../../x; pmuc list says what is installed"
}

@test "Intel's files of cores with more counters where hyper-threading is off" {
	intel
	sed -i 's/"PEBScounters": "1"/"CounterHTOff": "0,1,2,3,4,5,6,7"/' perfmon/LAKE/events/acmelake_core.json
	try 0 pmuc import --install --user perfmon/LAKE/events/acmelake_core.json
	try 0 showevtinfo --pmus --json
	[ "$(jq -c 'select(.pmu == "acmelake") | .counters' "$out")" = 8 ]
}

@test "the library's own PMU of the same processors is named: it is asked first" {
	intel
	sed -i 's/-6-FE/-6-5E/' perfmon/mapfile.csv
	own_first="pmuc: the library's own skl is for the same processors, and events without a PMU are looked up there\
 before acmelake; one that is imported with --name skl takes its place"
	try 0 pmuc import --install --user perfmon
	says_line "$own_first"
	try 0 pmuc import --install --user --name skl perfmon/LAKE/events/acmelake_core.json
	refute says "the library's own"
	sed 's/-6-5E/-6-FE/' -i perfmon/mapfile.csv
	try 0 pmuc import --install --user perfmon
	refute says "the library's own"
}

@test "list knows files that extend PMUs" {
	mkdir -p "$own"
	printf 'extend skl layout intel-skylake mods=k,u\nGREENHOUSE 0x77 : A house\nBARN 0x78 : A barn\n' >more.pmu
	printf 'extend skl layout intel-skx-iio mods=e\nSHED 0x79 : A shed\n' >no.pmu
	try 0 pmuc -o "$own/more.pmt" more.pmu
	try 0 pmuc -o "$own/no.pmt" no.pmu
	try 0 pmuc list
	prints "$own/more.pmt" "  skl                              2 events more" "$own/no.pmt" \
		"  skl                              1 events more: left out, as LIBPFM_VERBOSE=1 tells"
	printf 'extend skl layout intel-skylake mods=k,u\nINST_RETIRED 0x77 : Mine\nATTIC 0x7a : An attic\n' >same.pmu
	try 0 pmuc -o "$own/same.pmt" same.pmu
	try 0 pmuc list
	prints_line \
		"  skl                              2 events more, 1 not seen: the PMU has that name with another code"
	LIBPFM_VERBOSE=1 try 1 check_events skl::SHED
	says_line "$own/no.pmt: skl is not extended: its layout is another one"
}

@test "what goes wrong leaves nothing behind, and says why" {
	intel
	sed 's/0x20/-1/' perfmon/LAKE/events/acmelake_core.json >bad.json
	try 1 pmuc import --install --user bad.json
	says "bad.json:2:0: UMask: -1: expected a number"
	prints_nothing
	[ ! -e "$HOME" ]
	echo '{ "Header": { "Info": "x" }, "Events": [] }' >none.json
	try 1 pmuc import --install --user none.json
	says_line "pmuc: there are no events in these files; nothing installed"
	PFMKIT_LAYOUTS=$PWD/nosuch try 1 pmuc import --install --user perfmon
	says "; nothing installed"
	says_line "$PWD/nosuch:0:0: the layouts of this package: No such file or directory; PFMKIT_LAYOUTS names the\
 directory that has them"
	says_line "1 error; nothing installed"
	PFMKIT_LAYOUTS=$PWD/perfmon try 1 pmuc import --install --user perfmon
	says_line "$PWD/perfmon:0:0: the layouts of this package: they are not in the directories here;\
 PFMKIT_LAYOUTS names the directory that has them"
	says_line "1 error; nothing installed"
	[ ! -e "$HOME" ]
	echo file >home
	try 1 pmuc import --install --user perfmon
	says "Not a directory"
	HOME=relative XDG_DATA_HOME='' try 1 pmuc import --install --user perfmon
	says_line "pmuc: a user without a home has no directory for tables: set HOME or XDG_DATA_HOME"
	HOME=$PWD/$(printf '%0200d/' $(seq 20)) try 1 pmuc import --install --user --name "$(printf '%0120d' 0)" \
		perfmon/LAKE/events/acmelake_core.json
	says "the name is too long"
	rm home
	LIBPFM_TABLES=$PWD/other try 0 pmuc import --install --user perfmon
	prints_line "  acmelake                         1 events  Acme Lake"
	says_line "pmuc: LIBPFM_TABLES is set: programs take what it names, and not your own directory"
	rm -r home
	(trap '' XFSZ && ulimit -f 0 && pmuc import --install --user perfmon 2>&1 || echo "status $?") | cat >"$err"
	says_line "status 1"
	says "File too large"
	[ -z "$(find home -type f)" ]
	try 0 pmuc import --install --user perfmon
	[ -c /dev/full ] || return 0
	lost pmuc list
	lost pmuc import --install --user perfmon
}

@test "more events than a PMU can have are counted and refused, in the time that reading them takes" {
	awk 'BEGIN { print "{ \"Header\": { \"Info\": \"x\" }, \"Events\": [";
		for (i = 0; i < 100000; i++)
			printf "%s{ \"EventName\": \"E%d.A\", \"EventCode\": \"0x%02x\", \"UMask\": \"0x%02x\" }\n",
				i ? "," : "", i, i % 256, i / 256 % 256
		print "] }" }' >many_core.json
	try 1 timeout 120 pmuc import --install --user --no-texts many_core.json
	says "PMU many has 100000 events; from id 1024 on 16384 fit"
	says_line "1 error; nothing installed"
}

# fail_in_turn KIND ERRNO STEP LAST: of the first LAST calls of a kind (tests/lib/failures.h) every STEPth fails, one
# in a run; what is installed is whole, or nothing is.
fail_in_turn() {
	local at tried=0
	for ((at = 1; at <= $4; at += $3)); do
		rm -rf "$HOME"
		fails_at "$1:$2:$at" pmuc import --install --user perfmon
		[ "$failed" ] || break
		tried=$((tried + 1))
		[ -z "$(find . -path '*/tables.d/*' ! -name acmelake.pmt)" ] ||
			fail "call $at of kind $1: a file is left: $(ls "$own")"
		if [ -e "$own/acmelake.pmt" ]; then
			cmp "$own/acmelake.pmt" right ||
				fail "call $at of kind $1: status $status, and not what it should be" "$(cat "$err")"
		else
			[ "$status" != 0 ] || fail "call $at of kind $1: status 0, and nothing is installed"
		fi
	done
	[ "$tried" -ge 20 ] || fail "only $tried calls"
}

@test "calls fail, one after the other: nothing half-written, never without a word" {
	needs_preload
	intel
	try 0 pmuc import --install --user perfmon
	cp "$own/acmelake.pmt" right
	fail_in_turn 1 12 601 40000
	fail_in_turn 2 5 3 70
}

@test "wrong usage is status 2" {
	for arguments in "import --install" "import --install -o x.pmu perfmon" \
		"import --install --into x.pmu perfmon" "import --user perfmon" \
		"list x" "remove" "remove --nosuch x" "remove --user"; do
		# shellcheck disable=SC2086
		try 2 pmuc $arguments
		says "usage: pmuc"
		prints_nothing
	done
	for arguments in "import --install --user --system perfmon" "import --install perfmon --system --user" \
		"remove --user --system x"; do
		# shellcheck disable=SC2086
		try 2 pmuc $arguments
		says_line "pmuc: --user and --system exclude each other"
		[ ! -e "$HOME" ]
	done
	try 2 pmuc list --nosuch
	says_line "pmuc: unknown option --nosuch"
	try 0 pmuc --help
	prints_line "       pmuc remove [--user|--system] NAME ..."
	try 0 pmuc --version
	[[ $(cat "$out") == "pmuc (pfmkit) "[0-9]*.[0-9]* ]]
	try 2 "$builddir/src/compiler/pmuc" list
	try 2 "$builddir/src/compiler/pmuc" remove x
}

@test "root installs for itself unless --system: that is for all, and everybody's to read" {
	intel
	folder=$(sed -n 's/^sysconfdir = //p; s/^prefix = /PREFIX /p' "$builddir/Makefile" | awk '
		$1 == "PREFIX" { p = $2; next }
		{ sub(/\$\{prefix\}/, p); s = $0 }
		END { sub(/\$\{prefix\}/, p, s); print s }')
	[ -n "$folder" ] # without it nothing is mounted over the system's own folder
	there=$folder
	while [ ! -d "$there" ]; do there=$(dirname "$there"); done
	cat >as_root <<-'SH'
		mount -t tmpfs none "$1" || exit 99
		umask 077
		pmuc import --install perfmon && pmuc remove --user acmelake || exit
		pmuc import --install --system perfmon &&
			check_events --cpu acmelake --format '{codes}' MEM_LOAD.L9_MISS &&
			pmuc list || exit
		stat -c %a "$2/pfmkit/tables.d" "$2/pfmkit/tables.d/acmelake.pmt"
		pmuc remove --user acmelake && exit 1
		pmuc remove acmelake
	SH
	unshare -rm true || skip "no user namespaces here"
	try 0 unshare -rm sh as_root "$there" "$folder"
	prints_line "$folder/pfmkit/tables.d/acmelake.pmt"
	prints_line 0x5320d1
	prints_line 755
	prints_line 644
	prints_line "$folder/pfmkit/tables.d/acmelake.pmt: removed"
}

# lake COUNT: a core's file of so many events
lake() {
	for ((i = 1; i <= $1; i++)); do
		printf '%s{ "EventCode": "%d", "EventName": "E%02d", "Counter": "0" }\n' "${comma:-}" $i $i
		local comma=,
	done | perfmon >lake_core.json
	try 0 pmuc import --install --user lake_core.json
}

@test "of many names that are gone the first 20 are said" {
	lake 21
	lake 1
	says_line "pmuc: 20 names are gone: $(seq -f 'E%02.0f' -s ', ' 2 21)"
	lake 22
	lake 1
	says_line "pmuc: 21 names are gone: $(seq -f 'E%02.0f' -s ', ' 2 21) and 1 more"
}

@test "a second import says what it replaces, and ends what was begun" {
	intel
	try 0 pmuc import --install --user perfmon
	refute grep -q replacing "$err"
	touch "$own/.acmelake.pmt.pmuc-abCdef"
	sed -i '/L9_HIT/,/}/d; s/},$/} ] }/' perfmon/LAKE/events/acmelake_core.json
	head -n 4 perfmon/LAKE/events/acmelake_core.json >core.json
	try 0 pmuc import --install --user --unit cpu perfmon
	says "pmuc: replacing $own/acmelake.pmt of 20"
	says ": acmelake of 1 events, acmelake_unc_cha of 1 events"
	says_line "pmuc: 2 names are gone: MEM_LOAD:L9_HIT, UNC_CHA_TOR"
	[ "$(ls -A "$own")" = acmelake.pmt ] || fail "expected acmelake.pmt, there is $(ls -A "$own")"
}

@test "of files beside a table only those go that pmuc began and nobody writes" {
	intel
	try 0 pmuc import --install --user perfmon
	others="$own/acmelake.pmt.backup $own/acmelake.pmt.abCdef $own/.acmelake.pmt.pmuc-backup1
		$own/.acmelake.pmt.pmuc-abc $own/.acmelake.pmt.abcdef $own/.other.pmt.pmuc-abcdef"
	# shellcheck disable=SC2086
	touch $others
	mkdir "$own/.acmelake.pmt.pmuc-folder" && others="$others $own/.acmelake.pmt.pmuc-folder"
	touch "$own/.acmelake.pmt.pmuc-writes" "$own/.acmelake.pmt.pmuc-killed"
	(
		exec 8<"$own/.acmelake.pmt.pmuc-writes"
		flock 8
		try 0 pmuc import --install --user perfmon
	)
	[ -e "$own/.acmelake.pmt.pmuc-writes" ] || fail "a file that another program has locked is gone"
	[ ! -e "$own/.acmelake.pmt.pmuc-killed" ] || fail "what nobody writes is left"
	for file in $others; do
		[ -e "$file" ] || fail "$file is gone"
	done
	cp "$own/acmelake.pmt" t.pmt
	touch t.pmt.backup t.pmt.tar.xz
	pmuc dump t.pmt >t.pmu
	try 0 pmuc -o t.pmt t.pmu
	[ -e t.pmt.backup ] && [ -e t.pmt.tar.xz ] || fail "files of others are gone"
}

@test "six at once: each ends well, one whole file is there" {
	intel
	try 0 pmuc import --install --user perfmon
	cp "$own/acmelake.pmt" right
	for round in 1 2 3 4 5 6; do
		for number in 1 2 3 4 5 6; do
			pmuc import --install --user perfmon >/dev/null 2>"said.$number" || touch "failed.$number" &
		done
		wait
		[ ! -e failed.1 ] && [ -z "$(ls failed.* 2>/dev/null)" ] ||
			fail "round $round: an install failed: $(cat said.*)"
		cmp "$own/acmelake.pmt" right
		[ "$(ls -A "$own")" = acmelake.pmt ] || fail "round $round: there is $(ls -A "$own")"
	done
}

@test "a file for the same CPU goes, whatever it is called, unless the new one has a name by --name" {
	intel
	sed -i /uncore/d perfmon/mapfile.csv
	rm perfmon/LAKE/events/acmelake_uncore.json
	try 0 pmuc import --install --user perfmon
	mv "$own/acmelake.pmt" "$own/aaa.pmt"
	sed 's/L9_HIT/L9_SEEN/; s/MEM_LOAD/MEM_READ/' perfmon/LAKE/events/acmelake_core.json \
		>perfmon/LAKE/events/zoolake_core.json
	rm perfmon/LAKE/events/acmelake_core.json
	sed -i 's/acmelake/zoolake/' perfmon/mapfile.csv
	try 0 pmuc import --install --user --name other perfmon
	refute grep -q replacing "$err"
	[ "$(cd "$own" && echo *)" = "aaa.pmt other.pmt" ]
	rm "$own/other.pmt"
	sed 's/GenuineIntel-6-FE/GenuineIntel-6-FD/' perfmon/mapfile.csv >other_cpu
	cp perfmon/mapfile.csv this_cpu
	cp other_cpu perfmon/mapfile.csv
	try 0 pmuc import --install --user perfmon
	refute grep -q replacing "$err"
	[ "$(cd "$own" && echo *)" = "aaa.pmt zoolake.pmt" ]
	rm "$own/zoolake.pmt"
	cp this_cpu perfmon/mapfile.csv
	try 0 pmuc import --install --user perfmon
	says "pmuc: replacing $own/aaa.pmt of 20"
	says_line "pmuc: 1 name is gone: MEM_LOAD"
	[ "$(cd "$own" && echo *)" = zoolake.pmt ]
}

@test "cores that came of Golden Cove: registers that events share, the register of metrics, fields of perf's" {
	intel
	sed -i /uncore/d perfmon/mapfile.csv
	rm perfmon/LAKE/events/acmelake_uncore.json
	cat >perfmon/LAKE/events/acmelake_core.json <<-'JSON'
		{ "Header": { "Info": "Performance Monitoring Events for Acme Lake - V1.0" }, "Events": [
		{ "EventCode": "0xc6", "UMask": "0x03", "EventName": "FRONTEND_RETIRED.A", "BriefDescription": "A",
		  "Counter": "0,1,2,3,4,5,6,7", "MSRIndex": "0x3F7", "MSRValue": "0x12" },
		{ "EventCode": "0xc6", "UMask": "0x03", "EventName": "FRONTEND_RETIRED.B", "BriefDescription": "B",
		  "Counter": "0,1,2,3,4,5,6,7", "MSRIndex": "0x3F7", "MSRValue": "0x13" },
		{ "EventCode": "0x2A,0x2B", "UMask": "0x01", "EventName": "OCR.READ", "BriefDescription": "Reads",
		  "Counter": "0,1,2,3", "MSRIndex": "0x1a6,0x1a7", "MSRValue": "0x10001", "Offcore": "1" },
		{ "EventCode": "0x2A,0x2B", "UMask": "0x01", "EventName": "OCR.WRITE", "BriefDescription": "Writes",
		  "Counter": "0,1,2,3", "MSRIndex": "0x1a6,0x1a7", "MSRValue": "0x10002", "Offcore": "1" },
		{ "EventCode": "0x2A,0x2B", "UMask": "0x01", "EventName": "OCR.CODE", "BriefDescription": "Code",
		  "Counter": "0,1,2,3", "MSRIndex": "0x1a6,0x1a7", "MSRValue": "0x10004", "Offcore": "1" },
		{ "EventCode": "0x00", "UMask": "0x04", "EventName": "TOPDOWN.SLOTS", "BriefDescription": "Slots",
		  "Counter": "Fixed counter 3" } ] }
	JSON
	try 0 pmuc import --install --user perfmon
	try 1 check_events --cpu acmelake --together FRONTEND_RETIRED.A,FRONTEND_RETIRED.B
	try 0 check_events --cpu acmelake --together FRONTEND_RETIRED.A,FRONTEND_RETIRED.A
	try 0 check_events --cpu acmelake --together OCR.READ,OCR.WRITE
	try 1 check_events --cpu acmelake --together OCR.READ,OCR.WRITE,OCR.CODE
	try 0 check_events --cpu acmelake --together TOPDOWN.SLOTS,TOPDOWN_M:RETIRING,TOPDOWN_M:HEAVY_OPS
	try 1 check_events --cpu acmelake --together TOPDOWN_M:RETIRING
	try 0 perf_encode --cpu acmelake --os perf --format '{config:#x},{config1:#x}' TOPDOWN_M:HEAVY_OPS \
		OCR:0xabc00000123 cpu/event=0xc6,umask=3,frontend=0x15/ cpu/event=0x2a,umask=1,offcore_rsp=0x7/
	prints 0x8400,0x0 0x12a,0xabc00000123 0x3c6,0x15 0x12a,0x7
	sed -i 's/"0x2A,0x2B"/"0xB7,0xBB"/' perfmon/LAKE/events/acmelake_core.json
	try 0 pmuc import -o lake.pmu perfmon
	grep -qx '  sharing   intel-icelake' lake.pmu
	refute grep -q HEAVY_OPS lake.pmu
}

@test "events that nobody describes say what their names say" {
	intel
	try 0 pmuc import --install --user --no-texts perfmon
	try 0 showevtinfo --cpu acmelake acmelake::MEM_LOAD acmelake_unc_cha::UNC_CHA_TOR
	grep -qF 'Mem load (by the name)' "$out"
	grep -qF 'Mem load, L9 miss (by the name)' "$out"
	grep -qF 'Unc cha tor, drd (by the name)' "$out"
}

@test "a hybrid is called by what the names of its cores have in common" {
	mkdir -p perfmon/CHL/events
	cat >perfmon/mapfile.csv <<-'CSV'
		Family-model,Version,Filename,EventType,Core Type,Native Model ID,Core Role Name
		GenuineIntel-6-FE,V1.0,/CHL/events/cheetahlake_darkmont_core.json,hybridcore,0x20,0x4,Atom
		GenuineIntel-6-FE,V1.0,/CHL/events/cheetahlake_cougarcove_core.json,hybridcore,0x40,0x4,Core
	CSV
	for core in cougarcove darkmont; do
		echo '{ "Header": { "Info": "Performance Monitoring Events for Cheetah Lake - V1.0" }, "Events": [
		{ "EventCode": "0x24", "UMask": "0x20", "EventName": "L2.'$core'", "Counter": "0,1",
		  "BriefDescription": "Hits" } ] }' >perfmon/CHL/events/cheetahlake_${core}_core.json
	done
	try 0 pmuc import --install --user perfmon
	for cpu in cheetahlake cheetahlake_cougarcove Cheetahlake_Darkmont; do
		try 0 showevtinfo --cpu $cpu --pmus
		grep -o 'cheetahlake_[a-z]*  ' "$out" | tr -d ' ' >cores
		[ "$(paste -sd, cores)" = cheetahlake_cougarcove,cheetahlake_darkmont ]
		try 0 check_events --cpu $cpu --format '{codes}' L2.COUGARCOVE L2.DARKMONT
		prints 0x532024 0x532024
	done
	try 2 check_events --cpu cheetah L2.COUGARCOVE
	sed '2s/.*/GenuineIntel-6-FD,V1.0,\/CHL\/events\/cheetahlake_darkmont_core.json,hybridcore,0x20,0x4,Atom/' \
		-i perfmon/mapfile.csv
	try 0 pmuc import --install --user perfmon
	try 2 check_events --cpu cheetahlake L2.COUGARCOVE
	says "cheetahlake: may be cheetahlake_cougarcove or cheetahlake_darkmont"
}

@test "of a hybrid's folder one kind of core takes the place of the library's, as the advice says" {
	mkdir -p arch/x86/lagoon
	printf '%s\n' 'Family-model,Version,Filename,EventType' 'GenuineIntel-6-BD,v1.0,lagoon,core' \
		>arch/x86/mapfile.csv
	cat >arch/x86/lagoon/other.json <<-'JSON'
		[ { "EventCode": "0xd1", "UMask": "0x20", "EventName": "L9.MISS", "Unit": "cpu_core",
		    "Counter": "0,1" },
		  { "EventCode": "0xd1", "UMask": "0x40", "EventName": "L9.HIT", "Unit": "cpu_atom",
		    "Counter": "0,1" } ]
	JSON
	try 0 pmuc import --install --user arch/x86/lagoon
	says "one that is imported with --unit cpu_core --name lnl_lnc takes its place"
	says "one that is imported with --unit cpu_atom --name lnl_skt takes its place"
	try 0 pmuc import --install --user --unit cpu_core --name lnl_lnc arch/x86/lagoon
	prints_line "  lnl_lnc                          1 events  lnl_lnc (in place of the compiled one)"
}

@test "a file of tables without an end is left alone" {
	truncate -s 16G holes.pmt
	LIBPFM_TABLES=holes.pmt try 1 timeout 20 pmuc list
	prints_line "holes.pmt: not loaded: it has more than 256 MiB"
}

@test "without a source tree status is about the text that is installed" {
	try 0 pmuc status
	grep -qE '^SKL/events/skylake_core.json +intel-perfmon +[0-9.]+ +[0-9]+ names +intel_skl$' "$out"
	pmuc status --tree "$srcdir/src/pmu" | diff - "$out"
	PFMKIT_LAYOUTS=$PWD/nosuch try 1 pmuc status
	says_line "$PWD/nosuch/vendors:0:0: no such file"
}
