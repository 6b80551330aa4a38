#!/bin/sh
# perf(1) lists the events that its own files have for a CPU, with the terms that it would give the kernel. For every
# CPU that Debian's perf 6.1 knows, the library must give each name the same code. What differs is understood
# (tests/lib/perf_names.c says how), or stands below with the reason.
set -eu
: "${srcdir:=.}" "${builddir:=build}"
out=$builddir/tests/tmp/perf-names

case $(perf --version 2>/dev/null || :) in
*" 6.1."*) ;;
*)
	echo "perf: skipped: perf 6.1 is not here: package linux-perf of Debian 12." \
		"The differences are listed for that version."
	exit 77
	;;
esac

# What may differ: CPU NAME, patterns both. Names that perf's authors made (they are in no vendor's file) and events of
# registers that perf_event cannot set are not the library's.
known() {
	case "$1 $2" in
	# names of the kernel's own
	*" llc_"* | *" upi_data_bandwidth_tx" | *" qpi_"*"_bandwidth_tx" | *" unc_m_pmm_bandwidth."*) ;;
	# counters of a register that perf_event does not program
	*" unc_u_filter_match."*) ;;
	# the ring stop of Sandy Bridge-EP's I/O: no kernel has a device for it
	"GenuineIntel-6-0x2d unc_i_"*) ;;
	# two unit masks of libpfm4, of which ANY_DATA has more requests than in Intel's file
	"GenuineIntel-6-0x1a offcore_response.any_data."* | "GenuineIntel-6-0x2e offcore_response.any_data."*) ;;
	# Intel's file, which calls them OFFCORE_RESPONSE_0, has them; libpfm4 has one PMU for Westmere-EP and EX, with
	# the names of EP
	"GenuineIntel-6-0x2f offcore_response."*) ;;
	# libpfm4's name for a metric; Intel's files do not have the event any more
	*" topdown.br_mispredict_slots") ;;
	# Intel has taken them back
	"GenuineIntel-6-0x8f amx_ops_retired."* | "GenuineIntel-6-0x57 offcore_response.pf_l2_rfo.supplier_none") ;;
	*) return 1 ;;
	esac
}

# A machine with every device that perf has events for, so that it lists them all.
device() {
	mkdir -p "$1/sys/bus/event_source/devices/$2/format"
	echo "$3" >"$1/sys/bus/event_source/devices/$2/type"
}
rm -rf "$out"
for name in cha_0 cbox_0 ha_0 imc_0 iio_0 irp_0 irp m2m_0 m3upi_0 upi_0 qpi_0 r2pcie r3qpi_0 sbox_0 pcu ubox \
	arb arb_0 m2pcie_0 mdf_0 edc_uclk_0 edc_eclk_0 imc_uclk_0 clock; do
	device "$out/plain" uncore_$name 20
	device "$out/hybrid" uncore_$name 20
done
device "$out/plain" cpu 4
device "$out/plain" amd_l3 21
device "$out/plain" amd_df 22
for name in cpu_core cpu_atom; do
	device "$out/hybrid" $name 4
	echo 0-3 >"$out/hybrid/sys/bus/event_source/devices/$name/cpus"
done

for file in intel_core intel_uncore amd; do
	xz -dc "$srcdir/tests/data/names/$file.tsv.xz"
done | cut -f 2-4 | sort -u >"$out/published"

failed=0 cpus=0
: >"$out/all"
# ask ROOT PERF'S-NAME OURS [DEVICE=PMU]...
ask() {
	root=$1 theirs=$2 ours=$3
	shift 3
	PERF_CPUID=$theirs SYSFS_PATH=$out/$root/sys perf list --details pmu 2>/dev/null |
		awk '/^  [^ ]/ { name = $1 } /^       *[a-z_0-9]*\/.*=.*\/ *$/ { print name, $1 }' |
		sort -u >"$out/names"
	LIBPFM_CPUID=$ours "$builddir/tests/lib/perf_names" "$out/published" "$@" \
		<"$out/names" >"$out/differ" 2>"$out/count" || {
		echo "$ours: perf_names failed"
		failed=$((failed + 1))
	}
	cat "$out/count"
	cat "$out/names" >>"$out/all"
	cpus=$((cpus + 1))
	while read -r name rest; do
		known "$ours" "${name##*::}" || {
			echo "  $ours: $name $rest"
			failed=$((failed + 1))
		}
	done <"$out/differ"
}

for model in 1C 3D 56 4F 55-7 96 5C 7A 3C 3F 7D 6A 3A 3E 2D 57 1A 2E A7 2A 8F 37 4E 55-4 86 8C 2C 25 2F; do
	ask plain GenuineIntel-6-$model GenuineIntel-6-0x"$(echo $model | tr A-F a-f)"
done
ask hybrid GenuineIntel-6-97 GenuineIntel-6-0x97 cpu_core=adl_glc cpu_atom=adl_grt
ask hybrid GenuineIntel-6-AA GenuineIntel-6-0xaa cpu_core=mtl_rwc cpu_atom=mtl_cmt
# this perf takes a Zen 4 for a Zen 3, so that is left out
ask plain AuthenticAMD-23-1 AuthenticAMD-23-1
ask plain AuthenticAMD-23-31 AuthenticAMD-23-0x31
ask plain AuthenticAMD-25-1 AuthenticAMD-25-1
names=$(wc -l <"$out/all")
echo "perf_names.sh: $cpus CPUs, $names names, $failed differ and should not"
[ "$failed" -eq 0 ] && [ "$names" -gt 14000 ]
