#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: check-lines.sh [-s FILE] BUILD PREFIX COMPILER [NAME...]
#
# Build the programs of dev/check/real-programs with liballoctag, and count the
# lines that their memory is charged to while their own tests run. Of one that
# allocates through pointers: without a list; with NAME.pointers there, which
# marks those pointers; and also with the functions that alloctag-list then
# finds. PREFIX is where make install has put liballoctag. Each must build, pass
# the tests, and print the same as without liballoctag.
#
# Prints a line for each program, and "N passed, N failed". BUILD/programs has
# sources, lists, reports and logs. With -s, FILE gets the lines. Exits 0 if
# nothing failed. NAMEs are some of the programs.

set -u

# shellcheck source=dev/check/check-lib.sh
. "$(dirname "$0")/check-lib.sh"
dir=$1/programs/lines
prefix=$2
compiler=$3
shift 3
mkdir -p "$dir"
dir=$(cd "$dir" && pwd)
# shellcheck source=dev/check/real-programs-lib.sh
. "$top/dev/check/real-programs-lib.sh"

# What it writes to must not be in ccache.
export PKG_CONFIG_PATH="$prefix/lib/pkgconfig" CCACHE_DISABLE=1
list='-fplugin-arg-alloctag_plugin-allocators'
libs=$(pkg-config --libs alloctag)

# The compiler of the recipes: it adds the options of the file FLAGS, and the
# library where it links.
cat >"$dir/cc" <<END
#!/bin/sh
case " \$* " in
*' -c '* | *' -E '* | *' -S '*) exec $compiler \$(cat "$dir/flags") "\$@" ;;
*) exec $compiler \$(cat "$dir/flags") "\$@" $libs ;;
esac
END
chmod +x "$dir/cc"

# build_with NAME KIND FLAG...: build and try it with liballoctag, and print how
# many lines all its processes have. Fails as attempt(), or if it prints
# something else than without.
build_with()
{
	program=$1
	what=$2
	shift 2
	echo "$(pkg-config --cflags alloctag) $*" >"$dir/flags"
	rm -rf "$dir/$program.$what.tags"
	mkdir "$dir/$program.$what.tags"
	ALLOCTAG=$dir/$program.$what.tags/%p attempt "$program" "$what" '-O2 -g -w' || return
	cmp -s "$dir/$program.plain.out" "$dir/$program.$what.out" || return
	cat "$dir/$program.$what.tags"/* |
		awk '/^ *[0-9]/ { print $5, $6, $7 }' | sort -u | wc -l
}

# count NAME: print its numbers. Fails if one can't be had.
count()
{
	pointers=$top/dev/check/real-programs/$1.pointers
	records=$dir/$1.records
	without=$(build_with "$1" without) || return
	if [ ! -e "$pointers" ]; then
		echo "$without lines"
		[ "$without" -gt 0 ]
		return
	fi
	rm -f "$records"
	marked=$(build_with "$1" marked "$list=$pointers" \
		"-fplugin-arg-alloctag_plugin-wrappers=$records") || return
	"$prefix/bin/alloctag-list" "$records" >"$dir/$1.list" || return
	found=$(build_with "$1" found "$list=$pointers" "$list=$dir/$1.list") || return
	echo "$without lines, $marked with $(grep -c '^[^#]' "$pointers") entries," \
		"$found with $(grep -c '^[^#]' "$dir/$1.list") functions found"
	[ "$marked" -gt "$without" ] && [ "$found" -gt "$without" ]
}

# Without those that bring an allocator of their own.
# shellcheck disable=SC2046 # a list of names
[ $# -gt 0 ] || set -- $(programs | grep -vxE 'jemalloc|musl')
for name; do
	missing=$(fetch "$name")
	if [ -n "$missing" ]; then
		echo "UNSUPPORTED: $name: no source package $missing"
		continue
	fi
	# shellcheck disable=SC2034 # the recipes use it
	cc=$compiler
	if ! attempt "$name" plain '-O2 -g -w'; then
		echo "UNSUPPORTED: $name: does not work without liballoctag"
		continue
	fi
	# shellcheck disable=SC2034 # the recipes use it
	cc=$dir/cc
	if numbers=$(count "$name"); then
		echo "PASS: $name: $numbers"
	else
		echo "FAIL: $name: $numbers"
	fi
done >"$dir/results"
{
	version
	echo 'configuration none'
	echo
	cat "$dir/results"
	awk '{ n[$1]++ }
	     END { printf "%d passed, %d failed, %d skipped\n", n["PASS:"], n["FAIL:"],
		   n["UNSUPPORTED:"] }' "$dir/results"
} | tee "$dir/summary"
copy_summary "$dir/summary"
! grep -q '^FAIL' "$dir/results"
