#!/usr/bin/env bats
# The shell functions of ./test and ./demo (scripts/), with package managers that are not there.

load ../tools/strings

setup() {
	use_files
	cd "$BATS_TEST_TMPDIR" || return
	mkdir -p bin build logs/tests/tools logs/tests/lint
	PATH=$BATS_TEST_TMPDIR/bin:$PATH
	# shellcheck source=../../scripts/build.sh
	. "$srcdir/scripts/build.sh"
	# shellcheck source=../../scripts/report.sh
	. "$srcdir/scripts/report.sh"
}

# fake COMMAND: with what stands on standard input
fake() {
	{
		echo '#!/bin/sh'
		cat
	} >"bin/$1"
	chmod +x "bin/$1"
}

# A shell of its own for what may end it.
alone() (
	"$@"
)

# A machine where the packages of the file "there" are installed; apt-get installs all but "nosuch", and then runs $1.
fake_packages() {
	: >there
	fake dpkg-query <<<"for p; do :; done; grep -qx \"\$p\" '$PWD/there' && echo install ok installed"
	fake id <<<'echo 0'
	fake apt-get <<-EOF
		case "\$*" in update*) exit ;; *--assume-no*) $1; exit ;; esac
		for p; do case \$p in -* | install | nosuch) ;; *) echo "\$p" >>'$PWD/there' ;; esac; done
		case "\$*" in *nosuch*) echo "E: Unable to locate package nosuch"; exit 100 ;; esac
		$1
	EOF
}

@test "packages: what is there is enough, whatever apt-get says of others" {
	fake_packages 'echo "E: dpkg was interrupted: half is not configured"; exit 100'
	try 0 need one two
	[ "$(sort there | xargs)" = "one two" ]
	prints "==> installing one two"
	try 0 want three
	prints "==> installing three"
	try 0 want three
	prints_nothing
}

@test "packages: what another package provides is there" {
	fake dpkg-query <<-'EOF'
		case "$*" in
		*Provides*) printf 'install ok installed %s,\n' emulator-arm 'emulator-a (= 1), emulator-b' ;;
		*) exit 1 ;;
		esac
	EOF
	try 0 find_missing nosuch emulator-b
	find_missing nosuch emulator-a emulator-b emulator || true
	[ "$missing" = " nosuch emulator" ]
}

@test "packages: what cannot be had is said in apt-get's words" {
	fake_packages 'exit 0'
	try 0 want one nosuch
	prints "==> installing one nosuch" "==> going on without nosuch: E: Unable to locate package nosuch"
	[ "$(sort -u there)" = one ]
	try 1 alone need nosuch
	says "apt-get could not install nosuch"
	says "E: Unable to locate package nosuch"
	! grep -q network "$err"
}

@test "packages: a user who is not root is told what root is to run" {
	fake_packages 'exit 0'
	fake id <<<'echo 1000'
	try 1 alone need one
	says "apt-get update && apt-get install one"
	try 0 want one
	prints "==> going on without one"
}

@test "a path with a space is refused in words" {
	mkdir -p "a b/scripts"
	cp "$srcdir/scripts/build.sh" "a b/scripts"
	# shellcheck disable=SC2016
	try 1 sh -c 'cd "a b" && . scripts/build.sh && echo went on'
	prints_nothing
	says "has a space in it"
	says "/a b"
}

@test "a build of another user is used if it is up to date, and else refused in words" {
	[ "$(command id -u)" = 0 ] || skip "only root can make programs of another user"
	printf 'built: done\ndone:\n\ttouch done\n' >build/Makefile
	chmod 755 "$BATS_TEST_TMPDIR" build
	as_nobody() {
		setpriv --reuid=65534 --regid=65534 --clear-groups sh -c ". '$PWD/build.sh'; build"
	}
	cp "$srcdir/scripts/build.sh" .
	where=$(mktemp -d /tmp/pfm-scripts.XXXXXX)
	cp -r build build.sh "$where"
	chmod -R a+rX "$where"
	cd "$where"
	try 1 as_nobody
	says "build/ belongs to root, and is not up to date"
	make -s -C build
	try 0 as_nobody
	prints "==> using what root has built in build/"
	rm -rf "$where"
}

# A tree where ./test finds two tests, the quick one passing; "make check" writes down which it ran.
tree_of_two_tests() {
	unset MAKEFLAGS MAKEOVERRIDES # of the make that runs this
	fake dpkg-query <<<'echo install ok installed'
	mkdir -p tree/build/tests/lib
	mkdir -p tree/build/tests/tools tree/build/tests/peers tree/build/page/tests
	touch tree/build/tests/lib/quick.log tree/build/tests/lib/slow.log tree/build/tests/tools/area.log \
		tree/build/tests/peers/peer.log tree/build/page/tests/page.log
	mkdir tree/tests
	cp -r "$srcdir/test" "$srcdir/scripts" tree
	cp "$srcdir/tests/may-be-skipped" tree/tests
	printf '%s\n' 'QUICK_TESTS = \' '	tests/lib/quick' 'AREA_TESTS = \' '	tests/tools/area.bats' \
		'SLOW_TESTS = \' '	tests/lib/slow \' '	tests/peers/peer.sh \' \
		'	page/tests/page.bats' >tree/tests/files.mk
	printf '%s\n' 'tests/lib/slow needs -' 'tests/peers/peer.sh needs peer' 'tests/tools/area.bats gains more' \
		>tree/tests/wants
	fake ../tree/configure </dev/null
	cat >tree/build/Makefile <<-'EOF'
		all: ;
		check: ; @echo ran $(TESTS) >ran; for test in $(TESTS); do echo "PASS: $$test"; done
	EOF
}

@test "./test: what stands in the path of tests is run" {
	tree_of_two_tests
	try 0 tree/test quick lib/sl
	prints_line "2 passed, 0 failed"
	[ "$(cat tree/build/ran)" = "ran tests/lib/quick tests/lib/slow" ]
	try 0 tree/test quick
	[ "$(cat tree/build/ran)" = "ran tests/lib/quick" ]
	try 0 tree/test
	[ "$(cat tree/build/ran)" = "ran page/tests/page.bats tests/tools/area.bats tests/lib/quick" ]
	try 0 tree/test everything
	ran="ran tests/lib/slow tests/peers/peer.sh page/tests/page.bats tests/tools/area.bats tests/lib/quick"
	[ "$(cat tree/build/ran)" = "$ran" ]
}

@test "./test: packages are those that the chosen tests want, and none before a name is known" {
	tree_of_two_tests
	fake_packages 'exit 0'
	installed() {
		: >there
		try "$1" tree/test "${@:3}"
		[ "$(grep -x -e peer -e more there | sort -u | xargs)" = "$2" ] || fail "installed: $(xargs <there)"
	}
	installed 0 ""
	installed 0 "" quick
	installed 0 more area
	installed 0 peer peers/
	installed 0 "more peer" everything
	installed 2 "" nosuch
	[ ! -s there ] || fail "installed: $(xargs <there)"
}

@test "./test: how much is installed is said" {
	fake_packages 'echo "0 upgraded, 2 newly installed, 0 to remove"; echo "Need to get 815 MB of archives."'
	try 0 want one two
	prints "==> installing one two" "    0 upgraded, 2 newly installed, 0 to remove" \
		"    Need to get 815 MB of archives."
}

@test "tests/wants names tests that are there" {
	sed -n 's/^\(tests[^ ]*\) .*/\1/p' "$srcdir/tests/wants" | while read -r name; do
		grep -qE "(^|[[:space:]])$name( |$)" "$srcdir/tests/files.mk" || fail "there is no $name"
	done
}

@test "./test: --help and wrong usage from another folder; no test twice" {
	tree_of_two_tests
	try 0 tree/test --help
	prints_line "  ./test [--strict] [quick | everything | NAME...]"
	try 2 tree/test --nosuch
	says_line "  ./test [--strict] [quick | everything | NAME...]"
	try 0 tree/test quick lib/quick
	[ "$(cat tree/build/ran)" = "ran tests/lib/quick" ]
	cp "$srcdir/demo" tree
	try 0 tree/demo --help
	prints_line "Builds pfmkit and shows what it does, on any Debian machine: ./demo [EVENT...]"
}

@test "site: a page for each manual page, and no link that leads nowhere" {
	command -v mandoc >/dev/null || skip "no mandoc (package mandoc)"
	try 0 "$srcdir/scripts/site" site
	[ "$(ls site/*.[1-9].html | wc -l)" = "$(ls "$srcdir"/man/*.[1-9] | wc -l)" ]
	grep -q '<a href="pfmstat.1.html"><b>pfmstat</b>(1)</a>' site/perf_encode.1.html
	grep -ho 'href="[^"]*"' site/*.html | sed 's/^href="//; s/"$//; s/#.*//' | sort -u | while read -r link; do
		[ -z "$link" ] || [ -e "site/$link" ] || fail "$link is not there"
	done
	try 2 "$srcdir/scripts/site"
}

@test "a directory that nothing can be written to is refused in words" {
	fake mkdir <<<'echo "mkdir: read-only" >&2; exit 1'
	rm -rf build
	try 1 alone build
	prints_nothing
	says "build/ cannot be made here; copy this directory to where you may write:"
	says "  $PWD"
}

@test "./test: a name that no test has is wrong usage: it says which there are, and runs none" {
	tree_of_two_tests
	local names
	for names in nosuch "quick nosuch" "nosuch quick"; do
		# shellcheck disable=SC2086
		try 2 tree/test $names
		says_line "tree/test: no test has nosuch in its path; these are there:"
		says_line "  tests/lib/quick"
		says_line "  tests/lib/slow"
		[ ! -e tree/build/ran ]
	done
}

@test "what is skipped: tests of bats files, parts of scripts, whole tests" {
	printf '1..3\nok 1 good\nok 2 one # skip no reason\nok 3 two words # skip because of #2\nnot ok 4 x\n' \
		>logs/tests/tools/a.log
	printf '%s\n' 'left out: PAPI: not there' 'clients: skipped: no network' \
		'name: good, nothing left out here' 'checks: left out: gcc cannot' >logs/tests/lint/b.log
	printf 'it is not here\nSKIP tests/lint/c.sh (exit status: 77)\n' >logs/tests/lint/c.log
	printf 'd: skipped: it is not here\nSKIP tests/lint/d.sh (exit status: 77)\n' >logs/tests/lint/d.log
	try 0 skipped_by logs tests/tools/a.bats tests/lint/b.sh tests/lint/c.sh tests/lint/d.sh
	prints "tests/tools/a.bats: no reason" "tests/tools/a.bats: because of #2" "tests/lint/b.sh: PAPI: not there" \
		"tests/lint/b.sh: no network" \
		"tests/lint/b.sh: gcc cannot" "tests/lint/c.sh: it says no reason" "tests/lint/d.sh: it is not here"
}

@test "what may be skipped: the named reasons of the named tests" {
	printf '# why\n\ntests/a.sh: no *\n' >list
	printf 'tests/a.sh: no reason\ntests/a.sh: another\ntests/b.sh: no reason\n' | try 0 not_listed list
	prints "tests/a.sh: another" "tests/b.sh: no reason"
}

@test "tests/may-be-skipped names tests that are there" {
	# shellcheck disable=SC2013
	for name in $(sed -n 's/^\(tests[^:]*\): .*/\1/p' "$srcdir/tests/may-be-skipped"); do
		[ -e "$srcdir/$name" ] || [ -e "$srcdir/$name.c" ] || fail "$name"
	done
}

@test "whole tests that are left out say it in the words that are looked for" {
	local script
	for script in $(grep -l 'exit 77' "$srcdir"/tests/*/*.sh); do
		grep -qE '(skipped|left out): ' "$script" || fail "$script"
	done
}

# What vendors say of one name: the second directory's file says write, the third's leaves prefetches out.
@test "texts-that-differ: numbers, directions, conditions" {
	command -v python3 >/dev/null || skip "python3 is not installed"
	mkdir -p vendor/A vendor/B
	cat >vendor/A/a.json <<-'EOF'
		{ "Events": [ { "EventName": "CAS.ALL", "BriefDescription": "Counts  reads.",
			"PublicDescription": "Counts reads." },
			{ "EventName": "SAME", "BriefDescription": "Counts reads." }, { "MetricName": "M" } ] }
	EOF
	cat >vendor/B/b.json <<-'EOF'
		[ { "EventName": "cas.all", "BriefDescription": "Counts writes of 64 bytes" },
		  { "EventName": "SAME", "BriefDescription": "Number of reads" } ]
	EOF
	echo '[ { "EventName": "CAS.ALL", "BriefDescription": "Counts reads, excluding prefetches" } ]' >vendor/B/c.json
	echo '[ { "EventName": "CAS.ALL", "BriefDescription": "Counts reads." } ]' >vendor/B/d.json
	try 1 "$srcdir/scripts/texts-that-differ" vendor
	prints "CAS.ALL" "  A/a.json B/d.json" "    Counts reads." "  B/c.json: +prefetch, +without" \
		"    Counts reads, excluding prefetches" \
		"  B/b.json: -access: read, +64, +access: write" "    Counts writes of 64 bytes"
	says_line "2 names with several texts, 1 whose texts differ in numbers, directions or conditions"
	try 0 "$srcdir/scripts/texts-that-differ" -n '^SAME' vendor
	prints_nothing
	echo '{ "Events": [' >vendor/A/a.json
	try 1 "$srcdir/scripts/texts-that-differ" vendor
	says 'vendor/A/a.json: '
	try 2 "$srcdir/scripts/texts-that-differ"
	try 2 "$srcdir/scripts/texts-that-differ" -n '(' vendor
}

# Two vendors: one shows percent with the number in the unit, the other in the formula.
@test "metrics-that-differ: events, arithmetic, thresholds" {
	local pmuc=$builddir/pmuc
	! "$pmuc" import 2>&1 | grep -q 'made without' || skip "pmuc is made without jansson"
	command -v python3 >/dev/null || skip "python3 is not installed"
	mkdir -p one/acme two/acme
	echo 'GenuineIntel-6-1,v1,acme,core' | tee one/mapfile.csv >two/mapfile.csv
	local events='{ "EventName": "HIT", "EventCode": "1" }, { "EventName": "MISS", "EventCode": "2" },
		{ "EventName": "MISSES", "EventCode": "3" },'
	cat >one/acme/a.json <<-EOF
		[ $events
		  { "MetricName": "tma_a", "MetricExpr": "HIT / (HIT + MISS)", "ScaleUnit": "100%",
		    "MetricThreshold": "tma_a > 0.1" },
		  { "MetricName": "tma_b", "MetricExpr": "tma_a * 2" },
		  { "MetricName": "tma_c", "MetricExpr": "MISS if HIT > 3 & #smt_on else max(HIT, MISS) % 7" },
		  { "MetricName": "tma_d", "MetricExpr": "MISS - HIT" },
		  { "MetricName": "tma_e", "MetricExpr": "MISS - HIT", "MetricThreshold": "tma_e > 0 | tma_a > 0.2" } ]
	EOF
	cat >two/acme/a.json <<-EOF
		[ $events
		  { "MetricName": "A", "MetricExpr": "100 * HIT / (MISS + HIT)", "ScaleUnit": "1%",
		    "MetricThreshold": "A > 10" },
		  { "MetricName": "B", "MetricExpr": "2 * HIT / (HIT + MISSES)" },
		  { "MetricName": "C", "MetricExpr": "MISS if HIT > 3 & #smt_on else max(HIT, MISS) % 5" },
		  { "MetricName": "E", "MetricExpr": "- HIT + MISS", "MetricThreshold": "E > 1e9" } ]
	EOF
	try 1 "$srcdir/scripts/metrics-that-differ" -a "$pmuc" one two
	prints "tma_b (B): events" "  = tma_a * 2" "    only here: miss" "  = 2 * HIT / (HIT + MISSES)" \
		"    only here: misses" \
		"tma_c (C): arithmetic" "  = MISS if HIT > 3 & #smt_on else max(HIT, MISS) % 7" \
		"  = MISS if HIT > 3 & #smt_on else max(HIT, MISS) % 5" "tma_d: only in one" \
		"tma_e (E): thresholds" "  = MISS - HIT   above tma_e > 0 | tma_a > 0.2" \
		"  = - HIT + MISS   above E > 1e9" \
		"1 same, 1 events, 1 arithmetic, 1 thresholds, 1 alone"
	try 0 "$srcdir/scripts/metrics-that-differ" -n 3 "$pmuc" one one
	prints "5 same, 0 events, 0 arithmetic, 0 thresholds, 0 alone"
	rm two/mapfile.csv
	try 1 "$srcdir/scripts/metrics-that-differ" "$pmuc" one two
	says 'mapfile.csv'
}

@test "say-once: fewer lines, and the tables stay as they are, also where text is said once already" {
	command -v python3 >/dev/null || skip "python3 is not installed"
	pmuc=$builddir/src/compiler/pmuc
	mkdir -p pmu/acme
	cat >pmu/acme/a.pmu <<-'TABLE'
	layout simple
	  words      evtsel
	  event      evtsel:0-7
	  umask      evtsel:8-15
	  perf       config evtsel

	events a
	LOADS   0x01 : Loads
	  HIT   0x01 default : That hit
	  MISS  0x02 : That miss
	  SPLIT 0x04 : Over two lines
	  LOCK  0x08 : With a lock
	STORES  0x02 : Stores
	  HIT   0x01 default : That hit
	  MISS  0x02 : That miss
	  SPLIT 0x04 : Over two lines
	  LOCK  0x08 : With a lock

	# c says its LOADS in terms of those of a, and changes of them stay changes
	events c
	use a LOADS
	LOADS
	  MISS  0x12 : That miss, and more
	  SPLIT 0x14 : Over two lines, and more
	use a STORES
	STORES
	  MISS  0x12 : That miss, and more
	  SPLIT 0x14 : Over two lines, and more
	OTHER   0x03 : Other
	  MISS  0x12 : That miss, and more
	  SPLIT 0x14 : Over two lines, and more
	MORE    0x04 : More
	  MISS  0x12 : That miss, and more
	  SPLIT 0x14 : Over two lines, and more
	LAST    0x05 : The last
	  MISS  0x12 : That miss, and more
	  SPLIT 0x14 : Over two lines, and more

	pmu a
	  id     2000
	  desc   A
	  layout simple
	  events a

	pmu c
	  id     2001
	  desc   C
	  layout simple
	  events c
	TABLE
	printf 'a\nc\n' >order
	"$pmuc" -o before.c order pmu >summary
	lines=$(grep -c '^  MISS ' pmu/acme/a.pmu)
	cp pmu/acme/a.pmu was
	try 1 "$srcdir/scripts/say-once" --check --pmuc "$pmuc" pmu/acme/a.pmu
	prints "pmu/acme/a.pmu: says something twice"
	cmp was pmu/acme/a.pmu
	try 0 "$srcdir/scripts/say-once" --pmuc "$pmuc" pmu/acme/a.pmu
	prints "pmu/acme/a.pmu: written"
	"$pmuc" format --check pmu/acme/a.pmu
	"$pmuc" -o after.c order pmu >summary
	cmp before.c after.c
	# a block is called as the events that have it, and not by a first and a last unit mask
	grep -q '^  use loads$' pmu/acme/a.pmu
	[ "$(grep -c '^  MISS ' pmu/acme/a.pmu)" -lt "$lines" ]
	# once is enough
	try 0 "$srcdir/scripts/say-once" --check --pmuc "$pmuc" pmu/acme/a.pmu
	says_nothing
	try 2 "$srcdir/scripts/say-once" --pmuc "$pmuc" pmu
	says "expected a file of tables"
}

@test "scripts for developers: --help, and wrong usage is 2 and changes nothing" {
	command -v python3 >/dev/null || skip "python3 is not installed"
	mkdir empty
	cd empty
	for script in scripts/say-once scripts/texts-that-differ scripts/metrics-that-differ scripts/measure \
		scripts/amalgamate scripts/release tests/fuzz/run; do
		try 0 "$srcdir/$script" --help
		says_nothing
		grep -q "$script\|${script##*/} " "$out"
		! grep -q '^set -' "$out" || fail "the text of $script that says how to use it ends behind its end"
	done
	for script in scripts/say-once scripts/texts-that-differ scripts/metrics-that-differ scripts/measure \
		scripts/amalgamate scripts/release \
		tests/data/make-roots; do
		try 2 "$srcdir/$script" -z
		prints_nothing
		[ -z "$(ls -A)" ]
	done
}

# What a file is that tests/bats runs: passes, and each way to fail.
@test "tests/bats finds each failure, and says where" {
	sed 's/^@ /@test /' >some.bats <<-'EOF'
		load helper
		setup() {
			[ ! -e "$BATS_FILE_TMPDIR/no-setup" ]
		}
		@ "passes" {
			right good
			! false
			run -3 sh -c 'echo a; echo b >&2; exit 3'
			[ "$output" = $'a\nb' ]
			run -0 --separate-stderr sh -c 'echo a; echo b >&2'
			[ "$output $stderr" = "a b" ]
			cd "$BATS_TEST_TMPDIR"
		}
		@ "a helper's command fails" {
			right bad
			true
		}
		@ "a comparison is not true" {
			[[ a == b ]]
			true
		}
		@ "a value has no command's success" {
			local value
			value=$(false)
			true
		}
		@ "a pipe's end fails" {
			echo | grep x
			true
		}
		@ "it ends too early" {
			exit 0
		}
		@ "it is left out" {
			skip "for a reason"
			false
		}
		@ "a status is another" {
			run -0 sh -c 'echo said; exit 1'
			true
		}
		@ "the last with setup()" {
			touch "$BATS_FILE_TMPDIR/no-setup"
		}
		@ "setup() fails" {
			true
		}
	EOF
	cat >helper.bash <<-'EOF'
		right() {
			echo "seen"
			[ "$1" = good ]
			echo "not seen"
		}
	EOF
	try 1 "$srcdir/tests/bats" some.bats
	says_nothing
	prints "1..10" "ok 1 passes" \
		"not ok 2 a helper's command fails" "# (in test file some.bats, line 15)" "#   \`right bad' failed" \
		"# seen" \
		"not ok 3 a comparison is not true" "# (in test file some.bats, line 19)" "#   \`[[ a == b ]]' failed" \
		"not ok 4 a value has no command's success" "# (in test file some.bats, line 24)" \
		"#   \`value=\$(false)' failed" \
		"not ok 5 a pipe's end fails" "# (in test file some.bats, line 28)" "#   \`grep x' failed" \
		"not ok 6 it ends too early" "# (in test file some.bats, line 32)" "#   \`exit 0' failed" \
		"ok 7 it is left out # skip for a reason" \
		"not ok 8 a status is another" "# (in test file some.bats, line 39)" \
		"#   \`run -0 sh -c 'echo said; exit 1'' failed" "# sh -c echo said; exit 1: status 1, not 0" "# said" \
		"ok 9 the last with setup()" \
		"not ok 10 setup() fails" "# (in test file some.bats, line 3)" \
		"#   \`[ ! -e \"\$BATS_FILE_TMPDIR/no-setup\" ]' failed"
	# of two files the second runs whatever the first does
	printf 'setup_file() { false; }\n@%s "never" { true; }\n' test >first.bats
	printf '@%s "one" { true; }\n@%s "two" { false; }\n' test test >second.bats
	try 1 "$srcdir/tests/bats" -f '^(never|one)$' first.bats second.bats
	prints "1..1" "not ok 1 setup_file of first.bats" "1..1" "ok 1 one"
	try 0 "$srcdir/tests/bats" -f one second.bats
	try 2 "$srcdir/tests/bats" --jobs 2 second.bats
	says_line "usage: bats [-f PATTERN] FILE..."
}

@test "tests/bats prints of our files what bats does" {
	local file
	command -v bats >/dev/null || skip "no bats (package bats)"
	for file in tools/pfmexport tools/completion; do
		"$srcdir/tests/bats" "$srcdir/tests/$file.bats" >ours
		env -u BATS_TEST_TMPDIR bats "$srcdir/tests/$file.bats" >theirs
		diff theirs ours >&2 || fail "$file"
	done
}

@test "tests/bats: a sample is one test in five, and says how it is made again; five of them have all" {
	local seed
	printf '@%s "%s" { true; }\n' test a test b test c test d test e test f >six.bats
	for seed in 7 8 9 10 11; do
		QUICK_SAMPLE=10:$seed try 0 "$srcdir/tests/bats" six.bats
		prints_line "# a sample of one test in five: QUICK_SAMPLE=10:$seed makes it again"
		grep ^ok "$out" >>all
	done
	[ "$(sed 's/.* //' all | sort | tr -d '\n')" = abcdef ] || fail "$(cat all)"
	[[ $("$srcdir/tests/sample") =~ ^10:[0-9]+$ ]]
}
