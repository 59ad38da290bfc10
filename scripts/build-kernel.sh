#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# build-kernel.sh [-o LIST] OUT KMAKE FRAGMENT...: configure and build a kernel and its
# modules in OUT.
#
# KMAKE is the command that starts kbuild for OUT, with all its variables. The test
# module of the test suite is built too, outside the tree, as somebody else's
# module would be. OUT/.built appears when everything is there.
#
# -o: build only the objects that the file LIST names. Each is tried, whatever becomes of
# the others; it fails if one does.

set -eu

top=$(cd "$(dirname "$0")/.." && pwd)
list=
while getopts o: opt; do
	case $opt in
	o) list=$OPTARG ;;
	*) exit 2 ;;
	esac
done
shift $((OPTIND - 1))
out=$1
kmake=$2
shift 2

mkdir -p "$out"
rm -f "$out/.built"

# Configure anew only when a fragment changed: kbuild looks at dates.
cat "$@" >"$out/fragments.new"
if ! cmp -s "$out/fragments.new" "$out/fragments" || [ ! -f "$out/.config" ]; then
	eval "$kmake tinyconfig"
	cat "$out/fragments.new" >>"$out/.config"
	eval "$kmake olddefconfig"
	mv "$out/fragments.new" "$out/fragments"
else
	rm "$out/fragments.new"
	eval "$kmake olddefconfig"
fi
"$top/scripts/check-config.sh" "$out/.config" "$out/fragments"

# kbuild does not rebuild objects when a plugin changes. So the plugin goes first, and
# what it is (less its debugging information) becomes part of every command line.
eval "$kmake scripts"
plugin=$out/scripts/gcc-plugins/alloctag_plugin.so
objcopy -g "$plugin" "$out/plugin.stripped"
id=$(cksum <"$out/plugin.stripped" | cut -d ' ' -f 1)

if [ -n "$list" ]; then
	eval "$kmake KCFLAGS=-DALLOCTAG_PLUGIN_ID=$id -k $(tr '\n' ' ' <"$list")"
	exit
fi
eval "$kmake KCFLAGS=-DALLOCTAG_PLUGIN_ID=$id bzImage modules"

if [ -f "$top/testsuite/kernel.module/Kbuild" ]; then
	mkdir -p "$out/test-modules"
	for f in "$top"/testsuite/kernel.module/*.c "$top/testsuite/kernel.module/Kbuild"; do
		cmp -s "$f" "$out/test-modules/$(basename "$f")" ||
			cp "$f" "$out/test-modules/"
	done
	eval "$kmake KCFLAGS=-DALLOCTAG_PLUGIN_ID=$id M=\$out/test-modules modules"
fi
touch "$out/.built"
