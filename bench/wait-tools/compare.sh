#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: compare.sh [-r] [-o FILE] [-f FRAGMENTS] KERNEL [TOOL...]
#
# Waits by line beside other tools that show where tasks wait. KERNEL is the
# folder of a kernel with them, and with an initramfs of bench/wait-tools/init,
# which lists the TOOLs; by default all are compared. The reference
# configuration has no latencytop, and no BTF, which offcputime needs.
#
# bench/tools.sh has the options.
#
# Prints instructions of an operation of some loads while each tool is on, and
# what it reports of waits that are known. One CPU, -icount shift=0: figures are
# exact. Consoles of the VMs are in KERNEL/bench-TOOL.console.

set -eu

# shellcheck source=bench/tools.sh
. "$(dirname "$0")/../tools.sh"
[ $# -gt 0 ] || set -- none alloctag latencytop offcputime perf perf-stacks

folder() { echo "$kernel"; }
append() { :; }
run_all "$@"

# table TOOL...: print the tables from the consoles of all tools.
table()
{
	consoles "$@" | awk '
	# over LOAD: the mean of this tool, and what it adds to that of none, or
	# to that of the rounds in which it was off.
	function over(load,  base, on) {
		base = mean["none", load]
		on = mean[tool, load]
		if ((tool, load "-on") in mean) {
			base = on
			on = mean[tool, load "-on"]
		}
		if (tool == "none" || !base)
			return sprintf("%10.0f %9s", on, "")
		return sprintf("%10.0f %+8.1f%%", on, 100 * (on - base) / base)
	}

	# each LOAD ARRAY FORMAT: what ARRAY has for an operation.
	function each(load, array, format,  n) {
		if ((tool, load "-on") in ops)
			n = ops[tool, load "-on"]
		else
			n = ops[tool, load]
		return sprintf("%20s", sprintf(format, array[tool, load] / n))
	}

	# waits KIND: how many it tells of, and their mean, or only their sum.
	function waits(kind,  n) {
		n = count[tool, kind]
		if (n == "-")
			return sprintf("%6s %11s", "-", sprintf("(%.0f)", time[tool, kind]))
		return sprintf("%6d %11s", n, n ? sprintf("%.0f", time[tool, kind] / n) : "-")
	}

	# stacks KIND: in how many lines the report has them.
	function stacks(kind) {
		if (!lines[tool, kind])
			return "-"
		if (lines[tool, kind] == count[tool, kind])
			return "each"
		return lines[tool, kind]
	}

	# missed KIND: the share of time without a call stack.
	function missed(kind) {
		if (!time[tool, kind])
			return "-"
		return sprintf("%.0f%%", 100 * without[tool, kind] / time[tool, kind])
	}

	!($1 in known) { known[$1]; tools[++nr_tools] = $1 }
	$2 == "load:" && $4 == "cycles" {
		for (i = 5; i < NF; i++) {
			if ($i == "mean")
				mean[$1, $3] = $(i + 1)
			if ($i == "ops")
				ops[$1, $3] = $(i + 1)
		}
	}
	$1 == "none" && $2 == "load:" && $3 == "known" {
		kind = substr($4, 1, length($4) - 1)
		own[kind] = sprintf("%6d %11d", $5, $7)
	}
	$2 == "result:" && $3 == "sleeps" { sleeps[$1, $4] = $5 }
	$2 == "result:" && $3 == "bytes" { bytes[$1, $4] = $5 }
	$2 == "result:" && $3 == "known" {
		count[$1, $4] = $5
		time[$1, $4] = $6
		lines[$1, $4] = $7
		without[$1, $4] = $8
	}

	END {
		printf "%-12s %20s %20s %20s\n", "", "pipe", "hackbench", "fsync"
		for (i = 1; i <= nr_tools; i++) {
			tool = tools[i]
			printf "%-12s %s %s %s\n", tool, over("pipe"), over("hackbench"),
				over("fsync")
		}
		for (i = 1; i <= nr_tools; i++) {
			tool = tools[i]
			if (sleeps[tool, "pipe"])
				printf "%-12s %s %s %s\n", "(sleeps)",
					each("pipe", sleeps, "%.3f"),
					each("hackbench", sleeps, "%.3f"),
					each("fsync", sleeps, "%.3f")
		}
		printf "\nBytes that are written for an operation:\n\n"
		for (i = 1; i <= nr_tools; i++) {
			tool = tools[i]
			if (bytes[tool, "pipe"])
				printf "%-12s %s %s %s\n", tool, each("pipe", bytes, "%.0f"),
					each("hackbench", bytes, "%.0f"),
					each("fsync", bytes, "%.0f")
		}
		printf "\nWhat is reported of waits: how many, and their mean in microseconds, or\n"
		printf "their (sum); in how many lines or call stacks, and the time without one.\n\n"
		printf "%-12s %18s %18s %18s %6s %8s\n", "", "nanosleep", "vfork", "short",
			"stacks", "without"
		printf "%-12s %s %s %6d\n", "(itself)", own["nanosleep"], own["vfork"], 2048
		for (i = 1; i <= nr_tools; i++) {
			tool = tools[i]
			if (tool != "none")
				printf "%-12s %s %s %s %6s %8s\n", tool, waits("nanosleep"),
					waits("vfork"), waits("short"), stacks("short"),
					missed("short")
		}
	}'
}

# messages TOOL...: print what the tools have printed, without what they always
# do.
messages()
{
	for tool; do
		sed -n "s/^result: message /$tool: /p" "$kernel/bench-$tool.console" |
			grep -v -e 'perf record: ' -e 'exited with 130$' | sort | uniq -c
	done
}

{
	table "$@"
	echo
	messages "$@"
} | sed 's/ *$//' >"$kernel/bench-tools.txt"
cat "$kernel/bench-tools.txt"
[ -z "$output" ] || {
	echo "$state"
	echo
	cat <<'END'
Tools that show where tasks wait: instructions of an operation while one of them
is on. The CPU time of the tool itself is included, as it runs on the same CPU.
The line (sleeps) has how often tasks sleep in an operation.

	none		nothing is on
	alloctag	waits by line: sysctl kernel.wait_tags=1
	latencytop	sysctl kernel.latencytop=1
	offcputime	of libbpf-tools, without options
	perf		perf sched record
	perf-stacks	perf sched record -g

	pipe		send a byte to a process and back
	hackbench	send a message: hackbench -p -g 1 -f 10 -l 200
	fsync		write a page, and fsync(), on ext4 on a loop device
	nanosleep	100 times 20 ms
	vfork		100 times a parent waits until its child has slept so
	short		2048 short sleeps with as many call stacks of user space

END
	echo 'QEMU, one CPU, -icount shift=0; make bench-wait-tools.'
	versions "$kernel"
	# shellcheck disable=SC2016 # of dpkg-query
	dpkg-query -W -f '${Package} ${Version}\n' libbpf-tools linux-perf rt-tests
	echo
	cat "$kernel/bench-tools.txt"
} >"$output"
