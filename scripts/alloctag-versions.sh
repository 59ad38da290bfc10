#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: alloctag-versions.sh OBJECT <VERSIONS
#
# Print the symbol versions that genksyms has computed for OBJECT, and repeat
# them for the tagged variants that OBJECT exports along with their functions:
# genksyms reads the source and doesn't know of these. So modules that call a
# variant, NAME.alloctag or NAME.codetag.CLASS, are refused by the same kernels
# as those that call NAME. NM is from the environment.

set -eu

exec awk -v nm="${NM:-nm} $1" '
BEGIN {
	while ((nm | getline) > 0) {
		variant = $NF
		if (!sub(/^__(export_symbol|ksymtab)_/, "", variant))
			continue
		name = variant
		if (sub(/\.(alloctag|codetag\.[A-Za-z0-9_]+)$/, "", name))
			variants[name] = variants[name] " " variant
	}
	if (close(nm))
		exit 1
}
{
	print
	n = split(variants[$2], list)
	for (i = 1; i <= n; i++)
		print $1, list[i], $3
}'
