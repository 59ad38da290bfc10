#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: make-deb.sh BUILD VERSION
#
# Make the Debian package alloctag_VERSION_amd64.deb in the folder BUILD, of
# what make install-tool installs. The same sources give the same package: all
# its dates are the date of the last commit. DEBFULLNAME and DEBEMAIL in the
# environment name its maintainer. Exits 1 if something is missing.

set -eu

build=$1
version=$2
top=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
trap 'exit 1' HUP INT TERM

cd "$top"
make -s install-tool O="$build" DESTDIR="$folder" PREFIX=/usr
# Debian has units there.
mkdir -p "$folder/lib"
mv "$folder/usr/lib/systemd" "$folder/lib/"
rmdir "$folder/usr/lib"
for page in "$folder"/usr/share/man/man*/*; do
	gzip -9 -n "$page"
done

doc=$folder/usr/share/doc/alloctag
mkdir -p "$doc"
cat >"$doc/copyright" <<END
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: alloctag

Files: *
Copyright: The alloctag authors
License: GPL-2
 On Debian systems, the text of the GNU General Public License, version 2, is
 in /usr/share/common-licenses/GPL-2.
END
gzip -9 -n <NEWS >"$doc/changelog.gz"

mkdir "$folder/DEBIAN"
cat >"$folder/DEBIAN/control" <<END
Package: alloctag
Version: $version
Architecture: amd64
Maintainer: ${DEBFULLNAME:-The alloctag authors}${DEBEMAIL:+ <$DEBEMAIL>}
Installed-Size: $(du -sk "$folder/usr" | cut -f 1)
Suggests: prometheus-node-exporter
Section: utils
Priority: optional
Description: show which source lines of the kernel hold its memory
 Reads /proc/allocinfo of kernels with allocation profiling, and
 /proc/alloctag. Shows the biggest lines, live or in a copy; finds
 lines that leak; draws treemaps and flame graphs; writes profiles for pprof
 and metrics for Prometheus, with alerts and a dashboard for Grafana.
END
# What was made while it was installed: the units run if somebody enabled them.
cat >"$folder/DEBIAN/prerm" <<'END'
#!/bin/sh
set -e
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then
	systemctl stop alloctag-agent.timer alloctag-agent.service \
		alloctag-flight.service || :
fi
END
cat >"$folder/DEBIAN/postrm" <<'END'
#!/bin/sh
set -e
case $1 in
remove)
	# Without the agent, these figures would be served for ever.
	rm -f /var/lib/prometheus/node-exporter/alloctag.prom
	[ ! -d /run/systemd/system ] || systemctl daemon-reload || :
	;;
purge)
	rm -f /etc/systemd/system/timers.target.wants/alloctag-agent.timer \
		/etc/systemd/system/multi-user.target.wants/alloctag-flight.service
	rm -rf /var/lib/alloctag
	;;
esac
END
chmod +x "$folder/DEBIAN/prerm" "$folder/DEBIAN/postrm"
chmod -R u=rwX,go=rX "$folder"
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null || date +%s)
export SOURCE_DATE_EPOCH
find "$folder" -newermt "@$SOURCE_DATE_EPOCH" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
dpkg-deb --root-owner-group -Zxz --build "$folder" \
	"$build/alloctag_${version}_amd64.deb" >/dev/null
echo "  DEB     $build/alloctag_${version}_amd64.deb"
