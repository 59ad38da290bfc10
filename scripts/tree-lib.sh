# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh disable=SC2154
#
# tree-lib.sh: what alloctag adds to a kernel tree, and where. Sourced by
# install-tree.sh (somebody's tree, once) and sync-tree.sh (our own tree, again
# and again), so that both agree.
#
# $top is the top of this project; the caller sets it.

die()
{
	echo "error: $*" >&2
	exit 1
}

# kernel_version TREE: print "6.1" for a tree of Linux 6.1.y, nothing for what
# is no kernel tree.
kernel_version()
{
	[ -f "$1/Makefile" ] && [ -f "$1/Kbuild" ] || return 0
	sed -n -e 's/^VERSION = \([0-9]*\)$/\1/p' \
	       -e 's/^PATCHLEVEL = \([0-9]*\)$/\1/p' "$1/Makefile" |
		head -n 2 | paste -s -d .
}

# supported_versions: print the kernel versions that there are patches for.
supported_versions()
{
	(cd "$top/patches" 2>/dev/null && ls -d linux-*) | sed 's/^linux-//' | paste -s -d ' '
}

# patch_list VERSION: the patches for a version, in the order of their numbers.
patch_list()
{
	for p in "$top/patches/linux-$1"/[0-9]*.patch; do
		[ -f "$p" ] && echo "$p"
	done
	return 0
}

# mark_lists: the lists of functions to mark: ours, and those that the user
# names in MARKS.
mark_lists()
{
	echo "$top/patches/marks"
	for list in ${MARKS-}; do
		echo "$list"
	done
}

# patched_files TREE: every file of this kernel that the patches or the marks
# may change, relative to the tree.
patched_files()
{
	{
		patch_list "$(kernel_version "$1")" | while read -r p; do
			sed -n -e 's,^--- a/\([^	]*\).*,\1,p' \
			       -e 's,^+++ b/\([^	]*\).*,\1,p' "$p"
		done
		# shellcheck disable=SC2046 # a list of names without spaces
		"$top/tools/mark-allocators.py" --files "$1" $(mark_lists)
	} | sort -u
}

# copied_files: lines "SOURCE DESTINATION", the first relative to this
# project, the second to the kernel tree. The folders mirror the kernel's.
copied_files()
{
	(
		cd "$top" || exit 1
		echo "Kconfig scripts/gcc-plugins/Kconfig.alloctag"
		for f in scripts/Makefile.* scripts/gcc-plugins/Makefile.* \
			 scripts/gcc-plugins/*.[ch] include/*/*.h \
			 lib/Makefile.* lib/*.[ch] mm/Makefile.* mm/*.[ch]; do
			[ -f "$f" ] && echo "$f $f"
		done
		for f in Documentation/*.rst; do
			[ -f "$f" ] && echo "$f Documentation/alloctag/${f##*/}"
		done
		exit 0
	)
}

# apply_patches VERSION DIR [ARGUMENTS]: apply all patches in DIR, exactly as
# they are: no fuzz, no leftovers. Other line numbers are fine, they change with
# each stable release.
apply_patches()
{
	ap_version=$1
	ap_dir=$2
	shift 2
	patch_list "$ap_version" | while read -r p; do
		patch -d "$ap_dir" -p1 -F0 -s -f --no-backup-if-mismatch \
			-r - "$@" <"$p" || {
			echo "$(basename "$p") does not apply" >&2
			exit 1
		}
	done
}

# unapply_patches VERSION DIR: take all patches back, last first.
unapply_patches()
{
	patch_list "$1" | sort -r | while read -r p; do
		patch -d "$2" -p1 -F0 -s -f -R --no-backup-if-mismatch \
			-r - <"$p" || exit 1
	done
}

# mark DIR: mark the allocators in DIR. Prints how many were not marked before.
mark()
{
	# shellcheck disable=SC2046 # a list of names without spaces
	"$top/tools/mark-allocators.py" "$1" $(mark_lists)
}

# copy_patched FROM TO: copy the files of the tree FROM that the patches or the
# marks may change, and the Makefile, which says what version it is.
copy_patched()
{
	{ patched_files "$1"; echo Makefile; } | while read -r f; do
		[ -f "$1/$f" ] || continue
		mkdir -p "$2/$(dirname "$f")"
		cp -p "$1/$f" "$2/$f"
	done
}

# write_tree FROM TO: write those files of FROM to TO that differ there, and
# print their names.
write_tree()
{
	(cd "$1" && find . -type f) | sed 's,^\./,,' | sort | while read -r f; do
		cmp -s "$1/$f" "$2/$f" && continue
		mkdir -p "$2/$(dirname "$f")"
		cp "$1/$f" "$2/$f"
		echo "$f"
	done
}

# copy_ours TO: copy our own files to where they belong in TO.
copy_ours()
{
	copied_files | while read -r src dst; do
		mkdir -p "$1/$(dirname "$dst")"
		cp "$top/$src" "$1/$dst"
	done
}
