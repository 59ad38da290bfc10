#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: edit-debian.sh
#
# Change the folder debian/ that the kernel's make bindeb-pkg has generated, as
# a hook of dpkg-buildpackage, in the folder of the kernel's objects. The
# kernel's variables are in the environment: CC, KERNELRELEASE, srctree.
#
# The packages depend on what they need on a Debian system; headers on the
# compiler that loads the plugins, which they also name for make, and they
# recommend what is needed to build the plugins again. As Debian's
# headers, ours run the hooks with which DKMS builds modules. The package with
# debugging information is left out, which Linux 6.12 has a build profile for,
# and 6.1 has not.
#
# Exits 1 if debian/ or the kernel's script has a form that is not known.

set -eu

# "ccache gcc-12" is gcc-12.
gcc=${CC##* }
gcc=${gcc##*/}

die()
{
	echo "error: $*" >&2
	exit 1
}

# edit FILE PATTERN EDIT: apply EDIT of sed to the only line that matches
# PATTERN.
edit()
{
	[ "$(grep -c -e "$2" "$1")" = 1 ] ||
		die "debian: not one line of ${1##*/} matches $2; port dev/deb/edit-debian.sh"
	sed -i "\\@$2@$3" "$1"
}

# shared_libraries: print the packages of the libraries that the programs in the
# headers need, as in Depends:, with a comma in front. Plugins also need what
# the compiler itself has, which dpkg-shlibdeps doesn't find.
shared_libraries()
{
	programs=$(find scripts tools -type f -perm /111 -exec \
		sh -c 'head -c 4 "$1" | grep -q ELF && echo "$1"' - {} \; 2>/dev/null || :)
	[ -n "$programs" ] || return 0
	# shellcheck disable=SC2086 # a list of names
	needed=$(dpkg-shlibdeps -O $programs 2>debian/shlibdeps.log) || {
		cat debian/shlibdeps.log >&2
		die "debian: a program in the headers needs a library that is in no package"
	}
	echo "$needed" | sed -n 's/^shlibs:Depends=/, /p'
}

# The fields of each package.
control=debian/control
for name in image headers; do
	grep -qx "Package: linux-$name-$KERNELRELEASE" "$control" ||
		die "debian: no package linux-$name-$KERNELRELEASE; port dev/deb/edit-debian.sh"
done
libraries=$(shared_libraries)
awk -v image="linux-image-$KERNELRELEASE" -v headers="linux-headers-$KERNELRELEASE" \
	-v gcc="$gcc" -v gxx="$(echo "$gcc" | sed 's/gcc/g++/')" -v libraries="$libraries" '
	{ print }
	/^$/ { name = "" }
	/^Package:/ { name = $2 }
	/^Architecture:/ && name == image {
		print "Depends: kmod, linux-base, initramfs-tools | linux-initramfs-tool"
		print "Suggests: alloctag"
	}
	/^Architecture:/ && name == headers {
		print "Depends: " gcc libraries
		print "Recommends: " gcc "-plugin-dev, " gxx
	}' \
	"$control" >"$control.new"
mv "$control.new" "$control"

cat >debian/headers-postinst <<END
#!/bin/sh
set -e
hooks=/etc/kernel/header_postinst.d
if [ "\$1" = configure ] && [ -d \$hooks ]; then
	run-parts --report --exit-on-error --arg=$KERNELRELEASE \$hooks
fi
END

# Modules are built with the compiler of the kernel.
echo "CC = \$(CROSS_COMPILE)$gcc" >debian/kernelvariables
cp "${srctree:-.}/scripts/package/builddeb" debian/builddeb
# shellcheck disable=SC2016 # expanded by builddeb
edit debian/builddeb '^	ln -s /usr/src/linux-headers-' \
	'i\	cp debian/kernelvariables "$pdir/usr/src/linux-headers-$version/.kernelvariables"'
# shellcheck disable=SC2016 # expanded by builddeb
edit debian/builddeb '^	ln -s /usr/src/linux-headers-' \
	'i\	install -D -m 755 debian/headers-postinst "$pdir/DEBIAN/postinst"'
if grep -q KBUILD_RUN_COMMAND debian/rules; then
	# shellcheck disable=SC2016 # expanded by make
	edit debian/rules 'KBUILD_RUN_COMMAND=' \
		's@[$][$](srctree)/scripts/package/builddeb@$$(CONFIG_SHELL) debian/builddeb@'
else
	edit debian/builddeb '^BUILD_DEBUG=' 's@=.*@=@'
	# shellcheck disable=SC2016 # expanded by make
	edit debian/rules 'intdeb-pkg' 's@-f [$](srctree)/Makefile intdeb-pkg@-f debian/package.mk@'
	# shellcheck disable=SC2016 # expanded by make
	echo 'package: ; +MAKE="$(MAKE)" sh debian/builddeb' >debian/package.mk
fi
grep -q -e 'debian/builddeb' -e 'debian/package.mk' debian/rules ||
	die "debian: rules do not run debian/builddeb; port dev/deb/edit-debian.sh"
