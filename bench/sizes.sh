#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# sizes.sh VMLINUX: lines "METRIC VALUE", what a kernel takes before it has run.
#
#	text_bytes	all functions: the sizes of symbols of type FUNC. Sections
#			are rounded up to pages and more, which hides what is asked.
#	rodata_bytes	sections .rodata up to .data that are loaded and not
#			written to, tags included; page alignment left out
#	data_bytes	all variables in .data and .bss: the sizes of symbols again.
#			The sections' own differ by tens of KiB for no reason.
#	percpu_bytes	the static per-CPU area, for each possible CPU
#	tag_bytes	tags of vmlinux, the null tag and what fills up the page included
#
# The number of tags is that of the lines of /proc/allocinfo.

set -eu

vmlinux=$1
# The section of tags, which has the same name in mainline.
tags=$(sed -n 's/^#define ALLOC_TAG_SECTION[[:space:]]*\([a-z_]*\)$/\1/p' \
	"$(dirname "$0")/../include/linux/alloc_tag_abi.h")
if [ -z "$tags" ]; then
	echo "sizes.sh: no ALLOC_TAG_SECTION in include/linux/alloc_tag_abi.h" >&2
	exit 1
fi

hex='function hex(s,   i, n) {
		n = 0
		for (i = 1; i <= length(s); i++)
			n = n * 16 + index("0123456789abcdef", substr(s, i, 1)) - 1
		return n
	}'

{
	readelf -SW "$vmlinux" | sed 's/^ *\[ *\([0-9]*\)\] /section \1 /'
	readelf -sW "$vmlinux"
} | awk -v section="$tags" "$hex"'
	$1 == "section" && ($3 == ".data" || $3 == ".bss") { writable[$2] }
	$1 == "section" && $3 == ".data..percpu" { percpu += hex($7) }
	$1 == "section" && ($3 ~ /^\.rodata/ || $3 == "__ksymtab" || $3 == "__ksymtab_gpl" ||
		$3 == "__ksymtab_strings" || $3 == "__param" || $3 == section) {
		ro += hex($7)
	}
	# An alias is a second symbol of the same place.
	$4 == "FUNC" && !($2 in seen) { seen[$2]; text += $3 }
	$4 == "OBJECT" && $7 in writable && !(($7, $2) in seen) { seen[$7, $2]; data += $3 }
	# The upper half of an address has more digits than a double keeps.
	$8 == "__start_" section { tags = 1; start = hex(substr($2, 9)) }
	$8 == "__stop_" section && !modules { stop = hex(substr($2, 9)) }
	# Behind it is room for those of modules.
	$8 == "__start_" section "_modules" { stop = modules = hex(substr($2, 9)) }
	END {
		print "text_bytes", text
		if (tags)
			print "tag_bytes", stop - start
		print "rodata_bytes", ro
		print "data_bytes", data
		print "percpu_bytes", percpu
	}'
