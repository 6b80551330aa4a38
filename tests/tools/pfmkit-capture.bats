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

@test "of the kernel's command line one word is packed" {
	cp -r "$LIBPFM_FSROOT" root
	for line in "root=UUID=12-34 quiet" "host=secret irqchip.gicv3_pseudo_nmi=1 quiet"; do
		echo "$line" >root/proc/cmdline
		LIBPFM_FSROOT=$PWD/root try 0 pfmkit-capture
		tar -xzOf machine.tar.gz --wildcards '*/proc/cmdline' >>found 2>/dev/null || echo none >>found
	done
	printf 'none\nirqchip.gicv3_pseudo_nmi=1\n' | diff - found >&2
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

@test "of a hostile directory only its own regular files are packed, and no more of them than a kernel's has" {
	cp -r "$LIBPFM_FSROOT" root
	echo secret >secret
	mkdir outside outside/events
	echo secret >outside/events/leak
	echo 1 >outside/type
	devices=root/sys/bus/event_source/devices
	mkdir -p "$devices/hostile/events" "$devices/hostile/format" root/sys/devices/system/cpu/cpu0/topology
	echo 7 >"$devices/hostile/type"
	echo event=0x1 >"$devices/hostile/events/good"
	echo config:0-7 >"$devices/hostile/format/event"
	ln -s format/event "$devices/hostile/cpumask"
	ln -s "$PWD/secret" "$devices/hostile/events/absolute"
	ln -s ../../../../../../../secret "$devices/hostile/events/relative"
	ln -s /etc/passwd "$devices/hostile/identifier"
	ln -s "$PWD/outside" "$devices/away"
	ln -s "$PWD/outside/events" "$devices/hostile/caps"
	truncate -s 3G "$devices/hostile/events/sparse" root/sys/devices/system/cpu/online \
		root/sys/devices/system/cpu/cpu0/topology/core_cpus_list
	rm -f root/proc/cpuinfo root/proc/sys/kernel/perf_event_paranoid
	truncate -s 3G root/proc/cpuinfo
	mkdir -p root/proc/sys/kernel
	ln -s "$PWD/secret" root/proc/sys/kernel/perf_event_paranoid
	LIBPFM_FSROOT=$PWD/root try 0 timeout 100 pfmkit-capture
	mkdir unpacked
	tar -xzf machine.tar.gz -C unpacked
	refute grep -r secret unpacked
	refute grep -r root: unpacked
	(cd unpacked/sys/bus/event_source/devices && find hostile away ! -type d 2>/dev/null | sort) >found
	printf '%s\n' hostile/cpumask hostile/events/good hostile/format/event hostile/type | diff - found >&2
	[ "$(cat unpacked/sys/bus/event_source/devices/hostile/cpumask)" = config:0-7 ]
	for file in events/absolute events/relative identifier caps/leak; do
		says_line "pfmkit-capture: $PWD/$devices/hostile/$file: left out: it is a link to what is\
 not below $PWD/root"
	done
	says_line "pfmkit-capture: $PWD/$devices/away: left out: it is a link to what is not below\
 $PWD/root"
	says_line "pfmkit-capture: $PWD/$devices/hostile/events/sparse: left out: it has more than 64 KiB"
	says_line "pfmkit-capture: $PWD/root/proc/cpuinfo: left out: it has more than 16 MiB"
}

@test "a signal leaves nothing behind, and is what ended it" {
	mkdir "it's temporary" files
	echo before >machine.tar.gz
	printf '#!/bin/sh\nkill -s "$SIGNAL" $PPID\n' >files/tar
	chmod +x files/tar
	for SIGNAL in INT TERM HUP QUIT USR1; do
		export SIGNAL
		status=0
		PATH=$PWD/files:$PATH TMPDIR="$PWD/it's temporary" env --default-signal="$SIGNAL" pfmkit-capture \
			>"$out" 2>"$err" || status=$?
		[ "$status" = $((128 + $(kill -l $SIGNAL))) ]
		[ -z "$(ls "it's temporary")" ]
		[ "$(cat machine.tar.gz)" = before ]
	done
}

@test "what cannot be captured or written is said, and what was there stays" {
	LIBPFM_FSROOT=$PWD/nosuch try 1 pfmkit-capture
	says_line "pfmkit-capture: LIBPFM_FSROOT is $PWD/nosuch, which is no directory"
	[ ! -e machine.tar.gz ]
	try 1 pfmkit-capture nosuch/machine.tar.gz
	says_line 'pfmkit-capture: nosuch/machine.tar.gz cannot be written'
	try 1 pfmkit-capture /dev/full
	says_line 'pfmkit-capture: /dev/full cannot be written'
	mkdir files
	printf '#!/bin/sh\nexit 3\n' >files/tar
	chmod +x files/tar
	echo before >machine.tar.gz
	PATH=$PWD/files:$PATH try 1 pfmkit-capture
	[ "$(cat machine.tar.gz)" = before ]
}

@test "a directory whose name begins like an option" {
	cp -r "$LIBPFM_FSROOT" ./-r
	LIBPFM_FSROOT=-r try 0 pfmkit-capture
	says_nothing
	tar -xzOf machine.tar.gz ./proc/cpuinfo | grep -q vendor_id
}

@test "nothing that was typed acts on a terminal" {
	try 2 pfmkit-capture $'--a\e[31m\x9b'
	says_line 'pfmkit-capture: no such option: --a?[31m?'
	try 1 pfmkit-capture $'nosuch/\e'
	says_line 'pfmkit-capture: nosuch/? cannot be written'
}
