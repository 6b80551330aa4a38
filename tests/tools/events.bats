#!/usr/bin/env bats
# One way from an operand to encoded events: all tools say the same of it - the event, its codes, what should be known
# of it, what is wrong - and take lists, files and standard input alike.

# shellcheck disable=SC2154 # variables of strings.bash
load strings

tools=(check_events evt2raw perf_encode)

# ask TOOL CPU EVENT: "NAME CODE CODE..." in $out, as a tool shows it that shows it.
ask() {
	case $1 in
	check_events) "$1" --cpu "$2" -O perf_ext --format '{name} {codes}' -- "$3" ;;
	evt2raw | perf_encode) "$1" --cpu "$2" --format '{name} {config:#x} {config1:#x}' -- "$3" | sed 's/ 0x0$//' ;;
	pfmstat) "$1" --cpu "$2" --dry-run -e "$3" ;;
	pfmexport) "$1" bcc --cpu "$2" -- "$3" | sed -n '/::\|\/$/s/^# //p' ;;
	esac >"$out" 2>"$err" || true
}

# CPU | event | what is said of it, without the tool's name | the tools that do not say so | its name | its codes. In
# names @ stands for modifiers that are not set, # for those of perf_event.
table() {
	cat <<'TABLE'
icx|INST_RETIRED:ANY:u|||icx::INST_RETIRED:ANY@:u=1:k=0#|0xc0
icx|INST_RETIRED.PREC_DIST|counted by Linux 5.15 or later||icx::INST_RETIRED:PREC_DIST@:u=1:k=1#|0x100
spr|cpu/event=0,umask=3,cmask=1/|cannot be counted: no counter takes it||spr::CPU_CLK_UNHALTED:REF_TSC:c=1|0x1000300
icx|cpu/event=0xc0/|||icx::INST_RETIRED:ANY_P|0xc0
icx|cpu/event=0xc0,umask=9/|||icx::INSTRUCTION_RETIRED:0x9|0x9c0
icx|cycles|||perf::PERF_COUNT_HW_CPU_CYCLES:u=1:k=1#|0x0
adl|cycles|on cpu_core, one of 2 core types+|evt2raw pfmstat|perf::PERF_COUNT_HW_CPU_CYCLES:u=1:k=1#|0x0
adl|INST_RETIRED:ANY_P|on cpu_core, one of 2 core types+|pfmstat|adl_glc::INST_RETIRED:ANY_P@:u=1:k=1#|0xc0
icx|INST_RETIERD|no such event: INST_RETIERD|||
icx|icx::INST_RETIRED:ANYP|no such unit mask or modifier: ANYP|||
icx|INST_RETIRED:c=999|c is out of range|||
icx|cpu/event=/|event= needs a value|||
icx|nopmu::X|no such PMU: nopmu|||
TABLE
}

@test "an operand is the same event, with the same codes, notes and errors, in every tool" {
	local cpu event note note_here quiet name codes tool said want
	export LIBPFM_TRACEPOINTS=no LIBPFM_CPUID=
	while IFS='|' read -r cpu event note quiet name codes; do
		note=${note/+/; --all-cores counts on all} name=${name/@/:e=0:i=0:c=0:intx=0:intxcp=0}
		name=${name/\#/:precise=0:excl=0:mg=0:mh=1}
		for tool in "${tools[@]}" pfmstat pfmexport; do
			ask "$tool" "$cpu" "$event"
			said=$(head -n 1 "$err") note_here=
			[[ " $quiet " == *" $tool "* ]] || note_here=${note:+$tool: $event: $note}
			[ "$said" = "$note_here" ] || fail "$tool --cpu $cpu $event: '$said', not '$note_here'"
			[ "$tool" != pfmstat ] || continue
			case $tool in
			pfmexport) want=$name ;;
			*) want=${name:+$name $codes} ;;
			esac
			[ "$(cat "$out")" = "$want" ] || fail "$tool --cpu $cpu $event:" "$(cat "$out")" "not" "$want"
		done
	done < <(table)
}

@test "events for counting: of another CPU, and read by one language alone" {
	local option event said
	try 1 pfmstat -e skl::INST_RETIRED true
	says_line "pfmstat: skl::INST_RETIRED: skl (Intel Skylake) is no PMU of this machine: its code counts `
		`something else here, or nothing"
	for event in icl::INST_RETIRED icl_unc_cbo0::UNC_CBO_CLOCKTICKS; do
		try 1 pfmstat -e $event true
		refute grep -q 'no PMU of this machine' "$err"
	done
	while read -r option event said; do
		try 1 pfmstat $option -e "$event" true
		says_line "pfmstat: $event: $said"
	done <<-'END'
		--pfm INST_RETIRED this machine cannot count it
		--perf cycles this machine cannot count it
		--perf INST_RETIRED no such event: INST_RETIRED
		--pfm cpu/event=0xc0/ no such event: cpu/event=0xc0/
	END
}

# The kernel puts its own events on the first of Arm's devices that it finds.
@test "the kernel's own events on Arm's core types: on one of them" {
	export LIBPFM_FSROOT=$roots/phone-4-kinds LIBPFM_CPUID=
	for event in cycles perf::cycles; do
		try 0 perf_encode --as raw $event
		says_line "perf_encode: $event: on one of 4 core types; --all-cores counts on all"
		[ "$(wc -l <"$err")" = 1 ] || fail "$(cat "$err")"
		try 0 evt2raw $event
		says_nothing
	done
}

@test "-h, --help, --version; options without their argument; no event; no colors in pipes" {
	local tool
	for tool in "${tools[@]}"; do
		takes_help_and_version "$tool"
		needs_arguments "$tool" --plm --pmu --cpu --format
		refuses "$tool" -z --nosuch "--json=1 perf::cycles"
		is_plain "$tool" skl::INST_RETIRED
		try 1 "$tool" skl::NOSUCH
		no_escapes
	done
	needs_arguments check_events -O --os
	needs_arguments perf_encode --as --os
	refuses check_events "--p x" -qz
	refuses evt2raw "" "-dz r1" "--raw=1 r1" "-v --decode --json"
	refuses perf_encode "--cpu-x 1 perf::cycles" "" --json "--"
	says "perf_encode: an event is missing"
}

@test "what is wrong, where, and what may have been meant; requested is what was typed" {
	local tool
	for tool in "${tools[@]}"; do
		try 1 "$tool" skl::INST_RETIRED:ANYP
		prints_nothing
		{
			echo "$tool: skl::INST_RETIRED:ANYP: no such unit mask or modifier: ANYP"
			echo '  skl::INST_RETIRED:ANYP'
			echo '                    ^~~~'
			echo '  did you mean ANY_P, ANY?'
		} | diff - "$err" >&2
		tells_what_was_looked_up "$tool"
	done
}

@test "@FILE and standard input: in their order, a line of a megabyte, NULs, bytes that are no text" {
	local tool
	printf 'skl::INST_RETIRED:u # one\n\nskl::INST_RETIRED:k\n' >list
	ten_thousand_events >many
	awk -F= '{ printf "0x%x0000c0\n", $2 }' many | sed 's/0x00*c0/0xc0/' >many.want
	for tool in "${tools[@]}"; do
		try 0 "$tool" --format '{requested}' @list skl::INST_RETIRED
		prints skl::INST_RETIRED:u skl::INST_RETIRED:k skl::INST_RETIRED
		try 1 "$tool" @/nosuch
		says_line "$tool: /nosuch: No such file or directory"
		try 1 "$tool" @/
		says "$tool: /: "
		try 1 "$tool" @
		says "$tool: "
		survives_garbage "$tool" -
	done
	try 0 check_events -O perf --format '{codes}' - <many
	cmp many.want "$out"
	try 0 evt2raw --format '{config:#x}' - <many
	cmp many.want "$out"
	try 0 perf_encode --as raw - <many
	cmp many.want "$out"
}

@test "an output that is full or closed is status 1, and said; a reader that goes away is no reason for words" {
	local tool form
	yes skl::INST_RETIRED | head -n 20000 >many
	for tool in "${tools[@]}"; do
		fails_if_output_does "$tool" skl::INST_RETIRED
		fails_if_output_does "$tool" --help
		is_quiet_in_pipes "$tool" @many
	done
	fails_if_output_does check_events --pmus
	fails_if_output_does check_events --json skl::NOSUCH
	fails_if_output_does check_events --version
	fails_if_output_does evt2raw --cpu skl --decode rc0
	is_quiet_in_pipes check_events --pmus
	for form in attr json c perf raw; do
		fails_if_output_does perf_encode --as $form perf::cycles
	done
}
