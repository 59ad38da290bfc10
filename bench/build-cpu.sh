#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# build-cpu.sh KVER TREE CSV: CPU seconds (user and system) that the compiler takes for
# mm/ and fs/ext4/ in each of the kernels that make bench built. To CSV goes
#
#	build_cpu_s
#
# kbuild's own command for each object is run again, without ccache and to another
# place. The machine does other things too: so the kernels take turns, a few objects
# at a time, and of several turns the shortest counts, for each few objects. What
# make, objtool and the linker take is not in it.

set -eu

kver=$1
tree=$2
csv=$3
turns=${BENCH_BUILD_TURNS:-3}
at_a_time=8

export CCACHE_DISABLE=1
builds='none small'
[ ! -d "$tree-mainline" ] || builds='none mainline small'

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM

# Objects that all kernels have, in groups.
objects=$(cd "$tree-none" && find mm fs/ext4 -name '.*.o.cmd' | sort |
	sed 's,\.\([^/]*\)\.cmd$,\1,')
for object in $objects; do
	cmd=$(dirname "$object")/.$(basename "$object").cmd
	for build in $builds; do
		[ -f "$tree-$build/$cmd" ] && grep -q ' -c -o .*\.c\( \|$\)' "$tree-$build/$cmd" ||
			continue 2
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

n=0
turn=0
shown=0
while [ "$turn" -lt "$turns" ]; do
	turn=$((turn + 1))
	for group in "$scratch"/group.*; do
		for build in $builds; do
			name=$build.$(basename "$group")
			# The second line of times is that of the children: user, system.
			seconds=$(cd "$tree-$build" && sh "$scratch/$name" 2>/dev/null |
				sed -n '2{s/[ms]/ /g;p;}' | awk '{ print $1 * 60 + $2 + $3 * 60 + $4 }')
			if [ -z "$seconds" ]; then
				echo "error: the compiler failed on $(tr '\n' ' ' <"$group")($build)" >&2
				exit 1
			fi
			echo "$build $(basename "$group") $seconds"
		done >>"$scratch/seconds"
		n=$((n + 1))
		now=$(date +%s)
		if [ "$now" -ge $((shown + 10)) ]; then
			echo "    $((n * 100 / (total * turns))) %, $(head -n 1 "$group") and others"
			shown=$now
		fi
	done
done

awk -v OFS=, -v kver="$kver" '
	!(($1, $2) in least) || $3 < least[$1, $2] { least[$1, $2] = $3 }
	END {
		for (key in least) {
			split(key, part, SUBSEP)
			sum[part[1]] += least[key]
		}
		row(kver, "none", sum["none"])
		if ("mainline" in sum) {
			row(kver, "mainline-off", sum["mainline"])
			row(kver, "mainline-on", sum["mainline"])
		}
		row(kver, "ours-never", sum["small"])
		row(kver, "ours-off", sum["small"])
		row(kver, "ours-on", sum["small"])
	}
	function row(kver, variant, seconds)
	{
		print kver, variant, "mm-and-ext4", "build_cpu_s", sprintf("%.2f", seconds)
	}' "$scratch/seconds" >>"$csv"
