#!/bin/sh
# The same sources, configured alike in another directory, make the same bytes: libraries and commands. So somebody
# else can build a release and see that it is what its sources say.
# Environment: $srcdir, $builddir.
# shellcheck disable=SC2154 # steps.sh has test, work
set -eu

# shellcheck source=/dev/null
. "${srcdir:=.}/tests/peers/steps.sh"
begin_empty reproducible

skip() {
	echo "$test: skipped: $1"
	exit 77
}

inside=${builddir#"$srcdir/"}
[ "$inside" != "$builddir" ] || skip "the build is not below its sources"
[ -d "$builddir/.libs" ] || skip "no shared library here"
mkdir another
tar -C "$srcdir" -cf - --exclude=./.git --exclude="./$inside" . | tar -C another -xf -
mkdir -p "another/$inside"
cd "another/$inside"
# what the first build was configured with, as words of a shell
arguments=$("$builddir/config.status" --config)
run "configuring" sh -c "../configure -q $arguments"
run "building" make -s -j2
# libpmapi.so is not among them: until it is installed it says where this build has the libpfm.so that it wants
for file in "$builddir"/.libs/libpfm.so.*.*.* "$builddir"/.libs/*.a "$builddir"/.libs/check_events \
	"$builddir"/.libs/evt2raw "$builddir"/.libs/perf_encode "$builddir"/.libs/pfmexport "$builddir"/.libs/pfmstat \
	"$builddir"/.libs/showevtinfo "$builddir"/.libs/pmuc; do
	run "${file##*/} here and there" cmp "$file" ".libs/${file##*/}"
done
cd "$work"
[ "$failed" != 0 ] || rm -rf another
finish
