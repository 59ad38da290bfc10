#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: make-initramfs.sh [-i INIT] [-d FOLDER] [-b PROGRAM] GEN_INIT_CPIO OUT
#		[FILE...]
#
# Make the root file system of a VM: Debian's static busybox, a script as /init,
# and the given files in one folder.
#
#	-i INIT		script that becomes /init (default: dev/vm/init)
#	-d FOLDER	folder for the files in the archive (lib/modules)
#	-b PROGRAM	also to /bin
#	GEN_INIT_CPIO	the kernel's own usr/gen_init_cpio: it writes the
#			archive and needs no root for device nodes and owners
#	OUT		the archive, compressed; appears only when complete
#
# Exits 0, or 1 if something is missing.

set -eu

init=$(dirname "$0")/init
folder=lib/modules
program=
while getopts b:d:i: opt; do
	case $opt in
	b) program=$OPTARG ;;
	d) folder=$OPTARG ;;
	i) init=$OPTARG ;;
	*) exit 2 ;;
	esac
done
shift $((OPTIND - 1))
gen=$1
out=$2
shift 2

busybox=$(command -v busybox) || {
	echo "error: no busybox; package busybox-static has it" >&2
	exit 1
}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM

cat >"$scratch/passwd" <<'END'
root:x:0:0:root:/:/bin/sh
nobody:x:65534:65534:nobody:/:/bin/sh
END
cat >"$scratch/group" <<'END'
root:x:0:
nogroup:x:65534:
END

{
	for dir in bin dev etc lib proc sys tmp var "$folder"; do
		echo "dir /$dir 0755 0 0"
	done
	echo "nod /dev/console 0600 0 0 c 5 1"
	echo "nod /dev/null 0666 0 0 c 1 3"
	echo "nod /dev/zero 0666 0 0 c 1 5"
	echo "file /bin/busybox $busybox 0755 0 0"
	for applet in $("$busybox" --list); do
		[ "$applet" = busybox ] || echo "slink /bin/$applet busybox 0777 0 0"
	done
	[ -z "$program" ] || echo "file /bin/$(basename "$program") $program 0755 0 0"
	for script in serve demo; do
		echo "file /bin/$script $(dirname "$0")/$script 0755 0 0"
	done
	echo "file /init $init 0755 0 0"
	echo "file /etc/passwd $scratch/passwd 0644 0 0"
	echo "file /etc/group $scratch/group 0644 0 0"
	for file in "$@"; do
		echo "file /$folder/$(basename "$file") $file 0755 0 0"
	done
} >"$scratch/list"

"$gen" "$scratch/list" >"$scratch/cpio"
gzip -n -1 <"$scratch/cpio" >"$out.part"
mv "$out.part" "$out"
echo "  CPIO    $out"
