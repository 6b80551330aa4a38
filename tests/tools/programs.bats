#!/usr/bin/env bats
# Events for programs beside perf: perfetto, bcc, asprof, papi. Each is read by the
# program's own reader where Debian has one, else by the grammar that its documents give.

# shellcheck disable=SC2154 # variables of strings.bash
load strings

# What TraceConfig has of these fields, in a .proto of ours: names and types are perfetto's, numbers do not matter.
proto() {
	cat >trace.proto <<-'PROTO'
		syntax = "proto2";
		message RawEvent {
			optional uint32 type = 1;
			optional uint64 config = 2;
			optional uint64 config1 = 3;
			optional uint64 config2 = 4;
			optional bool exclude_user = 5;
			optional bool exclude_kernel = 6;
			optional bool exclude_hv = 7;
			optional string pmu_name = 8;
		}
		message Timebase {
			oneof interval { uint64 frequency = 1; uint64 period = 2; uint32 poll_period_ms = 3; }
			optional RawEvent raw_event = 4;
			optional string name = 5;
		}
		message FollowerEvent { optional RawEvent raw_event = 1; optional string name = 2; }
		message PerfEventConfig { optional Timebase timebase = 1; repeated FollowerEvent followers = 2; }
		message DataSourceConfig { optional string name = 1; optional PerfEventConfig perf_event_config = 2; }
		message DataSource { optional DataSourceConfig config = 1; }
		message BufferConfig { optional uint32 size_kb = 1; }
		message TraceConfig {
			repeated BufferConfig buffers = 1;
			optional uint32 duration_ms = 2;
			repeated DataSource data_sources = 3;
		}
	PROTO
}

# 0xc0 and 0xd1 with 0x20 are of Intel's event files; 0x304 is UNC_M_CAS_COUNT.RD of Skylake's memory controller.
@test "perfetto: a whole trace configuration" {
	try 0 pfmexport perfetto --cpu skx --time 1500ms 'skx::INST_RETIRED:ANY_P:u:period=100003' \
		skx::MEM_LOAD_RETIRED:L3_MISS skx_unc_imc0::UNC_M_CAS_COUNT:RD
	prints 'buffers { size_kb: 32768 }' 'duration_ms: 1500' \
		'data_sources { config { name: "linux.perf" perf_event_config {' \
		'  timebase { period: 100003 raw_event { type: 4 config: 0xc0 exclude_kernel: true } name: '"\
\"skx::INST_RETIRED:ANY_P:u:period=100003\" }" \
		'  followers { raw_event { type: 4 config: 0x20d1 } name: "skx::MEM_LOAD_RETIRED:L3_MISS" }' \
		'  followers { raw_event { pmu_name: "uncore_imc_0" config: 0x304 } name: '"\
\"skx_unc_imc0::UNC_M_CAS_COUNT:RD\" }" \
		'} } }'
	cp "$out" config
	try 0 pfmexport perfetto perf::page-faults
	grep -qF 'timebase { poll_period_ms: 100 raw_event { type: 1 config: 0x2 ' "$out"
	command -v protoc >/dev/null || skip "protoc is not installed"
	proto
	protoc --encode=TraceConfig trace.proto <config >binary
	protoc --decode=TraceConfig trace.proto <binary | grep -q 'config: 8401$'
	sed 's/pmu_name/pmu_nam/' config >wrong
	refute protoc --encode=TraceConfig trace.proto <wrong 2>/dev/null
}

@test "bcc: Python that makes the attribute" {
	try 0 pfmexport bcc --cpu skl skl::MEM_LOAD_RETIRED:L3_MISS:u:period=100007
	prints 'from bcc import Perf' '' '# b: the BPF object, on_event: its function for a sample' \
		"$(sed -n 4p "$out")" 'attr = Perf.perf_event_attr()' 'attr.type = 4' 'attr.config = 0x20d1' \
		'attr.exclude_kernel = 0x1' 'attr.sample_period = 100007' \
		'b.attach_perf_event_raw(attr=attr, fn_name=b"on_event", pid=-1, cpu=-1)'
	sed -n 4p "$out" | grep -q '^# skl::MEM_LOAD_RETIRED:L3_MISS:'
	# the vendor's period of INST_RETIRED; none is known of the kernel's
	pfmexport bcc --cpu skl skl::INST_RETIRED | grep -qxF "attr.sample_period = 2000003  # its vendor's"
	pfmexport bcc perf::page-faults | grep -qxF 'attr.sample_period = 1000003  # none was said'
	pfmexport bcc --cpu alderlake adl_grt::INST_RETIRED |
		grep -qxF 'attr.type = int(open("/sys/bus/event_source/devices/cpu_atom/type").read())'
	command -v python3 >/dev/null || skip "python3 is not installed"
	{
		echo 'class B:'
		echo '    def attach_perf_event_raw(self, **given):'
		echo '        a = given["attr"]'
		echo '        print(a.type, a.config, a.config1, a.sample_period, a.exclude_kernel, given["fn_name"])'
		echo 'b = B()'
	} >begin
	pfmexport bcc --cpu skl skl::MEM_LOAD_RETIRED:L3_MISS:u:period=100007 FRONTEND_RETIRED.DSB_MISS |
		cat begin - >program.py
	python3 -m py_compile program.py
	/usr/bin/python3 -c 'import bcc' 2>/dev/null || skip "python3-bpfcc is not installed"
	/usr/bin/python3 program.py | diff <(printf '%s\n' "8401 0 0 100007 1 b'on_event'" | sed 's/^/4 /; s/ 0 0 / 0 /'
		echo "4 454 17 100007 0 b'on_event'") - >&2
}

@test "asprof: codes, or config words of a device" {
	export LIBPFM_CPUID=GenuineIntel-6-94-3
	try 0 pfmexport asprof MEM_LOAD_RETIRED.L3_MISS skl::FRONTEND_RETIRED:DSB_MISS
	prints r20d1 cpu/config=0x1c6,config1=0x11/
	try 0 pfmexport asprof-agent skl::FRONTEND_RETIRED:DSB_MISS
	prints cpu/config=0x1c6:config1=0x11/
	try 0 pfmexport asprof --cpu skx skx_unc_imc1::UNC_M_CAS_COUNT:RD
	prints uncore_imc_1/config=0x304/
	try 0 pfmexport asprof --cpu alderlake adl_grt::INST_RETIRED
	prints cpu_atom/config=0xc0/
	# rNNN and pmu/config=../ are all that its documents know of codes
	try 0 pfmexport asprof --cpu zen4 RETIRED_INSTRUCTIONS amd64_fam19h_zen4_l3::L3_LOOKUP_STATE:L3_MISS
	refute grep -vE '^(r[0-9a-f]+|[a-z0-9_]+/config=0x[0-9a-f]+(,config[12]=0x[0-9a-f]+)*/)$' "$out"
	try 1 pfmexport asprof INST_RETIRED:u
	says_line "pfmexport: INST_RETIRED:u: asprof has no modifiers; its --all-user leaves out the kernel"
	try 1 pfmexport asprof perf::cycles
	says_line "pfmexport: perf::cycles: asprof has names of its own for the kernel's events: see asprof list"
	try 1 pfmexport asprof INST_RETIRED:period=1000
	says_line "pfmexport: INST_RETIRED:period=1000: asprof has no modifiers; its -i is the period"
}

@test "papi: native events" {
	export LIBPFM_CPUID=GenuineIntel-6-94-3
	try 0 pfmexport papi MEM_LOAD_RETIRED.L3_MISS INST_RETIRED:u:c=2 perf::page-faults r20d1
	prints skl::MEM_LOAD_RETIRED:L3_MISS skl::INST_RETIRED:ANY_P:c=2:u=1 perf::PERF_COUNT_SW_PAGE_FAULTS \
		perf_raw::r20d1
	# read back, it is the same event
	[ "$(perf_encode --json "$(sed -n 2p "$out")" | jq -c '[.config, .exclude_kernel, .exclude_user]')" = \
		'["0x20000c0",1,0]' ]
	try 0 pfmexport papi cpu/event=0xd1,umask=0x20/
	prints skl::MEM_LOAD_RETIRED:L3_MISS
	try 1 pfmexport papi cpu/config=0x12345678/
	says "PAPI has names of events only, and no table has this one"
}

@test "pcp: each event below what it counts" {
	try 0 pfmexport pcp --cpu skx misses=MEM_LOAD_RETIRED:L3_MISS
	prints '# Written by pfmexport pcp --cpu skx misses=MEM_LOAD_RETIRED:L3_MISS' \
		"# perfevent.derived.NAME.value counts the first event of NAME that the machine has. Whether `
			`two CPUs'" \
		'# events count alike is for who chose them to say.' '' \
		'# Every machine takes this section: a later one that names its CPU is not looked at.' '[perf]' \
		'# Loads retired, by cache level that served them' '#   L3_MISS: Loads that missed the L3' \
		'skx::MEM_LOAD_RETIRED:L3_MISS cpu' '' '[misses:derived]' 'skx::MEM_LOAD_RETIRED:L3_MISS cpu'
}

@test "three words, and frequencies" {
	try 0 pfmexport bcc cycles:freq=100
	[ "$(grep freq "$out" | tail -n 2)" = $'attr.freq = 1\nattr.sample_freq = 100' ]
	try 0 pfmexport bcc cycles:period=100
	prints_line 'attr.sample_period = 100'
	refute grep -q 'attr.*freq' "$out"
	try 0 pfmexport perfetto cycles:freq=100
	prints_line '  timebase { frequency: 100 raw_event { type: 0 config: 0x0 } name: "cycles:freq=100" }'
	export LIBPFM_CPUID='' LIBPFM_FSROOT=$roots/hypervisor
	try 0 pfmexport perfetto acme_npu_1/lane=1,mask=5/
	grep -qF '{ pmu_name: "acme_npu_1" config: 0x0 config1: 0x10 config2: 0x5 }' "$out"
	try 0 pfmexport asprof acme_npu_1/lane=1,mask=5/ acme_npu_1/mask=5/
	prints acme_npu_1/config=0x0,config1=0x10,config2=0x5/ acme_npu_1/config=0x0,config2=0x5/
	try 0 perf_encode --as c acme_npu_1/lane=1,mask=5/
	prints_line $'\t.config1 = 0x10,'
	prints_line $'\t.config2 = 0x5,'
	# a field, which is no event of a table
	try 0 check_events --os perf_ext acme_npu_0::op=5
	prints_line 'PMU            : acme_npu_0'
	prints_line 'Codes          : 0x5'
}

@test "what does not go" {
	try 1 pfmexport perfetto --cpu skl skl::INST_RETIRED:u:precise=2
	says_line "pfmexport: skl::INST_RETIRED:u:precise=2: perfetto has no word for precise_ip"
	try 1 pfmexport perfetto --cpu skl skl::INST_RETIRED skl::INST_RETIRED:period=7
	says "of perfetto's events only the first has a period or frequency"
	unset LIBPFM_FSROOT
	try 1 pfmexport perfetto --cpu neoverse-n1 arm_cmn::DTC_CYCLES
	says_line "pfmexport: arm_cmn::DTC_CYCLES: perfetto has no word for a device of many that is not at hand"
	prints_nothing
	# the first that goes is the first
	try 1 pfmexport perfetto --cpu neoverse-n1 arm_cmn::DTC_CYCLES r8 r11
	[ "$(grep -o '^  [a-z]* \|^} } }' "$out")" = $'  timebase \n  followers \n} } }' ]
	try 1 pfmexport asprof --cpu neoverse-n1 arm_cmn::DTC_CYCLES
	says_line "pfmexport: arm_cmn::DTC_CYCLES: asprof needs the name of one device"
	try 0 perf_encode --cpu neoverse-n1 arm_cmn::DTC_CYCLES
	prints_line 'type           : unknown on this machine (arm_cmn_*)'
	try 1 pfmexport bcc --cpu skl skl::INST_RETIRED:pinned
	says_line "pfmexport: skl::INST_RETIRED:pinned: BCC has no word for pinned and exclusive events"
}
