#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# make-initramfs.sh GEN_INIT_CPIO OUT FILE...: what bench/init needs, as an
# initramfs: busybox, init and the given files in /bench.

set -eu

here=$(cd "$(dirname "$0")" && pwd)
gen=$1
out=$2
shift 2

busybox=$(command -v busybox) || {
	echo "error: no busybox; package busybox-static has it" >&2
	exit 1
}

{
	for dir in bin dev bench proc sys tmp; do
		echo "dir /$dir 0755 0 0"
	done
	echo "nod /dev/console 0600 0 0 c 5 1"
	echo "nod /dev/null 0666 0 0 c 1 3"
	echo "nod /dev/zero 0666 0 0 c 1 5"
	echo "file /bin/busybox $busybox 0755 0 0"
	for applet in $("$busybox" --list); do
		[ "$applet" = busybox ] || echo "slink /bin/$applet busybox 0777 0 0"
	done
	echo "file /bench/init $here/init 0755 0 0"
	for file in "$@"; do
		echo "file /bench/$(basename "$file") $file 0755 0 0"
	done
} >"$out.list"
"$gen" "$out.list" | gzip -n -1 >"$out.part"
rm "$out.list"
mv "$out.part" "$out"
