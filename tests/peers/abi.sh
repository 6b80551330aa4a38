#!/bin/sh
# The binary interface: exported symbols and layouts of structures are those recorded in tests/peers/abi, and those of
# Debian's libpfm4 (packages libpfm4, libpfm4-dev, abigail-tools) where it has them. A change on purpose changes the
# records too.
# Environment: $srcdir, $builddir, $CC.
set -eu

: "${srcdir:=.}" "${builddir:=build}" "${CC:=cc}"
records=$srcdir/tests/peers/abi
work=$builddir/tests/tmp/abi
mkdir -p "$work"
checks=0
failed=0

same() { # what recorded found
	checks=$((checks + 1))
	if ! diff "$2" "$3" >"$work/diff"; then
		failed=$((failed + 1))
		echo "$1 has changed:"
		cat "$work/diff"
	fi
}

for library in libpfm libpmapi; do
	nm -D --defined-only "$builddir"/.libs/$library.so | awk '{ print $3 }' |
		LC_ALL=C sort >"$work/$library.symbols"
	same "list of symbols of $library" "$records/$library.symbols" "$work/$library.symbols"
done
checks=$((checks + 1))
if [ "$(objdump -p "$builddir/.libs/libpfm.so" | awk '/SONAME/ { print $2 }')" != libpfm.so.4 ]; then
	failed=$((failed + 1))
	echo "the SONAME is not libpfm.so.4"
fi

# Static libraries: who takes one apart by "ar x" must not lose a member, and no internal name may be a program's own.
for library in libpfm libpmapi; do
	archive=$builddir/.libs/$library.a
	internal=${library#lib}_internal_
	[ -f "$archive" ] || { echo "left out: $archive: no static libraries"; continue; }
	: >"$work/none"
	ar t "$archive" | sort | uniq -d >"$work/twice"
	same "list of members of $archive that share a name" "$work/none" "$work/twice"
	ar t "$archive" | grep -v "^${library}_" >"$work/foreign" || true
	same "list of members of $archive without its name in front" "$work/none" "$work/foreign"
	nm -g --defined-only "$archive" | awk 'NF == 3 { print $3 }' | grep -v -e "^$internal" -e '^pfm_compiled$' |
		LC_ALL=C sort >"$work/global"
	LC_ALL=C comm -13 "$work/$library.symbols" "$work/global" >"$work/foreign"
	same "list of global names of $archive that are neither public nor begin with $internal" "$work/none" \
		"$work/foreign"
done

case $(uname -m) in
x86_64 | aarch64 | ppc64le | s390x)
	# shellcheck disable=SC2086
	$CC -I"$srcdir/include" -o "$work/layouts" "$records/layouts.c" && "$work/layouts" >"$work/layouts.found"
	same "layout of structures" "$records/layouts" "$work/layouts.found"
	;;
*) echo "layouts: recorded for 64 bits only" ;;
esac

if [ -f /usr/include/perfmon/pfmlib.h ]; then
	# shellcheck disable=SC2086
	$CC -DSHARED -o "$work/theirs" "$records/layouts.c" && "$work/theirs" >"$work/theirs.found"
	head -n "$(wc -l <"$work/theirs.found")" "$work/layouts.found" >"$work/shared.found"
	same "layout of structures, compared with libpfm4's headers," "$work/theirs.found" "$work/shared.found"
else
	echo "left out: comparison with libpfm4's headers (package libpfm4-dev)"
fi

set -- /usr/lib/*/libpfm.so.4
peer=$1
if [ -f "$peer" ] && command -v abidiff >/dev/null; then
	abidiff --no-added-syms "$peer" "$builddir/.libs/libpfm.so" >"$work/abidiff" 2>&1 || true
	grep '^Functions changes\|^Variables changes' "$work/abidiff" |
		grep -v '0 Removed, 0 Changed' >"$work/changes" || true
	same "interface, by abidiff and libpfm4," /dev/null "$work/changes"
	checks=$((checks + 1))
	if ! grep -q '^Functions changes summary' "$work/abidiff"; then
		failed=$((failed + 1))
		echo "abidiff failed:"
		cat "$work/abidiff"
	fi
else
	echo "left out: abidiff (packages libpfm4, abigail-tools)"
fi
echo "abi: $checks checks, $failed failed"
[ "$failed" = 0 ]
