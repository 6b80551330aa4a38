# shellcheck shell=sh disable=SC2034
# Shell functions of ./demo and ./test: install what is missing, build. Source it from the top of the tree.

build_packages="autoconf automake libtool gcc libc6-dev make pkg-config libcap-dev linux-libc-dev"

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

# Sets $missing to those of the named Debian packages that are not there; false if none.
find_missing() {
	missing=
	for package in "$@"; do
		dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing="$missing $package"
	done
	[ -n "$missing" ]
}

# Updates the package lists, once.
fresh_lists() {
	export DEBIAN_FRONTEND=noninteractive
	mkdir -p build
	[ -z "${lists_are_fresh-}" ] || return 0
	lists_are_fresh=yes
	apt-get update -qq >/dev/null 2>&1 || say "apt-get update failed; trying with the package lists that are there"
}

# Installs packages that we cannot do without.
need() {
	find_missing "$@" || return 0
	command -v apt-get >/dev/null || give_up "this is not a Debian system" "install what provides these, then run $0 again:" "$missing"
	[ "$(id -u)" = 0 ] || give_up "packages are missing, and only root can install them; as root, run" "apt-get update && apt-get install$missing" "and then $0 again"
	say "installing$missing"
	fresh_lists
	# shellcheck disable=SC2086
	apt-get install -y -qq --no-install-recommends $missing >build/apt.log 2>&1 </dev/null ||
		give_up "apt-get install failed: is there a network?" "$(tail -n 3 build/apt.log)"
}

# Installs packages that we can do without, each that can be had.
want() {
	find_missing "$@" || return 0
	if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
		say "going on without$missing"
		return 0
	fi
	say "installing$missing"
	fresh_lists
	# shellcheck disable=SC2086
	apt-get install -y -qq --no-install-recommends $missing >build/apt.log 2>&1 </dev/null && return 0
	for package in $missing; do
		apt-get install -y -qq --no-install-recommends "$package" >build/apt.log 2>&1 </dev/null || say "going on without $package"
	done
}

# Configures and builds in build/. Says what it does; on failure shows the end of the log.
build() {
	mkdir -p build
	if [ ! -x configure ]; then
		say "making ./configure"
		autoreconf -fi >build/autoreconf.log 2>&1 || give_up "autoreconf failed" "$(tail -n 20 build/autoreconf.log)"
	fi
	[ -f build/Makefile ] || {
		say "configuring"
		(cd build && ../configure -q) >build/configure.log 2>&1 || give_up "configure failed" "$(tail -n 20 build/configure.log)"
	}
	say "building (the tables of 675 PMUs, the library, four tools)"
	make -C build -j"$(nproc)" >build/make.log 2>&1 || give_up "make failed" "$(tail -n 30 build/make.log)"
}
