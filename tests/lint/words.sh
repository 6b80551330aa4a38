#!/bin/sh
# Comments of the sources and the manual use the field's words, CONTRIBUTING's style: vendor, directory, core type,
# lowercase; and sentences that say who does what. Exceptions: makers is a member of objects and a word of table text.
# Environment: $srcdir.
set -eu

: "${srcdir:=.}"
if ! command -v python3 >/dev/null; then
	echo "skipped: python3 is not installed"
	exit 77
fi
cd "$srcdir"
find include src tools man -name '*.[ch]' -o -name '*.def' -o -name '*.[1357]' | sort | xargs python3 -c '
import re, sys

words = re.compile(r"\b([Ff]olders?|[Mm]akers?|[Kk]inds? of cores?|[Ww]hoever|[Nn]obody|of those that|[Ww]hat there is"
	r"|is said|small letters)\b")
parts = re.compile(r"/\*.*?\*/|\"(?:[^\"\\\n]|\\.)*\"|\x27(?:[^\x27\\\n]|\\.)*\x27", re.S)
member = re.compile(r"\.BI? makers|\" ?makers ?\"|\bmakers=|\bNAME\(makers\)")
found = 0


def look(name, text, first):
	global found
	lines = text.splitlines()
	for hit in words.finditer(text):
		number = text.count("\n", 0, hit.start())
		if not member.search(lines[number]):
			print(f"words: {name}:{first + number}: {hit.group()}: {lines[number].strip()}")
			found += 1


for name in sys.argv[1:]:
	with open(name) as file:
		text = file.read()
	if name.startswith("man/"):
		look(name, text, 1)
	for part in parts.finditer(text) if not name.startswith("man/") else ():
		if part.group().startswith("/*"):
			look(name, part.group(), text.count("\n", 0, part.start()) + 1)
print(f"words: {found} found in {len(sys.argv) - 1} files")
sys.exit(found > 0)
'
