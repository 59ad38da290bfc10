#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: alloctag-names.sh FILE
#
# Give the functions of FILE, a linked vmlinux or module, the names that they
# have in the source. The alloctag plugin compiles a marked function NAME to
#
#	NAME.alloctag	the body, with the tag as a hidden parameter;
#			NAME.codetag.CLASS if it belongs to another class
#	NAME		a thunk for callers without a tag, if there is one and
#			the function is global
#
# so that the linker never takes a call without a tag to the body. In the linked
# file, everything looks for the body under NAME: kallsyms, and with it ftrace,
# kprobes, livepatch and stack traces; pahole, perf and debuggers. So the
# symbols are renamed:
#
#	NAME.alloctag -> NAME
#	NAME          -> NAME.untagged, if it is the thunk
#
# A static function or variable that is called NAME, too, keeps its name: it
# stands beside the body, as it does in a kernel without the plugin. But objcopy
# takes names, and renames all symbols that have one. So both symbols of
# a function stay as they are if
#
#	it has a thunk and something static is called NAME
#	FILE would have two global symbols of one name, defined or not
#	it has the name of another body, which is of another class
#	it is static, and FILE calls another function as NAME.alloctag
#
# Only the symbol table changes. References to the functions of other files keep
# their names, and so do the names that modules are linked by, which are in
# __ksymtab_strings: the next module still finds NAME.alloctag.
#
# Does nothing if FILE has no such function. NM and OBJCOPY are from the
# environment.

set -eu

file=$1
symbols=
names=
trap 'rm -f "$symbols" "$names"' EXIT
# Without this, dash leaves the files behind.
trap 'exit 1' HUP INT TERM
symbols=$(mktemp "$file.symbols.XXXXXX")
names=$(mktemp "$file.names.XXXXXX")

# Not a pipe: the shell would not see that nm has failed.
${NM:-nm} "$file" >"$symbols"

# Clones that GCC makes of a body have further suffixes: NAME.alloctag.isra.0.
# Types of global symbols are upper case; undefined symbols have no address.
awk '
NF == 2 {
	undefined[$2]
}
NF == 3 && $2 ~ /^[A-Zu]$/ {
	global[$3] = $2
}
NF == 3 && $2 !~ /^[A-Zu]$/ {
	static[$3]
}
NF == 3 && $2 ~ /^[TtW]$/ && $3 ~ /\.(alloctag|codetag\.[A-Za-z0-9_]+)(\.|$)/ {
	name = $3
	sub(/\.(alloctag|codetag\.[A-Za-z0-9_]+)/, "", name)
	if (!($3 in bodies))
		wanted[name]++
	bodies[$3] = name
}
END {
	for (body in bodies) {
		name = bodies[body]
		# objcopy gives no name to two symbols.
		if (wanted[name] > 1)
			continue
		if (body in undefined || (body in global && name in undefined))
			continue
		if (body in global && name in global) {
			thunk = name ".untagged"
			if (global[name] !~ /^[TW]$/ || name in static ||
			    thunk in global || thunk in undefined)
				continue
			print name, thunk
		}
		print body, name
	}
}' "$symbols" >"$names"

[ -s "$names" ] || exit 0
${OBJCOPY:-objcopy} --redefine-syms="$names" "$file"
