#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: bench.sh [-c | -q] [-f FRAGMENTS] KVER TREE CC KERNEL...
#
# Measure the kernels that make has built as TREE-KERNEL, in their variants in
# bench/variants.
#
#	-c		only what differs by the classes of tags that are
#			enabled: loops, sizes and the compiler's time
#	-q		only exact and quick measurements: the loops under
#			QEMU's instruction counter, and sizes
#	-f FRAGMENTS	of the configuration, for dev/results.sh
#	KVER		version of the kernel
#	TREE		the source; consoles and other logs go to TREE-bench
#	CC		the compiler that built the kernels
#
# Writes bench/results/KVER.csv, .txt (the table, also shown) and .svg; with -c
# classes-KVER.csv and .txt. Exits 0 when all was measured; nanoseconds may be
# missing, because not every host runs User-mode Linux.

set -eu

here=$(cd "$(dirname "$0")" && pwd)
quick=
classes=
fragments=
while getopts cf:q opt; do
	case $opt in
	c) classes=yes ;;
	f) fragments=$OPTARG ;;
	q) quick=yes ;;
	*) exit 2 ;;
	esac
done
shift $((OPTIND - 1))
kver=$1
tree=$2
cc=$3
shift 3
kernels=$*

logs=$tree-bench${classes:+-classes}
results=$here/results
mkdir -p "$logs" "$results"
csv=$logs/results.csv
echo kernel,variant,loop,metric,value >"$csv"
started=$(date +%s)

# One line every ten seconds while a VM runs, see step.sh.
export V=

say()
{
	now=$(($(date +%s) - started))
	printf '==> [%d:%02d] %s\n' $((now / 60)) $((now % 60)) "$*"
}

# Versions and date, for the table and the picture; the former also says which
# commit and configuration are measured.
version()
{
	dpkg-query -W -f '${Version}' "$1" 2>/dev/null || echo "of unknown version"
}
caption="Linux $(version "linux-source-$kver"), GCC $($cc -dumpfullversion), \
QEMU $(version qemu-system-x86), $(date -u +%Y-%m-%d)"
# shellcheck disable=SC2086 # a list of names
state=$("$here/../dev/results.sh" head $fragments)

# The variants of these kernels: VARIANT KERNEL SITES LIVE CHECK COMMAND-LINE.
# The scripts started below read $logs/variants; in files of their own are those
# with the loops linked in, and those that show classes of tags, of which little
# is measured.
awk -v kernels=" $* " '/^[a-z]/ && index(kernels, " " $2 " ")' "$here/variants" \
	>"$logs/all-variants"
: >"$logs/variants"
: >"$logs/linked-variants"
: >"$logs/class-variants"
if [ -n "$classes" ]; then
	awk '$1 == $2 "-off" || $1 == $2 "-on" || $1 == "none"' "$logs/all-variants" \
		>"$logs/class-variants"
else
	awk '$2 !~ /-linked$/' "$logs/all-variants" >"$logs/variants"
	awk '$2 ~ /-linked$/' "$logs/all-variants" >"$logs/linked-variants"
fi

# Everything takes hours, so a run that was interrupted goes on: a file of
# figures is kept as long as it is newer than its kernels and all scripts.
#
# kept ROW FILE...: is it newer than these files or folders?
kept()
{
	row_of=$1
	shift
	[ -f "$row_of" ] && [ -z "$(find "$here" "$@" -type f -newer "$row_of" \
		! -path "$here/results/*")" ]
}

# vm ROW VARIANT KERNEL MODULE CPUS MIB STEPS APPEND: boot one VM with the
# initramfs that has bench/MODULE, and write its figures to the file ROW.
vm()
{
	title="$2, $5 CPU, $6 MiB: $7"
	log=${1%.row}.log
	! kept "$1" "$tree-$3/bench-$4" "$tree-$3/arch/x86/boot/bzImage" || return 0
	# With many CPUs, QEMU 7.2 may get the flags register of one wrong, with
	# bits that no processor has: a double fault, always at the same place.
	# Any other command line leads past it.
	for again in '' again; do
		"$here/../dev/step.sh" "$log" "$title" "$here/../dev/vm/run-vm.sh" -n \
			-k "$tree-$3/arch/x86/boot/bzImage" -i "$tree-$3/bench-$4/initramfs.gz" \
			-c "$5" -m "$6" -t 1200 -a "$8 $again" "$7" </dev/null
		! grep -q '^bench: all done' "$log" || break
	done
	if ! grep -q '^bench: all done' "$log"; then
		echo "error: $title: did not finish; the console is in $log" >&2
		return 1
	fi
	"$here/report.py" console "$kver" "$2" "$6" "$log" >"$1.new"
	mv "$1.new" "$1"
}

# run VARIANT KERNEL MODULE CPUS MIB STEPS APPEND: the same, beside others, as
# the clock of a VM does not depend on what the host does.
rows=
running=
run()
{
	row=$logs/$1-$4-$5-$(echo "$6" | tr :, --).row
	rows="$rows $row"
	vm "$row" "$@" &
	running="$running $!"
	[ "$(echo "$running" | wc -w)" -lt "$(nproc)" ] || finish
}

# part NAME SCRIPT [ARGUMENT]: what a script measures of all kernels.
part()
{
	row=$logs/$1.row
	rows="$rows $row"
	# shellcheck disable=SC2046 # a list of files
	! kept "$row" $(for kernel in $kernels; do echo "$tree-$kernel/vmlinux"; done) || return 0
	rm -f "$row.new"
	"$here/$2" "$kver" "$tree" "$logs" "$row.new" ${3:+"$3"} && mv "$row.new" "$row"
}

# finish: wait for all of them.
finish()
{
	for running_vm in $running; do
		wait "$running_vm" || exit 1
	done
	running=
}

# size VARIANT KERNEL: its sizes, in order with the figures of run().
size()
{
	row=$logs/$1-sizes.row
	rows="$rows $row"
	"$here/report.py" sizes "$kver" "$1" "$tree-$2/vmlinux" >"$row"
}

say "measuring in virtual machines: $caption"
while read -r variant kernel sites _ _ append; do
	size "$variant" "$kernel"
	steps=memory,allocinfo,loops
	[ "$variant" != none ] || steps=$steps,account
	run "$variant" "$kernel" kernel 1 512 "$steps" "$append"
	run "$variant" "$kernel" kernel 4 512 loops:remote-free "$append"
	[ -z "$quick" ] || continue
	# A VM for each: earlier steps leave free memory fragmented.
	for steps in user cache dentries; do
		run "$variant" "$kernel" kernel 1 512 "$steps" "$append"
	done
	run "$variant" "$kernel" kernel 1 4096 memory "$append"
	[ "$sites" = yes ] || continue
	# Only alloctag knows the parameter.
	for cpus in 1 64; do
		run "$variant" "$kernel" sites $cpus $((cpus > 1 ? 1024 : 512)) sites \
			"$append alloctag.module_tags=16384"
	done
done <"$logs/variants"

# The same steps as for a module, so that memory is in the same state.
say "the loops linked into the kernel"
while read -r variant kernel _ _ _ append; do
	run "$variant" "$kernel" kernel 1 512 memory,allocinfo,loops "$append"
	run "$variant" "$kernel" kernel 4 512 loops:remote-free "$append"
done <"$logs/linked-variants"

say "by what is enabled"
while read -r variant kernel _ _ _ append; do
	size "$variant" "$kernel"
	run "$variant" "$kernel" kernel 1 512 memory,allocinfo,loops "$append"
	run "$variant" "$kernel" kernel 1 512 user "$append"
done <"$logs/class-variants"

# The instruction counter counts each word that is cleared, so that clearing
# hides the rest of what a page costs. And what KFENCE adds, which is off by
# default; the other loops need objects that are next to each other.
say "without clearing memory, and with KFENCE"
while read -r variant kernel _ _ _ append; do
	case $variant in
	none | mainline-off | mainline-on | alloctag-off | alloctag-was-on | alloctag-on)
		run "$variant-uncleared" "$kernel" kernel 1 512 \
			loops:kmalloc-2k:kmalloc-8k:page:page-order3:page-batch:bulk \
			"$append init_on_alloc=0" ;;
	esac
	case $variant in
	none | alloctag-off | alloctag-on)
		run "$variant-kfence" "$kernel" kernel 1 512 \
			loops:kmalloc-var:kmalloc-const:kmem_cache:kmalloc-2k:kmalloc-8k:page \
			"$append kfence.sample_interval=100" ;;
	esac
done <"$logs/variants"

# Watching, in addition to alloctag-on: the loops while another line is watched,
# while samples are taken, also without counting, and while their own lines are
# watched, with each flag.
watched_loops=loops:kmalloc-const:kmem_cache:kmalloc-2k:page:page-order3
case "$classes $* " in
" "*" alloctag "*)
	say "while a line is watched, and while samples are taken"
	run alloctag-line alloctag kernel 1 512 loops \
		'sysctl.vm.mem_profiling=1 "alloctag.query=func alloc_thread_stack_node =r"'
	run alloctag-sample alloctag kernel 1 512 loops \
		'sysctl.vm.mem_profiling=1 alloctag.query=sample=512K'
	run alloctag-samples-512K alloctag kernel 1 512 loops sysctl.vm.mem_profiling=samples
	# The lines of the loops. Faults are for another task.
	for flag in r l p s c e f; do
		query="=$flag"
		[ $flag != f ] || query='=f task=1'
		run "alloctag-$flag" alloctag kernel 1 512 "$watched_loops" \
			"sysctl.vm.mem_profiling=1 \"alloc_bench.alloctag=$query\""
	done
	run alloctag-e-traced alloctag kernel 1 512 "$watched_loops" \
		'sysctl.vm.mem_profiling=1 alloc_bench.alloctag==e trace_event=alloctag'
	;;
esac
finish
if [ -z "$quick" ]; then
	say "CPU time of the compiler"
	part build-cpu build-cpu.sh
fi
if [ -z "$quick$classes" ]; then
	say "memory of live objects"
	part live run-live.sh

	say "nanoseconds, in User-mode Linux"
	# The other figures are useful without them.
	part uml run-uml.sh "$cc" || echo "warning: no figures from User-mode Linux" >&2
fi
# shellcheck disable=SC2086 # a list of files, of which some may be missing
cat $rows >>"$csv" 2>/dev/null || :

# A part of the figures must not replace the results of a whole run.
if [ -n "$quick" ]; then
	results=$logs
fi
results=$results/${classes:+classes-}$kver
"$here/report.py" derive "$csv" >"$logs/derived.csv"
mv "$logs/derived.csv" "$results.csv"
[ -n "$classes" ] || "$here/report.py" plot "$results.csv" "$caption" >"$results.svg"
"$here/report.py" "$([ -z "$classes" ] && echo table || echo classes)" "$results.csv" \
	"$caption
$state" >"$results.txt"
cat "$results.txt"
say "written: $results.*"
