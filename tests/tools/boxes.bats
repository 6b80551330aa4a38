#!/usr/bin/env bats
# Boxes of system PMUs: an event or a metric on the first of several devices, and on all of them.

# shellcheck disable=SC2154 # variables of strings.bash
load strings

setup() {
	begin
	export LIBPFM_CPUID= LIBPFM_FSROOT=$roots/system-boxes
}

# ---- metrics ----

# metric NAME WORDS DEVICE...: the words for perf, and the devices that each of its events is counted on.
metric() {
	local name=$1 words=$2
	shift 2
	try 0 evt2raw -J --metric "$name"
	prints "$words"
	try 0 evt2raw -J --all-boxes --metric "$name"
	prints "$words"
	try 0 evt2raw --metric "$name"
	prints "$words"
	try 0 pfmexport json --metric "$name"
	json "[.[].events[] | select(.config) | [.devices[].device] | join(\" \") == \"$*\"] | length > 0 and all"
	try 0 check_events --json --metric "$name"
	json "[.[].leaves[] | select(.event) | [.devices[].device] | join(\" \") == \"$*\"] | length > 0 and all"
}

@test "metrics of system PMUs are on all devices" {
	local drw=(ali_drw_2{1,3,5,7}0{0,8}0)
	metric ddr_read_bandwidth.all ali_drw/event=0x2/,duration_time "${drw[@]}"
	metric ddr_write_bandwidth.all '{ali_drw/event=0x1/,ali_drw/event=0x3/},duration_time' "${drw[@]}"
	metric rni_actual_read_bandwidth.all arm_cmn/type=0xa,eventid=0x4/,duration_time arm_cmn_{0,1}
	metric slc_miss_rate '{arm_cmn/type=0x5,eventid=0x1/,arm_cmn/type=0x5,eventid=0x2/}' arm_cmn_{0,1}
	metric cpa_p0_avg_bw "$(printf '%s' '{hisi_sicl*_cpa*/event=0xe1/,hisi_sicl*_cpa*/event=0x83/,' \
		'hisi_sicl*_cpa*/event=0x84/,hisi_sicl*_cpa*/event=0x0/}')" hisi_sicl{0,2}_cpa0
	# what C is written for
	try 0 pfmexport c --metric slc_miss_rate
	prints_line '	/* on each of: arm_cmn_0 (type 30), arm_cmn_1 (type 31) */'
}

@test "metrics of system PMUs that the machine has not" {
	echo 40832 imx8mm_ddr.read_cycles >counts
	export LIBPFM_CPUID
	for LIBPFM_FSROOT in '' "$roots/system-boxes"; do
		try 0 showevtinfo --cpu cortex-a53 --pmu imx8_ddr --metrics --names
		says_nothing
		prints_lines 64
		prints_line imx8mm_ddr_read.all
		try 0 showevtinfo --cpu cortex-a53 -S read mm --pmu imx8_ddr --metrics --names
		prints imx8mm_ddr_read.all
		try 0 showevtinfo --cpu cortex-a53 --pmu imx9_ddr --metrics --names 'imx93.*write.all'
		prints imx93_ddr_write.all
		for name in imx8mm_ddr_read.all imx8_ddr::imx8mm_ddr_read.all; do
			try 0 pfmstat --cpu cortex-a53 --json --metric $name --from counts
			json '.[0].value == 653312 and .[0].pmu == "imx8_ddr"'
		done
		try 1 showevtinfo --cpu cortex-a53 --pmu imx8_ddr --metrics nosuchword
		says 'no metric of this machine counts on imx8_ddr and is called, or mentions, nosuchword'
		try 1 showevtinfo --cpu cortex-a53 --pmu arm_dsu --metrics
		says_line 'showevtinfo: no metric of this machine counts on arm_dsu; --cpu looks at others'
	done
	# their events encode where no machine's files are read
	export LIBPFM_FSROOT=
	try 0 evt2raw --cpu cortex-a53 --metric imx8mm_ddr_read.all
	prints imx8_ddr/event=0x2a/
	try 0 evt2raw --cpu cortex-a53 --metric arm_cmn::slc_miss_rate
	prints '{arm_cmn/type=0x5,eventid=0x1/,arm_cmn/type=0x5,eventid=0x2/}'
	# a machine that has one lists its own, which its PMU's name finds, too
	root one <<-'END'
		pmu imx8_ddr0 20
		about imx8_ddr0 identifier i.MX8MM
	END
	export LIBPFM_CPUID=
	try 0 showevtinfo --pmu imx8_ddr --metrics --names
	prints imx8mm_ddr_read.all imx8mm_ddr_write.all
	try 0 pfmstat --json --metric imx8_ddr::imx8mm_ddr_read.all --from counts
	json '.[0].value == 653312 and .[0].pmu == null'
}

# root NAME: a machine of the lines of stdin.
root() {
	{
		printf '%s\n' perf 'pmu software 1' 'pmu armv8_pmuv3_0 8'
		cat
	} >"$1.root"
	"$srcdir/tests/data/make-roots" . "$1.root"
	export LIBPFM_FSROOT=$PWD/$1
}

# sweep METRICS DEVICES: the machine has so many metrics of its devices; each of their events is on so many, or named
# with its number.
sweep() {
	local names
	names=$(showevtinfo --metrics --names | grep -vxFf generic | paste -sd,)
	try 0 pfmexport json --metric "$names"
	prints_json "$1"
	json "[.[].events[] | select(.config) as \$e | (\$e.devices // [\$e.device] | length) == $2 or
		(\$e.name | startswith(\$e.device + \"/\"))] | length >= $1 and all"
	try 0 evt2raw -J --metric "$names"
	refute grep -qE '(ali_drw|cmn|cpa)_?[0-9]' "$out"
}

@test "all metrics of all system PMUs are on all devices that they mean" {
	local part id
	root none </dev/null
	showevtinfo --metrics --names >generic
	root drw <<<$'pmu ali_drw_21000 20\npmu ali_drw_2b080 21\npmu ali_drw_27080 22
about ali_drw_* identifier ali_drw_pmu'
	sweep 5 3
	root cpa <<<$'pmu hisi_sicl0_cpa0 20\npmu hisi_sicl2_cpa0 21\nabout hisi_* identifier 0x00000030'
	sweep 2 2
	for part in 43401 43602 43c03 43a01; do
		root "cmn$part" <<<$'pmu arm_cmn_0 20\npmu arm_cmn_1 21\nabout arm_cmn_* identifier '"$part"
		sweep 10 2
	done
	for id in i.MX8MM:2 i.MX8MN:2 i.MX8MQ:2 i.MX8MP:58; do
		root imx8 <<<$'pmu imx8_ddr0 20\nformat imx8_ddr0 event config:0-7\nformat imx8_ddr0 axi_id config1:0-15
format imx8_ddr0 axi_mask config1:16-31\nabout imx8_ddr0 identifier '"${id%:*}"
		sweep "${id#*:}" 1
	done
	for id in imx91:3 imx93:3 imx94:56 imx95:109; do
		root imx9 <<<$'pmu imx9_ddr0 20\nformat imx9_ddr0 event config:0-7\nformat imx9_ddr0 counter config:8-15
format imx9_ddr0 axi_id config1:0-17\nformat imx9_ddr0 axi_mask config2:0-17\nabout imx9_ddr0 identifier '"${id%:*}"
		sweep "${id#*:}" 1
	done
}

@test "the metrics of i.MX 8M Mini, Nano and Quad encode on their machines" {
	local id
	for id in mm:4 mn:2 mq:4; do
		root "imx8${id%:*}" <<<$'pmu imx8_ddr0 20\nformat imx8_ddr0 event config:0-7
event imx8_ddr0 read-cycles event=0x2a\nevent imx8_ddr0 write-cycles event=0x2b
about imx8_ddr0 identifier i.MX8'"$(echo "${id%:*}" | tr mnq MNQ)"
		try 0 evt2raw -J --metric "imx8${id%:*}_ddr_read.all" --metric "imx8${id%:*}_ddr_write.all"
		prints '{imx8_ddr/event=0x2a/,imx8_ddr/event=0x2b/}'
		printf '%s\n' "40832 imx8${id%:*}_ddr.read_cycles" >counts
		try 0 pfmstat --json --metric "imx8${id%:*}_ddr_read.all" --from counts
		json ".[].value == 40832 * 4 * ${id#*:}"
	done
}

# ---- events ----

# boxes EVENT ONE ALL COUNT: the event on the first device, which is said, and on all of them.
boxes() {
	try 0 evt2raw "$1"
	prints "$2"
	says_line "evt2raw: $1: on ${2%%/*}, one of $4 boxes; --all-boxes counts on all"
	try 0 evt2raw --all-boxes "$1"
	prints "$3"
	says_nothing
	try 0 perf_encode --json --all-boxes "$1"
	prints_json "$4"
	json '[.[].type] | unique == sort and length == '"$4"
	try 0 check_events --all-boxes --format '{name}' "$1"
	prints_lines "$4"
	[ "$(sort -u "$out" | wc -l)" = "$4" ]
	try 0 perf_encode "$1"
	says_line "perf_encode: $1: on ${2%%/*}, one of $4 boxes; --all-boxes counts on all"
	try 0 check_events "$1"
	says_line "check_events: $1: on ${2%%/*}, one of $4 boxes; --all-boxes counts on all"
}

@test "metrics of another machine's boxes: all of them, or that their number is not known" {
	local cpu count devices note
	unset LIBPFM_FSROOT LIBPFM_CPUID
	for cpu in skx hsx icx spr gnr srf; do
		count=12
		[ $cpu != skx ] || count=6
		[ $cpu != hsx ] || count=8
		devices=$(seq -f 'uncore_imc_%.0f' -s ', ' 0 $((count - 1)))
		try 0 pfmexport json --cpu $cpu --metric memory_bandwidth
		says_nothing
		json "[.[].events[] | select(.config) | [.devices[].device] | join(\", \")] | unique ==
			[\"$devices\"]"
		json '[.[].events[] | select(.config) | .devices[].type] | unique == [-1]'
		try 0 check_events --json --cpu $cpu --metric memory_bandwidth
		json "[.[].leaves[] | select(.device) | [.devices[].device] | join(\", \")] | unique == [\"$devices\"]"
		try 0 pfmexport c --cpu $cpu --metric memory_bandwidth
		[ "$(grep 'on each of' "$out" | sort -u)" = "	/* on each of: $devices */" ] ||
			fail "$cpu" "$(cat "$out")"
	done
	while read -r cpu note; do
		for form in 'pfmexport json' 'pfmexport c' 'check_events --json'; do
			# shellcheck disable=SC2086
			try 0 $form --cpu $cpu --metric memory_bandwidth
			says_line "${form%% *}: ${note/ / counts on each box of }; `
				`how many a machine has is in no table"
			[ "$(grep -c 'is in no table' "$err")" = 1 ]
		done
	done <<-'END'
		zen4 umc_cas_cmd.all: amd64_umc
		adl uncore_imc_free_running/data_read/: tgl_unc_imc_free
		graviton3 arm_cmn/hnf_mc_reqs/: arm_cmn
		grace nvidia_scf/cmem_rd_data/: nvidia_scf
	END
	# what a core counts is on no box
	try 0 pfmexport json --cpu adl --metric tma_info_thread_ipc
	says_nothing
	json '[.[].events[] | select(.devices)] == []'
}

@test "a core's device is no box, even where its name ends in a number" {
	export LIBPFM_FSROOT=$roots/phone-4-kinds
	try 0 evt2raw --metric retiring
	refute grep -q 'pmuv3/' "$out"
	grep -q 'armv8_pmuv3_0/event=0x3a/' "$out"
}

@test "devices with one number: the first is taken, which is said; --all-boxes" {
	boxes cmem_rd_data nvidia_scf_pmu_0/config=0x1a5/ nvidia_scf_pmu/config=0x1a5/ 2
	boxes nvidia_scf::cmem_rd_data nvidia_scf_pmu_0/config=0x1a5/ nvidia_scf_pmu/config=0x1a5/ 2
	boxes tlb_miss smmuv3_pmcg_2b402/config=0x2/ smmuv3_pmcg/config=0x2/ 3
	boxes hnf_cache_miss arm_cmn_0/config=0x10005/ arm_cmn/config=0x10005/ 2
	boxes arm_dmc620::clkdiv2_allocate arm_dmc620_1000c000/config=0x0,config2=0x208/ \
		arm_dmc620/config=0x0,config2=0x208/ 2
	try 0 evt2raw --all-boxes clkdiv2_allocate
	prints arm_dmc620/config=0x0,config2=0x208/
	boxes hif_rd ali_drw_21000/config=0x2/ ali_drw/config=0x2/ 8
}

@test "devices with two numbers and three: --all-boxes is on all of them" {
	boxes l3c_hit hisi_sccl0_l3c0/config=0x48/ 'hisi_sccl*_l3c*/config=0x48/' 3
	boxes hisi_ddrc::flux_rd hisi_sccl5_ddrc0_0/config=0x84/ 'hisi_sccl*_ddrc*_*/config=0x84/' 3
	boxes hisi_hha::rx_outer hisi_sccl1_hha0/config=0x1/ 'hisi_sccl*_hha*/config=0x1/' 2
	boxes rx_mrd_flux hisi_pcie0_core0/config=0x804/ 'hisi_pcie*_core*/config=0x804/' 2
	boxes cxl_pmu::clock_ticks cxl_pmu_mem0.0/config=0x1e98000000000001/ \
		'cxl_pmu_mem*.*/config=0x1e98000000000001/' 3
	boxes fujitsu_mac::read-count mac_iod0_mac0_ch0/config=0x10/ 'mac_iod*_mac*_ch*/config=0x10/' 3
	boxes nvidia_pcie_v2::rd_bytes nvidia_pcie_pmu_0_rc_0/config=0x0/ 'nvidia_pcie_pmu_*_rc_*/config=0x0/' 3
	boxes nvidia_pcie_tgt::rd_bytes nvidia_pcie_tgt_pmu_0_rc_0/config=0x0/ \
		'nvidia_pcie_tgt_pmu_*_rc_*/config=0x0/' 2
	boxes arm_ni::cycles arm_ni_0_cd_0/config=0x6/ 'arm_ni_*_cd_*/config=0x6/' 3
	boxes qcom_l3::cycles l3cache_0_0/config=0x1/ 'l3cache_*_*/config=0x1/' 3
	# one of them, by its numbers
	try 0 evt2raw arm_ni1_1::cycles nvidia_pcie_v20_4::rd_bytes
	prints arm_ni_1_cd_1/config=0x6/ nvidia_pcie_pmu_0_rc_4/config=0x0/
	says_nothing
}

@test "boxes that are PMUs of their own, with two numbers in their names" {
	unset LIBPFM_CPUID LIBPFM_FSROOT
	local row
	for row in flux_rd:hisi_sccl1_ddrc0:0x1:16 rd_hit_cpipe:hisi_sccl1_l3c10:0x2:32 \
		rx_outer:hisi_sccl1_hha2:0x1:8; do
		IFS=: read -r event device code count <<<"$row"
		try 0 evt2raw --cpu kunpeng920 "$event"
		prints "$device/config=$code/"
		says_line "evt2raw: $event: on $device, one of $count boxes; --all-boxes counts on all"
		try 0 evt2raw --cpu kunpeng920 --all-boxes "$event"
		says_nothing
		prints "$(sed -E 's/sccl1/sccl*/; s/[0-9]+$/*/' <<<"$device")/config=$code/"
		try 0 check_events --cpu kunpeng920 --all-boxes --format '{name}' "$event"
		prints_lines "$count"
	done
	export LIBPFM_CPUID= LIBPFM_FSROOT=$roots/kunpeng-920
	try 0 perf_encode --json --all-boxes flux_rd
	prints_json 8
	try 0 check_events --format '{name}' 'hisi_sccl*_ddrc*::flux_rd'
	prints_lines 8
	try 0 check_events --format '{name}' 'hisi_sccl3_ddrc*::flux_rd'
	prints_lines 4
}

# ---- formats of this machine ----

@test "fields that the driver has in other bits go there, in every language, and back" {
	export LIBPFM_FSROOT=$roots/old-cmn
	local name=hnf_qos_pocq_occupancy_read up=arm_cmn0::watchpoint_up
	try 0 evt2raw $name arm_cmn::$name arm_cmn_0/$name/ arm_cmn1::$name
	prints arm_cmn_{0,0,0,1}/config=0x10f0005/
	# what the driver does not name, by the table
	try 0 evt2raw arm_cmn_1/hnf_qos_pocq_occupancy_write/ arm_cmn1::hnf_qos_pocq_occupancy_write
	prints arm_cmn_1/config=0x20f0005/ arm_cmn_1/config=0x20f0005/
	try 0 perf_encode --json $name
	json '.[0].config == "0x10f0005"'
	try 0 check_events --json $name
	json '.[0].codes == ["0x10f0005"]'
	try 0 evt2raw -J --metric 'x = hnf_qos_pocq_occupancy_read'
	prints arm_cmn/type=0x5,eventid=0xf,occupid=0x1/
	try 0 evt2raw $up:wp_exclusive=1 $up:wp_combine=2 $up:wp_grp=1:wp_val=5
	prints arm_cmn_0/config=0x200000000007770/ arm_cmn_0/config=0x2007770/ \
		arm_cmn_0/config=0x100000000007770,config1=0x5/
	try 0 evt2raw --decode arm_cmn_0/config=0x10f0005/ arm_cmn_0/config=0x2007770/ \
		arm_cmn_0/config=0x200000000007770/
	prints arm_cmn0::$name $up:wp_combine=2 $up:wp_exclusive=1
	local smmu=arm_smmu_pmcg::tlb_miss:stream_id=5:span=1:sid_enable=1
	try 0 evt2raw $smmu nvidia_pcie::rd_bytes_loc:root_port=3
	prints smmuv3_pmcg_2b402/config=0x2,config1=0x30000000005/ nvidia_pcie_pmu_0/config=0x0,config2=0x3/
	try 0 evt2raw --decode smmuv3_pmcg_2b402/config=0x2,config1=0x30000000005/
	prints $smmu
	# where the driver has them as the table does, nothing moves
	LIBPFM_FSROOT=$roots/system-boxes try 0 evt2raw arm_cmn0::$name
	prints arm_cmn_0/config=0x80f0005/
}

@test "a field that the driver has no room for is refused, and said" {
	export LIBPFM_FSROOT=$roots/old-cmn
	try 1 evt2raw arm_cmn0::watchpoint_up:wp_grp=3
	says "the kernel's device arm_cmn_0 has too few bits for wp_grp of this event"
	export LIBPFM_FSROOT=$roots/system-boxes
	try 1 evt2raw arm_cmn0::watchpoint_up:wp_exclusive=1
	says "the kernel's device arm_cmn_0 has no format wp_exclusive, which this event needs"
	says '  expected: wp_exclusive in /sys/bus/event_source/devices/arm_cmn_0/format'
}

@test "-S: what answers a question for an amount whole ends the list of what says only the rest" {
	LIBPFM_FSROOT=$PWD/nothing try 0 showevtinfo --cpu spr -S -L dram bandwidth
	[ "$(head -2 "$out" | tr '\n' ' ')" = 'memory_bandwidth spr_unc_imc0::UNC_M_CAS_COUNT:ALL ' ]
	# each of the others says bandwidth: no aborted transactions, no loads by the level that served them
	refute grep -E 'TX_MEM|MEM_LOAD_RETIRED|RAPL' "$out"
	[ "$(wc -l <"$out")" -lt 150 ]
	LIBPFM_FSROOT=$PWD/nothing try 0 showevtinfo --cpu spr -S -L dram
	grep -q MEM_LOAD_RETIRED "$out"
	# where nothing answers it whole, what says some of it stays
	LIBPFM_FSROOT=$PWD/nothing try 0 showevtinfo --cpu zen4 -S -L cxl read bandwidth
	grep -q EXT_NEAR "$out"
}
