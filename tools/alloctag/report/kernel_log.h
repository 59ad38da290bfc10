/* SPDX-License-Identifier: GPL-2.0 */
/*
 * kernel_log.h - the reports of memory by line in a kernel log
 */
#ifndef KERNEL_LOG_H
#define KERNEL_LOG_H

#include "snapshot/snapshot.h"

/* Bytes of Mem-Info before a report; -1: not in the log. */
enum mem_info {
	MEM_TOTAL,		/* what the zones manage: MemTotal */
	MEM_FREE,
	MEM_ANON,		/* pages of processes, shared memory, tmpfs */
	MEM_SHMEM,		/* of these, shared memory and tmpfs */
	MEM_FILE,		/* page cache */
	MEM_UNEVICTABLE,
	MEM_SLAB_UNRECLAIMABLE,
	MEM_SLAB_RECLAIMABLE,
	MEM_KERNEL_STACK,
	MEM_PAGETABLES,
	NR_MEM_INFO
};

/* A line between the first and the last one of a report that is damaged. */
struct damaged_line {
	size_t number;		/* in the log, from 1 */
	char *text;
};

/*
 * A report: the lines with most memory, as show_mem() prints them. The kernel
 * rounds bytes to three digits.
 */
struct log_report {
	size_t number;		/* line of the log, from 1, where it begins */
	char *when;		/* the time stamp as it is there; may be "" */
	char *cause;		/* who or what asked for it; may be "" */
	char *killed;		/* whom the OOM killer killed then; may be "" */
	int counting;		/* 1: on, 0: off, -1: not said */
	bool no_modules;	/* "of modules can't be shown now" */
	bool cut;		/* the log ends within it */
	size_t foreign;		/* lines of other messages between its lines */
	struct damaged_line *damaged;
	size_t nr_damaged, damaged_room;
	int64_t memory[NR_MEM_INFO];
	struct snapshot snapshot;
};

/* How many lines a report has, if the kernel could write all. */
#define LOG_REPORT_LINES 10

struct kernel_log {
	struct log_report *reports;
	size_t nr, room;
	size_t nr_lines;
	size_t oom_kills;	/* reports of the OOM killer, with lines or not */
};

void kernel_log_parse(struct kernel_log *log, const char *text, size_t size);
void kernel_log_free(struct kernel_log *log);

#endif
