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

# kernel_version TREE: print "6.1" for a tree of Linux 6.1.y, nothing for what is no
# kernel tree.
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

# patched_files VERSION: every file that the patches touch or create, relative to
# the kernel tree.
patched_files()
{
	patch_list "$1" | while read -r p; do
		sed -n -e 's,^--- a/\([^	]*\).*,\1,p' \
		       -e 's,^+++ b/\([^	]*\).*,\1,p' "$p"
	done | sort -u
}

# copied_files: lines "SOURCE DESTINATION", the first relative to this
# project, the second to the kernel tree. The folders mirror the kernel's.
copied_files()
{
	(
		cd "$top" || exit 1
		echo "Kconfig scripts/gcc-plugins/Kconfig.alloctag"
		for f in scripts/gcc-plugins/*.[ch] include/*/*.h lib/*.[ch] mm/*.[ch]; do
			[ -f "$f" ] && echo "$f $f"
		done
		exit 0
	)
}

# apply_patches VERSION DIR [ARGUMENTS]: apply all patches in DIR, exactly as they
# are: no fuzz, no leftovers. Other line numbers are fine, they change with each
# stable release.
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

# copy_patched VERSION FROM TO: copy those files that the patches touch.
copy_patched()
{
	patched_files "$1" | while read -r f; do
		[ -f "$2/$f" ] || continue
		mkdir -p "$3/$(dirname "$f")"
		cp -p "$2/$f" "$3/$f"
	done
}
