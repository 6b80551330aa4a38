#!/usr/bin/env bats
# What the kernel makes of perf's generic events, and its own names, in the tools. Codes: the kernel's drivers.

# shellcheck disable=SC2154 # variables of strings.bash
load strings

@test "check_events says what the kernel counts for a generic event" {
	try 0 check_events --cpu zen5 cycles branch-misses LLC-stores
	prints_line 'Kernel         : cpu-cycles: amd64_fam1ah_zen5::CYCLES_NOT_IN_HALT, 0x76'
	prints_line 'Kernel         : branch-misses: amd64_fam1ah_zen5::RETIRED_BRANCH_INSTRUCTIONS_MISPREDICTED, 0xc3'
	prints_line 'Kernel         : LLC-stores: none on amd64_fam1ah_zen5, opening it fails with ENOENT'
	try 0 check_events --cpu spr --json cache-misses
	grep -qF '"kernel":[{"name":"cache-misses","pmu":"spr","event":"spr::LONGEST_LAT_CACHE:MISS",' "$out"
	grep -qF ',"config":"0x412e","config1":"0x0","linux":[{"since":"5.15","before":null,"config":"0x412e",' "$out"
	try 0 check_events --cpu zen5 node-loads node-stores
	prints_line 'Kernel         : node-loads: none on amd64_fam1ah_zen5, opening it fails with ENOENT'
	prints_line 'Kernel         : node-stores: none on amd64_fam1ah_zen5, opening it fails with EINVAL'
	try 0 check_events --cpu spr --json iTLB-loads
	grep -q '"kernel":\[{"name":"iTLB-loads","pmu":"spr","error":"EINVAL",' "$out"
	try 0 check_events --cpu spr --json stalled-cycles-backend
	grep -q '"kernel":\[{"name":"stalled-cycles-backend","pmu":"spr","error":"ENOENT",' "$out"
	try 0 check_events --cpu power10 -O perf_ext branches
	grep -q '^Kernel .*, 0x2f04a$' "$out"
}

# PMUv3: the first of the kernel's choices that the core lists, and what the driver has for the core besides
@test "Arm's cores have what they list" {
	try 0 check_events --cpu ampere-altra branches L1-dcache-stores
	prints_line 'Kernel         : branch-instructions: arm_n1::BR_RETIRED, 0x21'
	prints_line 'Kernel         : L1-dcache-stores: none on arm_n1, opening it fails with ENOENT'
	try 0 check_events --cpu cortex-a53 branches node-loads LLC-loads
	prints_line 'Kernel         : branch-instructions: arm_ac53::PC_WRITE_RETIRED, 0xc'
	prints_line 'Kernel         : node-loads: arm_ac53::BUS_ACCESS_RD, 0x60'
	prints_line 'Kernel         : LLC-loads: none on arm_ac53, opening it fails with ENOENT'
}

# Ice Lake has 5.4 and 5.10 that know it and count nothing for some codes of event select 0
@test "what needs a later kernel than the CPU does" {
	try 0 check_events --cpu icx INST_RETIRED:PREC_DIST INST_RETIRED:ANY TOPDOWN_M:RETIRING
	prints_line 'Linux          : 5.15 or later'
	prints_line 'Linux          : 5.10 or later'
	[ "$(grep -c ^Linux "$out")" = 2 ]
	try 0 check_events --cpu icx --json INST_RETIRED:PREC_DIST TOPDOWN_M:SLOTS
	[ "$(jq -r .since_linux "$out")" = $'5.15\nnull' ]
	# the machine's kernel is old, or new enough
	local release said
	cp -r "$roots/vm" root
	chmod -R u+w root
	mkdir -p root/proc/sys/kernel
	sed -i 's/\(model.*: \)167/\1106/' root/proc/cpuinfo
	while read -r release said; do
		echo "$release" >root/proc/sys/kernel/osrelease
		LIBPFM_CPUID='' LIBPFM_FSROOT=$PWD/root try 0 evt2raw INST_RETIRED:PREC_DIST
		[ "$(grep -c 'PREC_DIST: counted by Linux 5.15 or later' "$err")" = "$said" ] || fail "$release"
	done <<-'END'
		4.18.0 1
		4.20.3 1
		5.14.21-x 1
		5.15.0-91 0
		5.16 0
		6.0.1 0
		unknown 1
	END
	try 0 check_events --cpu spr INST_RETIRED:PREC_DIST
	[ "$(grep -c ^Linux "$out")" = 0 ]
	try 0 showevtinfo --cpu icx --json icx::TOPDOWN_M
	[ "$(jq -rc '.umasks[]? | [.name, .since_linux]' "$out")" = '["BACKEND_BOUND","5.10"]
["BAD_SPEC","5.10"]
["FRONTEND_BOUND","5.10"]
["RETIRING","5.10"]
["SLOTS",null]' ]
	try 0 showevtinfo --cpu icx icx::INST_RETIRED
	prints_line 'Facts-02 : counter f0, needs Linux 5.15, period 2000003'
}

@test "of a hybrid each kind of cores, or the one that is meant" {
	try 0 check_events --cpu adl cycles L1-dcache-load-misses
	prints_line 'Kernel         : cpu-cycles: adl_glc::CPU_CLK_UNHALTED:THREAD_P, 0x3c'
	prints_line 'Kernel         : cpu-cycles: adl_grt::CPU_CLK_UNHALTED:CORE_P, 0x3c'
	prints_line 'Kernel         : L1-dcache-load-misses: none on adl_grt, opening it fails with ENOENT'
}

@test "showevtinfo: all that can be done to a cache" {
	try 0 showevtinfo --cpu skl '^perf::PERF_COUNT_HW_CACHE_L1D$'
	prints_line 'Kernel   : L1-dcache-loads: skl::MEM_INST_RETIRED:ALL_LOADS, 0x81d0'
	prints_line 'Kernel   : L1-dcache-store-misses: none on skl, opening it fails with ENOENT'
	try 0 showevtinfo --cpu skl --json '^perf::PERF_COUNT_HW_INSTRUCTIONS$'
	grep -qF '"kernel":[{"name":"instructions","pmu":"skl","event":"skl::INST_RETIRED:ANY_P",' "$out"
	try 0 showevtinfo --cpu skl '^perf::PERF_COUNT_SW_CPU_CLOCK$'
	refute grep -q '^Kernel' "$out"
}

@test "evt2raw --decode: what else the kernel calls it" {
	try 0 evt2raw --cpu srf --decode 0xc5
	grep -qx 'evt2raw: 0xc5: on srf this is what the kernel calls branch-misses, branch-load-misses' "$err"
	try 0 evt2raw --cpu skl --decode --json r412e
	grep -q '"event":"skl::LONGEST_LAT_CACHE:MISS".*"kernel":"cache-misses"' "$out"
	try 0 evt2raw --cpu skl --decode r20d1
	[ ! -s "$err" ]
}

@test "the kernel's names are events of libpfm4's language, too" {
	try 0 evt2raw spr::slots spr::topdown-retiring spr::branch-misses skx_unc_imc0::cas_count_read
	prints r400 r8000 rc5 uncore_imc_0/config=0x304/
	try 0 check_events spr::topdown-retiring:u
	prints_line 'Actual    Event: spr::TOPDOWN_M:RETIRING'
	try 1 evt2raw spr::slots:nonsense
	try 1 evt2raw skl::slots
	try 0 evt2raw spr::cycles adl_grt::branches spr::L1-dcache-load-misses arm_n1::L1-dcache-loads \
		spr_unc_imc::cas_count_read sapphirerapids::slots sapphirerapids::cas_count_read
	prints r3c cpu_atom/config=0xc4/ re124 r4 uncore_imc_0/config=0xcf05/ r400 uncore_imc_0/config=0xcf05/
}

@test "showevtinfo takes them as the other tools do" {
	try 0 showevtinfo -L spr::slots spr::cycles:u skx_unc_imc::cas_count_read sapphirerapids::topdown-retiring
	prints spr::TOPDOWN:SLOTS spr::CPU_CLK_UNHALTED:THREAD_P skx_unc_imc0::UNC_M_CAS_COUNT:RD \
		spr::TOPDOWN_M:RETIRING
	try 0 showevtinfo spr::slots
	prints_line 'Linux    : slots: from 5.15 on'
	try 0 showevtinfo --json spr::slots
	[ "$(jq -rc '[.event, .umasks[].name]' "$out")" = '["TOPDOWN","SLOTS"]' ]
	try 1 showevtinfo skl::slots
}

@test "of a PMU that a string names, not of this machine" {
	try 0 check_events --cpu zen5 skl/LLC-loads/ amd64_fam19h_zen3/cache-misses/
	prints_line 'Kernel         : LLC-loads: 0x1b7 0x3fc0010001'
	prints_line 'Actual    Event: amd64_fam19h_zen3::L2_CACHE_REQ_STAT:IC_DC_MISS_IN_L2'
	try 0 check_events --cpu zen5 --json skl/LLC-loads/
	grep -qF '"kernel":[{"name":"LLC-loads","pmu":"skl",' "$out"
}

# The kernel matches fixed counters by the very code; event select 0 on a general counter counts nothing.
@test "what no counter counts is said, once, and encoded as libpfm4 does" {
	try 0 evt2raw skl::CPU_CLK_UNHALTED:REF_TSC:c=1 skl::CPU_CLK_UNHALTED:REF_TSC:c=2
	prints r1000300 r2000300
	[ "$(wc -l <"$err")" = 1 ]
	says_line 'evt2raw: skl::CPU_CLK_UNHALTED:REF_TSC:c=1: cannot be counted: no counter takes it'
	try 1 check_events --together skl::CPU_CLK_UNHALTED:REF_TSC:c=1
	try 0 check_events icl::TOPDOWN:SLOTS:c=1
	grep -q 'cannot be counted' "$err"
	try 0 evt2raw skl::CPU_CLK_UNHALTED:REF_TSC skl::INST_RETIRED:ANY:c=1 spr::TOPDOWN:SLOTS
	says_nothing
}

# __armv8_pmuv3_map_event() refuses CHAIN; check_valid_freerunning_event() a type that the driver has no counters of.
@test "what Linux refuses to open is said: Arm's CHAIN, free-running counters of data sent" {
	unset LIBPFM_FSROOT
	local core
	for core in arm_thunderx2::CHAIN arm_olympus::CHAIN arm_pmuv3::CHAIN arm_n2::COUNTER_OVERFLOW \
		arm_v1::COUNTER_OVERFLOW arm_v2::COUNTER_OVERFLOW; do
		try 0 check_events $core
		prints_line "Kernel         : ${core#*::}: none on ${core%::*}, opening it fails with EINVAL"
		says_line "check_events: $core: cannot be counted: the kernel has no such event there"
	done
	try 0 check_events --cpu neoverse-n1 r1e CPU_CYCLES
	[ "$(grep -c '^Kernel' "$out")" = 1 ]
	prints_line 'Kernel         : r1e: none on perf_raw, opening it fails with EINVAL'
	try 0 check_events --cpu graviton3 --json COUNTER_OVERFLOW
	grep -qF '"kernel":[{"name":"COUNTER_OVERFLOW","pmu":"arm_v1","error":"EINVAL"}]' "$out"
	try 1 check_events --cpu neoverse-v2 --together COUNTER_OVERFLOW CPU_CYCLES
	local cpu part name
	for cpu in icx snowridge; do
		for part in 0 1 2 3 4 5 6 7; do
			try 0 check_events --cpu $cpu UNC_IIO_BANDWIDTH_OUT.PART${part}_FREERUN
			prints_line "Codes          : 0x3${part}ff"
			grep -q "^Kernel .*OUT.PART${part}_FREERUN: none on icx_unc_iio_free, .* EINVAL$" "$out"
		done
		try 0 check_events --cpu $cpu UNC_IIO_BANDWIDTH_IN.PART0_FREERUN UNC_IIO_CLOCKTICKS_FREERUN
		refute grep -q '^Kernel' "$out"
	done
	try 0 check_events --cpu spr UNC_IIO_BANDWIDTH_OUT.PART0_FREERUN bw_out_port0
	refute grep -q '^Kernel' "$out"
	# Snow Ridge's driver has no counters of persistent memory
	try 1 evt2raw --cpu snowridge ddrt_read uncore_imc_free_running/ddrt_read/
	try 0 evt2raw --cpu icx ddrt_read
	prints 'uncore_imc_free_running/config=0x30ff/'
	for name in icx_unc_iio0::UNC_IIO_CLOCKTICKS_FREERUN icx_unc_iio0::UNC_IIO_BANDWIDTH_IN:PART0_FREERUN; do
		try 0 check_events --cpu icx $name
		says_line "check_events: $name: cannot be counted: no counter takes it"
	done
}

# armv8_cavium_thunder is ThunderX 1: its successor is armv8_pmuv3_0 with ACPI, which all of its servers have.
@test "ThunderX2 is written for the device that its servers have" {
	unset LIBPFM_FSROOT
	try 0 evt2raw --cpu thunderx2 CPU_CYCLES
	prints 'armv8_pmuv3_0/config=0x11/'
	try 0 evt2raw --cpu thunderx CPU_CYCLES
	prints 'armv8_cavium_thunder/config=0x11/'
}

# perf(1) puts the filters of these names into the half of config1 that skx_cha_filter_mask() throws away.
@test "filters of the CHA's names that perf has beside the kernel's" {
	unset LIBPFM_FSROOT
	local name
	while read -r name word; do
		try 0 evt2raw --cpu clx "uncore_cha_0/$name/"
		prints "uncore_cha_0/config=0x2135,config1=$word/"
	done <<-END
		LLC_MISSES.MMIO_READ 0x40040e3300000000
		LLC_MISSES.MMIO_WRITE 0x40041e3300000000
		LLC_MISSES.UNCACHEABLE 0x40e3300000000
		LLC_REFERENCES.STREAMING_FULL 0x4183300000000
		LLC_REFERENCES.STREAMING_PARTIAL 0x41a3300000000
		UNC_CHA_TOR_INSERTS.IA_MISS_DRD 0x4043300000000
	END
}

@test "generic and software events of a device, together with others" {
	try 0 check_events --together --cpu zen5 software/page-faults/ cpu/cycles/ cycles
	grep -q '^-        perf::PERF_COUNT_SW_PAGE_FAULTS:' "$out"
	grep -q '^0        perf::PERF_COUNT_HW_CPU_CYCLES:' "$out"
}

@test "the examples of evt2raw --help on another machine" {
	try 0 evt2raw --cpu skx --join '{INST_RETIRED,LONGEST_LAT_CACHE:MISS}:u'
	unset LIBPFM_FSROOT # a CPU without files: not the guest with another CPU
	try 0 evt2raw --cpu skx uncore_imc/cas_count_read/
	prints_line uncore_imc_0/config=0x304/
	try 0 evt2raw --cpu skx cycles:u
}

@test "where a CPU has none it is said, and what others have is not suggested" {
	try 1 evt2raw --cpu skx topdown-retiring
	grep -q 'no such event here: topdown-retiring; the kernel has it on other CPUs' "$err"
	refute grep -q 'did you mean cwf' "$err"
	try 1 evt2raw --cpu power10 slots
	grep -q 'no such event here: slots; the kernel has it on other CPUs' "$err"
	for name in mem-loads mem-stores cas_count_read; do
		try 1 evt2raw --cpu zen5 "$name"
		grep -q "no such event here: $name; the kernel has it on other CPUs" "$err"
		try 1 evt2raw --cpu neoverse-n1 "$name"
		grep -q "no such event here: $name; the kernel has it on other CPUs" "$err"
	done
	try 1 evt2raw --cpu skx spr::stalled-cycles-frontend skl::LLC-loads power10::cycles
	grep -q 'no such event: stalled-cycles-frontend, which Linux refuses on spr$' "$err"
	grep -q 'no such event: LLC-loads, for which Linux counts 0x1b7 0x3fc0010001 on skl$' "$err"
	grep -q 'no such event: cycles, for which Linux counts 0x600f4 on power10$' "$err"
	try 1 check_events --cpu spr --pfm slots
	grep -q 'did you mean TOPDOWN:SLOTS' "$err"
}

# by the kernel's own tests of vendors, families and models
@test "CPUs that the kernel takes for others'" {
	unset LIBPFM_FSROOT
	try 0 showevtinfo --cpu HygonGenuine-24-1 --host
	grep -q '(HygonGenuine-24-1-0)$' "$out"
	grep -q '^  amd64_fam17h_zen1 ' "$out"
	try 0 check_events --cpu dhyana cycles
	prints_line 'Kernel         : cpu-cycles: amd64_fam17h_zen1::CYCLES_NOT_IN_HALT, 0x76'
	try 2 showevtinfo --cpu AuthenticAMD-24-1 --host
	try 0 check_events --cpu loongson branches
	prints_line 'Kernel         : branch-instructions: loongarch::BR_RETIRED, 0x2'
	try 0 evt2raw --cpu Loongson-3A5000 BRANCH_MISSES
	try 2 evt2raw --cpu Loongson-1 BRANCH_MISSES
	try 0 evt2raw --cpu GenuineIntel-6-22 core::INST_RETIRED
}

# by the kernel's driver for Zhaoxin's cores and Centaur's last
@test "Zhaoxin's CPUs, by both of their vendors' names and by their own" {
	unset LIBPFM_FSROOT
	for cpu in CentaurHauls-6-15-14 Shanghai-6-15-15 CentaurHauls-6-25 shanghai-6-0x19-3 zxc ZX-C; do
		try 0 check_events --cpu "$cpu" cycles instructions
		prints_line 'Kernel         : cpu-cycles: zxc::UNHALTED_CORE_CYCLES, 0x82'
		prints_line 'Kernel         : instructions: none on zxc, opening it fails with ENOENT'
	done
	for cpu in CentaurHauls-7-27 Shanghai-7-0x1b zxd kx-5000 'ZHAOXIN KaiXian KX-U5580@1.8GHz' wudaokou; do
		try 0 check_events --cpu "$cpu" stalled-cycles-frontend LLC-loads
		prints_line 'Kernel         : stalled-cycles-frontend: zxd::STALLED_CYCLES_FRONTEND, 0x1800101'
		prints_line 'Kernel         : LLC-loads: none on zxd, opening it fails with EINVAL'
	done
	for cpu in CentaurHauls-7-59 Shanghai-7-59-1 zxe kx-6000 'ZHAOXIN KaiXian KX-U6780A@2.7GHz' lujiazui; do
		try 0 check_events --cpu "$cpu" L1-dcache-stores LLC-loads
		prints_line 'Kernel         : L1-dcache-stores: zxe::L1D_STORES, 0x669'
		prints_line 'Kernel         : LLC-loads: none on zxe, opening it fails with ENOENT'
	done
	try 0 showevtinfo --cpu Shanghai-7-59-1 --host
	grep -q '^CPU .*(Shanghai-7-59-1)$' "$out"
	prints_line '    Linux                  from 5.10 on'
	# which the driver leaves without a PMU, and AMD's Shanghai
	for cpu in CentaurHauls-6-15-13 CentaurHauls-7-91 Shanghai-5-27 Shanghai-7; do
		try 2 check_events --cpu "$cpu" cycles
	done
	try 0 check_events --cpu shanghai cycles
	prints_line 'Kernel         : cpu-cycles: amd64_fam10h_shanghai::CPU_CLK_UNHALTED, 0x76'
}

# the driver has fixed counters for the very codes: instructions, cycles and bus cycles
@test "counters of Zhaoxin's CPUs" {
	unset LIBPFM_FSROOT
	try 0 check_events --cpu zxe --together BUS_CYCLES UNHALTED_CORE_CYCLES INSTRUCTION_RETIRED CACHE_MISSES:c=1
	prints_line 'f2       BUS_CYCLES'
	prints_line 'f1       UNHALTED_CORE_CYCLES'
	prints_line 'f0       INSTRUCTION_RETIRED'
	prints_line '0        CACHE_MISSES:c=1'
	try 0 check_events --cpu zxc --together UNHALTED_CORE_CYCLES UNHALTED_CORE_CYCLES:c=1
	prints_line 'f1       UNHALTED_CORE_CYCLES'
	prints_line '0        UNHALTED_CORE_CYCLES:c=1'
	try 0 evt2raw --cpu zxe 'cpu/event=0x15,umask=0x05,edge,inv,cmask=3/'
	prints r3840515
	try 1 evt2raw --cpu zxe 'cpu/event=0x15,any/'
}

# by the kernel's rows for a model that it does not know
@test "an Intel CPU that nobody knows" {
	unset LIBPFM_FSROOT
	try 0 check_events --cpu GenuineIntel-6-215 cycles branch-misses LLC-loads
	prints_line 'Kernel         : cpu-cycles: ix86arch::UNHALTED_CORE_CYCLES, 0x3c'
	prints_line 'Kernel         : branch-misses: ix86arch::MISPREDICTED_BRANCH_RETIRED, 0xc5'
	prints_line 'Kernel         : LLC-loads: none on ix86arch, opening it fails with ENOENT'
	try 0 check_events --cpu spr cycles
	[ "$(grep -c ^Kernel "$out")" = 1 ]
	try 0 showevtinfo --cpu spr --host
	refute grep -q '^  ix86arch  *branch-instructions' "$out"
	try 0 check_events --cpu GenuineIntel-6-215 --together cycles instructions
	grep -q '^f1 *cycles$' "$out"
	try 1 check_events --cpu GenuineIntel-6-215 --together LLC-loads
}

@test "what kernels do not agree on is dated" {
	unset LIBPFM_FSROOT
	try 0 check_events --cpu spr ref-cycles cas_count_read
	prints_line 'Linux          : spr::ref-cycles: from 6.12 on; from 5.15 to before 6.12: 0x300'
	prints_line 'Linux          : cas_count_read: from 6.6 on'
	try 0 check_events --cpu zen4 stalled-cycles-backend
	prints_line 'Linux          : amd64_fam19h_zen4::stalled-cycles-backend: from 6.12 on; before 6.12: 0x187'
	try 0 check_events --cpu neoverse-n1 branches
	prints_line 'Linux          : arm_n1::branch-instructions: from 6.6 on; before 6.6: none'
	try 0 check_events --cpu spr uncore_iio_free_running/bw_in_port0/
	grep -q '^Linux          : bw_in_port0: from 6.12 on; from 6.6 to before 6.12: 0x20ff times 3.8146' "$out"
	grep -q '; from 6.1 to before 6.6: 0x20ff times 3.0517578125e-05 MiB; from 5.15 to before 6.1: ' "$out"
	try 0 check_events --cpu gnr --json cas_count_read_sch1
	grep -qF '"linux":[{"since":"7.1","before":null,"config":"0xcf06",' "$out"
	grep -qF '{"since":"6.12","before":"6.18","config":"0xcf06","config1":"0x0","unit":"MiB",' "$out"
}

@test "the last level and nodes of Intel's cores are others from Linux 7.2 on, or none" {
	unset LIBPFM_FSROOT
	try 0 check_events --cpu adl node-loads LLC-store-misses
	prints_line 'Kernel         : node-loads: none on adl_glc, opening it fails with ENOENT'
	dated='from 7.2 on; from 5.15 to before 7.2:'
	prints_line "Linux          : adl_glc::node-loads: $dated 0x12a 0x10c000001"
	prints_line "Linux          : adl_glc::LLC-store-misses: $dated 0x12a 0x3f3fc00002"
	prints_line "Linux          : adl_grt::LLC-store-misses: $dated 0x1b7 0x3f04000002"
	try 0 check_events --cpu cwf --json LLC-load-misses
	grep -qF '"linux":[{"since":"7.2","before":null,"config":"0x1b7","config1":"0x33fbfc00001",' "$out"
	grep -qF '{"since":"6.18","before":"7.2","config":"0x1b7","config1":"0x3f04000001",' "$out"
	try 0 check_events --cpu icelake node-loads # the client's stayed
	refute grep -q '^Linux' "$out"
}

@test "what all agree on is not, and what is as old as the CPU in the kernel" {
	unset LIBPFM_FSROOT
	try 0 check_events --cpu skl cycles ref-cycles
	refute grep -q '^Linux' "$out"
	try 0 check_events --cpu lnl branch-misses
	refute grep -q '^Linux' "$out"
	try 0 showevtinfo --cpu lnl slots
	prints_line 'Linux    : lnl_lnc::slots: from 6.12 on'
	try 0 showevtinfo --cpu skx cas_count_read
	refute grep -q '^Linux' "$out"
	try 0 showevtinfo --cpu spr cas_count_read
	prints_line 'Linux    : spr_unc_imc0::cas_count_read: from 6.6 on'
	[ "$(grep -c '^Linux' "$out")" = 1 ] # of all boxes
	try 0 showevtinfo --cpu GenuineIntel-6-175 --host
	grep -q '^ *Linux  *from 6.6 on$' "$out"
}

@test "names that only earlier kernels have" {
	unset LIBPFM_FSROOT
	try 1 check_events --cpu gnr cas_count_read
	grep -q ': no such event here: cas_count_read, which gnr_unc_imc0 has before Linux 7.1 only$' "$err"
	try 1 check_events --cpu gnr uncore_imc/cas_count_read/
	grep -q 'uncore_imc_0 has no format and no event cas_count_read, which it has before Linux 7.1 only$' "$err"
	grep -q 'did you mean cas_count_read_sch0, cas_count_read_sch1?' "$err"
}

# from what the drivers have; where there is nothing, it is said that others have it
@test "the 20 names that everybody types first, on 18 CPUs" {
	unset LIBPFM_FSROOT
	table=$srcdir/tests/data/kernel/first.tsv
	for cpu in $(grep -v '^#' "$table" | cut -f 1 | uniq); do
		mapfile -t names < <(awk -F '\t' -v cpu="$cpu" '$1 == cpu { print $2 }' "$table")
		[ ${#names[@]} = 20 ]
		{ check_events --cpu "$cpu" --json "${names[@]}" 2>/dev/null || true; } |
			jq -r --arg cpu "$cpu" '
				def code: .config + if .config1 == "0x0" then "" else "," + .config1 end;
				[$cpu, .requested, if .error then
					.error.message |
						if test("^no such event here: .*(on other CPUs|, which .* before)")
						then "-" else . end
				elif .kernel then
					[.kernel[] | .pmu + "=" + if .error then "none" else code end] | join(" ")
				elif .linux and .linux[0].error then "-"
				else .codes | join(",") end] | @tsv' |
			awk -F '\t' '$2 == last { printf " %s", $3; next }
				{ printf "%s%s", last ? "\n" : "", $0; last = $2 }
				END { print "" }'
	done >"$BATS_TEST_TMPDIR/got"
	grep -v '^#' "$table" | diff - "$BATS_TEST_TMPDIR/got"
}

@test "what no kernel has, and devices that any machine may have" {
	unset LIBPFM_FSROOT
	try 0 check_events --cpu gnr energy-pkg
	prints_line 'Linux          : energy-pkg: from 7.1 on' # by TPMI, on servers
	try 0 check_events --cpu GenuineIntel-6-213 energy-pkg
	prints_line 'Linux          : energy-pkg: from 7.1 on'
	try 0 check_events --cpu rkl energy-pkg
	prints_line 'Linux          : energy-pkg: no kernel up to 7.3 has it'
	try 0 check_events --cpu ptl energy-pkg # by another driver than before
	prints_line 'Linux          : energy-pkg: from 7.1 on'
	try 0 check_events --cpu GenuineIntel-6-229 LLC-loads cycles # a model that no kernel lists
	prints_line 'Kernel         : LLC-loads: none on ptl_cgc, opening it fails with ENOENT'
	prints_line 'Kernel         : cpu-cycles: ptl_cgc::CPU_CLK_UNHALTED:CORE_P, 0x3c'
	try 0 check_events --cpu GenuineIntel-6-141 power/energy-psys/
	prints_line 'Linux          : energy-psys: from 5.15 on'
	prints_line 'Unit           : Joules, counts times 2.328306437e-10'
	try 0 check_events --cpu adl xe_0000_03_00.0/gt-actual-frequency/ i915/rcs0-busy/
	prints_line 'Unit           : MHz, counts times 1'
	prints_line 'Unit           : ns, counts times 1'
	try 0 evt2raw --cpu spr dmar3/iommu_mem_blocked/ cstate_die/c6-residency/ i915_0000_03_00.0/vcs1-sema/
	prints dmar3/config=0x10000020/ cstate_die/config=0x2/ i915_0000_03_00.0/config=0x2012/
	try 0 evt2raw --cpu neoverse-v1 arm_cmn_0/hnf_cache_miss/ smmuv3_pmcg_2b442/transaction/ arm_dsu_1/cycles/
	prints arm_cmn_0/config=0x10005/ smmuv3_pmcg_2b442/config=0x1/ arm_dsu_1/config=0x11/
	try 1 evt2raw --cpu neoverse-v1 arm_nosuch_0/cycles/
	try 0 check_events --cpu power10 cache-misses
	prints_line 'Linux          : power10::cache-misses: from 5.15 on; from 5.10 to before 5.15: 0x3e054'
	try 0 check_events --cpu POWER-0x80-0x100 cache-misses LLC-stores
	prints_line 'Kernel         : cache-misses: power10::PM_LD_MISS_L1, 0x3e054'
	prints_line 'Kernel         : LLC-stores: none on power10, opening it fails with EINVAL'
}

@test "a format of the kernel's that the tables have elsewhere is the kernel's, which is said if asked" {
	cp -r "$roots/skylake-client" root
	export LIBPFM_CPUID='' LIBPFM_FSROOT=$PWD/root
	LIBPFM_VERBOSE=1 try 0 evt2raw cpu/event=0xc0,umask=0x1/u
	prints r1c0:u
	refute grep -q 'is believed' "$err"
	echo config:16-23 >root/sys/bus/event_source/devices/cpu/format/umask
	LIBPFM_VERBOSE=1 try 0 perf_encode --as perf cpu/event=0xc0,umask=0x1/u
	says 'cpu: the kernel has the format umask in another place than the tables have it, and is believed'
	refute grep -q 'the format event' "$err"
	try 0 perf_encode --format '{config:#x}' cpu/event=0xc0,umask=0x1/u
	prints 0x100c0
	says_nothing
}

@test "modifiers of an event of the kernel's: a value that is missing or cannot be" {
	local event begin expected
	export LIBPFM_CPUID='' LIBPFM_FSROOT=$roots/hypervisor
	try 0 perf_encode --format '{type} {config:#x}' acme_npu_1::tiles:u
	prints '21 0x1'
	# where the modifier is, and what it takes
	while read -r event begin expected; do
		try 1 perf_encode --json "acme_npu_1::tiles:$event"
		json ".[0].error | .code == \"ATTR_VAL\" and .offset == 18 + $begin and
			.message == \"a modifier of perf_event lacks its value, or has a wrong one\""
		try 1 perf_encode --as perf "acme_npu_1::tiles:$event"
		says_line "  expected: $expected"
	done <<-'EOF'
		period 0 period= takes a number of 1 or more
		u:period=0 2 period= takes a number of 1 or more
		k:u=2 2 u is on or off: u, u=1 or u=0
		precise=7:u 0 precise= takes a number from 0 to 3
		precise=x 0 precise= takes a number from 0 to 3
	EOF
	try 1 perf_encode --as perf acme_npu_1::tiles:period=5:u:freq=3
	says_line 'perf_encode: acme_npu_1::tiles:period=5:u:freq=3: a modifier does not go with those before it'
	says_line '                               ^~~~~~'
	refute grep -q expected "$err"
	try 1 perf_encode --as perf acme_npu_1::mask=1:op=2:period=5:u:freq=3
	says_line '                                     ^~~~~~'
	try 1 perf_encode --as perf acme_npu_1::tiles:nosuch
	says_line 'perf_encode: acme_npu_1::tiles:nosuch: acme_npu_1 has no format and no event nosuch'
	says_line '  expected: an event of acme_npu_1, or of its formats: lane, mask, odd, op'
}

@test "formats: blanks around them are none, and what is no format is no field" {
	local device=root/sys/bus/event_source/devices/acme_npu_1 name text code
	cp -r "$roots/hypervisor" root
	chmod -R u+w root
	export LIBPFM_CPUID='' LIBPFM_FSROOT=$PWD/root
	while IFS='|' read -r name text code; do
		printf "$text" >$device/format/$name
		if [ "$code" ]; then
			try 0 perf_encode --format '{config:#x} {config1:#x} {config2:#x}' "acme_npu_1/$name=5/"
			prints "$code"
		else
			try 1 evt2raw "acme_npu_1/$name=5/"
			says "what the kernel says of the format $name is not understood"
		fi
	done <<-'END'
		plain|config:8-10|0x500 0x0 0x0
		blanks| \tconfig:8-10 \t\r\n|0x500 0x0 0x0
		pair|config:8-9,11-11|0x900 0x0 0x0
		last|config:0,62-63|0x8000000000000001 0x0 0x0
		second|config1:61-63|0x0 0xa000000000000000 0x0
		third|config2:0-2|0x0 0x0 0x5
		above|config:62-64|
		beyond|config:64|
		large|config:18446744073709551617|
		turned|config:5-3|
		open|config:5-|
		word|config:low|
		comma|config:0-3,|
		twice|config:0-3,x|
		rest|config:0-3x|
		nothing|config:|
		bare|config|
		other|configuration:0-7|
		tenth|config9:0-7|
	END
}

@test "a device that no table knows has no codes for programs that know no device" {
	export LIBPFM_CPUID='' LIBPFM_FSROOT=$roots/hypervisor
	try 1 check_events acme_npu_1::tiles
	printf '%s\n' 'check_events: acme_npu_1::tiles: acme_npu_1 is a device of the kernel that no table knows' \
		'  acme_npu_1::tiles' '  ^~~~~~~~~~' \
		'  expected: perf_event as the layer (-O perf_ext): there are no codes for others' | diff - "$err" >&2
	try 0 check_events --os perf acme_npu_1::tiles
}

@test "an Arm core that no table knows has what the kernel's files name" {
	export LIBPFM_CPUID='' LIBPFM_FSROOT=$roots/arm-generic
	try 0 check_events arm_pmuv3::CPU_CYCLES
	try 1 check_events arm_pmuv3::L3D_CACHE
	says_line "check_events: arm_pmuv3::L3D_CACHE: `
		`this core does not have L3D_CACHE: the kernel's files do not name it"
	says_line '             ^~~~~~~~~'
}
