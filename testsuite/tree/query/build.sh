#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: build.sh KERNEL OUT
#
# Build the programs dyndbg, codetag and faults in the folder OUT, of the kernel
# tree KERNEL and this project. All headers of the kernel's are stubs.h, but for
# those that declare what is tested.

set -eu

here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../../.." && pwd)
kernel=$(cd "$1" && pwd)
mkdir -p "$2"
cd "$2"

cat "$kernel/lib/dynamic_debug.c" "$kernel/include/linux/dynamic_debug.h" \
	"$top/include/linux/code_tag.h" "$top"/include/linux/code_tag/*.h \
	"$top"/lib/code_tag/*.[ch] "$here"/*.[ch] |
	sed -n 's,^#include <\(.*/.*\)>$,\1,p' | grep -v '^sys/' | sort -u |
	while read -r header; do
		mkdir -p "include/${header%/*}"
		{
			# libc's headers need these, too.
			case $header in
			linux/errno.h | linux/limits.h | linux/types.h | linux/stddef.h)
				echo "#include_next <$header>" ;;
			esac
			echo '#include "stubs.h"'
		} >"include/$header"
	done
cp "$kernel/include/linux/dynamic_debug.h" include/linux
(cd "$top" && tar -c --exclude=compat.h include/linux/code_tag.h include/linux/code_tag) | tar -x

{
	echo '#include "stubs.h"'
	sed -n '/^const unsigned char _ctype/,/^};/p' "$kernel/lib/ctype.c"
	sed '/^#include/d; /^EXPORT_SYMBOL(kstrtouint)/q' "$kernel/lib/kstrtox.c"
	sed -n '/^bool match_wildcard/,/^}/p' "$kernel/lib/parser.c"
	sed -n '/^static bool unescape_space/,/^EXPORT_SYMBOL(string_unescape)/p' \
		"$kernel/lib/string_helpers.c"
} >kernel-functions.c

# compile NAME OPTION...: compile the program NAME.
compile()
{
	name=$1
	shift
	# -w: the kernel's sources are written for other warnings.
	gcc -D_GNU_SOURCE -O1 -g -w -no-pie -fsanitize=address,undefined "$@" \
		-I"$here" -Iinclude -I"$top" -o "$name" "$here/$name.c" kernel-functions.c
}

# Linux 6.1 lacks the flag s.
sourcename=
! grep -q INCL_SOURCENAME include/linux/dynamic_debug.h || sourcename=-DHAS_SOURCENAME

compile dyndbg -DCONFIG_DYNAMIC_DEBUG -DCONFIG_DYNAMIC_DEBUG_CORE \
	-DSOURCE="\"$kernel/lib/dynamic_debug.c\""
# shellcheck disable=SC2086 # may be empty
compile codetag -DCONFIG_CODE_TAG_CONTROL $sourcename
compile faults -DCONFIG_CODE_TAG_CONTROL
