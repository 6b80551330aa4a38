# What the bats files share. Needs $srcdir and $builddir.

bats_require_minimum_version 1.5.0

: "${srcdir:?the source directory}" "${builddir:?the build directory}"
roots=$builddir/tests/tmp/roots

# The programs themselves, not libtool's wrappers: a wrapper is a shell script with streams of its own.
use_tools() {
	PATH=$builddir:$PATH
	[ -d "$builddir/.libs" ] || return 0
	PATH=$builddir/.libs:$PATH
	export LD_LIBRARY_PATH=$builddir/.libs
}

# An x86 guest without a hardware PMU: of all PMUs it has perf, perf_raw and icl. Whatever the real machine is.
use_guest() {
	unset "${!LIBPFM_@}" POSIXLY_CORRECT NO_COLOR PAGER
	export LC_ALL=C LIBPFM_FSROOT=$roots/vm LIBPFM_CPUID=GenuineIntel-6-167-1 LIBPFM_TABLES=
}

# Whether the page is built in: a build without a compiler for browsers has none.
has_page() {
	[ -s "$builddir/page/tools.base64" ]
}

# Files of one test.
use_files() {
	out=$BATS_TEST_TMPDIR/out err=$BATS_TEST_TMPDIR/err
}

# How a test begins: our tools, the guest, a directory of its own. A file whose tests need more has a setup() of its own
# that calls this first.
begin() {
	use_tools
	use_guest
	use_files
	cd "$BATS_TEST_TMPDIR" || return
}

setup() {
	begin
}

fail() {
	printf '%s\n' "$@" >&2
	return 1
}

# The command must fail. A mere "!" does not end a test.
refute() {
	! "$@" || fail "should fail: $*"
}

# try STATUS COMMAND...: runs it, keeps its output in $out and its messages in $err; the status must be this one.
try() {
	local want=$1 got=0
	shift
	"$@" >"$out" 2>"$err" || got=$?
	[ "$got" = "$want" ] || fail "$*: status $got, not $want" "$(head -c 2000 "$out")" "$(head -c 2000 "$err")"
}

# ---- what plays the kernel, and makes calls fail: tests/lib/preload.c ----

preload=$builddir/tests/lib/.libs/preload.so

needs_preload() {
	[ -e "$preload" ] || skip "$preload is not there: no shared libraries"
}

# fails_at KINDS:ERRNO:NUMBER COMMAND...: runs it while its call of that number fails (tests/lib/failures.h) and sets
# $status. $failed is empty if there was no such call: it made fewer. What fails must say so; $right is its status if
# nothing fails, 0 where it is not set.
fails_at() {
	local which=$1 report=$BATS_TEST_TMPDIR/report.$((runs_that_fail += 1))
	shift
	status=0 failed=
	PFM_FAIL=$which PFM_FAIL_REPORT=$report LD_PRELOAD=$preload "$@" >"$out" 2>"$err" </dev/null || status=$?
	[ ! -e "$report" ] || failed=yes
	[ "$status" -le 2 ] || [ "$status" = 77 ] || fail "call $which: status $status" "$(tail -n 5 "$err")"
	[ "$status" = 0 ] || [ "$status" = "${right-0}" ] || [ -s "$err" ] || grep -q '"error"' "$out" ||
		fail "call $which: status $status and no word"
}

# ---- what was printed ----

# contents FILE: what is in it, in $contents. Without a process, as a test looks at its output many times.
contents() {
	contents=
	IFS= read -r -d '' contents <"$1" || true
}

# The output is these lines and nothing else.
prints() {
	local want
	printf -v want '%s\n' "$@"
	contents "$out"
	[[ $contents == "$want" ]] || fail "$(diff <(printf '%s' "$want") "$out")"
}

prints_nothing() {
	[ ! -s "$out" ] || fail "printed:" "$(head "$out")"
}

has_line() {
	contents "$1"
	[[ $'\n'$contents$'\n' == *$'\n'"$2"$'\n'* ]] || fail "no line '$2' in:" "$(head -n 40 "$1")"
}

# Some line of the output is this.
prints_line() {
	has_line "$out" "$1"
}

# Nothing on stderr.
says_nothing() {
	[ ! -s "$err" ] || fail "said:" "$(head "$err")"
}

# Some line of stderr is this.
says_line() {
	has_line "$err" "$1"
}

# This text is somewhere on stderr.
says() {
	contents "$err"
	[[ $contents == *"$1"* ]] || fail "nothing like '$1' in:" "$(head -n 40 "$err")"
}

# Every message begins with the tool's name; lines that go on are indented; "Try ..." is getopt's custom.
says_who() {
	! grep -vE "^($1: |  |Try '$1 --help'\.$)" "$err" || fail "messages must begin with $1"
}

# Each line of the output is a JSON object with "schema": 1, and there are so many.
prints_json() {
	local found
	found=$(jq -es 'all(type == "object" and .schema == 1)' "$out") ||
		fail "not JSON: $found" "$(head -c 2000 "$out")"
	[ "$(wc -l <"$out")" = "$1" ] || fail "$(wc -l <"$out") lines, not $1"
	[ "$(jq -s length "$out")" = "$1" ] || fail "$(jq -s length "$out") objects, not $1"
}

# This is true of the array of all objects of the output.
json() {
	jq -es "$1" "$out" >/dev/null || fail "$1" "$(head -c 2000 "$out")"
}

# The number of lines of the output.
prints_lines() {
	[ "$(wc -l <"$out")" = "$1" ] || fail "$(wc -l <"$out") lines, not $1:" "$(head "$out")"
}

# No byte of the output or the messages is an escape.
no_escapes() {
	! grep -q "$(printf '\033')" "$out" "$err" || fail "an escape code"
}

# one_megabyte: a line of a million letters.
one_megabyte() {
	head -c 1000000 /dev/zero | tr '\0' a
	echo
}

# ---- what holds for all tools: TOOL, and the arguments of a run that prints something ----

takes_help_and_version() {
	local option
	for option in -h --help; do
		try 0 "$1" "$option"
		says_nothing
		[[ $(head -n 1 "$out") == "Usage: $1 "* ]] || fail "$option: $(head -n 1 "$out")"
	done
	grep -q '^Exit status: 0 ' "$out" || fail "--help says nothing of the exit status"
	try 0 "$1" --version
	says_nothing
	prints_lines 1
	[[ $(cat "$out") == "$1 "*[0-9].[0-9]* ]] || fail "$(cat "$out")"
}

# Options that are wrong: status 2, the output empty, help is offered. BAD: each a word or several.
refuses() {
	local tool=$1 bad
	shift
	for bad; do
		# shellcheck disable=SC2086
		try 2 "$tool" $bad
		prints_nothing
		says_who "$tool"
		says_line "Try '$tool --help'."
	done
}

# refuses_each TOOL: of each line "ARGUMENTS|MESSAGE" of standard input the arguments are wrong usage, which is said so.
refuses_each() {
	local arguments message
	while IFS='|' read -r arguments message; do
		refuses "$1" "$arguments"
		says_line "$1: $message"
	done
}

# Options that need an argument, without one.
needs_arguments() {
	local tool=$1 option
	shift
	for option; do
		try 2 "$tool" "$option"
		prints_nothing
		says "requires an argument"
		! grep -q 'not an option' "$err" || fail "$option is an option: $(cat "$err")"
	done
}

fails_if_output_does() {
	local status=0
	"$@" >/dev/full 2>"$err" || status=$?
	[ "$status" = 1 ] || fail "/dev/full: status $status"
	says "$1: "
	status=0
	"$@" >&- 2>"$err" || status=$?
	[ "$status" = 1 ] || fail "closed: status $status"
	says "$1: "
}

# The reader goes away after a line: that is no reason to say anything.
is_quiet_in_pipes() {
	"$@" 2>"$err" | head -n 1 >"$out"
	says_nothing
	prints_lines 1
}

# Colors are for terminals.
is_plain() {
	try 0 "$@"
	[ -s "$out" ] || fail "nothing printed"
	no_escapes
	cp "$out" "$out.plain"
	NO_COLOR=1 TERM=xterm-256color try 0 "$@"
	cmp "$out" "$out.plain"
	says_nothing
}

# Standard input that is no list of events: the tool says so, and ends with 1.
survives_garbage() {
	one_megabyte | try 1 "$@"
	says_who "$1"
	[ "$(wc -c <"$err")" -lt 10000 ] || fail "$(wc -c <"$err") bytes of messages"
	printf 'perf::cycles\0perf::cycles\n' | try 1 "$@"
	says "NUL"
	printf '\377\376\200\n\001\002\n' | try 1 "$@"
	says_who "$1"
	! grep -q "$(printf '[\001\002]')" "$err" || fail "control characters on stderr"
}

# tells_what_was_looked_up TOOL: of an event that is wrong, beside what was typed.
tells_what_was_looked_up() {
	try 1 "$1" --json --pmu skl INST_RETIRE
	json '.[0] | .requested == "INST_RETIRE" and .event == "skl::INST_RETIRE"
		and .event[.error.offset:][:.error.length] == "INST_RETIRE"'
	try 1 "$1" --pmu skl INST_RETIRE
	says_line "$1: INST_RETIRE: no such event: INST_RETIRE"
	says_line "  skl::INST_RETIRE"
}

# How many PMUs the text of the tables has, instances counted, as the table compiler says, which is not under test here.
pmus_of_text() {
	local counted=$BATS_FILE_TMPDIR/pmus-of-text
	[ -s "$counted" ] || (cd "$srcdir" && "$builddir/src/compiler/pmuc" -o /dev/null src/pmu/order src/pmu) |
		awk '{ print $1 }' >"$counted"
	cat "$counted"
}

# events_of CONDITION: how many events the PMUs have of which it is true.
events_of() {
	showevtinfo --pmus --json | jq -s "map(select($1).events) | add"
}

# As many as a script may have; with each counter mask that fits.
ten_thousand_events() {
	seq 0 9999 | awk '{ print "skl::INST_RETIRED:c=" $1 % 256 }'
}
