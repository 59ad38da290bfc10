#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# plot.sh CSV [CAPTION]: an SVG picture: instructions added to an allocation and its free, in per
# cent of the kernel without profiling, for each loop and variant.

set -eu

awk -F , -v caption="${2-}" '
	NR > 1 && $4 == "insns_per_op" && $2 != "memcg" {
		if ($2 == "none") { none[$3] = $5; next }
		if ($3 !~ /^(kmalloc|kmem_cache|bulk|page|remote)/) next
		if (!($3 in loops)) { loops[$3]; loop[++nloops] = $3 }
		if (!($2 in variants)) { variants[$2]; variant[++nvariants] = $2 }
		value[$3, $2] = $5
		kver = $1
	}
	END {
		split("#9ecae1 #3182bd #c7e9c0 #74c476 #238b45", palette, " ")
		if (nvariants < 5)
			split("#c7e9c0 #74c476 #238b45", palette, " ")
		top = 10
		for (l = 1; l <= nloops; l++)
			for (v = 1; v <= nvariants; v++) {
				p = (value[loop[l], variant[v]] / none[loop[l]] - 1) * 100
				percent[l, v] = p
				if (p > top) top = p
			}
		step = top > 60 ? 20 : 10
		top = int(top / step + 0.999) * step
		bar = 13; gap = 20; left = 48; height = 260
		group = bar * nvariants + gap
		width = left + group * nloops + 10
		scale = height / top
		printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\" font-size=\"11\">\n", width, height + 90
		printf "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n"
		printf "<text x=\"%d\" y=\"16\" font-size=\"13\">Linux %s: instructions added to an allocation and its free, %% of no profiling</text>\n", left, kver
		for (v = 1; v <= nvariants; v++) {
			x = left + (v - 1) * 105
			printf "<rect x=\"%d\" y=\"24\" width=\"10\" height=\"10\" fill=\"%s\"/><text x=\"%d\" y=\"33\">%s</text>\n", x, palette[v], x + 14, variant[v]
		}
		base = height + 50
		for (p = 0; p <= top; p += step) {
			y = base - p * scale
			printf "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#ddd\"/><text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%d %%</text>\n", left, width - 10, y, y, left - 4, y + 4, p
		}
		for (l = 1; l <= nloops; l++) {
			x = left + (l - 1) * group + gap / 2
			for (v = 1; v <= nvariants; v++) {
				h = percent[l, v] * scale
				if (h < 0) h = 0
				printf "<rect x=\"%.1f\" y=\"%.1f\" width=\"%d\" height=\"%.1f\" fill=\"%s\"><title>%s, %s: %+.1f %%</title></rect>\n", x + (v - 1) * bar, base - h, bar - 1, h, palette[v], loop[l], variant[v], percent[l, v]
			}
			printf "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>\n", x + bar * nvariants / 2, base + 16, loop[l]
		}
		printf "<text x=\"%d\" y=\"%d\" fill=\"#555\">%s</text>\n", left, base + 38, caption
		printf "</svg>\n"
	}' "$1"
