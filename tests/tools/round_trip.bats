#!/usr/bin/env bats
# Every PMU off its machine: what evt2raw writes for a name it reads, and decodes to the name. Some names of each PMU;
# with PFMKIT_ALL_NAMES set, every name.

# shellcheck disable=SC2154 # variables of strings.bash
load strings

setup() {
	begin
	unset LIBPFM_FSROOT LIBPFM_CPUID
}

# CPUs, and PMUs that any machine may have.
system_cpus='
	altra ali_drw ampere_mcu arm_cci arm_ccn arm_cmn arm_cspmu arm_dmc620 arm_dsu arm_ni arm_smmu_pmcg cxl_pmu
	altra dfl_fme dwc_pcie meson_ddr
	amd64_fam19h_zen3 amdgpu_arcturus
	amd64_fam19h_zen4 amdgpu amdgpu_df
	cn10k mrvl_ddr mrvl_pem mrvl_tad
	cortex-a9 l2c_220 l2c_310
	emag xgene_l3c
	falkor qcom_l2 qcom_l3
	grace nvidia_c2c nvidia_cmem_latency nvidia_cnvlink nvidia_nvlink_c2c0 nvidia_nvlink_c2c1 nvidia_pcie
	grace nvidia_pcie_tgt nvidia_pcie_v2 nvidia_scf nvidia_ucf
	hip09 hisi_cpa hisi_ddrc hisi_h60pa hisi_hha hisi_l3c hisi_mn hisi_noc hisi_pa hisi_pcie hisi_sllc hisi_uc hns3
	icx nmem
	imx8mp imx8_ddr
	imx93 imx9_ddr
	jh8100 starfive_starlink
	lnl xe
	monaka fujitsu_mac fujitsu_pci
	mtl i915
	power10 hv_gpci kvm_hv vpa_pmu vpa_dtl
	spr dsa iax dmar msr cstate_core cstate_pkg
	srf cstate_module
	xgene1 xgene_iob xgene_iob_slow xgene_mc xgene_mcb
	z16 cpum_cf_diag cpum_sf pai_crypto pai_ext
'

# PMUs that are not tried, with the reason behind #.
not_tried() {
	sed 's/ *#.*//' <<-END
		perf                 # the same on every machine: kernel.bats
		perf_raw             # likewise
		ix86arch             # of cores that are not known: elsewhere these are the codes of the core that is
		arm_pmuv3            # likewise
		amd64_fam17h         # deprecated, which --decode leaves out
		amd64_fam17h_zen1    # likewise
		power_torrent        # no kernel has a device of it
		arm_c1_sme2          # a unit beside the cores, which no kernel has a device of
		mips_74k             # no CPU of --cpu
		niagara1             # likewise
		niagara2             # likewise
		ultra12              # likewise
		ultra3               # likewise
		ultra3i              # likewise
		ultra3p              # likewise
		ultra4p              # likewise
	END
}

# Names that another name is given back for, each with its reason.
not_given_back() {
	# libpfm4's other name of OCR: the code is OCR's, of the first filter
	grep -v -E '^(spr|emr|gnr) [a-z]*::OFFCORE_RESPONSE_1:'
}

# CPUs with PMUs beside their core's, until each kind of boxes was there.
box_cpus='adl amd64_fam15h_interlagos amd64_fam17h_zen2 amd64_fam19h_zen3 amd64_fam19h_zen4 amd64_fam1ah_zen5
	amd64_fam1ah_zen6 arl_lnc arm_kunpeng arm_thunderx2 bdw bdw_ep clx cwf emr hsw_ep icx ivb ivb_ep knl knm lnl mtl
	nhm nvl_cyc power8 ptl_cgc snb snb_ep snr wsm_dp z17'

# The CPU of each PMU, "PMU CPU", the first CPU for a kind of boxes.
list_pmus() {
	local cpu pmus
	while read -r cpu pmus; do
		[ -z "$cpu" ] || tr ' ' '\n' <<<"$pmus" | sed "s/\$/ $cpu/"
	done <<<"$system_cpus"
	evt2raw --cpu list | sed -E 's/^.{6}([^,:]*).*/\1 \1/'
	printf '%s %s\n' ppc970 ppc970 ppc970mp ppc970mp
	for cpu in $box_cpus; do
		showevtinfo --cpu "$cpu" --pmus 2>/dev/null | awk -v cpu="$cpu" '$1 == "*" { print $2, cpu }'
	done
}

# Writes CPU.names for each CPU, the names of its PMUs, of the first box of a kind.
choose_names() {
	showevtinfo --cpu altra -L --pmu '*' 2>/dev/null | cut -f 1 >names
	list_pmus | awk 'NR == FNR { not[$1]; next } !($1 in not)' <(not_tried) - >pmus
	awk -v all="$PFMKIT_ALL_NAMES" '
		function kind(pmu) { if (pmu ~ /_unc_|_sccl|^tx2_/) gsub(/[0-9]+$|sccl[0-9]+/, "", pmu); return pmu }
		FILENAME == "pmus" { if (!(kind($1) in cpu)) { cpu[kind($1)] = $2; box[$1] } next }
		{ pmu = $0; sub(/::.*/, "", pmu) }
		!(pmu in box) { if (!(kind(pmu) in cpu)) print pmu >"left"; next }
		{ of[pmu] = of[pmu] $0 "\n" }
		END {
			for (pmu in of) {
				count = split(of[pmu], name, "\n") - 1
				step = all || count < 8 ? 1 : int(count / 8)
				for (i = 1; i <= count; i += step)
					print name[i] >(cpu[kind(pmu)] ".names")
			}
		}' pmus names
	not_tried | sort | comm -13 - <(sort -u left) >"$out"
	prints_nothing
}

@test "what evt2raw writes off the machine it reads, and decodes" {
	local cpu file pmus
	: >left
	choose_names
	for file in *.names; do
		cpu=${file%.names}
		evt2raw --cpu "$cpu" --format "$cpu {requested}\t{raw}" - <"$file" 2>/dev/null >written || true
		cut -f 2 written >raw
		cat written >>encoded
		[ -s raw ] || continue # every name needs a term
		evt2raw --cpu "$cpu" --format "$cpu {requested}\t{raw}" - <raw >>read 2>/dev/null || true
		evt2raw --cpu "$cpu" --decode --format "{exact}$cpu {name}\t{requested}" - <raw >>decoded 2>/dev/null ||
			true
	done
	# what is written is read as the same; each is decoded, and one of the names is the one that it was written for
	awk -F '\t' '{ sub(/ .*/, "", $1); print $1 "\t" $2 }' encoded | sort -u >codes
	awk -F '\t' '{ split($1, word, " "); if (word[2] == $2) print word[1] "\t" $2 }' read | sort -u |
		comm -23 codes - >"$out"
	prints_nothing
	sed -n 's/^1//p' decoded | sort -u >exact
	awk -F '\t' '{ sub(/ .*/, "", $1); print $1 "\t" $2 }' exact | sort -u | comm -23 codes - >"$out"
	prints_nothing
	sort -u encoded | comm -23 - exact | not_given_back >"$out" || true
	prints_nothing
	pmus=$(sed 's/[^ ]* //; s/::.*//' encoded | sort -u | wc -l)
	[ "$pmus" -gt 340 ] || fail "$pmus PMUs have names, not more than 340"
}
