#!/bin/sh
# A library with the PMUs of some vendors only: ./configure --with-pmus=arm builds it, what is in answers as ever, what
# is not is said to be left out, and the tests that can pass there do; the others are skipped with their reason.
# Environment: $srcdir, $builddir, $CC.
# shellcheck disable=SC2034,SC2154 # steps.sh has ran, failed, work
set -eu

# shellcheck source=/dev/null
. "${srcdir:=.}/tests/peers/steps.sh"
begin with_pmus
cd "$work"
# configure_for MAKERS
configure_for() {
	"$srcdir/configure" -q --with-pmus="$1" --disable-shared --without-page CC="$CC" CC_FOR_BUILD="$CC" \
		CFLAGS_FOR_BUILD="-std=c11 -O0" >configure.log 2>&1 || {
		cat configure.log
		rm -f Makefile
		exit 1
	}
}
# has WHAT PMU OTHER: the tables that are made have the one PMU, and not the other
has() {
	make -s src/pmu/tables.c >make.log 2>&1 || {
		tail -n 20 make.log
		rm -f Makefile
		exit 1
	}
	# shellcheck disable=SC2016 # the inner shell's
	run "$1" sh -c 'grep -q "$1" src/pmu/tables.c && ! grep -q "$2" src/pmu/tables.c' sh "$2" "$3"
}
# What was made for another list of vendors is made anew, and again when the list is as it was.
[ -f Makefile ] || {
	configure_for arm
	has "the list of makers" arm_n1 zhaoxin_zxc
	configure_for zhaoxin
	has "another list in the same folder" zhaoxin_zxc arm_n1
	configure_for arm
	has "the first list again" arm_n1 zhaoxin_zxc
}
# shellcheck disable=SC2046
make -s -j2 -f "$srcdir/tests/compact.mk" to="$work/it" compact_CC="$CC" compact_CFLAGS=-O0 $(printf "$work/it/%s " \
	showevtinfo check_events evt2raw tests/lib/golden tests/lib/spelling data) >make.log 2>&1 || {
	tail -n 20 make.log
	exit 1
}
cd it

# last_line COMMAND...: of what it says on standard error
last_line() {
	"$@" 2>&1 >/dev/null | tail -n 1
}
# says WHAT COMMAND...: its last line is what was left out
says() {
	what=$1
	shift
	# shellcheck disable=SC2016 # the inner shell's
	run "$what" sh -c 'echo "$1" | grep "^showevtinfo: this library was built without the PMUs of .*intel"' sh \
		"$(last_line "$@")"
}
says "the list" ./showevtinfo --pmus
says "a name that is not in" ./showevtinfo --pmu skl
run "the list of one CPU" test -z "$(last_line ./showevtinfo --cpu neoverse-n1 --pmus)"
run "no PMU of Intel" sh -c '! ./showevtinfo --pmus 2>/dev/null | grep -q " skl "'
# Arm's manual of the Neoverse N1: INST_RETIRED is 0x08
run "an event of Arm's" test "$(./evt2raw --cpu neoverse-n1 arm_n1::INST_RETIRED)" = r8
run "an event of Intel's" sh -c './check_events skl::INST_RETIRED 2>&1 | grep -q "built without .*intel"'
# shellcheck disable=SC2016
run "a maker that is none" sh -c 'mkdir -p none && cd none && ! "$1" -q --with-pmus=nobody' sh "$srcdir/configure"
export builddir="$work/it"
for test_program in golden spelling; do
	run "$test_program" "$srcdir/tests/partial" arm,system "$builddir/tests/lib/$test_program"
done
# shellcheck disable=SC2016
run "a test that needs more, skipped," sh -c '"$1" arm,system ./tests/lib/api; [ $? = 77 ]' sh "$srcdir/tests/partial"
finish
