#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: build-kernel.sh [OPTION...] OUT KMAKE [FRAGMENT...]
#
# Configure and build a kernel in OUT: tinyconfig or a complete configuration,
# then the fragments. All kernels of this project are built by this script.
# OUT/.built is created when everything is done.
#
#	OUT		folder for objects
#	KMAKE		shell command that starts kbuild for OUT, with variables
#	FRAGMENT	options; a later one overrides earlier ones. Without
#			any, OUT is a kernel that was built before, see -l
#			and -m.
#	-c CONFIG	a complete configuration, in place of tinyconfig
#	-t TARGETS	what kbuild makes (default: bzImage modules)
#	-m DIR:NAME	also build the modules in DIR, outside the kernel's
#			tree, as modules of third parties are. Their folder is
#			OUT/NAME. Can be given twice.
#	-l DIR:OBJECT	link an object of DIR, outside the kernel's tree, into
#			a kernel that was built before, as OUT/OBJECT. The
#			Kbuild file in DIR has it in obj-y if LINKED=y.
#	-n		configure, and build nothing
#	-s		sign the modules, for a kernel that wants that
#	-o LIST		build only the objects that the file LIST names. Each
#			is tried even if others fail.
#
# Exits 0 if everything was built. An option of a fragment that is not in the
# final configuration is an error: a test of a kernel without the tested option
# would prove nothing.

set -eu

targets='bzImage modules'
modules=
linked=
list=
sign=
base=
build=yes
while getopts c:l:m:no:st: opt; do
	case $opt in
	c) base=$OPTARG ;;
	l) linked=$OPTARG ;;
	m) modules="$modules $OPTARG" ;;
	n) build= ;;
	o) list=$OPTARG ;;
	s) sign=yes ;;
	t) targets=$OPTARG ;;
	*) exit 2 ;;
	esac
done
shift $((OPTIND - 1))
out=$1
kmake=$2
shift 2

# kbuild TARGET...: run KMAKE, which contains quotes.
kbuild()
{
	eval "$kmake $*"
}

# configure FRAGMENT...: make a new .config only if a fragment has changed,
# because kbuild then looks at every object.
configure()
{
	cat "$@" >"$out/fragments.new"
	if cmp -s "$out/fragments.new" "$out/fragments" && [ -f "$out/.config" ] &&
	   { [ -z "$base" ] || cmp -s "$base" "$out/base"; }; then
		rm "$out/fragments.new"
	else
		rm -f "$out/fragments"
		if [ -n "$base" ]; then
			# The link to the source.
			[ -e "$out/source" ] || kbuild outputmakefile
			cp "$base" "$out/base"
			cp "$base" "$out/.config"
		else
			kbuild tinyconfig
		fi
		# It leaves temporary files where it is run.
		# shellcheck disable=SC2046 # a list of names
		(
			fragments=$(readlink -f "$@")
			cd "$out"
			# shellcheck disable=SC2086 # a list of names
			env -u KCONFIG_CONFIG source/scripts/kconfig/merge_config.sh -m \
				.config $fragments
		)
		mv "$out/fragments.new" "$out/fragments"
	fi
	kbuild olddefconfig
	check_config
}

# check_config: fail unless each option of the fragments is in .config.
# merge_config.sh has such a check, too. But it would start make itself, without
# KMAKE's variables, and it also reports disabled options that a kernel doesn't
# know.
check_config()
{
	awk '
		/^CONFIG_[A-Z0-9_]+=/ {
			name = substr($0, 1, index($0, "=") - 1)
			value[FILENAME, name] = substr($0, index($0, "=") + 1)
		}
		/^# CONFIG_[A-Z0-9_]+ is not set$/ { name = $2; value[FILENAME, name] = "n" }
		FILENAME == ARGV[1] && name { wanted[name] }
		END {
			for (name in wanted) {
				got = value[ARGV[2], name] == "" ? "n" : value[ARGV[2], name]
				if (got == value[ARGV[1], name])
					continue
				print "error: " name ": asked for " value[ARGV[1], name] \
					", got " got
				wrong = 1
			}
			exit wrong
		}' "$out/fragments" "$out/.config" >&2
}

# plugin_id: print a variable for make that adds the checksum of the plugins to
# every command line: kbuild doesn't rebuild objects when a plugin changes.
# Prints nothing for a kernel without them.
plugin_id()
{
	plugins=$out/scripts/gcc-plugins
	set --
	if grep -qx CONFIG_GCC_PLUGIN_CODE_TAG=y "$out/.config"; then
		set -- "$plugins/alloctag_plugin.so"
	fi
	if grep -qx CONFIG_GCC_PLUGIN_ERROR_ORIGIN=y "$out/.config"; then
		set -- "$@" "$plugins/error_origin_plugin.so"
	fi
	[ $# -gt 0 ] || return 0
	echo "KCFLAGS=-DALLOCTAG_PLUGIN_ID=$(cat "$@" | cksum | cut -d ' ' -f 1)"
}

# copy_sources DIR FOLDER: a file that is newer is compiled again, so only those
# that differ are copied.
copy_sources()
{
	mkdir -p "$2"
	for f in "$1"/*; do
		case $f in
		*.c | *.h | *.awk | */Kbuild)
			cmp -s "$f" "$2/$(basename "$f")" || cp "$f" "$2/"
			;;
		esac
	done
}

mkdir -p "$out"

if [ $# -gt 0 ]; then
	rm -f "$out/.built"
	configure "$@"
	[ -n "$build" ] || exit 0
	# The plugin goes first.
	kbuild scripts
	id=$(plugin_id)
	if [ -n "$list" ]; then
		kbuild "$id" -k "$(tr '\n' ' ' <"$list")"
		exit
	fi
	kbuild "$id" "$targets"
	# BTF of a module refers to that of vmlinux, but kbuild does not link it
	# again because vmlinux has changed. The kernel then refuses it.
	if grep -q '^CONFIG_DEBUG_INFO_BTF_MODULES=y' "$out/.config" &&
	   find "$out" -name '*.ko' ! -newer "$out/vmlinux" -print -delete | grep -q .; then
		kbuild "$id" "$targets"
	fi
fi

if [ -n "$linked" ]; then
	id=$(plugin_id)
	object=${linked##*:}
	folder=$out/$(dirname "$object")
	copy_sources "${linked%:*}" "$folder"
	kbuild "$id" "M=\$folder" LINKED=y "$(basename "$object")"
	# What vmlinux is linked from, as the last build has it, and the object.
	objects=$(sed -n 's/.* cDPrST vmlinux\.a \([^;]*\);.*/\1/p' "$out/.vmlinux.a.cmd")
	# The log has why anything else is compiled again: nothing should be.
	kbuild "$id" V=2 "KBUILD_VMLINUX_OBJS='$objects $object'" bzImage
fi

for module in $modules; do
	id=$(plugin_id)
	folder=$out/${module##*:}
	copy_sources "${module%:*}" "$folder"
	kbuild "$id" "M=\$folder" modules
	# With PLAIN=y, also the ones that call an allocator that is not
	# exported, see without-plugin.exp. For all others, that is an error.
	kbuild "$id" "M=\$folder" PLAIN=y KBUILD_MODPOST_WARN=1 modules
done

# As make modules_install does, which we don't need.
if [ -n "$sign" ]; then
	find "$out" -name '*.ko' | while read -r module; do
		tail -c 28 "$module" | grep -q 'Module signature appended' ||
			"$out/scripts/sign-file" sha256 "$out/certs/signing_key.pem" \
				"$out/certs/signing_key.x509" "$module"
	done
fi

[ $# -eq 0 ] || touch "$out/.built"
