#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: compile-series.sh [-b] TREE PRISTINE SERIES OUT KMAKE BOOT BOOT-KMAKE
#		FRAGMENT...
#
# Check that every step of the series builds, and that the kernel boots after
# each series.
#
# TREE and PRISTINE are as in make-series.sh, and SERIES is the folder that it
# has written. A copy of TREE without alloctag is OUT-source; KMAKE starts
# kbuild for it, in OUT. After each patch, the objects that it can break are
# compiled: of the C files that it changes, and, because of headers, of a few
# files that include most of them; with all options of configs/alloctag.config
# and configs/objects-alloctag.config that Kconfig has at that point. After each
# series, a small kernel (configs/series.config) with the same options is built
# in BOOT by BOOT-KMAKE, and booted: see dev/vm/init-series.
#
# With -b, kernels are booted, but the steps before are not compiled.
#
# Prints one DejaGnu result (PASS or FAIL) for each patch, three for each
# kernel, and one for each of its KUnit suites, also to OUT/series.sum. Exits
# with 0 only if there were patches, all build, and all kernels pass.

set -eu

top=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=dev/tree/tree-lib.sh
. "$top/dev/tree/tree-lib.sh"

boot_only=
while getopts b opt; do
	case $opt in
	b) boot_only=yes ;;
	*) exit 2 ;;
	esac
done
shift $((OPTIND - 1))
tree=$1
pristine=$2
series=$3
out=$4
kmake=$5
boot=$6
boot_kmake=$7
source=$out-source
shift 7

mkdir -p "$out" "$boot"
rm -f "$out/series.sum" "$out/series.part"

# Links cost no space and no time. All that writes to the copy makes new files.
rm -rf "$source"
cp -al "$tree" "$source"
copied_files | while read -r _ dst; do
	rm -f "$source/$dst"
done
(cd "$pristine" && find . -type f) | while read -r f; do
	cp --remove-destination -p "$pristine/$f" "$source/$f"
done

# result NAME COMMAND...: run a command, and record its result.
result()
{
	result_name=$1
	shift
	if "$@"; then
		echo "PASS: $result_name" >>"$out/series.part"
	else
		echo "FAIL: $result_name" >>"$out/series.part"
	fi
}

# write_fragment FILE: write a fragment with the options of alloctag that
# Kconfig has. Empty as long as it has none.
write_fragment()
{
	find "$source/scripts/gcc-plugins" "$source/lib/alloc_tag" "$source/lib/code_tag" \
		"$source/lib/error_origin" "$source/mm/alloc_tag" -name 'Kconfig*' \
		-exec sed -n -E 's/^config (.*(ALLOC_TAG|CODE_TAG|ERROR_ORIGIN).*)/CONFIG_\1=/p' {} + \
		2>/dev/null >"$out/options" || :
	: >"$1"
	[ -s "$out/options" ] || return 0
	cat "$top/configs/alloctag.config" "$top/configs/objects-alloctag.config" |
		grep -F -f "$out/options" >"$1"
	# What these depend on.
	cat >>"$1" <<-END
	CONFIG_DEBUG_KERNEL=y
	CONFIG_FAULT_INJECTION=y
	CONFIG_KUNIT=m
	END
}

# step PATCH FRAGMENT...: apply the patch, and compile what it can break.
step()
{
	step_patch=$1
	shift
	# GNU patch writes a new file and renames it.
	patch -d "$source" -p1 -F0 -s -f --no-backup-if-mismatch -r - <"$step_patch" || return 1
	write_fragment "$out/alloctag.config"
	[ -z "$boot_only" ] || return 0
	{
		sed -n 's,^+++ b/\([^	]*\.c\)$,\1,p' "$step_patch" | grep -v '^scripts/' |
			if [ -s "$out/alloctag.config" ]; then cat; else grep -v alloc_tag || :; fi
		printf '%s\n' init/main.c kernel/module/main.c mm/slub.c lib/rhashtable.c \
			net/core/skbuff.c
	} | objects_of "$source" >"$out/series.list"
	"$top/dev/tree/build-kernel.sh" -o "$out/series.list" "$out" "$kmake" \
		"$@" "$out/alloctag.config"
}

# boot_kernel: build the small kernel, and boot it. Its console is BOOT/console.
# Fails at the first step that fails, with or without set -e, and does not boot
# what the series before has left.
boot_kernel()
{
	: >"$boot/console"
	rm -f "$boot/initramfs.gz" "$boot/arch/x86/boot/bzImage"
	find "$boot" -name '*.ko' -exec rm -f {} +
	"$top/dev/tree/build-kernel.sh" "$boot" "$boot_kmake" \
		"$top/configs/series.config" "$out/alloctag.config" || return 1
	# Names without spaces.
	# shellcheck disable=SC2046
	"$top/dev/vm/make-initramfs.sh" -i "$top/dev/vm/init-series" \
		"$boot/usr/gen_init_cpio" "$boot/initramfs.gz" \
		$(find "$boot" -name '*.ko') || return 1
	ALLOCTAG_ACCEL=${ALLOCTAG_ACCEL-tcg} "$top/dev/vm/run-vm.sh" \
		-k "$boot/arch/x86/boot/bzImage" -i "$boot/initramfs.gz" -t 900 series \
		</dev/null | tr -d '\r' | tee "$boot/console"
}

# suites: print the KUnit suites that are in the source now.
suites()
{
	sed -n -e 's/^ALLOC_TAG_SUITE(\(.*\));$/alloc_tag_\1/p' \
	       -e 's/^\t\.name = "\(alloc_tag_.*\)",$/\1/p' "$source"/lib/alloc_tag/kunit/*.c
}

for folder in "$series"/[0-9]*; do
	name=$(basename "$folder")
	for p in "$folder"/[0-9]*.patch; do
		case $p in */0000-*) continue ;; esac
		result "builds: $name/$(basename "$p" .patch)" step "$p" "$@"
	done
	boot_kernel || :
	for check in 'boots' '/proc/allocinfo counts' 'KUnit tests'; do
		result "after $name: $check" grep -qx "==== ok: $check" "$boot/console"
	done
	for suite in $(suites); do
		result "after $name: KUnit: $suite" \
			grep -qE "^(\[[ .0-9]*\] )?ok [0-9]+ $suite\$" "$boot/console"
	done
done
# Only a whole series has results.
mv "$out/series.part" "$out/series.sum"
cat "$out/series.sum"
[ -s "$out/series.sum" ] && ! grep -q '^FAIL' "$out/series.sum"
