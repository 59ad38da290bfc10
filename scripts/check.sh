#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# check.sh BUILD KVER PART...: run the test suite, or parts of it: plugin, kernel, tree.
#
# Builds what the parts need (a build that fails is a failed test), runs DejaGnu, adds up
# all results. The last line is "N passed, N failed". Exits 0 only when something
# was tested and nothing failed. A test that could not be judged (UNRESOLVED, an ERROR of
# the harness) counts as failed; one that was left out (UNTESTED, UNSUPPORTED) counts as
# neither, and is shown.
#
# The compiler's tests keep one core busy and kernel builds all of them, so the former
# run beside the latter. VMs run last, with the machine to themselves.

set -u

top=$(cd "$(dirname "$0")/.." && pwd)
build=$1
kver=$2
shift 2

results=$build/check
rm -rf "$results"
mkdir -p "$results"
started=$(date +%s)

export ALLOCTAG_TOP="$top" ALLOCTAG_BUILD="$build" ALLOCTAG_KVER="$kver"

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
		echo "PASS: build: $name"
	else
		echo "FAIL: build: $name" | tee /dev/stderr
		false
	fi >>"$results/build.sum"
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

cd "$top" || exit 1
background=
if wants plugin; then
	for cc in gcc-11 gcc-12; do
		built "plugin for $cc" make --no-print-directory plugin CC=$cc O="$build"
	done
	say "Testing the plugin, in the background"
	plugin_tests &
	background=$!
fi

if wants tree; then
	built "kernel tree" make --no-print-directory kernel-tree O="$build" KVER="$kver"
fi
if wants kernel; then
	built "kernel" make --no-print-directory kernel O="$build" KVER="$kver"
	built "kernel with all debugging" \
		make --no-print-directory kernel-debug O="$build" KVER="$kver"
fi
if [ -n "$background" ]; then
	say "Waiting for the plugin's tests"
	wait $background
fi
if wants tree; then
	say "Testing patches, sources and make targets"
	run_tests tree tree
fi
if wants kernel; then
	say "Testing in virtual machines"
	run_tests kernel kernel
fi

# Everything that failed once more, then the sum.
echo
cat "$results"/*.sum "$results"/*/*.sum 2>/dev/null >"$results/all"
grep -E '^(FAIL|XPASS|KPASS|UNRESOLVED|ERROR|UNTESTED|UNSUPPORTED)' "$results/all"
passed=$(grep -cE '^(PASS|XFAIL)' "$results/all")
failed=$(grep -cE '^(FAIL|XPASS|KPASS|UNRESOLVED|ERROR)' "$results/all")
now=$(($(date +%s) - started))
echo "Tests took $((now / 60)) min $((now % 60)) s; logs are in $results."
echo "$passed passed, $failed failed"
[ "$passed" -gt 0 ] && [ "$failed" -eq 0 ]
