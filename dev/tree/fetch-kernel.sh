#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: fetch-kernel.sh VERSION TREE
#
# Unpack Debian's kernel source of that version, from the package
# linux-source-VERSION, as TREE. TREE appears only when it is complete: an
# interrupted run leaves nothing that looks usable. Exits 0 if TREE is there, or
# was there before.

set -eu

version=$1
tree=$2
archive=/usr/src/linux-source-$version.tar.xz

[ -d "$tree" ] && exit 0
[ -f "$archive" ] || {
	echo "error: no $archive; package linux-source-$version has it" >&2
	exit 1
}

echo "  UNPACK  $archive"
rm -rf "$tree.part"
mkdir -p "$tree.part"
tar -x -J -f "$archive" -C "$tree.part" --strip-components=1
# For make deb.
# shellcheck disable=SC2016 # expanded by dpkg-query
dpkg-query -W -f '${Version}\n' "linux-source-$version" >"$tree.part/debian-version" 2>/dev/null ||
	rm -f "$tree.part/debian-version"
mv "$tree.part" "$tree"
