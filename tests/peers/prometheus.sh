#!/bin/sh
# What pfmstat writes is scraped by Debian's node_exporter and Prometheus, on loopback: its counts are there and do not
# fall, promtool has nothing to say of them, and the dashboard's expressions give series.
# Environment: $srcdir, $builddir. Exit status 77: skipped, and the reason is said.
set -eu

: "${srcdir:=.}" "${builddir:=build}"
srcdir=$(cd "$srcdir" && pwd)
builddir=$(cd "$builddir" && pwd)
work=$builddir/tests/tmp/prometheus
[ ! -d "$builddir/.libs" ] || export PATH="$builddir/.libs:$PATH" LD_LIBRARY_PATH="$builddir/.libs"
export PATH="$builddir:$PATH" LC_ALL=C
rm -rf "$work"
mkdir -p "$work/text" "$work/data" "$work/debian"
cd "$work"
# Debian's packages are unpacked here where they are not installed: installing them would start their services.
if ! command -v promtool >/dev/null || ! command -v prometheus-node-exporter >/dev/null; then
	(cd debian && apt-get -q download prometheus prometheus-node-exporter && for package in *.deb; do
		dpkg-deb -x "$package" .
	done) >download.log 2>&1 || {
		echo "prometheus: skipped: Debian's packages of Prometheus cannot be had: $(tail -n 1 download.log)"
		exit 77
	}
	export PATH="$work/debian/usr/bin:$PATH"
fi
pfmstat -e task-clock -o /dev/null -- true >can 2>&1 || {
	echo "prometheus: skipped: the kernel does not let us count"
	exit 77
}

pids=
# shellcheck disable=SC2154 # pids is a list
trap '[ -z "$pids" ] || kill $pids 2>/dev/null || :; wait 2>/dev/null || :; rm -rf data debian' EXIT

failed=0
# is WHAT COMMAND...
is() {
	what=$1
	shift
	if "$@"; then
		echo "ok: $what"
	else
		echo "prometheus: $what: not so"
		failed=1
	fi
}

# A port that nobody has; another process may take it before we do, which the wait below finds out.
port() {
	python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

exporter=127.0.0.1:$(port)
server=127.0.0.1:$(port)
pfmstat --as prometheus -I 500ms -o text/pfm.prom -e task-clock,page-faults,context-switches,cpu-migrations \
	-M cs_per_second,page_faults_per_second -- sh -c 'while :; do /bin/true; done' >pfmstat.log 2>&1 &
pids="$pids $!"
# Questions need a PMU: the kernel is played (preload.c), a Sapphire Rapids that counts so much in a nanosecond.
preload=$builddir/tests/lib/.libs/preload.so
if [ -e "$preload" ]; then
	mkdir -p root/sys/bus/event_source/devices/cpu root/sys/bus/event_source/devices/software
	echo 4 >root/sys/bus/event_source/devices/cpu/type
	echo 1 >root/sys/bus/event_source/devices/software/type
	is "questions are counted" env LIBPFM_FSROOT="$work/root" LIBPFM_CPUID=GenuineIntel-6-143-8 \
		LD_PRELOAD="$preload" PFM_RATES='4:0xc0=2000 4:0x3c=1000 4:0xc5=8 4:0x412e=6' \
		"$builddir/.libs/pfmstat" --as prometheus -o text/questions.prom -M ipc,branch_mpki,llc_mpki -- true
	is "promtool has nothing to say of questions" promtool check metrics <text/questions.prom
fi
prometheus-node-exporter --collector.disable-defaults --collector.textfile --collector.textfile.directory=text \
	--web.listen-address="$exporter" >exporter.log 2>&1 &
pids="$pids $!"
sed -e 's/15s/1s/' -e "s/127.0.0.1:9100/$exporter/" "$srcdir/examples/prometheus/prometheus.yml" >prometheus.yml
cp "$srcdir/examples/prometheus/alert.yml" .
is "promtool takes the configuration" promtool check config prometheus.yml >config.log
prometheus --config.file=prometheus.yml --storage.tsdb.path=data --web.listen-address="$server" >server.log 2>&1 &
pids="$pids $!"

query() {
	promtool query instant "http://$server" "$1" 2>/dev/null
}

i=0
until query 'count_over_time(pfm_page_faults_total[1m]) > 3' | grep -q instance; do
	i=$((i + 1))
	[ $i -lt 90 ] || {
		echo "prometheus: nothing was scraped"
		tail -n 5 pfmstat.log exporter.log server.log
		exit 1
	}
	sleep 1
done
is "promtool has nothing to say of the metrics" promtool check metrics <text/pfm.prom
is "no counter has fallen" [ -z "$(query 'resets({__name__=~"pfm_.*_total"}[1m]) > 0')" ]
jq -r '.panels[].targets[].expr' "$srcdir/examples/prometheus/dashboard.json" >expressions
while IFS= read -r expression; do
	case $expression in
	pfm_*) [ -e text/questions.prom ] || continue ;; # of group questions
	esac
	is "$expression gives a series" [ -n "$(query "$expression")" ]
done <expressions
[ ! -e text/questions.prom ] ||
	is "2 instructions a cycle" sh -c "promtool query instant http://$server pfm_ipc | grep -q '=> 2 @'"
[ "$failed" = 0 ] && echo "prometheus: all as it should be"
exit "$failed"
