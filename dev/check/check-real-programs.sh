#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: check-real-programs.sh BUILD COMPILER...
#
# Build programs of Debian's archive without the plugin, and with all their
# functions marked by a list, at -O0, -O2 and -O3. Both must build, pass the
# program's test, and print the same.
#
# dev/check/real-programs/NAME is a program: the name of Debian's source
# package. It has two shell functions, which run in the folder of the unpacked
# source:
# compile(), with the compiler in $cc and its options in $flags, and try(),
# which tests what compile() built. A comment "sources: NAME..." names other
# source packages that they need; each is unpacked in a folder of its name
# there.
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

# sources NAME: print its name and the other source packages that it needs.
sources()
{
	echo "$1"
	sed -n 's/^# sources: //p' "$top/dev/check/real-programs/$1"
}

# unpack NAME FOLDER: some archives have a folder with everything else in it.
unpack()
{
	rm -rf "$2" "$dir/unpacked"
	mkdir -p "$dir/unpacked"
	for archive in "$dir/$1"_*.orig.tar.*; do
		case $archive in
		*.asc) ;;
		*) tar -C "$dir/unpacked" -xf "$archive" ;;
		esac
	done
	set -- "$2" "$dir"/unpacked/*
	if [ $# = 2 ] && [ -d "$2" ]; then
		mv "$2" "$1"
	else
		mv "$dir/unpacked" "$1"
	fi
}

# attempt NAME KIND LEVEL [OPTION...]: compile and try, in $dir/NAME.build. The
# output of try() is in $dir/NAME.KIND.out, the rest in NAME.KIND.log. Returns 1
# if it doesn't compile, 2 if the test fails.
attempt()
{
	name=$1
	kind=$2
	level=$3
	shift 3
	for source in $(sources "$name"); do
		if [ "$source" = "$name" ]; then
			unpack "$name" "$dir/$name.build"
		else
			unpack "$source" "$dir/$name.build/$source"
		fi
	done
	(
		cd "$dir/$name.build" || exit 1
		# shellcheck disable=SC2034 # the recipe uses it
		flags="$level -g -w $*"
		# shellcheck disable=SC1090 # the recipe
		. "$top/dev/check/real-programs/$name"
		compile >"$dir/$name.$kind.log" 2>&1 </dev/null || exit 1
		try >"$dir/$name.$kind.out" 2>>"$dir/$name.$kind.log" </dev/null || exit 2
	)
}

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
	for recipe in "$top"/dev/check/real-programs/*; do
		name=$(basename "$recipe")
		case $name in *.lua) continue ;; esac
		missing=
		for source in $(sources "$name"); do
			"$top/dev/check/fetch-source.sh" "$dir" "$source" || missing="$missing $source"
		done
		if [ -n "$missing" ]; then
			echo "UNSUPPORTED: $name: $cc: no source package$missing"
			continue
		fi
		list=$dir/$name-$cc.list
		for level in -O0 -O2 -O3; do
			if ! attempt "$name" plain "$level"; then
				echo "UNSUPPORTED: $name: $cc $level: does not work without the plugin"
				continue
			fi
			# Without optimisation, every function has a symbol.
			[ "$level" != -O0 ] || functions "$dir/$name.build" >"$list"
			attempt "$name" marked "$level" "-fplugin=$plugin" \
				"-fplugin-arg-alloctag_plugin-allocators=$list"
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
