#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: make-image.sh [-b PACKAGES] KVER FLAVOUR RELEASE PACKAGES SOURCES OUT
#
# Make the disk of the virtual machine of make check-deb: this machine's release
# of Debian with systemd, Debian's own kernel, and a folder of packages that apt
# in the machine installs, because it has no network. Or that of make bench-deb.
#
#	-b PACKAGE	for make bench-deb: instead of Debian's kernel, this
#			package is installed, and the machine runs
#			bench/debian/loads. It gets no packages of ours, so
#			that images of different kernels differ in that alone.
#	KVER, FLAVOUR	as for make deb
#	RELEASE		what uname -r prints in our kernel
#	PACKAGES	folder that make deb wrote its packages to
#	SOURCES		files and folders for the machine's /srv/sources
#	OUT		the image, ext4 without a partition table. OUT.release
#			has the release of Debian's kernel in it, not with -b.
#
# Must run as root: mmdebstrap needs it for the owners of files.

set -eu

top=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=dev/deb/deb-lib.sh
. "$top/dev/deb/deb-lib.sh"

bench=
while getopts b: opt; do
	case $opt in
	b) bench=$OPTARG ;;
	*) exit 2 ;;
	esac
done
shift $((OPTIND - 1))
kver=$1
flavour=$2
release=$3
packages=$4
sources=$5
out=$6

[ "$(id -u)" -eq 0 ] || die "making an image of Debian needs root"

debian=$(debian_kernel "$kver" "$flavour")
[ -n "$debian$bench" ] || die "apt knows no Debian kernel for linux-config-$kver; run apt-get update"
ours=
[ -n "$bench" ] ||
	ours=$(ls "$packages/linux-image-${release}_"*.deb "$packages/linux-headers-${release}_"*.deb \
		"$packages/"alloctag_*.deb) || die "packages of $release are missing; run make deb deb-tool"

root=$out.root
# shellcheck source=/dev/null
codename=$(. /etc/os-release && echo "$VERSION_CODENAME")
rm -rf "$root" "$out" "$out.release"

# Where this machine gets its packages from, with security updates.
for apt in /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list; do
	[ ! -f "$apt" ] || break
done

# What the machine has from the start. initramfs-tools is what Debian's kernel
# needs to boot; the others are used by tests or loads.
tools="systemd-sysv,udev,dbus,kmod,initramfs-tools,apt-utils,linux-base,e2fsprogs,util-linux"
tools="$tools,procps"
if [ -n "$bench" ]; then
	tools="$tools,gcc,libc6-dev,libncurses-dev,zlib1g-dev,sqlite3,fio"
	list=$top/bench/debian/packages
	service=$top/bench/debian/loads
	echo "--> Installing Debian $codename with $release"
else
	tools="$tools,iproute2,curl,make,gcc,bpftrace,bpftool,linux-perf,kexec-tools"
	tools="$tools,linux-image-$debian,linux-headers-$debian"
	list=$top/dev/deb/check-packages
	service=$top/dev/vm/serve
	echo "--> Installing Debian $codename with $debian"
fi
# shellcheck disable=SC2016 # expanded by mmdebstrap
mmdebstrap --variant=apt --include="$tools" \
	--aptopt='Acquire::Languages "none"' \
	--dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' \
	${bench:+--customize-hook='mkdir "$1/kernels"'} \
	${bench:+--customize-hook="copy-in $bench /kernels"} \
	${bench:+--customize-hook='chroot "$1" sh -c "apt-get install -q -y /kernels/*.deb"'} \
	${bench:+--customize-hook='rm -r "$1/kernels"'} \
	"$codename" "$root" "$apt"

# The packages that tests install, with what they depend on, and ours.
pool=$root/srv/packages
mkdir -p "$pool"
echo "--> Fetching packages that are installed in the machine"
chroot "$root" apt-get update -q
# shellcheck disable=SC2046 # a list of names
chroot "$root" apt-get install -q -y --no-install-recommends --download-only \
	-o Dir::Cache::archives=/srv/packages \
	$(grep -v '^#' "$list")
rm -rf "$pool/partial" "$pool/lock"
# shellcheck disable=SC2086 # a list of names
[ -z "$ours" ] || cp $ours "$pool/"
(cd "$pool" && dpkg-scanpackages -m . 2>/dev/null >Packages)
rm -rf "$root"/etc/apt/sources.list.d/* "$root"/var/lib/apt/lists/*
echo 'deb [trusted=yes] file:/srv/packages ./' >"$root/etc/apt/sources.list"

# A machine that a test can talk to: scripts come over the serial line.
echo alloctag >"$root/etc/hostname"
echo '/dev/vda / ext4 defaults 0 1' >"$root/etc/fstab"
echo '/dev/vdb none swap defaults 0 0' >>"$root/etc/fstab"
install -m 755 "$service" "$root/usr/local/sbin/serve"
cat >"$root/etc/systemd/system/serve.service" <<'END'
[Unit]
Description=scripts of make check-deb, or loads of make bench-deb
After=multi-user.target systemd-logind.service

[Service]
Type=idle
ExecStart=/usr/local/sbin/serve
StandardInput=tty-force
StandardOutput=tty
TTYPath=/dev/ttyS0
WorkingDirectory=/srv
Environment=HOME=/srv TERM=dumb DEBIAN_FRONTEND=noninteractive

[Install]
WantedBy=multi-user.target
END
chroot "$root" systemctl -q enable serve.service
chroot "$root" systemctl -q mask serial-getty@ttyS0.service
mkdir -p "$root/srv/sources"
# shellcheck disable=SC2086 # a list of names
cp -r $sources "$root/srv/sources/"

echo "--> Making the image"
rm -f "$out.part"
truncate -s 8G "$out.part"
mke2fs -q -t ext4 -F -E lazy_itable_init=0 -d "$root" "$out.part"
rm -rf "$root"
[ -n "$bench" ] || echo "$debian" >"$out.release"
mv "$out.part" "$out"
