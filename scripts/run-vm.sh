#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# run-vm.sh -k KERNEL -i INITRAMFS [-c CPUS] [-m MIB] [-t SECONDS] [-a APPEND] MODE
#
# Boot a kernel in QEMU with the serial console on standard input and output. MODE
# is what scripts/init does: run, shell, test or probe. KVM is used where kvm-probe.sh
# found that it boots this kernel. -t puts a limit on the whole run.

set -eu

here=$(cd "$(dirname "$0")" && pwd)
cpus=2
mib=512
limit=
append=
kernel=
initramfs=
accel=${ALLOCTAG_ACCEL-}
while getopts a:c:i:k:m:t: opt; do
	case $opt in
	a) append=$OPTARG ;;
	c) cpus=$OPTARG ;;
	i) initramfs=$OPTARG ;;
	k) kernel=$OPTARG ;;
	m) mib=$OPTARG ;;
	t) limit=$OPTARG ;;
	*) exit 2 ;;
	esac
done
shift $((OPTIND - 1))
mode=$1

[ -n "$accel" ] || accel=$("$here/kvm-probe.sh" "$kernel" "$initramfs")
# Emulated CPUs take turns in one thread. With a thread each, QEMU 7.2 was seen to execute an
# int3 that text_poke_bp() had already replaced, when it was translated at the moment of the
# write; to the kernel that is an Oops. In one thread the tests also take a third less
# processor time.
case $accel in
kvm) machine='-accel kvm -cpu host' ;;
*) machine='-accel tcg,thread=single -cpu max' ;;
esac

# Kernels with KASAN run without 5-level page tables. identify_cpu() clears
# boot_cpu_data.x86_capability and fills it again with interrupts on. Until the
# alternatives are patched, pgtable_l5_enabled() looks there, and KASAN_SHADOW_START
# depends on it: in an interrupt in between KASAN assumes the 4-level layout, in which
# every address of the 5-level direct map looks wild. Seen on a slow machine with 6.1;
# 6.12 has the same code. All other kernels keep what the CPU has.
if grep -qs '^CONFIG_KASAN=y' "$(dirname "$initramfs")/.config"; then
	machine="$machine,la57=off"
fi

# no_timer_check: on a busy host the ticks of an emulated timer come late, and a boot would
# end in "IO-APIC + timer doesn't work!".
# Without a limit the VM stays in the foreground of the terminal, for the shell.
# shellcheck disable=SC2086
exec ${limit:+timeout --foreground -k 5 "$limit"} \
	qemu-system-x86_64 $machine -smp "$cpus" -m "$mib" \
	-kernel "$kernel" -initrd "$initramfs" \
	-append "console=ttyS0 panic=-1 no_timer_check alloctag=$mode $append" \
	-nodefaults -no-user-config -no-reboot -display none -serial mon:stdio
