# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh disable=SC2154
#
# real-programs-lib.sh: the programs of dev/check/real-programs. To be sourced;
# the script sets $top and $dir, the folder for archives and sources.
#
# dev/check/real-programs/NAME is a program: the name of Debian's source
# package. It has two shell functions, which run in the folder of the unpacked
# source: compile(), with the compiler in $cc and its options in $flags, and
# try(), which tests what compile() built. A comment "sources: NAME..." names
# other source packages that they need; each is unpacked in a folder of its name
# there.

# programs: print their names. Other files there have suffixes.
programs()
{
	(cd "$top/dev/check/real-programs" && ls) | grep -vE '\.(lua|pointers|sh)$'
}

# sources NAME: print its name and the other source packages that it needs.
sources()
{
	echo "$1"
	sed -n 's/^# sources: //p' "$top/dev/check/real-programs/$1"
}

# fetch NAME: download its sources. Prints those that can't be had.
fetch()
{
	for source in $(sources "$1"); do
		"$top/dev/check/fetch-source.sh" "$dir" "$source" || echo "$source"
	done | paste -s -d ' '
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

# attempt NAME KIND FLAGS: compile and try, in $dir/NAME.build. The output of
# try() is in $dir/NAME.KIND.out, the rest in NAME.KIND.log. Returns 1 if it
# doesn't compile, 2 if the test fails.
attempt()
{
	name=$1
	kind=$2
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
		flags=$3
		# shellcheck disable=SC1090 # the recipe
		. "$top/dev/check/real-programs/$name"
		compile >"$dir/$name.$kind.log" 2>&1 </dev/null || exit 1
		try >"$dir/$name.$kind.out" 2>>"$dir/$name.$kind.log" </dev/null || exit 2
	)
}
