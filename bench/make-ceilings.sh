#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# make-ceilings.sh CSV...: bench/ceilings from results of make bench, to standard output.

set -eu

cat <<'END'
# What make check allows an allocation and its free to cost: instructions in the loops of
# bench/kernel/alloc_bench.c, reference configuration, one CPU. Made from the results by
# bench/make-ceilings.sh; to be lowered whenever the code gets better, and raised only
# with a reason in the commit message. Batches of objects and blocks of pages vary by
# some instructions with the state that booting left slabs and free lists in: 12 and 8
# are added for that.
#
# kernel	variant	loop	instructions
END
awk -F , -v OFS='\t' 'BEGIN { slack["kmalloc-batch"] = 12; slack["page-order3"] = 8 }
	$2 ~ /^alloctag-/ && $4 == "insns_per_op" &&
	$3 ~ /^(kmalloc|kmem_cache|bulk|page)/ {
		print $1, $2, $3, $5 + slack[$3]
	}' "$@"
