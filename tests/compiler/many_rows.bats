#!/usr/bin/env bats
# The table compiler on tables of tens of thousands of rows: what fits, and what is one too many. Takes a minute.

# shellcheck disable=SC2154 # variables of strings.bash
load ../tools/strings
load tables

@test "many rows: what fits is compiled right" {
	{ good_table; seq -f 'E%.0f 0x10 : E' 70000; } >t.pmu
	compile 0
	[ "$(rows_of events)" = 70002 ]
	# name, first event, events, slots
	grep -A1 '^static const struct table_table compiled_tables' t.c | grep -qx '{[0-9]*u,0u,70002u,0u,131071u},' ||
		fail "not 70002 rows in the table"
	{
		good_table
		for ((i = 0; i < 65534; i++)); do printf 'E%d 0x10 : E\n  U%d 0x1 : U\n' "$i" "$i"; done
	} >t.pmu
	compile 0
	[ "$(rows_of umask_sets)" = 65536 ] # all that 16 bits can number; the empty one and that of CACHE are the first
	sed -n '/table_event compiled_events/,/^}/p' t.c | tail -n 2 | grep -q '^{0x10u,[0-9]*u,[0-9]*u,65535u,' ||
		fail "the last event has another set"
	printf 'E 0x10 : E\n  U 0x1 : U\n' >>t.pmu
	rm t.c
	compile 1
	caught "t.pmu:131092:1: too many different sets of unit masks: 65536, and 65535 fit"
}

@test "more than 32,768 unit masks of an event, or events of one of several tables, are refused" {
	{ good_table; echo 'E 0x10 : E'; seq -f '  U%.0f 0x1 : U' 32769; } >t.pmu
	compile 1
	caught "t.pmu:24:1: E has 32769 unit masks; 32768 fit"
	{ good_table | sed '17s/.*/&\n  events     more/'; echo 'events more'; seq -f 'E%.0f 0x10 : E' 32769; } >t.pmu
	compile 1
	caught "t.pmu:18:14: table more has 32769 events; with other tables, conditions or a hook 32768 fit"
}

@test "too many rows: the line that is one too many, and the limit" {
	{
		good_table | sed "19s/\$/ variants=$(seq -s, 0 16)/; 17s/\$/ variant=0/"
		awk 'BEGIN { for (i = 1; i < 65537; i++) { list = ""; for (b = 0; b < 17; b++) if (int(i / 2 ^ b) % 2) list = list "," b;
			print "E" i, "0x10 only=" substr(list, 2) " : E" } }'
	} >t.pmu
	compile 1
	caught "t.pmu:65558:1: too many different kinds of events: 65536, and 65535 fit"
}
