#!/usr/bin/env bats
# Devices of system and uncore PMUs with --cpu: what the kernel calls them, and the terms and names that they have.

# shellcheck disable=SC2154 # variables of strings.bash
load strings

# No machine at hand: --cpu alone says what it is.
setup() {
	begin
	unset LIBPFM_FSROOT
}

# encodes_each: lines "CPU|EVENT|CODE" of standard input.
encodes_each() {
	local cpu event code
	while IFS='|' read -r cpu event code; do
		try 0 evt2raw --cpu "$cpu" "$event"
		prints "$code"
	done
}

# fails_each: lines "CPU|EVENT|MESSAGE": what does not encode, and what is said of it.
fails_each() {
	local cpu event message
	while IFS='|' read -r cpu event message; do
		try 1 evt2raw --cpu "$cpu" "$event"
		prints_nothing
		says "$message"
	done
}

# decodes_each: lines "CPU|CODE|NAME": the name is one line of what the code is decoded to.
decodes_each() {
	local cpu code name
	while IFS='|' read -r cpu code name; do
		try 0 evt2raw --cpu "$cpu" --decode "$code"
		prints_line "$name"
	done
}

# ---- what the kernel calls devices ----

@test "numbers at once behind the name, where the driver has no _" {
	encodes_each <<-END
		spr|dsa0/event=0x1,event_category=0x0/|dsa0/config=0x10/
		gnr|iax3/event=0x1/|iax3/config=0x10/
		icx|nmem1/ctl_res_cnt/|nmem1/config=0x1/
		icx|dfl_fme1/fab_mmio_read/|dfl_fme1/config=0xff2006/
		spr|dsa1::WQ:0x2|dsa1/config=0x20/
		spr|dsa::WQ:0x2|dsa/config=0x20/
		zen3|amdgpu_0/xgmi_link0_data_outbound/|amdgpu_0/config=0x200000000024607/
		zen3|amdgpu_df_1/event=0x7/|amdgpu_df_1/config=0x7/
	END
	decodes_each <<-END
		spr|dsa0/config=0x10/|dsa0::WQ:EV_ENQ_SUCCESS_LIMPORTAL
		icx|nmem1/config=0x1/|nmem1::ctl_res_cnt
	END
}

@test "names without their numbers, and perf's wildcards" {
	encodes_each <<-END
		grace|nvidia_scf_pmu/cmem_rd_data/|nvidia_scf_pmu/config=0x1a5/
		grace|nvidia_scf_pmu*/cycles/|nvidia_scf_pmu*/config=0x100000000/
		altra|arm_cmn*/dtc_cycles/|arm_cmn*/config=0x3/
		altra|arm_cmn_[01]/dtc_cycles/|arm_cmn_[01]/config=0x3/
		altra|arm_cmn_?/dtc_cycles/|arm_cmn_?/config=0x3/
		altra|ampere_mcu_pmu/config=0x1/|ampere_mcu_pmu/config=0x1/
		monaka|mac_iod*_mac*_ch*/read-count/|mac_iod*_mac*_ch*/config=0x10/
		monaka|mac_iod0_mac1_ch/read-count/|mac_iod0_mac1_ch/config=0x10/
		grace|smmuv3_pmcg/event=0x2/|smmuv3_pmcg/config=0x2/
		yitian710|dwc_rootport/config=0x1/|dwc_rootport/config=0x1/
		yitian710|ali_drw_2[15]000/hif_rd/|ali_drw_2[15]000/config=0x2/
		monaka|hisi_sccl3_ddrc/event=0x1/|hisi_sccl3_ddrc/config=0x1/
		kunpeng920|hns3_pmu_sicl/config=0x1/|hns3_pmu_sicl/config=0x1/
		lnl|xe_*/config=0x1/|xe_*/config=0x1/
	END
	# what are several devices in the tables
	try 0 evt2raw --cpu icx 'uncore_imc_[01]/event=0x4/'
	prints uncore_imc_0/config=0x4/ uncore_imc_1/config=0x4/
	# no wildcard, no number
	try 1 evt2raw --cpu altra 'arm_cm/dtc_cycles/'
	says "no such device: arm_cm"
	try 1 evt2raw --cpu altra 'arm_cmn_[ab]/dtc_cycles/'
	says "no such device: arm_cmn_[ab]"
}

@test "codes with such a name are decoded, and whose they are is said once" {
	decodes_each <<-END
		grace|nvidia_scf_pmu/config=0x1a5/|nvidia_scf::cmem_rd_data
		altra|arm_cmn/config=0x10005/|arm_cmn::hnf_cache_miss
		altra|arm_cmn*/config=0x3/|arm_cmn::dtc_cycles
		monaka|mac_iod*_mac*_ch*/config=0x10/|fujitsu_mac::read-count
	END
	try 0 evt2raw --cpu neoverse-n1 --decode arm_cmn/config=0x10005/ arm_cmn_1/config=0x3/ ali_drw_21000/config=0x2/
	[ "$(grep -c 'this machine has no' "$err")" = 2 ] || fail "$(cat "$err")"
	says "arm_cmn/config=0x10005/: this machine has no arm_cmn; arm_cmn (Arm CoreLink CMN"
}

# ---- terms by the CPU ----

@test "formats of IBS that the CPU has, and their values" {
	encodes_each <<-END
		zen3|ibs_op/cnt_ctl=1/|ibs_op/config=0x80000/
		zen4|ibs_op/l3missonly=1/|ibs_op/config=0x10000/
		zen4|ibs_fetch/l3missonly=1/|ibs_fetch/config=0x800000000000000/
		zen5|ibs_op/ldlat=128/|ibs_op/config=0x0,config1=0x80/
		zen5|ibs_op/ldlat=2048/|ibs_op/config=0x0,config1=0x800/
		zen5|ibs_op/ldlat=0/|ibs_op/config=0x0/
		zen6|ibs_op/strmst=1/|ibs_op/config=0x0,config1=0x1000/
		zen6|ibs_fetch/fetchlat=1920/|ibs_fetch/config=0x0,config1=0x780/
		zen5|amd64_ibs_op::IBS_OP:ldlat=0|ibs_op/config=0x0/
	END
	fails_each <<-END
		zen1|ibs_op/l3missonly=1/|expected: an event of ibs_op, or of its formats: cnt_ctl, swfilt
		zen3|ibs_op/l3missonly=1/|ibs_op has no format and no event l3missonly
		zen3|ibs_fetch/l3missonly=1/|expected: an event of ibs_fetch, or of its formats: rand_en, swfilt
		zen4|ibs_op/ldlat=128/|expected: an event of ibs_op, or of its formats: cnt_ctl, l3missonly, swfilt
		zen4|ibs_fetch/fetchlat=128/|ibs_fetch has no format and no event fetchlat
		zen5|ibs_fetch/fetchlat=128/|ibs_fetch has no format and no event fetchlat
		zen5|ibs_op/strmst=1/|ibs_op has no format and no event strmst
		zen5|ibs_op/ldlat=50/p|ldlat=50 is out of the range that the kernel takes
		zen5|ibs_op/ldlat=127/|expected: ldlat= from 128 to 2048, or 0
		zen5|ibs_op/ldlat=2049/|ldlat=2049 is out of the range that the kernel takes
		zen6|ibs_fetch/fetchlat=1921/|expected: fetchlat= from 128 to 1920, or 0
		zen3|amd64_ibs_op::IBS_OP:l3missonly|no such unit mask or modifier: l3missonly
		zen4|amd64_ibs_op::IBS_OP:ldlat=128|no such unit mask or modifier: ldlat
		zen5|amd64_ibs_op::IBS_OP:ldlat=64|expected: ldlat= takes a number from 128 to 2048, or 0
	END
}

# ---- boxes by the CPU ----

@test "Snow Ridge has no UPI" {
	encodes_each <<-END
		icx|icx_unc_upi0::UNC_UPI_CLOCKTICKS|uncore_upi_0/config=0x1/
		snr|icx_unc_m2m0::UNC_M2M_CLOCKTICKS|uncore_m2m_0/config=0x0/
	END
	fails_each <<-END
		snr|UNC_UPI_CLOCKTICKS|no such event: UNC_UPI_CLOCKTICKS
		snr|UNC_M3UPI_CLOCKTICKS|no such event: UNC_M3UPI_CLOCKTICKS
		snowridge|uncore_upi_0/event=0x1/|no such device: uncore_upi_0
	END
}

@test "ThunderX2: the kernel's names and its format" {
	encodes_each <<-END
		thunderx2|uncore_dmc_0/event=0xf/|uncore_dmc_0/config=0xf/
		thunderx2|uncore_dmc_1/cnt_cycles/|uncore_dmc_1/config=0x1/
		thunderx2|uncore_dmc_0/write_txns/|uncore_dmc_0/config=0xb/
		thunderx2|uncore_dmc_0/data_transfers/|uncore_dmc_0/config=0xd/
		thunderx2|uncore_dmc_0/read_txns/|uncore_dmc_0/config=0xf/
		thunderx2|uncore_l3c_0/read_request/|uncore_l3c_0/config=0xd/
		thunderx2|uncore_l3c_0/writeback_request/|uncore_l3c_0/config=0xe/
		thunderx2|uncore_l3c_0/inv_nwrite_request/|uncore_l3c_0/config=0xf/
		thunderx2|uncore_l3c_1/evict_request/|uncore_l3c_1/config=0x13/
		thunderx2|uncore_l3c_0/inv_nwrite_hit/|uncore_l3c_0/config=0x14/
		thunderx2|uncore_l3c_0/read_hit/|uncore_l3c_0/config=0x17/
		thunderx2|uncore_ccpi2_0/req_pktsent/|uncore_ccpi2_0/config=0x3d/
		thunderx2|uncore_ccpi2_0/gic_pktsent/|uncore_ccpi2_0/config=0x12d/
		thunderx2|uncore_ccpi2_1/event=0x3ff/|uncore_ccpi2_1/config=0x3ff/
	END
	fails_each <<-END
		thunderx2|uncore_dmc_0/event=0x20/|0x20 is too large for event
		thunderx2|uncore_ccpi2_0/event=0x400/|0x400 is too large for event
	END
}

@test "X-Gene and eMAG: each has its own code of a name" {
	encodes_each <<-END
		xgene1|l3c0/read-miss/|l3c0/config=0x3/
		xgene1|l3c0/read-hit/|l3c0/config=0x2/
		0x501f0000|l3c1/tq-full/|l3c1/config=0x8/
		emag|l3c0/read-miss/|l3c0/config=0x2/
		emag|l3c0/wbq-full/|l3c0/config=0x11/
		xgene1|xgene_l3c::read-miss|l3c/config=0x3/
		emag|xgene_l3c::read-miss:XGENE|l3c/config=0x3/
		emag|l3c0/write-need-replacement/|l3c0/config=0x6/
	END
}

@test "what the kernel's formats are called" {
	encodes_each <<-END
		altra|arm_cmn_0/type=0x5,eventid=0xf,occupid=0x1/|arm_cmn_0/config=0x80f0005/
		altra|arm_cmn_0/type=0x5,eventid=0xf,filter=0x1/|arm_cmn_0/config=0x80f0005/
		cortex-a53|meson_ddr_bw/chan_1_rw_bytes,arm=1/|meson_ddr_bw/config=0x1,config1=0x1/
		cortex-a53|meson_ddr_bw/chan_2_rw_bytes,gpu=1/|meson_ddr_bw/config=0x2,config1=0x2/
		cortex-a53|meson_ddr_bw/chan_1_rw_bytes,vpu_read1,sana/|meson_ddr_bw/config=0x1,config1=0x400000010000/
		cortex-a53|meson_ddr_bw/chan_3_rw_bytes,usb1,device/|meson_ddr_bw/config=0x3,config1=0x2000000080/
	END
	decodes_each <<-END
		altra|arm_cmn_0/type=0x5,eventid=0xf,occupid=0x1/|arm_cmn0::hnf_qos_pocq_occupancy_read
	END
	# the name that every kernel has
	try 0 evt2raw --cpu altra --as terms arm_cmn_0/hnf_qos_pocq_occupancy_read/
	prints arm_cmn_0/type=0x5,eventid=0xf,occupid=0x1,name=hnf_qos_pocq_occupancy_read/
}

@test "graphics with two GTs" {
	encodes_each <<-END
		mtl|i915/actual-frequency-gt0/|i915/config=0x100000/
		mtl|i915/actual-frequency-gt1/|i915/config=0x1000000000100000/
		mtl|i915/requested-frequency-gt1/|i915/config=0x1000000000100001/
		arl|i915/rc6-residency-gt1/|i915/config=0x1000000000100003/
		GenuineIntel-6-0xb5|i915/software-gt-awake-time-gt0/|i915/config=0x100004/
		mtl|i915/interrupts/|i915/config=0x100002/
		mtl|i915/rcs0-busy/|i915/config=0x0/
		adl|i915/actual-frequency/|i915/config=0x100000/
		lnl|i915/actual-frequency/|i915/config=0x100000/
	END
	fails_each <<-END
		mtl|i915/actual-frequency/|i915 has no format and no event actual-frequency
		arl|i915/rc6-residency/|i915 has no format and no event rc6-residency
		adl|i915/actual-frequency-gt0/|i915 has no format and no event actual-frequency-gt0
	END
}

# ---- CPUs ----

@test "names of CPUs whose system PMUs are here" {
	local cpu
	for cpu in hip09 HIP09 hip10 hip12 kunpeng930 falkor cn10k odyssey imx8mm imx8mp imx93 imx95 jh8100 morello \
		altramax altra-max 'Ampere Altra Max' yitian yitian710 x280 sifive-x280 emag 'StarFive VisionFive 2'; do
		try 0 evt2raw --cpu "$cpu" cycles
		prints cpu-cycles
	done
	encodes_each <<-END
		hip09|hisi_sccl3_l3c0/event=0x48,tt_core=0x1/|hisi_sccl3_l3c0/config=0x48,config2=0x1/
	END
}

# is_cpu NAME PMU: the name means a CPU with this core PMU.
is_cpu() {
	try 0 showevtinfo --cpu "$1" --pmus
	grep -q "^\* $2 " "$out" || fail "$1 has no $2:" "$(cat "$out")"
}

@test "what CPUID says of a processor" {
	is_cpu 0x506c9 glm
	is_cpu 0x000506c9 glm
	is_cpu 506C9h glm
	is_cpu 906EAh skl
	is_cpu sig=0x906ea skl
	is_cpu 0xa06a0 mtl_rwc
	is_cpu 0xb06d0 lnl_lnc
	is_cpu 0xa20f12 amd64_fam19h_zen3
	is_cpu 0x00830f10 amd64_fam17h_zen2
	is_cpu 0x06/0xb7/0x01 adl_glc
	is_cpu 0x06/0x8f/0x8 spr
	# family 15 is both vendors': Intel's have one digit of a model
	is_cpu 0x0f/0x02/0x9 netburst
	is_cpu 0x00010f00 amd64_k8_revd
	is_cpu 0x00900f02 amd64_fam17h_zen1 # Hygon's Dhyana
	is_cpu 'Hygon cpu family 24 model 1' amd64_fam17h_zen1
	is_cpu 'intel cpu family 15 model 2' netburst
	is_cpu 'AMD cpu family 15 model 5' amd64_k8_revb
	try 2 evt2raw --cpu 'cpu family 15 model 2' cycles
	try 2 evt2raw --cpu 'cpu family 24 model 1' cycles
	# the number of an Arm core stays one, and what is too short for a signature is none
	is_cpu 0xd40 arm_v1
	try 2 evt2raw --cpu 0x6c9 cycles
	try 2 evt2raw --cpu 0x506c9x cycles
}

@test "models of AMD" {
	is_cpu 'AMD Ryzen 7 255' amd64_fam19h_zen4
	is_cpu 'Ryzen 9 270' amd64_fam19h_zen4
	is_cpu 'Ryzen 5 220' amd64_fam19h_zen4
	is_cpu 'AMD A8-3530MX' amd64_fam12h_llano
	is_cpu 'Ryzen 5 2600' amd64_fam17h_zen1
}

@test "--cpu list" {
	local tool
	try 0 evt2raw --cpu list
	says_nothing
	grep -q '^20[0-9]*  gnr, .*graniterapids.*: Intel Granite *Rapids' "$out" || fail "$(head "$out")"
	grep -q '^20[0-9]*  arm_v2, .*neoverse-v2.*graviton4.*grace' "$out" || fail "$(grep arm_v2 "$out")"
	grep -o '^20[0-9][0-9]' "$out" | sort -rc || fail "not the newest first"
	for tool in check_events perf_encode showevtinfo; do
		try 0 "$tool" --cpu list
	done
	try 2 evt2raw --cpu nosuchcpu cycles
	says "--cpu list has them all"
}

@test "devices whose events nobody names, by numbers" {
	encodes_each <<-END
		power10|hv_gpci/request=0x10,starting_index=2,length=8/|hv_gpci/config=0x200000010,config1=0x8000000/
		power9|hv_gpci/request=0x70,hw_chip_id=1,secondary_index=3/|hv_gpci/config=0x100000070,config1=0x3/
		power9|hv_24x7/domain=1,chip=1,offset=0x18,lpar=0/|hv_24x7/config=0x1800010001/
		power10|nest_mcs01_imc/event=0x118/|nest_mcs01_imc/config=0x118/
		power9|core_imc/event=0x20/|core_imc/config=0x20/
		power9|thread_imc/event=0x20/|thread_imc/config=0x20/
		power9|trace_imc/cpmc_event=0x10,cpmc_samplesel=2,cpmc_load=1/|trace_imc/config=0x61000000/
		mtl|uncore_cbox_3/event=0x1,umask=0x2/|uncore_cbox_3/config=0x201/
		arl|uncore_cbox_0/event=0x1,umask=0x2,threshold=0x3f/|uncore_cbox_0/config=0x3f000201/
		arl|uncore_sncu/event=0xff/|uncore_sncu/config=0xff/
		mtl|uncore_sncu/clockticks/|uncore_sncu/config=0xff/
		lnl|uncore_cbox_1/event=0x1,umask=0x2/|uncore_cbox_1/config=0x201/
		lnl|uncore_hbo_0/event=0x1,umask=0x2,threshold=0xff/|uncore_hbo_0/config=0xff000201/
		lnl|uncore_sncu/event=0x1,umask=0x2/|uncore_sncu/config=0x201/
		ptl|uncore_cbox_0/event=0x1,umask=0x2/|uncore_cbox_0/config=0x201/
		ptl|uncore_ia_core_bridge/event=0x1,umask=0x2/|uncore_ia_core_bridge/config=0x201/
		ptl|uncore_santa_0/event=0x1,umask=0x2/|uncore_santa_0/config=0x201/
		snr|uncore_pcie3/event=0x1,umask=0x2/|uncore_pcie3/config=0x201/
		gnr|uncore_pciex8_0/event=0x1,umask=0x2/|uncore_pciex8_0/config=0x201/
		gnr|uncore_pciex16_1/event=0x1,umask=0x102/|uncore_pciex16_1/config=0x100000201/
	END
	fails_each <<-END
		power9|hv_24x7/domain=1,chip=65536/|65536 is too large for chip
		lnl|uncore_santa/event=0x1/|no such device: uncore_santa
		icx|uncore_pcie3/event=0x1/|no such device: uncore_pcie3
	END
}

# ---- what is said beside ----

@test "a device of another machine than the one at hand" {
	export LIBPFM_FSROOT=$roots/vm
	try 1 evt2raw nvidia_scf_pmu_0/cmem_rd_data/
	says "no such device: nvidia_scf_pmu_0"
	says "nvidia_scf (NVIDIA Grace coherency fabric) is in the tables: --cpu grace"
	try 1 evt2raw ali_drw_21000/hif_rd/
	says "is in the tables: --cpu yitian710"
	try 1 evt2raw nosuchdevice_0/x/
	says "or a PMU of the tables"
}

@test "codes of another generation, of a device's, of several ports" {
	try 1 evt2raw --cpu zen4 --decode amd_df/event=0x07,umask=0x38/
	says "amd_df/event=0x07,umask=0x38/: on AMD64 Fam17h"
	says "this is amd64_fam17h_df::DRAM_CHANNEL_DATA_CONTROLLER_0; here `
		`amd64_fam19h_zen4_df::LOCAL_PROCESSOR_READ_DATA_BEATS_CS0"
	try 1 evt2raw --cpu zen4 --decode amd_df/config=0x7000002c7/
	says "this is amd64_fam17h_df::REMOTE_OUTBOUND_DATA_CONTROLLER_0; here `
		`amd64_fam19h_zen4_df::LOCAL_SOCKET_OUTBOUND_DATA_BEATS_LINK0"
	try 1 evt2raw --cpu zen5 --decode amd_df/event=0x47,umask=0x38/
	says "DRAM_CHANNEL_DATA_CONTROLLER_1; here other codes count other things"
	try 1 evt2raw --json --cpu zen4 --decode amd_df/event=0x07,umask=0x38/
	try 0 evt2raw --cpu zen4 --decode r700FE5F
	says "r700FE5F: a code of the core; amd_df/config=0x700fe5f/ is "
	says "amd64_fam19h_zen4_df::LOCAL_PROCESSOR_READ_DATA_BEATS_CS1"
	try 0 evt2raw --cpu zen4 --decode r76
	refute grep -q "a code of the core" "$err"
	try 0 evt2raw --cpu icx --decode uncore_iio_0/event=0x83,umask=0x4,ch_mask=0xf,fc_mask=0x7/
	says "several at once: icx_unc_iio0::UNC_IIO_DATA_REQ_OF_CPU:MEM_READ_PART0 + "
	says "MEM_READ_PART3"
	try 0 evt2raw --cpu icx --decode uncore_iio_0/event=0x83,umask=0x4,ch_mask=0x1,fc_mask=0x7/
	says_nothing
}

@test "masks and numbers of nodes are hexadecimal" {
	decodes_each <<-END
		altra|arm_cmn/type=0x7770,wp_val=16,wp_mask=0xff00/|arm_cmn::watchpoint_up:wp_val=0x10:wp_mask=0xff00
		altra|arm_cmn_0/hnf_cache_miss,bynodeid=1,nodeid=0x198/|arm_cmn0::hnf_cache_miss:bynodeid=1:nodeid=0x198
	END
}

# One line of each of the documents about such PMUs below the kernel's admin-guide/perf, and those with terms.
@test "devices and terms as the kernel's documents write them" {
	encodes_each <<-END
		neoverse-n2|ali_drw_27000/hif_rd/|ali_drw_27000/config=0x2/
		neoverse-n2|ali_drw_27080/cycle/|ali_drw_27080/config=0x80/
		neoverse-n2|dwc_rootport_13001/Rx_PCIe_TLP_Data_Payload/|dwc_rootport_13001/config=0x21/
		neoverse-n2|dwc_rootport_13001/rx_memory_read,lane=4/|dwc_rootport_13001/config=0x41070c/
		cortex-a57|ccn/cycles/|ccn/config=0xff00/
		cortex-a57|ccn/xp_valid_flit,xp=1,port=0,vc=1,dir=1/|ccn/config=0x24040801/
		neoverse-n1|arm_cmn_0/type=0x5,eventid=0x12,bynodeid=1,nodeid=0x24/|arm_cmn_0/config=0x2480120005/
		neoverse-n1|arm_dsu_0/cycles/|arm_dsu_0/config=0x11/
		neoverse-n1|smmuv3_pmcg_ff88840/transaction,filter_enable=1,filter_span=1,filter_stream_id=0x42/|smmuv3_pmcg_ff88840/config=0x1,config1=0x300000042/
		spr|cxl_pmu_mem0.0/clock_ticks/|cxl_pmu_mem0.0/config=0x1e98000000000001/
		kunpeng920|hisi_pcie0_core0/rx_mwr_latency,port=0xffff/|hisi_pcie0_core0/config=0x10,config2=0xffff/
		kunpeng920|hisi_pcie0_core0/rx_mrd_flux,bdf=0x3900,thr_len=0x4,thr_mode=0/|hisi_pcie0_core0/config=0x804,config1=0x4,config2=0x39000000/
		kunpeng920|hisi_sccl3_l3c0/rd_hit_cpipe/|hisi_sccl3_l3c0/config=0x2/
		kunpeng920|hisi_sccl3_l3c0/config=0x02/|hisi_sccl3_l3c0/config=0x2/
		kunpeng920|hisi_sccl1_ddrc0/flux_rd/|hisi_sccl1_ddrc0/config=0x1/
		kunpeng920|hns3_pmu_sicl_0/config=0x00204/|hns3_pmu_sicl_0/config=0x204/
		cortex-a53|imx8_ddr0/axid-read,axi_mask=0xffff,axi_id=0x10/|imx8_ddr0/config=0x41,config1=0xffff0010/
		cortex-a53|meson_ddr_bw/total_rw_bytes/|meson_ddr_bw/config=0x0/
		cortex-a53|meson_ddr_bw/chan_1_rw_bytes,arm=1/|meson_ddr_bw/config=0x1,config1=0x1/
		octeon10|tad/tad_alloc_any/|tad/config=0x1c/
		grace|nvidia_scf_pmu_0/event=0x0/|nvidia_scf_pmu_0/config=0x0/
		grace|nvidia_nvlink_c2c0_pmu_0/event=0x0/|nvidia_nvlink_c2c0_pmu_0/config=0x0/
		grace|nvidia_cnvlink_pmu_0/event=0x0,rem_socket=0xf/|nvidia_cnvlink_pmu_0/config=0x0,config1=0xf/
		grace|nvidia_pcie_pmu_0/event=0x0,root_port=0x3/|nvidia_pcie_pmu_0/config=0x0,config1=0x3/
		jh8100|starfive_starlink_pmu/cycles/|starfive_starlink_pmu/config=0x58/
		thunderx2|uncore_dmc_0/cnt_cycles/|uncore_dmc_0/config=0x1/
		thunderx2|uncore_l3c_0/read_request/|uncore_l3c_0/config=0xd/
		xgene|l3c0/read-miss/|l3c0/config=0x3/
		xgene|mc0/act-cmd-sent/|mc0/config=0x2/
		monaka|mac_iod0_mac0_ch0/ea-mac/|mac_iod0_mac0_ch0/config=0x80/
		monaka|pci_iod0_pci0/ea-pci/|pci_iod0_pci0/config=0x80/
	END
}

# All other lines of these documents of Linux 6.12. Not right are hisi_sccl1_l3c0/rd_hit_cpipe/ and wr_hit_cpipe: no
# Kunpeng 920 that libpfm4 knows has such a box; placeholders (lane=?, vid=VID) are no events.
@test "every other example of the kernel's documents" {
	encodes_each <<-END
		yitian710|ali_drw_21000/cycle/|ali_drw_21000/config=0x80/
		yitian710|ali_drw_21000/hif_rd/|ali_drw_21000/config=0x2/
		yitian710|ali_drw_21000/hif_rmw/|ali_drw_21000/config=0x3/
		yitian710|ali_drw_21000/hif_wr/|ali_drw_21000/config=0x1/
		yitian710|ali_drw_21080/cycle/|ali_drw_21080/config=0x80/
		yitian710|ali_drw_21080/hif_rd/|ali_drw_21080/config=0x2/
		yitian710|ali_drw_21080/hif_rmw/|ali_drw_21080/config=0x3/
		yitian710|ali_drw_21080/hif_wr/|ali_drw_21080/config=0x1/
		yitian710|ali_drw_23000/cycle/|ali_drw_23000/config=0x80/
		yitian710|ali_drw_23000/hif_rd/|ali_drw_23000/config=0x2/
		yitian710|ali_drw_23000/hif_rmw/|ali_drw_23000/config=0x3/
		yitian710|ali_drw_23000/hif_wr/|ali_drw_23000/config=0x1/
		yitian710|ali_drw_23080/cycle/|ali_drw_23080/config=0x80/
		yitian710|ali_drw_23080/hif_rd/|ali_drw_23080/config=0x2/
		yitian710|ali_drw_23080/hif_rmw/|ali_drw_23080/config=0x3/
		yitian710|ali_drw_23080/hif_wr/|ali_drw_23080/config=0x1/
		yitian710|ali_drw_25000/cycle/|ali_drw_25000/config=0x80/
		yitian710|ali_drw_25000/hif_rd/|ali_drw_25000/config=0x2/
		yitian710|ali_drw_25000/hif_rmw/|ali_drw_25000/config=0x3/
		yitian710|ali_drw_25000/hif_wr/|ali_drw_25000/config=0x1/
		yitian710|ali_drw_25080/cycle/|ali_drw_25080/config=0x80/
		yitian710|ali_drw_25080/hif_rd/|ali_drw_25080/config=0x2/
		yitian710|ali_drw_25080/hif_rmw/|ali_drw_25080/config=0x3/
		yitian710|ali_drw_25080/hif_wr/|ali_drw_25080/config=0x1/
		yitian710|ali_drw_27000/cycle/|ali_drw_27000/config=0x80/
		yitian710|ali_drw_27000/hif_rmw/|ali_drw_27000/config=0x3/
		yitian710|ali_drw_27000/hif_wr/|ali_drw_27000/config=0x1/
		yitian710|ali_drw_27080/hif_rd/|ali_drw_27080/config=0x2/
		yitian710|ali_drw_27080/hif_rmw/|ali_drw_27080/config=0x3/
		yitian710|ali_drw_27080/hif_wr/|ali_drw_27080/config=0x1/
		ampereone|ampere_mcu_pmu_0/act_sent,bank=5,rank=3,threshold=2/|ampere_mcu_pmu_0/config=0x1,config1=0x5000302/
		ampereone|ampere_mcu_pmu_0/act_sent/|ampere_mcu_pmu_0/config=0x1/
		ampereone|ampere_mcu_pmu_1/rd_sent/|ampere_mcu_pmu_1/config=0x3/
		spr|cxl_pmu_mem0.0/d2h_req_rdshared/|cxl_pmu_mem0.0/config=0x1e98001000000008/
		spr|cxl_pmu_mem0.0/h2d_req_snpcur/|cxl_pmu_mem0.0/config=0x1e98001200000008/
		spr|cxl_pmu_mem0.0/h2d_req_snpdata/|cxl_pmu_mem0.0/config=0x1e98001200000002/
		spr|cxl_pmu_mem0.0/h2d_req_snpinv/|cxl_pmu_mem0.0/config=0x1e98001200000004/
		yitian710|dwc_rootport_13018/Rx_PCIe_TLP_Data_Payload/|dwc_rootport_13018/config=0x21/
		yitian710|dwc_rootport_13018/rx_memory_read,lane=4/|dwc_rootport_13018/config=0x41070c/
		kunpeng920|hisi_pcie0_core0/rx_mrd_flux,bdf=0x3900/|hisi_pcie0_core0/config=0x804,config2=0x39000000/
		kunpeng920|hisi_pcie0_core0/rx_mrd_flux,port=0xffff,len_mode=0x1/|hisi_pcie0_core0/config=0x804,config1=0x400,config2=0xffff/
		kunpeng920|hisi_pcie0_core0/rx_mrd_flux,port=0xffff,thr_len=0x4,thr_mode=1/|hisi_pcie0_core0/config=0x804,config1=0x14,config2=0xffff/
		kunpeng920|hisi_pcie0_core0/rx_mrd_flux,port=0xffff,trig_len=0x4,trig_mode=1/|hisi_pcie0_core0/config=0x804,config1=0x280,config2=0xffff/
		kunpeng920|hisi_pcie0_core0/rx_mwr_cnt,port=0xffff/|hisi_pcie0_core0/config=0x10010,config2=0xffff/
		kunpeng920|hisi_pcie0_core0/rx_mwr_cnt/|hisi_pcie0_core0/config=0x10010/
		kunpeng920|hisi_pcie0_core0/rx_mwr_latency,port=0x1/|hisi_pcie0_core0/config=0x10,config2=0x1/
		kunpeng920|hisi_pcie0_core0/rx_mwr_latency/|hisi_pcie0_core0/config=0x10/
		hip09|hisi_sccl3_l3c0/config=0x02,tt_core=0x3/|hisi_sccl3_l3c0/config=0x2,config2=0x3/
		hip09|hisi_sccl3_l3c0/config=0x02,tt_req=0x4/|hisi_sccl3_l3c0/config=0x2,config1=0x400/
		hip09|hisi_sccl3_l3c0/config=0xb9,datasrc_cfg=0xE/|hisi_sccl3_l3c0/config=0xb9,config1=0x7000/
		hip09|hisi_sccl3_l3c0/config=0xb9,datasrc_cfg=0xF/|hisi_sccl3_l3c0/config=0xb9,config1=0x7800/
		kunpeng920|hisi_sccl3_l3c0/wr_hit_cpipe/|hisi_sccl3_l3c0/config=0x3/
		kunpeng920|hns3_pmu_sicl_0/bw_ssu_rpu_byte_num,global=1/|hns3_pmu_sicl_0/config=0x2,config1=0x10000000000000/
		kunpeng920|hns3_pmu_sicl_0/bw_ssu_rpu_byte_num/|hns3_pmu_sicl_0/config=0x2/
		kunpeng920|hns3_pmu_sicl_0/bw_ssu_rpu_time,global=1/|hns3_pmu_sicl_0/config=0x10002,config1=0x10000000000000/
		kunpeng920|hns3_pmu_sicl_0/bw_ssu_rpu_time/|hns3_pmu_sicl_0/config=0x10002/
		kunpeng920|hns3_pmu_sicl_0/config=0x00002,global=1/|hns3_pmu_sicl_0/config=0x2,config1=0x10000000000000/
		kunpeng920|hns3_pmu_sicl_0/config=0x00301,bdf=0x3500,intr=0/|hns3_pmu_sicl_0/config=0x301,config1=0x350000/
		kunpeng920|hns3_pmu_sicl_0/config=0x10002,global=1/|hns3_pmu_sicl_0/config=0x10002,config1=0x10000000000000/
		kunpeng920|hns3_pmu_sicl_0/config=0x1020F,bdf=0x3500,queue=0/|hns3_pmu_sicl_0/config=0x1020f,config1=0x350000/
		kunpeng920|hns3_pmu_sicl_0/config=0x1020F,bdf=0x3500,queue=0xFFFF/|hns3_pmu_sicl_0/config=0x1020f,config1=0xffff350000/
		kunpeng920|hns3_pmu_sicl_0/config=0x1020F,global=1/|hns3_pmu_sicl_0/config=0x1020f,config1=0x10000000000000/
		kunpeng920|hns3_pmu_sicl_0/config=0x1020F,port=0,tc=0/|hns3_pmu_sicl_0/config=0x1020f/
		kunpeng920|hns3_pmu_sicl_0/config=0x1020F,port=0,tc=0xF/|hns3_pmu_sicl_0/config=0x1020f,config1=0xf0/
		imx8mp|imx8_ddr0/axid-read,axi_id=0x12/|imx8_ddr0/config=0x41,config1=0x12/
		imx8mp|imx8_ddr0/cycles/|imx8_ddr0/config=0x0/
		imx8mp|imx8_ddr0/read/|imx8_ddr0/config=0x35/
		imx8mp|imx8_ddr0/write/|imx8_ddr0/config=0x38/
		cortex-a53|meson_ddr_bw/chan_1_rw_bytes/|meson_ddr_bw/config=0x1/
		cortex-a53|meson_ddr_bw/chan_2_rw_bytes/|meson_ddr_bw/config=0x2/
		cortex-a53|meson_ddr_bw/chan_3_rw_bytes,arm=1,gpu=1/|meson_ddr_bw/config=0x3,config1=0x3/
		cortex-a53|meson_ddr_bw/chan_3_rw_bytes/|meson_ddr_bw/config=0x3/
		cortex-a53|meson_ddr_bw/chan_4_rw_bytes/|meson_ddr_bw/config=0x4/
		grace|nvidia_cnvlink_pmu_0/event=0x0,rem_socket=0xE/|nvidia_cnvlink_pmu_0/config=0x0,config1=0xe/
		grace|nvidia_cnvlink_pmu_1/event=0x0,rem_socket=0xD/|nvidia_cnvlink_pmu_1/config=0x0,config1=0xd/
		grace|nvidia_cnvlink_pmu_2/event=0x0,rem_socket=0xB/|nvidia_cnvlink_pmu_2/config=0x0,config1=0xb/
		grace|nvidia_cnvlink_pmu_3/event=0x0,rem_socket=0x7/|nvidia_cnvlink_pmu_3/config=0x0,config1=0x7/
		grace|nvidia_nvlink_c2c0_pmu_1/event=0x0/|nvidia_nvlink_c2c0_pmu_1/config=0x0/
		grace|nvidia_nvlink_c2c0_pmu_2/event=0x0/|nvidia_nvlink_c2c0_pmu_2/config=0x0/
		grace|nvidia_nvlink_c2c0_pmu_3/event=0x0/|nvidia_nvlink_c2c0_pmu_3/config=0x0/
		grace|nvidia_nvlink_c2c1_pmu_0/event=0x0/|nvidia_nvlink_c2c1_pmu_0/config=0x0/
		grace|nvidia_nvlink_c2c1_pmu_1/event=0x0/|nvidia_nvlink_c2c1_pmu_1/config=0x0/
		grace|nvidia_nvlink_c2c1_pmu_2/event=0x0/|nvidia_nvlink_c2c1_pmu_2/config=0x0/
		grace|nvidia_nvlink_c2c1_pmu_3/event=0x0/|nvidia_nvlink_c2c1_pmu_3/config=0x0/
		grace|nvidia_pcie_pmu_1/event=0x0,root_port=0x3/|nvidia_pcie_pmu_1/config=0x0,config1=0x3/
		grace|nvidia_scf_pmu_1/event=0x0/|nvidia_scf_pmu_1/config=0x0/
		falkor|l2cache_0/config=0x001/|l2cache_0/config=0x1/
		falkor|l2cache_0/config=0x042/|l2cache_0/config=0x42/
		falkor|l2cache_0/config=0xfe/|l2cache_0/config=0xfe/
		falkor|l3cache_0_0/read-miss,lc/|l3cache_0_0/config=0x100000021/
		jh8100|starfive_starlink_pmu/read_hit/|starfive_starlink_pmu/config=0x901202/
		jh8100|starfive_starlink_pmu/read_miss/|starfive_starlink_pmu/config=0x4008002/
		jh8100|starfive_starlink_pmu/read_request/|starfive_starlink_pmu/config=0x4000701/
		jh8100|starfive_starlink_pmu/release_request/|starfive_starlink_pmu/config=0x3e001/
		jh8100|starfive_starlink_pmu/write_hit/|starfive_starlink_pmu/config=0x6c0002/
		jh8100|starfive_starlink_pmu/write_miss/|starfive_starlink_pmu/config=0x3000002/
		jh8100|starfive_starlink_pmu/write_request/|starfive_starlink_pmu/config=0x3000001/
		jh8100|starfive_starlink_pmu/writeback/|starfive_starlink_pmu/config=0x403/
		thunderx2|uncore_l3c_0/inv_hit/|uncore_l3c_0/config=0x15/
		thunderx2|uncore_l3c_0/inv_request/|uncore_l3c_0/config=0x10/
		xgene|l3c0/ackq-full/|l3c0/config=0x9/
		xgene|l3c0/bank-fifo-full/|l3c0/config=0xb/
		xgene|l3c0/config=0x0b/|l3c0/config=0xb/
		xgene|l3c0/read-miss,config1=0xfffffffffffffffe/|l3c0/config=0x3,config1=0xfffffffffffffffe/
		xgene|mcb1/csw-write-request/|mcb1/config=0x3/
		xgene|mcb1/mcb-csw-stall/|mcb1/config=0x4/
	END
	fails_each <<-END
		kunpeng920|hisi_sccl1_l3c0/rd_hit_cpipe/|hisi_sccl1_l3c0 has no format and no event rd_hit_cpipe
		yitian710|dwc_rootport_13018/rx_memory_read,lane=?/|dwc_rootport_13018/rx_memory_read,lane=?/
		cortex-a57|ccn/xp_valid_flit,xp=?,port=?,vc=?,dir=?/|ccn/xp_valid_flit,xp=?
	END
}

@test "an event of a box that is called as a raw code" {
	encodes_each <<-END
		imx8mp|imx8_ddr0/write/|imx8_ddr0/config=0x38/
		emag|l3c0/read/|l3c0/config=0x8/
		spr|msr/read/|msr/config=0xead/
	END
}
