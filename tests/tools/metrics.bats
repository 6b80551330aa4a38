#!/usr/bin/env bats
# Metrics in the tools. What is expected is the makers': formulas and thresholds of the kernel's collection, worked by
# hand.

# shellcheck disable=SC2154 # variables of strings.bash
load strings

# member LABEL: what the output says behind it
member() {
	sed -n "s/^$1 *: //p" "$out"
}

# is LABEL VALUE
is() {
	[ "$(member "$1")" = "$2" ] || fail "$1: '$(member "$1")', not '$2'"
}

# ---- showevtinfo --metrics ----

@test "one metric in full" {
	try 0 showevtinfo --cpu spr --metrics '^tma_l1_bound$'
	says_nothing
	is Name tma_l1_bound
	is Unit %
	is Formula 'max((EXE_ACTIVITY.BOUND_ON_LOADS - MEMORY_ACTIVITY.STALLS_L1D_MISS) / tma_info_thread_clks, 0)'
	is Counts 'max((EXE_ACTIVITY.BOUND_ON_LOADS - MEMORY_ACTIVITY.STALLS_L1D_MISS) / CPU_CLK_UNHALTED.THREAD, 0)'
	is Over 'tma_l1_bound > 0.1 & (tma_memory_bound > 0.2 & tma_backend_bound > 0.2)'
	is Parent tma_memory_bound
	is Sample MEM_LOAD_RETIRED.L1_HIT
	is Rounds 1
	[[ " $(member Groups) " == *' CacheHits MemoryBound TmaL3mem TopdownL3 '* ]]
	[[ " $(member Children) " == *' tma_dtlb_load '* ]]
	[ -n "$(member Desc)" ]
}

@test "several metrics, a line each" {
	try 0 showevtinfo --cpu spr --metrics bandwidth
	says_nothing
	grep -qE '^memory_bandwidth_read +MB/s  2 leaves  1 round +[A-Z]' "$out"
	refute grep -qvE '^[^ ]+  .*[0-9]+ (leaf|leaves) +([0-9]+ rounds?|no round) ' "$out"
	try 0 showevtinfo --cpu adl --metrics '^tma_backend_bound$'
	prints_lines 2
	grep -q '^adl_glc::tma_backend_bound ' "$out"
	grep -q '^adl_grt::tma_backend_bound ' "$out"
	try 0 showevtinfo --cpu adl --metrics '^adl_grt::tma_backend_bound$'
	is PMU adl_grt
}

@test "metrics that mention a word, and those near it" {
	try 0 showevtinfo --cpu spr --metrics STALLS_L1D_MISS --names
	says_nothing
	prints_line tma_l1_bound
	try 1 showevtinfo --cpu spr --metrics tma_l1_bond
	prints_nothing
	says '  did you mean tma_l1_bound'
	try 1 showevtinfo --cpu spr --metrics 'a('
	says 'error in regular expression for metric "a("'
	try 1 showevtinfo --cpu spr --metrics tma_l1_bond '^tma_l1_bound$'
	is Name tma_l1_bound
}

@test "metrics of a PMU" {
	try 0 showevtinfo --cpu spr --pmu 'spr_unc_imc*' --metrics bandwidth --names
	prints_line memory_bandwidth_read
	refute grep -q tma_ "$out"
	try 0 showevtinfo --cpu spr --type core --metrics bandwidth --names
	prints_line tma_mem_bandwidth
	refute grep -q memory_bandwidth_read "$out"
	try 1 showevtinfo --cpu spr --pmu nosuch --metrics
	says 'no PMU is called nosuch'
}

@test "metrics as objects, values and lines of one's own" {
	try 0 showevtinfo --cpu spr --metrics --json '^tma_l1_bound$'
	prints_json 1
	json '.[0] | .metric == "tma_l1_bound" and .pmu == null and .unit == "%" and .scale == 100 and .level == 3'
	json '.[0] | .parent == "tma_memory_bound" and .leaves == 3 and .rounds == 1'
	json '.[0] | .groups | index("TopdownL3") != null'
	json '.[0] | [.events[].name] | sort == ["CPU_CLK_UNHALTED.THREAD", "EXE_ACTIVITY.BOUND_ON_LOADS",
		"MEMORY_ACTIVITY.STALLS_L1D_MISS"]'
	try 0 showevtinfo --cpu spr --metrics --csv '^memory_bandwidth_read$'
	[ "$(head -n 1 "$out")" = metric,pmu,unit,leaves,rounds,formula,description ]
	grep -q '^memory_bandwidth_read,,MB/s,2,1,UNC_M_CAS_COUNT.RD \* 64 / 1e6 / duration_time,' "$out"
	try 0 showevtinfo --cpu spr --metrics --format '{metric} {unit} {leaves}' '^memory_bandwidth_read$'
	prints 'memory_bandwidth_read MB/s 2'
	try 2 showevtinfo --metrics --format '{umask}'
	try 0 showevtinfo --cpu spr --metrics --json
	prints_json "$(showevtinfo --cpu spr --metrics --names | wc -l)"
}

@test "groups of metrics" {
	try 0 showevtinfo --cpu spr --metric-groups TopdownL1
	prints_lines 1
	for metric in tma_backend_bound tma_bad_speculation tma_frontend_bound tma_retiring; do
		grep -q " $metric" "$out" || fail "no $metric"
	done
	try 0 showevtinfo --cpu spr --metric-groups TopdownL1 --json
	prints_json 1
	json '.[0] | .group == "TopdownL1" and (.metrics | index("tma_retiring") != null)'
	try 0 showevtinfo --cpu spr --metric-groups --csv TopdownL1
	prints_line TopdownL1,tma_retiring,
	try 1 showevtinfo --cpu spr --metric-groups nosuch
	says 'no group of metrics'
}

@test "names of metrics are completed" {
	try 0 showevtinfo --cpu=spr --complete=--metric=tma_l1_b
	prints --metric=tma_l1_bound
	try 0 showevtinfo --cpu=spr --complete=--metric=tma_retiring,tma_l1_b
	prints --metric=tma_retiring,tma_l1_bound
}
