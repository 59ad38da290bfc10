#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: build-instructions.sh [-n N] [-s SEED] KERNEL
#
# Measure how many instructions more the compiler executes with the plugin, for
# N objects (default: 40) of the kernel that was built in the folder KERNEL.
#
# The objects are a random sample of all that kbuild compiled with the plugin;
# SEED (default: 1) chooses another one. Each is compiled with and without the
# plugin by the command that kbuild used, cc1 under valgrind, with the output
# elsewhere. The counts hardly depend on the machine, and on nothing else that
# runs there. It takes about 20 seconds an object, so it is not part of make
# bench.
#
# Prints a line for each object, in millions of instructions, and the sum for
# the kernel: the ratio of the sums, with the standard error of a ratio
# estimator.
#
# Exits 1 if a command fails.

set -eu

number=40
seed=1
while getopts n:s: opt; do
	case $opt in
	n) number=$OPTARG ;;
	s) seed=$OPTARG ;;
	*) exit 2 ;;
	esac
done
shift $((OPTIND - 1))
kernel=$1

if ! command -v valgrind >/dev/null; then
	echo 'error: valgrind is missing; Debian has it in the package valgrind' >&2
	exit 1
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM
cd "$kernel"

# instructions CC1-COMMAND: the instructions in millions.
instructions()
{
	printf '%s\n' "$1" >"$scratch/command"
	sh "$scratch/command" >"$scratch/output" 2>&1 || {
		cat "$scratch/output" >&2
		return 1
	}
	awk '/ I +refs:/ { gsub(",", "", $NF); print $NF / 1e6 }' "$scratch/log"
}

# The first line of a .cmd file: "savedcmd_OBJECT := COMMAND ; OBJTOOL".
find . -name '.*.o.cmd' | sort | while read -r file; do
	sed -n -e '1{/-fplugin=[^ ]*alloctag_plugin/{s,^\(saved\)*cmd_\([^ ]*\) := ,\2 ,' \
		-e 's, ; .*,,' -e 'p;}}' "$file"
done >"$scratch/all"
awk -v seed="$seed" 'BEGIN { srand(seed) } { print rand(), $0 }' "$scratch/all" |
	LC_ALL=C sort | head -n "$number" | cut -d ' ' -f 2- >"$scratch/sample"
total=$(wc -l <"$scratch/all")
if [ "$total" = 0 ]; then
	echo "error: nothing in $kernel was compiled with the plugin" >&2
	exit 1
fi

wrapper=valgrind,--tool=cachegrind,--cache-sim=no,--cachegrind-out-file=/dev/null
wrapper=$wrapper,--log-file=$scratch/log
printf '%-48s%12s%12s%10s\n' object without with more
while read -r object command; do
	# -S: the assembler would be under valgrind, too.
	with=$(printf '%s\n' "$command" | sed -e 's,^[^ ]*ccache ,,' \
		-e "s,-Wp\,-MMD\,[^ ]*,-Wp\,-MMD\,$scratch/d," \
		-e "s| -c -o [^ ]* | -S -o $scratch/o -wrapper $wrapper |")
	without=$(printf '%s\n' "$with" | sed -e 's,-fplugin=[^ ]*alloctag_plugin[^ ]*,,' \
		-e 's,-fplugin-arg-alloctag_plugin-[^ ]*,,g' -e 's,-DALLOC_TAG_PLUGIN ,,')
	with=$(instructions "$with")
	without=$(instructions "$without")
	echo "$object $without $with" | tee -a "$scratch/counts" |
		awk '{ printf "%-48s%12.1f%12.1f%9.2f%%\n", $1, $2, $3, ($3 / $2 - 1) * 100 }'
done <"$scratch/sample"

awk -v total="$total" '{
	x[NR] = $2
	y[NR] = $3
	sum_x += $2
	sum_y += $3
}
END {
	ratio = sum_y / sum_x
	for (i = 1; i <= NR; i++)
		squares += (y[i] - ratio * x[i]) ^ 2
	printf "%-48s%12.1f%12.1f%9.2f%%\n", "sum of " NR " of " total " objects", sum_x, sum_y,
		(ratio - 1) * 100
	if (NR < 2)
		exit
	error = sqrt(squares / (NR * (NR - 1)) * (1 - NR / total)) / (sum_x / NR)
	printf "%-72s%9.2f%%\n", "standard error", error * 100
}' "$scratch/counts"
