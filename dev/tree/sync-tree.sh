#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: sync-tree.sh TREE ORIG STAMP
#
# Bring this project's own kernel tree up to date.
#
# TREE was unpacked by fetch-kernel.sh and is used for nothing else. ORIG keeps
# the original of each file that a patch or a mark ever changed. The new files
# are made from ORIG in another folder. Only files that differ are written to
# TREE, so that kbuild rebuilds no more than necessary. STAMP is touched if a
# file was written.

set -eu

top=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=dev/tree/tree-lib.sh
. "$top/dev/tree/tree-lib.sh"

tree=$1
orig=$2
stamp=$3
version=$(kernel_version "$tree")

mkdir -p "$orig/files"
[ -f "$orig/added" ] || : >"$orig/added"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM

# Save files that are changed for the first time. A file that an earlier run has
# added is not the kernel's, and has no original.
files=$(patched_files "$tree")
for f in $files Makefile; do
	if [ -f "$orig/files/$f" ] || [ ! -f "$tree/$f" ] ||
	   grep -qxF "$f" "$orig/added"; then
		continue
	fi
	mkdir -p "$orig/files/$(dirname "$f")"
	cp -p "$tree/$f" "$orig/files/$f"
done

cp -r "$orig/files" "$scratch/tree"
apply_patches "$version" "$scratch/tree" || die "the patches do not apply to Linux $version"
mark "$scratch/tree" >/dev/null || die "not all marks fit Linux $version"
copy_ours "$scratch/tree"
(cd "$scratch/tree" && find . -type f | sed 's,^\./,,' | sort) >"$scratch/now"

# The lists in MARKS may name files of the user's, which may change between two
# runs, and are marked in place. A file of the kernel gets all marks at once.
if [ -n "${MARKS-}" ]; then
	# shellcheck disable=SC2086 # names without spaces
	own=$("$top/dev/tree/mark-allocators.py" --files "$tree" $MARKS)
	for f in $own; do
		[ -f "$scratch/tree/$f" ] && continue
		mkdir -p "$scratch/tree/$(dirname "$f")"
		cp -p "$tree/$f" "$scratch/tree/$f"
	done
	# shellcheck disable=SC2086
	"$top/dev/tree/mark-allocators.py" "$scratch/tree" $MARKS >/dev/null ||
		die "not all marks of MARKS fit"
fi

differing_files "$scratch/tree" "$tree" >"$scratch/differ"
write_files "$scratch/tree" "$tree" <"$scratch/differ"
changed=$(wc -l <"$scratch/differ")

# Files that were removed from the project are removed from the tree, too.
while read -r f; do
	grep -qxF "$f" "$scratch/now" && continue
	rm -f "$tree/$f"
	changed=$((changed + 1))
done <"$orig/added"
while read -r f; do
	[ -f "$orig/files/$f" ] || echo "$f"
done <"$scratch/now" >"$orig/added"

[ "$changed" -eq 0 ] && [ -f "$stamp" ] && exit 0
echo "  SYNC    $tree ($changed files changed)"
touch "$stamp"
