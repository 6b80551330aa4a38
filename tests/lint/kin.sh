#!/bin/sh
# How many files somebody has to read for one CPU. Rows of Arm's events are taken from src/pmu/common alone, where what
# cores of a family share stands under the family's name: a core is no part of another one. A file's events and their
# unit masks are not spread over more than five files, those that its files take from included. Environment: $srcdir.
set -eu

: "${srcdir:=.}"
cd "$srcdir"

# The names of events tables and of umasks blocks, where they stand and what they take: "defined NAME FILE", "takes FILE
# NAME". The name of an umasks block has a colon in front.
tables() {
	awk '
		FNR == 1 { block = "" }
		/^[^ \t#]/ && NF > 1 && $2 !~ /^(0[xX][0-9a-fA-F]+|[0-9]+)$/ &&
		    $1 ~ /^(pmu|layout|events|umasks|extend|groups|lists|metrics|aliases|sharing)$/ {
			block = $1
			if (block == "umasks")
				print "defined", ":" $2, FILENAME
			if (block == "events") {
				print "defined", $2, FILENAME
				if ($3 == "like")
					print "takes", FILENAME, $4
			}
			next
		}
		block ~ /^(events|umasks|extend)$/ && $1 == "use" && NF > 1 && $2 !~ /^:/ {
			split($2, from, ":")
			masks = $2 !~ /:/ && (/^[ \t]/ || block == "umasks")
			print "takes", FILENAME, (masks ? ":" : "") from[1]
		}' "$@" | LC_ALL=C sort -u
}

tables src/pmu/*/*.pmu | awk -v most=5 '
	function reached(file,  other) {
		if (file in seen)
			return
		seen[file] = 1
		count++
		for (other in from)
			if (split(other, pair, SUBSEP) && pair[1] == file)
				next_files[file] = next_files[file] " " pair[2]
		visit(file)
	}
	function visit(file,  n, i, list) {
		n = split(next_files[file], list, " ")
		for (i = 1; i <= n; i++)
			reached(list[i])
	}
	$1 == "defined" { where[$2] = $3 }
	$1 == "takes" { takes[$2, $3] = 1 }
	END {
		for (key in takes) {
			split(key, part, SUBSEP)
			file = where[part[2]]
			if (file == "" || file == part[1])
				continue
			from[part[1], file] = 1
			if (part[1] ~ /^src\/pmu\/arm\// && file !~ /^src\/pmu\/common\//) {
				print "kin: " part[1] " takes rows of " part[2] ", which is in " file \
				    ": what kin share stands in src/pmu/common"
				bad = 1
			}
		}
		for (name in where) {
			split("", seen)
			split("", next_files)
			count = 0
			reached(where[name])
			split(where[name], folder, "/")
			if (count > most) {
				print "kin: " count " files have to be read for the events of " where[name] \
				    ": more than " most
				bad = 1
			}
			if (count > largest[folder[3]])
				largest[folder[3]] = count
		}
		for (folder_name in largest)
			printf "kin: %s: at most %d files\n", folder_name, largest[folder_name]
		exit bad
	}'
