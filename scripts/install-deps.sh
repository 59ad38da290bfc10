#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# install-deps.sh PACKAGE...: see to it that Debian packages are installed.
#
# Every make target that needs something from outside names it here, so that
# a fresh machine needs no instructions. Packages that are there already cost
# one dpkg-query and no network. The package index is fetched only when
# installing fails without it.

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
	echo "error: packages are missing, and neither root nor sudo is at hand to install them." >&2
	echo "Please have these installed:$missing" >&2
	exit 1
fi

install_missing()
{
	# Word splitting of both is meant: a command with arguments, a list.
	# shellcheck disable=SC2086
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
