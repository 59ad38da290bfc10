#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: bench.sh KVER FLAVOUR DEB CC KERNELS LOADS
#
# Measure what alloctag costs in Debian's own configuration: the packages of
# make deb and of make deb with a COMPARE, and Debian's own, in the variants in
# the file variants.
#
#	KVER, FLAVOUR	as for make deb
#	DEB		the folder of the packages; logs go to DEB/bench
#	CC		the compiler that built the kernels
#	KERNELS		which to measure, of: alloctag none debian mainline
#	LOADS		yes; no: without the boots that run loads, which take
#			most of the time
#
# Writes bench/results/debian-KVER-FLAVOUR.csv and .txt (the table, also shown).
# What these have of other kernels, and of loads, remains if it was measured
# with the same versions of everything, as a build of one takes an hour or two;
# but not how long their build took, which depends on the machine. Exits 0 when
# all was measured. Measures
#
#	sizes of the packages, of vmlinux, and of all modules
#	the processor time of the builds, if no ccache was used
#	the loops of bench/kernel, in instructions
#	MemAvailable after boot, with 1 and 4 GiB, three boots each
#	instructions until the login prompt, and of four loads, three boots each

set -eu

here=$(cd "$(dirname "$0")" && pwd)
top=$here/../..
kver=$1
flavour=$2
deb=$3
cc=$4
kernels=$5
loads=$6

name=linux-$kver-$flavour
logs=$deb/bench
results=$here/../results/debian-$kver-$flavour
rows=$logs/rows
boots=3
export V=

# folder KERNEL: where its objects are.
folder()
{
	case $1 in
	alloctag) echo "$deb/$name" ;;
	*) echo "$deb/$name-$1" ;;
	esac
}

# release KERNEL: what uname -r prints in it.
release()
{
	cat "$(folder "$1")/include/config/kernel.release"
}

# row VARIANT METRIC VALUE
row()
{
	echo "$1,$2,$3"
}

# sizes KERNEL: of its package, and of what is in it.
sizes()
{
	set -- "$1" "$(ls "$deb/linux-image-$(release "$1")"_*.deb)"
	row "$1" package_bytes "$(wc -c <"$2")"
	row "$1" installed_kib "$(dpkg-deb -f "$2" Installed-Size)"
	"$top/bench/report.py" sizes "$kver" "$1" "$(folder "$1")/vmlinux" |
		awk -F , '{ print $2 "," $4 "," $5 }'
	# Those of a module that memory is allocated for when it is loaded.
	row "$1" module_bytes "$(find "$(folder "$1")" -name '*.ko' ! -path '*/bench-*' \
		-exec size {} + | awk '$1 ~ /^[0-9]/ && $6 != "(TOTALS)" { sum += $4 } END { print sum }')"
	row "$1" module_tags "$(find "$(folder "$1")" -name '*.ko' ! -path '*/bench-*' \
		-exec size -A {} + | awk '$1 == "alloc_tags" { sum += $2 } END { print sum + 0 }')"
	if [ -f "$(folder "$1").minutes" ]; then
		row "$1" build_minutes "$(awk '{ sum += $1 } END { print sum }' \
			"$(folder "$1").minutes")"
	fi
}

# vm LOG COMMAND...: run it; the log must end as it should.
vm()
{
	vm_log=$1
	shift
	"$@" >"$vm_log" 2>&1 </dev/null || :
	grep -q '^bench: all done' "$vm_log" || {
		echo "error: a VM did not finish; its console is in $vm_log" >&2
		return 1
	}
}

# loops VARIANT KERNEL APPEND CPUS STEPS: the loops of make bench.
loops()
{
	log=$logs/$1-loops-$4.log
	vm "$log" "$top/dev/vm/run-vm.sh" -n -k "$(folder "$2")/arch/x86/boot/bzImage" \
		-i "$(folder "$2")/bench-kernel/initramfs.gz" -c "$4" -m 512 -t 1800 \
		-a "$3" "$5"
	"$top/bench/report.py" console "$kver" "$1" 512 "$log" |
		awk -F , '$4 == "insns_per_op" { print $2 "," $3 "," $5 }' >"$rows/$1-loops-$4"
}

# boot VARIANT KERNEL APPEND MIB STEPS NUMBER [OPTION]: boot Debian, and let it
# do STEPS. The disk is not changed. Each load is run once: the second time
# differs from the first.
boot()
{
	log=$logs/$1-$4-$6.log
	vm "$log" "$top/dev/vm/run-vm.sh" ${7:+"$7"} -k "$logs/vmlinuz-$2" -i "$logs/initrd-$2" \
		-c 1 -m "$4" -t 7200 -a "root=/dev/vda rw systemd.show_status=0 quiet $3" "$5" \
		-drive "file=$(folder "$2")-bench.image,format=raw,if=virtio,snapshot=on"
	tr -d '\r' <"$log" | sed -nE "s/^bench: (\w+) busy: ([0-9]+)$/$1,\1,\2/p
		s/^bench: available KiB: ([0-9]+)$/$1,available_$4,\1/p
		s/^bench: lines: ([0-9]+)$/$1,lines,\1/p" >"$rows/$1-$4-$6"
}

# One of those that are run in parallel, see below.
case ${BENCH_PART:-} in
loops) loops "$7" "$8" "$9" "${10}" "${11}"; exit ;;
boot) boot "$7" "$8" "$9" "${10}" "${11}" "${12}" "${13:-}"; exit ;;
esac

mkdir -p "$rows"
rm -f "$rows"/*

# Lines VARIANT KERNEL APPEND.
variants=$logs/variants
awk -v kernels=" $kernels " '!/^#/ && NF && index(kernels, " " $2 " ")' \
	"$here/variants" >"$variants"

for kernel in $kernels; do
	sizes "$kernel" >"$rows/$kernel-sizes"
	for file in vmlinuz initrd.img; do
		debugfs -R "dump /boot/$file-$(release "$kernel") $logs/${file%.img}-$kernel" \
			"$(folder "$kernel")-bench.image" 2>/dev/null
	done
done

# in_parallel: run this script for each line of its arguments, separated by "|".
# The VMs' clocks don't depend on what else the host does.
export BENCH_PART
in_parallel()
{
	# shellcheck disable=SC2016 # expanded by the inner shell
	tr '\n' '\0' | xargs -0 -n 1 -P "$(nproc)" sh -c 'IFS="|"; set -f; exec "$0" $1' "$0"
}

arguments="$kver|$flavour|$deb|$cc|$kernels|$loads"
BENCH_PART=loops
while read -r variant kernel append; do
	for steps in '1|memory,allocinfo,loops' '4|loops:remote-free'; do
		printf '%s|%s|%s|%s|%s\n' "$arguments" "$variant" "$kernel" "$append" "$steps"
	done
done <"$variants" | in_parallel
BENCH_PART=boot
for number in $(seq $boots); do
	while read -r variant kernel append; do
		for mib in 1024 4096; do
			printf '%s|%s|%s|%s|%s|memory|%s\n' "$arguments" "$variant" "$kernel" \
				"$append" "$mib" "$number"
		done
		[ "$loads" = no ] || printf '%s|%s|%s|%s|2048|boot,apt,compile,sqlite,fio|%s|-n\n' \
			"$arguments" "$variant" "$kernel" "$append" "$number"
	done <"$variants"
done | in_parallel

version()
{
	dpkg-query -W -f '${Version}' "$1" 2>/dev/null || echo "of unknown version"
}

# kept: print the rows of other kernels, and of loads if there were none now.
kept()
{
	[ "$(sed -n '1s/, [-0-9]*$//p' "$results.txt" 2>/dev/null)" = "${caption%, *}" ] || return 0
	awk -F , -v kernels=" $kernels " -v loads="$loads" '
		NR == FNR { split($0, words, " "); kernel[words[1]] = words[2]; next }
		FNR > 1 && $2 != "build_minutes" {
			name = $1 in kernel ? kernel[$1] : $1
			if (!index(kernels, " " name " ") || (loads == "no" &&
			    $2 ~ /^(boot|apt|compile|sqlite|fio)$/))
				print
		}' "$here/variants" "$results.csv"
}

# What the load "compile" compiles.
program=$(find "$top/tools/alloctag" -name '*.[ch]' | sort | xargs cat | cksum | cut -d ' ' -f 1)
caption="Debian's Linux $(version "linux-source-$kver"), $flavour, GCC $($cc -dumpfullversion), \
QEMU $(version qemu-system-x86), alloctag's sources $program, $(date -u +%Y-%m-%d)"
kept >"$logs/kept"
# And which commits.
state=$("$top/dev/results.sh" head configs/debian/unsigned.config configs/debian/alloctag.config
	[ ! -s "$logs/kept" ] || sed -n '/^$/q; s/^alloctag /kept of others: &/p' "$results.txt")
{
	echo variant,metric,value
	cat "$rows"/* "$logs/kept"
} >"$results.csv"
"$here/report.py" "$results.csv" "$caption
$state" >"$results.txt"
cat "$results.txt"
