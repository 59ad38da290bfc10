#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: errors.sh [-o FILE] KERNEL [NONE]
#
# What error origins cost: instructions of system calls, with origins switched
# off and on. KERNEL is the folder of a kernel with them, NONE of the same
# kernel without; for NONE, the sizes are compared, too.
#
#	-o FILE		write the table to FILE, too
#
# Prints a line for each load: its name, and instructions per operation without
# the option ("-" without NONE), off and on. An operation is a system call, or
# an entry of a folder. One CPU, -icount shift=0: figures are exact.

set -eu

top=$(cd "$(dirname "$0")/.." && pwd)
output=
while getopts o: opt; do
	case $opt in
	o) output=$OPTARG ;;
	*) exit 2 ;;
	esac
done
shift $((OPTIND - 1))
kernel=$1
none=${2-}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# measure NAME KERNEL APPEND: boot it, and store "LOAD INSTRUCTIONS" lines.
measure()
{
	"$top/dev/vm/run-vm.sh" -n -k "$2/arch/x86/boot/bzImage" \
		-i "$2/bench-errors/initramfs.gz" -c 1 -t 1200 -a "$3" errors \
		</dev/null >"$scratch/console" 2>&1 || :
	if ! grep -q '^bench: all done' "$scratch/console"; then
		tail -n 20 "$scratch/console" >&2
		echo "error: the loads did not end in $2" >&2
		exit 1
	fi
	tr -d '\r' <"$scratch/console" |
		sed -n 's/^load: \([^ ]*\) cycles per op: median \([0-9.]*\) .*/\1 \2/p' \
		>"$scratch/$1"
}

# sizes KERNEL: print bytes of text, of constants, and of the table of sites.
sizes()
{
	nm "$1/vmlinux" | awk '
		function number(hex,  i, n) {
			for (i = 9; i <= length(hex); i++)
				n = n * 16 + index("123456789abcdef", substr(hex, i, 1))
			return n
		}
		$3 == "_stext" { from = number($1) }
		$3 == "_etext" { to = number($1) }
		END { printf "%d ", to - from }'
	size -A "$1/vmlinux" | awk '
		$1 == ".rodata" { constants = $2 }
		$1 == "error_origins" { table = $2 }
		END { printf "%d %d\n", constants, table }'
}

report()
{
	printf '%-14s %10s %10s %10s %8s\n' load without off on on/off
	join "$scratch/none" "$scratch/off" | join - "$scratch/on" | while read -r load a b c; do
		printf '%-14s %10s %10s %10s %+7.2f%%\n' "$load" "$a" "$b" "$c" \
			"$(awk "BEGIN { print 100 * ($c - $b) / $b }")"
	done
	echo
	sizes "$kernel" | {
		read -r text constants table
		echo "sites: $((table / 16)), table: $table bytes"
		[ -z "$none" ] || sizes "$none" | {
			read -r text_none constants_none _
			echo "text: $((text - text_none)) bytes more," \
				"constants: $((constants - constants_none))"
		}
	}
}

measure off "$kernel" error_origin=0
measure on "$kernel" error_origin=1
if [ -n "$none" ]; then
	measure none "$none" ''
else
	sed 's/ .*/ -/' "$scratch/off" >"$scratch/none"
fi
# As join needs it.
for name in none off on; do
	sort -k 1,1 -o "$scratch/$name" "$scratch/$name"
done
report >"$scratch/report"
cat "$scratch/report"
[ -z "$output" ] || {
	cat <<END
Error origins, off and on: instructions of an operation, which is a system call
or an entry of a folder. QEMU, one CPU, -icount shift=0; make bench-errors.
Linux $(cat "$kernel/include/config/kernel.release"), the configuration of make check-errors
$(sed -n 's/^CONFIG_CC_VERSION_TEXT="\(.*\)"$/\1/p' "$kernel/.config")

$(cat "$scratch/report")
END
} >"$output"
