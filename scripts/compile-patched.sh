#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# compile-patched.sh TREE OUT KMAKE FRAGMENT...: do the files that alloctag changes or adds
# compile?
#
# For kernels that are not built as a whole: it costs a few per cent of that. Every C file
# of TREE that a patch or a mark changes and every one of ours that goes into the kernel is compiled in
# OUT, with the plugin; OUT, KMAKE and the fragments are as in build-kernel.sh. Each file
# is a test result, in the words of DejaGnu, on standard output and in OUT/compile.sum.
# Exits 0 only when there were files and all compile.

set -eu

top=$(cd "$(dirname "$0")/.." && pwd)
# shellcheck source=scripts/tree-lib.sh
. "$top/scripts/tree-lib.sh"

tree=$1
out=$2
shift

mkdir -p "$out"
rm -f "$out/compile.sum"
# What is below scripts/ runs on this machine.
{
	patched_files "$tree"
	copied_files | sed 's/.* //'
} | sed -n '/^scripts\//d; s/\.c$/.o/p' | sort -u >"$out/compile.list"

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
