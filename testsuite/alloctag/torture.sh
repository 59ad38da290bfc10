#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# Compile, link and run C programs twice: without the plugin, and with all their
# functions named in an allocators= list. Report programs that then behave
# differently.
#
# Marking functions must not change what a program does. This tests that with
# programs that check themselves: in corpus/, or
# gcc.c-torture/execute of the GCC sources.
#
# C17, because many of these programs have old-style definitions, which C23 does
# not, and GCC 15 and newer compile as C23 by default.
#
# The list is made from the output of nm for an object that was compiled without
# the plugin, with -fkeep-inline-functions and -fkeep-static-functions. Programs
# that don't build, or fail, without the plugin are UNSUPPORTED. One line is
# printed per program and option set that fails (with -v, also per unsupported
# program), and a summary at the end.
#
# With -C, files are only compiled: also those with errors, and those that are
# not programs. Both compilers must print the same errors and warnings.
#
# Exits 0 if only programs fail that are known to.
#
# Options are lists of words; $opts is one set of them, in one subshell for all
# sets.
# shellcheck disable=SC2086,SC2030,SC2031

usage()
{
	cat <<-END
	usage: torture.sh [options] PLUGIN [FILE.c | DIR]...
	  -c CC     compiler (default: gcc)
	  -j N      run N programs in parallel (default: 2)
	  -o OPTS   an option set; may be repeated
	            (default: -O0, -O2, "-O3 -g" and "-O2 -flto")
	  -C        compile only, and compare errors and warnings
	  -i OPTS   further options for all programs, such as -I
	  -t SECS   end a program after this time (default: 180); with the
	            plugin, after ten times as long
	  -r SEED   mark a part of the functions, chosen at random
	  -k FILE   known failures: "program;options;reason" lines, # comments
	  -w DIR    keep lists, objects and logs of failures in DIR
	  -v        print a line for unsupported and passed programs, too
	PLUGIN is alloctag_plugin.so. DIR means every *.c file in and below it,
	except *-lib.c, which are further units of other programs.
	The default is corpus/ in the directory of this script.
	END
}

# Test the program $1 with all option sets. xargs (below) starts a process for
# each program.
one_program()
{
	src=$1
	dir=$(dirname "$src")
	base=$(basename "$src" .c)
	name=$(basename "$dir")/$base
	if [ -n "$T_COMPILE" ]; then
		# Folders of GCC's testsuite have folders of the same name.
		name=${src##*/testsuite/}
		name=${name%.c}
	fi
	work=$T_WORK/$name
	mkdir -p "$work" || exit 1

	files=$src
	[ -f "$dir/$base-lib.c" ] && files="$files $dir/$base-lib.c"
	[ "$(basename "$dir")" = builtins ] && files="$files $dir/lib/main.c"

	# The options of dg-options directives, in braces or not, unless they
	# are for other targets.
	own=$(sed -n 's/\(dg-options *\){ *\("[^"]*"\) *}/\1\2/
		s/.*{ *dg-\(additional-\)\{0,1\}options *"\([^"]*\)" *\(".*\)\{0,1\}}.*/\2/p' \
		"$src" | tr '\n' ' ')
	case $src in
	# These define library functions; GCC must not replace loops by calls.
	*/builtins/*)
		own="$own -fno-tree-dse -fno-tree-loop-distribute-patterns"
		own="$own -fno-tracer -fno-ipa-ra -fno-inline-functions" ;;
	*/ieee/*) own="$own -fno-inline" ;;
	esac
	if [ -n "$T_COMPILE" ]; then
		# Not an error with -Werror: what the plugin warns about.
		own="-std=gnu17 -fno-diagnostics-color -fno-diagnostics-show-caret $T_OWN $own"
		own="$own -Wno-error=attributes"
	else
		own="-std=gnu17 -w -fno-diagnostics-color $T_OWN $own"
	fi

	if [ -n "$T_COMPILE" ]; then
		# What looks like a call or a declaration: also functions that
		# are not defined here, and in files with errors.
		grep -a -o '[A-Za-z_][A-Za-z_0-9]* *(' "$src" | tr -d ' (' | LC_ALL=C sort -u |
			grep -v -x -e if -e for -e while -e switch -e return -e sizeof > "$work/list"
	else
		list_functions | some_functions > "$work/list" || :
	fi
	[ -s "$work/list" ] || echo main > "$work/list"

	printf '%s\n' "$T_OPTS" | while IFS= read -r opts; do
		if [ -n "$T_COMPILE" ]; then
			compile_set
		else
			one_set
		fi
	done
	[ -n "$T_KEEP" ] || rm -rf "$work"
}

# Print the names of all functions that the program's files define, without the
# numbers that GCC appends (inner.0).
list_functions()
{
	n=0
	for f in $files; do
		n=$((n + 1))
		$T_CC $own -O0 -fkeep-inline-functions -fkeep-static-functions \
			-c -o "$work/l$n.o" "$f" 2>/dev/null ||
		$T_CC $own -O0 -c -o "$work/l$n.o" "$f" 2>/dev/null ||
		$T_CC $own -O2 -c -o "$work/l$n.o" "$f" 2>/dev/null ||
		continue
		nm "$work/l$n.o"
	done | awk '$2 ~ /^[tTwWi]$/ { sub(/\..*/, "", $3); print $3 }' |
		LC_ALL=C sort -u
}

# compile RESULT [OPTION...]: compile the program's first file. What GCC prints
# is in RESULT.log, and its errors and warnings, sorted, in RESULT.messages:
# without names that contain RESULT, or the number of a declaration. Returns
# GCC's exit status.
compile()
{
	out=$1
	shift
	(cd "$work" && timeout 600 $T_CC $opts $own "$@" -c -o "$out.o" "$src") \
		>"$work/$out.log" 2>&1
	compile_rc=$?
	grep -a -E ': (fatal error|error|warning|sorry, unimplemented): ' "$work/$out.log" |
		sed -e "s,$work/$out,RESULT,g" -e 's/<U[0-9a-f]*>/<U>/g' |
		LC_ALL=C sort >"$work/$out.messages"
	return $compile_rc
}

# An option set with -C. What the plugin warns about is its own.
compile_set()
{
	rm -f "$work"/base.* "$work"/plug.*
	compile base
	base_rc=$?
	if [ $base_rc -gt 1 ] || grep -q 'internal compiler error' "$work/base.log"; then
		verdict UNSUPPORTED "exits $base_rc without the plugin"
		return
	fi
	compile plug "-fplugin=$T_PLUGIN" \
		"-fplugin-arg-alloctag_plugin-allocators=$work/list"
	rc=$?
	if grep -q 'internal compiler error' "$work/plug.log" || [ $rc -gt 1 ]; then
		verdict FAIL "compile: $(first_error plug)"
	elif [ $rc -ne $base_rc ]; then
		verdict FAIL "compile: exits $rc, and $base_rc without the plugin: $(first_error plug)"
	else
		grep -v -e "can.t be given a tagged variant" -e 'is weak and variadic' \
			-e 'is not marked: a list has its name' "$work/plug.messages" \
			>"$work/plug.left"
		other=$(LC_ALL=C comm -3 "$work/base.messages" "$work/plug.left" |
			sed 's/^\t/more: /; 1q' | sed "s,$src:,," | cut -c 1-200)
		if [ -n "$other" ]; then
			verdict FAIL "messages: $other"
		else
			verdict PASS ""
		fi
	fi
}

# With -r, print about half of the lines of the standard input, the same ones
# for the same seed and program. Without, print all.
some_functions()
{
	if [ -z "$T_SEED" ]; then
		cat
		return
	fi
	awk -v seed="$T_SEED$(echo "$name" | cksum | cut -c 1-6)" \
		'BEGIN { srand(seed) } rand() < 0.5'
}

# build RESULT [OPTION...]: compile each file separately, and link. Returns 1 if
# a compilation fails, 2 if linking does.
build()
{
	out=$1
	shift
	objs=
	n=0
	: > "$work/$out.log"
	for f in $files; do
		n=$((n + 1))
		timeout 600 $T_CC $own $opts "$@" -c -o "$work/$out.$n.o" "$f" \
			>> "$work/$out.log" 2>&1 || return 1
		objs="$objs $work/$out.$n.o"
	done
	timeout 600 $T_CC $own $opts -o "$work/$out.exe" $objs -lm \
		>> "$work/$out.log" 2>&1 || return 2
}

# run RESULT SECONDS: run it, for this time at most.
run()
{
	# In another shell, to discard its message "Aborted".
	sh -c 'cd "$1" && timeout "$3" "./$2.exe" > "$2.out" 2>&1 < /dev/null
		exit $?' sh "$work" "$1" "$2" 2>/dev/null
}

verdict()
{
	why=
	if [ "$1" = FAIL ] && [ -n "$T_KNOWN" ]; then
		why=$(awk -F';' -v n="$name" -v o="$opts" \
			'!/^#/ && $1 == n && ($2 == o || $2 == "*") { print $3; exit }' \
			"$T_KNOWN")
	fi
	if [ -n "$why" ]; then
		echo "XFAIL: $name: $opts: $2 ($why)"
	else
		echo "$1: $name: $opts: $2"
	fi
}

first_error()
{
	{ grep -m1 -E 'internal compiler error|error:|undefined reference|multiple definition|Error:|relocation' "$work/$1.log" ||
	  head -n 1 "$work/$1.log"; } | cut -c 1-240
}

one_set()
{
	# Remove the objects of the last option set.
	rm -f "$work"/base.* "$work"/plug.*
	if ! build base; then
		verdict UNSUPPORTED "does not build without the plugin"
		return
	fi
	run base "$T_TIME"
	base_rc=$?
	if [ $base_rc -ne 0 ]; then
		verdict UNSUPPORTED "exits $base_rc without the plugin"
		return
	fi
	# Some print addresses, which differ each time.
	mv "$work/base.out" "$work/base.first"
	run base "$T_TIME"
	build plug "-fplugin=$T_PLUGIN" \
		"-fplugin-arg-alloctag_plugin-allocators=$work/list"
	case $? in
	1)	verdict FAIL "compile: $(first_error plug)"; return ;;
	2)	verdict FAIL "link: $(first_error plug)"; return ;;
	esac
	# On a busy machine, a run may take longer than the one before.
	run plug "$T_LONGER"
	rc=$?
	if [ $rc -ne 0 ]; then
		verdict FAIL "run: exits $rc"
	elif cmp -s "$work/base.out" "$work/base.first" &&
	     ! cmp -s "$work/base.out" "$work/plug.out"; then
		verdict FAIL "run: prints something else"
	else
		verdict PASS ""
	fi
}

if [ "$1" = --one ]; then
	one_program "$2"
	exit 0
fi

T_CC=${CC_UNDER_TEST:-gcc}
T_COMPILE=
T_OPTS=
T_KEEP=
T_KNOWN=
T_OWN=
T_SEED=
T_TIME=180
jobs=2
verbose=
while getopts Cc:j:o:i:t:r:k:w:vh opt; do
	case $opt in
	C) T_COMPILE=1 ;;
	c) T_CC=$OPTARG ;;
	j) jobs=$OPTARG ;;
	o) T_OPTS="$T_OPTS${T_OPTS:+
}$OPTARG" ;;
	i) T_OWN=$OPTARG ;;
	t) T_TIME=$OPTARG ;;
	r) T_SEED=$OPTARG ;;
	k) T_KNOWN=$(readlink -f "$OPTARG") ;;
	w) T_KEEP=$OPTARG ;;
	v) verbose=1 ;;
	h) usage; exit 0 ;;
	*) usage >&2; exit 2 ;;
	esac
done
shift $((OPTIND - 1))
if [ $# -lt 1 ]; then
	usage >&2
	exit 2
fi
T_PLUGIN=$(readlink -f "$1")
shift
if [ ! -f "$T_PLUGIN" ]; then
	echo "torture.sh: no plugin" >&2
	exit 2
fi
[ -n "$T_OPTS" ] || T_OPTS="-O0
-O2
-O3 -g
-O2 -flto"
here=$(dirname "$(readlink -f "$0")")
[ $# -gt 0 ] || set -- "$here/corpus"
if [ -n "$T_KEEP" ]; then
	mkdir -p "$T_KEEP"
	T_WORK=$(readlink -f "$T_KEEP")
else
	T_WORK=$(mktemp -d)
	trap 'rm -rf "$T_WORK"' EXIT
	trap 'exit 130' INT TERM
fi
T_LONGER=$(awk -v seconds="$T_TIME" 'BEGIN { print seconds * 10 }')
export T_CC T_COMPILE T_OPTS T_OWN T_SEED T_TIME T_LONGER T_KEEP T_KNOWN T_WORK T_PLUGIN

for arg; do
	if [ -d "$arg" ]; then
		find "$(readlink -f "$arg")" -name '*.c' ! -name '*-lib.c' ! -path '*/builtins/lib/*'
	else
		readlink -f "$arg"
	fi
done | LC_ALL=C sort -u |
	xargs -d '\n' -n 1 -P "$jobs" "$0" --one |
	awk -v verbose="$verbose" '
	{ n[$1]++ }
	$1 == "FAIL:" || $1 == "XFAIL:" || verbose { print; fflush() }
	END {
		printf "%d passed, %d failed, %d known failures, %d unsupported\n",
			n["PASS:"], n["FAIL:"], n["XFAIL:"], n["UNSUPPORTED:"]
		exit n["FAIL:"] > 0
	}'
