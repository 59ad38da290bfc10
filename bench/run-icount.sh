#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# run-icount.sh KERNEL INITRAMFS CPUS MIB APPEND STEPS: boot a kernel in a VM
# whose clock is its instruction counter, and print its console.
#
# Under -icount shift=0 QEMU's time stamp counter advances by one for each
# instruction executed, whatever the host does meanwhile, so that a loop's "cycles"
# are its instructions, the same in each run. All CPUs take turns; sleep=off lets
# the time of idle CPUs pass at once. Nothing else of the host is to be seen in the VM:
# it has the same random numbers and the same date in each run. STEPS is for bench/init.
# With BENCH_ICOUNT=no the clock is the host's: faster, where time doesn't matter.

set -eu

kernel=$1
initramfs=$2
cpus=$3
mib=$4
append=$5
steps=$6
icount='-icount shift=0,sleep=off'
[ "${BENCH_ICOUNT-}" != no ] || icount=

# shellcheck disable=SC2086 # two words, or none
timeout --foreground -k 5 "${BENCH_TIMEOUT:-1200}" \
	qemu-system-x86_64 -accel tcg,thread=single $icount -cpu max \
	-seed 1 -rtc base=2026-01-01,clock=vm \
	-smp "$cpus" -m "$mib" -kernel "$kernel" -initrd "$initramfs" \
	-append "console=ttyS0 panic=-1 rdinit=/bench/init bench=$steps $append" \
	-nodefaults -no-user-config -no-reboot -display none -serial stdio </dev/null |
	tr -d '\r'
