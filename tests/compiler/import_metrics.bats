#!/usr/bin/env bats
# pmuc import: metrics of every vendor come out as the rules say; what is refused is named with its reason. And the
# package's own metrics are those of the vendors' files: as many, of the same names.

# shellcheck disable=SC2154 # variables of strings.bash
load ../tools/strings

setup() {
	begin
	pmuc=$(type -P pmuc)
	"$pmuc" import 2>&1 | grep -q 'made without' && skip "pmuc is made without jansson"
	mkdir -p arch/x86/lakex arch/x86/zen arch/arm64/soc/sys arch/arm64/arm/a1 arch/common/common arch/powerpc/p1
	printf 'Family-model,Version,Filename,EventType\n%s\n%s\n' 'GenuineIntel-6-F1,v1,lakex,core' \
		'AuthenticAMD-28-[12],v1,zen,core' >arch/x86/mapfile.csv
	echo '0x00000000410ff990,v1,arm/a1,core' >arch/arm64/mapfile.csv
	echo '0x00fa0000,1,p1,core' >arch/powerpc/mapfile.csv
}

# becomes FILE...: the metrics of the files come out as standard input says.
becomes() {
	cat >expected
	"$pmuc" import --metrics --no-texts -o out.pmu "$@" 2>/dev/null
	diff expected out.pmu >&2
	try 0 "$pmuc" format --check out.pmu
	try 0 "$pmuc" import --metrics --no-texts -o out.pmu "$@"
}

@test "the kernel's: words, hints, groups, parents, levels" {
	cat >arch/x86/lakex/metrics.json <<-'JSON'
		[ { "MetricName": "tma_a", "MetricExpr": "cpu@A\\,cmask\\=1@ / slots",
		    "MetricGroup": "TopdownL1;Default; ;",
		    "MetricThreshold": "tma_a > 0.1", "ScaleUnit": "100%", "MetricConstraint": "NO_GROUP_EVENTS_NMI",
		    "MetricgroupNoGroup": "TopdownL1;D", "DefaultMetricgroupName": "T" },
		  { "MetricName": "tma_b", "MetricExpr": "1 - tma_a", "MetricGroup": "D S;TopdownL2;tma_a_group",
		    "MetricConstraint": "NO_GROUP_EVENTS", "ScaleUnit": "1percent of slots" },
		  { "MetricName": "tma_c", "MetricExpr": "tma_a", "MetricGroup": "Default",
		    "MetricConstraint": "NO_GROUP_EVENTS_SMT" },
		  { "MetricName": "tma_d", "MetricExpr": "tma_a\n + 1", "MetricConstraint": "NO_THRESHOLD_AND_NMI",
		    "AggregationMode": "PerChip" },
		  { "MetricName": "tma_e", "MetricExpr": "tma_a", "MetricConstraint": "SOMETHING_NEW" } ]
	JSON
	becomes arch/x86/lakex <<-'PMU'
		metrics lakex
		  pmu     lakex
		metric tma_a unit=100% groups=TopdownL1,Default level=1 together=no-nmi apart=TopdownL1,D default=T
		  = cpu@A\,cmask\=1@ / slots
		  above tma_a > 0.1
		metric tma_b "unit=1percent of slots" groups=D_S,TopdownL2,tma_a_group parent=tma_a level=2 together=no
		  = 1 - tma_a
		metric tma_c groups=Default together=no-smt default
		  = tma_a
		metric tma_d together=no-nmi-threshold per=instance
		  = tma_a  + 1
		metric tma_e
		  = tma_a
	PMU
	says "SOMETHING_NEW: left out: this hint of how to group events is not known here"
}

@test "the kernel's: names in descriptions, as far as the CPU has them" {
	cat >arch/x86/lakex/metrics.json <<-'JSON'
		[ { "EventName": "A.B", "EventCode": "1", "Counter": "0" },
		  { "MetricName": "m", "MetricExpr": "A.B",
		    "PublicDescription": "Sample with: A.B_PS, NO.SUCH, topdown-x. Related metrics: n, nosuch, m" },
		  { "MetricName": "o", "MetricExpr": "m", "BriefDescription": "Related metrics: n, (none)" },
		  { "MetricName": "p", "MetricExpr": "m", "BriefDescription": "Sample with: A.B_PS, (none)" },
		  { "MetricExpr": "m" },
		  { "MetricName": "n", "MetricExpr": "m", "BriefDescription": "Sample with: A.B_PS, other words" } ]
	JSON
	becomes arch/x86/lakex <<-'PMU'
		metrics lakex
		  pmu     lakex
		metric m sample=A.B,topdown-x related=n
		  = A.B
		metric o related=n
		  = m
		metric p sample=A.B
		  = m
		metric n sample=A.B
		  = m
	PMU
	refute grep other "$err"
	says "event to sample NO.SUCH: left out: the CPU has no such event"
	says "related metric nosuch: left out: the CPU has no such metric"
}

@test "the kernel's: kinds of cores, records that are an event as well, what is there twice" {
	cat >arch/x86/lakex/metrics.json <<-'JSON'
		[ { "MetricName": "m", "MetricExpr": "1", "Unit": "cpu_core" },
		  { "MetricName": "m", "MetricExpr": "2", "Unit": "cpu_atom" },
		  { "MetricName": "both", "MetricExpr": "3", "EventName": "X.Y", "EventCode": "1", "Counter": "0",
		    "PerPkg": "1",
		    "Unit": "CHA", "UMask": "1" },
		  { "MetricName": "BOTH", "MetricExpr": " 3" }, { "MetricName": "both", "MetricExpr": "4" },
		  { "MetricName": "bad", "MetricExpr": "1 +" }, { "MetricName": "not a name", "MetricExpr": "1" },
		  { "MetricName": "half", "MetricExpr": "1", "MetricThreshold": "half >" },
		  { "MetricName": "Group;name", "MetricExpr": "5", "MetricGroup": "Other" } ]
	JSON
	becomes arch/x86/lakex <<-'PMU'
		metrics lakex_core
		  pmu     lakex_core
		metric m in=lakex_core
		  = 1

		metrics lakex_atom
		  pmu     lakex_atom
		metric m in=lakex_atom
		  = 2

		metrics lakex
		  pmu     lakex
		metric both
		  = 3
		metric half
		  = 1
		metric name groups=Group,Other
		  = 5
	PMU
	says "metric BOTH of lakex: left out: it is there already, with the same formula"
	says "metric both of lakex: left out: another one of that name is there, with another formula"
	says "metric bad of lakex: left out: the formula ends too early"
	says "metric not a name of lakex: left out: its name has a blank"
	says "metric half of lakex, its threshold: left out: the formula ends too early"
	try 0 "$pmuc" import --no-texts -o out.pmu arch/x86/lakex
	grep -qx 'events lakex_unc_cha.*' out.pmu
}

@test "the kernel's: what an architecture has in common, devices of systems, all CPUs" {
	echo '[ { "MetricName": "std", "MetricExpr": "a", "ScaleUnit": "1x", "MetricGroup": "TopdownL1" } ]' \
		>arch/arm64/sbsa.json
	echo '[ { "ArchStdEvent": "std" }, { "ArchStdEvent": "STD2", "EventName": "E", "EventCode": "1" } ]' \
		>arch/arm64/arm/a1/core.json
	becomes arch/arm64/arm <<-'PMU'
		metrics arm_a1
		  pmu     arm_a1
		metric std unit=1x groups=TopdownL1 level=1
		  = a
	PMU
	echo '[ { "ArchStdEvent": "std", "MetricExpr": "b" } ]' >arch/arm64/arm/a1/core.json
	becomes arch/arm64/arm <<-'PMU'
		metrics arm_a1
		  pmu     arm_a1
		metric std unit=1x groups=TopdownL1 level=1
		  = b
	PMU
	cat >arch/arm64/soc/sys/m.json <<-'JSON'
		[ { "MetricName": "d.all", "MetricExpr": "acme_ddr0@R\\,axi_id\\=0@", "Unit": "acme_ddr",
		    "Compat": "(43a|43c).*" },
		  { "MetricName": "f", "MetricExpr": "1", "Unit": "acme_ddr", "Compat": "43A" },
		  { "MetricName": "e", "MetricExpr": "1", "Unit": "acme_ddr", "Compat": "4.*" } ]
	JSON
	becomes arch/arm64/soc <<-'PMU'
		metrics soc
		  pmu     acme_ddr
		  with    identifier=43a*,identifier=43c*
		metric d.all
		  = acme_ddr0@R\,axi_id\=0@

		metrics soc_43a
		  pmu     acme_ddr
		  with    identifier=43A
		metric f
		  = 1
	PMU
	says "metric e: left out: Compat is neither a word, nor a list of beginnings in parentheses"
	echo '[ { "MetricName": "c", "MetricExpr": "software@x@" } ]' >arch/common/common/metrics.json
	becomes arch/common <<-'PMU'
		metrics common
		  pmu     any
		metric c
		  = software@x@
	PMU
}

# Intel writes :u0x80 for another unit mask; perf would OR the term to the event's own.
@test "the kernel's umask= behind a name takes the place of the event's unit mask" {
	cat >lake_metrics_perf.json <<-'JSON'
		[ { "MetricName": "m",
		    "MetricExpr": "cpu@EXE.P3\\,umask\\=0x80@ / cpu_core@FP.V\\,umask\\=0x30\\,cmask\\=1@" },
		  { "MetricName": "n", "MetricExpr": "cpu@event\\=0xa6\\,umask\\=0x80@ / cpu@EXE.P3\\,cmask\\=1@" } ]
	JSON
	becomes lake_metrics_perf.json <<-'PMU'
		metrics lake_perf
		  pmu     lake_perf
		metric m
		  = cpu@EXE.0x80@ / cpu_core@FP.0x30\,cmask\=1@
		metric n
		  = cpu@event\=0xa6\,umask\=0x80@ / cpu@EXE.P3\,cmask\=1@
	PMU
}

@test "Intel's in the kernel's form: TSC is that of the device msr" {
	echo '[ { "MetricName": "m", "MetricExpr": "A.TSC / TSC * TSC_B" } ]' >lake_metrics_perf.json
	becomes lake_metrics_perf.json <<-'PMU'
		metrics lake_perf
		  pmu     lake_perf
		metric m
		  = A.TSC / msr@tsc@ * TSC_B
	PMU
}

# intel FORMULA [FIELDS]: a file of Intel's with one metric of that formula.
intel() {
	cat >lake_metrics.json <<-JSON
		{ "Header": { "Info": "x" }, "Metrics": [ { "MetricName": "M", "LegacyName": "metric_M(%)",
		    "Formula": "$1",
		"Events": [ { "Name": "INST.ANY", "Alias": "a" }, { "Name": "UOPS.X:c8:i1:e1:SUP", "Alias": "b" },
		  { "Name": "MEM.L:retire_latency", "Alias": "c" }, { "Name": "TOPDOWN.SLOTS:perf_metrics",
		    "Alias": "d" },
		  { "Name": "UNC_CHA_X.Y:c1:filter1=0x40", "Alias": "e" }, { "Name": "UNC_CHA_CLOCKTICKS:one_unit",
		    "Alias": "f" },
		  { "Name": "UNC_C_T.O:opc=0x1c8:tid=0x3e", "Alias": "g" }, { "Name": "PERF_METRICS.BAD_SPECULATION",
		    "Alias": "h" },
		  { "Name": "TSC", "Alias": "i" }, { "Name": "UNC_P_T", "Alias": "j" },
		    { "Name": "OCR.R:ocr_msr_val=0x1", "Alias": "k" },
		  { "Name": "FP.P:u0xfc:USER", "Alias": "l" }, { "Name": "IDQ.M:eq1:percore", "Alias": "m" },
		  { "Name": "X:what", "Alias": "n" }, { "Name": "UNC_NEW_X:one_unit", "Alias": "q" },
		    { "Name": "FREERUN_DRAM_ENERGY_STATUS", "Alias": "o" } ],
		"Constants": [ { "Name": "HYPERTHREADING_ON", "Alias": "smt_on" }, { "Name": "CHAS_PER_SOCKET",
		    "Alias": "chas" },
		  { "Name": "20", "Alias": "p" }, { "Name": "system.sockets[0].cpus.count * system.socket_count",
		    "Alias": "cpus" } ]
		$2 }, { "MetricName": "Top", "LegacyName": "metric_Top", "Formula": "1" } ] }
	JSON
}

# formula TEXT BECOMES
formula() {
	intel "$1"
	try 0 "$pmuc" import --metrics --no-texts lake_metrics.json
	[ "$(sed -n '4s/^  = //p' "$out")" = "$2" ] || fail "$1 becomes $(cat "$out")"
}

@test "Intel's: letters, modifiers, constants" {
	formula '100 * ( a / b )' '100 * ( INST.ANY / UOPS.X@cmask\=8\,inv\=1\,edge\=1@k )'
	formula 'c + d + h' 'MEM.L:R + TOPDOWN.SLOTS + topdown\-bad\-spec'
	formula 'e / f' 'UNC_CHA_X.Y@thresh\=1\,config1\=0x40@ / cha_0@UNC_CHA_CLOCKTICKS@'
	formula 'g / j[0]' 'UNC_C_T.O@filter_opc\=0x1c8\,filter_tid\=0x3e@ / pcu_0@UNC_P_T@'
	formula 'k + l + m' 'OCR.R@offcore_rsp\=0x1@ + FP.0xfc:u + IDQ.M@eq\=1@'
	formula 'i if smt_on && a > = 1 || o else p' \
		'msr@tsc@ if #smt_on & INST.ANY > = 1 | power@energy\-ram@ else 20'
	formula 'a / DURATIONTIMEINSECONDS / chas' 'INST.ANY / duration_time / source_count(UNC_CHA_X.Y)'
	formula 'a / cpus' 'INST.ANY / ((#num_cpus_online / #num_packages) * #num_packages)'
	intel '#NA if 0 > 2 else a'
	try 0 "$pmuc" import --metrics --no-texts lake_metrics.json
	says "metric M of lake: left out: its formula has a name that no event and no constant has"
	intel 'n + 1'
	try 0 "$pmuc" import --metrics --no-texts lake_metrics.json
	says "metric M of lake: left out: an event with a modifier that is not known here"
	# counting all of them instead would be another number
	intel 'q + 1'
	try 0 "$pmuc" import --metrics --no-texts lake_metrics.json
	says "metric M of lake: left out: the first of boxes that are not known here"
	# constants that are none, alone and in products
	for row in 's|its formula has a name' 't|its formula has a name' 'u|its formula has a name' \
		"a \$ b|'\$' is no part of a formula"; do
		intel "${row%|*}"
		sed -i -e 's/{ "Name": "20", "Alias": "p" }/{ "Name": "NOSUCH", "Alias": "s" }, &/' \
			-e 's/{ "Name": "NOSUCH".*, {/{ "Name": "NOSUCH * 20", "Alias": "t" }, &/' \
			-e 's/{ "Name": "NOSUCH [*]/{ "Name": "20 * NOSUCH", "Alias": "u" }, &/' lake_metrics.json
		try 0 "$pmuc" import --metrics --no-texts lake_metrics.json
		says "metric M of lake: left out: ${row#*|}"
	done
	mv lake_metrics.json lake_metrics_pond_core.json
	try 0 "$pmuc" import --metrics --no-texts lake_metrics_pond_core.json
	prints_line "metrics lake_pond"
}

# big LETTER NAME COUNT: an object of Intel's whose formula has the event so many times.
big() {
	printf '{ "MetricName": "%s", "Formula": "%s", "Events": [ { "Name": "EV.%s", "Alias": "%s" } ] }' "$2" \
		"$(big_text "$1" "$3")" "$2" "$1"
}

# big_text LETTER COUNT
big_text() {
	printf "( $1 / 2 ) + %.0s" $(seq 2 "$2")
	printf '( %s / 2 )' "$1"
}

@test "Intel's: a formula of more than 64 KiB has the names of the metrics that it repeats" {
	mkdir lake
	{
		echo '{ "Metrics": ['
		printf '{ "MetricName": "All", "Formula": "100 - ( ( %s ) + ( %s ) + ( c ) )", "Events": [
			{ "Name": "EV.Much", "Alias": "a" }, { "Name": "EV.More", "Alias": "b" },
			{ "Name": "EV.Less", "Alias": "c" } ] },' "$(big_text a 2000)" "$(big_text b 3000)"
		big a Much 2000
		echo ,
		big b More 3000
		echo ,
		big x Alone 7000
		echo '] }'
	} >lake_metrics.json
	try 0 "$pmuc" import --metrics -o out.pmu lake_metrics.json
	says "metric Alone of lake: left out: a formula of more than 65535 bytes"
	sed -n '/^metric All/,$p' out.pmu >all
	diff - <(sed 1d all) <<<'  = 100 - ( ( Much ) + ( More ) + ( EV.Less ) )'
	sed -i 's/^  pmu .*/  pmu any/' out.pmu
	try 0 "$pmuc" -o out.pmt out.pmu
	export LIBPFM_TABLES=$PWD/out.pmt
	try 0 pfmstat --metric All --from - <<<$'EV.Much 0.01\nEV.More 0.02\nEV.Less 3'
	prints "All  57"
	try 0 pfmstat --json --metric All --from - <<<$'EV.Much 0.01\nEV.More 0.02\nEV.Less 3'
	json '.[0].value > 56.999999 and .[0].value < 57.000001'
}

@test "a formula of a table has 65535 bytes at most" {
	{
		printf 'metrics lake\n  pmu any\nmetric a : A\n'
		yes '  = (cycles + 1) *' | head -n 4096
		printf '  = (cycles + 1)\n'
	} >a.pmu
	try 1 "$pmuc" -o a.pmt a.pmu
	says "a.pmu:4:5: metric a: a formula of more than 65535 bytes: parts that are metrics can stand in it"
}

@test "Intel's: thresholds, units, parents" {
	intel 'a' ', "UnitOfMeasure": "percent", "MetricGroup": "A;B", "Level": 2, "ParentCategory": "top",
		"LocateWith": "A.B_PS;C.D;#NA", "Threshold": { "Formula": "a > 10 & t > 20", "ThresholdMetrics": [
		{ "Alias": "a", "Value": "metric_M(%)" }, { "Alias": "t", "Value": "metric_Top" } ] }'
	becomes lake_metrics.json <<-'PMU'
		metrics lake
		  pmu     lake
		metric M unit=1% groups=A,B parent=Top level=2 sample=A.B,C.D
		  = INST.ANY
		  above M > 10 & Top > 20
		metric Top
		  = 1
	PMU
	intel 'a' ', "UnitOfMeasure": "MB/sec", "Threshold": { "Formula": "metric_M(%) >0.20" }'
	becomes lake_metrics.json <<-'PMU'
		metrics lake
		  pmu     lake
		metric M unit=1MB/sec
		  = INST.ANY
		metric Top
		  = 1
	PMU
	says "metric M of lake, its threshold: left out: it compares percentages with fractions"
	intel 'a' ', "Threshold": { "Formula": "a > 10 & t > 20", "ThresholdMetrics": [
		{ "Alias": "a", "Value": "metric_M(%)" }, { "Alias": "t", "Value": "metric_Nosuch" } ] }'
	try 0 "$pmuc" import --metrics --no-texts lake_metrics.json
	refute grep above "$out"
	says "metric M of lake, its threshold: left out: it is about a metric that the file does not have"
}

@test "Arm's: groups, the tree backwards, slots; interconnects are refused, the unit that cores share is not" {
	cat >a1.json <<-'JSON'
		{ "product_configuration": { "part_num": "0xd8c", "num_slots": 10 },
		  "events": { "A": { "code": 1 } },
		  "metrics": { "top": { "formula": "A / B * 100", "units": "percent of slots",
		    "sample_events": [ "A", "B" ] },
		    "part": { "formula": "A" }, "member": { "formula": "B" } },
		  "groups": { "metrics": { "Topdown_L1": { "metrics": [ "top" ] }, "Set": { "metrics": [ "top",
		    "member" ] } },
		    "function": { "F": { "events": [ "A" ] } } },
		  "methodologies": { "topdown_methodology": { "decision_tree": { "metrics": [
		    { "name": "top", "next_items": [ "part", "Set" ] } ] } } } }
	JSON
	becomes a1.json <<-'PMU'
		metrics a1
		  pmu     a1
		  slots   10
		metric top "unit=1percent of slots" groups=Topdown_L1,Set level=1 sample=A,B
		  = A / B * 100
		metric part parent=top
		  = A
		metric member groups=Set parent=top
		  = B
	PMU
	sed -e '/"num_slots"/s/, "num_slots": 10//' a1.json >a1-sme2.json
	try 0 "$pmuc" import --metrics --no-texts -o sme2.pmu a1-sme2.json
	[ "$(grep -c '^metric ' sme2.pmu)" = 3 ]
	grep -qx 'metrics a1_sme2' sme2.pmu
	mv a1.json cmn_700.json
	try 1 "$pmuc" import cmn_700.json
	prints_nothing
	says "metric top of cmn_700: left out: its formula names watchpoints and clocks in a way of its own"
}

@test "PAPI's presets: sums, differences, both ways of writing formulas" {
	cat >papi_events.csv <<-'CSV'
		# words
		PRESET,PAPI_A,NOT_DERIVED,X
		CPU,skl
		CPU,skx
		CPU,Intel Pentium4
		PRESET,PAPI_A,NOT_DERIVED,CLK:THREAD_P:c=1
		PRESET , PAPI_B,DERIVED_ADD	,A:B,C,,
		PRESET,PAPI_C,DERIVED_SUB,A,B,C,NOTE,'a, b'
		PRESET,PAPI_D,DERIVED_POSTFIX,|N0||2|N1|*|+|,A:B,C
		PRESET,PAPI_E,DERIVED_INFIX,N0+2*N1,A:B,C
		PRESET,PAPI_F,DERIVED_CMPD,A,B
		PRESET,PAPI_G,DERIVED_POSTFIX,N0|N7|+|,A
		PRESET,PAPI_H,DERIVED_INFIX,N0+N1,A
		PRESET,PAPI_I,DERIVED_INFIX,N0+PAPI_A,A
		CPU,zen
		CPU,zen
		PRESET,PAPI_A,NOT_DERIVED,X
		THING,PAPI_A
	CSV
	becomes papi_events.csv <<-'PMU'
		metrics papi_skl_skx
		  pmu     skl skx
		metric PAPI_A
		  = CLK:THREAD_P:c\=1
		metric PAPI_B
		  = A:B + C
		metric PAPI_C
		  = A - B - C
		metric PAPI_D
		  = (A:B + (2 * C))
		metric PAPI_E
		  = A:B + 2 * C

		metrics papi_zen
		  pmu     zen
		metric PAPI_A
		  = X
	PMU
	says "CPU Intel Pentium4: left out: no name of a PMU"
	says "preset PAPI_F: left out: of a kind that has no arithmetic here"
	says "preset PAPI_G: left out: its arithmetic is not as that of its kind"
	says "preset PAPI_H: left out: its arithmetic is not as that of its kind"
	says "preset PAPI_I: left out: its arithmetic is not as that of its kind"
	says_line "papi_events.csv:2: preset PAPI_A: left out: of no PMU"
	says "papi_events.csv:18: THING: left out: neither a CPU, a preset nor a user's event"
}

@test "PAPI's user events: read whatever their file is called, and what perf_encode writes" {
	cat >mine <<-'CSV'

		# two
		CPU,skx
		EVENT,per_mille,DERIVED_POSTFIX,N0|1000|*|N1|/|,L2_RQSTS:MISS,INST_RETIRED:ANY_P,LDESC,"a, b"
		EVENT,cpi,DERIVED_POSTFIX,N0|N1|/|,PAPI_TOT_CYC,perf::PERF_COUNT_HW_INSTRUCTIONS
		EVENT,reads,NOT_DERIVED,skx_unc_imc0::UNC_M_CAS_COUNT:RD
		EVENT,wrong,DERIVED_CMPD,A
	CSV
	becomes mine <<-'PMU'
		metrics papi_skx
		  pmu     skx
		metric per_mille
		  = ((L2_RQSTS:MISS * 1000) / INST_RETIRED:ANY_P)
		metric cpi
		  = (PAPI_TOT_CYC / perf::PERF_COUNT_HW_INSTRUCTIONS)
		metric reads
		  = skx_unc_imc0::UNC_M_CAS_COUNT:RD
	PMU
	says "mine:7: event wrong: left out: of a kind that has no arithmetic here"
	"$pmuc" import -o with_texts.pmu mine 2>/dev/null
	"$pmuc" -o mine.pmt with_texts.pmu >/dev/null
	export LIBPFM_TABLES=$PWD/mine.pmt
	try 0 evt2raw --cpu skx --metric per_mille
	prints_line "{rc0,r3f24}"
	try 0 evt2raw --cpu skx --metric cpi
	prints_line "instructions,r3c"
	LIBPFM_FSROOT=$PWD/nothing try 0 evt2raw --cpu skx --metric reads
	prints_line "uncore_imc/event=0x4,umask=0x3/"
	pfmexport papi --cpu skx,clx ins=INST_RETIRED.ANY_P >written
	try 0 "$pmuc" import --no-texts --metrics written
	diff - "$out" <<-'PMU'
		metrics papi_skx
		  pmu     skx
		metric ins
		  = INST_RETIRED:ANY_P

		metrics papi_clx
		  pmu     clx
		metric ins
		  = INST_RETIRED:ANY_P
	PMU
}

# Against blocks without metrics, pmuc diff names all that there are.
@test "the package has all metrics of the makers' files" {
	local block count sum names
	cp -r "$srcdir/src/pmu" new
	mkdir old
	cp -r new/* old
	rm old/*/*_metrics.pmu
	sed -n 's/^metrics \([^ ]*\).*/metrics \1\n  pmu any/p' new/*/*_metrics.pmu >old/linux/none_metrics.pmu
	try 1 "$pmuc" diff old new
	while IFS=$'\t' read -r block count sum _; do
		[ "${block#\#}" = "$block" ] || continue
		names=$(sed -n "s/^+ metrics $block: \([^ ]*\).*/\L\1/p" "$out" | LC_ALL=C sort -u)
		[ "$(wc -l <<<"$names")" = "$count" ] || fail "$block has $(wc -l <<<"$names") metrics, not $count"
		[ "$(md5sum <<<"$names" | cut -d ' ' -f 1)" = "$sum" ] || fail "$block has other names: $names"
	done <"$srcdir/tests/data/metrics/blocks.tsv"
	# questions are ours, and lpm_* of perf's scripts, which are in no file
	grep '^+ metrics ' "$out" |
		grep -vE '^\+ metrics (questions(_any)?|[a-z0-9_]*_answers|lpm_[a-z0-9_]*):' >vendors
	[ "$(wc -l <vendors)" = "$(awk '!/^#/ { n += $2 } END { print n }' \
		"$srcdir/tests/data/metrics/blocks.tsv")" ]
}
