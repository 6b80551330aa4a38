#!/bin/sh
# What pfmexport pcp writes for Performance Co-Pilot, against its own pmcd and pmdaperfevent, on software
# events: it accepts the formulas of metrics, and what it computes is what the machine has; and it reads the file of
# a fleet, passes over the events that the machine lacks, and takes the alternative that it has.
# Environment: $srcdir, $builddir. Needs Debian's pcp.
set -eu

: "${srcdir:=.}" "${builddir:=build}"
builddir=$(cd "$builddir" && pwd)
srcdir=$(cd "$srcdir" && pwd)
work=$builddir/tests/tmp/pcp_metrics
pmcd=/usr/lib/pcp/bin/pmcd
agent=/var/lib/pcp/pmdas/perfevent
unset LIBPFM_FSROOT LIBPFM_CPUID

skip() {
	echo "pcp_metrics: skipped: $1"
	exit 77
}

if [ ! -x $pmcd ] || [ ! -x $agent/pmdaperfevent ] || ! command -v pmval >/dev/null; then
	skip "PCP is not installed"
fi
[ -d "$builddir/.libs" ] || skip "no shared library here"
export LD_LIBRARY_PATH="$builddir/.libs"
"$builddir/pfmstat" -C 0 --time 10ms -e perf::task-clock >/dev/null 2>&1 ||
	skip "not everybody may count whole CPUs"

rm -rf "$work"
mkdir -p "$work/perfevent"
cd "$work"
"$builddir/pfmexport" pcp --metric 'CPUs_utilized, page_faults_per_second,
	sum = (page\-faults + context\-switches) / duration_time' >metrics.conf
sed -n 's/^#: //p' metrics.conf >derived
# A machine without a PMU has none of a fleet's events: a software event is the last alternative.
"$builddir/pfmexport" pcp --cpu skx,zen5,neoverse-n1 \
	'faults=INST_RETIRED,EX_RET_INSTR,UNC_M_CAS_COUNT.RD,amd64_umc[0-11]::UMC_CAS_CMD:RD,page-faults' >fleet.conf
awk 'NR == FNR { if (/:derived\]$/) sums = sums "\n"; else if (/^#:/) exit_sums = 1
		if (sums != "" && !exit_sums) sums = sums "\n" $0; else if (/ cpu$/) metrics = metrics "\n" $0; next }
	{ print } /^\[perf\]/ { print substr(metrics, 2); } END { print sums }' \
	metrics.conf fleet.conf >perfevent/perfevent.conf
grep -q '^perf::PERF_COUNT_SW_PAGE_FAULTS cpu' metrics.conf
printf '#define PERFEVENT 127\nroot {\n    perfevent\n}\n#include "%s/pmns"\n' $agent >names
printf 'perfevent 127 pipe binary %s/pmdaperfevent -d 127 -l %s/agent.log\n\n[access]\nallow * : all;\n' \
	$agent "$work" >pmcd.conf
PCP_PMDAS_DIR=$work $pmcd -f -U "$(id -un)" -p 44399 -c pmcd.conf -n names -s "$work/socket" \
	-l pmcd.log >/dev/null 2>&1 &
daemon=$!
trap 'kill $daemon 2>/dev/null || true' EXIT
for _ in 1 2 3 4 5 6 7 8 9 10; do
	[ ! -S socket ] || break
	sleep 0.3
done

failed=0
# values METRIC: the last line of two values, of all CPUs
values() {
	PCP_DERIVED_CONFIG=$work/derived pmval -h "unix://$work/socket" -s 3 -t 0.3 "pfmkit.$1" 2>&1 | tail -n 1
}

check() {
	echo "$1" | awk -v low="$2" -v high="$3" '{ for (i = 1; i <= NF; i++) if (!($i > low && $i < high)) exit 1 }
		!NF { exit 1 }' || { echo "pcp_metrics: $4: '$1' is not between $2 and $3"; failed=1; }
}

check "$(values CPUs_utilized)" 0.5 1.5 "a CPU is one CPU"
check "$(values page_faults_per_second)" 0 1e9 "page faults"
check "$(values sum)" 0 1e9 "page faults and context switches, which the agent adds up"
# A run of pminfo faults thousands of pages. (A machine that has one of the CPUs counts instructions.)
counted() {
	pminfo -h "unix://$work/socket" -f perfevent.derived.faults.value 2>&1 |
		awk '/value [0-9]+$/ { sum += $NF; n++ } END { if (!n) exit 1; printf "%.0f\n", sum }'
}

first=$(counted) || first=-1
second=$(counted) || second=-1
if [ "$first" -lt 0 ] || [ "$second" -le "$first" ]; then
	echo "pcp_metrics: of a fleet's name: $first, then $second"
	failed=1
fi
others=$(grep -cE '^pfm_get_os_event_encoding failed.*"(skx|amd64_fam1ah_zen5|arm_n1)::' agent.log) || true
[ "$others" -ge 2 ] || { echo "pcp_metrics: the agent has events of other CPUs"; failed=1; }

# The example's files: on each of eight kinds of machines the agent knows every event of that kind's, which it then
# cannot open here. It ends with a segmentation fault where it can open none at all, so one is added.
PATH=$builddir:$PATH LIBPFM_FSROOT=$work/nothing "$srcdir/examples/fleet" fleet 2>fleet.log
for kind in skylakex=GenuineIntel-6-85-4 icelakex=GenuineIntel-6-106 sapphirerapids=GenuineIntel-6-143 \
	graniterapids=GenuineIntel-6-173 sierraforest=GenuineIntel-6-175 zen4=AuthenticAMD-25-17 \
	zen5=AuthenticAMD-26-2 neoverse-n1=0x410fd0c1; do
	sed '/^\[perf\]/a perf::PERF_COUNT_SW_PAGE_FAULTS cpu' "fleet/${kind%=*}.conf" >perfevent/perfevent.conf
	LIBPFM_CPUID=${kind#*=} PCP_PMDAS_DIR=$work \
		$agent/pmdaperfevent -d 127 -l "$work/kind.log" </dev/null >/dev/null
	[ -s kind.log ] || { echo "pcp_metrics: $kind: no log"; failed=1; }
	# it has no such boxes, and says so of each
	! grep -a '^pfm_get_os_event_encoding failed' kind.log | grep -v '_umc\|_unc_.*: not supported$' ||
		{ echo "pcp_metrics: $kind: the agent does not know these events"; failed=1; }
done
[ "$failed" = 0 ] && echo "pcp_metrics: two metrics, one name for three kinds of machines, eleven questions on eight"
exit "$failed"
