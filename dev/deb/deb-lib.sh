# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
#
# deb-lib.sh: versions and names of the packages of make deb. To be sourced, so
# that tests can call each function.

# die WORD...: print an error, and exit.
die()
{
	echo "error: $*" >&2
	exit 1
}

# package_version DEBIAN OURS: the version of our packages, from that of
# Debian's package and a name with a version, as alloctag0.5. It sorts after
# Debian's, and before each later one of Debian's.
package_version()
{
	echo "$1+$2"
}

# debian_number: print the number of this release of Debian. Nothing in sid.
debian_number()
{
	sed -n 's/^VERSION_ID="\([0-9]*\)"$/\1/p' /etc/os-release
}

# local_version DEBIAN FLAVOUR NAME NUMBER: what follows Linux's version in the
# release that uname -r prints: as in Debian's kernels, and then NAME. NUMBER is
# debian_number's. From Debian 13 on, all have +deb13; before, those that were
# built for a release with another kernel, +deb12 or +bpo. With the same
# beginning, the boot loader lists our kernel above Debian's of the same
# version.
local_version()
{
	if [ "${4:-0}" -ge 13 ]; then
		echo "+deb$4-$2-$3"
	else
		echo "$(echo "$1" | sed -nE 's/.*~(deb[0-9]+)u.*/+\1/p; s/.*~(bpo).*/+\1/p')-$2-$3"
	fi
}

# source_version TREE: which version of Debian's package was unpacked as TREE.
# Trees of older versions of fetch-kernel.sh don't have it, and print only
# Linux's version.
source_version()
{
	cat "$1/debian-version" 2>/dev/null ||
		sed -n -e '/^EXTRAVERSION/q' -e 's/^VERSION = //p' \
			-e 's/^\(PATCH\|SUB\)LEVEL = //p' "$1/Makefile" | paste -s -d .
}

# debian_kernel KVER FLAVOUR: print the release of Debian's own kernel of the
# same version as linux-config-KVER, as apt knows it. Nothing if there is none.
debian_kernel()
{
	dk_version=$(dpkg-query -W -f '${Version}' "linux-config-$1" 2>/dev/null) || return 0
	apt-cache search --names-only "^linux-image-$1[.0-9].*-$2\$" |
		sed -n 's/^linux-image-\([^ ]*\) .*/\1/p' | grep -v -e "-cloud-$2\$" -e "-rt-$2\$" |
		while read -r dk_release; do
			apt-cache show "linux-image-$dk_release" | grep -qx "Version: $dk_version" &&
				echo "$dk_release"
		done | head -n 1
}
