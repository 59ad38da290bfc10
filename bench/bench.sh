#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# bench.sh KVER TREE QUICK CC: run what can be measured in the kernels that make has built
# as TREE-none, TREE-alloctag (alloctag) and perhaps TREE-mainline.
#
# Writes bench/results/KVER.csv, and a table of it to the terminal and to KVER.txt. With
# QUICK, only what is exact: the loops under QEMU's instruction counter, and sizes.

set -eu

here=$(cd "$(dirname "$0")" && pwd)
kver=$1
tree=$2
quick=$3
cc=$4

logs=$tree-bench
results=$here/results
mkdir -p "$logs" "$results"
csv=$logs/results.csv
echo kernel,variant,loop,metric,value >"$csv"
started=$(date +%s)

# All that is said while a VM runs is a line every ten seconds, see step.sh.
export V=

say()
{
	now=$(($(date +%s) - started))
	printf '==> [%d:%02d] %s\n' $((now / 60)) $((now % 60)) "$*"
}

# What was measured with, and when: for the table and the picture.
version()
{
	dpkg-query -W -f '${Version}' "$1" 2>/dev/null || echo "of unknown version"
}
caption="Linux $(version "linux-source-$kver"), GCC $($cc -dumpfullversion), \
QEMU $(version qemu-system-x86), $(date -u +%Y-%m-%d)"

# VARIANT BUILD COMMAND-LINE, in the order of the table.
variants()
{
	echo none none
	if [ -d "$tree-mainline" ]; then
		echo mainline-off mainline sysctl.vm.mem_profiling=0
		echo mainline-on mainline sysctl.vm.mem_profiling=1
	fi
	echo alloctag-never alloctag sysctl.vm.mem_profiling=never
	echo alloctag-off alloctag sysctl.vm.mem_profiling=0
	echo alloctag-on alloctag sysctl.vm.mem_profiling=1
}

# run VARIANT BUILD MODULE CPUS MIB STEPS APPEND: one VM, with what build-guest.sh made for
# MODULE; its figures go to the results.
run()
{
	title="$1, $4 CPU, $5 MiB: $6"
	log=$logs/$1-$4-$5-$(echo "$6" | tr :, --).log
	"$here/../scripts/step.sh" "$log" "$title" \
		"$here/run-icount.sh" "$tree-$2/arch/x86/boot/bzImage" \
		"$tree-$2/bench-$3/initramfs.gz" "$4" "$5" "$7" "$6"
	if ! grep -q '^bench: all done' "$log"; then
		echo "error: $title: did not come to its end; the console is in $log" >&2
		exit 1
	fi
	"$here/console-csv.sh" "$kver" "$1" "$5" "$log" >>"$csv"
}

say "measuring in virtual machines: $caption"
variants | while read -r variant build append; do
	"$here/sizes.sh" "$tree-$build/vmlinux" | while read -r metric value; do
		echo "$kver,$variant,image,$metric,$value"
	done >>"$csv"
	steps=memory,allocinfo,loops
	[ "$variant" != none ] || steps=$steps,account
	run "$variant" "$build" kernel 1 512 "$steps" "$append"
	run "$variant" "$build" kernel 4 512 loops:remote-free "$append"
	[ -z "$quick" ] || continue
	# Each in a VM of its own: what was freed before lies about in many places.
	for steps in user cache dentries; do
		run "$variant" "$build" kernel 1 512 "$steps" "$append"
	done
	run "$variant" "$build" kernel 1 4096 memory "$append"
	case $variant in
	mainline-on) run "$variant" mainline sites 1 512 sites "$append" ;;
	alloctag-on) run "$variant" many sites 1 512 sites "$append" ;;
	esac
done

if [ -z "$quick" ]; then
	say "memory of live objects"
	variants | grep -E '^(none|mainline-on|alloctag-on) ' >"$logs/live.variants"
	"$here/../scripts/step.sh" "$logs/live.log" "128 MiB of objects, of each size" \
		"$here/run-live.sh" "$kver" "$tree" "$logs" "$csv"
fi

if [ -z "$quick" ]; then
	say "CPU time of the compiler"
	"$here/build-cpu.sh" "$kver" "$tree" "$csv"
fi

if [ -z "$quick" ] && [ -x "$here/run-uml.sh" ]; then
	say "nanoseconds, in User-mode Linux"
	# Not every host lets it run; all else is worth having without.
	"$here/run-uml.sh" "$kver" "$tree" "$cc" "$csv" ||
		echo "warning: no figures from User-mode Linux" >&2
fi

"$here/derive.sh" "$csv" >"$results/$kver.csv"
"$here/plot.sh" "$results/$kver.csv" "$caption" >"$results/$kver.svg"
"$here/table.sh" "$results/$kver.csv" "$caption" >"$results/$kver.txt"
cat "$results/$kver.txt"
say "written: bench/results/$kver.csv, .txt and .svg"
