#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# kvm-probe.sh KERNEL INITRAMFS: print "kvm" if KVM boots this kernel here, else "tcg".
#
# That /dev/kvm can be opened proves little: on some hosts it accepts a VM and never
# runs it. So the kernel itself is booted as far as user space, with half a minute
# to do it in. The answer is kept beside the kernel, for this boot of the host, and
# a reason for "tcg" goes to standard error once.

set -eu

here=$(cd "$(dirname "$0")" && pwd)
kernel=$1
initramfs=$2
seconds=30

cache=$(dirname "$initramfs")/kvm-probe
key="$(cat /proc/sys/kernel/random/boot_id 2>/dev/null) $(cksum <"$kernel")"
if [ -f "$cache" ] && [ "$(sed 1d "$cache")" = "$key" ]; then
	sed 1q "$cache"
	exit 0
fi

answer=tcg
if [ ! -e /dev/kvm ]; then
	echo "  VM      no /dev/kvm: QEMU emulates" >&2
elif [ ! -r /dev/kvm ] || [ ! -w /dev/kvm ]; then
	echo "  VM      no permission for /dev/kvm: QEMU emulates" >&2
else
	echo "  VM      does KVM boot here? ($seconds seconds)" >&2
	# shellcheck disable=SC3045 # Debian's sh has it
	ulimit -c 0
	# The group's standard error is the shell's word on a QEMU that crashed.
	if { ALLOCTAG_ACCEL=kvm "$here/run-vm.sh" -k "$kernel" -i "$initramfs" \
			-c 1 -t "$seconds" probe </dev/null 2>&1; } 2>/dev/null |
			grep -q 'alloctag: user space reached'; then
		answer=kvm
		echo "  VM      it does" >&2
	else
		echo "  VM      it does not: QEMU emulates" >&2
	fi
fi
printf '%s\n%s\n' "$answer" "$key" >"$cache"
echo "$answer"
