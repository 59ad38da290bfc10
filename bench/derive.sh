#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# derive.sh CSV: the results, and after them what follows from them:
#
#	image,text_per_site	bytes of function text over none, for each tag. The
#				runtime's own functions are among them.
#	live-SIZE,extra_bytes_Ncpu	memory of an object: none over SIZE, the others over
#	fallback-SIZE,...		none
#
# Tags are counted in /proc/allocinfo; where a variant has no such file, in that of
# another variant of the same kernel (alloctag-never, alloctag-on).

set -eu

cat "$1"
awk -F , -v OFS=, '
	function build(variant) { sub(/-.*/, "", variant); return variant }
	NR == 1 { next }
	{ kver = $1 }
	$3 == "allocinfo" && $4 == "tags" { tags[build($2)] = $5 }
	$3 == "image" && $4 == "text_bytes" { text[$2] = $5; order[++n] = $2 }
	sub(/^object_bytes_/, "extra_bytes_", $4) {
		object[++nobjects] = $2 SUBSEP $3 SUBSEP $4
		bytes[$2, $3, $4] = $5
	}
	END {
		for (i = 1; i <= n; i++) {
			v = order[i]
			if (v == "none")
				continue
			if (tags[build(v)] && "none" in text)
				print kver, v, "image", "text_per_site",
					sprintf("%.1f", (text[v] - text["none"]) / tags[build(v)])
		}
		for (i = 1; i <= nobjects; i++) {
			split(object[i], row, SUBSEP)
			size = row[2]
			sub(/.*-/, "", size)
			if (row[1] == "none")
				base = size
			else if (("none", row[2], row[3]) in bytes)
				base = bytes["none", row[2], row[3]]
			else
				continue
			print kver, row[1], row[2], row[3], sprintf("%.2f", bytes[object[i]] - base)
		}
	}' "$1"
