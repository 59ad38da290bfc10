#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: export-variants.sh LIST OBJECT...
#
# Add the tagged variants to the list of symbols that a shared library exports.
#
# A program that sees the mark on a function of the library calls NAME.alloctag.
# If the library's list has NAME only, that is no symbol of the library, and the
# program doesn't link. So wherever LIST has NAME, and one of the OBJECTs (or
# archives) defines NAME.alloctag, the output has NAME.alloctag as well:
#
#	user/export-variants.sh lib.map *.o >lib.variants.map
#	gcc -shared -Wl,--version-script=lib.variants.map ...
#
# LIST is a version script, a list for --dynamic-list, or a file with one name a
# line (-export-symbols of libtool, --retain-symbols-file). A pattern such as
# pool_* in the first two matches variants already, and is not changed.
#
# NM is the command that lists symbols, by default nm. For objects compiled with
# -flto it must be gcc-nm.

set -u

die()
{
	echo "export-variants.sh: $*" >&2
	exit 1
}

[ $# -ge 2 ] || die "usage: export-variants.sh LIST OBJECT..."
list=$1
shift
[ -r "$list" ] || die "$list: no such file"
symbols=$(${NM:-nm} -g --defined-only "$@") || die "can't read the symbols"

printf '%s\n' "$symbols" | awk -v list="$list" '
# Write a name, and the name of its variant after SEPARATOR.
function name_end(separator)
{
	gsub(/"/, "", name)
	if (name in variants && plain)
		printf "%s %s.alloctag", separator, name
	name = ""
}

# A version script or a dynamic list.
function script(text,	i, c, end, before)
{
	plain = 1
	for (i = 1; i <= length(text); i++) {
		c = substr(text, i, 1)
		if (substr(text, i, 2) == "/*") {
			end = index(substr(text, i + 2), "*/")
			before = end ? end + 3 : length(text)
			printf "%s", substr(text, i, before)
			i += before - 1
			continue
		}
		if (c == "#") {
			end = index(substr(text, i), "\n")
			before = end ? end : length(text)
			printf "%s", substr(text, i, before)
			i += before - 1
			continue
		}
		if (c ~ /[[:space:]]/) {
			printf "%s", c
			if (name != "")
				blank = 1
			continue
		}
		if (c == ";" || c == "}")
			name_end(";")
		if (c == "}")
			plain = 1
		if (c == "{" && language) {
			plain = name == "\"C\""
			language = 0
		}
		printf "%s", c
		if (c ~ /[;{}:]/) {
			name = ""
		} else {
			if (blank) {
				language = name == "extern"
				name = ""
			}
			name = name c
		}
		blank = 0
	}
}

$NF ~ /\.alloctag$/ { variants[substr($NF, 1, length($NF) - 9)] = 1 }
END {
	while ((getline line <list) > 0)
		text = text line "\n"
	if (text ~ /\{/) {
		script(text)
		exit
	}
	count = split(text, lines, "\n")
	for (i = 1; i < count; i++) {
		print lines[i]
		split(lines[i], words)
		if (words[1] in variants)
			print words[1] ".alloctag"
	}
}'
