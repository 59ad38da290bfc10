#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# run-live.sh KVER TREE LOGS CSV: memory that live objects take, for each size that SLUB
# has a cache for and each variant in LOGS/live.variants (VARIANT BUILD COMMAND-LINE,
# a line each), on 1 and on 4 CPUs. The figures are appended to CSV.
#
# Each in a VM that has just booted: tables that were filled for one size are there for
# the next. Time doesn't matter, so the clock is the host's. Two VMs run at a time.

set -eu

here=$(cd "$(dirname "$0")" && pwd)
kver=$1
tree=$2
logs=$3/live
csv=$4
variants=$3/live.variants
steps='live:8 live:16 live:32 live:64 live:96 live:128 live:192 live:256 live:512
	live:1024 live:2048 live:4096 live:8192
	fallback:512 fallback:1024 fallback:2048 fallback:4096 fallback:8192'
# Mainline takes 16 bytes more for an object of 8, of which there are 128 MiB.
mib=1024

mkdir -p "$logs"
rm -f "$logs"/*

# run VARIANT BUILD CPUS STEP APPEND
run()
{
	log=$logs/$1-$3-$(echo "$4" | tr : -).log
	# On a busy host the ticks of a timer may come too late for the kernel's check.
	BENCH_ICOUNT=no "$here/run-icount.sh" "$tree-$2/arch/x86/boot/bzImage" \
		"$tree-$2/bench-kernel/initramfs.gz" "$3" "$mib" "no_timer_check $5" "$4" \
		>"$log" 2>&1
	if ! grep -q '^bench: all done' "$log" || ! grep -q 'bytes per object' "$log"; then
		echo "error: $1, $3 CPUs, $4: no figure; the console is in $log" >&2
		return 1
	fi
	sed -n "s/.*alloc_bench: \(.* bytes per object\)/$1: \1/p" "$log"
}

while read -r variant build append; do
	for step in $steps; do
		run "$variant" "$build" 1 "$step" "$append" &
		run "$variant" "$build" 4 "$step" "$append"
		wait $!
	done
done <"$variants"

while read -r variant _; do
	for cpus in 1 4; do
		for step in $steps; do
			"$here/console-csv.sh" "$kver" "$variant" "$mib" \
				"$logs/$variant-$cpus-$(echo "$step" | tr : -).log"
		done
	done
done <"$variants" >>"$csv"
