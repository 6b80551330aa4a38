#!/bin/sh
# Comments and messages of the sources, of the page's scripts and of the manual use the field's words, CONTRIBUTING's
# style: vendor, directory, core type, lowercase; comments and manual also have sentences that say who does what.
# Exceptions: makers is a member of objects and a word of table text; paths that are included.
# Environment: $srcdir.
set -eu

: "${srcdir:=.}"
if ! command -v python3 >/dev/null; then
	echo "skipped: python3 is not installed"
	exit 77
fi
cd "$srcdir"
# shellcheck disable=SC2016 # Python's own
find include src tools page man ! -name page.c \
	\( -name '*.[ch]' -o -name '*.def' -o -name '*.js' -o -name '*.[1357]' \) | sort | xargs python3 -c '
import re, sys

terms = r"[Ff]olders?|FOLDERS?|[Mm]akers?|MAKERS?|[Kk]inds? of cores?|small letters?"
sentences = r"[Ww]hoever|[Nn]obody|of those that|[Ww]hat there is|is said"
all_words = re.compile(rf"\b({terms}|{sentences})\b")
words_of_messages = re.compile(rf"\b({terms})\b")
parts = re.compile(r"/\*.*?\*/|//[^\n]*|\"(?:[^\"\\\n]|\\.)*\"|\x27(?:[^\x27\\\n]|\\.)*\x27|`[^`]*`", re.S)
member = re.compile(r"\.BI? makers|\" ?makers ?\"|\bmakers=|\bNAME\(makers\)")
found = 0


def look(name, text, first, words=all_words):
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
		if part.group().startswith("/"):
			look(name, part.group(), text.count("\n", 0, part.start()) + 1)
		elif part.group()[0] in "\"`" and not text[:part.start()].endswith("#include "):
			look(name, part.group(), text.count("\n", 0, part.start()) + 1, words_of_messages)
print(f"words: {found} found in {len(sys.argv) - 1} files")
sys.exit(found > 0)
'
