# Makes releases of a vendor's files of compact rows: awk -v to=FOLDER -f vendor_files.awk ROWS.
#
#   release 01 [map 6-FA=CPU/events/x_core.json:hybridcore:Core ...]
#   file CPU/events/x_core.json VERSION
#   NAME EVENTCODE UMASK [UNIT=CHA] [CMASK=2] [INV=1] [EDGE=1] [EXT=..] [CTR=..] [MSR=INDEX:VALUE] [TEXT=a_b] [DROP]
#   raw TEXT OF A ROW
#
# A release begins with all rows of the one before it; a row of the same name takes the place of the older one, DROP
# takes it away. expected.NN lists "NAME CONFIG [CONFIG1]" of all rows as perf_event's fields say: event 0-7,
# umask 8-15, edge 18, inv 23, cmask 24-31, umask's extension 40-47.

function flush_release(   f, i, n, path, first) {
	if (release == "")
		return
	for (f = 1; f <= files; f++) {
		path = to "/" release "/" file[f]
		system("mkdir -p \"$(dirname '" path "')\"")
		printf "{\n\"Header\": { \"Info\": \"Performance Monitoring Events for %s - V%s\", ",
			file[f], version[f] >path
		printf "\"Version\": \"%s\" },\n\"Events\": [\n", version[f] >path
		first = 1
		for (i = 1; i <= rows; i++)
			if (of[i] == f && row[i] != "") {
				printf "%s%s", first ? "" : ",\n", row[i] >path
				first = 0
			}
		printf "\n]\n}\n" >path
		close(path)
	}
	path = to "/" release "/mapfile.csv"
	print "Family-model,Version,Filename,EventType,Core Type,Native Model ID,Core Role Name" >path
	for (i = 1; i <= maps; i++)
		print map[i] >path
	close(path)
	path = to "/expected." release
	for (i = 1; i <= rows; i++)
		if (row[i] != "" && wanted[i] != "")
			print wanted[i] >path
	close(path)
}

function hexadecimal(text,   i, n) {
	text = tolower(text)
	sub(/^0x/, "", text)
	for (i = 1; i <= length(text); i++)
		n = 16 * n + index("0123456789abcdef", substr(text, i, 1)) - 1
	return n
}

function in_hexadecimal(n) { # in halves: mawk's %x ends at 32 bits
	return n < 4294967296 ? sprintf("%x", n) : sprintf("%x%08x", int(n / 4294967296), n % 4294967296)
}

function number(text) {
	return text ~ /^0[xX]/ ? hexadecimal(text) : text + 0
}

/^#/ { next }

$1 == "release" {
	flush_release()
	release = $2
	if (NF > 2)
		maps = 0
	for (i = 3; i <= NF; i++) {
		split($i, part, /[=:]/)
		map[++maps] = "GenuineIntel-" part[1] ",V1," "/" part[2] "," part[3] ",,," part[4]
	}
	next
}

$1 == "file" {
	for (current = 1; current <= files && file[current] != $2; current++)
		;
	if (current > files)
		file[++files] = $2
	version[current] = $3
	next
}

NF {
	raw = $1 == "raw"
	for (at = 1; at <= rows && !(of[at] == current && name[at] == $1); at++)
		;
	if (raw || at > rows)
		at = ++rows
	of[at] = current
	name[at] = $1
	wanted[at] = row[at] = ""
	if ($NF == "DROP")
		next
	if (raw) {
		row[at] = $0
		sub(/^raw /, "", row[at])
		next
	}
	delete extra
	for (i = 4; i <= NF; i++) {
		equals = index($i, "=")
		extra[substr($i, 1, equals - 1)] = substr($i, equals + 1)
	}
	text = sprintf("{ \"EventName\": \"%s\", \"EventCode\": \"%s\", \"UMask\": \"%s\"", $1, $2, $3)
	text = text sprintf(", \"Counter\": \"%s\"", "CTR" in extra ? extra["CTR"] : "0,1,2,3")
	if ("UNIT" in extra) text = text sprintf(", \"Unit\": \"%s\"", extra["UNIT"])
	if ("CMASK" in extra) text = text sprintf(", \"CounterMask\": \"%s\"", extra["CMASK"])
	if ("INV" in extra) text = text sprintf(", \"Invert\": \"%s\"", extra["INV"])
	if ("EDGE" in extra) text = text sprintf(", \"EdgeDetect\": \"%s\"", extra["EDGE"])
	if ("EXT" in extra) text = text sprintf(", \"UMaskExt\": \"%s\"", extra["EXT"])
	gsub(/_/, " ", extra["TEXT"])
	if (extra["TEXT"] != "") text = text sprintf(", \"BriefDescription\": \"%s\"", extra["TEXT"])
	config1 = ""
	if ("MSR" in extra) {
		split(extra["MSR"], part, ":")
		text = text sprintf(", \"MSRIndex\": \"%s\", \"MSRValue\": \"%s\"", part[1], part[2])
		config1 = part[2]
	}
	row[at] = text " }"
	config = number($2) + 256 * number($3) + 16777216 * number(extra["CMASK"]) + 8388608 * number(extra["INV"]) + \
		262144 * number(extra["EDGE"]) + 1099511627776 * number(extra["EXT"])
	if ("WANT" in extra) config = number(extra["WANT"])
	wanted[at] = $1 " 0x" in_hexadecimal(config) (config1 == "" ? "" : " " config1)
}

END { flush_release() }
