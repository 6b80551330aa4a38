#!/usr/bin/env bats
# pmuc update of the package's own tables, told that the vendors' files of last time are the ones of today
# (tests/data/vendor_rows.xz: all their rows without texts): no byte changes, and nothing is new.

# shellcheck disable=SC2154 # variables of strings.bash
load ../tools/strings

setup_file() {
	export SAMPLE=${SAMPLE-$("${srcdir:?}/tests/sample")}
	export rows=$BATS_FILE_TMPDIR/rows
	mkdir "$rows"
	xz -dc "${srcdir:?}/tests/data/vendor_rows.xz" |
		awk -F '\t' -v to="$rows" -f "$srcdir/tests/compiler/vendor_rows.awk"
}

setup() {
	begin
	pmuc=$(type -P pmuc)
	"$pmuc" import 2>&1 | grep -q 'made without' && skip "pmuc is made without jansson"
	cp -r "$srcdir/src/pmu" tree
	chmod -R u+w tree
}

# changes_nothing FOLDER...: of each by itself
changes_nothing() {
	local folder
	for folder in "$@"; do
		try 0 "$pmuc" update --tree tree --before "$rows/$folder" "$rows/$folder"
		says_line "nothing new"
		diff -r "$srcdir/src/pmu" tree >&2 || fail "$folder: the tables have changed"
	done
}

@test "Intel's files" {
	changes_nothing intel-perfmon-2026-08
}

@test "the kernel's files, of two releases" {
	changes_nothing linux-pmu-events-2026-02 linux-pmu-events-2026-11
}

@test "Arm's files" {
	changes_nothing arm-pmu-2025-01
}

# single CPUs' folders, in $cpus: a third of them, others for other sources, and all with SAMPLE=1:0
single_cpus() {
	local kernel=linux-pmu-events-2026-11/arch all i
	all=(intel-perfmon-2026-08/{SKX,BNL,NHM-EP,WSM-EX,CWF,LNL,IVB}
		$kernel/x86/amdzen5 $kernel/powerpc/{power9,compat} $kernel/arm64/nvidia/t410 $kernel/s390/cf_z16)
	cpus=()
	for ((i = 0; i < ${#all[@]}; i++)); do
		[[ $SAMPLE != 1:* ]] && (((i + ${SAMPLE#*:}) % 3)) || cpus+=("${all[i]}")
	done
	echo "of single CPUs a sample: SAMPLE=$SAMPLE"
}

# The manifest knows what was taken, the blocks of metrics are what the files say, and what rows said is learned: after
# that a CPU alone is no news, either.
@test "the kernel's files, events and metrics, Intel's and Arm's, without those of last time; then single CPUs" {
	local folder cpus
	rm tree/rows # which has texts, the rows here have none
	for folder in linux-pmu-events-2026-11 intel-perfmon-2026-08 arm-pmu-2025-01; do
		try 0 "$pmuc" update --tree tree "$rows/$folder"
		says_line "nothing new"
	done
	# which learns what somebody has changed in a table
	diff -r -x rows -x vendors "$srcdir/src/pmu" tree >&2
	cp -r tree kept
	single_cpus
	for folder in "${cpus[@]}"; do
		try 0 "$pmuc" update --tree tree "$rows/$folder"
		says_line "nothing new"
		diff -r kept tree >&2 || fail "$folder: the tables have changed"
	done
}

@test "single CPUs" {
	local cpus
	single_cpus
	changes_nothing "${cpus[@]}"
}

# What a person has decided stays without files of last time, too.
@test "POWER9: names of the compatibility mode and placeholders are not taken" {
	rm tree/rows # which has texts, the rows here have none
	try 0 "$pmuc" update --tree tree "$rows/linux-pmu-events-2026-11/arch/powerpc"
	says_line "nothing new"
	diff -r -x rows "$srcdir/src/pmu" tree >&2
}
