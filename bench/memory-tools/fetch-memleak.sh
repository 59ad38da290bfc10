#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: fetch-memleak.sh OUT
#
# Make an archive of memleak, a program of libbpf-tools, in the folder bench,
# and of the libraries it needs. It can be added to an initramfs. OUT.version
# has the version of the package.
#
# Debian 13 is the first release that has the program. So it is downloaded from
# there, with its libraries, whatever release this machine has: as in
# dev/tree/fetch-selftest.sh. Exits 0 if OUT is there.

set -eu

out=$(readlink -f "$1")
release=trixie

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
mkdir -p "$work/lists/partial" "$work/cache/archives/partial" "$work/files/bench" "$work/files/lib64"
echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg]" \
	"http://deb.debian.org/debian $release main" >"$work/sources.list"
cd "$work"

# apt ARGUMENT...: apt-get, in $work.
apt()
{
	apt-get -qq -o Dir::Etc::SourceList="$work/sources.list" \
		-o Dir::Etc::SourceParts=/dev/null -o Dir::State::Lists="$work/lists" \
		-o Dir::Cache="$work/cache" -o Acquire::Languages=none \
		-o APT::Sandbox::User=root "$@" </dev/null
}

apt update
if ! apt download libbpf-tools libc6 libelf1t64 libzstd1 zlib1g; then
	echo "error: could not download memleak from Debian $release" >&2
	exit 1
fi
for package in *.deb; do
	dpkg-deb -x "$package" part
done

libraries=usr/lib/x86_64-linux-gnu
mkdir -p "files/$libraries"
cp part/usr/sbin/memleak-libbpf files/bench/memleak
cp -L part/usr/lib64/ld-linux-x86-64.so.2 files/lib64/
for library in libc.so.6 libelf.so.1 libz.so.1 libzstd.so.1; do
	cp -L "part/$libraries/$library" "files/$libraries/"
done
(cd files && find . | LC_ALL=C sort | cpio -o -H newc --quiet -R 0:0) | gzip -n -1 >archive.gz
echo "libbpf-tools $(dpkg-deb -f libbpf-tools_*.deb Version)" >"$out.version"
mv archive.gz "$out"
