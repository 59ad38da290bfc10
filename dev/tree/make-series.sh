#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: make-series.sh VERSION PRISTINE OUT
#
# Write alloctag as a series of patches.
#
# PRISTINE has the original files of Linux VERSION that alloctag changes, and
# the Makefile. The patches go to OUT, a new folder: one concern each, for git
# am, in an order in which every step builds. The make rules and the Kconfig
# option come last, so that nothing is enabled before. The author is the author
# of patches/linux-VERSION; patches/marks has the marks.
#
# Exits with 1 if the result of the series is not what make install-tree makes.

set -eu

top=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=dev/tree/tree-lib.sh
. "$top/dev/tree/tree-lib.sh"

version=$1
pristine=$2
mkdir -p "$3"
out=$(cd "$3" && pwd)

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM
tree=$scratch/tree

first=$(patch_list "$version" | head -n 1)
author=$(sed -n '/^From: /,/^Subject: /p' "$first" | sed '$d; s/^From: *//' | tr -d '\n')
sign=$(grep '^Signed-off-by: ' "$first")

# Ignore the user's settings: some make patches that can't be applied.
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null

# tree_git ARGUMENT...: run git in the tree. Shows its output if it fails.
tree_git()
{
	git -C "$tree" -c user.name="${author% <*}" -c user.email=alloctag@localhost \
		-c gc.auto=0 "$@" >"$scratch/git.log" 2>&1 || {
		cat "$scratch/git.log" >&2
		exit 1
	}
}

# commit SUBJECT: commit all changes, with standard input as the message.
commit()
{
	{
		echo "$1"
		echo
		cat
		echo
		echo "$sign"
	} >"$scratch/message"
	tree_git add -A -f
	tree_git commit -q --author="$author" -F "$scratch/message"
}

# add PATTERN: copy alloctag's files whose path in the kernel matches.
add()
{
	copied_files >"$scratch/copies"
	while read -r src dst; do
		echo "$dst" | grep -qE "$1" || continue
		mkdir -p "$tree/$(dirname "$dst")"
		cp "$top/$src" "$tree/$dst"
	done <"$scratch/copies"
}

# hooks PATCH: apply it as it is, and commit it with its message.
hooks()
{
	patch -d "$tree" -p1 -F0 -s -f --no-backup-if-mismatch -r - <"$1"
	sed '1,/^$/d; /^Signed-off-by: /,$d' "$1" | sed '$d' |
		commit "$(sed -n 's/^Subject: \[PATCH\] //p' "$1")"
}

cp -r "$pristine" "$tree"
tree_git init -q
tree_git add -A -f
tree_git commit -q --author="$author" -m "Linux $version"
tree_git tag base

add '^(arch|include|lib|mm)/'
rm -r "$tree/lib/alloc_tag/kunit"
commit 'alloc_tag: add the runtime of allocation tags' <<'EOF'
A GCC plugin passes each call of an allocator a pointer to a static tag,
with the file, line and function of the call and the type of the object.
This is what counts by tags: per-CPU counters, a slot for the tag of each
page and object, /proc/allocinfo and /proc/alloctag, and the tags of
modules. Nothing is compiled before the option exists, with the last
patch.
EOF

add 'kunit'
commit 'alloc_tag: add KUnit tests' <<'EOF'
They allocate and free in every way that the page, slab and per-CPU
allocators have, and compare the counters of a tag with what was
allocated.
EOF

add '^scripts/.*alloctag' 
rm -f "$tree/scripts/gcc-plugins/Kconfig.alloctag"
add '^scripts/gcc-plugins/.*\.[ch]$'
commit 'gcc-plugins: add alloctag' <<'EOF'
The plugin rewrites every call of a function that is marked with
__attribute__((allocator)) so that it passes a pointer to a static tag,
which the plugin creates in a separate section. A marked function that
calls another one forwards the tag of its caller. So no function becomes
a macro or gets another name, and one word on a prototype decides which
line memory is charged to.
EOF

# All except for the last one, which adds the Kconfig option.
last=$(patch_list "$version" | tail -n 1)
patch_list "$version" | sed '$d' >"$scratch/patches"
while read -r p; do
	hooks "$p"
done <"$scratch/patches"

"$top/dev/tree/mark-allocators.py" --subjects "$tree" "$top/patches/marks" >"$scratch/subjects"
while read -r subject; do
	"$top/dev/tree/mark-allocators.py" --only "$subject" "$tree" "$top/patches/marks" \
		>"$scratch/text"
	commit "$subject" <"$scratch/text"
done <"$scratch/subjects"

add '^Documentation/'
commit 'Documentation: alloctag' <<'EOF'
How to find a leak with allocation tags, how to mark an allocator, what
the files in /proc say, and how the plugin and the runtime work.
EOF

add 'Kconfig'
hooks "$last"

# The result must be the same tree as make install-tree makes.
cp -r "$pristine" "$scratch/expected"
apply_patches "$version" "$scratch/expected"
mark "$scratch/expected" >/dev/null
copy_ours "$scratch/expected"
tree_git clean -d -f -x -q
diff -r --exclude=.git "$tree" "$scratch/expected" >&2 ||
	die "the series does not make what make install-tree makes"

tree_git format-patch -q --zero-commit --abbrev=12 --no-signature -o "$scratch/out" base..HEAD
count=$(find "$scratch/out" -name '*.patch' | wc -l)
[ "$count" -eq "$(git -C "$tree" rev-list --count base..HEAD)" ] ||
	die "git format-patch wrote $count patches only"
rm -rf "$out"
mv "$scratch/out" "$out"
echo "$count patches for Linux $version in $out"
