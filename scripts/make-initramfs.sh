#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# make-initramfs.sh GEN_INIT_CPIO OUT [MODULE...]: a root file system for the VM.
#
# Debian's static busybox, scripts/init as /init, and the given modules in
# /lib/modules. The kernel's own usr/gen_init_cpio writes the archive, so that device
# nodes and owners need no root.

set -eu

here=$(cd "$(dirname "$0")" && pwd)
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

cat >"$scratch/passwd" <<'EOF'
root:x:0:0:root:/:/bin/sh
nobody:x:65534:65534:nobody:/:/bin/sh
EOF
cat >"$scratch/group" <<'EOF'
root:x:0:
nogroup:x:65534:
EOF

{
	for dir in bin dev etc lib lib/modules proc sys tmp; do
		echo "dir /$dir 0755 0 0"
	done
	echo "nod /dev/console 0600 0 0 c 5 1"
	echo "nod /dev/null 0666 0 0 c 1 3"
	echo "file /bin/busybox $busybox 0755 0 0"
	for applet in $("$busybox" --list); do
		[ "$applet" = busybox ] || echo "slink /bin/$applet busybox 0777 0 0"
	done
	echo "file /init $here/init 0755 0 0"
	echo "file /etc/passwd $scratch/passwd 0644 0 0"
	echo "file /etc/group $scratch/group 0644 0 0"
	for module in "$@"; do
		echo "file /lib/modules/$(basename "$module") $module 0644 0 0"
	done
} >"$scratch/list"

"$gen" "$scratch/list" | gzip -n -1 >"$out.part"
mv "$out.part" "$out"
echo "  CPIO    $out"
