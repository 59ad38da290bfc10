#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: build-cpu.sh KVER TREE LOGS CSV
#
# Measure the CPU time (user and system) that the compiler takes for mm/ and
# fs/ext4/ in each of the kernels that make bench built.
#
#	KVER		version of the kernel
#	TREE		kernels are TREE-KERNEL
#	LOGS		folder for logs; LOGS/variants has the lines of
#			bench/variants to measure, and samples go to
#			LOGS/build-cpu
#	CSV		figures are appended here
#
# The command that kbuild used for each object is run again, without ccache and
# with its output elsewhere. Other processes on the machine cost CPU time as
# well, through caches: so the kernels take turns, a few objects at a time,
# several times over, and "report.py build-cpu" compares turn by turn. Make,
# objtool and the linker are not included. BENCH_BUILD_TURNS in the environment
# is the number of turns (default: 2).
#
# Exits 1 if a command fails.

set -eu

here=$(cd "$(dirname "$0")" && pwd)
kver=$1
tree=$2
variants=$3/variants
samples=$3/build-cpu
csv=$4
turns=${BENCH_BUILD_TURNS:-2}
at_a_time=4

export CCACHE_DISABLE=1
# Of kernels with some classes, those with allocation tags alone and with all.
kernels=$(awk '{ print $2 }' "$variants" "$3/class-variants" |
	grep -v -x -e watch -e waits -e faults | uniq)

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM

# Objects that all kernels have, in groups.
objects=$(cd "$tree-none" && find mm fs/ext4 -name '.*.o.cmd' | sort |
	sed 's,\.\([^/]*\)\.cmd$,\1,')
for object in $objects; do
	cmd=$(dirname "$object")/.$(basename "$object").cmd
	for kernel in $kernels; do
		grep -qs ' -c -o .*\.c\( \|$\)' "$tree-$kernel/$cmd" || continue 2
	done
	echo "$object"
done >"$scratch/objects"
split -l "$at_a_time" "$scratch/objects" "$scratch/group."

# commands KERNEL GROUP: print a shell script that compiles these objects and
# prints the time. Of kbuild's command: up to objtool's, with object and
# dependencies in $scratch.
commands()
{
	while read -r object; do
		sed -n -e "1s,^[^ ]* := ,,p" "$tree-$1/$(dirname "$object")/.$(basename "$object").cmd" |
		sed -e 's, ; .*,,' -e 's,^[^ ]*ccache ,,' \
			-e "s,-Wp\,-MMD\,[^ ]*,-Wp\,-MMD\,$scratch/d," \
			-e "s, -o [^ ]* , -o $scratch/o ," -e 's,$, || exit 1,'
	done <"$2"
	echo 'times'
}

total=$(find "$scratch" -name 'group.*' | wc -l)
for kernel in $kernels; do
	for group in "$scratch"/group.*; do
		commands "$kernel" "$group" >"$scratch/$kernel.$(basename "$group")"
	done
done

# The order is reversed each time, so that no kernel is always the first.
order=$kernels
reverse()
{
	reversed=
	for kernel in $order; do
		reversed="$kernel $reversed"
	done
	order=$reversed
}

: >"$samples"
n=0
turn=0
shown=0
while [ "$turn" -lt "$turns" ]; do
	turn=$((turn + 1))
	for group in "$scratch"/group.*; do
		reverse
		for kernel in $order; do
			name=$kernel.$(basename "$group")
			# The second line of times has user and system time of
			# the children.
			seconds=$(cd "$tree-$kernel" && sh "$scratch/$name" 2>/dev/null |
				sed -n '2{s/[ms]/ /g;p;}' | awk '{ print $1 * 60 + $2 + $3 * 60 + $4 }')
			if [ -z "$seconds" ]; then
				echo "error: the compiler failed on $(tr '\n' ' ' <"$group")($kernel)" >&2
				exit 1
			fi
			echo "$kernel $turn.$(basename "$group") $seconds"
		done >>"$samples"
		n=$((n + 1))
		now=$(date +%s)
		if [ "$now" -ge $((shown + 10)) ]; then
			echo "    $((n * 100 / (total * turns))) %, $(head -n 1 "$group") and others"
			shown=$now
		fi
	done
done

"$here/report.py" build-cpu "$kver" "$samples" >>"$csv"
