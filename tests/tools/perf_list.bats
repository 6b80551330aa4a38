#!/usr/bin/env bats
# pfmexport perf-list: the format of perf list -j, what is in it, and that perf's readers can use it.

# shellcheck disable=SC2154 # variables of strings.bash
load strings

# listed CPU [OPTION]...: into $out
listed() {
	local cpu=$1
	shift
	unset LIBPFM_CPUID
	mkdir -p root/proc/sys/kernel
	echo 2 >root/proc/sys/kernel/perf_event_paranoid
	LIBPFM_FSROOT=$PWD/root try 0 pfmexport perf-list --cpu "$cpu" "$@"
	says_nothing
}

# one NAME: the object of an event or a metric, on a line
one() {
	jq -c --arg name "$1" '.[] | select(.EventName == $name or .MetricName == $name)' "$out"
}

# these CPU NAME...: all are listed
these() {
	local cpu=$1 name
	shift
	listed "$cpu"
	jq -r '.[] | .EventName // empty' "$out" >"names-of-$cpu"
	for name; do
		grep -qxF "$name" "names-of-$cpu" || { echo "$cpu: $name is not listed" >&2; return 1; }
	done
}

# The format: lines as perf writes them, fields in its order, none twice, none empty.
bytes() {
	awk '
		BEGIN {
			n = split("Unit Topic EventName EventAlias ScaleUnit EventType Deprecated BriefDescription " \
				"PublicDescription Encoding", order, " ")
			for (i = 1; i <= n; i++) event[order[i]] = i
			n = split("MetricGroup MetricName MetricExpr MetricThreshold ScaleUnit BriefDescription " \
				"PublicDescription Unit", order, " ")
			for (i = 1; i <= n; i++) metric[order[i]] = i
		}
		function bad(why) { print NR ": " why ": " $0; failed = 1; exit 1 }
		NR == 1 { if ($0 != "[") bad("begins otherwise"); next }
		ended { bad("goes on") }
		$0 == "]" { if (open) bad("ends inside"); ended = 1; next }
		$0 == "{" {
			if (open || was == "}") bad("begins too early")
			open = 1; last = 0; was = $0; next
		}
		$0 == "}" || $0 == "}," {
			if (!open || comma) bad("ends early")
			open = 0; was = $0; next
		}
		open {
			if ($0 !~ /^\t"[A-Za-z]+": ".+",?$/) bad("no field")
			name = $1; gsub(/[":]/, "", name)
			if (!last) is_metric = name ~ /^Metric/
			place = is_metric ? metric[name] : event[name]
			if (place <= last) bad("out of order")
			last = place; comma = /,$/; next
		}
		{ bad("outside") }
		END { if (!failed && (!ended || was != "}")) { print "no end"; exit 1 } }' "$1" >&2
	jq -e 'type == "array" and length > 0 and
		all(.[]; (.EventName or .MetricName) and all(.[]; type == "string"))' "$1" >/dev/null
}

# Intel's event files: codes, unit masks and SampleAfterValue; msr 0x3f7, and the kernel's name of its field.
@test "Skylake: events" {
	listed skl
	bytes "$out"
	one mem_load_retired.l3_miss | jq -e '.Unit == "cpu" and .EventType == "Kernel PMU event" and
		.Encoding == "cpu/event=0xd1,period=0x186a7,umask=0x20/" and (.BriefDescription | length > 10)' >&2
	[ "$(one cpu_clk_unhalted.thread_any | jq -r .Encoding)" = cpu/event=0x3c,any=0x1,period=0x1e8483/ ]
	[ "$(one uops_executed.cycles_ge_4_uops_exec | jq -r .Encoding)" = \
		cpu/event=0xb1,cmask=0x4,period=0x1e8483,umask=0x1/ ]
	[ "$(one frontend_retired.dsb_miss | jq -r .Encoding)" = \
		cpu/event=0xc6,period=0x186a7,umask=0x1,frontend=0x11/ ]
	[ "$(one branch-instructions)" = \
		'{"EventName":"branch-instructions","EventAlias":"branches","EventType":"Hardware event"}' ]
	[ "$(one page-faults)" = '{"EventName":"page-faults","EventAlias":"faults","EventType":"Software event"}' ]
	[ "$(one L1-dcache-load-misses)" = '{"EventName":"L1-dcache-load-misses","EventType":"Hardware cache event"}' ]
	# the kernel's name and unit; 2^-32 J is 2.32831E-10 J
	one power/energy-pkg/ | jq -e '.Unit == "power" and .ScaleUnit == "2.32831E-10Joules"' >&2
	# no name twice
	[ -z "$(jq -r '.[] | select(.EventName) | "\(.Unit) \(.EventName)"' "$out" | sort | uniq -d)" ]
}

@test "metrics come last, unless events are chosen" {
	listed skl
	one tma_l1_bound | jq -se 'map(select(.MetricGroup == "TopdownL3"))[0] | .ScaleUnit == "100%" and
		(.MetricExpr | startswith("max((CYCLE_ACTIVITY.STALLS_MEM_ANY")) and
		.MetricThreshold == "tma_l1_bound > 0.1 & (tma_memory_bound > 0.2 & tma_backend_bound > 0.2)"' >&2
	# one for each group, by group and name, as perf does it
	[ "$(one tma_l1_bound | wc -l)" = 8 ]
	jq -e '[.[] | select(.MetricName) | [.MetricGroup, .MetricName]] | . == sort and length > 100' "$out" >/dev/null
	jq -e '[.[] | has("MetricName")] | index(true) as $first | all(.[$first:][]; .)' "$out" >/dev/null
	listed skl mem_load_retired
	bytes "$out"
	jq -e 'all(.[]; .EventName | startswith("mem_load_retired."))' "$out" >/dev/null
	listed alderlake
	jq -e '[.[] | select(.MetricName) | .Unit] | unique | contains(["cpu_atom", "cpu_core"])' "$out" >/dev/null
	jq -e '[.[] | select(.EventName == "inst_retired.any_p") | .Unit] == ["cpu_atom", "cpu_core"]' "$out" >/dev/null
}

@test "deprecated events: where they are asked for" {
	listed skx
	refute grep -q '"Deprecated"' "$out"
	jq '[.[] | select(.EventName)] | length' "$out" >without
	listed skx --deprecated
	bytes "$out"
	grep -qxF $'\t"Deprecated": "1",' "$out"
	[ "$(jq '[.[] | select(.EventName and .Deprecated != "1")] | length' "$out")" = "$(cat without)" ]
}

@test "boxes: the device of a kind, or each" {
	listed spr --type uncore
	bytes "$out"
	jq -e 'all(.[]; .Unit | test("_[0-9]+$") | not)' "$out" >/dev/null
	one unc_m_cas_count.rd | jq -e '.Unit == "uncore_imc" and (.Encoding | startswith("uncore_imc/event=0x5,"))' >&2
	listed icx --all-boxes unc_m_cas_count
	jq -e '[.[].Unit] | unique | length > 1 and all(.[]; startswith("uncore_imc_"))' "$out" >/dev/null
}

# perf: a decimal number behind the last underscore goes, and one of three hexadecimal digits or more.
@test "boxes with an address for a number" {
	LIBPFM_CPUID='' LIBPFM_FSROOT=$roots/arm-server try 0 pfmexport perf-list --type uncore
	jq -r '.[] | select(.Encoding) | .Unit' "$out" | sort -u >units
	grep -qx smmuv3_pmcg units || fail "$(cat units)"
	grep -qx arm_dmc620 units || fail "$(cat units)"
	refute grep -E '_[0-9a-f]{8}$' units
}

# The words of what the tables have under that name, as another road of the library says them.
@test "each encoding, read back, is the code of its event" {
	local cpu
	for cpu in skl alderlake zen5 neoverse-n1 power9; do
		listed $cpu --deprecated --type core
		jq -r '.[] | select(.Encoding) | .Encoding' "$out" >encodings
		perf_encode --cpu $cpu --perf --json @encodings |
			jq -r '[.config, .config1, .config2] | join(" ")' >words
		# the tables have one dot in a name
		jq -r '.[] | select(.Encoding) | .EventName | split(".") | .[0] + (if .[1] then "." else "" end) +
			(.[1:] | join("_"))' "$out" | paste -d ' ' - words | sort >as_listed
		[ "$(wc -l <encodings)" = "$(wc -l <words)" ]
		[ "$(wc -l <encodings)" -gt 100 ]
		showevtinfo --cpu $cpu --json --type core | jq -r '.event as $e |
			((.umasks // [])[] | [$e + "." + .name, .perf]),
			(if (.umasks | length) == 0 then [$e, .perf] else empty end) | select(.[1]) | @tsv' |
			grep -v '^PERF_COUNT' >by_tables
		cut -f 2 by_tables >texts
		perf_encode --cpu $cpu --perf --json @texts |
			jq -r '[.config, .config1, .config2] | join(" ")' |
			paste -d ' ' <(cut -f 1 by_tables | tr '[:upper:]' '[:lower:]') - | sort -u >as_tables
		# of two names in the tables for a name here the first is listed
		[ "$(comm -12 as_listed as_tables | wc -l)" -ge "$(($(wc -l <as_tables) * 8 / 10))" ] ||
			fail "$cpu: $(comm -12 as_listed as_tables | wc -l) of $(wc -l <as_tables)"
	done
}

# What PerfSpect's awk looks for: a field a line, } in the first column.
@test "a reader that goes by lines" {
	listed skl
	awk -F '"' '/"EventName":/ { name = $4 } /"EventType": "Hardware event"/ { hardware[name] } /^}/ { name = "" }
		END { for (name in hardware) print name }' "$out" | sort | head -n 3 |
		diff <(printf '%s\n' branch-instructions branch-misses bus-cycles) - >&2
}

@test "tracepoints, where they are asked for" {
	LIBPFM_FSROOT=$roots/tracefs try 0 pfmexport perf-list sched:sched_switch
	bytes "$out"
	[ "$(one sched:sched_switch)" = '{"EventName":"sched:sched_switch","EventType":"Tracepoint event"}' ]
}

@test "what does not go" {
	try 1 pfmexport perf-list zzqqzz
	[ "$(tr -d '\n' <"$out")" = '[]' ]
	fails_if_output_does pfmexport perf-list
}

# Intel's event files of these CPUs: names of several parts, each after its dot.
@test "events off the core have Intel's names" {
	these skl offcore_response.demand_code_rd.l3_hit_e.snoop_hitm offcore_response.other.any_response \
		offcore_response.demand_rfo.l3_miss_local_dram.spl_hit \
		offcore_response.demand_data_rd.supplier_none.snoop_not_needed
	[ "$(one offcore_response.demand_code_rd.l3_hit_e.snoop_hitm | jq -r .Encoding)" = \
		cpu/event=0xb7,period=0x186a3,umask=0x1,offcore_rsp=0x1000080004/ ]
	these hsw offcore_response.all_code_rd.l3_miss.local_dram \
		offcore_response.demand_code_rd.l3_hit.hitm_other_core
	these spr ocr.demand_data_rd.dram ocr.reads_to_core.snc_cache.hit_with_fwd ocr.write_estimate.memory \
		ocr.demand_rfo.l3_hit.snoop_hitm ocr.hwpf_l3.l3_miss_local ocr.reads_to_core.remote_cache.snoop_hitm
	these glm offcore_response.any_pf_data_rd.l2_miss.hitm_other_core
	these alderlake ocr.demand_data_rd.l3_hit.snoop_hit_with_fwd
}

# Intel's and AMD's event files of these CPUs: dots between parts, and none where they have none.
@test "names of several parts" {
	these spr unc_iio_txn_req_of_cpu.mem_read.part0 unc_iio_comp_buf_inserts.cmpd.all_parts \
		unc_iio_data_req_by_cpu.mem_write.iommu1 unc_iio_num_req_of_cpu.commit.all \
		unc_m2m_imc_reads.ch0.to_nm1lm unc_m2m_imc_reads.ch0_to_pmm \
		unc_m2m_imc_writes.ch1.ni unc_m2m_imc_writes.ch1_ni unc_m2m_imc_writes.ch1_ni_miss \
		unc_m2hbm_imc_reads.ch1.normal unc_m2hbm_imc_reads.ch1_normal unc_m2hbm_imc_writes.ch0_full_isoch
	[ "$(one unc_m2hbm_imc_reads.ch1.normal | jq .Encoding)" = \
		"$(one unc_m2hbm_imc_reads.ch1_normal | jq .Encoding)" ]
	these skx unc_iio_data_req_by_cpu.cfg_read.vtd1 unc_iio_txn_req_of_cpu.mem_write.part3
	these icx unc_iio_data_req_of_cpu.cmpd.part7
	these snb idq_uops_not_delivered.cycles_0_uops_deliv.core idq_uops_not_delivered.cycles_fe_was_ok \
		offcore_response.any_request.llc_miss_local.dram offcore_response.data_in_socket.llc_miss.local_dram
	these westmere-ep offcore_requests.demand.read_code offcore_requests_outstanding.any.read_not_empty \
		l2_data_rqsts.prefetch.e_state l2_write.lock.hit l2_rqsts.ifetch_hit
	these skl offcore_requests.demand_rfo offcore_requests_outstanding.cycles_with_demand_rfo
	these atom l2_ld.self.demand.e_state l2_lines_in.self.demand ext_snoop.this_agent.hitm \
		x87_comp_ops_exe.any.ar simd_uop_type_exec.mul.s prefetch.software_prefetch.ar
	these zen3 de_dis_cops_from_decoder.disp_op_type.any_fp_dispatch all_data_cache_accesses bp_l1_tlb_fetch_hit \
		bp_l1_tlb_fetch_hit.if4k ls_l1_d_tlb_miss.all l3_misses
	these zen5 bp_redirects.all
}

@test "too little memory: the list is whole, or that is said" {
	local at
	needs_preload
	export LIBPFM_CPUID='' LIBPFM_FSROOT=$roots/skylake-client
	# a name of the kernel's, power/energy-pkg/, is made with memory of its own
	pfmexport perf-list rapl::RAPL_ENERGY_PKG >whole
	# the first ones, which all lists begin with, are for tests/tools/failing.bats
	for ((at = 1; ; at += at < 300 ? 20 : 1)); do
		fails_at 1:12:$at pfmexport perf-list rapl::RAPL_ENERGY_PKG
		[ "$failed" ] || break
		[ "$status" = 1 ] || cmp whole "$out" || fail "another list at $at, status $status"
	done
	[ "$at" -gt 320 ] || fail "$at allocations: begin with fewer"
}

# Known terms in this order, then filters, then what else there is; each as often as the event's encoding has it.
@test "the terms of an encoding are in perf's order, on all makers" {
	local cpu
	for cpu in zen4 skx spr hsx adl graviton3 power10; do
		listed $cpu
		jq -r '.[] | .Encoding // empty' "$out" | awk -F / -v cpu=$cpu '
			BEGIN {
				n = split("event any ch_mask cmask edge fc_mask inv period umask type rdwrmask " \
					"enallcores " \
					"enallslices sliceid threadmask", order, " ")
				for (i = 1; i <= n; i++) rank[order[i]] = i
			}
			{
				count = split($2, terms, ",")
				last = 0
				for (i = 1; i <= count; i++) {
					name = terms[i]
					sub(/=.*/, "", name)
					at = name in rank ? rank[name] : name ~ /^filter/ ? 100 : 101
					if (at < last || (at == last && at < 100)) { print cpu, $0; exit 1 }
					last = at
				}
			}' >&2
	done
	listed zen4
	[ "$(one l3_xi_sampled_latency.all | jq -r .Encoding)" = \
		amd_l3/event=0xac,umask=0x3f,enallcores=0x1,enallslices=0x1,sliceid=0x3,threadmask=0x3/ ]
	listed skx
	[ "$(one frontend_retired.latency_ge_2_bubbles_ge_1 | jq -r .Encoding)" = \
		cpu/event=0xc6,period=0x186a7,umask=0x1,frontend=0x100206/ ]
	[ "$(one uops_executed.stall_cycles | jq -r .Encoding)" = \
		cpu/event=0xb1,cmask=0x1,inv=0x1,period=0x1e8483,umask=0x1/ ]
}
