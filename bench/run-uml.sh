#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: run-uml.sh KVER TREE LOGS CSV CC
#
# Measure the loops in nanoseconds, in User-mode Linux.
#
#	KVER		version of the kernel
#	TREE		the source; kernels are built in TREE-uml-KERNEL
#	LOGS		folder for logs; LOGS/variants has the lines of
#			bench/variants to measure, and consoles and
#			samples go to LOGS/uml
#	CSV		figures are appended here
#	CC		the compiler
#
# A kernel that is a process runs its allocators at the speed of this machine,
# without virtualisation. It has one CPU and no user space here: alloc_bench is
# linked in and powers off when it is done. Other processes disturb it, so the
# variants take turns, and a variant is compared with "none" of the same turn.
# BENCH_TURNS in the environment is the number of turns (default: 15).
#
# The source is a tree of symbolic links to TREE, with the loops added, and with
# per-CPU operations of one instruction as on x86.
#
# Exits 1 if a kernel doesn't build or doesn't run.

set -eu

here=$(cd "$(dirname "$0")" && pwd)
kver=$1
tree=$2
logs=$3/uml
csv=$4
cc=$5
turns=${BENCH_TURNS:-15}

src=$tree-uml
mkdir -p "$logs"
rm -f "$logs"/*

# The kernels here have no samples, and no sysctl when the loops run: the early
# parameters count.
variants=$logs/variants
grep -v '^alloctag-\(samples\|was-on\)[[:space:]]' "$3/variants" >"$variants"

# shellcheck disable=SC3013 # Debian's sh has it
if [ ! -e "$src/.linked" ] || [ "$tree.synced" -nt "$src/.linked" ]; then
	rm -rf "$src"
	cp -rs "$tree" "$src"
	rm "$src/lib/Makefile"
	{
		cat "$tree/lib/Makefile"
		echo 'obj-y += alloc_bench.o'
	} >"$src/lib/Makefile"
	ln -s "$here/kernel/alloc_bench.c" "$src/lib/"
	ln -s "$here/kernel/uml-percpu.h" "$src/arch/um/include/asm/percpu.h"
	touch "$src/.linked"
fi

# The compiler may have ccache in front.
ccache=$(command -v ccache || true)
for kernel in $(awk '{ print $2 }' "$variants" | uniq); do
	out=$src-$kernel
	kmake="env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -C '$src' ARCH=um O='$out' \
		CC='${ccache:+$ccache }$cc' HOSTCC='$cc' -j$(nproc)"
	"$here/../dev/step.sh" "$out.log" "Building User-mode Linux $kver, $kernel" \
		"$here/../dev/tree/build-kernel.sh" -t vmlinux "$out" "$kmake" \
		"$here/configs/uml.config" "$here/configs/uml-$kernel.config"
done

# The gap that address space randomisation leaves behind the kernel is added to
# its memory: with it, no two runs have the same. Not every container allows
# setarch.
fixed=
! setarch -R true 2>/dev/null || fixed='setarch -R'

turn=0
while [ "$turn" -lt "$turns" ]; do
	while read -r variant kernel _ _ _ append; do
		# shellcheck disable=SC2086 # nothing, or two words
		timeout 120 $fixed "$src-$kernel/vmlinux" mem=256M uml_dir="$logs/" \
			con0=null,fd:1 con=null alloc_bench.loops=all \
			alloc_bench.rounds=101 alloc_bench.poweroff=1 "$append" \
			</dev/null >"$logs/console" 2>&1 || true
		if ! grep -q 'alloc_bench: done' "$logs/console"; then
			echo "error: User-mode Linux ($variant) gave no results; $logs/console" >&2
			exit 1
		fi
		sed -n "s/.*alloc_bench: \(.*\) ns per op: median \([0-9.]*\).*/$variant $turn \1 \2/p" \
			"$logs/console" >>"$logs/samples"
	done <"$variants"
	turn=$((turn + 1))
	echo "    turn $turn of $turns"
done

"$here/report.py" uml "$kver" "$logs/samples" >>"$csv"
