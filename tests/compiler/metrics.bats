#!/usr/bin/env bats
# Metrics in table text: what is good compiles and is stored once, and every mistake is named with its place.

# shellcheck disable=SC2154 # variables of strings.bash
load ../tools/strings
load tables

# Lines that tests replace have numbers: the block begins in line 25.
good_metrics() {
	good_table
	cat <<-'TABLE'

		metrics box
		  pmu   box
		  slots 4
		metric miss_rate unit=100% groups=A,B parent=share level=2 sample=CACHE.MISS related=share : Lost
		  = CACHE.MISS / (CACHE.MISS +
		  = CACHE.HIT) if #SMT_on else 0
		  above miss_rate > 0.1 & share > = 0.2
		metric share "unit=1percent of slots" together=no apart=A,B default per=instance in=box : Part
		  = box@CACHE.HIT\,c\=1@ / CYCLES / duration_time
	TABLE
}

metrics_file() {
	good_metrics >t.pmu
}

good=good_metrics

# with_block TEXT: the good metrics and more.
with_block() {
	good_metrics >t.pmu
	printf '\n%s\n' "$1" >>t.pmu
}

@test "good metrics compile" {
	metrics_file
	compile 0
	says_nothing
	prints "1 PMUs, 1 tables, 2 events, 2 unit masks, 2 metrics, 0 descriptions missing"
	gcc -std=c11 -fsyntax-only -I"$srcdir/src" -I"$srcdir/include" t.c
	# a set for each core type; of formulas and descriptions an empty one more, and the end of the last one
	[ "$(rows_of metrics) $(rows_of metric_sets) $(rows_of formula_starts)" = "2 2 7" ]
}

@test "a formula's lines are one, its words stand once, and blanks do not count" {
	with_block 'metrics other
  pmu box
metric again : The same
  = CACHE.MISS/(CACHE.MISS+CACHE.HIT)   if #SMT_on else 0'
	compile 0
	[ "$(rows_of metrics) $(rows_of formula_starts)" = "3 8" ]
	# CACHE.MISS / ( + CACHE.HIT ) if #SMT_on else 0 miss_rate > 0.1 & share >= 0.2 box@..@ CYCLES duration_time
	# Lost Part The same
	[ "$(rows_of formula_words)" = 24 ]
}

@test "the header of a block" {
	wrong 25 'metrics box like' 25:13 "expected like and the name of other metrics, or nothing"
	wrong 26 '  pmu nosuch' 26:7 "no PMU nosuch"
	wrong 26 '  pmu any box' 26:3 "metrics of any PMU name no other"
	wrong 26 '  pmu' 26:3 "pmu: expected a word behind it"
	wrong 26 '  slots 4' 25:9 "metrics box name no PMU, and nobody takes them"
	wrong 27 '  slots x' 27:9 "x: expected a number from 0 to 0xffff"
	wrong 27 '  slots 70000' 27:9 "70000: expected a number from 0 to 0xffff"
	wrong 27 '  with /etc' 27:8 "/etc: expected a file of the device, or FILE=PATTERN"
	good_metrics | sed '26s/.*/  pmu any/; 27s/.*/  with x=1/' >t.pmu
	compile 1
	caught "t.pmu:25:9: metrics box have conditions of devices, and no PMU whose"
	wrong 27 '  slots 4 5' 27:11 "more than one number after slots"
	wrong 27 '  slots 4 : Slots' 27:13 "a description, but of nothing"
	wrong 27 '  with a b' 27:10 "more than one word after with"
	wrong 27 $'  with a\n  with b' 28:3 "a second line with"
	wrong 27 '  width 4' 27:3 \
		"width: expected pmu, with, slots, for, in or unknown, and below them metric, answer, use or drop"
	wrong 27 '  unknown FOO' 27:3 "expected the reason, behind a colon"
	wrong 27 'CYCLES 4' 27:1 "CYCLES: expected metric, answer, use or drop"
	with_block 'metrics box
  pmu box'
	compile 1
	caught "t.pmu:35:9: other metrics are called box, those of line 25 of t.pmu"
}

@test "the line of a metric" {
	local words=': Lost'
	wrong 28 "metric miss:rate $words" 28:8 \
		"miss:rate: names of metrics have no blank, comma, slash, colon or ="
	wrong 28 "metric miss_rate unit= $words" 28:18 "unit=: expected a value"
	wrong 28 "metric miss_rate unit=0.0% $words" 28:23 "unit 0.0%: values would all be 0"
	wrong 28 "metric miss_rate unit=-1% $words" 28:23 "unit -1%: expected a number above 0, and at once the unit"
	wrong 28 "metric miss_rate unit=nanoseconds $words" 28:23 "unit nanoseconds: a number that is none"
	wrong 28 "metric miss_rate unit=1 unit=2 $words" 28:25 "unit=2: said before"
	wrong 28 "metric miss_rate level=x $words" 28:18 "level=x: expected a number from 0 to 0xff"
	wrong 28 "metric miss_rate together=yes $words" 28:18 \
		"together=yes: expected no, no-nmi, no-smt or no-nmi-threshold"
	wrong 28 "metric miss_rate colour=red $words" 28:18 "unknown word colour=red"
	wrong 28 "metric miss_rate parent=nosuch $words" 28:25 "metric miss_rate: its parent nosuch is no metric here"
	wrong 28 "metric miss_rate related=share,nosuch $words" 28:26 \
		"metric miss_rate: the related nosuch is no metric here"
	wrong 28 "metric miss_rate sample=CACHE.HOT $words" 28:25 \
		"metric miss_rate: CACHE.HOT is no metric, and no event of box"
	wrong 28 "metric miss_rate in=nosuch $words" 28:21 "no PMU nosuch"
	wrong 28 "metric miss_rate" 28:8 "metric miss_rate has no description"
	wrong 28 "metric" 28:1 "metric: expected a name behind it"
	good_metrics | sed 's/ : Lost//' >t.pmu
	try 0 "$pmuc" --allow-missing -o t.c order t.pmu
	prints "1 PMUs, 1 tables, 2 events, 2 unit masks, 2 metrics, 1 descriptions missing"
}

@test "formulas: each mistake has its line and column" {
	wrong 29 '  = CACHE.MISS / (CACHE.HOT +' 29:19 "metric miss_rate: CACHE.HOT is no metric, and no event of box"
	wrong 30 '  = CACHE.HOT) if #SMT_on else 0' 30:5 "metric miss_rate: CACHE.HOT is no metric, and no event of box"
	wrong 30 '  = CACHE.HIT) if #NOSUCH else 0' 30:19 "metric miss_rate: no constant #NOSUCH"
	wrong 30 '  = CACHE.HIT) if #SMT_on else' 30:31 \
		"metric miss_rate: the formula ends too early, expected a name, a number, a constant, a sign or ("
	wrong 31 '  above miss_rate > 0.1 & nosuch > 1' 31:27 \
		"metric miss_rate: nosuch is no metric, and no event of box"
	wrong 33 '  = CYCLES / (2 - 2)' 33:5 "metric share: no counts give it a value: it divides by 0"
	wrong 33 '  = CYCLES + miss_rate + share' 33:26 "metric share: share is no metric, and no event of box"
	wrong 33 "  = $(printf %1023s | tr ' ' A)" 33:5 \
		"metric share: $(printf %1023s | tr ' ' A) is no metric, and no event of box"
	wrong 33 "  = $(printf %1024s | tr ' ' A)" 33:5 "metric share: more than 1023 bytes of a name"
	wrong 33 '' 32:8 "metric share has no formula"
	wrong 28 '' 29:3 "a formula, but of no metric"
	good_metrics | sed 's/box@.*/CYCLES $ 1/' >t.pmu
	compile 1
	grep -q '^t.pmu:33:12: metric share: ' "$err"
}

@test "a circle, and metrics that refer to each other too deep" {
	good_metrics | sed 's/= CACHE.HIT) if #SMT_on else 0/= share)/; s/box@.*/CYCLES + miss_rate/' >t.pmu
	compile 1
	caught "t.pmu:33:14: metric share: miss_rate is computed from it, too"
	{
		good_table
		printf '\nmetrics box\n  pmu box\nmetric m0 : First\n  = CYCLES\n'
		for i in $(seq 16); do
			printf 'metric m%d : Next\n  = m%d + 1\n' "$i" "$((i - 1))"
		done
	} >t.pmu
	compile 1
	caught "t.pmu:59:8: metric m16: more than 16 metrics that refer to each other"
}

@test "two metrics of one name" {
	with_block 'metrics other
  pmu box
metric SHARE in=box : Again
  = CYCLES'
	compile 1
	caught "t.pmu:37:8: another metric of the machine is called SHARE, in line 32 of t.pmu"
	metrics_file
	printf 'metric share in=box : Again\n  = CYCLES\n' >>t.pmu
	compile 1
	caught "t.pmu:34:8: another metric of the machine is called share, in line 32 of t.pmu"
	# another core type is another metric
	metrics_file
	printf 'metric share : Again\n  = CYCLES\n' >>t.pmu
	compile 0
	[ "$(rows_of metric_rows)" = 3 ]
	# the same formula counts once
	metrics_file
	# shellcheck disable=SC1003 # a backslash is a backslash
	printf 'metric share in=box : Again\n  = %s / CYCLES / duration_time\n' 'box@CACHE.HIT\,c\=1@' >>t.pmu
	compile 0
	says_line "t.pmu:34:8: metric share is there already, with the same formula: dropped"
	[ "$(rows_of metric_rows)" = 2 ]
}

@test "blocks for different machines may have one name with two formulas" {
	good_metrics | sed '26s/.*/&\n  for GenuineIntel 6: 1/' >t.pmu
	printf '\nmetrics other\n  pmu box\n  for GenuineIntel 6: 2\nmetric share in=box : Again\n  = CYCLES\n' >>t.pmu
	compile 0
	sed -i 's/6: 2/6: 0-2/' t.pmu
	rm t.c
	compile 1
	caught "t.pmu:39:8: another metric of the machine is called share, in line 33 of t.pmu"
}

@test "use, like and drop" {
	local rest='metric own : Own
  = CYCLES'
	with_block "metrics more like box
  pmu box
drop miss_rate
metric share in=box : Another
  = 2 * CYCLES
$rest"
	sed -i '26s/.*/  for GenuineIntel 6: 1/; 36s/.*/&\n  for GenuineIntel 6: 2/' t.pmu
	sed -i '25s/.*/&\n  pmu box/' t.pmu
	compile 0
	[ "$(rows_of metric_rows)" = 4 ]
	rm t.c
	with_block "metrics more
  for GenuineIntel 6: 2
use box share nosuch
$rest"
	compile 1
	caught "t.pmu:37:15: no metric nosuch to use"
	with_block "metrics more
  pmu box
use nosuch
drop share"
	compile 1
	caught "t.pmu:37:5: no metrics nosuch"
	caught "t.pmu:38:6: no share was taken from elsewhere"
	with_block 'metrics a like b
metrics b like a'
	compile 1
	caught "t.pmu:36:16: metrics a would be made of themselves"
	# a block without PMUs lends
	{
		good_table
		printf '\nmetrics lender\n%s\n\nmetrics box\n  pmu box\nuse lender own\n' "$rest"
	} >t.pmu
	compile 0
	[ "$(rows_of metric_sets) $(rows_of metric_rows)" = "1 1" ]
}

# Questions in a block that lends, from line 35 on; answers from line 42 on.
answers_file() {
	good_metrics
	cat <<-'TABLE'

		metrics asked
		metric busy unit=100% groups=questions : Share of time
		metric miss_rate groups=questions : Lost
		metric idle groups=questions : Rest of time

		metrics answers like asked
		  pmu box
		answer busy differs : Half of it
		  = CYCLES / 2
		answer miss_rate from=box
		answer idle none : nothing says

		metrics kin like answers
		  pmu box
		  for GenuineIntel 6: 2
		  in box
		answer busy unit=1cycles
		  = CYCLES
		answer miss_rate : Of loads
		  = CACHE.MISS
	TABLE
}

@test "questions, and answers to them" {
	good=answers_file
	answers_file >t.pmu
	sed -i '41s/$/\n  for GenuineIntel 6: 1/' t.pmu
	compile 0
	says_nothing
	# two of box, three answers each
	[ "$(rows_of metric_sets) $(rows_of metric_rows)" = "4 8" ]
	rm t.c
	wrong 42 'answer nosuch' 42:8 "no question nosuch was taken from elsewhere, or it is answered twice"
	wrong 44 'answer busy none : nothing says' 44:8 \
		"no question busy was taken from elsewhere, or it is answered twice"
	wrong 42 'answer busy differs' 42:8 "answer busy: expected the difference, behind a colon"
	wrong 45 'answer idle none' 45:8 "answer idle: expected the reason, behind a colon"
	wrong 42 'answer busy soon' 42:13 "soon: expected from=METRICS, unit=UNIT, differs or none"
	wrong 44 'answer miss_rate from=nosuch' 44:18 "no metrics nosuch"
	wrong 45 'answer idle from=box' 45:13 "no metric idle in box"
	wrong 43 '' 42:8 "answer busy: expected a formula below it, none or from=METRICS"
	wrong 45 '' 40:9 "metrics answers do not answer idle"
	wrong 42 'answer busy : At 1:2' 42:8 "a colon in the description of busy: some programs take it for the end"
	wrong 50 '  in nosuch' 50:6 "no PMU nosuch"
	wrong 50 "$(printf '  in box\n  in box')" 51:3 "a second line in"
	wrong 50 '  in box box' 50:10 "more than one PMU after in"
	with_block $'metrics empty\n  pmu box\n  in nosuch'
	compile 1
	caught "t.pmu:37:6: no PMU nosuch"
}

@test "an answer from other metrics is in the question's groups and in their own" {
	local row asked own groups
	export LIBPFM_TABLES=$PWD/t.pmt LIBPFM_CPUID=GenuineIntel-6-1
	for row in 'groups=Q groups=A,B ["Q","A","B"]' 'groups=Q - ["Q"]' '- groups=A,B ["A","B"]' '- - []'; do
		read -r asked own groups <<<"$row"
		good_table >t.pmu
		printf '\nmetrics asked\nmetric rate %s : Rate\n' "${asked#-}" >>t.pmu
		printf '\nmetrics lent\nmetric rate %s : Lent\n  = CYCLES / 2\n' "${own#-}" >>t.pmu
		printf '\nmetrics box like asked\n  pmu box\nanswer rate from=lent\n' >>t.pmu
		try 0 "$pmuc" -o t.pmt t.pmu
		try 0 showevtinfo --metrics --json '^rate$'
		json ".[0].groups == $groups and .[0].formula == \"CYCLES / 2\""
	done
}

@test "names that only the machine knows are listed with the reason" {
	wrong 29 '  = hv@PM_NOSUCH\,chip\=?@ / (CACHE.MISS +' 29:5 \
		"metric miss_rate: hv/PM_NOSUCH,chip=?/ is no metric, and no event of box"
	# shellcheck disable=SC1003 # a backslash is a backslash
	sed -i '27s/.*/  unknown hv@PM_NOSUCH\\,chip\\=?@ : The firmware says which there are/' t.pmu
	compile 0
	sed -i '27s|.*|  unknown hv/* : The firmware says which there are|' t.pmu
	compile 0
}

@test "what makers and the kernel call events" {
	local name
	for name in cache.miss CACHE_MISS 'CACHE:MISS:c\=1' CACHE.MISS:R 'cpu@CACHE.MISS@' 'cpu@event\=0x2e@' \
		'CACHE.MISS@c\=2@' 'topdown\-retiring' slots 'box@CYCLES\,c=1@k'; do
		good_metrics | NAME=$name awk 'NR == 33 { print "  = " ENVIRON["NAME"] " * 2"; next } { print }' >t.pmu
		compile 0
	done
}

@test "a file that is loaded has metrics, also without a PMU" {
	printf 'metrics mine\n  pmu skl\nmetric mine unit=%% : Mine\n  = NOSUCH / 2\n  above mine > 1\n' >t.pmu
	try 0 "$pmuc" -o t.pmt t.pmu
	prints "0 PMUs, 0 tables, 0 events, 0 unit masks, 1 metrics, 0 descriptions missing"
	try 0 "$pmuc" dump t.pmt
	grep -qx '  = NOSUCH / 2' "$out"
	cp "$out" again.pmu
	try 0 "$pmuc" -o again.pmt again.pmu
	cmp t.pmt again.pmt
}

@test "--format cuts formulas at blanks, and only there" {
	local long
	long=$(printf 'CYCLES + %.0s' $(seq 30))
	{
		good_table | "$pmuc" format /dev/stdin 2>/dev/null || good_table
		printf '\nmetrics box\n  pmu box\nmetric a : A\n  = %sCYCLES\n  above a > 1\n' "$long"
	} >t.pmu
	try 0 "$pmuc" format t.pmu
	grep -c '^  = CYCLES' t.pmu | grep -qx 3
	refute grep -q '.\{121\}' t.pmu
	cp t.pmu once.pmu
	try 0 "$pmuc" format --check t.pmu
	cmp t.pmu once.pmu
	sed -n 's/^  = //p' t.pmu | paste -sd ' ' | grep -qxF "${long}CYCLES"
}

@test "diff tells of metrics" {
	metrics_file
	cp t.pmu new.pmu
	try 0 "$pmuc" diff t.pmu new.pmu
	sed -i 's/ + *$/ -/; s/ : Part/ : Portion/; s/^metric share/metric part/; s/parent=share//; s/related=share//
		s/& share/\& part/; s/level=2/level=3/' new.pmu
	try 1 "$pmuc" diff t.pmu new.pmu
	prints "~ metrics box: miss_rate formula" "~ metrics box: miss_rate threshold" \
		"~ metrics box: miss_rate words" \
		"+ metrics box: part (box)" "- metrics box: share (box)"
	try 1 "$pmuc" diff new.pmu <(good_table)
	prints "- metrics box"
	try 1 "$pmuc" diff <(good_table) new.pmu
	prints "+ metrics box"
}

@test "what descriptions and formulas have in common stands once" {
	good_table >t.pmu
	printf '\nmetrics box\n  pmu box\n' >>t.pmu
	for n in 1 2 3 4 5 6 7 8 9; do
		echo "metric m$n : What all nine of these descriptions have in common, and their number $n"
		echo "  = (CACHE.MISS + CACHE.HIT) / CYCLES * $n"
	done >>t.pmu
	compile 0
	# 9 times a phrase and the number, twice; of 12 words and of 8 there are 11 and 7 phrases of two
	[ "$(rows_of formula_tokens) $(rows_of formula_phrases)" = "$((9 * 2 * 2)) $((11 + 7))" ] ||
		fail "$(rows_of formula_tokens) tokens, $(rows_of formula_phrases) phrases"
	try 0 "$pmuc" -o t.pmt t.pmu
	LIBPFM_TABLES=$PWD/t.pmt LIBPFM_CPUID=GenuineIntel-6-1 try 0 showevtinfo --metrics --json '^m7$'
	json '.[0].formula == "(CACHE.MISS + CACHE.HIT) / CYCLES * 7" and
		.[0].desc == "What all nine of these descriptions have in common, and their number 7"'
}

@test "names have pieces in common, and are what they were" {
	good_table >t.pmu
	cat >>t.pmu <<-'METRICS'

		metrics box
		  pmu box
		metric of_a_kind : Of a_kind and of _another\, not of a.kind
		  = of_another_kind / box@CACHE.MISS@
		metric of_another_kind : Of another_kind
		  = box@CACHE.MISS\,c\=1@ / _box_::CACHE.HIT
	METRICS
	sed -i 's/_box_::CACHE.HIT/CYCLES/' t.pmu
	compile 0
	try 0 "$pmuc" -o t.pmt t.pmu
	# of_ / box@ Of a_ and of _ not a.kind another_ CYCLES
	[ "$(rows_of formula_words)" = 12 ] || fail "$(rows_of formula_words) words"
	# another_ kind CACHE. MISS@ MISS\, c\= 1@ another\,
	[ "$(rows_of formula_pieces)" = 8 ] || fail "$(rows_of formula_pieces) pieces"
	LIBPFM_TABLES=$PWD/t.pmt LIBPFM_CPUID=GenuineIntel-6-1 try 0 showevtinfo --metrics --json '^of_.*'
	json '.[0].formula == "of_another_kind / box@CACHE.MISS@" and
		.[0].desc == "Of a_kind and of _another\\, not of a.kind"'
	json '.[1].formula == "box@CACHE.MISS\\,c\\=1@ / CYCLES"'
}
