#!/bin/sh
# What stands in several tables stands once: scripts/say-once finds nothing to do.
# Environment: $srcdir, $builddir.
set -eu

: "${srcdir:=.}" "${builddir:=build}"
if ! command -v python3 >/dev/null; then
	echo "skipped: python3 is not installed"
	exit 77
fi
"$srcdir/scripts/say-once" --check --pmuc "$builddir/src/compiler/pmuc" "$srcdir"/src/pmu/*/*.pmu || {
	echo "say_once: scripts/say-once would write these files"
	exit 1
}
echo "say_once: nothing found"
