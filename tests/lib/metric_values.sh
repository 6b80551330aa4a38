#!/bin/sh
# Values and thresholds of all metrics of all machines, computed from made-up counts by the library and by awk.
# metric_values.sh [ROUND...]: which counts; 1 and 2 by default. Environment: $srcdir, $builddir.
set -eu

: "${srcdir:=.}" "${builddir:=build}"
out=$builddir/tests/tmp/metric_values
mkdir -p "$out"
[ $# -gt 0 ] || set -- 1 2
cpus="alderlake arrowlake broadwell 0x410fd0c1 cascadelakex elkhartlake emeraldrapids grandridge graniterapids haswell
	haswellx icelake icelakex ivybridge ivytown jaketown lunarlake meteorlake rocketlake sandybridge sapphirerapids
	sierraforest skylake skylakex snowridge tigerlake zen1 zen2 zen3 zen4 zen5 neoverse-n1 neoverse-n2 neoverse-v1
	neoverse-v2 neoverse-n3 neoverse-v3 0x410fd8d0 ampereone 0x480fd010 power8 power9 power10 IBM-2964 IBM-3931"
failed=0
for round; do
	# shellcheck disable=SC2086 # names without blanks
	"$builddir/tests/lib/metric_values" "$round" $cpus >"$out/$round" || failed=1
	LC_ALL=C awk -f "$srcdir/tests/lib/metric_values.awk" "$out/$round" || failed=1
done
exit $failed
