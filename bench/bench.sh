#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# bench.sh KVER TREE QUICK CC: run what can be measured in the kernels that make has built
# as TREE-none, TREE-small (alloctag) and perhaps TREE-mainline.
#
# Writes bench/results/KVER.csv, and a table of it to the terminal. With QUICK, only what is
# exact: the loops under QEMU's instruction counter, and sizes.

set -eu

here=$(cd "$(dirname "$0")" && pwd)
kver=$1
tree=$2
quick=$3
cc=$4

logs=$tree-bench
mkdir -p "$logs" "$here/results"
csv=$logs/results.csv
echo kernel,variant,loop,metric,value >"$csv"
started=$(date +%s)

say()
{
	now=$(($(date +%s) - started))
	printf '==> [%d:%02d] %s\n' $((now / 60)) $((now % 60)) "$*"
}

# VARIANT BUILD COMMAND-LINE, in the order of the table.
variants()
{
	echo none none
	if [ -d "$tree-mainline" ]; then
		echo mainline-off mainline sysctl.vm.mem_profiling=0
		echo mainline-on mainline sysctl.vm.mem_profiling=1
	fi
	echo ours-never small sysctl.vm.mem_profiling=never
	echo ours-off small sysctl.vm.mem_profiling=0
	echo ours-on small sysctl.vm.mem_profiling=1
}

# run VARIANT BUILD CPUS MIB STEPS APPEND: one VM; its figures go to the results.
run()
{
	log=$logs/$1-$3-$4.log
	if ! "$here/run-icount.sh" "$tree-$2/arch/x86/boot/bzImage" \
			"$tree-$2/bench/initramfs.gz" "$3" "$4" "$6" "$5" >"$log" 2>&1 ||
	   ! grep -q '^bench: all done' "$log"; then
		echo "error: no results from variant $1; the console is in $log" >&2
		exit 1
	fi
	"$here/console-csv.sh" "$kver" "$1" "$4" "$log" >>"$csv"
}

# Directory entries are freed long after their umount, so page cache comes before.
steps=memory,loops
[ -n "$quick" ] || steps=memory,loops,user,live,cache,allocinfo,dentries
variants | while read -r variant build append; do
	say "$variant: sizes, then $steps"
	"$here/sizes.sh" "$tree-$build/vmlinux" | while read -r metric value; do
		echo "$kver,$variant,image,$metric,$value"
	done >>"$csv"
	more=
	[ "$variant" != none ] || more=,account
	run "$variant" "$build" 1 512 "$steps$more" "$append"
	[ -n "$quick" ] || run "$variant" "$build" 1 4096 memory "$append"
done

if [ -z "$quick" ] && [ -x "$here/run-uml.sh" ]; then
	say "nanoseconds, in User-mode Linux"
	# Not every host lets it run; all else is worth having without.
	"$here/run-uml.sh" "$kver" "$tree" "$cc" "$csv" ||
		echo "warning: no figures from User-mode Linux" >&2
fi

cp "$csv" "$here/results/$kver.csv"
"$here/table.sh" "$csv"
"$here/plot.sh" "$csv" >"$here/results/$kver.svg"
say "written: bench/results/$kver.csv and .svg"
