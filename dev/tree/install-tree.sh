#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: install-tree.sh KERNEL
#
# Install alloctag into an unpacked kernel tree.
#
# Adds alloctag's files, applies the patches for this version of the kernel, and
# marks the functions in patches/marks and in the lists in MARKS with
# __allocator.
#
# All or nothing: copies of the files are changed first. The tree is written
# only when all patches and marks fit, and no file of alloctag's exists there.
# In a tree that already has the same version of alloctag, missing marks of
# MARKS are added. Exits
#   0	installed, or this very version was installed already
#   1	the tree is of an unsupported version, or differs; nothing was changed

set -eu

top=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=dev/tree/tree-lib.sh
. "$top/dev/tree/tree-lib.sh"

[ -n "${1-}" ] || die "usage: make install-tree KERNEL=<unpacked kernel tree> [MARKS=<list>]"
[ -d "$1" ] || die "$1: no such folder"
kernel=$(cd "$1" && pwd)

version=$(kernel_version "$kernel")
[ -n "$version" ] || die "$1: this is no Linux kernel tree; nothing changed"
[ -d "$top/patches/linux-$version" ] ||
	die "$1: Linux $version is not supported (supported: $(supported_versions)); nothing changed"
for list in ${MARKS-}; do
	[ -f "$list" ] || die "$list: no such list of marks; nothing changed"
done

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM

# Count alloctag's files in the tree, and the ones that differ.
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

# Lists are names without spaces.
# shellcheck disable=SC2086
copy_patched "$kernel" "$scratch/tree" ${MARKS-} || die "$1: nothing changed"

# mark_scratch: put the marks into the copies.
mark_scratch()
{
	# shellcheck disable=SC2086
	mark "$scratch/tree" ${MARKS-} >"$scratch/marked" ||
		die "$1: not all marks fit; nothing changed"
}

# write_scratch: write those copies to the tree that differ there.
write_scratch()
{
	differing_files "$scratch/tree" "$kernel" >"$scratch/differ"
	write_files "$scratch/tree" "$kernel" <"$scratch/differ" ||
		die "$1: could not be written"
}

if [ "$found" -gt 0 ]; then
	cp -r "$scratch/tree" "$scratch/unpatched"
	if [ "$found" -ne "$total" ] || [ "$differ" -ne 0 ] ||
	   ! unapply_patches "$version" "$scratch/unpatched" >/dev/null 2>&1; then
		die "$1: parts of another version of alloctag are in this tree; nothing changed"
	fi
	mark_scratch "$1"
	write_scratch "$1"
	if [ -s "$scratch/differ" ]; then
		echo "$1: alloctag is already installed; $(cat "$scratch/marked")"
	else
		echo "$1: alloctag is already installed; nothing changed"
	fi
	exit 0
fi

if ! apply_patches "$version" "$scratch/tree" >"$scratch/out" 2>&1; then
	cat "$scratch/out" >&2
	echo "make port KERNEL=$1 says where they belong in this tree." >&2
	die "$1: the tree differs from Linux $version where the patches go; nothing changed"
fi
mark_scratch "$1"
copy_ours "$scratch/tree"
write_scratch "$1"

echo "$1: alloctag installed: $total files added, $(patch_list "$version" | wc -l) patches applied."
cat "$scratch/marked"
echo "Now switch on GCC_PLUGIN_ALLOC_TAG: make menuconfig, General architecture-dependent options, GCC plugins."
