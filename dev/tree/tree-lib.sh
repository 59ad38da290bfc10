# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh disable=SC2154
#
# tree-lib.sh: alloctag's files, patches and marks in a kernel tree. To be
# sourced by install-tree.sh, which installs into a user's tree once, and
# sync-tree.sh, which updates the tree of this project, so that both do the
# same.
#
# The caller sets $top to the top of this project.

die()
{
	echo "error: $*" >&2
	exit 1
}

# kernel_version TREE: print "6.1" for a tree of Linux 6.1.y. Prints nothing if
# TREE is not a kernel tree.
kernel_version()
{
	[ -f "$1/Makefile" ] && [ -f "$1/Kbuild" ] || return 0
	sed -n -e 's/^VERSION = \([0-9]*\)$/\1/p' \
	       -e 's/^PATCHLEVEL = \([0-9]*\)$/\1/p' "$1/Makefile" |
		head -n 2 | paste -s -d .
}

# supported_versions: print the kernel versions that have patches.
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

# patched_files TREE [LIST...]: print every file of this kernel that the
# patches, the marks in patches/marks or in a LIST may change, relative to the
# tree. Fails if a list can't be read.
patched_files()
{
	pf_tree=$1
	shift
	pf_marked=$("$top/dev/tree/mark-allocators.py" --files "$pf_tree" \
		"$top/patches/marks" "$@") || return 1
	{
		patch_list "$(kernel_version "$pf_tree")" |
			xargs sed -n -e 's,^--- a/\([^	]*\).*,\1,p' \
				-e 's,^+++ b/\([^	]*\).*,\1,p' /dev/null
		echo "$pf_marked"
	} | sort -u
}

# objects_of TREE: for each C file on standard input, print the object it is
# compiled to. A file that another one includes is compiled with that one.
objects_of()
{
	while read -r oo_file; do
		oo_includes=$(grep -ls "^#include \"${oo_file##*/}\"" "$1/${oo_file%/*}"/*.c |
			head -n 1)
		if [ -n "$oo_includes" ]; then
			oo_file=${oo_includes#"$1/"}
		fi
		echo "${oo_file%.c}.o"
	done | sort -u
}

# copied_files: lines "SOURCE DESTINATION", the first relative to this project,
# the second to the kernel tree. arch/, include/, lib/, mm/ and scripts/ mirror
# the kernel's folders and contain nothing else, so all of their sources are
# copied.
copied_files()
{
	(
		cd "$top" || exit 1
		echo "Kconfig scripts/gcc-plugins/Kconfig.alloctag"
		echo "patches/marks.error scripts/gcc-plugins/error_origin.list"
		echo "patches/marks.wait scripts/gcc-plugins/code_tag.wait"
		echo "patches/marks.lock scripts/gcc-plugins/code_tag.lock"
		echo "patches/marks.fault scripts/gcc-plugins/code_tag.fault"
		echo "patches/marks.modules scripts/gcc-plugins/alloctag.modules"
		find arch include lib mm scripts -type f \
			\( -name '*.[chS]' -o -name '*.sh' -o -name 'Makefile*' -o -name 'Kconfig*' \) |
			sort | sed 's/.*/& &/'
		find Documentation -name '*.rst' | sort |
			sed 's,^Documentation/\(.*\),& Documentation/alloctag/\1,'
	)
}

# apply_patches VERSION DIR: apply all patches in DIR, each hunk in the function
# that it was made for. Fails at the first patch with a hunk that does not apply
# there.
apply_patches()
{
	"$top/dev/tree/apply-patches.py" "$top/patches/linux-$1" "$2"
}

# unapply_patches VERSION DIR: revert all patches, the last one first. DIR is a
# copy, to see whether they were applied; a user's mark in the context of a
# patch is allowed. A prototype that a patch has changed was marked later: such
# a patch is tried with the mark, too.
unapply_patches()
{
	patch_list "$1" | sort -r | while read -r p; do
		unapply "$2" <"$p" ||
			sed 's/^\(+.*) __used\);$/\1 __allocator;/' "$p" | unapply "$2" ||
			exit 1
	done
}

unapply()
{
	patch -d "$1" -p1 -F1 -s -f -R --no-backup-if-mismatch -r -
}

# mark DIR [LIST...]: mark the allocators in DIR that patches/marks and the
# LISTs name. Prints how many were not marked before.
mark()
{
	mark_dir=$1
	shift
	"$top/dev/tree/mark-allocators.py" "$mark_dir" "$top/patches/marks" "$@"
}

# copy_files FROM TO: copy the files whose names are on standard input. With
# hundreds, a process for each takes seconds. They are new files, with the
# owner, the mode and the time of a copy; what a link points to is copied.
copy_files()
{
	archive=$(mktemp) || return 1
	mkdir -p "$2" && tar -C "$1" -chf "$archive" --hard-dereference -T - &&
		tar -C "$2" -xmUf "$archive" --no-same-owner --no-same-permissions
	copied=$?
	rm -f "$archive"
	return $copied
}

# copy_patched FROM TO [LIST...]: copy the files of the tree FROM that the
# patches or the marks may change, and the Makefile, which has the version.
copy_patched()
{
	cp_from=$1
	cp_to=$2
	shift 2
	cp_files=$(patched_files "$cp_from" "$@") || return 1
	for f in $cp_files Makefile; do
		[ ! -f "$cp_from/$f" ] || echo "$f"
	done | copy_files "$cp_from" "$cp_to" && chmod -R u+w "$cp_to"
}

# differing_files FROM TO: print the names of the files of FROM that differ in
# TO, or are not there.
differing_files()
{
	(cd "$1" && find . -type f -exec sha256sum {} +) |
		(cd "$2" && LC_ALL=C sha256sum -c --quiet 2>/dev/null) |
		sed -n 's,^\./\(.*\): FAILED.*,\1,p' | sort
}

# write_files FROM TO: copy the files whose names are on standard input to TO.
# They replace the old files there, which another tree may share by hard links.
# Fails before the first file if any of them can't be written.
write_files()
{
	wf_files=$(cat)
	for f in $wf_files; do
		wf_folder=$2/${f%/*}
		while [ ! -d "$wf_folder" ]; do
			wf_folder=${wf_folder%/*}
		done
		[ -w "$wf_folder" ] || {
			echo "error: $wf_folder: not writable" >&2
			return 1
		}
	done
	[ -z "$wf_files" ] || echo "$wf_files" | copy_files "$1" "$2"
}

# copy_ours TO: copy alloctag's files to their places in TO.
copy_ours()
{
	copied_files | awk '$1 == $2 { print $1 }' | copy_files "$top" "$1" || return 1
	copied_files | awk '$1 != $2' | while read -r src dst; do
		[ -d "$1/${dst%/*}" ] || mkdir -p "$1/${dst%/*}"
		cat "$top/$src" >"$1/$dst"
	done
}
