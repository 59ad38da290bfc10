#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: fetch-selftest.sh VERSION DIR
#
# Unpack tools/testing/selftests/alloc_tag and the header that it includes, from
# Debian's package linux-source-VERSION, as DIR. DIR appears only when it is
# complete. DIR/version has the version of the package. Exits 0 if DIR is there,
# or was there before.
#
# The package is of a newer release of Debian than this machine's, so it is
# downloaded, not installed: with a list of sources of its own, which leaves
# apt's configuration and lists as they are, and needs no root.

set -eu

version=$1
dir=$2
name=linux-source-$version
work=$dir.part

[ -f "$dir/version" ] && exit 0
rm -rf "$dir" "$work"
mkdir -p "$work/lists/partial" "$work/cache/archives/partial" "$work/source"

for suite in sid experimental; do
	echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg]" \
		"http://deb.debian.org/debian $suite main"
done >"$work/sources.list"

# apt ARGUMENT...: apt-get, in $work.
apt()
{
	(
		cd "$work"
		apt-get -q -o Dir::Etc::SourceList="$work/sources.list" \
			-o Dir::Etc::SourceParts=/dev/null -o Dir::State::Lists="$work/lists" \
			-o Dir::Cache="$work/cache" -o Acquire::Languages=none \
			-o APT::Sandbox::User=root "$@" </dev/null
	)
}

apt update
if ! apt download "$name"; then
	echo "error: could not download $name from Debian sid or experimental" >&2
	exit 1
fi

# Only the newest version is there.
package=$(echo "$work/$name"_*.deb)
echo "  UNPACK  $package"
dpkg-deb --fsys-tarfile "$package" | tar -x -O "./usr/src/$name.tar.xz" |
	tar -x -J -C "$work/source" --strip-components=1 \
		"$name/tools/testing/selftests/alloc_tag" \
		"$name/tools/testing/selftests/kselftest.h" \
		"$name/include/uapi/linux/alloc_tag.h"
printf '%-24s%s\n' "$name" "$(dpkg-deb -f "$package" Version) (selftest)" \
	>"$work/source/version"
mv "$work/source" "$dir"
rm -rf "$work"
