#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: step.sh LOG TITLE COMMAND...
#
# Run one step of a build. The command's output goes to LOG. Meanwhile a line is
# printed every ten seconds: how long the step has been running, and the last
# line of LOG. At the end, its time and processor time, or the errors in LOG.
# With V=1 in the environment, the output goes to the terminal instead.
#
# Exits with the status of the command.

set -eu

log=$1
title=$2
shift 2

start=$(date +%s)
mkdir -p "$(dirname "$log")"

# elapsed: time since the start, as 1:07.
elapsed()
{
	passed=$(($(date +%s) - start))
	printf '%d:%02d' $((passed / 60)) $((passed % 60))
}

echo "--> $title"
if [ -n "${V-}" ] && [ "$V" != 0 ]; then
	status=0
	"$@" || status=$?
else
	(
		while sleep 10; do
			printf '    %s %s\n' "$(elapsed)" "$(tail -n 1 "$log" | cut -c 1-70)"
		done
	) &
	heart=$!
	trap 'kill $heart 2>/dev/null' EXIT
	trap 'exit 1' HUP INT TERM
	status=0
	"$@" >"$log" 2>&1 || status=$?
fi

if [ "$status" -ne 0 ]; then
	# With parallel jobs the error is seldom in the last lines.
	if [ -f "$log" ]; then
		grep -E -A 4 '(error|Error|undefined reference|warning):? ' "$log" | head -n 40 >&2
		tail -n 15 "$log" >&2
	fi
	echo "error: $title: failed after $(elapsed); the whole output is in $log" >&2
	exit "$status"
fi
spent=$(mktemp)
times >"$spent"
echo "    $(elapsed) done, $("$(dirname "$0")/core-minutes.sh" "$spent") core-minutes"
rm -f "$spent"
