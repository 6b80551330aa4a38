# fish completion for check_events, evt2raw, perf_encode and showevtinfo: options, then event strings piece by piece. fish loads
# a file of the command's name, so there is one name of this file for each; whichever comes first serves all.

for tool in check_events evt2raw perf_encode showevtinfo
	complete -c $tool -e
	complete -c $tool -f -a '(showevtinfo --complete (commandline -ct) 2>/dev/null)'
	complete -c $tool -f -n 'string match -q -- "-*" (commandline -ct)' \
		-a "($tool --help 2>/dev/null | string match -ra -- '--[a-z][a-z-]*' | sort -u)"
end
