#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# check-config.sh CONFIG FRAGMENT...: did every option of the fragments get into CONFIG?
#
# Kconfig drops silently what its dependencies forbid. Here each option that did not
# come out as asked is named and fails the build: a test on a kernel that lacks
# what it tests would prove nothing. Of two fragments the later one counts.

set -eu

config=$1
shift

wrong=$(cat "$@" | awk -v config="$config" '
	/^CONFIG_[A-Z0-9_]+=/ {
		name = substr($0, 1, index($0, "=") - 1)
		want[name] = substr($0, index($0, "=") + 1)
	}
	/^# CONFIG_[A-Z0-9_]+ is not set$/ { want[$2] = "n" }
	END {
		while ((getline line < config) > 0)
			if (line ~ /^CONFIG_/) {
				name = substr(line, 1, index(line, "=") - 1)
				have[name] = substr(line, index(line, "=") + 1)
			}
		for (name in want) {
			got = name in have ? have[name] : "n"
			if (got != want[name])
				print "  " name ": asked " want[name] ", got " got
		}
	}')
[ -z "$wrong" ] && exit 0
echo "error: $config did not come out as asked:" >&2
echo "$wrong" >&2
exit 1
