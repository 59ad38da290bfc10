#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: compile-patched.sh [-p HOW] TREE OUT KMAKE FRAGMENT...
#
# Compile every C file of a kernel that alloctag changes or adds, without
# warnings. For kernels that are not built as a whole: this takes a few per cent
# of the time.
#
#	-p HOW		only files of the original kernel: for a configuration
#			without alloctag's option, or without some; HOW says so
#			in the results
#	TREE		the kernel with alloctag
#	OUT		folder for objects; OUT/compile.sum has the results
#	KMAKE, FRAGMENT	as in build-kernel.sh
#
# Prints one DejaGnu result (PASS or FAIL) for each file. Exits 0 only when
# there were files and all compile.

set -eu

top=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=dev/tree/tree-lib.sh
. "$top/dev/tree/tree-lib.sh"

how=
while getopts p: opt; do
	case $opt in
	p) how=" $OPTARG" ;;
	*) exit 2 ;;
	esac
done
shift $((OPTIND - 1))
tree=$1
out=$2
kmake="$3 CFLAGS_KERNEL=-Werror CFLAGS_MODULE=-Werror"
shift 3

mkdir -p "$out"
rm -f "$out/compile.sum"
# Files below scripts/ are for the host, not for the kernel.
{
	patched_files "$tree"
	[ -n "$how" ] || copied_files | sed 's/.* //'
} | sed -n '/^scripts\//d; /\.c$/p' | objects_of "$tree" >"$out/compile.list"

# An object that was there before proves nothing.
while read -r object; do
	rm -f "$out/$object"
done <"$out/compile.list"
"$top/dev/tree/build-kernel.sh" -o "$out/compile.list" "$out" "$kmake" "$@" || :

while read -r object; do
	if [ -f "$out/$object" ]; then
		echo "PASS: compiles$how: ${object%.o}.c"
	else
		echo "FAIL: compiles$how: ${object%.o}.c"
	fi
done <"$out/compile.list" >"$out/compile.sum"
cat "$out/compile.sum"
[ -s "$out/compile.sum" ] && ! grep -q '^FAIL' "$out/compile.sum"
