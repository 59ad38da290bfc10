#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# table.sh CSV [CAPTION]: the results as a table, a column for each variant. Figures of
# other variants than none are followed by their difference to it: per cent, or as many
# bytes or KiB. Nanoseconds: the median, and its ratio to none pair by pair; below
# it, the quartiles.

set -eu

awk -F , -v caption="${2-}" '
	function number(v)
	{
		if (v + 0 >= 1e7)
			return sprintf("%.1fM", v / 1e6)
		return sprintf(v !~ /\./ || v + 0 >= 10000 ? "%.0f" : "%.1f", v)
	}
	# How a figure differs from that of none, as text.
	function difference(row, variant, how,   v, none)
	{
		if (variant == "none" || how == "" || !((row, "none") in value) ||
		    !((row, variant) in value))
			return ""
		v = value[row, variant]
		none = value[row, "none"]
		if (how == "ratio") {
			shown[ratio_row(row)]
			if (!((ratio_row(row), variant) in value))
				return ""
			return sprintf("%+.1f%%", (value[ratio_row(row), variant] - 1) * 100)
		}
		if (how == "-")
			return sprintf("%+d", v - none)
		return none ? sprintf("%+.1f%%", (v / none - 1) * 100) : ""
	}
	# The row of these ratios, once used, is not shown by itself.
	function ratio_row(row) { sub(/ .*/, " ratio_to_none", row); return row }
	# What is shown for the bytes that an object takes.
	function extra_row(row) { sub(/ object_bytes_/, " extra_bytes_", row); return row }
	# One line of the table.
	function line(row, label, how,   c, text, v)
	{
		shown[row]
		text = sprintf("  %-21s", label)
		for (c = 1; c <= ncolumns; c++) {
			v = (row, column[c]) in value ? number(value[row, column[c]]) : "-"
			if (column[c] == "none")
				text = text sprintf(" %8s", v)
			else
				text = text sprintf(" %8s %-7s", v,
						    difference(row, column[c], how))
		}
		sub(/ +$/, "", text)
		print text
	}
	function spread(loop,   c, text, q1, q3)
	{
		q1 = loop " ns_q1"; q3 = loop " ns_q3"
		shown[q1]; shown[q3]
		text = sprintf("  %-20s", "  quartiles")
		for (c = 1; c <= ncolumns; c++)
			text = text sprintf(column[c] == "none" ? " %9s" : "  %-15s",
				(q1, column[c]) in value ? number(value[q1, column[c]]) "-" \
					number(value[q3, column[c]]) : "")
		sub(/ +$/, "", text)
		print text
	}
	# A title, and the rows with this metric whose loops match.
	function section(title, metric, loops, how,   r, titled)
	{
		for (r = 1; r <= nrows; r++) {
			if (metric_of[order[r]] != metric || loop_of[order[r]] !~ loops ||
			    order[r] in shown)
				continue
			if (!titled++)
				print "\n" title
			line(order[r], loop_of[order[r]], how)
			if (metric == "ns_per_op")
				spread(loop_of[order[r]])
		}
	}
	function part(row, label, how) { if (row in rows) line(row, label, how) }
	NR == 1 { next }
	{
		row = $3 " " $4
		if (!(row in rows)) {
			rows[row]
			order[++nrows] = row
			loop_of[row] = $3
			metric_of[row] = $4
		}
		if (!($2 in columns)) {
			columns[$2]
			# What charges to a cgroup is a matter of its own: last.
			if ($2 == "memcg")
				memcg = 1
			else
				column[++ncolumns] = $2
		}
		value[row, $2] = $5
	}
	END {
		if (memcg)
			column[++ncolumns] = "memcg"
		if (caption)
			print caption
		text = sprintf("\n%-23s", "")
		for (c = 1; c <= ncolumns; c++)
			text = text sprintf(column[c] == "none" ? " %8s" : "   %-14s", column[c])
		sub(/ +$/, "", text)
		print text
		section("Instructions: an allocation and its free", "insns_per_op",
			"^(kmalloc|kmem_cache|bulk|page|remote)", "%")
		section("Instructions: an operation of user space", "insns_per_op", ".", "%")
		section("Instructions: reading /proc/allocinfo once", "insns_per_read", ".", "")
		section("Lines of /proc/allocinfo", "tags", ".", "")
		section("Nanoseconds: an allocation and its free", "ns_per_op", ".", "ratio")
		print "\nBytes of the kernel"
		part("image text_bytes", "functions", "-")
		part("image text_per_site", "  for each tag", "")
		part("image rodata_bytes", "constants", "-")
		part("image data_bytes", "data", "-")
		part("image percpu_bytes", "data of each CPU", "-")
		part("image tag_bytes", "tags, of the above", "")
		section("KiB available after boot (MemAvailable)", "mem_kib", "^boot", "-")
		section("KiB free after boot, with what CPUs hold for themselves", "unused_kib", ".", "-")
		section("KiB taken by 64 MiB of page cache, 200,000 names", "mem_kib", ".", "-")
		for (cpus = 1; cpus <= 4; cpus += 3) {
			metric = "extra_bytes_" cpus "cpu"
			text = "Bytes for each live object, over its size (none) or over none, CPUs: " cpus
			section(text, metric, "^live", "")
			section(text "; slabs of the smallest order", metric, "^fallback", "")
		}
		section("CPU seconds of the compiler", "build_cpu_s", ".", "ratio")
		for (r = 1; r <= nrows; r++)
			if (!(order[r] in shown) && !(extra_row(order[r]) in shown)) {
				if (!others++)
					print "\nOthers"
				line(order[r], order[r], "%")
			}
	}' "$1"
