#!/usr/bin/env bats
# showevtinfo, what takes seconds: all events of all PMUs, and what people search for.

# shellcheck disable=SC2154 # variables of strings.bash
load strings

@test "--json: all events of all machines" {
	try 0 showevtinfo --json '::'
	total=$(events_of true)
	[ "$total" -ge 41637 ] # libpfm4's
	prints_json "$total"
	# cpum_cf has events only on machines that tell them; others have fields only
	showevtinfo --pmus --json | jq -r 'select(.events == 0).pmu' >without
	grep -qx cpum_cf without
	[ "$(jq -r .pmu "$out" | sort -u | wc -l)" = $(($(showevtinfo --pmus | wc -l) - $(wc -l <without))) ]
}

@test "-S: what people ask for is among the first ten, on four CPUs" {
	local question wanted names cpu
	export LIBPFM_FSROOT=
	grep -v '^#' "$srcdir/tests/data/searches" >"$out.questions"
	[ "$(wc -l <"$out.questions")" -ge 52 ]
	while IFS=';' read -r -a wanted; do
		question=${wanted[0]}
		for cpu in skx spr zen4 neoverse-n1; do
			wanted=("${wanted[@]:1}")
			[ "${wanted[0]// /}" != - ] || continue
			# shellcheck disable=SC2086 # words
			names=$(showevtinfo --cpu $cpu -N -S $question 2>/dev/null | head -n 10)
			IFS='&' read -ra all <<<"${wanted[0]// /}"
			for one in "${all[@]}"; do
				grep -qixE "$one" <<<"$names" || fail "$question on $cpu: no $one in" "$names"
			done
		done
	done <"$out.questions"
}

@test "--as data: the file of all PMUs is what the schema says" {
	command -v python3 >/dev/null || skip "python3 is not installed"
	pfmexport data >events.json
	python3 "$srcdir/tests/tools/data.py" events.json "$srcdir/tools/pfm-events.schema.json" 0 2>err
	[ ! -s err ] || skip "python3-jsonschema is not installed"
}
