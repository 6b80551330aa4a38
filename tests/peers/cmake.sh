#!/bin/sh
# A stranger's project in an empty directory finds the library that make install has put somewhere: by CMake under
# each of the names that programs ask for, shared and static, from C and C++; by pkg-config; the release's one file as
# a subproject of CMake and meson; what Bazel reads of it names files that are there. Where its source can be had,
# Google Benchmark's own build finds it.
# Environment: $srcdir, $builddir, $CC. Exit status 77: skipped, and the reason is said.
# shellcheck disable=SC2034,SC2154 # steps.sh has ran, failed, work
set -eu

# shellcheck source=/dev/null
. "${srcdir:=.}/tests/peers/steps.sh"
command -v cmake >/dev/null || { echo "cmake: skipped: no cmake (package cmake)"; exit 77; }
begin_empty cmake
make -s -C "$builddir" amalgamation amalgamation="$work/one" >/dev/null || exit 1
root=$work/moved
make -s -C "$builddir" install DESTDIR="$work/root" >"$work/install.log" 2>&1 || { cat "$work/install.log"; exit 1; }
prefix=$(sed -n 's/^prefix = //p' "$builddir/Makefile")
mv "$work/root$prefix" "$root"
unset LD_LIBRARY_PATH

cat >main.c <<'END'
#include <perfmon/pfmlib_perf_event.h>
#include <stdio.h>
int main(void)
{
	struct perf_event_attr attr = { 0 };
	int error = pfm_initialize();

	error = error ? error : pfm_get_perf_event_encoding("page-faults", PFM_PLM3, &attr, NULL, NULL);
	printf("%d %d\n", (int)attr.type, (int)attr.config);
	return error != PFM_SUCCESS || attr.type != 1 || attr.config != 2;
}
END
sed 's/{ 0 }/perf_event_attr()/' main.c >main.cc

# project NAME LANGUAGE FILE LINES: a project that CMake builds, and its program runs.
project() {
	mkdir "$1"
	cp "$3" "$1"
	printf 'cmake_minimum_required(VERSION 3.13)\nproject(stranger %s)\n%s\n' "$2" "$4" >"$1/CMakeLists.txt"
	run "$1: configure" cmake -S "$1" -B "$1/build" -DCMAKE_PREFIX_PATH="$root" \
		-DCMAKE_FIND_USE_CMAKE_SYSTEM_PATH=OFF
	run "$1: build" cmake --build "$1/build"
	run "$1: run" "$1/build/p"
}

project pfm C main.c 'find_package(PFM 4.11 REQUIRED)
add_executable(p main.c)
target_link_libraries(p PFM::libpfm)'
# shellcheck disable=SC2016 # CMake's own
project libpfm CXX main.cc 'find_package(Libpfm REQUIRED CONFIG)
if(NOT PFM_VERSION STREQUAL 4.13.99 OR NOT LIBPFM_FOUND OR NOT EXISTS "${LIBPFM_INCLUDE_DIR}/perfmon/pfmlib.h")
  message(FATAL_ERROR "names of other modules are not set")
endif()
add_executable(p main.cc)
target_link_libraries(p Libpfm::libpfm)'
# shellcheck disable=SC2016
project static C main.c 'find_package(pfmkit REQUIRED)
add_executable(p main.c)
target_link_libraries(p PFM::libpfm_static)
if(TARGET pfmkit::pfm)
  message(STATUS "pfmkit ${pfmkit_VERSION}")
endif()'
mkdir newer
printf 'cmake_minimum_required(VERSION 3.13)\nproject(p C)\nfind_package(PFM 5 REQUIRED)\n' >newer/CMakeLists.txt
# shellcheck disable=SC2016 # not this shell's
run "a version that nobody has" sh -c '! cmake -S newer -B newer/build -DCMAKE_PREFIX_PATH="$1"' sh "$root"

# A project that looks for the library by itself finds it, too, as LLVM's and others do.
# shellcheck disable=SC2016
project itself C main.c 'include(CheckLibraryExists)
find_library(found pfm)
find_path(headers perfmon/perf_event.h)
check_library_exists(${found} pfm_initialize "" HAVE_LIBPFM)
if(NOT HAVE_LIBPFM)
  message(FATAL_ERROR "no pfm_initialize in ${found}")
endif()
add_executable(p main.c)
target_include_directories(p PRIVATE ${headers})
target_link_libraries(p ${found})'

# ---- pkg-config ----

sed "s|^prefix=.*|prefix=$root|; s|=$prefix/|=$root/|" "$root/lib/pkgconfig/libpfm.pc" >libpfm.pc
if command -v pkg-config >/dev/null; then
	export PKG_CONFIG_PATH="$work"
	run "the version for pkg-config" pkg-config --atleast-version=4.13.0 libpfm
	# shellcheck disable=SC2046,SC2086
	run "pkg-config" $CC -o p main.c $(pkg-config --cflags --libs libpfm)
	run "pkg-config: run" env LD_LIBRARY_PATH="$root/lib" ./p
	# shellcheck disable=SC2046,SC2086
	run "pkg-config --static" $CC -static -o p main.c $(pkg-config --cflags --libs --static libpfm)
	run "pkg-config --static: run" ./p
fi

# ---- the one file, as a part of another project; with the tables of some vendors it is compiled quicker ----

project part C main.c 'set(PFM_PMUS arm CACHE STRING "")
add_subdirectory(../one pfmkit)
add_executable(p main.c)
target_link_libraries(p PFM::libpfm)'
run "part: install" env DESTDIR="$work/part-root" cmake --install part/build
run "part: what is installed" sh -c 'grep -q "^Version: 4.13.99" part-root/usr/local/lib*/pkgconfig/libpfm.pc ||
	grep -q "^Version: 4.13.99" part-root/usr/local/lib/*/pkgconfig/libpfm.pc'
if command -v meson >/dev/null && command -v ninja >/dev/null; then
	mkdir -p wrapped/subprojects
	cp main.c wrapped
	cp -r one wrapped/subprojects/pfmkit
	printf '[wrap-file]\ndirectory = pfmkit\n\n[provide]\nlibpfm = libpfm_dep\n' >wrapped/subprojects/pfmkit.wrap
	cat >wrapped/meson.build <<-'END'
		project('stranger', 'c')
		executable('p', 'main.c', dependencies: dependency('libpfm', version: '>=4.11'))
	END
	run "meson" meson setup -Dpfmkit:pmus=arm -Dpfmkit:optimization=0 wrapped/build wrapped
	run "ninja" ninja -C wrapped/build
	run "meson: run" wrapped/build/p
else
	echo "cmake: skipped: no meson and ninja (packages meson, ninja-build)"
fi
# Bazel's language is Python's: with its words defined the file says which files it means.
if command -v python3 >/dev/null; then
	cat >bazel.py <<-'END'
		import os, sys
		libraries = []
		nothing = ("load", "package", "licenses", "alias", "module", "bazel_dep")
		words = {word: lambda *a, **b: None for word in nothing}
		words["exports_files"] = lambda files: libraries.append({"srcs": files})
		words["cc_library"] = lambda **library: libraries.append(library)
		for file in ("MODULE.bazel", "BUILD.bazel"):
		    exec(compile(open(file).read(), file, "exec"), words)
		files = [f for library in libraries for f in library["srcs"] + library.get("hdrs", [])]
		sys.exit([f for f in files if not os.path.exists(f)] or len(libraries) != 4)
	END
	run "Bazel's files" sh -c 'cd one && python3 ../bazel.py'
fi
finish
