#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: run-demo.sh KERNEL INITRAMFS PROGRAM FOLDER
#
# make demo: a VM is booted, runs out of memory and panics; the log of its
# console is read on this machine; the VM is booted again with the same disk.
# dev/vm/demo has what the VM does and shows.
#
#	KERNEL		bzImage of the kernel
#	INITRAMFS	archive made by make-initramfs.sh
#	PROGRAM		alloctag, for this machine
#	FOLDER		where files of the VM go; it is replaced:
#			console.log	the console until the panic
#			console-2.log	that of the second boot
#			alloctag/	the flight recording
#			chart.html, treemap.html
#
# Messages of the kernel are in the logs, and but for the panic not in the
# output. Exits 0 if everything was shown, else 1 after a message.

set -eu

kernel=$1
initramfs=$2
program=$3
folder=$4
dir=$(dirname "$0")
PATH=$PATH:/usr/sbin:/sbin

die()
{
	echo "error: make demo: $1; the consoles are in $folder/*.log" >&2
	exit 1
}

# boot PART LOG TIME: let the VM do a part of the demo. KFENCE is for the second
# one. TIME is what the VM's clock starts with.
boot()
{
	"$dir/run-vm.sh" -k "$kernel" -i "$initramfs" -t 1800 \
		-a "printk.time=1 kfence.sample_interval=100" "demo-$1" \
		-drive "file=$folder/disk,if=virtio,format=raw" \
		-rtc "base=$(date -u -d "$3" +%Y-%m-%dT%H:%M:%S)" </dev/null |
		sed -u 's/\r$//' | tee "$folder/$2" | sed -u '/Kernel panic/b; /^\[ *[0-9]/d'
}

rm -rf "$folder"
mkdir -p "$folder"
# Without a journal: buffers of a new one would be one more line that grows.
truncate -s 32M "$folder/disk"
mke2fs -q -t ext4 -b 4096 -O ^has_journal "$folder/disk"

echo "--> Booting a VM"
boot over-time console.log now
grep -q 'Kernel panic' "$folder/console.log" || die "the first part has failed"

echo
echo "==== 9. Which line had the memory?"
echo
echo "The machine is gone. The log of its serial console says it, on any other"
echo "machine, here without a VM:"
echo
echo "\$ alloctag report --dmesg $folder/console.log"
"$program" report --dmesg "$folder/console.log" || die "the log has no report"

echo
echo "--> Booting the VM again"
# An emulated clock may be fast on a busy host. Times of the second boot must be
# later than those of the first one.
boot after-crash console-2.log '+1 hour'
debugfs -R "rdump /lib/alloctag $folder" "$folder/disk" 2>/dev/null
for file in chart.html treemap.html complete; do
	debugfs -R "dump /tmp/$file $folder/$file" "$folder/disk" 2>/dev/null
done
[ -s "$folder/complete" ] || die "the second part has failed"
rm "$folder/complete" "$folder/disk"

echo
echo "The pictures are $folder/chart.html and treemap.html, the recording is"
echo "$folder/alloctag. Try alloctag top there: Left, Right and @ choose a time."
echo "make demo-crash reads all lines from a dump of the memory, with a small kernel"
echo "that has debug information."
