#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: alloctag-names.sh FILE
#
# Give the functions of FILE, a linked vmlinux or module, the names that they
# have in the source. The alloctag plugin compiles a marked function NAME to
#
#	NAME.alloctag	the body, with the tag as a hidden parameter
#	NAME		a thunk for callers without a tag, if there is one
#
# so that the linker never takes a call without a tag to the body. In the linked
# file, everything looks for the body under NAME: kallsyms, and with it ftrace,
# kprobes, livepatch and stack traces; pahole, perf and debuggers. So the
# symbols are renamed:
#
#	NAME.alloctag -> NAME
#	NAME          -> NAME.untagged
#
# Only the symbol table changes. References to the functions of other files keep
# their names, and so do the names that modules are linked by, which are in
# __ksymtab_strings: the next module still finds NAME.alloctag.
#
# Does nothing if FILE has no such function. NM and OBJCOPY are from the
# environment.

set -eu

file=$1
names=$(mktemp "$file.names.XXXXXX")
trap 'rm -f "$names"' EXIT

# Clones that GCC makes of a body have further suffixes: NAME.alloctag.isra.0.
# A static function may have the name of a thunk. objcopy can't tell the two
# apart, so neither is renamed.
${NM:-nm} "$file" | awk '
$2 ~ /^[TtWw]$/ && NF == 3 {
	seen[$3]++
	if ($3 ~ /\.alloctag/)
		bodies[$3] = $2
}
END {
	for (body in bodies) {
		name = body
		sub(/\.alloctag/, "", name)
		print body, name
		if (bodies[body] != "t" && seen[name] == 1)
			print name, name ".untagged"
	}
}' >"$names"

[ -s "$names" ] || exit 0
${OBJCOPY:-objcopy} --redefine-syms="$names" "$file"
