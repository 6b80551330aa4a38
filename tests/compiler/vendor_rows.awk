# Vendors' files of their rows without texts: awk -F '\t' -v to=FOLDER -f vendor_rows.awk ROWS.
#
#   F PATH              a file; below it
#   M TEXT              a line of it
#   H TEXT, E TEXT      what is before its rows and behind them
#   KEY=VALUE ...       a row; a value that begins with a colon is JSON, any other a string
#   L PATH TARGET       a link
#
# Of the texts only the sentence is there that names another event.

function make_folder(path) {
	sub(/\/[^\/]*$/, "", path)
	if (!(path in made))
		system("mkdir -p '" to "/" path "'")
	made[path] = 1
}

/^#/ { next }
$1 == "L" {
	make_folder($2)
	system("ln -s '" $3 "' '" to "/" $2 "'")
	next
}
$1 == "F" {
	if (path)
		close(path)
	make_folder($2)
	path = to "/" $2
	between = ""
	next
}
$1 == "M" || $1 == "H" || $1 == "E" {
	print substr($0, 3) >path
	next
}
{
	text = between "{"
	for (i = 1; i <= NF; i++) {
		at = index($i, "=")
		value = substr($i, at + 1)
		value = substr(value, 1, 1) == ":" ? substr(value, 2) : "\"" value "\""
		text = text (i > 1 ? "," : "") "\"" substr($i, 1, at - 1) "\":" value
	}
	print text "}" >path
	between = ","
}
