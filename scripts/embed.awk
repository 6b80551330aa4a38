# Files as C strings: awk -f embed.awk -v header=page/page.h page.html page.css ... writes a constant for each,
# page_html, page_css ..., which the header declares.
function name(file) {
	sub(/.*\//, "", file)
	gsub(/[^A-Za-z0-9]/, "_", file)
	return file
}

FNR == 1 { seen[FILENAME] = 1 }
FNR == 1 { printf("%sconst char %s[] =\n", (NR > 1) ? ";\n\n" : ("#include \"" header "\"\n\n"), name(FILENAME)) }

{
	gsub(/\\/, "&&")
	gsub(/"/, "\\\"")
	gsub(/\?\?/, "?\"\"?") # no trigraphs
	printf "\t\"%s\\n\"\n", $0
}

END {
	print ";"
	for (i = 1; i < ARGC; i++) # an empty file has no line
		if (!(ARGV[i] in seen))
			printf("\nconst char %s[] = \"\";\n", name(ARGV[i]))
}
