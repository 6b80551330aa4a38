# fish completion for check_events, evt2raw, perf_encode, pfmexport, pfmstat and showevtinfo: options and their values,
# then event strings piece by piece. fish loads a file of the command's name, so there is one name of this file for
# each; whichever comes first serves all.

# What stands before the current word says which machine and PMU it is of, and whether it is the value of an option.
function __pfmkit_words
	set -l words (commandline -opc)
	set -l current (commandline -ct)
	set -l given
	set -l option
	set -l names
	set -l of_tool
	set -l operand
	set -l dashes (contains -i -- -- $words)
	if test -n "$dashes"
		complete -C (string join ' ' -- (string escape -- $words[(math $dashes + 1)..]) "$current")
		return
	end
	if string match -q -- '@*' $current
		__fish_complete_path (string sub -s 2 -- $current) | string replace -r '^' @
		return
	end
	for i in (seq 2 (count $words))
		switch $words[$i]
			case --diff --pmus
				set names --pmu=
			case --metric --metrics
				string match -q -- '*showevtinfo' $words[1]; and set names --metric=
			case '--cpu=*' '--pmu=*'
				set -a given $words[$i]
			case --cpu --pmu
				test $i = (count $words); or set -a given $words[$i]=$words[(math $i + 1)]
			case '-*'
			case '*'
				string match -qr -- '^--(?!all-)[a-z]' $words[(math $i - 1)]
				or set operand $words[$i]
		end
	end
	switch $words[-1]
		case --cpu --pmu --type --flag --os --plm --group --metric --as
			set option $words[-1]=
		case -F
			set option --flag=
		case -M
			set option --metric=
		case -O
			set option --os=
	end
	if test -z "$option"; and not string match -q -- '-*' $current
		set option $names
		# the first operand of pfmexport is a form
		if test -z "$names$operand"; and string match -q -- '*pfmexport' $words[1]
			set option --as=
		end
	end
	if string match -q -- '--as=*' "$option$current"
		set of_tool (string replace -r '.*/' '' -- $words[1]) # tools have other forms
	end
	showevtinfo $given --complete="$of_tool$option$current" 2>/dev/null |
		string sub -s (math 1 + (string length -- "$option"))
end

for tool in check_events evt2raw perf_encode pfmexport pfmstat showevtinfo
	complete -c $tool -e
	complete -c $tool -f -a '(__pfmkit_words)'
	complete -c $tool -f -n 'string match -q -- "-*" (commandline -ct)' \
		-a "($tool --help 2>/dev/null | string match -ra -- '--[a-z][a-z-]*' | sort -u)"
end
