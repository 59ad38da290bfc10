#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# core-minutes.sh FILE...: print the time that processors worked, user and system, in minutes.
#
# Each FILE has what the shell's times wrote at the end of a piece of work: its own time
# and, in the second line, that of all children that were waited for. QEMU is one of them.

set -eu

# 0m1.23s 0m0.45s
awk -F '[ms ]+' '
	NF < 4 { wrong = 1 }
	{ seconds += 60 * $1 + $2 + 60 * $3 + $4 }
	END {
		printf "%.1f\n", seconds / 60
		exit wrong
	}' "$@"
