#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# table.sh CSV: the results as a table, a column for each variant. Figures of other
# variants than none are followed by the difference to it: in per cent, and for
# memory available after boot in KiB.

set -eu

awk -F , '
	NR == 1 { next }
	{
		row = $3 " " $4
		if (!(row in rows)) { rows[row]; order[++nrows] = row }
		if (!($2 in columns)) { columns[$2]; column[++ncolumns] = $2 }
		value[row, $2] = $5
	}
	END {
		printf "%-28s", "Linux " $1
		for (c = 1; c <= ncolumns; c++)
			printf " %20s", column[c]
		print ""
		for (r = 1; r <= nrows; r++) {
			row = order[r]
			printf "%-28s", row
			for (c = 1; c <= ncolumns; c++) {
				if (!((row, column[c]) in value)) {
					printf " %20s", "-"
					continue
				}
				v = value[row, column[c]]
				none = value[row, "none"]
				text = v
				if (column[c] != "none" && none + 0) {
					if (row ~ /^boot-/)
						text = text sprintf(" (%+d)", v - none)
					else
						text = text sprintf(" (%+.1f%%)", (v / none - 1) * 100)
				}
				printf " %20s", text
			}
			print ""
		}
	}' "$1"
