#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: results.sh head [FRAGMENT...]
#        results.sh commit
#        results.sh list
#        results.sh check
#
# Which state of this project a result in bench/results or testsuite/results is
# of. Whatever writes a result begins it, or its first paragraph, with what head
# prints: the commit and the time, and a hash of the configuration of the kernel
# that was measured or tested:
#
#	alloctag 0123456789ab, 2026-11-29 08:12 UTC
#	configuration 89abcdef0123: configs/x86_64.config bench/configs
#
# A FRAGMENT is a file of options, a path from the top of this project, in the
# order in which they are merged; a folder stands for all files in it. Without
# any, there was no kernel: "configuration none". -dirty behind the commit means
# that files differed from it, other than results. commit prints this part
# alone, nothing without a repository.
#
# list prints how old each result is: for the oldest commit that it names, the
# commits since, and the lines that they added or removed, in what the result
# depends on.
#
# check prints what is wrong: a result that names no commit, or one that is not
# in the history; no configuration; or a document that quotes a file in
# bench/results whose configuration is not today's. Age alone is not wrong. A
# commit is 12 digits, wherever it stands. NAME.csv and NAME.svg are made in the
# same run as NAME.txt, which speaks for them.
#
# Exits 0; 1 if check printed something; 2 without git or the whole history.

set -eu

top=$(cd "$(dirname "$0")/.." && pwd)
cd "$top"

# hash_of FRAGMENT...: a hash of the options, without comments.
hash_of()
{
	# In a folder, in the order of their names, which is that of nothing.
	for fragment; do
		[ ! -d "$fragment" ] || find "$fragment" -name '*.config' | LC_ALL=C sort
		[ -d "$fragment" ] || echo "$fragment"
	done | while read -r file; do
		sed -n '/^CONFIG_/p; /^# CONFIG_[A-Z0-9_]* is not set$/p' "$file" || exit
	done | sha256sum | cut -c 1-12
}

commit_of_files()
{
	git describe --always --abbrev=12 --exclude='*' 2>/dev/null | tr -d '\n'
	git diff --quiet HEAD -- . ':!bench/results' ':!testsuite/results' 2>/dev/null ||
		[ $? -ne 1 ] || printf %s -dirty
}

head_of()
{
	commit=$(commit_of_files)
	echo "alloctag ${commit:-of no commit}, $(date -u '+%Y-%m-%d %H:%M') UTC"
	[ $# -gt 0 ] || { echo 'configuration none'; return; }
	echo "configuration $(hash_of "$@"): $*"
}

results()
{
	ls bench/results/*.txt testsuite/results/*.txt
}

# commits FILE: print the commits that it names.
commits()
{
	sed '/^configuration /d' "$1" | grep -owE '[0-9a-f]{12}' | sort -u
}

# depends_on FILE: print what it is a result of. Whoever wrote it is part of
# that, the other results are not.
depends_on()
{
	case $1 in
	bench/results/tool.txt | bench/results/fleet.txt)
		echo bench/*.py tools/alloctag ;;
	testsuite/results/check-programs.txt | testsuite/results/check-compilers.txt)
		echo scripts/gcc-plugins user testsuite/alloctag testsuite/user ;;
	*)
		echo scripts include lib mm arch Kconfig configs patches
		case $1 in
		bench/*) echo bench ':!bench/results' ;;
		*) echo tools testsuite ':!testsuite/results' ;;
		esac ;;
	esac
}

list()
{
	printf '%-48s %-12s %-10s %8s %8s\n' result commit date commits lines
	for file in $(results); do
		oldest=$(commits "$file" | xargs -r git rev-list --no-walk 2>/dev/null | tail -n 1)
		[ -n "$oldest" ] || { printf '%-48s %s\n' "$file" 'of no known commit'; continue; }
		# shellcheck disable=SC2046 # a list of names
		printf '%-48s %.12s %s %8s %8s\n' "$file" "$oldest" \
			"$(git log -1 --format=%cs "$oldest")" \
			"$(git rev-list --count "$oldest..HEAD" -- $(depends_on "$file"))" \
			"$(git diff --numstat "$oldest" HEAD -- $(depends_on "$file") |
				awk '{ lines += $1 + $2 } END { print lines + 0 }')"
	done
}

# check_file FILE: print what is wrong with it.
check_file()
{
	[ -n "$(commits "$1")" ] || echo "$1: names no commit"
	for commit in $(commits "$1"); do
		git merge-base --is-ancestor "$commit" HEAD 2>/dev/null ||
			echo "$1: $commit is not in the history"
	done
	configuration=$(sed -n 's/^configuration //p' "$1" | head -n 1)
	[ "$configuration" != none ] || return 0
	if ! echo "$configuration" | grep -qxE '[0-9a-f]{12}:( [^ ]+)+'; then
		echo "$1: names no configuration"
		return
	fi
	case $1 in testsuite/*) return ;; esac
	# shellcheck disable=SC2086 # a list of names
	[ "$(hash_of ${configuration#*: } 2>/dev/null)" != "${configuration%%:*}" ] || return 0
	grep -lF "${1%txt}" README Documentation/*.rst 2>/dev/null | while read -r document; do
		echo "$document: quotes $1, but the configuration has changed since:" \
			"${configuration#*: }"
	done
}

case ${1-} in
head)
	shift
	head_of "$@"
	exit ;;
commit)
	commit_of_files
	exit ;;
list | check) ;;
*)
	sed -n '4,7s/^# *//p' "$0" >&2
	exit 2 ;;
esac

if [ "$(git rev-parse --is-shallow-repository 2>/dev/null)" != false ]; then
	echo "error: the history is not there: no git repository, or a shallow clone" >&2
	exit 2
fi
if [ "$1" = list ]; then
	list
	exit
fi
wrong=$(for file in $(results); do check_file "$file"; done)
[ -n "$wrong" ] || exit 0
echo "$wrong"
exit 1
