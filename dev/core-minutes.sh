#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: core-minutes.sh FILE...
#
# Print the processor time (user and system) of shells and their children, in
# minutes.
#
#	FILE	output of the builtin "times" when the shell ends: its own time
#		and, in the second line, the time of all children that it waited
#		for, QEMU included
#
# Exits 1 if a FILE has another format.

set -eu

# 0m1.23s 0m0.45s
awk -F '[ms ]+' '
	NF < 4 { wrong = 1 }
	{ seconds += 60 * $1 + $2 + 60 * $3 + $4 }
	END {
		printf "%.1f\n", seconds / 60
		exit wrong
	}' "$@"
