#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: show-report.sh LOG
#
# Copy a VM's console from standard input to standard output and to LOG, and
# check that the report of dev/vm/init is complete: a number of tags, ten lines
# in the format of /proc/allocinfo, and the end. Exits 1 if it isn't.

set -eu

log=$1
tr -d '\r' | tee "$log"

awk '
	/^==== alloctag: [0-9]+ tags/ { tags = $3 }
	/^==== alloctag: the ten biggest/ { inside = 1; next }
	/^==== alloctag: end/ { ended = inside; inside = 0 }
	inside && /^ *[0-9]+ +[0-9]+ [^ ]+:[0-9]+ (\[[^ ]+\] )?func:[^ ]+ (accurate:no )?$/ { lines++ }
	END {
		if (tags > 0 && lines == 10 && ended) {
			print "alloctag: booted and counted: " tags " tags"
			exit 0
		}
		print "error: no complete report from the VM (" tags + 0 " tags, " \
			lines + 0 " lines); the console is above and in " console
		exit 1
	}' console="$log" "$log"
