#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: build-dkms.sh DIR RELEASE KERNEL PACKAGE...
#
# Build other people's modules as a user of Debian does who has installed the
# packages of make deb: by DKMS, with the kernel's headers and the compiler of
# that release. It is not the compiler that has built the kernel, if that was
# done on another release.
#
#	DIR		has a minimal system for each release, in a folder
#	RELEASE		the release of Debian: older ones have no modules that
#			know the kernel
#	KERNEL		the folder where a kernel was built
#	PACKAGE		a package that ends in -dkms
#
# Headers are made by the script that makes those of the kernel's package. The
# first package is built twice: first without what the plugins need to be built
# for that compiler. KERNEL/dkms gets
#
#	results		"PACKAGE VERSION plain|plugin built|failed FILE..."
#	modules/	the modules; NAME-plain.ko is one without the plugin
#	logs/		what DKMS and make said
#
# Exits 0 if each package could be tried; 1 if not, or if there are no headers.

set -eu

# shellcheck source=dev/check/check-lib.sh
. "$(dirname "$0")/check-lib.sh"
dir=$1
release=$2
kernel=$(cd "$3" && pwd)
shift 3
# shellcheck source=dev/check/release-lib.sh
. "$(dirname "$0")/release-lib.sh"
dir=$(cd "$dir" && pwd)

out=$kernel/dkms
rm -rf "$out"
mkdir -p "$out/modules" "$out/logs"
version=$(cat "$kernel/include/config/kernel.release")
install_release "$release"
root=$dir/$release
mkdir -p "$root/alloctag"

# in_system LOG COMMAND: run it there.
in_system()
{
	run_in "$release" "export DEBIAN_FRONTEND=noninteractive LC_ALL=C; $2" \
		</dev/null >"$out/logs/$1" 2>&1
}

# install LOG PACKAGE...: install them there, without what they recommend.
install()
{
	install_log=$1
	shift
	in_system "$install_log" "apt-get -q -y --no-install-recommends install $*" || {
		echo "error: could not install in Debian $release: $*; see $out/logs/$install_log" >&2
		exit 1
	}
}

headers=$root/usr/src/linux-headers-$version
rm -rf "$headers" "$root/lib/modules/$version"
mkdir -p "$root/lib/modules/$version"
ln -s "/usr/src/linux-headers-$version" "$root/lib/modules/$version/build"
# The compiler is the kernel's, as it is for make bindeb-pkg.
srctree=$(sed -n 's/^include \(.*\)\/Makefile$/\1/p' "$kernel/Makefile")
gcc=$(sed -n 's/^CONFIG_CC_VERSION_TEXT="\([^ ]*\) .*/\1/p' "$kernel/.config")
(
	export srctree SRCARCH=x86 CC="$gcc" HOSTCC="$gcc" MAKE=make
	cd "$kernel"
	sh "$srctree/scripts/package/install-extmod-build" "$headers"
	cp .config "$headers/"
) >"$out/logs/headers" 2>&1 || {
	echo "error: no headers of $kernel; see $out/logs/headers" >&2
	exit 1
}

# Modules that are not free, and the firmware that they need, are in other
# sections.
grep -qs non-free "$root/etc/apt/sources.list" ||
	sed -i 's/ main$/ main contrib non-free non-free-firmware/' "$root/etc/apt/sources.list"
in_system update 'apt-get -q update' || :
install tools dkms gcc libc6-dev libelf-dev xz-utils
# Modules are built below, and not when their packages are installed.
touch "$root/etc/dkms/no-autoinstall"

# build PACKAGE KIND: build its modules; they go to the folder KIND.
build()
{
	source=$(run_in "$release" "dpkg -L $1" | sed -n 's,/dkms.conf$,,p')
	name=$(sed -n 's/^PACKAGE_NAME="*\([^"]*\)"*$/\1/p' "$root$source/dkms.conf")
	source_version=$(sed -n 's/^PACKAGE_VERSION="*\([^"]*\)"*$/\1/p' "$root$source/dkms.conf")
	result=failed
	in_system "$1-$2" "dkms remove $name/$source_version --all; dkms add $name/$source_version
		dkms build $name/$source_version -k $version" && result=built
	tree=$root/var/lib/dkms/$name/$source_version
	cat "$tree"/build/make.log "$tree"/*/*/log/make.log >>"$out/logs/$1-$2" 2>/dev/null || :
	modules=
	for module in "$tree/$version"/*/module/*.ko*; do
		[ -f "$module" ] || continue
		to=$(basename "${module%.ko*}")
		[ "$2" = plugin ] || to=$to-plain
		modules="$modules $to"
		to=$out/modules/$to.ko
		case $module in
		*.xz) xz -d -c "$module" >"$to" ;;
		*) cp "$module" "$to" ;;
		esac
	done
	echo "$1 $source_version $2 $result$modules" | tee -a "$out/results.part"
}

in_system remove "apt-get -q -y remove 'gcc-*-plugin-dev' 'g++-*'" || :
install "$1-install" "$1"
build "$1" plain
major=$(run_in "$release" 'gcc -dumpversion' | sed 's/\..*//')
install plugin "gcc-$major-plugin-dev g++-$major"
for package in "$@"; do
	install "$package-install" "$package"
	build "$package" plugin
done
mv "$out/results.part" "$out/results"
