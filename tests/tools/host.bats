#!/usr/bin/env bats
# showevtinfo --host: what can be counted on captured machines, and why not; the same where perf_encode --open fails.

# shellcheck disable=SC2154 # variables of strings.bash
load strings

setup() {
	begin
	unset LIBPFM_CPUID
}

# finds MACHINE STATUS CODES REMEDY: what is found there, the first remedy has this text.
finds() {
	LIBPFM_FSROOT=$roots/host-$1 try "$2" showevtinfo --host --json
	says_nothing
	prints_json 1
	json ".[0].findings | map(.code) == $3" || fail "$1"
	json ".[0].hardware_events == ($2 == 0)"
	json ".[0].findings[0].remedy // \"\" | contains(\"$4\")"
	cp "$out" "$out.json"
	LIBPFM_FSROOT=$roots/host-$1 try "$2" showevtinfo --host
	says_nothing
	prints_line "Hardware events : $(jq -r '.findings[0].message' "$out.json")"
	grep -qF -e "$4" "$out" || fail "$1: no remedy"
}

# changed MACHINE FILE EXPRESSION: the machine "changed" is that one, with this file edited by sed.
changed() {
	rm -rf "$roots/host-changed"
	cp -r "$roots/host-$1" "$roots/host-changed"
	chmod -R u+w "$roots/host-changed"
	sed -i -e "$3" "$roots/host-changed/$2"
}

@test "machines of their own: all counts, user code only, own programs only" {
	finds whole 0 '["COUNTS"]' ''
	finds user-code 0 '["COUNTS", "USER_CODE_ONLY", "OWN_PROGRAMS_ONLY"]' ''
	prints_line "It lets us count: user code yes, the kernel no, whole CPUs no"
	prints_line "                : else add :u to events"
	finds own-programs 0 '["COUNTS", "OWN_PROGRAMS_ONLY"]' ''
	prints_line "It lets us count: user code yes, the kernel yes, whole CPUs no"
}

@test "constants of formulas, each with who says so" {
	LIBPFM_FSROOT=$roots/sapphire-rapids-2s try 1 showevtinfo --host
	prints_line "  #smt_on           1          /sys/devices/system/cpu/smt/active"
	prints_line "  #num_packages     2          /sys/devices/system/cpu/cpu*/topology/package_cpus_list"
	prints_line "  #num_cores        120        /sys/devices/system/cpu/cpu*/topology/core_cpus_list"
	prints_line "  #system_tsc_freq  2000000000 /pfmkit-kernel"
	prints_line "  #slots            unknown"
	LIBPFM_FSROOT=$roots/power9 try 1 showevtinfo --host --json
	json '.[0].constants.num_cores == {"value": 31,
		"source": "/sys/devices/system/cpu/cpu*/topology/thread_siblings_list"}'
	json '.[0].constants | .num_dies.value == 2 and .has_pmem.source == "assumed" and .slots.value == null'
	try 0 showevtinfo --host --cpu spr --json
	json '.[0].constants | .smt_on == {"value": 1, "source": "assumed"} and .num_cores.source == null'
}

@test "the rate of the time stamp counter is captured" {
	LIBPFM_FSROOT=$roots/sapphire-rapids-2s showevtinfo --ask-kernel >"$out"
	prints_line "tsc 2000000000"
}

@test "levels and capabilities" {
	finds debian 1 '["PARANOID"]' 'sysctl kernel.perf_event_paranoid=2'
	prints_line "The kernel says : perf_event_paranoid 3, CAP_PERFMON no, CAP_SYS_ADMIN no, seccomp filter no, watchdog no"
}

@test "levels 3 and 4: CAP_PERFMON is no help, and in a container the host's root" {
	finds cap-perfmon-paranoid4 1 '["PARANOID"]' 'as root: sysctl kernel.perf_event_paranoid=2'
	prints_line "                : or give the program CAP_SYS_ADMIN: setcap cap_sys_admin+ep PROGRAM"
	refute grep -qE "setcap cap_perfmon|security module" "$out"
	finds userns-paranoid4 1 '["PARANOID"]' 'root in this container is no root of the kernel: on the host, as root'
	grep -q "CAP_PERFMON no, CAP_SYS_ADMIN no, .*, user namespace yes$" "$out"
	refute grep -q "setcap" "$out"
	# docker run --cap-add PERFMON: the filter lets it through, the level does not
	changed cap-perfmon-paranoid4 proc/self/status 's/Seccomp:.*/Seccomp:\t2/'
	finds changed 1 '["PARANOID"]' 'on the host, as root: sysctl kernel.perf_event_paranoid=2'
	prints_line "                : or docker, podman as root: run --cap-add SYS_ADMIN, or --privileged"
	# a filter, and behind it the level
	changed docker proc/sys/kernel/perf_event_paranoid 's/2/3/'
	finds changed 1 '["SECCOMP", "PARANOID"]' '--cap-add PERFMON'
	changed debian proc/self/status ''
	mkdir "$roots/host-changed/system"
	touch "$roots/host-changed/system/build.prop"
	finds changed 1 '["PARANOID"]' 'adb shell setprop security.perf_harden 0'
	refute grep -q sysctl "$out"
	# a user namespace at level 2
	changed user-code proc/self/status ''
	printf '0 1000 1\n' >"$roots/host-changed/proc/self/uid_map"
	finds changed 0 '["COUNTS", "USER_CODE_ONLY", "OWN_PROGRAMS_ONLY"]' ''
	grep -q "on the host, as root: sysctl kernel.perf_event_paranoid=1" "$out"
	refute grep -q setcap "$out"
	rm -rf "$roots/host-changed"
}

# encodes MACHINE LINE COMMAND...: what the command prints there, first line.
encodes() {
	local want=$2
	LIBPFM_FSROOT=$roots/host-$1 try 0 "${@:3}"
	[ "$(head -n 1 "$out")" = "$want" ] || fail "$*" "expected $want" "came $(head -n 1 "$out")"
}

@test "core types: each with its MIDR, its CPUs and its device" {
	finds x4-named 0 '["COUNTS"]' ''
	prints_line "CPU             : Arm Cortex A520 (0x410fd801), CPUs 0-1"
	prints_line "                : ARM Cortex X4 (0x410fd821), CPU 7"
	prints_line "Core types      : armv9_cortex_a520, CPUs 0-1"
	prints_line "                : armv9_cortex_x4, CPU 7"
	LIBPFM_FSROOT=$roots/host-x4-named try 0 showevtinfo --host --json
	json '.[0] | .identity == "0x410fd801,0x410fd811,0x410fd821" and (.core_types | length == 3)'
	encodes x4-named "armv9_cortex_x4/config=0x11/,armv9_cortex_a520/config=0x11/,armv9_cortex_a720/config=0x11/" \
		evt2raw --all-cores --join CPU_CYCLES
	# a capture that asked each type, and an earlier one that ran on the wrong one
	changed x4-named pfmkit-kernel '1i armv9_cortex_a520 no-counter\narmv9_cortex_x4 counts'
	finds changed 0 '["COUNTS", "ONE_CORE_TYPE"]' ''
	prints_line "Limit           : they count on armv9_cortex_x4 only"
	changed x4-named pfmkit-kernel 's/cycles counts/cycles no-counter/'
	finds changed 0 '["COUNTS"]' ''
	rm -rf "$roots/host-changed"
}

@test "core devices: of 32 bits, of another core's name, of all cores, of no core that the kernel knows" {
	encodes exynos5422 "armv7_cortex_a7/config=0x3/" evt2raw arm_ac7::L1D_CACHE_REFILL
	encodes exynos5422 "armv7_cortex_a15/config=0x3/" evt2raw arm_ac15::L1D_CACHE_REFILL
	encodes pi4-32 "armv7_cortex_a7/config=0x11/" evt2raw CPU_CYCLES
	encodes rk3588-bsp "armv8_pmuv3/config=0x11/" evt2raw arm_ac76::CPU_CYCLES
	encodes rk3588-bsp "armv8_pmuv3/config=0x11/" evt2raw arm_ac55::CPU_CYCLES
	encodes mtl-generic "rc0" evt2raw INST_RETIRED:ANY_P
	encodes mtl-generic "cpu-cycles,rc0" evt2raw --all-cores --join cycles INST_RETIRED:ANY_P
	finds mtl-generic 0 '["COUNTS", "GENERIC_DRIVER"]' ''
	refute grep -qE "has no device for it|without a table" "$out"
	finds spr-510 0 '["COUNTS", "GENERIC_DRIVER"]' ''
	for machine in exynos5422 pi4-32 rk3588-bsp; do
		finds $machine 0 '["COUNTS"]' ''
		refute grep -qE "has no device for it|without a table" "$out"
	done
	# the node of one type only: its name answers
	changed x4-named proc/self/status ''
	rm -r "$roots/host-changed/sys/bus/event_source/devices/armv9_cortex_x4"
	encodes changed "armv9_cortex_a520/config=0x11/" evt2raw CPU_CYCLES
	# RISC-V: nothing is left out unasked
	encodes visionfive2 "Event          : perf::PERF_COUNT_HW_CPU_CYCLES:u=1:k=1:precise=0:excl=0:mg=1:mh=1" \
		perf_encode cycles
	encodes visionfive2 \
		"Event          : riscv_sifive_bullet::INTEGER_LOAD_RETIRED:u=1:k=1:excl=0:mg=1:mh=1" \
		perf_encode INTEGER_LOAD_RETIRED
	rm -rf "$roots/host-changed"
}

@test "a driver that does not know the CPU drops config1: each tool says so, and of such events only" {
	local root tool event
	for root in spr-510 mtl-generic; do
		for tool in evt2raw perf_encode check_events 'check_events --together'; do
			for event in OCR:DEMAND_DATA_RD_ANY_RESPONSE MEM_TRANS_RETIRED:LOAD_LATENCY:ldlat=100 \
				cpu/FRONTEND_RETIRED.DSB_MISS/ cpu/event=0x2a,umask=1,config1=0x10001/; do
				LIBPFM_FSROOT=$roots/host-$root run -0 --separate-stderr $tool "$event"
				expected="${tool%% *}: $event: this kernel does not know this CPU: its driver `
					`counts by architecture (generic_arch_v5+); `
					`it drops config1, and the event counts nothing"
				[ "$stderr" = "$expected" ] || fail "$root $tool: expected $expected, came $stderr"
			done
			LIBPFM_FSROOT=$roots/host-$root run -0 --separate-stderr $tool r1c0
			[ "$stderr" = "" ] || fail "$root $tool: $stderr"
		done
	done
	LIBPFM_FSROOT=$roots/host-spr-510 run -0 --separate-stderr evt2raw --cpu spr OCR:DEMAND_DATA_RD_ANY_RESPONSE
	[ "$stderr" = "" ] || fail "another machine: $stderr"
	LIBPFM_FSROOT=$roots/skylake-client run -0 --separate-stderr evt2raw cpu/FRONTEND_RETIRED.DSB_MISS/
	[ "$stderr" = "" ] || fail "a driver that knows the CPU: $stderr"
}

@test "an x86 device that is missing is that of a module: each tool says which" {
	says() { # ROOT EVENT DEVICE MODULE
		local tool said
		for tool in evt2raw perf_encode check_events; do
			LIBPFM_FSROOT=$roots/$1 run -0 --separate-stderr "$tool" "$2"
			said="$tool: $2: this kernel has no device $3: modprobe $4, or a kernel that has it, `
				`as that of a guest rarely does"
			[ "$stderr" = "$said" ] || fail "$1: expected $said, came $stderr"
		done
	}
	says host-whole cstate_core/c6-residency/ cstate_core intel_cstate
	says host-spr-510 rapl::RAPL_ENERGY_PKG power rapl
	says host-github-x64-paranoid4 power/energy-pkg/ power rapl
	says host-github-x64-paranoid4 amd64_fam19h_zen3_l3::UNC_L3_REQUESTS amd_l3 amd_uncore
	says host-github-x64-paranoid4 amd_l3/event=0x4,umask=0xff/ amd_l3 amd_uncore
	LIBPFM_FSROOT=$roots/host-spr-510 run -0 --separate-stderr check_events --together rapl::RAPL_ENERGY_PKG
	[[ $stderr = *": this kernel has no device power: modprobe rapl, "* ]] || fail "$stderr"
	for tool in evt2raw perf_encode check_events; do
		LIBPFM_FSROOT=$roots/host-spr-510 run -1 "$tool" UNC_M_CAS_COUNT:RD
		[[ $output = *"modprobe intel_uncore, or a kernel of at least 5.15 that has it, "* ]] ||
			fail "$tool: $output"
		LIBPFM_FSROOT=$roots/zen4-server run -0 --separate-stderr "$tool" power/energy-pkg/
		[ "$stderr" = "" ] || fail "$tool, a device that is there: $stderr"
		run -0 --separate-stderr "$tool" --cpu zen3 power/energy-pkg/
		[ "$stderr" = "" ] || fail "$tool, another machine: $stderr"
	done
}

@test "a PMU that is missing does not hide behind a right" {
	finds github-x64-paranoid4 1 '["PARANOID", "NO_PMU_IN_VM"]' 'sysctl kernel.perf_event_paranoid=2'
	prints_line "And anyway      : this virtual machine has no PMU"
	grep -qF 'Azure and runners of GitHub' "$out"
	changed guest proc/self/status 's/Seccomp:.*/Seccomp:\t2/'
	sed -i 's/ .*/ EPERM/' "$roots/host-changed/pfmkit-kernel"
	finds changed 1 '["SECCOMP", "NO_PMU_IN_VM"]' '--cap-add PERFMON'
	rm -rf "$roots/host-changed"
}

@test "drivers that cannot leave out the kernel, have no interrupt, or count with guests left out only" {
	finds visionfive2 0 '["COUNTS", "NO_EXCLUSION", "NO_SAMPLING"]' ''
	prints_line "Limit           : this PMU cannot leave out the kernel: events without :u"
	prints_line "What helps      : count without :u, as root or with perf_event_paranoid 1"
	refute grep -q "^Not counted" "$out"
	# who may not count in the kernel counts nothing
	changed visionfive2 pfmkit-kernel 's/kernel counts/kernel EACCES/'
	finds changed 1 '["NO_EXCLUSION", "USER_CODE_ONLY"]' 'sysctl kernel.perf_event_paranoid=1'
	# a capture that asked
	changed whole pfmkit-kernel '1i cycles:u EINVAL'
	finds changed 0 '["COUNTS", "NO_EXCLUSION"]' ''
	changed whole pfmkit-kernel '1i samples EOPNOTSUPP'
	finds changed 0 '["COUNTS", "NO_SAMPLING"]' ''
	rm -rf "$roots/host-changed"
}

@test "who is a guest" {
	local machine vendor product virtual hypervisor
	finds chromebook 0 '["SOME_REFUSED"]' 'own PMU'
	refute grep -q "virtual machine" "$out"
	# no x86: what the firmware says
	machine=$roots/host-firmware
	cp -r "$roots/host-pi4-32" "$machine"
	mkdir -p "$machine/sys/class/dmi/id"
	while IFS=: read -r vendor product virtual hypervisor; do
		printf '%s\n' "$vendor" >"$machine/sys/class/dmi/id/sys_vendor"
		printf '%s\n' "$product" >"$machine/sys/class/dmi/id/product_name"
		LIBPFM_FSROOT=$machine try 0 showevtinfo --host --json
		json ".[0] | .virtual == $virtual and .hypervisor == $hypervisor" || fail "$vendor $product"
	done <<-'EOF'
		Amazon EC2:m7g.large:true:"Amazon EC2"
		Amazon EC2:m7g.metal:false:null
		Google:Google Compute Engine:true:"Google Compute Engine"
		Google:Kevin:false:null
		Parallels International GmbH.:Parallels ARM Virtual Machine:true:"Parallels"
		Apple Inc.:Apple Virtualization Generic Platform:true:"Apple Virtualization"
		innotek GmbH:VirtualBox:true:"VirtualBox"
		Xen:HVM domU:true:"Xen"
		Nutanix:AHV:true:"Nutanix AHV"
		VMware, Inc.:VMware20,1:true:"VMware"
		QEMU:KVM Virtual Machine:true:"KVM"
		QEMU:QEMU Virtual Machine:true:"KVM"
		KubeVirt:None:true:"KVM"
		OpenStack Foundation:OpenStack Nova:true:null
		Microsoft Corporation:Virtual Machine:true:"Hyper-V"
		Microsoft Corporation:Surface Pro:false:null
		BHYVE:BHYVE:true:"bhyve"
		Bochs:Bochs:true:"KVM"
		Raspberry Pi Ltd:Raspberry Pi 5:false:null
	EOF
	rm -r "$machine/sys/class/dmi"
	mkdir "$machine/proc/device-tree"
	printf 'board\0riscv-virtio\0' >"$machine/proc/device-tree/compatible"
	LIBPFM_FSROOT=$machine try 0 showevtinfo --host --json
	json '.[0].virtual'
	rm -rf "$machine"
}

@test "guests: what helps under the hypervisor that it is" {
	local vendor product text
	changed guest proc/self/status ''
	mkdir -p "$roots/host-changed/sys/class/dmi/id"
	while IFS=: read -r vendor product text; do
		printf '%s\n' "$vendor" >"$roots/host-changed/sys/class/dmi/id/sys_vendor"
		printf '%s\n' "$product" >"$roots/host-changed/sys/class/dmi/id/product_name"
		finds changed 1 '["NO_PMU_IN_VM", "USER_CODE_ONLY", "OWN_PROGRAMS_ONLY"]' "$text"
		[ "$vendor" = QEMU ] || refute grep -q 'pmu=on' "$out"
	done <<-'EOF'
		QEMU:Standard PC (Q35 + ICH9, 2009):QEMU: -cpu host,pmu=on
		Google:Google Compute Engine:performanceMonitoringUnit, ARCHITECTURAL, STANDARD or ENHANCED
		Amazon EC2:c5.large:Amazon EC2: types 7a and 7i have counters in all sizes
		innotek GmbH:VirtualBox:VirtualBox has no PMU to switch on
		Parallels International GmbH.:Parallels Virtual Platform:Parallels has no PMU to switch on
		Xen:HVM domU:vpmu=1
		VMware, Inc.:VMware Virtual Platform:vpmc.enable
		Microsoft Corporation:Virtual Machine:Set-VMProcessor
	EOF
	# Windows has no such firmware, and a kernel of its own
	rm -r "$roots/host-changed/sys/class/dmi"
	printf '5.15.167.4-microsoft-standard-WSL2\n' >"$roots/host-changed/proc/sys/kernel/osrelease"
	finds changed 1 '["NO_PMU_IN_VM", "USER_CODE_ONLY", "OWN_PROGRAMS_ONLY"]' 'WSL2'
	# KVM has none for guests where the CPU has two core types
	changed guest proc/cpuinfo 's/model\t.*: 143/model\t\t: 151/'
	finds changed 1 '["NO_PMU_IN_VM", "USER_CODE_ONLY", "OWN_PROGRAMS_ONLY"]' 'KVM hands on no PMU where'
	refute grep -q 'pmu=on' "$out"
	rm -rf "$roots/host-changed"
	finds zvm 1 '["NO_PMU_IN_VM"]' 'under z/VM and KVM there are no counters'
	refute grep -q 'HMC' "$out"
	json_text=$(LIBPFM_FSROOT=$roots/host-zvm showevtinfo --host --json || true)
	[ "$(printf %s "$json_text" | jq -r .hypervisor)" = z/VM ]
}

@test "an emulated CPU; a device tree without a PMU node; no /sys; vendors that publish nothing" {
	changed guest proc/cpuinfo 's/GenuineIntel/VirtualApple/; s/model name.*/model name\t: VirtualApple @ 2.50GHz/'
	finds changed 1 '["EMULATED", "USER_CODE_ONLY", "OWN_PROGRAMS_ONLY"]' 'linux/arm64'
	changed pi4-32 pfmkit-kernel '/^c[yp].*\|^in.*\|^ca.*\|^br.*/s/counts/ENOENT/; s/cpus ENOENT/cpus counts/'
	rm -r "$roots/host-changed/sys/bus/event_source/devices/armv7_cortex_a7"
	mkdir "$roots/host-changed/proc/device-tree"
	finds changed 1 '["NO_PMU_NODE"]' 'a device tree that has one'
	prints_line "Hardware events : the device tree has no PMU node (arm,cortex-a72-pmu)"
	changed whole proc/self/status ''
	rm -r "$roots/host-changed/sys"
	finds changed 0 '["COUNTS", "NO_SYSFS"]' ''
	refute grep -q "the kernel has no device" "$out"
	changed pi4-32 proc/cpuinfo 's/implementer.*/implementer\t: 0x51/; s/part.*/part\t: 0x001/'
	finds changed 0 '["COUNTS", "UNKNOWN_CPU"]' ''
	grep -q "has published no list of its events" "$out"
	refute grep -q "a newer pfmkit" "$out"
	rm -rf "$roots/host-changed"
}

@test "virtual machines: no PMU, part of one, counters that stand still" {
	finds guest 1 '["NO_PMU_IN_VM", "USER_CODE_ONLY", "OWN_PROGRAMS_ONLY"]' 'pmu=on'
	prints_line "CPU             : Intel(R) Xeon(R) Platinum 8480+ (GenuineIntel-6-143-8), in a virtual machine"
	prints_line "  spr                      core     8 + 4 fixed counters  Intel SapphireRapid; the kernel has no device for it"
	prints_line "Not counted     : all generic hardware events (ENOENT)"
	finds guest-part 0 '["PART_OF_PMU"]' 'the whole PMU'
	prints_line "Not counted     : cache-references (ENOENT), cache-misses (ENOENT), branch-misses (ENOENT)"
	finds guest-still 1 '["STANDS_STILL"]' 'hypervisor'
}

@test "containers: filters that answer EPERM, ENOSYS and EACCES; a sandbox's own kernel; a security module" {
	finds docker 1 '["SECCOMP"]' '--cap-add PERFMON'
	finds podman 1 '["SECCOMP"]' '--security-opt seccomp='
	finds filter-eacces 1 '["SECCOMP"]' '--security-opt seccomp='
	finds gvisor 1 '["NO_PERF_EVENTS"]' 'CONFIG_PERF_EVENTS'
	finds selinux 1 '["SECURITY_MODULE"]' 'policy'
}

@test "others have the counters: the watchdog, another profiler" {
	finds watchdog 1 '["NO_COUNTER_LEFT"]' 'kernel.nmi_watchdog=0'
	finds busy 1 '["IN_USE"]' 'profilers'
}

@test "no driver, no table, no files" {
	finds no-driver 1 '["NO_DRIVER"]' 'newer kernel'
	finds unknown-cpu 0 '["COUNTS", "UNKNOWN_CPU"]' ''
	prints_line "CPU             : Intel(R) Something(R) (GenuineIntel-31-1-0)"
	grep -q 'pmuc import' "$out"
	finds open-files 1 '["NO_FILES"]' 'ulimit -n'
}

@test "LPARs without counters" {
	finds lpar-s390 1 '["LPAR_NOT_AUTHORIZED"]' 'activation profile'
	finds lpar-power 1 '["LPAR_NOT_COLLECTING"]' 'performance information collection'
	prints_line "CPU             : POWER9 (architected), altivec supported (POWER-0x4e)"
}

@test "PMUs: boxes of a kind are one line, with counters" {
	LIBPFM_FSROOT=$roots/host-whole try 0 showevtinfo --host
	prints_line "  spr                      core     8 + 4 fixed counters  Intel SapphireRapid"
	prints_line \
		"  spr_unc_imc0             uncore   4 counters            2 boxes, Intel SapphireRapids IMC0 uncore"
	LIBPFM_FSROOT=$roots/host-whole try 0 showevtinfo --host --json
	json '.[0].pmus == [{pmu: "spr", type: "core", counters: 8, fixed_counters: 4, boxes: 1, in_kernel: true},
		{pmu: "spr_unc_imc0", type: "uncore", counters: 4, fixed_counters: 0, boxes: 2, in_kernel: true}]'
	json '.[0] | .cpu == "Intel(R) Xeon(R) Platinum 8480+" and .identity == "GenuineIntel-6-143-8"
		and .virtual == false'
	json '.[0].kernel
		== {paranoid: 2, watchdog: 0, seccomp: 0, cap_perfmon: true, cap_sys_admin: true, core_device: true}'
	json '.[0].asked | length == 9 and all(. == "counts")'
}

@test "a machine that is not here is not asked: --cpu, and one captured without answers" {
	try 0 showevtinfo --cpu neoverse-n1 --host
	prints "CPU             : ARM Neoverse N1 (0x410fd0c0)" "PMUs            :" \
		"  arm_n1                   core     6 counters            ARM Neoverse N1" \
		"Generic events  :" \
		"  arm_n1                   cpu-cycles instructions cache-references cache-misses" \
		"                           branch-instructions branch-misses bus-cycles" \
		"                           stalled-cycles-frontend stalled-cycles-backend" \
		"                           L1-dcache-loads L1-dcache-load-misses L1-icache-loads" \
		"                           L1-icache-load-misses LLC-loads LLC-load-misses" \
		"                           dTLB-loads dTLB-load-misses iTLB-loads" \
		"                           iTLB-load-misses branch-loads branch-load-misses" \
		"    none                   ref-cycles (ENOENT) L1-dcache-stores (ENOENT)" \
		"                           L1-dcache-store-misses (ENOENT)" \
		"                           L1-dcache-prefetches (ENOENT)" \
		"                           L1-dcache-prefetch-misses (ENOENT)" \
		"                           L1-icache-prefetches (ENOENT)" \
		"                           L1-icache-prefetch-misses (ENOENT)" \
		"                           LLC-stores (ENOENT) LLC-store-misses (ENOENT)" \
		"                           LLC-prefetches (ENOENT) LLC-prefetch-misses (ENOENT)" \
		"                           dTLB-stores (ENOENT) dTLB-store-misses (ENOENT)" \
		"                           dTLB-prefetches (ENOENT)" \
		"                           dTLB-prefetch-misses (ENOENT) node-loads (ENOENT)" \
		"                           node-load-misses (ENOENT) node-stores (ENOENT)" \
		"                           node-store-misses (ENOENT) node-prefetches (ENOENT)" \
		"                           node-prefetch-misses (ENOENT)" \
		"Hardware events : not asked: --cpu means another machine than this one"
	try 0 showevtinfo --cpu power9 --host --json
	json '.[0] | .identity == "POWER-0x4e" and (has("findings") | not)'
	json '[.[0].generic[] | select(.name == ("cpu-cycles", "ref-cycles", "node-stores", "branch-stores"))
		| [.pmu, .name, .config, .error]] == [["power9", "cpu-cycles", "0x1e", null],
		["power9", "ref-cycles", null, "ENOENT"], ["power9", "branch-stores", null, "EINVAL"],
		["power9", "node-stores", null, "EINVAL"]]'
	LIBPFM_FSROOT=$roots/zen4-server try 1 showevtinfo --host --json
	json '.[0].findings[0].code == "NOT_ASKED"'
	refuses showevtinfo "--host cycles" "--host --csv"
}

@test "a capture keeps what the kernel answered" {
	PATH=$srcdir/tools:$PATH
	local machine
	for machine in docker guest-part lpar-power watchdog github-x64-paranoid4 userns-paranoid4 visionfive2 \
		x4-named zvm; do
		LIBPFM_FSROOT=$roots/host-$machine pfmkit-capture >"$out"
		rm -rf copy
		mkdir copy
		tar -xzf machine.tar.gz -C copy
		LIBPFM_FSROOT=$roots/host-$machine showevtinfo --host >"$out.before" || true
		LIBPFM_FSROOT=$PWD/copy showevtinfo --host >"$out.after" || true
		diff "$out.before" "$out.after" >&2
	done
}

# can_count.c asks this kernel by itself.
@test "this machine: what its kernel lets us count is tried" {
	unset LIBPFM_FSROOT
	cc -D_DEFAULT_SOURCE -o "$BATS_TEST_TMPDIR/can_count" "$srcdir/tests/tools/can_count.c"
	local status=0
	showevtinfo --host --json >"$out" 2>"$err" || status=$?
	prints_json 1
	json ".[0].hardware_events == ($status == 0) and (.[0].findings | length > 0)"
	json '.[0].asked | length == 9 and all(. != "not-asked")'
	if "$BATS_TEST_TMPDIR/can_count"; then
		json '.[0].asked.software == "counts"'
	else
		json '.[0].asked.software != "counts"'
	fi
	try 0 showevtinfo --ask-kernel
	# an Intel CPU that says how fast its clock is has one line more
	grep -v '^tsc [1-9][0-9]*$' "$out" >"$out.asked"
	[ "$(wc -l <"$out.asked")" -eq 9 ] || fail "not nine answers: $(cat "$out")"
}

@test "files that are no files, or never end" {
	cp -r "$roots/host-whole" "$BATS_TEST_TMPDIR/root"
	export LIBPFM_FSROOT=$BATS_TEST_TMPDIR/root
	local file
	for file in proc/self/status proc/sys/kernel/perf_event_paranoid proc/sys/kernel/nmi_watchdog pfmkit-kernel \
		proc/cpuinfo; do
		rm "$LIBPFM_FSROOT/$file"
		mkfifo "$LIBPFM_FSROOT/$file"
		timeout 20 showevtinfo --host >"$out" 2>"$err" || [ $? = 1 ]
	done
	prints_line "The kernel says : perf_event_paranoid unknown, CAP_PERFMON unknown, CAP_SYS_ADMIN unknown, seccomp filter unknown, watchdog unknown"
}

@test "a file of a captured machine that does not end is not read" {
	cp -r "$roots/skylake-client" root
	export LIBPFM_FSROOT=$PWD/root
	chmod -R u+w root
	for file in proc/cpuinfo proc/self/status; do
		mkdir -p "$(dirname "root/$file")"
		truncate -s 2G "root/$file"
		timeout 20 showevtinfo --host >"$out" 2>"$err" || [ $? = 1 ]
		says "$PWD/root/$file: 2147483648 bytes, more than the 16 MiB that are read of a machine's file"
	done
}

# The kernel is played: every use of an event fails with this errno.
refused() {
	PFM_FAIL=4:$1:-1 LD_PRELOAD=$preload try 77 pfmstat -p $$ --time 1ms -e perf::cycles:u,perf::instructions:u
	says_who pfmstat
}

@test "pfmstat says the same, and once" {
	needs_preload
	unset LIBPFM_FSROOT
	export LIBPFM_CPUID=GenuineIntel-6-143
	refused 38 # ENOSYS
	says_line "pfmstat: perf::cycles:u: this kernel has no perf_event_open"
	[ "$(grep -c '^  hardware events: ' "$err")" = 1 ]
	[ "$(grep -c '^pfmstat: ' "$err")" = 1 ]
	refused 1 # EPERM
	grep -qE '^  hardware events: a (seccomp filter|security module)' "$err"
	says_line "  what helps:"
	refused 24 # EMFILE
	says "ulimit -n"
}

# driven DRIVER COMMAND...: the driver of the cores is played.
driven() {
	local driver=$1
	shift
	PFM_DRIVER=$driver LD_PRELOAD=$preload "$@"
}

@test "this machine with drivers that refuse what they cannot leave out" {
	needs_preload
	unset LIBPFM_FSROOT
	export LIBPFM_CPUID=GenuineIntel-6-143
	try 0 driven no-exclusion showevtinfo --host
	prints_line "Hardware events : they count"
	prints_line "Limit           : this PMU cannot leave out the kernel: events without :u"
	prints_line "Limit           : this PMU has no interrupt: it counts, and cannot sample"
	try 0 driven no-exclusion pfmstat -p $$ --time 1ms -e perf::cycles
	grep -qE '^ +1,?000 +perf::cycles$' "$out"
	try 77 driven no-exclusion pfmstat -p $$ --time 1ms -e perf::cycles:u
	says_line "  this PMU cannot leave out the kernel: count without :u, as root or with perf_event_paranoid 1"
	try 0 driven host-only showevtinfo --host
	prints_line "Hardware events : they count"
	refute grep -q "virtual machine has no PMU" "$out"
	try 0 driven host-only pfmstat -p $$ --time 1ms -e perf::cycles:mg:mh,perf::cycles:u
	[ "$(grep -c 'perf::cycles' "$out")" = 2 ]
}

@test "this machine with counters on one of two CPUs: always the same answer" {
	needs_preload
	unset LIBPFM_FSROOT
	export LIBPFM_CPUID=GenuineIntel-6-143
	try 0 driven one-core-type showevtinfo --host
	prints_line "Hardware events : they count"
	prints_line "Limit           : they count on CPUs 1 only"
	refute grep -q "no counter was free" "$out"
}

# perf_encode(1), FLEETS: what each machine says of itself, joined.
@test "many machines: their CPUs, and where hardware does not count" {
	local machine
	for machine in sapphire-rapids-2s alder-lake host-whole host-debian; do
		LIBPFM_FSROOT=$roots/$machine showevtinfo --host --json >"$machine.json" || true
	done
	jq -rn '[inputs.identity | select(.)] | unique | join(",")' ./*.json >cpus
	[ "$(tr , '\n' <cpus | cut -d- -f1-3 | sort -u | xargs)" = "GenuineIntel-6-143 GenuineIntel-6-151" ] ||
		fail "$(cat cpus)"
	try 0 pfmexport pcp --cpu "$(cat cpus)" inst=INST_RETIRED
	sed -n '/:derived]$/,$s/ cpu$//p' "$out" | sort >alternatives
	diff alternatives <(printf '%s::INST_RETIRED:ANY_P\n' adl_glc adl_grt spr) >&2
	jq -r 'select(.hardware_events | not) | "\(input_filename): \(.findings[0].code)"' ./*.json >"$out"
	prints_line "./host-debian.json: PARANOID"
	refute grep -q host-whole "$out"
}

@test "a driver that does not know the CPU has the architecture's generic events only" {
	local tool
	export LIBPFM_FSROOT=$roots/host-spr-510
	for tool in evt2raw perf_encode check_events; do
		try 0 $tool L1-dcache-loads
		says_line "$tool: L1-dcache-loads: this kernel does not know this CPU: its driver counts by `
			`architecture (generic_arch_v5+); it refuses this generic event, with ENOENT"
		try 0 $tool cycles ref-cycles bus-cycles
		says_nothing
		try 0 $tool --cpu spr L1-dcache-loads
		says_nothing
	done
	try 0 check_events L1-dcache-loads
	prints_line "Kernel         : L1-dcache-loads: none on spr, opening it fails with ENOENT"
	try 0 showevtinfo --host
	prints_line "                           branch-instructions branch-misses bus-cycles"
	prints_line "                           ref-cycles"
	prints_line "    none                   stalled-cycles-frontend (ENOENT)"
}

@test "RISC-V without Sscofpmf leaves out no level: each tool says so" {
	local tool event
	for tool in evt2raw perf_encode check_events; do
		for event in cycles:u INTEGER_LOAD_RETIRED:u INTEGER_LOAD_RETIRED:h r200:k; do
			LIBPFM_FSROOT=$roots/host-visionfive2 try 0 $tool $event
			says_line "$tool: $event: this PMU cannot leave out the kernel: events without :u; `
				`the kernel refuses this one (no Sscofpmf)"
		done
		LIBPFM_FSROOT=$roots/host-visionfive2 try 0 $tool cycles INTEGER_LOAD_RETIRED r200
		says_nothing
	done
	changed visionfive2 proc/cpuinfo 's/zba_zbb/zba_zbb_sscofpmf/'
	LIBPFM_FSROOT=$roots/host-changed try 0 evt2raw cycles:u
	says_nothing
	rm -rf "$roots/host-changed"
}

@test "one device for cores of two types: an event of one of them alone" {
	LIBPFM_FSROOT=$roots/host-rk3588-bsp try 0 evt2raw arm_ac76::L1D_CACHE_INVAL
	prints armv8_pmuv3/config=0x48/
	says_line "evt2raw: arm_ac76::L1D_CACHE_INVAL: the device armv8_pmuv3 counts on the cores of arm_ac76 and `
		`arm_ac55, and the code is that of arm_ac76: keep the program on its cores"
	LIBPFM_FSROOT=$roots/host-rk3588-bsp try 0 evt2raw arm_ac76::CPU_CYCLES
	says_nothing
	LIBPFM_FSROOT=$roots/host-mtl-generic try 0 perf_encode mtl_rwc::TOPDOWN:SLOTS_P
	says "the device cpu counts on the cores of mtl_rwc and mtl_cmt"
	LIBPFM_FSROOT=$roots/skylake-client try 0 evt2raw INST_RETIRED:ANY_P
	says_nothing
}

@test "decode: a core type whose cores are all offline" {
	changed x4-named proc/cpuinfo '/^processor.*7/,$d'
	LIBPFM_FSROOT=$roots/host-changed try 0 evt2raw --decode armv9_cortex_x4/config=0x11/
	prints arm_x4::CPU_CYCLES
	says "this machine has no core online of armv9_cortex_x4; arm_x4 (ARM Cortex X4) has it so"
	rm -rf "$roots/host-changed"
}
