#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: link-loops.sh KERNEL OUT KMAKE
#
# Link the loops of kernel/alloc_bench.c into a copy of a kernel, to measure
# lines of vmlinux beside those of a module. Nothing else is compiled.
#
#	KERNEL		folder with the objects of the kernel
#	OUT		folder for the copy, replaced
#	KMAKE		shell command that starts kbuild for OUT, with variables
#
# OUT/.linked is created when everything is done. Paths are absolute.

set -eu

here=$(cd "$(dirname "$0")" && pwd)
kernel=$1
out=$2
kmake=$3

# No hard links: objtool and the linker write into files that exist.
rm -rf "$out"
cp -a --reflink=auto "$kernel" "$out"

# The commands that built objtool name the folder, unlike all others. If they
# differed, kbuild would build objtool again, and then each object.
find "$out/tools" -name '.*.cmd' -exec sed -i "s,$kernel/,$out/,g" {} +

"$here/../dev/tree/build-kernel.sh" -l "$here/kernel:bench-linked/alloc_bench.o" "$out" "$kmake"
touch "$out/.linked"
