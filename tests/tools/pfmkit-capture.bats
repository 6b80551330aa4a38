#!/usr/bin/env bats
# pfmkit-capture as a command; what it captures: capture.sh.

load strings

setup() {
	begin
	PATH=$srcdir/tools:$PATH
}

@test "-h, --help, --version" {
	takes_help_and_version pfmkit-capture
	[ "$(pfmkit-capture --version)" = "$(showevtinfo --version | sed 's/showevtinfo/pfmkit-capture/; s/, .*//')" ]
}

@test "bad options" {
	refuses pfmkit-capture -z --nosuch "one two"
}

@test "the name of the archive is all that is printed" {
	try 0 pfmkit-capture
	prints machine.tar.gz
	says_nothing
	try 0 pfmkit-capture -- -h
	prints -h
	[ -f ./-h ]
}

@test "a name with a colon is a file, not a host" {
	try 0 pfmkit-capture a:b.tar.gz
	prints a:b.tar.gz
	tar -xzOf ./a:b.tar.gz --force-local ./proc/cpuinfo >/dev/null
}

@test "what is packed can be read by others, whatever the umask" {
	(umask 077 && pfmkit-capture) >"$out"
	tar -tvzf machine.tar.gz >"$out"
	[ "$(head -n 1 "$out" | cut -c 1-10)" = drwxr-xr-x ]
	refute grep -vE '^(drwxr-xr-x|-rw-r--r--) 0/0 ' "$out"
}

@test "a fifo in the place of a file is no reason to wait" {
	cp -r "$LIBPFM_FSROOT" root
	rm root/proc/cpuinfo
	mkfifo root/proc/cpuinfo
	LIBPFM_FSROOT=$PWD/root try 0 timeout 60 pfmkit-capture
	tar -tzf machine.tar.gz >"$out"
	refute grep cpuinfo "$out"
	unset LIBPFM_CPUID
	LIBPFM_FSROOT=$PWD/root try 0 timeout 60 showevtinfo --pmus --type os
}

@test "a signal leaves nothing behind, and is what ended it" {
	mkdir temporary files
	printf '#!/bin/sh\nkill -s "$SIGNAL" $PPID\n' >files/tar
	chmod +x files/tar
	for SIGNAL in INT TERM HUP; do
		export SIGNAL
		status=0
		PATH=$PWD/files:$PATH TMPDIR=$PWD/temporary env --default-signal="$SIGNAL" pfmkit-capture >"$out" \
			2>"$err" || status=$?
		[ "$status" = $((128 + $(kill -l $SIGNAL))) ]
		[ -z "$(ls temporary)" ]
	done
}
