#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: pack-programs.sh ROOT OUT
#
# Make an archive of the folder ROOT: its files, and the shared libraries that
# the programs among them need, which are copied to ROOT, too. It can be added
# to an initramfs: a kernel takes several archives, one after the other.
#
# Exits 0, or 1 if something can't be copied. OUT appears only when complete.

set -eu

root=$1
out=$2

find "$root" -type f -perm /111 | while read -r program; do
	ldd "$program" 2>/dev/null || :
done | sed -n 's/.*[ \t]\(\/[^ ]*\) (0x.*/\1/p' | sort -u | while read -r library; do
	mkdir -p "$root$(dirname "$library")"
	cp -L "$library" "$root$library"
done
(cd "$root" && find . | LC_ALL=C sort | cpio -o -H newc --quiet -R 0:0) | gzip -n -1 >"$out.part"
mv "$out.part" "$out"
