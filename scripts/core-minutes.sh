#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: core-minutes.sh FILE...
#
# Print the processor time (user and system) of some work in minutes.
#
#	FILE	output of the shell's "times" at the end of the work: the time
#		of the shell itself and, in the second line, of all children
#		that it waited for, QEMU among them
#
# Exits 1 if a FILE is something else.

set -eu

# 0m1.23s 0m0.45s
awk -F '[ms ]+' '
	NF < 4 { wrong = 1 }
	{ seconds += 60 * $1 + $2 + 60 * $3 + $4 }
	END {
		printf "%.1f\n", seconds / 60
		exit wrong
	}' "$@"
