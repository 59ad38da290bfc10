#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: install-deps.sh PACKAGE...
#
# Install the Debian packages that are missing, as root or with sudo.
#
# Each make target lists what it needs here, so that a fresh machine needs no
# instructions. If nothing is missing, this costs one dpkg-query for each
# package and no network. The package index is fetched only when installing
# fails without it. Exits 1 if a package can't be installed.

set -eu

missing=
for pkg in "$@"; do
	state=$(dpkg-query -W -f='${db:Status-Status}' "$pkg" 2>/dev/null) || state=
	[ "$state" = installed ] || missing="$missing $pkg"
done
[ -n "$missing" ] || exit 0

if [ "$(id -u)" -eq 0 ]; then
	as_root='env'
elif sudo -n true 2>/dev/null || { [ -t 0 ] && command -v sudo >/dev/null; }; then
	as_root='sudo env'
else
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
$as_root DEBIAN_FRONTEND=noninteractive apt-get update -q </dev/null
if ! install_missing; then
	echo "error: could not install:$missing" >&2
	exit 1
fi
