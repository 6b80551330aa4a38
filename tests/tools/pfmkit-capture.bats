#!/usr/bin/env bats
# pfmkit-capture as a command; what it captures: capture.sh.

load strings

setup() {
	use_tools
	PATH=$srcdir/tools:$PATH
	use_guest
	use_files
	cd "$BATS_TEST_TMPDIR" || return
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
