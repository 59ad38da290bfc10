#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: check-programs.sh [-s FILE] [-n COUNT] [-p PARTS] BUILD COMPILER...
#
# Test the plugin with many programs that are not our own. With their functions
# marked by a list they must do the same as without the plugin. PARTS are some
# of these (default: all):
#
#	execute	gcc.c-torture/execute of GCC's testsuite, every function marked
#	torture	the programs of gcc.dg/torture that can be run, the same
#	openmp	the programs in C among libgomp's tests, the same
#	compile	all files of gcc.dg, c-c++-common and gcc.target/i386, the same:
#		they are only compiled, and must get the same errors and
#		warnings
#	options	the programs of testsuite/alloctag/corpus with 48 sets of
#		options: sanitizers, linkers, hardening and so on
#	mallocs	liballoctag's own tests, in front of jemalloc, mimalloc and
#		tcmalloc
#	real	programs of Debian's archive that have tests; see
#		check-real-programs.sh
#	random	COUNT programs (default 1000) that csmith generates, functions
#		marked at random
#
# with the plugin that make plugin has built for each COMPILER. GCC's programs
# are compiled with each of -O0, -O1, -O2, -Os, -O3 and -flto, random programs
# with one of them in turn, libgomp's tests and what is only compiled with -O2.
# This takes hours, so it is not part of make check.
#
# BUILD/programs has the programs, logs and results. Results of other parts and
# compilers are kept, so that parts can be tested one by one; those that are not
# in BUILD are taken from FILE. The last line is "N passed, N failed", and
# "N skipped": programs that don't build or run without the plugin, such as
# those for other targets or with a time limit. With -s, FILE gets the results.
# Exits 0 only when something was tested and nothing failed.

set -u

top=$(cd "$(dirname "$0")/../.." && pwd)
summary_copy=
random=1000
parts='real execute torture openmp compile options mallocs random'
while getopts s:n:p: opt; do
	case $opt in
	s) summary_copy=$OPTARG ;;
	n) random=$OPTARG ;;
	p) parts=$OPTARG ;;
	*) exit 2 ;;
	esac
done
shift $((OPTIND - 1))
# The tests are run in other folders.
build=$(realpath "$1")
shift
compilers=$*
newest=$1

dir=$build/programs
sources=$dir/gcc/testsuite
corpus=$top/testsuite/alloctag/corpus
mkdir -p "$dir"

# keep_results FILE: copy the results in it of parts and compilers that have
# none in the build folder, as in a fresh clone. Failures follow their row.
keep_results()
{
	had=$(cd "$dir" && ls -- *.results 2>/dev/null)
	file=
	grep -E '^FAIL|^[a-z]+(-[^ ]+)? +gcc-[0-9]+ +[0-9a-z-]+ +[0-9]+ passed, ' "$1" |
	while IFS= read -r row; do
		case $row in
		FAIL*) ;;
		*)
			# Its name, and the compiler's.
			part=${row%%[- ]*}
			of=${row#* }
			of=${of#"${of%%[! ]*}"}
			file=$part-${of%% *}.results ;;
		esac
		echo "$had" | grep -qxF "$file" || echo "$row" >>"$dir/$file"
	done
}

[ ! -f "$summary_copy" ] || keep_results "$summary_copy"
for part in $parts; do
	for compiler in $compilers; do
		rm -f "$dir/$part"*-"$compiler".results "$dir/$part"*-"$compiler".log
	done
done
commit=$("$top/dev/results.sh" commit)

# result PART[-OPTIONS] COMPILER TEXT: add a line to the results, and the
# failures in the log.
result()
{
	{
		printf '%-18s%-8s%-20s%s\n' "$1" "$2" "${commit:-unknown}" "$3"
		grep -s '^FAIL' "$dir/$1-$2.log" | sed "s|$build/||g"
	} | tee -a "$dir/${1%%-*}-$2.results"
}

# GCC's testsuite comes with its source, in Debian's package.
unpack_testsuite()
{
	[ -f "$sources/.unpacked" ] && [ -d "$sources/gcc.target" ] && return
	rm -rf "$sources"
	mkdir -p "$sources"
	tar -C "$sources" --strip-components=3 --wildcards -xf "$(echo /usr/src/"$newest"/gcc-*.tar.xz)" \
		'*/gcc/testsuite/gcc.c-torture/execute/*' \
		'*/gcc/testsuite/gcc.dg/*' \
		'*/gcc/testsuite/c-c++-common/*' \
		'*/gcc/testsuite/gcc.target/i386/*' \
		'*/libgomp/testsuite/libgomp.c/*' \
		'*/libgomp/testsuite/libgomp.c-c++-common/*' || exit 1
	: >"$sources/.unpacked"
}

# torture COMPILER NAME ARGUMENT...: run torture.sh with these arguments and add
# a line to the results.
torture()
{
	torture_cc=$1
	torture_name=$2
	shift 2
	log=$dir/$torture_name-$torture_cc.log
	"$top/testsuite/alloctag/torture.sh" -c "$torture_cc" -j "$(nproc)" "$@" >>"$log" 2>&1
	result "$torture_name" "$torture_cc" "$(tail -n 1 "$log")"
}

plugin_of()
{
	echo "$build/plugin-$($1 -dumpfullversion -dumpversion)/alloctag_plugin.so"
}

wants()
{
	case " $parts " in *" $1 "*) ;; *) false ;; esac
}

# test_gcc_programs COMPILER: the parts execute and torture.
test_gcc_programs()
{
	set -- "$1" -o -O0 -o -O1 -o -O2 -o -Os -o '-O3 -g' -o '-O2 -flto'
	cc=$1
	shift
	if wants execute; then
		torture "$cc" execute "$@" -k "$corpus/known-failures" \
			"$(plugin_of "$cc")" "$sources/gcc.c-torture/execute"
	fi
	if wants torture; then
		# shellcheck disable=SC2046 # no spaces in these names
		torture "$cc" torture "$@" -k "$corpus/known-failures" \
			"$(plugin_of "$cc")" $(grep -l 'dg-do run' "$sources"/gcc.dg/torture/*.c)
	fi
}

# test_openmp_programs COMPILER: with more threads than cores some take seconds.
test_openmp_programs()
{
	# shellcheck disable=SC2046 # no spaces in these names
	torture "$1" openmp -o -O2 -i -fopenmp -t 60 \
		-k "$corpus/known-failures" "$(plugin_of "$1")" \
		$(grep -L 'dg-do compile\|dg-do link\|dg-shouldfail' "$sources"/libgomp.c*/*.c)
}

# test_compilation COMPILER: one set of options, since few messages depend on
# them, and there are 25,000 files.
test_compilation()
{
	torture "$1" compile -C -o -O2 -k "$corpus/known-failures" "$(plugin_of "$1")" \
		"$sources/gcc.dg" "$sources/c-c++-common" "$sources/gcc.target/i386"
}

# test_option_sets COMPILER
test_option_sets()
{
	cc=$1
	set --
	while IFS= read -r options; do
		case $options in
		-*) set -- "$@" -o "$options" ;;
		esac
	done <"$corpus/option-sets"
	torture "$cc" options "$@" -k "$corpus/known-failures" "$(plugin_of "$cc")" "$corpus"
}

# test_other_mallocs COMPILER: as check.sh runs the tests of liballoctag.
test_other_mallocs()
{
	for malloc in libjemalloc.so.2 libmimalloc.so.2 libmimalloc.so.3 \
		libtcmalloc_minimal.so.4; do
		/sbin/ldconfig -p | grep -qF "$malloc " || continue
		name=${malloc#lib}
		name=mallocs-${name%%[._]*}
		logs=$dir/$name-$1
		mkdir -p "$logs"
		(cd "$logs" && ALLOCTAG_TOP=$top ALLOCTAG_BUILD=$build CC_UNDER_TEST=$1 \
			ALLOCTAG_MALLOC=$malloc runtest --tool user \
			--srcdir "$top/testsuite" --outdir . </dev/null) >"$logs.log" 2>&1
		result "$name" "$1" "$(awk '{ n[$1]++ }
			END { printf "%d passed, %d failed, 0 known failures, %d unsupported\n",
				n["PASS:"], n["FAIL:"] + n["ERROR:"] + n["UNRESOLVED:"],
				n["UNSUPPORTED:"] }' "$logs/user.sum")"
	done
}

# test_real_programs COMPILER
test_real_programs()
{
	log=$dir/real-$1.log
	"$top/dev/check/check-real-programs.sh" "$build" "$1" >"$log"
	result real "$1" "$(tail -n 1 "$log")"
}

# Generate $random programs, in six folders, with one to seven functions. By
# default, csmith's programs are so large that most of the time is spent in
# GCC's other passes. Odd numbers have no jumps, which make endless loops.
make_random_programs()
{
	rm -rf "$dir/random"
	mkdir -p "$dir/random/0" "$dir/random/1" "$dir/random/2" "$dir/random/3" \
		"$dir/random/4" "$dir/random/5"
	seed=1
	while [ "$seed" -le "$random" ]; do
		set -- --seed "$seed" --max-funcs $((seed % 7 + 1)) --max-block-depth 3
		[ $((seed % 2)) = 0 ] || set -- "$@" --no-jumps
		csmith "$@" >"$dir/random/$((seed / 2 % 6))/$seed.c" || exit 1
		seed=$((seed + 1))
	done
}

# test_random_programs COMPILER: the same programs for each compiler, one set of
# options for each folder. A program ends at once or never: one in twenty has an
# endless loop, and counts as skipped.
test_random_programs()
{
	set -- "$1" -O0 -O1 -O2 -Os '-O3 -g' '-O2 -flto'
	cc=$1
	shift
	folder=0
	for options; do
		torture "$cc" "random$(echo "$options" | tr -d ' ')" -o "$options" -t .3 -r 1 \
			-i "-I/usr/include/csmith" "$(plugin_of "$cc")" "$dir/random/$folder"
		folder=$((folder + 1))
	done
}

! { wants execute || wants torture || wants openmp || wants compile; } || unpack_testsuite
! wants random || make_random_programs
for compiler in $compilers; do
	! wants real || test_real_programs "$compiler"
	test_gcc_programs "$compiler"
	! wants openmp || test_openmp_programs "$compiler"
	! wants compile || test_compilation "$compiler"
	! wants options || test_option_sets "$compiler"
	! wants mallocs || test_other_mallocs "$compiler"
	! wants random || test_random_programs "$compiler"
done

summary()
{
	echo "alloctag, $(date -u '+%Y-%m-%d %H:%M') UTC"
	echo 'configuration none'
	# What this machine has of it: results that are kept may not need it.
	for package in "$newest-source" csmith \
			$(awk '/ passed, / { print $2 }' "$dir"/*.results | sort -u); do
		version=$(dpkg-query -W -f '${Version}' "$package" 2>/dev/null) || continue
		printf '%-24s%s\n' "$package" "$version"
	done
	echo
	echo 'part              with    commit              result'
	cat "$dir"/*.results
	echo
	awk '/ passed, / { passed += $4; failed += $6; known += $8; skipped += $11 }
	     END { printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped
		   exit !passed || failed }' "$dir"/*.results
}

summary >"$dir/summary"
status=$?
[ -z "$summary_copy" ] || cp "$dir/summary" "$summary_copy"
cat "$dir/summary"
exit $status
