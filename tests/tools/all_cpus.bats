#!/usr/bin/env bats
# pfmexport c and json: events on every CPU, as a header that needs no library, and as objects.

# shellcheck disable=SC2154 # variables of strings.bash
load strings

# compile NAME [OPTION]...: a program that includes codes.h
compile() {
	local name=$1
	shift
	# shellcheck disable=SC2086
	$CC -Wall -Wextra -Wshadow -Wconversion -Werror -I. "$@" -o "$name" "$name.c"
}

# The codes of a row: EVENT VENDOR FAMILY MODEL
row() {
	pfmexport json "$1" |
		jq -r --arg vendor "$2" --argjson family "$3" --argjson model "$4" \
			'select(.vendor == $vendor and .family == $family and .model_low <= $model and $model <= .model_high) |
			[.pmu, .device // "-", .type, .config, .config1] | join(" ")'
}

# Intel SDM volume 3 and Intel's event files; Arm ARM, L1D_CACHE_REFILL is 3; POWER: the architected PM_INST_CMPL is 2;
# AMD's PPR: 0xc0.
@test "objects: what is known of some CPUs" {
	[ "$(row MEM_LOAD_RETIRED.L3_MISS GenuineIntel 6 94)" = "skl - 4 0x20d1 0x0" ]
	[ "$(row MEM_LOAD_RETIRED.L3_MISS GenuineIntel 6 143)" = "spr - 4 0x20d1 0x0" ]
	[ "$(row INST_RETIRED.ANY_P GenuineIntel 6 151)" = \
		"adl_glc cpu_core,cpu -1 0xc0 0x0"$'\n'"adl_grt cpu_atom,cpu -1 0xc0 0x0" ]
	[ "$(row L1D_CACHE_REFILL arm 65 $((0xd0c)))" = "arm_n1 - 4 0x3 0x0" ]
	[ "$(row RETIRED_INSTRUCTIONS AuthenticAMD 25 1)" = "amd64_fam19h_zen3 - 4 0xc0 0x0" ]
	[ "$(row PM_INST_CMPL power 0 $((0x4d)))" = "power8 - 4 0x2 0x0" ]
	try 0 pfmexport json skx::INST_RETIRED
	jq -ce '[.schema, .requested, .pmu, .vendor, .family, .model_low, .model_high, .stepping_low, .stepping_high,
		.device, .type, .config, .config1, .config2]' \
		"$out" |
		diff <(echo '[1,"skx::INST_RETIRED","skx","GenuineIntel",6,85,85,0,4,null,4,"0xc0","0x0","0x0"]') - >&2
	says_nothing
}

@test "a PMU's name, a pattern: rows of these only" {
	try 0 pfmexport json --pmu 'sk[lx]' INST_RETIRED
	jq -r .pmu "$out" | sort -u | diff <(printf '%s\n' skl skx) - >&2
	try 0 pfmexport json SKL::INST_RETIRED
	jq -r .pmu "$out" | sort -u | diff <(echo skl) - >&2
}

@test "what cannot be in a table" {
	try 1 pfmexport c INST_RETIRED:u
	prints_nothing
	says_line "pfmexport: INST_RETIRED:u: a table has types and config words only; leave out :u, :period=.. and \
the like, and set these fields of struct perf_event_attr in the program"
	try 1 pfmexport c INST_RETIRED NO_SUCH_EVENT
	prints_nothing
	says_line "pfmexport: NO_SUCH_EVENT: no core PMU has it, of those whose CPUs are told by family and model, MIDR or PVR"
	try 1 pfmexport c --cpu spr,zen4 INST_RETIRD
	says_line "  did you mean spr::INST_RETIRED?"
	try 1 pfmexport c --cpu zen4,spr INST_RETIRD
	says_line "  did you mean amd64_fam19h_zen4::RETIRED_INSTRUCTIONS?"
	try 1 pfmexport c skl::INST_RETIRD
	says_line "  did you mean skl::INST_RETIRED?"
	try 2 pfmexport c --group x INST_RETIRED
	says_line "pfmexport: --group goes with perfetto, bcc, asprof, asprof-agent or papi"
	try 2 perf_encode --cpu all INST_RETIRED
	says_line "perf_encode: --cpu all is of pfmexport: c, go, rust, python, json, pcp, papi"
}

@test "the header: what it says of itself, names, and no warnings in C and C++" {
	try 0 pfmexport c --pmu 'sk*' 'INST_RETIRED:c=1' INST_RETIRED.C=1 skl::INST_RETIRED
	says_nothing
	cp "$out" codes.h
	prints_line \
		" *     pfmexport c --pmu 'sk*' INST_RETIRED:c=1 INST_RETIRED.C=1 skl::INST_RETIRED"
	prints_line "static const struct perf_code inst_retired_c_1_codes[] = {"
	prints_line "static const struct perf_code inst_retired_c_1_codes_2[] = {"
	prints_line "static const struct perf_code skl__inst_retired_codes[] = {"
	# another header beside it
	pfmexport c PM_INST_CMPL >other.h
	cat >both.c <<-'PROGRAM'
		#include "codes.h"
		#include "other.h"
		#include "codes.h"

		int main(void)
		{
			struct perf_cpu skylake = { PERF_CPU_INTEL, 6, 94, 3 }, nobody = { PERF_CPU_AMD, 6, 94, 3 };
			const struct perf_code *code = perf_code_find(inst_retired_c_1_codes, skylake, NULL);

			if (!code || code->config != 0x10000c0 || perf_code_type(code) != 4 ||
			    perf_code_find(inst_retired_c_1_codes, skylake, code))
				return 1;
			return perf_code_find(inst_retired_c_1_codes, nobody, NULL) ||
				perf_code_find(pm_inst_cmpl_codes, skylake, NULL);
		}
	PROGRAM
	local standard compiler
	for standard in c99 c11 gnu17; do
		compile both -std=$standard -pedantic
		./both
	done
	cp both.c both.cc
	if command -v g++ >/dev/null; then
		g++ -Wall -Wextra -Werror -I. -o both both.cc
		./both
	fi
	for compiler in aarch64-linux-gnu-gcc powerpc64le-linux-gnu-gcc i686-linux-gnu-gcc s390x-linux-gnu-gcc; do
		if command -v $compiler >/dev/null; then
			$compiler -Wall -Wextra -Werror -I. -c -o both.o both.c
		fi
	done
}

# The numbers of CPUID are those that the kernel shows, without which the library is of no use as a judge.
@test "the CPU that a program runs on" {
	grep -qE '^vendor_id.*(GenuineIntel|AuthenticAMD)' /proc/cpuinfo || skip "not an x86 machine"
	pfmexport c skl::INST_RETIRED >codes.h
	cat >here.c <<-'PROGRAM'
		#include "codes.h"

		int main(void)
		{
			struct perf_cpu cpu = perf_cpu_here();

			printf("%s %d %d %d\n", cpu.vendor == PERF_CPU_INTEL ? "GenuineIntel" : "AuthenticAMD",
			       cpu.family, cpu.model, cpu.stepping);
			return 0;
		}
	PROGRAM
	compile here
	./here | diff <(awk -F ': *' '/^processor/ && n++ { exit } /^(vendor_id|cpu family|model|stepping)\t/ { printf "%s%s", s, $2; s = " " } END { print "" }' \
		/proc/cpuinfo) - >&2
}

@test "type: the number of the first device that is there" {
	pfmexport c adl_grt::INST_RETIRED >codes.h
	# the machine's devices stand in this directory
	sed -i "s|/sys/bus|$PWD/sys/bus|; s/path\[128\]/path[1024]/" codes.h
	cat >type.c <<-'PROGRAM'
		#include "codes.h"

		int main(void)
		{
			struct perf_code code = { PERF_CPU_INTEL, 6, 0, 0, 0, 0, "x", "cpu_none,cpu_two,cpu_three",
				0, 0, 0 };

			printf("%u %u\n", perf_code_type(&code), perf_code_type(adl_grt__inst_retired_codes));
			return 0;
		}
	PROGRAM
	compile type
	mkdir -p sys/bus/event_source/devices/cpu_{two,three}
	echo 9 >sys/bus/event_source/devices/cpu_two/type
	echo 10 >sys/bus/event_source/devices/cpu_three/type
	./type | diff <(echo 9 4) - >&2
}

# Every model of every vendor.
@test "the header finds on every CPU what the library finds" {
	local events=(INST_RETIRED.ANY MEM_LOAD_RETIRED.L3_MISS OFFCORE_RESPONSE_0:ANY_REQUEST
		L1D_CACHE_REFILL PM_INST_CMPL RETIRED_INSTRUCTIONS MISPREDICTED_BRANCH_RETIRED) event list=
	pfmexport c "${events[@]}" >codes.h
	for event in "${events[@]}"; do
		list+="{ \"$event\", $(echo "${event,,}" | tr .: _)_codes }, "
	done
	$CC -O1 -Wall -Wextra -Werror -I"$srcdir/include" -include ./codes.h -DEVENTS="$list" -o all_cpus \
		"$srcdir/tests/tools/all_cpus.c" -L"$builddir/.libs" -lpfm
	unset LIBPFM_CPUID
	mkdir nothing
	LIBPFM_FSROOT=$PWD/nothing ./all_cpus >said || fail "$(cat said)"
	sed 's/^/# /' said >&3
}

@test "a list of CPUs, one of them, and one whose name has commas" {
	local form
	unset LIBPFM_CPUID
	try 0 pfmexport json --cpu spr,zen5 INST_RETIRED
	[ "$(jq -r .pmu "$out" | sort -u)" = spr ] || fail "expected rows of spr alone, got" "$(cat "$out")"
	for form in c go python rust; do
		try 0 pfmexport $form --cpu skx,spr INST_RETIRED
		grep -q "pfmexport $form --cpu skx,spr INST_RETIRED" "$out" || fail "$form" "$(head -n 20 "$out")"
	done
	try 0 pfmexport json --cpu zen5 INSTRUCTIONS
	[ "$(jq -r .pmu "$out" | sort -u)" = amd64_fam1ah_zen5 ] || fail "expected Zen 5 alone, got" "$(cat "$out")"
	try 0 pfmexport json --cpu arm,cortex-a72 CPU_CYCLES
	[ "$(jq -r .pmu "$out" | sort -u)" = arm_ac72 ] || fail "expected one core, got" "$(cat "$out")"
	try 0 pfmexport json --cpu 0x410fd034,0x410fd0d0 CPU_CYCLES
	[ "$(jq -r .pmu "$out" | sort -u | xargs)" = 'arm_ac53 arm_ac77' ] || fail "expected both, got" "$(cat "$out")"
}

# ---- one configuration of PCP for a fleet ----

@test "pcp: one name, the first event that each CPU of a list has" {
	try 0 pfmexport pcp --cpu skx,ADL,zen5,neoverse-n1,skx \
		instructions=INST_RETIRED.ANY_P,ex_ret_instr,RETIRED_INSTRUCTIONS,INST_RETIRED \
		cycles_of_one=INST_RETIRED:c=1 'misses=MEM_LOAD_RETIRED.L3_MISS|INST_RETIRED'
	says_nothing
	prints_line "# Written by pfmexport pcp --cpu skx,ADL,zen5,neoverse-n1,skx `
		`instructions=INST_RETIRED.ANY_P,ex_ret_instr,RETIRED_INSTRUCTIONS,INST_RETIRED `
		`cycles_of_one=INST_RETIRED:c=1 'misses=MEM_LOAD_RETIRED.L3_MISS|INST_RETIRED'"
	prints_line '# Instructions retired'
	prints_line "# A CPU with several core types has an alternative for each: the first counts, on its own."
	sed 's/:e=.*:c=1.* cpu/...c=1... cpu/' "$out" | grep -v '^#' | diff - <(cat <<-'EOF'

		[perf]
		skx::INST_RETIRED:ANY_P cpu
		adl_glc::INST_RETIRED:ANY_P cpu
		adl_grt::INST_RETIRED:ANY_P cpu
		amd64_fam1ah_zen5::EX_RET_INSTR cpu
		arm_n1::INST_RETIRED cpu
		skx::INST_RETIRED:ANY_P...c=1... cpu
		adl_glc::INST_RETIRED:ANY_P...c=1... cpu
		adl_grt::INST_RETIRED:ANY_P...c=1... cpu
		skx::MEM_LOAD_RETIRED:L3_MISS cpu
		adl_glc::MEM_LOAD_RETIRED:L3_MISS cpu

		[instructions:derived]
		skx::INST_RETIRED:ANY_P cpu
		||
		adl_glc::INST_RETIRED:ANY_P cpu
		||
		adl_grt::INST_RETIRED:ANY_P cpu
		||
		amd64_fam1ah_zen5::EX_RET_INSTR cpu
		||
		arm_n1::INST_RETIRED cpu

		[cycles_of_one:derived]
		skx::INST_RETIRED:ANY_P...c=1... cpu
		||
		adl_glc::INST_RETIRED:ANY_P...c=1... cpu
		||
		adl_grt::INST_RETIRED:ANY_P...c=1... cpu

		[misses:derived]
		skx::MEM_LOAD_RETIRED:L3_MISS cpu
		||
		adl_glc::MEM_LOAD_RETIRED:L3_MISS cpu
		||
		adl_grt::INST_RETIRED:ANY_P cpu
		||
		arm_n1::INST_RETIRED cpu
	EOF
	) >&2
}

@test "pcp: boxes of a list are the CPU's, whatever machine's files are at hand" {
	[ ! -e "$LIBPFM_FSROOT/sys/bus/event_source/devices/uncore_imc_0" ]
	try 0 pfmexport pcp --cpu skx,zen5 reads=UNC_M_CAS_COUNT.RD
	prints_line "skx_unc_imc5::UNC_M_CAS_COUNT:RD node"
	prints_line "# node: by the first CPU of each NUMA node. What several nodes share counts once for each."
	try 0 pfmexport pcp --cpu skx,icx,zen4,zen5 inst=INST_RETIRED,EX_RET_INSTR
	refute grep -q 'core types\|node' "$out"
}

@test "pcp: all CPUs; every line of the section encodes" {
	try 0 pfmexport pcp i=INST_RETIRED
	sed -n '/^\[perf\]/,/^$/s/ cpu$//p' "$out" >events
	sed -n '/^\[i:derived\]/,$s/ cpu$//p' "$out" | diff events - >&2
	[ "$(grep -c '^skx::INST_RETIRED:ANY_P$' events)" = 1 ] || fail "$(cat events)"
	check_events -q @events || fail "not all are events"
}

@test "pcp: what is wrong with operands and CPUs" {
	local operand
	for operand in INST_RETIRED =INST_RETIRED 1x=INST_RETIRED a-b=INST_RETIRED x= ; do
		try 1 pfmexport pcp --cpu skx "$operand"
		prints_nothing
		says_line "pfmexport: $operand: not NAME=EVENT,EVENT...; a name has letters, digits and _"
	done
	try 1 pfmexport pcp --cpu skx x=INST_RETIRED x=INST_RETIRED
	says_line "pfmexport: x: there are two of this name"
	try 1 pfmexport pcp --cpu skx,zen5 x=L1D_CACHE
	says_line "pfmexport: L1D_CACHE: no PMU of --cpu skx,zen5 has it"
	try 1 pfmexport pcp x=NOSUCH
	says_line "pfmexport: NOSUCH: no PMU has it"
	prints_nothing
	try 2 pfmexport pcp --cpu skx,nosuch x=INST_RETIRED
	says "no PMU is known for the CPU nosuch"
}

# The numbers of boxes: Intel's uncore guides, 6 and 12 channels. A smaller machine has fewer of them.
@test "pcp: boxes of the uncore, all of a kind" {
	unset LIBPFM_CPUID
	mkdir -p nothing
	export LIBPFM_FSROOT=$PWD/nothing
	try 0 pfmexport pcp --cpu skx,icx,zen5 'reads=UNC_M_CAS_COUNT.RD,amd64_umc[0-1]::UMC_CAS_CMD:RD'
	says_nothing
	prints_line "# node: by the first CPU of each NUMA node. What several nodes share counts once for each."
	prints_line '#   RD: Reads of all kinds, underfills included'
	{
		printf '\n[perf]\n'
		printf 'skx_unc_imc%d::UNC_M_CAS_COUNT:RD node\n' 0 1 2 3 4 5
		printf 'icx_unc_imc%d::UNC_M_CAS_COUNT:RD node\n' 0 1 2 3 4 5 6 7 8 9 10 11
		printf 'amd64_umc%d::UMC_CAS_CMD:RD node\n' 0 1
		printf '\n[reads:derived]'
		for last in 5 4 3 2 1 0; do
			printf '\nskx_unc_imc%d::UNC_M_CAS_COUNT:RD node' $(seq 0 $last)
			printf '\n||'
		done
		for last in 11 10 9 8 7 6 5 4 3 2 1 0; do
			printf '\nicx_unc_imc%d::UNC_M_CAS_COUNT:RD node' $(seq 0 $last)
			printf '\n||'
		done
		printf '\namd64_umc%d::UMC_CAS_CMD:RD node' 0 1
		printf '\n||\namd64_umc0::UMC_CAS_CMD:RD node\n'
	} | diff - <(grep -v '^#' "$out") >&2
	try 0 pfmexport pcp all=UNC_M_CAS_COUNT.RD power=rapl::RAPL_ENERGY_PKG faults=page-faults
	prints_line 'rapl::RAPL_ENERGY_PKG node'
	prints_line 'perf::PERF_COUNT_SW_PAGE_FAULTS cpu'
	sed -n '/^\[perf\]/,/^$/s/ [a-z]*$//p' "$out" >events
	check_events -q @events || fail "not all are events"
	[ "$(grep -c 'unc_imc5::' events)" -ge 4 ]
}

# events OPERAND [OPTION...]: the section [perf] that it makes, on one line
events() {
	pfmexport pcp "${@:2}" "x=$1" | sed -n '/^\[perf\]/,/^$/p' | grep -v '^[#[]' | sed 's/::.* / /' | xargs
}

@test "pcp: one box, some, those of a machine" {
	unset LIBPFM_CPUID
	mkdir -p nothing
	export LIBPFM_FSROOT=$PWD/nothing
	[ "$(events skx_unc_imc3::UNC_M_CAS_COUNT:RD)" = "skx_unc_imc3 node" ]
	[ "$(events 'skx_unc_imc[1-2]::UNC_M_CAS_COUNT:RD')" = "skx_unc_imc1 node skx_unc_imc2 node" ]
	[ "$(events 'skx_unc_upi*::UNC_UPI_CLOCKTICKS')" = "skx_unc_upi0 node skx_unc_upi1 node skx_unc_upi2 node" ]
	[ "$(events skx_unc_pcu::UNC_P_CLOCKTICKS)" = "skx_unc_pcu node" ]
	[ "$(events UNC_M_CAS_COUNT:RD --pmu 'SKX_unc_imc[25]')" = "skx_unc_imc2 node skx_unc_imc5 node" ]
	[ "$(events amd64_umc7::UMC_CAS_CMD:RD)" = "amd64_umc7 node" ]
	[ "$(events hisi_sccl_hha::RX_OUTER)" = "hisi_sccl1_hha2 node hisi_sccl1_hha3 node hisi_sccl3_hha0 node `
		`hisi_sccl3_hha1 node hisi_sccl5_hha6 node hisi_sccl5_hha7 node hisi_sccl7_hha4 node `
		`hisi_sccl7_hha5 node" ]
	mkdir -p cms/sys/bus/event_source/devices/uncore_cha_{0,1,2}
	for device in cms/sys/bus/event_source/devices/*; do
		echo $((20 + ${device##*_})) >"$device/type"
	done
	LIBPFM_FSROOT=$PWD/cms events gnr_unc_cha::UNC_CHA_CLOCKTICKS >"$out"
	[ "$(cat "$out")" = "gnr_unc_cha0 node gnr_unc_cha1 node gnr_unc_cha2 node" ] || fail "$(cat "$out")"
	# another CPU's, whose numbers do not begin at 0: the first device alone is no answer
	mv cms/sys/bus/event_source/devices/uncore_cha_{0,3}
	LIBPFM_FSROOT=$PWD/cms try 1 pfmexport pcp x=gnr_unc_cha::UNC_CHA_CLOCKTICKS
	prints_nothing
	says "how many boxes of gnr_unc_cha a machine has is in no table"
	# two numbers in a device's name
	export LIBPFM_FSROOT=$roots/system-boxes
	[ "$(events cxl_pmu::clock_ticks)" = "cxl_pmu0_0 node cxl_pmu0_1 node cxl_pmu1_0 node" ]
	[ "$(events hisi_ddrc::flux_rd)" = "hisi_ddrc0 node hisi_ddrc1 node hisi_ddrc2 node" ]
	export LIBPFM_FSROOT=$PWD/nothing
	try 1 pfmexport pcp x=gnr_unc_cha::UNC_CHA_CLOCKTICKS
	prints_nothing
	says_line "pfmexport: gnr_unc_cha::UNC_CHA_CLOCKTICKS: how many boxes of gnr_unc_cha a machine has is in no `
		`table; write gnr_unc_cha[0-LAST]::UNC_CHA_CLOCKTICKS, or have LIBPFM_FSROOT name the files of such a `
		`machine"
	try 1 pfmexport pcp --cpu zen5 x=amd64_fam1ah_zen5_l3::UNC_L3_REQUESTS
	says "amd64_fam1ah_zen5_l3 is several times in a package, and PCP counts on every CPU or on one of a node:"
	local wrong
	for wrong in 'skx_unc_imc[1-]' 'skx_unc_imc[3-1]' 'skx_unc_imc[1-2' '*_imc' '[0-1]x'; do
		try 1 pfmexport pcp "x=$wrong::UNC_M_CAS_COUNT:RD"
		says_line "pfmexport: $wrong::UNC_M_CAS_COUNT:RD: boxes are PMU[FIRST-LAST]::EVENT, `
			`or PMU*::EVENT for all"
	done
	try 1 perf_encode --cpu skx --as c 'skx_unc_imc[0-1]::UNC_M_CAS_COUNT:RD'
	prints_nothing
}

# derived NAME: the PMUs of its alternatives
derived() {
	sed -n "/^\\[$1:derived\\]/,/^$/s/::.*//p" "$out"
}

@test "pcp: alternatives of other machines do no harm, but a name that no machine has does" {
	local name
	unset LIBPFM_CPUID
	LIBPFM_FSROOT=$PWD try 0 pfmexport pcp --cpu zen4,sapphirerapids \
		loads=MEM_INST_RETIRED.ALL_LOADS,MEM_UOPS_RETIRED.ALL_LOADS,LS_DISPATCH.LD_DISPATCH,LD_SPEC
	says_nothing
	[ "$(derived loads | sort)" = $'amd64_fam19h_zen4\nspr' ] ||
		fail "expected loads of spr and amd64_fam19h_zen4, got" "$(derived loads)"
	LIBPFM_FSROOT=$PWD try 1 pfmexport pcp --cpu zen4,spr l=LS_DISPATCH.LD_DISPATCH,NOSUCH
	says_line "pfmexport: NOSUCH: no PMU of --cpu zen4,spr has it"
	LIBPFM_FSROOT=$PWD try 1 pfmexport pcp --cpu power9 l=LS_DISPATCH.LD_DISPATCH
	says "no PMU of --cpu power9 has it"
}

@test "pcp: the example asks eleven questions on eight kinds of machines" {
	local cpu all='ipc branch_mpki branch_mispredict_rate l1d_mpki l1i_mpki l2_mpki llc_mpki dtlb_walk_pki'
	all="$all itlb_walk_pki kernel_share memory_bandwidth"
	unset LIBPFM_CPUID
	PATH=$builddir:$PATH try 0 "$srcdir/examples/fleet" all
	for cpu in skylakex icelakex sapphirerapids graniterapids sierraforest neoverse-n1 zen4 zen5; do
		[ "$(sed 's/ =.*//; s/.*\.//' "all/$cpu.derived" | tr '\n' ' ')" = "${all% *} " ] || fail "$cpu"
	done
	says 'skylakex: pfmexport: UNC_M_CAS_COUNT.RD: does not encode here: event not found'
	says 'neoverse-n1: pfmexport: memory_bandwidth: this CPU has no memory_bandwidth (the core has no event of'
	grep -qx 'spr::L2_LINES_IN:ALL cpu' all/sapphirerapids.conf
	# the level of an event is in its name
	grep -qx 'perf::PERF_COUNT_HW_CPU_CYCLES:k cpu' all/zen5.conf
	grep -q 'kernel_share = 100 \* (avg(perfevent.hwcounters.perf__PERF_COUNT_HW_CPU_CYCLES_k.v' all/zen5.derived
	PATH=$builddir:$PATH try 0 "$srcdir/examples/fleet" one grace
	[ "$(echo one/*)" = 'one/grace.conf one/grace.derived' ]
	try 0 pfmexport json --metric kernel_share
	json '[.[0].events[] | [.user, .kernel]] == [[false, true], [true, true]]'
}

# ---- names of one's own for PAPI ----

@test "papi: a file of names, which PAPI reads" {
	try 0 pfmexport papi --cpu skx,zen4 l3_misses=MEM_LOAD_RETIRED.L3_MISS \
		instructions=INST_RETIRED,EX_RET_INSTR,RETIRED_INSTRUCTIONS
	says_nothing
	grep -v '^#' "$out" | diff - <(cat <<-'EOF'
		CPU,skx
		EVENT,l3_misses,NOT_DERIVED,MEM_LOAD_RETIRED:L3_MISS
		EVENT,instructions,NOT_DERIVED,INST_RETIRED:ANY_P
		CPU,amd64_fam19h_zen4
		EVENT,instructions,NOT_DERIVED,EX_RET_INSTR
	EOF
	) >&2
	pfmexport papi --cpu skx,zen4 l3_misses=MEM_LOAD_RETIRED.L3_MISS \
		instructions=INST_RETIRED,EX_RET_INSTR >names.csv
	command -v papi_avail >/dev/null || skip "papi_avail is not installed"
	[ "$(uname -m)" = x86_64 ] || skip "PAPI is told here to be on an x86 CPU"
	PAPI_USER_EVENTS_FILE=$PWD/names.csv LIBPFM_FORCE_PMU=skx papi_avail >listed 2>&1 || true
	grep -q 'l3_misses' listed || fail "$(tail -n 30 listed)"
}
