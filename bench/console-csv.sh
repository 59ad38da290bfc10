#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# console-csv.sh KVER VARIANT MIB CONSOLE: the figures on a VM's console, as lines
# KVER,VARIANT,LOOP,METRIC,VALUE. Loops with __GFP_ACCOUNT are a variant, "memcg".

set -eu

awk -v OFS=, -v kver="$1" -v variant="$2" -v mib="$3" '
	# alloc_bench: LOOP cycles per op: median M min A ...
	# load: LOOP cycles per op: median M min A ...
	# load: LOOP cycles per read: median M min A ...
	$3 == "cycles" && $6 == "median" && ($1 == "alloc_bench:" || $1 == "load:") {
		loop = $2
		metric = $5 == "read:" ? "insns_per_read" : "insns_per_op"
		if (sub(/-account$/, "", loop))
			print kver, "memcg", loop, metric, $7
		else
			print kver, variant, loop, metric, $7
	}
	# alloc_bench: live-SIZE on N CPUs: B bytes per object, ...
	$1 == "alloc_bench:" && $3 == "on" && $7 == "bytes" {
		print kver, variant, $2, "object_bytes_" $4 "cpu", $6
	}
	$1 == "load:" && $3 == "tags:" { print kver, variant, $2, "tags", $4 }
	/^bench: available KiB:/ { print kver, variant, "boot-" mib, "mem_kib", $NF }
	/^bench: unused KiB:/ { print kver, variant, "boot-" mib, "unused_kib", $NF }
	/^bench: (cache|dentries) KiB:/ { print kver, variant, $2, "mem_kib", $NF }
' "$4"
