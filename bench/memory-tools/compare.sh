#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: compare.sh [-r] [-o FILE] [-f FRAGMENTS] KERNEL [TOOL...]
#
# Tools that show who allocates memory, beside each other. KERNEL-none,
# KERNEL-alloctag and KERNEL-mainline are the folders of kernels with neither
# profiling, with alloctag and with mainline's, and with an initramfs of
# bench/memory-tools/init; by default all TOOLs are compared that run in those
# that are there.
#
# bench/tools.sh has the options.
#
# Prints instructions of an operation of some loads while each tool is on, and
# what it reports of memory whose amount is known. One CPU, -icount shift=0:
# figures are exact. Consoles of the VMs are in KERNEL-*/bench-TOOL.console.

set -eu

# shellcheck source=bench/tools.sh
. "$(dirname "$0")/../tools.sh"

folder()
{
	case $1 in
	alloctag-* | samples) echo "$kernel-alloctag" ;;
	mainline-*) echo "$kernel-mainline" ;;
	*) echo "$kernel-none" ;;
	esac
}

append()
{
	case $1 in
	*-off) echo sysctl.vm.mem_profiling=0 ;;
	*-on) echo sysctl.vm.mem_profiling=1 ;;
	samples) echo sysctl.vm.mem_profiling=samples ;;
	page_owner) echo page_owner=on ;;
	slub_debug) echo slub_debug=U ;;
	esac
}

if [ $# -eq 0 ]; then
	set -- none alloctag-off alloctag-on samples
	[ ! -d "$kernel-mainline" ] || set -- "$@" mainline-off mainline-on
	set -- "$@" page_owner slub_debug ftrace ftrace-64m memleak memcg
fi
run_all "$@"

# table TOOL...: print the tables from the consoles of all tools.
table()
{
	consoles "$@" | awk '
	# base_of TOOL: what it is compared with: its kernel while it is off.
	function base_of(tool) {
		if (tool == "alloctag-on" || tool == "samples")
			return "alloctag-off"
		return tool == "mainline-on" ? "mainline-off" : "none"
	}

	function header() {
		printf "%-13s", ""
		for (i = 1; i <= nr_loads; i++)
			printf "%10s", title[i]
	}

	# report KIND: bytes and calls.
	function report(tool, kind) {
		if (!((tool, kind) in bytes) || bytes[tool, kind] == "-")
			return sprintf("%17s", "-")
		return sprintf("%10d %6s", bytes[tool, kind], calls[tool, kind])
	}

	# seen: the share of tmpfs that is reported.
	function seen(tool) {
		if (tool == "(itself)")
			return "100%"
		if (bytes[tool, "boot"] + 0 == 0)
			return "-"
		return sprintf("%.0f%%", 100 * bytes[tool, "boot"] / shmem[tool])
	}

	BEGIN {
		nr_loads = split("kmalloc-const page fork-exit af-unix files", load)
		split("kmalloc page fork-exit af-unix files", title)
		bytes["(itself)", "objects"] = 50000 * 64
		calls["(itself)", "objects"] = 50000
		bytes["(itself)", "pages"] = 2000 * 4096
		calls["(itself)", "pages"] = 2000
		bytes["(itself)", "percpu"] = 100 * 1024
		calls["(itself)", "percpu"] = 100
	}

	!($1 in known) { known[$1]; tools[++nr_tools] = $1 }
	/alloc_bench: .* per op: median / {
		tool = $1
		sub(/.*alloc_bench: /, "")
		sub(/-account/, "")
		cost[tool, $1] = $6
	}
	$2 == "load:" && $4 == "cycles" {
		for (i = 5; i < NF; i++)
			if ($i == "mean")
				cost[$1, $3] = $(i + 1)
	}
	$2 == "result:" && $3 == "unused" { unused[$1] = $4 }
	$2 == "result:" && $3 == "shmem" { shmem[$1] = $4 }
	$2 == "result:" && $3 == "events" {
		events[$1, $4] = $5
		lost[$1, $4] = $6
	}
	$2 == "result:" && $3 == "known" {
		bytes[$1, $4] = $5
		calls[$1, $4] = $6
	}

	END {
		header()
		printf "%12s\n", "memory"
		for (t = 1; t <= nr_tools; t++) {
			tool = tools[t]
			base = base_of(tool)
			printf "%-13s", tool
			for (i = 1; i <= nr_loads; i++) {
				on = cost[tool, load[i]]
				off = cost[base, load[i]]
				if (tool == "none" || !off)
					printf "%10.0f", on
				else
					printf "%+9.1f%%", 100 * (on - off) / off
			}
			if (tool == "none")
				printf "%12s\n", "-"
			else
				printf "%+8d KiB\n", unused[tool] - unused["none"]
		}

		printf "\nInstructions of an operation:\n\n"
		header()
		printf "\n"
		for (t = 1; t <= nr_tools; t++) {
			printf "%-13s", tools[t]
			for (i = 1; i <= nr_loads; i++)
				printf "%10.1f", cost[tools[t], load[i]]
			printf "\n"
		}

		printf "\nEvents that were overwritten before they were read, of 100:\n\n"
		header()
		printf "%10s\n", "the leak"
		load[nr_loads + 1] = "leak"
		for (t = 1; t <= nr_tools; t++) {
			if (!((tools[t], "leak") in events))
				continue
			printf "%-13s", tools[t]
			for (i = 1; i <= nr_loads + 1; i++)
				printf "%10.1f", 100 * lost[tools[t], load[i]] / \
					events[tools[t], load[i]]
			printf "\n"
		}

		printf "\nWhat is reported of a leak, and of memory from boot: bytes, calls.\n\n"
		printf "%-12s%17s%17s%17s%8s\n", "", "objects", "pages", "per-CPU", "boot"
		tools[0] = "(itself)"
		for (t = 0; t <= nr_tools; t++) {
			tool = tools[t]
			if (tool != "none" && tool !~ /-off$/)
				printf "%-12s%s%s%s%8s\n", tool, report(tool, "objects"),
					report(tool, "pages"), report(tool, "percpu"),
					seen(tool)
		}
	}'
	messages=$(consoles "$@" | sed -n 's/^\([^ ]*\) result: message /\1: /p')
	[ -z "$messages" ] || printf '\n%s\n' "$messages"
}

table "$@" | sed 's/ *$//' >"$kernel-none/bench-tools.txt"
cat "$kernel-none/bench-tools.txt"
[ -z "$output" ] || {
	echo "$state"
	echo
	cat <<'END'
Tools that show who allocates memory: instructions of an operation while one of
them is on, in percent more than in the same kernel without it: none, or the row
with -off. What alloctag-off and mainline-off take more than none is the
difference of the kernels. The figures of loops are medians; the others are
means, with the CPU time of the tool itself, as it runs on the same CPU.

	none		neither alloctag nor mainline's profiling; nothing is on
	alloctag	sysctl.vm.mem_profiling=0 and 1
	samples		of alloctag: sysctl.vm.mem_profiling=samples
	mainline	its profiling: sysctl.vm.mem_profiling=0 and 1
	page_owner	page_owner=on
	slub_debug	slub_debug=U
	ftrace		the events kmalloc, kfree, kmem_cache_alloc,
			kmem_cache_free, mm_page_alloc and mm_page_free:
			cat trace_pipe >/dev/null, for the leak into a file
	ftrace-64m	the same with a ring buffer of 64 MiB, not 1.4
	memleak		of libbpf-tools, from Debian 13: memleak --percpu
	memcg		in a memory cgroup, and the loops with __GFP_ACCOUNT

	kmalloc		kmalloc(64) and kfree(), a loop
	page		__get_free_page(), not cleared, and free_page(), a loop
	fork-exit	of a small process
	af-unix		send a byte to a process and back
	files		create and remove a file of one byte in tmpfs
	memory		free memory of 1 GiB while the tool is on, more than with
			none

	objects		50,000 of kmalloc(64)
	pages		2,000 of __get_free_page()
	per-CPU		100 of alloc_percpu(), of 1 KiB
	boot		pages of tmpfs, most of them from the initramfs

END
	echo 'QEMU, one CPU, -icount shift=0; make bench-memory-tools.'
	versions "$kernel-none"
	cat "$(dirname "$kernel")/bench/memleak.gz.version"
	echo
	cat "$kernel-none/bench-tools.txt"
} >"$output"
