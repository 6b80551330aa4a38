#!/bin/sh
# Debian's programs keep what they need when our library takes libpfm4's place: apt's solver on the package lists of
# each release that can be had, with packages that have nothing but our control file's fields. Environment: $srcdir,
# $builddir.
set -eu

: "${srcdir:=.}" "${builddir:=build}"
work=$(cd "$builddir" && pwd)/tests/tmp/solver
control=$srcdir/packaging/debian/control
rm -rf "$work"
mkdir -p "$work/packages"
checks=0
failed=0

skip() {
	echo "solver: skipped: $1"
	exit 77
}

command -v apt-get >/dev/null || skip "no apt-get here"
command -v dpkg-deb >/dev/null || skip "no dpkg-deb here"
# shellcheck disable=SC2016 # apt's own
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 2>/dev/null | grep -v security | head -n 1)
[ -n "$mirror" ] || skip "apt has no mirror of Debian"
arch=$(dpkg --print-architecture)
keys=$(for file in /usr/share/keyrings/debian-archive-keyring.*; do echo "$file"; done | tail -n 1)

# field PACKAGE NAME: of our control file
field() {
	awk -v package="$1" -v name="$2:" '
		$1 == "Package:" { here = $2 == package }
		here && $1 == name { sub(/^[^ ]* /, ""); print }' "$control"
}

# A package of ours without files: what the solver sees of it.
for package in libpfmkit4 libpfmkit-dev; do
	mkdir -p "$work/$package/DEBIAN"
	{
		printf 'Package: %s\nVersion: 1:9\nArchitecture: %s\n' $package "$arch"
		echo 'Maintainer: nobody <nobody@pfmkit.invalid>'
		for name in Multi-Arch Provides Conflicts Replaces; do
			value=$(field $package $name)
			[ -z "$value" ] || printf '%s: %s\n' $name "$value"
		done
		[ $package = libpfmkit4 ] || echo 'Depends: libpfmkit4 (= 1:9)'
		echo 'Description: what the solver sees'
	} >"$work/$package/DEBIAN/control"
	dpkg-deb --build "$work/$package" "$work/packages/$package.deb" >/dev/null
done

# apt SUITE PROGRAM WORD...: on that release's lists, with nothing installed
apt() {
	suite=$1 program=$2
	shift 2
	$program -q -o Dir::State="$work/$suite/state" -o Dir::State::status="$work/$suite/status" \
		-o Dir::Cache="$work/$suite/cache" -o Dir::Etc::sourcelist="$work/$suite/list" \
		-o Dir::Etc::sourceparts=/dev/null -o Dir::Etc::preferencesparts=/dev/null -o Acquire::Languages=none \
		-o APT::Install-Recommends=false -o APT::Get::List-Cleanup=false "$@"
}

# keeps SUITE PACKAGE: it installs beside ours, and libpfm4 does not come
keeps() {
	checks=$((checks + 1))
	if ! apt "$1" apt-get -s install "$work/packages/libpfmkit4.deb" "$2" >"$work/$1/said" 2>&1; then
		failed=$((failed + 1))
		echo "solver: $1: $2 does not install beside libpfmkit4:"
		tail -n 12 "$work/$1/said"
	elif grep -q '^Inst libpfm4 ' "$work/$1/said"; then
		failed=$((failed + 1))
		echo "solver: $1: $2 brings libpfm4 beside libpfmkit4"
	fi
}

releases=0
for suite in bookworm trixie sid; do
	mkdir -p "$work/$suite/state/lists/partial" "$work/$suite/cache/archives/partial"
	: >"$work/$suite/status"
	echo "deb [arch=$arch signed-by=$keys] $mirror $suite main" >"$work/$suite/list"
	if ! apt "$suite" apt-get update >"$work/$suite/update" 2>&1 ||
		! apt "$suite" apt-cache pkgnames lib >"$work/$suite/names" 2>&1 ||
		! grep -qx libpfm4 "$work/$suite/names"; then
		echo "solver: left out: $suite: its package lists cannot be had"
		continue
	fi
	releases=$((releases + 1))
	for package in papi-tools pcp llvm; do
		keeps "$suite" $package
	done
	! grep -qx libdtrace2 "$work/$suite/names" || keeps "$suite" libdtrace2
	echo "solver: $suite: $(apt "$suite" apt-get -s install libpfm4 | sed -n 's/^Inst libpfm4 (\([^ ]*\).*/\1/p')"
done
[ $releases -gt 0 ] || skip "no package list of Debian can be had"
echo "solver: $checks checks on $releases releases, $failed failed"
[ "$failed" = 0 ]
