#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# run-uml.sh KVER TREE CC CSV: nanoseconds of the loops, from User-mode Linux.
#
# A kernel that is a process runs its allocators at the speed of this machine, without
# virtualisation. It has one CPU and no user space here: alloc_bench is linked in
# and powers off when it is done. The machine does other things too, so the
# variants take turns; what is compared is a variant and "none" of the same turn. To CSV go
# the median, the quartiles and the median of these ratios:
#
#	ns_per_op ns_q1 ns_q3 ratio_to_none
#
# The kernels are built from a tree of symbolic links to TREE, with the loops added, and
# per-CPU operations as x86 has them.

set -eu

here=$(cd "$(dirname "$0")" && pwd)
kver=$1
tree=$2
cc=$3
csv=$4
turns=${BENCH_TURNS:-15}

src=$tree-uml
logs=$tree-bench/uml
mkdir -p "$logs"

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

# kbuild as far as vmlinux; the compiler may have ccache in front.
ccache=$(command -v ccache || true)
kmake()
{
	env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -C "$src" ARCH=um O="$1" \
		CC="${ccache:+$ccache }$cc" HOSTCC="$cc" -j"$(nproc)" "$2"
}

builds='none alloctag'
! grep -q '^config MEM_ALLOC_PROFILING$' "$tree/lib/Kconfig.debug" ||
	builds='none mainline alloctag'
for build in $builds; do
	out=$src-$build
	mkdir -p "$out"
	{
		kmake "$out" tinyconfig
		cat "$here/configs/uml.config" >>"$out/.config"
		case $build in
		mainline) grep MEM_ALLOC "$here/configs/mainline.config" ;;
		alloctag) echo CONFIG_GCC_PLUGIN_ALLOC_TAG=y ;;
		esac >>"$out/.config"
		kmake "$out" olddefconfig
	} >"$out.log" 2>&1
	"$here/../scripts/step.sh" "$out.log" "Building User-mode Linux $kver, $build" \
		env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -C "$src" ARCH=um O="$out" \
		CC="${ccache:+$ccache }$cc" HOSTCC="$cc" -j"$(nproc)" vmlinux
done

variants()
{
	echo none none
	case $builds in
	*mainline*)
		echo mainline-off mainline sysctl.vm.mem_profiling=0
		echo mainline-on mainline sysctl.vm.mem_profiling=1
		;;
	esac
	echo alloctag-never alloctag sysctl.vm.mem_profiling=never
	echo alloctag-off alloctag sysctl.vm.mem_profiling=0
	echo alloctag-on alloctag sysctl.vm.mem_profiling=1
}

# The gap that address space randomisation leaves behind the kernel is added to its
# memory: without it, no two runs have the same. Not every container allows that.
fixed=
! setarch -R true 2>/dev/null || fixed='setarch -R'

rm -f "$logs"/*
turn=0
while [ "$turn" -lt "$turns" ]; do
	variants | while read -r variant build append; do
		# shellcheck disable=SC2086 # nothing, or two words
		timeout 120 $fixed "$src-$build/vmlinux" mem=256M uml_dir="$logs/" \
			con0=null,fd:1 con=null alloc_bench.loops=all \
			alloc_bench.rounds=101 alloc_bench.poweroff=1 "$append" \
			</dev/null >"$logs/console" 2>&1 || true
		if ! grep -q 'alloc_bench: done' "$logs/console"; then
			echo "error: User-mode Linux ($variant) gave no results; $logs/console" >&2
			exit 1
		fi
		sed -n "s/.*alloc_bench: \(.*\) ns per op: median \([0-9.]*\).*/$variant $turn \1 \2/p" \
			"$logs/console" >>"$logs/samples"
	done
	turn=$((turn + 1))
	echo "    turn $turn of $turns"
done

# Samples are put in order for each variant and loop, then the ratios.
sort -k1,1 -k3,3 -k4,4g "$logs/samples" | awk -v OFS=, -v kver="$kver" '
	function flush() {
		if (!n) return
		print kver, variant, loop, "ns_per_op", v[int((n + 1) / 2)]
		print kver, variant, loop, "ns_q1", v[int((n + 3) / 4)]
		print kver, variant, loop, "ns_q3", v[int((3 * n + 1) / 4)]
		n = 0
	}
	$1 != variant || $3 != loop { flush(); variant = $1; loop = $3 }
	{ v[++n] = $4 }
	END { flush() }' >>"$csv"
awk '$1 == "none" { none[$2, $3] = $4; next }
	($2, $3) in none { print $1, $3, $4 / none[$2, $3] }' "$logs/samples" |
	sort -k1,1 -k2,2 -k3,3g | awk -v OFS=, -v kver="$kver" '
	function flush() {
		if (n)
			print kver, variant, loop, "ratio_to_none",
				sprintf("%.3f", v[int((n + 1) / 2)])
		n = 0
	}
	$1 != variant || $2 != loop { flush(); variant = $1; loop = $2 }
	{ v[++n] = $3 }
	END { flush() }' >>"$csv"
