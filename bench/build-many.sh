#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# build-many.sh OUT FROM KMAKE: the kernel with alloctag in FROM once more, as OUT, with
# room for the tags of bench/sites.
#
# CONFIG_ALLOC_TAG_MODULE_TAGS reserves room for a module or two in the reference
# configuration. Little depends on it, and kbuild knows what: so the folder is copied and
# a handful of objects compiled again.

set -eu

top=$(cd "$(dirname "$0")/.." && pwd)
out=$1
from=$2
kmake=$3

rm -rf "$out"
cp -a "$from" "$out"
rm -f "$out/.built"
{
	echo CONFIG_ALLOC_TAG_MODULE_TAGS=51200
	echo CONFIG_ALLOC_TAG_IDX32=y
} >"$out/many.config"
cat "$out/many.config" >>"$out/.config"
eval "$kmake olddefconfig"
"$top/scripts/check-config.sh" "$out/.config" "$out/fragments" "$out/many.config"
id=$(cksum <"$out/plugin.stripped" | cut -d ' ' -f 1)
eval "$kmake KCFLAGS=-DALLOCTAG_PLUGIN_ID=$id bzImage modules"
touch "$out/.built"
