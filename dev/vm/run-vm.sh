#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: run-vm.sh [-n] -k KERNEL -i INITRAMFS [-c CPUS] [-m MIB] [-t SECONDS]
#		[-a APPEND] MODE [QEMU-ARGUMENT...]
#
# Boot a kernel in QEMU with the serial console on standard input and output.
#
#	-k KERNEL	bzImage of the kernel
#	-i INITRAMFS	archive made by make-initramfs.sh
#	-c CPUS		number of CPUs (default: 2)
#	-m MIB		memory in MiB (default: 512)
#	-t SECONDS	kill the VM after this time
#	-a APPEND	add this to the kernel's command line
#	-n		measure: the VM's clock is its instruction counter
#	MODE		passed to /init of the initramfs: see dev/vm/init and
#			bench/init
#
# KVM is used if it boots this kernel, see kvm_works() below. The environment
# variable ALLOCTAG_ACCEL overrides that: kvm or tcg.
#
# With -n, QEMU emulates with -icount shift=0: the time stamp counter advances
# by one for each instruction that is executed, whatever the host does
# meanwhile. So the "cycles" of a loop are its instructions, and each run has
# the same figures: random numbers and the date are fixed as well. sleep=off
# skips the time in which all CPUs are idle.
#
# Exits with QEMU's status: 0 when the VM powered off. 124 after -t, 2 for wrong
# usage.

set -eu

cpus=2
mib=512
limit=
append=
kernel=
initramfs=
measure=
accel=${ALLOCTAG_ACCEL-}
while getopts a:c:i:k:m:nt: opt; do
	case $opt in
	a) append=$OPTARG ;;
	c) cpus=$OPTARG ;;
	i) initramfs=$OPTARG ;;
	k) kernel=$OPTARG ;;
	m) mib=$OPTARG ;;
	n) measure=yes ;;
	t) limit=$OPTARG ;;
	*) exit 2 ;;
	esac
done
shift $((OPTIND - 1))
if [ -z "$kernel" ] || [ -z "$initramfs" ] || [ $# -eq 0 ]; then
	echo "run-vm.sh: KERNEL, INITRAMFS and MODE are required" >&2
	exit 2
fi
mode=$1
shift

# kvm_works: does KVM boot this kernel on this host? That /dev/kvm can be opened
# proves little: on some hosts it accepts a VM and never runs it. So the kernel
# is booted as far as user space, with a limit of half a minute. The answer is
# cached in the file kvm-probe beside the initramfs until the host reboots or
# the kernel changes. The reason for "no" goes to standard error once.
kvm_works()
{
	cache=$(dirname "$initramfs")/kvm-probe
	key="$(cat /proc/sys/kernel/random/boot_id 2>/dev/null) $(cksum <"$kernel")"
	if [ ! -f "$cache" ] || [ "$(sed 1d "$cache")" != "$key" ]; then
		answer=tcg
		if [ ! -e /dev/kvm ]; then
			echo "  VM      no /dev/kvm: QEMU emulates" >&2
		elif [ ! -r /dev/kvm ] || [ ! -w /dev/kvm ]; then
			echo "  VM      no permission for /dev/kvm: QEMU emulates" >&2
		else
			echo "  VM      does KVM boot here? (30 seconds)" >&2
			if kvm_boots; then
				answer=kvm
				echo "  VM      KVM boots here" >&2
			else
				echo "  VM      KVM does not boot here: QEMU emulates" >&2
			fi
		fi
		printf '%s\n%s\n' "$answer" "$key" >"$cache"
	fi
	[ "$(sed 1q "$cache")" = kvm ]
}

kvm_boots()
{
	(
		# shellcheck disable=SC3045 # Debian's sh has it
		ulimit -c 0
		# The shell's message about a QEMU that crashed goes to the
		# group's stderr.
		{ ALLOCTAG_ACCEL=kvm "$0" -k "$kernel" -i "$initramfs" -c 1 -t 30 probe \
			</dev/null 2>&1; } 2>/dev/null |
			grep -q 'alloctag: user space reached'
	)
}

# TCG runs all emulated CPUs in one thread. With a thread for each, QEMU 7.2 was
# seen to execute an int3 that text_poke_bp() had already replaced, when it was
# translated at the moment of the write; the kernel takes that for an Oops. One
# thread also takes a third less processor time in the tests.
tcg='-accel tcg,thread=single -cpu max'
if [ -n "$measure" ]; then
	machine="$tcg -icount shift=0,sleep=off -seed 1 -rtc base=2026-01-01,clock=vm"
elif [ "$accel" = kvm ] || { [ -z "$accel" ] && kvm_works; }; then
	machine='-accel kvm -cpu host'
else
	# Without cmpxchg16b, which the kernel then emulates by itself. For this
	# instruction QEMU 7.2 computes the flags from the cc_op that was stored
	# last, which may be out of date (translate.c: case 0x1c7 has no
	# gen_update_cc_op()). If an interrupt returned just there, a pointer
	# becomes RFLAGS, and if NT is set in it, the next interrupt is a double
	# fault. Seen twice in krealloc(), under stress. With -n the instruction
	# is needed: its replacement would be measured.
	machine="$tcg,cx16=off"
fi

# Kernels with KASAN run without 5-level page tables. identify_cpu() clears
# boot_cpu_data.x86_capability and fills it again with interrupts on. Until the
# alternatives are patched, pgtable_l5_enabled() looks there, and
# KASAN_SHADOW_START depends on it: in an interrupt in between KASAN assumes the
# 4-level layout, in which every address of the 5-level direct map looks wild.
# Seen on a slow machine with 6.1; 6.12 has the same code. All other kernels run
# with all features of the CPU.
if grep -qs '^CONFIG_KASAN=y' "$(dirname "$initramfs")/.config"; then
	machine=$(echo "$machine" | sed 's/-cpu [a-z]*/&,la57=off/')
fi

# Each CPU has a socket of its own: a kernel without ACPI finds only the first
# CPU of each.
#
# no_timer_check: on a busy host the ticks of an emulated timer come late, and a
# boot would end in "IO-APIC + timer doesn't work!". Without a limit the VM
# remains in the foreground of the terminal, for the shell.
# shellcheck disable=SC2086 # lists of words
exec ${limit:+timeout --foreground -k 5 "$limit"} \
	qemu-system-x86_64 $machine -smp "$cpus,sockets=$cpus" -m "$mib" \
	-kernel "$kernel" -initrd "$initramfs" \
	-append "console=ttyS0 panic=-1 no_timer_check alloctag=$mode $append" \
	-nodefaults -no-user-config -no-reboot -display none -serial mon:stdio "$@"
