#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: check-real-programs.sh BUILD COMPILER...
#
# Build programs of Debian's archive without the plugin, and with all their
# functions marked by a list, at -O0, -O2 and -O3. Both must build, pass the
# program's test, and print the same.
#
# real-programs-lib.sh says what a program is.
#
# The list has all functions that objects of the build at -O0 define, except for
# objects of assembly files: functions in these have no variants.
#
# For each program, set of options and compiler a line is printed, PASS, FAIL,
# or UNSUPPORTED if it doesn't build or work without the plugin; then "N passed,
# N failed, N known failures, N unsupported", as torture.sh does. BUILD/programs
# has sources and logs. Exits 0 if nothing failed.

set -u

top=$(cd "$(dirname "$0")/../.." && pwd)
export top
build=$1
shift
dir=$build/programs/real
mkdir -p "$dir"

# shellcheck source=dev/check/real-programs-lib.sh
. "$top/dev/check/real-programs-lib.sh"

# functions FOLDER: print the functions that the objects there define, except
# for objects of assembly files, which have no .comment of GCC. musl's objects
# are named .lo.
functions()
{
	find "$1" -type f \( -name '*.o' -o -name '*.lo' \) | while read -r object; do
		! readelf -SW "$object" | grep -q ' \.comment ' || nm "$object"
	done 2>/dev/null |
		awk 'NF == 3 && $2 ~ /^[tTwW]$/ { sub(/\..*/, "", $3); print $3 }' |
		grep -vE '^(_init|_fini|_start|main|)$' | LC_ALL=C sort -u
}

for cc; do
	export cc
	plugin=$build/plugin-$($cc -dumpfullversion -dumpversion)/alloctag_plugin.so
	for name in $(programs); do
		missing=$(fetch "$name")
		if [ -n "$missing" ]; then
			echo "UNSUPPORTED: $name: $cc: no source package $missing"
			continue
		fi
		list=$dir/$name-$cc.list
		for level in -O0 -O2 -O3; do
			if ! attempt "$name" plain "$level -g -w"; then
				echo "UNSUPPORTED: $name: $cc $level: does not work without the plugin"
				continue
			fi
			# Without optimisation, every function has a symbol.
			[ "$level" != -O0 ] || functions "$dir/$name.build" >"$list"
			attempt "$name" marked "$level -g -w -fplugin=$plugin
				-fplugin-arg-alloctag_plugin-allocators=$list"
			case $? in
			1)	echo "FAIL: $name: $cc $level: does not build" ;;
			2)	echo "FAIL: $name: $cc $level: its test fails" ;;
			*)	if cmp -s "$dir/$name.plain.out" "$dir/$name.marked.out"; then
					echo "PASS: $name: $cc $level: $(wc -l <"$list") functions"
				else
					echo "FAIL: $name: $cc $level: prints something else"
				fi ;;
			esac
		done
	done
done | awk '
	{ print; fflush(); n[$1]++ }
	END {
		printf "%d passed, %d failed, 0 known failures, %d unsupported\n",
			n["PASS:"], n["FAIL:"], n["UNSUPPORTED:"]
		exit n["FAIL:"] > 0
	}'
