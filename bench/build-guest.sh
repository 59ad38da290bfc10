#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# build-guest.sh OUT KMAKE CC: what is measured in the kernel built in OUT, as
# OUT/bench/initramfs.gz: the loops as a module of that kernel, and the loads of
# user space.

set -eu

here=$(cd "$(dirname "$0")" && pwd)
out=$1
kmake=$2
cc=$3

# kbuild rebuilds a module when a file is newer, so files are touched only if they differ.
mkdir -p "$out/bench"
for f in "$here"/kernel/*.c "$here/kernel/Kbuild"; do
	cmp -s "$f" "$out/bench/$(basename "$f")" || cp "$f" "$out/bench/"
done
# The plugin's identity is part of the command line, see scripts/build-kernel.sh.
id=
if [ -f "$out/plugin.stripped" ]; then
	id=KCFLAGS=-DALLOCTAG_PLUGIN_ID=$(cksum <"$out/plugin.stripped" | cut -d ' ' -f 1)
fi
eval "$kmake $id M=\$out/bench modules"

$cc -O2 -Wall -static -s -o "$out/bench/load" "$here/user/load.c"
"$here/make-initramfs.sh" "$out/usr/gen_init_cpio" "$out/bench/initramfs.gz" \
	"$out/bench/load" "$out"/bench/*.ko
