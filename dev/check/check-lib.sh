# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh disable=SC2034
#
# check-lib.sh: what check.sh and check-compilers.sh have in common. To be
# sourced first: takes the options from the arguments of the script, and sets
# $top to the top of this project.

top=$(cd "$(dirname "$0")/../.." && pwd)
summary_copy=
kver=
rust_release=
keep=false
lacking=
while getopts Kk:l:r:s: opt; do
	case $opt in
	K) keep=true ;;
	k) kver=$OPTARG ;;
	l) lacking=$OPTARG ;;
	r) rust_release=$OPTARG ;;
	s) summary_copy=$OPTARG ;;
	*) exit 2 ;;
	esac
done
shift $((OPTIND - 1))

# described: print the commit of the sources, and whether they differ from it.
described()
{
	"$top/dev/results.sh" commit
}

# The sources at the beginning of a run.
tested=$(described)

# version: print the first line of a summary: which version is tested, and when.
# A commit during the run, or a change of a file, is said, as the parts that ran
# before it were tested without it.
version()
{
	version_now=$(described)
	[ "$version_now" = "$tested" ] ||
		version_now="$tested, changed while it ran to $version_now"
	echo "alloctag $version_now, $(date -u '+%Y-%m-%d %H:%M') UTC"
}

# copy_summary SUMMARY: copy it to FILE of the option -s, if there is one.
copy_summary()
{
	[ -n "$summary_copy" ] || return 0
	mkdir -p "$(dirname "$summary_copy")"
	cp "$1" "$summary_copy"
}
