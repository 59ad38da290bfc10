#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: fetch-source.sh DIR NAME
#
# Download the archives of Debian's source package NAME to DIR, where they
# remain for the next run. The index is the one of the binary packages that this
# machine uses; apt's own configuration and lists are left as they are, and no
# root is needed. Exits 0 if the archives are there; DIR/NAME.fetch.log has
# apt's messages.

set -eu

mkdir -p "$1"
dir=$(cd "$1" && pwd)
name=$2

apt_dir=$dir/apt
if [ ! -d "$apt_dir/lists" ]; then
	mkdir -p "$apt_dir/sources" "$apt_dir/lists/partial"
	cat /etc/apt/sources.list /etc/apt/sources.list.d/debian.sources 2>/dev/null |
		sed -n 's/^Types: deb$/Types: deb-src/; /^\(Types\|URIs\|Suites\|Components\|Signed-By\):\|^$/p' \
		>"$apt_dir/sources/source.sources"
	sed -n 's/^deb /deb-src /p' /etc/apt/sources.list 2>/dev/null \
		>"$apt_dir/sources/source.list" || :
fi
apt_options="-o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts=$apt_dir/sources
	-o Dir::State::lists=$apt_dir/lists -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache="
# shellcheck disable=SC2086 # options
(
	cd "$dir"
	ls "$apt_dir"/lists/*Sources* >/dev/null 2>&1 || apt-get $apt_options -q update
	# Not every mirror has what the security archive's index names.
	apt-get $apt_options -q source --download-only --tar-only "$name" ||
		apt-get $apt_options -q source --download-only --tar-only \
			"$name/$(. /etc/os-release && echo "$VERSION_CODENAME")"
) >"$dir/$name.fetch.log" 2>&1 || :
ls "$dir/$name"_*.orig.tar.* >/dev/null 2>&1
