#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: check-compilers.sh [-K] [-s FILE] [-k KVER [-r RELEASE]] DIR
#		RELEASE:COMPILER...
#
# Test the plugin with compilers that the Debian release of this machine does
# not have: install each RELEASE into the folder DIR/RELEASE, clone the project
# there, and run "make check-plugin" there with the COMPILERs of that release.
#
# With -k, build the reference kernel of that version with each COMPILER, boot
# it and run its tests, by "make check-suites". Newer releases have no package
# of that source, so its archive is copied there. In the RELEASE of -r, a kernel
# with CONFIG_RUST after them, built with the last COMPILER: "make check-rust".
#
# With -K, a release that passed in an earlier run is not tested again: its
# results are kept, and name the version that they are of.
#
# Must run as root: debootstrap and chroot need it.
#
# The last line is "N passed, N failed", and "N skipped" if there are any. With
# -s, FILE gets the summaries of all releases.
#
# Exits 0 only when each release was tested and nothing failed.

set -u

# shellcheck source=dev/check/check-lib.sh
. "$(dirname "$0")/check-lib.sh"
dir=$1
shift
# shellcheck source=dev/check/release-lib.sh
. "$top/dev/check/release-lib.sh"

# test_release RELEASE COMPILER...: returns 0 if all tests passed.
test_release()
{
	release=$1
	shift
	install_release "$release" || return 1
	clone_project "$release"
	# Debian's development version of GCC is in no folder of PATH, and
	# nothing finds its libraries.
	case " $* " in *' gcc-snapshot '*)
		for program in gcc g++ gcov; do
			libraries=/usr/lib/gcc-snapshot
			options=-Wl,-rpath,$libraries/lib:$libraries/lib32
			[ $program != gcov ] || options=
			printf '#!/bin/sh\nexec %s %s "$@"\n' \
				"/usr/lib/gcc-snapshot/bin/$program" "$options" \
				>"$dir/$release/usr/local/bin/$program-snapshot"
			chmod +x "$dir/$release/usr/local/bin/$program-snapshot"
		done ;;
	esac
	if [ -z "$kver" ]; then
		echo "--> Testing in Debian $release: $*"
		make_in "$release" "check-plugin CHECK_CC='$*'" "Debian $release"
		return
	fi
	cp "/usr/src/linux-source-$kver.tar.xz" "$dir/$release/usr/src/"
	test_status=0
	for compiler in "$@"; do
		echo "--> Building and testing Linux $kver in Debian $release: $compiler"
		make_in "$release" "check-suites KVER=$kver CC=$compiler CHECK_CC=$compiler" \
			"Debian $release, $compiler" || test_status=1
		# The next compiler's kernel has the same path.
		rm -rf "$dir/$release/alloctag/build/linux-$kver-alloctag"* \
			"$dir/$release/alloctag/build/linux-$kver-config-"*
	done
	if [ "$release" = "$rust_release" ]; then
		echo "--> Building and testing Linux $kver with Rust in Debian $release"
		make_in "$release" "check-rust KVER=$kver CC=$compiler CHECK_CC=$compiler" \
			"Debian $release, $compiler, Rust" || test_status=1
	fi
	return $test_status
}

# results_of RELEASE: print the path of its results, without an extension.
results_of()
{
	echo "$dir/$1${kver:+-$kver}"
}

# make_in RELEASE ARGUMENTS TITLE: run make in the clone, and add its summary to
# that of the release, with TITLE and the version of this project first.
make_in()
{
	summary=$dir/$1/alloctag/build/check/summary
	rm -f "$summary"
	make_results=$(results_of "$1")
	run_in "$1" "make $2" >>"$make_results.log" 2>&1
	make_status=$?
	if [ ! -f "$summary" ]; then
		tail -n 20 "$make_results.log" >&2
		return 1
	fi
	{
		echo "$3: $(version)"
		sed 1d "$summary"
		echo
	} | tee -a "$make_results.summary"
	return $make_status
}

failed_releases=0
releases=$(for test in "$@"; do echo "${test%%:*}"; done | sort -u)
for release in $releases; do
	results=$(results_of "$release")
	if $keep && [ -f "$results.passed" ]; then
		echo "--> Debian $release passed before"
		continue
	fi
	rm -f "$results.summary" "$results.log" "$results.passed"
	compilers=$(for test in "$@"; do echo "$test"; done | sed -n "s/^$release://p" |
		paste -s -d ' ')
	# shellcheck disable=SC2086 # a list
	if test_release "$release" $compilers; then
		: >"$results.passed"
	else
		failed_releases=$((failed_releases + 1))
	fi
done

for release in $releases; do
	cat "$(results_of "$release").summary" 2>/dev/null || echo "Debian $release was not tested"
	echo
done >"$dir/summaries"
total()
{
	awk '
		/^[0-9]+ passed, [0-9]+ failed/ { passed += $1; failed += $3; skipped += $5 }
		/was not tested$/ { failed++ }
		END {
			printf "%d passed, %d failed%s\n", passed, failed,
			       skipped ? ", " skipped " skipped" : ""
		}' "$dir/summaries"
}
{
	version
	echo
	cat "$dir/summaries"
	total
} >"$dir/summary"
copy_summary "$dir/summary"
total
[ "$failed_releases" -eq 0 ]
