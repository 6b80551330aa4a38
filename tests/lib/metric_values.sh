#!/bin/sh
# Values and thresholds of all metrics of all machines, computed from made-up counts by the library and by awk.
# metric_values.sh [ROUND...]: which counts; 1 and 2 by default, 1 by quick, as many as one likes: $(seq 1000).
# Environment: $srcdir, $builddir.
set -eu

: "${srcdir:=.}" "${builddir:=build}"
export srcdir builddir
out=$builddir/tests/tmp/metric_values
mkdir -p "$out"
if [ $# = 0 ]; then
	set -- 1
	[ -n "${QUICK_SAMPLE-}" ] || set -- 1 2
fi
failed=0
for round; do
	"$builddir/tests/lib/metric_values" "$round" >"$out/$round" || failed=1
	LC_ALL=C awk -f "$srcdir/tests/lib/metric_values.awk" "$out/$round" || failed=1
	[ "$#" -lt 10 ] || rm "$out/$round"
done
exit $failed
