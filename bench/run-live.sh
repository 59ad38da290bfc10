#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: run-live.sh KVER TREE LOGS CSV
#
# Measure the memory of live objects: of each size that SLUB has a cache for, on
# 1 and on 4 CPUs, in the variants with "yes" in column live of bench/variants.
#
#	KVER		version of the kernel
#	TREE		kernels are TREE-KERNEL
#	LOGS		folder for logs; LOGS/variants has the lines of
#			bench/variants to measure, and consoles go to
#			LOGS/live
#	CSV		figures are appended here
#
# Each size has a VM that has just booted, because tables that were filled for
# one size would remain for the next. Time doesn't matter, so instructions
# aren't counted. Two VMs run at a time. Exits 1 if one has no figure.

set -eu

here=$(cd "$(dirname "$0")" && pwd)
kver=$1
tree=$2
variants=$3/variants
logs=$3/live
csv=$4
steps='live:8 live:16 live:32 live:64 live:96 live:128 live:192 live:256 live:512
	live:1024 live:2048 live:4096 live:8192
	fallback:512 fallback:1024 fallback:2048 fallback:4096 fallback:8192'
# Mainline takes 16 bytes more for an object of 8, of which there are 128 MiB.
mib=1024

mkdir -p "$logs"
rm -f "$logs"/*
# The initramfs doesn't answer the probe for KVM.
export ALLOCTAG_ACCEL=tcg

# log VARIANT CPUS STEP
log()
{
	echo "$logs/$1-$2-$(echo "$3" | tr : -).log"
}

# run VARIANT KERNEL CPUS STEP APPEND
run()
{
	console=$(log "$1" "$3" "$4")
	"$here/../dev/vm/run-vm.sh" -k "$tree-$2/arch/x86/boot/bzImage" \
		-i "$tree-$2/bench-kernel/initramfs.gz" -c "$3" -m "$mib" -t 1200 -a "$5" "$4" \
		</dev/null >"$console" 2>&1 || true
	if ! grep -q '^bench: all done' "$console" ||
	   ! grep -q 'bytes per object' "$console"; then
		echo "error: $1, $3 CPUs, $4: no figure; the console is in $console" >&2
		return 1
	fi
	sed -n "s/.*alloc_bench: \(.* bytes per object\).*/$1: \1/p" "$console"
}

while read -r variant kernel _ live _ append; do
	[ "$live" = yes ] || continue
	for step in $steps; do
		run "$variant" "$kernel" 1 "$step" "$append" &
		run "$variant" "$kernel" 4 "$step" "$append"
		wait $!
	done
done <"$variants"

while read -r variant _ _ live _; do
	[ "$live" = yes ] || continue
	for cpus in 1 4; do
		for step in $steps; do
			"$here/report.py" console "$kver" "$variant" "$mib" \
				"$(log "$variant" "$cpus" "$step")"
		done
	done
done <"$variants" >>"$csv"
