# shellcheck shell=sh disable=SC2034
# Shell functions of ./demo and ./test: install what is missing, build. Source it from the top of the tree.

build_packages="autoconf automake libtool gcc libc6-dev make pkg-config libcap-dev libjansson-dev linux-libc-dev"
test_packages="jq xz-utils mandoc groff-base shellcheck"

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
	give_up "the path of this directory has a space in it, which make and libtool cannot handle; move it:" "$PWD"
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

make_directory() {
	mkdir -p build 2>/dev/null ||
		give_up "build/ cannot be made here; copy this directory to where you may write:" "$PWD"
}

# Updates the package lists, once.
fresh_lists() {
	export DEBIAN_FRONTEND=noninteractive
	make_directory
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

# say_installing PACKAGE...: names them, with apt-get's estimate of what they take.
say_installing() {
	fresh_lists
	say "installing $*"
	LC_ALL=C apt-get install --assume-no --no-install-recommends "$@" 2>/dev/null </dev/null |
		sed -n '/newly installed/s/^/    /p; /^Need to get /s/^/    /p; /^After this operation/s/^/    /p'
}

# Installs packages that we cannot do without.
need() {
	find_missing "$@" || return 0
	command -v apt-get >/dev/null ||
		give_up "this is not a Debian system" "install what provides these, then run $0 again:" "$missing"
	[ "$(id -u)" = 0 ] ||
		give_up "packages are missing, and only root can install them; as root, run" \
			"apt-get update && apt-get install$missing" "and then $0 again"
	# shellcheck disable=SC2086
	say_installing $missing
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
	# shellcheck disable=SC2086
	say_installing $missing
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
	make_directory
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
