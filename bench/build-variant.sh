#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# build-variant.sh OUT KMAKE FRAGMENT...: configure and build one kernel to compare with.
#
# KMAKE is the command that starts kbuild for OUT, with all its variables.
# OUT/.built appears when the kernel is there.

set -eu

top=$(cd "$(dirname "$0")/.." && pwd)
out=$1
kmake=$2
shift 2

mkdir -p "$out"
rm -f "$out/.built"
cat "$@" >"$out/fragments.new"
if ! cmp -s "$out/fragments.new" "$out/fragments" || [ ! -f "$out/.config" ]; then
	eval "$kmake tinyconfig"
	cat "$out/fragments.new" >>"$out/.config"
	mv "$out/fragments.new" "$out/fragments"
else
	rm "$out/fragments.new"
fi
eval "$kmake olddefconfig"
"$top/scripts/check-config.sh" "$out/.config" "$out/fragments"
eval "$kmake bzImage modules"
touch "$out/.built"
