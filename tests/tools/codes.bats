#!/usr/bin/env bats
# pfmexport go, python, rust: sources that need no library, read by the languages' own tools; and each
# finds on some CPUs what the C header finds.

# shellcheck disable=SC2154 # variables of strings.bash
load strings

# Each is there where its language is installed, as ./test does.
needs() {
	command -v "$1" >/dev/null || skip "$1 is not installed"
}

events=(INST_RETIRED.ANY_P MEM_LOAD_RETIRED.L3_MISS RETIRED_INSTRUCTIONS L1D_CACHE_REFILL PM_INST_CMPL)

# VENDOR,FAMILY,MODEL,STEPPING: Skylake, Sapphire Rapids, Alder Lake (two core types), Skylake-X and Cascade Lake,
# Zen 3, Zen 5, Neoverse N1, Cortex-A72, POWER8, POWER9; and two that nobody knows.
# shellcheck disable=SC2054 # each is a list of its own
cpus=(1,6,0x5e,3 1,6,0x8f,8 1,6,0x97,2 1,6,0x55,4 1,6,0x55,7 2,0x19,1,1 2,0x1a,2,1 3,0x41,0xd0c,0 3,0x41,0xd08,0
	4,0,0x4d,0x200 4,0,0x4e,0x1202 1,6,0xff,0 0,6,0x5e,3)

# Intel's and Arm's event files, AMD's PPR, POWER's architected PM_INST_CMPL.
known() {
	cat <<-'ROWS'
		0 1,6,0x5e,3 skl - 192 0 0
		0 1,6,0x97,2 adl_glc cpu_core,cpu 192 0 0
		0 1,6,0x97,2 adl_grt cpu_atom,cpu 192 0 0
		1 1,6,0x5e,3 skl - 8401 0 0
		1 1,6,0x8f,8 spr - 8401 0 0
		2 2,0x19,1,1 amd64_fam19h_zen3 - 192 0 0
		2 2,0x1a,2,1 amd64_fam1ah_zen5 - 192 0 0
		3 3,0x41,0xd0c,0 arm_n1 - 3 0 0
		4 4,0,0x4d,0x200 power8 - 2 0 0
	ROWS
}

# What the C header finds: EVENT CPU PMU DEVICE CONFIG CONFIG1 CONFIG2
by_c() {
	pfmexport c "${events[@]}" >codes.h
	{
		printf '#include "codes.h"\nint main(void)\n{\n'
		printf 'const struct perf_code *const tables[] = { inst_retired_any_p_codes, %s };\n' \
			'mem_load_retired_l3_miss_codes, retired_instructions_codes, l1d_cache_refill_codes,
				pm_inst_cmpl_codes'
		printf 'const struct perf_code *c;\nint event;\nfor (event = 0; event < 5; event++) {\n'
		for cpu in "${cpus[@]}"; do
			echo "for (c = NULL; (c = perf_code_find(tables[event], (struct perf_cpu){ $cpu }, c));)"
			# shellcheck disable=SC2028 # as C has it
			echo "printf(\"%d $cpu %s %s %llu %llu %llu\\n\", event, c->pmu, c->device ? c->device : \"-\","
			echo "(unsigned long long)c->config, (unsigned long long)c->config1,"
			echo "(unsigned long long)c->config2);"
		done
		printf '}\nreturn 0;\n}\n'
	} >by_c.c
	$CC -I. -o by_c by_c.c
	./by_c >by_c.txt
	[ "$(wc -l <by_c.txt)" -ge 10 ]
	known | grep -vxF -f by_c.txt >lacking || true
	[ ! -s lacking ] || fail "$(cat lacking)"
}

@test "the header, which the others are compared with" {
	by_c
}

@test "Go: as gofmt wants it, vetted, and the same rows" {
	needs gofmt
	needs go
	by_c
	export GOCACHE=$PWD/cache GOFLAGS=-mod=mod GO111MODULE=on HOME=$PWD
	mkdir -p run/perfcodes
	try 0 pfmexport go --package perfcodes "${events[@]}"
	says_nothing
	cp "$out" run/perfcodes/codes.go
	head -n 1 "$out" | grep -qE '^// Code generated .* DO NOT EDIT\.$'
	[ -z "$(gofmt -d run/perfcodes/codes.go)" ] || fail "$(gofmt -d run/perfcodes/codes.go)"
	{
		printf 'package main\n\nimport (\n\t"fmt"\n\t"run/perfcodes"\n)\n\nfunc main() {\n'
		printf '\ttables := [][]perfcodes.PerfCode{perfcodes.InstRetiredAnyP, %s}\n' \
			"perfcodes.MemLoadRetiredL3Miss, perfcodes.RetiredInstructions, perfcodes.L1dCacheRefill, \
perfcodes.PmInstCmpl"
		printf '\tfor event, table := range tables {\n'
		for cpu in "${cpus[@]}"; do
			printf '\t\tfor _, c := range perfcodes.FindAll(table, perfcodes.CPU{%s}) {\n' "${cpu//,/, }"
			printf '\t\t\tshow(event, "%s", &c)\n\t\t}\n' "$cpu"
			printf '\t\tcheck(perfcodes.Find(table, perfcodes.CPU{%s}), ' "${cpu//,/, }"
			printf 'perfcodes.FindAll(table, perfcodes.CPU{%s}))\n' "${cpu//,/, }"
		done
		cat <<-'PROGRAM'
				}
			}

			func check(one *perfcodes.PerfCode, all []perfcodes.PerfCode) {
				if (one == nil) != (len(all) == 0) || one != nil && *one != all[0] {
					panic("Find is not the first of FindAll")
				}
			}

			func show(event int, cpu string, c *perfcodes.PerfCode) {
				device := c.Device
				if device == "" {
					device = "-"
				}
				fmt.Println(event, cpu, c.PMU, device, c.Config, c.Config1, c.Config2)
			}
		PROGRAM
	} >run/main.go
	printf 'module run\n\ngo 1.18\n' >run/go.mod
	(cd run && go vet ./perfcodes && go run .) | diff by_c.txt - >&2
}

@test "Rust: no warning, nothing but core, rustfmt has nothing to say, and the same rows" {
	needs rustc
	by_c
	try 0 pfmexport rust "${events[@]}"
	says_nothing
	cp "$out" codes.rs
	printf '#![no_std]\npub mod codes;\n' >lib.rs
	rustc --edition 2018 --crate-type lib -D warnings --emit metadata -o codes.rmeta lib.rs
	# not everywhere beside the compiler
	if command -v rustfmt >/dev/null; then rustfmt --check --edition 2018 codes.rs; fi
	{
		printf 'mod codes;\nuse codes::*;\nfn main() {\nassert_eq!((INTEL, AMD, ARM, POWER), (1, 2, 3, 4));\n'
		printf 'let tables = [INST_RETIRED_ANY_P, MEM_LOAD_RETIRED_L3_MISS, RETIRED_INSTRUCTIONS, %s];\n' \
			'L1D_CACHE_REFILL, PM_INST_CMPL'
		printf 'for (event, table) in tables.iter().enumerate() {\n'
		printf 'show(event, "%s", table);\n' "${cpus[@]}" | awk -F '"' '{
			split($2, n, ",")
			printf "%s\"%s\", table, Cpu { vendor: %s, family: %s, model: %s, stepping: %s });\n", $1, $2,
				n[1], n[2], n[3], n[4] }'
		cat <<-'PROGRAM'
			}
			}
			fn show(event: usize, name: &str, table: &[PerfCode], cpu: Cpu) {
				assert_eq!(find(table, cpu), find_all(table, cpu).next());
				for c in find_all(table, cpu) {
					println!("{} {} {} {} {} {} {}", event, name, c.pmu, c.device.unwrap_or("-"),
						c.config[0], c.config[1], c.config[2]);
				}
			}
		PROGRAM
	} >by_rust.rs
	rustc --edition 2018 -D warnings -o by_rust by_rust.rs
	./by_rust | diff by_c.txt - >&2
}

@test "Python: typed, and the same rows" {
	needs python3
	python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' || skip "python3 is older than 3.10"
	by_c
	try 0 pfmexport python "${events[@]}"
	says_nothing
	cp "$out" codes.py
	head -n 1 "$out" | grep -qE '^# Code generated .* DO NOT EDIT\.$'
	# not everywhere beside Python
	if command -v mypy >/dev/null; then mypy --strict --cache-dir=/dev/null codes.py >&2; fi
	cat >by_python.py <<-'PROGRAM'
		import sys
		import codes

		tables = (codes.INST_RETIRED_ANY_P, codes.MEM_LOAD_RETIRED_L3_MISS, codes.RETIRED_INSTRUCTIONS,
		          codes.L1D_CACHE_REFILL, codes.PM_INST_CMPL)
		for event, table in enumerate(tables):
		    for name in sys.argv[1:]:
		        cpu = codes.Cpu(*(int(n, 0) for n in name.split(",")))
		        rows = list(codes.find_all(table, cpu))
		        assert codes.find(table, cpu) == (rows[0] if rows else None)
		        for c in rows:
		            print(event, name, c.pmu, c.device or "-", *c.config)
	PROGRAM
	PYTHONDONTWRITEBYTECODE=1 python3 -W error by_python.py "${cpus[@]}" | diff by_c.txt - >&2
}

# "AMD" and the like are the sources' own; what two events would be called is numbered.
@test "names: each event has its own" {
	try 0 pfmexport go INST_RETIRED:c=1 INST_RETIRED.C=1 skl::INST_RETIRED
	prints_line 'var InstRetiredC1 = []PerfCode{'
	prints_line 'var InstRetiredC1_2 = []PerfCode{'
	prints_line 'var SklInstRetired = []PerfCode{'
	prints_line 'package pmu'
	try 0 pfmexport rust INST_RETIRED:c=1 INST_RETIRED.C=1
	prints_line 'pub const INST_RETIRED_C_1: &[PerfCode] = &['
	prints_line 'pub const INST_RETIRED_C_1_2: &[PerfCode] = &['
	# events called as what is there; each row is of a CPU, not of a name that a kernel has for it
	cat >lake.pmu <<-'TABLE'
		layout plain
		  words      ctl
		  event      ctl:0-7
		  privilege  none
		  perf       config ctl

		pmu lake
		  desc       An invented lake
		  type       core
		  counters   4
		  detect     cpuinfo-equals cpu LAKE
		  cpu        GenuineIntel 6: 1
		  layout     plain
		  events     lake

		events lake
		ARM   0x3d : Arms
		INTEL 0x3e : More
		FIND  0x3f : Finds
	TABLE
	pmuc -o lake.pmt lake.pmu
	export LIBPFM_TABLES=$PWD/lake.pmt
	for row in 'rust pub const ARM_2: ' 'rust pub const FIND: ' 'python ARM_2: ' 'python INTEL_2: ' \
		'go var Arm_2 = ' 'go var Intel_2 = '; do
		try 0 pfmexport "${row%% *}" lake::ARM ARM INTEL FIND
		says_nothing
		grep -q "^${row#* }" "$out" || fail "no ${row#* } in" "$(cat "$out")"
	done
	try 0 pfmexport go FIND ARM
	grep -q '^var Find_2 = ' "$out"
	[ "$(grep -c '"lake"' "$out")" = 2 ] || fail "$(cat "$out")"
}

@test "the command that wrote it cannot end its comment" {
	local form
	for form in c go rust python; do
		try 0 pfmexport $form --pmu '[!*/]kl' INST_RETIRED
		grep -qF -e "--pmu '[!*''/]kl'" "$out" || fail "$(head "$out")"
		try 0 pfmexport $form --pmu "[!']kl" INST_RETIRED
		grep -qF -e "--pmu '[!'\\'']kl' INST_RETIRED" "$out" || fail "$(head "$out")"
	done
}

@test "what does not go" {
	local form
	for form in go python rust; do
		try 2 perf_encode --as $form INST_RETIRED
		says_line "perf_encode: $form is a form of pfmexport: pfmexport $form"
	done
	try 2 pfmexport rust --package x INST_RETIRED
	says_line "pfmexport: --package goes with go"
	local name
	for name in '' 7up Pmu a-b 'a b'; do
		try 2 pfmexport go --package "$name" INST_RETIRED
		says_line "pfmexport: $name: not a name of a package: lowercase letters, digits, _"
	done
	for name in func type _; do
		try 2 pfmexport go --package "$name" INST_RETIRED
		says_line "pfmexport: $name: not a name of a package: a word of Go's own"
	done
	try 1 pfmexport go INST_RETIRED NO_SUCH_EVENT
	prints_nothing
}
