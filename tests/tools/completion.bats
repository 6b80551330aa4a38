#!/usr/bin/env bats
# Completion in bash, zsh and fish: what each would insert, or offer.

# shellcheck disable=SC2154 # variables of strings.bash
load strings

# A machine with tracepoints whose names are hard on shells and terminals.
use_strange_names() {
	local name folder=$BATS_TEST_TMPDIR/root/sys/kernel/tracing/events/odd
	cp -r "$roots/tracefs" "$BATS_TEST_TMPDIR/root"
	for name in 'with space' 'with$dollar' 'plain' $'new\nline' $'esc\e[31m' $'c1\x9b'; do
		mkdir -p "$folder/$name"
		echo 7 >"$folder/$name/id"
	done
	export LIBPFM_FSROOT=$BATS_TEST_TMPDIR/root
}

# in_bash LINE: what bash is given for the last word, which it cuts at colons and equal signs
in_bash() {
	# shellcheck disable=SC2016 # for the other shell
	try 0 bash --norc -c '
		for file in "$1"/check_events "$1"/pmuc; do . "$file"; done
		COMP_LINE=$2 COMP_POINT=${#2}
		word=${2##* }
		COMP_WORDS=(${2%% *})
		while [[ $word =~ ^(:+|=|[^:=]+)(.*)$ ]]; do
			COMP_WORDS+=("${BASH_REMATCH[1]}")
			word=${BASH_REMATCH[2]}
		done
		[ ${#COMP_WORDS[@]} -gt 1 ] || COMP_WORDS+=("")
		COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
		function=$(complete -p "${COMP_WORDS[0]}")
		function=${function#*-F }
		${function%% *} "${2%% *}"
		printf "%s\n" "${COMPREPLY[@]}"' bash "$srcdir/completions" "$1"
}

# in_fish LINE: what fish offers for the last word
in_fish() {
	command -v fish >/dev/null || skip "fish is not installed"
	# shellcheck disable=SC2016
	HOME=$BATS_TEST_TMPDIR try 0 fish --no-config \
		-c 'source $argv[1]/check_events.fish; source $argv[1]/pmuc.fish; complete -C $argv[2]' \
		"$srcdir/completions" "$1"
	cut -f 1 "$out" >"$out.names" && mv "$out.names" "$out"
}

# in_zsh LINE: the line after the key Tab
in_zsh() {
	command -v zsh >/dev/null || skip "zsh is not installed"
	cat >"$BATS_TEST_TMPDIR/tab.zsh" <<-'ZSH'
		zmodload zsh/zpty
		zpty -b shell "TERM=dumb zsh -f -i"
		zpty -w shell "PS1= PS2= RPS1=; stty -echo; unsetopt beep list_beep zle_bracketed_paste 2>/dev/null"
		zpty -w shell "fpath=(${(q)1} \$fpath); autoload -U compinit; compinit -u -d ${(q)3}"
		zpty -w shell "show() { print -r -- \"<\$BUFFER>\"; BUFFER=; zle accept-line }; zle -N show; bindkey '^X' show; bindkey '^I' expand-or-complete"
		zpty -w shell "print ready''now"
		zpty -r shell seen "*readynow*"
		zpty -w -n shell "$2"$'\t\x18'
		zpty -r shell seen "*<*>*"
		zpty -d shell
		seen=${seen##*<}
		print -r -- "${seen%%>*}"
	ZSH
	HOME=$BATS_TEST_TMPDIR try 0 timeout 60 zsh -f "$BATS_TEST_TMPDIR/tab.zsh" \
		"$srcdir/completions" "$1" "$BATS_FILE_TMPDIR/zcompdump"
}

@test "what showevtinfo offers: PMUs, events, unit masks, modifiers; whole strings" {
	try 0 showevtinfo --complete skl::INST_RET
	prints skl::INST_RETIRED
	try 0 showevtinfo --complete perf::perf_count_hw_cache_itlb:r
	prints perf::perf_count_hw_cache_itlb:READ
	try 0 showevtinfo --complete skl::INST_RETIRED:ANY_P:c
	prints skl::INST_RETIRED:ANY_P:c= skl::INST_RETIRED:ANY_P:cpu=
	try 0 showevtinfo --complete skx_unc_imc5
	prints skx_unc_imc5::
	try 0 showevtinfo --complete TOPDOWN_M
	prints TOPDOWN_M
	for nothing in skl::NOSUCH skl::NOSUCH: nosuch::x skl::INST_RETIRED:zz sk::INST_RET; do
		try 1 showevtinfo --complete $nothing
		prints_nothing
	done
}

@test "what showevtinfo offers: values of options, machines and PMUs that options name, the last of a list" {
	try 0 showevtinfo --complete=--cpu=sapph
	prints --cpu=sapphirerapids
	try 0 showevtinfo --complete=--pmu=skx_unc_imc5
	prints --pmu=skx_unc_imc5
	try 0 showevtinfo --complete=--type=
	prints --type=core --type=uncore --type=os --type=device
	try 0 showevtinfo --cpu=power9 --complete=PM_CYC_ALT3
	prints PM_CYC_ALT3
	try 0 showevtinfo --pmu=power9 --complete=PM_CYC_ALT3
	prints PM_CYC_ALT3
	try 0 showevtinfo --pmu=skl --complete=INST_RETIRED:ANY_P:c
	prints INST_RETIRED:ANY_P:c= INST_RETIRED:ANY_P:cpu=
	try 0 showevtinfo --complete='skl::INST_RETIRED:ANY_P,{cpu/event=1,umask=2/,skl::INST_RET'
	prints 'skl::INST_RETIRED:ANY_P,{cpu/event=1,umask=2/,skl::INST_RETIRED'
	try 1 showevtinfo --complete=--cpu=nosuch
	prints_nothing
}

@test "what showevtinfo offers is lines that a shell can take" {
	use_strange_names
	try 0 showevtinfo --complete perf::odd:
	grep ' \|[$]' "$out" | sort | diff <(printf 'perf::odd:%s\n' 'with space' 'with$dollar' | sort) - >&2
	prints_line perf::odd:plain
	refute grep -qaP '[\x00-\x09\x0b-\x1f\x7f]' "$out"
}

@test "a word with characters that act on terminals is not echoed: nothing is offered" {
	local strange word
	try 0 showevtinfo --complete 'x,skl::INST_RET'
	prints 'x,skl::INST_RETIRED'
	# an escape sequence, the same of C1, a right-to-left override, what is no UTF-8
	for strange in $'\x1b[31m' $'\xc2\x9b31m' $'\xe2\x80\xae' $'\xff'; do
		for word in "$strange,skl::INST_RET" "skl::INST_RETIRED:$strange:c" "--metric=$strange," \
			"--metrics=$strange,"; do
			try 1 showevtinfo --cpu=spr --complete="$word"
			prints_nothing
		done
	done
}

@test "bash: what is left of the word behind its last break" {
	in_bash 'check_events skl::INST_RET'
	prints INST_RETIRED
	in_bash 'check_events perf::PERF_COUNT_HW_CACHE_ITLB:REA'
	prints READ
	in_bash 'evt2raw skx_unc_imc5'
	prints skx_unc_imc5::
	in_bash 'evt2raw skl::'
	prints_line INST_RETIRED
	in_bash 'pfmstat --warm'
	prints_line --warmup
}

# Tables that are installed: one for each shell to name.
use_installed() {
	export HOME=$BATS_TEST_TMPDIR XDG_DATA_HOME=$BATS_TEST_TMPDIR/share PATH=$srcdir/tools:$PATH
	mkdir -p share/pfmkit/tables.d
	echo nonsense >share/pfmkit/tables.d/lagoon.pmt
	unset LIBPFM_TABLES
	touch acmelake.json
	pmuc import --help >"$out" 2>&1 || true
	imports=$(grep -c -- --install "$out" || true)
}

@test "pmuc and pfmkit-capture in bash" {
	use_installed
	in_bash 'pmuc imp'
	prints import
	in_bash 'pmuc rem'
	prints remove
	in_bash 'pmuc remove la'
	prints lagoon
	in_bash 'pmuc remove --us'
	prints --user
	in_bash 'pmuc diff acme'
	prints acmelake.json
	in_bash 'pmuc import acme'
	prints acmelake.json
	in_bash 'pfmkit-capture --vers'
	prints --version
	in_bash 'pfmkit-capture acme'
	prints acmelake.json
	[ "$imports" = 0 ] || in_bash 'pmuc import --ins'
	[ "$imports" = 0 ] || prints --install
}

@test "pmuc and pfmkit-capture in fish" {
	use_installed
	in_fish 'pmuc imp'
	prints_line import
	in_fish 'pmuc rem'
	prints remove
	in_fish 'pmuc remove la'
	prints lagoon
	in_fish 'pmuc diff acme'
	prints acmelake.json
	in_fish 'pfmkit-capture --vers'
	prints --version
	[ "$imports" = 0 ] || in_fish 'pmuc import --ins'
	[ "$imports" = 0 ] || prints --install
}

@test "pmuc and pfmkit-capture in zsh" {
	use_installed
	in_zsh 'pmuc imp'
	prints 'pmuc import '
	in_zsh 'pmuc rem'
	prints 'pmuc remove '
	in_zsh 'pmuc remove la'
	prints 'pmuc remove lagoon '
	in_zsh 'pfmkit-capture --vers'
	prints 'pfmkit-capture --version '
	[ "$imports" = 0 ] || in_zsh 'pmuc import --ins'
	[ "$imports" = 0 ] || prints 'pmuc import --install '
}

@test "bash: values of options, after options, after a comma, files, commands" {
	touch events.txt
	in_bash 'evt2raw --cpu sapph'
	prints sapphirerapids
	in_bash 'evt2raw --cpu=sapph'
	prints sapphirerapids
	in_bash 'showevtinfo --type unc'
	prints uncore
	in_bash 'evt2raw --cpu power9 PM_CYC_ALT3'
	prints PM_CYC_ALT3
	in_bash 'evt2raw --pmu=power9 PM_CYC_ALT3'
	prints PM_CYC_ALT3
	in_bash 'evt2raw skl::INST_RETIRED:ANY_P,skl::INST_RET'
	prints INST_RETIRED
	in_bash 'check_events @even'
	prints @events.txt
	in_bash 'pfmstat -M ipc -- even'
	prints_line events.txt
	in_bash 'evt2raw --as te'
	prints terms
	in_bash 'perf_encode --as=js'
	prints json
	in_bash 'pfmstat --as pro'
	prints prometheus
	in_bash 'pfmstat -M page_fau'
	prints page_faults_per_second
	in_bash 'pfmstat -e skl::INST_RET'
	prints INST_RETIRED
	in_bash 'check_events --pmu power7 --group pm_tlb'
	prints pm_tlb_miss pm_tlbie
	in_bash 'showevtinfo --diff skx_unc_imc5 skx_unc_imc4'
	prints skx_unc_imc4
	in_bash 'showevtinfo --pmus skx_unc_imc5'
	prints skx_unc_imc5
}

@test "bash: quoted" {
	use_strange_names
	in_bash 'check_events perf::odd:with'
	sort "$out" | diff <(printf '%s\n' 'with\ space' 'with\$dollar' | sort) - >&2
}

@test "fish: whole words" {
	in_fish 'check_events skl::INST_RET'
	prints skl::INST_RETIRED
	in_fish 'evt2raw perf::PERF_COUNT_HW_CACHE_ITLB:REA'
	prints perf::PERF_COUNT_HW_CACHE_ITLB:READ
	in_fish 'pfmstat --warm'
	prints --warmup
}

@test "fish: values of options, after options, after a comma, files, commands" {
	touch events.txt
	in_fish 'evt2raw --cpu sapph'
	prints sapphirerapids
	in_fish 'evt2raw --cpu=sapph'
	prints_line --cpu=sapphirerapids
	in_fish 'evt2raw --cpu power9 PM_CYC_ALT3'
	prints PM_CYC_ALT3
	in_fish 'evt2raw skl::INST_RETIRED:ANY_P,skl::INST_RET'
	prints skl::INST_RETIRED:ANY_P,skl::INST_RETIRED
	in_fish 'check_events @even'
	prints @events.txt
	in_fish 'pfmstat -M ipc -- ls even'
	prints events.txt
	in_fish 'evt2raw --as te'
	prints terms
	in_fish 'perf_encode --as=js'
	prints_line --as=json
	in_fish 'showevtinfo --diff skx skx_unc_imc4'
	prints skx_unc_imc4
}

@test "zsh: values of options, after options, after a comma, files, commands" {
	touch events.txt
	in_zsh 'evt2raw --cpu sapph'
	prints 'evt2raw --cpu sapphirerapids '
	in_zsh 'evt2raw --cpu=sapph'
	prints 'evt2raw --cpu=sapphirerapids '
	in_zsh 'evt2raw --cpu power9 pm_cyc_alt3'
	prints 'evt2raw --cpu power9 PM_CYC_ALT3'
	in_zsh 'evt2raw skl::INST_RETIRED:ANY_P,skl::INST_RET'
	prints 'evt2raw skl::INST_RETIRED:ANY_P,skl::INST_RETIRED'
	in_zsh 'check_events @even'
	prints 'check_events @events.txt '
	in_zsh 'pfmstat -M ipc -- even'
	prints 'pfmstat -M ipc -- events.txt '
	in_zsh 'evt2raw --as te'
	prints 'evt2raw --as terms '
	in_zsh 'perf_encode --as=js'
	prints 'perf_encode --as=json '
	in_zsh 'showevtinfo --diff skx skx_unc_imc4'
	prints 'showevtinfo --diff skx skx_unc_imc4 '
}

@test "zsh: the line" {
	in_zsh 'check_events skl::INST_RET'
	prints 'check_events skl::INST_RETIRED'
	in_zsh 'evt2raw perf::perf_count_hw_cache_itlb:rea'
	prints 'evt2raw perf::perf_count_hw_cache_itlb:READ'
	in_zsh 'pfmstat --warm'
	prints 'pfmstat --warmup '
}

@test "zsh: quoted" {
	use_strange_names
	in_zsh 'check_events perf::odd:with\ s'
	prints 'check_events perf::odd:with\ space'
}

@test "names of devices that would act on a terminal are shown, not sent, and not offered" {
	local device name=$'ev\eil' folder=$BATS_TEST_TMPDIR/root/sys/bus/event_source/devices
	cp -r "$roots/skylake-client" "$BATS_TEST_TMPDIR/root"
	mkdir -p "$folder/$name/events" "$folder/$name/format"
	echo config:0-7 >"$folder/$name/format/code"
	echo 77 >"$folder/$name/type"
	echo 4 >"$folder/$name/perf_event_mux_interval_ms"
	echo code=1 >"$folder/$name/events/"$'x\x9b'
	device="$name/config=1/"
	export LIBPFM_FSROOT=$BATS_TEST_TMPDIR/root
	unset LIBPFM_CPUID
	while read -r -a command; do
		"${command[@]}" >"$out" 2>"$err" || [ $? = 1 ]
		# a build without a compiler for browsers has no page
		[ -s "$out" ] || [ "${command[*]: -1}" = html ] || fail "${command[@]@Q} prints nothing"
		refute grep -qaP '[\x00-\x08\x0b-\x1f\x7f]|\x9b' "$out" "$err"
	done <<-EOF
		showevtinfo --pmus
		showevtinfo --pmus --json
		showevtinfo --banner
		showevtinfo --pmu $name
		showevtinfo --host
		pfmexport html
		perf_encode $device
		perf_encode --as c $device
		check_events $device
		evt2raw $device
	EOF
	try 0 showevtinfo --pmus
	grep -qF '* ev\x1bil ' "$out"
	try 1 showevtinfo --complete ev
	try 1 showevtinfo --complete --pmu=ev
}

@test "names of tracepoints that would act on a terminal are shown, not sent" {
	use_strange_names
	for arguments in -L -D -E -j "-N -E" "-O perf_ext"; do
		# shellcheck disable=SC2086
		try 0 showevtinfo $arguments perf::odd
		refute grep -qaP '[\x00-\x08\x0b-\x1f\x7f]|\x9b' "$out"
	done
	try 0 showevtinfo -L perf::odd
	prints_line 'perf::odd:esc\x1b[31m'
	prints_line 'perf::odd:new\x0aline'
	prints_line 'perf::odd:c1\x9b'
	try 1 check_events perf::odd:zz
	refute grep -qaP '[\x00-\x08\x0b-\x1f\x7f]|\x9b' "$err"
}
