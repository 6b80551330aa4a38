#!/bin/sh
# Python: pip installs the module from its source into an empty environment, without a network, with the library inside;
# then again on libpfm.so.4. Its tests pass with both; types are as mypy --strict wants them, where that is installed.
# Environment: $srcdir, $builddir.
set -eu

: "${srcdir:=.}" "${builddir:=build}"
srcdir=$(cd "$srcdir" && pwd)
builddir=$(cd "$builddir" && pwd)
work=$builddir/tests/tmp/python
python=/usr/bin/python3
failed=0

skip() {
	echo "skipped: $1"
	exit 77
}
[ -x $python ] || skip "python3 is not installed"
$python -c 'import sys; sys.exit(sys.version_info < (3, 10))' || skip "python3 is older than 3.10"
$python -c 'import setuptools, venv, ensurepip' 2>/dev/null ||
	skip "python3-setuptools or python3-venv is not installed"
[ -e "$($python -c 'import sysconfig; print(sysconfig.get_path("include"))')/Python.h" ] ||
	skip "python3-dev is not installed"
rm -rf "$work"
mkdir -p "$work/empty"
# nothing of the user's, and what is imported is what pip has installed
unset PYTHONPATH PYTHONHOME
export PYTHONDONTWRITEBYTECODE=1 PIP_DISABLE_PIP_VERSION_CHECK=1 CFLAGS="-O0 -Wall -Wextra"
export LIBPFM_CPUID=

# try_module NAME COMMAND...: the tests, and what the installed module links
try_module() {
	name=$1
	shift
	(
		cd "$work/empty"
		unset LIBPFM_CPUID
		"$@" -W error "$srcdir/tests/python/test_pfmkit.py" 2>&1 &&
			LIBPFM_CPUID=GenuineIntel-6-94-3 LIBPFM_ENCODE_INACTIVE=1 \
				"$@" -W error "$srcdir/tests/python/test_perfmon.py" 2>&1
	) >"$work/$name.log" || { failed=1; echo "python: $name:"; tail -n 40 "$work/$name.log"; }
	sed -n "s/^Ran /python: $name: /p" "$work/$name.log"
}

make -s -C "$builddir" python >"$work/make.log" 2>&1 || { cat "$work/make.log"; exit 1; }
for copy in inside system; do
	cp -r "$builddir"/pfmkit-python-*/ "$work/$copy" # builds leave things behind
done

# ---- with the library inside, by pip ----

$python -m venv --system-site-packages "$work/venv" >"$work/venv.log" 2>&1 || { cat "$work/venv.log"; exit 1; }
"$work/venv/bin/pip" install --no-index --no-build-isolation --no-deps "$work/inside" >"$work/pip.log" 2>&1 ||
	{ tail -n 40 "$work/pip.log"; exit 1; }
if grep -q 'warning: ' "$work/pip.log"; then grep -A 3 'warning: ' "$work/pip.log"; failed=1; fi
unset LD_LIBRARY_PATH
try_module inside "$work/venv/bin/python"
module=$(find "$work/venv/lib" -name '_pfm.abi3.so')
if ldd "$module" | grep libpfm; then echo "python: the library is inside and linked"; failed=1; fi
if nm -D --defined-only "$module" | grep ' pfm_'; then echo "python: the module exports the library"; failed=1; fi

# ---- on the library of the system ----

(
	cd "$work/system"
	PFMKIT_SYSTEM=1 LDFLAGS="-L$builddir/.libs" $python -W ignore setup.py -q build_ext --inplace
) >"$work/system-build.log" 2>&1 || { tail -n 40 "$work/system-build.log"; exit 1; }
if grep 'warning: ' "$work/system-build.log"; then failed=1; fi
ldd "$work/system/pfmkit/_pfm.abi3.so" | grep -q 'libpfm\.so\.4' || { echo "python: not linked"; failed=1; }
export LD_LIBRARY_PATH="$builddir/.libs" PYTHONPATH="$work/system"
try_module system $python

# One module for every Python: others that are here load the same file.
for other in /usr/bin/python3.[0-9] /usr/bin/python3.[0-9][0-9]; do
	[ -x "$other" ] || continue
	"$other" -c 'import sys; sys.exit(sys.version_info < (3, 10))' || continue
	"$other" -c 'import pfmkit; pfmkit.Machine(cpu="skl").event("INST_RETIRED")' ||
		{ echo "python: $other cannot use the module"; failed=1; }
done
if command -v mypy >/dev/null; then
	(cd "$work/system" && mypy --strict --cache-dir=/dev/null -p pfmkit -p perfmon) >"$work/mypy.log" 2>&1 ||
		{ failed=1; cat "$work/mypy.log"; }
else
	echo "left out: mypy --strict (package mypy)"
fi
exit "$failed"
