# shellcheck shell=sh
# What tests share that try one thing after the other in a directory of their own. Source it; it makes $srcdir and
# $builddir whole, and counts in $ran and $failed.

: "${srcdir:=.}" "${builddir:=build}" "${CC:=cc}"
srcdir=$(cd "$srcdir" && pwd)
builddir=$(cd "$builddir" && pwd)
ran=0
failed=0

# begin NAME: the test's name and its $work, a directory under the build's; what it has from another time stays.
begin() {
	test=$1
	work=$builddir/tests/tmp/$test
	mkdir -p "$work"
}

# begin_empty NAME: in an empty one, and there.
begin_empty() {
	rm -rf "$builddir/tests/tmp/$1"
	begin "$1"
	cd "$work" || exit 1
}

# run WHAT COMMAND...: a step; what it prints is in $work/output.
run() {
	what=$1
	shift
	ran=$((ran + 1))
	"$@" >"$work/output" 2>&1 || {
		failed=$((failed + 1))
		echo "$test: $what fails:"
		tail -n 20 "$work/output"
	}
}

# link_kernel_headers FOLDER: the kernel's headers, which musl-gcc does not look for.
link_kernel_headers() {
	for header in linux/perf_event.h asm/types.h asm-generic/types.h; do
		found=$(printf '#include <%s>\n' "$header" | cc -E -M - | tr ' ' '\n' | grep "/$header$")
		mkdir -p "$1"
		ln -sfn "$(dirname "$found")" "$1/$(dirname "$header")"
	done
}

# finish: says how it went, and is the exit status.
finish() {
	echo "$test: $ran runs, $failed failed"
	[ "$failed" = 0 ]
}
