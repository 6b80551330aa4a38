#!/usr/bin/env bats
# What "make install" installs, and that programs can be built with it.

# shellcheck disable=SC2154 # variables of strings.bash
load strings

setup_file() {
	export root=$BATS_FILE_TMPDIR/root
	make -s -C "$builddir" install DESTDIR="$root" >"$BATS_FILE_TMPDIR/install.log" 2>&1 || {
		cat "$BATS_FILE_TMPDIR/install.log" >&2
		return 1
	}
}

setup() {
	use_guest
	use_files
	prefix=$root$(configured prefix)
	library=$(find "$root" -name libpfm.so.4)
	libraries=$(dirname "$library")
	export PKG_CONFIG_LIBDIR=$libraries/pkgconfig PKG_CONFIG_SYSROOT_DIR=$root
	cd "$BATS_TEST_TMPDIR" || return
}

configured() {
	sed -n "s/^$1 = //p" "$builddir/Makefile"
}

# build PROGRAM SOURCE: with what pkg-config says of the installed tree.
build() {
	# shellcheck disable=SC2046
	cc -std=c11 -D_DEFAULT_SOURCE -Wall -Wextra -Werror -o "$1" "$2" $(pkg-config --cflags --libs libpfm)
}

# with the installed library
run_program() {
	LD_LIBRARY_PATH=$libraries "$@"
}

# The functions that C says the public headers declare.
declared() {
	printf '#include <perfmon/%s>\n' pfmlib.h pfmlib_perf_event.h pfmkit.h |
		cc -E -P -I"$prefix/include" - | tr '\n' ' ' | tr ';{}' '\n' | grep -oE '\bpfm_[a-z0-9_]+ *\(' |
			tr -d ' (' | sort -u
}

exported() {
	nm -D --defined-only "$library" | awk '$2 ~ /[TDBRVW]/ { sub("@.*", "", $3); print $3 }' | sort -u
}

@test "the library: name, links, version" {
	[ "$(readelf -d "$library" | sed -n 's/.*SONAME.*\[\(.*\)\]/\1/p')" = libpfm.so.4 ]
	[ -L "$library" ]
	[ "$(readlink "$library")" = libpfm.so.4.13.0 ]
	[ "$(readlink "$libraries/libpfm.so")" = libpfm.so.4.13.0 ]
	[ -f "$libraries/libpfm.a" ]
}

@test "the last line says ldconfig, but not to who makes a package" {
	run -0 make -s --no-print-directory -C "$builddir" say-installed
	[ "$output" = "pfmkit is installed. Run \"ldconfig\" as root now: without it programs do not find $(
		configured libdir | sed "s|\${exec_prefix}|$(configured prefix)|"
	)/libpfm.so.4." ]
	make -n -C "$builddir" install-data-hook | grep -q say-installed
	! grep ldconfig "$BATS_FILE_TMPDIR/install.log"
	grep -q 'make install && sudo ldconfig' "$srcdir/README"
}

# A program with functions of its own that have the names of ours, and the libraries' public ones used.
own_names() {
	cat <<-'EOF'
		#include <perfmon/pfmlib.h>
		#include <pmapi.h>
		#include <stdio.h>
		#include <stdlib.h>

		void *encode(void) { abort(); }
		void *resolve(void) { abort(); }
		void *pmu_name(void) { abort(); }
		void *error_of(void) { abort(); }
		void *context_get(void) { abort(); }
		void *event_set_open(void) { abort(); }

		int main(void)
		{
			uint64_t *codes = NULL;
			int count = 0, error;

			setenv("LIBPFM_ENCODE_INACTIVE", "1", 1);
			error = pfm_initialize();
			if (!error)
				error = pfm_get_event_encoding("skl::INST_RETIRED:u", PFM_PLM3, NULL, NULL, &codes, &count);
			printf("%d %d 0x%llx %s\n", error, count, count ? (unsigned long long)codes[0] : 0,
			       pm_strerror("pm_init", PM_E_PERM) ? "pmapi" : "");
			return 0;
		}
	EOF
}

@test "static libraries: every global name is public or has a prefix, and a program may have an encode() of its own" {
	for archive in libpfm.a:pfm_ libpmapi.a:pm; do
		nm -g --defined-only "$libraries/${archive%:*}" |
			awk -v public="^${archive#*:}" 'NF == 3 && $3 !~ public' >"$out"
		prints_nothing
	done
	own_names >own.c
	cc -D_DEFAULT_SOURCE -I"$prefix/include" -o own own.c "$libraries/libpmapi.a" "$libraries/libpfm.a" -lpthread
	try 0 ./own
	prints "0 1 0x5100c0 pmapi"
}

@test "headers, libpfm.pc, tools, completions" {
	for header in pfmlib.h pfmlib_perf_event.h pfmkit.h perf_event.h; do
		cmp "$srcdir/include/perfmon/$header" "$prefix/include/perfmon/$header"
	done
	[ -f "$libraries/pkgconfig/libpfm.pc" ]
	[ "$(pkg-config --modversion libpfm)" = 4.13.99 ]
	for tool in check_events evt2raw perf_encode showevtinfo; do
		[ -x "$prefix/bin/$tool" ]
		[ -e "$prefix/share/bash-completion/completions/$tool" ]
		grep -q "for tool in .*$tool" "$prefix/share/fish/vendor_completions.d/$tool.fish"
	done
	for tool in pmuc pfmkit-capture; do
		grep -q "^complete .*$tool" "$prefix/share/bash-completion/completions/$tool"
		grep -q "for tool in .*$tool" "$prefix/share/fish/vendor_completions.d/$tool.fish"
		grep -q "^#compdef .*$tool" "$prefix/share/zsh/site-functions/_pmuc"
	done
}

@test "every manual page is installed in its section" {
	for page in "$srcdir"/man/*.[1-9]; do
		[ -f "$prefix/share/man/man${page##*.}/${page##*/}" ] || fail "${page##*/} is missing"
	done
	[ -f "$prefix/share/man/man7/pfm-event-strings.7" ]
}

@test "nothing installed names the staging directory" {
	refute grep -rlF "$root" "$root"
}

@test "installed tools run on the installed library" {
	for tool in check_events evt2raw perf_encode; do
		try 0 run_program "$prefix/bin/$tool" skl::INST_RETIRED
		[ -s "$out" ]
	done
	try 0 run_program "$prefix/bin/showevtinfo" -L skl::INST_RETIRED
	prints_line skl::INST_RETIRED:ANY_P
	LD_LIBRARY_PATH=$libraries ldd "$prefix/bin/check_events" | grep -qF "libpfm.so.4 => $libraries/libpfm.so.4"
}

@test "each public header compiles alone, in C and in C++" {
	for header in pfmlib.h pfmlib_perf_event.h pfmkit.h perf_event.h; do
		echo "#include <perfmon/$header>" >alone.c
		cc -std=c11 -D_DEFAULT_SOURCE -Wall -Wextra -Wpedantic -Werror -I"$prefix/include" -fsyntax-only alone.c
		! command -v c++ >/dev/null ||
			c++ -x c++ -Wall -Wextra -Werror -I"$prefix/include" -fsyntax-only alone.c
	done
}

@test "the example: no warning, and the code that the manual of libpfm4 shows" {
	build encode "$srcdir/examples/encode.c"
	LIBPFM_FORCE_PMU=amd64_fam17h_zen1 try 0 run_program ./encode
	prints "count[0]=0x5100c0"
	says_nothing
}

@test "a program on perf_event" {
	cat >program.c <<-'C'
		#include <perfmon/pfmlib_perf_event.h>
		#include <stdio.h>

		int main(void)
		{
			struct perf_event_attr attr = { .size = sizeof attr };
			pfm_perf_encode_arg_t arg = { .attr = &attr, .size = sizeof arg };

			if (pfm_initialize() ||
			    pfm_get_os_event_encoding("icl::LONGEST_LAT_CACHE:MISS:u", PFM_PLM3, PFM_OS_PERF_EVENT, &arg))
				return 1;
			printf("%u 0x%llx %d\n", attr.type, (unsigned long long)attr.config, (int)attr.exclude_kernel);
			pfm_terminate();
			return 0;
		}
	C
	build program program.c
	try 0 run_program ./program
	prints "4 0x412e 1"
}

@test "a program with the static library" {
	# shellcheck disable=SC2046
	cc -std=c11 -D_DEFAULT_SOURCE -o encode "$srcdir/examples/encode.c" $(pkg-config --cflags libpfm) \
		"$libraries/libpfm.a" -lpthread
	refute sh -c 'readelf -d encode | grep libpfm'
	LIBPFM_FORCE_PMU=amd64_fam17h_zen1 try 0 ./encode
	prints "count[0]=0x5100c0"
}

# A binding for Python made by SWIG from the installed headers, as libpfm4's is made from its own: results are handed
# out by the parameter's name "output", anonymous members have names, and perf_event_attr_t is there.
binding() {
	cat <<-'EOF'
		%module binding
		%{
		#define SWIG
		#include <perfmon/pfmlib_perf_event.h>
		#include <stdlib.h>
		%}
		%include <stdint.i>
		%define HANDED_OUT(type)
		%typemap(in, numinputs=0) type *output {
			$1 = calloc(1, sizeof *$1);
			$1->size = sizeof *$1;
		}
		%typemap(argout) type *output {
			%append_output(SWIG_NewPointerObj($1, $descriptor(type *), SWIG_POINTER_OWN));
		}
		%enddef
		HANDED_OUT(pfm_pmu_info_t)
		HANDED_OUT(pfm_event_info_t)
		HANDED_OUT(pfm_event_attr_info_t)
		%include <perfmon/perf_event.h>
		%include <perfmon/pfmlib.h>
		%include <perfmon/pfmlib_perf_event.h>
	EOF
}

binding_user() {
	cat <<-'EOF'
		from binding import *
		assert pfm_initialize() == 0
		error, event = pfm_get_event_info(pfm_find_event("skl::INST_RETIRED"), PFM_OS_PERF_EVENT)
		print(error, event.name, event.flags.is_speculative)
		error, pmu = pfm_get_pmu_info(event.pmu)
		print(error, pmu.name, pmu.flags.is_present)
		error, attr = pfm_get_event_attr_info(event.idx, 0, PFM_OS_NONE)
		print(error, attr.name, attr.flags.is_dfl, attr.defaults.dfl_val64)
		attr = perf_event_attr_t()
		arg = pfm_perf_encode_arg_t()
		arg.attr, arg.size = attr, PFM_PERF_ENCODE_ABI0
		print(pfm_get_os_event_encoding("skl::LONGEST_LAT_CACHE:MISS:u", PFM_PLM3, PFM_OS_PERF_EVENT, arg), hex(attr.config), attr.exclude_kernel)
	EOF
}

@test "a binding for Python, made by SWIG from the installed headers" {
	command -v swig >/dev/null || skip "swig is not installed"
	command -v python3-config >/dev/null || skip "python3-dev is not installed"
	binding >binding.i
	binding_user >user.py
	wide=$(printf '#if __SIZEOF_POINTER__ == 8\n-DSWIGWORDSIZE64\n#endif\n' | cc -E -P -)
	# shellcheck disable=SC2086
	swig -python -Werror -w314,451,462 $wide -I"$prefix/include" binding.i
	# shellcheck disable=SC2046
	cc -shared -fPIC $(python3-config --includes) -I"$prefix/include" -o _binding.so binding_wrap.c -L"$libraries" \
		-lpfm
	try 0 run_program env LIBPFM_ENCODE_INACTIVE=1 python3 user.py
	prints "0 INST_RETIRED 0" "0 skl 0" "0 ANY_P 1 0" "0 0x412e 1"
}

@test "what programs for libpfm4 find in <perfmon/perf_event.h>, and that PRIu64 prints its numbers" {
	cat >program.c <<-'EOF'
		#include <perfmon/pfmlib_perf_event.h>
		#include <stdio.h>

		int main(void)
		{
			struct perf_event_attr attr = { .config = 5, .sample_period = 7 };
			struct perf_event_mmap_page page = { .cap_usr_rdpmc = 1 };
			struct perf_branch_stack stack = { .nr = 3 };
			uint64_t *config = &attr.config;

			printf("%" PRIu64 " %" PRIx64 " %" PRIu64 " %" PRIu64 "\n", *config, attr.sample_period,
			       page.data_head, stack.nr);
			printf("%d %d\n", ioctl(-1, PERF_EVENT_IOC_ENABLE, 0),
			       prctl(PR_TASK_PERF_EVENTS_DISABLE) == 0 && page.cap_user_rdpmc);
			return 0;
		}
	EOF
	build program program.c
	try 0 run_program ./program
	prints "5 7 0 3" "-1 1"
}

@test "exported symbols are the functions of the public headers, and no more" {
	[ "$(declared | wc -l)" -ge 18 ]
	diff <(declared) <(exported | grep -v '^pfm_private_') >&2 # those are for the project's own tools
}

@test "the static library has the same functions" {
	nm -g --defined-only "$libraries/libpfm.a" 2>/dev/null | awk 'NF == 3 { print $3 }' | sort -u >names
	declared | comm -23 - names | diff /dev/null - >&2
}

@test "few relocations: the tables hold no pointers" {
	count=$(readelf -rW "$library" | grep -cE '^[0-9a-f]{8,16} ')
	[ "$count" -lt 190 ] || fail "$count relocations"
	[ "$count" -gt 5 ] || fail "$count relocations: is that the library?"
}

@test "a program compiled with Debian's libpfm4 headers runs on this library" {
	# other headers than ours, or there is nothing to test
	[ -f /usr/include/perfmon/pfmlib.h ] || skip "libpfm4-dev is not installed"
	cat >program.c <<-'C'
		#include <perfmon/pfmlib_perf_event.h>
		#include <stdio.h>
		#include <stdlib.h>
		#include <string.h>

		static int list_attributes(int idx)
		{
			pfm_event_info_t event = { .size = sizeof event };
			pfm_event_attr_info_t attr = { .size = sizeof attr };

			if (pfm_get_event_info(idx, PFM_OS_NONE, &event))
				return 1;
			for (int i = 0; i < event.nattrs; i++) {
				if (pfm_get_event_attr_info(idx, i, PFM_OS_NONE, &attr))
					return 1;
				if (attr.type == PFM_ATTR_UMASK)
					printf("%s %d\n", attr.name, (int)attr.is_dfl);
			}
			return 0;
		}

		int main(void)
		{
			pfm_pmu_info_t pmu = { .size = sizeof pmu };
			pfm_pmu_encode_arg_t raw = { .size = sizeof raw };
			struct perf_event_attr attr;
			char *string = NULL;
			pfm_perf_encode_arg_t perf = { .attr = &attr, .fstr = &string, .size = sizeof perf };

			memset(&attr, 0, sizeof attr);
			attr.size = sizeof attr;
			if (pfm_initialize() || pfm_get_pmu_info(PFM_PMU_INTEL_SKL, &pmu))
				return 1;
			printf("%s %s %d\n", pmu.name, pmu.desc, pmu.nevents > 80);
			if (pfm_get_os_event_encoding("skl::OFFCORE_RESPONSE_0:DMND_DATA_RD:ANY_RESPONSE",
			                              PFM_PLM0 | PFM_PLM3, PFM_OS_NONE, &raw))
				return 1;
			printf("%d 0x%llx 0x%llx %d\n", raw.count, (unsigned long long)raw.codes[0],
			       (unsigned long long)raw.codes[1], raw.idx);
			if (pfm_get_os_event_encoding("skl::INST_RETIRED:u:precise=1", PFM_PLM3,
			                              PFM_OS_PERF_EVENT_EXT, &perf))
				return 1;
			printf("0x%llx %d %s\n", (unsigned long long)attr.config, (int)attr.precise_ip, string);
			if (list_attributes(perf.idx))
				return 1;
			printf("%s %d\n", pfm_strerror(PFM_ERR_NOTFOUND),
			       pfm_find_event("skl::NOSUCH") == PFM_ERR_NOTFOUND);
			free(raw.codes);
			free(string);
			pfm_terminate();
			return 0;
		}
	C
	cc -o program program.c -L"$libraries" -lpfm
	LIBPFM_ENCODE_INACTIVE=1 try 0 run_program ./program
	# the vendor adds unit masks to his tables: these are among them
	for line in "skl Intel Skylake 1" "2 0x5301b7 0x10001 419430486" \
		"0xc0 1 skl::INST_RETIRED:ANY_P:e=0:i=0:c=0:t=0:intx=0:intxcp=0:u=1:k=0:precise=1:excl=0:mg=0:mh=1" \
		"ANY_P 1" "ALL 0" "TOTAL_CYCLES 0" "PREC_DIST 0" "event not found 1"; do
		prints_line "$line"
	done
}

@test "configure: a library that was asked for and is not there is an error, one that was not is left out" {
	try 1 "$srcdir/configure" -q --with-libcap ac_cv_header_sys_capability_h=no
	says "--with-libcap: libcap is not there"
	try 1 "$srcdir/configure" -q --with-jansson ac_cv_header_jansson_h=no
	says "--with-jansson: jansson is not there"
	try 0 "$srcdir/configure" -q ac_cv_header_sys_capability_h=no ac_cv_header_jansson_h=no
	refute grep -q 'HAVE_LIBCAP 1' config.h
}

@test "what is uninstalled is gone" {
	cp -a "$root" copy
	make -s -C "$builddir" uninstall DESTDIR="$PWD/copy"
	find copy ! -type d | diff /dev/null - >&2
}

@test "a program for IBM's Performance Monitoring API, from installed files only" {
	cat >client.c <<-'C'
		#include <pmapi.h>
		#include <stdio.h>
		#include <string.h>

		static int find_group(const pm_info_t *info, const pm_groups_info_t *groups, const char *one, const char *two)
		{
			for (int g = 0; g < groups->maxgroups; g++) {
				int found = 0;

				for (int c = 0; c < info->maxpmcs; c++)
					for (int e = 0; e < info->maxevents[c]; e++)
						if (info->list_events[c][e].event_id == groups->event_groups[g].events[c]) {
							const char *name = info->list_events[c][e].short_name;
							found |= strcmp(name, one) ? 0 : 1;
							found |= strcmp(name, two) ? 0 : 2;
						}
				if (found == 3)
					return groups->event_groups[g].group_id;
			}
			return -1;
		}

		int main(void)
		{
			pm_info_t info;
			pm_groups_info_t groups;
			pm_prog_t prog;
			pm_data_t data;
			int error = pm_init(PM_VERIFIED | PM_UNVERIFIED | PM_CAVEAT | PM_GET_GROUPS, &info, &groups);

			if (error) {
				pm_error("pm_init", error);
				return 1;
			}
			prog.mode.w = 0;
			prog.mode.b.user = 1;
			prog.mode.b.is_group = 1;
			prog.events[0] = find_group(&info, &groups, "PM_FPU_FMA", "PM_INST_CMPL");
			printf("%s %d\n", info.proc_name, prog.events[0]);
			error = pm_set_program_mythread(&prog);
			if (error)
				pm_error("pm_set_program_mythread", error);
			else if (!pm_start_mythread() && !pm_stop_mythread() && !pm_get_data_mythread(&data))
				pm_delete_program_mythread();
			return 0;
		}
	C
	# shellcheck disable=SC2046
	cc -std=c11 -Wall -Wextra -Werror -o client client.c -Wl,-rpath-link,"$libraries" \
		$(pkg-config --cflags --libs pmapi)
	# beside another libpfm, the one that belongs to it
	[[ $(pkg-config --libs pmapi) == *-lpmapi*-lpfm* ]] || fail "expected -lpfm in $(pkg-config --libs pmapi)"
	LIBPFM_CPUID=POWER-0x35 try 0 run_program ./client
	prints "POWER4 14"
	[ "$(nm -D --defined-only "$libraries/libpmapi.so" | grep -cv ' pm_')" = 0 ]
	echo '#include <pmapi.h>' >alone.c
	cc -std=c99 -Wall -Wextra -Wpedantic -Werror -I"$prefix/include" -fsyntax-only alone.c
	! command -v c++ >/dev/null || c++ -x c++ -Wall -Wextra -Werror -I"$prefix/include" -fsyntax-only alone.c
}
