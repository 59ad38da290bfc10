#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: run-dump.sh KERNEL PROGRAM FOLDER
#
# make demo-crash: QEMU dumps the memory of a VM in which a driver has lost
# some, and drgn reads the lines from the dump.
#
#	KERNEL		folder of a small kernel with debug information (make
#			kernel-crash)
#	PROGRAM		alloctag, for this machine
#	FOLDER		where files go; it is replaced:
#			console.log	the console of the VM
#			vmcore		the dump
#			alloctag.txt	what /proc/alloctag had
#			stacks.txt	the call stacks of watched lines
#
# Exits 0 if everything was shown, else 1 after a message.

set -eu

kernel=$1
program=$2
folder=$3
dir=$(dirname "$0")
reader=${dir%dev/vm}tools/vmcore/alloctag.py
console=$folder/console.log

die()
{
	echo "error: make demo-crash: $1; the console is in $console" >&2
	exit 1
}

# monitor: for standard input of the VM. Waits until the VM does nothing more,
# then lets QEMU's monitor, which is behind Ctrl-A C, dump the memory and quit.
monitor()
{
	tries=0
	until grep -q '^==== the memory can be dumped' "$console" || [ $tries -eq 600 ]; do
		sleep 1
		tries=$((tries + 1))
	done
	printf '\001cdump-guest-memory %s\nquit\n' "$folder/vmcore"
}

# run COMMAND: show a command line of this machine and its output.
run()
{
	echo "\$ $1"
	eval "$1" || die "this has failed: $1"
	echo
}

rm -rf "$folder"
mkdir -p "$folder"
: >"$console"

# Without ACPI, the kernel must be told the address of the device that learns
# where the kernel is.
echo "--> Booting a VM"
monitor | "$dir/run-vm.sh" -k "$kernel/arch/x86/boot/bzImage" -i "$kernel/initramfs.gz" \
	-c 2 -m 256 -t 1800 -a "printk.time=1 qemu_fw_cfg.ioport=12@0x510:0:1:4" \
	demo-dump -device vmcoreinfo |
	sed -u 's/\r$//' | tee "$console" | sed -u '/^\[ *[0-9]/d; /(qemu)/d; /^QEMU /d'
[ -s "$folder/vmcore" ] || die "there is no dump"

echo
echo "QEMU has dumped the memory. drgn reads the lines from the dump, also those of"
echo "the driver, which was unloaded:"
echo
run "drgn -q -c $folder/vmcore -s $kernel/vmlinux $reader alloctag >$folder/alloctag.txt"
run "$program report --module=lost $folder/alloctag.txt"
echo "The line was watched: so the call stacks are in the dump, too."
echo
run "drgn -q -c $folder/vmcore -s $kernel/vmlinux $reader stacks >$folder/stacks.txt"
run "$program stacks --top=1 $folder/stacks.txt"
