#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: install-deps.sh PACKAGE...
#        install-deps.sh -a PACKAGE...
#
# Install the Debian packages that are missing, as root or with sudo. With -a,
# install nothing: print those of the PACKAGEs that this release of Debian has.
#
# Each make target lists what it needs here, so that a fresh machine needs no
# instructions. If nothing is missing, this costs one dpkg-query for each
# package and no network. The package index is fetched only when installing
# fails without it. Exits 1 if a package can't be installed.

set -eu

# installed PACKAGE: is it?
installed()
{
	[ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# find_root: set $as_root, a command to run others as root. Fails if there is no
# way.
find_root()
{
	if [ "$(id -u)" -eq 0 ]; then
		as_root='env'
	elif sudo -n true 2>/dev/null || { [ -t 0 ] && command -v sudo >/dev/null; }; then
		as_root='sudo env'
	else
		false
	fi
}

fetch_index()
{
	$as_root DEBIAN_FRONTEND=noninteractive apt-get update -q </dev/null
}

# in_index PACKAGE...: print those that apt can install, one a line. It prints
# others, too: it takes a name that it does not know for a pattern.
in_index()
{
	apt-cache policy "$@" 2>/dev/null |
		awk '/^[^ ]/ { name = substr($1, 1, length($1) - 1) }
		     /^  Candidate: [^(]/ { print name }'
}

if [ "${1-}" = -a ]; then
	shift
	# A new system may have no index.
	[ -n "$(in_index gcc)" ] || ! find_root || fetch_index >&2 || true
	index=$(in_index "$@")
	for pkg in "$@"; do
		! { installed "$pkg" || echo "$index" | grep -qxF "$pkg"; } || echo "$pkg"
	done
	exit 0
fi

missing=
for pkg in "$@"; do
	installed "$pkg" || missing="$missing $pkg"
done
[ -n "$missing" ] || exit 0

if ! find_root; then
	echo "error: packages are missing, and installing them needs root or sudo." >&2
	echo "Please have these installed:$missing" >&2
	exit 1
fi

install_missing()
{
	# shellcheck disable=SC2086 # a command with arguments, a list of names
	$as_root DEBIAN_FRONTEND=noninteractive \
		apt-get install -y -q --no-install-recommends $missing </dev/null
}

echo "Installing packages:$missing"
install_missing && exit 0

echo "Fetching the package index, then trying again"
fetch_index
if ! install_missing; then
	echo "error: could not install:$missing" >&2
	exit 1
fi
