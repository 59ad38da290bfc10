#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# check.sh BUILD KERNELS PART...: run the test suite, or parts of it: plugin, kernel, tree,
# strip.
#
# KERNELS is one word, a list as "6.1 6.12"; all parts but plugin are run with each. What
# tree tests of this project alone is the same for all, and only a kernel with
# mainline's macros can be stripped of them.
# Builds what the parts need (a build that fails is a failed test), runs DejaGnu, adds up
# all results. The last line is "N passed, N failed". Exits 0 only when something
# was tested and nothing failed. A test that could not be judged (UNRESOLVED, an ERROR of
# the harness) counts as failed; one that was left out (UNTESTED, UNSUPPORTED) counts as
# neither, and is shown. Where a result is shown, it opens with the name of its run:
# kernel-6.12, say.
#
# Building and booting kernels is one half of the work, the compiler's tests and
# everything else that DejaGnu does on this machine the other: they run side by side.

set -u

top=$(cd "$(dirname "$0")/.." && pwd)
build=$1
kernels=$2
shift 2

# Interrupted: what runs in the background is to end as well.
trap 'trap - TERM; kill 0; exit 130' INT TERM

results=$build/check
rm -rf "$results"
mkdir -p "$results"
started=$(date +%s)

export ALLOCTAG_TOP="$top" ALLOCTAG_BUILD="$build"

say()
{
	now=$(($(date +%s) - started))
	printf '==> [%d:%02d] %s\n' $((now / 60)) $((now % 60)) "$*"
}

# built NAME COMMAND...: a step that must succeed, as a test result.
built()
{
	name=$1
	shift
	if "$@"; then
		echo "PASS: build: $name" >>"$results/build.sum"
	else
		echo "FAIL: build: $name" >>"$results/build.sum"
	fi
}

# project_make TARGET...: our own make file, for this build folder.
project_make()
{
	make --no-print-directory O="$build" "$@"
}

# run_tests NAME TOOL [ARGUMENTS]: one run of DejaGnu, in its own folder.
run_tests()
{
	rt_name=$1
	rt_tool=$2
	shift 2
	mkdir -p "$results/$rt_name"
	(
		cd "$results/$rt_name" || exit 1
		runtest --tool "$rt_tool" --srcdir "$top/testsuite" \
			--outdir "$results/$rt_name" "$@" </dev/null
		echo $? >status
	) >"$results/$rt_name/output" 2>&1
	# runtest's own troubles (a Tcl error in a test) are in its status alone.
	if [ "$(cat "$results/$rt_name/status")" -gt 1 ] ||
	   [ ! -f "$results/$rt_name/$rt_tool.sum" ]; then
		echo "ERROR: runtest for $rt_name" >>"$results/build.sum"
		tail -n 20 "$results/$rt_name/output" >&2
	fi
	say "$rt_name tests: $(grep -cE '^(PASS|XFAIL)' "$results/$rt_name/$rt_tool.sum") passed," \
		"$(grep -cE '^(FAIL|XPASS|KPASS|UNRESOLVED|ERROR)' "$results/$rt_name/$rt_tool.sum") failed"
}

# plugin_of CC: the plugin that make plugin built for it.
plugin_of()
{
	echo "$build/plugin-$($1 -dumpfullversion -dumpversion)/alloctag_plugin.so"
}

# The compiler's tests: with each supported compiler, side by side with anything else.
plugin_tests()
{
	CC_UNDER_TEST=gcc-12 PLUGIN=$(plugin_of gcc-12) PLUGIN_OTHER=$(plugin_of gcc-11) \
		run_tests plugin-gcc-12 alloctag
	CC_UNDER_TEST=gcc-11 PLUGIN=$(plugin_of gcc-11) PLUGIN_OTHER=$(plugin_of gcc-12) \
		run_tests plugin-gcc-11 alloctag
}

wants()
{
	case " $parts " in *" $1 "*) ;; *) false ;; esac
}
parts=$*

# has_macros KVER: mainline has its allocation profiling since 6.10.
has_macros()
{
	[ "$1" != 6.1 ]
}

# beside: what runs beside the kernels.
beside()
{
	if wants plugin; then
		plugin_tests
	fi
	if wants tree; then
		run_tests project project
		for beside_kver in $kernels; do
			ALLOCTAG_KVER=$beside_kver run_tests "tree-$beside_kver" tree
		done
	fi
}

cd "$top" || exit 1
if wants plugin; then
	for cc in gcc-11 gcc-12; do
		built "plugin for $cc" project_make plugin CC=$cc
	done
fi
if wants tree; then
	for kver in $kernels; do
		built "Linux $kver: tree" project_make KVER="$kver" kernel-tree
	done
fi
say "Testing: $parts, Linux $kernels"
beside &
background=$!
for kver in $kernels; do
	strip=false
	if wants strip && has_macros "$kver"; then
		strip=true
	fi
	if wants kernel || $strip; then
		built "Linux $kver: kernel" project_make KVER="$kver" kernel
	fi
	if wants kernel; then
		built "Linux $kver: kernel with all debugging" \
			project_make KVER="$kver" kernel-debug
		say "Testing Linux $kver in virtual machines"
		ALLOCTAG_KVER=$kver run_tests "kernel-$kver" kernel
	fi
	if $strip; then
		built "Linux $kver: kernel without mainline's macros" \
			project_make KVER="$kver" kernel-stripped
		say "Testing it in virtual machines"
		ALLOCTAG_KVER=$kver run_tests "strip-$kver" strip
	fi
done
wait $background

# Everything that failed once more, then the sum.
echo
for sum in "$results"/*.sum "$results"/*/*.sum; do
	[ -f "$sum" ] || continue
	sed -E "s/^([A-Z]+): /\\1: $(basename "$(dirname "$sum")"): /" "$sum"
done >"$results/all"
grep -E '^(FAIL|XPASS|KPASS|UNRESOLVED|ERROR|UNTESTED|UNSUPPORTED)' "$results/all"
passed=$(grep -cE '^(PASS|XFAIL)' "$results/all")
failed=$(grep -cE '^(FAIL|XPASS|KPASS|UNRESOLVED|ERROR)' "$results/all")
now=$(($(date +%s) - started))
echo "Tests took $((now / 60)) min $((now % 60)) s; logs are in $results."
echo "$passed passed, $failed failed"
[ "$passed" -gt 0 ] && [ "$failed" -eq 0 ]
