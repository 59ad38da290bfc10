#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: compile-patched.sh TREE OUT KMAKE FRAGMENT...
#
# Compile every C file of a kernel that alloctag changes or adds, with the
# plugin. For kernels that are not built as a whole: this takes a few per cent
# of the time.
#
#	TREE		the kernel with alloctag
#	OUT		folder for objects; OUT/compile.sum has the results
#	KMAKE, FRAGMENT	as in build-kernel.sh
#
# Prints one DejaGnu result (PASS or FAIL) for each file. Exits 0 only when
# there were files and all compile.

set -eu

top=$(cd "$(dirname "$0")/.." && pwd)
# shellcheck source=scripts/tree-lib.sh
. "$top/scripts/tree-lib.sh"

tree=$1
out=$2
shift

mkdir -p "$out"
rm -f "$out/compile.sum"
# Files below scripts/ are for the host, not for the kernel. A file that another
# one includes is compiled with that.
{
	patched_files "$tree"
	copied_files | sed 's/.* //'
} | sed -n '/^scripts\//d; s/\.c$//p' | sort -u | while read -r file; do
	grep -qs "^#include \"${file##*/}\.c\"" "$tree/${file%/*}"/*.c || echo "$file.o"
done >"$out/compile.list"

# An object that was there before proves nothing.
while read -r object; do
	rm -f "$out/$object"
done <"$out/compile.list"
"$top/scripts/build-kernel.sh" -o "$out/compile.list" "$@" || :

while read -r object; do
	if [ -f "$out/$object" ]; then
		echo "PASS: compiles: ${object%.o}.c"
	else
		echo "FAIL: compiles: ${object%.o}.c"
	fi
done <"$out/compile.list" >"$out/compile.sum"
cat "$out/compile.sum"
[ -s "$out/compile.sum" ] && ! grep -q '^FAIL' "$out/compile.sum"
