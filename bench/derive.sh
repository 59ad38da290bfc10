#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# derive.sh CSV: the results, and after them what follows from them:
#
#	image,text_per_site	bytes of function text over none, for each tag. The
#				runtime's own functions are among them.
#	live-64,bytes_per_object	memory over none, for each of 1,000,000 objects
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
	$3 == "live-64" && $4 == "mem_kib" { live[$2] = $5 }
	END {
		for (i = 1; i <= n; i++) {
			v = order[i]
			if (v == "none")
				continue
			if (tags[build(v)] && "none" in text)
				print kver, v, "image", "text_per_site",
					sprintf("%.1f", (text[v] - text["none"]) / tags[build(v)])
			if (v in live && "none" in live)
				print kver, v, "live-64", "bytes_per_object",
					sprintf("%.2f", (live[v] - live["none"]) * 1024 / 1000000)
		}
	}' "$1"
