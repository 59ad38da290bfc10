#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# build-cpu.sh KVER TREE CSV: CPU seconds (user and system) that the compiler takes for
# mm/ and fs/ext4/ in each of the kernels that make bench built. To CSV goes
#
#	build_cpu_s ratio_to_none
#
# kbuild's own command for each object is run again, without ccache and to another
# place. The machine does other things too, and that costs CPU time as well: so the kernels
# take turns, a few objects at a time, several times over. The seconds are the sum of the
# shortest turns of each few objects; the ratio is the median of those of a kernel and
# "none" in one turn. What make, objtool and the linker take is not in it.

set -eu

kver=$1
tree=$2
csv=$3
turns=${BENCH_BUILD_TURNS:-3}
at_a_time=4

export CCACHE_DISABLE=1
builds='none alloctag'
[ ! -d "$tree-mainline" ] || builds='none mainline alloctag'

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM

# Objects that all kernels have, in groups.
objects=$(cd "$tree-none" && find mm fs/ext4 -name '.*.o.cmd' | sort |
	sed 's,\.\([^/]*\)\.cmd$,\1,')
for object in $objects; do
	cmd=$(dirname "$object")/.$(basename "$object").cmd
	for build in $builds; do
		grep -qs ' -c -o .*\.c\( \|$\)' "$tree-$build/$cmd" || continue 2
	done
	echo "$object"
done >"$scratch/objects"
split -l "$at_a_time" "$scratch/objects" "$scratch/group."

# commands BUILD GROUP: a shell script that compiles these objects and prints the time.
# Of a command of kbuild: up to objtool's, the object and its dependencies elsewhere.
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
for build in $builds; do
	for group in "$scratch"/group.*; do
		commands "$build" "$group" >"$scratch/$build.$(basename "$group")"
	done
done

# The order is reversed each time, so that nobody is always first.
order=$builds
reverse()
{
	reversed=
	for build in $order; do
		reversed="$build $reversed"
	done
	order=$reversed
}

n=0
turn=0
shown=0
while [ "$turn" -lt "$turns" ]; do
	turn=$((turn + 1))
	for group in "$scratch"/group.*; do
		reverse
		for build in $order; do
			name=$build.$(basename "$group")
			# The second line of times is that of the children: user, system.
			seconds=$(cd "$tree-$build" && sh "$scratch/$name" 2>/dev/null |
				sed -n '2{s/[ms]/ /g;p;}' | awk '{ print $1 * 60 + $2 + $3 * 60 + $4 }')
			if [ -z "$seconds" ]; then
				echo "error: the compiler failed on $(tr '\n' ' ' <"$group")($build)" >&2
				exit 1
			fi
			echo "$build $turn.$(basename "$group") $seconds"
		done >>"$scratch/seconds"
		n=$((n + 1))
		now=$(date +%s)
		if [ "$now" -ge $((shown + 10)) ]; then
			echo "    $((n * 100 / (total * turns))) %, $(head -n 1 "$group") and others"
			shown=$now
		fi
	done
done

# rows VALUES: lines "BUILD METRIC VALUE" as results of all variants of that kernel.
rows()
{
	while read -r build metric value; do
		case $build in
		none) variants=none ;;
		mainline) variants='mainline-off mainline-on' ;;
		alloctag) variants='alloctag-never alloctag-off alloctag-on' ;;
		esac
		for variant in $variants; do
			echo "$kver,$variant,mm-and-ext4,$metric,$value"
		done
	done
}

awk '
	{
		group = $2
		sub(/^[0-9]*\./, "", group)
		if (!(($1, group) in least) || $3 < least[$1, group])
			least[$1, group] = $3
	}
	END {
		for (key in least) {
			split(key, part, SUBSEP)
			sum[part[1]] += least[key]
		}
		for (build in sum)
			printf "%s build_cpu_s %.2f\n", build, sum[build]
	}' "$scratch/seconds" | rows >>"$csv"
awk '
	$1 == "none" { none[$2] = $3 }
	{ build[NR] = $1; turn[NR] = $2; seconds[NR] = $3 }
	END {
		for (i = 1; i <= NR; i++)
			print build[i], seconds[i] / none[turn[i]]
	}' "$scratch/seconds" | sort -k1,1 -k2,2g | awk '
	function flush() {
		if (n)
			printf "%s ratio_to_none %.4f\n", build, v[int((n + 1) / 2)]
		n = 0
	}
	$1 != build { flush(); build = $1 }
	{ v[++n] = $2 }
	END { flush() }' | rows >>"$csv"
