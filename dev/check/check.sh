#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: check.sh [-l PACKAGES] [-s FILE] BUILD PART...
#
# Run the test suite, or parts of it. The folder BUILD is make's $(O). A PART is
#
#	plugin:CC	the tests of the plugin for the compiler CC
#	plugin-short:CC
#			the same with some sets of options
#	user:CC		the library for programs in user space, with CC
#	tool		the program alloctag
#	project		make targets and sources, independent of the kernel
#	tree:VERSION	patches and sources for this kernel
#	apply:VERSION	patches and marks fit this kernel
#	compile:VERSION	the files that are patched or added there compile
#	compile-off:VERSION
#			the patched ones compile without alloctag's option, and
#			with no other option of alloctag
#	compile-mainline:VERSION
#			the patched ones compile with mainline's allocation
#			profiling instead
#	series:VERSION	every step of make series compiles and passes
#			checkpatch.pl, and a small kernel boots after each
#			series
#	kernel:VERSION	this kernel, built and tested in VMs
#	kernel-short:VERSION
#			of these tests, those without "Not in make check:"
#	suites:VERSION	of the tests of this kernel, those that compare what is
#			counted
#	debug:VERSION	the same with all debugging
#	errors:VERSION	a small kernel with error origins, and programs whose
#			system calls fail
#	crash:VERSION	dumps of the memory of two small kernels: with alloctag,
#			and with mainline's allocation profiling
#	selftest:VERSION
#			mainline's own test of /proc/allocinfo on this kernel
#	config-NAME:VERSION
#			this kernel with configs/matrix/NAME.config; the small
#			one with error origins, if NAME begins with errors-
#	packages-FLAVOUR:VERSION
#			the packages of make deb, which must be there, on a
#			Debian system
#	strip:VERSION	the same after make strip-macros; skipped for a kernel
#			that never had the macros
#
# Builds what the parts need (a build that fails is a failed test), runs
# DejaGnu, adds up all results. The last line is "N passed, N failed", and "N
# skipped" if there are any. UNRESOLVED and an ERROR of the harness count as
# failed, UNTESTED and UNSUPPORTED as skipped. Failed and skipped tests are
# listed with the name of their part before them, failed ones also with their
# log.
#
# BUILD/check/summary has the versions of the tested packages, and the results
# and the processor time of each part, QEMU included. With -s it is copied to
# FILE. PACKAGES of -l are named there: this release of Debian does not have
# them, so that parts are missing. ALLOCTAG_CC in the environment is the list of
# compilers that tests may use.
#
# Kernels are built and booted in parallel with the other parts, which take
# about as long; a kernel is tested in two VMs at a time.
#
# Exits 0 only when something was tested and nothing failed, 130 when
# interrupted.

set -u

# shellcheck source=dev/check/check-lib.sh
. "$(dirname "$0")/check-lib.sh"
# shellcheck source=dev/deb/deb-lib.sh
. "$top/dev/deb/deb-lib.sh"
mkdir -p "$1"
build=$(cd "$1" && pwd)
shift
parts=$*

# When interrupted, end the background jobs, too.
trap 'trap - TERM; kill 0; exit 130' INT TERM

results=$build/check
rm -rf "$results"
mkdir -p "$results"
started=$(date +%s)

export ALLOCTAG_TOP="$top" ALLOCTAG_BUILD="$build"

passes='^(PASS|XFAIL)'
failures='^(FAIL|XPASS|KPASS|UNRESOLVED|ERROR)'
skips='^(UNTESTED|UNSUPPORTED)'

say()
{
	now=$(($(date +%s) - started))
	printf '==> [%d:%02d] %s\n' $((now / 60)) $((now % 60)) "$*"
}

# count PATTERN FILE...: print how many lines match. Files may be missing.
count()
{
	count_pattern=$1
	shift
	cat "$@" /dev/null 2>/dev/null | grep -cE "$count_pattern"
}

# in_part NAME COMMAND...: run a function as the part NAME. Its results and its
# times go to a folder of that name.
in_part()
{
	part=$1
	shift
	mkdir -p "$results/$part"
	(
		"$@"
		times >"$results/$part/times"
	)
	if [ ! -s "$results/$part/times" ]; then
		echo "ERROR: $part did not finish" >>"$results/$part/build.sum"
	fi
}

# built NAME COMMAND...: run a build step, and record a test result for it.
built()
{
	name=$1
	shift
	if "$@"; then
		echo "PASS: build: $name" >>"$results/$part/build.sum"
	else
		echo "FAIL: build: $name" >>"$results/$part/build.sum"
	fi
}

# project_make TARGET...: run our own Makefile for this build folder. make takes
# no path with a blank, but this project may be in such a folder.
project_make()
{
	make --no-print-directory O="${build#"$top"/}" "$@"
}

# run_tests TOOL [FILE...]: run DejaGnu in the folder of the part; all tests of
# the tool if none are named.
run_tests()
{
	rt_dir=$results/$part
	rt_sum=$rt_dir/$1.sum
	rt_tool=$1
	shift
	"$top/dev/check/run-tests.sh" "$rt_dir" "$top/testsuite" "$rt_tool" "$@"
	rt_status=$?
	# Errors of runtest itself (a Tcl error in a test) show in its status
	# only.
	if [ $rt_status -gt 1 ] || [ ! -f "$rt_sum" ]; then
		echo "ERROR: runtest for $part" >>"$rt_dir/build.sum"
		tail -n 20 "$rt_dir/output" >&2
	elif [ "$(count "$passes|$failures|$skips" "$rt_sum")" -eq 0 ]; then
		echo "ERROR: no test was run" >>"$rt_dir/build.sum"
	fi
	say "$part tests: $(count "$passes" "$rt_sum") passed, $(count "$failures" "$rt_sum") failed"
}

# test_files TOOL FOLDER...: print the names of the tests in these folders of
# the tool. runtest takes names without folders.
test_files()
{
	(
		cd "$top/testsuite/$1" || exit 1
		shift
		find "$@" -name '*.exp' -printf '%f\n'
	)
}

#
# The parts
#

# plugin_of CC: print the path of the plugin that make plugin builds for it.
plugin_of()
{
	echo "$build/plugin-$($1 -dumpfullversion -dumpversion)/alloctag_plugin.so"
}

# plugin_tests CC [SETS]: test CC's plugin. The plugin of another compiler is
# built to test that CC rejects it. SETS is for TORTURE of
# testsuite/lib/alloctag.exp.
plugin_tests()
{
	built "plugin for $1" project_make plugin CC="$1"
	for other in $compilers; do
		[ "$other" = "$1" ] || break
	done
	if [ "$other" = "$1" ]; then
		other_plugin=
	else
		other_plugin=$(plugin_of "$other")
		[ -f "$other_plugin" ] ||
			built "plugin for $other" project_make plugin CC="$other"
	fi
	CC_UNDER_TEST=$1 PLUGIN=$(plugin_of "$1") PLUGIN_OTHER=$other_plugin TORTURE=${2-} \
		run_tests alloctag
}

# user_tests CC: test liballoctag in programs compiled with CC.
user_tests()
{
	built "liballoctag" project_make user
	CC_UNDER_TEST=$1 run_tests user
}

# tool_tests: test the program alloctag.
tool_tests()
{
	built "alloctag with sanitizers" project_make tool-sanitized
	run_tests tool
}

unpack()
{
	for kver in $kernels; do
		built "Linux $kver: tree" project_make KVER="$kver" kernel-tree
	done
}

# compile KVER TARGET SUM: run a target of the make file that compiles some
# files of a kernel, and writes the results to SUM.
compile()
{
	rm -f "$3"
	project_make KVER="$1" "$2"
	compile_status=$?
	# If one of the results is a failure, make fails as well; it must not
	# fail for another reason.
	if ! cp "$3" "$results/$part/" ||
	   { [ $compile_status -ne 0 ] && [ "$(count "$failures" "$3")" -eq 0 ]; }; then
		echo "FAIL: build: Linux $1: $2" >>"$results/$part/build.sum"
	fi
	say "$part: $(count "$passes" "$3") compile, $(count "$failures" "$3") do not"
}

# compile_all: run the parts that compile some files of a kernel.
compile_all()
{
	for kver in $kernels; do
		if wants "compile:$kver"; then
			in_part "compile-$kver" compile "$kver" kernel-objects \
				"$build/linux-$kver-objects/compile.sum"
		fi
		if wants "compile-off:$kver"; then
			in_part "compile-off-$kver" compile "$kver" kernel-objects-off \
				"$build/linux-$kver-objects-off/compile.sum"
			in_part "compile-core-$kver" compile "$kver" kernel-objects-core \
				"$build/linux-$kver-objects-core/compile.sum"
		fi
		if wants "compile-mainline:$kver"; then
			in_part "compile-mainline-$kver" compile "$kver" \
				kernel-objects-mainline \
				"$build/linux-$kver-objects-mainline/compile.sum"
		fi
	done
}

# has_macros KVER: does it have mainline's allocation profiling?
has_macros()
{
	grep -qs alloc_hooks "$build/linux-$1/include/linux/slab.h"
}

# names_of KIND KVER: print NAME of each part KIND-NAME:KVER.
names_of()
{
	for part_name in $parts; do
		echo "$part_name" | sed -n "s/^$1-\(.*\):$2\$/\1/p"
	done
}

# kernel_tests KVER OPTION: print the tests of this kernel that don't need the
# debug kernel: with -L, those that are content with a VM with four CPUs and
# nothing on its command line, or with none; with -l, those that boot others.
kernel_tests()
{
	left_out='^nothing$'
	wants "kernel:$1" || left_out='^# Not in make check: '
	(
		cd "$top/testsuite/kernel" || exit 1
		find . -name '*.exp' ! -path './debug/*' \
			-exec grep "$2" -E 'vm_get alloctag ([^4]|4 )' {} + |
			while read -r file; do
				grep -q "$left_out" "$file" || echo "${file##*/}"
			done
	)
}

# in_many_vms KVER: is it tested with more than its suites?
in_many_vms()
{
	wants "kernel:$1" || wants "kernel-short:$1"
}

# in_vms KVER: run the parts that boot this kernel.
in_vms()
{
	strip=false
	if wants "strip:$1"; then
		if has_macros "$1"; then
			strip=true
		else
			say "Linux $1 has no macros to strip"
		fi
	fi
	if in_many_vms "$1" || wants "suites:$1" || wants "selftest:$1" || $strip; then
		in_part "build-$1" built "Linux $1: kernel" project_make KVER="$1" kernel
	fi
	export ALLOCTAG_KVER="$1"
	if in_many_vms "$1"; then
		say "Testing Linux $1 in virtual machines"
		# A VM takes one processor, so two run at a time. Files that can
		# share one are together: a boot takes longer than most tests.
		# shellcheck disable=SC2046 # lists of names
		in_part "kernel-$1" run_tests kernel $(kernel_tests "$1" -L) &
		in_vm=$!
		# shellcheck disable=SC2046
		in_part "boots-$1" run_tests kernel $(kernel_tests "$1" -l) &
		in_other_vm=$!
	fi
	if wants "debug:$1"; then
		in_part "build-debug-$1" built "Linux $1: kernel with all debugging" \
			project_make KVER="$1" kernel-debug
		# shellcheck disable=SC2046 # a list of names
		in_part "kernel-debug-$1" run_tests kernel $(test_files kernel debug)
	fi
	if in_many_vms "$1"; then
		wait "$in_vm" "$in_other_vm"
	fi
	if wants "suites:$1"; then
		say "Testing Linux $1 in virtual machines"
		# shellcheck disable=SC2046 # a list of names
		in_part "suites-$1" run_tests kernel alloc_tag.exp \
			$(test_files kernel accounting allocinfo module)
	fi
	if wants "debug:$1"; then
		in_part "debug-$1" run_tests debug
	fi
	if wants "errors:$1"; then
		in_part "build-errors-$1" built "Linux $1: kernel with error origins" \
			project_make KVER="$1" kernel-errors callers
		say "Testing error origins of Linux $1 in virtual machines"
		in_part "errors-$1" run_tests errors
	fi
	if wants "crash:$1"; then
		in_part "build-crash-$1" built "Linux $1: kernels with debug information" \
			project_make KVER="$1" kernel-crash
		say "Testing dumps of the memory of Linux $1"
		in_part "crash-$1" run_tests crash
	fi
	if wants "selftest:$1"; then
		in_part "selftest-$1" run_tests selftest
	fi
	for config in $(names_of config "$1"); do
		in_part "build-$config-$1" built "Linux $1: kernel with $config" \
			project_make KVER="$1" "kernel-config-$config"
		say "Testing it in virtual machines"
		export ALLOCTAG_CONFIG="$config"
		case $config in
		errors-*)
			# Without the programs of make callers and the walk:
			# they take longer than all others.
			# shellcheck disable=SC2046 # a list of names
			in_part "config-$config-$1" run_tests errors $(cd "$top/testsuite/errors" &&
				grep -L 'callers\.exp\|walk_copy' -- *.exp)
			# Without allocation tags, also tests of the reference
			# kernel that are about nothing but waits, faults and
			# error origins.
			if grep -q '^# CONFIG_GCC_PLUGIN_ALLOC_TAG is not set' \
					"$top/configs/matrix/$config.config"; then
				# shellcheck disable=SC2046 # a list of names
				in_part "config-$config-classes-$1" run_tests kernel \
					$(test_files kernel waits errors) dynamic-fault.exp \
					listed-calls.exp waiting.exp toggles.exp
			fi
			;;
		*)
			in_part "config-$config-$1" run_tests matrix
			;;
		esac
	done
	for flavour in $(names_of packages "$1"); do
		in_part "image-$flavour-$1" built "Linux $1: image of Debian with $flavour" \
			project_make KVER="$1" FLAVOUR="$flavour" deb-image
		say "Testing the packages in a virtual machine"
		export ALLOCTAG_FLAVOUR="$flavour"
		rm -rf "$build/deb/linux-$1-$flavour-check"
		in_part "packages-$flavour-$1" run_tests packages
	done
	if $strip; then
		in_part "build-stripped-$1" built "Linux $1: kernel without mainline's macros" \
			project_make KVER="$1" kernel-stripped
		say "Testing it in virtual machines"
		in_part "strip-$1" run_tests strip
	fi
}

# beside: run the other parts, while in_vms() runs VMs, most of which take one
# processor.
beside()
{
	for compiler in $compilers; do
		if wants "plugin:$compiler"; then
			in_part "plugin-$compiler" plugin_tests "$compiler"
		fi
		if wants "plugin-short:$compiler"; then
			in_part "plugin-$compiler" plugin_tests "$compiler" short
		fi
		if wants "user:$compiler"; then
			in_part "user-$compiler" user_tests "$compiler"
		fi
	done
	if wants tool; then
		in_part tool tool_tests
	fi
	if wants project; then
		in_part project run_tests project
	fi
	for beside_kver in $kernels; do
		if wants "tree:$beside_kver"; then
			ALLOCTAG_KVER=$beside_kver
			export ALLOCTAG_KVER
			in_part "tree-$beside_kver" run_tests tree
		fi
		if wants "series:$beside_kver"; then
			in_part "series-$beside_kver" compile "$beside_kver" kernel-series \
				"$build/linux-$beside_kver-series/series.sum"
			ALLOCTAG_KVER=$beside_kver
			export ALLOCTAG_KVER
			in_part "patches-$beside_kver" run_tests series
		fi
	done
}

# wants PART: was this part asked for?
wants()
{
	case " $parts " in *" $1 "*) ;; *) false ;; esac
}

#
# Results
#

# package NAME: a line with its version.
package()
{
	printf '%-24s%s\n' "$1" \
		"$(dpkg-query -W -f '${Version}' "$1" 2>/dev/null || echo 'not installed')"
}

# results_of FILE...: print the numbers of passed, failed and skipped tests, in
# columns.
results_of()
{
	printf '%8d%8d%8d' "$(count "$passes" "$@")" "$(count "$failures" "$@")" \
		"$(count "$skips" "$@")"
}

# failed_tests: print the failed tests, each with its part of the log: from the
# explanation on that check in the test has written, or else all since the
# result before. Of more than 30 lines, the first and the last 15.
failed_tests()
{
	grep -E "$failures" "$results/all" | while read -r result name text; do
		printf '%s %s %s\n' "$result" "$name" "$text"
		for log in "$results/${name%:}"/*.log; do
			[ ! -f "$log" ] || tr -d '\r' <"$log"
		done | failed_test="$result $text" awk '
			BEGIN { test = ENVIRON["failed_test"] }
			$0 == test {
				head = count > 30 ? 15 : count
				for (i = 1; i <= head; i++)
					print "    | " substr(lines[i], 1, 200)
				if (count > 30)
					print "    | ... " count - 30 " lines more"
				for (i = count > 30 ? count - 14 : head + 1; i <= count; i++)
					print "    | " substr(lines[i], 1, 200)
				exit
			}
			/^(PASS|FAIL|XFAIL|XPASS|KPASS|KFAIL|UNRESOLVED|UNTESTED|UNSUPPORTED|ERROR): / {
				count = 0
				next
			}
			index($0, substr(test, index(test, " ") + 1) ": ") == 1 { count = 0 }
			{ lines[++count] = $0 }'
	done
}

# by_reason: KUnit skips a test for the same reason in each boot that gives it:
# "SUITE: TEST # SKIP REASON", and REASON may begin with the name of the test.
# Print one line for these, and others as they are. Exits 1 if there is nothing.
by_reason()
{
	awk '
	{
		line = $0
		if (match(line, / # SKIP /)) {
			reason = substr(line, RSTART)
			sub(/ # SKIP .*\(\) /, " # SKIP ", reason)
			suite = substr(line, 1, RSTART - 1)
			sub(/: [^:]*$/, "", suite)
			line = suite SUBSEP reason
		}
		if (!nr[line]++)
			order[++lines] = line
		first[line] = first[line] ? first[line] : $0
	}
	END {
		for (i = 1; i <= lines; i++) {
			line = order[i]
			if (nr[line] == 1 || split(line, part, SUBSEP) < 2)
				while (nr[line]--)
					print first[line]
			else
				print part[1] ": " nr[line] " tests" part[2]
		}
		exit !lines
	}'
}

summary()
{
	case $(command -v ccache):${CCACHE_DISABLE:-} in
	?*:) ccache=with ;;
	*) ccache=without ;;
	esac
	version
	"$top/dev/results.sh" head configs | sed 1d
	echo
	for kver in $kernels; do
		printf '%-24s%s\n' "linux-source-$kver" "$(source_version "$build/linux-$kver")"
	done
	cat "$build"/selftest/linux-*/version 2>/dev/null
	case " $parts" in
	*" suites:"*) kernel_compiler=${CC:-} ;;
	*) kernel_compiler= ;;
	esac
	# shellcheck disable=SC2086 # a list
	for name in $compilers $kernel_compiler ${kernels:+qemu-system-x86} dejagnu; do
		package "$name"
	done
	for name in $lacking; do
		printf '%-24s%s\n' "$name" 'left out: this release of Debian does not have it'
	done
	echo "$(nproc) cores, $(($(date +%s) / 60 - started / 60)) minutes," \
		"$ccache ccache"
	for kver in $kernels; do
		[ ! -f "$build/linux-$kver-alloctag/kvm-probe" ] ||
			echo "VMs of Linux $kver: $(head -n 1 "$build/linux-$kver-alloctag/kvm-probe")"
	done
	echo
	printf '%-24s%8s%8s%8s%14s\n' part passed failed skipped core-minutes
	for dir in "$results"/*/; do
		name=$(basename "$dir")
		printf '%-24s%s%14s\n' "$name" "$(results_of "$dir"*.sum)" \
			"$("$top/dev/core-minutes.sh" "$dir/times" 2>/dev/null)"
	done
	printf '%-24s%s%14s\n\n' all "$(results_of "$results/all")" \
		"$("$top/dev/core-minutes.sh" "$results/times")"

	# Failed and skipped tests; the latter have the reason in their names.
	# Without the path of this folder: the summary may be committed.
	{
		[ "$failed" -eq 0 ] || { failed_tests; echo; }
		grep -E "$skips" "$results/all" | by_reason && echo
	} | sed "s,$top/,,g"
	echo "$passed passed, $failed failed$([ "$skipped" -eq 0 ] || echo ", $skipped skipped")"
}

cd "$top" || exit 1
compilers=$(for part in $parts; do echo "$part"; done |
	sed -nE 's/^(plugin(-short)?|user)://p' | awk '!seen[$0]++' | paste -s -d ' ')
kernels=$(for part in $parts; do echo "$part"; done |
	sed -n -E '/^(plugin(-short)?|user):/d; s/^[a-z0-9.-]*://p' | sort -V -u | paste -s -d ' ')
say "Testing: $parts"
[ -z "$kernels" ] || in_part trees unpack
# Before the parts that need it: each initramfs has the program, and two makes
# must not build it at the same time.
if wants tool || [ -n "$kernels" ]; then
	in_part build-tool built "alloctag" project_make tool
fi
# Before each initramfs, for the same reason.
case " $parts" in
*" selftest:"*)
	in_part build-selftest built "mainline's selftest" project_make selftest
	;;
esac
beside &
background=$!
for kver in $kernels; do
	in_vms "$kver"
done
compile_all
wait $background

for sum in "$results"/*/*.sum; do
	[ -f "$sum" ] || continue
	sed -E "s/^([A-Z]+): /\1: $(basename "$(dirname "$sum")"): /" "$sum"
done >"$results/all"
passed=$(count "$passes" "$results/all")
failed=$(count "$failures" "$results/all")
skipped=$(count "$skips" "$results/all")
times >"$results/times"
say "Done; logs are in $results."
echo
summary >"$results/summary"
copy_summary "$results/summary"
cat "$results/summary"
[ "$passed" -gt 0 ] && [ "$failed" -eq 0 ]
