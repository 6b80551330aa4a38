#!/bin/sh
# pfmkit-capture: on the captured machine the library sees what it saw on the machine (but for tracepoints, which are
# left out and thus the number of events of PMU perf), and nothing private is in the tar.
set -eu
: "${srcdir:=.}" "${builddir:=build}"
PATH=$builddir/.libs:$builddir:$PATH
export LD_LIBRARY_PATH="$builddir/.libs"
capture=$srcdir/tools/pfmkit-capture
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

same() {
	if cmp -s "$2" "$3"; then
		passed=$((passed + 1))
	else
		printf 'FAIL: %s\n' "$1"
		diff "$2" "$3" | head -n 5
		failed=$((failed + 1))
	fi
}

for root in "$builddir"/tests/tmp/roots/*/ "$builddir"/tests/tmp/roots/arm-cpuinfo/*/; do
	rm -rf "$work/copy"
	mkdir "$work/copy"
	LIBPFM_FSROOT=$root "$capture" "$work/machine.tar.gz" >/dev/null
	tar -xzf "$work/machine.tar.gz" -C "$work/copy"
	LIBPFM_FSROOT=$root showevtinfo --pmus | sed 's/[0-9]* events//' >"$work/before"
	LIBPFM_FSROOT=$work/copy showevtinfo --pmus | sed 's/[0-9]* events//' >"$work/after"
	same "$root" "$work/before" "$work/after"
	for machine in "$root" "$work/copy"; do
		LIBPFM_FSROOT=$machine showevtinfo --host --json 2>/dev/null | jq -c .constants
	done >"$work/both"
	sed -n 1p "$work/both" >"$work/before"
	sed -n 2p "$work/both" >"$work/after"
	same "constants of $root" "$work/before" "$work/after"
done

mkdir -p "$work/secret/proc"
printf '%s\n' 'processor	: 0' 'CPU implementer	: 0x41' 'CPU architecture: 8' 'CPU part	: 0xd0c' '' \
	'Serial		: 10000000abcdef' >"$work/secret/proc/cpuinfo"
printf 'Manufacturer:         IBM\nType:                 8561\nSequence Code:        0000000000012345\n' \
	>"$work/secret/proc/sysinfo"
LIBPFM_FSROOT=$work/secret "$capture" "$work/machine.tar.gz" >"$work/said"
printf 'processor\t: 0\nCPU implementer\t: 0x41\nCPU architecture: 8\nCPU part\t: 0xd0c\n' >"$work/expected"
tar -xzOf "$work/machine.tar.gz" ./proc/cpuinfo >"$work/cpuinfo"
same "no serial number" "$work/expected" "$work/cpuinfo"
printf 'Type:                 8561\n' >"$work/expected"
tar -xzOf "$work/machine.tar.gz" ./proc/sysinfo >"$work/sysinfo"
same "no sequence code" "$work/expected" "$work/sysinfo"
printf '%s\n' "$work/machine.tar.gz" >"$work/expected"
same "says what it wrote" "$work/expected" "$work/said"

status=0
"$capture" --nonsense 2>/dev/null || status=$?
echo 2 >"$work/expected"
echo "$status" >"$work/status"
same "wrong usage is status 2" "$work/expected" "$work/status"
status=0
"$capture" "$work/no/such/directory.tar.gz" >/dev/null 2>&1 || status=$?
echo 1 >"$work/expected"
echo "$status" >"$work/status"
same "a file that cannot be written is status 1" "$work/expected" "$work/status"

printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$passed" -gt 20 ] && [ "$failed" = 0 ]
