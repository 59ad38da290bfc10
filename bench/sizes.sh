#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# sizes.sh VMLINUX: lines "METRIC VALUE", what a kernel takes before it has run.
#
#	text_bytes	all functions: the sizes of symbols of type FUNC. Sections
#			are rounded up to pages and more, which hides what is asked.
#	rodata_bytes	sections .rodata up to .data that are loaded and not
#			written to, tags included; page alignment left out
#	data_bytes	.data and .bss
#	percpu_bytes	the static per-CPU area, for each possible CPU
#	tags		allocation tags, without the null tag and the modules' reserve

set -eu

vmlinux=$1

readelf -sW "$vmlinux" | awk '
	# An alias is a second symbol of the same place.
	$4 == "FUNC" && !($2 in seen) { seen[$2]; text += $3 }
	$8 == "__start_alloc_tags" { start = $2 }
	$8 == "__start_alloc_tags_modules" { modules = $2 }
	$8 == "__stop_alloc_tags" { stop = $2 }
	END {
		print "text_bytes", text
		if (start)
			print "tag_symbols", start, modules ? modules : stop
	}' | while read -r metric value end; do
	if [ "$metric" = text_bytes ]; then
		echo "text_bytes $value"
		continue
	fi
	# In ours the null tag comes first and the reserve is page aligned: the
	# tags are the entries whose file isn't null. They are counted at run time
	# instead, by the lines of /proc/allocinfo; here only the room is told.
	echo "tag_room_bytes $((0x$end - 0x$value))"
done

readelf -SW "$vmlinux" | sed 's/^ *\[ *[0-9]*\] //' | awk '
	function hex(s,   i, n) {
		n = 0
		for (i = 1; i <= length(s); i++)
			n = n * 16 + index("0123456789abcdef", substr(s, i, 1)) - 1
		return n
	}
	$1 == ".data" || $1 == ".bss" { data += hex($5) }
	$1 == ".data..percpu" { percpu += hex($5) }
	$1 ~ /^\.rodata/ || $1 == "__ksymtab" || $1 == "__ksymtab_gpl" ||
	$1 == "__ksymtab_strings" || $1 == "__param" || $1 == "alloc_tags" { ro += hex($5) }
	END {
		print "rodata_bytes", ro
		print "data_bytes", data
		print "percpu_bytes", percpu
	}'
