# What the bats files on the table compiler share: a table that is right, and pmuc at work on it. Needs tools/strings. A
# file may have a good_table() of its own.

# Line numbers matter: the tests below replace lines of it.
good_table() {
	cat <<-'TABLE'
		layout simple
		  words      evtsel extra
		  event      evtsel:0-7
		  umask      evtsel:8-15
		  modifier   e 0 bool evtsel:18 : Edge
		  modifier   c 1 int 0-255 evtsel:24-31 : Counter mask
		  modifier   x 2 int 0-255 extra:0-7 : Extra
		  perf       config evtsel

		pmu box
		  id         1000
		  desc       A box
		  type       core
		  counters   4
		  cpu        GenuineIntel 6: 1
		  layout     simple
		  events     box_events

		events box_events
		CYCLES  0x3c : Cycles
		CACHE   0x2e : Cache
		  MISS  0x41 default : Misses
		  HIT   0x01 : Hits
	TABLE
}

setup() {
	begin
	pmuc=$builddir/src/compiler/pmuc
	good_table >t.pmu
	echo box >order
}

# The function that writes the table in which wrong() replaces lines.
good=good_table

# wrong LINE TEXT PLACE MESSAGE: the good table with a line replaced (by several, if TEXT is so). Hundreds of times: no
# processes but the compiler.
wrong() {
	local -a lines
	[ -e good.pmu ] || "$good" >good.pmu
	mapfile -t lines <good.pmu
	lines[$1 - 1]=$2
	printf '%s\n' "${lines[@]}" >t.pmu
	compile 1
	caught "t.pmu:$3: $4"
}

compile() {
	try "$1" "$pmuc" -o t.c order t.pmu
}

# The last run failed as mistakes in a table do: status 1, a count, no file; and this is one of its messages.
caught() {
	says_line "$1"
	[[ $'\n'$contents =~ $'\n'[0-9]+' error's?'; nothing written'$'\n' ]] || fail "no count: $contents"
	prints_nothing
	[ ! -e t.c ] || fail "an output file is left"
}

# rows_of SECTION: how many rows the compiled C has of it.
rows_of() {
	sed -n "s/^\t\.$1 = { compiled_$1, \([0-9]*\) },$/\1/p" t.c
}

# lost COMMAND...: standard output is full, then closed.
lost() {
	local status=0
	"$@" >/dev/full 2>"$err" || status=$?
	[ "$status" = 1 ] || fail "$*: status $status"
	says "pmuc: cannot write the output: "
	status=0
	"$@" >&- 2>"$err" || status=$?
	[ "$status" = 1 ] || fail "$*: status $status"
	says "pmuc: cannot write the output: "
}

# ---- a vendor's files ----

needs_import() {
	pmuc=$(type -P pmuc)
	"$pmuc" import 2>&1 | grep -q 'made without' && skip "pmuc is made without jansson"
	return 0
}

# An Intel file of the rows in standard input, each with the fields that all have.
perfmon() {
	printf '{\n"Header": { "Info": "Performance Monitoring Events for Acme Lake - V1.0" },\n"Events": [\n'
	cat
	printf ']\n}\n'
}
