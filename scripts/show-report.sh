#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# show-report.sh LOG: pass a VM's console on from standard input and judge it.
#
# Exits 0 only when the report of scripts/init arrived whole: a number of
# tags, ten lines in the format of /proc/allocinfo, and the end.

set -eu

log=$1
tr -d '\r' | tee "$log"

awk '
	/^==== alloctag: [0-9]+ tags/ { tags = $3 }
	/^==== alloctag: the ten biggest/ { inside = 1; next }
	/^==== alloctag: end/ { ended = inside; inside = 0 }
	inside && /^ *[0-9]+ +[0-9]+ [^ ]+:[0-9]+ (\[[^ ]+\] )?func:[^ ]+$/ { lines++ }
	END {
		if (tags > 0 && lines == 10 && ended) {
			print "alloctag: booted and counted: " tags " tags"
			exit 0
		}
		print "error: no whole report from the VM (" tags + 0 " tags, " \
			lines + 0 " lines); the console is above and in " console
		exit 1
	}' console="$log" "$log"
