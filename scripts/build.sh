# shellcheck shell=sh disable=SC2034
# Shell functions of ./demo and ./test: install what is missing, build. Source it from the top of the tree.

build_packages="autoconf automake libtool gcc libc6-dev make pkg-config libcap-dev libjansson-dev linux-libc-dev"
test_packages="bats jq xz-utils mandoc groff-base shellcheck"
# Clients and peers, foreign and emulated machines, other compilers and C libraries: without them, their tests say that
# they are skipped.
peer_packages="libpfm4 libpfm4-dev papi-tools llvm linux-perf bash-completion zsh fish abigail-tools
	clang libclang-rt-dev clang-tidy cppcheck valgrind gcovr swig python3-dev musl-tools
	qemu-user gcc-aarch64-linux-gnu gcc-powerpc64le-linux-gnu gcc-s390x-linux-gnu gcc-riscv64-linux-gnu
	gcc-arm-linux-gnueabihf gcc-i686-linux-gnu libc6-dev-i386-cross libc6-dev-arm64-cross libc6-dev-ppc64el-cross
	libc6-dev-s390x-cross libc6-dev-riscv64-cross libc6-dev-armhf-cross
	qemu-system-arm qemu-system-ppc qemu-system-riscv64 cpio chromium nodejs
	golang-go rustc rustfmt mypy python3-venv python3-setuptools python3-wheel protobuf-compiler python3-bpfcc
	python3-jsonschema lld wasi-libc libclang-rt-dev-wasm32 cmake meson ninja-build"

say() {
	printf '==> %s\n' "$*"
}

give_up() {
	printf '%s: %s\n' "$0" "$1" >&2
	shift
	for line in "$@"; do
		printf '  %s\n' "$line" >&2
	done
	exit 1
}

case $PWD in
*[[:space:]]*)
	give_up "the path of this folder has a space in it, which make and libtool cannot handle; move it:" "$PWD"
	;;
esac

# is_installed PACKAGE: it is, or one that stands for it (qemu-system-riscv64 is part of other packages in each
# release).
is_installed() {
	dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q 'install ok installed' ||
		dpkg-query -W -f '${Status} ${Provides},\n' 2>/dev/null |
			grep -q "^install ok installed \\(.*, \\)*$1[ ,]"
}

# Sets $missing to those of the named Debian packages that are not there; false if none.
find_missing() {
	missing=
	for package in "$@"; do
		is_installed "$package" || missing="$missing $package"
	done
	[ -n "$missing" ]
}

make_folder() {
	mkdir -p build 2>/dev/null ||
		give_up "build/ cannot be made here; copy this folder to where you may write:" "$PWD"
}

# Updates the package lists, once.
fresh_lists() {
	export DEBIAN_FRONTEND=noninteractive
	make_folder
	[ -z "${lists_are_fresh-}" ] || return 0
	lists_are_fresh=yes
	apt-get update -qq >/dev/null 2>&1 || say "apt-get update failed; trying with the package lists that are there"
}

# install PACKAGE...: whether they are there afterwards, whatever else apt-get may complain of; those that are not are
# in $missing.
install() {
	fresh_lists
	apt-get install -y -qq --no-install-recommends "$@" >build/apt.log 2>&1 </dev/null || ! find_missing "$@"
}

# Installs packages that we cannot do without.
need() {
	find_missing "$@" || return 0
	command -v apt-get >/dev/null ||
		give_up "this is not a Debian system" "install what provides these, then run $0 again:" "$missing"
	[ "$(id -u)" = 0 ] ||
		give_up "packages are missing, and only root can install them; as root, run" \
			"apt-get update && apt-get install$missing" "and then $0 again"
	say "installing$missing"
	# shellcheck disable=SC2086
	install $missing || give_up "apt-get could not install$missing" "$(tail -n 3 build/apt.log)"
}

# Installs packages that we can do without, each that can be had.
want() {
	find_missing "$@" || return 0
	if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
		say "going on without$missing"
		return 0
	fi
	say "installing$missing"
	# shellcheck disable=SC2086
	install $missing && return 0
	for package in $missing; do
		install "$package" || say "going on without $package: $(grep '^E:' build/apt.log | head -n 1)"
	done
}

# Configures and builds in build/. Says what it does; on failure shows the end of the log. What another user has built
# is used as it is.
build() {
	if [ -e build ] && [ ! -w build ]; then
		make -C build -q built >/dev/null 2>&1 ||
			give_up "build/ belongs to $(stat -c %U build), and is not up to date" \
				"remove it as that user, then run $0 again"
		say "using what $(stat -c %U build) has built in build/"
		return 0
	fi
	make_folder
	if [ ! -x configure ]; then
		say "making ./configure"
		autoreconf -fi >build/autoreconf.log 2>&1 ||
			give_up "autoreconf failed" "$(tail -n 20 build/autoreconf.log)"
	fi
	[ -f build/Makefile ] || {
		say "configuring"
		(cd build && CONFIG_SHELL=/bin/sh ../configure -q) >build/configure.log 2>&1 ||
			give_up "configure failed" "$(tail -n 20 build/configure.log)"
	}
	steps=$(make -C build -n 2>/dev/null | grep -c -e ' -c -o ' -e '--mode=link') || steps=0
	[ "$steps" = 0 ] || say "building (tables, libraries, tools): $steps steps, a minute or two on two idle cores"
	{ make -C build -j"$(nproc)" 2>&1 || echo "make: failed"; } | tee build/make.log | show_steps "$steps"
	! grep -q '^make: failed$' build/make.log || give_up "make failed" "$(tail -n 30 build/make.log)"
}

# show_steps COUNT: of make's output a line for each eighth of its steps.
show_steps() {
	awk -v steps="$1" '/^  (CC|CCLD|GEN) / && steps && ++n * 8 >= (said + 1) * steps {
		said = int(n * 8 / steps)
		printf "    %d of %d\n", n < steps ? n : steps, steps
		fflush()
	}'
}
