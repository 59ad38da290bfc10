#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: make-packages.sh KVER FLAVOUR TREE OUT KMAKE NAME
#
# Build Debian's own kernel with alloctag, as Debian packages, by the kernel's
# make bindeb-pkg.
#
#	KVER		the kernel, as in linux-config-KVER
#	FLAVOUR		which of Debian's configurations: cloud-amd64, amd64
#	TREE		the kernel's source with alloctag, of linux-source-KVER
#	OUT		folder for objects; packages go to the folder above
#	KMAKE		as in build-kernel.sh
#	NAME		which options to add to Debian's: alloctag, or mainline
#			or none to compare with; in configs/debian. It is a part
#			of the packages' names and versions.
#
# DEBFULLNAME and DEBEMAIL in the environment name the maintainer of the
# packages. If this is interrupted, the next run continues. Without ccache,
# OUT.minutes gets a line with the core-minutes of each run. Exits 0 if all
# packages are there.

set -eu

top=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=dev/deb/deb-lib.sh
. "$top/dev/deb/deb-lib.sh"

kver=$1
flavour=$2
tree=$3
out=$4
kmake=$5
name=$6

# installed PACKAGE: print its version.
installed()
{
	# shellcheck disable=SC2016 # expanded by dpkg-query
	dpkg-query -W -f '${Version}' "$1" 2>/dev/null || :
}

config=/usr/src/linux-config-$kver/config.amd64_none_$flavour.xz
[ -f "$config" ] || die "no $config; package linux-config-$kver has it"
debian=$(installed "linux-config-$kver")
source=$(installed "linux-source-$kver")
[ "$debian" = "$source" ] ||
	die "linux-config-$kver is $debian, linux-source-$kver is $source; upgrade both"
unpacked=$(source_version "$tree")
case $unpacked in
"$debian" | "${debian%-*}") ;;
*) die "$tree is $unpacked, linux-source-$kver is $debian; remove $tree, $tree-*, $tree.*, $out" ;;
esac

version=$(package_version "$debian" "$name$(sed -n 's/^\([0-9][0-9.]*\).*/\1/p' "$top/NEWS" | head -n 1)")
kmake="$kmake LOCALVERSION=$(local_version "$debian" "$flavour" "$name" "$(debian_number)")"
# As debian/rules passes it: else the kernel would be linked again. For the same
# reason, the date is not today's, but when Debian built its package.
kmake="$kmake KBUILD_BUILD_VERSION=${version##*-}"
kmake="$kmake KBUILD_BUILD_TIMESTAMP=$(date -u -r "$config" +%Y-%m-%d)"

# For make bench-deb: the time of all runs until the packages are there.
case $kmake:${CCACHE_DISABLE:-} in
*ccache*:) rm -f "$out.minutes" ;;
*) trap 'times >"$out.times"; "$top/dev/core-minutes.sh" "$out.times" >>"$out.minutes"' EXIT ;;
esac

fragments="$top/configs/debian/unsigned.config $top/configs/debian/$name.config"
mkdir -p "$out"
xz -d -c "$config" >"$out/debian.config"
# shellcheck disable=SC2086 # a list of names
"$top/dev/step.sh" "$out.log" "Building Debian's Linux $debian, $flavour, with $name" \
	"$top/dev/tree/build-kernel.sh" -c "$out/debian.config" -t 'headers all' \
	"$out" "$kmake" $fragments

export KDEB_PKGVERSION="$version"
KDEB_CHANGELOG_DIST=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
export KDEB_CHANGELOG_DIST="${KDEB_CHANGELOG_DIST:-unstable}"
# Who builds packages of a kernel maintains them.
export DEBFULLNAME="${DEBFULLNAME:-$(id -un)}" DEBEMAIL="${DEBEMAIL:-$(id -un)@$(hostname)}"
# No package with debugging information: Linux 6.12 knows this profile, and
# edit-debian.sh leaves it out of 6.1's.
export DEB_BUILD_PROFILES=pkg.linux-upstream.nokerneldbg INSTALL_MOD_STRIP=1
export DPKG_FLAGS="-d --hook-init=$top/dev/deb/edit-debian.sh"

release=$(cat "$out/include/config/kernel.release")
folder=$(dirname "$out")
packages=
for package in "linux-image-$release" "linux-headers-$release" linux-libc-dev; do
	packages="$packages $folder/${package}_${version}_amd64.deb"
done
# shellcheck disable=SC2086 # a list of names
rm -f $packages
# shellcheck disable=SC2086 # a list of names
"$top/dev/step.sh" "$out-packages.log" 'Making packages' \
	"$top/dev/tree/build-kernel.sh" -c "$out/debian.config" -t bindeb-pkg \
	"$out" "$kmake" $fragments

for package in $packages; do
	[ -f "$package" ] || die "$package was not made; see $out-packages.log"
	echo "  DEB     $package"
done
echo "To install the kernel, and what modules are built with:"
echo "	apt install $folder/linux-image-${release}_${version}_amd64.deb \\"
echo "		$folder/linux-headers-${release}_${version}_amd64.deb"
