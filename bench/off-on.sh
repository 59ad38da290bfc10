#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: off-on.sh [-o FILE] [-f FRAGMENTS] WHAT KERNEL [NONE]
#
# What something costs that can be switched on and off: instructions of some
# loads while it is off and while it is on. WHAT is
#
#	errors	error origins. An operation is a system call, or an entry of a
#		folder
#	waits	waits by line. An operation of pipe and af-unix is a byte to a
#		process and back
#
# KERNEL is the folder of a kernel that can, NONE of the same kernel without the
# option; if that is given, the sizes are compared, too.
#
#	-o FILE		write the table to FILE, too
#	-f FRAGMENTS	of the configuration of KERNEL, for dev/results.sh
#
# Prints a line for each load: its name, and instructions per operation without
# the option ("-" without NONE), off and on. One CPU, -icount shift=0: figures
# are exact.

set -eu

top=$(cd "$(dirname "$0")/.." && pwd)
output=
fragments=
while getopts f:o: opt; do
	case $opt in
	f) fragments=$OPTARG ;;
	o) output=$OPTARG ;;
	*) exit 2 ;;
	esac
done
shift $((OPTIND - 1))
what=$1
kernel=$2
none=${3-}
# shellcheck disable=SC2086 # a list of names
state=$("$top/dev/results.sh" head $fragments)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

case $what in
errors)
	title='Error origins, off and on, in turn in one VM: instructions of an operation,
which is a system call or an entry of a folder. Ticks of the timer interrupt are
included.'
	;;
waits)
	title='Waits by line, not counted and counted, in turn in one VM: instructions of an
operation. Of pipe and af-unix, that is a byte to a process and back; of
hackbench, a message: hackbench -p -g 1 -f 10 -l 200; of fsync, write a page and
fsync() on ext4 on a loop device. Ticks of the timer interrupt are included.'
	;;
*)
	echo "error: $what: neither errors nor waits" >&2
	exit 2
	;;
esac

# measure NAME KERNEL: boot it, and store "LOAD INSTRUCTIONS" lines.
measure()
{
	"$top/dev/vm/run-vm.sh" -n -k "$2/arch/x86/boot/bzImage" \
		-i "$2/bench-$what/initramfs.gz" -c 1 -t 1200 "$what" \
		</dev/null >"$scratch/console" 2>&1 || :
	if ! grep -q '^bench: all done' "$scratch/console"; then
		tail -n 20 "$scratch/console" >&2
		echo "error: the loads did not end in $2" >&2
		exit 1
	fi
	# As join needs it.
	tr -d '\r' <"$scratch/console" |
		sed -n 's/^load: \([^ ]*\) cycles per op: median \([0-9.]*\) .*/\1 \2/p' |
		sort -k 1,1 >"$scratch/$1"
}

# sizes KERNEL: lines "METRIC BYTES", as report.py has them.
sizes()
{
	"$top/bench/report.py" sizes - - "$1/vmlinux" | awk -F , '{ print $4, $5 }'
}

# lines: print how many lines KERNEL has, and the bytes of their table.
lines()
{
	case $what in
	errors) sizes "$kernel" | awk '$1 == "error_origins_bytes" {
		print "sites: " $2 / 16 ", table: " $2 " bytes" }' ;;
	# The size of a tag is that of struct wait_tag.
	waits) sizes "$kernel" | awk '$1 == "wait_tag_bytes" {
		print "lines: " $2 / 24 ", tags: " $2 " bytes" }' ;;
	esac
}

report()
{
	printf '%-14s %10s %10s %10s %8s\n' load without off on on/off
	join "$scratch/none" "$scratch/off" | join - "$scratch/on" | while read -r load a b c; do
		printf '%-14s %10s %10s %10s %+7.2f%%\n' "$load" "$a" "$b" "$c" \
			"$(awk "BEGIN { print 100 * ($c - $b) / $b }")"
	done
	echo
	lines
	[ -n "$none" ] || return 0
	{
		sizes "$none" | sed 's/^/- /'
		sizes "$kernel" | sed 's/^/+ /'
	} | awk '
		{ bytes[$1, $2] = $3 }
		END {
			printf "bytes more: functions %d, constants %d, data %d\n",
				bytes["+", "text_bytes"] - bytes["-", "text_bytes"],
				bytes["+", "rodata_bytes"] - bytes["-", "rodata_bytes"],
				bytes["+", "data_bytes"] - bytes["-", "data_bytes"]
		}'
}

# In turn: what two VMs have in memory differs, and so what a load takes.
measure both "$kernel"
grep -v -e '-on ' "$scratch/both" >"$scratch/off"
sed -n 's/-on / /p' "$scratch/both" | sort -k 1,1 >"$scratch/on"
if [ -n "$none" ]; then
	measure none "$none"
else
	sed 's/ .*/ -/' "$scratch/off" >"$scratch/none"
fi
report >"$scratch/report"
cat "$scratch/report"
[ -z "$output" ] || {
	cat <<END
$state

$title
QEMU, one CPU, -icount shift=0; make bench-$what.
Linux $(cat "$kernel/include/config/kernel.release")
$(sed -n 's/^CONFIG_CC_VERSION_TEXT="\(.*\)"$/\1/p' "$kernel/.config")

$(cat "$scratch/report")
END
} >"$output"
