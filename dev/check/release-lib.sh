# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh disable=SC2154
#
# release-lib.sh: other releases of Debian, each installed into the folder
# $dir/RELEASE. To be sourced after check-lib.sh; the script sets $dir.

if [ "$(id -u)" -ne 0 ]; then
	echo "error: installing a Debian release into a folder needs root" >&2
	exit 1
fi

mkdir -p "$dir"

# install_release RELEASE: install its smallest form, unless it is there. Remove
# its folder to get newer packages. A released one also gets the archives of
# updates, as Debian's installer does it: there, Debian 12 has Linux 6.12.
install_release()
{
	release_dir=$dir/$1
	[ -f "$release_dir/.installed" ] && return
	echo "--> Installing Debian $1 into $release_dir"
	rm -rf "$release_dir"
	debootstrap --variant=minbase --include=make,ca-certificates "$1" "$release_dir" \
		>"$dir/$1.install.log" 2>&1 || {
		tail -n 5 "$dir/$1.install.log" >&2
		return 1
	}
	[ "$1" = sid ] || add_updates "$1" || return
	# As Debian's installer does it, too.
	[ -e "$release_dir/etc/hosts" ] || echo '127.0.0.1 localhost' >"$release_dir/etc/hosts"
	: >"$release_dir/.installed"
}

# add_updates RELEASE: those of the mirror that its packages are from.
add_updates()
{
	sources=$dir/$1/etc/apt/sources.list
	mirror=$(sed -n 's|^deb \([^ ]*[^ /]\)/* .*|\1|p' "$sources")
	printf 'deb %s %s main\n' "$mirror" "$1-updates" "$mirror-security" "$1-security" \
		>>"$sources"
	chroot "$dir/$1" apt-get -q update >>"$dir/$1.install.log" 2>&1
}

# clone_project RELEASE: clone this project there, as it was committed last.
# With -K, a clone that is there is updated, and keeps what was built in it.
clone_project()
{
	clone=$dir/$1/alloctag
	if $keep && [ -d "$clone/.git" ]; then
		git -C "$clone" fetch -q "$top" HEAD && git -C "$clone" reset -q --hard FETCH_HEAD
	else
		rm -rf "$clone"
		git clone -q --no-hardlinks "$top" "$clone"
	fi
}

# run_in RELEASE COMMAND: run it in the clone, where TMPDIR may not exist, and
# what this make was given is not for another one: DKMS would take O= for its
# own. The mounts, which expect and install scripts of packages need, end with
# it.
run_in()
{
	# shellcheck disable=SC2016 # the inner shell expands them
	unshare --mount sh -c '
		mount -t proc proc "$1/proc" &&
		mount --rbind /dev "$1/dev" &&
		exec env -u TMPDIR -u MAKEFLAGS -u MFLAGS -u MAKEOVERRIDES -u MAKELEVEL chroot "$1" sh -c "cd /alloctag && $2"' sh "$dir/$1" "$2"
}
