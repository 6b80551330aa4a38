#!/bin/sh
# Programs that others wrote for libpfm4, from Debian's packages, on Debian's library and on ours: they must print the same, but for
# the descriptions. Environment: $builddir. Exit status 77: skipped, and the reason is said.
set -eu
: "${srcdir:=.}" "${builddir:=build}"

failed=0
ran=0
out=$builddir/tests/tmp/clients
mkdir -p "$out"

# Descriptions are ours: they go. So does what differs from one run to the next on the same library (clock rates).
without_descriptions() {
	sed -e 's/ desc="[^"]*"//g' -e '/^|            /d' -e 's/|[^|]*| *$//' -e '/MHz/d' -e '/^ *[0-9.]* seconds/d' -e 's/snippet-[0-9a-f]*\.o/snippet.o/'
}

compare() {
	name=$1
	shift
	"$@" >"$out/$name.raw" 2>&1 || true
	without_descriptions <"$out/$name.raw" >"$out/$name.theirs"
	LD_LIBRARY_PATH=$builddir/.libs "$@" >"$out/$name.raw" 2>&1 || true
	without_descriptions <"$out/$name.raw" >"$out/$name.ours"
	ran=$((ran + 1))
	lines=$(wc -l <"$out/$name.theirs")
	if [ "$lines" -gt 3 ] && cmp -s "$out/$name.theirs" "$out/$name.ours"; then
		echo "$name: the same on both libraries, $lines lines"
	else
		failed=$((failed + 1))
		echo "$name: FAILED"
		diff "$out/$name.theirs" "$out/$name.ours" | head -n 20
	fi
}

ls /usr/lib/*/libpfm.so.4 >/dev/null 2>&1 || { echo "clients: skipped: package libpfm4 is not installed"; exit 77; }
unset LIBPFM_ENCODE_INACTIVE LIBPFM_FORCE_PMU LIBPFM_FSROOT LIBPFM_CPUID
if command -v papi_native_avail >/dev/null; then
	compare papi_native_avail papi_native_avail
	compare papi_component_avail papi_component_avail
	compare papi_xml_event_info papi_xml_event_info
	compare papi_event_chooser papi_event_chooser NATIVE perf::TASK-CLOCK
else
	echo "PAPI: left out: package papi-tools is not installed"
fi
for exegesis in "$(command -v llvm-exegesis || true)" /usr/bin/llvm-exegesis-*; do
	[ ! -x "$exegesis" ] || break
done
if [ -x "$exegesis" ]; then
	compare llvm-exegesis "$exegesis" --mode=latency --opcode-name=ADD64rr
else
	echo "llvm-exegesis: left out: package llvm is not installed"
fi
[ "$ran" != 0 ] || exit 77
[ "$failed" = 0 ]
