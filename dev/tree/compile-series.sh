#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: compile-series.sh TREE PRISTINE SERIES OUT KMAKE FRAGMENT...
#
# Check that every step of the series builds.
#
# TREE, PRISTINE and SERIES are as in make-series.sh. A copy of TREE without
# alloctag is OUT-source; KMAKE starts kbuild for it, in OUT. After each patch
# of SERIES the objects that it can break are compiled, without the option: of
# the C files that it changes, and, because of headers, of a few files that
# include most of them. Prints one DejaGnu result (PASS or FAIL) for each patch,
# also to OUT/series.sum. Exits with 0 only if there were patches and all build.

set -eu

top=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=dev/tree/tree-lib.sh
. "$top/dev/tree/tree-lib.sh"

tree=$1
pristine=$2
series=$3
out=$4
source=$out-source
shift 3

mkdir -p "$out"
rm -f "$out/series.sum" "$out/series.part"

# Links cost no space and no time. All that writes to the copy makes new files.
rm -rf "$source"
cp -al "$tree" "$source"
copied_files | while read -r _ dst; do
	rm -f "$source/$dst"
done
(cd "$pristine" && find . -type f) | while read -r f; do
	cp --remove-destination -p "$pristine/$f" "$source/$f"
done

for p in "$series"/*.patch; do
	name=$(basename "$p" .patch)
	# GNU patch writes a new file and renames it.
	if patch -d "$source" -p1 -F0 -s -f --no-backup-if-mismatch -r - <"$p" && {
		sed -n 's,^+++ b/\([^	]*\.c\)$,\1,p' "$p" | grep -v '^scripts/' |
			grep -v 'alloc_tag' || :
		printf '%s\n' init/main.c kernel/module/main.c mm/slub.c lib/rhashtable.c \
			net/core/skbuff.c
	} | objects_of "$source" >"$out/series.list" &&
	   "$top/dev/tree/build-kernel.sh" -o "$out/series.list" "$@"; then
		echo "PASS: builds: $name" >>"$out/series.part"
	else
		echo "FAIL: builds: $name" >>"$out/series.part"
	fi
done
# Only a whole series has results.
mv "$out/series.part" "$out/series.sum"
cat "$out/series.sum"
[ -s "$out/series.sum" ] && ! grep -q '^FAIL' "$out/series.sum"
