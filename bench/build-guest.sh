#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# build-guest.sh OUT KMAKE CC MODULE: what is measured in the kernel built in OUT, as
# OUT/bench-MODULE/initramfs.gz: the module in bench/MODULE, loops over the allocators
# (kernel) or a great many allocation sites (sites), and the loads of user space.

set -eu

here=$(cd "$(dirname "$0")" && pwd)
out=$1
kmake=$2
cc=$3
dir=$1/bench-$4

# kbuild rebuilds a module when a file is newer, so files are touched only if they differ.
mkdir -p "$dir"
for f in "$here/$4"/*; do
	cmp -s "$f" "$dir/$(basename "$f")" || cp "$f" "$dir/"
done
# The plugin's identity is part of the command line, see scripts/build-kernel.sh.
id=
if [ -f "$out/plugin.stripped" ]; then
	id=KCFLAGS=-DALLOCTAG_PLUGIN_ID=$(cksum <"$out/plugin.stripped" | cut -d ' ' -f 1)
fi
eval "$kmake $id M=\$dir modules"

$cc -O2 -Wall -static -s -o "$dir/load" "$here/user/load.c"
"$here/make-initramfs.sh" "$out/usr/gen_init_cpio" "$dir/initramfs.gz" \
	"$dir/load" "$dir"/*.ko
