#!/bin/sh
# Runs our tools on emulated machines with working PMUs and Debian's own kernels: do they find the PMU, and do they
# count?
#
#   run.sh [CPU...]     CPUs: cortex-a53 ... power10, rv64; by default one of each kind, others for other sources
#   run.sh all
#
# Environment: $srcdir, $builddir. Kernels and libraries of the foreign architectures come from Debian, with package
# lists of their own: the machine's apt configuration stays as it is. Exit status 77: skipped, and the reason is said.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "${srcdir:-$here/../..}" && pwd)
work=${EMULATED_DIR:-${builddir:-$PWD}/tests/tmp/emulated}
log=$work/log
tools=${builddir:-$top/build} # what runs here
failed=0
checked=0
prepared=

skip() {
	echo "emulated machines: skipped: $1"
	exit 77
}

packages="qemu-system-arm qemu-system-ppc qemu-system-misc gcc-aarch64-linux-gnu gcc-powerpc64le-linux-gnu \
gcc-riscv64-linux-gnu libc6-dev-arm64-cross libc6-dev-ppc64el-cross libc6-dev-riscv64-cross cpio"
for program in qemu-system-aarch64 qemu-system-ppc64 aarch64-linux-gnu-gcc powerpc64le-linux-gnu-gcc \
	cpio apt-get dpkg-deb tar; do
	command -v $program >/dev/null || skip "no $program (packages $packages)"
done
mkdir -p "$work"

# Debian has RISC-V since its release 13: this machine's own archive, with another suite.
write_sources() {
	# shellcheck disable=SC2016 # apt's own
	mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 2>>"$log" |
		grep -v security | head -n 1)
	mkdir -p "$1/sources"
	printf 'Types: deb\nURIs: %s\nSuites: trixie\nComponents: main\nSigned-By: %s\n' "$mirror" \
		/usr/share/keyrings/debian-archive-keyring.gpg >"$1/sources/trixie.sources"
}

# fetch ARCH PACKAGE...: downloads Debian packages of another architecture
fetch() {
	arch=$1
	shift
	dir=$work/$arch
	if [ "$arch" = riscv64 ]; then
		write_sources "$dir"
		set -- -oDir::Etc::SourceList=/dev/null -oDir::Etc::SourceParts="$dir/sources" -- "$@"
	else
		set -- -- "$@"
	fi
	mkdir -p "$dir/lists/partial" "$dir/cache/archives/partial" "$dir/debs"
	: >"$dir/status"
	set -- -oAPT::Architecture="$arch" -oAPT::Architectures="$arch" \
		-oDir::State::Lists="$dir/lists" -oDir::Cache="$dir/cache" \
		-oDir::State::status="$dir/status" -oAPT::Sandbox::User=root "$@"
	options=
	while [ "$1" != -- ]; do
		options="$options $1"
		shift
	done
	shift
	# shellcheck disable=SC2086
	[ -f "$dir/updated" ] || { apt-get $options update -qq >>"$log" 2>&1 || true; touch "$dir/updated"; }
	for package in "$@"; do
		case $package in
		linux-image-*)
			# shellcheck disable=SC2086
			package=$(apt-cache $options depends "$package" 2>>"$log" | awk '/Depends:/ { print $2; exit }')
			[ -n "$package" ] || return 1
			;;
		libpapi) # its version is in its name
			# shellcheck disable=SC2086
			package=$(apt-cache $options depends papi-tools 2>>"$log" |
				awk '/Depends: libpapi/ { print $2; exit }')
			[ -n "$package" ] || return 1
			;;
		esac
		ls "$dir/debs/${package}_"* >/dev/null 2>&1 && continue
		# shellcheck disable=SC2086
		(cd "$dir/debs" && apt-get $options download "$package") >>"$log" 2>&1 || return 1
	done
}

# unpack ARCH: kernel and root file system, without the 300 MB of drivers
unpack() {
	dir=$work/$1
	[ -f "$dir/unpacked" ] && return
	rm -rf "$dir/root"
	mkdir "$dir/root"
	for deb in "$dir"/debs/*.deb; do
		dpkg-deb --fsys-tarfile "$deb" |
			tar -x -C "$dir/root" --exclude=./lib/modules --exclude=./usr/lib/modules
	done
	touch "$dir/unpacked"
}

# build ARCH TRIPLET LIBDIR: the library and what is linked with it
build() {
	dir=$work/$1
	to=$dir/build
	(
		make -s -j2 -C "$tools" -f "$top/tests/compact.mk" to="$to" compact_CC="$2-gcc" compact_TOOLS="$2-" \
			compact_CFLAGS="-O1 -fPIC -isystem $dir/root/usr/include" \
			compact_LDFLAGS="-L$dir/root/usr/lib/$3" compact_library=libpfm.so.4 CAP_LIBS=-l:libcap.a \
			"$to/libpmapi.a" "$to/check_events" "$to/evt2raw" "$to/perf_encode" "$to/pfmstat" \
			"$to/showevtinfo" &&
			cd "$to" &&
			"$2-gcc" -O2 -static -o loop "$here/loop.c" &&
			for program in pairs generic; do
				"$2-gcc" -O2 -I"$top/include" -o $program "$here/$program.c" libpfm.so.4 || exit 1
			done &&
			"$2-gcc" -O2 -pthread -I"$top/include" -o pmapi "$here/pmapi.c" libpmapi.a libpfm.so.4
	) >>"$log" 2>&1
}

# image ARCH LIBDIR RUNS STEPS INSTRUCTIONS CYCLES UNKNOWN: what the machine starts from
image() {
	dir=$work/$1
	rm -rf "$dir/image"
	mkdir -p "$dir/image/bin" "$dir/image/lib"
	for program in loop pairs generic pmapi perf_encode pfmstat check_events showevtinfo evt2raw; do
		cp "$dir/build/$program" "$dir/image/bin/"
	done
	# Debian 13 has in /usr what Debian 12 has in / too.
	for program in busybox papi_command_line; do
		for at in "$dir/root/bin/$program" "$dir/root/usr/bin/$program"; do
			[ ! -f "$at" ] || cp "$at" "$dir/image/bin/"
		done
	done
	for library in libc.so.6 libm.so.6 libdl.so.2 libgcc_s.so.1 \
		ld-linux-aarch64.so.1 ld64.so.2 ld-linux-riscv64-lp64d.so.1; do
		for at in "$dir/root/lib/$2/$library" "$dir/root/lib/$library" \
			"$dir/root/lib64/$library" "$dir/root/usr/lib/$2/$library"; do
			[ -f "$at" ] && cp -L "$at" "$dir/image/lib/"
		done
	done
	ln -s lib "$dir/image/lib64"
	[ "$1" = riscv64 ] || cp -L "$dir/root/usr/lib/$2/"libpapi.so.* "$dir/image/lib/"
	cp "$dir/build/libpfm.so.4" "$dir/image/lib/"
	cp "$here/init" "$dir/image/init"
	for pmu in arm_ac35 arm_ac53 arm_ac57 arm_ac72 arm_ac76 arm_n1 power8 power9 power10; do
		sed -n "s/^$pmu	//p" "$here/sets" | cut -f 1 >"$dir/image/sets.$pmu"
	done
	printf '%s\n' "RUNS=$3" "STEPS=$4" "INSTRUCTIONS=$5" "CYCLES=$6" "UNKNOWN=$7" \
		"EVERY=${EVERY:-37}" "SETS=${SETS:-2000}" >"$dir/image/machine"
	(cd "$dir/image" && find . | cpio -o -H newc 2>/dev/null | gzip -1) >"$dir/image.cpio.gz"
}

# boot CPU EVENTS EXTENT: what init is told
# No devices but a processor and a console: those of the default machine want firmware from packages that QEMU only
# recommends.
boot() {
	told="quiet rdinit=/init -- $2 $3"
	set -- "$1" -icount shift=0 -nodefaults -display none -monitor none -serial stdio -no-reboot
	case $1 in
	power*)
		timeout 600 qemu-system-ppc64 \
			-M pseries,cap-cfpc=broken,cap-sbbc=broken,cap-ibs=broken,cap-ccf-assist=off \
			-cpu "$@" \
			-m 1024 -kernel "$work"/ppc64el/root/boot/vmlinux-* \
			-initrd "$work/ppc64el/image.cpio.gz" -append "console=hvc0 $told"
		;;
	rv64*)
		shift # without Sscofpmf the kernel takes no events that are counted in user code only
		timeout 240 qemu-system-riscv64 -M virt -cpu rv64,sscofpmf=on "$@" -m 512 \
			-kernel "$work"/riscv64/root/boot/vmlinu?-* -initrd "$work/riscv64/image.cpio.gz" \
			-append "console=ttyS0 $told"
		;;
	*)
		timeout 600 qemu-system-aarch64 -M virt -cpu "$@" -m 512 \
			-kernel "$work"/arm64/root/boot/vmlinuz-* -initrd "$work/arm64/image.cpio.gz" \
			-append "console=ttyAMA0 $told"
		;;
	esac </dev/null 2>&1 | tr -d '\r' >"$work/$1.console" || true
}

check() {
	checked=$((checked + 1))
	if [ "$2" != 0 ]; then
		failed=$((failed + 1))
		echo "  FAILED: $1"
	fi
}

# part NAME: the lines of a section of the console
part() {
	awk -v want="@@ $1" 'index($0, "@@ ") { on = index($0, want) > 0; next } on' "$console"
}

# least NAME: the smallest count of the loops of that name; 0 if there is none
least() {
	part $loops | awk -v name="$1" '
		$1 == name && $2 ~ /^[0-9]+$/ && (!seen++ || $2 < low) { low = $2 }
		END { print low + 0 }'
}

is() {
	"$@" && echo 0 || echo 1
}

# judge CPU PMU EVENTS STEPS EXTENT: PMU that must be found, whether its own events count or the kernel's, instructions
# an iteration
judge() {
	console=$work/$1.console
	check "$1: the machine ran to its end" "$(is grep -q '^@@ end' "$console")"
	pmus=$(part pmus | awk 'NF > 1 && $2 !~ /^perf/ { print $2 }' | tr '\n' ' ')
	check "$1: finds $2, found: $pmus" "$(is [ "${pmus%% *}" = "$2" ])"
	if [ "$3" = generic ]; then
		# Cortex-A35: the kernel's generic events are counted there, the table's own are not;
		# RISC-V: QEMU's core is nobody's
		loops=generic
	else
		loops=loop
		check "$1: the full string encodes to the same" "$(part again | awk -F' [|] ' '
			/[|]/ { seen = 1; if ($1 != $2 || !$1) bad = 1 }
			END { print bad || !seen }')"
		check "$1: an event the PMU lacks is refused or counts nothing" "$(part refusal | awk '
			/this machine cannot|does not accept|does not support/ || $1 == 0 { good = 1 }
			END { print !good }')"
		check "$1: programs with PMAPI count" "$(part pmapi | awk '
			/not true|expected/ { print "  " $0 > "/dev/stderr" }
			/^pmapi good/ { good = 1 }
			END { print !good }')"
		[ "$5" = brief ] || judge_papi "$1"
	fi
	case $1 in
	rv64*)
		check "$1: the kernel takes all 22 firmware events" "$(part pairs | awk '
			/^pairs: riscv_sbi_fw: 22 events, 0 refused alone, .* 0 differ$/ { good = 1 }
			END { print !good }')"
		;;
	esac
	if [ "$3" = own ]; then
		judge_sets "$1" "$2"
		judge_formats "$1" "$2"
	fi
	short=$(least short)
	long=$(least long)
	difference=$((long - short))
	wanted=$((2000000 * $4))
	off=$((difference - wanted))
	[ $off -ge 0 ] || off=$((-off))
	echo "  $1: 2000000 iterations more: $difference instructions ($4 an iteration);" \
		"1000000 iterations: $(least cycles) cycles"
	case $1 in
	# QEMU counts the kernel's instructions too, whatever is asked: those of starting the program, 336,000 to
	# 347,000 on POWER, and of a timer that comes every 4 ms
	power* | rv64*) check "$1: instructions within 1 %" "$(is [ $((off * 100)) -le $wanted ])" ;;
	*) check "$1: instructions within 0.1 %" "$(is [ $((off * 1000)) -le $wanted ])" ;;
	esac
	check "$1: cycles" "$(is [ "$(least cycles)" -gt 0 ])"
	steps=$(part metrics | awk '$NF == "steps" { print $1 }')
	rate=$(part metrics | awk '$NF == "insn_per_cycle" { print $1 }')
	echo "  $1: as metrics: ${steps:-no} instructions an iteration, ${rate:-no} a cycle"
	check "$1: a formula is what the loop has" "$(awk -v got="${steps:-0}" -v want="$4" '
		BEGIN { print !(got >= want && got < 1.05 * want) }')"
	check "$1: instructions per cycle as a metric" "$(awk -v got="${rate:-0}" 'BEGIN { print !(got > 0) }')"
	check "$1: the metric's counters" "$(part metrics | awk '
		/^1 .* (cpu-)?cycles$|^1 .* instructions$/ { seen++ }
		END { print seen != 2 }')"
	[ "$5" = brief ] || judge_whole "$1"
	part generics | sed -n 's/^generic:/ &/p'
	check "$1: perf's generic events count what the tables say" "$(part generics | awk '
		/^differs/ { print "  " $0 > "/dev/stderr" }
		/^generic: .* 0 differ$/ { good = 1 }
		END { print !good }')"
	case $1 in
	power* | rv64*) ;; # QEMU's POWER and RISC-V do not tell privilege levels apart
	*) check "$1: the kernel's share is separate" "$(is [ $(($(least kernel) * 3)) -lt "$long" ])" ;;
	esac
}

# judge_papi CPU
judge_papi() {
	papi=$(part papi | awk '/:/ && $NF ~ /^[0-9]+$/ { print $NF } /failed|[Ee]rror/ { print "-" }' | head -n 1)
	check "$1: PAPI counts the native event, got: ${papi:-nothing}" \
		"$(is [ "${papi:-0}" -gt 1000 ] 2>/dev/null || echo 1)"
}

# judge_whole CPU: the tool's ways to count
judge_whole() {
	part options | sed -n '/^[a-z]/s/^/  /p'
	check "$1: -I, -r, -p and -C count" "$(part options | awk '
		$1 == "intervals" && $3 > 0 { seen++ }
		$1 == "repeat" && / 3 runs$/ { seen++ }
		$1 ~ /^(process|cpu)$/ && $2 > 100000 { seen++ }
		END { print seen != 4 }')"
	check "$1: software events" "$(part software | awk '$1 > 0 { good = 1 } END { print !good }')"
}

# judge_sets CPU PMU: the check and the kernel say the same, and the kernel takes the rounds
judge_sets() {
	part sets | awk '/^(one|more|never) /' >"$work/$1.sets"
	check "$1: pairs and random sets of events" "$(part pairs | awk '
		/^differs/ { print "  " $0 > "/dev/stderr" }
		/^pairs:.* 0 differ$/ { good = 1 }
		END { print !good }')"
	part pairs | sed -n 's/^pairs:/ /p'
	while read -r said kernel rounds set; do
		[ "$said" = never ] && group=more rounds=taken || group=$said
		check "$1: $set: the check says $said, the kernel $kernel" "$(is [ "$group" = "$kernel" ])"
		check "$1: $set: the kernel takes the rounds" "$(is [ "$rounds" = taken ])"
		want=$(awk -F '	' -v pmu="$2" -v set="$set" '$1 == pmu && $2 == set { print $3 }' "$here/sets")
		[ -z "$want" ] || check "$1: $set: $want" "$(is [ "$group" = "$want" ])"
	done <"$work/$1.sets"
}

# mask RANGES: the bits that ranges as 0-7,32 name, as a number of the shell
mask() {
	mask=0
	for range in $(echo "$1" | tr , ' '); do
		low=${range%-*}
		width=$((${range#*-} - low + 1))
		[ $width -ge 64 ] && mask=-1 || mask=$((mask | ((1 << width) - 1) << low))
	done
	printf '%#x' $mask
}

# judge_formats CPU PMU: the fields that the kernel shows, and what the tables make of all bits of each
judge_formats() {
	part formats | awk 'NF == 2' >"$work/$1.formats"
	check "$1: the core PMU has formats" "$(is [ -s "$work/$1.formats" ])"
	while read -r field where; do
		word=${where%:*}
		bits=$(mask "${where#*:}")
		width=$(echo "${where#*:}" | tr , '\n' |
			awk -F- '{ width += NF > 1 ? $2 - $1 + 1 : 1 } END { print width }')
		[ "$width" -ge 64 ] && all=0xffffffffffffffff || all=$(((1 << width) - 1))
		got=$("$tools/perf_encode" --format "{$word:#x}" "$2/$field=$all/" 2>&1)
		check "$1: format $field $where, the tables say $got" "$(is [ "$got" = "$bits" ])"
	done <"$work/$1.formats"
}

pmu_of() {
	case $1 in
	cortex-a53) echo arm_ac53 ;;
	cortex-a57) echo arm_ac57 ;;
	cortex-a72) echo arm_ac72 ;;
	cortex-a76) echo arm_ac76 ;;
	neoverse-n1) echo arm_n1 ;;
	max) echo arm_pmuv3 ;;
	power*) echo "$1" ;;
	cortex-a35) echo arm_ac35 ;;
	rv64*) echo riscv_sbi_fw ;;
	esac
}

events_of() {
	case $1 in
	cortex-a35 | rv64*) echo generic ;;
	*) echo own ;;
	esac
}

# How a tool counts, and PAPI, are looked at on one CPU of each kind with the kernel's own events or the PMU's.
extent_of() {
	case $1 in
	cortex-a35 | cortex-a53 | power10 | rv64*) echo whole ;;
	*) echo brief ;;
	esac
}

prepare() {
	case " $prepared " in *" $1 "*) return ;; esac
	case $1 in
	arm64)
		fetch arm64 linux-image-arm64 busybox-static libcap-dev libcap2 libc6 libgcc-s1 \
			papi-tools libpapi || return 1
		unpack arm64
		build arm64 aarch64-linux-gnu aarch64-linux-gnu || { tail -n 20 "$log"; exit 1; }
		image arm64 aarch64-linux-gnu 2 2 INST_RETIRED CPU_CYCLES perf_raw::r3ff
		;;
	riscv64)
		# there is no PAPI
		fetch riscv64 linux-image-riscv64 busybox-static libcap-dev libcap2 libc6 libgcc-s1 || return 1
		unpack riscv64
		build riscv64 riscv64-linux-gnu riscv64-linux-gnu || { tail -n 20 "$log"; exit 1; }
		image riscv64 riscv64-linux-gnu 16 2 instructions cycles perf_raw::r3ff
		;;
	*)
		fetch ppc64el linux-image-powerpc64le busybox-static libcap-dev libcap2 libc6 libgcc-s1 \
			papi-tools libpapi || return 1
		unpack ppc64el
		build ppc64el powerpc64le-linux-gnu powerpc64le-linux-gnu || { tail -n 20 "$log"; exit 1; }
		image ppc64el powerpc64le-linux-gnu 16 1 PM_INST_CMPL PM_CYC perf_raw::rffffffffff
		;;
	esac
	prepared="$prepared $1"
}

# What an emulated RISC-V needs beyond the others and is not here.
missing_program() {
	case $1 in rv64*)
		for program in qemu-system-riscv64 riscv64-linux-gnu-gcc; do
			command -v $program >/dev/null || echo $program
		done
		;;
	esac
}

arm="cortex-a57 cortex-a72 cortex-a76 neoverse-n1 max" power="power8 power9"
# one_of CPU...: which the sample has (tests/sample)
one_of() {
	shift $((${SAMPLE#*:} % $#))
	echo "$1"
}
if [ $# = 0 ]; then
	SAMPLE=${SAMPLE-$(builddir=$tools "$top/tests/sample")}
	echo "emulated machines: a sample: SAMPLE=$SAMPLE"
	# shellcheck disable=SC2086 # lists
	set -- cortex-a35 cortex-a53 "$(one_of $arm)" "$(one_of $power)" power10 rv64
elif [ "$*" = all ]; then
	# shellcheck disable=SC2086
	set -- cortex-a35 cortex-a53 $arm $power power10 rv64
fi
for cpu in "$@"; do
	without=$(missing_program "$cpu")
	if [ -n "$without" ]; then
		echo "emulated machines: left out: $cpu: no $without"
		continue
	fi
	case $cpu in
	power*) arch=ppc64el steps=1 ;;
	rv64*) arch=riscv64 steps=2 ;;
	*) arch=arm64 steps=2 ;;
	esac
	if ! prepare $arch; then
		echo "emulated machines: left out: $cpu: Debian's packages for $arch cannot be had: $(tail -n 1 "$log")"
		continue
	fi
	events=$(events_of "$cpu") extent=$(extent_of "$cpu")
	boot "$cpu" "$events" "$extent"
	judge "$cpu" "$(pmu_of "$cpu")" "$events" $steps "$extent"
done
[ "$checked" != 0 ] || exit 77
echo "emulated machines: $checked checks, $failed failed"
[ "$failed" = 0 ]
