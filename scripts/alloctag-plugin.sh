#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: alloctag-plugin.sh SRCTREE OBJTREE PLUGINS COMPILER...
#
# Find PLUGINS, a list of file names, for a module that is built with COMPILER:
# print the folder, relative to OBJTREE/scripts/gcc-plugins and with a slash at
# its end, from which it can load all of them. Nothing if there is none.
#
# GCC loads only a plugin that was built for the very same package of the
# compiler. The headers of a kernel stay installed when Debian updates that, and
# are used in newer releases, too. Then the plugins are built again, in a folder
# for this compiler. That needs the packages gcc-N-plugin-dev and g++-N, and the
# right to write there: DKMS runs as root. The output of a build that fails is
# in the file build.log of that folder.

set -eu

srctree=$1
folder=$2/scripts/gcc-plugins
plugins=$3
shift 3

# loads FOLDER COMPILER...: can it load all of them from there?
loads()
{
	from=$1
	shift
	for plugin in $plugins; do
		"$@" -fplugin="$from$plugin" -S -x c -o /dev/null /dev/null 2>/dev/null ||
			return 1
	done
}

own=for-$("$@" -dumpfullversion -dumpversion)
for place in ./ "$own/"; do
	if loads "$folder/$place" "$@"; then
		echo "$place"
		exit 0
	fi
done

# Two modules may be built at the same time: each builds a folder of its own,
# and the first is kept, since it is in use.
mkdir "$folder/$own.$$" 2>/dev/null || exit 0
env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -f "$srctree/scripts/gcc-plugins/Makefile.alone" \
	CC="$*" OUT="$folder/$own.$$" >"$folder/$own.$$/build.log" 2>&1 || :
rm -f "$folder/$own.$$"/*.o
if loads "$folder/$own/" "$@"; then
	rm -rf "${folder:?}/$own.$$"
else
	rm -rf "${folder:?}/$own"
	mv "$folder/$own.$$" "$folder/$own"
fi
! loads "$folder/$own/" "$@" || echo "$own/"
