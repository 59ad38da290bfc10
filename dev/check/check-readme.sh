#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: check-readme.sh [-K] [-s FILE] DIR RELEASE... [-- NAME...]
#
# Do what README and HACKING say in minimal systems: install each RELEASE of
# Debian into the folder DIR/RELEASE, clone the project there, and run their
# commands, word for word, as root. NAMEs are some of them: plugin, run, check,
# tool, program, deb-tool, deb; all but deb, which takes hours, if there are
# none.
#
# Prints a line for each. A command that needs a kernel is skipped where the
# release has no package of its source. With -K, what passed in an earlier run
# is not tried again. With -s, FILE gets all lines, with the commit that each is
# of, and the summaries of make check. Exits 0 if none failed.

set -u

# shellcheck source=dev/check/check-lib.sh
. "$(dirname "$0")/check-lib.sh"
dir=$1
shift
# shellcheck source=dev/check/release-lib.sh
. "$top/dev/check/release-lib.sh"
releases=
while [ $# -gt 0 ] && [ "$1" != -- ]; do
	releases="$releases $1"
	shift
done
[ $# -eq 0 ] || shift
names=${*:-plugin run check tool program deb-tool}

# The lines of README below a heading, up to the first that isn't a command.
commands_below()
{
	awk -v heading="$1" '
		$0 == heading { below = 1 }
		below && /^\t/ { print; seen = 1 }
		seen && !/^\t/ { exit }' "$top/README"
}

# command_of NAME: print the command. Fails if no document has it.
command_of()
{
	case $1 in
	program)
		printf '#include <stdlib.h>\nint main(void) { return !malloc(100); }\n' >"$dir/prog.c"
		commands_below 'In a program'
		# The program's line is in the report.
		echo 'grep prog.c:2: report'
		return ;;
	esac
	if ! cat "$top/README" "$top/HACKING" | grep -qE "^	make ([a-z-]+ )*$1([^a-z-]|\$)"; then
		echo "error: README does not have the command: make $1" >&2
		return 1
	fi
	echo "make $1"
}

# try RELEASE NAME: run it; the result is in $dir/RELEASE-NAME.result, output in
# .log there.
try()
{
	result=$dir/$1-$2.result
	! $keep || ! grep -qs ' passed' "$result" || return 0
	to_run=$(command_of "$2") || return 1
	case $2 in
	run | deb)
		if ! run_in "$1" 'dev/install-deps.sh -a linux-source-6.12 | grep -q .'; then
			result_line "$1" "$2" skipped 'this release has no linux-source-6.12'
			return
		fi ;;
	esac
	echo "--> Debian $1: $2"
	cp "$dir/prog.c" "$dir/$1/alloctag/" 2>/dev/null
	started=$(date +%s)
	if (run_in "$1" "$to_run"; status=$?; times >"$dir/times"; exit $status) \
			</dev/null >"${result%.result}.log" 2>&1; then
		outcome=passed
	else
		outcome=failed
		tail -n 15 "${result%.result}.log" >&2
	fi
	[ "$2" != check ] || cp "$dir/$1/alloctag/build/check/summary" "$dir/$1.summary"
	result_line "$1" "$2" $outcome "$("$top/dev/core-minutes.sh" "$dir/times") core-minutes," \
		"$((($(date +%s) - started) / 60)) minutes"
}

# result_line RELEASE NAME OUTCOME WORD...
result_line()
{
	line_release=$1
	line_name=$2
	line_outcome=$3
	shift 3
	printf '%-12s%-12s%-10s%-16s%s\n' "$line_release" "$line_name" "$line_outcome" \
		"$(git -C "$dir/$line_release/alloctag" rev-parse --short=12 HEAD)" "$*" | tee "$dir/$line_release-$line_name.result"
}

for release in $releases; do
	install_release "$release" && clone_project "$release" || exit 1
	for name in $names; do
		try "$release" "$name" || exit 1
	done
done

{
	version
	echo 'configuration none'
	echo
	cat "$dir"/*.result
	for file in "$dir"/*.summary; do
		[ -f "$file" ] || continue
		release=${file##*/}
		printf '\nDebian %s, make check:\n\n' "${release%.summary}"
		cat "$file"
	done
} >"$dir/summary"
copy_summary "$dir/summary"
! cat "$dir"/*.result | grep ' failed '
