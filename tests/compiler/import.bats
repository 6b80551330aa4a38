#!/usr/bin/env bats
# pmuc import: a small file of every format comes out as the rules say, byte by byte; bad files are named with file,
# line and field, and leave nothing behind.

# shellcheck disable=SC2154 # variables of strings.bash
load ../tools/strings
load tables

setup() {
	begin
	needs_import
	mkdir -p acme arch/x86/zenx arch/x86/lakex arch/arm64/arm/a1 arch/arm64/soc/sys arch/powerpc/power1 \
		arch/riscv/core arch/s390/cf_z1
}

# becomes FILE...: the files come out as standard input says, and that compiles.
becomes() {
	cat >expected
	try 0 "$pmuc" import -o out.pmu "$@"
	diff expected out.pmu >&2
	PFMKIT_LAYOUTS=$srcdir/src/pmu try 0 "$pmuc" --allow-missing -o out.pmt out.pmu
	try 0 "$pmuc" format --check out.pmu
	cp out.pmu first.pmu
	try 0 "$pmuc" import -o out.pmu "$@"
	cmp first.pmu out.pmu
}

intel_core() {
	cat >acme/mapfile.csv <<-'CSV'
		Family-model,Version,Filename,EventType,Core Type,Native Model ID,Core Role Name
		GenuineIntel-6-FA,V1.0,/lake_core.json,hybridcore,0x40,0x1,Core
		GenuineIntel-6-FB,V1.0,/lake_core.json,hybridcore,0x40,0x1,Core
		GenuineIntel-18-[23],V1.0,/lake_uncore.json,uncore,,,
	CSV
	perfmon >acme/lake_core.json <<-'JSON'
		{ "EventCode": "0x00", "UMask": "0x01", "EventName": "INST_RETIRED.ANY",
			"BriefDescription": "Instructions: all",
		  "Counter": "Fixed counter 0", "Precise": "1", "Speculative": "0", "SampleAfterValue": "2000003",
		    "PEBScounters": "32" },
		{ "EventCode": "0xc0", "UMask": "0x00", "EventName": "INST_RETIRED.ANY_P",
			"BriefDescription": "Instructions 1:2",
		  "Counter": "0,1,2,3", "Precise": "1", "Speculative": "0", "SampleAfterValue": "2000003" },
		{ "EventCode": "0xc0", "UMask": "0x0X02", "EventName": "INST_RETIRED.NOP", "BriefDescription": "NOPs",
			"Counter": "1,3",
		  "Precise": "0", "Speculative": "0" },
		{ "EventCode": "0x2A,0x2B", "UMask": "0x01,0x02", "EventName": "OCR.READ.L3.HIT",
			"BriefDescription": "Hits", "Counter": "0,1,2,3",
		  "MSRIndex": "0x1a6,0x1a7", "MSRValue": "0x9e7fa000001", "Speculative": "1" },
		{ "EventCode": "0x2A,0x2B", "UMask": "0x01,0x02", "EventName": "OCR.OLD", "Deprecated": "1",
			"Counter": "0,1,2,3",
		  "BriefDescription": "This event is deprecated. Refer to new event OCR.READ.L3.HIT",
		    "MSRIndex": "0x1a6,0x1a7", "MSRValue": "0x9e7fa000001",
		  "Speculative": "1" },
		{ "EventCode": "0xc4", "UMask": "0x11", "UMaskExt": "0x80", "EventName": "BR.COND",
			"BriefDescription": "Branches", "Counter": "0,1,2,3",
		  "CounterMask": "2", "Invert": "1", "EdgeDetect": "1", "TakenAlone": "1", "Errata": "ACM1, ACM2" },
		{ "EventCode": "0xc6", "UMask": "0x03", "EventName": "FRONT.MISS", "BriefDescription": "Misses",
			"Counter": "0,1,2,3",
		  "MSRIndex": "0x3F7", "MSRValue": "0x11", "CounterHTOff": "0,1,2,3,4,5,6,7" },
		{ "EventCode": "0xcd", "UMask": "0x01", "EventName": "MEM.LATENCY_GT_16",
			"BriefDescription": "Slow loads", "Counter": "1,2,3",
		  "MSRIndex": "0x3F6", "MSRValue": "0x10" },
		{ "EventCode": "0x14", "UMask": "0x01", "EventName": "DIVIDES", "BriefDescription": "Divides",
			"Counter": "0,1,2,3" }
	JSON
	sed -i 's/0x0X02/0x02/' acme/lake_core.json
}

@test "Intel core: codes, counters and facts" {
	intel_core
	becomes --no-texts acme/lake_core.json <<-'PMU'
		pmu lake
		  desc      Acme Lake
		  type      core
		  counters  8 fixed 1
		  codes     2
		  plm       k u
		  cpu       GenuineIntel 6: 250 251
		  sysfs     cpu_core cached-or-raw
		  layout    intel-core-v6
		  sharing   intel-coyotecove
		  events    lake
		  flags     raw-umask speculation hw-sampling

		events lake mods=k,u,e,i,c ctr=0-3
		INST_RETIRED    0xc0 ctr=0-3,f0 precise
		  ANY           0x00 ncombo duplicate-code precise period=2000003
		  ANY_P         0x00 ncombo default precise period=2000003
		  NOP           0x02 ncombo ctr=1,3
		OCR             0x12a to=extra raw=44 speculative
		  READ_L3_HIT   0x9e7fa000001 ncombo
		  OLD           0x9e7fa000001 alias=READ_L3_HIT ncombo deprecated=OCR:READ_L3_HIT
		BR              0xc4
		  COND          0x8000000011 c=2 i=1 e=1 ncombo default alone errata=ACM1,ACM2
		FRONT           0xc6 ctr-nosmt=0-7
		  MISS          0x03 extra=0x11 ncombo default
		MEM             0xcd mods=k,u,e,i,c,ldlat ctr=1-3
		  LATENCY_GT_16 0x01 alias=LATENCY:ldlat=16 ncombo
		  LATENCY       0x01 takes=ldlat ncombo
		DIVIDES         0x114
	PMU
	says "lake_core.json:4: PEBScounters: left out: counters for sampling are not kept"
	says_line "Intel core: 1 PMUs, 9 events of the files, 10 names"
}

@test "Intel core: what only fixed counters count has the code that kernels count, with or without a field PEBS" {
	intel_core
	perfmon >acme/lake_core.json <<-'JSON'
		{ "EventCode": "0x00", "UMask": "0x01", "EventName": "INST_RETIRED.ANY", "Counter": "Fixed counter 0",
		  "PEBS": "1" },
		{ "EventCode": "0x00", "UMask": "0x01", "EventName": "INST_RETIRED.PREC_DIST",
		  "Counter": "Fixed counter 0", "PEBS": "1" },
		{ "EventCode": "0xc0", "UMask": "0x00", "EventName": "INST_RETIRED.ANY_P", "Counter": "0,1,2,3",
		  "CounterHTOff": "0,1,2,3,4,5,6,7", "PEBS": "1" },
		{ "EventCode": "0x00", "UMask": "0x02", "EventName": "CPU_CLK_UNHALTED.THREAD",
		  "Counter": "Fixed counter 1", "PEBS": "0" },
		{ "EventCode": "0x00", "UMask": "0x02", "EventName": "CPU_CLK_UNHALTED.CORE",
		  "Counter": "Fixed counter 1", "PEBS": "0" },
		{ "EventCode": "0x00", "UMask": "0x03", "EventName": "CPU_CLK_UNHALTED.REF_TSC",
		  "Counter": "Fixed counter 2", "PEBS": "0" },
		{ "EventCode": "0x3c", "UMask": "0x00", "EventName": "CPU_CLK_UNHALTED.THREAD_P", "Counter": "0,1",
		  "PEBS": "0" },
		{ "EventCode": "0x00", "UMask": "0x04", "EventName": "TOPDOWN.SLOTS", "Counter": "Fixed counter 3",
		  "PEBS": "0" },
		{ "EventCode": "0x00", "UMask": "0x05", "EventName": "TOPDOWN_BAD_SPECULATION.ALL",
		  "Counter": "Fixed counter 4", "PEBS": "0" },
		{ "EventCode": "0x00", "UMask": "0x06", "EventName": "TOPDOWN_FE_BOUND.ALL",
		  "Counter": "Fixed counter 5", "PEBS": "0" },
		{ "EventCode": "0x00", "UMask": "0x07", "EventName": "TOPDOWN_RETIRING.ALL",
		  "Counter": "Fixed counter 6", "PEBS": "1" },
		{ "EventCode": "0x72", "UMask": "0x00", "EventName": "TOPDOWN_RETIRING.ALL_NON_ARCH",
		  "Counter": "0,1" },
		{ "EventCode": "0xc2", "UMask": "0x02", "EventName": "TOPDOWN_RETIRING.ALL_P", "Counter": "0,1" }
	JSON
	try 0 "$pmuc" import --no-texts -o with.pmu acme/lake_core.json
	sed -n '/^events/,$p' with.pmu >rows
	diff - rows <<-'ROWS'
		events lake mods=k,u,e,i,c ctr=0-3,f0
		INST_RETIRED            0xc0 precise
		  ANY                   0x00 ncombo duplicate-code ctr-nosmt=0-7,f0 precise
		  PREC_DIST             0x01 event=0x00 ncombo ctr=f0 precise fixed
		  ANY_P                 0x00 ncombo default ctr-nosmt=0-7,f0 precise
		CPU_CLK_UNHALTED        0x3c ctr=0-1,f1
		  THREAD                0x00 ncombo duplicate-code
		  CORE                  0x00 ncombo duplicate-code
		  REF_TSC               0x03 event=0x00 ncombo ctr=f2 fixed
		  THREAD_P              0x00 ncombo default
		TOPDOWN                 0x00 ctr=f3
		  SLOTS                 0x04 ncombo default fixed
		TOPDOWN_BAD_SPECULATION 0x73 ctr=f4
		  ALL                   0x00 ncombo default
		TOPDOWN_FE_BOUND        0x9c ctr=f5
		  ALL                   0x01 ncombo default
		TOPDOWN_RETIRING        0xc2 ctr=0-1,f6 precise
		  ALL                   0x02 ncombo default duplicate-code precise
		  ALL_NON_ARCH          0x00 event=0x72 ncombo ctr=0-1
		  ALL_P                 0x02 ncombo
	ROWS
	sed -i 's/"PEBS": "[01]"/"Precise": "0"/' acme/lake_core.json
	try 0 "$pmuc" import --no-texts -o without.pmu acme/lake_core.json
	diff <(sed 's/ precise//' with.pmu) without.pmu
}

@test "Intel core: an event has the code of its default unit mask, even if most others have another" {
	intel_core
	perfmon >acme/lake_core.json <<-'JSON'
		{ "EventCode": "0x00", "UMask": "0x01", "EventName": "INST_RETIRED.ANY", "Counter": "Fixed counter 0" },
		{ "EventCode": "0x00", "UMask": "0x01", "EventName": "INST_RETIRED.PREC_DIST",
			"Counter": "Fixed counter 0" },
		{ "EventCode": "0x00", "UMask": "0x02", "EventName": "INST_RETIRED.THREAD",
			"Counter": "Fixed counter 0" },
		{ "EventCode": "0xc0", "UMask": "0x00", "EventName": "INST_RETIRED.ANY_P", "Counter": "0,1,2,3" }
	JSON
	try 0 "$pmuc" import --no-texts -o out.pmu acme/lake_core.json
	grep -q '^INST_RETIRED  *0xc0' out.pmu
	grep -q '^  ANY_P  *0x00 ncombo default' out.pmu
	grep -q '^  PREC_DIST  *0x01 event=0x00 ' out.pmu
}

@test "Intel core: fixed counters that a file numbers from 1" {
	perfmon >acme/x_core.json <<-'JSON'
		{ "EventCode": "0x00", "UMask": "0x01", "EventName": "INST_RETIRED.ANY", "Counter": "Fixed counter 1" },
		{ "EventCode": "0x00", "UMask": "0x02", "EventName": "CLK.THREAD", "Counter": "Fixed counter 2" },
		{ "EventCode": "0x2e", "UMask": "0x01", "EventName": "L3.MISS", "Counter": "0,1" }
	JSON
	try 0 "$pmuc" import --no-texts acme/x_core.json
	grep -q '^  counters  2 fixed 2$' "$out"
	sed -n '/^events/,$s/  */ /gp' "$out" | diff - <(cat <<-'ROWS'
		events x mods=k,u,e,i,c ctr=f0
		INST_RETIRED 0xc0
		 ANY 0x00 ncombo default
		CLK 0x00 ctr=f1
		 THREAD 0x02 ncombo default fixed
		L3 0x2e ctr=0-1
		 MISS 0x01 ncombo default
	ROWS
	) >&2
}

# core_row NAME CODE UMASK [FIELD...]: a row of a core's file
core_row() {
	local field
	printf '%s{ "EventName": "%s", "EventCode": "%s", "UMask": "%s"' "${comma:-}" "$1" "$2" "$3"
	shift 3
	comma=,
	for field in "$@" '"Counter": "0,1,2,3"'; do printf ', %s' "$field"; done
	echo ' }'
}

# core LAYOUT SHARING FLAGS MODIFIERS ROW...: a core whose file has such rows is of this kind.
core() {
	local row comma kind="  layout    $1" sharing=$2 flags=$3 modifiers=$4
	shift 4
	for row in "$@"; do
		case $row in
		any) core_row CLK.ANY 0x3c 0x00 '"AnyThread": "1"' ;;
		offcore) core_row OFFCORE_RESPONSE.A.B 0xB7 0x01 '"MSRIndex": "0x1a6,0x1a7"' '"MSRValue": "0x11"' ;;
		latency) core_row MEM.GT_16 0xCD 0x01 '"MSRIndex": "0x3F6"' '"MSRValue": "0x10"' ;;
		frontend) core_row FRONT.X 0xC6 0x01 '"MSRIndex": "0x3F7"' '"MSRValue": "0x10"' ;;
		transactions) core_row RTM_RETIRED.ABORTED 0xC9 0x01 ;;
		speculation) core_row S.A 0xC9 0x02 '"Speculative": "1"' ;;
		wide) core_row E.A 0xC9 0x02 '"UMaskExt": "0x80"' ;;
		plain) core_row INST.P 0xC0 0x01 ;;
		esac
	done | perfmon >acme/x_core.json
	try 0 "$pmuc" import --no-texts acme/x_core.json
	prints_line "$kind"
	[ -z "$sharing" ] || prints_line "  sharing   $sharing"
	[ -n "$sharing" ] || refute grep -q '^  sharing' "$out"
	prints_line "  flags     $flags"
	grep -q "^events x mods=$modifiers ctr=0-3" "$out" || fail "$(grep '^events' "$out")"
}

@test "Intel core: the registers that events use say what the event select has, and what they share" {
	local old=raw-umask new='raw-umask hw-sampling' few=k,u,e,i,c
	# Core, Westmere, Nehalem, Haswell, Skylake: they count any thread
	core intel-core '' "$old" $few,t any
	core intel-core-offcore '' "$old" $few,t any offcore
	core intel-nehalem '' "$old" $few,t any latency
	core intel-haswell '' "$old" $few,t,intx,intxcp any transactions
	core intel-skylake '' "$old" $few,t any frontend
	core intel-skylake intel-skylake "$old" $few,t any frontend offcore latency
	# Silvermont and its kin: offcore responses alone
	core intel-core-offcore '' "$old" $few offcore
	# Gracemont, Ice Lake, Golden Cove and what came behind
	core intel-gracemont '' "$new" $few plain
	core intel-gracemont intel-gracemont "$new" $few latency
	core intel-gracemont intel-gracemont "$new" $few latency offcore
	core intel-icelake '' "$new" $few frontend
	core intel-icelake intel-icelake "$new" $few frontend offcore
	core intel-gracemont '' 'raw-umask speculation hw-sampling' $few speculation
	core intel-core-v6 '' "$new" $few wide
	core intel-core-v6 intel-coyotecove "$new" $few wide frontend offcore
}

@test "Intel core: periods and speculation of one unit mask, any thread, errata, a name with keys" {
	local comma
	{
		core_row A.ONE 0x10 0x01 '"SampleAfterValue": "7"' '"Speculative": "1"' '"Errata": "Errata ACM1, #ACM2"'
		core_row A.TWO 0x10 0x02 '"SampleAfterValue": "9"' '"Errata": "null"'
		core_row A.EVERY 0x10 0x02 '"AnyThread": "1"' '"SampleAfterValue": "9"' '"Errata": "0"'
		core_row OFFCORE_RESPONSE:request=ALL_READS:response=L3_HIT.ANY 0xB7 0x01 '"MSRIndex": "0x1a6,0x1a7"' \
			'"MSRValue": "0x11"'
	} | perfmon >acme/x_core.json
	try 0 "$pmuc" import --no-texts acme/x_core.json
	sed -n '/^A /,$s/  */ /gp' "$out" | diff - <(cat <<-'ROWS'
		A 0x10
		 ONE 0x01 ncombo errata=ACM1,ACM2 speculative period=7
		 TWO 0x02 ncombo period=9
		 EVERY 0x02 t=1 ncombo period=9
		OFFCORE_RESPONSE 0x1b7 to=extra
		 ALL_READS_L3_HIT_ANY 0x11 ncombo default
	ROWS
	) >&2
}

@test "Intel's files without events are named" {
	intel_core
	echo '{ "Header": { "Info": "x" }, "Events": [ { "MatrixRequest": "A", "MatrixValue": "1" } ] }' \
		>acme/lake_matrix.json
	echo '{ "Data": { "A.B": { "MEAN": 3 } } }' >acme/lake_retire_latency.json
	try 0 "$pmuc" import --no-texts -o out.pmu acme
	says "lake_matrix.json: left out: parts of names and codes (requests, responses, bits), no events"
	says "acme/lake_retire_latency.json:1: file: left out: latencies of one machine, no events"
	grep -q '^pmu lake$' out.pmu
}

@test "Intel uncore: boxes, ports, fixed and free-running counters, filters" {
	intel_core
	perfmon >acme/lake_uncore.json <<-'JSON'
		{ "Unit": "IIO", "EventCode": "0x83", "UMask": "0x01", "PortMask": "0x0008", "FCMask": "0x07",
			"UMaskExt": "0x00070080",
		  "EventName": "UNC_IIO_DATA.MEM_WRITE.PART3", "Counter": "0,1", "CounterType": "PGMABLE" },
		{ "Unit": "IIO", "EventCode": "0x01", "UMask": "0x00", "UMaskExt": "0x00",
			"EventName": "UNC_IIO_CLOCKTICKS", "Counter": "0,1,2,3",
		  "CounterType": "PGMABLE" },
		{ "Unit": "IIO", "EventCode": "0x00", "UMask": "0x00",
			"EventName": "UNC_IIO_BANDWIDTH_IN.PART5_FREERUN", "Counter": "6",
		  "CounterType": "FREERUN" },
		{ "Unit": "CHA", "EventCode": "0x35", "UMask": "0x01", "UMaskExt": "0x00c817fe",
			"EventName": "UNC_CHA_TOR.DRD", "Counter": "0",
		  "CounterType": "PGMABLE" },
		{ "Unit": "CHA", "EventCode": "0x35", "UMask": "0xff", "UMaskExt": "0x00", "EventName": "UNC_CHA_TOR",
			"Counter": "0",
		  "CounterType": "PGMABLE" },
		{ "Unit": "PCU", "EventCode": "0x60", "UMask": "0x00", "ExtSel": "1", "EventName": "UNC_P_EXT",
			"Counter": "0,1,2,3",
		  "CounterType": "PGMABLE", "Filter": "PCUFilter[7:0]" },
		{ "Unit": "UBOX", "EventCode": "0x00", "UMask": "0x01", "EventName": "UNC_U_CLOCKTICKS",
			"Counter": "FIXED", "CounterType": "FIXED" },
		{ "Unit": "HA", "EventCode": "0x20", "UMask": "0x01", "EventName": "UNC_H_ADDR_OPC_MATCH.AD",
			"Counter": "0", "CounterType": "PGMABLE" }
	JSON
	becomes --no-texts acme/lake_uncore.json <<-'PMU'
		pmu lake_unc_iio
		  instances any
		  desc      Intel lake IIO uncore
		  type      uncore
		  counters  4
		  codes     2
		  cpu       GenuineIntel 18: 2-3
		  sysfs     uncore_iio file-or-notsupp
		  layout    intel-icx-iio
		  events    lake_unc_iio
		  flags     raw-umask needs-sysfs no-sampling

		events lake_unc_iio mods=e,i,t ctr=0-1
		UNC_IIO_DATA       0x83
		  MEM_WRITE_PART3  0x70080000001 ncombo
		UNC_IIO_CLOCKTICKS 0x01 ctr=0-3

		pmu lake_unc_iio_free
		  instances any
		  desc      Intel lake IIO uncore, free-running counters
		  type      uncore
		  codes     2
		  cpu       GenuineIntel 18: 2-3
		  sysfs     uncore_iio_free_running file-or-notsupp
		  layout    intel-uncore-plain
		  events    lake_unc_iio_free
		  flags     raw-umask needs-sysfs no-sampling

		events lake_unc_iio_free mods=none
		UNC_IIO_BANDWIDTH_IN 0xff
		  PART5_FREERUN      0x25 ncombo

		pmu lake_unc_cha
		  instances any
		  desc      Intel lake CHA uncore
		  type      uncore
		  counters  1
		  codes     2
		  cpu       GenuineIntel 18: 2-3
		  sysfs     uncore_cha file-or-notsupp
		  layout    intel-spr-cha
		  events    lake_unc_cha
		  flags     raw-umask needs-sysfs no-sampling

		events lake_unc_cha mods=e,i,t ctr=0
		UNC_CHA_TOR 0x35
		  ALL       0xff ncombo default
		  DRD       0xc817fe000001 ncombo

		pmu lake_unc_pcu
		  instances any
		  desc      Intel lake PCU uncore
		  type      uncore
		  counters  4
		  codes     2
		  cpu       GenuineIntel 18: 2-3
		  sysfs     uncore_pcu file-or-notsupp
		  layout    intel-uncore
		  events    lake_unc_pcu
		  flags     raw-umask needs-sysfs no-sampling

		events lake_unc_pcu mods=e,i,t ctr=0-3
		UNC_P_EXT 0x200060

		pmu lake_unc_ubox
		  instances any
		  desc      Intel lake UBOX uncore
		  type      uncore
		  counters  0 fixed 1
		  codes     2
		  cpu       GenuineIntel 18: 2-3
		  sysfs     uncore_ubox,uncore_type_5 file-or-notsupp
		  layout    intel-uncore
		  events    lake_unc_ubox
		  flags     raw-umask needs-sysfs no-sampling

		events lake_unc_ubox mods=e,i,t ctr=f0
		UNC_U_CLOCKTICKS 0xff fixed
	PMU
	says "Filter: left out: names a register; the user gives its value"
	says "UNC_H_ADDR_OPC_MATCH.AD: left out: counts what a register says that perf cannot set"
}

# uncore_row UNIT CODE NAME FILTER
uncore_row() {
	printf '%s{ "Unit": "%s", "EventCode": "%s", "UMask": "0x00", "EventName": "%s", "Counter": "0,1", %s }\n' \
		"${comma:-}" "$1" "$2" "$3" "\"Filter\": \"$4\""
	comma=,
}

@test "Intel uncore: filters as the kernel's files have them; one that does not fit leaves the event out" {
	local comma
	intel_core
	{
		uncore_row PCU 0x60 UNC_P_OCC occ_sel=2
		uncore_row PCU 0x61 UNC_P_BAD occ_sel=4
		uncore_row IIO 0x01 UNC_IIO_MASK ch_mask=0x80
		uncore_row IIO 0x02 UNC_IIO_BAD ch_mask=0x1000
		uncore_row CHA 0x35 UNC_CHA_OPC config1=0x40433
		uncore_row CHA 0x36 UNC_CHA_BAD config1=0x100000000
		uncore_row CHA 0x37 UNC_CHA_WORSE conf=1
		uncore_row CHA 0x38 UNC_CHA_WORST config1=many
		uncore_row CHA 0x39 UNC_CHA_NONE 'fc, chnl'
	} | perfmon >acme/lake_uncore.json
	try 0 "$pmuc" import --no-texts -o out.pmu acme/lake_uncore.json
	grep '^ *UNC_\|^  ALL' out.pmu | sed 's/  */ /g' | diff - <(cat <<-'ROWS'
		UNC_P_OCC 0x8060
		UNC_IIO_MASK 0x80000000001
		UNC_CHA_OPC 0x35
		 ALL 0x00 filter1=0x40433 ncombo default
		UNC_CHA_NONE 0x39
	ROWS
	) >&2
	[ "$(grep -c ': left out: its filter is not known here$' "$err")" = 5 ] || fail "$(cat "$err")"
	says_line "acme/lake_uncore.json:5: UNC_P_BAD: left out: its filter is not known here"
}

@test "clients: the memory controller in a name of a free-running counter is the box that has it" {
	intel_core
	perfmon >acme/lake_uncore.json <<-'JSON'
		{ "Unit": "imc_free_running_0", "EventCode": "0x00", "UMask": "0x00",
			"EventName": "UNC_MC0_RDCAS_COUNT_FREERUN", "Counter": "0",
		  "CounterType": "FREERUN" },
		{ "Unit": "imc_free_running_1", "EventCode": "0x00", "UMask": "0x00",
			"EventName": "UNC_M_MC1_TOTAL_REQCOUNT_FREERUN",
		  "Counter": "0", "CounterType": "FREERUN" },
		{ "Unit": "imc_free_running_1", "EventCode": "0x00", "UMask": "0x00",
			"EventName": "UNC_M_MC1_TIDES_FREERUN", "Counter": "0", "CounterType": "FREERUN" }
	JSON
	becomes --no-texts acme/lake_uncore.json <<-'PMU'
		pmu lake_unc_imc_free
		  instances any
		  desc      Intel lake imc_free_running_0 uncore, free-running counters
		  type      uncore
		  codes     2
		  cpu       GenuineIntel 18: 2-3
		  sysfs     uncore_imc_free_running file-or-notsupp
		  layout    intel-uncore-plain
		  events    lake_unc_imc_free
		  flags     raw-umask needs-sysfs no-sampling

		events lake_unc_imc_free mods=none
		UNC_MC0_RDCAS_COUNT_FREERUN      0x20ff box=0
		UNC_M_MC1_TOTAL_REQCOUNT_FREERUN 0x10ff box=1
	PMU
	says "UNC_M_MC1_TIDES_FREERUN: left out: a free-running counter whose number in the kernel is not known"
}

# boxes_of CPU ROW...: the layout of each box of a CPU whose file has these rows, "UNIT [FIELDS]"
boxes_of() {
	local row comma=
	printf 'GenuineIntel-6-%s,V1.0,/lake_uncore.json,uncore,,,\n' "$1" >acme/mapfile.csv
	for row in "${@:2}"; do
		printf '%s{ "Unit": "%s", "EventCode": "0x35", "UMask": "0x01", "EventName": "UNC_X.A"%s }\n' "$comma" \
			"${row%% *}" "${row#"${row%% *}"}"
		comma=,
	done | perfmon >acme/lake_uncore.json
	try 0 "$pmuc" import --no-texts acme/lake_uncore.json
	sed -n 's/^pmu lake_unc_//p; s/^  layout  *//p; s/^  A  *//p' "$out" | paste -sd ' '
}

@test "Intel uncore: the layout of a box depends on which others the CPU has" {
	intel_core
	local filter=', "Filter": "Filter1", "FILTER_VALUE": "0x40433"'
	diff - <(
		boxes_of 55 "CHA $filter" M2M
		boxes_of 6A "CHA $filter" PCU
		boxes_of FA CBO ARB
		boxes_of FA HAC_CBO ARB
	) <<-'LAYOUTS'
		cha intel-skx-cha 0x01 filter1=0x40433 ncombo m2m intel-uncore 0x01 ncombo
		cha intel-spr-cha 0x01 filter1=0x40433 ncombo pcu intel-uncore 0x01 ncombo
		cbo intel-client-box 0x01 ncombo arb intel-client-box 0x01 ncombo
		hac_cbo intel-client-box-mtl 0x01 ncombo arb intel-client-box-mtl 0x01 ncombo
	LAYOUTS
}

linux_maps() {
	printf 'Family-model,Version,Filename,EventType\n%s\n%s\n' 'GenuineIntel-6-(F1|F[3-5])-[2-4],v1,lakex,core' \
		'AuthenticAMD-28-([12][[:xdigit:]]|[[:xdigit:]]),v1,zenx,core' >arch/x86/mapfile.csv
	echo '0x00000000410ff990,v1,arm/a1,core' >arch/arm64/mapfile.csv
	echo '0x00f[ab][[:xdigit:]]{4},1,power1,core' >arch/powerpc/mapfile.csv
	echo '0x489-0x7-0x0,v1,core,core' >arch/riscv/mapfile.csv
	echo '^IBM.999[78].*[13]\.[1-5].[[:xdigit:]]+$,1,cf_z1,core' >arch/s390/mapfile.csv
}

@test "the kernel's Intel files: what is 0 is left out, unit masks have their second part, steppings" {
	linux_maps
	cat >arch/x86/lakex/cache.json <<-'JSON'
		[ { "EventName": "L2.A", "EventCode": "0x24", "UMask": "0x8001", "Counter": "0,1",
			"SampleAfterValue": "7" },
		  { "EventName": "UNC_CHA_X.B", "EventCode": "0x35", "UMask": "0xc817fe01", "Unit": "CHA",
		    "Counter": "0", "PerPkg": "1",
		    "Filter": "config1=0x40433" },
		  { "MetricName": "m", "MetricExpr": "1" } ]
	JSON
	becomes --no-texts arch/x86/lakex <<-'PMU'
		pmu lakex
		  desc      lakex
		  type      core
		  counters  2
		  codes     2
		  plm       k u
		  cpu       GenuineIntel 6: 241/2-4
		  cpu       GenuineIntel 6: 243/2-4
		  cpu       GenuineIntel 6: 244/2-4
		  cpu       GenuineIntel 6: 245/2-4
		  layout    intel-core-v6
		  events    lakex
		  flags     raw-umask hw-sampling

		events lakex mods=k,u,e,i,c ctr=0-1
		L2  0x24 period=7
		  A 0x8000000001 ncombo default

		metrics lakex
		  pmu     lakex
		metric m
		  = 1

		pmu lakex_unc_cha
		  instances any
		  desc      Intel lakex CHA uncore
		  type      uncore
		  counters  1
		  codes     2
		  cpu       GenuineIntel 6: 241/2-4
		  cpu       GenuineIntel 6: 243/2-4
		  cpu       GenuineIntel 6: 244/2-4
		  cpu       GenuineIntel 6: 245/2-4
		  sysfs     uncore_cha file-or-notsupp
		  layout    intel-spr-cha
		  events    lakex_unc_cha
		  flags     raw-umask needs-sysfs no-sampling

		events lakex_unc_cha mods=e,i,t ctr=0
		UNC_CHA_X 0x35
		  B       0xc817fe000001 filter1=0x40433 ncombo
	PMU
}

@test "the kernel's files: what is no event, files of no CPU, two architectures at once" {
	linux_maps
	mkdir -p arch/test/cpu
	echo '[ { "EventName": "A", "EventCode": "0x3c" }, { "Unit": "core", "CountersNumGeneric": "8" },
		{ "BriefDescription": "Nothing" } ]' >arch/x86/zenx/a.json
	cp arch/x86/zenx/a.json arch/test/cpu/a.json
	try 0 "$pmuc" import --no-texts arch/x86/zenx arch/test
	says_line "arch/x86/zenx/a.json:1: number of counters: left out: counted from the events"
	says_line "arch/x86/zenx/a.json:2: record: left out: neither an event nor a metric"
	says_line "arch/test/cpu/a.json:1: file: left out: of no CPU that Linux counts on"
	# of an event or a metric that stands twice beside mapfile.csv the first counts
	echo '[ { "EventName": "STD", "EventCode": "0x11" }, { "EventName": "STD", "EventCode": "0x12" },
		{ "MetricName": "rate", "MetricExpr": "1" }, { "MetricName": "rate", "MetricExpr": "2" } ]' \
		>arch/arm64/common.json
	echo '[ { "EventName": "STD", "EventCode": "0x21" } ]' >arch/riscv/common.json
	echo '[ { "ArchStdEvent": "STD" }, { "ArchStdEvent": "rate" } ]' >arch/arm64/arm/a1/core.json
	echo '[ { "ArchStdEvent": "STD" } ]' >arch/riscv/core/core.json
	try 0 "$pmuc" import --no-texts arch/arm64/arm arch/riscv arch/arm64/arm/a1/core.json
	[ "$(grep -E '^(STD|  =)' "$out" | paste -sd ,)" = "STD 0x11,  = 1,STD 0x21" ] || fail "$(cat "$out")"
}

# models LINE: this line was printed, however many lines of text it is.
models() {
	sed -z 's/ \\\n */ /g' "$out" | grep -qx -e "$1" || fail "no line $1 in:" "$(cat "$out")"
}

@test "the kernel's Intel files: as many models as a pattern has" {
	linux_maps
	echo 'GenuineIntel-6-[[:xdigit:]][02468ACE],v1,lakex,core' >arch/x86/mapfile.csv
	echo '[ { "EventName": "A", "EventCode": "0x3c", "Counter": "0" } ]' >arch/x86/lakex/a.json
	try 0 "$pmuc" import arch/x86/lakex
	models "  cpu       GenuineIntel 6: $(seq -s ' ' 16 2 254)"
}

@test "the kernel's Intel files: the summary names the PMUs that come out" {
	linux_maps
	printf '%s\n' '[ { "EventName": "A", "EventCode": "0x24" },' \
		'{ "EventName": "UNC_CHA_B", "EventCode": "0x35", "Unit": "CHA" },' \
		'{ "EventName": "UNC_M2M_B", "EventCode": "0x35", "Unit": "M2M" } ]' >arch/x86/lakex/cache.json
	try 0 pmuc import -o x.pmu arch/x86/lakex
	says "Intel uncore: 2 PMUs (lakex_unc_cha, lakex_unc_m2m), 2 events of the files, 2 names"
}

@test "AMD: capitals, ALL for a bare name with a unit mask, bits that combine, slices, data fabric, memory" {
	linux_maps
	cat >arch/x86/zenx/other.json <<-'JSON'
		[ { "EventName": "bp_hit", "EventCode": "0x94", "UMask": "0xff" },
		  { "EventName": "bp_hit.if4k", "EventCode": "0x94", "UMask": "0x01" },
		  { "EventName": "ops.three", "EventCode": "0x28a", "UMask": "0x03" },
		  { "EventName": "ops.five", "EventCode": "0x28a", "UMask": "0x05" },
		  { "EventName": "ops.one", "EventCode": "0x28a", "UMask": "0x01" },
		  { "EventName": "plain", "EventCode": "0x76" },
		  { "EventName": "l3_lat.near", "EventCode": "0xac", "UMask": "0x01", "EnAllCores": "0x1",
		    "EnAllSlices": "0x1", "SliceId": "0x3",
		    "ThreadMask": "0x3", "Unit": "L3PMC" },
		  { "EventName": "beats_cs11", "EventCode": "0x2df", "UMask": "0xbff", "Unit": "DFPMC" },
		  { "EventName": "umc_cas.wr", "EventCode": "0xa", "RdWrMask": "0x2", "Unit": "UMCPMC" } ]
	JSON
	becomes --no-texts arch/x86/zenx/other.json <<-'PMU'
		pmu zenx
		  desc      zenx
		  type      core
		  codes     1
		  plm       k u h
		  cpu       AuthenticAMD 28: 0-47
		  layout    amd64-virt
		  events    zenx
		  flags     raw-umask

		events zenx mods=k,u,e,i,c,h,g
		BP_HIT  0x94
		  ALL   0xff ncombo default
		  IF4K  0x01
		OPS     0x28a
		  THREE 0x03 ncombo
		  FIVE  0x05 ncombo
		  ONE   0x01 ncombo
		PLAIN   0x76

		pmu zenx_l3
		  desc      zenx_l3
		  type      uncore
		  codes     1
		  cpu       AuthenticAMD 28: 0-47
		  sysfs     amd_l3 file-or-notsupp
		  layout    amd64-l3
		  events    zenx_l3
		  flags     raw-umask needs-sysfs no-sampling

		events zenx_l3 mods=none
		L3_LAT 0x303c000000000ac
		  NEAR 0x01

		pmu zenx_df
		  desc      zenx_df
		  type      uncore
		  codes     1
		  cpu       AuthenticAMD 28: 0-47
		  sysfs     amd_df file-or-notsupp
		  layout    amd64-raw
		  events    zenx_df
		  flags     needs-sysfs no-sampling

		events zenx_df
		BEATS_CS11 0x20b00ffdf

		pmu zenx_umc
		  instances any
		  desc      zenx_umc
		  type      uncore
		  codes     1
		  cpu       AuthenticAMD 28: 0-47
		  sysfs     amd_umc file-or-notsupp
		  layout    amd64-umc
		  events    zenx_umc
		  flags     raw-umask needs-sysfs no-sampling

		events zenx_umc
		UMC_CAS 0x0a
		  WR    0x02
	PMU
}

# one_core NAME PRIVILEGES CODES CPU LAYOUT: the head of a core PMU in the kernel's collection
one_core() {
	printf 'pmu %s\n  desc      %s\n  type      core\n  codes     %s\n  plm       %s\n' "$1" "$1" "$3" "$2"
	[ -z "$4" ] || printf '  cpu       %s\n' "$4"
	printf '  layout    %s\n  events    %s\n\nevents %s\n' "$5" "$1" "$1"
}

@test "arm64: events that the architecture names, system devices" {
	linux_maps
	echo '[ { "EventName": "SW_INCR", "EventCode": "0x00", "PublicDescription": "Software" },
		{ "MetricName": "retiring", "MetricExpr": "1" } ]' \
		>arch/arm64/common.json
	echo '[ { "ArchStdEvent": "sw_incr" }, { "ArchStdEvent": "retiring" },
		{ "EventName": "STALL", "EventCode": "0x8023" } ]' >arch/arm64/arm/a1/core.json
	echo '[ { "EventName": "acme_ddr.read", "EventCode": "0x35", "Unit": "acme_ddr" },
		{ "EventName": "miss", "EventidCode": "0x2", "NodeType": "0x5",
		"Unit": "acme_cmn" } ]' >arch/arm64/soc/sys/ddr.json
	one_core arm_a1 "k u h" 2 "arm 0x41: 0xf99" arm-pmuv3 >want
	printf 'SW_INCR 0x00\nSTALL   0x8023\n' >>want
	printf '\nmetrics arm_a1\n  pmu     arm_a1\nmetric retiring\n  = 1\n' >>want
	becomes --no-texts arch/arm64/arm <want
	becomes --no-texts arch/arm64/soc <<-'PMU'
		pmu acme_ddr
		  desc      acme_ddr
		  type      uncore
		  codes     1
		  layout    linux-device
		  events    acme_ddr
		  flags     needs-sysfs no-sampling

		events acme_ddr
		acme_ddr 0x00
		  read   0x35 ncombo

		pmu acme_cmn
		  desc      acme_cmn
		  type      uncore
		  codes     1
		  layout    linux-device
		  events    acme_cmn
		  flags     needs-sysfs no-sampling

		events acme_cmn
		miss 0x20005
	PMU
}

@test "POWER, RISC-V and s390" {
	linux_maps
	echo '[ { "EventCode": "0x100F2", "EventName": "PM_CYC" } ]' >arch/powerpc/power1/all.json
	one_core power1 "k u h" 1 "power: 0xfa 0xfb" plain >want
	echo 'PM_CYC 0x100f2' >>want
	becomes --no-texts arch/powerpc <want
	echo '[ { "EventName": "FW_SET_TIMER", "ConfigCode": "0x8000000000000005" } ]' >arch/riscv/firmware.json
	echo '[ { "ArchStdEvent": "FW_SET_TIMER" }, { "EventName": "LOADS", "EventCode": "0x200" } ]' >real.json
	ln -s ../../../real.json arch/riscv/core/link.json
	one_core core "k u h" 1 "" plain |
		sed 's/^  layout/  detect    cpuinfo-glob mvendorid 0x489 marchid 0x7 mimpid 0x0\n&/' >want
	printf 'FW_SET_TIMER 0x8000000000000005\nLOADS        0x200\n' >>want
	becomes --no-texts arch/riscv <want
	echo '[ { "Unit": "CPU-M-CF", "EventCode": "128", "EventName": "L1D_WRITES" } ]' >arch/s390/cf_z1/extended.json
	one_core cf_z1 "k u" 1 "s390-machine: 9997 9998" plain >want
	echo 'L1D_WRITES 0x80' >>want
	becomes --no-texts arch/s390 <want
	echo '[ { "Unit": "PAI-EXT", "EventCode": "6144", "EventName": "NNPA_ALL" } ]' >arch/s390/cf_z1/pai_ext.json
	one_core cf_z1_pai_ext "k u" 1 "s390-machine: 9997 9998" plain |
		sed 's/^  layout/  sysfs     pai_ext file-or-notsupp\n&/' >want
	echo 'NNPA_ALL 0x1800' >>want
	becomes --no-texts arch/s390/cf_z1/pai_ext.json <want
}

# The patterns of the kernel's mapfile.csv, and what pfm-tables(5) has for them.
@test "POWER and s390: as many CPUs as a pattern has" {
	linux_maps
	echo '0x0[01][[:xdigit:]]{2}[[:xdigit:]]+,1,power1,core' >arch/powerpc/mapfile.csv
	echo '[ { "EventCode": "0x100F2", "EventName": "PM_CYC" } ]' >arch/powerpc/power1/all.json
	try 0 "$pmuc" import --no-texts arch/powerpc
	models "  cpu       power:$(printf ' 0x%02x' {0..511})"
	echo '^IBM.[39][[:digit:]][02468]0.*[13]\.[1-5].[[:xdigit:]]+$,1,cf_z1,core' >arch/s390/mapfile.csv
	echo '[ { "Unit": "CPU-M-CF", "EventCode": "128", "EventName": "L1D_WRITES" } ]' >arch/s390/cf_z1/extended.json
	try 0 "$pmuc" import --no-texts arch/s390
	models "  cpu       s390-machine: $(seq -s ' ' 3000 20 3999) $(seq -s ' ' 9000 20 9999)"
}

@test "RISC-V: which CPUs a line of mapfile.csv means" {
	echo '[ { "EventName": "LOADS", "EventCode": "0x200" } ]' >arch/riscv/core/core.json
	printf '%s,v1,core,core\n' '0x489-0x8000000000000[1-9a-e]07-0x[78ac][[:xdigit:]]+' \
		'0x489-0x8000000000000008-0x[[:xdigit:]]+' '0x67e-0x80000000db0000[89]0-0x0' \
		'0x1-0x(2|3)-0x0' '0x1-0x2' \
		>arch/riscv/mapfile.csv
	try 0 "$pmuc" import arch/riscv
	diff - <(grep detect "$out") <<-'PMU' >&2
		  detect    cpuinfo-glob mvendorid 0x489 marchid 0x8000000000000[1-9a-e]07 mimpid 0x[78ac]*
		  detect    cpuinfo-glob mvendorid 0x489 marchid 0x8000000000000008
		  detect    cpuinfo-glob mvendorid 0x67e marchid 0x80000000db0000[89]0 mimpid 0x0
	PMU
}

@test "two kinds of cores are not one PMU" {
	intel_core
	cp acme/lake_core.json acme/pond_core.json
	echo 'GenuineIntel-6-FA,V1.0,/pond_core.json,hybridcore,0x20,0x1,Atom' >>acme/mapfile.csv
	try 1 "$pmuc" import --name both acme
	says_line "pond_core.json:0:0: of cpu_atom, and PMU both is of cpu_core: give each a name of its own"
	says_line "1 error; nothing written"
	try 0 "$pmuc" import --no-texts acme
}

@test "Arm's data: numbers without a name, signals without a number" {
	echo '{ "_type": "Events", "cpuid": "0x41f98", "cpu": "Cortex-A1", "events": [ { "code": 17, "name": "CPU_CYCLES", "description": "Cycle" },
		{ "code": 200 }, { "name": "SIGNAL" }, { "code": 30, "name": "CHAIN" } ] }' >cortex.json
	becomes cortex.json <<-'PMU'
		pmu arm_cortex_a1
		  desc      Arm Cortex-A1
		  type      core
		  codes     2
		  plm       k u h
		  cpu       arm 0x41: 0xf98
		  layout    arm-pmuv3
		  events    arm_cortex_a1

		events arm_cortex_a1
		CPU_CYCLES 0x11 : Cycle
	PMU
	says "cortex.json:2: event: left out: a number without a name"
	says "cortex.json:2: SIGNAL: left out: a signal without the number of an event"
	says_line "cortex.json:2: CHAIN: left out: joins two counters, which the kernel does itself"
}

@test "Arm's telemetry: by what is in the file; what traces see only, signals of counters; revisions are one PMU" {
	cat >r0 <<-'JSON'
		{ "document": { "timestamp": "08 Aug 10:54:04 2025" },
		  "product_configuration": { "product_name": "Core X", "part_num": "0xF98", "implementer": "0x41",
		    "major_revision": "0", "minor_revision": "0", "num_slots": 8 },
		  "groups": { "function": { "F": { "events": [ "CPU_CYCLES", "CHAIN" ] } } },
		  "events": {
		    "CPU_CYCLES": { "code": "0x0011", "title": "Cycle", "description": "Counts cycles",
		      "accesses": [ "PMU", "ETE" ], "architecture_defined": true, "product_defined": false },
		    "CHAIN": { "code": "0x1e", "accesses": [ "PMU" ] },
		    "PMU_OVFS": { "code": "0x400D", "accesses": [ "ETE" ] },
		    "TRACED": { "code": "0x4010", "accesses": [ "ETE" ] },
		    "IMP_OWN": { "code": "0x0c3", "title": "Own", "description": "NOT_IMPLEMENTED",
		      "accesses": [ "PMU" ],
		      "product_defined_attributes": { "debug": true } },
		    "BARE": { "code": "0x8000", "description": ".", "accesses": [ "PMU" ] } },
		  "metrics": { "ipc": { "formula": "BARE / CPU_CYCLES", "units": "per cycle",
		    "sample_events": [ "BARE" ] } } }
	JSON
	cp r0 anything.json
	sed -e 's/"minor_revision": "0"/"minor_revision": "1"/' \
		-e 's/"BARE": {/"LATER": { "code": "0x8001", "accesses": ["PMU"] }, &/' \
		r0 >anything1.json
	ln -s anything.json link.json
	becomes anything.json anything1.json link.json <<-'PMU'
		pmu arm_core_x
		  desc      Arm Core X
		  type      core
		  codes     2
		  plm       k u h
		  cpu       arm 0x41: 0xf98
		  layout    arm-pmuv3
		  events    arm_core_x

		events arm_core_x
		CPU_CYCLES 0x11 : Counts cycles
		IMP_OWN    0xc3 : Own (for debugging)
		BARE       0x8000 : The vendor does not describe it
		LATER      0x8001 : The vendor does not describe it

		metrics arm_core_x
		  pmu     arm_core_x
		  slots   8
		metric ipc "unit=1per cycle" sample=BARE : The vendor does not describe it
		  = BARE / CPU_CYCLES
	PMU
	says "anything.json:8: CHAIN: left out here and 1 times more: joins two counters"
	says "anything.json:10: TRACED: left out here and 1 times more: its accesses do not have PMU"
	says "anything.json:9: PMU_OVFS: left out here and 1 times more: a counter that overflows"
	says "link.json: is a file that has been read"
	sed -e '/CPU_CYCLES": {/,/architecture/d' -e '/"metrics"/,$d' -e 's/"PMU" ] } },/"PMU" ] } } }/' r0 >unit.json
	becomes unit.json <<-'PMU'
		pmu arm_core_x
		  desc      Core X unit
		  type      unknown
		  codes     1
		  cpu       arm 0x41: 0xf98
		  layout    plain
		  events    arm_core_x

		events arm_core_x
		IMP_OWN 0xc3 : Own (for debugging)
		BARE    0x8000 : The vendor does not describe it
	PMU
	mkdir tree tree2
	try 3 "$pmuc" update --tree tree --with "$srcdir/src/pmu" --report report anything.json
	grep -q '"what":"left-out".*"name":"CHAIN"' report
	grep -q '^file pmu/cpu/anything.json "version=08 Aug 10:54:04 2025 r0p0" names=3 ' tree/vendors
	sed 's/"code": "0x8000", //' anything.json >lacks.json
	try 3 "$pmuc" import --no-texts -o lacks.pmu lacks.json
	says "lacks.json:14: BARE: row skipped: code: expected a number"
	refute grep -q '^BARE' lacks.pmu
	sed 's/, "implementer": "0x41"//' anything.json >nobodys.json
	try 0 "$pmuc" import --no-texts nobodys.json
	refute grep '^  cpu ' "$out"
	prints_line "pmu arm_core_x"
	mkdir -p pmu/cpu/x/pmu/cpu/core-x
	sed 's/"major_revision": "0",//' anything.json >pmu/cpu/x/pmu/cpu/core-x/pmu.json
	try 3 "$pmuc" update --tree tree2 --with "$srcdir/src/pmu" --report report pmu/cpu/x/pmu/cpu/core-x/pmu.json
	grep '^file pmu/cpu/core-x/pmu.json "version=08 Aug 10:54:04 2025" names=3 ' tree2/vendors
	echo '{ "$schema": "x", "properties": {} }' >tree/v1.0.schema.json
	try 1 "$pmuc" import tree/v1.0.schema.json
	says "v1.0.schema.json:1: file: left out: has no events"
	echo '{ "document": {}, "components": { "HNF": { "events": { "A": { "code": "0x0002" } } } } }' >mesh.json
	try 1 "$pmuc" import mesh.json
	says "mesh.json:1: file: left out: Arm's description of a mesh (CMN), a schema that is not read"
}

@test "descriptions: the long one if it fits, else the brief one and the long one as a comment; no colons" {
	long=$(printf 'word %.0s' $(seq 60))
	perfmon >acme_core.json <<-JSON
		{ "EventCode": "0x01", "UMask": "0x00", "EventName": "A", "BriefDescription": "brief",
			"PublicDescription": "Unit: bits [7:0]:" },
		{ "EventCode": "0x02", "UMask": "0x00", "EventName": "B", "BriefDescription": "brief",
			"PublicDescription": "$long" },
		{ "EventCode": "0x03", "UMask": "0x00", "EventName": "C", "BriefDescription": "$long" },
		{ "EventCode": "0x04", "UMask": "0x00", "EventName": "D" },
		{ "EventCode": "0x05", "UMask": "N/A", "EventName": "N", "BriefDescription": "n" }
	JSON
	try 0 "$pmuc" import acme_core.json
	prints_line "A 0x01 : Unit - bits [7∶0] -"
	prints_line "# ${long% }"
	prints_line "B 0x02 : brief"
	[ "$(sed -n '/^C 0x03/,/^#/p; /^D/p' "$out" | sed '1d' | tr -d '\n' | sed 's/    : / /g')" ] ||
		fail "no description of C"
	try 0 "$pmuc" import -o out.pmu acme_core.json
	awk '/^C /{f=1; next} /^[#D]/{f=0} f{sub(/^    : /, ""); printf "%s%s", n++ ? " " : "", $0}' out.pmu >text
	[ "$(wc -c <text)" -le 240 ] || fail "too long: $(cat text)"
	grep -q 'word\.\.\.$' text
	prints_nothing
	grep -qxF "D 0x04 : The vendor does not describe it" out.pmu
	prints_nothing
	grep -qxF "N 0x05 : n" out.pmu
	# 240 bytes fit; what is longer ends behind a word, without a comma, or else behind a character
	local words letters
	words=$(printf 'word %.0s' {1..46})
	letters=$(printf 'é%.0s' {1..120})
	while IFS='|' read -r text fits; do
		printf '{ "EventCode": "0x01", "EventName": "A", "BriefDescription": "%s" }' "$text" |
			perfmon >acme_core.json
		try 0 "$pmuc" import -o out.pmu acme_core.json
		[ "$(sed -n '/^A /,$p' out.pmu | grep -v '^#' | sed 's/^A 0x01//; s/^ *: //' | paste -sd ' ' |
			sed 's/^ *//')" = "$fits" ] || fail "$(cat out.pmu)" "not $fits"
	done <<-TEXTS
		${words}0123456789|${words}0123456789
		${words}01234567890|${words% }...
		${words% },;, 01234567890|${words% }...
		$letters|$letters
		${letters}x|${letters%éé}...
		x$letters|x${letters%éé}...
	TEXTS
}

@test "one table for several CPUs: only= where a name is not everywhere or has another code, counters that all have" {
	perfmon >one_core.json <<-'JSON'
		{ "EventCode": "0x24", "UMask": "0x01", "EventName": "L2.HIT", "Counter": "0,1,2,3" },
		{ "EventCode": "0x24", "UMask": "0x02", "EventName": "L2.MISS", "Counter": "0,1,2,3" },
		{ "EventCode": "0x3c", "UMask": "0x00", "EventName": "CYCLES", "Counter": "0,1,2,3" }
	JSON
	perfmon >two_core.json <<-'JSON'
		{ "EventCode": "0x24", "UMask": "0x01", "EventName": "L2.HIT", "Counter": "0,1" },
		{ "EventCode": "0x24", "UMask": "0x06", "EventName": "L2.MISS", "Counter": "0,1" }
	JSON
	try 0 "$pmuc" import --no-texts --name lake a=one_core.json b=two_core.json
	sed '1,/^events/d' "$out" >rows
	printf '%s\n' 'L2     0x24' '  HIT  0x01 ncombo' \
		'  MISS 0x02 ncombo only=a ctr=0-3' '  MISS 0x06 ncombo only=b' \
		'CYCLES 0x3c only=a ctr=0-3' | diff - rows >&2
	prints_line "pmu b"
	prints_line "  events    lake variant=b"
	prints_line "events lake variants=a,b mods=k,u,e,i,c ctr=0-1"
	# so with fixed ones
	sed -i '0,/HIT", "Counter": "[0-9,]*"/s//HIT", "Counter": "0,Fixed counter 0,Fixed counter 1"/' one_core.json
	sed -i '0,/HIT", "Counter": "[0-9,]*"/s//HIT", "Counter": "0,Fixed counter 1,Fixed counter 2"/' two_core.json
	try 0 "$pmuc" import --no-texts --name lake a=one_core.json b=two_core.json
	prints_line "events lake variants=a,b mods=k,u,e,i,c ctr=0,f1"
	try 1 "$pmuc" import --no-texts --name lake one_core.json two_core.json
	says "two_core.json:5:0: EventName: L2.MISS is in one_core.json line 5 with another code"
}

@test "one table for several CPUs: errata and deprecation of some only, for each; events say so in one line" {
	perfmon >one_core.json <<-'JSON'
		{ "EventCode": "0x24", "UMask": "0x01", "EventName": "L2.HIT", "Counter": "0", "Errata": "ACM1" },
		{ "EventCode": "0x24", "UMask": "0x02", "EventName": "L2.MISS", "Counter": "0",
			"Errata": "ACM1, ACM2" },
		{ "EventCode": "0x24", "UMask": "0x04", "EventName": "L2.OLD", "Counter": "0" },
		{ "EventCode": "0x24", "UMask": "0x08", "EventName": "L2.OTHER", "Counter": "0", "Deprecated": "1",
			"BriefDescription": "Refer to new event L2.HIT" },
		{ "EventCode": "0x3c", "UMask": "0x00", "EventName": "CYCLES", "Counter": "0", "Errata": "ACM1" },
		{ "EventCode": "0x3d", "UMask": "0x00", "EventName": "CLOCK", "Counter": "0", "Errata": "ACM1" }
	JSON
	perfmon >two_core.json <<-'JSON'
		{ "EventCode": "0x24", "UMask": "0x01", "EventName": "L2.HIT", "Counter": "0", "Errata": "BCM7" },
		{ "EventCode": "0x24", "UMask": "0x02", "EventName": "L2.MISS", "Counter": "0", "Errata": "ACM1,ACM2" },
		{ "EventCode": "0x24", "UMask": "0x04", "EventName": "L2.OLD", "Counter": "0", "Deprecated": "1",
			"BriefDescription": "Refer to new event L2.HIT." },
		{ "EventCode": "0x24", "UMask": "0x08", "EventName": "L2.OTHER", "Counter": "0", "Deprecated": "1",
			"BriefDescription": "Refer to new event L2.MISS" },
		{ "EventCode": "0x3c", "UMask": "0x00", "EventName": "CYCLES", "Counter": "0" },
		{ "EventCode": "0x3e", "UMask": "0x00", "EventName": "TICKS", "Counter": "0", "Errata": "BCM8" },
		{ "EventCode": "0x3d", "UMask": "0x00", "EventName": "CLOCK", "Counter": "0", "Errata": "BCM8" }
	JSON
	try 0 "$pmuc" import --no-texts --name lake -o out.pmu a=one_core.json b=two_core.json
	says "one_core.json:10: errata: left out here and 1 times more: what only some variants say can be said of unit"
	sed '1,/^events/d;s/  */ /g' out.pmu >rows
	diff - rows <<-'ROWS' >&2
		L2 0x24
		 HIT 0x01 ncombo errata-of=a:ACM1 errata-of=b:BCM7
		 MISS 0x02 ncombo errata=ACM1,ACM2
		 OLD 0x04 ncombo deprecated-of=b:L2:HIT
		 OTHER 0x08 ncombo deprecated-of=a:L2:HIT deprecated-of=b:L2:MISS
		CYCLES 0x3c
		CLOCK 0x3d
		TICKS 0x3e only=b errata=BCM8
	ROWS
	PFMKIT_LAYOUTS=$srcdir/src/pmu try 0 "$pmuc" --allow-missing -o out.pmt out.pmu
	try 0 "$pmuc" import --no-texts --name lake one_core.json two_core.json
	says "one_core.json:4: errata or deprecation: left out here and 3 times more: other files of the same PMU say"
	prints_line "  OLD   0x04 ncombo deprecated=L2:HIT"
	prints_line "  HIT   0x01 ncombo errata=ACM1"
}

@test "a row that is no JSON is one line; a file that is cut is not read" {
	for i in {1..40}; do
		printf '{ "EventName": "E%d", "EventCode": "%d", "Counter": "0" },\n' "$i" "$i"
	done >rows
	{
		cat rows
		printf '{ "EventName": "BAD", "EventCode": "9",\n"UMask": , "Counter": 0,: },\n'
		echo '{ "EventName": "LAST", "EventCode": "0x50", "Counter": "0" }'
	} | perfmon >acme_core.json
	try 3 "$pmuc" import --no-texts -o out.pmu acme_core.json
	says "acme_core.json:45: not JSON: unexpected token near ','; read row by row"
	says "acme_core.json:45: BAD: row skipped: not JSON"
	[ "$(grep -c '^E[0-9]' out.pmu)" -eq 40 ] && grep -q '^LAST *0x50$' out.pmu
	# the row does not end, and neither does the file behind its list
	sed '$d; s/^"UMask": , .*/"UMask": "0x01"/' acme_core.json >open_core.json
	try 3 "$pmuc" import --no-texts -o out.pmu open_core.json
	says "open_core.json:46: BAD: row skipped: not JSON: '}' expected near '{'"
	[ "$(grep -c '^E[0-9]' out.pmu)" -eq 40 ] && grep -q '^LAST *0x50$' out.pmu
	head -n 30 acme_core.json >cut_core.json
	try 1 "$pmuc" import -o out.pmu cut_core.json
	says "cut_core.json:31:"
	sed -i 's/"Events"/"\\u0045vents"/; s/"UMask": , "Counter": 0,:/"Counter": "0"/
		s/"EventCode": "9",/"EventC\\u006fde": "0x51",/' acme_core.json
	try 0 "$pmuc" import --no-texts -o out.pmu acme_core.json
	grep -q '^BAD *0x51$' out.pmu
}

# ESC, a line that would begin a block, and a name in Unicode.
@test "many rows that cannot be read stop no import; half of the rows do; names of files are cleaned" {
	local evil=$'acme_\e[31m\nevents evil_\u202e_core.json' wrong
	for i in {1..9}; do
		printf '{ "EventName": "E%d", "EventCode": "%d", "Counter": "0" },\n' "$i" "$i"
	done >rows
	wrong='{ "EventName": "B1", "EventCode": "0xZZ" }, { "EventName": "B2", "EventCode": "1", "UMask": "x" },
		{ "EventName": "a b", "EventCode": "1" }, { "EventName": "B4", "EventCode": "1", "Counter": "none" }'
	{
		cat rows
		echo "$wrong"
	} | perfmon >"$evil"
	try 3 "$pmuc" import --no-texts -o out.pmu "$evil"
	[ "$(grep -c '^E[0-9]' out.pmu)" -eq 9 ] || fail "$(cat out.pmu)"
	[ "$(grep -c '^events' out.pmu)" -eq 1 ] || fail "$(cat -v out.pmu)"
	no_escapes
	refute grep -q $'\e' out.pmu
	[ "$(grep -c '^acme_.*: row skipped: ' "$err")" -eq 4 ] || fail "$(cat -v "$err")"
	refute grep -q '^events' "$err"
	{
		head -n 4 rows
		echo "$wrong"
	} | perfmon >acme_core.json
	try 1 "$pmuc" import --no-texts acme_core.json
	prints_nothing
	says 'acme_core.json:8:0: EventCode: 0xZZ: expected a number'
}

@test "--unit takes the events of one of a CPU's units" {
	intel_core
	echo '{ "EventCode": "0x35", "EventName": "UNC_CHA_X", "Unit": "CHA", "Counter": "0" }' |
		perfmon >acme/lake_uncore.json
	try 0 "$pmuc" import --unit cha acme
	refute grep -qx 'pmu lake' "$out"
	prints_line "pmu lake_unc_cha"
	linux_maps
	echo '[ { "EventName": "a", "EventCode": "1" }, { "EventName": "b", "EventCode": "2", "Unit": "L3PMC" },
		{ "MetricName": "m", "MetricExpr": "a" }, { "MetricName": "n", "MetricExpr": "b", "Unit": "L3PMC" } ]' \
		>arch/x86/zenx/a.json
	try 0 "$pmuc" import --no-texts --unit l3pmc arch/x86/zenx
	[ "$(grep -E '^(pmu|events|metric) ' "$out" | paste -sd ,)" = "pmu zenx_l3,events zenx_l3 mods=none,metric n" ]
	try 0 "$pmuc" import --no-texts --unit cpu arch/x86/zenx
	[ "$(grep -E '^(pmu|metric) ' "$out" | paste -sd ,)" = "pmu zenx,metric m" ]
}

# ---- bad files ----

# bad TEXT MESSAGE: a file of this text is refused so, and nothing is written.
bad() {
	printf '%s' "$1" >bad_core.json
	try 1 "$pmuc" import -o out.pmu bad_core.json
	says "$2"
	says "; nothing written"
	[ ! -e out.pmu ] && [ -z "$(find . -name '.*pmuc*')" ] || fail "a file is left"
}

events() {
	printf '{ "Header": { "Info": "x" }, "Events": [
{ "EventName": "A.B", "EventCode": "0x01", "UMask": "0x01",\n%s } ] }' "$1"
}

@test "bad files: file, line and field, and nothing is written" {
	bad '' "bad_core.json:1:0: not JSON"
	bad '{ "Header": {}, "Events": [ { "EventName": "A"' "bad_core.json:1:"
	bad '[ 1, 2' "not JSON"
	bad '17' "not JSON"
	bad '{ "Header": 1 }' "bad_core.json:1:1: no list of events"
	bad "$(printf '[ { "EventName": "\xff\xfe" } ]')" "bad_core.json:1:"
	bad '{ "Header": { "Info": "x" }, "Events": [ { "EventName": "A", "EventName": "B" } ] }' "duplicate"
	bad "$(events '"Counter": [ 1 ]')" "bad_core.json:3:0: Counter: expected a text or a number"
	bad "$(events '"Counter": "0,1,x"')" "bad_core.json:3:0: Counter: 0,1,x: expected counters"
	bad "$(events '"Counter": "99"')" "bad_core.json:3:0: Counter: 99: expected counters"
	bad "$(events '"CounterMask": "256"')" "bad_core.json:3:0: CounterMask: 256: expected a number from 0 to 0xff"
	bad "$(events '"CounterMask": "99999999999999999999999"')" \
		"bad_core.json:3:0: CounterMask: 99999999999999999999999: expected a number"
	bad "$(events '"CounterMask": "-1"')" "bad_core.json:3:0: CounterMask: -1: expected a number"
	bad "$(events '"CounterMask": "1z"')" "bad_core.json:3:0: CounterMask: 1z: expected a number"
	bad "$(events '"MSRIndex": "0x3f7", "MSRValue": "0x100000000"')" \
		"bad_core.json:3:0: MSRValue: a value of more than 32 bits"
	bad "$(events '"Counter": "0" }, { "EventName": "a.b", "EventCode": "0x02"')" \
		"bad_core.json:3:0: EventName: a.b is in bad_core.json line 2 with another code"
	bad "$(events '"Counter": "0" }, { "EventName": "A B", "EventCode": "0x02"')" \
		"bad_core.json:3:0: EventName: a name has byte 0x20"
	bad "$(events '"Counter": "0" }, { "EventName": "A\u0007", "EventCode": "0x02"')" \
		"bad_core.json:3:0: EventName: a name has byte 0x07"
	bad "$(events '"Counter": "0" }, { "EventName": "\u00e9", "EventCode": "0x02"')" \
		"bad_core.json:3:0: EventName: a name has byte 0xc3"
	bad "$(events '"Counter": "0" }, { "EventName": ".A", "EventCode": "0x02"')" \
		"bad_core.json:3:0: EventName: \".A\": no name of an event"
	bad "$(events '"Counter": "0" }, { "EventCode": "0x02"')" \
		"bad_core.json:3:0: EventName: an event without a name"
	bad '[ { "EventName": "A" } ]' \
		"bad_core.json:0:0: no mapfile.csv in the directories above it says which CPU it is for"
	try 1 "$pmuc" import -o out.pmu nosuch.json
	says "nosuch.json:0:0: No such file or directory"
}

@test "the folder of a mapfile says what its codes mean" {
	mkdir -p copy/power13
	echo '0x0090[[:xdigit:]]{4},1,power13,core' >copy/mapfile.csv
	echo '[ { "EventCode": "0x1001e", "EventName": "PM_TIDES", "BriefDescription": "Tides" } ]' >copy/power13/a.json
	try 1 pmuc import -o t.pmu copy/power13
	says "/copy/mapfile.csv:0:0: its directory is called copy: expected the name of an architecture: arm64,"
	mv copy powerpc
	try 0 pmuc import -o t.pmu powerpc/power13
}

@test "bad mapfiles and standard names" {
	linux_maps
	echo '[ { "ArchStdEvent": "X", "ConfigCode": "0x35", "Unit": "imx8_ddr" } ]' >arch/x86/zenx/core.json
	try 1 "$pmuc" import -o out.pmu arch/x86
	says "core.json:1:0: EventName: an event without a name"
	rm arch/x86/zenx/core.json
	echo '[ { "ArchStdEvent": "NO_SUCH" } ]' >arch/arm64/arm/a1/core.json
	try 1 "$pmuc" import arch/arm64
	says "arch/arm64/arm/a1/core.json:1:0: ArchStdEvent: no NO_SUCH in the files beside"
	echo '[ { "EventName": "NO_SUCH", ' >arch/arm64/common.json
	try 1 "$pmuc" import arch/arm64/arm
	says "arch/arm64/common.json:2:0: not JSON"
	rm arch/arm64/common.json
	echo 'GenuineIntel-6-(F,v1,lakex,core' >>arch/x86/mapfile.csv
	echo '[ { "EventName": "A" } ]' >arch/x86/lakex/a.json
	try 1 "$pmuc" import arch/x86/lakex
	says "mapfile.csv:4:1: GenuineIntel-6-(F is no regular expression"
	for pattern in 'F{9}{9}' 'F++++' 'F{99}' 'F{2,}' '(F+)+'; do
		echo "GenuineIntel-6-$pattern,v1,lakex,core" >arch/x86/mapfile.csv
		try 1 "$pmuc" import arch/x86/lakex
		says "mapfile.csv:1:1: GenuineIntel-6-${pattern%,*}"
		says "expected"
	done
	echo 'GenuineIntel-6-F1,v1' >arch/x86/mapfile.csv
	try 1 "$pmuc" import arch/x86/lakex
	says "mapfile.csv:1:1: expected a pattern of CPUs, a version, a file or directory and a type"
	{
		printf '#%4093s\nGenuineIntel-6-F1,v1,lakex,core\n' ''
		printf '#%4094s\n' ''
	} >arch/x86/mapfile.csv
	try 1 "$pmuc" import arch/x86/lakex
	says "arch/x86/mapfile.csv:3:0: a line of more than 4094 bytes"
	says_line "1 error; nothing written"
	ln -s . arch/loop
	try 1 "$pmuc" import arch/loop
	says "arch/loop/loop: is arch/loop, which is read once"
}

# cpus_of FILE MAPFILE_LINE...: the lines cpu of the file's PMU, if the mapfile of its directory has these lines
cpus_of() {
	printf '%s\n' "${@:2}" >"$(dirname "${1%/*}")/mapfile.csv"
	try 0 "$pmuc" import --no-texts "$1"
	sed -n 's/^  cpu  *//p' "$out" | paste -sd ,
}

@test "which CPUs lines of mapfile.csv mean together" {
	echo '[ { "EventName": "A", "EventCode": "0x3c", "Counter": "0" } ]' >arch/x86/lakex/a.json
	mkdir acme/events
	echo '{ "EventName": "A", "EventCode": "0x3c", "Counter": "0" }' | perfmon >acme/events/lake_core.json
	diff - <(
		# the first line that fits counts
		cpus_of arch/x86/lakex/a.json GenuineIntel-6-F1,v1,other,core 'GenuineIntel-6-F[12],v1,lakex,core'
		cpus_of arch/x86/lakex/a.json 'GenuineIntel-6-F[12],v1,lakex,core' GenuineIntel-6-F1,v1,other,core
		# a pattern in place of the family is none that tables have
		cpus_of arch/x86/lakex/a.json 'GenuineIntel-[6]-F1,v1,lakex,core' GenuineIntel-6-F2,v1,lakex,core
		# of Intel's files one has as many CPUs as lines, each once
		file=/events/lake_core.json
		cpus_of acme$file GenuineIntel-6-FA,V1,$file,core GenuineIntel-19-1,V1,$file,core \
			GenuineIntel-19-2,V1,$file,core GenuineIntel-6-FA,V1,$file,core GenuineIntel-6-FB,V1,$file,core
	) <<-'CPUS'
		GenuineIntel 6: 242
		GenuineIntel 6: 241-242
		GenuineIntel 6: 242
		GenuineIntel 6: 250 251,GenuineIntel 19: 1 2
	CPUS
	# revisions of a part are one CPU
	linux_maps
	printf '%s\n' 0x00000000410ff990,v1,arm/a1,core 0x00000000411ff990,v2,arm/a1,core >arch/arm64/mapfile.csv
	echo '[ { "EventName": "A", "EventCode": "0x3c" } ]' >arch/arm64/arm/a1/core.json
	try 0 "$pmuc" import --no-texts arch/arm64/arm
	[ "$(grep -c '^  cpu ' "$out")" = 1 ]
	prints_line "  cpu       arm 0x41: 0xf99"
}

@test "a full disk, a folder that is not there: the old file stays, and nothing half-written" {
	intel_core
	echo old >out.pmu
	try 1 "$pmuc" import -o nosuch/out.pmu acme/lake_core.json
	says "nosuch/out.pmu:0:0: No such file or directory"
	(trap '' XFSZ && ulimit -f 0 && "$pmuc" import -o out.pmu acme/lake_core.json 2>&1 || echo "status $?") |
		cat >"$err"
	says_line "status 1"
	says "out.pmu:0:0: File too large"
	[ "$(cat out.pmu)" = old ] && [ -z "$(find . -name '.*pmuc*')" ]
	echo mine >out.pmu.new
	try 0 "$pmuc" import -o out.pmu acme/lake_core.json
	[ "$(cat out.pmu.new)" = mine ] || fail "out.pmu.new of another is gone"
	try 0 "$pmuc" import -o /dev/stdout acme/lake_core.json
	prints_line "pmu lake"
	[ -c /dev/full ] || return 0
	try 1 "$pmuc" import -o /dev/full acme/lake_core.json
	lost "$pmuc" import acme/lake_core.json
}

# finds_nothing MESSAGE ARGUMENT...: status 1, and no file is written.
finds_nothing() {
	local message=$1
	shift
	try 1 "$pmuc" import -o nothing.pmu "$@"
	says_line "pmuc: $message; nothing written"
	try 1 "$pmuc" import "$@"
	says_line "pmuc: $message; nothing written"
	prints_nothing
	[ ! -e nothing.pmu ]
}

@test "files in which nothing is found are named as such, and nothing is written" {
	intel_core
	mkdir empty
	echo text >empty/README
	echo '{ "Header": {}, "Events": [] }' >headless.json
	echo '{ "Header": { "Info": "x" }, "Events": [] }' >none.json
	finds_nothing "there are no events in these files" empty
	finds_nothing "there are no events in these files" headless.json
	finds_nothing "there are no events in these files" none.json
	finds_nothing "there are no metrics in these files" --metrics empty
	finds_nothing "these files have nothing of a unit NOPE" --unit NOPE acme/lake_core.json
	try 1 "$pmuc" import --install empty
	says_line "pmuc: there are no events in these files; nothing installed"
}

@test "files that never end, folders that lead back, names that are written with escapes" {
	mkdir -p loop twice/a files
	ln -s . loop/a && ln -s . loop/b
	try 1 timeout 20 "$pmuc" import loop
	says_line "loop/a: is loop, which is read once"
	intel_core
	cp acme/mapfile.csv acme/lake_core.json twice/a && ln -s a twice/b
	try 0 timeout 20 "$pmuc" import -o twice.pmu twice
	says_line "twice/b: is twice/a, which is read once"
	mkfifo files/a.json
	try 1 timeout 20 "$pmuc" import files
	says_line "files/a.json: is no file, and skipped"
	try 1 timeout 60 "$pmuc" import /dev/zero
	says_line "/dev/zero:0:0: more than 256 MiB"
	truncate -s 16G holes.json
	try 1 timeout 20 "$pmuc" import holes.json
	says_line "holes.json:0:0: 17179869184 bytes, more than 64 MiB"
	printf '{ "\\u0045vents": [ { "EventName": "A" } ], "Header": { "Info": "A" } }' >escaped.json
	try 0 "$pmuc" import --no-texts escaped.json
	prints_line "A 0x00"
}

@test "controls in a vendor's names, groups and units reach neither text nor terminal; empty items of lists" {
	{
		printf '{ "EventCode": "0x10", "UMask": "0x01", "EventName": "A.ONE", "Counter": "0," },'
		printf '{ "EventCode": "0x11", "UMask": "0x01", "EventName": "A.TWO", "Counter": ",1,,3" }'
	} | perfmon >acme/x_core.json
	try 0 "$pmuc" import --no-texts acme/x_core.json
	grep -q 'ctr=0' "$out" || fail "$(cat "$out")"
	grep -q 'ctr=1,3' "$out" || fail "$(cat "$out")"
	cat >acme/lake_metrics_perf.json <<-'JSON'
		[ { "MetricName": "m\nevents evil", "MetricExpr": "A.ONE" },
		  { "MetricName": "esc\u001b[31m", "MetricExpr": "A.ONE" },
		  { "MetricName": "good", "MetricExpr": "A.ONE", "MetricGroup": "g\nevents evil;h\u202e",
		    "ScaleUnit": "1u\u009b\nevents evil" } ]
	JSON
	"$pmuc" import acme/lake_metrics_perf.json >"$out" 2>"$err" || true
	refute grep -q '^events' "$out"
	refute grep -q '^events' "$err"
	refute grep -qP '\x1b|\xc2\x9b|\xe2\x80\xae' "$out"
	refute grep -qP '\x1b|\xc2\x9b|\xe2\x80\xae' "$err"
	grep -q '^metric good' "$out"
}

@test "numbers and names that do not fit are errors, not others" {
	intel_core
	sed -i 's/GenuineIntel-6-FA/GenuineIntel-999999999999-FA/' acme/mapfile.csv
	try 1 "$pmuc" import acme
	says "acme/mapfile.csv:2:1: GenuineIntel-999999999999-FA: expected a family of at most 270"
	sed -i 's/GenuineIntel-999999999999-FA/GenuineIntel-6-1FA/' acme/mapfile.csv
	try 1 "$pmuc" import acme
	says "acme/mapfile.csv:2:1: GenuineIntel-6-1FA: expected a model of at most 0xFF"
	long=$(printf '%65536s' '' | tr ' ' A)
	printf '{ "EventCode": "0x3c", "UMask": "0x00", "EventName": "%s", "Counter": "0" }' "$long" |
		perfmon >long.json
	try 1 "$pmuc" import long.json
	says "long.json:4:0: EventName: AAAAAAAA"
	says "AAAA...: a name of more than 255 bytes"
}

@test "nothing of a file's goes to the terminal as it is" {
	local escape=$'\e]0;x\a' eighth=$'\xc2\x9b31m' around=$'\xe2\x80\xae'
	intel_core
	sed -i "s/GenuineIntel-6-FA/GenuineIntel-6-FA(${escape}/" acme/mapfile.csv
	try 1 "$pmuc" import acme
	says 'GenuineIntel-6-FA(\x1b]0;x\x07 is no regular expression'
	intel_core
	try 1 "$pmuc" import "no${escape}file"
	says_line 'no\x1b]0;x\x07file:0:0: No such file or directory'
	try 2 "$pmuc" import -o out.pmu --name "a${around}b" acme/lake_core.json
	says_line 'pmuc: --name a\xe2\x80\xaeb: expected letters, digits and _, at most 127'
	sed -i "s/NOPs/NOPs ${eighth}and ${around}more/" acme/lake_core.json
	try 0 "$pmuc" import -o out.pmu acme/lake_core.json
	grep -q 'NOPs 31mand more' out.pmu || fail "$(grep NOP out.pmu)"
	printf 'events wide\n  A 0x3c : An %sevent\n' "$eighth" >bad.pmu
	try 1 "$pmuc" -o bad.pmt bad.pmu
	says "bad.pmu:2:15: control character U+009B"
	printf 'events wide\n  A 0x3c : An \x9bevent\n' >bad.pmu
	try 1 "$pmuc" -o bad.pmt bad.pmu
	says "bad.pmu:2:15: byte 0X9B is no UTF-8"
}

@test "no memory is status 2, and nothing is written" {
	local tried=0 at
	needs_preload
	intel_core
	try 0 "$pmuc" import -o right.pmu acme/lake_core.json
	for ((at = 1; at < 40000; at += 1 + at / 8)); do
		rm -f out.pmu
		LD_LIBRARY_PATH=$builddir/.libs fails_at 1:12:$at \
			"$builddir/.libs/pmuc" import -o out.pmu acme/lake_core.json
		[ "$failed" ] || break
		tried=$((tried + 1))
		if [ "$status" = 0 ]; then
			cmp out.pmu right.pmu || fail "allocation $at: status 0, and not what it should be"
		else
			[ "$status" = 2 ] || fail "allocation $at: status $status" "$(cat "$err")"
			[ ! -e out.pmu ] || fail "allocation $at: a file is left"
		fi
	done
	[ "$tried" -ge 20 ] || fail "only $tried allocations"
}

@test "wrong usage is status 2" {
	for arguments in "" "--nosuch x" "-o" "--into" "-o out.pmu"; do
		# shellcheck disable=SC2086
		try 2 "$pmuc" import $arguments
		says "usage: pmuc import"
		prints_nothing
	done
	intel_core
	try 2 "$pmuc" import acme/lake_core.json --nosuch
	says_line "pmuc: unknown option --nosuch"
	try 2 "$pmuc" import acme/lake_core.json --unit
	says_line "pmuc: option --unit wants a value"
	try 2 "$pmuc" import --into table.pmu acme/lake_core.json
	says_line "pmuc: import makes new tables; pmuc update brings files into tables that are there"
	try 0 "$pmuc" import acme/lake_core.json -o out.pmu --no-texts
	prints_nothing
	grep -qx 'pmu lake' out.pmu
	try 2 "$pmuc" update --changed maybe acme
	says_line "pmuc: --changed maybe: expected ask or follow"
	try 2 "$pmuc" update acme --nosuch
	says_line "pmuc: unknown option --nosuch"
	try 2 "$pmuc" status --nosuch
	says_line "pmuc: unknown option --nosuch"
}
