#!/bin/sh
# The release archive and what packages are made of: the archive has the same bytes whoever makes it; the version is the
# same everywhere; every file that is installed is in one package of Debian's and one of rpm's; the files of symbols
# have what the libraries export. "make packages-check" builds and installs the packages. Environment: $srcdir,
# $builddir.
set -eu

: "${srcdir:=.}" "${builddir:=build}"
builddir=$(cd "$builddir" && pwd)
work=$builddir/tests/tmp/packages
rm -rf "$work"
mkdir -p "$work"
checks=0
failed=0

# same WHAT FILE FILE
same() {
	checks=$((checks + 1))
	diff "$2" "$3" >"$work/diff" && return 0
	failed=$((failed + 1))
	echo "$1:"
	head -n 20 "$work/diff"
}

# is WHAT FOUND: the version
is() {
	checks=$((checks + 1))
	[ "$2" != "$version" ] || return 0
	failed=$((failed + 1))
	echo "$1 says ${2:-nothing}, PFMKIT_VERSION is $version"
}

# ---- the version ----

version=$(sed -n 's/^#define PFMKIT_VERSION[^"]*"\(.*\)"/\1/p' "$srcdir/include/perfmon/pfmkit.h")
is "configure (run autoreconf)" "$(sed -n 's/^#define PACKAGE_VERSION "\(.*\)"/\1/p' "$builddir/config.h")"
is NEWS "$(sed -n 's/^\([0-9][0-9.]*\)\( (not released)\)\{0,1\}$/\1/p' "$srcdir/NEWS" | head -n 1)"
is pmapi.pc "$(sed -n 's/^Version: //p' "$builddir/pmapi.pc")"
is libpfm.pc "$(sed -n 's/^pfmkit_version=//p' "$builddir/libpfm.pc")"
for tool in check_events evt2raw perf_encode pfmstat pmuc showevtinfo; do
	is $tool "$("$builddir/$tool" --version | sed -n "1s/^$tool (pfmkit) \([0-9.]*\).*/\1/p")"
done
is pfmkit-capture "$("$srcdir/tools/pfmkit-capture" --version | sed -n 's/^pfmkit-capture (pfmkit) //p')"

# ---- the archive ----

archive=pfmkit-$version.tar.xz
# what a test that ended has left where the second archive is made
log=$builddir/tests/fuzz/smoke.log
mkdir -p "${log%/*}"
for umask in 022 077; do
	(
		# what is packed must be the same, however well
		umask $umask && rm -f "$builddir/$archive" &&
			TZ=$umask make -s -C "$builddir" dist XZ_OPT="-0 -T1" >"$work/dist.log" 2>&1
	) || {
		cat "$work/dist.log"
		exit 1
	}
	mv "$builddir/$archive" "$work/$umask.tar.xz"
	mv "$builddir/pfmkit-amalgamation-$version.tar.xz" "$work/$umask-one.tar.xz"
	[ -e "$log" ] || : >"$log"
done
checks=$((checks + 2))
if ! cmp "$work/022-one.tar.xz" "$work/077-one.tar.xz" ||
	! tar -tJf "$work/022-one.tar.xz" | grep -q '/pfm-arm.c$'; then
	failed=$((failed + 1))
	echo "the archive of the one file has not the same bytes twice, or lacks a file"
fi
if ! cmp "$work/022.tar.xz" "$work/077.tar.xz"; then
	failed=$((failed + 1))
	echo "the archive has not the same bytes twice"
	for umask in 022 077; do
		mkdir "$work/$umask"
		tar -xJf "$work/$umask.tar.xz" -C "$work/$umask"
		tar -tvJf "$work/$umask.tar.xz" >"$work/$umask.list"
	done
	diff "$work/022.list" "$work/077.list" || :
	diff -r "$work/022" "$work/077" || :
fi
mkdir "$work/archive"
tar -xJf "$work/022.tar.xz" -C "$work/archive"
unpacked=$work/archive/pfmkit-$version
is "the archive's changelog for Debian" \
	"$(sed -n 's/^pfmkit (\(.*\)-1) .*/\1/p' "$unpacked/packaging/debian/changelog")"
is "the archive's pfmkit.spec" "$(sed -n 's/^Version: //p' "$unpacked/packaging/rpm/pfmkit.spec")"
# what git has and make dist forgets, and what it adds to that
if git -C "$srcdir" rev-parse --git-dir >/dev/null 2>&1; then
	git -C "$srcdir" ls-files | LC_ALL=C sort >"$work/tracked"
	(cd "$unpacked" && find . ! -type d | sed 's|^\./||' | LC_ALL=C sort) >"$work/archived"
	LC_ALL=C comm -23 "$work/tracked" "$work/archived" |
		grep -v -e '^\.' -e '^bench/' -e '^tests/' -e '^m4/' >"$work/forgotten" || :
	same "files that the archive lacks" "$work/forgotten" /dev/null
	LC_ALL=C comm -13 "$work/tracked" "$work/archived" |
		grep -v -e '^Makefile.in$' -e '^aclocal.m4$' -e '^build-aux/' -e '^config' -e '^m4/' \
			-e '^packaging/debian/changelog$' -e '^packaging/rpm/pfmkit.spec$' >"$work/added" || :
	same "files of the archive that git does not have" "$work/added" /dev/null
fi

# ---- files of packages ----

make -s -C "$builddir" install DESTDIR="$work/root" >"$work/install.log" 2>&1 || { cat "$work/install.log"; exit 1; }
prefix=$(sed -n 's/^prefix = //p' "$builddir/Makefile")
mkdir "$work/tree"
mv "$work/root$prefix" "$work/tree/usr"
libraries=$(dirname "$(find "$work/tree" -name libpfm.so.4)")
mv "$libraries" "$work/libraries"
mkdir -p "$work/tree/usr/lib"
mv "$work/libraries" "$work/tree/usr/lib/arch"
find "$work/tree" -name '*.la' -delete
(cd "$work/tree" && find usr ! -type d | LC_ALL=C sort) >"$work/installed"

# Each pattern names what has it in its path; one without a file is a mistake, as is a file of two packages.
covered() {
	while read -r pattern; do
		(
			cd "$work/tree"
			# shellcheck disable=SC2086 # it is a pattern
			set -- $pattern
			if [ -e "$1" ]; then find "$@" ! -type d; else echo "no file: $pattern"; fi
		)
	done | LC_ALL=C sort
}
# python3-pfmkit has what its setup.py installs, pfmkit-data what "make data" makes
cat "$srcdir"/packaging/debian/lib*.install "$srcdir"/packaging/debian/pfmkit-tools.install | covered >"$work/debian"
same "files that are in no package of Debian's, or in two" "$work/installed" "$work/debian"
sed -n '/^%files/,/^%changelog/p' "$unpacked/packaging/rpm/pfmkit.spec" |
	grep -v pfm-events | sed -n 's/^%{_\(.*\)}/\1/p' |
	sed 's|^bindir|usr/bin|; s|^datadir|usr/share|; s|^mandir|usr/share/man|; s|^libdir|usr/lib/arch|
		s|^includedir|usr/include|' | covered >"$work/rpm"
same "files that are in no package of rpm's, or in two" "$work/installed" "$work/rpm"

# ---- what packages take the place of, and are built with ----

spec=$unpacked/packaging/rpm/pfmkit.spec
for package in libpfm libpfm-devel libpfm-python3; do
	checks=$((checks + 1))
	grep -q "^Obsoletes: \(.*, \)\{0,1\}$package < 4\.13\.99\(,\|$\)" "$spec" && continue
	failed=$((failed + 1))
	echo "the archive's pfmkit.spec: expected Obsoletes: $package < 4.13.99"
done
checks=$((checks + 1))
if grep -n '\(^\|[^/]\)python3 setup' "$unpacked/packaging/debian/rules" "$spec"; then
	failed=$((failed + 1))
	echo "packages: expected /usr/bin/python3, not the first python3 in PATH"
fi

# ---- symbols ----

for library in libpfmkit4:libpfm libpmapi0:libpmapi; do
	nm -D --defined-only "$builddir/.libs/${library#*:}.so" | awk '{ print $3 }' | LC_ALL=C sort >"$work/exported"
	sed -n 's/^ \([a-z_0-9]*\)@Base .*/\1/p' "$srcdir/packaging/debian/${library%:*}.symbols" >"$work/symbols"
	same "packaging/debian/${library%:*}.symbols" "$work/symbols" "$work/exported"
done
# libpfm4 has what the first two headers declare; who uses more needs this library
sed -n 's/^ \([a-z_0-9]*\)@Base 0\.1\.0$/\1/p' "$srcdir/packaging/debian/libpfmkit4.symbols" >"$work/old"
for header in pfmlib.h pfmlib_perf_event.h; do
	printf '#include <perfmon/%s>\n' $header | ${CC:-cc} -E -P -I"$srcdir/include" - | tr '\n' ' ' |
		tr ';{}' '\n' | grep -oE '\bpfm_[a-z0-9_]+ *\(' | tr -d ' ('
done | LC_ALL=C sort -u >"$work/declared"
same "symbols that libpfm4 has" "$work/old" "$work/declared"
echo "packages: $checks checks, $failed failed"
[ "$failed" = 0 ]
