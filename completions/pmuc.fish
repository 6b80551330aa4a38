# fish completion for pmuc and pfmkit-capture: what to do and its options, files, and names of tables that are
# installed. pfmkit-capture.fish is another name of this file.

function __pmuc_options
	set -l words (commandline -opc)
	set -l first
	test (count $words) -lt 2; or not contains -- $words[2] import update; or set first $words[2]
	$words[1] $first --help 2>&1 | string match -ra -- '--[a-z][a-z-]*' | sort -u
end

function __pmuc_installed
	pmuc list 2>/dev/null | string replace -rf '^/.*/([^/]*)\.pmt.*' '$1'
end

for tool in pmuc pfmkit-capture
	complete -c $tool -e
	complete -c $tool -f -n 'string match -q -- "-*" (commandline -ct)' -a '(__pmuc_options)'
end
complete -c pmuc -n 'test (count (commandline -opc)) = 1' -a 'import update where status list remove format diff dump'
complete -c pmuc -x -n 'contains -- remove (commandline -opc)' -a '--user --system (__pmuc_installed)'
