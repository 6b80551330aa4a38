#!/bin/sh
# Programs that others wrote for libpfm4, from Debian's packages, on Debian's library and on ours: they must print the
# same, but for the descriptions and for events and unit masks that only ours has. Both libraries are told to be on a
# CPU that both know, whatever this one is. Environment: $builddir. Exit status 77: skipped, and the reason is said.
set -eu
: "${srcdir:=.}" "${builddir:=build}"

builddir=$(cd "$builddir" && pwd)
ours=$builddir/.libs/libpfm.so.4
failed=0
ran=0
out=$builddir/tests/tmp/clients
rm -rf "$out"
mkdir -p "$out"

# Descriptions are ours: they go, with the column that they have in tables of two. So does what differs from one run to
# the next on the same library (clock rates, measured times), and how many events there are.
without_descriptions() {
	sed -e 's/ desc="[^"]*"//g' -e '/^|            /d' -e 's/\(|[^|]*|\)[^|]*| *$/\1/' \
		-e '/MHz/d' -e '/^ *[0-9.]* seconds/d' -e 's/snippet-[0-9a-f]*\.o/snippet.o/' \
		-e 's/value: [0-9.]*/value/g' -e 's/Native: [0-9]*/Native/' \
		-e 's/^Total events reported: [0-9]*/Total events reported/'
}

# lacks NAME: lines of Debian's library that ours does not have, in their order.
lacks() {
	diff "$out/$1.theirs" "$out/$1.ours" | grep '^<'
}

# on FILE COMMAND...: what it prints goes to FILE.raw and, without descriptions, to FILE; FILE.mapped.PID says what was
# mapped into it.
on() {
	file=$1
	shift
	LD_DEBUG=files LD_DEBUG_OUTPUT=$file.mapped "$@" >"$file.raw" 2>&1 || true
	without_descriptions <"$file.raw" >"$file"
}

# compare NAME WANTED COMMAND...: WANTED is in the output if the program got what it wants from the library.
compare() {
	name=$1
	wanted=$2
	shift 2
	on "$out/$name.theirs" "$@"
	(
		export LD_LIBRARY_PATH="$builddir/.libs"
		on "$out/$name.ours" "$@"
	)
	lines=$(wc -l <"$out/$name.theirs")
	if ! cat "$out/$name.ours.mapped."* | grep -qF "calling init: $ours"; then
		echo "$name: FAILED: it ran without $ours"
	elif ! grep -q -E "$wanted" "$out/$name.theirs.raw"; then
		echo "left out: $name: it gets nothing from Debian's libpfm4 as $LIBPFM_FORCE_PMU:" \
			"$(tail -n 1 "$out/$name.theirs")"
		return
	elif ! lacks "$name" >/dev/null; then
		ran=$((ran + 1))
		echo "$name: the same on both libraries, $lines lines," \
			"and $(($(wc -l <"$out/$name.ours") - lines)) that only ours has"
		return
	else
		echo "$name: FAILED"
		lacks "$name" | head -n 20
	fi
	ran=$((ran + 1))
	failed=$((failed + 1))
}

ls /usr/lib/*/libpfm.so.4 >/dev/null 2>&1 || { echo "clients: skipped: package libpfm4 is not installed"; exit 77; }
unset LIBPFM_ENCODE_INACTIVE LIBPFM_FSROOT LIBPFM_CPUID LIBPFM_PROC_CPUINFO LIBPFM_DISABLED_PMUS
case $(uname -m) in
x86_64 | i?86) pmu=skx instructions=INST_RETIRED:ANY_P ;;
aarch64) pmu=arm_n1 instructions=INST_RETIRED ;;
ppc64*) pmu=power9 instructions=PM_INST_CMPL ;;
*) echo "clients: skipped: no CPU is known to work as another on $(uname -m)"; exit 77 ;;
esac
export LIBPFM_FORCE_PMU=$pmu

if command -v papi_native_avail >/dev/null; then
	compare papi_native_avail '^Total events reported: [1-9]' papi_native_avail
	compare papi_component_avail "PMUs supported: .*$pmu" papi_component_avail
	compare papi_xml_event_info '<event index="[1-9]' papi_xml_event_info
	compare papi_event_chooser "$instructions" papi_event_chooser NATIVE "$instructions"
else
	echo "left out: PAPI: package papi-tools is not installed"
fi
for exegesis in "$(command -v llvm-exegesis || true)" /usr/bin/llvm-exegesis-*; do
	[ ! -x "$exegesis" ] || break
done
if [ $pmu != skx ]; then
	echo "llvm-exegesis: counts on x86 only"
elif [ -x "$exegesis" ]; then
	compare llvm-exegesis 'Unable to open event|value' \
		"$exegesis" --mcpu=skylake-avx512 --mode=latency --opcode-name=ADD64rr
else
	echo "left out: llvm-exegesis: package llvm is not installed"
fi

# A program that lists by pfm_for_all_pmus, as others' source has it, built with our header for either library.
if [ $pmu = skx ] && command -v c++ >/dev/null; then
	c++ -I"$srcdir/include" -o "$out/lister" "$srcdir/tests/peers/lister.cc" -L"$builddir/.libs" -lpfm
	compare lister '^skx::INST_RETIRED$' "$out/lister" macro
	compare lister_until_invalid '^skx::INST_RETIRED$' "$out/lister" invalid
fi

# Google Benchmark's calls and those of perf's --pfm-events.
# calls PMU MODIFIER: all events of a PMU that both libraries know, alone and with the modifier; in lists for perf.
# But for what is other on purpose, which tests/peers/differences has.
calls() {
	export LIBPFM_FORCE_PMU="$1"
	env -u LIBPFM_FORCE_PMU "$builddir/showevtinfo" -L --pmu "$1" | grep -vxF -f "$out/differences" |
		awk -v modifier="$2" '{ print; print $0 ":" modifier }' >"$out/$1.events"
	awk '{ printf "%s%s", NR % 4 == 1 ? "{" : NR % 4 == 3 ? "}," : ",", $0 } NR % 4 == 0 { print "" }' \
		"$out/$1.events" >"$out/$1.lists"
	compare "benchmark_$1" "^$1::" "$out/callers" benchmark "$out/$1.events"
	compare "pfm-events_$1" "^$1::" "$out/callers" perf "$out/$1.lists"
	export LIBPFM_FORCE_PMU=$pmu
}

# gains IDENTITY EVENT WANTED: a CPU that Debian's library may not know, and what our library hands to the same calls.
gains() {
	ran=$((ran + 1))
	echo "$2" >"$out/asked"
	for as in benchmark perf; do
		env -u LIBPFM_FORCE_PMU LIBPFM_CPUID="$1" LD_LIBRARY_PATH="$builddir/.libs" \
			"$out/callers" $as "$out/asked"
	done >"$out/gained"
	if [ "$(cut -d ' ' -f 2-5 "$out/gained" | sort -u)" != "$3" ] || [ "$(wc -l <"$out/gained")" != 2 ]; then
		failed=$((failed + 1))
		echo "$1 $2: FAILED: $(cat "$out/gained"), not $3"
	fi
}

if [ $pmu = skx ] && command -v cc >/dev/null; then
	cc -I"$srcdir/include" -o "$out/callers" "$srcdir/tests/peers/callers.c" -L"$builddir/.libs" -lpfm
	sed -n 's/^golden //p' "$srcdir/tests/peers/differences" >"$out/differences"
	calls skx u
	calls hsw_ep k
	calls knl e=1
	calls amd64_fam17h_zen1 c=1
	calls amd64_fam19h_zen4 u
	calls perf u
	# Zen 5 and Lunar Lake, by AMD's PPR and Intel's event files
	gains AuthenticAMD-26-68 RETIRED_INSTRUCTIONS "4 0xc0 0 0"
	gains AuthenticAMD-26-68 amd64_fam1ah_zen5::EX_RET_BRN_MISP "4 0xc3 0 0"
	gains GenuineIntel-6-189 MEM_LOAD_RETIRED:L3_MISS "4 0x20d1 0 0"
	gains GenuineIntel-6-189 lnl_lnc::BR_MISP_RETIRED:ALL_BRANCHES "4 0xc5 0 0"
	gains GenuineIntel-6-189 PERF_COUNT_HW_INSTRUCTIONS "0 0x1 0 0"
fi

# links FLAG...: as PAPI's build does: the static library taken apart by "ar x", its objects linked with others', into a
# shared library or a program. It says of the same events what our shared library says.
links() {
	name=objects$*
	ran=$((ran + 1))
	rm -rf "$out/objects" && mkdir "$out/objects"
	if (cd "$out/objects" && ar x "$builddir/.libs/libpfm.a") &&
		cc "$@" -I"$srcdir/include" -o "$out/objects/callers" "$srcdir/tests/peers/callers.c" \
			"$out"/objects/*.o -lpthread -lm &&
		LD_LIBRARY_PATH=$builddir/.libs "$out/callers" benchmark "$out/skx.events" >"$out/$name.shared" &&
		"$out/objects/callers" benchmark "$out/skx.events" >"$out/$name.own" &&
		diff "$out/$name.shared" "$out/$name.own" >"$out/$name.diff" && [ -s "$out/$name.own" ]; then
		echo "$name: the same with the objects of libpfm.a, $(wc -l <"$out/$name.own") lines"
		return
	fi
	failed=$((failed + 1))
	echo "$name: FAILED: $(head -n 3 "$out/$name.diff" 2>/dev/null)"
}

if [ $pmu = skx ] && command -v cc >/dev/null && [ -f "$builddir/.libs/libpfm.a" ]; then
	links
	links -static
fi

# measures IDENTITY CPU MODE: llvm-exegesis, as it is, on a CPU that is newer than it: with the names that it has for an
# older one it gets events, and opens them.
measures() {
	name=llvm-exegesis_$1_$3
	ran=$((ran + 1))
	on "$out/$name" env -u LIBPFM_FORCE_PMU LIBPFM_CPUID="$1" LD_LIBRARY_PATH="$builddir/.libs" \
		"$exegesis" --mcpu="$2" --mode="$3" --opcode-name=ADD64rr
	if grep -q -E 'Unable to open event|value' "$out/$name.raw" && ! grep -q 'event not found' "$out/$name.raw" &&
		cat "$out/$name.mapped."* | grep -qF "calling init: $ours"; then
		echo "$name: it has its events"
		return
	fi
	failed=$((failed + 1))
	echo "$name: FAILED: $(head -n 3 "$out/$name.raw")"
}

if [ $pmu = skx ] && [ -x "$exegesis" ]; then
	measures AuthenticAMD-26-68 znver3 latency
	measures AuthenticAMD-26-68 znver3 uops
	measures GenuineIntel-6-189 skylake-avx512 latency
fi

# lists_new PMU: PAPI, as it is, lists all events of a PMU that libpfm4 does not have, whose number is 1024 or more: it
# counts up to the first number that is nobody's.
lists_new() {
	name=papi_native_avail_$1
	ran=$((ran + 1))
	LIBPFM_FORCE_PMU=$1 "$builddir/showevtinfo" -N --pmu "$1" | sed 's/.*:://' | LC_ALL=C sort >"$out/$name.wanted"
	on "$out/$name" env LIBPFM_FORCE_PMU="$1" LD_LIBRARY_PATH="$builddir/.libs" papi_native_avail
	sed -n 's/^| \([A-Za-z][^ ]*\) .*/\1/p' "$out/$name.raw" | LC_ALL=C sort >"$out/$name.listed"
	if [ -s "$out/$name.wanted" ] && diff "$out/$name.wanted" "$out/$name.listed" &&
		cat "$out/$name.mapped."* | grep -qF "calling init: $ours"; then
		echo "$name: all $(wc -l <"$out/$name.wanted") events of a PMU beyond libpfm4's"
		return
	fi
	failed=$((failed + 1))
	echo "$name: FAILED: < is missing in PAPI's list, > is more than we have;" \
		"$(wc -l <"$out/$name.wanted") were expected"
}

if [ $pmu = skx ] && command -v papi_native_avail >/dev/null; then
	lists_new srf
	lists_new cwf
fi

# A vendor's file for a CPU that nobody knows, installed by one command: the same programs take it, as they are.

# install_tables: for a user whose home is $out/with. False: this pmuc cannot import.
install_tables() {
	mkdir -p "$out/vendor"
	cat >"$out/vendor/acmelake_core.json" <<-'JSON'
		{ "Header": { "Info": "Performance Monitoring Events for Acme Lake - V1.0" }, "Events": [
		{ "EventCode": "0xd1", "UMask": "0x20", "EventName": "MEM_LOAD.L9_MISS",
			"BriefDescription": "Loads that missed the L9", "Counter": "0,1,2,3" },
		{ "EventCode": "0x3c", "UMask": "0x00", "EventName": "UNHALTED_CORE_CYCLES",
			"BriefDescription": "Cycles", "Counter": "0,1,2,3" } ] }
	JSON
	HOME=$out/with PFMKIT_LAYOUTS=$srcdir/src/pmu \
		"$builddir/pmuc" import --install --user "$out/vendor" >"$out/install" 2>&1
}

# takes NAME WANTED COMMAND...: with the tables WANTED is in the output, without them it is not.
takes() {
	name=$1
	wanted=$2
	shift 2
	ran=$((ran + 1))
	for home in with without; do
		on "$out/$name.$home" env -u LIBPFM_TABLES -u XDG_DATA_HOME HOME="$out/$home" \
			LIBPFM_FORCE_PMU=acmelake LD_LIBRARY_PATH="$builddir/.libs" "$@"
	done
	if cat "$out/$name.with.mapped."* | grep -qF "calling init: $ours" &&
		grep -q -E "$wanted" "$out/$name.with.raw" && ! grep -q -E "$wanted" "$out/$name.without.raw"; then
		echo "$name: takes a PMU from tables that were installed"
		return
	fi
	failed=$((failed + 1))
	echo "$name: FAILED: no $wanted with installed tables, or without them, too"
	tail -n 5 "$out/$name.with.raw" "$out/$name.without.raw"
}

if ! install_tables; then
	echo "left out: installed tables: $(tail -n 1 "$out/install")"
else
	if command -v papi_native_avail >/dev/null; then
		takes papi_native_avail_installed '^\|  *:L9_MISS ' papi_native_avail
		takes papi_component_avail_installed 'PMUs supported: .*acmelake' papi_component_avail
	fi
	if [ $pmu = skx ] && [ -x "$exegesis" ]; then
		takes llvm-exegesis_installed 'Unable to open event|value' \
			"$exegesis" --mcpu=skylake-avx512 --mode=latency --opcode-name=ADD64rr
	fi
fi
[ "$ran" != 0 ] || { echo "clients: skipped: no program got anything from Debian's libpfm4"; exit 77; }
echo "clients: $ran programs, $failed failed"
[ "$failed" = 0 ]
