#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: fetch-debian.sh KVER FLAVOUR CC OUT
#
# Fetch Debian's own kernel of the version of linux-config-KVER, for make
# bench-deb to compare with: it is built from the same source, with the same
# configuration and the same compiler as the packages of make deb.
#
#	KVER, FLAVOUR	as for make deb
#	CC		the compiler of the module bench/kernel
#	OUT		a folder that will look like one that a kernel was built
#			in: vmlinux, bzImage, all modules, the module
#			bench/kernel in bench-kernel. The package goes to the
#			folder above.
#
# Exits 0 if all is there.

set -eu

top=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=dev/deb/deb-lib.sh
. "$top/dev/deb/deb-lib.sh"

kver=$1
flavour=$2
cc=$3
out=$4

release=$(debian_kernel "$kver" "$flavour")
[ -n "$release" ] || die "apt knows no Debian kernel for linux-config-$kver; run apt-get update"

rm -rf "$out"
mkdir -p "$out/arch/x86/boot" "$out/include/config" "$out/modules" "$out/part"
cd "$(dirname "$out")"
echo "--> Fetching Debian's $release"
apt-get download -q "linux-image-$release"
(cd "$out/part" && apt-get download -q "linux-image-$release-dbg")
dpkg-deb -x "linux-image-${release}_"*.deb "$out/part/image"
dpkg-deb --fsys-tarfile "$out/part/"*-dbg_*.deb |
	tar -x -C "$out" --transform='s,.*/,,' "./usr/lib/debug/boot/vmlinux-$release"
mv "$out/vmlinux-$release" "$out/vmlinux"
cp "$out/part/image/boot/vmlinuz-$release" "$out/arch/x86/boot/bzImage"
echo "$release" >"$out/include/config/kernel.release"
find "$out/part/image" -name '*.ko*' -exec cp -t "$out/modules" {} +
find "$out/modules" -name '*.xz' -exec xz -d {} +

# The packages of headers are not installed: they depend on the kernel itself.
echo "--> Building the module bench/kernel for it"
headers=$out/part/headers
needed=$(apt-cache depends "linux-headers-$release" |
	sed -n 's/^ *Depends: \(linux-headers-.*-common\|linux-kbuild-.*\)$/\1/p')
# shellcheck disable=SC2086 # a list of names
(cd "$out/part" && apt-get download -q "linux-headers-$release" $needed)
for package in "$out/part"/linux-headers-*.deb "$out/part"/linux-kbuild-*.deb; do
	dpkg-deb -x "$package" "$headers"
done
sed -i "s,/usr/src/,$headers&," "$headers/usr/src/linux-headers-$release/Makefile"
cp -r "$top/bench/kernel" "$out/bench-kernel"
make -s -C "$headers/usr/src/linux-headers-$release" M="$out/bench-kernel" CC="$cc" modules
rm -rf "$out/part"
