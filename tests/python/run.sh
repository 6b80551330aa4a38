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
headers=$($python -c 'import sysconfig; print(sysconfig.get_path("include"))')
[ -e "$headers/Python.h" ] ||
	skip "python3-dev is not installed"
rm -rf "$work"
mkdir -p "$work/empty"
# nothing of the user's, and what is imported is what pip has installed
unset PYTHONPATH PYTHONHOME
export PYTHONDONTWRITEBYTECODE=1 PIP_DISABLE_PIP_VERSION_CHECK=1 CFLAGS="-O0 -Wall -Wextra"
export LIBPFM_CPUID=
# what plays a kernel, and the machine that it is on
export PFM_PRELOAD="$builddir/tests/lib/.libs/preload.so" PFM_ROOT="$builddir/tests/tmp/roots/alder-lake"

# swig_names INCLUDE FOLDER: what SWIG makes of the headers below INCLUDE goes to FOLDER/names, "NAME NUMBER" a line,
# "-" where it is no number.
swig_names() {
	mkdir -p "$2"
	cat >"$2/names.i" <<-'SWIG'
		%module names
		%include <stdint.i>
		%{
		#define SWIG
		#include <perfmon/pfmlib.h>
		#include <perfmon/perf_event.h>
		#include <perfmon/pfmlib_perf_event.h>
		%}
		%include <perfmon/pfmlib.h>
		%include <perfmon/perf_event.h>
		%include <perfmon/pfmlib_perf_event.h>
	SWIG
	swig -w314,451,462 -python -I"$1" -outdir "$2" -o "$2/names_wrap.c" "$2/names.i" &&
		cc -O0 -w -fPIC -shared -I"$headers" -I"$1" -o "$2/_names.so" "$2/names_wrap.c" -L"$builddir/.libs" \
			-lpfm &&
		LD_LIBRARY_PATH=$builddir/.libs PYTHONPATH=$2 $python -c 'if True:
			import names
			attr = names.perf_event_attr_t()
			attr.config, attr.sample.sample_period, attr.wakeup.wakeup_events = 1 << 63, 2, 3
			attr.bpa.config1, attr.bpb.config2, attr.exclude_hv = 4, 5, 1
			assert (attr.sample.sample_freq, attr.bpa.bp_addr, attr.bpb.bp_len) == (2, 4, 5)
			assert names.pfm_pmu_info_t().flags.is_present == 0
			for name in dir(names):
				value = getattr(names, name)
				if not name.startswith("_"):
					print(name, value if isinstance(value, int) else "-")' >"$2/names"
}

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

# programs of libpfm4's SWIG file find its names in our headers, and in perfmon
if command -v swig >/dev/null && [ -f /usr/include/perfmon/pfmlib.h ]; then
	if swig_names /usr/include "$work/theirs" && swig_names "$srcdir/include" "$work/ours"; then
		# SWIG knows no width of words; the kernel's numbers are others than those of libpfm4's copy
		grep -v -e ' -$' -e '_ABI0 ' -e '^PERF_EVENT_MISC_CPUMODE_MASK ' -e '^PERF_FORMAT_MAX ' \
			-e '^PERF_SAMPLE_BRANCH_\(CALL\|MAX\)' -e '^PFM_PMU_MAX ' "$work/theirs/names" >"$work/numbers"
		cut -d ' ' -f 1 "$work/theirs/names" | grep -v '^perf_event_mmap_page_rdmap_cap_u' |
			LC_ALL=C sort >"$work/wanted"
		cut -d ' ' -f 1 "$work/ours/names" | LC_ALL=C sort | LC_ALL=C comm -23 "$work/wanted" - >"$work/lacking"
		if [ -s "$work/lacking" ]; then
			failed=1
			echo "python: SWIG finds no $(tr '\n' ' ' <"$work/lacking")in our headers"
		fi
		if grep -v -x -F -f "$work/ours/names" "$work/numbers"; then
			failed=1
			echo "python: these numbers are others in our headers"
		fi
		grep -v '_ABI0 ' "$work/theirs/names" >"$work/names"
		export PERFMON_NAMES="$work/names"
	else
		failed=1
		echo "python: SWIG's module cannot be made"
	fi
else
	echo "left out: SWIG's module (packages swig, libpfm4-dev)"
fi

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
