#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# install-tree.sh KERNEL: install alloctag into an unpacked kernel tree.
#
# All or nothing. The patches are first tried on copies of the files that they
# touch; the tree itself is written only when all of them fit and no file
# stands where one of ours will go. Exits
#   0	installed, or this very version was installed already
#   1	a tree of an unsupported version, or one that differs; nothing was changed

set -eu

top=$(cd "$(dirname "$0")/.." && pwd)
# shellcheck source=scripts/tree-lib.sh
. "$top/scripts/tree-lib.sh"

[ -n "${1-}" ] || die "usage: make install-tree KERNEL=<unpacked kernel tree>"
[ -d "$1" ] || die "$1: no such folder"
kernel=$(cd "$1" && pwd)

version=$(kernel_version "$kernel")
[ -n "$version" ] || die "$1: this is no Linux kernel tree; nothing changed"
[ -d "$top/patches/linux-$version" ] ||
	die "$1: Linux $version is not supported (supported: $(supported_versions)); nothing changed"

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM

# What of ours stands in the tree already, and is any of it another version?
found=0
differ=0
total=0
copied_files >"$scratch/copies"
while read -r src dst; do
	total=$((total + 1))
	[ -e "$kernel/$dst" ] || continue
	found=$((found + 1))
	cmp -s "$top/$src" "$kernel/$dst" || differ=$((differ + 1))
done <"$scratch/copies"

mkdir "$scratch/tree"
copy_patched "$version" "$kernel" "$scratch/tree"

if [ "$found" -gt 0 ]; then
	if [ "$found" -eq "$total" ] && [ "$differ" -eq 0 ] &&
	   unapply_patches "$version" "$scratch/tree" >/dev/null 2>&1; then
		echo "$1: alloctag is already installed; nothing changed"
		exit 0
	fi
	die "$1: parts of another version of alloctag are in this tree; nothing changed"
fi

if ! apply_patches "$version" "$scratch/tree" >"$scratch/out" 2>&1; then
	cat "$scratch/out" >&2
	die "$1: the tree differs from Linux $version where the patches go; nothing changed"
fi

while read -r src dst; do
	cp "$top/$src" "$kernel/$dst"
done <"$scratch/copies"
apply_patches "$version" "$kernel"

echo "$1: alloctag installed: $total files added, $(patch_list "$version" | wc -l) patches applied."
echo "Now switch on GCC_PLUGIN_ALLOC_TAG: make menuconfig, General architecture-dependent options, GCC plugins."
