# Releases of vendors' files of their names and codes: awk -v to=FOLDER -v series=NAME -f history.awk HISTORY.
#
#   series NAME
#   release 00                  all rows of the one before, and:
#   map PATH                    lines of mapfile.csv below, blanks as ~
#   file PATH VERSION           rows below: NAME FIELD=VALUE..., blanks as ~, in place of the one of the name; NAME -
#   gone PATH                   no such file any more
#
# Fields are letters, see below; "=NAME" and ">NAME" are the sentences of a text that name another event.

BEGIN {
	n = split("c EventCode u UMask x UMaskExt s ExtSel p PortMask f FCMask m CounterMask i Invert e EdgeDetect " \
		"t AnyThread q EqualTo k Counter r MSRIndex v MSRValue n Unit y CounterType l Filter b PEBS " \
		"d Deprecated A EnAllCores S EnAllSlices I SliceId T ThreadMask R RdWrMask C ConfigCode", part, " ")
	for (i = 1; i < n; i += 2)
		field[part[i]] = part[i + 1]
}

function with_blanks(text) {
	gsub(/~/, " ", text)
	return text
}

function make_folder(path) {
	sub(/\/[^\/]*$/, "", path)
	if (!(path in made))
		system("mkdir -p '" path "'")
	made[path] = 1
}

function write_release(   f, i, path, between) {
	for (f = 1; release != "" && f <= files; f++) {
		if (version[f] == "")
			continue
		path = to "/" release "/" file[f]
		make_folder(path)
		if (file[f] ~ /^arch\//)
			print "[" >path
		else
			printf "{ \"Header\": { \"Version\": \"%s\" }, \"Events\": [\n", version[f] >path
		between = ""
		for (i = 1; i <= rows[f]; i++)
			if (row[f, i] != "") {
				printf "%s%s", between, row[f, i] >path
				between = ",\n"
			}
		print (file[f] ~ /^arch\//) ? "\n]" : "\n] }" >path
		close(path)
	}
	if (release != "" && map != "") {
		path = to "/" release "/" map
		make_folder(path)
		for (i = 1; i <= lines; i++)
			print line[i] >path
		close(path)
	}
}

# A row as the vendor's file has it.
function json(   i, at, key, text) {
	text = "{ \"EventName\": \"" with_blanks($1) "\""
	for (i = 2; i <= NF; i++) {
		at = index($i, "=")
		key = substr($i, 1, at - 1)
		if (substr($i, 1, 1) == ">")
			text = text ", \"BriefDescription\": \"This event is deprecated. Refer to new event " \
				substr($i, 2) "\""
		else if (key == "")
			text = text ", \"BriefDescription\": \"[This event is alias to " substr($i, 2) "]\""
		else
			text = text ", \"" field[key] "\": \"" with_blanks(substr($i, at + 1)) "\""
	}
	return text " }"
}

/^series / { write_release(); release = ""; mine = $2 == series; next }
!mine { next }
/^release / { write_release(); release = $2; current = 0; next }
/^map / { map = $2; lines = 0; current = 0; next }
/^file / || /^gone / {
	for (current = 1; current <= files && file[current] != $2; current++)
		;
	if (current > files)
		file[++files] = $2
	version[current] = $1 == "file" ? $3 : ""
	if ($1 == "gone")
		rows[current] = 0
	next
}
current {
	if (!((current, $1) in number))
		number[current, $1] = ++rows[current]
	row[current, number[current, $1]] = $2 == "-" && NF == 2 ? "" : json()
	next
}
{ line[++lines] = with_blanks(substr($0, 3)) }
END { write_release() }
